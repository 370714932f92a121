//! From a block to its flow: the block is run for all starts at once, and where starts or positions differ it is followed
//! both ways.

use super::each::{Round, Summary};
use super::exit::{Effect, Place};
use super::facts::known_answers_taken;
use super::live::Live;
use super::name::named_once;
use super::order::ordered;
use super::places::{PlaceId, START};
use super::sym::{Loop, Sym};
use super::{Cond, END, Flow, Node, NodeId, RuleOf, Shared, StartSet};
use crate::class::Class;
use crate::num::{Expr, Num, who_is};
use crate::why::Why;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::hash::BuildHasher as _;
use std::rc::Rc;
use zug_ir::{AttrId, CellId, Filter, FlagScope, Game, GlobalId, Loc, Op, Pile, PlayerId, Test, Then};
use zug_vm::{NO_CELL, Program};

/// More nodes than this are no faster than the interpreter, and take long to load.
const MAX_NODES: usize = 6_000;
/// A rule with more sets of effects than this finds them on its way.
const MAX_EXITS: usize = 40;
/// The same where it cannot.
const MANY_EXITS: usize = 200;
/// Nodes times cells: what a flow may take to build on a large board.
const MAX_WORK: usize = 1_500_000;

/// The flow of a rule. Effects stand at the exits if that does not make too many of them, else at nodes.
pub(crate) fn build(program: &Program, shared: &mut Shared, rule: RuleOf) -> Result<Flow, Why> {
    let found = match Builder::new(program, shared, rule, false).run() {
        Err(Why::TooManyWays) => Builder::new(program, shared, rule, true).run(),
        done => return done,
    };
    // What cannot be found on the way stands at exits all the same.
    found.or_else(|why| {
        let builder = Builder::new(program, shared, rule, false);
        Builder { max_exits: MANY_EXITS, ..builder }.run().map_err(|_| why)
    })
}

/// Runs whose hash is the same, with the nodes where they are: one, as a rule.
type Alike = SmallVec<[(Rc<Sym>, NodeId); 1]>;

pub(super) struct Builder<'a> {
    pub(super) program: &'a Program,
    pub(super) shared: &'a mut Shared,
    pub(super) rule: RuleOf,
    pub(super) code: &'a [Op],
    pub(super) n_cells: usize,
    /// Effects are nodes.
    pub(super) on_the_way: bool,
    pub(super) nodes: Vec<Node>,
    /// By hash, which is then found out once for each.
    pub(super) known: FxHashMap<u64, Alike>,
    pub(super) queue: Vec<(NodeId, Rc<Sym>)>,
    /// Exits this rule has made.
    pub(super) exits: FxHashSet<super::ExitId>,
    pub(super) max_exits: usize,
    /// Loops done at once.
    pub(super) summaries: FxHashMap<LoopKey, Option<Summary>>,
    /// Set where one round of a loop is looked at on its own.
    pub(super) round: Option<Round>,
    /// Flags outlive a part.
    pub(super) lasting: bool,
    /// What matters, op by op.
    live: Option<Live>,
}

/// What the meaning of a loop depends on: its place, flags, values, cell flags in use, whether there is a target, and
/// whether there are no effects yet.
type LoopKey = (usize, Vec<Num>, Vec<(GlobalId, Num)>, Vec<u16>, (bool, bool));

/// May the turn go on after what it emits?
fn goes_on(game: &Game, op: &Op) -> bool {
    matches!(op, Op::Emit { exit } if game.exits[exit.idx()].then != Then::Done)
}

/// Where a step of the builder leads.
pub(super) enum Next {
    Go,
    Node(Node),
    Reject,
}

impl<'a> Builder<'a> {
    pub(super) fn new(program: &'a Program, shared: &'a mut Shared, rule: RuleOf, on_the_way: bool) -> Self {
        let game = program.game();
        let code = &game.blocks[rule.block.idx()].code;
        let lasting = game.rules.flag_scope == FlagScope::Turn;
        Builder {
            program,
            shared,
            rule,
            code,
            n_cells: game.board.cells.len(),
            on_the_way,
            nodes: vec![Node::End],
            known: FxHashMap::default(),
            queue: Vec::new(),
            exits: FxHashSet::default(),
            max_exits: MAX_EXITS,
            summaries: FxHashMap::default(),
            round: None,
            lasting,
            live: Live::new(code, game.flags.len(), |op| lasting && goes_on(game, op)),
        }
    }

