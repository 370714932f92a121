//! The files of `games/`, as bytes of the program.

use std::io;
use zug_game::Files;

/// Path below `games/` and contents, sorted by path; `build.rs` makes the list.
pub(crate) static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The files of the library, for rules that include others. Paths are relative to `games/`.
#[derive(Clone, Copy, Default, Debug)]
pub struct LibraryFiles;

impl Files for LibraryFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match FILES.iter().find(|(name, _)| *name == path) {
            Some((_, bytes)) => Ok(bytes.to_vec()),
            None => Err(io::Error::new(io::ErrorKind::NotFound, "the library has no such file")),
        }
    }
}
