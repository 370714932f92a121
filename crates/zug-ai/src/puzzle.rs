//! One player: a way to the goal is looked for, and followed.
//!
//! As long as none is known, the move is made behind which most is still to be looked into, and no position is entered twice while
//! there is another one.

use crate::budget::{Budget, Stop};
use crate::field::{Field, Found};
use crate::mind::Mind;
use crate::report::Score;
use crate::root::{Root, Searcher};
use rustc_hash::FxHashMap;
use zug_game::Move;

pub(crate) struct Puzzle {
    /// Bytes for positions.
    room: usize,
    field: Option<Field>,
    /// What to play in the positions of the way that was found, and how far it is from there.
    way: FxHashMap<u64, (Move, u32)>,
    /// Where the game has been, and in which order.
    been: FxHashMap<u64, u32>,
}

impl Puzzle {
    pub(crate) fn new(mib: usize) -> Self {
        Puzzle {
            room: mib.clamp(1, 1 << 16) << 20,
            field: None,
            way: FxHashMap::default(),
            been: FxHashMap::default(),
        }
    }
}

impl Searcher for Puzzle {
    fn search(
        &mut self,
        root: &mut Root,
        _mind: &Mind,
        budget: &mut Budget<'_>,
        tell: &mut dyn FnMut(&Root, &Budget<'_>),
    ) {
        let now = self.been.len() as u32;
        self.been.insert(root.node.hash(), now);
        if !self.follow(root) {
            // A search that was broken off goes on with the next move.
            let _ = self.solve(root, budget);
            if !self.follow(root) {
                self.go_where_most_is_open(root);
            }
        }
        tell(root, budget);
    }
}

impl Puzzle {
    /// Puts the next move of the way first, if the way leads through here.
    fn follow(&self, root: &mut Root) -> bool {
        let Some((mv, plies)) = self.way.get(&root.node.hash()) else { return false };
        let Some(i) = root.moves.iter().position(|m| m.mv == *mv) else { return false };
        root.moves[..=i].rotate_right(1);
        root.moves[0].score = Score::Wins(*plies);
        root.depth = *plies;
        true
    }

    /// Looks for a way to the goal: first without going back to where the game has been.
    fn solve(&mut self, root: &Root, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let key = root.node.hash();
        budget.begin_first_look();
        for mv in &root.moves {
            budget.spend()?;
            if matches!(mv.node.clone().outcome(), Ok(Some(outcome)) if outcome.score(root.player) > 0) {
                self.way.insert(key, (mv.mv.clone(), 1));
                return Ok(());
            }
        }
        budget.end_first_look();
        let known = self.field.take().and_then(|field| field.grown_from(root));
        let mut field = known.unwrap_or_else(|| Field::new(root, self.been.keys().copied(), self.room));
        let mut found = explore(&mut field, root, budget);
        if matches!(found, Ok(Found::Nothing)) && self.been.len() > 1 {
            field = Field::new(root, std::iter::empty(), self.room);
            found = explore(&mut field, root, budget);
        }
        if let Ok(Found::Goal(at)) = found {
            let (way, _) = field.play_to(root, at)?;
            let plies = way.len() as u32;
            let left = (1..=plies).rev();
            self.way.extend(way.into_iter().zip(left).map(|((key, mv), left)| (key, (mv, left))));
            // The way is enough.
            return Ok(());
        }
        self.field = Some(field);
        found.map(|_| ())
    }

    /// Without a way: first the moves behind which most is open, then back to where the game has been longest ago, then the moves
    /// that are known to lead nowhere.
    fn go_where_most_is_open(&self, root: &mut Root) {
        let Some(field) = &self.field else { return };
        root.depth = field.depth();
        let mut open = field.open_behind().into_iter();
        for m in &mut root.moves {
            let open = open.next().unwrap_or(0).min(1_000_000) as i32;
            m.score = match self.been.get(&m.node.hash()) {
                Some(when) => Score::Points(-1 - (*when).min(1_000_000) as i32),
                None if open > 0 => Score::Points(open),
                None => Score::Points(-2_000_000),
            };
        }
        root.moves.sort_by_key(|m| std::cmp::Reverse(m.score));
        // They are counts, and say nothing of how good a move is.
        for (i, m) in root.moves.iter_mut().enumerate() {
            m.score = Score::Points(if i == 0 { 0 } else { -100 });
        }
    }
}

/// Looks around until something has come of it.
fn explore(field: &mut Field, root: &Root, budget: &mut Budget<'_>) -> Result<Found, Stop> {
    loop {
        match field.look(root, budget) {
            // Positions that the rules cannot handle lead nowhere.
            Ok(Found::More) | Err(Stop::Run) => {}
            found => return found,
        }
    }
}
