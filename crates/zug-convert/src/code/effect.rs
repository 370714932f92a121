//! Effects: what a rule does to other cells, at once or kept for the end of the part.

use super::plan::{When, constant};
use super::{Sort, Writer};
use crate::flow::{StmtKey, key};
use crate::form::{Form, check, list, local, number, word};
use zug_model::code::{Create, Num, Place, Stmt, StmtKind, Value, Who};
use zug_model::{BoardModel, LoneCapture, PlayerId, RecycleTo};

impl Writer<'_, '_> {
    /// A rule that only captures makes no move.
    pub(super) fn must_act(&self) -> bool {
        self.sort == Sort::Player && self.cx.game.settings.lone_capture == LoneCapture::Refused
    }

    /// Has the rule done something?
    pub(super) fn acted(&mut self) -> Form {
        let name = self.cx.names.made("acted", "acted?");
        self.declare(&name, word("false"));
        local(&name)
    }

    /// Is there a part that ends without being sure that something was done?
    fn doubts(&self) -> bool {
        let acts = |effect: &&Stmt| !matches!(effect.what, StmtKind::Capture(_));
        let acts: Vec<StmtKey> = self.plan.effects().filter(acts).map(key).collect();
        self.must_act()
            && self.plan.pending.ends().any(|(_, end)| !acts.iter().any(|act| end.must.contains(act)))
    }

    /// An effect where it stands.
    pub(super) fn effect(&mut self, stmt: &Stmt) -> Vec<Form> {
        let mut forms = self.written(stmt);
        if !matches!(stmt.what, StmtKind::Capture(_)) && self.doubts() {
            let acted = self.acted();
            forms.push(list("set!", [acted, word("true")]));
        }
        forms
    }

    fn written(&mut self, stmt: &Stmt) -> Vec<Form> {
        match (&stmt.what, self.plan.when(key(stmt))) {
            (StmtKind::RepeatTurn, _) => {
                let again = |player: &PlayerId| {
                    self.cx.game.turns.iter().filter(|turn| turn.chooser == *player).count() == 1
                };
                if !self.cx.active.iter().all(again) {
                    self.lost("`repeat-turn` where a player has several turns in the turn order");
                }
                vec![list("goto-turn", [word("me")])]
            }
            (StmtKind::AddReserve(what), _) => {
                let n = self.num(&what.2);
                let mut kids = vec![self.cx.names.kind(what.1), n];
                kids.extend(self.who(what.0));
                vec![list("reserve!", kids)]
            }
            (StmtKind::Tuck(place), _) => self.tuck(*place),
            (_, When::Now) => {
                let place = effect_place(stmt);
                let act = self.act(stmt);
                let mut forms = self.at(place, act);
                // A piece cannot be made where there is no cell.
                if matches!(stmt.what, StmtKind::Create(_)) && forms.len() == 1 && forms[0].is_form("if") {
                    let kids = forms[0].kids().to_vec();
                    forms = vec![check(kids[1].clone()), kids[2].clone()];
                }
                forms
            }
            (StmtKind::SetAttr(_, what), When::OnTarget(_)) if constant(&what.0).is_none() => {
                self.keep_value(stmt, &what.0)
            }
            (_, When::OnTarget(_)) => Vec::new(),
            (_, When::Later) => self.keep(stmt),
        }
    }

    /// Code on a place.
    fn at(&mut self, place: Place, act: Vec<Form>) -> Vec<Form> {
        let Some(mut steps) = self.steps(place) else { return Vec::new() };
        let off = self.plan.flow.at(self.stmt, place).off;
        if steps.is_empty() {
            return act;
        }
        let here = Self::here(&steps);
        let there = list("at-do", std::iter::once(steps.remove(0)).chain(act));
        if off { vec![list("if", [list("some?", [here]), there])] } else { vec![there] }
    }

    /// What is done on the cell under the cursor.
    fn act(&mut self, stmt: &Stmt) -> Vec<Form> {
        match &stmt.what {
            StmtKind::Capture(place) => {
                let enemy = self.known.enemies.contains(place);
                self.capture(enemy)
            }
            StmtKind::Create(create) => self.create(create),
            StmtKind::ChangeKind(kind, _) => vec![list("set-piece!", [self.cx.names.kind(*kind)])],
            StmtKind::ChangeOwner(who, _) => {
                let who = self.who(*who);
                vec![crate::form::call("change-owner!", who.into_iter().collect())]
            }
            StmtKind::Flip(place) => vec![self.flip(*place)],
            // Its pieces are only counted.
            StmtKind::SetAttr(..) if self.cx.game.settings.board_model == BoardModel::Heap => {
                self.lost("an attribute of a piece in a heap");
                Vec::new()
            }
            StmtKind::SetAttr(attr, what) => {
                let value = self.attr_value(stmt, &what.0);
                vec![list("set!", [self.cx.names.attr(*attr), value])]
            }
            _ => Vec::new(),
        }
    }

