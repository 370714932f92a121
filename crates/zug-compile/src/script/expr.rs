//! Expressions: each leaves one value on the stack.

use super::Lowerer;
use crate::{codes, ids};
use zug_ir::{Const, Quantifier, ScriptOp, TextId};
use zug_lang::Value;
use zug_lang::ast::{Arith, Block, Compare, Expr, ExprKind, Var};

impl Lowerer<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        if !self.code.is_live() {
            return;
        }
        let here = self.place(expr.origin);
        let outer = self.code.at(here);
        self.expr_kind(expr);
        self.code.at(outer);
    }

    pub(super) fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    pub(super) fn push(&mut self, value: Const) {
        self.code.op(ScriptOp::Push { value });
    }

    pub(super) fn push_int(&mut self, number: i32) {
        self.push(Const::Int(number));
    }

    /// The owner, or the mover if none is given.
    pub(super) fn owner(&mut self, owner: Option<&Expr>) {
        match owner {
            Some(owner) => self.expr(owner),
            None => self.code.op(ScriptOp::Me {}),
        }
    }

    fn then(&mut self, exprs: &[&Expr], op: ScriptOp) {
        self.exprs(exprs.iter().copied());
        self.code.op(op);
    }

    fn expr_kind(&mut self, expr: &Expr) {
        match &expr.what {
            ExprKind::Const(value) => {
                let value = self.constant(*value);
                self.push(value);
            }
            ExprKind::Var(var) => self.read(*var),
            ExprKind::List(list) => self.read_list(*list),
            ExprKind::Dice(dice) => self.code.op(ScriptOp::Dice { dice: dice.0 }),
            ExprKind::Call(call) => self.call_value(call),
            ExprKind::If(parts) => {
                self.if_else(&parts.0, |this| this.expr(&parts.1), |this| this.expr(&parts.2));
            }
            ExprKind::Any(choice) => self.any(choice, expr.origin),
            ExprKind::Exists(body) => self.quantifier(Quantifier::Exists, body, None),
            ExprKind::NotExists(body) => self.quantifier(Quantifier::NotExists, body, None),
            ExprKind::Count(body) => self.quantifier(Quantifier::Count, body, None),
            ExprKind::All(body) => self.quantifier(Quantifier::All, body, None),
            ExprKind::Sum(parts) => self.quantifier(Quantifier::Sum, &parts.1, Some(&parts.0)),
            ExprKind::Collect(parts) => self.quantifier(Quantifier::Collect, &parts.1, Some(&parts.0)),

            ExprKind::Is(test, steps) => self.is(*test, steps),
            ExprKind::InZone(zone, steps) => self.in_zone(*zone, steps, false),
            ExprKind::NotInZone(zone, steps) => self.in_zone(*zone, steps, true),
            ExprKind::IsPiece(kinds) => self.is_piece(kinds, expr),
            ExprKind::NotPiece(kinds) => {
                self.is_piece(kinds, expr);
                self.code.op(ScriptOp::Not {});
            }
            ExprKind::NoMoves => self.code.op(ScriptOp::NoMoves {}),
            ExprKind::Reaches(cell, mode) => {
                self.then(&[cell], ScriptOp::Reaches { mode: mode.map(ids::mode) });
            }
            ExprKind::Repeated(times, situation) => {
                match times {
                    Some(times) => self.expr(times),
                    None => self.push_int(1),
                }
                self.code.op(ScriptOp::Repeated { situation: *situation });
            }

            ExprKind::Here(steps) => self.look(steps, Const::None, |this| this.code.op(ScriptOp::Here {})),
            ExprKind::Piece(steps) => self.look(steps, Const::None, |this| this.code.op(ScriptOp::Piece {})),
            ExprKind::Owner(steps) => self.look(steps, Const::None, |this| this.code.op(ScriptOp::Owner {})),
            ExprKind::AttrAt(attr, steps) => {
                let attr = ids::attr(*attr);
                self.look(steps, Const::None, |this| this.code.op(ScriptOp::AttrHere { attr }));
            }
            ExprKind::Size(steps) => self.look(steps, Const::Int(0), |this| this.code.op(ScriptOp::Size {})),
            ExprKind::Start => self.code.op(ScriptOp::Start {}),
            ExprKind::Me => self.code.op(ScriptOp::Me {}),
            ExprKind::NextPlayer => self.code.op(ScriptOp::NextPlayer {}),
            ExprKind::Rivals => self.code.op(ScriptOp::Rivals {}),
            ExprKind::TurnNumber => self.code.op(ScriptOp::TurnNumber {}),
            ExprKind::CapturedCount => self.code.op(ScriptOp::CapturedCount {}),
            ExprKind::Parts => self.code.op(ScriptOp::Parts {}),
            ExprKind::ReserveOf(parts) => {
                self.expr(&parts.0);
                self.owner(parts.1.as_ref());
                self.code.op(ScriptOp::ReserveOf {});
            }

            ExprKind::Opposite(dir) => self.then(&[dir], ScriptOp::Opposite {}),
            ExprKind::Reach(parts) => self.reach(&parts.0, &parts.1),
            ExprKind::Flood(parts) => self.flood(&parts.0, &parts.1, &parts.2, expr),
            ExprKind::Border(parts) => {
                self.expr(&parts.0);
                self.directions(&parts.1, expr);
                self.code.op(ScriptOp::Border {});
            }
            ExprKind::Coord(parts) => self.coord(&parts.0, parts.1.as_ref()),
            ExprKind::CellAt(values) => {
                self.exprs(values);
                let n = self.count(values.len(), expr.origin);
                self.code.op(ScriptOp::CellAt { n });
            }
            ExprKind::At(parts) => {
                let (place, value) = &**parts;
                self.look(std::slice::from_ref(place), Const::None, |this| this.expr(value));
            }
            ExprKind::As(parts) => {
                self.then(&[&parts.0], ScriptOp::AsPlayer {});
                self.values += 1;
                self.then(&[&parts.1], ScriptOp::AsBefore {});
                self.values -= 1;
            }

            ExprKind::MakeList(values) => {
                self.exprs(values);
                let n = self.count(values.len(), expr.origin);
                self.code.op(ScriptOp::List { n });
            }
            ExprKind::Len(list) => self.then(&[list], ScriptOp::Length {}),
            ExprKind::Nth(parts) => self.then(&[&parts.0, &parts.1], ScriptOp::Nth {}),
            ExprKind::Append(parts) => self.then(&[&parts.0, &parts.1], ScriptOp::Append {}),
            ExprKind::Without(parts) => self.then(&[&parts.0, &parts.1], ScriptOp::Without {}),
            ExprKind::Union(parts) => self.then(&[&parts.0, &parts.1], ScriptOp::Union {}),
            ExprKind::Member(parts) => self.then(&[&parts.0, &parts.1], ScriptOp::Member {}),

            ExprKind::Arith(op, values) => self.arith(*op, values),
            ExprKind::Compare(op, values) => self.compare(*op, values, expr),
            ExprKind::And(_) | ExprKind::Or(_) => self.truth(expr),
            ExprKind::Not(value) => self.then(&[value], ScriptOp::Not {}),
            ExprKind::IsNone(value) => self.then(&[value], ScriptOp::IsNone {}),
            ExprKind::IsSome(value) => {
                self.then(&[value], ScriptOp::IsNone {});
                self.code.op(ScriptOp::Not {});
            }
            ExprKind::Inc(var, by) => self.add_to(*var, by.as_deref(), ScriptOp::Add {}, true),
            ExprKind::Dec(var, by) => self.add_to(*var, by.as_deref(), ScriptOp::Sub {}, true),

            ExprKind::Free(name) => {
                let message = format!("internal: `{name}` has no meaning");
                self.report(codes::INTERNAL, expr.origin, message);
                self.push(Const::None);
            }
        }
    }

    /// A constant as scripts know it: truth values are numbers.
    pub(super) fn constant(&mut self, value: Value) -> Const {
        match value {
            Value::Bool(yes) => Const::Int(i32::from(yes)),
            Value::Int(number) => Const::Int(number),
            Value::None => Const::None,
            Value::Text(text) => Const::Text(self.text(self.symbols.name(text))),
            Value::Dir(dir) => Const::Dir(ids::dir(dir)),
            Value::Cell(cell) => Const::Cell(ids::cell(cell)),
            Value::Kind(kind) => Const::Kind(ids::kind(kind)),
            Value::Player(player) => Const::Player(ids::player(player)),
            Value::Zone(zone) => Const::Zone(ids::zone(zone)),
        }
    }

    pub(super) fn text(&mut self, text: &str) -> TextId {
        let texts = &mut self.scripted.texts;
        let next = texts.len() as u16;
        *self.texts.entry(text.to_owned()).or_insert_with(|| {
            texts.push(text.to_owned());
            TextId(next)
        })
    }

    fn read(&mut self, var: Var) {
        let op = match var {
            Var::Local(local) => ScriptOp::Local { local: self.local(local) },
            Var::Attr(attr) => ScriptOp::Attr { attr: ids::attr(attr) },
            Var::Player(var) => ScriptOp::PlayerValue { first: self.player_value(var) },
            Var::Global(global) => ScriptOp::Global { global: ids::global(global) },
            Var::Gen(variable) => ScriptOp::Generation { variable: zug_ir::GenId(variable.0) },
        };
        self.code.op(op);
    }

    /// Pops a value into the variable.
    pub(super) fn write(&mut self, var: Var) {
        let op = match var {
            Var::Local(local) => ScriptOp::SetLocal { local: self.local(local) },
            Var::Attr(attr) => ScriptOp::SetAttr { attr: ids::attr(attr) },
            Var::Player(var) => ScriptOp::SetPlayerValue { first: self.player_value(var) },
            Var::Global(global) => ScriptOp::SetGlobal { global: ids::global(global) },
            Var::Gen(variable) => ScriptOp::SetGeneration { variable: zug_ir::GenId(variable.0) },
        };
        self.code.op(op);
    }

    /// Changes a number; leaves the old one if asked to.
    pub(super) fn add_to(&mut self, var: Var, by: Option<&Expr>, op: ScriptOp, keep: bool) {
        if keep {
            self.read(var);
        }
        self.read(var);
        match by {
            Some(by) => self.expr(by),
            None => self.push_int(1),
        }
        self.code.op(op);
        self.write(var);
    }

    /// Choices inside stay inside, and so does a failure; no move can end there.
    fn quantifier(&mut self, how: Quantifier, body: &Block, value: Option<&Expr>) {
        let end = self.code.quantify(how);
        self.quantifiers += 1;
        self.values += 1;
        self.maybe(|this| {
            this.block(body);
            this.exprs(value);
        });
        self.quantifiers -= 1;
        self.values -= 1;
        self.code.succeed(end);
    }

    fn reach(&mut self, dir: &Expr, condition: &Expr) {
        self.then(&[dir], ScriptOp::Reach {});
        let (next, end) = (self.code.here(), self.code.label());
        self.code.op(ScriptOp::ReachNext { to: end });
        self.loops += 1;
        self.maybe(|this| this.expr(condition));
        self.loops -= 1;
        self.code.op(ScriptOp::ReachAnswer { to: next });
        self.code.bind(end);
    }

    fn flood(&mut self, start: &Expr, dirs: &[Expr], condition: &Expr, whole: &Expr) {
        self.expr(start);
        self.directions(dirs, whole);
        self.code.op(ScriptOp::Flood {});
        let (next, end) = (self.code.here(), self.code.label());
        self.code.op(ScriptOp::FloodNext { to: end });
        self.loops += 1;
        self.maybe(|this| this.expr(condition));
        self.loops -= 1;
        self.code.op(ScriptOp::FloodAnswer { to: next });
        self.code.bind(end);
    }

    /// A list of directions; what is a list already is taken apart.
    fn directions(&mut self, dirs: &[Expr], whole: &Expr) {
        self.exprs(dirs);
        let n = self.count(dirs.len(), whole.origin);
        let fixed = dirs.iter().all(|dir| matches!(dir.what, ExprKind::Const(_)));
        self.code.op(if fixed { ScriptOp::List { n } } else { ScriptOp::Join { n } });
    }

    fn coord(&mut self, dimension: &Expr, cell: Option<&Expr>) {
        match cell {
            Some(cell) => self.expr(cell),
            None => self.code.op(ScriptOp::Here {}),
        }
        let ExprKind::Const(Value::Int(number)) = dimension.what else {
            return self.with(dimension, ScriptOp::CoordOf {});
        };
        let number = u16::try_from(number).ok().filter(|&number| number > 0);
        if number.is_none() {
            let message = "the dimensions of `coord` are counted from 1".to_owned();
            self.report(codes::NOT_FIXED, dimension.origin, message);
        }
        self.code.op(ScriptOp::Coord { dimension: number.unwrap_or(1) });
    }

    fn arith(&mut self, arith: Arith, values: &[Expr]) {
        let op = match arith {
            Arith::Add => ScriptOp::Add {},
            Arith::Sub => ScriptOp::Sub {},
            Arith::Mul => ScriptOp::Mul {},
            Arith::Div => ScriptOp::Div {},
            Arith::Rem => ScriptOp::Rem {},
            Arith::Min => ScriptOp::Min {},
            Arith::Max => ScriptOp::Max {},
            Arith::Abs => {
                self.exprs(values);
                return self.code.op(ScriptOp::Abs {});
            }
        };
        let Some((first, rest)) = values.split_first() else { return self.push_int(0) };
        if arith == Arith::Sub && rest.is_empty() {
            self.push_int(0);
            return self.then(&[first], ScriptOp::Sub {});
        }
        self.expr(first);
        for value in rest {
            self.then(&[value], op);
        }
    }

    fn compare(&mut self, compare: Compare, values: &[Expr], whole: &Expr) {
        self.exprs(values);
        let n = self.count(values.len().saturating_sub(1), whole.origin);
        // The values stay in the order of the text: choices among them are made in that order.
        let (op, not) = match compare {
            Compare::Eq => (ScriptOp::Equals { n }, false),
            Compare::Ne => (ScriptOp::Equals { n }, true),
            Compare::Lt => (ScriptOp::Less {}, false),
            Compare::Ge => (ScriptOp::Less {}, true),
            Compare::Le => (ScriptOp::AtMost {}, false),
            Compare::Gt => (ScriptOp::AtMost {}, true),
        };
        self.code.op(op);
        if not {
            self.code.op(ScriptOp::Not {});
        }
    }
}
