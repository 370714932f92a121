//! Lines that come from a program that wants moves.

use std::collections::BTreeMap;
use std::time::Duration;
use zug_notation::engine::Protocol;

/// A line understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Hello(Protocol),
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    /// A position text, or none for the start; and moves.
    Position {
        text: Option<String>,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    PonderHit,
    Query(String),
    /// Show the position.
    Show,
    Quit,
    /// Nothing to do.
    Nothing,
}

/// What `go` says about when to answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    /// By the word for a side: `w`, `b`, `p1`.
    pub(super) left: BTreeMap<String, Duration>,
    pub(super) increment: BTreeMap<String, Duration>,
    pub(super) byoyomi: Duration,
    pub(super) moves_to_go: Option<u32>,
    pub(super) move_time: Option<Duration>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    /// The only moves to think about, if there are any here.
    pub(super) search_moves: Vec<String>,
    /// Words that mean nothing to us.
    pub(super) ignored: Vec<String>,
}

/// Reads a line; what is wrong with it is said in a few words.
pub(super) fn read(line: &str) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    Ok(match words.next() {
        None => Command::Nothing,
        Some("uci") => Command::Hello(Protocol::Uci),
        Some("usi") => Command::Hello(Protocol::Usi),
        Some("ugi") => Command::Hello(Protocol::Ugi),
        Some("isready") => Command::IsReady,
        Some("setoption") => set_option(words)?,
        Some("ucinewgame" | "usinewgame" | "uginewgame") => Command::NewGame,
        Some("position") => position(words)?,
        Some("go") => Command::Go(go(words)?),
        Some("stop") => Command::Stop,
        Some("ponderhit") => Command::PonderHit,
        Some("query") => Command::Query(words.collect::<Vec<_>>().join(" ")),
        Some("d") => Command::Show,
        Some("quit") => Command::Quit,
        // Part of the protocols, but nothing that concerns us. `gameover` is how USI says who won.
        Some("debug" | "register" | "gameover") => Command::Nothing,
        Some(word) => return Err(format!("there is no command `{}`", short(word))),
    })
}

/// What a message repeats of a word.
pub(super) fn short(word: &str) -> String {
    let start: String = word.chars().take(40).filter(|c| !c.is_control()).collect();
    if start.len() < word.len() { format!("{start}…") } else { start }
}

/// `name N value V`; either may have spaces. USI also has it without `name`.
fn set_option<'l>(words: impl Iterator<Item = &'l str>) -> Result<Command, String> {
    let words: Vec<&str> = words.collect();
    let words = words.strip_prefix(&["name"]).unwrap_or(&words);
    let end = words.iter().position(|w| *w == "value").unwrap_or(words.len());
    let (name, value) = (words[..end].join(" "), words.get(end + 1..).unwrap_or(&[]).join(" "));
    if name.is_empty() {
        return Err("`setoption` needs `name NAME`, and often `value VALUE`".to_owned());
    }
    Ok(Command::SetOption { name, value })
}

fn position<'l>(words: impl Iterator<Item = &'l str>) -> Result<Command, String> {
    let words: Vec<&str> = words.collect();
    let end = words.iter().position(|w| *w == "moves").unwrap_or(words.len());
    let moves = words.get(end + 1..).unwrap_or(&[]).iter().map(|w| (*w).to_owned()).collect();
    let text = match &words[..end] {
        ["startpos"] => None,
        ["fen" | "sfen", text @ ..] if !text.is_empty() => Some(text.join(" ")),
        _ => return Err("`position` needs `startpos` or `fen TEXT`, then perhaps `moves …`".to_owned()),
    };
    Ok(Command::Position { text, moves })
}

