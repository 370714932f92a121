//! Games of tables: `8/5 6/5`, each player counting points from his own side.
//!
//! A text says what comes of a turn, not in which order its dice were played; of turns that come to the same the first
//! stands for all.

use super::choice::{Choice, MoveError};
use super::settle;
use crate::names::Names;
use crate::position::{Settings, StyleError};
use std::collections::{BTreeMap, HashSet};
use zug_game::{CellId, Game, Move, PlayerId};

/// How turns of a game of tables are written.
#[derive(Clone, PartialEq, Debug)]
pub struct Tables {
    /// For each player the cells of his points: 0 is off the board, 1 to 24, and 25 the bar where there is one.
    sides: Vec<(PlayerId, Vec<CellId>)>,
}

const BAR: usize = 25;

/// What comes of a turn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Turn {
    /// How many men more, or fewer, are on each point.
    change: BTreeMap<usize, i32>,
    /// Points on which a man was hit.
    hits: Vec<usize>,
}

impl Turn {
    fn step(&mut self, from: usize, to: usize) {
        for (point, n) in [(from, -1), (to, 1)] {
            let change = self.change.entry(point).or_default();
            *change += n;
            if *change == 0 {
                self.change.remove(&point);
            }
        }
    }

    fn hit(&mut self, point: usize) {
        self.hits.push(point);
        self.hits.sort_unstable();
        self.hits.dedup();
    }
}

impl Tables {
    pub fn new(game: &Game, settings: &Settings) -> Result<Self, StyleError> {
        let names = Names::new(game);
        let mut sides = Vec::new();
        for line in &settings.mat_points {
            let mut words = line.split_whitespace();
            let player = words.next().unwrap_or_default();
            let unknown = |what, name: &str| StyleError::UnknownName { what, name: name.to_owned() };
            let owner = names.player(player).ok_or_else(|| unknown("player", player))?;
            let cells = words.map(|name| names.cell(name).ok_or_else(|| unknown("cell", name)));
            sides.push((owner, cells.collect::<Result<Vec<_>, _>>()?));
        }
        if sides.len() != 2 {
            let what = "MAT cannot describe this game: it is no game of tables for two";
            return Err(StyleError::Unfit(what.to_owned()));
        }
        Ok(Tables { sides })
    }

    /// The two players, in the order of the presentation.
    pub(crate) fn players(&self) -> [PlayerId; 2] {
        [self.sides[0].0, self.sides[1].0]
    }

    fn cells(&self, player: PlayerId) -> &[CellId] {
        self.sides.iter().find(|(p, _)| *p == player).map_or(&[], |(_, cells)| cells)
    }

    /// A turn in words; empty if nothing can be played. None for what is no turn of men.
    pub(crate) fn text(&self, player: PlayerId, mv: &Move) -> Option<String> {
        let cells = self.cells(player);
        let mut steps: Vec<(usize, usize, bool)> = Vec::new();
        for part in mv.parts() {
            let number = |cell: u16| cells.iter().position(|c| c.0 == cell);
            let hit = part.captures().next().is_some();
            steps.push((number(part.head.from)?, number(part.head.to)?, hit));
        }
        steps.sort_by(|a, b| b.cmp(a));
        let mut words: Vec<String> = Vec::new();
        for same in steps.chunk_by(|a, b| a == b) {
            let &(from, to, hit) = same.first()?;
            let times = if same.len() > 1 { format!("({})", same.len()) } else { String::new() };
            words.push(format!("{from}/{to}{}{times}", if hit { "*" } else { "" }));
        }
        Some(words.join(" "))
    }

    /// The texts of all moves. Of turns that are written alike all but the first go by their names.
    pub(super) fn texts(&self, choice: &Choice<'_>) -> Vec<String> {
        let player = choice.state.chooser();
        let text = |mv: &Move| self.text(player, mv).filter(|text| !text.is_empty());
        let mut seen = HashSet::new();
        let first = |text: Option<String>| text.filter(|text| seen.insert(text.clone()));
        settle(choice, choice.moves.iter().map(text).map(first).collect())
    }

