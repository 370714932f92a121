//! A verified game with the tables the interpreter wants at hand.

use crate::action::NO_CELL;
use crate::engine::mentions_stuck;
use crate::error::MAX_PILED;
use crate::goals::is_decided_once;
use crate::piece::{Piece, PieceLayout};
use crate::reach::Reach;
use crate::script::Coords;
use crate::state::{State, UNLIMITED};
use crate::work;
use zug_ir::{
    AttrId, BlockId, CellTest, Game, GoalCond, GoalNum, KindId, Loc, ModeId, Op, Pile, PlayerId, Recycle,
    RuleRef, ScriptOp, Scripted, Stage, Test, Turn, Unlisted, Verdict, Verified, Who,
};

/// Ready to run; shared read-only by all states of the game.
#[derive(Debug)]
pub struct Program {
    game: Verified,
    layout: PieceLayout,
    /// `nav[(player * n_dirs + dir) * n_cells + cell]`, symmetry applied.
    nav: Vec<u16>,
    /// `zones[(player * n_zones + zone) * n_cells + cell]`.
    zones: Vec<bool>,
    active: Vec<bool>,
    /// A player who loses is out, and the others play on.
    eliminates: bool,
    /// `next[player]`: who takes turns after him, in the order of the turns.
    next: Vec<PlayerId>,
    /// The types that can begin a turn, if not all can.
    listed: Option<Vec<ModeId>>,
    /// `ranks`: the rules to try, best rank first (one rank without priorities).
    ranks: Vec<Rank>,
    pile: Pile,
    n_cells: usize,
    n_dirs: usize,
    n_zones: usize,
    has_reserves: bool,
    moves_others: bool,
    needs_history: bool,
    judges_by_history: bool,
    reads_last: bool,
    reads_passes: bool,
    reads_turns_played: bool,
    draws_lazily: bool,
    /// Goals for which one player is as good as another.
    decided_once: Vec<bool>,
    /// What deciding all goals costs.
    goals_cost: u64,
    /// What deciding all conditions that may not arise costs.
    illegal_cost: u64,
    reach: Reach,
    coords: Coords,
    start: State,
}

/// Rules of one priority.
#[derive(Debug, Default)]
pub struct Rank {
    /// `moves[kind]`.
    pub moves: Vec<Vec<RuleRef>>,
    /// `drops[kind]`.
    pub drops: Vec<Vec<RuleRef>>,
    pub(crate) any_drops: bool,
    pub(crate) any_moves: bool,
}

impl Program {
    /// Prepares a game.
    pub fn new(game: Verified) -> Self {
        let n_cells = game.board.cells.len();
        let mut nav = Vec::with_capacity(game.players.len() * game.board.dirs.len() * n_cells);
        for player in &game.players {
            for d in &player.symmetry {
                nav.extend(game.board.links[d.idx()].iter().map(|t| t.map_or(NO_CELL, |c| c.0)));
            }
        }
        let mut zones = vec![false; game.players.len() * game.board.zones.len() * n_cells];
        for (z, zone) in game.board.zones.iter().enumerate() {
            for (p, cells) in zone.cells.iter().enumerate() {
                for c in cells {
                    zones[(p * game.board.zones.len() + z) * n_cells + c.idx()] = true;
                }
            }
        }
        let active: Vec<bool> = (0..game.players.len()).map(|p| game.is_active(PlayerId(p as u16))).collect();
        let next = (0..game.players.len()).map(|p| next_player(&game, PlayerId(p as u16))).collect();
        let facts = Facts::of(&game);
        let mut program = Program {
            layout: PieceLayout::new(&game),
            nav,
            zones,
            active,
            eliminates: eliminates(&game),
            next,
            listed: listed(&game),
            ranks: ranks(&game),
            pile: game.rules.pile,
            n_cells,
            n_dirs: game.board.dirs.len(),
            n_zones: game.board.zones.len(),
            has_reserves: facts.reserves,
            moves_others: moves_others(&game),
            needs_history: facts.history,
            judges_by_history: facts.judging_history,
            reads_last: facts.last,
            reads_passes: facts.passes,
            reads_turns_played: facts.turns_played,
            reach: if facts.attacks { Reach::new(&game) } else { Reach::default() },
            draws_lazily: draws_lazily(&game),
            coords: if game.scripted.is_some() { Coords::new(&game.board) } else { Coords::default() },
            goals_cost: work::goals(&game),
            illegal_cost: illegal_cost(&game),
            decided_once: game.goals.iter().map(is_decided_once).collect(),
            start: State::placeholder(),
            game,
        };
        program.start = program.make_start();
        program
    }

