//! The game in progress: whose turn, what was typed, what follows.

use super::says::Says;
use super::seats::Seats;
use crate::disk;
use crate::errors::{Done, Failure};
use crate::lang::Lang;
use crate::moves_text;
use crate::open::{Opened, Rules};
use crate::output::Out;
use crate::saved;
use std::io::{self, BufRead, Write};
use std::path::Path;
use zug_engine::{Answer, Asked, Player, Spec, Stop, Time};
use zug_game::{Move, PlayError, PlayerId, Rng, State, Turn};

/// More moves than this are not listed at once.
const MANY: usize = 200;

pub(super) struct Session<'o> {
    opened: &'o Opened,
    says: Says,
    seats: Seats,
    /// Those who think, by player.
    players: Vec<Option<Box<dyn Player>>>,
    seed: u64,
    rng: Rng,
    first: State,
    state: State,
    past: Vec<Step>,
}

/// What `undo` needs to go back before a move.
struct Step {
    before: State,
    /// Random numbers go back too: the same game comes again from the same choices.
    rng: Rng,
    mv: Move,
    by: By,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Human,
    Others,
}

/// What a typed line led to.
enum Next {
    Go,
    Ask,
    Leave,
}

impl<'o> Session<'o> {
    pub(super) fn new(
        opened: &'o Opened,
        lang: Lang,
        seats: Seats,
        players: Vec<Option<Box<dyn Player>>>,
        seed: u64,
        first: State,
    ) -> Self {
        let (rng, state) = (Rng::new(seed), first.clone());
        Session { opened, says: Says(lang), seats, players, seed, rng, first, state, past: Vec::new() }
    }

    /// Plays moves given beforehand. They cannot be taken back.
    pub(super) fn play_all(&mut self, text: &str) -> Result<(), Failure> {
        let mut state = self.state.clone();
        for mv in moves_text::play_all(&mut state, text)? {
            self.play(mv, By::Others)?;
        }
        Ok(())
    }

    pub(super) fn run(&mut self, out: &mut Out, cap: usize) -> Done {
        writeln!(out, "{}", self.says.welcome(self.title(), self.seed))?;
        let failed = Failure::run(&self.opened.game);
        let alone = !self.seats.anybody_human();
        let given = self.past.len();
        loop {
            match self.state.turn().map_err(&failed)? {
                Turn::Over(outcome) => {
                    self.show(out)?;
                    writeln!(out, "{}", self.says.over(&self.opened.game, &outcome))?;
                    if alone || !self.ask(out)? {
                        return Ok(());
                    }
                }
                _ if alone && self.past.len() - given >= cap => {
                    self.show(out)?;
                    writeln!(out, "{}", self.says.stopped(cap))?;
                    return Ok(());
                }
                Turn::Player(player) if *self.seats.of(player) == Spec::Human => {
                    let name = self.opened.game.player_name(player);
                    if let [only] = self.state.moves().map_err(&failed)?
                        && only.is_pass()
                    {
                        writeln!(out, "{}", self.says.only_pass(name))?;
                        self.play(only.clone(), By::Others)?;
                        continue;
                    }
                    self.show(out)?;
                    if !self.ask(out)? {
                        return Ok(());
                    }
                }
                Turn::Player(player) => {
                    out.flush()?;
                    let Some(name) = self.choose(player)? else {
                        self.show(out)?;
                        writeln!(out, "{}", self.says.resigned(self.opened.game.player_name(player)))?;
                        return Ok(());
                    };
                    writeln!(out, "{}", self.says.played(self.opened.game.player_name(player), &name))?;
                }
                Turn::Chance(player) => {
                    let name = self.draw()?;
                    writeln!(out, "{}", self.says.drawn(self.opened.game.player_name(player), &name))?;
                }
            }
        }
    }

    fn title(&self) -> &str {
        let title = self.opened.game.title();
        match &self.opened.rules {
            Rules::Library(entry) if entry.title == title => self.says.0.pick(title, entry.title_ru()),
            _ => title,
        }
    }

    fn show(&self, out: &mut Out) -> io::Result<()> {
        writeln!(out, "\n{}", zug_notation::picture(&self.state))
    }

    fn play(&mut self, mv: Move, by: By) -> Result<(), Failure> {
        let (before, rng) = (self.state.clone(), self.rng.clone());
        self.state.play_unchecked(&mv).map_err(Failure::run(&self.opened.game))?;
        self.past.push(Step { before, rng, mv, by });
        Ok(())
    }

    /// Plays what the player of this seat chooses and gives its name; nothing if he resigns.
    fn choose(&mut self, player: PlayerId) -> Result<Option<String>, Failure> {
        let Some(Some(thinker)) = self.players.get_mut(player.idx()) else { return self.draw().map(Some) };
        let moves: Vec<Move> = self.past.iter().map(|step| step.mv.clone()).collect();
        let (time, stop) = (Time::Free, Stop::new());
        let asked = Asked { first: &self.first, moves: &moves, state: &self.state, time: &time, stop: &stop };
        match thinker.choose(&asked).map_err(Failure::no)? {
            Answer::Resign => Ok(None),
            Answer::Play(mv, _) => {
                let named = self.state.named_moves().map_err(Failure::run(&self.opened.game))?;
                let name = named.iter().find(|(_, other)| **other == mv).map(|(name, _)| name.clone());
                self.play(mv, By::Others)?;
                Ok(Some(name.unwrap_or_default()))
            }
        }
    }

