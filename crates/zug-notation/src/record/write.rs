//! From a record to its text.

use super::header::Header;
use super::token::{annotation, comment, name};
use crate::{Style, position};
use zug_game::{NodeId, Record};

/// Why a record has no text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// One of the tags has the name of one that the form itself uses.
    #[error("the tag `{0}` has a meaning of its own in a record; give yours another name")]
    Tag(String),
    /// Position text cannot say everything about the first position.
    #[error("the first position of the record cannot be written without loss")]
    Setup,
}

/// Lines are filled up to here; a word that is longer has a line of its own.
const WIDTH: usize = 100;

/// The text of a record. Temporary nodes are no part of it.
pub fn write(record: &Record, header: &Header) -> Result<String, WriteError> {
    if let Some(tag) = header.misused_tag() {
        return Err(WriteError::Tag(tag.to_owned()));
    }
    let mut text = String::new();
    header.write(setup(record)?.as_deref(), &mut text);
    let mut moves = Moves { record, here: here(record), text, column: 0 };
    moves.text.push('\n');
    moves.all();
    Ok(moves.text)
}

/// The first position, where it is not that of the rules.
fn setup(record: &Record) -> Result<Option<String>, WriteError> {
    if !record.is_set_up() {
        return Ok(None);
    }
    let setup = record.setup();
    let text = position::print(&setup, &Style::General);
    let back = position::parse(record.game(), &Style::General, &text);
    let same = back.is_ok_and(|back| Record::from_setup(back).setup().position() == setup.position());
    if same { Ok(Some(text)) } else { Err(WriteError::Setup) }
}

/// The node to mark as current: none if it is where reading would end anyway.
fn here(record: &Record) -> Option<NodeId> {
    let permanent = |node: &NodeId| !record.is_temporary(*node);
    let here = record.line(record.current()).into_iter().rfind(permanent)?;
    let end =
        std::iter::successors(Some(record.root()), |at| record.main_child(*at).filter(permanent)).last();
    (end != Some(here)).then_some(here)
}

/// What is left to write, the next on top.
enum Task {
    /// Everything below a node.
    Below(NodeId),
    /// A variation that begins with the move to this node.
    Variation(NodeId),
    Close,
}

struct Moves<'r> {
    record: &'r Record,
    here: Option<NodeId>,
    text: String,
    column: usize,
}

impl Moves<'_> {
    fn all(&mut self) {
        self.beside(self.record.root());
        let mut tasks = vec![Task::Below(self.record.root())];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Below(node) => {
                    let children = self.record.children(node).filter(|c| !self.record.is_temporary(*c));
                    let mut children: Vec<NodeId> = children.collect();
                    if children.is_empty() {
                        continue;
                    }
                    let main = children.remove(0);
                    self.node(main);
                    tasks.push(Task::Below(main));
                    tasks.extend(children.into_iter().rev().map(Task::Variation));
                }
                Task::Variation(node) => {
                    self.word("(");
                    self.node(node);
                    tasks.extend([Task::Close, Task::Below(node)]);
                }
                Task::Close => self.word(")"),
            }
        }
        self.word("*");
        self.text.push('\n');
    }

    fn node(&mut self, node: NodeId) {
        // The number and its move stay together.
        let text = name(self.record.name(node).unwrap_or_default());
        self.word(&format!("{}. {text}", self.record.ply(node)));
        self.beside(node);
    }

    /// What stands beside a move.
    fn beside(&mut self, node: NodeId) {
        let record = self.record;
        if !record.annotation(node).is_empty() {
            self.word(&annotation(record.annotation(node)));
        }
        if !record.comment(node).is_empty() {
            self.word(&comment(record.comment(node)));
        }
        if self.here == Some(node) {
            self.word("^");
        }
    }

    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        let tight = self.text.ends_with('(') || word == ")";
        if self.column == 0 || tight {
            // Nothing between.
        } else if self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + length,
        };
    }
}
