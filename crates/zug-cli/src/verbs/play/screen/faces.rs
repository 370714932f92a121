//! What stands for a piece on the screen: a symbol that players know, else a letter; the owner is its colour.
//!
//! Which drawing a kind gets (`zug-draw`) decides: those of chess, men, and crowns have symbols in every font. A game with one
//! kind of piece has stones.

use super::theme::Theme;
use zug_draw::PieceLook;
use zug_game::ir::Pile;
use zug_game::{AttrId, CellId, Game, KindId, Piece, PlayerId, Position};

/// Drawings that have symbols, for black and for white paper.
const SYMBOLS: [(&str, char, char); 8] = [
    ("chess-king", '♚', '♔'),
    ("chess-queen", '♛', '♕'),
    ("chess-rook", '♜', '♖'),
    ("chess-bishop", '♝', '♗'),
    ("chess-knight", '♞', '♘'),
    ("chess-pawn", '♟', '♙'),
    ("man", '●', '○'),
    ("crowned", '♛', '♕'),
];

/// A text in a player's colour; nobody's is plain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bit {
    pub(super) text: String,
    pub(super) owner: Option<PlayerId>,
}

/// What a cell shows: its piece or its counts, and below, where there is room, what a stack is made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Face {
    pub(super) top: Vec<Bit>,
    pub(super) below: Vec<Bit>,
}

pub(super) struct Faces {
    game: Game,
    /// By kind: for pieces of the first player to be seen on paper, and for the others.
    symbols: Vec<(String, String)>,
    /// Numbers that pieces carry, by kind, where they carry exactly one.
    number: Vec<Option<AttrId>>,
    /// Players' own signs, where a piece is nothing but its owner's.
    signs: Option<Vec<String>>,
    /// What stands before the number of a player's men, where they are only counted.
    marks: Vec<Option<String>>,
    first: PlayerId,
    coloured: bool,
}

impl Faces {
    pub(super) fn new(game: &Game, look: &PieceLook, theme: &Theme) -> Self {
        let ir = game.ir();
        let twin = |filled: char, hollow: char| (hollow.to_string(), filled.to_string());
        let symbol = |kind: &zug_game::ir::Kind| {
            let drawing = zug_draw::drawing(kind, look, true);
            match SYMBOLS.iter().find(|(name, ..)| drawing == Some(name)) {
                _ if ir.kinds.len() == 1 => twin('●', '○'),
                Some((_, filled, hollow)) => twin(*filled, *hollow),
                None => letter(&kind.notation, &kind.name),
            }
        };
        let number = |kind: usize| {
            let carried = (0..ir.attrs.len()).filter(|a| {
                let attr = &ir.attrs[*a];
                attr.numeric && attr.kinds.contains(&KindId(kind as u16))
            });
            let mut carried = carried.map(|a| AttrId(a as u16));
            carried.next().filter(|_| carried.next().is_none())
        };
        let short = ir.players.iter().all(|p| p.name.chars().count() == 1);
        let signs =
            (short && ir.kinds.len() == 1).then(|| ir.players.iter().map(|p| p.name.clone()).collect());
        let first = (0..ir.players.len() as u16).map(PlayerId).find(|p| ir.is_active(*p));
        let counted = ir.rules.pile == Pile::Heap && ir.kinds.len() == 1;
        let mark = |player: &zug_game::ir::Player| look.signs.get(&player.name).filter(|_| counted).cloned();
        Faces {
            marks: ir.players.iter().map(mark).collect(),
            symbols: ir.kinds.iter().map(symbol).collect(),
            number: (0..ir.kinds.len()).map(number).collect(),
            signs,
            first: first.unwrap_or(PlayerId(0)),
            coloured: theme.is_coloured(),
            game: game.clone(),
        }
    }

