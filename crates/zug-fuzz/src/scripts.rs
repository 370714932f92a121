//! Random rules in the Zug language: every fast form they have gives the interpreter's answers.

use crate::play::seed;
use crate::script_text::text;
use zug_fast::{Fast, Form};
use zug_game::{Backend, Game, NoFiles};
use zug_testkit::{LIMIT, TOO_MANY, searched, twofold};

/// How far both back ends play, and how deep results are counted.
const PLIES: usize = 8;
const DEPTH: u32 = 2;
/// Results of one ply, where those of [`DEPTH`] can be counted by the interpreter.
const RESULTS: u64 = 60;
/// Random games by machine code and without.
const RANDOM_GAMES: u64 = 6;
const LONG: usize = 40;

/// What was compared of the game that the bytes describe.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Met {
    /// Rules by lanes, tables or walks.
    pub flows: bool,
    /// Rules on heaps that are counts.
    pub counts: bool,
    /// Rules that are remembered, be it that the game has another form too.
    pub recalled: bool,
    /// Did the interpreter meet a limit on the way?
    pub limit: bool,
    /// Did a fast form leave a position to the interpreter? It may.
    pub given_up: bool,
}

/// Writes a game in the Zug language and compares the interpreter with every form the game has. `None` if it is no game.
pub fn scripts(bytes: &[u8]) -> Option<Met> {
    script(&text(bytes))
}

/// The same with a text written by hand.
pub fn script(text: &str) -> Option<Met> {
    let game = Game::from_text("drawn.zug", text.as_bytes(), &NoFiles).ok()?;
    let mut met = Met::default();
    if let Err(what) = same_answers(&game, seed(text.as_bytes()), Effort::Full, &mut met) {
        panic!("{what}\n{text}");
    }
    Some(met)
}

/// How much of a game is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// What small games have time for.
    Full,
    /// Fewer plies, and machine code once in four times.
    Little,
}

/// Compares the interpreter with every form of a game. An error is a difference.
pub(crate) fn same_answers(game: &Game, seed: u64, effort: Effort, met: &mut Met) -> Result<(), String> {
    match compared(game, seed, effort, met) {
        // Nothing can be said of rules that do not end.
        Err(what) if what.contains(LIMIT) => met.limit = true,
        Err(what) if what.contains(TOO_MANY) => met.given_up = true,
        compared => return compared,
    }
    Ok(())
}

/// The text that the bytes become, and why it is no game if it is none.
pub fn script_text(bytes: &[u8]) -> (String, Option<String>) {
    let text = text(bytes);
    let problem = Game::from_text("drawn.zug", text.as_bytes(), &NoFiles).err().map(|e| e.to_string());
    (text, problem)
}

fn compared(game: &Game, seed: u64, effort: Effort, met: &mut Met) -> Result<(), String> {
    let forms = game.fast().map(Fast::forms).unwrap_or_default();
    let has = |wanted: &[Form]| forms.iter().any(|rule| wanted.contains(&rule.form));
    let usual = [has(&[Form::Lanes, Form::Table, Form::Walk]), has(&[Form::Counts])];
    [met.flows, met.counts] = usual;
    if let Err(error) = game.start().perft_by(Backend::Interp, 1) {
        // Only whether the fast form meets the limit as well is left to ask.
        if let Ok(fast) = game.fast() {
            twofold::compare_with(game, fast, seed, 1)?;
        }
        return Err(format!("{LIMIT}{error}"));
    }
    if let Ok(fast) = game.fast() {
        one_form(game, fast, seed, effort)?;
        same_perft(game)?;
        if effort == Effort::Full || seed.is_multiple_of(4) {
            searched::told(game, PLIES).map_err(|what| format!("in a search: {what}"))?;
            twofold::same_games(game, RANDOM_GAMES, LONG)?;
            twofold::same_counts(game, 1, PLIES)?;
        }
    }
    if effort == Effort::Little && usual.contains(&true) {
        return Ok(());
    }
    if let Ok(fast) = Fast::remembered(game.program()) {
        met.recalled = true;
        if usual.contains(&true) {
            one_form(game, &fast, seed, effort).map_err(|what| format!("remembered: {what}"))?;
        }
    }
    Ok(())
}

fn one_form(game: &Game, fast: &Fast, seed: u64, effort: Effort) -> Result<(), String> {
    let (games, plies) = if effort == Effort::Full { (2, PLIES) } else { (1, PLIES / 2) };
    for seed in (0..games).map(|n| seed ^ n) {
        twofold::compare_with(game, fast, seed, plies)?;
        twofold::possible_game_with(game, fast, seed, plies)?;
    }
    Ok(())
}

fn same_perft(game: &Game) -> Result<(), String> {
    let start = game.start();
    let count = |backend, depth| start.perft_by(backend, depth).map_err(|e| format!("{LIMIT}{e}"));
    if count(Backend::Interp, 1)? > RESULTS {
        return Ok(());
    }
    let (expected, found) = (count(Backend::Interp, DEPTH)?, count(Backend::Auto, DEPTH)?);
    if expected != found {
        return Err(format!("{expected} results, but the fast form counts {found}"));
    }
    Ok(())
}
