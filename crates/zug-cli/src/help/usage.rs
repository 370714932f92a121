//! What is wrong with a command line, in Russian where that was asked for.

use super::{russian, usage_in_russian};
use crate::color;
use crate::lang::Lang;
use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::io::Write;
use std::process::ExitCode;

/// Says it and leaves; help and version are no errors.
pub(crate) fn refuse(error: &Error, mut command: Command, lang: Lang) -> ExitCode {
    let code = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    match (lang, error.kind()) {
        (Lang::Ru, kind) if !matches!(kind, ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            let text = in_russian(error).unwrap_or_else(|| error.to_string());
            let usage = usage(error).unwrap_or_else(|| usage_in_russian(&mut command));
            let word = if color::on_stderr() { "\x1b[1m\x1b[91mошибка\x1b[0m" } else { "ошибка" };
            let _ = writeln!(
                std::io::stderr(),
                "{word}: {text}\n\nИспользование: {usage}\n\nПодробнее: `--help`."
            );
        }
        _ => drop(error.print()),
    }
    code
}

fn value(error: &Error, kind: ContextKind) -> Option<String> {
    Some(match error.get(kind)? {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) => {
            texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        ContextValue::Number(number) => number.to_string(),
        _ => return None,
    })
}

fn usage(error: &Error) -> Option<String> {
    let usage = value(error, ContextKind::Usage)?;
    let words = usage.trim().trim_start_matches("Usage:").trim().split(' ').map(|word| {
        let name = word.trim_matches(|c: char| !c.is_ascii_uppercase());
        russian(name).map_or_else(|| word.to_owned(), |russian| word.replace(name, russian))
    });
    Some(words.collect::<Vec<_>>().join(" "))
}

fn in_russian(error: &Error) -> Option<String> {
    let get = |kind| value(error, kind);
    let arg = || get(ContextKind::InvalidArg).unwrap_or_default();
    let mut text = match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            match get(ContextKind::InvalidValue).filter(|value| !value.is_empty()) {
                Some(value) => format!("недопустимое значение `{value}` для `{}`", arg()),
                None => format!("для `{}` нужно значение", arg()),
            }
        }
        ErrorKind::UnknownArgument => format!("неизвестный параметр `{}`", arg()),
        ErrorKind::InvalidSubcommand => {
            format!("неизвестная команда `{}`", get(ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::NoEquals => format!("после `{}` нужен знак `=`", arg()),
        ErrorKind::TooManyValues => {
            format!(
                "лишнее значение `{}` для `{}`",
                get(ContextKind::InvalidValue).unwrap_or_default(),
                arg()
            )
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("неверное число значений для `{}`", arg())
        }
        ErrorKind::ArgumentConflict => match get(ContextKind::PriorArg) {
            Some(prior) if prior != arg() => format!("`{}` и `{prior}` исключают друг друга", arg()),
            _ => format!("`{}` можно указать только один раз", arg()),
        },
        ErrorKind::MissingRequiredArgument => format!("не хватает: {}", arg()),
        ErrorKind::MissingSubcommand => "нужна команда".to_owned(),
        ErrorKind::InvalidUtf8 => "аргумент не является текстом в UTF-8".to_owned(),
        _ => return None,
    };
    if let Some(values) = get(ContextKind::ValidValue) {
        text += &format!("\n  возможные значения: {values}");
    }
    let near = [ContextKind::SuggestedArg, ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand];
    if let Some(near) = near.into_iter().find_map(get) {
        text += &format!("\n  возможно, имелось в виду: {near}");
    }
    if let Some(source) = std::error::Error::source(error) {
        text += &format!("\n  {source}");
    }
    Some(text)
}
