//! Judging a game by its expectations.

use crate::expect::{Case, Expectations};
use zug_game::{Backend, Game, Outcome, State, Turn};
use zug_notation::Style;

/// How many times as much the fast form may count, and machine code.
const FASTER: u64 = 2;
const BY_CODE: u64 = 1_200;

/// Makes the game of a variant ready, with its style of position text.
pub type Load<'a> = dyn Fn(Option<&str>) -> Result<(Game, Style), String> + 'a;

/// Runs all cases; the failures as text. `load` makes the game of a variant ready, with its style of position
/// text. `budget` is the largest perft count that is tried with the interpreter.
pub fn run(load: &Load<'_>, expectations: &Expectations, budget: u64) -> Vec<String> {
    let mut failures = Vec::new();
    let mut loaded: Option<(Option<String>, Game, Style)> = None;
    for case in &expectations.cases {
        if loaded.as_ref().is_none_or(|(variant, ..)| *variant != case.variant) {
            match load(case.variant.as_deref()) {
                Ok((game, style)) => loaded = Some((case.variant.clone(), game, style)),
                Err(what) => {
                    failures.push(format!("{} (line {}): {what}", case.id, case.line));
                    continue;
                }
            }
        }
        let Some((_, game, style)) = &loaded else { continue };
        if case.source.is_empty() {
            failures.push(format!("{}: no `source`: an expectation must come from somewhere", case.id));
        }
        if let Err(what) = one(game, style, case, budget, &mut failures) {
            failures.push(format!("{} (line {}): {what}", case.id, case.line));
        }
    }
    failures
}

fn one(
    game: &Game,
    style: &Style,
    case: &Case,
    budget: u64,
    failures: &mut Vec<String>,
) -> Result<(), String> {
    let state = position(game, style, case)?;
    let mut fail = |what: String| failures.push(format!("{} (line {}): {what}", case.id, case.line));
    // The fast form counts deeper in the same time; both count what both can.
    let by = |backend| case.perft.iter().map(move |count| (backend, *count));
    let deeper = match game.fast() {
        Ok(fast) => budget.saturating_mul(if fast.counts_by_code() { BY_CODE } else { FASTER }),
        Err(_) => 0,
    };
    let tried = by(Backend::Interp).filter(|(_, (_, nodes))| *nodes <= budget);
    for (backend, (depth, nodes)) in tried.chain(by(Backend::Auto).filter(|(_, (_, nodes))| *nodes <= deeper))
    {
        let found = state.perft_by(backend, depth).map_err(|e| game.explain(&e))?;
        if found != nodes {
            fail(format!("perft {depth} is {found} ({backend:?}), expected {nodes}"));
            break;
        }
    }
    let named = state.named_moves().map_err(|e| game.explain(&e))?;
    let found: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    if let Some(count) = case.count
        && found.len() != count
    {
        fail(format!("{} moves, expected {count}: {}", found.len(), found.join(", ")));
    }
    if let Some(expected) = &case.moves {
        let missing: Vec<&String> = expected.iter().filter(|m| !found.contains(&m.as_str())).collect();
        let extra: Vec<&&str> = found.iter().filter(|m| !expected.iter().any(|e| e == **m)).collect();
        if !missing.is_empty() || !extra.is_empty() {
            fail(format!("missing {missing:?}, not expected {extra:?}"));
        }
    }
    for mv in &case.has {
        if !found.contains(&mv.as_str()) {
            fail(format!("`{mv}` should be legal; legal are {}", found.join(", ")));
        }
    }
    for mv in &case.lacks {
        if found.contains(&mv.as_str()) {
            fail(format!("`{mv}` should not be legal"));
        }
    }
    for (mv, holds) in &case.plays {
        let mut after = state.clone();
        after.play_text(mv).map_err(|e| e.to_string())?;
        let text = zug_notation::position::print(&after, &Style::general());
        for segment in holds {
            if !holds_in(&after, &text, segment) {
                fail(format!("after `{mv}`: `{segment}` does not hold in `{text}`"));
            }
        }
    }
    if let Some(expected) = &case.outcome {
        let found = outcome(game, &state)?;
        if found != *expected {
            fail(format!("outcome is {found}, expected {expected}"));
        }
    }
    Ok(())
}

/// The position of a case.
pub fn position(game: &Game, style: &Style, case: &Case) -> Result<State, String> {
    let mut state = if case.position.is_empty() {
        game.start()
    } else {
        zug_notation::position::parse(game, style, &case.position).map_err(|e| format!("position: {e}"))?
    };
    for mv in &case.after {
        state.play_text(mv).map_err(|e| e.to_string())?;
    }
    Ok(state)
}

pub(crate) fn outcome(game: &Game, state: &State) -> Result<String, String> {
    Ok(match state.turn().map_err(|e| game.explain(&e))? {
        Turn::Over(Outcome::Draw) => "draw".to_string(),
        Turn::Over(Outcome::Won { player, worth: 1 }) => game.player_name(player).to_string(),
        Turn::Over(Outcome::Won { player, worth }) => format!("{} {worth}", game.player_name(player)),
        Turn::Over(Outcome::Lost(p)) => format!("{} lost", game.player_name(p)),
        Turn::Player(_) | Turn::Chance(_) => "open".to_string(),
    })
}

/// `White Man a2 b2` holds if the segment of White's men names those cells; `@value quiet 0` if that is the
/// value, printed or not.
pub(crate) fn holds_in(state: &State, text: &str, segment: &str) -> bool {
    let words: Vec<&str> = segment.split_whitespace().collect();
    if let ["@value", name, value] = words[..] {
        let globals = &state.game().ir().globals;
        let global = globals.iter().position(|g| g.name == name).map(|i| zug_game::GlobalId(i as u16));
        return global.is_some_and(|g| value.parse() == Ok(state.position().global(g)));
    }
    let (head, cells) = words.split_at(words.len().min(if segment.starts_with('@') { 1 } else { 2 }));
    text.split(';').map(|s| s.split_whitespace().collect::<Vec<_>>()).any(|s| {
        s.len() >= head.len() && s[..head.len()] == *head && cells.iter().all(|c| s[head.len()..].contains(c))
    })
}
