//! `zug info`: what a game consists of.

mod rules_text;

use crate::args::{GameArgs, JsonArgs};
use crate::errors::Done;
use crate::help::reason_in;
use crate::lang::Lang;
use crate::open::{Opened, Rules, open};
use crate::output::{Out, count};
use crate::verbs::perft::Backend;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;
use zug_ai::{Ai, Limits};
use zug_engine::{Stop, Timer};
use zug_game::{Form, Game, RuleForm, ir};

/// Describe a game: board, players, pieces, options, goals
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  zug info chess
  zug info chess --lang ru
  zug info \"gomoku#exactly five\"      a variant, by its title or a part of it
  zug info mygame.zrf --json | jq .pieces")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Serialize)]
struct Answer {
    title: String,
    description: String,
    file: String,
    players: Vec<PlayerRow>,
    /// Names of the cells, as ZRF calls them.
    positions: Vec<String>,
    directions: Vec<String>,
    pieces: Vec<PieceRow>,
    /// How the rules are read, and what they leave to views.
    options: BTreeMap<String, String>,
    /// The steps that turn candidate moves into legal ones.
    stages: Vec<String>,
    goals: Vec<String>,
    /// Titles of all games and variants of the file.
    variants: Vec<String>,
    backend: Backend,
    /// Why there is no fast form.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_fast: Option<String>,
    /// How each rule is run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forms: Vec<FormRow>,
    /// Random games are played by machine code, as far as it goes.
    machine_code: bool,
    /// Why they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_machine_code: Option<String>,
    opponent: OpponentRow,
    blocks: usize,
    /// Rules of the Zug language are scripts.
    scripts: usize,
    /// Of blocks and scripts.
    ops: usize,
}

/// How the opponent looks for moves.
#[derive(Serialize)]
struct OpponentRow {
    method: &'static str,
    why: String,
}

/// How one rule of one player is run.
#[derive(Serialize)]
struct FormRow {
    player: String,
    piece: String,
    /// The block of the compiled form (`zug compile`).
    block: usize,
    drop: bool,
    form: &'static str,
    /// The same for people.
    #[serde(skip)]
    words: &'static str,
    /// Why it has no faster form.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Serialize)]
struct PlayerRow {
    name: String,
    /// Its moves are drawn, not chosen.
    random: bool,
    /// It has turns; others only own pieces.
    active: bool,
}

#[derive(Serialize)]
struct PieceRow {
    name: String,
    notation: String,
    help: String,
    attributes: Vec<String>,
}

pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    if args.json.json {
        out.json(&answer(&opened, Lang::En))?;
        return Ok(());
    }
    print(&answer(&opened, lang), lang, out)
}

fn answer(opened: &Opened, lang: Lang) -> Answer {
    let game = opened.game.ir();
    let (title_ru, description_ru) = match &opened.rules {
        // The Russian texts are about the first game of the file.
        Rules::Library(entry) if entry.title() == game.texts.title => {
            (entry.title_ru(), entry.description_ru())
        }
        _ => ("", ""),
    };
    let teller = rules_text::Teller { game, lang };
    let fast = opened.game.fast();
    let scripts = game.scripted.as_ref().map_or(&[][..], |rules| &rules.scripts);
    Answer {
        title: lang.pick(&game.texts.title, title_ru).to_owned(),
        description: lang.pick(&game.texts.description, description_ru).to_owned(),
        file: opened.rules.name(),
        players: game.players.iter().enumerate().map(|(i, player)| player_row(game, i, player)).collect(),
        positions: game.board.cells.iter().filter(|c| !c.hidden).map(|c| c.name.clone()).collect(),
        directions: game.board.dirs.clone(),
        pieces: game.kinds.iter().enumerate().map(|(i, kind)| piece_row(game, i, kind)).collect(),
        options: rules_text::options(game),
        stages: game.stages.iter().map(|stage| teller.stage(stage)).collect(),
        goals: game.goals.iter().map(|goal| teller.goal(goal)).collect(),
        variants: opened.forms.iter().map(|form| form.title.clone()).collect(),
        backend: if fast.is_ok() { Backend::Fast } else { Backend::Interp },
        not_fast: fast.as_ref().err().map(ToString::to_string),
        machine_code: fast.as_ref().is_ok_and(|fast| fast.has_code()),
        no_machine_code: fast.as_ref().ok().and_then(|fast| fast.no_code()).map(|why| why.to_string()),
        forms: fast
            .map_or_else(|_| Vec::new(), |fast| fast.forms().iter().map(|f| form_row(game, f)).collect()),
        opponent: opponent(&opened.game),
        blocks: game.blocks.len(),
        scripts: scripts.len(),
        ops: game.blocks.iter().map(|block| block.code.len()).sum::<usize>()
            + scripts.iter().map(|script| script.code.len()).sum::<usize>(),
    }
}

