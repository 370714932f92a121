//! Games of heaps: what lies on a cell is a number.
//!
//! How far a sowing goes depends on how many pieces there are, so no rule of such a game can be followed in advance. But
//! a rule moves nothing and is run for one cell at a time, so it is written out for each player with everything looked up
//! (`code`), and run on counts (`run`). Random games draw a cell first and run the rule for that cell only; if it makes no
//! move, another cell is drawn, which keeps the choice uniform.

mod code;
mod goals;
mod run;
mod short;
mod sow;

use crate::draw::Draw;
use crate::plan::Form;
use crate::position::Position;
use crate::run::History;
use crate::search::{Does, Play, Stage as Wanted, facts_of};
use crate::why::Why;
use crate::{RuleForm, Run, Sight, Stop, TooMany};
use code::{Code, MAX_CELL_FLAGS, MAX_FLAGS, MAX_GLOBALS, Steps, Writer};
use goals::{Goals, View};
use run::{Counts, Note, Ran, Runner};
use std::sync::Mutex;
use zug_ir::{
    CellId, FlagScope, GlobalId, LastMove, LoneCapture, NoMoves, Pile, PlayerId, Stage, Start, View as Sees,
};
use zug_vm::{Action, Move, NO_CELL, Outcome, PartHead, Piece, Program, State, keys, lost};

/// Keys up to this count are in a table.
const KEYS: usize = 64;

struct TurnOf {
    actor: PlayerId,
    chooser: PlayerId,
    after: u16,
    /// For each rank the one rule there is.
    ranks: Vec<u16>,
}

/// The hashes by which a random game tells that positions come back. Nobody else sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hashes {
    None,
    /// The game begins with nothing behind it: any will do.
    Own,
    /// They are compared with those of the positions before.
    Usual,
}

/// Odd numbers with bits of no pattern (digits of the square roots of 2, 3, 5 and 7).
const OWN: [u64; 4] =
    [0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1];

/// Both halves of a product in one.
#[inline(always)]
fn folded(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    wide as u64 ^ (wide >> 64) as u64
}

/// A game of heaps in its fast form.
pub(crate) struct Heaps<const C: usize> {
    piece: Piece,
    n_cells: usize,
    steps: Steps,
    codes: Vec<(RuleForm, Code)>,
    turns: Vec<TurnOf>,
    goals: Goals,
    counters: Vec<bool>,
    lone_capture: LoneCapture,
    no_moves: NoMoves,
    forgets_last: bool,
    asks_repetition: bool,
    asks_deferred: bool,
    /// Some deferred goal may hold about players who can move.
    asks_always: bool,
    /// Place of the piece's count on the first cell, and how far it is to the next cell, in the list of all counts.
    first_key: usize,
    n_codes: usize,
    cell_keys: Vec<u64>,
    turn_keys: Vec<u64>,
    histories: Mutex<Vec<History>>,
}

/// A game of heaps, if it has this form.
pub(crate) fn heaps(program: &Program) -> Result<Box<dyn Run>, Why> {
    match program.game().board.cells.len() {
        0..=16 => Ok(Box::new(Heaps::<16>::new(program)?)),
        17..=64 => Ok(Box::new(Heaps::<64>::new(program)?)),
        _ => Err(Why::TooManyCells),
    }
}

/// The sort of piece that the game is played with, if there is only one.
fn only_piece(program: &Program) -> Result<Piece, Why> {
    let setup = &program.game().setup;
    let first = setup.first().ok_or(Why::Piles)?;
    if setup.iter().any(|p| (p.player, p.kind) != (first.player, first.kind)) {
        return Err(Why::Piles);
    }
    Ok(program.layout().new_piece(first.kind, first.player))
}

