//! Settings: what becomes an item of the game, what becomes code, and what there is no word for.

use crate::Cx;
use crate::code::each_stmt;
use crate::form::{Form, Sort, list, local, number, word};
use crate::losses::codes;
use crate::rules::Plans;
use zug_model::code::{Cond, Place, Stmt, StmtKind, Test, Then, Value};
use zug_model::{
    AttrView, BoardModel, CellFlagId, FlagScope, Game, GoalCond, KindId, Ko, Landing, MarkModel, ModeId,
    Ownership, PartFrom, Pass, PieceView, Preference, RecycleTo, UnlistedMode,
};
use zug_source::Origin;

fn each_rule<'g>(game: &'g Game, mut see: impl FnMut(&'g zug_model::Rule)) {
    for kind in &game.kinds {
        kind.moves.iter().chain(&kind.drops).for_each(&mut see);
    }
}

fn any_stmt(game: &Game, test: impl Fn(&Stmt) -> bool) -> bool {
    let mut found = false;
    each_rule(game, |rule| each_stmt(&rule.body, &mut |stmt| found |= test(stmt)));
    found
}

pub(crate) fn has_parts(game: &Game) -> bool {
    any_stmt(game, |stmt| matches!(&stmt.what, StmtKind::Add(add) if add.then != Then::Done))
}

pub(crate) fn repeats_turns(game: &Game) -> bool {
    any_stmt(game, |stmt| matches!(stmt.what, StmtKind::RepeatTurn))
}

pub(crate) fn uses_last(game: &Game) -> bool {
    let mut found = false;
    let mut see = |test: Option<Test>, place: Place| {
        found |= matches!(place, Place::LastFrom | Place::LastTo);
        found |= matches!(test, Some(Test::LastFrom | Test::LastTo));
    };
    each_rule(game, |rule| each_stmt(&rule.body, &mut |stmt| crate::reads::asks(stmt, &mut see)));
    found
}

/// The language's own words mean the move before this one, also while a later part, or the answer to this move, is
/// looked at; and it knows no other end of a turn than the next move.
pub(crate) fn last_in_values(game: &Game) -> bool {
    let attacked = any_test(game, |test| matches!(test, Test::Attacked(_)));
    let cleared = game.settings.last_move == zug_model::LastMove::ClearedAtTurnEnd;
    let mut named = false;
    each_rule(game, |rule| {
        each_stmt(&rule.body, &mut |stmt| {
            crate::reads::asks(stmt, &mut |_, place| {
                named |= matches!(place, Place::LastFrom | Place::LastTo)
            });
        });
    });
    uses_last(game) && (has_parts(game) || cleared || named || has_royals(game) || attacked)
}

pub(crate) fn has_royals(game: &Game) -> bool {
    game.royal_kinds().iter().any(|kinds| !kinds.is_empty())
}

pub(crate) fn any_test(game: &Game, wanted: impl Fn(Test) -> bool) -> bool {
    let mut found = false;
    each_rule(game, |rule| {
        each_stmt(&rule.body, &mut |stmt| {
            crate::reads::asks(stmt, &mut |test, _| found |= test.is_some_and(&wanted))
        });
    });
    found
}

/// One flag of cells, which is only ever set: the language has one.
pub(crate) fn plain_flag(game: &Game) -> Option<CellFlagId> {
    let lasts = game.settings.flag_scope == FlagScope::Turn || !has_parts(game);
    let only = game.cell_flags.len() == 1 && lasts;
    let tucks = any_stmt(game, |stmt| matches!(stmt.what, StmtKind::Tuck(_)));
    let cleared = any_stmt(
        game,
        |stmt| matches!(&stmt.what, StmtKind::SetCellFlag(_, what) if crate::code::constant(&what.0) != Some(1)),
    );
    (only && !tucks && !cleared).then_some(CellFlagId(0))
}

/// For each flag: does every value that it is set to mean true or false?
pub(crate) fn truths(game: &Game) -> Vec<bool> {
    let mut truths = vec![true; game.flags.len()];
    each_rule(game, |rule| {
        each_stmt(&rule.body, &mut |stmt| {
            if let StmtKind::SetFlag(flag, value) = &stmt.what {
                truths[flag.idx()] &= matches!(**value, Value::Cond(_));
            }
        });
    });
    truths
}

