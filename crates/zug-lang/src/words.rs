//! The words of code: one table for spelling, number of arguments and explanation.

use rustc_hash::FxHashMap;
use zug_source::{Symbol, Symbols};

/// A test of one cell, which steps may be given to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    Empty,
    NotEmpty,
    Friend,
    NotFriend,
    Enemy,
    NotEnemy,
    LastFrom,
    LastTo,
    Flag,
    NotFlag,
    Attacked,
    NotAttacked,
    Defended,
}

/// Where a word may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Only as a statement.
    Statement,
    /// As a value (and as a statement that evaluates it).
    Value,
    /// Both, with meanings of its own.
    Both,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct WordRow {
    /// The spelling, then others that mean the same.
    pub texts: &'static [&'static str],
    pub group: &'static str,
    pub role: Role,
    /// Least and greatest number of arguments.
    pub arguments: (usize, usize),
    pub explanation: &'static str,
}

const MANY: usize = usize::MAX;

macro_rules! words {
    ($($group:literal { $($word:ident [$($text:literal)+] $role:ident $least:literal $most:tt $explanation:literal;)* })*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Word { $($($word),*),* }

        const WORDS: &[Word] = &[$($(Word::$word),*),*];

        const TABLE: &[WordRow] = &[$($(WordRow {
            texts: &[$($text),+],
            group: $group,
            role: Role::$role,
            arguments: ($least, $most),
            explanation: $explanation,
        }),*),*];
    };
}

