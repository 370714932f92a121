//! Which scripts may run when: the rules of a game, sorted by turn, rank and kind.

use crate::follow::live::entry;
use crate::why::Why;
use std::sync::Arc;
use zug_ir::{
    AttackScope, CellTest, KindId, Ko, ModeId, ModeRule, NoMoves, Pass, Pile, PlayerId, ScriptGoal, ScriptId,
    ScriptOp, ScriptRule, Scripted, Stage, Start,
};
use zug_vm::{Carry, Piece, Program};

/// Rules that may begin a turn.
#[derive(Default)]
pub(super) struct Rank {
    /// By kind.
    pub(super) moves: Vec<Vec<ScriptId>>,
    pub(super) drops: Vec<Vec<ScriptId>>,
    /// By player.
    pub(super) players: Vec<Vec<ScriptId>>,
    pub(super) any_drops: bool,
}

pub(super) struct TurnOf {
    pub(super) chooser: PlayerId,
    pub(super) actor: PlayerId,
    /// The move is drawn: no ply of a count.
    pub(super) chance: bool,
    /// No goal is tested before or after the move: it is drawn, or sets pieces up.
    pub(super) goalless: bool,
    pub(super) pass: Pass,
    /// The first of these that has any candidate has all of them.
    pub(super) ranks: Vec<Rank>,
}

pub(super) struct Kind {
    pub(super) closing: Option<ScriptId>,
    pub(super) invariants: Vec<ScriptId>,
    pub(super) attacked: Option<ScriptId>,
    /// Every player may move it.
    pub(super) anyone: bool,
}

pub(super) struct Rules {
    pub(super) n_cells: usize,
    /// Nothing has been left by parts before.
    pub(super) nothing: Carry,
    pub(super) turns: Vec<TurnOf>,
    pub(super) kinds: Vec<Kind>,
    /// `further[mode][kind]`: rules that may go on.
    pub(super) further: Vec<Vec<Vec<ScriptId>>>,
    pub(super) modes: Vec<ModeRule>,
    /// Locals that are forgotten when a part ends.
    pub(super) forgotten: Vec<u16>,
    pub(super) closing: Option<ScriptId>,
    pub(super) invariants: Vec<ScriptId>,
    pub(super) attack: AttackScope,
    /// Rules by which pieces attack, whatever the turn.
    pub(super) attacks: Vec<Rank>,
    pub(super) kos: Vec<Ko>,
    pub(super) lands: bool,
    /// No move is legal or not because of what other moves there are.
    pub(super) apart: bool,
    pub(super) no_moves: NoMoves,
    pub(super) goals: Vec<ScriptGoal>,
    /// `friends[player]`: owners whose pieces are his side's, as bits.
    friends: Vec<u64>,
    pub(super) needs_history: bool,
    /// What came before decides more than ends that are looked at after a move.
    pub(super) keeps_history: bool,
    pub(super) eliminates: bool,
    /// Locals that a run may find as another one has left them.
    pub(super) live: Arc<[bool]>,
}

impl Rules {
    pub(super) fn new(program: &Program) -> Result<Self, Why> {
        let game = program.game();
        let Some(scripts) = &game.scripted else { return Err(Why::Op("rules that are no scripts")) };
        declined(program, scripts)?;
        let kinds = scripts.kinds.iter().map(|kind| Kind {
            closing: kind.closing,
            invariants: kind.invariant.into_iter().chain(scripts.invariant).collect(),
            attacked: kind.attacked,
            anyone: kind.shared || game.rules.start == Start::Anyone,
        });
        let pass =
            game.stages.iter().find_map(|s| if let Stage::Pass(pass) = s { Some(*pass) } else { None });
        let pass = pass.unwrap_or(Pass::Never);
        let turns = game.turns.iter().enumerate().map(|(i, turn)| {
            let sets_up = i < usize::from(scripts.set_up);
            let chance = game.players[turn.chooser.idx()].random;
            TurnOf {
                chooser: turn.chooser,
                actor: turn.actor,
                chance,
                goalless: chance || sets_up,
                pass: if sets_up && pass == Pass::Always { Pass::Never } else { pass },
                ranks: ranks(scripts, turn.modes.as_deref(), sets_up),
            }
        });
        let further = (0..scripts.modes.len() as u16).map(|mode| {
            let of = |rules: &[ScriptRule]| {
                rules.iter().filter(|r| r.mode == Some(ModeId(mode))).map(|r| r.further).collect()
            };
            scripts.kinds.iter().map(|kind| of(&kind.moves)).collect()
        });
        let friends = (0..game.players.len() as u16).map(PlayerId).map(|me| {
            let mine = |p: &PlayerId| *p == me || scripts.is_ally(me, *p);
            (0..game.players.len() as u16).map(PlayerId).filter(mine).fold(0, |bits, p| bits | 1 << p.0)
        });
        let kos = game.stages.iter().filter_map(|s| if let Stage::Ko(ko) = s { Some(*ko) } else { None });
        let repeats = |id: ScriptId| {
            scripts.scripts[id.idx()].code.iter().any(|op| matches!(op, ScriptOp::Repeated { .. }))
        };
        let before = scripts.goals.iter().filter(|g| !g.after_move).any(|g| repeats(g.script));
        let within = (0..scripts.scripts.len() as u32).map(ScriptId);
        let within = within.filter(|id| !scripts.goals.iter().any(|g| g.script == *id)).any(repeats);
        let lands = game.stages.contains(&Stage::Landing) || scripts.modes.iter().any(|m| m.landing);
        let yields = scripts.scripts.iter().flat_map(|s| &s.code).any(|op| matches!(op, ScriptOp::Yield {}));
        let rules = Rules {
            n_cells: game.board.cells.len(),
            nothing: Carry::nothing(scripts.locals.len()),
            turns: turns.collect(),
            kinds: kinds.collect(),
            further: further.collect(),
            modes: scripts.modes.clone(),
            forgotten: scripts.list_locals.iter().map(|l| l.0).collect(),
            closing: scripts.closing,
            invariants: scripts.invariant.into_iter().collect(),
            attack: scripts.attack,
            attacks: ranks(scripts, None, false),
            kos: kos.collect(),
            lands,
            apart: !lands && !yields && scripts.priorities.is_empty(),
            no_moves: game.rules.no_moves,
            goals: scripts.goals.clone(),
            friends: friends.collect(),
            needs_history: program.needs_history(),
            keeps_history: before || within || program.judges_by_history(),
            eliminates: program.eliminates(),
            live: live(scripts),
        };
        Ok(rules)
    }