/// Captured pieces that become others, or go back to their owner, are put into reserves by code.
pub(crate) fn catches(game: &Game) -> bool {
    let others =
        (0..).map(KindId).zip(&game.kinds).any(|(id, kind)| kind.recycle_as.is_some_and(|as_| as_ != id));
    match game.settings.recycle_captures {
        RecycleTo::Nowhere => false,
        RecycleTo::Capturer => others,
        RecycleTo::Owner => true,
    }
}

/// Reports what there is no word for, and prepares what becomes code.
pub(crate) fn check(cx: &mut Cx<'_>) {
    let game = cx.game;
    let settings = &game.settings;
    let mut lost = |message: &str| cx.losses.add(codes::SETTING, game.origin, message);
    if settings.recycle_promotions {
        lost("promotions that take the new piece from the reserve");
    }
    if settings.ko == Ko::Third {
        lost("a move may not bring a position back a third time");
    }
    if settings.attr_view == AttrView::FollowsPiece && !game.attrs.is_empty() {
        lost("attributes that follow the moving piece");
    }
    if settings.mark_model == MarkModel::Stack && any_stmt(game, |stmt| matches!(stmt.what, StmtKind::Back)) {
        let marked = |rule: &zug_model::Rule| {
            let first = |stmt: &&Stmt| matches!(stmt.what, StmtKind::Mark | StmtKind::Back);
            rule.body.iter().find(first).is_none_or(|stmt| matches!(stmt.what, StmtKind::Mark))
        };
        let mut fine = true;
        each_rule(game, |rule| fine &= marked(rule));
        if !fine {
            lost("`back` without a mark, where marks are stacked");
        }
    }
    let heap = settings.board_model == BoardModel::Heap;
    if settings.piece_view == PieceView::Now && !heap {
        lost("rules that see their own changes, on a board without heaps");
    }
    if heap {
        let one_sort = game
            .setup
            .windows(2)
            .all(|pair| (pair[0].player, pair[0].kind) == (pair[1].player, pair[1].kind));
        if settings.piece_view != PieceView::Now || settings.ownership != Ownership::Anyone || !one_sort {
            lost("heaps of several sorts of pieces, or heaps whose pieces belong to players");
        }
    } else if settings.ownership == Ownership::Anyone {
        let players = || cx.active.iter().map(|player| &game.players[player.idx()].symmetry);
        let same = players().all(|symmetry| Some(symmetry) == players().next());
        let zones = game.board.zones.iter().all(|zone| crate::board::is_common(cx, &zone.cells));
        if !same || !zones {
            cx.losses.add(
                codes::SETTING,
                game.origin,
                "players move each other's pieces, and directions or zones are not the same for all",
            );
        }
    }
    if cx.last_in_values && cx.has_parts && settings.part_from == PartFrom::AnyPiece {
        cx.losses.add(codes::SETTING, game.origin, "the last part, where any piece may go on");
    }
    if settings.pass_partial && settings.landing == Landing::MustContinue {
        // Both are modes of the language; together they are not.
        cx.losses.add(codes::SETTING, game.origin, "a capture that must go on, and may be broken off");
    }
    other_mode(cx);
    weigh(cx);
    let waits = |goal: &zug_model::Goal| {
        fn captured(cond: &GoalCond) -> bool {
            match cond {
                GoalCond::And(conds) | GoalCond::Or(conds) => conds.iter().any(captured),
                GoalCond::Not(inner) => captured(inner),
                other => matches!(other, GoalCond::Captured(_)),
            }
        }
        captured(&goal.cond)
    };
    // What the last move captured is known where captures are by landing only.
    let simple = !any_stmt(game, |stmt| matches!(stmt.what, StmtKind::Capture(_)))
        && !cx.has_parts
        && settings.pass == Pass::Never
        && !cx.catches
        && settings.board_model == BoardModel::Single
        && settings.ownership == Ownership::Own;
    cx.tells_captured = simple && game.goals.iter().any(waits);
    cx.catches |= cx.tells_captured;
}

