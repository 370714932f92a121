//! What statements and expressions consist of, written down once: every analysis of code walks through here.

use crate::ast::{Block, Call, Choice, Expr, ExprKind, Hint, Stmt, StmtKind, Take};

/// A direct part of a statement or expression.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    Expr(&'a Expr),
    Block(&'a Block),
}

impl Stmt {
    /// Hands over the parts in the order they are run.
    pub fn parts<'a>(&'a self, see: &mut dyn FnMut(Part<'a>)) {
        use Part::Block as B;
        use Part::Expr as E;
        match &self.what {
            StmtKind::Eval(value)
            | StmtKind::Go(value)
            | StmtKind::Single(value)
            | StmtKind::Check(value) => see(E(value)),
            StmtKind::Call(call) => call.parts(see),
            StmtKind::Scope(block) | StmtKind::Repeat(block) | StmtKind::Seq(block) => see(B(block)),
            StmtKind::AtDo(parts) | StmtKind::While(parts) => {
                see(E(&parts.0));
                see(B(&parts.1));
            }
            StmtKind::If(parts) => {
                see(E(&parts.0));
                see(B(&parts.1));
                see(B(&parts.2));
            }
            StmtKind::Either(blocks) => blocks.iter().for_each(|block| see(B(block))),
            StmtKind::For(parts) => {
                see(E(&parts.1));
                see(B(&parts.2));
            }
            StmtKind::Let(_, value)
            | StmtKind::Set(_, value)
            | StmtKind::SetPiece(value)
            | StmtKind::GotoTurn(value)
            | StmtKind::UseDie(value, _)
            | StmtKind::Take(Take::Count(value))
            | StmtKind::Hint(Hint::Weight(value)) => see(E(value)),
            StmtKind::Put(value) | StmtKind::ChangeOwner(value) => {
                value.iter().for_each(|value| see(E(value)))
            }
            StmtKind::Create(parts) => {
                see(E(&parts.0));
                parts.1.iter().for_each(|owner| see(E(owner)));
            }
            StmtKind::Reserve(parts) => {
                see(E(&parts.0));
                see(E(&parts.1));
                parts.2.iter().for_each(|owner| see(E(owner)));
            }
            StmtKind::Log(_, values) | StmtKind::Hint(Hint::Other(_, values)) => {
                values.iter().for_each(|value| see(E(value)));
            }
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
}

impl Call {
    fn parts<'a>(&'a self, see: &mut dyn FnMut(Part<'a>)) {
        self.arguments.iter().for_each(|(_, value)| see(Part::Expr(value)));
        see(Part::Block(&self.body));
    }
}

impl Expr {
    /// Hands over the parts in the order they are run.
    pub fn parts<'a>(&'a self, see: &mut dyn FnMut(Part<'a>)) {
        use Part::Block as B;
        use Part::Expr as E;
        match &self.what {
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
            ExprKind::Call(call) => call.parts(see),
            ExprKind::If(parts) => [&parts.0, &parts.1, &parts.2].into_iter().for_each(|value| see(E(value))),
            ExprKind::Any(choice) => match &**choice {
                Choice::Items(values) => values.iter().for_each(|value| see(E(value))),
                Choice::Value(value) => see(E(value)),
                Choice::Range(from, to) => [from, to].into_iter().for_each(|value| see(E(value))),
                Choice::List(_) | Choice::Kind(_) | Choice::Zone(_) | Choice::Cells | Choice::Pieces => {}
            },
            ExprKind::Exists(block)
            | ExprKind::NotExists(block)
            | ExprKind::Count(block)
            | ExprKind::All(block) => see(B(block)),
            // The value is taken after each run of the code.
            ExprKind::Sum(parts) | ExprKind::Collect(parts) => {
                see(B(&parts.1));
                see(E(&parts.0));
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
            | ExprKind::Or(values) => values.iter().for_each(|value| see(E(value))),
            ExprKind::Reaches(value, _)
            | ExprKind::Opposite(value)
            | ExprKind::Len(value)
            | ExprKind::Not(value)
            | ExprKind::IsNone(value)
            | ExprKind::IsSome(value) => see(E(value)),
            ExprKind::Repeated(value, _) | ExprKind::Inc(_, value) | ExprKind::Dec(_, value) => {
                value.iter().for_each(|value| see(E(value)));
            }
            ExprKind::ReserveOf(parts) | ExprKind::Coord(parts) => {
                see(E(&parts.0));
                parts.1.iter().for_each(|value| see(E(value)));
            }
            ExprKind::Flood(parts) => {
                see(E(&parts.0));
                parts.1.iter().for_each(|dir| see(E(dir)));
                see(E(&parts.2));
            }
            ExprKind::Border(parts) => {
                see(E(&parts.0));
                parts.1.iter().for_each(|dir| see(E(dir)));
            }
            ExprKind::Reach(pair)
            | ExprKind::At(pair)
            | ExprKind::As(pair)
            | ExprKind::Nth(pair)
            | ExprKind::Append(pair)
            | ExprKind::Without(pair)
            | ExprKind::Union(pair)
            | ExprKind::Member(pair) => {
                see(E(&pair.0));
                see(E(&pair.1));
            }
        }
    }
}
