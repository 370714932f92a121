//! Games made without text, and games written down: requirements L1 and L2.
//!
//! A game made with the builder equals the same game compiled from ZRF. Only two things cannot be equal: places in
//! a text, which the one has and the other has not, and grids, which are kept for drawing and which the builder's
//! operations do not know.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use zug_game::{Game, NoFiles, Severity, Which, load};
use zug_ir::{
    Builder, DirId, GoalCond, Label, Loc, Occupant, Op, Param, PlayerId, Test, Then, Verdict, Verified,
    parse, print, verify,
};
use zug_source::{Diagnostics, Sources, Symbols};

const TIC_TAC_TOE: &str = r#"
(game (title "Tic-tac-toe")
  (players X O)
  (turn-order X O)
  (board
    (positions
      (a3 0 0 9 9) (b3 10 0 19 9) (c3 20 0 29 9)
      (a2 0 10 9 19) (b2 10 10 19 19) (c2 20 10 29 19)
      (a1 0 20 9 29) (b1 10 20 19 29) (c1 20 20 29 29))
    (links e (a3 b3) (b3 c3) (a2 b2) (b2 c2) (a1 b1) (b1 c1))
    (links s (a3 a2) (a2 a1) (b3 b2) (b2 b1) (c3 c2) (c2 c1))
    (links se (a3 b2) (b3 c2) (a2 b1) (b2 c1))
    (links ne (a1 b2) (b1 c2) (a2 b3) (b2 c3)))
  (piece (name man) (drops ((verify empty?) add)))
  (board-setup (X (man off 5)) (O (man off 5)))
  (win-condition (X O)
    (or (relative-config man e man e man) (relative-config man s man s man)
        (relative-config man se man se man) (relative-config man ne man ne man)))
  (draw-condition (X O) stalemated))
"#;

