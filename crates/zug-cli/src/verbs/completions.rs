//! `zug completions`: what a shell needs to complete verbs and flags.

use crate::cli::Cli;
use crate::errors::Done;
use crate::output::Out;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// Print a script that lets a shell complete commands
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  zug completions bash > ~/.local/share/bash-completion/completions/zug
  zug completions zsh > ~/.zfunc/_zug                                    with ~/.zfunc in fpath
  zug completions fish > ~/.config/fish/completions/zug.fish
  zug completions powershell >> $PROFILE")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "zug", &mut script);
    out.write_all(&script)?;
    Ok(())
}
