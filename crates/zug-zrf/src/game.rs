//! One form becomes one game: the order of the steps, and what they share.

use crate::axiom;
use crate::carried::carry_attributes;
use crate::codes;
use crate::dialect::Dialect;
use crate::expand::{Kids, What};
use crate::forms::Catalogue;
use crate::options::{Chosen, normalise};
use crate::scope::{Scope, Sort};
use crate::session::Session;
use crate::statements::{Keyword, Statement, all_keywords, display_text};
use crate::words::Words;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use zug_model::{
    Attr, AttrId, CellFlagId, Count, FlagId, Game, Global, Kind, KindId, ModeId, PlayerId, RecycleTo,
    Reserve, Texts, Turn,
};
use zug_source::{Diagnostic, Origin, Symbol};

/// What compiling one form needs to know.
pub(crate) struct Builder<'a> {
    pub(crate) s: &'a mut Session,
    pub(crate) words: &'a Words,
    pub(crate) chosen: Chosen,
    /// The file says whose meanings apply.
    dialect_is_named: bool,
    pub(crate) scope: Scope,
    /// Where each flag and position flag is first tested.
    pub(crate) flag_tests: FxHashMap<FlagId, Origin>,
    pub(crate) cell_flag_tests: FxHashMap<CellFlagId, Origin>,
    /// Move types named by `attacked?` and `defended?`.
    pub(crate) mode_tests: Vec<(ModeId, Origin)>,
    /// Move types that pieces declare.
    pub(crate) declared_modes: FxHashSet<ModeId>,
    /// Attributes that hold numbers.
    pub(crate) numeric_attrs: FxHashSet<AttrId>,
    /// Positions in zones so far.
    pub(crate) n_members: usize,
    /// How many players choose moves themselves.
    pub(crate) n_rivals: usize,
    /// A goal is being read: there is no current position.
    pub(crate) in_goal: bool,
}

/// Compiles a form. It is no good if errors were reported; `None` if there was nothing to compile.
pub(crate) fn build(
    session: &mut Session,
    words: &Words,
    catalogue: &Catalogue,
    statements: &[Statement],
    origin: Origin,
) -> Option<Game> {
    if axiom::refuse(session, statements) {
        return None;
    }
    let mut builder = Builder {
        s: session,
        words,
        chosen: Chosen::new(catalogue.dialect),
        dialect_is_named: catalogue.dialect_is_named,
        scope: Scope::default(),
        flag_tests: FxHashMap::default(),
        cell_flag_tests: FxHashMap::default(),
        mode_tests: Vec::new(),
        declared_modes: FxHashSet::default(),
        numeric_attrs: FxHashSet::default(),
        n_members: 0,
        n_rivals: 0,
        in_goal: false,
    };
    Some(builder.game(statements, origin))
}

