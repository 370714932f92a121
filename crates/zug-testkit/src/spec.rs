//! Pages as tests: rules, a position and what must hold, in fenced blocks of a Markdown page.
//!
//! An example begins with its rules and is named by the page and the heading above it:
//!
//! | block | meaning |
//! | --- | --- |
//! | `zrf frame` | the game that the examples of this page are completed from; see [`frame`] |
//! | `zrf` | a whole game, or statements that are added to the frame. Several in a row are one text |
//! | `zrf more` | the rules of the example before, and these |
//! | `zug`, `zug more` | the same in the Zug language, always a whole text: it has no frame |
//! | `board` | a position, drawn: `.` empty, a letter a piece (capital: first player's), `#` no cell |
//! | `position` | a position in the general form, or what the drawing before it cannot say |
//! | `moves` | all legal moves, one a line, in any order |
//! | `after MOVE, MOVE …` | plays on from the position; the lines say what stands there then |
//! | `outcome` | `open`, `draw`, who has won, or `X lost` |
//! | `error`, `warning` | all errors (warnings) of the rules, one a line: `code: part of the message` |
//! | `expect` | the same in the words of expectation files |
//!
//! Without `board` or `position` an example is about the start. `moves` and `outcome` speak of the position,
//! or of where the last `after` has led. A line of `after` is a segment of position text that must be there, the
//! cells in any order; `no White Man` says that no segment begins so.

mod drawn;
mod frame;

use crate::{expect, run};
use zug_game::{Game, Severity, State, Which, load};
use zug_library::LibraryFiles;
use zug_notation::{Style, position};

/// One example of a page.
#[derive(Debug, Default)]
pub struct Example {
    /// `page: heading`, with a number from the second one under a heading.
    pub name: String,
    /// The path of the page from the root of the project.
    page: String,
    line: usize,
    /// The language of the rules: `zrf` or `zug`.
    language: String,
    /// The statements as they stand on the page.
    pub fragment: String,
    /// The whole text of the rules.
    rules: String,
    blocks: Vec<Block>,
}

/// A fenced block.
#[derive(Clone, Debug)]
struct Block {
    line: usize,
    /// The first word after the fence, and the others.
    kind: String,
    rest: String,
    text: String,
}

const KINDS: [&str; 8] = ["board", "position", "moves", "after", "outcome", "error", "warning", "expect"];

const LANGUAGES: [&str; 2] = ["zrf", "zug"];

/// The examples of a page in their order; `page` is its path from the root of the project. The error says the line.
pub fn examples(page: &str, text: &str) -> Result<Vec<Example>, String> {
    let mut examples: Vec<Example> = Vec::new();
    let mut frame = String::new();
    for (heading, block) in blocks(page, text)? {
        if block.kind == "zrf" && block.rest == "frame" {
            frame = block.text;
        } else if LANGUAGES.contains(&block.kind.as_str()) {
            let more = match block.rest.as_str() {
                "" => false,
                "more" => true,
                other => return Err(format!("{page}:{}: `{} {other}` is no block", block.line, block.kind)),
            };
            let before = examples.last().map_or(String::new(), |e| e.fragment.clone());
            match examples.last_mut() {
                // Rules in several blocks, with words in between.
                Some(example) if !more && example.blocks.is_empty() && example.language == block.kind => {
                    example.fragment += &block.text;
                }
                _ => examples.push(Example {
                    name: name(page, heading, &examples),
                    page: page.to_owned(),
                    line: block.line,
                    language: block.kind,
                    fragment: if more { before + &block.text } else { block.text },
                    ..Example::default()
                }),
            }
        } else if KINDS.contains(&block.kind.as_str()) {
            match examples.last_mut() {
                Some(example) => example.blocks.push(block),
                None => return Err(format!("{page}:{}: no rules before this block", block.line)),
            }
        }
    }
    if examples.is_empty() {
        return Err(format!("{page}: there is no example on this page"));
    }
    for example in &mut examples {
        let place = || format!("{page}:{}", example.line);
        if example.blocks.is_empty() {
            return Err(format!("{}: nothing is expected of these rules", place()));
        }
        example.rules = match example.language.as_str() {
            "zug" => example.fragment.clone(),
            _ => frame::complete(&frame, &example.fragment).map_err(|e| format!("{}: {e}", place()))?,
        };
    }
    Ok(examples)
}

