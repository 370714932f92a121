//! Rules that ask for too much: an error that names the place, by both back ends, in little memory.
//!
//! The texts are in `tests/hostile`. Comments in front of each say what the error `says` and where it points `at`; where it only
//! comes after some plies, how many `moves` there are before it.

#![cfg(unix)]

use crate::common::Folder;
use std::path::Path;
use std::process::Command;

/// What the program may map, its own text and stacks included; what it touches is less.
const MAX_KB: u32 = 1 << 20;
/// Only against a program that hangs: a slow machine is no failure.
const MAX_SECONDS: u32 = 300;

struct Case {
    name: String,
    says: String,
    at: String,
    plies: u32,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let case = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let told = |what: &str| {
            let lines = text.lines().map_while(|line| line.strip_prefix("; "));
            lines.into_iter().find_map(|line| line.strip_prefix(what)?.strip_prefix(": ")).map(str::to_owned)
        };
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let place = told("at").unwrap();
        let plies = told("moves").map_or(1, |n| n.parse().unwrap());
        Case { says: told("says").unwrap(), at: format!("{name}:{place}"), plies, name }
    };
    files.iter().map(|path| case(path)).collect()
}

/// Runs the program in the folder of the texts, with a limit on its address space.
fn run(args: &str) -> (i32, String) {
    let program = env!("CARGO_BIN_EXE_zug");
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MAX_KB}; ulimit -t {MAX_SECONDS}; exec {program} {args}")])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile"))
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn both_back_ends_say_what_is_too_much_and_where() {
    let mut wrong = Vec::new();
    let all = cases();
    assert!(all.len() > 10, "the cases are there");
    for case in &all {
        let Case { name, says, at, plies } = case;
        // Counting goes on where the rules meet the limit after some plies; random games come there too.
        let depth = plies.saturating_add(1).min(40);
        let mut verbs = vec![
            format!("perft {name} {depth} --backend interp"),
            format!("perft {name} {depth}"),
            format!("bench {name} --seconds 0.1 --backend interp"),
            format!("bench {name} --seconds 0.1"),
        ];
        if *plies == 1 {
            verbs.push(format!("moves {name}"));
        }
        for verb in verbs {
            let (code, said) = run(&verb);
            if code != 1 || !said.contains(says) || !said.contains(at) {
                wrong.push(format!("zug {verb}: exit code {code}, {said}"));
            }
        }
        let (code, said) = run(&format!("check {name}"));
        if code != 0 && !(code == 1 && said.contains(says)) {
            wrong.push(format!("zug check {name}: exit code {code}, {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_ply_without_end_ends_a_measurement_in_time() {
    // Six throws in a row, each to one of 36 cells: one ply has more results than anybody could count.
    let folder = Folder::new();
    let rules = folder.write(
        "throws.zrf",
        r#"(game (title "Throws") (option "pass turn" forced) (players W ?D) (turn-order ?D ?D ?D ?D ?D ?D W)
            (board (grid (start-rectangle 0 0 9 9)
                (dimensions ("a/b/c/d/e/f" (10 0)) ("6/5/4/3/2/1" (0 10))) (directions (n 0 -1))))
            (piece (name Stone) (drops ((verify empty?) add)))
            (piece (name Man) (moves (n (verify empty?) add)))
            (board-setup (W (Man a1)) (?D (Stone off 6))))"#,
    );
    for backend in ["interp", "auto"] {
        let (code, said) = run(&format!("bench {rules} --seconds 0.2 --backend {backend}"));
        assert_eq!((code, said.as_str()), (0, ""));
    }
}
