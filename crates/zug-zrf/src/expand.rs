//! Macros. Nothing is ever expanded as a whole: a list is opened one level at a time.
//!
//! [`Session::open`] gives the elements of a list with every macro call among them replaced by what it
//! yields. An element that is a list stays unopened: a node of the text plus the frame of arguments it
//! is to be read with. So a game whose macros make three million nodes needs memory for the lists
//! that are open at the moment, and each part is expanded once, when it is compiled.
//!
//! Arguments are dynamically scoped: a `$2` that a macro was not given is its caller's `$2`.
//! Elements and frames are on stacks; [`Session::close`] drops those of a list and of all lists opened
//! since, so a forgotten `close` does no harm.

use crate::codes;
use crate::macros::{Dollar, Macros};
use crate::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_source::{Diagnostic, ExpansionId, NodeId, NodeKind, Origin, Symbol, Tree};

/// Calls within calls. Real files stay below 20.
pub(crate) const MAX_CALLS: u32 = 100;

/// Lists within lists after expansion. Compiling recurses once or twice per level, and a test thread
/// has two megabytes of stack. Real files stay below 60.
pub(crate) const MAX_DEPTH: u32 = 300;

/// Elements of one game after expansion. The largest games known have three million.
pub(crate) const MAX_ITEMS: u32 = if cfg!(fuzzing) { 200_000 } else { 12_000_000 };

/// Elements of all games of a file together: a line makes a variant, and each has an allowance of its own.
const MAX_FILE_ITEMS: u32 = 5 * MAX_ITEMS;

/// Elements on the stack at one time: those of the open lists. Real files stay below 50,000.
const MAX_OPEN_ITEMS: usize = 2_000_000;

/// Longest word or text that arguments make. Descriptions are a hundredth.
const MAX_WORD: usize = 1 << 20;

/// How many bytes of such words count as one element.
const WORD_COST: usize = 16;

/// How many missing arguments are looked at.
const MAX_MISSING: u32 = 10_000;

/// What a call takes from the allowance of elements. Its place is remembered as long as the game lives,
/// so calls that yield nothing must not be free.
const CALL_COST: u32 = 4;

/// An element of an opened list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) what: What,
    pub(crate) origin: Origin,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    Atom(Symbol),
    Str(Symbol),
    List(List),
}

/// A list that was not opened yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List {
    tree: u32,
    node: NodeId,
    frame: u32,
}

/// The elements of an opened list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kids {
    start: u32,
    len: u32,
    // What to cut the stacks back to.
    n_frames: u32,
    n_arguments: u32,
    depth: u32,
}

impl Kids {
    pub(crate) fn len(self) -> usize {
        self.len as usize
    }
}

/// A macro call being expanded.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The frame of the place of the call.
    caller: u32,
    name: Symbol,
    first_argument: u32,
    n_arguments: u32,
    expansion: ExpansionId,
    depth: u32,
}

/// Texts, macros and the stacks of expansion.
pub(crate) struct Expansions {
    pub(crate) trees: Vec<Tree>,
    /// Which tree stands for an `include` list; `None` where the file could not be read.
    pub(crate) includes: FxHashMap<(u32, NodeId), Option<u32>>,
    pub(crate) macros: Macros,
    items: Vec<Item>,
    arguments: Vec<Item>,
    /// The first one is the text outside all macros.
    frames: Vec<Frame>,
    /// How many lists are open.
    depth: u32,
    /// How many calls are being spliced right now; calls in list arguments count although their
    /// frames are not deep.
    splicing: u32,
    items_left: u32,
    /// For the forms after this one.
    file_items_left: u32,
    /// Nothing is expanded any more in this form: what has gone wrong would go wrong again in every branch.
    stopped: bool,
    /// Arguments that nobody supplied.
    n_missing: u32,
    /// Macros that were found to call themselves; they yield nothing any more.
    broken: FxHashSet<Symbol>,
    /// Scratch for words put together from arguments.
    text: String,
}

impl Default for Expansions {
    fn default() -> Self {
        let outside = Frame {
            caller: 0,
            name: Symbol::EMPTY,
            first_argument: 0,
            n_arguments: 0,
            expansion: ExpansionId::NONE,
            depth: 0,
        };
        Self {
            trees: Vec::new(),
            includes: FxHashMap::default(),
            macros: Macros::default(),
            items: Vec::new(),
            arguments: Vec::new(),
            frames: vec![outside],
            depth: 0,
            splicing: 0,
            items_left: MAX_ITEMS,
            file_items_left: MAX_FILE_ITEMS,
            stopped: false,
            n_missing: 0,
            broken: FxHashSet::default(),
            text: String::new(),
        }
    }
}

