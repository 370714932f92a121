//! Other files: how their names are found, and how a compiler asks for them.
//!
//! Names are plain strings with forward slashes, on every system: rule files were written on Windows
//! and name their includes with backslashes. Nothing here touches a file system.

use std::io;

/// What a compiler asks the outside for: the bytes of other files. Callers implement it over a file
/// system, a built-in library or memory, and decide which paths they allow.
pub trait Files {
    /// # Errors
    ///
    /// Whatever stops the file from being read; the compiler reports it at the include statement.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// The path, for [`Files::read`], of the file that the file `from` calls `written`. Callers with a library of files
    /// for everybody look there if nothing of that name lies where `from` says.
    fn find(&self, from: &str, written: &str) -> String {
        resolve_include(from, written)
    }
}

impl<F: Files + ?Sized> Files for &F {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        (**self).read(path)
    }

    fn find(&self, from: &str, written: &str) -> String {
        (**self).find(from, written)
    }
}

/// No files at all: for texts that may not include others.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _path: &str) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "other files cannot be included here"))
    }
}

/// Why a file was not read, for a message: what [`Files`] says in words of its own, else the sort of error. What a system says
/// differs from one to the next.
pub fn why_unread(problem: &io::Error) -> String {
    problem.get_ref().map_or_else(|| problem.kind().to_string(), ToString::to_string)
}

/// The name of the file that the file `from` calls `written`: relative to the directory of `from`,
/// with forward slashes, and without `.` and `..` as far as they can be resolved.
pub fn resolve_include(from: &str, written: &str) -> String {
    let written = written.replace('\\', "/");
    let from = from.replace('\\', "/");
    let directory = from.rfind('/').map_or("", |slash| &from[..=slash]);
    let path = if is_absolute(&written) { written } else { format!("{directory}{written}") };
    simplify(&path)
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || drive(path).is_some()
}

/// `C:`, which `..` must not remove.
fn drive(path: &str) -> Option<&str> {
    let bytes = path.as_bytes();
    (bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':').then(|| &path[..2])
}

fn simplify(path: &str) -> String {
    let drive = drive(path).unwrap_or("");
    let rest = &path[drive.len()..];
    // Two slashes in front name a computer of the network.
    let root = if rest.starts_with("//") {
        "//"
    } else if rest.starts_with('/') {
        "/"
    } else {
        ""
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|&last| last != "..") => {
                parts.pop();
            }
            ".." if !root.is_empty() => {}
            part => parts.push(part),
        }
    }
    format!("{drive}{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_relative_to_the_including_file() {
        let cases = [
            ("games/sokoban/levels.zrf", "sokoban.inc", "games/sokoban/sokoban.inc"),
            ("levels.zrf", "sokoban.inc", "sokoban.inc"),
            ("games/a.zrf", "..\\lib\\b.inc", "lib/b.inc"),
            ("games\\x\\a.zrf", ".\\b.inc", "games/x/b.inc"),
            ("a.zrf", "../b.inc", "../b.inc"),
            ("../a.zrf", "../b.inc", "../../b.inc"),
            ("/home/a.zrf", "../../../b.inc", "/b.inc"),
            ("games/a.zrf", "/lib/b.inc", "/lib/b.inc"),
            ("games/a.zrf", "C:\\lib\\b.inc", "C:/lib/b.inc"),
            ("C:\\games\\a.zrf", "..\\..\\b.inc", "C:/b.inc"),
            ("\\\\host\\games\\a.zrf", "b.inc", "//host/games/b.inc"),
            ("games/Волки/a.zrf", "Ы:b", "games/Волки/Ы:b"),
            ("games/a.zrf", "", "games"),
        ];
        for (from, written, expected) in cases {
            assert_eq!(resolve_include(from, written), expected, "{written} in {from}");
        }
    }

    #[test]
    fn no_files_means_none() {
        let files: &dyn Files = &NoFiles;
        assert_eq!(files.read("a").unwrap_err().kind(), io::ErrorKind::Unsupported);
    }
}
