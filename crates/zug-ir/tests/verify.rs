//! Each invariant of the verifier, broken on purpose.

mod common;

use common::samples::{Sample, stages};
use common::{block, broken, loops, rich, tiny};
use zug_ir::*;

/// What is wrong with a game after a change.
fn after(mut game: Game, change: impl FnOnce(&mut Game)) -> Vec<Invariant> {
    change(&mut game);
    broken(&game)
}

/// What is wrong with code, in a game that has one of everything.
fn code(code: Vec<Op>) -> Vec<Invariant> {
    after(rich(), |game| game.blocks = vec![Block { loops: 2, ..block(code) }; 3])
}

#[test]
fn good_games_are_accepted() {
    assert_eq!(broken(&rich()), []);
    assert_eq!(broken(&tiny(vec![Op::End {}])), []);
    assert_eq!(verify(&rich()).unwrap().into_game(), rich());
    assert_eq!(Verified::try_from(rich()).as_deref(), Ok(&rich()));
}

#[test]
fn errors_name_invariant_block_and_op() {
    let game = tiny(vec![Op::Mark {}, Op::Jump { to: Label(7) }]);
    let errors = verify(&game).unwrap_err();
    assert_eq!(errors[0].place, Place::Op(BlockId(0), 1, "jump"));
    insta::assert_snapshot!(
        errors[0],
        @"block 0, op 1 `jump`: op 7 does not exist, there are 2 (invariant 11: ids in code)"
    );
    insta::assert_snapshot!(
        verify(&Game { turns: vec![], ..rich() }).unwrap_err()[0],
        @"game: there are no turns (invariant 7: turns)"
    );
    insta::assert_snapshot!(
        verify(&tiny(vec![Op::Push { value: 1 }, Op::Add {}, Op::End {}])).unwrap_err()[0],
        @"block 0, op 1 `add`: pops 2 from a stack of 1 (invariant 16: depth of the stack)"
    );
}

#[test]
fn there_is_an_end_to_errors() {
    let blocks = vec![block(vec![Op::Mark {}; 50]); 1000];
    assert_eq!(verify(&Game { blocks, ..rich() }).unwrap_err().len(), 100);
}

#[test]
fn invariant_1_names() {
    assert_eq!(after(rich(), |game| game.modes[1].clear()), [Invariant::Names]);
    assert_eq!(after(rich(), |game| game.flags[1] = "f".to_owned()), [Invariant::Names]);
    assert_eq!(after(rich(), |game| game.board.cells[4].name = "a1".to_owned()), [Invariant::Names]);
    // Different tables are different spaces of names.
    assert_eq!(after(rich(), |game| game.flags[1] = "a1".to_owned()), []);
}

#[test]
fn invariant_2_limits() {
    let many = |n: usize| (0..n).map(|n| n.to_string()).collect::<Vec<String>>();
    let limits = [Invariant::Limits];
    assert_eq!(after(rich(), |game| game.flags = many(10_001)), limits);
    assert_eq!(after(rich(), |game| game.flags = many(10_000)), []);
    assert_eq!(after(rich(), |game| game.blocks[0].code = vec![Op::End {}; 4_000_000]), limits);
    assert_eq!(after(tiny(vec![Op::End {}]), |game| game.blocks[0].loops = 65), limits);
    assert_eq!(after(tiny(vec![Op::End {}]), |game| game.board.cells.clear()), limits);
    assert!(after(rich(), |game| game.players.clear()).contains(&Invariant::Limits));
    assert!(after(rich(), |game| game.kinds.clear()).contains(&Invariant::Limits));
    let crowd = after(tiny(vec![Op::End {}]), |game| {
        let player = |name| Player { name, random: false, symmetry: Vec::new() };
        game.players = many(251).into_iter().map(player).collect();
    });
    assert_eq!(crowd, limits);
}

#[test]
fn invariant_3_lengths_of_tables() {
    let lengths = [Invariant::Lengths];
    assert_eq!(after(rich(), |game| game.board.links.truncate(2)), lengths);
    assert_eq!(after(rich(), |game| game.board.links[1].push(None)), lengths);
    assert_eq!(after(rich(), |game| game.board.opposite.push(None)), lengths);
    assert_eq!(after(rich(), |game| game.board.zones[0].cells.truncate(2)), lengths);
    assert_eq!(after(rich(), |game| game.board.grids[0].cells.push(None)), lengths);
    assert_eq!(after(rich(), |game| game.players[1].symmetry.truncate(1)), lengths);
    assert_eq!(after(rich(), |game| game.kinds[1].defaults.push(0)), lengths);
}

