//! Games of heaps and dice whose rules choose: scripts that are followed in advance.
//!
//! What a rule does depends on the position only through the questions it asks. So a rule is followed once for every piece
//! it can be run for and every answer it gets (`machine`, `ops`, `choose`, `hand`), and what is left of it is a graph of questions
//! (`graph`), which is made as far as games come to it. Positions are counts (`place`). A turn of several parts is a graph
//! as well, of the positions inside it (`turn`): however the dice are ordered, each is looked at once, and moves are counted
//! and drawn without listing them (`list`).

mod choose;
mod dice;
mod facts;
mod graph;
mod hand;
mod kept;
mod list;
pub(crate) mod live;
mod machine;
mod ops;
mod parts;
mod place;
mod show;
mod turn;
mod value;

pub(crate) use place::Changed;

use crate::draw::Draw;
use crate::plan::Form as RuleKind;
use crate::position::Position;
use crate::run::was_twice;
use crate::search::{Does, Facts as Known, Play, Stage as Wanted};
use crate::why::Why;
use crate::{RuleForm, Run, Sight, Stop, TooMany};
use facts::Facts;
use graph::Pause;
use place::{Keys, NO_TURN, Place};
use std::sync::Mutex;
use turn::{Rule, Turns};
use zug_ir::{BlockId, LastMove, ModeId, NoMoves, Pass, PlayerId, Stage, Verdict};
use zug_vm::{Move, NO_CELL, Outcome, Program, State, lost};

/// A turn of the game.
struct TurnOf {
    chooser: PlayerId,
    random: bool,
    after: u16,
    /// The dice that are thrown.
    dice: Option<u16>,
    /// Rules that may begin it, by priority.
    ranks: Vec<Vec<u16>>,
    /// `further[mode]`: rules that may go on.
    further: Vec<Vec<u16>>,
}

/// A game in this form.
pub(crate) struct Form {
    facts: Facts,
    keys: Keys,
    rules: Vec<Rule>,
    turns: Vec<TurnOf>,
    pass: Pass,
    no_moves: NoMoves,
    forgets_last: bool,
    asks_before: bool,
    asks_repetition: bool,
    places: Mutex<Vec<Turns>>,
}

/// A game of heaps with rules that choose, if it has this form.
pub(crate) fn follow(program: &Program) -> Result<Box<dyn Run>, Why> {
    Ok(Box::new(Form::new(program)?))
}

impl Form {
    fn new(program: &Program) -> Result<Self, Why> {
        let facts = Facts::new(program)?;
        let (game, scripted) = (program.game(), facts.rules());
        let mut rules = Vec::new();
        for player in program.contenders() {
            for code in (0..facts.n_codes as u8).filter(|c| facts.owner(*c) == player) {
                if facts.possible[usize::from(code)] {
                    let moves = &scripted.kinds[facts.kind(code).idx()].moves;
                    rules.extend(moves.iter().map(|r| rule(player, Some(code), r)));
                }
            }
            rules.extend(
                scripted.players.get(player.idx()).into_iter().flatten().map(|r| rule(player, None, r)),
            );
        }
        if rules.iter().any(|r| game.turns.iter().any(|t| t.actor != t.chooser && t.actor == r.player)) {
            return Err(Why::Op("turns for somebody else"));
        }
        let turns = game.turns.iter().enumerate().map(|(i, turn)| {
            let begins = |mode: Option<ModeId>| scripted.may_begin(turn.modes.as_deref(), mode, false);
            let mine = |f: &dyn Fn(&Rule) -> bool| -> Vec<u16> {
                let all = rules.iter().enumerate().filter(|(_, r)| r.player == turn.actor && f(r));
                all.map(|(i, _)| i as u16).collect()
            };
            let ranks = match &scripted.priorities[..] {
                [] => vec![mine(&|r| begins(r.mode))],
                all => all.iter().map(|p| mine(&|r| r.mode == Some(*p) && begins(r.mode))).collect(),
            };
            let further = |mode: u16| mine(&|r| r.mode == Some(ModeId(mode)) && r.code.is_some());
            TurnOf {
                chooser: turn.chooser,
                random: game.players[turn.chooser.idx()].random,
                after: program.turn_after(i as u16),
                dice: scripted.rolls.get(i).copied().flatten(),
                ranks,
                further: (0..scripted.modes.len() as u16).map(further).collect(),
            }
        });
        let turns: Vec<TurnOf> = turns.collect();
        let pass = game.stages.iter().find_map(|s| match s {
            Stage::Pass(pass) => Some(*pass),
            _ => None,
        });
        Ok(Form {
            keys: Keys::new(&facts),
            turns,
            pass: pass.unwrap_or(Pass::Never),
            no_moves: game.rules.no_moves,
            forgets_last: game.rules.last_move == LastMove::Cleared,
            asks_before: scripted.goals.iter().any(|g| !g.after_move),
            asks_repetition: program.needs_history(),
            places: Mutex::new(Vec::new()),
            rules,
            facts,
        })
    }

