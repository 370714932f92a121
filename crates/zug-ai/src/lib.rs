//! Players for any game, over [`zug_game`] alone: nothing here knows a rules language or a game by name.
//!
//! No clock is read here: time comes from a [`Watch`], so that a search stops when its user says so, on every machine.
//!
//! A game is tried out before the first move (`probe`), which gives an evaluation (`fit`, `eval`) and shows which way of
//! searching serves it (`choose`): `alphabeta` or `mcts`. `docs/opponent.md` tells how to add another.

mod aims;
mod alphabeta;
mod ask;
mod budget;
mod camps;
mod choose;
mod eval;
mod exits;
mod expect;
mod facts;
mod field;
mod fit;
mod level;
mod mcts;
mod mind;
mod order;
mod probe;
mod pull;
mod puzzle;
mod report;
mod root;
mod safety;
mod table;
mod tree;

pub use ask::{Limits, NoHurry, Options, Watch};
pub use report::{Line, Report, Score};

use budget::Budget;
use mind::Mind;
use probe::Probe;
use root::{Root, Searcher};
use zug_game::{Game, RunError, State, Turn};

/// How much of a move's time may go into getting to know the game, in hundredths.
const PROBING: u32 = 35;
/// The same once enough is known to play by: most of the time is for looking ahead then.
const STILL_PROBING: u32 = 8;

/// A player of one game. It keeps what it has learned about the game between moves.
pub struct Ai {
    options: Options,
    game: Game,
    /// Made when first needed.
    learned: Option<Learned>,
}

struct Learned {
    mind: Mind,
    probe: Probe,
    searcher: Option<(choose::Method, Box<dyn Searcher>)>,
}

impl Ai {
    /// A player for a game. Its fast form is made here, if nobody has asked for it yet: that is not a matter of the first
    /// move's time.
    pub fn new(game: &Game, options: Options) -> Self {
        let _ = game.fast();
        Ai { options, game: game.clone(), learned: None }
    }

    /// How it looks for moves in this game, in one word, and why so. Tries the game out, if nobody has yet: see
    /// [`Ai::prepare`] for a limit to that.
    pub fn method(&self) -> (&'static str, String) {
        let (method, why) = match &self.learned {
            Some(learned) => choose::choose(&learned.mind),
            _ => {
                let mut learned = Learned::new(&self.game, self.options.seed);
                learned.probe.run(&mut learned.mind, &mut Budget::new(&Limits::default(), &NoHurry), 100);
                choose::choose(&learned.mind)
            }
        };
        (method.word(), why)
    }

    /// Tries the game out now rather than before the first move, as far as the limits allow, and takes up the memory for
    /// positions.
    pub fn prepare(&mut self, limits: &Limits, watch: &dyn Watch) {
        let learned = self.learned.get_or_insert_with(|| Learned::new(&self.game, self.options.seed));
        if !learned.probe.is_done() {
            learned.probe.run(&mut learned.mind, &mut Budget::new(limits, watch), 100);
        }
        learned.make_searcher(&self.options);
    }

    /// Looks for the best moves of the player whose turn it is. `tell` hears of every improvement. If the game is over, or the
    /// turn is one of chance, the report has no line.
    pub fn think(
        &mut self,
        state: &State,
        limits: &Limits,
        watch: &dyn Watch,
        tell: &mut dyn FnMut(&Report),
    ) -> Result<Report, RunError> {
        let mut budget = Budget::new(limits, watch);
        let nothing = |lines| Report { lines, depth: 0, nodes: 0, elapsed: watch.elapsed() };
        if !matches!(state.turn()?, Turn::Player(_)) {
            return Ok(nothing(Vec::new()));
        }
        let moves: Vec<&zug_game::Move> = state.moves()?.iter().filter(|mv| limits.allows(mv)).collect();
        let no_choice = moves.len() == 1 && !(budget.is_timeless() && limits.nodes.is_none());
        if no_choice || budget.ask() {
            let first = moves.into_iter().take(1);
            let line = |mv: &zug_game::Move| Line { score: Score::Points(0), moves: vec![mv.clone()] };
            let report = nothing(first.map(line).collect());
            tell(&report);
            return Ok(report);
        }
        let learned = self.learned.get_or_insert_with(|| Learned::new(&self.game, self.options.seed));
        if !learned.probe.is_done() {
            let share = if learned.probe.knows_enough() { STILL_PROBING } else { PROBING };
            learned.probe.run(&mut learned.mind, &mut budget, share);
        }
        let mut root = Root::new(state, !learned.mind.facts.is_slow, &mut budget)?;
        learned.make_searcher(&self.options);
        if let Some((_, searcher)) = &mut learned.searcher {
            let weak = level::weaken(&self.options, &mut budget, root.moves.len());
            root.wanted = if weak.is_some() { root.moves.len() } else { limits.lines };
            searcher.search(&mut root, &learned.mind, &mut budget, &mut |root, budget| {
                if weak.is_none() {
                    tell(&root.report(budget));
                }
            });
            if let Some(weak) = weak {
                weak.pick(&mut root);
            }
        }
        let report = root.report(&budget);
        tell(&report);
        Ok(report)
    }
}

impl Learned {
    fn new(game: &Game, seed: u64) -> Self {
        let mind = Mind::new(game);
        Learned { probe: Probe::new(&mind, seed), mind, searcher: None }
    }

    /// Makes the searcher that serves the game best by what is known now.
    fn make_searcher(&mut self, options: &Options) {
        let (method, _) = choose::choose(&self.mind);
        if self.searcher.as_ref().is_none_or(|(made, _)| *made != method) {
            self.searcher = Some((method, method.searcher(options.hash, options.seed)));
        }
    }
}