    fn run(mut self) -> Result<Flow, Why> {
        let n_flags = self.program.game().flags.len();
        let flags = (0..n_flags).map(|flag| self.flag_before(flag)).collect();
        let entry = self.id(Sym::start(flags));
        // In the first form a rule has an exit for each set of effects: few, or it is the wrong form.
        let budget = (MAX_WORK / self.n_cells).min(if self.on_the_way { MAX_NODES } else { MAX_NODES / 4 });
        while let Some((id, sym)) = self.queue.pop() {
            if self.nodes.len() > budget.max(300) {
                return Err(Why::TooManyWays);
            }
            self.nodes[id.0 as usize] = self.advance(Sym::clone(&sym))?;
        }
        let flow = ordered(&self.nodes, entry, self.on_the_way)?;
        let flow = named_once(&self.shared.places, flow)?;
        known_answers_taken(self.program, self.shared, flow)
    }

    pub(super) fn id(&mut self, mut sym: Sym) -> NodeId {
        if let Some(live) = &self.live {
            live.trim(&mut sym);
        }
        if let (Op::EachNext { .. }, Some(l)) = (self.code[sym.pc], sym.loops.last()) {
            sym.cursor = l.cursor;
        }
        let alike = self.known.entry(FxBuildHasher.hash_one(&sym)).or_default();
        if let Some((_, id)) = alike.iter().find(|(known, _)| **known == sym) {
            return *id;
        }
        let (id, sym) = (NodeId(self.nodes.len() as u32), Rc::new(sym));
        alike.push((Rc::clone(&sym), id));
        self.nodes.push(Node::End);
        self.queue.push((id, sym));
        id
    }

    /// Runs until something is asked or emitted.
    pub(super) fn advance(&mut self, mut sym: Sym) -> Result<Node, Why> {
        let mut steps = 0;
        loop {
            steps += 1;
            if steps > 10_000 {
                return Err(Why::NoEnd);
            }
            match self.op(&mut sym)? {
                Next::Go => {}
                Next::Node(node) => return Ok(node),
                Next::Reject => match sym.loops.last() {
                    None => return Ok(Node::End),
                    Some(l) => {
                        sym.pc = l.next;
                        sym.numbers.clear();
                    }
                },
            }
        }
    }

    fn reject(&mut self, mut sym: Sym) -> NodeId {
        match sym.loops.last() {
            None => END,
            Some(l) => {
                sym.pc = l.next;
                sym.numbers.clear();
                self.id(sym)
            }
        }
    }

    fn step(&mut self, place: PlaceId, dir: zug_ir::DirId) -> PlaceId {
        let game = self.program.game();
        let player = self.rule.player;
        let go = |&c: &u16| {
            if c == NO_CELL {
                return NO_CELL;
            }
            game.navigate(player, CellId(c), dir).map_or(NO_CELL, |c| c.0)
        };
        let cells = self.shared.places.of(place).iter().map(go).collect();
        self.shared.places.id(cells)
    }

    fn loc(&mut self, sym: &Sym, at: Loc) -> Result<PlaceId, Why> {
        Ok(match at {
            Loc::Here => sym.cursor,
            Loc::Dir(dir) => self.step(sym.cursor, dir),
            Loc::Cell(cell) => self.shared.places.constant(cell.0),
            Loc::From => sym.from,
            Loc::To => sym.target(),
            Loc::Mark => sym.marked(),
            Loc::LastFrom | Loc::LastTo => return Err(Why::Op("last-from as a place")),
        })
    }

    /// Leads starts whose place passes one way, the others the other way. Starts that have left the board before are
    /// on no way any more.
    pub(super) fn split(
        &mut self,
        sym: &Sym,
        passes: impl Fn(&Self, u16) -> bool,
        yes: impl FnOnce(&mut Self, Sym) -> NodeId,
        no: impl FnOnce(&mut Self, Sym) -> NodeId,
    ) -> Node {
        let mut starts: StartSet = vec![0; self.n_cells.div_ceil(64)].into();
        let (mut some, mut all) = (false, true);
        for s in 0..self.n_cells as u16 {
            let alive = self.shared.places.at(sym.cursor, s) != NO_CELL;
            if !alive || passes(self, s) {
                starts[s as usize / 64] |= 1 << (s % 64);
                some |= alive;
            } else {
                all = false;
            }
        }
        if all || !some {
            // One way only: a node that leads to it without a question.
            let to = if all { yes(self, sym.clone()) } else { no(self, sym.clone()) };
            return Node::Split { starts, yes: to, no: to };
        }
        let (yes, no) = (yes(self, sym.clone()), no(self, sym.clone()));
        Node::Split { starts, yes, no }
    }

