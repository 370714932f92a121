//! The invariants of games with scripts, broken on purpose.

mod common;

use ScriptOp as O;
use common::samples::Sample;
use common::{block, broken, nested, script, scripted};
use zug_ir::*;

/// What is wrong with a game after a change.
fn after(change: impl FnOnce(&mut Game)) -> Vec<Invariant> {
    let mut game = scripted();
    change(&mut game);
    broken(&game)
}

/// The same, after a change of what is about scripts.
fn scripts(change: impl FnOnce(&mut Scripted)) -> Vec<Invariant> {
    after(|game| change(game.scripted.as_mut().expect("it has scripts")))
}

/// What is wrong with code that nobody runs.
fn code(code: Vec<O>) -> Vec<Invariant> {
    scripts(|scripted| scripted.scripts.push(script(code)))
}

const GOOD: [Invariant; 0] = [];

fn one() -> O {
    O::Push { value: Const::Int(1) }
}

fn to(at: u32) -> Label {
    Label(at)
}

#[test]
fn good_games_are_accepted() {
    assert_eq!(broken(&scripted()), GOOD);
    assert_eq!(Verified::try_from(scripted()).as_deref(), Ok(&scripted()));
    assert_eq!(code(nested()), GOOD);
}

#[test]
fn errors_name_script_and_op() {
    let error = |code: Vec<O>| {
        let mut game = scripted();
        game.scripted.as_mut().unwrap().scripts[1].code = code;
        verify(&game).unwrap_err()[0].clone()
    };
    let first = error(vec![one(), O::Add {}, O::Emit {}]);
    assert_eq!((first.place, first.op), (Place::Entry("script", 1), Some((1, "add"))));
    insta::assert_snapshot!(first, @"script 1, op 1 `add`: pops 2 from a stack of 1 (invariant 16: depth of the stack)");
    insta::assert_snapshot!(error(vec![]), @"script 1: has no ops (invariant 12: end of code)");
    insta::assert_snapshot!(error(vec![O::Jump { to: to(9) }]), @"script 1, op 0 `jump`: op 9 does not exist, there are 1 (invariant 11: ids in code)");
    insta::assert_snapshot!(error(vec![O::Succeed {}]), @"script 1, op 0 `succeed`: nothing is open, expected `quantify` (invariant 22: nesting in scripts)");
    insta::assert_snapshot!(error(vec![O::Accept {}]), @"script 1, op 0 `accept`: stands in a script that makes moves (invariant 23: what scripts are for)");
    insta::assert_snapshot!(
        error(vec![one(), O::Quantify { how: Quantifier::Exists, to: to(4) }, O::Check {}, O::Succeed {}, O::Emit {}]),
        @"script 1, op 2 `check`: pops 1 from a stack of 0 inside `quantify` (invariant 16: depth of the stack)"
    );
    insta::assert_snapshot!(
        error(vec![O::Quantify { how: Quantifier::Sum, to: to(2) }, O::Succeed {}, O::Emit {}]),
        @"script 1, op 1 `succeed`: 0 values on the stack, expected 1 (invariant 22: nesting in scripts)"
    );
    insta::assert_snapshot!(
        error(vec![one(), O::Each {}, O::EachNext { local: LocalId(0), to: to(3) }, O::Emit {}]),
        @"script 1, op 2 `each_next`: nothing is open here, `each` on another way to op 3 (invariant 22: nesting in scripts)"
    );
    insta::assert_snapshot!(
        error(vec![one(), O::JumpIf { to: to(3) }, one(), O::Emit {}]),
        @"script 1, op 2 `push`: 1 values on the stack here, 0 on another way to op 3 (invariant 17: depth where ways meet)"
    );
}

