//! Instances of everything that the text form can say, made for the tables of `rich`.

use zug_ir::*;

/// Some values of a type of operand, all different.
pub(crate) trait Sample: Sized {
    fn samples() -> Vec<Self>;

    /// One of them, whatever the number.
    fn sample(n: usize) -> Self {
        let mut samples = Self::samples();
        let len = samples.len();
        samples.swap_remove(n % len)
    }
}

macro_rules! id_samples {
    ($($id:ident $n:literal)*) => {$(
        impl Sample for $id {
            fn samples() -> Vec<Self> {
                (0..$n).map($id).collect()
            }
        }
    )*};
}

id_samples! {
    CellId 7 DirId 3 ZoneId 2 PlayerId 3 KindId 2 ModeId 2 AttrId 3 FlagId 2 CellFlagId 2 GlobalId 2 ExitId 3
    LoopId 2 LocalId 3 GenId 2 TextId 3 ScriptId 5
}

impl Sample for i32 {
    fn samples() -> Vec<Self> {
        vec![0, 1, -1, Self::MAX, Self::MIN]
    }
}

impl Sample for Label {
    fn samples() -> Vec<Self> {
        vec![Self(0), Self(1), Self(7)]
    }
}

impl Sample for Loc {
    fn samples() -> Vec<Self> {
        let words = [Self::Here, Self::From, Self::To, Self::Mark, Self::LastFrom, Self::LastTo];
        let dirs = DirId::samples().into_iter().map(Self::Dir);
        let cells = CellId::samples().into_iter().map(Self::Cell);
        words.into_iter().chain(dirs).chain(cells).collect()
    }
}

impl Sample for Who {
    fn samples() -> Vec<Self> {
        let players = PlayerId::samples().into_iter().map(Self::Player);
        [Self::Mover, Self::Next].into_iter().chain(players).collect()
    }
}

impl Sample for Filter {
    fn samples() -> Vec<Self> {
        let none = Self { owner: None, kind: None, zone: None };
        let owner = Some(Who::Player(PlayerId(2)));
        let (kind, zone) = (Some(KindId(1)), Some(ZoneId(1)));
        vec![
            none,
            Self { owner: Some(Who::Next), ..none },
            Self { kind, ..none },
            Self { zone, ..none },
            Self { owner, kind, zone },
        ]
    }
}

