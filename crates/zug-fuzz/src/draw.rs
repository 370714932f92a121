//! Bytes as choices: each byte, or two, picks one of what there is.

use zug_ir::{
    AttrId, CellFlagId, CellId, DirId, ExitId, Filter, FlagId, Game, GlobalId, KindId, Label, Loc, LoopId,
    ModeId, Op, PlayerId, Test, Who, ZoneId, for_each_op, for_each_test,
};

/// The bytes that are left, and the game whose tables ids are drawn from. Without bytes every choice is the first.
pub(crate) struct Draws<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) game: &'a Game,
    /// Ops, tests and places that no fast form has are left out: nearly every rule drawn otherwise has one of them.
    pub(crate) tame: bool,
}

impl Draws<'_> {
    pub(crate) fn byte(&mut self) -> usize {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                usize::from(*first)
            }
            None => 0,
        }
    }

    /// A number below `n`; 0 for `n` = 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let wide = if n > 256 { self.byte() << 8 | self.byte() } else { self.byte() };
        wide % n.max(1)
    }

    pub(crate) fn flip(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    pub(crate) fn one<T: Draw>(&mut self) -> T {
        T::draw(self)
    }

    /// Up to `most` of them.
    pub(crate) fn some<T: Draw>(&mut self, most: usize) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| self.one()).collect()
    }

    /// One value of a choice that the text form writes as a word.
    pub(crate) fn word<T: Copy>(&mut self, words: &[(&str, T)]) -> T {
        words[self.below(words.len())].1
    }
}

/// What can be drawn.
pub(crate) trait Draw: Sized {
    fn draw(d: &mut Draws<'_>) -> Self;
}

macro_rules! ids {
    ($($id:ident = $($table:ident).+;)*) => {$(
        impl Draw for $id {
            fn draw(d: &mut Draws<'_>) -> Self {
                let n = d.game.$($table).+.len();
                $id(d.below(n) as u16)
            }
        }
    )*};
}

ids! {
    CellId = board.cells;
    DirId = board.dirs;
    ZoneId = board.zones;
    PlayerId = players;
    KindId = kinds;
    ModeId = modes;
    AttrId = attrs;
    FlagId = flags;
    CellFlagId = cell_flags;
    GlobalId = globals;
    ExitId = exits;
}

impl Draw for i32 {
    fn draw(d: &mut Draws<'_>) -> Self {
        const EDGES: [i32; 8] = [i32::MIN, i32::MAX, -1, 100, 32_767, -32_768, 65_535, 65_536];
        match d.byte() {
            n @ 0..8 => EDGES[n],
            n => n as i32 % 6,
        }
    }
}

impl Draw for Loc {
    fn draw(d: &mut Draws<'_>) -> Self {
        match d.below(12) {
            0 => Loc::From,
            1 => Loc::To,
            2 => Loc::Mark,
            3 | 4 if d.tame => Loc::Here,
            3 => Loc::LastFrom,
            4 => Loc::LastTo,
            5 => Loc::Cell(d.one()),
            6..9 => Loc::Dir(d.one()),
            _ => Loc::Here,
        }
    }
}

impl Draw for Who {
    fn draw(d: &mut Draws<'_>) -> Self {
        match d.below(3) {
            0 => Who::Mover,
            1 => Who::Next,
            _ => Who::Player(d.one()),
        }
    }
}

impl<T: Draw> Draw for Option<T> {
    fn draw(d: &mut Draws<'_>) -> Self {
        d.flip().then(|| d.one())
    }
}

impl Draw for Filter {
    fn draw(d: &mut Draws<'_>) -> Self {
        Filter { owner: d.one(), kind: d.one(), zone: d.one() }
    }
}

/// Labels and loops are set by whoever makes the shape of the code.
impl Draw for Label {
    fn draw(_: &mut Draws<'_>) -> Self {
        Label(0)
    }
}

impl Draw for LoopId {
    fn draw(_: &mut Draws<'_>) -> Self {
        LoopId(0)
    }
}

macro_rules! draw_tests {
    ($($(#[$doc:meta])* $mnemonic:ident = $name:ident { $($field:ident : $ty:ty),* };)*) => {
        impl Draw for Test {
            fn draw(d: &mut Draws<'_>) -> Self {
                let makers: &[fn(&mut Draws<'_>) -> Test] = &[$(|_d| Test::$name { $($field: _d.one()),* }),*];
                let test = makers[d.below(makers.len())](d);
                if d.tame && is_wild_test(test) { Test::Empty {} } else { test }
            }
        }
    };
}

macro_rules! draw_ops {
    ($($(#[$doc:meta])* $mnemonic:ident = $name:ident { $($field:ident : $ty:ty),* };)*) => {
        impl Draw for Op {
            fn draw(d: &mut Draws<'_>) -> Self {
                let makers: &[fn(&mut Draws<'_>) -> Op] = &[$(|_d| Op::$name { $($field: _d.one()),* }),*];
                let op = makers[d.below(makers.len())](d);
                if d.tame && is_wild_op(op) { Op::Step { dir: d.one() } } else { op }
            }
        }
    };
}

/// Is it a question that no fast form answers?
fn is_wild_test(test: Test) -> bool {
    matches!(
        test,
        Test::Attacked {}
            | Test::AttackedBy { .. }
            | Test::Defended {}
            | Test::DefendedBy { .. }
            | Test::AdjacentToEnemy {}
            | Test::GoalCell {}
    )
}

/// Is it an op that no fast form has, or none where cells hold piles?
fn is_wild_op(op: Op) -> bool {
    matches!(op, Op::From {} | Op::Div {} | Op::Rem {} | Op::PushHeight { .. } | Op::PushPieces { .. })
}

for_each_test!(draw_tests);
for_each_op!(draw_ops);