fn name(page: &str, heading: &str, before: &[Example]) -> String {
    let page = ["spec/", "docs/"].iter().find_map(|folder| page.strip_prefix(folder)).unwrap_or(page);
    let name = format!("{}: {}", page.trim_end_matches(".md"), heading.replace('`', ""));
    let same = |e: &&Example| e.name == name || e.name.starts_with(&format!("{name} ("));
    match before.iter().filter(same).count() {
        0 => name,
        n => format!("{name} ({})", n + 1),
    }
}

/// Every fenced block with the heading above it.
fn blocks<'a>(page: &str, text: &'a str) -> Result<Vec<(&'a str, Block)>, String> {
    let (mut found, mut heading) = (Vec::new(), "");
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let (kind, rest) = info.split_once(' ').unwrap_or((info, ""));
            let mut block = Block {
                line: number,
                kind: kind.to_owned(),
                rest: rest.trim().to_owned(),
                text: String::new(),
            };
            loop {
                match lines.next() {
                    Some(("```", _)) => break,
                    Some((line, _)) => block.text.extend([line, "\n"]),
                    None => return Err(format!("{page}:{number}: this block does not end")),
                }
            }
            found.push((heading, block));
        } else if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim();
        }
    }
    Ok(found)
}

impl Example {
    /// Says everything that is not as the page says.
    pub fn run(&self) -> Result<(), String> {
        let mut failures = Vec::new();
        let mut fail = |line: usize, what: String| failures.push(format!("{}:{line}: {what}", self.page));
        match self.load(&mut fail) {
            Some(game) => self.judge(&game, &mut fail),
            None if self.blocks.iter().all(|b| b.kind == "error" || b.kind == "warning") => {}
            None => fail(self.line, "the rules have errors, so nothing else can hold".to_owned()),
        }
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
    }

    /// The game, if the rules have one, after a look at what is wrong with them.
    fn load(&self, fail: &mut impl FnMut(usize, String)) -> Option<Game> {
        let name = format!("example.{}", self.language);
        let file = match load(&name, self.rules.as_bytes(), None, &LibraryFiles, Which::Default) {
            Ok(file) => file,
            Err(error) => {
                fail(self.line, error.to_string());
                return None;
            }
        };
        for (kind, severity) in [("error", Severity::Error), ("warning", Severity::Warning)] {
            let blocks = self.blocks.iter().filter(|b| b.kind == kind);
            let mut expected: Vec<(usize, &str)> =
                blocks.flat_map(|b| b.text.lines().map(|line| (b.line, line))).collect();
            for problem in file.problems.iter().filter(|p| p.severity == severity) {
                let fits = |&(_, line): &(usize, &str)| {
                    line.split_once(": ")
                        .is_some_and(|(code, part)| code == problem.code && problem.message.contains(part))
                };
                match expected.iter().position(fits) {
                    Some(at) => drop(expected.remove(at)),
                    None => fail(self.line, format!("not on the page:\n{}", problem.rendered)),
                }
            }
            for (line, text) in expected {
                fail(line, format!("there is no {kind} `{text}`"));
            }
        }
        file.into_game().ok()
    }

