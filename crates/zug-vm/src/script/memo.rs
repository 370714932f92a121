//! Answers of quantifiers, kept for positions in which nothing has changed that they asked about.
//!
//! The moves of a position change a few cells each, and rules ask the same questions about the rest of the board after each of
//! them. An answer is kept with the question (see `pure`), what it was about, and all that it looked at; it holds wherever
//! these are the same. Nothing is ever out of date, so answers may stay from one position to the next.

use super::World;
use super::machine::Machine;
use super::pure::{Question, Questions, is_plain_rule, questions};
use super::value::Val;
use crate::action::NO_CELL;
use crate::error::RunError;
use crate::piece::Piece;
use crate::program::Program;
use crate::state::{Bits, State};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use zug_ir::{KindId, LocalId, PlayerId, ScriptId};

/// Sets of two answers whose questions share a place.
const SETS: usize = 1 << 12;
/// Answers that looked at more cells are not kept.
const MAX_CELLS: usize = 128;
/// Nor those about longer lists, or with longer ones as their answer.
const MAX_LIST: usize = 64;
/// What a question is worth in the beginning. It loses one each time the answer is not known and gains two when it is; those that
/// are worth nothing are looked for no more, for a long while.
const WORTH: i32 = 100;
const MAX_WORTH: i32 = 500;
const WHILE: i32 = 20_000;
/// Where assertions are checked, one in so many answers is looked for again and compared.
const DOUBT: u64 = 8;

/// Answers, and which questions are worth asking for.
pub(super) struct Memo {
    questions: Questions,
    /// By script: may be kept whether it attacks something?
    plain: Vec<bool>,
    worth: Vec<i32>,
    /// Two for each set; empty until the first answer is kept.
    answers: Vec<Option<Box<Answer>>>,
}

struct Answer {
    about: About,
    looked_at: Looked,
    answer: Val,
}

/// What a question is about.
#[derive(PartialEq, Hash)]
struct About {
    id: u32,
    cursor: u16,
    start: u16,
    me: u16,
    actor: u16,
    values: SmallVec<[Val; 2]>,
}

/// Everything that an answer depends on: what stood on cells, and where kinds stood.
struct Looked {
    cells: Box<[(u16, Piece)]>,
    kinds: Vec<(KindId, Vec<u16>)>,
}

/// A question whose answer is being looked for.
pub(super) struct Asked {
    about: About,
    place: usize,
    /// What the question around it has looked at so far.
    outer: Seen,
    /// The answer is known, but looked for nevertheless.
    known: Option<Val>,
}

pub(super) enum Recalled {
    Answer(Val),
    /// Not known.
    Asked(Box<Asked>),
}

/// Cells and kinds that have been looked at; nothing where nobody wants to know.
#[derive(Default)]
pub(super) struct Seen {
    cells: SmallVec<[u64; 4]>,
    kinds: u64,
    /// More than can be noted.
    more: bool,
}

impl Seen {
    fn nothing(n_cells: usize) -> Self {
        Seen { cells: SmallVec::from_elem(0, n_cells.div_ceil(64)), kinds: 0, more: false }
    }

    #[inline(always)]
    pub(super) fn note(&mut self, cell: u16) {
        if let Some(word) = self.cells.get_mut(usize::from(cell / 64)) {
            *word |= 1 << (cell % 64);
        }
    }

    pub(super) fn note_kind(&mut self, kind: KindId) {
        match kind.idx() {
            k @ 0..64 => self.kinds |= 1 << k,
            _ => self.more = true,
        }
    }

    fn note_all(&mut self, other: &Seen) {
        self.cells.iter_mut().zip(&other.cells).for_each(|(a, b)| *a |= b);
        self.kinds |= other.kinds;
        self.more |= other.more;
    }

