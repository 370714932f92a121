//! The tree that games are counted in.

use crate::mcts::points;
use crate::report::Score;
use crate::root::Root;
use zug_game::{Candidate, Move, Outcome, PlayerId};

/// Games that a move without any is taken to have been tried in, and how much less than the others it is taken to have won.
const DOUBT: f32 = 8.0;
const UNTRIED: f32 = 0.1;
/// Tries after which a move's own results count as much as the shared ones.
const SHARED_TRIES: f32 = 600.0;

/// More players share what the last one gets.
const MOST_PLAYERS: usize = 8;
pub(crate) const NO_CHILD: u32 = u32::MAX;

/// What each player gets: 1 for a win, 0 for a loss.
pub(crate) type Payoff = [f32; MOST_PLAYERS];

/// A result that nothing can change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) payoff: Payoff,
    pub(crate) plies: u32,
}

/// A move in the tree.
pub(crate) struct Edge {
    /// Nothing for what chance has done.
    pub(crate) candidate: Option<Candidate>,
    /// Where the move ends, if that is known.
    to: Option<u16>,
    /// The hash of what chance has done.
    result: u64,
    pub(crate) child: u32,
    pub(crate) visits: u32,
    /// What the player who chooses got in all.
    pub(crate) sum: f32,
    /// The same for games in which the move was made at any time.
    pub(crate) shared_n: f32,
    pub(crate) shared: f32,
}

/// A position in the tree.
#[derive(Default)]
pub(crate) struct Place {
    /// See [`Mind::key`](crate::mind::Mind::key).
    key: u64,
    pub(crate) edges: Vec<Edge>,
    pub(crate) expanded: bool,
    /// Who chooses, as a place in the list of players.
    pub(crate) player: usize,
    owner: Option<PlayerId>,
    pub(crate) visits: u32,
    sum: f32,
    pub(crate) known: Option<Known>,
}

impl Place {
    /// What the player has got here on average.
    pub(crate) fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.sum / self.visits as f32 }
    }

    /// What a move is worth by its own games and by those it shares; `own` is what its own have shown.
    pub(crate) fn blend(edge: &Edge, own: f32, common: f32) -> f32 {
        let share = if edge.shared_n > 0.0 {
            (SHARED_TRIES / (3.0 * edge.visits as f32 + SHARED_TRIES)).sqrt()
        } else {
            0.0
        };
        own * (1.0 - share) + common * share
    }

    /// What a move is worth that has not been tried in many games: one lucky game proves nothing, so it is near the mean.
    fn estimate(&self, edge: &Edge) -> f32 {
        let mean = self.mean();
        let own = (edge.sum + DOUBT * (mean - UNTRIED)) / (edge.visits as f32 + DOUBT);
        Self::blend(edge, own, (edge.shared + DOUBT * mean) / (edge.shared_n + DOUBT))
    }
}

pub(crate) struct Tree {
    places: Vec<Place>,
    players: Vec<PlayerId>,
    pub(crate) n_edges: usize,
}

impl Tree {
    /// A tree with the moves of the root.
    pub(crate) fn new(root: &Root, key: u64, players: &[PlayerId]) -> Self {
        let place = Place { key, ..Place::default() };
        let mut tree = Tree { places: vec![place], players: players.to_vec(), n_edges: 0 };
        tree.open(0, root.player);
        tree.places[0].edges = root.moves.iter().map(|m| Edge { to: m.to, ..Edge::new(None, 0) }).collect();
        tree
    }

    fn open(&mut self, at: u32, owner: PlayerId) {
        let player = self.players.iter().position(|p| *p == owner).unwrap_or(0).min(MOST_PLAYERS - 1);
        let place = self.at_mut(at);
        (place.expanded, place.player, place.owner) = (true, player, Some(owner));
    }

    pub(crate) fn at(&self, at: u32) -> &Place {
        &self.places[at as usize]
    }

    pub(crate) fn at_mut(&mut self, at: u32) -> &mut Place {
        &mut self.places[at as usize]
    }

