//! Turns of two parts, drawn without listing them.
//!
//! A first part is drawn, its second parts are counted, and it is kept as often as there are second parts, out of as many
//! as there could be at most. So every complete move is equally likely, and only a few first parts are looked at.

use crate::bits::{self, Bits};
use crate::codes::Codes;
use crate::draw::Draw;
use crate::flow::{Exit, ExitId, Flow, Place, Shared};
use crate::make::{Step, Traces};
use crate::offer::{Anchor, Offer};
use crate::plan::{Plan, Rule};
use crate::position::Position;
use crate::recipe::Recipe;
use crate::route::Routes;
use crate::serve::table_of;
use crate::shot::Shots;
use crate::table::Table;
use crate::twin::emissions;
use smallvec::SmallVec;
use zug_ir::{GoOn, KindId, ModeId, PlayerId, Then};
use zug_vm::{NO_CELL, Program};

/// So many in vain, and the moves are listed after all.
pub(crate) const MAX_DRAWS: usize = 200;

/// What may follow a first part of one player.
#[derive(Debug)]
pub(crate) struct Seconds<const W: usize> {
    /// By kind of piece and how the first part ended.
    tables: Vec<(KindId, Then, Table<W>)>,
    /// The same one by one, if all of them can be had so.
    shots: Vec<Shots<W>>,
    /// No first part has more complete moves than this.
    pub(crate) most: u32,
}

/// What can follow the parts of each player; `None` where a turn may have more parts, or they have no tables.
pub(crate) fn seconds<const W: usize>(
    program: &Program,
    shared: &mut Shared,
    codes: &Codes,
    rules: &[Rule<W>],
    flows: &[Flow],
    next: &[Vec<(Option<ModeId>, u16)>],
) -> Vec<Option<Seconds<W>>> {
    let game = program.game();
    let n_kinds = game.kinds.len();
    (0..game.players.len())
        .map(|player| {
            if game.rules.go_on == GoOn::AnyPiece {
                return None;
            }
            let mut thens: Vec<Then> = Vec::new();
            for (i, flow) in flows.iter().enumerate().filter(|(i, _)| rules[*i].of.player.idx() == player) {
                let ends = emissions(i as u16, flow).into_iter().map(|e| shared.exits.get(e.exit).then);
                for then in ends.filter(|t| *t != Then::Done) {
                    if !thens.contains(&then) {
                        thens.push(then);
                    }
                }
            }
            let mut found = Seconds { tables: Vec::new(), shots: Vec::new(), most: 1 };
            for then in thens {
                for kind in 0..n_kinds {
                    let fits = |mode: Option<ModeId>| match then {
                        Then::PartOf(wanted) => mode == Some(wanted),
                        _ => true,
                    };
                    let list = &next[player * n_kinds + kind];
                    let which: Vec<usize> =
                        list.iter().filter(|(mode, _)| fits(*mode)).map(|(_, rule)| *rule as usize).collect();
                    if which.is_empty() {
                        continue;
                    }
                    let most = most(shared, flows, &which)? + u32::from(game.rules.stop_early);
                    let table = table_of(program, shared, codes, rules, &which)?;
                    found.most = found.most.max(most);
                    found.tables.push((KindId(kind as u16), then, table));
                }
            }
            let one_by_one = |exit: &Exit| exit.kinds.len() <= 1;
            let shots = found.tables.iter().map(|(.., table)| {
                let single = table.groups.iter().all(|g| one_by_one(shared.exits.get(g.exit)));
                if single { Shots::new(table) } else { None }
            });
            if let Some(shots) = shots.collect::<Option<Vec<_>>>() {
                // One more for the first part alone.
                let most = shots.iter().map(Shots::most).max().unwrap_or(0) + 1;
                found = Seconds { shots, most, ..found };
            }
            (!found.tables.is_empty()).then_some(found)
        })
        .collect()
}

impl<const W: usize> Seconds<W> {
    /// What may follow one by one, if all of it can be had so.
    pub(crate) fn shots_of(&self, kind: KindId, then: Then) -> Option<&Shots<W>> {
        let table = self.tables.iter().position(|(k, t, _)| *k == kind && *t == then)?;
        self.shots.get(table)
    }
}

