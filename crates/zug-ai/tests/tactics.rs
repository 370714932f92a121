//! Positions with one right answer, from books and by hand.

mod kit;

use kit::{nodes, player, think};
use zug_ai::{Ai, Limits, Options, Score};
use zug_game::State;

fn after(game: &str, moves: &[&str]) -> State {
    let game = zug_library::find(game).expect("a game of the library").load(None).expect("it loads");
    let mut state = game.start();
    for text in moves {
        state.play_text(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    state
}

fn best(state: &State, limits: &Limits) -> (String, Score) {
    let report = think(&mut player(state.game(), 0), state, limits).expect("it thinks");
    let line = report.lines.first().expect("an answer");
    let named = state.named_moves().expect("it has moves");
    let name = named.into_iter().find(|(_, mv)| **mv == line.moves[0]).expect("a legal move").0;
    (name, line.score)
}

#[test]
fn mate_in_one() {
    // Fool's mate.
    let state = after("chess", &["f2-f3", "e7-e5", "g2-g4"]);
    assert_eq!(best(&state, &nodes(3_000)), ("d8-h4".to_owned(), Score::Wins(1)));
}

#[test]
fn mate_in_two_by_legal() {
    let game = ["e2-e4", "e7-e5", "g1-f3", "d7-d6", "f1-c4", "c8-g4", "b1-c3", "g7-g6", "f3-e5", "g4-d1"];
    let state = after("chess", &game);
    assert_eq!(best(&state, &nodes(60_000)), ("c4-f7".to_owned(), Score::Wins(3)));
}

#[test]
fn three_in_a_row_with_both_ends_open_win() {
    let state = after("connect-four", &["Disc@d1", "Disc@d2", "Disc@e1", "Disc@e2"]);
    let (_, score) = best(&state, &nodes(20_000));
    assert_eq!(score, Score::Wins(3));
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let state = after("chess", &["f2-f3", "e7-e5", "g2-g4"]);
    let limits = Limits { nodes: Some(20_000), lines: 3, ..Limits::default() };
    let report = think(&mut player(state.game(), 0), &state, &limits).expect("it thinks");
    let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
    assert_eq!((scores.len(), scores[0]), (3, Score::Wins(1)));
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn from_level_four_on_a_win_in_one_is_never_missed() {
    let state = after("chess", &["f2-f3", "e7-e5", "g2-g4"]);
    for level in 4..10 {
        for seed in 0..4 {
            let mut ai = Ai::new(state.game(), Options { hash: 1, seed, level });
            let report = think(&mut ai, &state, &Limits::default()).expect("it thinks");
            assert_eq!(report.lines[0].score, Score::Wins(1), "level {level}, seed {seed}");
        }
    }
}

fn puzzle(name: &str, title: &str) -> State {
    let entry = zug_library::find(name).expect("a game of the library");
    entry.load(Some(title)).expect("it loads").start()
}

/// Plays a puzzle with few positions for each move: the positions on the way, and whether it was solved.
fn plays(mut state: State, n: u64, plies: usize) -> (Vec<u64>, bool) {
    let mut ai = player(state.game(), 0);
    let mut way = vec![state.hash()];
    for _ in 0..plies {
        if let Ok(zug_game::Turn::Over(outcome)) = state.turn() {
            return (way, outcome.winner().is_some());
        }
        let report = think(&mut ai, &state, &nodes(n)).expect("it thinks");
        state.play(&report.lines[0].moves[0]).expect("it is legal");
        way.push(state.hash());
    }
    (way, false)
}

#[test]
fn a_puzzle_does_not_go_back_and_forth() {
    let (way, _) = plays(puzzle("fifteen-puzzle", "Fifteen Puzzle"), 100, 60);
    let mut seen = way.clone();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), way.len(), "a position was entered twice");
}

#[test]
fn what_a_puzzle_has_found_is_kept_for_the_next_move() {
    // Far too few for a single search.
    let start = puzzle("sokoban", "Sokoban 2");
    let alone = think(&mut player(start.game(), 0), &start, &nodes(100)).expect("it thinks");
    assert!(matches!(alone.lines[0].score, Score::Points(_)));
    let (way, solved) = plays(start, 100, 200);
    assert!(solved, "{} positions", way.len());
}

#[test]
fn a_puzzle_has_an_answer_solved_or_not() {
    let game =
        zug_library::find("peg-solitaire").expect("a game of the library").load(None).expect("it loads");
    let report = think(&mut player(&game, 0), &game.start(), &nodes(200)).expect("it thinks");
    assert_eq!(report.lines.len(), 1);
}
