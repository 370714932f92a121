//! What runs have asked and how they ended, put together: a graph of questions for each run.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use zug_ir::{KindId, PlayerId, Quantifier};
use zug_vm::{About, Account, Action, Answer, Ask, Change, End, Told, Val, Yes};

/// A place in the graph; nobody has been at [`UNKNOWN`] yet.
pub(super) type NodeId = u32;
pub(super) const UNKNOWN: NodeId = 0;
const DEAD: NodeId = 1;
const STUCK: NodeId = 2;

/// What the graph may take, roughly. When it is full it is begun anew.
const MAX_BYTES: usize = 24 << 20;

/// The child of a quantifier that is its body; others are results.
const BODY: u64 = u64::MAX;
/// Of a sum that is too large: no run has gone on from there.
const NO_SUM: u64 = u64::MAX - 1;

pub(super) enum Node {
    Unknown,
    Dead,
    /// What follows cannot be told: the run has to be made.
    Stuck,
    End(u32),
    Yes(u32),
    Empty {
        cell: u16,
        to: [NodeId; 2],
    },
    Side {
        cell: u16,
        player: PlayerId,
        to: [NodeId; 3],
    },
    Ask(Box<Asking>),
    Fork(Box<[NodeId]>),
    Each(Box<Each>),
    Quantify(Box<Quantify>),
    Attacked(Box<Attacked>),
    Question(Box<Question>),
}

pub(super) struct Asking {
    pub(super) ask: Ask,
    pub(super) to: Children,
}

/// By answer; few.
#[derive(Default)]
pub(super) struct Children(SmallVec<[(u64, NodeId); 2]>);

impl Children {
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> NodeId {
        match self.0.iter().find(|(k, _)| *k == key) {
            Some((_, node)) => *node,
            None => UNKNOWN,
        }
    }

    fn set(&mut self, key: u64, node: NodeId) {
        match self.0.iter_mut().find(|(k, _)| *k == key) {
            Some((_, old)) => *old = node,
            None => self.0.push((key, node)),
        }
    }
}

/// Alternatives are cells with pieces.
pub(super) struct Each {
    pub(super) kind: Option<KindId>,
    /// Cells that the run has changed, and those of them that are alternatives.
    pub(super) changed: Box<[u16]>,
    pub(super) known: Box<[u16]>,
    /// By cell.
    pub(super) to: Vec<NodeId>,
}

pub(super) struct Quantify {
    pub(super) how: Quantifier,
    pub(super) body: NodeId,
    pub(super) to: FxHashMap<u64, NodeId>,
}

pub(super) struct Attacked {
    pub(super) cell: u16,
    pub(super) me: PlayerId,
    pub(super) changes: Box<[Change]>,
    pub(super) to: [NodeId; 2],
}

/// A question that is asked elsewhere, too.
pub(super) struct Question {
    pub(super) about: Arc<About>,
    pub(super) key: QuestionKey,
    /// Who keeps the answers, by cell.
    pub(super) units: Vec<u32>,
    pub(super) changes: Box<[Change]>,
    pub(super) to: FxHashMap<u64, NodeId>,
}

/// What tells questions from each other: which it is, where the move has started, who asks, and the values it is about.
pub(super) type QuestionKey = (u32, u16, u16, u16, SmallVec<[u64; 2]>);

/// Where a part begins and ends, and the turn it says is next.
pub(super) struct Look {
    pub(super) ends: u32,
    pub(super) told: Option<u16>,
}

pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) ends: Vec<Arc<End>>,
    /// What a player sees of each.
    pub(super) looks: Vec<Look>,
    known_ends: FxHashMap<Arc<End>, u32>,
    /// What each success yields, as a key and as a number.
    yields: Vec<(u64, i32)>,
    known_yes: FxHashMap<Yes, u32>,
    /// Values and piles that are no words.
    answers: FxHashMap<Answer, u64>,
    /// Lists of successes or of what they yield.
    lists: FxHashMap<Box<[u64]>, u64>,
    bytes: usize,
}

/// Lists of one element are known by it.
const ALONE: u64 = 1 << 62;
/// Keys of values that are no lists are above this, with their sort.
const SORT: u32 = 40;

