//! Arguments that several verbs share.

use clap::Args;
use zug_game::Encoding;

/// Which game.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// A library name (`chess`), a path to a `.zrf`, `.zug` or `.zir` file, either with `#Variant Title` behind it
    #[arg(value_name = "GAME")]
    pub(crate) game: String,

    #[command(flatten)]
    pub(crate) text: TextArgs,
}

/// How rules texts were written down.
#[derive(Args, Debug, Clone, Copy)]
pub(crate) struct TextArgs {
    /// Encoding of the rules text: utf-8, cp1251 or cp1252 (normally guessed)
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<Encoding>,
}

/// Which position of the game.
#[derive(Args, Debug, Default)]
pub(crate) struct AtArgs {
    /// Begin from this position, as `zug show` prints it (FEN where the game is chess-like)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Then play these moves, separated by spaces or commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

/// For scripts.
#[derive(Args, Debug, Clone, Copy)]
pub(crate) struct JsonArgs {
    /// Write one JSON document to stdout and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}
