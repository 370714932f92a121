//! What a script does to pieces, as far as it is known in advance.

use super::facts::Facts;
use super::machine::{Act, Bundle, Halt, Machine, Step};
use zug_ir::{CellId, PlayerId};
use zug_vm::{Action, NO_CELL};

/// More of them at once are left to the interpreter.
const MAX_PIECES: i32 = 200;
const MAX_ACTS: usize = 600;

pub(super) enum HowMany {
    One,
    All,
    Some(i32),
}

impl Machine {
    pub(super) fn record(&mut self, act: Act) -> Step<()> {
        if self.regs.acts.len() >= MAX_ACTS {
            return Err(Halt::Stuck);
        }
        self.regs.acts.push(act);
        Ok(())
    }

    /// Takes pieces up. False: it cannot.
    pub(super) fn take(&mut self, facts: &Facts, how_many: &HowMany) -> Step<bool> {
        let cell = self.regs.cursor;
        if cell == NO_CELL {
            return Ok(false);
        }
        let pieces = match *how_many {
            HowMany::All => self.heap(facts, cell)?,
            HowMany::One | HowMany::Some(_) => {
                let n = if let HowMany::Some(n) = *how_many { n } else { 1 };
                // `some` of a heap of several sorts that no sort has enough of is a failure, unless it is all of them.
                match self.sort_of(facts, cell, n)? {
                    Some(code) => vec![(code, n as u16)],
                    None if n > 1 => {
                        let heap = self.heap(facts, cell)?;
                        let all: i32 = heap.iter().map(|(_, n)| i32::from(*n)).sum();
                        if all == n { heap } else { Vec::new() }
                    }
                    None => Vec::new(),
                }
            }
        };
        if pieces.is_empty() {
            return Ok(false);
        }
        for &(code, n) in &pieces {
            self.regs.add(facts.count_at(cell, code), -i32::from(n));
        }
        if self.regs.start == NO_CELL {
            self.regs.start = cell;
        }
        self.regs.hand.push(Bundle { origin: cell, at: cell, pieces, intact: true, lifted: false });
        Ok(true)
    }

