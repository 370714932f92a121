//! Turns of several parts, looked through as hops: every complete way to play one, found without playing it.

use crate::bits::{self, Bits};
use crate::draw::Draw;
use crate::hops::{Gate, Hops, Seen};
use crate::make::Step;
use crate::offer::Scratch;
use crate::plan::{Menu, Plan};
use crate::position::Position;
use crate::route::{MAX_PARTS, MAX_ROUTES, TooMany};
use crate::uniform::Registers;
use smallvec::SmallVec;

/// Where a part of the tree hangs that begins the turn.
const ROOT: u32 = u32::MAX;

/// The tree of a turn, kept from turn to turn.
#[derive(Default, Debug)]
pub(crate) struct Trails {
    /// Parts: the one before, and the hop.
    parts: Vec<(u32, u32)>,
    /// Last parts of complete moves, and how many moves there are up to and with these.
    ends: Vec<(u32, u32)>,
    /// How many pieces they take.
    most: u32,
    /// Complete ways found, whether they take most or not.
    found: usize,
}

impl Trails {
    /// How many complete moves there are.
    pub(crate) fn len(&self) -> u32 {
        self.ends.last().map_or(0, |end| end.1)
    }

    /// Moves of one part are drawn in the order in which lanes emit them.
    fn sort<const W: usize>(&mut self, hops: &Hops<W>) {
        let Trails { parts, ends, .. } = self;
        let hop = |part: u32| &hops.hops[parts[part as usize].1 as usize];
        ends.sort_unstable_by_key(|(part, _)| (hop(*part).rank, hop(*part).step.start, hop(*part).step.to));
        let mut n = 0;
        for (part, end) in ends {
            n += hop(*part).choices;
            *end = n;
        }
    }
}

/// The parts before the next one: the last of them, what they take, and how many they are.
#[derive(Clone, Copy)]
struct Path {
    last: u32,
    taken: u32,
    len: usize,
}

struct Search<'a, const W: usize> {
    hops: &'a Hops<W>,
    trails: &'a mut Trails,
}

impl<const W: usize> Search<'_, W> {
    /// Follows what a piece on a cell can do. Is it anything?
    fn follow(&mut self, seen: &Seen<W>, (table, at): (u16, u16), path: Path) -> Result<bool, TooMany> {
        let hops = self.hops;
        let doors = hops.doors(table, at);
        let mut any = false;
        for gate in hops.open(doors) {
            any |= self.pass(gate, seen, path)?;
        }
        for door in bits::cells(&hops.free(doors, seen)) {
            for gate in hops.gates(doors, door) {
                any |= self.pass(gate, seen, path)?;
            }
        }
        Ok(any)
    }

    /// Makes the hops behind a gate.
    #[inline(always)]
    fn pass(&mut self, gate: &Gate<W>, seen: &Seen<W>, path: Path) -> Result<bool, TooMany> {
        if !gate.asks.hold(seen) {
            return Ok(false);
        }
        let hops = self.hops;
        let mut any = false;
        let (mut i, end) = hops.behind(gate, seen);
        while i < end {
            let hop = &hops.hops[i as usize];
            if !hops.asks[i as usize].hold(seen) {
                i = hop.skip;
                continue;
            }
            any = true;
            let part = self.trails.parts.len() as u32;
            self.trails.parts.push((path.last, i));
            i += 1;
            let path = Path { last: part, taken: path.taken + hop.taken, len: path.len + 1 };
            if hops.stop_early {
                self.end(part, path.taken, hop.choices)?;
            }
            let mut goes_on = false;
            if let Some(next) = hop.next {
                if path.len >= MAX_PARTS {
                    return Err(TooMany);
                }
                goes_on = self.follow(&hop.after(seen), (next, hop.step.to), path)?;
            }
            if !goes_on && !hops.stop_early {
                self.end(part, path.taken, hop.choices)?;
            }
            if gate.single {
                break;
            }
        }
        Ok(any)
    }

    fn end(&mut self, part: u32, taken: u32, choices: u32) -> Result<(), TooMany> {
        let trails = &mut *self.trails;
        trails.found += choices as usize;
        if trails.found > MAX_ROUTES {
            return Err(TooMany);
        }
        if self.hops.most && taken > trails.most {
            trails.most = taken;
            trails.ends.clear();
        }
        if !self.hops.most || taken == trails.most {
            let n = trails.len() + choices;
            trails.ends.push((part, n));
        }
        Ok(())
    }
}

