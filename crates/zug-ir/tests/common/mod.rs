//! Games and tools that several test files need.

// Each test file is its own crate and uses a part of this.
#![allow(dead_code)]

pub(crate) mod samples;

use zug_ir::*;
use zug_source::{Diagnostics, Sources, Symbols, render};

/// Parses a text; the messages as people see them if it cannot be read.
pub(crate) fn parse_text(text: &str) -> Result<Game, String> {
    let (mut sources, mut symbols, mut out) = (Sources::new(), Symbols::new(), Diagnostics::new());
    let file = sources.add("game.zir", text.as_bytes(), None).map_err(|error| error.to_string())?;
    let game = parse(&sources, file, &mut symbols, &mut out);
    assert_eq!(game.is_some(), !out.has_errors(), "a game, or errors");
    let messages: Vec<String> =
        out.iter().map(|problem| render(problem, &sources, &symbols, false)).collect();
    game.ok_or_else(|| messages.join("\n\n"))
}

/// Parses a text and says nothing about problems: showing them takes longer than finding them.
pub(crate) fn parse_quietly(text: &str) -> Option<Game> {
    let (mut sources, mut symbols, mut out) = (Sources::new(), Symbols::new(), Diagnostics::new());
    let file = sources.add("game.zir", text.as_bytes(), None).ok()?;
    let game = parse(&sources, file, &mut symbols, &mut out);
    assert_eq!(game.is_some(), !out.has_errors(), "a game, or errors");
    game
}

/// The invariants that a game breaks, each once, in the order of discovery.
pub(crate) fn broken(game: &Game) -> Vec<Invariant> {
    let mut invariants: Vec<Invariant> =
        verify(game).err().unwrap_or_default().iter().map(|error| error.invariant).collect();
    invariants.dedup();
    invariants
}

pub(crate) fn cell(name: &str) -> Cell {
    Cell { name: name.to_owned(), rect: None, hidden: false }
}

pub(crate) fn kind(id: u16, name: &str) -> Kind {
    Kind {
        name: name.to_owned(),
        notation: String::new(),
        help: String::new(),
        description: String::new(),
        defaults: Vec::new(),
        recycle_as: KindId(id),
        moves: Vec::new(),
        drops: Vec::new(),
    }
}

pub(crate) fn block(code: Vec<Op>) -> Block {
    Block { origin: 0, code, loops: 0 }
}

/// The smallest valid game: one cell, one player, one kind, and the given code.
pub(crate) fn tiny(code: Vec<Op>) -> Game {
    let player = Player { name: "P".to_owned(), random: false, symmetry: Vec::new() };
    Game {
        board: Board { cells: vec![cell("a1")], ..Board::default() },
        players: vec![player],
        kinds: vec![Kind { moves: vec![RuleRef { mode: None, block: BlockId(0) }], ..kind(0, "K") }],
        turns: vec![Turn { chooser: PlayerId(0), actor: PlayerId(0), modes: None }],
        exits: vec![Exit { kinds: Vec::new(), then: Then::Done, copy: false }],
        blocks: vec![Block { loops: 2, ..block(code) }],
        ..Game::default()
    }
}