/// Moves that are in no mode need one where modes are ranked, or where any move may go on.
fn other_mode(cx: &mut Cx<'_>) {
    let game = cx.game;
    let mut modes: Vec<Option<ModeId>> = Vec::new();
    each_rule(game, |rule| {
        if !modes.contains(&rule.mode) {
            modes.push(rule.mode);
        }
    });
    let unlisted: Vec<Option<ModeId>> = modes
        .iter()
        .copied()
        .filter(|mode| mode.is_none_or(|mode| !game.priorities.contains(&mode)))
        .collect();
    let any_part =
        any_stmt(game, |stmt| matches!(&stmt.what, StmtKind::Add(add) if add.then == Then::Part(None)));
    let lowest = !game.priorities.is_empty() && game.settings.unlisted_mode == UnlistedMode::Lowest;
    if lowest && unlisted.len() > 1 {
        cx.losses.add(codes::SETTING, game.origin, "several move types of the lowest priority");
    }
    if any_part && modes.len() > 1 {
        cx.losses.add(codes::SETTING, game.origin, "a move that any type of move may continue");
    }
    if modes.contains(&None) && (lowest || any_part) {
        cx.other_mode = Some(cx.names.made("other mode", "other"));
    }
}

/// Preferences other than the number of captures are counted by code.
fn weigh(cx: &mut Cx<'_>) {
    let game = cx.game;
    for preference in &game.settings.prefer {
        match preference {
            Preference::Captures => {}
            Preference::Quiet => {
                let message = "turns that capture nothing, beside the best captures";
                cx.losses.add(codes::SETTING, game.origin, message);
            }
            Preference::CapturedValue(values) => {
                let name = cx.names.made(&format!("worth {values:?}"), "worth");
                let mut value = number(0);
                for &(kind, n) in values.iter().rev() {
                    if value == number(0) && values.len() == game.kinds.len() {
                        value = number(i64::from(n));
                        continue;
                    }
                    let is = list("is-piece?", [cx.names.kind(kind)]);
                    value = list("if", [is, number(i64::from(n)), word("else"), value]);
                }
                let form = match values[..] {
                    [(kind, 1)] if game.kinds.len() > 1 => {
                        list("if", [list("is-piece?", [cx.names.kind(kind)]), list("inc!", [local(&name)])])
                    }
                    _ => list("inc!", [local(&name), value]),
                };
                declare_for_all(cx, &name, number(0));
                cx.weighing.push((form, list("max", [local(&name)])));
            }
            Preference::Mover(kind) => {
                let name = cx.names.made(
                    &format!("mover {}", kind.0),
                    &format!("by-{}", game.kinds[kind.idx()].name.to_lowercase()),
                );
                for id in (0..game.kinds.len() as u16).map(KindId) {
                    cx.pre(id, &name, number(i64::from(id == *kind)));
                }
            }
            Preference::Earliest(kind) => {
                let (early, weight) = (
                    cx.names.made(&format!("early {}", kind.0), "early"),
                    cx.names.made("weight", "weight-of-next"),
                );
                declare_for_all(cx, &early, number(0));
                // A captured piece of the kind counts half as much as one captured just before it.
                declare_for_all(cx, &weight, number(1 << (MAX_CAPTURES - 1)));
                let is = list("is-piece?", [cx.names.kind(*kind)]);
                let add = list("if", [is, list("inc!", [local(&early), local(&weight)])]);
                let halve = list("set!", [local(&weight), list("/", [local(&weight), number(2)])]);
                cx.weighing.push((list("seq", [add, halve]), list("max", [local(&early)])));
                let most = game.setup.iter().filter(|place| Some(&place.player) != cx.active.first()).count();
                let most = most.max(game.setup.len() - most);
                let more = any_stmt(game, |stmt| matches!(stmt.what, StmtKind::Create(_)));
                if most > MAX_CAPTURES || more || !game.reserves.is_empty() {
                    cx.losses.add(codes::SETTING, game.origin, "which capture comes first, of very many");
                }
            }
        }
    }
}

/// Captures of one move that can be told apart by their order.
const MAX_CAPTURES: usize = 24;

fn declare_for_all(cx: &mut Cx<'_>, name: &str, value: Form) {
    for kind in (0..cx.game.kinds.len() as u16).map(KindId) {
        cx.pre(kind, name, value.clone());
    }
}

