//! Who plays, as the command line says it: `human`, `random`, `ai:5,time=1s`, `uci:stockfish?Threads=1`.

use crate::duration::{parse_duration, print_duration};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use zug_notation::engine::Protocol;

/// A player as the command line names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// A person: only where somebody sits before a terminal.
    Human,
    Program(Program),
}

/// A player that needs nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// Any legal move, all equally likely.
    Random,
    Ai(AiSpec),
    Engine(EngineSpec),
}

/// How long a player may think where nothing else says so.
pub const THINKING: Duration = Duration::from_secs(1);

/// When a player answers, if the game's clock does not say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

/// Our own opponent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AiSpec {
    /// 1 to 10; the strongest if missing.
    pub level: Option<u8>,
    pub effort: Effort,
    /// Memory in MiB.
    pub hash: Option<usize>,
}

/// Another program that speaks an engine protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options to set before the first game, in this order.
    pub options: Vec<(String, String)>,
    pub effort: Effort,
}

/// What a spec can look like, for help and errors.
pub const FORMS: &str = "`human`, `random`, `ai`, `ai:5`, `ai:time=1s`, `ai:nodes=10000`, `uci:COMMAND`, `usi:COMMAND` or `ugi:COMMAND`";

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (word, rest) = match text.split_once(':') {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        let engine = |protocol| engine(protocol, rest.unwrap_or("")).map(Program::Engine);
        let program = match (word, rest) {
            ("human", None) => return Ok(Spec::Human),
            ("random", None) => Program::Random,
            ("ai", rest) => Program::Ai(ai(rest)?),
            ("uci", _) => engine(Protocol::Uci)?,
            ("usi", _) => engine(Protocol::Usi)?,
            ("ugi", _) => engine(Protocol::Ugi)?,
            ("human" | "random", Some(_)) => return Err(format!("`{word}` takes nothing after it")),
            _ => return Err(format!("`{text}` is no player; expected {FORMS}")),
        };
        Ok(Spec::Program(program))
    }
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse()? {
            Spec::Program(program) => Ok(program),
            Spec::Human => Err("a person cannot play here; `zug play` has room for one".to_owned()),
        }
    }
}

fn ai(rest: Option<&str>) -> Result<AiSpec, String> {
    let mut spec = AiSpec::default();
    let Some(rest) = rest else { return Ok(spec) };
    for item in rest.split(',').map(str::trim) {
        match item.split_once('=') {
            None => spec.level = Some(level(item)?),
            Some(("level", value)) => spec.level = Some(level(value)?),
            Some(("hash", value)) => spec.hash = Some(number(item, value, 1, 65_536)? as usize),
            Some((name, value)) => {
                if !spec.effort.set(name.trim(), value)? {
                    return Err(format!(
                        "`ai` has no setting `{name}`; it has `time`, `nodes`, `depth`, `hash`"
                    ));
                }
            }
        }
    }
    Ok(spec)
}

fn level(text: &str) -> Result<u8, String> {
    let level = text.parse().ok().filter(|level| (1..=10).contains(level));
    level.ok_or_else(|| {
        format!("`{text}` is no level of `ai`: levels are 1 to 10; else write `time=1s`, `nodes=10000` or `depth=6`")
    })
}

fn engine(protocol: Protocol, rest: &str) -> Result<EngineSpec, String> {
    let (command, options) = rest.split_once('?').unwrap_or((rest, ""));
    let command = words(command)?;
    if command.is_empty() {
        return Err(format!("`{protocol}:` needs the program to start, as in `{protocol}:stockfish`"));
    }
    let mut spec = EngineSpec { protocol, command, options: Vec::new(), effort: Effort::default() };
    for option in options.split('&').filter(|o| !o.is_empty()) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        if !spec.effort.set(name, value)? {
            spec.options.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
    Ok(spec)
}

impl Effort {
    /// Sets the limit of that name. False: there is none.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        match name {
            "time" => self.time = Some(parse_duration(value)?),
            "nodes" => self.nodes = Some(number("nodes", value, 1, u64::MAX)?),
            "depth" => self.depth = Some(number("depth", value, 1, 1000)? as u32),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Nothing is said about when to answer.
    pub fn is_open(&self) -> bool {
        *self == Effort::default()
    }

    fn parts(&self) -> Vec<String> {
        let time = self.time.map(|t| format!("time={}", print_duration(t)));
        let nodes = self.nodes.map(|n| format!("nodes={n}"));
        let depth = self.depth.map(|d| format!("depth={d}"));
        [time, nodes, depth].into_iter().flatten().collect()
    }
}

fn number(what: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    let read = value.trim().parse().ok().filter(|n| (least..=most).contains(n));
    read.ok_or_else(|| format!("`{value}` is no number for `{what}`: expected {least} to {most}"))
}

/// Words of a command; quotes keep spaces together.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(q) = quote {
        return Err(format!("the command `{text}` has a {q} without its partner"));
    }
    words.extend(word);
    Ok(words)
}

