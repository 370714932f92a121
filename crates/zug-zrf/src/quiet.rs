//! Whether turns that capture something and turns that capture nothing stand beside each other.
//!
//! Under `maximal captures` turns that capture nothing stay legal beside the best captures. Most games give captures a
//! higher priority, and then the two are never compared. Here it is found out from the rules: what is not certain counts
//! as mixed, which is always right and only costs the games a faster way to play.

use rustc_hash::FxHashMap;
use zug_model::code::{Cond, Place, Stmt, StmtKind, Test, Then};
use zug_model::{ForkKeeps, Kind, ModeId, Rule};

/// True if some priority has both rules that may capture nothing and rules that may capture something.
pub(crate) fn are_mixed(kinds: &[Kind], priorities: &[ModeId], fork: ForkKeeps) -> bool {
    let rank = |rule: &Rule| rule.mode.and_then(|mode| priorities.iter().position(|other| *other == mode));
    let mut ranks: FxHashMap<Option<usize>, (bool, bool)> = FxHashMap::default();
    for rule in kinds.iter().flat_map(|kind| kind.moves.iter().chain(&kind.drops)) {
        let mut run = Run { fork, takes: true, spares: true };
        run.body(&rule.body, &mut Known::default());
        let (takes, spares) = ranks.entry(rank(rule)).or_insert((true, true));
        (*takes, *spares) = (*takes && run.takes, *spares && run.spares);
    }
    ranks.values().any(|&(takes, spares)| !takes && !spares)
}

/// What is certain about the adds of a rule.
struct Run {
    fork: ForkKeeps,
    /// All of them capture something.
    takes: bool,
    /// None of them captures anything, and nothing follows them.
    spares: bool,
}

/// What is certain at some point of a rule.
#[derive(Clone, Default, PartialEq)]
struct Known {
    /// Something has been captured since the last `add`.
    captured: bool,
    /// Something may have been captured since then, or have happened that may capture.
    may_capture: bool,
    /// Places where an enemy stands.
    enemies: Vec<Place>,
    /// The current position is empty.
    empty: bool,
    /// Where the movement ends, if that has been said already.
    to: Option<Landing>,
}

/// What is certain about the position where a movement ends.
#[derive(Clone, Copy, Default, PartialEq)]
struct Landing {
    enemy: bool,
    empty: bool,
}

impl Known {
    fn moved(&mut self) {
        self.enemies.retain(|place| matches!(place, Place::Cell(_)));
        self.empty = false;
    }

    fn here(&self) -> Landing {
        Landing { enemy: self.enemies.contains(&Place::Here), empty: self.empty }
    }

    /// What is certain if either is true.
    fn or(&mut self, other: Known) {
        self.captured &= other.captured;
        self.may_capture |= other.may_capture;
        self.enemies.retain(|place| other.enemies.contains(place));
        self.empty &= other.empty;
        if self.to != other.to {
            self.to = Some(Landing::default());
        }
    }

    /// A condition holds.
    fn holds(&mut self, cond: &Cond) {
        match cond {
            Cond::And(conds) => conds.iter().for_each(|cond| self.holds(cond)),
            Cond::Is(Test::Empty, Place::Here) => self.empty = true,
            Cond::Is(Test::Enemy, place) => self.enemies.push(*place),
            _ => {}
        }
    }
}

impl Run {
    fn body(&mut self, body: &[Stmt], known: &mut Known) {
        for statement in body {
            self.statement(&statement.what, known);
        }
    }