#[test]
fn a_grid_of_endless_dimensions_does_not_overflow() {
    let dims = vec![vec![String::new(); 1000]; 10];
    let grid = Grid { dims, cells: vec![] };
    assert_eq!(after(rich(), |game| game.board.grids.push(grid)), [Invariant::Lengths]);
}

#[test]
fn invariant_4_ids_in_tables() {
    let ids = [Invariant::TableIds];
    let (no_cell, no_dir, no_player) = (CellId(7), DirId(3), PlayerId(3));
    let (no_kind, no_mode, no_zone) = (KindId(2), ModeId(2), ZoneId(2));
    assert_eq!(after(rich(), |game| game.board.links[0][0] = Some(no_cell)), ids);
    assert_eq!(after(rich(), |game| game.board.opposite[0] = Some(no_dir)), ids);
    assert_eq!(after(rich(), |game| game.board.zones[0].cells[1] = vec![no_cell]), ids);
    assert_eq!(after(rich(), |game| game.board.grids[0].cells[0] = Some(no_cell)), ids);
    assert_eq!(after(rich(), |game| game.players[0].symmetry[0] = no_dir), ids);
    assert_eq!(after(rich(), |game| game.attrs[0].kinds.push(no_kind)), ids);
    assert_eq!(after(rich(), |game| game.kinds[0].recycle_as = no_kind), ids);
    assert_eq!(after(rich(), |game| game.kinds[0].moves[0].block = BlockId(3)), ids);
    assert_eq!(after(rich(), |game| game.kinds[1].drops[0].mode = Some(no_mode)), ids);
    assert_eq!(after(rich(), |game| game.turns[0].chooser = no_player), ids);
    assert_eq!(after(rich(), |game| game.turns[0].actor = no_player), ids);
    assert_eq!(after(rich(), |game| game.turns[0].modes = Some(vec![no_mode])), ids);
    assert_eq!(after(rich(), |game| game.exits[0].kinds.push(no_kind)), ids);
    assert_eq!(after(rich(), |game| game.exits[0].then = Then::PartOf(no_mode)), ids);
    assert_eq!(after(rich(), |game| game.setup[0].player = no_player), ids);
    assert_eq!(after(rich(), |game| game.setup[0].kind = no_kind), ids);
    assert_eq!(after(rich(), |game| game.setup[0].cell = no_cell), ids);
    assert_eq!(after(rich(), |game| game.reserves[0].player = no_player), ids);
    assert_eq!(after(rich(), |game| game.reserves[0].kind = no_kind), ids);
    assert_eq!(after(rich(), |game| game.goals[0].players.push(no_player)), ids);

    let wrong = |stage: Stage| after(rich(), |game| game.stages = vec![stage]);
    assert_eq!(wrong(Stage::Priorities { modes: vec![no_mode], unlisted: Unlisted::Never }), ids);
    assert_eq!(wrong(Stage::Royal { player: no_player, kinds: vec![] }), ids);
    assert_eq!(wrong(Stage::Royal { player: PlayerId(0), kinds: vec![no_kind] }), ids);
    assert_eq!(wrong(Stage::Illegal { players: vec![no_player], cond: GoalCond::True }), ids);
    assert_eq!(wrong(Stage::Prefer(vec![Preference::Mover(no_kind)])), ids);
    assert_eq!(wrong(Stage::Prefer(vec![Preference::Earliest(no_kind)])), ids);
    assert_eq!(wrong(Stage::Prefer(vec![Preference::CapturedValue(vec![(no_kind, 1)])])), ids);

    let wrong = |cond: GoalCond| after(rich(), |game| game.goals[0].cond = cond);
    let (own, not_own) = (Occupant::Own(KindId(0)), Occupant::NotOwn(no_kind));
    assert_eq!(wrong(GoalCond::Captured(vec![no_kind])), ids);
    assert_eq!(wrong(GoalCond::Not(Box::new(GoalCond::Checkmated(vec![no_kind])))), ids);
    assert_eq!(wrong(GoalCond::Pieces { anybody: true, kinds: vec![no_kind], n: 0 }), ids);
    assert_eq!(wrong(GoalCond::Config { occupants: vec![own], all: true, cells: vec![no_cell] }), ids);
    assert_eq!(wrong(GoalCond::Config { occupants: vec![not_own], all: true, cells: vec![] }), ids);
    assert_eq!(wrong(GoalCond::ConfigZone { occupants: vec![own], zone: no_zone }), ids);
    assert_eq!(wrong(GoalCond::Pattern { first: own, rest: vec![(vec![no_dir], own)] }), ids);
    assert_eq!(wrong(GoalCond::Pattern { first: own, rest: vec![(vec![], not_own)] }), ids);
    let wrong_num = |number| wrong(GoalCond::Cmp(CmpOp::Eq, GoalNum::Passes, number));
    assert_eq!(wrong_num(GoalNum::Global(GlobalId(2))), ids);
    assert_eq!(wrong_num(GoalNum::Height(no_cell)), ids);
    assert_eq!(wrong_num(GoalNum::Reserve { owner: Who::Player(no_player), kind: KindId(0) }), ids);
    assert_eq!(wrong_num(GoalNum::Pieces { owner: None, kind: None, zone: Some(no_zone) }), ids);
}

