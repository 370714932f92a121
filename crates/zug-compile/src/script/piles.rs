//! Code that the board of the game cannot carry out, because of what its positions hold.

use crate::codes;
use crate::origins::Origins;
use zug_ir::{Pile, ScriptOp, Scripted};
use zug_source::{Diagnostic, Diagnostics, Origin};

/// Reports every op that does not fit the board, at the statement it was made of.
pub(super) fn check(
    scripted: &Scripted,
    pile: Pile,
    origins: &Origins,
    whole: Origin,
    out: &mut Diagnostics,
) {
    for script in &scripted.scripts {
        for (op, place) in script.code.iter().zip(&script.origins) {
            if op.piles().contains(&pile) {
                continue;
            }
            let (message, hint) = said(op);
            let origin = origins.get(*place).unwrap_or(whole);
            out.push(Diagnostic::error(codes::NEEDS_PILES, origin, message).hint(hint));
        }
    }
}

fn said(op: &ScriptOp) -> (String, &'static str) {
    match op {
        ScriptOp::PutUnder {} => (
            "`put-under` needs a board whose positions hold stacks".to_owned(),
            "write `(model stack)` in the board",
        ),
        ScriptOp::CaptureLate {} => (
            "a heap cannot be captured later: its pieces are only counted".to_owned(),
            "write `(capture now)`, and leave out `(option captures deferred)`",
        ),
        ScriptOp::SetAttr { .. } => (
            "a piece in a heap has no attributes of its own: its pieces are only counted".to_owned(),
            "use another piece type, or a variable of the board, the game or the player",
        ),
        op => {
            let piles: Vec<&str> = op.piles().iter().map(|pile| pile.word()).collect();
            let message = format!("`{}` needs positions that hold a {}", op.mnemonic(), piles.join(" or a "));
            (message, "change the `model` of the board")
        }
    }
}
