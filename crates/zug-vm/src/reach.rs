//! Which cells a rule could possibly touch, so that an attack query need not run rules that cannot matter.
//!
//! The answer is never too small: tests are ignored, every branch is taken. It is found for one player, kind
//! and start cell when first asked for, by following the cursor through the code with sets of cells.

use crate::action::NO_CELL;
use crate::program::Program;
use std::sync::OnceLock;
use zug_ir::{Game, KindId, Loc, Op, PlayerId, Then};

/// What all rules of a kind could touch together, then for each rule its own set.
type Sets = Box<[u64]>;

/// How much memory the sets of a game may take. Large shogi needs a tenth.
const MAX_BYTES: usize = 200 << 20;

/// How long a rule is followed, in ops times words of a set, before the answer is "perhaps everywhere".
const MAX_WORK: usize = 1 << 15;

/// Answers found so far, by player, kind and start cell. An empty table answers "perhaps" to everything.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    sets: Vec<OnceLock<Sets>>,
}

impl Reach {
    /// A table for a game that asks for attacks and is not too large for it.
    pub(crate) fn new(game: &Game) -> Self {
        let n_cells = game.board.cells.len();
        let n_rules: usize = game.kinds.iter().map(|k| k.moves.len()).sum();
        let entries = game.players.len() * game.kinds.len() * n_cells;
        let sets = game.players.len()
            * n_cells
            * (n_rules + game.kinds.len())
            * n_cells.div_ceil(64)
            * size_of::<u64>();
        if entries * size_of::<OnceLock<Sets>>() + sets > MAX_BYTES {
            return Reach::default();
        }
        Reach { sets: (0..entries).map(|_| OnceLock::new()).collect() }
    }

    /// What the rules of this kind, run for a piece on `start` by `player`, could touch.
    #[inline]
    pub(crate) fn of(&self, program: &Program, player: PlayerId, kind: KindId, start: u16) -> Touch<'_> {
        let game = program.game();
        let i = (player.idx() * game.kinds.len() + kind.idx()) * game.board.cells.len() + start as usize;
        let sets =
            self.sets.get(i).map(|slot| &slot.get_or_init(|| touched(program, player, kind, start))[..]);
        Touch { sets, words: game.board.cells.len().div_ceil(64) }
    }
}

/// The cells that each rule of a kind could touch from one start.
#[derive(Clone, Copy)]
pub(crate) struct Touch<'a> {
    sets: Option<&'a [u64]>,
    words: usize,
}

impl Touch<'_> {
    /// Could some rule touch the cell?
    #[inline]
    pub(crate) fn may_any(&self, cell: u16) -> bool {
        self.sets.is_none_or(|s| s[cell as usize / 64] >> (cell % 64) & 1 != 0)
    }

    /// Could the rule with this number touch the cell?
    #[inline]
    pub(crate) fn may(&self, rule: usize, cell: u16) -> bool {
        self.sets.is_none_or(|s| s[(rule + 1) * self.words + cell as usize / 64] >> (cell % 64) & 1 != 0)
    }
}

fn touched(program: &Program, player: PlayerId, kind: KindId, start: u16) -> Sets {
    let n_cells = program.game().board.cells.len();
    let words = n_cells.div_ceil(64);
    let mut sets = vec![0; words];
    for rule in &program.game().kinds[kind.idx()].moves {
        let mut flow = Flow::new(n_cells);
        flow.follow(program, player, program.block(rule.block), start);
        sets[..words].iter_mut().zip(&flow.touched).for_each(|(all, own)| *all |= own);
        sets.extend(flow.touched);
    }
    sets.into_boxed_slice()
}

struct Flow {
    n_cells: usize,
    touched: Vec<u64>,
}

impl Flow {
    fn new(n_cells: usize) -> Self {
        Flow { n_cells, touched: vec![0; n_cells.div_ceil(64)] }
    }

    fn join(&mut self, set: &[u64]) {
        self.touched.iter_mut().zip(set).for_each(|(a, b)| *a |= b);
    }

    fn everything(&self) -> Vec<u64> {
        let mut all = vec![u64::MAX; self.n_cells.div_ceil(64)];
        if let (Some(last), used @ 1..) = (all.last_mut(), self.n_cells % 64) {
            *last = (1 << used) - 1;
        }
        all
    }

