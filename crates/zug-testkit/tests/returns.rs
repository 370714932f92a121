//! Moves that may not bring a position back: the fast form knows what was before, in games and in searches, and gives the
//! interpreter's answers.

use zug_game::{Backend, Candidate, Game, Move, NoFiles, Node, Rng, Stage, Which, load};
use zug_testkit::twofold;
use zug_vm::{Action, Engine};

const GAMES: u64 = 60;

/// On so few points stones are taken, and boards come back, all the time.
fn small_go(ko: u8, suicide: u8, board: &str, others: &str) -> Game {
    let rules = include_str!("../../../games/go/go.zug");
    let text = format!(
        r#"{rules}
(board (name goban-small) (is-a lines) {board})
(player (name Table))
(game (name "Small") (is-a go-rules) (let ko {ko}) (let suicide {suicide}) (board goban-small) (turns Black White)
  (players (Black (Stone hand 1)) (White (Stone hand 1)) {others}))"#
    );
    let file = load("small.zug", text.as_bytes(), None, &NoFiles, Which::Title("Small"));
    file.and_then(|file| file.into_game()).unwrap_or_else(|e| panic!("{e}"))
}

/// Pieces that go to and fro on a narrow board; what may not come back, said of the moves of men, of kings, or of all.
fn walkers(man: &str, king: &str, all: &str) -> Game {
    let text = format!(
        r#"
(board (name field)
  (dim "a-c") (dim "3-1")
  (dir (name n) 0 -1) (dir (name s) 0 1) (dir (name e) 1 0) (dir (name w) -1 0))
(player (name White))
(player (name Black) (sym n s s n))
(piece (name Man) (notation "M") (move (check (any n e s w)) (check is-empty?)) {man})
(piece (name King) (notation "K") (move (check (any n e s w)) (check (not is-friend?))) {king})
(game (name "Walkers") (board field)
  (players (White (Man a1) (King b1) (Man hand 1)) (Black (Man c3) (King b3)))
  {all}
  (loss no-moves?))"#
    );
    Game::from_text("walkers.zug", text.as_bytes(), &NoFiles).unwrap_or_else(|e| panic!("{e}"))
}

fn same(game: &Game) {
    if let Err(why) = game.fast() {
        panic!("no fast form: {why}");
    }
    for seed in 0..GAMES {
        assert_eq!(twofold::compare(game, seed, 80), Ok(true), "seed {seed}");
        assert_eq!(twofold::possible_game(game, seed, 60), Ok(()), "seed {seed}");
        searched(game, seed);
    }
    let forbidden: usize = (0..GAMES).map(|seed| counted(game, seed)).sum();
    assert!(forbidden > 10, "only in {forbidden} positions something may not come back");
}

fn listed(node: &mut Node) -> Vec<Candidate> {
    let mut list = Vec::new();
    node.candidates(Stage::All, &mut list).expect("within limits");
    list
}

fn shown(node: &Node, list: &[Candidate]) -> Vec<Move> {
    list.iter().map(|candidate| node.show(candidate).expect("a move of the game")).collect()
}

/// Follows one line of a search with both back ends.
fn searched(game: &Game, seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut fast, mut plain) = (game.start().node(), game.start().node_by(Backend::Interp));
    for ply in 0..60 {
        let outcome = fast.outcome().expect("within limits");
        assert_eq!(outcome, plain.outcome().expect("within limits"), "seed {seed}, ply {ply}");
        if outcome.is_some() {
            return;
        }
        let (some, all) = (listed(&mut fast), listed(&mut plain));
        let (found, expected) = (shown(&fast, &some), shown(&plain, &all));
        let known = expected.iter().all(|mv| found.contains(mv));
        assert!(
            known && found.len() == expected.len(),
            "seed {seed}, ply {ply}: {expected:?}, not {found:?}"
        );
        assert_eq!(fast.count().expect("within limits"), all.len() as u64, "seed {seed}, ply {ply}");
        // What was before goes with the position when it leaves the fast form.
        assert_eq!(
            fast.to_state().moves().expect("within limits").len(),
            all.len(),
            "seed {seed}, ply {ply}"
        );
        let mut random = fast.clone();
        assert_eq!(random.make_random(&mut rng), Ok(true), "seed {seed}, ply {ply}");
        let chosen = rng.below(all.len());
        let same = found.iter().position(|mv| *mv == expected[chosen]).expect("it is in both lists");
        plain.make(&all[chosen]).expect("within limits");
        fast.make(&some[same]).expect("within limits");
        assert_eq!(fast.hash(), plain.hash(), "seed {seed}, ply {ply}");
    }
}

/// Counts results along a random game, and draws moves of positions in which some are forbidden by what was before. How many
/// such positions are there?
fn counted(game: &Game, seed: u64) -> usize {
    let (program, mut rng) = (game.program(), Rng::new(seed));
    let mut engine = Engine::new(program);
    let mut state = game.start();
    let mut forbidden = 0;
    for ply in 0..60 {
        if state.outcome().expect("within limits").is_some() {
            break;
        }
        for depth in 1..=3 {
            let [expected, found] =
                [Backend::Interp, Backend::Auto].map(|by| state.perft_by(by, depth).expect("within limits"));
            assert_eq!(expected, found, "seed {seed}, ply {ply}, depth {depth}");
        }
        let moves = state.moves().expect("within limits").to_vec();
        let mut first = state.position().clone();
        first.begin_history(program);
        let mut free = Vec::new();
        engine.moves(program, &first, &mut free).expect("within limits");
        if free.len() > moves.len() {
            forbidden += 1;
            assert_eq!(twofold::drawn_evenly(game, state.position(), 200), Ok(()), "seed {seed}, ply {ply}");
        }
        state.play(&moves[rng.below(moves.len())]).expect("it is legal");
    }
    forbidden
}

