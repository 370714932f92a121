//! Printing the general form: everything by which a state differs from an empty board.

use super::setup::turn_of;
use crate::names::quoted;
use std::collections::BTreeMap;
use std::fmt::Write;
use zug_game::ir::Pile;
use zug_game::{AttrId, CellId, Game, KindId, Outcome, Piece, PlayerId, State, UNLIMITED};

/// What a text before the general form is taken to have said in its own way.
#[derive(Clone, Copy, Default)]
pub(super) struct Forgives {
    /// Castling rights stand for this attribute.
    pub(super) attr: Option<AttrId>,
    /// The last move has been told as far as the rules ask for it.
    pub(super) last: bool,
    pub(super) passes: bool,
    /// A reserve without limit goes without saying.
    pub(super) unlimited: bool,
}

impl Forgives {
    /// Only what the rules of the game can see needs to be said.
    pub(super) fn unseen(state: &State) -> Self {
        let changed = |f: &dyn Fn(&mut zug_game::Edit<'_>)| {
            let mut trial = state.clone();
            trial.edit(|edit| f(edit));
            trial.hash() == state.hash()
        };
        let passes = state.position().passes();
        Forgives {
            attr: None,
            last: changed(&|edit| edit.set_last(None, None)),
            passes: changed(&|edit| edit.set_passes(if passes == 0 { 1 } else { 0 })),
            unlimited: true,
        }
    }
}

/// The state a text of the general form starts from: nothing on the board, nothing in the reserves but what has
/// no limit, the first turn.
pub(super) fn fresh(game: &Game) -> State {
    let mut state = game.blank();
    state.edit(|edit| {
        for reserve in game.ir().reserves.iter().filter(|r| r.count.is_none()) {
            edit.set_reserve(reserve.player, reserve.kind, UNLIMITED);
        }
    });
    state
}

pub(super) fn print(state: &State) -> String {
    let game = state.game();
    let base = fresh(game);
    let mut segments = pieces(state, &base, Forgives::default());
    segments.push(turn(state));
    segments.extend(others(state, &base, Forgives::default()));
    segments.join("; ")
}

/// The segments that make `state` of `base`.
pub(super) fn differences(state: &State, base: &State, forgives: Forgives) -> Vec<String> {
    let mut segments = pieces(state, base, forgives);
    if state.position().turn_idx() != base.position().turn_idx() {
        segments.push(turn(state));
    }
    segments.extend(others(state, base, forgives));
    segments
}

/// A short text of the right form, for messages.
pub(super) fn example(game: &Game) -> String {
    let ir = game.ir();
    match (ir.players.first(), ir.kinds.first(), ir.board.cells.first()) {
        (Some(p), Some(k), Some(c)) => {
            format!("{} {} {}; @turn {}", quoted(&p.name), quoted(&k.name), quoted(&c.name), quoted(&p.name))
        }
        _ => "@turn player".to_owned(),
    }
}

fn pieces(state: &State, base: &State, forgives: Forgives) -> Vec<String> {
    let game = state.game();
    let (now, before) = (state.position(), base.position());
    let mut groups: BTreeMap<(PlayerId, KindId), String> = BTreeMap::new();
    let mut group = |piece: Piece, text: String| {
        let (owner, kind) = (piece.owner(), piece.kind());
        let words = groups.entry((owner, kind)).or_insert_with(|| {
            format!("{} {}", quoted(game.player_name(owner)), quoted(game.kind_name(kind)))
        });
        words.push(' ');
        words.push_str(&text);
    };
    let mut stacks = Vec::new();
    for cell in (0..game.ir().board.cells.len() as u16).map(CellId) {
        let name = quoted(game.cell_name(cell));
        match game.ir().rules.pile {
            Pile::Single => {
                let piece = now.piece(cell);
                if piece.is_some() && !same(game, piece, before.piece(cell), forgives) {
                    group(piece, format!("{name}{}", attrs(game, piece)));
                }
            }
            Pile::Stack => {
                let pile: Vec<Piece> = now.stack(cell).collect();
                if before.stack(cell).eq(pile.iter().copied()) {
                    continue;
                }
                match pile[..] {
                    [] => {}
                    [piece] => group(piece, format!("{name}{}", attrs(game, piece))),
                    _ => stacks.push(stack(game, &name, &pile)),
                }
            }
            Pile::Heap => {
                let heap = |s: &State| s.position().heap(game.program(), cell).collect::<Vec<_>>();
                let counts = heap(state);
                if heap(base) == counts {
                    continue;
                }
                for (piece, n) in counts {
                    group(piece, if n == 1 { name.to_string() } else { format!("{name}*{n}") });
                }
            }
        }
    }
    let mut segments: Vec<String> = groups.into_values().collect();
    segments.extend(stacks);
    segments
}

