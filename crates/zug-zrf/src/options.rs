//! All options: one table with name, kind, values, explanation and effect.
//!
//! After this file nobody knows the name of an option: rules become typed settings, extensions become
//! [`Features`], presentation is carried through. `spec/options.md` shows the same table (a test
//! compares them).

use crate::dialect::Dialect;
use zug_model::{
    AttrView, BoardModel, CapturedCell, Cascades, FlagScope, ForkKeeps, Ko, Landing, LastMove, LoneCapture,
    MarkModel, NoMoves, Ownership, PartFrom, Pass, PieceView, RecycleTo, Settings,
};

/// What an option is about, which decides who reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// How the text is to be understood.
    Dialect,
    /// What the game says.
    Rule,
    /// How it is shown; carried through unread.
    Presentation,
}

/// One option.
pub struct OptionRow {
    /// In lower case, with spaces. Authors may write hyphens.
    pub name: &'static str,
    pub kind: OptionKind,
    /// Accepted values, the default first; [`NUMBER`] and [`TEXT`] stand for any such value.
    pub values: &'static [&'static str],
    /// What it does, in one line.
    pub doc: &'static str,
    /// Whose option it is, and other ways to write it.
    home: Home,
    effect: fn(&mut Chosen, &str),
}

/// Stands for any number in [`OptionRow::values`].
pub const NUMBER: &str = "<number>";
/// Stands for any text in [`OptionRow::values`].
pub const TEXT: &str = "<text>";

/// Where an option comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Home {
    /// Zillions, also as a statement of its own (`(pass-turn true)`) in old files.
    Old,
    Zillions,
    /// Marks a file of z2j.
    Z2j,
    /// Ours.
    Zug,
}

impl OptionRow {
    pub(crate) fn is_z2j(&self) -> bool {
        self.home == Home::Z2j
    }

    /// Is this a value the option takes?
    pub(crate) fn accepts(&self, value: &str) -> bool {
        self.values.iter().any(|&known| match known {
            NUMBER => value.parse::<u32>().is_ok(),
            TEXT => true,
            known => known == value,
        })
    }

    pub(crate) fn apply(&self, chosen: &mut Chosen, value: &str) {
        (self.effect)(chosen, value);
        if self.kind == OptionKind::Presentation {
            chosen.presentation.push((self.name.to_owned(), value.to_owned()));
        }
    }
}

/// Extensions of the language that were switched on; each has constructs of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Features {
    pub(crate) numeric: bool,
    pub(crate) foreach: bool,
    pub(crate) repeat: bool,
    pub(crate) player: bool,
    pub(crate) global: bool,
}

/// What `maximal captures` asks for; which types count is known only once they are declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Majority {
    #[default]
    None,
    Pieces,
    KindsThenPieces,
}

/// The outcome of all options of a form.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chosen {
    pub(crate) dialect: Dialect,
    pub(crate) settings: Settings,
    pub(crate) features: Features,
    pub(crate) majority: Majority,
    pub(crate) presentation: Vec<(String, String)>,
}

impl Chosen {
    pub(crate) fn new(dialect: Dialect) -> Self {
        let mut chosen = Self {
            dialect,
            settings: Settings::default(),
            features: Features::default(),
            majority: Majority::default(),
            presentation: Vec::new(),
        };
        dialect.defaults(&mut chosen);
        chosen
    }
}

/// Lower case, and spaces for hyphens and runs of spaces.
pub(crate) fn normalise(name: &str) -> String {
    let words: Vec<&str> =
        name.split(|c: char| c == '-' || c.is_whitespace()).filter(|w| !w.is_empty()).collect();
    words.join(" ").to_lowercase()
}

/// The option with that (normalised) name.
pub(crate) fn find(name: &str) -> Option<&'static OptionRow> {
    OPTIONS.iter().find(|row| row.name == name)
}

/// Old files write some options as statements. The option, and whether its truth is turned round.
pub(crate) fn old_statement(keyword: &str) -> Option<(&'static OptionRow, bool)> {
    if keyword == "allow-flipping" {
        return find("prevent flipping").map(|row| (row, true));
    }
    let row = find(&keyword.replace('-', " "))?;
    (row.home == Home::Old).then_some((row, false))
}