#[test]
fn no_board_of_stones_comes_back() {
    same(&small_go(2, 0, r#"(dim "A-C") (dim "3-1")"#, ""));
    same(&small_go(2, 1, r#"(dim "A-C") (dim "3-1")"#, ""));
    same(&small_go(2, 1, r#"(dim "A-D") (dim "2-1")"#, ""));
}

#[test]
fn what_may_not_come_back_is_a_board_or_a_situation() {
    let never = |what: &str| format!("(invariant (check (not (repeated? {what}))))");
    same(&walkers("", "", &never("1")));
    same(&walkers("", "", &never("2")));
    same(&walkers("", "", &never("1 situation")));
    same(&walkers(&never("1"), "", ""));
    same(&walkers(&never("1"), &never("2 situation"), ""));
}

/// Seeds that each player carries to and fro between two houses: situations come back soon. Both goals that ask for that
/// compare how many seeds lie where, one with a number, one with what the other has.
#[test]
fn the_game_of_heaps_ends_when_a_situation_was_there_twice() {
    let text = r#"
(board (name houses) (model heap)
  (dim "a-b") (dim "2-1") (pos S N)
  (link (name next) (a1 b1) (b1 a1) (a2 b2) (b2 a2)))
(piece (name Seed) (notation "S"))
(define stored (sum (size) (any home)))
(player (name carrier)
  (move (any mine) (check not-empty?) (log position) take (check next) drop)
  (move (any mine) (check not-empty?) (check (< stored 4)) (log position "*") take (any home) drop))
(player (name South) (is-a carrier) (zone (name mine) a1 b1) (zone (name theirs) a2 b2) (zone (name home) S))
(player (name North) (is-a carrier) (zone (name mine) a2 b2) (zone (name theirs) a1 b1) (zone (name home) N))
(player (name Table))
(game (name "Carriers") (board houses) (turns South North)
  (players (South) (North) (Table (Seed a1 (times 2) b1 (times 3) a2 (times 3) b2 (times 2))))
  (win (phase pre) (repeated? 2 situation) (> (+ stored 1) 4))
  (loss (phase pre) (repeated? 2 situation) (< (sum (size) (any mine)) (sum (size) (any theirs))))
  (draw (phase pre) (repeated? 2 situation))
  (draw no-moves?))"#;
    let game = Game::from_text("carriers.zug", text.as_bytes(), &NoFiles).unwrap_or_else(|e| panic!("{e}"));
    if let Err(why) = game.fast() {
        panic!("no fast form: {why}");
    }
    let mut ended = Vec::new();
    for seed in 0..GAMES {
        assert_eq!(twofold::compare(&game, seed, 80), Ok(true), "seed {seed}");
        assert_eq!(twofold::possible_game(&game, seed, 80), Ok(()), "seed {seed}");
        let end = game.start().playout(&mut Rng::new(seed), 500).expect("within limits");
        ended.push(end.outcome.expect("it does not go on for ever").winner());
    }
    let of = |player| ended.iter().filter(|winner| **winner == player).count();
    let winners = [None, game.player("South"), game.player("North")].map(of);
    assert!(winners.iter().all(|n| *n > 0), "{winners:?}");
}

/// Every way to play without bringing a board back, counted with the game that is given up at once. Passing lets either player
/// move in any position.
fn ways_to_play(node: &mut Node, may_pass: bool) -> u64 {
    let list = listed(node);
    let mut found = u64::from(may_pass);
    for candidate in &list {
        let mv = node.show(candidate).expect("a move of the game");
        let stone = mv.actions().iter().any(|action| matches!(action, Action::Drop { .. }));
        if stone || may_pass {
            let mut after = node.clone();
            after.make(candidate).expect("within limits");
            found += ways_to_play(&mut after, stone);
        }
    }
    found
}

/// J. Tromp, G. Farnebäck, Combinatorics of Go: how many games there are on 1×2 and 1×3 points.
#[test]
fn games_are_as_many_as_paths_through_all_positions() {
    // The rules want to hear of all four directions: two of them are where nobody plays.
    let elsewhere = "(pos Y Z) (link (name n) (Y Z)) (link (name s) (Z Y))";
    for (columns, games) in [("A-B", 9), ("A-C", 907)] {
        let board = format!(r#"(dim "{columns}") (dim "1") {elsewhere}"#);
        let game = small_go(2, 1, &board, "(Table (Stone Y Z))");
        for backend in [Backend::Auto, Backend::Interp] {
            assert_eq!(
                ways_to_play(&mut game.start().node_by(backend), true),
                games,
                "{columns} {backend:?}"
            );
        }
    }
}

/// Two stones are sent, one comes back: with superko that is one line less of three plies, found by both back ends.
#[test]
fn a_line_that_brings_a_board_back_is_not_counted() {
    let text =
        "Black Stone B1 C2 D1; White Stone A2 B2; @stock Black Stone 1; @stock White Stone 1; @turn Black";
    let counts = [1, 2].map(|ko| {
        let game = small_go(ko, 0, r#"(dim "A-E") (dim "5-1")"#, "");
        let state = zug_notation::position::parse(&game, &zug_notation::Style::general(), text);
        let state = state.unwrap_or_else(|e| panic!("{e}"));
        let [expected, found] =
            [Backend::Interp, Backend::Auto].map(|by| state.perft_by(by, 3).expect("within limits"));
        assert_eq!(expected, found);
        found
    });
    assert_eq!(counts[0] - counts[1], 1);
}
