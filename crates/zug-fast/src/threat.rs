//! Attacks read backwards: for a cell, from where a rival's piece could take what stands there, and what must be true for it.
//!
//! Each way through each rule that makes a piece vanish or change its owner gives, for each start, a threat to one cell.
//! Cells that must be empty make rays; every other condition is kept and asked. What a rule asks of the cell
//! itself is compared with the piece in question, so nothing is assumed about how pieces capture.

use crate::bits::{self, Bits};
use crate::class::{BoardId, Class};
use crate::codes::{Code, Codes};
use crate::flow::{Cond, Effect, Exit, Place, Shared, in_set};
use crate::pins::Pins;
use crate::position::Position;
use crate::table::Ray;
use crate::walk::cell as place_cell;
use crate::ways::Way;
use crate::why::Why;
use smallvec::SmallVec;
use std::sync::OnceLock;
use zug_vm::NO_CELL;

/// The boards that must, and must not, show the piece in question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Victim {
    yes: u64,
    no: u64,
}

impl Victim {
    #[inline(always)]
    pub(crate) fn fits(self, boards: u64) -> bool {
        boards & self.yes == self.yes && boards & self.no == 0
    }

    /// What that board shows.
    pub(crate) fn of(board: BoardId) -> Self {
        Victim { yes: 1 << board.0, no: 0 }
    }

    /// Must that board show it?
    pub(crate) fn needs(self, board: BoardId) -> bool {
        self.yes >> board.0 & 1 != 0
    }
}

/// One way for one attacker's cell to reach a target.
#[derive(Clone, Debug)]
pub(crate) struct Threat<const W: usize> {
    pub(crate) victim: Victim,
    /// The attacking pieces.
    pub(crate) board: BoardId,
    pub(crate) start: u16,
    pub(crate) empty: Bits<W>,
    pub(crate) others: Vec<(BoardId, u16, bool)>,
}

/// Everything that threatens one cell.
#[derive(Debug, Default)]
pub(crate) struct Threats<const W: usize> {
    pub(crate) leaps: Vec<(Victim, BoardId, Bits<W>)>,
    pub(crate) lines: Vec<Lines<W>>,
    pub(crate) rays: Vec<InRay<W>>,
    /// By start, so that only cells with a piece are looked at.
    pub(crate) rest: Vec<(BoardId, Bits<W>, Vec<Threat<W>>)>,
}

/// Lines that end at the target, for pieces that attack along each of them from any distance.
#[derive(Debug)]
pub(crate) struct Lines<const W: usize> {
    pub(crate) victim: Victim,
    pub(crate) boards: Vec<BoardId>,
    /// All cells of the lines.
    cells: Bits<W>,
    pub(crate) rays: Vec<Ray<W>>,
}

impl<const W: usize> Lines<W> {
    /// The pieces on its cells that attack along lines.
    #[inline(always)]
    fn attackers(&self, position: &Position) -> Bits<W> {
        let mut all = bits::none();
        for board in &self.boards {
            bits::or_into(&mut all, position.board::<W>(*board));
        }
        bits::and(&all, &self.cells)
    }
}

/// A line of cells that ends at the target: the first piece on it may attack, if it stands far enough (or near enough).
#[derive(Debug)]
pub(crate) struct InRay<const W: usize> {
    pub(crate) victim: Victim,
    ray: Ray<W>,
    from: Vec<(BoardId, Bits<W>)>,
}

/// A way by its place, a start, and another cell that must not be empty, or `NO_CELL`.
type Taking = (u32, u16, u16);

/// The attacks of one player.
#[derive(Debug)]
pub(crate) struct Attacks<const W: usize> {
    /// Ways with the board of pieces that may take them.
    ways: Vec<(BoardId, Way)>,
    cells: Vec<OnceLock<Threats<W>>>,
    /// `taking[cell]`: by what it is taken that stands there.
    taking: OnceLock<Vec<Vec<Taking>>>,
    empty: BoardId,
}

impl<const W: usize> Attacks<W> {
    pub(crate) fn new(
        shared: &Shared,
        ways: Vec<(BoardId, Way)>,
        n_cells: usize,
        empty: BoardId,
    ) -> Result<Self, Why> {
        for (_, way) in &ways {
            let exit = shared.exits.get(way.exit);
            let in_set = way.conds.iter().any(|(cond, ..)| matches!(cond, Cond::In(_)));
            if exit.effects_on_the_way || exit.then != zug_ir::Then::Done || in_set {
                return Err(Why::Stage("royal"));
            }
            if exit.effects.iter().any(|e| matches!(e, Effect::ChangeOwner(..))) {
                return Err(Why::Op("change_owner"));
            }
            if exit.effects.iter().any(|e| matches!(e, Effect::CaptureSet(_))) {
                return Err(Why::Op("flood"));
            }
        }
        Ok(Attacks {
            ways,
            cells: (0..n_cells).map(|_| OnceLock::new()).collect(),
            taking: OnceLock::new(),
            empty,
        })
    }