words! {
    "navigation" {
        Go ["go"] Statement 1 1 "steps along a direction or jumps to a position; fails if it cannot";
        Single ["single"] Statement 1 1 "steps with the cursor alone, whatever is in hand";
        Scope ["scope"] Statement 1 MANY "runs code, then puts the cursor back";
        AtDo ["at-do"] Statement 2 MANY "runs code with the cursor on another position";
        Mark ["mark"] Statement 0 0 "remembers the cursor";
        Back ["back"] Statement 0 0 "returns to the last mark";
    }
    "control" {
        Check ["check"] Statement 1 1 "goes on only if the value is true";
        If ["if"] Both 2 MANY "chooses by a condition; `else` begins the other branch";
        While ["while"] Statement 1 MANY "repeats while a condition holds";
        Repeat ["repeat"] Statement 1 MANY "repeats until a check in it fails";
        Either ["either"] Statement 1 MANY "a choice among alternatives";
        Seq ["seq"] Statement 0 MANY "several statements as one alternative";
        For ["for"] Statement 2 MANY "runs code for each element of a list in turn";
    }
    "choice" {
        Any ["any"] Value 1 MANY "a choice among values, elements of a list, or places";
    }
    "variables" {
        Let ["let"] Statement 2 2 "sets a local variable";
        Set ["set!"] Statement 2 2 "changes a variable or an attribute";
        Inc ["inc!"] Value 1 2 "adds to a variable; the value is the old one";
        Dec ["dec!"] Value 1 2 "subtracts from a variable; the value is the old one";
    }
    "pieces" {
        Take ["take"] Statement 0 1 "takes pieces from here into the hand";
        Drop ["drop"] Statement 0 0 "puts down everything in hand";
        Put ["put"] Statement 0 1 "puts down so many of the pieces in hand";
        PutUnder ["put-under"] Statement 0 0 "takes the top piece here under the pile in hand";
        Capture ["capture"] Statement 0 1 "captures what stands here, `now` or `later`";
        Create ["create"] Statement 1 2 "puts a new piece here";
        ChangeOwner ["change-owner!"] Statement 0 1 "gives the piece here to the mover, or to a player";
        SetPiece ["set-piece!"] Statement 1 1 "changes the type of the piece";
        Reserve ["reserve!"] Statement 2 3 "adds pieces to a reserve";
    }
    "finish" {
        EndMove ["end-move"] Statement 0 0 "the move may end here, and goes on as well";
        EndPart ["end-part"] Statement 1 1 "this part ends; moves of that mode go on";
    }
    "meta" {
        Log ["log"] Statement 0 MANY "adds to the name of the move";
        Hint ["hint"] Statement 1 MANY "tells players about the move: `weight`, `forced`";
        GotoTurn ["goto-turn"] Statement 1 1 "whose turn is next";
        UseDie ["use-die"] Statement 1 2 "uses up a die: its number, and of which dice if there are several sets";
        SetFlag ["set-flag!"] Statement 0 0 "flags this position until the move ends";
    }
    "determinators" {
        All ["all"] Value 1 MANY "carries out every alternative that succeeds; how many";
        Exists ["exists?"] Value 1 MANY "does some alternative succeed?";
        NotExists ["not-exists?"] Value 1 MANY "does none succeed?";
        Count ["count"] Value 1 MANY "how many alternatives succeed";
        Sum ["sum"] Value 2 MANY "the sum of a value over them";
        Collect ["collect"] Value 2 MANY "the different values over them, as a list";
    }
    "predicates" {
        IsEmpty ["is-empty?" "empty?"] Value 0 MANY "is the position empty?";
        NotEmpty ["not-empty?"] Value 0 MANY "is it occupied?";
        IsFriend ["is-friend?" "friend?"] Value 0 MANY "does a piece of the mover stand there?";
        NotFriend ["not-friend?"] Value 0 MANY "the opposite";
        IsEnemy ["is-enemy?" "enemy?"] Value 0 MANY "does a piece of another player stand there?";
        NotEnemy ["not-enemy?"] Value 0 MANY "the opposite";
        LastFrom ["last-from?"] Value 0 MANY "did the last move start there?";
        LastTo ["last-to?"] Value 0 MANY "did it end there?";
        IsFlag ["is-flag?"] Value 0 MANY "is the position flagged?";
        NotFlag ["not-flag?"] Value 0 MANY "the opposite";
        IsAttacked ["is-attacked?"] Value 0 MANY "could a rival's move make the piece there vanish or change owner?";
        NotAttacked ["not-attacked?"] Value 0 MANY "the opposite";
        IsDefended ["is-defended?"] Value 0 MANY "could whoever captures there be captured?";
        InZone ["in-zone?"] Value 1 MANY "is the position in the zone?";
        NotZone ["not-zone?"] Value 1 MANY "the opposite";
        IsPiece ["is-piece?"] Value 1 MANY "is the piece of one of these types?";
        NotPiece ["not-piece?"] Value 1 MANY "the opposite";
        NoMoves ["no-moves?"] Value 0 0 "has the player no move?";
        Reaches ["reaches?"] Value 1 2 "could the piece here end there?";
        Repeated ["repeated?"] Value 0 2 "did the position occur that often before?";
    }
    "values" {
        True ["true"] Value 0 0 "true";
        False ["false"] Value 0 0 "false";
        Nothing ["none"] Value 0 0 "no value";
        Here ["here" "position"] Value 0 MANY "the position";
        Piece ["piece"] Value 0 MANY "the type of the piece";
        Owner ["owner"] Value 0 MANY "the owner of the piece";
        Attr ["attr"] Value 1 MANY "an attribute of the piece that steps lead to";
        Size ["size"] Value 0 MANY "how many pieces are there";
        Start ["start"] Value 0 0 "where the move began";
        Me ["me" "current-player"] Value 0 0 "the mover";
        NextPlayer ["next-player"] Value 0 0 "the player after the mover";
        Rivals ["rivals"] Value 0 0 "the other players, as a list";
        TurnNumber ["turn-number"] Value 0 0 "how many moves were made";
        CapturedCount ["captured-count"] Value 0 0 "how many pieces the move has captured";
        Parts ["parts"] Value 0 0 "how many parts the move has";
        ReserveOf ["reserve-of"] Value 1 2 "how many pieces of a type are in reserve";
        Opposite ["opposite"] Value 1 1 "the direction that leads back";
        Reach ["reach"] Value 2 2 "positions along a direction while a condition holds";
        Flood ["flood"] Value 3 3 "connected positions on which a condition holds";
        Border ["border"] Value 2 2 "neighbours of a list of positions";
        Coord ["coord"] Value 1 2 "a coordinate of a position, from 0";
        CellAt ["cell-at"] Value 1 MANY "the position with these coordinates";
        At ["at"] Value 2 2 "a value seen from another position";
        As ["as"] Value 2 2 "a value seen by another player";
    }
    "lists" {
        List ["list"] Value 0 MANY "a list of values";
        Len ["len"] Value 1 1 "its length";
        Nth ["nth"] Value 2 2 "an element, from 0";
        Append ["append"] Value 2 2 "the list and one more";
        Without ["without"] Value 2 2 "the list without one occurrence";
        Union ["union"] Value 2 2 "both lists, each element once";
        Member ["member?"] Value 2 2 "is the value in the list?";
    }
    "arithmetic" {
        Add ["+"] Value 1 MANY "sum";
        Sub ["-"] Value 1 MANY "difference, or the negative";
        Mul ["*"] Value 1 MANY "product";
        Div ["/"] Value 2 2 "quotient, rounded down";
        Rem ["%"] Value 2 2 "rest of the division";
        Abs ["abs"] Value 1 1 "absolute value";
        Min ["min"] Value 1 MANY "the least";
        Max ["max"] Value 1 MANY "the greatest";
        Eq ["="] Value 2 MANY "does the first equal one of the others?";
        Ne ["!="] Value 2 2 "are they different?";
        Lt ["<"] Value 2 2 "less";
        Gt [">"] Value 2 2 "greater";
        Le ["<="] Value 2 2 "not greater";
        Ge [">="] Value 2 2 "not less";
        And ["and"] Value 0 MANY "all true; stops at the first that is not";
        Or ["or"] Value 0 MANY "one true; stops at the first that is";
        Not ["not"] Value 1 1 "the opposite";
        IsNone ["none?"] Value 1 1 "is there no value? Does not step along a direction";
        IsSome ["some?"] Value 1 1 "is there a value? Does not step along a direction";
    }
}

