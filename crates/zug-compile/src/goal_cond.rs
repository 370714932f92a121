//! Conditions of goals and of illegal positions.

use crate::settings::GoalChoices;
use crate::{codes, ids};
use zug_ir as ir;
use zug_ir::limits::MAX_GOAL_DEPTH;
use zug_model::{self as model, ConfigReading};
use zug_source::{Diagnostic, Diagnostics, Origin};

/// Lowers the condition of the goal that stands at `origin`.
pub(crate) fn goal_cond(
    cond: &model::GoalCond,
    origin: Origin,
    choices: GoalChoices,
    out: &mut Diagnostics,
) -> ir::GoalCond {
    let mut lowerer = Conds { origin, config: choices.config, out };
    lowerer.cond(cond, 0)
}

/// The state of lowering one condition; numbers are in `goal_num`.
pub(crate) struct Conds<'d> {
    origin: Origin,
    config: ConfigReading,
    out: &'d mut Diagnostics,
}

impl Conds<'_> {
    fn cond(&mut self, cond: &model::GoalCond, depth: usize) -> ir::GoalCond {
        if self.too_deep(depth) {
            return ir::GoalCond::False;
        }
        match cond {
            model::GoalCond::And(conds) => ir::GoalCond::And(self.all(conds, depth)),
            model::GoalCond::Or(conds) => ir::GoalCond::Or(self.all(conds, depth)),
            model::GoalCond::Not(inner) => ir::GoalCond::Not(Box::new(self.cond(inner, depth + 1))),
            model::GoalCond::True => ir::GoalCond::True,
            model::GoalCond::False => ir::GoalCond::False,
            model::GoalCond::Stalemated => ir::GoalCond::Stalemated,
            model::GoalCond::Checkmated(kinds) => ir::GoalCond::Checkmated(ids::kinds(kinds)),
            model::GoalCond::Stuck => ir::GoalCond::Stuck,
            model::GoalCond::Repetition => ir::GoalCond::Repetition,
            model::GoalCond::Captured(kinds) => ir::GoalCond::Captured(ids::kinds(kinds)),
            &model::GoalCond::PiecesRemaining { n, kind } => pieces(false, n, kind),
            &model::GoalCond::TotalPieceCount { n, kind } => pieces(true, n, kind),
            model::GoalCond::AbsoluteConfig { occupants, places } => config(occupants, places, self.config),
            model::GoalCond::RelativeConfig { first, rest } => ir::GoalCond::Pattern {
                first: occupant(first),
                rest: rest.iter().map(|(steps, next)| (ids::dirs(steps), occupant(next))).collect(),
            },
            model::GoalCond::Cmp(op, a, b) => {
                ir::GoalCond::Cmp(compare(*op), self.num(a, depth + 1), self.num(b, depth + 1))
            }
        }
    }

    fn all(&mut self, conds: &[model::GoalCond], depth: usize) -> Vec<ir::GoalCond> {
        conds.iter().map(|inner| self.cond(inner, depth + 1)).collect()
    }

    /// One level is kept back for what [`any_cell`] adds.
    pub(crate) fn too_deep(&mut self, depth: usize) -> bool {
        let deep = depth + 1 >= MAX_GOAL_DEPTH;
        if deep {
            let message = format!("a condition is nested {MAX_GOAL_DEPTH} deep or deeper");
            self.report(codes::TOO_DEEP, message);
        }
        deep
    }

    pub(crate) fn report(&mut self, code: &'static str, message: String) {
        self.out.push(Diagnostic::error(code, self.origin, message));
    }
}

fn pieces(anybody: bool, n: u32, kind: Option<model::KindId>) -> ir::GoalCond {
    ir::GoalCond::Pieces { anybody, kinds: kind.map(ids::kind).into_iter().collect(), n }
}