fn tic_tac_toe() -> Verified {
    let mut game = Builder::new("Tic-tac-toe");
    let dirs = ["e", "s", "se", "ne"].map(|name| game.add_direction(name));
    for row in 0..3 {
        for column in 0..3 {
            let link = |there: bool, delta| if there { delta } else { 0 };
            let deltas = [
                link(column < 2, 1),
                link(row < 2, 3),
                link(column < 2 && row < 2, 4),
                link(column < 2 && row > 0, -2),
            ];
            let letter = char::from(b'a' + column);
            let cell = game.add_position(&format!("{letter}{}", 3 - row), &deltas);
            let (left, top) = (10 * i32::from(column), 10 * row);
            game.set_rect(cell, [left, top, left + 9, top + 9]);
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
    players.iter().for_each(|player| game.reserve(*player, man, Some(5)));
    let line = |dir: DirId| GoalCond::Pattern {
        first: Occupant::Own(man),
        rest: vec![(vec![dir], Occupant::Own(man)), (vec![dir], Occupant::Own(man))],
    };
    game.goal(Verdict::Win, &players, GoalCond::Or(dirs.map(line).into()));
    game.goal(Verdict::Draw, &players, GoalCond::Stalemated);
    unspoken(&mut game, &players);
    game.build().unwrap()
}

/// A third repetition is a draw in ZRF without anybody saying so.
fn unspoken(game: &mut Builder, players: &[PlayerId]) {
    game.goal(Verdict::Draw, players, GoalCond::Repetition);
}

const TURKISH_MEN: &str = r#"
(define jump
  (from $1 (verify enemy?) capture $1 (verify empty?) to
    (if (in-zone? promotion) (add-partial King notype) else (add-partial jumptype))))
(define step
  (from $1 (verify empty?) to (if (in-zone? promotion) (add King) else add)))
(game (title "Turkish draughts, men only")
  (option "maximal captures" true)
  (players White Black)
  (turn-order White Black)
  (move-priorities jumptype normaltype)
  (board
    (grid (start-rectangle 0 0 9 9)
      (dimensions ("a/b/c/d/e/f/g/h" (10 0)) ("8/7/6/5/4/3/2/1" (0 10)))
      (directions (w -1 0) (e 1 0) (s 0 1) (n 0 -1)))
    (symmetry Black (n s) (s n))
    (zone (name promotion) (players White) (positions a8 b8 c8 d8 e8 f8 g8 h8))
    (zone (name promotion) (players Black) (positions a1 b1 c1 d1 e1 f1 g1 h1)))
  (piece (name Man)
    (moves
      (move-type jumptype) (jump w) (jump e) (jump n)
      (move-type normaltype) (step w) (step e) (step n)))
  (piece (name King))
  (board-setup
    (White (Man a3 b3 c3 d3 e3 f3 g3 h3 a2 b2 c2 d2 e2 f2 g2 h2))
    (Black (Man a7 b7 c7 d7 e7 f7 g7 h7 a6 b6 c6 d6 e6 f6 g6 h6))))
"#;

fn turkish_men() -> Verified {
    let mut game = Builder::new("Turkish draughts, men only");
    game.check_option("zrf", "2.0").unwrap().check_option("maximal-captures", "true").unwrap();
    let [w, e, s, n] = ["w", "e", "s", "n"].map(|name| game.add_direction(name));
    let mut cells = Vec::new();
    for row in 0..8 {
        for column in 0..8 {
            let link = |there: bool, delta| if there { delta } else { 0 };
            let deltas = [link(column > 0, -1), link(column < 7, 1), link(row < 7, 8), link(row > 0, -8)];
            let letter = char::from(b'a' + column);
            let cell = game.add_position(&format!("{letter}{}", 8 - row), &deltas);
            let (left, top) = (10 * i32::from(column), 10 * row);
            game.set_rect(cell, [left, top, left + 9, top + 9]);
            cells.push(cell);
        }
    }
    game.set_opposites(&[e, w, n, s]);
    let (white, black) = (game.add_player("White", &[]), game.add_player("Black", &[w, e, n, s]));
    let zone = game.add_zone("promotion", white, &cells[..8]);
    game.add_zone("promotion", black, &cells[56..]);
    let [jumps, steps, notype] = ["jumptype", "normaltype", "notype"].map(|name| game.add_mode(name));
    game.add_priority(jumps);
    game.add_priority(steps);
    let (man, king) = (game.add_piece("Man"), game.add_piece("King"));
    let promoted = game.add_exit(&[king], Then::PartOf(notype), false);
    let go_on = game.add_exit(&[], Then::PartOf(jumps), false);
    let crowned = game.add_exit(&[king], Then::Done, false);
    let done = game.add_exit(&[], Then::Done, false);
    let (jump, step) = (game.add_template(), game.add_template());
    for (template, commands) in [
        (
            jump,
            vec![
                Op::From {},
                Op::Step { dir: Param(0).dir() },
                Op::Verify { test: Test::Enemy {}, at: Loc::Here },
                Op::Capture { at: Loc::Here },
                Op::Step { dir: Param(1).dir() },
                Op::Verify { test: Test::Empty {}, at: Loc::Here },
                Op::To {},
                Op::JumpUnless { test: Test::Zone { zone }, at: Loc::Here, to: Label(10) },
                Op::Emit { exit: promoted },
                Op::End {},
                Op::Emit { exit: go_on },
                Op::End {},
            ],
        ),
        (
            step,
            vec![
                Op::From {},
                Op::Step { dir: Param(0).dir() },
                Op::Verify { test: Test::Empty {}, at: Loc::Here },
                Op::To {},
                Op::JumpUnless { test: Test::Zone { zone }, at: Loc::Here, to: Label(7) },
                Op::Emit { exit: crowned },
                Op::End {},
                Op::Emit { exit: done },
                Op::End {},
            ],
        ),
    ] {
        commands.into_iter().for_each(|op| game.add_command(template, op));
    }
    [w, e, n].into_iter().for_each(|dir| game.add_move(man, jump, &[dir.into(), dir.into()], Some(jumps)));
    [w, e, n].into_iter().for_each(|dir| game.add_move(man, step, &[dir.into()], Some(steps)));
    for (player, rows) in [(white, 40..56), (black, 8..24)] {
        rows.for_each(|cell| game.setup(player, man, cells[cell]));
    }
    unspoken(&mut game, &[white, black]);
    game.build().unwrap()
}

fn from_text(rules: &str) -> Game {
    let file = load("test.zrf", rules.as_bytes(), None, &NoFiles, Which::Default).unwrap();
    let said: Vec<&String> = file.problems.iter().map(|problem| &problem.rendered).collect();
    assert!(said.is_empty(), "{said:?}");
    file.into_game().unwrap()
}

/// Text for text, so that a difference can be read.
fn assert_equal(built: &Verified, compiled: &Game) {
    let mut compiled = compiled.ir().clone();
    compiled.forget_origins();
    compiled.board.grids.clear();
    assert_eq!(print(built), print(&compiled));
    assert_eq!(**built, compiled);
}

#[test]
fn tic_tac_toe_is_the_same_built_and_compiled() {
    let (built, compiled) = (tic_tac_toe(), from_text(TIC_TAC_TOE));
    assert_eq!(compiled.ir().board.grids.len(), 0);
    assert_equal(&built, &compiled);
    let built = Game::new(built);
    for (depth, nodes) in [(1, 9), (2, 72), (3, 504), (4, 3024), (5, 15120), (6, 54720)] {
        assert_eq!(built.start().perft(depth).unwrap(), nodes);
        assert_eq!(compiled.start().perft(depth).unwrap(), nodes);
    }
}

#[test]
fn turkish_men_are_the_same_built_and_compiled() {
    let (built, compiled) = (turkish_men(), from_text(TURKISH_MEN));
    assert_equal(&built, &compiled);
    let built = Game::new(built);
    // Eight men can step forward at first, and nobody can take before the third ply.
    assert_eq!([1, 2].map(|depth| built.start().perft(depth).unwrap()), [8, 64]);
    for depth in 1..=5 {
        assert_eq!(built.start().perft(depth).unwrap(), compiled.start().perft(depth).unwrap());
    }
}

/// Parses a compiled game.
fn reread(text: &str) -> (Option<zug_ir::Game>, Diagnostics) {
    let (mut sources, mut symbols, mut out) = (Sources::new(), Symbols::new(), Diagnostics::new());
    let file = sources.add("test.zir", text.as_bytes(), None).unwrap();
    let game = parse(&sources, file, &mut symbols, &mut out);
    (game, out)
}

/// Every form of every library game, with its name.
fn library() -> impl Iterator<Item = (String, Game)> {
    zug_library::games().iter().flat_map(|entry| {
        let named = |title: &String| (format!("{} `{title}`", entry.name), entry.load(Some(title)).unwrap());
        entry.titles().iter().map(named)
    })
}

#[test]
fn every_library_game_can_be_written_down_and_read_back() {
    let mut n_games = 0;
    for (name, game) in library() {
        let text = print(game.ir());
        let (again, problems) = reread(&text);
        assert!(problems.is_empty(), "{name}: {:?}", problems.iter().next());
        let again = again.unwrap_or_else(|| panic!("{name} does not read back"));
        assert!(again == *game.ir(), "{name} reads back as another game");
        assert!(verify(&again).is_ok(), "{name} does not verify");
        n_games += 1;
    }
    assert!(n_games > 30);
}

/// As a user would: instead of the rules.
#[test]
fn every_library_game_plays_from_its_compiled_form() {
    for (name, game) in library() {
        let text = print(game.ir());
        let file = load("test.zir", text.as_bytes(), None, &NoFiles, Which::Default).unwrap();
        let compiled = file.into_game().unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(compiled.title(), game.title(), "{name}");
        let (here, there) = (game.start(), compiled.start());
        assert_eq!(here.hash(), there.hash(), "{name}");
        let names = |moves: Vec<(String, &zug_game::Move)>| -> Vec<String> {
            moves.into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names(here.named_moves().unwrap()), names(there.named_moves().unwrap()), "{name}");
    }
}

#[test]
fn a_compiled_game_of_another_version_is_refused() {
    for (name, game) in library() {
        let text = print(game.ir());
        let other = text.replacen("(zir 1)", "(zir 2)", 1);
        assert_ne!(text, other, "{name}");
        let (read, problems) = reread(&other);
        assert!(read.is_none() && problems.has_errors(), "{name}");

        let file = load("test.zir", other.as_bytes(), None, &NoFiles, Which::Default).unwrap();
        let error = file.problems.iter().find(|problem| problem.severity == Severity::Error).unwrap();
        assert_eq!((error.code, error.line), ("zir-002", 1), "{name}: {}", error.rendered);
        assert!(file.into_game().is_err(), "{name}");
    }
}
