//! Random programs and changed games of the library, as many as one likes: both back ends give the same answers, nothing
//! panics, and no input takes more than 5 seconds or 512 MB.
//!
//! ```text
//! cargo run -p zug-fuzz --example stress                          # everything: 100,000 programs, 20,000 changed games
//! cargo run -p zug-fuzz --example stress -- scripts 35000 60000   # one sort, from a seed, before another
//! cargo run -p zug-fuzz --example stress -- mutants 77            # one input, with its text
//! cargo run -p zug-fuzz --example stress -- shorter.zug           # a text, such as that of an input, made shorter; or .zrf
//! ```
//!
//! The inputs are worked off by another process, which is watched and replaced when an input stops it. A line for each
//! finding, one for the progress every ten seconds (with the seed to go on from), and what was looked at at the end.

use std::io::{BufRead, BufReader, Write};
use std::panic::catch_unwind;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use zug_fuzz::Met;

/// For one input: seconds of the processor, seconds of the clock on a busy machine, and memory.
const PATIENCE: f64 = 5.0;
const PATIENCE_BUSY: f64 = 300.0;
const MEMORY: u64 = 512 << 20;
/// More is stopped before the input has ended.
const FAR_TOO_MUCH: u64 = 2 * MEMORY;
/// Inputs of one process: what code the program keeps for ever does not add up.
const CHUNK: u64 = 500;

/// The sorts of inputs, and how many belong to everything.
const SORTS: [(&str, u64); 3] = [("scripts", 60_000), ("blocks", 40_000), ("mutants", 20_000)];

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
    match words[..] {
        [] => finish(SORTS.map(|(sort, n)| watch(sort, 0, n)).concat()),
        ["worker", sort, from, to] => {
            work(sort, number(from)?, number(to)?);
            Ok(())
        }
        [sort, from, to] if known(sort) => finish(watch(sort, number(from)?, number(to)?)),
        [sort, seed] if known(sort) => {
            show(sort, number(seed)?);
            Ok(())
        }
        [file] => {
            let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
            let is_zrf = file.ends_with(".zrf");
            let met = if is_zrf { zug_fuzz::zrf(text.as_bytes()) } else { zug_fuzz::script(&text) };
            println!("alike: {met:?}");
            Ok(())
        }
        _ => Err("nothing, or a sort with a seed or two, or a file".to_owned()),
    }
}

fn known(sort: &str) -> bool {
    SORTS.iter().any(|(name, _)| *name == sort)
}

fn finish(findings: Vec<String>) -> Result<(), String> {
    if findings.is_empty() { Ok(()) } else { Err(format!("{} findings", findings.len())) }
}

/// Compares the forms of one input. `None`: it is no game.
fn compare(sort: &str, seed: u64) -> Option<Met> {
    match sort {
        "scripts" => zug_fuzz::scripts(&zug_fuzz::random_bytes(seed)),
        "mutants" => zug_fuzz::mutants(seed),
        _ => {
            let bytes = zug_fuzz::random_bytes(seed);
            let played = zug_fuzz::blocks(&bytes);
            let flows = zug_fuzz::twofold(&bytes);
            (played || flows).then(|| Met { flows, ..Met::default() })
        }
    }
}

fn show(sort: &str, seed: u64) {
    match sort {
        "scripts" => {
            let (text, problem) = zug_fuzz::script_text(&zug_fuzz::random_bytes(seed));
            println!("{text}\n{}", problem.unwrap_or_default());
        }
        "mutants" => {
            let (entry, text) = zug_fuzz::mutant_text(seed);
            println!("{}\n{}", entry.path, String::from_utf8_lossy(&text));
        }
        _ => {}
    }
    println!("alike: {:?}", compare(sort, seed));
}

// --- the process that does it ---

/// Says which input it begins, and how each ended.
fn work(sort: &str, from: u64, to: u64) {
    static WHERE: Mutex<String> = Mutex::new(String::new());
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut place) = WHERE.lock() {
            *place = info.location().map(ToString::to_string).unwrap_or_default();
        }
    }));
    for seed in from..to {
        say(&format!("begin {seed}"));
        let _ = std::fs::write("/proc/self/clear_refs", "5");
        let said = match catch_unwind(|| compare(sort, seed)) {
            Ok(None) => "none".to_owned(),
            Ok(Some(met)) => {
                let words = [
                    ("flows", met.flows),
                    ("counts", met.counts),
                    ("remembered", met.recalled),
                    ("limit", met.limit),
                    ("given-up", met.given_up),
                ];
                words
                    .iter()
                    .filter(|(_, yes)| *yes)
                    .fold("game".to_owned(), |text, (word, _)| text + " " + word)
            }
            Err(what) => {
                let text = what.downcast_ref::<String>().map(String::as_str);
                let text = text.or(what.downcast_ref::<&str>().copied()).unwrap_or_default();
                let place = WHERE.lock().map(|place| place.clone()).unwrap_or_default();
                format!("fault {place}: {}", text.lines().next().unwrap_or_default())
            }
        };
        let peak = memory(std::process::id(), "VmHWM:");
        if peak > MEMORY {
            say(&format!("fault takes {} MB", peak >> 20));
        }
        say(&said);
    }
    say("end");
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // Without somebody who listens there is nothing to do.
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(1);
    }
}

