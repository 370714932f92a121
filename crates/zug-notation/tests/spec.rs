//! The examples of the spec pages.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::Path;
use zug_game::{Game, NoFiles};
use zug_notation::{Settings, Style, position, record, zsg};

/// Blocks of code: what follows the fence, the line they begin on, their text.
fn blocks(page: &str) -> Vec<(String, usize, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec").join(page);
    let text = std::fs::read_to_string(path).unwrap();
    let mut blocks = Vec::new();
    let mut open: Option<(String, usize, String)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => open = Some((info.to_owned(), number, String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, _, body))) => {
                body.push_str(line);
                body.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

fn game(rules: &str) -> Game {
    Game::from_text("spec.zrf", rules.as_bytes(), &NoFiles).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn position_texts_are_printed_as_they_stand() {
    let mut rules = None;
    let mut examples = 0;
    for (info, number, body) in blocks("position-text.md") {
        if info == "zrf" {
            rules = Some(game(&body));
        }
        let (Some(style), Some(game)) = (info.strip_prefix("position "), &rules) else { continue };
        let (notation, squares) = style.split_once(' ').unwrap_or((style, ""));
        let settings = Settings {
            notation: Some(notation.to_owned()),
            pdn_squares: Some(squares.to_owned()),
            ..Settings::default()
        };
        let style = Style::from_settings(game, &settings).unwrap();
        for (i, text) in body.lines().enumerate() {
            let line = number + 1 + i;
            let state = position::parse(game, &style, text).unwrap_or_else(|e| panic!("line {line}: {e}"));
            assert_eq!(position::print(&state, &style), text, "line {line}");
            examples += 1;
        }
    }
    assert!(examples > 10);
}

#[test]
fn saved_games_are_written_as_they_stand() {
    let mut rules = None;
    let mut examples = 0;
    for (info, number, body) in blocks("zsg.md") {
        if info == "zrf" {
            rules = Some(game(&body));
        }
        let ("zsg", Some(game)) = (info.as_str(), &rules) else { continue };
        let head = "Zillions Save Game File Version 0.02 HHC\nRulesFile=spec.zrf\nVariantName=Lines\n";
        let recorded = zsg::read(format!("{head}{body}").as_bytes()).unwrap();
        let replay = zsg::replay(game, &recorded);
        assert_eq!(replay.error, None, "line {number}");
        let mut header = zsg::Header::new(game, "spec.zrf");
        header.letters = "HHC".to_owned();
        let ours = zsg::write(game, &header, &[], &replay.turns).unwrap();
        let expected = format!("{head}{body}").replace('\n', "\r\n");
        assert_eq!(String::from_utf8_lossy(ours.to_bytes()), expected, "line {number}");
        examples += 1;
    }
    assert!(examples > 0);
}

#[test]
fn records_are_written_as_they_stand() {
    let mut rules = None;
    let mut examples = 0;
    for (info, number, body) in blocks("record.md") {
        if info == "zrf" {
            rules = Some(game(&body));
        }
        let ("record", Some(game)) = (info.as_str(), &rules) else { continue };
        let loaded = record::read(game, &body).unwrap_or_else(|e| panic!("example at line {number}: {e}"));
        assert_eq!(record::write(&loaded.record, &loaded.header).unwrap(), body, "line {number}");
        examples += 1;
    }
    assert!(examples > 1);
}
