//! A ZRF file and the text in the Zug language that it is converted to play the same games.
//!
//! Expectations come from the ZRF game, whose counts are checked against published ones elsewhere: along random games
//! both must offer the same results and end alike. Cells and pieces are compared by name, because the languages
//! number them differently.

use std::collections::{BTreeMap, BTreeSet};
use zug_convert::{Titles, ZrfGame, convert_zrf};
use zug_game::ir::{AttrId, GlobalId};
use zug_game::{CellId, Files, Game, KindId, Move, NoFiles, Outcome, PlayerId, Rng, State, Which, load};

/// How much is compared.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub games: u64,
    pub plies: usize,
    /// A random game ends when so many results have been compared.
    pub results: usize,
}

/// What became of a game or variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    pub title: String,
    /// What the conversion reports as not kept; such a game is not compared.
    pub losses: Vec<String>,
    /// How many results were compared.
    pub results: usize,
}

/// Converts a file and plays every game of it beside the conversion.
///
/// # Errors
///
/// What differs, or why there is no conversion.
pub fn check(name: &str, bytes: &[u8], files: &dyn Files, effort: Effort) -> Result<Vec<Played>, String> {
    let conversion = convert_zrf(name, bytes, None, files, Titles::All).map_err(|e| e.to_string())?;
    let text = &conversion.text;
    if text.len() <= zug_lang::MAX_FORMAT {
        let formatted = zug_lang::format(text).map_err(|e| format!("the text cannot be read: {e}"))?;
        if formatted != *text {
            return Err("`zug fmt` would change the text".to_owned());
        }
    }
    let zrf = load(name, bytes, None, files, Which::All).map_err(|e| e.to_string())?;
    let zug =
        load("converted.zug", text.as_bytes(), None, &NoFiles, Which::All).map_err(|e| e.to_string())?;
    let kept = conversion.games.iter().all(|game| game.losses.is_empty());
    let problems = zug.problems.iter().filter(|p| kept || p.severity == zug_game::Severity::Error);
    let problems: Vec<&str> = problems.map(|p| p.rendered.as_str()).collect();
    if !problems.is_empty() {
        return Err(format!("problems in the text:\n{}", problems.join("\n")));
    }
    let mut played = Vec::new();
    for (at, game) in conversion.games.iter().enumerate() {
        let losses: BTreeSet<String> =
            game.losses.iter().map(|l| format!("{}: {}", l.code, l.message)).collect();
        let mut results = 0;
        if losses.is_empty() {
            let (Some(Some(old)), Some(Some(new))) = (zrf.games().get(game.form), zug.games().get(at)) else {
                return Err(format!("{}: there is no game", game.title));
            };
            results =
                Both::new(old, new, game).play(effort).map_err(|what| format!("{}: {what}", game.title))?;
        }
        played.push(Played { title: game.title.clone(), losses: losses.into_iter().collect(), results });
    }
    Ok(played)
}

/// A game and its conversion.
struct Both<'g> {
    games: [&'g Game; 2],
    /// Old names by new ones.
    old: BTreeMap<&'g str, &'g str>,
    /// Values of the ZRF game. The conversion may need more.
    values: BTreeSet<&'g str>,
    /// Reserves that never end are kept in another way.
    endless: BTreeSet<(&'g str, &'g str)>,
}

impl<'g> Both<'g> {
    fn new(zrf: &'g Game, zug: &'g Game, names: &'g ZrfGame) -> Self {
        let ir = zrf.ir();
        let endless = ir.reserves.iter().filter(|r| r.count.is_none());
        Both {
            games: [zrf, zug],
            old: names.renamed.iter().map(|(old, new)| (new.as_str(), old.as_str())).collect(),
            values: ir.globals.iter().map(|global| global.name.as_str()).collect(),
            endless: endless.map(|r| (zrf.player_name(r.player), zrf.kind_name(r.kind))).collect(),
        }
    }

    fn play(&self, effort: Effort) -> Result<usize, String> {
        let mut results = 0;
        for seed in 0..effort.games {
            results += self.walk(seed, effort).map_err(|what| format!("seed {seed}, {what}"))?;
        }
        Ok(results)
    }

