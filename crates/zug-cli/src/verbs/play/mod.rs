//! `zug play`: a game in the terminal, on the whole screen or line by line.

// In suggested reading order.
mod seats;
mod sitting;
mod tree;

mod autosave;
mod files;
mod opponents;
mod says;

mod plain;
mod screen;

use crate::args::{AtArgs, GameArgs};
use crate::disk;
use crate::errors::{Done, Failure};
use crate::lang::Lang;
use crate::moves_text;
use crate::open::{Opened, Rules, note, open};
use crate::output::Out;
use crate::seed;
use crate::verbs::record;
use autosave::{Autosave, PLAYERS, SEED, Unfinished};
use opponents::Opponents;
use plain::Plain;
use says::Says;
use screen::Session;
use seats::Seats;
use sitting::Sitting;
pub(crate) use sitting::move_text;
use std::io::{self, BufRead, IsTerminal, Write, stdin, stdout};
use std::path::Path;
use zug_engine::{Children, Program, Spec};
use zug_game::{Record, Smart};
use zug_notation::Format;

/// Play in the terminal
#[derive(clap::Args, Debug)]
#[command(after_help = "\
GAME may be a saved game in any form that `zug record` reads: it is gone on with. On the screen `?` shows the keys. With
`--plain` you type moves as `zug moves` lists them or as players write them (`e4`, `Nf3`); `?` lists them, `help` all commands.
A player is `human`, `random`, `ai`, `ai:LEVEL` (1 to 10), `ai:time=1s`, `ai:nodes=10000`, or another program:
`uci:COMMAND` (docs/engines.md). The first player is you unless you say otherwise. A game that was not finished is offered by
the next start.

Examples:
  zug play chess
  zug play chess --white random --black human
  zug play chess --black ai:3
  zug play mygame.zgr
  zug play xiangqi --black \"uci:fairy-stockfish?Skill Level=1\"
  zug play english-draughts --white human --black human
  zug play gomoku --player 2 random --seed 7
  zug play long-nardy --enter-dice
  zug play chess --plain
  zug play chess --moves \"e4 e5 Nf3\"
  zug play chess --position \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    at: AtArgs,
    /// Who plays the player called White, or the first one
    #[arg(long, value_name = "SPEC")]
    white: Option<Spec>,
    /// Who plays the player called Black, or the second one
    #[arg(long, value_name = "SPEC")]
    black: Option<Spec>,
    /// Who plays player number N (from 1, in the order of `zug info`); may be given several times
    #[arg(long, num_args = 2, value_names = ["N", "SPEC"], action = clap::ArgAction::Append)]
    player: Vec<String>,
    /// Seed of dice and random players; drawn and shown if you give none
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop after this many plies where nobody is human
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    cap: usize,
    /// Throw the dice yourself and enter what they show
    #[arg(long)]
    enter_dice: bool,
    /// What one click may do: `false` (select), `from` (a piece with one move moves), `to` (a cell that one piece can reach is
    /// enough), `true` (both); else as the game says
    #[arg(long, value_name = "HOW", value_parser = smart)]
    smart_moves: Option<Smart>,
    /// Begin a new game, and do not offer one that was not finished
    #[arg(long)]
    new: bool,
    /// Lines of text only, for screen readers and scripts; so it is anyway where there is no terminal
    #[arg(long)]
    plain: bool,
}

/// How a person plays.
struct Manner {
    enter_dice: bool,
    smart: Smart,
    /// The saved game that was named.
    file: Option<String>,
}

fn smart(word: &str) -> Result<Smart, String> {
    Smart::named(word).ok_or_else(|| "expected `true`, `false`, `from` or `to`".to_owned())
}

pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Done {
    let says = Says(lang);
    let Beginning { opened, saved } = args.beginning()?;
    let seats = args.seats(&opened)?;
    let file = saved.as_ref().map(|_| args.game.game.clone());
    let interactive = stdin().is_terminal() && stdout().is_terminal();
    let offer = saved.is_none() && args.at.position.is_none() && args.at.moves.is_none() && !args.new;
    let (autosave, unfinished) = match interactive && seats.anybody_human() {
        true => Autosave::new(&opened, offer).unwrap_or_else(|why| {
            note(&says.no_autosave(&why));
            (Autosave::off(), None)
        }),
        false => (Autosave::off(), None),
    };
    let unfinished = match unfinished {
        Some(unfinished) if goes_on(&unfinished, title(&opened, lang), says)? => Some(unfinished),
        _ => None,
    };
    let saved = saved.or(unfinished);
    let seed = args.seed.or_else(|| saved.as_ref()?.tag(SEED)?.parse().ok()).unwrap_or_else(seed::draw);
    let seats = saved.as_ref().and_then(|saved| args.seats_of(saved, &opened)).unwrap_or(seats);
    let first = opened.first(&args.at)?;
    let mut sitting = Sitting::new(first, seats, seed, &opened.reader);
    if let Some(saved) = saved {
        files::take_up(saved.record, &saved.tags, &opened, &mut sitting);
    }
    if let Some(moves) = &args.at.moves {
        for mv in moves_text::play_all(&opened.reader, &mut sitting.state().clone(), moves)? {
            sitting.play(&mv).map_err(Failure::no)?;
        }
    }
    let children = Children::new();
    end_cleanly_on_interrupt(children.clone());
    let opponents = Opponents::new(&opened, sitting.seats(), seed, &children)?;
    let smart = args.smart_moves.unwrap_or(opened.smart);
    let manner = Manner { enter_dice: args.enter_dice, smart, file };
    if args.plain || !interactive {
        return Plain::new(&opened, lang, sitting, &opponents, autosave, manner).run(out, args.cap);
    }
    let coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    screen::run(Session::new(&opened, lang, sitting, coloured, manner), &opponents, autosave)
}

