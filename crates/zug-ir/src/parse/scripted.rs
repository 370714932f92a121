//! The section `scripted`: who runs which script.

use zug_source::NodeId;

use super::numbers::Number;
use super::reader::{Entry, Reader};
use super::sections::Sections;
use crate::ids::{KindId, ModeId, PlayerId, ScriptId};
use crate::script::{Dice, KindScripts, ModeRule, ScriptGoal, ScriptRule, Scripted};
use crate::tables::Named;

/// Fields of which there may be several.
const SEVERAL: &[&str] = &["kind", "player", "mode", "goal", "dice"];

/// Those and the others.
const FIELDS: &[&str] = &[
    "locals",
    "list_locals",
    "gens",
    "texts",
    "kind",
    "player",
    "mode",
    "priorities",
    "invariant",
    "goal",
    "score",
    "dice",
    "set_up",
    "closing",
    "rolls",
    "attack",
    "skip_empty",
    "allies",
];

/// Which of the fields that there are several of have been said, by the names they are about.
struct Seen(Vec<bool>);

impl<'a> Reader<'a> {
    /// Nothing if the text has neither this section nor scripts.
    pub(super) fn scripted(&mut self, sections: &Sections<'a>) -> Option<Scripted> {
        if sections.node("scripted").is_none() && sections.scripts.is_empty() {
            return None;
        }
        let mut scripted = Scripted {
            scripts: self.scripts(sections),
            locals: self.all_names(|names| &names.locals),
            gens: self.all_names(|names| &names.gens),
            texts: self.all_names(|names| &names.texts),
            kinds: vec![KindScripts::default(); self.names.kinds.len()],
            players: vec![Vec::new(); self.names.players.len()],
            modes: vec![ModeRule::default(); self.names.modes.len()],
            ..Scripted::default()
        };
        let is_one_of_several = |node: &NodeId| {
            let head = self.kids(*node).and_then(<[NodeId]>::first);
            head.and_then(|head| self.atom(*head)).is_some_and(|word| SEVERAL.contains(&word))
        };
        let (several, single): (Vec<NodeId>, Vec<NodeId>) =
            sections.get("scripted").iter().partition(|node| is_one_of_several(node));
        self.single_fields(&single, &mut scripted);
        let (mut kinds, mut players, mut modes) =
            (Seen::new(&scripted.kinds), Seen::new(&scripted.players), Seen::new(&scripted.modes));
        for node in several {
            let Some(entry) = self.entry(node) else { continue };
            match entry.word {
                "kind" => {
                    if let Some((kind, rest)) = self.about::<KindId>(&entry, &mut kinds) {
                        scripted.kinds[kind.idx()] = self.kind_scripts(rest);
                    }
                }
                "player" => {
                    if let Some((player, rest)) = self.about::<PlayerId>(&entry, &mut players) {
                        for field in self.fields(rest, &["moves"]) {
                            scripted.players[player.idx()] = self.script_rules(field.args);
                        }
                    }
                }
                "mode" => {
                    if let Some((mode, rest)) = self.about::<ModeId>(&entry, &mut modes) {
                        scripted.modes[mode.idx()] = self.mode_rule(rest);
                    }
                }
                "goal" => scripted.goals.extend(self.script_goal(&entry)),
                _ => scripted.dice.extend(self.dice(&entry)),
            }
        }
        Some(scripted)
    }

    fn single_fields(&mut self, nodes: &[NodeId], scripted: &mut Scripted) {
        for field in self.fields(nodes, FIELDS) {
            match field.word {
                // Declared before.
                "locals" | "gens" | "texts" => {}
                "list_locals" => scripted.list_locals = self.ids(field.args),
                "priorities" => scripted.priorities = self.ids(field.args),
                "invariant" => scripted.invariant = self.only_number(&field).map(ScriptId),
                "score" => scripted.score = self.only_number(&field).map(ScriptId),
                "closing" => scripted.closing = self.only_number(&field).map(ScriptId),
                "set_up" => scripted.set_up = self.only_number(&field).unwrap_or(0),
                "rolls" => scripted.rolls = field.args.iter().filter_map(|&node| self.roll(node)).collect(),
                "attack" => {
                    let scope = self.only(&field).and_then(|node| self.choice(node));
                    scripted.attack = scope.unwrap_or_default();
                }
                "skip_empty" => scripted.skip_empty = self.flag(&field),
                "allies" => {
                    let allies = |&node| self.list(node, "`(<player> …)`").map(|allies| self.ids(allies));
                    scripted.allies = field.args.iter().filter_map(allies).collect();
                }
                // One of the others without its list.
                word => {
                    let message = format!("`{word}` says nothing");
                    let problem = self.error("zir-006", field.node, message);
                    self.report(problem.hint(format!("write `({word} …)`")));
                }
            }
        }
    }

    /// The name that an entry is about, and the rest of it; each name once.
    fn about<T: Named>(&mut self, entry: &Entry<'a>, seen: &mut Seen) -> Option<(T, &'a [NodeId])> {
        let ([name], rest) = self.at_least::<1>(entry, &format!("({} <name> …)", entry.word))?;
        let id = self.id::<T>(*name)?;
        if std::mem::replace(seen.0.get_mut(id.index())?, true) {
            self.twice(entry.node, entry.word);
        }
        Some((id, rest))
    }

