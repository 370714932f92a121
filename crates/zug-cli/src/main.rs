//! The program `zug`: games from rules text, on the command line.

mod args;
mod cli;
mod color;
mod disk;
mod errors;
mod help;
mod lang;
mod moves_text;
mod movetext;
mod open;
mod output;
mod review;
mod saved;
mod seed;
mod titles;
mod verbs;
mod words_ru;

use clap::{CommandFactory, FromArgMatches};
use std::process::ExitCode;

fn main() -> ExitCode {
    let early = help::Early::scan(std::env::args_os().skip(1));
    color::choose(early.color);
    let mut command = help::in_language(cli::Cli::command().color(early.color.into()), early.lang);
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let cli = match parsed.and_then(|matches| cli::Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return help::refuse(&error, command, early.lang),
    };
    let mut out = output::Out::stdout();
    let done = cli.run(&mut out);
    errors::finish(done, out)
}
