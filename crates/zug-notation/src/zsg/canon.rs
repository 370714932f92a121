//! When two texts mean the same part: comparing recorded lines with what the rules offer.

use super::file::words;
use crate::names::Names;

/// A text of a part, taken apart for comparing.
pub(super) struct Line {
    /// As it stands, but for the mark that tells equal texts apart.
    pub(super) full: String,
    pub(super) partial: bool,
    /// The words after `partial K`.
    bare: Vec<String>,
    /// Which of several equal texts is meant, from 1.
    pub(super) which: Option<usize>,
}

/// Movements in order, effects in any order.
#[derive(PartialEq, Eq, Debug)]
struct Canon {
    movements: Vec<String>,
    effects: Vec<String>,
}

/// How well a text fits a recorded one; the better, the smaller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fit {
    /// The same text.
    Exact,
    /// The same but for the number after `partial`.
    Numbered,
    /// The same but for numbers of attributes.
    Attributes,
    /// The same effects in another order.
    Reordered,
}

impl Line {
    pub(super) fn new(text: &str) -> Self {
        let mut bare = words(text);
        let mut which = None;
        let mut full = text.trim();
        if let [.., mark, number] = &bare[..]
            && let ("#", Ok(n)) = (mark.as_str(), number.parse::<usize>())
        {
            which = Some(n);
            full = full.rsplit_once('#').map_or(full, |(before, _)| before.trim_end());
            bare.truncate(bare.len() - 2);
        }
        let full = full.to_owned();
        let partial = bare.first().is_some_and(|w| w == "partial");
        if partial {
            bare.drain(..bare.len().min(2));
        }
        Line { full, partial, bare, which }
    }

    /// Is it the line of a turn, or of the rest of one, that is not played?
    pub(super) fn is_pass(&self) -> bool {
        !self.partial && self.bare.len() == 1 && self.bare[0].eq_ignore_ascii_case("pass")
    }

    /// How well does this text fit a recorded one?
    pub(super) fn fit(&self, recorded: &Line, names: &Names<'_>) -> Option<Fit> {
        if self.partial != recorded.partial {
            return None;
        }
        if self.full == recorded.full {
            return Some(Fit::Exact);
        }
        if self.bare == recorded.bare {
            return Some(Fit::Numbered);
        }
        // Different numbers of words with the same meaning arise only from shared `=`: rare, and worth a look.
        if self.without_attributes().eq(recorded.without_attributes()) {
            return Some(Fit::Attributes);
        }
        let canon = canon(&self.bare, names)?;
        (Some(canon) == self::canon(&recorded.bare, names)).then_some(Fit::Reordered)
    }

    /// The words without numbers of attributes, which Zillions counts in a way of its own.
    fn without_attributes(&self) -> impl Iterator<Item = &str> {
        let index = |i: usize| i >= 2 && self.bare[i - 2] == "@";
        self.bare.iter().enumerate().filter(move |(i, _)| !index(*i)).map(|(_, w)| w.as_str())
    }
}

/// `None` if the words make no sense.
fn canon(words: &[String], names: &Names<'_>) -> Option<Canon> {
    let mut canon = Canon { movements: Vec::new(), effects: Vec::new() };
    let mut landed: Option<&str> = None;
    let mut rest = words;
    while let Some(first) = rest.first() {
        let word = |i: usize| rest.get(i).map(String::as_str);
        let used = match (first.as_str(), word(1), word(2), word(3)) {
            ("x" | "flip" | "tuck" | "act", Some(cell), _, _) if names.is_cell(cell) => {
                canon.effects.push(format!("{first} {cell}"));
                landed = None;
                2
            }
            ("@", Some(cell), Some(_), Some(value)) if names.is_cell(cell) => {
                canon.effects.push(format!("@ {cell} {value}"));
                landed = None;
                4
            }
            ("=", Some(name), Some("on"), Some(_)) => {
                let cells = rest[3..].iter().take_while(|w| names.is_cell(w)).count().max(1);
                canon.effects.extend(rest[3..3 + cells].iter().map(|cell| format!("= {name} {cell}")));
                landed = None;
                3 + cells
            }
            ("=", Some(name), _, _) => {
                canon.effects.push(format!("= {name} {}", landed.take()?));
                2
            }
            (kind, Some(from), Some("-" | "x"), Some(to)) if names.is_cell(from) && names.is_cell(to) => {
                canon.movements.push(format!("{kind} {from} {to}{}", count(word(4))));
                landed = Some(to);
                4 + usize::from(!count(word(4)).is_empty())
            }
            (player, Some(kind), Some(cell), many) if names.is_cell(cell) => {
                canon.effects.push(format!("{player} {kind} {cell}{}", count(many)));
                landed = Some(cell);
                3 + usize::from(!count(many).is_empty())
            }
            _ => return None,
        };
        rest = &rest[used..];
    }
    canon.effects.sort();
    Some(canon)
}

/// `*n` after a movement or a creation.
fn count(word: Option<&str>) -> &str {
    word.filter(|w| w.starts_with('*')).unwrap_or("")
}
