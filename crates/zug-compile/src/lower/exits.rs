//! The ways parts end, each once.

use crate::ids;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use zug_ir::{Exit, ExitId, Then};
use zug_model::code::{self, Add};

#[derive(Default)]
pub(super) struct Exits {
    exits: Vec<Exit>,
    /// By hash. Two exits with one hash cost a second entry in the table and nothing else.
    known: FxHashMap<u64, u32>,
}

impl Exits {
    /// The number of the exit an `add` means. Does not allocate for one that is known.
    pub(super) fn intern(&mut self, add: &Add) -> ExitId {
        let then = match add.then {
            code::Then::Done => Then::Done,
            code::Then::Part(None) => Then::Part,
            code::Then::Part(Some(mode)) => Then::PartOf(ids::mode(mode)),
        };
        let known = *self.known.entry(hash(add)).or_insert(u32::MAX);
        if let Some(exit) = self.exits.get(known as usize)
            && exit.then == then
            && exit.copy == add.copy
            && exit.kinds.iter().copied().eq(add.kinds.iter().copied().map(ids::kind))
        {
            return ExitId(known as u16);
        }
        let id = self.exits.len() as u32;
        self.exits.push(Exit { kinds: ids::kinds(&add.kinds), then, copy: add.copy });
        self.known.insert(hash(add), id);
        // Too many exits are reported at the end; the number does not matter then.
        ExitId(id as u16)
    }

    pub(super) fn into_vec(self) -> Vec<Exit> {
        self.exits
    }
}

fn hash(add: &Add) -> u64 {
    let mut hasher = FxHasher::default();
    add.kinds.hash(&mut hasher);
    match add.then {
        code::Then::Done => 0u32,
        code::Then::Part(None) => 1,
        code::Then::Part(Some(mode)) => u32::from(mode.0) + 2,
    }
    .hash(&mut hasher);
    add.copy.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_ir::ModeId;
    use zug_model::{self as model, KindId};

    #[test]
    fn equal_exits_have_one_number() {
        let mut exits = Exits::default();
        let add =
            |kinds: &[u16], then, copy| Add { kinds: kinds.iter().map(|&k| KindId(k)).collect(), then, copy };
        let all = [
            add(&[], code::Then::Done, false),
            add(&[], code::Then::Done, true),
            add(&[1, 2], code::Then::Done, false),
            add(&[2, 1], code::Then::Done, false),
            add(&[], code::Then::Part(None), false),
            add(&[], code::Then::Part(Some(model::ModeId(0))), false),
        ];
        for _ in 0..2 {
            let numbers = all.each_ref().map(|add| exits.intern(add).0);
            assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
        }
        let exits = exits.into_vec();
        assert_eq!(exits[5], Exit { kinds: vec![], then: Then::PartOf(ModeId(0)), copy: false });
        assert_eq!(exits[3].kinds, [zug_ir::KindId(2), zug_ir::KindId(1)]);
    }
}
