//! Dense indices, one type per store, so that a direction can never be used as a cell.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u16);

        impl $name {
            /// The position of this id in its store.
            pub fn idx(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A place on the board, in [`crate::Board::cells`].
    CellId
    /// A colour of arcs, in [`crate::Board::dirs`].
    DirId
    /// A named set of cells per player, in [`crate::Board::zones`].
    ZoneId
    /// A player, in [`crate::Game::players`].
    PlayerId
    /// A type of piece, in [`crate::Game::kinds`].
    KindId
    /// A move type, in [`crate::Game::modes`].
    ModeId
    /// A named attribute of pieces, in [`crate::Game::attrs`].
    AttrId
    /// A value that lives as long as a part (or a turn), in [`crate::Game::flags`].
    FlagId
    /// A value per cell that lives as long as a part (or a turn), in [`crate::Game::cell_flags`].
    CellFlagId
    /// A value of the whole board that outlives the move, in [`crate::Game::globals`].
    GlobalId
}
