//! The game line by line: for screen readers, scripts, and terminals that can do nothing else.

mod tree;
mod turn;

use super::Manner;
use super::autosave::Autosave;
use super::files;
use super::opponents::{Opponents, Question, Thought};
use super::says::Says;
use super::sitting::{Next, Sitting};
use crate::errors::{Done, Failure};
use crate::lang::Lang;
use crate::open::Opened;
use crate::output::Out;
use std::io::{self, BufRead, Write};
use std::time::Duration;
use zug_game::{Controller, Move, PlayError, PlayerId, RunError, Smart};

/// More moves than this are not listed at once.
const MANY: usize = 200;
/// So many passes in a row are made for persons; then they are asked, or two who can only pass would do it for ever.
const PASSES: usize = 8;

pub(super) struct Plain<'o> {
    opened: &'o Opened,
    says: Says,
    sitting: Sitting,
    opponents: &'o Opponents,
    enter_dice: bool,
    smart: Smart,
    /// Seen from the other side.
    turned: bool,
    /// The game is being looked through: programs and chance wait.
    paused: bool,
    autosave: Autosave,
    /// The turn a person is making, and how it was before each part.
    turn: Option<Controller>,
    undone: Vec<Controller>,
    questions: u64,
}

/// What a typed line led to.
enum Then {
    Go,
    Ask,
    Leave,
}

impl<'o> Plain<'o> {
    pub(super) fn new(
        opened: &'o Opened,
        lang: Lang,
        sitting: Sitting,
        opponents: &'o Opponents,
        autosave: Autosave,
        manner: Manner,
    ) -> Self {
        Plain {
            opened,
            says: Says(lang),
            sitting,
            opponents,
            enter_dice: manner.enter_dice,
            smart: manner.smart,
            turned: false,
            paused: false,
            autosave,
            turn: None,
            undone: Vec::new(),
            questions: 0,
        }
    }

