//! The position that is thought about: its moves, and what has been found out about each.

use crate::budget::Budget;
use crate::report::{Line, Report, Score};
use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::{CellId, Move, Node, PlayerId, RunError, State};

/// A move that can be the answer.
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// The position it leads to.
    pub(crate) node: Node,
    /// Where it ends, if that is known.
    pub(crate) to: Option<u16>,
    pub(crate) score: Score,
    /// What it was worth at the last depth that all moves were looked at to.
    pub(crate) settled: Score,
    /// What it costs, beside all that can be seen by looking ahead.
    pub(crate) cost: i32,
    /// How the game is expected to go on after it.
    pub(crate) line: Vec<Move>,
    /// Does it let the rival win at once, if that has been looked at?
    pub(crate) lost: Option<bool>,
}

/// The position that is thought about.
pub(crate) struct Root {
    pub(crate) player: PlayerId,
    pub(crate) node: Node,
    /// Best first.
    pub(crate) moves: Vec<RootMove>,
    /// How often the situations of the game so far have been there, this one included.
    pub(crate) earlier: FxHashMap<u64, u32>,
    /// Where replies begin and end that have won at once, the latest first.
    pub(crate) replies: Vec<(CellId, CellId)>,
    pub(crate) depth: u32,
    /// How many of the best moves are to be told from each other.
    pub(crate) wanted: usize,
}

impl Root {
    /// Where moves are slow to make, only as many are looked at as there is time for.
    pub(crate) fn new(state: &State, quick_moves: bool, budget: &mut Budget<'_>) -> Result<Root, RunError> {
        let node = state.node();
        let player = node.chooser();
        let mut earlier = FxHashMap::default();
        state.situations().for_each(|situation| *earlier.entry(situation).or_insert(0) += 1);
        let mut moves: Vec<RootMove> = Vec::new();
        let limits = budget.limits();
        let mut left: FxHashSet<&Move> = state.moves()?.iter().filter(|mv| limits.allows(mv)).collect();
        // The search's own moves are the quickest to make, where they can be told from each other.
        let mut own = Vec::new();
        let mut quick = node.clone();
        if quick_moves && quick.moves_or_outcome(&mut own)?.is_none() {
            for candidate in own.iter().filter(|c| c.ends().is_some()) {
                let Some(mv) = node.show(candidate).filter(|mv| left.remove(mv)) else { continue };
                let mut after = node.clone();
                after.make(candidate)?;
                moves.push(RootMove::new(mv, after));
            }
        }
        for mv in state.moves()?.iter().filter(|mv| left.contains(mv)) {
            moves.push(RootMove::new(mv.clone(), state.after(mv)?.node()));
            if budget.ask() {
                break;
            }
        }
        // Of moves that turn out equally good the first is chosen: the one that the rules advise.
        moves.sort_by_key(|m| std::cmp::Reverse(m.mv.note().and_then(|note| note.weight).unwrap_or(0)));
        Ok(Root { player, node, moves, earlier, replies: Vec::new(), depth: 0, wanted: 1 })
    }

    /// All moves have been looked at to the same depth.
    pub(crate) fn settle(&mut self) {
        self.moves.iter_mut().for_each(|m| m.settled = m.score);
    }

    /// A depth was broken off: scores of different depths cannot be compared, unless they are certain.
    pub(crate) fn unsettle(&mut self) {
        for m in &mut self.moves {
            if matches!(m.score, Score::Points(_)) {
                m.score = m.settled;
            }
        }
        self.moves.sort_by_key(|m| std::cmp::Reverse(m.score));
    }

    pub(crate) fn report(&self, budget: &Budget<'_>) -> Report {
        let lines = self.moves.iter().take(budget.limits().lines.max(1)).map(|m| {
            let moves = std::iter::once(&m.mv).chain(&m.line).cloned().collect();
            Line { score: m.score, moves }
        });
        let mut lines: Vec<Line> = lines.collect();
        // A search that was broken off has looked at some of the others more deeply than at the rest.
        if let [_, others @ ..] = &mut lines[..] {
            others.sort_by_key(|line| std::cmp::Reverse(line.score));
        }
        Report { lines, depth: self.depth, nodes: budget.nodes(), elapsed: budget.elapsed() }
    }
}

impl RootMove {
    fn new(mv: Move, node: Node) -> Self {
        let to = mv.parts().next_back().map(|part| part.head.to);
        RootMove {
            mv,
            node,
            to,
            score: Score::Points(0),
            settled: Score::Points(0),
            cost: 0,
            line: Vec::new(),
            lost: None,
        }
    }
}

/// A way of looking for moves. What it finds it writes into the root, best move first.
pub(crate) trait Searcher: Send {
    fn search(
        &mut self,
        root: &mut Root,
        mind: &crate::mind::Mind,
        budget: &mut Budget<'_>,
        tell: &mut dyn FnMut(&Root, &Budget<'_>),
    );
}