    /// Takes what stands under the cursor.
    pub(super) fn capture(&mut self, occupied: bool) -> Vec<Form> {
        let mut code = self.cx.on_capture(occupied);
        code.push(word("capture"));
        code
    }

    fn attr_value(&mut self, stmt: &Stmt, value: &Value) -> Form {
        match (constant(value), value) {
            (Some(n), Value::Cond(_)) => word(if n != 0 { "true" } else { "false" }),
            (Some(n), Value::Num(_)) => number(i64::from(n)),
            (None, _) if self.plan.when(key(stmt)) != When::Now => {
                let name = self.value_name(key(stmt));
                local(&name)
            }
            (None, Value::Cond(cond)) => self.cond(cond),
            (None, Value::Num(num)) => self.num(num),
        }
    }

    fn create(&mut self, create: &Create) -> Vec<Form> {
        let kind = create.kind.unwrap_or(self.kind);
        let settings = &self.cx.game.settings;
        let onto_nothing = create.at == Place::Here && self.known.empty && self.sort != Sort::Drop;
        if settings.board_model == BoardModel::Single
            && settings.recycle_captures != RecycleTo::Nowhere
            && !onto_nothing
        {
            self.lost("`create` onto a piece, which goes to the reserve");
        }
        let mut kids = vec![self.cx.names.kind(kind)];
        kids.extend(self.who(create.owner));
        let one = list("create", kids);
        match &create.count {
            None | Some(Num::Const(1)) => vec![one],
            Some(count) => {
                let count = self.num(count);
                let left = self.cx.names.made("left", "left");
                let more = check(list(">=", [count.clone(), number(0)]));
                let round = [list(">", [local(&left), number(0)]), one, list("dec!", [local(&left)])];
                vec![more, list("let", [local(&left), count]), list("while", round)]
            }
        }
    }

    /// The player, unless it is the mover.
    fn who(&mut self, who: Who) -> Option<Form> {
        match who {
            Who::Mover => None,
            Who::Next => Some(word("next-player")),
            Who::Player(player) => Some(self.cx.names.player(player)),
        }
    }

    /// To the next player: between two, to the other one.
    fn flip(&mut self, place: Place) -> Form {
        let &[first, second] = &self.cx.active[..] else {
            self.lost("`flip` with other than two players");
            return word("change-owner!");
        };
        if !self.cx.neutral.is_empty() {
            self.lost("`flip` with players who take no turns");
        }
        if self.known.enemies.contains(&place) {
            return word("change-owner!");
        }
        let (first, second) = (self.cx.names.player(first), self.cx.names.player(second));
        let is_first = list("=", [word("owner"), first.clone()]);
        list("change-owner!", [list("if", [is_first, second, word("else"), first])])
    }

    fn tuck(&mut self, place: Place) -> Vec<Form> {
        if self.cx.game.settings.board_model != BoardModel::Stack || place != Place::Here {
            self.lost("`tuck` elsewhere than under the cursor");
        }
        if !self.plan.tucks_once {
            self.lost("`tuck` without a flag: in the Zug language a pile gives a piece once in a turn");
        }
        // The language fails where there is nothing to take.
        if self.known.occupied {
            vec![word("put-under")]
        } else {
            vec![list("if", [word("not-empty?"), word("put-under")])]
        }
    }

    fn keep_name(&mut self, effect: StmtKey) -> String {
        let n = self.plan.number(effect);
        let wanted = if n == 0 { "kept".to_owned() } else { format!("kept-{}", n + 1) };
        self.cx.names.made(&format!("kept {n}"), &wanted)
    }

    fn value_name(&mut self, effect: StmtKey) -> String {
        let n = self.plan.number(effect);
        let wanted = if n == 0 { "new-value".to_owned() } else { format!("new-value-{}", n + 1) };
        self.cx.names.made(&format!("value {n}"), &wanted)
    }

