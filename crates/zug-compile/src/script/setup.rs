//! Pieces that players set up themselves: a turn for each of them before the game begins.
//!
//! The pieces wait in reserve. Each entry of the set-up becomes a mode of its own with a drop into its zone, and a turn
//! for each piece lists that mode, so that exactly these pieces are placed, in the order of the text.

use super::Lowerer;
use crate::{codes, ids};
use zug_ir as ir;
use zug_ir::limits::MAX_NAMES;
use zug_ir::{CellTest, ModeRule, ScriptOp, ScriptRule};
use zug_lang::{GameDecl, ScatterDecl};
use zug_model::BoardModel;
use zug_source::{Diagnostic, Diagnostics};

/// The turns of the set-up: player by player in the order of the game, each with what he places.
pub(super) fn turns(decl: &GameDecl) -> impl Iterator<Item = (usize, &ScatterDecl)> {
    let players = 0..decl.players.len();
    players.flat_map(|player| {
        let all = decl.scattered.iter().enumerate();
        all.filter(move |(_, scattered)| scattered.player.idx() == player)
    })
}

/// Adds modes, turns and reserves to the tables of a game.
pub(super) fn tables(decl: &GameDecl, game: &mut ir::Game, out: &mut Diagnostics) {
    if decl.scattered.is_empty() {
        return;
    }
    check(decl, out);
    let n_modes = game.modes.len();
    for at in 0..decl.scattered.len() {
        let mut name = format!("set-up {}", at + 1);
        while game.modes.contains(&name) {
            name.push('\'');
        }
        game.modes.push(name);
    }
    let mut before = Vec::new();
    for (at, scattered) in turns(decl) {
        let player = ids::player(scattered.player);
        let modes = Some(vec![ir::ModeId((n_modes + at) as u16)]);
        let turn = ir::Turn { chooser: player, actor: player, modes };
        // One too many is enough to be told so.
        let room = (MAX_NAMES + 1).saturating_sub(before.len());
        before.extend(std::iter::repeat_n(turn, room.min(scattered.count as usize)));
        let (kind, count) = (ids::kind(scattered.kind), Some(scattered.count));
        game.reserves.push(ir::Reserve { player, kind, count });
    }
    game.repeat_from += before.len();
    before.append(&mut game.turns);
    game.turns = before;
}

/// Somebody must place the pieces, and there must be room.
fn check(decl: &GameDecl, out: &mut Diagnostics) {
    let mut taken = vec![vec![0; decl.board.zones.len()]; decl.players.len()];
    for (_, scattered) in turns(decl) {
        let (player, zone) = (&decl.players[scattered.player.idx()], &decl.board.zones[scattered.zone.idx()]);
        if !player.random && !decl.turns.iter().any(|turn| turn.player == scattered.player) {
            let message = format!("`{}` takes no turns, so nobody sets his pieces up", player.name);
            let problem = Diagnostic::error(codes::NOBODY_SETS_UP, scattered.origin, message);
            out.push(problem.hint("name the positions of the pieces, or make the player `(random)`"));
        }
        let taken = &mut taken[scattered.player.idx()][scattered.zone.idx()];
        *taken += scattered.count as usize;
        let cells = zone.cells.get(scattered.player.idx()).map_or(&[][..], |cells| &cells[..]);
        let is_free = |cell| !decl.placements.iter().any(|placement| placement.cell == cell);
        let room = cells.iter().filter(|&&cell| is_free(cell)).count();
        if decl.model == BoardModel::Single && *taken > room {
            let message = format!(
                "`{}` has {} in the zone `{}` for {taken} pieces to set up",
                player.name,
                if room == 1 { "1 free position".to_owned() } else { format!("{room} free positions") },
                zone.name
            );
            out.push(Diagnostic::error(codes::NO_ROOM, scattered.origin, message));
        }
    }
}

impl Lowerer<'_> {
    /// The drops of the set-up, behind those of the rules. No blocks run: it is no move of the game.
    pub(super) fn set_up(&mut self, scripted: &mut ir::Scripted) {
        let decl = self.decl;
        let n_modes = decl.modes.len();
        for (at, scattered) in decl.scattered.iter().enumerate() {
            scripted.modes.push(ModeRule { only_further: true, ..ModeRule::default() });
            let script = self.unit(scattered.origin, |this| {
                this.code.op(ScriptOp::InZone { zone: ids::zone(scattered.zone) });
                this.code.op(ScriptOp::Check {});
                if decl.model == BoardModel::Single {
                    this.code.op(ScriptOp::Test { test: CellTest::Empty });
                    this.code.op(ScriptOp::Check {});
                }
                this.code.op(ScriptOp::Place {});
                this.code.op(ScriptOp::Emit {});
            });
            let mode = Some(ir::ModeId((n_modes + at) as u16));
            scripted.kinds[scattered.kind.idx()].drops.push(ScriptRule { mode, script, further: script });
        }
        let n = decl.scattered.iter().map(|scattered| scattered.count).fold(0, u32::saturating_add);
        scripted.set_up = u16::try_from(n).unwrap_or(u16::MAX);
    }
}
