//! What somebody wants to play, read from the text he writes.

use crate::game::Game;
use crate::name::short;
use zug_ir::{CellId, KindId};
use zug_vm::{Action, Fit, Move, NO_CELL};

/// A move as text, as far as it is understood.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wanted {
    pub(super) text: String,
    /// The cells of each part.
    pub(super) legs: Vec<Leg>,
    /// The kind before `@`.
    pub(super) drop: Option<KindId>,
    /// The kind after `=`.
    becomes: Option<KindId>,
    pub(super) pass: bool,
}

/// One part: where from and where to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Leg {
    Walk(CellId, CellId),
    /// Something comes to a cell.
    Drop(CellId),
    /// A cell by itself: something that happens there.
    Place(CellId),
}

impl Wanted {
    /// Reads `e2-e4`, `a3xc5xe7`, `p24-p21 p24-p20`, `a7-a8=Queen`, `Pawn@e4`, `d3`, `pass`. What is not
    /// understood is left out; the text as a whole may still be the name of a move.
    pub(super) fn read(game: &Game, text: &str) -> Self {
        let text = text.trim().to_owned();
        let mut wanted = Wanted { legs: Vec::new(), drop: None, becomes: None, pass: false, text };
        wanted.pass = wanted.text.eq_ignore_ascii_case("pass");
        let reader = Reader::new(game);
        let mut legs = Vec::new();
        for word in wanted.text.clone().split_whitespace().filter(|word| *word != "x" && *word != "-") {
            let (word, kind) = match word.split_once('=') {
                Some((word, kind)) => (word, reader.kind(kind)),
                None => (word, None),
            };
            wanted.becomes = wanted.becomes.or(kind);
            let (word, dropped) = match word.split_once('@') {
                Some((kind, word)) => (word, reader.kind(kind)),
                None => (word, None),
            };
            wanted.drop = wanted.drop.or(dropped);
            let Some(cells) = reader.cells(word) else {
                legs.clear();
                break;
            };
            legs.extend(to_legs(&cells, dropped.is_some()));
        }
        // `e2 e4`, written with a blank.
        if let [Leg::Place(from), Leg::Place(to)] = legs[..] {
            legs = vec![Leg::Walk(from, to)];
        }
        wanted.legs = legs;
        wanted
    }

    /// Is anything understood?
    pub(super) fn is_clear(&self) -> bool {
        self.pass || !self.legs.is_empty()
    }

    /// The cell of the piece that is to move.
    pub(super) fn from(&self) -> Option<CellId> {
        match self.legs.first() {
            Some(Leg::Walk(from, _)) => Some(*from),
            _ => None,
        }
    }

    /// All cells in order.
    pub(super) fn cells(&self) -> Vec<CellId> {
        let mut cells = Vec::new();
        for leg in &self.legs {
            match *leg {
                Leg::Walk(from, to) if cells.last() == Some(&from) => cells.push(to),
                Leg::Walk(from, to) => cells.extend([from, to]),
                Leg::Drop(to) | Leg::Place(to) => cells.push(to),
            }
        }
        cells
    }

    /// Is it that move?
    pub(super) fn fit(&self, game: &Game, mv: &Move) -> Fit {
        if folded(&short(game, mv)) == folded(&self.text) {
            return Fit::Yes;
        }
        if mv.is_pass() {
            return if self.pass { Fit::Yes } else { Fit::No };
        }
        let n = self.legs.len();
        if n == 0 || !self.kinds_fit(mv) {
            return Fit::No;
        }
        let heads: Vec<(u16, u16)> = mv.parts().map(|p| (p.head.from, p.head.to)).collect();
        let same = self.legs.iter().zip(&heads).all(|(leg, head)| leg.is(*head));
        if same {
            return match heads.len().cmp(&n) {
                std::cmp::Ordering::Less => Fit::Shorter,
                std::cmp::Ordering::Equal => Fit::Yes,
                std::cmp::Ordering::Greater => Fit::Longer,
            };
        }
        let captures = mv.parts().all(|part| part.captures().next().is_some());
        if captures && self.is_ends_of(&heads) { Fit::Yes } else { Fit::No }
    }

    /// A chain of captures may be named by its first and last cell.
    fn is_ends_of(&self, heads: &[(u16, u16)]) -> bool {
        let chained = heads.windows(2).all(|pair| pair[0].1 == pair[1].0);
        match (&self.legs[..], heads.first(), heads.last()) {
            ([Leg::Walk(from, to)], Some(first), Some(last)) => {
                chained && first.0 == from.0 && last.1 == to.0
            }
            _ => false,
        }
    }

    fn kinds_fit(&self, mv: &Move) -> bool {
        let dropped = mv.actions().iter().find_map(|a| match a {
            Action::Drop { piece, .. } => Some(piece.kind()),
            _ => None,
        });
        let become_it = |kind: KindId| {
            mv.actions().iter().any(|a| match a {
                Action::Promote { kind: new, .. } | Action::ChangeKind { kind: new, .. } => *new == kind,
                _ => false,
            })
        };
        self.drop.is_none_or(|kind| dropped == Some(kind)) && self.becomes.is_none_or(become_it)
    }
}