/// The keywords of such statements, for suggestions.
pub(crate) fn old_statements() -> impl Iterator<Item = String> {
    let old = OPTIONS.iter().filter(|row| row.home == Home::Old).map(|row| row.name.replace(' ', "-"));
    old.chain(std::iter::once("allow-flipping".to_owned()))
}

/// z2j's way to load a script: the last word tells what the script completes.
pub(crate) fn is_script(name: &str) -> bool {
    const COMPLETED: &[&str] = &[
        "extension",
        "extensions",
        "invariant",
        "invariants",
        "goal",
        "goals",
        "restriction",
        "restrictions",
        "setup",
        "view",
        "puzzle",
    ];
    name.rsplit_once(' ').is_some_and(|(_, last)| COMPLETED.contains(&last))
}

/// The table of all options, for documentation and checks.
pub fn option_table() -> &'static [OptionRow] {
    OPTIONS
}

fn nothing(_: &mut Chosen, _: &str) {}

const FALSE_TRUE: &[&str] = &["false", "true"];
const TRUE_FALSE: &[&str] = &["true", "false"];

use Home::{Old, Z2j, Zillions, Zug};
use OptionKind::{Dialect as Language, Presentation, Rule};

macro_rules! table {
    ($($name:literal, $kind:ident, $home:ident, $values:expr, $doc:literal, $effect:expr;)*) => {
        &[$(OptionRow { name: $name, kind: $kind, values: $values, doc: $doc, home: $home, effect: $effect }),*]
    };
}

