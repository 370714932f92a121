//! No text makes the loader panic, hang or fill the memory.

use std::path::Path;
use std::time::{Duration, Instant};
use zug_lang::load;
use zug_source::{NoFiles, render};

/// All texts of the tests: good and bad ones.
fn texts() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut texts = Vec::new();
    for part in ["seeds", "errors"] {
        let entries = std::fs::read_dir(folder.join(part)).expect("the folder is there").flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "zug"));
        paths.sort();
        texts.extend(paths.iter().map(|path| std::fs::read(path).expect("it can be read")));
    }
    // The one that multiplies takes a tenth of a second each time.
    texts.retain(|text| text.len() < 5_000 && !text.starts_with(b"; Definitions that multiply"));
    texts
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// Everything a caller does with a text.
fn try_text(text: &[u8]) {
    if let Ok(loaded) = load("mutant.zug", text, &NoFiles) {
        for problem in loaded.diagnostics.iter() {
            render(problem, &loaded.sources, &loaded.symbols, false);
        }
        // A text without errors is a text whose games can be used, unless it says what is missing.
        let elsewhere = |code: &str| ["zug-004", "zug-024"].contains(&code);
        let excused = loaded.diagnostics.iter().any(|problem| elsewhere(problem.code));
        let usable = loaded.games.iter().all(|game| game.decl.is_some());
        assert!(usable || excused || loaded.diagnostics.has_errors(), "{}", String::from_utf8_lossy(text));
    }
}

fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(text);
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(|word| word.as_bytes().to_vec()).collect()
}

#[test]
fn mutants_do_no_harm() {
    let texts = texts();
    let all: Vec<Vec<u8>> = texts.iter().flat_map(|text| words(text)).collect();
    let mut random = Random(0x5eed_0000_0000_0001);
    for round in 0..3_000 {
        let mut tokens = words(&texts[round % texts.len()]);
        for _ in 0..1 + random.below(6) {
            let at = random.below(tokens.len());
            match random.below(5) {
                0 => {
                    tokens.remove(at);
                }
                1 => tokens.insert(at, all[random.below(all.len())].clone()),
                2 => tokens[at] = all[random.below(all.len())].clone(),
                3 => {
                    let other = random.below(tokens.len());
                    tokens.swap(at, other);
                }
                _ => {
                    let from = random.below(tokens.len());
                    let part: Vec<Vec<u8>> = tokens[from..].iter().take(random.below(40)).cloned().collect();
                    tokens.splice(at..at, part);
                }
            }
            if tokens.is_empty() {
                break;
            }
        }
        try_text(&tokens.join(&b" "[..]));
    }
}

#[test]
fn bytes_do_no_harm() {
    let texts = texts();
    let mut random = Random(0x5eed_0000_0000_0002);
    for round in 0..1_000 {
        let mut text = texts[round % texts.len()].clone();
        for _ in 0..1 + random.below(10) {
            let at = random.below(text.len());
            text[at] = [b'(', b')', b'"', b' ', b'-', b'9', 0xd0, b'.'][random.below(8)];
        }
        let end = random.below(text.len() * 2).min(text.len());
        try_text(&text[..end]);
    }
}

#[test]
fn monsters_get_a_message_in_time() {
    let doubling = |first: &str, step: &dyn Fn(usize) -> String| {
        let mut text = first.to_owned();
        (1..40).for_each(|n| text += &step(n));
        text
    };
    let row = "(board (name b) (dim \"a-c\") (dir (name e) 1))";
    let monsters = [
        "(".repeat(100_000),
        format!("{row}(piece (name P) (move {}))(game (board b) (players (W (P a))))", "(check ".repeat(900)),
        doubling("(piece (name p0) (move e))", &|n| {
            format!("(piece (name p{n}) (is-a p{0}) (is-a p{0}))", n - 1)
        }),
        doubling("(board (name b0) (dim \"a-z\"))", &|n| {
            format!("(board (name b{n}) (is-a b{0}) (is-a b{0}))", n - 1)
        }),
        doubling("(board (name b0) (dir (name e) 1))", &|n| {
            format!("(board (name b{n}) (is-a b{0} b{0}))", n - 1)
        }),
        doubling(&format!("{row}(define d0 (check e))"), &|n| format!("(define d{n} d{0} d{0})", n - 1))
            + "(piece (name P) (move d39))(game (board b) (players (W (P a))))",
        (0..20_000).map(|n| format!("(piece (name p{n}) (is-a p{}))", n + 1)).collect(),
        (0..3_000)
            .map(|n| format!("(piece (name p{n}) (post (set-piece! p{})) (move e))", n + 1))
            .collect::<String>()
            + row
            + "(game (board b) (players (W (p0 a))))",
        "(board (name b) (dim \"a-z\") (dim \"1-380\") (dir (name e) 0 1))(piece (name P) (move ".to_owned()
            + &(0..40_000).map(|n| format!("(check unknown{n}) (xyz{n}) e-{n} ")).collect::<String>()
            + "))(game (board b) (players (W (P a1))))",
        format!("(board (name b) (pos {}) (zone (name z) {}))", "a b c", "d9 q8 ".repeat(100_000)),
        format!("(board {})", "(dim \"1-99\")".repeat(1000)),
        (0..300)
            .map(|n| {
                format!("(board (name b{n}) (dim \"1-99\") (dim \"a-z\") {})", "(dir (name n) 0 1)".repeat(3))
            })
            .collect(),
    ];
    for (at, monster) in monsters.iter().enumerate() {
        let start = Instant::now();
        try_text(monster.as_bytes());
        assert!(start.elapsed() < Duration::from_secs(20), "monster {at} takes {:?}", start.elapsed());
    }
}
