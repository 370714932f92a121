//! Statements: each leaves the stack as it found it.

use super::{Lowerer, visit};
use crate::{codes, ids};
use zug_ir::{ModeId, ScriptOp};
use zug_lang::Value;
use zug_lang::ast::{Block, Choice, DiceId, Expr, ExprKind, Hint, Stmt, StmtKind, Take, When};
use zug_model::BoardModel;
use zug_source::Origin;

impl Lowerer<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        self.stmts(block);
    }

    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        if !self.code.is_live() {
            return;
        }
        let here = self.place(stmt.origin);
        let outer = self.code.at(here);
        self.stmt_kind(&stmt.what, stmt.origin);
        self.code.at(outer);
    }

    fn stmt_kind(&mut self, what: &StmtKind, origin: Origin) {
        match what {
            StmtKind::Eval(value) => self.eval(value),
            StmtKind::Call(call) => {
                self.arguments(call);
                self.block(&call.body);
            }

            StmtKind::Go(to) => self.with(to, ScriptOp::Check {}),
            StmtKind::Single(dir) => self.with(dir, ScriptOp::StepAlone {}),
            StmtKind::Scope(body) => self.scope(body),
            StmtKind::AtDo(parts) => {
                self.code.op(ScriptOp::Here {});
                self.with(&parts.0, ScriptOp::StepAlone {});
                self.block(&parts.1);
                self.code.op(ScriptOp::ComeBack {});
            }
            StmtKind::Mark => self.code.op(ScriptOp::Mark {}),
            StmtKind::Back => self.code.op(ScriptOp::Back {}),

            StmtKind::Check(value) => {
                self.check(value);
                self.check_again(value);
            }
            StmtKind::If(parts) => {
                self.if_else(&parts.0, |this| this.block(&parts.1), |this| this.block(&parts.2));
            }
            StmtKind::While(parts) => {
                let (top, end) = (self.code.here(), self.code.label());
                self.maybe(|this| {
                    this.jump_unless(&parts.0, end);
                    this.block(&parts.1);
                });
                self.code.op(ScriptOp::Jump { to: top });
                self.code.bind(end);
            }
            StmtKind::Repeat(body) => {
                let top = self.code.here();
                self.block(body);
                self.code.op(ScriptOp::Jump { to: top });
            }
            StmtKind::Either(ways) => self.either(ways, |this, way| this.block(way)),
            StmtKind::Seq(body) => self.block(body),
            StmtKind::For(parts) => {
                let (local, list, body) = &**parts;
                self.with(list, ScriptOp::Each {});
                let (top, end) = (self.code.here(), self.code.label());
                let local = self.local(*local);
                self.code.op(ScriptOp::EachNext { local, to: end });
                self.loops += 1;
                self.maybe(|this| this.block(body));
                self.loops -= 1;
                self.code.op(ScriptOp::Jump { to: top });
                self.code.bind(end);
            }

            StmtKind::Let(local, value) => {
                let local = self.local(*local);
                self.with(value, ScriptOp::SetLocal { local });
            }
            StmtKind::Set(var, value) => {
                self.expr(value);
                self.write(*var);
            }

            StmtKind::Take(Take::Default) => self.code.op(ScriptOp::Take {}),
            StmtKind::Take(Take::All) => self.code.op(ScriptOp::TakeAll {}),
            StmtKind::Take(Take::Count(count)) => {
                self.check_count(count);
                self.with(count, ScriptOp::TakeSome {});
            }
            StmtKind::Drop => self.code.op(ScriptOp::Drop {}),
            StmtKind::Put(count) => {
                match count {
                    Some(count) => {
                        self.check_count(count);
                        self.expr(count);
                    }
                    None => self.push_int(1),
                }
                self.code.op(ScriptOp::Put {});
            }
            StmtKind::PutUnder => self.code.op(ScriptOp::PutUnder {}),
            StmtKind::Capture(when) => {
                let late = match when {
                    Some(when) => *when == When::Later,
                    None => self.decl.options.captures_deferred,
                };
                self.code.op(if late { ScriptOp::CaptureLate {} } else { ScriptOp::Capture {} });
            }
            StmtKind::Create(parts) => {
                self.expr(&parts.0);
                self.owner(parts.1.as_ref());
                self.code.op(ScriptOp::Create {});
            }
            StmtKind::ChangeOwner(owner) => {
                self.owner(owner.as_deref());
                self.code.op(ScriptOp::ChangeOwner {});
            }
            StmtKind::SetPiece(kind) => self.with(kind, ScriptOp::SetPiece {}),
            StmtKind::Reserve(parts) => {
                self.exprs([&parts.0, &parts.1]);
                self.owner(parts.2.as_ref());
                self.code.op(ScriptOp::Reserve {});
            }

            StmtKind::EndMove => self.end_move(origin),
            StmtKind::EndPart(mode) => self.end_part(ids::mode(*mode), origin),

            StmtKind::Log(order, values) => {
                self.exprs(values);
                let n = self.count(values.len(), origin);
                self.code.op(ScriptOp::Log { order: *order, n });
            }
            StmtKind::Hint(Hint::Weight(weight)) => self.with(weight, ScriptOp::Weight {}),
            StmtKind::Hint(Hint::Forced) => self.code.op(ScriptOp::Forced {}),
            StmtKind::Hint(Hint::Other(word, values)) => {
                self.exprs(values);
                let (word, n) = (self.text(word), self.count(values.len(), origin));
                self.code.op(ScriptOp::Hint { word, n });
            }
            StmtKind::GotoTurn(turn) => self.with(turn, ScriptOp::GotoTurn {}),
            StmtKind::UseDie(die, dice) => self.use_die(die, *dice, origin),
            StmtKind::SetFlag => self.code.op(ScriptOp::Flag {}),
        }
    }

    pub(super) fn with(&mut self, value: &Expr, op: ScriptOp) {
        self.expr(value);
        self.code.op(op);
    }

    /// A value as a statement.
    fn eval(&mut self, value: &Expr) {
        match &value.what {
            ExprKind::Inc(var, by) => self.add_to(*var, by.as_deref(), ScriptOp::Add {}, false),
            ExprKind::Dec(var, by) => self.add_to(*var, by.as_deref(), ScriptOp::Sub {}, false),
            what => self.with(value, if is_number(what) { ScriptOp::Pop {} } else { ScriptOp::Walk {} }),
        }
    }

    /// Runs the block and puts the cursor back.
    pub(super) fn scope(&mut self, body: &Block) {
        self.code.op(ScriptOp::Here {});
        self.block(body);
        self.code.op(ScriptOp::ComeBack {});
    }

    /// A choice among blocks.
    pub(super) fn either(&mut self, ways: &[Block], mut run: impl FnMut(&mut Self, &Block)) {
        let Some((last, rest)) = ways.split_last() else { return self.code.op(ScriptOp::Fail {}) };
        let end = self.code.label();
        for way in rest {
            let other = self.code.label();
            self.code.op(ScriptOp::Fork { to: other });
            self.maybe(|this| run(this, way));
            self.code.op(ScriptOp::Jump { to: end });
            self.code.bind(other);
        }
        self.maybe(|this| run(this, last));
        self.code.bind(end);
    }

    /// A check of a generation variable is made again when all moves are known.
    fn check_again(&mut self, value: &Expr) {
        if self.recheck && self.quantifiers == 0 && visit::mentions_generation(value) {
            let script = self.separate(value.origin, |this| {
                this.check(value);
                this.code.op(ScriptOp::Accept {});
            });
            self.code.op(ScriptOp::Defer { script });
        }
    }

    /// The move may end here; what follows is another way.
    fn end_move(&mut self, origin: Origin) {
        if !self.may_end("a move", origin) {
            return;
        }
        let on = self.code.label();
        self.code.op(ScriptOp::Fork { to: on });
        self.leave(None);
        self.code.bind(on);
    }

    fn end_part(&mut self, mode: ModeId, origin: Origin) {
        if self.may_end("a part", origin) {
            self.leave(Some(mode));
        }
    }

    fn may_end(&mut self, what: &str, origin: Origin) -> bool {
        if self.exits.is_none() {
            let message = format!("{what} can end only in the code of a `move` or a `drop`");
            self.report(codes::CANNOT_END, origin, message);
        } else if self.values > 0 {
            let message = format!("{what} cannot end inside a value");
            let hint = "only a choice that is a statement of its own goes on with the rest of the move";
            self.report_with_hint(codes::CANNOT_END, origin, message, hint);
        } else {
            return true;
        }
        false
    }

    /// One position gives and takes one piece where it holds one.
    fn check_count(&mut self, count: &Expr) {
        if let ExprKind::Const(Value::Int(n)) = count.what
            && n > 1
            && self.decl.model == BoardModel::Single
        {
            let message = format!("{n} pieces at a time need a board whose positions hold stacks or heaps");
            let hint = "write `(model stack)` or `(model heap)` in the board, or leave out the number";
            self.report_with_hint(codes::NEEDS_PILES, count.origin, message, hint);
        }
    }

    fn use_die(&mut self, die: &Expr, dice: Option<DiceId>, origin: Origin) {
        if dice.is_none() && self.decl.dice.len() != 1 {
            let message = match self.decl.dice.len() {
                0 => "the game has no dice".to_owned(),
                n => format!("the game has {n} sets of dice, and `use-die` does not say which is meant"),
            };
            self.report_with_hint(codes::WHICH_DICE, origin, message, "write `(use-die number dice)`");
        }
        self.with(die, ScriptOp::UseDie { dice: dice.map_or(0, |dice| dice.0) });
    }
}

/// Is the value surely neither a direction nor a cell?
fn is_number(what: &ExprKind) -> bool {
    match what {
        ExprKind::Any(choice) => {
            matches!(
                **choice,
                Choice::Range(..) | Choice::Kind(_) | Choice::Zone(_) | Choice::Cells | Choice::Pieces
            )
        }
        ExprKind::Exists(_)
        | ExprKind::NotExists(_)
        | ExprKind::Count(_)
        | ExprKind::All(_)
        | ExprKind::Sum(_)
        | ExprKind::Is(..)
        | ExprKind::InZone(..)
        | ExprKind::NotInZone(..)
        | ExprKind::IsPiece(_)
        | ExprKind::NotPiece(_)
        | ExprKind::Arith(..)
        | ExprKind::Compare(..)
        | ExprKind::And(_)
        | ExprKind::Or(_)
        | ExprKind::Not(_)
        | ExprKind::IsNone(_)
        | ExprKind::IsSome(_)
        | ExprKind::Len(_)
        | ExprKind::Size(_) => true,
        _ => false,
    }
}
