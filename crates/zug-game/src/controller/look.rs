//! What can be done at some moment of a turn.

use super::{Asked, Controller, Selected, Smart};
use crate::controller::shape::Shape;
use crate::game::Game;
use zug_ir::{CellId, KindId};

/// What can be done at some moment, and what to highlight.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Cells of pieces that can be selected.
    pub starts: Vec<CellId>,
    /// The cell that is selected.
    pub selected: Option<CellId>,
    /// The kind that is selected in the reserve.
    pub dropping: Option<KindId>,
    /// Cells where a click makes a part, or asks which.
    pub targets: Vec<CellId>,
    /// Kinds that can be selected in the reserve.
    pub kinds: Vec<KindId>,
    /// Parts to choose from by name, if one is asked for.
    pub choices: Vec<String>,
    /// Parts without a cell, by name.
    pub commands: Vec<String>,
    /// The parts made so far are a move: one can stop here.
    pub may_pass: bool,
    /// There is a part to take back.
    pub may_undo: bool,
    /// The move is complete.
    pub done: bool,
}

impl Controller {
    /// What can be done now, and what to highlight.
    pub fn look(&self) -> Look {
        let mut look = Look { done: self.done.is_some(), ..Look::default() };
        look.may_undo = self.walks.len() > 1 || self.done.is_some() || self.asked != Asked::Nothing;
        match &self.asked {
            Asked::Moves(moves) => {
                look.choices = moves.iter().map(|(name, _)| name.clone()).collect();
                return look;
            }
            Asked::Parts(parts) => {
                look.choices = self.part_names(parts);
                look.targets = parts.iter().flat_map(|part| self.taken_by(*part)).collect();
                sort(&mut look.targets);
                look.targets.retain(|cell| !self.that_take(*cell).is_empty());
            }
            Asked::Nothing => {}
        }
        match self.selected {
            Some(Selected::Cell(cell)) => look.selected = Some(cell),
            Some(Selected::Kind(kind)) => look.dropping = Some(kind),
            None => {}
        }
        if look.done || self.asked != Asked::Nothing {
            return look;
        }
        look.may_pass = self.walk().may_stop();
        for shape in &self.shapes {
            look.starts.extend(shape.start());
            look.kinds.extend(shape.kind());
            look.targets.extend(shape.at());
            if let Shape::Movement { to, .. } = shape {
                look.targets.push(*to);
            }
        }
        sort(&mut look.starts);
        sort(&mut look.targets);
        sort(&mut look.kinds);
        look.targets.retain(|cell| !self.meant_by(*cell).is_empty());
        if self.shapes.contains(&Shape::Nowhere) {
            look.commands = self.part_names(&self.parts_where(|shape| shape == Shape::Nowhere));
        }
        look
    }
}

fn sort<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
}

impl Smart {
    /// What the words of the option mean: `true`, `false`, `from`, `to`.
    pub fn named(word: &str) -> Option<Self> {
        let smart = |from, to| Some(Smart { from, to });
        match word {
            "true" => smart(true, true),
            "false" => smart(false, false),
            "from" => smart(true, false),
            "to" => smart(false, true),
            _ => None,
        }
    }

    /// The word that means it.
    pub fn word(self) -> &'static str {
        match (self.from, self.to) {
            (true, true) => "true",
            (true, false) => "from",
            (false, true) => "to",
            (false, false) => "false",
        }
    }

    /// What the rules of the game say; else off.
    pub fn of(game: &Game) -> Self {
        let said = game.ir().presentation.iter().rev().find(|(name, _)| name == "smart moves");
        said.and_then(|(_, value)| Smart::named(value)).unwrap_or_default()
    }
}
