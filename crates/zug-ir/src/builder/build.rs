//! The last step: tables that run along others, templates into blocks, stages into order.

use rustc_hash::FxHashMap;

use super::template::UseError;
use super::{Args, BuildError, Builder, Use};
use crate::game::{Block, GoalCond, RuleRef, Stage, Turn};
use crate::ids::{BlockId, CellId, DirId, KindId, PlayerId};
use crate::op::Op;
use crate::verify::Verified;

impl Builder {
    /// The game, checked.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with the calls, or what the verifier says about the game.
    pub fn build(mut self) -> Result<Verified, BuildError> {
        if let Some(problem) = self.problems.first() {
            return Err(problem.clone());
        }
        self.links()?;
        self.opposites()?;
        self.symmetries()?;
        self.zones()?;
        self.kinds()?;
        self.blocks()?;
        self.turns();
        self.stages();
        Verified::try_from(self.game).map_err(BuildError::Invalid)
    }

    fn links(&mut self) -> Result<(), BuildError> {
        let board = &mut self.game.board;
        let (n_dirs, n_cells) = (board.dirs.len(), board.cells.len());
        board.links = vec![vec![None; n_cells]; n_dirs];
        for (at, deltas) in self.deltas.iter().enumerate() {
            let cell = || board.cells[at].name.clone();
            if deltas.len() != n_dirs {
                return Err(BuildError::Deltas { cell: cell(), found: deltas.len(), expected: n_dirs });
            }
            for (dir, &delta) in deltas.iter().enumerate().filter(|(_, delta)| **delta != 0) {
                let to = usize::try_from(at as i64 + i64::from(delta)).ok().filter(|to| *to < n_cells);
                let to = to.ok_or_else(|| BuildError::DeltaOffBoard { cell: cell(), delta })?;
                board.links[dir][at] = Some(CellId(to as u16));
            }
        }
        Ok(())
    }

    fn opposites(&mut self) -> Result<(), BuildError> {
        let n_dirs = self.game.board.dirs.len();
        self.game.board.opposite = vec![None; n_dirs];
        if !self.opposites.is_empty() && self.opposites.len() != n_dirs {
            return Err(BuildError::Opposites { found: self.opposites.len(), expected: n_dirs });
        }
        for &(dir, opposite) in &self.opposites {
            self.game.board.opposite[dir.idx()] = Some(opposite);
        }
        Ok(())
    }

    fn symmetries(&mut self) -> Result<(), BuildError> {
        let n_dirs = self.game.board.dirs.len();
        for (player, symmetry) in self.game.players.iter_mut().zip(&self.symmetries) {
            player.symmetry = match symmetry.len() {
                0 => (0..n_dirs as u16).map(DirId).collect(),
                n if n == n_dirs => symmetry.clone(),
                found => {
                    let player = player.name.clone();
                    return Err(BuildError::Symmetry { player, found, expected: n_dirs });
                }
            };
        }
        Ok(())
    }

    fn zones(&mut self) -> Result<(), BuildError> {
        let n_players = self.game.players.len();
        for zone in &mut self.game.board.zones {
            if zone.cells.len() > n_players {
                let player = zone.cells.len() - 1;
                return Err(BuildError::UnknownPlayer { zone: zone.name.clone(), player });
            }
            zone.cells.resize(n_players, Vec::new());
        }
        Ok(())
    }

    fn kinds(&mut self) -> Result<(), BuildError> {
        let n_attrs = self.game.attrs.len();
        for kind in &mut self.game.kinds {
            kind.defaults = vec![0; n_attrs];
        }
        for &(kind, attr, value) in &self.defaults {
            let known = self.game.kinds.get_mut(kind.idx());
            let known = known.ok_or(BuildError::UnknownKind { kind: kind.idx() })?;
            known.defaults[attr.idx()] = value;
        }
        Ok(())
    }

    /// Equal code is one block. The order is that of kinds, the moves of each before its drops.
    fn blocks(&mut self) -> Result<(), BuildError> {
        let mut uses = std::mem::take(&mut self.uses);
        uses.sort_by_key(|usage| (usage.kind, usage.drop));
        let mut known: FxHashMap<Vec<Op>, BlockId> = FxHashMap::default();
        for usage in &uses {
            let code = self.code(usage)?;
            let kind = self.game.kinds.get_mut(usage.kind.idx());
            let kind = kind.ok_or(BuildError::UnknownKind { kind: usage.kind.idx() })?;
            let blocks = &mut self.game.blocks;
            let block = *known.entry(code).or_insert_with_key(|code| {
                blocks.push(Block { origin: 0, code: code.clone(), loops: n_loops(code) });
                BlockId(blocks.len() as u32 - 1)
            });
            let rules = if usage.drop { &mut kind.drops } else { &mut kind.moves };
            rules.push(RuleRef { mode: usage.mode, block });
        }
        Ok(())
    }

    fn code(&self, usage: &Use) -> Result<Vec<Op>, BuildError> {
        let number = usage.template.0;
        let template = self.templates.get(number).ok_or(BuildError::UnknownTemplate { template: number })?;
        let args = Args { given: &usage.args, opposite: &self.game.board.opposite };
        template.instantiate(&args, self.switches).map_err(|error| match error {
            UseError::Bind(command, source) => BuildError::Bind { template: number, command, source },
            UseError::Label(label) => {
                let commands = template.commands.len();
                BuildError::TemplateLabel { template: number, label: label.0, commands }
            }
        })
    }

    fn turns(&mut self) {
        if self.game.turns.is_empty() {
            let players = (0..self.game.players.len() as u16).map(PlayerId);
            self.game.turns =
                players.map(|player| Turn { chooser: player, actor: player, modes: None }).collect();
        }
    }

    fn stages(&mut self) {
        let royals = self.royals();
        let modes = std::mem::take(&mut self.priorities);
        let stages = &mut self.game.stages;
        if !modes.is_empty() {
            stages.push(Stage::Priorities { modes, unlisted: self.unlisted });
        }
        stages.extend(royals);
        if !stages.contains(&Stage::Merge) {
            stages.push(Stage::Merge);
        }
        // Stable: the order of royal and illegal stages among themselves is that of the calls.
        stages.sort_by_key(Stage::rank);
    }

    /// Whoever can be checkmated may not leave that piece attacked; unless the caller has said so himself.
    fn royals(&self) -> Vec<Stage> {
        let said = |id| {
            let royal = |stage: &Stage| matches!(stage, Stage::Royal { player, .. } if *player == id);
            self.game.stages.iter().any(royal)
        };
        let stage = |player| {
            let mut kinds = Vec::new();
            let goals = self.game.goals.iter().filter(|goal| goal.players.contains(&player));
            goals.for_each(|goal| mated(&goal.cond, &mut kinds));
            (!kinds.is_empty() && !said(player)).then_some(Stage::Royal { player, kinds })
        };
        (0..self.game.players.len() as u16).map(PlayerId).filter_map(stage).collect()
    }
}

/// Adds the kinds that a condition calls checkmated, each once.
fn mated(cond: &GoalCond, kinds: &mut Vec<KindId>) {
    if let GoalCond::Checkmated(mated) = cond {
        for kind in mated {
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
    }
    cond.children().iter().for_each(|child| mated(child, kinds));
}

/// How many slots the loops of a block need.
fn n_loops(code: &[Op]) -> u16 {
    let slot = |op: &Op| match op {
        Op::Each { slot } | Op::EachIn { slot, .. } => slot.0.saturating_add(1),
        _ => 0,
    };
    code.iter().map(slot).max().unwrap_or(0)
}
