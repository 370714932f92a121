//! What following a script needs to know of a game, and which games have this form.

use super::dice::Pool;
use crate::flow::Coords;
use crate::why::Why;
use zug_ir::{
    ArriveRule, CellTest, Const, Game, KindId, Pile, PlayerId, ScriptId, ScriptOp as Op, Scripted, Stage,
    Start,
};
use zug_vm::{NO_CELL, Piece, Program};

/// Counts of a position: cells times sorts of pieces.
pub(super) const MAX_COUNTS: usize = 256;
pub(super) const MAX_CELLS: usize = 128;
pub(super) const MAX_SORTS: usize = 8;
pub(super) const MAX_GLOBALS: usize = 24;
/// Locals that outlive a part.
pub(super) const MAX_LEFT: usize = 8;

pub(super) struct Facts {
    pub(super) game: Game,
    pub(super) n_cells: usize,
    pub(super) n_codes: usize,
    /// `pieces[code]`.
    pub(super) pieces: Vec<Piece>,
    /// Codes that can occur.
    pub(super) possible: Vec<bool>,
    /// Globals that some script writes; the others are what they were at the beginning.
    pub(super) written: Vec<bool>,
    pub(super) pools: Vec<Pool>,
    coords: Coords,
    /// Locals that a part may read after others have been played, in the order they are kept.
    pub(super) left: Vec<u16>,
    pub(super) rivals: Vec<Vec<PlayerId>>,
}

impl Facts {
    pub(super) fn new(program: &Program) -> Result<Self, Why> {
        let game = program.game();
        let Some(rules) = game.scripted.as_deref() else { return Err(Why::Piles) };
        check(program, rules)?;
        let (n_cells, n_codes) = (game.board.cells.len(), game.kinds.len() * game.players.len());
        if n_cells > MAX_CELLS || n_cells * n_codes > MAX_COUNTS {
            return Err(Why::TooManyCells);
        }
        if n_codes > MAX_SORTS {
            return Err(Why::TooManyPieces);
        }
        let n_kinds = game.kinds.len();
        let piece = |code: usize| {
            program.layout().new_piece(KindId((code % n_kinds) as u16), PlayerId((code / n_kinds) as u16))
        };
        let mut written = vec![false; game.globals.len()];
        let mut creates = false;
        for op in rules.scripts.iter().flat_map(|s| &s.code) {
            match op {
                Op::SetGlobal { global } => written[global.idx()] = true,
                Op::SetPlayerValue { first } => {
                    let all = first.idx()..(first.idx() + game.players.len()).min(written.len());
                    written[all].fill(true);
                }
                Op::Create {} | Op::ChangeOwner {} | Op::SetPiece {} => creates = true,
                _ => {}
            }
        }
        let mut possible = vec![false; n_codes];
        for place in &game.setup {
            possible[place.player.idx() * n_kinds + place.kind.idx()] = true;
        }
        if creates {
            for player in program.contenders() {
                possible[player.idx() * n_kinds..][..n_kinds].fill(true);
            }
        }
        let pools = rules.dice.iter().map(|dice| Pool::new(game, dice)).collect::<Result<Vec<_>, _>>()?;
        let mut slots = vec![false; game.globals.len()];
        for slot in rules.dice.iter().flat_map(|d| &d.slots) {
            if std::mem::replace(&mut slots[slot.idx()], true) || written[slot.idx()] {
                return Err(Why::Chance);
            }
        }
        for op in rules.scripts.iter().flat_map(|s| &s.code) {
            if matches!(op, Op::Global { global } if slots[global.idx()]) {
                return Err(Why::Chance);
            }
        }
        let rivals = (0..game.players.len() as u16).map(|p| rivals(program, rules, PlayerId(p))).collect();
        Ok(Facts {
            n_cells,
            n_codes,
            pieces: (0..n_codes).map(piece).collect(),
            possible,
            written,
            pools,
            coords: crate::flow::coords(game),
            left: super::live::left(rules)?,
            rivals,
            game: game.clone(),
        })
    }

    pub(super) fn rules(&self) -> &Scripted {
        // There are scripts, or there would be no facts.
        static NO_RULES: std::sync::OnceLock<Scripted> = std::sync::OnceLock::new();
        self.game.scripted.as_deref().unwrap_or_else(|| NO_RULES.get_or_init(Scripted::default))
    }

    pub(super) fn script(&self, script: ScriptId) -> &[Op] {
        &self.rules().scripts[script.idx()].code
    }

    pub(super) fn code(&self, player: PlayerId, kind: KindId) -> u8 {
        (player.idx() * self.game.kinds.len() + kind.idx()) as u8
    }

    pub(super) fn owner(&self, code: u8) -> PlayerId {
        PlayerId((usize::from(code) / self.game.kinds.len()) as u16)
    }

    pub(super) fn kind(&self, code: u8) -> KindId {
        KindId((usize::from(code) % self.game.kinds.len()) as u16)
    }

    pub(super) fn count_at(&self, cell: u16, code: u8) -> u16 {
        cell * self.n_codes as u16 + u16::from(code)
    }

    pub(super) fn is_friend(&self, me: PlayerId, code: u8) -> bool {
        let owner = self.owner(code);
        owner == me || self.rules().is_ally(me, owner)
    }

    pub(super) fn step(&self, actor: PlayerId, dir: zug_ir::DirId, cell: u16) -> u16 {
        if cell == NO_CELL {
            return NO_CELL;
        }
        let dir = self.game.players[actor.idx()].symmetry[dir.idx()];
        self.game.board.links[dir.idx()][cell as usize].map_or(NO_CELL, |c| c.0)
    }

