//! Goals as questions about boards.

use crate::bits::{self, Bits};
use crate::class::{BoardId, Class};
use crate::flow::{PlaceId, Shared, TrialId};
use crate::lane::Seen;
use crate::num::who_is;
use crate::why::Why;
use zug_ir::{CellId, CmpOp, GlobalId, GoalCond, GoalNum, KindId, NumOp, Occupant, PlayerId, Verdict};
use zug_vm::{NO_CELL, Program};

/// Boards that must (or must not) show a cell.
pub(crate) type Shown = Vec<(BoardId, bool)>;

/// A condition about one player.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Check<const W: usize> {
    And(Vec<Check<W>>),
    Or(Vec<Check<W>>),
    Not(Box<Check<W>>),
    Const(bool),
    /// A test written as a script; is it made once, not for every cell?
    Trial(TrialId, bool),
    /// He is to move and cannot.
    Stalemated(PlayerId),
    /// The same, and one of these pieces of his is attacked.
    Checkmated(PlayerId, Vec<BoardId>),
    Stuck,
    Repetition,
    /// The last move captured a piece of his of one of these kinds.
    Captured(PlayerId, Vec<KindId>),
    /// So many pieces on these boards together.
    Pieces {
        boards: Vec<BoardId>,
        reserves: Vec<(PlayerId, KindId)>,
        n: u64,
    },
    /// One of the occupants on every cell of the set, or on any.
    On {
        cells: Bits<W>,
        occupants: Vec<Shown>,
        all: bool,
    },
    Pattern {
        first: Shown,
        rest: Vec<(Seen<W>, Shown)>,
        row: Option<Row>,
    },
    Cmp(CmpOp, Number<W>, Number<W>),
}

/// A pattern of equal cells at equal steps. Whoever has one now and had none before has it through a cell just changed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row {
    pub(crate) board: BoardId,
    pub(crate) len: usize,
    /// One step on, and one back.
    pub(crate) on: Vec<u16>,
    pub(crate) back: Vec<u16>,
}

/// A number in a goal.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Number<const W: usize> {
    Const(i64),
    Op(NumOp, Box<(Number<W>, Number<W>)>),
    Global(GlobalId),
    Reserve(PlayerId, KindId),
    /// Cells that a board shows (or does not show), all or some.
    Count {
        board: BoardId,
        shown: bool,
        within: Bits<W>,
    },
    Passes,
}

/// A goal about one player.
#[derive(Clone, Debug)]
pub(crate) struct GoalOf<const W: usize> {
    /// Place in the game's list.
    pub(crate) goal: usize,
    pub(crate) player: PlayerId,
    pub(crate) check: Check<W>,
    pub(crate) deferred: bool,
    /// Holds only about the player who moved.
    pub(crate) movers_doing: bool,
    /// What a move must change for the goal to be reached that was not reached before; all moves, if `None`.
    pub(crate) touched: Option<Touched>,
    /// Cannot hold while the player to move has a move that is no pass and the position is none that was there before.
    pub(crate) needs_stuck: bool,
    /// Cannot come to hold by a piece going from one cell to another.
    pub(crate) by_count: bool,
    /// Holds only about the player to move.
    pub(crate) of_to_move: bool,
    pub(crate) verdict: Verdict,
}

/// A place in the list of goals, with what its condition comes to.
type Listed<const W: usize> = (u16, Check<W>);

/// When goals are looked at.
#[derive(Debug)]
pub(crate) struct Order<const W: usize> {
    /// Decided as soon as a move is made.
    pub(crate) immediate: Vec<Listed<W>>,
    /// Decided when it is known whether the player to move can.
    pub(crate) deferred: Vec<Listed<W>>,
    /// Those of them that can be reached although he can.
    pub(crate) movable: Vec<Listed<W>>,
}

impl<const W: usize> Order<W> {
    pub(crate) fn of(goals: &[GoalOf<W>]) -> Self {
        let list = |wanted: &dyn Fn(&GoalOf<W>) -> bool, simpler: &dyn Fn(&Check<W>) -> Check<W>| {
            let mut list: Vec<Listed<W>> = Vec::new();
            for (i, goal) in goals.iter().enumerate().filter(|(_, g)| wanted(g)) {
                let check = simpler(&goal.check);
                // What does not hold about one player does not hold about the next, if it says nothing about players.
                let anybodys = |at: u16| !goals[at as usize].of_to_move && !goals[at as usize].movers_doing;
                if !list.iter().any(|(at, known)| *known == check && anybodys(*at)) {
                    list.push((i as u16, check));
                }
            }
            list
        };
        Order {
            immediate: list(&|g| !g.deferred, &Check::clone),
            deferred: list(&|g| g.deferred, &Check::clone),
            movable: list(&|g| g.deferred && !g.needs_stuck, &while_movable),
        }
    }
}