    /// Could this player take a piece of that sort from the cell?
    #[inline]
    pub(crate) fn attacked(
        &self,
        shared: &Shared,
        codes: &Codes,
        position: &Position,
        cell: u16,
        victim: Code,
    ) -> bool {
        let threats = self.on(shared, codes, cell);
        let holds = |&(board, cell, answer): &(BoardId, u16, bool)| position.has::<W>(board, cell) == answer;
        let others = |threat: &Threat<W>| Some(threat.others.iter().all(holds));
        let empty = position.board::<W>(self.empty);
        threats.hit(position, codes.boards[victim as usize], empty, others) == Some(true)
    }

    /// The same for a piece that has come from another cell.
    pub(crate) fn attacked_since(
        &self,
        shared: &Shared,
        codes: &Codes,
        position: &Position,
        cell: u16,
        victim: Code,
        left: u16,
    ) -> bool {
        let threats = self.on(shared, codes, cell);
        let mut empty = *position.board::<W>(self.empty);
        bits::insert(&mut empty, left);
        let holds = |&(board, at, answer): &(BoardId, u16, bool)| {
            // Nothing stands where it has left.
            let class = shared.classes.class(board);
            let shown = if at == left && !class.of_places() {
                class == Class::Empty
            } else {
                position.has::<W>(board, at)
            };
            shown == answer
        };
        let others = |threat: &Threat<W>| Some(threat.others.iter().all(holds));
        threats.hit(position, codes.boards[victim as usize], &empty, others) == Some(true)
    }

    /// The same for a cell to which a piece has come from another one; `None` if more than boards decide it.
    #[inline]
    pub(crate) fn attacked_without(
        &self,
        shared: &Shared,
        codes: &Codes,
        position: &Position,
        cell: u16,
        victim: Code,
        left: u16,
    ) -> Option<bool> {
        let threats = self.on(shared, codes, cell);
        let mut empty = *position.board::<W>(self.empty);
        bits::insert(&mut empty, left);
        let others = |threat: &Threat<W>| threat.others.is_empty().then_some(true);
        threats.hit(position, codes.boards[victim as usize], &empty, others)
    }

    /// Finds the checks and pins of a royal piece. `None` if there may be others than these.
    pub(crate) fn pins(
        &self,
        shared: &Shared,
        codes: &Codes,
        position: &Position,
        (cell, victim): (u16, Code),
        own: &Bits<W>,
        pins: &mut Pins<W>,
    ) -> Option<()> {
        let threats = self.on(shared, codes, cell);
        let boards = codes.boards[victim as usize];
        let empty = position.board::<W>(self.empty);
        for (wanted, board, from) in &threats.leaps {
            let there = bits::and(position.board::<W>(*board), from);
            if !bits::is_empty(&there) && wanted.fits(boards) {
                bits::cells(&there).for_each(|start| pins.check(&bits::single(start)));
            }
        }
        for lines in threats.lines.iter().filter(|lines| lines.victim.fits(boards)) {
            let attackers = lines.attackers(position);
            if bits::is_empty(&attackers) {
                continue;
            }
            for ray in lines.rays.iter().filter(|ray| bits::meet(&ray.cells, &attackers)) {
                look_along(ray, &attackers, empty, own, pins);
            }
        }
        for ray in threats.rays.iter().filter(|ray| ray.victim.fits(boards)) {
            let attackers = ray.from.iter().fold(bits::none(), |mut all, (board, from)| {
                bits::or_into(&mut all, &bits::and(position.board::<W>(*board), from));
                all
            });
            if !bits::is_empty(&attackers) {
                look_along(&ray.ray, &attackers, empty, own, pins);
            }
        }
        for (board, from, list) in &threats.rest {
            let there = bits::and(position.board::<W>(*board), from);
            if bits::is_empty(&there) {
                continue;
            }
            for threat in list.iter().filter(|t| bits::has(&there, t.start) && t.victim.fits(boards)) {
                // Whoever attacks from there without conditions attacks with them, too.
                let always = |(wanted, of, starts): &(Victim, BoardId, Bits<W>)| {
                    of == board && bits::has(starts, threat.start) && wanted.fits(boards)
                };
                if threats.leaps.iter().any(always) {
                    continue;
                }
                if !threat.others.is_empty() {
                    return None;
                }
                let between = bits::and_not(&threat.empty, empty);
                let mut through = threat.empty;
                bits::insert(&mut through, threat.start);
                match bits::count(&between) {
                    0 => pins.check(&through),
                    1 if bits::meet(&between, own) => pins.pin(bits::first(&between), &through),
                    _ => {}
                }
            }
        }
        Some(())
    }

