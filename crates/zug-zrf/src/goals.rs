//! When the game ends, and which positions may not arise.

use crate::codes;
use crate::dialect::Dialect;
use crate::expand::{Item, Kids, What};
use crate::game::Builder;
use crate::scope::Sort;
use crate::statements::{Keyword, Statement};
use crate::words::{GOAL_WORDS, GoalWord, spellings};
use zug_model::code::{CmpOp, Num};
use zug_model::{DirId, GlobalId, Goal, GoalCond, KindId, Occupant, Places, PlayerId, Verdict};
use zug_source::{Origin, Symbol};

impl Builder<'_> {
    pub(crate) fn goals(&mut self, statements: &[Statement]) -> Vec<Goal> {
        self.in_goal = true;
        let mut goals = Vec::new();
        for statement in statements {
            let verdict = match statement.keyword {
                Keyword::WinCondition => Verdict::Win,
                Keyword::LossCondition => Verdict::Loss,
                Keyword::DrawCondition => Verdict::Draw,
                Keyword::CountCondition => Verdict::Count,
                Keyword::IllegalCondition => Verdict::Illegal,
                _ => continue,
            };
            let kids = self.s.open(statement.list);
            goals.extend(self.goal(verdict, kids, statement.origin));
            self.s.close(kids);
        }
        self.in_goal = false;
        goals
    }

    fn goal(&mut self, verdict: Verdict, kids: Kids, origin: Origin) -> Option<Goal> {
        // Only `count-condition` may leave the players out.
        let least = if verdict == Verdict::Count { 1 } else { 2 };
        if !self.arity(kids, least, 2, origin) {
            return None;
        }
        let players = match kids.len() {
            2 => (0..self.scope.players.len() as u16).map(PlayerId).collect(),
            _ => {
                let item = self.s.kid(kids, 1)?;
                self.goal_players(item)
            }
        };
        let item = self.s.kid(kids, kids.len() - 1)?;
        Some(Goal { verdict, players, cond: self.goal_cond(item)?, origin })
    }

    fn goal_players(&mut self, item: Item) -> Vec<PlayerId> {
        let What::List(list) = item.what else { return self.player(item).into_iter().collect() };
        let kids = self.s.open(list);
        let mut players = Vec::new();
        for at in 0..kids.len() {
            if let Some(item) = self.s.kid(kids, at) {
                players.extend(self.player(item));
            }
        }
        self.s.close(kids);
        players
    }

    fn goal_cond(&mut self, item: Item) -> Option<GoalCond> {
        let list = match item.what {
            What::Atom(word) => {
                let none = self.s.here();
                return self.goal_word(word, none, item.origin);
            }
            What::List(list) => list,
            What::Str(_) => {
                self.s.unexpected(item, "a condition");
                return None;
            }
        };
        let kids = self.s.open(list);
        let cond = match self.s.kid(kids, 0) {
            Some(Item { what: What::Atom(word), .. }) => self.goal_word(word, kids, item.origin),
            Some(only) if kids.len() == 1 => self.goal_cond(only),
            _ => {
                self.s.unexpected(item, "a condition");
                None
            }
        };
        self.s.close(kids);
        cond
    }

    fn goal_word(&mut self, word: Symbol, kids: Kids, origin: Origin) -> Option<GoalCond> {
        let Some(goal) = self.words.goals.get(word) else {
            let word = self.s.name(word).to_owned();
            let mut known: Vec<&str> = spellings(GOAL_WORDS).collect();
            let mut macros: Vec<String> = Vec::new();
            if self.s.wants_hints() {
                let names = self.s.expansions.macros.names().iter();
                macros.extend(names.map(|&name| self.s.name(name).to_owned()));
            }
            known.extend(macros.iter().map(String::as_str));
            self.s.unknown(codes::UNKNOWN_CONDITION, origin, "condition of a goal", &word, known);
            return None;
        };
        let (least, most) = arguments(goal);
        if !self.arity(kids, least, most, origin) {
            return None;
        }
        let first = self.s.kid(kids, 1);
        let op = match goal {
            GoalWord::True => return Some(GoalCond::True),
            GoalWord::False => return Some(GoalCond::False),
            GoalWord::And => return Some(GoalCond::And(self.goal_conds(kids)?)),
            GoalWord::Or => return Some(GoalCond::Or(self.goal_conds(kids)?)),
            GoalWord::Not => return Some(GoalCond::Not(Box::new(self.goal_cond(first?)?))),
            GoalWord::Stalemated => return Some(GoalCond::Stalemated),
            GoalWord::Stuck => return Some(GoalCond::Stuck),
            GoalWord::Repetition => return Some(GoalCond::Repetition),
            GoalWord::Checkmated => return Some(GoalCond::Checkmated(self.goal_kinds(kids, 1)?)),
            GoalWord::Captured => return Some(GoalCond::Captured(self.goal_kinds(kids, 1)?)),
            GoalWord::PiecesRemaining | GoalWord::TotalPieceCount => {
                let n = self.s.number(first?, 0, 1_000_000)? as u32;
                let kind = self.goal_kinds(kids, 2)?.first().copied();
                return Some(match goal {
                    GoalWord::PiecesRemaining => GoalCond::PiecesRemaining { n, kind },
                    _ => GoalCond::TotalPieceCount { n, kind },
                });
            }
            GoalWord::AbsoluteConfig => return self.absolute_config(kids),
            GoalWord::RelativeConfig => return self.relative_config(kids, origin),
            GoalWord::Global => {
                if !self.needs(self.chosen.features.global, "global", "global", origin) {
                    return None;
                }
                let item = first?;
                let name = self.s.word(item, "the name of a global")?;
                let global = GlobalId(self.scope.resolve(self.s, Sort::Global, name, item.origin)?);
                return Some(GoalCond::Cmp(CmpOp::Ne, Num::Global(global), Num::Const(0)));
            }
            GoalWord::Equal => CmpOp::Eq,
            GoalWord::NotEqual => CmpOp::Ne,
            GoalWord::Less => CmpOp::Lt,
            GoalWord::LessOrEqual => CmpOp::Le,
            GoalWord::Greater => CmpOp::Gt,
            GoalWord::GreaterOrEqual => CmpOp::Ge,
        };
        let (left, right) = self.compared(kids, origin)?;
        Some(GoalCond::Cmp(op, left, right))
    }

    fn goal_conds(&mut self, kids: Kids) -> Option<Vec<GoalCond>> {
        let mut conds = Vec::with_capacity(kids.len());
        for at in 1..kids.len() {
            let item = self.s.kid(kids, at)?;
            conds.push(self.goal_cond(item)?);
        }
        Some(conds)
    }

    fn goal_kinds(&mut self, kids: Kids, from: usize) -> Option<Vec<KindId>> {
        let mut kinds = Vec::with_capacity(kids.len());
        for at in from..kids.len() {
            let item = self.s.kid(kids, at)?;
            kinds.push(self.kind(item)?);
        }
        Some(kinds)
    }

    /// `(absolute-config occupant… (place…))`. A single place may lack its parentheses.
    fn absolute_config(&mut self, kids: Kids) -> Option<GoalCond> {
        let last = kids.len() - 1;
        let mut occupants = Vec::with_capacity(last);
        for at in 1..last {
            let item = self.s.kid(kids, at)?;
            occupants.push(self.occupant(item)?);
        }
        let item = self.s.kid(kids, last)?;
        let mut cells = Vec::new();
        let mut zones = Vec::new();
        match item.what {
            What::List(list) => {
                let places = self.s.open(list);
                for at in 0..places.len() {
                    let item = self.s.kid(places, at)?;
                    self.config_place(item, &mut cells, &mut zones)?;
                }
                self.s.close(places);
            }
            _ => self.config_place(item, &mut cells, &mut zones)?,
        }
        if cells.is_empty() && zones.is_empty() {
            self.s.unexpected(item, "at least one position or zone");
            return None;
        }
        let any = self.chosen.dialect == Dialect::Z2j;
        let mut parts = Vec::new();
        if !cells.is_empty() {
            let places = if any { Places::Any(cells) } else { Places::All(cells) };
            parts.push(GoalCond::AbsoluteConfig { occupants: occupants.clone(), places });
        }
        for zone in zones {
            let places = Places::Zone(zone);
            parts.push(GoalCond::AbsoluteConfig { occupants: occupants.clone(), places });
        }
        Some(match parts.len() {
            1 => parts.pop()?,
            // Positions and zones in one list: each is required, or in z2j's reading one of them.
            _ if any => GoalCond::Or(parts),
            _ => GoalCond::And(parts),
        })
    }

    fn config_place(
        &mut self,
        item: Item,
        cells: &mut Vec<zug_model::CellId>,
        zones: &mut Vec<zug_model::ZoneId>,
    ) -> Option<()> {
        let name = self.s.text(item, "a position or a zone")?;
        if let Some(cell) = self.scope.cell(name) {
            cells.push(cell);
        } else if let Some(zone) = self.scope.zone(name) {
            zones.push(zone);
        } else {
            self.scope.resolve(self.s, Sort::Cell, name, item.origin)?;
        }
        Some(())
    }

    /// `Type`, `(opponent Type)`, `(any-owner Type)` or `(not Type)`.
    fn occupant(&mut self, item: Item) -> Option<Occupant> {
        const EXPECTED: &str = "a piece, `(opponent …)`, `(any-owner …)` or `(not …)`";
        let What::List(list) = item.what else { return self.kind(item).map(Occupant::Own) };
        let kids = self.s.open(list);
        let head = match self.s.kid(kids, 0) {
            Some(Item { what: What::Atom(word), .. }) => self.s.name(word).to_owned(),
            _ => String::new(),
        };
        let occupant: Option<fn(KindId) -> Occupant> = match head.as_str() {
            "opponent" => Some(Occupant::Opponent),
            "any-owner" => Some(Occupant::Any),
            "not" => Some(Occupant::NotOwn),
            _ => None,
        };
        let found = match (occupant, self.s.kid(kids, 1), kids.len()) {
            (Some(occupant), Some(kind), 2) => self.kind(kind).map(occupant),
            (None, None, 1) => self.s.kid(kids, 0).and_then(|only| self.occupant(only)),
            _ => {
                self.s.unexpected(item, EXPECTED);
                None
            }
        };
        self.s.close(kids);
        found
    }

    /// `(relative-config occupant direction… occupant …)`.
    fn relative_config(&mut self, kids: Kids, origin: Origin) -> Option<GoalCond> {
        let item = self.s.kid(kids, 1)?;
        let first = self.occupant(item)?;
        let mut rest = Vec::new();
        let mut steps: Vec<DirId> = Vec::new();
        for at in 2..kids.len() {
            let item = self.s.kid(kids, at)?;
            if let Some(dir) = self.config_step(item, !steps.is_empty()) {
                steps.push(dir?);
            } else if steps.is_empty() {
                self.dir(item)?;
            } else {
                rest.push((std::mem::take(&mut steps), self.occupant(item)?));
            }
        }
        if !steps.is_empty() {
            let message = "a configuration ends with a piece, not with a direction";
            self.s.error(codes::UNEXPECTED, origin, message);
            return None;
        }
        Some(GoalCond::RelativeConfig { first, rest })
    }

    /// A direction, unless the item can only be an occupant. After a step a name that is both a piece's
    /// and a direction's is the piece's.
    fn config_step(&mut self, item: Item, after_step: bool) -> Option<Option<DirId>> {
        match item.what {
            What::Atom(name) if after_step && self.scope.kind(name).is_some() => None,
            What::Atom(name) => self.scope.dir(name).map(Some),
            What::List(list) if self.s.head(list) == Some(self.words.opposite) => {
                let kids = self.s.open(list);
                let dir = self.opposite(kids, item.origin);
                self.s.close(kids);
                Some(dir)
            }
            _ => None,
        }
    }
}

/// Least and most number of arguments.
fn arguments(goal: GoalWord) -> (usize, usize) {
    match goal {
        GoalWord::True | GoalWord::False | GoalWord::Stalemated | GoalWord::Stuck | GoalWord::Repetition => {
            (0, 0)
        }
        GoalWord::And | GoalWord::Or | GoalWord::Checkmated | GoalWord::Captured => (1, usize::MAX),
        GoalWord::Not | GoalWord::Global => (1, 1),
        GoalWord::PiecesRemaining | GoalWord::TotalPieceCount => (1, 2),
        GoalWord::AbsoluteConfig => (2, usize::MAX),
        GoalWord::RelativeConfig => (3, usize::MAX),
        GoalWord::Equal
        | GoalWord::NotEqual
        | GoalWord::Less
        | GoalWord::LessOrEqual
        | GoalWord::Greater
        | GoalWord::GreaterOrEqual => (2, 2),
    }
}
