//! How a verb can fail, and the exit codes: 0 done, 1 the answer is "no", 2 wrong usage.

use crate::output::Out;
use std::io::{self, Write};
use std::process::ExitCode;
use zug_game::{Game, RunError};

/// Why a verb did not end with success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is "no": errors in rules, an illegal move, a check that failed.
    No(String),
    /// The command line asks for something that is not there.
    Usage(String),
    /// Everything has been said already.
    Said(Code),
    /// Nobody reads our output any more (`zug games | head -1`).
    PipeClosed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    No,
    Usage,
}

pub(crate) type Done = Result<(), Failure>;

impl Failure {
    pub(crate) fn no(message: impl ToString) -> Self {
        Failure::No(message.to_string())
    }

    pub(crate) fn usage(message: impl ToString) -> Self {
        Failure::Usage(message.to_string())
    }

    /// A rule that asked for too much, with its place in the author's text.
    pub(crate) fn run(game: &Game) -> impl Fn(RunError) -> Failure + '_ {
        |error| Failure::No(game.explain(&error))
    }
}

/// Only writing to the standard output is meant; other files have messages that name them.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::PipeClosed,
            _ => Failure::No(format!("cannot write the output: {error}")),
        }
    }
}

/// Sends what is still unwritten, then says what went wrong.
pub(crate) fn finish(done: Done, mut out: Out) -> ExitCode {
    let flushed = out.flush().map_err(Failure::from);
    let (message, code) = match done.and(flushed) {
        Ok(()) | Err(Failure::PipeClosed) => return ExitCode::SUCCESS,
        Err(Failure::No(message)) => (message, 1),
        Err(Failure::Usage(message)) => (message, 2),
        Err(Failure::Said(Code::No)) => return ExitCode::from(1),
        Err(Failure::Said(Code::Usage)) => return ExitCode::from(2),
    };
    // If even the error stream is closed, the exit code has to do.
    let _ = writeln!(io::stderr(), "{}: {message}", crate::color::error_word());
    ExitCode::from(code)
}
