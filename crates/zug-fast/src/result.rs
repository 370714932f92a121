//! Do two parts of scripts lead to the same result? A game of scripts counts moves with the same start, target, name and
//! result once, whatever they did on the way.

use crate::flow::{Effect, Exit, Held, NamePart, Place};
use crate::num::Num;
use crate::twin::Alike;
use zug_ir::{AttrId, GlobalId, KindId, PlayerId};
use zug_vm::Piece;

/// What a part leaves on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Left {
    Nothing,
    /// The piece that stood on some cell before, with what has become of it.
    Came {
        from: u16,
        kind: Option<KindId>,
        owner: Option<PlayerId>,
        attrs: Vec<(AttrId, i16)>,
    },
    Made {
        piece: Piece,
        changed: Vec<Effect>,
    },
}

/// What a part does, put together.
#[derive(Default)]
struct Result {
    cells: Vec<(u16, Left)>,
    globals: Vec<(GlobalId, Num)>,
    reserves: Vec<(PlayerId, KindId, Num)>,
    turn: Option<u16>,
}

impl Result {
    fn at(&self, cell: u16) -> Left {
        let known = self.cells.iter().find(|(c, _)| *c == cell).map(|(_, left)| left.clone());
        known.unwrap_or(Left::Came { from: cell, kind: None, owner: None, attrs: Vec::new() })
    }

    fn set(&mut self, cell: u16, left: Left) {
        self.cells.retain(|(c, _)| *c != cell);
        self.cells.push((cell, left));
    }

    fn change(&mut self, cell: u16, effect: Effect) {
        let mut left = self.at(cell);
        match (&mut left, effect) {
            (Left::Came { kind, .. }, Effect::ChangeKind(k, _) | Effect::Promote(k, _)) => *kind = Some(k),
            (Left::Came { owner, .. }, Effect::ChangeOwner(p, _)) => *owner = Some(p),
            (Left::Came { attrs, .. }, Effect::SetAttr(a, value, _)) => {
                attrs.retain(|(attr, _)| *attr != a);
                attrs.push((a, value));
                attrs.sort_unstable();
            }
            (Left::Made { changed, .. }, mut effect) => {
                effect.each_place(&mut |p| *p = Place::Target);
                changed.push(effect);
            }
            _ => {}
        }
        self.set(cell, left);
    }

    fn carry(&mut self, from: u16, to: u16, held: Held) {
        let left = self.at(from);
        self.set(from, Left::Nothing);
        self.set(to, left);
        if let Some(kind) = held.kind {
            self.change(to, Effect::ChangeKind(kind, Place::Target));
        }
        for (attr, value) in held.attrs.into_iter().flatten() {
            self.change(to, Effect::SetAttr(attr, value, Place::Target));
        }
    }

    /// `None` if no position lets the part happen: what is captured was there.
    fn of(exit: &Exit, cell: &dyn Fn(Place) -> u16) -> Option<Result> {
        let mut result = Result::default();
        if !exit.still && !exit.drop {
            result.carry(cell(Place::Start), cell(Place::Target), Held::default());
        }
        for effect in &exit.effects {
            match *effect {
                Effect::Carry(from, to, held) => result.carry(cell(from), cell(to), held),
                Effect::Capture(p) if result.at(cell(p)) == Left::Nothing => return None,
                Effect::Capture(p) | Effect::CaptureLate(p) => result.set(cell(p), Left::Nothing),
                Effect::Create(piece, p) => result.set(cell(p), Left::Made { piece, changed: Vec::new() }),
                Effect::SetGlobal(global, num) => {
                    result.globals.retain(|(g, _)| *g != global);
                    result.globals.push((global, num));
                }
                Effect::AddReserve(player, kind, num) => result.reserves.push((player, kind, num)),
                Effect::SetTurn(turn) => result.turn = Some(turn),
                effect => {
                    if let Some(place) = effect.place() {
                        result.change(cell(place), effect);
                    }
                }
            }
        }
        let untouched = |cell: u16| Left::Came { from: cell, kind: None, owner: None, attrs: Vec::new() };
        result.cells.retain(|(cell, left)| *left != untouched(*cell));
        result.cells.sort_unstable_by_key(|(cell, _)| *cell);
        result.globals.sort_unstable_by_key(|(global, _)| *global);
        Some(result)
    }
}

/// Compares two exits of scripts with the same start and target, given where their places are.
pub(crate) fn compare_results(a: &Exit, b: &Exit, cell: &dyn Fn(Place) -> u16) -> Alike {
    if a.drop != b.drop || a.head.map(cell) != b.head.map(cell) {
        return Alike::Different;
    }
    // Names that mention cells are compared cell by cell only where they are written alike.
    let plain = |e: &Exit| {
        let parts = e.name.iter().flatten();
        parts
            .map(|p| if let NamePart::Text(t) = p { Some(t.as_str()) } else { None })
            .collect::<Option<String>>()
    };
    if a.name != b.name {
        return match (plain(a), plain(b)) {
            (Some(x), Some(y)) if x == y && a.name.is_some() == b.name.is_some() => Alike::Perhaps,
            (Some(_), Some(_)) => Alike::Different,
            _ => Alike::Perhaps,
        };
    }
    if a.effects_on_the_way || b.effects_on_the_way {
        return Alike::Perhaps;
    }
    if a == b {
        return Alike::Same;
    }
    let floods = |e: &Exit| e.effects.iter().any(|e| matches!(e, Effect::CaptureSet(_)));
    if floods(a) || floods(b) {
        return Alike::Perhaps;
    }
    let (Some(x), Some(y)) = (Result::of(a, cell), Result::of(b, cell)) else { return Alike::Different };
    if x.turn != y.turn {
        return Alike::Different;
    }
    // A piece made may be what stood there before.
    let made = |r: &Result| r.cells.iter().any(|(_, left)| matches!(left, Left::Made { .. }));
    let cells = |r: &Result| r.cells.iter().map(|(c, _)| *c).collect::<Vec<_>>();
    if !made(&x) && !made(&y) && cells(&x) != cells(&y) {
        return Alike::Different;
    }
    let differ = |c: u16| match (x.at(c), y.at(c)) {
        (Left::Nothing, other) | (other, Left::Nothing) => other != Left::Nothing,
        (Left::Came { kind: k, owner: p, .. }, Left::Came { kind: l, owner: q, .. }) => {
            k.is_some() && l.is_some() && k != l || p.is_some() && q.is_some() && p != q
        }
        _ => false,
    };
    if !made(&x) && !made(&y) && x.cells.iter().any(|(c, _)| differ(*c)) {
        return Alike::Different;
    }
    let known = |num: Num| if let Num::Const(n) = num { Some(n) } else { None };
    let told_apart = |(g, num): &(GlobalId, Num)| {
        let other = y.globals.iter().find(|(h, _)| h == g);
        other.is_some_and(|(_, other)| known(*num).is_some() && known(*other).is_some() && num != other)
    };
    if x.globals.iter().any(told_apart) {
        return Alike::Different;
    }
    // The same actions with the same cells are one move, whichever is kept.
    let concrete = |e: &Exit| -> Vec<(Effect, Vec<u16>)> {
        let with_cells = |effect: &Effect| {
            let (mut effect, mut at) = (*effect, Vec::new());
            effect.each_place(&mut |p| {
                at.push(cell(*p));
                *p = Place::Target;
            });
            (effect, at)
        };
        e.effects.iter().map(with_cells).collect()
    };
    if a.still == b.still && concrete(a) == concrete(b) {
        return Alike::Same;
    }
    Alike::Perhaps
}
