//! The account of a run: what it asked, where it chose, and how it ended.
//!
//! A run depends on the position only through what it asks. Whoever keeps accounts can tell how it goes wherever the same
//! answers are given, without running it again. Alternatives are told side by side: none of them knows what another one asked.

use super::value::Val;
use crate::action::Action;
use std::sync::Arc;
use zug_ir::{GlobalId, KindId, ModeId, PlayerId, Quantifier, ScriptId};

/// A question about the position with which a run begins, or about the parts of the turn before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ask {
    /// Is the cell empty?
    Empty(u16),
    /// 0: the cell is empty; 1: it holds a piece of the player's side; 2: it holds another one.
    Side(u16, PlayerId),
    /// The visible piece.
    Piece(u16),
    /// All pieces of a stack, bottom first.
    Pile(u16),
    /// Is the piece captured already, to leave later?
    Doomed(u16),
    /// Is there any such piece?
    AnyDoomed,
    Global(u16),
    /// A place in the list of reserves.
    Reserve(u16),
    /// Did the last move start there?
    LastFrom(u16),
    /// Did it end there?
    LastTo(u16),
    TurnsPlayed,
    NextPlayer,
    /// Who is out, as bits.
    Out,
    /// Has the player to move no move?
    NoMoves,
    /// Has the board been like this so often before? With the same reserves and player to move if `situation`.
    Repeated {
        n: i32,
        situation: bool,
        judging: bool,
    },
    /// What parts before have left in a local.
    Local(u16),
    /// Have they flagged the cell?
    Flag(u16),
    /// How many pieces they have captured.
    Captured,
    /// How many there were.
    Parts,
    /// Where the movement started, and whether it has.
    Start,
    HasStart,
    /// Where the first bundle was set down.
    Landed,
}

/// What is answered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    Word(u64),
    Value(Val),
    Pile(Box<[u64]>),
}

/// A piece of an account; others are known by their places in the list.
#[derive(Clone, Debug)]
pub enum Step {
    /// The run has not come here.
    Open,
    Ask {
        ask: Ask,
        answer: Answer,
        next: u32,
    },
    /// Alternatives.
    Fork {
        kids: Vec<u32>,
    },
    /// Alternatives are the cells that hold a piece (of a kind) when the run begins, but for those that it has changed; and some
    /// of these.
    Each {
        kind: Option<KindId>,
        changed: Vec<u16>,
        known: Vec<u16>,
        kids: Vec<(u16, u32)>,
    },
    /// The alternatives of the body that succeed are put together; `yes` are those that did.
    Quantify {
        how: Quantifier,
        body: u32,
        yes: Vec<u32>,
        next: u32,
    },
    /// Is the piece on a cell attacked, with these changes made?
    Attacked {
        cell: u16,
        me: PlayerId,
        changes: Vec<Change>,
        answer: bool,
        next: u32,
    },
    /// A question whose answer depends on nothing but cells and what it is about, with these changes made.
    Question {
        about: Box<About>,
        changes: Vec<Change>,
        answer: Val,
        next: u32,
    },
    /// A place in the list of ends.
    End(u32),
    /// A place in the list of successes.
    Yes(u32),
    Dead,
    /// What follows depends on more than can be told.
    Stuck,
}

/// Cells that an op goes to.
#[derive(Clone, PartialEq, Debug)]
pub enum Cells {
    /// Those with a piece, or with one of a kind.
    Held(Option<KindId>),
    These(Vec<u16>),
}

/// A quantifier that asks about nothing but cells and variables.
#[derive(Clone, PartialEq, Debug)]
pub struct About {
    /// Equal for equal questions.
    pub id: u32,
    pub script: ScriptId,
    /// The op where it begins.
    pub pc: u32,
    pub how: Quantifier,
    /// It is asked of each of these cells.
    pub of_each: Option<Cells>,
    pub cursor: u16,
    pub start: u16,
    pub me: PlayerId,
    pub actor: PlayerId,
    pub locals: Vec<(u16, Val)>,
}

/// What a run has changed since it began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    Cell(u16, crate::piece::Piece),
    Global(u16, i32),
    /// So many more in a place of the list of reserves.
    Reserve(u16, i32),
}

/// An alternative of a quantifier has succeeded.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Yes {
    pub value: Val,
    pub actions: Vec<Action>,
    pub captured: u32,
}

/// What follows the end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ends {
    Part(ModeId),
    Done,
    /// The question is answered with yes.
    Accept,
}

