//! The end of the game.
//!
//! ZRF asks each goal about each of its players, whoever has moved; the Zug language asks about the player who has
//! just moved (`phase post`), or about the one to move (`phase pre`). So a goal becomes a line about him and one about
//! his rival, seen from the other side. Goals that ask whether somebody can move wait until that is known, in both.

mod cond;

use crate::Cx;
use crate::code::{conjuncts, negate};
use crate::form::{Form, Sort, all, check, list, number, one, word};
use crate::losses::codes;
use cond::GoalWriter;
use zug_model::code::{Num, StmtKind, Who};
use zug_model::{
    CellId, ConfigReading, Count, Game, Goal, GoalCond, KindId, Ko, NoMoves, Occupant, Pass, Places,
    PlayerId, RecycleTo, Repetition, Verdict,
};

/// The items of the game that end it, or make moves illegal.
pub(crate) fn goals(cx: &mut Cx<'_>) -> Vec<Form> {
    let mut items = royal(cx);
    let game = cx.game;
    for goal in &game.goals {
        if goal.verdict == Verdict::Illegal {
            items.extend(illegal(cx, goal));
        } else {
            items.extend(ends(cx, goal));
        }
    }
    let spoken_of = |goal: &Goal| mentions(&goal.cond, &|cond| matches!(cond, GoalCond::Repetition));
    let spoken_of = game.goals.iter().any(spoken_of);
    if !spoken_of && game.settings.repetition == Repetition::Draw && cx.active.len() > 1 {
        items.push(list("draw", [list("phase", [word("post")]), repeated()]));
    }
    if spoken_of || game.settings.repetition == Repetition::Draw && cx.active.len() > 1 {
        check_repetition(cx);
    }
    check_ko(cx);
    if game.settings.no_moves == NoMoves::Loss {
        items.push(list("loss", [word("no-moves?")]));
    }
    items
}

fn repeated() -> Form {
    list("repeated?", [number(2), word("situation")])
}

/// Positions are compared by their pieces and reserves: values must follow from them, or no position may come back.
fn check_repetition(cx: &mut Cx<'_>) {
    if !cx.only_grows() && cx.game.globals.iter().any(|global| !global.counter) {
        let message =
            "the third occurrence of a position: the Zug language does not compare values of the board";
        cx.losses.add(codes::REPETITION, cx.game.origin, message);
    }
}

/// Moves that bring back a position are found by the board alone.
fn check_ko(cx: &mut Cx<'_>) {
    let game = cx.game;
    if game.settings.ko == Ko::Off || cx.only_grows() {
        return;
    }
    let finite =
        |reserve: &zug_model::Reserve| !matches!(reserve.count, Count::Exactly(0) | Count::Unlimited);
    let waits = game.reserves.iter().any(finite) || game.settings.recycle_captures != RecycleTo::Nowhere;
    let message = if waits && cx.pieces_leave {
        "`ko`: the Zug language compares boards without reserves"
    } else if game.globals.iter().any(|global| !global.counter) {
        "`ko`: the Zug language does not compare values of the board"
    } else {
        return;
    };
    cx.losses.add(codes::REPETITION, game.origin, message);
}

/// Nobody may leave a piece attacked that can be checkmated.
fn royal(cx: &mut Cx<'_>) -> Vec<Form> {
    let kinds = cx.game.royal_kinds();
    let with: Vec<PlayerId> =
        cx.active.iter().copied().filter(|player| !kinds[player.idx()].is_empty()).collect();
    let Some(&first) = with.first() else { return Vec::new() };
    if cx.active.len() > 2 {
        cx.losses.add(codes::GOAL, cx.game.origin, "`checkmated` with more than two players");
    }
    if cx.game.settings.pass != Pass::Never {
        cx.losses.add(codes::GOAL, cx.game.origin, "`checkmated` where a turn can be passed");
    }
    if cx.moves_strangers || cx.changes_others {
        let message = "`checkmated`, with rules that change pieces of others without capturing them";
        cx.losses.add(codes::GOAL, cx.game.origin, message);
    }
    let common =
        with.len() == cx.active.len() && with.iter().all(|player| kinds[player.idx()] == kinds[first.idx()]);
    if common {
        let attacked = attacked(cx, &kinds[first.idx()]);
        return vec![list("invariant", [check(negate(attacked))])];
    }
    let mut items = Vec::new();
    for player in with {
        let attacked = attacked(cx, &kinds[player.idx()]);
        let mine = list("=", [word("me"), cx.names.player(player)]);
        items.push(list("invariant", [list("if", [mine, check(negate(attacked))])]));
    }
    items
}

