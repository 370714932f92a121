//! What holds for every game: random play with a fixed seed, checked at every step.

use std::collections::HashSet;
use zug_game::{Game, Move, Rng, State, Turn};
use zug_notation::engine::{EngineNotation, Protocol};
use zug_notation::{Style, zsg};

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub games: u64,
    pub plies: usize,
}

/// Plays at random and returns the first thing that does not hold.
pub fn check(game: &Game, style: &Style, effort: Effort) -> Result<(), String> {
    for seed in 0..effort.games {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        let mut played = Vec::new();
        for ply in 0..effort.plies {
            let place = |what: String| format!("seed {seed}, ply {ply}: {what}");
            position_holds(game, style, &state).map_err(place)?;
            let moves = state.moves().map_err(|e| place(game.explain(&e)))?;
            if matches!(state.turn(), Ok(Turn::Over(_))) {
                break;
            }
            let mv = moves[rng.below(moves.len())].clone();
            // Every move of every position would be too slow; a few are tried at each.
            for probe in [0, moves.len() / 2, moves.len() - 1] {
                move_holds(game, &state, &moves[probe]).map_err(place)?;
            }
            move_holds(game, &state, &mv).map_err(place)?;
            state.play(&mv).map_err(|e| place(e.to_string()))?;
            played.push(mv);
        }
        records_round_trip(game, &played).map_err(|what| format!("seed {seed}: {what}"))?;
    }
    Ok(())
}

fn position_holds(game: &Game, style: &Style, state: &State) -> Result<(), String> {
    let position = state.position();
    if position.position_hash() != position.recomputed_hash(game.program()) {
        return Err("the hash differs from the recomputed one".to_string());
    }
    let moves = state.moves().map_err(|e| game.explain(&e))?;
    let unique: HashSet<&Move> = moves.iter().collect();
    if unique.len() != moves.len() {
        return Err("a move is listed twice".to_string());
    }
    let again = State::clone(state);
    if again.moves().map_err(|e| game.explain(&e))? != moves {
        return Err("the order of moves is not fixed".to_string());
    }
    let names: Vec<String> =
        state.named_moves().map_err(|e| game.explain(&e))?.into_iter().map(|(n, _)| n).collect();
    if names.iter().collect::<HashSet<_>>().len() != names.len() {
        return Err("two moves have the same name".to_string());
    }
    text_round_trip(game, &Style::general(), state)?;
    if !matches!(style, Style::General) {
        same_moves_after_text(game, style, state)?;
    }
    engine_texts_hold(game, style, state)?;
    split_agrees(state)
}

/// In every protocol a move has a text of its own, without spaces, by which it is found again.
fn engine_texts_hold(game: &Game, style: &Style, state: &State) -> Result<(), String> {
    // Where positions are no FENs, all protocols say the same.
    let protocols: &[Protocol] =
        if matches!(style, Style::Fen(_)) { &[Protocol::Uci, Protocol::Usi] } else { &[Protocol::Ugi] };
    for &protocol in protocols {
        let notation = EngineNotation::new(protocol, style);
        let texts = notation.texts(state).map_err(|e| game.explain(&e))?;
        if texts.iter().collect::<HashSet<_>>().len() != texts.len() {
            return Err(format!("two moves have the same text in {protocol}"));
        }
        if let Some(text) = texts.iter().find(|t| t.is_empty() || t.contains(char::is_whitespace)) {
            return Err(format!("`{text}` is no word of {protocol}"));
        }
        let moves = state.moves().map_err(|e| game.explain(&e))?;
        if let (Some(text), Some(mv)) = (texts.last(), moves.last())
            && notation.find(state, text).ok().as_ref() != Some(mv)
        {
            return Err(format!("`{text}` does not read back in {protocol}"));
        }
    }
    Ok(())
}

/// The general text loses nothing.
fn text_round_trip(game: &Game, style: &Style, state: &State) -> Result<(), String> {
    let text = zug_notation::position::print(state, style);
    let back = zug_notation::position::parse(game, style, &text)
        .map_err(|e| format!("`{text}` does not read back: {e}"))?;
    if back.hash() != state.hash() {
        return Err(format!("`{text}` reads back as another position"));
    }
    Ok(())
}