    fn kind_scripts(&mut self, rest: &'a [NodeId]) -> KindScripts {
        let mut kind = KindScripts::default();
        for field in self.fields(rest, &["moves", "drops", "closing", "invariant", "attacked", "shared"]) {
            match field.word {
                "moves" => kind.moves = self.script_rules(field.args),
                "drops" => kind.drops = self.script_rules(field.args),
                "closing" => kind.closing = self.only_number(&field).map(ScriptId),
                "invariant" => kind.invariant = self.only_number(&field).map(ScriptId),
                "attacked" => kind.attacked = self.only_number(&field).map(ScriptId),
                _ => kind.shared = self.flag(&field),
            }
        }
        kind
    }

    /// `(script further)`, or `(script further mode)`.
    fn script_rules(&mut self, nodes: &'a [NodeId]) -> Vec<ScriptRule> {
        nodes.iter().filter_map(|&node| self.script_rule(node)).collect()
    }

    fn script_rule(&mut self, node: NodeId) -> Option<ScriptRule> {
        let (script, further, mode) = match self.kids(node) {
            Some(&[script, further]) => (script, further, None),
            Some(&[script, further, mode]) => (script, further, Some(mode)),
            _ => {
                let hint = "it is `(<script> <further>)` or `(<script> <further> <mode>)`";
                return self.expected_one_of(node, "a rule", hint);
            }
        };
        let (script, further) = (self.number(script), self.number(further));
        let mode = match mode {
            None => Some(None),
            Some(mode) => self.id(mode).map(Some),
        };
        Some(ScriptRule { mode: mode?, script: ScriptId(script?), further: ScriptId(further?) })
    }

    fn mode_rule(&mut self, rest: &'a [NodeId]) -> ModeRule {
        let mut mode = ModeRule::default();
        for field in self.fields(rest, &["optional", "any_piece", "landing", "only_further"]) {
            let said = self.flag(&field);
            match field.word {
                "optional" => mode.optional = said,
                "any_piece" => mode.any_piece = said,
                "landing" => mode.landing = said,
                _ => mode.only_further = said,
            }
        }
        mode
    }

    /// `(goal verdict after_move needs_moves (players …) (origin n) (script n))`.
    fn script_goal(&mut self, entry: &Entry<'a>) -> Option<ScriptGoal> {
        let form = "(goal <verdict> (script <number>))";
        let ([verdict], rest) = self.at_least::<1>(entry, form)?;
        let verdict = self.choice(*verdict);
        let mut script = None;
        let (mut after_move, mut needs_moves, mut players, mut origin) = (false, false, Vec::new(), 0);
        for field in self.fields(rest, &["after_move", "needs_moves", "players", "origin", "script"]) {
            match field.word {
                "after_move" => after_move = self.flag(&field),
                "needs_moves" => needs_moves = self.flag(&field),
                "players" => players = self.ids(field.args),
                "origin" => origin = self.only_number(&field).unwrap_or(0),
                // A bad number is reported; it is not that there is none.
                _ => script = Some(ScriptId(self.only_number(&field).unwrap_or(0))),
            }
        }
        if script.is_none() {
            let problem = self.error("zir-006", entry.node, "a goal without a script".to_owned());
            self.report(problem.hint(format!("write `{form}`")));
        }
        Some(ScriptGoal { verdict: verdict?, after_move, players, script: script?, needs_moves, origin })
    }

    /// `(dice name (die face…)… (doubles n) (slots global…))`.
    fn dice(&mut self, entry: &Entry<'a>) -> Option<Dice> {
        let ([name], rest) =
            self.at_least::<1>(entry, "(dice <name> (die <face> …) … (slots <global> …))")?;
        let mut dice = Dice { name: self.text(*name)?, faces: Vec::new(), doubles: None, slots: Vec::new() };
        let mut others = Vec::new();
        for &node in rest {
            match self.kids(node) {
                Some([head, faces @ ..]) if self.atom(*head) == Some("die") => {
                    dice.faces.push(faces.iter().filter_map(|&face| self.number(face)).collect());
                }
                _ => others.push(node),
            }
        }
        for field in self.fields(&others, &["die", "doubles", "slots"]) {
            match field.word {
                "doubles" => dice.doubles = self.only_number(&field),
                "slots" => dice.slots = self.ids(field.args),
                _ => dice.faces.push(Vec::new()),
            }
        }
        Some(dice)
    }

    /// The number of dice, or `()` where moves are made.
    fn roll(&mut self, node: NodeId) -> Option<Option<u16>> {
        if self.kids(node).is_some_and(<[NodeId]>::is_empty) {
            return Some(None);
        }
        self.number(node).map(Some)
    }

    fn only_number<T: Number>(&mut self, field: &Entry<'a>) -> Option<T> {
        self.only(field).and_then(|node| self.number(node))
    }

    /// A word alone.
    fn flag(&mut self, field: &Entry<'a>) -> bool {
        self.exactly::<0>(field, field.word).is_some()
    }
}

impl Seen {
    fn new<T>(table: &[T]) -> Self {
        Self(vec![false; table.len()])
    }
}