    pub(crate) fn root_visits(&self) -> u32 {
        self.places[0].visits
    }

    /// Is the result known, whatever is played?
    pub(crate) fn is_decided(&self) -> bool {
        self.places[0].known.is_some()
    }

    pub(crate) fn expand(&mut self, at: u32, owner: PlayerId, moves: Vec<Candidate>) {
        self.open(at, owner);
        self.n_edges += moves.len();
        self.at_mut(at).edges = moves.into_iter().map(|c| Edge::new(Some(c), 0)).collect();
    }

    /// The tree below a position of this one, with the moves of the root; nothing where that has not been looked into.
    /// `moves` are those of this tree's root.
    pub(crate) fn grown_from(mut self, root: &Root, key: u64, moves: &[Move]) -> Option<Self> {
        let found =
            (0..self.places.len()).filter(|at| self.places[*at].key == key && self.places[*at].expanded);
        let at = found.max_by_key(|at| self.places[*at].visits)?;
        let mut tree = Tree::new(root, key, &self.players);
        for (i, edge) in std::mem::take(&mut self.places[at].edges).into_iter().enumerate() {
            let shown = match &edge.candidate {
                Some(candidate) => root.node.show(candidate),
                None => moves.get(i).cloned(),
            };
            let own = root.moves.iter().position(|m| Some(&m.mv) == shown.as_ref());
            if let Some(own) = own {
                let own = &mut tree.places[0].edges[own];
                *own = Edge { candidate: None, to: own.to, ..edge };
            }
        }
        tree.adopt(&mut self);
        let place = &mut tree.places[0];
        place.visits = place.edges.iter().map(|edge| edge.visits).sum();
        place.sum = place.edges.iter().map(|edge| edge.sum).sum();
        tree.conclude(0);
        Some(tree)
    }

    /// Takes all that lies behind its edges over from another tree.
    fn adopt(&mut self, other: &mut Tree) {
        let mut at = 0;
        while at < self.places.len() {
            for i in 0..self.places[at].edges.len() {
                let child = self.places[at].edges[i].child;
                if child != NO_CHILD {
                    self.places[at].edges[i].child = self.places.len() as u32;
                    self.places.push(std::mem::take(&mut other.places[child as usize]));
                }
            }
            self.n_edges += if at == 0 { 0 } else { self.places[at].edges.len() };
            at += 1;
        }
    }

    /// The position behind an edge; `key` is asked where it is a new one.
    pub(crate) fn child(&mut self, at: u32, edge: u32, key: impl FnOnce() -> u64) -> u32 {
        let next = self.places.len() as u32;
        let edge = &mut self.places[at as usize].edges[edge as usize];
        if edge.child != NO_CHILD {
            return edge.child;
        }
        edge.child = next;
        self.places.push(Place { key: key(), ..Place::default() });
        next
    }

    /// The edge of a turn of chance that has this result.
    pub(crate) fn by_result(&mut self, at: u32, result: u64) -> u32 {
        let place = self.at_mut(at);
        let found = place.edges.iter().position(|edge| edge.result == result);
        let edge = found.unwrap_or_else(|| {
            place.edges.push(Edge::new(None, result));
            place.edges.len() - 1
        });
        edge as u32
    }

    pub(crate) fn know(&mut self, at: u32, payoff: Payoff, plies: u32) {
        self.at_mut(at).known = Some(Known { payoff, plies });
    }

    /// Counts a game at an edge.
    pub(crate) fn count(&mut self, at: u32, edge: u32, result: Payoff) {
        let place = self.at_mut(at);
        let worth = result[place.player];
        place.visits += 1;
        place.sum += worth;
        let edge = &mut place.edges[edge as usize];
        edge.visits += 1;
        edge.sum += worth;
    }

    /// Counts a game for every move of a position whose target the player owned in the end.
    pub(crate) fn share(&mut self, at: u32, owners: &[u16], result: Payoff) {
        let place = self.at_mut(at);
        let worth = result[place.player];
        let Some(PlayerId(owner)) = place.owner else { return };
        for edge in &mut place.edges {
            if edge.to.is_some_and(|to| owners.get(usize::from(to)) == Some(&owner)) {
                edge.shared_n += 1.0;
                edge.shared += worth;
            }
        }
    }

