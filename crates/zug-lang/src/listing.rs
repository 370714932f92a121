//! A quick look at a text: which games it has, without reading any code.
//!
//! Somebody who shows a list of games asks for hundreds of texts at once. Files and objects are read as for
//! [`load`](crate::load); boards are not made, code is not looked at, and nothing is said about mistakes.

use crate::items::prose;
use crate::objects::{self, Library, ObjectId, Sort};
use crate::session::Session;
use crate::texts;
use rustc_hash::FxHashSet;
use zug_source::{Files, NodeId, Symbol, TextError};

/// A game as a list of games shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// Its first name; empty if it has none.
    pub title: String,
    pub description: Option<String>,
    /// How many players choose moves.
    pub players: usize,
}

/// The games of a text in its order, the same as [`Loaded::games`](crate::Loaded::games) has.
///
/// # Errors
///
/// As [`load`](crate::load): if the file is no text.
pub fn list_games(name: &str, bytes: &[u8], files: &dyn Files) -> Result<Vec<Listing>, TextError> {
    let mut session = Session::new();
    let forms = texts::read_texts(&mut session, name, bytes, files)?;
    let library = objects::collect(&mut session, &forms);
    let parents: FxHashSet<ObjectId> = library.parents();
    let ids: Vec<ObjectId> = library.of_sort(Sort::Game).map(|(id, _)| id).collect();
    let mut games = Vec::new();
    for id in ids {
        let items = library.items(&mut session, id);
        if parents.contains(&id) && library.is_abstract(&mut session, id, &items) {
            continue;
        }
        let description = library.nearest(&mut session, id, "description");
        games.push(Listing {
            title: library.title(&session, id),
            description: description.and_then(|item| prose(&mut session, item)),
            players: n_players(&mut session, &library, &items),
        });
    }
    Ok(games)
}

impl Library {
    /// Every object that another descends from.
    pub(crate) fn parents(&self) -> FxHashSet<ObjectId> {
        self.objects.iter().flat_map(|object| object.parents.values().flatten().copied()).collect()
    }

    /// Does a game that others descend from lack what it needs to be played itself?
    pub(crate) fn is_abstract(&self, session: &mut Session, id: ObjectId, items: &[NodeId]) -> bool {
        let orphan = self.ancestry(session, id).into_iter().any(|game| self.objects[game].orphan.is_some());
        let has = |word: &str| items.iter().any(|&item| session.is_form(item, word));
        !orphan && (!has("board") || !has("players"))
    }
}

fn n_players(session: &mut Session, library: &Library, items: &[NodeId]) -> usize {
    let movers = movers(session, items);
    let chooses = |player: &Symbol| {
        let object = library.find(Sort::Player, *player);
        let items = object.map_or_else(Vec::new, |object| library.items(session, object));
        !items.iter().any(|&item| session.is_form(item, "random"))
    };
    movers.into_iter().filter(chooses).count()
}

/// The players who take turns.
fn movers(session: &Session, items: &[NodeId]) -> FxHashSet<Symbol> {
    let last = |word: &str| items.iter().copied().rev().find(|&item| session.is_form(item, word));
    let symbol = |node: NodeId| session.tree.node(node).symbol;
    let listed = last("players").map(|item| session.arguments(item)).unwrap_or_default();
    let listed: FxHashSet<Symbol> = listed
        .iter()
        .filter_map(|&entry| session.tree.kids(entry).first().map(|&name| symbol(name)))
        .collect();
    let Some(turns) = last("turns") else { return listed };
    let movers: FxHashSet<Symbol> = session
        .arguments(turns)
        .into_iter()
        .filter_map(|turn| match session.head(turn) {
            Some("move") => session.tree.kids(turn).get(1).map(|&name| symbol(name)),
            _ if session.is_list(turn) => None,
            _ => Some(symbol(turn)),
        })
        .collect();
    listed.intersection(&movers).copied().collect()
}
