//! `any` after the move: it makes a move for each alternative, which is right for a promotion and wrong for a
//! test. It is a test if nothing that follows changes, names or remembers anything.

use crate::ast::{Block, Choice, Expr, ExprKind, Stmt, StmtKind};
use crate::codes;
use crate::decl::GameDecl;
use crate::walk::Part;
use zug_source::Diagnostic;

pub(super) fn advise(game: &GameDecl, problems: &mut Vec<Diagnostic>) {
    for kind in &game.kinds {
        for block in kind.post.iter().chain(&kind.finish) {
            Judge { problems }.block(&block.body, Use::default());
        }
    }
}

/// What comes after a place.
#[derive(Clone, Copy, Default)]
struct Use {
    /// Something that depends on the cursor has an effect.
    cursor: bool,
    /// Something has an effect, the cursor having been put back: a name may still stand for what was chosen.
    name: bool,
}

impl Use {
    fn or(self, effect: bool) -> Self {
        Use { cursor: self.cursor || effect, ..self }
    }
}

struct Judge<'p> {
    problems: &'p mut Vec<Diagnostic>,
}

impl Judge<'_> {
    fn block(&mut self, block: &Block, after: Use) {
        // For each statement: does one of those behind it have an effect?
        let mut later = vec![false; block.len() + 1];
        for (at, stmt) in block.iter().enumerate().rev() {
            later[at] = later[at + 1] || has_effect(stmt);
        }
        for (at, stmt) in block.iter().enumerate() {
            self.stmt(stmt, after.or(later[at + 1]));
        }
    }

    fn stmt(&mut self, stmt: &Stmt, after: Use) {
        // What a statement does itself comes after what it asks.
        let asked = after.or(has_effect(stmt));
        let inner = match stmt.what {
            StmtKind::Scope(_) | StmtKind::AtDo(_) => Use { cursor: false, name: after.cursor || after.name },
            StmtKind::While(_) | StmtKind::Repeat(_) | StmtKind::For(_) => asked,
            _ => after,
        };
        stmt.parts(&mut |part| match part {
            Part::Expr(value) => self.expr(value, asked),
            Part::Block(block) => self.block(block, inner),
        });
    }

    fn expr(&mut self, value: &Expr, after: Use) {
        match &value.what {
            // Their choices stay inside.
            ExprKind::Exists(_)
            | ExprKind::NotExists(_)
            | ExprKind::Count(_)
            | ExprKind::All(_)
            | ExprKind::Sum(_)
            | ExprKind::Collect(_) => return,
            ExprKind::Any(choice) => {
                let named = matches!(**choice, Choice::List(_)) && after.name;
                if !after.cursor && !named {
                    let message = "this `any` makes a move for each alternative, and nothing uses the choice";
                    let problem = Diagnostic::warning(codes::ANY_IN_POST, value.origin, message)
                        .hint("to ask whether there is one use `exists?`");
                    self.problems.push(problem);
                }
            }
            _ => {}
        }
        value.parts(&mut |part| match part {
            Part::Expr(value) => self.expr(value, after),
            Part::Block(block) => self.block(block, after),
        });
    }
}

/// Does it change, name or remember anything?
fn has_effect(stmt: &Stmt) -> bool {
    match stmt.what {
        StmtKind::Eval(_)
        | StmtKind::Call(_)
        | StmtKind::Go(_)
        | StmtKind::Single(_)
        | StmtKind::Scope(_)
        | StmtKind::AtDo(_)
        | StmtKind::Mark
        | StmtKind::Back
        | StmtKind::Check(_)
        | StmtKind::If(_)
        | StmtKind::While(_)
        | StmtKind::Repeat(_)
        | StmtKind::Either(_)
        | StmtKind::Seq(_)
        | StmtKind::For(_) => {
            let mut found = false;
            stmt.parts(&mut |part| found = found || part_has_effect(part));
            found
        }
        StmtKind::Let(..)
        | StmtKind::Set(..)
        | StmtKind::Take(_)
        | StmtKind::Drop
        | StmtKind::Put(_)
        | StmtKind::PutUnder
        | StmtKind::Capture(_)
        | StmtKind::Create(_)
        | StmtKind::ChangeOwner(_)
        | StmtKind::SetPiece(_)
        | StmtKind::Reserve(_)
        | StmtKind::EndMove
        | StmtKind::EndPart(_)
        | StmtKind::Log(..)
        | StmtKind::Hint(_)
        | StmtKind::GotoTurn(_)
        | StmtKind::UseDie(..)
        | StmtKind::SetFlag => true,
    }
}

fn part_has_effect(part: Part) -> bool {
    match part {
        Part::Block(block) => block.iter().any(has_effect),
        Part::Expr(value) => match &value.what {
            ExprKind::Inc(..) | ExprKind::Dec(..) => true,
            ExprKind::Exists(_)
            | ExprKind::NotExists(_)
            | ExprKind::Count(_)
            | ExprKind::Sum(_)
            | ExprKind::Collect(_) => false,
            _ => {
                let mut found = false;
                value.parts(&mut |part| found = found || part_has_effect(part));
                found
            }
        },
    }
}
