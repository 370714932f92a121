//! Everything that decides the future of a game, flat and cheap to copy.
//!
//! The hash of the position (pieces with attributes, reserves, non-counter values, turn) is kept up to date
//! by the few writers below; nothing else changes cells. Piles are kept beside the cells only in games that
//! have them: a cell always shows the piece on top.

use crate::action::NO_CELL;
use crate::error::MAX_PILED;
use crate::outcome::Outcome;
use crate::piece::Piece;
use crate::program::Program;
use zug_ir::{CellId, GlobalId, KindId, Pile, PlayerId};

/// A reserve without limit.
pub const UNLIMITED: u32 = u32::MAX;

/// A position with everything the rules may ask of it.
#[derive(PartialEq, Eq, Debug)]
pub struct State {
    /// The visible piece of each cell.
    pub(crate) cells: Vec<Piece>,
    /// Stacks: all pieces, cell after cell, bottom to top. Heaps: counts, `cell * n_codes + code`.
    pub(crate) piled: Vec<u64>,
    /// Stacks: how many pieces each cell holds.
    pub(crate) heights: Vec<u16>,
    /// `player * n_kinds + kind`; empty in games without reserves.
    pub(crate) reserve: Vec<u32>,
    pub(crate) globals: Vec<i32>,
    /// Cell and height of pieces that are captured but leave only when the turn ends. Empty between turns.
    pub(crate) doomed: Vec<(u16, u16)>,
    /// Index into the game's turns.
    pub(crate) turn: u16,
    /// Turns passed in a row.
    pub(crate) passes: u16,
    /// Turns played since the start of the game.
    pub(crate) turns_played: u32,
    pub(crate) last_from: u16,
    pub(crate) last_to: u16,
    /// Of the position, turn included.
    pub(crate) hash: u64,
    /// Hashes of the positions of this game so far, the present one last; kept only if some rule asks.
    pub(crate) history: Vec<u64>,
    /// Players who have lost while others play on, in the order they went.
    pub(crate) out: Vec<PlayerId>,
    /// Set when a goal has ended the game.
    pub(crate) over: Option<Outcome>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            cells: self.cells.clone(),
            piled: self.piled.clone(),
            heights: self.heights.clone(),
            reserve: self.reserve.clone(),
            globals: self.globals.clone(),
            doomed: self.doomed.clone(),
            history: self.history.clone(),
            out: self.out.clone(),
            over: self.over.clone(),
            ..*self
        }
    }

    /// Copies into the buffers that are already there: scratch states are copied to millions of times.
    fn clone_from(&mut self, from: &Self) {
        self.copy_position(from);
        self.history.clone_from(&from.history);
    }
}