/// A piece of one of these kinds of the player is attacked.
fn attacked(cx: &mut Cx<'_>, kinds: &[KindId]) -> Form {
    let mut code = of_kinds(cx, kinds);
    code.extend([check(word("is-friend?")), check(word("is-attacked?"))]);
    list("exists?", code)
}

fn of_kinds(cx: &mut Cx<'_>, kinds: &[KindId]) -> Vec<Form> {
    match kinds {
        [kind] => vec![list("any", [cx.names.kind(*kind)])],
        _ => {
            let names = kinds.iter().map(|&kind| cx.names.kind(kind));
            vec![list("any", [word("piece")]), check(list("is-piece?", names.collect::<Vec<_>>()))]
        }
    }
}

/// Does it ask for checkmate?
pub(crate) fn is_mate(cond: &GoalCond) -> bool {
    mentions(cond, &|cond| matches!(cond, GoalCond::Checkmated(_)))
}

fn mentions(cond: &GoalCond, test: &impl Fn(&GoalCond) -> bool) -> bool {
    test(cond)
        || match cond {
            GoalCond::And(conds) | GoalCond::Or(conds) => conds.iter().any(|cond| mentions(cond, test)),
            GoalCond::Not(inner) => mentions(inner, test),
            _ => false,
        }
}

/// True if it asks what a player can do.
pub(crate) fn asks_for_moves(cond: &GoalCond) -> bool {
    mentions(cond, &|cond| matches!(cond, GoalCond::Stalemated | GoalCond::Checkmated(_) | GoalCond::Stuck))
}

/// A position that must not arise.
fn illegal(cx: &mut Cx<'_>, goal: &Goal) -> Vec<Form> {
    if asks_for_moves(&goal.cond) {
        return illegal_ahead(cx, goal);
    }
    let mut forms = Vec::new();
    for &player in &goal.players {
        let own = GoalWriter { cx, goal, other: false }.cond(&goal.cond);
        forms.push(if is_impartial(&goal.cond) { own } else { list("as", [cx.names.player(player), own]) });
    }
    forms.dedup();
    vec![list("invariant", [check(negate(one(forms)))])]
}

/// The same where it is asked whether somebody can move: the player to move is the rival of the one who has moved.
fn illegal_ahead(cx: &mut Cx<'_>, goal: &Goal) -> Vec<Form> {
    let game = cx.game;
    let next = |at: usize| if at + 1 < game.turns.len() { at + 1 } else { game.repeat_from };
    let alternate = (0..game.turns.len()).all(|at| game.turns[at].chooser != game.turns[next(at)].chooser);
    let stuck = mentions(&goal.cond, &|cond| matches!(cond, GoalCond::Stuck));
    if cx.active.len() != 2 || !alternate || stuck || crate::settings::repeats_turns(game) {
        let message =
            "an `illegal-condition` that asks whether a player can move, where turns do not alternate";
        cx.losses.add(codes::GOAL, goal.origin, message);
        return Vec::new();
    }
    let mine = GoalWriter { cx, goal, other: true }.cond(&goal.cond);
    let theirs = dear_last(GoalWriter { cx, goal, other: false }.cond(&goal.cond));
    let mut forms = Vec::new();
    for mover in cx.active.clone() {
        let rival = cx.active.iter().copied().find(|player| *player != mover);
        let mut arises = Vec::new();
        if goal.players.contains(&mover) {
            arises.push(mine.clone());
        }
        if rival.is_some_and(|rival| goal.players.contains(&rival)) && !theirs.is_word("false") {
            arises.push(list("as", [cx.rival(), theirs.clone()]));
        }
        forms.push((mover, one(arises)));
    }
    let everybody = forms.windows(2).all(|pair| pair[0].1 == pair[1].1);
    forms.truncate(if everybody { 1 } else { forms.len() });
    let mut items = Vec::new();
    for (mover, form) in forms {
        let fine = check(negate(form));
        let code = if everybody {
            fine
        } else {
            list("if", [list("=", [word("me"), cx.names.player(mover)]), fine])
        };
        items.push(list("invariant", [code]));
    }
    items
}