fn same(game: &Game, a: Piece, b: Piece, forgives: Forgives) -> bool {
    match forgives.attr {
        Some(attr) if a.is_some() && b.is_some() => {
            let layout = game.program().layout();
            layout.with_attr(a, attr, 0) == layout.with_attr(b, attr, 0)
        }
        _ => a == b,
    }
}

fn stack(game: &Game, name: &str, pile: &[Piece]) -> String {
    let mut text = format!("@stack {name}");
    for &piece in pile {
        let (owner, kind) = (quoted(game.player_name(piece.owner())), quoted(game.kind_name(piece.kind())));
        let _ = write!(text, " {owner} {kind}{}", attrs(game, piece));
    }
    text
}

/// Attributes that are not what the kind starts with, in parentheses.
fn attrs(game: &Game, piece: Piece) -> String {
    let layout = game.program().layout();
    let mut text = String::new();
    for (id, attr) in (0..).map(AttrId).zip(&game.ir().attrs) {
        let value = layout.attr(piece, id);
        if value != layout.default_attr(piece.kind(), id) {
            let _ = write!(text, "{}{}={value}", if text.is_empty() { "(" } else { "," }, quoted(&attr.name));
        }
    }
    if !text.is_empty() {
        text.push(')');
    }
    text
}

fn turn(state: &State) -> String {
    let game = state.game();
    let index = state.position().turn_idx();
    let player = game.ir().turns[index].chooser;
    let name = quoted(game.player_name(player));
    let several = game.ir().turns.iter().filter(|t| t.chooser == player).count() > 1;
    debug_assert!(several || turn_of(game.ir(), player) == Some(index));
    if several { format!("@turn {name}@{index}") } else { format!("@turn {name}") }
}

fn others(state: &State, base: &State, forgives: Forgives) -> Vec<String> {
    let game = state.game();
    let (ir, now, before) = (game.ir(), state.position(), base.position());
    let mut segments = Vec::new();
    for player in (0..ir.players.len() as u16).map(PlayerId) {
        for kind in (0..ir.kinds.len() as u16).map(KindId) {
            let n = now.reserve(game.program(), player, kind);
            // What has no limit is said even though it need not be: a reader expects to see it.
            if n != before.reserve(game.program(), player, kind) || (n == UNLIMITED && !forgives.unlimited) {
                let (player, kind) = (quoted(game.player_name(player)), quoted(game.kind_name(kind)));
                let n = if n == UNLIMITED { "*".to_owned() } else { n.to_string() };
                segments.push(format!("@stock {player} {kind} {n}"));
            }
        }
    }
    for (id, global) in (0..).map(zug_game::GlobalId).zip(&ir.globals) {
        if now.global(id) != before.global(id) {
            segments.push(format!("@value {} {}", quoted(&global.name), now.global(id)));
        }
    }
    if !forgives.last && now.last() != before.last() {
        let cell = |c: Option<CellId>| c.map_or("-".into(), |c| quoted(game.cell_name(c)));
        let (from, to) = now.last();
        segments.push(format!("@last {} {}", cell(from), cell(to)));
    }
    if !forgives.passes && now.passes() != before.passes() {
        segments.push(format!("@passes {}", now.passes()));
    }
    if game.program().reads_turns_played() && now.turns_played() != before.turns_played() {
        segments.push(format!("@played {}", now.turns_played()));
    }
    if !now.out().is_empty() {
        let names: Vec<_> = now.out().iter().map(|&player| quoted(game.player_name(player))).collect();
        segments.push(format!("@out {}", names.join(" ")));
    }
    segments.extend(now.outcome().map(|outcome| match outcome {
        Outcome::Draw => "@over draw".to_owned(),
        Outcome::Won { player, worth: 1 } => format!("@over won {}", quoted(game.player_name(*player))),
        Outcome::Won { player, worth } => format!("@over won {} {worth}", quoted(game.player_name(*player))),
        Outcome::Lost(player) => format!("@over lost {}", quoted(game.player_name(*player))),
    }));
    segments
}
