//! The stages that make moves legal, and which moves they need not see made.

use crate::class::BoardId;
use crate::flow::{Effect, Exit, Shared};
use crate::goal::{Check, Reader};
use crate::recipe::Recipe;
use crate::run::asks_stuck;
use crate::why::Why;
use zug_ir::{KindId, PlayerId, Preference, Stage, Then};
use zug_vm::Program;

/// What the stages of a game ask.
#[derive(Debug, Default)]
pub(crate) struct Stages<const W: usize> {
    /// `royal[player]`: boards of pieces that may not be left attacked.
    pub(crate) royal: Vec<Vec<BoardId>>,
    /// `lawful[player]`: something must be true after moves by some of his rules.
    pub(crate) lawful: Vec<bool>,
    /// Conditions that may not arise: about whom.
    pub(crate) illegal: Vec<(Vec<PlayerId>, Vec<Check<W>>)>,
    /// Only moves that are best by these.
    pub(crate) prefer: Vec<Preference>,
    pub(crate) landing: bool,
    pub(crate) pass: Option<zug_ir::Pass>,
}

pub(crate) fn stages<const W: usize>(program: &Program, shared: &mut Shared) -> Result<Stages<W>, Why> {
    let game = program.game();
    let n_players = game.players.len();
    let (royal, lawful) = (vec![Vec::new(); n_players], vec![false; n_players]);
    let mut stages = Stages { royal, lawful, ..Stages::default() };
    for stage in &game.stages {
        match stage {
            Stage::Priorities { .. } | Stage::Merge => {}
            Stage::Royal { player, kinds } => {
                stages.royal[player.idx()] = Reader { program, shared }.pieces(Some(*player), kinds)?;
            }
            // Whether nobody can move is not foreseen.
            Stage::Illegal { cond, .. } if asks_stuck(cond) => return Err(Why::Stage("illegal")),
            Stage::Illegal { players, cond } => {
                let mut reader = Reader { program, shared: &mut *shared };
                let checks = players.iter().map(|p| reader.check(cond, *p)).collect::<Result<_, _>>()?;
                stages.illegal.push((players.clone(), checks));
            }
            Stage::Prefer(criteria) => stages.prefer = criteria.clone(),
            Stage::Landing => stages.landing = true,
            Stage::Pass(pass) => stages.pass = Some(*pass),
            Stage::Ko(_) => return Err(Why::Stage("ko")),
        }
    }
    Ok(stages)
}

/// The kinds that some player must not leave attacked.
pub(crate) fn royal_kinds(program: &Program) -> Vec<KindId> {
    let stages = program.game().stages.iter();
    let kinds = stages.filter_map(|s| match s {
        Stage::Royal { kinds, .. } => Some(kinds.iter().copied()),
        _ => None,
    });
    kinds.flatten().collect()
}

/// Does a part change nothing on the board but its start and its target, and does nothing become royal?
pub(crate) fn is_plain(exit: &Exit, recipe: &Recipe, royal: &[KindId]) -> bool {
    let changes_kind =
        |e: &Effect| matches!(e, Effect::ChangeKind(k, _) | Effect::Promote(k, _) if royal.contains(k));
    let becomes_royal = exit.kinds.iter().any(|k| royal.contains(k)) || exit.effects.iter().any(changes_kind);
    let whole = exit.then == Then::Done && !exit.script;
    whole && !becomes_royal && !matches!(recipe, Recipe::Full)
}