    fn judge(&self, game: &Game, fail: &mut impl FnMut(usize, String)) {
        let (mut position, mut now) = (game.start(), game.start());
        let mut drawing = String::new();
        for block in &self.blocks {
            let mut fail = |what: String| fail(block.line, what);
            match block.kind.as_str() {
                "board" | "position" => {
                    let text = match block.kind.as_str() {
                        "board" => match drawn::segments(game, &block.text) {
                            Ok(segments) => segments,
                            Err(what) => return fail(what),
                        },
                        _ => format!("{drawing}{}", block.text.trim().replace('\n', " ")),
                    };
                    drawing = if block.kind == "board" { format!("{text};") } else { String::new() };
                    match position::parse(game, &Style::general(), &text) {
                        Ok(state) => (position, now) = (state.clone(), state),
                        Err(error) => return fail(error.to_string()),
                    }
                }
                "moves" => moves(game, &now, &block.text, &mut fail),
                "after" => {
                    now = position.clone();
                    for mv in block.rest.split(',').map(str::trim) {
                        if let Err(error) = now.play_text(mv) {
                            return fail(format!("`{mv}` cannot be played: {error}"));
                        }
                    }
                    let text = position::print(&now, &Style::general());
                    for segment in block.text.lines().flat_map(|l| l.split(';')).map(str::trim) {
                        if !segment.is_empty() && !holds(&now, &text, segment) {
                            fail(format!("`{segment}` does not hold in `{text}`"));
                        }
                    }
                }
                "outcome" => match run::outcome(game, &now) {
                    Ok(found) if found == block.text.trim() => {}
                    Ok(found) => {
                        fail(format!("the outcome is `{found}`, the page says `{}`", block.text.trim()));
                    }
                    Err(error) => fail(error),
                },
                "expect" => match expect::read(&format!("source the page\nid example\n{}", block.text)) {
                    Ok(cases) => {
                        let load = |_: Option<&str>| Ok((game.clone(), Style::general()));
                        run::run(&load, &cases, u64::MAX).into_iter().for_each(&mut fail);
                    }
                    Err(error) => fail(error),
                },
                _ => {}
            }
        }
    }
}

fn moves(game: &Game, state: &State, expected: &str, fail: &mut impl FnMut(String)) {
    let named = match state.named_moves() {
        Ok(named) => named,
        Err(error) => return fail(game.explain(&error)),
    };
    let found: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let only_in = |a: &[&str], b: &[&str]| {
        let list: Vec<String> = a.iter().filter(|m| !b.contains(m)).map(|m| format!("`{m}`")).collect();
        if list.is_empty() { "none".to_owned() } else { list.join(", ") }
    };
    let (missing, extra) = (only_in(&expected, &found), only_in(&found, &expected));
    if (missing.as_str(), extra.as_str()) != ("none", "none") {
        let text = position::print(state, &Style::general());
        fail(format!("legal moves in `{text}`: missing {missing}; not on the page {extra}"));
    }
}