    fn op(&mut self, sym: &mut Sym) -> Result<Next, Why> {
        let op = self.code[sym.pc];
        if let Some(next) = self.op_of_round(sym)? {
            return Ok(next);
        }
        match op {
            Op::Step { dir } => return Ok(self.go_to_step(sym, dir)),
            Op::Goto { at } => {
                let to = self.loc(sym, at)?;
                return Ok(self.go_to(sym, to));
            }
            Op::Mark {} => sym.mark = sym.cursor,
            Op::Back {} => sym.cursor = sym.mark,
            Op::MarkPush {} => sym.marks.push(sym.cursor),
            Op::BackPop {} => sym.cursor = sym.marks.pop().unwrap_or(START),
            Op::From {} => sym.from = sym.cursor,
            Op::To {} => sym.to = Some(sym.cursor),
            Op::Cascade {} => {
                sym.moves.push((sym.from, sym.target()));
                sym.lifts.push(std::mem::take(&mut sym.lift));
                sym.from = sym.cursor;
                sym.to = None;
            }
            Op::Jump { to } => {
                sym.pc = to.0 as usize;
                return Ok(Next::Go);
            }
            Op::JumpIf { test, at, to } => {
                let pc = sym.pc + 1;
                let place = self.loc(sym, at)?;
                return self.ask(
                    sym,
                    test,
                    place,
                    move |b, s| b.id(s.at(to.0 as usize)),
                    move |b, s| b.id(s.at(pc)),
                );
            }
            Op::JumpUnless { test, at, to } => {
                let pc = sym.pc + 1;
                let place = self.loc(sym, at)?;
                return self.ask(
                    sym,
                    test,
                    place,
                    move |b, s| b.id(s.at(pc)),
                    move |b, s| b.id(s.at(to.0 as usize)),
                );
            }
            Op::Verify { test, at } => {
                let pc = sym.pc + 1;
                let place = self.loc(sym, at)?;
                return self.ask(sym, test, place, move |b, s| b.id(s.at(pc)), |b, s| b.reject(s));
            }
            Op::VerifyNot { test, at } => {
                let pc = sym.pc + 1;
                let place = self.loc(sym, at)?;
                return self.ask(sym, test, place, |b, s| b.reject(s), move |b, s| b.id(s.at(pc)));
            }
            Op::Reject {} => return Ok(Next::Reject),
            Op::JumpZero { to } => {
                let pc = sym.pc + 1;
                match sym.pop() {
                    Num::Const(value) => {
                        sym.pc = if value == 0 { to.0 as usize } else { pc };
                        return Ok(Next::Go);
                    }
                    Num::Expr(num) => {
                        let no = self.id(sym.clone().at(to.0 as usize));
                        let yes = self.id(sym.clone().at(pc));
                        return Ok(Next::Node(Node::Num { num, yes, no }));
                    }
                }
            }
            Op::Each { .. } | Op::EachIn { .. } => {
                let zone = if let Op::EachIn { zone, .. } = op { Some(zone) } else { None };
                if let Some(next) = self.each_at_once(sym, zone)? {
                    return Ok(next);
                }
                let (next, cursor) = (sym.pc + 1, sym.cursor);
                sym.loops.push(Loop { next, at: 0, zone, cursor, set: Vec::new() });
            }
            Op::EachNext { to, .. } => return Ok(self.each_next(sym, to.0 as usize)),
            Op::Push { value } => sym.numbers.push(Num::Const(value)),
            Op::PushFlag { flag } => sym.numbers.push(sym.flags[flag.idx()]),
            Op::PushCellFlag { flag, at } => {
                let place = self.loc(sym, at)?;
                return self.push_cell_flag(sym, flag.0, place);
            }
            Op::PushAttr { attr, at } => {
                let place = self.loc(sym, at)?;
                if self.program.game().attrs[attr.idx()].numeric {
                    return self.push_number(sym, attr, place).map(Next::Node);
                }
                let cond = self.class(Class::Attr(attr))?;
                let node = self.fork(sym, cond, place, |b, s| b.id(s.pushing(1)), |b, s| b.id(s.pushing(0)));
                return Ok(Next::Node(node));
            }
            Op::PushGlobal { global } => {
                let value = self.global(sym, global);
                sym.numbers.push(value);
            }
            // How high a pile is no board shows.
            Op::PushHeight { .. } if self.program.game().rules.pile == Pile::Stack => {
                return Err(Why::Op(op.mnemonic()));
            }
            Op::PushHeight { at } => {
                let place = self.loc(sym, at)?;
                let cond = self.class(Class::Empty)?;
                // Off the board nothing is empty, and nothing is there.
                return Ok(self.on_board(sym, place, move |b, sym| {
                    b.fork(&sym, cond, place, |b, s| b.id(s.pushing(0)), |b, s| b.id(s.pushing(1)))
                }));
            }
            Op::PushPieces { filter } => {
                let value = self.count(filter)?;
                sym.numbers.push(value);
            }
            Op::PushReserve { who, kind } => {
                let player = self.who(who);
                let value = self.shared.exprs.num(Expr::Reserve(player, kind));
                sym.numbers.push(value);
            }
            Op::PushPasses {} => {
                let value = self.shared.exprs.num(Expr::Passes);
                sym.numbers.push(value);
            }
            Op::Add {} => self.binary(sym, Expr::Add),
            Op::Sub {} => self.binary(sym, Expr::Sub),
            Op::Mul {} => self.binary(sym, Expr::Mul),
            Op::Min {} => self.binary(sym, Expr::Min),
            Op::Max {} => self.binary(sym, Expr::Max),
            Op::Eq {} => self.binary(sym, Expr::Eq),
            Op::Lt {} => self.binary(sym, Expr::Lt),
            Op::Le {} => self.binary(sym, Expr::Le),
            Op::Not {} => {
                let a = sym.pop();
                let value = self.shared.exprs.num(Expr::Not(a));
                sym.numbers.push(value);
            }
            Op::SetFlag { flag } => sym.flags[flag.idx()] = sym.pop(),
            Op::SetCellFlag { flag, at } => {
                let place = self.loc(sym, at)?;
                let Num::Const(value) = sym.pop() else { return Err(Why::Op("set_cell_flag")) };
                if self.lasting && !matches!(value, 0 | 1) {
                    return Err(Why::LastingFlags);
                }
                sym.cell_flags.push((flag.0, place, value));
            }
            Op::SetAttr { attr, at } => {
                let place = self.loc(sym, at)?;
                let Num::Const(value) = sym.pop() else { return Err(Why::Op("set_attr")) };
                let value = self.attr_value(attr, value)?;
                return Ok(self.on_board(sym, place, move |b, sym| {
                    b.effect(sym, Effect::SetAttr(attr, value, Place::At(place)))
                }));
            }
            Op::SetGlobal { global } => {
                let value = sym.pop();
                return Ok(self.set_global(sym, global, value));
            }
            Op::AddGlobal { global, value } => {
                let old = self.global(sym, global);
                let value = self.shared.exprs.num(Expr::Add(old, Num::Const(value)));
                return Ok(self.set_global(sym, global, value));
            }
            Op::Capture { at } => {
                let place = self.loc(sym, at)?;
                return Ok(
                    self.on_board(sym, place, move |b, sym| b.effect(sym, Effect::Capture(Place::At(place))))
                );
            }
            Op::CaptureLate { at } => {
                let place = self.loc(sym, at)?;
                return self.capture_late(sym, place);
            }
            Op::Create { who, kind, at } => {
                let place = self.loc(sym, at)?;
                let piece = self.program.layout().new_piece(kind, self.who(who));
                return Ok(self.create(sym, place, piece));
            }
            Op::CreateSame { who, at } => {
                let place = self.loc(sym, at)?;
                let piece = self.program.layout().new_piece(self.rule.kind, self.who(who));
                return Ok(self.create(sym, place, piece));
            }
            Op::ChangeKind { kind, at } => {
                let place = self.loc(sym, at)?;
                return Ok(self.on_board(sym, place, move |b, sym| {
                    b.effect(sym, Effect::ChangeKind(kind, Place::At(place)))
                }));
            }
            Op::ChangeOwner { who, at } => {
                let (place, owner) = (self.loc(sym, at)?, self.who(who));
                return Ok(self.on_board(sym, place, move |b, sym| {
                    b.effect(sym, Effect::ChangeOwner(owner, Place::At(place)))
                }));
            }
            Op::Flip { at } => {
                let place = self.loc(sym, at)?;
                return Ok(
                    self.on_board(sym, place, move |b, sym| b.effect(sym, Effect::Flip(Place::At(place))))
                );
            }
            Op::AddReserve { who, kind } => {
                let (n, player) = (sym.pop(), self.who(who));
                let node = self.effect(sym.clone(), Effect::AddReserve(player, kind, n));
                return Ok(Next::Node(node));
            }
            Op::RepeatTurn {} => {
                let node = self.effect(sym.clone(), Effect::RepeatTurn);
                return Ok(Next::Node(node));
            }
            Op::ClearEffects {} => {
                sym.effects.clear();
                sym.globals.clear();
                sym.changes = false;
                if self.on_the_way {
                    let next = self.id(sym.clone().at(sym.pc + 1));
                    return Ok(Next::Node(Node::Forget { next }));
                }
            }
            Op::ClearMovements {} => {
                sym.moves.clear();
                sym.lifts.clear();
            }
            Op::Emit { exit } => {
                let next = self.id(sym.clone().at(sym.pc + 1));
                return self.emit(sym, exit, next, None).map(Next::Node);
            }
            Op::End {} => return Ok(Next::Node(Node::End)),
            Op::Tuck { at } => {
                let place = self.loc(sym, at)?;
                return Ok(
                    self.on_board(sym, place, move |b, sym| b.effect(sym, Effect::Tuck(Place::At(place))))
                );
            }
            Op::Lift {} => return self.lift(sym),
            Op::Div {} | Op::Rem {} | Op::CreateMany { .. } => {
                return Err(Why::Op(op.mnemonic()));
            }
        }
        sym.pc += 1;
        Ok(Next::Go)
    }

