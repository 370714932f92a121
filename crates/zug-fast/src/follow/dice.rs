//! Dice: what may lie on the table, numbered.

use crate::why::Why;
use rustc_hash::FxHashMap;
use zug_ir::script::BLANK_FACE;
use zug_ir::{Dice, Game, GlobalId};
use zug_vm::keys;

/// More different tables than this are not worth numbering.
const MAX_TABLES: usize = 2_000;

/// Everything that some dice can show, used up in part or not: numbers stand for lists of faces.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) slots: Vec<GlobalId>,
    /// The faces not used yet, in the order of the slots.
    pub(super) faces: Vec<Vec<i32>>,
    /// What the values of the slots add to the hash.
    pub(super) keys: Vec<u64>,
    /// What follows when a face is used.
    uses: Vec<Vec<(i32, u16)>>,
    numbers: FxHashMap<Vec<i32>, u16>,
    /// What a throw can leave, with its weight and the faces shown, in the interpreter's order.
    pub(super) throws: Vec<Throw>,
    pub(super) total: u64,
}

#[derive(Debug)]
pub(super) struct Throw {
    pub(super) table: u16,
    pub(super) weight: u64,
    pub(super) shown: Vec<i32>,
}

impl Pool {
    pub(super) fn new(game: &Game, dice: &Dice) -> Result<Self, Why> {
        let mut pool = Pool {
            slots: dice.slots.clone(),
            faces: Vec::new(),
            keys: Vec::new(),
            uses: Vec::new(),
            numbers: FxHashMap::default(),
            throws: Vec::new(),
            total: 0,
        };
        pool.add(Vec::new())?;
        for (shown, weight) in dice.results(MAX_TABLES).ok_or(Why::Chance)? {
            let mut faces = shown.clone();
            if let (Some(times), Some(&first)) = (dice.doubles, shown.first())
                && shown.len() > 1
                && shown.iter().all(|f| *f == first)
            {
                faces = vec![first; times as usize];
            }
            faces.truncate(pool.slots.len());
            let table = pool.add(faces)?;
            pool.throws.push(Throw { table, weight, shown });
            pool.total = pool.total.saturating_add(weight);
        }
        let mut at = 0;
        while at < pool.faces.len() {
            let faces = pool.faces[at].clone();
            let mut uses = Vec::new();
            for (i, &face) in faces.iter().enumerate() {
                if uses.iter().all(|(f, _)| *f != face) {
                    let mut rest = faces.clone();
                    rest.remove(i);
                    uses.push((face, pool.add(rest)?));
                }
            }
            pool.uses.push(uses);
            at += 1;
        }
        let hashed: Vec<bool> = pool.slots.iter().map(|g| !game.globals[g.idx()].counter).collect();
        for faces in &pool.faces {
            let slots = pool.slots.iter().enumerate().filter(|(i, _)| hashed[*i]);
            let key = slots.fold(0, |h, (i, g)| h ^ keys::global(g.idx(), Dice::kept(faces.get(i))));
            pool.keys.push(key);
        }
        Ok(pool)
    }

    fn add(&mut self, faces: Vec<i32>) -> Result<u16, Why> {
        if let Some(&known) = self.numbers.get(&faces) {
            return Ok(known);
        }
        if self.faces.len() >= MAX_TABLES {
            return Err(Why::Chance);
        }
        let number = self.faces.len() as u16;
        self.numbers.insert(faces.clone(), number);
        self.faces.push(faces);
        Ok(number)
    }

    /// The value of a slot.
    pub(super) fn slot(&self, table: u16, i: usize) -> i32 {
        Dice::kept(self.faces[table as usize].get(i))
    }

    /// The table that these values of the slots are.
    pub(super) fn table(&self, values: impl Iterator<Item = i32>) -> Option<u16> {
        let mut faces: Vec<i32> = Vec::new();
        let mut ended = false;
        for value in values {
            match value {
                0 => ended = true,
                _ if ended => return None,
                BLANK_FACE => faces.push(0),
                face => faces.push(face),
            }
        }
        self.numbers.get(&faces).copied()
    }

    /// What is left when a die that shows this face is used.
    #[inline]
    pub(super) fn used(&self, table: u16, face: i32) -> Option<u16> {
        self.uses[table as usize].iter().find(|(f, _)| *f == face).map(|(_, to)| *to)
    }
}