#[test]
fn invariant_5_order_of_zones() {
    let zone =
        |cells: [u16; 2]| after(rich(), |game| game.board.zones[0].cells[0] = cells.map(CellId).into());
    assert_eq!(zone([3, 0]), [Invariant::ZoneOrder]);
    assert_eq!(zone([3, 3]), [Invariant::ZoneOrder]);
    assert_eq!(zone([3, 4]), []);
}

#[test]
fn invariant_6_bits_of_attributes() {
    let bits = [Invariant::AttrBits];
    let attrs = |numeric: usize, boolean: usize| {
        after(tiny(vec![Op::End {}]), |game| {
            let attr = |n: usize| Attr { name: n.to_string(), numeric: n < numeric, kinds: vec![] };
            game.attrs = (0..numeric + boolean).map(attr).collect();
            game.kinds[0].defaults = vec![0; numeric + boolean];
        })
    };
    assert_eq!(attrs(2, 12), []);
    assert_eq!(attrs(2, 13), bits);
    assert_eq!(attrs(0, 44), []);
    assert_eq!(attrs(0, 45), [Invariant::Limits, Invariant::AttrBits]);
    assert_eq!(after(rich(), |game| game.kinds[0].defaults[0] = 2), bits);
    assert_eq!(after(rich(), |game| game.kinds[0].defaults[1] = 32_768), bits);
}

#[test]
fn invariant_7_turns() {
    assert_eq!(after(rich(), |game| game.turns.clear()), [Invariant::Turns]);
    assert_eq!(after(rich(), |game| game.repeat_from = 3), [Invariant::Turns]);
}

#[test]
fn invariant_8_set_up() {
    assert_eq!(after(rich(), |game| game.setup[0].count = 0), [Invariant::Setup]);
    let single = |game: &mut Game| game.rules.pile = Pile::Single;
    assert_eq!(after(rich(), single), [Invariant::Setup]);
}

#[test]
fn invariant_9_order_of_stages() {
    let good = stages();
    for at in 0..good.len() {
        // Every stage that is not repeated is refused a second time, and behind its successor.
        if good[at].repeats() {
            continue;
        }
        let mut twice = good.clone();
        twice.insert(at, good[at].clone());
        assert_eq!(after(rich(), |game| game.stages = twice), [Invariant::StageOrder]);
        let mut swapped = good.clone();
        swapped.swap(at, if at == 0 { 1 } else { at - 1 });
        assert_eq!(after(rich(), |game| game.stages = swapped), [Invariant::StageOrder]);
    }
    assert_eq!(after(rich(), |game| game.stages.swap(2, 3)), [Invariant::StageOrder]);
}

#[test]
fn invariant_10_depth_of_conditions() {
    let deep = |n| (0..n).fold(GoalCond::True, |cond, _| GoalCond::And(vec![cond]));
    assert_eq!(after(rich(), |game| game.goals[0].cond = deep(99)), []);
    assert_eq!(after(rich(), |game| game.goals[0].cond = deep(100)), [Invariant::GoalDepth]);
    let number =
        (0..100).fold(GoalNum::Passes, |num, _| GoalNum::Op(NumOp::Add, Box::new((num, GoalNum::Const(1)))));
    let cond = GoalCond::Cmp(CmpOp::Eq, number, GoalNum::Passes);
    assert_eq!(after(rich(), |game| game.goals[0].cond = cond), [Invariant::GoalDepth]);
}

