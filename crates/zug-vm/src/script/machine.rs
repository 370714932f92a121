//! Registers of a run, its choices, and going back to them.

use super::memo::Asked;
use super::value::Val;
use crate::action::{Action, NO_CELL, PartHead};
use crate::piece::Piece;
use smallvec::SmallVec;
use std::ops::Deref;
use std::sync::Arc;
use zug_ir::{DirId, PlayerId, Quantifier, ScriptId};

/// Pieces taken up together.
#[derive(Clone, Debug)]
pub(super) struct Bundle {
    /// Where they were taken up; [`NO_CELL`]: they come from a reserve.
    pub(super) origin: u16,
    /// Where they are, while more than one bundle is in hand.
    pub(super) at: u16,
    /// Bottom first.
    pub(super) pieces: SmallVec<[(Piece, u64); 1]>,
    /// Where the lowest pieces came from that were put under the others, the latest of them lowest.
    pub(super) under: SmallVec<[u16; 2]>,
    /// But for those, still exactly what was taken up.
    pub(super) intact: bool,
    /// The list of actions knows already that they were taken up.
    pub(super) lifted: bool,
}

impl Bundle {
    /// True if some of its pieces were taken from this cell.
    pub(super) fn came_from(&self, cell: u16) -> bool {
        self.origin == cell || self.under.contains(&cell)
    }
}

/// A list that choices keep as it is now: it is copied when it changes, not whenever a choice is opened.
#[derive(Clone, Debug)]
pub(super) struct Kept<T>(Option<Arc<Vec<T>>>);

impl<T: Clone> Kept<T> {
    pub(super) fn change(&mut self) -> &mut Vec<T> {
        Arc::make_mut(self.0.get_or_insert_default())
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept(None)
    }
}

impl<T> Deref for Kept<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_ref().map_or(&[], |list| list)
    }
}

/// What a choice restores besides the board, the locals and the stack.
#[derive(Clone, Debug)]
pub(super) struct Regs {
    pub(super) cursor: u16,
    pub(super) start: u16,
    /// Whose move it is.
    pub(super) me: PlayerId,
    /// By whose symmetry directions and zones are read.
    pub(super) actor: PlayerId,
    pub(super) hand: Kept<Bundle>,
    pub(super) marks: Kept<u16>,
    /// Where the part's first bundle was set down.
    pub(super) landed: u16,
    pub(super) captured: u32,
    pub(super) weight: Option<i32>,
    pub(super) forced: bool,
    // How long the lists are that only grow.
    pub(super) n_actions: u32,
    pub(super) n_logs: u32,
    pub(super) n_flags: u32,
    pub(super) n_defers: u32,
    pub(super) n_yields: u32,
    pub(super) n_hints: u32,
}

/// A check that is made again when all moves are known.
#[derive(Clone, Debug)]
pub(super) struct Defer {
    pub(super) script: ScriptId,
    pub(super) cursor: u16,
    pub(super) locals: Vec<Val>,
}

/// A loop over cells or values.
#[derive(Clone, Debug)]
pub(super) enum Loop {
    Flood { cursor: u16, dirs: Vec<DirId>, todo: Vec<u16>, seen: Vec<bool>, found: Vec<Val>, at: u16 },
    Reach { cursor: u16, dir: DirId, passed: Vec<Val> },
    Each { list: Arc<Vec<Val>>, next: usize },
}

