//! The formatter: `format/NAME.zug` becomes `format/NAME.expected.zug`, and what holds for every text.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zug_lang::{MAX_FORMAT, format, format_as};

/// A text as a row of words, parentheses, texts and comments, each comment with whether it begins its line.
/// Two texts with the same row say the same, and have the same comments at the same places.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut line_is_empty = true;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            ';' => rest.find(['\n', '\r']).unwrap_or(rest.len()),
            '"' => rest[1..].find('"').expect("the text is closed") + 2,
            '(' | ')' => 1,
            _ if first.is_whitespace() => first.len_utf8(),
            _ => rest
                .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ';'))
                .unwrap_or(rest.len()),
        };
        let token = &rest[..end];
        if first == ';' {
            tokens.push(format!("{line_is_empty} {}", token.trim_end()));
        } else if !first.is_whitespace() {
            tokens.push(token.to_owned());
        }
        line_is_empty = matches!(first, '\n' | '\r') || (line_is_empty && first.is_whitespace());
        rest = &rest[end..];
    }
    tokens
}

/// Everything that is promised about one text; the formatted one.
#[track_caller]
fn keeps_its_promises(name: &str, text: &str) -> String {
    let once = format_as(name, text).unwrap_or_else(|problem| panic!("{problem}"));
    let twice = format(&once).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(once == twice, "{name} is not stable:\n{text}\n--- once\n{once}\n--- twice\n{twice}");
    assert_eq!(tokens(text), tokens(&once), "{name}:\n{text}\n---\n{once}");
    assert!(once.is_empty() || once.ends_with('\n'));
    let in_texts = |line: &str| line.contains('"');
    for line in once.lines().filter(|line| !in_texts(line)) {
        assert!(!line.ends_with(' ') || line.contains(';'), "{name}: blanks at the end of `{line}`");
    }
    once
}

fn zug_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            zug_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "zug") {
            found.push(path);
        }
    }
    found.sort();
}

#[test]
fn texts_become_what_is_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format");
    let mut paths = Vec::new();
    zug_files(&folder, &mut paths);
    let is_expected = |path: &Path| path.to_string_lossy().ends_with(".expected.zug");
    let (expected, given): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.into_iter().partition(|path| is_expected(path));
    assert_eq!(expected.len(), given.len());
    for path in given {
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = std::fs::read_to_string(path.with_extension("expected.zug")).unwrap();
        let formatted = keeps_its_promises(&path.to_string_lossy(), &text);
        assert!(formatted == expected, "{}:\n{formatted}", path.display());
    }
}

/// Games of the library, and the texts of the other tests as far as they can be read.
#[test]
fn every_rules_text_keeps_its_meaning() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    zug_files(&here.join("../../games"), &mut paths);
    zug_files(&here.join("tests/seeds"), &mut paths);
    assert!(paths.len() >= 14, "the examples of the language are there");
    zug_files(&here.join("tests/errors"), &mut paths);
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.to_string_lossy();
        if format(&text).is_ok() || !name.contains("errors") {
            keeps_its_promises(&name, &text);
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn pick<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len())]
    }
}

const WORDS: [&str; 24] = [
    "check",
    "if",
    "else",
    "define",
    "piece",
    "name",
    "move",
    "mode",
    "times",
    "link",
    "while",
    "any",
    "or",
    "for",
    "e",
    "a1",
    "is-empty?",
    "...",
    "-1",
    "\"a text; (\"",
    "\"two\nlines\"",
    "\"\"",
    "Волк",
    "a-word-that-is-long-enough-to-be-in-the-way",
];

/// What may stand between two neighbours. A comment ends with its line, or the text would mean something else.
fn gap(random: &mut Random, comments: bool) -> String {
    match random.below(12) {
        0 | 1 => "\n".to_owned(),
        2 => "\n\n\n   ".to_owned(),
        3 => "\r\n \t".to_owned(),
        4 if comments => " ; a comment \n".to_owned(),
        5 if comments => "\n\n   ;; one\n\n\n  ; two (\r\n".to_owned(),
        6 if comments => " ;\"\r\r; x\n\n".to_owned(),
        7 => "   ".to_owned(),
        _ => " ".to_owned(),
    }
}

fn forms(random: &mut Random, depth: usize, most: usize, comments: bool, out: &mut String) {
    for _ in 0..random.below(most + 1) {
        // Branches multiply; a page is enough.
        if out.len() > 4_000 {
            return;
        }
        if depth > 0 && random.below(2) == 0 {
            out.push('(');
            if random.below(8) == 0 {
                *out += &gap(random, comments);
            }
            forms(random, depth - 1, most, comments, out);
            out.push(')');
        } else {
            *out += random.pick(&WORDS);
        }
        *out += &gap(random, comments);
    }
}

#[test]
fn random_texts_keep_their_promises() {
    let mut random = Random(0x5eed_0000_0000_0003);
    for round in 0..4_000 {
        let mut text = String::new();
        let (depth, most) = (1 + random.below(9), 2 + random.below(9));
        forms(&mut random, depth, most, round % 3 > 0, &mut text);
        keeps_its_promises("random", &text);
    }
}

/// Lines are exceeded only by what cannot be divided.
#[test]
fn lines_are_short_enough() {
    let mut random = Random(0x5eed_0000_0000_0004);
    for _ in 0..1_000 {
        let mut text = String::new();
        let depth = 1 + random.below(7);
        forms(&mut random, depth, 9, false, &mut text);
        let text = text.replace("\"two\nlines\"", "x");
        for line in keeps_its_promises("random", &text).lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let refused = |text: &str| {
        let problem = format_as("bad.zug", text).expect_err("it cannot be read");
        (problem.diagnostics[0].code, problem.to_string())
    };
    let (code, said) = refused("(piece (name Man)\n(game (name \"G\"))");
    assert_eq!(code, "src-001");
    assert!(said.contains("unclosed list") && said.contains("bad.zug:1:1"), "{said}");
    assert_eq!(refused("(piece))").0, "src-002");
    assert_eq!(refused("(piece (name \"Man))").0, "src-003");
    assert_eq!(refused(&("(".repeat(10_000) + &")".repeat(10_000))).0, "src-005");
    assert_eq!(refused("(piece \0)").0, "src-004");
    let (code, said) = refused(&" ".repeat(MAX_FORMAT + 1));
    assert!(code == "src-004" && said.contains("too long to be formatted"), "{said}");
}

#[test]
fn large_and_deep_texts_are_formatted_in_time_and_memory() {
    let nested = "(a\nb\n".repeat(999) + &")".repeat(999);
    let texts = [
        "(a b) ".repeat(MAX_FORMAT / 6),
        format!("({})", "a\n".repeat(MAX_FORMAT / 2 - 2)),
        format!("({})", "(a (b) c) ; d\n".repeat(MAX_FORMAT / 14 - 1)),
        format!("{} ", nested).repeat(MAX_FORMAT / (nested.len() + 1)),
        "(".repeat(999) + &"x ".repeat(250_000) + &")".repeat(999),
        "(a ".repeat(999) + &"(b) ".repeat(200_000) + &")".repeat(999),
        ";\n".repeat(MAX_FORMAT / 2),
    ];
    for (at, text) in texts.iter().enumerate() {
        let start = Instant::now();
        let formatted = format(text).unwrap_or_else(|problem| panic!("text {at}: {problem}"));
        assert!(formatted.len() <= 40 * text.len(), "text {at} becomes {} bytes", formatted.len());
        assert!(start.elapsed() < Duration::from_secs(20), "text {at} takes {:?}", start.elapsed());
    }
}