    /// Asks with scratch space of one's own. What others have asked before must not matter: where their questions have left
    /// too little room, one asks again with all of it.
    fn with_turns<T>(&self, mut f: impl FnMut(&mut Turns) -> Result<T, TooMany>) -> Result<T, TooMany> {
        let spare = self.places.lock().ok().and_then(|mut places| places.pop());
        let spare = spare.filter(|t| !t.graph.is_full());
        let fresh = spare.is_none();
        let mut turns = spare.unwrap_or_else(|| Turns::new(self));
        let mut result = f(&mut turns);
        if result.is_err() && turns.graph.is_full() && !fresh {
            turns = Turns::new(self);
            result = f(&mut turns);
        }
        if let Ok(mut places) = self.places.lock() {
            places.push(turns);
        }
        result
    }

    fn place(&self, position: &Position) -> Result<Place, TooMany> {
        Place::new(&self.facts, position).ok_or(TooMany)
    }

    /// What happens between the last part of a move and the next turn.
    fn end_turn(&self, place: &mut Place, is_pass: bool) {
        place.passes = if is_pass { place.passes.saturating_add(1) } else { 0 };
        if self.forgets_last {
            place.last = (NO_CELL, NO_CELL);
        }
        let told = place.told;
        let turn = if told == NO_TURN { self.turns[place.turn as usize].after } else { told };
        place.set_turn(&self.keys, turn);
        place.forget_left();
        place.repeated = false;
    }

    fn throw(&self, place: &mut Place, dice: u16, table: u16) {
        place.set_table(&self.facts, dice, table);
        place.last = (NO_CELL, NO_CELL);
        self.end_turn(place, false);
    }

    /// Has the player to move a legal move, a pass included?
    fn can_move(&self, turns: &mut Turns, place: &Place) -> Result<bool, TooMany> {
        if self.turns[place.turn as usize].random || self.pass != Pass::Never {
            return Ok(true);
        }
        let spot = turns.find(self, &mut place.clone(), true)?;
        Ok(turns.count(spot) > 0)
    }

    /// The first goal of a phase that holds about a player.
    fn reached(
        &self,
        program: &Program,
        turns: &mut Turns,
        place: &Place,
        after_move: bool,
        player: PlayerId,
        mut can_move: Option<bool>,
    ) -> Result<Option<Outcome>, TooMany> {
        if self.facts.game.players[player.idx()].random {
            return Ok(None);
        }
        for (i, goal) in self.facts.rules().goals.iter().enumerate() {
            let for_him = goal.players.is_empty() || goal.players.contains(&player);
            if goal.after_move != after_move || !for_him {
                continue;
            }
            let worth = loop {
                match turns.goal(self, place, i, player, can_move.map(|can| !can)) {
                    Ok(worth) => break worth,
                    Err(Pause::TooMany) => return Err(TooMany),
                    Err(Pause::NoMoves) if can_move.is_some() => return Err(TooMany),
                    Err(Pause::NoMoves) => can_move = Some(self.can_move(turns, place)?),
                }
            };
            if let Some(worth) = worth {
                return Ok(Some(match goal.verdict {
                    Verdict::Win => Outcome::Won { player, worth },
                    Verdict::Loss => lost(program, player, worth),
                    Verdict::Draw | Verdict::Count => Outcome::Draw,
                }));
            }
        }
        Ok(None)
    }