/// Something to go back to.
pub(super) struct Choice {
    /// Where to go on.
    pub(super) pc: usize,
    pub(super) regs: Regs,
    pub(super) board: usize,
    pub(super) locals: usize,
    /// Where its values begin in [`Machine::saved`]: first the stack, then what has not been chosen yet, last first.
    pub(super) saved: usize,
    /// How many of them are the stack.
    pub(super) stack: usize,
    pub(super) loops: Vec<Loop>,
    pub(super) kind: Alternatives,
    /// Bytes that it and those before it keep.
    pub(super) kept: usize,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Alternatives {
    /// The other way, once.
    Way,
    /// Values: one is pushed.
    Values,
    /// Cells: the cursor moves there and 1 is pushed.
    Cells,
    /// The end of a quantifier: when everything inside has failed.
    Quantifier,
}

/// An open quantifier, and what it has counted so far.
pub(super) struct Tally {
    /// Its place among the choices.
    pub(super) at: usize,
    pub(super) how: Quantifier,
    pub(super) n: i32,
    pub(super) values: Vec<Val>,
    pub(super) actions: Vec<Action>,
    pub(super) captured: u32,
    /// The question, if its answer is worth keeping.
    pub(super) asked: Option<Box<Asked>>,
}

/// All of a run but the board.
pub(super) struct Machine {
    pub(super) regs: Regs,
    pub(super) stack: Vec<Val>,
    pub(super) locals: Vec<Val>,
    pub(super) local_trail: Vec<(u16, Val)>,
    pub(super) choices: Vec<Choice>,
    /// Stacks and values not yet chosen, of all open choices.
    pub(super) saved: Vec<Val>,
    /// The open quantifiers.
    pub(super) quantifiers: Vec<Tally>,
    pub(super) loops: Vec<Loop>,
    /// What this turn has done so far, parts before this one included.
    pub(super) actions: Vec<Action>,
    /// The parts before this one.
    pub(super) heads: Vec<PartHead>,
    pub(super) logs: Vec<(i32, String)>,
    pub(super) flags: Vec<u16>,
    pub(super) defers: Vec<Arc<Defer>>,
    pub(super) yields: Vec<i32>,
    pub(super) hints: Vec<String>,
    /// The piece whose rule runs; none for moves of players and for tests.
    pub(super) mover: Piece,
    /// Where the part began; [`NO_CELL`] for drops and moves of players.
    pub(super) part_from: u16,
    /// The mode of the turn's first part.
    pub(super) mode: Option<zug_ir::ModeId>,
    /// The last part has ended; what is done now belongs to it.
    pub(super) closing: bool,
}

impl Machine {
    pub(super) fn new(n_locals: usize) -> Self {
        Machine {
            regs: Regs::new(PlayerId(0)),
            stack: Vec::new(),
            locals: vec![Val::None; n_locals],
            local_trail: Vec::new(),
            choices: Vec::new(),
            saved: Vec::new(),
            quantifiers: Vec::new(),
            loops: Vec::new(),
            actions: Vec::new(),
            heads: Vec::new(),
            logs: Vec::new(),
            flags: Vec::new(),
            defers: Vec::new(),
            yields: Vec::new(),
            hints: Vec::new(),
            mover: Piece::NONE,
            part_from: NO_CELL,
            mode: None,
            closing: false,
        }
    }

    /// Ready for the first part of a turn, or for a test.
    pub(super) fn reset(&mut self, me: PlayerId, cursor: u16, mover: Piece) {
        let actor = if mover.is_some() { mover.owner() } else { me };
        self.regs = Regs { cursor, actor, ..Regs::new(me) };
        self.clear_stacks();
        self.locals.fill(Val::None);
        self.actions.clear();
        self.heads.clear();
        self.logs.clear();
        self.flags.clear();
        self.defers.clear();
        self.hints.clear();
        self.mover = mover;
        self.part_from = NO_CELL;
        self.mode = None;
    }

    fn clear_stacks(&mut self) {
        self.stack.clear();
        self.local_trail.clear();
        self.choices.clear();
        self.saved.clear();
        self.quantifiers.clear();
        self.loops.clear();
        self.yields.clear();
    }

