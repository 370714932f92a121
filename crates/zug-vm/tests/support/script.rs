//! The expectations at the head of a data file.
//!
//! A line `; expect KEY: VALUE` is about the start, a line `; after MOVE MOVE, KEY: VALUE` about the position after these
//! moves. Other comments say why. Moves are written as in `text`.
//!
//! | key | value |
//! | --- | --- |
//! | `moves` | all legal moves in their order |
//! | `board` | all pieces |
//! | `over` | a player who has won, `draw`, `White lost`, or `open` |
//! | `turn` | the number of the turn to be played |
//! | `value` | a board value: `quiet 3` |
//! | `reserve` | a reserve: `White Man 2` |
//! | `last` | where the last part started and ended, `-` for nowhere |
//! | `passes` | turns passed in a row |
//! | `same` | moves that lead to a state with the same hash |
//! | `other` | moves that lead to a state with another hash |
//! | `limit` | looking for moves ends with this limit, met by the block with this number: `Ops 0` |

use super::{text, views};
use zug_vm::{Engine, Move, Program, RunError, State};

/// Judges all expectations of a file; what does not hold, as text.
pub(crate) fn judge(program: &Program, data: &str) -> Vec<String> {
    let mut failures = Vec::new();
    let mut n = 0;
    for (i, line) in data.lines().enumerate() {
        let Some((moves, rest)) = parse(line) else { continue };
        n += 1;
        let result = expectation(program, &moves, rest);
        if let Err(what) = result {
            failures.push(format!("line {}: {what}", i + 1));
        }
    }
    if n == 0 {
        failures.push("expects nothing".to_owned());
    }
    failures
}

/// The moves to play and the rest of the line, if it is an expectation.
fn parse(line: &str) -> Option<(Vec<&str>, &str)> {
    let line = line.strip_prefix("; ")?;
    if let Some(rest) = line.strip_prefix("expect ") {
        return Some((Vec::new(), rest));
    }
    let (moves, rest) = line.strip_prefix("after ")?.split_once(", ")?;
    Some((moves.split_whitespace().collect(), rest))
}

fn expectation(program: &Program, moves: &[&str], rest: &str) -> Result<(), String> {
    let (key, value) = rest.split_once(':').ok_or_else(|| format!("`{rest}` has no `:`"))?;
    let mut engine = Engine::new(program);
    let state = played(program, &mut engine, moves)?;
    let value: Vec<&str> = value.split_whitespace().collect();
    let found = found(program, &mut engine, &state, key, &value)?;
    if found == value.join(" ") {
        Ok(())
    } else {
        Err(format!("{key} is `{found}`, expected `{}`", value.join(" ")))
    }
}

/// The state after some moves, with everything checked that holds for every game.
fn played(program: &Program, engine: &mut Engine, moves: &[&str]) -> Result<State, String> {
    let mut state = program.start().clone();
    views::agree(program, engine, &state)?;
    for name in moves {
        let legal = legal(program, engine, &state).map_err(|e| e.to_string())?;
        let find = |m: &&Move| text::of_move(program, m) == *name;
        let Some(mv) = legal.iter().find(find) else {
            let names: Vec<String> = legal.iter().map(|m| text::of_move(program, m)).collect();
            return Err(format!("`{name}` is not legal; legal are {}", names.join(" ")));
        };
        engine.play(program, &mut state, mv).map_err(|e| e.to_string())?;
        views::agree(program, engine, &state)?;
    }
    Ok(state)
}

/// The legal moves; none if the game is over.
pub(crate) fn legal(program: &Program, engine: &mut Engine, state: &State) -> Result<Vec<Move>, RunError> {
    let mut moves = Vec::new();
    engine.moves(program, state, &mut moves)?;
    if engine.outcome(program, state, &moves)?.is_some() {
        moves.clear();
    }
    Ok(moves)
}

fn found(
    program: &Program,
    engine: &mut Engine,
    state: &State,
    key: &str,
    value: &[&str],
) -> Result<String, String> {
    let game = program.game();
    let cell = |c: Option<zug_ir::CellId>| c.map_or("-", |c| game.cell_name(c));
    Ok(match key {
        "moves" => {
            let moves = legal(program, engine, state).map_err(|e| e.to_string())?;
            moves.iter().map(|m| text::of_move(program, m)).collect::<Vec<String>>().join(" ")
        }
        "board" => text::of_board(program, state).join(" "),
        "over" => {
            let mut moves = Vec::new();
            engine.moves(program, state, &mut moves).map_err(|e| e.to_string())?;
            let outcome = engine.outcome(program, state, &moves).map_err(|e| e.to_string())?;
            text::of_outcome(program, outcome.as_ref())
        }
        "turn" => state.turn_idx().to_string(),
        "value" => {
            let name = value.first().copied().unwrap_or_default();
            let global = game.globals.iter().position(|g| g.name == name).ok_or("no such value")?;
            format!("{name} {}", state.global(zug_ir::GlobalId(global as u16)))
        }
        "reserve" => {
            let [player, kind, _] = value else { return Err("expected player, kind and number".to_owned()) };
            let (p, k) = (game.find_player(player), game.find_kind(kind));
            let (p, k) = (p.ok_or("no such player")?, k.ok_or("no such kind")?);
            format!("{player} {kind} {}", state.reserve(program, p, k))
        }
        "last" => format!("{} {}", cell(state.last().0), cell(state.last().1)),
        "passes" => state.passes().to_string(),
        "same" | "other" => {
            let there = played(program, engine, value)?;
            let same = there.hash(program) == state.hash(program);
            if same == (key == "same") { value.join(" ") } else { format!("not the {key}") }
        }
        "limit" => match legal(program, engine, state) {
            Ok(moves) => format!("no limit, {} moves", moves.len()),
            Err(RunError { kind, block }) => {
                format!("{kind:?} {}", block.map_or("-".to_owned(), |b| b.idx().to_string()))
            }
        },
        _ => return Err(format!("unknown key `{key}`")),
    })
}