fn config(occupants: &[model::Occupant], places: &model::Places, reading: ConfigReading) -> ir::GoalCond {
    match places {
        model::Places::Zone(zone) => ir::GoalCond::ConfigZone {
            occupants: occupants.iter().map(occupant).collect(),
            zone: ids::zone(*zone),
        },
        model::Places::All(cells) if reading == ConfigReading::All => ir::GoalCond::Config {
            occupants: occupants.iter().map(occupant).collect(),
            all: true,
            cells: ids::cells(cells),
        },
        model::Places::All(cells) | model::Places::Any(cells) => any_cell(occupants, cells),
    }
}

/// "Not a piece of his" is about all the cells even where other occupants need only one of them
/// (`spec/zrf.md` 9: none of them holds it), so the two sorts of occupants part here.
fn any_cell(occupants: &[model::Occupant], cells: &[model::CellId]) -> ir::GoalCond {
    let (absent, present): (Vec<_>, Vec<_>) =
        occupants.iter().map(occupant).partition(|o| matches!(o, ir::Occupant::NotOwn(_)));
    let config = |occupants, all| ir::GoalCond::Config { occupants, all, cells: ids::cells(cells) };
    match (present.is_empty(), absent.is_empty()) {
        (false, false) => ir::GoalCond::Or(vec![config(present, false), config(absent, true)]),
        (true, false) => config(absent, true),
        (_, true) => config(present, false),
    }
}

fn occupant(occupant: &model::Occupant) -> ir::Occupant {
    match *occupant {
        model::Occupant::Own(kind) => ir::Occupant::Own(ids::kind(kind)),
        model::Occupant::Opponent(kind) => ir::Occupant::Opponent(ids::kind(kind)),
        model::Occupant::Any(kind) => ir::Occupant::Any(ids::kind(kind)),
        model::Occupant::NotOwn(kind) => ir::Occupant::NotOwn(ids::kind(kind)),
    }
}

