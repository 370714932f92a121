//! Names of moves: short, unique among the moves of a position, and readable back.
//!
//! A part is named by its cells (`e2-e4`), with `=Kind` where the player chose what the piece becomes; a
//! drop is `Kind@cell`; parts of one piece are joined (`d2-d4-f4`). Where two moves would share a name their
//! captures are added (`a1-c3 x b2`), then the pieces that appear (`b1-c3 Hawk@b1`), then all their changes, then a number.

use crate::game::Game;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use zug_vm::{Action, Move, NO_CELL, Part};

/// The names of all moves of a position, in their order.
pub fn names(game: &Game, moves: &[Move]) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(|m| short(game, m)).collect();
    add_where_shared(&mut names, |i| captures(game, &moves[i]));
    add_where_shared(&mut names, |i| appearances(game, &moves[i]));
    add_where_shared(&mut names, |i| changes(game, &moves[i]));
    number_shared(&mut names);
    names
}

/// Numbers the names that still occur more than once, from the second on; a number is left out where a cell or
/// kind is called so that the result would be somebody else's name.
fn number_shared(names: &mut [String]) {
    let mut taken: FxHashMap<String, usize> = FxHashMap::default();
    names.iter().for_each(|name| *taken.entry(name.clone()).or_default() += 1);
    if taken.len() == names.len() {
        return;
    }
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    for name in names {
        let n = seen.entry(name.clone()).or_default();
        *n += 1;
        if *n > 1 {
            let mut numbered = format!("{name} #{n}");
            while taken.contains_key(&numbered) {
                *n += 1;
                numbered = format!("{name} #{n}");
            }
            *name = numbered;
        }
    }
}

/// Lengthens the names that occur more than once.
fn add_where_shared(names: &mut [String], more: impl Fn(usize) -> String) {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for name in names.iter() {
        *counts.entry(name.as_str()).or_default() += 1;
    }
    let shared: Vec<bool> = names.iter().map(|n| counts[n.as_str()] > 1).collect();
    for (i, name) in names.iter_mut().enumerate() {
        if shared[i] {
            name.push_str(&more(i));
        }
    }
}

/// The name without what tells it from others.
pub(crate) fn short(game: &Game, mv: &Move) -> String {
    if let Some(name) = mv.note().map(|n| &n.name).filter(|n| !n.is_empty()) {
        return name.clone();
    }
    // A move of a player's that says nothing about itself and touches no piece.
    if mv.is_pass() || mv.parts().all(|p| p.head.from == NO_CELL && p.head.to == NO_CELL) {
        return "pass".to_string();
    }
    let mut text = String::new();
    let mut at = NO_CELL;
    for part in mv.parts() {
        at = short_part(game, part, at, &mut text);
    }
    text
}

/// The name of one part alone.
pub fn part_name(game: &Game, part: Part<'_>) -> String {
    let mut text = String::new();
    short_part(game, part, NO_CELL, &mut text);
    text
}

/// Appends one part; `at` is where the part before it ended.
fn short_part(game: &Game, part: Part<'_>, at: u16, text: &mut String) -> u16 {
    let cell = |c: u16| if c == NO_CELL { "" } else { game.cell_name(zug_ir::CellId(c)) };
    let head = part.head;
    let follows = head.from == at && at != NO_CELL;
    let joined = follows && head.from != head.to;
    if !text.is_empty() && !joined {
        text.push(' ');
    }
    if head.from == NO_CELL {
        let kind = part.actions.iter().find_map(|a| match a {
            Action::Drop { piece, .. } => Some(game.kind_name(piece.kind())),
            _ => None,
        });
        let _ = match kind {
            Some(kind) => write!(text, "{kind}@{}", cell(head.to)),
            None => write!(text, "{}", cell(head.to)),
        };
    } else if head.from != head.to {
        if !follows {
            text.push_str(cell(head.from));
        }
        let _ = write!(text, "-{}", cell(head.to));
    } else if follows {
        // A part in place after another: only what it does says anything.
        text.push_str(changes_of(game, part).trim_start());
    } else {
        text.push_str(cell(head.from));
    }
    for action in part.actions {
        if let Action::Promote { kind, .. } = action {
            let _ = write!(text, "={}", game.kind_name(*kind));
        }
    }
    head.to
}

fn captures(game: &Game, mv: &Move) -> String {
    let cells: Vec<&str> =
        mv.parts().flat_map(|p| p.captures().map(|(c, _)| game.cell_name(c)).collect::<Vec<_>>()).collect();
    if cells.is_empty() { String::new() } else { format!(" x {}", cells.join(" ")) }
}

/// The pieces that a move adds beside the one that names it.
fn appearances(game: &Game, mv: &Move) -> String {
    let mut text = String::new();
    for action in mv.actions() {
        if let Action::Create { at, n, piece } = *action {
            let _ = write!(text, " {}@{}", game.kind_name(piece.kind()), game.cell_name(at));
            if n > 1 {
                let _ = write!(text, "*{n}");
            }
        }
    }
    text
}

fn changes(game: &Game, mv: &Move) -> String {
    mv.parts().map(|p| changes_of(game, p)).collect()
}

/// Everything a part does besides its first movement.
fn changes_of(game: &Game, part: Part<'_>) -> String {
    let ir = game.ir();
    let mut text = String::new();
    let mut first = true;
    for action in part.actions {
        let _ = match *action {
            Action::Move { from, to, .. } | Action::Copy { from, to, .. } => {
                if std::mem::take(&mut first) {
                    continue;
                }
                write!(text, " {}-{}", game.cell_name(from), game.cell_name(to))
            }
            Action::Drop { .. } | Action::Promote { .. } => continue,
            Action::Create { at, n, piece } => {
                let (owner, kind) = (game.player_name(piece.owner()), game.kind_name(piece.kind()));
                if n == 1 {
                    write!(text, " {owner}.{kind}@{}", game.cell_name(at))
                } else {
                    write!(text, " {owner}.{kind}@{}*{n}", game.cell_name(at))
                }
            }
            Action::Capture { at, .. } | Action::CaptureLate { at, .. } | Action::Tuck { at, .. } => {
                write!(text, " x{}", game.cell_name(at))
            }
            Action::ChangeKind { at, kind, .. } => {
                write!(text, " {}={}", game.cell_name(at), game.kind_name(kind))
            }
            Action::ChangeOwner { at, owner, .. } => {
                write!(text, " {}={}", game.cell_name(at), game.player_name(owner))
            }
            Action::Flip { at, .. } => write!(text, " {}~", game.cell_name(at)),
            Action::SetAttr { at, attr, value, .. } => {
                write!(text, " {}.{}={value}", game.cell_name(at), ir.attrs[attr.idx()].name)
            }
            Action::SetGlobal { global, value } => write!(text, " {}={value}", ir.globals[global.idx()].name),
            Action::AddReserve { player, kind, n } => {
                write!(text, " {}.{}+{n}", game.player_name(player), game.kind_name(kind))
            }
            Action::RepeatTurn => write!(text, " again"),
            Action::Lift { at, n, .. } => write!(text, " {}-{n}", game.cell_name(at)),
            Action::Land { at, n, .. } => write!(text, " {}+{n}", game.cell_name(at)),
            Action::Settle => continue,
            Action::SetTurn { turn } => write!(text, " turn={turn}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_names_are_nobody_elses() {
        let mut names = ["a", "a", "a #2", "b", "a"].map(str::to_owned);
        number_shared(&mut names);
        assert_eq!(names, ["a", "a #3", "a #2", "b", "a #4"]);
    }
}
