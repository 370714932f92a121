//! How large a game may be.
//!
//! Parser, verifier and builder share these numbers. They are far above every known game; they are here so
//! that no file makes the tables larger than a computer's memory, and so that ids fit their 16 bits.

/// Cells of the board.
pub const MAX_CELLS: usize = 10_000;
/// Directions.
pub const MAX_DIRS: usize = 2_000;
/// Entries of the table of links: cells times directions. 40 MB.
pub const MAX_LINKS: usize = 10_000_000;
/// Players; the piece layout has 8 bits for the owner and keeps a few values for itself.
pub const MAX_PLAYERS: usize = 250;
/// Piece kinds; the piece layout has 12 bits for the kind and keeps two values for itself.
pub const MAX_KINDS: usize = 4_094;
/// Bits that the attributes of one piece may take: 64 less kind and owner.
pub const MAX_ATTR_BITS: usize = 44;
/// Bits of a numeric attribute; the others take one.
pub const NUMERIC_BITS: usize = 16;
/// Entries of every other table of names, and turns.
pub const MAX_NAMES: usize = 10_000;
/// Exits of blocks.
pub const MAX_EXITS: usize = 60_000;
/// Ops of all blocks and scripts together.
pub const MAX_OPS: usize = 4_000_000;
/// Blocks, and likewise scripts; each has at least one op.
pub const MAX_BLOCKS: usize = 1_000_000;
/// Loops around one op of a block.
pub const MAX_LOOPS: usize = 64;
/// Numbers on the stack of a run.
pub const MAX_STACK: usize = 64;
/// Values on the stack of a script's run: it may list all cells.
pub const MAX_VALUES: usize = 10_000;
/// Quantifiers, loops and whatever else is open around one op of a script. The language nests code less deep.
pub const MAX_NESTED: usize = 200;
/// Outcomes of dice that are thrown together, before equal ones are counted as one.
pub const MAX_OUTCOMES: usize = 10_000;
/// Nesting of a goal's condition. The code that walks conditions recurses.
pub const MAX_GOAL_DEPTH: usize = 100;
/// Placements and reserves of the set-up, and grids with their cells.
pub const MAX_SETUP: usize = 1_000_000;
/// Pieces on the board where cells hold piles.
pub const MAX_PILED: usize = 60_000;

/// Sizes of the tables that whoever runs a game makes of several others, so that small tables do not multiply
/// into one that no memory holds.
#[derive(Clone, Copy, Default, Debug)]
pub struct Products {
    pub cells: usize,
    pub dirs: usize,
    pub players: usize,
    pub zones: usize,
    pub kinds: usize,
    pub cell_flags: usize,
    /// Modes with a priority.
    pub priorities: usize,
    /// Cells hold heaps: a state counts the pieces of each kind and player on each of them.
    pub heaps: bool,
}

impl Products {
    /// Each product: what it is, its size, and its limit.
    pub fn all(&self) -> [(&'static str, usize, usize); 5] {
        let &Self { cells, dirs, players, zones, kinds, cell_flags, priorities, heaps } = self;
        [
            ("links (players times directions times cells)", players * dirs * cells, 20_000_000),
            ("places in zones (players times zones times cells)", players * zones * cells, 20_000_000),
            ("places of cell flags (cell flags times cells)", cell_flags * cells, 5_000_000),
            ("ranks of kinds (priorities times kinds)", priorities * kinds, 500_000),
            (
                "counts of heaps (cells times kinds times players)",
                usize::from(heaps) * cells * kinds * players,
                1_000_000,
            ),
        ]
    }
}