    fn who(&self, who: zug_ir::Who) -> PlayerId {
        who_is(self.program, who, self.rule.player)
    }

    fn class(&mut self, class: Class) -> Result<Cond, Why> {
        Ok(Cond::Class(self.shared.classes.id(self.program, class)?))
    }

    /// What an attribute is set to, which it can be from now on.
    pub(super) fn attr_value(&mut self, attr: AttrId, value: i32) -> Result<i16, Why> {
        if !self.program.game().attrs[attr.idx()].numeric {
            return Ok(i16::from(value != 0));
        }
        let value = i16::try_from(value).map_err(|_| Why::LargeNumbers)?;
        self.shared.numbers.note(attr, value)?;
        Ok(value)
    }

    /// An attribute that is a number: the run goes on with each that it can be.
    fn push_number(&mut self, sym: &Sym, attr: AttrId, at: PlaceId) -> Result<Node, Why> {
        let mut no = self.id(sym.clone().pushing(0));
        let numbers: Vec<i16> = self.shared.numbers.of_attr(attr).filter(|n| *n != 0).collect();
        let mut node = Node::Split { starts: Box::new([]), yes: no, no };
        for number in numbers {
            let cond = self.class(Class::AttrIs(attr, number))?;
            let yes = self.id(sym.clone().pushing(i32::from(number)));
            node = Node::Test { cond, at, yes, no };
            no = self.anonymous(node.clone());
        }
        Ok(node)
    }

