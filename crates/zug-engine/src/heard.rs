//! What a foreign engine says, line by line.

use zug_notation::engine::Protocol;

/// A line of an engine, as far as we care.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    Name(String),
    Option(Offered),
    /// `uciok` and its cousins.
    Ok,
    Ready,
    BestMove(String),
    Other,
}

/// An option the engine has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Offered {
    pub(crate) name: String,
    /// What it can be set to, if these are words of a list.
    pub(crate) choices: Vec<String>,
}

/// The beginning of what a program says, fit for a message: no control characters, no end of the terminal's patience.
pub(crate) fn tame(text: &str, longest: usize) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let start: String = text.chars().take(longest).map(plain).collect();
    if start.len() < text.len() { format!("{start}…") } else { start }
}

/// Understands a line. Whatever is not part of the protocol is passed over: many engines greet, and some chat.
pub(crate) fn heard(protocol: Protocol, line: &str) -> Heard {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("id") if words.next() == Some("name") => {
            Heard::Name(tame(&words.collect::<Vec<_>>().join(" "), 80))
        }
        Some("option") if words.next() == Some("name") => offered(words).map_or(Heard::Other, Heard::Option),
        Some("readyok") => Heard::Ready,
        Some("bestmove") => Heard::BestMove(words.next().unwrap_or("").to_owned()),
        Some(word) if word.strip_suffix("ok") == Some(protocol.word()) => Heard::Ok,
        _ => Heard::Other,
    }
}

/// `NAME type T … var A var B`; the name may have spaces.
fn offered<'l>(words: impl Iterator<Item = &'l str>) -> Option<Offered> {
    let words: Vec<&str> = words.collect();
    let end = words.iter().position(|w| *w == "type")?;
    let choices = words.windows(2).skip(end).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned());
    Some(Offered { name: words.get(..end)?.join(" "), choices: choices.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_engines_are_understood() {
        let uci = |line| heard(Protocol::Uci, line);
        assert_eq!(uci("id name Fish 1 by X"), Heard::Name("Fish 1 by X".to_owned()));
        assert_eq!(uci("uciok"), Heard::Ok);
        assert_eq!(uci("usiok"), Heard::Other);
        assert_eq!(heard(Protocol::Usi, "usiok"), Heard::Ok);
        assert_eq!(uci("bestmove e2e4 ponder e7e5"), Heard::BestMove("e2e4".to_owned()));
        assert_eq!(uci("bestmove"), Heard::BestMove(String::new()));
        assert_eq!(uci("info depth 3 score cp 1"), Heard::Other);
        let variant = Offered {
            name: "UCI_Variant".to_owned(),
            choices: vec!["chess".to_owned(), "xiangqi".to_owned()],
        };
        assert_eq!(
            uci("option name UCI_Variant type combo default chess var chess var xiangqi"),
            Heard::Option(variant)
        );
        let skill = Offered { name: "Skill Level".to_owned(), choices: vec![] };
        assert_eq!(uci("option name Skill Level type spin default 20 min 0 max 20"), Heard::Option(skill));
        for line in ["", "option", "option name", "option name x", "id", "ok", "\u{fffd}"] {
            assert!(matches!(uci(line), Heard::Other), "{line}");
        }
    }
}
