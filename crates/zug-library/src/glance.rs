//! A quick look at a ZRF text: titles and players, without compiling anything.
//!
//! Compiling the whole library to print its list would take a second. The library's own files write titles
//! and players plainly, never through a macro; a test compares what is seen here with the compiled games.

/// What the list of games shows of a rules text, in whatever language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Glance {
    /// Titles of the games and variants in the order of the file.
    pub(crate) titles: Vec<String>,
    /// How many players of the first game choose moves: those with turns, without random ones.
    pub(crate) players: usize,
}

/// Looks at a text.
pub(crate) fn glance(text: &str) -> Glance {
    let mut seen = Seen::default();
    let mut path: Vec<Option<&str>> = Vec::new();
    for token in Tokens(text) {
        match token {
            Token::Open => path.push(None),
            Token::Close => {
                path.pop();
            }
            Token::Word(word) => match path.last() {
                Some(None) => {
                    path.pop();
                    // `(White move-type)` in a turn order: its head is the player.
                    if path.len() == 2 {
                        seen.word(&path, word);
                    }
                    path.push(Some(word));
                    seen.n_games += usize::from(path == [Some("game")]);
                }
                Some(Some(_)) if path.len() == 2 => seen.word(&path, word),
                _ => {}
            },
            Token::Text(text) => {
                if let [Some("game" | "variant"), Some("title")] = path[..] {
                    seen.titles.push(text.trim().to_owned());
                }
            }
        }
    }
    seen.finish()
}

#[derive(Default)]
struct Seen<'t> {
    titles: Vec<String>,
    n_games: usize,
    declared: Vec<&'t str>,
    in_turns: Vec<&'t str>,
}

impl<'t> Seen<'t> {
    fn word(&mut self, path: &[Option<&'t str>], word: &'t str) {
        if self.n_games != 1 || path.first() != Some(&Some("game")) {
            return;
        }
        match path.get(1) {
            Some(Some("players")) => self.declared.push(word),
            Some(Some("turn-order")) => self.in_turns.push(word),
            _ => {}
        }
    }

    fn finish(self) -> Glance {
        let plays = |name: &&&str| {
            !name.starts_with('?') && (self.in_turns.is_empty() || self.in_turns.contains(*name))
        };
        let players = self.declared.iter().filter(plays).count();
        // The separator of a menu is written as a variant called `-`.
        let titles = self.titles.into_iter().filter(|title| title != "-").collect();
        Glance { titles, players }
    }
}

enum Token<'t> {
    Open,
    Close,
    Word(&'t str),
    Text(&'t str),
}

struct Tokens<'t>(&'t str);

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        self.0 = self.0.trim_start();
        while self.0.starts_with(';') {
            self.0 = self.0.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
        }
        let first = self.0.chars().next()?;
        match first {
            '(' => Some(Token::Open).inspect(|_| self.0 = &self.0[1..]),
            ')' => Some(Token::Close).inspect(|_| self.0 = &self.0[1..]),
            '"' => {
                let (text, rest) = self.0[1..].split_once('"').unwrap_or((&self.0[1..], ""));
                self.0 = rest;
                Some(Token::Text(text))
            }
            _ => {
                let end =
                    self.0.find(|c: char| c.is_whitespace() || "();\"".contains(c)).unwrap_or(self.0.len());
                let (word, rest) = self.0.split_at(end);
                self.0 = rest;
                Some(Token::Word(word))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_players_are_seen_at_their_places_only() {
        let text = r#"
            ; (game (title "Not this"))
            (define x (title "Nor this"))
            (game (title "First") (players White Black Wall ?Dice)
                (turn-order (?Dice White roll) (White normal) (?Dice Black roll) Black)
                (piece (name Man) (description "(title no; )")))
            (variant (title "-"))
            (variant (title "Second"))
            (game (title "Third") (players A B C D))
        "#;
        let glance = glance(text);
        assert_eq!(glance.titles, ["First", "Second", "Third"]);
        assert_eq!(glance.players, 2);
    }

    #[test]
    fn anything_is_survived() {
        for text in ["", ")))(((", "\"open", "(game (players", "(game (title \"x", "; end"] {
            glance(text);
        }
        assert_eq!(glance("(game (players A B))").players, 2);
    }
}
