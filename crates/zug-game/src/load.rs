//! From a rules text to a game, with everything that is wrong with it.

use crate::game::Game;
use crate::language;
use crate::places::{Places, Texts};
use std::sync::Arc;
use zug_source::{Diagnostic, Diagnostics, Encoding, Files, Severity, Sources, Symbols, TextError};

/// Which games of a file to make ready. The others are only listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which<'a> {
    All,
    /// The one the file marks as default, else the first.
    Default,
    /// The one with this title.
    Title(&'a str),
}

/// What was found in a rules file.
#[derive(Debug)]
pub struct RulesFile {
    /// Everything that is wrong or doubtful, in the order found.
    pub problems: Vec<Problem>,
    /// Games and variants in the order of the file.
    pub forms: Vec<FormInfo>,
    /// How many further problems were not kept.
    pub suppressed: usize,
    games: Vec<Option<Game>>,
    chosen: usize,
}

/// A game or variant of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormInfo {
    pub title: String,
    /// It is a variant of the game before it.
    pub variant: bool,
    /// It is the one to load when nobody chooses.
    pub default: bool,
}

/// One message about the rules, with its place in the author's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub severity: Severity,
    pub code: &'static str,
    pub message: String,
    pub file: String,
    /// 1-based; 0 if it has no place.
    pub line: u32,
    pub column: u32,
    pub hint: Option<String>,
    /// The whole message with an excerpt of the text, for a terminal without colours.
    pub rendered: String,
    /// The same with colours.
    pub colored: String,
}

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The text cannot be read at all.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The rules have errors.
    #[error("{}", first_line(.0))]
    Rules(Vec<Problem>),
    /// The file has no game of that title.
    #[error("there is no game or variant called `{title}` in this file; it has {}", .titles.join(", "))]
    NoSuchForm { title: String, titles: Vec<String> },
    /// The file defines no game.
    #[error("there is no game in this file")]
    Empty,
}

fn first_line(problems: &[Problem]) -> String {
    let errors = problems.iter().filter(|p| p.severity == Severity::Error);
    match errors.clone().next() {
        Some(p) => {
            format!("{}:{}:{}: {} ({} errors in all)", p.file, p.line, p.column, p.message, errors.count())
        }
        None => "the rules have errors".to_string(),
    }
}

/// Reads a rules text: ZRF, the Zug language, or the compiled form.
pub fn load(
    name: &str,
    bytes: &[u8],
    encoding: Option<Encoding>,
    files: &dyn Files,
    which: Which<'_>,
) -> Result<RulesFile, LoadError> {
    if is_compiled(bytes) {
        load_compiled(name, bytes, which)
    } else if language::is_zug(name, bytes) {
        load_zug(name, bytes, files, which)
    } else {
        load_zrf(name, bytes, encoding, files, which)
    }
}

/// The compiled form says what it is in its first list.
fn is_compiled(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let first = text.lines().map(str::trim).find(|l| !l.is_empty() && !l.starts_with(';'));
    first.is_some_and(|l| l.trim_start_matches('\u{feff}').starts_with("(zir"))
}

fn load_zrf(
    name: &str,
    bytes: &[u8],
    encoding: Option<Encoding>,
    files: &dyn Files,
    which: Which<'_>,
) -> Result<RulesFile, LoadError> {
    let want = match which {
        Which::All => zug_zrf::Want::All,
        Which::Default => zug_zrf::Want::Default,
        Which::Title(title) => zug_zrf::Want::Title(title),
    };
    let mut loaded = zug_zrf::load(name, bytes, encoding, files, want)?;
    let texts = Arc::new(Texts { sources: loaded.sources, symbols: loaded.symbols });
    let mut games = Vec::new();
    for form in &mut loaded.forms {
        // The model can be large: it goes as soon as it is compiled.
        let game = form.model.take().and_then(|model| match zug_compile::compile(&model) {
            Ok(compiled) => {
                let places = Places::new(texts.clone(), form.origin, &compiled.origins);
                Some(Game::with_places(compiled.game, places))
            }
            Err(diagnostics) => {
                diagnostics.into_iter().for_each(|d| loaded.diagnostics.push(d));
                None
            }
        });
        games.push(game);
    }
    let forms: Vec<FormInfo> = loaded
        .forms
        .iter()
        .enumerate()
        .map(|(i, f)| FormInfo {
            title: f.title.clone(),
            variant: f.kind == zug_zrf::FormKind::Variant,
            default: i == loaded.default_form,
        })
        .collect();
    let diagnostics = loaded.diagnostics.without_consequences(zug_zrf::stage);
    finish(&texts.sources, &texts.symbols, diagnostics, forms, games, which)
}

