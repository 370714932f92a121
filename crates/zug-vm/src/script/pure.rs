//! Quantifiers whose answer depends on little: where they are asked, a few variables, and the cells they look at.
//!
//! So are answers to whether a rule attacks something. Found once for a game. Equal questions of different rules are one: what is
//! done after every move is written out in each rule that makes one.

use rustc_hash::FxHashMap;
use std::sync::Arc;
use zug_ir::{CellTest, Flow, Label, LocalId, Pile, Quantifier, Script, ScriptOp as Op, Scripted};

/// A quantifier that asks about nothing but cells and variables.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// Equal for equal questions.
    pub(super) id: u32,
    /// What it asks about besides cells.
    pub(super) about: Vec<LocalId>,
    /// It is asked of each of some cells, and that is what is known.
    pub(super) of_each: bool,
    /// It asks about the piece in hand where there is none on the cell.
    pub(super) asks_hand: bool,
    /// It asks where the move has started.
    pub(super) asks_start: bool,
}

/// Shorter ones are answered as fast as they are looked up.
const MIN_OPS: usize = 8;
/// Looking through longer ones would take too long.
const MAX_OPS: usize = 800;

/// By script and op.
pub(super) type Questions = Vec<FxHashMap<u32, Arc<Question>>>;

/// The code of a question, and what is done with what it finds.
type Code = (Quantifier, Vec<Op>);

pub(super) fn questions(rules: &Scripted, pile: Pile) -> Questions {
    // Of piles only the visible piece would be known.
    if pile != Pile::Single {
        return vec![FxHashMap::default(); rules.scripts.len()];
    }
    let mut known = FxHashMap::default();
    rules.scripts.iter().map(|script| of_script(script, &mut known)).collect()
}

fn of_script(script: &Script, known: &mut FxHashMap<Code, u32>) -> FxHashMap<u32, Arc<Question>> {
    let mut found = FxHashMap::default();
    for (pc, op) in script.code.iter().enumerate() {
        let Op::Quantify { how, to } = *op else { continue };
        let each = script.code.get(pc + 1).is_some_and(is_each);
        let of_each = each.then(|| question(script, pc + 2, how, to, known)).flatten();
        let question = match of_each {
            Some(question) => Some(Question { of_each: true, ..question }),
            None => question(script, pc + 1, how, to, known),
        };
        found.extend(question.map(|question| (pc as u32, Arc::new(question))));
    }
    found
}

/// Goes to one cell after another.
fn is_each(op: &Op) -> bool {
    matches!(op, Op::AnyCell {} | Op::AnyPiece {} | Op::AnyKind { .. } | Op::AnyZone { .. })
}

fn question(
    script: &Script,
    first: usize,
    how: Quantifier,
    to: Label,
    known: &mut FxHashMap<Code, u32>,
) -> Option<Question> {
    let body = script.code.get(first..to.0 as usize)?;
    if !(MIN_OPS..MAX_OPS).contains(&body.len()) || !gives_a_value(how) || !is_pure(body, first) {
        return None;
    }
    let about = read_first(body, first);
    let next = known.len() as u32;
    let id = *known.entry((how, plain(body, first, &about))).or_insert(next);
    let asks_hand = body.iter().any(|op| matches!(op, Op::Attr { .. } | Op::KindHere {}));
    Some(Question { id, about, of_each: false, asks_hand, asks_start: body.contains(&Op::Start {}) })
}

/// May whether a rule attacks something be kept: does it ask about nothing but cells, and only move and capture?
pub(super) fn is_plain_rule(script: &Script, pile: Pile) -> bool {
    let plain = |op: &Op| match op {
        Op::Take {} | Op::Drop {} | Op::Place {} | Op::Capture {} | Op::Arrive { .. } | Op::Settle {} => true,
        Op::Emit {} | Op::Log { .. } => true,
        Op::Quantify { .. } => true,
        op => asks(op),
    };
    pile == Pile::Single && script.code.iter().all(plain)
}