#[test]
fn invariant_11_ids_in_code() {
    // A game with nothing in its tables: everything that names something is wrong.
    let mut bare = tiny(vec![]);
    (bare.board.cells, bare.players, bare.kinds, bare.exits) = Default::default();
    bare.blocks[0].loops = 0;
    for op in Op::samples() {
        bare.blocks[0].code = vec![op];
        let wrong = broken(&bare).contains(&Invariant::CodeIds);
        let text = format!("{op:?}");
        let names_something = text.contains("Id(") || text.contains("Label(1)") || text.contains("Label(7)");
        assert_eq!(wrong, names_something, "{text}");
    }
}

#[test]
fn invariant_12_end_of_code() {
    let end = [Invariant::CodeEnd];
    assert_eq!(code(vec![]), end);
    assert_eq!(code(vec![Op::Mark {}]), end);
    assert_eq!(code(vec![Op::End {}, Op::JumpIf { test: Test::Empty {}, at: Loc::Here, to: Label(0) }]), end);
    assert_eq!(code(vec![Op::Jump { to: Label(0) }]), []);
    assert_eq!(code(vec![Op::Reject {}]), []);
}

const SLOT: LoopId = LoopId(0);
const OTHER: LoopId = LoopId(1);

fn each_next(slot: LoopId, to: u32) -> Op {
    Op::EachNext { slot, to: Label(to) }
}

fn jump(to: u32) -> Op {
    Op::Jump { to: Label(to) }
}

fn jump_if_empty(to: u32) -> Op {
    Op::JumpIf { test: Test::Empty {}, at: Loc::Here, to: Label(to) }
}

#[test]
fn invariant_13_shape_of_loops() {
    let shape = [Invariant::LoopShape];
    let each = Op::Each { slot: SLOT };
    assert_eq!(code(vec![each, each_next(SLOT, 3), jump(1), Op::End {}]), []);
    // No `each_next`, one of another slot, one without `each`, no body, an exit that lies before it.
    assert_eq!(code(vec![each, Op::Mark {}, Op::End {}]), shape);
    assert_eq!(code(vec![each, each_next(OTHER, 3), jump(1), Op::End {}]), shape);
    assert_eq!(code(vec![Op::Mark {}, each_next(SLOT, 3), jump(1), Op::End {}]), shape);
    assert_eq!(code(vec![each_next(SLOT, 2), jump(0), Op::End {}]), shape);
    assert_eq!(code(vec![each, each_next(SLOT, 2), Op::End {}]), shape);
    assert_eq!(code(vec![Op::Mark {}, each, each_next(SLOT, 0), jump(2)]), shape);
}

#[test]
fn invariant_14_nesting_of_loops() {
    let nested = |slot, exit, outer_exit| {
        code(vec![
            Op::Each { slot: SLOT },
            each_next(SLOT, outer_exit),
            Op::Each { slot },
            each_next(slot, exit),
            jump(3),
            jump(1),
            Op::End {},
            Op::End {},
        ])
    };
    assert_eq!(nested(OTHER, 5, 6), []);
    assert_eq!(nested(SLOT, 5, 6), [Invariant::LoopNesting]);
    assert_eq!(nested(OTHER, 6, 6), [Invariant::LoopNesting]);
    assert_eq!(nested(OTHER, 7, 6), [Invariant::LoopNesting]);
    assert_eq!(code(loops()), []);
}

#[test]
fn invariant_15_border_of_loops() {
    let border = [Invariant::LoopBorder];
    let each = Op::Each { slot: SLOT };
    let body =
        |op: Op| code(vec![Op::Mark {}, each, each_next(SLOT, 6), op, Op::Back {}, jump(2), Op::End {}]);
    assert_eq!(body(jump_if_empty(4)), []);
    assert_eq!(body(jump_if_empty(2)), []);
    assert_eq!(body(Op::End {}), []);
    // Out of the body: to the exit, before the loop, to the start of the loop.
    assert_eq!(body(jump_if_empty(6)), border);
    assert_eq!(body(jump_if_empty(0)), border);
    assert_eq!(body(jump_if_empty(1)), border);
    // Out of its end.
    assert_eq!(code(vec![each, each_next(SLOT, 3), Op::Mark {}, Op::End {}]), border);
    // Into the body, and to the `each_next`, from outside.
    let enter =
        |to| code(vec![jump_if_empty(to), each, each_next(SLOT, 5), Op::Mark {}, jump(2), Op::End {}]);
    assert_eq!(enter(5), []);
    assert_eq!(enter(1), []);
    assert_eq!(enter(2), border);
    assert_eq!(enter(3), border);
    assert_eq!(enter(4), border);
    // From one loop into another.
    let two = |to| {
        code(vec![
            each,
            each_next(SLOT, 4),
            jump_if_empty(to),
            jump(1),
            each,
            each_next(SLOT, 7),
            jump(5),
            Op::End {},
        ])
    };
    assert_eq!(two(1), []);
    assert_eq!(two(4), border);
    assert_eq!(two(5), border);
    assert_eq!(two(6), border);
    // From the inner of two loops to the `each_next` of the outer.
    let mut nested = loops();
    nested[6] = jump_if_empty(1);
    assert_eq!(code(nested), border);
}