static OPTIONS: &[OptionRow] = table! {
    // How the text is to be understood.
    "zrf", Language, Zillions, &["2.0"], "the version of the language the file is written in", nothing;
    "z2j", Language, Z2j, &["1"], "the version of z2j the file is written for", nothing;
    "dialect", Language, Zug, &["zillions", "z2j"],
        "whose meanings apply where the two differ; without it the file itself tells", nothing;
    "zrf advanced", Language, Z2j,
        &["false", "true", "simple", "attribute", "fork", "composite", "mark", "delayed", "deferred", "last",
            "shared", "partial", "capture", "numeric", "foreach", "repeat", "player", "global"],
        "one extension of the language, or all; may be repeated", advanced;

    // What the game says.
    "pass turn", Rule, Old, &["false", "true", "forced", "2"],
        "may a turn be passed; `forced` (or `2`): only when there is no other move",
        |chosen, value| chosen.settings.pass = match value {
            "true" => Pass::Always,
            "forced" | "2" => Pass::Forced,
            _ => Pass::Never,
        };
    "pass partial", Rule, Old, FALSE_TRUE, "may a move of several parts be broken off although it could go on",
        |chosen, value| chosen.settings.pass_partial = value == "true";
    "maximal captures", Rule, Old, &["false", "true", "2"],
        "only captures that take the most pieces are legal; `2`: first most pieces of other than the first type",
        |chosen, value| chosen.majority = match value {
            "true" => Majority::Pieces,
            "2" => Majority::KindsThenPieces,
            _ => Majority::None,
        };
    "landing", Rule, Zug, &["free", "continue"],
        "`continue`: a capture may not stop where a sister capture that lands elsewhere goes on",
        |chosen, value| chosen.settings.landing = match value {
            "continue" => Landing::MustContinue,
            _ => Landing::Free,
        };
    "discard cascades", Rule, Old, FALSE_TRUE, "movements recorded by `cascade` are forgotten after an `add`",
        |chosen, value| chosen.settings.cascades = match value {
            "true" => Cascades::Discarded,
            _ => Cascades::Kept,
        };
    "recycle captures", Rule, Old, &["false", "true", "owner", "capturer"],
        "captured pieces go to a stock: their owner's or the capturer's; `true`: Zillions' or z2j's choice",
        |chosen, value| chosen.settings.recycle_captures = match (value, chosen.dialect) {
            ("owner", _) | ("true", Dialect::Zillions) => RecycleTo::Owner,
            ("capturer", _) | ("true", Dialect::Z2j) => RecycleTo::Capturer,
            _ => RecycleTo::Nowhere,
        };
    "recycle promotions", Rule, Old, FALSE_TRUE,
        "promotion takes the new type from the stock and returns the old one",
        |chosen, value| chosen.settings.recycle_promotions = value == "true";
    "include off pieces", Rule, Old, FALSE_TRUE, "goals that count pieces count the stock too",
        |chosen, value| chosen.settings.count_reserve = value == "true";
    "ko", Rule, Z2j, &["false", "true", "position", "situation", "3"],
        "which positions a move may not bring back: the last but one, any, any with the same player to move, a third time",
        |chosen, value| chosen.settings.ko = match value {
            "true" => Ko::Previous,
            "position" => Ko::Position,
            "situation" => Ko::Situation,
            "3" => Ko::Third,
            _ => Ko::Off,
        };
    "board model", Rule, Z2j, &["single", "stack", "heap"],
        "what a position holds: one piece, an ordered pile, an unordered heap",
        |chosen, value| chosen.settings.board_model = match value {
            "stack" => BoardModel::Stack,
            "heap" => BoardModel::Heap,
            _ => BoardModel::Single,
        };
    "shared pieces", Rule, Z2j, FALSE_TRUE, "a player may move pieces of any owner",
        |chosen, value| chosen.settings.ownership = ownership(value == "true");
    "deferred captures", Rule, Z2j, FALSE_TRUE, "captured pieces stay on the board until the turn ends",
        |chosen, value| chosen.settings.captured_cell = captured_cell(value == "true");
    "stalemate draw", Rule, Z2j, FALSE_TRUE, "a player without a move draws; otherwise he loses, in a z2j file",
        |chosen, value| if value == "true" { chosen.settings.no_moves = NoMoves::Draw };
    "detect loops", Rule, Z2j, &["false"], "z2j's ban on visiting a position twice in one move is not supported",
        nothing;

    // How it is shown.
    "smart moves", Presentation, Zillions, &["false", "true", "from", "to"],
        "a move is made at once when its start, its target, or either tells which it is", nothing;
    "animate captures", Presentation, Old, TRUE_FALSE, "captured pieces move off the board", nothing;
    "animate drops", Presentation, Old, TRUE_FALSE, "dropped pieces move onto the board", nothing;
    "highlight goals", Presentation, Zillions, TRUE_FALSE, "the places of goals are marked", nothing;
    "prevent flipping", Presentation, Zillions, &["false", "true", "2"],
        "the board is not turned for the second player", nothing;
    "progressive levels", Presentation, Zillions, &["false", "true", "silent", "selector", TEXT],
        "a win leads to the next variant", nothing;
    "selection screen", Presentation, Zillions, TRUE_FALSE, "a list of the variants is offered first", nothing;
    "show moves list", Presentation, Zillions, TRUE_FALSE, "the list of moves is shown", nothing;
    "silent ? moves", Presentation, Zillions, FALSE_TRUE, "moves of random players make no sound", nothing;
    "advisor wait", Presentation, Z2j, &[NUMBER], "how long the advisor thinks, in seconds", nothing;
    "animate redo", Presentation, Z2j, TRUE_FALSE, "moves that are made again move their pieces", nothing;
    "complete partial", Presentation, Z2j, FALSE_TRUE, "the parts of a move are shown together", nothing;
    "drag n drop", Presentation, Z2j, TRUE_FALSE, "pieces can be dragged", nothing;
    "moves limit", Presentation, Z2j, &[NUMBER], "how many moves the program looks at", nothing;
    "promote dialog", Presentation, Z2j, &["true", "remap"], "how a promotion is asked for", nothing;
    "show blink", Presentation, Z2j, TRUE_FALSE, "pieces that can move blink", nothing;
    "show captures", Presentation, Z2j, TRUE_FALSE, "pieces that will be captured are marked", nothing;
    "show drops", Presentation, Z2j, &["true", "false", "all", NUMBER], "positions for drops are marked", nothing;
    "show hints", Presentation, Z2j, FALSE_TRUE, "hints are shown", nothing;
    "show lose", Presentation, Z2j, TRUE_FALSE, "a lost game is announced", nothing;
};

fn ownership(shared: bool) -> Ownership {
    if shared { Ownership::Anyone } else { Ownership::Own }
}

fn captured_cell(blocks: bool) -> CapturedCell {
    if blocks { CapturedCell::Blocks } else { CapturedCell::Free }
}

