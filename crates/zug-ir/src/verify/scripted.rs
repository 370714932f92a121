//! The tables of a game with scripts: lengths, ids, dice, and who runs which script.

use rustc_hash::FxHashSet;

use super::errors::{Errors, Invariant, Place};
use super::scripts::{Role, Roles};
use crate::game::{Game, Stage};
use crate::ids::ScriptId;
use crate::limits::{MAX_BLOCKS, MAX_NAMES, MAX_OUTCOMES};
use crate::operand::{Operand, Sizes, in_range};
use crate::script::{BLANK_FACE, Dice, ScriptOp, ScriptRule, Scripted, decode};

impl Errors {
    pub(super) fn scripted(&mut self, game: &Game, sizes: &mut Sizes) {
        let Some(scripted) = game.scripted.as_deref() else { return };
        self.nothing_else(game);
        self.limit("scripts", scripted.scripts.len(), MAX_BLOCKS);
        self.limit("sorts of dice", scripted.dice.len(), MAX_NAMES);
        let lengths = [
            ("kinds with scripts", scripted.kinds.len(), game.kinds.len()),
            ("players with scripts", scripted.players.len(), game.players.len()),
            ("rules of modes", scripted.modes.len(), game.modes.len()),
        ];
        for (what, found, expected) in lengths {
            self.length(Place::Game, what, found, expected);
        }
        self.ids(Place::Game, &scripted.list_locals, sizes);
        self.ids(Place::Game, &scripted.priorities, sizes);
        self.at_most("allies", scripted.allies.len(), "players", game.players.len());
        let before = "turns before those that repeat";
        self.at_most("turns of the set-up", usize::from(scripted.set_up), before, game.repeat_from);
        scripted.allies.iter().for_each(|allies| self.ids(Place::Game, allies, sizes));
        for (number, global) in game.globals.iter().enumerate() {
            self.ids(Place::Entry("global", number), &[decode(global.init)], sizes);
        }
        self.goal_scripts(scripted, sizes);
        for (number, dice) in scripted.dice.iter().enumerate() {
            self.dice(number, dice, sizes);
        }
        self.dice_names(&scripted.dice);
        self.rolls(game, scripted);
        let roles = self.roles(scripted, sizes);
        self.scripts(game, scripted, &roles, sizes);
    }

    fn nothing_else(&mut self, game: &Game) {
        let others =
            [("blocks", game.blocks.len()), ("exits", game.exits.len()), ("goals", game.goals.len())];
        for (what, n) in others.into_iter().filter(|(_, n)| *n > 0) {
            let message = format!("{n} {what} beside scripts");
            self.push(Invariant::ScriptsOnly, Place::Game, message);
        }
        for (number, stage) in game.stages.iter().enumerate() {
            match stage {
                Stage::Priorities { .. } | Stage::Royal { .. } | Stage::Illegal { .. } | Stage::Prefer(_) => {
                    let message = "is for blocks, scripts say the same";
                    self.push(Invariant::ScriptsOnly, Place::Entry("stage", number), message);
                }
                Stage::Ko(_) | Stage::Landing | Stage::Merge | Stage::Pass(_) => {}
            }
        }
    }

    fn at_most(&mut self, what: &str, found: usize, of: &str, most: usize) {
        if found > most {
            let message = format!("{what}: {found} entries, there are {most} {of}");
            self.push(Invariant::Lengths, Place::Game, message);
        }
    }

    fn goal_scripts(&mut self, scripted: &Scripted, sizes: &Sizes) {
        for (number, goal) in scripted.goals.iter().enumerate() {
            let place = Place::Entry("goal", number);
            self.ids(place, &goal.players, sizes);
            let Some(script) = scripted.scripts.get(goal.script.idx()) else { continue };
            let asks = |op: &ScriptOp| matches!(op, ScriptOp::NoMoves {});
            if !goal.needs_moves && script.code.iter().any(asks) {
                let message = "its script asks for `no_moves`, and it does not say that it needs moves";
                self.push(Invariant::ScriptRoles, place, message);
            }
        }
    }

