//! The files of the project, as a chore sees them: everything but what tools make.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose contents are made by tools, by their path below the root.
const MADE: &[&str] = &["target", ".git", "fuzz/target", "fuzz/corpus", "fuzz/artifacts"];

/// One file with its text; files that are not UTF-8 have none.
pub(crate) struct File {
    /// Below the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    pub(crate) fn has_ending(&self, ending: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|own| own == ending)
    }

    /// Its lines with their numbers, from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }
}

/// All files below a folder in the order of their paths.
pub(crate) fn files(root: &Path) -> Result<Vec<File>, String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let path = root.join(&folder);
        let entries = fs::read_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for entry in entries {
            let entry = entry.map_err(|error| format!("{}: {error}", path.display()))?;
            let below = folder.join(entry.file_name());
            let name = below.to_string_lossy().replace('\\', "/");
            let kind = entry.file_type().map_err(|error| format!("{name}: {error}"))?;
            if kind.is_dir() {
                if !MADE.contains(&name.as_str()) {
                    folders.push(below);
                }
            } else if kind.is_file() {
                let bytes = fs::read(root.join(&below)).map_err(|error| format!("{name}: {error}"))?;
                found.push(File { path: name, text: String::from_utf8(bytes).unwrap_or_default() });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}
