//! Bytes as the choices of somebody who writes a game in ops.
//!
//! Texts that a fuzzer makes are seldom games. Here nearly every input is one: the tables are those of a small
//! game, the code, rules, stages and goals are drawn.

use crate::draw::Draws;
use crate::games::games;
use crate::play::play;
use zug_game::Game;
use zug_ir::{
    Attr, Block, CmpOp, Exit, Flow, Global, Goal, GoalCond, GoalNum, Label, Loc, LoopId, NumOp, Occupant, Op,
    Pile, Preference, Rules, Stage, Test, Then, Turn, Verdict, Zone,
};

/// How far both back ends play.
const TWOFOLD_PLIES: usize = 6;

/// How deep statements, conditions and numbers are nested.
const DEPTH: usize = 3;

/// Makes a game of the bytes. What the verifier accepts must run. Did it?
pub fn blocks(bytes: &[u8]) -> bool {
    match written(bytes, rules, stages) {
        Ok(game) => {
            play(&game, bytes);
            true
        }
        Err(errors) => {
            // Everything else is drawn from the tables.
            let known = ["captured", "loop", "stack", "mark", "jump", "control", "body"];
            assert!(errors.iter().any(|t| known.iter().any(|k| t.contains(k))), "{errors:?}");
            false
        }
    }
}

/// The same with rules of a kind that the fast back end has forms for: both back ends must give the same answers.
/// Was there a fast form?
pub fn twofold(bytes: &[u8]) -> bool {
    let plain = |d: &mut Draws<'_>| {
        // Half of the games are drawn from anything, the others mostly have a fast form.
        d.tame = d.flip();
        Rules {
            pile: if d.flip() { Pile::Stack } else { Pile::Single },
            view: zug_ir::View::Before,
            attr_view: zug_ir::AttrView::ByCell,
            recycle_promotions: false,
            ..rules(d)
        }
    };
    let merged = |d: &mut Draws<'_>, game: &zug_ir::Game| {
        let mut drawn = stages(d, game);
        drawn.retain(|s| !matches!(s, Stage::Ko(_) | Stage::Merge));
        // Attacks on piles have no fast form.
        drawn.retain(|s| !d.tame || !matches!(s, Stage::Royal { .. }));
        let at = drawn.iter().position(|s| matches!(s, Stage::Pass(_))).unwrap_or(drawn.len());
        drawn.insert(at, Stage::Merge);
        drawn
    };
    let Ok(game) = written(bytes, plain, merged) else { return false };
    match zug_testkit::twofold::compare(&game, crate::play::seed(bytes), TWOFOLD_PLIES) {
        Ok(fast) => fast,
        // Nothing can be said of rules that do not end.
        Err(what) if what.contains(zug_testkit::LIMIT) => true,
        Err(what) => panic!("{what}\n{}", zug_ir::print(game.ir())),
    }
}