    /// How the game stands before a move.
    fn standing(
        &self,
        program: &Program,
        turns: &mut Turns,
        place: &Place,
        can_move: bool,
    ) -> Result<Option<Outcome>, TooMany> {
        let chooser = self.turns[place.turn as usize].chooser;
        if self.asks_before
            && let Some(over) = self.reached(program, turns, place, false, chooser, Some(can_move))?
        {
            return Ok(Some(over));
        }
        Ok((!can_move).then(|| match self.no_moves {
            NoMoves::Draw => Outcome::Draw,
            NoMoves::Loss => lost(program, chooser, 1),
        }))
    }

    /// Plays one random ply. The outcome if there is none to play.
    fn random_ply(
        &self,
        program: &Program,
        turns: &mut Turns,
        place: &mut Place,
        draw: &mut Draw,
    ) -> Result<Option<Outcome>, TooMany> {
        if let Some(dice) = self.turns[place.turn as usize].dice {
            let pool = &self.facts.pools[usize::from(dice)];
            let mut left = draw.below(pool.total as usize) as u64;
            let thrown = pool.throws.iter().find(|throw| {
                let here = left < throw.weight;
                left = left.saturating_sub(throw.weight);
                here
            });
            let table = thrown.map_or(0, |throw| throw.table);
            self.throw(place, dice, table);
            return Ok(None);
        }
        let spot = turns.find(self, place, self.pass != Pass::Always)?;
        let count = turns.count(spot);
        let passes = self.passes(usize::from(count > 0));
        if self.asks_before || (count == 0 && !passes) {
            let over = self.standing(program, turns, place, count > 0 || passes)?;
            if over.is_some() {
                return Ok(over);
            }
        }
        // A pass is one move more; moves that are the same are put together by drawing again.
        if passes && (count == 0 || self.draws_pass(turns, place, spot, draw)?) {
            self.end_turn(place, true);
            return Ok(None);
        }
        turns.draw(self, place, spot, draw)?;
        self.end_turn(place, false);
        Ok(None)
    }

    fn draws_pass(&self, turns: &Turns, place: &Place, spot: u32, draw: &mut Draw) -> Result<bool, TooMany> {
        let n = self.legal(turns, place, spot)?.len();
        Ok(draw.below(n + 1) == n)
    }

    /// Is there a pass beside so many other moves?
    fn passes(&self, n: usize) -> bool {
        self.pass == Pass::Always || (self.pass == Pass::Forced && n == 0)
    }

    fn results(
        &self,
        program: &Program,
        turns: &mut Turns,
        place: &Place,
        depth: u32,
        stop: Stop<'_>,
    ) -> Result<u64, TooMany> {
        if stop() {
            return Err(TooMany);
        }
        let mut total = 0_u64;
        if let Some(dice) = self.turns[place.turn as usize].dice {
            for throw in &self.facts.pools[usize::from(dice)].throws {
                let mut after = place.clone();
                self.throw(&mut after, dice, throw.table);
                total = total.saturating_add(self.results(program, turns, &after, depth, stop)?);
            }
            return Ok(total);
        }
        let mut from = place.clone();
        let spot = turns.find(self, &mut from, false)?;
        let mut found = if turns.count(spot) > 0 { turns.results(self, &from, spot)? } else { Vec::new() };
        found.iter_mut().for_each(|place| self.end_turn(place, false));
        let passes = self.passes(found.len());
        if self.standing(program, turns, place, !found.is_empty() || passes)?.is_some() {
            return Ok(0);
        }
        if passes {
            let mut after = place.clone();
            self.end_turn(&mut after, true);
            let known = |p: &Place| p.result(&self.facts) == after.result(&self.facts);
            if !found.iter().any(known) {
                found.push(after);
            }
        }
        if depth == 1 {
            return Ok(found.len() as u64);
        }
        let mover = self.turns[place.turn as usize].chooser;
        for after in &found {
            if self.reached(program, turns, after, true, mover, None)?.is_none() {
                total = total.saturating_add(self.results(program, turns, after, depth - 1, stop)?);
            }
        }
        Ok(total)
    }