impl Graph {
    pub(super) fn new() -> Self {
        Graph {
            nodes: vec![Node::Unknown, Node::Dead, Node::Stuck],
            ends: Vec::new(),
            looks: Vec::new(),
            known_ends: FxHashMap::default(),
            yields: Vec::new(),
            known_yes: FxHashMap::default(),
            answers: FxHashMap::default(),
            lists: FxHashMap::default(),
            bytes: 0,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes > MAX_BYTES
    }

    /// True if one turn has added so much to it that the rest is left to the interpreter.
    pub(super) fn is_overfull(&self) -> bool {
        self.bytes > 4 * MAX_BYTES
    }

    /// What it is made of, piece by piece: giving it all back at once takes longer than many a move has.
    pub(super) fn pieces(self) -> impl Iterator<Item = ()> + Send {
        let Graph { nodes, ends, known_ends, known_yes, answers, lists, .. } = self;
        nodes
            .into_iter()
            .map(drop)
            .chain(known_ends.into_iter().map(drop))
            .chain(ends.into_iter().map(drop))
            .chain(known_yes.into_iter().map(drop))
            .chain(answers.into_iter().map(drop))
            .chain(lists.into_iter().map(drop))
    }

    /// The key of a value, if it has been met.
    pub(super) fn value_key(&self, value: &Val) -> Option<u64> {
        let small = |sort: u64, n: u64| Some(sort << SORT | n);
        match value {
            Val::None => small(1, 0),
            Val::Int(n) => small(2, u64::from(*n as u32)),
            Val::Text(t) => small(3, t.0.into()),
            Val::Dir(d) => small(4, d.0.into()),
            Val::Cell(c) => small(5, u64::from(*c)),
            Val::Kind(k) => small(6, k.0.into()),
            Val::Player(p) => small(7, p.0.into()),
            Val::Zone(z) => small(8, z.0.into()),
            Val::List(_) => self.answers.get(&Answer::Value(value.clone())).copied(),
        }
    }

    /// The key of a pile, if it has been met.
    pub(super) fn pile_key(&self, pile: Box<[u64]>) -> Option<u64> {
        self.answers.get(&Answer::Pile(pile)).copied()
    }

    fn answer_key(&mut self, answer: &Answer) -> u64 {
        match answer {
            Answer::Word(word) => return *word,
            Answer::Value(value) => {
                if let Some(key) = self.value_key(value) {
                    return key;
                }
            }
            Answer::Pile(_) => {}
        }
        let next = self.answers.len() as u64;
        *self.answers.entry(answer.clone()).or_insert(next)
    }

    /// The key of what a quantifier has found, if that has been met.
    pub(super) fn result_key(&self, how: Quantifier, yes: &[u32]) -> Option<u64> {
        match self.result(how, yes) {
            Ok(key) => Some(key),
            Err(list) => self.lists.get(&list[..]).copied(),
        }
    }

    fn result(&self, how: Quantifier, yes: &[u32]) -> Result<u64, SmallVec<[u64; 8]>> {
        match how {
            Quantifier::Exists | Quantifier::NotExists | Quantifier::First => Ok(u64::from(!yes.is_empty())),
            Quantifier::Count => Ok(yes.len() as u64),
            Quantifier::Sum => {
                let mut numbers = yes.iter().map(|y| self.yields[*y as usize].1);
                let sum = numbers.try_fold(0, i32::checked_add);
                Ok(sum.map_or(NO_SUM, |sum| u64::from(sum as u32)))
            }
            Quantifier::All | Quantifier::Collect if yes.is_empty() => Ok(0),
            Quantifier::All => match yes {
                [one] => Ok(ALONE | u64::from(*one)),
                _ => Err(yes.iter().map(|y| u64::from(*y)).collect()),
            },
            Quantifier::Collect => {
                let mut values: SmallVec<[u64; 8]> = SmallVec::new();
                for y in yes {
                    let value = self.yields[*y as usize].0;
                    if !values.contains(&value) {
                        values.push(value);
                    }
                }
                if let [one] = values[..] { Ok(ALONE | one) } else { Err(values) }
            }
        }
    }

    /// The number of an end.
    pub(super) fn end(&mut self, end: &End) -> u32 {
        if let Some(known) = self.known_ends.get(end) {
            return *known;
        }
        let (n, end) = (self.ends.len() as u32, Arc::new(end.clone()));
        self.bytes += end.bytes() + 80;
        let told = |a: &Action| if let Action::SetTurn { turn } = a { Some(*turn) } else { None };
        let ends = u32::from(end.from) << 16 | u32::from(end.to);
        self.looks.push(Look { ends, told: end.actions.iter().rev().find_map(told) });
        self.known_ends.insert(end.clone(), n);
        self.ends.push(end);
        n
    }

    fn yes(&mut self, yes: &Yes) -> u32 {
        if let Some(known) = self.known_yes.get(yes) {
            return *known;
        }
        let key = self.answer_key(&Answer::Value(yes.value.clone()));
        let n = self.yields.len() as u32;
        self.bytes += size_of::<Yes>() + size_of_val(&yes.actions[..]) + 60;
        self.yields.push((key, yes.value.number()));
        self.known_yes.insert(yes.clone(), n);
        n
    }

    /// Adds the account of a run to what is known from a node on; the node it begins with.
    pub(super) fn learn(&mut self, root: NodeId, account: &Account, n_cells: usize) -> NodeId {
        let ends: Vec<u32> = account.ends.iter().map(|end| self.end(end)).collect();
        let yes: Vec<u32> = account.yes.iter().map(|yes| self.yes(yes)).collect();
        let mut first = root;
        let mut todo: Vec<(Option<(NodeId, u64)>, u32)> = vec![(None, 0)];
        while let Some((slot, step)) = todo.pop() {
            let at = slot.map_or(root, |(node, key)| self.child(node, key));
            let Some(told) = account.steps.get(step as usize) else { continue };
            let node = match told {
                Told::Open => continue,
                Told::Dead => DEAD,
                Told::Stuck => STUCK,
                Told::End(n) => self.leaf(at, Node::End(ends[*n as usize])),
                Told::Yes(n) => self.leaf(at, Node::Yes(yes[*n as usize])),
                _ if at == UNKNOWN || at == STUCK => self.grow(told, n_cells),
                _ => at,
            };
            match slot {
                None => first = node,
                Some((parent, key)) if node != at => self.set_child(parent, key, node),
                Some(_) => {}
            }
            match told {
                Told::Ask { answer, next, .. } => {
                    let key = self.answer_key(answer);
                    todo.push((Some((node, key)), *next));
                }
                Told::Fork { kids } => {
                    todo.extend(kids.iter().enumerate().map(|(i, kid)| (Some((node, i as u64)), *kid)));
                }
                Told::Each { kids, .. } => {
                    todo.extend(kids.iter().map(|(cell, kid)| (Some((node, u64::from(*cell))), *kid)));
                }
                Told::Quantify { how, body, yes: found, next } => {
                    let found: Vec<u32> = found.iter().map(|y| yes[*y as usize]).collect();
                    let key = match self.result(*how, &found) {
                        Ok(key) => key,
                        Err(list) => {
                            let n = self.lists.len() as u64 + 1;
                            self.bytes += 16 * list.len() + 40;
                            *self.lists.entry(list.into_boxed_slice()).or_insert(n)
                        }
                    };
                    todo.push((Some((node, BODY)), *body));
                    todo.push((Some((node, key)), *next));
                }
                Told::Question { answer, next, .. } => {
                    let key = self.answer_key(&Answer::Value(answer.clone()));
                    todo.push((Some((node, key)), *next));
                }
                Told::Attacked { answer, next, .. } => {
                    todo.push((Some((node, u64::from(*answer))), *next));
                }
                Told::Open | Told::Dead | Told::Stuck | Told::End(_) | Told::Yes(_) => {}
            }
        }
        first
    }

    fn leaf(&mut self, at: NodeId, node: Node) -> NodeId {
        match self.nodes[at as usize] {
            Node::End(_) | Node::Yes(_) => at,
            _ => self.add(node),
        }
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.bytes += size_of::<Node>()
            + match &node {
                Node::Ask(_) => size_of::<Asking>() + 32,
                Node::Fork(to) => 4 * to.len() + 16,
                Node::Each(each) => size_of::<Each>() + 4 * each.to.len() + 60,
                Node::Quantify(_) => size_of::<Quantify>() + 120,
                Node::Attacked(of) => size_of::<Attacked>() + size_of_val(&of.changes[..]) + 32,
                Node::Question(of) => size_of::<Question>() + size_of_val(&of.changes[..]) + 200,
                _ => 0,
            };
        self.nodes.push(node);
        self.nodes.len() as NodeId - 1
    }

    fn grow(&mut self, told: &Told, n_cells: usize) -> NodeId {
        let node = match told {
            Told::Ask { ask: Ask::Empty(cell), .. } => Node::Empty { cell: *cell, to: [UNKNOWN; 2] },
            Told::Ask { ask: Ask::Side(cell, player), .. } => {
                Node::Side { cell: *cell, player: *player, to: [UNKNOWN; 3] }
            }
            Told::Ask { ask, .. } => Node::Ask(Box::new(Asking { ask: *ask, to: Children::default() })),
            Told::Fork { kids } => Node::Fork(vec![UNKNOWN; kids.len()].into()),
            Told::Each { kind, changed, known, .. } => Node::Each(Box::new(Each {
                kind: *kind,
                changed: changed[..].into(),
                known: known[..].into(),
                to: vec![UNKNOWN; n_cells],
            })),
            Told::Quantify { how, .. } => {
                Node::Quantify(Box::new(Quantify { how: *how, body: UNKNOWN, to: FxHashMap::default() }))
            }
            Told::Attacked { cell, me, changes, .. } => Node::Attacked(Box::new(Attacked {
                cell: *cell,
                me: *me,
                changes: changes[..].into(),
                to: [UNKNOWN; 2],
            })),
            Told::Question { about, changes, .. } => {
                let values = about.locals.iter().map(|(_, v)| self.answer_key(&Answer::Value(v.clone())));
                let values = values.collect();
                Node::Question(Box::new(Question {
                    key: (about.id, about.start, about.me.0, about.actor.0, values),
                    about: Arc::new(About::clone(about)),
                    units: vec![u32::MAX; n_cells],
                    changes: changes[..].into(),
                    to: FxHashMap::default(),
                }))
            }
            Told::Open | Told::Dead | Told::Stuck | Told::End(_) | Told::Yes(_) => Node::Stuck,
        };
        self.add(node)
    }

    fn child(&self, node: NodeId, key: u64) -> NodeId {
        match &self.nodes[node as usize] {
            Node::Empty { to, .. } => to[key as usize & 1],
            Node::Side { to, .. } => to[(key as usize).min(2)],
            Node::Ask(asking) => asking.to.get(key),
            Node::Fork(to) => to.get(key as usize).copied().unwrap_or(UNKNOWN),
            Node::Each(each) => each.to.get(key as usize).copied().unwrap_or(UNKNOWN),
            Node::Quantify(of) if key == BODY => of.body,
            Node::Quantify(of) => of.to.get(&key).copied().unwrap_or(UNKNOWN),
            Node::Attacked(of) => of.to[key as usize & 1],
            Node::Question(of) => of.to.get(&key).copied().unwrap_or(UNKNOWN),
            Node::Unknown | Node::Dead | Node::Stuck | Node::End(_) | Node::Yes(_) => UNKNOWN,
        }
    }

    fn set_child(&mut self, node: NodeId, key: u64, child: NodeId) {
        self.bytes += 16;
        match &mut self.nodes[node as usize] {
            Node::Empty { to, .. } => to[key as usize & 1] = child,
            Node::Side { to, .. } => to[(key as usize).min(2)] = child,
            Node::Ask(asking) => asking.to.set(key, child),
            Node::Fork(to) => {
                if let Some(place) = to.get_mut(key as usize) {
                    *place = child;
                }
            }
            Node::Each(each) => {
                if let Some(place) = each.to.get_mut(key as usize) {
                    *place = child;
                }
            }
            Node::Quantify(of) if key == BODY => of.body = child,
            Node::Quantify(of) => {
                of.to.insert(key, child);
            }
            Node::Attacked(of) => of.to[key as usize & 1] = child,
            Node::Question(of) => {
                of.to.insert(key, child);
            }
            Node::Unknown | Node::Dead | Node::Stuck | Node::End(_) | Node::Yes(_) => {}
        }
    }
}
