//! Which of the two back ends runs the rules. They give the same answers.

/// What runs the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Backend {
    /// The fast form where there is one.
    #[default]
    Auto,
    /// The reference interpreter.
    Interp,
}
