//! From the argument GAME to a game, its way of writing positions, and a position of it.

use crate::args::{AtArgs, GameArgs, TextArgs};
use crate::disk::{self, DiskFiles, ReadError};
use crate::errors::{Code, Failure};
use crate::moves_text;
use crate::output::count;
use crate::titles::{Meant, meant};
use std::io::Write;
use std::path::{Path, PathBuf};
use zug_draw::Look;
use zug_engine::Table;
use zug_game::{FormInfo, Game, LoadError, Move, Problem, RulesFile, Severity, Smart, State, Which, load};
use zug_library::{Entry, Presentation};
use zug_notation::layout::Arrangement;
use zug_notation::{Reader, Settings, Style};

/// Where rules come from.
#[derive(Clone, Debug)]
pub(crate) enum Rules {
    Library(&'static Entry),
    Disk(PathBuf),
}

/// A game, ready to play.
#[derive(Clone)]
pub(crate) struct Opened {
    pub(crate) game: Game,
    /// How its positions are written.
    pub(crate) style: Style,
    /// How they are drawn.
    pub(crate) look: Look,
    /// Where its cells are, and what players call them.
    pub(crate) arrangement: Arrangement,
    /// What else the presentation file says about positions and moves.
    pub(crate) settings: Settings,
    /// Reads and shows moves as the players of the game write them.
    pub(crate) reader: Reader,
    /// What one click can do while playing.
    pub(crate) smart: Smart,
    pub(crate) rules: Rules,
    /// What engine protocols call the game, if they have a name for it.
    pub(crate) uci_variant: Option<String>,
    /// All games and variants of the rules file.
    pub(crate) forms: Vec<FormInfo>,
}

/// Opens the game an argument names.
pub(crate) fn open(args: &GameArgs) -> Result<Opened, Failure> {
    open_named(&args.game, args.text)
}

/// The same for verbs with several games. A short name of a variant will do; see [`meant`].
pub(crate) fn open_named(argument: &str, text: TextArgs) -> Result<Opened, Failure> {
    let (rules, variant) = locate(argument)?;
    let Some(variant) = variant else { return open_rules(rules, None, text) };
    let titles = match rules.load(text, Which::Title(&variant)) {
        Err(Refused::Load(LoadError::NoSuchForm { titles, .. })) => titles,
        loaded => return finish(loaded, rules, false),
    };
    let titles: Vec<&str> = titles.iter().map(|title| title.trim_matches('`')).collect();
    match meant(&titles, &variant) {
        Meant::One(title) => open_rules(rules, Some(title), text),
        Meant::Several(titles) => {
            let titles: Vec<String> = titles.iter().map(|title| format!("`{title}`")).collect();
            let message = format!("several titles have `{variant}`: {}; say more", titles.join(", "));
            Err(Failure::usage(message))
        }
        Meant::None => open_rules(rules, Some(&variant), text),
    }
}

/// Opens a game or variant of known rules, by its exact title.
pub(crate) fn open_rules(rules: Rules, title: Option<&str>, text: TextArgs) -> Result<Opened, Failure> {
    let loaded = rules.load(text, title.map_or(Which::Default, Which::Title));
    finish(loaded, rules, title.is_none())
}

fn finish(loaded: Result<RulesFile, Refused>, rules: Rules, is_default: bool) -> Result<Opened, Failure> {
    let refuse = |refused: Refused| refused.into_failure(&rules.name());
    let file = loaded.map_err(refuse)?;
    let forms = file.forms.clone();
    let game = file.into_game().map_err(|error| refuse(error.into()))?;
    let presentation = rules.presentation();
    let mut settings = presentation.settings();
    let style = rules.style(&game, &settings, is_default);
    let (look, arrangement) = (presentation.look(), presentation.arrangement());
    // What others call the main game of the file is not the name of a variant.
    let uci_variant = presentation.uci_variant.filter(|_| is_default);
    if forms.first().is_some_and(|form| form.title != game.title()) {
        settings.pgn_variant = None;
    }
    let reader = Reader::new(&game, &settings);
    let smart = presentation.smart_moves.unwrap_or_else(|| Smart::of(&game));
    Ok(Opened { game, style, look, arrangement, settings, reader, smart, rules, uci_variant, forms })
}

/// Finds the rules, and the title after `#` if there is one.
///
/// A name with a slash or the ending of a rules file is a path first; a bare name is the library's first.
pub(crate) fn locate(argument: &str) -> Result<(Rules, Option<String>), Failure> {
    let whole = Path::new(argument);
    // A file may have `#` in its own name.
    if is_path(argument) && whole.exists() {
        return Ok((Rules::Disk(whole.to_owned()), None));
    }
    let (name, variant) = match argument.split_once('#') {
        Some((name, variant)) => (name, Some(variant.trim().to_owned())),
        None => (argument, None),
    };
    let path = Path::new(name);
    if is_path(name) && path.exists() {
        return Ok((Rules::Disk(path.to_owned()), variant));
    }
    match zug_library::find(name) {
        Ok(entry) => Ok((Rules::Library(entry), variant)),
        Err(_) if path.is_file() => Ok((Rules::Disk(path.to_owned()), variant)),
        Err(_) if is_path(name) => Err(Failure::usage(ReadError::Missing(path.to_owned()))),
        Err(error) => {
            let hint = "`zug games` lists the library; a rules file is named by its path, as `./mygame.zrf`";
            Err(Failure::usage(format!("{error}\n{hint}")))
        }
    }
}

fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || disk::is_rules(Path::new(name))
}

