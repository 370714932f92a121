//! Sets of cells that rules compute: floods, their borders, and what is among them.
//!
//! A set is an expression, made when the game is loaded; its value depends on the position and, where a cell of the part is
//! in it, on the start. Values are boards of bits.

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::flow::{PlaceId, Places, StartSet, TrialId};
use crate::goal::Touched;
use crate::num::{Expr, ExprId, Exprs, Num};
use crate::plan::Plan;
use crate::position::Position;
use rustc_hash::FxHashMap;
use zug_ir::{CellId, DirId, PlayerId};
use zug_vm::{NO_CELL, Program};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SetId(pub(crate) u16);

/// Directions of one player, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct DirsId(pub(crate) u16);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SetExpr {
    None,
    All,
    Class(BoardId),
    Cell(PlaceId),
    Fixed(StartSet),
    /// The cells that a test holds for.
    Passing(TrialId),
    /// The set if the board shows the cell, else nothing.
    If(BoardId, PlaceId, SetId),
    Or(SetId, SetId),
    And(SetId, SetId),
    Minus(SetId, SetId),
    /// The first cell of a set.
    First(SetId),
    /// Cells connected to some, within others.
    Flood {
        from: SetId,
        within: SetId,
        dirs: DirsId,
    },
    /// All cells from there on in a direction, the first one not among them.
    Ray {
        from: PlaceId,
        dirs: DirsId,
    },
    /// Neighbours that are not among them.
    Border {
        of: SetId,
        dirs: DirsId,
    },
}

/// Every set once.
#[derive(Default, Debug)]
pub(crate) struct Sets {
    all: Vec<SetExpr>,
    index: FxHashMap<SetExpr, SetId>,
    dirs: Vec<(PlayerId, Vec<DirId>)>,
}

impl Sets {
    pub(crate) fn id(&mut self, set: SetExpr) -> SetId {
        let set = match set {
            SetExpr::Or(a, b) if *self.get(a) == SetExpr::None => return b,
            SetExpr::Or(a, b) | SetExpr::Minus(a, b) if *self.get(b) == SetExpr::None => return a,
            SetExpr::And(a, b) if *self.get(a) == SetExpr::All => return b,
            SetExpr::And(a, b) if *self.get(b) == SetExpr::All => return a,
            set => set,
        };
        if let Some(id) = self.index.get(&set) {
            return *id;
        }
        let id = SetId(self.all.len() as u16);
        self.all.push(set.clone());
        self.index.insert(set, id);
        id
    }

