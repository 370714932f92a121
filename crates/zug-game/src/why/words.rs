//! Tests and criteria of compiled ZRF in the words of ZRF: blocks know no places inside a rule.

use crate::game::Game;
use zug_ir::{GoalCond, Loc, Op, Preference, Stage, Test, Who};
use zug_vm::Spot;

/// The test at a spot of a block.
pub(super) fn test(game: &Game, spot: Spot) -> Option<String> {
    if game.ir().scripted.is_some() {
        return None;
    }
    let code = &game.ir().blocks.get(spot.code as usize)?.code;
    let at = spot.op? as usize;
    match *code.get(at)? {
        Op::JumpZero { .. } => number(game, &code[..at]),
        Op::Verify { test, at } | Op::JumpIf { test, at, .. } | Op::JumpUnless { test, at, .. } => {
            Some(in_words(game, &test, at))
        }
        Op::VerifyNot { test, at } => Some(format!("not-{}", in_words(game, &test, at))),
        _ => None,
    }
}

/// What a number is that is compared with 0, if it is simply something with a name.
fn number(game: &Game, before: &[Op]) -> Option<String> {
    let (not, before) = match before.split_last()? {
        (Op::Not {}, rest) => ("not-", rest),
        _ => ("", before),
    };
    match before.last()? {
        Op::PushFlag { flag } => Some(format!("{not}flag? {}", game.ir().flags[flag.idx()])),
        Op::PushGlobal { global } => Some(format!("{not}{}", game.ir().globals[global.idx()].name)),
        _ => None,
    }
}

fn in_words(game: &Game, test: &Test, at: Loc) -> String {
    let ir = game.ir();
    let of = match test {
        Test::Kind { kind } => return format!("piece? {}", game.kind_name(*kind)),
        Test::Zone { zone } => format!("in-zone? {}", ir.board.zones[zone.idx()].name),
        Test::Attr { attr } => ir.attrs[attr.idx()].name.clone(),
        Test::CellFlag { flag } => format!("position-flag? {}", ir.cell_flags[flag.idx()]),
        Test::Cell { cell } => format!("position? {}", game.cell_name(*cell)),
        Test::Owner { who: Who::Player(player) } => format!("owned by {}", game.player_name(*player)),
        other => format!("{}?", other.mnemonic().replace('_', "-")),
    };
    match at {
        Loc::Dir(dir) => format!("{of} {}", ir.board.dirs[dir.idx()]),
        Loc::Cell(cell) => format!("{of} {}", game.cell_name(cell)),
        _ => of,
    }
}

/// What a criterion of a stage compares.
pub(super) fn criterion(game: &Game, criterion: usize) -> Option<String> {
    let criteria = game.ir().stages.iter().find_map(|stage| match stage {
        Stage::Prefer(criteria) => Some(criteria),
        _ => None,
    })?;
    Some(match criteria.get(criterion)? {
        // Nothing is worse by it.
        Preference::Quiet => "captures".to_owned(),
        Preference::Captures => "captured pieces".to_owned(),
        Preference::CapturedValue(_) => "value of the captured pieces".to_owned(),
        Preference::Mover(kind) => format!("capturing with {}", game.kind_name(*kind)),
        Preference::Earliest(kind) => format!("capturing {} early", game.kind_name(*kind)),
    })
}

pub(super) fn speaks_of_mate(cond: &GoalCond) -> bool {
    matches!(cond, GoalCond::Checkmated(_)) || cond.children().iter().any(speaks_of_mate)
}