/// Is the segment there? Cells may come in any order; a value of the board need not be printed.
fn holds(state: &State, text: &str, segment: &str) -> bool {
    let sorted = |s: &str| {
        let mut words: Vec<String> = s.split_whitespace().map(str::to_owned).collect();
        if !segment.starts_with('@') {
            words.sort_unstable();
        }
        words
    };
    if let Some(absent) = segment.strip_prefix("no ") {
        let absent: Vec<&str> = absent.split_whitespace().collect();
        return !text.split(';').any(|s| s.split_whitespace().take(absent.len()).eq(absent.iter().copied()));
    }
    if segment.starts_with("@value") {
        return run::holds_in(state, text, segment);
    }
    text.split(';').any(|s| sorted(s) == sorted(segment))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: &str = "```zrf frame\n(game (title \"T\") (players White Black) (turn-order White Black)\n\
        (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c\" (9 0))) (directions (e 1)))))\n```\n";
    const MAN: &str = "## Steps\n```zrf\n(piece (name Man) (moves (e (verify empty?) add)))\n```\n";

    fn failures(page: &str) -> String {
        let examples = examples("spec/p.md", &format!("{FRAME}{MAN}{page}")).expect("the page can be read");
        examples.iter().filter_map(|e| e.run().err()).collect()
    }

    #[test]
    fn what_the_page_says_holds() {
        let page = "```board\nM . m\n```\n```moves\na-b\n```\n```after a-b\nWhite Man b\n@turn Black\nno White Man a\n\
            ```\n```outcome\ndraw\n```\n```zrf more\n(piece (name Stone))\n```\n```position\nWhite Stone a;\n\
            White Man b\n```\n```moves\nb-c\n```\n";
        assert_eq!(failures(page), "");
    }

    #[test]
    fn failures_say_where_and_what() {
        let page = "```board\nM . m\n```\n```moves\na-c\n```\n```after a-b\nWhite Man a\n```\n```outcome\nWhite\n```\n";
        let found = failures(page);
        assert!(
            found.contains("spec/p.md:12: legal moves in `White Man a; Black Man c; @turn White`: "),
            "{found}"
        );
        assert!(found.contains("missing `a-c`; not on the page `a-b`"), "{found}");
        assert!(found.contains("`White Man a` does not hold in `White Man b; "), "{found}");
        assert!(found.contains("the outcome is `draw`, the page says `White`"), "{found}");
        assert!(failures("```board\nM .\n```\n").contains("2 cells are drawn, the board has 3"));
        assert!(failures("```after a-c\n```\n").contains("`a-c` cannot be played"));
    }

    #[test]
    fn errors_of_the_rules_are_expectations_too() {
        let wrong =
            "```error\nzrf-047: `ea`\n```\n## Wrong\n```zrf\n(piece (name Man) (moves (ea add)))\n```\n";
        let wrong = wrong.split_once("## ").expect("two parts");
        let page = format!("```moves\n```\n## {}", wrong.1);
        assert_eq!(failures(&format!("{page}{}", wrong.0)), "");
        assert!(failures(&format!("{page}```moves\n```\n")).contains("not on the page"));
        assert!(
            failures(&format!("```moves\n```\n{}", wrong.0)).contains("there is no error `zrf-047: `ea``")
        );
    }

    #[test]
    fn the_zug_language_has_examples_too() {
        let rules = "# Steps\n```zug\n(board (name row) (dim \"a-c\") (dir (name e) 1))\n```\n```zug\n\
            (piece (name Man) (move (check e) (check is-empty?)))\n\
            (game (name \"Walk\") (board row) (players (White (Man a)) (Black (Man c))))\n```\n";
        let failures = |page: &str| -> String {
            let examples = examples("docs/z/p.md", &format!("{rules}{page}")).expect("the page can be read");
            assert_eq!(examples[0].name, "z/p: Steps");
            examples.iter().filter_map(|e| e.run().err()).collect()
        };
        assert_eq!(failures("```moves\na-b\n```\n```zug more\n(piece)\n```\n```expect\ncount 1\n```\n"), "");
        let found = failures("```moves\na-c\n```\n");
        assert!(found.starts_with("docs/z/p.md:9: legal moves in `"), "{found}");
        assert!(failures("```warning\nzug-001: `x`\n```\n").contains("there is no warning `zug-001: `x``"));
    }

    #[test]
    fn examples_are_named_by_their_headings() {
        let page = format!("{FRAME}{MAN}```moves\n```\n```zrf more\n```\n```moves\n```\n");
        let names: Vec<String> =
            examples("spec/p.md", &page).expect("readable").into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["p: Steps", "p: Steps (2)"]);
        assert!(
            examples("spec/p.md", &format!("{FRAME}{MAN}")).is_err_and(|e| e.contains("nothing is expected"))
        );
        assert!(examples("spec/p.md", "```moves\n```\n").is_err_and(|e| e.contains("p.md:1: no rules")));
        assert!(examples("spec/p.md", "```zrf\n(").is_err_and(|e| e.contains("does not end")));
    }
}
