//! Checks and pins: which moves leave a royal piece safe, without making them.
//!
//! Every threat to the royal piece is an attacker with cells that must be empty. It is a check if they are, and a pin of
//! a piece if that piece alone is in the way. A move that changes nothing but its start and its target is legal if it meets
//! every check (takes the attacker, or gets in its way), and if a pinned piece stays in the way.

use crate::bits::{self, Bits};
use crate::codes::Code;
use crate::flow::ExitId;
use crate::make::Step;
use crate::offer::{Anchor, Offer, Scratch};
use crate::plan::Plan;
use crate::position::Position;
use crate::recipe::Recipe;
use crate::run::Workplace;
use smallvec::SmallVec;
use zug_ir::PlayerId;

/// The checks and pins of one position.
#[derive(Debug)]
pub(crate) struct Pins<const W: usize> {
    /// The royal piece.
    pub(crate) royal: u16,
    code: Code,
    rival: usize,
    /// Targets that meet every check.
    evasions: Bits<W>,
    pinned: Bits<W>,
    /// Pinned pieces, and the cells on which they stay in the way.
    lines: SmallVec<[(u16, Bits<W>); 8]>,
}

/// Is a move legal?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Legal {
    Yes,
    No,
    /// It must be made to find out.
    Perhaps,
}

impl Legal {
    fn from(yes: bool) -> Self {
        if yes { Legal::Yes } else { Legal::No }
    }
}

impl<const W: usize> Pins<W> {
    pub(crate) fn new(royal: u16, code: Code, rival: usize) -> Self {
        let (pinned, lines) = (bits::none(), SmallVec::new());
        Pins { royal, code, rival, evasions: [!0; W], pinned, lines }
    }

    /// An attacker, the cells up to it and its own.
    #[inline(always)]
    pub(crate) fn check(&mut self, through: &Bits<W>) {
        self.evasions = bits::and(&self.evasions, through);
    }

    /// A piece that is all that stands in the way.
    #[inline(always)]
    pub(crate) fn pin(&mut self, piece: u16, through: &Bits<W>) {
        bits::insert(&mut self.pinned, piece);
        self.lines.push((piece, *through));
    }

    /// The cells to which a piece may go as far as the royal piece is concerned, which is another one.
    #[inline(always)]
    fn free(&self, start: u16) -> Bits<W> {
        let mut free = self.evasions;
        if bits::has(&self.pinned, start) {
            for (_, through) in self.lines.iter().filter(|(piece, _)| *piece == start) {
                free = bits::and(&free, through);
            }
        }
        free
    }
}

impl<const W: usize> Plan<W> {
    /// The checks and pins against the player to move. `None` if they do not tell everything.
    #[inline]
    pub(crate) fn pins(&self, position: &Position, player: PlayerId) -> Option<Pins<W>> {
        let stages = &self.stages;
        if self.lazy || stages.lawful[player.idx()] || !stages.illegal.is_empty() {
            return None;
        }
        let mut royal = bits::none();
        for board in &stages.royal[player.idx()] {
            bits::or_into(&mut royal, position.board::<W>(*board));
        }
        let rival = self.next_player[player.idx()];
        if bits::count(&royal) != 1 || rival == player.idx() {
            return None;
        }
        let cell = bits::first(&royal);
        let code = position.code(&self.layout, cell);
        let mut pins = Pins::new(cell, code, rival);
        let own = position.board::<W>(self.owned[player.idx()]?);
        let attacks = self.attacks[rival].as_ref()?;
        attacks.pins(&self.shared, &self.codes, position, (cell, code), own, &mut pins)?;
        Some(pins)
    }

    /// Is a move that is on offer legal?
    #[inline]
    pub(crate) fn is_legal(&self, position: &Position, pins: &Pins<W>, step: Step) -> Legal {
        if !self.is_plain(step.exit) || step.to == pins.royal {
            return Legal::Perhaps;
        }
        if self.shared.exits.get(step.exit).drop {
            return Legal::from(bits::has(&pins.evasions, step.to));
        }
        if step.start == pins.royal {
            return self.royal_move(position, pins, step);
        }
        Legal::from(bits::has(&pins.free(step.start), step.to))
    }

    /// How many of the moves on offer are legal?
    pub(crate) fn count_all_legal(
        &self,
        position: &Position,
        pins: &Pins<W>,
        place: &mut Workplace<W>,
    ) -> u32 {
        let actor = self.turns[position.turn as usize].actor;
        let mut after = place.spare.pop().unwrap_or_else(|| position.clone());
        let Scratch { offers, traces, .. } = &mut place.scratch;
        let mut count = 0;
        for offer in offers.iter() {
            count += self.count_legal(position, pins, offer, |step| {
                after.copy(position);
                self.make(&mut after, step, traces);
                self.passes(&after, actor, Some(step), traces, 0)
            });
        }
        place.spare.push(after);
        count
    }

    /// How many moves of an offer are legal? What must be made to find out is handed over.
    #[inline]
    fn count_legal(
        &self,
        position: &Position,
        pins: &Pins<W>,
        offer: &Offer<W>,
        mut perhaps: impl FnMut(Step) -> bool,
    ) -> u32 {
        let choices = self.choices[offer.exit.0 as usize];
        if self.is_plain(offer.exit) && !bits::has(&offer.cells, pins.royal) {
            let all = [!0; W];
            match offer.anchor {
                Anchor::Targets(start) if start != pins.royal => {
                    return choices * bits::count(&bits::and(&offer.cells, &pins.free(start)));
                }
                Anchor::Starts(to) if pins.evasions == all && self.rules[offer.rule as usize].spares_own => {
                    let mut n = bits::count(&bits::and_not(&offer.cells, &pins.pinned));
                    for start in bits::cells(&bits::and(&offer.cells, &pins.pinned)) {
                        n += u32::from(bits::has(&pins.free(start), self.shared.places.at(to, start)));
                    }
                    return choices * n;
                }
                _ => {}
            }
        }
        let mut n = 0;
        for i in 0..offer.n {
            let step = self.step(offer, i);
            n += u32::from(match self.is_legal(position, pins, step) {
                Legal::Yes => true,
                Legal::No => false,
                Legal::Perhaps => perhaps(step),
            });
        }
        n
    }

    /// Does an exit change nothing but its start and its target, leaving royal pieces what they are and others not royal?
    #[inline(always)]
    fn is_plain(&self, exit: ExitId) -> bool {
        self.plain[exit.0 as usize]
    }

    fn royal_move(&self, position: &Position, pins: &Pins<W>, step: Step) -> Legal {
        let code = match &self.recipes[step.exit.0 as usize] {
            Recipe::Move(moved) => moved.becomes(pins.code, step.choice),
            _ => return Legal::Perhaps,
        };
        let Some(attacks) = &self.attacks[pins.rival] else { return Legal::Yes };
        let attacked =
            attacks.attacked_without(&self.shared, &self.codes, position, step.to, code, step.start);
        attacked.map_or(Legal::Perhaps, |attacked| Legal::from(!attacked))
    }
}
