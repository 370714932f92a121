//! A foreign program as lines in and lines out. It may be silent, chatty, deaf or dead: nothing here waits for it
//! without a limit, or keeps more of what it says than fits a few lists of fixed length.

use crate::group::Group;
use crate::heard::tame;
use crate::lines::{Line, next_line};
use std::io::{self, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Lines waiting in either direction.
const WAITING: usize = 256;

/// How much of its last words is kept.
const LAST_WORDS: usize = 400;

/// All programs that are running for us, so that a program that has to leave in a hurry can end them.
#[derive(Clone, Default, Debug)]
pub struct Children(Arc<Mutex<Running>>);

#[derive(Default, Debug)]
struct Running {
    groups: Vec<Arc<Mutex<Group>>>,
    /// All have been ended, and no other is started.
    closed: bool,
}

impl Children {
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends them all at once, with whatever they have started. None can be started afterwards.
    pub fn kill_all(&self) {
        if let Ok(mut running) = self.0.lock() {
            running.closed = true;
            running.groups.drain(..).for_each(|group| kill(&group));
        }
    }

    /// Starts a program. The list is held meanwhile, so that none is started unseen while all are being ended.
    fn start(&self, command: &mut Command) -> io::Result<Arc<Mutex<Group>>> {
        let mut running =
            self.0.lock().map_err(|_| io::Error::other("another program could not be ended"))?;
        if running.closed {
            return Err(io::Error::other("the program is ending"));
        }
        let group = Arc::new(Mutex::new(Group::start(command)?));
        running.groups.push(group.clone());
        Ok(group)
    }

    fn remove(&self, group: &Arc<Mutex<Group>>) {
        if let Ok(mut running) = self.0.lock() {
            running.groups.retain(|other| !Arc::ptr_eq(other, group));
        }
    }
}

fn kill(group: &Mutex<Group>) {
    if let Ok(mut group) = group.lock() {
        group.kill();
    }
}

/// A program that runs. It ends when this is dropped.
pub(crate) struct Process {
    group: Arc<Mutex<Group>>,
    children: Children,
    input: Option<SyncSender<String>>,
    output: Receiver<Line>,
    last_words: Arc<Mutex<LastWords>>,
}

/// The end of what it has said on its error stream.
#[derive(Default)]
struct LastWords {
    text: String,
    /// There will be no more.
    all: bool,
}

/// Why there is no line.
pub(crate) enum Missing {
    /// Nothing came in time.
    Yet,
    /// Nothing will come: the program has ended, or closed its output. What is known about why.
    Ended(String),
}

impl Process {
    pub(crate) fn start(command: &[String], children: &Children) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("there is no program to start")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let group = children.start(&mut command).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => "there is no such program; give its full path?".to_owned(),
            _ => error.to_string(),
        })?;
        let (stdin, stdout, stderr) = group.lock().map(|mut group| group.streams()).unwrap_or_default();
        let (to_child, from_us) = sync_channel(WAITING);
        let (to_us, output) = sync_channel(WAITING);
        let last_words = Arc::new(Mutex::new(LastWords::default()));
        if let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) {
            thread::spawn(move || write_all(stdin, &from_us));
            thread::spawn(move || read_all(stdout, &to_us));
            let heard = last_words.clone();
            thread::spawn(move || hear(stderr, &heard));
        }
        Ok(Process { group, children: children.clone(), input: Some(to_child), output, last_words })
    }

    /// Sends a line. False: it does not listen.
    pub(crate) fn send(&mut self, line: &str) -> bool {
        self.input.as_ref().is_some_and(|input| input.try_send(format!("{line}\n")).is_ok())
    }

    /// The next line it says within a time; lines too long to read are passed over.
    pub(crate) fn receive(&mut self, within: Duration) -> Result<String, Missing> {
        let end = Instant::now() + within;
        loop {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Line::Text(line)) => return Ok(line),
                Ok(Line::TooLong) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Missing::Yet),
                Err(RecvTimeoutError::Disconnected) => return Err(Missing::Ended(self.how_it_ended())),
            }
        }
    }

    /// Forgets what it has said and nobody has read.
    pub(crate) fn drain(&mut self) {
        // As much as can be waiting, not for ever: it may be talking all the time.
        for _ in 0..2 * WAITING {
            if self.output.try_recv().is_err() {
                return;
            }
        }
    }

    fn how_it_ended(&self) -> String {
        // It has closed its output; a moment later it has ended, too, as a rule, and everything is heard.
        let (mut status, mut words) = (None, String::new());
        for _ in 0..40 {
            status = self.group.lock().ok().and_then(|mut group| group.status());
            let heard = self.last_words.lock().map(|words| (words.text.trim().to_owned(), words.all));
            let all;
            (words, all) = heard.unwrap_or_default();
            if status.is_some() && all {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let said = if words.is_empty() { String::new() } else { format!("; its last words: {words}") };
        match status {
            Some(status) => format!("has ended ({status}){said}"),
            None => format!("has closed its output{said}"),
        }
    }
}

/// It is told to quit and gets a moment to do so.
impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        for _ in 0..20 {
            match self.group.lock().map(|mut group| group.status()) {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                _ => break,
            }
        }
        kill(&self.group);
        self.children.remove(&self.group);
    }
}

fn write_all(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_all(stdout: impl Read, lines: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = next_line(&mut stdout) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Keeps the end of what is said on the error stream.
fn hear(mut stderr: impl Read, words: &Mutex<LastWords>) {
    let mut chunk = [0; 4096];
    let mut tail: Vec<u8> = Vec::new();
    while let Ok(n @ 1..) = stderr.read(&mut chunk) {
        tail.extend_from_slice(&chunk[..n]);
        let old = tail.len().saturating_sub(LAST_WORDS);
        tail.drain(..old);
        if let Ok(mut words) = words.lock() {
            words.text = tame(&String::from_utf8_lossy(&tail), LAST_WORDS);
        }
    }
    if let Ok(mut words) = words.lock() {
        words.all = true;
    }
}
