//! Questions about code that are answered by looking through it.
//!
//! The list of what is inside a statement or an expression is written once, in [`Node::children`].

use zug_lang::ast::{Block, Call, Choice, Expr, ExprKind, Hint, Stmt, StmtKind, Take, Var};

/// A statement or an expression.
#[derive(Clone, Copy)]
pub(super) enum Node<'a> {
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
            ExprKind::Var(Var::Gen(_)) | ExprKind::Inc(Var::Gen(_), _) | ExprKind::Dec(Var::Gen(_), _) => Seen::Found,
            _ => Seen::On,
        },
        Node::Stmt(_) => Seen::On,
    })
}

/// Does it ask whether there are moves?
pub(super) fn asks_for_moves(block: &Block) -> bool {
    inside(block, &|node| match node {
        Node::Expr(expr) if matches!(expr.what, ExprKind::NoMoves) => Seen::Found,
        _ => Seen::On,
    })
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
        Seen::Found => true,
        Seen::Past => false,
        Seen::On => {
            let mut found = false;
            node.children(&mut |child| found = found || holds(child, look));
            found
        }
    }
}

impl<'a> Node<'a> {
    /// Shows everything right inside.
    fn children(self, show: &mut dyn FnMut(Node<'a>)) {
        match self {
            Node::Stmt(stmt) => stmt_children(stmt, show),
            Node::Expr(expr) => expr_children(expr, show),
        }
    }
}

fn block<'a>(block: &'a Block, show: &mut dyn FnMut(Node<'a>)) {
    block.iter().for_each(|stmt| show(Node::Stmt(stmt)));
}

fn exprs<'a>(exprs: impl IntoIterator<Item = &'a Expr>, show: &mut dyn FnMut(Node<'a>)) {
    exprs.into_iter().for_each(|expr| show(Node::Expr(expr)));
}

fn call<'a>(call: &'a Call, show: &mut dyn FnMut(Node<'a>)) {
    exprs(call.arguments.iter().map(|(_, value)| value), show);
    block(&call.body, show);
}

fn stmt_children<'a>(stmt: &'a Stmt, show: &mut dyn FnMut(Node<'a>)) {
    match &stmt.what {
        StmtKind::Eval(value) | StmtKind::Go(value) | StmtKind::Single(value) | StmtKind::Check(value) => {
            show(Node::Expr(value));
        }
        StmtKind::Call(of) => call(of, show),
        StmtKind::Scope(body) | StmtKind::Repeat(body) | StmtKind::Seq(body) => block(body, show),
        StmtKind::AtDo(parts) | StmtKind::While(parts) => {
            show(Node::Expr(&parts.0));
            block(&parts.1, show);
        }
        StmtKind::If(parts) => {
            show(Node::Expr(&parts.0));
            block(&parts.1, show);
            block(&parts.2, show);
        }
        StmtKind::Either(ways) => ways.iter().for_each(|way| block(way, show)),
        StmtKind::For(parts) => {
            show(Node::Expr(&parts.1));
            block(&parts.2, show);
        }
        StmtKind::Let(_, value)
        | StmtKind::Set(_, value)
        | StmtKind::SetPiece(value)
        | StmtKind::GotoTurn(value)
        | StmtKind::UseDie(value)
        | StmtKind::Take(Take::Count(value))
        | StmtKind::Hint(Hint::Weight(value)) => show(Node::Expr(value)),
        StmtKind::Put(value) | StmtKind::ChangeOwner(value) => exprs(value.as_deref(), show),
        StmtKind::Create(parts) => {
            show(Node::Expr(&parts.0));
            exprs(&parts.1, show);
        }
        StmtKind::Reserve(parts) => {
            exprs([&parts.0, &parts.1], show);
            exprs(&parts.2, show);
        }
        StmtKind::Log(_, values) | StmtKind::Hint(Hint::Other(_, values)) => exprs(values, show),
        StmtKind::Mark
        | StmtKind::Back
        | StmtKind::Take(Take::Default | Take::All)
        | StmtKind::Drop
        | StmtKind::PutUnder
        | StmtKind::Capture(_)
        | StmtKind::EndMove
        | StmtKind::EndPart(_)
        | StmtKind::Hint(Hint::Forced)
        | StmtKind::SetFlag => {}
    }
}

fn expr_children<'a>(expr: &'a Expr, show: &mut dyn FnMut(Node<'a>)) {
    match &expr.what {
        ExprKind::Call(of) => call(of, show),
        ExprKind::If(parts) => exprs([&parts.0, &parts.1, &parts.2], show),
        ExprKind::Any(choice) => match &**choice {
            Choice::Items(items) => exprs(items, show),
            Choice::Value(value) => show(Node::Expr(value)),
            Choice::Range(first, last) => exprs([first, last], show),
            Choice::List(_) | Choice::Kind(_) | Choice::Zone(_) | Choice::Cells | Choice::Pieces => {}
        },
        ExprKind::Exists(body) | ExprKind::NotExists(body) | ExprKind::Count(body) | ExprKind::All(body) => {
            block(body, show);
        }
        ExprKind::Sum(parts) | ExprKind::Collect(parts) => {
            show(Node::Expr(&parts.0));
            block(&parts.1, show);
        }
        ExprKind::Is(_, values)
        | ExprKind::InZone(_, values)
        | ExprKind::NotInZone(_, values)
        | ExprKind::IsPiece(values)
        | ExprKind::NotPiece(values)
        | ExprKind::Here(values)
        | ExprKind::Piece(values)
        | ExprKind::Owner(values)
        | ExprKind::AttrAt(_, values)
        | ExprKind::Size(values)
        | ExprKind::CellAt(values)
        | ExprKind::MakeList(values)
        | ExprKind::Arith(_, values)
        | ExprKind::Compare(_, values)
        | ExprKind::And(values)
        | ExprKind::Or(values) => exprs(values, show),
        ExprKind::Reaches(value, _)
        | ExprKind::Opposite(value)
        | ExprKind::Len(value)
        | ExprKind::Not(value)
        | ExprKind::IsNone(value)
        | ExprKind::IsSome(value) => show(Node::Expr(value)),
        ExprKind::Repeated(value, _) | ExprKind::Inc(_, value) | ExprKind::Dec(_, value) => {
            exprs(value.as_deref(), show);
        }
        ExprKind::ReserveOf(parts) | ExprKind::Coord(parts) => {
            show(Node::Expr(&parts.0));
            exprs(&parts.1, show);
        }
        ExprKind::Flood(parts) => {
            exprs([&parts.0, &parts.2], show);
            exprs(&parts.1, show);
        }
        ExprKind::Border(parts) => {
            show(Node::Expr(&parts.0));
            exprs(&parts.1, show);
        }
        ExprKind::Reach(parts)
        | ExprKind::At(parts)
        | ExprKind::As(parts)
        | ExprKind::Nth(parts)
        | ExprKind::Append(parts)
        | ExprKind::Without(parts)
        | ExprKind::Union(parts)
        | ExprKind::Member(parts) => exprs([&parts.0, &parts.1], show),
        ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::List(_)
        | ExprKind::Dice(_)
        | ExprKind::NoMoves
        | ExprKind::Start
        | ExprKind::Me
        | ExprKind::NextPlayer
        | ExprKind::Rivals
        | ExprKind::TurnNumber
        | ExprKind::CapturedCount
        | ExprKind::Parts
        | ExprKind::Free(_) => {}
    }
}
