//! Recipes: how to carry out what an exit does, as far as that is known when the game is loaded.

use crate::codes::{Code, Codes};
use crate::flow::{Effect, Exit, Place};
use crate::num::{Expr, ExprId, Exprs, Num};
use crate::position::Layout;
use smallvec::SmallVec;
use zug_ir::{GlobalId, KindId, PlayerId};

/// How an exit's parts are made.
#[derive(Clone, Debug)]
pub(crate) enum Recipe {
    /// One piece moves from the start to the target, perhaps becoming another sort of piece; values may change.
    Move(Moved),
    /// A piece moves or is dropped, and that is all.
    Plain,
    /// A piece is dropped, and values change.
    Drop(Dropped),
    /// Anything else.
    Full,
}

/// What becomes of a piece that moves.
#[derive(Clone, Debug)]
pub(crate) struct Moved {
    /// `becomes[choice * codes + code]`; empty if it stays what it is.
    becomes: Box<[Code]>,
    n_codes: usize,
    pub(crate) values: SmallVec<[(GlobalId, Amount); 1]>,
}

/// What happens beside a drop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dropped {
    /// One piece goes to this reserve: where it is the one the drop comes from, neither changes.
    pub(crate) back: Option<(PlayerId, KindId)>,
    pub(crate) values: SmallVec<[(GlobalId, Amount); 2]>,
}

/// A number that a value is set to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Amount {
    Const(i32),
    /// So much more than a value.
    Plus(GlobalId, i32),
    Other(ExprId),
}

impl Amount {
    fn of(num: Num, exprs: &Exprs) -> Self {
        let global = |id| match exprs.get(id) {
            Expr::Global(global) => Some(global),
            _ => None,
        };
        match num {
            Num::Const(value) => Amount::Const(value),
            Num::Expr(id) => match exprs.get(id) {
                Expr::Add(Num::Expr(a), Num::Const(b)) | Expr::Add(Num::Const(b), Num::Expr(a)) => {
                    global(a).map_or(Amount::Other(id), |global| Amount::Plus(global, b))
                }
                _ => Amount::Other(id),
            },
        }
    }
}

/// More values than this are too many for a recipe.
pub(crate) const MAX_VALUES: usize = 4;

/// Notes what a value is set to. All numbers are of the position before the part, so only the last one for each value counts.
fn set<const N: usize>(values: &mut SmallVec<[(GlobalId, Amount); N]>, global: GlobalId, amount: Amount)
where
    [(GlobalId, Amount); N]: smallvec::Array<Item = (GlobalId, Amount)>,
{
    values.retain(|(other, _)| *other != global);
    values.push((global, amount));
}

impl Moved {
    /// Does nothing else happen but that the piece moves?
    pub(crate) fn is_bare(&self) -> bool {
        self.becomes.is_empty() && self.values.is_empty()
    }

    /// What a piece of that sort is after the move.
    #[inline(always)]
    pub(crate) fn becomes(&self, code: Code, choice: u16) -> Code {
        self.becomes.get(choice as usize * self.n_codes + code as usize).copied().unwrap_or(code)
    }
}

impl Dropped {
    fn of(effects: &[Effect], exprs: &Exprs) -> Option<Self> {
        let mut made = Dropped::default();
        for effect in effects {
            match *effect {
                Effect::AddReserve(player, kind, Num::Const(1)) if made.back.is_none() => {
                    made.back = Some((player, kind));
                }
                Effect::SetGlobal(global, num) if made.values.len() < MAX_VALUES => {
                    set(&mut made.values, global, Amount::of(num, exprs));
                }
                _ => return None,
            }
        }
        Some(made)
    }
}

impl Recipe {
    pub(crate) fn of(exit: &Exit, codes: &Codes, layout: &Layout, exprs: &Exprs) -> Self {
        let odd = exit.effects_on_the_way || exit.sets_flags() || exit.still || exit.copy;
        if odd || layout.piles || exit.each.is_some() || !exit.moves.is_empty() || exit.from != Place::Start {
            return Recipe::Full;
        }
        if exit.drop || layout.doomed.is_some() {
            return match &exit.effects[..] {
                _ if !exit.kinds.is_empty() => Recipe::Full,
                [] => Recipe::Plain,
                effects if exit.drop => Dropped::of(effects, exprs).map_or(Recipe::Full, Recipe::Drop),
                _ => Recipe::Full,
            };
        }
        let n_codes = codes.pieces().len();
        let mut values = SmallVec::new();
        let mut becomes: Vec<Code> = (0..n_codes).map(|c| c as Code).collect();
        for effect in &exit.effects {
            match *effect {
                Effect::SetAttr(attr, value, Place::Target) => {
                    becomes.iter_mut().for_each(|code| *code = codes.with_attr(*code, attr, value));
                }
                Effect::ChangeKind(kind, Place::Target) | Effect::Promote(kind, Place::Target) => {
                    becomes.iter_mut().for_each(|code| *code = codes.with_kind(*code, kind));
                }
                Effect::SetGlobal(global, num) if values.len() < MAX_VALUES => {
                    set(&mut values, global, Amount::of(num, exprs));
                }
                _ => return Recipe::Full,
            }
        }
        if !exit.kinds.is_empty() {
            let with = |kind: &KindId| becomes.iter().map(|code| codes.with_kind(*code, *kind)).collect();
            becomes = exit.kinds.iter().flat_map::<Vec<Code>, _>(with).collect();
        } else if becomes.iter().enumerate().all(|(before, after)| before == *after as usize) {
            becomes.clear();
        }
        Recipe::Move(Moved { becomes: becomes.into(), n_codes, values })
    }
}
