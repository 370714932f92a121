//! Pieces as small numbers, with everything that can become of one in tables.

use crate::class::Classes;
use crate::numbers::Numbers;
use crate::why::Why;
use rustc_hash::FxHashMap;
use zug_ir::{AttrId, Game, KindId, PlayerId, ScriptOp};
use zug_vm::{Piece, Program, keys};

/// A sort of piece: kind, owner and attributes. 0 is an empty cell.
pub(crate) type Code = u8;

/// All sorts of pieces of a game.
#[derive(Debug)]
pub(crate) struct Codes {
    pieces: Vec<Piece>,
    index: FxHashMap<Piece, Code>,
    pub(crate) kind: Vec<u16>,
    pub(crate) owner: Vec<u16>,
    n_kinds: usize,
    n_players: usize,
    n_attrs: usize,
    with_kind: Vec<Code>,
    with_owner: Vec<Code>,
    /// The owner is the player after the present one.
    flipped: Vec<Code>,
    /// Where attributes can be more than 0 and 1: what they can be.
    numbers: Vec<Vec<i16>>,
    n_values: usize,
    with_attr: Vec<Code>,
    fresh: Vec<Code>,
    /// The boards that show it, as bits.
    pub(crate) boards: Vec<u64>,
    /// The same as lists of equal length: so many words from the first board, `per_code` fours for each. What is missing
    /// is filled up with a board that nobody reads.
    toggles: Vec<[u16; 4]>,
    per_code: usize,
    /// `keys[cell * len + code]`.
    keys: Vec<u64>,
}

/// `settled[attribute]`: a number that the kind of a piece tells, because nothing ever changes it.
pub(crate) fn settled(game: &Game) -> Vec<bool> {
    let Some(scripts) = &game.scripted else { return vec![false; game.attrs.len()] };
    let ops = || scripts.scripts.iter().flat_map(|s| &s.code);
    let kinds_change = ops().any(|op| matches!(op, ScriptOp::SetPiece {}));
    let set_up = game.setup.iter().any(|piece| !piece.attrs.is_empty());
    let written = |a: usize| ops().any(|op| matches!(op, ScriptOp::SetAttr { attr } if attr.idx() == a));
    let numbers = game.attrs.iter().enumerate();
    numbers.map(|(a, attr)| attr.numeric && !kinds_change && !set_up && !written(a)).collect()
}

impl Codes {
    pub(crate) fn new(program: &Program, numbers: &Numbers) -> Result<Self, Why> {
        let game = program.game();
        let settled = settled(game);
        let attrs = (0..game.attrs.len() as u16).map(AttrId);
        let numbers: Vec<Vec<i16>> = attrs.map(|a| numbers.of_attr(a).collect()).collect();
        let varies = |a: usize| game.attrs[a].numeric && !settled[a];
        if (0..game.attrs.len()).any(|a| varies(a) && numbers[a].is_empty()) {
            return Err(Why::NumericAttributes);
        }
        let values = |a: AttrId| if varies(a.idx()) { &numbers[a.idx()][..] } else { &[0, 1] };
        let layout = program.layout();
        let (n_kinds, n_players, n_attrs) = (game.kinds.len(), game.players.len(), game.attrs.len());
        let mut pieces = vec![Piece::NONE];
        for p in 0..n_players as u16 {
            for k in (0..n_kinds as u16).map(KindId) {
                let carries = |a: &AttrId| layout.carries(k, *a) && !settled[a.idx()];
                let carried: Vec<AttrId> = (0..n_attrs as u16).map(AttrId).filter(carries).collect();
                let mut sorts = vec![layout.new_piece(k, PlayerId(p))];
                for a in carried {
                    let with = |value: &i16| {
                        let value = i32::from(*value);
                        sorts.iter().map(move |piece| layout.with_attr(*piece, a, value))
                    };
                    sorts = values(a).iter().flat_map(with).collect();
                    if sorts.len() > 256 {
                        return Err(Why::TooManyPieces);
                    }
                }
                for piece in sorts {
                    if !pieces.contains(&piece) {
                        pieces.push(piece);
                    }
                }
            }
        }
        if pieces.len() > 256 {
            return Err(Why::TooManyPieces);
        }
        let index: FxHashMap<Piece, Code> = pieces.iter().enumerate().map(|(i, p)| (*p, i as Code)).collect();
        let find = |piece: Piece| index.get(&piece).copied().ok_or(Why::TooManyPieces);
        // Where kinds settle numbers no piece becomes another one.
        let become_of = |piece: Piece| match find(piece) {
            Err(_) if settled.contains(&true) => Ok(0),
            found => found,
        };
        let mut codes = Codes {
            kind: pieces.iter().map(|p| p.kind().0).collect(),
            owner: pieces.iter().map(|p| if p.is_none() { u16::MAX } else { p.owner().0 }).collect(),
            n_kinds,
            n_players,
            n_attrs,
            with_kind: Vec::new(),
            with_owner: Vec::new(),
            flipped: Vec::new(),
            n_values: (0..n_attrs as u16).map(|a| values(AttrId(a)).len()).max().unwrap_or(0),
            numbers: numbers.clone(),
            with_attr: Vec::new(),
            fresh: Vec::new(),
            boards: Vec::new(),
            toggles: Vec::new(),
            per_code: 0,
            keys: Vec::new(),
            index: index.clone(),
            pieces,
        };
        for &piece in &codes.pieces {
            let some = piece.is_some();
            for k in (0..n_kinds as u16).map(KindId) {
                codes.with_kind.push(if some { become_of(layout.with_kind(piece, k))? } else { 0 });
            }
            for p in (0..n_players as u16).map(PlayerId) {
                codes.with_owner.push(if some { find(piece.with_owner(p))? } else { 0 });
            }
            let next = if some { piece.with_owner(program.next_player(piece.owner())) } else { piece };
            codes.flipped.push(find(next)?);
            for a in (0..n_attrs as u16).map(AttrId) {
                for i in 0..codes.n_values {
                    let value = values(a).get(i).map(|v| layout.with_attr(piece, a, i32::from(*v)));
                    codes.with_attr.push(value.map_or(Ok(0), become_of)?);
                }
            }
        }
        for p in (0..n_players as u16).map(PlayerId) {
            for k in (0..n_kinds as u16).map(KindId) {
                codes.fresh.push(find(layout.new_piece(k, p))?);
            }
        }
        for cell in 0..game.board.cells.len() {
            codes.keys.extend(codes.pieces.iter().map(|p| keys::cell(cell, *p)));
        }
        Ok(codes)
    }