/// Every word of code.
pub fn word_table() -> &'static [WordRow] {
    TABLE
}

impl Word {
    pub(crate) fn row(self) -> &'static WordRow {
        &TABLE[self as usize]
    }

    pub(crate) fn text(self) -> &'static str {
        self.row().texts[0]
    }

    pub(crate) fn test(self) -> Option<Test> {
        Some(match self {
            Self::IsEmpty => Test::Empty,
            Self::NotEmpty => Test::NotEmpty,
            Self::IsFriend => Test::Friend,
            Self::NotFriend => Test::NotFriend,
            Self::IsEnemy => Test::Enemy,
            Self::NotEnemy => Test::NotEnemy,
            Self::LastFrom => Test::LastFrom,
            Self::LastTo => Test::LastTo,
            Self::IsFlag => Test::Flag,
            Self::NotFlag => Test::NotFlag,
            Self::IsAttacked => Test::Attacked,
            Self::NotAttacked => Test::NotAttacked,
            Self::IsDefended => Test::Defended,
            _ => return None,
        })
    }
}

/// The words by their symbols.
pub(crate) struct Words(FxHashMap<Symbol, Word>);

impl Words {
    pub(crate) fn new(symbols: &mut Symbols) -> Self {
        let pairs = WORDS.iter().flat_map(|&word| word.row().texts.iter().map(move |&text| (text, word)));
        Self(pairs.map(|(text, word)| (symbols.intern(text), word)).collect())
    }

    pub(crate) fn get(&self, symbol: Symbol) -> Option<Word> {
        self.0.get(&symbol).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_has_one_word() {
        let mut seen = rustc_hash::FxHashSet::default();
        assert!(TABLE.iter().flat_map(|row| row.texts).all(|text| seen.insert(text)));
        assert_eq!(Word::IsEmpty.text(), "is-empty?");
        assert_eq!(WORDS.len(), TABLE.len());
    }
}