/// Boards by which a condition may come to hold: by showing more cells, by showing fewer.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Touched {
    pub(crate) gain: u64,
    pub(crate) loss: u64,
}

impl Touched {
    pub(crate) fn either(self, other: Touched) -> Touched {
        Touched { gain: self.gain | other.gain, loss: self.loss | other.loss }
    }
}

pub(crate) struct Reader<'a> {
    pub(crate) program: &'a Program,
    pub(crate) shared: &'a mut Shared,
}

impl Reader<'_> {
    /// All goals, each for each player it is about, in the order they are decided.
    pub(crate) fn goals<const W: usize>(&mut self) -> Result<Vec<GoalOf<W>>, Why> {
        let mut found = Vec::new();
        for (i, goal) in self.program.game().goals.iter().enumerate() {
            let once = self.program.decided_once(i);
            for &player in goal.players.iter().take(if once { 1 } else { usize::MAX }) {
                let check = self.check(&goal.cond, player)?;
                let decisive = matches!(goal.verdict, Verdict::Win | Verdict::Loss);
                let movers_doing = decisive && mentions(&goal.cond, &GoalCond::Repetition);
                let touched = if movers_doing { None } else { touched(&check, true) };
                let needs_stuck = while_movable(&check) == Check::Const(false);
                let all = bits::of_cells(0..self.program.game().board.cells.len() as u16);
                let by_count = !movers_doing && is_by_count(&check, &all);
                found.push(GoalOf {
                    goal: i,
                    player,
                    check,
                    deferred: goal.deferred,
                    movers_doing,
                    touched,
                    needs_stuck,
                    by_count,
                    of_to_move: false,
                    verdict: goal.verdict,
                });
            }
        }
        Ok(found)
    }

    fn board(&mut self, class: Class) -> Result<BoardId, Why> {
        self.shared.classes.id(self.program, class)
    }

    pub(crate) fn check<const W: usize>(
        &mut self,
        cond: &GoalCond,
        player: PlayerId,
    ) -> Result<Check<W>, Why> {
        let game = self.program.game();
        Ok(match cond {
            GoalCond::And(conds) => Check::And(self.checks(conds, player)?),
            GoalCond::Or(conds) => Check::Or(self.checks(conds, player)?),
            GoalCond::Not(cond) => Check::Not(Box::new(self.check(cond, player)?)),
            GoalCond::True => Check::Const(true),
            GoalCond::False => Check::Const(false),
            GoalCond::Stalemated => Check::Stalemated(player),
            GoalCond::Checkmated(kinds) => Check::Checkmated(player, self.pieces(Some(player), kinds)?),
            GoalCond::Stuck => Check::Stuck,
            GoalCond::Repetition => Check::Repetition,
            GoalCond::Captured(kinds) => Check::Captured(player, kinds.clone()),
            GoalCond::Pieces { anybody, kinds, n } => {
                let owner = (!anybody).then_some(player);
                let all: Vec<KindId> = (0..game.kinds.len() as u16).map(KindId).collect();
                let counted = if kinds.is_empty() { &all } else { kinds };
                // A kind named twice counts once.
                let mut counted = counted.clone();
                counted.sort_unstable();
                counted.dedup();
                let mut reserves = Vec::new();
                // Where nothing can ever wait, positions keep no reserves.
                if game.rules.count_reserve && self.program.has_reserves() {
                    for p in (0..game.players.len() as u16).map(PlayerId) {
                        if owner.is_none_or(|o| o == p) {
                            reserves.extend(counted.iter().map(|k| (p, *k)));
                        }
                    }
                }
                let boards = match (owner, kinds.is_empty()) {
                    (Some(p), true) => vec![self.board(Class::Owned(p))?],
                    (None, true) => {
                        let players = (0..game.players.len() as u16).map(PlayerId);
                        players.map(|p| self.board(Class::Owned(p))).collect::<Result<_, _>>()?
                    }
                    (owner, false) => self.pieces(owner, &counted)?,
                };
                Check::Pieces { boards, reserves, n: u64::from(*n) }
            }
            GoalCond::Config { occupants, all, cells } => self.on(occupants, cells, *all, player)?,
            GoalCond::ConfigZone { occupants, zone } => {
                let cells = &game.board.zones[zone.idx()].cells[player.idx()];
                let all = occupants.iter().all(|o| matches!(o, Occupant::NotOwn(_)));
                self.on(occupants, cells, all, player)?
            }
            GoalCond::Pattern { first, rest } => {
                let first = self.shown(*first, player)?;
                let mut at: Vec<u16> = (0..game.board.cells.len() as u16).collect();
                let mut steps = Vec::new();
                let mut row = match first[..] {
                    [(board, true)] => Some((board, Vec::new())),
                    _ => None,
                };
                for (i, (dirs, occupant)) in rest.iter().enumerate() {
                    let before = at.clone();
                    for dir in dirs {
                        for cell in at.iter_mut().filter(|c| **c != NO_CELL) {
                            let to = game.navigate(player, CellId(*cell), *dir);
                            *cell = to.map_or(NO_CELL, |c| c.0);
                        }
                    }
                    let place: PlaceId = self.shared.places.id(at.clone().into());
                    let shown = self.shown(*occupant, player)?;
                    if i == 0
                        && let Some((_, on)) = &mut row
                    {
                        on.clone_from(&at);
                    }
                    let goes_on = |on: &[u16]| {
                        let step = |c: &u16| if *c == NO_CELL { NO_CELL } else { on[*c as usize] };
                        shown == first && before.iter().map(step).eq(at.iter().copied())
                    };
                    row = row.filter(|(_, on)| goes_on(on));
                    steps.push((Seen::new(&self.shared.places, place), shown));
                }
                let len = steps.len() + 1;
                let row = row.and_then(|(board, on)| Row::new(board, len, on));
                Check::Pattern { first, rest: steps, row }
            }
            GoalCond::Cmp(op, a, b) => Check::Cmp(*op, self.number(a, player)?, self.number(b, player)?),
        })
    }

    fn checks<const W: usize>(&mut self, conds: &[GoalCond], player: PlayerId) -> Result<Vec<Check<W>>, Why> {
        conds.iter().map(|c| self.check(c, player)).collect()
    }

    fn on<const W: usize>(
        &mut self,
        occupants: &[Occupant],
        cells: &[CellId],
        all: bool,
        player: PlayerId,
    ) -> Result<Check<W>, Why> {
        let occupants = occupants.iter().map(|o| self.shown(*o, player)).collect::<Result<_, _>>()?;
        Ok(Check::On { cells: bits::of_cells(cells.iter().map(|c| c.0)), occupants, all })
    }

    /// Boards of these kinds, of one owner or of anybody.
    pub(crate) fn pieces(&mut self, owner: Option<PlayerId>, kinds: &[KindId]) -> Result<Vec<BoardId>, Why> {
        let class = |k: &KindId| owner.map_or(Class::Kind(*k), |p| Class::Piece(p, *k));
        kinds.iter().map(|k| self.board(class(k))).collect()
    }

    fn shown(&mut self, occupant: Occupant, player: PlayerId) -> Result<Shown, Why> {
        Ok(match occupant {
            Occupant::Own(k) => vec![(self.board(Class::Piece(player, k))?, true)],
            Occupant::Opponent(k) => {
                vec![(self.board(Class::EnemyOf(player))?, true), (self.board(Class::Kind(k))?, true)]
            }
            Occupant::Any(k) => vec![(self.board(Class::Kind(k))?, true)],
            Occupant::NotOwn(k) => vec![(self.board(Class::Piece(player, k))?, false)],
        })
    }

    fn number<const W: usize>(&mut self, num: &GoalNum, player: PlayerId) -> Result<Number<W>, Why> {
        let game = self.program.game();
        Ok(match num {
            GoalNum::Const(n) => Number::Const(i64::from(*n)),
            GoalNum::Op(op, ab) => {
                Number::Op(*op, Box::new((self.number(&ab.0, player)?, self.number(&ab.1, player)?)))
            }
            GoalNum::Global(g) => Number::Global(*g),
            GoalNum::Pieces { owner, kind, zone } => {
                let owner = owner.map(|who| who_is(self.program, who, player));
                let class = match (owner, kind) {
                    (Some(p), Some(k)) => Class::Piece(p, *k),
                    (Some(p), None) => Class::Owned(p),
                    (None, Some(k)) => Class::Kind(*k),
                    (None, None) => Class::Empty,
                };
                let within = match zone {
                    None => bits::of_cells(0..game.board.cells.len() as u16),
                    Some(z) => {
                        bits::of_cells(game.board.zones[z.idx()].cells[player.idx()].iter().map(|c| c.0))
                    }
                };
                Number::Count { board: self.board(class)?, shown: class != Class::Empty, within }
            }
            GoalNum::Reserve { owner, kind } => Number::Reserve(who_is(self.program, *owner, player), *kind),
            GoalNum::Height(cell) => {
                Number::Count { board: self.board(Class::Empty)?, shown: false, within: bits::single(cell.0) }
            }
            GoalNum::Passes => Number::Passes,
        })
    }
}