#[test]
fn invariant_1_names() {
    let names = [Invariant::Names];
    assert_eq!(scripts(|scripted| scripted.locals[1] = "d".to_owned()), names);
    assert_eq!(scripts(|scripted| scripted.locals[1].clear()), names);
    assert_eq!(scripts(|scripted| scripted.gens[1] = "max-result".to_owned()), names);
    assert_eq!(scripts(|scripted| scripted.texts[1].clear()), names);
    assert_eq!(scripts(|scripted| scripted.texts[0] = "x".to_owned()), GOOD);
    assert_eq!(scripts(|scripted| scripted.dice[0].name.clear()), names);
    assert_eq!(scripts(|scripted| scripted.dice[0].name = "sticks".to_owned()), names);
}

#[test]
fn invariant_2_limits() {
    let limits = [Invariant::Limits];
    let many = |n: usize| (0..n).map(|n| n.to_string()).collect::<Vec<String>>();
    assert_eq!(scripts(|scripted| scripted.texts = many(10_000)), GOOD);
    assert_eq!(scripts(|scripted| scripted.texts = many(10_001)), limits);
    assert_eq!(scripts(|scripted| scripted.locals = many(10_001)), limits);
    assert_eq!(code(vec![O::Fail {}; 3_999_900]), GOOD);
    assert_eq!(code(vec![O::Fail {}; 4_000_000]), limits);
    let faces = |dice: usize, faces: i32| {
        after(|game| {
            let slots = (0..dice as u16).map(GlobalId).collect();
            game.globals.extend((0..dice).map(|n| Global { name: format!("s{n}"), init: 0, counter: false }));
            let dice = &mut game.scripted.as_mut().unwrap().dice[1];
            *dice = Dice { faces: vec![(1..=faces).collect(); dice.faces.len()], ..dice.clone() };
            dice.faces = vec![(1..=faces).collect(); Vec::len(&slots)];
            dice.slots = slots;
        })
    };
    assert_eq!(faces(4, 10), GOOD);
    assert_eq!(faces(5, 10), limits);
    assert_eq!(faces(40, 6), limits);
    // As deep as it goes, and one deeper.
    let deep = |n: u32| {
        let mut ops: Vec<O> =
            (0..n).map(|at| O::Quantify { how: Quantifier::Exists, to: to(3 * n - 2 * at - 1) }).collect();
        for _ in 0..n {
            ops.push(O::Succeed {});
            ops.push(O::Pop {});
        }
        ops.push(O::Fail {});
        code(ops)
    };
    assert_eq!(deep(200), GOOD);
    assert_eq!(deep(201), limits);
}

#[test]
fn invariant_3_lengths_of_tables() {
    let lengths = [Invariant::Lengths];
    assert_eq!(scripts(|scripted| scripted.kinds.truncate(1)), lengths);
    assert_eq!(scripts(|scripted| scripted.players.push(vec![])), lengths);
    assert_eq!(scripts(|scripted| scripted.modes.clear()), lengths);
    assert_eq!(scripts(|scripted| scripted.allies = vec![vec![]; 4]), lengths);
    assert_eq!(scripts(|scripted| scripted.allies = vec![vec![]; 3]), GOOD);
    assert_eq!(scripts(|scripted| scripted.rolls = vec![None; 4]), lengths);
    assert_eq!(scripts(|scripted| scripted.rolls.clear()), GOOD);
    assert_eq!(scripts(|scripted| scripted.scripts[0].origins.truncate(5)), lengths);
    assert_eq!(scripts(|scripted| scripted.scripts[0].origins.clear()), GOOD);
}