/// Nothing is left behind but the answer.
fn gives_a_value(how: Quantifier) -> bool {
    match how {
        Quantifier::Exists
        | Quantifier::NotExists
        | Quantifier::Count
        | Quantifier::Sum
        | Quantifier::Collect => true,
        Quantifier::First | Quantifier::All => false,
    }
}

/// Does a piece of code ask about nothing but cells and variables, change only variables, and stay where it is?
fn is_pure(body: &[Op], first: usize) -> bool {
    let inside = |to: usize| to >= first && to < first + body.len();
    let pure = |op: &Op| match op {
        Op::Quantify { how, .. } => *how != Quantifier::All,
        op => asks(op),
    };
    body.iter().all(|op| pure(op) && op.target().is_none_or(|to| inside(to.0 as usize)))
}

/// Asks about cells, variables, the piece in hand or where the move has started, and changes nothing but variables.
fn asks(op: &Op) -> bool {
    matches!(
        op,
        Op::Test { test: CellTest::Empty | CellTest::Friend | CellTest::Enemy }
            | Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpUnless { .. }
            | Op::Check {}
            | Op::Fail {}
            | Op::Fork { .. }
            | Op::AnyOf { .. }
            | Op::AnyElement {}
            | Op::AnyBetween {}
            | Op::AnyKind { .. }
            | Op::AnyZone { .. }
            | Op::Succeed {}
            | Op::Push { .. }
            | Op::Pop {}
            | Op::Walk {}
            | Op::Truth {}
            | Op::Not {}
            | Op::IsNone {}
            | Op::Local { .. }
            | Op::SetLocal { .. }
            | Op::Attr { .. }
            | Op::Add {}
            | Op::Sub {}
            | Op::Mul {}
            | Op::Div {}
            | Op::Rem {}
            | Op::Abs {}
            | Op::Min {}
            | Op::Max {}
            | Op::Equals { .. }
            | Op::Less {}
            | Op::AtMost {}
            | Op::List { .. }
            | Op::Length {}
            | Op::Nth {}
            | Op::Append {}
            | Op::Without {}
            | Op::Union {}
            | Op::Member {}
            | Op::Join { .. }
            | Op::Here {}
            | Op::ComeBack {}
            | Op::Restore {}
            | Op::Look { .. }
            | Op::StepAlone {}
            | Op::InZone { .. }
            | Op::KindHere {}
            | Op::Piece {}
            | Op::Owner {}
            | Op::AttrHere { .. }
            | Op::Size {}
            | Op::Start {}
            | Op::Me {}
            | Op::Opposite {}
            | Op::Coord { .. }
            | Op::CoordOf {}
            | Op::CellAt { .. }
            | Op::AsPlayer {}
            | Op::AsBefore {}
            | Op::Border {}
            | Op::Flood {}
            | Op::FloodNext { .. }
            | Op::FloodAnswer { .. }
            | Op::Reach {}
            | Op::ReachNext { .. }
            | Op::ReachAnswer { .. }
            | Op::Each {}
            | Op::EachNext { .. }
    )
}

/// The variables that code may read before it sets them, in the order it mentions them.
fn read_first(body: &[Op], first: usize) -> Vec<LocalId> {
    let mut mentioned: Vec<LocalId> = Vec::new();
    for op in body {
        if let Op::Local { local } = *op
            && !mentioned.contains(&local)
        {
            mentioned.push(local);
        }
    }
    mentioned.retain(|local| may_read(body, first, *local));
    mentioned
}

/// Is there a way from the beginning to where a variable is read on which it has not been set? What fails goes on from a
/// choice, with variables as they were there, so ways through choices and quantifiers are all that matters.
fn may_read(body: &[Op], first: usize, local: LocalId) -> bool {
    let (mut todo, mut seen) = (vec![0], vec![false; body.len()]);
    while let Some(at) = todo.pop() {
        if at >= body.len() || std::mem::replace(&mut seen[at], true) {
            continue;
        }
        match body[at] {
            Op::Local { local: read } if read == local => return true,
            Op::SetLocal { local: set } if set == local => continue,
            Op::EachNext { local: set, to } if set == local => todo.push(to.0 as usize - first),
            Op::Succeed {} => todo.extend(ends(body, first, at)),
            op => match op.flow() {
                Flow::Jump(to) => todo.push(to.0 as usize - first),
                Flow::Branch(to) => todo.extend([at + 1, to.0 as usize - first]),
                Flow::Next => todo.push(at + 1),
                Flow::Stop => {}
            },
        }
    }
    false
}

