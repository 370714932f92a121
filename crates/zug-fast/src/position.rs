//! A position as boards of bits, with one writer.
//!
//! Everything lies in one list of words, so that copying a position is copying memory: a board for each class that some
//! rule asks about, then a code for each cell, then values and reserves. Only [`Position::set`] changes what stands on a
//! cell; it keeps boards, codes and hash together. Where cells hold piles that is done by another writer (`piles`).

use crate::bits::Bits;
use crate::class::{BoardId, Class, Classes};
use crate::codes::{Code, Codes};
use crate::past::Past;
use crate::piles::Pile as Pieces;
use zug_ir::{CellId, FlagScope, Game, GlobalId, KindId, Pile, PlayerId};
use zug_vm::{NO_CELL, Outcome, Program, State, UNLIMITED, keys};

/// A position of one game, in the form the fast back end works on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) words: Vec<u64>,
    pub(crate) hash: u64,
    pub(crate) turn: u16,
    pub(crate) passes: u16,
    pub(crate) last_from: u16,
    pub(crate) last_to: u16,
    pub(crate) over: Option<Outcome>,
    pub(crate) changes: Changes,
    pub(crate) past: Past,
    /// Codes and hash are not those of the boards.
    #[cfg(feature = "jit")]
    pub(crate) stale: bool,
}

/// What the last move has changed: goals that have not been reached before can only be reached by this.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Changes {
    /// Boards that show some cell they did not show, as bits.
    pub(crate) gained: u64,
    /// Boards that do not show some cell any more.
    pub(crate) lost: u64,
    /// It has led to a position that has been there twice before.
    pub(crate) repeated: bool,
    /// One piece has gone to an empty cell and stayed what it was; nothing else has happened.
    pub(crate) shifted: bool,
    /// How many changes there were, and where.
    n: u16,
    cells: [u16; 7],
}

impl Changes {
    /// Everything may have changed.
    #[cfg(feature = "jit")]
    pub(crate) const ALL: Changes =
        Changes { gained: !0, lost: !0, repeated: false, shifted: false, n: u16::MAX, cells: [0; 7] };

    /// Notes that a piece has gone from cell to cell: whether it is all that happened so far.
    #[inline(always)]
    pub(crate) fn shift(&mut self, unchanged: bool) {
        self.shifted = unchanged && self.n == 2;
    }

    /// Notes that everything may have changed.
    pub(crate) fn touch_all(&mut self) {
        (self.gained, self.lost, self.n) = (!0, !0, u16::MAX);
    }

    /// The cells changed, if they were few.
    #[inline(always)]
    pub(crate) fn cells(&self) -> Option<&[u16]> {
        self.cells.get(..self.n as usize)
    }
}

/// Where a position comes from makes no difference to it.
impl PartialEq for Changes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Changes {}

/// Where what lies in the words of a position.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) cells_at: usize,
    pub(crate) globals_at: usize,
    /// Flags that live as long as a turn: values that nobody sees outside of it.
    pub(crate) flags_at: usize,
    pub(crate) reserves_at: usize,
    pub(crate) len: usize,
    pub(crate) n_cells: usize,
    pub(crate) n_kinds: usize,
    has_reserves: bool,
    reserve_keys: Vec<u64>,
    /// Globals whose value is part of the position's hash.
    hashed: Vec<bool>,
    pub(crate) last_from: Option<BoardId>,
    pub(crate) last_to: Option<BoardId>,
    pub(crate) doomed: Option<BoardId>,
    /// Cells hold stacks.
    pub(crate) piles: bool,
    /// Values that rules might make too large ones of: positions are given up in which one of them is large.
    pub(crate) watched: Vec<GlobalId>,
    /// Boards of high piles: how high they are at least.
    pub(crate) high: Vec<(BoardId, u16)>,
    /// Cell flags that live as long as a turn.
    pub(crate) flagged: Vec<BoardId>,
    pub(crate) turn_keys: Vec<u64>,
}