// --- the process that watches ---

/// What was met, by word.
#[derive(Default)]
struct Tally {
    inputs: u64,
    words: Vec<(String, u64)>,
}

impl Tally {
    fn add(&mut self, line: &str) {
        for word in line.split(' ') {
            match self.words.iter_mut().find(|(known, _)| known == word) {
                Some((_, n)) => *n += 1,
                None => self.words.push((word.to_owned(), 1)),
            }
        }
    }
}

/// Works off the inputs of one sort; the findings.
fn watch(sort: &str, from: u64, to: u64) -> Vec<String> {
    let (mut tally, mut findings) = (Tally::default(), Vec::new());
    let (began, mut told) = (Instant::now(), Instant::now());
    let mut next = from;
    while next < to {
        let end = to.min(next + CHUNK);
        let Some((mut child, lines)) = start(sort, next, end) else {
            findings.push("the process cannot be started".to_owned());
            break;
        };
        while next < end {
            let mut found = |what: String| {
                println!("{sort} {next}: {what}");
                findings.push(what);
            };
            match one(&mut child, &lines, &mut found) {
                Some(line) => tally.add(&line),
                // It has been stopped, or has stopped itself: another one goes on behind this input.
                None => {
                    tally.inputs += 1;
                    next += 1;
                    break;
                }
            }
            tally.inputs += 1;
            next += 1;
            if told.elapsed() > Duration::from_secs(10) {
                told = Instant::now();
                let (seconds, n) = (began.elapsed().as_secs(), findings.len());
                println!("{sort}: before {next} of {to}, {n} findings, {seconds} s");
            }
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    let words: Vec<String> = tally.words.iter().map(|(word, n)| format!("{n} {word}")).collect();
    println!(
        "{sort} {from} to {to}: {} inputs ({}), {} findings, {} s",
        tally.inputs,
        words.join(", "),
        findings.len(),
        began.elapsed().as_secs()
    );
    findings
}

fn start(sort: &str, from: u64, to: u64) -> Option<(Child, Receiver<String>)> {
    let me = std::env::current_exe().ok()?;
    let mut command = Command::new(me);
    command.args(["worker", sort, &from.to_string(), &to.to_string()]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let out = BufReader::new(child.stdout.take()?);
    let (send, lines) = channel();
    std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
    Some((child, lines))
}

/// Waits for the end of one input; how it ended, unless it ended the process.
fn one(child: &mut Child, lines: &Receiver<String>, found: &mut impl FnMut(String)) -> Option<String> {
    let (began, used) = (Instant::now(), seconds(child.id()));
    loop {
        match lines.recv_timeout(Duration::from_millis(100)) {
            Ok(line) if line.starts_with("begin") => {}
            Ok(line) => match line.strip_prefix("fault ") {
                Some(what) => {
                    found(what.to_owned());
                    if !what.starts_with("takes") {
                        return Some("different".to_owned());
                    }
                }
                None => {
                    let used = seconds(child.id()) - used;
                    if used > PATIENCE {
                        found(format!("takes {used:.1} s"));
                    }
                    return Some(line);
                }
            },
            Err(RecvTimeoutError::Timeout) => {
                let (used, clock) = (seconds(child.id()) - used, began.elapsed().as_secs_f64());
                let memory = memory(child.id(), "VmRSS:");
                if used > 2.0 * PATIENCE || clock > PATIENCE_BUSY {
                    found(format!("stopped after {used:.1} s of the processor, {clock:.0} s of the clock"));
                    return None;
                }
                if memory > FAR_TOO_MUCH {
                    found(format!("stopped with {} MB", memory >> 20));
                    return None;
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                found("ends the process".to_owned());
                return None;
            }
        }
    }
}

/// What a process has used of the processor; 0 where it is not known.
fn seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = after_name.split(' ').skip(11).take(2).filter_map(|word| word.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// A line of the system's status of a process, in bytes; 0 where it is not known.
fn memory(process: u32, line: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let found = status.lines().find_map(|text| text.strip_prefix(line));
    let number = found.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok());
    number.unwrap_or(0) << 10
}
