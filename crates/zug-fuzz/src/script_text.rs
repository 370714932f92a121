//! Bytes as the choices of somebody who writes a game in the Zug language.
//!
//! Boards are small and rules short, but any word may stand beside any other. Nearly every text is a game: names that are
//! used are there, and most loops come to an end. Code is written by `script_code`, or by `script_wild`.

use crate::draw::Draws;
use crate::games::games;
use zug_ir::Pile;

/// Words that a game uses or does without: with all of them at once hardly any game would have a fast form.
#[derive(Clone, Copy)]
pub(crate) enum Feature {
    Attributes,
    Reserves,
    Flags,
    Attacks,
    Lists,
    Values,
    /// What this move and the last one were like.
    Notes,
    /// Variables of the search, turns out of order.
    Odd,
    /// New pieces, other owners and types.
    Changes,
    Repetition,
    Parts,
    Options,
    Invariants,
}

/// A game that is being written: what there is to choose from, and the bytes that choose.
pub(crate) struct Writer<'a> {
    pub(crate) d: Draws<'a>,
    pub(crate) pile: Pile,
    pub(crate) cells: Vec<String>,
    pub(crate) dirs: Vec<&'static str>,
    /// Are cells found by coordinates?
    pub(crate) grid: bool,
    pub(crate) kinds: &'static [&'static str],
    pub(crate) players: &'static [&'static str],
    pub(crate) zones: Vec<&'static str>,
    pub(crate) dice: bool,
    /// Is it the code of a move, which may end anywhere?
    pub(crate) in_move: bool,
    /// True if any statement and any value may stand anywhere.
    wild: bool,
    /// By [`Feature`].
    features: usize,
}

const KINDS: [&str; 3] = ["Man", "King", "Rook"];
const PLAYERS: [&str; 3] = ["White", "Black", "Red"];
pub(crate) const MODES: [&str; 2] = ["first", "second"];
const ORTHOGONAL: [(&str, &str); 4] = [("n", "0 -1"), ("s", "0 1"), ("e", "1 0"), ("w", "-1 0")];
const DIAGONAL: [(&str, &str); 4] = [("ne", "1 -1"), ("sw", "-1 1"), ("se", "1 1"), ("nw", "-1 -1")];

/// The text of a game.
pub(crate) fn text(bytes: &[u8]) -> String {
    // Of the tables of that game nothing is drawn.
    let mut d = Draws { bytes, game: games()[0].game.ir(), tame: false };
    let wild = d.below(4) == 0;
    let pile = match d.below(12) {
        0..3 => Pile::Heap,
        3..5 => Pile::Stack,
        5..8 if wild => Pile::Stack,
        _ => Pile::Single,
    };
    let mut features = match d.below(4) {
        0 => d.below(1 << 16),
        1 => d.below(1 << 16) & d.below(1 << 16),
        _ => d.below(1 << 16) & d.below(1 << 16) & d.below(1 << 16),
    };
    if wild {
        features |= 1 << Feature::Options as usize;
    }
    if pile == Pile::Heap {
        // Its pieces are only counted.
        features &= !(1 << Feature::Attributes as usize);
    }
    if pile == Pile::Heap && d.below(8) > 0 {
        let unknown = [Feature::Reserves, Feature::Flags, Feature::Notes, Feature::Odd];
        unknown.iter().for_each(|f| features &= !(1 << *f as usize));
    }
    let kinds = &KINDS[..1 + d.below(3)];
    let players = &PLAYERS[..if d.below(6) == 0 { 3 } else { 2 }];
    let dice = d.below(if pile == Pile::Heap { 3 } else { 12 }) == 0;
    let mut w = Writer {
        d,
        pile,
        cells: Vec::new(),
        dirs: Vec::new(),
        grid: true,
        kinds,
        players,
        zones: vec!["land", "home"],
        dice,
        in_move: false,
        wild,
        features,
    };
    let board = w.board();
    let players = w.all_players();
    let pieces: String = w.kinds.iter().map(|kind| w.piece(kind)).collect();
    let game = w.game();
    format!("{board}{players}{pieces}{game}")
}

