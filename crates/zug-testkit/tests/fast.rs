//! The fast back end gives the interpreter's answers in every game of the library that it has a form for.

use libtest_mimic::{Arguments, Failed, Trial};
use zug_library::Entry;
use zug_testkit::twofold;

fn main() {
    let mut trials = Vec::new();
    for entry in zug_library::games() {
        for title in entry.titles() {
            let name = format!("{} {title}", entry.file);
            trials.push(Trial::test(name, move || same(entry, title).map_err(Failed::from)));
        }
    }
    trials.push(Trial::test("declined", || declined().map_err(Failed::from)));
    trials.push(Trial::test("coded", || coded().map_err(Failed::from)));
    trials.push(Trial::test("inspected", || inspected().map_err(Failed::from)));
    trials.push(Trial::test("drawn evenly", || drawn_evenly().map_err(Failed::from)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn same(entry: &Entry, title: &str) -> Result<(), String> {
    let game = entry.load(Some(title)).map_err(|e| e.to_string())?;
    twofold::everywhere(&game).map(|_| ())
}

/// Positions whose moves are easily drawn unevenly: turns of dice in which several ways to play lead to the same position or
/// look the same, first parts with different numbers of second ones, moves with and without something to choose; and moves that
/// are guessed, in check, with pieces that are bound, with drops of which some are forbidden.
fn drawn_evenly() -> Result<(), String> {
    let bearing_off = "Black Checker boff*8 p1 p2*2 p3 p4 p5*2; White Checker p14*5 p16*4 p18*6; @turn Black";
    let walking =
        "Black Checker p24*9 p20*2 p15 p10*2 p7; White Checker p12*8 p9*2 p4 p1*2 p19 p17; @turn White";
    let corners = "White Arrow a4 b4 c4 d4 d3 d2 d1 h1 h2 h3 i3 j3; White Amazon a1 j1; Black Amazon e10 f10";
    let sliding = "White Man a7 d7 g4 f4 b2; Black Man b6 d6 f6 c5 e3 a1";
    let jumping = "White Man a7 d7 g1; Black Man b6 d6 f6 c5 e3 a1";
    let cases = [
        ("long-nardy", bearing_off, "@value dice/1 6; @value dice/2 4"),
        ("long-nardy", bearing_off, "@value dice/1 2; @value dice/2 2; @value dice/3 2; @value dice/4 2"),
        ("long-nardy", walking, "@value dice/1 5; @value dice/2 2"),
        ("long-nardy", walking, "@value dice/1 3; @value dice/2 3; @value dice/3 3; @value dice/4 3"),
        ("amazons", corners, "@turn White"),
        ("nine-mens-morris", sliding, "@turn White"),
        ("nine-mens-morris", jumping, "@turn White"),
        (
            "xiangqi",
            "White General e1; White Advisor e2; White Chariot a3; White Horse c3",
            "Black General d10; Black Cannon e8; @turn White",
        ),
        (
            "xiangqi",
            "White General e1; White Chariot e5; White Cannon b5 b3; White Elephant c1",
            "Black General e10; Black Soldier a7 b8 c4; @turn White",
        ),
        (
            "shogi",
            "White King e1; White Gold d2; White Rook a3; White Pawn c4; Black King a9; Black Rook e8",
            "@stock White Pawn 2; @stock White Silver 1; @turn White",
        ),
        (
            "shogi",
            "White King e1; White Gold a7; White Silver d6; White Bishop g8; White Lance h5",
            "Black King a9; Black Lance b9; @stock White Pawn 1; @stock White Gold 1; @turn White",
        ),
    ];
    for (name, board, rest) in cases {
        let game = zug_library::find(name).map_err(|e| e.to_string())?;
        let game = game.load(None).map_err(|e| e.to_string())?;
        let text = format!("{board}; {rest}");
        let state = zug_notation::position::parse(&game, &zug_notation::Style::general(), &text)
            .map_err(|e| format!("{text}: {e}"))?;
        twofold::drawn_evenly(&game, state.position(), 20_000).map_err(|what| format!("{text}: {what}"))?;
    }
    Ok(())
}

/// What single blocks emit and which cells are attacked is told, so that it is compared along all games (`twofold::compare`).
/// White's twenty first moves are parts of twenty; of his pieces none is attacked, and it is the same for both players.
fn inspected() -> Result<(), String> {
    let game = zug_library::find("chess").map_err(|e| e.to_string())?;
    let game = game.load(None).map_err(|e| e.to_string())?;
    let program = game.program();
    let fast = game.fast().map_err(|e| e.to_string())?;
    let position = fast.position(program, program.start()).ok_or("no position")?;
    let emitted = fast.emitted(program, &position).map(|all| all.len());
    let begins = fast.on_offer(program, &position).map(|ranks| ranks.iter().map(Vec::len).sum::<usize>());
    let cells = (0..64).map(|i| fast.is_attacked(&position, zug_ir::CellId(i)));
    let attacked: Vec<bool> = cells.flatten().collect();
    // Different moves of chess lead to different positions: that is found out, and results are counted without a look at them.
    if !fast.counts_by_code() {
        return Err("results are not counted by code".to_string());
    }
    let found = (emitted, begins, attacked);
    if found == (Some(40), Some(20), vec![false; 32]) { Ok(()) } else { Err(format!("{found:?}")) }
}

/// The games whose random games are played by machine code.
fn coded() -> Result<(), String> {
    let mut found = String::new();
    for entry in zug_library::games() {
        for title in entry.titles() {
            let game = entry.load(Some(title)).map_err(|e| e.to_string())?;
            if game.fast().is_ok_and(zug_fast::Fast::has_code) {
                found += &format!("{} {title}\n", entry.file);
            }
        }
    }
    let expected = include_str!("fast.coded");
    if found == expected { Ok(()) } else { Err(format!("expected\n{expected}found\n{found}")) }
}

/// The games of blocks that have no fast form, with the reason; the list is kept in a file, so that a change is seen.
fn declined() -> Result<(), String> {
    let mut found = String::new();
    for entry in zug_library::games() {
        for title in entry.titles() {
            let game = entry.load(Some(title)).map_err(|e| e.to_string())?;
            if let Err(why) = game.fast() {
                found += &format!("{} {title}: {why}\n", entry.file);
            }
        }
    }
    let expected = include_str!("fast.declined");
    if found == expected { Ok(()) } else { Err(format!("expected\n{expected}found\n{found}")) }
}
