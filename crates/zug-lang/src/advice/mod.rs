//! Advice: what is allowed, and seldom meant. Warnings about a game that has no errors.
//!
//! Definitions are written out in the code, so a warning may be about the body of one; the list of messages keeps
//! the same words once.

mod choices;
mod directions;
mod modes;
mod types;

use crate::ast::{Block, Expr};
use crate::builder::Builder;
use crate::decl::{BlockDecl, Element, GameDecl, KindDecl, RuleDecl};
use crate::walk::Part;
use zug_source::Diagnostic;

impl Builder<'_> {
    pub(crate) fn advise(&mut self, game: &GameDecl) {
        let mut problems: Vec<Diagnostic> = Vec::new();
        directions::advise(game, &mut problems);
        choices::advise(game, &mut problems);
        types::advise(game, &mut problems);
        modes::advise(game, &self.modes_of_moves, &mut problems);
        problems.into_iter().for_each(|problem| self.s.report(problem));
    }
}

/// All code of a game, with the piece that it belongs to.
fn all_code(game: &GameDecl) -> Vec<(Option<&KindDecl>, Part<'_>)> {
    let of_kinds =
        game.kinds.iter().flat_map(|kind| kind_code(kind).into_iter().map(move |part| (Some(kind), part)));
    of_kinds.chain(game_code(game).into_iter().map(|part| (None, part))).collect()
}

/// All code of a piece.
fn kind_code(kind: &KindDecl) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for list in &kind.lists {
        for element in &list.elements {
            if let Element::When(condition, _) = element {
                parts.push(Part::Expr(condition));
            }
        }
    }
    blocks(&kind.pre, &mut parts);
    rules(&kind.moves, &mut parts);
    rules(&kind.drops, &mut parts);
    for more in [&kind.arrive, &kind.post, &kind.finish, &kind.invariants] {
        blocks(more, &mut parts);
    }
    parts
}

/// All code that belongs to no piece.
fn game_code(game: &GameDecl) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    game.players.iter().for_each(|player| rules(&player.moves, &mut parts));
    blocks(&game.invariants, &mut parts);
    parts.extend(game.goals.iter().map(|goal| Part::Block(&goal.body)));
    parts.extend(game.goals.iter().filter_map(|goal| goal.worth.as_ref()).map(Part::Expr));
    parts.extend(game.prefer.iter().map(|criterion| Part::Expr(&criterion.value)));
    parts.extend(game.score.iter().map(Part::Expr));
    parts
}

fn rules<'a>(rules: &'a [RuleDecl], parts: &mut Vec<Part<'a>>) {
    parts.extend(rules.iter().map(|rule| Part::Block(&rule.body)));
}

fn blocks<'a>(blocks: &'a [BlockDecl], parts: &mut Vec<Part<'a>>) {
    parts.extend(blocks.iter().map(|block| Part::Block(&block.body)));
}

/// Shows every statement and expression of some code, the outer before the inner ones.
fn walk<'a>(part: Part<'a>, see: &mut dyn FnMut(Node<'a>)) {
    match part {
        Part::Block(block) => {
            for stmt in block {
                see(Node::Stmt(stmt));
                stmt.parts(&mut |part| walk(part, see));
            }
        }
        Part::Expr(value) => {
            see(Node::Expr(value));
            value.parts(&mut |part| walk(part, see));
        }
    }
}

enum Node<'a> {
    Stmt(&'a crate::ast::Stmt),
    Expr(&'a Expr),
}

/// The value of a definition, if its last statement is one.
fn last_value(body: &Block) -> Option<&Expr> {
    match &body.last()?.what {
        crate::ast::StmtKind::Eval(value) => Some(value),
        _ => None,
    }
}