    /// Everything that threatens a cell.
    #[inline]
    pub(crate) fn on(&self, shared: &Shared, codes: &Codes, cell: u16) -> &Threats<W> {
        self.cells[cell as usize].get_or_init(|| self.threats(shared, codes, cell))
    }

    fn threats(&self, shared: &Shared, codes: &Codes, target: u16) -> Threats<W> {
        sorted(self.list(shared, codes, target))
    }

    /// The same, one by one.
    pub(crate) fn list(&self, shared: &Shared, codes: &Codes, target: u16) -> Vec<Threat<W>> {
        let taking = self.taking.get_or_init(|| self.taking(shared));
        let of_way = |&(i, start, moved): &Taking| {
            let (board, way) = &self.ways[i as usize];
            let mut threat = asked(shared, *board, way, start, target)?;
            if moved != NO_CELL {
                threat.others.push((self.empty, moved, false));
            }
            // Some sort of piece must fit.
            codes.boards[1..].iter().any(|boards| threat.victim.fits(*boards)).then_some(threat)
        };
        taking[target as usize].iter().filter_map(of_way).collect()
    }

    fn taking(&self, shared: &Shared) -> Vec<Vec<Taking>> {
        let mut taking = vec![Vec::new(); self.cells.len()];
        for (i, (_, way)) in self.ways.iter().enumerate() {
            let exit = shared.exits.get(way.exit);
            for (start, &to) in shared.places.of(way.to).iter().enumerate() {
                let start = start as u16;
                if to == NO_CELL || !in_set(&way.starts, start) {
                    continue;
                }
                let taken = if exit.script {
                    taken_by_script(shared, exit, start, to).into_iter().map(|cell| (cell, NO_CELL)).collect()
                } else {
                    taken_by_block(shared, exit, start, to)
                };
                for (cell, moved) in taken {
                    let way = (i as u32, start, moved);
                    if cell != start && taking[cell as usize].last() != Some(&way) {
                        taking[cell as usize].push(way);
                    }
                }
            }
        }
        taking
    }
}

/// A check along a line, or a piece of one's own in the way of one.
#[inline(always)]
fn look_along<const W: usize>(
    ray: &Ray<W>,
    attackers: &Bits<W>,
    empty: &Bits<W>,
    own: &Bits<W>,
    pins: &mut Pins<W>,
) {
    let through = ray.through(empty);
    if bits::meet(&through, attackers) {
        pins.check(&through);
        return;
    }
    let first = bits::and_not(&through, empty);
    if !bits::meet(&first, own) {
        return;
    }
    let mut without = *empty;
    bits::or_into(&mut without, &first);
    let through = ray.through(&without);
    if bits::meet(&through, attackers) {
        pins.pin(bits::first(&first), &through);
    }
}