    pub(super) fn zone(&self, actor: PlayerId, zone: zug_ir::ZoneId) -> &[zug_ir::CellId] {
        self.game.board.zones[zone.idx()].cells.get(actor.idx()).map_or(&[], |cells| &cells[..])
    }

    pub(super) fn in_zone(&self, actor: PlayerId, zone: zug_ir::ZoneId, cell: u16) -> bool {
        self.zone(actor, zone).iter().any(|c| c.0 == cell)
    }

    pub(super) fn coord(&self, cell: u16, dimension: i32) -> Option<u16> {
        let at = usize::try_from(dimension).ok()?.checked_sub(1)?;
        self.coords.get(cell as usize)?.as_ref()?.get(at).copied()
    }

    pub(super) fn cell_at(&self, at: &[i32]) -> u16 {
        let fits = |c: &Option<Box<[u16]>>| {
            c.as_ref()
                .is_some_and(|c| c.len() == at.len() && c.iter().zip(at).all(|(a, b)| i32::from(*a) == *b))
        };
        self.coords.iter().position(fits).map_or(NO_CELL, |c| c as u16)
    }
}

fn rivals(program: &Program, rules: &Scripted, player: PlayerId) -> Vec<PlayerId> {
    let players = &program.game().players;
    (0..players.len() as u16)
        .map(PlayerId)
        .filter(|&p| p != player && program.is_active(p) && !players[p.idx()].random)
        .filter(|&p| !rules.is_ally(player, p))
        .collect()
}

/// Says why a game does not have this form, as far as that is seen without following its scripts.
fn check(program: &Program, rules: &Scripted) -> Result<(), Why> {
    let game = program.game();
    let random =
        |t: &zug_ir::Turn| game.players[t.chooser.idx()].random || game.players[t.actor.idx()].random;
    let unrolled = game
        .turns
        .iter()
        .enumerate()
        .any(|(i, turn)| random(turn) != rules.rolls.get(i).is_some_and(Option::is_some));
    let merging = |s: &Stage| matches!(s, Stage::Merge | Stage::Pass(_));
    let checks = [
        (game.rules.pile != Pile::Heap, Why::Piles),
        (!game.attrs.is_empty(), Why::FollowingAttributes),
        (unrolled, Why::Chance),
        (program.has_reserves() || rules.kinds.iter().any(|k| !k.drops.is_empty()), Why::Op("reserves")),
        (!game.stages.iter().all(merging), Why::Stage("of this game")),
        (rules.modes.iter().any(|m| m.landing), Why::Stage("landing")),
        (
            game.rules.start != Start::Own || rules.kinds.iter().any(|k| k.shared),
            Why::Op("pieces of everybody"),
        ),
        (rules.set_up > 0, Why::Op("set up")),
        (rules.skip_empty || program.eliminates(), Why::Op("players who are out")),
        (program.reads_turns_played(), Why::Op("turn_number")),
        (rules.scripts.iter().enumerate().any(|(i, s)| asks_more(rules, i, &s.code)), Why::Op("repeated")),
        (program.needs_history() && !rules.dice.is_empty(), Why::Op("repeated")),
        (game.globals.len() > MAX_GLOBALS, Why::Op("set_global")),
    ];
    if let Some((_, why)) = checks.into_iter().find(|(bad, _)| *bad) {
        return Err(why);
    }
    let judging = rules.kinds.iter().filter_map(|k| k.invariant).chain(rules.invariant);
    let judging: Vec<ScriptId> = judging.collect();
    for (i, script) in rules.scripts.iter().enumerate() {
        for op in &script.code {
            let fine = match op {
                Op::NoMoves {} => !judging.contains(&ScriptId(i as u32)),
                Op::Test { test } => {
                    matches!(test, CellTest::Empty | CellTest::Friend | CellTest::Enemy)
                }
                op => is_known(op),
            };
            if !fine {
                return Err(Why::Op(op.mnemonic()));
            }
        }
    }
    Ok(())
}

/// Does a script ask for earlier positions in another way than a goal before a move does: was the situation there twice?
fn asks_more(rules: &Scripted, script: usize, code: &[Op]) -> bool {
    let before_move = |g: &zug_ir::ScriptGoal| g.script.idx() == script && !g.after_move;
    let of_goal = rules.goals.iter().any(before_move);
    let asks = |at: &usize| matches!(code[*at], Op::Repeated { .. });
    (0..code.len()).filter(asks).any(|at| {
        let twice = at > 0 && code[at - 1] == Op::Push { value: Const::Int(2) };
        !(of_goal && twice && code[at] == Op::Repeated { situation: true })
    })
}

/// Can a script with this op be followed?
fn is_known(op: &Op) -> bool {
    !matches!(
        op,
        Op::Generation { .. }
            | Op::SetGeneration { .. }
            | Op::Attr { .. }
            | Op::SetAttr { .. }
            | Op::AttrHere { .. }
            | Op::NextPlayer {}
            | Op::TurnNumber {}
            | Op::CapturedCount {}
            | Op::Parts {}
            | Op::ReserveOf {}
            | Op::Reserve {}
            | Op::Reaches { .. }
            | Op::Border {}
            | Op::Flood {}
            | Op::FloodNext { .. }
            | Op::FloodAnswer { .. }
            | Op::PutUnder {}
            | Op::Arrive { rule: ArriveRule::NotFriend | ArriveRule::Empty }
            | Op::CaptureLate {}
            | Op::Flag {}
            | Op::SetPiece {}
            | Op::Defer { .. }
            | Op::Weight {}
            | Op::Forced {}
            | Op::Hint { .. }
    )
}
