//! Everything but conditions and code: board, players, kinds, turns, set-up.

use super::page::Page;
use crate::game::{Board, Cell, Exit, Game, Grid, Kind, Placement, RuleRef, Rules, Then, Turn, Word, Zone};
use crate::ids::{AttrId, CellId, DirId, KindId, PlayerId};
use crate::rules::for_each_rule;

impl Page {
    pub(super) fn texts(&mut self, game: &Game) {
        let texts = &game.texts;
        let all = [
            ("title", &texts.title),
            ("description", &texts.description),
            ("history", &texts.history),
            ("strategy", &texts.strategy),
        ];
        self.section("texts");
        for (word, text) in all.into_iter().filter(|(_, text)| !text.is_empty()) {
            self.line(1, "(");
            self.word(word);
            self.text(text);
            self.close();
        }
        self.end();
    }

    pub(super) fn names(&mut self, section: &str, names: &[String]) {
        if names.is_empty() {
            return;
        }
        let mut start = self.out.len();
        self.section(section);
        for name in names {
            self.wrap(&mut start);
            self.name(name);
        }
        self.end();
    }

    pub(super) fn board(&mut self, board: &Board) {
        self.section("board");
        self.line(1, "(dirs");
        board.dirs.iter().for_each(|dir| self.name(dir));
        self.close();
        if board.opposite.iter().any(Option::is_some) {
            self.line(1, "(opposite");
            for (dir, opposite) in (0..).map(DirId).zip(&board.opposite) {
                if let Some(opposite) = opposite {
                    self.list("", |page| page.put_all(&[dir, *opposite]));
                }
            }
            self.close();
        }
        self.cells(&board.cells);
        for (dir, links) in (0..).map(DirId).zip(&board.links) {
            self.links(dir, links);
        }
        board.zones.iter().for_each(|zone| self.zone(zone));
        board.grids.iter().for_each(|grid| self.grid(grid));
        self.end();
    }

    fn cells(&mut self, cells: &[Cell]) {
        self.line(1, "(cells");
        let mut start = self.out.len();
        for cell in cells {
            if cell.rect.is_none() && !cell.hidden {
                self.wrap(&mut start);
                self.name(&cell.name);
                continue;
            }
            self.line(2, "(");
            start = self.out.len();
            self.name(&cell.name);
            if let Some(rect) = cell.rect {
                self.list("rect", |page| rect.iter().for_each(|side| page.number(side)));
            }
            if cell.hidden {
                self.word("hidden");
            }
            self.close();
        }
        self.close();
    }

    fn links(&mut self, dir: DirId, links: &[Option<CellId>]) {
        if links.iter().all(Option::is_none) {
            return;
        }
        let mut start = self.out.len();
        self.line(1, "(links");
        self.put(&dir);
        for (from, to) in (0..).map(CellId).zip(links) {
            if let Some(to) = to {
                self.wrap(&mut start);
                self.list("", |page| page.put_all(&[from, *to]));
            }
        }
        self.close();
    }

    fn zone(&mut self, zone: &Zone) {
        self.line(1, "(zone");
        self.name(&zone.name);
        for (player, cells) in (0..).map(PlayerId).zip(&zone.cells) {
            if !cells.is_empty() {
                self.line(2, "(");
                let mut start = self.out.len();
                self.put(&player);
                for cell in cells {
                    self.wrap(&mut start);
                    self.put(cell);
                }
                self.close();
            }
        }
        self.close();
    }

    fn grid(&mut self, grid: &Grid) {
        self.line(1, "(grid");
        self.line(2, "(dims");
        for dim in &grid.dims {
            self.list("", |page| dim.iter().for_each(|label| page.name(label)));
        }
        self.close();
        self.line(2, "(cells");
        let mut start = self.out.len();
        for cell in &grid.cells {
            self.wrap(&mut start);
            match cell {
                Some(cell) => self.put(cell),
                None => self.list("", |_| ()),
            }
        }
        self.close();
        self.close();
    }

    pub(super) fn players(&mut self, game: &Game) {
        self.section("players");
        for player in &game.players {
            self.line(1, "(player");
            self.name(&player.name);
            if player.random {
                self.word("random");
            }
            let moved = |&(dir, &to): &(DirId, &DirId)| dir != to;
            let pairs: Vec<_> = (0..).map(DirId).zip(&player.symmetry).filter(moved).collect();
            if !pairs.is_empty() {
                self.list("symmetry", |page| {
                    for (dir, to) in pairs {
                        page.list("", |page| page.put_all(&[dir, *to]));
                    }
                });
            }
            self.close();
        }
        self.end();
    }

    pub(super) fn attrs(&mut self, game: &Game) {
        if game.attrs.is_empty() {
            return;
        }
        self.section("attrs");
        for attr in &game.attrs {
            self.line(1, if attr.numeric { "(number" } else { "(bool" });
            self.name(&attr.name);
            self.put_all(&attr.kinds);
            self.close();
        }
        self.end();
    }

    pub(super) fn globals(&mut self, game: &Game) {
        if game.globals.is_empty() {
            return;
        }
        self.section("globals");
        for global in &game.globals {
            self.line(1, if global.counter { "(counter" } else { "(global" });
            self.name(&global.name);
            self.number(global.init);
            self.close();
        }
        self.end();
    }

