//! Variables that hold directions, and what goes wrong with directions.
//!
//! A direction is followed where a truth value is needed, and as a statement it does nothing where it leads
//! nowhere. Both are useful, and both surprise.

use super::{Node, all_code, last_value, walk};
use crate::ast::{Call, Choice, DirId, Expr, ExprKind, LocalId, Stmt, StmtKind, Var};
use crate::codes;
use crate::decl::{Element, GameDecl, KindDecl, Value};
use crate::walk::Part;
use zug_source::Diagnostic;

pub(super) fn advise(game: &GameDecl, problems: &mut Vec<Diagnostic>) {
    let code = all_code(game);
    let mut held = Held { locals: vec![Vec::new(); game.locals.len()], lists: Vec::new(), game };
    // A variable may be set from another that is set later in the text; chains are short.
    for _ in 0..4 {
        if !code.iter().fold(false, |grown, (kind, part)| held.learn(*kind, *part) || grown) {
            break;
        }
    }
    let mut judge = Judge { held, loops: 0, problems };
    for (kind, part) in code {
        judge.held.enter(kind);
        judge.part(part);
    }
}

/// Which directions variables and lists may hold.
struct Held<'a> {
    locals: Vec<Vec<DirId>>,
    /// Of the piece whose code is looked at.
    lists: Vec<Vec<DirId>>,
    game: &'a GameDecl,
}

