//! The plan of a game whose rules are scripts: which rules there are, when each may begin a turn, and how the game ends.

use crate::class::{BoardId, Class};
use crate::flow::script::{Job, What, build_script};
use crate::flow::{END, Effect, Exit, ExitId, Flow, Node, NodeId, RuleOf, Shared, lanes_only, ordered};
use crate::goal::{Check, GoalOf, Touched};
use crate::guard;
use crate::num::{Expr, ExprId, Num};
use crate::plan::{Plain, Rule, Rules, Starts};
use crate::why::Why;
use rustc_hash::FxHashSet;
use zug_ir::{
    BlockId, CellTest, Game, GlobalId, KindId, ModeId, Pass, PlayerId, ScriptId, ScriptOp, ScriptRule,
    Scripted, Stage, Start,
};
use zug_vm::Program;

/// What a whole game of scripts must be like.
pub(crate) fn suitable(program: &Program, scripts: &Scripted) -> Result<(), Why> {
    let checks = [
        (!sets_up_alone(program, scripts), Why::Op("set-up turns")),
        (scripts.skip_empty || program.eliminates(), Why::Op("players who are out")),
        (!scripts.allies.is_empty(), Why::Op("allies")),
        (scripts.rolls.iter().any(Option::is_some), Why::Chance),
        (program.game().rules.start == Start::Anyone, Why::Op("pieces of anybody")),
        (scripts.kinds.iter().any(|k| k.shared), Why::Op("pieces of anybody")),
        (scripts.modes.iter().any(|m| m.landing), Why::Stage("landing")),
        (program.reads_turns_played(), Why::Op("turn_number")),
    ];
    let stage = |s: &Stage| !matches!(s, Stage::Merge | Stage::Pass(_));
    if program.game().stages.iter().any(stage) {
        return Err(Why::Stage("of a script"));
    }
    checks.into_iter().find(|(bad, _)| *bad).map_or(Ok(()), |(_, why)| Err(why))
}

/// True if only chance sets pieces up before the game, and nothing can come between that and the game.
fn sets_up_alone(program: &Program, scripts: &Scripted) -> bool {
    let game = program.game();
    let mut turns = game.turns[..usize::from(scripts.set_up)].iter();
    scripts.set_up == 0
        || turns.all(|turn| game.players[turn.chooser.idx()].random)
            && !scripts.goals.iter().any(|goal| goal.after_move)
            && !game.stages.contains(&Stage::Pass(Pass::Always))
}

/// Values of the board that some script writes to.
pub(crate) fn written(game: &Game, scripts: &Scripted) -> FxHashSet<GlobalId> {
    let mut found = FxHashSet::default();
    for op in scripts.scripts.iter().flat_map(|s| &s.code) {
        match *op {
            ScriptOp::SetGlobal { global } => {
                found.insert(global);
            }
            ScriptOp::SetPlayerValue { first } => {
                found.extend((first.0..).map(GlobalId).take(game.players.len()));
            }
            _ => {}
        }
    }
    for dice in &scripts.dice {
        found.extend(&dice.slots);
    }
    found
}

/// The other ones, with what they always are.
pub(crate) fn fixed(program: &Program, written: &FxHashSet<GlobalId>) -> Vec<(GlobalId, i32)> {
    let game = program.game();
    if game.scripted.is_none() {
        return Vec::new();
    }
    let all = game.globals.iter().enumerate().map(|(i, g)| (GlobalId(i as u16), g.init));
    all.filter(|(global, _)| !written.contains(global)).collect()
}

