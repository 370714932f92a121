//! Turns a game as its author described it into the IR.
//!
//! A game of the model ([`compile`]): settings are consumed (`settings`), tables are copied (`tables`),
//! move rules become blocks of ops (`lower`), rules about moves become stages (`stages`), ends become
//! goals (`goals`). Then `passes` make the code smaller. The verifier checks the result, and in debug
//! builds every step on the way. A game of the Zug language ([`compile_lang`]): rules become code with
//! choices (`script`).
//!
//! It executes nothing and knows no syntax. What an author can do wrong at this level (a limit of the
//! engine, a number in a goal that exists only during a move) is a message with its place in the text.

mod codes;
mod limits;
mod origins;

mod settings;
mod tables;

mod ids;
mod lower;
mod operands;

mod goal_cond;
mod goal_num;
mod goals;
mod stages;

mod passes;
mod verify;

mod script;

#[cfg(test)]
mod testkit;

pub use origins::Origins;
pub use script::compile_lang;

use verify::{Blame, verify};
use zug_ir::Verified;
use zug_source::{Diagnostic, Diagnostics};

/// A game ready to run, and where its parts came from.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub game: Verified,
    pub origins: Origins,
}

/// Compiles a game.
///
/// # Errors
///
/// Everything the engine cannot do with it. A message that begins with `internal:` is a bug of this
/// crate, not of the rules.
pub fn compile(source: &zug_model::Game) -> Result<Compiled, Vec<Diagnostic>> {
    let (mut game, origins) = translate(source)?;
    let blame = Blame::new(source.origin, &game, &origins);
    let mut last = "lowering";
    for pass in passes::ALL {
        // A large game has two million ops, and checking them takes as long as all the passes.
        if cfg!(debug_assertions) {
            game = verify(game, last, &blame)?.into_game();
        }
        pass.run(&mut game);
        last = pass.name;
    }
    let game = verify(game, last, &blame)?;
    Ok(Compiled { game, origins })
}

/// The game in the IR, as naive as lowering makes it.
fn translate(source: &zug_model::Game) -> Result<(zug_ir::Game, Origins), Vec<Diagnostic>> {
    let mut out = Diagnostics::new();
    limits::check(source, &mut out);
    if out.has_errors() {
        // Ids would not be what they seem from here on.
        return Err(out.into_vec());
    }
    let settings::Split { rules, code, filters, goals: choices } = settings::split(&source.settings);
    let mut origins = Origins::default();
    let mut game = tables::tables(source);
    game.rules = rules;
    lower::lower(source, code, &mut game, &mut origins, &mut out);
    game.stages = stages::stages(source, &filters, choices, &mut out);
    game.goals = goals::goals(source, choices, &mut origins, &mut out);
    if out.has_errors() { Err(out.into_vec()) } else { Ok((game, origins)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{add, at, capture, empty, enemy, if_else, step, text, while_do, with_rule};
    use zug_model::code::{CmpOp, Cond, Num, StmtKind, Value};
    use zug_model::{DirId, FlagId, Goal, GoalCond, PlayerId, Verdict};

    #[test]
    fn a_rook_is_eight_ops() {
        let slide = while_do(empty(), vec![add(), step()]);
        let rook = vec![step(), slide, StmtKind::Verify(enemy()), add()];
        let compiled = compile(&with_rule(rook)).expect("a rook is sound");
        assert_eq!(
            text(&compiled.game.blocks[0]),
            "(step e) (jump_unless empty here L5) L2: (emit 0) (step e) (jump_if empty here L2) L5: (verify enemy here) (emit 0) end"
        );
        assert_eq!(compiled.origins.get(compiled.game.blocks[0].origin), Some(at(100)));
    }

    #[test]
    fn passes_work_together() {
        let never = Cond::Cmp(CmpOp::Lt, Box::new((Num::Const(2), Num::Const(1))));
        let set = StmtKind::SetFlag(FlagId(0), Box::new(Value::Cond(never.clone())));
        let dead = if_else(never, vec![step()], vec![capture(), add()]);
        let compiled = compile(&with_rule(vec![set, dead])).expect("the rule is sound");
        assert_eq!(text(&compiled.game.blocks[0]), "(push 0) (set_flag f) (capture here) (emit 0) end");
    }

    #[test]
    fn all_problems_are_reported_at_once() {
        let mut game = with_rule(vec![StmtKind::Lift(Box::new(Num::Const(1)))]);
        let cond = GoalCond::Cmp(CmpOp::Eq, Num::Flag(FlagId(0)), Num::Const(1));
        game.goals = vec![Goal { verdict: Verdict::Win, players: vec![PlayerId(0)], cond, origin: at(7) }];
        let problems = compile(&game).expect_err("both are wrong");
        let codes: Vec<_> = problems.iter().map(|p| (p.code, p.origin.span.start)).collect();
        assert_eq!(codes, [(codes::NEEDS_PILES, 101), (codes::NOT_IN_GOALS, 7)]);
    }

    #[test]
    fn a_broken_model_is_a_message_and_no_panic() {
        let problems =
            compile(&with_rule(vec![StmtKind::Step(DirId(9))])).expect_err("there is no such direction");
        assert_eq!(problems.len(), 1);
        assert_eq!((problems[0].code, problems[0].origin), (codes::INTERNAL, at(100)));
        let message = &problems[0].message;
        assert!(message.starts_with("internal: after "), "{message}");
        assert!(message.contains("block 0, op 0 `step`: direction 9 does not exist"), "{message}");
    }
}