    pub(super) fn kinds(&mut self, game: &Game) {
        self.section("kinds");
        for (id, kind) in (0..).map(KindId).zip(&game.kinds) {
            self.kind(id, kind);
        }
        self.end();
    }

    fn kind(&mut self, id: KindId, kind: &Kind) {
        self.line(1, "(kind");
        self.name(&kind.name);
        let texts = [("notation", &kind.notation), ("help", &kind.help), ("description", &kind.description)];
        for (word, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            self.line(2, "(");
            self.word(word);
            self.text(text);
            self.close();
        }
        if kind.defaults.iter().any(|&value| value != 0) {
            self.line(2, "(defaults");
            for (attr, value) in (0..).map(AttrId).zip(&kind.defaults) {
                if *value != 0 {
                    self.attr_value(attr, *value);
                }
            }
            self.close();
        }
        if kind.recycle_as != id {
            self.line(2, "(recycle_as");
            self.put(&kind.recycle_as);
            self.close();
        }
        self.rule_refs("(moves", &kind.moves);
        self.rule_refs("(drops", &kind.drops);
        self.close();
    }

    fn rule_refs(&mut self, head: &str, rules: &[RuleRef]) {
        if rules.is_empty() {
            return;
        }
        let mut start = self.out.len();
        self.line(2, head);
        for rule in rules {
            self.wrap(&mut start);
            match &rule.mode {
                None => self.number(rule.block.0),
                Some(mode) => self.list("", |page| {
                    page.number(rule.block.0);
                    page.put(mode);
                }),
            }
        }
        self.close();
    }

    pub(super) fn setup(&mut self, game: &Game) {
        if game.setup.is_empty() {
            return;
        }
        self.section("setup");
        // Neighbours of one player and kind share an entry.
        for group in game.setup.chunk_by(|a, b| (a.player, a.kind) == (b.player, b.kind)) {
            let mut start = self.out.len();
            self.line(1, "(place");
            self.put(&group[0].player);
            self.put(&group[0].kind);
            for placement in group {
                self.wrap(&mut start);
                self.placed(placement);
            }
            self.close();
        }
        self.end();
    }

    fn placed(&mut self, placement: &Placement) {
        if placement.count == 1 && placement.attrs.is_empty() {
            self.put(&placement.cell);
            return;
        }
        self.list("", |page| {
            page.put(&placement.cell);
            if placement.count != 1 {
                page.number(placement.count);
            }
            placement.attrs.iter().for_each(|(attr, value)| page.attr_value(*attr, *value));
        });
    }

    fn attr_value(&mut self, attr: AttrId, value: i32) {
        self.list("", |page| {
            page.put(&attr);
            page.number(value);
        });
    }

    pub(super) fn reserves(&mut self, game: &Game) {
        if game.reserves.is_empty() {
            return;
        }
        self.section("reserves");
        for reserve in &game.reserves {
            self.line(1, "(reserve");
            self.put(&reserve.player);
            self.put(&reserve.kind);
            match reserve.count {
                Some(count) => self.number(count),
                None => self.word("unlimited"),
            }
            self.close();
        }
        self.end();
    }

    pub(super) fn turns(&mut self, game: &Game) {
        self.section("turns");
        for (number, turn) in game.turns.iter().enumerate() {
            if number == game.repeat_from && number > 0 {
                self.line(1, "repeat");
            }
            self.turn(turn);
        }
        self.end();
    }

    fn turn(&mut self, turn: &Turn) {
        self.line(1, "(turn");
        self.put(&turn.chooser);
        if turn.actor != turn.chooser {
            self.list("as", |page| page.put(&turn.actor));
        }
        if let Some(modes) = &turn.modes {
            self.list("modes", |page| page.put_all(modes));
        }
        self.close();
    }

    pub(super) fn rules(&mut self, rules: &Rules) {
        macro_rules! print_rules {
            ($($field:ident)*) => {{
                // Without `..`: a new field must be added to the list.
                let Rules { $($field),* } = rules;
                $(if *$field != Rules::default().$field {
                    self.line(1, "(");
                    self.word(stringify!($field));
                    self.word($field.to_word());
                    self.close();
                })*
            }};
        }
        if *rules == Rules::default() {
            return;
        }
        self.section("rules");
        for_each_rule!(print_rules);
        self.end();
    }

    pub(super) fn presentation(&mut self, game: &Game) {
        if game.presentation.is_empty() {
            return;
        }
        self.section("presentation");
        for (key, value) in &game.presentation {
            self.line(1, "(");
            self.name(key);
            self.text(value);
            self.close();
        }
        self.end();
    }

    pub(super) fn exits(&mut self, exits: &[Exit]) {
        if exits.is_empty() {
            return;
        }
        self.section("exits");
        for (number, exit) in exits.iter().enumerate() {
            self.line(1, "(exit");
            self.number(number);
            match exit.then {
                Then::Done => self.word("done"),
                Then::Part => self.word("part"),
                Then::PartOf(mode) => self.list("part", |page| page.put(&mode)),
            }
            if exit.copy {
                self.word("copy");
            }
            if !exit.kinds.is_empty() {
                self.list("kinds", |page| page.put_all(&exit.kinds));
            }
            self.close();
        }
        self.end();
    }
}