impl Layout {
    pub(crate) fn new(program: &Program, classes: &Classes, w: usize) -> Self {
        let game = program.game();
        let n_cells = game.board.cells.len();
        // One board more: nobody reads it (see `Codes::toggles`).
        let cells_at = (classes.len() + 1) * w;
        let globals_at = cells_at + n_cells.div_ceil(8);
        let flags_at = globals_at + game.globals.len();
        let reserves_at = flags_at + lasting_flags(game).len();
        let start = program.start();
        let has_reserves = program.has_reserves();
        let reserves = if has_reserves { game.players.len() * game.kinds.len() } else { 0 };
        debug_assert!(start.turn_idx() < game.turns.len());
        Layout {
            cells_at,
            globals_at,
            flags_at,
            reserves_at,
            len: reserves_at + reserves,
            n_cells,
            n_kinds: game.kinds.len(),
            has_reserves,
            reserve_keys: (0..reserves * RESERVE_KEYS)
                .map(|i| keys::reserve(i / RESERVE_KEYS, (i % RESERVE_KEYS) as u32))
                .collect(),
            hashed: game
                .globals
                .iter()
                .map(|g| !g.counter)
                .chain(lasting_flags(game).iter().map(|_| false))
                .collect(),
            last_from: classes.find(program, Class::LastFrom),
            last_to: classes.find(program, Class::LastTo),
            doomed: classes.find(program, Class::Doomed),
            piles: game.rules.pile == Pile::Stack,
            watched: Vec::new(),
            high: classes.high(),
            flagged: classes.flagged(),
            turn_keys: (0..game.turns.len()).map(|t| keys::turn(t as u16)).collect(),
        }
    }
}

/// Flags that live as long as a turn.
fn lasting_flags(game: &Game) -> &[String] {
    if game.rules.flag_scope == FlagScope::Turn { &game.flags } else { &[] }
}

/// Such a flag as a value: they lie behind those of the board.
pub(crate) fn value_of_flag(game: &Game, flag: usize) -> GlobalId {
    GlobalId((game.globals.len() + flag) as u16)
}

/// Reserves below this size have their keys in a table.
const RESERVE_KEYS: usize = 128;

impl Layout {
    #[inline]
    fn reserve_key(&self, i: usize, n: u32) -> u64 {
        match self.reserve_keys.get(i * RESERVE_KEYS + n as usize) {
            Some(key) if (n as usize) < RESERVE_KEYS => *key,
            _ => keys::reserve(i, n),
        }
    }
}

#[cfg(feature = "jit")]
impl Layout {
    /// Is the value part of the position's hash?
    pub(crate) fn is_hashed(&self, global: GlobalId) -> bool {
        self.hashed[global.idx()]
    }
}

impl Position {
    /// The same position as the interpreter's.
    pub(crate) fn of<const W: usize>(
        program: &Program,
        layout: &Layout,
        codes: &Codes,
        state: &State,
    ) -> Option<Position> {
        let mut position = Position {
            words: vec![0; layout.len],
            hash: state.position_hash(),
            turn: state.turn_idx() as u16,
            passes: state.passes(),
            last_from: NO_CELL,
            last_to: NO_CELL,
            over: state.outcome().cloned(),
            changes: Changes::default(),
            past: Past::default(),
            #[cfg(feature = "jit")]
            stale: false,
        };
        for cell in 0..layout.n_cells as u16 {
            // An empty cell is shown by boards, too.
            position.toggle(cell, codes.toggles(0));
            if layout.piles {
                let pieces = state.stack(CellId(cell)).map(|piece| codes.code(piece));
                let pile: Pieces = pieces.collect::<Option<_>>()?;
                position.lay::<W>(layout, codes, cell, &pile);
            } else {
                let code = codes.code(state.piece(CellId(cell)))?;
                position.set(layout, codes, cell, code);
            }
        }
        for i in 0..program.game().globals.len() {
            position.words[layout.globals_at + i] = state.global(GlobalId(i as u16)) as u32 as u64;
        }
        if layout.has_reserves {
            for p in 0..program.game().players.len() {
                for k in 0..layout.n_kinds {
                    let n = state.reserve(program, PlayerId(p as u16), KindId(k as u16));
                    position.words[layout.reserves_at + p * layout.n_kinds + k] = u64::from(n);
                }
            }
        }
        let (from, to) = state.last();
        position.set_last::<W>(layout, from.map_or(NO_CELL, |c| c.0), to.map_or(NO_CELL, |c| c.0));
        position.hash = state.position_hash();
        Some(position)
    }

