//! Moves and positions as text, everything in them visible.
//!
//! A move is its parts, separated by `/`; a part is its actions, separated by `,`; a pass is `pass`.
//!
//! | action | text |
//! | --- | --- |
//! | movement; of so many of a pile | `a1-b1`; `a1-b1*2` |
//! | movement that leaves the piece | `a1=b1` |
//! | drop | `Man@b1` |
//! | creation; of several | `b1+White.Man`; `b1+White.Man*3` |
//! | capture; at the end of the turn | `xb1`; `Xb1` |
//! | tuck under what moved to c1 and begins there at height 1 | `b1_c1.1` |
//! | change of kind, of owner, flip | `b1:King`, `b1:Black`, `~b1:Black` |
//! | attribute | `b1.fresh=0` |
//! | promotion | `b1^King` |
//! | board value, reserve, turn again | `quiet=3`, `White.Man+2`, `again` |
//!
//! A change that finds no piece is written with `-` for its result. A position is a list of occupied cells:
//! `a1:White.Man`, attributes that differ from the kind's in parentheses; piles from the bottom, `a1:White.Man+Black.Man`;
//! heaps with numbers, `a1:White.Seed*3+Black.Seed*1`.

use zug_ir::{AttrId, CellId, KindId, Pile, PlayerId};
use zug_vm::{Action, Move, Outcome, Piece, Program, State};

fn cell(program: &Program, cell: CellId) -> &str {
    program.game().cell_name(cell)
}

fn kind(program: &Program, kind: KindId) -> &str {
    &program.game().kinds[kind.idx()].name
}

fn player(program: &Program, player: PlayerId) -> &str {
    &program.game().players[player.idx()].name
}

fn piece(program: &Program, piece: Piece) -> String {
    format!("{}.{}", player(program, piece.owner()), kind(program, piece.kind()))
}

/// Of a movement 0 is "all of it", or one of a heap.
fn times(n: u16, default: u16) -> String {
    if n == default { String::new() } else { format!("*{n}") }
}

fn action(program: &Program, action: &Action) -> String {
    let cell = |c: CellId| cell(program, c);
    let changed = |p: Piece, result: &str| if p.is_none() { "-".to_owned() } else { result.to_owned() };
    match *action {
        Action::Move { from, to, n, .. } => format!("{}-{}{}", cell(from), cell(to), times(n, 0)),
        Action::Copy { from, to, .. } => format!("{}={}", cell(from), cell(to)),
        Action::Drop { at, piece } => format!("{}@{}", kind(program, piece.kind()), cell(at)),
        Action::Create { at, n, piece: p } => format!("{}+{}{}", cell(at), piece(program, p), times(n, 1)),
        Action::Capture { at, .. } => format!("x{}", cell(at)),
        Action::CaptureLate { at, .. } => format!("X{}", cell(at)),
        Action::Tuck { at, to, base, .. } => format!("{}_{}.{base}", cell(at), cell(to)),
        Action::ChangeKind { at, kind: k, piece } => {
            format!("{}:{}", cell(at), changed(piece, kind(program, k)))
        }
        Action::ChangeOwner { at, owner, piece } => {
            format!("{}:{}", cell(at), changed(piece, player(program, owner)))
        }
        Action::Flip { at, piece } => {
            let owner = if piece.is_none() { "" } else { player(program, piece.owner()) };
            format!("~{}:{}", cell(at), changed(piece, owner))
        }
        Action::SetAttr { at, attr, value, piece } => {
            let name = &program.game().attrs[attr.idx()].name;
            format!("{}.{name}={}", cell(at), changed(piece, &value.to_string()))
        }
        Action::Promote { at, kind: k, .. } => format!("{}^{}", cell(at), kind(program, k)),
        Action::SetGlobal { global, value } => {
            format!("{}={value}", program.game().globals[global.idx()].name)
        }
        Action::AddReserve { player: p, kind: k, n } => {
            format!("{}.{}{n:+}", player(program, p), kind(program, k))
        }
        Action::Lift { at, n, .. } => format!("lift {at:?} {n}"),
        Action::Land { at, n, .. } => format!("land {at:?} {n}"),
        Action::Settle => "settle".to_owned(),
        Action::SetTurn { turn } => format!("turn {turn}"),
        Action::RepeatTurn => "again".to_owned(),
    }
}

/// A move.
pub(crate) fn of_move(program: &Program, mv: &Move) -> String {
    if mv.is_pass() {
        return "pass".to_owned();
    }
    let part =
        |actions: &[Action]| actions.iter().map(|a| action(program, a)).collect::<Vec<String>>().join(",");
    mv.parts().map(|p| part(p.actions)).collect::<Vec<String>>().join("/")
}

/// All pieces on the board, cell by cell.
pub(crate) fn of_board(program: &Program, state: &State) -> Vec<String> {
    let cells = (0..program.game().board.cells.len()).map(|c| CellId(c as u16));
    cells.filter_map(|c| pile(program, state, c).map(|pile| format!("{}:{pile}", cell(program, c)))).collect()
}

fn pile(program: &Program, state: &State, cell: CellId) -> Option<String> {
    let pieces: Vec<String> = match program.game().rules.pile {
        Pile::Single => Some(state.piece(cell))
            .filter(|p| p.is_some())
            .map(|p| with_attrs(program, p))
            .into_iter()
            .collect(),
        Pile::Stack => state.stack(cell).map(|p| with_attrs(program, p)).collect(),
        Pile::Heap => state.heap(program, cell).map(|(p, n)| format!("{}*{n}", piece(program, p))).collect(),
    };
    (!pieces.is_empty()).then(|| pieces.join("+"))
}

fn with_attrs(program: &Program, p: Piece) -> String {
    let layout = program.layout();
    let attrs: Vec<String> = (0..program.game().attrs.len() as u16)
        .map(AttrId)
        .filter(|a| layout.attr(p, *a) != layout.default_attr(p.kind(), *a))
        .map(|a| format!("{}={}", program.game().attrs[a.idx()].name, layout.attr(p, a)))
        .collect();
    if attrs.is_empty() { piece(program, p) } else { format!("{}({})", piece(program, p), attrs.join(",")) }
}

/// How the game stands.
pub(crate) fn of_outcome(program: &Program, outcome: Option<&Outcome>) -> String {
    match outcome {
        None => "open".to_owned(),
        Some(Outcome::Draw) => "draw".to_owned(),
        Some(Outcome::Won { player: p, .. }) => player(program, *p).to_owned(),
        Some(Outcome::Lost(p)) => format!("{} lost", player(program, *p)),
    }
}
