//! Which way of searching serves a game best, and why.

use crate::alphabeta::AlphaBeta;
use crate::expect::Expect;
use crate::mcts::Mcts;
use crate::mind::Mind;
use crate::puzzle::Puzzle;
use crate::root::Searcher;

/// A way of searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    AlphaBeta,
    Mcts,
    Expect,
    Puzzle,
}

impl Method {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Method::AlphaBeta => "alpha-beta",
            Method::Mcts => "mcts",
            Method::Expect => "expectimax",
            Method::Puzzle => "puzzle",
        }
    }

    pub(crate) fn searcher(self, mib: usize, seed: u64) -> Box<dyn Searcher> {
        match self {
            Method::AlphaBeta => Box::new(AlphaBeta::new(mib)),
            Method::Mcts => Box::new(Mcts::new(mib, seed)),
            Method::Expect => Box::new(Expect),
            Method::Puzzle => Box::new(Puzzle::new(mib)),
        }
    }
}

/// The method for a game that has been tried out, and the reason.
pub(crate) fn choose(mind: &Mind) -> (Method, String) {
    let (facts, found) = (&mind.facts, &mind.findings);
    match (facts.players.len(), facts.has_chance) {
        (1, _) => return (Method::Puzzle, "one player".to_owned()),
        (2, false) => {}
        (2, true) if found.insight >= 0.55 => {
            let insight = (found.insight * 100.0).round();
            return (Method::Expect, format!("chance plays along; {}", knows(insight)));
        }
        (2, true) => return (Method::Mcts, "chance plays along".to_owned()),
        (n, _) => return (Method::Mcts, format!("{n} players")),
    }
    let moves = found.branching.round();
    if found.drops > 0.9 && found.captures < 0.2 && found.branching > 12.0 {
        return (Method::Mcts, format!("pieces are placed and stay, about {moves} moves at a time"));
    }
    if facts.is_fast && found.captures > 0.95 && found.insight < 0.75 {
        return (Method::Mcts, "every move takes something, and the evaluation sees little".to_owned());
    }
    let insight = (found.insight * 100.0).round();
    (Method::AlphaBeta, format!("two players, about {moves} moves at a time; {}", knows(insight)))
}

fn knows(insight: f32) -> String {
    format!("the evaluation knows the winner in {insight} % of random games")
}
