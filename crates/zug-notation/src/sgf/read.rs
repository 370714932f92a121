//! From a tree to a record: every move is played.

use super::games::{At, Games};
use super::tags::{result, tag};
use super::tree::{Item, Node, Nodes, Tree};
use super::{GAME, MOVE, POSITION, RULES};
use crate::grow::{Found, moves};
use crate::moves::{Notation, Points};
use crate::position::{excerpt, turn_of};
use crate::record::{Place, ReadError};
use crate::{Settings, Style, position};
use std::collections::BTreeSet;
use zug_game::{CellId, Game, KindId, PlayerId, State};

type Result<T> = std::result::Result<T, ReadError>;

/// Plays a tree of a file by the rules.
pub fn read(game: &Game, settings: &Settings, tree: &Tree<'_>) -> Found {
    let points = Points::new(game, settings).ok();
    let notation = points.clone().map_or(Notation::Zug, Notation::Points);
    let mut reader = Reader {
        games: Games::new(game.start()),
        points,
        notation,
        open: Vec::new(),
        root: true,
        main: true,
        moves: 0,
        dropped: BTreeSet::new(),
    };
    let mut nodes = Nodes::new(tree.text, tree.place);
    let error = reader.tree(&mut nodes).err();
    if error.is_some() && reader.is_main_line() {
        reader.moves += left(&mut nodes);
    }
    let mut tags: Vec<(String, String)> = Vec::new();
    for (name, values) in &tree.root.properties {
        tags.extend(values.first().and_then(|value| tag(name, value)));
    }
    if let Some(value) = tree.root.value("RE") {
        tags.push(("Result".to_owned(), result(value).to_owned()));
    }
    reader.finish(tags, error)
}

struct Reader {
    games: Games,
    points: Option<Points>,
    notation: Notation,
    open: Vec<(Place, At)>,
    /// The node to come is the first.
    root: bool,
    /// No variation has ended yet.
    main: bool,
    /// Of the main line.
    moves: usize,
    /// Properties that a record has no place for.
    dropped: BTreeSet<String>,
}

impl Reader {
    fn tree(&mut self, nodes: &mut Nodes<'_>) -> Result<()> {
        while let Some(item) = nodes.next()? {
            match item {
                Item::Open(place) => self.open.push((place, self.games.at)),
                Item::Close(place) => {
                    let Some((_, at)) = self.open.pop() else {
                        return Err(ReadError::new(place, "this `)` closes nothing"));
                    };
                    self.games.leave();
                    self.games.at = at;
                    self.main = false;
                }
                Item::Node(node) => self.node(&node)?,
            }
        }
        match self.open.last() {
            Some((place, _)) => Err(ReadError::new(*place, "this tree has no end").hint("close it with `)`")),
            None => Ok(()),
        }
    }

    fn is_main_line(&self) -> bool {
        self.main && self.games.is_first()
    }

    fn node(&mut self, node: &Node) -> Result<()> {
        let place = node.place.unwrap_or(Place { line: 1, column: 1 });
        let root = std::mem::take(&mut self.root);
        // Properties stand in any order; the others are about the position after the move.
        self.set_up(place, node)?;
        for (name, values) in node.properties.iter().filter(|(name, _)| is_move(name)) {
            self.moves += usize::from(self.is_main_line());
            self.play(place, name, values.first().map_or("", String::as_str))?;
        }
        for (name, values) in &node.properties {
            match name.as_str() {
                name if is_setup(name) || is_move(name) => {}
                "C" | "N" => values.iter().for_each(|text| self.games.comment(text)),
                "TE" => self.annotation(if values.first().is_some_and(|v| v == "2") { "!!" } else { "!" }),
                "BM" => self.annotation(if values.first().is_some_and(|v| v == "2") { "??" } else { "?" }),
                "IT" => self.annotation("!?"),
                "DO" => self.annotation("?!"),
                "FF" | "CA" | "AP" | "GM" | "SZ" | "ST" | GAME | RULES if root => {}
                _ if root && tag(name, "").is_some() => {}
                _ => {
                    if self.dropped.len() < 50 {
                        self.dropped.insert(name.clone());
                    }
                }
            }
        }
        Ok(())
    }

    /// Changes the position: before the first move it is the first one, later another game begins there.
    fn set_up(&mut self, place: Place, node: &Node) -> Result<()> {
        let mut setups = node.properties.iter().filter(|(name, _)| is_setup(name)).peekable();
        if setups.peek().is_none() {
            return Ok(());
        }
        let before = self.games.state(place)?;
        let before = if self.games.is_moved() && self.points.is_some() { stones(&before) } else { before };
        let mut state = before.clone();
        for (name, values) in setups {
            self.edit(&mut state, place, name, values)?;
        }
        // Some programs repeat what is known: whose turn it is, an empty point.
        if state.hash() == before.hash() { Ok(()) } else { self.games.set_up(place, state) }
    }

