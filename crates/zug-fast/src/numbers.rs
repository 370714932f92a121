//! Attributes that are numbers: every number that one can ever be, where these are few. Each is then a sort of piece of its
//! own, and what a rule computes from such an attribute is known for each of them when the game is loaded.

use crate::flow::{self, Places, RuleOf, Shared};
use crate::why::Why;
use std::collections::BTreeSet;
use zug_ir::{AttrId, Game, KindId, Op, PlayerId, Start};
use zug_vm::Program;

/// More numbers than this are counted, not told apart.
const MAX_NUMBERS: usize = 16;

/// What attributes can be, as far as is known; for those that are no numbers, nothing.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    all: Vec<BTreeSet<i16>>,
}

impl Numbers {
    /// The numbers that pieces begin with, and those that rules make of them. Of scripts nobody asks.
    pub(crate) fn of(program: &Program) -> Result<Self, Why> {
        let game = program.game();
        let mut numbers = Numbers { all: vec![BTreeSet::new(); game.attrs.len()] };
        if game.scripted.is_some() || !game.attrs.iter().any(|a| a.numeric) {
            return Ok(numbers);
        }
        let fresh = game.kinds.iter().flat_map(|kind| kind.defaults.iter().copied().enumerate());
        let set_up = game.setup.iter().flat_map(|p| p.attrs.iter().map(|(attr, value)| (attr.idx(), *value)));
        for (attr, value) in fresh.chain(set_up).filter(|(attr, _)| game.attrs[*attr].numeric) {
            numbers.note(AttrId(attr as u16), cut(value))?;
        }
        // A rule that sets no such attribute makes no number, and one that asks for none makes the same ones every time.
        let makers: Vec<RuleOf> = rules(game).filter(|rule| sets_number(game, rule)).collect();
        let mut built: Vec<Option<Numbers>> = vec![None; makers.len()];
        let mut shared = Shared { places: Places::new(game.board.cells.len()), numbers, ..Shared::default() };
        let is_done = |rule: &RuleOf, with: &Option<Numbers>, now: &Numbers| {
            with.as_ref().is_some_and(|with| with == now || !asks_number(game, rule))
        };
        while let Some(i) = (0..makers.len()).find(|i| !is_done(&makers[*i], &built[*i], &shared.numbers)) {
            built[i] = Some(shared.numbers.clone());
            flow::build(program, &mut shared, makers[i])?;
        }
        Ok(shared.numbers)
    }

    /// In ascending order.
    pub(crate) fn of_attr(&self, attr: AttrId) -> impl Iterator<Item = i16> {
        self.all.get(attr.idx()).into_iter().flatten().copied()
    }

    /// An attribute can be that, too.
    pub(crate) fn note(&mut self, attr: AttrId, value: i16) -> Result<(), Why> {
        let Some(numbers) = self.all.get_mut(attr.idx()) else { return Err(Why::NumericAttributes) };
        numbers.insert(value);
        if numbers.len() > MAX_NUMBERS { Err(Why::NumericAttributes) } else { Ok(()) }
    }
}

/// A number as an attribute holds it.
fn cut(value: i32) -> i16 {
    value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

fn sets_number(game: &Game, rule: &RuleOf) -> bool {
    let code = &game.blocks[rule.block.idx()].code;
    code.iter().any(|op| matches!(op, Op::SetAttr { attr, .. } if game.attrs[attr.idx()].numeric))
}

fn asks_number(game: &Game, rule: &RuleOf) -> bool {
    let code = &game.blocks[rule.block.idx()].code;
    code.iter().any(|op| matches!(op, Op::PushAttr { attr, .. } if game.attrs[attr.idx()].numeric))
}

/// Every rule of every player who acts.
fn rules(game: &Game) -> impl Iterator<Item = RuleOf> {
    let anyone = game.rules.start == Start::Anyone;
    let players = (0..game.players.len() as u16).map(PlayerId);
    let acting = players.filter(|player| game.turns.iter().any(|turn| turn.actor == *player));
    acting.flat_map(move |player| {
        game.kinds.iter().enumerate().flat_map(move |(k, kind)| {
            let moves = kind.moves.iter().map(|rule| (rule, false));
            moves.chain(kind.drops.iter().map(|rule| (rule, true))).map(move |(rule, drop)| RuleOf {
                player,
                kind: KindId(k as u16),
                mode: rule.mode,
                block: rule.block,
                drop,
                anyone,
            })
        })
    })
}
