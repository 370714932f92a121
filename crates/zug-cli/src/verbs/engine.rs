//! `zug engine`: other programs ask, we think.

use crate::args::{GameArgs, TextArgs};
use crate::errors::{Done, Failure};
use crate::open::Rules;
use crate::open::{open, open_rules};
use crate::output::Out;
use std::io::{BufReader, stdin};
use zug_engine::{Table, Variants, serve};
use zug_library::Entry;

/// Play for another program, over an engine protocol
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Reads commands from the standard input and answers on the standard output: UCI for chess and its relatives, USI for shogi, UGI for
any game. The first word (`uci`, `usi`, `ugi`) decides. A chess program wants the command `zug engine chess`; it can then
choose other games by UCI_Variant. docs/engines.md has the details.

Examples:
  zug engine chess                                    what to enter in a chess program
  zug engine shogi                                    the same for shogi (USI)
  printf 'position startpos\\ngo movetime 500\\n' | zug engine chess
  zug match chess ai \"uci:zug engine chess\"")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    serve(opened.table(), Box::new(Library), BufReader::new(stdin()), out)?;
    Ok(())
}

/// The games of the library that engine protocols have names for.
struct Library;

impl Library {
    fn named() -> impl Iterator<Item = (&'static str, &'static Entry)> {
        let named = |entry: &'static Entry| Some((entry.presentation().uci_variant.as_deref()?, entry));
        // Where a game has rules in both languages, the preferred ones play.
        zug_library::games().iter().filter(|entry| entry.id == entry.name).filter_map(named)
    }
}

impl Variants for Library {
    fn names(&self) -> Vec<String> {
        Library::named().map(|(name, _)| name.to_owned()).collect()
    }

    fn open(&self, name: &str) -> Result<Table, String> {
        let (_, entry) = Library::named()
            .find(|(other, _)| *other == name)
            .ok_or_else(|| format!("there is no variant `{name}`"))?;
        let opened = open_rules(Rules::Library(entry), None, TextArgs::default());
        opened.map(|opened| opened.table()).map_err(|failure| match failure {
            Failure::No(why) | Failure::Usage(why) => why,
            _ => format!("the rules of `{name}` do not load"),
        })
    }
}