impl Rules {
    /// What to call them in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Rules::Library(entry) => entry.path.to_owned(),
            Rules::Disk(path) => path.display().to_string(),
        }
    }

    /// The name of the file without its folder.
    pub(crate) fn file_name(&self) -> String {
        match self {
            Rules::Library(entry) => entry.file.to_owned(),
            Rules::Disk(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }

    /// Reads the rules file with everything in it.
    fn load(&self, text: TextArgs, which: Which<'_>) -> Result<RulesFile, Refused> {
        match self {
            Rules::Library(entry) => Ok(entry.load_file(which)?),
            Rules::Disk(path) => load_disk(path, text, &DiskFiles::new(path, text.include_path), which),
        }
    }

    /// What the presentation file beside the rules says.
    fn presentation(&self) -> Presentation {
        match self {
            Rules::Library(entry) => entry.presentation().clone(),
            Rules::Disk(path) => beside(path),
        }
    }

    /// How positions are written: as the presentation file says, else in the general form.
    fn style(&self, game: &Game, settings: &Settings, is_default: bool) -> Style {
        Style::from_settings(game, settings).unwrap_or_else(|error| {
            // It describes the file's main game; that it does not fit a variant is nobody's mistake.
            if is_default {
                note(&format!("the presentation file of `{}` does not fit its game: {error}", self.name()));
            }
            Style::General
        })
    }
}

/// Reads a rules file from disk with everything in it.
pub(crate) fn load_disk(
    path: &Path,
    text: TextArgs,
    files: &DiskFiles,
    which: Which<'_>,
) -> Result<RulesFile, Refused> {
    let bytes = disk::read(path)?;
    Ok(load(&path.to_string_lossy(), &bytes, text.encoding, files, which)?)
}

/// The presentation file beside a rules file of the user's own, if there is one.
fn beside(path: &Path) -> Presentation {
    let file = path.with_extension("toml");
    if !file.is_file() {
        return Presentation::default();
    }
    let parsed = disk::read(&file).map_err(|e| e.to_string()).and_then(|bytes| Presentation::parse(&bytes));
    parsed.unwrap_or_else(|error| {
        note(&format!("`{}` is not used: {error}", file.display()));
        Presentation::default()
    })
}

/// Something the user may want to know; the work goes on.
pub(crate) fn note(message: &str) {
    let _ = writeln!(std::io::stderr(), "note: {message}");
}

/// A file that is not there is wrong usage; one that is no text is an answer.
pub(crate) fn unreadable(error: ReadError) -> Failure {
    match error {
        ReadError::Missing(_) | ReadError::Folder(_) | ReadError::Special(..) => Failure::usage(error),
        ReadError::TooLarge(..) | ReadError::Io(..) => Failure::no(error),
    }
}

/// Why rules gave no game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl Refused {
    /// Says it: all errors of the rules, with excerpts.
    fn into_failure(self, name: &str) -> Failure {
        let problems = match self {
            Refused::Read(error) => return unreadable(error),
            Refused::Load(error @ LoadError::NoSuchForm { .. }) => return Failure::usage(error),
            Refused::Load(LoadError::Empty) => return Failure::no(format!("there is no game in `{name}`")),
            Refused::Load(LoadError::Rules(problems)) => problems,
            Refused::Load(error @ LoadError::Text(_)) => return Failure::no(error),
        };
        let errors: Vec<&Problem> = problems.iter().filter(|p| p.severity == Severity::Error).collect();
        let colored = crate::color::on_stderr();
        let mut stderr = std::io::stderr().lock();
        for problem in &errors {
            let _ = writeln!(stderr, "{}\n", if colored { &problem.colored } else { &problem.rendered });
        }
        let _ = writeln!(stderr, "`{name}` has {}", count(errors.len(), "error"));
        Failure::Said(Code::No)
    }
}

impl Opened {
    /// The game as players and engines see it.
    pub(crate) fn table(&self) -> Table {
        Table {
            game: self.game.clone(),
            style: self.style.clone(),
            arrangement: self.arrangement.clone(),
            variant: self.uci_variant.clone(),
        }
    }

    /// The position that the flags describe.
    pub(crate) fn at(&self, at: &AtArgs) -> Result<State, Failure> {
        Ok(self.at_with_last(at)?.0)
    }

    /// The same with the last of `--moves`.
    pub(crate) fn at_with_last(&self, at: &AtArgs) -> Result<(State, Option<Move>), Failure> {
        let mut state = self.first(at)?;
        let played = match &at.moves {
            Some(moves) => moves_text::play_all(&self.reader, &mut state, moves)?,
            None => Vec::new(),
        };
        Ok((state, played.into_iter().next_back()))
    }

    /// The position before `--moves`.
    pub(crate) fn first(&self, at: &AtArgs) -> Result<State, Failure> {
        match &at.position {
            Some(text) => zug_notation::position::parse(&self.game, &self.style, text)
                .map_err(|error| Failure::usage(format!("the position text is wrong: {error}"))),
            None => Ok(self.game.start()),
        }
    }
}
