//! `cargo xtask test`: every check this project has.
//!
//! All steps run even if one fails, so that one run tells everything. The last line is `N passed, N failed`
//! and counts steps. `cargo xtask test STEP …` runs some of them.

use crate::cargo::{cargo, has, provide};
use crate::tidy;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// One step: its name, and what to do. It says itself what is wrong.
#[derive(Clone, Copy)]
struct Step {
    name: &'static str,
    run: fn() -> bool,
}

const STEPS: &[Step] = &[
    Step { name: "format", run: format },
    Step { name: "lints", run: lints },
    Step { name: "tests", run: tests },
    Step { name: "doc-tests", run: doc_tests },
    Step { name: "tidy", run: tidy::check_and_print },
];

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let steps = match chosen(arguments) {
        Ok(steps) => steps,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    let done: Vec<Done> = steps.iter().map(Done::of).collect();
    print!("{}", report(&done));
    if done.iter().all(|step| step.passed) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The steps named, in their own order; all if none is.
fn chosen(names: &[String]) -> Result<Vec<Step>, String> {
    let known = |name: &String| STEPS.iter().any(|step| step.name == name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        let all: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("there is no step `{unknown}`; the steps are {}", all.join(", ")));
    }
    let wanted = |step: &&Step| names.is_empty() || names.iter().any(|name| name == step.name);
    Ok(STEPS.iter().filter(wanted).copied().collect())
}

struct Done {
    name: &'static str,
    passed: bool,
    time: Duration,
}

impl Done {
    fn of(step: &Step) -> Self {
        println!("== {}", step.name);
        let start = Instant::now();
        let passed = (step.run)();
        Self { name: step.name, passed, time: start.elapsed() }
    }
}

fn report(done: &[Done]) -> String {
    let line = |step: &Done| {
        let word = if step.passed { "passed" } else { "FAILED" };
        format!("{:<10} {word} {:>5} s\n", step.name, step.time.as_secs())
    };
    let lines: String = done.iter().map(line).collect();
    let passed = done.iter().filter(|step| step.passed).count();
    format!("==\n{lines}{passed} passed, {} failed\n", done.len() - passed)
}

fn format() -> bool {
    needs("fmt", "rustfmt") && call(&["fmt", "--all", "--check"])
}

/// The whole, and the engine as it is built where there is no machine code.
fn lints() -> bool {
    needs("clippy", "clippy")
        && call(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])
        && call(&["clippy", "--package", "zug-game", "--quiet", "--", "--deny", "warnings"])
}

/// Unit, data and integration tests. Nextest runs them side by side; without it they take longer.
fn tests() -> bool {
    if has("nextest") {
        call(&["nextest", "run", "--workspace", "--no-fail-fast"])
    } else {
        call(&["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"])
    }
}

fn doc_tests() -> bool {
    call(&["test", "--workspace", "--doc", "--no-fail-fast"])
}

fn needs(word: &str, component: &str) -> bool {
    let there = provide(word, component);
    if !there {
        println!("`cargo {word}` is missing: install it with `rustup component add {component}`");
    }
    there
}

fn call(arguments: &[&str]) -> bool {
    println!("cargo {}", arguments.join(" "));
    match cargo(arguments).status() {
        Ok(status) => status.success(),
        Err(error) => {
            println!("cargo cannot be started: {error}");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts_the_steps() {
        let step = |name, passed| Done { name, passed, time: Duration::from_millis(2_900) };
        let text = report(&[step("format", true), step("doc-tests", false), step("tidy", true)]);
        assert_eq!(
            text,
            "==\n\
             format     passed     2 s\n\
             doc-tests  FAILED     2 s\n\
             tidy       passed     2 s\n\
             2 passed, 1 failed\n"
        );
    }

    #[test]
    fn steps_can_be_chosen() {
        let names = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            chosen(&words).map(|steps| steps.iter().map(|step| step.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&[]).map(|all| all.len()), Ok(STEPS.len()));
        assert_eq!(names(&["tidy", "format"]), Ok(vec!["format", "tidy"]));
        let problem = "there is no step `lint`; the steps are format, lints, tests, doc-tests, tidy";
        assert_eq!(names(&["lint"]), Err(problem.to_owned()));
    }
}