fn go<'l>(mut words: impl Iterator<Item = &'l str>) -> Result<Go, String> {
    let mut go = Go::default();
    // What follows `searchmoves` and is no word of `go`, is a move.
    let mut in_moves = false;
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().and_then(|value| value.parse::<i64>().ok());
            value.ok_or_else(|| format!("`go {}` needs a number after it", short(word)))
        };
        // Clocks can be overdrawn.
        let ms = |n: i64| Duration::from_millis(n.max(0).unsigned_abs());
        let small = |n: i64| u32::try_from(n.max(0)).unwrap_or(u32::MAX);
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                in_moves = true;
                continue;
            }
            "movetime" => go.move_time = Some(ms(number()?)),
            "byoyomi" => go.byoyomi = ms(number()?),
            "movestogo" => go.moves_to_go = Some(small(number()?)),
            "depth" => go.depth = Some(small(number()?)),
            "nodes" => go.nodes = Some(number()?.max(0).unsigned_abs()),
            // USI may ask for a mate without limit.
            "mate" => go.mate = Some(number().map_or(u32::MAX, small)),
            _ => match word
                .strip_suffix("time")
                .map(|s| (s, true))
                .or(word.strip_suffix("inc").map(|s| (s, false)))
            {
                Some((side, true)) if is_side(side) => _ = go.left.insert(side.to_owned(), ms(number()?)),
                Some((side, false)) if is_side(side) => {
                    _ = go.increment.insert(side.to_owned(), ms(number()?))
                }
                _ if in_moves => {
                    go.search_moves.push(word.to_owned());
                    continue;
                }
                _ => go.ignored.push(short(word)),
            },
        }
        in_moves = false;
    }
    go.ignored.truncate(8);
    Ok(go)
}

/// `w`, `b`, `p1`, `p2`, …
fn is_side(word: &str) -> bool {
    let numbered = |rest: &str| (1..=2).contains(&rest.len()) && rest.bytes().all(|b| b.is_ascii_digit());
    word == "w" || word == "b" || word.strip_prefix('p').is_some_and(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let option =
            |name: &str, value: &str| Ok(Command::SetOption { name: name.into(), value: value.into() });
        assert_eq!(read("setoption name Skill Level value 3"), option("Skill Level", "3"));
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(read("setoption USI_Hash value 64"), option("USI_Hash", "64"));
        let position = |text: Option<&str>, moves: &[&str]| {
            let moves = moves.iter().map(|m| (*m).to_owned()).collect();
            Ok(Command::Position { text: text.map(str::to_owned), moves })
        };
        assert_eq!(read("position startpos"), position(None, &[]));
        assert_eq!(read(" position  startpos moves e2e4\te7e5"), position(None, &["e2e4", "e7e5"]));
        assert_eq!(read("position fen 8/8 w - - moves a1a2"), position(Some("8/8 w - -"), &["a1a2"]));
        assert_eq!(read(""), Ok(Command::Nothing));
    }

    #[test]
    fn go_takes_its_words_in_any_order() {
        let Ok(Command::Go(go)) =
            read("go ponder winc 10 wtime 1000 btime -5 p12time 7 movestogo 40 depth 9 xyz")
        else {
            panic!("a go")
        };
        assert_eq!(go.left.get("w"), Some(&Duration::from_secs(1)));
        assert_eq!(go.left.get("b"), Some(&Duration::ZERO));
        assert_eq!(go.left.get("p12"), Some(&Duration::from_millis(7)));
        assert_eq!((go.moves_to_go, go.depth, go.ponder, go.infinite), (Some(40), Some(9), true, false));
        assert_eq!(go.ignored, ["xyz"]);
        let Ok(Command::Go(go)) = read("go searchmoves e2e4 d2d4 depth 3 xyz") else { panic!("a go") };
        assert_eq!((&go.search_moves[..], go.depth), (&["e2e4".to_owned(), "d2d4".to_owned()][..], Some(3)));
        assert_eq!(go.ignored, ["xyz"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, says) in [
            ("hello", "no command `hello`"),
            ("setoption", "needs `name"),
            ("setoption name value x", "needs `name"),
            ("position", "needs `startpos`"),
            ("position fen moves e2e4", "needs `startpos`"),
            ("go depth", "`go depth` needs a number"),
            ("go wtime x", "`go wtime` needs a number"),
            ("go nodes 99999999999999999999", "needs a number"),
        ] {
            let error = read(line).expect_err(line);
            assert!(error.contains(says), "{line}: {error}");
        }
    }
}