impl<const C: usize> Heaps<C> {
    fn new(program: &Program) -> Result<Self, Why> {
        let game = program.game();
        let rules = &game.rules;
        let merging = |s: &Stage| matches!(s, Stage::Merge | Stage::Priorities { .. });
        let checks = [
            (rules.pile != Pile::Heap, Why::Piles),
            (rules.view != Sees::Now, Why::Op("rules that do not see their changes")),
            (rules.flag_scope != FlagScope::Part, Why::LastingFlags),
            (!game.attrs.is_empty(), Why::FollowingAttributes),
            (game.players.iter().any(|p| p.random), Why::Chance),
            (program.has_reserves(), Why::Op("reserves")),
            (!program.merges(), Why::Stage("merge")),
            (!game.stages.iter().all(merging), Why::Stage("of this game")),
            (game.flags.len() > MAX_FLAGS, Why::Op("set_flag")),
            (game.cell_flags.len() > MAX_CELL_FLAGS, Why::Op("set_cell_flag")),
            (game.globals.len() > MAX_GLOBALS, Why::Op("set_global")),
            (program.reads_turns_played(), Why::Goal("turns")),
        ];
        if let Some((_, why)) = checks.into_iter().find(|(bad, _)| *bad) {
            return Err(why);
        }
        let piece = only_piece(program)?;
        let (n_kinds, n_cells) = (game.kinds.len(), game.board.cells.len());
        let (mut steps, mut codes, mut turns) = (Steps::default(), Vec::new(), Vec::new());
        for (i, turn) in game.turns.iter().enumerate() {
            let mut ranks = Vec::new();
            let own = rules.start == Start::Anyone || piece.owner() == turn.actor;
            for rank in program.ranks().iter().filter(|_| own) {
                let list = &rank.moves[piece.kind().idx()];
                let mine: Vec<_> = list.iter().filter(|r| Program::turn_allows(turn, r.mode)).collect();
                let [rule] = mine[..] else {
                    if mine.is_empty() {
                        continue;
                    }
                    return Err(Why::Twins);
                };
                let (player, kind, block) = (turn.actor, piece.kind(), rule.block);
                let form = RuleForm { player, kind, block, drop: false, form: Form::Counts, why: None };
                let known = codes.iter().position(|(f, _)| *f == form);
                ranks.push(known.unwrap_or(codes.len()) as u16);
                if known.is_none() {
                    let writer = Writer::new(program, &mut steps, piece, player);
                    codes.push((form, writer.write(&game.blocks[block.idx()].code)?));
                }
            }
            turns.push(TurnOf {
                actor: turn.actor,
                chooser: turn.chooser,
                after: program.turn_after(i as u16),
                ranks,
            });
        }
        let goals = Goals::new(goals::goals(program, piece)?);
        let n_codes = n_kinds * game.players.len();
        let first_key = piece.owner().idx() * n_kinds + piece.kind().idx();
        let key = |i: usize| keys::heap((i / KEYS) * n_codes + first_key, (i % KEYS) as u64);
        let asks = |cond: &zug_ir::GoalCond| crate::goal::mentions(cond, &zug_ir::GoalCond::Repetition);
        Ok(Heaps {
            piece,
            n_cells,
            steps,
            codes,
            turns,
            counters: game.globals.iter().map(|g| g.counter).collect(),
            lone_capture: rules.lone_capture,
            no_moves: rules.no_moves,
            forgets_last: rules.last_move == LastMove::Cleared,
            asks_repetition: game.goals.iter().any(|g| asks(&g.cond)),
            asks_deferred: game.goals.iter().any(|g| g.deferred),
            asks_always: goals.asks_always(),
            goals,
            first_key,
            n_codes,
            cell_keys: (0..n_cells * KEYS).map(key).collect(),
            turn_keys: (0..game.turns.len()).map(|t| keys::turn(t as u16)).collect(),
            histories: Mutex::new(Vec::new()),
        })
    }

    #[inline(always)]
    fn key(&self, cell: usize, n: u16) -> u64 {
        if usize::from(n) < KEYS {
            self.cell_keys[cell * KEYS + usize::from(n)]
        } else {
            keys::heap(cell * self.n_codes + self.first_key, u64::from(n))
        }
    }

    fn counts(&self, position: &Position) -> Counts<C> {
        let words = position.words();
        let mut s = Counts {
            n: [0; C],
            occupied: 0,
            hash: position.hash,
            globals: [0; MAX_GLOBALS],
            turn: position.turn,
            passes: position.passes,
            last_from: position.last_from,
            last_to: position.last_to,
        };
        for (i, &n) in words[..self.n_cells].iter().enumerate() {
            s.n[i] = n as u16;
            s.occupied |= u64::from(n > 0) << i;
        }
        for (global, word) in s.globals.iter_mut().zip(&words[self.n_cells..]) {
            *global = *word as u32 as i32;
        }
        s
    }

    fn stored(&self, s: &Counts<C>, over: Option<Outcome>) -> Position {
        let counts = s.n[..self.n_cells].iter().map(|n| u64::from(*n));
        let globals = s.globals[..self.counters.len()].iter().map(|g| u64::from(*g as u32));
        let words = counts.chain(globals).collect();
        Position::of_words(words, s.hash, s.turn, s.passes, (s.last_from, s.last_to), over)
    }