impl Expansions {
    /// Expands nothing more in this form.
    pub(crate) fn stop(&mut self) {
        self.stopped = true;
    }
}

impl Session {
    /// Opens a list. The elements stay readable with [`kid`](Self::kid) until it is closed.
    pub(crate) fn open(&mut self, list: List) -> Kids {
        let mut kids = self.here();
        if self.expansions.depth >= MAX_DEPTH {
            let problem = Diagnostic::error(
                codes::TOO_DEEP,
                self.origin(list.tree, list.node, list.frame),
                format!("lists are nested more than {MAX_DEPTH} deep"),
            );
            self.report(problem);
            self.expansions.stop();
            return kids;
        }
        self.expansions.depth += 1;
        for kid in 0..self.expansions.trees[list.tree as usize].kids(list.node).len() {
            let node = self.expansions.trees[list.tree as usize].kids(list.node)[kid];
            self.push_node(list.tree, node, list.frame);
        }
        kids.len = self.expansions.items.len() as u32 - kids.start;
        kids
    }

    /// Opens a list for the rest of the form (or of the load). No list may be open for a shorter time.
    pub(crate) fn open_for_good(&mut self, list: List) -> Kids {
        let kids = self.open(list);
        self.expansions.depth = kids.depth;
        kids
    }

    /// The top-level elements of the rules file, includes spliced in, for good.
    pub(crate) fn open_roots(&mut self) -> Kids {
        let mut kids = self.here();
        self.push_roots(0, 0);
        kids.len = self.expansions.items.len() as u32 - kids.start;
        kids
    }

    /// A mark to [`close`](Self::close) back to.
    pub(crate) fn here(&self) -> Kids {
        let stacks = &self.expansions;
        Kids {
            start: stacks.items.len() as u32,
            len: 0,
            n_frames: stacks.frames.len() as u32,
            n_arguments: stacks.arguments.len() as u32,
            depth: stacks.depth,
        }
    }

    pub(crate) fn close(&mut self, kids: Kids) {
        let stacks = &mut self.expansions;
        stacks.items.truncate(kids.start as usize);
        stacks.frames.truncate(kids.n_frames as usize);
        stacks.arguments.truncate(kids.n_arguments as usize);
        stacks.depth = kids.depth;
    }

    pub(crate) fn kid(&self, kids: Kids, at: usize) -> Option<Item> {
        if at >= kids.len() {
            return None;
        }
        self.expansions.items.get(kids.start as usize + at).copied()
    }

    /// The word a list begins with, without opening it.
    pub(crate) fn head(&mut self, list: List) -> Option<Symbol> {
        let head = self.expansions.trees[list.tree as usize].head(list.node)?;
        let origin = self.head_origin(list);
        match self.leaf(NodeKind::Atom, head, origin, list.frame).what {
            What::Atom(head) => Some(head),
            _ => None,
        }
    }

    /// Where a list begins: its first element, or the list itself if it is empty.
    pub(crate) fn head_origin(&self, list: List) -> Origin {
        let first = self.expansions.trees[list.tree as usize].kids(list.node).first();
        self.origin(list.tree, first.copied().unwrap_or(list.node), list.frame)
    }

    /// Each form has its own count of errors and its own allowance of elements.
    pub(crate) fn begin_form(&mut self) {
        self.hopeless = false;
        self.n_errors = 0;
        let stacks = &mut self.expansions;
        stacks.stopped = false;
        stacks.items_left = stacks.file_items_left.min(MAX_ITEMS);
        stacks.file_items_left -= stacks.items_left;
    }

    /// What a form has not used is left for those after it.
    pub(crate) fn end_form(&mut self) {
        let stacks = &mut self.expansions;
        stacks.file_items_left += std::mem::take(&mut stacks.items_left);
    }

    fn origin(&self, tree: u32, node: NodeId, frame: u32) -> Origin {
        let span = self.expansions.trees[tree as usize].node(node).origin.span;
        Origin { span, expansion: self.expansions.frames[frame as usize].expansion }
    }

    fn push(&mut self, item: Item) {
        if self.take_allowance(1, item.origin) {
            self.expansions.items.push(item);
        }
    }

    /// Is there room for another element? Once there is not, nothing is expanded any more.
    pub(crate) fn take_allowance(&mut self, cost: u32, origin: Origin) -> bool {
        let stacks = &mut self.expansions;
        if stacks.stopped {
            return false;
        }
        if stacks.items_left >= cost && stacks.items.len().max(stacks.frames.len()) < MAX_OPEN_ITEMS {
            stacks.items_left -= cost;
            return true;
        }
        stacks.stopped = true;
        let problem =
            Diagnostic::error(codes::TOO_LARGE, self.sources.outermost(origin), "this expands to too much")
                .hint(format!(
                    "a game may have {} million elements, all games of a file {} million",
                    MAX_ITEMS / 1_000_000,
                    MAX_FILE_ITEMS / 1_000_000
                ));
        self.report(problem);
        false
    }

