//! Clicking: in every game of the library every legal move can be reached by clicks, no clicks reach another one, and a view
//! that is told what happens shows what is there. Games written out click by click are in `clicks/`.

#[path = "clicks/script.rs"]
mod script;

use libtest_mimic::{Arguments, Failed, Trial};
use zug_game::{CellId, Clicked, Controller, Game, Look, Move, Rng, State, Turn, Would, names};
use zug_library::Entry;
use zug_testkit::board_view::BoardView;

/// Turns of a random game in which somebody clicks.
const TURNS: usize = 8;
/// Moves of each turn that are made on purpose.
const MOVES: usize = 5;
/// Clicks at random in each turn.
const CLICKS: usize = 40;

fn main() {
    let mut trials = script::trials();
    for entry in zug_library::games() {
        for title in entry.titles() {
            let name = format!("{} {title}", entry.file);
            trials.push(Trial::test(name, move || game(entry, title).map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn game(entry: &Entry, title: &str) -> Result<(), String> {
    let game = entry.load(Some(title)).map_err(|e| e.to_string())?;
    let mut state = game.start();
    let mut rng = Rng::new(11);
    let mut turns = 0;
    while turns < TURNS {
        match state.turn().map_err(|e| e.to_string())? {
            Turn::Over(_) => break,
            Turn::Chance(_) => {}
            Turn::Player(_) => {
                let at = |what: String| format!("turn {turns}: {what}");
                let moves = state.moves().map_err(|e| e.to_string())?;
                let named = names(&game, moves);
                for _ in 0..MOVES {
                    let n = rng.below(moves.len());
                    on_purpose(&state, &moves[n]).map_err(|e| at(format!("`{}`: {e}", named[n])))?;
                    arrives(&state, &moves[n]).map_err(|e| at(format!("`{}`: {e}", named[n])))?;
                }
                at_random(&state, &mut rng).map_err(at)?;
                turns += 1;
            }
        }
        let Some(mv) = state.draw(&mut rng).map_err(|e| e.to_string())?.cloned() else { break };
        state.play_unchecked(&mv).map_err(|e| e.to_string())?;
    }
    if turns == 0 { Err("nobody had a turn".to_owned()) } else { Ok(()) }
}

/// A view that has seen everything so far shows the board.
fn shows(controller: &mut Controller, view: &mut BoardView) -> Result<(), String> {
    controller.show(view).map_err(|e| e.to_string())?;
    if let Some(complaint) = view.complaint.take() {
        return Err(complaint);
    }
    if view.open > 0 {
        return Err("the last calls were not committed".to_owned());
    }
    let game = controller.state().game().clone();
    let there = match controller.done() {
        None => BoardView::of(&game, controller.now()),
        Some(done) => {
            let mut after = controller.state().clone();
            after.play(done).map_err(|e| format!("what was clicked: {e}"))?;
            BoardView::of(&game, after.position())
        }
    };
    view.differs(&there).map_or(Ok(()), Err)
}

/// Makes a move by clicks that anybody would try.
fn on_purpose(state: &State, wanted: &Move) -> Result<(), String> {
    let game = state.game();
    let mut controller = Controller::new(state).map_err(|e| e.to_string())?;
    let mut walk = state.walk().map_err(|e| e.to_string())?;
    let mut view = BoardView::of(game, state.position());
    for i in 0..wanted.n_parts() {
        let part = wanted.part(i);
        let n = walk
            .parts()
            .position(|p| p.part(0).actions == part.actions && p.part(0).head.then == part.head.then);
        let n = n.ok_or("a part is not on offer")?;
        let name = controller.names()[n].clone();
        let before = controller.made().n_parts();
        for click in clicks_for(&part) {
            if controller.made().n_parts() == before && controller.look().choices.is_empty() {
                controller.click(click).map_err(|e| e.to_string())?;
            }
        }
        let look = controller.look();
        if controller.made().n_parts() == before {
            let asked = look.choices.iter().position(|choice| *choice == name);
            let told = look.commands.iter().position(|command| *command == name);
            match (asked, told) {
                (Some(choice), _) => controller.choose(choice).map_err(|e| e.to_string())?,
                (None, Some(command)) => controller.command(command).map_err(|e| e.to_string())?,
                (None, None) => return Err(format!("no click makes the part `{name}`: {look:?}")),
            };
        }
        if !wanted.starts_with(controller.made()) || controller.made().n_parts() != before + 1 {
            return Err(format!("the clicks for `{name}` make something else"));
        }
        walk.choose(n).map_err(|e| e.to_string())?;
        shows(&mut controller, &mut view)?;
    }
    if controller.done().is_none() && controller.look().choices.is_empty() {
        controller.pass();
    }
    if let Some(choice) = ending(game, state, &controller.look(), wanted)? {
        controller.choose(choice).map_err(|e| e.to_string())?;
    }
    shows(&mut controller, &mut view)?;
    match controller.done() {
        Some(done) if done == wanted => Ok(()),
        Some(_) => Err("another move came of it".to_owned()),
        None => Err("the move is not complete".to_owned()),
    }
}

/// Where only names tell moves apart: the number of the wanted one among the choices.
fn ending(game: &Game, state: &State, look: &Look, wanted: &Move) -> Result<Option<usize>, String> {
    let moves = state.moves().map_err(|e| e.to_string())?;
    let Some(n) = moves.iter().position(|mv| mv == wanted) else { return Err("it is not legal".to_owned()) };
    let name = &names(game, moves)[n];
    Ok(look.choices.iter().position(|choice| choice == name))
}

/// The cells somebody would click for a part, one after the other, until it is made.
fn clicks_for(part: &zug_game::Part<'_>) -> Vec<CellId> {
    let cell = |c: u16| (c != u16::MAX).then_some(CellId(c));
    let captured = part.captures().next().map(|(at, _)| at);
    match (cell(part.head.from), cell(part.head.to)) {
        (Some(from), Some(to)) if from != to => vec![from, to],
        // In place: once, twice, or what it takes.
        (Some(at), _) | (None, Some(at)) => {
            [Some(at), Some(at), captured, captured].into_iter().flatten().collect()
        }
        (None, None) => captured.into_iter().collect(),
    }
}

/// A move that arrives whole is shown the same way.
fn arrives(state: &State, mv: &Move) -> Result<(), String> {
    let mut view = BoardView::of(state.game(), state.position());
    let mut controller = Controller::whole(state, mv).map_err(|e| e.to_string())?;
    shows(&mut controller, &mut view)?;
    if controller.done() == Some(mv) {
        Ok(())
    } else {
        Err("a whole move arrives as something else".to_owned())
    }
}

/// A word of a name that says what the engine does, not what a player sees.
fn engine_word(name: &str) -> Option<&str> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    name.split(' ').find(|word| {
        *word == "again"
            || word.contains(['~', '.'])
            || word.split_once('=').is_some_and(|(_, value)| is_number(value))
    })
}

/// Somebody clicks about: nothing illegal comes of it, and cells that are not on offer do nothing.
fn at_random(state: &State, rng: &mut Rng) -> Result<(), String> {
    let n_cells = state.game().ir().board.cells.len();
    let mut controller = Controller::new(state).map_err(|e| e.to_string())?;
    let mut view = BoardView::of(state.game(), state.position());
    for _ in 0..CLICKS {
        if controller.done().is_some() && rng.below(3) > 0 {
            controller = Controller::new(state).map_err(|e| e.to_string())?;
            view = BoardView::of(state.game(), state.position());
        }
        let look = controller.look();
        for name in look.choices.iter().chain(&look.commands) {
            if let Some(word) = engine_word(name) {
                return Err(format!("`{name}` is offered, which has `{word}`"));
            }
        }
        let offered: Vec<CellId> = look.starts.iter().chain(&look.targets).copied().collect();
        let before = controller.made().n_parts();
        let clicked = match rng.below(10) {
            0 => controller.undo(),
            1 => controller.pass(),
            2 if !look.kinds.is_empty() => controller.select_kind(look.kinds[rng.below(look.kinds.len())]),
            3 => controller.choose(rng.below(look.choices.len() + 1)).map_err(|e| e.to_string())?,
            4 => controller.command(rng.below(look.commands.len() + 1)).map_err(|e| e.to_string())?,
            5 => {
                let cell = CellId(rng.below(n_cells) as u16);
                let would = controller.would(cell);
                let clicked = controller.click(cell).map_err(|e| e.to_string())?;
                let asked = controller.look().choices.len();
                let as_said = match would {
                    Would::Nothing => clicked == Clicked::Nothing,
                    Would::Select | Would::LetGo => clicked == Clicked::Selected,
                    // The moves that end with the part may have to be told apart.
                    Would::Make(name) => {
                        !name.is_empty() && matches!(clicked, Clicked::Made | Clicked::Asked)
                    }
                    Would::Ask(n) => clicked == Clicked::Asked && asked == n,
                };
                if !as_said {
                    return Err(format!(
                        "a click on cell {} did something else",
                        state.game().cell_name(cell)
                    ));
                }
                let made = controller.made().n_parts() > before || clicked == Clicked::Asked;
                if made && !offered.contains(&cell) {
                    return Err(format!("a click on cell {} was not on offer", state.game().cell_name(cell)));
                }
                clicked
            }
            _ if !offered.is_empty() => {
                controller.click(offered[rng.below(offered.len())]).map_err(|e| e.to_string())?
            }
            _ => Clicked::Nothing,
        };
        if clicked == Clicked::Nothing && controller.made().n_parts() != before {
            return Err("something was made and nobody was told".to_owned());
        }
        shows(&mut controller, &mut view)?;
    }
    Ok(())
}
