//! Games made without any text (requirement L1), and the facts A5 to A7 of the predecessor.

mod common;

use common::parse_text;
use zug_ir::builder::{BindError, OPTIONS};
use zug_ir::*;

/// The 2x2 board of the facts: directions w e s n, two players, opposites, a promotion zone.
fn two_by_two() -> (Builder, [DirId; 4], [CellId; 4], [PlayerId; 2]) {
    let mut game = Builder::new("Two by two");
    let dirs = ["w", "e", "s", "n"].map(|name| game.add_direction(name));
    let [w, e, s, n] = dirs;
    let cells = [
        game.add_position("a2", &[0, 1, 2, 0]),
        game.add_position("b2", &[-1, 0, 2, 0]),
        game.add_position("a1", &[0, 1, 0, -2]),
        game.add_position("b1", &[-1, 0, 0, -2]),
    ];
    game.set_opposites(&[e, w, n, s]);
    let players = [game.add_player("White", &[]), game.add_player("Black", &[w, e, n, s])];
    game.add_zone("promotion", players[0], &cells[..2]);
    game.add_zone("promotion", players[1], &[cells[3], cells[2]]);
    game.add_piece("Man");
    (game, dirs, cells, players)
}

/// A game with one kind, one exit, and the given commands as its only move.
fn one_rule(options: &[(&str, &str)], commands: &[Op]) -> Result<Verified, BuildError> {
    let (mut game, [_, _, _, n], ..) = two_by_two();
    for (name, value) in options {
        game.check_option(name, value).expect("tests give known options");
    }
    game.add_exit(&[], Then::Done, false);
    let template = game.add_template();
    commands.iter().for_each(|op| game.add_command(template, *op));
    game.add_move(KindId(0), template, &[n.into()], None);
    game.build()
}