    /// Ready for a further part: everything said and done so far stays, but what `any` chose from a list.
    pub(super) fn go_on(
        &mut self,
        before: &Machine,
        head: PartHead,
        cursor: u16,
        mover: Piece,
        forget: &[zug_ir::LocalId],
    ) {
        self.clear_stacks();
        self.regs = Regs {
            cursor,
            actor: if mover.is_some() { mover.owner() } else { before.regs.me },
            hand: Kept::default(),
            marks: Kept::default(),
            landed: NO_CELL,
            n_yields: 0,
            ..before.regs.clone()
        };
        self.actions.clone_from(&before.actions);
        self.heads.clone_from(&before.heads);
        self.heads.push(head);
        self.logs.clone_from(&before.logs);
        self.flags.clone_from(&before.flags);
        self.defers.clone_from(&before.defers);
        self.hints.clone_from(&before.hints);
        self.locals.clone_from(&before.locals);
        for local in forget {
            self.locals[local.idx()] = Val::None;
        }
        self.mover = mover;
        self.part_from = cursor;
        self.mode = before.mode;
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Val {
        // The verifier has shown that the stack is never empty here.
        self.stack.pop().unwrap_or(Val::None)
    }

    pub(super) fn pop_many(&mut self, n: usize) -> SmallVec<[Val; 4]> {
        self.stack.drain(self.stack.len().saturating_sub(n)..).collect()
    }

    #[inline(always)]
    pub(super) fn push(&mut self, value: Val) {
        self.stack.push(value);
    }

    #[inline(always)]
    pub(super) fn set_local(&mut self, local: u16, value: Val) {
        let old = std::mem::replace(&mut self.locals[local as usize], value);
        self.local_trail.push((local, old));
    }

    #[inline]
    pub(super) fn undo_locals(&mut self, to: usize) {
        while self.local_trail.len() > to {
            if let Some((local, value)) = self.local_trail.pop() {
                self.locals[local as usize] = value;
            }
        }
    }

    /// Makes the lists that only grow as long as the registers say.
    pub(super) fn cut_lists(&mut self) {
        self.actions.truncate(self.regs.n_actions as usize);
        self.logs.truncate(self.regs.n_logs as usize);
        self.flags.truncate(self.regs.n_flags as usize);
        self.defers.truncate(self.regs.n_defers as usize);
        self.yields.truncate(self.regs.n_yields as usize);
        self.hints.truncate(self.regs.n_hints as usize);
    }

    /// The registers with the present lengths of the lists.
    pub(super) fn saved_regs(&self) -> Regs {
        Regs {
            n_actions: self.actions.len() as u32,
            n_logs: self.logs.len() as u32,
            n_flags: self.flags.len() as u32,
            n_defers: self.defers.len() as u32,
            n_yields: self.yields.len() as u32,
            n_hints: self.hints.len() as u32,
            ..self.regs.clone()
        }
    }

    /// Is there something in hand that was taken up before an open `all`? Each alternative would set it down once more.
    pub(super) fn holds_from_outside(&self) -> bool {
        let held =
            |tally: &Tally| tally.how == Quantifier::All && !self.choices[tally.at].regs.hand.is_empty();
        !self.quantifiers.is_empty() && self.quantifiers.iter().any(held)
    }

    /// A place to come back to.
    pub(super) fn choose(&mut self, pc: usize, board: usize, kind: Alternatives) {
        let (saved, stack) = (self.saved.len(), self.stack.len());
        self.saved.extend_from_slice(&self.stack);
        self.choices.push(self.choice(pc, board, kind, saved, stack));
    }

    /// A choice made now, with the place of its values in [`Machine::saved`].
    pub(super) fn choice(
        &self,
        pc: usize,
        board: usize,
        kind: Alternatives,
        saved: usize,
        stack: usize,
    ) -> Choice {
        let (regs, loops) = (self.saved_regs(), self.loops.clone());
        let (locals, kept) = (self.local_trail.len(), self.kept_with_choice());
        Choice { pc, regs, board, locals, saved, stack, loops, kind, kept }
    }

    /// Forgets all choices but the first ones.
    pub(super) fn cut_choices(&mut self, n: usize) {
        if let Some(choice) = self.choices.get(n) {
            self.saved.truncate(choice.saved);
            self.choices.truncate(n);
        }
    }
}

impl Regs {
    /// What it takes to keep them, and to copy the lists when they change.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.hand[..]) + size_of_val(&self.marks[..])
    }

    fn new(me: PlayerId) -> Self {
        Regs {
            cursor: NO_CELL,
            start: NO_CELL,
            me,
            actor: me,
            hand: Kept::default(),
            marks: Kept::default(),
            landed: NO_CELL,
            captured: 0,
            weight: None,
            forced: false,
            n_actions: 0,
            n_logs: 0,
            n_flags: 0,
            n_defers: 0,
            n_yields: 0,
            n_hints: 0,
        }
    }
}
