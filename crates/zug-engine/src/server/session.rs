//! The conversation with a program that wants moves, without its streams and threads: a line comes in, lines and something
//! to do come out.

use super::command::{Command, Go, read, short};
use crate::clock::{Budget, Clock};
use crate::player::Table;
use std::time::Duration;
use zug_ai::{Ai, Limits, Options};
use zug_game::{Game, Move, Outcome, PlayError, PlayerId, State, Turn};
use zug_notation::engine::{EngineNotation, Protocol};
use zug_notation::{Style, picture, position};

/// The games an engine can be switched to, by the names that protocols have for them.
pub trait Variants {
    fn names(&self) -> Vec<String>;
    /// Opens one; says why not.
    fn open(&self, name: &str) -> Result<Table, String>;
}

/// What is to be done besides answering.
pub(super) enum Todo {
    Nothing,
    /// Whatever can be done before the first question is done now.
    Prepare,
    Think(Box<Job>),
    Stop,
    /// The move we have been thinking about ahead of time was played: now the clock runs.
    PonderHit,
    /// What was learned is of no use any more.
    Forget,
    Quit,
}

/// A search that is wanted.
pub(super) struct Job {
    pub(super) state: State,
    pub(super) notation: EngineNotation,
    pub(super) options: Options,
    pub(super) limits: Limits,
    /// The answer is kept until somebody says so.
    pub(super) hold: bool,
    /// What `ponderhit` leaves.
    pub(super) after_hit: Option<Budget>,
}

/// What we say, and remember, about options.
struct Settings {
    ai: Options,
    /// Is `elo` obeyed, or the level?
    limit_strength: bool,
    elo: u64,
    lines: usize,
    overhead: Duration,
}

impl Settings {
    /// Options for whoever thinks.
    fn ai(&self) -> Options {
        let level = if self.limit_strength { level_of(self.elo) } else { self.ai.level };
        Options { level, ..self.ai.clone() }
    }
}

/// The level whose worth is nearest.
fn level_of(elo: u64) -> u8 {
    let above = elo.clamp(LEAST_ELO, MOST_ELO) - LEAST_ELO;
    1 + ((above + ELO_OF_A_LEVEL / 2) / ELO_OF_A_LEVEL) as u8
}

pub(super) struct Session {
    variants: Box<dyn Variants + Send>,
    table: Table,
    protocol: Protocol,
    settings: Settings,
    /// The position as it was last sent, so that only new moves have to be played.
    text: Option<String>,
    moves: Vec<String>,
    state: State,
}

const MAX_HASH: usize = 65_536;
const MAX_LINES: usize = 200;
/// Words after `searchmoves` that are no legal moves.
const MAX_OTHERS: usize = 8;

/// What level 1 is said to be worth, and how much every level adds. Our own estimate: levels were never measured
/// against players of a rating list, and are not the same in every game.
const LEAST_ELO: u64 = 600;
const ELO_OF_A_LEVEL: u64 = 200;
const MOST_ELO: u64 = LEAST_ELO + 9 * ELO_OF_A_LEVEL;

impl Session {
    pub(super) fn new(table: Table, variants: Box<dyn Variants + Send>) -> Self {
        let protocol = if matches!(table.style, Style::Fen(_)) { Protocol::Uci } else { Protocol::Ugi };
        Session {
            variants,
            protocol,
            settings: Settings {
                ai: Options::default(),
                limit_strength: false,
                elo: MOST_ELO,
                lines: 1,
                overhead: crate::clock::OVERHEAD,
            },
            text: None,
            moves: Vec::new(),
            state: table.game.start(),
            table,
        }
    }

    /// Answers a line.
    pub(super) fn obey(&mut self, line: &str, out: &mut Vec<String>) -> Todo {
        match read(line).and_then(|command| self.carry_out(command, out)) {
            Ok(todo) => todo,
            Err(what) => {
                out.push(note(&what));
                Todo::Nothing
            }
        }
    }