/// Conditions with the question for moves behind the others: it is dear to answer.
fn dear_last(form: Form) -> Form {
    if !form.is_form("and") {
        return form;
    }
    let (dear, cheap): (Vec<Form>, Vec<Form>) = conjuncts(form).partition(|part| part.is_word("no-moves?"));
    all(cheap.into_iter().chain(dear.into_iter().take(1)).collect())
}

/// A line: who is it about, and what follows for him.
struct Line {
    verdict: Verdict,
    about: Option<PlayerId>,
    code: Vec<Form>,
}

fn ends(cx: &mut Cx<'_>, goal: &Goal) -> Vec<Form> {
    let deferred = asks_for_moves(&goal.cond);
    // Somebody may be named twice.
    let players: Vec<PlayerId> = cx.active.iter().copied().filter(|p| goal.players.contains(p)).collect();
    if goal.players.iter().any(|p| !cx.active.contains(p)) {
        cx.losses.add(codes::GOAL, goal.origin, "an end of the game about a player who takes no turns");
    }
    if cx.active.len() > 2
        && !(goal.verdict == Verdict::Draw && is_impartial(&goal.cond))
        && !only_to_move(goal)
    {
        cx.losses.add(codes::GOAL, goal.origin, "an end of the game about one of more than two players");
    }
    let lines = if goal.verdict == Verdict::Count {
        count(cx, goal, &players)
    } else {
        verdict(cx, goal, &players, deferred)
    };
    let mut items = Vec::new();
    for line in lines {
        if line.code.iter().any(|form| form.is_word("false")) {
            continue;
        }
        let head = match line.verdict {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            _ => "draw",
        };
        let mut kids = Vec::new();
        if (line.verdict == Verdict::Win) == deferred {
            kids.push(list("phase", [word(if deferred { "pre" } else { "post" })]));
        }
        if let Some(player) = line.about {
            kids.push(list("players", [cx.names.player(player)]));
        }
        let code: Vec<Form> = line.code.into_iter().flat_map(conjuncts).collect();
        if code.is_empty() {
            kids.push(word("true"));
        }
        kids.extend(code);
        items.push(list(head, kids));
    }
    items
}

/// Only true about the player to move.
fn only_to_move(goal: &Goal) -> bool {
    matches!(goal.cond, GoalCond::Stalemated | GoalCond::Checkmated(_))
}

fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win => Verdict::Loss,
        Verdict::Loss => Verdict::Win,
        other => other,
    }
}

fn verdict(cx: &mut Cx<'_>, goal: &Goal, players: &[PlayerId], deferred: bool) -> Vec<Line> {
    let everybody = players.len() == cx.active.len();
    let mine = GoalWriter { cx, goal, other: false }.cond(&goal.cond);
    let line = |verdict, about, form| Line { verdict, about, code: vec![form] };
    let named = |player: PlayerId| if everybody { None } else { Some(player) };
    // A repetition that wins or loses is the doing of the player who completed it.
    let decisive = goal.verdict != Verdict::Draw;
    let repetition = mentions(&goal.cond, &|cond| matches!(cond, GoalCond::Repetition));
    if decisive && repetition {
        if deferred {
            cx.losses.add(codes::GOAL, goal.origin, "a repetition that wins or loses, and asks who can move");
        }
        return players
            .iter()
            .take(if everybody { 1 } else { players.len() })
            .map(|&player| line(goal.verdict, named(player), mine.clone()))
            .collect();
    }
    if cx.active.len() != 2 {
        let about: Vec<Option<PlayerId>> =
            if everybody { vec![None] } else { players.iter().map(|&p| Some(p)).collect() };
        return about.into_iter().map(|about| line(goal.verdict, about, mine.clone())).collect();
    }
    let theirs = GoalWriter { cx, goal, other: true }.cond(&goal.cond);
    let impartial = is_impartial(&goal.cond);
    if !decisive {
        let parts: Vec<Form> = conjuncts(mine.clone()).collect();
        let implied = conjuncts(theirs.clone()).all(|part| parts.contains(&part)) && !theirs.is_word("false");
        // One line about anybody, where it does not matter about whom it is.
        if impartial && implied && players.len() == 2 {
            return vec![line(Verdict::Draw, None, theirs)];
        }
        if impartial && mine == theirs {
            return vec![line(Verdict::Draw, None, mine)];
        }
    }
    if everybody {
        let (only_mine, only_theirs) =
            (theirs.is_word("false") || only_mover(cx, goal), only_rival(cx, goal));
        if only_mine && !deferred || theirs.is_word("false") {
            return vec![line(goal.verdict, None, mine)];
        }
        let seen = |cx: &mut Cx<'_>| list("as", [cx.rival(), theirs.clone()]);
        if only_theirs {
            return vec![line(opposite(goal.verdict), None, seen(cx))];
        }
        if !decisive {
            return vec![line(Verdict::Draw, None, mine), line(Verdict::Draw, None, seen(cx))];
        }
    }
    let mut lines = Vec::new();
    for &player in players {
        for &mover in &cx.active.clone() {
            lines.push(if mover == player {
                line(goal.verdict, Some(mover), mine.clone())
            } else {
                let seen = list("as", [cx.names.player(player), theirs.clone()]);
                line(
                    opposite(goal.verdict),
                    Some(mover),
                    if theirs.is_word("false") { theirs.clone() } else { seen },
                )
            });
        }
    }
    lines
}

