//! Playing a saved game again by the rules.
//!
//! Each line is one part. The lines of a turn are found by walking it: a line that is no continuation of the
//! parts made so far belongs to the next turn, if the turn may end there.

use super::canon::{Fit, Line};
use super::file::{MoveLine, SetupEdit, Zsg};
use super::part::part_text;
use crate::names::Names;
use crate::position::excerpt;
use zug_game::{Action, Game, Move, RunError, State, TurnWalk};

/// How far a saved game could be played again.
#[derive(Debug)]
pub struct Replay {
    /// Recorded lines.
    pub moves: usize,
    /// How many of them were played.
    pub replayed: usize,
    /// Why the next one was not.
    pub error: Option<ReplayError>,
    /// Lines whose number is not the one our count gives; the first few.
    pub numbers: Vec<NumberMismatch>,
    /// Lines played after the rules had ended the game; `None` if there are none.
    pub ended: Option<Ended>,
    /// Lines whose text ours equals, but for numbers after `partial` and of attributes.
    pub same_text: usize,
    /// The position before the first line, edits made.
    pub start: State,
    /// The turns played.
    pub turns: Vec<Move>,
    /// The position after them.
    pub end: State,
}

/// A line that could not be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ReplayError {
    /// In the file, from 1.
    pub line: usize,
    pub message: String,
}

/// A line with an unexpected move number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberMismatch {
    pub line: usize,
    pub expected: u32,
    pub found: u32,
}

/// The rules say that the game was over, and the record goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The first line after the end.
    pub line: usize,
}

/// Number mismatches worth keeping: one wrong number is followed by as many as there are lines.
const MAX_MISMATCHES: usize = 10;

/// Plays a saved game by the rules of `game`, as far as it goes.
pub fn replay(game: &Game, zsg: &Zsg) -> Replay {
    let names = Names::new(game);
    let (start, error) = match edited(&names, &zsg.edits) {
        Ok(start) => (start, None),
        Err((edit, message)) => {
            let line = zsg.edit_lines.get(edit).copied().unwrap_or(0);
            (game.start(), Some(ReplayError { line, message }))
        }
    };
    let mut player = Player {
        names,
        state: start.clone(),
        walk: None,
        number: 1,
        replay: Replay {
            moves: zsg.moves.len(),
            replayed: 0,
            error,
            numbers: Vec::new(),
            ended: None,
            same_text: 0,
            end: start.clone(),
            start,
            turns: Vec::new(),
        },
    };
    if player.replay.error.is_none() {
        for line in &zsg.moves {
            if let Err(message) = player.line(line) {
                player.replay.error = Some(ReplayError { line: line.line, message });
                break;
            }
            player.replay.replayed += 1;
        }
    }
    player.finish()
}

/// The start with edits made. `Err`: which of them cannot be made, and why.
pub(super) fn edited(names: &Names<'_>, edits: &[SetupEdit]) -> Result<State, (usize, String)> {
    let game = names.game;
    let mut state = game.start();
    for (number, edit) in edits.iter().enumerate() {
        let unknown =
            |what: &str, name: &String| (number, format!("unknown {what} `{}` in the set-up", excerpt(name)));
        let cell = |name: &String| names.cell(name).ok_or_else(|| unknown("cell", name));
        match edit {
            SetupEdit::Clear { cell: name } => {
                let cell = cell(name)?;
                state.edit(|edit| edit.clear(cell));
            }
            SetupEdit::Place { player, kind, cell: name } => {
                let cell = cell(name)?;
                let owner = names.player(player).ok_or_else(|| unknown("player", player))?;
                let kind = names.kind(kind).ok_or_else(|| unknown("kind of piece", kind))?;
                let piece = game.program().layout().new_piece(kind, owner);
                state.edit(|edit| edit.add(cell, piece, 1));
            }
        }
    }
    Ok(state)
}

struct Player<'g> {
    names: Names<'g>,
    state: State,
    /// The turn in progress.
    walk: Option<TurnWalk>,
    number: u32,
    replay: Replay,
}

