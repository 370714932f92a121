//! Statements.

use crate::ast::{Block, Call, Expr, ExprKind, Hint, Stmt, StmtKind, Take, When};
use crate::builder::Builder;
use crate::codes;
use crate::objects::Define;
use crate::scope::{Binding, Found, Frame};
use crate::words::{Role, Word};
use zug_source::{Diagnostic, NodeId, Symbol};

/// Calls inside calls.
const MAX_CALLS: usize = 60;

impl Builder<'_> {
    pub(crate) fn block(&mut self, nodes: &[NodeId]) -> Block {
        nodes.iter().filter_map(|&node| self.stmt(node)).collect()
    }

    pub(crate) fn stmt(&mut self, node: NodeId) -> Option<Stmt> {
        let origin = self.s.origin(node);
        let what = if self.enter(node) { self.stmt_kind(node) } else { None };
        self.leave();
        Some(Stmt { what: what?, origin })
    }

    fn stmt_kind(&mut self, node: NodeId) -> Option<StmtKind> {
        match self.statement_word(node) {
            Some(word) => self.word_stmt(word, node),
            None => {
                if let Some(define) = self.called(node) {
                    let arguments = self.s.arguments(node);
                    return Some(StmtKind::Call(Box::new(self.call(&define, &arguments, node)?)));
                }
                self.statement_value(node).map(StmtKind::Eval)
            }
        }
    }

    /// The word, if this is a statement of the language: `end-move`, `(check …)`.
    pub(crate) fn statement_word(&mut self, node: NodeId) -> Option<Word> {
        let symbol = self.s.atom(node).or_else(|| self.s.tree.head(node))?;
        let word = if self.s.is_list(node) {
            if self.own_define(symbol).is_some() {
                return None;
            }
            self.words.get(symbol)?
        } else {
            match self.lookup(symbol) {
                Found::Word(word) => word,
                _ => return None,
            }
        };
        (word.row().role != Role::Value).then_some(word)
    }

    /// The definition that a statement calls.
    pub(crate) fn called(&mut self, node: NodeId) -> Option<Define> {
        if let Some(name) = self.s.atom(node) {
            return match self.lookup(name) {
                Found::Define(define) => Some(define),
                _ => None,
            };
        }
        let name = self.s.tree.head(node)?;
        if let Some(define) = self.own_define(name) {
            return Some(define);
        }
        if self.words.get(name).is_some() {
            return None;
        }
        self.library.defines.get(&name).cloned()
    }

    /// A bare name must mean something here: as a statement a generation variable does nothing.
    fn statement_value(&mut self, node: NodeId) -> Option<Expr> {
        if let Some(name) = self.s.atom(node)
            && self.s.as_number(node).is_none()
            && matches!(self.lookup(name), Found::Nothing)
            && self.later_local(name, node).is_none()
        {
            self.unknown_name(name, node, None);
            return None;
        }
        self.expr(node)
    }

    fn word_stmt(&mut self, word: Word, node: NodeId) -> Option<StmtKind> {
        let (least, most) = word.row().arguments;
        let arguments = self.s.arguments(node);
        if self.s.is_list(node) {
            if !self.s.arity(node, least, most) {
                return None;
            }
        } else if least > 0 {
            let message = format!("`{}` needs arguments: write `({} …)`", word.text(), word.text());
            self.s.error(codes::ARITY, node, message);
            return None;
        }
        Some(match word {
            Word::Go => StmtKind::Go(self.expr(arguments[0])?),
            Word::Single => StmtKind::Single(self.expr(arguments[0])?),
            Word::Scope => StmtKind::Scope(self.block(&arguments)),
            Word::AtDo => {
                let place = self.expr(arguments[0])?;
                StmtKind::AtDo(Box::new((place, self.block(&arguments[1..]))))
            }
            Word::Mark => StmtKind::Mark,
            Word::Back => StmtKind::Back,
            Word::Check => StmtKind::Check(self.expr(arguments[0])?),
            Word::If => {
                let condition = self.expr(arguments[0]);
                let (yes, no) = self.branches(&arguments[1..]);
                let (yes, no) = (self.block(&yes), self.block(&no));
                StmtKind::If(Box::new((condition?, yes, no)))
            }
            Word::While => {
                let condition = self.expr(arguments[0]);
                let body = self.block(&arguments[1..]);
                StmtKind::While(Box::new((condition?, body)))
            }
            Word::Repeat => StmtKind::Repeat(self.block(&arguments)),
            Word::Either => StmtKind::Either(arguments.iter().map(|&part| self.alternative(part)).collect()),
            Word::Seq => StmtKind::Seq(self.block(&arguments)),
            Word::For => return self.for_each(&arguments),
            Word::Let => {
                let name = self.s.variable_name(arguments[0])?;
                let value = self.expr(arguments[1]);
                let local = self.let_local(name, arguments[0])?;
                StmtKind::Let(local, Box::new(value?))
            }
            Word::Set => {
                let target = self.target(arguments[0]);
                let value = self.expr(arguments[1]);
                StmtKind::Set(target?, Box::new(value?))
            }
            Word::Take => match arguments.first() {
                None => StmtKind::Take(Take::Default),
                Some(&all) if self.s.is_atom(all, "all") => StmtKind::Take(Take::All),
                Some(&count) => StmtKind::Take(Take::Count(Box::new(self.expr(count)?))),
            },
            Word::Drop => StmtKind::Drop,
            Word::Put => StmtKind::Put(self.optional(arguments.first())?.map(Box::new)),
            Word::PutUnder => StmtKind::PutUnder,
            Word::Capture => StmtKind::Capture(match arguments.first() {
                None => None,
                Some(&when) if self.s.is_atom(when, "now") => Some(When::Now),
                Some(&when) if self.s.is_atom(when, "later") => Some(When::Later),
                Some(&when) => {
                    self.s.unexpected(when, "`now` or `later`");
                    return None;
                }
            }),
            Word::Create => {
                let kind = self.kind_value(arguments[0])?;
                StmtKind::Create(Box::new((kind, self.optional(arguments.get(1))?)))
            }
            Word::ChangeOwner => StmtKind::ChangeOwner(self.optional(arguments.first())?.map(Box::new)),
            Word::SetPiece => StmtKind::SetPiece(Box::new(self.kind_value(arguments[0])?)),
            Word::Reserve => {
                let (kind, count) = (self.kind_value(arguments[0])?, self.expr(arguments[1])?);
                StmtKind::Reserve(Box::new((kind, count, self.optional(arguments.get(2))?)))
            }
            Word::EndMove => StmtKind::EndMove,
            Word::EndPart => {
                let mode = self.asked_mode(arguments[0])?;
                StmtKind::EndPart(mode)
            }
            Word::Log => {
                let (order, rest) = self.order(&arguments);
                StmtKind::Log(order, self.exprs(rest)?)
            }
            Word::Hint => StmtKind::Hint(self.hint(&arguments)?),
            Word::GotoTurn => StmtKind::GotoTurn(Box::new(self.expr(arguments[0])?)),
            Word::UseDie => {
                let die = Box::new(self.expr(arguments[0])?);
                let dice = match arguments.get(1) {
                    Some(&dice) => Some(self.dice_id(dice)?),
                    None => None,
                };
                StmtKind::UseDie(die, dice)
            }
            Word::SetFlag => StmtKind::SetFlag,
            _ => StmtKind::Eval(self.expr(node)?),
        })
    }

    /// An argument that may be absent; the outer `None` is an error.
    pub(crate) fn optional(&mut self, node: Option<&NodeId>) -> Option<Option<Expr>> {
        node.map_or(Some(None), |&node| self.expr(node).map(Some))
    }

    /// Splits at `else`.
    pub(crate) fn branches(&mut self, nodes: &[NodeId]) -> (Vec<NodeId>, Vec<NodeId>) {
        let Some(at) = nodes.iter().position(|&node| self.s.is_atom(node, "else")) else {
            return (nodes.to_vec(), Vec::new());
        };
        let mut rest = nodes[at + 1..].to_vec();
        rest.retain(|&node| {
            let again = self.s.is_atom(node, "else");
            if again {
                self.s.error(codes::MISPLACED_WORD, node, "an `if` has one `else` at most");
            }
            !again
        });
        (nodes[..at].to_vec(), rest)
    }

    fn alternative(&mut self, node: NodeId) -> Block {
        if self.s.is_form(node, "seq") {
            let arguments = self.s.arguments(node);
            return self.block(&arguments);
        }
        self.block(&[node])
    }

    /// The variable of a loop is its own.
    fn for_each(&mut self, arguments: &[NodeId]) -> Option<StmtKind> {
        let name = self.s.variable_name(arguments[0])?;
        let list = self.expr(arguments[1]);
        let local = self.fresh_local(name, arguments[0])?;
        let before = self.frames.last()?.bindings.len();
        self.bind(name, Binding::Local(local));
        let body = self.block(&arguments[2..]);
        // Variables set in the loop outlive it; the loop's own does not.
        self.frames.last_mut()?.bindings.remove(before);
        Some(StmtKind::For(Box::new((local, list?, body))))
    }

    fn hint(&mut self, arguments: &[NodeId]) -> Option<Hint> {
        let name = self.s.word(arguments[0], "`weight`, `forced` or another word")?;
        match (self.s.name(name), &arguments[1..]) {
            ("forced", []) => Some(Hint::Forced),
            ("weight", &[weight]) => Some(Hint::Weight(Box::new(self.expr(weight)?))),
            ("forced" | "weight", _) => {
                let message = "write `(hint weight value)` or `(hint forced)`";
                self.s.error(codes::ARITY, arguments[0], message);
                None
            }
            _ => Some(Hint::Other(self.s.text_of(name), self.exprs(&arguments[1..])?)),
        }
    }

    /// Takes an `(order n)` from the front.
    pub(crate) fn order<'n>(&mut self, nodes: &'n [NodeId]) -> (i32, &'n [NodeId]) {
        match nodes.split_first() {
            Some((&first, rest)) if self.s.is_form(first, "order") => {
                let mut order = 0;
                if self.s.arity(first, 1, 1) {
                    let number = self.s.arguments(first)[0];
                    order = self.s.number(number, -1_000_000, 1_000_000).unwrap_or(0);
                }
                (order, rest)
            }
            _ => (0, nodes),
        }
    }

    /// A call: arguments are evaluated once, in the caller's sight; the body sees the caller's variables, its
    /// own are its own.
    pub(crate) fn call(&mut self, define: &Define, arguments: &[NodeId], node: NodeId) -> Option<Call> {
        let name = self.s.text_of(define.name);
        self.s.called.insert(define.node);
        if arguments.len() != define.params.len() {
            let plural = if define.params.len() == 1 { "" } else { "s" };
            let message =
                format!("`{name}` takes {} argument{plural}, found {}", define.params.len(), arguments.len());
            let problem = Diagnostic::error(codes::ARITY, self.s.origin(node), message)
                .related(self.s.tree.node(define.node).origin, "it is defined here");
            self.s.report(problem);
            return None;
        }
        if self.calls.contains(&define.name) {
            let mut problem = Diagnostic::error(
                codes::RECURSION,
                self.s.tree.node(define.node).origin,
                format!("the definition `{name}` calls itself"),
            );
            if let Some(&by) = self.calls.last().filter(|&&by| by != define.name) {
                problem = problem.hint(format!("it does so through `{}`", self.s.name(by)));
            }
            self.s.report(problem);
            return None;
        }
        if self.calls.len() >= MAX_CALLS {
            let message = format!("calls are nested more than {MAX_CALLS} deep");
            self.s.error(codes::TOO_DEEP, node, message);
            return None;
        }
        let mut frame = Frame { bindings: Vec::new(), is_call: true };
        let mut values = Vec::new();
        let mut complete = true;
        for (&param, &argument) in define.params.iter().zip(arguments) {
            match self.argument(param, argument, &mut values) {
                Some(binding) => frame.bindings.push((param, binding)),
                None => complete = false,
            }
        }
        if !complete {
            return None;
        }
        let call = self.s.origin(node);
        let outer = std::mem::replace(&mut self.s.expansion, call.expansion);
        self.s.expansion = self.s.sources.expand(define.name, call);
        self.frames.push(frame);
        self.calls.push(define.name);
        let body = self.block(&define.body);
        self.calls.pop();
        self.frames.pop();
        self.s.expansion = outer;
        Some(Call { name, arguments: values, body })
    }

    /// A name of a fixed thing stands for the thing; any other argument is a value, evaluated once.
    fn argument(
        &mut self,
        param: Symbol,
        node: NodeId,
        values: &mut Vec<(crate::ast::LocalId, Expr)>,
    ) -> Option<Binding> {
        if let Some(name) = self.s.atom(node).filter(|_| self.s.as_number(node).is_none()) {
            match self.lookup(name) {
                Found::Const(value) => return Some(Binding::Alias(ExprKind::Const(value))),
                Found::List(list) => return Some(Binding::Alias(ExprKind::List(list))),
                Found::Bound(alias @ (Binding::Alias(_) | Binding::Name(_))) => return Some(alias),
                Found::Nothing if self.modes.get(name).is_some() => return Some(Binding::Name(name)),
                _ => {}
            }
        }
        let value = self.expr(node)?;
        let local = self.fresh_local(param, node)?;
        values.push((local, value));
        Some(Binding::Local(local))
    }
}
