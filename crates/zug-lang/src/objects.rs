//! The objects of a text (boards, players, pieces, games) and its definitions, found by name before any is
//! looked into, so that they may stand in any order.

use crate::codes;
use crate::session::Session;
use crate::texts::names_of;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_source::{Diagnostic, NodeId, Origin, Symbol, suggest};

/// The version of the language that `(version …)` may ask for.
const VERSION: i32 = 1;
const MAX_OBJECTS: usize = 20_000;
/// Items of an object with those of all its parents.
const MAX_ITEMS: usize = 50_000;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sort {
    Board,
    Player,
    Piece,
    Game,
}

impl Sort {
    pub(crate) fn what(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Player => "player",
            Self::Piece => "piece",
            Self::Game => "game",
        }
    }

    fn of(head: &str) -> Option<Self> {
        [Self::Board, Self::Player, Self::Piece, Self::Game].into_iter().find(|sort| sort.what() == head)
    }
}

/// An index of [`Library::objects`].
pub(crate) type ObjectId = usize;

#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) sort: Sort,
    /// All its names, the first is the one to print.
    pub(crate) names: Vec<Symbol>,
    pub(crate) node: NodeId,
    pub(crate) origin: Origin,
    /// For each `is-a` item, the parents it names.
    pub(crate) parents: FxHashMap<NodeId, Vec<ObjectId>>,
    /// The name of a parent that nobody defines.
    pub(crate) orphan: Option<NodeId>,
}

/// A `define`: a name, parameters, a body.
#[derive(Clone, Debug)]
pub(crate) struct Define {
    pub(crate) name: Symbol,
    pub(crate) params: Vec<Symbol>,
    pub(crate) body: Vec<NodeId>,
    pub(crate) node: NodeId,
}

#[derive(Default)]
pub(crate) struct Library {
    pub(crate) objects: Vec<Object>,
    by_name: FxHashMap<(Sort, Symbol), ObjectId>,
    pub(crate) defines: FxHashMap<Symbol, Define>,
    /// Names that some code sets: such a name may be a generation variable.
    pub(crate) set_somewhere: FxHashSet<Symbol>,
    /// Objects were left out, because there are too many.
    is_full: bool,
}

impl Library {
    pub(crate) fn find(&self, sort: Sort, name: Symbol) -> Option<ObjectId> {
        self.by_name.get(&(sort, name)).copied()
    }

    pub(crate) fn of_sort(&self, sort: Sort) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects.iter().enumerate().filter(move |(_, object)| object.sort == sort)
    }

    /// All names of one sort, for suggestions.
    pub(crate) fn names(&self, session: &Session, sort: Sort) -> Vec<String> {
        let names: Vec<Symbol> = self.of_sort(sort).flat_map(|(_, object)| object.names.clone()).collect();
        session.candidates(&names)
    }

    pub(crate) fn title(&self, session: &Session, object: ObjectId) -> String {
        self.objects[object].names.first().map_or_else(String::new, |&name| session.text_of(name))
    }

    /// The items of an object with those of its parents in the places of the `is-a` items.
    pub(crate) fn items(&self, session: &mut Session, object: ObjectId) -> Vec<NodeId> {
        let mut items = Vec::new();
        // Explicit stack: a chain of parents may be as long as the text. It ends: circles have been cut.
        let own = |session: &Session, object: ObjectId| {
            let items = session.arguments(self.objects[object].node);
            items.into_iter().rev().map(move |item| (object, item)).collect::<Vec<_>>()
        };
        let mut open: Vec<(ObjectId, NodeId)> = own(session, object);
        let mut steps = 0;
        while let Some((holder, item)) = open.pop() {
            steps += 1;
            if !session.spend(1) {
                break;
            }
            if steps > MAX_ITEMS {
                let message = format!("this object and its parents have more than {MAX_ITEMS} items");
                session.report(Diagnostic::error(codes::TOO_LARGE, self.objects[object].origin, message));
                break;
            }
            match self.objects[holder].parents.get(&item) {
                Some(parents) => open.extend(parents.iter().rev().flat_map(|&parent| own(session, parent))),
                None if session.is_form(item, "name") || session.is_form(item, "is-a") => {}
                None => items.push(item),
            }
        }
        items
    }

    /// The item with this word that is nearest: the object's own last one, or else that of the parent named last.
    pub(crate) fn nearest(&self, session: &mut Session, object: ObjectId, word: &str) -> Option<NodeId> {
        let mut seen = FxHashSet::default();
        let mut open = vec![object];
        while let Some(object) = open.pop() {
            if !seen.insert(object) {
                continue;
            }
            if !session.spend(1) {
                break;
            }
            let items = session.arguments(self.objects[object].node);
            if let Some(&item) = items.iter().rev().find(|&&item| session.is_form(item, word)) {
                return Some(item);
            }
            let parents = &self.objects[object].parents;
            open.extend(items.iter().filter_map(|item| parents.get(item)).flatten());
        }
        None
    }

    /// The object and everything it descends from.
    pub(crate) fn ancestry(&self, session: &mut Session, object: ObjectId) -> FxHashSet<ObjectId> {
        let mut found = FxHashSet::default();
        let mut open = vec![object];
        while let Some(object) = open.pop() {
            if session.spend(1) && found.insert(object) {
                open.extend(self.objects[object].parents.values().flatten());
            }
        }
        found
    }
}

