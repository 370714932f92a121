//! Places in the author's text for the opaque numbers in the IR.
//!
//! The IR knows no texts: blocks and goals carry a number, and this map, kept beside the compiled game,
//! says what it stands for.

use zug_source::Origin;

/// From the `origin` of a [`zug_ir::Block`] or [`zug_ir::Goal`] to its place in the text.
#[derive(Clone, Debug, Default)]
pub struct Origins(Vec<Origin>);

impl Origins {
    /// The place of that number; `None` for numbers that are not from this compilation.
    pub fn get(&self, number: u32) -> Option<Origin> {
        self.0.get(number as usize).copied()
    }

    /// A new number for a place.
    pub(crate) fn add(&mut self, origin: Origin) -> u32 {
        // One number for each block or goal; the blocks alone would fill the memory first.
        self.0.push(origin);
        self.0.len() as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_source::{FileId, Span};

    #[test]
    fn numbers_lead_back_to_places() {
        let mut origins = Origins::default();
        let place = Origin::from(Span::new(FileId(0), 3, 5));
        let (a, b) = (origins.add(Origin::NOWHERE), origins.add(place));
        assert_eq!((origins.get(a), origins.get(b)), (Some(Origin::NOWHERE), Some(place)));
        assert_eq!(origins.get(7), None);
    }
}
