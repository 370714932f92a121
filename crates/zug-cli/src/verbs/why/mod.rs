//! `zug why`: why a move is legal, illegal or forced.

mod cells;
mod says;

use crate::args::{AtArgs, GameArgs, JsonArgs};
use crate::errors::{Code, Done, Failure};
use crate::open::{Opened, open};
use crate::output::Out;
use says::{Note, Says, Told};
use serde::Serialize;
use std::io::{self, Write};
use zug_game::{Explanation, Place, State, WhyError};

/// Say why a move is legal, illegal or forced, with the place in the rules
#[derive(clap::Args, Debug)]
#[command(after_help = "\
MOVE is a name as `zug moves` lists it, a move as players write it (`Nf3`), or the cells of something you would like to play. For an illegal move
the check that stops it is shown, for a legal one the rule that makes it, for a forced one what forces it.
Exit code 1 if the move is illegal. Rules in ZRF are explained with the place of the rule as a whole; rules
in the Zug language with the place of each check.

Examples:
  zug why chess.zug e2-e4                             which rule makes it
  zug why chess.zug a1-a3                             what is in the way
  zug why chess.zug --moves \"e2-e4 e7-e5\" e1-g1       after some moves
  zug why english-draughts.zug --position \"Black Man c3 g3; White Man d4; @turn Black\" g3-h4
  zug why reversi.zug Disc@a1 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The move: `e2-e4`, `Pawn@e4`, `pass`
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    text: String,
    #[command(flatten)]
    at: AtArgs,
    /// The same as `--moves`
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "moves")]
    after: Option<String>,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    let moves = args.at.moves.clone().or_else(|| args.after.clone());
    let state = opened.at(&AtArgs { position: args.at.position.clone(), moves })?;
    let name = legal_name(&opened, &state, &args.text)?;
    let why = state.why(name.as_deref().unwrap_or(&args.text)).map_err(|error| match error {
        WhyError::Run(error) => Failure::run(&opened.game)(error),
        error @ WhyError::Unreadable { .. } => Failure::usage(error),
    })?;
    let says = Says { state: &state };
    let (told, forced) = (says.reason(&why.reason), why.forced.as_ref().map(|forced| says.forced(forced)));
    if args.json.json {
        out.json(&Answer::new(&why, &told, forced.as_ref()))?;
    } else {
        write(out, &why, &told, forced.as_ref())?;
    }
    if why.legal { Ok(()) } else { Err(Failure::Said(Code::No)) }
}

/// The name of the legal move that the text means in any notation, if it means one.
fn legal_name(opened: &Opened, state: &State, text: &str) -> Result<Option<String>, Failure> {
    let Ok(mv) = opened.reader.find(state, text) else { return Ok(None) };
    let named = state.named_moves().map_err(Failure::run(&opened.game))?;
    Ok(named.into_iter().find(|(_, other)| **other == mv).map(|(name, _)| name))
}

fn write(out: &mut Out, why: &Explanation, told: &Told, forced: Option<&Told>) -> io::Result<()> {
    let legal = if why.legal { "legal" } else { "illegal" };
    writeln!(out, "{} is {legal}: {}", why.name, told.text)?;
    write_notes(out, &told.notes)?;
    if let Some(forced) = forced {
        writeln!(out, "{}", forced.text)?;
        write_notes(out, &forced.notes)?;
    }
    Ok(())
}

fn write_notes(out: &mut Out, notes: &[Note]) -> io::Result<()> {
    for note in notes {
        writeln!(out, "\n  {}", note.text)?;
        if let Some(place) = &note.place {
            write_place(out, place)?;
            for (name, call) in &place.calls {
                writeln!(out, "  in this call of `{name}`")?;
                write_place(out, call)?;
            }
        }
    }
    Ok(())
}

/// The line with the place marked below it.
fn write_place(out: &mut Out, place: &Place) -> io::Result<()> {
    let excerpt = &place.excerpt;
    let indent = excerpt.text.len() - excerpt.text.trim_start().len();
    let indent = indent.min(excerpt.mark.start);
    let (line, before) = (&excerpt.text[indent..], &excerpt.text[indent..excerpt.mark.start]);
    let blank: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    writeln!(out, "    {place}")?;
    writeln!(out, "      | {}", line.trim_end())?;
    writeln!(out, "      | {blank}{}", "^".repeat(place.words().chars().count().max(1)))
}

#[derive(Serialize)]
struct Answer<'a> {
    /// The name of the move, or what was asked for.
    #[serde(rename = "move")]
    name: &'a str,
    legal: bool,
    /// One word for the sort of reason.
    code: &'static str,
    reason: &'a str,
    because: Vec<NoteRow<'a>>,
    /// Left out if nothing forces anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    forced: Option<ForcedRow<'a>>,
}

#[derive(Serialize)]
struct ForcedRow<'a> {
    /// There is no other legal move.
    only: bool,
    reason: &'a str,
    because: Vec<NoteRow<'a>>,
}

#[derive(Serialize)]
struct NoteRow<'a> {
    text: &'a str,
    /// Where on the board.
    cell: Option<&'a str>,
    #[serde(flatten)]
    place: Option<PlaceRow<'a>>,
}

#[derive(Serialize)]
struct PlaceRow<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    /// The author's words, and the line they stand on.
    words: &'a str,
    excerpt: &'a str,
    /// Calls of macros or definitions that led there, innermost first.
    calls: Vec<CallRow<'a>>,
}

#[derive(Serialize)]
struct CallRow<'a> {
    name: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Answer<'a> {
    fn new(why: &'a Explanation, told: &'a Told, forced: Option<&'a Told>) -> Self {
        let only = why.forced.as_ref().is_some_and(|forced| forced.only);
        Answer {
            name: &why.name,
            legal: why.legal,
            code: told.code,
            reason: &told.text,
            because: told.notes.iter().map(NoteRow::new).collect(),
            forced: forced.map(|told| ForcedRow {
                only,
                reason: &told.text,
                because: told.notes.iter().map(NoteRow::new).collect(),
            }),
        }
    }
}

impl<'a> NoteRow<'a> {
    fn new(note: &'a Note) -> Self {
        NoteRow {
            text: &note.text,
            cell: note.cell.as_deref(),
            place: note.place.as_ref().map(PlaceRow::new),
        }
    }
}

impl<'a> PlaceRow<'a> {
    fn new(place: &'a Place) -> Self {
        let call = |(name, place): &'a (String, Place)| CallRow {
            name,
            file: &place.file,
            line: place.excerpt.line,
            column: place.excerpt.column,
        };
        PlaceRow {
            file: &place.file,
            line: place.excerpt.line,
            column: place.excerpt.column,
            words: place.words(),
            excerpt: place.excerpt.text.trim(),
            calls: place.calls.iter().map(call).collect(),
        }
    }
}