    /// Plays at random; the same results must be on offer in both games all the way.
    fn walk(&self, seed: u64, effort: Effort) -> Result<usize, String> {
        let mut rng = Rng::new(seed);
        let [mut a, mut b] = self.games.map(Game::start);
        let mut compared = 0;
        for ply in 0..effort.plies {
            let here = self.describe(&a);
            same(&here, &self.describe(&b)).map_err(|what| format!("ply {ply}, the position: {what}"))?;
            let (over, end) = (self.end(&a)?, self.end(&b)?);
            if over != end {
                return Err(format!("ply {ply}: {over:?} in ZRF, {end:?} converted, at {here}"));
            }
            if over.is_some() || compared > effort.results {
                break;
            }
            let [mut mine, mut theirs] = [self.results(&a)?, self.results(&b)?];
            compared += mine.len();
            let missing: Vec<&String> = mine.keys().filter(|key| !theirs.contains_key(*key)).collect();
            let extra: Vec<&String> = theirs.keys().filter(|key| !mine.contains_key(*key)).collect();
            if !missing.is_empty() || !extra.is_empty() {
                let some = |list: &[&String]| {
                    list.iter().take(3).map(|s| s.as_str()).collect::<Vec<_>>().join("\n  ")
                };
                let (n, more) = (missing.len(), extra.len());
                let (missing, extra) = (some(&missing), some(&extra));
                return Err(format!(
                    "ply {ply}, at {here}\n{n} results only in ZRF:\n  {missing}\n{more} only converted:\n  {extra}"
                ));
            }
            let Some(key) = mine.keys().nth(rng.below(mine.len())).cloned() else { break };
            for (state, moves) in [(&mut a, &mut mine), (&mut b, &mut theirs)] {
                let Some(mv) = moves.remove(&key) else { break };
                state.play_unchecked(&mv).map_err(|e| format!("ply {ply}: {e}"))?;
            }
        }
        Ok(compared)
    }

    /// Legal moves by the positions they lead to.
    fn results(&self, state: &State) -> Result<BTreeMap<String, Move>, String> {
        let mut results = BTreeMap::new();
        for mv in state.moves().map_err(|e| state.game().explain(&e))? {
            let mut next = state.clone();
            next.play_unchecked(mv).map_err(|e| state.game().explain(&e))?;
            results.entry(self.describe(&next)).or_insert_with(|| mv.clone());
        }
        Ok(results)
    }

    fn end(&self, state: &State) -> Result<Option<String>, String> {
        let outcome = state.outcome().map_err(|e| state.game().explain(&e))?;
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Draw => "draw".to_owned(),
            Outcome::Won { player, .. } => format!("{} wins", self.name(state.game().player_name(*player))),
            Outcome::Lost(player) => format!("{} loses", self.name(state.game().player_name(*player))),
        }))
    }

    fn name<'n>(&'n self, name: &'n str) -> &'n str {
        self.old.get(name).copied().unwrap_or(name)
    }

    /// All that a position is, by names: pieces with attributes, reserves, values, the turn.
    fn describe(&self, state: &State) -> String {
        let (game, position) = (state.game(), state.position());
        let ir = game.ir();
        let mut words = Vec::new();
        for cell in (0..ir.board.cells.len() as u16).map(CellId) {
            let mut there = String::new();
            let mut add = |piece: zug_game::Piece, n: u64| {
                let owner = self.name(game.player_name(piece.owner()));
                there.push_str(&format!(":{owner}.{}*{n}", self.name(game.kind_name(piece.kind()))));
                for (attr, value) in self.attributes(game, piece) {
                    there.push_str(&format!(",{attr}={value}"));
                }
            };
            game.contents(position, cell).into_iter().for_each(|(piece, n)| add(piece, n));
            if !there.is_empty() {
                words.push(format!("{}{there}", self.name(game.cell_name(cell))));
            }
        }
        for player in (0..ir.players.len() as u16).map(PlayerId) {
            for kind in (0..ir.kinds.len() as u16).map(KindId) {
                let n = position.reserve(game.program(), player, kind);
                let names = (self.name(game.player_name(player)), self.name(game.kind_name(kind)));
                if n > 0 && !self.endless.contains(&names) {
                    words.push(format!("@{}.{}={n}", names.0, names.1));
                }
            }
        }
        for (id, global) in (0..).map(GlobalId).zip(&ir.globals) {
            let name = self.name(&global.name);
            if self.values.contains(name) {
                words.push(format!("@{name}={}", position.global(id)));
            }
        }
        // Boards may list their cells in different orders.
        words.sort();
        words.push(format!("@turn {}@{}", self.name(game.player_name(state.chooser())), position.turn_idx()));
        words.join(" ")
    }

    fn attributes<'a>(&'a self, game: &'a Game, piece: zug_game::Piece) -> BTreeMap<&'a str, i32> {
        let layout = game.program().layout();
        let all = (0..).map(AttrId).zip(&game.ir().attrs);
        let own = all.filter(|(attr, _)| layout.carries(piece.kind(), *attr));
        own.map(|(attr, about)| (self.name(&about.name), layout.attr(piece, attr))).collect()
    }
}

fn same(a: &str, b: &str) -> Result<(), String> {
    if a == b { Ok(()) } else { Err(format!("\n  {a}\nin ZRF,\n  {b}\nconverted")) }
}