/// How a run ended: a part, a move or a test, with what it leaves behind.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct End {
    pub ends: Ends,
    pub actions: Vec<Action>,
    /// Actions that add to a value of the board: what they set it to depends on what it was when the run began.
    pub adds: Vec<Add>,
    pub from: u16,
    pub to: u16,
    pub cursor: u16,
    /// Where the movement started, if that was in this run.
    pub start: Option<u16>,
    pub landed: u16,
    /// How many pieces it captured.
    pub captured: u32,
    pub locals: Vec<(u16, Val)>,
    pub flags: Vec<u16>,
    pub logs: Vec<(i32, String)>,
    pub hints: Vec<String>,
    pub weight: Option<i32>,
    pub forced: bool,
    pub yields: Vec<i32>,
    /// The answer to a question.
    pub value: Val,
}

/// The action in a place of the list sets a value of the board to so much more than it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Add {
    pub at: u32,
    pub global: GlobalId,
    pub more: i32,
}

/// Longer accounts are not worth keeping.
const MAX_STEPS: usize = 60_000;
const NOWHERE: u32 = u32::MAX;

/// The account of one run.
#[derive(Default, Debug)]
pub struct Account {
    pub steps: Vec<Step>,
    pub ends: Vec<End>,
    pub yes: Vec<Yes>,
    /// The step to be filled; [`NOWHERE`] while nothing is told.
    at: u32,
    /// What has been asked on the way here.
    asked: Vec<Ask>,
    choices: Vec<Choice>,
    scopes: Vec<Scope>,
    /// Where the board's trail, the flags and the locals of the run began.
    pub(super) mark: usize,
    pub(super) n_flags: usize,
    pub(super) captured: u32,
    pub(super) start: u16,
    /// No part has been played before: there is nothing to ask about.
    pub(super) first: bool,
    /// What the actions so far add to values of the board.
    pub(super) adds: Vec<Add>,
    /// The locals that somebody may read later.
    pub(super) live: Arc<[bool]>,
    /// The alternatives that the first choices outside of quantifiers take, last first: all others are known.
    pub(super) guide: Vec<u32>,
}

/// A choice of the run.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// Where its alternatives are; [`NOWHERE`] where they are told one after another.
    step: u32,
    next: u32,
    asked: usize,
}

#[derive(Debug)]
struct Scope {
    step: u32,
    asked: usize,
    yes: Vec<u32>,
    /// Alternatives are tried until one succeeds, and that goes on: all of it is told as one way.
    linear: bool,
    /// Not all of it was told, so nobody knows which alternatives succeed.
    stuck: bool,
}

impl Account {
    pub(super) fn new() -> Self {
        Account { steps: vec![Step::Open], ..Account::default() }
    }

    fn open(&mut self) -> u32 {
        self.steps.push(Step::Open);
        self.steps.len() as u32 - 1
    }

    fn fill(&mut self, step: Step) {
        if let Some(place) = self.steps.get_mut(self.at as usize)
            && matches!(place, Step::Open)
        {
            *place = step;
        }
    }

    /// Is what happens now told? Not where more was asked than can be.
    pub(super) fn is_telling(&self) -> bool {
        self.at != NOWHERE
    }

    fn is_linear(&self) -> bool {
        self.scopes.last().is_some_and(|scope| scope.linear)
    }

    pub(super) fn knows(&self, ask: Ask) -> bool {
        !self.is_telling() || self.asked.contains(&ask)
    }

    pub(super) fn ask(&mut self, ask: Ask, answer: Answer) {
        if self.knows(ask) {
            return;
        }
        if self.steps.len() > MAX_STEPS {
            return self.stuck();
        }
        self.asked.push(ask);
        let next = self.open();
        self.fill(Step::Ask { ask, answer, next });
        self.at = next;
    }

    pub(super) fn stuck(&mut self) {
        if self.is_telling() {
            self.scopes.iter_mut().for_each(|scope| scope.stuck = true);
        }
        self.fill(Step::Stuck);
        self.at = NOWHERE;
    }

    /// A choice of so many is opened; it is the run's choice with that number.
    pub(super) fn fork(&mut self, choice: usize, n: usize) {
        let kids: Vec<u32> = (0..n).map(|_| self.kid()).collect();
        let first = kids.first().copied();
        self.opened(choice, first, Step::Fork { kids });
    }

    /// The same where the alternatives depend on the board. A choice of one or none is not opened.
    pub(super) fn each(
        &mut self,
        choice: usize,
        kind: Option<KindId>,
        changed: Vec<u16>,
        known: Vec<u16>,
        cells: &[u16],
    ) {
        if self.is_linear() {
            return self.stuck();
        }
        let kids: Vec<(u16, u32)> = cells.iter().map(|c| (*c, self.kid())).collect();
        let first = kids.first().map(|(_, kid)| *kid);
        self.opened(choice, first, Step::Each { kind, changed, known, kids });
    }