    fn count(&mut self, filter: Filter) -> Result<Num, Why> {
        let Shared { exprs, classes, .. } = &mut *self.shared;
        exprs.count(self.program, classes, filter, self.rule.player)
    }

    fn binary(&mut self, sym: &mut Sym, f: impl Fn(Num, Num) -> Expr) {
        let (b, a) = (sym.pop(), sym.pop());
        let value = self.shared.exprs.num(f(a, b));
        sym.numbers.push(value);
    }

    fn global(&mut self, sym: &Sym, global: GlobalId) -> Num {
        match sym.globals.iter().rev().find(|(g, _)| *g == global) {
            Some((_, value)) => *value,
            None => self.shared.exprs.num(Expr::Global(global)),
        }
    }

    fn set_global(&mut self, sym: &Sym, global: GlobalId, value: Num) -> Next {
        let mut sym = sym.clone();
        sym.globals.retain(|(g, _)| *g != global);
        sym.globals.push((global, value));
        Next::Node(self.effect(sym, Effect::SetGlobal(global, value)))
    }

    fn go_to_step(&mut self, sym: &mut Sym, dir: zug_ir::DirId) -> Next {
        let to = self.step(sym.cursor, dir);
        self.go_to(sym, to)
    }

    /// Moves the cursor; starts that leave the board are rejected.
    fn go_to(&mut self, sym: &mut Sym, to: PlaceId) -> Next {
        let pc = sym.pc + 1;
        let node = self.split(
            sym,
            |b, s| b.shared.places.at(to, s) != NO_CELL,
            move |b, mut s| {
                s.cursor = to;
                b.id(s.at(pc))
            },
            |b, s| b.reject(s),
        );
        Next::Node(node)
    }

