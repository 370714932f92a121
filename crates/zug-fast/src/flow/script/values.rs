//! Values of the board, coordinates, players and texts, as scripts ask for them.

use super::build::{Builder, Step, number};
use super::core::{Core, Val, starts};
use super::ops::{constant, pop};
use crate::flow::exit::Effect;
use crate::num::{Expr, Num};
use crate::why::Why;
use zug_ir::{Const, GlobalId, PlayerId};

impl Builder<'_> {
    pub(super) fn global(&mut self, core: &Core, global: GlobalId) -> Step<Val> {
        if let Some((_, num)) = core.globals.iter().rev().find(|(g, _)| *g == global) {
            return Ok(Val::Int(*num));
        }
        let Some(of) = self.program.game().globals.get(global.idx()) else { return Ok(Val::int(0)) };
        if !self.shared.written.contains(&global) {
            // Nobody writes to it: it is what it was at the beginning.
            return Ok(constant(self, zug_ir::script::decode(of.init)));
        }
        if !matches!(zug_ir::script::decode(of.init), Const::Int(_)) {
            return Err(Why::Op("values that are no numbers").into());
        }
        Ok(Val::Int(self.shared.exprs.num(Expr::Global(global))))
    }

    pub(super) fn set_global(&mut self, core: &mut Core, global: GlobalId) -> Step<()> {
        let Val::Int(num) = pop(core) else { return Err(Why::Op("values that are no numbers").into()) };
        if global.idx() < self.program.game().globals.len() {
            let extent = self.shared.exprs.extent(num);
            if !extent.is_value_of_small() {
                return Err(Why::LargeNumbers.into());
            }
            self.shared.grows |= !extent.is_value();
            core.globals.retain(|(g, _)| *g != global);
            core.globals.push((global, num));
            core.globals.sort_unstable_by_key(|(g, _)| *g);
            core.effects.push(Effect::SetGlobal(global, num));
        }
        Ok(())
    }

    pub(super) fn coord(&mut self, core: &Core, cell: &Val, dimension: usize) -> Step<Val> {
        let Val::Cell(cell) = cell else { return Ok(Val::None) };
        self.known(*cell)?;
        let Some(at) = dimension.checked_sub(1) else { return Ok(Val::None) };
        let coords = self.shared.coords(self.program);
        let of = |c: u16| coords.get(c as usize).and_then(|c| c.as_ref()?.get(at).copied());
        // Starts are taken apart coordinate by coordinate.
        let first = starts(&self.alive(core.alive)).next();
        let Some(first) = first else { return Ok(Val::None) };
        let value = of(self.at(*cell, first));
        self.split(core, |b, s| of(b.at(*cell, s)) == value)?;
        Ok(value.map_or(Val::None, |c| Val::int(i32::from(c))))
    }

    /// The cell with these coordinates.
    pub(super) fn cell_at(&mut self, values: &[Val]) -> Step<Val> {
        let mut at = Vec::new();
        for value in values {
            let Num::Const(n) = number(value)? else { return Err(Why::Op("cell_at").into()) };
            at.push(n);
        }
        let coords = self.shared.coords(self.program);
        let fits = |c: &[u16]| c.len() == at.len() && c.iter().zip(&at).all(|(a, b)| i32::from(*a) == *b);
        let found = coords.iter().position(|c| c.as_deref().is_some_and(fits));
        Ok(found.map_or(Val::None, |cell| Val::Cell(self.shared.places.constant(cell as u16))))
    }

    /// Who plays the turn after this one.
    pub(super) fn next_player(&self, core: &Core) -> Step<PlayerId> {
        let game = self.program.game();
        let mut turns = game.turns.iter().enumerate().filter(|(_, t)| t.chooser == core.me);
        let after = |i: usize| game.turns[self.program.turn_after(i as u16) as usize].chooser;
        let Some(next) = turns.next().map(|(i, _)| after(i)) else {
            return Err(Why::Op("next_player").into());
        };
        // In tests it may be asked for anybody; with two players in turn the answer is the same.
        let plain = game.turns.len() == 2 && game.players.len() == 2 && self.job.of.player == core.me;
        if turns.all(|(i, _)| after(i) == next) && plain {
            Ok(next)
        } else {
            Err(Why::Op("next_player").into())
        }
    }

    pub(super) fn turn_of(&self, value: &Val) -> Step<Option<u16>> {
        let game = self.program.game();
        match value {
            Val::Int(Num::Const(n)) => {
                let turn = u16::try_from(*n).ok().and_then(|n| n.checked_add(self.rules.set_up));
                Ok(turn.filter(|n| usize::from(*n) < game.turns.len()))
            }
            Val::Player(player) => Ok(game.turns.iter().position(|t| t.chooser == *player).map(|t| t as u16)),
            Val::Int(Num::Expr(_)) | Val::OwnerAt(_) => Err(Why::Op("goto_turn").into()),
            _ => Ok(None),
        }
    }

    pub(super) fn text(&self, value: &Val) -> Step<String> {
        let game = self.program.game();
        Ok(match value {
            Val::None => String::new(),
            Val::Int(Num::Const(n)) => n.to_string(),
            Val::Text(t) => self.rules.texts[t.idx()].clone(),
            Val::Dir(d) => game.board.dirs[d.idx()].clone(),
            Val::Kind(k) => game.kinds[k.idx()].name.clone(),
            Val::Player(p) => game.players[p.idx()].name.clone(),
            Val::Zone(z) => game.board.zones[z.idx()].name.clone(),
            _ => return Err(Why::Op("log").into()),
        })
    }
}
