//! How large numbers can be that scripts compute. The interpreter reports a number of more than 32 bits, and a value of the board
//! of more than 28, as an error; whatever is computed here must be known to be none.

use crate::num::{Expr, Num};

/// Values of the board are smaller (see `zug_ir::script::encode`).
const VALUES: i64 = 1 << 28;
/// Positions with larger values are given up where rules make values out of values.
pub(crate) const GROWING: i64 = 1 << 26;
/// No count of cells, pieces or alternatives is larger: no board has more than 1024 cells, and no test more than 6000 nodes.
const COUNTS: i64 = 1 << 24;
/// Larger numbers are all the same: too large.
const BEYOND: i64 = 1 << 40;
/// Steps of computing a number.
const MAX_STEPS: u32 = 1_000;

/// The least and the greatest that a number can be.
type Range = (i64, i64);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Whatever the values of the board are.
    any: Range,
    /// While they are below [`GROWING`].
    small: Range,
    /// It takes so many steps to compute.
    steps: u32,
}

impl Extent {
    pub(crate) fn between(least: i64, most: i64) -> Extent {
        Extent { any: (least, most), small: (least, most), steps: 1 }
    }

    /// Of an expression, given those of the numbers in it.
    pub(crate) fn of(expr: Expr, of: impl Fn(Num) -> Extent) -> Extent {
        match expr {
            Expr::Global(_) => {
                let within = |bound: i64| (1 - bound, bound - 1);
                Extent { any: within(VALUES), small: within(GROWING), steps: 1 }
            }
            Expr::Reserve(..) => Extent::between(0, i32::MAX.into()),
            Expr::Passes => Extent::between(0, u16::MAX.into()),
            Expr::Count { .. } | Expr::Times(_) | Expr::Size(_) => Extent::between(0, COUNTS),
            Expr::Add(a, b) => of(a).with(of(b), |(a, z), (b, y)| (a + b, z + y)),
            Expr::Sub(a, b) => of(a).with(of(b), |(a, z), (b, y)| (a - y, z - b)),
            Expr::Mul(a, b) => of(a).with(of(b), product),
            Expr::Min(a, b) => of(a).with(of(b), |(a, z), (b, y)| (a.min(b), z.min(y))),
            Expr::Max(a, b) => of(a).with(of(b), |(a, z), (b, y)| (a.max(b), z.max(y))),
            Expr::Eq(a, b) | Expr::Lt(a, b) | Expr::Le(a, b) => of(a).with(of(b), |_, _| (0, 1)),
            Expr::Not(a) => Extent { steps: of(a).steps.saturating_add(1), ..Extent::between(0, 1) },
            // The effects before may have set values.
            Expr::After(_, id) => {
                let asked = of(Num::Expr(id));
                Extent { small: asked.any, ..asked }
            }
            Expr::Some(_)
            | Expr::Holds(_)
            | Expr::Any(_)
            | Expr::Repeated
            | Expr::Returns { .. }
            | Expr::NoMoves => Extent::between(0, 1),
        }
    }

    fn with(self, other: Extent, f: impl Fn(Range, Range) -> Range) -> Extent {
        let cut = |(least, most): Range| (least.clamp(-BEYOND, BEYOND), most.clamp(-BEYOND, BEYOND));
        Extent {
            any: cut(f(self.any, other.any)),
            small: cut(f(self.small, other.small)),
            steps: self.steps.saturating_add(other.steps).saturating_add(1),
        }
    }

    /// True if it is a number of 32 bits in every position, and soon computed.
    pub(crate) fn fits(self) -> bool {
        let (least, most) = self.any;
        least >= i32::MIN.into() && most <= i32::MAX.into() && self.steps <= MAX_STEPS
    }

    /// True if a value of the board can be that in every position.
    pub(crate) fn is_value(self) -> bool {
        is_value(self.any)
    }

    /// The same for positions whose values are below [`GROWING`].
    pub(crate) fn is_value_of_small(self) -> bool {
        is_value(self.small)
    }
}

fn is_value((least, most): Range) -> bool {
    least > -VALUES && most < VALUES
}

fn product((a, z): Range, (b, y): Range) -> Range {
    let corners = [a.saturating_mul(b), a.saturating_mul(y), z.saturating_mul(b), z.saturating_mul(y)];
    let least = corners.iter().fold(i64::MAX, |least, n| least.min(*n));
    (least, corners.iter().fold(i64::MIN, |most, n| most.max(*n)))
}
