//! What a game says beside code: turns, modes, priorities, dice, options.

use crate::ast::DiceId;
use crate::builder::Builder;
use crate::codes;
use crate::decl::{Arrive, Attack, DiceDecl, ModeDecl, Options, TurnDecl, TurnKind};
use crate::items::named;
use zug_model::{Ko, ModeId, Pass};
use zug_source::{Diagnostic, NodeId, suggest};

const MAX_DICE: usize = 20;
const MAX_FACES: i32 = 100;
const MAX_TURNS: usize = 10_000;

/// Every option with its values; no value: it is on or not there.
const OPTIONS: [(&str, &[&str]); 8] = [
    ("captures", &["now", "deferred"]),
    ("arrive", &["not-friend", "empty", "any"]),
    ("attack", &["pseudo", "priority", "legal"]),
    ("pass", &["never", "forced", "always"]),
    ("recycle", &[]),
    ("landing", &["continue"]),
    ("ko", &["simple", "position", "situation"]),
    ("skip-empty", &[]),
];

impl Builder<'_> {
    /// `(option name value)`.
    pub(crate) fn option(&mut self, item: NodeId, options: &mut Options) {
        if !self.s.arity(item, 1, 2) {
            return;
        }
        let arguments = self.s.arguments(item);
        let Some(name) = self.s.label(arguments[0], "the name of an option") else { return };
        let name = self.s.text_of(name);
        let Some((_, values)) = OPTIONS.iter().find(|row| row.0 == name) else {
            let known = OPTIONS.iter().map(|row| row.0);
            return self.s.unknown(codes::BAD_OPTION, arguments[0], "option", &name, known);
        };
        let value = match arguments.get(1) {
            Some(&value) => match self.s.label(value, "the value of an option") {
                Some(value) => self.s.text_of(value),
                None => return,
            },
            None => String::new(),
        };
        let fits = if values.is_empty() { value.is_empty() } else { values.contains(&value.as_str()) };
        if !fits {
            let place = arguments.get(1).copied().unwrap_or(item);
            let message = match values.is_empty() {
                true => format!("the option `{name}` takes no value"),
                false => format!("the option `{name}` takes {}", one_of(values)),
            };
            let mut problem = Diagnostic::error(codes::BAD_OPTION, self.s.origin(place), message);
            if let Some(near) = suggest(&value, values.iter().copied()) {
                problem = problem.hint(format!("did you mean `{near}`?"));
            }
            return self.s.report(problem);
        }
        match (name.as_str(), value.as_str()) {
            ("captures", value) => options.captures_deferred = value == "deferred",
            ("arrive", "empty") => options.arrive = Arrive::Empty,
            ("arrive", "any") => options.arrive = Arrive::Any,
            ("arrive", _) => options.arrive = Arrive::NotFriend,
            ("attack", "priority") => options.attack = Attack::Priority,
            ("attack", "legal") => options.attack = Attack::Legal,
            ("attack", _) => options.attack = Attack::Pseudo,
            ("pass", "forced") => options.pass = Pass::Forced,
            ("pass", "always") => options.pass = Pass::Always,
            ("pass", _) => options.pass = Pass::Never,
            ("recycle", _) => options.recycle = true,
            ("landing", _) => options.landing_continue = true,
            ("ko", "simple") => options.ko = Ko::Previous,
            ("ko", "position") => options.ko = Ko::Position,
            ("ko", _) => options.ko = Ko::Situation,
            _ => options.skip_empty = true,
        }
    }

    /// `(mode (name m) optional (continue any) (landing continue) only-continue)`.
    pub(crate) fn mode_item(&mut self, item: NodeId, declared: &mut Vec<(ModeId, ModeDecl)>) {
        if !self.s.arity(item, 1, usize::MAX) {
            return;
        }
        let arguments = self.s.arguments(item);
        if named(self.s, arguments[0]).is_none() {
            return;
        }
        let name = self.s.arguments(arguments[0])[0];
        let Some(mode) = self.asked_mode(name) else { return };
        let mut this = ModeDecl::default();
        for &part in &arguments[1..] {
            if self.s.is_atom(part, "optional") || self.s.is_form(part, "optional") {
                this.optional = true;
            } else if self.s.is_atom(part, "only-continue") || self.s.is_form(part, "only-continue") {
                this.only_continue = true;
            } else if self.s.is_form(part, "continue") && self.s.arity(part, 1, 1) {
                let value = self.s.arguments(part)[0];
                match self.s.atom(value).map(|value| self.s.name(value)) {
                    Some("any") => this.continue_any = true,
                    Some("same") => this.continue_any = false,
                    _ => self.s.unexpected(value, "`same` or `any`"),
                }
            } else if self.s.is_form(part, "landing") && self.s.arity(part, 1, 1) {
                let value = self.s.arguments(part)[0];
                match self.s.is_atom(value, "continue") {
                    true => this.landing_continue = true,
                    false => self.s.unexpected(value, "`continue`"),
                }
            } else if !self.s.is_form(part, "continue") && !self.s.is_form(part, "landing") {
                self.s.unexpected(part, "`optional`, `only-continue`, `(continue …)` or `(landing …)`");
            }
        }
        declared.retain(|old| old.0 != mode);
        declared.push((mode, this));
    }

    /// `(dice (name d) 6 6 (doubles 4))`: a number is a die with the faces from 1, a list is a die with these
    /// faces; `doubles` says how often equal faces count.
    pub(crate) fn dice_item(&mut self, item: NodeId, declared: &mut Vec<DiceDecl>) {
        if !self.s.arity(item, 2, usize::MAX) {
            return;
        }
        let arguments = self.s.arguments(item);
        let Some(name) = named(self.s, arguments[0]) else { return };
        let (mut dice, mut doubles) = (Vec::new(), None);
        for &die in &arguments[1..] {
            if self.s.is_form(die, "doubles") {
                if self.s.arity(die, 1, 1) {
                    let number = self.s.arguments(die)[0];
                    doubles = self.s.number(number, 1, MAX_DICE as i32).map(|times| (die, times as u32));
                }
                continue;
            }
            let faces: Option<Vec<i32>> = if self.s.is_list(die) {
                let faces = self.s.kids(die);
                faces.iter().map(|&face| self.s.number(face, -1_000_000, 1_000_000)).collect()
            } else {
                self.s.number(die, 1, MAX_FACES).map(|faces| (1..=faces).collect())
            };
            match faces {
                Some(faces) if faces.is_empty() || faces.len() > MAX_FACES as usize => {
                    let message = format!("a die has from 1 to {MAX_FACES} faces");
                    self.s.error(codes::BAD_NUMBER, die, message);
                }
                faces => dice.extend(faces),
            }
        }
        if dice.len() > MAX_DICE {
            return self.s.error(codes::TOO_MANY, item, format!("too many dice: at most {MAX_DICE}"));
        }
        let n_dice = arguments[1..].iter().filter(|&&die| !self.s.is_form(die, "doubles")).count();
        if let Some((node, _)) = doubles.filter(|_| n_dice < 2) {
            return self.s.error(codes::MISPLACED_WORD, node, "`doubles` needs two dice at least");
        }
        let doubles = doubles.map(|(_, times)| times);
        let mut names = std::mem::take(&mut self.dice);
        let id = self.intern(&mut names, name, item, "dice");
        self.dice = names;
        let decl = DiceDecl { name: self.s.text_of(name), dice, doubles };
        match id {
            Some(id) if (id as usize) < declared.len() => declared[id as usize] = decl,
            Some(_) => declared.push(decl),
            None => {}
        }
    }

    /// Entries of `turns`, and where the order goes on after its end.
    pub(crate) fn turns(&mut self, item: NodeId) -> (Vec<TurnDecl>, usize) {
        let (mut turns, mut repeat_from) = (Vec::new(), 0);
        self.s.arity(item, 1, MAX_TURNS);
        for turn in self.s.arguments(item).into_iter().take(MAX_TURNS) {
            if !self.s.is_list(turn) {
                turns.extend(
                    self.player_id(turn).map(|player| TurnDecl { player, what: TurnKind::Move(Vec::new()) }),
                );
                continue;
            }
            let arguments = self.s.arguments(turn);
            let head = self.s.head(turn).map(str::to_owned);
            match head.as_deref() {
                Some("repeat-from") => {
                    self.s.arity(turn, 0, 0);
                    repeat_from = turns.len();
                }
                Some("move") if self.s.arity(turn, 1, usize::MAX) => {
                    let player = self.player_id(arguments[0]);
                    let modes = arguments[1..].iter().filter_map(|&mode| self.asked_mode(mode)).collect();
                    turns.extend(player.map(|player| TurnDecl { player, what: TurnKind::Move(modes) }));
                }
                Some("roll") if self.s.arity(turn, 2, 2) => {
                    if let (Some(player), Some(dice)) =
                        (self.player_id(arguments[0]), self.dice_id(arguments[1]))
                    {
                        turns.push(TurnDecl { player, what: TurnKind::Roll(dice) });
                    }
                }
                Some("move" | "roll") => {}
                _ => self.s.unexpected(turn, "a player, `(move …)`, `(roll …)` or `(repeat-from)`"),
            }
        }
        if repeat_from >= turns.len() && repeat_from > 0 {
            self.s.error(codes::MISPLACED_WORD, item, "no turn follows `(repeat-from)`");
            repeat_from = 0;
        }
        (turns, repeat_from)
    }

    pub(crate) fn dice_id(&mut self, node: NodeId) -> Option<DiceId> {
        let name = self.s.word(node, "the name of dice")?;
        if let Some(id) = self.dice.get(name) {
            return Some(DiceId(id));
        }
        if !self.open {
            let known = self.s.candidates(&self.dice.list);
            let word = self.s.text_of(name);
            self.s.unknown(codes::UNKNOWN_DICE, node, "dice", &word, known.iter().map(String::as_str));
        }
        None
    }

    /// Modes that something asks for and no move has.
    pub(crate) fn advise_modes(&mut self) {
        let mut asked: Vec<_> = self.modes_asked.iter().map(|(&mode, &origin)| (mode, origin)).collect();
        asked.sort_unstable();
        let of_moves: Vec<String> =
            self.modes_of_moves.keys().map(|mode| self.s.text_of(self.modes.list[mode.idx()])).collect();
        for (mode, origin) in asked {
            if !self.modes_of_moves.contains_key(&mode) {
                let name = self.s.text_of(self.modes.list[mode.idx()]);
                let message = format!("no move has the mode `{name}`");
                let mut problem = Diagnostic::warning(codes::UNREACHABLE_MODE, origin, message);
                if let Some(near) = suggest(&name, of_moves.iter().map(String::as_str)) {
                    problem = problem.hint(format!("did you mean `{near}`?"));
                }
                self.s.report(problem);
            }
        }
    }
}

fn one_of(values: &[&str]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
