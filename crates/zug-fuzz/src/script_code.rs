//! Code of a game that is being written: statements, conditions, numbers, lists.

use crate::script_text::{Feature, MODES, Writer};
use zug_ir::Pile;

/// How deep conditions and numbers are nested.
const DEPTH: usize = 2;

impl Writer<'_> {
    pub(crate) fn dir(&mut self) -> &'static str {
        let n = self.d.below(self.dirs.len());
        self.dirs[n]
    }

    fn some_dirs(&mut self) -> String {
        if self.d.flip() {
            return self.dirs.join(" ");
        }
        let dirs: Vec<&str> = (0..1 + self.d.below(3)).map(|_| self.dir()).collect();
        dirs.join(" ")
    }

    fn kind(&mut self) -> &'static str {
        self.one_of(self.kinds)
    }

    /// A move of a piece: one of the usual ways to go, then anything.
    pub(crate) fn piece_move(&mut self) -> String {
        if self.dice && self.d.below(4) > 0 {
            return self.dice_move();
        }
        let (dirs, dir, condition) = (self.some_dirs(), self.dir(), self.condition(1));
        let way = match self.d.below(12) {
            0 | 1 => "(check (any way))".to_owned(),
            2 => format!("(check (any {dirs}))"),
            3 | 4 => {
                "(let k 4) (check (any way)) (while (and is-empty? (> k 0)) end-move (dec! k) (check way))"
                    .to_owned()
            }
            5 | 6 => "(check (any way)) (check is-enemy?) capture (check way) (check is-empty?)".to_owned(),
            7 => format!("(any position) (check {condition})"),
            8 => format!("(let k (any 1 .. 3)) (while (> k 0) (check {dir}) (dec! k))"),
            9 => format!(
                "(let k 0) (repeat (check (< k 3)) (inc! k) (check {dir}) (check {condition}) end-move)"
            ),
            10 => format!("(go (any (reach {dir} {condition})))"),
            _ => String::new(),
        };
        let check = match self.d.below(4) {
            0 => " (check is-empty?)".to_owned(),
            1 => format!(" (check {})", self.condition(DEPTH)),
            _ => String::new(),
        };
        let rest = if self.d.below(3) == 0 { self.code(2) } else { String::new() };
        let parts = self.has(Feature::Parts) && self.d.flip();
        let end = if parts { format!(" (end-part {})", self.one_of(&MODES)) } else { String::new() };
        format!("{way}{check} {rest}{end}")
    }

    fn dice_move(&mut self) -> String {
        let dir = self.dir();
        let die = if self.d.flip() { "(let k (any dice)) (use-die k)" } else { "(let k (nth dice 0))" };
        let check = if self.d.flip() { format!(" (check {})", self.condition(1)) } else { String::new() };
        let end = if self.d.flip() { format!(" (end-part {})", self.one_of(&MODES)) } else { String::new() };
        format!("{die} (while (> k 0) (check {dir}) (dec! k)){check} {}{end}", self.code(1))
    }

    /// A move that belongs to no piece.
    pub(crate) fn player_move(&mut self) -> String {
        let mode = if self.seldom(4) { format!("(mode {}) ", self.one_of(&MODES)) } else { String::new() };
        let (dir, kind, condition) = (self.dir(), self.kind(), self.condition(1));
        let again = if self.d.flip() { format!(" (if {condition} (goto-turn me))") } else { String::new() };
        let rest = self.code(1);
        let seen = match self.d.below(3) {
            0 => "home",
            1 => "land",
            _ => "position",
        };
        let body = match (self.pile, self.d.below(4)) {
            (Pile::Heap, 1..) => format!(
                "(any {seen}) (check not-empty?) (log position) (let k (min 9 (size))) (take all) \
                 (while (> k 0) (check {dir}) (put 1) (dec! k)){again}"
            ),
            (_, 0) => "(log \"rest\")".to_owned(),
            (_, 1) => format!("(any {kind}) (check is-friend?) take (check {dir}) drop"),
            _ => format!("(any {seen}) (check {condition}) (create {kind}) (log position)"),
        };
        format!("(move {mode}{body} {rest})")
    }

    /// Up to so many statements.
    pub(crate) fn code(&mut self, most: usize) -> String {
        let n = self.d.below(most + 1);
        let all: Vec<String> = (0..n).map(|_| self.statement(DEPTH)).collect();
        all.join(" ")
    }

    /// What a block after the move does: something for sure.
    pub(crate) fn after(&mut self) -> String {
        match self.d.below(8) {
            0 if self.has(Feature::Changes) => {
                format!("(if (in-zone? {}) (set-piece! (any {})))", self.zone(), self.kinds.join(" "))
            }
            1 if self.has(Feature::Attributes) => "(set! fresh false)".to_owned(),
            2 if self.has(Feature::Changes) => {
                format!("(all (check (any {})) (check is-enemy?) change-owner!)", self.some_dirs())
            }
            3 => format!("(all (check (any {})) (check {}) capture)", self.some_dirs(), self.condition(1)),
            4 if self.has(Feature::Lists) => format!(
                "(let group (flood here ({}) is-friend?)) (if (> (len group) 2) (for p group (at-do p {})))",
                self.dirs.join(" "),
                self.change()
            ),
            _ => format!("{} {}", self.statement(DEPTH), self.code(1)),
        }
    }

    fn zone(&mut self) -> &'static str {
        let n = self.d.below(self.zones.len());
        self.zones[n]
    }

    fn variable(&mut self) -> &'static str {
        self.one_of(&["wealth", "steps", "level", "score"])
    }

    /// A statement; where a word is not used in this game, a check.
    fn statement(&mut self, depth: usize) -> String {
        let n = self.d.below(if depth == 0 { 20 } else { 30 });
        match n {
            0 | 1 => "(if is-enemy? capture)".to_owned(),
            2 => format!("(check {})", self.dir()),
            3 if self.has(Feature::Values) => format!("(inc! {})", self.variable()),
            4 if self.has(Feature::Values) => format!("(set! {} {})", self.variable(), self.number(1)),
            5 if self.has(Feature::Attributes) => format!("(set! fresh {})", self.one_of(&["true", "false"])),
            6 if self.has(Feature::Attributes) => "(inc! power)".to_owned(),
            7 => format!("(let k {})", self.number(DEPTH)),
            8 if self.has(Feature::Changes) => format!("(at-do start (create {}))", self.kind()),
            9 => format!("(at-do {} {})", self.cell(), self.change()),
            10 => format!("(if (is-enemy? {0}) (scope (single {0}) {1}))", self.dir(), self.change()),
            11 if self.has(Feature::Reserves) => format!("(reserve! {} 1)", self.kind()),
            12 if self.has(Feature::Changes) => format!("(set-piece! {})", self.kind()),
            13 if self.has(Feature::Flags) => "set-flag!".to_owned(),
            14 if self.has(Feature::Odd) => match self.d.below(3) {
                0 => "(if (= k 1) (set! best (+ best 1)) (check (< best 3)))".to_owned(),
                1 => "(log here)".to_owned(),
                _ => self.dir().to_owned(),
            },
            15 if self.has(Feature::Odd) => format!("(goto-turn {})", self.one_of(&["me", "next-player"])),
            16 => self.change(),
            17 => {
                let pile: &[&str] = match self.pile {
                    Pile::Single => &["(if is-friend? take)", "capture"],
                    Pile::Stack => &["(if is-enemy? put-under)", "(put 1)"],
                    Pile::Heap => &["(put 1)", "(take 1)", "(take all)", "drop"],
                };
                self.one_of(pile).to_owned()
            }
            20 | 21 => {
                let other = if self.d.flip() {
                    format!(" else {}", self.statement(depth - 1))
                } else {
                    String::new()
                };
                format!("(if {} {}{other})", self.condition(DEPTH), self.statement(depth - 1))
            }
            22 => format!("(either {} {})", self.statement(depth - 1), self.statement(depth - 1)),
            23 => format!("(all (any {}) (check {}) {})", self.place(), self.condition(1), self.change()),
            24 => {
                let dirs = self.some_dirs();
                format!("(all (check (any {dirs})) (check {}) {})", self.condition(1), self.change())
            }
            25 if self.has(Feature::Lists) => {
                format!("(for p {} (at-do p {}))", self.list(1), self.statement(0))
            }
            26 => format!("mark {} back", self.statement(depth - 1)),
            27 => format!("(scope {} {})", self.statement(depth - 1), self.statement(depth - 1)),
            28 if self.in_move => format!("end-move {}", self.statement(depth - 1)),
            29 if self.has(Feature::Lists) => {
                format!("(let p (any {})) (check (at p {}))", self.list(1), self.condition(1))
            }
            _ => format!("(check {})", self.condition(DEPTH)),
        }
    }

    /// Something that changes what stands under the cursor.
    fn change(&mut self) -> String {
        match self.d.below(8) {
            0 | 1 => "(if is-enemy? capture)".to_owned(),
            2 => "(if not-empty? capture)".to_owned(),
            3 if self.has(Feature::Changes) => "(if is-enemy? change-owner!)".to_owned(),
            4 if self.has(Feature::Changes) => format!("(if is-empty? (create {}))", self.kind()),
            5 if self.has(Feature::Changes) => format!("(if not-empty? (set-piece! {}))", self.kind()),
            6 if self.has(Feature::Attributes) => "(if not-empty? (inc! power))".to_owned(),
            7 if self.has(Feature::Options) && self.pile != Pile::Heap => {
                "(if is-enemy? (capture later))".to_owned()
            }
            _ => "(if is-friend? capture)".to_owned(),
        }
    }

    fn place(&mut self) -> &'static str {
        match self.d.below(4) {
            0 => "position",
            1 => self.zone(),
            _ => self.kind(),
        }
    }

    /// Directions behind a test: it asks about the cell that they lead to.
    fn steps(&mut self) -> String {
        match self.d.below(6) {
            0 | 1 => format!(" {}", self.dir()),
            2 => format!(" {} {}", self.dir(), self.dir()),
            _ => String::new(),
        }
    }

    /// A condition; where a word is not used in this game, one about what stands on a cell.
    pub(crate) fn condition(&mut self, depth: usize) -> String {
        match self.d.below(if depth == 0 { 10 } else { 20 }) {
            0 => format!("({} {})", self.one_of(&["in-zone?", "not-zone?"]), self.zone()),
            1 => format!("({} {})", self.one_of(&["is-piece?", "not-piece?"]), self.kind()),
            2 if self.has(Feature::Notes) => {
                format!("({}{})", self.one_of(&["last-to?", "last-from?"]), self.steps())
            }
            3 if self.has(Feature::Flags) => {
                format!("({}{})", self.one_of(&["is-flag?", "not-flag?"]), self.steps())
            }
            4 => format!("({} (position {}))", self.one_of(&["none?", "some?"]), self.dir()),
            5 if self.has(Feature::Values) => format!("(= {} {})", self.variable(), self.d.below(3)),
            6 if self.has(Feature::Attributes) => format!("(attr fresh{})", self.steps()),
            7 if self.has(Feature::Odd) => {
                format!("(= (owner) {})", self.one_of(&["me", "next-player", "White"]))
            }
            10 if self.has(Feature::Attacks) => {
                format!("({})", self.one_of(&["is-attacked?", "not-attacked?", "is-defended?"]))
            }
            11 | 12 => {
                let word = self.one_of(&["exists?", "not-exists?"]);
                format!("({word} (any {}) (check {}))", self.place(), self.condition(depth - 1))
            }
            13 => {
                format!("(exists? (check (any {})) (check {}))", self.some_dirs(), self.condition(depth - 1))
            }
            14 => {
                let word = self.one_of(&["=", "!=", "<", ">", "<=", ">="]);
                format!("({word} {} {})", self.number(depth - 1), self.number(depth - 1))
            }
            15 => format!("(not {})", self.condition(depth - 1)),
            16 | 17 => {
                let word = self.one_of(&["and", "or"]);
                format!("({word} {} {})", self.condition(depth - 1), self.condition(depth - 1))
            }
            18 if self.has(Feature::Lists) => format!("(member? here {})", self.list(depth - 1)),
            19 => match self.d.below(3) {
                0 => format!("(at {} {})", self.cell(), self.condition(depth - 1)),
                1 => format!("(as next-player {})", self.condition(depth - 1)),
                _ if self.has(Feature::Attacks) => format!("(reaches? {})", self.cell()),
                _ => "is-friend?".to_owned(),
            },
            _ => {
                let plain =
                    ["is-empty?", "not-empty?", "is-friend?", "is-enemy?", "not-friend?", "not-enemy?"];
                format!("({}{})", self.one_of(&plain), self.steps())
            }
        }
    }

    /// A number; where a word is not used in this game, a constant.
    fn number(&mut self, depth: usize) -> String {
        match self.d.below(if depth == 0 { 8 } else { 14 }) {
            0 | 1 if self.has(Feature::Values) => self.variable().to_owned(),
            2 if self.has(Feature::Notes) => {
                self.one_of(&["captured-count", "parts", "turn-number"]).to_owned()
            }
            3 if self.has(Feature::Reserves) => format!("(reserve-of {})", self.kind()),
            4 if self.grid => format!("(coord {})", 1 + self.d.below(2)),
            5 if self.has(Feature::Attributes) => "(attr power)".to_owned(),
            6 => self.one_of(&["k", "(len rivals)", "(size)"]).to_owned(),
            8 | 9 => format!("(count (any {}) (check {}))", self.place(), self.condition(depth - 1)),
            10 if self.has(Feature::Attributes) => {
                format!("(sum (attr power) (any {}) (check {}))", self.kind(), self.condition(depth - 1))
            }
            11 if self.has(Feature::Lists) => format!("(len {})", self.list(depth - 1)),
            12 | 13 => {
                let word = self.one_of(&["+", "-", "*", "min", "max", "%"]);
                format!("({word} {} {})", self.number(depth - 1), self.number(depth - 1))
            }
            _ => self.d.below(4).to_string(),
        }
    }

    /// A list of positions.
    fn list(&mut self, depth: usize) -> String {
        match self.d.below(if depth == 0 { 3 } else { 7 }) {
            0 => format!("(list {} {})", self.cell(), self.cell()),
            1 => format!("(reach {} {})", self.dir(), self.condition(0)),
            2 => "(list here)".to_owned(),
            3 => format!("(flood here ({}) {})", self.some_dirs(), self.condition(0)),
            4 => format!("(border {} ({}))", self.list(depth - 1), self.some_dirs()),
            5 => format!("(collect here (any {}) (check {}))", self.place(), self.condition(0)),
            _ => {
                let word = self.one_of(&["append", "without"]);
                format!("({word} {} here)", self.list(depth - 1))
            }
        }
    }

    /// What must hold after a move.
    pub(crate) fn judgement(&mut self) -> String {
        match self.d.below(8) {
            0..4 if self.has(Feature::Attacks) => {
                format!("(not-exists? (any {}) (check is-friend?) (check is-attacked?))", self.kind())
            }
            4 if self.has(Feature::Repetition) => {
                format!("(not (repeated? {}{}))", 1 + self.d.below(2), self.one_of(&["", " situation"]))
            }
            5 if self.has(Feature::Odd) => "(not no-moves?)".to_owned(),
            6 => format!("(exists? (any {}) (check is-friend?))", self.place()),
            _ => self.condition(DEPTH),
        }
    }

    pub(crate) fn goal(&mut self) -> String {
        let place = self.place();
        let condition = match self.d.below(12) {
            0 | 1 => "no-moves?".to_owned(),
            2 => format!("(not-exists? (any {place}) (check is-friend?))"),
            3 => format!("(not-exists? (any {place}) (check is-enemy?))"),
            4 => format!("(repeated? {}{})", 1 + self.d.below(2), self.one_of(&["", " situation"])),
            5 => format!(
                "(>= {} {})",
                self.one_of(&["wealth", "steps", "level", "score"]),
                2 + self.d.below(4)
            ),
            6 => format!("(exists? (any home) (check is-friend?) (check {}))", self.condition(1)),
            7 => {
                let dir = self.dir();
                format!(
                    "(exists? (any {}) (check is-friend?) (check {dir}) (check is-friend?) (check {dir}) (check is-friend?))",
                    self.kind()
                )
            }
            8 if self.has(Feature::Notes) => format!("(> turn-number {})", 3 + self.d.below(8)),
            9 if self.has(Feature::Attacks) => {
                format!("(exists? (any {}) (check is-friend?) (check is-attacked?)) no-moves?", self.kind())
            }
            _ => self.condition(DEPTH),
        };
        let verdict = self.one_of(&["win", "loss", "draw"]);
        let order = format!(" (order {})", self.d.below(3));
        let phase = if self.seldom(5) { self.one_of(&[" (phase pre)", " (phase post)"]) } else { "" };
        let about =
            if self.seldom(8) { format!(" (players {})", self.one_of(self.players)) } else { String::new() };
        let worth = if self.seldom(8) && verdict != "draw" {
            format!(" (worth {})", self.number(1))
        } else {
            String::new()
        };
        format!("  ({verdict}{order}{phase}{about}{worth} {condition})\n")
    }
}
