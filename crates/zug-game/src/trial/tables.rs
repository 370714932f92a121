//! What a look at the compiled game shows.

use super::{Doubt, codes};
use crate::game::Game;
use rustc_hash::FxHashSet;
use zug_ir::{self as ir, ModeId, NoMoves, ScriptOp, Stage, Then};

pub(super) fn doubts(game: &Game) -> Vec<Doubt> {
    let mut found = Vec::new();
    no_end(game, &mut found);
    priorities(game, &mut found);
    board(game, &mut found);
    marks(game, &mut found);
    found
}

fn no_end(game: &Game, found: &mut Vec<Doubt>) {
    let ir = game.ir();
    let has_goals = !ir.goals.is_empty() || ir.scripted.as_ref().is_some_and(|rules| !rules.goals.is_empty());
    if has_goals || ir.rules.no_moves == NoMoves::Loss {
        return;
    }
    let message = format!("nothing ends the game `{}`: it has no goal", game.title());
    found.push(
        Doubt::new(codes::NO_END, None, message)
            .hint("say when somebody wins or loses, or when it is a draw"),
    );
}

/// Scripts know by name which modes are asked for; their front end has said what is wrong with them.
fn priorities(game: &Game, found: &mut Vec<Doubt>) {
    let ir = game.ir();
    if ir.scripted.is_some() {
        return;
    }
    let of_rules =
        ir.kinds.iter().flat_map(|kind| kind.moves.iter().chain(&kind.drops)).filter_map(|r| r.mode);
    let of_parts = ir.exits.iter().filter_map(|exit| match exit.then {
        Then::PartOf(mode) => Some(mode),
        Then::Done | Then::Part => None,
    });
    let used: FxHashSet<ModeId> = of_rules.chain(of_parts).collect();
    let listed = ir.stages.iter().filter_map(|stage| match stage {
        Stage::Priorities { modes, .. } => Some(modes),
        _ => None,
    });
    for mode in listed.flatten().filter(|mode| !used.contains(mode)) {
        let name = ir.modes.get(mode.idx()).map_or("", String::as_str);
        let origin = game.places().said_origin("move-priorities", None);
        let message = format!("no move has the type `{name}`, which `move-priorities` lists");
        found.push(
            Doubt::new(codes::UNUSED_PRIORITY, origin, message)
                .hint("it is misspelt here or in the `move-type` of the moves, or no longer needed"),
        );
    }
}

fn board(game: &Game, found: &mut Vec<Doubt>) {
    let board = &game.ir().board;
    for (name, links) in board.dirs.iter().zip(&board.links) {
        if links.iter().all(Option::is_none) {
            let message = format!("the direction `{name}` leads nowhere from any position");
            let places = game.places();
            let origin = places.word("directions", name).or_else(|| places.word("dir", name));
            found.push(
                Doubt::new(codes::NO_LINKS, origin, message)
                    .hint("check its offsets against the size of the board"),
            );
        }
    }
}

/// In ZRF `back` without `mark` leads to where the piece stands, which is an idiom there; in the Zug language it fails.
fn marks(game: &Game, found: &mut Vec<Doubt>) {
    for ir::Script { origin, code, origins } in game.ir().scripted.iter().flat_map(|rules| &rules.scripts) {
        let back = code.iter().position(|op| matches!(op, ScriptOp::Back {}));
        let marked = code.iter().any(|op| matches!(op, ScriptOp::Mark {}));
        let Some(at) = back.filter(|_| !marked) else { continue };
        let origin = game.places().origin(origins.get(at).copied().unwrap_or(*origin));
        let message = "this rule has `back` and no `mark`, so it makes no move".to_owned();
        found.push(
            Doubt::new(codes::BACK_WITHOUT_MARK, origin, message)
                .hint("put `mark` where the rule is to come back to"),
        );
    }
}