    fn runner(&self, code: u16) -> Runner<'_> {
        let Heaps { piece, lone_capture, n_cells, .. } = *self;
        Runner { code: &self.codes[code as usize].1, steps: &self.steps, piece, lone_capture, n_cells }
    }

    /// Runs a rule for a cell. The counts are those after the move, if there is one.
    #[inline]
    fn made(
        &self,
        s: &mut Counts<C>,
        before: &Counts<C>,
        code: u16,
        start: u8,
        note: &mut impl Note,
    ) -> Result<bool, TooMany> {
        let ran = self.runner(code).run(s, start, note)?;
        if ran.emitted {
            self.keep_hash(s, before, ran);
            self.end_turn(s, start, ran);
        }
        Ok(ran.emitted)
    }

    /// The hash of what lies on the cells and of the values.
    #[inline]
    fn keep_hash(&self, s: &mut Counts<C>, before: &Counts<C>, ran: Ran) {
        let mut touched = ran.touched;
        while touched != 0 {
            let cell = touched.trailing_zeros() as usize % C;
            touched &= touched - 1;
            s.hash ^= self.key(cell, before.n[cell]) ^ self.key(cell, s.n[cell]);
        }
        for (i, counter) in self.counters.iter().enumerate() {
            if !counter && s.globals[i] != before.globals[i] {
                s.hash ^= keys::global(i, before.globals[i]) ^ keys::global(i, s.globals[i]);
            }
        }
    }

    /// Another hash of the same things and the turn: of all at once, which is sooner done than cell by cell.
    #[inline(always)]
    fn own_hash(&self, s: &Counts<C>) -> u64 {
        let mut hash = 1;
        for (i, four) in s.n.chunks_exact(4).enumerate() {
            let word = four.iter().rev().fold(0, |word, n| word << 16 | u64::from(*n));
            hash = folded(hash ^ word, OWN[i % OWN.len()]);
        }
        for (i, counter) in self.counters.iter().enumerate() {
            if !counter {
                hash = folded(hash ^ u64::from(s.globals[i] as u32), OWN[0]);
            }
        }
        hash ^ self.turn_keys[s.turn as usize]
    }

    #[inline]
    fn end_turn(&self, s: &mut Counts<C>, start: u8, ran: Ran) {
        s.passes = 0;
        let last = if self.forgets_last { NO_CELL } else { u16::from(start) };
        (s.last_from, s.last_to) = (last, last);
        let turn = if ran.again { s.turn } else { self.turns[s.turn as usize].after };
        s.hash ^= self.turn_keys[s.turn as usize] ^ self.turn_keys[turn as usize];
        s.turn = turn;
    }

    /// Every legal move: its rule and its cell, with what comes of it.
    fn legal(&self, s: &Counts<C>) -> Result<Vec<(u16, u8, Counts<C>)>, TooMany> {
        let mut found = Vec::new();
        for &code in &self.turns[s.turn as usize].ranks {
            let mut starts = s.occupied & self.codes[code as usize].1.starts;
            while starts != 0 {
                let start = starts.trailing_zeros() as u8;
                starts &= starts - 1;
                let mut after = *s;
                if self.made(&mut after, s, code, start, &mut ())? {
                    found.push((code, start, after));
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        Ok(found)
    }

    /// How the game stands before a move.
    fn standing(&self, program: &Program, s: &Counts<C>, has_moves: bool) -> Option<Outcome> {
        let turn = &self.turns[s.turn as usize];
        if self.asks_deferred && (!has_moves || self.asks_always) {
            let stuck = (!has_moves).then_some((turn.actor, turn.chooser));
            let view = View { mover: program.chooser_before(s.turn), stuck, repeats: false };
            let over = self.goals.decide(program, s, true, view);
            if over.is_some() {
                return over;
            }
        }
        (!has_moves).then(|| match self.no_moves {
            NoMoves::Draw => Outcome::Draw,
            NoMoves::Loss => lost(program, turn.chooser, 1),
        })
    }

    /// How the game stands after a move.
    #[inline]
    fn reached(&self, program: &Program, s: &Counts<C>, mover: PlayerId, repeats: bool) -> Option<Outcome> {
        self.goals.decide(program, s, false, View { mover, stuck: None, repeats })
    }

    fn show(&self, s: &Counts<C>, code: u16, start: u8) -> Result<Move, TooMany> {
        let mut actions: Vec<Action> = Vec::new();
        let mut after = *s;
        self.made(&mut after, s, code, start, &mut actions)?;
        let (from, to) = (u16::from(start), u16::from(start));
        let head = PartHead { from, to, end: actions.len() as u32, then: zug_ir::Then::Done.into() };
        Ok(Move::of_parts(&actions, &[head]))
    }

    /// Draws a legal move and makes it; before it the counts were `before`. False: there is none.
    #[inline]
    fn random_move(
        &self,
        s: &mut Counts<C>,
        before: &Counts<C>,
        hashes: Hashes,
        draw: &mut Draw,
    ) -> Result<bool, TooMany> {
        for &code in &self.turns[s.turn as usize].ranks {
            let mut starts = s.occupied & self.codes[code as usize].1.starts;
            while starts != 0 {
                let n = draw.below(starts.count_ones() as usize) as u32;
                let start = crate::bits::nth(&[starts], n);
                let ran = self.runner(code).run(s, start as u8, &mut ())?;
                if ran.emitted {
                    match hashes {
                        Hashes::None => {}
                        Hashes::Own => s.hash = self.own_hash(s),
                        Hashes::Usual => self.keep_hash(s, before, ran),
                    }
                    self.end_turn(s, start as u8, ran);
                    return Ok(true);
                }
                *s = *before;
                starts &= !(1 << start);
            }
        }
        Ok(false)
    }

    fn random_game(
        &self,
        program: &Program,
        mut s: Counts<C>,
        cap: usize,
        (history, hashes): (&mut History, Hashes),
        draw: &mut Draw,
    ) -> Result<(usize, Option<Outcome>), TooMany> {
        for ply in 0..cap {
            let before = s;
            if !self.random_move(&mut s, &before, hashes, draw)? {
                return Ok((ply, self.standing(program, &before, false)));
            }
            if self.asks_always {
                let over = self.standing(program, &before, true);
                if over.is_some() {
                    return Ok((ply, over));
                }
            }
            let mover = self.turns[before.turn as usize].chooser;
            let repeats = hashes != Hashes::None && history.add(s.hash);
            let over = self.reached(program, &s, mover, repeats);
            if over.is_some() && ply + 1 < cap {
                return Ok((ply + 1, over));
            }
        }
        Ok((cap, None))
    }

    fn results(&self, program: &Program, s: &Counts<C>, depth: u32, stop: Stop<'_>) -> Result<u64, TooMany> {
        if stop() {
            return Err(TooMany);
        }
        let moves = self.legal(s)?;
        if self.standing(program, s, !moves.is_empty()).is_some() {
            return Ok(0);
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let mut total = 0;
        let mover = self.turns[s.turn as usize].chooser;
        for (_, _, after) in &moves {
            let counters = self.counters.iter().zip(&after.globals).filter(|(counter, _)| **counter);
            let hash = counters.fold(after.hash, |h, (_, v)| h.rotate_left(7) ^ u64::from(*v as u32));
            if !seen.insert(hash) {
                continue;
            }
            if depth == 1 {
                total += 1;
            } else if self.reached(program, after, mover, false).is_none() {
                total += self.results(program, after, depth - 1, stop)?;
            }
        }
        Ok(total)
    }
}

impl<const C: usize> Run for Heaps<C> {
    fn position(&self, program: &Program, state: &State) -> Option<Position> {
        let mut words = Vec::with_capacity(self.n_cells + self.counters.len());
        for cell in 0..self.n_cells as u16 {
            let mut n = 0;
            for (piece, count) in state.heap(program, CellId(cell)) {
                if piece != self.piece || count > 30_000 {
                    return None;
                }
                n = count;
            }
            words.push(n);
        }
        let globals = (0..self.counters.len()).map(|i| state.global(GlobalId(i as u16)) as u32);
        words.extend(globals.map(u64::from));
        let (from, to) = state.last();
        let last = (from.map_or(NO_CELL, |c| c.0), to.map_or(NO_CELL, |c| c.0));
        let (turn, over) = (state.turn_idx() as u16, state.outcome().cloned());
        Some(Position::of_words(words, state.position_hash(), turn, state.passes(), last, over))
    }

    fn state(&self, program: &Program, position: &Position) -> State {
        let s = self.counts(position);
        let mut state = program.blank();
        let mut edit = state.edit(program);
        for (cell, &n) in s.n[..self.n_cells].iter().enumerate().filter(|(_, n)| **n > 0) {
            edit.add(CellId(cell as u16), self.piece, u32::from(n));
        }
        for i in 0..self.counters.len() {
            edit.set_global(GlobalId(i as u16), s.globals[i]);
        }
        edit.set_turn(s.turn as usize);
        let cell = |c: u16| (c != NO_CELL).then_some(CellId(c));
        edit.set_last(cell(s.last_from), cell(s.last_to));
        edit.set_passes(s.passes);
        if let Some(outcome) = &position.over {
            edit.set_outcome(outcome.clone());
        }
        edit.finish();
        state
    }

    fn moves(&self, _program: &Program, position: &Position) -> Result<Vec<Move>, TooMany> {
        if position.over.is_some() {
            return Ok(Vec::new());
        }
        let s = self.counts(position);
        self.legal(&s)?.iter().map(|(code, start, _)| self.show(&s, *code, *start)).collect()
    }

    fn outcome(&self, program: &Program, position: &Position) -> Result<Option<Outcome>, TooMany> {
        if position.over.is_some() {
            return Ok(position.over.clone());
        }
        let s = self.counts(position);
        let has_moves = !self.legal(&s)?.is_empty();
        Ok(self.standing(program, &s, has_moves))
    }

    fn play(&self, program: &Program, position: &mut Position, n: usize) -> Result<(), TooMany> {
        if position.over.is_some() {
            return Ok(());
        }
        let s = self.counts(position);
        let mover = self.turns[s.turn as usize].chooser;
        if let Some((_, _, after)) = self.legal(&s)?.get(n) {
            *position = self.stored(after, self.reached(program, after, mover, false));
        }
        Ok(())
    }

    fn plays(
        &self,
        _program: &Program,
        position: &Position,
        stage: Wanted,
        out: &mut Vec<Play>,
    ) -> Result<(), TooMany> {
        out.clear();
        if position.over.is_some() {
            return Ok(());
        }
        let s = self.counts(position);
        for (n, &(rule, start, _)) in self.legal(&s)?.iter().enumerate() {
            let mut actions: Vec<Action> = Vec::new();
            self.made(&mut s.clone(), &s, rule, start, &mut actions)?;
            let play = Play::at_place(n, facts_of(actions.iter()), Some(Does::Runs { rule, start }));
            out.extend(Some(play).filter(|play| stage.wants(play.facts)));
        }
        Ok(())
    }

    fn make(&self, program: &Program, position: &mut Position, play: &Play) -> Result<(), TooMany> {
        let Some(&Does::Runs { rule, start }) = play.does.as_deref() else { return Ok(()) };
        let s = self.counts(position);
        let mut after = s;
        if position.over.is_none() && self.made(&mut after, &s, rule, start, &mut ())? {
            let mover = self.turns[s.turn as usize].chooser;
            *position = self.stored(&after, self.reached(program, &after, mover, false));
        }
        Ok(())
    }

    fn standing(
        &self,
        program: &Program,
        position: &Position,
        has_moves: bool,
        _real: bool,
    ) -> Result<Option<Outcome>, TooMany> {
        let over = || self.standing(program, &self.counts(position), has_moves);
        Ok(position.over.clone().or_else(over))
    }

    fn playout(
        &self,
        program: &Program,
        position: &Position,
        history: &[u64],
        cap: usize,
        seed: u64,
    ) -> Result<(usize, Option<Outcome>), TooMany> {
        if position.over.is_some() && cap > 0 {
            return Ok((0, position.over.clone()));
        }
        let spare = self.histories.lock().ok().and_then(|mut all| all.pop());
        let (mut so_far, mut s) = (spare.unwrap_or_default(), self.counts(position));
        let hashes = match history {
            _ if !self.asks_repetition => Hashes::None,
            [] | [_] => Hashes::Own,
            _ => Hashes::Usual,
        };
        match hashes {
            Hashes::None => {}
            Hashes::Own => {
                s.hash = self.own_hash(&s);
                so_far.begin(&[s.hash][..history.len()], 1);
            }
            Hashes::Usual => so_far.begin(history, 1),
        }
        let result = self.random_game(program, s, cap, (&mut so_far, hashes), &mut Draw::new(seed));
        if let Ok(mut all) = self.histories.lock() {
            all.push(so_far);
        }
        result
    }

    fn look(&self, _program: &Program, position: &Position, out: &mut Sight) {
        out.of_counts(position.words(), self.n_cells, &[self.piece]);
    }

    fn perft(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        stop: Stop<'_>,
    ) -> Result<u64, TooMany> {
        match depth {
            0 => Ok(1),
            _ if position.over.is_some() => Ok(0),
            _ => self.results(program, &self.counts(position), depth, stop),
        }
    }

    fn forms(&self) -> Vec<RuleForm> {
        self.codes.iter().map(|(form, _)| *form).collect()
    }
}
