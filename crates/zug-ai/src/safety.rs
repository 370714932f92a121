//! What nobody wants to see: a win missed, or a move that lets the rival win at once.
//!
//! Searches that look along some lines only may overlook what lies one ply away. They ask here before they answer.

use crate::budget::{Budget, Stop};
use crate::report::Score;
use crate::root::{Root, RootMove};
use zug_game::{Candidate, CellId, Node, PlayerId};

/// Puts a move first that wins at once. Is there one? Where positions are slow not all of the time is spent on that.
pub(crate) fn wins_at_once(root: &mut Root, is_fast: bool, budget: &mut Budget<'_>) -> Result<bool, Stop> {
    for i in 0..root.moves.len() {
        budget.spend_slowly()?;
        if !is_fast && budget.has_passed(60) {
            return Ok(false);
        }
        let (player, node) = (root.player, &mut root.moves[i].node);
        // What ends a game without asking for moves has been seen already.
        if !is_fast && node.ended().is_none() && node.can_move()? {
            continue;
        }
        if matches!(node.outcome(), Ok(Some(outcome)) if outcome.winner() == Some(player)) {
            root.moves[i].score = Score::Wins(1);
            root.moves[..=i].rotate_right(1);
            root.depth = root.depth.max(1);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Puts moves after which the rival wins at once behind the others, beginning with the best, until one is safe.
pub(crate) fn avoid_losses(root: &mut Root, is_slow: bool, budget: &mut Budget<'_>) -> Result<(), Stop> {
    let player = root.player;
    for _ in 0..root.moves.len() {
        let Some(best) = root.moves.first_mut() else { return Ok(()) };
        if matches!(best.score, Score::Wins(_)) {
            return Ok(());
        }
        let lost = match best.lost {
            Some(lost) => lost,
            None => is_lost(&best.node, player, is_slow, &mut root.replies, budget)?,
        };
        best.lost = Some(lost);
        if !lost {
            return Ok(());
        }
        best.score = Score::Loses(2);
        root.moves.rotate_left(1);
    }
    Ok(())
}

/// There is no time left to see whether the best move is safe: one that is known to be comes first.
pub(crate) fn prefer_safe(root: &mut Root) {
    let is_safe = |m: &RootMove| m.lost == Some(false) || matches!(m.score, Score::Wins(_));
    if let Some(i) = root.moves.iter().position(is_safe) {
        root.moves[..=i].rotate_right(1);
    }
}

/// Can somebody else, whose turn it is, win at once? Replies that have won are tried first, before all are listed if possible:
/// where a list takes long, most moves that lose do so by the same few.
fn is_lost(
    node: &Node,
    player: PlayerId,
    is_slow: bool,
    replies: &mut Vec<(CellId, CellId)>,
    budget: &mut Budget<'_>,
) -> Result<bool, Stop> {
    let mut node = node.clone();
    let rival = node.chooser();
    if rival == player || node.is_chance() {
        return Ok(false);
    }
    let mut after = node.clone();
    let mut wins = |node: &Node, candidate: &Candidate, budget: &mut Budget<'_>| {
        budget.spend_slowly()?;
        after.copy(node);
        after.make(candidate)?;
        // Whether somebody can still move takes long to find out where positions are slow.
        let outcome = if is_slow { after.ended() } else { after.outcome()? };
        Ok::<bool, Stop>(outcome.is_some_and(|outcome| outcome.winner() == Some(rival)))
    };
    let mut moves: Vec<Candidate> = Vec::new();
    for i in 0..replies.len() {
        if !node.moves_of(replies[i].0, &mut moves) {
            break;
        }
        for candidate in moves.iter().filter(|candidate| candidate.ends() == Some(replies[i])) {
            if wins(&node, candidate, budget)? {
                replies[..=i].rotate_right(1);
                return Ok(true);
            }
        }
    }
    if node.moves_or_outcome(&mut moves)?.is_some() {
        return Ok(false);
    }
    let known = |candidate: &Candidate| replies.iter().position(|reply| candidate.ends() == Some(*reply));
    moves.sort_by_key(|candidate| known(candidate).unwrap_or(usize::MAX));
    for candidate in &moves {
        if wins(&node, candidate, budget)? {
            if let Some(reply) = candidate.ends() {
                replies.retain(|known| *known != reply);
                replies.insert(0, reply);
            }
            return Ok(true);
        }
    }
    Ok(false)
}
