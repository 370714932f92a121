//! Moves as people type them: in every game of the library what is shown of a move reads back as that move, and cases of what
//! people write.

use zug_game::{Move, Rng, State, Turn};
use zug_notation::{MoveError, Reader};

/// Positions of a random game in each game of the library.
const POSITIONS: usize = 12;
/// Moves of each that are read back.
const MOVES: usize = 12;

#[test]
fn what_is_shown_of_a_move_reads_back() {
    for entry in zug_library::games() {
        let game = entry.load(None).unwrap_or_else(|e| panic!("{}: {e}", entry.file));
        let reader = Reader::new(&game, &entry.presentation().settings());
        let mut state = game.start();
        let mut rng = Rng::new(17);
        for _ in 0..POSITIONS {
            reads_back(&reader, &state, &mut rng, entry.file);
            let Some(mv) = state.draw(&mut rng).unwrap().cloned() else { break };
            state.play_unchecked(&mv).unwrap();
        }
    }
}

fn reads_back(reader: &Reader, state: &State, rng: &mut Rng, file: &str) {
    if !matches!(state.turn(), Ok(Turn::Player(_) | Turn::Chance(_))) {
        return;
    }
    let moves = state.moves().expect("rules without limits").to_vec();
    let texts = reader.texts(state).expect("rules without limits");
    let mut different = texts.clone();
    different.sort();
    different.dedup();
    assert_eq!((different.len(), texts.len()), (moves.len(), moves.len()), "{file}: {texts:?}");
    let result = |mv: &Move| state.after(mv).expect("a legal move").hash();
    for _ in 0..MOVES {
        let n = rng.below(moves.len());
        let found = reader.find(state, &texts[n]).unwrap_or_else(|e| panic!("{file} `{}`: {e}", texts[n]));
        assert_eq!(found, moves[n], "{file}: `{}`", texts[n]);
        // What a list of moves shows may stand for several that come to the same.
        let shown = reader.text(state, &moves[n]).expect("a legal move");
        let found = reader.find(state, &shown).unwrap_or_else(|e| panic!("{file} `{shown}`: {e}"));
        assert_eq!(result(&found), result(&moves[n]), "{file}: `{shown}`");
    }
}

/// `game | moves before | typed | the name of the move`, or what is wrong with it.
const CASES: &str = "
chess | | e4 | e2-e4
chess | | Nf3 | g1-f3
chess | | e2e4 | e2-e4
chess | | E2-E4 | e2-e4
chess | e2-e4 e7-e5 g1-f3 b8-c6 f1-c4 g8-f6 | O-O | e1-g1
chess | e2-e4 e7-e5 g1-f3 b8-c6 f1-c4 g8-f6 | 0-0 | e1-g1
chess | e2-e4 d7-d5 | exd5 | e4-d5
chess | e2-e4 d7-d5 | ed5 | e4-d5
chess | a2-a4 a7-a5 | Bb5 | no: there is no such legal move; legal are
chess | b2-b4 a7-a5 | Bxa5 | no: there is no such legal move; legal are
chess | | Nf6 | no: there is no such legal move; legal are
chess | | e5 | no: there is no such legal move; legal are
english-draughts | | 11-15 | c3-d4
english-draughts | | 11 15 | c3-d4
english-draughts | | e3-d4 | e3-d4
english-draughts | | 11-16 | c3-b4
russian-draughts | | c3-d4 | c3-d4
russian-draughts | c3-b4 d6-c5 b4-d6 | c7:e5 | c7-e5
long-nardy | 2-1 | 24/21 | p24-p22-p21
long-nardy | 2-1 | 24/22/21 | p24-p22-p21
long-nardy | 6-4 | 24/14 | p24-p18-p14
long-nardy | 2-1 | 24/2 | no: there is no such legal move; legal are
go#Go 9x9 | | D4 | Stone@D4
go#Go 9x9 | | d4 | Stone@D4
go#Go 9x9 | | dd | Stone@D6
go#Go 9x9 | | pass | pass
gomoku | | h8 | Stone@h8
kalah.zug | | c1 | c1
shogi | | Pc4 | c3-c4
";

#[test]
fn what_people_type_is_understood() {
    let mut wrong = Vec::new();
    for case in CASES.lines().filter(|line| !line.is_empty()) {
        let [game, before, typed, wanted] = case.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{case}")
        };
        let (name, title) = game.split_once('#').map_or((game, None), |(name, title)| (name, Some(title)));
        let entry = zug_library::find(name).unwrap_or_else(|e| panic!("{e}"));
        let game = entry.load(title).unwrap_or_else(|e| panic!("{e}"));
        let reader = Reader::new(&game, &entry.presentation().settings());
        let mut state = game.start();
        for mv in before.split_whitespace() {
            state.play_text(mv).unwrap_or_else(|e| panic!("{case}: {e}"));
        }
        let found = match reader.find(&state, typed) {
            Ok(mv) => {
                let named = state.named_moves().unwrap();
                named.into_iter().find(|(_, other)| **other == mv).map(|(name, _)| name).unwrap_or_default()
            }
            Err(error @ (MoveError::Unknown { .. } | MoveError::Ambiguous { .. })) => format!("no: {error}"),
            Err(error) => panic!("{case}: {error}"),
        };
        let right = match wanted.starts_with("no:") {
            true => found.starts_with(wanted),
            false => found == wanted,
        };
        if !right {
            wrong.push(format!("{case}\n    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
