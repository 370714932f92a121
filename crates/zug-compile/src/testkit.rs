//! A small game for tests, and blocks as one line of text.

use crate::{lower, origins::Origins, settings, tables};
use zug_ir as ir;
use zug_model::code::{Add, Cond, Place, Stmt, StmtKind, Test, Then};
use zug_model::*;
use zug_source::{Diagnostic, Diagnostics, FileId, Origin, Span};

pub(crate) const MAN: KindId = KindId(0);
pub(crate) const KING: KindId = KindId(1);
pub(crate) const WHITE: PlayerId = PlayerId(0);
pub(crate) const BLACK: PlayerId = PlayerId(1);
pub(crate) const EAST: DirId = DirId(0);
pub(crate) const HOME: ZoneId = ZoneId(0);

/// A place in a text that does not exist.
pub(crate) fn at(n: u32) -> Origin {
    Span::new(FileId(0), n, n + 1).into()
}

/// Three cells in a row, two players and a neutral one, a man and a king without rules, and one or two
/// of everything a rule can name.
pub(crate) fn game() -> Game {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let cell = |name: &str| Cell { name: name.to_owned(), rect: None, hidden: false };
    let c = |n| Some(CellId(n));
    Game {
        texts: Texts { title: "Test".to_owned(), ..Texts::default() },
        settings: Settings::default(),
        board: Board {
            cells: ["a", "b", "c"].map(cell).into(),
            dirs: names(&["e", "w"]),
            links: vec![vec![c(1), c(2), None], vec![None, c(0), c(1)]],
            opposite: vec![Some(DirId(1)), Some(DirId(0))],
            zones: vec![Zone {
                name: "home".to_owned(),
                cells: vec![vec![CellId(2), CellId(0), CellId(2)], vec![CellId(1)], vec![]],
            }],
            grids: vec![],
        },
        players: ["White", "Black", "Nobody"].map(player).into(),
        kinds: vec![kind("Man"), kind("King")],
        attrs: vec![
            Attr { name: "moved".to_owned(), numeric: false },
            Attr { name: "power".to_owned(), numeric: true },
        ],
        modes: names(&["slow", "quick"]),
        priorities: vec![],
        flags: names(&["f", "g"]),
        cell_flags: names(&["seen"]),
        globals: vec![Global { name: "quiet".to_owned(), init: 0, counter: true, origin: at(1) }],
        turns: vec![
            Turn { chooser: WHITE, actor: WHITE, modes: None },
            Turn { chooser: BLACK, actor: BLACK, modes: None },
        ],
        repeat_from: 0,
        setup: vec![],
        reserves: vec![],
        goals: vec![],
        presentation: vec![],
        origin: at(0),
    }
}

fn player(name: &str) -> Player {
    Player { name: name.to_owned(), random: false, symmetry: vec![DirId(0), DirId(1)] }
}

fn kind(name: &str) -> Kind {
    Kind {
        name: name.to_owned(),
        notation: String::new(),
        help: String::new(),
        description: String::new(),
        attrs: vec![],
        recycle_as: None,
        moves: vec![],
        drops: vec![],
        origin: at(2),
    }
}

/// The game with one rule, of the man.
pub(crate) fn with_rule(body: Vec<StmtKind>) -> Game {
    let mut game = game();
    game.kinds[0].moves.push(Rule { mode: None, body: block(body), origin: at(100) });
    game
}

pub(crate) fn block(body: Vec<StmtKind>) -> Vec<Stmt> {
    (101..).zip(body).map(|(n, what)| Stmt { what, origin: at(n) }).collect()
}

pub(crate) fn step() -> StmtKind {
    StmtKind::Step(EAST)
}

pub(crate) fn capture() -> StmtKind {
    StmtKind::Capture(Place::Here)
}

pub(crate) fn add() -> StmtKind {
    StmtKind::Add(Box::new(Add { kinds: vec![], then: Then::Done, copy: false }))
}

pub(crate) fn is(test: Test) -> Cond {
    Cond::Is(test, Place::Here)
}

pub(crate) fn empty() -> Cond {
    is(Test::Empty)
}

pub(crate) fn enemy() -> Cond {
    is(Test::Enemy)
}

pub(crate) fn not(cond: Cond) -> Cond {
    Cond::Not(Box::new(cond))
}

pub(crate) fn if_else(cond: Cond, then: Vec<StmtKind>, otherwise: Vec<StmtKind>) -> StmtKind {
    StmtKind::If(Box::new((cond, block(then), block(otherwise))))
}

pub(crate) fn while_do(cond: Cond, body: Vec<StmtKind>) -> StmtKind {
    StmtKind::While(Box::new((cond, block(body))))
}

pub(crate) fn foreach(body: Vec<StmtKind>) -> StmtKind {
    StmtKind::Foreach(None, block(body))
}

/// What lowering makes of the game, before any pass, and its messages.
pub(crate) fn lower_game(source: &Game) -> (ir::Game, Vec<Diagnostic>) {
    let (mut origins, mut out) = (Origins::default(), Diagnostics::new());
    let mut game = tables::tables(source);
    lower::lower(source, settings::split(&source.settings).code, &mut game, &mut origins, &mut out);
    (game, out.into_vec())
}

/// The block of a rule, before any pass.
pub(crate) fn lowered(body: Vec<StmtKind>) -> ir::Block {
    lowered_with(Settings::default(), body)
}

pub(crate) fn lowered_with(settings: Settings, body: Vec<StmtKind>) -> ir::Block {
    let game = Game { settings, ..with_rule(body) };
    let (mut lowered, problems) = lower_game(&game);
    assert_eq!(problems, []);
    lowered.blocks.remove(0)
}

/// The ops of a block of [`game`] on one line, as the text form of the IR writes them: ops that are
/// jumped to have their label in front.
pub(crate) fn text(block: &ir::Block) -> String {
    let block = ir::Block { origin: 0, loops: 0, ..block.clone() };
    let printed = ir::print(&ir::Game { blocks: vec![block], ..tables::tables(&game()) });
    let (_, ops) = printed.split_once("(block 0").expect("the block is printed");
    let ops = ops.trim_end().strip_suffix(')').expect("the section is closed");
    ops.split_whitespace().collect::<Vec<_>>().join(" ")
}
