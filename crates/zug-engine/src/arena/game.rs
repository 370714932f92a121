//! One game of a match. Our rules are the referee, our clock is the only one that counts.

use super::plan::{Fixture, Plan};
use super::result::{Ending, Fault, Played, Result};
use crate::clock::{Clock, Control, Time};
use crate::player::{Answer, Asked, Player, PlayerError};
use crate::stop::Stop;
use std::time::{Duration, Instant};
use zug_game::{PlayerId, State, Turn};

/// Plays a game between players who sit in this order. Errors are not the fault of a player, or a player who cannot even begin.
pub(super) fn play(
    plan: &Plan,
    fixture: Fixture,
    players: &mut [&mut dyn Player],
    stop: &Stop,
) -> std::result::Result<Played, PlayerError> {
    let seats = plan.seats();
    for player in players.iter_mut() {
        player.begin()?;
    }
    let mut moves = plan.opening(fixture.round)?;
    let mut state = plan.first.clone();
    for mv in &moves {
        state.play_unchecked(mv)?;
    }
    let mut dice = plan.dice(fixture.round);
    let mut clocks = Clocks::new(plan.control, seats.len());
    let ending = loop {
        if stop.pressed() {
            return Err(PlayerError::Stopped);
        }
        let mv = match state.turn()? {
            Turn::Over(outcome) => break Ending::Over(outcome),
            Turn::Chance(_) => state.draw(&mut dice)?.cloned().ok_or(PlayerError::NothingToChoose)?,
            Turn::Player(_) if moves.len() >= plan.cap => break Ending::Capped,
            Turn::Player(player) => {
                let seat = seats.iter().position(|p| *p == player).unwrap_or(0);
                let Some(chooser) = players.get_mut(seat) else { return Err(PlayerError::NothingToChoose) };
                let time = clocks.time(seat);
                let began = Instant::now();
                let asked = Asked { first: &plan.first, moves: &moves, state: &state, time: &time, stop };
                let answer = chooser.choose(&asked);
                let took = began.elapsed();
                match answer {
                    Ok(_) if stop.pressed() => return Err(PlayerError::Stopped),
                    Ok(Answer::Resign) => break Ending::Resigned { seat },
                    Ok(Answer::Play(mv, _)) => match clocks.spend(seat, took, plan.margin) {
                        Ok(()) => mv,
                        Err(late) => {
                            let why = format!("{} was {} ms late", chooser.name(), late.as_millis());
                            break Ending::Fault { seat, fault: Fault::Time, why };
                        }
                    },
                    Err(error) => break fault(seat, error)?,
                }
            }
        };
        // Who sits here may be a program of ours with a mistake in it.
        if !state.moves()?.contains(&mv) {
            let seat = seats.iter().position(|p| *p == state.chooser()).unwrap_or(0);
            let name = players.get(seat).map_or("", |player| player.name());
            let why = format!("{name} played a move that is not legal");
            break Ending::Fault { seat, fault: Fault::Illegal, why };
        }
        state.play_unchecked(&mv)?;
        moves.push(mv);
    };
    let result = result(&seats, fixture.seat, &ending, &state);
    Ok(Played { fixture, moves, ending, result })
}

fn result(seats: &[PlayerId], own: usize, ending: &Ending, state: &State) -> Result {
    Result::new(seats, own, ending, state.out())
}

/// The end of the game if a player is to blame.
fn fault(seat: usize, error: PlayerError) -> std::result::Result<Ending, PlayerError> {
    let fault = match &error {
        PlayerError::Run(_) | PlayerError::Stopped | PlayerError::NothingToChoose => return Err(error),
        PlayerError::Start { .. } | PlayerError::Unfit { .. } => return Err(error),
        PlayerError::Illegal { .. } => Fault::Illegal,
        PlayerError::Silent { .. } => Fault::Time,
        PlayerError::Dead { .. } => Fault::Broken,
    };
    Ok(Ending::Fault { seat, fault, why: error.to_string() })
}

/// What the clocks show.
struct Clocks {
    control: Option<Control>,
    clocks: Vec<Clock>,
}

impl Clocks {
    fn new(control: Option<Control>, seats: usize) -> Self {
        let clock = match control {
            Some(Control::Clock { moves, time, increment }) => {
                Clock { left: time, increment, moves_to_go: moves, extra: Duration::ZERO }
            }
            _ => Clock::default(),
        };
        Clocks { control, clocks: vec![clock; seats] }
    }

    fn time(&self, seat: usize) -> Time {
        match self.control {
            None => Time::Free,
            Some(Control::Move(time)) => Time::Move(time),
            Some(Control::Clock { .. }) => Time::Clock { clocks: self.clocks.clone(), mine: seat },
        }
    }

    /// Takes what a move took off the clock. `Err`: by how much it is overdrawn.
    fn spend(&mut self, seat: usize, took: Duration, margin: Duration) -> std::result::Result<(), Duration> {
        match (self.control, self.clocks.get_mut(seat)) {
            (Some(Control::Move(time)), _) if took > time + margin => Err(took - time),
            (Some(Control::Clock { moves, time, .. }), Some(clock)) => {
                if took > clock.left + margin {
                    return Err(took - clock.left);
                }
                clock.left = clock.left.saturating_sub(took) + clock.increment;
                if let (Some(moves), Some(to_go)) = (moves, &mut clock.moves_to_go) {
                    *to_go = to_go.saturating_sub(1);
                    if *to_go == 0 {
                        *to_go = moves;
                        clock.left += time;
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn clocks_run_down_and_are_wound_up() {
        let control = Control::Clock { moves: Some(2), time: ms(1000), increment: ms(10) };
        let mut clocks = Clocks::new(Some(control), 2);
        assert_eq!(clocks.spend(0, ms(400), ms(0)), Ok(()));
        assert_eq!((clocks.clocks[0].left, clocks.clocks[0].moves_to_go), (ms(610), Some(1)));
        assert_eq!(clocks.spend(0, ms(600), ms(0)), Ok(()));
        assert_eq!((clocks.clocks[0].left, clocks.clocks[0].moves_to_go), (ms(1020), Some(2)));
        assert_eq!(clocks.spend(0, ms(1100), ms(50)), Err(ms(80)));
        assert_eq!(clocks.spend(1, ms(1040), ms(50)), Ok(()));
        assert_eq!(clocks.clocks[1].left, ms(10));
    }

    #[test]
    fn a_move_has_its_time_and_the_margin() {
        let mut clocks = Clocks::new(Some(Control::Move(ms(100))), 2);
        assert_eq!(clocks.spend(0, ms(149), ms(50)), Ok(()));
        assert_eq!(clocks.spend(0, ms(151), ms(50)), Err(ms(51)));
        assert_eq!(Clocks::new(None, 2).spend(0, ms(99_999), ms(0)), Ok(()));
    }
}