impl Builder<'_> {
    /// Names are declared before anything mentions them: players, board, pieces, and only then code.
    fn game(&mut self, statements: &[Statement], origin: Origin) -> Game {
        self.unknown_statements(statements);
        self.options(statements);
        let texts = self.texts(statements, origin);
        self.files(statements);
        self.player_names(statements, origin);
        let (board, symmetries) = self.boards(statements, origin);
        let players = self.players(&board, symmetries);
        let drafts = self.piece_names(statements, origin);
        let globals = self.globals(statements);
        let (turns, repeat_from) = self.turn_order(statements, origin);
        let rivals = turns.iter().map(|turn| turn.chooser);
        self.n_rivals =
            rivals.filter(|chooser| !players[chooser.idx()].random).collect::<FxHashSet<_>>().len();
        let priorities = self.priorities(statements);
        let (setup, mut reserves) = self.setup(statements, &board);
        let mut kinds = self.kinds(drafts);
        if self.chosen.dialect == Dialect::Zillions {
            carry_attributes(&mut kinds, self.scope.attrs.len());
        }
        let goals = self.goals(statements);
        self.preferences(statements, &kinds, &priorities);
        self.untold_names();
        if self.chosen.dialect == Dialect::Z2j || self.has_no_stock(&kinds, &reserves) {
            unlimited_drops(&kinds, &turns, &mut reserves);
        }
        let symbols = &self.s.symbols;
        let attrs = self.scope.attrs.iter().enumerate().map(|(at, name)| Attr {
            name: symbols.name(name).to_owned(),
            numeric: self.numeric_attrs.contains(&AttrId(at as u16)),
        });
        Game {
            texts,
            settings: self.chosen.settings.clone(),
            players,
            kinds,
            attrs: attrs.collect(),
            modes: self.scope.modes.texts(symbols),
            priorities,
            flags: self.scope.flags.texts(symbols),
            cell_flags: self.scope.cell_flags.texts(symbols),
            globals,
            turns,
            repeat_from,
            setup,
            reserves,
            goals,
            presentation: std::mem::take(&mut self.chosen.presentation),
            board,
            origin,
        }
    }

    fn unknown_statements(&mut self, statements: &[Statement]) {
        for statement in statements.iter().filter(|statement| statement.keyword == Keyword::Unknown) {
            let word = self.s.name(statement.word).to_owned();
            let mut known = all_keywords();
            known.extend(self.s.expansions.macros.names().iter().map(|&name| self.s.name(name).to_owned()));
            let known = known.iter().map(String::as_str);
            let origin = self.s.head_origin(statement.list);
            self.s.unknown(codes::UNKNOWN_STATEMENT, origin, "statement", &word, known);
        }
    }

    fn texts(&mut self, statements: &[Statement], origin: Origin) -> Texts {
        let mut texts = Texts::default();
        for statement in statements {
            let text = match statement.keyword {
                Keyword::Title => &mut texts.title,
                Keyword::Description => &mut texts.description,
                Keyword::History => &mut texts.history,
                Keyword::Strategy => &mut texts.strategy,
                _ => continue,
            };
            let kids = self.s.open(statement.list);
            if let Some(words) = self.one_text(kids, statement.origin) {
                *text = display_text(self.s.name(words));
            }
            self.s.close(kids);
        }
        if !statements.iter().any(|statement| statement.keyword == Keyword::Title) {
            self.s.report(Diagnostic::warning(codes::NO_TITLE, origin, "this game has no title"));
        }
        texts
    }

    /// Sounds and the like are carried through.
    fn files(&mut self, statements: &[Statement]) {
        for statement in statements.iter().filter(|statement| statement.keyword == Keyword::File) {
            let kids = self.s.open(statement.list);
            if let Some(file) = self.s.kid(kids, 1)
                && let Some(file) = self.s.text(file, "a file name")
            {
                let pair = (normalise(self.s.name(statement.word)), self.s.name(file).to_owned());
                self.chosen.presentation.push(pair);
            }
            self.s.close(kids);
        }
    }

    fn globals(&mut self, statements: &[Statement]) -> Vec<Global> {
        let mut globals = Vec::new();
        for statement in statements.iter().filter(|statement| statement.keyword == Keyword::Global) {
            let kids = self.s.open(statement.list);
            if self.needs(self.chosen.features.global, "global", "global", statement.origin)
                && self.arity(kids, 2, 3, statement.origin)
            {
                globals.extend(self.global(kids, statement.origin));
            }
            self.s.close(kids);
        }
        globals
    }

    fn global(&mut self, kids: Kids, origin: Origin) -> Option<Global> {
        let name = self.s.kid(kids, 1)?;
        let symbol = self.s.word(name, "the name of a global")?;
        let value = self.s.kid(kids, 2)?;
        let init = self.s.number(value, i32::MIN, i32::MAX)?;
        let counter = match self.s.kid(kids, 3) {
            None => false,
            Some(item) if matches!(item.what, What::Atom(word) if self.s.name(word) == "counter") => true,
            Some(other) => {
                self.s.unexpected(other, "`counter`");
                false
            }
        };
        self.scope.declare(self.s, Sort::Global, symbol, name.origin)?;
        Some(Global { name: self.s.name(symbol).to_owned(), init, counter, origin })
    }

    /// Pieces can be dropped, and no stock has any or gets any: the file was written for z2j, where drops that are not
    /// counted are never used up.
    fn has_no_stock(&mut self, kinds: &[Kind], reserves: &[Reserve]) -> bool {
        let settings = &self.chosen.settings;
        let settled = self.dialect_is_named
            || !reserves.is_empty()
            || settings.recycle_captures != RecycleTo::Nowhere
            || settings.recycle_promotions;
        let Some(dropped) = kinds.iter().find(|kind| !kind.drops.is_empty()) else { return false };
        if !settled {
            let message = format!("nobody has a `{}` to drop: no set-up says `off`", dropped.name);
            let problem = Diagnostic::warning(codes::NO_STOCK, dropped.origin, message)
                .label("read as z2j does: pieces that are dropped are never used up")
                .hint("`(board-setup (White (Stone off 10)))` gives White ten of them");
            self.s.report(problem);
        }
        !settled
    }

    /// Tests of things that nothing ever brings about: most likely misspelt names.
    fn untold_names(&mut self) {
        let mut unset: Vec<(Origin, &str, Symbol)> = Vec::new();
        for (at, name) in self.scope.flags.iter().enumerate() {
            if let Some(&origin) = self.flag_tests.get(&FlagId(at as u16))
                && !self.scope.set_flags.contains(&(at as u16))
            {
                unset.push((origin, "flag", name));
            }
        }
        for (at, name) in self.scope.cell_flags.iter().enumerate() {
            if let Some(&origin) = self.cell_flag_tests.get(&CellFlagId(at as u16))
                && !self.scope.set_cell_flags.contains(&(at as u16))
            {
                unset.push((origin, "position flag", name));
            }
        }
        for (origin, what, name) in unset {
            let message = format!("{what} `{}` is never set", self.s.name(name));
            let problem =
                Diagnostic::warning(codes::FLAG_NEVER_SET, origin, message).label("it is always false");
            self.s.report(problem);
        }
        let modes: Vec<Symbol> = self.scope.modes.iter().collect();
        for (mode, origin) in std::mem::take(&mut self.mode_tests) {
            if !self.declared_modes.contains(&mode) {
                let message = format!("no piece has moves of type `{}`", self.s.name(modes[mode.idx()]));
                let problem = Diagnostic::warning(codes::UNKNOWN_MODE, origin, message)
                    .label("taken for a move type, as it is neither a position nor a direction");
                self.s.report(problem);
            }
        }
    }
}

/// z2j: what can be dropped and was not counted is never used up.
fn unlimited_drops(kinds: &[Kind], turns: &[Turn], reserves: &mut Vec<Reserve>) {
    let counted: FxHashSet<_> = reserves.iter().map(|reserve| (reserve.player, reserve.kind)).collect();
    let actors: BTreeSet<PlayerId> = turns.iter().map(|turn| turn.actor).collect();
    for (at, _) in kinds.iter().enumerate().filter(|(_, kind)| !kind.drops.is_empty()) {
        let kind = KindId(at as u16);
        let new = actors.iter().filter(|&&player| !counted.contains(&(player, kind)));
        reserves.extend(new.map(|&player| Reserve { player, kind, count: Count::Unlimited }));
    }
}
