//! Code of a game in which any statement and any value may stand anywhere: what is in hand is set down twice or taken from
//! under other pieces, several rules lead to one cell, and values are of any sort.
//!
//! `script_code` writes what people would write; this finds what they would not.

use crate::script_text::{Feature, MODES, Writer};
use zug_ir::Pile;

/// How deep statements and values are nested.
const DEPTH: usize = 2;

impl Writer<'_> {
    /// The body of a move or a drop.
    pub(crate) fn wild_move(&mut self) -> String {
        let start = match self.d.below(4) {
            0 => String::new(),
            1 => format!("{} ", self.dir()),
            _ => format!("(any {}) ", self.dirs.join(" ")),
        };
        format!("{start}{}", self.wild_code(5))
    }

    /// Up to so many statements, at least one.
    pub(crate) fn wild_code(&mut self, most: usize) -> String {
        self.wild_block(most, DEPTH)
    }

    fn wild_block(&mut self, most: usize, depth: usize) -> String {
        let all: Vec<String> = (0..=self.d.below(most)).map(|_| self.wild_statement(depth)).collect();
        all.join(" ")
    }

    /// The same inside a value: no move ends there.
    fn wild_inside(&mut self, depth: usize) -> String {
        let in_move = std::mem::replace(&mut self.in_move, false);
        let block = self.wild_block(2, depth);
        self.in_move = in_move;
        block
    }

    fn wild_statement(&mut self, depth: usize) -> String {
        if depth == 0 || self.d.below(3) > 0 {
            self.wild_simple(depth)
        } else {
            self.wild_compound(depth - 1)
        }
    }

    fn wild_simple(&mut self, depth: usize) -> String {
        let depth = depth.min(1);
        match self.d.below(32) {
            0 => self.dir().to_owned(),
            1 => format!("(check {})", self.dir()),
            2 => format!("(any {})", self.dirs.join(" ")),
            3 | 4 => format!("(any {})", self.wild_place()),
            5 => format!("(single {})", self.dir()),
            6 => self.one_of(&["mark", "back"]).to_owned(),
            7 => self.cell(),
            8 => format!("(go {})", self.wild_value(depth)),
            9..12 => format!("(check {})", self.wild_value(depth)),
            12 => format!("(let {} {})", self.one_of(&["k", "p"]), self.wild_value(depth)),
            13 => format!("(set! {} {})", self.wild_variable(), self.wild_value(depth)),
            14 => format!("({} {})", self.one_of(&["inc!", "dec!"]), self.wild_variable()),
            15..20 => self.wild_hand(depth),
            20 | 21 => self.one_of(&["capture", "(capture now)"]).to_owned(),
            22 if self.pile != Pile::Heap => "(capture later)".to_owned(),
            22 | 23 => format!("(create {}{})", self.wild_kind(), self.wild_owner()),
            24 => format!("(change-owner!{})", self.wild_owner()),
            25 => format!("(set-piece! {})", self.wild_kind()),
            26 => format!("(reserve! {} {}{})", self.wild_kind(), self.wild_value(depth), self.wild_owner()),
            27 | 28 if self.in_move => "end-move".to_owned(),
            29 if self.in_move && self.has(Feature::Parts) => format!("(end-part {})", self.one_of(&MODES)),
            30 => match self.d.below(5) {
                0 if self.dice => format!("(use-die {})", self.wild_value(depth)),
                1 => format!("(goto-turn {})", self.wild_value(depth)),
                2 => format!("(log {})", self.wild_value(depth)),
                3 => format!("(hint weight {})", self.wild_value(depth)),
                _ => "set-flag!".to_owned(),
            },
            _ => self.wild_hand(depth),
        }
    }

    /// Taking up and setting down.
    fn wild_hand(&mut self, depth: usize) -> String {
        match self.d.below(10) {
            0 | 1 => "take".to_owned(),
            2 => "(take all)".to_owned(),
            3 | 4 => "drop".to_owned(),
            5 => "put".to_owned(),
            6 if self.pile != Pile::Single => format!("(put {})", 1 + self.d.below(2)),
            7 if self.pile != Pile::Single => format!("(take {})", 1 + self.d.below(2)),
            8 if self.pile == Pile::Stack => "put-under".to_owned(),
            9 => format!("({} (min 2 {}))", self.one_of(&["take", "put"]), self.wild_number(depth)),
            _ => "drop".to_owned(),
        }
    }

    fn wild_compound(&mut self, depth: usize) -> String {
        match self.d.below(14) {
            0 | 1 => format!("(scope {})", self.wild_block(2, depth)),
            2 => format!("(at-do {} {})", self.wild_value(depth), self.wild_block(2, depth)),
            3 | 4 => {
                let (value, then) = (self.wild_value(depth), self.wild_block(1, depth));
                let other = if self.d.flip() {
                    format!(" else {}", self.wild_block(1, depth))
                } else {
                    String::new()
                };
                format!("(if {value} {then}{other})")
            }
            5 if self.seldom(4) => {
                format!("(while {} {})", self.wild_value(depth), self.wild_block(1, depth))
            }
            5 => format!(
                "(let k {}) (while (and (> k 0) {}) (dec! k) {})",
                1 + self.d.below(3),
                self.wild_value(depth),
                self.wild_block(1, depth)
            ),
            6 => format!("(repeat (check {}) {})", self.dir(), self.wild_block(1, depth)),
            7 | 8 => {
                format!("(either (seq {}) {})", self.wild_block(2, depth), self.wild_statement(depth))
            }
            9 => format!("(for p {} {})", self.wild_value(depth), self.wild_block(1, depth)),
            _ => format!("(all {})", self.wild_inside(depth)),
        }
    }

    /// What `any` goes through with the cursor, or what it chooses from.
    fn wild_place(&mut self) -> String {
        match self.d.below(7) {
            0 => "position".to_owned(),
            1 => "piece".to_owned(),
            2 => "way".to_owned(),
            3 => self.one_of(self.kinds).to_owned(),
            4 => format!("{} .. {}", self.d.below(2), self.d.below(4)),
            _ => self.one_of(&["land", "home"]).to_owned(),
        }
    }

    fn wild_kind(&mut self) -> String {
        if self.seldom(4) {
            format!("(any {})", self.kinds.join(" "))
        } else {
            self.one_of(self.kinds).to_owned()
        }
    }

    fn wild_owner(&mut self) -> String {
        match self.d.below(4) {
            0 => format!(" {}", self.one_of(self.players)),
            1 => " next-player".to_owned(),
            _ => String::new(),
        }
    }

    fn wild_variable(&mut self) -> &'static str {
        let attributes = self.has(Feature::Attributes) && self.pile != Pile::Heap;
        let all = ["wealth", "steps", "level", "score", "k", "power", "fresh"];
        let most = if attributes { all.len() } else { all.len() - 2 };
        all[self.d.below(most)]
    }

    fn wild_steps(&mut self) -> String {
        if self.d.below(3) > 0 { String::new() } else { format!(" {}", self.dir()) }
    }

    /// Mostly a number.
    fn wild_number(&mut self, depth: usize) -> String {
        match self.d.below(if depth == 0 { 6 } else { 10 }) {
            0 => self.wild_variable().to_owned(),
            1 => self.one_of(&["parts", "captured-count", "turn-number", "(size)"]).to_owned(),
            2 => format!("(reserve-of {}{})", self.one_of(self.kinds), self.wild_owner()),
            3..6 => self.d.below(4).to_string(),
            6 => {
                let word = self.one_of(&["+", "-", "*", "min", "max", "%", "/"]);
                format!("({word} {} {})", self.wild_number(depth - 1), self.wild_number(depth - 1))
            }
            7 => format!("(count {})", self.wild_inside(depth - 1)),
            8 => format!("(sum {} {})", self.wild_number(depth - 1), self.wild_inside(depth - 1)),
            _ => format!("(len {})", self.wild_list(depth - 1)),
        }
    }

    /// Mostly a list.
    fn wild_list(&mut self, depth: usize) -> String {
        match self.d.below(if depth == 0 { 3 } else { 8 }) {
            0 => format!("(list {} here)", self.cell()),
            1 => "rivals".to_owned(),
            2 => "(list here start)".to_owned(),
            3 => format!("(reach {} {})", self.dir(), self.wild_value(depth - 1)),
            4 => format!("(flood here ({}) {})", self.dirs.join(" "), self.wild_value(depth - 1)),
            5 => format!("(border {} ({}))", self.wild_list(depth - 1), self.dirs.join(" ")),
            6 => format!("(collect {} {})", self.wild_value(depth - 1), self.wild_inside(depth - 1)),
            _ => {
                let word = self.one_of(&["append", "without", "union"]);
                format!("({word} {} {})", self.wild_list(depth - 1), self.wild_value(depth - 1))
            }
        }
    }

    /// A value of any sort.
    pub(crate) fn wild_value(&mut self, depth: usize) -> String {
        match self.d.below(if depth == 0 { 22 } else { 32 }) {
            0..6 => {
                let plain =
                    ["is-empty?", "not-empty?", "is-friend?", "is-enemy?", "not-friend?", "not-enemy?"];
                format!("({}{})", self.one_of(&plain), self.wild_steps())
            }
            6 => format!("({} {})", self.one_of(&["in-zone?", "not-zone?"]), self.one_of(&["land", "home"])),
            7 => format!("({} {})", self.one_of(&["is-piece?", "not-piece?"]), self.one_of(self.kinds)),
            8 => format!("({}{})", self.one_of(&["last-to?", "last-from?", "is-flag?"]), self.wild_steps()),
            9 => self.dir().to_owned(),
            10 => self.cell(),
            11 => self.one_of(&["true", "false", "none", "here", "start", "me", "next-player"]).to_owned(),
            12 => self.one_of(self.kinds).to_owned(),
            13 => self.one_of(self.players).to_owned(),
            14 => format!("({}{})", self.one_of(&["position", "piece", "owner"]), self.wild_steps()),
            15 => format!("(opposite {})", self.dir()),
            16 if self.has(Feature::Attributes) => format!("(attr power{})", self.wild_steps()),
            17 if self.grid => format!("(coord {})", 1 + self.d.below(2)),
            18 => self.wild_variable().to_owned(),
            19 if self.has(Feature::Attacks) => {
                self.one_of(&["is-attacked?", "not-attacked?", "is-defended?"]).to_owned()
            }
            20 if self.has(Feature::Repetition) => "(repeated? 1)".to_owned(),
            22 => self.wild_list(depth - 1),
            23 => {
                let word = self.one_of(&["exists?", "not-exists?"]);
                format!("({word} {})", self.wild_inside(depth - 1))
            }
            24 => format!("(all {})", self.wild_inside(depth - 1)),
            25 => format!("({} {})", self.one_of(&["not", "none?", "some?"]), self.wild_value(depth - 1)),
            26 => {
                let word = self.one_of(&["and", "or", "=", "!=", "<", ">="]);
                format!("({word} {} {})", self.wild_value(depth - 1), self.wild_value(depth - 1))
            }
            27 => format!("(at {} {})", self.wild_value(depth - 1), self.wild_value(depth - 1)),
            28 => format!("(as {} {})", self.one_of(self.players), self.wild_value(depth - 1)),
            29 if self.grid => {
                format!("(cell-at {} {})", self.wild_number(depth - 1), self.wild_number(depth - 1))
            }
            30 => format!("(member? {} {})", self.wild_value(depth - 1), self.wild_list(depth - 1)),
            31 => format!("(any {})", self.wild_place()),
            _ => self.wild_number(depth),
        }
    }
}
