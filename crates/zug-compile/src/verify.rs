//! The verifier, run after lowering and after every pass.
//!
//! Whatever it finds is our fault, or the front end's: authors' faults were reported before. So there is
//! nothing to recover, only somebody to tell.

use crate::codes;
use crate::origins::Origins;
use zug_ir::{Game, Place, Verified};
use zug_source::{Diagnostic, Origin};

/// Where in the author's text to point.
pub(crate) struct Blame {
    game: Origin,
    blocks: Vec<Option<Origin>>,
    scripts: Vec<Option<Origin>>,
}

impl Blame {
    /// For a game written there.
    pub(crate) fn new(place: Origin, game: &Game, origins: &Origins) -> Self {
        let scripts = game.scripted.iter().flat_map(|scripted| &scripted.scripts);
        Self {
            game: place,
            blocks: game.blocks.iter().map(|block| origins.get(block.origin)).collect(),
            scripts: scripts.map(|script| origins.get(script.origin)).collect(),
        }
    }

    fn place(&self, place: Place) -> Origin {
        let code = match place {
            Place::Block(block) | Place::Op(block, ..) => self.blocks.get(block.idx()),
            Place::Entry("script", script) => self.scripts.get(script),
            Place::Game | Place::Entry(..) => None,
        };
        code.copied().flatten().unwrap_or(self.game)
    }
}

/// The game, if it is in order.
pub(crate) fn verify(game: Game, after: &str, blame: &Blame) -> Result<Verified, Vec<Diagnostic>> {
    Verified::try_from(game).map_err(|errors| {
        let message = |error: zug_ir::VerifyError| {
            Diagnostic::error(
                codes::INTERNAL,
                blame.place(error.place),
                format!("internal: after {after}, {error}"),
            )
            .hint("this is a bug of the compiler, please report it together with the rules")
        };
        errors.into_iter().map(message).collect()
    })
}
