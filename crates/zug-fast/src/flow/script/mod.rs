//! Flows of scripts.
//!
//! A script chooses, fails and goes back, and sees what it has done. None of that is left in its flow: a failure is an edge
//! to where the next alternative begins, and a question about a cell that the script has changed is answered when the game
//! is loaded.

mod apart;
mod board;
mod build;
mod choose;
mod core;
mod emit;
mod list;
mod live;
mod memo;
mod ops;
mod sets;
mod values;

pub(crate) use memo::Memo;

use super::{Flow, RuleOf, Shared};
use crate::why::Why;
use build::Builder;
use zug_ir::{ScriptId, Scripted};
use zug_vm::Program;

/// What a script is run for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    Piece,
    Drop,
    Player,
    Test,
}

/// A script with whom it is run for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) of: RuleOf,
    pub(crate) script: ScriptId,
    pub(crate) what: What,
    /// A test made before a move, when it is known whether there is one.
    pub(crate) before_move: bool,
    /// A test of a move that has been made: where it ended and what it kept is not known.
    pub(crate) of_move: bool,
}

/// The flow of a script.
#[derive(Clone, Debug)]
pub(crate) struct Built {
    pub(crate) flow: Flow,
    /// It chooses no cell to begin with: it is run once, not for each start.
    pub(crate) once: bool,
}

/// The flow of a script. Effects stand at the exits if that does not make too many of them, else at nodes.
pub(crate) fn build_script(
    program: &Program,
    rules: &Scripted,
    shared: &mut Shared,
    job: Job,
) -> Result<Built, Why> {
    let run = |shared: &mut Shared, on_the_way| {
        let mut builder = Builder::new(program, rules, shared, job, on_the_way);
        let first = builder.first();
        builder.run(first)
    };
    // What was too much for one player is so for the others.
    if job.what == What::Test || !shared.many_ways.contains(&job.script) {
        match run(shared, false) {
            Err(Why::TooManyWays) if job.what != What::Test => {}
            done => return done,
        }
        shared.many_ways.insert(job.script);
    }
    run(shared, true)
}