    fn make_start(&self) -> State {
        let mut state = State::empty(self);
        for p in &self.game.setup {
            let fresh = self.layout.new_piece(p.kind, p.player);
            let set = |piece, &(attr, value): &(AttrId, i32)| self.layout.with_attr(piece, attr, value);
            let piece = p.attrs.iter().fold(fresh, set);
            match self.pile {
                Pile::Single => state.put(self, p.cell, piece),
                Pile::Stack => state.push_all(p.cell, &vec![piece; (p.count as usize).min(MAX_PILED)]),
                Pile::Heap => {
                    state.add_heap(self, p.cell, piece, i64::from(p.count));
                }
            }
        }
        for r in &self.game.reserves {
            let i = self.reserve_idx(r.player, r.kind);
            let n = match r.count {
                None => UNLIMITED,
                Some(n) => state.reserve[i].saturating_add(n).min(UNLIMITED - 1),
            };
            state.set_reserve_at(i, n);
        }
        if self.needs_history {
            state.remember(self);
        }
        state
    }

    /// The rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Attributes and new pieces.
    pub fn layout(&self) -> &PieceLayout {
        &self.layout
    }

    /// The position the game begins with.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// An empty board with the first turn to play: what position texts are set up on.
    pub fn blank(&self) -> State {
        State::empty(self)
    }

    /// The turn a state is about to play.
    pub fn turn(&self, state: &State) -> &Turn {
        &self.game.turns[state.turn as usize]
    }

    /// Who has just made a move, as far as the order of turns tells.
    pub(crate) fn last_chooser(&self, state: &State) -> PlayerId {
        self.chooser_before(state.turn)
    }

    /// Who chooses in the turn before this one.
    pub fn chooser_before(&self, turn: u16) -> PlayerId {
        let turn = turn as usize;
        let before = if turn == self.game.repeat_from { self.game.turns.len() } else { turn };
        self.game.turns[before.saturating_sub(1)].chooser
    }

    /// Does the player take turns (or is he neutral)?
    #[inline]
    pub fn is_active(&self, player: PlayerId) -> bool {
        self.active[player.idx()]
    }

    /// Who takes turns after a player.
    #[inline]
    pub fn next_player(&self, player: PlayerId) -> PlayerId {
        self.next[player.idx()]
    }

    pub(crate) fn block(&self, block: BlockId) -> &[Op] {
        &self.game.blocks[block.idx()].code
    }

    #[inline]
    pub(crate) fn step(&self, player: PlayerId, dir: zug_ir::DirId, cell: u16) -> u16 {
        self.nav[(player.idx() * self.n_dirs + dir.idx()) * self.n_cells + cell as usize]
    }

    #[inline]
    pub(crate) fn in_zone(&self, player: PlayerId, zone: zug_ir::ZoneId, cell: u16) -> bool {
        self.zones[(player.idx() * self.n_zones + zone.idx()) * self.n_cells + cell as usize]
    }

    #[inline]
    pub(crate) fn pile(&self) -> Pile {
        self.pile
    }

    /// May a rule of this type be the first of a turn?
    #[inline]
    pub fn begins(&self, mode: Option<ModeId>) -> bool {
        match &self.listed {
            None => true,
            Some(listed) => mode.is_some_and(|m| listed.contains(&m)),
        }
    }

