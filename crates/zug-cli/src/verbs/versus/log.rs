//! The folder with the records of a match: one file for each game, written when the game is over.

use crate::disk;
use crate::errors::Failure;
use std::fs;
use std::path::{Path, PathBuf};
use zug_engine::arena::{Logged, Plan, Played, read_log, write_log};
use zug_notation::record::read_header;

pub(super) struct Log {
    folder: PathBuf,
    /// The name of the rules file, for the records.
    rules: String,
    /// Games that are there already.
    pub(super) done: Vec<Logged>,
}

impl Log {
    /// The seed of the match that a folder has games of: going on needs the same.
    pub(super) fn seed(folder: Option<&Path>) -> Option<u64> {
        let file = games(folder?).ok()?.into_iter().next()?;
        let header = read_header(&String::from_utf8_lossy(&disk::read(&file).ok()?)).ok()?;
        let (_, identity) = header.tags.iter().find(|(name, _)| name == "match")?;
        identity.rsplit_once("seed ")?.1.parse().ok()
    }

    /// Makes the folder, or reads what is in it. Other files in it are left alone.
    pub(super) fn open(folder: &Path, plan: &Plan, rules: &str) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::no(format!("`{}`: {error}", folder.display()));
        if folder.exists() && !folder.is_dir() {
            return Err(Failure::usage(format!("`--log {}`: this is no folder", folder.display())));
        }
        fs::create_dir_all(folder).map_err(failed)?;
        let mut done = Vec::new();
        for file in games(folder).map_err(failed)? {
            let bytes = disk::read(&file).map_err(Failure::no)?;
            let logged = read_log(plan, &String::from_utf8_lossy(&bytes)).map_err(|error| {
                let hint = "name another folder, or repeat the command that began this match";
                Failure::no(format!("`{}`: {error}\n{hint}", file.display()))
            })?;
            if logged.fixture.number < plan.games && !done.contains(&logged) {
                done.push(logged);
            }
        }
        Ok(Log { folder: folder.to_owned(), rules: rules.to_owned(), done })
    }

    pub(super) fn add(&self, plan: &Plan, played: &Played) -> Result<(), Failure> {
        let file = self.folder.join(format!("game-{:06}.zgr", played.fixture.number + 1));
        let failed = |why: String| Failure::no(format!("cannot write `{}`: {why}", file.display()));
        let text = write_log(plan, &self.rules, played).map_err(failed)?;
        disk::write(&file, text.as_bytes()).map_err(|error| failed(error.to_string()))
    }
}

/// The records of a folder, in their order.
fn games(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("game-") && disk::ending(&path) == "zgr" {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