    /// Of a heap: a piece like the one that moves, else one of the mover's, else any.
    fn sort_of(&self, facts: &Facts, cell: u16, n: i32) -> Step<Option<u8>> {
        if !(1..=MAX_PIECES).contains(&n) {
            return if n < 1 { Ok(None) } else { Err(Halt::Stuck) };
        }
        let mover = self.job.mover;
        if let Some(code) = mover
            && self.enough(facts, cell, code, n)?
        {
            return Ok(Some(code));
        }
        let codes = || (0..facts.n_codes as u8).filter(|c| facts.possible[usize::from(*c)]);
        let mine = codes().filter(|c| facts.owner(*c) == self.regs.me);
        for code in mine.chain(codes()) {
            if self.enough(facts, cell, code, n)? {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    fn tell_lifted(&mut self, facts: &Facts, cell: u16) -> Step<()> {
        for i in 0..self.regs.hand.len() {
            if self.regs.hand[i].origin == cell {
                self.tell(facts, i)?;
            }
        }
        Ok(())
    }

    fn tell(&mut self, facts: &Facts, i: usize) -> Step<()> {
        let bundle = &mut self.regs.hand[i];
        if std::mem::replace(&mut bundle.lifted, true) {
            return Ok(());
        }
        let bundle = bundle.clone();
        self.record_lifts(facts, &bundle)
    }

    fn record_lifts(&mut self, facts: &Facts, bundle: &Bundle) -> Step<()> {
        for &(code, n) in &bundle.pieces {
            let (at, piece) = (CellId(bundle.origin), facts.pieces[usize::from(code)]);
            self.record(Act::Do(Action::Lift { at, n, piece }))?;
        }
        Ok(())
    }

    pub(super) fn set_down_all(&mut self, facts: &Facts) -> Step<()> {
        let single = self.regs.hand.len() == 1;
        if !single {
            for i in 0..self.regs.hand.len() {
                self.tell(facts, i)?;
            }
        }
        for bundle in std::mem::take(&mut self.regs.hand) {
            let to = if single { self.regs.cursor } else { bundle.at };
            if to == NO_CELL {
                return Ok(());
            }
            self.set_down(facts, &bundle, to)?;
        }
        Ok(())
    }

    fn set_down(&mut self, facts: &Facts, bundle: &Bundle, to: u16) -> Step<()> {
        if self.regs.landed == NO_CELL {
            self.regs.landed = to;
        }
        let at = CellId(to);
        if bundle.lifted || !bundle.intact || bundle.pieces.len() != 1 {
            if !bundle.lifted {
                self.record_lifts(facts, bundle)?;
            }
            self.land(facts, to, &bundle.pieces)?;
            for &(code, n) in &bundle.pieces {
                let piece = facts.pieces[usize::from(code)];
                self.record(Act::Do(Action::Land { at, n, piece }))?;
            }
            return Ok(());
        }
        self.land(facts, to, &bundle.pieces)?;
        if to == bundle.origin {
            return Ok(());
        }
        let (code, n) = bundle.pieces[0];
        let piece = facts.pieces[usize::from(code)];
        self.record(Act::Do(Action::Move { from: CellId(bundle.origin), to: at, n, piece }))
    }

    fn land(&mut self, facts: &Facts, to: u16, pieces: &[(u8, u16)]) -> Step<()> {
        self.tell_lifted(facts, to)?;
        for &(code, n) in pieces {
            self.regs.add(facts.count_at(to, code), i32::from(n));
        }
        Ok(())
    }

    /// Sets some pieces of the first bundle down.
    pub(super) fn put(&mut self, facts: &Facts, n: i32) -> Step<bool> {
        let to = self.regs.cursor;
        if self.regs.hand.is_empty() || to == NO_CELL || n < 1 {
            return Ok(false);
        }
        let have: i32 = self.regs.hand[0].pieces.iter().map(|(_, n)| i32::from(*n)).sum();
        if have < n {
            return Ok(false);
        }
        if have == n && self.regs.hand.len() == 1 {
            self.set_down_all(facts)?;
            return Ok(true);
        }
        self.tell(facts, 0)?;
        let bundle = &mut self.regs.hand[0];
        let mut left = n as u16;
        let mut put: Vec<(u8, u16)> = Vec::new();
        while left > 0 && !bundle.pieces.is_empty() {
            let (code, have) = bundle.pieces[0];
            let some = have.min(left);
            put.push((code, some));
            left -= some;
            if some == have {
                bundle.pieces.remove(0);
            } else {
                bundle.pieces[0].1 -= some;
            }
        }
        bundle.intact = false;
        if bundle.pieces.is_empty() {
            self.regs.hand.remove(0);
        }
        if self.regs.landed == NO_CELL {
            self.regs.landed = to;
        }
        self.land(facts, to, &put)?;
        for (code, n) in put {
            let piece = facts.pieces[usize::from(code)];
            self.record(Act::Do(Action::Land { at: CellId(to), n, piece }))?;
        }
        Ok(true)
    }

    pub(super) fn capture(&mut self, facts: &Facts) -> Step<()> {
        let cell = self.regs.cursor;
        if cell == NO_CELL {
            return Ok(());
        }
        let heap = self.heap(facts, cell)?;
        let Some(&(top, _)) = heap.first() else { return Ok(()) };
        self.tell_lifted(facts, cell)?;
        for (code, n) in heap {
            self.regs.add(facts.count_at(cell, code), -i32::from(n));
        }
        let piece = facts.pieces[usize::from(top)];
        self.record(Act::Do(Action::Capture { at: CellId(cell), piece }))
    }

    /// A new piece under the cursor.
    pub(super) fn create(&mut self, facts: &Facts, code: u8) -> Step<bool> {
        let cell = self.regs.cursor;
        if cell == NO_CELL {
            return Ok(false);
        }
        if !facts.possible[usize::from(code)] {
            return Err(Halt::Stuck);
        }
        self.tell_lifted(facts, cell)?;
        self.regs.add(facts.count_at(cell, code), 1);
        let piece = facts.pieces[usize::from(code)];
        self.record(Act::Do(Action::Create { at: CellId(cell), n: 1, piece }))?;
        Ok(true)
    }

    /// All pieces under the cursor go to somebody.
    pub(super) fn change_owner(&mut self, facts: &Facts, owner: PlayerId) -> Step<()> {
        let cell = self.regs.cursor;
        if cell == NO_CELL {
            return Ok(());
        }
        let heap = self.heap(facts, cell)?;
        let Some(&(top, _)) = heap.first() else { return Ok(()) };
        if facts.owner(top) == owner {
            return Ok(());
        }
        self.tell_lifted(facts, cell)?;
        for (code, n) in heap {
            let new = facts.code(owner, facts.kind(code));
            if !facts.possible[usize::from(new)] {
                return Err(Halt::Stuck);
            }
            self.regs.add(facts.count_at(cell, code), -i32::from(n));
            self.regs.add(facts.count_at(cell, new), i32::from(n));
        }
        let piece = facts.pieces[usize::from(top)].with_owner(owner);
        self.record(Act::Do(Action::ChangeOwner { at: CellId(cell), owner, piece }))
    }
}
