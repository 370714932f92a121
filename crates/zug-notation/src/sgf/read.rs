//! From a tree to a record: every move is played.

use super::tags::{result, tag};
use super::tree::{Item, Node, Nodes, Tree};
use super::{GAME, MOVE, POSITION, RULES};
use crate::grow::{Found, Growing, join, moves};
use crate::moves::{Notation, Points};
use crate::position::{excerpt, turn_of};
use crate::record::{Place, ReadError};
use crate::{Settings, Style, position};
use std::collections::BTreeSet;
use zug_game::{CellId, Game, KindId, NodeId, PlayerId, State};

type Result<T> = std::result::Result<T, ReadError>;

/// Plays a tree of a file by the rules.
pub fn read(game: &Game, settings: &Settings, tree: &Tree<'_>) -> Found {
    let points = Points::new(game, settings).ok();
    let notation = points.clone().map_or(Notation::Zug, Notation::Points);
    let mut reader = Reader {
        first: game.start(),
        points,
        notation,
        set_up: false,
        growing: None,
        comment: String::new(),
        at: None,
        open: Vec::new(),
        root: true,
        main: true,
        moves: 0,
        dropped: BTreeSet::new(),
    };
    let mut nodes = Nodes::new(tree.text, tree.place);
    let error = reader.tree(&mut nodes).err();
    if error.is_some() && reader.main {
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
    /// Where the game begins, as far as it is known.
    first: State,
    set_up: bool,
    points: Option<Points>,
    notation: Notation,
    /// There once the first move is.
    growing: Option<Growing>,
    /// On the first position, before the record is there.
    comment: String,
    /// None: the first position.
    at: Option<NodeId>,
    open: Vec<(Place, Option<NodeId>)>,
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
                Item::Open(place) => self.open.push((place, self.at)),
                Item::Close(place) => {
                    let Some((_, at)) = self.open.pop() else {
                        return Err(ReadError::new(place, "this `)` closes nothing"));
                    };
                    self.at = at;
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

    fn node(&mut self, node: &Node) -> Result<()> {
        let place = node.place.unwrap_or(Place { line: 1, column: 1 });
        let root = std::mem::take(&mut self.root);
        // Properties stand in any order; the others are about the position after the move.
        for (name, values) in &node.properties {
            match name.as_str() {
                "AB" | "AW" | "AE" | "PL" | POSITION => self.setup(place, name, values)?,
                "B" | "W" | MOVE => {
                    self.moves += usize::from(self.main);
                    self.play(place, name, values.first().map_or("", String::as_str))?;
                }
                _ => {}
            }
        }
        for (name, values) in &node.properties {
            match name.as_str() {
                "AB" | "AW" | "AE" | "PL" | POSITION | "B" | "W" | MOVE => {}
                "C" | "N" => values.iter().for_each(|text| self.comment(text)),
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

    /// Changes the first position.
    fn setup(&mut self, place: Place, name: &str, values: &[String]) -> Result<()> {
        if self.growing.is_some() {
            let what = format!("`{name}` changes the position in the middle of a game");
            return Err(ReadError::new(place, what).hint("only the first position of a record can be set up"));
        }
        self.set_up = true;
        let game = self.first.game().clone();
        if name == POSITION {
            let text = values.first().map_or("", String::as_str);
            self.first = position::parse(&game, &Style::General, text)
                .map_err(|error| ReadError::new(place, format!("`{name}`: {error}")))?;
            return Ok(());
        }
        let Some(points) = self.points.clone() else {
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
            self.set_turn(player);
            return Ok(());
        }
        let owner = match name {
            "AB" => Some(black),
            "AW" => Some(white),
            _ => None,
        };
        for value in values {
            let cells = rectangle(&points, value).ok_or_else(|| {
                ReadError::new(place, format!("`{name}`: `{}` is no point of this board", excerpt(value)))
            })?;
            self.first.edit(|edit| {
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

    fn set_turn(&mut self, player: PlayerId) {
        let turn = turn_of(self.first.game().ir(), player).unwrap_or(0);
        self.first.edit(|edit| edit.set_turn(turn));
    }

    fn play(&mut self, place: Place, name: &str, value: &str) -> Result<()> {
        let color = self.points.as_ref().and_then(|points| match name {
            "B" => Some(points.sides()[0]),
            "W" => Some(points.sides()[1]),
            _ => None,
        });
        if self.growing.is_none() {
            // With stones given in advance, or without: who moves first is to move.
            if let Some(player) = color.filter(|player| *player != self.first.chooser()) {
                self.set_turn(player);
            }
            let mut growing = Growing::new(self.first.clone());
            growing.comment(&self.comment);
            self.growing = Some(growing);
        }
        let Some(growing) = &mut self.growing else { return Ok(()) };
        growing.at = self.at.unwrap_or(growing.record.root());
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
        self.at = Some(growing.at);
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        match (&mut self.growing, self.at) {
            (Some(growing), at) => {
                growing.at = at.unwrap_or(growing.record.root());
                growing.comment(text);
            }
            (None, _) => join(&mut self.comment, text),
        }
    }

    fn annotation(&mut self, text: &str) {
        if let (Some(growing), Some(at)) = (&mut self.growing, self.at) {
            growing.at = at;
            growing.annotation(text);
        }
    }

    fn finish(self, tags: Vec<(String, String)>, error: Option<ReadError>) -> Found {
        let growing = self.growing.unwrap_or_else(|| {
            let mut growing = Growing::new(self.first);
            growing.comment(&self.comment);
            growing
        });
        let (record, mut notes) = growing.finish();
        if !self.dropped.is_empty() {
            let names: Vec<String> = self.dropped.into_iter().collect();
            notes.push(format!("a record has no place for these properties: {}", names.join(", ")));
        }
        // Variations without a move do not count: the main line may go on in one that stands later.
        let moves = self.moves.max(moves(&record));
        Found { record, tags, moves, error, notes }
    }
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
