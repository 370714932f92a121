//! Texts that nobody would write: readers must refuse or understand them, and never do anything else.

use crate::testkit::*;
use crate::{Settings, Style, picture, position, record, zsg};
use zug_game::{Game, Record, Rng};

const ROUNDS: usize = 3_000;

/// Changes a text here and there: bytes, copies of its parts, words that mean something.
fn mutated(rng: &mut Rng, seed: &[u8], words: &[&str]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let end = (at + rng.below(12)).min(bytes.len());
        match rng.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.insert(at, rng.below(256) as u8),
            2 => {
                let copy = bytes[at..end].to_vec();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            3 => bytes.truncate(at),
            4 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << rng.below(8);
                }
            }
            _ => drop(bytes.splice(at..end, words[rng.below(words.len())].bytes())),
        }
    }
    bytes
}

fn styles(game: &Game) -> Vec<Style> {
    let settings = |notation: &str| Settings {
        notation: Some(notation.into()),
        pdn_squares: Some(DRAUGHTS_SQUARES.into()),
        ..Settings::default()
    };
    let all = ["general", "fen", "pdn"].iter().map(|n| Style::from_settings(game, &settings(n)));
    all.filter_map(Result::ok).collect()
}

#[test]
fn position_texts() {
    const WORDS: [&str; 25] = [
        ";",
        "@turn",
        "@stack",
        "@stock",
        "@value",
        "@last",
        "@passes",
        "@played",
        "@over",
        "White",
        "*",
        "*99999999999",
        "(",
        "=",
        "\"",
        "-",
        "/",
        "[",
        "]",
        "99999999999999999999",
        "+",
        "é",
        "KQkq",
        "1-18",
        ":",
    ];
    let mut rng = Rng::new(1);
    for rules in [CHESS, DRAUGHTS, SHOGI, STACKS, HEAPS, DICE, ODD] {
        let game = game(rules);
        for style in styles(&game) {
            let seeds: Vec<String> =
                [position::print(&game.start(), &style), position::print(&game.start(), &Style::General)]
                    .into_iter()
                    .chain(["8/8/8/8/8/8/8/8 w - - 0 1".into(), "W:WK1,2-3:B4".into(), String::new()])
                    .collect();
            let mut understood = 0;
            for round in 0..ROUNDS {
                let bytes = mutated(&mut rng, seeds[round % seeds.len()].as_bytes(), &WORDS);
                let text = String::from_utf8_lossy(&bytes);
                match position::parse(&game, &style, &text) {
                    Ok(state) => {
                        understood += 1;
                        let printed = position::print(&state, &style);
                        let again = position::parse(&game, &style, &printed)
                            .unwrap_or_else(|e| panic!("{text}: {printed}: {e}"));
                        assert_eq!(position::print(&again, &style), printed, "{text}");
                        assert!(!picture(&state, &Default::default(), false).is_empty());
                    }
                    Err(error) => {
                        assert!(error.at <= text.chars().count() + 1, "{text}: {error:?}");
                        assert!(!error.to_string().contains('\n'));
                    }
                }
            }
            assert!(understood > 0);
        }
    }
}

#[test]
fn saved_games() {
    const WORDS: [&str; 18] = [
        "\r\n",
        "1. ",
        "(x a1)\r\n",
        "Pass",
        "partial 1 ",
        "x",
        "-",
        "=",
        " on ",
        "@ a1 0 1",
        "# 2",
        "flip a1",
        "White",
        "Man",
        "\"",
        "99999999999",
        "\u{0}",
        "*3",
    ];
    let mut rng = Rng::new(2);
    for rules in [CHESS, DRAUGHTS, SHOGI, STACKS, HEAPS, DICE, ODD] {
        let game = game(rules);
        let mut state = game.start();
        let mut turns = Vec::new();
        for _ in 0..12 {
            let moves = state.moves().unwrap();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())].clone();
            state.play(&mv).unwrap();
            turns.push(mv);
        }
        let seed = zsg::write(&game, &zsg::Header::new(&game, "x.zrf"), &[], &turns).unwrap();
        let head = seed.to_bytes().iter().position(|b| *b == b'.').unwrap_or(0);
        for round in 0..ROUNDS / 3 {
            let mut bytes = seed.to_bytes().to_vec();
            // Most changes in the moves: a broken header ends the reading.
            let from = if round % 4 == 0 { 0 } else { head };
            let tail = mutated(&mut rng, &bytes[from..], &WORDS);
            bytes.truncate(from);
            bytes.extend(tail);
            if let Ok(read) = zsg::read(&bytes) {
                assert_eq!(read.to_bytes(), bytes);
                let replay = zsg::replay(&game, &read);
                assert!(replay.replayed <= replay.moves);
                assert!(replay.error.is_some() || replay.replayed == replay.moves);
            }
        }
    }
}

#[test]
fn records() {
    const WORDS: [&str; 22] = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "\\",
        "\\u{",
        "$",
        "^",
        "*",
        "1. ",
        "2.",
        "99999999999.",
        "[setup \"",
        "[hash \"0\"]",
        "\u{0}",
        "\r\n",
        "#2",
        "\u{FEFF}",
        "é",
    ];
    let mut rng = Rng::new(3);
    for rules in [CHESS, DRAUGHTS, SHOGI, STACKS, HEAPS, DICE, ODD] {
        let game = game(rules);
        let mut tree = Record::new(&game);
        for ply in 0..14 {
            let moves = tree.state().moves().unwrap();
            let Some(mv) = moves.get(rng.below(moves.len())).cloned() else { break };
            let node = tree.play(&mv).unwrap();
            tree.set_comment(node, if ply % 3 == 0 { "a comment}" } else { "" }).unwrap();
            tree.set_annotation(node, if ply % 4 == 0 { "!" } else { "" }).unwrap();
            if ply % 3 == 1 {
                tree.back().unwrap();
            }
        }
        let whole = record::write(&tree, &record::Header::new(&game, "x.zrf")).unwrap();
        let set_up = Record::from_setup(tree.state().clone());
        let set_up = record::write(&set_up, &record::Header::default()).unwrap();
        let mut understood = 0;
        for round in 0..ROUNDS / 3 {
            let seed = if round % 4 == 0 { &set_up } else { &whole };
            // Most changes in the moves: a broken header ends the reading.
            let from = if round % 5 == 0 { 0 } else { seed.find("\n\n").unwrap_or(0) };
            let mut bytes = seed.as_bytes()[..from].to_vec();
            bytes.extend(mutated(&mut rng, &seed.as_bytes()[from..], &WORDS));
            let text = String::from_utf8_lossy(&bytes);
            match record::read(&game, &text) {
                Ok(loaded) => {
                    understood += 1;
                    let written = record::write(&loaded.record, &loaded.header).unwrap();
                    let again =
                        record::read(&game, &written).unwrap_or_else(|e| panic!("{text}\n{written}\n{e}"));
                    assert_eq!(record::write(&again.record, &again.header).unwrap(), written, "{text}");
                }
                Err(error) => {
                    let lines = text.split('\n').count();
                    assert!((1..=lines).contains(&error.line), "{text}: {error:?}");
                    assert!(error.column <= text.chars().count() + 1);
                    assert!(!error.to_string().contains('\n'), "{error}");
                }
            }
        }
        assert!(understood > 0);
    }
}