    /// A random game begins; its situations are kept where a goal asks for them.
    fn begin_history(&self, turns: &mut Turns, history: &[u64]) {
        if self.asks_repetition {
            turns.history.begin(history, 2);
        }
    }

    /// A move of a random game has been made.
    fn remember(&self, turns: &mut Turns, place: &mut Place) {
        if self.asks_repetition {
            place.repeated = turns.history.add(place.situation(&self.keys));
        }
    }

    fn random_game(
        &self,
        program: &Program,
        turns: &mut Turns,
        place: &mut Place,
        history: &[u64],
        cap: usize,
        draw: &mut Draw,
    ) -> Result<(usize, Option<Outcome>), TooMany> {
        self.begin_history(turns, history);
        for ply in 0..cap {
            let mover = self.turns[place.turn as usize].chooser;
            let over = self.random_ply(program, turns, place, draw)?;
            if over.is_some() {
                return Ok((ply, over));
            }
            self.remember(turns, place);
            let over = self.reached(program, turns, place, true, mover, None)?;
            if over.is_some() && ply + 1 < cap {
                return Ok((ply + 1, over));
            }
        }
        Ok((cap, None))
    }
}

fn rule(player: PlayerId, code: Option<u8>, rule: &zug_ir::ScriptRule) -> Rule {
    Rule { player, code, mode: rule.mode, script: rule.script, further: rule.further }
}

impl Run for Form {
    fn position(&self, program: &Program, state: &State) -> Option<Position> {
        let mut position = place::position(&self.facts, program, state)?;
        if self.asks_repetition {
            let now = Place::new(&self.facts, &position)?.situation(&self.keys);
            position.changes.repeated = was_twice(state.history(), now);
        }
        Some(position)
    }

    fn state(&self, program: &Program, position: &Position) -> State {
        place::state(&self.facts, program, position)
    }

    fn moves(&self, _program: &Program, position: &Position) -> Result<Vec<Move>, TooMany> {
        if position.over.is_some() {
            return Ok(Vec::new());
        }
        let place = self.place(position)?;
        if let Some(dice) = self.turns[place.turn as usize].dice {
            return Ok(self.throws(dice));
        }
        self.with_turns(|turns| {
            let mut place = place.clone();
            let spot = turns.find(self, &mut place, false)?;
            let legal = self.legal(turns, &place, spot)?;
            let moves = legal.iter().map(|taken| self.show(turns, &place, taken));
            let mut moves = moves.collect::<Result<Vec<Move>, TooMany>>()?;
            if self.passes(moves.len()) {
                moves.push(Move::pass());
            }
            Ok(moves)
        })
    }

    fn outcome(&self, program: &Program, position: &Position) -> Result<Option<Outcome>, TooMany> {
        if position.over.is_some() {
            return Ok(position.over.clone());
        }
        let place = self.place(position)?;
        self.with_turns(|turns| {
            let can_move = self.can_move(turns, &place)?;
            self.standing(program, turns, &place, can_move)
        })
    }

    fn plays(
        &self,
        _program: &Program,
        position: &Position,
        stage: Wanted,
        out: &mut Vec<Play>,
    ) -> Result<(), TooMany> {
        out.clear();
        if position.over.is_some() {
            return Ok(());
        }
        let place = self.place(position)?;
        let all = match self.turns[place.turn as usize].dice {
            Some(dice) => {
                let throws = 0..self.facts.pools[usize::from(dice)].throws.len();
                throws.map(|n| Play::at_place(n, Known::default(), None)).collect()
            }
            None => self.with_turns(|turns| self.all_plays(turns, &place))?,
        };
        out.extend(all.into_iter().filter(|play| stage.wants(play.facts)));
        Ok(())
    }

