//! The chores of the project: `cargo xtask CHORE`. Each chore is one file; `cargo xtask` lists them.
//!
//! This program is compiled before any chore can run, so it depends on next to nothing.

mod bench;
mod cargo;
mod test;
mod tidy;
mod tree;

use std::process::ExitCode;

/// What can be asked for.
struct Chore {
    name: &'static str,
    /// What may follow the name.
    arguments: &'static str,
    about: &'static str,
    run: fn(&[String]) -> ExitCode,
}

const CHORES: &[Chore] = &[
    Chore {
        name: "test",
        arguments: "[STEP …]",
        about: "every check this project has, or those named",
        run: test::run,
    },
    Chore {
        name: "tidy",
        arguments: "",
        about: "what the compiler does not see: crate edges, pages, games",
        run: tidy::run,
    },
    Chore {
        name: "bench",
        arguments: "[FILE …]",
        about: "random games beside those of a hand-written chess",
        run: bench::run,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        print!("{}", list());
        return ExitCode::SUCCESS;
    };
    match CHORES.iter().find(|chore| chore.name == name) {
        Some(chore) => (chore.run)(rest),
        None if ["help", "-h", "--help"].contains(&name.as_str()) => {
            print!("{}", list());
            ExitCode::SUCCESS
        }
        None => {
            eprint!("there is no chore called `{name}`\n{}", list());
            ExitCode::from(2)
        }
    }
}

fn list() -> String {
    let line = |chore: &Chore| {
        let call = format!("{} {}", chore.name, chore.arguments);
        format!("  cargo xtask {call:<15} {}\n", chore.about)
    };
    let lines: String = CHORES.iter().map(line).collect();
    format!("Chores:\n{lines}")
}
