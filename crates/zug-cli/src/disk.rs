//! Files on disk: reading with clear refusals, writing whole or not at all, finding rules in folders.

use crate::errors::Failure;
use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use zug_game::{Files, MAX_TEXT, resolve_include};
use zug_library::LibraryFiles;

/// Endings of files that hold rules.
const RULES: &[&str] = &["zrf", "zug", "zir"];

/// Why a file was not read. The message names the file and says what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("cannot read `{}`: there is no such file", .0.display())]
    Missing(PathBuf),
    #[error("`{}` is a folder; name a file in it (`zug check` and `zug survey` search folders)", .0.display())]
    Folder(PathBuf),
    #[error("`{}` is too large to be rules: {} MiB, the limit is {} MiB", .0.display(), .1 >> 20, MAX_TEXT >> 20)]
    TooLarge(PathBuf, u64),
    #[error("cannot read `{}`: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
}

/// The bytes of a text file. A file above the limit is refused before it is read.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    let io = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => ReadError::Missing(path.to_owned()),
        _ => ReadError::Io(path.to_owned(), error),
    };
    let metadata = fs::metadata(path).map_err(io)?;
    if metadata.is_dir() {
        return Err(ReadError::Folder(path.to_owned()));
    }
    if metadata.len() > MAX_TEXT as u64 {
        return Err(ReadError::TooLarge(path.to_owned(), metadata.len()));
    }
    // Pipes and devices have no length beforehand.
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)).map_err(io)?;
    if bytes.len() > MAX_TEXT {
        return Err(ReadError::TooLarge(path.to_owned(), bytes.len() as u64));
    }
    Ok(bytes)
}

/// Begins the paths of files that were found in the library.
const LIBRARY: &str = "zug:/";

/// Files that rules include. Names are found regardless of case: most were written on Windows. What is not on disk is
/// looked for in the library.
#[derive(Default)]
pub(crate) struct DiskFiles {
    /// Every file that was found, for those who ask what is included.
    read: RefCell<Vec<PathBuf>>,
}

impl DiskFiles {
    /// The files read so far.
    pub(crate) fn into_read(self) -> Vec<PathBuf> {
        self.read.into_inner()
    }
}

impl Files for DiskFiles {
    fn find(&self, from: &str, written: &str) -> String {
        let path = resolve_include(from, written);
        if path.starts_with(LIBRARY) || any_case(Path::new(&path)).exists() {
            return path;
        }
        LibraryFiles::path_of(written).map_or(path, |found| format!("{LIBRARY}{found}"))
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if let Some(path) = path.strip_prefix(LIBRARY) {
            return LibraryFiles.read(path);
        }
        let path = any_case(Path::new(path));
        let bytes = read(&path).map_err(|error| match error {
            ReadError::Io(_, error) => error,
            ReadError::Missing(_) => io::ErrorKind::NotFound.into(),
            ReadError::Folder(_) => io::ErrorKind::IsADirectory.into(),
            ReadError::TooLarge(..) => io::ErrorKind::FileTooLarge.into(),
        })?;
        self.read.borrow_mut().push(path);
        Ok(bytes)
    }
}

/// The file itself, or the one beside it whose name differs in upper and lower case only.
pub(crate) fn any_case(path: &Path) -> PathBuf {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return path.to_owned() };
    if path.exists() {
        return path.to_owned();
    }
    let folder_to_list = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let lower = |name: &OsStr| name.to_string_lossy().to_lowercase();
    let names = fs::read_dir(folder_to_list).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let mut alike: Vec<_> = names.filter(|other| lower(other) == lower(name)).collect();
    alike.sort();
    alike.first().map_or_else(|| path.to_owned(), |found| folder.join(found))
}

/// A file that is there is not replaced without being asked.
pub(crate) fn is_free(path: &Path) -> Result<(), Failure> {
    match path.symlink_metadata() {
        Ok(_) => Err(Failure::usage(format!("`{}` is there already; `--force` replaces it", path.display()))),
        Err(_) => Ok(()),
    }
}

/// Writes a file whole or not at all: a reader never sees half of it, a failure leaves the old one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Some(name) = path.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    let beside = path.with_file_name(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let written = File::create_new(&beside)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// The ending of a name, in lower case.
pub(crate) fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

pub(crate) fn is_rules(path: &Path) -> bool {
    RULES.contains(&ending(path).as_str())
}

/// All files below a folder that `wanted` accepts, sorted. Links to folders are not followed, so it ends.
pub(crate) fn search(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, ReadError> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let io = |error| ReadError::Io(folder.clone(), error);
        for entry in fs::read_dir(&folder).map_err(io)? {
            let entry = entry.map_err(io)?;
            let path = entry.path();
            if entry.file_type().map_err(io)?.is_dir() {
                folders.push(path);
            } else if wanted(&path) && path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
