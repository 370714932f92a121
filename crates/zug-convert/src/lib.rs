//! Games as their authors described them, written in the Zug language.
//!
//! [`convert`] takes models (from ZRF, say) and gives one text that plays the same games: the same positions follow
//! from the same positions, and they end in the same way. Names of moves may differ. What cannot be said in the Zug
//! language is in [`Converted::losses`], with its place in the author's text; if that list is empty the two games are
//! equal. Pictures, strategy texts and comments are not rules and are left out. [`convert_zrf`] begins with a ZRF file.
//!
//! The crate does no I/O and runs no games.
//!
//! ```
//! use zug_convert::{Titles, convert_zrf};
//! use zug_source::NoFiles;
//!
//! let text = br#"
//!     (define step ($1 (verify empty?) add))
//!     (game
//!         (title "Walk")
//!         (players White)
//!         (board (grid (dimensions ("a/b/c" (50 0))) (directions (e 1))))
//!         (piece (name Man) (moves (step e)))
//!         (board-setup (White (Man a))))
//! "#;
//! let conversion = convert_zrf("walk.zrf", text, None, &NoFiles, Titles::All)?;
//! assert!(conversion.games[0].losses.is_empty());
//! assert!(conversion.text.contains("(game (name \"Walk\")"));
//! # Ok::<(), zug_convert::ConvertError>(())
//! ```

// In suggested reading order.
mod zrf;

mod size;

mod document;
mod form;
mod losses;
mod names;

mod board;
mod players;

mod flow;
mod pending;
mod reads;

mod code;
mod fold;
mod rules;

mod goals;
mod settings;

pub use zrf::{ConvertError, Loss, Titles, ZrfConversion, ZrfGame, convert_zrf};

use form::{Form, Sort, list, word};
use losses::Losses;
use names::Names;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_model::{AttrId, CellFlagId, DirId, FlagId, Game, KindId, PlayerId, ZoneId};
use zug_source::{Diagnostic, ExpansionId, Sources, Symbols};

/// Games in the Zug language.
pub struct Conversion {
    /// The text, laid out as `zug fmt` does it.
    pub text: String,
    /// In the order of the text.
    pub games: Vec<Converted>,
}

/// One game of a conversion.
pub struct Converted {
    /// What it is called in the text.
    pub title: String,
    /// What the text does not keep; none: it plays the same game.
    pub losses: Vec<Diagnostic>,
    /// Old and new names of what is called otherwise in the text: the language cannot read the old one, or
    /// another game of the text has it.
    pub renamed: Vec<(String, String)>,
}

/// Rules that are too much to convert.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the rules of `{title}` are too long to be converted: {size} statements and conditions once the macros are written out"
)]
pub struct TooLarge {
    /// The first game that is too much.
    pub title: String,
    /// Its statements and conditions.
    pub size: usize,
}

/// How often a game is written before it shares nothing with those in front of it.
const PATIENCE: usize = 3;

/// Writes games in the Zug language, as one text in which they share what is equal. `sources` and `symbols` are those
/// they were read with: macros of their text become definitions.
///
/// # Errors
///
/// If their rules are too much.
pub fn convert(games: &[&Game], sources: &Sources, symbols: &Symbols) -> Result<Conversion, TooLarge> {
    let mut file = document::File::default();
    let mut converted = Vec::new();
    let mut room = size::MAX_SIZE;
    for game in games {
        let size = size::size(game);
        let too_large = || TooLarge { title: game.texts.title.clone(), size };
        room = room.checked_sub(size).ok_or_else(too_large)?;
        // Names that mean something else in this text: found by trying, because a new name changes whatever has it.
        let mut avoid = FxHashSet::default();
        let flows = flow::Flows::default();
        for tries in 0.. {
            let title = file.free_title(&game.texts.title);
            let draft = draft(game, sources, symbols, &flows, &avoid, title).ok_or_else(too_large)?;
            let clashes = file.clashes(&draft);
            if clashes.is_empty() {
                converted.push(file.add(draft));
                break;
            }
            avoid.extend(if tries < PATIENCE { clashes } else { file.names_in(&draft) });
        }
    }
    Ok(Conversion { text: file.text(), games: converted })
}

/// One game as objects of the language, with none of these names, unless it is too much.
fn draft(
    game: &Game,
    sources: &Sources,
    symbols: &Symbols,
    flows: &flow::Flows,
    avoid: &FxHashSet<String>,
    title: String,
) -> Option<document::Draft> {
    let mut cx = Cx::new(game, sources, symbols, flows, avoid);
    settings::check(&mut cx);
    players::check(&mut cx);
    board::check(&mut cx);
    let plans = rules::plan(&mut cx);
    goals::look_at_rules(&mut cx, &plans);
    settings::look_at_rules(&mut cx, &plans);
    // Goals first: they may ask rules whether a part can end.
    let goals = goals::goals(&mut cx);
    let rules = rules::write(&mut cx, &plans)?;
    Some(cx.draft(title, goals, rules))
}

