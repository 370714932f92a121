//! No text makes the loader panic, hang or fill the memory.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};
use zug_lang::load;
use zug_source::{Files, NoFiles, TextError, render};

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
            + &(0..10_000).map(|n| format!("(check unknown{n}) (xyz{n}) e-{n} ")).collect::<String>()
            + "))(game (board b) (players (W (P a1))))",
        format!("(board (name b) (pos {}) (zone (name z) {}))", "a b c", "d9 q8 ".repeat(100_000)),
        format!("(board {})", "(dim \"1-99\")".repeat(1000)),
        // Nested ten thousand deep, and closed.
        "(".repeat(10_000) + &")".repeat(10_000),
        format!("(board (name b) {}(dim \"a-c\"){})", "(grid ".repeat(10_000), ")".repeat(10_000)),
        format!(
            "{row}(piece (name P) (move {}e{}))(game (board b) (players (W (P a))))",
            "(check ".repeat(10_000),
            ")".repeat(10_000)
        ),
        format!("{row}(piece (name P) (l {}e{}))", "(when e ".repeat(990), ")".repeat(990)),
        format!(
            "{row}(define d {}e{})(piece (name P) (move d))(game (board b) (players (W (P a))))",
            "(seq ".repeat(140),
            ")".repeat(140)
        ),
        format!("(define {}x{} 1)", "(".repeat(990), ")".repeat(990)),
        // Many small things.
        "(piece)".repeat(300_000),
        "(board (dim \"a\"))".repeat(100_000),
        "(game (board b) (players (W)))".repeat(20_000) + row,
        "x ".repeat(500_000),
        "(x) ".repeat(200_000),
        "\"\" ".repeat(200_000),
        format!("(piece {})", "(a b)".repeat(200_000)),
        format!("(define d {})", "(check e)".repeat(200_000)),
        // Few large things, again and again.
        (0..10_000).map(|n| format!("(piece (name p{n}) (is-a p{}))", n + 1)).collect::<String>()
            + &"(piece (is-a p0))".repeat(9_000),
        doubling(&format!("{row}(define d0 (check e))"), &|n| format!("(define d{n} d{0} d{0})", n - 1))
            + "(piece (name P) (move d14))"
            + &"(game (board b) (players (W (P a))))".repeat(2_000),
        "(board (name b) (dim \"a-z\") (dim \"1-380\") (dir (name e) 0 1) (dir (name w) 0 -1))".to_owned()
            + "(piece (name P) (move e))"
            + &"(game (board b) (players (W (P a1))))".repeat(5_000),
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

fn said(text: &str) -> Vec<String> {
    let loaded = load("test.zug", text.as_bytes(), &NoFiles).expect("it is text");
    loaded.diagnostics.iter().map(|problem| format!("{} {}", problem.code, problem.message)).collect()
}

#[test]
fn what_is_too_much_has_a_name() {
    let row = "(board (name b) (dim \"a-c\") (dir (name e) 1))";
    let game = "(game (board b) (players (W (P a))))";
    let deep = |word: &str, depth: usize| {
        let (open, close) = (format!("({word} ").repeat(depth), ")".repeat(depth));
        said(&format!("{row}(piece (name P) (move {open}e{close})){game}"))
    };
    assert!(deep("check", 10_000)[0].starts_with("src-005 nesting deeper than 1000"));
    assert!(
        deep("seq", 900).iter().all(|message| message.starts_with("zug-007 code is nested more than 150"))
    );
    assert!(said(&"(piece)".repeat(30_000))[0].contains("too many boards, players, pieces and games"));
    let many = format!("{row}(piece (name P) (move {})){}", "(check e)".repeat(10_000), game.repeat(500));
    let messages = said(&many);
    assert_eq!(messages, ["zug-008 the objects of this text are too large taken together"]);
    let long = said(&format!("; {}", "x".repeat(9 << 20)));
    assert!(long[0].starts_with("zug-008 too much text: `test.zug` is left out"), "{long:?}");
    let longest = vec![b' '; (64 << 20) + 1];
    assert!(matches!(load("test.zug", &longest, &NoFiles), Err(TextError::TooLong { .. })));
}

/// Every file includes the next, and each is as long as one may be.
struct Shelf;

impl Files for Shelf {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let number: usize = path.trim_end_matches(".zug").parse().map_err(|_| io::ErrorKind::NotFound)?;
        let include = format!("(include \"{}.zug\")", number + 1);
        Ok((if number < 300 { " ".repeat(1 << 20) + &include } else { include }).into_bytes())
    }
}

#[test]
fn files_are_not_read_for_ever() {
    let loaded = load("main.zug", b"(include \"1.zug\")", &Shelf).expect("it is text");
    let messages: Vec<&str> = loaded.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].starts_with("too much text: `8.zug` is left out"), "{messages:?}");
    let loaded = load("main.zug", b"(include \"300.zug\")", &Shelf).expect("it is text");
    assert!(loaded.diagnostics.iter().any(|problem| problem.message.contains("too many files")));
}

/// Every mistake is counted; so many are kept that somebody can read them.
#[test]
fn a_flood_of_errors_is_cut() {
    let text = (0..30_000).map(|n| format!("(x{n} y) ")).collect::<String>();
    let loaded = load("test.zug", text.as_bytes(), &NoFiles).expect("it is text");
    assert_eq!(loaded.diagnostics.n_errors(), 30_000);
    assert_eq!(loaded.diagnostics.iter().count() + loaded.diagnostics.suppressed(), 30_000);
    assert!(loaded.diagnostics.iter().count() <= 200);
}