#[test]
fn invariant_4_ids_in_tables() {
    let ids = [Invariant::TableIds];
    let no_script = ScriptId(5);
    assert_eq!(scripts(|scripted| scripted.list_locals.push(LocalId(3))), ids);
    assert_eq!(scripts(|scripted| scripted.priorities.push(ModeId(2))), ids);
    assert_eq!(scripts(|scripted| scripted.allies[0].push(PlayerId(3))), ids);
    assert_eq!(scripts(|scripted| scripted.kinds[0].moves[0].script = no_script), ids);
    assert_eq!(scripts(|scripted| scripted.kinds[0].moves[1].further = no_script), ids);
    assert_eq!(scripts(|scripted| scripted.kinds[0].drops[0].mode = Some(ModeId(2))), ids);
    assert_eq!(scripts(|scripted| scripted.kinds[0].closing = Some(no_script)), ids);
    assert_eq!(scripts(|scripted| scripted.kinds[0].invariant = Some(no_script)), ids);
    assert_eq!(scripts(|scripted| scripted.kinds[0].attacked = Some(no_script)), ids);
    assert_eq!(scripts(|scripted| scripted.players[1][0].script = no_script), ids);
    assert_eq!(scripts(|scripted| scripted.players[1][0].mode = Some(ModeId(2))), ids);
    assert_eq!(scripts(|scripted| scripted.invariant = Some(no_script)), ids);
    assert_eq!(scripts(|scripted| scripted.score = Some(no_script)), ids);
    assert_eq!(scripts(|scripted| scripted.goals[0].script = no_script), ids);
    assert_eq!(scripts(|scripted| scripted.goals[0].players = vec![PlayerId(3)]), ids);
    assert_eq!(scripts(|scripted| scripted.dice[1].slots[0] = GlobalId(6)), ids);
    assert_eq!(scripts(|scripted| scripted.rolls[1] = Some(2)), ids);
    assert_eq!(after(|game| game.setup[0].attrs[0].0 = AttrId(3)), ids);
    // What a value of the board begins with.
    let begins = |value| after(|game| game.globals[0].init = script::encode(value));
    for value in Const::samples() {
        assert_eq!(begins(value), GOOD, "{value:?}");
    }
    assert_eq!(begins(Const::Cell(CellId(7))), ids);
    assert_eq!(begins(Const::Text(TextId(3))), ids);
    assert_eq!(begins(Const::Zone(ZoneId(2))), ids);
}

#[test]
fn invariant_6_bits_of_attributes() {
    assert_eq!(after(|game| game.setup[0].attrs[0].1 = 32_768), [Invariant::AttrBits]);
    assert_eq!(after(|game| game.setup[0].attrs[1].1 = 2), [Invariant::AttrBits]);
}

#[test]
fn invariant_7_turns() {
    // The first turn is not played again.
    assert_eq!(scripts(|scripted| scripted.rolls = vec![None, Some(0), Some(0)]), [Invariant::Turns]);
    assert_eq!(scripts(|scripted| scripted.rolls = vec![Some(0), Some(0), None]), GOOD);
}

#[test]
fn invariant_8_set_up() {
    assert_eq!(after(|game| game.setup[0].attrs[0].0 = AttrId(0)), [Invariant::AttrBits, Invariant::Setup]);
    assert_eq!(after(|game| game.setup[0].attrs = vec![(AttrId(0), 1); 2]), [Invariant::Setup]);
}

