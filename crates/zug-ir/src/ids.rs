//! Dense indices into the tables of a [`crate::Game`], one type per table.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u16);

        impl $name {
            /// The position of this id in its table.
            #[inline]
            pub fn idx(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A place on the board.
    CellId
    /// A colour of arcs.
    DirId
    /// A named set of cells per player.
    ZoneId
    /// A player.
    PlayerId
    /// A type of piece.
    KindId
    /// A move type.
    ModeId
    /// A named attribute of pieces.
    AttrId
    /// A value that lives as long as a part or a turn.
    FlagId
    /// A value per cell that lives as long as a part or a turn.
    CellFlagId
    /// A value of the whole board.
    GlobalId
    /// A way for a block to emit a part.
    ExitId
    /// A slot of a `foreach` loop.
    LoopId
    /// A variable of a script's run.
    LocalId
    /// A variable that lives while moves are generated.
    GenId
    /// A text that scripts use.
    TextId
}

/// A block of ops. Games with long macros have many.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BlockId(pub u32);

impl BlockId {
    /// The position of this id in [`crate::Game::blocks`].
    #[inline]
    pub fn idx(self) -> usize {
        self.0 as usize
    }
}

/// Code with choices, in [`crate::Scripted::scripts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScriptId(pub u32);

impl ScriptId {
    /// The position of this id in [`crate::Scripted::scripts`].
    #[inline]
    pub fn idx(self) -> usize {
        self.0 as usize
    }
}