/// More pieces win.
fn count(cx: &mut Cx<'_>, goal: &Goal, players: &[PlayerId]) -> Vec<Line> {
    if cx.active.len() != 2 || players.len() != 2 {
        cx.losses.add(codes::GOAL, goal.origin, "counting the pieces of other than two players");
        return Vec::new();
    }
    let mine = GoalWriter { cx, goal, other: false }.cond(&goal.cond);
    let theirs = GoalWriter { cx, goal, other: true }.cond(&goal.cond);
    let over = if is_impartial(&goal.cond)
        || mentions(&goal.cond, &|cond| matches!(cond, GoalCond::Stuck)) && mine == theirs
    {
        mine
    } else {
        let rival = cx.rival();
        one(vec![mine, list("as", [rival, theirs])])
    };
    let own = count_all(cx);
    let rival = cx.rival();
    let others = list("as", [rival, own.clone()]);
    let compare = |op: &str| list(op, [own.clone(), others.clone()]);
    let line = |verdict, code| Line { verdict, about: None, code };
    vec![
        line(Verdict::Win, vec![over.clone(), compare(">")]),
        line(Verdict::Loss, vec![over.clone(), compare("<")]),
        line(Verdict::Draw, vec![over, compare("=")]),
    ]
}

fn count_all(cx: &mut Cx<'_>) -> Form {
    let name = cx.names.made("mine", "my-pieces");
    if !cx.helpers.iter().any(|(known, _)| *known == name) {
        let count = counted(cx, None);
        cx.helpers.push((name.clone(), list("define", [Form::named(Sort::Define, &*name), count])));
    }
    Form::named(Sort::Define, name)
}

/// Pieces of the player, on the board and beside it where the game counts them.
fn counted(cx: &mut Cx<'_>, kind: Option<KindId>) -> Form {
    let count = cx.count_pieces(Some(Who::Mover), kind, None);
    if !cx.game.settings.count_reserve {
        return count;
    }
    let kinds = (0..cx.game.kinds.len() as u16).map(KindId).filter(|k| kind.is_none_or(|kind| kind == *k));
    let kinds: Vec<KindId> = kinds.filter(|&kind| cx.may_wait(kind)).collect();
    let mut terms = vec![count];
    terms.extend(kinds.into_iter().map(|kind| cx.reserve_of(Who::Mover, kind)));
    if terms.len() == 1 { terms.remove(0) } else { list("+", terms) }
}

/// Does it not matter about whom it is asked? Whether somebody can move is asked about one player only.
fn is_impartial(cond: &GoalCond) -> bool {
    fn number(num: &Num) -> bool {
        match num {
            Num::Op(_, sides) => number(&sides.0) && number(&sides.1),
            Num::Pieces { owner, zone, .. } => {
                zone.is_none() && owner.is_none_or(|owner| matches!(owner, Who::Player(_)))
            }
            Num::Reserve { owner, .. } => matches!(owner, Who::Player(_)),
            _ => true,
        }
    }
    match cond {
        GoalCond::And(conds) | GoalCond::Or(conds) => conds.iter().all(is_impartial),
        GoalCond::Not(inner) => is_impartial(inner),
        GoalCond::True
        | GoalCond::False
        | GoalCond::Repetition
        | GoalCond::Stuck
        | GoalCond::Stalemated
        | GoalCond::Checkmated(_)
        | GoalCond::TotalPieceCount { .. } => true,
        GoalCond::Cmp(_, a, b) => number(a) && number(b),
        GoalCond::Captured(_)
        | GoalCond::PiecesRemaining { .. }
        | GoalCond::AbsoluteConfig { .. }
        | GoalCond::RelativeConfig { .. } => false,
    }
}

