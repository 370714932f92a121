//! Random rules on heaps: the fast form, which runs them on counts, gives the interpreter's answers.

use std::collections::BTreeMap;
use zug_game::{Game, Playout, Rng};
use zug_ir::{
    CellFlagId, CellId, DirId, ExitId, Filter, FlagId, KindId, Label, Loc, Op, PlayerId, Test, Who, ZoneId,
};
use zug_testkit::twofold;

const GAMES: u64 = 4_000;
const PLIES: usize = 6;

/// Rules that choose are followed as games come to them, and there is room for so much only.
#[test]
fn random_games_do_not_depend_on_games_before() {
    let entry = zug_library::find("toguz-kumalak").expect("in the library");
    let play = |seeds: &mut dyn Iterator<Item = u64>| -> BTreeMap<u64, Playout> {
        let game = entry.load(None).expect("loads");
        let start = game.start();
        seeds.map(|seed| (seed, start.playout(&mut Rng::new(seed), 500).expect("plays"))).collect()
    };
    assert_eq!(play(&mut (0..60)), play(&mut (0..60).rev()));
}

#[test]
fn random_rules_on_heaps_run_alike() {
    let base = zug_library::find("kalah").expect("in the library").load(None).expect("loads");
    let mut with_form = 0;
    for seed in 0..GAMES {
        let mut ir = base.ir().clone();
        ir.cell_flags.push("been".into());
        let mut writer = Writer { rng: Rng::new(seed), ir: &base.ir().clone(), code: Vec::new() };
        writer.rule();
        ir.blocks.iter_mut().for_each(|block| block.code.clone_from(&writer.code));
        let game = Game::new(zug_ir::verify(&ir).unwrap_or_else(|e| panic!("seed {seed}: {e:?}")));
        match twofold::compare(&game, seed, PLIES) {
            Ok(fast) => with_form += u64::from(fast),
            // Heaps that have grown too large are left to the interpreter.
            Err(what) if what.contains("too many") || what.contains("no fast form") => {}
            Err(what) => panic!("seed {seed}: {what}\n{}", zug_ir::print(game.ir())),
        }
    }
    assert!(with_form > GAMES / 2, "only {with_form} of {GAMES} games have a fast form");
}

/// Writes a rule of statements drawn at random.
struct Writer<'a> {
    rng: Rng,
    ir: &'a zug_ir::Game,
    code: Vec<Op>,
}

