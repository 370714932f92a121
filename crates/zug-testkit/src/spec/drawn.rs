//! Positions drawn with letters, for boards of one grid.

use zug_game::{Game, KindId};

/// The segments of position text that say what a drawing shows. Cells are drawn in the order of the board: rows
/// from the top, hidden cells left out.
pub(super) fn segments(game: &Game, drawing: &str) -> Result<String, String> {
    let cells: Vec<&str> =
        game.ir().board.cells.iter().filter(|c| !c.hidden).map(|c| c.name.as_str()).collect();
    let drawn: Vec<&str> = drawing.split_whitespace().filter(|symbol| *symbol != "#").collect();
    if drawn.len() != cells.len() {
        return Err(format!("{} cells are drawn, the board has {}", drawn.len(), cells.len()));
    }
    let mut segments = Vec::new();
    for (symbol, cell) in drawn.into_iter().zip(cells).filter(|(symbol, _)| *symbol != ".") {
        let player = usize::from(symbol.starts_with(char::is_lowercase));
        let player = game.ir().players.get(player).map_or("", |p| p.name.as_str());
        segments.push(format!("{player} {} {cell}", game.kind_name(kind(game, symbol)?)));
    }
    Ok(segments.join(";"))
}

/// The kind whose name begins with the letter.
fn kind(game: &Game, symbol: &str) -> Result<KindId, String> {
    let begins =
        |name: &str| name.get(..symbol.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(symbol));
    let mut kinds = (0..).map(KindId).zip(&game.ir().kinds).filter(|(_, kind)| begins(&kind.name));
    match (kinds.next(), kinds.next()) {
        (Some((kind, _)), None) => Ok(kind),
        (None, _) => Err(format!("no piece is called `{symbol}…`")),
        _ => Err(format!("several pieces are called `{symbol}…`")),
    }
}
