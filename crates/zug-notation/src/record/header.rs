//! The tags at the head of a record: which game it is of, and whatever else people want to say.

use super::error::{Place, ReadError};
use super::token::{Token, Tokens, name, quoted};
use crate::position::excerpt;
use std::fmt::Write;
use zug_game::{Game, ir};

/// What a record says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The title of the game.
    pub game: String,
    /// The name of the rules file; empty if unknown.
    pub rules: String,
    /// The title of the variant, where a variant is played.
    pub variant: Option<String>,
    /// [`rules_hash`] of the rules it was played by.
    pub hash: Option<u64>,
    /// All other tags (players, place, date), in their order.
    pub tags: Vec<(String, String)>,
}

/// What the form is called, and its version.
const OPENING: (&str, &str) = ("zug-record", "1");
pub(super) const SETUP: &str = "setup";

impl Header {
    /// The header of a game played by the rules of a file.
    pub fn new(game: &Game, rules: &str) -> Self {
        Header {
            game: game.title().to_owned(),
            rules: rules.to_owned(),
            hash: Some(rules_hash(game)),
            ..Header::default()
        }
    }

    pub(super) fn write(&self, setup: Option<&str>, out: &mut String) {
        let mut tag = |key: &str, value: &str| {
            let _ = writeln!(out, "[{} {}]", name(key), quoted(value));
        };
        tag(OPENING.0, OPENING.1);
        tag("game", &self.game);
        if !self.rules.is_empty() {
            tag("rules", &self.rules);
        }
        if let Some(variant) = &self.variant {
            tag("variant", variant);
        }
        if let Some(hash) = self.hash {
            tag("hash", &format!("{hash:016x}"));
        }
        if let Some(setup) = setup {
            tag(SETUP, setup);
        }
        self.tags.iter().for_each(|(key, value)| tag(key, value));
    }

    /// A tag that means something to us cannot be given another meaning.
    pub(super) fn misused_tag(&self) -> Option<&str> {
        let ours = [OPENING.0, "game", "rules", "variant", "hash", SETUP];
        self.tags.iter().map(|(key, _)| key.as_str()).find(|key| ours.contains(key))
    }
}

/// A number that stands for the rules: 64-bit FNV-1a of their compiled form as text (`spec/zir.md`). It is the
/// same wherever the rules mean the same to this version of the program.
pub fn rules_hash(game: &Game) -> u64 {
    ir::print(game.ir()).bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Reads the header alone: it says which rules are needed to read the rest.
pub fn read_header(text: &str) -> Result<Header, ReadError> {
    tags(&mut Tokens::new(text)).map(|tags| tags.header)
}

pub(super) struct Tags {
    pub(super) header: Header,
    pub(super) setup: Option<(Place, String)>,
}

/// Reads all tags and stops before the moves.
pub(super) fn tags(tokens: &mut Tokens<'_>) -> Result<Tags, ReadError> {
    let (place, key, value) = opening(tokens)?;
    if key != OPENING.0 {
        return Err(no_record(place));
    }
    if value != OPENING.1 {
        let what =
            format!("this record has the form `{}`, which this version does not know", excerpt(&value));
        return Err(ReadError::new(place, what).hint(format!("it reads the form `{}`", OPENING.1)));
    }
    let mut tags = Tags { header: Header::default(), setup: None };
    let mut seen: Vec<&str> = Vec::new();
    loop {
        let before = tokens.clone();
        let (place, Some(Token::TagOpen)) = tokens.next()? else {
            *tokens = before;
            return Ok(tags);
        };
        let (key, value) = tag(tokens)?;
        let header = &mut tags.header;
        let ours = match key.as_str() {
            "game" => {
                header.game = value;
                "game"
            }
            "rules" => {
                header.rules = value;
                "rules"
            }
            "variant" => {
                header.variant = Some(value);
                "variant"
            }
            "hash" => {
                let digits = value.len() == 16 && value.bytes().all(|b| b.is_ascii_hexdigit());
                header.hash = u64::from_str_radix(&value, 16).ok().filter(|_| digits);
                if header.hash.is_none() {
                    let what = format!("`{}` is no hash of rules", excerpt(&value));
                    return Err(ReadError::new(place, what).hint("it has 16 digits and letters up to `f`"));
                }
                "hash"
            }
            SETUP => {
                tags.setup = Some((place, value));
                SETUP
            }
            "zug-record" => OPENING.0,
            _ => {
                header.tags.push((key, value));
                continue;
            }
        };
        if ours == OPENING.0 || seen.contains(&ours) {
            return Err(ReadError::new(place, format!("the tag `{ours}` stands here a second time")));
        }
        seen.push(ours);
    }
}

/// The first tag, with a message for files of another kind.
fn opening(tokens: &mut Tokens<'_>) -> Result<(Place, String, String), ReadError> {
    let start = Place { line: 1, column: 1 };
    match tokens.next() {
        Ok((place, Some(Token::TagOpen))) => {
            let (key, value) = tag(tokens).map_err(|_| no_record(place))?;
            Ok((place, key, value))
        }
        Ok((place, _)) => Err(no_record(place)),
        Err(_) => Err(no_record(start)),
    }
}

fn no_record(place: Place) -> ReadError {
    let hint = format!("it would begin with `[{} \"{}\"]`", OPENING.0, OPENING.1);
    ReadError::new(place, "this is no record of Zug").hint(hint)
}

/// The rest of a tag after its bracket.
fn tag(tokens: &mut Tokens<'_>) -> Result<(String, String), ReadError> {
    let bad = |place| ReadError::new(place, "this is no tag").hint("a tag is written `[name \"value\"]`");
    let (place, key) = tokens.next()?;
    let Some(Token::Name(key)) = key else { return Err(bad(place)) };
    let (place, value) = tokens.next()?;
    let Some(Token::Name(value)) = value else { return Err(bad(place)) };
    match tokens.next()? {
        (_, Some(Token::TagClose)) => Ok((key, value)),
        (place, _) => Err(bad(place)),
    }
}
