//! English and Russian for what people read while playing.

use clap::ValueEnum;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Lang {
    En,
    Ru,
}

impl Lang {
    /// The language of the locale; English unless it says Russian.
    pub(crate) fn from_locale() -> Self {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
        if locale.is_some_and(|locale| locale.to_lowercase().starts_with("ru")) { Lang::Ru } else { Lang::En }
    }

    /// The text in this language.
    pub(crate) fn pick<'t>(self, en: &'t str, ru: &'t str) -> &'t str {
        match self {
            Lang::Ru if !ru.is_empty() => ru,
            _ => en,
        }
    }
}