/// What depends on everything the rules do.
pub(crate) fn look_at_rules(cx: &mut Cx<'_>, plans: &Plans<'_>) {
    // A piece leaves the board by a capture, or by being landed on.
    let takes = |stmt: &Stmt| matches!(stmt.what, StmtKind::Capture(_) | StmtKind::Create(_));
    cx.pieces_leave = any_stmt(cx.game, takes);
    for plan in plans.kinds.iter().flat_map(|kind| kind.moves.iter().chain(&kind.drops)) {
        each_stmt(&plan.rule.body, &mut |stmt| {
            let ends = matches!(stmt.what, StmtKind::Add(_));
            cx.pieces_leave |= ends && !plan.flow.lands_on_empty(crate::flow::key(stmt));
        });
    }
    if !cx.has_parts {
        return;
    }
    let followers = followers(cx.game);
    // A route that comes back to where it was is cut in ZRF. Here nobody looks: every part must make progress.
    for plan in plans.kinds.iter().flat_map(|kind| kind.moves.iter()) {
        // Where no part leads it is the first part, and cannot come back.
        let begins_only = !followers.contains(&None) && !followers.contains(&plan.rule.mode);
        if begins_only || never_returns(cx.game, &plan.rule.body) {
            continue;
        }
        let mut captures = Vec::new();
        certain_captures(&plan.rule.body, false, &mut captures);
        each_stmt(&plan.rule.body, &mut |stmt| {
            let StmtKind::Add(add) = &stmt.what else { return };
            if add.then == Then::Done {
                return;
            }
            let record = plan.pending.at_end(crate::flow::key(stmt));
            if !captures.iter().any(|effect| record.must.contains(effect)) {
                cx.losses.add(
                    codes::STATEMENT,
                    stmt.origin,
                    "a part without a certain capture: routes that come back to a position are not cut",
                );
            }
        });
    }
}

/// The types of moves that parts lead to; nothing: any.
fn followers(game: &Game) -> Vec<Option<ModeId>> {
    let mut followers = Vec::new();
    each_rule(game, |rule| {
        each_stmt(&rule.body, &mut |stmt| {
            if let StmtKind::Add(add) = &stmt.what
                && let Then::Part(next) = add.then
                && !followers.contains(&next)
            {
                followers.push(next);
            }
        });
    });
    followers
}

/// Captures of pieces that are there. Under the cursor a test must have shown that.
fn certain_captures(body: &[Stmt], mut shown: bool, found: &mut Vec<crate::flow::StmtKey>) {
    for stmt in body {
        match &stmt.what {
            StmtKind::Capture(place) | StmtKind::Tuck(place) if shown || *place != Place::Here => {
                found.push(crate::flow::key(stmt));
            }
            StmtKind::Verify(cond) => shown |= shows_piece(cond, true),
            StmtKind::If(parts) => {
                certain_captures(&parts.1, shown || shows_piece(&parts.0, true), found);
                certain_captures(&parts.2, shown || shows_piece(&parts.0, false), found);
                shown = false;
            }
            StmtKind::While(parts) => {
                certain_captures(&parts.1, shows_piece(&parts.0, true), found);
                shown = shows_piece(&parts.0, false);
            }
            StmtKind::Foreach(_, body) => certain_captures(body, false, found),
            StmtKind::Step(_) | StmtKind::Goto(_) | StmtKind::Back => shown = false,
            _ => {}
        }
    }
}

/// Does the condition, with this answer, say that there is a piece under the cursor?
fn shows_piece(cond: &Cond, holds: bool) -> bool {
    match cond {
        Cond::Not(inner) => shows_piece(inner, !holds),
        Cond::And(conds) if holds => conds.iter().any(|cond| shows_piece(cond, true)),
        Cond::Or(conds) if !holds => conds.iter().any(|cond| shows_piece(cond, false)),
        Cond::And(conds) | Cond::Or(conds) => {
            !conds.is_empty() && conds.iter().all(|cond| shows_piece(cond, holds))
        }
        Cond::Is(Test::Empty, Place::Here) => !holds,
        Cond::Is(
            Test::Enemy | Test::Friend | Test::Neutral | Test::Owner(_) | Test::Kind(_),
            Place::Here,
        ) => holds,
        _ => false,
    }
}

/// Is the start flagged for the whole turn, and does the piece only go to cells without that flag?
fn never_returns(game: &Game, body: &[Stmt]) -> bool {
    if game.settings.flag_scope != FlagScope::Turn {
        return false;
    }
    let mut flagged = Vec::new();
    let mut avoided = Vec::new();
    let mut moved = false;
    for stmt in body {
        match &stmt.what {
            StmtKind::SetCellFlag(flag, what) if !moved && what.1 == Place::Here => flagged.push(*flag),
            StmtKind::Verify(Cond::Not(inner)) if moved => {
                if let Cond::Is(Test::CellFlag(flag), Place::Here) = **inner {
                    avoided.push(flag);
                }
            }
            StmtKind::Step(_) => moved = true,
            _ => {}
        }
    }
    flagged.iter().any(|flag| avoided.contains(flag))
}