    fn statement(&mut self, statement: &StmtKind, known: &mut Known) {
        match statement {
            StmtKind::Step(_) | StmtKind::Goto(_) | StmtKind::Back => known.moved(),
            StmtKind::Verify(cond) => known.holds(cond),
            StmtKind::Capture(place) => {
                known.captured |= known.enemies.contains(place);
                known.may_capture = true;
            }
            StmtKind::To => known.to = Some(known.here()),
            StmtKind::If(parts) => {
                let mut otherwise = known.clone();
                known.holds(&parts.0);
                self.body(&parts.1, known);
                self.body(&parts.2, &mut otherwise);
                known.or(otherwise);
            }
            StmtKind::While(parts) => self.repeated(Some(&parts.0), &parts.1, known),
            StmtKind::Foreach(_, body) => self.repeated(None, body, known),
            StmtKind::Add(add) => {
                let end = known.to.unwrap_or_else(|| known.here());
                self.takes &= known.captured || end.enemy;
                self.spares &= !known.may_capture && end.empty && add.then == Then::Done;
                if self.fork == ForkKeeps::Movements {
                    (known.captured, known.may_capture) = (false, false);
                }
            }
            StmtKind::Mark
            | StmtKind::From
            | StmtKind::SetFlag(..)
            | StmtKind::SetCellFlag(..)
            | StmtKind::SetAttr(..)
            | StmtKind::SetGlobal(..)
            | StmtKind::ChangeKind(..)
            | StmtKind::RepeatTurn => {}
            // Movements of other pieces may end on an enemy; what comes into being or changes sides is no capture,
            // but has not been thought through.
            StmtKind::Cascade
            | StmtKind::Tuck(_)
            | StmtKind::Lift(_)
            | StmtKind::Create(_)
            | StmtKind::ChangeOwner(..)
            | StmtKind::Flip(_)
            | StmtKind::AddReserve(_) => known.may_capture = true,
        }
    }

    /// A body that is run any number of times: nothing is certain that one run of it takes away.
    fn repeated(&mut self, cond: Option<&Cond>, body: &[Stmt], known: &mut Known) {
        loop {
            let mut after = known.clone();
            if cond.is_none() {
                after.moved();
            }
            cond.iter().for_each(|cond| after.holds(cond));
            self.body(body, &mut after);
            let before = known.clone();
            known.or(after);
            if *known == before {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Want, load};
    use zug_model::Preference;
    use zug_source::NoFiles;

    /// True if turns that capture nothing stay beside captures in a game with these moves.
    fn mixed(rest: &str) -> bool {
        let text = format!(
            "(game (title \"Quiet\") (option \"maximal captures\" true) (players White Black)
               (board (grid (dimensions (\"a/b/c/d\" (1 0)) (\"1/2\" (0 1))) (directions (n 0 1) (e 1 0))))
               (board-setup (White (Man a1))) {rest})"
        );
        let loaded = load("quiet.zrf", text.as_bytes(), None, &NoFiles, Want::Default).unwrap();
        let game = loaded.forms[0].model.as_ref().expect("the text has no errors");
        game.settings.prefer.contains(&Preference::Quiet)
    }

    #[test]
    fn jumps_of_a_higher_priority_are_not_compared_with_steps() {
        let jump = "(e (verify enemy?) capture e (verify empty?) (add-partial jump))";
        let step = "(n (verify empty?) add) (n (while empty? add n))";
        assert!(mixed(&format!("(piece (name Man) (moves {jump} {step}))")));
        let typed = format!("(piece (name Man) (moves (move-type jump) {jump} (move-type step) {step}))");
        assert!(mixed(&typed));
        assert!(!mixed(&format!("(move-priorities jump step) {typed}")));
        assert!(!mixed(&format!("(move-priorities jump) {typed}")));
        // With the ends of the movement said.
        let jump = "(from e (verify enemy?) capture e (verify empty?) to (add-partial jump))";
        let game = |step: &str| {
            mixed(&format!(
                "(move-priorities jump step) (piece (name Man) (moves (move-type jump) {jump} (move-type step) {step}))"
            ))
        };
        assert!(!game("(from n (verify empty?) to add)"));
        assert!(!game("(from n (verify empty?) to n add)"));
        assert!(game("(from n to (verify empty?) n add)"));
        assert!(game("(from n (verify empty?) (if (enemy? e) to) n add)"));
    }

    #[test]
    fn what_is_not_certain_counts_as_mixed() {
        let game = |moves: &str| {
            mixed(&format!("(move-priorities jump) (piece (name Man) (moves (move-type jump) {moves}))"))
        };
        assert!(!game("(e (verify enemy?) add)"));
        assert!(!game("(e (while empty? e) (verify enemy?) capture e (verify empty?) add)"));
        assert!(!game("((verify (enemy? e)) (capture e) e e (verify empty?) add)"));
        // The second `add` has captured nothing any more.
        assert!(game("(e (verify enemy?) capture e (while empty? add e))"));
        assert!(game("(e (if enemy? capture) e (verify empty?) add)"));
        assert!(game("(e (verify enemy?) e capture (verify empty?) add)"));
        assert!(game("(e (verify not-friend?) add)"));
    }
}