    /// Plays a legal move drawn at random and gives its name.
    fn draw(&mut self) -> Result<String, Failure> {
        let named = self.state.named_moves().map_err(Failure::run(&self.opened.game))?;
        let before = self.rng.clone();
        let drawn = named.get(self.rng.below(named.len())).map(|(name, mv)| (name.clone(), (*mv).clone()));
        // A game that is not over has moves: the engine ends it otherwise.
        let (name, mv) =
            drawn.ok_or_else(|| Failure::no("the game is not over, but there is no legal move"))?;
        self.play(mv, By::Others)?;
        if let Some(step) = self.past.last_mut() {
            step.rng = before;
        }
        Ok(name)
    }

    /// Reads lines until the game goes on. False: the person leaves.
    fn ask(&mut self, out: &mut Out) -> Result<bool, Failure> {
        let over = self.state.outcome().is_ok_and(|outcome| outcome.is_some());
        loop {
            let prompt = if over { "" } else { self.opened.game.player_name(self.state.chooser()) };
            write!(out, "{prompt}> ")?;
            out.flush()?;
            let mut line = Vec::new();
            // What cannot be read (a closed terminal) is the end of the input as well.
            if io::stdin().lock().read_until(b'\n', &mut line).unwrap_or(0) == 0 {
                writeln!(out)?;
                return Ok(false);
            }
            match self.obey(String::from_utf8_lossy(&line).trim(), over, out)? {
                Next::Go => return Ok(true),
                Next::Ask => {}
                Next::Leave => return Ok(false),
            }
        }
    }

    fn obey(&mut self, line: &str, over: bool, out: &mut Out) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(w, r)| (w, r.trim()));
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "help" => writeln!(out, "{}", self.says.help())?,
            "board" => self.show(out)?,
            "position" => {
                writeln!(out, "{}", zug_notation::position::print(&self.state, &self.opened.style))?
            }
            "undo" => {
                if self.undo() {
                    return Ok(Next::Go);
                }
                writeln!(out, "{}", self.says.nothing_to_undo())?;
            }
            "save" => self.save(rest, out)?,
            _ if over => writeln!(out, "{}", self.says.over_already())?,
            _ if word.starts_with('?') => self.list(line.trim_start_matches('?').trim(), out)?,
            _ => return self.move_typed(line, out),
        }
        Ok(Next::Ask)
    }

    fn move_typed(&mut self, line: &str, out: &mut Out) -> Result<Next, Failure> {
        match moves_text::find(&self.state, line).and_then(|name| self.state.find_move(&name)) {
            Ok(mv) => {
                self.play(mv, By::Human)?;
                Ok(Next::Go)
            }
            Err(PlayError::Run(error)) => Err(Failure::run(&self.opened.game)(error)),
            Err(error) => {
                writeln!(out, "{}", self.says.not_legal(line, &error))?;
                Ok(Next::Ask)
            }
        }
    }

    /// Back to the person's last choice.
    fn undo(&mut self) -> bool {
        let Some(last) = self.past.iter().rposition(|step| step.by == By::Human) else { return false };
        if let Some(step) = self.past.drain(last..).next() {
            self.state = step.before;
            self.rng = step.rng;
        }
        true
    }

    fn list(&self, start: &str, out: &mut Out) -> Done {
        let named = self.state.named_moves().map_err(Failure::run(&self.opened.game))?;
        let names: Vec<&str> =
            named.iter().map(|(name, _)| name.as_str()).filter(|n| n.starts_with(start)).collect();
        if names.is_empty() {
            writeln!(out, "{}", self.says.no_such_moves(start))?;
        } else if start.is_empty() && names.len() > MANY {
            let mut starts: Vec<&str> =
                names.iter().map(|n| n.split(['-', ' ', '@']).next().unwrap_or(n)).collect();
            starts.dedup();
            starts.sort_unstable();
            starts.dedup();
            let example = starts.first().copied().unwrap_or("");
            writeln!(out, "{}", self.says.many_moves(names.len(), &starts.join(" "), example))?;
        } else {
            columns(&names, out)?;
        }
        Ok(())
    }

    fn save(&self, file: &str, out: &mut Out) -> io::Result<()> {
        if file.is_empty() {
            return writeln!(out, "{}", self.says.save_where());
        }
        let path = Path::new(file);
        let saved = if path.exists() && !disk::read(path).is_ok_and(|bytes| saved::is_zsg(&bytes)) {
            Err(self.says.keeps_other_file().to_owned())
        } else {
            let moves: Vec<Move> = self.past.iter().map(|step| step.mv.clone()).collect();
            saved::write(self.opened, &self.seats.letters(), &self.first, &moves)
                .and_then(|bytes| disk::write(path, &bytes).map_err(|error| error.to_string()))
        };
        match saved {
            Ok(()) => writeln!(out, "{}", self.says.saved(file)),
            Err(reason) => writeln!(out, "{}", self.says.not_saved(file, &reason)),
        }
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
