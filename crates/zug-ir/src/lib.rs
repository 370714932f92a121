//! The contract between the compiler and everything that runs games.
//!
//! A [`Game`] is tables (board, players, kinds, turns), [`Block`]s of [`Op`]s for the move rules, a list of
//! [`Stage`]s that turns candidates into legal moves, and goals. It has a text form that a person can read
//! ([`print()`], [`parse()`]), a verifier ([`verify()`]) that is run after every pass and on every file that is
//! loaded, and a [`Builder`] to make a game without any text.
//!
//! It knows neither the model nor any rules language. Start with [`op`] for what code can say.

// In suggested reading order.
mod ids;
pub mod op;

mod flow;
mod game;

pub mod script;

pub mod limits;
mod tables;

mod operand;
mod quote;
mod rules;

mod parse;
mod print;
mod verify;

pub mod builder;

pub use builder::{Arg, AttrValue, BuildError, Builder, OptionError, Param, TemplateId};
pub use flow::{Flow, Record};
pub use game::*;
pub use ids::*;
pub use op::{Filter, Label, Loc, Op, Row, Test, Who};
pub use parse::parse;
pub use print::print;
pub use script::{
    ArriveRule, AttackScope, CellTest, Const, Dice, KindScripts, ModeRule, Quantifier, Script, ScriptGoal,
    ScriptOp, ScriptRule, Scripted,
};
pub use verify::{Invariant, Place, Verified, VerifyError, verify};