fn compare(op: model::code::CmpOp) -> ir::CmpOp {
    match op {
        model::code::CmpOp::Eq => ir::CmpOp::Eq,
        model::code::CmpOp::Ne => ir::CmpOp::Ne,
        model::code::CmpOp::Lt => ir::CmpOp::Lt,
        model::code::CmpOp::Le => ir::CmpOp::Le,
        model::code::CmpOp::Gt => ir::CmpOp::Gt,
        model::code::CmpOp::Ge => ir::CmpOp::Ge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{HOME, KING, MAN, at};
    use zug_model::code::{CmpOp, Num, Place};
    use zug_model::{CellId, DirId, FlagId, GoalCond, Occupant, Places, Repetition};

    const PLAIN: GoalChoices = GoalChoices { repetition: Repetition::Nothing, config: ConfigReading::All };

    fn lower(choices: GoalChoices, cond: &GoalCond) -> (ir::GoalCond, Vec<String>) {
        let mut out = Diagnostics::new();
        let cond = goal_cond(cond, at(50), choices, &mut out);
        (cond, out.iter().map(|p| format!("{} {}: {}", p.code, p.origin.span.start, p.message)).collect())
    }

    fn lower_cond(choices: GoalChoices, cond: GoalCond) -> ir::GoalCond {
        let (cond, problems) = lower(choices, &cond);
        assert_eq!(problems, [""; 0]);
        cond
    }

    #[test]
    fn pieces_are_counted_for_one_or_for_all() {
        let man = ids::kind(MAN);
        let pieces = |anybody, kinds, n| ir::GoalCond::Pieces { anybody, kinds, n };
        assert_eq!(
            lower_cond(PLAIN, GoalCond::PiecesRemaining { n: 2, kind: Some(MAN) }),
            pieces(false, vec![man], 2)
        );
        assert_eq!(
            lower_cond(PLAIN, GoalCond::TotalPieceCount { n: 0, kind: None }),
            pieces(true, vec![], 0)
        );
    }

    #[test]
    fn a_list_of_cells_is_all_or_any_by_the_reading() {
        let any = GoalChoices { config: ConfigReading::Any, ..PLAIN };
        let cells = || vec![CellId(0), CellId(1)];
        let on = |places| GoalCond::AbsoluteConfig { occupants: vec![Occupant::Own(MAN)], places };
        let config = |all| ir::GoalCond::Config {
            occupants: vec![ir::Occupant::Own(ids::kind(MAN))],
            all,
            cells: ids::cells(&cells()),
        };
        assert_eq!(lower_cond(PLAIN, on(Places::All(cells()))), config(true));
        assert_eq!(lower_cond(any, on(Places::All(cells()))), config(false));
        assert_eq!(lower_cond(PLAIN, on(Places::Any(cells()))), config(false));
        let zone = ir::GoalCond::ConfigZone {
            occupants: vec![ir::Occupant::Own(ids::kind(MAN))],
            zone: ids::zone(HOME),
        };
        assert_eq!(lower_cond(any, on(Places::Zone(HOME))), zone);
    }

    #[test]
    fn absence_is_about_all_cells() {
        let on = |occupants| GoalCond::AbsoluteConfig { occupants, places: Places::Any(vec![CellId(1)]) };
        let config = |occupant, all| ir::GoalCond::Config {
            occupants: vec![occupant],
            all,
            cells: vec![ir::CellId(1)],
        };
        let (own, absent) = (ir::Occupant::Own(ids::kind(KING)), ir::Occupant::NotOwn(ids::kind(MAN)));
        assert_eq!(lower_cond(PLAIN, on(vec![Occupant::NotOwn(MAN)])), config(absent, true));
        assert_eq!(
            lower_cond(PLAIN, on(vec![Occupant::Own(KING), Occupant::NotOwn(MAN)])),
            ir::GoalCond::Or(vec![config(own, false), config(absent, true)])
        );
    }

    #[test]
    fn patterns_keep_their_steps() {
        let cond = GoalCond::RelativeConfig {
            first: Occupant::Opponent(MAN),
            rest: vec![(vec![DirId(0), DirId(1)], Occupant::Any(KING))],
        };
        let pattern = ir::GoalCond::Pattern {
            first: ir::Occupant::Opponent(ids::kind(MAN)),
            rest: vec![(vec![ir::DirId(0), ir::DirId(1)], ir::Occupant::Any(ids::kind(KING)))],
        };
        assert_eq!(lower_cond(PLAIN, cond), pattern);
    }

    #[test]
    fn numbers_of_a_move_are_refused() {
        let height = |place| GoalCond::Cmp(CmpOp::Ge, Num::Height(place), Num::Const(3));
        assert_eq!(
            lower_cond(PLAIN, height(Place::Cell(CellId(2)))),
            ir::GoalCond::Cmp(ir::CmpOp::Ge, ir::GoalNum::Height(ir::CellId(2)), ir::GoalNum::Const(3))
        );
        let flag = GoalCond::Cmp(CmpOp::Eq, Num::Const(0), Num::Flag(FlagId(0)));
        let (_, problems) = lower(PLAIN, &GoalCond::And(vec![flag, height(Place::Here)]));
        assert_eq!(
            problems,
            [
                "cmp-004 50: a flag cannot stand in a goal: it exists only while a move is made",
                "cmp-004 50: the height of a position that is not named cannot stand in a goal: \
                 it exists only while a move is made",
            ]
        );
    }

    #[test]
    fn too_deep_a_condition_is_a_message() {
        let mut cond = GoalCond::True;
        for _ in 0..MAX_GOAL_DEPTH - 2 {
            cond = GoalCond::Not(Box::new(cond));
        }
        assert_eq!(lower(PLAIN, &cond).1, [""; 0]);
        let (_, problems) = lower(PLAIN, &GoalCond::Or(vec![cond]));
        assert_eq!(problems, ["cmp-006 50: a condition is nested 100 deep or deeper"]);
    }
}