#[test]
fn invariant_11_ids_in_code() {
    // Scripts without tables to speak of: everything that names something is wrong.
    for op in O::samples() {
        let wrong = after(|game| {
            game.board = Board::default();
            (game.players, game.kinds, game.modes, game.attrs, game.globals) = Default::default();
            let scripts = vec![script(vec![op])];
            game.scripted = Some(Box::new(Scripted { scripts, ..Scripted::default() }));
        });
        let text = format!("{op:?}");
        let id = |id: &str| text.contains(&format!("{id}("));
        let names_something =
            ["CellId", "DirId", "KindId", "ZoneId", "PlayerId", "ModeId", "AttrId"].into_iter().any(id)
                || ["LocalId", "GenId", "TextId", "GlobalId"].into_iter().any(id)
                || ["ScriptId(1", "ScriptId(2", "ScriptId(3", "ScriptId(4", "Label(1", "Label(7"]
                    .iter()
                    .any(|id| text.contains(id))
                || matches!(op, O::Dice { .. } | O::UseDie { .. } | O::Coord { dimension: 0 });
        assert_eq!(wrong.contains(&Invariant::CodeIds), names_something, "{text}");
    }
    let ids = [Invariant::CodeIds];
    // One value for each of three players, of six.
    assert_eq!(code(vec![O::PlayerValue { first: GlobalId(3) }, O::Fail {}]), GOOD);
    assert_eq!(code(vec![O::PlayerValue { first: GlobalId(4) }, O::Fail {}]), ids);
    assert_eq!(code(vec![one(), O::SetPlayerValue { first: GlobalId(4) }, O::Fail {}]), ids);
    assert_eq!(code(vec![O::Dice { dice: 1 }, O::Fail {}]), GOOD);
    assert_eq!(code(vec![O::Dice { dice: 2 }, O::Fail {}]), ids);
    assert_eq!(code(vec![one(), O::UseDie { dice: 2 }, O::Fail {}]), ids);
    assert_eq!(code(vec![one(), O::Coord { dimension: 0 }, O::Fail {}]), ids);
}

#[test]
fn invariant_12_end_of_code() {
    let end = [Invariant::CodeEnd];
    assert_eq!(code(vec![]), end);
    assert_eq!(code(vec![O::Place {}]), end);
    assert_eq!(code(vec![O::Fork { to: to(0) }]), end);
    assert_eq!(code(vec![O::Jump { to: to(0) }]), GOOD);
    // The same, said by each op whether it stops.
    for op in O::samples() {
        let stops = matches!(
            op.mnemonic(),
            "jump" | "fail" | "accept" | "succeed" | "flood_answer" | "emit" | "end_part"
        );
        let op = if op.target().is_some() { op.with_target(to(0)) } else { op };
        assert_eq!(code(vec![op]).contains(&Invariant::CodeEnd), !stops, "{op:?}");
    }
}

/// An op as the only thing that happens, with what it pops before it, for ops that open or close nothing.
fn alone(op: O) -> Option<Vec<O>> {
    let structure = [
        "quantify",
        "succeed",
        "flood",
        "flood_next",
        "flood_answer",
        "reach",
        "reach_next",
        "reach_answer",
        "each",
        "each_next",
        "as_player",
        "as_before",
    ];
    if structure.contains(&op.mnemonic()) {
        return None;
    }
    let (pops, pushes) = op.stack();
    let mut ops = vec![one(); pops];
    // Behind what follows it, where the stack is the same.
    let end = (ops.len() + 1) as u32;
    ops.push(if op.target().is_some() { op.with_target(to(end)) } else { op });
    if op.flow() != Flow::Stop {
        ops.extend(vec![O::Pop {}; pushes]);
    }
    ops.push(O::Fail {});
    Some(ops)
}

#[test]
fn invariant_16_depth_of_the_stack() {
    let depth = [Invariant::StackDepth];
    for op in O::samples() {
        let in_range =
            !matches!(op, O::Dice { dice: 2.. } | O::UseDie { dice: 2.. } | O::Coord { dimension: 0 })
                && !matches!(op, O::Defer { script } if script != ScriptId(2))
                && !matches!(op, O::PlayerValue { first } | O::SetPlayerValue { first } if first.0 > 3)
                && op.stack().0 <= 10_000;
        let Some(ops) = alone(op).filter(|_| in_range) else { continue };
        assert_eq!(code(ops.clone()), GOOD, "{op:?}");
        // With one value less.
        if op.stack().0 > 0 {
            let mut ops: Vec<O> = ops[1..].to_vec();
            ops.iter_mut().for_each(|op| {
                if let Some(at) = op.target() {
                    *op = op.with_target(to(at.0 - 1));
                }
            });
            assert_eq!(code(ops), depth, "{op:?}");
        }
    }
    let pile = |n| code([vec![one(); n], vec![O::Fail {}]].concat());
    assert_eq!(pile(10_000), GOOD);
    assert_eq!(pile(10_001), depth);
    // What cannot be reached may be anything.
    assert_eq!(code(vec![O::Fail {}, O::Add {}, O::Fail {}]), GOOD);
    // What was on the stack before does not belong to the code inside.
    let inside = |op: O| {
        code(vec![
            one(),
            O::Quantify { how: Quantifier::Exists, to: to(4) },
            op,
            O::Succeed {},
            O::Pop {},
            O::Fail {},
        ])
    };
    assert_eq!(inside(O::Place {}), GOOD);
    assert_eq!(inside(O::Check {}), depth);
    assert_eq!(inside(O::Abs {}), depth);
}

