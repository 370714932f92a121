//! The words of the language inside move rules, each list written once: the compiler dispatches on it
//! and messages take their suggestions from it.

use zug_source::{Symbol, Symbols};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $table:ident { $($word:literal => $variant:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $name { $($variant),* }

        pub(crate) const $table: &[(&str, $name)] = &[$(($word, $name::$variant)),*];
    };
}

words! {
    /// What a statement of a move rule can begin with.
    Command, COMMANDS {
        "from" => From,
        "to" => To,
        "mark" => Mark,
        "back" => Back,
        "cascade" => Cascade,
        "capture" => Capture,
        "flip" => Flip,
        "change-owner" => ChangeOwner,
        "change-type" => ChangeType,
        "create" => Create,
        "add" => Add,
        "add-partial" => AddPartial,
        "add-copy" => AddCopy,
        "add-copy-partial" => AddCopyPartial,
        "set-flag" => SetFlag,
        "set-position-flag" => SetPositionFlag,
        "set-attribute" => SetAttribute,
        "set-global" => SetGlobal,
        "verify" => Verify,
        "if" => If,
        "else" => Else,
        "while" => While,
        "foreach" => Foreach,
        "go" => Go,
        "opposite" => Opposite,
        "tuck" => Tuck,
        "lift" => Lift,
        "repeat-turn" => RepeatTurn,
    }
}

words! {
    /// What a condition can begin with. Those that end in `?` have a negation with `not-` in front.
    Predicate, PREDICATES {
        "true" => True,
        "false" => False,
        "and" => And,
        "or" => Or,
        "not" => Not,
        "empty?" => Empty,
        "friend?" => Friend,
        "enemy?" => Enemy,
        "neutral?" => Neutral,
        "piece?" => Piece,
        "in-zone?" => InZone,
        "position?" => Position,
        "on-board?" => OnBoard,
        "marked?" => Marked,
        "last-from?" => LastFrom,
        "last-to?" => LastTo,
        "flag?" => Flag,
        "position-flag?" => PositionFlag,
        "attacked?" => Attacked,
        "defended?" => Defended,
        "adjacent-to-enemy?" => AdjacentToEnemy,
        "goal-position?" => GoalPosition,
        "owner?" => Owner,
        "current-player?" => CurrentPlayer,
        "next-player?" => NextPlayer,
        "global" => Global,
        "=" => Equal,
        "!=" => NotEqual,
        "<" => Less,
        "<=" => LessOrEqual,
        ">" => Greater,
        ">=" => GreaterOrEqual,
    }
}

words! {
    /// What a number that is not written out can begin with.
    NumberWord, NUMBER_WORDS {
        "+" => Plus,
        "-" => Minus,
        "*" => Times,
        "/" => Divide,
        "%" => Remainder,
        "min" => Min,
        "max" => Max,
        "value" => Value,
        "flag" => Flag,
        "position-flag" => PositionFlag,
        "height" => Height,
        "pieces" => Pieces,
        "stock" => Stock,
        "passes" => Passes,
        "global" => Global,
    }
}

words! {
    /// What a goal's condition can begin with.
    GoalWord, GOAL_WORDS {
        "true" => True,
        "false" => False,
        "and" => And,
        "or" => Or,
        "not" => Not,
        "stalemated" => Stalemated,
        "stuck" => Stuck,
        "repetition" => Repetition,
        "checkmated" => Checkmated,
        "captured" => Captured,
        "pieces-remaining" => PiecesRemaining,
        "total-piece-count" => TotalPieceCount,
        "absolute-config" => AbsoluteConfig,
        "relative-config" => RelativeConfig,
        "global" => Global,
        "=" => Equal,
        "!=" => NotEqual,
        "<" => Less,
        "<=" => LessOrEqual,
        ">" => Greater,
        ">=" => GreaterOrEqual,
    }
}

/// A table by symbol. The words are interned before any text is read, so their numbers are small.
#[derive(Clone, Debug)]
pub(crate) struct Table<T>(Vec<Option<T>>);

impl<T: Copy> Table<T> {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn insert(&mut self, symbol: Symbol, value: T) {
        let at = symbol.0 as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, None);
        }
        self.0[at] = Some(value);
    }

    pub(crate) fn get(&self, symbol: Symbol) -> Option<T> {
        self.0.get(symbol.0 as usize).copied().flatten()
    }
}

/// All of the words above, by symbol.
pub(crate) struct Words {
    pub(crate) commands: Table<Command>,
    /// With whether the word is the negation.
    pub(crate) predicates: Table<(Predicate, bool)>,
    pub(crate) numbers: Table<NumberWord>,
    pub(crate) goals: Table<GoalWord>,
    pub(crate) opposite: Symbol,
    pub(crate) else_: Symbol,
}

impl Words {
    pub(crate) fn new(symbols: &mut Symbols) -> Self {
        let mut predicates = Table::new();
        for &(word, predicate) in PREDICATES {
            predicates.insert(symbols.intern(word), (predicate, false));
            if word.ends_with('?') {
                predicates.insert(symbols.intern(&format!("not-{word}")), (predicate, true));
            }
        }
        Self {
            commands: table(symbols, COMMANDS),
            predicates,
            numbers: table(symbols, NUMBER_WORDS),
            goals: table(symbols, GOAL_WORDS),
            opposite: symbols.intern("opposite"),
            else_: symbols.intern("else"),
        }
    }
}

fn table<T: Copy>(symbols: &mut Symbols, words: &[(&str, T)]) -> Table<T> {
    let mut table = Table::new();
    for &(word, value) in words {
        table.insert(symbols.intern(word), value);
    }
    table
}

/// The words of a list, for suggestions.
pub(crate) fn spellings<T>(words: &'static [(&'static str, T)]) -> impl Iterator<Item = &'static str> {
    words.iter().map(|&(word, _)| word)
}
