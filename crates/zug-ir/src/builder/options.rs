//! The options of the predecessor's compiled form, one row each.
//!
//! A row has a name, a value, what it means and what it does. Most set a field of the rules or add a stage.
//! Four change what commands mean and are put into effect when a template is used. Some only permitted
//! commands that here are always there: they are accepted and do nothing. There is no other option, and
//! none is ignored without a word.

use super::OptionError;
use crate::flow::Record;
use crate::game::{
    AttrView, FlagScope, Game, GoOn, LastMove, LoneCapture, Pass, Pile, Preference, Recycle, Stage, Start,
    View,
};
use crate::op::Op;

/// An option with one of its values.
#[derive(Clone, Copy, Debug)]
pub struct BuilderOption {
    pub name: &'static str,
    pub value: &'static str,
    pub meaning: &'static str,
    effect: Effect,
}

#[derive(Clone, Copy, Debug)]
enum Effect {
    /// Nothing to do: a version that is right, or a permission.
    None,
    Game(fn(&mut Game)),
    Switch(fn(&mut Switches)),
    /// All other values of the same option.
    All,
}

/// Options that change what commands mean.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Switches {
    /// Captures and drops carry over when the generator forks.
    fork: bool,
    discard_cascades: bool,
    mark_stack: bool,
    late_captures: bool,
}

macro_rules! options {
    ($($name:literal $value:literal $meaning:literal $effect:expr;)*) => {
        /// Every option with every value.
        pub const OPTIONS: &[BuilderOption] = &[$(BuilderOption {
            name: $name,
            value: $value,
            meaning: $meaning,
            effect: $effect,
        }),*];
    };
}

use Effect::{All, Game as Rule, None as Nothing, Switch};

options! {
    "zrf" "2.0" "language version of the source" Nothing;
    "z2j" "1" "translator version" Nothing;
    "maximal-captures" "true" "only moves that capture the most are legal"
        Rule(|game| add_stage(game, Stage::Prefer(vec![Preference::Captures])));
    "pass-partial" "true" "a composite move may be broken off" Rule(|game| game.rules.stop_early = true);
    "pass-turn" "true" "a turn may be passed" Rule(|game| add_stage(game, Stage::Pass(Pass::Always)));
    "pass-turn" "forced" "a turn may be passed when there is no other move"
        Rule(|game| add_stage(game, Stage::Pass(Pass::Forced)));
    "discard-cascades" "true" "cascaded movements are dropped when one version of the move is completed"
        Switch(|switches| switches.discard_cascades = true);
    "include-off-pieces" "true" "reserve pieces count in piece counts"
        Rule(|game| game.rules.count_reserve = true);
    "recycle-captures" "true" "captured pieces go to the capturer's reserve"
        Rule(|game| game.rules.recycle = Recycle::Capturer);
    "smart-moves" "true" "a unique move is made on selecting its start or its target"
        Rule(|game| smart_moves(game, "true"));
    "smart-moves" "from" "a unique move is made on selecting its start" Rule(|game| smart_moves(game, "from"));
    "smart-moves" "to" "a unique move is made on selecting its target" Rule(|game| smart_moves(game, "to"));
    "zrf-advanced" "true" "all of the following" All;
    "zrf-advanced" "simple" "the moved piece is seen where it now is"
        Rule(|game| game.rules.view = View::Now);
    "zrf-advanced" "fork" "captures and drops carry over when the generator forks"
        Switch(|switches| switches.fork = true);
    "zrf-advanced" "composite" "flags live for the whole composite move"
        Rule(|game| game.rules.flag_scope = FlagScope::Turn);
    "zrf-advanced" "attribute" "on an empty cell attributes are those of the moving piece"
        Rule(|game| game.rules.attr_view = AttrView::FollowsPiece);
    "zrf-advanced" "mark" "marks are a stack" Switch(|switches| switches.mark_stack = true);
    "zrf-advanced" "delayed" "captured pieces leave the board when the composite move ends"
        Switch(|switches| switches.late_captures = true);
    "zrf-advanced" "last" "last-from and last-to are cleared when a composite move ends"
        Rule(|game| game.rules.last_move = LastMove::Cleared);
    "zrf-advanced" "shared" "a player may move pieces of others"
        Rule(|game| game.rules.start = Start::Anyone);
    "zrf-advanced" "partial" "a composite move may go on with another piece"
        Rule(|game| game.rules.go_on = GoOn::AnyPiece);
    "zrf-advanced" "capture" "a move may consist of a lone capture"
        Rule(|game| game.rules.lone_capture = LoneCapture::Allowed);
    "zrf-advanced" "numeric" "permits numbers" Nothing;
    "zrf-advanced" "foreach" "permits search over all positions" Nothing;
    "zrf-advanced" "repeat" "permits to repeat a turn" Nothing;
    "zrf-advanced" "player" "permits commands on players" Nothing;
    "zrf-advanced" "global" "permits values of the board" Nothing;
    "board-model" "heap" "a position holds an unordered heap" Rule(|game| game.rules.pile = Pile::Heap);
    "board-model" "stack" "a position holds an ordered pile" Rule(|game| game.rules.pile = Pile::Stack);
}

/// The row of an option.
pub(super) fn find(name: &str, value: &str) -> Result<&'static BuilderOption, OptionError> {
    let values: Vec<&BuilderOption> = OPTIONS.iter().filter(|option| option.name == name).collect();
    if values.is_empty() {
        return Err(OptionError::UnknownName { name: name.to_owned() });
    }
    values.iter().copied().find(|option| option.value == value).ok_or_else(|| {
        let expected: Vec<String> = values.iter().map(|option| format!("`{}`", option.value)).collect();
        OptionError::UnknownValue {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: expected.join(", "),
        }
    })
}

impl BuilderOption {
    pub(super) fn apply(&self, game: &mut Game, switches: &mut Switches) {
        match self.effect {
            Effect::None => {}
            Effect::Game(set) => set(game),
            Effect::Switch(set) => set(switches),
            Effect::All => OPTIONS
                .iter()
                .filter(|other| other.name == self.name && other.value != self.value)
                .for_each(|other| other.apply(game, switches)),
        }
    }
}

/// A stage that an option asks for replaces an earlier one of its sort.
fn add_stage(game: &mut Game, stage: Stage) {
    game.stages.retain(|other| other.rank() != stage.rank());
    game.stages.push(stage);
}

/// The key under which ZRF files have it.
const SMART_MOVES: &str = "smart moves";

/// For the views only; see requirement G4.
fn smart_moves(game: &mut Game, value: &str) {
    game.presentation.retain(|(key, _)| key != SMART_MOVES);
    game.presentation.push((SMART_MOVES.to_owned(), value.to_owned()));
}

impl Switches {
    /// Appends what a command means under these options.
    pub(super) fn lower(self, op: Op, code: &mut Vec<Op>) {
        code.push(match op {
            Op::Mark {} if self.mark_stack => Op::MarkPush {},
            Op::Back {} if self.mark_stack => Op::BackPop {},
            Op::Capture { at } if self.late_captures => Op::CaptureLate { at },
            _ => op,
        });
    }

    /// Appends what is forgotten after a part was emitted by a template that records these.
    pub(super) fn forget(self, records: &[Record], code: &mut Vec<Op>) {
        if !self.fork && records.contains(&Record::Effect) {
            code.push(Op::ClearEffects {});
        }
        if self.discard_cascades && records.contains(&Record::Movement) {
            code.push(Op::ClearMovements {});
        }
    }
}