#[test]
fn invariant_17_depth_where_ways_meet() {
    let join = [Invariant::StackJoin];
    assert_eq!(code(vec![one(), O::JumpIf { to: to(3) }, one(), O::Fail {}]), join);
    assert_eq!(code(vec![one(), O::Jump { to: to(0) }]), join);
    assert_eq!(code(vec![O::Fork { to: to(2) }, one(), O::Fail {}]), join);
    assert_eq!(
        code(vec![O::Fork { to: to(3) }, one(), O::Jump { to: to(4) }, one(), O::Pop {}, O::Fail {}]),
        GOOD
    );
}

#[test]
fn invariant_21_scripts_alone() {
    let alone = [Invariant::ScriptsOnly];
    assert_eq!(after(|game| game.blocks.push(block(vec![Op::End {}]))), alone);
    assert_eq!(after(|game| game.exits.push(Exit { kinds: vec![], then: Then::Done, copy: false })), alone);
    let goal =
        Goal { verdict: Verdict::Win, players: vec![], cond: GoalCond::True, deferred: false, origin: 0 };
    assert_eq!(after(|game| game.goals.push(goal)), alone);
    for stage in common::samples::stages() {
        let kept = matches!(stage, Stage::Ko(_) | Stage::Landing | Stage::Merge | Stage::Pass(_));
        assert_eq!(after(|game| game.stages = vec![stage]), if kept { vec![] } else { alone.to_vec() });
    }
    // Rules of kinds are numbers of blocks.
    let rule = RuleRef { mode: None, block: BlockId(0) };
    assert_eq!(after(|game| game.kinds[0].moves.push(rule)), [Invariant::TableIds]);
}

fn quantify(how: Quantifier, end: u32) -> O {
    O::Quantify { how, to: to(end) }
}

#[test]
fn invariant_22_nesting_of_quantifiers() {
    let nesting = [Invariant::ScriptNesting];
    for how in Quantifier::samples() {
        let value = matches!(how, Quantifier::Sum | Quantifier::Collect | Quantifier::First);
        let with = code(vec![quantify(how, 3), one(), O::Succeed {}, O::Pop {}, O::Fail {}]);
        let without = code(vec![quantify(how, 2), O::Succeed {}, O::Pop {}, O::Fail {}]);
        assert_eq!(with.is_empty(), value, "{how:?}");
        assert_eq!(without.is_empty(), !value, "{how:?}");
        assert_eq!([with, without].concat(), nesting);
    }
    let exists = |end| quantify(Quantifier::Exists, end);
    // The result is on the stack at the label only.
    assert_eq!(code(vec![exists(2), O::Succeed {}, O::Add {}, O::Fail {}]), [Invariant::StackDepth]);
    // No quantifier, one already left, one entered from outside, a label that is not behind.
    assert_eq!(code(vec![O::Succeed {}]), nesting);
    assert_eq!(code(vec![exists(2), O::Succeed {}, O::Pop {}, O::Succeed {}]), nesting);
    assert_eq!(code(vec![O::Fork { to: to(2) }, exists(3), O::Succeed {}, O::Fail {}]), nesting);
    assert_eq!(code(vec![O::Jump { to: to(1) }, exists(0), O::Succeed {}]), nesting);
    assert_eq!(code(vec![exists(1), O::Fail {}]), nesting);
    // Out of it by a jump.
    assert_eq!(code(vec![exists(3), O::Fork { to: to(3) }, O::Succeed {}, O::Fail {}]), nesting);
    // What has no end is never left.
    assert_eq!(code(vec![exists(2), O::Fail {}, O::Pop {}, O::Fail {}]), GOOD);
    // A choice inside, with two ends.
    assert_eq!(
        code(vec![exists(4), O::Fork { to: to(3) }, O::Succeed {}, O::Succeed {}, O::Pop {}, O::Fail {}]),
        GOOD
    );
}