impl<const W: usize> Threats<W> {
    /// Is a piece that those boards show attacked, with those cells empty? `others` answers what else a threat asks.
    #[inline(always)]
    fn hit(
        &self,
        position: &Position,
        boards: u64,
        empty: &Bits<W>,
        others: impl Fn(&Threat<W>) -> Option<bool>,
    ) -> Option<bool> {
        for (wanted, board, from) in &self.leaps {
            if bits::meet(position.board::<W>(*board), from) && wanted.fits(boards) {
                return Some(true);
            }
        }
        for lines in self.lines.iter().filter(|lines| lines.victim.fits(boards)) {
            let attackers = lines.attackers(position);
            if bits::is_empty(&attackers) {
                continue;
            }
            let mut seen = bits::none();
            for ray in &lines.rays {
                bits::or_into(&mut seen, &ray.through(empty));
            }
            if bits::meet(&seen, &attackers) {
                return Some(true);
            }
        }
        for ray in self.rays.iter().filter(|ray| ray.victim.fits(boards)) {
            let through = ray.ray.through(empty);
            let there = |(board, from): &(BoardId, Bits<W>)| {
                bits::meet(&bits::and(position.board::<W>(*board), from), &through)
            };
            if ray.from.iter().any(there) {
                return Some(true);
            }
        }
        for (board, from, list) in &self.rest {
            let there = bits::and(position.board::<W>(*board), from);
            if bits::is_empty(&there) {
                continue;
            }
            for threat in list.iter().filter(|t| bits::has(&there, t.start) && t.victim.fits(boards)) {
                if bits::is_empty(&bits::and_not(&threat.empty, empty)) && others(threat)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// Adds a line with its attackers. `nearest` is its cell next to the target: whoever attacks from there was taken for one
    /// that leaps.
    fn add_ray(&mut self, victim: Victim, nearest: u16, ray: Ray<W>, from: Vec<(BoardId, Bits<W>)>) {
        let beyond = bits::and_not(&ray.cells, &bits::single(nearest));
        let near = |leap: &(Victim, BoardId, Bits<W>), board: BoardId| {
            (leap.0, leap.1) == (victim, board) && bits::has(&leap.2, nearest)
        };
        let from_all = |(board, from): &(BoardId, Bits<W>)| {
            *from == beyond && self.leaps.iter().any(|leap| near(leap, *board))
        };
        if !from.iter().all(from_all) {
            self.rays.push(InRay { victim, ray, from });
            return;
        }
        let mut boards: Vec<BoardId> = from.iter().map(|(board, _)| *board).collect();
        boards.sort_unstable();
        for board in &boards {
            let leap = self.leaps.iter_mut().find(|leap| near(leap, *board));
            leap.into_iter().for_each(|leap| leap.2 = bits::and_not(&leap.2, &bits::single(nearest)));
        }
        self.leaps.retain(|leap| !bits::is_empty(&leap.2));
        match self.lines.iter_mut().find(|l| l.victim == victim && l.boards == boards) {
            Some(lines) => {
                bits::or_into(&mut lines.cells, &ray.cells);
                lines.rays.push(ray);
            }
            None => self.lines.push(Lines { victim, boards, cells: ray.cells, rays: vec![ray] }),
        }
    }
}

/// The cells whose pieces vanish by what happens at this exit of a script.
fn taken_by_script(shared: &Shared, exit: &Exit, start: u16, to: u16) -> SmallVec<[u16; 4]> {
    let cell = |place| place_cell(&shared.places, place, start, to);
    let mut found = SmallVec::new();
    let mut lands = |from: Place, to: Place| {
        if cell(from) != cell(to) {
            found.push(cell(to));
        }
    };
    if !exit.drop && !exit.still {
        lands(exit.from, Place::Target);
    }
    exit.moves.iter().for_each(|(from, to)| lands(*from, *to));
    for effect in &exit.effects {
        match *effect {
            Effect::Capture(p) | Effect::CaptureLate(p) | Effect::Flip(p) | Effect::Create(_, p) => {
                found.push(cell(p));
            }
            // To a script a piece that changes in any way is another one.
            Effect::ChangeKind(_, p) | Effect::Promote(_, p) | Effect::SetAttr(_, _, p) => {
                found.push(cell(p))
            }
            // Whoever carries a piece away takes it, too.
            Effect::Carry(from, to, _) => found.extend([cell(to), cell(from)]),
            _ => {}
        }
    }
    found.retain(|cell| *cell != NO_CELL);
    found
}

/// The same for an exit of a block. Beside each cell another one that must not be empty for it, or `NO_CELL`: a movement that
/// takes something by its arrival needs something to move.
fn taken_by_block(shared: &Shared, exit: &Exit, start: u16, to: u16) -> SmallVec<[(u16, u16); 4]> {
    let cell = |place| place_cell(&shared.places, place, start, to);
    let last = (!exit.drop).then_some((exit.from, Place::Target));
    let moves = exit.moves.iter().copied().chain(last).map(|(from, to)| (cell(from), cell(to)));
    let moves: SmallVec<[(u16, u16); 4]> =
        moves.filter(|(from, to)| from != to && *from != NO_CELL).collect();
    let struck = exit.effects.iter().filter_map(|effect| match *effect {
        Effect::Capture(p) | Effect::CaptureLate(p) | Effect::Flip(p) | Effect::Create(_, p) => Some(cell(p)),
        _ => None,
    });
    let struck: SmallVec<[u16; 4]> = struck.collect();
    let mut cells: SmallVec<[u16; 8]> = moves.iter().flat_map(|(from, to)| [*from, *to]).collect();
    cells.extend(struck.iter().copied());
    cells.sort_unstable();
    cells.dedup();
    cells.retain(|cell| *cell != NO_CELL);
    let mut found = SmallVec::new();
    for cell in cells {
        // It may be moved itself: of two that come to one cell the later one stays.
        let own = moves.iter().position(|(from, _)| *from == cell);
        let at = own.map_or(cell, |i| moves[i].1);
        let later = own.map_or(0, |i| i + 1);
        let landing = || moves[later..].iter().filter(|(_, to)| *to == at).map(|(from, _)| *from);
        if struck.contains(&at) || landing().any(|from| from == start || from == cell) {
            found.push((cell, NO_CELL));
        } else {
            found.extend(landing().map(|from| (cell, from)));
        }
    }
    found
}

/// The conditions of a way from one start, those about the target apart, or `None` if they cannot all hold.
pub(crate) fn asked<const W: usize>(
    shared: &Shared,
    board: BoardId,
    way: &Way,
    start: u16,
    target: u16,
) -> Option<Threat<W>> {
    let mut threat =
        Threat { victim: Victim::default(), board, start, empty: bits::none(), others: Vec::new() };
    for &(cond, at, answer) in &way.conds {
        let cell = shared.places.at(at, start);
        let asked = match cond {
            // Inside such a question further ones answer no.
            Cond::Attacked | Cond::Threatened { .. } => {
                if answer {
                    return None;
                }
                continue;
            }
            Cond::Class(asked) => asked,
            Cond::In(_) | Cond::Origin => return None,
        };
        if cell == NO_CELL {
            if answer {
                return None;
            }
            continue;
        }
        let class = shared.classes.class(asked);
        let of_piece = !class.of_places();
        if cell == target && of_piece {
            let side = if answer { &mut threat.victim.yes } else { &mut threat.victim.no };
            *side |= 1 << asked.0;
        } else if class == Class::Empty && answer {
            if cell == start {
                return None;
            }
            bits::insert(&mut threat.empty, cell);
        } else {
            threat.others.push((asked, cell, answer));
        }
    }
    Some(threat)
}

fn sorted<const W: usize>(mut all: Vec<Threat<W>>) -> Threats<W> {
    let mut threats = Threats::default();
    // Lines under construction: victim, cells in order, attackers.
    struct Line<const W: usize> {
        victim: Victim,
        cells: Vec<u16>,
        set: Bits<W>,
        from: Vec<(BoardId, Bits<W>)>,
        members: Vec<Threat<W>>,
    }
    let mut lines: Vec<Line<W>> = Vec::new();
    let mut rest: Vec<Threat<W>> = Vec::new();
    all.sort_by_key(|t| bits::count(&t.empty));
    for threat in all {
        let size = bits::count(&threat.empty);
        if !threat.others.is_empty() {
            rest.push(threat);
            continue;
        }
        if size == 0 {
            let same = threats.leaps.iter_mut().find(|(v, b, _)| (*v, *b) == (threat.victim, threat.board));
            match same {
                Some((_, _, from)) => bits::insert(from, threat.start),
                None => threats.leaps.push((threat.victim, threat.board, bits::single(threat.start))),
            }
            continue;
        }
        let mut with_start = threat.empty;
        bits::insert(&mut with_start, threat.start);
        let line = lines.iter_mut().find(|l| {
            l.victim == threat.victim
                && (l.set == threat.empty || (l.set == with_start && l.cells.last() == Some(&threat.start)))
        });
        let line = match line {
            Some(line) => line,
            None if size == 1 => {
                lines.push(Line {
                    victim: threat.victim,
                    cells: vec![bits::first(&threat.empty)],
                    set: threat.empty,
                    from: Vec::new(),
                    members: Vec::new(),
                });
                let last = lines.len() - 1;
                &mut lines[last]
            }
            None => {
                rest.push(threat);
                continue;
            }
        };
        if line.set == threat.empty {
            line.cells.push(threat.start);
            line.set = with_start;
        }
        match line.from.iter_mut().find(|(b, _)| *b == threat.board) {
            Some((_, from)) => bits::insert(from, threat.start),
            None => line.from.push((threat.board, bits::single(threat.start))),
        }
        line.members.push(threat);
    }
    for line in lines {
        let up = line.cells.windows(2).all(|w| w[0] < w[1]);
        let down = line.cells.windows(2).all(|w| w[0] > w[1]);
        if up || down {
            let ray = Ray { cells: line.set, up };
            threats.add_ray(line.victim, line.cells[0], ray, line.from);
        } else {
            rest.extend(line.members);
        }
    }
    for threat in rest {
        match threats.rest.iter_mut().find(|(b, ..)| *b == threat.board) {
            Some((_, from, list)) => {
                bits::insert(from, threat.start);
                list.push(threat);
            }
            None => threats.rest.push((threat.board, bits::single(threat.start), vec![threat])),
        }
    }
    threats
}