    /// Goes on at the next op for starts whose place is off the board, and as told for the others.
    fn on_board(&mut self, sym: &Sym, place: PlaceId, then: impl FnOnce(&mut Self, Sym) -> Node) -> Next {
        let pc = sym.pc + 1;
        let yes = then(self, sym.clone());
        let yes = self.anonymous(yes);
        let node = self.split(
            sym,
            |b, s| b.shared.places.at(place, s) != NO_CELL,
            move |_, _| yes,
            move |b, s| b.id(s.at(pc)),
        );
        Next::Node(node)
    }

    /// A node that no other run will come to.
    pub(super) fn anonymous(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    /// Records an effect and goes on at the next op.
    fn effect(&mut self, mut sym: Sym, effect: Effect) -> Node {
        sym.changes |= !effect.is_capture();
        sym.pc += 1;
        if self.on_the_way {
            return Node::Effect { effect, next: self.id(sym) };
        }
        sym.effects.push(effect);
        let to = self.id(sym);
        Node::Split { starts: Box::new([]), yes: to, no: to }
    }

    fn create(&mut self, sym: &Sym, place: PlaceId, piece: zug_vm::Piece) -> Next {
        let made = self.effect(sym.clone(), Effect::Create(piece, Place::At(place)));
        let made = self.anonymous(made);
        let node = self.split(
            sym,
            |b, s| b.shared.places.at(place, s) != NO_CELL,
            move |_, _| made,
            |b, s| b.reject(s),
        );
        Next::Node(node)
    }

    fn capture_late(&mut self, sym: &Sym, place: PlaceId) -> Result<Next, Why> {
        if self.on_the_way {
            return Err(Why::Op("capture_late"));
        }
        let doomed = self.class(Class::Doomed)?;
        let rejected = self.reject(sym.clone());
        let taken = self.effect(sym.clone(), Effect::CaptureLate(Place::At(place)));
        let taken = self.anonymous(taken);
        // What this run has captured itself is known; what parts before have captured is asked.
        let own: Vec<PlaceId> = sym
            .effects
            .iter()
            .filter_map(|e| match e {
                Effect::CaptureLate(Place::At(p)) => Some(*p),
                _ => None,
            })
            .collect();
        let fresh = Node::Test { cond: doomed, at: place, yes: rejected, no: taken };
        let fresh = self.anonymous(fresh);
        let again = self.split(
            sym,
            |b, s| own.iter().any(|o| b.shared.places.at(*o, s) == b.shared.places.at(place, s)),
            move |_, _| rejected,
            move |_, _| fresh,
        );
        let again = self.anonymous(again);
        let pc = sym.pc + 1;
        let node = self.split(
            sym,
            |b, s| b.shared.places.at(place, s) != NO_CELL,
            move |_, _| again,
            move |b, s| b.id(s.at(pc)),
        );
        Ok(Next::Node(node))
    }

    /// The movement takes so many pieces, if there are so many.
    fn lift(&mut self, sym: &mut Sym) -> Result<Next, Why> {
        let Num::Const(n) = sym.pop() else { return Err(Why::Op("lift")) };
        let Some(n) = u16::try_from(n).ok().filter(|n| *n > 0) else { return Ok(Next::Reject) };
        let high = self.class(Class::High(n))?;
        let (at, pc) = (sym.from, sym.pc + 1);
        let lifted = move |b: &mut Self, mut s: Sym| {
            s.lift = n;
            b.id(s.at(pc))
        };
        Ok(Next::Node(self.fork(sym, high, at, lifted, |b, s| b.reject(s))))
    }

    fn each_next(&mut self, sym: &mut Sym, exit: usize) -> Next {
        let n = self.n_cells as u16;
        let game = self.program.game();
        let player = self.rule.player;
        if let Some(l) = sym.loops.last_mut() {
            while l.at < n {
                let cell = l.at;
                l.at += 1;
                if l.zone.is_none_or(|z| game.in_zone(z, player, CellId(cell))) {
                    sym.cursor = self.shared.places.constant(cell);
                    sym.pc += 1;
                    return Next::Go;
                }
            }
            sym.cursor = l.cursor;
            sym.loops.pop();
        }
        sym.pc = exit;
        Next::Go
    }

    /// A question about the position.
    fn fork(
        &mut self,
        sym: &Sym,
        cond: Cond,
        at: PlaceId,
        yes: impl FnOnce(&mut Self, Sym) -> NodeId,
        no: impl FnOnce(&mut Self, Sym) -> NodeId,
    ) -> Node {
        Node::Test { cond, at, yes: yes(self, sym.clone()), no: no(self, sym.clone()) }
    }

    fn ask(
        &mut self,
        sym: &Sym,
        test: Test,
        at: PlaceId,
        yes: impl FnOnce(&mut Self, Sym) -> NodeId,
        no: impl FnOnce(&mut Self, Sym) -> NodeId,
    ) -> Result<Next, Why> {
        let player = self.rule.player;
        let program = self.program;
        let game = program.game();
        let class = match test {
            Test::Empty {} => Class::Empty,
            Test::Friend {} => Class::Owned(player),
            Test::Enemy {} => Class::EnemyOf(player),
            Test::Neutral {} => Class::NeutralTo(player),
            Test::Kind { kind } => Class::Kind(kind),
            Test::Owner { who } => Class::Owned(self.who(who)),
            Test::LastFrom {} => Class::LastFrom,
            Test::LastTo {} => Class::LastTo,
            Test::Attr { attr } => Class::Attr(attr),
            Test::Attacked {} => return Ok(Next::Node(self.fork(sym, Cond::Attacked, at, yes, no))),
            Test::Zone { zone } => {
                let within = |b: &Self, s| {
                    let cell = b.shared.places.at(at, s);
                    cell != NO_CELL && game.in_zone(zone, player, CellId(cell))
                };
                return Ok(Next::Node(self.split(sym, within, yes, no)));
            }
            Test::Cell { cell } => {
                return Ok(Next::Node(self.split(sym, |b, s| b.shared.places.at(at, s) == cell.0, yes, no)));
            }
            Test::OnBoard {} => {
                return Ok(Next::Node(self.split(sym, |b, s| b.shared.places.at(at, s) != NO_CELL, yes, no)));
            }
            Test::Marked {} => {
                let mark = sym.marked();
                let same = |b: &Self, s| {
                    let cell = b.shared.places.at(at, s);
                    cell != NO_CELL && cell == b.shared.places.at(mark, s)
                };
                return Ok(Next::Node(self.split(sym, same, yes, no)));
            }
            Test::CellFlag { flag } => return self.ask_flag(sym, flag.0, at, yes, no),
            Test::Mover { player: that } => {
                let to = if that == player { yes(self, sym.clone()) } else { no(self, sym.clone()) };
                return Ok(Next::Node(Node::Split { starts: Box::new([]), yes: to, no: to }));
            }
            Test::Next { player: that } => {
                let is = program.next_player(player) == that;
                let to = if is { yes(self, sym.clone()) } else { no(self, sym.clone()) };
                return Ok(Next::Node(Node::Split { starts: Box::new([]), yes: to, no: to }));
            }
            // Threats are not told apart by the type of their moves.
            Test::AttackedBy { .. }
            | Test::Defended {}
            | Test::DefendedBy { .. }
            | Test::AdjacentToEnemy {}
            | Test::GoalCell {} => {
                return Err(Why::Test(test.mnemonic()));
            }
        };
        let cond = self.class(class)?;
        Ok(Next::Node(self.fork(sym, cond, at, yes, no)))
    }
}
