//! Numbers: the extension `numeric`.

use crate::codes;
use crate::expand::{Item, Kids, What};
use crate::game::Builder;
use crate::scope::Sort;
use crate::session::is_number;
use crate::words::{NUMBER_WORDS, NumberWord, spellings};
use zug_model::code::{Num, NumOp, Value, Who};
use zug_model::{AttrId, CellFlagId, FlagId, GlobalId, KindId, ZoneId};
use zug_source::{Diagnostic, Origin, Symbol};

impl Builder<'_> {
    /// What a flag or an attribute is set to: a condition, or with `numeric` a number.
    pub(crate) fn value(&mut self, item: Item) -> Value {
        let number = match item.what {
            What::Atom(word) => is_number(self.s.name(word)),
            What::List(list) => self.s.head(list).is_some_and(|head| self.is_number_word(head)),
            What::Str(_) => false,
        };
        if !number {
            return Value::Cond(self.cond(item));
        }
        if let What::Atom(word) = item.what {
            let word = self.s.name(word).to_owned();
            self.needs(self.chosen.features.numeric, &word, "numeric", item.origin);
        }
        Value::Num(self.num(item))
    }

    /// A word that makes a number, unless numbers are off and it is an attribute that happens to be
    /// called so.
    fn is_number_word(&self, word: Symbol) -> bool {
        self.words.numbers.get(word).is_some()
            && (self.chosen.features.numeric || !self.scope.attribute_tests.contains_key(&word))
    }

    /// A number. After an error it is 0.
    pub(crate) fn num(&mut self, item: Item) -> Num {
        let list = match item.what {
            What::Atom(_) => return Num::Const(self.s.number(item, i32::MIN, i32::MAX).unwrap_or(0)),
            What::List(list) => list,
            What::Str(_) => {
                self.s.unexpected(item, "a number");
                return Num::Const(0);
            }
        };
        let kids = self.s.open(list);
        let num = match self.s.kid(kids, 0) {
            Some(Item { what: What::Atom(word), .. }) => match self.words.numbers.get(word) {
                Some(number) => self.number_word(number, word, kids, item.origin),
                None => {
                    let word = self.s.name(word).to_owned();
                    self.s.unknown(
                        codes::UNKNOWN_NUMBER,
                        item.origin,
                        "number",
                        &word,
                        spellings(NUMBER_WORDS),
                    );
                    None
                }
            },
            Some(only) if kids.len() == 1 => Some(self.num(only)),
            _ => {
                self.s.unexpected(item, "a number");
                None
            }
        };
        self.s.close(kids);
        num.unwrap_or(Num::Const(0))
    }

    fn number_word(&mut self, number: NumberWord, word: Symbol, kids: Kids, origin: Origin) -> Option<Num> {
        let spelling = self.s.name(word).to_owned();
        let (least, most) = arguments(number);
        if !self.arity(kids, least, most, origin) {
            return None;
        }
        let on = match number {
            NumberWord::Global => self.needs(self.chosen.features.global, "global", "global", origin),
            _ => self.needs(self.chosen.features.numeric, &spelling, "numeric", origin),
        };
        if !on {
            return None;
        }
        if self.in_goal && is_of_a_move(number) {
            let message = format!("`{spelling}` has no value in a goal");
            let problem = Diagnostic::error(codes::NOT_IN_GOALS, origin, message)
                .hint("goals can count `(pieces …)` and read `(global …)`");
            self.s.report(problem);
            return None;
        }
        let first = self.s.kid(kids, 1);
        Some(match number {
            NumberWord::Plus => self.operation(NumOp::Add, kids),
            NumberWord::Minus if kids.len() == 2 => {
                Num::Op(NumOp::Sub, Box::new((Num::Const(0), self.num(first?))))
            }
            NumberWord::Minus => self.operation(NumOp::Sub, kids),
            NumberWord::Times => self.operation(NumOp::Mul, kids),
            NumberWord::Divide => self.operation(NumOp::Div, kids),
            NumberWord::Remainder => self.operation(NumOp::Rem, kids),
            NumberWord::Min => self.operation(NumOp::Min, kids),
            NumberWord::Max => self.operation(NumOp::Max, kids),
            NumberWord::Value => {
                let attr = first?;
                let name = self.s.word(attr, "the name of an attribute")?;
                let attr = AttrId(self.scope.resolve(self.s, Sort::Attr, name, attr.origin)?);
                Num::Attr(attr, self.place_at(kids, 2))
            }
            NumberWord::Flag => {
                let name = self.s.word(first?, "the name of a flag")?;
                let flag = FlagId(self.scope.intern(self.s, Sort::Flag, name, origin));
                self.flag_tests.entry(flag).or_insert(origin);
                Num::Flag(flag)
            }
            NumberWord::PositionFlag => {
                let name = self.s.word(first?, "the name of a position flag")?;
                let flag = CellFlagId(self.scope.intern(self.s, Sort::CellFlag, name, origin));
                self.cell_flag_tests.entry(flag).or_insert(origin);
                Num::CellFlag(flag, self.place_at(kids, 2))
            }
            NumberWord::Height => Num::Height(self.place_at(kids, 1)),
            NumberWord::Pieces => self.pieces(kids)?,
            NumberWord::Stock => self.stock(kids)?,
            NumberWord::Passes => Num::Passes,
            NumberWord::Global => {
                let global = first?;
                let name = self.s.word(global, "the name of a global")?;
                Num::Global(GlobalId(self.scope.resolve(self.s, Sort::Global, name, global.origin)?))
            }
        })
    }

    /// `(op a b c)` is `(op (op a b) c)`.
    fn operation(&mut self, op: NumOp, kids: Kids) -> Num {
        let mut result = None;
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            let next = self.num(item);
            result = Some(match result {
                None => next,
                Some(before) => Num::Op(op, Box::new((before, next))),
            });
        }
        result.unwrap_or(Num::Const(0))
    }

    /// `(pieces [player] [type] [zone])` in any order.
    fn pieces(&mut self, kids: Kids) -> Option<Num> {
        let (mut owner, mut kind, mut zone): (Option<Who>, Option<KindId>, Option<ZoneId>) =
            (None, None, None);
        for at in 1..kids.len() {
            let item = self.s.kid(kids, at)?;
            let name = self.s.word(item, "a player, a piece or a zone")?;
            if owner.is_none()
                && let Some(who) = self.who_named(name, item.origin)
            {
                owner = Some(who);
            } else if kind.is_none() && self.scope.kind(name).is_some() {
                kind = self.scope.kind(name);
            } else if zone.is_none() && self.scope.zone(name).is_some() {
                zone = self.scope.zone(name);
            } else {
                self.s.unexpected(item, "a player, a piece or a zone");
                return None;
            }
        }
        Some(Num::Pieces { owner, kind, zone })
    }

    /// `(stock [player] type)`.
    fn stock(&mut self, kids: Kids) -> Option<Num> {
        let owner = match self.s.kid(kids, 1) {
            Some(item) if kids.len() == 3 => self.who(item)?,
            _ => Who::Mover,
        };
        let item = self.s.kid(kids, kids.len() - 1)?;
        Some(Num::Reserve { owner, kind: self.kind(item)? })
    }
}

/// Does the number depend on the current position or on what the rule did so far?
fn is_of_a_move(number: NumberWord) -> bool {
    matches!(number, NumberWord::Value | NumberWord::Flag | NumberWord::PositionFlag | NumberWord::Height)
}

/// Each operand is a level of nesting of the result, and nesting is limited everywhere.
const MAX_OPERANDS: usize = 20;

/// Least and most number of arguments.
fn arguments(number: NumberWord) -> (usize, usize) {
    match number {
        NumberWord::Plus | NumberWord::Times | NumberWord::Min | NumberWord::Max => (1, MAX_OPERANDS),
        NumberWord::Minus => (1, 2),
        NumberWord::Divide | NumberWord::Remainder => (2, 2),
        NumberWord::Value | NumberWord::PositionFlag => (1, 2),
        NumberWord::Flag | NumberWord::Global => (1, 1),
        NumberWord::Height => (0, 1),
        NumberWord::Pieces => (0, 3),
        NumberWord::Stock => (1, 2),
        NumberWord::Passes => (0, 0),
    }
}
