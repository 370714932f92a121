//! A turn that a person makes line by line: a whole move, or cells and parts one after the other.

use super::{Plain, Then};
use crate::errors::Failure;
use crate::output::Out;
use crate::verbs::play::sitting::select_only;
use std::io::{self, Write};
use zug_game::{Clicked, Controller, RunError};
use zug_notation::MoveError;

impl Plain<'_> {
    /// True if parts have been made, or something is selected or asked.
    pub(super) fn is_under_way(&self) -> bool {
        self.turn.as_ref().is_some_and(|turn| {
            let look = turn.look();
            look.may_undo || look.selected.is_some() || look.dropping.is_some() || !look.choices.is_empty()
        })
    }

    /// True for a cell to which what is selected can go.
    pub(super) fn is_target(&self, line: &str) -> bool {
        let (Some(turn), Some(cell)) = (&self.turn, self.opened.game.cell(line)) else { return false };
        let look = turn.look();
        let picked = look.selected.is_some() || look.dropping.is_some() || !look.choices.is_empty();
        picked && look.targets.contains(&cell)
    }

    pub(super) fn typed(&mut self, line: &str, out: &mut Out) -> Result<Then, Failure> {
        let made = self.turn.as_ref().is_some_and(|turn| turn.look().may_undo);
        let asked = self.turn.as_ref().map(|turn| turn.look().choices.len()).unwrap_or(0);
        if let Some(number) = line.parse::<usize>().ok().filter(|n| (1..=asked).contains(n)) {
            let chosen = self.with_turn(|turn| turn.choose(number - 1))?;
            return self.after(chosen, line, out);
        }
        // Where something is selected a cell means its target: `f3` is then no move of a pawn.
        if self.is_target(line) {
            return self.click_words(line, &MoveError::Unknown { near: Vec::new() }, out);
        }
        if line == self.says.pass() && line != "pass" {
            return self.typed("pass", out);
        }
        match self.opened.reader.find(self.sitting.state(), line) {
            // In the middle of a turn the same words may name a part.
            Ok(mv) if !made => {
                self.play(&mv)?;
                Ok(Then::Go)
            }
            Ok(_) => self.click_words(line, &MoveError::Unknown { near: Vec::new() }, out),
            Err(error) => self.click_words(line, &error, out),
        }
    }

    /// A cell, or a part by its cells: each is clicked in turn. If one of them means nothing, none was clicked.
    pub(super) fn click_words(
        &mut self,
        line: &str,
        error: &MoveError,
        out: &mut Out,
    ) -> Result<Then, Failure> {
        let before = self.turn.clone();
        let game = &self.opened.game;
        let commands = before.as_ref().map(|turn| turn.look().commands).unwrap_or_default();
        let mut clicked = Clicked::Nothing;
        if let Some(number) = commands.iter().position(|name| name == line) {
            clicked = self.with_turn(|turn| turn.command(number))?;
            return self.after(clicked, line, out);
        }
        let (kind, cells) = match line.split_once('@') {
            Some((kind, cell)) => (Some(kind), cell),
            None => (None, line),
        };
        if let Some(kind) = kind.and_then(|kind| game.kind(kind.trim())) {
            self.with_turn(|turn| Ok(turn.select_kind(kind)))?;
        }
        for word in
            cells.split(|c: char| c == '-' || c.is_whitespace()).filter(|w| !w.is_empty() && *w != "x")
        {
            // The cell where the last part ended may be said again.
            let Some(cell) = game.cell(word) else {
                clicked = Clicked::Nothing;
                break;
            };
            clicked = self.with_turn(|turn| turn.click(cell))?;
            if clicked == Clicked::Nothing {
                break;
            }
        }
        // Letting go of what is selected is not what a person means who names a cell.
        let let_go = |turn: &Controller| {
            let look = turn.look();
            look.selected.is_none() && look.dropping.is_none()
        };
        let let_go = clicked == Clicked::Selected && self.turn.as_ref().is_some_and(let_go);
        if clicked == Clicked::Nothing || let_go {
            self.turn = before;
            writeln!(out, "{}", self.says.not_legal(line, error))?;
            return Ok(Then::Ask);
        }
        self.after(clicked, line, out)
    }

    pub(super) fn with_turn(
        &mut self,
        act: impl FnOnce(&mut Controller) -> Result<Clicked, RunError>,
    ) -> Result<Clicked, Failure> {
        let Some(turn) = &mut self.turn else { return Ok(Clicked::Nothing) };
        let clicked = act(turn).map_err(Failure::run(&self.opened.game))?;
        if clicked == Clicked::Made {
            select_only(turn);
            self.undone.clear();
        }
        Ok(clicked)
    }

    /// Says what can follow, or plays the move if it is complete.
    pub(super) fn after(&mut self, clicked: Clicked, line: &str, out: &mut Out) -> Result<Then, Failure> {
        let Some(turn) = &self.turn else { return Ok(Then::Ask) };
        if let Some(done) = turn.done().cloned() {
            self.play(&done)?;
            return Ok(Then::Go);
        }
        match clicked {
            Clicked::Nothing => {
                writeln!(out, "{}", self.says.not_legal(line, &MoveError::Unknown { near: Vec::new() }))?
            }
            Clicked::Made => self.show(out)?,
            Clicked::Selected | Clicked::Asked => {}
        }
        self.follows(out)?;
        Ok(Then::Ask)
    }

    /// What can be typed in the middle of a turn.
    pub(super) fn follows(&self, out: &mut Out) -> io::Result<()> {
        let Some(turn) = &self.turn else { return Ok(()) };
        let look = turn.look();
        if !look.choices.is_empty() {
            for (number, name) in look.choices.iter().enumerate() {
                writeln!(out, "{:>3} {}", number + 1, self.says.move_text(name))?;
            }
            return Ok(());
        }
        let named = |cells: &[zug_game::CellId]| {
            cells.iter().map(|c| self.opened.game.cell_name(*c).to_owned()).collect::<Vec<_>>()
        };
        let picked = look.selected.is_some() || look.dropping.is_some();
        let mut words = named(&look.targets);
        if !picked {
            words.extend(named(&look.starts));
        }
        words.extend(look.commands.clone());
        words.dedup();
        writeln!(out, "{}", self.says.follows(&words.join(" "), look.may_pass && turn.made().n_parts() > 0))
    }
}