impl Row {
    /// `None` if two cells have the same next one.
    fn new(board: BoardId, len: usize, on: Vec<u16>) -> Option<Row> {
        let mut back = vec![NO_CELL; on.len()];
        for (from, &to) in on.iter().enumerate().filter(|(_, to)| **to != NO_CELL) {
            let place = &mut back[to as usize];
            if *place != NO_CELL || to as usize == from {
                return None;
            }
            *place = from as u16;
        }
        Some(Row { board, len, on, back })
    }
}

/// By what a condition may come to hold (or cease to). `None`: by something else than pieces on boards.
fn touched<const W: usize>(check: &Check<W>, hold: bool) -> Option<Touched> {
    let either_way = |boards: u64| Touched { gain: boards, loss: boards };
    let of_shown = |shown: &Shown| {
        shown.iter().fold(Touched::default(), |all, (board, answer)| {
            let bit = 1 << board.0;
            all.either(if *answer == hold {
                Touched { gain: bit, loss: 0 }
            } else {
                Touched { gain: 0, loss: bit }
            })
        })
    };
    Some(match check {
        Check::And(list) | Check::Or(list) => {
            let mut all = Touched::default();
            for check in list {
                all = all.either(touched(check, hold)?);
            }
            all
        }
        Check::Not(inner) => touched(inner, !hold)?,
        Check::Const(_) => Touched::default(),
        Check::Pieces { boards, reserves, .. } if reserves.is_empty() => {
            either_way(boards.iter().fold(0, |all, b| all | 1 << b.0))
        }
        Check::On { occupants, .. } => {
            occupants.iter().fold(Touched::default(), |all, shown| all.either(of_shown(shown)))
        }
        Check::Pattern { first, rest, .. } => {
            rest.iter().fold(of_shown(first), |all, (_, shown)| all.either(of_shown(shown)))
        }
        Check::Cmp(_, a, b) => either_way(counted(a)? | counted(b)?),
        Check::Pieces { .. }
        | Check::Trial(..)
        | Check::Stalemated(_)
        | Check::Checkmated(..)
        | Check::Stuck
        | Check::Repetition
        | Check::Captured(..) => return None,
    })
}

