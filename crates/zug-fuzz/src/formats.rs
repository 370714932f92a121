//! Bytes as records of others: PGN, PDN, SGF, MAT.

use std::sync::OnceLock;
use zug_game::{Game, NoFiles, Record};
use zug_notation::format::{Format, RecordFile, recognise, write};
use zug_notation::{Found, Settings};

/// The squares of the draughts board in the order of their numbers.
const SQUARES: &str = "b6 d6 f6 a5 c5 e5 b4 d4 f4 a3 c3 e3 b2 d2 f2 a1 c1 e1";

/// A small game for each form, with what its presentation would say.
struct Fixed {
    pgn: Vec<(Game, Settings)>,
    pdn: Vec<(Game, Settings)>,
    sgf: Vec<(Game, Settings)>,
    mat: Vec<(Game, Settings)>,
}

fn fixed() -> &'static Fixed {
    static FIXED: OnceLock<Fixed> = OnceLock::new();
    FIXED.get_or_init(|| {
        let game = |name: &str, rules: &[u8]| {
            Game::from_text(name, rules, &NoFiles).unwrap_or_else(|e| panic!("a fixed game: {e}"))
        };
        let notation = |name: &str| Settings { notation: Some(name.to_owned()), ..Settings::default() };
        let chess = game("chess.zrf", include_bytes!("../../../fuzz/seeds/model/chess.zrf"));
        let shogi = game("shogi.zrf", include_bytes!("../../../fuzz/seeds/model/shogi.zrf"));
        let draughts = game("draughts.zrf", include_bytes!("../../../fuzz/seeds/model/draughts.zrf"));
        let go = game("go.zug", include_bytes!("../../../games/go/go.zug"));
        let tables = game("backgammon.zug", include_bytes!("../../../games/backgammon/backgammon.zug"));
        let up: Vec<String> = (1..=24).map(|i| format!("p{i}")).collect();
        let down: Vec<String> = up.iter().rev().cloned().collect();
        let points = |who: &str, first: &str, road: &[String], last: &str| {
            format!("{who} {first} {} {last}", road.join(" "))
        };
        Fixed {
            pgn: vec![(chess.clone(), notation("fen")), (shogi, notation("fen"))],
            pdn: vec![(draughts, Settings { pdn_squares: Some(SQUARES.to_owned()), ..notation("pdn") })],
            sgf: vec![
                (
                    go,
                    Settings {
                        sgf_moves: Some("points".to_owned()),
                        sgf_game: Some(1),
                        ..Settings::default()
                    },
                ),
                (chess, Settings::default()),
            ],
            mat: vec![(
                tables,
                Settings {
                    mat_points: vec![
                        points("White", "woff", &up, "wbar"),
                        points("Black", "boff", &down, "bbar"),
                    ],
                    ..Settings::default()
                },
            )],
        }
    })
}

pub fn pgn(bytes: &[u8]) {
    all(Format::Pgn, bytes, &fixed().pgn);
}

pub fn pdn(bytes: &[u8]) {
    all(Format::Pdn, bytes, &fixed().pdn);
}

pub fn sgf(bytes: &[u8]) {
    all(Format::Sgf, bytes, &fixed().sgf);
}

pub fn mat(bytes: &[u8]) {
    all(Format::Mat, bytes, &fixed().mat);
}

/// Games worth playing in one input.
const MAX_GAMES: usize = 20;

/// Reads every game. What was legal can be written, and reads back as the same text and the same end.
fn all(format: Format, bytes: &[u8], games: &[(Game, Settings)]) {
    let _ = recognise(bytes);
    let file = RecordFile::new(format, bytes);
    let Ok(unread) = file.games() else { return };
    for unread in unread.iter().take(MAX_GAMES) {
        for (game, settings) in games {
            let found = unread.read(game, settings);
            assert!(found.replayed() <= found.moves || found.error.is_some() || found.moves == 0);
            if let Some(error) = &found.error {
                assert!(!error.to_string().is_empty() && error.line > 0);
            }
            reads_back(format, settings, &found);
            for record in &found.also {
                let (record, tags) = (record.clone(), found.tags.clone());
                let also = Found { record, also: Vec::new(), tags, moves: 0, error: None, notes: Vec::new() };
                reads_back(format, settings, &also);
            }
        }
    }
}

fn reads_back(format: Format, settings: &Settings, found: &Found) {
    let Ok(written) = write(format, &found.record, &found.tags, settings, "fixed") else { return };
    let text = String::from_utf8_lossy(&written.bytes).into_owned();
    let file = RecordFile::new(format, &written.bytes);
    let games = file.games().unwrap_or_else(|e| panic!("what was written is no file: {e}\n{text}"));
    let [game] = &games[..] else { panic!("what was written is {} games:\n{text}", games.len()) };
    let again = game.read(found.record.game(), settings);
    if let Some(error) = &again.error {
        panic!("what was written cannot be read: {error}\n{text}");
    }
    let end = |record: &Record| record.state_at(record.main_end()).ok().map(|state| state.hash());
    assert_eq!(end(&again.record), end(&found.record), "what was written ends elsewhere:\n{text}");
    let twice = write(format, &again.record, &again.tags, settings, "fixed").ok();
    let twice = twice.map(|written| String::from_utf8_lossy(&written.bytes).into_owned());
    assert_eq!(twice.as_deref(), Some(text.as_str()), "a record changes when it is read");
}
