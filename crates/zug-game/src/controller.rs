//! The controller: from clicks on a board to a legal move, part by part.
//!
//! A turn is a tree of parts ([`TurnWalk`]); the controller goes down it as somebody clicks. It does no I/O and draws nothing:
//! [`Controller::look`] says at any moment what can be clicked, [`Controller::show`] tells a view what has happened.
//! A person's move, a move typed whole and a move of a program go the same way: the last two are turns with one move in them.
//!
//! | a part | is made by |
//! | --- | --- |
//! | movement | its start, then its target |
//! | in place | its cell twice |
//! | from a heap without an owner (seeds) | its cell, where one part begins there; else as above |
//! | drop | its target; where several kinds can come there, after choosing the kind from the reserve, or one is asked for |
//! | capture and nothing else | the captured piece's cell |
//! | no cell at all | its name, as a command |
//!
//! Where a click still leaves several parts one is asked for by name; a click on a piece that only some of them take answers too.

mod look;
mod shape;
mod shown;
mod would;

use crate::name::names;
use crate::split::TurnWalk;
use crate::state::{PlayError, State};
pub use look::Look;
pub(crate) use shape::Shape;
use shown::Shown;
pub use would::Would;
use zug_ir::{CellId, KindId, Pile};
use zug_vm::{Move, Piece, RunError, State as Position};

/// When a part is made before all its cells are clicked, because no other can be meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Smart {
    /// A start is enough.
    pub from: bool,
    /// A target is enough.
    pub to: bool,
}

/// What came of a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clicked {
    /// It means nothing here.
    Nothing,
    /// Something is selected, or no longer.
    Selected,
    /// Several parts are possible: [`Look::choices`].
    Asked,
    /// A part was made; [`Look::done`] says whether that was the last.
    Made,
}

/// A turn that somebody is making.
#[derive(Clone)]
pub struct Controller {
    state: State,
    /// The turn after each part, the present one last.
    walks: Vec<TurnWalk>,
    /// Of the parts that can be made now.
    shapes: Vec<Shape>,
    smart: Smart,
    selected: Option<Selected>,
    asked: Asked,
    done: Option<Move>,
    shown: Shown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Selected {
    Cell(CellId),
    Kind(KindId),
}

/// What one has to choose from by name.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Asked {
    Nothing,
    /// Parts by their numbers.
    Parts(Vec<usize>),
    /// Moves that are made of the same parts: only what the rules call them tells them apart.
    Moves(Vec<(String, Move)>),
}

impl Controller {
    /// Begins the turn of a position. What one click can do is as the game says.
    pub fn new(state: &State) -> Result<Self, RunError> {
        Ok(Self::over(state, state.walk()?))
    }

    /// A turn in which a legal move arrives whole.
    pub fn whole(state: &State, mv: &Move) -> Result<Self, PlayError> {
        let mut controller = Self::new(state)?;
        for wanted in mv.parts() {
            let is_wanted = |part: &Move| {
                let part = part.part(0);
                part.actions == wanted.actions && part.head.then == wanted.head.then
            };
            let part = controller.walk().parts().position(is_wanted).ok_or(PlayError::Illegal)?;
            controller.go(part)?;
        }
        if !controller.walk().may_stop() {
            return Err(PlayError::Illegal);
        }
        controller.done = Some(mv.clone());
        Ok(controller)
    }

    fn over(state: &State, walk: TurnWalk) -> Self {
        Controller {
            state: state.clone(),
            shown: Shown::new(walk.now()),
            shapes: shapes(&walk),
            walks: vec![walk],
            smart: Smart::of(state.game()),
            selected: None,
            asked: Asked::Nothing,
            done: None,
        }
    }

    /// The same with another idea of what one click can do.
    pub fn with_smart(mut self, smart: Smart) -> Self {
        self.set_smart(smart);
        self
    }

    /// From now on one click can do this.
    pub fn set_smart(&mut self, smart: Smart) {
        self.smart = smart;
    }

    /// The position in which the turn began.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The board after the parts made so far.
    pub fn now(&self) -> &Position {
        self.walk().now()
    }

    /// The same as a state, to be looked at: whose turn it is there means nothing.
    pub fn seen(&self) -> State {
        State::new(self.state.game().clone(), self.now().clone())
    }