    /// The symbol of a kind, as a piece of that player.
    pub(super) fn kind(&self, kind: KindId, owner: PlayerId) -> Bit {
        let text = match (&self.signs, self.symbols.get(kind.idx())) {
            (Some(signs), _) => signs.get(owner.idx()).cloned().unwrap_or_default(),
            (None, Some((hollow, _))) if !self.coloured && owner == self.first => hollow.clone(),
            (None, Some((_, filled))) => {
                if self.coloured {
                    filled.to_uppercase()
                } else {
                    filled.clone()
                }
            }
            (None, None) => String::new(),
        };
        Bit { text, owner: Some(owner) }
    }

    fn piece(&self, piece: Piece) -> Bit {
        let mut bit = self.kind(piece.kind(), piece.owner());
        if let Some(attr) = self.number.get(piece.kind().idx()).copied().flatten() {
            let value = self.game.program().layout().attr(piece, attr);
            bit.text.push_str(&value.to_string());
        }
        bit
    }

    /// What a cell shows. Empty if nothing is there.
    pub(super) fn cell(&self, position: &Position, cell: CellId) -> Face {
        let top = position.piece(cell);
        if top.is_none() {
            return Face::default();
        }
        let mut face = Face::default();
        match self.game.ir().rules.pile {
            Pile::Single => face.top.push(self.piece(top)),
            Pile::Stack => {
                face.top.push(self.piece(top));
                let pieces: Vec<Piece> = position.stack(cell).collect();
                if pieces.len() > 1 {
                    face.top.push(Bit { text: pieces.len().to_string(), owner: None });
                    face.below = pieces.into_iter().rev().take(12).map(|p| self.piece(p)).collect();
                }
            }
            Pile::Heap => {
                for (piece, n) in position.heap(self.game.program(), cell) {
                    let owner = piece.owner();
                    if let Some(mark) = self.marks.get(owner.idx()).and_then(Option::as_ref) {
                        face.top.push(Bit { text: format!("{mark}{n}"), owner: Some(owner) });
                        continue;
                    }
                    // What nobody moves as his own is only counted.
                    let active = self.game.ir().is_active(piece.owner());
                    let text = if active && n == 1 { String::new() } else { n.to_string() };
                    face.top.push(Bit { text, owner: None });
                    if active {
                        face.top.push(self.piece(piece));
                    }
                }
            }
        }
        face
    }

    /// The longest text that a cell shows in a position.
    pub(super) fn widest(&self, position: &Position) -> u16 {
        let cells = (0..self.game.ir().board.cells.len() as u16).map(CellId);
        let widest = cells.map(|cell| self.cell(position, cell).width()).max().unwrap_or(1);
        widest.clamp(1, 12) as u16
    }

    /// Letters are to be explained: symbol and name of every kind.
    pub(super) fn legend(&self) -> Vec<(String, String)> {
        let is_letter = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '+');
        let kinds = self.game.ir().kinds.iter().zip(&self.symbols);
        let row = |(kind, (_, filled)): (&zug_game::ir::Kind, &(String, String))| {
            let symbol = filled.to_uppercase();
            (is_letter(&symbol) && !symbol.eq_ignore_ascii_case(&kind.name))
                .then(|| (symbol, kind.name.clone()))
        };
        if self.signs.is_some() { Vec::new() } else { kinds.filter_map(row).collect() }
    }
}

impl Face {
    pub(super) fn is_empty(&self) -> bool {
        self.top.is_empty()
    }

    pub(super) fn width(&self) -> usize {
        self.top.iter().map(|bit| bit.text.chars().count()).sum()
    }
}

/// Upper and lower case of a kind's letter: its notation if that is short, else the first letters of its name.
fn letter(notation: &str, name: &str) -> (String, String) {
    let short = (1..=3).contains(&notation.chars().count()) && !notation.contains(char::is_whitespace);
    let text: String = if short { notation.to_owned() } else { name.chars().take(2).collect() };
    (text.to_uppercase(), text.to_lowercase())
}