    fn dice(&mut self, number: usize, dice: &Dice, sizes: &Sizes) {
        let place = Place::Entry("dice", number);
        self.ids(place, &dice.slots, sizes);
        if dice.faces.is_empty() {
            self.push(Invariant::Dice, place, "there is no die");
        }
        if dice.faces.iter().any(Vec::is_empty) {
            self.push(Invariant::Dice, place, "a die without faces");
        }
        if dice.faces.iter().flatten().any(|face| face.unsigned_abs() >= BLANK_FACE.unsigned_abs()) {
            self.push(Invariant::Dice, place, "a face is too large, it would be taken for something else");
        }
        let outcomes = dice.faces.iter().try_fold(1_usize, |product, die| product.checked_mul(die.len()));
        if outcomes.is_none_or(|outcomes| outcomes > MAX_OUTCOMES) {
            let message = format!("more than {MAX_OUTCOMES} outcomes");
            self.push(Invariant::Limits, place, message);
        }
        let needed = dice.faces.len().max(dice.doubles.unwrap_or(0) as usize);
        if dice.slots.len() < needed {
            let message = format!("{} slots for {needed} faces", dice.slots.len());
            self.push(Invariant::Dice, place, message);
        }
        let mut seen = FxHashSet::default();
        if !dice.slots.iter().all(|slot| seen.insert(slot)) {
            self.push(Invariant::Dice, place, "a slot twice");
        }
    }

    fn dice_names(&mut self, dice: &[Dice]) {
        let mut seen = FxHashSet::default();
        for (number, dice) in dice.iter().enumerate() {
            let place = Place::Entry("dice", number);
            if dice.name.is_empty() {
                self.push(Invariant::Names, place, "has no name");
            } else if !seen.insert(&dice.name) {
                let message = format!("other dice are called `{}` too", dice.name);
                self.push(Invariant::Names, place, message);
            }
        }
    }

    fn rolls(&mut self, game: &Game, scripted: &Scripted) {
        self.at_most("rolls", scripted.rolls.len(), "turns", game.turns.len());
        for (number, roll) in scripted.rolls.iter().enumerate() {
            if let Some(dice) = roll {
                let found = in_range("dice", usize::from(*dice), scripted.dice.len());
                self.check(Invariant::TableIds, Place::Entry("turn", number), found);
            }
        }
        // Whoever looks for the next turn with moves must find one.
        let rolls = |turn: usize| scripted.rolls.get(turn).is_some_and(Option::is_some);
        if game.repeat_from < game.turns.len() && (game.repeat_from..game.turns.len()).all(rolls) {
            self.push(Invariant::Turns, Place::Game, "there are only rolls of dice where turns go on");
        }
    }

    /// What each script is run for.
    fn roles(&mut self, scripted: &Scripted, sizes: &Sizes) -> Vec<Roles> {
        let mut roles = vec![Roles::default(); scripted.scripts.len()];
        let mut add = |place: Place, role: Role, script: ScriptId| match roles.get_mut(script.idx()) {
            Some(roles) => roles.add(role),
            None => self.check(Invariant::TableIds, place, script.check(sizes)),
        };
        let rules = |rules: &[ScriptRule]| -> Vec<(Role, ScriptId)> {
            rules.iter().flat_map(|rule| [(Role::Move, rule.script), (Role::Move, rule.further)]).collect()
        };
        for (number, kind) in scripted.kinds.iter().enumerate() {
            let place = Place::Entry("kind", number);
            let others =
                [(Role::Closing, kind.closing), (Role::Test, kind.invariant), (Role::Test, kind.attacked)];
            let others = others.into_iter().filter_map(|(role, script)| Some((role, script?)));
            for (role, script) in rules(&kind.moves).into_iter().chain(rules(&kind.drops)).chain(others) {
                add(place, role, script);
            }
        }
        for (number, moves) in scripted.players.iter().enumerate() {
            rules(moves)
                .into_iter()
                .for_each(|(role, script)| add(Place::Entry("player", number), role, script));
        }
        for (number, goal) in scripted.goals.iter().enumerate() {
            add(Place::Entry("goal", number), Role::Numbers, goal.script);
        }
        let whole = [
            (Role::Test, scripted.invariant),
            (Role::Closing, scripted.closing),
            (Role::Numbers, scripted.score),
        ];
        whole.into_iter().filter_map(|(role, script)| Some((role, script?))).for_each(|(role, script)| {
            add(Place::Game, role, script);
        });
        // The ids in code are checked with the code.
        for op in scripted.scripts.iter().flat_map(|script| &script.code) {
            if let ScriptOp::Defer { script } = op
                && let Some(roles) = roles.get_mut(script.idx())
            {
                roles.add(Role::Test);
            }
        }
        let all = scripted.kinds.iter().flat_map(|kind| kind.moves.iter().chain(&kind.drops));
        for mode in all.chain(scripted.players.iter().flatten()).filter_map(|rule| rule.mode) {
            self.ids(Place::Game, &[mode], sizes);
        }
        roles
    }
}