impl<const W: usize> Plan<W> {
    /// Finds all complete moves of a menu, where perhaps it is known who can begin one.
    pub(crate) fn trails(
        &self,
        position: &Position,
        menu: &Menu<W>,
        known: Option<&Bits<W>>,
        registers: &mut Registers<W>,
        trails: &mut Trails,
    ) -> Result<(), TooMany> {
        if const { W > bits::WIDE } {
            return Ok(());
        }
        trails.parts.clear();
        trails.ends.clear();
        (trails.most, trails.found) = (0, 0);
        let player = self.turns[position.turn as usize].actor;
        let (Some(hops), Some(firsts)) = (&self.hops[player.idx()], &menu.hops) else { return Ok(()) };
        let seen = hops.seen(|board| *position.board::<W>(board));
        let mut search = Search { hops, trails };
        for first in firsts {
            let mut starts = *position.board::<W>(first.board);
            if bits::is_empty(&starts) {
                continue;
            }
            if let Some(known) = known {
                starts = bits::and(&starts, known);
            } else if let Some(lanes) = &first.begins {
                lanes.run(position, &starts, registers);
                starts = lanes.emits.iter().fold(bits::none(), |mut all, emit| {
                    bits::or_into(&mut all, &registers[emit.register as usize]);
                    all
                });
            }
            for start in bits::cells(&starts) {
                search.follow(&seen, (first.table, start), Path { last: ROOT, taken: 0, len: 0 })?;
            }
        }
        let closed = trails.parts.iter().all(|(before, _)| *before == ROOT);
        if menu.onward.is_some() && closed {
            trails.sort(hops);
        }
        Ok(())
    }

    /// The complete move with so many before it.
    pub(crate) fn trail(&self, position: &Position, trails: &Trails, n: u32) -> SmallVec<[Step; 8]> {
        let player = self.turns[position.turn as usize].actor;
        let mut steps = SmallVec::new();
        let Some(hops) = &self.hops[player.idx()] else { return steps };
        let i = trails.ends.partition_point(|end| end.1 <= n);
        let (mut part, end) = trails.ends[i];
        let mut choice = (n + hops.hops[trails.parts[part as usize].1 as usize].choices - end) as u16;
        while part != ROOT {
            let (before, hop) = trails.parts[part as usize];
            steps.push(Step { choice, ..hops.hops[hop as usize].step });
            choice = 0;
            part = before;
        }
        steps.reverse();
        steps
    }

    /// A complete move of those found.
    pub(crate) fn drawn_trail(
        &self,
        position: &Position,
        trails: &Trails,
        draw: &mut Draw,
    ) -> SmallVec<[Step; 8]> {
        self.trail(position, trails, draw.below(trails.len() as usize) as u32)
    }

    /// Are the complete moves found the same as those in the list? For checking.
    pub(crate) fn finds_trails(&self, position: &Position, scratch: &mut Scratch<W>) -> bool {
        let Scratch { trails, menu, space, uniform, .. } = scratch;
        let menu = &self.turns[position.turn as usize].menus[*menu];
        if menu.hops.is_none() || self.trails(position, menu, None, uniform, trails).is_err() {
            return true;
        }
        let key = |steps: &[Step]| -> Vec<(u16, u16, u16, u16)> {
            steps.iter().map(|s| (s.exit.0, s.start, s.to, s.choice)).collect()
        };
        let mut found: Vec<_> = (0..trails.len()).map(|n| key(&self.trail(position, trails, n))).collect();
        let mut listed: Vec<_> = (0..space.routes.len()).map(|i| key(space.routes.get(i))).collect();
        found.sort_unstable();
        listed.sort_unstable();
        found == listed
    }
}
