//! The texts of `--help` and of wrong usage, in the language that was asked for.
//!
//! The English texts stand at the verbs. The Russian ones are in `ru.txt`, found by the English text, so that a text
//! that changes loses its translation, which a test notices.

mod usage;

use crate::color::Color;
use crate::lang::Lang;
use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command, ValueEnum};
use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::LazyLock;

pub(crate) use usage::refuse;

/// What has to be known before the command line is parsed, because the messages about it need it.
#[derive(Debug)]
pub(crate) struct Early {
    pub(crate) lang: Lang,
    pub(crate) color: Color,
}

impl Early {
    pub(crate) fn scan(args: impl Iterator<Item = OsString>) -> Self {
        let args: Vec<String> =
            args.map(|arg| arg.to_string_lossy().into_owned()).take_while(|arg| arg != "--").collect();
        let value = |flag: &str| {
            args.iter().enumerate().rev().find_map(|(at, arg)| match arg.strip_prefix(flag)? {
                "" => args.get(at + 1).cloned(),
                rest => rest.strip_prefix('=').map(str::to_owned),
            })
        };
        let lang = value("--lang").and_then(|lang| Lang::from_str(&lang, false).ok());
        let color = value("--color").and_then(|color| Color::from_str(&color, false).ok());
        Early { lang: lang.unwrap_or_else(Lang::from_locale), color: color.unwrap_or_default() }
    }
}

/// The Russian for each English text.
static RUSSIAN: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let is_text = |line: &&str| !line.is_empty() && !line.starts_with("//");
    let lines = || include_str!("ru.txt").lines().map(str::trim).filter(is_text);
    let pairs = lines().zip(lines().skip(1));
    pairs.filter_map(|(english, russian)| Some((english, russian.strip_prefix("= ")?))).collect()
});

fn russian(english: &str) -> Option<&'static str> {
    RUSSIAN.get(english.trim().trim_end_matches('.')).copied()
}

/// The Russian text, sentence by sentence; the English one where there is none.
fn translated(english: &str) -> String {
    if let Some(whole) = russian(english) {
        return whole.to_owned() + if english.ends_with('.') { "." } else { "" };
    }
    let sentences: Vec<&str> =
        sentences(english).map(|one| russian(one).unwrap_or(one.trim_end_matches('.'))).collect();
    sentences.join(". ") + if english.ends_with('.') { "." } else { "" }
}

/// What the engine says of a game, in parts with `;` between them. Numbers and quoted words are any.
pub(crate) fn reason_in(reason: &str, lang: Lang) -> String {
    let part = |part: &str| {
        let (pattern, values) = pattern(part);
        let Some(text) = russian(&pattern) else { return part.to_owned() };
        let mut values = values.into_iter();
        text.split('#').enumerate().fold(String::new(), |text, (at, piece)| {
            let value = if at == 0 { String::new() } else { values.next().unwrap_or_default() };
            text + &value + piece
        })
    };
    match lang {
        Lang::En => reason.to_owned(),
        Lang::Ru => reason.split("; ").map(part).collect::<Vec<_>>().join("; "),
    }
}

/// A text with `#` for each number and each quoted word, and what they are.
fn pattern(text: &str) -> (String, Vec<String>) {
    let (mut pattern, mut values) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '`' => rest[1..].find('`').map_or(rest.len(), |end| end + 2),
            '0'..='9' => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
            _ => 0,
        };
        if length == 0 {
            pattern.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            pattern.push('#');
            values.push(rest[..length].to_owned());
            rest = &rest[length..];
        }
    }
    (pattern, values)
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split(". ")
}

/// The whole tree of commands, in a language.
pub(crate) fn in_language(command: Command, lang: Lang) -> Command {
    let command = flowing(command);
    match lang {
        Lang::En => command,
        Lang::Ru => {
            let mut built = command.clone();
            built.build();
            in_russian(command, &mut built)
        }
    }
}

/// Texts behind the options are broken where the terminal ends, not where they are broken in the program's source.
fn flowing(mut command: Command) -> Command {
    if let Some(after) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(paragraphs(&after).join("\n"));
    }
    let names: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, flowing))
}

/// Lines that begin with a blank are kept, others are joined up to the next empty line.
fn paragraphs(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let flows = !line.is_empty() && !line.starts_with(' ') && line != "Examples:";
        match lines.last_mut() {
            Some(last) if open && flows => {
                last.push(' ');
                last.push_str(line);
            }
            _ => lines.push(line.to_owned()),
        }
        open = flows;
    }
    lines
}

