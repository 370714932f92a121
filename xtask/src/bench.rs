//! `cargo xtask bench [NAME[#TITLE] …]`: how fast random games are, in units of a hand-written chess.
//!
//! Figures are ratios measured in one run on one core, so they are printed and never tested. They are those of the profile `dist`,
//! the fastest program there is, which takes minutes to build.

use crate::cargo::cargo;
use std::process::ExitCode;

pub(crate) fn run(files: &[String]) -> ExitCode {
    let mut command = cargo(&["run", "--profile", "dist", "--quiet", "--package", "zug-bench", "--"]);
    command.args(files);
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cargo cannot be started: {error}");
            ExitCode::FAILURE
        }
    }
}