#[test]
fn invariant_22_nesting_of_loops() {
    let nesting = [Invariant::ScriptNesting];
    let next = |end| O::EachNext { local: LocalId(0), to: to(end) };
    assert_eq!(code(vec![one(), O::Each {}, next(4), O::Jump { to: to(2) }, O::Fail {}]), GOOD);
    // No loop; a value too many on the way back; the loop left by a jump; ended twice.
    assert_eq!(code(vec![next(1), O::Fail {}]), nesting);
    assert_eq!(
        code(vec![one(), O::Each {}, next(5), one(), O::Jump { to: to(2) }, O::Fail {}]),
        [Invariant::StackJoin]
    );
    assert_eq!(code(vec![one(), O::Each {}, one(), next(5), O::Jump { to: to(3) }, O::Fail {}]), nesting);
    assert_eq!(code(vec![one(), O::Each {}, next(4), O::Fork { to: to(4) }, O::Fail {}]), nesting);
    assert_eq!(code(vec![one(), O::Each {}, next(4), O::Jump { to: to(2) }, next(5), O::Fail {}]), nesting);
    // The end of something else.
    assert_eq!(code(vec![one(), O::Each {}, O::Succeed {}]), nesting);
    assert_eq!(code(vec![quantify(Quantifier::Exists, 2), next(3), O::Pop {}, O::Fail {}]), nesting);
    // A loop in a loop.
    let twice = vec![
        one(),
        O::Each {},
        next(8),
        one(),
        O::Each {},
        next(7),
        O::Jump { to: to(5) },
        O::Jump { to: to(2) },
        O::Fail {},
    ];
    assert_eq!(code(twice), GOOD);
}

#[test]
fn invariant_22_nesting_of_walks() {
    let nesting = [Invariant::ScriptNesting];
    let flood = |inside: &[O], answer: u32| {
        let end = 4 + inside.len() as u32;
        let mut ops = vec![one(), one(), O::Flood {}, O::FloodNext { to: to(end + 1) }];
        ops.extend(inside);
        ops.extend([O::FloodAnswer { to: to(answer) }, O::Pop {}, O::Fail {}]);
        code(ops)
    };
    assert_eq!(flood(&[one()], 3), GOOD);
    assert_eq!(flood(&[], 3), nesting);
    assert_eq!(flood(&[one(), one()], 3), nesting);
    // Asking again before the answer, answering again, and going somewhere else.
    assert_eq!(flood(&[O::FloodNext { to: to(6) }, one()], 3), nesting);
    assert_eq!(flood(&[one(), O::FloodAnswer { to: to(3) }], 3), GOOD, "nobody comes to the second");
    assert_eq!(flood(&[one()], 4), nesting);
    assert_eq!(flood(&[one()], 2), nesting);
    assert_eq!(code(vec![one(), one(), O::Flood {}, one(), O::FloodAnswer { to: to(2) }]), nesting);
    // A walk goes on at the label, or straight on with its list.
    let reach = |after: O| {
        code(vec![
            one(),
            O::Reach {},
            O::ReachNext { to: to(5) },
            one(),
            O::ReachAnswer { to: to(2) },
            after,
            O::Fail {},
        ])
    };
    assert_eq!(reach(O::Pop {}), GOOD);
    assert_eq!(reach(O::Add {}), [Invariant::StackDepth]);
    assert_eq!(reach(O::ReachNext { to: to(6) }), nesting);
    assert_eq!(reach(O::FloodNext { to: to(6) }), nesting);
}