/// An example is a command, and perhaps a remark behind it.
fn split_example(line: &str) -> Option<(&str, &str)> {
    let command = line.trim_start();
    let end = command.find("   ").or_else(|| command.find("  "))?;
    let remark = command[end..].trim_start();
    Some((line.strip_suffix(remark)?, remark)).filter(|(_, remark)| !remark.is_empty())
}

fn after_in_russian(text: &str) -> String {
    let line = |line: String| match split_example(&line).filter(|_| line.starts_with(' ')) {
        Some((command, remark)) => format!("{command}{}", translated(remark)),
        None if line.starts_with(' ') || line.is_empty() => line,
        None => translated(&line),
    };
    paragraphs(text).into_iter().map(line).collect::<Vec<_>>().join("\n")
}

const TEMPLATE: &str = "{before-help}{about-with-newline}\nИспользование: {usage}\n\n{all-args}{after-help}";

/// `built` is the same command made ready: only there are the usage and the values known.
fn in_russian(command: Command, built: &mut Command) -> Command {
    let mut command = command;
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    command = command
        .about(translated(&about))
        .after_help(after_in_russian(&after))
        .help_template(TEMPLATE)
        .override_usage(usage_in_russian(built))
        .subcommand_help_heading("Команды")
        .disable_help_flag(true);
    let ids: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    for (at, id) in ids.into_iter().enumerate() {
        let known = built.get_arguments().find(|arg| arg.get_id() == id.as_str()).cloned();
        command = command.mut_arg(&id, |arg| {
            let order = if arg.is_global_set() { LAST + at } else { at };
            arg_in_russian(arg, known.as_ref()).display_order(order)
        });
    }
    command = command.arg(own_flag("help", 'h', "показать эту справку").action(ArgAction::Help));
    if built.get_arguments().any(|arg| arg.get_id() == "version") {
        let version = own_flag("version", 'V', "показать версию программы").action(ArgAction::Version);
        command = command.disable_version_flag(true).arg(version);
    }
    let names: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    for name in names {
        let Some(built) = built.find_subcommand_mut(&name) else { continue };
        command = command.mut_subcommand(&name, |verb| in_russian(verb, built));
    }
    command
}

/// Behind every argument that a command has by itself.
const LAST: usize = 900;

fn own_flag(name: &'static str, short: char, help: &'static str) -> Arg {
    Arg::new(name).short(short).long(name).help(help).help_heading("Параметры").display_order(2 * LAST)
}