impl Writer<'_> {
    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.d.below(all.len())]
    }

    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.features >> feature as usize & 1 != 0
    }

    /// Once in so many times.
    pub(crate) fn seldom(&mut self, n: usize) -> bool {
        self.d.below(n) == n - 1
    }

    pub(crate) fn cell(&mut self) -> String {
        let n = self.d.below(self.cells.len());
        self.cells[n].clone()
    }

    fn some_cells(&mut self, most: usize) -> String {
        let n = 1 + self.d.below(most);
        let cells: Vec<String> = (0..n).map(|_| self.cell()).collect();
        cells.join(" ")
    }

    fn board(&mut self) -> String {
        self.grid = !self.seldom(5);
        let shape = if self.grid { self.matrix() } else { self.graph() };
        let model = match self.pile {
            Pile::Single => "",
            Pile::Stack => " (model stack)",
            Pile::Heap => " (model heap)",
        };
        let land = self.some_cells(5);
        format!("(board (name field){model}\n{shape}  (zone (name land) {land})\n  (let level 0))\n")
    }

    fn matrix(&mut self) -> String {
        let (columns, rows) = (3 + self.d.below(3), 1 + self.d.below(5));
        let last = char::from(b'a' + columns as u8 - 1);
        let mut text = format!("  (dim \"a-{last}\") (dim \"{rows}-1\")\n ");
        let mut dirs: Vec<(&str, &str)> = ORTHOGONAL.to_vec();
        if self.d.flip() {
            dirs.extend(DIAGONAL);
        }
        let ring = self.seldom(8);
        for (name, delta) in dirs {
            self.dirs.push(name);
            let wrap = if ring && (name == "e" || name == "w") { " (wrap 1)" } else { "" };
            text += &format!(" (dir (name {name}) {delta}{wrap})");
        }
        if rows == 1 {
            // A direction without links does not exist.
            self.dirs = vec!["e", "w"];
        }
        for column in 0..columns {
            for row in (1..=rows).rev() {
                self.cells.push(format!("{}{row}", char::from(b'a' + column as u8)));
            }
        }
        if self.seldom(6) && rows > 2 {
            let hole = self.cells.remove(rows + 1);
            text += &format!(" (unlink {hole})");
        }
        text + "\n"
    }

    fn graph(&mut self) -> String {
        let n = 4 + self.d.below(6);
        self.cells = (0..n).map(|i| format!("p{i}")).collect();
        let mut text = format!("  (pos {})\n", self.cells.join(" "));
        self.dirs = ["n", "s", "e", "w"][..2 + self.d.below(3)].to_vec();
        for dir in self.dirs.clone() {
            let first = self.d.below(n);
            let mut links = String::new();
            for (i, from) in self.cells.clone().iter().enumerate() {
                let to = self.cell();
                if i == first || self.d.below(3) > 0 {
                    links += &format!(" ({from} {to})");
                }
            }
            text += &format!("  (link (name {dir}){links})\n");
        }
        text
    }

    fn all_players(&mut self) -> String {
        let mut text = String::new();
        let turned = self.d.flip();
        for (i, player) in self.players.iter().enumerate() {
            let home = self.some_cells(3);
            text += &format!("(player (name {player}) (zone (name home) {home}) (let score 0)");
            if i == 1 && turned && self.dirs.contains(&"n") && self.dirs.contains(&"s") {
                text += " (sym n s) (sym s n)";
            }
            let moves = if self.pile == Pile::Heap && !self.dice { 1 } else { 0 };
            for _ in 0..moves + usize::from(self.seldom(6)) {
                text += &format!("\n  {}", self.player_move());
            }
            if self.wild && self.seldom(5) {
                self.in_move = true;
                text +=
                    &format!("\n  (move (any {}) {})", self.one_of(&["position", "home"]), self.wild_code(3));
                self.in_move = false;
            }
            text += ")\n";
        }
        text
    }

    fn piece(&mut self, kind: &str) -> String {
        let list: Vec<&str> = (0..1 + self.d.below(4)).map(|_| self.dir()).collect();
        let attributes =
            if self.has(Feature::Attributes) { " (attribute fresh true) (attribute power 1)" } else { "" };
        let mut text = format!("(piece (name {kind}){attributes}\n");
        text += &format!("  (way {})\n", list.join(" "));
        if self.seldom(4) {
            text += &format!("  (pre {})\n", self.code(2));
        }
        for _ in 0..1 + self.d.below(if self.wild { 4 } else { 2 }) {
            self.in_move = true;
            let body = if self.wild { self.wild_move() } else { self.piece_move() };
            text += &format!("  (move{} {body})\n", self.mode());
            self.in_move = false;
        }
        if self.wild && self.has(Feature::Reserves) && self.d.flip() {
            self.in_move = true;
            text += &format!("  (drop{} {})\n", self.mode(), self.wild_code(2));
            self.in_move = false;
        } else if self.has(Feature::Reserves) && self.d.flip() {
            let check = if self.seldom(4) { "" } else { " (check is-empty?)" };
            text += &format!("  (drop{}{check} {})\n", self.mode(), self.code(1));
        }
        if self.seldom(5) {
            let check = if self.wild { self.wild_value(1) } else { self.condition(1) };
            text += &format!("  (arrive (check {check}))\n");
        }
        if self.seldom(3) {
            let code = if self.wild { self.wild_code(2) } else { self.after() };
            text += &format!("  (post {code})\n");
        }
        if self.seldom(6) {
            let code = if self.wild { self.wild_code(2) } else { self.after() };
            text += &format!("  (finish {code})\n");
        }
        if self.has(Feature::Invariants) && self.d.flip() {
            text += &format!("  (invariant (check {}))\n", self.judgement());
        }
        if self.has(Feature::Odd) && self.seldom(6) {
            text += "  (shared)\n";
        }
        text + ")\n"
    }

    fn mode(&mut self) -> String {
        let some = self.has(Feature::Parts) && self.d.flip();
        if some { format!(" (mode {})", self.one_of(&MODES)) } else { String::new() }
    }

    fn game(&mut self) -> String {
        let mut text = String::from("(game (name \"Drawn\") (board field) (let wealth 0) (let steps 1)\n");
        text += &self.modes();
        text += &self.options();
        text += &self.turns();
        for _ in 0..1 + self.d.below(3) {
            text += &self.goal();
        }
        if self.wild && self.seldom(3) {
            let verdict = self.one_of(&["win", "loss", "draw"]);
            text += &format!("  ({verdict} (order 3) {})\n", self.wild_value(2));
        }
        if self.has(Feature::Invariants) {
            text += &format!("  (invariant (check {}))\n", self.judgement());
        }
        if self.has(Feature::Notes) && self.seldom(3) {
            let by = if self.seldom(3) { "min" } else { "max" };
            let what = self.one_of(&["captured-count", "parts", "k", "wealth"]);
            text += &format!("  (prefer ({by} {what}))\n");
        }
        format!("{text}  (players{}))\n", self.set_up())
    }

    fn modes(&mut self) -> String {
        let mut text = String::new();
        if !self.has(Feature::Parts) {
            return text;
        }
        for mode in MODES {
            let flags = [" optional", " (continue any)", " only-continue", " (landing continue)"];
            let often = [3, 5, 8, 16];
            let said: String =
                flags.iter().zip(often).filter(|(_, n)| self.d.below(*n) == n - 1).map(|(f, _)| *f).collect();
            if !said.is_empty() {
                text += &format!("  (mode (name {mode}){said})\n");
            }
        }
        if self.seldom(4) {
            let both = if self.d.flip() { "first second" } else { "second" };
            text += &format!("  (priorities {both})\n");
        }
        text
    }

    fn options(&mut self) -> String {
        let choices: [(usize, &str, &[&str]); 7] = [
            (6, "captures", &[" deferred"]),
            (3, "arrive", &[" empty", " any"]),
            (10, "attack", &[" priority", " legal"]),
            (3, "pass", &[" forced", " always"]),
            (12, "ko", &[" simple", " position", " situation"]),
            (6, "recycle", &[""]),
            (16, "skip-empty", &[""]),
        ];
        let mut text = String::new();
        for (n, name, values) in choices {
            let common = name == "pass" || self.has(Feature::Options);
            let possible = name != "captures" || self.pile != Pile::Heap;
            if self.seldom(n) && common && possible {
                text += &format!("  (option {name}{})\n", self.one_of(values));
            }
        }
        text
    }

    fn turns(&mut self) -> String {
        let mut text = String::new();
        if self.dice {
            let dice = self.one_of(&["3", "(1 2)", "2 2", "2 2 (doubles 4)", "(1 1 2) 2"]);
            let turns: Vec<String> = self.players.iter().map(|p| format!("(roll {p} dice) {p}")).collect();
            text += &format!("  (dice (name dice) {dice})\n  (turns {})\n", turns.join(" "));
        } else if self.seldom(6) {
            let turn = |w: &mut Self| match w.d.below(4) {
                0 => format!("(move {} {})", w.one_of(w.players), w.one_of(&MODES)),
                _ => w.one_of(w.players).to_owned(),
            };
            let more: Vec<String> = (0..self.d.below(2)).map(|_| turn(self)).collect();
            text += &format!("  (turns {} {})\n", self.players.join(" "), more.join(" "));
        }
        text
    }

    fn set_up(&mut self) -> String {
        let mut free = self.cells.clone();
        let mut text = String::new();
        for player in self.players {
            let mut pieces = String::new();
            for kind in self.kinds {
                let mut places = String::new();
                for _ in 0..1 + self.d.below(3) {
                    let at = self.d.below(free.len());
                    // One cell stays free for somebody to go to.
                    if free.len() > 2 {
                        let cell = free.swap_remove(at);
                        let piled = self.pile != Pile::Single;
                        let times =
                            if piled { format!(" (times {})", 1 + self.d.below(3)) } else { String::new() };
                        places += &match self.d.below(6) {
                            0 if !piled && self.has(Feature::Attributes) => {
                                format!(" ({cell} (power 2) (fresh false))")
                            }
                            _ => format!(" {cell}{times}"),
                        };
                    }
                }
                if self.has(Feature::Reserves) && self.d.flip() {
                    places += &format!(" hand {}", 1 + self.d.below(2));
                }
                if self.has(Feature::Odd) && self.seldom(20) {
                    places += " home 1";
                }
                if !places.is_empty() {
                    pieces += &format!(" ({kind}{places})");
                }
            }
            text += &format!("\n    ({player}{pieces})");
        }
        text
    }
}
