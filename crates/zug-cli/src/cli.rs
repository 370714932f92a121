//! The verbs and the flags common to all of them.

use crate::color::Color;
use crate::errors::Done;
use crate::lang::Lang;
use crate::output::Out;
use crate::verbs::{
    bench, check, compile, completions, convert, engine, explain, fmt, games, hello, help, info, man, moves,
    perft, play, record, rules, show, survey, versus, why,
};
use clap::{Parser, Subcommand};

/// Plays, checks and counts any board game that is written as rules text
#[derive(Parser, Debug)]
#[command(name = "zug", version, max_term_width = 100, disable_help_subcommand = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,

    /// Language of the help, and of what people read while playing: en or ru (else from the locale)
    #[arg(long, global = true, value_enum)]
    lang: Option<Lang>,

    /// Colours in messages
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,
}

const EXAMPLES: &str = "\
Examples:
  zug play chess                     a game in the terminal
  zug games draughts                 what the library has
  zug check mygame.zrf               everything that is wrong with a rules file
  zug survey ~/zillions              a whole collection at once

Exit codes: 0 done; 1 the answer is \"no\" (errors, an illegal move); 2 wrong usage.

`zug VERB --help` shows examples of that verb.";

#[derive(Subcommand, Debug)]
enum Verb {
    Games(games::Args),
    Play(play::Args),
    Show(show::Args),
    Moves(moves::Args),
    Why(why::Args),
    Info(info::Args),
    Rules(rules::Args),
    Check(check::Args),
    Explain(explain::Args),
    Survey(survey::Args),
    Record(record::Args),
    Compile(compile::Args),
    Convert(convert::Args),
    Fmt(fmt::Args),
    Match(versus::Args),
    Engine(engine::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
    Help(help::Args),
}

impl Cli {
    pub(crate) fn run(&self, out: &mut Out) -> Done {
        let lang = self.lang.unwrap_or_else(Lang::from_locale);
        match &self.verb {
            None => hello::run(lang, out),
            Some(Verb::Games(args)) => games::run(args, lang, out),
            Some(Verb::Play(args)) => play::run(args, lang, out),
            Some(Verb::Show(args)) => show::run(args, out),
            Some(Verb::Moves(args)) => moves::run(args, out),
            Some(Verb::Why(args)) => why::run(args, out),
            Some(Verb::Info(args)) => info::run(args, lang, out),
            Some(Verb::Rules(args)) => rules::run(args, out),
            Some(Verb::Check(args)) => check::run(args, out),
            Some(Verb::Explain(args)) => explain::run(args, out),
            Some(Verb::Survey(args)) => survey::run(args, out),
            Some(Verb::Record(args)) => record::run(args, out),
            Some(Verb::Compile(args)) => compile::run(args, out),
            Some(Verb::Convert(args)) => convert::run(args, out),
            Some(Verb::Fmt(args)) => fmt::run(args, out),
            Some(Verb::Match(args)) => versus::run(args, out),
            Some(Verb::Engine(args)) => engine::run(args, out),
            Some(Verb::Perft(args)) => perft::run(args, out),
            Some(Verb::Bench(args)) => bench::run(args, out),
            Some(Verb::Completions(args)) => completions::run(args, out),
            Some(Verb::Man(args)) => man::run(args, lang, out),
            Some(Verb::Help(args)) => help::run(args, lang, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed_and_every_verb_shows_examples() {
        let command = Cli::command();
        command.clone().debug_assert();
        for verb in command.get_subcommands() {
            let help = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples:"), "{} has no examples", verb.get_name());
            assert!(verb.get_about().is_some(), "{} has no description", verb.get_name());
        }
    }

    /// Verbs whose answer is no data: they converse, run until they are stopped, or print a text for another program.
    const WITHOUT_JSON: &[&str] = &["play", "engine", "completions", "man", "help"];

    #[test]
    fn every_verb_that_reads_has_json() {
        for verb in Cli::command().get_subcommands() {
            let has = verb.get_arguments().any(|arg| arg.get_long() == Some("json"));
            let name = verb.get_name();
            assert_eq!(has, !WITHOUT_JSON.contains(&name), "{name}");
        }
    }
}