fn usage_in_russian(built: &mut Command) -> String {
    let usage = built.render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let word = |word: &str| {
        let name = word.trim_matches(|c: char| !c.is_ascii_uppercase());
        russian(name).map_or_else(|| word.to_owned(), |russian| word.replace(name, russian))
    };
    usage.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn arg_in_russian(arg: Arg, built: Option<&Arg>) -> Arg {
    let Some(built) = built else { return arg };
    let mut help = arg.get_help().map(|help| translated(&help.to_string())).unwrap_or_default();
    let values: Vec<PossibleValue> =
        built.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
    let takes_values = built.get_action().takes_values();
    if takes_values && !values.is_empty() {
        let name = |value: &PossibleValue| match value.get_help() {
            Some(help) => format!("{} ({})", value.get_name(), translated(&help.to_string())),
            None => value.get_name().to_owned(),
        };
        help += &format!(" [возможные значения: {}]", values.iter().map(name).collect::<Vec<_>>().join(", "));
    }
    let defaults: Vec<String> =
        built.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if takes_values && !defaults.is_empty() && !built.is_hide_default_value_set() {
        help += &format!(" [по умолчанию: {}]", defaults.join(" "));
    }
    let heading = if built.is_positional() { "Аргументы" } else { "Параметры" };
    let names: Option<Vec<&'static str>> =
        arg.get_value_names().map(|names| names.iter().filter_map(|name| russian(name)).collect());
    let arg = arg.help(help.clone()).long_help(help).help_heading(heading);
    let arg = if takes_values { arg.hide_default_value(true).hide_possible_values(true) } else { arg };
    match names.filter(|names| Some(names.len()) == built.get_value_names().map(<[_]>::len)) {
        Some(names) => arg.value_names(names),
        None => arg,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    /// Every text of the tree that people read.
    fn texts(command: &Command, found: &mut Vec<String>) {
        let whole = |text: &clap::builder::StyledStr| text.to_string();
        found.extend(command.get_about().map(whole));
        for line in paragraphs(&command.get_after_help().map(whole).unwrap_or_default()) {
            if line.starts_with(' ') {
                found.extend(split_example(&line).map(|(_, remark)| remark.to_owned()));
            } else if !line.is_empty() {
                found.push(line);
            }
        }
        for arg in command.get_arguments() {
            let own = matches!(arg.get_id().as_str(), "help" | "version");
            found.extend(arg.get_help().filter(|_| !own).map(whole));
            found.extend(
                arg.get_value_names()
                    .into_iter()
                    .flatten()
                    .map(ToString::to_string)
                    .filter(|_| arg.get_action().takes_values()),
            );
            found.extend(arg.get_possible_values().iter().filter_map(PossibleValue::get_help).map(whole));
        }
        command.get_subcommands().for_each(|verb| texts(verb, found));
    }

    #[test]
    fn every_text_of_the_help_has_a_russian_one() {
        let mut found = Vec::new();
        texts(&Cli::command(), &mut found);
        let untold = |text: &String| russian(text).is_none();
        let untold = found.iter().filter(|text| untold(text)).flat_map(|text| sentences(text));
        let mut missing: Vec<&str> = untold.filter(|one| russian(one).is_none()).collect();
        missing.sort();
        missing.dedup();
        assert!(missing.is_empty(), "ru.txt lacks\n{}", missing.join("\n= \n"));
    }

    #[test]
    fn the_russian_help_has_no_english_sentence() {
        let mut command = in_language(Cli::command(), Lang::Ru);
        command.build();
        let mut helps = vec![command.render_long_help().to_string()];
        for verb in command.get_subcommands_mut() {
            helps.push(verb.render_long_help().to_string());
            helps.push(verb.render_help().to_string());
        }
        for help in helps {
            for line in help.lines().map(str::trim).filter(|line| !is_example(line)) {
                // English words in a row that are neither names nor quoted.
                let quoted = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
                let is_english = |word: &&str| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
                let words: Vec<&str> = quoted.split_whitespace().collect();
                let sentence = words.windows(3).any(|three| three.iter().all(is_english));
                assert!(!sentence, "{line}\nin\n{help}");
            }
            for word in ["Usage", "Options:", "Arguments:", "Commands:", "Print help", "default:", "possible"]
            {
                assert!(!help.contains(word), "{word} in\n{help}");
            }
        }
        command.debug_assert();
    }

    fn is_example(line: &str) -> bool {
        line.starts_with("zug ") || line.starts_with("printf ")
    }

    #[test]
    fn lines_of_the_source_are_not_lines_of_the_help() {
        let text = "One line\nand another.\n\nExamples:\n  zug a   b\n  zug c";
        let expected = ["One line and another.", "", "Examples:", "  zug a   b", "  zug c"];
        assert_eq!(paragraphs(text), expected);
        assert_eq!(split_example("  zug a --b   remark of it"), Some(("  zug a --b   ", "remark of it")));
        assert_eq!(split_example("  zug a --b"), None);
    }

    #[test]
    fn reasons_keep_their_numbers_and_names() {
        let reason =
            "two players, about 33 moves at a time; the evaluation knows the winner in 74 % of random games";
        assert_eq!(reason_in(reason, Lang::En), reason);
        let russian = reason_in(reason, Lang::Ru);
        assert!(
            russian.contains("33") && russian.contains("74 %") && !russian.contains("moves"),
            "{russian}"
        );
        assert!(reason_in("the test `attacked`", Lang::Ru).contains("`attacked`"));
        assert_eq!(reason_in("something new", Lang::Ru), "something new");
    }

    #[test]
    fn the_language_is_known_before_anything_is_parsed() {
        let scan = |args: &[&str]| Early::scan(args.iter().map(OsString::from));
        assert_eq!(scan(&["--lang", "ru", "play"]).lang, Lang::Ru);
        assert_eq!(scan(&["play", "--lang=ru"]).lang, Lang::Ru);
        assert_eq!(scan(&["--color=never"]).color, Color::Never);
        assert_eq!(scan(&["play", "--", "--color=never"]).color, Color::Auto);
    }
}
