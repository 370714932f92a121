//! The worked examples of `spec/zrf.md` are what really happens.
//!
//! The page has a frame (a game without pieces), and examples: macros and statements in `zrf` blocks, then an
//! `expect` block in the words of `docs/expectations.md`. The statements are read as a variant of the frame.

use std::path::Path;
use zug_game::{NoFiles, Which, load};
use zug_notation::Style;
use zug_testkit::{expect, run};

#[derive(Default)]
struct Example {
    heading: String,
    line: usize,
    macros: String,
    statements: String,
}

#[test]
fn the_examples_of_the_zrf_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/zrf.md");
    let page = std::fs::read_to_string(path).expect("the page is part of the project");
    let (mut frame, mut example, mut failures, mut n_examples) =
        (String::new(), Example::default(), Vec::new(), 0);
    for (heading, line, kind, text) in blocks(&page) {
        match kind {
            "zrf frame" => frame = text,
            "zrf" if text.starts_with("(define") => example.macros += &text,
            "zrf" => example.statements += &text,
            "expect" => {
                n_examples += 1;
                let example = Example { heading, line, ..std::mem::take(&mut example) };
                failures.extend(judge(&frame, &example, &text));
            }
            _ => {}
        }
    }
    assert!(n_examples > 20, "only {n_examples} examples found");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Heading, line, kind and text of every fenced block.
fn blocks(page: &str) -> Vec<(String, usize, &str, String)> {
    let (mut found, mut heading) = (Vec::new(), "");
    let mut lines = page.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if let Some(text) = line.strip_prefix('#') {
            heading = text.trim_start_matches('#').trim();
        } else if let Some(kind) = line.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|(line, _)| !line.starts_with("```"));
            let text: String = inside.flat_map(|(line, _)| [line, "\n"]).collect();
            found.push((heading.to_owned(), number, kind, text));
        }
    }
    found
}

fn judge(frame: &str, example: &Example, expected: &str) -> Vec<String> {
    let fail = |what: String| vec![format!("spec/zrf.md:{}: {}: {what}", example.line, example.heading)];
    let text =
        format!("{}{frame}(variant (title \"Example\") (default)\n{})", example.macros, example.statements);
    let file = match load("example.zrf", text.as_bytes(), None, &NoFiles, Which::Default) {
        Ok(file) => file,
        Err(error) => return fail(error.to_string()),
    };
    let problems: Vec<String> = file.problems.iter().map(|problem| problem.rendered.clone()).collect();
    if !problems.is_empty() {
        return fail(problems.join("\n"));
    }
    let game = match file.into_game() {
        Ok(game) => game,
        Err(error) => return fail(error.to_string()),
    };
    let load = |_: Option<&str>| Ok((game.clone(), Style::general()));
    match expect::read(&format!("source spec/zrf.md\nid example\n{expected}")) {
        Ok(cases) => run::run(&load, &cases, u64::MAX).into_iter().flat_map(fail).collect(),
        Err(error) => fail(error),
    }
}
