//! Where something stands: in which text, at which bytes, and through which macro calls it got there.
//!
//! All of these are small `Copy` values without a link to the texts; [`Sources`](crate::Sources) turns
//! them into names, lines and columns. One of these sits in every node of every tree, so size counts.

use crate::Symbol;

/// A text of a [`Sources`](crate::Sources), in the order of adding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

impl FileId {
    /// No text at all: the file of built-in things.
    pub const NOWHERE: Self = Self(u32::MAX);
}

/// A stretch of one text, as byte offsets into the decoded UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The place of built-in things.
    pub const NOWHERE: Self = Self { file: FileId::NOWHERE, start: 0, end: 0 };

    pub const fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// The smallest span that covers both. Places in different texts cannot be joined: the first stays.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.file != other.file {
            return self;
        }
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub fn is_nowhere(self) -> bool {
        self.file == FileId::NOWHERE
    }
}

/// One macro call, registered with [`Sources::expand`](crate::Sources::expand).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExpansionId(pub u32);

impl ExpansionId {
    /// Not from a macro: the text stands where the author wrote it.
    pub const NONE: Self = Self(0);
}

/// A place in a text plus the macro call that brought it here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Origin {
    pub span: Span,
    pub expansion: ExpansionId,
}

impl Origin {
    /// The origin of built-in things.
    pub const NOWHERE: Self = Self { span: Span::NOWHERE, expansion: ExpansionId::NONE };
}

impl From<Span> for Origin {
    fn from(span: Span) -> Self {
        Self { span, expansion: ExpansionId::NONE }
    }
}

/// Which macro was called, and where. The call may itself stand in the body of another macro.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expansion {
    pub name: Symbol,
    pub call: Origin,
}

// A large game makes a million of them.
const _: () = assert!(size_of::<Expansion>() <= 24);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_covers_both_in_either_order() {
        let (a, b) = (Span::new(FileId(1), 3, 5), Span::new(FileId(1), 9, 12));
        assert_eq!(a.to(b), Span::new(FileId(1), 3, 12));
        assert_eq!(b.to(a), a.to(b));
    }

    #[test]
    fn places_in_different_texts_do_not_join() {
        let (a, b) = (Span::new(FileId(1), 3, 5), Span::new(FileId(2), 0, 12));
        assert_eq!(a.to(b), a);
    }
}