/// Adds every rule of every player who moves.
pub(crate) fn add_rules<const W: usize>(
    scripts: &Scripted,
    shared: &mut Shared,
    all: &mut Rules<'_, W>,
) -> Result<(), Why> {
    let program = all.program;
    let game = program.game();
    for player in (0..game.players.len() as u16).map(PlayerId) {
        if !game.turns.iter().any(|t| t.actor == player) {
            continue;
        }
        for (k, kind) in scripts.kinds.iter().enumerate() {
            let kind_id = KindId(k as u16);
            for rule in &kind.moves {
                add(scripts, shared, all, player, kind_id, *rule, What::Piece)?;
            }
            for rule in &kind.drops {
                add(scripts, shared, all, player, kind_id, *rule, What::Drop)?;
            }
        }
        for rule in scripts.players.get(player.idx()).into_iter().flatten() {
            add(scripts, shared, all, player, KindId(0), *rule, What::Player)?;
        }
    }
    Ok(())
}

fn add<const W: usize>(
    scripts: &Scripted,
    shared: &mut Shared,
    all: &mut Rules<'_, W>,
    player: PlayerId,
    kind: KindId,
    rule: ScriptRule,
    what: What,
) -> Result<(), Why> {
    let program = all.program;
    let of = RuleOf {
        player,
        kind,
        mode: rule.mode,
        block: BlockId(rule.script.0),
        drop: what == What::Drop,
        anyone: false,
    };
    let job = Job { of, script: rule.script, what, before_move: false, of_move: false };
    let built = build_script(program, scripts, shared, job)?;
    let class = if what == What::Piece { Class::Piece(player, kind) } else { Class::Empty };
    let starts = shared.classes.id(program, class)?;
    let from = match what {
        What::Piece => Starts::Board(starts),
        What::Drop => Starts::Reserve(player, kind),
        _ if built.once => Starts::Once,
        _ => Starts::All,
    };
    // Moves that are worth more stand before others as if by priority: a rule for each worth.
    let exits = built.flow.nodes.iter().filter_map(emitted);
    let mut worths: Vec<Vec<i32>> = exits.map(|exit| shared.exits.get(exit).worth.clone()).collect();
    worths.sort_unstable();
    worths.dedup();
    let alike = worths.len() <= 1;
    if worths.is_empty() {
        worths.push(Vec::new());
    }
    for worth in worths {
        let flow = if alike { built.flow.clone() } else { only_worth(shared, &built.flow, &worth)? };
        let rule = all.push(shared, of, flow, starts, from)?;
        let rule = &mut all.rules[usize::from(rule)];
        if rule.lazy && !worth.is_empty() {
            return Err(Why::Stage("prefer"));
        }
        rule.worth = worth;
    }
    Ok(())
}

fn emitted(node: &Node) -> Option<ExitId> {
    if let Node::Emit { exit, .. } = node { Some(*exit) } else { None }
}

/// The flow without what is worth something else.
fn only_worth(shared: &Shared, flow: &Flow, worth: &[i32]) -> Result<Flow, Why> {
    let left_out = |exit: ExitId| shared.exits.get(exit).worth != worth;
    let node = |node: &Node| match node {
        Node::Emit { exit, next, .. } if left_out(*exit) => {
            Node::Split { starts: Box::new([]), yes: *next, no: *next }
        }
        node => node.clone(),
    };
    let nodes: Vec<Node> = flow.nodes.iter().map(node).collect();
    ordered(&nodes, flow.entry(), flow.effects_on_the_way)
}

/// The rules that may begin a turn: priority by priority, the most worth first, in lists of those for the same starts.
pub(crate) fn menu_lists(
    scripts: &Scripted,
    rules: &[&Plain],
    turn: &zug_ir::Turn,
    sets_up: bool,
) -> Vec<Vec<Vec<usize>>> {
    let begins = |mode: Option<ModeId>| scripts.may_begin(turn.modes.as_deref(), mode, sets_up);
    let ranked = |rule: &Plain, rank: Option<ModeId>| {
        let of = rank.is_none_or(|rank| rule.of.mode == Some(rank));
        rule.of.player == turn.actor && of && begins(rule.of.mode)
    };
    let of_worth = |rank: Option<ModeId>, worth: &[i32]| {
        let mut lists: Vec<Vec<usize>> = Vec::new();
        for (i, rule) in rules.iter().enumerate() {
            if rule.worth != worth || !ranked(rule, rank) {
                continue;
            }
            let same = |list: &&mut Vec<usize>| rules[list[0]].from == rule.from;
            match lists.iter_mut().find(same) {
                Some(list) => list.push(i),
                None => lists.push(vec![i]),
            }
        }
        lists
    };
    let of_rank = |rank: Option<ModeId>| {
        let mut worths: Vec<&[i32]> =
            rules.iter().filter(|rule| ranked(rule, rank)).map(|rule| &rule.worth[..]).collect();
        worths.sort_unstable_by(|a, b| b.cmp(a));
        worths.dedup();
        if worths.is_empty() {
            worths.push(&[]);
        }
        worths.into_iter().map(|worth| of_worth(rank, worth)).collect::<Vec<_>>()
    };
    if scripts.priorities.is_empty() || sets_up {
        return of_rank(None);
    }
    scripts.priorities.iter().flat_map(|mode| of_rank(Some(*mode))).collect()
}