/// Everything the writers share.
struct Cx<'a> {
    game: &'a Game,
    sources: &'a Sources,
    symbols: &'a Symbols,
    flows: &'a flow::Flows,
    names: Names,
    losses: Losses,
    /// Who takes turns.
    active: Vec<PlayerId>,
    /// Who takes none and owns pieces.
    neutral: Vec<PlayerId>,
    /// Some part is followed by another.
    has_parts: bool,
    /// Rules ask for the last move.
    uses_last: bool,
    /// The last part is kept in values of the game: rules ask for it where the language's own words mean another.
    last_in_values: bool,
    remember_last: bool,
    /// `truths[flag]`: all its values are true or false.
    truths: Vec<bool>,
    /// The flag of cells that is the language's own.
    plain_flag: Option<CellFlagId>,
    /// Places that tests of one text ask about, in all rules it is part of.
    shared_places: FxHashMap<(zug_source::Span, usize), flow::Where>,
    /// Some piece may arrive on a piece of its own side.
    arrives_anywhere: bool,
    /// Captured pieces go to reserves by code.
    catches: bool,
    /// What captures are weighed by: code before a capture, and the criterion.
    weighing: Vec<(Form, Form)>,
    /// `common[kind]`: attributes that every move sets on the moving piece.
    common: Vec<Vec<(AttrId, i32)>>,
    /// `pre[kind]`: variables of the whole turn.
    pre: Vec<Vec<(String, Form)>>,
    /// Definitions that are not from macros.
    helpers: Vec<(String, Form)>,
    /// The mode of moves that have none.
    other_mode: Option<String>,
    // Facts about rules, for goals.
    moves_strangers: bool,
    changes_others: bool,
    gives_to_others: bool,
    mover_survives: bool,
    pieces_leave: bool,
    tells_captured: bool,
    asks_stuck: bool,
    chains: std::cell::RefCell<FxHashMap<ExpansionId, Vec<ExpansionId>>>,
}

impl<'a> Cx<'a> {
    fn new(
        game: &'a Game,
        sources: &'a Sources,
        symbols: &'a Symbols,
        flows: &'a flow::Flows,
        avoid: &FxHashSet<String>,
    ) -> Self {
        let takes_turns = |p: &PlayerId| game.turns.iter().any(|turn| turn.chooser == *p);
        let players = || (0..game.players.len() as u16).map(PlayerId);
        Cx {
            game,
            sources,
            symbols,
            flows,
            names: Names::new(game, avoid),
            losses: Losses::default(),
            active: players().filter(|p| takes_turns(p) && !game.players[p.idx()].random).collect(),
            neutral: players().filter(|p| !takes_turns(p)).collect(),
            has_parts: settings::has_parts(game),
            uses_last: settings::uses_last(game),
            last_in_values: settings::last_in_values(game),
            remember_last: false,
            truths: settings::truths(game),
            plain_flag: settings::plain_flag(game),
            shared_places: FxHashMap::default(),
            arrives_anywhere: false,
            catches: settings::catches(game),
            weighing: Vec::new(),
            common: vec![Vec::new(); game.kinds.len()],
            pre: vec![Vec::new(); game.kinds.len()],
            helpers: Vec::new(),
            other_mode: None,
            moves_strangers: false,
            changes_others: false,
            gives_to_others: false,
            mover_survives: false,
            pieces_leave: false,
            tells_captured: false,
            asks_stuck: false,
            chains: Default::default(),
        }
    }

    /// The macro calls around something, outermost first.
    fn chain(&self, id: ExpansionId) -> Vec<ExpansionId> {
        if id == ExpansionId::NONE {
            return Vec::new();
        }
        if let Some(chain) = self.chains.borrow().get(&id) {
            return chain.clone();
        }
        let (mut chain, mut at) = (Vec::new(), id);
        while at != ExpansionId::NONE {
            chain.push(at);
            at = self.sources.expansion(at).map_or(ExpansionId::NONE, |call| call.call.expansion);
        }
        chain.reverse();
        self.chains.borrow_mut().insert(id, chain.clone());
        chain
    }