    /// What an answer depends on, unless it is too much to keep.
    fn looked(&self, state: &State) -> Option<Looked> {
        let n: u32 = self.cells.iter().map(|word| word.count_ones()).sum();
        if self.more || n as usize > MAX_CELLS {
            return None;
        }
        let words = self.cells.iter().enumerate();
        let cells = words.flat_map(|(i, word)| Bits(*word).map(move |bit| (64 * i) as u16 + bit));
        let cells = cells.map(|c| (c, state.cells[usize::from(c)])).collect();
        let kinds = Bits(self.kinds).map(KindId);
        let kinds: Vec<_> =
            kinds.map(|k| (k, state.cells_where(|p| p.is_kind(k)).collect::<Vec<u16>>())).collect();
        kinds.iter().all(|(_, places)| places.len() <= MAX_CELLS).then_some(Looked { cells, kinds })
    }
}

impl Looked {
    fn is_the_same(&self, state: &State) -> bool {
        self.cells.iter().all(|&(c, piece)| state.cells[usize::from(c)] == piece)
            && self
                .kinds
                .iter()
                .all(|(kind, places)| state.cells_where(|p| p.is_kind(*kind)).eq(places.iter().copied()))
    }
}

impl Memo {
    pub(super) fn new(program: &Program) -> Self {
        let (rules, pile) = (program.scripted(), program.pile());
        let questions = rules.map_or_else(Vec::new, |rules| questions(rules, pile));
        let scripts = rules.map_or(&[][..], |rules| &rules.scripts);
        let plain: Vec<bool> = scripts.iter().map(|script| is_plain_rule(script, pile)).collect();
        // Attacks by a script are a question of their own.
        let asked = questions.iter().flat_map(|of| of.values()).map(|q| q.id as usize + 1).max();
        let n = asked.unwrap_or(0) + plain.len();
        Memo { questions, plain, worth: vec![WORTH; n], answers: Vec::new() }
    }

    /// Is it worth looking for the answer to a question?
    fn is_worth(&mut self, id: usize) -> bool {
        let worth = &mut self.worth[id];
        if *worth <= 0 {
            *worth = if *worth < -WHILE { WORTH } else { *worth - 1 };
        }
        *worth > 0
    }

    /// The question of an op, if it is worth looking for its answer.
    fn question(&mut self, script: usize, pc: usize) -> Option<Arc<Question>> {
        let question = Arc::clone(self.questions.get(script)?.get(&(pc as u32))?);
        self.is_worth(question.id as usize).then_some(question)
    }

    /// The same for attacks by a rule.
    fn attack(&mut self, script: usize) -> Option<u32> {
        let id = self.worth.len() - self.plain.len() + script;
        (self.plain[script] && self.is_worth(id)).then_some(id as u32)
    }

    /// The answer at a place, the one used last first.
    fn find(&mut self, place: usize, about: &About, state: &State) -> Option<&Answer> {
        let pair = self.answers.get_mut(place..place + 2)?;
        let fits = |a: &Option<Box<Answer>>| {
            a.as_ref().is_some_and(|a| a.about == *about && a.looked_at.is_the_same(state))
        };
        if !fits(&pair[0]) {
            if !fits(&pair[1]) {
                return None;
            }
            pair.swap(0, 1);
        }
        pair[0].as_deref()
    }

    fn keep(&mut self, place: usize, answer: Answer) {
        if self.answers.is_empty() {
            self.answers.resize_with(2 * SETS, || None);
        }
        // One that has been asked for again stays where it is.
        let at = place + usize::from(self.answers[place].is_some());
        self.answers[at] = Some(Box::new(answer));
    }
}

