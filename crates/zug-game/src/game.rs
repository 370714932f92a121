//! One game, ready to play, shared by all its states.

use crate::load::{self, LoadError, Which};
use crate::places::Places;
use crate::state::State;
use std::sync::{Arc, Mutex, OnceLock};
use zug_fast::{Fast, Why};
use zug_ir::{CellId, KindId, Pile, PlayerId, ScriptOp};
use zug_source::Files;
use zug_vm::{Engine, Limit, Piece, Program, State as Position};

/// Rules that have been checked and compiled. Cheap to clone; shared by every state of the game.
#[derive(Clone)]
pub struct Game(Arc<Inner>);

struct Inner {
    program: Program,
    /// Scratch space not in use at the moment, one for each thread that plays.
    engines: Mutex<Vec<Engine>>,
    places: Places,
    /// True if rules say which moves are promising or forced.
    has_hints: bool,
    /// The fast form, made when first asked for, or why there is none.
    fast: OnceLock<Result<Fast, Why>>,
}

impl Game {
    /// A game from a compiled form, without the text it was compiled from.
    pub fn new(compiled: zug_ir::Verified) -> Self {
        Self::with_places(compiled, Places::default())
    }

    pub(crate) fn with_places(compiled: zug_ir::Verified, places: Places) -> Self {
        let program = Program::new(compiled);
        let scripts = program.game().scripted.iter().flat_map(|rules| &rules.scripts);
        let hints = |op: &ScriptOp| matches!(op, ScriptOp::Weight {} | ScriptOp::Forced {});
        Game(Arc::new(Inner {
            has_hints: scripts.flat_map(|script| &script.code).any(hints),
            program,
            engines: Mutex::new(Vec::new()),
            places,
            fast: OnceLock::new(),
        }))
    }

    /// The default game of a rules text (ZRF, the Zug language, or the compiled form).
    pub fn from_text(name: &str, bytes: &[u8], files: &dyn Files) -> Result<Self, LoadError> {
        load::load(name, bytes, None, files, Which::Default)?.into_game()
    }

    /// Its title.
    pub fn title(&self) -> &str {
        &self.ir().texts.title
    }

    /// The compiled rules.
    pub fn ir(&self) -> &zug_ir::Game {
        self.program().game()
    }

    /// True if rules say which moves are promising or forced.
    pub fn has_hints(&self) -> bool {
        self.0.has_hints
    }

    /// The rules as the interpreter holds them.
    pub fn program(&self) -> &Program {
        &self.0.program
    }

    /// The position the game begins with.
    pub fn start(&self) -> State {
        State::set_up(self.clone(), self.program().start().clone())
    }

    /// An empty board with the first turn to play, to set up positions on.
    pub fn blank(&self) -> State {
        State::new(self.clone(), self.program().blank())
    }

    /// The player of that name.
    pub fn player(&self, name: &str) -> Option<PlayerId> {
        self.ir().find_player(name)
    }

    /// The name of a player; empty if there is no such player.
    pub fn player_name(&self, player: PlayerId) -> &str {
        self.ir().players.get(player.idx()).map_or("", |player| &player.name)
    }

    /// The cell of that name.
    pub fn cell(&self, name: &str) -> Option<CellId> {
        self.ir().find_cell(name)
    }

    /// The name of a cell; empty if there is no such cell.
    pub fn cell_name(&self, cell: CellId) -> &str {
        self.ir().board.cells.get(cell.idx()).map_or("", |cell| &cell.name)
    }

    /// The kind of that name.
    pub fn kind(&self, name: &str) -> Option<KindId> {
        self.ir().find_kind(name)
    }

    /// The name of a kind; empty if there is no such kind.
    pub fn kind_name(&self, kind: KindId) -> &str {
        self.ir().kinds.get(kind.idx()).map_or("", |kind| &kind.name)
    }

