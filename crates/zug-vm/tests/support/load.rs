//! A game from a fragment of the text form: sections that it does not have are those of the frame.

use zug_source::{Diagnostics, Sources, Symbols, render};
use zug_vm::Program;

/// Sixteen cells and two players who sit opposite each other. `n` is up the board for White.
const FRAME: [(&str, &str); 5] = [
    ("(zir", "(zir 1)"),
    (
        "(board",
        "(board
 (dirs n s e w)
 (opposite (n s) (s n) (e w) (w e))
 (cells a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4)
 (links n (a1 a2) (b1 b2) (c1 c2) (d1 d2) (a2 a3) (b2 b3) (c2 c3) (d2 d3) (a3 a4) (b3 b4) (c3 c4) (d3 d4))
 (links s (a2 a1) (b2 b1) (c2 c1) (d2 d1) (a3 a2) (b3 b2) (c3 c2) (d3 d2) (a4 a3) (b4 b3) (c4 c3) (d4 d3))
 (links e (a1 b1) (b1 c1) (c1 d1) (a2 b2) (b2 c2) (c2 d2) (a3 b3) (b3 c3) (c3 d3) (a4 b4) (b4 c4) (c4 d4))
 (links w (b1 a1) (c1 b1) (d1 c1) (b2 a2) (c2 b2) (d2 c2) (b3 a3) (c3 b3) (d3 c3) (b4 a4) (c4 b4) (d4 c4))
 (zone home (White a1 b1 c1 d1) (Black a4 b4 c4 d4)))",
    ),
    ("(players", "(players (player White) (player Black (symmetry (n s) (s n) (e w) (w e))))"),
    ("(turns", "(turns (turn White) (turn Black))"),
    ("(exits", "(exits (exit 0 done))"),
];

/// The whole text of a fragment.
pub(crate) fn whole(fragment: &str) -> String {
    let lacks = |section: &str| !fragment.lines().any(|line| line.starts_with(section));
    let frame: Vec<&str> = FRAME.iter().filter(|(head, _)| lacks(head)).map(|(_, text)| *text).collect();
    format!("{}\n{fragment}", frame.join("\n"))
}

/// The game of a fragment. Panics with the messages if it is none.
pub(crate) fn game(fragment: &str) -> zug_ir::Verified {
    let text = whole(fragment);
    let (mut sources, mut symbols, mut out) = (Sources::new(), Symbols::new(), Diagnostics::new());
    let file = sources.add("ops.zir", text.as_bytes(), None).expect("plain text");
    let game = zug_ir::parse(&sources, file, &mut symbols, &mut out);
    let messages: Vec<String> = out.iter().map(|d| render(d, &sources, &symbols, false)).collect();
    let game = game.unwrap_or_else(|| panic!("{}", messages.join("\n")));
    match zug_ir::verify(&game) {
        Ok(game) => game,
        Err(errors) => panic!("{}", errors.iter().map(|e| format!("{e}\n")).collect::<String>()),
    }
}

/// The same, ready to run.
pub(crate) fn program(fragment: &str) -> Program {
    Program::new(game(fragment))
}
