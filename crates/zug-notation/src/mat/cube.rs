//! The doubling cube. Our rules have none: a record keeps what is done with it in the comment on the position in which
//! it is done, as `[%cube doubles 2] [%cube takes]`.

/// Something done with the cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cube {
    /// With what the cube would show then, if that is said.
    Doubles(Option<u32>),
    /// Taking it and doubling at once.
    Beavers(Option<u32>),
    /// The same once more.
    Raccoons(Option<u32>),
    Takes,
    /// Ends the game.
    Drops,
}

/// How a comment says it.
const OPEN: &str = "[%cube ";

impl Cube {
    /// `Doubles => 2`, and what others write for it.
    pub(super) fn parse(words: &str) -> Option<Self> {
        let words = words.trim().to_lowercase();
        let says = |all: &[&str]| all.iter().any(|start| words.starts_with(start));
        let number = words.split(|c: char| !c.is_ascii_digit()).find_map(|digits| digits.parse().ok());
        let verbs: [(&[&str], Cube); 5] = [
            (&["double", "redouble"], Cube::Doubles(number)),
            (&["beaver"], Cube::Beavers(number)),
            (&["raccoon"], Cube::Raccoons(number)),
            (&["take", "accept"], Cube::Takes),
            (&["drop", "pass", "reject"], Cube::Drops),
        ];
        verbs.into_iter().find(|(starts, _)| says(starts)).map(|(_, cube)| cube)
    }

    fn verb(self) -> (&'static str, Option<u32>) {
        match self {
            Cube::Doubles(number) => ("Doubles", number),
            Cube::Beavers(number) => ("Beavers", number),
            Cube::Raccoons(number) => ("Raccoons", number),
            Cube::Takes => ("Takes", None),
            Cube::Drops => ("Drops", None),
        }
    }

    /// As MAT has it.
    pub(super) fn words(self) -> String {
        match self.verb() {
            (verb, Some(number)) => format!("{verb} => {number}"),
            (verb, None) => verb.to_owned(),
        }
    }

    /// As the comment of a record has it.
    pub(super) fn mark(self) -> String {
        let (verb, number) = self.verb();
        let number = number.map(|n| format!(" {n}")).unwrap_or_default();
        format!("{OPEN}{}{number}]", verb.to_lowercase())
    }
}

/// What a comment says about the cube; and does it say anything else?
pub(super) fn marks(comment: &str) -> (Vec<Cube>, bool) {
    let mut found = Vec::new();
    let mut other = false;
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let mark = after.split_once(']').and_then(|(words, after)| Some((Cube::parse(words)?, after)));
        other |= !before.trim().is_empty() || mark.is_none();
        rest = match mark {
            Some((cube, after)) => {
                found.push(cube);
                after
            }
            None => after,
        };
    }
    (found, other || !rest.trim().is_empty())
}

/// What the game is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stake {
    /// What the cube shows.
    pub(super) value: u32,
    /// What it will show if the other one takes.
    offered: Option<u32>,
    /// The cube has ended the game.
    pub(super) dropped: bool,
}

impl Default for Stake {
    fn default() -> Self {
        Stake { value: 1, offered: None, dropped: false }
    }
}

impl Stake {
    pub(super) fn act(&mut self, cube: Cube) {
        match cube {
            Cube::Doubles(number) | Cube::Beavers(number) | Cube::Raccoons(number) => {
                // Whoever doubles back has taken.
                self.take();
                self.offered = Some(number.unwrap_or(self.value.saturating_mul(2)));
            }
            Cube::Takes => self.take(),
            Cube::Drops => self.dropped = true,
        }
    }

    /// Nothing is on offer any more: play goes on.
    pub(super) fn take(&mut self) {
        self.value = self.offered.take().unwrap_or(self.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_words_say_the_same() {
        for cube in
            [Cube::Doubles(Some(2)), Cube::Doubles(None), Cube::Beavers(Some(8)), Cube::Takes, Cube::Drops]
        {
            assert_eq!(Cube::parse(&cube.words()), Some(cube));
            assert_eq!(marks(&cube.mark()), (vec![cube], false));
        }
        assert_eq!(Cube::parse(" redoubles to 4 "), Some(Cube::Doubles(Some(4))));
        assert_eq!(Cube::parse("Doubles => 99999999999"), Some(Cube::Doubles(None)));
        assert_eq!(Cube::parse("Wins 1 point"), None);
        assert_eq!(
            marks("good [%cube doubles 2] luck [%cube takes]"),
            (vec![Cube::Doubles(Some(2)), Cube::Takes], true)
        );
        assert_eq!(marks("[%cube [%cube takes]"), (vec![Cube::Takes], true));
        assert_eq!(marks("[%cube flies]"), (vec![], true));
    }

    #[test]
    fn a_drop_costs_what_the_cube_shows() {
        let mut stake = Stake::default();
        for cube in [Cube::Doubles(None), Cube::Takes, Cube::Doubles(Some(4)), Cube::Drops] {
            stake.act(cube);
        }
        assert_eq!((stake.value, stake.dropped), (2, true));
        let mut stake = Stake::default();
        [Cube::Doubles(None), Cube::Beavers(None), Cube::Takes].into_iter().for_each(|cube| stake.act(cube));
        assert_eq!((stake.value, stake.dropped), (4, false));
    }
}
