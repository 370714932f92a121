//! The program `zug`: games from rules text, on the command line.

mod args;
mod cli;
mod disk;
mod errors;
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

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let mut out = output::Out::stdout();
    let done = cli.run(&mut out);
    errors::finish(done, out)
}
