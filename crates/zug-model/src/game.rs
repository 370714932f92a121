//! Everything there is to say about one game.

use crate::board::Board;
use crate::code::Stmt;
use crate::goal::{Goal, GoalCond, Verdict};
use crate::ids::{AttrId, CellId, DirId, KindId, ModeId, PlayerId};
use crate::settings::Settings;
use zug_source::Origin;

/// One game, or one variant of a game, complete in itself.
#[derive(Clone, Debug)]
pub struct Game {
    /// Words for people.
    pub texts: Texts,
    /// What the rules say beyond code.
    pub settings: Settings,
    /// The board.
    pub board: Board,
    /// Players in the order declared; random and neutral ones included.
    pub players: Vec<Player>,
    /// Types of pieces in the order declared.
    pub kinds: Vec<Kind>,
    /// Attributes of pieces.
    pub attrs: Vec<Attr>,
    /// Names of move types.
    pub modes: Vec<String>,
    /// Ranked modes, first is highest; empty: no priorities.
    pub priorities: Vec<ModeId>,
    /// Names of flags.
    pub flags: Vec<String>,
    /// Names of cell flags.
    pub cell_flags: Vec<String>,
    /// Values of the whole board.
    pub globals: Vec<Global>,
    /// Who moves when.
    pub turns: Vec<Turn>,
    /// Where `turns` goes on after its end.
    pub repeat_from: usize,
    /// Pieces on the board at the start, in the order written.
    pub setup: Vec<Placement>,
    /// Pieces beside the board at the start.
    pub reserves: Vec<Reserve>,
    /// When the game ends, in the order written.
    pub goals: Vec<Goal>,
    /// Settings that only concern drawing, carried through unread.
    pub presentation: Presentation,
    /// The `game` or `variant` form.
    pub origin: Origin,
}

/// Words about the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    pub title: String,
    pub description: String,
    pub history: String,
    pub strategy: String,
}

impl Game {
    /// `royal[player]`: kinds of which he may leave no piece attacked. A player who can be checkmated may not, whatever follows
    /// from checkmate; but a kind whose capture is a goal may be left attacked, and is taken then. An illegal position that
    /// speaks of checkmate (mate by a dropped pawn) makes no kind royal.
    pub fn royal_kinds(&self) -> Vec<Vec<KindId>> {
        let of = |player: PlayerId| {
            let (mut royal, mut taken): (Vec<&KindId>, Vec<&KindId>) = (Vec::new(), Vec::new());
            let about_him = |goal: &&Goal| goal.verdict != Verdict::Illegal && goal.players.contains(&player);
            for goal in self.goals.iter().filter(about_him) {
                goal.cond.each(&mut |cond| match cond {
                    GoalCond::Checkmated(kinds) => royal.extend(kinds),
                    GoalCond::Captured(kinds) => taken.extend(kinds),
                    _ => {}
                });
            }
            let mut kinds: Vec<KindId> = Vec::new();
            for kind in royal.into_iter().filter(|kind| !taken.contains(kind)) {
                if !kinds.contains(kind) {
                    kinds.push(*kind);
                }
            }
            kinds
        };
        (0..self.players.len() as u16).map(PlayerId).map(of).collect()
    }
}

/// Name and value pairs nobody below the views reads.
pub type Presentation = Vec<(String, String)>;

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    pub name: String,
    /// Moves are drawn at random among the legal ones.
    pub random: bool,
    /// `symmetry[dir]`: the direction meant when this player's rules say `dir`.
    pub symmetry: Vec<DirId>,
}

/// A type of piece.
#[derive(Clone, Debug)]
pub struct Kind {
    pub name: String,
    /// Short text for notation and position text (`N` for a knight); empty if the author gave none.
    pub notation: String,
    pub help: String,
    pub description: String,
    /// Initial values of the attributes this kind declares.
    pub attrs: Vec<(AttrId, i32)>,
    /// What a captured piece of this kind becomes in a reserve.
    pub recycle_as: Option<KindId>,
    pub moves: Vec<Rule>,
    pub drops: Vec<Rule>,
    pub origin: Origin,
}

/// One move rule of a kind.
#[derive(Clone, Debug)]
pub struct Rule {
    pub mode: Option<ModeId>,
    pub body: Vec<Stmt>,
    pub origin: Origin,
}

/// A named value carried by pieces.
#[derive(Clone, Debug)]
pub struct Attr {
    pub name: String,
    /// Takes numbers; otherwise 0 and 1 only.
    pub numeric: bool,
}

/// A value of the whole board.
#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    pub init: i32,
    /// A mere count (moves without progress): two positions that differ only in it are the same
    /// position for repetition.
    pub counter: bool,
    pub origin: Origin,
}

/// An entry of the turn order.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Who chooses.
    pub chooser: PlayerId,
    /// Whose moves they are.
    pub actor: PlayerId,
    /// Only these move types; `None`: all.
    pub modes: Option<Vec<ModeId>>,
}

/// A piece on the board at the start.
#[derive(Clone, Debug)]
pub struct Placement {
    pub player: PlayerId,
    pub kind: KindId,
    pub cell: CellId,
    /// How many (more than one only where cells hold piles).
    pub count: u32,
    pub origin: Origin,
}

/// How many pieces wait beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Exactly(u32),
    Unlimited,
}

/// Pieces beside the board at the start.
#[derive(Clone, Debug)]
pub struct Reserve {
    pub player: PlayerId,
    pub kind: KindId,
    pub count: Count,
}