    /// The same position as a state of the interpreter, without what came before.
    pub(crate) fn to_state(&self, program: &Program, layout: &Layout, codes: &Codes) -> State {
        let mut state = program.blank();
        let mut edit = state.edit(program);
        for cell in 0..layout.n_cells as u16 {
            if layout.piles {
                for code in self.pile(layout, cell) {
                    edit.add(CellId(cell), codes.piece(code), 1);
                }
                continue;
            }
            let code = self.code(layout, cell);
            if code != 0 {
                edit.add(CellId(cell), codes.piece(code), 1);
            }
        }
        for i in 0..program.game().globals.len() {
            edit.set_global(GlobalId(i as u16), self.global(layout, GlobalId(i as u16)));
        }
        if layout.has_reserves {
            for p in 0..program.game().players.len() {
                for k in 0..layout.n_kinds {
                    let n = self.words[layout.reserves_at + p * layout.n_kinds + k] as u32;
                    edit.set_reserve(PlayerId(p as u16), KindId(k as u16), n);
                }
            }
        }
        edit.set_turn(self.turn as usize);
        let cell = |c: u16| (c != NO_CELL).then_some(CellId(c));
        edit.set_last(cell(self.last_from), cell(self.last_to));
        edit.set_passes(self.passes);
        if let Some(outcome) = &self.over {
            edit.set_outcome(outcome.clone());
        }
        edit.finish();
        state
    }