/// Items of the game.
pub(crate) fn items(cx: &mut Cx<'_>) -> Vec<Form> {
    let game = cx.game;
    let settings = &game.settings;
    let mut items = Vec::new();
    for (id, global) in (0..).map(zug_model::GlobalId).zip(&game.globals) {
        items.push(list("let", [cx.names.global(id), number(i64::from(global.init))]));
    }
    if cx.remember_last {
        for which in ["last-from", "last-to"] {
            items.push(list("let", [Form::named(Sort::Global, cx.names.made(which, which)), word("none")]));
        }
    }
    if cx.tells_captured {
        items.push(list("let", [Form::named(Sort::Global, cx.names.made("taken", "taken")), word("none")]));
    }
    if settings.ownership == Ownership::Anyone && !cx.moves_are_players() {
        items.push(list("shared", []));
    }
    let mut option = |name: &str, value: &str| {
        let value = (!value.is_empty()).then(|| word(value));
        items.push(list("option", std::iter::once(word(name)).chain(value)));
    };
    match settings.pass {
        Pass::Never => {}
        Pass::Forced => option("pass", "forced"),
        Pass::Always => option("pass", "always"),
    }
    if settings.captured_cell == zug_model::CapturedCell::Blocks {
        option("captures", "deferred");
    }
    if settings.landing == Landing::MustContinue {
        option("landing", "continue");
    }
    if settings.recycle_captures == RecycleTo::Capturer && !cx.catches {
        option("recycle", "");
    }
    match settings.ko {
        Ko::Off | Ko::Third => {}
        Ko::Previous => option("ko", "simple"),
        Ko::Position => option("ko", "position"),
        Ko::Situation => option("ko", "situation"),
    }
    if cx.arrives_anywhere {
        option("arrive", "any");
    }
    for mode in part_modes(cx) {
        let mut kids = vec![list("name", [mode])];
        if settings.pass_partial {
            kids.push(word("optional"));
        }
        if settings.part_from == PartFrom::AnyPiece {
            kids.push(list("continue", [word("any")]));
        }
        if kids.len() > 1 {
            items.push(list("mode", kids));
        }
    }
    if !game.priorities.is_empty() {
        let mut modes: Vec<Form> = game.priorities.iter().map(|&mode| cx.names.mode(mode)).collect();
        if settings.unlisted_mode == UnlistedMode::Lowest {
            let mut more = Vec::new();
            each_rule(game, |rule| more.push(rule.mode));
            for mode in more {
                let form = cx.rule_mode(mode);
                modes.extend(form.filter(|form| !modes.contains(form)));
            }
        }
        items.push(list("priorities", modes));
    }
    if !settings.prefer.is_empty() {
        let mut weighing = cx.weighing.clone().into_iter().map(|(_, criterion)| criterion);
        let mut criteria = Vec::new();
        for preference in &settings.prefer {
            criteria.extend(match preference {
                Preference::Quiet => None,
                Preference::Captures => Some(list("max", [word("captured-count")])),
                Preference::Mover(kind) => {
                    let name = cx.names.made(&format!("mover {}", kind.0), "by");
                    let value = [
                        list(">", [word("captured-count"), number(0)]),
                        local(&name),
                        word("else"),
                        number(0),
                    ];
                    Some(list("max", [list("if", value)]))
                }
                Preference::CapturedValue(_) | Preference::Earliest(_) => weighing.next(),
            });
        }
        items.push(list("prefer", criteria));
    }
    items
}

/// Modes that a part may go on with.
fn part_modes(cx: &mut Cx<'_>) -> Vec<Form> {
    let mut modes = Vec::new();
    let mut found = Vec::new();
    each_rule(cx.game, |rule| {
        each_stmt(&rule.body, &mut |stmt| {
            if let StmtKind::Add(add) = &stmt.what
                && let Then::Part(mode) = add.then
            {
                found.push((mode, stmt.origin));
            }
        });
    });
    for (mode, origin) in found {
        let form = cx.part_mode(mode, origin);
        if !modes.contains(&form) {
            modes.push(form);
        }
    }
    modes
}

