//! Move rules: statements.
//!
//! A word where a statement is expected is a command, else a direction, else a position. A list is a
//! command with arguments, or else a sequence of statements.

use crate::codes;
use crate::dialect::Dialect;
use crate::expand::{Item, Kids, List, What};
use crate::game::Builder;
use crate::scope::Sort;
use crate::session::is_number;
use crate::words::{COMMANDS, Command, spellings};
use zug_model::code::{Add, Cond, Create, Num, Place, Stmt, StmtKind, Test, Then, Who};
use zug_model::{AttrId, BoardModel, CellFlagId, FlagId, GlobalId, KindId};
use zug_source::{Diagnostic, Origin, Symbol};

impl Builder<'_> {
    /// One move or drop of a piece.
    pub(crate) fn block(&mut self, list: List, is_drop: bool) -> Vec<Stmt> {
        let kids = self.s.open(list);
        let mut body = Vec::new();
        let mut from = 0;
        // A drop may begin with the zone it is restricted to.
        if is_drop
            && let Some(Item { what: What::Atom(name), origin }) = self.s.kid(kids, 0)
            && self.words.commands.get(name).is_none()
            && !self.is_place(name)
            && let Some(zone) = self.scope.zone(name)
        {
            body.push(Stmt { what: StmtKind::Verify(Cond::Is(Test::Zone(zone), Place::Here)), origin });
            from = 1;
        }
        self.sequence(kids, from, kids.len(), &mut body);
        self.s.close(kids);
        body.shrink_to_fit();
        body
    }

    fn sequence(&mut self, kids: Kids, from: usize, to: usize, out: &mut Vec<Stmt>) {
        // Behind an unknown word stand the arguments of whatever was meant; only commands are read on.
        let mut lost = false;
        for at in from..to {
            let Some(item) = self.s.kid(kids, at) else { continue };
            match item.what {
                What::Atom(word) if !lost => {
                    let known = self.bare(word, item.origin, out);
                    lost = !known && at == from;
                }
                What::List(list) if !lost || self.is_command(list) => self.list(list, item.origin, out),
                What::Atom(_) | What::List(_) => {}
                What::Str(_) => self.s.unexpected(item, "a command"),
            }
        }
    }

    fn is_command(&mut self, list: List) -> bool {
        self.s.head(list).is_some_and(|head| self.words.commands.get(head).is_some())
    }

    fn body(&mut self, kids: Kids, from: usize, to: usize) -> Vec<Stmt> {
        let mut out = Vec::new();
        self.sequence(kids, from, to, &mut out);
        out.shrink_to_fit();
        out
    }

    /// False if the word is unknown.
    fn bare(&mut self, word: Symbol, origin: Origin, out: &mut Vec<Stmt>) -> bool {
        if let Some(command) = self.words.commands.get(word) {
            let none = self.s.here();
            self.command(command, none, origin, out);
            return true;
        }
        let what = if let Some(dir) = self.scope.dir(word) {
            StmtKind::Step(dir)
        } else if let Some(cell) = self.scope.cell(word) {
            StmtKind::Goto(Place::Cell(cell))
        } else {
            self.unknown_command(word, origin);
            return false;
        };
        out.push(Stmt { what, origin });
        true
    }

    fn unknown_command(&mut self, word: Symbol, origin: Origin) {
        if self.scope.removed.contains(&word) || self.scope.zone(word).is_some() {
            self.scope.resolve(self.s, Sort::Cell, word, origin);
            return;
        }
        let symbols = &self.s.symbols;
        let mut known: Vec<String> = Vec::new();
        if self.s.wants_hints() {
            known.extend(spellings(COMMANDS).map(str::to_owned));
            known.extend(self.scope.dirs.texts(symbols));
            known.extend(self.s.expansions.macros.names().iter().map(|&name| symbols.name(name).to_owned()));
            known.extend(self.scope.cells.texts(symbols));
        }
        let word = symbols.name(word).to_owned();
        let known = known.iter().map(String::as_str);
        self.s.unknown(codes::UNKNOWN_COMMAND, origin, "command, direction or position", &word, known);
    }

    fn list(&mut self, list: List, origin: Origin, out: &mut Vec<Stmt>) {
        let kids = self.s.open(list);
        let command = match self.s.kid(kids, 0) {
            Some(Item { what: What::Atom(head), .. }) => self.words.commands.get(head),
            _ => None,
        };
        match command {
            Some(command) if !self.is_sequence(command, kids) => self.command(command, kids, origin, out),
            _ => self.sequence(kids, 0, kids.len(), out),
        }
        self.s.close(kids);
    }

    /// A list that begins with a word that also works bare may be a sequence that begins with that
    /// command: `(flip flip (add-copy King))`. It is one if something in it cannot be an argument.
    fn is_sequence(&mut self, command: Command, kids: Kids) -> bool {
        match command {
            Command::Mark => {
                let place = self.s.kid(kids, 1).is_some_and(|item| self.looks_like_place(item));
                kids.len() > 2 || kids.len() == 2 && !place
            }
            Command::From | Command::To | Command::Back | Command::Cascade | Command::RepeatTurn => {
                kids.len() > 1
            }
            Command::Capture
            | Command::Flip
            | Command::ChangeOwner
            | Command::Tuck
            | Command::Add
            | Command::AddPartial
            | Command::AddCopy
            | Command::AddCopyPartial => {
                (1..kids.len()).any(|at| match self.s.kid(kids, at).map(|item| item.what) {
                    Some(What::Atom(word)) => {
                        self.words.commands.get(word).is_some()
                            && self.scope.kind(word).is_none()
                            && !self.is_place(word)
                    }
                    Some(What::List(list)) => self.s.head(list) != Some(self.words.opposite),
                    _ => false,
                })
            }
            _ => false,
        }
    }

    fn command(&mut self, command: Command, kids: Kids, origin: Origin, out: &mut Vec<Stmt>) {
        if let Some(what) = self.command_kind(command, kids, origin) {
            out.push(Stmt { what, origin });
        }
    }

    /// `None` after an error.
    fn command_kind(&mut self, command: Command, kids: Kids, origin: Origin) -> Option<StmtKind> {
        let (least, most) = arguments(command);
        if !self.arity(kids, least, most, origin) {
            return None;
        }
        let first = self.s.kid(kids, 1);
        Some(match command {
            Command::From => StmtKind::From,
            Command::To => StmtKind::To,
            Command::Mark => StmtKind::Mark,
            Command::Back => StmtKind::Back,
            Command::Cascade => StmtKind::Cascade,
            Command::Capture => StmtKind::Capture(self.place_at(kids, 1)),
            Command::Flip => {
                self.two_players(origin);
                StmtKind::Flip(self.place_at(kids, 1))
            }
            Command::ChangeOwner => self.change_owner(kids),
            Command::ChangeType => StmtKind::ChangeKind(self.kind(first?)?, self.place_at(kids, 2)),
            Command::Create => StmtKind::Create(Box::new(self.create(kids)?)),
            Command::Add | Command::AddCopy => {
                let copy = command == Command::AddCopy;
                StmtKind::Add(Box::new(Add {
                    kinds: self.add_kinds(kids, kids.len())?,
                    then: Then::Done,
                    copy,
                }))
            }
            Command::AddPartial | Command::AddCopyPartial => {
                self.add_partial(kids, command == Command::AddCopyPartial)?
            }
            Command::SetFlag => {
                let (flag, value) = (first?, self.s.kid(kids, 2)?);
                let name = self.s.word(flag, "the name of a flag")?;
                let flag = self.scope.intern(self.s, Sort::Flag, name, flag.origin);
                self.scope.set_flags.insert(flag);
                StmtKind::SetFlag(FlagId(flag), Box::new(self.value(value)))
            }
            Command::SetPositionFlag => {
                let (flag, value) = (first?, self.s.kid(kids, 2)?);
                let name = self.s.word(flag, "the name of a position flag")?;
                let flag = self.scope.intern(self.s, Sort::CellFlag, name, flag.origin);
                self.scope.set_cell_flags.insert(flag);
                StmtKind::SetCellFlag(CellFlagId(flag), Box::new((self.value(value), self.place_at(kids, 3))))
            }
            Command::SetAttribute => {
                let (attr, value) = (first?, self.s.kid(kids, 2)?);
                let name = self.s.word(attr, "the name of an attribute")?;
                let attr = AttrId(self.scope.resolve(self.s, Sort::Attr, name, attr.origin)?);
                let value = self.value(value);
                if matches!(value, zug_model::code::Value::Num(_)) {
                    self.numeric_attrs.insert(attr);
                }
                StmtKind::SetAttr(attr, Box::new((value, self.place_at(kids, 3))))
            }
            Command::SetGlobal => {
                let (global, value) = (first?, self.s.kid(kids, 2)?);
                if !self.needs(self.chosen.features.global, "set-global", "global", origin) {
                    return None;
                }
                let name = self.s.word(global, "the name of a global")?;
                let global = GlobalId(self.scope.resolve(self.s, Sort::Global, name, global.origin)?);
                StmtKind::SetGlobal(global, Box::new(self.num(value)))
            }
            Command::Verify => StmtKind::Verify(self.cond(first?)),
            Command::If => self.if_(kids, first?),
            Command::Else => {
                self.s.error(codes::MISPLACED_WORD, origin, "`else` outside an `if`");
                return None;
            }
            Command::While => {
                let cond = self.cond(first?);
                StmtKind::While(Box::new((cond, self.body(kids, 2, kids.len()))))
            }
            Command::Foreach => self.foreach(kids, origin)?,
            Command::Go => StmtKind::Goto(self.go(first?)?),
            Command::Opposite => StmtKind::Step(self.opposite(kids, origin)?),
            Command::Tuck => {
                self.needs_stack("tuck", origin);
                StmtKind::Tuck(self.place_at(kids, 1))
            }
            Command::Lift => {
                if self.chosen.settings.board_model == BoardModel::Single {
                    self.needs_stack("lift", origin);
                }
                StmtKind::Lift(Box::new(self.num(first?)))
            }
            Command::RepeatTurn => {
                self.needs(self.chosen.features.repeat, "repeat-turn", "repeat", origin);
                StmtKind::RepeatTurn
            }
        })
    }

    /// `flip` is for two players: where there are more it is not said whose the piece becomes.
    fn two_players(&mut self, origin: Origin) {
        if self.n_rivals <= 2 {
            return;
        }
        let message = format!("`flip` in a game of {} players", self.n_rivals);
        let problem = match self.chosen.dialect {
            Dialect::Z2j => Diagnostic::error(codes::FLIP_OF_MANY, origin, message)
                .hint("`change-owner` makes the piece the mover's"),
            Dialect::Zillions => Diagnostic::warning(codes::FLIP_OF_MANY, origin, message)
                .label("the piece becomes the next player's"),
        };
        self.s.report(problem);
    }

    fn needs_stack(&mut self, construct: &str, origin: Origin) {
        if self.chosen.settings.board_model != BoardModel::Stack {
            let message = format!("`{construct}` needs `(option \"board-model\" stack)`");
            let problem = Diagnostic::error(codes::NEEDS_OPTION, origin, message)
                .hint("add the option to the game, or to the variant");
            self.s.report(problem);
        }
    }

    fn if_(&mut self, kids: Kids, cond: Item) -> StmtKind {
        let cond = self.cond(cond);
        let (mut split, mut end) = (kids.len(), kids.len());
        for at in 2..kids.len() {
            let Some(Item { what: What::Atom(word), origin }) = self.s.kid(kids, at) else { continue };
            if word == self.words.else_ {
                if split < kids.len() {
                    self.s.error(codes::MISPLACED_WORD, origin, "a second `else` in one `if`");
                    end = at;
                    break;
                }
                split = at;
            }
        }
        let then = self.body(kids, 2, split);
        let otherwise = self.body(kids, split + 1, end);
        StmtKind::If(Box::new((cond, then, otherwise)))
    }

    fn foreach(&mut self, kids: Kids, origin: Origin) -> Option<StmtKind> {
        if !self.needs(self.chosen.features.foreach, "foreach", "foreach", origin) {
            return None;
        }
        let zone = match self.s.kid(kids, 1) {
            Some(Item { what: What::Atom(name), .. })
                if self.words.commands.get(name).is_none() && !self.is_place(name) =>
            {
                self.scope.zone(name)
            }
            _ => None,
        };
        let from = 1 + usize::from(zone.is_some());
        Some(StmtKind::Foreach(zone, self.body(kids, from, kids.len())))
    }

    fn go(&mut self, item: Item) -> Option<Place> {
        let word = self.s.word(item, "`from`, `to`, `mark`, `last-from` or `last-to`")?;
        Some(match self.s.name(word) {
            "from" => Place::From,
            "to" => Place::To,
            "mark" => Place::Mark,
            "last-from" => Place::LastFrom,
            "last-to" => Place::LastTo,
            _ => {
                self.s.unexpected(item, "`from`, `to`, `mark`, `last-from` or `last-to`");
                return None;
            }
        })
    }

    /// `change-owner`, `(change-owner place)`, `(change-owner player [place])`.
    fn change_owner(&mut self, kids: Kids) -> StmtKind {
        if let Some(item @ Item { what: What::Atom(name), .. }) = self.s.kid(kids, 1)
            && !self.is_place(name)
            && let Some(who) = self.who_named(name, item.origin)
        {
            if matches!(who, Who::Player(_)) {
                self.needs(self.chosen.features.player, "change-owner", "player", item.origin);
            }
            return StmtKind::ChangeOwner(who, self.place_at(kids, 2));
        }
        if let Some(extra) = self.s.kid(kids, 2) {
            self.s.unexpected(extra, "one place only");
        }
        StmtKind::ChangeOwner(Who::Mover, self.place_at(kids, 1))
    }

    /// `(create [player] [type] [count] [place])`: arguments are told apart by what they name.
    fn create(&mut self, kids: Kids) -> Option<Create> {
        let mut create = Create { owner: Who::Mover, kind: None, count: None, at: Place::Here };
        let mut at = 1;
        let next = |this: &Self, at| match this.s.kid(kids, at) {
            Some(Item { what: What::Atom(name), origin }) => Some((name, origin)),
            _ => None,
        };
        if let Some((name, origin)) = next(self, at) {
            // Of a name that is both a player's and a piece's, the piece is meant unless one follows.
            let piece_follows = next(self, at + 1).is_some_and(|(name, _)| self.scope.kind(name).is_some());
            if (piece_follows || self.scope.kind(name).is_none())
                && let Some(who) = self.who_named(name, origin)
            {
                create.owner = who;
                at += 1;
            }
        }
        if let Some((name, _)) = next(self, at)
            && let Some(kind) = self.scope.kind(name)
        {
            create.kind = Some(kind);
            at += 1;
        }
        // Of a number that is also a position, the position is meant unless something follows.
        if let Some(item) = self.s.kid(kids, at)
            && self.looks_like_count(item)
            && (!self.looks_like_place(item) || at + 1 < kids.len())
        {
            create.count = self.create_count(item);
            at += 1;
        }
        if let Some(item) = self.s.kid(kids, at) {
            if at + 1 < kids.len() && !self.looks_like_place(item) {
                self.kind(item)?;
            }
            create.at = self.place(item);
            at += 1;
        }
        if let Some(extra) = self.s.kid(kids, at) {
            self.s.unexpected(extra, "no more than a player, a piece and a place");
            return None;
        }
        Some(create)
    }

    fn looks_like_count(&mut self, item: Item) -> bool {
        match item.what {
            What::Atom(word) => is_number(self.s.name(word)),
            What::List(list) => self.s.head(list).is_some_and(|head| self.words.numbers.get(head).is_some()),
            What::Str(_) => false,
        }
    }

    fn create_count(&mut self, item: Item) -> Option<Num> {
        let count = self.num(item);
        let one = matches!(count, Num::Const(1));
        if !one && self.chosen.settings.board_model != BoardModel::Heap {
            let problem =
                Diagnostic::error(codes::NEEDS_PILES, item.origin, "`create` makes one piece at a time")
                    .hint("`(option \"board-model\" heap)` lets it make several");
            self.s.report(problem);
        }
        (!one).then_some(count)
    }

    /// The arguments up to `end`, all of them pieces.
    fn add_kinds(&mut self, kids: Kids, end: usize) -> Option<Vec<KindId>> {
        let mut kinds = Vec::with_capacity(end.saturating_sub(1));
        for at in 1..end {
            let item = self.s.kid(kids, at)?;
            kinds.push(self.kind(item)?);
        }
        Some(kinds)
    }

    /// `(add-partial [type…] [move type])`. The last word is a move type unless it is a piece; it need
    /// not be one that any piece has.
    fn add_partial(&mut self, kids: Kids, copy: bool) -> Option<StmtKind> {
        let last = self.s.kid(kids, kids.len().max(1) - 1).filter(|_| kids.len() > 1);
        let mode = match last {
            Some(Item { what: What::Atom(name), origin }) if self.scope.kind(name).is_none() => {
                Some(self.mode(name, origin))
            }
            _ => None,
        };
        let end = kids.len() - usize::from(mode.is_some());
        let kinds = self.add_kinds(kids, end)?;
        Some(StmtKind::Add(Box::new(Add { kinds, then: Then::Part(mode), copy })))
    }
}

/// Least and most number of arguments.
fn arguments(command: Command) -> (usize, usize) {
    match command {
        Command::From
        | Command::To
        | Command::Mark
        | Command::Back
        | Command::Cascade
        | Command::RepeatTurn => (0, 0),
        Command::Capture | Command::Flip | Command::Tuck => (0, 1),
        Command::ChangeOwner => (0, 2),
        Command::Create => (0, 4),
        Command::Add | Command::AddPartial | Command::AddCopy | Command::AddCopyPartial | Command::Else => {
            (0, usize::MAX)
        }
        Command::Verify | Command::Go | Command::Opposite | Command::Lift => (1, 1),
        Command::ChangeType => (1, 2),
        Command::SetFlag | Command::SetGlobal => (2, 2),
        Command::SetPositionFlag | Command::SetAttribute => (2, 3),
        Command::If | Command::While | Command::Foreach => (1, usize::MAX),
    }
}
