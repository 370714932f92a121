//! Every seed and every former finding, without libFuzzer.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// No input of the size a fuzzer makes may take longer. Slow test machines need some room.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn reader() {
    run("reader");
}

#[test]
fn macros() {
    run("macros");
}

#[test]
fn model() {
    run("model");
}

#[test]
fn zir() {
    run("zir");
}

#[test]
fn blocks() {
    run("blocks");
}

#[test]
fn zsg() {
    run("zsg");
}

#[test]
fn position() {
    run("position");
}

#[test]
fn protocol() {
    run("protocol");
}

/// Lines of the seeds, and words of them, in any order.
#[test]
fn shuffled_protocols() {
    let lines: Vec<Vec<u8>> = files(&folder_of("seeds", "protocol"))
        .iter()
        .filter_map(|file| std::fs::read(file).ok())
        .flat_map(|bytes| bytes.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>())
        .collect();
    let mut rng = zug_game::Rng::new(3);
    for _ in 0..60 {
        let mut stream = Vec::new();
        for _ in 0..rng.below(30) {
            let line = &lines[rng.below(lines.len())];
            let words: Vec<&[u8]> = line.split(|b| *b == b' ').collect();
            match rng.below(4) {
                0 => (0..rng.below(6)).for_each(|_| {
                    stream.extend(words[rng.below(words.len())]);
                    stream.push(b' ');
                }),
                1 => stream.extend(&line[..rng.below(line.len() + 1)]),
                _ => stream.extend(line),
            }
            stream.push(b'\n');
        }
        zug_fuzz::protocol(&stream);
    }
}

#[test]
fn record() {
    run("record");
}

#[test]
fn pgn() {
    run("pgn");
}

#[test]
fn pdn() {
    run("pdn");
}

#[test]
fn sgf() {
    run("sgf");
}

#[test]
fn mat() {
    run("mat");
}

fn run(name: &str) {
    let target = zug_fuzz::TARGETS.iter().find(|t| t.name == name).expect("a target");
    let inputs = ["seeds", "regressions"].into_iter().flat_map(|folder| files(&folder_of(folder, name)));
    let inputs: Vec<PathBuf> = inputs.collect();
    assert!(!inputs.is_empty(), "{name} has no seeds");
    for input in inputs {
        let bytes = std::fs::read(&input).expect("a readable file");
        let began = Instant::now();
        let done = std::panic::catch_unwind(|| (target.run)(&bytes));
        assert!(done.is_ok(), "{} fails", input.display());
        assert!(began.elapsed() < PATIENCE, "{} took {:?}", input.display(), began.elapsed());
    }
}

fn folder_of(folder: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder).join(target)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.is_file()).collect();
    files.sort();
    files
}

/// The fuzzer can only find what it is told to look for.
#[test]
fn every_target_is_a_program_of_the_fuzzer() {
    let manifest = std::fs::read_to_string(folder_of("Cargo.toml", "").with_file_name("Cargo.toml"));
    let manifest = manifest.expect("fuzz/Cargo.toml");
    for target in &zug_fuzz::TARGETS {
        assert!(manifest.contains(&format!("name = \"{}\"", target.name)), "{}", target.name);
    }
}
