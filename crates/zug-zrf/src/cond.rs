//! Conditions of move rules.

use crate::codes;
use crate::expand::{Item, Kids, What};
use crate::game::Builder;
use crate::scope::Sort;
use crate::words::{NUMBER_WORDS, PREDICATES, Predicate, spellings};
use zug_model::code::{CmpOp, Cond, Num, Place, Test};
use zug_model::{CellFlagId, CellId, FlagId, GlobalId, ModeId, ZoneId};
use zug_source::{Origin, Symbol};

impl Builder<'_> {
    /// A condition: a word, or a list that begins with one. After an error it is false.
    pub(crate) fn cond(&mut self, item: Item) -> Cond {
        let list = match item.what {
            What::Atom(word) => {
                let none = self.s.here();
                return self.predicate(word, none, item.origin).unwrap_or(Cond::False);
            }
            What::List(list) => list,
            What::Str(_) => {
                self.s.unexpected(item, "a condition");
                return Cond::False;
            }
        };
        let kids = self.s.open(list);
        let cond = match self.s.kid(kids, 0) {
            Some(Item { what: What::Atom(word), .. }) => self.predicate(word, kids, item.origin),
            Some(only) if kids.len() == 1 => Some(self.cond(only)),
            _ => {
                self.s.unexpected(item, "a condition");
                None
            }
        };
        self.s.close(kids);
        cond.unwrap_or(Cond::False)
    }

    fn predicate(&mut self, word: Symbol, kids: Kids, origin: Origin) -> Option<Cond> {
        let (cond, negated) = if let Some((predicate, negated)) = self.words.predicates.get(word) {
            (self.known_predicate(predicate, kids, origin)?, negated)
        } else if let Some(&(attr, negated)) = self.scope.attribute_tests.get(&word) {
            if !self.arity(kids, 0, 1, origin) {
                return None;
            }
            (Cond::Is(Test::Attr(attr), self.place_at(kids, 1)), negated)
        } else {
            self.unknown_condition(word, origin);
            return None;
        };
        Some(if negated { Cond::Not(Box::new(cond)) } else { cond })
    }

    fn unknown_condition(&mut self, word: Symbol, origin: Origin) {
        let symbols = &self.s.symbols;
        let mut known: Vec<String> = spellings(PREDICATES).map(str::to_owned).collect();
        known.extend(
            spellings(PREDICATES).filter(|word| word.ends_with('?')).map(|word| format!("not-{word}")),
        );
        for attribute in self.scope.attrs.texts(symbols) {
            known.push(format!("not-{attribute}"));
            known.push(attribute);
        }
        if self.chosen.features.numeric {
            known.extend(spellings(NUMBER_WORDS).map(str::to_owned));
        }
        if self.s.wants_hints() {
            known.extend(self.s.expansions.macros.names().iter().map(|&name| symbols.name(name).to_owned()));
        }
        let word = symbols.name(word).to_owned();
        let known = known.iter().map(String::as_str);
        self.s.unknown(codes::UNKNOWN_CONDITION, origin, "condition", &word, known);
    }

    fn known_predicate(&mut self, predicate: Predicate, kids: Kids, origin: Origin) -> Option<Cond> {
        let (least, most) = arguments(predicate);
        if !self.arity(kids, least, most, origin) {
            return None;
        }
        let first = self.s.kid(kids, 1);
        let test = match predicate {
            Predicate::True => return Some(Cond::True),
            Predicate::False => return Some(Cond::False),
            Predicate::And => return Some(Cond::And(self.conds(kids))),
            Predicate::Or => return Some(Cond::Or(self.conds(kids))),
            Predicate::Not => return Some(Cond::Not(Box::new(self.cond(first?)))),
            Predicate::Flag => {
                let name = self.s.word(first?, "the name of a flag")?;
                let flag = FlagId(self.scope.intern(self.s, Sort::Flag, name, origin));
                self.flag_tests.entry(flag).or_insert(origin);
                return Some(Cond::Flag(flag));
            }
            Predicate::Global => return self.global_test(first?, origin),
            Predicate::Equal => return self.comparison(CmpOp::Eq, kids, origin),
            Predicate::NotEqual => return self.comparison(CmpOp::Ne, kids, origin),
            Predicate::Less => return self.comparison(CmpOp::Lt, kids, origin),
            Predicate::LessOrEqual => return self.comparison(CmpOp::Le, kids, origin),
            Predicate::Greater => return self.comparison(CmpOp::Gt, kids, origin),
            Predicate::GreaterOrEqual => return self.comparison(CmpOp::Ge, kids, origin),
            Predicate::CurrentPlayer | Predicate::NextPlayer => {
                self.needs(self.chosen.features.player, self.spelling(predicate), "player", origin);
                let player = self.player(first?)?;
                let test = match predicate {
                    Predicate::CurrentPlayer => Test::Mover(player),
                    _ => Test::Next(player),
                };
                return Some(Cond::Is(test, Place::Here));
            }
            Predicate::Attacked | Predicate::Defended => {
                let (mode, place) = self.attack_arguments(kids);
                let test = match predicate {
                    Predicate::Attacked => Test::Attacked(mode),
                    _ => Test::Defended(mode),
                };
                return Some(Cond::Is(test, place));
            }
            Predicate::Piece => Test::Kind(self.kind(first?)?),
            Predicate::InZone => {
                let zone = first?;
                let name = self.s.word(zone, "the name of a zone")?;
                let Some(zone) = self.tested(Sort::Zone, name, zone.origin) else { return Some(Cond::False) };
                Test::Zone(ZoneId(zone))
            }
            Predicate::Position => {
                let cell = first?;
                let name = self.s.word(cell, "the name of a position")?;
                let Some(cell) = self.tested(Sort::Cell, name, cell.origin) else { return Some(Cond::False) };
                Test::Cell(CellId(cell))
            }
            Predicate::PositionFlag => {
                let name = self.s.word(first?, "the name of a position flag")?;
                let flag = CellFlagId(self.scope.intern(self.s, Sort::CellFlag, name, origin));
                self.cell_flag_tests.entry(flag).or_insert(origin);
                Test::CellFlag(flag)
            }
            Predicate::Owner => {
                self.needs(self.chosen.features.player, "owner?", "player", origin);
                Test::Owner(self.who(first?)?)
            }
            Predicate::Empty => return Some(Cond::Is(Test::Empty, self.place_at(kids, 1))),
            Predicate::Friend => return Some(Cond::Is(Test::Friend, self.place_at(kids, 1))),
            Predicate::Enemy => return Some(Cond::Is(Test::Enemy, self.place_at(kids, 1))),
            Predicate::Neutral => return Some(Cond::Is(Test::Neutral, self.place_at(kids, 1))),
            Predicate::OnBoard => return Some(Cond::Is(Test::OnBoard, self.place_at(kids, 1))),
            Predicate::Marked => return Some(Cond::Is(Test::Marked, self.place_at(kids, 1))),
            Predicate::LastFrom => return Some(Cond::Is(Test::LastFrom, self.place_at(kids, 1))),
            Predicate::LastTo => return Some(Cond::Is(Test::LastTo, self.place_at(kids, 1))),
            Predicate::AdjacentToEnemy => {
                return Some(Cond::Is(Test::AdjacentToEnemy, self.place_at(kids, 1)));
            }
            Predicate::GoalPosition => return Some(Cond::Is(Test::GoalCell, self.place_at(kids, 1))),
        };
        Some(Cond::Is(test, self.place_at(kids, 2)))
    }

    /// What a test asks about. Nothing is in a zone, or is a position, that there is not.
    fn tested(&mut self, sort: Sort, name: Symbol, origin: Origin) -> Option<u16> {
        self.scope.resolve_if_known(self.s, sort, name, origin, "the test is never true")
    }

    fn spelling(&self, predicate: Predicate) -> &'static str {
        PREDICATES.iter().find(|&&(_, this)| this == predicate).map_or("", |&(word, _)| word)
    }

    fn conds(&mut self, kids: Kids) -> Vec<Cond> {
        let mut conds = Vec::with_capacity(kids.len().saturating_sub(1));
        for at in 1..kids.len() {
            if let Some(item) = self.s.kid(kids, at) {
                conds.push(self.cond(item));
            }
        }
        conds
    }

    /// `[move type] [place]`.
    fn attack_arguments(&mut self, kids: Kids) -> (Option<ModeId>, Place) {
        let Some(first) = self.s.kid(kids, 1) else { return (None, Place::Here) };
        if let What::Atom(name) = first.what
            && (kids.len() > 2 || !self.is_place(name))
        {
            let mode = self.mode(name, first.origin);
            self.mode_tests.push((mode, first.origin));
            return (Some(mode), self.place_at(kids, 2));
        }
        if let Some(extra) = self.s.kid(kids, 2) {
            self.s.unexpected(extra, "one place only");
        }
        (None, self.place(first))
    }

    fn global_test(&mut self, item: Item, origin: Origin) -> Option<Cond> {
        if !self.needs(self.chosen.features.global, "global", "global", origin) {
            return None;
        }
        let name = self.s.word(item, "the name of a global")?;
        let global = GlobalId(self.scope.resolve(self.s, Sort::Global, name, item.origin)?);
        Some(Cond::Cmp(CmpOp::Ne, Box::new((Num::Global(global), Num::Const(0)))))
    }

    fn comparison(&mut self, op: CmpOp, kids: Kids, origin: Origin) -> Option<Cond> {
        let (left, right) = self.compared(kids, origin)?;
        Some(Cond::Cmp(op, Box::new((left, right))))
    }

    /// The two numbers of a comparison. The extension `global` brings comparisons too: it would be of
    /// little use without.
    pub(crate) fn compared(&mut self, kids: Kids, origin: Origin) -> Option<(Num, Num)> {
        let on = self.chosen.features.numeric || self.chosen.features.global;
        let word = match self.s.kid(kids, 0) {
            Some(Item { what: What::Atom(word), .. }) => self.s.name(word).to_owned(),
            _ => String::new(),
        };
        if !self.needs(on, &word, "numeric", origin) {
            return None;
        }
        let (left, right) = self.s.kid(kids, 1).zip(self.s.kid(kids, 2))?;
        Some((self.num(left), self.num(right)))
    }
}

/// Least and most number of arguments.
fn arguments(predicate: Predicate) -> (usize, usize) {
    match predicate {
        Predicate::True | Predicate::False => (0, 0),
        Predicate::And | Predicate::Or => (0, usize::MAX),
        Predicate::Not | Predicate::Flag | Predicate::Global => (1, 1),
        Predicate::CurrentPlayer | Predicate::NextPlayer => (1, 1),
        Predicate::Piece | Predicate::InZone | Predicate::Position | Predicate::PositionFlag => (1, 2),
        Predicate::Owner => (1, 2),
        Predicate::Attacked | Predicate::Defended => (0, 2),
        Predicate::Equal
        | Predicate::NotEqual
        | Predicate::Less
        | Predicate::LessOrEqual
        | Predicate::Greater
        | Predicate::GreaterOrEqual => (2, 2),
        Predicate::Empty
        | Predicate::Friend
        | Predicate::Enemy
        | Predicate::Neutral
        | Predicate::OnBoard
        | Predicate::Marked
        | Predicate::LastFrom
        | Predicate::LastTo
        | Predicate::AdjacentToEnemy
        | Predicate::GoalPosition => (0, 1),
    }
}
