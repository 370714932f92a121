//! What a look at the compiled game shows.

use super::{Doubt, codes};
use crate::game::Game;
use rustc_hash::FxHashSet;
use zug_ir::{self as ir, ModeId, NoMoves, Op, ScriptOp, Stage, Then};

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
        Doubt::new(codes::NO_END, None, message).hint("say when somebody wins or loses, or when it is a draw"),
    );
}

/// Scripts know by name which modes are asked for; their front end has said what is wrong with them.
fn priorities(game: &Game, found: &mut Vec<Doubt>) {
    let ir = game.ir();
    if ir.scripted.is_some() {
        return;
    }
    let of_rules = ir.kinds.iter().flat_map(|kind| kind.moves.iter().chain(&kind.drops)).filter_map(|r| r.mode);
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
                .hint("is it misspelt here, or in the `move-type` of the moves that are meant?"),
        );
    }
}

fn board(game: &Game, found: &mut Vec<Doubt>) {
    let board = &game.ir().board;
    for (name, links) in board.dirs.iter().zip(&board.links) {
        if links.iter().all(Option::is_none) {
            let message = format!("the direction `{name}` leads nowhere from any position");
            let origin = game.places().word("directions", name).or_else(|| game.places().word("dir", name));
            found.push(
                Doubt::new(codes::NO_LINKS, origin, message).hint("check its offsets against the size of the board"),
            );
        }
    }
    for zone in board.zones.iter().filter(|zone| zone.cells.iter().all(Vec::is_empty)) {
        let message = format!("the zone `{}` has no positions", zone.name);
        let origin = game.places().word("zone", &zone.name);
        found.push(Doubt::new(codes::EMPTY_ZONE, origin, message));
    }
}

fn marks(game: &Game, found: &mut Vec<Doubt>) {
    let mut doubt = |number: u32, consequence: &str| {
        let origin = game.places().origin(number);
        let message = format!("this rule has `back` and no `mark`, so {consequence}");
        found.push(
            Doubt::new(codes::BACK_WITHOUT_MARK, origin, message).hint("put `mark` where the rule is to come back to"),
        );
    };
    for ir::Script { origin, code, origins } in game.ir().scripted.iter().flat_map(|rules| &rules.scripts) {
        let back = code.iter().position(|op| matches!(op, ScriptOp::Back));
        let marked = code.iter().any(|op| matches!(op, ScriptOp::Mark));
        if let Some(at) = back.filter(|_| !marked) {
            doubt(origins.get(at).copied().unwrap_or(*origin), "it makes no move");
        }
    }
    for block in &game.ir().blocks {
        let back = block.code.iter().any(|op| matches!(op, Op::Back | Op::BackPop));
        let marked = block.code.iter().any(|op| matches!(op, Op::Mark | Op::MarkPush));
        if back && !marked {
            doubt(block.origin, "it goes back to where the piece stands");
        }
    }
}
