//! Calling cargo from inside cargo.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of the workspace. Chores run there wherever they are called from.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// A call of the cargo that started this program.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root());
    command
}

/// Does `cargo WORD` exist on this machine?
pub(crate) fn has(word: &str) -> bool {
    silent(cargo(&[word, "--version"]))
}

/// Adds a component of the toolchain that a minimal installation lacks. True if it is there afterwards.
pub(crate) fn provide(word: &str, component: &str) -> bool {
    if has(word) {
        return true;
    }
    println!("{component} is missing; asking rustup for it");
    let mut rustup = Command::new("rustup");
    rustup.args(["component", "add", component]).current_dir(root());
    silent(rustup) && has(word)
}

fn silent(mut command: Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