/// A valid game with something in every table, names that are hard to write, and no default left alone.
pub(crate) fn rich() -> Game {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
    let (dir, at, who) = (DirId, CellId, PlayerId);
    let mut cells: Vec<Cell> = ["a1", "b 1", "a\"2", "\\q", "here", "(", "Ж;"].map(cell).into();
    cells[0].rect = Some([0, -5, 49, i32::MAX]);
    cells[1].rect = Some([i32::MIN, 0, 0, 0]);
    cells[2].hidden = true;
    cells[1].hidden = true;
    let mut links = vec![vec![None; 7]; 3];
    links[0][0] = Some(at(1));
    links[0][1] = Some(at(1));
    links[2] = vec![Some(at(6)); 7];
    let mut king = kind(0, "King");
    king.notation = "\"K\"".to_owned();
    king.help = "first line\r\nsecond\tline".to_owned();
    king.description = "a\\b \u{0}\u{7f}\u{feff}\u{1F600}".to_owned();
    king.defaults = vec![1, -32768, 0];
    king.recycle_as = KindId(1);
    king.moves =
        vec![RuleRef { mode: None, block: BlockId(1) }, RuleRef { mode: Some(ModeId(1)), block: BlockId(0) }];
    let mut man = kind(1, "King's Man");
    man.defaults = vec![0, 7, 1];
    man.drops = vec![RuleRef { mode: Some(ModeId(0)), block: BlockId(2) }];
    let end = || vec![Op::End {}];
    Game {
        texts: Texts {
            title: "Say \"check\"".to_owned(),
            description: "one\ntwo".to_owned(),
            history: "(".to_owned(),
            strategy: ";".to_owned(),
        },
        board: Board {
            cells,
            dirs: names(&["n", "south east", "dir"]),
            links,
            opposite: vec![None, Some(dir(2)), Some(dir(1))],
            zones: vec![
                Zone { name: "home".to_owned(), cells: vec![vec![at(0), at(3)], vec![], vec![at(6)]] },
                Zone { name: "nowhere at all".to_owned(), cells: vec![vec![]; 3] },
            ],
            grids: vec![
                Grid { dims: vec![names(&["a", "b"]), names(&["1"])], cells: vec![Some(at(0)), None] },
                Grid { dims: vec![], cells: vec![Some(at(1))] },
            ],
        },
        players: vec![
            Player { name: "White".to_owned(), random: false, symmetry: vec![dir(0), dir(1), dir(2)] },
            Player { name: "mover".to_owned(), random: false, symmetry: vec![dir(1), dir(0), dir(2)] },
            Player { name: "?Dice".to_owned(), random: true, symmetry: vec![dir(2), dir(2), dir(2)] },
        ],
        kinds: vec![king, man],
        attrs: vec![
            Attr { name: "moved".to_owned(), numeric: false, kinds: vec![KindId(1), KindId(0)] },
            Attr { name: "value".to_owned(), numeric: true, kinds: vec![] },
            Attr { name: "number".to_owned(), numeric: false, kinds: vec![KindId(0)] },
        ],
        modes: names(&["quiet", "repeat"]),
        flags: names(&["f", "L1:"]),
        cell_flags: names(&["seen", "7"]),
        globals: vec![
            Global { name: "score".to_owned(), init: -5, counter: false },
            Global { name: "quiet".to_owned(), init: i32::MAX, counter: true },
        ],
        turns: vec![
            Turn { chooser: who(0), actor: who(0), modes: None },
            Turn { chooser: who(1), actor: who(0), modes: Some(vec![]) },
            Turn { chooser: who(2), actor: who(2), modes: Some(vec![ModeId(1), ModeId(0)]) },
        ],
        repeat_from: 1,
        exits: vec![
            Exit { kinds: vec![], then: Then::Done, copy: false },
            Exit { kinds: vec![KindId(1), KindId(0)], then: Then::Part, copy: true },
            Exit { kinds: vec![], then: Then::PartOf(ModeId(1)), copy: false },
        ],
        blocks: vec![
            Block { origin: u32::MAX, ..block(end()) },
            Block { origin: 1, loops: 2, ..block(loops()) },
            block(end()),
        ],
        scripted: None,
        rules: Rules { pile: Pile::Stack, ..Rules::default() },
        stages: samples::stages(),
        goals: samples::goals(),
        setup: vec![
            Placement { player: who(0), kind: KindId(0), cell: at(0), count: 1, attrs: Vec::new() },
            Placement { player: who(0), kind: KindId(0), cell: at(5), count: 12, attrs: Vec::new() },
            Placement { player: who(1), kind: KindId(0), cell: at(6), count: 1, attrs: Vec::new() },
            Placement { player: who(0), kind: KindId(0), cell: at(2), count: 1, attrs: Vec::new() },
        ],
        reserves: vec![
            Reserve { player: who(0), kind: KindId(1), count: Some(3) },
            Reserve { player: who(1), kind: KindId(1), count: None },
            Reserve { player: who(1), kind: KindId(0), count: Some(0) },
        ],
        presentation: vec![
            ("image".to_owned(), "images\\board.bmp".to_owned()),
            ("image".to_owned(), String::new()),
            (String::new(), "no key".to_owned()),
        ],
    }
}

pub(crate) fn script(code: Vec<ScriptOp>) -> Script {
    Script { origin: 0, code, origins: Vec::new() }
}

