//! Files on disk: reading with clear refusals, writing whole or not at all, finding rules in folders.

use crate::args::IncludePath;
use crate::errors::Failure;
use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
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
    #[error("`{}` is {}, not a file; save its contents in a file first", .0.display(), .1)]
    Special(PathBuf, &'static str),
    #[error("`{}` is too large to be rules: {} MiB, the limit is {} MiB", .0.display(), .1 >> 20, MAX_TEXT >> 20)]
    TooLarge(PathBuf, u64),
    #[error("cannot read `{}`: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
}

/// The bytes of a text file. Pipes and devices are refused, not waited for, and a file above the limit is refused before it is
/// read.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    let io = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => ReadError::Missing(path.to_owned()),
        _ => ReadError::Io(path.to_owned(), error),
    };
    // Opening some devices does something; sockets cannot be opened.
    is_text_file(path, &fs::metadata(path).map_err(io)?)?;
    let file = open_at_once(path).map_err(io)?;
    // By now something else may have that name. What is open stays what it is.
    is_text_file(path, &file.metadata().map_err(io)?)?;
    let mut bytes = Vec::new();
    // It may grow meanwhile.
    file.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() > MAX_TEXT {
        return Err(ReadError::TooLarge(path.to_owned(), bytes.len() as u64));
    }
    Ok(bytes)
}

/// Opens a file for reading without waiting for anybody to write to it.
fn open_at_once(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
    }
    options.open(path)
}

fn is_text_file(path: &Path, metadata: &Metadata) -> Result<(), ReadError> {
    if metadata.is_dir() {
        return Err(ReadError::Folder(path.to_owned()));
    }
    if !metadata.is_file() {
        return Err(ReadError::Special(path.to_owned(), what_it_is(metadata)));
    }
    if metadata.len() > MAX_TEXT as u64 {
        return Err(ReadError::TooLarge(path.to_owned(), metadata.len()));
    }
    Ok(())
}

/// What something is called that is neither a file nor a folder.
fn what_it_is(metadata: &Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        match metadata.file_type() {
            kind if kind.is_fifo() => return "a pipe",
            kind if kind.is_socket() => return "a socket",
            _ => {}
        }
    }
    let _ = metadata;
    "a device"
}

/// Begins the paths of files that were found in the library.
const LIBRARY: &str = "zug:/";

/// Files that rules include: those in the folder of the rules and below, and in folders that the user allows. Links are followed
/// first. All others are as good as absent, so that rules from strangers cannot show what else is on the disk. Names are found
/// regardless of case: most were written on Windows. What is not on disk is looked for in the library.
pub(crate) struct DiskFiles {
    /// Real paths of the folders.
    folders: Vec<PathBuf>,
    /// Every file that was found, for those who ask what is included.
    read: RefCell<Vec<PathBuf>>,
}

impl DiskFiles {
    /// For the rules at a path.
    pub(crate) fn new(rules: &Path, allowed: IncludePath) -> Self {
        // Where a link to rules lies, and where it leads: the user has named both.
        let beside = fs::canonicalize(folder_of(rules)).ok();
        let real = fs::canonicalize(rules).ok().map(|rules| folder_of(&rules).to_owned());
        let allowed = allowed.folders().iter().filter_map(|folder| fs::canonicalize(folder).ok());
        let folders = beside.into_iter().chain(real).chain(allowed).collect();
        DiskFiles { folders, read: RefCell::default() }
    }

    /// The files read so far.
    pub(crate) fn into_read(self) -> Vec<PathBuf> {
        self.read.into_inner()
    }

    fn is_allowed(&self, real: &Path) -> bool {
        self.folders.iter().any(|folder| real.starts_with(folder))
    }

    /// The real path of a file that may be included.
    fn allowed(&self, path: &Path) -> Result<PathBuf, io::Error> {
        let real = fs::canonicalize(path);
        let place = match &real {
            Ok(real) => Some(real.clone()),
            Err(_) => path.ancestors().skip(1).find_map(|folder| fs::canonicalize(or_here(folder)).ok()),
        };
        if place.is_some_and(|place| self.is_allowed(&place)) {
            return real;
        }
        Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "outside the folder of the rules; `--include-path FOLDER` allows another one",
        ))
    }
}

impl Files for DiskFiles {
    fn find(&self, from: &str, written: &str) -> String {
        let path = resolve_include(from, written);
        if path.starts_with(LIBRARY) || self.allowed(&any_case(Path::new(&path))).is_ok() {
            return path;
        }
        LibraryFiles::path_of(written).map_or(path, |found| format!("{LIBRARY}{found}"))
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if let Some(path) = path.strip_prefix(LIBRARY) {
            return LibraryFiles.read(path);
        }
        let path = any_case(Path::new(path));
        let bytes = read(&self.allowed(&path)?).map_err(|error| match error {
            ReadError::Io(_, error) => error,
            ReadError::Missing(_) => io::ErrorKind::NotFound.into(),
            ReadError::Folder(_) => io::ErrorKind::IsADirectory.into(),
            ReadError::TooLarge(..) => io::ErrorKind::FileTooLarge.into(),
            ReadError::Special(_, what) => {
                io::Error::new(io::ErrorKind::InvalidInput, format!("{what}, not a file"))
            }
        })?;
        self.read.borrow_mut().push(path);
        Ok(bytes)
    }
}

fn folder_of(path: &Path) -> &Path {
    or_here(path.parent().unwrap_or(Path::new("")))
}

/// The folder without a name is the one we are in.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// The file that another one names and that lies in its folder or below; links are followed first.
pub(crate) fn beside(file: &Path, written: &str) -> Option<PathBuf> {
    let path = any_case(&folder_of(file).join(written));
    let (real, folder) = (fs::canonicalize(&path).ok()?, fs::canonicalize(folder_of(file)).ok()?);
    (real.starts_with(folder) && real.is_file()).then_some(path)
}

/// The file itself, or the one beside it whose name differs in upper and lower case only.
pub(crate) fn any_case(path: &Path) -> PathBuf {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return path.to_owned() };
    if path.exists() {
        return path.to_owned();
    }
    let lower = |name: &OsStr| name.to_string_lossy().to_lowercase();
    let names = fs::read_dir(or_here(folder)).into_iter().flatten().flatten().map(|entry| entry.file_name());
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
    // What is written takes the place of what has the name; that of a device must not be taken.
    if let Some(metadata) = fs::metadata(path).ok().filter(|metadata| !metadata.is_file()) {
        let what = if metadata.is_dir() { "a folder" } else { what_it_is(&metadata) };
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {what}, not a file")));
    }
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
