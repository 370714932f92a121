//! Explanations: for every game of the library, at random positions.
//!
//! That what is called legal are the legal moves is asserted inside [`State::why`]; here every legal move is asked
//! about, and pairs of cells, most of which are no moves at all.

use libtest_mimic::{Arguments, Failed, Trial};
use zug_game::{CellId, Reason, Rng, State, Turn, WhyError};
use zug_library::Entry;

const TURNS: usize = 12;
/// Moves and pairs of cells that are asked about in each position.
const QUESTIONS: usize = 2;

fn main() {
    let mut trials = Vec::new();
    for entry in zug_library::games() {
        let name = format!("why {}", entry.file);
        trials.push(Trial::test(name, move || explains(entry).map_err(Failed::from)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn explains(entry: &Entry) -> Result<(), String> {
    let game = entry.load(None).map_err(|e| e.to_string())?;
    let mut rng = Rng::new(7);
    let mut state = game.start();
    for _ in 0..TURNS {
        let turn = state.turn().map_err(|e| e.to_string())?;
        ask(&state, &turn, &mut rng)?;
        let Some(mv) = state.draw(&mut rng).map_err(|e| e.to_string())?.cloned() else { break };
        state.play_unchecked(&mv).map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn ask(state: &State, turn: &Turn, rng: &mut Rng) -> Result<(), String> {
    let named = state.named_moves().map_err(|e| e.to_string())?;
    for _ in 0..QUESTIONS.min(named.len()) {
        let (name, mv) = &named[rng.below(named.len())];
        let why = state.why(name).map_err(|e| format!("{name}: {e}"))?;
        if !why.legal || why.name != *name {
            return Err(format!("{name} is legal, but: {why:?}"));
        }
        match why.reason {
            Reason::Made { rules } => {
                if rules.len() != mv.n_parts() || rules.iter().any(|rule| rule.place.is_none()) {
                    return Err(format!("{name} has {} parts, made by {rules:?}", mv.n_parts()));
                }
            }
            Reason::Drawn { .. } if matches!(turn, Turn::Chance(_)) => {}
            other => return Err(format!("{name}: {other:?}")),
        }
    }
    let n_cells = state.game().ir().board.cells.len();
    for _ in 0..QUESTIONS {
        let mut cell = || state.game().cell_name(CellId(rng.below(n_cells) as u16));
        let text = format!("{}-{}", cell(), cell());
        let why = match state.why(&text) {
            Ok(why) => why,
            // Names of cells may be anything.
            Err(WhyError::Unreadable { .. }) => continue,
            Err(WhyError::Run(error)) => return Err(format!("{text}: {error}")),
        };
        if let Reason::Stopped { causes, .. } = &why.reason
            && (causes.is_empty() || causes.iter().any(|cause| cause.place.is_none()))
        {
            return Err(format!("{text}: {why:?}"));
        }
    }
    Ok(())
}