impl Writer<'_> {
    fn rule(&mut self) {
        if self.one_of(3) > 0 {
            let test = self.test();
            self.code.push(Op::Verify { test, at: Loc::Here });
        }
        let mark = self.one_of(2) == 0;
        if mark {
            self.code.extend([Op::Push { value: 1 }, Op::SetCellFlag { flag: CellFlagId(0), at: Loc::Here }]);
        }
        self.number();
        self.code.push(Op::SetFlag { flag: FlagId(0) });
        for _ in 0..1 + self.one_of(6) {
            self.statement(2);
        }
        self.code.extend([Op::Goto { at: Loc::From }, Op::Emit { exit: ExitId(0) }, Op::End {}]);
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.rng.below(n)
    }

    fn dir(&mut self) -> DirId {
        DirId(self.one_of(self.ir.board.dirs.len()) as u16)
    }

    fn flag(&mut self) -> FlagId {
        FlagId(self.one_of(self.ir.flags.len()) as u16)
    }

    fn at(&mut self) -> Loc {
        match self.one_of(8) {
            0 => Loc::From,
            1 => Loc::Mark,
            2 => Loc::Cell(CellId(self.one_of(self.ir.board.cells.len()) as u16)),
            3 | 4 => Loc::Dir(self.dir()),
            _ => Loc::Here,
        }
    }

    fn zone(&mut self) -> ZoneId {
        ZoneId(self.one_of(self.ir.board.zones.len()) as u16)
    }

    fn test(&mut self) -> Test {
        match self.one_of(12) {
            0 => Test::Empty {},
            1 => Test::Neutral {},
            2 => Test::Enemy {},
            3 => Test::Kind { kind: KindId(0) },
            4 => Test::CellFlag { flag: CellFlagId(0) },
            5 => Test::Marked {},
            6 => Test::OnBoard {},
            7 => Test::Mover { player: PlayerId(0) },
            8 => Test::Cell { cell: CellId(self.one_of(self.ir.board.cells.len()) as u16) },
            _ => Test::Zone { zone: self.zone() },
        }
    }

    /// Leaves a number on the stack.
    fn number(&mut self) {
        let op = match self.one_of(6) {
            0 => Op::Push { value: self.one_of(5) as i32 - 1 },
            1 => Op::PushFlag { flag: self.flag() },
            2 => {
                let zone = (self.one_of(2) == 0).then(|| self.zone());
                Op::PushPieces { filter: Filter { owner: None, kind: None, zone } }
            }
            3 => {
                self.number();
                self.number();
                [Op::Add {}, Op::Sub {}, Op::Min {}, Op::Max {}, Op::Eq {}, Op::Lt {}, Op::Le {}]
                    [self.one_of(7)]
            }
            _ => Op::PushHeight { at: self.at() },
        };
        self.code.push(op);
    }

    fn statement(&mut self, depth: usize) {
        let choice = self.one_of(if depth == 0 { 9 } else { 12 });
        match choice {
            0 | 1 => {
                let dir = self.dir();
                self.code.push(Op::Step { dir });
            }
            2 => {
                let at = self.at();
                let op = [Op::Goto { at }, Op::Mark {}, Op::Back {}][self.one_of(3)];
                self.code.push(op);
            }
            3 => {
                self.number();
                let flag = self.flag();
                self.code.push(Op::SetFlag { flag });
            }
            4 => {
                let value = self.one_of(2) as i32;
                let at = self.at();
                self.code.extend([Op::Push { value }, Op::SetCellFlag { flag: CellFlagId(0), at }]);
            }
            5 => {
                let at = self.at();
                self.code.push(Op::Capture { at });
            }
            6 => {
                let at = self.at();
                self.code.push(Op::Create { who: Who::Player(PlayerId(2)), kind: KindId(0), at });
            }
            7 => {
                self.number();
                let at = self.at();
                self.code.push(Op::CreateMany { who: Who::Player(PlayerId(2)), kind: KindId(0), at });
            }
            8 => self.code.push(Op::RepeatTurn {}),
            9 => {
                let (test, at) = (self.test(), self.at());
                self.branch(Op::JumpUnless { test, at, to: Label(0) }, depth);
            }
            10 => {
                self.number();
                self.branch(Op::JumpZero { to: Label(0) }, depth);
            }
            _ => self.sowing(),
        }
    }

    /// Statements that the op may jump over.
    fn branch(&mut self, op: Op, depth: usize) {
        let at = self.code.len();
        self.code.push(op);
        for _ in 0..1 + self.one_of(3) {
            self.statement(depth - 1);
        }
        let to = Label(self.code.len() as u32);
        self.code[at] = match op {
            Op::JumpUnless { test, at, .. } => Op::JumpUnless { test, at, to },
            _ => Op::JumpZero { to },
        };
    }

    /// A loop that goes on, drops a piece and counts down.
    fn sowing(&mut self) {
        let flag = self.flag();
        let to = Label(self.code.len() as u32);
        let dir = self.dir();
        self.code.push(Op::Step { dir });
        if self.one_of(2) == 0 {
            let test = self.test();
            let to = Label(self.code.len() as u32 + 2);
            let dir = self.dir();
            self.code.extend([Op::JumpUnless { test, at: Loc::Here, to }, Op::Step { dir }]);
        }
        self.code.extend([
            Op::Create { who: Who::Player(PlayerId(2)), kind: KindId(0), at: Loc::Here },
            Op::PushFlag { flag },
            Op::Push { value: 1 },
            Op::Sub {},
            Op::SetFlag { flag },
            Op::PushFlag { flag },
            Op::Push { value: 0 },
            Op::Le {},
            Op::JumpZero { to },
        ]);
    }
}