    /// The parts made so far.
    pub fn made(&self) -> &Move {
        self.walk().made()
    }

    /// The move, when it is complete. It is legal.
    pub fn done(&self) -> Option<&Move> {
        self.done.as_ref()
    }

    fn walk(&self) -> &TurnWalk {
        // The one the turn began with is never taken away.
        &self.walks[self.walks.len() - 1]
    }

    fn parts_where(&self, wanted: impl Fn(Shape) -> bool) -> Vec<usize> {
        self.shapes.iter().enumerate().filter(|(_, shape)| wanted(**shape)).map(|(i, _)| i).collect()
    }

    /// A click on a cell.
    pub fn click(&mut self, cell: CellId) -> Result<Clicked, RunError> {
        if self.done.is_some() || matches!(self.asked, Asked::Moves(_)) {
            return Ok(Clicked::Nothing);
        }
        let was_asked = self.asked != Asked::Nothing;
        let meant = self.meant(cell);
        self.asked = Asked::Nothing;
        match meant[..] {
            // Whoever clicks elsewhere has thought better of it.
            [] if was_asked => return Ok(Clicked::Selected),
            [] => {}
            [part] => return self.make(part),
            _ => {
                self.asked = Asked::Parts(meant);
                return Ok(Clicked::Asked);
            }
        }
        let before = self.selected;
        self.selected = self.selection(cell);
        Ok(if self.selected == before { Clicked::Nothing } else { Clicked::Selected })
    }

    /// Where one of several parts is asked for, a piece that only some of them take says which.
    fn that_take(&self, cell: CellId) -> Vec<usize> {
        let Asked::Parts(asked) = &self.asked else { return Vec::new() };
        let takes = |part: &usize| self.taken_by(*part).any(|at| at == cell);
        let taking: Vec<usize> = asked.iter().copied().filter(takes).collect();
        if taking.len() < asked.len() { taking } else { Vec::new() }
    }