impl Held<'_> {
    fn enter(&mut self, kind: Option<&KindDecl>) {
        let dir = |value: &Expr| match value.what {
            ExprKind::Const(Value::Dir(dir)) => Some(dir),
            _ => None,
        };
        let dirs = |element: &Element| match element {
            Element::Item(value) => dir(value).into_iter().collect::<Vec<_>>(),
            Element::When(_, values) => values.iter().filter_map(dir).collect(),
        };
        let lists = kind.map_or(&[][..], |kind| &kind.lists);
        self.lists = lists.iter().map(|list| list.elements.iter().flat_map(dirs).collect()).collect();
    }

    /// Looks for variables that are set; true if something new was found.
    fn learn(&mut self, kind: Option<&KindDecl>, part: Part) -> bool {
        self.enter(kind);
        let mut grown = false;
        let mut learn_call = |held: &mut Self, call: &Call| {
            for (local, value) in &call.arguments {
                grown |= held.add(*local, held.of(value));
            }
        };
        let mut set: Vec<(LocalId, Vec<DirId>)> = Vec::new();
        walk(part, &mut |node| match node {
            Node::Stmt(Stmt { what, .. }) => match what {
                StmtKind::Let(local, value) | StmtKind::Set(Var::Local(local), value) => {
                    set.push((*local, self.of(value)));
                }
                StmtKind::For(parts) => set.push((parts.0, self.of_elements(&parts.1))),
                StmtKind::Call(call) => learn_call(self, call),
                _ => {}
            },
            Node::Expr(Expr { what: ExprKind::Call(call), .. }) => learn_call(self, call),
            Node::Expr(_) => {}
        });
        for (local, dirs) in set {
            grown |= self.add(local, dirs);
        }
        grown
    }

    fn add(&mut self, local: LocalId, dirs: Vec<DirId>) -> bool {
        let known = &mut self.locals[local.idx()];
        let before = known.len();
        known.extend(dirs);
        known.sort_unstable();
        known.dedup();
        known.len() > before
    }

    /// The directions that a value may be, as far as one can tell without running anything.
    fn of(&self, value: &Expr) -> Vec<DirId> {
        match &value.what {
            ExprKind::Const(Value::Dir(dir)) => vec![*dir],
            ExprKind::Var(Var::Local(local)) => self.locals[local.idx()].clone(),
            ExprKind::List(list) => self.lists.get(list.idx()).cloned().unwrap_or_default(),
            ExprKind::Any(choice) => match &**choice {
                Choice::Items(items) => items.iter().flat_map(|item| self.of(item)).collect(),
                Choice::List(list) => self.lists.get(list.idx()).cloned().unwrap_or_default(),
                Choice::Value(list) => self.of_elements(list),
                _ => Vec::new(),
            },
            ExprKind::If(parts) => [&parts.1, &parts.2].iter().flat_map(|value| self.of(value)).collect(),
            ExprKind::Opposite(dir) => {
                let opposite = &self.game.board.opposite;
                self.of(dir).iter().filter_map(|dir| opposite.get(dir.idx()).copied().flatten()).collect()
            }
            ExprKind::Nth(parts) => self.of_elements(&parts.0),
            ExprKind::Call(call) => last_value(&call.body).map(|value| self.of(value)).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    fn of_elements(&self, list: &Expr) -> Vec<DirId> {
        match &list.what {
            ExprKind::MakeList(items) => items.iter().flat_map(|item| self.of(item)).collect(),
            ExprKind::List(list) => self.lists.get(list.idx()).cloned().unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Does it lead somewhere from everywhere, whoever follows it?
    fn is_total(&self, dir: DirId) -> bool {
        self.game.players.iter().all(|player| {
            let meant = player.symmetry.get(dir.idx()).copied().unwrap_or(dir);
            self.game.board.links[meant.idx()].iter().all(Option::is_some)
        })
    }
}

struct Judge<'a, 'p> {
    held: Held<'a>,
    /// Loops around the current place.
    loops: usize,
    problems: &'p mut Vec<Diagnostic>,
}

impl Judge<'_, '_> {
    fn part(&mut self, part: Part) {
        match part {
            Part::Block(block) => block.iter().for_each(|stmt| self.stmt(stmt)),
            Part::Expr(value) => self.expr(value),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let is_blind_loop = match &stmt.what {
            StmtKind::While(parts) => !looks_ahead(&parts.0),
            StmtKind::Repeat(_) | StmtKind::For(_) => true,
            StmtKind::Eval(value) => {
                self.bare_direction(value);
                false
            }
            _ => false,
        };
        self.loops += usize::from(is_blind_loop);
        stmt.parts(&mut |part| self.part(part));
        self.loops -= usize::from(is_blind_loop);
    }

    fn expr(&mut self, value: &Expr) {
        let loops = self.loops;
        match &value.what {
            ExprKind::Opposite(dir) => self.opposite(dir),
            ExprKind::Or(values) => values.iter().for_each(|value| self.truth(value)),
            ExprKind::Not(value) => self.truth(value),
            // The cursor is put back after each alternative.
            ExprKind::Exists(_)
            | ExprKind::NotExists(_)
            | ExprKind::Count(_)
            | ExprKind::All(_)
            | ExprKind::Sum(_)
            | ExprKind::Collect(_) => self.loops = 0,
            _ => {}
        }
        value.parts(&mut |part| self.part(part));
        self.loops = loops;
    }

    fn bare_direction(&mut self, value: &Expr) {
        let is_name = matches!(value.what, ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::List(_));
        let dirs = self.held.of(value);
        if self.loops == 0 || !is_name || dirs.iter().all(|&dir| self.held.is_total(dir)) {
            return;
        }
        let message = "a direction as a statement stays where it is if it cannot be followed";
        let problem = Diagnostic::warning(codes::BARE_DIRECTION, value.origin, message)
            .hint("in a loop write `(check direction)`, so that the loop ends at the edge");
        self.problems.push(problem);
    }

    fn opposite(&mut self, dir: &Expr) {
        let board = &self.held.game.board;
        let mut lost = self.held.of(dir);
        lost.sort_unstable();
        lost.dedup();
        lost.retain(|dir| board.opposite.get(dir.idx()).copied().flatten().is_none());
        let names: Vec<String> = lost.iter().map(|dir| format!("`{}`", board.dirs[dir.idx()])).collect();
        if names.is_empty() {
            return;
        }
        let message = format!("no direction leads back from {} everywhere", names.join(", "));
        let problem = Diagnostic::warning(codes::NO_OPPOSITE, dir.origin, message)
            .hint("the board may say which one is meant: `(opposite there back)`");
        self.problems.push(problem);
    }

    /// Inside `or` and `not` a variable with a direction is seldom meant to be followed.
    fn truth(&mut self, value: &Expr) {
        if !matches!(value.what, ExprKind::Var(Var::Local(_))) || self.held.of(value).is_empty() {
            return;
        }
        let message = "this variable holds a direction, so the cursor steps along it here";
        let problem = Diagnostic::warning(codes::DIRECTION_AS_TRUTH, value.origin, message)
            .hint("to ask whether it is set use `none?` or `some?`");
        self.problems.push(problem);
    }
}

/// Does the condition of a loop ask about a place further on? Then the loop knows where the board ends.
fn looks_ahead(condition: &Expr) -> bool {
    let mut found = false;
    walk(Part::Expr(condition), &mut |node| {
        found |= matches!(
            node,
            Node::Expr(Expr {
                what: ExprKind::Is(_, steps)
                    | ExprKind::InZone(_, steps)
                    | ExprKind::NotInZone(_, steps)
                    | ExprKind::Here(steps),
                ..
            }) if !steps.is_empty()
        );
    });
    found
}