impl World<'_> {
    /// The piece under the cursor, for whoever asks the board a question.
    #[inline(always)]
    pub(super) fn looked_at(&mut self, m: &Machine) -> Piece {
        self.seen.note(m.regs.cursor);
        self.top(m.regs.cursor)
    }

    /// The question of the quantifier at an op, if it is worth looking for its answer.
    pub(super) fn question(&mut self, m: &Machine, pc: usize) -> Option<Arc<Question>> {
        // Whoever is told about a run wants to hear all of it.
        if self.trace.is_some() || self.is_telling() {
            return None;
        }
        let question = self.memo.question(self.script.idx(), pc)?;
        is_simple(m, &question).then_some(question)
    }

    /// The question of the quantifier at an op, whatever it is worth.
    pub(super) fn pure_question(&self, m: &Machine, pc: usize) -> Option<Arc<Question>> {
        let question = Arc::clone(self.memo.questions.get(self.script.idx())?.get(&(pc as u32))?);
        is_simple(m, &question).then_some(question)
    }

    /// The answer to a question where the cursor is, if it is known.
    pub(super) fn recall(&mut self, m: &Machine, question: &Question) -> Result<Recalled, RunError> {
        let (regs, id) = (&m.regs, question.id);
        let values = question.about.iter().map(|local| m.locals[local.idx()].clone()).collect();
        let start = if question.asks_start { regs.start } else { NO_CELL };
        let (me, actor) = (regs.me.0, regs.actor.0);
        self.recall_about(About { id, cursor: regs.cursor, start, me, actor, values })
    }

    /// Does a rule of the piece on a cell attack another cell? None if that is not worth knowing.
    pub(super) fn recall_attack(
        &mut self,
        me: PlayerId,
        cell: u16,
        target: u16,
        rule: ScriptId,
    ) -> Result<Option<Recalled>, RunError> {
        if self.trace.is_some() || self.is_telling() || !self.board.state.doomed.is_empty() {
            return Ok(None);
        }
        let Some(id) = self.memo.attack(rule.idx()) else { return Ok(None) };
        let (me, values) = (me.0, SmallVec::new());
        let about = About { id, cursor: cell, start: target, me, actor: me, values };
        let recalled = self.recall_about(about)?;
        if matches!(recalled, Recalled::Asked(_)) {
            self.seen.note(cell);
            self.seen.note(target);
        }
        Ok(Some(recalled))
    }

    fn recall_about(&mut self, about: About) -> Result<Recalled, RunError> {
        let id = about.id;
        let mut hasher = FxHasher::default();
        about.hash(&mut hasher);
        let place = hasher.finish() as usize % SETS * 2;
        self.memo.worth[id as usize] -= 1;
        let cells = self.board.state.cells.len();
        let known = self.memo.find(place, &about, &self.board.state);
        let doubted = cfg!(debug_assertions) && self.spent.is_multiple_of(DOUBT);
        let Some(known) = known.filter(|_| !doubted) else {
            let known = known.map(|known| known.answer.clone());
            let outer = std::mem::replace(&mut self.seen, Seen::nothing(cells));
            return Ok(Recalled::Asked(Box::new(Asked { about, place, outer, known })));
        };
        if !self.seen.cells.is_empty() {
            known.looked_at.cells.iter().for_each(|(cell, _)| self.seen.note(*cell));
            known.looked_at.kinds.iter().for_each(|(kind, _)| self.seen.note_kind(*kind));
        }
        let (answer, cost) = (known.answer.clone(), known.looked_at.cells.len() as u64 / 8 + 4);
        let worth = &mut self.memo.worth[id as usize];
        *worth = (*worth + 3).min(MAX_WORTH);
        self.charge(cost)?;
        Ok(Recalled::Answer(answer))
    }

    /// A question has been answered: the board is as it was when it was asked.
    pub(super) fn keep_answer(&mut self, asked: Option<Box<Asked>>, answer: &Val) {
        let Some(asked) = asked else { return };
        let Asked { about, place, outer, known } = *asked;
        debug_assert!(known.is_none_or(|known| known == *answer), "what is kept holds");
        let seen = std::mem::replace(&mut self.seen, outer);
        self.seen.note_all(&seen);
        if answer.elements().len() <= MAX_LIST
            && let Some(looked_at) = seen.looked(&self.board.state)
        {
            self.memo.keep(place, Answer { about, looked_at, answer: answer.clone() });
        }
    }
}

/// Is it known what a question asks about?
fn is_simple(m: &Machine, question: &Question) -> bool {
    let held = m.regs.hand.len();
    let long = |local: &LocalId| m.locals[local.idx()].elements().len() > MAX_LIST;
    held <= 1 && (held == 0 || !question.asks_hand) && !question.about.iter().any(long)
}