/// A game made of the bytes, or what the verifier has against it.
fn written(
    bytes: &[u8],
    rules: impl Fn(&mut Draws<'_>) -> Rules,
    stages: impl Fn(&mut Draws<'_>, &zug_ir::Game) -> Vec<Stage>,
) -> Result<Game, Vec<String>> {
    let mut d = Draws { bytes, game: games()[0].game.ir(), tame: false };
    let mut game = games()[d.below(games().len())].game.ir().clone();
    furnish(&mut game);
    let base = game.clone();
    let mut d = Draws { bytes: d.bytes, game: &base, tame: false };
    game.rules = rules(&mut d);
    if game.rules.pile == Pile::Single {
        game.setup.iter_mut().for_each(|placement| placement.count = 1);
    }
    if game.rules.pile == Pile::Stack {
        // Otherwise hardly anything would lie under anything in a few plies.
        for i in (2..game.setup.len()).step_by(3) {
            game.setup[i].cell = game.setup[i / 2].cell;
        }
    }
    for exit in &mut game.exits {
        let then = match d.below(if d.tame { 8 } else { 4 }) {
            0 => Then::Part,
            1 => Then::PartOf(d.one()),
            _ => Then::Done,
        };
        *exit = Exit {
            kinds: if d.byte().is_multiple_of(4) { d.some(2) } else { Vec::new() },
            then,
            copy: d.byte().is_multiple_of(8),
        };
        if d.tame {
            exit.kinds.dedup();
        }
    }
    for turn in &mut game.turns {
        if d.byte().is_multiple_of(4) {
            *turn = Turn { chooser: d.one(), actor: d.one(), modes: d.flip().then(|| d.some(2)) };
        }
    }
    game.stages = stages(&mut d, &game);
    game.goals = (0..d.below(3)).map(|_| goal(&mut d)).collect();
    let drops = |id: usize| base.kinds.iter().flat_map(|k| &k.drops).any(|rule| rule.block.idx() == id);
    for (i, block) in game.blocks.iter_mut().enumerate() {
        *block = Block { origin: 0, code: code(&mut d, game.rules.pile, drops(i)), loops: DEPTH as u16 };
    }
    match zug_ir::verify(&game) {
        Ok(verified) => Ok(Game::new(verified)),
        Err(errors) => Err(errors.iter().map(ToString::to_string).collect()),
    }
}

/// Gives a game one of everything that ops can name.
fn furnish(game: &mut zug_ir::Game) {
    let n_players = game.players.len();
    let fresh = |n: usize| format!("fuzz {n}");
    game.modes.push(fresh(1));
    game.flags.push(fresh(1));
    game.cell_flags.push(fresh(1));
    game.globals.push(Global { name: fresh(1), init: 0, counter: false });
    game.globals.push(Global { name: fresh(2), init: 1, counter: true });
    let cells = (0..game.board.cells.len() as u16).step_by(3).map(zug_ir::CellId).collect();
    game.board.zones.push(Zone { name: fresh(1), cells: vec![cells; n_players] });
    let kinds = (0..game.kinds.len() as u16).map(zug_ir::KindId).collect();
    game.attrs.push(Attr { name: fresh(1), numeric: false, kinds: Vec::clone(&kinds) });
    game.attrs.push(Attr { name: fresh(2), numeric: true, kinds });
    game.kinds.iter_mut().for_each(|kind| kind.defaults.extend([0, 2]));
    game.exits.resize(4, Exit { kinds: Vec::new(), then: Then::Done, copy: false });
}

fn rules(d: &mut Draws<'_>) -> Rules {
    use zug_ir::*;
    Rules {
        pile: d.word(Pile::WORDS),
        view: d.word(View::WORDS),
        attr_view: d.word(AttrView::WORDS),
        flag_scope: d.word(FlagScope::WORDS),
        start: d.word(Start::WORDS),
        go_on: d.word(GoOn::WORDS),
        last_move: d.word(LastMove::WORDS),
        recycle: d.word(Recycle::WORDS),
        recycle_promotions: d.flip(),
        count_reserve: d.flip(),
        lone_capture: d.word(LoneCapture::WORDS),
        stop_early: d.flip(),
        no_moves: d.word(NoMoves::WORDS),
    }
}

fn stages(d: &mut Draws<'_>, game: &zug_ir::Game) -> Vec<Stage> {
    use zug_ir::{Ko, Pass, Unlisted};
    let mut stages = Vec::new();
    let chosen = d.byte();
    let wants = |n: usize| chosen >> n & 1 == 1;
    if wants(0) {
        stages.push(Stage::Priorities { modes: d.some(3), unlisted: d.word(Unlisted::WORDS) });
    }
    if wants(1) {
        let players = (0..game.players.len() as u16).map(zug_ir::PlayerId);
        stages.extend(players.map(|player| Stage::Royal { player, kinds: d.some(2) }));
    }
    if wants(2) {
        stages.push(Stage::Illegal { players: d.some(2), cond: condition(d, DEPTH) });
    }
    if wants(3) {
        stages.push(Stage::Ko(d.word(Ko::WORDS)));
    }
    if wants(4) {
        let preference = match d.below(4) {
            0 => Preference::CapturedValue(vec![(d.one(), d.one())]),
            1 => Preference::Mover(d.one()),
            2 => Preference::Earliest(d.one()),
            _ => Preference::Captures,
        };
        let mut criteria = vec![preference, Preference::Captures];
        if d.flip() {
            criteria.insert(0, Preference::Quiet);
        }
        stages.push(Stage::Prefer(criteria));
    }
    if wants(5) {
        stages.push(Stage::Landing);
    }
    if wants(6) {
        stages.push(Stage::Merge);
    }
    if wants(7) {
        stages.push(Stage::Pass(d.word(Pass::WORDS)));
    }
    stages
}

fn goal(d: &mut Draws<'_>) -> Goal {
    let cond = condition(d, DEPTH);
    let deferred = cond.needs_moves() || d.byte().is_multiple_of(8);
    Goal { verdict: d.word(Verdict::WORDS), players: d.some(2), cond, deferred, origin: 0 }
}

fn condition(d: &mut Draws<'_>, depth: usize) -> GoalCond {
    match d.below(if depth == 0 { 11 } else { 14 }) {
        0 => GoalCond::Stalemated,
        1 => GoalCond::Checkmated(d.some(2)),
        2 => GoalCond::Stuck,
        3 => GoalCond::Repetition,
        4 => GoalCond::Captured(d.some(2)),
        5 => GoalCond::Pieces { anybody: d.flip(), kinds: d.some(2), n: d.below(4) as u32 },
        6 => GoalCond::Config { occupants: occupants(d), all: d.flip(), cells: d.some(3) },
        7 => GoalCond::ConfigZone { occupants: occupants(d), zone: d.one() },
        8 => {
            let rest = (0..d.below(3)).map(|_| (d.some(3), occupant(d))).collect();
            GoalCond::Pattern { first: occupant(d), rest }
        }
        9 => GoalCond::Cmp(d.word(CmpOp::WORDS), number(d, DEPTH), number(d, DEPTH)),
        10 => GoalCond::False,
        11 => GoalCond::And((0..d.below(3)).map(|_| condition(d, depth - 1)).collect()),
        12 => GoalCond::Or((0..d.below(3)).map(|_| condition(d, depth - 1)).collect()),
        _ => GoalCond::Not(Box::new(condition(d, depth - 1))),
    }
}

fn occupants(d: &mut Draws<'_>) -> Vec<Occupant> {
    (0..d.below(3)).map(|_| occupant(d)).collect()
}

fn occupant(d: &mut Draws<'_>) -> Occupant {
    let makers = [Occupant::Own, Occupant::Opponent, Occupant::Any, Occupant::NotOwn];
    makers[d.below(4)](d.one())
}

fn number(d: &mut Draws<'_>, depth: usize) -> GoalNum {
    match d.below(if depth == 0 { 6 } else { 7 }) {
        0 => GoalNum::Const(d.one()),
        1 => GoalNum::Global(d.one()),
        2 => GoalNum::Pieces { owner: d.one(), kind: d.one(), zone: d.one() },
        3 => GoalNum::Reserve { owner: d.one(), kind: d.one() },
        4 => GoalNum::Height(d.one()),
        5 => GoalNum::Passes,
        _ => GoalNum::Op(d.word(NumOp::WORDS), Box::new((number(d, depth - 1), number(d, depth - 1)))),
    }
}

/// A block: statements with an empty stack between them.
fn code(d: &mut Draws<'_>, pile: Pile, drops: bool) -> Vec<Op> {
    let mut code = Vec::new();
    // What moves nothing, or drops elsewhere, has no fast form.
    if d.tame && !drops {
        code.push(Op::Step { dir: d.one() });
    }
    statements(d, pile, DEPTH, &mut code);
    if d.tame && drops {
        code.push(Op::Goto { at: Loc::From });
    }
    code.push(Op::Emit { exit: d.one() });
    code.push(Op::End {});
    code
}

fn statements(d: &mut Draws<'_>, pile: Pile, depth: usize, code: &mut Vec<Op>) {
    for _ in 0..d.below(6) {
        if depth > 0 && d.byte().is_multiple_of(4) {
            compound(d, pile, depth, code);
        } else {
            simple(d, pile, code);
        }
    }
}

/// A branch, a loop while a test holds, or a loop over cells.
fn compound(d: &mut Draws<'_>, pile: Pile, depth: usize, code: &mut Vec<Op>) {
    let start = code.len();
    let slot = LoopId((DEPTH - depth) as u16);
    let kind = d.below(4);
    match kind {
        0 | 1 => code.push(Op::JumpUnless { test: d.one(), at: d.one(), to: Label(0) }),
        2 => code.extend([Op::Each { slot }, Op::EachNext { slot, to: Label(0) }]),
        _ => code.extend([Op::EachIn { slot, zone: d.one() }, Op::EachNext { slot, to: Label(0) }]),
    }
    let branch = code.len() - 1;
    // A loop has something in it.
    code.push(Op::Verify { test: Test::OnBoard {}, at: d.one() });
    statements(d, pile, depth - 1, code);
    match kind {
        0 => {}
        1 => code.push(Op::Jump { to: Label(start as u32) }),
        _ => code.push(Op::Jump { to: Label(branch as u32) }),
    }
    code[branch] = code[branch].with_target(Label(code.len() as u32));
}

/// An op with the numbers it needs and something that takes what it gives.
fn simple(d: &mut Draws<'_>, pile: Pile, code: &mut Vec<Op>) {
    let op: Op = d.one();
    let fits = match op {
        Op::Tuck { .. } => pile == Pile::Stack,
        Op::Lift {} => pile != Pile::Single,
        Op::CreateMany { .. } => pile == Pile::Heap,
        Op::CaptureLate { .. } => pile != Pile::Heap,
        Op::Each { .. } | Op::EachIn { .. } | Op::EachNext { .. } | Op::MarkPush {} | Op::BackPop {} => false,
        _ => op.flow() == Flow::Next,
    };
    if !fits {
        if pile == Pile::Stack {
            of_stacks(d, code);
        }
        return;
    }
    let (pops, pushes) = op.stack();
    for _ in 0..pops {
        code.push(if d.flip() { Op::PushFlag { flag: d.one() } } else { Op::Push { value: d.one() } });
    }
    code.push(op);
    for _ in 0..pushes {
        code.push(Op::SetFlag { flag: d.one() });
    }
}

/// What only piles make interesting: a rule for stacks has it more often than chance would have it.
fn of_stacks(d: &mut Draws<'_>, code: &mut Vec<Op>) {
    match d.below(4) {
        0 | 1 => code.push(Op::Tuck { at: d.one() }),
        2 => code.push(Op::CaptureLate { at: d.one() }),
        _ => code.extend([Op::Push { value: 1 + d.below(2) as i32 }, Op::Lift {}]),
    }
}
