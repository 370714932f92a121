//! Running rules written as scripts: code that chooses, fails and goes back (see `zug_ir::script`).
//!
//! One [`World`] answers one question about a position: which moves are legal, has the game ended. Its board is
//! changed in place by whatever runs and always put back. `run` is the loop over ops, `choose` going back, `machine` what a run keeps,
//! `board` the board with its trail, `weight` how much all of that may take, `memo` answers that are kept (`pure` tells which), `hand` what rules do to pieces, `ask` what they ask, `generate` how rules become
//! complete moves, `judge` which of them are legal, `attack` who attacks whom, `goals` the end, `dice` chance. `trace` and `explain`
//! tell why a move is or is not legal.

mod account;
mod ask;
mod attack;
mod board;
mod choose;
mod coords;
mod desk;
mod dice;
mod explain;
mod generate;
mod goals;
mod hand;
mod judge;
mod machine;
mod memo;
mod pure;
mod run;
mod tell;
mod trace;
mod value;
mod weight;

pub(crate) use coords::Coords;
pub(crate) use explain::{ended_by, judged, nearly};
pub(crate) use goals::{Reached, put_out};

use crate::action::Move;
use crate::error::RunError;
use crate::program::Program;
use crate::state::State;
pub use account::{About, Account, Add, Answer, Ask, Cells, Change, End, Ends, Step as Told, Yes};
use board::Board;
pub use board::Touched;
pub use desk::{Carry, Desk, Errand, Job, Phase, note_of};
use generate::Candidate;
use machine::Machine;
use memo::{Memo, Seen};
pub use tell::MAX_SUM;
pub use value::Val;
use weight::Weight;
use zug_ir::{PlayerId, ScriptId, Scripted};

/// Scratch space that is kept between questions.
pub(crate) struct Scratch {
    board: Board,
    machines: Vec<Machine>,
    memo: Memo,
}

impl Scratch {
    pub(crate) fn new(program: &Program) -> Self {
        Scratch { board: Board::new(program), machines: Vec::new(), memo: Memo::new(program) }
    }
}

/// Everything needed to answer a question about a position.
pub(crate) struct World<'a> {
    program: &'a Program,
    rules: &'a Scripted,
    coords: &'a Coords,
    board: &'a mut Board,
    machines: &'a mut Vec<Machine>,
    memo: &'a mut Memo,
    /// What the innermost question that is to be kept has looked at.
    seen: Seen,
    /// Of the position in question, itself last.
    history: &'a [u64],
    /// Generation variables.
    gens: Vec<Val>,
    out: Vec<Candidate>,
    /// What every change is compared with: a move must change something.
    base: Base,
    /// The script that runs, for messages.
    script: ScriptId,
    spent: u64,
    /// What the script that runs may have spent.
    until: u64,
    /// What all of it keeps.
    weight: Weight,
    /// A quantifier is answered cell by cell; one inside it is not.
    asks_each: bool,
    /// How many attack queries are going on.
    attacking: u32,
    /// A move has been made on the board, but the turn has not passed on.
    judging: bool,
    /// The turn has passed on, but it is the player who has just moved who asks.
    passed_on: bool,
    /// Whether the player to move can move: known, to be found out, or not asked.
    moves: Moves,
    /// How many turns are looked ahead.
    foresight: u32,
    /// Runs tell what they do.
    trace: Option<Box<trace::Trace<'a>>>,
    /// The run gives an account of what it asks.
    account: Option<Box<account::Account>>,
}

#[derive(Clone, Default, PartialEq)]
struct Base {
    hash: u64,
    globals: Vec<i32>,
}

#[derive(Clone, Copy, PartialEq)]
enum Moves {
    /// Moves are being made: the question has no answer yet.
    Unknown,
    Known(bool),
    /// Found out when somebody asks.
    Ask,
    /// A move is judged: found out by looking ahead, with that turn to be played.
    Ahead(u16),
}