/// Mixes an index and a value into a Zobrist key. Fixed for all time: hashes are stored in files.
#[inline]
fn key(a: u64, b: u64) -> u64 {
    let mut x = a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(32);
    x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x = (x ^ (x >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 32)
}

const SALT_RESERVE: u64 = 1 << 40;
const SALT_GLOBAL: u64 = 2 << 40;
const SALT_TURN: u64 = 3 << 40;
const SALT_HEAP: u64 = 4 << 40;
const SALT_DEPTH: u64 = 5 << 40;
const SALT_LAST: u64 = 6 << 40;
const SALT_PASSES: u64 = 7 << 40;
const SALT_TURNS: u64 = 8 << 40;
const SALT_OUT: u64 = 9 << 40;

impl State {
    /// An empty board before the first turn.
    pub(crate) fn empty(program: &Program) -> Self {
        let game = program.game();
        let n = game.board.cells.len();
        let (piled, heights) = match game.rules.pile {
            Pile::Single => (Vec::new(), Vec::new()),
            Pile::Stack => (Vec::new(), vec![0; n]),
            Pile::Heap => (vec![0; n * program.n_codes()], Vec::new()),
        };
        let mut state = State {
            cells: vec![Piece::NONE; n],
            piled,
            heights,
            reserve: if program.has_reserves() {
                vec![0; game.players.len() * game.kinds.len()]
            } else {
                Vec::new()
            },
            globals: game.globals.iter().map(|g| g.init).collect(),
            doomed: Vec::new(),
            turn: 0,
            passes: 0,
            turns_played: 0,
            last_from: NO_CELL,
            last_to: NO_CELL,
            hash: 0,
            history: Vec::new(),
            out: Vec::new(),
            over: None,
        };
        state.hash = state.recomputed_hash(program);
        state
    }

    /// The same with an empty history: inside a turn nobody asks for it.
    pub(crate) fn without_history(&self) -> State {
        let mut state = State::placeholder();
        state.copy_position(self);
        state
    }

    /// Copies everything but the history.
    pub(crate) fn copy_position(&mut self, from: &State) {
        self.cells.clone_from(&from.cells);
        self.piled.clone_from(&from.piled);
        self.heights.clone_from(&from.heights);
        self.reserve.clone_from(&from.reserve);
        self.globals.clone_from(&from.globals);
        self.doomed.clone_from(&from.doomed);
        self.out.clone_from(&from.out);
        self.over.clone_from(&from.over);
        self.turn = from.turn;
        self.passes = from.passes;
        self.turns_played = from.turns_played;
        self.last_from = from.last_from;
        self.last_to = from.last_to;
        self.hash = from.hash;
    }

    /// The visible piece of a cell.
    #[inline]
    pub fn piece(&self, cell: CellId) -> Piece {
        self.cells[cell.idx()]
    }

    /// Index of the turn to be played.
    pub fn turn_idx(&self) -> usize {
        self.turn as usize
    }

    /// Where the last part started and ended.
    pub fn last(&self) -> (Option<CellId>, Option<CellId>) {
        let cell = |c: u16| (c != NO_CELL).then_some(CellId(c));
        (cell(self.last_from), cell(self.last_to))
    }

    /// A value of the board.
    pub fn global(&self, global: GlobalId) -> i32 {
        self.globals[global.idx()]
    }

    /// Turns passed in a row.
    pub fn passes(&self) -> u16 {
        self.passes
    }

    /// Turns played since the start of the game.
    pub fn turns_played(&self) -> u32 {
        self.turns_played
    }

    /// Players who have lost while others play on, in the order they went.
    pub fn out(&self) -> &[PlayerId] {
        &self.out
    }

    pub(crate) fn put_out(&mut self, player: PlayerId) {
        self.hash ^= out_key(self.out.len(), player);
        self.out.push(player);
    }

    pub(crate) fn clear_out(&mut self) {
        self.hash ^= self.out_hash();
        self.out.clear();
    }

    /// How the game ended, if a goal has ended it.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.over.as_ref()
    }

    /// The hash of the position: what repetition compares.
    pub fn position_hash(&self) -> u64 {
        self.hash
    }

    /// The hash of the state: the position and whatever else the rules of this game can see.
    pub fn hash(&self, program: &Program) -> u64 {
        let mut h = self.hash;
        for (i, g) in program.game().globals.iter().enumerate() {
            if g.counter {
                h ^= key(SALT_GLOBAL + i as u64, self.globals[i] as u32 as u64);
            }
        }
        if program.reads_last() {
            h ^= key(SALT_LAST, u64::from(self.last_from) << 16 | u64::from(self.last_to));
        }
        if program.reads_turns_played() {
            h ^= key(SALT_TURNS, u64::from(self.turns_played));
        }
        if program.reads_passes() && self.passes > 0 {
            h ^= key(SALT_PASSES, u64::from(self.passes));
        }
        h
    }

    /// Adds the position to its history. Rules written as scripts ask whether the situation (board and reserves), or the
    /// board alone, has been like this before: both are kept, one after the other. Values and who is out are left out.
    pub(crate) fn remember(&mut self, program: &Program) {
        if program.scripted().is_none() {
            self.history.push(self.hash);
        } else {
            let keys = [self.situation_key(program, self.turn), self.board_key(program, self.turn)];
            self.history.extend(keys);
        }
    }

    /// Takes back what [`State::remember`] added last.
    pub(crate) fn forget_last(&mut self, program: &Program) {
        let kept = self.history.len().saturating_sub(if program.scripted().is_none() { 1 } else { 2 });
        self.history.truncate(kept);
    }

    /// Board and reserves, if that turn were to be played.
    pub(crate) fn situation_key(&self, program: &Program, turn: u16) -> u64 {
        let mut h = self.hash ^ self.out_hash();
        h ^= key(SALT_TURN, u64::from(self.turn)) ^ key(SALT_TURN, u64::from(turn));
        for (i, g) in program.game().globals.iter().enumerate() {
            if !g.counter {
                h ^= key(SALT_GLOBAL + i as u64, self.globals[i] as u32 as u64);
            }
        }
        h
    }

    /// The board alone, if that turn were to be played.
    pub(crate) fn board_key(&self, program: &Program, turn: u16) -> u64 {
        let reserves = self.reserve.iter().enumerate().map(|(i, &n)| reserve_key(i, n));
        reserves.fold(self.situation_key(program, turn), |h, key| h ^ key)
    }

    /// The position's hash from scratch: what the incremental one must equal.
    pub fn recomputed_hash(&self, program: &Program) -> u64 {
        let mut h = key(SALT_TURN, u64::from(self.turn)) ^ self.out_hash();
        match program.game().rules.pile {
            Pile::Single => {
                for (c, p) in self.cells.iter().enumerate() {
                    h ^= cell_key(c, *p);
                }
            }
            Pile::Stack => {
                let mut at = 0;
                for (c, &height) in self.heights.iter().enumerate() {
                    for depth in 0..height as usize {
                        h ^= depth_key(c, depth, Piece(self.piled[at]));
                        at += 1;
                    }
                }
            }
            Pile::Heap => {
                for (i, &n) in self.piled.iter().enumerate() {
                    h ^= heap_key(i, n);
                }
            }
        }
        for (i, &n) in self.reserve.iter().enumerate() {
            h ^= reserve_key(i, n);
        }
        for (i, g) in program.game().globals.iter().enumerate() {
            if !g.counter {
                h ^= key(SALT_GLOBAL + i as u64, self.globals[i] as u32 as u64);
            }
        }
        h
    }

    fn out_hash(&self) -> u64 {
        self.out.iter().enumerate().fold(0, |h, (i, &player)| h ^ out_key(i, player))
    }

    /// Takes the history away. A store of many states of one game keeps what they share once, and gives it
    /// back with [`State::set_history`] before a state is used again.
    pub fn take_history(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.history)
    }

    /// Hashes of the positions so far, the present one last, where some rule asks for them.
    pub fn history(&self) -> &[u64] {
        &self.history
    }

    /// Forgets what came before: the position is the first of its game.
    pub fn begin_history(&mut self, program: &Program) {
        self.history.clear();
        if program.needs_history() {
            self.remember(program);
        }
    }

    /// Gives back what [`State::take_history`] took.
    pub fn set_history(&mut self, history: Vec<u64>) {
        self.history = history;
    }

    /// Is a piece captured that leaves only when the turn ends?
    pub fn has_doomed(&self) -> bool {
        !self.doomed.is_empty()
    }

    /// A place in the list of reserves; 0 in games without any.
    pub fn reserve_at(&self, i: usize) -> u32 {
        self.reserve.get(i).copied().unwrap_or(0)
    }

    /// All that it is, between turns, as words: but for turn, passes, last move, hash, outcome and history.
    pub fn pack(&self, out: &mut Vec<u64>) {
        out.extend(self.cells.iter().map(|piece| piece.0));
        out.extend(self.heights.iter().map(|n| u64::from(*n)));
        out.extend(self.reserve.iter().map(|n| u64::from(*n)));
        out.extend(self.globals.iter().map(|value| u64::from(*value as u32)));
        out.push(u64::from(self.turns_played));
        out.extend([self.piled.len() as u64, self.out.len() as u64]);
        out.extend_from_slice(&self.piled);
        out.extend(self.out.iter().map(|player| u64::from(player.0)));
    }

    /// What [`State::pack`] made words of; those behind them are left over. The hash is set apart.
    pub fn unpack<'w>(&mut self, words: &'w [u64]) -> &'w [u64] {
        fn fill<T>(list: &mut [T], words: &mut impl Iterator<Item = u64>, of: impl Fn(u64) -> T) {
            list.iter_mut().zip(words).for_each(|(place, word)| *place = of(word));
        }
        let mut all = words.iter().copied();
        fill(&mut self.cells, &mut all, Piece);
        fill(&mut self.heights, &mut all, |n| n as u16);
        fill(&mut self.reserve, &mut all, |n| n as u32);
        fill(&mut self.globals, &mut all, |value| value as u32 as i32);
        self.turns_played = all.next().unwrap_or(0) as u32;
        let (piled, out) = (all.next().unwrap_or(0) as usize, all.next().unwrap_or(0) as usize);
        self.piled.clear();
        self.piled.extend(all.by_ref().take(piled));
        self.out.clear();
        self.out.extend(all.by_ref().take(out).map(|player| PlayerId(player as u16)));
        self.doomed.clear();
        self.history.clear();
        let used = words.len() - all.len();
        &words[used..]
    }

    /// The cells on which another position of the same game has something else.
    pub fn differing<'a>(&'a self, other: &'a State) -> impl Iterator<Item = u16> + 'a {
        let same = move |cell: &u16| {
            let i = usize::from(*cell);
            self.cells[i] == other.cells[i]
                && (self.heights.is_empty() || self.stack(CellId(*cell)).eq(other.stack(CellId(*cell))))
        };
        (0..self.cells.len() as u16).filter(move |cell| !same(cell))
    }

    /// Has it the same reserves?
    pub fn same_reserves(&self, other: &State) -> bool {
        self.reserve == other.reserve
    }

    /// How many cells there are.
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// All values of the board.
    pub fn globals(&self) -> &[i32] {
        &self.globals
    }

    /// Becomes a copy, but for the history.
    pub fn copy_from(&mut self, other: &State) {
        self.copy_position(other);
    }

    /// Sets what [`State::pack`] leaves out.
    pub fn set_rest(
        &mut self,
        turn: u16,
        passes: u16,
        (last_from, last_to): (u16, u16),
        hash: u64,
        over: Option<Outcome>,
    ) {
        self.turn = turn;
        self.passes = passes;
        (self.last_from, self.last_to) = (last_from, last_to);
        self.hash = hash;
        self.over = over;
    }

    /// The bytes it takes, history included.
    pub fn bytes(&self) -> usize {
        fn list<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let shorts = list(&self.heights) + list(&self.doomed) + list(&self.out);
        let longs = list(&self.cells) + list(&self.piled) + list(&self.history);
        size_of::<State>() + shorts + longs + list(&self.reserve) + list(&self.globals)
    }

    /// How often the present position has occurred, itself included.
    pub(crate) fn occurrences(&self) -> usize {
        self.history.iter().filter(|&&h| h == self.hash).count()
    }

    pub(crate) fn set_turn(&mut self, turn: u16) {
        self.hash ^= key(SALT_TURN, u64::from(self.turn)) ^ key(SALT_TURN, u64::from(turn));
        self.turn = turn;
    }

    pub(crate) fn set_global(&mut self, program: &Program, global: GlobalId, value: i32) {
        let i = global.idx();
        if !program.game().globals[i].counter {
            let k = |v: i32| key(SALT_GLOBAL + i as u64, v as u32 as u64);
            self.hash ^= k(self.globals[i]) ^ k(value);
        }
        self.globals[i] = value;
    }

    /// How many pieces wait; [`UNLIMITED`] is not counted.
    pub fn reserve(&self, program: &Program, player: PlayerId, kind: KindId) -> u32 {
        if self.reserve.is_empty() {
            return 0;
        }
        self.reserve[program.reserve_idx(player, kind)]
    }

    pub(crate) fn add_reserve(&mut self, program: &Program, player: PlayerId, kind: KindId, n: i32) {
        if self.reserve.is_empty() {
            return;
        }
        let i = program.reserve_idx(player, kind);
        let old = self.reserve[i];
        if old == UNLIMITED {
            return;
        }
        let new = (i64::from(old) + i64::from(n)).clamp(0, i64::from(UNLIMITED - 1)) as u32;
        self.set_reserve_at(i, new);
    }

    pub(crate) fn set_reserve_at(&mut self, i: usize, n: u32) {
        self.hash ^= reserve_key(i, self.reserve[i]) ^ reserve_key(i, n);
        self.reserve[i] = n;
    }

    /// Sets the one piece of a cell (games without piles), or replaces the top of a stack.
    #[inline]
    pub(crate) fn put(&mut self, program: &Program, cell: CellId, piece: Piece) {
        match program.pile() {
            Pile::Single => {
                let c = cell.idx();
                self.hash ^= cell_key(c, self.cells[c]) ^ cell_key(c, piece);
                self.cells[c] = piece;
            }
            Pile::Stack => {
                if piece.is_none() {
                    self.pop(cell);
                } else if self.cells[cell.idx()].is_some() {
                    self.replace_top(cell, piece);
                } else {
                    self.push(cell, piece);
                }
            }
            Pile::Heap => {
                self.clear_heap(program, cell);
                if piece.is_some() {
                    self.add_heap(program, cell, piece, 1);
                }
            }
        }
    }

    // --- stacks ---

    fn base(&self, cell: usize) -> usize {
        self.heights[..cell].iter().map(|&h| h as usize).sum()
    }

    /// The pile of a cell, bottom to top.
    pub fn stack(&self, cell: CellId) -> impl ExactSizeIterator<Item = Piece> + '_ {
        let base = self.base(cell.idx());
        self.piled[base..base + self.heights[cell.idx()] as usize].iter().map(|&p| Piece(p))
    }

    pub(crate) fn push(&mut self, cell: CellId, piece: Piece) {
        self.insert(cell, self.heights[cell.idx()] as usize, piece);
    }

    /// Puts a piece into a pile at a depth counted from the bottom; what is above moves up. A board that
    /// is full takes no more: a part that would come here is refused when it is made.
    pub(crate) fn insert(&mut self, cell: CellId, depth: usize, piece: Piece) {
        if self.piled.len() >= MAX_PILED {
            return;
        }
        let (c, base) = (cell.idx(), self.base(cell.idx()));
        // Only what is at this depth and above changes its place.
        self.hash ^= self.pile_hash(c, base, depth);
        self.piled.insert(base + depth, piece.0);
        self.heights[c] += 1;
        self.hash ^= self.pile_hash(c, base, depth);
        self.refresh_top(c, base);
    }

    pub(crate) fn pop(&mut self, cell: CellId) -> Piece {
        match self.heights[cell.idx()].checked_sub(1) {
            Some(top) => self.remove(cell, top as usize),
            None => Piece::NONE,
        }
    }

    /// Takes a piece out of a pile; what is above moves down. None if the pile is not that high.
    pub(crate) fn remove(&mut self, cell: CellId, depth: usize) -> Piece {
        let (c, base) = (cell.idx(), self.base(cell.idx()));
        if depth >= self.heights[c] as usize {
            return Piece::NONE;
        }
        self.hash ^= self.pile_hash(c, base, depth);
        let piece = Piece(self.piled.remove(base + depth));
        self.heights[c] -= 1;
        self.hash ^= self.pile_hash(c, base, depth);
        self.refresh_top(c, base);
        piece
    }

    fn replace_top(&mut self, cell: CellId, piece: Piece) {
        let (c, base) = (cell.idx(), self.base(cell.idx()));
        let depth = self.heights[c] as usize - 1;
        self.hash ^= depth_key(c, depth, self.cells[c]) ^ depth_key(c, depth, piece);
        self.piled[base + depth] = piece.0;
        self.cells[c] = piece;
    }

    /// Takes the top `n` pieces (0: all), bottom first.
    pub(crate) fn take_stack(&mut self, cell: CellId, n: u16) -> Vec<Piece> {
        let (c, base) = (cell.idx(), self.base(cell.idx()));
        let height = self.heights[c] as usize;
        let left = if n == 0 { 0 } else { height.saturating_sub(usize::from(n)) };
        self.hash ^= self.pile_hash(c, base, left);
        let taken = self.piled.drain(base + left..base + height).map(Piece).collect();
        self.heights[c] = left as u16;
        self.refresh_top(c, base);
        taken
    }

    /// Puts a pile on top of another, as far as the board is not full.
    pub(crate) fn push_all(&mut self, cell: CellId, pieces: &[Piece]) {
        let room = MAX_PILED.saturating_sub(self.piled.len());
        let pieces = &pieces[..pieces.len().min(room)];
        let (c, base) = (cell.idx(), self.base(cell.idx()));
        let height = self.heights[c] as usize;
        let top = base + height;
        self.piled.splice(top..top, pieces.iter().map(|piece| piece.0));
        self.heights[c] += pieces.len() as u16;
        self.hash ^= self.pile_hash(c, base, height);
        self.refresh_top(c, base);
    }

    /// What a pile from some depth on adds to the hash.
    fn pile_hash(&self, c: usize, base: usize, depth: usize) -> u64 {
        (depth..self.heights[c] as usize).fold(0, |h, d| h ^ depth_key(c, d, Piece(self.piled[base + d])))
    }

    fn refresh_top(&mut self, c: usize, base: usize) {
        let height = self.heights[c] as usize;
        self.cells[c] = if height == 0 { Piece::NONE } else { Piece(self.piled[base + height - 1]) };
    }

    // --- heaps ---

    /// How many pieces of each kind and owner a heap holds.
    pub fn heap<'a>(&'a self, program: &'a Program, cell: CellId) -> impl Iterator<Item = (Piece, u64)> + 'a {
        let n = program.n_codes();
        let counts = &self.piled[cell.idx() * n..(cell.idx() + 1) * n];
        counts.iter().enumerate().filter(|(_, n)| **n > 0).map(|(code, &n)| (program.code_piece(code), n))
    }

    /// Adds pieces to a heap, or takes them away as far as there are any. Says how many have come.
    pub(crate) fn add_heap(&mut self, program: &Program, cell: CellId, piece: Piece, n: i64) -> i64 {
        let i = cell.idx() * program.n_codes() + program.code_of(piece);
        let old = self.piled[i] as i64;
        let new = old.saturating_add(n).max(0) as u64;
        self.hash ^= heap_key(i, self.piled[i]) ^ heap_key(i, new);
        self.piled[i] = new;
        let top = self.heap(program, cell).next().map_or(Piece::NONE, |(p, _)| p);
        self.cells[cell.idx()] = top;
        new as i64 - old
    }

    pub(crate) fn clear_heap(&mut self, program: &Program, cell: CellId) {
        let n = program.n_codes();
        for i in cell.idx() * n..(cell.idx() + 1) * n {
            self.hash ^= heap_key(i, self.piled[i]);
            self.piled[i] = 0;
        }
        self.cells[cell.idx()] = Piece::NONE;
    }

    // --- pieces that leave when the turn ends ---

    /// The height at which the visible piece of a cell stands.
    fn top(&self, cell: u16) -> u16 {
        self.heights.get(cell as usize).map_or(0, |h| h.saturating_sub(1))
    }

    /// Is the visible piece of the cell captured already?
    pub(crate) fn is_doomed(&self, cell: u16) -> bool {
        !self.doomed.is_empty() && self.doomed.contains(&(cell, self.top(cell)))
    }

    /// The visible piece of the cell leaves when the turn ends.
    pub(crate) fn doom(&mut self, cell: u16) {
        self.doomed.push((cell, self.top(cell)));
    }

    /// The visible piece of the cell leaves now. Was it to leave later?
    pub(crate) fn spare(&mut self, cell: u16) -> bool {
        let doomed = self.is_doomed(cell);
        if doomed {
            let place = (cell, self.top(cell));
            self.doomed.retain(|d| *d != place);
        }
        doomed
    }

    /// How many pieces a cell holds.
    pub fn height(&self, program: &Program, cell: CellId) -> u64 {
        match program.pile() {
            Pile::Single => u64::from(self.cells[cell.idx()].is_some()),
            Pile::Stack => u64::from(self.heights[cell.idx()]),
            Pile::Heap => self.heap(program, cell).map(|(_, n)| n).sum(),
        }
    }

    /// Does the visible piece of a cell pass, or some piece of a heap? `f` may be asked about no piece.
    #[inline]
    pub(crate) fn any_piece(&self, program: &Program, cell: CellId, f: impl Fn(Piece) -> bool) -> bool {
        match program.pile() {
            Pile::Single | Pile::Stack => f(self.cells[cell.idx()]),
            Pile::Heap => self.heap(program, cell).any(|(p, _)| f(p)),
        }
    }

    /// The cells whose visible piece passes a test, in order. Asked for 64 cells at a time without a branch each,
    /// since no processor can guess where pieces stand.
    #[inline]
    pub(crate) fn cells_where(&self, test: impl Fn(Piece) -> bool) -> impl Iterator<Item = u16> {
        self.cells.chunks(64).enumerate().flat_map(move |(i, chunk)| {
            let bits = chunk.iter().enumerate().fold(0_u64, |bits, (j, &p)| bits | u64::from(test(p)) << j);
            Bits(bits).map(move |j| (i * 64) as u16 + j)
        })
    }

    /// Calls `f` for every piece on a cell with how many there are of it.
    pub(crate) fn each_piece(&self, program: &Program, cell: CellId, mut f: impl FnMut(Piece, u64)) {
        match program.pile() {
            Pile::Single => {
                let p = self.cells[cell.idx()];
                if p.is_some() {
                    f(p, 1);
                }
            }
            Pile::Stack => self.stack(cell).for_each(|p| f(p, 1)),
            Pile::Heap => self.heap(program, cell).for_each(|(p, n)| f(p, n)),
        }
    }
}