    /// The cells whose pieces a part takes.
    fn taken_by(&self, part: usize) -> impl Iterator<Item = CellId> + '_ {
        let part = self.walk().parts().nth(part);
        part.into_iter().flat_map(|part| part.part(0).captures().map(|(at, _)| at).collect::<Vec<_>>())
    }

    /// The parts that a click on a cell makes, or asks about.
    fn meant_by(&self, cell: CellId) -> Vec<usize> {
        if let Some(selected) = self.selected {
            return self.parts_where(|shape| match (selected, shape) {
                (Selected::Cell(start), Shape::Movement { from, to }) => from == start && to == cell,
                // A second click on the selected cell means whatever can happen there.
                (Selected::Cell(start), other) => start == cell && other.at() == Some(cell),
                (Selected::Kind(kind), Shape::Drop { at, kind: k }) => at == cell && k == Some(kind),
                (Selected::Kind(_), _) => false,
            });
        }
        let direct = self.parts_where(|shape| shape.is_direct() && shape.at() == Some(cell));
        let starts = self.parts_where(|shape| shape.start() == Some(cell));
        match (&direct[..], &starts[..]) {
            ([], [_]) if (self.smart.from || self.is_sown(cell)) && !self.walk().may_stop() => starts,
            ([], []) if self.smart.to => {
                let ends =
                    self.parts_where(|shape| matches!(shape, Shape::Movement { to, .. } if to == cell));
                if ends.len() == 1 { ends } else { Vec::new() }
            }
            (_, []) => direct,
            _ => Vec::new(),
        }
    }

    /// True if the cell holds a heap of pieces without an owner, such as the seeds of mancala. They are sown as the rules say:
    /// the cell is the whole choice.
    fn is_sown(&self, cell: CellId) -> bool {
        let game = self.state.game();
        let owned = |piece: Piece| game.ir().is_active(piece.owner());
        let heap = game.ir().rules.pile == Pile::Heap;
        heap && self.now().heap(game.program(), cell).all(|(piece, _)| !owned(piece))
    }

    /// Selects a piece that can be moved, and makes nothing.
    pub fn select(&mut self, cell: CellId) -> Clicked {
        if self.done.is_some() || self.asked != Asked::Nothing || self.selection(cell).is_none() {
            return Clicked::Nothing;
        }
        self.selected = Some(Selected::Cell(cell));
        Clicked::Selected
    }

    /// A click on a kind in the reserve.
    pub fn select_kind(&mut self, kind: KindId) -> Clicked {
        let can_be_dropped = self.shapes.iter().any(|shape| shape.kind() == Some(kind));
        if self.done.is_some() || !can_be_dropped {
            return Clicked::Nothing;
        }
        self.asked = Asked::Nothing;
        let again = self.selected == Some(Selected::Kind(kind));
        self.selected = (!again).then_some(Selected::Kind(kind));
        Clicked::Selected
    }

    /// Answers what was asked: one of [`Look::choices`] by its number.
    pub fn choose(&mut self, choice: usize) -> Result<Clicked, RunError> {
        match &self.asked {
            Asked::Nothing => Ok(Clicked::Nothing),
            Asked::Parts(parts) => match parts.get(choice) {
                Some(&part) => self.make(part),
                None => Ok(Clicked::Nothing),
            },
            Asked::Moves(moves) => {
                let Some((_, mv)) = moves.get(choice) else { return Ok(Clicked::Nothing) };
                self.done = Some(mv.clone());
                self.asked = Asked::Nothing;
                Ok(Clicked::Made)
            }
        }
    }

    /// One of [`Look::commands`] by its number.
    pub fn command(&mut self, number: usize) -> Result<Clicked, RunError> {
        let commands = self.parts_where(|shape| shape == Shape::Nowhere);
        match commands.get(number) {
            Some(&part) if self.done.is_none() => self.make(part),
            _ => Ok(Clicked::Nothing),
        }
    }

    /// Stops here, where the parts made so far are a move; before the first part that is a pass.
    pub fn pass(&mut self) -> Clicked {
        if self.done.is_some() || !self.walk().may_stop() {
            return Clicked::Nothing;
        }
        self.finish()
    }

    /// Takes the last part back, or the decision to stop. What its choice had excluded is there again.
    pub fn undo(&mut self) -> Clicked {
        let stopped = self.walk().parts().len() > 0 && (self.done.is_some() || self.asked != Asked::Nothing);
        if !stopped && self.walks.len() == 1 && self.done.is_none() {
            return Clicked::Nothing;
        }
        if !stopped && self.walks.len() > 1 {
            self.walks.pop();
            self.shapes = shapes(self.walk());
        }
        self.shown.went_back(self.walks.len() - 1);
        (self.selected, self.asked, self.done) = (None, Asked::Nothing, None);
        Clicked::Selected
    }

    fn make(&mut self, part: usize) -> Result<Clicked, RunError> {
        self.go(part)?;
        Ok(if self.shapes.is_empty() { self.finish() } else { Clicked::Made })
    }

    fn go(&mut self, part: usize) -> Result<(), RunError> {
        let mut next = self.walk().clone();
        next.choose(part)?;
        self.shapes = shapes(&next);
        self.walks.push(next);
        self.selected = None;
        self.asked = Asked::Nothing;
        Ok(())
    }

    /// The parts made so far are the move, or one of several.
    fn finish(&mut self) -> Clicked {
        self.selected = None;
        let mut moves = self.endings();
        if moves.len() > 1 {
            self.asked = Asked::Moves(moves);
            return Clicked::Asked;
        }
        // A move may be one of so many that not all are listed.
        self.done = Some(moves.pop().map_or_else(|| self.made().clone(), |(_, mv)| mv));
        Clicked::Made
    }

    /// The legal moves that are made of the parts made so far.
    fn endings(&self) -> Vec<(String, Move)> {
        let Ok(moves) = self.state.moves() else { return Vec::new() };
        let made = self.made();
        let is_made = |mv: &Move| mv.n_parts() == made.n_parts() && mv.starts_with(made);
        if moves.iter().filter(|mv| is_made(mv)).count() < 2 {
            return moves
                .iter()
                .find(|mv| is_made(mv))
                .map(|mv| (String::new(), mv.clone()))
                .into_iter()
                .collect();
        }
        let named = names(self.state.game(), moves).into_iter().zip(moves.iter().cloned());
        named.filter(|(_, mv)| is_made(mv)).collect()
    }
}

fn shapes(walk: &TurnWalk) -> Vec<Shape> {
    walk.parts().map(|part| Shape::of(part.part(0))).collect()
}
