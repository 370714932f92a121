//! Changing a game that was read: variations added, promoted and deleted, comments written.

use crate::errors::{Done, Failure};
use crate::moves_text;
use crate::movetext;
use crate::open::Opened;
use crate::verbs::play::move_text;
use zug_game::{NodeId, Record, RecordError};

/// Columns of the text of a game.
const WIDTH: usize = 100;

#[derive(clap::Args, Debug)]
pub(super) struct EditArgs {
    /// Show the moves with variations and comments
    #[arg(long, conflicts_with = "json")]
    show: bool,
    /// The move that the options below are about: all moves that lead to it (normally the last of the main line)
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    at: Option<String>,
    /// Add these moves after it: a variation where the game goes on in another way
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    add: Option<String>,
    /// Make the line to it the main line
    #[arg(long)]
    promote: bool,
    /// Delete it with everything that follows
    #[arg(long, conflicts_with_all = ["add", "promote", "comment", "annotate"])]
    delete: bool,
    /// Comment on the position after it; an empty text takes the comment away
    #[arg(long, value_name = "TEXT")]
    comment: Option<String>,
    /// Mark it: `!`, `?!`; an empty text takes the mark away
    #[arg(long, value_name = "MARK", allow_hyphen_values = true)]
    annotate: Option<String>,
}

impl EditArgs {
    /// True if something is to be changed.
    pub(super) fn changes(&self) -> bool {
        self.add.is_some() || self.promote || self.delete || self.comment.is_some() || self.annotate.is_some()
    }

    /// True if the game is to be shown.
    pub(super) fn shows(&self) -> bool {
        self.show
    }

    /// Changes a record.
    pub(super) fn apply(&self, opened: &Opened, record: &mut Record) -> Done {
        let mut node = match &self.at {
            Some(moves) => self.find(opened, record, moves)?,
            None => record.main_end(),
        };
        let failed = |error: RecordError| match error {
            RecordError::Run(error) => Failure::run(&opened.game)(error),
            RecordError::Root => {
                Failure::usage("no move leads to the first position; `--at MOVES` names another")
            }
            RecordError::NoSuchNode => Failure::no(RecordError::NoSuchNode),
        };
        if self.delete {
            return record.delete(node).map_err(failed);
        }
        record.go_to(node).map_err(failed)?;
        if let Some(moves) = &self.add {
            let added = moves_text::play_all(&opened.reader, &mut record.state().clone(), moves)?;
            for mv in added {
                node = record.play(&mv).map_err(Failure::no)?;
            }
        }
        if self.promote {
            record.make_main(node).map_err(failed)?;
        }
        if let Some(text) = &self.comment {
            record.set_comment(node, text.trim()).map_err(failed)?;
        }
        if let Some(mark) = &self.annotate {
            record.set_annotation(node, mark.trim()).map_err(failed)?;
        }
        // The game stands at the end of its main line, as one that was only read.
        record.go_to(record.main_end()).map_err(failed)
    }

    /// The node that moves lead to.
    fn find(&self, opened: &Opened, record: &Record, moves: &str) -> Result<NodeId, Failure> {
        let moves = moves_text::play_all(&opened.reader, &mut record.setup(), moves)?;
        let mut node = record.root();
        for (i, mv) in moves.iter().enumerate() {
            node = match record.children(node).find(|child| record.mv(*child) == Some(mv)) {
                Some(next) => next,
                None => {
                    let there = record.children(node).take(8);
                    let there: Vec<String> =
                        there.map(|child| move_text(record, &opened.reader, child)).collect();
                    let goes_on = match there.is_empty() {
                        true => "it ends there".to_owned(),
                        false => format!("it goes on with {}", there.join(", ")),
                    };
                    return Err(Failure::usage(format!(
                        "move {} of `--at` is not in the game; {goes_on}",
                        i + 1
                    )));
                }
            };
        }
        Ok(node)
    }
}

/// The moves with variations and comments, in lines.
pub(super) fn text(opened: &Opened, record: &Record) -> Vec<String> {
    let words = movetext::words(record, |node| move_text(record, &opened.reader, node));
    movetext::lines(&words, WIDTH, None)
}
