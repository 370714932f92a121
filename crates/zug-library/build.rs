//! Lists every file of `games/` that is needed at run time, so that `src/embedded.rs` can hold its bytes.
//!
//! A folder `games/<name>` is one game. Expectations (`.perft`, `.moves`, `.play`) stay outside the program.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Rules, what rules include, and the presentation file.
const ENDINGS: &[&str] = &["zrf", "zug", "inc", "toml"];

fn main() -> Result<(), Box<dyn Error>> {
    let games = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../games").canonicalize()?;
    println!("cargo::rerun-if-changed={}", games.display());
    let mut list = String::from("&[\n");
    for folder in sorted(&games)? {
        if folder.is_dir() {
            println!("cargo::rerun-if-changed={}", folder.display());
            for file in sorted(&folder)? {
                embed(&file, &mut list)?;
            }
        }
    }
    list.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("embedded.rs"), list)?;
    Ok(())
}

fn embed(file: &Path, list: &mut String) -> Result<(), Box<dyn Error>> {
    let ending = file.extension().and_then(|e| e.to_str()).unwrap_or("");
    if ENDINGS.contains(&ending) {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = |path: &Path| path.file_name().and_then(|n| n.to_str()).unwrap_or("").to_owned();
        let path = format!("{}/{}", name(file.parent().unwrap_or(file)), name(file));
        writeln!(list, "    ({path:?}, include_bytes!({:?}) as &[u8]),", file.display().to_string())?;
    }
    Ok(())
}

/// In the order of names, so that the same games make the same program.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths = fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}