    /// Does the result of a position follow from those behind it? Who can win wins, and where everything is known the best
    /// is chosen. Of chance nothing is known.
    pub(crate) fn conclude(&mut self, at: u32) -> bool {
        let place = self.at(at);
        if place.known.is_some() || !place.expanded {
            return place.known.is_some();
        }
        let mut best: Option<Known> = None;
        let mut all = true;
        for edge in &place.edges {
            let known = if edge.child == NO_CHILD { None } else { self.at(edge.child).known };
            let Some(known) = known else {
                all = false;
                continue;
            };
            let (worth, most) = (known.payoff[place.player], best.map_or(-1.0, |b| b.payoff[place.player]));
            let sooner =
                best.is_some_and(|b| if worth > 0.5 { known.plies < b.plies } else { known.plies > b.plies });
            if worth > most || worth == most && sooner {
                best = Some(known);
            }
        }
        let Some(best) = best.filter(|best| all || best.payoff[place.player] >= 1.0) else { return false };
        self.know(at, best.payoff, best.plies + 1);
        true
    }

    /// Writes what has been found into the root: known wins, then by number of games, then known losses.
    pub(crate) fn write(&mut self, root: &mut Root) {
        let place = self.at(0);
        let mut ranks = Vec::with_capacity(root.moves.len());
        for (mv, edge) in root.moves.iter_mut().zip(&place.edges) {
            let known = if edge.child == NO_CHILD { None } else { self.at(edge.child).known };
            let mean = place.estimate(edge);
            let rank = match known {
                Some(known) if known.payoff[place.player] >= 1.0 => {
                    mv.score = Score::Wins(known.plies + 1);
                    (3, -i64::from(known.plies), 0)
                }
                Some(known) if known.payoff[place.player] <= 0.0 => {
                    mv.score = Score::Loses(known.plies + 1);
                    (0, i64::from(known.plies), 0)
                }
                _ => {
                    mv.score = points(known.map_or(mean, |known| known.payoff[place.player]));
                    (1, i64::from(edge.visits), (mean * 1e6) as i64)
                }
            };
            ranks.push(rank);
        }
        // The edges of the root stay in the order of its moves.
        let moves = std::mem::take(&mut root.moves).into_iter();
        let edges = std::mem::take(&mut self.at_mut(0).edges).into_iter();
        let mut all: Vec<_> = ranks.into_iter().zip(moves.zip(edges)).collect();
        all.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        (root.moves, self.at_mut(0).edges) = all.into_iter().map(|(_, both)| both).unzip();
        root.depth = self.depth();
    }

    /// How far the most played line goes.
    fn depth(&self) -> u32 {
        let (mut at, mut depth) = (0, 0);
        while let Some(edge) =
            self.at(at).edges.iter().max_by_key(|e| e.visits).filter(|e| e.child != NO_CHILD)
        {
            depth += 1;
            at = edge.child;
        }
        depth
    }
}

impl Edge {
    fn new(candidate: Option<Candidate>, result: u64) -> Self {
        let to = candidate.as_ref().and_then(Candidate::ends).map(|(_, to)| to.0);
        Edge { candidate, to, result, child: NO_CHILD, visits: 0, sum: 0.0, shared_n: 0.0, shared: 0.0 }
    }
}

/// What players get from an outcome.
pub(crate) fn payoff(outcome: &Outcome, players: &[PlayerId]) -> Payoff {
    let mut all = [0.0; MOST_PLAYERS];
    for (share, player) in all.iter_mut().zip(players) {
        *share = 0.5 + 0.5 * outcome.score(*player) as f32;
    }
    all
}

/// Nobody has won.
pub(crate) fn even(players: &[PlayerId]) -> Payoff {
    payoff(&Outcome::Draw, players)
}
