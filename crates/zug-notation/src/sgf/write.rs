//! From a record to its tree.

use super::tags::{from_result, property};
use super::token::escaped;
use super::{GAME, MOVE, POSITION, RULES};
use crate::moves::{Choice, Points};
use crate::outcome::{pgn_result, result_of};
use crate::pgn::WriteError;
use crate::position::turn_of;
use crate::{Settings, Style, position};
use std::fmt::Write;
use zug_game::{CellId, KindId, NodeId, Record, RecordError, State};

/// Lines are broken before a node that would go beyond.
const WIDTH: usize = 79;

/// The text of a tree, and what of it SGF cannot hold.
pub fn write(
    record: &Record,
    tags: &[(String, String)],
    settings: &Settings,
    rules: &str,
) -> Result<(String, Vec<String>), WriteError> {
    let game = record.game();
    let points = Points::new(game, settings).ok();
    let mut root = String::new();
    let _ = write!(root, ";FF[4]CA[UTF-8]AP[Zug:{}]", env!("CARGO_PKG_VERSION"));
    let _ = write!(root, "GM[{}]", settings.sgf_game.unwrap_or(0));
    if let Some((columns, rows)) = points.as_ref().map(Points::size) {
        let _ =
            if columns == rows { write!(root, "SZ[{rows}]") } else { write!(root, "SZ[{columns}:{rows}]") };
    }
    let _ = write!(root, "\n{GAME}[{}]", escaped(game.title()));
    if !rules.is_empty() {
        let _ = write!(root, "{RULES}[{}]", escaped(rules));
    }
    let mut losses = Vec::new();
    let find = |key: &str| tags.iter().find(|(k, _)| k == key).map(|(_, value)| value.clone());
    let result = result_of(record, tags, pgn_result);
    let result = find("RE").or_else(|| from_result(result.as_deref()?).map(str::to_owned));
    if let Some(result) = result {
        let _ = write!(root, "\nRE[{}]", escaped(&result));
    }
    for (key, value) in tags.iter().filter(|(key, _)| key != "Result" && key != "RE") {
        match property(key, value) {
            Some((name, value)) => {
                let _ = write!(root, "\n{name}[{}]", escaped(&value));
            }
            None => losses.push(format!("the tag `{key}`")),
        }
    }
    if record.is_set_up() {
        root.push('\n');
        root.push_str(&setup(record, points.as_ref())?);
    }
    let mut writer = Writer { walker: record.clone(), points, text: String::from("("), column: 1 };
    let node = writer.beside(record.root(), root);
    writer.push(&node);
    writer.all()?;
    writer.text.push_str(")\n");
    Ok((writer.text, losses))
}

/// The first position: stones where these say all, else as text.
fn setup(record: &Record, points: Option<&Points>) -> Result<String, WriteError> {
    let setup = record.setup();
    if let Some(text) = points.and_then(|points| stones(&setup, points)) {
        return Ok(text);
    }
    let text = position::print(&setup, &Style::General);
    let back = position::parse(record.game(), &Style::General, &text);
    if back.is_ok_and(|back| back.hash() == setup.hash()) {
        return Ok(format!("{POSITION}[{}]", escaped(&text)));
    }
    Err(WriteError::Unfit("the first position of the record cannot be written without loss".to_owned()))
}

