//! Moves that are never tried.

use super::{Node, game_code, kind_code, walk};
use crate::ast::{Expr, ExprKind, ModeId, Stmt, StmtKind};
use crate::codes;
use crate::decl::{GameDecl, TurnKind};
use rustc_hash::{FxHashMap, FxHashSet};
use zug_source::{Diagnostic, Origin};

/// `origins` has the modes that moves have, with the first place of each.
pub(super) fn advise(game: &GameDecl, origins: &FxHashMap<ModeId, Origin>, problems: &mut Vec<Diagnostic>) {
    let continued = continued(game);
    let mut had: Vec<(ModeId, Origin)> = origins.iter().map(|(&mode, &origin)| (mode, origin)).collect();
    had.sort_unstable();
    for (mode, origin) in had {
        if let Some(reason) = never_begins(game, Some(mode))
            && !continued.contains(&mode)
        {
            let message = format!("moves of the mode `{}` are never tried", game.modes[mode.idx()].name);
            problems.push(Diagnostic::warning(codes::UNREACHABLE_MODE, origin, message).hint(reason));
        }
    }
    let Some(reason) = never_begins(game, None) else { return };
    let of_kinds = game.kinds.iter().flat_map(|kind| kind.moves.iter().chain(&kind.drops));
    let of_players = game.players.iter().filter(|player| player.active).flat_map(|player| &player.moves);
    for rule in of_kinds.chain(of_players).filter(|rule| rule.mode.is_none()) {
        let message = "a move without a mode is never tried here";
        problems.push(Diagnostic::warning(codes::UNREACHABLE_MODE, rule.origin, message).hint(reason));
    }
}

/// Modes that further parts of moves have, or that rules ask about.
fn continued(game: &GameDecl) -> FxHashSet<ModeId> {
    let mut found = FxHashSet::default();
    let code = game.kinds.iter().flat_map(kind_code).chain(game_code(game));
    for part in code {
        walk(part, &mut |node| match node {
            Node::Stmt(Stmt { what: StmtKind::EndPart(mode), .. })
            | Node::Expr(Expr { what: ExprKind::Reaches(_, Some(mode)), .. }) => drop(found.insert(*mode)),
            _ => {}
        });
    }
    found
}

/// Why no turn begins with moves of this mode.
fn never_begins(game: &GameDecl, mode: Option<ModeId>) -> Option<&'static str> {
    if mode.is_some_and(|mode| game.modes[mode.idx()].only_continue) {
        return Some("it is `only-continue`, and no `end-part` names it");
    }
    let listed = |modes: &[ModeId]| mode.is_some_and(|mode| modes.contains(&mode));
    if !game.priorities.is_empty() && !listed(&game.priorities) {
        return Some("the game has `priorities`, and only the modes listed there are tried");
    }
    let moves = game.turns.iter().filter_map(|turn| match &turn.what {
        TurnKind::Move(modes) => Some(modes),
        TurnKind::Roll(_) => None,
    });
    let mut turns = moves.peekable();
    let restricted = turns.peek().is_some() && turns.all(|modes| !modes.is_empty() && !listed(modes));
    restricted.then_some("every turn says which modes it has")
}