const PUSH: Op = Op::Push { value: 1 };

#[test]
fn invariant_16_depth_of_the_stack() {
    let depth = [Invariant::StackDepth];
    for op in Op::samples() {
        let (pops, _) = op.stack();
        if pops > 0 {
            let wrong = code([vec![op], vec![Op::End {}; 8]].concat());
            assert!(wrong.contains(&Invariant::StackDepth), "{op:?}");
        }
    }
    assert_eq!(code(vec![PUSH, Op::Add {}, Op::End {}]), depth);
    let pile = |n| code([vec![PUSH; n], vec![Op::End {}]].concat());
    assert_eq!(pile(64), []);
    assert_eq!(pile(65), depth);
    // What cannot be reached may be anything.
    assert_eq!(code(vec![Op::End {}, Op::Add {}, Op::End {}]), []);
}

#[test]
fn invariant_17_depth_where_ways_meet() {
    assert_eq!(code(vec![jump_if_empty(2), PUSH, Op::End {}]), [Invariant::StackJoin]);
    assert_eq!(code(vec![PUSH, jump(0)]), [Invariant::StackJoin]);
    assert_eq!(code(vec![jump_if_empty(3), PUSH, jump(4), PUSH, Op::Not {}, Op::End {}]), []);
}

#[test]
fn invariant_18_empty_stack() {
    let empty = [Invariant::StackEmpty];
    assert_eq!(code(vec![PUSH, Op::Emit { exit: ExitId(0) }, Op::End {}]), empty);
    for each in [Op::Each { slot: SLOT }, Op::EachIn { slot: SLOT, zone: ZoneId(0) }] {
        assert!(
            code(vec![PUSH, each, each_next(SLOT, 4), jump(2), Op::End {}]).contains(&Invariant::StackEmpty)
        );
    }
    let back = vec![Op::Each { slot: SLOT }, each_next(SLOT, 4), PUSH, jump(1), Op::End {}];
    assert_eq!(code(back), [Invariant::StackJoin]);
}

#[test]
fn invariant_19_ops_of_piles() {
    let allowed = |op: Op| {
        let fits = |pile: Pile| {
            let mut game = rich();
            game.setup.clear();
            game.rules.pile = pile;
            game.blocks = vec![block(vec![PUSH, op, Op::End {}]); 3];
            !broken(&game).contains(&Invariant::PileOps)
        };
        Pile::WORDS
            .iter()
            .filter(|(_, pile)| fits(*pile))
            .map(|(word, _)| *word)
            .collect::<Vec<&str>>()
            .join(" ")
    };
    for op in Op::samples() {
        let expected = match op.mnemonic() {
            "tuck" => "stack",
            "lift" => "stack heap",
            "create_many" => "heap",
            "capture_late" => "single stack",
            _ => "single stack heap",
        };
        assert_eq!(allowed(op), expected, "{op:?}");
    }
}

#[test]
fn invariant_20_one_model_of_marks() {
    let marks = [Invariant::Marks];
    assert_eq!(code(vec![Op::Mark {}, Op::Back {}, Op::End {}]), []);
    assert_eq!(code(vec![Op::MarkPush {}, Op::BackPop {}, Op::End {}]), []);
    assert_eq!(code(vec![Op::Mark {}, Op::BackPop {}, Op::End {}]), marks);
    assert_eq!(code(vec![Op::MarkPush {}, Op::Back {}, Op::End {}]), marks);
}

#[test]
fn every_invariant_has_a_test() {
    let tests = concat!(include_str!("verify.rs"), include_str!("verify_scripts.rs"));
    for invariant in Invariant::ALL {
        let name = format!("fn invariant_{}_", invariant.number());
        assert!(tests.contains(&name), "no test of invariant {}", invariant.number());
    }
}