/// Finds all objects and definitions.
pub(crate) fn collect(session: &mut Session, forms: &[NodeId]) -> Library {
    let mut library = Library::default();
    for &form in forms {
        let head = session.head(form).map(str::to_owned);
        match head.as_deref() {
            Some("define") => {
                if let Some(define) = read_define(session, form) {
                    add_define(session, &mut library, define);
                }
            }
            Some("version") => version(session, form),
            Some(word) if Sort::of(word).is_some() => {
                let sort = Sort::of(word).unwrap_or(Sort::Game);
                add_object(session, &mut library, sort, form);
            }
            head => unknown_form(session, form, head),
        }
        find_set(session, &mut library, form);
    }
    for object in 0..library.objects.len() {
        let parents = parents(session, &mut library, object);
        library.objects[object].parents = parents;
    }
    cut_circles(session, &mut library);
    library
}

const TOP: [&str; 8] = ["board", "player", "piece", "game", "define", "include", "import", "version"];

fn unknown_form(session: &mut Session, form: NodeId, head: Option<&str>) {
    let message = format!("expected an object or a definition, found {}", session.describe(form));
    let mut problem = Diagnostic::error(codes::UNKNOWN_FORM, session.origin(form), message);
    problem = match head.and_then(|head| suggest(head, TOP)) {
        Some(near) => problem.hint(format!("did you mean `{near}`?")),
        None => problem.hint("a text is made of `board`, `player`, `piece`, `game` and `define` lists"),
    };
    session.report(problem);
}

fn version(session: &mut Session, form: NodeId) {
    if !session.arity(form, 1, 1) {
        return;
    }
    let number = session.arguments(form)[0];
    if let Some(version) = session.number(number, 1, i32::MAX)
        && version != VERSION
    {
        let message = format!("this is version {VERSION} of the language, the text asks for {version}");
        session.error(codes::VERSION, number, message);
    }
}

fn add_object(session: &mut Session, library: &mut Library, sort: Sort, node: NodeId) {
    for item in session.arguments(node).into_iter().filter(|&item| !session.is_list(item)).collect::<Vec<_>>()
    {
        session.unexpected(item, "a list");
    }
    if library.objects.len() >= MAX_OBJECTS {
        let message = format!("too many boards, players, pieces and games: at most {MAX_OBJECTS}");
        // One message: the others would say the same.
        if !std::mem::replace(&mut library.is_full, true) {
            session.error(codes::TOO_MANY, node, message);
        }
        return;
    }
    let names = names_of(session, node);
    for item in session.arguments(node) {
        if session.is_form(item, "name") {
            session.arity(item, 1, usize::MAX);
            for name in session.arguments(item) {
                session.not_empty(name);
            }
        }
    }
    let id = library.objects.len();
    let origin = session.origin(node);
    for &name in &names {
        let Some(old) = library.by_name.insert((sort, name), id) else { continue };
        if old != id {
            let message = format!("two {}s are named `{}`", sort.what(), session.name(name));
            let problem = Diagnostic::warning(codes::DEFINED_TWICE, origin, message)
                .label("this one is used everywhere")
                .related(library.objects[old].origin, "this one is not used");
            session.report(problem);
        }
    }
    let parents = FxHashMap::default();
    library.objects.push(Object { sort, names, node, origin, parents, orphan: None });
}

