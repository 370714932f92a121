//! Which drawing a piece gets.
//!
//! The presentation file comes first: a drawing for the kind, then a set. Without either a few names that mean the same
//! in every game. Whatever has no drawing is a disc with letters; where a game has only one kind, a plain stone.

use crate::draft::seats;
use crate::figures;
use crate::look::PieceLook;
use crate::scene::Figure;
use zug_game::ir::{Game, Kind};
use zug_game::{AttrId, DirId, KindId, Piece, PlayerId, State};

pub(crate) struct Wardrobe {
    /// By kind: for the first player, and for the others.
    figures: Vec<[Figure; 2]>,
    first: Option<PlayerId>,
    /// Written on the pieces.
    number: Option<AttrId>,
    /// By player, in degrees.
    angles: Vec<f64>,
}

impl Wardrobe {
    pub(crate) fn new(ir: &Game, look: &PieceLook) -> Self {
        let codes = codes(ir);
        let alone = ir.kinds.len() == 1;
        let figure = |kind: usize, first: bool| -> Figure {
            match drawing(&ir.kinds[kind], look, first) {
                Some(name) if look.letters => Figure::Letters(name, codes[kind].clone()),
                Some(name) => Figure::Drawing(name),
                None if alone => Figure::Drawing("stone"),
                None => Figure::Letters("disc", codes[kind].clone()),
            }
        };
        let number = look.number.as_ref().and_then(|name| ir.attrs.iter().position(|a| a.name == *name));
        Wardrobe {
            figures: (0..ir.kinds.len()).map(|kind| [figure(kind, true), figure(kind, false)]).collect(),
            first: seats(ir).first().copied(),
            number: number.map(|i| AttrId(i as u16)),
            angles: angles(ir, look.turned.unwrap_or(false)),
        }
    }

    /// How a kind looks when nothing more is known of the piece.
    pub(crate) fn kind(&self, owner: PlayerId, kind: KindId) -> Figure {
        let pair = self.figures.get(kind.idx());
        let other = usize::from(self.first.is_some_and(|first| first != owner));
        pair.map_or(Figure::Drawing("disc"), |pair| pair[other].clone())
    }

    /// How a piece looks.
    pub(crate) fn piece(&self, state: &State, piece: Piece) -> Figure {
        let figure = self.kind(piece.owner(), piece.kind());
        let layout = state.game().program().layout();
        match (self.number, figure) {
            (Some(attr), Figure::Drawing(name) | Figure::Letters(name, _))
                if layout.carries(piece.kind(), attr) =>
            {
                Figure::Letters(name, layout.attr(piece, attr).to_string())
            }
            (_, figure) => figure,
        }
    }

    /// Do pieces face where they go? Then they turn with the board.
    pub(crate) fn turns(&self) -> bool {
        self.angles.iter().any(|angle| *angle != 0.0)
    }

    /// How far a player's pieces are turned on the page.
    pub(crate) fn seen(&self, owner: PlayerId, flip: bool) -> f64 {
        let angle = self.angles.get(owner.idx()).copied().unwrap_or(0.0);
        if flip && self.turns() { (angle + 180.0).rem_euclid(360.0) } else { angle }
    }
}

/// The name of the drawing that a kind gets, if there is one for it.
pub fn drawing(kind: &Kind, look: &PieceLook, first: bool) -> Option<&'static str> {
    let set = look.set.map_or("common", |set| set.0);
    let own = look.kinds.get(&kind.name).map(|drawing| drawing.0);
    own.or_else(|| figures::in_set(set, &kind.notation, &kind.name, first))
}

/// Where a player's pieces face: where his symmetry turns north to.
fn angles(ir: &Game, turned: bool) -> Vec<f64> {
    if !turned {
        return vec![0.0; ir.players.len()];
    }
    let north = ["n", "north", "up"].iter().find_map(|name| ir.board.dirs.iter().position(|d| d == name));
    let seats = seats(ir);
    let by_seat =
        |player: usize| if seats.first().is_some_and(|first| first.idx() != player) { 180.0 } else { 0.0 };
    let angle = |player: usize| {
        let faces = north.and_then(|north| ir.players[player].symmetry.get(DirId(north as u16).idx()));
        match faces.and_then(|dir| ir.board.dirs.get(dir.idx())).map(String::as_str) {
            Some("s" | "south" | "down") => 180.0,
            Some("e" | "east") => 90.0,
            Some("w" | "west") => 270.0,
            Some("n" | "north" | "up") if seats.len() != 2 => 0.0,
            _ => by_seat(player),
        }
    };
    (0..ir.players.len()).map(angle).collect()
}

/// Letters for each kind: its notation where that is short, else the beginning of its name, as much of it as it
/// takes to tell it from the others.
fn codes(ir: &Game) -> Vec<String> {
    let mut codes: Vec<String> = Vec::new();
    for kind in &ir.kinds {
        let notation = Some(kind.notation.trim()).filter(|n| (1..=3).contains(&n.chars().count()));
        let beginning = |n: usize| kind.name.chars().take(n).collect::<String>();
        let candidates = notation.map(str::to_owned).into_iter().chain((1..=3).map(beginning));
        let free = candidates.clone().find(|c| !codes.contains(c));
        codes.push(free.or_else(|| candidates.into_iter().next()).unwrap_or_default());
    }
    codes
}