impl<'a> World<'a> {
    pub(crate) fn new(
        program: &'a Program,
        rules: &'a Scripted,
        scratch: &'a mut Scratch,
        state: &'a State,
    ) -> Self {
        scratch.board.set(state);
        World {
            program,
            rules,
            coords: program.coords(),
            board: &mut scratch.board,
            machines: &mut scratch.machines,
            memo: &mut scratch.memo,
            seen: Seen::default(),
            history: &state.history,
            gens: vec![Val::Int(0); rules.gens.len()],
            out: Vec::new(),
            base: Base { hash: state.position_hash(), globals: state.globals.clone() },
            script: ScriptId(0),
            spent: 0,
            until: 0,
            weight: Weight::default(),
            asks_each: false,
            attacking: 0,
            judging: false,
            passed_on: false,
            moves: Moves::Unknown,
            foresight: 0,
            trace: None,
            account: None,
        }
    }

    fn machine(&mut self) -> Machine {
        let n = self.rules.locals.len();
        self.machines.pop().unwrap_or_else(|| Machine::new(n))
    }
}

/// All legal moves in a fixed order.
pub(crate) fn moves(
    program: &Program,
    rules: &Scripted,
    scratch: &mut Scratch,
    state: &State,
    out: &mut Vec<Move>,
) -> Result<(), RunError> {
    let turn = state.turn_idx();
    if let Some(Some(dice)) = rules.rolls.get(turn) {
        out.extend(dice::throws(program, rules, *dice).into_iter().map(|t| t.mv));
        return Ok(());
    }
    out.extend(World::new(program, rules, scratch, state).legal()?);
    Ok(())
}

/// Is there a legal move?
pub(crate) fn can_move(
    program: &Program,
    rules: &Scripted,
    scratch: &mut Scratch,
    state: &State,
) -> Result<bool, RunError> {
    let chance = matches!(rules.rolls.get(state.turn_idx()), Some(Some(_)));
    Ok(chance || World::new(program, rules, scratch, state).can_move()?)
}

/// How likely each of the moves of a chance turn is, as whole numbers in proportion.
pub(crate) fn weights(program: &Program, rules: &Scripted, state: &State) -> Option<Vec<u64>> {
    let dice = (*rules.rolls.get(state.turn_idx())?)?;
    Some(dice::throws(program, rules, dice).into_iter().map(|t| t.weight).collect())
}

/// What each player who takes turns has, by the game's own count; nothing in games that do not count.
pub(crate) fn scores(
    program: &Program,
    rules: &Scripted,
    scratch: &mut Scratch,
    state: &State,
) -> Result<Vec<(PlayerId, i32)>, RunError> {
    let mut found = Vec::new();
    for player in program.contenders() {
        found.extend(World::new(program, rules, scratch, state).score(player)?.map(|score| (player, score)));
    }
    Ok(found)
}

/// Could a rival take what stands on a cell?
pub(crate) fn is_attacked(
    program: &Program,
    rules: &Scripted,
    scratch: &mut Scratch,
    state: &State,
    cell: u16,
) -> Result<bool, RunError> {
    World::new(program, rules, scratch, state).is_attacked(cell)
}

/// The goals that are tested after a move, for the player who made it.
pub(crate) fn after_move(
    program: &Program,
    rules: &Scripted,
    scratch: &mut Scratch,
    state: &State,
    mover: PlayerId,
) -> Result<Option<Reached>, RunError> {
    if !rules.goals.iter().any(|g| g.after_move) || program.game().players[mover.idx()].random {
        return Ok(None);
    }
    World::new(program, rules, scratch, state).reached(true, mover, Moves::Ask)
}

/// The goals that are tested before a move, for the player to move. `None`: whether he has moves is found out if a
/// goal asks.
pub(crate) fn before_move(
    program: &Program,
    rules: &Scripted,
    scratch: &mut Scratch,
    state: &State,
    has_moves: Option<bool>,
) -> Result<Option<Reached>, RunError> {
    let player = program.turn(state).chooser;
    if program.game().players[player.idx()].random || program.in_set_up(state) {
        return Ok(None);
    }
    let moves = has_moves.map_or(Moves::Ask, Moves::Known);
    World::new(program, rules, scratch, state).reached(false, player, moves)
}
