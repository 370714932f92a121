//! Small boards of every make, large ones, and hostile ones.

use roxmltree::Document;
use zug_draw::{BoardLook, CELL, Figure, Look, Paint, Says, Scene, Shape, Sign, Style, View, scene, svg};
use zug_game::{Game, NoFiles, State};

fn game(rules: &str) -> Game {
    Game::from_text("test.zrf", rules.as_bytes(), &NoFiles).unwrap_or_else(|e| panic!("{e}"))
}

fn zug(rules: &str) -> Game {
    Game::from_text("test.zug", rules.as_bytes(), &NoFiles).unwrap_or_else(|e| panic!("{e}"))
}

fn plain(state: &State) -> Scene {
    let drawn = scene(state, &Look::default(), &View::default());
    let text = svg(&drawn);
    if let Err(error) = Document::parse(&text) {
        panic!("no XML: {error}\n{text}");
    }
    drawn
}

/// A ZRF game with this board and these pieces.
fn with_board(board: &str, setup: &str) -> Game {
    game(&format!(
        r#"(version "3.0") (game (title "Test") (players White Black) (turn-order White Black) (board {board})
           (piece (name Man) (notation "M") (moves (n (verify empty?) add)) (drops ((verify empty?) add)))
           (board-setup {setup}))"#
    ))
}

fn grid(dimensions: &str, directions: &str) -> String {
    format!("(grid (start-rectangle 0 0 9 9) (dimensions {dimensions}) (directions {directions}))")
}

/// The middle of a cell, in cells.
fn at(drawn: &Scene, name: &str) -> (f64, f64) {
    let cell = drawn.cells.iter().find(|c| c.name == name);
    let centre = cell.unwrap_or_else(|| panic!("{name} is not drawn")).centre;
    (centre.x / CELL, centre.y / CELL)
}

fn paint(drawn: &Scene, name: &str) -> Option<Paint> {
    drawn.cells.iter().find(|c| c.name == name).map(|c| c.paint)
}

const SQUARE: &str = "(n 0 -1) (s 0 1) (e 1 0) (w -1 0)";
const TWO: &str = r#"("a/b" (10 0)) ("2/1" (0 10))"#;

#[test]
fn a_small_board_is_written_like_this() {
    let game = with_board(&grid(TWO, SQUARE), "(White (Man a1)) (Black (Man b2 off 3))");
    let text = svg(&plain(&game.start()));
    // Colours are in the style sheet, which is long and changes with taste.
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("<style>")).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn squares_lie_as_their_places_say_and_turn_with_the_viewer() {
    let game = with_board(&grid(TWO, SQUARE), "(White (Man a1)) (Black (Man b2))");
    let drawn = plain(&game.start());
    assert_eq!([at(&drawn, "a2"), at(&drawn, "b2"), at(&drawn, "a1")], [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]);
    assert_eq!(paint(&drawn, "a1"), Some(Paint::Plain));
    let flipped = scene(&game.start(), &Look::default(), &View { flip: true, ..View::default() });
    assert_eq!([at(&flipped, "a2"), at(&flipped, "b1")], [(1.0, 1.0), (0.0, 0.0)]);
}