/// A valid game with scripts: something in every table, and no default left alone.
pub(crate) fn scripted() -> Game {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
    let mut game = rich();
    game.blocks.clear();
    game.exits.clear();
    game.goals.clear();
    game.stages = vec![Stage::Ko(Ko::Position), Stage::Landing, Stage::Merge, Stage::Pass(Pass::Forced)];
    for kind in &mut game.kinds {
        kind.moves.clear();
        kind.drops.clear();
    }
    game.globals.extend((1..=4).map(|n| Global { name: format!("dice/{n}"), init: 0, counter: false }));
    game.globals[1].init = script::encode(Const::Cell(CellId(6)));
    game.setup[0].attrs = vec![(AttrId(1), -7), (AttrId(0), 0)];
    game.setup[1].attrs = vec![(AttrId(2), 1)];
    let rule = |mode: Option<u16>, script, further| ScriptRule {
        mode: mode.map(ModeId),
        script: ScriptId(script),
        further: ScriptId(further),
    };
    let king = KindScripts {
        moves: vec![rule(None, 0, 0), rule(Some(1), 0, 1)],
        drops: vec![rule(Some(0), 1, 1)],
        closing: Some(ScriptId(1)),
        invariant: Some(ScriptId(2)),
        attacked: Some(ScriptId(2)),
        shared: true,
    };
    let goal = |verdict, n: u32| ScriptGoal {
        verdict,
        after_move: n % 2 == 1,
        players: vec![PlayerId(1); n as usize],
        script: ScriptId(2 + n % 2),
        needs_moves: true,
        origin: n,
    };
    let dice = |name: &str, faces: Vec<Vec<i32>>, doubles| Dice {
        name: name.to_owned(),
        faces,
        doubles,
        slots: (2..6).map(GlobalId).collect(),
    };
    game.scripted = Some(Box::new(Scripted {
        scripts: vec![
            Script { origin: 7, origins: (0..42).map(|n| 1000 * n).collect(), ..script(nested()) },
            script(vec![ScriptOp::Settle {}, ScriptOp::Emit {}]),
            script(vec![
                ScriptOp::Test { test: CellTest::Attacked },
                ScriptOp::Check {},
                ScriptOp::Accept {},
            ]),
            script(vec![ScriptOp::NoMoves {}, ScriptOp::Check {}, ScriptOp::Accept {}]),
            script(vec![ScriptOp::Parts {}, ScriptOp::Yield {}, ScriptOp::Accept {}]),
        ],
        locals: names(&["d", "came from", "none"]),
        list_locals: vec![LocalId(2), LocalId(0)],
        gens: names(&["max-result", "?"]),
        texts: names(&["", "O-O", "say \"x\"\n"]),
        kinds: vec![king, KindScripts::default()],
        players: vec![vec![], vec![rule(None, 1, 1)], vec![]],
        modes: vec![
            ModeRule::default(),
            ModeRule { optional: true, any_piece: true, landing: true, only_further: true },
        ],
        priorities: vec![ModeId(1), ModeId(0)],
        invariant: Some(ScriptId(2)),
        goals: vec![goal(Verdict::Win, 0), goal(Verdict::Loss, 1), goal(Verdict::Draw, 2)],
        score: Some(ScriptId(4)),
        dice: vec![
            dice("two dice", vec![(1..=6).collect(); 2], Some(4)),
            dice("sticks", vec![vec![-1, 1], vec![3]], None),
        ],
        set_up: 0,
        closing: None,
        rolls: vec![None, Some(1)],
        attack: AttackScope::Legal,
        skip_empty: true,
        allies: vec![vec![PlayerId(1)], vec![]],
    }));
    game
}

/// Everything that nests, in everything else.
pub(crate) fn nested() -> Vec<ScriptOp> {
    use ScriptOp as O;
    let to = Label;
    let one = || O::Push { value: Const::Int(1) };
    vec![
        O::Take {},
        // The sum of 1 for each rival who floods something.
        O::Quantify { how: Quantifier::Sum, to: to(27) },
        O::Rivals {},
        O::AnyElement {},
        O::AsPlayer {},
        O::Push { value: Const::Cell(CellId(0)) },
        O::Push { value: Const::Dir(DirId(0)) },
        O::List { n: 1 },
        O::Flood {},
        O::FloodNext { to: to(20) },
        O::Push { value: Const::Dir(DirId(1)) },
        O::Reach {},
        O::ReachNext { to: to(18) },
        O::Quantify { how: Quantifier::Exists, to: to(17) },
        O::Test { test: CellTest::Empty },
        O::Check {},
        O::Succeed {},
        O::ReachAnswer { to: to(12) },
        O::Length {},
        O::FloodAnswer { to: to(9) },
        O::Length {},
        O::AsBefore {},
        O::JumpIf { to: to(25) },
        O::Push { value: Const::None },
        O::Succeed {},
        one(),
        O::Succeed {},
        O::SetLocal { local: LocalId(0) },
        // The move may end for each element of a list.
        one(),
        one(),
        O::List { n: 2 },
        O::Each {},
        O::EachNext { local: LocalId(1), to: to(40) },
        O::Fork { to: to(38) },
        O::Defer { script: ScriptId(2) },
        one(),
        O::Yield {},
        O::Emit {},
        O::Drop {},
        O::Jump { to: to(32) },
        O::Place {},
        O::EndPart { mode: ModeId(1) },
    ]
}

/// Nested loops, a jump back, a number, an emit.
pub(crate) fn loops() -> Vec<Op> {
    let (outer, inner) = (LoopId(0), LoopId(1));
    vec![
        Op::Each { slot: outer },
        Op::EachNext { slot: outer, to: Label(11) },
        Op::Push { value: -1 },
        Op::JumpZero { to: Label(1) },
        Op::EachIn { slot: inner, zone: ZoneId(0) },
        Op::EachNext { slot: inner, to: Label(9) },
        Op::JumpIf { test: Test::Empty {}, at: Loc::Here, to: Label(5) },
        Op::Emit { exit: ExitId(0) },
        Op::Jump { to: Label(5) },
        Op::Verify { test: Test::Friend {}, at: Loc::From },
        Op::Jump { to: Label(1) },
        Op::End {},
    ]
}