impl Leg {
    fn is(self, (from, to): (u16, u16)) -> bool {
        match self {
            Leg::Walk(a, b) => (a.0, b.0) == (from, to),
            Leg::Drop(cell) => from == NO_CELL && to == cell.0,
            Leg::Place(cell) => (from == NO_CELL || from == to) && to == cell.0,
        }
    }
}

/// What is left of a name when the ways of writing it are ignored.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace() && !"-x=".contains(*c)).flat_map(char::to_lowercase).collect()
}

fn to_legs(cells: &[CellId], dropped: bool) -> Vec<Leg> {
    match cells {
        [cell] if dropped => vec![Leg::Drop(*cell)],
        [cell] => vec![Leg::Place(*cell)],
        _ => cells.windows(2).map(|pair| Leg::Walk(pair[0], pair[1])).collect(),
    }
}

/// Names of cells and kinds in lower case, longest first.
struct Reader {
    cells: Vec<(String, CellId)>,
    kinds: Vec<(String, KindId)>,
}

impl Reader {
    fn new(game: &Game) -> Self {
        let names = game.ir().board.cells.iter().enumerate();
        let mut cells: Vec<_> = names.map(|(i, c)| (c.name.to_lowercase(), CellId(i as u16))).collect();
        cells.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let names = game.ir().kinds.iter().enumerate();
        let kinds = names.map(|(i, k)| (k.name.to_lowercase(), KindId(i as u16))).collect();
        Reader { cells, kinds }
    }

    fn kind(&self, name: &str) -> Option<KindId> {
        let name = name.to_lowercase();
        self.kinds.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }

    /// Cells one after another, with or without signs between them.
    fn cells(&self, word: &str) -> Option<Vec<CellId>> {
        let mut rest: &str = &word.to_lowercase();
        let mut found = Vec::new();
        while !rest.is_empty() {
            // A name that leaves nothing understandable behind it gives way to a shorter one.
            let fits =
                self.cells.iter().filter(|(name, _)| !name.is_empty() && rest.starts_with(name.as_str()));
            let ends = |rest: &str| rest.is_empty() || self.begins(rest.trim_start_matches(SIGNS));
            let (name, cell) = fits.into_iter().find(|(name, _)| ends(&rest[name.len()..]))?;
            found.push(*cell);
            rest = rest[name.len()..].trim_start_matches(SIGNS);
        }
        (!found.is_empty()).then_some(found)
    }

    fn begins(&self, rest: &str) -> bool {
        self.cells.iter().any(|(name, _)| !name.is_empty() && rest.starts_with(name.as_str()))
    }
}

const SIGNS: [char; 5] = ['-', 'x', ':', '>', '–'];

#[cfg(test)]
mod tests {
    use super::*;
    use zug_source::NoFiles;

    const WIDE: &str = r#"
        (board (name wide) (dim "a-c") (dim "10-1") (dir (name n) 0 -1))
        (player (name White))
        (piece (name Man) (move (check n)))
        (piece (name Queen) (move (check n)))
        (game (name "Wide") (board wide) (players (White (Man a1) (Queen b1))))"#;

    fn legs(text: &str) -> String {
        let game = Game::from_text("wide.zug", WIDE.as_bytes(), &NoFiles).unwrap();
        let wanted = Wanted::read(&game, text);
        let leg = |leg: &Leg| match leg {
            Leg::Walk(from, to) => format!("{}>{}", game.cell_name(*from), game.cell_name(*to)),
            Leg::Drop(cell) => format!("@{}", game.cell_name(*cell)),
            Leg::Place(cell) => game.cell_name(*cell).to_owned(),
        };
        wanted.legs.iter().map(leg).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_may_be_written_in_many_ways() {
        for text in ["a1-a2", "a1a2", "A1 A2", "a1xa2", " a1 - a2 ", "a1:a2", "a1-a2=Queen"] {
            assert_eq!(legs(text), "a1>a2", "{text}");
        }
        assert_eq!(legs("a1-b2-c3"), "a1>b2 b2>c3");
        assert_eq!(legs("a1-a2 b1-b2"), "a1>a2 b1>b2");
        assert_eq!(legs("Man@b5"), "@b5");
        assert_eq!(legs("b5"), "b5");
    }

    #[test]
    fn the_longest_name_of_a_cell_that_makes_sense_is_meant() {
        assert_eq!(legs("a10a1"), "a10>a1");
        assert_eq!(legs("a1a10"), "a1>a10");
        assert_eq!(legs("b10"), "b10");
    }

    #[test]
    fn what_is_no_move_is_not_understood() {
        for text in ["", "pass", "castles", "a1-z9", "a11", "-", "a1-a2 nonsense"] {
            assert_eq!(legs(text), "", "{text}");
        }
    }
}
