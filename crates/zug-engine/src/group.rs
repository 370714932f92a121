//! A program and everything it starts, ended together.
//!
//! On Unix the program leads a process group of its own. The group is signalled before its leader is waited for: until then the
//! number of the group cannot belong to anybody else. A program that leaves its group on purpose is not found.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};

#[derive(Debug)]
pub(crate) struct Group {
    leader: Child,
    /// How the leader ended. The rest of the group has been ended then.
    ended: Option<ExitStatus>,
}

impl Group {
    /// Starts a program. Ctrl-C in our terminal does not reach it: it is ended in good order, not in the middle of a game.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Ok(Group { leader: command.spawn()?, ended: None })
    }

    /// The leader's streams that are pipes; each can be taken once.
    pub(crate) fn streams(&mut self) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        (self.leader.stdin.take(), self.leader.stdout.take(), self.leader.stderr.take())
    }

    /// How the leader ended, if it has. What it has left running is ended.
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() && self.has_ended() {
            self.kill();
        }
        self.ended
    }

    /// Ends all of it at once.
    pub(crate) fn kill(&mut self) {
        if self.ended.is_some() {
            return;
        }
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.leader.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.leader.kill();
        self.ended = self.leader.wait().ok();
    }

    /// Has the leader ended? It is not waited for, so that its number stays taken.
    #[cfg(unix)]
    fn has_ended(&self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let Some(leader) = Pid::from_raw(self.leader.id() as i32) else { return true };
        !matches!(waitid(WaitId::Pid(leader), look), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.leader.try_wait(), Ok(None))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