/// The boards whose cells a number counts.
fn counted<const W: usize>(number: &Number<W>) -> Option<u64> {
    match number {
        Number::Const(_) => Some(0),
        Number::Op(_, ab) => Some(counted(&ab.0)? | counted(&ab.1)?),
        Number::Count { board, .. } => Some(1 << board.0),
        Number::Global(_) | Number::Reserve(..) | Number::Passes => None,
    }
}

/// A condition where the player to move can and nothing repeats.
fn while_movable<const W: usize>(check: &Check<W>) -> Check<W> {
    // One such condition decides all, its opposite says nothing.
    let join = |list: &[Check<W>], decisive: bool| {
        let mut rest: Vec<Check<W>> = list.iter().map(while_movable).collect();
        if rest.contains(&Check::Const(decisive)) {
            return Err(Check::Const(decisive));
        }
        rest.retain(|c| *c != Check::Const(!decisive));
        match rest.pop() {
            None => Err(Check::Const(!decisive)),
            Some(only) if rest.is_empty() => Err(only),
            Some(last) => {
                rest.push(last);
                Ok(rest)
            }
        }
    };
    match check {
        Check::Stalemated(_) | Check::Checkmated(..) | Check::Stuck | Check::Repetition => {
            Check::Const(false)
        }
        Check::Not(inner) => match while_movable(inner) {
            Check::Const(value) => Check::Const(!value),
            other => Check::Not(Box::new(other)),
        },
        Check::And(list) => join(list, false).map_or_else(|one| one, Check::And),
        Check::Or(list) => join(list, true).map_or_else(|one| one, Check::Or),
        other => other.clone(),
    }
}

/// Does it depend on nothing but how many cells some boards show?
fn is_by_count<const W: usize>(check: &Check<W>, all: &Bits<W>) -> bool {
    fn number<const W: usize>(n: &Number<W>, all: &Bits<W>) -> bool {
        match n {
            Number::Const(_) => true,
            Number::Op(_, ab) => number(&ab.0, all) && number(&ab.1, all),
            Number::Count { within, .. } => within == all,
            Number::Global(_) | Number::Reserve(..) | Number::Passes => false,
        }
    }
    match check {
        Check::And(list) | Check::Or(list) => list.iter().all(|c| is_by_count(c, all)),
        Check::Not(inner) => is_by_count(inner, all),
        Check::Pieces { reserves, .. } => reserves.is_empty(),
        Check::Cmp(_, a, b) => number(a, all) && number(b, all),
        Check::Const(_) => true,
        _ => false,
    }
}

/// Does a condition contain another one?
pub(crate) fn mentions(cond: &GoalCond, what: &GoalCond) -> bool {
    cond == what || cond.children().iter().any(|c| mentions(c, what))
}
