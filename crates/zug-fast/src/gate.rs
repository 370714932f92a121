//! The gate of a rule: what it asks first, asked for all starts at once, so that few starts have to be walked from.

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::flow::{Cond, END, Flow, Node, Places};
use crate::lane::Seen;
use crate::position::Position;

/// Questions that end the rule if they are not answered as wanted. Without any it is open.
#[derive(Clone, Default, Debug)]
pub(crate) struct Gate<const W: usize> {
    pub(crate) bars: Vec<Bar<W>>,
}

#[derive(Clone, Debug)]
pub(crate) enum Bar<const W: usize> {
    Shown(BoardId, Seen<W>),
    NotShown(BoardId, Seen<W>),
    Starts(Bits<W>),
}

impl<const W: usize> Gate<W> {
    pub(crate) fn new(flow: &Flow, places: &Places) -> Self {
        let mut bars = Vec::new();
        let mut at = flow.entry();
        loop {
            at = match flow.node(at) {
                Node::Test { cond: Cond::Class(board), at, yes, no } if *no == END => {
                    bars.push(Bar::Shown(*board, Seen::new(places, *at)));
                    *yes
                }
                Node::Test { cond: Cond::Class(board), at, yes, no } if *yes == END => {
                    bars.push(Bar::NotShown(*board, Seen::new(places, *at)));
                    *no
                }
                Node::Split { starts, yes, no } if *no == END => {
                    bars.push(Bar::Starts(std::array::from_fn(|i| starts.get(i).copied().unwrap_or(0))));
                    *yes
                }
                Node::Effect { next, .. } | Node::Forget { next } => *next,
                _ => return Gate { bars },
            }
        }
    }

    /// The starts that get through.
    #[inline]
    pub(crate) fn pass(&self, position: &Position, mut starts: Bits<W>) -> Bits<W> {
        for bar in &self.bars {
            if bits::is_empty(&starts) {
                break;
            }
            starts = match bar {
                Bar::Shown(board, seen) => seen.look(position.board::<W>(*board), &starts),
                Bar::NotShown(board, seen) => {
                    bits::and_not(&starts, &seen.look(position.board::<W>(*board), &starts))
                }
                Bar::Starts(set) => bits::and(&starts, set),
            };
        }
        starts
    }
}