    /// May a random legal move be drawn before all of them are known?
    pub(crate) fn draws_lazily(&self) -> bool {
        self.draws_lazily
    }

    /// Is one player as good as another for this goal?
    pub fn decided_once(&self, goal: usize) -> bool {
        self.decided_once[goal]
    }

    pub(crate) fn goals_cost(&self) -> u64 {
        self.goals_cost
    }

    pub(crate) fn illegal_cost(&self) -> u64 {
        self.illegal_cost
    }

    pub(crate) fn coords(&self) -> &Coords {
        &self.coords
    }

    pub(crate) fn reach(&self) -> &Reach {
        &self.reach
    }

    /// The rules that may begin a turn, best rank first.
    pub fn ranks(&self) -> &[Rank] {
        &self.ranks
    }

    /// Does some rule move pieces other than its own first?
    pub fn moves_others(&self) -> bool {
        self.moves_others
    }

    /// Do pieces wait beside the board in this game?
    pub fn has_reserves(&self) -> bool {
        self.has_reserves
    }

    /// Are equal moves one?
    pub fn merges(&self) -> bool {
        self.game.stages.contains(&Stage::Merge)
    }

    pub fn has_ko(&self) -> bool {
        self.game.stages.iter().any(|s| matches!(s, Stage::Ko(_)))
    }

    /// Does some rule ask for positions that were before?
    pub fn needs_history(&self) -> bool {
        self.needs_history
    }

    /// Can positions that were before make a move illegal?
    pub fn judges_by_history(&self) -> bool {
        self.judges_by_history
    }

    pub(crate) fn reads_last(&self) -> bool {
        self.reads_last
    }

    /// Rules with choices, if the game is written so.
    #[inline]
    pub(crate) fn scripted(&self) -> Option<&Scripted> {
        self.game.scripted.as_deref()
    }

    /// The turn that follows one in the order of turns.
    pub fn turn_after(&self, turn: u16) -> u16 {
        let next = turn as usize + 1;
        (if next == self.game.turns.len() { self.game.repeat_from } else { next }) as u16
    }

    /// The same, passing over the turns of players who are out, with the rolls before them.
    pub(crate) fn next_turn(&self, state: &State) -> u16 {
        self.turn_in_play(state, self.turn_after(state.turn))
    }

    /// That turn, or the next one of somebody who is not out.
    fn turn_in_play(&self, state: &State, mut turn: u16) -> u16 {
        if !state.out.is_empty() {
            for _ in 0..self.game.turns.len() {
                if self.player_of(turn).is_none_or(|player| !state.out.contains(&player)) {
                    break;
                }
                turn = self.turn_after(turn);
            }
        }
        turn
    }

    /// Whose turn it is, or will be after the rolls of chance.
    fn player_of(&self, mut turn: u16) -> Option<PlayerId> {
        for _ in 0..self.game.turns.len() {
            let player = self.game.turns[turn as usize].chooser;
            if !self.game.players[player.idx()].random {
                return Some(player);
            }
            turn = self.turn_after(turn);
        }
        None
    }

    /// Passes over the turns of players who are out, and of those who have nothing left, where the game says so.
    pub(crate) fn skip(&self, state: &mut State) {
        let skip_empty = self.scripted().is_some_and(|s| s.skip_empty);
        if !skip_empty && state.out.is_empty() {
            return;
        }
        for _ in 0..self.game.turns.len() {
            state.set_turn(self.turn_in_play(state, state.turn));
            let player = self.turn(state).chooser;
            let random = self.game.players[player.idx()].random;
            let waits = |k| state.reserve(self, player, KindId(k as u16)) > 0;
            let stands = |c: usize| state.any_piece(self, zug_ir::CellId(c as u16), |p| p.is_owned(player));
            if !skip_empty
                || random
                || (0..state.cells.len()).any(stands)
                || (0..self.game.kinds.len()).any(waits)
            {
                return;
            }
            state.set_turn(self.turn_after(state.turn));
        }
    }