    fn failed(&self) -> impl Fn(RunError) -> Failure + '_ {
        Failure::run(&self.opened.game)
    }

    /// Plays until the player leaves.
    pub(super) fn run(&mut self, out: &mut Out, cap: usize) -> Done {
        self.play_on(out, cap)?;
        self.autosave.leave(&self.sitting);
        Ok(())
    }

    fn play_on(&mut self, out: &mut Out, cap: usize) -> Done {
        let title = super::title(self.opened, self.says.0);
        writeln!(out, "{}", self.says.welcome(title, self.sitting.seed()))?;
        let alone = !self.sitting.seats().anybody_human();
        let given = self.sitting.ply();
        let mut passes = 0;
        loop {
            self.keep(out)?;
            let next = self.sitting.next().map_err(self.failed())?;
            match next {
                _ if self.paused => {
                    self.show(out)?;
                    if !self.ask(out)? {
                        return Ok(());
                    }
                }
                Next::Over(_) | Next::Resigned(_) => {
                    self.show(out)?;
                    writeln!(out, "{}", self.ending(&next))?;
                    if alone || !self.ask(out)? {
                        return Ok(());
                    }
                }
                _ if alone && self.sitting.ply() - given >= cap => {
                    self.show(out)?;
                    writeln!(out, "{}", self.says.stopped(cap))?;
                    return Ok(());
                }
                Next::ForcedPass(player) if passes < PASSES => {
                    passes += 1;
                    let name = self.says.player(&self.opened.game, player);
                    writeln!(out, "{}", self.says.only_pass(name))?;
                    self.play(&Move::pass())?;
                    continue;
                }
                Next::Person(_) | Next::ForcedPass(_) => {
                    self.show(out)?;
                    if !self.ask(out)? {
                        return Ok(());
                    }
                }
                Next::Chance(_) if self.enter_dice => {
                    self.show(out)?;
                    writeln!(out, "{}", self.says.to_roll())?;
                    if !self.ask(out)? {
                        return Ok(());
                    }
                }
                Next::Program(player) if self.sitting.seats().thinks(player) => self.think(player, out)?,
                Next::Program(player) | Next::Chance(player) => self.draw(player, out)?,
            }
            passes = 0;
        }
    }

    fn ending(&self, next: &Next) -> String {
        match next {
            Next::Over(outcome) => self.says.over(&self.opened.game, outcome),
            Next::Resigned(player) => self.says.resigned(self.says.player(&self.opened.game, *player)),
            _ => String::new(),
        }
    }

    /// Keeps the game for the next start, if something in it has changed.
    fn keep(&mut self, out: &mut Out) -> io::Result<()> {
        match self.autosave.keep(self.opened, &self.sitting) {
            Ok(()) => Ok(()),
            Err(why) => writeln!(out, "{}", self.says.no_autosave(&why)),
        }
    }

    fn show(&self, out: &mut Out) -> io::Result<()> {
        let seen = self.turn.as_ref().map(Controller::seen);
        let state = seen.as_ref().unwrap_or(self.sitting.state());
        let picture = zug_notation::picture(state, &self.opened.arrangement, self.turned);
        writeln!(out, "\n{}", self.says.picture(&self.opened.game, &picture))
    }

    fn play(&mut self, mv: &Move) -> Result<(), Failure> {
        (self.turn, self.undone) = (None, Vec::new());
        self.paused = false;
        self.sitting.play(mv).map_err(|error| match error {
            PlayError::Run(error) => Failure::run(&self.opened.game)(error),
            error => Failure::no(error),
        })
    }

    /// Plays what chance draws, or a player who plays at random.
    fn draw(&mut self, player: PlayerId, out: &mut Out) -> Done {
        let drawn = self.sitting.draw().map_err(self.failed())?;
        // A game that is not over has moves: the engine ends it otherwise.
        let mv = drawn.ok_or_else(|| Failure::no("the game is not over, but there is no legal move"))?;
        let name = self.sitting.text_of(&mv).map_err(self.failed())?;
        let ir = self.opened.game.ir();
        let by_chance = ir.players.get(player.idx()).is_some_and(|p| p.random);
        let who = self.says.player(&self.opened.game, player);
        let said = if by_chance { self.says.drawn(who, &name) } else { self.says.played(who, &name) };
        writeln!(out, "{said}")?;
        self.play(&mv)
    }

    fn wait(&mut self, player: Option<PlayerId>) -> Option<Thought> {
        self.questions += 1;
        let number = self.questions;
        let (first, moves) = self.sitting.so_far();
        let state = self.sitting.state().clone();
        self.opponents.ask(Question { number, player, first, moves, state });
        loop {
            match self.opponents.wait(Duration::from_secs(1)) {
                Some((answered, thought)) if answered == number => return Some(thought),
                None if self.opponents.is_gone() => return None,
                _ => {}
            }
        }
    }

    fn think(&mut self, player: PlayerId, out: &mut Out) -> Done {
        out.flush()?;
        let who = self.says.player(&self.opened.game, player).to_owned();
        match self.wait(Some(player)) {
            Some(Thought::Move(mv)) => {
                let name = self.sitting.text_of(&mv).map_err(self.failed())?;
                writeln!(out, "{}", self.says.played(&who, &name))?;
                self.play(&mv)
            }
            Some(Thought::Resign) => {
                self.sitting.resign(player);
                Ok(())
            }
            Some(Thought::Failed(why)) => Err(Failure::no(why)),
            None => Err(Failure::no(format!("{who} has stopped thinking"))),
        }
    }

    /// Reads lines until the game goes on. False: the person leaves.
    fn ask(&mut self, out: &mut Out) -> Result<bool, Failure> {
        (self.turn, self.undone) = (None, Vec::new());
        let next = self.sitting.next().map_err(self.failed())?;
        let theirs = self.paused && matches!(next, Next::Program(_));
        if theirs || matches!(next, Next::Person(_) | Next::ForcedPass(_)) {
            self.turn = Some(self.begin()?);
        }
        loop {
            self.keep(out)?;
            let prompt = match next {
                Next::Over(_) | Next::Resigned(_) => "",
                _ => self.says.player(&self.opened.game, self.sitting.state().chooser()),
            };
            write!(out, "{prompt}> ")?;
            out.flush()?;
            let mut line = Vec::new();
            // What cannot be read (a closed terminal) is the end of the input as well.
            if io::stdin().lock().read_until(b'\n', &mut line).unwrap_or(0) == 0 {
                writeln!(out)?;
                return Ok(false);
            }
            match self.obey(String::from_utf8_lossy(&line).trim(), &next, out)? {
                Then::Go => return Ok(true),
                Then::Ask => {}
                Then::Leave => return Ok(false),
            }
        }
    }

    fn begin(&self) -> Result<Controller, Failure> {
        let turn = Controller::new(self.sitting.state()).map_err(self.failed())?;
        Ok(turn.with_smart(self.smart))
    }

    fn obey(&mut self, line: &str, next: &Next, out: &mut Out) -> Result<Then, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(w, r)| (w, r.trim()));
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Then::Leave),
            "help" => writeln!(out, "{}", self.says.help())?,
            "board" => self.show(out)?,
            "flip" => {
                self.turned = !self.turned;
                self.show(out)?;
            }
            "position" => {
                writeln!(out, "{}", zug_notation::position::print(self.sitting.state(), &self.opened.style))?
            }
            "undo" => return self.undo(out),
            "redo" => return self.redo(out),
            "save" if rest.is_empty() => writeln!(out, "{}", self.says.save_where())?,
            "save" => {
                let said = files::save(rest, self.opened, &self.sitting, self.says);
                writeln!(out, "{}", said.unwrap_or_else(|why| why))?;
            }
            "load" if rest.is_empty() => writeln!(out, "{}", self.says.load_which())?,
            "load" => match files::load(rest, self.opened, &mut self.sitting, self.says) {
                Ok(said) => {
                    self.paused = false;
                    writeln!(out, "{said}")?;
                    return Ok(Then::Go);
                }
                Err(why) => writeln!(out, "{why}")?,
            },
            "dice" => return self.dice(rest, out),
            "smart" => self.set_smart(rest, out)?,
            _ if tree::COMMANDS.contains(&word) => return self.obey_in_tree(word, rest, out),
            "continue" if self.paused => {
                self.paused = false;
                return Ok(Then::Go);
            }
            _ if matches!(next, Next::Over(_) | Next::Resigned(_)) => {
                writeln!(out, "{}", self.says.over_already())?
            }
            "roll" => match next {
                Next::Chance(player) => {
                    self.draw(*player, out)?;
                    return Ok(Then::Go);
                }
                _ => writeln!(out, "{}", self.says.nothing_to_roll())?,
            },
            _ if word.starts_with('?') => self.list(line.trim_start_matches('?').trim(), out)?,
            _ if matches!(next, Next::Chance(_)) => return self.dice(line, out),
            "resign" => {
                self.sitting.resign(self.sitting.state().chooser());
                return Ok(Then::Go);
            }
            "hint" => match self.wait(None) {
                Some(Thought::Move(mv)) => {
                    let name = self.sitting.text_of(&mv).map_err(self.failed())?;
                    writeln!(out, "{}", self.says.hint(&name))?;
                }
                Some(Thought::Resign) => writeln!(out, "{}", self.says.no_hint())?,
                Some(Thought::Failed(why)) => writeln!(out, "{why}")?,
                None => writeln!(out, "{}", self.says.no_hint())?,
            },
            "pass" if self.is_under_way() => {
                let passed = self.with_turn(|turn| Ok(turn.pass()))?;
                return self.after(passed, "pass", out);
            }
            _ => return self.typed(line, out),
        }
        Ok(Then::Ask)
    }

    fn set_smart(&mut self, word: &str, out: &mut Out) -> io::Result<()> {
        let word = match word {
            "on" => "true",
            "off" => "false",
            word => word,
        };
        let Some(smart) = Smart::named(word) else { return writeln!(out, "{}", self.says.smart_how()) };
        self.smart = smart;
        self.turn = self.turn.take().map(|turn| turn.with_smart(smart));
        writeln!(out, "{}", self.says.smart(smart))
    }

    fn dice(&mut self, text: &str, out: &mut Out) -> Result<Then, Failure> {
        match self.sitting.enter_dice(text) {
            Ok(true) => {
                self.turn = None;
                return Ok(Then::Go);
            }
            Ok(false) => writeln!(out, "{}", self.says.no_such_dice(text))?,
            Err(PlayError::Run(error)) => return Err(self.failed()(error)),
            Err(error) => writeln!(out, "{error}")?,
        }
        Ok(Then::Ask)
    }

    fn undo(&mut self, out: &mut Out) -> Result<Then, Failure> {
        if let Some(before) = self.turn.clone().filter(|_| self.is_under_way()) {
            if before.look().may_undo {
                self.with_turn(|turn| Ok(turn.undo()))?;
                self.undone.push(before);
            } else {
                // Only something was selected.
                self.turn = Some(self.begin()?);
            }
            self.show(out)?;
            return Ok(Then::Ask);
        }
        if self.sitting.undo().map_err(self.failed())? {
            (self.turn, self.paused) = (None, false);
            return Ok(Then::Go);
        }
        writeln!(out, "{}", self.says.nothing_to_undo())?;
        Ok(Then::Ask)
    }

    fn redo(&mut self, out: &mut Out) -> Result<Then, Failure> {
        if let Some(after) = self.undone.pop() {
            self.turn = Some(after);
            self.show(out)?;
            self.follows(out)?;
            return Ok(Then::Ask);
        }
        if self.sitting.redo().map_err(self.failed())? {
            (self.turn, self.paused) = (None, false);
            return Ok(Then::Go);
        }
        writeln!(out, "{}", self.says.nothing_to_redo())?;
        Ok(Then::Ask)
    }

    fn list(&self, start: &str, out: &mut Out) -> Done {
        if start.is_empty() && self.is_under_way() {
            return Ok(self.follows(out)?);
        }
        let named = self.sitting.state().named_moves().map_err(self.failed())?;
        let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
        let texts = self.opened.reader.texts(self.sitting.state()).map_err(self.failed())?;
        // As players write them; asked for by either.
        let wanted = |(name, text): &(&&str, &String)| name.starts_with(start) || text.starts_with(start);
        let listed = names.iter().zip(&texts).filter(wanted);
        let names: Vec<&str> = listed.map(|(_, text)| self.says.move_text(text)).collect();
        if names.is_empty() {
            writeln!(out, "{}", self.says.no_such_moves(start))?;
        } else if start.is_empty() && names.len() > MANY {
            let mut starts: Vec<&str> =
                names.iter().map(|n| n.split(['-', ' ', '@']).next().unwrap_or(n)).collect();
            starts.sort_unstable();
            starts.dedup();
            let example = starts.first().copied().unwrap_or("");
            writeln!(out, "{}", self.says.many_moves(names.len(), &starts.join(" "), example))?;
        } else {
            columns(&names, out)?;
        }
        Ok(())
    }
}

/// Names in columns of equal width, row by row.
fn columns(names: &[&str], out: &mut Out) -> io::Result<()> {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 2;
    for row in names.chunks((78 / width).max(1)) {
        let line: String = row.iter().map(|name| format!("{name:width$}")).collect();
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
