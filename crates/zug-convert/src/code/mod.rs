//! Move rules: from what ZRF records to what the Zug language does.
//!
//! In ZRF tests see the board as it was when the part began; captures and other effects happen when the part ends,
//! after the movement. In the Zug language the piece is in hand, and changes are seen at once. The two agree where
//! nobody looks (see [`crate::flow`]); elsewhere
//!
//! * a test of the cell where the piece started says so (`(or (= here start) is-friend?)`);
//! * an effect that would be seen too early, or that hits the moving piece itself, is kept in a variable and carried
//!   out behind `drop`;
//! * an effect that must not reach the parts that end later is carried out inside a choice of its own,
//!   `(either (seq effect end-move (check false)) (seq))`.

mod cond;
mod effect;
mod finish;
mod foreach;
mod num;
mod place;
mod plan;
mod stmt;

pub(crate) use cond::{negate, operator};
pub(crate) use foreach::conjuncts;
pub(crate) use plan::{Plan, When, constant, each as each_stmt};

use crate::Cx;
use crate::flow::StmtKey;
use crate::form::{Form, list, local, word};
use crate::losses::codes;
use rustc_hash::FxHashSet;
use zug_model::code::{Place, Stmt};
use zug_model::{AttrId, CellFlagId, FlagScope, KindId, Ownership, PieceView, Rule};
use zug_source::{ExpansionId, Origin};

/// How the rule is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// A move of a piece, which is in hand.
    Move,
    /// A drop; the piece is in hand and has not been anywhere.
    Drop,
    /// A move of a player: nothing is in hand.
    Player,
}

/// Is something there?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    No,
    Yes,
    Maybe,
}

/// What tests have shown about the cell under the cursor.
#[derive(Clone, Default)]
struct Known {
    empty: bool,
    occupied: bool,
    friend: bool,
    not_friend: bool,
    kind: Option<KindId>,
    /// The piece has these attributes.
    carries: Vec<AttrId>,
    /// It is the cell that `to` has named.
    at_target: bool,
    /// Enemies stand on these places.
    enemies: Vec<Place>,
}

/// Writes one rule.
pub(crate) struct Writer<'w, 'a> {
    cx: &'w mut Cx<'a>,
    kind: KindId,
    sort: Sort,
    plan: &'w Plan<'a>,
    /// The statement at hand.
    stmt: StmtKey,
    origin: Origin,
    /// The call that the whole rule came from, and the one the statement at hand came from.
    base: ExpansionId,
    call: ExpansionId,
    /// How many tests the statement at hand has had.
    n_tests: usize,
    prologue: Vec<Form>,
    declared: FxHashSet<String>,
    to: Set,
    /// Movements that `cascade` has closed, and where the one at hand began if it is not the first.
    closed: Vec<(Form, Form)>,
    from: Option<Form>,
    known: Known,
    /// The loop at hand leaves out the cell where the piece started: nothing that happens there lasts.
    skips_start: bool,
}

/// Writes the code of a rule.
pub(crate) fn write<'a>(cx: &mut Cx<'a>, kind: KindId, sort: Sort, plan: &Plan<'a>) -> Vec<Form> {
    let rule: &Rule = plan.rule;
    let mut writer = Writer {
        cx,
        kind,
        sort,
        plan,
        stmt: 0,
        origin: rule.origin,
        base: plan.base,
        call: plan.base,
        n_tests: 0,
        prologue: Vec::new(),
        declared: FxHashSet::default(),
        to: Set::No,
        closed: Vec::new(),
        from: None,
        known: Known::default(),
        skips_start: false,
    };
    let body = writer.block(&rule.body, true);
    let mut forms = writer.prologue;
    for form in &mut forms {
        form.call = plan.base;
    }
    forms.extend(body);
    forms
}

impl<'a> Writer<'_, 'a> {
    fn lost(&mut self, message: impl Into<String>) {
        self.cx.losses.add(codes::STATEMENT, self.origin, message);
    }

    /// A condition that cannot be written.
    fn unknown(&mut self, message: impl Into<String>) -> Form {
        self.cx.losses.add(codes::CONDITION, self.origin, message);
        word("false")
    }

    /// Is the piece in hand although the rule sees it where it started?
    fn lifted(&self) -> bool {
        self.sort == Sort::Move && self.cx.game.settings.piece_view == PieceView::BeforePart
    }

    fn anyone(&self) -> bool {
        self.cx.game.settings.ownership == Ownership::Anyone
    }

    /// Declares a variable of the rule, once.
    fn declare(&mut self, name: &str, value: Form) {
        if self.declared.insert(name.to_owned()) {
            self.prologue.push(list("let", [local(name), value]));
        }
    }

    /// Where the piece started.
    fn home(&mut self) -> Form {
        if self.sort == Sort::Move && !self.cx.has_parts {
            return word("start");
        }
        let name = self.cx.names.made("home", "home");
        self.declare(&name, word("here"));
        local(&name)
    }

    /// The owner of the piece, where players move pieces of others.
    fn side(&mut self) -> Form {
        let name = self.cx.names.made("side", "side");
        self.cx.pre(self.kind, &name, word("owner"));
        local(&name)
    }

    /// The list of cells that have a flag.
    fn cell_flag(&mut self, flag: CellFlagId) -> Form {
        let wanted = &self.cx.game.cell_flags[flag.idx()];
        let name = self.cx.names.made(&format!("cell-flag {}", flag.0), wanted);
        match self.cx.game.settings.flag_scope {
            FlagScope::Part => self.declare(&name, list("list", [])),
            FlagScope::Turn => self.cx.pre(self.kind, &name, list("list", [])),
        }
        local(&name)
    }

    /// Marks forms as made by the statement at hand.
    fn tag(&self, mut forms: Vec<Form>) -> Vec<Form> {
        for form in &mut forms {
            if form.call == ExpansionId::NONE {
                form.call = self.call;
            }
        }
        forms
    }

    fn enter(&mut self, stmt: &Stmt) -> (StmtKey, Origin, usize) {
        let outer = (self.stmt, self.origin, self.n_tests);
        (self.stmt, self.origin, self.n_tests) = (crate::flow::key(stmt), stmt.origin, 0);
        outer
    }

    fn leave(&mut self, outer: (StmtKey, Origin, usize)) {
        (self.stmt, self.origin, self.n_tests) = outer;
    }
}