#[test]
fn boards_with_diagonals_have_two_colours_and_the_left_corner_is_dark() {
    let eight = format!("{SQUARE} (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)");
    let board = grid(r#"("a/b/c" (10 0)) ("3/2/1" (0 10))"#, &eight);
    let drawn = plain(&with_board(&board, "(White (Man a1))").start());
    assert_eq!(paint(&drawn, "a1"), Some(Paint::Dark));
    assert_eq!(paint(&drawn, "b1"), Some(Paint::Light));
}

#[test]
fn diagonals_that_only_some_cells_have_are_lines() {
    let eight = format!("{SQUARE} (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)");
    let board = grid(r#"("a/b/c" (10 0)) ("3/2/1" (0 10))"#, &eight);
    let board = format!("{board} (unlink (b1 nw) (b1 ne) (b3 sw) (b3 se) (a2 ne) (a2 se) (c2 nw) (c2 sw))");
    let drawn = plain(&with_board(&board, "(White (Man a1))").start());
    assert_eq!(paint(&drawn, "b2"), Some(Paint::Spot));
    let lines: Vec<_> = drawn.lines.iter().filter(|d| d.paint == Paint::Line).collect();
    // Three rows, three columns and the two long diagonals; what goes on is one line.
    let Some(Shape::Lines(lines)) = lines.first().map(|d| &d.shape) else { panic!("no lines") };
    assert_eq!(lines.len(), 8);
}

#[test]
fn six_neighbours_are_hexagons_whatever_the_directions_are_called() {
    let hexagonal = "(x1 1 0) (x2 -1 0) (x3 0 1) (x4 0 -1) (x5 1 -1) (x6 -1 1) (n 0 -1)";
    let drawn = plain(&with_board(&grid(TWO, hexagonal), "(White (Man a1))").start());
    assert!(drawn.cells.iter().all(|c| matches!(&c.shape, Shape::Polygon(p) if p.len() == 6)));
    let ((x, y), (x1, y1)) = (at(&drawn, "a2"), at(&drawn, "a1"));
    assert!(((x1 - x) - 0.5).abs() < 1e-9 && ((y1 - y) - 0.75_f64.sqrt()).abs() < 1e-9);
}

#[test]
fn the_compass_turns_a_board_that_has_no_places() {
    let game = zug(
        r#"(board (name b) (dim "1-3") (dim "a-b") (dir (name n) 1 0) (dir (name s) -1 0) (dir (name e) 0 1) (dir (name w) 0 -1))
           (player (name White)) (player (name Black)) (piece (name Man) (move (check n) (check is-empty?)))
           (game (name "Test") (board b) (players (White (Man 1a)) (Black (Man 1b))))"#,
    );
    let drawn = plain(&game.start());
    assert_eq!([at(&drawn, "1a"), at(&drawn, "3a"), at(&drawn, "1b")], [(0.0, 2.0), (0.0, 0.0), (1.0, 2.0)]);
}

#[test]
fn layers_are_sheets_side_by_side() {
    let board = grid(r#"("a/b" (10 0)) ("2/1" (0 10)) ("x/y" (0 40))"#, "(n 0 -1 0)");
    let drawn = plain(&with_board(&board, "(White (Man a1x))").start());
    let ((x, y), (x1, y1)) = (at(&drawn, "a2x"), at(&drawn, "a2y"));
    assert!((x1 - x).abs().max((y1 - y).abs()) > 2.5);
    let titles: Vec<_> =
        drawn.labels.iter().filter(|l| l.says == Says::Name).map(|l| l.text.as_str()).collect();
    assert_eq!(titles[..2], ["x", "y"]);
}

#[test]
fn cells_are_where_zrf_puts_them_or_their_names_or_springs() {
    let by_place = with_board(
        "(positions (p 0 0 9 9) (q 40 0 49 9) (r 20 30 29 39)) (links n (p q) (q r) (r p))",
        "(White (Man p))",
    );
    let drawn = plain(&by_place.start());
    let ((px, _), (qx, _), (rx, ry)) = (at(&drawn, "p"), at(&drawn, "q"), at(&drawn, "r"));
    assert!(px < rx && rx < qx && ry > 0.5);
    let by_name = with_board(
        "(positions a1 c1 b2 a3 c3) (links n (a1 a3) (c1 c3) (a1 b2) (b2 c3))",
        "(White (Man a1))",
    );
    let drawn = plain(&by_name.start());
    assert_eq!([at(&drawn, "a3"), at(&drawn, "b2"), at(&drawn, "c1")], [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]);
    let cube = "(positions k l m o p q r s) (links n (k l) (l m) (m o) (o k) (p q) (q r) (r s) (s p)) \
                (links up (k p) (l q) (m r) (o s))";
    let drawn = plain(&with_board(cube, "(White (Man k))").start());
    for (i, a) in drawn.cells.iter().enumerate() {
        for b in &drawn.cells[i + 1..] {
            let distance = (a.centre.x - b.centre.x).hypot(a.centre.y - b.centre.y);
            assert!(distance > 0.8 * CELL, "{} and {}", a.name, b.name);
        }
    }
}

#[test]
fn a_cylinder_has_seams() {
    let around = format!(
        "{} (links e (c1 a1) (c2 a2)) (links w (a1 c1) (a2 c2))",
        grid(r#"("a/b/c" (10 0)) ("2/1" (0 10))"#, SQUARE)
    );
    let drawn = plain(&with_board(&around, "(White (Man a1))").start());
    assert!(drawn.lines.iter().any(|d| d.paint == Paint::Seam));
    let flat = plain(&with_board(&grid(TWO, SQUARE), "(White (Man a1))").start());
    assert!(!flat.lines.iter().any(|d| d.paint == Paint::Seam));
}

#[test]
fn hostile_names_are_escaped() {
    let game = game(
        r#"(version "3.0")
        (game (title "<script>alert(1)</script> & ]]>") (players <b>&amp 'x) (turn-order <b>&amp 'x)
          (board (positions (<a 0 0 9 9) (&b 20 0 29 9) (--> 40 0 49 9)) (links n (<a &b) (&b -->)))
          (piece (name </g>) (notation "<&>") (moves (n (verify empty?) add)) (drops (add)))
          (piece (name ]]>) (notation "'") (moves (n (verify empty?) add)))
          (board-setup (<b>&amp (</g> <a off 2) (]]> &b))))"#,
    );
    let drawn = plain(&game.start());
    let text = svg(&drawn);
    assert!(!text.contains("<script"), "{text}");
    let document = Document::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    let titles: Vec<_> =
        document.descendants().filter(|n| n.has_tag_name("title")).filter_map(|n| n.text()).collect();
    assert!(titles.iter().any(|t| t.contains("<b>&amp </g>")), "{titles:?}");
    assert!(document.descendants().any(|n| n.attribute("data-cell") == Some("-->")));
}