    /// Keeps the cell of an effect until the part ends.
    fn keep(&mut self, stmt: &Stmt) -> Vec<Form> {
        let Some(steps) = self.steps(effect_place(stmt)) else { return Vec::new() };
        let id = key(stmt);
        let name = self.keep_name(id);
        self.declare(&name, word("none"));
        let here = Self::here(&steps);
        let mut forms = Vec::new();
        if let StmtKind::SetAttr(_, what) = &stmt.what
            && constant(&what.0).is_none()
        {
            if self.plan.flow.fate(id).twice {
                self.lost("several cells get values that are not known before");
            }
            forms.extend(self.keep_value(stmt, &what.0));
        }
        if let StmtKind::Create(create) = &stmt.what {
            if create.count.is_some() {
                self.lost("`create` of several pieces before it is known where the move ends");
            }
            if self.plan.flow.at(id, create.at).off {
                forms.push(check(list("some?", [here.clone()])));
            }
        }
        let value = if self.plan.flow.fate(id).twice { list("append", [local(&name), here]) } else { here };
        forms.push(list("set!", [local(&name), value]));
        forms
    }

    fn keep_value(&mut self, stmt: &Stmt, value: &Value) -> Vec<Form> {
        let name = self.value_name(key(stmt));
        let form = match value {
            Value::Cond(cond) => self.cond(cond),
            Value::Num(num) => self.num(num),
        };
        self.declare(&name, number(0));
        vec![list("set!", [local(&name), form])]
    }

    /// An effect that was kept, carried out now that nothing is in hand.
    pub(super) fn carry_out(&mut self, stmt: &Stmt) -> Vec<Form> {
        // Nothing was kept where the code cannot come.
        let name = self.keep_name(key(stmt));
        if !self.declared.contains(&name) {
            return Vec::new();
        }
        let outer = self.enter(stmt);
        let act = self.act(stmt);
        self.leave(outer);
        let cell = self.cx.names.made("each", "cell");
        let there = list("at-do", std::iter::once(local(&cell)).chain(act));
        vec![list("for", [local(&cell), local(&name), there])]
    }

    /// An effect on the piece under the cursor, which has just been set down.
    pub(super) fn act_on_target(&mut self, stmt: &Stmt) -> Vec<Form> {
        let outer = self.enter(stmt);
        let act = self.act(stmt);
        self.leave(outer);
        act
    }

    /// What was kept belongs to the part that has ended.
    pub(super) fn forget_kept(&mut self, end: StmtKey) -> Vec<Form> {
        if self.cx.game.settings.fork_keeps == zug_model::ForkKeeps::Everything {
            return Vec::new();
        }
        let record = self.plan.pending.at_end(end);
        let mut forms = Vec::new();
        for stmt in self.plan.effects() {
            if record.may.contains(&key(stmt)) && self.plan.when(key(stmt)) == When::Later {
                let name = self.keep_name(key(stmt));
                if self.declared.contains(&name) {
                    forms.push(list("set!", [local(&name), word("none")]));
                }
            }
        }
        let mut globals = Vec::new();
        for stmt in self.plan.effects() {
            if let StmtKind::SetGlobal(global, _) = stmt.what
                && record.may.contains(&key(stmt))
                && self.plan.pending.must_restore(global)
                && !globals.contains(&global)
            {
                globals.push(global);
            }
        }
        for global in globals {
            let old = self.old(global);
            forms.push(list("set!", [self.cx.names.global(global), old]));
        }
        forms
    }
}

pub(super) fn effect_place(stmt: &Stmt) -> Place {
    match &stmt.what {
        StmtKind::SetAttr(_, what) => what.1,
        StmtKind::Capture(place)
        | StmtKind::Tuck(place)
        | StmtKind::ChangeKind(_, place)
        | StmtKind::ChangeOwner(_, place)
        | StmtKind::Flip(place) => *place,
        StmtKind::Create(create) => create.at,
        _ => Place::Here,
    }
}

impl crate::Cx<'_> {
    /// What is to be done about the piece under the cursor that is about to be captured.
    pub(crate) fn on_capture(&mut self, occupied: bool) -> Vec<Form> {
        let mut code = Vec::new();
        if self.catches {
            code.push(Form::named(crate::form::Sort::Define, self.names.made("catch", "catch")));
        }
        for (form, _) in &self.weighing {
            if occupied {
                code.push(form.clone());
            } else {
                code.push(list("if", [word("not-empty?"), form.clone()]));
            }
        }
        code
    }
}
