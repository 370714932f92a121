//! What a text becomes: facts about boards and names, files, inheritance, and that nothing panics.

use std::io;
use zug_lang::ast::{Choice, Expr, ExprKind, StmtKind, Var};
use zug_lang::{Element, GameDecl, Loaded, Outcome, TurnKind, Value, load};
use zug_model::Board;
use zug_source::{Files, NoFiles, render};

fn read(text: &str) -> Loaded {
    load("test.zug", text.as_bytes(), &NoFiles).expect("it is text")
}

fn said(loaded: &Loaded) -> String {
    loaded
        .diagnostics
        .iter()
        .map(|problem| render(problem, &loaded.sources, &loaded.symbols, false))
        .collect()
}

fn board(text: &str) -> Board {
    let loaded = read(text);
    assert!(loaded.diagnostics.is_empty(), "{}", said(&loaded));
    loaded.boards.last().expect("there is a board").board.clone()
}

/// The only game of a text without problems.
fn game(text: &str) -> GameDecl {
    let mut loaded = read(text);
    assert!(loaded.diagnostics.is_empty(), "{}", said(&loaded));
    loaded.games.pop().and_then(|game| game.decl).expect("there is a game")
}

/// A game on a row of five cells with one piece.
fn with_piece(piece: &str) -> GameDecl {
    game(&format!(
        "{ROW}(piece (name Man) {piece})(game (board row) (players (White (Man a)) (Black (Man e))))"
    ))
}

const ROW: &str =
    r#"(board (name row) (dim "a-e") (dir (name e) 1) (dir (name w) -1) (zone (name home) a b))"#;

/// Where steps lead from a cell.
fn walk(board: &Board, from: &str, steps: &str) -> Option<String> {
    let mut cell = board.cells.iter().position(|cell| cell.name == from)?;
    for step in steps.split_whitespace() {
        let dir = board.dirs.iter().position(|dir| dir == step)?;
        cell = board.links[dir][cell]?.idx();
    }
    Some(board.cells[cell].name.clone())
}

// Facts about boards (G1 to G5 of the predecessors).

