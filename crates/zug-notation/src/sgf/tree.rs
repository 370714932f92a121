//! A file taken apart into its trees, and a tree into nodes.

use super::token::{Token, Tokens, text};
use super::{GAME, RULES};
use crate::format::MAX_GAMES;
use crate::record::{Place, ReadError};

/// One game of a file: what its first node says, and its nodes unread.
#[derive(Clone, Debug)]
pub struct Tree<'t> {
    /// Where it begins in the file, from 1.
    pub line: usize,
    pub(super) text: &'t str,
    pub(super) place: Place,
    pub(super) root: Node,
}

/// A node with its properties.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) properties: Vec<(String, Vec<String>)>,
    pub(super) place: Option<Place>,
}

/// Values in one node. Setting up a whole board takes a few hundred.
const MAX_VALUES: usize = 10_000;

/// Properties whose line ends matter.
const LONG: [&str; 2] = ["C", "GC"];

impl Node {
    pub(super) fn values(&self, name: &str) -> Option<&[String]> {
        self.properties.iter().find(|(n, _)| n == name).map(|(_, values)| &values[..])
    }

    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.values(name)?.first().map(String::as_str)
    }
}

impl Tree<'_> {
    /// Which game it is, by the numbers of SGF; Go if nobody says.
    pub fn game_number(&self) -> Option<u32> {
        self.root.value("GM").map_or(Some(1), |number| number.trim().parse().ok())
    }

    /// Columns and rows; 19 by 19 in Go if nobody says.
    pub fn size(&self) -> Option<(usize, usize)> {
        let Some(size) = self.root.value("SZ") else {
            return (self.game_number() == Some(1)).then_some((19, 19));
        };
        let (columns, rows) = size.split_once(':').unwrap_or((size, size));
        Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
    }

    /// The title of the game, where we have written the file.
    pub fn title(&self) -> Option<&str> {
        self.root.value(GAME)
    }

    /// The name of its rules file, where we have written the file.
    pub fn rules(&self) -> Option<&str> {
        self.root.value(RULES)
    }
}

/// The trees of a file; text around them is for others. A file without any has none.
pub fn trees(text: &str) -> Vec<Tree<'_>> {
    let mut found = Vec::new();
    let mut tokens = Tokens::new(text, Place { line: 1, column: 1 });
    loop {
        tokens.skip_to('(');
        if tokens.rest().is_empty() || found.len() > MAX_GAMES {
            return found;
        }
        let (place, body) = (tokens.place(), tokens.rest());
        let mut depth = 0usize;
        loop {
            match tokens.next() {
                Ok(None) => break,
                Ok(Some((_, Token::Open))) => depth += 1,
                Ok(Some((_, Token::Close))) => depth = depth.saturating_sub(1),
                // What is wrong is said when the tree is read.
                Ok(Some(_)) | Err(_) => {}
            }
            if depth == 0 {
                break;
            }
        }
        let text = &body[..body.len() - tokens.rest().len()];
        let mut nodes = Nodes::new(text, place);
        let root = nodes.find_map_root().unwrap_or_default();
        found.push(Tree { line: place.line, text, place, root });
    }
}

/// What comes one after the other in a tree.
pub(super) enum Item {
    Open(Place),
    Close(Place),
    Node(Node),
}

pub(super) struct Nodes<'t> {
    tokens: Tokens<'t>,
    /// Read too far.
    next: Option<(Place, Token<'t>)>,
}

impl<'t> Nodes<'t> {
    pub(super) fn new(text: &'t str, place: Place) -> Self {
        Nodes { tokens: Tokens::new(text, place), next: None }
    }

    fn find_map_root(&mut self) -> Option<Node> {
        match (self.next().ok()??, self.next().ok()??) {
            (Item::Open(_), Item::Node(node)) => Some(node),
            _ => None,
        }
    }

    fn token(&mut self) -> Result<Option<(Place, Token<'t>)>, ReadError> {
        match self.next.take() {
            Some(next) => Ok(Some(next)),
            None => self.tokens.next(),
        }
    }

    pub(super) fn next(&mut self) -> Result<Option<Item>, ReadError> {
        let Some((place, token)) = self.token()? else { return Ok(None) };
        match token {
            Token::Open => Ok(Some(Item::Open(place))),
            Token::Close => Ok(Some(Item::Close(place))),
            Token::Node => self.node(place).map(|node| Some(Item::Node(node))),
            Token::Name(_) | Token::Value(_) => {
                Err(ReadError::new(place, "a property stands here outside of a node")
                    .hint("a node begins with `;`"))
            }
        }
    }

    fn node(&mut self, place: Place) -> Result<Node, ReadError> {
        let mut node = Node { properties: Vec::new(), place: Some(place) };
        let mut values = 0;
        loop {
            match self.token()? {
                Some((_, Token::Name(name))) => node.properties.push((name, Vec::new())),
                Some((place, Token::Value(raw))) => {
                    let Some((name, list)) = node.properties.last_mut() else {
                        return Err(ReadError::new(place, "this value belongs to no property"));
                    };
                    list.push(text(raw, LONG.contains(&name.as_str())));
                }
                other => {
                    self.next = other;
                    return Ok(node);
                }
            }
            values += 1;
            if values > MAX_VALUES {
                let what = format!("this node has more than {MAX_VALUES} properties and values");
                return Err(ReadError::new(place, what));
            }
        }
    }
}
