//! Lanes without branches: one form of op, run from first to last.
//!
//! `t = r[a] & (((look(r[b]) ^ inv) & c) | e); r[to] = r[to] & keep | t`: starts that have come to one node and get the
//! wanted answer go on to another. With the right constants this is every edge of a flow, so the processor never has to guess.

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::flow::{Cond, ExitId, Flow, Node, NodeId, PlaceId, Shared, cuts, ruled_out};
use crate::lane::Seen;
use crate::position::Position;
use zug_vm::Program;

/// A power of two, so that a mask keeps every number below it.
const REGISTERS: usize = 1024;

/// Boards first, then the nodes of the flows.
pub(crate) type Registers<const W: usize> = Box<[Bits<W>; REGISTERS]>;

pub(crate) fn registers<const W: usize>() -> Registers<W> {
    Box::new([bits::none(); REGISTERS])
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Op<const W: usize> {
    pub(crate) a: u16,
    pub(crate) b: u16,
    pub(crate) to: u16,
    pub(crate) delta: i16,
    pub(crate) inv: u64,
    /// Nothing is kept by the first op that writes to its register.
    pub(crate) keep: u64,
    pub(crate) c: Bits<W>,
    pub(crate) e: Bits<W>,
}

/// What is emitted: the starts in a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Emit {
    pub(crate) register: u16,
    pub(crate) rule: u16,
    pub(crate) exit: ExitId,
    pub(crate) to: PlaceId,
    /// How many moves each start stands for.
    pub(crate) choices: u32,
}

/// Some rules for the same starts, as one list of ops.
#[derive(Clone, Debug)]
pub(crate) struct Uniform<const W: usize> {
    pub(crate) boards: Vec<BoardId>,
    pub(crate) entries: Vec<u16>,
    pub(crate) ops: Vec<Op<W>>,
    pub(crate) emits: Vec<Emit>,
    pub(crate) used: usize,
    /// One question about the start itself decides everything.
    single: bool,
}

impl<const W: usize> Uniform<W> {
    /// `None` if some rule asks in another way than by looking at boards from a distance.
    pub(crate) fn new(program: &Program, rules: &[(u16, &Flow)], shared: &Shared) -> Option<Self> {
        let mut made = Uniform {
            boards: Vec::new(),
            entries: Vec::new(),
            ops: Vec::new(),
            emits: Vec::new(),
            used: 0,
            single: false,
        };
        for (_, flow) in rules {
            for node in &flow.nodes {
                if let Node::Test { cond: Cond::Class(board), .. } = node
                    && !made.boards.contains(board)
                {
                    made.boards.push(*board);
                }
            }
        }
        made.used = made.boards.len();
        for (rule, flow) in rules {
            made.add(program, *rule, flow, shared)?;
        }
        made.settle();
        Some(made)
    }

    fn register(&mut self) -> Option<u16> {
        self.used += 1;
        (self.used <= REGISTERS).then_some(self.used as u16 - 1)
    }