    /// The words, for code that knows the layout.
    #[cfg(feature = "jit")]
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// A position whose words mean what another form makes of them.
    pub(crate) fn of_words(
        words: Vec<u64>,
        hash: u64,
        turn: u16,
        passes: u16,
        (last_from, last_to): (u16, u16),
        over: Option<Outcome>,
    ) -> Position {
        Position {
            words,
            hash,
            turn,
            passes,
            last_from,
            last_to,
            over,
            changes: Changes::default(),
            past: Past::default(),
            #[cfg(feature = "jit")]
            stale: false,
        }
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Copies another position of the same game.
    #[inline]
    pub fn copy(&mut self, from: &Position) {
        self.words.clear();
        self.words.extend_from_slice(&from.words);
        self.hash = from.hash;
        self.turn = from.turn;
        self.passes = from.passes;
        self.last_from = from.last_from;
        self.last_to = from.last_to;
        self.over.clone_from(&from.over);
        self.changes = from.changes;
        self.past.copy(&from.past);
        #[cfg(feature = "jit")]
        {
            self.stale = from.stale;
        }
    }

    #[inline(always)]
    pub(crate) fn board<const W: usize>(&self, id: BoardId) -> &Bits<W> {
        &self.words.as_chunks::<W>().0[id.0 as usize]
    }

    #[inline(always)]
    pub(crate) fn has<const W: usize>(&self, id: BoardId, cell: u16) -> bool {
        self.words[id.0 as usize * W + cell as usize / 64] >> (cell % 64) & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn code(&self, layout: &Layout, cell: u16) -> Code {
        (self.words[layout.cells_at + cell as usize / 8] >> (cell % 8 * 8)) as Code
    }

    #[inline(always)]
    fn toggle(&mut self, cell: u16, boards: &[[u16; 4]]) {
        let (word, bit) = (cell as usize / 64, 1 << (cell % 64));
        for four in boards {
            for board in four {
                self.words[*board as usize + word] ^= bit;
            }
        }
    }

    /// Puts a piece on a cell, or none: the only way to change one.
    #[inline(always)]
    pub(crate) fn set(&mut self, layout: &Layout, codes: &Codes, cell: u16, code: Code) {
        let old = self.show(layout, codes, cell, code);
        self.hash ^= codes.key(cell, old) ^ codes.key(cell, code);
    }

    /// The same without the hash. What stood there?
    #[inline(always)]
    pub(crate) fn show(&mut self, layout: &Layout, codes: &Codes, cell: u16, code: Code) -> Code {
        let old = self.code(layout, cell);
        self.toggle(cell, codes.toggles(old));
        self.toggle(cell, codes.toggles(code));
        let (before, after) = (codes.boards[old as usize], codes.boards[code as usize]);
        self.changes.gained |= after & !before;
        self.changes.lost |= before & !after;
        if let Some(place) = self.changes.cells.get_mut(self.changes.n as usize) {
            *place = cell;
        }
        self.changes.n = self.changes.n.saturating_add(1);
        let word = &mut self.words[layout.cells_at + cell as usize / 8];
        *word ^= u64::from(old ^ code) << (cell % 8 * 8);
        old
    }

    #[inline(always)]
    pub(crate) fn set_last<const W: usize>(&mut self, layout: &Layout, from: u16, to: u16) {
        for (board, old, new) in
            [(layout.last_from, self.last_from, from), (layout.last_to, self.last_to, to)]
        {
            let Some(board) = board else { continue };
            for cell in [old, new] {
                if cell != NO_CELL {
                    self.words[board.0 as usize * W + cell as usize / 64] ^= 1 << (cell % 64);
                }
            }
        }
        self.last_from = from;
        self.last_to = to;
    }

    #[inline(always)]
    pub(crate) fn set_turn(&mut self, layout: &Layout, turn: u16) {
        self.hash ^= layout.turn_keys[self.turn as usize] ^ layout.turn_keys[turn as usize];
        self.turn = turn;
    }

    pub(crate) fn global(&self, layout: &Layout, global: GlobalId) -> i32 {
        self.words[layout.globals_at + global.idx()] as u32 as i32
    }

    #[inline(always)]
    pub(crate) fn set_global(&mut self, layout: &Layout, global: GlobalId, value: i32) {
        let i = global.idx();
        let word = &mut self.words[layout.globals_at + i];
        if *word == u64::from(value as u32) {
            return;
        }
        if layout.hashed[i] {
            self.hash ^= keys::global(i, *word as u32 as i32) ^ keys::global(i, value);
        }
        *word = u64::from(value as u32);
    }

    /// The part of the hash that is about values of the board.
    pub(crate) fn hash_of_globals(&self, layout: &Layout) -> u64 {
        let values = self.values(layout).iter().zip(&layout.hashed).enumerate();
        let hashed = values.filter(|(_, (_, hashed))| **hashed);
        hashed.fold(0, |h, (i, (word, _))| h ^ keys::global(i, *word as u32 as i32))
    }

    /// The part of the hash that is about reserves.
    pub(crate) fn hash_of_reserves(&self, layout: &Layout) -> u64 {
        let reserves = self.words[layout.reserves_at..layout.len].iter().enumerate();
        reserves.fold(0, |h, (i, word)| h ^ layout.reserve_key(i, *word as u32))
    }

    #[inline(always)]
    pub(crate) fn reserve(&self, layout: &Layout, player: PlayerId, kind: KindId) -> u32 {
        if !layout.has_reserves {
            return 0;
        }
        self.words[layout.reserves_at + player.idx() * layout.n_kinds + kind.idx()] as u32
    }

    pub(crate) fn add_reserve(&mut self, layout: &Layout, player: PlayerId, kind: KindId, n: i32) {
        if !layout.has_reserves {
            return;
        }
        let i = player.idx() * layout.n_kinds + kind.idx();
        let word = &mut self.words[layout.reserves_at + i];
        let old = *word as u32;
        if old == UNLIMITED {
            return;
        }
        let new = (i64::from(old) + i64::from(n)).clamp(0, i64::from(UNLIMITED - 1)) as u32;
        self.hash ^= layout.reserve_key(i, old) ^ layout.reserve_key(i, new);
        *word = u64::from(new);
    }

    #[inline(always)]
    pub(crate) fn is_doomed<const W: usize>(&self, layout: &Layout, cell: u16) -> bool {
        layout.doomed.is_some_and(|board| self.has::<W>(board, cell))
    }

    /// Sets a cell flag, or takes it away.
    pub(crate) fn flag<const W: usize>(&mut self, board: BoardId, cell: u16, on: bool) {
        let word = &mut self.words[board.0 as usize * W + cell as usize / 64];
        *word = *word & !(1 << (cell % 64)) | u64::from(on) << (cell % 64);
    }

    /// Takes all flags away.
    pub(crate) fn clear_flags<const W: usize>(&mut self, layout: &Layout) {
        self.words[layout.flags_at..layout.reserves_at].fill(0);
        for board in &layout.flagged {
            self.words[board.0 as usize * W..][..W].fill(0);
        }
    }

    /// Marks a piece as captured for later.
    pub(crate) fn doom<const W: usize>(&mut self, layout: &Layout, cell: u16) {
        if let Some(board) = layout.doomed {
            self.words[board.0 as usize * W + cell as usize / 64] |= 1 << (cell % 64);
        }
    }

    /// Takes the mark away. Was there one?
    #[inline(always)]
    pub(crate) fn spare<const W: usize>(&mut self, layout: &Layout, cell: u16) -> bool {
        let Some(board) = layout.doomed else { return false };
        let word = &mut self.words[board.0 as usize * W + cell as usize / 64];
        let was = *word >> (cell % 64) & 1 != 0;
        *word &= !(1 << (cell % 64));
        was
    }

    /// The words that decide whether two positions inside a turn are the same, beside the hash.
    pub(crate) fn values(&self, layout: &Layout) -> &[u64] {
        &self.words[layout.globals_at..layout.reserves_at]
    }
}