    fn make(&self, program: &Program, position: &mut Position, play: &Play) -> Result<(), TooMany> {
        if position.over.is_some() {
            return Ok(());
        }
        let mut place = self.place(position)?;
        let of = &self.turns[place.turn as usize];
        let mover = of.chooser;
        match (of.dice, play.does.as_deref()) {
            (Some(dice), _) => {
                let throw = self.facts.pools[usize::from(dice)].throws.get(play.n as usize);
                let Some(throw) = throw else { return Ok(()) };
                self.throw(&mut place, dice, throw.table);
            }
            (None, Some(Does::Changes(changed))) => {
                place.change(&self.facts, &self.keys, changed);
                self.end_turn(&mut place, false);
            }
            (None, _) => self.end_turn(&mut place, true),
        }
        let over = self.with_turns(|turns| self.reached(program, turns, &place, true, mover, None))?;
        *position = place.stored(&self.facts, over);
        Ok(())
    }

    fn standing(
        &self,
        program: &Program,
        position: &Position,
        has_moves: bool,
        _real: bool,
    ) -> Result<Option<Outcome>, TooMany> {
        if position.over.is_some() {
            return Ok(position.over.clone());
        }
        let place = self.place(position)?;
        self.with_turns(|turns| self.standing(program, turns, &place, has_moves))
    }

    fn count(&self, program: &Program, position: &Position) -> Result<u64, TooMany> {
        let mut all = Vec::new();
        self.plays(program, position, Wanted::All, &mut all)?;
        Ok(all.len() as u64)
    }

    fn make_random(&self, program: &Program, position: &mut Position, seed: u64) -> Result<bool, TooMany> {
        if position.over.is_some() {
            return Ok(false);
        }
        let place = self.place(position)?;
        let mover = self.turns[place.turn as usize].chooser;
        let after = self.with_turns(|turns| {
            let mut place = place.clone();
            if self.random_ply(program, turns, &mut place, &mut Draw::new(seed))?.is_some() {
                return Ok(None);
            }
            let over = self.reached(program, turns, &place, true, mover, None)?;
            Ok(Some(place.stored(&self.facts, over)))
        })?;
        let made = after.is_some();
        after.into_iter().for_each(|after| *position = after);
        Ok(made)
    }

    fn playout(
        &self,
        program: &Program,
        position: &Position,
        history: &[u64],
        cap: usize,
        seed: u64,
    ) -> Result<(usize, Option<Outcome>), TooMany> {
        if position.over.is_some() && cap > 0 {
            return Ok((0, position.over.clone()));
        }
        let place = self.place(position)?;
        self.with_turns(|turns| {
            self.random_game(program, turns, &mut place.clone(), history, cap, &mut Draw::new(seed))
        })
    }

    fn look(&self, _program: &Program, position: &Position, out: &mut Sight) {
        out.of_counts(position.words(), self.facts.n_cells, &self.facts.pieces);
    }

    fn perft(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        stop: Stop<'_>,
    ) -> Result<u64, TooMany> {
        if depth == 0 {
            return Ok(1);
        }
        if position.over.is_some() {
            return Ok(0);
        }
        let place = self.place(position)?;
        self.with_turns(|turns| self.results(program, turns, &place, depth, stop))
    }

    fn forms(&self) -> Vec<RuleForm> {
        let piece = |r: &Rule| Some((r.player, self.facts.kind(r.code?), r.script));
        let form = |(player, kind, script): (PlayerId, _, zug_ir::ScriptId)| RuleForm {
            player,
            kind,
            block: BlockId(script.0),
            drop: false,
            form: RuleKind::Counts,
            why: None,
        };
        self.rules.iter().filter_map(piece).map(form).collect()
    }

    fn random_end(
        &self,
        program: &Program,
        position: &Position,
        history: &[u64],
        cap: usize,
        seed: u64,
    ) -> Option<Position> {
        let start = self.place(position).ok()?;
        let end = self.with_turns(|turns| {
            let (draw, mut over, mut place) = (&mut Draw::new(seed), None, start.clone());
            self.begin_history(turns, history);
            for _ in 0..cap {
                let mover = self.turns[place.turn as usize].chooser;
                if over.is_some() || self.random_ply(program, turns, &mut place, draw)?.is_some() {
                    break;
                }
                self.remember(turns, &mut place);
                over = self.reached(program, turns, &place, true, mover, None)?;
            }
            Ok(place.stored(&self.facts, over))
        });
        end.ok()
    }
}
