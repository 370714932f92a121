//! Templates of moves: ops with places left open.
//!
//! A parameter is an id from a range at the top of the 16 bits, where no table reaches: an op of a template
//! is an ordinary [`Op`], and whatever can be named in an op can be a parameter. Should one be left over,
//! the verifier refuses it like any other id that is not in its table.

use super::options::Switches;
use crate::flow::Record;
use crate::ids::{CellId, DirId, KindId, ZoneId};
use crate::op::{Label, Op};
use crate::operand::Operand;

/// A template of a [`Builder`](super::Builder).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TemplateId(pub(super) usize);

/// A parameter of a template by its number, from 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Param(pub u8);

/// Parameters are numbered from here on.
const PARAM: u16 = 0xFF00;
/// The opposites of directions that are parameters.
const OPPOSITE: u16 = 0xFE00;

impl Param {
    /// The direction that the parameter stands for.
    pub fn dir(self) -> DirId {
        DirId(PARAM + u16::from(self.0))
    }

    /// The opposite of that direction.
    pub fn opposite(self) -> DirId {
        DirId(OPPOSITE + u16::from(self.0))
    }

    /// The cell that the parameter stands for.
    pub fn cell(self) -> CellId {
        CellId(PARAM + u16::from(self.0))
    }

    /// The zone that the parameter stands for.
    pub fn zone(self) -> ZoneId {
        ZoneId(PARAM + u16::from(self.0))
    }

    /// The kind that the parameter stands for.
    pub fn kind(self) -> KindId {
        KindId(PARAM + u16::from(self.0))
    }
}

/// What a parameter stands for in one use of a template.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arg {
    Dir(DirId),
    Cell(CellId),
    Zone(ZoneId),
    Kind(KindId),
}

/// A parameter that cannot be filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BindError {
    #[error("parameter {param} has no argument, {given} are given")]
    Missing { param: usize, given: usize },
    #[error("parameter {param} is used as a {wanted}, its argument is another thing")]
    WrongType { param: usize, wanted: &'static str },
    #[error("parameter {param} is used as an opposite, direction {dir} has none")]
    NoOpposite { param: usize, dir: usize },
}

/// The arguments of one use.
pub(crate) struct Args<'a> {
    pub(super) given: &'a [Arg],
    /// `opposite[dir]`.
    pub(super) opposite: &'a [Option<DirId>],
}

impl Args<'_> {
    fn get(&self, param: u16) -> Result<Arg, BindError> {
        let param = usize::from(param);
        self.given.get(param).copied().ok_or(BindError::Missing { param, given: self.given.len() })
    }
}

macro_rules! args {
    ($($bind:ident: $id:ident = $variant:ident $what:literal;)*) => {
        $(impl From<$id> for Arg {
            fn from(id: $id) -> Self {
                Self::$variant(id)
            }
        })*

        impl Args<'_> {
            $(fn $bind(&self, param: u16) -> Result<$id, BindError> {
                match self.get(param)? {
                    Arg::$variant(id) => Ok(id),
                    _ => Err(BindError::WrongType { param: usize::from(param), wanted: $what }),
                }
            })*
        }
    };
}

args! {
    dir_arg: DirId = Dir "direction";
    cell_arg: CellId = Cell "cell";
    zone_arg: ZoneId = Zone "zone";
    kind_arg: KindId = Kind "kind";
}

/// An id, or the argument it stands for. These are what [`Operand::bind`] calls.
impl Args<'_> {
    pub(crate) fn dir(&self, id: DirId) -> Result<DirId, BindError> {
        if let Some(param) = id.0.checked_sub(PARAM) {
            return self.dir_arg(param);
        }
        let Some(param) = id.0.checked_sub(OPPOSITE) else { return Ok(id) };
        let dir = self.dir_arg(param)?;
        let opposite = self.opposite.get(dir.idx()).copied().flatten();
        opposite.ok_or(BindError::NoOpposite { param: usize::from(param), dir: dir.idx() })
    }

    /// Ids of tables that have no parameters.
    pub(crate) fn keep<T>(&self, id: T) -> Result<T, BindError> {
        Ok(id)
    }

    pub(crate) fn cell(&self, id: CellId) -> Result<CellId, BindError> {
        id.0.checked_sub(PARAM).map_or(Ok(id), |param| self.cell_arg(param))
    }

    pub(crate) fn zone(&self, id: ZoneId) -> Result<ZoneId, BindError> {
        id.0.checked_sub(PARAM).map_or(Ok(id), |param| self.zone_arg(param))
    }

    pub(crate) fn kind(&self, id: KindId) -> Result<KindId, BindError> {
        id.0.checked_sub(PARAM).map_or(Ok(id), |param| self.kind_arg(param))
    }
}

/// The commands of a template as they were added.
#[derive(Clone, Default, Debug)]
pub(super) struct Template {
    pub(super) commands: Vec<Op>,
}

/// Why a template cannot be used, and at which command.
pub(super) enum UseError {
    Bind(usize, BindError),
    Label(Label),
}

impl Template {
    /// The ops of one use, with options put into effect.
    pub(super) fn instantiate(&self, args: &Args<'_>, switches: Switches) -> Result<Vec<Op>, UseError> {
        let records: Vec<Record> = self.commands.iter().filter_map(|op| op.records()).collect();
        let mut code = Vec::with_capacity(self.commands.len());
        let mut starts = Vec::with_capacity(self.commands.len() + 1);
        for (at, command) in self.commands.iter().enumerate() {
            starts.push(code.len() as u32);
            let op = command.bind(args).map_err(|error| UseError::Bind(at, error))?;
            switches.lower(op, &mut code);
            // Before the end there is nothing that could see what was kept.
            let ends = matches!(self.commands.get(at + 1), Some(Op::End {}));
            if matches!(op, Op::Emit { .. }) && !ends {
                switches.forget(&records, &mut code);
            }
        }
        // A label behind the last command is the verifier's business.
        starts.push(code.len() as u32);
        for op in &mut code {
            if let Some(label) = op.target() {
                let start = starts.get(label.0 as usize).ok_or(UseError::Label(label))?;
                *op = op.with_target(Label(*start));
            }
        }
        Ok(code)
    }
}
