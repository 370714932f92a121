//! Who plays for whom.

use crate::errors::Failure;
use zug_engine::{AiSpec, Children, Effort, Player, Program, Spec, Table};
use zug_game::{Game, PlayerId};

/// Who plays for those nobody speaks of.
const OPPONENT: Spec = Spec::Program(Program::Ai(AiSpec {
    level: None,
    effort: Effort { time: None, nodes: None, depth: None },
    hash: None,
}));

/// A spec for each player of the game; random players of the rules are drawn whatever it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seats {
    specs: Vec<Spec>,
    /// Those who choose moves, in the order of the rules.
    choosers: Vec<usize>,
}

impl Seats {
    /// The first player is human unless something else is asked for; everybody else is the computer.
    pub(super) fn new(
        game: &Game,
        white: Option<Spec>,
        black: Option<Spec>,
        numbered: &[String],
    ) -> Result<Self, Failure> {
        let ir = game.ir();
        let choosers: Vec<usize> = (0..ir.players.len())
            .filter(|&p| !ir.players[p].random && ir.is_active(PlayerId(p as u16)))
            .collect();
        let mut seats = vec![None; ir.players.len()];
        for (name, number, spec) in [("White", 0, white), ("Black", 1, black)] {
            if let Some(spec) = spec {
                let named = choosers.iter().copied().find(|&p| ir.players[p].name.eq_ignore_ascii_case(name));
                let seat = named.or_else(|| choosers.get(number).copied());
                let seat = seat.ok_or_else(|| {
                    Failure::usage(format!("the game has no player for `--{}`", name.to_lowercase()))
                })?;
                seats[seat] = Some(spec);
            }
        }
        for pair in numbered.chunks_exact(2) {
            let seat = pair[0].parse::<usize>().ok().and_then(|n| choosers.get(n.checked_sub(1)?));
            let seat = *seat.ok_or_else(|| {
                let names: Vec<&str> = choosers.iter().map(|&p| ir.players[p].name.as_str()).collect();
                Failure::usage(format!(
                    "there is no player `{}`; players are 1 to {}: {}",
                    pair[0],
                    names.len(),
                    names.join(", ")
                ))
            })?;
            let spec = pair[1]
                .parse::<Spec>()
                .map_err(|e| Failure::usage(format!("`{}` for player {}: {e}", pair[1], pair[0])))?;
            seats[seat] = Some(spec);
        }
        // Someone who only says who the opponent is wants to play himself.
        let somebody_is_human = seats.contains(&Some(Spec::Human));
        let free = choosers.iter().copied().find(|&p| seats[p].is_none());
        if let (false, Some(free)) = (somebody_is_human, free) {
            seats[free] = Some(Spec::Human);
        }
        let specs = seats.into_iter().map(|seat| seat.unwrap_or(OPPONENT)).collect();
        Ok(Seats { specs, choosers })
    }

    /// Who plays for each who chooses moves, in words.
    pub(super) fn specs(&self) -> Vec<String> {
        self.choosers.iter().filter_map(|&p| self.specs.get(p)).map(ToString::to_string).collect()
    }

    pub(super) fn of(&self, player: PlayerId) -> &Spec {
        self.specs.get(player.idx()).unwrap_or(&OPPONENT)
    }

    pub(super) fn is_human(&self, player: PlayerId) -> bool {
        *self.of(player) == Spec::Human
    }

    /// Is he somebody who is asked, and takes his time? Random players draw from the same numbers as dice, so that taking
    /// moves back brings the same game again.
    pub(super) fn thinks(&self, player: PlayerId) -> bool {
        matches!(self.of(player), Spec::Program(program) if *program != Program::Random)
    }

    /// Makes the players who think, each where he sits; engines are started.
    pub(super) fn players(
        &self,
        table: &Table,
        seed: u64,
        children: &Children,
    ) -> Result<Vec<Option<Box<dyn Player>>>, Failure> {
        let sit = |(seat, spec): (usize, &Spec)| match spec {
            Spec::Human | Spec::Program(Program::Random) => Ok(None),
            Spec::Program(program) => {
                let player = program.sit(table, seed.wrapping_add(seat as u64), children);
                player.map(Some).map_err(Failure::usage)
            }
        };
        self.specs.iter().enumerate().map(sit).collect()
    }

    pub(super) fn anybody_human(&self) -> bool {
        self.specs.contains(&Spec::Human)
    }

    /// Letters of a saved game: H for people, C for the computer.
    pub(super) fn letters(&self) -> String {
        self.specs.iter().map(|spec| if *spec == Spec::Human { 'H' } else { 'C' }).collect()
    }
}
