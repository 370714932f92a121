//! What a script sees: the position, with what it has done itself.

use super::What;
use super::build::{Builder, Step};
use super::core::{Bundle, Core, Man, Val, Where};
use crate::class::{Class, contains};
use crate::flow::Cond;
use crate::flow::exit::{Effect, Held, Place};
use crate::flow::places::{PlaceId, START};
use crate::num::Num;
use crate::why::Why;
use zug_ir::{ArriveRule, AttackScope, AttrId, KindId, PlayerId};

/// What stands on a cell.
pub(super) enum There {
    Nothing,
    Man(Man),
    /// What the position shows.
    Untouched,
}

impl Builder<'_> {
    /// What stands on a cell now.
    pub(super) fn there(&mut self, core: &Core, place: PlaceId) -> Step<There> {
        if core.scattered || self.outer.is_some() || Some(place) == self.unknown {
            return Err(Why::SeesItself.into());
        }
        for (changed, man) in core.board.iter().rev() {
            let here = match *changed {
                Where::Cell(changed) => self.same(core, changed, place)?,
                Where::Set(set) if !self.may_be_in(core, place, set) => false,
                Where::Set(set) => self.ask_cond(core, Cond::In(set), place)?,
            };
            if here {
                return Ok(man.clone().map_or(There::Nothing, There::Man));
            }
        }
        Ok(There::Untouched)
    }

    /// Does the class contain what stands there now?
    pub(super) fn shows(&mut self, core: &Core, class: Class, place: PlaceId) -> Step<bool> {
        if self.outer.is_some() && place == START {
            return self.stood(core, class, place);
        }
        match self.there(core, place)? {
            There::Nothing => Ok(class == Class::Empty),
            There::Man(man) => self.man_is(core, &man, class),
            There::Untouched => self.stood(core, class, place),
        }
    }

    pub(super) fn man_is(&mut self, core: &Core, man: &Man, class: Class) -> Step<bool> {
        let Man::Stood { at, kind, owner, attrs } = man else {
            let Man::Made(piece) = man else { return Ok(false) };
            return Ok(contains(self.program, class, *piece));
        };
        match (class, kind, owner) {
            (Class::Empty, ..) => Ok(false),
            (Class::Kind(k), Some(is), _) => Ok(k == *is),
            (Class::Owned(p), _, Some(is)) => Ok(p == *is),
            (Class::Other(p), _, Some(is)) => Ok(p != *is),
            (Class::Attr(a), None, _) => match attrs.iter().rev().find(|(attr, _)| *attr == a) {
                Some((_, value)) => Ok(*value != 0),
                None => self.stood(core, class, *at),
            },
            (Class::Attr(a), Some(kind), _) => {
                let layout = self.program.layout();
                let mut kinds = (0..self.program.game().kinds.len() as u16).map(KindId);
                match attrs.iter().rev().find(|(attr, _)| *attr == a) {
                    _ if !layout.carries(*kind, a) => Ok(false),
                    // What all kinds have is kept.
                    _ if kinds.any(|k| !layout.carries(k, a)) => Err(Why::SeesItself.into()),
                    Some((_, value)) => Ok(*value != 0),
                    None => self.stood(core, class, *at),
                }
            }
            (Class::Kind(_) | Class::Owned(_) | Class::Other(_), ..) => self.stood(core, class, *at),
            _ => Err(Why::SeesItself.into()),
        }
    }

    /// What the position shows there. What stands on the start of a piece's rule is known.
    pub(super) fn stood(&mut self, core: &Core, class: Class, place: PlaceId) -> Step<bool> {
        if let (Some(outer), START) = (self.outer.clone(), place) {
            // What the code around this one has changed is part of the set.
            let set = self.class_now(&outer, class)?;
            return self.ask_cond(core, Cond::In(set), place);
        }
        let own = self.job.what == What::Piece && !self.job.of.anyone;
        if own && (matches!(self.same(core, place, START), Ok(true))) {
            match class {
                Class::Empty => return Ok(false),
                Class::Kind(k) => return Ok(k == self.job.of.kind),
                Class::Owned(p) => return Ok(p == self.job.of.player),
                Class::Other(p) => return Ok(p != self.job.of.player),
                _ => {}
            }
        }
        self.ask(core, class, place)
    }

    /// The piece there, if there is one.
    pub(super) fn man_at(&mut self, core: &Core, place: PlaceId) -> Step<Option<Man>> {
        if self.gathers && place == START {
            let gone = !core.effects.is_empty() || self.stood(core, Class::Empty, place)?;
            let stood = Man::Stood { at: place, kind: None, owner: None, attrs: Vec::new() };
            return Ok((!gone).then_some(stood));
        }
        match self.there(core, place)? {
            There::Nothing => Ok(None),
            There::Man(man) => Ok(Some(man)),
            There::Untouched if self.stood(core, Class::Empty, place)? => Ok(None),
            There::Untouched => {
                Ok(Some(Man::Stood { at: place, kind: None, owner: None, attrs: Vec::new() }))
            }
        }
    }

    pub(super) fn hold_drop(&mut self, core: &mut Core) {
        let piece = self.program.layout().new_piece(self.job.of.kind, self.job.of.player);
        core.hand = Some(Bundle { origin: None, man: Man::Made(piece), held: Held::default() });
    }

    pub(super) fn take(&mut self, core: &mut Core) -> Step<bool> {
        let Some(cell) = core.cursor else { return Ok(false) };
        if core.hand.is_some() {
            return Err(Why::Op("several pieces in hand").into());
        }
        let Some(man) = self.man_at(core, cell)? else { return Ok(false) };
        core.start.get_or_insert(cell);
        core.board.push((Where::Cell(cell), None));
        core.hand = Some(Bundle { origin: Some(cell), man, held: Held::default() });
        Ok(true)
    }

    /// Sets down what is in hand.
    pub(super) fn set_down(&mut self, core: &mut Core) -> Step<()> {
        let Some(bundle) = core.hand.clone() else { return Ok(()) };
        let Some(to) = core.cursor else { return Err(Why::Op("place").into()) };
        self.known(to)?;
        if self.counts && !self.shows(core, Class::Empty, to)? {
            core.captured = self.plus(core.captured, Num::Const(1));
        }
        let back = match bundle.origin {
            Some(origin) => {
                let same = self.same(core, origin, to)?;
                // A cell that was changed while the piece was in hand is told of in more words.
                let own = Where::Cell(origin);
                let touched = core.board.iter().rposition(|(p, man)| *p == own && man.is_none());
                let later = &core.board[touched.map_or(0, |i| i + 1)..];
                for (place, _) in later {
                    let Where::Cell(place) = *place else { return Err(Why::SeesItself.into()) };
                    if self.same(core, place, origin)? {
                        return Err(Why::Op("a cell changed while its piece is in hand").into());
                    }
                }
                same
            }
            None => false,
        };
        core.landed.get_or_insert(to);
        core.hand = None;
        core.board.push((Where::Cell(to), Some(bundle.man)));
        match bundle.origin {
            None if bundle.held != Held::default() => return Err(Why::Op("a drop that changes").into()),
            None => core.effects.push(Effect::Drop(Place::At(to))),
            Some(_) if back && bundle.held == Held::default() => {}
            Some(origin) => core.effects.push(Effect::Carry(Place::At(origin), Place::At(to), bundle.held)),
        }
        Ok(())
    }

    pub(super) fn capture(&mut self, core: &mut Core) -> Step<()> {
        let Some(cell) = core.cursor else { return Ok(()) };
        if self.man_at(core, cell)?.is_none() {
            return Ok(());
        }
        core.captured = if self.counts { self.plus(core.captured, Num::Const(1)) } else { core.captured };
        core.board.push((Where::Cell(cell), None));
        core.effects.push(Effect::Capture(Place::At(cell)));
        Ok(())
    }

    pub(super) fn create(&mut self, core: &mut Core, owner: PlayerId, kind: KindId) -> Step<bool> {
        let Some(cell) = core.cursor else { return Ok(false) };
        self.known(cell)?;
        if let Some(Bundle { origin: Some(origin), .. }) = core.hand
            && self.same(core, origin, cell)?
        {
            return Err(Why::Op("a cell changed while its piece is in hand").into());
        }
        let piece = self.program.layout().new_piece(kind, owner);
        core.board.push((Where::Cell(cell), Some(Man::Made(piece))));
        core.effects.push(Effect::Create(piece, Place::At(cell)));
        Ok(true)
    }

    pub(super) fn change_owner(&mut self, core: &mut Core, owner: PlayerId) -> Step<()> {
        let Some(cell) = core.cursor else { return Ok(()) };
        let Some(man) = self.man_at(core, cell)? else { return Ok(()) };
        if self.man_is(core, &man, Class::Owned(owner))? {
            return Ok(());
        }
        let changed = match man {
            Man::Made(piece) => Man::Made(piece.with_owner(owner)),
            Man::Stood { at, kind, attrs, .. } => Man::Stood { at, kind, owner: Some(owner), attrs },
        };
        core.board.push((Where::Cell(cell), Some(changed)));
        core.effects.push(Effect::ChangeOwner(owner, Place::At(cell)));
        Ok(())
    }

    pub(super) fn set_piece(&mut self, core: &mut Core, kind: KindId) -> Step<()> {
        let of_kind = |b: &Self, man: Man| match man {
            Man::Made(piece) => Man::Made(b.program.layout().with_kind(piece, kind)),
            Man::Stood { at, owner, attrs, .. } => Man::Stood { at, kind: Some(kind), owner, attrs },
        };
        if let Some(bundle) = &mut core.hand {
            bundle.man = of_kind(self, bundle.man.clone());
            bundle.held.kind = Some(kind);
            return Ok(());
        }
        let Some(cell) = core.cursor else { return Ok(()) };
        let Some(man) = self.man_at(core, cell)? else { return Ok(()) };
        if self.man_is(core, &man, Class::Kind(kind))? {
            return Ok(());
        }
        let landed = match core.landed {
            Some(landed) => self.same(core, landed, cell)?,
            None => false,
        };
        core.board.push((Where::Cell(cell), Some(of_kind(self, man))));
        let at = Place::At(cell);
        core.effects.push(if landed { Effect::Promote(kind, at) } else { Effect::ChangeKind(kind, at) });
        Ok(())
    }

    /// Does the piece carry an attribute?
    fn carries(&mut self, core: &Core, man: &Man, attr: AttrId) -> Step<bool> {
        let layout = self.program.layout();
        let kinds = (0..self.program.game().kinds.len() as u16).map(KindId);
        let carrying: Vec<KindId> = kinds.clone().filter(|k| layout.carries(*k, attr)).collect();
        if carrying.len() == kinds.len() {
            return Ok(true);
        }
        for kind in carrying {
            if self.man_is(core, man, Class::Kind(kind))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The piece an attribute belongs to, and whether it is in hand.
    fn bearer(&mut self, core: &Core, attr: AttrId) -> Step<Option<(Man, bool)>> {
        if let Some(cell) = core.cursor
            && let Some(man) = self.man_at(core, cell)?
            && self.carries(core, &man, attr)?
        {
            return Ok(Some((man, false)));
        }
        let Some(bundle) = core.hand.clone() else { return Ok(None) };
        Ok(if self.carries(core, &bundle.man, attr)? { Some((bundle.man, true)) } else { None })
    }

    pub(super) fn attr(&mut self, core: &Core, attr: AttrId) -> Step<Val> {
        match self.bearer(core, attr)? {
            Some((man, _)) => self.attr_of(core, &man, attr),
            None => Ok(Val::int(0)),
        }
    }

    /// What an attribute of a piece is. A number that nothing changes is told by its kind.
    pub(super) fn attr_of(&mut self, core: &Core, man: &Man, attr: AttrId) -> Step<Val> {
        let game = self.program.game();
        if !game.attrs[attr.idx()].numeric {
            return self.man_is(core, man, Class::Attr(attr)).map(Val::truth);
        }
        let layout = self.program.layout();
        let of = |kind: KindId| layout.attr(layout.new_piece(kind, PlayerId(0)), attr);
        let kinds: Vec<KindId> = (0..game.kinds.len() as u16).map(KindId).collect();
        for kind in &kinds[1..] {
            if self.man_is(core, man, Class::Kind(*kind))? {
                return Ok(Val::int(of(*kind)));
            }
        }
        Ok(Val::int(of(kinds[0])))
    }

    pub(super) fn set_attr(&mut self, core: &mut Core, attr: AttrId, value: Num) -> Step<()> {
        let Num::Const(value) = value else { return Err(Why::Op("set_attr").into()) };
        let Some((man, held)) = self.bearer(core, attr)? else { return Ok(()) };
        if !(0..=1).contains(&value) {
            return Err(Why::NumericAttributes.into());
        }
        if self.man_is(core, &man, Class::Attr(attr))? == (value != 0) {
            return Ok(());
        }
        let value = value as i16;
        let changed = match man {
            Man::Made(piece) => Man::Made(self.program.layout().with_attr(piece, attr, i32::from(value))),
            Man::Stood { at, kind, owner, mut attrs } => {
                attrs.retain(|(a, _)| *a != attr);
                attrs.push((attr, value));
                Man::Stood { at, kind, owner, attrs }
            }
        };
        if held {
            if let Some(bundle) = &mut core.hand {
                let free = bundle.held.attrs.iter().position(|a| a.is_none_or(|(a, _)| a == attr));
                let Some(free) = free else { return Err(Why::Op("set_attr").into()) };
                bundle.held.attrs[free] = Some((attr, value));
                bundle.man = changed;
            }
            return Ok(());
        }
        if let Some(cell) = core.cursor {
            core.board.push((Where::Cell(cell), Some(changed)));
            core.effects.push(Effect::SetAttr(attr, value, Place::At(cell)));
        }
        Ok(())
    }

    /// Could a rival take the piece there, or the one in hand if it were set down there?
    pub(super) fn attacked(&mut self, core: &Core, cell: PlaceId) -> Step<bool> {
        let redefined = self.rules.kinds.iter().any(|kind| kind.attacked.is_some());
        let declined = redefined || self.rules.attack != AttackScope::Pseudo || core.scattered;
        let moved = match &core.hand {
            None if core.board.is_empty() => Some(false),
            Some(bundle) if core.board[..] == [(Where::Cell(START), None)] => {
                let as_it_stood = Man::Stood { at: START, kind: None, owner: None, attrs: Vec::new() };
                (bundle.man == as_it_stood && core.flushed == 0).then_some(true)
            }
            _ => None,
        };
        match moved {
            Some(moved) if !declined && self.outer.is_none() => {
                self.ask_cond(core, Cond::Threatened { moved }, cell)
            }
            _ => Err(Why::Test("attacked").into()),
        }
    }

    /// May what is in hand be set down where it is?
    pub(super) fn may_arrive(&mut self, core: &Core, rule: ArriveRule) -> Step<bool> {
        if core.hand.is_none() {
            return Ok(true);
        }
        let Some(to) = core.cursor else { return Ok(false) };
        Ok(match rule {
            ArriveRule::NotFriend => !self.shows(core, Class::Owned(core.me), to)?,
            ArriveRule::Empty => self.shows(core, Class::Empty, to)?,
            ArriveRule::Any => true,
        })
    }
}