/// The longest that a game is tried out for.
const TRIED_OUT: Duration = Duration::from_secs(1);

fn opponent(game: &Game) -> OpponentRow {
    let mut ai = Ai::new(game, zug_ai::Options::default());
    ai.prepare(&Limits { hard: Some(TRIED_OUT), ..Limits::default() }, &Timer::start(Stop::new()));
    let (method, why) = ai.method();
    OpponentRow { method, why }
}

fn player_row(game: &ir::Game, i: usize, player: &ir::Player) -> PlayerRow {
    let active = game.is_active(ir::PlayerId(i as u16));
    PlayerRow { name: player.name.clone(), random: player.random, active }
}

fn piece_row(game: &ir::Game, i: usize, kind: &ir::Kind) -> PieceRow {
    let id = ir::KindId(i as u16);
    let attributes = game.attrs.iter().filter(|a| a.kinds.contains(&id)).map(|a| a.name.clone()).collect();
    PieceRow { name: kind.name.clone(), notation: kind.notation.clone(), help: kind.help.clone(), attributes }
}

fn form_row(game: &ir::Game, rule: &RuleForm) -> FormRow {
    let (form, words) = match rule.form {
        Form::Lanes => ("lanes", "as lanes"),
        Form::Table => ("table", "from tables"),
        Form::Walk => ("walk", "start by start"),
        Form::Counts => ("counts", "on heaps as counts"),
        Form::Recalled => ("recalled", "remembered"),
    };
    FormRow {
        player: game.players[rule.player.idx()].name.clone(),
        piece: game.kinds[rule.kind.idx()].name.clone(),
        block: rule.block.idx(),
        drop: rule.drop,
        form,
        words,
        why: rule.why.map(|why| why.to_string()),
    }
}

/// What runs the rules, or why nothing fast does.
fn engine(answer: &Answer, lang: Lang) -> String {
    let size = match (lang, answer.scripts) {
        (Lang::En, 0) => format!("{}, {}", count(answer.blocks, "block"), count(answer.ops, "op")),
        (Lang::En, n) => format!("{}, {}", count(n, "script"), count(answer.ops, "op")),
        (Lang::Ru, 0) => format!("блоков {}, команд {}", answer.blocks, answer.ops),
        (Lang::Ru, n) => format!("сценариев {n}, команд {}", answer.ops),
    };
    if let Some(why) = &answer.not_fast {
        let none = lang.pick("no fast form", "быстрой формы нет");
        return format!("interp: {size}; {none}: {}", reason_in(why, lang));
    }
    let code = match (lang, &answer.no_machine_code) {
        (Lang::En, None) => "random games in machine code, as far as it goes".to_owned(),
        (Lang::En, Some(why)) => format!("random games without machine code: {why}"),
        (Lang::Ru, None) => "случайные партии играет машинный код, насколько это возможно".to_owned(),
        (Lang::Ru, Some(why)) => format!("случайные партии без машинного кода: {}", reason_in(why, lang)),
    };
    format!("fast: {size}; {code}")
}

