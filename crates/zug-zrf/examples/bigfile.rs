//! Prints a rules file of two kilobytes whose macros make three million nodes, in the manner of the large
//! mancala games: `cargo run --release -p zug-zrf --example bigfile > big.zrf`. With `--measure` it loads the file
//! instead and says how long that took.

use std::fmt::Write as _;
use std::time::Instant;
use zug_source::NoFiles;
use zug_zrf::{Want, load};

/// Piece types; a pit with `n` seeds is a piece `p<n>`.
const N_KINDS: usize = 48;
const N_PITS: usize = 16;
const N_LAPS: usize = 7;

fn main() {
    let text = big_file();
    if !std::env::args().any(|argument| argument == "--measure") {
        print!("{text}");
        return;
    }
    let start = Instant::now();
    let loaded = load("big.zrf", text.as_bytes(), None, &NoFiles, Want::All).expect("it is text");
    let taken = start.elapsed();
    println!("{} bytes of text, {:.0} ms", text.len(), taken.as_secs_f64() * 1000.0);
    println!("{} problems", loaded.diagnostics.iter().count());
    for form in &loaded.forms {
        let rules: usize = form.model.iter().flat_map(|game| &game.kinds).map(|kind| kind.moves.len()).sum();
        println!("{}: {rules} moves", form.title);
    }
}

fn big_file() -> String {
    let mut text = String::new();
    // One seed more on the current pit: a test and a creation for every type, about 450 nodes.
    text.push_str("(define grow (if (piece? p$1) (create p$2) (set-position-flag sown true)))\n");
    text.push_str("(define sow-one\n  $1 (verify on-board?)\n  (if empty? (create p1))\n");
    for seeds in 1..N_KINDS {
        let _ = writeln!(text, "  (grow {seeds} {})", seeds + 1);
    }
    text.push_str(")\n(define lap\n");
    for _ in 0..4 {
        text.push_str("  (sow-one $1)");
    }
    text.push_str("\n)\n(define sow (\n  (set-flag moved false)\n");
    for _ in 0..N_LAPS {
        text.push_str("  (lap $1)\n");
    }
    text.push_str("  (if (not-flag? moved) (set-flag moved true))\n  capture add\n))\n");
    text.push_str("(define pit (piece (name p$1) (image South \"images/p$1.bmp\") (moves\n");
    for direction in ["east", "west", "up", "down"] {
        let _ = writeln!(text, "  (sow {direction})");
    }
    text.push_str(")))\n(game (title \"Big\") (players South North) (turn-order South North)\n");
    let labels: Vec<String> = (0..N_PITS).map(|pit| char::from(b'a' + pit as u8).to_string()).collect();
    let _ = writeln!(
        text,
        "(board (grid (start-rectangle 0 0 50 50) (dimensions (\"{}\" (50 0)) (\"2/1\" (0 50)))\n  \
         (directions (east 1 0) (west -1 0) (up 0 -1) (down 0 1))))",
        labels.join("/")
    );
    for seeds in 1..=N_KINDS {
        let _ = writeln!(text, "(pit {seeds})");
    }
    text.push_str("(board-setup (South (p4 a1 b1 c1)) (North (p4 a2 b2 c2)))\n");
    text.push_str("(loss-condition (South North) stalemated))\n");
    text
}
