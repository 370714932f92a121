//! Positions with the results of all their moves, as other programs see them (`.positions`).
//!
//! A line is `POSITION => RESULT | RESULT …`. A result lists the cells that differ from the position: `- c1 c2` those that have
//! become empty, then `Player Kind cell*n …` the new contents of the others; `=` if nothing differs. `@turn NAME` says that
//! the mover moves again, `@over` that the game has ended, `@stack c3 Player Kind Player Kind …` what lies on a cell from the
//! bottom. Under a line `values NAME …` the values of the board of these names count as well, `@value goods/White 12` where
//! they are not what they were at the start. Lines `game FILE#Title` and `source TEXT` as in `.perft` files.
//!
//! Games like chess may have `FEN | move move …` instead, with all moves as UCI writes them (`e7e8q`, `N@f3`); what they come
//! from is said in the comment at the head.

use std::collections::{BTreeMap, BTreeSet};
use zug_game::ir::Pile;
use zug_game::{Action, Game, State, Turn};
use zug_notation::Style;

/// Cell name to what lies there: `Player.Kind` with how many; a stack is one text, from the bottom.
type Board = BTreeMap<String, BTreeMap<String, u64>>;

/// A result: the board, whether the mover moves again, whether the game is over, values.
type After = (Board, bool, bool, BTreeSet<String>);

/// Runs all lines; the failures as text.
pub fn run(load: &crate::run::Load<'_>, text: &str) -> Result<Vec<String>, String> {
    let mut failures = Vec::new();
    let (mut variant, mut source, mut loaded, mut values) = (None, false, None, Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(game) = line.strip_prefix("game ") {
            variant = game.split_once('#').map(|(_, title)| title.trim().to_owned());
            loaded = None;
        } else if line.starts_with("source ") {
            source = true;
        } else if let Some(names) = line.strip_prefix("values ") {
            values = names.split_whitespace().collect();
        } else if let Some((position, results)) = line.split_once("=>") {
            if !source {
                return Err(format!("line {number}: no `source`: an expectation must come from somewhere"));
            }
            if loaded.is_none() {
                loaded = Some(load(variant.as_deref())?);
            }
            let Some((game, _)) = &loaded else { continue };
            if let Err(what) = line_holds(game, &values, position.trim(), results.trim()) {
                failures.push(format!("line {number}: {what}"));
            }
        } else if let Some((position, moves)) = line.split_once(" |") {
            if loaded.is_none() {
                loaded = Some(load(variant.as_deref())?);
            }
            let Some((game, style)) = &loaded else { continue };
            if let Err(what) = uci_holds(game, style, position.trim(), moves) {
                failures.push(format!("line {number}: {what}"));
            }
        } else {
            return Err(format!("line {number}: expected `POSITION => RESULT | …` or `FEN | move …`"));
        }
    }
    Ok(failures)
}

fn line_holds(game: &Game, names: &[&str], position: &str, results: &str) -> Result<(), String> {
    let state =
        zug_notation::position::parse(game, &Style::general(), position).map_err(|e| e.to_string())?;
    let before = board(&state);
    let expected: BTreeSet<After> =
        results.split('|').map(|r| result(&before, r.trim())).collect::<Result<_, String>>()?;
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for mv in state.moves().map_err(|e| game.explain(&e))? {
        let mut next = state.clone();
        next.play_unchecked(mv).map_err(|e| game.explain(&e))?;
        // Parts of a turn in another order lead to what has been looked at.
        if !seen.insert(next.position().hash(game.program())) {
            continue;
        }
        let (after, values) = (board(&next), values(&next, names));
        let mut turn = next.turn().map_err(|e| game.explain(&e))?;
        // Whose throw it is shows when it has been made.
        while let Turn::Chance(_) = turn {
            let Some(thrown) = next.moves().map_err(|e| game.explain(&e))?.first().cloned() else { break };
            next.play_unchecked(&thrown).map_err(|e| game.explain(&e))?;
            turn = next.turn().map_err(|e| game.explain(&e))?;
        }
        let again = turn == Turn::Player(state.chooser());
        found.insert((after, again, matches!(turn, Turn::Over(_)), values));
    }
    if found == expected {
        return Ok(());
    }
    let shown = |set: &BTreeSet<After>, other: &BTreeSet<After>| {
        let list: Vec<String> = set.difference(other).take(2).map(|a| difference(&before, a)).collect();
        format!("{} ({})", set.difference(other).count(), list.join(" | "))
    };
    Err(format!(
        "missing {}, not expected {}; from {position}",
        shown(&expected, &found),
        shown(&found, &expected)
    ))
}

fn uci_holds(game: &Game, style: &Style, position: &str, moves: &str) -> Result<(), String> {
    let state = zug_notation::position::parse(game, style, position).map_err(|e| e.to_string())?;
    let expected: BTreeSet<String> = moves.split_whitespace().map(str::to_owned).collect();
    let found: BTreeSet<String> =
        state.moves().map_err(|e| game.explain(&e))?.iter().map(|mv| uci(game, mv)).collect();
    if found == expected {
        return Ok(());
    }
    let only =
        |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>().join(" ");
    Err(format!(
        "missing [{}], not expected [{}]; from {position}",
        only(&expected, &found),
        only(&found, &expected)
    ))
}

