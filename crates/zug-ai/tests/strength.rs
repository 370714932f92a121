//! Against random moves: a short version of the example `versus`, by a limit of nodes.

mod kit;

use kit::{answer, nodes, play_on, player, seats};
use zug_ai::{Ai, Limits, Options};
use zug_game::{Game, Move, PlayerId, Rng, State};

/// Both seats once, in games for two without chance that have a fast form. Looking at few positions is enough nearly always.
#[test]
fn random_moves_are_beaten() {
    let (mut points, mut played) = (0.0, 0.0);
    let mut weak = Vec::new();
    for entry in zug_library::games().iter().filter(|entry| entry.id == entry.name) {
        let game = entry.load(None).expect("it loads");
        let seats = seats(&game);
        let chance = game.ir().players.iter().any(|player| player.random);
        if seats.len() != 2 || chance || game.fast().is_err() {
            continue;
        }
        let mut own = 0.0;
        for (seed, seat) in seats.iter().enumerate() {
            let mut ai = player(&game, seed as u64);
            let (mut dice, mut rng) = (Rng::new(0), Rng::new(100 + seed as u64));
            let mut choose = |state: &State, mover: PlayerId| -> Result<Move, String> {
                if mover == *seat {
                    return answer(&mut ai, state, &nodes(250));
                }
                let drawn = state.draw(&mut rng).map_err(|e| e.to_string())?;
                drawn.cloned().ok_or_else(|| "nothing to draw".to_owned())
            };
            let mut state = game.start();
            let end = play_on(&mut state, 160, &mut choose, &mut dice)
                .unwrap_or_else(|problem| panic!("{}: {problem}", entry.file));
            own += end.map_or(0.5, |end| 0.5 + 0.5 * f64::from(end.score(*seat)));
        }
        points += own;
        played += 2.0;
        if own < 1.5 {
            weak.push(format!("{} {own}", entry.file));
        }
    }
    assert!(played >= 60.0, "only {played} games");
    assert!(points >= 0.9 * played, "{points} of {played}: {weak:?}");
}

/// A player that is weaker on purpose; no level of his: he moves at random.
fn player_of(game: &Game, level: Option<u8>, seed: u64) -> Option<Ai> {
    level.map(|level| Ai::new(game, Options { hash: 1, seed, level }))
}

/// What A scores against B. Each opening of two random moves is played twice, by each of them first.
fn scores(game: &Game, a: Option<u8>, b: Option<u8>, rounds: u64) -> f64 {
    let seats = seats(game);
    let mut players = [player_of(game, a, 1), player_of(game, b, 2)];
    let (mut points, mut rng) = (0.0, Rng::new(5));
    for round in 0..2 * rounds {
        let first = (round % 2) as usize;
        let mut choose = |state: &State, mover: PlayerId| -> Result<Move, String> {
            let who = usize::from(mover != seats[first]);
            match &mut players[who] {
                Some(ai) => answer(ai, state, &Limits::default()),
                None => {
                    let drawn = state.draw(&mut rng).map_err(|e| e.to_string())?;
                    drawn.cloned().ok_or_else(|| "nothing to draw".to_owned())
                }
            }
        };
        let mut state = game.start();
        let mut opening = Rng::new(round / 2);
        for _ in 0..2 {
            let mv = state.draw(&mut opening).expect("it has moves").expect("it is not over").clone();
            state.play(&mv).expect("it is legal");
        }
        let end = play_on(&mut state, 200, &mut choose, &mut Rng::new(round)).expect("it is played");
        points += end.map_or(0.5, |end| 0.5 + 0.5 * f64::from(end.score(seats[first])));
    }
    points / (2 * rounds) as f64
}

/// Every level is at least as good as the one below it, and the first at least as good as random moves: in games that Monte Carlo
/// plays, where a few games for each move are a matter of luck, and in one that is looked through.
#[test]
fn no_level_is_worse_than_the_one_below() {
    let mut all = Vec::new();
    for (name, title) in
        [("hex", Some("Hex 5x5")), ("y", Some("Y 5")), ("atari-go", None), ("breakthrough", None)]
    {
        let game = zug_library::find(name).expect("a game of the library").load(title).expect("it loads");
        for (a, b) in [(Some(1), None), (Some(2), Some(1)), (Some(3), Some(2))] {
            all.push((name, a, b, scores(&game, a, b, 6)));
        }
    }
    let mean = all.iter().map(|(.., score)| score).sum::<f64>() / all.len() as f64;
    // Chance decides a part of so few games.
    assert!(all.iter().all(|(.., score)| *score >= 0.4) && mean >= 0.55, "{mean}: {all:?}");
}

/// Ten pieces have to be home at once, and a rival's may stand there: no search sees that far, so the player has to have found out.
/// Twice the same: trying out depends on the seed alone.
#[test]
fn what_has_to_be_full_is_filled() {
    let entry = zug_library::find("chinese-checkers").expect("a game of the library");
    let game = entry.load(Some("Chinese Checkers (two players)")).expect("it loads");
    let seat = seats(&game)[0];
    let play = || {
        let mut ai = player(&game, 3);
        let mut rng = Rng::new(7);
        let mut choose = |state: &State, mover: PlayerId| -> Result<Move, String> {
            if mover == seat {
                return answer(&mut ai, state, &nodes(1_000));
            }
            let drawn = state.draw(&mut rng).map_err(|e| e.to_string())?;
            drawn.cloned().ok_or_else(|| "nothing to draw".to_owned())
        };
        let mut state = game.start();
        let end = play_on(&mut state, 400, &mut choose, &mut Rng::new(0)).expect("it is played");
        (end.and_then(|end| end.winner()), state.hash())
    };
    let (winner, last) = play();
    assert_eq!(winner, Some(seat));
    assert_eq!(play(), (winner, last));
}
