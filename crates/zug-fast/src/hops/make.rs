//! Making the hops of a player.

use super::{Asks, BOARDS, Doors, Gate, Hop, Hops, Table};
use crate::bits;
use crate::class::{BoardId, Class, contains, disjoint};
use crate::codes::{Code, Codes};
use crate::flow::{Cond, Effect, Exit, Flow, Place, Shared, in_set};
use crate::make::Step;
use crate::plan::Rule;
use crate::twin::{Alike, compare, emissions};
use crate::walk::cell;
use crate::ways::Way;
use zug_ir::{GoOn, KindId, ModeId, PlayerId, Preference, Stage, Start, Then};
use zug_vm::{NO_CELL, Program};

/// Words of all hops of a player: more take too long to make.
const MAX_WORDS: usize = 400_000;

/// The hops of a player, if his turns have that form.
pub(crate) fn hops<const W: usize>(
    program: &Program,
    shared: &Shared,
    codes: &Codes,
    rules: &[Rule<W>],
    flows: &[Flow],
    next: &[Vec<(Option<ModeId>, u16)>],
    player: PlayerId,
) -> Option<Hops<W>> {
    if const { W > bits::WIDE } {
        return None;
    }
    let game = program.game();
    let mut prefer: &[Preference] = &[];
    for stage in &game.stages {
        match stage {
            Stage::Prefer(list) => prefer = list,
            Stage::Landing => return None,
            _ => {}
        }
    }
    let most = match prefer {
        [] => false,
        [Preference::Captures] => true,
        _ => return None,
    };
    if game.rules.go_on == GoOn::AnyPiece || game.rules.start == Start::Anyone || game.scripted.is_some() {
        return None;
    }
    let mut thens: Vec<Then> = Vec::new();
    for (i, flow) in flows.iter().enumerate().filter(|(i, _)| rules[*i].of.player == player) {
        for emission in emissions(i as u16, flow) {
            let then = shared.exits.get(emission.exit).then;
            if then != Then::Done && !thens.contains(&then) {
                thens.push(then);
            }
        }
    }
    let stop_early = game.rules.stop_early;
    let made = Hops {
        boards: Vec::new(),
        empty: 0,
        tables: Vec::new(),
        gates: Vec::new(),
        ranges: Vec::new(),
        asks: Vec::new(),
        hops: Vec::new(),
        most,
        stop_early,
    };
    let mut maker = Maker { program, shared, codes, rules, player, made };
    let n_kinds = game.kinds.len();
    for then in thens {
        for (k, list) in next[player.idx() * n_kinds..][..n_kinds].iter().enumerate() {
            let fits = |mode: Option<ModeId>| match then {
                Then::PartOf(wanted) => mode == Some(wanted),
                _ => true,
            };
            let mut which: Vec<u16> = list.iter().filter(|(m, _)| fits(*m)).map(|(_, rule)| *rule).collect();
            which.sort_unstable();
            if !which.is_empty() {
                let kind = KindId(k as u16);
                maker.made.tables.push(Table { kind, then, rules: which, doors: Vec::new(), hops: (0, 0) });
            }
        }
    }
    maker.boards()?;
    for table in 0..maker.made.tables.len() {
        maker.table(table)?;
    }
    (!maker.made.tables.is_empty()).then_some(maker.made)
}

struct Maker<'a, const W: usize> {
    program: &'a Program,
    shared: &'a Shared,
    codes: &'a Codes,
    rules: &'a [Rule<W>],
    player: PlayerId,
    made: Hops<W>,
}