    fn push_node(&mut self, tree: u32, node: NodeId, frame: u32) {
        let this = *self.expansions.trees[tree as usize].node(node);
        let origin =
            Origin { span: this.origin.span, expansion: self.expansions.frames[frame as usize].expansion };
        if this.kind != NodeKind::List {
            let item = self.leaf(this.kind, this.symbol, origin, frame);
            return self.push_item(item);
        }
        match self.call_of(tree, node, frame) {
            Call::Macro(name) => self.call(name, tree, node, frame, origin),
            Call::Include(Some(included)) => self.push_roots(included, frame),
            Call::Include(None) => {}
            Call::Not => self.push(Item { what: What::List(List { tree, node, frame }), origin }),
        }
    }

    /// Pushes an item that may be a list argument: such a list can be a macro call itself.
    fn push_item(&mut self, item: Item) {
        let What::List(List { tree, node, frame }) = item.what else { return self.push(item) };
        self.splice(item.origin, |this| this.push_node(tree, node, frame));
    }

    /// Everything in a file but its macros, which were collected before.
    fn push_roots(&mut self, tree: u32, frame: u32) {
        for root in 0..self.expansions.trees[tree as usize].roots().len() {
            let this = &self.expansions.trees[tree as usize];
            let node = this.roots()[root];
            if this.head(node) != Some(self.expansions.macros.define) {
                self.push_node(tree, node, frame);
            }
        }
    }

    fn call_of(&mut self, tree: u32, node: NodeId, frame: u32) -> Call {
        let stacks = &self.expansions;
        let Some(mut head) = stacks.trees[tree as usize].head(node) else { return Call::Not };
        if frame != 0 && stacks.macros.dollar(head) != Dollar::None {
            let origin = self.head_origin(List { tree, node, frame });
            match self.leaf(NodeKind::Atom, head, origin, frame).what {
                What::Atom(symbol) => head = symbol,
                _ => return Call::Not,
            }
        }
        let stacks = &self.expansions;
        if stacks.macros.find(head).is_some() {
            return Call::Macro(head);
        }
        if head == stacks.macros.include
            && let Some(&included) = stacks.includes.get(&(tree, node))
        {
            return Call::Include(included);
        }
        Call::Not
    }

    fn call(&mut self, name: Symbol, tree: u32, node: NodeId, frame: u32, origin: Origin) {
        let depth = self.expansions.frames[frame as usize].depth + 1;
        if self.expansions.broken.contains(&name) || !self.take_allowance(CALL_COST, origin) {
            return;
        }
        if depth > MAX_CALLS {
            return self.too_many_calls(name, frame, origin);
        }
        let Some(definition) = self.expansions.macros.find(name) else { return };
        let first_argument = self.expansions.arguments.len() as u32;
        let n_kids = self.expansions.trees[tree as usize].kids(node).len();
        for kid in 1..n_kids {
            let node = self.expansions.trees[tree as usize].kids(node)[kid];
            let this = *self.expansions.trees[tree as usize].node(node);
            let origin = self.origin(tree, node, frame);
            let argument = match this.kind {
                NodeKind::List => Item { what: What::List(List { tree, node, frame }), origin },
                _ => self.leaf(this.kind, this.symbol, origin, frame),
            };
            self.expansions.arguments.push(argument);
        }
        let called = self.expansions.frames.len() as u32;
        self.expansions.frames.push(Frame {
            caller: frame,
            name,
            first_argument,
            n_arguments: (n_kids - 1) as u32,
            expansion: self.sources.expand(name, origin),
            depth,
        });
        self.splice(origin, |this| {
            let n_kids = this.expansions.trees[definition.tree as usize].kids(definition.node).len();
            for kid in 2..n_kids {
                let body = this.expansions.trees[definition.tree as usize].kids(definition.node)[kid];
                this.push_node(definition.tree, body, called);
            }
        });
    }

    /// Guards the recursion of splicing calls into calls.
    fn splice(&mut self, origin: Origin, inner: impl FnOnce(&mut Self)) {
        if self.expansions.splicing >= 2 * MAX_CALLS {
            let message = format!("macro calls are nested more than {MAX_CALLS} deep");
            self.expansions.stop();
            return self.error(codes::TOO_DEEP, origin, message);
        }
        self.expansions.splicing += 1;
        inner(self);
        self.expansions.splicing -= 1;
    }