/// All goals, each for each player it may be about.
pub(crate) fn goals<const W: usize>(
    program: &Program,
    scripts: &Scripted,
    shared: &mut Shared,
) -> Result<Vec<GoalOf<W>>, Why> {
    let mut found = Vec::new();
    for (i, goal) in scripts.goals.iter().enumerate() {
        for player in program.contenders() {
            if !goal.players.is_empty() && !goal.players.contains(&player) {
                continue;
            }
            let check = test(program, scripts, shared, player, goal.script, When::Goal(!goal.after_move))?;
            let check = check.unwrap_or(Check::Const(true));
            let touched = if goal.after_move { touched(shared, &check, player) } else { None };
            let needs_stuck = !goal.after_move && while_movable(shared, &check) == Some(false);
            found.push(GoalOf {
                goal: i,
                player,
                check,
                deferred: !goal.after_move,
                movers_doing: goal.after_move,
                touched,
                needs_stuck,
                by_count: false,
                of_to_move: !goal.after_move,
                verdict: goal.verdict,
            });
        }
    }
    Ok(found)
}

/// The number that must be 0 (or must not be) for any of the goals that are decided later, if all ask for it first.
pub(crate) fn late_need<const W: usize>(shared: &Shared, goals: &[GoalOf<W>]) -> Option<(ExprId, bool)> {
    let mut found = None;
    for goal in goals.iter().filter(|g| g.deferred) {
        let Check::Trial(trial, _) = goal.check else { return None };
        let flow = lanes_only(&shared.trials[trial.0 as usize]);
        let need = match *flow.node(flow.entry()) {
            Node::Num { num, no: END, .. } => (num, false),
            Node::Num { num, yes: END, .. } => (num, true),
            _ => return None,
        };
        if !of_values(shared, Num::Expr(need.0)) || found.is_some_and(|f| f != need) {
            return None;
        }
        found = Some(need);
    }
    found
}

/// Is the number made of values of the board alone?
fn of_values(shared: &Shared, num: Num) -> bool {
    let Num::Expr(id) = num else { return true };
    match shared.exprs.get(id) {
        Expr::Global(_) => true,
        Expr::Not(a) => of_values(shared, a),
        Expr::Eq(a, b) | Expr::Lt(a, b) | Expr::Le(a, b) => of_values(shared, a) && of_values(shared, b),
        _ => false,
    }
}

/// What a move of the player's must change for a goal of his to be reached. Others cannot bring it about: they never add to
/// his pieces, and it takes more of them.
fn touched<const W: usize>(shared: &Shared, check: &Check<W>, player: PlayerId) -> Option<Touched> {
    let Check::Trial(trial, false) = check else { return None };
    let own = |exit: &Exit| {
        let harmless = |e: &Effect| {
            matches!(
                e,
                Effect::Capture(_) | Effect::CaptureSet(_) | Effect::SetGlobal(..) | Effect::AddReserve(..)
            )
        };
        let plain = if exit.still { exit.effects.is_empty() } else { exit.effects.iter().all(harmless) };
        plain && !exit.effects_on_the_way
    };
    let touched = guard::touched(shared, &shared.trials[trial.0 as usize])?;
    let mut gained = (0..64).filter(|b| touched.gain >> b & 1 != 0);
    let his = |class| matches!(class, Class::Owned(p) | Class::Piece(p, _) if p == player);
    let grows = gained.all(|b| his(shared.classes.class(BoardId(b))));
    (touched.loss == 0 && grows && shared.exits.all.iter().all(own)).then_some(touched)
}

