//! Expressions.

use crate::ast::{Arith, Block, Choice, Compare, Expr, ExprKind, Var};
use crate::builder::Builder;
use crate::codes;
use crate::decl::Value;
use crate::scope::{Binding, Found};
use crate::words::{Role, Test, Word};
use zug_source::{Diagnostic, NodeId, Symbol, suggest};

impl Builder<'_> {
    pub(crate) fn expr(&mut self, node: NodeId) -> Option<Expr> {
        let origin = self.s.origin(node);
        let what = if self.enter(node) { self.expr_kind(node) } else { None };
        self.leave();
        Some(Expr { what: what?, origin })
    }

    /// All of them, or `None` if one is wrong; each is looked at.
    pub(crate) fn exprs(&mut self, nodes: &[NodeId]) -> Option<Vec<Expr>> {
        let values: Vec<Option<Expr>> = nodes.iter().map(|&node| self.expr(node)).collect();
        values.into_iter().collect()
    }

    fn expr_kind(&mut self, node: NodeId) -> Option<ExprKind> {
        if let Some(text) = self.s.string(node) {
            return Some(ExprKind::Const(Value::Text(text)));
        }
        if let Some(name) = self.s.atom(node) {
            return self.name(name, node);
        }
        let Some(head) = self.s.tree.head(node) else {
            self.s.unexpected(node, "an expression");
            return None;
        };
        if let Some(define) = self.called(node) {
            let arguments = self.s.arguments(node);
            // A word defined anew may still be asked about another place.
            if define.params.is_empty() && self.words.get(head).is_some_and(|word| word.test().is_some()) {
                return self.redefined_test(&define, &arguments, node);
            }
            return Some(ExprKind::Call(Box::new(self.call(&define, &arguments, node)?)));
        }
        match self.words.get(head) {
            Some(word) => self.word_expr(word, node),
            None => {
                self.unknown_command(head, node);
                None
            }
        }
    }

    fn redefined_test(
        &mut self,
        define: &crate::objects::Define,
        steps: &[NodeId],
        node: NodeId,
    ) -> Option<ExprKind> {
        let origin = self.s.origin(node);
        let place = self.exprs(steps)?;
        let call = ExprKind::Call(Box::new(self.call(define, &[], node)?));
        if place.is_empty() {
            return Some(call);
        }
        let place = Expr { what: ExprKind::Here(place), origin };
        Some(ExprKind::At(Box::new((place, Expr { what: call, origin }))))
    }

    fn unknown_command(&mut self, head: Symbol, node: NodeId) {
        let word = self.s.text_of(head);
        let message = format!("unknown command `{word}`");
        let mut problem =
            Diagnostic::error(codes::UNKNOWN_COMMAND, self.s.origin(node), message).about(&word);
        let few = self.s.may_suggest();
        let defines = self.library.defines.keys().filter(|_| few);
        let mut known: Vec<&str> = defines.map(|&name| self.s.name(name)).collect();
        known.sort_unstable();
        let words = crate::words::word_table().iter().flat_map(|row| row.texts.iter().copied());
        if self.dir_of(head).is_some() || self.shape.cell_ids.contains_key(&head) {
            problem = problem.hint(format!("to step or jump write `{word}` without parentheses"));
        } else if let Some(near) = suggest(&word, known.into_iter().chain(words)).filter(|_| few) {
            problem = problem.hint(format!("did you mean `{near}`?"));
        }
        self.s.report(problem);
    }

    /// A single word as a value.
    fn name(&mut self, name: Symbol, node: NodeId) -> Option<ExprKind> {
        if let Some(number) = self.s.as_number(node) {
            return Some(ExprKind::Const(Value::Int(number)));
        }
        if crate::session::is_number(self.s.name(name)) {
            let message = format!("the number `{}` is too large", self.s.name(name));
            self.s.error(codes::BAD_NUMBER, node, message);
            return None;
        }
        Some(match self.lookup(name) {
            Found::Bound(Binding::Local(local)) => ExprKind::Var(Var::Local(local)),
            Found::Bound(Binding::Alias(what)) => what,
            Found::Bound(Binding::Name(mode)) => {
                let message = format!("the mode `{}` is no value", self.s.name(mode));
                self.s.error(codes::NOT_A_VALUE, node, message);
                return None;
            }
            Found::List(list) => ExprKind::List(list),
            Found::Word(word) => return self.word_expr(word, node),
            Found::Var(var) => ExprKind::Var(var),
            Found::Dice(dice) => ExprKind::Dice(dice),
            Found::Const(value) => ExprKind::Const(value),
            Found::Define(define) => ExprKind::Call(Box::new(self.call(&define, &[], node)?)),
            Found::Nothing => {
                if matches!(self.s.name(name), "else" | ".." | ">") {
                    let message = format!("`{}` cannot stand here", self.s.name(name));
                    self.s.error(codes::MISPLACED_WORD, node, message);
                    return None;
                }
                self.unknown_value(name, node)
            }
        })
    }

    fn word_expr(&mut self, word: Word, node: NodeId) -> Option<ExprKind> {
        let (least, most) = word.row().arguments;
        let arguments = self.s.arguments(node);
        if word.row().role == Role::Statement {
            let message = format!("`{}` is a statement and has no value", word.text());
            self.s.error(codes::NOT_A_VALUE, node, message);
            return None;
        }
        if self.s.is_list(node) {
            if !self.s.arity(node, least, most) {
                return None;
            }
        } else if least > 0 {
            let message = format!("`{}` needs arguments: write `({} …)`", word.text(), word.text());
            self.s.error(codes::ARITY, node, message);
            return None;
        }
        if let Some(test) = word.test() {
            return self.cell_test(test, &arguments, node);
        }
        let a = &arguments[..];
        let boxed = |value: Expr| Box::new(value);
        Some(match word {
            Word::True => ExprKind::Const(Value::Bool(true)),
            Word::False => ExprKind::Const(Value::Bool(false)),
            Word::Nothing => ExprKind::Const(Value::None),
            Word::If => return self.if_value(a, node),
            Word::Any => return self.any(a, false),
            Word::Inc | Word::Dec => {
                let target = self.target(a[0]);
                let by = self.optional(a.get(1))?.map(boxed);
                if let Some(Var::Gen(id)) = target {
                    self.gens_read[id.idx()] = true;
                }
                if word == Word::Inc { ExprKind::Inc(target?, by) } else { ExprKind::Dec(target?, by) }
            }
            Word::All => ExprKind::All(self.determinator(a)),
            Word::Exists => ExprKind::Exists(self.determinator(a)),
            Word::NotExists => ExprKind::NotExists(self.determinator(a)),
            Word::Count => ExprKind::Count(self.determinator(a)),
            Word::Sum => ExprKind::Sum(Box::new(self.over(a)?)),
            Word::Collect => ExprKind::Collect(Box::new(self.over(a)?)),
            Word::InZone | Word::NotZone => {
                let zone = self.zone_id(a[0]);
                let steps = self.exprs(&a[1..]);
                if word == Word::InZone {
                    ExprKind::InZone(zone?, steps?)
                } else {
                    ExprKind::NotInZone(zone?, steps?)
                }
            }
            Word::IsPiece => ExprKind::IsPiece(self.kind_values(a)?),
            Word::NotPiece => ExprKind::NotPiece(self.kind_values(a)?),
            Word::NoMoves => ExprKind::NoMoves,
            Word::Reaches => {
                let place = self.expr(a[0])?;
                let mode = match a.get(1) {
                    Some(&mode) => Some(self.asked_mode(mode)?),
                    None => None,
                };
                ExprKind::Reaches(Box::new(place), mode)
            }
            Word::Repeated => return self.repeated(a),
            Word::Here => ExprKind::Here(self.exprs(a)?),
            Word::Piece => ExprKind::Piece(self.exprs(a)?),
            Word::Owner => ExprKind::Owner(self.exprs(a)?),
            Word::Size => ExprKind::Size(self.exprs(a)?),
            Word::Attr => {
                let attr = self.attr_id(a[0]);
                let steps = self.exprs(&a[1..]);
                ExprKind::AttrAt(attr?, steps?)
            }
            Word::Start => ExprKind::Start,
            Word::Me => ExprKind::Me,
            Word::NextPlayer => ExprKind::NextPlayer,
            Word::Rivals => ExprKind::Rivals,
            Word::TurnNumber => ExprKind::TurnNumber,
            Word::CapturedCount => ExprKind::CapturedCount,
            Word::Parts => ExprKind::Parts,
            Word::ReserveOf => {
                let kind = self.kind_value(a[0])?;
                ExprKind::ReserveOf(Box::new((kind, self.optional(a.get(1))?)))
            }
            Word::Opposite => ExprKind::Opposite(boxed(self.expr(a[0])?)),
            Word::Reach => ExprKind::Reach(Box::new((self.expr(a[0])?, self.expr(a[1])?))),
            Word::Flood => {
                let (start, dirs, condition) = (self.expr(a[0]), self.directions(a[1]), self.expr(a[2]));
                ExprKind::Flood(Box::new((start?, dirs?, condition?)))
            }
            Word::Border => {
                let (list, dirs) = (self.expr(a[0]), self.directions(a[1]));
                ExprKind::Border(Box::new((list?, dirs?)))
            }
            Word::Coord => ExprKind::Coord(Box::new((self.expr(a[0])?, self.optional(a.get(1))?))),
            Word::CellAt => ExprKind::CellAt(self.exprs(a)?),
            Word::At => ExprKind::At(self.pair(a)?),
            Word::As => ExprKind::As(self.pair(a)?),
            Word::List => ExprKind::MakeList(self.exprs(a)?),
            Word::Len => ExprKind::Len(boxed(self.expr(a[0])?)),
            Word::Nth => ExprKind::Nth(self.pair(a)?),
            Word::Append => ExprKind::Append(self.pair(a)?),
            Word::Without => ExprKind::Without(self.pair(a)?),
            Word::Union => ExprKind::Union(self.pair(a)?),
            Word::Member => ExprKind::Member(self.pair(a)?),
            Word::Add => ExprKind::Arith(Arith::Add, self.exprs(a)?),
            Word::Sub => ExprKind::Arith(Arith::Sub, self.exprs(a)?),
            Word::Mul => ExprKind::Arith(Arith::Mul, self.exprs(a)?),
            Word::Div => ExprKind::Arith(Arith::Div, self.exprs(a)?),
            Word::Rem => ExprKind::Arith(Arith::Rem, self.exprs(a)?),
            Word::Abs => ExprKind::Arith(Arith::Abs, self.exprs(a)?),
            Word::Min => ExprKind::Arith(Arith::Min, self.exprs(a)?),
            Word::Max => ExprKind::Arith(Arith::Max, self.exprs(a)?),
            Word::Eq => ExprKind::Compare(Compare::Eq, self.exprs(a)?),
            Word::Ne => ExprKind::Compare(Compare::Ne, self.exprs(a)?),
            Word::Lt => ExprKind::Compare(Compare::Lt, self.exprs(a)?),
            Word::Gt => ExprKind::Compare(Compare::Gt, self.exprs(a)?),
            Word::Le => ExprKind::Compare(Compare::Le, self.exprs(a)?),
            Word::Ge => ExprKind::Compare(Compare::Ge, self.exprs(a)?),
            Word::And => ExprKind::And(self.exprs(a)?),
            Word::Or => ExprKind::Or(self.exprs(a)?),
            Word::Not => ExprKind::Not(boxed(self.expr(a[0])?)),
            Word::IsNone => ExprKind::IsNone(boxed(self.expr(a[0])?)),
            Word::IsSome => ExprKind::IsSome(boxed(self.expr(a[0])?)),
            // Statements and tests are above.
            _ => return None,
        })
    }

    fn pair(&mut self, a: &[NodeId]) -> Option<Box<(Expr, Expr)>> {
        let (one, other) = (self.expr(a[0]), self.expr(a[1]));
        Some(Box::new((one?, other?)))
    }

    fn cell_test(&mut self, test: Test, steps: &[NodeId], node: NodeId) -> Option<ExprKind> {
        // `not-attacked?` follows a definition of `is-attacked?`.
        if test == Test::NotAttacked
            && let Some(name) = self.s.symbols.get("is-attacked?")
            && let Some(define) = self.own_define(name)
        {
            let what = self.redefined_test(&define, steps, node)?;
            return Some(ExprKind::Not(Box::new(Expr { what, origin: self.s.origin(node) })));
        }
        Some(ExprKind::Is(test, self.exprs(steps)?))
    }

    fn if_value(&mut self, a: &[NodeId], node: NodeId) -> Option<ExprKind> {
        let condition = self.expr(a[0]);
        let (yes, no) = self.branches(&a[1..]);
        let (&[yes], &[no]) = (&yes[..], &no[..]) else {
            let message = "an `if` with a value needs one value, `else`, and another";
            self.s.error(codes::ARITY, node, message);
            return None;
        };
        let (yes, no) = (self.expr(yes), self.expr(no));
        Some(ExprKind::If(Box::new((condition?, yes?, no?))))
    }

    /// Code whose choices and variables do not leave it.
    fn determinator(&mut self, nodes: &[NodeId]) -> Block {
        self.inside(|builder| builder.block(nodes))
    }

    /// The code first: the value speaks about what it has found.
    fn over(&mut self, a: &[NodeId]) -> Option<(Expr, Block)> {
        self.inside(|builder| {
            let body = builder.block(&a[1..]);
            Some((builder.expr(a[0])?, body))
        })
    }

    fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.frames.last().map_or(0, |frame| frame.bindings.len());
        let result = read(self);
        if let Some(frame) = self.frames.last_mut() {
            frame.bindings.truncate(before);
        }
        result
    }

    fn repeated(&mut self, a: &[NodeId]) -> Option<ExprKind> {
        let (mut count, mut situation) = (None, false);
        for (at, &node) in a.iter().enumerate() {
            if self.s.is_atom(node, "situation") {
                situation = true;
            } else if at == 0 {
                count = Some(Box::new(self.expr(node)?));
            } else {
                self.s.unexpected(node, "`situation`");
                return None;
            }
        }
        Some(ExprKind::Repeated(count, situation))
    }

    /// `(n e s w)`, or a value that is a list.
    fn directions(&mut self, node: NodeId) -> Option<Vec<Expr>> {
        let head = self.s.tree.head(node);
        let is_call = head.is_some_and(|head| {
            self.own_define(head).is_some()
                || self.words.get(head).is_some()
                || (self.library.defines.contains_key(&head) && self.dir_of(head).is_none())
        });
        if self.s.is_list(node) && !is_call {
            let kids = self.s.kids(node);
            return self.exprs(&kids);
        }
        Some(vec![self.expr(node)?])
    }

    /// A piece type, or a value that is one. Here `(any King)` is the type, not the places of kings.
    pub(crate) fn kind_value(&mut self, node: NodeId) -> Option<Expr> {
        let origin = self.s.origin(node);
        if let Some(name) = self.s.atom(node)
            && self.bound(name).is_none()
            && let Some(kind) = self.find_kind(name)
        {
            return Some(Expr { what: ExprKind::Const(Value::Kind(kind)), origin });
        }
        if let Some(name) = self.s.atom(node)
            && matches!(self.lookup(name), Found::Nothing)
        {
            let kind = self.kind_id(node)?;
            return Some(Expr { what: ExprKind::Const(Value::Kind(kind)), origin });
        }
        if self.s.is_form(node, "any") && self.s.arity(node, 1, usize::MAX) {
            let arguments = self.s.arguments(node);
            return Some(Expr { what: self.any(&arguments, true)?, origin });
        }
        self.expr(node)
    }

    fn kind_values(&mut self, nodes: &[NodeId]) -> Option<Vec<Expr>> {
        let values: Vec<Option<Expr>> = nodes.iter().map(|&node| self.kind_value(node)).collect();
        values.into_iter().collect()
    }

    fn any(&mut self, a: &[NodeId], of_kinds: bool) -> Option<ExprKind> {
        let choice = match *a {
            [first, dots, last] if self.s.is_atom(dots, "..") => {
                Choice::Range(self.expr(first)?, self.expr(last)?)
            }
            [one] => self.one_choice(one, of_kinds)?,
            _ if of_kinds => Choice::Items(self.kind_values(a)?),
            _ => Choice::Items(self.items(a)?),
        };
        Some(ExprKind::Any(Box::new(choice)))
    }

    fn items(&mut self, nodes: &[NodeId]) -> Option<Vec<Expr>> {
        let values: Vec<Option<Expr>> = nodes.iter().map(|&node| self.item(node)).collect();
        values.into_iter().collect()
    }

    /// A name among the alternatives must be known.
    fn item(&mut self, node: NodeId) -> Option<Expr> {
        if let Some(name) = self.s.atom(node)
            && self.s.as_number(node).is_none()
            && matches!(self.lookup(name), Found::Nothing)
            && !self.lets.contains(&name)
            && !self.open
        {
            self.unknown_name(name, node, None);
            return None;
        }
        self.expr(node)
    }

    fn one_choice(&mut self, node: NodeId, of_kinds: bool) -> Option<Choice> {
        let Some(name) = self.s.atom(node).filter(|_| self.s.as_number(node).is_none()) else {
            return Some(Choice::Value(self.expr(node)?));
        };
        let value = |builder: &mut Self| Some(Choice::Value(builder.expr(node)?));
        match self.lookup(name) {
            Found::Bound(Binding::Alias(ExprKind::List(list))) | Found::List(list) => {
                Some(Choice::List(list))
            }
            Found::Bound(Binding::Alias(ExprKind::Const(constant))) | Found::Const(constant) => {
                Some(match constant {
                    Value::Kind(kind) if !of_kinds => Choice::Kind(kind),
                    Value::Zone(zone) => Choice::Zone(zone),
                    _ => Choice::Items(vec![self.expr(node)?]),
                })
            }
            Found::Word(Word::Here) if self.s.name(name) == "position" => Some(Choice::Cells),
            Found::Word(Word::Piece) => Some(Choice::Pieces),
            Found::Nothing if self.open || self.lets.contains(&name) => value(self),
            Found::Nothing => {
                self.unknown_name(name, node, None);
                None
            }
            _ => value(self),
        }
    }
}
