//! The section `scripted`: who runs which script.

use super::page::Page;
use crate::game::Word;
use crate::ids::{KindId, ModeId, PlayerId, ScriptId};
use crate::operand::Operand;
use crate::script::{AttackScope, Dice, KindScripts, ModeRule, ScriptGoal, ScriptRule, Scripted};

impl Page {
    pub(super) fn scripted(&mut self, scripted: &Scripted) {
        // Without `..`: a new field must be written somewhere below.
        let Scripted {
            scripts,
            locals,
            list_locals,
            gens,
            texts,
            kinds,
            players,
            modes,
            priorities,
            invariant,
            goals,
            score,
            dice,
            set_up,
            closing,
            rolls,
            attack,
            skip_empty,
            allies,
        } = scripted;
        self.section("scripted");
        self.name_field("(locals", locals);
        self.id_field("(list_locals", list_locals);
        self.name_field("(gens", gens);
        self.name_field("(texts", texts);
        for (id, kind) in (0..).map(KindId).zip(kinds).filter(|(_, kind)| **kind != KindScripts::default()) {
            self.kind_scripts(id, kind);
        }
        for (id, rules) in (0..).map(PlayerId).zip(players).filter(|(_, rules)| !rules.is_empty()) {
            self.line(1, "(player");
            self.put(&id);
            self.script_rules("(moves", rules);
            self.close();
        }
        for (id, mode) in (0..).map(ModeId).zip(modes).filter(|(_, mode)| **mode != ModeRule::default()) {
            self.mode_rule(id, *mode);
        }
        self.id_field("(priorities", priorities);
        self.script_field(1, "(closing", *closing);
        self.script_field(1, "(invariant", *invariant);
        goals.iter().for_each(|goal| self.script_goal(goal));
        self.script_field(1, "(score", *score);
        dice.iter().for_each(|dice| self.dice(dice));
        if *set_up > 0 {
            self.line(1, "(set_up");
            self.number(set_up);
            self.close();
        }
        if !rolls.is_empty() {
            self.line(1, "(rolls");
            for roll in rolls {
                match roll {
                    Some(dice) => self.number(dice),
                    None => self.list("", |_| ()),
                }
            }
            self.close();
        }
        if *attack != AttackScope::default() {
            self.line(1, "(attack");
            self.word(attack.to_word());
            self.close();
        }
        if *skip_empty {
            self.line(1, "skip_empty");
        }
        if !allies.is_empty() {
            self.line(1, "(allies");
            allies.iter().for_each(|allies| self.list("", |page| page.put_all(allies)));
            self.close();
        }
        self.end();
        scripts.iter().enumerate().for_each(|(number, script)| self.script(number, script));
    }

    fn name_field(&mut self, head: &str, names: &[String]) {
        if names.is_empty() {
            return;
        }
        let mut start = self.out.len();
        self.line(1, head);
        for name in names {
            self.wrap(&mut start);
            self.name(name);
        }
        self.close();
    }

    fn id_field(&mut self, head: &str, ids: &[impl Operand]) {
        if ids.is_empty() {
            return;
        }
        self.line(1, head);
        self.put_all(ids);
        self.close();
    }

    fn script_field(&mut self, depth: usize, head: &str, script: Option<ScriptId>) {
        if let Some(script) = script {
            self.line(depth, head);
            self.put(&script);
            self.close();
        }
    }

    fn kind_scripts(&mut self, id: KindId, kind: &KindScripts) {
        let KindScripts { moves, drops, closing, invariant, attacked, shared } = kind;
        self.line(1, "(kind");
        self.put(&id);
        if *shared {
            self.word("shared");
        }
        self.script_rules("(moves", moves);
        self.script_rules("(drops", drops);
        self.script_field(2, "(closing", *closing);
        self.script_field(2, "(invariant", *invariant);
        self.script_field(2, "(attacked", *attacked);
        self.close();
    }

    fn script_rules(&mut self, head: &str, rules: &[ScriptRule]) {
        if rules.is_empty() {
            return;
        }
        let mut start = self.out.len();
        self.line(2, head);
        for ScriptRule { mode, script, further } in rules {
            self.wrap(&mut start);
            self.list("", |page| {
                page.put_all(&[*script, *further]);
                page.put_all(mode.as_slice());
            });
        }
        self.close();
    }

    fn mode_rule(&mut self, id: ModeId, mode: ModeRule) {
        let ModeRule { optional, any_piece, landing, only_further } = mode;
        self.line(1, "(mode");
        self.put(&id);
        let words = [
            ("optional", optional),
            ("any_piece", any_piece),
            ("landing", landing),
            ("only_further", only_further),
        ];
        words.into_iter().filter(|(_, said)| *said).for_each(|(word, _)| self.word(word));
        self.close();
    }

    fn script_goal(&mut self, goal: &ScriptGoal) {
        let ScriptGoal { verdict, after_move, players, script, needs_moves, origin } = goal;
        self.line(1, "(goal");
        self.word(verdict.to_word());
        if *after_move {
            self.word("after_move");
        }
        if *needs_moves {
            self.word("needs_moves");
        }
        if !players.is_empty() {
            self.list("players", |page| page.put_all(players));
        }
        if *origin != 0 {
            self.list("origin", |page| page.number(origin));
        }
        self.list("script", |page| page.put(script));
        self.close();
    }

    fn dice(&mut self, dice: &Dice) {
        let Dice { name, faces, doubles, slots } = dice;
        self.line(1, "(dice");
        self.name(name);
        for die in faces {
            self.list("die", |page| page.put_all(die));
        }
        if let Some(doubles) = doubles {
            self.list("doubles", |page| page.number(doubles));
        }
        if !slots.is_empty() {
            self.list("slots", |page| page.put_all(slots));
        }
        self.close();
    }
}
