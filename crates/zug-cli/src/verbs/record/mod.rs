//! `zug record`: games that people bring with them, verified and converted.

mod answer;
mod edit;
mod rules;

use crate::args::{JsonArgs, TextArgs};
use crate::disk;
use crate::errors::{Code, Done, Failure};
use crate::open::{Opened, note, unreadable};
use crate::output::{Out, count};
use answer::{Answer, Verdict};
use clap::ValueEnum;
use edit::EditArgs;
use rules::Finder;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use zug_game::Record;
use zug_notation::format::{self, Format, RecordFile, Unread};
use zug_notation::{Found, zsg};

/// Read, verify and convert games: ZSG, PGN, PDN, SGF, MAT, Zug's own
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every recorded move is played again by the rules: those that the file names, those beside it, or `--game`.
What another form cannot hold is said on stderr. Nothing is written unless every move is legal.

Examples:
  zug record mygame.zsg
  zug record games.pgn --json                   all games of a file
  zug record games.pgn --game-number 3 --to sgf  one of them, converted, on stdout
  zug record old.pdn --write copy.zgr           the ending says which form is meant
  zug record match.mat --game long-nardy        by the rules of this game
  zug record mygame.zsg --write copy.zsg        written back byte for byte
  zug record game.zgr --show                    with variations and comments
  zug record game.zgr --at \"e4\" --add \"c5 Nf3\" --comment Sicilian --write game.zgr
  zug record game.zgr --at \"e4 c5\" --promote --write game.zgr
  zug record game.zgr --at \"e4 e5\" --delete --write game.zgr")]
pub(crate) struct Args {
    /// The file
    file: PathBuf,
    /// Play it by the rules of this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Only the game with this number, from 1
    #[arg(long, value_name = "N")]
    game_number: Option<usize>,
    /// If every move is legal, write the games to this file; `-` is stdout
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Convert to this form (else as the ending of `--write` says); without `--write` to stdout
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Form>,
    /// Read the file as this form (normally recognised)
    #[arg(long, value_enum, value_name = "FORM")]
    from: Option<Form>,
    #[command(flatten)]
    edit: EditArgs,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// Zug's own: nothing is lost
    Zgr,
    /// Saved games of Zillions
    Zsg,
    /// Chess and its relatives
    Pgn,
    /// Draughts
    Pdn,
    /// Go, and trees of any game
    Sgf,
    /// Backgammon and its relatives
    Mat,
}

impl From<Form> for Format {
    fn from(form: Form) -> Self {
        match form {
            Form::Zgr => Format::Zgr,
            Form::Zsg => Format::Zsg,
            Form::Pgn => Format::Pgn,
            Form::Pdn => Format::Pdn,
            Form::Sgf => Format::Sgf,
            Form::Mat => Format::Mat,
        }
    }
}

/// What is to be written.
struct Target {
    /// The form that was asked for; else the one the games came in.
    format: Option<Format>,
    /// None: to stdout.
    path: Option<PathBuf>,
}

/// A game that was played again, with its rules.
pub(crate) struct Played {
    pub(crate) opened: Opened,
    pub(crate) found: Found,
    lines: Option<Lines>,
}

/// ZSG counts lines, of which a move may have several.
#[derive(Clone, Copy)]
struct Lines {
    /// Those that are legal, in order.
    replayed: usize,
    /// Those that we would write in the same words.
    same_text: usize,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let target = args.target()?;
    let bytes = disk::read(&args.file).map_err(unreadable)?;
    let format = match args.from {
        Some(form) => form.into(),
        None => recognise(&args.file, &bytes)?,
    };
    let file = RecordFile::new(format, &bytes);
    let name = args.file.display();
    let games = file.games().map_err(|error| Failure::no(format!("`{name}`: {error}")))?;
    let chosen = args.chosen(&games)?;
    let mut finder = Finder::new(&args.file, args.game.as_deref(), args.text);
    let first = args.game_number.unwrap_or(1);
    let to = target.as_ref().map(|target| target.format.unwrap_or(format));
    args.check_edit(chosen.len(), to)?;
    // Saved games of Zillions hold more than moves; a copy is a copy.
    let copy = format == Format::Zsg && to == Some(Format::Zsg) && !args.edit.changes();
    let mut converted =
        Converted { bytes: if copy { bytes.clone() } else { Vec::new() }, ..Converted::default() };
    let mut verdicts = Vec::new();
    let mut shown = Vec::new();
    // One at a time: a file may have many.
    for (number, game) in (first..).zip(&chosen) {
        let mut played = finder.play(game)?;
        verdicts.push(Verdict::of(number, &played)?);
        if args.edit.changes() && played.found.error.is_none() {
            args.edit.apply(&played.opened, &mut played.found.record)?;
        }
        if args.edit.shows() {
            shown.extend(edit::text(&played.opened, &played.found.record));
        }
        if let (Some(to), None, false) = (to, &played.found.error, copy) {
            converted.add(&played, to, chosen.len())?;
        }
    }
    let answer = Answer::new(&args.file, format, games.len(), verdicts);
    let to_stdout = target.as_ref().is_some_and(|target| target.path.is_none());
    if args.json.json {
        out.json(&answer)?;
    } else if !to_stdout || !answer.ok {
        answer.print(out)?;
    }
    for line in shown.iter().filter(|_| !to_stdout) {
        writeln!(out, "{line}")?;
    }
    if !answer.ok {
        return Err(Failure::Said(Code::No));
    }
    let (Some(target), Some(to)) = (target, to) else { return Ok(()) };
    for loss in &converted.losses {
        note(&format!("{} cannot hold {loss}", to.title()));
    }
    match target.path {
        Some(path) => disk::write(&path, &converted.bytes)
            .map_err(|error| Failure::no(format!("cannot write `{}`: {error}", path.display()))),
        None => Ok(out.write_all(&converted.bytes)?),
    }
}

