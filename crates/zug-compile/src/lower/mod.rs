//! Move rules as blocks of ops.
//!
//! Statements become ops one after another; conditions become jumps, never numbers, unless a number is
//! asked for. What comes out is correct and naive: tidying up is the business of `passes`.

mod blocks;
mod cond;
mod emitter;
mod exits;
mod num;
mod stmt;

use crate::ids;
use crate::limits::too_many;
use crate::origins::Origins;
use crate::settings::CodeChoices;
use blocks::Blocks;
use emitter::Emitter;
use exits::Exits;
use zug_ir as ir;
use zug_ir::limits::{MAX_BLOCKS, MAX_EXITS, MAX_OPS};
use zug_model as model;
use zug_source::{Diagnostic, Diagnostics, Origin};

/// Lowers the rules of every kind into `game`, whose kinds are there already.
pub(crate) fn lower(
    source: &model::Game,
    choices: CodeChoices,
    game: &mut ir::Game,
    origins: &mut Origins,
    out: &mut Diagnostics,
) {
    let mut lowerer = Lowerer {
        code: Emitter::default(),
        choices,
        kind: ir::KindId(0),
        origin: source.origin,
        depth: 0,
        loops: 0,
        exits: Exits::default(),
        blocks: Blocks::default(),
        out,
    };
    for ((id, kind), target) in (0..).zip(&source.kinds).zip(&mut game.kinds) {
        lowerer.kind = ir::KindId(id);
        target.moves = kind.moves.iter().map(|rule| lowerer.rule(rule, origins)).collect();
        target.drops = kind.drops.iter().map(|rule| lowerer.rule(rule, origins)).collect();
    }
    game.blocks = lowerer.blocks.into_vec();
    game.exits = lowerer.exits.into_vec();
    let counts = [
        ("different ways to end a move", game.exits.len(), MAX_EXITS),
        ("different move rules", game.blocks.len(), MAX_BLOCKS),
        ("steps in its move rules", game.blocks.iter().map(|block| block.code.len()).sum(), MAX_OPS),
    ];
    out.extend(too_many(&counts, source.origin));
}

/// The state of lowering; the `impl` is spread over the files of this folder.
struct Lowerer<'d> {
    code: Emitter,
    choices: CodeChoices,
    /// Whose rule is being lowered.
    kind: ir::KindId,
    /// Where the current statement stands.
    origin: Origin,
    /// How many loops are open around the current statement.
    depth: u16,
    /// The most of them in this block.
    loops: u16,
    exits: Exits,
    blocks: Blocks,
    out: &'d mut Diagnostics,
}

impl Lowerer<'_> {
    fn rule(&mut self, rule: &model::Rule, origins: &mut Origins) -> ir::RuleRef {
        self.code.start();
        (self.depth, self.loops) = (0, 0);
        self.stmts(&rule.body);
        self.code.op(ir::Op::End {});
        let code = self.code.finish();
        let block = self.blocks.intern(code, self.loops, || origins.add(rule.origin));
        ir::RuleRef { mode: rule.mode.map(ids::mode), block }
    }

    /// Reports something about the current statement.
    fn report(&mut self, code: &'static str, message: String) {
        self.out.push(Diagnostic::error(code, self.origin, message));
    }
}
