//! `zug help`: the same as `--help`, with the verb behind it.

use crate::cli::Cli;
use crate::errors::{Done, Failure};
use crate::help::in_language;
use crate::lang::Lang;
use crate::output::Out;
use clap::CommandFactory;
use std::io::Write;

/// Show the help of the program or of a command
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  zug help
  zug help play")]
pub(crate) struct Args {
    /// A command
    #[arg(value_name = "COMMAND")]
    verb: Option<String>,
}

pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Done {
    let mut command = in_language(Cli::command(), lang);
    command.build();
    let found = match &args.verb {
        None => Some(&mut command),
        Some(verb) => command.find_subcommand_mut(verb),
    };
    let Some(found) = found else {
        let verb = args.verb.as_deref().unwrap_or_default();
        return Err(Failure::usage(format!("there is no command `{verb}`; `zug help` lists all of them")));
    };
    let help = found.render_long_help();
    let colored = crate::color::on_stdout();
    write!(out, "{}", if colored { help.ansi().to_string() } else { help.to_string() })?;
    Ok(())
}