/// Reads back as the same player.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Program::Random => f.write_str("random"),
            Program::Ai(ai) => {
                let level = ai.level.map(|level| level.to_string());
                let hash = ai.hash.map(|mib| format!("hash={mib}"));
                let parts: Vec<String> = level.into_iter().chain(ai.effort.parts()).chain(hash).collect();
                let colon = if parts.is_empty() { "" } else { ":" };
                write!(f, "ai{colon}{}", parts.join(","))
            }
            Program::Engine(engine) => {
                write!(f, "{}:", engine.protocol)?;
                for (i, word) in engine.command.iter().enumerate() {
                    let space = if i == 0 { "" } else { " " };
                    match word {
                        w if w.contains('"') => write!(f, "{space}'{w}'")?,
                        w if w.is_empty() || w.contains(char::is_whitespace) || w.contains('\'') => {
                            write!(f, "{space}\"{w}\"")?;
                        }
                        w => write!(f, "{space}{w}")?,
                    }
                }
                let options = engine.options.iter().map(|(name, value)| format!("{name}={value}"));
                let options: Vec<String> = options.chain(engine.effort.parts()).collect();
                let mark = if options.is_empty() { "" } else { "?" };
                write!(f, "{mark}{}", options.join("&"))
            }
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Human => f.write_str("human"),
            Spec::Program(program) => program.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_read_back() {
        for text in [
            "human",
            "random",
            "ai",
            "ai:1",
            "ai:10,time=250ms",
            "ai:time=2s,nodes=10000",
            "ai:depth=6,hash=128",
            "uci:stockfish",
            "uci:/usr/games/fairy-stockfish?UCI_Variant=xiangqi&Skill Level=1&nodes=100",
            "usi:\"/opt/my engine/run\" --quiet",
            "ugi:zug engine hex?time=100ms",
        ] {
            let spec: Result<Spec, String> = text.parse();
            assert_eq!(spec.as_ref().map(ToString::to_string), Ok(text.to_owned()));
        }
    }

    #[test]
    fn parts_are_what_they_say() {
        let Ok(Program::Engine(engine)) = "uci:'a b' c?Skill Level = 3 &time=1.5s&Clear Hash".parse() else {
            panic!("an engine")
        };
        assert_eq!(engine.command, ["a b", "c"]);
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(engine.options, [pair("Skill Level", "3"), pair("Clear Hash", "")]);
        assert_eq!(engine.effort.time, Some(Duration::from_millis(1500)));
    }

    #[test]
    fn what_is_no_player_is_refused_with_a_reason() {
        for (text, says) in [
            ("", "is no player"),
            ("alpha", "expected `human`"),
            ("ai:0", "levels are 1 to 10"),
            ("ai:11", "levels are 1 to 10"),
            ("ai:time=x", "is no time"),
            ("ai:nodes=0", "is no number"),
            ("ai:speed=3", "no setting `speed`"),
            ("uci:", "needs the program"),
            ("uci:'x", "without its partner"),
            ("uci:x?depth=many", "is no number"),
            ("random:3", "takes nothing"),
        ] {
            let error = text.parse::<Spec>().expect_err(text);
            assert!(error.contains(says), "{text}: {error}");
        }
        assert!("human".parse::<Program>().is_err());
    }
}