    fn add(&mut self, program: &Program, rule: u16, flow: &Flow, shared: &Shared) -> Option<()> {
        let places = &shared.places;
        let cuts = cuts(flow);
        let mut of_node = vec![None; flow.nodes.len()];
        for place in of_node.iter_mut().skip(1) {
            *place = Some(self.register()?);
        }
        if flow.nodes.len() == 1 {
            return Some(());
        }
        self.entries.push(of_node[flow.nodes.len() - 1]?);
        for (i, node) in flow.nodes.iter().enumerate().skip(1).rev() {
            let a = of_node[cuts[i].map_or(i, |cut| cut.0 as usize)]?;
            // Nobody has to be told what comes to a cut.
            let to = |id: NodeId| of_node[id.0 as usize].filter(|_| cuts[id.0 as usize].is_none());
            let all: Bits<W> = [!0; W];
            match node {
                Node::Test { cond: Cond::Class(board), at, yes, no } => {
                    let b = self.boards.iter().position(|x| x == board)? as u16;
                    let shifts: Vec<(i32, Bits<W>)> = match Seen::new(places, *at) {
                        Seen::Shifted(delta, near) => vec![(delta, near)],
                        Seen::Several(list) => list.into_vec(),
                        Seen::One(_) | Seen::Gathered(_) | Seen::Scattered(_) => return None,
                    };
                    if let Some(to) = to(*yes) {
                        for &(delta, near) in &shifts {
                            self.op(Op {
                                a,
                                b,
                                to,
                                delta: delta as i16,
                                inv: 0,
                                keep: !0,
                                c: near,
                                e: bits::none(),
                            });
                        }
                    }
                    let next = flow.node(*no);
                    let alone = matches!(next, Node::Test { no, .. } if to(*no).is_none());
                    let no = to(*no);
                    if let Some(to) = no.filter(|_| alone && ruled_out(program, shared, node, next)) {
                        // Whoever gets the other answer fails there too.
                        self.op(Op { a, b: 0, to, delta: 0, inv: 0, keep: !0, c: bits::none(), e: all });
                    } else if let Some(to) = no {
                        // Not seen from any distance: one after the other.
                        let mut from = a;
                        for (k, &(delta, near)) in shifts.iter().enumerate() {
                            let next = if k + 1 == shifts.len() { to } else { self.register()? };
                            let e = bits::and_not(&all, &near);
                            self.op(Op {
                                a: from,
                                b,
                                to: next,
                                delta: delta as i16,
                                inv: !0,
                                keep: !0,
                                c: near,
                                e,
                            });
                            from = next;
                        }
                        if shifts.is_empty() {
                            self.op(Op { a, b: 0, to, delta: 0, inv: 0, keep: !0, c: bits::none(), e: all });
                        }
                    }
                }
                Node::Split { starts, yes, no } => {
                    let set: Bits<W> = std::array::from_fn(|i| starts.get(i).copied().unwrap_or(0));
                    for (to, e) in [(to(*yes), set), (to(*no), bits::and_not(&all, &set))] {
                        if let Some(to) = to {
                            self.op(Op { a, b: 0, to, delta: 0, inv: 0, keep: !0, c: bits::none(), e });
                        }
                    }
                }
                Node::Emit { exit, to: target, next } => {
                    // Sets are asked for when somebody has come to the exit.
                    if shared.exits.get(*exit).each.is_some() {
                        return None;
                    }
                    let choices = shared.exits.get(*exit).kinds.len().max(1) as u32;
                    self.emits.push(Emit { register: a, rule, exit: *exit, to: *target, choices });
                    if let Some(to) = to(*next) {
                        self.op(Op { a, b: 0, to, delta: 0, inv: 0, keep: !0, c: bits::none(), e: all });
                    }
                }
                Node::Test { cond: Cond::Attacked | Cond::Threatened { .. }, .. }
                | Node::Test { cond: Cond::In(_) | Cond::Origin, .. }
                | Node::Num { .. }
                | Node::End
                | Node::Effect { .. }
                | Node::Forget { .. } => return None,
            }
        }
        Some(())
    }

    fn op(&mut self, op: Op<W>) {
        self.ops.push(op);
    }

    /// Notes which ops are the first to write to their registers; where no start can come nothing is done.
    fn settle(&mut self) {
        let mut written = [false; REGISTERS];
        self.entries.iter().for_each(|e| written[*e as usize] = true);
        self.ops.retain_mut(|op| {
            let reached = written[op.a as usize];
            if reached && !std::mem::replace(&mut written[op.to as usize], true) {
                op.keep = 0;
            }
            reached
        });
        self.emits.retain(|e| written[e.register as usize]);
        let of_start = |op: &Op<W>| op.delta == 0 && usize::from(op.b) < self.boards.len();
        self.single = matches!(&self.ops[..], [op] if self.entries == [op.a] && of_start(op));
    }

    /// Runs it; then the registers hold the starts of everything emitted.
    #[inline(always)]
    pub(crate) fn run(&self, position: &Position, starts: &Bits<W>, r: &mut Registers<W>) {
        if let ([op], true) = (&self.ops[..], self.single) {
            let seen = position.board::<W>(self.boards[op.b as usize]);
            r[op.a as usize % REGISTERS] = *starts;
            let to = &mut r[op.to as usize % REGISTERS];
            for i in 0..W {
                to[i] = starts[i] & (((seen[i] ^ op.inv) & op.c[i]) | op.e[i]);
            }
            return;
        }
        for (i, board) in self.boards.iter().enumerate() {
            r[i % REGISTERS] = *position.board::<W>(*board);
        }
        for entry in &self.entries {
            r[*entry as usize] = *starts;
        }
        for op in &self.ops {
            let seen = bits::look(&r[op.b as usize % REGISTERS], i32::from(op.delta));
            let from = r[op.a as usize % REGISTERS];
            let to = &mut r[op.to as usize % REGISTERS];
            for i in 0..W {
                to[i] = to[i] & op.keep | from[i] & (((seen[i] ^ op.inv) & op.c[i]) | op.e[i]);
            }
        }
    }
}