/// How the rules of each piece are run, those of all players together, and why no faster.
fn forms(answer: &Answer, lang: Lang) -> Vec<String> {
    let of_piece = |piece: &PieceRow| {
        let mut found: Vec<(String, usize)> = Vec::new();
        for words in
            answer.forms.iter().filter(|rule| rule.piece == piece.name).map(|rule| in_words(rule, lang))
        {
            match found.iter_mut().find(|(known, _)| *known == words) {
                Some((_, n)) => *n += 1,
                None => found.push((words, 1)),
            }
        }
        let found: Vec<String> = found.iter().map(|(words, n)| format!("{n} {words}")).collect();
        (!found.is_empty()).then(|| format!("{}: {}", piece.name, found.join("; ")))
    };
    answer.pieces.iter().filter_map(of_piece).collect()
}

fn in_words(rule: &FormRow, lang: Lang) -> String {
    let words = reason_in(rule.words, lang);
    rule.why.as_ref().map_or_else(|| words.clone(), |why| format!("{words} ({})", reason_in(why, lang)))
}

fn print(answer: &Answer, lang: Lang, out: &mut Out) -> Done {
    writeln!(out, "{}", answer.title)?;
    if !answer.description.is_empty() {
        writeln!(out, "\n{}\n", wrap(&answer.description, 100))?;
    }
    let players: Vec<String> = answer.players.iter().map(|player| describe_player(player, lang)).collect();
    let pieces: Vec<String> = answer
        .pieces
        .iter()
        .map(|p| if p.notation.is_empty() { p.name.clone() } else { format!("{} ({})", p.name, p.notation) })
        .collect();
    let options: Vec<String> = answer.options.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let (positions, directions) = (answer.positions.len(), answer.directions.len());
    let board = match lang {
        Lang::En => format!("{}, {}", count(positions, "position"), count(directions, "direction")),
        Lang::Ru => format!("позиций {positions}, направлений {directions}"),
    };
    let mut line = |(en, ru): (&str, &str), text: String| -> std::io::Result<()> {
        let name = lang.pick(en, ru);
        if text.is_empty() { Ok(()) } else { writeln!(out, "{name:10}{}", wrap_after(&text, 10)) }
    };
    line(("file", "файл"), answer.file.clone())?;
    line(("players", "игроки"), players.join(", "))?;
    line(("board", "доска"), board)?;
    line(("pieces", "фигуры"), pieces.join(", "))?;
    line(("options", "настройки"), options.join(", "))?;
    line(("stages", "отбор"), answer.stages.join(lang.pick(", then ", ", затем ")))?;
    for goal in &answer.goals {
        line(("goal", "цель"), goal.clone())?;
    }
    if answer.variants.len() > 1 {
        line(("variants", "варианты"), answer.variants.join(", "))?;
    }
    line(("engine", "движок"), engine(answer, lang))?;
    for (i, piece) in forms(answer, lang).into_iter().enumerate() {
        line(if i == 0 { ("rules", "правила") } else { ("", "") }, piece)?;
    }
    let opponent = &answer.opponent;
    let (method, why) = (reason_in(opponent.method, lang), reason_in(&opponent.why, lang));
    line(("opponent", "соперник"), format!("{method}: {why}"))?;
    Ok(())
}

fn describe_player(player: &PlayerRow, lang: Lang) -> String {
    let extra = match (player.random, player.active) {
        (true, _) => lang.pick(" (random)", " (случай)"),
        (false, false) => lang.pick(" (neutral)", " (без ходов)"),
        (false, true) => "",
    };
    format!("{}{extra}", player.name)
}

/// Breaks lines at spaces; line breaks of the text stay.
fn wrap(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.trim().lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.join("\n")
}

fn wrap_after(text: &str, indent: usize) -> String {
    wrap(text, 100 - indent).replace('\n', &format!("\n{:indent$}", ""))
}