    /// The macro call that a statement belongs to. An argument of a call stands where the author wrote it, outside
    /// the macro: it belongs to what stands around it.
    fn call_of(&self, block: &[zug_model::code::Stmt], at: usize) -> ExpansionId {
        let own = block[at].origin;
        let around = |stmt: &zug_model::code::Stmt| {
            let chain = self.chain(stmt.origin.expansion);
            let argument = |id: &ExpansionId| {
                self.sources.expansion(*id).is_some_and(|call| {
                    let span = call.call.span;
                    call.call.expansion == own.expansion
                        && span.file == own.span.file
                        && (span.start..=span.end).contains(&own.span.start)
                })
            };
            chain.iter().position(argument).map(|at| (chain, at))
        };
        let before = block[..at].iter().rev().find_map(around);
        let after = block[at + 1..].iter().find_map(around);
        match (before, after) {
            (Some((a, first)), Some((b, _))) if a.get(first) == b.get(first) => {
                let n = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
                a[n - 1]
            }
            (None, Some((chain, first))) | (Some((chain, first)), None) => chain[first],
            _ => own.expansion,
        }
    }

    fn macro_name(&self, id: ExpansionId) -> String {
        self.sources.expansion(id).map_or_else(String::new, |call| self.symbols.name(call.name).to_owned())
    }

    /// A name for a definition like this one.
    fn define_name(&mut self, name: &str) -> String {
        let name = &*names::clean(name, "do-");
        let reserved = names::is_reserved(name);
        self.names.free(&if reserved { format!("do-{name}") } else { name.to_owned() })
    }

    /// The name of the nth parameter of a sort.
    fn parameter(&mut self, sort: Sort, n: usize) -> String {
        let wanted = match sort {
            Sort::Dir => "dir",
            Sort::Cell => "cell",
            Sort::Kind => "kind",
            Sort::Player => "who",
            Sort::Zone => "zone",
            Sort::Mode => "type",
            _ => "number",
        };
        let wanted = if n == 1 { wanted.to_owned() } else { format!("{wanted}-{n}") };
        self.names.made(&format!("parameter {wanted}"), &wanted)
    }

    /// Declares a variable of the whole turn.
    fn pre(&mut self, kind: KindId, name: &str, value: Form) {
        if !self.pre[kind.idx()].iter().any(|(known, _)| known == name) {
            self.pre[kind.idx()].push((name.to_owned(), value));
        }
    }

    /// A zone that nobody has: the language does not know it.
    fn is_nowhere(&self, zone: ZoneId) -> bool {
        self.game.board.zones[zone.idx()].cells.iter().all(Vec::is_empty)
    }

    /// The choice of a cell of a zone.
    fn any_zone(&self, zone: ZoneId) -> Form {
        let cells = if self.is_nowhere(zone) { list("list", []) } else { self.names.zone(zone) };
        list("any", [cells])
    }

    fn is_dead(&self, dir: DirId) -> bool {
        self.game.board.links[dir.idx()].iter().all(Option::is_none)
    }

    /// Does the second direction lead back along the first, and no other one?
    fn leads_back(&self, dir: &str, back: &str) -> bool {
        let links = &self.game.board.links;
        let is_reverse = |dir: usize, back: usize| {
            let arcs = links[dir].iter().enumerate().filter_map(|(from, to)| to.map(|to| (from, to)));
            let mut arcs = arcs.peekable();
            arcs.peek().is_some()
                && arcs.all(|(from, to)| links[back][to.idx()].is_some_and(|end| end.idx() == from))
        };
        let find = |name: &str| self.names.dirs.iter().position(|known| known == name);
        let (Some(dir), Some(back)) = (find(dir), find(back)) else { return false };
        (0..links.len()).all(|other| is_reverse(dir, other) == (other == back))
    }

    fn carries(&self, kind: KindId, attr: AttrId) -> bool {
        self.game.kinds[kind.idx()].attrs.iter().any(|(own, _)| *own == attr)
    }

    /// Are all values of the flag truth values?
    fn is_truth(&self, flag: FlagId) -> bool {
        self.truths[flag.idx()]
    }

    /// Do all pieces belong to this player?
    fn only_owner(&self, player: PlayerId) -> bool {
        self.game.setup.iter().all(|place| place.player == player) && self.neutral.contains(&player)
    }

    fn symmetries_are_permutations(&self) -> bool {
        self.game.players.iter().all(|player| {
            let mut seen = vec![false; player.symmetry.len()];
            player.symmetry.iter().all(|dir| !std::mem::replace(&mut seen[dir.idx()], true))
        })
    }

    /// The other player, where there are two.
    fn rival(&mut self) -> Form {
        let name = self.names.made("rival", "rival");
        if !self.helpers.iter().any(|(known, _)| *known == name) {
            let other = list("nth", [word("rivals"), form::number(0)]);
            self.helpers
                .insert(0, (name.clone(), list("define", [Form::named(Sort::Define, &*name), other])));
        }
        Form::named(Sort::Define, name)
    }
}
