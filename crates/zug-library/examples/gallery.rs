//! Draws the games of the library, each with its variants, into a folder, to be looked at:
//! `cargo run -p zug-library --example gallery -- FOLDER [NAME…]`. With a number before the names, after so many random
//! moves.

use std::error::Error;
use std::path::Path;
use zug_draw::{View, scene, svg};
use zug_game::{Move, Rng};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1).peekable();
    let folder = args.next().ok_or("name a folder")?;
    let n_moves: usize = args.next_if(|arg| arg.parse::<usize>().is_ok()).map_or(Ok(0), |n| n.parse())?;
    let wanted: Vec<String> = args.collect();
    std::fs::create_dir_all(&folder)?;
    for entry in zug_library::games() {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == entry.id) {
            continue;
        }
        for (number, title) in entry.titles().iter().enumerate() {
            if number > 0 && wanted.is_empty() {
                break;
            }
            let mut state = entry.load(Some(title))?.start();
            let mut rng = Rng::new(7);
            let mut last: Option<Move> = None;
            for _ in 0..n_moves {
                let Some(mv) = state.draw(&mut rng)?.cloned() else { break };
                state.play(&mv)?;
                last = Some(mv);
            }
            let view = View { last_move: last.as_ref(), ..View::default() };
            let drawing = svg(&scene(&state, &entry.presentation().look(), &view));
            let name = if number == 0 { entry.id.to_owned() } else { format!("{}-{number}", entry.id) };
            std::fs::write(Path::new(&folder).join(name + ".svg"), drawing)?;
        }
    }
    Ok(())
}
