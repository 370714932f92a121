//! Where parts of moves start and stop, and what they capture.

use zug_game::{CellId, Game, NoFiles, part_start, part_stop};

/// The parts of a move as `start-stop`, each with what it captures.
fn told(pieces: &str, name: &str) -> String {
    let rules = format!(
        "(game (title \"Taken\") (option \"dialect\" zillions) (option \"zrf-advanced\" capture)
           (players White Black)
           (board (grid (dimensions (\"a/b/c/d/e\" (1 0))) (directions (e 1)))) {pieces})"
    );
    let game = Game::from_text("taken.zrf", rules.as_bytes(), &NoFiles).expect("the rules have no errors");
    let state = game.start();
    let mv = state.find_move(name).expect("the move is legal");
    let cell = |at: Option<CellId>| at.map_or("", |at| game.cell_name(at)).to_owned();
    let parts = mv.parts().zip(state.captures(&mv)).map(|(part, taken)| {
        let taken: Vec<&str> = taken.iter().map(|(at, _)| game.cell_name(*at)).collect();
        format!("{}>{} x{}", cell(part_start(part)), cell(part_stop(part)), taken.join(","))
    });
    parts.collect::<Vec<_>>().join("; ")
}

#[test]
fn a_capture_begins_on_its_cell_and_ends_nowhere() {
    let shooter = "(piece (name Gun) (moves ((verify (enemy? e)) (capture e) add)))
        (board-setup (White (Gun a)) (Black (Gun b)))";
    assert_eq!(told(shooter, "a"), "b> xb");
}

#[test]
fn a_drop_only_ends_and_a_part_in_place_does_both_on_one_cell() {
    let drops = "(piece (name Man) (drops (add))) (board-setup (White (Man off 1)) (Black (Man b)))";
    assert_eq!(told(drops, "Man@a"), ">a x");
    assert_eq!(told(drops, "Man@b"), ">b xb");
    let changes = "(piece (name Man) (moves ((change-type King) add))) (piece (name King))
        (board-setup (White (Man a)))";
    assert_eq!(told(changes, "a"), "a>a x");
}

#[test]
fn what_stands_on_the_target_is_captured_as_well_as_what_is_named() {
    let takes = "(piece (name Man) (moves (e (verify enemy?) capture e (verify enemy?) add)))
        (board-setup (White (Man a)) (Black (Man b c)))";
    assert_eq!(told(takes, "a-c"), "a>c xc,b");
    let jumps = "(piece (name Man) (moves (e (verify enemy?) capture e (verify empty?) add-partial)))
        (board-setup (White (Man a)) (Black (Man b d)))";
    assert_eq!(told(jumps, "a-c-e"), "a>c xb; c>e xd");
}

#[test]
fn who_moves_on_himself_is_not_captured() {
    let pushes =
        "(piece (name Man) (moves (e (verify friend?) cascade e add))) (board-setup (White (Man a b)))";
    assert_eq!(told(pushes, "a-b"), "a>b x");
}