    fn carry_out(&mut self, command: Command, out: &mut Vec<String>) -> Result<Todo, String> {
        match command {
            Command::Nothing => {}
            Command::Hello(protocol) => {
                self.protocol = protocol;
                self.introduce(out);
            }
            Command::IsReady => {
                out.push("readyok".to_owned());
                return Ok(Todo::Prepare);
            }
            Command::SetOption { name, value } => return self.set(&name, &value),
            Command::NewGame => return Ok(Todo::Forget),
            Command::Position { text, moves } => self.set_position(text, moves)?,
            Command::Go(go) => return self.job(&go, out),
            Command::Stop => return Ok(Todo::Stop),
            Command::PonderHit => return Ok(Todo::PonderHit),
            Command::Query(what) => out.push(format!("response {}", self.query(&what)?)),
            Command::Show => {
                out.extend(picture(&self.state, &self.table.arrangement, false).lines().map(str::to_owned));
                out.push(format!("Fen: {}", position::print(&self.state, &self.table.style)));
            }
            Command::Quit => return Ok(Todo::Quit),
        }
        Ok(Todo::Nothing)
    }

    /// Somebody who thinks about the game, as the settings say.
    pub(super) fn thinker(&self) -> Ai {
        Ai::new(&self.table.game, self.settings.ai())
    }

    fn notation(&self) -> EngineNotation {
        EngineNotation::new(self.protocol, &self.table.style)
    }

    fn introduce(&self, out: &mut Vec<String>) {
        let ai = &self.settings.ai;
        let word = self.protocol.word();
        out.push(format!("id name Zug {}", env!("CARGO_PKG_VERSION")));
        out.push("id author the authors of Zug".to_owned());
        out.push(format!("option name Hash type spin default {} min 1 max {MAX_HASH}", ai.hash));
        out.push("option name Clear Hash type button".to_owned());
        out.push("option name Ponder type check default false".to_owned());
        out.push(format!(
            "option name MultiPV type spin default {} min 1 max {MAX_LINES}",
            self.settings.lines
        ));
        out.push(format!("option name Skill Level type spin default {} min 1 max 10", ai.level));
        out.push(format!(
            "option name UCI_LimitStrength type check default {}",
            self.settings.limit_strength
        ));
        let elo = self.settings.elo;
        out.push(format!("option name UCI_Elo type spin default {elo} min {LEAST_ELO} max {MOST_ELO}"));
        out.push(format!("option name Seed type spin default {} min 0 max {}", ai.seed, i32::MAX));
        let overhead = self.settings.overhead.as_millis();
        out.push(format!("option name Move Overhead type spin default {overhead} min 0 max 5000"));
        let mut names = self.variants.names();
        if let Some(own) = &self.table.variant {
            if !names.contains(own) {
                names.insert(0, own.clone());
            }
            let names: String = names.iter().map(|name| format!(" var {name}")).collect();
            out.push(format!("option name {}_Variant type combo default {own}{names}", word.to_uppercase()));
        }
        out.push(format!("{word}ok"));
    }

