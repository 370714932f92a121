//! Whatever is in a file: no panic, and what is accepted can be printed and read again.

mod common;

use common::samples::Sample;
use common::{parse_quietly, rich};
use zug_ir::*;

/// Xorshift: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// The text of a game with every op, so that every parser has something to do.
fn seed_text() -> String {
    let mut game = rich();
    let last = game.blocks.len() - 1;
    game.blocks[last].code = Op::samples();
    print(&game)
}

fn check(bytes: &[u8]) -> bool {
    // Bytes that are no text are the business of the reader.
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Some(game) = parse_quietly(text) else { return false };
    let text = print(&game);
    assert_eq!(parse_quietly(&text).as_ref(), Some(&game), "{text}");
    let _ = verify(&game);
    true
}

#[test]
fn changed_bytes() {
    let seed = seed_text().into_bytes();
    let mut random = Random(0x5EED_0001);
    let interesting = b"()\"\\;:L0-9 \na_";
    let mut accepted = 0;
    for _ in 0..4000 {
        let mut bytes = seed.clone();
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = match random.below(3) {
                0 => (random.next() & 0x7F) as u8,
                _ => interesting[random.below(interesting.len())],
            };
        }
        accepted += usize::from(check(&bytes));
    }
    assert!(accepted > 10, "the changes should not all be fatal");
}

#[test]
fn cut_and_doubled_pieces() {
    let seed = seed_text().into_bytes();
    let mut random = Random(0x5EED_0002);
    for _ in 0..2000 {
        let mut bytes = seed.clone();
        let from = random.below(bytes.len());
        let to = (from + random.below(60)).min(bytes.len());
        if random.below(2) == 0 {
            bytes.drain(from..to);
        } else {
            let piece = bytes[from..to].to_vec();
            let at = random.below(bytes.len());
            bytes.splice(at..at, piece);
        }
        check(&bytes);
    }
}

#[test]
fn changed_words() {
    // Words in the place of other words get further into the parser than bytes do.
    let text = seed_text();
    let words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')']).collect();
    let mut random = Random(0x5EED_0003);
    let mut accepted = 0;
    for _ in 0..4000 {
        let mut changed = words.clone();
        let (at, from) = (random.below(words.len()), random.below(words.len()));
        changed[at] = words[from];
        accepted += usize::from(check(changed.concat().as_bytes()));
    }
    assert!(accepted > 100, "words of the same sort can be exchanged");
}

#[test]
fn odd_texts() {
    for text in [
        "(zir)",
        "(zir 1 2)",
        "(zir one)",
        "zir",
        "\"zir\"",
        "(zir -1)",
        "(zir 99999999999999999999)",
        "()",
        "(())",
        "(zir 1) ()",
        "(zir 1) board",
        "(zir 1) (board)",
        "(zir 1) (block)",
        "(zir 1) (block 0)",
        "(zir 1) (kinds ())",
        "(zir 1) (board (links))",
        "(zir 1) (board (zone))",
        "(zir 1) (board (cells ()))",
        "(zir 1) (board (grid))",
        "(zir 1) (goals (goal))",
        "(zir 1) (stages ())",
        "(zir 1) (turns repeat)",
        "(zir 1) (exits (exit))",
        "(zir 1) (block 0 :)",
        "(zir 1) (block 0 ::)",
        "(zir 1) (setup (place))",
        "(zir 1) (presentation (a))",
        "(zir 1) (players (player (a)))",
        "(zir 1) (attrs (bool))",
        "(zir 1) (rules (pile))",
        "(zir 1) \"\\",
    ] {
        check(text.as_bytes());
    }
}

#[test]
fn changed_games() {
    // Ops in the place of other ops: the verifier follows wild labels and loops.
    let ops = Op::samples();
    let mut random = Random(0x5EED_0004);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut game = rich();
        let length = 1 + random.below(9);
        let op = |random: &mut Random| match random.below(4) {
            0 => Op::EachNext { slot: LoopId(random.below(2) as u16), to: Label(random.below(10) as u32) },
            1 => Op::Each { slot: LoopId(random.below(2) as u16) },
            2 => Op::Jump { to: Label(random.below(10) as u32) },
            _ => ops[random.below(ops.len())],
        };
        game.blocks[1].code = (0..length).map(|_| op(&mut random)).chain([Op::End {}]).collect();
        accepted += usize::from(verify(&game).is_ok());
    }
    assert!(accepted > 0, "some of them should be good");
}
