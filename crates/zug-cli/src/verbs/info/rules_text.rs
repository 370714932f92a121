//! Rules, stages and goals of a compiled game in short English.

use std::collections::BTreeMap;
use zug_game::ir::{
    self, CmpOp, Game, Goal, GoalCond, GoalNum, KindId, Occupant, PlayerId, Preference, Stage, Who, Word,
};

/// Everything about the reading of the rules that is not the default, and the options left to views.
pub(super) fn options(game: &Game) -> BTreeMap<String, String> {
    let rules = &game.rules;
    let usual = ir::Rules::default();
    let mut options = BTreeMap::new();
    macro_rules! unusual {
        ($($field:ident),*) => {$(
            if rules.$field != usual.$field {
                options.insert(stringify!($field).replace('_', "-"), rules.$field.to_word().to_owned());
            }
        )*};
    }
    unusual!(
        pile,
        view,
        attr_view,
        flag_scope,
        start,
        go_on,
        last_move,
        recycle,
        recycle_promotions,
        count_reserve,
        lone_capture,
        stop_early,
        no_moves
    );
    options.extend(game.presentation.iter().cloned());
    options
}

pub(super) fn stage(game: &Game, stage: &Stage) -> String {
    match stage {
        Stage::Priorities { modes, .. } => {
            let names: Vec<&str> =
                modes.iter().filter_map(|m| game.modes.get(m.idx())).map(String::as_str).collect();
            format!("priorities {}", names.join(" > "))
        }
        Stage::Royal { player, kinds } => {
            format!("{} may not leave {} attacked", player_name(game, *player), kind_names(game, kinds))
        }
        Stage::Illegal { players, cond } => {
            format!("illegal for {} if then {}", player_names(game, players), condition(game, cond))
        }
        Stage::Ko(ko) => format!("ko ({})", ko.word()),
        Stage::Prefer(preferences) => {
            let texts: Vec<String> = preferences.iter().map(|p| preference(game, p)).collect();
            format!("prefer {}", texts.join(", then "))
        }
        Stage::Landing => "landing".to_owned(),
        Stage::Merge => "merge equal moves".to_owned(),
        Stage::Pass(pass) => format!("pass {}", pass.word()),
    }
}

fn preference(game: &Game, preference: &Preference) -> String {
    match preference {
        Preference::Quiet => "among captures".to_owned(),
        Preference::Captures => "most captures".to_owned(),
        Preference::CapturedValue(_) => "most captured value".to_owned(),
        Preference::Mover(kind) => format!("moves by {}", kind_name(game, *kind)),
        Preference::Earliest(kind) => format!("the earliest capture of {}", kind_name(game, *kind)),
    }
}

pub(super) fn goal(game: &Game, goal: &Goal) -> String {
    format!(
        "{} for {}: {}",
        goal.verdict.word(),
        player_names(game, &goal.players),
        condition(game, &goal.cond)
    )
}

fn condition(game: &Game, cond: &GoalCond) -> String {
    let all = |list: &[GoalCond], word: &str| {
        let texts: Vec<String> = list.iter().map(|c| condition(game, c)).collect();
        format!("({})", texts.join(word))
    };
    match cond {
        GoalCond::And(list) => all(list, " and "),
        GoalCond::Or(list) => all(list, " or "),
        GoalCond::Not(inner) => format!("not {}", condition(game, inner)),
        GoalCond::True => "always".to_owned(),
        GoalCond::False => "never".to_owned(),
        GoalCond::Stalemated => "stalemated".to_owned(),
        GoalCond::Checkmated(kinds) => format!("checkmated {}", kind_names(game, kinds)),
        GoalCond::Stuck => "nobody can move".to_owned(),
        GoalCond::Repetition => "the position is repeated".to_owned(),
        GoalCond::Captured(kinds) => format!("captured {}", kind_names(game, kinds)),
        GoalCond::Pieces { anybody, kinds, n } => {
            let whose = if *anybody { "pieces of anybody" } else { "pieces" };
            format!(
                "{n} {whose}{}",
                if kinds.is_empty() { String::new() } else { format!(" of {}", kind_names(game, kinds)) }
            )
        }
        GoalCond::Config { occupants, all, cells } => {
            let (which, cells) =
                (if *all { "all" } else { "any" }, limited(cells.iter().map(|c| game.cell_name(*c))));
            format!("{} on {which} of {cells}", occupant_names(game, occupants))
        }
        GoalCond::ConfigZone { occupants, zone } => {
            let zone = game.board.zones.get(zone.idx()).map_or("", |z| &z.name);
            format!("{} in {zone}", occupant_names(game, occupants))
        }
        GoalCond::Pattern { first, rest } => {
            format!("a pattern of {} from {}", rest.len() + 1, occupant(game, first))
        }
        GoalCond::Cmp(op, a, b) => format!("{} {} {}", number(game, a), comparison(*op), number(game, b)),
    }
}

fn comparison(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "=",
        CmpOp::Ne => "≠",
        CmpOp::Lt => "<",
        CmpOp::Le => "≤",
        CmpOp::Gt => ">",
        CmpOp::Ge => "≥",
    }
}

fn number(game: &Game, n: &GoalNum) -> String {
    let whose = |who: &Who| format!("{who:?}").to_lowercase();
    match n {
        GoalNum::Const(n) => n.to_string(),
        GoalNum::Op(op, both) => {
            format!("{} of ({}, {})", op.word(), number(game, &both.0), number(game, &both.1))
        }
        GoalNum::Global(global) => {
            game.globals.get(global.idx()).map_or_else(String::new, |g| g.name.clone())
        }
        GoalNum::Pieces { owner, kind, .. } => {
            let owner = owner.as_ref().map_or("anybody".to_owned(), whose);
            format!(
                "pieces of {owner}{}",
                kind.map_or(String::new(), |k| format!(" ({})", kind_name(game, k)))
            )
        }
        GoalNum::Reserve { owner, kind } => {
            format!("reserve of {} ({})", whose(owner), kind_name(game, *kind))
        }
        GoalNum::Height(cell) => format!("height of {}", game.cell_name(*cell)),
        GoalNum::Passes => "passes".to_owned(),
    }
}

fn occupant(game: &Game, occupant: &Occupant) -> String {
    match *occupant {
        Occupant::Own(kind) => kind_name(game, kind).to_owned(),
        Occupant::Opponent(kind) => format!("opponent's {}", kind_name(game, kind)),
        Occupant::Any(kind) => format!("any {}", kind_name(game, kind)),
        Occupant::NotOwn(kind) => format!("not {}", kind_name(game, kind)),
    }
}

fn occupant_names(game: &Game, occupants: &[Occupant]) -> String {
    occupants.iter().map(|o| occupant(game, o)).collect::<Vec<_>>().join(" or ")
}

fn kind_name(game: &Game, kind: KindId) -> &str {
    game.kinds.get(kind.idx()).map_or("", |k| &k.name)
}

fn kind_names(game: &Game, kinds: &[KindId]) -> String {
    kinds.iter().map(|k| kind_name(game, *k)).collect::<Vec<_>>().join(", ")
}

fn player_name(game: &ir::Game, player: PlayerId) -> &str {
    game.players.get(player.idx()).map_or("", |p| &p.name)
}

fn player_names(game: &Game, players: &[PlayerId]) -> String {
    players.iter().map(|p| player_name(game, *p)).collect::<Vec<_>>().join(", ")
}

/// The first few names and how many there are.
fn limited<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let total = names.len();
    let shown: Vec<&str> = names.take(8).collect();
    if total > shown.len() { format!("{} … ({total})", shown.join(" ")) } else { shown.join(" ") }
}
