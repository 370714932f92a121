//! Pieces: first their names and attributes, which rules anywhere may mention, then their rules.

use crate::codes;
use crate::dialect::Dialect;
use crate::expand::{Item, Kids, List, What};
use crate::game::Builder;
use crate::scope::Sort;
use crate::statements::{Keyword, Statement, display_text};
use rustc_hash::FxHashMap;
use zug_model::{AttrId, BoardModel, Kind, ModeId, Rule};
use zug_source::{Diagnostic, Origin, Symbol};

/// A piece whose rules were not read yet.
pub(crate) struct Draft {
    kind: Kind,
    /// The `moves` and `drops` lists; `true` for drops.
    sections: Vec<(List, bool)>,
    recycle_as: Option<Item>,
}

const STATEMENTS: &[&str] = &[
    "name",
    "image",
    "help",
    "description",
    "notation",
    "open",
    "attribute",
    "moves",
    "drops",
    "dummy",
    "recycle-as",
    "glyph",
];

impl Builder<'_> {
    /// Declares all pieces with their attributes. Their lists stay open for the rest of the form.
    pub(crate) fn piece_names(&mut self, statements: &[Statement], origin: Origin) -> Vec<Draft> {
        let mut drafts: Vec<Draft> = Vec::new();
        // Text values of attributes, as z2j files have them, are numbered.
        let mut texts = FxHashMap::default();
        for statement in statements.iter().filter(|statement| statement.keyword == Keyword::Piece) {
            let kids = self.s.open_for_good(statement.list);
            let Some((name, place)) = self.piece_name(kids) else {
                self.s.error(codes::MISSING, statement.origin, "this piece has no `name`");
                continue;
            };
            let known = self.scope.kind(name);
            if known.is_some() {
                let message = format!("piece `{}` is declared twice", self.s.name(name));
                let problem =
                    Diagnostic::warning(codes::DECLARED_TWICE, place, message).label("this one is used");
                self.s.report(problem);
            }
            let draft = self.piece(kids, name, statement.origin, &mut texts);
            let n_before = self.scope.kinds.len();
            let kind = self.scope.intern(self.s, Sort::Kind, name, place) as usize;
            if kind < drafts.len() && known.is_some() {
                drafts[kind] = draft;
            } else if self.scope.kinds.len() > n_before {
                drafts.push(draft);
            }
        }
        if !statements.iter().any(|statement| statement.keyword == Keyword::Piece) {
            self.missing("piece", origin);
        }
        drafts
    }

    fn piece_name(&mut self, kids: Kids) -> Option<(Symbol, Origin)> {
        for at in 1..kids.len() {
            if let Some(Item { what: What::List(list), origin }) = self.s.kid(kids, at)
                && let Some(head) = self.s.head(list)
                && self.s.name(head) == "name"
            {
                let inner = self.s.open(list);
                let name = self.one_text(inner, origin);
                let place = self.s.kid(inner, 1).map_or(origin, |item| item.origin);
                self.s.close(inner);
                return name.filter(|name| !self.s.name(*name).is_empty()).map(|name| (name, place));
            }
        }
        None
    }

    fn piece(&mut self, kids: Kids, name: Symbol, origin: Origin, texts: &mut Texts) -> Draft {
        let kind = Kind {
            name: self.s.name(name).to_owned(),
            notation: String::new(),
            help: String::new(),
            description: String::new(),
            attrs: Vec::new(),
            recycle_as: None,
            moves: Vec::new(),
            drops: Vec::new(),
            origin,
        };
        let mut draft = Draft { kind, sections: Vec::new(), recycle_as: None };
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            let What::List(list) = item.what else {
                self.s.unexpected(item, "a statement of the piece in parentheses");
                continue;
            };
            let word = self.s.head(list).map_or(String::new(), |head| self.s.name(head).to_owned());
            match word.as_str() {
                "moves" => draft.sections.push((list, false)),
                "drops" => draft.sections.push((list, true)),
                word if STATEMENTS.contains(&word) => {
                    let inner = self.s.open(list);
                    self.piece_statement(word, inner, item.origin, &mut draft, texts);
                    self.s.close(inner);
                }
                word => {
                    let known = STATEMENTS.iter().copied();
                    self.s.unknown(
                        codes::UNKNOWN_STATEMENT,
                        self.s.head_origin(list),
                        "statement of a piece",
                        word,
                        known,
                    );
                }
            }
        }
        draft
    }

    fn piece_statement(
        &mut self,
        word: &str,
        kids: Kids,
        origin: Origin,
        draft: &mut Draft,
        texts: &mut Texts,
    ) {
        match word {
            "help" | "description" | "notation" => {
                let Some(text) = self.one_text(kids, origin) else { return };
                let text = display_text(self.s.name(text));
                match word {
                    "help" => draft.kind.help = text,
                    "description" => draft.kind.description = text,
                    _ => draft.kind.notation = text,
                }
            }
            "attribute" => {
                let fits = self.arity(kids, 2, 2, origin);
                if let Some((attr, value)) = fits.then(|| self.attribute(kids, texts)).flatten() {
                    draft.kind.attrs.retain(|&(old, _)| old != attr);
                    draft.kind.attrs.push((attr, value));
                }
            }
            "recycle-as" if self.arity(kids, 1, 1, origin) => draft.recycle_as = self.s.kid(kids, 1),
            "image" => self.piece_images(kids, &draft.kind.name),
            // The name was read before; the others say nothing about rules.
            _ => {}
        }
    }

    fn attribute(&mut self, kids: Kids, texts: &mut Texts) -> Option<(AttrId, i32)> {
        let (name, value) = self.s.kid(kids, 1).zip(self.s.kid(kids, 2))?;
        let symbol = self.s.word(name, "the name of an attribute")?;
        if self.chosen.settings.board_model == BoardModel::Heap {
            let message = format!("a piece of a heap has no attribute `{}`", self.s.name(symbol));
            let problem = Diagnostic::error(codes::HEAP_ATTRIBUTE, name.origin, message)
                .label("pieces of one sort in a heap cannot be told apart")
                .hint("declare a piece of its own for each value");
            self.s.report(problem);
        }
        let attr = AttrId(self.scope.intern(self.s, Sort::Attr, symbol, name.origin));
        let negation = format!("not-{}", self.s.name(symbol));
        let negation = self.s.symbols.intern(&negation);
        self.scope.attribute_tests.insert(symbol, (attr, false));
        self.scope.attribute_tests.entry(negation).or_insert((attr, true));
        let word = self.s.text(value, "`true`, `false` or a number")?;
        let is_z2j = self.chosen.dialect == Dialect::Z2j;
        let number = match self.s.name(word) {
            "false" => 0,
            "true" => 1,
            text if crate::session::is_number(text) => {
                if !is_z2j && !self.needs(self.chosen.features.numeric, "attribute", "numeric", value.origin)
                {
                    return None;
                }
                self.numeric_attrs.insert(attr);
                self.s.number(value, i32::from(i16::MIN), i32::from(i16::MAX))?
            }
            _ if is_z2j => {
                let message = format!("attribute `{}` holds a text", self.s.name(symbol));
                let problem = Diagnostic::warning(codes::TEXT_ATTRIBUTE, value.origin, message)
                    .label("no rule can read it; each text counts as a number");
                self.s.report(problem);
                self.numeric_attrs.insert(attr);
                let next = texts.len() as i32 % i32::from(i16::MAX) + 1;
                *texts.entry((attr, word)).or_insert(next)
            }
            _ => {
                self.s.unexpected(value, "`true`, `false` or a number");
                return None;
            }
        };
        Some((attr, number))
    }

    /// `(image White "w.bmp" Black "b.bmp" "other set.bmp")`.
    fn piece_images(&mut self, kids: Kids, piece: &str) {
        let mut player = String::new();
        for at in 1..kids.len() {
            match self.s.kid(kids, at).map(|item| item.what) {
                Some(What::Atom(name)) => player = self.s.name(name).to_owned(),
                Some(What::Str(file)) => {
                    let pair = (format!("image {player} {piece}"), self.s.name(file).to_owned());
                    self.chosen.presentation.push(pair);
                }
                _ => {}
            }
        }
    }

    /// Compiles the rules of all pieces.
    pub(crate) fn kinds(&mut self, drafts: Vec<Draft>) -> Vec<Kind> {
        drafts.into_iter().map(|draft| self.finish_piece(draft)).collect()
    }

    fn finish_piece(&mut self, draft: Draft) -> Kind {
        let mut kind = draft.kind;
        kind.recycle_as = draft.recycle_as.and_then(|item| self.kind(item));
        for (list, is_drop) in draft.sections {
            let rules = if is_drop { &mut kind.drops } else { &mut kind.moves };
            self.section(list, is_drop, rules);
        }
        kind
    }

    /// A `moves` or `drops` list: blocks, and markers that give the following blocks their type.
    fn section(&mut self, list: List, is_drop: bool, rules: &mut Vec<Rule>) {
        let kids = self.s.open(list);
        let mut mode = None;
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            let What::List(block) = item.what else {
                self.s.unexpected(item, "a move in parentheses");
                continue;
            };
            match self.s.head(block) {
                Some(head) if self.s.name(head) == "move-type" => {
                    let inner = self.s.open(block);
                    mode = self.move_type(inner, item.origin).or(mode);
                    self.s.close(inner);
                }
                _ => rules.push(Rule { mode, body: self.block(block, is_drop), origin: item.origin }),
            }
        }
        self.s.close(kids);
    }

    fn move_type(&mut self, kids: Kids, origin: Origin) -> Option<ModeId> {
        if !self.arity(kids, 1, 1, origin) {
            return None;
        }
        let item = self.s.kid(kids, 1)?;
        let name = self.s.word(item, "a move type")?;
        let mode = self.mode(name, item.origin);
        self.declared_modes.insert(mode);
        Some(mode)
    }
}

/// Texts of attributes by attribute, numbered from one.
type Texts = FxHashMap<(AttrId, Symbol), i32>;
