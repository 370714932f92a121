//! Numbers that a caller makes up: what is not there has no name, and there is no panic.

use zug_game::{CellId, Game, KindId, NoFiles, PlayerId, names, part_name};

#[test]
fn what_is_not_there_has_no_name_and_nothing_on_it() {
    let text = b"
        (game (title \"Walk\") (players White Black) (turn-order White Black)
            (board (grid (dimensions (\"a/b\" (50 0)) (\"2/1\" (0 50))) (directions (n 0 -1))))
            (piece (name Man) (moves (n (verify empty?) add)))
            (board-setup (White (Man a1)) (Black (Man b1))))";
    let game = Game::from_text("walk.zrf", text, &NoFiles).unwrap_or_else(|e| panic!("{e}"));
    let start = game.start();
    let (cell, kind, player) = (CellId(900), KindId(900), PlayerId(900));
    assert_eq!([game.cell_name(cell), game.kind_name(kind), game.player_name(player)], [""; 3]);
    assert_eq!(game.contents(start.position(), cell), []);
    assert_eq!(start.is_attacked(cell), Ok(false));
    start.node().moves_of(cell, &mut Vec::new());
    let moves = start.moves().unwrap_or_default();
    assert_eq!(names(&game, moves), ["a1-a2"]);
    let part = moves[0].part(1);
    assert_eq!((part.actions.len(), part_name(&game, part).as_str()), (0, ""));
    assert_eq!(moves[0].part(usize::MAX), part);
    let mut turn = start.walk().unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(turn.choose(7), Ok(()));
    assert_eq!(turn.parts().len(), 1);
}
