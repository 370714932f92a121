//! Perft: how many results so many plies can have.

use crate::Stop;
use crate::judge::View;
use crate::pins::Legal;
use crate::plan::Plan;
use crate::position::Position;
use crate::route::TooMany;
use crate::run::Workplace;
use zug_vm::Program;

/// Fewer plies are counted before there is machine code for it.
#[cfg(feature = "jit")]
const WORTHWHILE: u32 = 4;

impl<const W: usize> Plan<W> {
    /// The results that `depth` plies can have.
    pub(crate) fn perft(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        place: &mut Workplace<W>,
        stop: Stop<'_>,
    ) -> Result<u64, TooMany> {
        if depth == 0 {
            return Ok(1);
        }
        if position.over.is_some() {
            return Ok(0);
        }
        if position.is_crowded(&self.layout) || stop() {
            return Err(TooMany);
        }
        #[cfg(feature = "jit")]
        if depth >= WORTHWHILE
            && let Some(counter) = self.counter()
            && self.is_quiet(position, place)
            && let Some(n) = counter.count(position, depth, &mut place.frames)
        {
            return Ok(n);
        }
        let chance = self.turns[position.turn as usize].chance;
        if self.distinct && self.stages.pass.is_none() && !chance {
            let (total, open) = self.offers(position, &mut place.scratch);
            if !open {
                return self.perft_closed(program, position, (total, depth), place, stop);
            }
        }
        let mut moves = Vec::new();
        self.legal(position, place, &mut moves)?;
        let real = moves.iter().any(|m| !m.is_empty());
        if self.standing(program, position, !moves.is_empty(), real).is_some() {
            return Ok(0);
        }
        let mut next = position.clone();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut total = 0;
        for steps in &moves {
            next.copy(position);
            self.make_all(&mut next, steps, &mut place.scratch.traces);
            if !seen.insert(self.result_hash(program, &next)) {
                continue;
            }
            if depth == 1 && !chance {
                total += 1;
                continue;
            }
            next.copy(position);
            self.play(program, &mut next, steps, place);
            // A roll is part of the ply that follows.
            let below = if chance { depth } else { depth - 1 };
            total += self.perft(program, &next, below, place, stop)?;
        }
        Ok(total)
    }

    /// The same where every move has one part and a result of its own.
    fn perft_closed(
        &self,
        program: &Program,
        position: &Position,
        (total, depth): (u32, u32),
        place: &mut Workplace<W>,
        stop: Stop<'_>,
    ) -> Result<u64, TooMany> {
        let actor = self.turns[position.turn as usize].actor;
        let judged = self.judges(actor);
        if depth == 1 && !judged && !self.lazy {
            let over = total == 0 || self.deferred(program, position, (true, true), false).is_some();
            return Ok(if over { 0 } else { u64::from(total) });
        }
        let pins = if judged { self.pins(position, actor) } else { None };
        if let (1, Some(pins)) = (depth, &pins) {
            let count = self.count_all_legal(position, pins, place);
            let over = count == 0 || self.deferred(program, position, (true, true), false).is_some();
            return Ok(if over { 0 } else { u64::from(count) });
        }
        let mut after = place.spare.pop().unwrap_or_else(|| position.clone());
        let offers = std::mem::take(&mut place.scratch.offers);
        let mut decided = self.order.deferred.is_empty();
        let mut count = 0;
        let mut failed = None;
        'all: for offer in &offers {
            for n in 0..offer.n {
                let step = self.step(offer, n);
                let Some(step) = self.resolved(position, step, &mut place.scratch.traces) else { continue };
                let legal = match &pins {
                    Some(pins) => self.is_legal(position, pins, step),
                    None => Legal::Perhaps,
                };
                if legal == Legal::No {
                    continue;
                }
                after.copy(position);
                self.make(&mut after, step, &mut place.scratch.traces);
                let doubtful = judged && legal == Legal::Perhaps;
                if doubtful && !self.passes(&after, actor, Some(step), &place.scratch.traces, 0) {
                    continue;
                }
                // The first legal move shows that there is one.
                if !decided {
                    decided = true;
                    if self.deferred(program, position, (true, true), false).is_some() {
                        break 'all;
                    }
                }
                if depth == 1 {
                    count += 1;
                    continue;
                }
                let mover = self.turns[position.turn as usize].chooser;
                if !self.order.immediate.is_empty() {
                    let traces = &place.scratch.traces;
                    let captured = &traces.captured;
                    let view = View { captured, to_move: None, repeats: false, mover, fresh: false };
                    if self.reached(&after, false, &view).is_some() {
                        continue;
                    }
                }
                self.remember(&mut after);
                match self.perft(program, &after, depth - 1, place, stop) {
                    Ok(below) => count += below,
                    Err(TooMany) => {
                        failed = Some(TooMany);
                        break 'all;
                    }
                }
            }
        }
        place.scratch.offers = offers;
        place.spare.push(after);
        failed.map_or(Ok(count), Err)
    }

    /// The hash by which results are told apart.
    fn result_hash(&self, program: &Program, position: &Position) -> u64 {
        let globals = program.game().globals.iter().enumerate().filter(|(_, g)| g.counter);
        globals.fold(position.hash, |h, (i, _)| {
            let value = position.global(&self.layout, zug_ir::GlobalId(i as u16));
            h.rotate_left(7) ^ u64::from(value as u32)
        })
    }
}