    fn turn(&self, player: PlayerId, mv: &Move) -> Option<Turn> {
        let cells = self.cells(player);
        let mut turn = Turn::default();
        for part in mv.parts() {
            let number = |cell: u16| cells.iter().position(|c| c.0 == cell);
            let (from, to) = (number(part.head.from)?, number(part.head.to)?);
            turn.step(from, to);
            if part.captures().next().is_some() {
                turn.hit(to);
            }
        }
        Some(turn)
    }

    /// The turn that a text means.
    pub(crate) fn find(&self, choice: &Choice<'_>, text: &str) -> Result<usize, MoveError> {
        let player = choice.state.chooser();
        let same = |mv: &Move| self.text(player, mv).is_some_and(|own| own == text);
        if let Some(exact) = choice.moves.iter().position(same) {
            return Ok(exact);
        }
        let Some(wanted) = parse(text) else { return Err(self.unknown(choice, player)) };
        let turns: Vec<Option<Turn>> = choice.moves.iter().map(|mv| self.turn(player, mv)).collect();
        let exact = turns.iter().position(|turn| turn.as_ref() == Some(&wanted));
        // Whoever leaves out the sign of a hit means it all the same.
        let alike = || {
            let same = |turn: &&Turn| turn.change == wanted.change;
            let mut found = turns.iter().flatten().filter(same);
            let first = found.next()?;
            found.all(|turn| turn == first).then(|| turns.iter().position(|t| t.as_ref() == Some(first)))?
        };
        exact.or_else(alike).ok_or_else(|| {
            let same = |i: &usize| turns[*i].as_ref().is_some_and(|turn| turn.change == wanted.change);
            let meant: Vec<usize> = (0..turns.len()).filter(same).collect();
            if meant.is_empty() {
                return self.unknown(choice, player);
            }
            let texts: Vec<String> =
                choice.moves.iter().map(|mv| self.text(player, mv).unwrap_or_default()).collect();
            MoveError::ambiguous(&texts, &meant)
        })
    }

    fn unknown(&self, choice: &Choice<'_>, player: PlayerId) -> MoveError {
        let mut texts: Vec<String> = choice
            .moves
            .iter()
            .filter_map(|mv| self.text(player, mv))
            .map(|text| if text.is_empty() { "no move".to_owned() } else { format!("`{text}`") })
            .collect();
        texts.sort();
        texts.dedup();
        MoveError::unknown(&texts, |_| false)
    }
}

/// `24/14`, `bar/22*`, `8/5*/3`, `6/off(2)`, one after the other; nothing at all for a turn without a move.
fn parse(text: &str) -> Option<Turn> {
    let mut turn = Turn::default();
    if text.to_lowercase().starts_with("cannot") {
        return Some(turn);
    }
    for word in text.split_whitespace() {
        // Some put the cross of a hit after the number of men.
        let (word, late) = match word.strip_suffix(")*") {
            Some(start) => (format!("{start})"), true),
            None => (word.to_owned(), false),
        };
        let (steps, times) = match word.split_once('(') {
            Some((steps, times)) => (steps, times.strip_suffix(')')?.parse::<usize>().ok()?),
            None => (word.as_str(), 1),
        };
        if times > 4 {
            return None;
        }
        let points: Vec<(usize, bool)> = steps.split('/').map(point).collect::<Option<_>>()?;
        if points.len() < 2 {
            return None;
        }
        for pair in points.windows(2) {
            let [(from, _), (to, hit)] = pair else { return None };
            (0..times).for_each(|_| turn.step(*from, *to));
            if *hit {
                turn.hit(*to);
            }
        }
        if let Some((last, _)) = points.last().filter(|_| late) {
            turn.hit(*last);
        }
    }
    Some(turn)
}

fn point(text: &str) -> Option<(usize, bool)> {
    let (name, hit) = match text.strip_suffix('*') {
        Some(name) => (name, true),
        None => (text, false),
    };
    let number = match name.to_lowercase().as_str() {
        "bar" => BAR,
        "off" => 0,
        // Further than off: some count what is left of the die.
        number if number.strip_prefix('-').is_some_and(|n| n.len() == 1 && n.parse::<u8>().is_ok()) => 0,
        number => number.parse().ok().filter(|n| *n <= BAR)?,
    };
    Some((number, hit))
}
