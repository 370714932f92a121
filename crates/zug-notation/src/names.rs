//! Names of a game in texts: writing them, and finding what a word means.

use std::borrow::Cow;
use std::collections::HashMap;
use zug_game::{AttrId, CellId, Game, GlobalId, KindId, PlayerId, suggest};

/// A name as a word of position text: quoted where it would not read back as one word.
pub(crate) fn quoted(name: &str) -> Cow<'_, str> {
    let special = |c: char| c.is_whitespace() || c.is_control() || SPECIAL.contains(&c);
    if !name.is_empty() && name != "-" && !name.chars().any(special) {
        return Cow::Borrowed(name);
    }
    let mut text = String::from('"');
    for c in name.chars() {
        if c == '"' || c == '\\' {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
    Cow::Owned(text)
}

/// Characters that end a bare name.
pub(crate) const SPECIAL: [char; 8] = [';', '(', ')', '"', '*', ',', '=', '@'];

/// The names of a game by what they mean. A name that is not known as it stands may differ in case if only one
/// does.
pub(crate) struct Names<'g> {
    pub(crate) game: &'g Game,
    cells: HashMap<&'g str, CellId>,
}

impl<'g> Names<'g> {
    pub(crate) fn new(game: &'g Game) -> Self {
        let cells = (0..).zip(&game.ir().board.cells).map(|(i, c)| (c.name.as_str(), CellId(i))).collect();
        Names { game, cells }
    }

    pub(crate) fn cell(&self, word: &str) -> Option<CellId> {
        let folded = || find(self.game.ir().board.cells.iter().map(|c| c.name.as_str()), word).map(CellId);
        self.cells.get(word).copied().or_else(folded)
    }

    /// Is it the name of a cell exactly as written?
    pub(crate) fn is_cell(&self, word: &str) -> bool {
        self.cells.contains_key(word)
    }

    pub(crate) fn player(&self, word: &str) -> Option<PlayerId> {
        find(self.game.ir().players.iter().map(|p| p.name.as_str()), word).map(PlayerId)
    }

    pub(crate) fn kind(&self, word: &str) -> Option<KindId> {
        find(self.game.ir().kinds.iter().map(|k| k.name.as_str()), word).map(KindId)
    }

    pub(crate) fn attr(&self, word: &str) -> Option<AttrId> {
        find(self.game.ir().attrs.iter().map(|a| a.name.as_str()), word).map(AttrId)
    }

    pub(crate) fn global(&self, word: &str) -> Option<GlobalId> {
        find(self.game.ir().globals.iter().map(|g| g.name.as_str()), word).map(GlobalId)
    }
}

fn find<'a>(names: impl Iterator<Item = &'a str> + Clone, word: &str) -> Option<u16> {
    if let Some(i) = names.clone().position(|name| name == word) {
        return u16::try_from(i).ok();
    }
    let lower = word.to_lowercase();
    let mut alike = (0..).zip(names).filter(|(_, name)| name.to_lowercase() == lower);
    match (alike.next(), alike.next()) {
        (Some((i, _)), None) => Some(i),
        _ => None,
    }
}

/// What to say about an unknown word: the nearest known one, else some of those there are.
pub(crate) fn hint<'a>(
    what: &str,
    word: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Option<String> {
    if let Some(near) = suggest(word, known.clone()) {
        return Some(format!("did you mean `{near}`?"));
    }
    let some: Vec<String> = known.clone().take(8).map(|name| format!("`{name}`")).collect();
    let more = if known.count() > some.len() { ", …" } else { "" };
    (!some.is_empty()).then(|| format!("{what} of this game: {}{more}", some.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_only_where_they_must_be() {
        for plain in ["e4", "never-moved?", "+P", "?Dice", "a.b", "Ладья", "--"] {
            assert_eq!(quoted(plain), plain);
        }
        assert_eq!(quoted("White Pawn"), "\"White Pawn\"");
        assert_eq!(quoted("a(b"), "\"a(b\"");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("-"), "\"-\"");
        assert_eq!(quoted("say \"x\\y\""), "\"say \\\"x\\\\y\\\"\"");
    }

    #[test]
    fn case_matters_only_where_it_decides() {
        let names = ["B", "b", "Knight"];
        assert_eq!(find(names.into_iter(), "b"), Some(1));
        assert_eq!(find(names.into_iter(), "knight"), Some(2));
        assert_eq!(find(["Ab", "aB"].into_iter(), "ab"), None);
    }

    #[test]
    fn hints_name_the_nearest_or_the_known() {
        let known = ["White", "Black"];
        assert_eq!(hint("players", "Whit", known.into_iter()).as_deref(), Some("did you mean `White`?"));
        assert_eq!(
            hint("players", "x", known.into_iter()).as_deref(),
            Some("players of this game: `White`, `Black`")
        );
        assert_eq!(hint("globals", "x", [].into_iter()), None);
    }
}
