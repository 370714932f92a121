//! Random games of every game of the library, with variations and comments, written in every form of records that can
//! hold them and read again.

use zug_game::{Game, Move, NodeId, Record, Rng};
use zug_library::Entry;
use zug_notation::Settings;
use zug_notation::format::{Format, RecordFile, write};

/// Moves of the main line.
const PLIES: usize = 12;

#[test]
fn every_game_reads_back_from_every_form_that_can_hold_it() {
    let mut written = [0; Format::ALL.len()];
    // The same game in the other language has the same moves.
    let games: Vec<&Entry> = zug_library::games().iter().filter(|entry| entry.id == entry.name).collect();
    for entry in &games {
        let game = entry.load(None).unwrap_or_else(|e| panic!("{}: {e}", entry.path));
        let record = random(&game, 7);
        for (format, n) in Format::ALL.into_iter().zip(&mut written) {
            *n += usize::from(reads_back(entry, &game, &record, format));
        }
    }
    let [zgr, zsg, pgn, pdn, sgf, mat] = written;
    assert_eq!([zgr, zsg, sgf], [games.len(); 3]);
    assert!(pgn >= 25 && pdn >= 6 && mat >= 2, "{written:?}");
}

/// A game with a variation at every third move, and comments.
fn random(game: &Game, seed: u64) -> Record {
    let mut rng = Rng::new(seed);
    let mut record = Record::new(game);
    for ply in 0..PLIES {
        let Some(main) = play_any(&mut record, &mut rng) else { break };
        if ply % 3 == 1 {
            record.back().expect("a move has been made");
            if let Some(other) = play_any(&mut record, &mut rng)
                && other != main
            {
                record.set_comment(other, "or (so) it [seems]: \\ 1. e4 ; $").expect("a node");
                play_any(&mut record, &mut rng);
            }
            record.set_annotation(main, "!?").expect("a node");
        }
        record.go_to(main).expect("a node");
    }
    record.set_comment(record.root(), "Как это началось").expect("a node");
    let end = record.main_end();
    record.go_to(end).expect("a node");
    record
}

fn play_any(record: &mut Record, rng: &mut Rng) -> Option<NodeId> {
    let state = record.state();
    let chance = record.is_chance(record.current());
    let mv = if chance { state.draw(rng).ok()?.cloned() } else { None };
    let moves = state.moves().ok()?;
    let mv = match mv {
        Some(mv) => mv,
        None if moves.is_empty() => return None,
        None => moves[rng.below(moves.len())].clone(),
    };
    record.play(&mv).ok()
}

/// False if the form is not one for this game.
fn reads_back(entry: &Entry, game: &Game, record: &Record, format: Format) -> bool {
    let name = format!("{} as {}", entry.path, format.title());
    let settings: Settings = entry.presentation().settings();
    let tags = vec![("White".to_owned(), "A \"B\" \\ C".to_owned()), ("Event".to_owned(), "?".to_owned())];
    let first = match write(format, record, &tags, &settings, entry.file) {
        Ok(first) => first,
        Err(error) => {
            let expected = match format {
                Format::Zgr | Format::Zsg | Format::Sgf => true,
                Format::Pgn => settings.notation.as_deref() == Some("fen"),
                Format::Pdn => settings.notation.as_deref() == Some("pdn"),
                Format::Mat => !settings.mat_points.is_empty(),
            };
            assert!(!expected, "{name}: {error}");
            return false;
        }
    };
    let text = String::from_utf8_lossy(&first.bytes).into_owned();
    assert_eq!(zug_notation::format::recognise(&first.bytes), Some(format), "{name}\n{text}");
    let file = RecordFile::new(format, &first.bytes);
    let games = file.games().unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
    assert_eq!(games.len(), 1, "{name}\n{text}");
    let found = games[0].read(game, &settings);
    assert_eq!(found.error.as_ref().map(ToString::to_string), None, "{name}\n{text}");
    // Only the order in which dice were played is not kept in MAT, and only the main line in MAT and ZSG.
    let end = |r: &Record| r.state_at(r.main_end()).expect("a node").hash();
    assert_eq!(end(&found.record), end(record), "{name}\n{text}");
    match format {
        Format::Mat => {}
        Format::Zsg => assert_eq!(main_line(&found.record), main_line(record), "{name}\n{text}"),
        _ => assert_eq!(tree(&found.record), tree(record), "{name}\n{text}"),
    }
    let again =
        write(format, &found.record, &found.tags, &settings, entry.file).expect("it has been written before");
    assert_eq!(String::from_utf8_lossy(&again.bytes), text, "{name}");
    true
}

fn main_line(record: &Record) -> Vec<Move> {
    record.line(record.main_end()).into_iter().filter_map(|node| record.mv(node).cloned()).collect()
}

/// Every node: its depth, its move, what is said about it.
fn tree(record: &Record) -> Vec<(usize, Option<Move>, String, String)> {
    let node = |node| {
        let texts = (record.comment(node).to_owned(), record.annotation(node).to_owned());
        (record.ply(node), record.mv(node).cloned(), texts.0, texts.1)
    };
    record.subtree(record.root()).map(node).collect()
}
