//! What a script does to pieces: taking up, setting down, capturing, changing.
//!
//! Every change is an action, carried out on the board at once. Taking up is told to the list of actions only when
//! it matters: a bundle that is set down as it was is one movement.

use super::World;
use super::account::Ask;
use super::machine::{Bundle, Machine};
use super::run::in_hand;
use super::value::Val;
use crate::action::{Action, NO_CELL};
use crate::error::{Limit, MAX_EFFECTS, MAX_PILED, RunError, attribute};
use crate::piece::Piece;
use crate::work;
use smallvec::SmallVec;
use zug_ir::{ArriveRule, AttrId, CellId, KindId, Pile, PlayerId};

pub(super) enum HowMany {
    /// All of a stack, one piece elsewhere.
    Default,
    All,
    Some(i32),
}

impl World<'_> {
    /// Carries out an action and adds it to those of the move.
    pub(super) fn act(&mut self, m: &mut Machine, action: Action) -> Result<(), RunError> {
        if m.actions.len() >= MAX_EFFECTS {
            return Err(self.error(Limit::Effects));
        }
        self.charge(work::change(self.program, &self.board.state))?;
        self.tell_acting(m.actions.len());
        self.tell_action(&action);
        self.board.apply(self.program, &action, m.regs.me, &mut Vec::new());
        m.actions.push(action);
        Ok(())
    }

    /// Carries out an action of an alternative that succeeded, once more.
    pub(super) fn redo(&mut self, m: &mut Machine, action: Action) -> Result<(), RunError> {
        match action {
            // Two alternatives may capture the same piece.
            Action::Capture { at, .. } if self.top(at.0).is_none() => Ok(()),
            Action::CaptureLate { at, .. } if self.board.doomed_at(at.0) => Ok(()),
            // The alternative told of what is in hand still.
            Action::Lift { at, .. } if m.regs.hand.iter().any(|b| b.came_from(at.0)) => {
                self.tell_lifted(m, at.0)
            }
            _ => self.act(m, action),
        }
    }

    /// Adds an action whose effect the board shows already.
    fn record(&mut self, m: &mut Machine, action: Action) -> Result<(), RunError> {
        if m.actions.len() >= MAX_EFFECTS {
            return Err(self.error(Limit::Effects));
        }
        self.tell_acting(m.actions.len());
        m.actions.push(action);
        Ok(())
    }

    /// The visible piece of a cell.
    #[inline]
    pub(super) fn top(&self, cell: u16) -> Piece {
        if cell == NO_CELL { Piece::NONE } else { self.board.state.cells[cell as usize] }
    }

    pub(super) fn take(&mut self, m: &mut Machine, how_many: HowMany) -> Result<bool, RunError> {
        let cell = m.regs.cursor;
        self.tell_pile(cell);
        self.tell_doomed(cell);
        if self.looked_at(m).is_none() || self.board.doomed_at(cell) {
            return Ok(false);
        }
        self.tell_before(Ask::HasStart, |account| u64::from(account.start != NO_CELL));
        let (state, at) = (&self.board.state, CellId(cell));
        let height = state.height(self.program, at);
        let heap = self.program.pile() == Pile::Heap;
        let n = match how_many {
            HowMany::Default if self.program.pile() == Pile::Stack => height,
            HowMany::Default => 1,
            HowMany::All => height,
            HowMany::Some(n) => u64::try_from(n).unwrap_or(0),
        };
        // Of a heap: a piece like the one that moves, else one of the mover's, else any.
        let sort = if heap && !matches!(how_many, HowMany::All) {
            let sorts: SmallVec<[(Piece, u64); 4]> = state.heap(self.program, at).collect();
            let enough = |f: &dyn Fn(Piece) -> bool| sorts.iter().find(|(p, have)| f(*p) && *have >= n);
            let own = enough(&|p| p == m.mover).or_else(|| enough(&|p| p.owner() == m.regs.me));
            own.or_else(|| enough(&|_| true)).map(|(p, _)| *p)
        } else {
            None
        };
        if n == 0 || n > height || (heap && sort.is_none() && n < height) {
            return Ok(false);
        }
        self.charge(work::change(self.program, state))?;
        let pieces = self.board.take_off(self.program, cell, n, sort);
        if m.regs.start == NO_CELL {
            m.regs.start = cell;
        }
        if m.regs.hand.len() >= MAX_EFFECTS {
            return Err(self.error(Limit::Effects));
        }
        let under = SmallVec::new();
        m.regs.hand.change().push(Bundle {
            origin: cell,
            at: cell,
            pieces,
            under,
            intact: true,
            lifted: false,
        });
        Ok(true)
    }

    /// Tells the actions about bundles taken from a cell that is about to change.
    fn tell_lifted(&mut self, m: &mut Machine, cell: u16) -> Result<(), RunError> {
        for i in 0..m.regs.hand.len() {
            if m.regs.hand[i].came_from(cell) {
                self.tell(m, i)?;
            }
        }
        Ok(())
    }

    fn tell(&mut self, m: &mut Machine, i: usize) -> Result<(), RunError> {
        let bundle = &m.regs.hand[i];
        if bundle.lifted || bundle.origin == NO_CELL {
            return Ok(());
        }
        let bundle = bundle.clone();
        m.regs.hand.change()[i].lifted = true;
        self.record_lifts(m, &bundle)
    }

    /// Tells where all pieces of a bundle came from.
    fn record_lifts(&mut self, m: &mut Machine, bundle: &Bundle) -> Result<(), RunError> {
        let (under, own) = bundle.pieces.split_at(bundle.under.len().min(bundle.pieces.len()));
        self.record_lift(m, CellId(bundle.origin), own)?;
        for (cell, piece) in bundle.under.iter().zip(under.iter().rev()) {
            self.record_lift(m, CellId(*cell), &[*piece])?;
        }
        Ok(())
    }

    fn record_lift(&mut self, m: &mut Machine, at: CellId, pieces: &[(Piece, u64)]) -> Result<(), RunError> {
        match self.program.pile() {
            Pile::Heap => {
                for &(piece, n) in pieces {
                    self.record(m, Action::Lift { at, n: small(n), piece })?;
                }
                Ok(())
            }
            Pile::Single | Pile::Stack => {
                let piece = pieces.last().map_or(Piece::NONE, |(p, _)| *p);
                self.record(m, Action::Lift { at, n: small(pieces.len() as u64), piece })
            }
        }
    }

    /// Sets everything in hand down.
    pub(super) fn set_down_all(&mut self, m: &mut Machine) -> Result<(), RunError> {
        let single = m.regs.hand.len() == 1;
        if !single {
            for i in 0..m.regs.hand.len() {
                self.tell(m, i)?;
            }
        }
        // A choice may hold it, too: it is read where it is.
        let hand = std::mem::take(&mut m.regs.hand);
        for bundle in hand.iter() {
            let to = if single { m.regs.cursor } else { bundle.at };
            if to == NO_CELL {
                return Ok(());
            }
            self.set_down(m, bundle, to)?;
        }
        Ok(())
    }

    fn set_down(&mut self, m: &mut Machine, bundle: &Bundle, to: u16) -> Result<(), RunError> {
        self.room(bundle)?;
        if m.regs.landed == NO_CELL {
            m.regs.landed = to;
        }
        let at = CellId(to);
        self.tell_pile_of_stack(to);
        let plain = self.program.pile() == Pile::Single || bundle.intact;
        let one_sort = self.program.pile() != Pile::Heap || bundle.pieces.len() == 1;
        let piece = bundle.pieces.last().map_or(Piece::NONE, |(p, _)| *p);
        if bundle.origin == NO_CELL {
            self.land(m, to, &bundle.pieces)?;
            let under = bundle.pieces.len().saturating_sub(1);
            for &(piece, n) in &bundle.pieces[..under] {
                self.record(m, Action::Land { at, n: small(n), piece })?;
            }
            return self.record_drop(m, at, piece);
        }
        // A move onto a cell that pieces of the bundle came from: what is under it was taken before it lands.
        let tangled = !bundle.under.is_empty() && (to == bundle.origin || bundle.under.contains(&to));
        if bundle.lifted || !plain || !one_sort || tangled {
            if !bundle.lifted {
                self.record_lifts(m, bundle)?;
            }
            self.land(m, to, &bundle.pieces)?;
            for &(piece, n) in &bundle.pieces {
                self.record(m, Action::Land { at, n: small(n), piece })?;
            }
            return Ok(());
        }
        let base = small(self.board.state.height(self.program, at));
        self.land(m, to, &bundle.pieces)?;
        if to == bundle.origin && bundle.intact && bundle.under.is_empty() {
            // Back where it was: nothing has happened.
            return Ok(());
        }
        let n = match self.program.pile() {
            Pile::Single => 0,
            Pile::Stack => small((bundle.pieces.len() - bundle.under.len()) as u64),
            Pile::Heap => bundle.pieces.first().map_or(1, |(_, n)| small(*n)),
        };
        self.record(m, Action::Move { from: CellId(bundle.origin), to: at, n, piece })?;
        let under = bundle.under.iter().zip(bundle.pieces[..bundle.under.len()].iter().rev());
        for (&cell, &(piece, _)) in under {
            self.record(m, Action::Tuck { at: CellId(cell), to: at, base, piece })?;
        }
        Ok(())
    }

    /// Tells of a drop. What has become another piece in hand is taken from the reserve as what it was.
    fn record_drop(&mut self, m: &mut Machine, at: CellId, piece: Piece) -> Result<(), RunError> {
        let (waited, kind) = (m.mover, piece.kind());
        if waited.is_kind(kind) {
            return self.record(m, Action::Drop { at, piece });
        }
        if self.program.pile() == Pile::Heap {
            let (player, n) = (waited.owner(), -1);
            self.record(m, Action::AddReserve { player, kind: waited.kind(), n })?;
            return self.record(m, Action::Land { at, n: 1, piece });
        }
        self.record(m, Action::Drop { at, piece: waited })?;
        self.record(m, Action::Promote { at, kind, piece })
    }

    /// The board takes pieces; what stands there is captured where cells hold one.
    fn land(&mut self, m: &mut Machine, to: u16, pieces: &[(Piece, u64)]) -> Result<(), RunError> {
        self.tell_lifted(m, to)?;
        self.seen.note(to);
        self.tell_empty(to);
        self.tell_change(to);
        if self.program.pile() == Pile::Single && self.top(to).is_some() {
            m.regs.captured += 1;
        }
        for &(piece, n) in pieces {
            self.charge(work::change(self.program, &self.board.state))?;
            let action = Action::Land { at: CellId(to), n: small(n), piece };
            self.board.apply(self.program, &action, m.regs.me, &mut Vec::new());
        }
        Ok(())
    }

    fn room(&self, bundle: &Bundle) -> Result<(), RunError> {
        if self.program.pile() == Pile::Stack
            && self.board.state.piled.len() + bundle.pieces.len() > MAX_PILED
        {
            return Err(self.error(Limit::Piled));
        }
        Ok(())
    }

    /// The statement: sets everything in hand down.
    pub(super) fn drop_all(&mut self, m: &mut Machine) -> Result<bool, RunError> {
        if m.holds_from_outside() {
            return Ok(false);
        }
        self.set_down_all(m)?;
        Ok(true)
    }

    /// Sets some pieces of the first bundle down, the lowest first.
    pub(super) fn put(&mut self, m: &mut Machine, n: i32) -> Result<bool, RunError> {
        let to = m.regs.cursor;
        if m.regs.hand.is_empty() || to == NO_CELL || n < 1 || m.holds_from_outside() {
            return Ok(false);
        }
        let have: u64 = m.regs.hand[0].pieces.iter().map(|(_, n)| *n).sum();
        if have < n as u64 {
            return Ok(false);
        }
        if have == n as u64 && m.regs.hand.len() == 1 {
            self.set_down_all(m)?;
            return Ok(true);
        }
        self.tell(m, 0)?;
        let mut left = n as u64;
        let mut put: SmallVec<[(Piece, u64); 1]> = SmallVec::new();
        let hand = m.regs.hand.change();
        while left > 0 && !hand[0].pieces.is_empty() {
            let (piece, have) = hand[0].pieces[0];
            let some = have.min(left);
            put.push((piece, some));
            left -= some;
            if some == have {
                hand[0].pieces.remove(0);
            } else {
                hand[0].pieces[0].1 -= some;
            }
        }
        hand[0].intact = false;
        if hand[0].pieces.is_empty() {
            hand.remove(0);
        }
        if m.regs.landed == NO_CELL {
            m.regs.landed = to;
        }
        self.land(m, to, &put)?;
        for (piece, n) in put {
            self.record(m, Action::Land { at: CellId(to), n: small(n), piece })?;
        }
        Ok(true)
    }

    pub(super) fn put_under(&mut self, m: &mut Machine) -> Result<bool, RunError> {
        let cell = m.regs.cursor;
        self.tell_pile(cell);
        self.tell_flag(m, cell);
        let top = self.top(cell);
        if top.is_none() || m.flags.contains(&cell) || m.regs.hand.is_empty() || m.holds_from_outside() {
            return Ok(false);
        }
        self.tell_lifted(m, cell)?;
        m.flags.push(cell);
        self.charge(work::change(self.program, &self.board.state))?;
        let taken = self.board.take_off(self.program, cell, 1, None);
        let told = m.regs.hand[0].lifted || !m.regs.hand[0].intact;
        if told {
            self.tell(m, 0)?;
            self.record_lift(m, CellId(cell), &taken)?;
        } else {
            m.regs.hand.change()[0].under.push(cell);
        }
        m.regs.hand.change()[0].pieces.insert_many(0, taken);
        m.regs.captured += 1;
        Ok(true)
    }

    pub(super) fn capture(&mut self, m: &mut Machine) -> Result<bool, RunError> {
        let cell = m.regs.cursor;
        self.tell_piece(cell);
        self.tell_doomed(cell);
        let piece = self.looked_at(m);
        if piece.is_none() {
            return Ok(true);
        }
        if self.board.doomed_at(cell) {
            return Ok(false);
        }
        m.regs.captured += 1;
        self.tell_lifted(m, cell)?;
        self.act(m, Action::Capture { at: CellId(cell), piece })?;
        Ok(true)
    }

    pub(super) fn capture_late(&mut self, m: &mut Machine) -> Result<bool, RunError> {
        let cell = m.regs.cursor;
        self.tell_piece(cell);
        self.tell_doomed(cell);
        let piece = self.top(cell);
        if piece.is_none() {
            return Ok(true);
        }
        if self.board.doomed_at(cell) {
            return Ok(false);
        }
        m.regs.captured += 1;
        self.tell_lifted(m, cell)?;
        self.act(m, Action::CaptureLate { at: CellId(cell), piece })?;
        Ok(true)
    }

    pub(super) fn create(&mut self, m: &mut Machine, owner: &Val, kind: &Val) -> Result<bool, RunError> {
        let cell = m.regs.cursor;
        let (Val::Player(owner), Val::Kind(kind)) = (owner, kind) else { return Ok(false) };
        if cell == NO_CELL {
            return Ok(false);
        }
        if self.program.pile() == Pile::Stack && self.board.state.piled.len() >= MAX_PILED {
            return Err(self.error(Limit::Piled));
        }
        self.tell_lifted(m, cell)?;
        let piece = self.program.layout().new_piece(*kind, *owner);
        self.act(m, Action::Create { at: CellId(cell), n: 1, piece })?;
        Ok(true)
    }

    pub(super) fn change_owner(&mut self, m: &mut Machine, owner: PlayerId) -> Result<(), RunError> {
        self.tell_piece(m.regs.cursor);
        let piece = self.top(m.regs.cursor);
        if piece.is_none() || piece.owner() == owner {
            return Ok(());
        }
        let at = CellId(m.regs.cursor);
        self.tell_lifted(m, at.0)?;
        self.act(m, Action::ChangeOwner { at, owner, piece: piece.with_owner(owner) })
    }

    pub(super) fn set_piece(&mut self, m: &mut Machine, kind: KindId) -> Result<(), RunError> {
        let held = in_hand(m);
        if held.is_some() {
            let new = self.program.layout().with_kind(held, kind);
            if self.program.pile() == Pile::Heap {
                // A heap counts its pieces by kind: it has lost those that were taken, not what they become.
                self.tell(m, 0)?;
            }
            self.change_held(m, new);
            return Ok(());
        }
        self.tell_piece(m.regs.cursor);
        let old = self.top(m.regs.cursor);
        if old.is_none() || old.is_kind(kind) {
            return Ok(());
        }
        let (at, piece) = (CellId(m.regs.cursor), self.program.layout().with_kind(old, kind));
        if m.closing {
            self.tell_before(Ask::Landed, |_| u64::from(m.regs.landed));
        }
        self.tell_lifted(m, at.0)?;
        // The piece that has moved is promoted: the move is named by it.
        let action = if m.regs.cursor == m.regs.landed && self.program.pile() != Pile::Heap {
            Action::Promote { at, kind, piece }
        } else {
            Action::ChangeKind { at, kind, piece }
        };
        self.act(m, action)
    }

    fn change_held(&mut self, m: &mut Machine, new: Piece) {
        if let Some(bundle) = m.regs.hand.change().first_mut() {
            bundle.intact = false;
            if let Some((piece, _)) = bundle.pieces.last_mut() {
                *piece = new;
            }
        }
    }

    /// The piece an attribute belongs to, and whether it is in hand.
    pub(super) fn attr_piece(&self, m: &Machine, attr: AttrId) -> Option<(Piece, bool)> {
        let carries = |p: Piece| p.is_some() && self.program.layout().carries(p.kind(), attr);
        let (top, held) = (self.top(m.regs.cursor), in_hand(m));
        if carries(top) {
            return Some((top, false));
        }
        carries(held).then_some((held, true))
    }

    pub(super) fn set_attr(&mut self, m: &mut Machine, attr: AttrId, value: i32) -> Result<(), RunError> {
        self.tell_piece(m.regs.cursor);
        let Some((piece, held)) = self.attr_piece(m, attr) else { return Ok(()) };
        let numeric = self.program.game().attrs[attr.idx()].numeric;
        let value = if numeric { attribute(value) } else { Ok(i16::from(value != 0)) };
        let value = value.map_err(|kind| self.error(kind))?;
        let new = self.program.layout().with_attr(piece, attr, i32::from(value));
        if new == piece {
            return Ok(());
        }
        if held {
            self.change_held(m, new);
            return Ok(());
        }
        self.tell_lifted(m, m.regs.cursor)?;
        self.act(m, Action::SetAttr { at: CellId(m.regs.cursor), attr, value, piece: new })
    }

    /// May what is in hand be set down where it is, by a game's general rule?
    pub(super) fn may_arrive(&mut self, m: &Machine, rule: ArriveRule) -> bool {
        if self.program.pile() != Pile::Single && rule == ArriveRule::Any {
            return true;
        }
        let single = m.regs.hand.len() == 1;
        self.seen.note(m.regs.cursor);
        m.regs.hand.iter().for_each(|bundle| self.seen.note(bundle.at));
        if self.account.is_some() {
            self.tell_arrival(m, rule);
        }
        m.regs.hand.iter().all(|bundle| {
            let to = if single { m.regs.cursor } else { bundle.at };
            let there = self.top(to);
            to != NO_CELL
                && !self.board.doomed_at(to)
                && match rule {
                    ArriveRule::NotFriend => !self.is_friend(m, there),
                    ArriveRule::Empty => there.is_none(),
                    ArriveRule::Any => true,
                }
        })
    }
}

fn small(n: u64) -> u16 {
    n.min(u64::from(u16::MAX)) as u16
}