macro_rules! test_samples {
    ($($(#[$doc:meta])* $mnemonic:ident = $name:ident { $($field:ident : $ty:ty),* };)*) => {
        impl Sample for Test {
            fn samples() -> Vec<Self> {
                let mut all = Vec::new();
                $({
                    let n = [1, $(<$ty>::samples().len()),*].into_iter().max().unwrap();
                    all.extend((0..n).map(|_n| Test::$name { $($field: <$ty>::sample(_n)),* }));
                })*
                all
            }
        }
    };
}

macro_rules! op_samples {
    ($($(#[$doc:meta])* $mnemonic:ident = $name:ident { $($field:ident : $ty:ty),* };)*) => {
        /// Every op with every sample of each of its operands.
        impl Sample for Op {
            fn samples() -> Vec<Self> {
                let mut all = Vec::new();
                $({
                    let n = [1, $(<$ty>::samples().len()),*].into_iter().max().unwrap();
                    all.extend((0..n).map(|_n| Op::$name { $($field: <$ty>::sample(_n)),* }));
                })*
                all
            }
        }
    };
}

macro_rules! script_samples {
    ($($(#[$doc:meta])* $mnemonic:ident = $name:ident { $($field:ident : $ty:ty),* };)*) => {
        /// Every op of scripts with every sample of each of its operands.
        impl Sample for ScriptOp {
            fn samples() -> Vec<Self> {
                let mut all = Vec::new();
                $({
                    let n = [1, $(<$ty>::samples().len()),*].into_iter().max().unwrap();
                    all.extend((0..n).map(|_n| ScriptOp::$name { $($field: <$ty>::sample(_n)),* }));
                })*
                all
            }
        }
    };
}

for_each_test!(test_samples);
for_each_op!(op_samples);
for_each_script_op!(script_samples);

impl Sample for u16 {
    fn samples() -> Vec<Self> {
        vec![0, 1, 2, Self::MAX]
    }
}

macro_rules! word_samples {
    ($($ty:ident)*) => {$(
        impl Sample for $ty {
            fn samples() -> Vec<Self> {
                <$ty as Word>::ALL.iter().map(|&(_, value)| value).collect()
            }
        }
    )*};
}

word_samples! { bool CellTest Quantifier ArriveRule }

impl Sample for Option<ModeId> {
    fn samples() -> Vec<Self> {
        std::iter::once(None).chain(ModeId::samples().into_iter().map(Some)).collect()
    }
}

impl Sample for Const {
    fn samples() -> Vec<Self> {
        let mut all = vec![Self::None];
        all.extend(i32::samples().into_iter().map(Self::Int));
        all.extend(TextId::samples().into_iter().map(Self::Text));
        all.extend(DirId::samples().into_iter().map(Self::Dir));
        all.extend(CellId::samples().into_iter().map(Self::Cell));
        all.extend(KindId::samples().into_iter().map(Self::Kind));
        all.extend(PlayerId::samples().into_iter().map(Self::Player));
        all.extend(ZoneId::samples().into_iter().map(Self::Zone));
        all
    }
}

/// Every stage with every choice in it, in the order of the pipeline.
pub(crate) fn stages() -> Vec<Stage> {
    vec![
        Stage::Priorities { modes: vec![ModeId(1), ModeId(0)], unlisted: Unlisted::Never },
        Stage::Royal { player: PlayerId(0), kinds: vec![KindId(0)] },
        Stage::Royal { player: PlayerId(1), kinds: vec![] },
        Stage::Illegal { players: vec![PlayerId(0), PlayerId(1)], cond: GoalCond::Stuck },
        Stage::Illegal { players: vec![], cond: GoalCond::And(vec![]) },
        Stage::Ko(Ko::Third),
        Stage::Prefer(vec![
            Preference::Captures,
            Preference::CapturedValue(vec![(KindId(0), 3), (KindId(1), -1)]),
            Preference::Mover(KindId(1)),
            Preference::Earliest(KindId(0)),
        ]),
        Stage::Landing,
        Stage::Merge,
        Stage::Pass(Pass::Forced),
    ]
}

/// One goal for every condition, and for every verdict.
pub(crate) fn goals() -> Vec<Goal> {
    let verdicts = Verdict::WORDS.iter().cycle();
    let goal = |(n, (cond, &(_, verdict))): (u32, (GoalCond, &(&str, Verdict)))| Goal {
        verdict,
        players: vec![PlayerId(1); n as usize % 3],
        deferred: cond.needs_moves(),
        cond,
        origin: n,
    };
    (0..).zip(conds().into_iter().zip(verdicts)).map(goal).collect()
}

/// Every condition, and every number in one.
pub(crate) fn conds() -> Vec<GoalCond> {
    let kinds = || KindId::samples();
    let occupants = || {
        vec![
            Occupant::Own(KindId(0)),
            Occupant::Opponent(KindId(1)),
            Occupant::Any(KindId(0)),
            Occupant::NotOwn(KindId(1)),
        ]
    };
    let mut conds = vec![
        GoalCond::And(vec![]),
        GoalCond::Or(vec![GoalCond::True, GoalCond::And(vec![GoalCond::False, GoalCond::Stuck])]),
        GoalCond::Not(Box::new(GoalCond::Not(Box::new(GoalCond::Repetition)))),
        GoalCond::True,
        GoalCond::False,
        GoalCond::Stalemated,
        GoalCond::Checkmated(kinds()),
        GoalCond::Checkmated(vec![]),
        GoalCond::Stuck,
        GoalCond::Repetition,
        GoalCond::Captured(kinds()),
        GoalCond::Pieces { anybody: false, kinds: vec![], n: 0 },
        GoalCond::Pieces { anybody: true, kinds: kinds(), n: u32::MAX },
        GoalCond::Config { occupants: occupants(), all: true, cells: CellId::samples() },
        GoalCond::Config { occupants: vec![], all: false, cells: vec![] },
        GoalCond::ConfigZone { occupants: occupants(), zone: ZoneId(1) },
        GoalCond::Pattern { first: Occupant::Own(KindId(1)), rest: vec![] },
        GoalCond::Pattern {
            first: Occupant::Any(KindId(0)),
            rest: vec![
                (vec![], Occupant::NotOwn(KindId(0))),
                (vec![DirId(1), DirId(0)], Occupant::Own(KindId(1))),
            ],
        },
    ];
    let numbers = numbers();
    for (n, (_, op)) in CmpOp::WORDS.iter().enumerate() {
        conds.push(GoalCond::Cmp(*op, numbers[n].clone(), GoalNum::Const(n as i32)));
    }
    conds.extend(numbers.into_iter().map(|number| GoalCond::Cmp(CmpOp::Eq, GoalNum::Const(-1), number)));
    conds
}

fn numbers() -> Vec<GoalNum> {
    let mut numbers = vec![
        GoalNum::Passes,
        GoalNum::Global(GlobalId(1)),
        GoalNum::Height(CellId(4)),
        GoalNum::Const(i32::MIN),
        GoalNum::Const(i32::MAX),
    ];
    numbers.extend(Filter::samples().into_iter().map(|Filter { owner, kind, zone }| GoalNum::Pieces {
        owner,
        kind,
        zone,
    }));
    numbers.extend(Who::samples().into_iter().map(|owner| GoalNum::Reserve { owner, kind: KindId(1) }));
    for (_, op) in NumOp::WORDS {
        let inner = GoalNum::Op(NumOp::Add, Box::new((GoalNum::Passes, GoalNum::Const(1))));
        numbers.push(GoalNum::Op(*op, Box::new((inner, GoalNum::Global(GlobalId(0))))));
    }
    numbers
}