/// What is played, and from where.
struct Beginning {
    opened: Opened,
    /// A saved game that was named, to go on with.
    saved: Option<Unfinished>,
}

impl Args {
    fn beginning(&self) -> Result<Beginning, Failure> {
        let path = Path::new(&self.game.game);
        let is_saved = Format::of_ending(&disk::ending(path)).is_some() && path.is_file();
        if !is_saved {
            return Ok(Beginning { opened: open(&self.game)?, saved: None });
        }
        if self.at.position.is_some() {
            let what = "a saved game begins where it begins; `--position` is for a game of the library or a rules file";
            return Err(Failure::usage(what));
        }
        let (played, games) = record::first_game(path, self.game.text)?;
        if games > 1 {
            note(&format!(
                "`{}` has {games} games, and this is the first; `zug record --game-number N --write FILE` takes one out",
                path.display()
            ));
        }
        let record::Played { opened, found, .. } = played;
        if let Some(error) = found.error {
            return Err(Failure::no(format!("`{}`: {error}", path.display())));
        }
        // Only our own form says where the game stands.
        let is_ours = Format::of_ending(&disk::ending(path)) == Some(Format::Zgr);
        let record = if is_ours { found.record } else { at_end(found.record) };
        let saved = Some(Unfinished { record, tags: found.tags });
        Ok(Beginning { opened, saved })
    }

    fn seats(&self, opened: &Opened) -> Result<Seats, Failure> {
        Seats::new(&opened.game, self.white.clone(), self.black.clone(), &self.player)
    }

    /// Those who played before, where the command says nothing about players. A file starts no other program.
    fn seats_of(&self, saved: &Unfinished, opened: &Opened) -> Option<Seats> {
        if self.white.is_some() || self.black.is_some() || !self.player.is_empty() {
            return None;
        }
        let is_ours = |spec: &Spec| !matches!(spec, Spec::Program(Program::Engine(_)));
        let specs = saved.tag(PLAYERS)?.split(" | ").enumerate();
        let known = specs.filter(|(_, spec)| spec.parse::<Spec>().is_ok_and(|spec| is_ours(&spec)));
        let numbered: Vec<String> =
            known.flat_map(|(i, spec)| [(i + 1).to_string(), spec.to_owned()]).collect();
        Seats::new(&opened.game, None, None, &numbered).ok()
    }
}

/// The record with the end of its main line as the present position.
fn at_end(mut record: Record) -> Record {
    // If the rules ask for too much on the way there, it stays where it is.
    let _ = record.go_to(record.main_end());
    record
}

/// True if the unfinished game is to go on.
fn goes_on(unfinished: &Unfinished, title: &str, says: Says) -> Result<bool, Failure> {
    let [yes, no] = says.yes_no();
    let mut line = String::new();
    loop {
        write!(stdout(), "{} [Enter, {yes} / {no}] ", unfinished.question(title, says))
            .map_err(Failure::no)?;
        stdout().flush().map_err(Failure::no)?;
        line.clear();
        let read = io::stdin().lock().read_line(&mut line).map_err(Failure::no)?;
        let answer = line.trim().to_lowercase();
        match answer.chars().next() {
            None => return Ok(true),
            Some(_) if read == 0 || yes.starts_with(&answer) || "yes".starts_with(&answer) => {
                return Ok(true);
            }
            Some(_) if no.starts_with(&answer) || "no".starts_with(&answer) => return Ok(false),
            Some(_) => {}
        }
    }
}

/// What the game is called.
fn title(opened: &Opened, lang: Lang) -> &str {
    let title = opened.game.title();
    match &opened.rules {
        Rules::Library(entry) if entry.title() == title => lang.pick(title, entry.title_ru()),
        _ => title,
    }
}

/// Ctrl-C is a way to leave like any other. On the screen it is a key, and only signals come here.
fn end_cleanly_on_interrupt(children: Children) {
    let handled = ctrlc::set_handler(move || {
        children.kill_all();
        screen::give_back();
        let _ = writeln!(stdout());
        std::process::exit(0);
    });
    // Without a handler Ctrl-C still ends the program, only less politely.
    drop(handled);
}
