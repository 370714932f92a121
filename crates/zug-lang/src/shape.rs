//! A board as a graph with names, and the matrices it is made of.

use crate::decl::{BoardDecl, Value};
use crate::objects::{Library, ObjectId};
use crate::session::Session;
use rustc_hash::FxHashMap;
use zug_model::{Board, BoardModel, Cell, CellId, DirId, Grid};
use zug_source::{NodeId, Origin, Symbol};

/// A board while it is made, and afterwards for the boards and games that are made of it.
#[derive(Clone, Default)]
pub(crate) struct Shape {
    pub(crate) cells: Vec<Symbol>,
    pub(crate) cell_ids: FxHashMap<Symbol, CellId>,
    pub(crate) dirs: Vec<Symbol>,
    pub(crate) dir_ids: FxHashMap<Symbol, DirId>,
    /// `links[dir][cell]`.
    pub(crate) links: Vec<Vec<Option<CellId>>>,
    pub(crate) opposite: Vec<Option<DirId>>,
    pub(crate) grids: Vec<Grid>,
    pub(crate) zones: Vec<(Symbol, Vec<CellId>)>,
    pub(crate) vars: Vec<(Symbol, NodeId)>,
    pub(crate) model: Option<BoardModel>,
    /// Directions that wait for a child with dimensions.
    pub(crate) loose: Vec<Direction>,
    /// Directions that lost their last arc: they no longer exist.
    pub(crate) gone: Vec<Symbol>,
}

/// A `dir` item.
#[derive(Clone)]
pub(crate) struct Direction {
    pub(crate) name: Symbol,
    pub(crate) deltas: Vec<i32>,
    /// Dimensions that are circles, from 0.
    pub(crate) wrap: Vec<usize>,
    pub(crate) node: NodeId,
}

/// Dimensions with the directions that act on them.
pub(crate) struct Matrix {
    pub(crate) dims: Vec<Vec<String>>,
    pub(crate) dirs: Vec<Direction>,
    /// Cells, last dimension fastest; `None` where one was deleted.
    pub(crate) cells: Vec<Option<CellId>>,
    pub(crate) origin: Origin,
}

impl Matrix {
    /// The model has the first dimension running fastest.
    pub(crate) fn into_grid(self) -> Grid {
        let mut cells = vec![None; self.cells.len()];
        for (at, cell) in self.cells.iter().enumerate() {
            let (mut rest, mut stride, mut index) = (at, self.cells.len(), 0);
            let mut scale = 1;
            for dim in &self.dims {
                stride /= dim.len().max(1);
                index += rest / stride.max(1) * scale;
                rest %= stride.max(1);
                scale *= dim.len();
            }
            if let Some(place) = cells.get_mut(index) {
                *place = *cell;
            }
        }
        Grid { dims: self.dims, cells, origin: self.origin }
    }
}

impl Shape {
    /// As the model has it; `zones` are those of a game.
    pub(crate) fn board(&self, session: &Session, zones: Vec<zug_model::Zone>) -> Board {
        let cell = |&name: &Symbol| Cell { name: session.text_of(name), rect: None, hidden: false };
        Board {
            cells: self.cells.iter().map(cell).collect(),
            dirs: self.dirs.iter().map(|&dir| session.text_of(dir)).collect(),
            links: self.links.clone(),
            opposite: self.opposite.clone(),
            zones,
            grids: self.grids.clone(),
        }
    }

    pub(crate) fn decl(&self, session: &Session, library: &Library, id: ObjectId) -> BoardDecl {
        let object = &library.objects[id];
        let zone = |(name, cells): &(Symbol, Vec<CellId>)| zug_model::Zone {
            name: session.text_of(*name),
            cells: vec![cells.clone()],
        };
        let var = |&(name, node): &(Symbol, NodeId)| (session.text_of(name), plain_value(session, node));
        BoardDecl {
            names: object.names.iter().map(|&name| session.text_of(name)).collect(),
            board: self.board(session, self.zones.iter().map(zone).collect()),
            model: self.model.unwrap_or_default(),
            vars: self.vars.iter().map(var).collect(),
            origin: object.origin,
        }
    }
}

/// A constant as far as it needs no names.
fn plain_value(session: &Session, node: NodeId) -> Value {
    if let Some(number) = session.as_number(node) {
        return Value::Int(number);
    }
    let symbol = session.tree.node(node).symbol;
    match session.name(symbol) {
        "true" if session.atom(node).is_some() => Value::Bool(true),
        "false" if session.atom(node).is_some() => Value::Bool(false),
        "none" if session.atom(node).is_some() => Value::None,
        _ => Value::Text(symbol),
    }
}
