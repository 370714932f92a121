//! Whatever is in a file: no panic, and what is accepted can be printed and read again.

mod common;

use common::samples::Sample;
use common::{nested, parse_quietly, rich, scripted};
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

/// The same of a game with scripts.
fn seed_of_scripts() -> String {
    let mut game = scripted();
    if let Some(scripted) = &mut game.scripted {
        scripted.scripts[1].code = ScriptOp::samples();
    }
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
    change_bytes(seed_text(), 4000);
    change_bytes(seed_of_scripts(), 2000);
}

fn change_bytes(seed: String, times: usize) {
    let seed = seed.into_bytes();
    let mut random = Random(0x5EED_0001);
    let interesting = b"()\"\\;:L0-9 \na_";
    let mut accepted = 0;
    for _ in 0..times {
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
    cut_and_double(seed_text(), 2000);
    cut_and_double(seed_of_scripts(), 1000);
}

fn cut_and_double(seed: String, times: usize) {
    let seed = seed.into_bytes();
    let mut random = Random(0x5EED_0002);
    for _ in 0..times {
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
    change_words(&seed_text(), 4000);
    change_words(&seed_of_scripts(), 2000);
}

/// Words in the place of other words get further into the parser than bytes do.
fn change_words(text: &str, times: usize) {
    let words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')']).collect();
    let mut random = Random(0x5EED_0003);
    let mut accepted = 0;
    for _ in 0..times {
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
        "(zir 1) scripted",
        "(zir 1) (scripted)",
        "(zir 1) (scripted scripted)",
        "(zir 1) (scripted ())",
        "(zir 1) (scripted (kind) (player) (mode) (goal) (dice))",
        "(zir 1) (scripted kind player mode goal dice)",
        "(zir 1) (scripted (rolls (())) (allies ()) (attack))",
        "(zir 1) (script)",
        "(zir 1) (script 0)",
        "(zir 1) (script 0 (origins))",
        "(zir 1) (script 0 (origins 1) (origin 1))",
        "(zir 1) (script 0 (push))",
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

/// Ops in the place of other ops: the verifier follows wild labels and whatever they open.
#[test]
fn changed_scripts() {
    use ScriptOp as O;
    let samples = ScriptOp::samples();
    let mut random = Random(0x5EED_0005);
    let (mut accepted, mut opened) = (0, 0);
    for turn in 0..20_000 {
        let mut game = scripted();
        // Every other time something that is good but for two ops.
        let mut code = if turn % 2 == 0 { nested() } else { vec![O::Fail {}; 2 + random.below(12)] };
        let length = code.len() - 1;
        let label = |random: &mut Random| Label(random.below(length + 1) as u32);
        let op = |random: &mut Random| match random.below(16) {
            0 => O::Quantify { how: Quantifier::sample(random.below(7)), to: label(random) },
            1 => O::Succeed {},
            2 => O::Flood {},
            3 => O::FloodNext { to: label(random) },
            4 => O::FloodAnswer { to: label(random) },
            5 => O::Reach {},
            6 => O::ReachNext { to: label(random) },
            7 => O::ReachAnswer { to: label(random) },
            8 => O::Each {},
            9 => O::EachNext { local: LocalId(0), to: label(random) },
            10 => O::AsPlayer {},
            11 => O::AsBefore {},
            12 => O::Fork { to: label(random) },
            13 | 14 => O::Me {},
            _ => samples[random.below(samples.len())],
        };
        if turn % 2 == 0 {
            for _ in 0..1 + random.below(2) {
                code[random.below(length)] = op(&mut random);
            }
        } else {
            code[..length].fill_with(|| op(&mut random));
        }
        let scripted = game.scripted.as_mut().unwrap();
        scripted.scripts[0] = Script { origin: 0, code: code.clone(), origins: Vec::new() };
        if verify(&game).is_ok() {
            accepted += 1;
            opened += (0..8).map(|_| walk(&code, &mut random)).max().unwrap();
        }
    }
    assert!(accepted > 500 && opened > 500, "some of them should be good: {accepted}, {opened}");
}

/// What is open in [`walk`]: the op that opened it, and what was on the stack.
#[derive(Clone, Debug)]
struct Opened {
    by: ScriptOp,
    height: usize,
    /// Of a quantifier: what is open around it, and where it ends.
    around: usize,
    end: Label,
    asked: bool,
}

/// Goes through code that was accepted by chance alone, with stacks that are really there: the way an interpreter does
/// it, and every assumption that one makes is an assertion. What fails goes back to the last quantifier, if anywhere.
/// Returns how much was open at most.
fn walk(code: &[ScriptOp], random: &mut Random) -> usize {
    use ScriptOp as O;
    let (mut at, mut height, mut open) = (0, 0_usize, Vec::<Opened>::new());
    let mut most = 0;
    for _ in 0..200 {
        most = most.max(open.len());
        let op = code[at];
        let (pops, pushes) = op.stack();
        let straight = random.below(2) == 0;
        let pop = |height: usize| height.checked_sub(pops).expect("the stack has what is popped");
        match op {
            O::Quantify { to, .. } if !straight => (at, height) = (to.0 as usize, height + 1),
            O::Quantify { to, .. } => {
                open.push(Opened { by: op, height, around: open.len(), end: to, asked: false });
                at += 1;
            }
            O::Succeed {} => {
                let inner = open.pop().expect("something is open");
                let O::Quantify { how, .. } = inner.by else { panic!("{inner:?} is no quantifier") };
                assert_eq!(height, inner.height + usize::from(how.takes_value()));
                assert_eq!(open.len(), inner.around);
                (at, height) = (inner.end.0 as usize, inner.height + 1);
            }
            O::Flood {} | O::Reach {} | O::Each {} => {
                height = pop(height);
                open.push(Opened { by: op, height, around: open.len(), end: Label(0), asked: false });
                at += 1;
            }
            O::AsPlayer {} => {
                height = pop(height) + pushes;
                open.push(Opened { by: op, height, around: open.len(), end: Label(0), asked: false });
                at += 1;
            }
            O::AsBefore {} => {
                let inner = open.pop().expect("something is open");
                assert_eq!((inner.by, height), (O::AsPlayer {}, inner.height + 1));
                height = inner.height - 2 + 1;
                at += 1;
            }
            O::FloodNext { to } | O::ReachNext { to } => {
                let inner = open.last_mut().expect("something is open");
                let by = if matches!(op, O::FloodNext { .. }) { O::Flood {} } else { O::Reach {} };
                assert_eq!((inner.by, inner.height, inner.asked), (by, height, false));
                inner.asked = true;
                at += 1;
                if !straight {
                    open.pop();
                    (at, height) = (to.0 as usize, height + 1);
                }
            }
            O::FloodAnswer { to } | O::ReachAnswer { to } => {
                let inner = open.last_mut().expect("something is open");
                let by = if matches!(op, O::FloodAnswer { .. }) { O::Flood {} } else { O::Reach {} };
                assert_eq!((inner.by, inner.height + 1, inner.asked), (by, height, true));
                inner.asked = false;
                if straight && by == (O::Reach {}) {
                    open.pop();
                    at += 1;
                } else {
                    (at, height) = (to.0 as usize, height - 1);
                }
            }
            O::EachNext { to, .. } => {
                let inner = open.last().expect("something is open");
                assert_eq!((inner.by, inner.height), (O::Each {}, height));
                at += 1;
                if !straight {
                    open.pop();
                    at = to.0 as usize;
                }
            }
            _ => {
                height = pop(height) + pushes;
                let base = open.last().map_or(0, |inner| inner.height);
                assert!(height >= base, "what was there before is still there");
                match op.flow() {
                    Flow::Next => at += 1,
                    Flow::Branch(_) if straight => at += 1,
                    Flow::Branch(to) | Flow::Jump(to) => at = to.0 as usize,
                    Flow::Stop => {
                        // Failing: the innermost quantifier has tried everything.
                        let quantifier = |inner: &Opened| matches!(inner.by, O::Quantify { .. });
                        let Some(last) = open.iter().rposition(quantifier) else { return most };
                        let inner = open[last].clone();
                        open.truncate(last);
                        (at, height) = (inner.end.0 as usize, inner.height + 1);
                    }
                }
            }
        }
    }
    most
}
