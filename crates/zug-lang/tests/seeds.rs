//! Every example of the documents that define the language loads as it stands there: `seeds/note-NN.zug` are the
//! notes of seed 002; those of seed 003 are the same up to note 13.

use zug_lang::{Loaded, load};
use zug_model::Board;
use zug_source::NoFiles;

fn read(note: u32) -> Loaded {
    let path = format!("{}/tests/seeds/note-{note:02}.zug", env!("CARGO_MANIFEST_DIR"));
    load("note.zug", &std::fs::read(path).expect("the note is there"), &NoFiles).expect("it is text")
}

fn codes(loaded: &Loaded) -> Vec<&str> {
    loaded.diagnostics.iter().map(|problem| problem.code).collect()
}

fn arcs(board: &Board, dir: &str) -> Vec<String> {
    let dir = board.dirs.iter().position(|name| name == dir).unwrap_or_else(|| panic!("no direction {dir}"));
    let links = board.links[dir].iter().enumerate();
    let name = |cell: usize| board.cells[cell].name.as_str();
    links.filter_map(|(from, to)| Some(format!("{}-{}", name(from), name((*to)?.idx())))).collect()
}

#[test]
fn all_notes_load_with_warnings_about_what_they_leave_out_at_most() {
    for note in 1..=14 {
        let loaded = read(note);
        assert!(!loaded.diagnostics.has_errors(), "note {note}: {:?}", codes(&loaded));
        let expected: &[&str] = match note {
            3 | 14 => &["zug-004"],
            // The link replaces one that the note's own board has.
            4 => &["zug-004", "zug-033"],
            8 => &["zug-004", "zug-004", "zug-004"],
            // Their boards are in no note.
            12 | 13 => &["zug-024"],
            _ => &[],
        };
        assert_eq!(codes(&loaded), expected, "note {note}");
    }
}

#[test]
fn the_three_dimensional_board_has_no_j() {
    let board = &read(1).boards[0].board;
    assert_eq!(board.cells.len(), 588);
    let name = |at: usize| board.cells[at].name.as_str();
    assert_eq!([name(0), name(1), name(2), name(3), name(587)], ["aa1", "aa2", "aa3", "ab1", "oo3"]);
    assert!(board.cells.iter().all(|cell| !cell.name.contains('j')));
}

#[test]
fn directions_make_the_links_of_the_comments() {
    let board = &read(2).boards[0].board;
    assert_eq!(arcs(board, "n"), ["a1-a2", "b1-b2"]);
    assert_eq!(arcs(board, "e"), ["a2-b2", "a1-b1"]);
    assert_eq!(arcs(board, "s"), ["a2-a1", "b2-b1"]);
    assert_eq!(arcs(board, "w"), ["b2-a2", "b1-a1"]);
    let names = |dir: usize| board.opposite[dir].map(|back| board.dirs[back.idx()].as_str());
    assert_eq!([names(0), names(1), names(2), names(3)], [Some("s"), Some("w"), Some("n"), Some("e")]);
}

#[test]
fn links_are_added_by_hand() {
    let board = &read(3).boards[0].board;
    assert_eq!((board.cells.len(), arcs(board, "w")), (64, vec!["a2-h2".to_owned(), "a1-h1".to_owned()]));
}

#[test]
fn two_matrices_become_one_board() {
    let loaded = read(4);
    let board = &loaded.boards[2].board;
    assert_eq!(board.cells.len(), 8);
    assert_eq!(arcs(board, "n"), ["1a-1b", "2a-2b", "a1-1a", "b1-b2"]);
    assert_eq!(board.grids.len(), 2);
}

#[test]
fn the_go_board_has_variables() {
    let loaded = read(5);
    assert_eq!(loaded.boards[0].board.cells.len(), 361);
    let vars: Vec<&str> = loaded.boards[0].vars.iter().map(|var| var.0.as_str()).collect();
    assert_eq!(vars, ["w-captured", "b-captured"]);
}

#[test]
fn the_hexagon_has_seven_cells_and_twenty_four_arcs() {
    let board = &read(6).boards[0].board;
    let names: Vec<&str> = board.cells.iter().map(|cell| cell.name.as_str()).collect();
    assert_eq!(names, ["a3", "a2", "b3", "b2", "b1", "c2", "c1"]);
    let n_arcs: usize = board.dirs.iter().map(|dir| arcs(board, dir).len()).sum();
    assert_eq!(n_arcs, 24);
    assert!(board.opposite.iter().all(Option::is_some));
}

#[test]
fn alquerque_loses_exactly_the_eight_links_listed() {
    let board = &read(14).boards[0].board;
    assert_eq!(arcs(board, "ne").len(), 16);
    let left = arcs(board, "nw");
    assert_eq!(left.len(), 8);
    for gone in ["b1-a2", "d1-c2", "c2-b3", "b3-a4", "e2-d3", "d3-c4", "c4-b5", "e4-d5"] {
        assert!(!left.contains(&gone.to_owned()), "{gone}");
    }
    // A link is one way: those that lead back are still there.
    assert_eq!(arcs(board, "se").len(), 16);
}

#[test]
fn a_game_with_something_left_out_is_listed_and_not_complete() {
    let loaded = read(8);
    assert_eq!(loaded.games.len(), 1);
    assert!(loaded.games[0].decl.is_none());
    assert_eq!(read(12).games[0].title, "Chess");
}