    /// The kinds that a player may not leave attacked, where the rules say so by themselves.
    pub fn royal_kinds(&self, player: PlayerId) -> &[KindId] {
        let found = self.ir().stages.iter().find_map(|stage| match stage {
            zug_ir::Stage::Royal { player: whose, kinds } if *whose == player => Some(&kinds[..]),
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// What lies on a cell, from the bottom: pieces, and how many of each where they are only counted.
    pub fn contents(&self, position: &Position, cell: CellId) -> Vec<(Piece, u64)> {
        if cell.idx() >= self.ir().board.cells.len() {
            return Vec::new();
        }
        match self.ir().rules.pile {
            Pile::Single => {
                Some(position.piece(cell)).filter(|p| p.is_some()).map(|p| (p, 1)).into_iter().collect()
            }
            Pile::Stack => position.stack(cell).map(|piece| (piece, 1)).collect(),
            Pile::Heap => position.heap(self.program(), cell).filter(|(_, n)| *n > 0).collect(),
        }
    }

    /// What went wrong in a run, with the place of the rule in the author's text.
    pub fn explain(&self, error: &zug_vm::RunError) -> String {
        let place = self.rule_number(error).and_then(|number| self.places().outermost(number));
        let place = place.map_or(String::new(), |place| format!(" (the rule at {place})"));
        let advice = match error.kind {
            Limit::ScriptOps | Limit::TurnOps | Limit::Moves | Limit::Choices | Limit::Parts => {
                "; `zug explain try-007` says what turns cost"
            }
            _ => "",
        };
        format!("{error}{place}{advice}")
    }

    /// The place of the rule that met a limit.
    pub(crate) fn rule_origin(&self, error: &zug_vm::RunError) -> Option<zug_source::Origin> {
        self.places().origin(self.rule_number(error)?)
    }

    fn rule_number(&self, error: &zug_vm::RunError) -> Option<u32> {
        let (ir, block) = (self.ir(), error.block?.idx());
        match &ir.scripted {
            Some(rules) => rules.scripts.get(block).map(|script| script.origin),
            None => ir.blocks.get(block).map(|block| block.origin),
        }
    }

    /// Where the rules stand in the author's text.
    pub(crate) fn places(&self) -> &Places {
        &self.0.places
    }

    /// The fast form of the rules, or why there is none. It is made when first asked for.
    pub fn fast(&self) -> Result<&Fast, Why> {
        self.0.fast.get_or_init(|| Fast::new(self.program())).as_ref().map_err(|why| *why)
    }

    /// Lends scratch space to `f`.
    pub(crate) fn with_engine<T>(&self, f: impl FnOnce(&mut Engine) -> T) -> T {
        let lend = || self.0.engines.lock().ok().and_then(|mut pool| pool.pop());
        let mut engine = lend().unwrap_or_else(|| Engine::new(self.program()));
        let result = f(&mut engine);
        if let Ok(mut pool) = self.0.engines.lock() {
            pool.push(engine);
        }
        result
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({:?})", self.title())
    }
}

#[cfg(test)]
mod tests {
    use super::Game;
    use crate::{Backend, NoFiles, Rng};

    fn walk() -> Game {
        let text = b"
            (game (title \"Walk\") (players White Black) (turn-order White Black)
                (board (grid (dimensions (\"a/b\" (50 0)) (\"2/1\" (0 50))) (directions (n 0 -1))))
                (piece (name Man) (moves (n (verify empty?) add)))
                (board-setup (White (Man a1)) (Black (Man b1))))";
        Game::from_text("walk.zrf", text, &NoFiles).unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn the_interpreter_needs_no_fast_form() {
        let game = walk();
        let start = game.start();
        let found = start.perft_by(Backend::Interp, 2);
        assert_eq!(found, Ok(1));
        assert!(start.playout_by(Backend::Interp, &mut Rng::new(1), 10).is_ok());
        let mut node = start.node_by(Backend::Interp);
        assert!(node.count().is_ok() && node.make_random(&mut Rng::new(1)) == Ok(true));
        node.look(&mut crate::Sight::default());
        drop(node.to_state());
        assert!(game.0.fast.get().is_none());
        assert_eq!(start.perft(2), found);
        assert!(game.0.fast.get().is_some());
    }
}
