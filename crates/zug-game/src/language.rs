//! Which language a rules text is written in.
//!
//! The ending of the file says so. A text without a telling name is looked at: objects of the Zug language stand at
//! the top, in ZRF everything is inside a `game`, which has a `title` where the Zug language says `name`.

/// Is it the Zug language, and not ZRF?
pub(crate) fn is_zug(name: &str, bytes: &[u8]) -> bool {
    match name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
        Some("zug") => true,
        Some("zrf") => false,
        _ => reads_as_zug(&String::from_utf8_lossy(bytes)),
    }
}

/// Decided by the first form that exists in one language only.
fn reads_as_zug(text: &str) -> bool {
    let mut in_game = false;
    for (depth, head) in Heads::new(text) {
        match (depth, head) {
            (1, "board" | "player" | "piece" | "import") => return true,
            (1, "variant") => return false,
            (1, head) => in_game = head == "game",
            (2, "name" | "is-a") if in_game => return true,
            (2, "title" | "piece" | "turn-order" | "board-setup" | "option") if in_game => return false,
            _ => {}
        }
    }
    false
}

/// The first word of each list, and how deep it stands.
pub(crate) struct Heads<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Heads<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { rest: text, depth: 0 }
    }
}

impl<'t> Iterator for Heads<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let at = self.rest.find(['(', ')', '"', ';'])?;
            let (found, rest) = (self.rest.as_bytes()[at], &self.rest[at + 1..]);
            self.rest = rest;
            match found {
                b';' => self.rest = rest.split_once('\n').map_or("", |(_, rest)| rest),
                b'"' => self.rest = rest.split_once('"').map_or("", |(_, rest)| rest),
                b')' => self.depth = self.depth.saturating_sub(1),
                _ => {
                    self.depth += 1;
                    let text = rest.trim_start();
                    let end =
                        text.find(|c: char| c.is_whitespace() || "();\"".contains(c)).unwrap_or(text.len());
                    if end > 0 {
                        self.rest = &text[end..];
                        return Some((self.depth, &text[..end]));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_decides() {
        assert!(is_zug("a.zug", b"(game (title \"T\"))"));
        assert!(is_zug("A.ZUG", b""));
        assert!(!is_zug("a.zrf", b"(board (name b))"));
    }

    #[test]
    fn otherwise_the_first_telling_form_does() {
        let zug = [
            "(board (dim \"a-c\"))",
            "; (game (title))\n(define f (check n))\n(piece (name Man))",
            "(include \"x\") (game (name \"G\") (board b))",
            "(game (board b) (is-a g))",
        ];
        for text in zug {
            assert!(is_zug("text", text.as_bytes()), "{text}");
        }
        let zrf = [
            "",
            "(version \"2.0\") (define x (piece (name Man))) (game (title \"(board\"))",
            "(variant (title \"V\"))",
            "(game (players A B) (turn-order A B) (piece (name Man)))",
            "\"(board",
            "(((",
        ];
        for text in zrf {
            assert!(!is_zug("text", text.as_bytes()), "{text}");
        }
    }
}
