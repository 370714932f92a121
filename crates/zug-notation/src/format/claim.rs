//! What a file says about which game it is of.

/// Everything a file says about its game; most say one of these.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claim {
    /// The title of the game or variant.
    pub title: Option<String>,
    /// The name of the rules file.
    pub rules: Option<String>,
    /// PGN: the tag `Variant`; `Standard` if there is none.
    pub pgn_variant: Option<String>,
    /// PDN: the number in the tag `GameType`.
    pub pdn_type: Option<u32>,
    /// PDN without that tag: the number that most programs would guess.
    pub pdn_guess: Option<u32>,
    /// SGF: the number of the game, and columns and rows.
    pub sgf_game: Option<u32>,
    pub size: Option<(usize, usize)>,
    /// MAT: a game of tables.
    pub tables: bool,
}