/// `(define name body…)` or `(define (name params…) body…)`.
pub(crate) fn read_define(session: &mut Session, node: NodeId) -> Option<Define> {
    if !session.arity(node, 2, usize::MAX) {
        return None;
    }
    let arguments = session.arguments(node);
    let signature =
        if session.is_list(arguments[0]) { session.kids(arguments[0]) } else { vec![arguments[0]] };
    let Some((&name, params)) = signature.split_first() else {
        session.unexpected(arguments[0], "a name");
        return None;
    };
    let name = session.word(name, "a name")?;
    let mut names = Vec::new();
    for &param in params {
        let symbol = session.word(param, "the name of a parameter")?;
        if names.contains(&symbol) {
            let message = format!("two parameters are named `{}`", session.name(symbol));
            session.error(codes::DECLARED_TWICE, param, message);
        }
        names.push(symbol);
    }
    Some(Define { name, params: names, body: arguments[1..].to_vec(), node })
}

fn add_define(session: &mut Session, library: &mut Library, define: Define) {
    let (name, node) = (define.name, define.node);
    if let Some(old) = library.defines.insert(name, define) {
        let message = format!("`{}` is defined twice", session.name(name));
        let problem = Diagnostic::warning(codes::DEFINED_TWICE, session.origin(node), message)
            .label("this definition is used everywhere")
            .related(session.origin(old.node), "this one is not used");
        session.report(problem);
    }
}

/// Notes the targets of `set!`, `inc!` and `dec!`.
fn find_set(session: &Session, library: &mut Library, form: NodeId) {
    let mut open = vec![form];
    while let Some(node) = open.pop() {
        let kids = session.tree.kids(node);
        if let Some(&target) = kids.get(1)
            && matches!(session.head(node), Some("set!" | "inc!" | "dec!"))
        {
            library.set_somewhere.extend(session.atom(target));
        }
        open.extend(kids);
    }
}

fn parents(
    session: &mut Session,
    library: &mut Library,
    object: ObjectId,
) -> FxHashMap<NodeId, Vec<ObjectId>> {
    let (sort, node) = (library.objects[object].sort, library.objects[object].node);
    let mut found = FxHashMap::default();
    for item in session.arguments(node) {
        if !session.is_form(item, "is-a") {
            continue;
        }
        session.arity(item, 1, usize::MAX);
        let mut parents = Vec::new();
        for parent in session.arguments(item) {
            let Some(name) = session.label(parent, "the name of a parent") else { continue };
            match library.find(sort, name) {
                Some(id) => parents.push(id),
                None => unknown_parent(session, library, object, parent, name),
            }
        }
        found.insert(item, parents);
    }
    found
}

fn unknown_parent(
    session: &mut Session,
    library: &mut Library,
    object: ObjectId,
    node: NodeId,
    name: Symbol,
) {
    library.objects[object].orphan = Some(node);
    let sort = library.objects[object].sort;
    // A game that only lacks its parent is a part of a larger text; see `game`.
    if sort == Sort::Game {
        return;
    }
    let word = session.text_of(name);
    let known = library.names(session, sort);
    session.unknown(codes::UNKNOWN_PARENT, node, sort.what(), &word, known.iter().map(String::as_str));
}

/// An object that is its own ancestor loses the `is-a` that closes the circle.
fn cut_circles(session: &mut Session, library: &mut Library) {
    // 0: not seen, 1: on the way, 2: done.
    let mut state = vec![0u8; library.objects.len()];
    for start in 0..library.objects.len() {
        // Explicit stack: a chain of parents may be as long as the text.
        let mut stack = vec![(start, edges(library, start), 0)];
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        while let Some((object, edges_here, at)) = stack.last_mut() {
            let Some(&(item, parent)) = edges_here.get(*at) else {
                state[*object] = 2;
                stack.pop();
                continue;
            };
            *at += 1;
            match state[parent] {
                0 => {
                    state[parent] = 1;
                    let next = edges(library, parent);
                    stack.push((parent, next, 0));
                }
                1 => {
                    let object = *object;
                    let title = library.title(session, parent);
                    session.error(codes::IS_A_CYCLE, item, format!("`{title}` descends from itself"));
                    if let Some(parents) = library.objects[object].parents.get_mut(&item) {
                        parents.retain(|&other| other != parent);
                    }
                }
                _ => {}
            }
        }
    }
}

fn edges(library: &Library, object: ObjectId) -> Vec<(NodeId, ObjectId)> {
    let parents = &library.objects[object].parents;
    let mut edges: Vec<(NodeId, ObjectId)> = parents
        .iter()
        .flat_map(|(&item, parents)| parents.iter().map(move |&parent| (item, parent)))
        .collect();
    edges.sort_unstable();
    edges
}
