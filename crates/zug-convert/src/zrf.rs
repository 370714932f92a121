//! From a ZRF file to a text in the Zug language.

use crate::{TooLarge, convert};
use zug_source::{Diagnostic, Encoding, Files, Severity, Sources, Symbols, TextError};
use zug_zrf::{Loaded, Want};

/// Which games and variants of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Titles<'a> {
    /// All, the one that is loaded first in front.
    All,
    /// One, by its title: exactly, or else without regard to case and outer blanks.
    One(&'a str),
}

/// Games of a ZRF file in the Zug language.
#[derive(Debug)]
pub struct ZrfConversion {
    /// The text, laid out as `zug fmt` does it.
    pub text: String,
    /// In the order of the text.
    pub games: Vec<ZrfGame>,
}

#[derive(Debug)]
pub struct ZrfGame {
    /// Its number among the games and variants of the file, from 0.
    pub form: usize,
    /// Its title in the file.
    pub title: String,
    /// What it is called in the text: the same, unless two games of the file have one title.
    pub new_title: String,
    /// What the text does not keep; none: it plays the same game.
    pub losses: Vec<Loss>,
    /// Old and new names of what is called otherwise in the text.
    pub renamed: Vec<(String, String)>,
}

/// Something the text does not keep, or an error of the rules, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    pub code: &'static str,
    pub message: String,
    pub file: String,
    /// 1-based; 0 if it has no place.
    pub line: u32,
    pub column: u32,
    /// The whole message with an excerpt of the text, for a terminal without colours.
    pub rendered: String,
    /// The same with colours.
    pub colored: String,
}

/// Why there is no text.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    #[error(transparent)]
    Text(#[from] TextError),
    /// The rules have errors.
    #[error("the rules have errors: {}", .0.first().map_or("", |first| first.message.as_str()))]
    Rules(Vec<Loss>),
    #[error("there is no game or variant called `{title}` in this file; it has `{}`", .titles.join("`, `"))]
    NoSuchTitle { title: String, titles: Vec<String> },
    #[error("there is no game in this file")]
    Empty,
    /// They are too much.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Reads a ZRF file and writes its games in the Zug language.
///
/// # Errors
///
/// If the file is no text, has no game, or its rules have errors. A game that cannot be kept whole is no error.
pub fn convert_zrf(
    name: &str,
    bytes: &[u8],
    encoding: Option<Encoding>,
    files: &dyn Files,
    titles: Titles<'_>,
) -> Result<ZrfConversion, ConvertError> {
    let want = match titles {
        Titles::All => Want::All,
        Titles::One(title) => Want::Title(title),
    };
    let loaded = zug_zrf::load(name, bytes, encoding, files, want)?;
    let errors = loaded.diagnostics.iter().filter(|problem| problem.severity == Severity::Error);
    let errors: Vec<Loss> = errors.map(|error| loss(error, &loaded.sources, &loaded.symbols)).collect();
    if !errors.is_empty() {
        return Err(ConvertError::Rules(errors));
    }
    if loaded.forms.is_empty() {
        return Err(ConvertError::Empty);
    }
    let order = order(&loaded, titles)?.into_iter();
    let (forms, games): (Vec<usize>, Vec<_>) =
        order.filter_map(|at| Some((at, loaded.forms[at].model.as_ref()?))).unzip();
    let conversion = convert(&games, &loaded.sources, &loaded.symbols)?;
    let games = conversion.games.into_iter().zip(forms).map(|(game, form)| ZrfGame {
        form,
        title: loaded.forms[form].title.clone(),
        new_title: game.title,
        losses: game.losses.iter().map(|lost| loss(lost, &loaded.sources, &loaded.symbols)).collect(),
        renamed: game.renamed,
    });
    Ok(ZrfConversion { games: games.collect(), text: conversion.text })
}

/// Indices of the forms to write. The first game of a text is the one that is played if nobody chooses.
fn order(loaded: &Loaded, titles: Titles<'_>) -> Result<Vec<usize>, ConvertError> {
    match titles {
        Titles::All => {
            let first = loaded.default_form;
            Ok(std::iter::once(first).chain((0..loaded.forms.len()).filter(|&at| at != first)).collect())
        }
        Titles::One(title) => {
            let titles = || loaded.forms.iter().map(|form| form.title.clone()).collect();
            let none = || ConvertError::NoSuchTitle { title: title.to_owned(), titles: titles() };
            Ok(vec![loaded.find(title).ok_or_else(none)?])
        }
    }
}

fn loss(d: &Diagnostic, sources: &Sources, symbols: &Symbols) -> Loss {
    let (file, line, column) = zug_source::place(d, sources);
    let rendered = zug_source::render(d, sources, symbols, false);
    let colored = zug_source::render(d, sources, symbols, true);
    Loss { code: d.code, message: d.message.clone(), file, line, column, rendered, colored }
}
