//! Blocks, each once: macros make many kinds whose rules are the same, and a game shares one block for
//! all of them (with the place of the first).

use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use zug_ir::{Block, BlockId, Op};

#[derive(Default)]
pub(super) struct Blocks {
    blocks: Vec<Block>,
    /// By hash of the code. Two blocks with one hash are merely not shared.
    known: FxHashMap<u64, BlockId>,
}

impl Blocks {
    /// The block with that code; a new one, with a place of its own, if there is none.
    pub(super) fn intern(&mut self, code: &[Op], loops: u16, origin: impl FnOnce() -> u32) -> BlockId {
        let mut hasher = FxHasher::default();
        code.hash(&mut hasher);
        let hash = hasher.finish();
        if let Some(&id) = self.known.get(&hash)
            && self.blocks[id.idx()].code == code
        {
            return id;
        }
        let id = BlockId(self.blocks.len() as u32);
        self.blocks.push(Block { origin: origin(), code: code.to_vec(), loops });
        self.known.insert(hash, id);
        id
    }

    pub(super) fn into_vec(self) -> Vec<Block> {
        self.blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_code_is_one_block_with_the_first_place() {
        let mut blocks = Blocks::default();
        let code = [Op::Mark {}, Op::End {}];
        assert_eq!(blocks.intern(&code, 0, || 5), BlockId(0));
        assert_eq!(blocks.intern(&code[1..], 0, || 6), BlockId(1));
        assert_eq!(blocks.intern(&code, 0, || unreachable!("known blocks need no place")), BlockId(0));
        let origins: Vec<u32> = blocks.into_vec().iter().map(|block| block.origin).collect();
        assert_eq!(origins, [5, 6]);
    }
}