/// A move of a game like chess in the words of UCI.
fn uci(game: &Game, mv: &zug_game::Move) -> String {
    let letter = |k: zug_game::KindId| game.ir().kinds[k.idx()].notation.clone();
    let cell = |c: u16| game.cell_name(zug_game::CellId(c));
    let Some(part) = mv.parts().next() else { return "pass".to_owned() };
    let dropped = part.actions.iter().find_map(|a| match a {
        Action::Drop { piece, .. } => Some(piece.kind()),
        _ => None,
    });
    let promoted = part.actions.iter().find_map(|a| match a {
        Action::Promote { kind, .. } => Some(letter(*kind).to_lowercase()),
        _ => None,
    });
    match dropped {
        Some(kind) => format!("{}@{}", letter(kind), cell(part.head.to)),
        None => format!("{}{}{}", cell(part.head.from), cell(part.head.to), promoted.unwrap_or_default()),
    }
}

fn board(state: &State) -> Board {
    let (game, position) = (state.game(), state.position());
    let mut board = Board::new();
    for c in 0..game.ir().board.cells.len() as u16 {
        let cell = zug_game::CellId(c);
        let sort =
            |p: zug_game::Piece| format!("{}.{}", game.player_name(p.owner()), game.kind_name(p.kind()));
        let mut add = |sort: String, n: u64| {
            let there = board.entry(game.cell_name(cell).to_owned()).or_default();
            *there.entry(sort).or_default() += n;
        };
        match game.ir().rules.pile {
            Pile::Single if position.piece(cell).is_some() => add(sort(position.piece(cell)), 1),
            Pile::Single => {}
            Pile::Stack => {
                let pieces: Vec<String> = position.stack(cell).map(sort).collect();
                if !pieces.is_empty() {
                    add(pieces.join(" "), 1);
                }
            }
            Pile::Heap => position.heap(game.program(), cell).for_each(|(p, n)| add(sort(p), n)),
        }
    }
    board
}

/// The values of these names, as the general position text says them.
fn values(state: &State, names: &[&str]) -> BTreeSet<String> {
    if names.is_empty() {
        return BTreeSet::new();
    }
    let text = zug_notation::position::print(state, &Style::general());
    let values = text.split(';').filter_map(|segment| segment.trim().strip_prefix("@value "));
    values
        .filter(|v| v.split(['/', ' ']).next().is_some_and(|name| names.contains(&name)))
        .map(str::to_owned)
        .collect()
}

/// The board a result describes.
fn result(before: &Board, text: &str) -> Result<After, String> {
    let (mut after, mut again, mut over) = (before.clone(), false, false);
    let (mut changed, mut values) = (BTreeSet::new(), BTreeSet::new());
    for segment in text.split(';').map(str::trim).filter(|s| !s.is_empty() && *s != "=") {
        let words: Vec<&str> = segment.split_whitespace().collect();
        match words[..] {
            ["@turn", ..] => again = true,
            ["@over", ..] => over = true,
            ["@value", name, number] => _ = values.insert(format!("{name} {number}")),
            ["@stack", cell, ref pieces @ ..] => {
                let sorts: Vec<String> = pieces.chunks(2).map(|piece| piece.join(".")).collect();
                after.insert(cell.to_owned(), BTreeMap::from([(sorts.join(" "), 1)]));
            }
            ["-", ref cells @ ..] => cells.iter().for_each(|c| _ = after.remove(*c)),
            [player, kind, ref cells @ ..] if !cells.is_empty() => {
                for cell in cells {
                    let (name, n) = cell.split_once('*').unwrap_or((cell, "1"));
                    let n: u64 = n.parse().map_err(|_| format!("`{cell}` is no cell with a number"))?;
                    // What is told about a cell is all that lies there now.
                    if changed.insert(name.to_owned()) {
                        after.remove(name);
                    }
                    after.entry(name.to_owned()).or_default().insert(format!("{player}.{kind}"), n);
                }
            }
            _ => return Err(format!("`{segment}` is no part of a result")),
        }
    }
    Ok((after, again, over, values))
}

/// A result as it would be written.
fn difference(before: &Board, (after, again, over, values): &After) -> String {
    let gone = before.keys().filter(|c| !after.contains_key(*c)).map(|c| format!("-{c}"));
    let new = after.iter().filter(|(c, there)| before.get(*c) != Some(there));
    let mut words: Vec<String> = gone.chain(new.map(|(c, there)| format!("{c}:{there:?}"))).collect();
    words.extend(again.then(|| "@turn".to_owned()));
    words.extend(over.then(|| "@over".to_owned()));
    words.extend(values.iter().cloned());
    if words.is_empty() { "=".to_owned() } else { words.join(" ") }
}