impl<const W: usize> Maker<'_, W> {
    /// Notes all boards that some hop asks about.
    fn boards(&mut self) -> Option<()> {
        for &rule in self.made.tables.iter().flat_map(|t| &t.rules) {
            for (cond, ..) in self.rules[rule as usize].ways.as_ref().ok()?.iter().flat_map(|w| &w.conds) {
                let Cond::Class(board) = cond else { return None };
                if !self.made.boards.contains(board) {
                    self.made.boards.push(*board);
                }
            }
        }
        let empty = |b: &BoardId| self.shared.classes.class(*b) == Class::Empty;
        self.made.empty = self.made.boards.iter().position(empty)?;
        (self.made.boards.len() <= BOARDS).then_some(())
    }

    fn table(&mut self, table: usize) -> Option<()> {
        let Table { kind, rules, .. } = &self.made.tables[table];
        let (kind, rules) = (*kind, rules.clone());
        let code = self.codes.only(self.player, kind)?;
        let n_cells = self.program.game().board.cells.len() as u16;
        let first = self.made.hops.len() as u32;
        for start in 0..n_cells {
            let first = self.made.hops.len();
            let mut gates = Vec::new();
            for &rule in &rules {
                let first = self.made.hops.len();
                for way in self.rules[rule as usize].ways.as_deref().ok()? {
                    self.way((rule, code, kind), way, start)?;
                }
                gates.extend(self.gate(first));
            }
            if self.made.hops.len() * W * BOARDS * 4 > MAX_WORDS || self.has_twins(first) {
                return None;
            }
            let doors = self.doors(gates);
            self.made.tables[table].doors.push(doors);
        }
        self.made.tables[table].hops = (first, self.made.hops.len() as u32);
        Some(())
    }

    /// The gate of the hops from there on.
    fn gate(&mut self, first: usize) -> Option<Gate<W>> {
        let asks = &self.made.asks[first..];
        let common = asks.iter().fold(*asks.first()?, |all, one| all.common(one));
        let all = (first as u32, self.made.hops.len() as u32);
        let mut gate = Gate { asks: common, hits: bits::none(), up: true, range: all, single: false };
        let n = asks.len();
        gate.single = (0..n).all(|i| (0..i).all(|j| self.exclude(&asks[i], &asks[j])));
        if gate.single {
            // Those that ask least first: they are what happens most.
            self.made.hops[first..].reverse();
            self.made.asks[first..].reverse();
        }
        let hit: Option<Vec<u16>> = self.made.asks[first..].iter().map(|a| self.hit(a)).collect();
        if let Some(hit) = hit
            && let Some(up) = self.line(&hit, first)
        {
            let mut order: Vec<usize> = (0..hit.len()).collect();
            order.sort_by_key(|i| hit[*i]);
            let hops: Vec<Hop<W>> = order.iter().map(|i| self.made.hops[first + i].clone()).collect();
            let asks: Vec<Asks<W>> = order.iter().map(|i| self.made.asks[first + i]).collect();
            self.made.hops.splice(first.., hops);
            self.made.asks.splice(first.., asks);
            let ranges = self.made.ranges.len() as u32;
            let mut at = all.0;
            for same in order.chunk_by(|a, b| hit[*a] == hit[*b]) {
                let end = at + same.len() as u32;
                self.made.ranges.push((at, end));
                at = end;
            }
            if self.made.ranges.len() as u32 > ranges + 1 {
                gate = Gate { hits: bits::of_cells(hit.iter().copied()), up, range: (ranges, 0), ..gate };
            }
        }
        self.skips(first);
        Some(gate)
    }

    /// The one cell that must not be empty.
    fn hit(&self, asks: &Asks<W>) -> Option<u16> {
        let empty = self.made.empty;
        let mut all = bits::and_not(&asks.mask[empty], &asks.want[empty]);
        for (k, board) in self.made.boards.iter().enumerate() {
            if k != empty && !self.shared.classes.class(*board).of_places() {
                bits::or_into(&mut all, &asks.want[k]);
            }
        }
        (bits::count(&all) == 1).then(|| bits::first(&all))
    }

    /// Do the cells that hops hit lie one behind the other, so that whoever hits one finds those before it empty? Upwards?
    fn line(&self, hit: &[u16], first: usize) -> Option<bool> {
        let behind = |before: &dyn Fn(u16, u16) -> bool| {
            hit.iter().enumerate().all(|(i, cell)| {
                let free = &self.made.asks[first + i].want[self.made.empty];
                hit.iter().all(|other| !before(*other, *cell) || bits::has(free, *other))
            })
        };
        if behind(&|other, cell| other < cell) {
            return Some(true);
        }
        behind(&|other, cell| other > cell).then_some(false)
    }

    /// The gates of one start, in the order of their doors.
    fn doors(&mut self, gates: Vec<Gate<W>>) -> Doors<W> {
        let door = |gate: &Gate<W>| {
            let free = &gate.asks.want[self.made.empty];
            (!bits::is_empty(free)).then(|| bits::first(free))
        };
        let mut gates: Vec<(Option<u16>, Gate<W>)> = gates.into_iter().map(|g| (door(&g), g)).collect();
        gates.sort_by_key(|(door, _)| *door);
        let same_door = |a: &(Option<u16>, Gate<W>), b: &(Option<u16>, Gate<W>)| a.0 == b.0;
        let behind = gates.chunk_by(same_door).filter(|same| same[0].0.is_some());
        let per_door = behind.map(<[_]>::len).max().unwrap_or(0);
        let made = &mut self.made.gates;
        let begin = made.len() as u32;
        made.extend(gates.iter().filter(|(door, _)| door.is_none()).map(|(_, gate)| *gate));
        let first = made.len() as u32;
        let mut doors = Doors { cells: bits::none(), first, per_door: per_door as u32, open: (begin, first) };
        for same in gates.chunk_by(same_door) {
            let Some(cell) = same[0].0 else { continue };
            bits::insert(&mut doors.cells, cell);
            made.extend(same.iter().map(|(_, gate)| *gate));
            // Doors with fewer gates get some that nobody passes.
            let mut shut = same[0].1;
            shut.asks = Asks::NONE;
            shut.asks.ask(self.made.empty, cell, false);
            made.extend(std::iter::repeat_n(shut, per_door - same.len()));
        }
        doors
    }

    /// Hops behind one that cannot be made are left out with it as far as they ask the same and more.
    fn skips(&mut self, first: usize) {
        let asks = &self.made.asks;
        for i in first..asks.len() {
            let more = asks[i + 1..].iter().take_while(|a| a.implies(&asks[i])).count();
            self.made.hops[i].skip = (i + 1 + more) as u32;
        }
    }

    /// Could two hops from one start be the same move?
    fn has_twins(&self, first: usize) -> bool {
        let Hops { hops, asks, .. } = &self.made;
        let alike = |i: usize, j: usize| {
            let (a, b) = (&hops[i].step, &hops[j].step);
            a.to == b.to && !self.exclude(&asks[i], &asks[j]) && {
                let at = |place: Place| cell(&self.shared.places, place, a.start, a.to);
                let exits = (self.shared.exits.get(b.exit), self.shared.exits.get(a.exit));
                compare(exits.0, exits.1, &at) != Alike::Different
            }
        };
        (first..hops.len()).any(|i| (first..i).any(|j| alike(i, j)))
    }

    /// Can two never be made in the same position?
    fn exclude(&self, a: &Asks<W>, b: &Asks<W>) -> bool {
        let differ =
            |k: usize| (0..W).any(|i| a.mask[k][i] & b.mask[k][i] & (a.want[k][i] ^ b.want[k][i]) != 0);
        let class = |k: usize| self.shared.classes.class(self.made.boards[k]);
        let n = self.made.boards.len();
        (0..n).any(differ)
            || (0..n).any(|k| {
                (0..n)
                    .any(|l| bits::meet(&a.want[k], &b.want[l]) && disjoint(self.program, class(k), class(l)))
            })
    }

    /// Adds the hop of a way, if that start can take it.
    fn way(&mut self, (rule, code, kind): (u16, Code, KindId), way: &Way, start: u16) -> Option<()> {
        let to = self.shared.places.at(way.to, start);
        if !in_set(&way.starts, start) || to == NO_CELL {
            return Some(());
        }
        let mut asks = Asks::NONE;
        for &(cond, at, answer) in &way.conds {
            let Cond::Class(board) = cond else { return None };
            let at = self.shared.places.at(at, start);
            match (at == NO_CELL, answer) {
                // Nothing is true of a cell off the board.
                (true, true) => return Some(()),
                (true, false) => {}
                _ => {
                    let board = self.made.boards.iter().position(|b| *b == board)?;
                    if !asks.ask(board, at, answer) {
                        // Two places are one cell: nobody takes this way.
                        return Some(());
                    }
                }
            }
        }
        let step = Step { rule, exit: way.exit, start, to, choice: 0 };
        let exit = self.shared.exits.get(way.exit);
        if exit.each.is_some() || exit.drop || exit.script {
            return None;
        }
        let next = self.made.tables.iter().position(|t| t.kind == kind && t.then == exit.then);
        let goes_on = exit.then != Then::Done;
        let mut hop = Hop {
            keep: [[!0; W]; BOARDS],
            add: [[0; W]; BOARDS],
            step,
            choices: exit.kinds.len().max(1) as u32,
            taken: 0,
            next: next.filter(|_| goes_on).map(|t| t as u16),
            skip: 0,
            rank: u32::MAX,
        };
        if goes_on || self.made.most {
            hop.taken = self.taken(exit, &hop.step, &asks)?;
        }
        if goes_on {
            self.write(exit, code, &mut hop)?;
        }
        self.made.hops.push(hop);
        self.made.asks.push(asks);
        Some(())
    }

    /// How many pieces a part takes, if that is always the same, and if it takes nothing but what its effects say.
    fn taken(&self, exit: &Exit, step: &Step, asks: &Asks<W>) -> Option<u32> {
        let answer = |wanted: Class, cell: u16| {
            let k = self.made.boards.iter().position(|b| self.shared.classes.class(*b) == wanted)?;
            bits::has(&asks.mask[k], cell).then(|| bits::has(&asks.want[k], cell))
        };
        let occupied = |cell: u16| {
            answer(Class::Empty, cell) == Some(false)
                || self.made.boards.iter().enumerate().any(|(k, b)| {
                    let class = self.shared.classes.class(*b);
                    class != Class::Empty && !class.of_places() && bits::has(&asks.want[k], cell)
                })
        };
        let simple =
            exit.moves.is_empty() && exit.from == Place::Start && !exit.still && !exit.effects_on_the_way;
        if !simple || answer(Class::Empty, step.to) != Some(true) {
            return None;
        }
        let delays = self.shared.classes.find(self.program, Class::Doomed).is_some();
        let mut cells = Vec::new();
        for effect in exit.effects.iter().filter(|e| e.is_capture()) {
            let cell = step.cell(&self.shared.places, effect.place()?);
            let doomed = delays && answer(Class::Doomed, cell) != Some(false);
            if cell == NO_CELL || cell == step.start || cells.contains(&cell) || doomed || !occupied(cell) {
                return None;
            }
            cells.push(cell);
        }
        Some(cells.len() as u32)
    }

    /// What boards show after a part with which the turn goes on.
    fn write(&self, exit: &Exit, code: Code, hop: &mut Hop<W>) -> Option<()> {
        // Every part takes something, so no turn comes back to where it has been.
        if hop.taken == 0 || exit.copy || !exit.kinds.is_empty() {
            return None;
        }
        let (start, to) = (hop.step.start, hop.step.to);
        let (mut gone, mut doomed) = (bits::single::<W>(start), bits::none::<W>());
        for effect in &exit.effects {
            let at = effect.place().map_or(NO_CELL, |p| hop.step.cell(&self.shared.places, p));
            match effect {
                Effect::Capture(_) => bits::insert(&mut gone, at),
                Effect::CaptureLate(_) => bits::insert(&mut doomed, at),
                Effect::SetGlobal(..) => {}
                _ => return None,
            }
        }
        let piece = self.codes.piece(code);
        for (k, board) in self.made.boards.iter().enumerate() {
            let (keep, add) = (&mut hop.keep[k], &mut hop.add[k]);
            let class = self.shared.classes.class(*board);
            match class {
                Class::LastFrom => (*keep, *add) = (bits::none(), bits::single(start)),
                Class::LastTo => (*keep, *add) = (bits::none(), bits::single(to)),
                Class::Doomed => (*keep, *add) = (bits::and_not(keep, &gone), doomed),
                Class::Flagged(_) => {
                    for &(_, place, on) in exit.flags.iter().filter(|(b, ..)| b == board) {
                        let at = hop.step.cell(&self.shared.places, place);
                        if at != NO_CELL {
                            let cell = bits::single(at);
                            *keep = bits::and_not(keep, &cell);
                            *add = bits::and_not(add, &cell);
                            if on {
                                bits::or_into(add, &cell);
                            }
                        }
                    }
                }
                _ => {
                    *keep = bits::and_not(&bits::and_not(keep, &gone), &bits::single(to));
                    if class == Class::Empty {
                        *add = gone;
                    } else if contains(self.program, class, piece) {
                        bits::insert(add, to);
                    }
                }
            }
        }
        Some(())
    }
}
