//! What the rules say about a game before anybody has played it.

use zug_game::{Game, PlayerId, Repetition};

/// The first turn of a player.
pub(crate) fn turn_of(game: &Game, player: PlayerId) -> Option<usize> {
    game.ir().turns.iter().position(|turn| turn.chooser == player)
}

/// A game as a search sees it.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// Those who choose, in the order of their turns, without chance.
    pub(crate) players: Vec<PlayerId>,
    pub(crate) has_chance: bool,
    pub(crate) repetition: Repetition,
    /// Values that two positions may differ in and still repeat each other.
    pub(crate) has_counters: bool,
    /// Rules are worked out beforehand. Otherwise they are remembered, or
    pub(crate) is_fast: bool,
    /// run again each time.
    pub(crate) is_slow: bool,
}

impl Facts {
    pub(crate) fn new(game: &Game) -> Self {
        let ir = game.ir();
        let random = |turn: &zug_game::ir::Turn| ir.players[turn.chooser.idx()].random;
        // What chance sets up before the game begins is there when anybody thinks.
        let set_up = ir.turns[..ir.repeat_from].iter().take_while(|turn| random(turn)).count();
        let mut players = Vec::new();
        for turn in &ir.turns {
            if !random(turn) && !players.contains(&turn.chooser) {
                players.push(turn.chooser);
            }
        }
        Facts {
            players,
            has_chance: ir.turns[set_up..].iter().any(random),
            repetition: game.repetition(),
            has_counters: ir.globals.iter().any(|global| global.counter),
            is_fast: game.fast().is_ok_and(|fast| !fast.is_remembered()),
            is_slow: game.fast().is_err(),
        }
    }
}
