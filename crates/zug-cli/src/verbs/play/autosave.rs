//! The game in progress, kept on disk after every change: whatever ends the program, the next start can go on with it.
//!
//! The files lie in the platform's data folder, numbered for each game. Who plays holds the lock beside his file, so that two
//! who play the same game at a time do not write over each other; the lock of a program that was killed is free.

use super::says::Says;
use super::sitting::{Next, Sitting};
use crate::disk;
use crate::open::{Opened, Rules};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use zug_game::Record;
use zug_notation::Format;
use zug_notation::format::{RecordFile, write};

/// So many unfinished games are kept for one game.
const MOST: usize = 9;
/// Tags of ours in the file: what draws the chance moves, and who plays.
pub(super) const SEED: &str = "zug-seed";
pub(super) const PLAYERS: &str = "zug-players";

/// Where the game in progress is kept.
pub(super) struct Autosave {
    place: Option<Place>,
    /// What [`Sitting::changes`] was when it was written last.
    kept: u64,
}

struct Place {
    file: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
}

/// A game that was not finished.
pub(super) struct Unfinished {
    pub(super) record: Record,
    pub(super) tags: Vec<(String, String)>,
}

impl Autosave {
    /// Nothing is kept.
    pub(super) fn off() -> Self {
        Autosave { place: None, kept: 0 }
    }

    /// Finds a place for a game. If `offer` is set, it is the one of an unfinished game where there is one.
    pub(super) fn new(opened: &Opened, offer: bool) -> Result<(Self, Option<Unfinished>), String> {
        let folder = folder().ok_or("the environment names no folder for data")?;
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut free = None;
        for number in 1..=MOST {
            let file = folder.join(format!("{}-{number}.zgr", key(opened)));
            let is_used = file.exists();
            if !is_used && free.is_some() || is_used && !offer {
                continue;
            }
            let Some(place) = Place::lock(file)? else { continue };
            match place.read(opened) {
                Some(unfinished) => return Ok((Autosave { place: Some(place), kept: 0 }, Some(unfinished))),
                None if !is_used => free = Some(place),
                None => {}
            }
        }
        let free = free.ok_or_else(|| format!("{} holds {MOST} unfinished games", folder.display()))?;
        Ok((Autosave { place: Some(free), kept: 0 }, None))
    }

    /// Writes the game, if it has changed.
    pub(super) fn keep(&mut self, opened: &Opened, sitting: &Sitting) -> Result<(), String> {
        let Some(place) = self.place.as_ref().filter(|_| sitting.changes() > self.kept) else {
            return Ok(());
        };
        self.kept = sitting.changes();
        let mut tags = vec![
            (SEED.to_owned(), sitting.seed().to_string()),
            (PLAYERS.to_owned(), sitting.seats().specs().join(" | ")),
        ];
        tags.extend(super::files::resigned_tag(opened, sitting));
        let rules = opened.rules.file_name();
        let written = write(Format::Zgr, sitting.record(), &tags, &opened.settings, &rules);
        let kept = written.map_err(|error| error.to_string()).and_then(|written| {
            disk::write(&place.file, &written.bytes)
                .map_err(|error| format!("{}: {error}", place.file.display()))
        });
        if kept.is_err() {
            // It would fail at every move.
            self.place = None;
        }
        kept
    }

    /// The player leaves: a game that is over needs to be kept no longer.
    pub(super) fn leave(&self, sitting: &Sitting) {
        let over = matches!(sitting.next(), Ok(Next::Over(_) | Next::Resigned(_)));
        let empty = sitting.record().n_nodes() == 1;
        if let Some(place) = self.place.as_ref().filter(|_| over || empty) {
            // A file that stays is offered again, and that is all.
            let _ = fs::remove_file(&place.file);
        }
    }
}

impl Place {
    /// `None` if another terminal plays there.
    fn lock(file: PathBuf) -> Result<Option<Self>, String> {
        let path = file.with_extension("lock");
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let lock = File::options().create(true).append(true).open(&path).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Place { file, _lock: lock })),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// The game that lies here, if it is one by these rules.
    fn read(&self, opened: &Opened) -> Option<Unfinished> {
        let bytes = disk::read(&self.file).ok()?;
        let file = RecordFile::new(Format::Zgr, &bytes);
        let found = file.games().ok()?.first()?.read(&opened.game, &opened.settings);
        let played = found.error.is_none() && found.record.n_nodes() > 1;
        played.then_some(Unfinished { record: found.record, tags: found.tags })
    }
}

impl Unfinished {
    /// The question whether to go on with it.
    pub(super) fn question(&self, title: &str, says: Says) -> String {
        says.offer(title, self.record.ply(self.record.current()))
    }

    pub(super) fn tag(&self, key: &str) -> Option<&str> {
        self.tags.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }
}

/// Where unfinished games are kept.
fn folder() -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = if cfg!(windows) {
        set("APPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("zug").join("unfinished"))
}

/// A name for the files of a game: that of its rules file, and a number that tells apart files and games of the same name.
fn key(opened: &Opened) -> String {
    let path = match &opened.rules {
        Rules::Library(entry) => entry.path.to_owned(),
        Rules::Disk(path) => path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string(),
    };
    let file = opened.rules.file_name();
    let stem = Path::new(&file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let safe = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' };
    let stem: String = stem.chars().take(40).map(safe).collect();
    format!("{stem}-{:016x}", hash(&format!("{path}#{}", opened.game.title())))
}

/// FNV-1a: the same in every version of the program.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