    /// A choice of so many of which only one is looked at.
    pub(super) fn take(&mut self, n: usize, chosen: usize) {
        let kids: Vec<u32> = (0..n).map(|i| if i == chosen { self.kid() } else { NOWHERE }).collect();
        self.taken(Step::Fork { kids: kids.clone() }, kids.get(chosen).copied());
    }

    /// The same where the alternatives depend on the board.
    pub(super) fn take_each(&mut self, kind: Option<KindId>, changed: Vec<u16>, known: Vec<u16>, cell: u16) {
        let kid = self.kid();
        self.taken(Step::Each { kind, changed, known, kids: vec![(cell, kid)] }, Some(kid));
    }

    fn taken(&mut self, step: Step, kid: Option<u32>) {
        if self.is_telling() {
            self.fill(step);
            self.at = kid.unwrap_or(NOWHERE);
        }
    }

    fn kid(&mut self) -> u32 {
        if self.is_telling() && !self.is_linear() { self.open() } else { NOWHERE }
    }

    fn opened(&mut self, choice: usize, first: Option<u32>, step: Step) {
        let at = if self.is_linear() { NOWHERE } else { self.at };
        self.choices.truncate(choice);
        self.choices.push(Choice { step: at, next: 1, asked: self.asked.len() });
        if at != NOWHERE {
            self.fill(step);
            self.at = first.unwrap_or(NOWHERE);
        }
    }

    /// The run fails and goes back to a choice, or to none.
    pub(super) fn back(&mut self, choice: Option<usize>) {
        let known = choice.and_then(|i| self.choices.get(i).copied());
        let Some(Choice { step, next, asked }) = known else {
            self.fill(Step::Dead);
            self.at = NOWHERE;
            return;
        };
        if step == NOWHERE && self.is_linear() {
            return;
        }
        self.fill(Step::Dead);
        self.at = match self.steps.get(step as usize) {
            Some(Step::Fork { kids }) => kids.get(next as usize).copied().unwrap_or(NOWHERE),
            Some(Step::Each { kids, .. }) => kids.get(next as usize).map_or(NOWHERE, |(_, kid)| *kid),
            _ => NOWHERE,
        };
        self.asked.truncate(asked);
        if let Some(i) = choice {
            self.choices[i].next += 1;
            self.choices.truncate(i + 1);
        }
    }

    /// A quantifier begins; its end is the run's choice with that number.
    pub(super) fn quantify(&mut self, choice: usize, how: Quantifier) {
        let (linear, telling) = (how == Quantifier::First, self.is_telling());
        let step = if linear || !telling { NOWHERE } else { self.at };
        self.choices.truncate(choice);
        self.choices.push(Choice { step: NOWHERE, next: 0, asked: self.asked.len() });
        self.scopes.push(Scope { step, asked: self.asked.len(), yes: Vec::new(), linear, stuck: false });
        if step != NOWHERE {
            let (body, next) = (self.open(), self.open());
            self.fill(Step::Quantify { how, body, yes: Vec::new(), next });
            self.at = body;
        }
    }

    /// An alternative of the innermost quantifier has succeeded.
    pub(super) fn succeed(&mut self, value: Val, actions: &[Action], captured: u32) {
        if self.is_linear() {
            return;
        }
        let n = self.yes.len() as u32;
        if self.is_telling() {
            self.yes.push(Yes { value, actions: actions.to_vec(), captured });
            self.fill(Step::Yes(n));
            if let Some(scope) = self.scopes.last_mut() {
                scope.yes.push(n);
            }
        }
        self.at = NOWHERE;
    }

    /// The innermost quantifier is over. Where alternatives were told one after another the run just goes on.
    pub(super) fn conclude(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        if scope.linear {
            return;
        }
        self.fill(Step::Dead);
        self.at = NOWHERE;
        if scope.stuck {
            return;
        }
        if let Some(Step::Quantify { yes, next, .. }) = self.steps.get_mut(scope.step as usize) {
            *yes = scope.yes;
            self.at = *next;
            self.asked.truncate(scope.asked);
        }
    }

    pub(super) fn attacked(&mut self, cell: u16, me: PlayerId, changes: Vec<Change>, answer: bool) {
        if self.is_telling() {
            let next = self.open();
            self.fill(Step::Attacked { cell, me, changes, answer, next });
            self.at = next;
        }
    }

    pub(super) fn question(&mut self, about: Box<About>, changes: Vec<Change>, answer: Val) {
        if self.is_telling() {
            let next = self.open();
            self.fill(Step::Question { about, changes, answer, next });
            self.at = next;
        }
    }

    /// A part, a move or a test has ended. It is noted even where what led to it is not told.
    pub(super) fn end(&mut self, end: End) {
        let n = self.ends.len() as u32;
        self.ends.push(end);
        self.fill(Step::End(n));
        self.at = NOWHERE;
    }
}
