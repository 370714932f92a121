//! Going through a graph of questions with the answers of a position.

use super::graph::{Node, NodeId};
use super::keeper::Keeper;
use super::rules::Rules;
use crate::TooMany;
use zug_ir::{CellId, KindId, PlayerId, Quantifier};
use zug_vm::{Ask, Carry, Program};

/// Why a walk does not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// Nobody has given this answer yet.
    Unknown,
    /// What follows is not kept.
    Stuck,
    /// Whether there are moves has to be found out first.
    NoMoves,
    TooMany,
}

impl From<TooMany> for Halt {
    fn from(_: TooMany) -> Self {
        Halt::TooMany
    }
}

/// Nobody wants to know which alternatives have been taken.
pub(super) const NO_WAY: u32 = u32::MAX;

impl Keeper {
    /// Walks from a node; all ends are pushed on the leaves. Alternatives that nobody knows are noted as missing.
    pub(super) fn walk_all(
        &mut self,
        rules: &Rules,
        program: &Program,
        node: NodeId,
        carry: &Carry,
    ) -> Result<(), Halt> {
        let (leaves, bottom, ways) = (self.leaves.len(), self.todo.len(), self.ways.len());
        self.ways.push((NO_WAY, 0));
        let mut next = Some((node, ways as u32));
        while let Some((node, way)) = next {
            match self.go(rules, program, node, carry, (false, bottom, way)) {
                Ok(()) => next = None,
                Err(Halt::Unknown) => {
                    let at = self.at_way;
                    self.missing.push((at, self.leaves.len()));
                    next = if self.todo.len() > bottom { self.todo.pop() } else { None };
                }
                Err(halt) => {
                    self.todo.truncate(bottom);
                    self.leaves.truncate(leaves);
                    return Err(halt);
                }
            }
        }
        Ok(())
    }

    /// The alternatives that lead to a place that nobody knows.
    pub(super) fn guide_to(&self, way: u32) -> Vec<u32> {
        let (mut at, mut guide) = (way, Vec::new());
        while let Some((before, taken)) = self.ways.get(at as usize).copied().filter(|(b, _)| *b != NO_WAY) {
            guide.push(taken);
            at = before;
        }
        guide.reverse();
        guide
    }

    /// Walks from a node; all ends are pushed on the leaves, or only the first one.
    pub(super) fn walk(
        &mut self,
        rules: &Rules,
        program: &Program,
        node: NodeId,
        carry: &Carry,
        first: bool,
    ) -> Result<(), Halt> {
        let (leaves, bottom) = (self.leaves.len(), self.todo.len());
        let walked = self.go(rules, program, node, carry, (first, bottom, NO_WAY));
        self.todo.truncate(bottom);
        if walked.is_err() {
            self.leaves.truncate(leaves);
        }
        walked
    }

    fn go(
        &mut self,
        rules: &Rules,
        program: &Program,
        node: NodeId,
        carry: &Carry,
        (first, bottom, way): (bool, usize, u32),
    ) -> Result<(), Halt> {
        let (mut at, mut way) = (node, way);
        loop {
            let next = match &self.graph.nodes[at as usize] {
                Node::Empty { cell, to } => {
                    let empty = self.desk.state().piece(CellId(*cell)).is_none();
                    self.noted.add(usize::from(*cell));
                    Some(to[usize::from(empty)])
                }
                Node::Side { cell, player, to } => {
                    let piece = self.desk.state().piece(CellId(*cell));
                    self.noted.add(usize::from(*cell));
                    Some(to[rules.side(piece, *player)])
                }
                Node::Dead => None,
                Node::End(n) | Node::Yes(n) => {
                    self.leaves.push(*n);
                    if first {
                        return Ok(());
                    }
                    None
                }
                Node::Fork(to) => {
                    if way == NO_WAY {
                        self.todo.extend(to.iter().rev().map(|node| (*node, NO_WAY)));
                    } else {
                        for (i, node) in to.iter().enumerate().rev() {
                            self.todo.push((*node, self.ways.len() as u32));
                            self.ways.push((way, i as u32));
                        }
                    }
                    None
                }
                Node::Unknown => {
                    self.at_way = way;
                    return Err(Halt::Unknown);
                }
                Node::Stuck => return Err(Halt::Stuck),
                Node::Ask(asking) => {
                    let ask = asking.ask;
                    self.at_way = way;
                    let key = self.answer(program, ask, carry)?;
                    let Node::Ask(asking) = &self.graph.nodes[at as usize] else { return Err(Halt::Stuck) };
                    Some(asking.to.get(key))
                }
                Node::Each(each) => {
                    let wanted = |cell: u16| {
                        let piece = self.desk.state().piece(CellId(cell));
                        each.kind.map_or(piece.is_some(), |kind: KindId| piece.is_kind(kind))
                    };
                    for cell in (0..each.to.len() as u16).rev() {
                        let here = match each.changed.binary_search(&cell) {
                            Ok(_) => each.known.contains(&cell),
                            Err(_) => wanted(cell),
                        };
                        if here {
                            let mut next = NO_WAY;
                            if way != NO_WAY {
                                next = self.ways.len() as u32;
                                self.ways.push((way, u32::from(cell)));
                            }
                            self.todo.push((each.to[usize::from(cell)], next));
                        }
                    }
                    self.noted.spoil();
                    None
                }
                Node::Quantify(of) => {
                    let (how, body) = (of.how, of.body);
                    let found = self.leaves.len();
                    let one = matches!(how, Quantifier::Exists | Quantifier::NotExists);
                    let walked = self.walk(rules, program, body, carry, one);
                    self.at_way = way;
                    walked?;
                    let key = self.graph.result_key(how, &self.leaves[found..]);
                    self.leaves.truncate(found);
                    let Node::Quantify(of) = &self.graph.nodes[at as usize] else { return Err(Halt::Stuck) };
                    Some(key.and_then(|key| of.to.get(&key)).copied().unwrap_or(super::graph::UNKNOWN))
                }
                Node::Attacked(of) => {
                    let (cell, me, to) = (of.cell, of.me, of.to);
                    let mark = self.desk.mark();
                    for change in &of.changes {
                        self.desk.change(program, change);
                    }
                    self.noted.spoil();
                    let over = self.change_over(mark);
                    let attacked = self.is_attacked(rules, program, cell, me);
                    self.change_back(program, mark, over);
                    Some(to[usize::from(attacked?)])
                }
                Node::Question(of) => {
                    let mark = self.desk.mark();
                    for change in &of.changes {
                        self.desk.change(program, change);
                    }
                    let over = self.change_over(mark);
                    let answer = self.answer_to(rules, program, at);
                    self.change_back(program, mark, over);
                    let key = self.graph.value_key(&answer?);
                    let Node::Question(of) = &self.graph.nodes[at as usize] else { return Err(Halt::Stuck) };
                    Some(key.and_then(|key| of.to.get(&key)).copied().unwrap_or(super::graph::UNKNOWN))
                }
            };
            at = match next {
                Some(next) => next,
                None if self.todo.len() == bottom => return Ok(()),
                None => {
                    let (node, next) = self.todo.pop().unwrap_or((super::graph::UNKNOWN, NO_WAY));
                    way = next;
                    node
                }
            };
        }
    }