    /// Is a piece set up in the turn to be played, before the game begins?
    pub(crate) fn in_set_up(&self, state: &State) -> bool {
        self.scripted().is_some_and(|rules| state.turn < rules.set_up)
    }

    /// Is a player who loses out of the game, while the others play on?
    pub fn eliminates(&self) -> bool {
        self.eliminates
    }

    /// The players who take turns and choose their moves.
    pub fn contenders(&self) -> Vec<PlayerId> {
        contenders(&self.game).collect()
    }

    /// Those of them who have not lost.
    pub(crate) fn survivors(&self, state: &State) -> Vec<PlayerId> {
        contenders(&self.game).filter(|player| !state.out.contains(player)).collect()
    }

    /// Does some rule ask how many turns have been played?
    pub fn reads_turns_played(&self) -> bool {
        self.reads_turns_played
    }

    pub(crate) fn reads_passes(&self) -> bool {
        self.reads_passes
    }

    pub(crate) fn reserve_idx(&self, player: PlayerId, kind: KindId) -> usize {
        player.idx() * self.game.kinds.len() + kind.idx()
    }

    /// Heaps count pieces by kind and owner; this is how many such codes there are.
    pub(crate) fn n_codes(&self) -> usize {
        self.game.kinds.len() * self.game.players.len()
    }

    pub(crate) fn code_of(&self, piece: Piece) -> usize {
        piece.owner().idx() * self.game.kinds.len() + piece.kind().idx()
    }

    pub(crate) fn code_piece(&self, code: usize) -> Piece {
        let kinds = self.game.kinds.len();
        self.layout.new_piece(KindId((code % kinds) as u16), PlayerId((code / kinds) as u16))
    }

    /// The player a `Who` means when `mover` moves.
    pub(crate) fn who(&self, who: Who, mover: PlayerId) -> PlayerId {
        match who {
            Who::Mover => mover,
            Who::Next => self.next_player(mover),
            Who::Player(p) => p,
        }
    }

    pub fn turn_allows(turn: &Turn, mode: Option<ModeId>) -> bool {
        match &turn.modes {
            None => true,
            Some(modes) => mode.is_some_and(|m| modes.contains(&m)),
        }
    }
}

/// The players who take turns and choose their moves.
fn contenders(game: &Game) -> impl Iterator<Item = PlayerId> + '_ {
    let players = (0..game.players.len() as u16).map(PlayerId);
    players.filter(|&player| game.is_active(player) && !game.players[player.idx()].random)
}

/// More than two players, some of them rivals, and a way to lose.
fn eliminates(game: &Game) -> bool {
    let Some(rules) = &game.scripted else { return false };
    let players: Vec<PlayerId> = contenders(game).collect();
    let loses = rules.goals.iter().any(|goal| goal.verdict == Verdict::Loss);
    loses && players.len() > 2 && !rules.is_one_side(&players)
}

/// No stage compares moves with each other, no goal asks what nobody can do, and the rules of one piece
/// cannot emit the moves of another (as `from` would let them), so that equal moves are found together.
fn draws_lazily(game: &Game) -> bool {
    if game.scripted.is_some() {
        return false;
    }
    let stages = game.stages.iter().all(|s| match s {
        Stage::Priorities { .. }
        | Stage::Royal { .. }
        | Stage::Illegal { .. }
        | Stage::Ko(_)
        | Stage::Merge => true,
        Stage::Prefer(_) | Stage::Landing | Stage::Pass(_) => false,
    });
    stages && !game.goals.iter().any(|g| mentions_stuck(&g.cond)) && !moves_others(game)
}

fn illegal_cost(game: &Game) -> u64 {
    let cost = |stage: &Stage| match stage {
        Stage::Illegal { players, cond } => work::condition(game, cond).saturating_mul(players.len() as u64),
        _ => 0,
    };
    game.stages.iter().map(cost).sum()
}

