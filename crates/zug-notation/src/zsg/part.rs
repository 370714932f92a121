//! One part in the words of Zillions.

use super::file::word;
use std::fmt::Write;
use zug_game::ir::Then;
use zug_game::{Action, CellId, Game, Part, Piece, Position};

/// The text of a part, as Zillions writes it. `before` is the board when the part began.
///
/// Movements come first, then effects, then captures, then the chosen kind: the order of the part's actions.
/// Changes that Zillions does not know (values of the board, reserves, playing again) have no text.
pub fn part_text(game: &Game, before: &Position, part: Part<'_>) -> String {
    let mut text = Text { game, out: String::new(), landed: None, same: None };
    match Then::from(part.head.then) {
        Then::Done => {}
        Then::Part => text.item("partial 0"),
        Then::PartOf(mode) => text.item(&format!("partial {}", mode.idx() + 1)),
    }
    // A drop is the first item even where the rule moves other pieces as well.
    let drops = part.actions.iter().filter(|a| matches!(a, Action::Drop { .. }));
    let others = part.actions.iter().filter(|a| !matches!(a, Action::Drop { .. }));
    let head = text.out.len();
    drops.chain(others).for_each(|action| text.action(before, action));
    if text.out.len() == head {
        // Nothing Zillions has words for; the line must say something all the same.
        let at = if part.head.from < n_cells(game) { part.head.from } else { part.head.to };
        match at < n_cells(game) {
            true => text.item(&format!("act {}", text.cell(CellId(at)))),
            false => text.item("act"),
        }
    }
    text.out
}

fn n_cells(game: &Game) -> u16 {
    game.ir().board.cells.len() as u16
}

struct Text<'g> {
    game: &'g Game,
    out: String,
    /// Where the movement ended that was the last thing written.
    landed: Option<CellId>,
    /// The name of the change that was the last thing written together with its cell.
    same: Option<String>,
}

impl Text<'_> {
    fn item(&mut self, item: &str) {
        if !self.out.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(item);
        (self.landed, self.same) = (None, None);
    }

    fn cell(&self, cell: CellId) -> String {
        word(self.game.cell_name(cell))
    }

    fn action(&mut self, before: &Position, action: &Action) {
        match *action {
            Action::Move { from, to, n, piece } => self.movement(before, from, to, n, piece),
            Action::Copy { from, to, piece } => self.movement(before, from, to, 0, piece),
            Action::Drop { at, piece } => {
                self.create(at, 1, piece);
                self.landed = Some(at);
            }
            Action::Create { at, n, piece } => self.create(at, n, piece),
            Action::Capture { at, .. } | Action::CaptureLate { at, .. } => {
                self.item(&format!("x {}", self.cell(at)))
            }
            Action::Tuck { at, .. } => self.item(&format!("tuck {}", self.cell(at))),
            Action::ChangeKind { at, kind, .. } | Action::Promote { at, kind, .. } => {
                self.change(at, word(self.game.kind_name(kind)));
            }
            Action::ChangeOwner { at, owner, .. } => self.change(at, word(self.game.player_name(owner))),
            Action::Flip { at, .. } => self.item(&format!("flip {}", self.cell(at))),
            Action::SetAttr { at, attr, value, .. } => {
                // Counted down in the order of declaration.
                let index = self.game.ir().attrs.len() - 1 - attr.idx();
                self.item(&format!("@ {} {index} {value}", self.cell(at)));
            }
            Action::SetGlobal { .. }
            | Action::AddReserve { .. }
            | Action::RepeatTurn
            | Action::Settle
            | Action::SetTurn { .. } => {}
            Action::Lift { at, n, .. } => self.item(&format!("lift {} {n}", self.cell(at))),
            Action::Land { at, n, .. } => self.item(&format!("land {} {n}", self.cell(at))),
        }
    }

    fn movement(&mut self, before: &Position, from: CellId, to: CellId, n: u16, piece: Piece) {
        if from == to {
            return;
        }
        let sign = if before.piece(to).is_some() { 'x' } else { '-' };
        let kind = word(self.game.kind_name(piece.kind()));
        let mut item = format!("{kind} {} {sign} {}", self.cell(from), self.cell(to));
        if n > 0 {
            let _ = write!(item, " *{n}");
        }
        self.item(&item);
        self.landed = Some(to);
    }

    fn create(&mut self, at: CellId, n: u16, piece: Piece) {
        let owner = word(self.game.player_name(piece.owner()));
        let mut item = format!("{owner} {} {}", word(self.game.kind_name(piece.kind())), self.cell(at));
        if n != 1 {
            let _ = write!(item, " *{n}");
        }
        self.item(&item);
    }

    /// The cell is left out right after the movement that ended on it; changes to the same name share it.
    fn change(&mut self, at: CellId, name: String) {
        if self.landed == Some(at) {
            self.item(&format!("= {name}"));
        } else if self.same.as_ref() == Some(&name) {
            let cell = self.cell(at);
            self.item(&cell);
            self.same = Some(name);
        } else {
            self.item(&format!("= {name} on {}", self.cell(at)));
            self.same = Some(name);
        }
    }
}
