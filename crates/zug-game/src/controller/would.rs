//! What a click would come to, and what the parts that can be made are called.

use super::{Asked, Controller, Selected};
use crate::name::names;
use zug_ir::CellId;
use zug_vm::Part;

/// What a click on a cell would come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Would {
    /// It means nothing there.
    Nothing,
    /// The piece on the cell is selected.
    Select,
    /// What is selected, or asked, is let go.
    LetGo,
    /// So many parts can be meant: one of them is asked for.
    Ask(usize),
    /// The part of this name is made.
    Make(String),
}

impl Controller {
    /// What [`Controller::click`] would do.
    pub fn would(&self, cell: CellId) -> Would {
        if self.done.is_some() || matches!(self.asked, Asked::Moves(_)) {
            return Would::Nothing;
        }
        match self.meant(cell)[..] {
            [part] => Would::Make(self.part_names(&[part]).pop().unwrap_or_default()),
            [] if self.asked != Asked::Nothing => Would::LetGo,
            [] => match (self.selection(cell), self.selected) {
                (Some(_), _) => Would::Select,
                (None, Some(_)) => Would::LetGo,
                (None, None) => Would::Nothing,
            },
            ref parts => Would::Ask(parts.len()),
        }
    }

    /// The parts that a click on a cell makes, or asks about.
    pub(super) fn meant(&self, cell: CellId) -> Vec<usize> {
        match self.asked {
            Asked::Nothing => self.meant_by(cell),
            _ => self.that_take(cell),
        }
    }

    /// What is selected after a click on a cell that makes nothing.
    pub(super) fn selection(&self, cell: CellId) -> Option<Selected> {
        let is_start = self.shapes.iter().any(|shape| shape.start() == Some(cell));
        let again = self.selected == Some(Selected::Cell(cell));
        (is_start && !again).then_some(Selected::Cell(cell))
    }

    /// What the parts that can be made are called, in their order: by the name of the move where a part leads to one move only,
    /// since that is what the rules call it; else by what the names of its moves begin with; else by its own cells and
    /// changes.
    pub fn names(&self) -> Vec<String> {
        let own = self.walk().names();
        let Ok(moves) = self.state.moves() else { return own };
        let all = names(self.state.game(), moves);
        let made = self.made();
        let going_on: Vec<(Part<'_>, &str)> = moves
            .iter()
            .zip(&all)
            .filter(|(mv, _)| mv.n_parts() > made.n_parts() && mv.starts_with(made))
            .map(|(mv, name)| (mv.part(made.n_parts()), name.as_str()))
            .collect();
        let by_moves: Vec<&str> = self
            .walk()
            .parts()
            .map(|part| {
                let part = part.part(0);
                let same = |next: &Part<'_>| next.actions == part.actions && next.head.then == part.head.then;
                let leading = going_on.iter().filter(|(next, _)| same(next)).map(|(_, name)| *name);
                leading.reduce(shared_beginning).unwrap_or_default()
            })
            .collect();
        let told =
            |name: &str| !name.is_empty() && by_moves.iter().filter(|other| **other == name).count() == 1;
        let said = |(name, own): (&&str, String)| if told(name) { (*name).to_owned() } else { own };
        by_moves.iter().zip(own).map(said).collect()
    }

    /// Some of these names.
    pub(super) fn part_names(&self, parts: &[usize]) -> Vec<String> {
        let names = self.names();
        parts.iter().filter_map(|&part| names.get(part).cloned()).collect()
    }
}

/// What both names begin with, as whole words: without what joins one to the next.
fn shared_beginning<'a>(a: &'a str, b: &str) -> &'a str {
    if a == b {
        return a;
    }
    let joins = |c: char| !c.is_alphanumeric();
    let mut end = 0;
    for ((at, c), other) in a.char_indices().zip(b.chars().map(Some).chain(std::iter::repeat(None))) {
        if Some(c) != other {
            break;
        }
        if joins(c) {
            end = at;
        }
    }
    // One name may be the beginning of the other.
    if b.strip_prefix(a).is_some_and(|rest| rest.starts_with(joins)) {
        end = a.len();
    } else if let Some(rest) = a.strip_prefix(b)
        && rest.starts_with(joins)
    {
        end = b.len();
    }
    a[..end].trim_end_matches(joins)
}

#[cfg(test)]
mod tests {
    use super::shared_beginning;

    #[test]
    fn names_share_whole_words() {
        assert_eq!(shared_beginning("d4-f6-h8", "d4-f6-d8"), "d4-f6");
        assert_eq!(shared_beginning("d4-f6", "d4-f6-d8"), "d4-f6");
        assert_eq!(shared_beginning("a1-a10", "a1-a1"), "a1");
        assert_eq!(shared_beginning("b1-c3", "b1-c3/H"), "b1-c3");
        assert_eq!(shared_beginning("e2-e4", "d2-d4"), "");
    }
}