/// Does some rule move pieces other than the one it runs for first?
fn moves_others(game: &Game) -> bool {
    game.blocks.iter().any(|b| b.code.iter().any(|op| matches!(op, Op::From {})))
}

/// The active player (random ones left out) whose turn comes after one of `player`'s turns.
fn next_player(game: &Game, player: PlayerId) -> PlayerId {
    let n = game.turns.len();
    let ordinary = |p: PlayerId| !game.players[p.idx()].random;
    let at = game.turns.iter().position(|t| t.actor == player || t.chooser == player).unwrap_or(0);
    (1..=n)
        .map(|i| {
            if at + i < n { at + i } else { game.repeat_from + (at + i - n) % (n - game.repeat_from).max(1) }
        })
        .map(|i| game.turns[i.min(n - 1)].chooser)
        .find(|p| *p != player && ordinary(*p))
        .unwrap_or(player)
}

fn listed(game: &Game) -> Option<Vec<ModeId>> {
    game.stages.iter().find_map(|s| match s {
        Stage::Priorities { modes, unlisted: Unlisted::Never } => Some(modes.clone()),
        _ => None,
    })
}

fn ranks(game: &Game) -> Vec<Rank> {
    let listed = game.stages.iter().find_map(|s| match s {
        Stage::Priorities { modes, unlisted } => Some((modes, *unlisted)),
        _ => None,
    });
    let n_ranks = listed.map_or(1, |(m, _)| m.len() + 1);
    let rank_of = |mode: Option<ModeId>| match listed {
        None => Some(0),
        Some((modes, unlisted)) => match modes.iter().position(|m| Some(*m) == mode) {
            Some(i) => Some(i),
            None => (unlisted == Unlisted::Lowest).then_some(modes.len()),
        },
    };
    let mut ranks: Vec<Rank> = (0..n_ranks)
        .map(|_| Rank {
            moves: vec![Vec::new(); game.kinds.len()],
            drops: vec![Vec::new(); game.kinds.len()],
            ..Rank::default()
        })
        .collect();
    for (k, kind) in game.kinds.iter().enumerate() {
        for rule in &kind.moves {
            if let Some(r) = rank_of(rule.mode) {
                ranks[r].moves[k].push(*rule);
                ranks[r].any_moves = true;
            }
        }
        for rule in &kind.drops {
            if let Some(r) = rank_of(rule.mode) {
                ranks[r].drops[k].push(*rule);
                ranks[r].any_drops = true;
            }
        }
    }
    ranks
}

/// What the rules of a game can see or need, found by looking through all of them once.
#[derive(Default)]
struct Facts {
    reserves: bool,
    history: bool,
    /// The same for the rules of moves; the others are goals.
    judging_history: bool,
    last: bool,
    passes: bool,
    attacks: bool,
    turns_played: bool,
}

impl Facts {
    fn of(game: &Game) -> Facts {
        let mut facts = Facts {
            reserves: !game.reserves.is_empty()
                || game.kinds.iter().any(|k| !k.drops.is_empty())
                || (game.rules.count_reserve && game.rules.recycle != Recycle::Nowhere),
            ..Facts::default()
        };
        for block in &game.blocks {
            for op in &block.code {
                facts.see_op(op);
            }
        }
        for goal in &game.goals {
            facts.see_cond(&goal.cond);
        }
        for stage in &game.stages {
            match stage {
                Stage::Ko(_) => (facts.history, facts.judging_history) = (true, true),
                Stage::Illegal { cond, .. } => facts.see_cond(cond),
                Stage::Royal { .. } => facts.attacks = true,
                Stage::Priorities { .. }
                | Stage::Prefer(_)
                | Stage::Landing
                | Stage::Merge
                | Stage::Pass(_) => {}
            }
        }
        if let Some(rules) = &game.scripted {
            for (i, script) in rules.scripts.iter().enumerate() {
                script.code.iter().for_each(|op| facts.see_script_op(op));
                let asks = script.code.iter().any(|op| matches!(op, ScriptOp::Repeated { .. }));
                facts.judging_history |= asks && rules.goals.iter().all(|goal| goal.script.idx() != i);
            }
        }
        facts.reserves |=
            game.scripted.iter().flat_map(|s| &s.kinds).any(|k| !k.drops.is_empty()) || facts.recycles(game);
        facts
    }