fn stones(setup: &State, points: &Points) -> Option<String> {
    let game = setup.game();
    let mut again = game.start();
    let mut lists = [const { String::new() }; 3];
    for cell in (0..game.ir().board.cells.len()).map(|i| CellId(i as u16)) {
        let (old, new) = (game.start().position().piece(cell), setup.position().piece(cell));
        if old == new {
            continue;
        }
        let list = match points.sides().iter().position(|p| new.is_owned(*p)) {
            Some(side) => side,
            None if new.is_none() => 2,
            None => return None,
        };
        let _ = write!(lists[list], "[{}]", points.point(cell)?);
        again.edit(|edit| {
            edit.clear(cell);
            if new.is_some() {
                edit.add(cell, game.program().layout().new_piece(KindId(0), new.owner()), 1);
            }
        });
    }
    let turn = turn_of(game.ir(), setup.chooser())?;
    again.edit(|edit| edit.set_turn(turn));
    if again.hash() != setup.hash() {
        return None;
    }
    let named = ["AB", "AW", "AE"].iter().zip(&lists).filter(|(_, list)| !list.is_empty());
    let text: String = named.map(|(name, list)| format!("{name}{list}")).collect();
    Some(format!("{text}PL[{}]", points.letter(setup.chooser())?))
}

/// What is left to write, the next on top.
enum Task {
    /// Everything below a node.
    Below(NodeId),
    /// A tree of its own that begins with this node.
    Tree(NodeId),
    Close,
}

struct Writer {
    /// The record, going from position to position.
    walker: Record,
    points: Option<Points>,
    text: String,
    column: usize,
}

impl Writer {
    fn all(&mut self) -> Result<(), RecordError> {
        let mut tasks = vec![Task::Below(self.walker.root())];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Below(node) => {
                    let children = self.walker.children(node).filter(|c| !self.walker.is_temporary(*c));
                    let children: Vec<NodeId> = children.collect();
                    match children[..] {
                        [] => {}
                        [only] => {
                            self.node(only)?;
                            tasks.push(Task::Below(only));
                        }
                        _ => tasks.extend(children.into_iter().rev().map(Task::Tree)),
                    }
                }
                Task::Tree(node) => {
                    self.text.push_str("\n(");
                    self.column = 1;
                    self.node(node)?;
                    tasks.extend([Task::Close, Task::Below(node)]);
                }
                Task::Close => {
                    self.text.push(')');
                    self.column += 1;
                }
            }
        }
        Ok(())
    }

    fn node(&mut self, node: NodeId) -> Result<(), RecordError> {
        let before = self.walker.parent(node).ok_or(RecordError::Root)?;
        self.walker.go_to(before)?;
        let text = match self.point(node)? {
            Some(point) => format!(";{point}"),
            None => format!(";{MOVE}[{}]", escaped(self.walker.name(node).unwrap_or_default())),
        };
        let text = self.beside(node, text);
        self.push(&text);
        Ok(())
    }

    /// The move as a stone on a point, if it is one.
    fn point(&self, node: NodeId) -> Result<Option<String>, RecordError> {
        let Some(points) = &self.points else { return Ok(None) };
        let choice = Choice::of(self.walker.state())?;
        let index = choice.moves.iter().position(|mv| Some(mv) == self.walker.mv(node));
        let point = index.and_then(|index| points.points(&choice).into_iter().nth(index).flatten());
        let letter = points.letter(choice.state.chooser());
        Ok(point.zip(letter).map(|(point, letter)| format!("{letter}[{point}]")))
    }

    /// Adds what stands beside a move.
    fn beside(&self, node: NodeId, mut text: String) -> String {
        let mut comment = String::new();
        for item in self.walker.annotation(node).split_whitespace() {
            text.push_str(match item {
                "!" => "TE[1]",
                "!!" => "TE[2]",
                "?" => "BM[1]",
                "??" => "BM[2]",
                "!?" => "IT[]",
                "?!" => "DO[]",
                other => {
                    comment.push_str(other);
                    comment.push(' ');
                    ""
                }
            });
        }
        comment.push_str(self.walker.comment(node));
        if !comment.is_empty() {
            let _ = write!(text, "C[{}]", escaped(comment.trim_end()));
        }
        text
    }

    fn push(&mut self, node: &str) {
        let length = node.split('\n').next().unwrap_or(node).chars().count();
        if self.column > 1 && self.column + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push_str(node);
        self.column = match node.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + length,
        };
    }
}
