//! A foreign program as lines in and lines out. It may be silent, chatty, deaf or dead: nothing here waits for it
//! without a limit, or keeps more of what it says than fits a few lists of fixed length.

use crate::heard::tame;
use crate::lines::{Line, next_line};
use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Lines waiting in either direction.
const WAITING: usize = 256;

/// How much of its last words is kept.
const LAST_WORDS: usize = 400;

/// All programs that are running for us, so that somebody who leaves in a hurry can end them.
#[derive(Clone, Default, Debug)]
pub struct Children(Arc<Mutex<Vec<Arc<Mutex<Child>>>>>);

impl Children {
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends them all, at once.
    pub fn kill_all(&self) {
        if let Ok(mut list) = self.0.lock() {
            list.drain(..).for_each(|child| kill(&child));
        }
    }

    fn add(&self, child: &Arc<Mutex<Child>>) {
        if let Ok(mut list) = self.0.lock() {
            list.push(child.clone());
        }
    }

    fn remove(&self, child: &Arc<Mutex<Child>>) {
        if let Ok(mut list) = self.0.lock() {
            list.retain(|other| !Arc::ptr_eq(other, child));
        }
    }
}

fn kill(child: &Mutex<Child>) {
    if let Ok(mut child) = child.lock() {
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// A program that runs. It ends when this is dropped.
pub(crate) struct Process {
    child: Arc<Mutex<Child>>,
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
        // Ctrl-C is for us: the engine is ended in good order, and does not die in the middle of a game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such program; give its full path?".to_owned(),
            _ => error.to_string(),
        })?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (to_child, from_us) = sync_channel(WAITING);
        let (to_us, output) = sync_channel(WAITING);
        let last_words = Arc::new(Mutex::new(LastWords::default()));
        if let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) {
            thread::spawn(move || write_all(stdin, &from_us));
            thread::spawn(move || read_all(stdout, &to_us));
            let heard = last_words.clone();
            thread::spawn(move || hear(stderr, &heard));
        }
        let child = Arc::new(Mutex::new(child));
        children.add(&child);
        Ok(Process { child, children: children.clone(), input: Some(to_child), output, last_words })
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
            status = self.child.lock().ok().and_then(|mut child| child.try_wait().ok().flatten());
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

/// It is asked to quit, and gets a moment to do so.
impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        for _ in 0..20 {
            match self.child.lock().map(|mut child| child.try_wait()) {
                Ok(Ok(None)) => thread::sleep(Duration::from_millis(5)),
                _ => break,
            }
        }
        kill(&self.child);
        self.children.remove(&self.child);
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
