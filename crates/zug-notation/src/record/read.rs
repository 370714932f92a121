//! From a text to the record: every move is played.

use super::error::{Place, ReadError};
use super::header::{Header, SETUP, rules_hash, tags};
use super::token::{Token, Tokens};
use crate::position::excerpt;
use crate::{Style, position};
use zug_game::{Game, MAX_TEXT, Move, NodeId, PlayError, Record, RecordError, names};

/// Moves in one text. A million is ten thousand games, and takes a few hundred megabytes.
pub const MAX_MOVES: usize = 1_000_000;

/// A record that has been read.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub header: Header,
    pub record: Record,
    /// Does the header name the rules it was read with? If not, every move was still legal by these.
    pub same_rules: bool,
    /// After how many moves the rules had ended the game, if the record goes on there.
    pub ended: Option<usize>,
}

/// Reads a record of a game. [`super::read_header`] says of which.
pub fn read(game: &Game, text: &str) -> Result<Loaded, ReadError> {
    if text.len() > MAX_TEXT {
        let what = format!("the text is too long: {} bytes, the limit is {MAX_TEXT}", text.len());
        return Err(ReadError::new(Place { line: 1, column: 1 }, what));
    }
    let mut tokens = Tokens::new(text);
    let tags = tags(&mut tokens)?;
    let record = match &tags.setup {
        Some((place, text)) => {
            let state = position::parse(game, &Style::General, text);
            Record::from_setup(state.map_err(|e| ReadError::new(*place, format!("tag `{SETUP}`: {e}")))?)
        }
        None => Record::new(game),
    };
    let root = record.root();
    let mut reader = Reader {
        record,
        at: root,
        open: Vec::new(),
        fresh: false,
        here: None,
        played: 0,
        number: None,
        ended: None,
    };
    reader.moves(&mut tokens)?;
    let same_rules = tags.header.hash.is_none_or(|hash| hash == rules_hash(game));
    Ok(Loaded { header: tags.header, record: reader.record, same_rules, ended: reader.ended })
}

/// A move that is legal but for the end of the game: others play on, after a draw that nobody claims or for fun.
fn after_end(record: &Record, name: &str) -> Option<Move> {
    record.state().outcome().ok()??;
    let moves = record.state().moves_after_end().ok()?;
    let index = names(record.game(), &moves).iter().position(|n| n == name)?;
    moves.into_iter().nth(index)
}

struct Reader {
    record: Record,
    /// The node that the next word is about. The record goes there when a move is played.
    at: NodeId,
    /// Where variations were opened, and the nodes they stand after.
    open: Vec<(Place, NodeId)>,
    /// A variation has just been opened: its move must follow.
    fresh: bool,
    here: Option<NodeId>,
    /// How many moves have been read.
    played: usize,
    /// A number whose move must follow.
    number: Option<Place>,
    ended: Option<usize>,
}

impl Reader {
    fn moves(&mut self, tokens: &mut Tokens<'_>) -> Result<(), ReadError> {
        loop {
            let (place, token) = tokens.next()?;
            let Some(token) = token else {
                let what = "the record ends without `*`: something is missing";
                return Err(ReadError::new(place, what));
            };
            self.check_order(place, &token)?;
            match token {
                Token::Name(name) => self.play(place, &name)?,
                Token::Number(number) => self.number(place, number)?,
                Token::Comment(text) => self.comment(place, text)?,
                Token::Annotation(text) => self.annotation(place, text)?,
                Token::Here => {
                    if self.here.replace(self.at).is_some() {
                        return Err(ReadError::new(place, "`^` stands here a second time"));
                    }
                }
                Token::Open => self.open(place)?,
                Token::Close => self.close(place)?,
                Token::TagOpen | Token::TagClose => {
                    return Err(ReadError::new(place, "tags stand before the moves"));
                }
                Token::End => return self.end(place, tokens),
            }
        }
    }

    /// After a number or an opened variation only a move (or its number) can stand.
    fn check_order(&self, place: Place, token: &Token) -> Result<(), ReadError> {
        let is_move =
            matches!(token, Token::Name(_)) || self.number.is_none() && matches!(token, Token::Number(_));
        if is_move {
            return Ok(());
        }
        if self.number.is_some() {
            return Err(ReadError::new(place, "after the number of a move, its name is missing"));
        }
        if self.fresh {
            return Err(ReadError::new(place, "a variation must begin with a move"));
        }
        Ok(())
    }

