//! Explanations in sentences.

use super::cells::{cell, occupant, on};
use crate::output::{count, outcome_text};
use zug_game::ir::{Ko, Pass};
use zug_game::{Cause, CellId, Forced, KindId, Obstacle, Place, Reason, Rule, State};

/// A reason: one sentence, and what there is to say about it with places.
pub(super) struct Told {
    /// The sort of reason, for scripts.
    pub(super) code: &'static str,
    pub(super) text: String,
    pub(super) notes: Vec<Note>,
}

/// Something that is said about a place in the rules.
pub(super) struct Note {
    pub(super) text: String,
    pub(super) cell: Option<String>,
    pub(super) place: Option<Place>,
}

/// Speaks about one position.
pub(super) struct Says<'a> {
    pub(super) state: &'a State,
}

/// The author's words are quoted up to here.
const MAX_QUOTED: usize = 60;
/// Longer conditions are called by the name of their definition.
const MAX_PLAIN: usize = 40;

impl Says<'_> {
    pub(super) fn reason(&self, reason: &Reason) -> Told {
        let mut notes = Vec::new();
        let (code, text) = match reason {
            Reason::Made { rules } => self.made(rules, &mut notes),
            Reason::Several { moves, count } => {
                ("several", format!("{count} moves are meant: {}", list(moves, *count)))
            }
            Reason::Drawn { player } => ("chance", format!("{} draws at random now", self.player(*player))),
            Reason::Over { outcome, goal, stuck } => {
                notes.extend(goal.clone().map(|place| note("by this goal", Some(place))));
                let mut text = format!("the game is over ({})", outcome_text(self.state.game(), outcome));
                if let Some(stuck) = stuck {
                    text += ", there is no legal move";
                    let told = self.reason(stuck);
                    notes.push(note(&format!("this one: {}", told.text), None));
                    notes.extend(told.notes);
                }
                ("over", text)
            }
            Reason::NothingThere { cell: at } => {
                ("empty-cell", format!("there is no piece on {}", self.cell(*at)))
            }
            Reason::NotYours { cell: at, kind, owner, to_move } => {
                let (kind, at) = (self.kind(*kind), self.cell(*at));
                let (owner, to_move) = (self.player(*owner), self.player(*to_move));
                ("not-yours", format!("the {kind} on {at} belongs to {owner}, and {to_move} is to move"))
            }
            Reason::NoneInHand { kind, player } => {
                ("none-in-hand", format!("{} has no {} to drop", self.player(*player), self.kind(*kind)))
            }
            Reason::NoRules { kind, drop: false } => {
                ("no-rules", format!("a {} never moves", self.kind(*kind)))
            }
            Reason::NoRules { kind, drop: true } => {
                ("no-rules", format!("a {} is never dropped", self.kind(*kind)))
            }
            Reason::NoPass { rule, said } => {
                notes.extend(said.clone().map(|place| note("the rules say so here", Some(place))));
                let text = match rule {
                    Pass::Forced => "a player passes only if there is no other move",
                    Pass::Never | Pass::Always => "this game has no passing",
                };
                ("no-pass", text.to_owned())
            }
            Reason::Stopped { rule, causes } => self.stopped(rule.as_ref(), causes, &mut notes),
            Reason::NoWay { kind, cells, drop, complete, dice } => {
                ("no-rule", self.no_way(*kind, cells, *drop, *complete, dice))
            }
            Reason::Unfinished { moves, count } => {
                ("unfinished", format!("it has to go on: {}", list(moves, *count)))
            }
            Reason::Recheck { cause } => {
                notes.push(self.cause_note("this check was made again when all moves were known", cause));
                ("recheck", format!("compared with all other moves, {}", self.cause(cause)))
            }
            Reason::Outranked { better, moves, count, own, rule, said } => {
                let mode =
                    better.map(|mode| format!(" of type `{}`", self.state.game().ir().modes[mode.idx()]));
                notes.extend(rule.as_ref().map(|rule| self.rule_note("the rule that goes first", rule)));
                notes.extend(own.as_ref().map(|rule| self.rule_note("the rule of this move", rule)));
                notes.extend(said.clone().map(|place| note("the order is given here", Some(place))));
                (
                    "priority",
                    format!("a move{} must be played: {}", mode.unwrap_or_default(), list(moves, *count)),
                )
            }
            Reason::Unlawful { cause } => {
                notes.push(self.cause_note("this must hold after every move", cause));
                ("invariant", format!("after it {}", self.cause(cause)))
            }
            Reason::Exposed { cell: at, attackers, goal } => {
                notes.extend(
                    goal.clone().map(|place| note("the goal that makes the piece royal", Some(place))),
                );
                (
                    "royal",
                    format!(
                        "after it the royal piece on {} is attacked{}",
                        self.cell(*at),
                        self.by(attackers)
                    ),
                )
            }
            Reason::Forbidden { .. } => (
                "forbidden",
                "the position after it is one that the rules forbid (compiled rules keep no place of it)"
                    .to_owned(),
            ),
            Reason::BringsBack { ko, said } => {
                notes.extend(said.clone().map(|place| note("the rules forbid it here", Some(place))));
                let text = match ko {
                    Ko::Previous => "it brings back the position before the last move (ko)",
                    Ko::Position => "it brings back a position that has been on the board (superko)",
                    Ko::Situation => "it brings back a position with the same player to move (superko)",
                    Ko::Third => "it brings a position back for the third time",
                };
                ("ko", text.to_owned())
            }
            Reason::Worse { value, best, example, criterion, said } => {
                let what = criterion.as_deref().map(str::to_owned);
                let what = what.or_else(|| said.as_ref().map(|place| quoted(place.words())));
                notes.extend(said.clone().map(|place| note("what the game prefers", Some(place))));
                let what = what.unwrap_or_else(|| "what the game prefers".to_owned());
                ("prefer", format!("{example} is better by {what}: {} against {}", best.abs(), value.abs()))
            }
            Reason::StopsShort { example, said } => {
                notes.extend(said.clone().map(|place| note("the rules say so here", Some(place))));
                ("landing", format!("it may not stop where another landing goes on: {example}"))
            }
            Reason::SameAs { name } => ("same", format!("it is the same move as {name}")),
        };
        Told { code, text, notes }
    }

    pub(super) fn forced(&self, forced: &Forced) -> Told {
        let others: usize = forced.dropped.iter().map(|dropped| dropped.count).sum();
        let text = match (forced.only, others) {
            (true, 0) => "It is forced: the rules make no other move.".to_owned(),
            (true, _) => format!("It is forced: the only one left of {}.", count(others + 1, "move")),
            (false, _) => format!(
                "The choice is limited: {} dropped.",
                if others == 1 { "1 other move is".to_owned() } else { format!("{others} other moves are") }
            ),
        };
        let mut notes = Vec::new();
        for dropped in &forced.dropped {
            let told = self.reason(&dropped.reason);
            let place = told.notes.into_iter().find_map(|note| note.place);
            let first =
                if dropped.count == 1 { String::new() } else { format!("{} moves, as ", dropped.count) };
            notes.push(note(&format!("{first}{}: {}", dropped.example, told.text), place));
        }
        Told { code: "forced", text, notes }
    }

    fn made(&self, rules: &[Rule], notes: &mut Vec<Note>) -> (&'static str, String) {
        match rules {
            [] => ("pass", "the game allows it".to_owned()),
            [rule] => {
                notes.push(self.rule_note("the rule", rule));
                ("rule", format!("{} makes it", self.rule(rule)))
            }
            rules => {
                for (i, rule) in rules.iter().enumerate() {
                    notes.push(self.rule_note(&format!("part {}: {}", i + 1, self.rule(rule)), rule));
                }
                ("rule", format!("rules make its {} parts", rules.len()))
            }
        }
    }

    fn stopped(
        &self,
        rule: Option<&Rule>,
        causes: &[Cause],
        notes: &mut Vec<Note>,
    ) -> (&'static str, String) {
        let of_rule = rule.and_then(|rule| rule.place.as_ref());
        for (i, cause) in causes.iter().enumerate() {
            let text = match i {
                0 => "this stops it".to_owned(),
                _ => format!("and then: {}", self.cause(cause)),
            };
            // The place of the rule itself is shown once.
            let place = cause.place.clone().filter(|place| Some(place) != of_rule);
            if i > 0 || place.is_some() {
                notes.push(Note { place, ..self.cause_note(&text, cause) });
            }
        }
        notes.extend(rule.map(|rule| self.rule_note("the rule that comes nearest", rule)));
        let first = causes.first().map_or_else(String::new, |cause| self.cause(cause));
        let rule = rule.map(|rule| self.rule(rule)).unwrap_or_else(|| "a rule".to_owned());
        ("check", format!("{rule} would make it, but {first}"))
    }

    /// A condition that does not hold, as a part of a sentence.
    fn cause(&self, cause: &Cause) -> String {
        let words = self.words(cause).unwrap_or_else(|| "a condition".to_owned());
        // What is in brackets speaks of other cells than that, as seen from there.
        let simple = !words.starts_with("`(");
        let at = cause.cell.filter(|_| cause.found.is_none()).map(|at| match simple {
            true => format!(" {}", on(self.state, at)),
            false => format!(" at {}", self.cell(at)),
        });
        let at = at.unwrap_or_default();
        let mut text = match cause.what {
            Obstacle::Check | Obstacle::Branch { held: false } => format!("{words} does not hold{at}"),
            Obstacle::Branch { held: true } => format!("{words} holds{at}"),
            Obstacle::Occupied => match cause.cell {
                Some(at) => format!("{} is in the way", occupant(self.state, at)),
                None => "the cell is taken".to_owned(),
            },
            Obstacle::Die => "no die shows that number".to_owned(),
            Obstacle::NotNow(mode) => match mode {
                Some(mode) => format!(
                    "moves of type `{}` cannot begin this turn",
                    self.state.game().ir().modes[mode.idx()]
                ),
                None => "moves without a type cannot begin this turn".to_owned(),
            },
        };
        if let Some(found) = cause.found {
            text += &format!(" because of {}", self.cell(found));
        }
        if !cause.attackers.is_empty() {
            text += &format!(", attacked{}", self.by(&cause.attackers));
        }
        text
    }

    /// The author's words for a condition; of a long one its name, if it is defined somewhere.
    fn words(&self, cause: &Cause) -> Option<String> {
        if let Some(test) = &cause.test {
            return Some(format!("`{test}`"));
        }
        // Blocks know the place of the whole rule only: that would be a strange thing to quote.
        self.state.game().ir().scripted.as_ref()?;
        let place = cause.place.as_ref()?;
        let long = place.words().chars().count() > MAX_PLAIN || !is_whole(place.words());
        let call = place.calls.first().filter(|_| long);
        Some(quoted(call.map_or(place.words(), |(_, call)| call.words())))
    }

    fn cause_note(&self, text: &str, cause: &Cause) -> Note {
        Note { text: text.to_owned(), cell: cause.cell.map(|at| self.cell(at)), place: cause.place.clone() }
    }

    fn no_way(
        &self,
        kind: Option<KindId>,
        cells: &[CellId],
        drop: bool,
        complete: bool,
        dice: &[i32],
    ) -> String {
        let whose = kind.map(|kind| format!(" of {}", self.kind(kind))).unwrap_or_default();
        let way = match cells {
            [] => "makes such a move".to_owned(),
            [at] if drop => format!("drops a piece on {}", self.cell(*at)),
            [at] => format!("makes a move on {}", self.cell(*at)),
            [from, to] => format!("leads from {} to {}", self.cell(*from), self.cell(*to)),
            cells => {
                let names: Vec<String> = cells.iter().map(|at| self.cell(*at)).collect();
                format!("leads all the way {}", names.join("-"))
            }
        };
        let mut text = format!("no rule{whose} {way}");
        if !complete {
            text += ", even if several of its conditions held that do not";
        }
        if !dice.is_empty() {
            let faces: Vec<String> = dice.iter().map(i32::to_string).collect();
            text += &format!("; the dice show {}", faces.join(" "));
        }
        text
    }

    /// ``a rule of Man (type `jumping`)``.
    fn rule(&self, rule: &Rule) -> String {
        let mode = rule.mode.map(|mode| format!(" (type `{}`)", self.state.game().ir().modes[mode.idx()]));
        let what = match rule.kind {
            Some(kind) if rule.drop => format!("the drop rule of {}", self.kind(kind)),
            Some(kind) => format!("a rule of {}", self.kind(kind)),
            None => "a rule of the player".to_owned(),
        };
        format!("{what}{}", mode.unwrap_or_default())
    }

    fn rule_note(&self, text: &str, rule: &Rule) -> Note {
        note(text, rule.place.clone())
    }

    fn by(&self, attackers: &[CellId]) -> String {
        if attackers.is_empty() {
            return String::new();
        }
        let pieces: Vec<String> = attackers.iter().map(|at| occupant(self.state, *at)).collect();
        format!(" by {}", pieces.join(" and "))
    }

    fn cell(&self, at: CellId) -> String {
        cell(self.state, at)
    }

    fn kind(&self, kind: KindId) -> &str {
        self.state.game().kind_name(kind)
    }

    fn player(&self, player: zug_game::PlayerId) -> &str {
        self.state.game().player_name(player)
    }
}

fn note(text: &str, place: Option<Place>) -> Note {
    Note { text: text.to_owned(), cell: None, place }
}

fn quoted(words: &str) -> String {
    let words = words.trim();
    match words.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("`{}…`", &words[..end]),
        None if is_whole(words) => format!("`{words}`"),
        None => format!("`{words} …`"),
    }
}

/// Only the first line of a place is known: what is opened there may be closed below.
fn is_whole(words: &str) -> bool {
    words.matches('(').count() <= words.matches(')').count()
}

/// Names, and that there are more.
fn list(names: &[String], count: usize) -> String {
    let more = if count > names.len() { format!(" and {} more", count - names.len()) } else { String::new() };
    format!("{}{more}", names.join(", "))
}