#[test]
fn invariant_22_nesting_of_movers() {
    let nesting = [Invariant::ScriptNesting];
    let inside = |inside: &[O]| {
        let mut ops = vec![O::Me {}, O::AsPlayer {}];
        ops.extend(inside);
        ops.extend([O::AsBefore {}, O::Pop {}, O::Fail {}]);
        code(ops)
    };
    assert_eq!(inside(&[one()]), GOOD);
    assert_eq!(inside(&[one(), one()]), nesting);
    assert_eq!(inside(&[]), nesting);
    // Mover and actor are not to be had.
    assert_eq!(inside(&[O::Pop {}, one(), one()]), [Invariant::StackDepth]);
    assert_eq!(code(vec![one(), one(), one(), O::AsBefore {}, O::Fail {}]), nesting);
    // As often as one likes.
    assert_eq!(inside(&[O::Me {}, O::AsPlayer {}, one(), O::AsBefore {}]), GOOD);
}

/// Has a script run by somebody.
type Put = fn(&mut Scripted, ScriptId);

/// What is wrong with an op at the end of a script, by what the script is run for.
fn roles(op: O) -> String {
    let with = |place: Put| {
        let mut wrong = scripts(|scripted| {
            let (pops, _) = op.stack();
            let mut ops = vec![one(); pops];
            ops.push(op);
            ops.push(O::Fail {});
            scripted.scripts.push(script(ops));
            place(scripted, ScriptId(5));
        });
        wrong.retain(|wrong| *wrong == Invariant::ScriptRoles);
        wrong.is_empty()
    };
    let all: [(&str, Put); 11] = [
        ("move", |scripted, id| {
            scripted.kinds[1].moves = vec![ScriptRule { mode: None, script: id, further: ScriptId(0) }]
        }),
        ("further", |scripted, id| {
            scripted.kinds[1].moves = vec![ScriptRule { mode: None, script: ScriptId(0), further: id }];
        }),
        ("drop", |scripted, id| {
            scripted.kinds[1].drops = vec![ScriptRule { mode: None, script: id, further: id }]
        }),
        ("player", |scripted, id| {
            scripted.players[0] = vec![ScriptRule { mode: None, script: id, further: id }]
        }),
        ("closing", |scripted, id| scripted.kinds[1].closing = Some(id)),
        ("kind", |scripted, id| scripted.kinds[1].invariant = Some(id)),
        ("attacked", |scripted, id| scripted.kinds[1].attacked = Some(id)),
        ("invariant", |scripted, id| scripted.invariant = Some(id)),
        ("goal", |scripted, id| scripted.goals[0].script = id),
        ("deferred", |scripted, id| scripted.scripts[0].code[34] = O::Defer { script: id }),
        ("score", |scripted, id| scripted.score = Some(id)),
    ];
    all.into_iter().filter(|(_, place)| with(*place)).map(|(name, _)| name).collect::<Vec<_>>().join(" ")
}

#[test]
fn invariant_19_ops_of_piles() {
    for op in O::samples() {
        let fits = |pile: &Pile| {
            let found = after(|game| {
                game.setup.clear();
                game.rules.pile = *pile;
                let scripted = game.scripted.as_mut().expect("it has scripts");
                scripted.scripts = vec![script(vec![op, O::Fail {}])];
            });
            !found.contains(&Invariant::PileOps)
        };
        let allowed: Vec<Pile> = [Pile::Single, Pile::Stack, Pile::Heap].into_iter().filter(fits).collect();
        let expected: &[Pile] = match op.mnemonic() {
            "put_under" => &[Pile::Stack],
            "capture_late" | "set_attr" => &[Pile::Single, Pile::Stack],
            _ => &[Pile::Single, Pile::Stack, Pile::Heap],
        };
        assert_eq!(allowed, expected, "{op:?}");
    }
}

