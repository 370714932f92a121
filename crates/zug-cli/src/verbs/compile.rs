//! `zug compile`: the compiled game as text.

use crate::args::{GameArgs, JsonArgs};
use crate::disk;
use crate::errors::{Done, Failure};
use crate::open::open;
use crate::output::Out;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Print the compiled game, to read, keep and load instead of the rules
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The text is checked like any other input when it is loaded again.

Examples:
  zug compile mygame.zrf                    to the terminal
  zug compile mygame.zrf -o mygame.zir      to a file, which every verb reads
  zug compile \"mygame.zrf#Big board\"        a variant")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Write to this file instead
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Serialize)]
struct Answer<'a> {
    title: &'a str,
    output: Option<String>,
    /// The compiled game, unless it was written to a file.
    text: Option<&'a str>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    let text = zug_game::ir::print(opened.game.ir());
    if let Some(path) = &args.output {
        disk::write(path, text.as_bytes())
            .map_err(|error| Failure::no(format!("cannot write `{}`: {error}", path.display())))?;
    }
    if args.json.json {
        let output = args.output.as_ref().map(|path| path.display().to_string());
        let text = args.output.is_none().then_some(text.as_str());
        out.json(&Answer { title: opened.game.title(), output, text })?;
    } else if args.output.is_none() {
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}
