//! What is said about the games of a file.

use super::Played;
use crate::errors::Failure;
use crate::output::{End, Out, count};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use zug_notation::format::Format;

#[derive(Serialize)]
pub(super) struct Answer {
    file: String,
    format: &'static str,
    /// How many games the file has.
    games: usize,
    #[serde(flatten)]
    first: Verdict,
    /// Every game that was asked for, if there are several; what stands above is about all of them, or the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    verdicts: Vec<Verdict>,
    #[serde(skip)]
    pub(super) ok: bool,
}

/// One game.
#[derive(Clone, Serialize)]
pub(super) struct Verdict {
    /// Its number in the file, from 1.
    number: usize,
    rules: String,
    title: String,
    ok: bool,
    /// Recorded moves of the main line; in ZSG a part of a move that was saved on a line of its own is one.
    moves: usize,
    /// How many of them are legal, in order.
    replayed: usize,
    /// ZSG: lines that we would write in the same words.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_text: Option<usize>,
    #[serde(flatten)]
    end: End,
    error: Option<String>,
    /// The last position of the main line.
    position: String,
    tags: BTreeMap<String, String>,
    notes: Vec<String>,
}

impl Verdict {
    pub(super) fn of(number: usize, played: &Played) -> Result<Self, Failure> {
        let Played { opened, found, lines } = played;
        let failed = Failure::run(&opened.game);
        let end = found.record.state_at(found.record.main_end()).map_err(Failure::no)?;
        let outcome = end.outcome().map_err(failed)?;
        Ok(Verdict {
            number,
            rules: opened.rules.name(),
            title: opened.game.title().to_owned(),
            ok: found.error.is_none(),
            moves: found.moves,
            replayed: lines.map_or_else(|| found.replayed(), |lines| lines.replayed),
            same_text: lines.map(|lines| lines.same_text),
            end: End::of(&end, outcome),
            error: found.error.as_ref().map(ToString::to_string),
            position: zug_notation::position::print(&end, &opened.style),
            tags: found.tags.iter().cloned().collect(),
            notes: found.notes.clone(),
        })
    }
}

impl Answer {
    /// `verdicts` are about the games that were asked for: one at least.
    pub(super) fn new(file: &Path, format: Format, games: usize, mut verdicts: Vec<Verdict>) -> Self {
        let ok = verdicts.iter().all(|verdict| verdict.ok);
        let mut first = verdicts[0].clone();
        if verdicts.len() == 1 {
            verdicts.clear();
        } else {
            first.ok = ok;
            first.moves = verdicts.iter().map(|verdict| verdict.moves).sum();
            first.replayed = verdicts.iter().map(|verdict| verdict.replayed).sum();
            first.error = verdicts.iter().find_map(|verdict| verdict.error.clone());
        }
        Answer { file: file.display().to_string(), format: format.ending(), games, first, verdicts, ok }
    }

    pub(super) fn print(&self, out: &mut Out) -> io::Result<()> {
        if self.verdicts.is_empty() {
            return self.first.print(&self.file, out);
        }
        for verdict in &self.verdicts {
            verdict.print(&format!("{}, game {}", self.file, verdict.number), out)?;
        }
        let good = self.verdicts.iter().filter(|verdict| verdict.ok).count();
        writeln!(out, "{good} of {} ok", count(self.verdicts.len(), "game"))
    }
}

impl Verdict {
    fn print(&self, name: &str, out: &mut Out) -> io::Result<()> {
        let Verdict { title, moves, replayed, .. } = self;
        match &self.error {
            None => writeln!(out, "{name}: ok, {} of {title}", count(*moves, "move"))?,
            Some(error) => writeln!(
                out,
                "{name}: {replayed} of {} of {title} are legal; {error}",
                count(*moves, "move")
            )?,
        }
        for note in &self.notes {
            writeln!(out, "note: {note}")?;
        }
        match &self.end.outcome {
            Some(outcome) => writeln!(out, "at the end: {outcome}"),
            None => writeln!(out, "at the end: not over"),
        }
    }
}