#[test]
fn invariant_23_what_scripts_are_for() {
    let moves = "move further drop player";
    let tests = "kind attacked invariant goal deferred";
    assert_eq!(roles(O::EndPart { mode: ModeId(0) }), moves);
    assert_eq!(roles(O::Emit {}), format!("{moves} closing"));
    assert_eq!(roles(O::Defer { script: ScriptId(2) }), format!("{moves} closing"));
    assert_eq!(roles(O::Accept {}), format!("{tests} score"));
    assert_eq!(roles(O::Yield {}), format!("{moves} closing goal score"));
    assert_eq!(roles(O::Capture {}), format!("{moves} closing {tests} score"));
    // Nobody runs it.
    assert_eq!(code(vec![one(), O::Yield {}, O::Emit {}]), GOOD);

    let wrong = [Invariant::ScriptRoles];
    for end in [O::Emit {}, O::EndPart { mode: ModeId(0) }, O::Accept {}] {
        assert_eq!(code(vec![quantify(Quantifier::Exists, 2), end, O::Pop {}, O::Fail {}]), wrong);
        assert_eq!(code(vec![O::Me {}, O::AsPlayer {}, end]), wrong);
        let next = O::EachNext { local: LocalId(0), to: to(4) };
        assert_eq!(code(vec![one(), O::Each {}, next, end, O::Fail {}]), GOOD);
        let inner = vec![quantify(Quantifier::Exists, 5), one(), O::Each {}, next, end, O::Fail {}];
        assert!(code(inner).contains(&Invariant::ScriptRoles));
    }
    assert_eq!(
        code(vec![quantify(Quantifier::Exists, 3), one(), O::Yield {}, O::Fail {}]).first(),
        Some(&wrong[0])
    );
    let defer = O::Defer { script: ScriptId(2) };
    assert_eq!(
        code(vec![quantify(Quantifier::Exists, 3), defer, O::Succeed {}, O::Pop {}, O::Fail {}]),
        GOOD
    );

    // A goal that asks for moves without saying so.
    assert_eq!(scripts(|scripted| scripted.goals[1].needs_moves = false), wrong);
    assert_eq!(scripts(|scripted| scripted.goals[0].needs_moves = false), GOOD);
}

#[test]
fn invariant_24_dice() {
    let dice = |change: fn(&mut Dice)| scripts(|scripted| change(&mut scripted.dice[0]));
    let wrong = [Invariant::Dice];
    assert_eq!(dice(|dice| dice.faces.clear()), wrong);
    assert_eq!(dice(|dice| dice.faces[1].clear()), wrong);
    assert_eq!(dice(|dice| dice.faces[1][2] = script::BLANK_FACE), wrong);
    assert_eq!(dice(|dice| dice.faces[1][2] = script::encode(Const::Cell(CellId(0)))), wrong);
    assert_eq!(dice(|dice| dice.faces[1][2] = i32::MIN), wrong);
    assert_eq!(dice(|dice| dice.faces[1] = vec![-3, 0]), GOOD);
    assert_eq!(dice(|dice| dice.slots.truncate(3)), wrong);
    assert_eq!(dice(|dice| (dice.doubles, _) = (None, dice.slots.truncate(2))), GOOD);
    assert_eq!(dice(|dice| (dice.doubles, _) = (None, dice.slots.truncate(1))), wrong);
    assert_eq!(dice(|dice| dice.doubles = Some(5)), wrong);
    assert_eq!(dice(|dice| dice.slots[0] = dice.slots[1]), wrong);
}