/// How many parts these rules make at most from one start. `None` if one of them lets the turn go on.
fn most(shared: &Shared, flows: &[Flow], which: &[usize]) -> Option<u32> {
    let all: Vec<_> = which.iter().flat_map(|&i| emissions(i as u16, &flows[i])).collect();
    let ends = |e: &Exit| e.then == Then::Done && e.each.is_none();
    if !all.iter().all(|e| ends(shared.exits.get(e.exit))) {
        return None;
    }
    let n_cells = shared.places.of(crate::flow::PlaceId(0)).len() as u16;
    let from = |start: u16| -> u32 {
        let there = all.iter().filter(|e| shared.places.at(e.to, start) != NO_CELL);
        there.map(|e| shared.exits.get(e.exit).kinds.len().max(1) as u32).sum()
    };
    (0..n_cells).map(from).max()
}

impl<const W: usize> Plan<W> {
    /// Draws a complete move of these first parts and makes it. False: they must be listed.
    pub(crate) fn draw_pair(
        &self,
        position: &Position,
        after: &mut Position,
        (offers, total): (&[Offer<W>], u32),
        traces: &mut Traces,
        draw: &mut Draw,
    ) -> bool {
        let player = self.turns[position.turn as usize].actor;
        let Some(seconds) = &self.seconds[player.idx()] else { return false };
        let shots = offers.iter().map_while(|o| self.shots_of(position, (seconds, player), o));
        let shots: SmallVec<[(&Shots<W>, Bits<W>); 8]> = shots.collect();
        for _ in 0..MAX_DRAWS {
            let steps = if shots.len() == offers.len() {
                self.draw_shot((offers, total), &shots, seconds.most, draw)
            } else {
                let first = self.nth(offers, draw.below(total as usize) as u32);
                let n = draw.below(seconds.most as usize) as u32;
                self.pair((position, after), (seconds, player), first, n, traces)
            };
            if let Some(steps) = steps {
                after.copy(position);
                self.make_all(after, &steps, traces);
                return true;
            }
        }
        false
    }

    /// The complete move with so many before it, of those that begin with a part.
    fn pair(
        &self,
        (position, after): (&Position, &mut Position),
        (seconds, player): (&Seconds<W>, PlayerId),
        first: Step,
        n: u32,
        traces: &mut Traces,
    ) -> Option<SmallVec<[Step; 2]>> {
        let then = self.shared.exits.get(first.exit).then;
        if then == Then::Done {
            return (n == 0).then(|| SmallVec::from_slice(&[first]));
        }
        if let Some(shots) = self.shots(position, (seconds, player), first, then) {
            let mut empty = *position.board::<W>(self.empty);
            bits::insert(&mut empty, first.start);
            let second = self.shot((shots, seconds.most), first.to, n, &empty)?;
            return Some([first].into_iter().chain(second).collect());
        }
        after.copy(position);
        traces.captured.clear();
        self.make_part(after, first, traces);
        let (second, found) = self.second(seconds, after, player, then, n);
        let alone = n == found && (found == 0 || self.stop_early);
        match second {
            Some(second) => Some(SmallVec::from_slice(&[first, second])),
            None => alone.then(|| SmallVec::from_slice(&[first])),
        }
    }

    /// Draws a first part and one of all second parts there could be, if that is a move.
    #[inline]
    fn draw_shot(
        &self,
        (offers, total): (&[Offer<W>], u32),
        shots: &[(&Shots<W>, Bits<W>)],
        most: u32,
        draw: &mut Draw,
    ) -> Option<SmallVec<[Step; 2]>> {
        let drawn = draw.below(total as usize * most as usize);
        let (mut k, n) = ((drawn / most as usize) as u32, (drawn % most as usize) as u32);
        let mut i = 0;
        while k >= offers[i].n {
            k -= offers[i].n;
            i += 1;
        }
        let (shots, empty) = &shots[i];
        let second = self.shot((shots, most), bits::nth(&offers[i].cells, k), n, empty)?;
        Some([self.step(&offers[i], k)].into_iter().chain(second).collect())
    }

    /// The second part of that number from a cell, or none where the first one may be all. `None`: that is no move.
    #[inline]
    fn shot(
        &self,
        (shots, most): (&Shots<W>, u32),
        at: u16,
        n: u32,
        empty: &Bits<W>,
    ) -> Option<Option<Step>> {
        let len = shots.len(at);
        if n < len {
            let (exit, rule, to) = shots.get(at, n, empty)?;
            return Some(Some(Step { rule, exit, start: at, to, choice: 0 }));
        }
        // The last number stands for the first part alone.
        let alone = || self.stop_early || (0..len).all(|n| shots.get(at, n, empty).is_none());
        (n + 1 == most && alone()).then_some(None)
    }

