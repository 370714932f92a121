//! Large games: nothing here may be quadratic.
//!
//! There is no clock in tests; whoever breaks this will notice. On one core of a small machine three million
//! ops are printed in 0.1 s, read in 0.9 s and verified in 0.2 s.

mod common;

use common::{block, kind, parse_quietly, tiny};
use zug_ir::*;

#[test]
fn a_million_ops() {
    let mut game = tiny(vec![]);
    // Many labels in one block, and many blocks.
    let line = [
        Op::From {},
        Op::Verify { test: Test::Empty {}, at: Loc::Here },
        Op::JumpUnless { test: Test::Friend {}, at: Loc::Here, to: Label(0) },
        Op::Capture { at: Loc::Here },
        Op::To {},
        Op::Emit { exit: ExitId(0) },
        Op::Back {},
        Op::Mark {},
    ];
    let labelled = |(at, op): (usize, &Op)| op.with_target(Label(at as u32 / 2));
    let mut long: Vec<Op> = line.iter().cycle().take(499_999).enumerate().map(labelled).collect();
    long.push(Op::End {});
    game.blocks[0].code = long;
    let short: Vec<Op> = line.iter().copied().chain([Op::End {}]).collect();
    game.blocks.extend(vec![block(short); 55_555]);
    let text = print(&game);
    assert!(parse_quietly(&text).as_ref() == Some(&game));
    assert!(verify(&game).is_ok());
}

#[test]
fn long_tables_and_deep_nesting() {
    let mut game = tiny(vec![]);
    let names = |n: usize, prefix: &str| (0..n).map(|n| format!("{prefix}{n}")).collect::<Vec<String>>();
    game.board.cells = names(10_000, "cell ").iter().map(|name| common::cell(name)).collect();
    game.board.dirs = names(20, "d");
    game.board.links =
        (0..20).map(|dir| (0..10_000).map(|n| Some(CellId((n + dir) % 10_000))).collect()).collect();
    game.board.opposite = vec![None; 20];
    game.players[0].symmetry = (0..20).map(DirId).collect();
    game.kinds = names(4_094, "k").iter().zip(0..).map(|(name, id)| kind(id, name)).collect();
    game.modes = names(10_000, "m");
    // As many loops as there may be.
    let mut code = Vec::new();
    for slot in 0..64 {
        code.push(Op::Each { slot: LoopId(slot) });
        code.push(Op::EachNext { slot: LoopId(slot), to: Label(2 * 64 + 64 - u32::from(slot)) });
    }
    code.extend((0..64).rev().map(|slot| Op::Jump { to: Label(2 * slot + 1) }));
    code.push(Op::End {});
    game.blocks[0] = Block { loops: 64, ..block(code) };
    assert_eq!(verify(&game).map(|_| ()), Ok(()));
    assert!(parse_quietly(&print(&game)).as_ref() == Some(&game));
}

#[test]
fn many_unknown_names_are_not_compared_with_many_known_ones() {
    let cells: String = (0..10_000).map(|n| format!("cell-number-{n} ")).collect();
    let ops: String = (0..100_000).map(|n| format!("(goto (cell cell-nubmer-{n}))\n")).collect();
    assert_eq!(parse_quietly(&format!("(zir 1)\n(board (cells {cells}))\n(block 0 {ops})")), None);
}