    fn number(&mut self, place: Place, number: u32) -> Result<(), ReadError> {
        let due = self.record.ply(self.at) + 1;
        if number as usize != due {
            let what = format!("the next move is number {due}, not {number}");
            return Err(
                ReadError::new(place, what).hint("moves are counted one by one, and may go without numbers")
            );
        }
        self.number = Some(place);
        Ok(())
    }

    fn play(&mut self, place: Place, name: &str) -> Result<(), ReadError> {
        let move_number = self.record.ply(self.at) + 1;
        let problem =
            |what: String| ReadError::new(place, format!("move {move_number}, `{}`: {what}", excerpt(name)));
        // Not nodes: a text could repeat a move for ever and add none.
        if self.played == MAX_MOVES {
            return Err(problem(format!("a record has room for {MAX_MOVES} moves, and this is one more")));
        }
        self.played += 1;
        let explained = |record: &Record, error: &_| problem(record.game().explain(error));
        match self.record.go_to(self.at) {
            Ok(()) => {}
            Err(RecordError::Run(error)) => return Err(explained(&self.record, &error)),
            Err(other) => return Err(problem(other.to_string())),
        }
        self.at = match self.record.play_text(name) {
            Ok(node) => node,
            Err(PlayError::Run(error)) => return Err(explained(&self.record, &error)),
            Err(PlayError::Illegal) => return Err(problem("the move is not legal here".to_owned())),
            Err(PlayError::Unknown { candidates, .. }) => {
                let unknown = || {
                    let hint = legal(&self.record, candidates);
                    problem("there is no such legal move".to_owned()).hint(hint)
                };
                let mv = after_end(&self.record, name).ok_or_else(unknown)?;
                self.ended.get_or_insert(move_number - 1);
                self.record.play_on(&mv).map_err(|error| problem(error.to_string()))?
            }
        };
        self.number = None;
        self.fresh = false;
        Ok(())
    }

    fn comment(&mut self, place: Place, text: String) -> Result<(), ReadError> {
        if !self.record.comment(self.at).is_empty() {
            return Err(ReadError::new(place, "this move has a comment already").hint("write both into one"));
        }
        self.record.set_comment(self.at, text).map_err(|e| ReadError::new(place, e.to_string()))
    }

    fn annotation(&mut self, place: Place, text: String) -> Result<(), ReadError> {
        if !self.record.annotation(self.at).is_empty() {
            let error = ReadError::new(place, "this move has an annotation already");
            return Err(error.hint("write both into one, in quotes"));
        }
        self.record.set_annotation(self.at, text).map_err(|e| ReadError::new(place, e.to_string()))
    }

    fn open(&mut self, place: Place) -> Result<(), ReadError> {
        let Some(before) = self.record.parent(self.at) else {
            let what = "there is no move yet that this could be a variation of";
            return Err(ReadError::new(place, what));
        };
        self.open.push((place, self.at));
        self.at = before;
        self.fresh = true;
        Ok(())
    }

    fn close(&mut self, place: Place) -> Result<(), ReadError> {
        let Some((_, node)) = self.open.pop() else {
            return Err(ReadError::new(place, "this `)` closes nothing"));
        };
        self.at = node;
        Ok(())
    }

    fn end(&mut self, place: Place, tokens: &mut Tokens<'_>) -> Result<(), ReadError> {
        if let Some((opened, _)) = self.open.last() {
            return Err(ReadError::new(*opened, "this variation has no end").hint("close it with `)`"));
        }
        if let (place, Some(_)) = tokens.next()? {
            return Err(ReadError::new(place, "after `*` nothing can follow"));
        }
        let here = self.here.unwrap_or(self.record.main_end());
        self.record.go_to(here).map_err(|e| ReadError::new(place, e.to_string()))
    }
}

/// What could be played instead: moves like the one written, else some of all.
fn legal(record: &Record, candidates: Vec<String>) -> String {
    let named = record.state().named_moves().unwrap_or_default();
    if named.is_empty() {
        return "no move can be played here: the game is over".to_owned();
    }
    let some = if candidates.is_empty() {
        named.iter().take(8).map(|(name, _)| name.clone()).collect()
    } else {
        candidates
    };
    let more = if some.len() < named.len() { ", …" } else { "" };
    let some: Vec<String> = some.iter().map(|name| format!("`{}`", excerpt(name))).collect();
    format!("legal are {}{more}", some.join(", "))
}
