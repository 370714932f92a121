//! Arguments that several verbs share.

use clap::Args;
use std::path::PathBuf;
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
#[derive(Args, Debug, Clone, Copy, Default)]
pub(crate) struct TextArgs {
    /// Encoding of the rules text: utf-8, cp1251 or cp1252 (normally guessed)
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<Encoding>,

    /// Rules may include files from here too, not only from their own folder (several: as in PATH)
    #[arg(long, value_name = "FOLDER", value_parser = IncludePath::parse, default_value = "", hide_default_value = true)]
    pub(crate) include_path: IncludePath,
}

impl TextArgs {
    /// The same where rules may also include what lies below these folders.
    pub(crate) fn within(self, folders: &[PathBuf]) -> Self {
        let folders = folders.iter().filter(|folder| folder.is_dir());
        let all = self.include_path.folders().iter().chain(folders).cloned().collect();
        TextArgs { include_path: IncludePath::new(all), ..self }
    }
}

/// Folders from which rules may include files. They are read from the command line and needed until the program ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IncludePath(&'static [PathBuf]);

impl IncludePath {
    fn new(folders: Vec<PathBuf>) -> Self {
        IncludePath(folders.leak())
    }

    fn parse(text: &str) -> Result<Self, String> {
        let folders: Vec<PathBuf> =
            std::env::split_paths(text).filter(|f| !f.as_os_str().is_empty()).collect();
        match folders.iter().find(|folder| !folder.is_dir()) {
            Some(missing) => Err(format!("there is no folder `{}`", missing.display())),
            None => Ok(Self::new(folders)),
        }
    }

    pub(crate) fn folders(self) -> &'static [PathBuf] {
        self.0
    }
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
