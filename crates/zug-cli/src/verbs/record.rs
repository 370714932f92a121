//! `zug record`: saved games read and verified.

use crate::args::{JsonArgs, TextArgs};
use crate::disk;
use crate::errors::{Code, Done, Failure};
use crate::open::{locate, open_named, open_rules};
use crate::output::{End, Out, count};
use crate::saved;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use zug_notation::zsg;

/// Read and verify a saved game (ZSG)
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every recorded move is played again by the rules, which are looked for beside the saved game.

Examples:
  zug record mygame.zsg
  zug record mygame.zsg --game chess            by other rules
  zug record mygame.zsg --write copy.zsg        write it back, byte for byte
  zug record mygame.zsg --json")]
pub(crate) struct Args {
    /// The saved game
    file: PathBuf,
    /// Play it by the rules of this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// If every move is legal, write the saved game to this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Serialize)]
struct Answer {
    file: String,
    rules: String,
    title: String,
    ok: bool,
    /// Recorded moves; a part of a move that was saved on a line of its own is one.
    moves: usize,
    /// How many of them are legal, in order.
    replayed: usize,
    /// Lines that we would write in the same words.
    same_text: usize,
    #[serde(flatten)]
    end: End,
    error: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let saved = saved::read(&args.file)?;
    let opened = match &args.game {
        Some(game) if game.contains('#') => open_named(game, args.text)?,
        Some(game) => open_rules(locate(game)?.0, Some(&saved.variant), args.text)?,
        None => open_rules(saved::rules_of(&args.file, &saved)?, Some(&saved.variant), args.text)?,
    };
    let replay = zsg::replay(&opened.game, &saved);
    let outcome = replay.end.outcome().map_err(Failure::run(&opened.game))?;
    let answer = Answer {
        file: args.file.display().to_string(),
        rules: opened.rules.name(),
        title: opened.game.title().to_owned(),
        ok: replay.error.is_none(),
        moves: replay.moves,
        replayed: replay.replayed,
        same_text: replay.same_text,
        end: End::of(&replay.end, outcome),
        error: replay.error.as_ref().map(ToString::to_string),
    };
    if args.json.json {
        out.json(&answer)?;
    } else {
        print(&answer, out)?;
    }
    if !answer.ok {
        return Err(Failure::Said(Code::No));
    }
    if let Some(path) = &args.write {
        disk::write(path, saved.to_bytes())
            .map_err(|error| Failure::no(format!("cannot write `{}`: {error}", path.display())))?;
    }
    Ok(())
}

fn print(answer: &Answer, out: &mut Out) -> Done {
    let Answer { file, title, moves, replayed, .. } = answer;
    match &answer.error {
        None => writeln!(out, "{file}: ok, {} of {title}", count(*moves, "move"))?,
        Some(error) => {
            writeln!(out, "{file}: {replayed} of {} of {title} are legal; {error}", count(*moves, "move"))?
        }
    }
    match &answer.end.outcome {
        Some(outcome) => writeln!(out, "at the end: {outcome}")?,
        None => writeln!(out, "at the end: not over")?,
    }
    Ok(())
}