/// The first game of a file, played by the rules that it means, and how many games the file has.
pub(crate) fn first_game(path: &Path, text: TextArgs) -> Result<(Played, usize), Failure> {
    let bytes = disk::read(path).map_err(unreadable)?;
    let file = RecordFile::new(recognise(path, &bytes)?, &bytes);
    let games = file.games().map_err(|error| Failure::no(format!("`{}`: {error}", path.display())))?;
    match games.first() {
        Some(game) => Ok((Finder::new(path, None, text).play(game)?, games.len())),
        None => Err(Failure::no(format!("there is no game in `{}`", path.display()))),
    }
}

impl Args {
    fn target(&self) -> Result<Option<Target>, Failure> {
        let path = match &self.write {
            Some(path) if path.as_os_str() == "-" => None,
            Some(path) => Some(path.clone()),
            None if self.to.is_none() => return Ok(None),
            None => None,
        };
        if path.is_none() && self.json.json {
            let what =
                "`--json` and a converted record cannot both go to stdout; `--write FILE` names a file";
            return Err(Failure::usage(what));
        }
        let by_ending = path.as_ref().and_then(|path| Format::of_ending(&disk::ending(path)));
        Ok(Some(Target { format: self.to.map(Format::from).or(by_ending), path }))
    }

    /// What is changed is one game, and goes somewhere.
    fn check_edit(&self, games: usize, to: Option<Format>) -> Done {
        if !self.edit.changes() {
            return Ok(());
        }
        if games > 1 {
            let what = format!("the file has {games} games; `--game-number N` says which of them is changed");
            return Err(Failure::usage(what));
        }
        if to.is_none() {
            return Err(Failure::usage(
                "the changed game goes nowhere; `--write FILE` names a file, `-` is stdout",
            ));
        }
        Ok(())
    }

    fn chosen<'g, 't>(&self, games: &'g [Unread<'t>]) -> Result<Vec<&'g Unread<'t>>, Failure> {
        if games.is_empty() {
            return Err(Failure::no(format!("there is no game in `{}`", self.file.display())));
        }
        match self.game_number {
            None => Ok(games.iter().collect()),
            Some(number) => match number.checked_sub(1).and_then(|i| games.get(i)) {
                Some(game) => Ok(vec![game]),
                None => Err(Failure::usage(format!(
                    "there is no game number {number} in `{}`; it has {}",
                    self.file.display(),
                    count(games.len(), "game")
                ))),
            },
        }
    }
}

/// The form of a file: by its content, else by its ending.
fn recognise(path: &Path, bytes: &[u8]) -> Result<Format, Failure> {
    let by_ending = || Format::of_ending(&disk::ending(path));
    format::recognise(bytes).or_else(by_ending).ok_or_else(|| {
        let forms: Vec<&str> = Format::ALL.iter().map(|format| format.title()).collect();
        Failure::no(format!(
            "`{}` looks like none of the forms that are known ({}); `--from FORM` names one",
            path.display(),
            forms.join(", ")
        ))
    })
}

/// Games in another form, or in the same one again.
#[derive(Default)]
struct Converted {
    bytes: Vec<u8>,
    /// What stands before the last game and may stand for the next as well.
    head: Vec<u8>,
    /// What the form cannot hold.
    losses: BTreeSet<String>,
}

impl Converted {
    /// Adds a game, one of so many.
    fn add(&mut self, played: &Played, to: Format, games: usize) -> Done {
        let Played { opened, found, .. } = played;
        if games > 1 && matches!(to, Format::Zgr | Format::Zsg) {
            let what = format!("the file has {games} games, and {} holds one", to.title());
            return Err(Failure::usage(format!("{what}; `--game-number N` chooses it")));
        }
        self.write(opened, &found.record, &found.tags, to)?;
        if matches!(to, Format::Zgr | Format::Zsg) && !found.also.is_empty() {
            let what = "games that begin in the middle of another, at positions set up there";
            self.losses.insert(format!("{what} ({})", found.also.len()));
            return Ok(());
        }
        found.also.iter().try_for_each(|record| self.write(opened, record, &found.tags, to))
    }

    fn write(&mut self, opened: &Opened, record: &Record, tags: &[(String, String)], to: Format) -> Done {
        let rules = opened.rules.file_name();
        let written = format::write(to, record, tags, &opened.settings, &rules);
        let written = written.map_err(|error| Failure::no(format!("{}: {error}", to.title())))?;
        if !self.bytes.is_empty() {
            self.bytes.push(b'\n');
        }
        let (head, game) = written.bytes.split_at(written.head);
        let same = !self.bytes.is_empty() && !head.is_empty() && head == self.head;
        self.bytes.extend(if same { game } else { &written.bytes });
        self.head = head.to_vec();
        self.losses.extend(written.losses);
        Ok(())
    }
}

/// The lines of a saved game of Zillions.
fn lines(opened: &Opened, game: &Unread<'_>) -> Option<Lines> {
    let Unread::Zsg(saved) = game else { return None };
    let replay = zsg::replay(&opened.game, saved);
    Some(Lines { replayed: replay.replayed, same_text: replay.same_text })
}