    fn edit(&self, state: &mut State, place: Place, name: &str, values: &[String]) -> Result<()> {
        let game = state.game().clone();
        if name == POSITION {
            let text = values.first().map_or("", String::as_str);
            *state = position::parse(&game, &Style::General, text)
                .map_err(|error| ReadError::new(place, format!("`{name}`: {error}")))?;
            return Ok(());
        }
        let Some(points) = &self.points else {
            let what = format!("`{name}` sets up stones, and this game has none");
            return Err(ReadError::new(place, what).hint(format!("`{POSITION}` has the position as text")));
        };
        let [black, white] = points.sides();
        if name == "PL" {
            let player = match values.first().map(|v| v.trim().to_uppercase()) {
                Some(v) if v.starts_with(['B', '1']) => black,
                Some(v) if v.starts_with(['W', '2']) => white,
                _ => return Err(ReadError::new(place, "`PL` says neither `B` nor `W`")),
            };
            set_turn(state, player);
            return Ok(());
        }
        let owner = match name {
            "AB" => Some(black),
            "AW" => Some(white),
            _ => None,
        };
        for value in values {
            let cells = rectangle(points, value).ok_or_else(|| {
                ReadError::new(place, format!("`{name}`: `{}` is no point of this board", excerpt(value)))
            })?;
            state.edit(|edit| {
                for cell in cells {
                    edit.clear(cell);
                    if let Some(owner) = owner {
                        edit.add(cell, game.program().layout().new_piece(KindId(0), owner), 1);
                    }
                }
            });
        }
        Ok(())
    }

    fn play(&mut self, place: Place, name: &str, value: &str) -> Result<()> {
        let color = self.points.as_ref().and_then(|points| match name {
            "B" => Some(points.sides()[0]),
            "W" => Some(points.sides()[1]),
            _ => None,
        });
        let growing = self.games.growing(color, set_turn);
        let number = (growing.record.ply(growing.at) + 1).to_string();
        let chooser = growing.record.chooser(growing.at);
        if let (Some(color), Some(chooser)) = (color, chooser)
            && color != chooser
        {
            let turn = growing.record.game().player_name(chooser);
            let what = format!("move {number} `{name}[{}]`: it is the turn of {turn}", excerpt(value));
            return Err(ReadError::new(place, what));
        }
        let notation = if name == MOVE { &Notation::Zug } else { &self.notation };
        growing.play(notation, place, &number, value)?;
        self.games.arrive();
        Ok(())
    }

    fn annotation(&mut self, text: &str) {
        if let Some(growing) = self.games.here() {
            growing.annotation(text);
        }
    }

    fn finish(self, tags: Vec<(String, String)>, error: Option<ReadError>) -> Found {
        let (record, also, mut notes) = self.games.finish();
        if !self.dropped.is_empty() {
            let names: Vec<String> = self.dropped.into_iter().collect();
            notes.push(format!("a record has no place for these properties: {}", names.join(", ")));
        }
        // Variations without a move do not count: the main line may go on in one that stands later.
        let moves = self.moves.max(moves(&record));
        Found { record, also, tags, moves, error, notes }
    }
}

fn is_setup(name: &str) -> bool {
    matches!(name, "AB" | "AW" | "AE" | "PL" | POSITION)
}

fn is_move(name: &str) -> bool {
    matches!(name, "B" | "W" | MOVE)
}

/// The stones of a position as if they had been set up, and whose turn it is: what the properties can speak of.
fn stones(position: &State) -> State {
    let game = position.game();
    let mut state = game.start();
    state.edit(|edit| {
        for cell in (0..game.ir().board.cells.len()).map(|i| CellId(i as u16)) {
            let piece = position.position().piece(cell);
            edit.clear(cell);
            if piece.is_some() {
                edit.add(cell, game.program().layout().new_piece(piece.kind(), piece.owner()), 1);
            }
        }
    });
    set_turn(&mut state, position.chooser());
    state
}

fn set_turn(state: &mut State, player: PlayerId) {
    let turn = turn_of(state.game().ir(), player).unwrap_or(0);
    state.edit(|edit| edit.set_turn(turn));
}
/// `dd`, or all points of `aa:dd`.
fn rectangle(points: &Points, value: &str) -> Option<Vec<CellId>> {
    let Some((first, last)) = value.split_once(':') else { return Some(vec![points.cell(value.trim())?]) };
    let (&[left, top], &[right, bottom]) = (first.trim().as_bytes(), last.trim().as_bytes()) else {
        return None;
    };
    let mut cells = Vec::new();
    for column in left..=right {
        for row in top..=bottom {
            let point = [char::from(column), char::from(row)].iter().collect::<String>();
            cells.push(points.cell(&point)?);
        }
    }
    Some(cells)
}

/// Moves of the main line that were not played.
fn left(nodes: &mut Nodes<'_>) -> usize {
    let mut moves = 0;
    loop {
        match nodes.next() {
            Ok(Some(Item::Node(node))) => {
                moves += ["B", "W", MOVE].iter().filter(|name| node.values(name).is_some()).count();
            }
            Ok(Some(Item::Open(_))) | Err(_) => {}
            Ok(Some(Item::Close(_)) | None) => return moves,
        }
    }
}