impl Player<'_> {
    fn line(&mut self, line: &MoveLine) -> Result<(), String> {
        let recorded = Line::new(&line.text);
        self.end_turn_if_complete()?;
        if recorded.is_pass() {
            self.begin_turn(line.line)?;
            self.check_number(line);
            return self.pass();
        }
        let in_chain = self.walk.is_some();
        self.begin_turn(line.line)?;
        let mut offered = match self.find(&recorded) {
            Ok(part) => return self.choose(line, part),
            Err(offered) => offered,
        };
        // No continuation: the turn had ended, if it may end here.
        if in_chain && self.may_stop()? {
            self.end_turn()?;
            self.begin_turn(line.line)?;
            offered = match self.find(&recorded) {
                Ok(part) => return self.choose(line, part),
                Err(offered) => offered,
            };
        }
        Err(self.not_found(&recorded, offered))
    }

    fn choose(&mut self, line: &MoveLine, (part, fit): (usize, Fit)) -> Result<(), String> {
        self.check_number(line);
        if fit < Fit::Reordered {
            self.replay.same_text += 1;
        }
        match &mut self.walk {
            Some(walk) => walk.choose(part).map_err(|e| self.explain(&e)),
            None => Ok(()),
        }
    }

    fn begin_turn(&mut self, line: usize) -> Result<(), String> {
        if self.walk.is_some() {
            return Ok(());
        }
        if self.state.position().outcome().is_some() {
            // Zillions lets its users play on after the end of a game.
            self.replay.ended.get_or_insert(Ended { line });
            self.state.edit(|_| {});
        }
        self.walk = Some(self.state.walk().map_err(|e| self.explain(&e))?);
        Ok(())
    }

    /// A turn that nothing can follow is over; nobody says so.
    fn end_turn_if_complete(&mut self) -> Result<(), String> {
        match &self.walk {
            Some(walk) if !walk.made().is_pass() && walk.parts().len() == 0 => self.end_turn(),
            _ => Ok(()),
        }
    }

    /// Plays the parts made so far.
    fn end_turn(&mut self) -> Result<(), String> {
        let Some(walk) = self.walk.take() else { return Ok(()) };
        let mv = walk.made().clone();
        let turn = self.state.position().turn_idx();
        self.state.play_unchecked(&mv).map_err(|e| self.explain(&e))?;
        self.number = next_number(&self.state, turn, self.number, &mv);
        self.replay.turns.push(mv);
        Ok(())
    }

    fn may_stop(&self) -> Result<bool, String> {
        let Some(walk) = &self.walk else { return Ok(true) };
        may_stop(&self.state, walk).map_err(|e| self.explain(&e))
    }

    /// `Pass` ends a turn that could go on, or is a turn of its own.
    fn pass(&mut self) -> Result<(), String> {
        if !self.may_stop()? {
            let made = self.walk.as_ref().is_some_and(|w| !w.made().is_pass());
            let what = if made { "this turn has to go on" } else { "the turn cannot be passed" };
            let offered = self.walk.as_ref().map(|w| texts(self.names.game, w)).unwrap_or_default();
            return Err(format!("{what}; possible is {}", some(&offered)));
        }
        self.replay.same_text += 1;
        self.end_turn()
    }

    /// The part that a line means and how well it fits, or the texts of those there are.
    fn find(&self, recorded: &Line) -> Result<(usize, Fit), Vec<String>> {
        let Some(walk) = &self.walk else { return Err(Vec::new()) };
        let offered = texts(self.names.game, walk);
        let mut best: Option<(Fit, Vec<usize>)> = None;
        for (i, text) in offered.iter().enumerate() {
            let Some(fit) = Line::new(text).fit(recorded, &self.names) else { continue };
            match &mut best {
                Some((least, found)) if *least == fit => found.push(i),
                Some((least, _)) if *least < fit => {}
                _ => best = Some((fit, vec![i])),
            }
        }
        let (fit, found) = best.ok_or(offered)?;
        let which = recorded.which.unwrap_or(1).saturating_sub(1);
        Ok((found.get(which).copied().unwrap_or(found[0]), fit))
    }

    fn not_found(&self, recorded: &Line, offered: Vec<String>) -> String {
        let chooser = self.names.game.player_name(self.state.chooser());
        if offered.is_empty() {
            return format!("`{}` cannot be played: `{chooser}` has no move", excerpt(&recorded.full));
        }
        let mover = recorded.full.split(' ').find(|w| self.names.is_cell(w));
        let near: Vec<String> =
            offered.iter().filter(|t| mover.is_some_and(|m| t.split(' ').any(|w| w == m))).cloned().collect();
        let shown = if near.is_empty() { &offered } else { &near };
        format!("`{}` is no move of `{chooser}` here; possible is {}", excerpt(&recorded.full), some(shown))
    }

    fn check_number(&mut self, line: &MoveLine) {
        if line.number != self.number && self.replay.numbers.len() < MAX_MISMATCHES {
            let mismatch = NumberMismatch { line: line.line, expected: self.number, found: line.number };
            self.replay.numbers.push(mismatch);
        }
    }

    fn explain(&self, error: &RunError) -> String {
        self.names.game.explain(error)
    }

    /// A record may stop in the middle of a turn: its parts count only if they are a move.
    fn finish(mut self) -> Replay {
        let made = self.walk.as_ref().is_some_and(|w| !w.made().is_pass());
        if made && self.may_stop().unwrap_or(false) {
            let _ = self.end_turn();
        }
        self.replay.end = self.state;
        self.replay
    }
}

/// Are the parts made so far a move? Where a route comes back to where it has been, the list of moves ends it
/// although the walk could go on for ever.
pub(super) fn may_stop(state: &State, walk: &TurnWalk) -> Result<bool, RunError> {
    Ok(walk.may_stop() || (!walk.made().is_pass() && state.moves()?.contains(walk.made())))
}

/// The texts of all parts on offer.
pub(super) fn texts(game: &Game, walk: &TurnWalk) -> Vec<String> {
    walk.parts().map(|part| part_text(game, walk.now(), part.part(0))).collect()
}

fn some(texts: &[String]) -> String {
    let shown: Vec<String> = texts.iter().take(6).map(|t| format!("`{t}`")).collect();
    let more = if texts.len() > shown.len() {
        format!(" and {} more", texts.len() - shown.len())
    } else {
        String::new()
    };
    format!("{}{more}", shown.join(", "))
}

/// The number of the line after a turn: it grows when play comes to the part of the turn order that repeats.
pub(super) fn next_number(state: &State, turn: usize, number: u32, mv: &Move) -> u32 {
    let ir = state.game().ir();
    let again = mv.actions().contains(&Action::RepeatTurn);
    let next = turn + 1;
    let grows = next == ir.turns.len() || (ir.repeat_from > 0 && next == ir.repeat_from);
    if grows && !again { number.saturating_add(1) } else { number }
}
