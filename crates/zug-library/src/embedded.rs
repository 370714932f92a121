//! The files of `games/`, as bytes of the program.

use std::io;
use zug_game::Files;

/// Path below `games/` and contents, sorted by path; `build.rs` makes the list.
pub(crate) static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The files of the library, for rules that include others. Paths are relative to `games/`.
#[derive(Clone, Copy, Default, Debug)]
pub struct LibraryFiles;

impl LibraryFiles {
    /// The path of the file that rules outside the library call `written`: `lib/chess.zug`, or `../lib/chess.zug` as the
    /// library's own games do.
    pub fn path_of(written: &str) -> Option<&'static str> {
        let mut wanted = written.replace('\\', "/");
        while let Some(rest) = wanted.strip_prefix("./").or_else(|| wanted.strip_prefix("../")) {
            wanted = rest.to_owned();
        }
        FILES.iter().map(|(path, _)| *path).find(|path| path.eq_ignore_ascii_case(&wanted))
    }
}

impl Files for LibraryFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match FILES.iter().find(|(name, _)| *name == path) {
            Some((_, bytes)) => Ok(bytes.to_vec()),
            None => Err(io::Error::new(io::ErrorKind::NotFound, "the library has no such file")),
        }
    }
}