    /// The second parts of all first parts of an offer, with the cells that are empty after one of them.
    #[inline]
    fn shots_of<'a>(
        &self,
        position: &Position,
        of: (&'a Seconds<W>, PlayerId),
        offer: &Offer<W>,
    ) -> Option<(&'a Shots<W>, Bits<W>)> {
        let Anchor::Targets(start) = offer.anchor else { return None };
        let then = self.shared.exits.get(offer.exit).then;
        let first = Step { rule: offer.rule, exit: offer.exit, start, to: NO_CELL, choice: 0 };
        if then == Then::Done || offer.n == 0 || bits::has(&offer.cells, start) {
            return None;
        }
        let shots = self.shots(position, of, first, then)?;
        let mut empty = *position.board::<W>(self.empty);
        bits::insert(&mut empty, start);
        Some((shots, empty))
    }

    /// The second parts one by one, if the first part does nothing but move its piece.
    #[inline]
    fn shots<'a>(
        &self,
        position: &Position,
        (seconds, player): (&'a Seconds<W>, PlayerId),
        first: Step,
        then: Then,
    ) -> Option<&'a Shots<W>> {
        if seconds.shots.is_empty() || !self.only_moves(first.exit) {
            return None;
        }
        let code = position.code(&self.layout, first.start);
        let mine = self.anyone || self.codes.owner[code as usize] == player.0;
        let kind = KindId(self.codes.kind[code as usize]);
        let plain = code != 0 && mine && self.layout.doomed.is_none() && first.start != first.to;
        seconds.shots_of(kind, then).filter(|_| plain)
    }

    /// Does an exit do nothing but move its piece?
    pub(crate) fn only_moves(&self, exit: ExitId) -> bool {
        let bare = matches!(&self.recipes[exit.0 as usize], Recipe::Move(moved) if moved.is_bare());
        let exit = self.shared.exits.get(exit);
        bare && exit.moves.is_empty() && exit.from == Place::Start && !exit.drop && !exit.copy
    }

    /// Would every one of these complete moves be drawn, and no other? For checking.
    pub(crate) fn draws_pairs(&self, position: &Position, offers: &[Offer<W>], routes: &Routes) -> bool {
        let player = self.turns[position.turn as usize].actor;
        let Some(seconds) = &self.seconds[player.idx()] else { return true };
        let (mut after, mut traces) = (position.clone(), Traces::default());
        let mut firsts = Vec::new();
        self.steps(offers, &mut firsts);
        let mut drawn: Vec<_> = firsts
            .iter()
            .flat_map(|first| (0..seconds.most).map(move |n| (*first, n)))
            .filter_map(|(first, n)| {
                self.pair((position, &mut after), (seconds, player), first, n, &mut traces)
            })
            .collect();
        let mut listed: Vec<SmallVec<[Step; 2]>> =
            (0..routes.len()).map(|i| SmallVec::from_slice(routes.get(i))).collect();
        let key = |steps: &SmallVec<[Step; 2]>| -> Vec<(u16, u16, u16, u16)> {
            steps.iter().map(|s| (s.exit.0, s.start, s.to, s.choice)).collect()
        };
        drawn.sort_by_key(key);
        listed.sort_by_key(key);
        drawn.iter().map(key).eq(listed.iter().map(key))
    }

    /// The second part with so many before it, and how many there are if there are not so many.
    fn second(
        &self,
        seconds: &Seconds<W>,
        after: &Position,
        player: PlayerId,
        then: Then,
        n: u32,
    ) -> (Option<Step>, u32) {
        let start = after.last_to;
        let code = after.code(&self.layout, start);
        let mine = self.anyone || self.codes.owner[code as usize] == player.0;
        let kind = KindId(self.codes.kind[code as usize]);
        let table = seconds.tables.iter().find(|(k, t, _)| *k == kind && *t == then);
        let (Some((.., table)), false) =
            (table, code == 0 || !mine || after.is_doomed::<W>(&self.layout, start))
        else {
            return (None, 0);
        };
        let (mut found, mut second) = (0, None);
        table.targets(after, start, &table.allowed(after), |group, cells| {
            let choices = self.choices[group.exit.0 as usize];
            let here = bits::count(&cells) * choices;
            if second.is_none() && n >= found && n - found < here {
                let (nth, choice) = ((n - found) / choices, (n - found) % choices);
                let to = bits::nth(&cells, nth);
                second = Some(Step { rule: group.rule, exit: group.exit, start, to, choice: choice as u16 });
            }
            found += here;
        });
        (second, found)
    }
}
