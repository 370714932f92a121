//! What a script can ask of the board.

use super::World;
use super::machine::{Loop, Machine};
use super::run::{cell_of, end_reach};
use super::value::Val;
use crate::action::NO_CELL;
use crate::error::{Limit, MAX_NESTED, RunError};
use crate::piece::Piece;
use crate::work;
use zug_ir::{CellTest, DirId, PlayerId, ZoneId};

impl World<'_> {
    /// Is a value true? A direction steps, a cell moves the cursor.
    #[inline(always)]
    pub(super) fn is_true(&mut self, m: &mut Machine, value: &Val) -> bool {
        match value {
            Val::None | Val::Int(0) => false,
            Val::List(list) => !list.is_empty(),
            Val::Dir(dir) => self.go(m, *dir),
            Val::Cell(cell) => {
                m.regs.cursor = *cell;
                true
            }
            _ => true,
        }
    }

    #[inline]
    pub(super) fn neighbour(&self, m: &Machine, cell: u16, dir: DirId) -> u16 {
        if cell == NO_CELL { NO_CELL } else { self.program.step(m.regs.actor, dir, cell) }
    }

    /// Steps with everything in hand, if all of it can.
    fn go(&mut self, m: &mut Machine, dir: DirId) -> bool {
        let to = self.neighbour(m, m.regs.cursor, dir);
        if to == NO_CELL {
            return false;
        }
        if m.regs.hand.len() > 1 {
            if m.regs.hand.iter().any(|b| self.neighbour(m, b.at, dir) == NO_CELL) {
                return false;
            }
            let actor = m.regs.actor;
            for bundle in m.regs.hand.change() {
                bundle.at = self.program.step(actor, dir, bundle.at);
            }
        }
        m.regs.cursor = to;
        true
    }

    /// Where a direction or a cell leads the eye.
    pub(super) fn seen(&self, m: &Machine, value: &Val) -> Option<u16> {
        let cell = match value {
            Val::Dir(dir) => self.neighbour(m, m.regs.cursor, *dir),
            Val::Cell(cell) => *cell,
            _ => NO_CELL,
        };
        (cell != NO_CELL).then_some(cell)
    }

    pub(super) fn zone_cells(&self, m: &Machine, zone: ZoneId) -> Vec<u16> {
        let zones = &self.program.game().board.zones[zone.idx()].cells;
        zones.get(m.regs.actor.idx()).map_or_else(Vec::new, |cells| cells.iter().map(|c| c.0).collect())
    }

    pub(super) fn is_friend(&self, m: &Machine, piece: Piece) -> bool {
        piece.is_some() && (piece.owner() == m.regs.me || self.rules.is_ally(m.regs.me, piece.owner()))
    }

    #[inline]
    pub(super) fn test(&mut self, m: &mut Machine, test: CellTest) -> Result<bool, RunError> {
        let cell = m.regs.cursor;
        if cell == NO_CELL {
            return Ok(false);
        }
        self.tell_test(m, test);
        let piece = self.looked_at(m);
        Ok(match test {
            CellTest::Empty => piece.is_none(),
            CellTest::Friend => self.is_friend(m, piece),
            CellTest::Enemy => piece.is_some() && !self.is_friend(m, piece),
            CellTest::LastFrom => self.board.state.last_from == cell,
            CellTest::LastTo => self.board.state.last_to == cell,
            CellTest::Flag => m.flags.contains(&cell),
            CellTest::Attacked => self.attacked(m)?,
            CellTest::Defended => self.aside(|world| world.defended(m))?,
        })
    }

    /// Players who take turns, without this one, his allies and those who are out.
    pub(super) fn rivals(&self, player: PlayerId) -> std::vec::IntoIter<PlayerId> {
        let players = &self.program.game().players;
        let rivals: Vec<PlayerId> = (0..players.len() as u16)
            .map(PlayerId)
            .filter(|&p| p != player && self.program.is_active(p) && !players[p.idx()].random)
            .filter(|p| !self.board.state.out.contains(p))
            .filter(|&p| !self.rules.is_ally(player, p))
            .collect();
        rivals.into_iter()
    }

    /// Who plays the turn after this one, chance and players who are out left out.
    pub(super) fn next_player(&self) -> PlayerId {
        let mut turn = self.board.state.turn;
        for i in 0..self.program.game().turns.len() {
            if i > 0 || !self.passed_on {
                turn = self.program.turn_after(turn);
            }
            let player = self.program.game().turns[turn as usize].chooser;
            if !self.program.game().players[player.idx()].random && !self.board.state.out.contains(&player) {
                return player;
            }
        }
        self.program.turn(&self.board.state).chooser
    }

    /// The turn a value means: a number, or the next turn of a player after this one.
    pub(super) fn turn_of(&self, value: &Val) -> Option<u16> {
        let turns = &self.program.game().turns;
        match value {
            Val::Int(n) => {
                let turn = u16::try_from(*n).ok().and_then(|n| n.checked_add(self.rules.set_up));
                turn.filter(|n| usize::from(*n) < turns.len())
            }
            Val::Player(player) => {
                // A roll before the player's turn belongs to it.
                let set_up = usize::from(self.rules.set_up);
                let at = set_up + turns[set_up..].iter().position(|t| t.chooser == *player)?;
                let roll =
                    at.checked_sub(1).filter(|&i| self.rules.rolls.get(i).is_some_and(Option::is_some));
                Some(roll.unwrap_or(at) as u16)
            }
            _ => None,
        }
    }

    /// Has the board been like this at least so often before? For a situation: with the same reserves and turn too.
    pub(super) fn repeated(&mut self, n: i32, situation: bool) -> Result<bool, RunError> {
        let before = &self.history[..self.history.len().saturating_sub(2)];
        let (program, state) = (self.program, &self.board.state);
        let turns = program.game().turns.len() as u16;
        let found = if situation {
            let turn = if self.judging { program.next_turn(state) } else { state.turn };
            let key = state.situation_key(program, turn);
            before.iter().step_by(2).filter(|&&h| h == key).count()
        } else {
            let keys: Vec<u64> = (0..turns).map(|t| state.board_key(program, t)).collect();
            boards(before).filter(|h| keys.contains(h)).count()
        };
        let cost = work::scan(before.len() * usize::from(turns));
        self.charge(cost)?;
        Ok(found as i64 >= i64::from(n))
    }

    /// Neighbours of cells that are not among them, in order.
    pub(super) fn border(&mut self, m: &Machine, cells: &Val, dirs: &Val) -> Result<Val, RunError> {
        let mut known = vec![false; self.board.state.cells.len()];
        let cells: Vec<u16> = cells.elements().iter().map(cell_of).filter(|c| *c != NO_CELL).collect();
        cells.iter().for_each(|&c| known[c as usize] = true);
        self.charge((cells.len() * (1 + dirs.elements().len())) as u64 + work::scan(known.len()))?;
        let mut border = Vec::new();
        for &cell in &cells {
            for dir in directions(dirs) {
                let to = self.neighbour(m, cell, dir);
                if to != NO_CELL && !std::mem::replace(&mut known[to as usize], true) {
                    border.push(Val::Cell(to));
                }
            }
        }
        Ok(Val::list(border))
    }

    pub(super) fn begin_flood(&mut self, m: &mut Machine, start: &Val, dirs: &Val) -> Result<(), RunError> {
        let seen = vec![false; self.board.state.cells.len()];
        self.charge(work::scan(seen.len()) + 4)?;
        if m.loops.len() > 100 {
            return Err(self.error(Limit::Choices));
        }
        let todo: Vec<u16> = start.elements().iter().rev().map(cell_of).filter(|c| *c != NO_CELL).collect();
        let dirs = directions(dirs).collect();
        m.loops.push(Loop::Flood { cursor: m.regs.cursor, dirs, todo, seen, found: Vec::new(), at: NO_CELL });
        Ok(())
    }

    /// Goes to the next cell to ask about; true if there is none, with the list of cells pushed.
    pub(super) fn flood_next(&mut self, m: &mut Machine) -> Result<bool, RunError> {
        let Some(Loop::Flood { cursor, todo, seen, found, at, .. }) = m.loops.last_mut() else {
            return Ok(true);
        };
        while let Some(cell) = todo.pop() {
            if !std::mem::replace(&mut seen[cell as usize], true) {
                *at = cell;
                m.regs.cursor = cell;
                return Ok(false);
            }
        }
        m.regs.cursor = *cursor;
        let found = std::mem::take(found);
        m.loops.pop();
        self.charge(4 * found.len() as u64)?;
        m.push(Val::list(found));
        Ok(true)
    }

    pub(super) fn flood_answer(&mut self, m: &mut Machine, yes: bool) -> Result<(), RunError> {
        let actor = m.regs.actor;
        let Some(Loop::Flood { dirs, todo, seen, found, at, .. }) = m.loops.last_mut() else { return Ok(()) };
        if yes {
            found.push(Val::Cell(*at));
            for dir in dirs.iter() {
                let to = self.program.step(actor, *dir, *at);
                if to != NO_CELL && !seen[to as usize] {
                    todo.push(to);
                }
            }
            let cost = dirs.len() as u64;
            return self.charge(cost);
        }
        Ok(())
    }

    /// Steps on along a walk; true if the board ends, with the cells passed pushed.
    pub(super) fn reach_next(&mut self, m: &mut Machine) -> Result<bool, RunError> {
        let Some(Loop::Reach { dir, passed, .. }) = m.loops.last() else { return Ok(true) };
        let to = self.neighbour(m, m.regs.cursor, *dir);
        // A walk around a ring ends where it began to repeat itself.
        let around = passed.len() > self.board.state.cells.len();
        if to == NO_CELL || around {
            end_reach(m);
            return Ok(true);
        }
        m.regs.cursor = to;
        Ok(false)
    }

    /// A value as part of a move's name.
    pub(super) fn text(&self, value: &Val) -> String {
        self.text_within(value, MAX_NESTED)
    }

    fn text_within(&self, value: &Val, depth: u32) -> String {
        let game = self.program.game();
        match value {
            Val::None => String::new(),
            Val::Int(n) => n.to_string(),
            Val::Text(t) => self.rules.texts[t.idx()].clone(),
            Val::Dir(d) => game.board.dirs[d.idx()].clone(),
            Val::Cell(c) => game.board.cells[*c as usize].name.clone(),
            Val::Kind(k) => game.kinds[k.idx()].name.clone(),
            Val::Player(p) => game.players[p.idx()].name.clone(),
            Val::Zone(z) => game.board.zones[z.idx()].name.clone(),
            Val::List(_) if depth == 0 => String::new(),
            Val::List(list) => {
                let texts = list.iter().take(100).map(|v| self.text_within(v, depth - 1));
                texts.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// The boards of a history, without the situations they were part of.
pub(super) fn boards(history: &[u64]) -> impl DoubleEndedIterator<Item = &u64> {
    history.iter().skip(1).step_by(2)
}

fn directions(dirs: &Val) -> impl Iterator<Item = DirId> {
    dirs.elements().iter().filter_map(|d| match d {
        Val::Dir(d) => Some(*d),
        _ => None,
    })
}
