//! Writing a game as ZSG.

use super::canon::Line;
use super::file::{OPENING, RULES_FILE, SetupEdit, VARIANT, Zsg, encode, read, word};
use super::replay::{edited, may_stop, next_number, texts};
use crate::names::Names;
use std::fmt::Write;
use zug_game::ir::Pile;
use zug_game::{CellId, Encoding, Game, Move, Part, State};

/// What a saved game says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// One letter for each player: `H` a person, `C` the computer.
    pub letters: String,
    pub rules_file: String,
    pub variant: String,
    pub encoding: Encoding,
}

impl Header {
    /// All players are people, but for chance; the variant is the game's title.
    pub fn new(game: &Game, rules_file: &str) -> Self {
        let letter = |p: &zug_game::ir::Player| if p.random { 'C' } else { 'H' };
        Header {
            letters: game.ir().players.iter().map(letter).collect(),
            rules_file: rules_file.to_owned(),
            variant: game.title().to_owned(),
            encoding: Encoding::Utf8,
        }
    }
}

/// Why a game cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// An edit names something the game does not have.
    #[error("{0}")]
    Edit(String),
    /// The turn with this number, from 0, is not legal where it stands.
    #[error("turn {turn} of the game is not legal")]
    Illegal { turn: usize },
    /// The rules asked for too much.
    #[error("turn {turn} of the game: {message}")]
    Run { turn: usize, message: String },
}

/// The game that begins with the start position, `edits` made, and goes on with `turns`.
///
/// Parts whose texts are equal are told apart by ` # n` (our addition; files of Zillions have none).
pub fn write(game: &Game, header: &Header, edits: &[SetupEdit], turns: &[Move]) -> Result<Zsg, WriteError> {
    let names = Names::new(game);
    let mut text = String::new();
    let line = |text: &str| text.replace(['\r', '\n'], " ");
    let _ = write!(text, "{OPENING}0.02 {}\r\n", line(&header.letters));
    let _ =
        write!(text, "{RULES_FILE}{}\r\n{VARIANT}{}\r\n", line(&header.rules_file), line(&header.variant));
    for edit in edits {
        let _ = match edit {
            SetupEdit::Clear { cell } => write!(text, "(x {})\r\n", word(cell)),
            SetupEdit::Place { player, kind, cell } => {
                write!(text, "({} {} {})\r\n", word(player), word(kind), word(cell))
            }
        };
    }
    let mut state = edited(&names, edits).map_err(|(_, what)| WriteError::Edit(what))?;
    let mut number = 1;
    for (turn, mv) in turns.iter().enumerate() {
        for part in turn_lines(&state, mv, turn)? {
            let _ = write!(text, "{number}. {part}\r\n");
        }
        let index = state.position().turn_idx();
        state.play_unchecked(mv).map_err(|e| WriteError::Run { turn, message: game.explain(&e) })?;
        number = next_number(&state, index, number, mv);
    }
    read(&encode(&text, header.encoding)).map_err(|e| WriteError::Edit(e.to_string()))
}

/// The edits that make a position of the start. Says why if there are none.
pub fn edits_to(first: &State) -> Result<Vec<SetupEdit>, String> {
    let game = first.game();
    let start = game.start();
    if first.hash() == start.hash() {
        return Ok(Vec::new());
    }
    if game.ir().rules.pile != Pile::Single {
        return Err("a saved game (ZSG) cannot hold a set-up with piles".to_owned());
    }
    let mut edits = Vec::new();
    for cell in (0..game.ir().board.cells.len()).map(|i| CellId(i as u16)) {
        let (old, new) = (start.position().piece(cell), first.position().piece(cell));
        let name = || game.cell_name(cell).to_owned();
        if old != new && old.is_some() {
            edits.push(SetupEdit::Clear { cell: name() });
        }
        if old != new && new.is_some() {
            let player = game.player_name(new.owner()).to_owned();
            let kind = game.kind_name(new.kind()).to_owned();
            edits.push(SetupEdit::Place { player, kind, cell: name() });
        }
    }
    Ok(edits)
}

/// The lines of one turn.
fn turn_lines(state: &State, mv: &Move, turn: usize) -> Result<Vec<String>, WriteError> {
    let game = state.game();
    let run = |e: zug_game::RunError| WriteError::Run { turn, message: game.explain(&e) };
    let mut walk = state.walk().map_err(run)?;
    let mut lines = Vec::new();
    for part in mv.parts() {
        let index = walk.parts().position(|offered| same(offered.part(0), part));
        let index = index.ok_or(WriteError::Illegal { turn })?;
        let texts = texts(game, &walk);
        let before = texts[..index].iter().filter(|t| **t == texts[index]).count();
        lines.push(if before == 0 {
            texts[index].clone()
        } else {
            format!("{} # {}", texts[index], before + 1)
        });
        walk.choose(index).map_err(run)?;
    }
    if !may_stop(state, &walk).map_err(run)? {
        return Err(WriteError::Illegal { turn });
    }
    // Said only where something could have followed; a pass is a turn of its own.
    if mv.is_pass() || walk.parts().len() > 0 {
        lines.push("Pass".to_owned());
    }
    debug_assert!(lines.iter().all(|l| l == "Pass" || !Line::new(l).is_pass()));
    Ok(lines)
}

fn same(a: Part<'_>, b: Part<'_>) -> bool {
    (a.head.from, a.head.to, a.head.then) == (b.head.from, b.head.to, b.head.then) && a.actions == b.actions
}