    /// 0: no piece; 1: one of the player's side; 2: another one.
    #[inline(always)]
    pub(super) fn side(&self, piece: Piece, player: PlayerId) -> usize {
        if piece.is_none() {
            return 0;
        }
        2 - (self.friends[player.idx()] >> piece.owner().0 & 1) as usize
    }

    /// What must hold after a move by a rule of a kind, or of a player.
    pub(super) fn invariants(&self, kind: Option<KindId>) -> &[ScriptId] {
        kind.map_or(&self.invariants, |kind| &self.kinds[kind.idx()].invariants)
    }
}

/// Locals that some script which runs after a part may read before it writes to them.
fn live(scripts: &Scripted) -> Arc<[bool]> {
    let further = scripts.kinds.iter().flat_map(|k| &k.moves).filter(|r| r.mode.is_some()).map(|r| r.further);
    let last = scripts.kinds.iter().flat_map(|k| [k.closing, k.invariant]).flatten();
    let all = further.chain(last).chain(scripts.closing).chain(scripts.invariant);
    let mut live = vec![false; scripts.locals.len()];
    for script in all {
        live.iter_mut().zip(entry(scripts, script)).for_each(|(live, read)| *live |= read);
    }
    live.into()
}

/// What accounts of runs do not tell, and what this form does not do.
fn declined(program: &Program, scripts: &Scripted) -> Result<(), Why> {
    let game = program.game();
    if game.rules.pile == Pile::Heap {
        return Err(Why::Piles);
    }
    if game.players.len() > 64 {
        return Err(Why::TooManyPieces);
    }
    if scripts.rolls.iter().any(Option::is_some) {
        return Err(Why::Chance);
    }
    for op in scripts.scripts.iter().flat_map(|s| &s.code) {
        match op {
            // Questions inside questions: what is asked depends on who asks.
            ScriptOp::Test { test: CellTest::Attacked | CellTest::Defended }
                if scripts.attack == AttackScope::Legal =>
            {
                return Err(Why::Test("attacked"));
            }
            ScriptOp::Generation { .. } | ScriptOp::SetGeneration { .. } | ScriptOp::Defer { .. } => {
                return Err(Why::Op("defer"));
            }
            ScriptOp::Dice { .. } | ScriptOp::UseDie { .. } => return Err(Why::Op("use_die")),
            _ => {}
        }
    }
    let moves = scripts.kinds.iter().flat_map(|k| k.moves.iter().chain(&k.drops));
    let moves = moves.chain(scripts.players.iter().flatten()).flat_map(|r| [r.script, r.further]);
    let asks = |id: ScriptId| scripts.scripts[id.idx()].code.contains(&ScriptOp::NoMoves {});
    if moves.into_iter().any(asks) { Err(Why::Op("no_moves")) } else { Ok(()) }
}

/// The rules that may begin a turn.
fn rank(scripts: &Scripted, begins: impl Fn(Option<ModeId>) -> bool) -> Rank {
    let of = |rules: &[ScriptRule]| -> Vec<ScriptId> {
        rules.iter().filter(|r| begins(r.mode)).map(|r| r.script).collect()
    };
    Rank {
        moves: scripts.kinds.iter().map(|k| of(&k.moves)).collect(),
        drops: scripts.kinds.iter().map(|k| of(&k.drops)).collect(),
        players: scripts.players.iter().map(|rules| of(rules)).collect(),
        any_drops: scripts.kinds.iter().any(|k| !of(&k.drops).is_empty()),
    }
}

/// Rank by rank; while pieces are set up no rank goes before another.
fn ranks(scripts: &Scripted, modes: Option<&[ModeId]>, sets_up: bool) -> Vec<Rank> {
    let begins = |mode| scripts.may_begin(modes, mode, sets_up);
    if scripts.priorities.is_empty() || sets_up {
        return vec![rank(scripts, begins)];
    }
    let of_rank = |of: &ModeId| rank(scripts, |mode| mode == Some(*of) && begins(mode));
    scripts.priorities.iter().map(of_rank).collect()
}