/// Other styles keep at least what decides the moves.
fn same_moves_after_text(game: &Game, style: &Style, state: &State) -> Result<(), String> {
    let text = zug_notation::position::print(state, style);
    let back = zug_notation::position::parse(game, style, &text)
        .map_err(|e| format!("`{text}` does not read back: {e}"))?;
    if matches!(state.turn(), Ok(Turn::Over(_))) {
        return Ok(());
    }
    let (here, there) = (state.named_moves(), back.named_moves());
    let names = |m: Result<Vec<(String, &Move)>, _>| {
        m.map(|l| l.into_iter().map(|(n, _)| n).collect::<Vec<_>>()).ok()
    };
    if names(here) != names(there) {
        return Err(format!("`{text}` reads back with other moves"));
    }
    Ok(())
}

/// Walking the turn part by part reaches every listed move.
fn split_agrees(state: &State) -> Result<(), String> {
    let moves = state.moves().map_err(|e| e.to_string())?;
    for probe in [0, moves.len() / 3, moves.len().saturating_sub(1)] {
        let Some(mv) = moves.get(probe) else { continue };
        let mut walk = state.walk().map_err(|e| e.to_string())?;
        for i in 0..mv.n_parts() {
            let want = mv.part(i);
            let found = walk.parts().position(|p| p.part(0).actions == want.actions);
            let Some(at) = found else { return Err(format!("part {i} of a listed move is not on offer")) };
            walk.choose(at).map_err(|e| e.to_string())?;
        }
        if !walk.may_stop() {
            return Err("a listed move may not stop where it ends".to_string());
        }
    }
    Ok(())
}

fn move_holds(game: &Game, state: &State, mv: &Move) -> Result<(), String> {
    let before = state.hash();
    let mut next = state.clone();
    next.play(mv).map_err(|e| format!("a listed move does not play: {e}"))?;
    if state.hash() != before {
        return Err("playing a move on a clone changed the original".to_string());
    }
    let named = state.named_moves().map_err(|e| game.explain(&e))?;
    let name = named.iter().find(|(_, m)| *m == mv).map(|(n, _)| n.clone()).unwrap_or_default();
    match state.find_move(&name) {
        Ok(found) if found == *mv => {}
        _ => return Err(format!("the name `{name}` does not read back to its move")),
    }
    // The move is legal here, so after it is played it is usually not legal for the other side: if it is
    // refused, nothing may have changed.
    let after = next.hash();
    if next.moves().is_ok_and(|l| !l.contains(mv)) && (next.play(mv).is_ok() || next.hash() != after) {
        return Err("an unlisted move was played".to_string());
    }
    Ok(())
}

/// A saved game written and read again is the same game.
fn records_round_trip(game: &Game, played: &[Move]) -> Result<(), String> {
    if game.ir().scripted.is_some() {
        own_record_round_trips(game, played)?;
    }
    let header = zsg::Header::new(game, "game.zrf");
    let written =
        zsg::write(game, &header, &[], played).map_err(|e| format!("cannot be written as ZSG: {e}"))?;
    let read = zsg::read(written.to_bytes()).map_err(|e| format!("our own ZSG does not read: {e}"))?;
    let replay = zsg::replay(game, &read);
    if let Some(error) = replay.error {
        return Err(format!("our own ZSG does not replay: {error}"));
    }
    let mut state = game.start();
    for mv in played {
        state.play_unchecked(mv).map_err(|e| game.explain(&e))?;
    }
    if replay.end.hash() != state.hash() {
        return Err("our own ZSG replays to another position".to_string());
    }
    Ok(())
}

/// A record of the game, chance moves included, is saved and loaded without loss, and loading draws nothing.
fn own_record_round_trips(game: &Game, played: &[Move]) -> Result<(), String> {
    let mut record = zug_game::Record::new(game);
    for mv in played {
        record.play(mv).map_err(|e| format!("a record refuses a move: {e}"))?;
    }
    let header = zug_notation::record::Header::new(game, "game.zug");
    let text = zug_notation::record::write(&record, &header).map_err(|e| e.to_string())?;
    let loaded =
        zug_notation::record::read(game, &text).map_err(|e| format!("our own record does not read: {e}"))?;
    if loaded.record.state().hash() != record.state().hash() {
        return Err("our own record leads to another position".to_string());
    }
    Ok(())
}
