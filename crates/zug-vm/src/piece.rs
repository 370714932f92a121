//! One man as a value: kind, owner and attributes packed into 64 bits.
//!
//! A piece is immutable; every change gives another value, and equal pieces are equal numbers, which is
//! what hashing and comparing positions need. The verifier guarantees that everything fits.

use zug_ir::{AttrId, Game, KindId, PlayerId};

/// A piece, or none. Bits 0..12: kind + 1; 12..20: owner; 20..64: attributes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Piece(pub u64);

const OWNER_SHIFT: u32 = 12;
const ATTR_SHIFT: u32 = 20;
const KIND_MASK: u64 = (1 << OWNER_SHIFT) - 1;
const OWNER_MASK: u64 = 0xFF << OWNER_SHIFT;

impl Piece {
    /// An empty cell.
    pub const NONE: Piece = Piece(0);

    /// Is there no piece?
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Is there a piece?
    #[inline]
    pub fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Its kind. Meaningless for [`Piece::NONE`].
    #[inline]
    pub fn kind(self) -> KindId {
        KindId(((self.0 & KIND_MASK) as u16).wrapping_sub(1))
    }

    /// Its owner. Meaningless for [`Piece::NONE`].
    #[inline]
    pub fn owner(self) -> PlayerId {
        PlayerId(((self.0 & OWNER_MASK) >> OWNER_SHIFT) as u16)
    }

    /// Is it a piece of this kind?
    #[inline]
    pub fn is_kind(self, kind: KindId) -> bool {
        self.0 & KIND_MASK == u64::from(kind.0) + 1
    }

    /// Is it a piece of this owner?
    #[inline]
    pub fn is_owned(self, owner: PlayerId) -> bool {
        self.0 != 0 && self.owner() == owner
    }

    /// The same piece of another kind; attributes stay.
    pub fn with_kind(self, kind: KindId) -> Piece {
        Piece(self.0 & !KIND_MASK | (u64::from(kind.0) + 1))
    }

    /// The same piece of another owner.
    pub fn with_owner(self, owner: PlayerId) -> Piece {
        Piece(self.0 & !OWNER_MASK | (u64::from(owner.0) << OWNER_SHIFT))
    }
}

/// Where each attribute lives inside a piece, and what new pieces look like.
#[derive(Clone, Debug)]
pub struct PieceLayout {
    fields: Vec<Field>,
    /// `fresh[kind]`: a new piece of player 0.
    fresh: Vec<u64>,
    /// `carries[attr][kind]`: does that kind have the attribute at all?
    carries: Vec<Vec<bool>>,
    /// `kept[kind]`: the bits of owner and attributes that a piece keeps when it becomes that kind.
    kept: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Field {
    shift: u32,
    numeric: bool,
}

impl Field {
    /// Its bits, before they are shifted to their place.
    fn mask(self) -> u64 {
        if self.numeric { 0xFFFF } else { 1 }
    }
}

impl PieceLayout {
    /// Lays out the attributes of a game, booleans one bit and numbers sixteen.
    pub fn new(game: &Game) -> Self {
        let mut shift = ATTR_SHIFT;
        let mut fields = Vec::new();
        for attr in &game.attrs {
            fields.push(Field { shift, numeric: attr.numeric });
            shift += if attr.numeric { 16 } else { 1 };
        }
        let carries = game
            .attrs
            .iter()
            .map(|a| (0..game.kinds.len()).map(|k| a.kinds.contains(&KindId(k as u16))).collect())
            .collect();
        let mut layout = PieceLayout { fields, fresh: Vec::new(), carries, kept: Vec::new() };
        for (k, kind) in game.kinds.iter().enumerate() {
            let mut piece = Piece(k as u64 + 1);
            for (a, &value) in kind.defaults.iter().enumerate() {
                piece = layout.store(piece, AttrId(a as u16), value);
            }
            layout.fresh.push(piece.0);
            layout.kept.push(layout.carried_bits(k) | OWNER_MASK);
        }
        layout
    }

    fn carried_bits(&self, kind: usize) -> u64 {
        let carried = self.fields.iter().zip(&self.carries).filter(|(_, carries)| carries[kind]);
        carried.fold(0, |bits, (field, _)| bits | field.mask() << field.shift)
    }

    /// The same piece of another kind: it keeps the attributes that the new kind has, too. The others are
    /// what they are on a new piece, so that pieces that look the same are the same.
    pub fn with_kind(&self, piece: Piece, kind: KindId) -> Piece {
        let kept = self.kept[kind.idx()];
        Piece(piece.0 & kept | self.fresh[kind.idx()] & !kept)
    }

    /// A new piece with the attributes its kind declares.
    #[inline]
    pub fn new_piece(&self, kind: KindId, owner: PlayerId) -> Piece {
        Piece(self.fresh[kind.idx()]).with_owner(owner)
    }

    /// An attribute of a piece; 0 for no piece.
    #[inline]
    pub fn attr(&self, piece: Piece, attr: AttrId) -> i32 {
        let field = self.fields[attr.idx()];
        let bits = piece.0 >> field.shift;
        if field.numeric { i32::from(bits as u16 as i16) } else { (bits & 1) as i32 }
    }

    /// The piece with an attribute changed; kinds that do not have it (and no piece) stay as they are.
    /// Numbers are cut to sixteen bits at the nearest end.
    pub fn with_attr(&self, piece: Piece, attr: AttrId, value: i32) -> Piece {
        if piece.is_none() || !self.carries[attr.idx()][piece.kind().idx()] {
            return piece;
        }
        self.store(piece, attr, value)
    }

    /// The default value of an attribute on a new piece of this kind.
    pub fn default_attr(&self, kind: KindId, attr: AttrId) -> i32 {
        self.attr(Piece(self.fresh[kind.idx()]), attr)
    }

    /// Does this kind have the attribute?
    pub fn carries(&self, kind: KindId, attr: AttrId) -> bool {
        self.carries[attr.idx()][kind.idx()]
    }

    fn store(&self, piece: Piece, attr: AttrId, value: i32) -> Piece {
        let field = self.fields[attr.idx()];
        let bits = if field.numeric {
            u64::from(value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16 as u16)
        } else {
            u64::from(value != 0)
        };
        Piece(piece.0 & !(field.mask() << field.shift) | (bits << field.shift))
    }
}