    /// Notes what a question is about.
    #[inline(always)]
    pub(super) fn note_ask(&mut self, ask: Ask) {
        match ask {
            Ask::Empty(cell) | Ask::Side(cell, _) | Ask::Piece(cell) | Ask::Pile(cell) => {
                self.noted.add(usize::from(cell));
            }
            Ask::Global(global) => self.noted.add_global(usize::from(global)),
            Ask::LastFrom(_) | Ask::LastTo(_) => self.noted.add_last(),
            Ask::Reserve(_) => self.noted.add_reserves(),
            _ => self.noted.spoil(),
        }
    }

    /// What the position answers, as a key.
    fn answer(&mut self, program: &Program, ask: Ask, carry: &Carry) -> Result<u64, Halt> {
        self.note_ask(ask);
        let state = self.desk.state();
        let word = |word: bool| Ok(u64::from(word));
        match ask {
            Ask::Piece(cell) => Ok(state.piece(CellId(cell)).0),
            Ask::Empty(cell) => word(state.piece(CellId(cell)).is_none()),
            Ask::Pile(cell) => {
                let pile = state.stack(CellId(cell)).map(|p| p.0).collect();
                self.graph.pile_key(pile).ok_or(Halt::Unknown)
            }
            Ask::Doomed(cell) => word(self.desk.is_doomed(cell)),
            Ask::AnyDoomed => word(state.has_doomed()),
            Ask::Global(global) => Ok(u64::from(state.global(zug_ir::GlobalId(global)) as u32)),
            Ask::Reserve(i) => Ok(u64::from(state.reserve_at(usize::from(i)))),
            Ask::LastFrom(cell) => word(state.last().0 == Some(CellId(cell))),
            Ask::LastTo(cell) => word(state.last().1 == Some(CellId(cell))),
            Ask::TurnsPlayed => Ok(u64::from(state.turns_played())),
            Ask::Out => Ok(state.out().iter().fold(0, |out, p: &PlayerId| out | 1 << p.0.min(63))),
            Ask::NoMoves => self.no_moves.map(u64::from).ok_or(Halt::NoMoves),
            Ask::Local(local) => {
                let value = carry.locals.get(usize::from(local)).ok_or(Halt::Stuck)?;
                self.graph.value_key(value).ok_or(Halt::Unknown)
            }
            Ask::Flag(cell) => word(carry.flags.contains(&cell)),
            Ask::Captured => Ok(u64::from(carry.captured)),
            Ask::Parts => Ok(carry.parts as u64),
            Ask::Start => Ok(u64::from(carry.start)),
            Ask::HasStart => word(carry.start != zug_vm::NO_CELL),
            Ask::Landed => Ok(u64::from(carry.landed)),
            Ask::Side(..) => Err(Halt::Stuck),
            Ask::NextPlayer | Ask::Repeated { .. } => {
                self.desk.answer(program, ask).map_err(|_| Halt::TooMany)
            }
        }
    }
}