    fn too_many_calls(&mut self, name: Symbol, frame: u32, origin: Origin) {
        let mut frame = self.expansions.frames[frame as usize];
        let mut between = vec![name];
        while frame.depth > 0 && frame.name != name {
            between.push(frame.name);
            frame = self.expansions.frames[frame.caller as usize];
        }
        let problem = if frame.depth > 0 {
            let word = self.name(name);
            let message = format!("macro `{word}` calls itself");
            let mut problem = Diagnostic::error(codes::MACRO_LOOP, self.sources.outermost(origin), message);
            if let [_, others @ ..] = between.as_slice()
                && let Some(&by) = others.first()
            {
                problem = problem.hint(format!("it does so through `{}`", self.name(by)));
            }
            // The macros of the circle would fail the same way.
            self.expansions.broken.extend(between);
            problem
        } else {
            self.expansions.broken.insert(name);
            let message = format!("macro calls are nested more than {MAX_CALLS} deep");
            Diagnostic::error(codes::TOO_DEEP, origin, message)
        };
        self.report(problem);
    }

    /// An atom or a string with its arguments filled in.
    fn leaf(&mut self, kind: NodeKind, symbol: Symbol, origin: Origin, frame: u32) -> Item {
        let plain = |symbol| match kind {
            NodeKind::Str => Item { what: What::Str(symbol), origin },
            _ => Item { what: What::Atom(symbol), origin },
        };
        // Outside macros a dollar is a letter like any other.
        if frame == 0 {
            return plain(symbol);
        }
        match (self.expansions.macros.dollar(symbol), kind) {
            (Dollar::None, _) => plain(symbol),
            (Dollar::Whole(number), NodeKind::Atom) => match self.argument(number, frame) {
                Some(argument) => argument,
                None => {
                    self.argument_missing(symbol, number, origin, frame);
                    plain(symbol)
                }
            },
            _ => plain(self.fill_in(symbol, origin, frame)),
        }
    }

    /// The argument with this number: the macro's own, or else that of its nearest caller who has one.
    fn argument(&self, number: u32, frame: u32) -> Option<Item> {
        let mut frame = self.expansions.frames[frame as usize];
        while frame.depth > 0 {
            if (1..=frame.n_arguments).contains(&number) {
                return self.expansions.arguments.get((frame.first_argument + number - 1) as usize).copied();
            }
            frame = self.expansions.frames[frame.caller as usize];
        }
        None
    }

    /// A word or text such as `p$1` or `$1-$2`.
    fn fill_in(&mut self, symbol: Symbol, origin: Origin, frame: u32) -> Symbol {
        let mut text = std::mem::take(&mut self.expansions.text);
        text.clear();
        let mut rest_at = 0;
        loop {
            let rest = &self.symbols.name(symbol)[rest_at..];
            let Some(dollar) = rest.find('$') else {
                text.push_str(rest);
                break;
            };
            text.push_str(&rest[..dollar]);
            let digits = rest[dollar + 1..].bytes().take_while(u8::is_ascii_digit).count();
            let end = dollar + 1 + digits;
            let number = rest[dollar + 1..end].parse().unwrap_or(0);
            rest_at += end;
            match self.argument(number, frame).map(|argument| argument.what) {
                Some(What::Atom(value) | What::Str(value)) => text.push_str(self.symbols.name(value)),
                found => {
                    let left = &self.symbols.name(symbol)[rest_at - (1 + digits)..rest_at];
                    text.push_str(left);
                    if digits > 0 && found.is_none() {
                        self.argument_missing(symbol, number, origin, frame);
                    }
                }
            }
        }
        // Words can double with every call.
        let cost = if text.len() > MAX_WORD { u32::MAX } else { (text.len() / WORD_COST) as u32 };
        let filled = if self.take_allowance(cost, origin) { self.symbols.intern(&text) } else { symbol };
        self.expansions.text = text;
        filled
    }

    fn argument_missing(&mut self, symbol: Symbol, number: u32, origin: Origin, frame: u32) {
        // Said of the same words in every call, but kept only once.
        if self.expansions.n_missing >= MAX_MISSING {
            return;
        }
        self.expansions.n_missing += 1;
        let name = self.name(self.expansions.frames[frame as usize].name);
        let message = format!("nobody supplies the argument `${number}` of macro `{name}`");
        let label = format!("`{}` is left as it stands", self.name(symbol));
        self.report(Diagnostic::warning(codes::ARGUMENT_MISSING, origin, message).label(label));
    }
}

enum Call {
    Macro(Symbol),
    Include(Option<u32>),
    Not,
}
