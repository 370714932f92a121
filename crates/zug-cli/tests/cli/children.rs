//! Programs that we have started end with us, and so does what they have started.

use crate::common::{Folder, RACE};
use rustix::process::{Pid, Signal, kill_process};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// An engine that starts another program, notes its number, and then answers as told.
fn engine(folder: &Folder, go: &str) -> String {
    let script = folder.write(
        "engine.sh",
        format!(
            "sleep 300 &\necho $! > {}\nwhile read w r; do case $w in
             uci) echo uciok;; isready) echo readyok;; go) {go};; esac; done",
            folder.path("pid")
        ),
    );
    format!("uci:sh {script}")
}

/// The program that the engine has started, once it has.
fn started(folder: &Folder) -> String {
    for _ in 0..500 {
        if let Ok(pid) = std::fs::read_to_string(folder.path("pid"))
            && pid.ends_with('\n')
        {
            return pid.trim().to_owned();
        }
        sleep(Duration::from_millis(20));
    }
    panic!("the engine has not started");
}

/// True if it is gone, or only its exit code is left.
fn ends(pid: &str) -> bool {
    (0..250).any(|_| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let runs = stat.rsplit(") ").next().is_some_and(|state| !state.is_empty() && !state.starts_with('Z'));
        sleep(Duration::from_millis(if runs { 20 } else { 0 }));
        !runs
    })
}

fn program(args: &[&str]) -> std::process::Child {
    let null = Stdio::null;
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(args).stdin(null()).stdout(null()).stderr(null()).spawn().unwrap()
}

#[test]
fn a_game_that_ends_leaves_nothing_running() {
    // The end of the input; an answer that is no move.
    for (seat, other) in [("--black", "human"), ("--white", "random")] {
        let folder = Folder::new();
        let (race, engine) = (folder.write("race.zrf", RACE), engine(&folder, "echo bestmove x9"));
        let other_seat = if seat == "--black" { "--white" } else { "--black" };
        let mut game = program(&["play", &race, seat, &engine, other_seat, other]);
        let pid = started(&folder);
        game.wait().unwrap();
        assert!(ends(&pid), "{seat} against {other}");
    }
}

#[test]
fn a_signal_ends_engines_too() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        for verb in ["match", "play"] {
            let folder = Folder::new();
            let (race, engine) = (folder.write("race.zrf", RACE), engine(&folder, "sleep 100"));
            let args = match verb {
                "match" => vec!["match", &race, &engine, "random", "--games", "2"],
                _ => vec!["play", &race, "--white", &engine, "--black", "random"],
            };
            let mut program = program(&args);
            let pid = started(&folder);
            kill_process(Pid::from_child(&program), signal).unwrap();
            program.wait().unwrap();
            assert!(ends(&pid), "{verb}, {signal:?}");
        }
    }
}
