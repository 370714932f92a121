//! A view that does what it is told on a board of its own, to be compared with the position.

use std::collections::BTreeMap;
use zug_game::view::{Man, View};
use zug_game::{CellId, Game, Position};
use zug_ir::Pile;

/// Pieces by player and name, with how many there are. The order inside a pile is not told to views.
type Cell = BTreeMap<(String, String), u64>;

/// What somebody sees who knows nothing but the calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    single: bool,
    cells: BTreeMap<String, Cell>,
    /// Pieces on their way: movements up to a commit are simultaneous.
    moving: Vec<(String, Cell)>,
    /// Something that could not be done.
    pub complaint: Option<String>,
    /// Calls since the last commit.
    pub open: usize,
}

impl BoardView {
    /// The view of a position.
    pub fn of(game: &Game, position: &Position) -> Self {
        let ir = game.ir();
        let mut cells = BTreeMap::new();
        for (i, cell) in (0..).zip(&ir.board.cells) {
            let mut here = Cell::new();
            for (piece, n) in game.contents(position, CellId(i)) {
                let man =
                    (game.player_name(piece.owner()).to_owned(), game.kind_name(piece.kind()).to_owned());
                *here.entry(man).or_default() += n;
            }
            if !here.is_empty() {
                cells.insert(cell.name.clone(), here);
            }
        }
        let single = ir.rules.pile == Pile::Single;
        BoardView { single, cells, moving: Vec::new(), complaint: None, open: 0 }
    }

    /// Where it shows something else than another one.
    pub fn differs(&self, other: &BoardView) -> Option<String> {
        let names = self.cells.keys().chain(other.cells.keys());
        names.filter(|name| self.cells.get(*name) != other.cells.get(*name)).min().map(|name| {
            format!("{name}: {:?} is shown where {:?} is", self.cells.get(name), other.cells.get(name))
        })
    }

    fn complain(&mut self, what: String) {
        self.complaint.get_or_insert(what);
    }

    fn set_down(&mut self) {
        for (to, men) in std::mem::take(&mut self.moving) {
            self.put(&to, men);
        }
    }

    fn put(&mut self, at: &str, men: Cell) {
        let here = self.cells.entry(at.to_owned()).or_default();
        if self.single {
            here.clear();
        }
        for (man, n) in men {
            *here.entry(man).or_default() += n;
        }
    }

    fn take(&mut self, at: &str, n: u64, man: Man<'_>) -> Cell {
        let mut left = n;
        let mut taken = Cell::new();
        let here = self.cells.entry(at.to_owned()).or_default();
        let wanted = |who: &(String, String)| (man.player, man.piece) == (&*who.0, &*who.1);
        for (who, m) in here.iter_mut().filter(|(who, _)| wanted(who)) {
            let some = left.min(*m);
            *m -= some;
            left -= some;
            taken.insert(who.clone(), some);
        }
        here.retain(|_, n| *n > 0);
        if here.is_empty() {
            self.cells.remove(at);
        }
        if left > 0 {
            self.complain(format!("{n} should be on {at}, but {left} are missing"));
        }
        taken
    }
}

impl View for BoardView {
    fn move_pieces(&mut self, from: &str, to: &str, n: u64, man: Man<'_>, becomes: Option<Man<'_>>) {
        self.open += 1;
        let mut men = self.take(from, n, man);
        if let Some(man) = becomes {
            men = Cell::from([((man.player.to_owned(), man.piece.to_owned()), n)]);
        }
        self.moving.push((to.to_owned(), men));
    }

    fn create(&mut self, at: &str, n: u64, man: Man<'_>) {
        self.open += 1;
        self.set_down();
        self.put(at, Cell::from([((man.player.to_owned(), man.piece.to_owned()), n)]));
    }

    fn delete(&mut self, at: &str, n: u64, man: Man<'_>) {
        self.open += 1;
        self.set_down();
        self.take(at, n, man);
    }

    fn commit(&mut self) {
        self.set_down();
        self.open = 0;
    }
}