#[test]
fn large_boards_and_piles_stay_small() {
    let labels = |letters: bool| {
        let label = |i: usize| if letters { format!("c{i}-") } else { i.to_string() };
        (0..40).map(label).collect::<Vec<_>>().join("/")
    };
    let board = grid(&format!(r#"("{}" (10 0)) ("{}" (0 10))"#, labels(true), labels(false)), SQUARE);
    let drawn = plain(&with_board(&board, "(White (Man c0-0))").start());
    assert_eq!(drawn.cells.len(), 1600);
    assert!(svg(&drawn).len() < 200 * 1600, "{}", svg(&drawn).len());
    let heap = game(
        r#"(game (title "Heap") (option "dialect" zillions) (option "board-model" heap) (option "zrf-advanced" true)
          (players South North Table) (turn-order South North)
          (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("2/1" (0 10))) (directions (e 1 0))))
          (piece (name Seed) (moves (e add)))
          (board-setup (Table (Seed a1*9000))))"#,
    );
    let drawn = plain(&heap.start());
    assert!(drawn.pieces.len() < 60, "{}", drawn.pieces.len());
    let seeds: u64 = drawn.pieces.iter().filter(|man| man.cell.is_some()).map(|man| man.count).sum();
    assert_eq!(seeds, 9_000);
    assert!(drawn.labels.iter().any(|l| l.text == "9000"));
}

#[test]
fn a_tower_shows_its_pieces_and_their_number() {
    let game = game(
        r#"(game (title "Columns") (option "dialect" zillions) (option "board-model" stack)
          (players White Black) (turn-order White Black)
          (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("2/1" (0 10))) (directions (e 1 0))))
          (piece (name Man) (notation "M") (moves (e add)))
          (board-setup (White (Man a1*3)) (Black (Man b1))))"#,
    );
    let mut state = game.start();
    state.play_text("a1-b1").unwrap_or_else(|e| panic!("{e}"));
    let drawn = plain(&state);
    let tower: Vec<_> = drawn.pieces.iter().filter(|man| man.cell.is_some()).collect();
    assert_eq!(tower.len(), 4);
    assert!(tower.windows(2).all(|pair| pair[1].centre.y < pair[0].centre.y), "from the bottom to the top");
    assert!(drawn.labels.iter().any(|l| l.says == Says::Count && l.text == "4"));
}

