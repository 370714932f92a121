//! From a part of a move to calls of a view.

use super::model::{Contents, Man as Seen, Model, contents, man, missing};
use super::{Man, View};
use crate::game::Game;
use std::collections::VecDeque;
use zug_ir::{CellId, Pile};
use zug_vm::{Action, Part, State as Position};

/// A movement as it will be shown.
struct Travel {
    from: CellId,
    to: CellId,
    men: Contents,
    becomes: Option<Seen>,
    /// It takes up what has arrived before, and is shown after it.
    later: bool,
}

/// Shows one part that leads from one position to another, and commits.
pub fn show_part(game: &Game, before: &Position, part: Part<'_>, after: &Position, view: &mut dyn View) {
    let mut model = Model::new(game, before);
    let mut travels = travels(&mut model, part.actions, game.ir().scripted.is_some());
    for action in part.actions {
        if let Some(cell) = changed(action) {
            model.touch(cell);
        }
    }
    for travel in &mut travels {
        become_other(&mut model, travel, &contents(game, after, travel.to));
    }
    for Travel { from, to, men, becomes, later } in &travels {
        if *later {
            view.commit();
        }
        for (man, n) in men {
            let becomes = becomes.map(|m| named(game, m));
            view.move_pieces(game.cell_name(*from), game.cell_name(*to), *n, named(game, *man), becomes);
        }
    }
    rest(&mut model, game, after, view);
    view.commit();
}

/// Shows how two positions differ, without movements: taking something back, or going elsewhere in a record. If nothing that
/// can be seen is different nothing is said.
pub fn show_difference(game: &Game, before: &Position, after: &Position, view: &mut dyn View) {
    if rest(&mut Model::new(game, before), game, after, view) {
        view.commit();
    }
}

fn named(game: &Game, (player, kind): Seen) -> Man<'_> {
    Man { player: game.player_name(player), piece: game.kind_name(kind) }
}

/// The movements of a part, made on the model. Scripts do one thing after the other; in a part of a block the movements at its
/// head are simultaneous.
fn travels(model: &mut Model<'_>, actions: &[Action], in_order: bool) -> Vec<Travel> {
    let is_movement = |a: &Action| matches!(a, Action::Move { .. } | Action::Copy { .. });
    let together = if in_order { 0 } else { actions.iter().take_while(|a| is_movement(a)).count() };
    let mut travels: Vec<Travel> = Vec::new();
    for action in &actions[..together] {
        if let Action::Move { from, to, n, piece } = *action {
            let men = model.take(from, u64::from(n), man(piece));
            travels.push(Travel { from, to, men, becomes: None, later: false });
        }
    }
    for travel in &travels {
        model.put(travel.to, &travel.men);
    }
    // Taken up and not yet set down, in this order.
    let mut lifted: VecDeque<(CellId, Contents)> = VecDeque::new();
    for action in &actions[together..] {
        match *action {
            Action::Move { from, to, n, piece } => {
                let men = model.take(from, u64::from(n), man(piece));
                model.put(to, &men);
                join(model, &mut travels, Travel { from, to, men, becomes: None, later: false });
            }
            Action::Tuck { at, to, piece, .. } => {
                let men = model.take(at, 1, man(piece));
                model.put(to, &men);
                join(model, &mut travels, Travel { from: at, to, men, becomes: None, later: false });
            }
            Action::Lift { at, n, piece } => {
                let men = model.take(at, u64::from(n), man(piece));
                lifted.push_back((at, men));
            }
            Action::Land { at, n, .. } => {
                let wanted = if model.pile() == Pile::Heap { u64::from(n) } else { 1 };
                for (from, men) in land(&mut lifted, wanted) {
                    model.put(at, &men);
                    join(model, &mut travels, Travel { from, to: at, men, becomes: None, later: false });
                }
            }
            _ => {}
        }
    }
    // What never came down has to be seen to vanish from where it was.
    for (from, men) in lifted {
        model.put(from, &men);
    }
    travels
}

/// The next `n` of the pieces that were taken up, with where from.
fn land(lifted: &mut VecDeque<(CellId, Contents)>, n: u64) -> Vec<(CellId, Contents)> {
    let mut left = n;
    let mut landed = Vec::new();
    while left > 0 {
        let Some((from, men)) = lifted.front_mut() else { break };
        let from = *from;
        let mut took = Contents::new();
        while let Some((seen, m)) = men.first_mut().filter(|_| left > 0) {
            let some = left.min(*m);
            took.push((*seen, some));
            *m -= some;
            left -= some;
            if *m == 0 {
                men.remove(0);
            }
        }
        if men.is_empty() {
            lifted.pop_front();
        }
        if !took.is_empty() {
            landed.push((from, took));
        }
    }
    landed
}

/// A piece that goes on in the same part is shown to go all the way.
fn join(model: &Model<'_>, travels: &mut Vec<Travel>, next: Travel) {
    let goes_on = |t: &&mut Travel| t.to == next.from && t.men == next.men && model.pile() == Pile::Single;
    if let Some(travel) = travels.iter_mut().rev().find(goes_on) {
        travel.to = next.to;
    } else if next.from != next.to {
        let since = travels.iter().rposition(|t| t.later).unwrap_or(0);
        let later = travels[since..].iter().any(|t| t.to == next.from);
        travels.push(Travel { later, ..next });
    }
}

/// Cells that an action changes without moving anything.
fn changed(action: &Action) -> Option<CellId> {
    match *action {
        Action::Copy { to, .. } => Some(to),
        Action::Drop { at, .. }
        | Action::Create { at, .. }
        | Action::Capture { at, .. }
        | Action::CaptureLate { at, .. }
        | Action::ChangeKind { at, .. }
        | Action::ChangeOwner { at, .. }
        | Action::Flip { at, .. }
        | Action::SetAttr { at, .. }
        | Action::Promote { at, .. } => Some(at),
        _ => None,
    }
}

/// If all that differs where a piece has arrived is what it is, the movement says so.
fn become_other(model: &mut Model<'_>, travel: &mut Travel, after: &Contents) {
    let here = model.touch(travel.to);
    let (gone, come) = (missing(here, after), missing(after, here));
    let [(old, n)] = gone[..] else { return };
    if travel.men == [(old, n)] && come.len() == 1 && come[0].1 == n {
        travel.becomes = Some(come[0].0);
        *here = after.clone();
    }
}

/// Whatever the model does not show yet: first what appears, then what vanishes. Is there anything?
fn rest(model: &mut Model<'_>, game: &Game, after: &Position, view: &mut dyn View) -> bool {
    let all = (0..game.ir().board.cells.len() as u16).map(CellId);
    let mut cells: Vec<CellId> = model.touched().to_vec();
    cells.extend(all.filter(|cell| !model.knows(*cell)));
    let mut vanish: Vec<(CellId, Contents)> = Vec::new();
    let mut anything = false;
    for cell in cells {
        let there = contents(game, after, cell);
        let here = model.touch(cell);
        let (gone, come) = (missing(here, &there), missing(&there, here));
        anything |= !come.is_empty() || !gone.is_empty();
        for (man, n) in &come {
            view.create(game.cell_name(cell), *n, named(game, *man));
        }
        // What is replaced where cells hold one piece vanishes by itself.
        if model.pile() != Pile::Single || come.is_empty() {
            vanish.push((cell, gone));
        }
    }
    for (cell, gone) in vanish {
        for (man, n) in gone {
            view.delete(game.cell_name(cell), n, named(game, man));
        }
    }
    anything
}
