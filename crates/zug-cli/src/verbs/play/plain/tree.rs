//! Looking through the game line by line, and what can be done with its variations.

use super::{Plain, Then};
use crate::errors::{Done, Failure};
use crate::movetext;
use crate::output::Out;
use std::io::{self, Write};
use zug_game::NodeId;

/// No line of the game is longer.
const WIDTH: usize = 78;

/// The commands about the tree.
pub(super) const COMMANDS: [&str; 8] =
    ["game", "back", "forward", "variations", "promote", "delete", "comment", "annotate"];

impl Plain<'_> {
    /// Does one of [`COMMANDS`].
    pub(super) fn obey_in_tree(&mut self, word: &str, rest: &str, out: &mut Out) -> Result<Then, Failure> {
        let says = self.says;
        match word {
            "game" => self.print_game(out)?,
            "variations" => self.list_variations(out)?,
            "back" | "forward" => return self.step(word == "back", rest, out),
            "comment" | "annotate" => {
                let here = self.sitting.record().current();
                let set = match word {
                    "comment" => self.sitting.comment(here, rest),
                    _ => self.sitting.annotate(here, rest),
                };
                // The present position is always there.
                if set.is_ok() {
                    writeln!(out, "{}", says.noted())?;
                }
            }
            _ => {
                let Some(node) = self.variation(rest, out)? else { return Ok(Then::Ask) };
                let deletes = word == "delete";
                let done = if deletes { self.sitting.delete(node) } else { self.sitting.promote(node) };
                let said = match done {
                    Ok(()) if deletes => says.deleted(),
                    Ok(()) => says.promoted(),
                    Err(_) => says.nothing_to_delete(),
                };
                writeln!(out, "{said}")?;
                if deletes && done.is_ok() {
                    return Ok(self.looks());
                }
            }
        }
        Ok(Then::Ask)
    }

    /// All moves with variations and comments; the present place is marked.
    fn print_game(&self, out: &mut Out) -> io::Result<()> {
        let record = self.sitting.record();
        let says = self.says;
        let words = movetext::words(record, |node| says.move_text(&self.sitting.text(node)).to_owned());
        for line in movetext::lines(&words, WIDTH, Some(record.current())) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// One move back, or forward: into the variation of that number, else along the line that was left.
    fn step(&mut self, back: bool, number: &str, out: &mut Out) -> Result<Then, Failure> {
        let failed = Failure::run(&self.opened.game);
        let went = if back {
            self.sitting.step_back().map_err(failed)?
        } else if number.is_empty() {
            self.sitting.step_forward().map_err(failed)?
        } else {
            let Some(node) = self.variation(number, out)? else { return Ok(Then::Ask) };
            self.sitting.visit(node).map_err(failed)?;
            true
        };
        if !went {
            writeln!(out, "{}", self.says.nothing_more(back))?;
            return Ok(Then::Ask);
        }
        let then = self.looks();
        self.say_comment(out)?;
        if self.paused {
            writeln!(out, "{}", self.says.looks_back())?;
        }
        Ok(then)
    }

    /// The game is looked through from here, as long as it goes on in the record.
    fn looks(&mut self) -> Then {
        (self.turn, self.undone) = (None, Vec::new());
        self.paused = true;
        Then::Go
    }

    fn say_comment(&self, out: &mut Out) -> Done {
        let comment = self.sitting.record().comment(self.sitting.record().current());
        if !comment.is_empty() {
            writeln!(out, "{{{comment}}}")?;
        }
        Ok(())
    }

    /// The node that a number of [`Plain::list_variations`] means; without a number the present one. If there is no such number it
    /// is said.
    fn variation(&self, number: &str, out: &mut Out) -> Result<Option<NodeId>, Failure> {
        if number.is_empty() {
            return Ok(Some(self.sitting.record().current()));
        }
        let following = self.sitting.following();
        let wanted = number.parse::<usize>().ok().and_then(|n| following.get(n.checked_sub(1)?));
        if wanted.is_none() {
            writeln!(out, "{}", self.says.no_variation(following.len()))?;
        }
        Ok(wanted.copied())
    }

    /// The moves that the record has after the present position, each with what follows it.
    fn list_variations(&self, out: &mut Out) -> io::Result<()> {
        let following = self.sitting.following();
        if following.is_empty() {
            return writeln!(out, "{}", self.says.nothing_more(false));
        }
        let record = self.sitting.record();
        for (number, node) in following.iter().enumerate() {
            let line = std::iter::successors(Some(*node), |at| record.main_child(*at)).take(6);
            let moves: Vec<String> = line.map(|node| self.sitting.text(node)).collect();
            writeln!(out, "{:>3} {}", number + 1, moves.join(" "))?;
        }
        Ok(())
    }
}
