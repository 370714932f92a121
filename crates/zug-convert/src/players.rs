//! Players, turns, the set-up.

use crate::Cx;
use crate::board::is_common;
use crate::form::{Form, What, list, number, word};
use crate::goals::asks_for_moves;
use crate::losses::codes;
use crate::settings::{any_test, has_royals};
use zug_model::code::Test;
use zug_model::{Count, DirId, Goal, KindId, PlayerId, Verdict, ZoneId};

/// What is wrong with the players, for this language.
pub(crate) fn check(cx: &mut Cx<'_>) {
    let game = cx.game;
    for turn in &game.turns {
        if turn.actor != turn.chooser {
            let names = (&game.players[turn.chooser.idx()].name, &game.players[turn.actor.idx()].name);
            let message = format!("a turn in which `{}` moves for `{}`", names.0, names.1);
            cx.losses.add(codes::TURNS, game.origin, message);
        }
    }
    for (id, player) in (0..).map(PlayerId).zip(&game.players) {
        if player.random && game.turns.iter().any(|turn| turn.chooser == id) {
            chance(cx, id, &player.name);
        }
    }
}

/// What differs about a player whose moves are drawn: in the Zug language no goal is asked after them, and they attack
/// nothing.
fn chance(cx: &mut Cx<'_>, id: PlayerId, name: &str) {
    let game = cx.game;
    let asked = |goal: &Goal| goal.verdict != Verdict::Illegal && !asks_for_moves(&goal.cond);
    if game.goals.iter().any(asked) {
        let message = format!("goals that are met by a move of `{name}`, which is drawn at random");
        cx.losses.add(codes::TURNS, game.origin, message);
    }
    let owns = game.setup.iter().any(|place| place.player == id);
    let attacks = any_test(game, |test| matches!(test, Test::Attacked(_))) || has_royals(game);
    if owns && attacks {
        let message = format!("attacks by pieces of `{name}`, whose moves are drawn at random");
        cx.losses.add(codes::TURNS, game.origin, message);
    }
}

/// A form for each player about whom there is something to say, with the moves that belong to no piece.
pub(crate) fn players(cx: &Cx<'_>, moves: &[Form]) -> Vec<Form> {
    let mut forms = Vec::new();
    for (id, player) in (0..).map(PlayerId).zip(&cx.game.players) {
        let active = cx.active.contains(&id);
        let mut items = vec![list("name", [cx.names.player(id)])];
        let pairs: Vec<Form> = (0..)
            .zip(&player.symmetry)
            .filter(|(from, to)| *from != to.0 && !cx.is_dead(**to) && !cx.is_dead(DirId(*from)))
            .flat_map(|(from, &to)| [cx.names.dir(DirId(from)), cx.names.dir(to)])
            .collect();
        if !pairs.is_empty() {
            items.push(list("sym", pairs));
        }
        for (zone_id, zone) in (0..).map(ZoneId).zip(&cx.game.board.zones) {
            let cells = &zone.cells[id.idx()];
            if !cells.is_empty() && !is_common(cx, &zone.cells) {
                let name = list("name", [cx.names.zone(zone_id)]);
                items
                    .push(list("zone", std::iter::once(name).chain(cells.iter().map(|&c| cx.names.cell(c)))));
            }
        }
        if player.random {
            items.push(list("random", []));
        }
        if active || player.random && cx.game.turns.iter().any(|turn| turn.chooser == id) {
            items.extend(moves.iter().cloned());
        }
        if active || items.len() > 1 {
            forms.push(list("player", items));
        }
    }
    forms
}

/// `(turns …)`, unless the order of the players says it.
pub(crate) fn turns(cx: &Cx<'_>) -> Option<Form> {
    let game = cx.game;
    let plain = game.turns.iter().all(|turn| turn.modes.is_none()) && game.repeat_from == 0;
    let order: Vec<PlayerId> = game.turns.iter().map(|turn| turn.chooser).collect();
    let all: Vec<PlayerId> = (0..game.players.len() as u16).map(PlayerId).collect();
    if plain && order == all {
        return None;
    }
    let mut entries = Vec::new();
    for (at, turn) in game.turns.iter().enumerate() {
        if at == game.repeat_from && at > 0 {
            entries.push(list("repeat-from", []));
        }
        let player = cx.names.player(turn.chooser);
        entries.push(match &turn.modes {
            None => player,
            Some(modes) => {
                list("move", std::iter::once(player).chain(modes.iter().map(|&mode| cx.names.mode(mode))))
            }
        });
    }
    Some(list("turns", entries))
}

/// `(players …)` with what each has at the start.
pub(crate) fn setup(cx: &mut Cx<'_>) -> Form {
    let game = cx.game;
    let mut entries = Vec::new();
    for id in (0..game.players.len() as u16).map(PlayerId) {
        let mut entry = vec![cx.names.player(id)];
        for kind in (0..game.kinds.len() as u16).map(KindId) {
            let mut slots = Vec::new();
            for place in game.setup.iter().filter(|place| (place.player, place.kind) == (id, kind)) {
                slots.push(cx.names.cell(place.cell));
                if place.count > 1 {
                    slots.push(list("times", [number(i64::from(place.count))]));
                }
            }
            let reserve = game.reserves.iter().find(|r| (r.player, r.kind) == (id, kind));
            match reserve.map(|reserve| reserve.count) {
                Some(Count::Exactly(n)) if n > 0 => slots.extend([word("hand"), number(i64::from(n))]),
                // One that comes back as soon as it is used.
                Some(Count::Unlimited) => slots.extend([word("hand"), number(1)]),
                _ => {}
            }
            if !slots.is_empty() {
                slots.insert(0, cx.names.kind(kind));
                entry.push(Form::new(What::List(slots)));
            }
        }
        entries.push(Form::new(What::List(entry)));
    }
    list("players", entries)
}