fn load_zug(name: &str, bytes: &[u8], files: &dyn Files, which: Which<'_>) -> Result<RulesFile, LoadError> {
    let mut loaded = zug_lang::load(name, bytes, files)?;
    let texts = Arc::new(Texts { sources: loaded.sources, symbols: loaded.symbols });
    let form =
        |(at, title): (usize, &String)| FormInfo { title: title.clone(), variant: false, default: at == 0 };
    let forms: Vec<FormInfo> = loaded.games.iter().map(|game| &game.title).enumerate().map(form).collect();
    let wanted = match which {
        Which::All => None,
        Which::Default => Some(0),
        // A title that nobody has is reported below.
        Which::Title(title) => Some(find_form(&forms, title).unwrap_or(forms.len())),
    };
    let mut games = Vec::with_capacity(forms.len());
    for (at, entry) in loaded.games.iter_mut().enumerate() {
        let decl = entry.decl.take().filter(|_| wanted.is_none_or(|wanted| wanted == at));
        games.push(decl.and_then(|decl| match zug_compile::compile_lang(&decl, &texts.symbols) {
            Ok(compiled) => {
                let places = Places::new(texts.clone(), decl.origin, &compiled.origins);
                let prefer = decl.prefer.iter().map(|criterion| criterion.value.origin).collect();
                Some(Game::with_places(compiled.game, places.with_prefer(prefer)))
            }
            Err(diagnostics) => {
                diagnostics.into_iter().for_each(|d| loaded.diagnostics.push(d));
                None
            }
        }));
    }
    let diagnostics = loaded.diagnostics.without_consequences(zug_lang::stage);
    finish(&texts.sources, &texts.symbols, diagnostics, forms, games, which)
}

fn load_compiled(name: &str, bytes: &[u8], which: Which<'_>) -> Result<RulesFile, LoadError> {
    let mut sources = Sources::new();
    let mut symbols = Symbols::new();
    let mut out = Diagnostics::new();
    let file = sources.add(name, bytes, Some(Encoding::Utf8))?;
    let game = zug_ir::parse(&sources, file, &mut symbols, &mut out);
    let title = game.as_ref().map(|g| g.texts.title.clone()).unwrap_or_default();
    let game = game.filter(|_| !out.has_errors()).and_then(|game| match zug_ir::verify(&game) {
        Ok(verified) => Some(Game::new(verified)),
        Err(errors) => {
            for e in errors {
                let place = zug_source::Span::new(file, 0, 0);
                out.push(Diagnostic::error("zir-verify", place, e.to_string()));
            }
            None
        }
    });
    let forms = vec![FormInfo { title, variant: false, default: true }];
    finish(&sources, &symbols, out, forms, vec![game], which)
}

fn finish(
    sources: &Sources,
    symbols: &Symbols,
    diagnostics: Diagnostics,
    forms: Vec<FormInfo>,
    games: Vec<Option<Game>>,
    which: Which<'_>,
) -> Result<RulesFile, LoadError> {
    let problems = diagnostics.iter().map(|d| problem(d, sources, symbols)).collect();
    let chosen = match which {
        Which::Title(title) => match find_form(&forms, title) {
            Some(i) => i,
            None if diagnostics.has_errors() => 0,
            None => {
                let titles = forms.into_iter().map(|f| format!("`{}`", f.title)).collect();
                return Err(LoadError::NoSuchForm { title: title.to_string(), titles });
            }
        },
        Which::All | Which::Default => forms.iter().position(|f| f.default).unwrap_or(0),
    };
    Ok(RulesFile { problems, forms, suppressed: diagnostics.suppressed(), games, chosen })
}

/// The form with a title: exactly, else regardless of case and outer spaces.
fn find_form(forms: &[FormInfo], title: &str) -> Option<usize> {
    let folded = |s: &str| s.trim().to_lowercase();
    forms
        .iter()
        .position(|f| f.title == title)
        .or_else(|| forms.iter().position(|f| folded(&f.title) == folded(title)))
}

pub(crate) fn problem(d: &Diagnostic, sources: &Sources, symbols: &Symbols) -> Problem {
    let (file, line, column) = zug_source::place(d, sources);
    Problem {
        severity: d.severity,
        code: d.code,
        message: d.message.clone(),
        file,
        line,
        column,
        hint: d.hint.clone(),
        rendered: zug_source::render(d, sources, symbols, false),
        colored: zug_source::render(d, sources, symbols, true),
    }
}

impl RulesFile {
    /// Are there errors?
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|p| p.severity == Severity::Error)
    }

    /// The games made ready, in the order of `forms`; `None` for those not asked for or not right.
    pub fn games(&self) -> &[Option<Game>] {
        &self.games
    }

    /// The game asked for.
    pub fn into_game(mut self) -> Result<Game, LoadError> {
        if self.games.is_empty() && !self.has_errors() {
            return Err(LoadError::Empty);
        }
        let chosen = self.chosen;
        match self.games.get_mut(chosen).and_then(Option::take) {
            Some(game) => Ok(game),
            None => Err(LoadError::Rules(self.problems)),
        }
    }
}