/// Does a test hold where the player to move can, if that alone decides it?
fn while_movable<const W: usize>(shared: &Shared, check: &Check<W>) -> Option<bool> {
    let Check::Trial(trial, _) = check else { return None };
    let flow: &Flow = &shared.trials[trial.0 as usize];
    let mut emits = vec![false; flow.nodes.len()];
    for (i, node) in flow.nodes.iter().enumerate() {
        emits[i] = match node {
            Node::Emit { .. } => true,
            Node::Num { num, no, .. } if shared.exprs.get(*num) == Expr::NoMoves => emits[no.0 as usize],
            node => crate::flow::edges(node).any(|to| emits[to.0 as usize]),
        };
    }
    (!emits[flow.nodes.len() - 1]).then_some(false)
}

/// A test about one player; `None` if it always holds.
fn test<const W: usize>(
    program: &Program,
    scripts: &Scripted,
    shared: &mut Shared,
    player: PlayerId,
    script: ScriptId,
    when: When,
) -> Result<Option<Check<W>>, Why> {
    let of =
        RuleOf { player, kind: KindId(0), mode: None, block: BlockId(script.0), drop: false, anyone: false };
    let (before_move, of_move) = match when {
        When::Goal(before_move) => (before_move, false),
        When::Judging => (false, true),
    };
    let job = Job { of, script, what: What::Test, before_move, of_move };
    let built = build_script(program, scripts, shared, job)?;
    if matches!(built.flow.nodes[..], [Node::End, Node::Emit { .. }]) {
        return Ok(None);
    }
    // A goal that is nothing but a question about cells is that question.
    if let [Node::End, Node::Emit { .. }, Node::Num { num, yes: NodeId(1), no: END }] = built.flow.nodes[..]
        && let Expr::Holds(trial) = shared.exprs.get(num)
    {
        return Ok(Some(Check::Trial(trial, false)));
    }
    Ok(Some(Check::Trial(shared.trial(built.flow), built.once)))
}

/// Says of every rule what is to be true after its moves: what is asked of moves by pieces of its kind, and of all.
pub(crate) fn add_invariants<const W: usize>(
    program: &Program,
    scripts: &Scripted,
    shared: &mut Shared,
    rules: &mut [Rule<W>],
) -> Result<(), Why> {
    // Kinds often ask for the same in the same words.
    let mut known: Vec<(PlayerId, &[ScriptOp], Option<Check<W>>)> = Vec::new();
    for rule in rules {
        let of_piece = matches!(rule.from, Starts::Board(_) | Starts::Reserve(..));
        let own = if of_piece { scripts.kinds[rule.of.kind.idx()].invariant } else { None };
        for script in own.into_iter().chain(scripts.invariant) {
            let (player, code) = (rule.of.player, &scripts.scripts[script.idx()].code[..]);
            // Where a move is judged the last move is the one before it.
            let last =
                |op: &ScriptOp| matches!(op, ScriptOp::Test { test: CellTest::LastFrom | CellTest::LastTo });
            if code.iter().any(last) {
                return Err(Why::Test("last_from"));
            }
            let check = match known.iter().find(|(p, c, _)| (*p, *c) == (player, code)) {
                Some((.., check)) => check.clone(),
                None => {
                    let check = test(program, scripts, shared, player, script, When::Judging)?;
                    known.push((player, code, check.clone()));
                    check
                }
            };
            rule.lawful.extend(check);
        }
    }
    Ok(())
}

/// When a test is made.
#[derive(Clone, Copy)]
enum When {
    /// Of a goal; is it before a move?
    Goal(bool),
    Judging,
}