/// Values of `zrf advanced` add up, so nothing is switched off here.
fn advanced(chosen: &mut Chosen, value: &str) {
    let Chosen { settings, features, .. } = chosen;
    let mut each = |value| match value {
        "simple" => settings.piece_view = PieceView::Now,
        "attribute" => settings.attr_view = AttrView::FollowsPiece,
        "fork" => settings.fork_keeps = ForkKeeps::Everything,
        "composite" => settings.flag_scope = FlagScope::Turn,
        "mark" => settings.mark_model = MarkModel::Stack,
        "delayed" | "deferred" => settings.captured_cell = CapturedCell::Blocks,
        "last" => settings.last_move = LastMove::ClearedAtTurnEnd,
        "shared" => settings.ownership = Ownership::Anyone,
        "partial" => settings.part_from = PartFrom::AnyPiece,
        "capture" => settings.lone_capture = LoneCapture::Allowed,
        "numeric" => features.numeric = true,
        "foreach" => features.foreach = true,
        "repeat" => features.repeat = true,
        "player" => features.player = true,
        "global" => features.global = true,
        _ => {}
    };
    match value {
        "true" => {
            let all = find("zrf advanced").map_or(&[][..], |row| row.values);
            all.iter().filter(|&&value| value != "true").for_each(|&value| each(value));
        }
        value => each(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(row: &OptionRow, value: &str, dialect: Dialect) -> Chosen {
        let mut chosen = Chosen::new(dialect);
        row.apply(&mut chosen, value);
        chosen
    }

    #[test]
    fn names_are_normalised_and_unique() {
        for (at, row) in OPTIONS.iter().enumerate() {
            assert_eq!(normalise(row.name), row.name);
            assert!(!OPTIONS[..at].iter().any(|other| other.name == row.name), "{}", row.name);
            assert!(!row.values.is_empty() && !row.doc.is_empty());
            assert!(!row.doc.ends_with('.'), "{}", row.name);
        }
        assert_eq!(normalise("Silent-?-Moves"), "silent ? moves");
        assert_eq!(normalise("include  off-pieces"), "include off pieces");
    }

    #[test]
    fn every_value_of_a_rule_does_something() {
        for row in OPTIONS.iter().filter(|row| row.kind == Rule || row.name == "zrf advanced") {
            for &value in &row.values[1..] {
                let differs = [Dialect::Zillions, Dialect::Z2j]
                    .into_iter()
                    .any(|dialect| with(row, value, dialect) != Chosen::new(dialect));
                assert!(differs, "{} {value} changes nothing", row.name);
            }
            for dialect in [Dialect::Zillions, Dialect::Z2j] {
                assert_eq!(
                    with(row, row.values[0], dialect),
                    Chosen::new(dialect),
                    "default of {}",
                    row.name
                );
            }
        }
    }

    #[test]
    fn presentation_changes_no_rule() {
        for row in OPTIONS.iter().filter(|row| row.kind == Presentation) {
            for &value in row.values {
                let mut chosen = with(row, value, Dialect::Zillions);
                assert_eq!(chosen.presentation, [(row.name.to_owned(), value.to_owned())]);
                chosen.presentation.clear();
                assert_eq!(chosen, Chosen::new(Dialect::Zillions), "{} {value}", row.name);
            }
        }
    }

    #[test]
    fn a_default_value_takes_back_an_earlier_one() {
        for row in OPTIONS.iter().filter(|row| row.kind == Rule && row.name != "stalemate draw") {
            for &value in &row.values[1..] {
                let mut chosen = with(row, value, Dialect::Zillions);
                row.apply(&mut chosen, row.values[0]);
                assert_eq!(chosen, Chosen::new(Dialect::Zillions), "{} {value}", row.name);
            }
        }
    }

    #[test]
    fn all_extensions_at_once() {
        let row = find("zrf advanced").unwrap();
        let mut one_by_one = Chosen::new(Dialect::Zillions);
        row.values[2..].iter().for_each(|value| row.apply(&mut one_by_one, value));
        assert_eq!(with(row, "true", Dialect::Zillions), one_by_one);
    }

    #[test]
    fn recycling_goes_where_the_dialect_says() {
        let row = find("recycle captures").unwrap();
        assert_eq!(with(row, "true", Dialect::Zillions).settings.recycle_captures, RecycleTo::Owner);
        assert_eq!(with(row, "true", Dialect::Z2j).settings.recycle_captures, RecycleTo::Capturer);
    }

    #[test]
    fn scripts_are_known_by_their_last_word() {
        assert!(is_script("chess invariant") && is_script("columns checkers extension"));
        assert!(!is_script("extension") && !is_script("pass turns"));
    }
}
