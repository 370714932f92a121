//! Questions about code that are answered by looking through it.

use zug_lang::Part;
use zug_lang::ast::{Block, Expr, ExprKind, Stmt, StmtKind, Var};

/// A statement or an expression.
#[derive(Clone, Copy)]
enum Node<'a> {
    Stmt(&'a Stmt),
    Expr(&'a Expr),
}

/// What a look at one node says.
enum Seen {
    Found,
    /// Look inside.
    On,
    /// Do not.
    Past,
}

/// Is there a choice in the block that a quantifier does not keep inside?
pub(super) fn has_any(block: &Block) -> bool {
    inside(block, &|node| match node {
        Node::Expr(expr) if matches!(expr.what, ExprKind::Any(_)) => Seen::Found,
        node => past_quantifiers(node),
    })
}

/// The same, or another way to go on with something else after a failure.
pub(super) fn has_choice(block: &Block) -> bool {
    inside(block, &|node| match node {
        Node::Expr(expr) if matches!(expr.what, ExprKind::Any(_)) => Seen::Found,
        Node::Stmt(stmt) if matches!(stmt.what, StmtKind::Either(_) | StmtKind::EndMove) => Seen::Found,
        node => past_quantifiers(node),
    })
}

/// Does the value depend on a generation variable?
pub(super) fn mentions_generation(expr: &Expr) -> bool {
    holds(Node::Expr(expr), &|node| match node {
        Node::Expr(expr) => match expr.what {
            ExprKind::Var(Var::Gen(_)) | ExprKind::Inc(Var::Gen(_), _) | ExprKind::Dec(Var::Gen(_), _) => {
                Seen::Found
            }
            _ => Seen::On,
        },
        Node::Stmt(_) => Seen::On,
    })
}

/// Does it ask whether there are moves?
pub(super) fn asks_for_moves(block: &Block) -> bool {
    inside(block, &no_moves)
}

/// The same of a value.
pub(super) fn value_asks_for_moves(expr: &Expr) -> bool {
    holds(Node::Expr(expr), &no_moves)
}

fn no_moves(node: Node<'_>) -> Seen {
    match node {
        Node::Expr(expr) if matches!(expr.what, ExprKind::NoMoves) => Seen::Found,
        _ => Seen::On,
    }
}

/// May it set down what is in hand?
pub(super) fn sets_down(block: &Block) -> bool {
    inside(block, &|node| match node {
        Node::Stmt(stmt) if matches!(stmt.what, StmtKind::Drop | StmtKind::Put(_)) => Seen::Found,
        _ => Seen::On,
    })
}

/// Can a part end in it?
pub(super) fn ends_parts(block: &Block) -> bool {
    inside(block, &|node| match node {
        Node::Stmt(stmt) if matches!(stmt.what, StmtKind::EndPart(_)) => Seen::Found,
        _ => Seen::On,
    })
}

fn past_quantifiers(node: Node) -> Seen {
    match node {
        Node::Expr(expr) => match expr.what {
            ExprKind::Exists(_)
            | ExprKind::NotExists(_)
            | ExprKind::Count(_)
            | ExprKind::All(_)
            | ExprKind::Sum(_)
            | ExprKind::Collect(_) => Seen::Past,
            _ => Seen::On,
        },
        Node::Stmt(_) => Seen::On,
    }
}

fn inside(block: &Block, look: &dyn Fn(Node) -> Seen) -> bool {
    block.iter().any(|stmt| holds(Node::Stmt(stmt), look))
}

fn holds(node: Node, look: &dyn Fn(Node) -> Seen) -> bool {
    match look(node) {
        Seen::Found => return true,
        Seen::Past => return false,
        Seen::On => {}
    }
    let mut found = false;
    let mut see = |part: Part| {
        found = found
            || match part {
                Part::Expr(expr) => holds(Node::Expr(expr), look),
                Part::Block(block) => inside(block, look),
            };
    };
    match node {
        Node::Stmt(stmt) => stmt.parts(&mut see),
        Node::Expr(expr) => expr.parts(&mut see),
    }
    found
}