    /// Notes which boards show which sorts, once all boards are known.
    pub(crate) fn show(&mut self, program: &Program, classes: &Classes, w: usize) {
        self.boards = self.pieces.iter().map(|p| classes.showing(program, *p)).collect();
        let most = self.boards.iter().map(|b| b.count_ones() as usize).max();
        self.per_code = most.unwrap_or(0).div_ceil(4);
        let unread = classes.len();
        for &boards in &self.boards {
            let shown = (0..64).filter(|i| boards >> i & 1 != 0).chain(std::iter::repeat(unread));
            let all: Vec<u16> = shown.take(4 * self.per_code).map(|board| (board * w) as u16).collect();
            self.toggles.extend(all.as_chunks::<4>().0);
        }
    }

    /// All toggles, so many for each code.
    #[cfg(feature = "jit")]
    pub(crate) fn all_toggles(&self) -> (Vec<u16>, usize) {
        let most = self.boards.iter().map(|b| b.count_ones() as usize).max().unwrap_or(0);
        let codes = 0..self.pieces.len();
        let all = codes.flat_map(|c| self.toggles(c as Code).as_flattened().iter().take(most).copied());
        (all.collect(), most)
    }

    /// The toggles of one code.
    #[cfg(feature = "jit")]
    pub(crate) fn toggles_of(&self, code: Code) -> &[u16] {
        &self.toggles(code).as_flattened()[..self.boards[code as usize].count_ones() as usize]
    }

    /// All keys, so many for each cell.
    #[cfg(feature = "jit")]
    pub(crate) fn all_keys(&self) -> (&[u64], usize) {
        (&self.keys, self.pieces.len())
    }

    /// Has a player's piece of this kind always the same code?
    pub(crate) fn only(&self, player: PlayerId, kind: KindId) -> Option<Code> {
        let mut all =
            (1..self.pieces.len()).filter(|c| (self.owner[*c], self.kind[*c]) == (player.0, kind.0));
        let first = all.next()?;
        all.next().is_none().then_some(first as Code)
    }

    #[inline(always)]
    pub(crate) fn toggles(&self, code: Code) -> &[[u16; 4]] {
        &self.toggles[code as usize * self.per_code..][..self.per_code]
    }

    pub(crate) fn code(&self, piece: Piece) -> Option<Code> {
        self.index.get(&piece).copied()
    }

    pub(crate) fn piece(&self, code: Code) -> Piece {
        self.pieces[code as usize]
    }

    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    #[inline(always)]
    pub(crate) fn key(&self, cell: u16, code: Code) -> u64 {
        self.keys[cell as usize * self.pieces.len() + code as usize]
    }

    #[inline(always)]
    pub(crate) fn with_kind(&self, code: Code, kind: KindId) -> Code {
        self.with_kind[code as usize * self.n_kinds + kind.idx()]
    }

    #[inline(always)]
    pub(crate) fn with_owner(&self, code: Code, player: PlayerId) -> Code {
        self.with_owner[code as usize * self.n_players + player.idx()]
    }

    #[inline(always)]
    pub(crate) fn flipped(&self, code: Code) -> Code {
        self.flipped[code as usize]
    }

    #[inline(always)]
    pub(crate) fn with_attr(&self, code: Code, attr: AttrId, value: i16) -> Code {
        let which = match &self.numbers[attr.idx()][..] {
            [] => usize::from(value != 0),
            numbers => numbers.binary_search(&value).unwrap_or(0),
        };
        self.with_attr[(code as usize * self.n_attrs + attr.idx()) * self.n_values + which]
    }

    #[inline(always)]
    pub(crate) fn fresh(&self, player: PlayerId, kind: KindId) -> Code {
        self.fresh[player.idx() * self.n_kinds + kind.idx()]
    }
}