/// Definitions that settings need.
pub(crate) fn defines(cx: &mut Cx<'_>) -> Vec<Form> {
    let mut defines = Vec::new();
    if cx.remember_last {
        let [from, to] =
            ["last-from", "last-to"].map(|which| Form::named(Sort::Global, cx.names.made(which, which)));
        let start = if cx.has_parts {
            let first = list("=", [word("parts"), number(1)]);
            list("if", [first, word("start"), word("else"), to.clone()])
        } else {
            word("start")
        };
        let name = Form::named(Sort::Define, cx.names.made("remember", "remember-move"));
        defines.push(list("define", [name, list("set!", [from, start]), list("set!", [to, word("here")])]));
    }
    if cx.catches {
        let name = Form::named(Sort::Define, cx.names.made("catch", "catch"));
        let code = catch(cx);
        defines.push(list("define", [name, code]));
    }
    defines
}

/// What becomes of the piece under the cursor that is about to be captured.
fn catch(cx: &mut Cx<'_>) -> Form {
    if cx.tells_captured {
        let taken = Form::named(Sort::Global, cx.names.made("taken", "taken"));
        return list("set!", [taken, word("piece")]);
    }
    let owner = (cx.game.settings.recycle_captures == RecycleTo::Owner).then(|| word("owner"));
    let reserve = |kind: Form| {
        let kids = [kind, number(1)].into_iter().chain(owner.clone());
        list("reserve!", kids.collect::<Vec<_>>())
    };
    let mut code = reserve(word("piece"));
    for (id, kind) in (0..).map(KindId).zip(&cx.game.kinds).collect::<Vec<_>>().into_iter().rev() {
        if let Some(other) = kind.recycle_as.filter(|other| *other != id) {
            let is = list("is-piece?", [cx.names.kind(id)]);
            code = list("if", [is, reserve(cx.names.kind(other)), word("else"), code]);
        }
    }
    list("if", [word("not-empty?"), code])
}

impl Cx<'_> {
    /// Do rules belong to players, because the pieces belong to nobody?
    pub(crate) fn moves_are_players(&self) -> bool {
        self.game.settings.board_model == BoardModel::Heap
            && self.game.settings.ownership == Ownership::Anyone
    }

    /// The mode a rule is written with.
    pub(crate) fn rule_mode(&mut self, mode: Option<ModeId>) -> Option<Form> {
        match mode {
            Some(mode) => Some(self.names.mode(mode)),
            None => self.other_mode.clone().map(|name| Form::named(Sort::Mode, name)),
        }
    }

    /// The mode that a part goes on with.
    pub(crate) fn part_mode(&mut self, mode: Option<ModeId>, origin: Origin) -> Form {
        if let Some(mode) = mode {
            return self.names.mode(mode);
        }
        let mut first = None;
        each_rule(self.game, |rule| first = first.or(Some(rule.mode)));
        self.rule_mode(first.flatten()).unwrap_or_else(|| {
            self.losses.add(codes::STATEMENT, origin, "a move that any type of move may continue");
            Form::named(Sort::Mode, "other")
        })
    }

    /// Is it an attribute that `post` sets for every move of the kind?
    pub(crate) fn is_common(&self, kind: KindId, stmt: &Stmt) -> bool {
        let StmtKind::SetAttr(attr, what) = &stmt.what else { return false };
        let value = crate::code::constant(&what.0);
        value.is_some_and(|value| self.common[kind.idx()].contains(&(*attr, value)))
    }

    /// Can a piece of this kind wait in a reserve?
    pub(crate) fn may_wait(&self, kind: KindId) -> bool {
        self.game.settings.recycle_captures != RecycleTo::Nowhere
            || self.game.reserves.iter().any(|r| r.kind == kind && r.count != zug_model::Count::Exactly(0))
            || any_stmt(self.game, |stmt| matches!(&stmt.what, StmtKind::AddReserve(what) if what.1 == kind))
    }

    /// Are there more pieces on the board after every move? Then no position comes back.
    pub(crate) fn only_grows(&self) -> bool {
        self.game.kinds.iter().all(|kind| kind.moves.is_empty()) && !self.pieces_leave
    }
}