    /// Carries the set of possible cursors through the code until nothing new is found.
    fn follow(&mut self, program: &Program, player: PlayerId, code: &[Op], start: u16) {
        let words = self.touched.len();
        if code.len() * words > MAX_WORK {
            self.touched = self.everything();
            return;
        }
        let mut left = MAX_WORK;
        let mut cursors = vec![vec![0u64; words]; code.len() + 1];
        let mut remembered = vec![0u64; words];
        set(&mut remembered, start);
        set(&mut cursors[0], start);
        let mut work = vec![0usize];
        while let Some(pc) = work.pop() {
            if left < words {
                self.touched = self.everything();
                return;
            }
            left -= words;
            let here = cursors[pc].clone();
            let place = |at: Loc, flow: &Flow, remembered: &[u64]| match at {
                Loc::Here => here.clone(),
                Loc::Dir(dir) => stepped(&here, |c| program.step(player, dir, c)),
                Loc::Cell(c) => {
                    let mut one = vec![0; words];
                    set(&mut one, c.0);
                    one
                }
                Loc::From | Loc::To | Loc::Mark => union(remembered, &here),
                Loc::LastFrom | Loc::LastTo => flow.everything(),
            };
            let mut next = here.clone();
            let mut jump = None;
            let mut goes_on = true;
            match code[pc] {
                Op::Step { dir } => next = stepped(&here, |c| program.step(player, dir, c)),
                Op::Goto { at } => next = place(at, self, &remembered),
                Op::Mark {} | Op::MarkPush {} | Op::From {} | Op::To {} | Op::Cascade {} => {
                    let wider = union(&remembered, &here);
                    if wider != remembered {
                        remembered = wider;
                        // What is remembered feeds `back` and the like anywhere in the code.
                        work.extend((0..code.len()).filter(|&i| cursors[i].iter().any(|w| *w != 0)));
                    }
                    self.join(&here);
                }
                Op::Back {} | Op::BackPop {} => next = remembered.clone(),
                Op::Jump { to } => {
                    jump = Some(to.0 as usize);
                    goes_on = false;
                }
                Op::JumpIf { to, .. } | Op::JumpUnless { to, .. } | Op::JumpZero { to } => {
                    jump = Some(to.0 as usize)
                }
                Op::Each { .. } | Op::EachIn { .. } => next = self.everything(),
                Op::EachNext { to, .. } => {
                    jump = Some(to.0 as usize);
                    next = self.everything();
                }
                Op::Emit { exit } => {
                    self.join(&union(&here, &remembered));
                    if program.game().exits[exit.idx()].then != Then::Done {
                        self.touched = self.everything();
                    }
                }
                Op::Capture { at }
                | Op::CaptureLate { at }
                | Op::Tuck { at }
                | Op::Create { at, .. }
                | Op::CreateSame { at, .. }
                | Op::CreateMany { at, .. }
                | Op::ChangeKind { at, .. }
                | Op::ChangeOwner { at, .. }
                | Op::Flip { at } => {
                    let cells = place(at, self, &remembered);
                    self.join(&cells);
                }
                Op::End {} | Op::Reject {} => goes_on = false,
                Op::Verify { .. }
                | Op::VerifyNot { .. }
                | Op::Push { .. }
                | Op::PushFlag { .. }
                | Op::PushCellFlag { .. }
                | Op::PushAttr { .. }
                | Op::PushGlobal { .. }
                | Op::PushHeight { .. }
                | Op::PushPieces { .. }
                | Op::PushReserve { .. }
                | Op::PushPasses {}
                | Op::Add {}
                | Op::Sub {}
                | Op::Mul {}
                | Op::Div {}
                | Op::Rem {}
                | Op::Min {}
                | Op::Max {}
                | Op::Eq {}
                | Op::Lt {}
                | Op::Le {}
                | Op::Not {}
                | Op::SetFlag { .. }
                | Op::SetCellFlag { .. }
                | Op::SetAttr { .. }
                | Op::SetGlobal { .. }
                | Op::AddGlobal { .. }
                | Op::Lift {}
                | Op::AddReserve { .. }
                | Op::RepeatTurn {}
                | Op::ClearEffects {}
                | Op::ClearMovements {} => {}
            }
            if goes_on {
                flow_to(&mut cursors, &mut work, pc + 1, &next);
            }
            if let Some(to) = jump {
                flow_to(&mut cursors, &mut work, to, &next);
            }
        }
    }
}

fn flow_to(cursors: &mut [Vec<u64>], work: &mut Vec<usize>, to: usize, set: &[u64]) {
    let joined = union(&cursors[to], set);
    if joined != cursors[to] {
        cursors[to] = joined;
        if to + 1 < cursors.len() {
            work.push(to);
        }
    }
}

fn union(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a | b).collect()
}

fn set(bits: &mut [u64], cell: u16) {
    bits[cell as usize / 64] |= 1 << (cell % 64);
}

fn stepped(cells: &[u64], step: impl Fn(u16) -> u16) -> Vec<u64> {
    let mut out = vec![0; cells.len()];
    for (w, &word) in cells.iter().enumerate() {
        let mut bits = word;
        while bits != 0 {
            let to = step((w * 64) as u16 + bits.trailing_zeros() as u16);
            if to != NO_CELL {
                set(&mut out, to);
            }
            bits &= bits - 1;
        }
    }
    out
}
