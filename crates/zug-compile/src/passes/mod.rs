//! Passes over blocks: each makes the code smaller and leaves its meaning alone.
//!
//! A pass knows nothing of the others and may be left out; what it makes has to pass the verifier.
//! Adding one: a file with a function that changes a block, its tests, and a row in [`ALL`].

mod clears;
mod edit;
mod fold;
mod jumps;

use zug_ir::{Block, Game};

pub(crate) struct Pass {
    /// For messages about bugs of ours.
    pub(crate) name: &'static str,
    run: fn(&mut Block),
}

/// The passes in the order they run. Folding makes jumps and dead code, and taking away clears makes
/// jumps that lead to the end, so `jumps` comes last.
pub(crate) const ALL: &[Pass] = &[
    Pass { name: "fold", run: fold::run },
    Pass { name: "clears", run: clears::run },
    Pass { name: "jumps", run: jumps::run },
];

impl Pass {
    pub(crate) fn run(&self, game: &mut Game) {
        for block in &mut game.blocks {
            (self.run)(block);
            block.code.shrink_to_fit();
        }
    }
}
