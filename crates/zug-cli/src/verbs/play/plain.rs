//! The game line by line: for screen readers, scripts, and terminals that can do nothing else.

use super::files;
use super::opponents::{Opponents, Question, Thought};
use super::says::Says;
use super::sitting::{Next, Sitting, select_only};
use crate::errors::{Done, Failure};
use crate::lang::Lang;
use crate::moves_text;
use crate::open::Opened;
use crate::output::Out;
use std::io::{self, BufRead, Write};
use std::time::Duration;
use zug_game::{Clicked, Controller, Move, PlayError, PlayerId, RunError};

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
    /// Seen from the other side.
    turned: bool,
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
        enter_dice: bool,
    ) -> Self {
        Plain {
            opened,
            says: Says(lang),
            sitting,
            opponents,
            enter_dice,
            turned: false,
            turn: None,
            undone: Vec::new(),
            questions: 0,
        }
    }

    fn failed(&self) -> impl Fn(RunError) -> Failure + '_ {
        Failure::run(&self.opened.game)
    }

    pub(super) fn run(&mut self, out: &mut Out, cap: usize) -> Done {
        let title = super::title(self.opened, self.says.0);
        writeln!(out, "{}", self.says.welcome(title, self.sitting.seed()))?;
        let alone = !self.sitting.seats().anybody_human();
        let given = self.sitting.ply();
        let mut passes = 0;
        loop {
            let next = self.sitting.next().map_err(self.failed())?;
            match next {
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
                    let name = self.opened.game.player_name(player);
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
            Next::Resigned(player) => self.says.resigned(self.opened.game.player_name(*player)),
            _ => String::new(),
        }
    }

    fn show(&self, out: &mut Out) -> io::Result<()> {
        let seen = self.turn.as_ref().map(Controller::seen);
        let state = seen.as_ref().unwrap_or(self.sitting.state());
        writeln!(out, "\n{}", zug_notation::picture(state, &self.opened.arrangement, self.turned))
    }

    fn play(&mut self, mv: &Move) -> Result<(), Failure> {
        (self.turn, self.undone) = (None, Vec::new());
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
        let name = self.sitting.name_of(&mv).map_err(self.failed())?;
        let ir = self.opened.game.ir();
        let by_chance = ir.players.get(player.idx()).is_some_and(|p| p.random);
        let who = self.opened.game.player_name(player);
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
        let who = self.opened.game.player_name(player).to_owned();
        match self.wait(Some(player)) {
            Some(Thought::Move(mv)) => {
                let name = self.sitting.name_of(&mv).map_err(self.failed())?;
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
        if let Next::Person(_) | Next::ForcedPass(_) = next {
            self.turn = Some(Controller::new(self.sitting.state()).map_err(self.failed())?);
        }
        loop {
            let prompt = match next {
                Next::Over(_) | Next::Resigned(_) => "",
                _ => self.opened.game.player_name(self.sitting.state().chooser()),
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
                    writeln!(out, "{said}")?;
                    return Ok(Then::Go);
                }
                Err(why) => writeln!(out, "{why}")?,
            },
            "dice" => return self.dice(rest, out),
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
                    let name = self.sitting.name_of(&mv).map_err(self.failed())?;
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

    /// Have parts been made, or is something selected or asked?
    fn is_under_way(&self) -> bool {
        self.turn.as_ref().is_some_and(|turn| {
            let look = turn.look();
            look.may_undo || look.selected.is_some() || look.dropping.is_some() || !look.choices.is_empty()
        })
    }

    fn typed(&mut self, line: &str, out: &mut Out) -> Result<Then, Failure> {
        let made = self.turn.as_ref().is_some_and(|turn| turn.look().may_undo);
        let asked = self.turn.as_ref().map(|turn| turn.look().choices.len()).unwrap_or(0);
        if let Some(number) = line.parse::<usize>().ok().filter(|n| (1..=asked).contains(n)) {
            let chosen = self.with_turn(|turn| turn.choose(number - 1))?;
            return self.after(chosen, line, out);
        }
        let whole = moves_text::find(self.sitting.state(), line);
        match whole.and_then(|name| self.sitting.state().find_move(&name)) {
            // In the middle of a turn the same words may name a part.
            Ok(mv) if !made => {
                self.play(&mv)?;
                Ok(Then::Go)
            }
            Err(PlayError::Run(error)) => Err(self.failed()(error)),
            Ok(_) => self.click_words(line, &PlayError::Illegal, out),
            Err(error) => self.click_words(line, &error, out),
        }
    }

    /// A cell, or a part by its cells: each is clicked in turn. If one of them means nothing, none was clicked.
    fn click_words(&mut self, line: &str, error: &PlayError, out: &mut Out) -> Result<Then, Failure> {
        let before = self.turn.clone();
        let game = &self.opened.game;
        let commands = before.as_ref().map(|turn| turn.look().commands).unwrap_or_default();
        let mut clicked = Clicked::Nothing;
        if let Some(number) = commands.iter().position(|name| name == line) {
            clicked = self.with_turn(|turn| turn.command(number))?;
            return self.after(clicked, line, out);
        }
        let (kind, cells) = match line.split_once('@') {
            Some((kind, cell)) => (Some(kind), cell),
            None => (None, line),
        };
        if let Some(kind) = kind.and_then(|kind| game.kind(kind.trim())) {
            self.with_turn(|turn| Ok(turn.select_kind(kind)))?;
        }
        for word in
            cells.split(|c: char| c == '-' || c.is_whitespace()).filter(|w| !w.is_empty() && *w != "x")
        {
            // The cell where the last part ended may be said again.
            let Some(cell) = game.cell(word) else {
                clicked = Clicked::Nothing;
                break;
            };
            clicked = self.with_turn(|turn| turn.click(cell))?;
            if clicked == Clicked::Nothing {
                break;
            }
        }
        // Letting go of what is selected is not what a person means who names a cell.
        let let_go = |turn: &Controller| {
            let look = turn.look();
            look.selected.is_none() && look.dropping.is_none()
        };
        let let_go = clicked == Clicked::Selected && self.turn.as_ref().is_some_and(let_go);
        if clicked == Clicked::Nothing || let_go {
            self.turn = before;
            writeln!(out, "{}", self.says.not_legal(line, error))?;
            return Ok(Then::Ask);
        }
        self.after(clicked, line, out)
    }

    fn with_turn(
        &mut self,
        act: impl FnOnce(&mut Controller) -> Result<Clicked, RunError>,
    ) -> Result<Clicked, Failure> {
        let Some(turn) = &mut self.turn else { return Ok(Clicked::Nothing) };
        let clicked = act(turn).map_err(Failure::run(&self.opened.game))?;
        if clicked == Clicked::Made {
            select_only(turn).map_err(Failure::run(&self.opened.game))?;
            self.undone.clear();
        }
        Ok(clicked)
    }

    /// Says what can follow, or plays the move if it is complete.
    fn after(&mut self, clicked: Clicked, line: &str, out: &mut Out) -> Result<Then, Failure> {
        let Some(turn) = &self.turn else { return Ok(Then::Ask) };
        if let Some(done) = turn.done().cloned() {
            self.play(&done)?;
            return Ok(Then::Go);
        }
        match clicked {
            Clicked::Nothing => writeln!(out, "{}", self.says.not_legal(line, &PlayError::Illegal))?,
            Clicked::Made => self.show(out)?,
            Clicked::Selected | Clicked::Asked => {}
        }
        self.follows(out)?;
        Ok(Then::Ask)
    }

    /// What can be typed in the middle of a turn.
    fn follows(&self, out: &mut Out) -> io::Result<()> {
        let Some(turn) = &self.turn else { return Ok(()) };
        let look = turn.look();
        if !look.choices.is_empty() {
            for (number, name) in look.choices.iter().enumerate() {
                writeln!(out, "{:>3} {name}", number + 1)?;
            }
            return Ok(());
        }
        let named = |cells: &[zug_game::CellId]| {
            cells.iter().map(|c| self.opened.game.cell_name(*c).to_owned()).collect::<Vec<_>>()
        };
        let picked = look.selected.is_some() || look.dropping.is_some();
        let mut words = named(&look.targets);
        if !picked {
            words.extend(named(&look.starts));
        }
        words.extend(look.commands.clone());
        words.dedup();
        writeln!(out, "{}", self.says.follows(&words.join(" "), look.may_pass && turn.made().n_parts() > 0))
    }

    fn undo(&mut self, out: &mut Out) -> Result<Then, Failure> {
        if let Some(before) = self.turn.clone().filter(|_| self.is_under_way()) {
            if before.look().may_undo {
                self.with_turn(|turn| Ok(turn.undo()))?;
                self.undone.push(before);
            } else {
                // Only something was selected.
                self.turn = Some(Controller::new(self.sitting.state()).map_err(self.failed())?);
            }
            self.show(out)?;
            return Ok(Then::Ask);
        }
        if self.sitting.undo().map_err(self.failed())? {
            self.turn = None;
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
            self.turn = None;
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
        let names: Vec<&str> =
            named.iter().map(|(name, _)| name.as_str()).filter(|n| n.starts_with(start)).collect();
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