/// Can a move bring it about for the player who makes it only? Pieces of his on places; nobody adds to the pieces
/// of others or moves them.
fn only_mover(cx: &Cx<'_>, goal: &Goal) -> bool {
    fn own(cond: &GoalCond) -> bool {
        let is_own = |o: &Occupant| matches!(o, Occupant::Own(_));
        match cond {
            GoalCond::And(conds) | GoalCond::Or(conds) => !conds.is_empty() && conds.iter().all(own),
            GoalCond::AbsoluteConfig { occupants, .. } => occupants.iter().all(is_own),
            GoalCond::RelativeConfig { first, rest } => is_own(first) && rest.iter().all(|(_, o)| is_own(o)),
            _ => false,
        }
    }
    own(&goal.cond)
        && !cx.moves_strangers
        && !cx.gives_to_others
        && goal.players.iter().all(|&player| !holds_at_start(cx.game, &goal.cond, player))
}

/// Can it never be true about the player who has just moved? He has the piece that he moved.
fn only_rival(cx: &Cx<'_>, goal: &Goal) -> bool {
    matches!(goal.cond, GoalCond::PiecesRemaining { n: 0, kind: None }) && cx.mover_survives
}

/// Does a condition on places hold in the first position?
fn holds_at_start(game: &Game, cond: &GoalCond, player: PlayerId) -> bool {
    let stands = |o: &Occupant, cell: CellId| {
        game.setup
            .iter()
            .any(|p| p.cell == cell && p.player == player && matches!(o, Occupant::Own(k) if *k == p.kind))
    };
    match cond {
        GoalCond::And(conds) => conds.iter().all(|cond| holds_at_start(game, cond, player)),
        GoalCond::Or(conds) => conds.iter().any(|cond| holds_at_start(game, cond, player)),
        GoalCond::AbsoluteConfig { occupants, places } => {
            let on = |cell: &CellId| occupants.iter().any(|o| stands(o, *cell));
            match places {
                Places::All(cells) if game.settings.config_reading == ConfigReading::All => {
                    cells.iter().all(on)
                }
                Places::All(cells) | Places::Any(cells) => cells.iter().any(on),
                Places::Zone(zone) => game.board.zones[zone.idx()].cells[player.idx()].iter().any(on),
            }
        }
        GoalCond::RelativeConfig { first, rest } => {
            (0..game.board.cells.len() as u16).map(CellId).any(|start| {
                let mut cell = start;
                stands(first, start)
                    && rest.iter().all(|(dirs, o)| {
                        for dir in dirs {
                            let dir = game.players[player.idx()].symmetry[dir.idx()];
                            match game.board.links[dir.idx()][cell.idx()] {
                                Some(next) => cell = next,
                                None => return false,
                            }
                        }
                        stands(o, cell)
                    })
            })
        }
        _ => true,
    }
}

/// Effects that matter for goals, gathered from all rules.
pub(crate) fn look_at_rules(cx: &mut Cx<'_>, plans: &crate::rules::Plans<'_>) {
    cx.mover_survives = cx.game.settings.ownership == zug_model::Ownership::Own;
    cx.gives_to_others = !cx.mover_survives;
    for plan in plans.kinds.iter().flat_map(|kind| kind.moves.iter().chain(&kind.drops)) {
        for stmt in plan.effects() {
            let fate = plan.flow.fate(crate::flow::key(stmt));
            let on_mover = fate.may_be_target();
            match &stmt.what {
                StmtKind::Capture(_) => cx.mover_survives &= !on_mover,
                StmtKind::Flip(_) => {
                    cx.mover_survives &= !on_mover;
                    cx.gives_to_others = true;
                }
                StmtKind::ChangeOwner(who, _) => {
                    cx.mover_survives &= !on_mover;
                    cx.gives_to_others |= *who != Who::Mover;
                }
                StmtKind::Create(create) => {
                    cx.mover_survives &= !on_mover;
                    cx.gives_to_others |= create.owner != Who::Mover;
                }
                StmtKind::SetAttr(..) | StmtKind::ChangeKind(..) => {
                    cx.changes_others |= fate.target().is_none();
                }
                _ => {}
            }
        }
    }
}
