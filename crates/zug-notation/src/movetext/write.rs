//! From a record to its movetext.

use super::read::numbered;
use crate::moves::{Choice, Notation};
use crate::text::Lines;
use std::fmt::Write;
use zug_game::{NodeId, PlayerId, Record, RecordError};

/// Lines of 80 and more characters are discouraged.
const WIDTH: usize = 79;

/// What is to be written.
pub(crate) struct Sheet<'r> {
    pub(crate) record: &'r Record,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) notation: &'r Notation,
    pub(crate) result: &'r str,
}

/// The text of a game, and what of it the form cannot hold.
pub(crate) fn write(sheet: &Sheet<'_>) -> Result<(String, Vec<String>), RecordError> {
    let mut text = String::new();
    for (key, value) in &sheet.tags {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(text, "[{key} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    text.push('\n');
    let first = sheet.record.game().ir().turns.first().map(|turn| turn.chooser);
    let mut moves = Moves {
        walker: sheet.record.clone(),
        notation: sheet.notation,
        first,
        lines: Lines::new(text, WIDTH),
        numbered: false,
        braces: false,
    };
    moves.all()?;
    moves.lines.word(sheet.result);
    let mut text = moves.lines.text;
    text.push('\n');
    let losses = moves.braces.then(|| "`}` in comments; `)` stands for it".to_owned());
    Ok((text, losses.into_iter().collect()))
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
    /// The record, going from position to position.
    walker: Record,
    notation: &'r Notation,
    /// Who begins the game by its rules.
    first: Option<PlayerId>,
    lines: Lines,
    /// The last word was a move: the answer to it needs no number.
    numbered: bool,
    braces: bool,
}

impl Moves<'_> {
    fn all(&mut self) -> Result<(), RecordError> {
        let root = self.walker.root();
        self.beside(root);
        let mut tasks = vec![Task::Below(root)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Below(node) => {
                    let children = self.walker.children(node).filter(|c| !self.walker.is_temporary(*c));
                    let mut children: Vec<NodeId> = children.collect();
                    if children.is_empty() {
                        continue;
                    }
                    let main = children.remove(0);
                    self.node(main)?;
                    tasks.push(Task::Below(main));
                    tasks.extend(children.into_iter().rev().map(Task::Variation));
                }
                Task::Variation(node) => {
                    self.lines.open();
                    self.numbered = false;
                    self.node(node)?;
                    tasks.extend([Task::Close, Task::Below(node)]);
                }
                Task::Close => {
                    self.lines.close();
                    self.numbered = false;
                }
            }
        }
        Ok(())
    }

    fn node(&mut self, node: NodeId) -> Result<(), RecordError> {
        let before = self.walker.parent(node).ok_or(RecordError::Root)?;
        self.number(before);
        self.walker.go_to(before)?;
        let text = text(&self.walker, self.notation, node)?;
        self.lines.word(&text);
        self.numbered = true;
        self.beside(node);
        Ok(())
    }

    fn number(&mut self, before: NodeId) {
        let record = &self.walker;
        let second = |node| record.chooser(node) != self.first;
        let number = (record.ply(before) + usize::from(second(record.root()))) / 2 + 1;
        if !second(before) {
            self.lines.word(&format!("{number}."));
        } else if !self.numbered {
            self.lines.word(&format!("{number}..."));
        }
    }

    /// What stands beside a move.
    fn beside(&mut self, node: NodeId) {
        let mut comment = String::new();
        for item in self.walker.annotation(node).split_whitespace() {
            match numbered(item) {
                Some(number) => self.lines.word(&number),
                None => {
                    comment = if comment.is_empty() { item.to_owned() } else { format!("{comment} {item}") }
                }
            }
        }
        let text = self.walker.comment(node);
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        comment.push_str(text);
        let comment: Vec<&str> = comment.split_whitespace().collect();
        if comment.is_empty() {
            return;
        }
        let comment = comment.join(" ");
        self.braces |= comment.contains('}');
        self.lines.words(&format!("{{{}}}", comment.replace('}', ")")));
        self.numbered = false;
    }
}

/// The text of the move that leads to a node; the record is at the position before it.
pub(crate) fn text(record: &Record, notation: &Notation, node: NodeId) -> Result<String, RecordError> {
    let choice = Choice::of(record.state())?;
    let index = choice.moves.iter().position(|mv| Some(mv) == record.mv(node));
    match index {
        Some(index) => Ok(notation.text(&choice, index)?),
        None => Ok(crate::moves::one_word(record.name(node).unwrap_or_default())),
    }
}
