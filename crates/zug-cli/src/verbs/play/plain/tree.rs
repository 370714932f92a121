//! Looking through the game line by line, and what can be done with its variations.

use super::{Plain, Then};
use crate::errors::{Done, Failure};
use crate::movetext;
use crate::output::Out;
use std::io::{self, Write};
use zug_game::NodeId;

/// No line of the game is longer.
const WIDTH: usize = 78;

impl Plain<'_> {
    /// All moves with variations and comments; the present place is marked.
    pub(super) fn print_game(&self, out: &mut Out) -> io::Result<()> {
        let record = self.sitting.record();
        let says = self.says;
        let words = movetext::words(record, |node| says.move_text(&self.sitting.text(node)).to_owned());
        for line in movetext::lines(&words, WIDTH, Some(record.current())) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// One move back, or forward: into the variation of that number, else along the line that was left.
    pub(super) fn step(&mut self, back: bool, number: &str, out: &mut Out) -> Result<Then, Failure> {
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
    pub(super) fn looks(&mut self) -> Then {
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
    pub(super) fn variation(&self, number: &str, out: &mut Out) -> Result<Option<NodeId>, Failure> {
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
    pub(super) fn list_variations(&self, out: &mut Out) -> io::Result<()> {
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