#[inline]
fn cell_key(cell: usize, piece: Piece) -> u64 {
    if piece.is_none() { 0 } else { key(cell as u64, piece.0) }
}

fn depth_key(cell: usize, depth: usize, piece: Piece) -> u64 {
    key(SALT_DEPTH + ((depth as u64) << 16) + cell as u64, piece.0)
}

fn heap_key(i: usize, n: u64) -> u64 {
    if n == 0 { 0 } else { key(SALT_HEAP + i as u64, n) }
}

fn reserve_key(i: usize, n: u32) -> u64 {
    if n == 0 { 0 } else { key(SALT_RESERVE + i as u64, u64::from(n)) }
}

fn out_key(i: usize, player: PlayerId) -> u64 {
    key(SALT_OUT + i as u64, u64::from(player.0))
}

/// The keys that position hashes are made of, for whoever keeps positions in another form.
pub mod keys {
    use crate::piece::Piece;

    /// Of a piece on a cell; 0 without a piece.
    pub fn cell(cell: usize, piece: Piece) -> u64 {
        super::cell_key(cell, piece)
    }

    /// Of a piece in a stack, so many pieces above the bottom.
    pub fn depth(cell: usize, depth: usize, piece: Piece) -> u64 {
        super::depth_key(cell, depth, piece)
    }

    /// Of the turn to be played.
    pub fn turn(turn: u16) -> u64 {
        super::key(super::SALT_TURN, u64::from(turn))
    }

    /// Of a value of the board that is not a counter.
    pub fn global(i: usize, value: i32) -> u64 {
        super::key(super::SALT_GLOBAL + i as u64, value as u32 as u64)
    }

    /// Of so many pieces of one sort in a heap, by their place in the list of cells and sorts.
    pub fn heap(i: usize, n: u64) -> u64 {
        super::heap_key(i, n)
    }

    /// Of a reserve, by its place in the list of players and kinds.
    pub fn reserve(i: usize, n: u32) -> u64 {
        super::reserve_key(i, n)
    }
}

/// The places of the ones in a word.
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as u16;
        self.0 &= self.0 - 1;
        Some(place)
    }
}