    /// Scripts may ask for reserves that only captures fill.
    fn recycles(&self, game: &Game) -> bool {
        game.scripted.is_some() && game.rules.recycle != Recycle::Nowhere
    }

    fn see_script_op(&mut self, op: &ScriptOp) {
        match op {
            ScriptOp::Test { test: CellTest::LastFrom | CellTest::LastTo } => self.last = true,
            ScriptOp::Repeated { .. } => self.history = true,
            ScriptOp::ReserveOf {} | ScriptOp::Reserve {} => self.reserves = true,
            ScriptOp::TurnNumber {} => self.turns_played = true,
            _ => {}
        }
    }

    fn see_op(&mut self, op: &Op) {
        match op {
            Op::Verify { test, at }
            | Op::VerifyNot { test, at }
            | Op::JumpIf { test, at, .. }
            | Op::JumpUnless { test, at, .. } => self.see_test(test, at),
            Op::Goto { at }
            | Op::PushCellFlag { at, .. }
            | Op::PushAttr { at, .. }
            | Op::PushHeight { at }
            | Op::SetCellFlag { at, .. }
            | Op::SetAttr { at, .. }
            | Op::Capture { at }
            | Op::CaptureLate { at }
            | Op::Tuck { at }
            | Op::Create { at, .. }
            | Op::CreateSame { at, .. }
            | Op::CreateMany { at, .. }
            | Op::ChangeKind { at, .. }
            | Op::ChangeOwner { at, .. }
            | Op::Flip { at } => self.see_loc(at),
            Op::PushReserve { .. } | Op::AddReserve { .. } => self.reserves = true,
            Op::PushPasses {} => self.passes = true,
            _ => {}
        }
    }

    fn see_loc(&mut self, at: &Loc) {
        self.last |= matches!(at, Loc::LastFrom | Loc::LastTo);
    }

    fn see_test(&mut self, test: &Test, at: &Loc) {
        self.see_loc(at);
        self.last |= matches!(test, Test::LastFrom {} | Test::LastTo {});
        self.attacks |= matches!(
            test,
            Test::Attacked {} | Test::AttackedBy { .. } | Test::Defended {} | Test::DefendedBy { .. }
        );
    }

    fn see_cond(&mut self, cond: &GoalCond) {
        match cond {
            GoalCond::And(c) | GoalCond::Or(c) => c.iter().for_each(|c| self.see_cond(c)),
            GoalCond::Not(c) => self.see_cond(c),
            GoalCond::Repetition => self.history = true,
            GoalCond::Checkmated(_) => self.attacks = true,
            GoalCond::Cmp(_, a, b) => {
                self.see_num(a);
                self.see_num(b);
            }
            _ => {}
        }
    }

    fn see_num(&mut self, num: &GoalNum) {
        match num {
            GoalNum::Op(_, ab) => {
                self.see_num(&ab.0);
                self.see_num(&ab.1);
            }
            GoalNum::Passes => self.passes = true,
            GoalNum::Reserve { .. } => self.reserves = true,
            GoalNum::Const(_) | GoalNum::Global(_) | GoalNum::Pieces { .. } | GoalNum::Height(_) => {}
        }
    }
}

impl State {
    pub(crate) fn placeholder() -> State {
        State {
            cells: Vec::new(),
            piled: Vec::new(),
            heights: Vec::new(),
            reserve: Vec::new(),
            globals: Vec::new(),
            doomed: Vec::new(),
            turn: 0,
            passes: 0,
            turns_played: 0,
            last_from: NO_CELL,
            last_to: NO_CELL,
            hash: 0,
            history: Vec::new(),
            out: Vec::new(),
            over: None,
        }
    }
}