    fn set(&mut self, name: &str, value: &str) -> Result<Todo, String> {
        let number = |least: u64, most: u64| {
            let n = value.parse().ok().filter(|n| (least..=most).contains(n));
            n.ok_or_else(|| format!("`{}` is no value for {name}: expected {least} to {most}", short(value)))
        };
        match name.to_lowercase().as_str() {
            "hash" | "usi_hash" => self.settings.ai.hash = number(1, MAX_HASH as u64)? as usize,
            "skill level" | "level" => self.settings.ai.level = number(1, 10)? as u8,
            "uci_limitstrength" => {
                self.settings.limit_strength = match value.to_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => {
                        return Err(format!(
                            "`{}` is no value for {name}: expected true or false",
                            short(value)
                        ));
                    }
                }
            }
            "uci_elo" => self.settings.elo = number(LEAST_ELO, MOST_ELO)?,
            "seed" => self.settings.ai.seed = number(0, u64::MAX)?,
            "clear hash" => {}
            "multipv" => {
                self.settings.lines = number(1, MAX_LINES as u64)? as usize;
                return Ok(Todo::Nothing);
            }
            "move overhead" => {
                self.settings.overhead = Duration::from_millis(number(0, 5000)?);
                return Ok(Todo::Nothing);
            }
            // We think ahead when told to, whatever this says.
            "ponder" | "usi_ponder" | "uci_analysemode" | "uci_opponent" => return Ok(Todo::Nothing),
            "uci_variant" | "usi_variant" | "ugi_variant" => {
                if self.table.variant.as_deref() != Some(value) {
                    self.table = self.variants.open(value)?;
                    self.set_position(None, Vec::new())?;
                }
            }
            _ => return Err(format!("there is no option `{}`", short(name))),
        }
        Ok(Todo::Forget)
    }

    /// Goes to a position. If anything is wrong with it, nothing has changed.
    fn set_position(&mut self, text: Option<String>, moves: Vec<String>) -> Result<(), String> {
        let notation = self.notation();
        let game = &self.table.game;
        let grown = text == self.text && moves.starts_with(&self.moves) && self.is_of(game);
        let (mut state, known) = if grown {
            (self.state.clone(), self.moves.len())
        } else {
            let first = match &text {
                None => Ok(game.start()),
                Some(text) => position::parse(game, &self.table.style, &notation.position_text(text)),
            };
            (first.map_err(|error| format!("the position is not understood: {error}"))?, 0)
        };
        for (i, text) in moves.iter().enumerate().skip(known) {
            let mv = notation.find(&state, text);
            let mv = mv.map_err(|error| match error {
                PlayError::Run(error) => game.explain(&error),
                _ => {
                    let near = notation.near(&state, text).unwrap_or_default().join(", ");
                    let hint = if near.is_empty() {
                        "the game is over there".to_owned()
                    } else {
                        format!("legal are {near}")
                    };
                    format!("move {}, `{}`, is not legal; {hint}", i + 1, short(text))
                }
            })?;
            state.play_unchecked(&mv).map_err(|error| game.explain(&error))?;
        }
        (self.text, self.moves, self.state) = (text, moves, state);
        Ok(())
    }

    /// Is the present position one of this game, and not of the one before?
    fn is_of(&self, game: &Game) -> bool {
        std::ptr::eq(self.state.game().program(), game.program())
    }

    fn job(&self, go: &Go, out: &mut Vec<String>) -> Result<Todo, String> {
        if !go.ignored.is_empty() {
            out.push(note(&format!("not understood in `go`: {}", go.ignored.join(" "))));
        }
        let state = self.state.clone();
        match state.turn().map_err(|error| self.table.game.explain(&error)) {
            Ok(Turn::Player(_)) => {}
            turn => {
                let why = match turn {
                    Ok(Turn::Over(_)) => "the game is over".to_owned(),
                    Ok(_) => "it is the turn of chance: send a move of its own".to_owned(),
                    Err(why) => why,
                };
                out.push(note(&why));
                out.push(super::say::best(&self.notation(), &state, &[]));
                return Ok(Todo::Nothing);
            }
        }
        let budget = self.budget(go);
        let hold = go.infinite || go.ponder;
        let depth = go.depth.or(go.mate.map(|n| n.saturating_mul(2).saturating_sub(1).max(1)));
        let limits = Limits {
            nodes: go.nodes,
            depth,
            soft: budget.filter(|_| !hold).map(|b| b.soft),
            hard: budget.filter(|_| !hold).map(|b| b.hard),
            lines: self.settings.lines,
            only: self.search_moves(&state, &go.search_moves, out)?,
        };
        let options = self.settings.ai();
        let after_hit = budget.filter(|_| go.ponder);
        Ok(Todo::Think(Box::new(Job { state, notation: self.notation(), options, limits, hold, after_hit })))
    }

    /// The legal ones among the moves that are to be thought about.
    fn search_moves(
        &self,
        state: &State,
        texts: &[String],
        out: &mut Vec<String>,
    ) -> Result<Vec<Move>, String> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let notation = self.notation();
        let explain = |error| self.table.game.explain(&error);
        let (known, moves) = (notation.texts(state).map_err(explain)?, state.moves().map_err(explain)?);
        let mut legal = Vec::new();
        let mut others = Vec::new();
        for text in texts {
            let exact = known.iter().position(|known| known == text).and_then(|at| moves.get(at)).cloned();
            let found = match exact {
                Some(mv) => Some(mv),
                // A line full of what is not legal is not worth a closer look.
                None if others.len() == MAX_OTHERS => continue,
                None => match notation.find(state, text) {
                    Err(PlayError::Run(error)) => return Err(explain(error)),
                    found => found.ok(),
                },
            };
            match found {
                Some(mv) if legal.contains(&mv) => {}
                Some(mv) => legal.push(mv),
                None => others.push(short(text)),
            }
        }
        if !others.is_empty() {
            let all = if legal.is_empty() { "; all moves are thought about" } else { "" };
            out.push(note(&format!("not legal in `searchmoves`: {}{all}", others.join(" "))));
        }
        Ok(legal)
    }

    /// What there is to spend, if time matters at all.
    fn budget(&self, go: &Go) -> Option<Budget> {
        let overhead = self.settings.overhead;
        if let Some(time) = go.move_time {
            return Some(Budget::of_move(time, overhead));
        }
        let seat = choosers(&self.table.game).iter().position(|p| *p == self.state.chooser()).unwrap_or(0);
        let side = self.protocol.side(seat);
        let left = go.left.get(&side).copied();
        if left.is_none() && go.byoyomi.is_zero() {
            return None;
        }
        let clock = Clock {
            left: left.unwrap_or_default(),
            increment: go.increment.get(&side).copied().unwrap_or_default(),
            moves_to_go: go.moves_to_go,
            extra: go.byoyomi,
        };
        Some(Budget::of_clock(&clock, overhead))
    }

    fn query(&self, what: &str) -> Result<String, String> {
        let turn = self.state.turn().map_err(|error| self.table.game.explain(&error))?;
        let choosers = choosers(&self.table.game);
        Ok(match what {
            "gameover" => matches!(turn, Turn::Over(_)).to_string(),
            "p1turn" => (choosers.first() == Some(&self.state.chooser())).to_string(),
            "result" => match turn {
                Turn::Over(outcome) => result(&choosers, &outcome),
                _ => "none".to_owned(),
            },
            "fen" => position::print(&self.state, &self.table.style),
            _ => {
                return Err(format!(
                    "`query {}` is not understood; it may be gameover, p1turn, result or fen",
                    short(what)
                ));
            }
        })
    }
}

/// The players who choose moves, in their order.
pub(crate) fn choosers(game: &Game) -> Vec<PlayerId> {
    let ir = game.ir();
    let chooses = |player: &PlayerId| !ir.players[player.idx()].random && ir.is_active(*player);
    (0..ir.players.len()).map(|p| PlayerId(p as u16)).filter(chooses).collect()
}

/// How UGI says it.
fn result(choosers: &[PlayerId], outcome: &Outcome) -> String {
    let number = |player: &PlayerId| choosers.iter().position(|p| p == player).map_or(0, |n| n + 1);
    match outcome {
        Outcome::Draw => "draw".to_owned(),
        Outcome::Won { player, .. } => format!("p{}win", number(player)),
        Outcome::Lost(player) if choosers.len() <= 2 => format!("p{}win", 3 - number(player).clamp(1, 2)),
        Outcome::Lost(_) => "draw".to_owned(),
    }
}

/// Something to read for people; programs pass over it.
pub(super) fn note(what: &str) -> String {
    format!("info string {}", what.replace(['\n', '\r'], " "))
}

#[cfg(test)]
mod tests;
