//! Which captures are preferred: the majority rule, or the game's own criteria.

use crate::dialect::Dialect;
use crate::expand::{Item, Kids, What};
use crate::game::Builder;
use crate::options::Majority;
use crate::quiet;
use crate::statements::{Keyword, Statement};
use zug_model::{Kind, KindId, ModeId, Preference};
use zug_source::Origin;

impl Builder<'_> {
    /// What the majority rule or `capture-preference` asks for.
    ///
    /// Zillions leaves turns that capture nothing legal beside the best captures. z2j compares them all, and so do games that
    /// name their criteria.
    pub(crate) fn preferences(&mut self, statements: &[Statement], kinds: &[Kind], priorities: &[ModeId]) {
        let stated = statements.iter().rfind(|statement| statement.keyword == Keyword::CapturePreference);
        self.chosen.settings.prefer = match (stated, self.chosen.majority) {
            (Some(statement), _) => self.capture_preference(statement),
            (None, Majority::None) => Vec::new(),
            (None, Majority::Pieces) => vec![Preference::Captures],
            (None, Majority::KindsThenPieces) => {
                let others = (1..self.scope.kinds.len() as u16).map(|kind| (KindId(kind), 1)).collect();
                vec![Preference::CapturedValue(others), Preference::Captures]
            }
        };
        let settings = &mut self.chosen.settings;
        let majority = stated.is_none() && self.chosen.majority != Majority::None;
        if majority
            && self.chosen.dialect == Dialect::Zillions
            && quiet::are_mixed(kinds, priorities, settings.fork_keeps)
        {
            settings.prefer.insert(0, Preference::Quiet);
        }
    }

    fn capture_preference(&mut self, statement: &Statement) -> Vec<Preference> {
        let kids = self.s.open(statement.list);
        self.arity(kids, 1, usize::MAX, statement.origin);
        let mut criteria = Vec::new();
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            criteria.extend(self.criterion(item));
        }
        self.s.close(kids);
        criteria
    }

    fn criterion(&mut self, item: Item) -> Option<Preference> {
        const EXPECTED: &str = "`total`, `(value …)`, `(by …)`, `(most …)` or `(first …)`";
        let list = match item.what {
            What::Atom(word) if self.s.name(word) == "total" => return Some(Preference::Captures),
            What::List(list) => list,
            _ => {
                self.s.unexpected(item, EXPECTED);
                return None;
            }
        };
        let kids = self.s.open(list);
        let head = match self.s.kid(kids, 0) {
            Some(Item { what: What::Atom(word), .. }) => self.s.name(word).to_owned(),
            _ => String::new(),
        };
        let criterion = match head.as_str() {
            "total" => Some(Preference::Captures),
            "value" => Some(Preference::CapturedValue(self.values(kids))),
            "by" | "most" | "first" => self.one_kind(kids, item.origin).map(|kind| match head.as_str() {
                "by" => Preference::Mover(kind),
                "most" => Preference::CapturedValue(vec![(kind, 1)]),
                _ => Preference::Earliest(kind),
            }),
            _ => {
                self.s.unexpected(item, EXPECTED);
                None
            }
        };
        self.s.close(kids);
        criterion
    }

    fn one_kind(&mut self, kids: Kids, origin: Origin) -> Option<KindId> {
        if !self.arity(kids, 1, 1, origin) {
            return None;
        }
        let item = self.s.kid(kids, 1)?;
        self.kind(item)
    }

    fn values(&mut self, kids: Kids) -> Vec<(KindId, i32)> {
        let mut values = Vec::new();
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            let What::List(list) = item.what else {
                self.s.unexpected(item, "a piece and its value, `(Type n)`");
                continue;
            };
            let pair = self.s.open(list);
            if let (Some(kind), Some(value)) = (self.s.kid(pair, 0), self.s.kid(pair, 1))
                && let (Some(kind), Some(value)) =
                    (self.kind(kind), self.s.number(value, -1_000_000, 1_000_000))
            {
                values.push((kind, value));
            }
            self.s.close(pair);
        }
        values
    }
}
