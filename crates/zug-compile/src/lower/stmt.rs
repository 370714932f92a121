//! Statements.

use super::Lowerer;
use crate::operands::{loc, who};
use crate::{codes, ids};
use zug_ir::limits::MAX_LOOPS;
use zug_ir::{Loc, LoopId, Op};
use zug_model::code::{Add, Cond, Create, Num, Stmt, StmtKind};
use zug_model::{BoardModel, CapturedCell, Cascades, ForkKeeps, MarkModel, ZoneId};

impl Lowerer<'_> {
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.origin = stmt.origin;
        match &stmt.what {
            StmtKind::Step(dir) => self.code.op(Op::Step { dir: ids::dir(*dir) }),
            StmtKind::Goto(at) => self.code.op(Op::Goto { at: loc(*at) }),
            StmtKind::Mark => self.code.op(match self.choices.mark {
                MarkModel::Slot => Op::Mark {},
                MarkModel::Stack => Op::MarkPush {},
            }),
            StmtKind::Back => self.code.op(match self.choices.mark {
                MarkModel::Slot => Op::Back {},
                MarkModel::Stack => Op::BackPop {},
            }),
            StmtKind::From => self.code.op(Op::From {}),
            StmtKind::To => self.code.op(Op::To {}),
            StmtKind::Cascade => self.code.op(Op::Cascade {}),
            StmtKind::Verify(cond) => self.demand(cond, true),
            StmtKind::If(parts) => self.if_else(&parts.0, &parts.1, &parts.2),
            StmtKind::While(parts) => self.while_do(&parts.0, &parts.1),
            StmtKind::Foreach(zone, body) => self.foreach(*zone, body),
            StmtKind::SetFlag(flag, value) => {
                self.value(value);
                self.code.op(Op::SetFlag { flag: ids::flag(*flag) });
            }
            StmtKind::SetCellFlag(flag, what) => {
                self.value(&what.0);
                self.code.op(Op::SetCellFlag { flag: ids::cell_flag(*flag), at: loc(what.1) });
            }
            StmtKind::SetAttr(attr, what) => {
                self.value(&what.0);
                self.code.op(Op::SetAttr { attr: ids::attr(*attr), at: loc(what.1) });
            }
            StmtKind::SetGlobal(global, num) => {
                self.num(num);
                self.code.op(Op::SetGlobal { global: ids::global(*global) });
            }
            StmtKind::Capture(at) => self.capture(loc(*at)),
            StmtKind::Tuck(at) => {
                self.need(&[BoardModel::Stack], "`tuck`");
                self.code.op(Op::Tuck { at: loc(*at) });
            }
            StmtKind::Lift(count) => {
                self.need(&[BoardModel::Stack, BoardModel::Heap], "`lift`");
                self.num(count);
                self.code.op(Op::Lift {});
            }
            StmtKind::Create(create) => self.create(create),
            StmtKind::ChangeKind(kind, at) => {
                self.code.op(Op::ChangeKind { kind: ids::kind(*kind), at: loc(*at) });
            }
            StmtKind::ChangeOwner(owner, at) => {
                self.code.op(Op::ChangeOwner { who: who(*owner), at: loc(*at) });
            }
            StmtKind::Flip(at) => self.code.op(Op::Flip { at: loc(*at) }),
            StmtKind::Add(add) => self.add(add),
            StmtKind::RepeatTurn => self.code.op(Op::RepeatTurn {}),
            StmtKind::AddReserve(what) => {
                self.num(&what.2);
                self.code.op(Op::AddReserve { who: who(what.0), kind: ids::kind(what.1) });
            }
        }
    }

    fn if_else(&mut self, cond: &Cond, then: &[Stmt], otherwise: &[Stmt]) {
        let end = self.code.label();
        if then.is_empty() {
            self.branch(cond, true, end);
            self.stmts(otherwise);
        } else if otherwise.is_empty() {
            self.branch(cond, false, end);
            self.stmts(then);
        } else {
            let no = self.code.label();
            self.branch(cond, false, no);
            self.stmts(then);
            self.code.op(Op::Jump { to: end });
            self.code.bind(no);
            self.stmts(otherwise);
        }
        self.code.bind(end);
    }

    fn while_do(&mut self, cond: &Cond, body: &[Stmt]) {
        let end = self.code.label();
        self.branch(cond, false, end);
        let top = self.code.here();
        self.stmts(body);
        // Tested again at the bottom: one jump less for every round.
        self.branch(cond, true, top);
        self.code.bind(end);
    }

    fn foreach(&mut self, zone: Option<ZoneId>, body: &[Stmt]) {
        let slot = LoopId(self.depth);
        if usize::from(self.depth) >= MAX_LOOPS {
            let message = format!("loops are nested more than {MAX_LOOPS} deep");
            return self.report(codes::TOO_DEEP, message);
        }
        self.depth += 1;
        self.loops = self.loops.max(self.depth);
        self.code.op(match zone {
            None => Op::Each { slot },
            Some(zone) => Op::EachIn { slot, zone: ids::zone(zone) },
        });
        let (top, end) = (self.code.here(), self.code.label());
        self.code.op(Op::EachNext { slot, to: end });
        self.stmts(body);
        self.code.op(Op::Jump { to: top });
        self.code.bind(end);
        self.depth -= 1;
    }

    fn capture(&mut self, at: Loc) {
        match self.choices.captured {
            CapturedCell::Free => self.code.op(Op::Capture { at }),
            CapturedCell::Blocks => {
                self.need(&[BoardModel::Single, BoardModel::Stack], "a capture when the turn ends");
                self.code.op(Op::CaptureLate { at });
            }
        }
    }

    fn create(&mut self, create: &Create) {
        let (who, at) = (who(create.owner), loc(create.at));
        match &create.count {
            None | Some(Num::Const(1)) => self.code.op(match create.kind {
                Some(kind) => Op::Create { who, kind: ids::kind(kind), at },
                None => Op::CreateSame { who, at },
            }),
            Some(count) => {
                self.need(&[BoardModel::Heap], "`create` with a number");
                self.num(count);
                // A rule runs for pieces of its own kind, so "the same kind" is known here.
                let kind = create.kind.map_or(self.kind, ids::kind);
                self.code.op(Op::CreateMany { who, kind, at });
            }
        }
    }

    fn add(&mut self, add: &Add) {
        let exit = self.exits.intern(add);
        self.code.op(Op::Emit { exit });
        match self.choices.fork {
            ForkKeeps::Movements => self.code.op(Op::ClearEffects {}),
            ForkKeeps::Everything => {}
        }
        match self.choices.cascades {
            Cascades::Kept => {}
            Cascades::Discarded => self.code.op(Op::ClearMovements {}),
        }
    }

    /// Reports the current statement unless cells hold what it needs.
    fn need(&mut self, wanted: &[BoardModel], what: &str) {
        if wanted.contains(&self.choices.pile) {
            return;
        }
        let word = |pile: &BoardModel| match pile {
            BoardModel::Single => "single pieces",
            BoardModel::Stack => "stacks",
            BoardModel::Heap => "heaps",
        };
        let piles: Vec<&str> = wanted.iter().map(word).collect();
        self.report(codes::NEEDS_PILES, format!("{what} needs positions that hold {}", piles.join(" or ")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{
        HOME, KING, WHITE, add, block, capture, empty, foreach, game, if_else, is, lower_game, lowered,
        lowered_with, step, text, while_do, with_rule,
    };
    use zug_model::code::{NumOp, Place, Test, Then, Value, Who};
    use zug_model::{AttrId, CellFlagId, CellId, DirId, FlagId, Game, GlobalId, ModeId, Rule, Settings};

    fn check(body: Vec<StmtKind>, expected: &str) {
        assert_eq!(text(&lowered(body)), expected);
    }

    fn check_with(settings: Settings, body: Vec<StmtKind>, expected: &str) {
        assert_eq!(text(&lowered_with(settings, body)), expected);
    }

    #[test]
    fn the_cursor_moves() {
        check(
            vec![step(), StmtKind::Goto(Place::Cell(CellId(2))), StmtKind::Goto(Place::LastTo)],
            "(step e) (goto (cell c)) (goto last_to) end",
        );
        check(
            vec![StmtKind::From, StmtKind::To, StmtKind::Cascade, StmtKind::Mark, StmtKind::Back],
            "from to cascade mark back end",
        );
    }

    #[test]
    fn marks_may_be_a_stack() {
        let settings = Settings { mark_model: MarkModel::Stack, ..Settings::default() };
        check_with(settings, vec![StmtKind::Mark, StmtKind::Back], "mark_push back_pop end");
    }

    #[test]
    fn if_jumps_over_what_does_not_apply() {
        let (mark, back) = (|| vec![StmtKind::Mark], || vec![StmtKind::Back]);
        check(vec![if_else(empty(), mark(), vec![])], "(jump_unless empty here L2) mark L2: end");
        check(vec![if_else(empty(), vec![], back())], "(jump_if empty here L2) back L2: end");
        check(
            vec![if_else(empty(), mark(), back())],
            "(jump_unless empty here L3) mark (jump L4) L3: back L4: end",
        );
    }

    #[test]
    fn while_comes_back_to_its_condition() {
        check(
            vec![while_do(empty(), vec![step()])],
            "(jump_unless empty here L3) L1: (step e) (jump_if empty here L1) L3: end",
        );
    }

    #[test]
    fn loops_take_a_slot_each_while_they_are_nested() {
        let inner = StmtKind::Foreach(Some(HOME), block(vec![step()]));
        let block = lowered(vec![foreach(vec![inner]), foreach(vec![])]);
        assert_eq!(
            text(&block),
            "(each 0) L1: (each_next 0 L7) (each_in 1 home) L3: (each_next 1 L6) (step e) (jump L3) L6: (jump L1) \
             L7: (each 0) L8: (each_next 0 L10) (jump L8) L10: end"
        );
        assert_eq!(block.loops, 2);
        assert_eq!(lowered(vec![step()]).loops, 0);
    }

    #[test]
    fn values_are_set() {
        let num = |n| Value::Num(Num::Const(n));
        check(
            vec![
                StmtKind::SetFlag(FlagId(1), Box::new(num(3))),
                StmtKind::SetCellFlag(
                    CellFlagId(0),
                    Box::new((Value::Cond(Cond::True), Place::Dir(DirId(0)))),
                ),
                StmtKind::SetAttr(AttrId(1), Box::new((num(4), Place::To))),
                StmtKind::SetGlobal(GlobalId(0), Box::new(Num::Passes)),
            ],
            "(push 3) (set_flag g) (push 1) (set_cell_flag seen (dir e)) (push 4) (set_attr power to) push_passes \
             (set_global quiet) end",
        );
    }

    #[test]
    fn captures_happen_now_or_when_the_turn_ends() {
        check(vec![capture(), StmtKind::Capture(Place::Mark)], "(capture here) (capture mark) end");
        let settings = Settings { captured_cell: CapturedCell::Blocks, ..Settings::default() };
        check_with(settings, vec![capture()], "(capture_late here) end");
    }

    #[test]
    fn pieces_change() {
        check(
            vec![
                StmtKind::ChangeKind(KING, Place::Here),
                StmtKind::ChangeOwner(Who::Player(WHITE), Place::Here),
                StmtKind::ChangeOwner(Who::Mover, Place::From),
                StmtKind::Flip(Place::To),
                StmtKind::AddReserve(Box::new((Who::Next, KING, Num::Const(2)))),
                StmtKind::RepeatTurn,
            ],
            "(change_kind King here) (change_owner (player White) here) (change_owner mover from) (flip to) (push 2) \
             (add_reserve next King) repeat_turn end",
        );
    }

    fn create(kind: Option<zug_model::KindId>, count: Option<Num>) -> StmtKind {
        StmtKind::Create(Box::new(Create { owner: Who::Mover, kind, count, at: Place::Here }))
    }

    #[test]
    fn pieces_come_one_by_one_or_in_heaps() {
        check(
            vec![create(Some(KING), None), create(None, None), create(Some(KING), Some(Num::Const(1)))],
            "(create mover King here) (create_same mover here) (create mover King here) end",
        );
        let heap = Settings { board_model: BoardModel::Heap, ..Settings::default() };
        check_with(
            heap,
            vec![create(Some(KING), Some(Num::Height(Place::Here))), create(None, Some(Num::Const(2)))],
            "(push_height here) (create_many mover King here) (push 2) (create_many mover Man here) end",
        );
    }

    #[test]
    fn piles_are_taken_apart() {
        let stack = Settings { board_model: BoardModel::Stack, ..Settings::default() };
        let lift = StmtKind::Lift(Box::new(Num::Const(2)));
        check_with(stack, vec![StmtKind::Tuck(Place::Here), lift], "(tuck here) (push 2) lift end");
    }

    #[test]
    fn what_needs_piles_says_so() {
        let body = vec![
            StmtKind::Tuck(Place::Here),
            StmtKind::Lift(Box::new(Num::Const(2))),
            create(None, Some(Num::Const(2))),
        ];
        let messages = |settings| -> Vec<String> {
            let (_, problems) = lower_game(&Game { settings, ..with_rule(body.clone()) });
            problems.iter().map(|p| format!("{} {}: {}", p.code, p.origin.span.start, p.message)).collect()
        };
        assert_eq!(
            messages(Settings::default()),
            [
                "cmp-005 101: `tuck` needs positions that hold stacks",
                "cmp-005 102: `lift` needs positions that hold stacks or heaps",
                "cmp-005 103: `create` with a number needs positions that hold heaps",
            ]
        );
        let heap = Settings { board_model: BoardModel::Heap, ..Settings::default() };
        assert_eq!(messages(heap.clone()), ["cmp-005 101: `tuck` needs positions that hold stacks"]);

        let late = Settings { captured_cell: CapturedCell::Blocks, ..heap };
        let (_, problems) = lower_game(&Game { settings: late, ..with_rule(vec![capture()]) });
        assert_eq!(
            problems[0].message,
            "a capture when the turn ends needs positions that hold single pieces or stacks"
        );
    }

    #[test]
    fn add_forgets_what_the_settings_say() {
        let keep = Settings { fork_keeps: ForkKeeps::Everything, ..Settings::default() };
        let discard = Settings { cascades: Cascades::Discarded, ..Settings::default() };
        check(vec![add(), add()], "(emit 0) clear_effects (emit 0) clear_effects end");
        check_with(keep, vec![add()], "(emit 0) end");
        check_with(discard, vec![add()], "(emit 0) clear_effects clear_movements end");
    }

    #[test]
    fn exits_say_how_a_part_ends() {
        let add = |kinds, then, copy| StmtKind::Add(Box::new(Add { kinds, then, copy }));
        let (game, _) = lower_game(&with_rule(vec![
            add(vec![KING], Then::Part(Some(ModeId(1))), false),
            add(vec![], Then::Part(None), true),
        ]));
        assert_eq!(text(&game.blocks[0]), "(emit 0) clear_effects (emit 1) clear_effects end");
        let king = zug_ir::KindId(1);
        let quick = zug_ir::Then::PartOf(zug_ir::ModeId(1));
        assert_eq!(game.exits[0], zug_ir::Exit { kinds: vec![king], then: quick, copy: false });
        assert_eq!(game.exits[1], zug_ir::Exit { kinds: vec![], then: zug_ir::Then::Part, copy: true });
    }

    #[test]
    fn equal_rules_share_a_block() {
        let mut game = game();
        let rule = |mode, body| Rule { mode, body: block(body), origin: crate::testkit::at(0) };
        game.kinds[0].moves = vec![rule(None, vec![step()]), rule(Some(ModeId(1)), vec![step()])];
        game.kinds[1].moves = vec![rule(None, vec![])];
        game.kinds[1].drops = vec![rule(None, vec![step()])];
        let (game, _) = lower_game(&game);
        assert_eq!(game.blocks.len(), 2);
        let refs = |rules: &[zug_ir::RuleRef]| -> Vec<_> {
            rules.iter().map(|rule| (rule.mode.map(|mode| mode.0), rule.block.0)).collect()
        };
        assert_eq!(refs(&game.kinds[0].moves), [(None, 0), (Some(1), 0)]);
        assert_eq!(refs(&game.kinds[1].moves), [(None, 1)]);
        assert_eq!(refs(&game.kinds[1].drops), [(None, 0)]);
    }

    #[test]
    fn too_deep_nesting_is_a_message() {
        let mut body = vec![StmtKind::Verify(is(Test::Enemy))];
        let mut num = Num::Const(1);
        for _ in 0..=MAX_LOOPS.max(zug_ir::limits::MAX_STACK) {
            body = vec![foreach(body)];
            num = Num::Op(NumOp::Add, Box::new((Num::Const(1), num)));
        }
        let (_, loops) = lower_game(&with_rule(body));
        let (_, nums) = lower_game(&with_rule(vec![StmtKind::Lift(Box::new(num))]));
        let all: Vec<_> = loops.iter().chain(&nums).map(|p| (p.code, p.message.as_str())).collect();
        assert_eq!(
            all,
            [
                ("cmp-006", "loops are nested more than 64 deep"),
                ("cmp-005", "`lift` needs positions that hold stacks or heaps"),
                ("cmp-006", "a number is nested more than 64 deep"),
            ]
        );
    }
}
