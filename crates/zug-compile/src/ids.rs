//! Ids of the model as ids of the IR.
//!
//! Tables keep their order, so the numbers are the same; the types differ because neither crate knows
//! the other.

use zug_ir as ir;
use zug_model as model;

macro_rules! same_number {
    ($($name:ident : $ty:ident)*) => {$(
        #[inline]
        pub(crate) fn $name(id: model::$ty) -> ir::$ty {
            ir::$ty(id.0)
        }
    )*};
}

same_number! {
    cell: CellId
    dir: DirId
    zone: ZoneId
    player: PlayerId
    kind: KindId
    mode: ModeId
    attr: AttrId
    flag: FlagId
    cell_flag: CellFlagId
    global: GlobalId
}

pub(crate) fn kinds(ids: &[model::KindId]) -> Vec<ir::KindId> {
    ids.iter().copied().map(kind).collect()
}

pub(crate) fn cells(ids: &[model::CellId]) -> Vec<ir::CellId> {
    ids.iter().copied().map(cell).collect()
}

pub(crate) fn players(ids: &[model::PlayerId]) -> Vec<ir::PlayerId> {
    ids.iter().copied().map(player).collect()
}

pub(crate) fn modes(ids: &[model::ModeId]) -> Vec<ir::ModeId> {
    ids.iter().copied().map(mode).collect()
}

pub(crate) fn dirs(ids: &[model::DirId]) -> Vec<ir::DirId> {
    ids.iter().copied().map(dir).collect()
}