#[test]
fn three_dimensions_of_letters_numbers_and_words() {
    let board = board(r#"(board (dim "A-H/J-T") (dim "19-1") (dim "x/y/z"))"#);
    let has = |name: &str| board.cells.iter().any(|cell| cell.name == name);
    assert_eq!(["A1x", "H10y", "J19z", "I1x"].map(has), [true, true, true, false]);
    assert_eq!(board.cells.len(), 19 * 19 * 3);
}

#[test]
fn a_square_of_four_is_walked() {
    let board = board(r#"(board (dim "a-b") (dim "2-1") (dir (name n) 0 -1) (dir (name e) 1 0))"#);
    assert_eq!(walk(&board, "a1", "n e").as_deref(), Some("b2"));
    assert_eq!(walk(&board, "a2", "n e"), None);
}

#[test]
fn links_close_a_line_to_a_ring() {
    let board = board(
        r#"(board (dim "IV/III/II/I") (dir (name e) 2) (dir (name w) -2)
             (link e I III) (link e II IV) (link (name w) (III I) (IV II)))"#,
    );
    assert_eq!(walk(&board, "I", "e").as_deref(), Some("III"));
    assert_eq!(walk(&board, "III", "e").as_deref(), Some("I"));
    // Every arc leads back by the other direction, and by the same.
    assert!(board.opposite.iter().all(Option::is_some));
}

#[test]
fn a_deleted_centre_leaves_a_ring() {
    let board =
        board(r#"(board (dim "a-c") (dim "3-1") (dir (name n) 0 -1) (dir (name e) 1 0) (unlink b2))"#);
    assert_eq!(board.cells.len(), 8);
    assert_eq!((walk(&board, "a2", "e"), walk(&board, "b1", "n")), (None, None));
    assert_eq!(walk(&board, "a1", "e e n n").as_deref(), Some("c3"));
    // The grid still knows the hole; its first dimension runs fastest.
    assert_eq!(board.grids[0].cells.iter().filter(|cell| cell.is_none()).count(), 1);
    assert_eq!(board.cells[board.grids[0].cells[1].unwrap().idx()].name, "b3");
}

#[test]
fn a_direction_without_its_last_arc_does_not_exist() {
    let board =
        board("(board (name p) (pos a b c) (link up a b) (link along b c)) (board (is-a p) (unlink a))");
    assert_eq!(board.dirs, ["along"]);
    assert_eq!(walk(&board, "b", "along").as_deref(), Some("c"));
}

#[test]
fn cylinders_grids_and_explicit_opposites() {
    let cylinder = board(r#"(board (dim "a-c") (dim "1-2") (dir (name e) 1 0 (wrap 1)) (dir (name n) 0 1))"#);
    assert_eq!(walk(&cylinder, "c2", "e e").as_deref(), Some("b2"));
    assert_eq!(walk(&cylinder, "c2", "n"), None);
    let two = board(
        r#"(board (name turns) (dir (name next) 1))
           (board (is-a turns) (grid (dim "a-c")) (grid (dim "x-z") (dir (name back) -1))
             (link next c x) (opposite next back) (unlink (dirs back) (from z)))"#,
    );
    assert_eq!(walk(&two, "a", "next next next next").as_deref(), Some("y"));
    assert_eq!((walk(&two, "y", "back").as_deref(), walk(&two, "z", "back")), (Some("x"), None));
    assert_eq!(two.opposite.iter().map(|dir| dir.unwrap().0).collect::<Vec<_>>(), [1, 0]);
}

// Players (G7, G8).

#[test]
fn symmetry_is_one_way_and_zones_are_united() {
    let game = game(
        r#"(board (name b) (dim "a-c") (dim "1-3")
             (dir (name n) 0 1) (dir (name s) 0 -1) (dir (name e) 1 0) (dir (name w) -1 0) (zone (name home) b2))
           (player (name South))
           (player (name West) (sym n e) (sym s w) (zone (name home) a1 b2))
           (player (name North) (is-a South) (sym n s) (ally South) (let stock 3))
           (piece (name P) (move (check n) (check (in-zone? home))))
           (game (board b) (players (South (P a1)) (West (P a2)) (North (P a3)) (Earth)) (turns South West North))"#,
    );
    let map = |player: usize| {
        let dirs = game.players[player].symmetry.iter();
        dirs.map(|dir| game.board.dirs[dir.idx()].as_str()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!([map(0), map(1), map(2)], ["n s e w", "e w e w", "s s e w"]);
    let home: Vec<usize> = game.board.zones[0].cells.iter().map(Vec::len).collect();
    assert_eq!(home, [1, 2, 1, 1]);
    assert_eq!(
        game.players.iter().map(|player| player.active).collect::<Vec<_>>(),
        [true, true, true, false]
    );
    assert_eq!(game.players[2].allies[0].0, 0);
    assert_eq!(game.players[2].vars[0].1, Value::Int(3));
}

// Pieces.

#[test]
fn children_override_lists_and_variables_and_add_moves() {
    let game = game(&format!(
        r#"{ROW}
        (piece (name walker) (let speed 1) (dir e) (move (name walk) (check (any dir))) (post (order 2) (set! speed 3)))
        (piece (name armed) (let speed 9) (move (mode shoot) (check (any dir)) capture) (post (set! speed 2)))
        (piece (name Man M) (is-a walker armed) (dir w) (let speed 5) (move (name walk) (check w) (check w)))
        (game (name "Walk" "Run") (board row) (players (White (M a)) (Black (Man e))))"#
    ));
    assert_eq!(game.names, ["Walk", "Run"]);
    let man = &game.kinds[0];
    assert_eq!(man.names, ["Man", "M"]);
    assert_eq!(man.attrs.iter().map(|attr| attr.1).collect::<Vec<_>>(), [Value::Int(5)]);
    assert_eq!(man.lists.len(), 1);
    let Element::Item(Expr { what: ExprKind::Const(Value::Dir(dir)), .. }) = &man.lists[0].elements[0] else {
        panic!("{:?}", man.lists[0]);
    };
    assert_eq!(game.board.dirs[dir.idx()], "w");
    // The named move is replaced in its place.
    assert_eq!(man.moves.len(), 2);
    assert_eq!(man.moves[0].body.len(), 2);
    assert_eq!(man.moves[0].name.as_deref(), Some("walk"));
    assert_eq!(game.modes[man.moves[1].mode.unwrap().idx()].name, "shoot");
    assert_eq!(man.post.iter().map(|block| block.order).collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn both_forms_of_dependent_lists_are_the_same() {
    let text = "(first e w) (move (check (any first)) (check (any second)))";
    let new = with_piece(&format!("{text} (second a (when (= first e) e) (when (in-zone? home) w e))"));
    let old = with_piece(&format!("{text} (list second a (= first e) > e (in-zone? home) > w e)"));
    let shape = |game: &GameDecl| -> Vec<usize> {
        let elements = &game.kinds[0].lists[1].elements;
        elements
            .iter()
            .map(|element| if let Element::When(_, list) = element { list.len() } else { 0 })
            .collect()
    };
    assert_eq!(shape(&new), [0, 1, 2]);
    assert_eq!(shape(&old), shape(&new));
}

#[test]
fn names_are_looked_up_in_the_order_of_the_language() {
    // `home` is a local, then a list, then a zone; `e` is a direction.
    let game = with_piece("(move (let home 1) (check home)) (move (check (any home)) e)");
    let what = |at: usize, stmt: usize| &game.kinds[0].moves[at].body[stmt].what;
    let StmtKind::Check(Expr { what: ExprKind::Var(Var::Local(_)), .. }) = what(0, 1) else { panic!() };
    let StmtKind::Check(Expr { what: ExprKind::Any(choice), .. }) = what(1, 0) else { panic!() };
    assert!(matches!(**choice, Choice::Zone(_)));
    assert!(matches!(what(1, 1), StmtKind::Eval(Expr { what: ExprKind::Const(Value::Dir(_)), .. })));
    let game = with_piece("(home e w) (move (check (any home)))");
    let StmtKind::Check(Expr { what: ExprKind::Any(choice), .. }) = &game.kinds[0].moves[0].body[0].what
    else {
        panic!()
    };
    assert!(matches!(**choice, Choice::List(_)));
}

#[test]
fn generation_variables_need_a_set() {
    let loaded = read(&format!(
        "{ROW}(piece (name Man) (move (check (>= 1 best)) (set! best 1) (check (= 0 zero))))\
         (game (board row) (players (White (Man a))))"
    ));
    let codes: Vec<&str> = loaded.diagnostics.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["zug-048"]);
    assert_eq!(loaded.games[0].decl.as_ref().unwrap().gens, ["best", "zero"]);
}

#[test]
fn locals_live_through_the_blocks_of_a_candidate() {
    let game = with_piece(
        "(pre (let came none)) (move (mode m) (check (none? came)) (check (none? seen)) (let seen here) (end-part m))
         (post (check (some? seen))) (invariant (check (some? came)))",
    );
    let names: Vec<(&str, bool)> =
        game.locals.iter().map(|local| (local.name.as_str(), local.shared)).collect();
    assert_eq!(names, [("came", true), ("seen", true)]);
}

// Definitions.

#[test]
fn definitions_take_values_once_and_keep_their_variables() {
    let loaded = read(&format!(
        "{ROW}
         (define (hop d) (let mine d) (check d) (check is-enemy?) capture (check d) (check (= far 1)))
         (define (at-home? z) (in-zone? z))
         (piece (name Man) (cap e w)
            (move (let far 1) (let mine 2) (hop (any cap)) (check (at-home? home)) (check (= mine 2))))
         (game (board row) (players (White (Man a)) (Black (Man e))))"
    ));
    assert!(loaded.diagnostics.is_empty(), "{}", said(&loaded));
    let game = loaded.games[0].decl.as_ref().unwrap();
    let body = &game.kinds[0].moves[0].body;
    let StmtKind::Call(hop) = &body[2].what else { panic!() };
    assert_eq!(hop.name, "hop");
    assert_eq!(hop.arguments.len(), 1);
    assert!(matches!(hop.arguments[0].1.what, ExprKind::Any(_)));
    // Its own `mine` is not the caller's.
    let StmtKind::Let(inner, _) = &hop.body[0].what else { panic!() };
    let StmtKind::Let(outer, _) = &body[1].what else { panic!() };
    assert_ne!(inner, outer);
    assert!(!game.locals[inner.idx()].shared);
    // A zone as an argument stands for itself.
    let StmtKind::Check(Expr { what: ExprKind::Call(home), .. }) = &body[3].what else { panic!() };
    assert!(home.arguments.is_empty());
    // Code of a definition knows where it was called.
    let origin = hop.body[0].origin;
    assert_eq!(loaded.sources.slice(loaded.sources.outermost(origin)), "(hop (any cap))");
}

#[test]
fn pieces_and_games_may_define_words_anew() {
    let game = game(&format!(
        "{ROW}
         (piece (name Man) (move (check e) (check not-attacked?) (check (is-attacked? e))))
         (piece (name King) (define is-attacked? (and is-attacked? is-enemy?)) (move (check is-attacked?)))
         (game (board row) (define is-attacked? (exists? (check e) (check is-enemy?)))
            (players (White (Man a)) (Black (King e))))"
    ));
    let check = |kind: usize, stmt: usize| match &game.kinds[kind].moves[0].body[stmt].what {
        StmtKind::Check(value) => value.what.clone(),
        other => panic!("{other:?}"),
    };
    assert!(matches!(check(0, 1), ExprKind::Not(call) if matches!(call.what, ExprKind::Call(_))));
    assert!(matches!(check(0, 2), ExprKind::At(parts) if matches!(parts.1.what, ExprKind::Call(_))));
    // In its own definition the word means what it always means.
    let ExprKind::Call(call) = check(1, 0) else { panic!() };
    let StmtKind::Eval(Expr { what: ExprKind::And(parts), .. }) = &call.body[0].what else { panic!() };
    assert!(matches!(parts[0].what, ExprKind::Is(..)));
}

// Games.

#[test]
fn a_game_says_who_moves_what_stands_where_and_how_it_ends() {
    let game = game(
        r#"(board (name b) (model heap) (dim "a-e") (dir (name e) 1) (zone (name mid) b c) (let passes 0))
           (piece (name Man) (let strength 1) (move (mode step) (check e) (let pips 1) (end-part step)))
           (piece (name Hidden) (move (check e)))
           (game (name base) (board b) (mode (name step) optional (continue any)) (option pass forced) (let passes 7))
           (game (name "G") (is-a base) (dice (name dice) 6 6 (0 1)) (prefer (max parts) (min pips) captured-count)
             (players (White (Man a (times 3) (b (strength 4)) hand 5 mid 2)) (Black (Man e)))
             (turns (roll White dice) (repeat-from) White (move Black step))
             (draw (order 5) no-moves?)
             (loss (players White) (check (> passes 2)) no-moves?)
             (win (order -1) (phase pre) (exists? (any Man)))
             (invariant (check (>= pips 0))) (score (count (any Man) (check is-friend?))) (shared))"#,
    );
    assert_eq!(game.kinds.len(), 1);
    assert_eq!(game.globals[0].init, Value::Int(7));
    assert_eq!(game.dice[0].dice, [vec![1, 2, 3, 4, 5, 6], vec![1, 2, 3, 4, 5, 6], vec![0, 1]]);
    assert!(game.modes[0].optional && game.modes[0].continue_any);
    assert_eq!(game.prefer.iter().map(|criterion| criterion.least).collect::<Vec<_>>(), [false, true, false]);
    let placed: Vec<(u32, usize)> = game.placements.iter().map(|p| (p.count, p.attrs.len())).collect();
    assert_eq!(placed, [(3, 0), (1, 1), (1, 0)]);
    assert_eq!((game.reserves[0].count, game.scattered[0].count), (Some(5), 2));
    assert_eq!(game.repeat_from, 1);
    assert!(matches!(game.turns[0].what, TurnKind::Roll(_)));
    assert!(matches!(&game.turns[2].what, TurnKind::Move(modes) if modes.len() == 1));
    let goals: Vec<(Outcome, bool)> = game.goals.iter().map(|goal| (goal.outcome, goal.after_move)).collect();
    assert_eq!(goals, [(Outcome::Win, false), (Outcome::Loss, false), (Outcome::Draw, false)]);
    // Values in goals are checked.
    assert!(game.goals[1].body.iter().all(|stmt| matches!(stmt.what, StmtKind::Check(_))));
    assert!(game.score.is_some() && game.options.shared);
}

#[test]
fn a_game_has_the_pieces_it_sets_up_and_those_they_become() {
    let game = game(&format!(
        "{ROW}
         (piece (name King) (move (check w)))
         (piece (name Prince) (post (set-piece! King)) (move (check e)))
         (piece (name Unused) (move (check nowhere)))
         (piece (name Man) (post (if (in-zone? home) (set-piece! (any Prince)))) (move (check e)))
         (game (board row) (players (White (Man a)) (Black (Man e))))"
    ));
    let names: Vec<&str> = game.kinds.iter().map(|kind| kind.names[0].as_str()).collect();
    assert_eq!(names, ["King", "Prince", "Man"]);
}

#[test]
fn words_about_games_and_pieces_are_inherited_and_the_childs_win() {
    let game = game(&format!(
        r#"{ROW}
        (piece (name base) (notation "B") (help "Stays
             where  it is.

             Always.") (move (check e)))
        (piece (name Man) (notation M) (is-a base))
        (piece (name King) (is-a base) (help "Walks."))
        (game (name old) (description "Of old.") (history "Very old.") (board row))
        (game (name "New") (description "Of today.") (is-a old) (players (White (Man a)) (Black (King e))))"#
    ));
    assert_eq!(game.description.as_deref(), Some("Of today."));
    assert_eq!(game.history.as_deref(), Some("Very old."));
    let words = |at: usize| (game.kinds[at].notation.as_deref(), game.kinds[at].help.as_deref());
    assert_eq!(words(0), (Some("M"), Some("Stays where it is.\n\nAlways.")));
    assert_eq!(words(1), (Some("B"), Some("Walks.")));
}

#[test]
fn equal_dice_may_count_more_often() {
    let dice = |item: &str| {
        let game = game(&format!(
            "{ROW}(piece (name Man) (move (check e)))
             (game (board row) (dice (name d) {item}) (players (White (Man a))) (turns (roll White d) White))"
        ));
        (game.dice[0].dice.len(), game.dice[0].doubles)
    };
    assert_eq!(dice("6 6 (doubles 4)"), (2, Some(4)));
    assert_eq!(dice("(doubles 2) 6 6 (1 1 2)"), (3, Some(2)));
    assert_eq!(dice("6"), (1, None));
}

#[test]
fn a_listing_has_the_games_that_loading_finds() {
    let text = format!(
        r#"{ROW}(piece (name Man) (move (check e) (no such word)))
        (game (name base) (board row) (dice (name d) 6))
        (game (name "One" "Uno") (description "First
            of all.") (is-a base) (players (White (Man a)) (Black (Man e)) (Earth (Man b)))
            (turns (roll White d) White (move Black jump)))
        (game (name "Two") (is-a One) (players (White) (Black)) (turns White))
        (game (is-a base) (players (White (Man a)) (Black (Man e))))"#
    );
    let listed = zug_lang::list_games("test.zug", text.as_bytes(), &NoFiles).unwrap();
    let titles: Vec<&str> = listed.iter().map(|game| game.title.as_str()).collect();
    let loaded = read(&text);
    assert_eq!(titles, loaded.games.iter().map(|game| game.title.as_str()).collect::<Vec<_>>());
    assert_eq!(titles, ["One", "Two", ""]);
    assert_eq!(listed.iter().map(|game| game.players).collect::<Vec<_>>(), [2, 1, 2]);
    let about: Vec<Option<&str>> = listed.iter().map(|game| game.description.as_deref()).collect();
    assert_eq!(about, [Some("First of all."), Some("First of all."), None]);
}

// Four queens (G16): its text is read; that it has two solutions is a matter of running it.
#[test]
fn four_queens_load() {
    let game = game(
        r#"(board (name b) (dim "a-d") (dim "4-0") (dir (name n) 0 -1) (dir (name w) -1 0) (dir (name nw) -1 -1)
             (dir (name sw) -1 1))
           (piece (name Q) (move (check false)))
           (player (name One)
             (move a0 take (check (any a1 a2 a3 a4)) (log position) drop
                   b0 take (check (any b1 b2 b3 b4)) (check (is-empty? w)) (check (is-empty? nw))
                   (check (is-empty? sw)) (log position) drop end-move))
           (game (board b) (players (One (Q a0 b0 c0 d0))))"#,
    );
    assert_eq!(game.board.cells.len(), 20);
    assert_eq!(game.players[0].moves[0].body.len(), 14);
}

// Files.

struct Shelf;

impl Files for Shelf {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let text = match path {
            "lib/row.zug" => ROW,
            "lib/men.zug" => {
                "(include \"row.zug\") (define step (check e))
                 (piece (name base) (move step)) (piece (name Man) (is-a base)) (piece (name Ox) (move (chck)))"
            }
            _ => return Err(io::ErrorKind::NotFound.into()),
        };
        Ok(text.as_bytes().to_vec())
    }
}

#[test]
fn files_are_included_once_and_imported_by_name() {
    let text = r#"(include "lib/row.zug") (import "lib/men.zug" Man) (include "lib/row.zug")
                  (game (board row) (players (White (Man a))))"#;
    let loaded = load("main.zug", text.as_bytes(), &Shelf).unwrap();
    assert!(loaded.diagnostics.is_empty(), "{}", said(&loaded));
    assert!(loaded.games[0].decl.is_some());
    let all = load("main.zug", br#"(import "lib/men.zug")"#, &Shelf).unwrap();
    assert_eq!(all.diagnostics.iter().map(|problem| problem.code).collect::<Vec<_>>(), ["zug-041"]);
}
