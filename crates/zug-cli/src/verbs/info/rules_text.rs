//! Rules, stages and goals of a compiled game in a few words, English or Russian.

use crate::lang::Lang;
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

/// Tells about a game in a language.
pub(super) struct Teller<'g> {
    pub(super) game: &'g Game,
    pub(super) lang: Lang,
}

impl Teller<'_> {
    pub(super) fn stage(&self, stage: &Stage) -> String {
        let game = self.game;
        match stage {
            Stage::Priorities { modes, .. } => {
                let names: Vec<&str> =
                    modes.iter().filter_map(|m| game.modes.get(m.idx())).map(String::as_str).collect();
                format!("{} {}", self.pick("priorities", "порядок типов ходов"), names.join(" > "))
            }
            Stage::Royal { player, kinds } => {
                let (player, kinds) = (self.player_name(*player), self.kind_names(kinds));
                match self.lang {
                    Lang::En => format!("{player} may not leave {kinds} attacked"),
                    Lang::Ru => format!("{player} не может оставить под боем {kinds}"),
                }
            }
            Stage::Illegal { players, cond } => {
                let (players, cond) = (self.player_names(players), self.condition(cond));
                match self.lang {
                    Lang::En => format!("illegal for {players} if then {cond}"),
                    Lang::Ru => format!("{players}: ход недопустим, если после него {cond}"),
                }
            }
            Stage::Ko(ko) => format!("{} ({})", self.pick("ko", "правило ко"), ko.word()),
            Stage::Prefer(preferences) => {
                let texts: Vec<String> = preferences.iter().map(|p| self.preference(p)).collect();
                format!(
                    "{} {}",
                    self.pick("prefer", "предпочитать"),
                    texts.join(self.pick(", then ", ", затем "))
                )
            }
            Stage::Landing => self.pick("landing", "приземление").to_owned(),
            Stage::Merge => self.pick("merge equal moves", "одинаковые ходы — один ход").to_owned(),
            Stage::Pass(pass) => format!("{} {}", self.pick("pass", "пропуск хода"), self.word(pass.word())),
        }
    }

    fn preference(&self, preference: &Preference) -> String {
        match preference {
            Preference::Quiet => self.pick("among captures", "среди взятий").to_owned(),
            Preference::Captures => self.pick("most captures", "наибольшее взятие").to_owned(),
            Preference::CapturedValue(_) => {
                self.pick("most captured value", "наибольшая ценность взятого").to_owned()
            }
            Preference::Mover(kind) => format!("{} {}", self.pick("moves by", "ходы"), self.kind_name(*kind)),
            Preference::Earliest(kind) => {
                format!(
                    "{} {}",
                    self.pick("the earliest capture of", "самое раннее взятие"),
                    self.kind_name(*kind)
                )
            }
        }
    }

    pub(super) fn goal(&self, goal: &Goal) -> String {
        let (verdict, players) = (self.word(goal.verdict.word()), self.player_names(&goal.players));
        let cond = self.condition(&goal.cond);
        match self.lang {
            Lang::En => format!("{verdict} for {players}: {cond}"),
            Lang::Ru => format!("{verdict} ({players}): {cond}"),
        }
    }

    fn condition(&self, cond: &GoalCond) -> String {
        let all = |list: &[GoalCond], word: &str| {
            let texts: Vec<String> = list.iter().map(|c| self.condition(c)).collect();
            format!("({})", texts.join(word))
        };
        match cond {
            GoalCond::And(list) => all(list, self.pick(" and ", " и ")),
            GoalCond::Or(list) => all(list, self.pick(" or ", " или ")),
            GoalCond::Not(inner) => format!("{} {}", self.pick("not", "не"), self.condition(inner)),
            GoalCond::True => self.pick("always", "всегда").to_owned(),
            GoalCond::False => self.pick("never", "никогда").to_owned(),
            GoalCond::Stalemated => self.pick("stalemated", "нет ходов").to_owned(),
            GoalCond::Checkmated(kinds) => {
                format!("{} {}", self.pick("checkmated", "мат:"), self.kind_names(kinds))
            }
            GoalCond::Stuck => self.pick("nobody can move", "никто не может ходить").to_owned(),
            GoalCond::Repetition => self.pick("the position is repeated", "позиция повторилась").to_owned(),
            GoalCond::Captured(kinds) => {
                format!("{} {}", self.pick("captured", "взято:"), self.kind_names(kinds))
            }
            GoalCond::Pieces { anybody, kinds, n } => self.pieces(*anybody, kinds, *n),
            GoalCond::Config { occupants, all, cells } => {
                let cells = limited(cells.iter().map(|c| self.game.cell_name(*c)));
                let (on, which) = match (self.lang, *all) {
                    (Lang::En, true) => ("on", "all of"),
                    (Lang::En, false) => ("on", "any of"),
                    (Lang::Ru, true) => ("на", "всех из"),
                    (Lang::Ru, false) => ("на", "одной из"),
                };
                format!("{} {on} {which} {cells}", self.occupant_names(occupants))
            }
            GoalCond::ConfigZone { occupants, zone } => {
                let zone = self.game.board.zones.get(zone.idx()).map_or("", |z| &z.name);
                format!("{} {} {zone}", self.occupant_names(occupants), self.pick("in", "в зоне"))
            }
            GoalCond::Pattern { first, rest } => {
                let (n, first) = (rest.len() + 1, self.occupant(first));
                match self.lang {
                    Lang::En => format!("a pattern of {n} from {first}"),
                    Lang::Ru => format!("фигура из {n}, начиная с {first}"),
                }
            }
            GoalCond::Cmp(op, a, b) => format!("{} {} {}", self.number(a), comparison(*op), self.number(b)),
        }
    }

    fn pieces(&self, anybody: bool, kinds: &[KindId], n: impl std::fmt::Display) -> String {
        let kinds = self.kind_names(kinds);
        let whose = if anybody {
            self.pick("pieces of anybody", "фигур у всех вместе")
        } else {
            self.pick("pieces", "фигур")
        };
        let which = if kinds.is_empty() {
            String::new()
        } else {
            format!(" {} {kinds}", self.pick("of", "вида"))
        };
        format!("{n} {whose}{which}")
    }

    fn number(&self, n: &GoalNum) -> String {
        match n {
            GoalNum::Const(n) => n.to_string(),
            GoalNum::Op(op, both) => {
                let (a, b) = (self.number(&both.0), self.number(&both.1));
                format!("{} {} ({a}, {b})", op.word(), self.pick("of", "от"))
            }
            GoalNum::Global(global) => {
                self.game.globals.get(global.idx()).map_or_else(String::new, |g| g.name.clone())
            }
            GoalNum::Pieces { owner, kind, .. } => {
                let owner = owner
                    .as_ref()
                    .map_or(self.pick("anybody", "у всех вместе").to_owned(), |who| {
                        self.whose(who)
                    });
                let kind = kind.map_or(String::new(), |kind| format!(" ({})", self.kind_name(kind)));
                format!("{} {owner}{kind}", self.pick("pieces of", "фигур"))
            }
            GoalNum::Reserve { owner, kind } => {
                format!(
                    "{} {} ({})",
                    self.pick("reserve of", "в запасе"),
                    self.whose(owner),
                    self.kind_name(*kind)
                )
            }
            GoalNum::Height(cell) => {
                format!("{} {}", self.pick("height of", "высота"), self.game.cell_name(*cell))
            }
            GoalNum::Passes => self.pick("passes", "пропуски ходов").to_owned(),
        }
    }

    fn whose(&self, who: &Who) -> String {
        match who {
            Who::Mover => self.pick("mover", "ходящего").to_owned(),
            Who::Next => self.pick("next", "следующего").to_owned(),
            Who::Player(player) => self.player_name(*player).to_owned(),
        }
    }

    fn occupant(&self, occupant: &Occupant) -> String {
        match *occupant {
            Occupant::Own(kind) => self.kind_name(kind).to_owned(),
            Occupant::Opponent(kind) => {
                format!("{} {}", self.pick("opponent's", "чужой"), self.kind_name(kind))
            }
            Occupant::Any(kind) => format!("{} {}", self.pick("any", "любой"), self.kind_name(kind)),
            Occupant::NotOwn(kind) => format!("{} {}", self.pick("not", "не"), self.kind_name(kind)),
        }
    }

    fn occupant_names(&self, occupants: &[Occupant]) -> String {
        occupants.iter().map(|o| self.occupant(o)).collect::<Vec<_>>().join(self.pick(" or ", " или "))
    }

    fn pick(&self, en: &'static str, ru: &'static str) -> &'static str {
        self.lang.pick(en, ru)
    }

    /// A word of the compiled form.
    fn word<'w>(&self, word: &'w str) -> &'w str {
        let russian = match word {
            "win" => "победа",
            "loss" => "поражение",
            "draw" => "ничья",
            "never" => "никогда",
            "forced" => "если нет других ходов",
            "always" => "всегда",
            _ => word,
        };
        self.lang.pick(word, russian)
    }

    fn kind_name(&self, kind: KindId) -> &str {
        self.game.kinds.get(kind.idx()).map_or("", |k| &k.name)
    }

    fn kind_names(&self, kinds: &[KindId]) -> String {
        kinds.iter().map(|k| self.kind_name(*k)).collect::<Vec<_>>().join(", ")
    }

    fn player_name(&self, player: PlayerId) -> &str {
        self.game.players.get(player.idx()).map_or("", |p| &p.name)
    }

    fn player_names(&self, players: &[PlayerId]) -> String {
        players.iter().map(|p| self.player_name(*p)).collect::<Vec<_>>().join(", ")
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

/// The first few names and how many there are.
fn limited<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let total = names.len();
    let shown: Vec<&str> = names.take(8).collect();
    if total > shown.len() { format!("{} … ({total})", shown.join(" ")) } else { shown.join(" ") }
}