    pub(crate) fn get(&self, id: SetId) -> &SetExpr {
        &self.all[id.0 as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn dirs(&mut self, player: PlayerId, dirs: Vec<DirId>) -> DirsId {
        let known = self.dirs.iter().position(|d| *d == (player, dirs.clone()));
        DirsId(known.unwrap_or_else(|| {
            self.dirs.push((player, dirs));
            self.dirs.len() - 1
        }) as u16)
    }

    /// Is it another set for another start?
    pub(crate) fn varies(&self, places: &Places, id: SetId) -> bool {
        match self.get(id) {
            SetExpr::None | SetExpr::All | SetExpr::Class(_) | SetExpr::Fixed(_) | SetExpr::Passing(_) => {
                false
            }
            SetExpr::Cell(place) | SetExpr::Ray { from: place, .. } => places.constant_cell(*place).is_none(),
            SetExpr::If(_, place, a) => places.constant_cell(*place).is_none() || self.varies(places, *a),
            SetExpr::Or(a, b) | SetExpr::And(a, b) | SetExpr::Minus(a, b) => {
                self.varies(places, *a) || self.varies(places, *b)
            }
            SetExpr::First(a) => self.varies(places, *a),
            SetExpr::Flood { from, within, .. } => self.varies(places, *from) || self.varies(places, *within),
            SetExpr::Border { of, .. } => self.varies(places, *of),
        }
    }

    /// Is the number another one for another start?
    pub(crate) fn number_varies(&self, places: &Places, exprs: &Exprs, num: ExprId) -> bool {
        let of = |n: Num| match n {
            Num::Const(_) => false,
            Num::Expr(id) => self.number_varies(places, exprs, id),
        };
        match exprs.get(num) {
            Expr::Any(set) | Expr::Size(set) => self.varies(places, set),
            Expr::Add(a, b)
            | Expr::Sub(a, b)
            | Expr::Mul(a, b)
            | Expr::Min(a, b)
            | Expr::Max(a, b)
            | Expr::Eq(a, b)
            | Expr::Lt(a, b)
            | Expr::Le(a, b) => of(a) || of(b),
            Expr::Not(a) => of(a),
            Expr::After(..) => true,
            _ => false,
        }
    }

    /// The one flood from the start that a set depends on the start by; `Err` if there is something else.
    pub(crate) fn group(&self, places: &Places, id: SetId) -> Result<Option<SetId>, ()> {
        let both = |a: SetId, b: SetId| match (self.group(places, a)?, self.group(places, b)?) {
            (Some(x), Some(y)) if x != y => Err(()),
            (x, y) => Ok(x.or(y)),
        };
        match *self.get(id) {
            SetExpr::Flood { from, within, .. } => {
                let own = matches!(self.get(from), SetExpr::Cell(p) if *p == PlaceId(0));
                match self.varies(places, id) {
                    false => Ok(None),
                    true if own && !self.varies(places, within) => Ok(Some(id)),
                    true => Err(()),
                }
            }
            SetExpr::Or(a, b) | SetExpr::And(a, b) | SetExpr::Minus(a, b) => both(a, b),
            SetExpr::Border { of, .. } => self.group(places, of),
            _ if self.varies(places, id) => Err(()),
            _ => Ok(None),
        }
    }
}

impl Sets {
    /// Boards by which a set may grow, and shrink it by what they lose.
    pub(crate) fn touched(&self, id: SetId) -> Option<Touched> {
        let both = |a: SetId, b: SetId| Some(self.touched(a)?.either(self.touched(b)?));
        match *self.get(id) {
            SetExpr::None | SetExpr::All | SetExpr::Fixed(_) | SetExpr::Cell(_) | SetExpr::Ray { .. } => {
                Some(Touched::default())
            }
            SetExpr::Class(board) => Some(Touched { gain: 1 << board.0, loss: 0 }),
            SetExpr::Or(a, b) | SetExpr::And(a, b) => both(a, b),
            SetExpr::Flood { from, within, .. } => both(from, within),
            SetExpr::Minus(a, b) => {
                let without = self.touched(b)?;
                Some(self.touched(a)?.either(Touched { gain: without.loss, loss: without.gain }))
            }
            SetExpr::Passing(_) | SetExpr::First(_) | SetExpr::Border { .. } | SetExpr::If(..) => None,
        }
    }

    /// Are all cells of the set in the flood?
    pub(crate) fn inside(&self, id: SetId, flood: SetId) -> bool {
        match *self.get(id) {
            _ if id == flood => true,
            SetExpr::And(a, b) => self.inside(a, flood) || self.inside(b, flood),
            SetExpr::Minus(a, _) => self.inside(a, flood),
            SetExpr::Or(a, b) => self.inside(a, flood) && self.inside(b, flood),
            _ => false,
        }
    }
}

/// Neighbours in some directions: so far away, for these cells.
#[derive(Debug)]
pub(crate) struct Near<const W: usize> {
    shifts: Vec<(i32, Bits<W>)>,
    /// The neighbours of every cell, in order, one list behind the other; and where each list begins.
    steps: Vec<u16>,
    begins: Vec<u32>,
    /// Whoever is a neighbour has the other one as a neighbour.
    pub(crate) mutual: bool,
}

impl<const W: usize> Near<W> {
    /// Of every list of directions.
    pub(crate) fn all(program: &Program, sets: &Sets) -> Vec<Near<W>> {
        sets.dirs.iter().map(|(player, dirs)| Near::new(program, *player, dirs)).collect()
    }

    fn new(program: &Program, player: PlayerId, dirs: &[DirId]) -> Self {
        let game = program.game();
        let n = game.board.cells.len() as u16;
        let to = |cell: u16| -> Vec<u16> {
            let step = |dir: &DirId| game.navigate(player, CellId(cell), *dir).map(|c| c.0);
            dirs.iter().filter_map(step).collect()
        };
        let steps: Vec<Vec<u16>> = (0..n).map(to).collect();
        let mut shifts: Vec<(i32, Bits<W>)> = Vec::new();
        for (cell, list) in steps.iter().enumerate() {
            for &to in list {
                let delta = i32::from(to) - cell as i32;
                match shifts.iter_mut().find(|(d, _)| *d == delta) {
                    Some((_, cells)) => bits::insert(cells, cell as u16),
                    None => shifts.push((delta, bits::single(cell as u16))),
                }
            }
        }
        let mutual = steps
            .iter()
            .enumerate()
            .all(|(cell, list)| list.iter().all(|to| steps[*to as usize].contains(&(cell as u16))));
        let begins = std::iter::once(0).chain(steps.iter().scan(0, |sum, list| {
            *sum += list.len() as u32;
            Some(*sum)
        }));
        Near { shifts, begins: begins.collect(), steps: steps.concat(), mutual }
    }

    /// The neighbours of a cell, in order.
    #[inline(always)]
    pub(crate) fn steps(&self, cell: u16) -> &[u16] {
        &self.steps[self.begins[cell as usize] as usize..self.begins[cell as usize + 1] as usize]
    }

    /// Are all neighbours the same?
    pub(crate) fn same(&self, other: &Near<W>) -> bool {
        (&self.begins, &self.steps) == (&other.begins, &other.steps)
    }

    /// Is no cell twice the neighbour of another, or its own?
    pub(crate) fn once(&self) -> bool {
        let alone = |cell: u16| {
            let list = self.steps(cell);
            list.iter().enumerate().all(|(i, to)| !list[..i].contains(to) && *to != cell)
        };
        (0..self.begins.len() as u16 - 1).all(alone)
    }

    /// All neighbours of a set.
    #[inline(always)]
    fn around(&self, set: &Bits<W>) -> Bits<W> {
        if self.shifts.len() > 12 {
            let mut found = bits::none();
            for cell in bits::cells(set) {
                self.steps(cell).iter().for_each(|to| bits::insert(&mut found, *to));
            }
            return found;
        }
        let mut found = bits::none();
        for (delta, cells) in &self.shifts {
            bits::or_into(&mut found, &bits::look(&bits::and(set, cells), -delta));
        }
        found
    }

    /// Has a flood one of these cells beside it? Often the first step shows that it has.
    fn borders(&self, from: &Bits<W>, within: &Bits<W>, wanted: &Bits<W>) -> bool {
        let outside = bits::and_not(wanted, within);
        let mut found = bits::and(from, within);
        let mut edge = found;
        while !bits::is_empty(&edge) {
            let next = self.around(&edge);
            if bits::meet(&next, &outside) {
                return true;
            }
            edge = bits::and_not(&bits::and(&next, within), &found);
            bits::or_into(&mut found, &edge);
        }
        bits::meet(&bits::and_not(&self.around(&found), &found), wanted)
    }

    #[inline(always)]
    pub(crate) fn flood(&self, from: &Bits<W>, within: &Bits<W>) -> Bits<W> {
        let mut found = bits::and(from, within);
        let mut edge = found;
        while !bits::is_empty(&edge) {
            let next = bits::and(&self.around(&edge), within);
            edge = bits::and_not(&next, &found);
            bits::or_into(&mut found, &edge);
        }
        found
    }
}

impl<const W: usize> Plan<W> {
    /// The value of a set for one start.
    pub(crate) fn cell_set(&self, position: &Position, id: SetId, start: u16) -> Bits<W> {
        self.cell_set_given(position, id, start, None)
    }

    /// The same where the value of some set is known.
    pub(crate) fn cell_set_given(
        &self,
        position: &Position,
        id: SetId,
        start: u16,
        known: Option<&(SetId, Bits<W>)>,
    ) -> Bits<W> {
        if let Some((set, value)) = known
            && *set == id
        {
            return *value;
        }
        let of = |id: SetId| self.cell_set_given(position, id, start, known);
        match self.shared.cell_sets.get(id) {
            SetExpr::None => bits::none(),
            SetExpr::All => self.all_cells,
            SetExpr::Class(board) => *position.board::<W>(*board),
            SetExpr::Cell(place) => match self.shared.places.at(*place, start) {
                NO_CELL => bits::none(),
                cell => bits::single(cell),
            },
            SetExpr::Fixed(cells) => std::array::from_fn(|i| cells.get(i).copied().unwrap_or(0)),
            SetExpr::Passing(trial) => self.passing(position, *trial),
            SetExpr::If(board, place, a) => match self.shared.places.at(*place, start) {
                cell if cell != NO_CELL && position.has::<W>(*board, cell) => of(*a),
                _ => bits::none(),
            },
            SetExpr::Or(a, b) => {
                let mut all = of(*a);
                bits::or_into(&mut all, &of(*b));
                all
            }
            SetExpr::And(a, b) => bits::and(&of(*a), &of(*b)),
            SetExpr::Minus(a, b) => bits::and_not(&of(*a), &of(*b)),
            SetExpr::First(a) => match of(*a) {
                set if bits::is_empty(&set) => set,
                set => bits::single(bits::first(&set)),
            },
            SetExpr::Flood { from, within, dirs } => {
                self.near[dirs.0 as usize].flood(&of(*from), &of(*within))
            }
            SetExpr::Ray { from, dirs } => {
                let near = &self.near[dirs.0 as usize];
                let mut found = bits::none();
                let mut at = self.shared.places.at(*from, start);
                while at != NO_CELL {
                    at = near.steps(at).first().copied().unwrap_or(NO_CELL);
                    if at == NO_CELL || bits::has(&found, at) {
                        break;
                    }
                    bits::insert(&mut found, at);
                }
                found
            }
            SetExpr::Border { of: inner, dirs } => {
                let inner = of(*inner);
                bits::and_not(&self.near[dirs.0 as usize].around(&inner), &inner)
            }
        }
    }

    /// Has the set any cell?
    #[inline]
    pub(crate) fn any(&self, position: &Position, id: SetId, start: u16) -> bool {
        if let SetExpr::And(border, wanted) = *self.shared.cell_sets.get(id)
            && let SetExpr::Border { of, dirs } = *self.shared.cell_sets.get(border)
            && let SetExpr::Flood { from, within, dirs: same } = *self.shared.cell_sets.get(of)
            && dirs == same
        {
            let of = |id: SetId| self.cell_set(position, id, start);
            return self.near[dirs.0 as usize].borders(&of(from), &of(within), &of(wanted));
        }
        !bits::is_empty(&self.cell_set(position, id, start))
    }

    /// The cells of a set in the order in which a rule finds them.
    pub(crate) fn in_order(&self, position: &Position, id: SetId, start: u16) -> Vec<u16> {
        let SetExpr::Flood { from, within, dirs } = *self.shared.cell_sets.get(id) else {
            return bits::cells(&self.cell_set(position, id, start)).collect();
        };
        let within = self.cell_set(position, within, start);
        let mut todo: Vec<u16> = bits::cells(&self.cell_set(position, from, start)).collect();
        todo.reverse();
        let (mut seen, mut found) = (bits::none::<W>(), Vec::new());
        while let Some(cell) = todo.pop() {
            if bits::has(&seen, cell) {
                continue;
            }
            bits::insert(&mut seen, cell);
            if bits::has(&within, cell) {
                found.push(cell);
                let next = self.near[dirs.0 as usize].steps(cell);
                todo.extend(next.iter().copied().filter(|to| !bits::has(&seen, *to)));
            }
        }
        found
    }
}