#[test]
fn marks_are_where_they_are_asked_for() {
    let game = with_board(&grid(TWO, SQUARE), "(White (Man a1)) (Black (Man b2))");
    let mut state = game.start();
    let mv = state.play_text("a1-a2").unwrap_or_else(|e| panic!("{e}"));
    let cells = |names: &[&str]| names.iter().filter_map(|n| game.cell(n)).collect::<Vec<_>>();
    let (check, targets) = (cells(&["b2"]), cells(&["b1", "b2"]));
    let view = View {
        last_move: Some(&mv),
        check: &check,
        selected: game.cell("a2"),
        targets: &targets,
        ..View::default()
    };
    let drawn = scene(&state, &Look::default(), &view);
    let marked: Vec<(Sign, &str)> =
        drawn.marks.iter().filter_map(|m| Some((m.sign, game.cell_name(m.cell?)))).collect();
    let wanted = [
        (Sign::Last, "a1"),
        (Sign::Last, "a2"),
        (Sign::Check, "b2"),
        (Sign::Selected, "a2"),
        (Sign::Target, "b1"),
        (Sign::Strike, "b2"),
    ];
    assert_eq!(marked, wanted);
    assert_eq!(drawn.cell_at(drawn.cells[0].centre), Some(drawn.cells[0].cell));
}

#[test]
fn looks_that_do_not_fit_a_board_do_no_harm() {
    let game = with_board(&grid(TWO, SQUARE), "(White (Man a1)) (Black (Man b2 off 3))");
    let words = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
    for style in [Style::Squares, Style::Chequered, Style::Points, Style::Holes, Style::Pits, Style::Tables] {
        for rows in [vec![], words(&["a1 | nowhere", "b1 . |", "| |"]), words(&["a2 b2 | a1 b1", ""])] {
            let board = BoardLook {
                look: Some(style),
                rows,
                stars: true,
                corners: words(&["a1", "x9"]),
                lines: words(&["a1-b2", "a1", "-", "a1-a1"]),
                no_lines: words(&["a1-a2"]),
                loops: words(&["a1-b2", "a1-a1", "q-r"]),
                stores: words(&["a1", "zz"]),
                bar: words(&["b1"]),
                off: words(&["b2"]),
                ..BoardLook::default()
            };
            let look = Look { board, ..Look::default() };
            for flip in [false, true] {
                let drawn = scene(&game.start(), &look, &View { flip, ..View::default() });
                let text = svg(&drawn);
                assert!(Document::parse(&text).is_ok(), "{text}");
                for name in ["a1", "a2", "b1", "b2"] {
                    let times = drawn.cells.iter().filter(|c| c.name == name).count();
                    assert_eq!(times, 1, "{style:?}: {name} is drawn {times} times");
                }
            }
        }
    }
}

#[test]
fn dice_are_shown_until_they_are_played() {
    let game = zug(r#"(board (name b) (model heap) (dim "a-f") (dim "1") (dir (name on) 1 0))
           (player (name White)) (player (name Black))
           (piece (name Man) (move (let d (any dice)) (use-die d dice) (let k d) (while (> k 0) (check on) (dec! k))))
           (game (name "Test") (board b) (dice (name dice) (1 2 3 4 5 6) (1 2 3 4 5 6)) (turns (roll White dice) White Black)
             (option pass forced) (players (White (Man a1 (times 2))) (Black (Man f1))))"#);
    let dice = |drawn: &Scene| -> Vec<i32> {
        let face = |figure: &Figure| if let Figure::Die(face) = figure { Some(*face) } else { None };
        drawn.pieces.iter().filter_map(|man| face(&man.figure)).collect()
    };
    let mut state = game.start();
    assert!(dice(&plain(&state)).is_empty());
    let throw = state.moves().unwrap_or_else(|e| panic!("{e}"))[4].clone();
    state.play(&throw).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(dice(&plain(&state)).len(), 2);
}
