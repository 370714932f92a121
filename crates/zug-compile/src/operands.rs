//! Places, players and tests of the model as operands of ops.

use crate::ids;
use zug_ir as ir;
use zug_model::code::{Place, Test, Who};

#[inline]
pub(crate) fn loc(place: Place) -> ir::Loc {
    match place {
        Place::Here => ir::Loc::Here,
        Place::Dir(dir) => ir::Loc::Dir(ids::dir(dir)),
        Place::Cell(cell) => ir::Loc::Cell(ids::cell(cell)),
        Place::From => ir::Loc::From,
        Place::To => ir::Loc::To,
        Place::Mark => ir::Loc::Mark,
        Place::LastFrom => ir::Loc::LastFrom,
        Place::LastTo => ir::Loc::LastTo,
    }
}

#[inline]
pub(crate) fn who(who: Who) -> ir::Who {
    match who {
        Who::Mover => ir::Who::Mover,
        Who::Next => ir::Who::Next,
        Who::Player(player) => ir::Who::Player(ids::player(player)),
    }
}

#[inline]
pub(crate) fn test(test: Test) -> ir::Test {
    match test {
        Test::Empty => ir::Test::Empty {},
        Test::Friend => ir::Test::Friend {},
        Test::Enemy => ir::Test::Enemy {},
        Test::Neutral => ir::Test::Neutral {},
        Test::Kind(kind) => ir::Test::Kind { kind: ids::kind(kind) },
        Test::Owner(owner) => ir::Test::Owner { who: who(owner) },
        Test::Zone(zone) => ir::Test::Zone { zone: ids::zone(zone) },
        Test::Cell(cell) => ir::Test::Cell { cell: ids::cell(cell) },
        Test::OnBoard => ir::Test::OnBoard {},
        Test::Marked => ir::Test::Marked {},
        Test::LastFrom => ir::Test::LastFrom {},
        Test::LastTo => ir::Test::LastTo {},
        Test::CellFlag(flag) => ir::Test::CellFlag { flag: ids::cell_flag(flag) },
        Test::Attr(attr) => ir::Test::Attr { attr: ids::attr(attr) },
        Test::Attacked(None) => ir::Test::Attacked {},
        Test::Attacked(Some(mode)) => ir::Test::AttackedBy { mode: ids::mode(mode) },
        Test::Defended(None) => ir::Test::Defended {},
        Test::Defended(Some(mode)) => ir::Test::DefendedBy { mode: ids::mode(mode) },
        Test::AdjacentToEnemy => ir::Test::AdjacentToEnemy {},
        Test::GoalCell => ir::Test::GoalCell {},
        Test::Mover(player) => ir::Test::Mover { player: ids::player(player) },
        Test::Next(player) => ir::Test::Next { player: ids::player(player) },
    }
}