/// The code of that move, one line.
fn code(options: &[(&str, &str)], commands: &[Op]) -> String {
    let text = print(&one_rule(options, commands).expect("a valid game"));
    let (_, block) = text.split_once("(block 0").expect("it has a block");
    block.trim().trim_end_matches(')').split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[test]
fn fact_a5_navigation() {
    let (game, [w, e, s, n], [a2, _, a1, b1], [white, black]) = two_by_two();
    let game = game.build().unwrap();
    assert_eq!(game.navigate(white, a1, n), Some(a2));
    assert_eq!(game.navigate(black, a2, n), Some(a1));
    assert_eq!(game.navigate(white, b1, e), None);
    // What the predecessor calls player 0.
    let opposite = |dir: DirId| game.board.opposite[dir.idx()];
    assert_eq!(opposite(w), Some(e));
    assert_eq!(opposite(w).and_then(|dir| game.board.link(a1, dir)), Some(b1));
    assert_eq!(opposite(s), Some(n));
}

#[test]
fn fact_a6_zones_are_per_player() {
    let (game, _, [a2, b2, a1, b1], [white, black]) = two_by_two();
    let game = game.build().unwrap();
    let zone = ZoneId(0);
    let inside = |player| [a2, b2, a1, b1].map(|cell| game.in_zone(zone, player, cell));
    assert_eq!(inside(white), [true, true, false, false]);
    assert_eq!(inside(black), [false, false, true, true]);
    assert_eq!(game.board.zones.len(), 1);
}

#[test]
fn fact_a7_defaults_of_attributes() {
    let (mut game, ..) = two_by_two();
    let (man, king) = (KindId(0), game.add_piece("King"));
    let moved = game.add_attribute(man, "moved", false);
    let value = game.add_attribute(king, "value", 300);
    assert_eq!(game.add_attribute(king, "moved", true), moved);
    let game = game.build().unwrap();
    assert_eq!(game.kinds[man.idx()].defaults, [0, 0]);
    assert_eq!(game.kinds[king.idx()].defaults, [1, 300]);
    assert_eq!(
        game.attrs[moved.idx()],
        Attr { name: "moved".to_owned(), numeric: false, kinds: vec![man, king] }
    );
    assert_eq!(game.attrs[value.idx()], Attr { name: "value".to_owned(), numeric: true, kinds: vec![king] });
}

#[test]
fn tic_tac_toe_is_what_one_would_write() {
    let mut game = Builder::new("Tic-tac-toe");
    let e = game.add_direction("e");
    let s = game.add_direction("s");
    for row in (1..=3).rev() {
        for (column, letter) in ["a", "b", "c"].into_iter().enumerate() {
            let deltas = [i32::from(column < 2), if row > 1 { 3 } else { 0 }];
            game.add_position(&format!("{letter}{row}"), &deltas);
        }
    }
    let players = [game.add_player("X", &[]), game.add_player("O", &[])];
    let man = game.add_piece("man");
    let done = game.add_exit(&[], Then::Done, false);
    let drop = game.add_template();
    for op in [Op::Verify { test: Test::Empty {}, at: Loc::Here }, Op::Emit { exit: done }, Op::End {}] {
        game.add_command(drop, op);
    }
    game.add_drop(man, drop, &[], None);
    for player in players {
        game.reserve(player, man, Some(5));
    }
    let line = |dirs: Vec<DirId>| GoalCond::Pattern {
        first: Occupant::Own(man),
        rest: vec![(dirs.clone(), Occupant::Own(man)), (dirs, Occupant::Own(man))],
    };
    let lines = GoalCond::Or(vec![line(vec![e]), line(vec![s]), line(vec![e, s])]);
    game.goal(Verdict::Win, &players, lines);
    game.goal(Verdict::Draw, &players, GoalCond::Stalemated);

    let by_hand = r#"(zir 1)
        (texts (title "Tic-tac-toe"))
        (board
         (dirs e s)
         (cells a3 b3 c3 a2 b2 c2 a1 b1 c1)
         (links e (a3 b3) (b3 c3) (a2 b2) (b2 c2) (a1 b1) (b1 c1))
         (links s (a3 a2) (b3 b2) (c3 c2) (a2 a1) (b2 b1) (c2 c1)))
        (players (player X) (player O))
        (kinds (kind man (drops 0)))
        (reserves (reserve X man 5) (reserve O man 5))
        (turns (turn X) (turn O))
        (stages merge)
        (goals
         (goal win (players X O)
          (when (or
           (pattern (own man) (step (dirs e) (own man)) (step (dirs e) (own man)))
           (pattern (own man) (step (dirs s) (own man)) (step (dirs s) (own man)))
           (pattern (own man) (step (dirs e s) (own man)) (step (dirs e s) (own man))))))
         (goal draw (players X O) deferred (when stalemated)))
        (exits (exit 0 done))
        (block 0 (verify empty here) (emit 0) end)"#;
    assert_eq!(parse_text(by_hand).as_ref(), Ok(&*game.build().unwrap()));
}

/// The men of Turkish draughts: the example of the predecessor's description.
#[test]
fn turkish_men() {
    let mut game = Builder::new("Turkish draughts, men only");
    game.check_option("z2j", "1").unwrap().check_option("maximal-captures", "true").unwrap();
    let [w, e, s, n] = ["w", "e", "s", "n"].map(|name| game.add_direction(name));
    let mut cells = Vec::new();
    for row in 0..8 {
        for column in 0..8 {
            let link = |there: bool, delta| if there { delta } else { 0 };
            let deltas = [link(column > 0, -1), link(column < 7, 1), link(row < 7, 8), link(row > 0, -8)];
            let letter = char::from(b'a' + column);
            cells.push(game.add_position(&format!("{letter}{}", 8 - row), &deltas));
        }
    }
    game.set_opposites(&[e, w, n, s]);
    let white = game.add_player("White", &[]);
    let black = game.add_player("Black", &[w, e, n, s]);
    let zone = game.add_zone("promotion", white, &cells[..8]);
    game.add_zone("promotion", black, &cells[56..]);
    let [jumps, steps, notype] = ["jumptype", "normaltype", "notype"].map(|name| game.add_mode(name));
    game.add_priority(jumps);
    game.add_priority(steps);
    let (man, king) = (game.add_piece("Man"), game.add_piece("King"));
    let go_on = game.add_exit(&[], Then::PartOf(jumps), false);
    let promoted = game.add_exit(&[king], Then::PartOf(notype), false);
    let crowned = game.add_exit(&[king], Then::Done, false);
    let done = game.add_exit(&[], Then::Done, false);
    let in_zone = |to| Op::JumpUnless { test: Test::Zone { zone }, at: Loc::Here, to: Label(to) };
    let jump = game.add_template();
    for op in [
        Op::From {},
        Op::Step { dir: Param(0).dir() },
        Op::Verify { test: Test::Enemy {}, at: Loc::Here },
        Op::Capture { at: Loc::Here },
        Op::Step { dir: Param(1).dir() },
        Op::Verify { test: Test::Empty {}, at: Loc::Here },
        Op::To {},
        in_zone(10),
        Op::Emit { exit: promoted },
        Op::End {},
        Op::Emit { exit: go_on },
        Op::End {},
    ] {
        game.add_command(jump, op);
    }
    let step = game.add_template();
    for op in [
        Op::From {},
        Op::Step { dir: Param(0).dir() },
        Op::Verify { test: Test::Empty {}, at: Loc::Here },
        Op::To {},
        in_zone(7),
        Op::Emit { exit: crowned },
        Op::End {},
        Op::Emit { exit: done },
        Op::End {},
    ] {
        game.add_command(step, op);
    }
    for dir in [w, e, n] {
        game.add_move(man, jump, &[dir.into(), dir.into()], Some(jumps));
        game.add_move(man, step, &[dir.into()], Some(steps));
    }
    for (player, rows) in [(white, 40..56), (black, 8..24)] {
        rows.for_each(|cell| game.setup(player, man, cells[cell]));
    }
    let game = game.build().unwrap();

    assert_eq!(game.blocks.len(), 6);
    assert_eq!(game.kinds[0].moves[4], RuleRef { mode: Some(jumps), block: BlockId(4) });
    assert_eq!(game.blocks[4].code[1], Op::Step { dir: n });
    assert_eq!(
        game.stages,
        [
            Stage::Priorities { modes: vec![jumps, steps], unlisted: Unlisted::Lowest },
            Stage::Prefer(vec![Preference::Captures]),
            Stage::Merge,
        ]
    );
    assert_eq!(game.setup.len(), 32);
    let cell = |name: &str| game.find_cell(name).unwrap();
    assert_eq!(game.navigate(white, cell("c3"), n), Some(cell("c4")));
    assert_eq!(game.navigate(black, cell("c3"), n), Some(cell("c2")));
    assert_eq!(game.navigate(white, cell("a8"), w), None);
    assert_eq!(parse_text(&print(&game)).as_ref(), Ok(&*game));
}

#[test]
fn options_are_those_of_the_seed_and_no_others() {
    let known: Vec<String> =
        OPTIONS.iter().map(|option| format!("{}={}", option.name, option.value)).collect();
    let expected = "zrf=2.0 z2j=1 maximal-captures=true pass-partial=true pass-turn=true pass-turn=forced \
        discard-cascades=true include-off-pieces=true recycle-captures=true smart-moves=true smart-moves=from \
        smart-moves=to zrf-advanced=true zrf-advanced=simple zrf-advanced=fork zrf-advanced=composite \
        zrf-advanced=attribute zrf-advanced=mark zrf-advanced=delayed zrf-advanced=last zrf-advanced=shared \
        zrf-advanced=partial zrf-advanced=capture zrf-advanced=numeric zrf-advanced=foreach zrf-advanced=repeat \
        zrf-advanced=player zrf-advanced=global board-model=heap board-model=stack";
    assert_eq!(known.join(" "), expected.split_whitespace().collect::<Vec<&str>>().join(" "));

    let mut game = Builder::new("Options");
    for option in OPTIONS {
        assert!(game.check_option(option.name, option.value).is_ok());
        assert!(!option.meaning.is_empty());
    }
    let error = |name, value| Builder::new("").check_option(name, value).unwrap_err().to_string();
    insta::assert_snapshot!(error("maximal-capture", "true"), @"unknown option `maximal-capture`");
    insta::assert_snapshot!(
        error("pass-turn", "yes"),
        @"unknown value `yes` of option `pass-turn`: expected `true`, `forced`"
    );
    insta::assert_snapshot!(error("z2j", "2"), @"unknown value `2` of option `z2j`: expected `1`");
}

#[test]
fn options_set_rules_and_stages() {
    let with = |options: &[(&str, &str)]| one_rule(options, &[Op::End {}]).unwrap();
    let rules = |name, value| with(&[(name, value)]).rules.clone();
    let plain = Rules::default;
    assert_eq!(rules("zrf", "2.0"), plain());
    assert_eq!(rules("pass-partial", "true"), Rules { stop_early: true, ..plain() });
    assert_eq!(rules("include-off-pieces", "true"), Rules { count_reserve: true, ..plain() });
    assert_eq!(rules("recycle-captures", "true"), Rules { recycle: Recycle::Capturer, ..plain() });
    assert_eq!(rules("zrf-advanced", "simple"), Rules { view: View::Now, ..plain() });
    assert_eq!(rules("zrf-advanced", "composite"), Rules { flag_scope: FlagScope::Turn, ..plain() });
    assert_eq!(rules("zrf-advanced", "attribute"), Rules { attr_view: AttrView::FollowsPiece, ..plain() });
    assert_eq!(rules("zrf-advanced", "last"), Rules { last_move: LastMove::Cleared, ..plain() });
    assert_eq!(rules("zrf-advanced", "shared"), Rules { start: Start::Anyone, ..plain() });
    assert_eq!(rules("zrf-advanced", "partial"), Rules { go_on: GoOn::AnyPiece, ..plain() });
    assert_eq!(rules("zrf-advanced", "capture"), Rules { lone_capture: LoneCapture::Allowed, ..plain() });
    assert_eq!(rules("board-model", "heap"), Rules { pile: Pile::Heap, ..plain() });
    assert_eq!(rules("board-model", "stack"), Rules { pile: Pile::Stack, ..plain() });
    let all = Rules {
        view: View::Now,
        flag_scope: FlagScope::Turn,
        attr_view: AttrView::FollowsPiece,
        last_move: LastMove::Cleared,
        start: Start::Anyone,
        go_on: GoOn::AnyPiece,
        lone_capture: LoneCapture::Allowed,
        ..plain()
    };
    assert_eq!(rules("zrf-advanced", "true"), all);

    let stages = |options: &[(&str, &str)]| with(options).stages.clone();
    assert_eq!(stages(&[]), [Stage::Merge]);
    // Said twice, the last one counts.
    let passes = [("pass-turn", "true"), ("pass-turn", "forced")];
    assert_eq!(stages(&passes), [Stage::Merge, Stage::Pass(Pass::Forced)]);
    let maximal = [("pass-turn", "true"), ("maximal-captures", "true")];
    let prefer = Stage::Prefer(vec![Preference::Captures]);
    assert_eq!(stages(&maximal), [prefer, Stage::Merge, Stage::Pass(Pass::Always)]);
    let smart = with(&[("smart-moves", "from"), ("smart-moves", "to")]);
    assert_eq!(smart.presentation, [("smart moves".to_owned(), "to".to_owned())]);
}

#[test]
fn options_change_what_commands_mean() {
    let done = Op::Emit { exit: ExitId(0) };
    let slide = [
        Op::Mark {},
        Op::Capture { at: Loc::Here },
        Op::Cascade {},
        done,
        Op::Jump { to: Label(1) },
        Op::Back {},
        Op::End {},
    ];
    let one = |name, value| code(&[(name, value)], &slide);
    assert_eq!(
        code(&[], &slide),
        "mark L1: (capture here) cascade (emit 0) clear_effects (jump L1) back end"
    );
    assert_eq!(one("zrf-advanced", "fork"), "mark L1: (capture here) cascade (emit 0) (jump L1) back end");
    assert_eq!(
        one("discard-cascades", "true"),
        "mark L1: (capture here) cascade (emit 0) clear_effects clear_movements (jump L1) back end"
    );
    assert_eq!(
        one("zrf-advanced", "mark"),
        "mark_push L1: (capture here) cascade (emit 0) clear_effects (jump L1) back_pop end"
    );
    assert_eq!(
        one("zrf-advanced", "delayed"),
        "mark L1: (capture_late here) cascade (emit 0) clear_effects (jump L1) back end"
    );
    // Where there is nothing to forget, or nobody who could see it, nothing is said.
    assert_eq!(code(&[], &[done, Op::Mark {}, Op::End {}]), "(emit 0) mark end");
    assert_eq!(code(&[], &[Op::Flip { at: Loc::Here }, done, Op::End {}]), "(flip here) (emit 0) end");
    // Labels behind a place where something was added.
    let skip = Op::JumpIf { test: Test::Empty {}, at: Loc::Here, to: Label(3) };
    assert_eq!(
        code(&[], &[skip, Op::Flip { at: Loc::Here }, done, Op::Mark {}, Op::End {}]),
        "(jump_if empty here L4) (flip here) (emit 0) clear_effects L4: mark end"
    );
}

#[test]
fn parameters_are_directions_opposites_cells_zones_and_kinds() {
    let (mut game, [w, ..], [a2, ..], _) = two_by_two();
    let (zone, kind) = (ZoneId(0), KindId(0));
    let template = game.add_template();
    for op in [
        Op::Step { dir: Param(0).dir() },
        Op::Step { dir: Param(0).opposite() },
        Op::Goto { at: Loc::Cell(Param(1).cell()) },
        Op::Verify { test: Test::Zone { zone: Param(2).zone() }, at: Loc::Dir(Param(0).dir()) },
        Op::Push { value: 1 },
        Op::PushPieces {
            filter: Filter { owner: None, kind: Some(Param(3).kind()), zone: Some(Param(2).zone()) },
        },
        Op::Create { who: Who::Mover, kind: Param(3).kind(), at: Loc::Here },
        Op::End {},
    ] {
        game.add_command(template, op);
    }
    game.add_drop(kind, template, &[w.into(), a2.into(), zone.into(), kind.into()], None);
    let text = print(&game.build().unwrap());
    insta::assert_snapshot!(text.split_once("(block").unwrap().1, @r#"
    0
    (step w)
    (step e)
    (goto (cell a2))
    (verify (zone promotion) (dir w))
    (push 1)
    (push_pieces (filter (kind Man) (zone promotion)))
    (create mover Man here)
    end)
    "#);
}

#[test]
fn what_cannot_be_built_is_said() {
    let error = |change: fn(&mut Builder)| {
        let (mut game, ..) = two_by_two();
        change(&mut game);
        game.build().unwrap_err().to_string()
    };
    let e = error;
    insta::assert_snapshot!(e(|game| { game.add_position("c1", &[0]); }), @r#"position `c1` has 1 deltas, there are 4 directions"#);
    insta::assert_snapshot!(e(|game| { game.add_position("c1", &[0, 1, 0, 0]); }), @r#"position `c1` has the delta 1 to a position that does not exist"#);
    insta::assert_snapshot!(e(|game| { game.add_position("c1", &[i32::MIN, 0, 0, 0]); }), @r#"position `c1` has the delta -2147483648 to a position that does not exist"#);
    insta::assert_snapshot!(e(|game| { game.add_player("Red", &[DirId(0)]); }), @r#"player `Red` has 1 directions, there are 4"#);
    insta::assert_snapshot!(e(|game| game.set_opposites(&[DirId(0)])), @r#"there are 1 opposites and 4 directions"#);
    insta::assert_snapshot!(e(|game| { game.add_zone("far", PlayerId(9), &[]); }), @r#"zone `far` is about player 9, who does not exist"#);
    insta::assert_snapshot!(e(|game| { game.add_zone("far", PlayerId(999), &[]); }), @r#"zone `far` is about player 999, who does not exist"#);
    insta::assert_snapshot!(e(|game| { game.add_attribute(KindId(7), "x", true); }), @r#"a rule or an attribute is about kind 7, which does not exist"#);
    insta::assert_snapshot!(e(|game| (0..250).for_each(|n| { game.add_player(&n.to_string(), &[]); })), @r#"too many players, the limit is 250"#);
    insta::assert_snapshot!(e(|game| { game.add_piece("Man"); }), @r#"kind 1: another kind is called `Man` too (invariant 1: names)"#);
    insta::assert_snapshot!(e(|game| game.setup(PlayerId(5), KindId(0), CellId(9))), @r#"placement 0: player 5 does not exist, there are 2 (invariant 4: ids in tables); and 1 more"#);
}

#[test]
fn what_is_wrong_with_a_template_is_said() {
    let commands = |op: Op| one_rule(&[], &[op, Op::End {}]).unwrap_err();
    assert!(matches!(
        commands(Op::Step { dir: Param(1).dir() }),
        BuildError::Bind { template: 0, command: 0, source: BindError::Missing { param: 1, given: 1 } }
    ));
    insta::assert_snapshot!(commands(Op::Step { dir: Param(1).dir() }), @r#"template 0, command 0: parameter 1 has no argument, 1 are given"#);
    insta::assert_snapshot!(commands(Op::Goto { at: Loc::Cell(Param(0).cell()) }), @r#"template 0, command 0: parameter 0 is used as a cell, its argument is another thing"#);
    insta::assert_snapshot!(commands(Op::Jump { to: Label(9) }), @r#"template 0 goes to command 9, it has 2"#);
    insta::assert_snapshot!(commands(Op::Add {}), @r#"block 0, op 0 `add`: pops 2 from a stack of 0 (invariant 16: depth of the stack)"#);

    let (mut game, [w, ..], ..) = two_by_two();
    game.set_opposites(&[]);
    let template = game.add_template();
    game.add_command(template, Op::Step { dir: Param(0).opposite() });
    game.add_move(KindId(0), template, &[w.into()], None);
    insta::assert_snapshot!(game.build().unwrap_err(), @r#"template 0, command 0: parameter 0 is used as an opposite, direction 0 has none"#);

    // A template of another builder.
    let (mut other, ..) = two_by_two();
    other.add_command(template, Op::End {});
    insta::assert_snapshot!(other.build().unwrap_err(), @r#"template 0 does not exist"#);
    let (mut other, ..) = two_by_two();
    other.add_move(KindId(0), template, &[], None);
    insta::assert_snapshot!(other.build().unwrap_err(), @r#"template 0 does not exist"#);
}

#[test]
fn equal_code_is_one_block_and_blocks_follow_the_kinds() {
    let (mut game, [w, e, ..], ..) = two_by_two();
    let (man, king) = (KindId(0), game.add_piece("King"));
    let template = game.add_template();
    game.add_command(template, Op::Step { dir: Param(0).dir() });
    game.add_command(template, Op::End {});
    game.add_move(king, template, &[w.into()], None);
    game.add_drop(man, template, &[w.into()], None);
    game.add_move(man, template, &[e.into()], None);
    let game = game.build().unwrap();
    let numbers = |rules: &[RuleRef]| rules.iter().map(|rule| rule.block.0).collect::<Vec<u32>>();
    assert_eq!(numbers(&game.kinds[0].moves), [0]);
    assert_eq!(numbers(&game.kinds[0].drops), [1]);
    assert_eq!(numbers(&game.kinds[1].moves), [1]);
    assert_eq!(game.blocks.len(), 2);
}

#[test]
fn turns_are_all_players_unless_said() {
    let (game, .., [white, black]) = two_by_two();
    let choosers = |game: &Game| game.turns.iter().map(|turn| turn.chooser).collect::<Vec<PlayerId>>();
    assert_eq!(choosers(&game.clone().build().unwrap()), [white, black]);

    let mut game = game;
    let quiet = game.add_mode("quiet");
    let dice = game.add_player("Dice", &[]);
    game.add_turn(black, &[]);
    game.repeat_mark();
    game.add_random(dice, &[quiet]);
    game.add_turn_as(white, black, &[]);
    let game = game.build().unwrap();
    assert_eq!(choosers(&game), [black, dice, white]);
    assert_eq!((game.turns[2].actor, game.repeat_from), (black, 1));
    assert_eq!((game.turns[0].modes.clone(), game.turns[1].modes.clone()), (None, Some(vec![quiet])));
    assert_eq!(game.players.iter().map(|player| player.random).collect::<Vec<bool>>(), [false, false, true]);
}

#[test]
fn who_can_be_checkmated_is_royal() {
    let (mut game, .., players) = two_by_two();
    let (man, king) = (KindId(0), game.add_piece("King"));
    game.goal(Verdict::Loss, &players, GoalCond::Checkmated(vec![king]));
    let mated = GoalCond::Not(Box::new(GoalCond::Checkmated(vec![man, king])));
    game.goal(Verdict::Draw, &players[..1], mated);
    let royal =
        |player: usize, kinds: &[KindId]| Stage::Royal { player: players[player], kinds: kinds.to_vec() };
    let mut by_hand = game.clone();
    let game = game.build().unwrap();
    assert_eq!(game.stages, [royal(0, &[king, man]), royal(1, &[king]), Stage::Merge]);
    assert!(game.goals.iter().all(|goal| goal.deferred));
    by_hand.add_stage(royal(0, &[man]));
    assert_eq!(by_hand.build().unwrap().stages, [royal(0, &[man]), royal(1, &[king]), Stage::Merge]);
}
