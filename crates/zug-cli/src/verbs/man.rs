//! `zug man`: manual pages.

use crate::cli::Cli;
use crate::disk;
use crate::errors::{Done, Failure};
use crate::help::in_language;
use crate::lang::Lang;
use crate::output::Out;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Print or write the manual pages
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  zug man | man -l -                        read the page of the program
  zug man ~/.local/share/man/man1           one page for each command, into this folder
  zug man --lang ru ~/.local/share/man/ru/man1")]
pub(crate) struct Args {
    /// Write the pages of all commands into this folder, which is made if need be
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Done {
    let mut command = in_language(Cli::command(), lang);
    command.build();
    let Some(folder) = &args.folder else {
        out.write_all(&page(command)?)?;
        return Ok(());
    };
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::no(format!("cannot make the folder `{}`: {error}", folder.display())))?;
    let verbs: Vec<Command> = command.get_subcommands().cloned().collect();
    write(folder, "zug", command)?;
    for verb in verbs {
        let name = format!("zug-{}", verb.get_name());
        let display = verb.get_display_name().unwrap_or(&name).to_owned();
        write(folder, &display, verb)?;
    }
    Ok(())
}

fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}

fn write(folder: &Path, name: &str, command: Command) -> Done {
    let path = folder.join(format!("{name}.1"));
    disk::write(&path, &page(command)?)
        .map_err(|error| Failure::no(format!("cannot write `{}`: {error}", path.display())))
}