/// The ends of the quantifiers around a place.
fn ends(body: &[Op], first: usize, at: usize) -> impl Iterator<Item = usize> {
    body[..at].iter().filter_map(move |op| match op {
        Op::Quantify { to, .. } if to.0 as usize - first > at => Some(to.0 as usize - first),
        _ => None,
    })
}

/// The code as it would be at the beginning of a script, with variables numbered as they come.
fn plain(body: &[Op], first: usize, about: &[LocalId]) -> Vec<Op> {
    let mut names = about.to_vec();
    let mut name = |local: LocalId| {
        let known = names.iter().position(|n| *n == local).unwrap_or(names.len());
        if known == names.len() {
            names.push(local);
        }
        LocalId(known as u16)
    };
    let renamed = body.iter().map(|op| match *op {
        Op::Local { local } => Op::Local { local: name(local) },
        Op::SetLocal { local } => Op::SetLocal { local: name(local) },
        Op::EachNext { local, to } => Op::EachNext { local: name(local), to },
        op => op,
    });
    let moved = renamed.map(|op| match op.target() {
        Some(to) => op.with_target(Label(to.0 - first as u32)),
        None => op,
    });
    moved.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: LocalId = LocalId(0);
    const Y: LocalId = LocalId(1);

    /// Asks with `X` about neighbours, in as many ops as make it worth it.
    fn code(at: u32, set: LocalId, read: LocalId) -> Vec<Op> {
        let body = [
            Op::AnyBetween {},
            Op::SetLocal { local: set },
            Op::Local { local: set },
            Op::Local { local: read },
            Op::Add {},
            Op::Check {},
            Op::Test { test: CellTest::Enemy },
            Op::Check {},
            Op::Succeed {},
        ];
        let quantify = Op::Quantify { how: Quantifier::Exists, to: Label(at + 10) };
        std::iter::once(quantify).chain(body).collect()
    }

    fn found(code: Vec<Op>) -> FxHashMap<u32, Arc<Question>> {
        of_script(&Script { origin: 0, code, origins: Vec::new() }, &mut FxHashMap::default())
    }

    #[test]
    fn a_question_is_about_the_variables_it_has_not_set() {
        assert_eq!(found(code(0, X, Y))[&0].about, [Y]);
        assert_eq!(found(code(0, X, X))[&0].about, []);
    }

    #[test]
    fn a_variable_that_only_some_way_sets_is_asked_about() {
        let mut code = code(0, X, X);
        code[1] = Op::Fork { to: Label(3) };
        assert_eq!(found(code)[&0].about, [X]);
    }

    #[test]
    fn equal_questions_of_different_rules_are_one() {
        let mut twice = code(0, X, Y);
        twice.extend(code(10, Y, X));
        let found = found(twice);
        assert_eq!((found[&0].id, found[&10].id), (0, 0));
        assert_eq!((&found[&0].about[..], &found[&10].about[..]), (&[Y][..], &[X][..]));
    }

    #[test]
    fn what_asks_about_more_than_cells_is_no_question() {
        for op in [Op::Test { test: CellTest::Attacked }, Op::NoMoves {}, Op::Capture {}, Op::Parts {}] {
            let mut code = code(0, X, Y);
            code[7] = op;
            assert!(found(code).is_empty(), "{op:?}");
        }
    }

    #[test]
    fn a_question_to_each_piece_is_known_piece_by_piece() {
        let mut code = code(0, X, Y);
        code.insert(1, Op::AnyPiece {});
        code[0] = Op::Quantify { how: Quantifier::Count, to: Label(11) };
        assert!(found(code)[&0].of_each);
    }
}
