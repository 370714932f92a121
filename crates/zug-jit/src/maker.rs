//! Writing programs: values, ops, and blocks to jump to.
//!
//! Every value, block, table and window knows the number of the program it belongs to, and every op asks for it. What is left, that a
//! value is used only where it has been computed and that blocks get what they were promised, is judged for the program as a whole
//! by Cranelift's verifier.

use crate::bound::{Below, Window};
use crate::{FAULT, MAX_DEPTH};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FuncInstBuilder, FunctionBuilder};
use std::sync::Arc;

/// A word computed by a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    maker: u32,
    value: ir::Value,
}

/// A place to jump to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    maker: u32,
    block: ir::Block,
}

/// How far a block is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Named,
    Begun,
    Ended,
}

/// Makes one program.
pub struct Maker<'a> {
    builder: FunctionBuilder<'a>,
    /// The number of the program.
    pub(crate) number: u32,
    pub(crate) tables: Vec<Arc<[u64]>>,
    pub(crate) regions: Vec<Window>,
    /// The list of regions, as handed over.
    list: ir::Value,
    depth: ir::Value,
    argument: ir::Value,
    itself: ir::FuncRef,
    fault: ir::Block,
    /// The block that is being written.
    here: ir::Block,
    /// By number of the block.
    stages: Vec<Stage>,
    recurs: bool,
}

/// What is left when a program is written.
pub(crate) struct Made {
    pub(crate) tables: Vec<Arc<[u64]>>,
    /// The program calls itself.
    pub(crate) recurs: bool,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(
        mut builder: FunctionBuilder<'a>,
        number: u32,
        lens: &[usize],
        itself: ir::FuncRef,
    ) -> Self {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let [list, depth, argument] = [0, 1, 2].map(|i| builder.block_params(entry)[i]);
        let mut window = |(i, len): (usize, &usize)| {
            let start = builder.ins().load(I64, MemFlagsData::trusted(), list, 8 * i as i32);
            Window { maker: number, start, len: *len }
        };
        let regions = lens.iter().enumerate().map(&mut window).collect();
        let fault = builder.create_block();
        Maker {
            builder,
            number,
            tables: Vec::new(),
            regions,
            list,
            depth,
            argument,
            itself,
            fault,
            here: entry,
            stages: vec![Stage::Begun, Stage::Named],
            recurs: false,
        }
    }

    pub(crate) fn finish(mut self, config: TargetFrontendConfig) -> Made {
        assert!(!self.stages.contains(&Stage::Begun), "a block is not ended");
        self.switch_to(self.fault);
        self.builder.set_cold_block(self.fault);
        let answer = self.ins().iconst(I64, FAULT as i64);
        self.ins().return_(&[answer]);
        self.builder.seal_all_blocks();
        self.builder.finalize(config);
        Made { tables: self.tables, recurs: self.recurs }
    }

    /// True if it is of this program.
    pub(crate) fn must_own(&self, maker: u32) {
        assert!(maker == self.number, "something of another program");
    }

    pub(crate) fn own(&self, value: Value) -> ir::Value {
        self.must_own(value.maker);
        value.value
    }

    fn made(&self, value: ir::Value) -> Value {
        Value { maker: self.number, value }
    }

    /// Where the next op is written.
    pub(crate) fn ins(&mut self) -> FuncInstBuilder<'_, 'a> {
        assert!(self.stage(self.here) == Stage::Begun, "an op behind the end of a block");
        self.builder.ins()
    }

    fn stage(&self, block: ir::Block) -> Stage {
        self.stages[block.as_u32() as usize]
    }

    fn set_stage(&mut self, block: ir::Block, stage: Stage) {
        self.stages[block.as_u32() as usize] = stage;
    }

    fn switch_to(&mut self, block: ir::Block) {
        assert!(self.stage(self.here) == Stage::Ended, "a block is not ended");
        assert!(self.stage(block) == Stage::Named, "a block is begun twice");
        self.builder.switch_to_block(block);
        self.here = block;
        self.set_stage(block, Stage::Begun);
    }

    /// What the program was called with.
    pub fn argument(&self) -> Value {
        self.made(self.argument)
    }

    /// How deep the program may call itself.
    pub fn depth(&mut self) -> Below {
        let depth = self.made(self.depth);
        self.below(depth, MAX_DEPTH)
    }

    /// The answer of this program for another argument, with a depth of one less. A fault if the depth is 0, or if that
    /// call ends with one; so no program goes deeper than it was told.
    pub fn recur(&mut self, argument: Value) -> Value {
        let argument = self.own(argument);
        self.recurs = true;
        let ((go, _), (on, _)) = (self.block(0), self.block(0));
        self.branch_inside(self.depth, (go, &[]), None);
        self.begin(go);
        let (depth, list, itself) = (self.depth, self.list, self.itself);
        let less = self.ins().iadd_imm_s(depth, -1);
        let call = self.ins().call(itself, &[list, less, argument]);
        let answer = self.builder.inst_results(call)[0];
        let worked = self.ins().icmp_imm_s(IntCC::NotEqual, answer, FAULT as i64);
        self.branch_inside(worked, (on, &[]), None);
        self.begin(on);
        self.made(answer)
    }

    pub fn word(&mut self, value: u64) -> Value {
        let value = self.ins().iconst(I64, value as i64);
        self.made(value)
    }

    /// 1 if `a < b`, else 0.
    pub fn less(&mut self, a: Value, b: Value) -> Value {
        self.compared(IntCC::UnsignedLessThan, a, b)
    }

    /// 1 if `a == b`, else 0.
    pub fn equal(&mut self, a: Value, b: Value) -> Value {
        self.compared(IntCC::Equal, a, b)
    }

    fn compared(&mut self, how: IntCC, a: Value, b: Value) -> Value {
        let (a, b) = (self.own(a), self.own(b));
        let answer = self.ins().icmp(how, a, b);
        let answer = self.ins().uextend(I64, answer);
        self.made(answer)
    }

    /// The number of the highest bit that is set; some number or other without one.
    pub fn highest(&mut self, a: Value) -> Value {
        let above = self.leading_zeros(a);
        let last = self.word(63);
        self.sub(last, above)
    }

    /// `yes` unless the condition is 0.
    pub fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let [condition, yes, no] = [condition, yes, no].map(|value| self.own(value));
        let value = self.ins().select(condition, yes, no);
        self.made(value)
    }

    /// A place to jump to, with so many values handed over.
    pub fn block(&mut self, params: usize) -> (Block, Vec<Value>) {
        let block = self.builder.create_block();
        assert_eq!(block.as_u32() as usize, self.stages.len());
        self.stages.push(Stage::Named);
        let values = (0..params).map(|_| self.builder.append_block_param(block, I64)).collect::<Vec<_>>();
        (Block { maker: self.number, block }, values.into_iter().map(|value| self.made(value)).collect())
    }

    /// What follows is written there.
    ///
    /// # Panics
    ///
    /// Panics if the block before is not ended, or this one was begun before.
    pub fn begin(&mut self, block: Block) {
        self.must_own(block.maker);
        self.switch_to(block.block);
    }

    pub fn jump(&mut self, to: Block, values: &[Value]) {
        let (to, args) = self.target((to, values));
        self.ins().jump(to, &args);
        self.end();
    }

    /// Goes on at the first block unless the condition is 0, else at the second.
    pub fn branch(&mut self, condition: Value, yes: (Block, &[Value]), no: (Block, &[Value])) {
        let condition = self.own(condition);
        self.branch_inside(condition, yes, Some(no));
    }

    /// The same; without a second block the program ends as by a check that fails.
    pub(crate) fn branch_inside(
        &mut self,
        condition: ir::Value,
        yes: (Block, &[Value]),
        no: Option<(Block, &[Value])>,
    ) {
        let (yes, yes_args) = self.target(yes);
        let (no, no_args) = no.map_or((self.fault, Vec::new()), |no| self.target(no));
        self.ins().brif(condition, yes, &yes_args, no, &no_args);
        self.end();
    }

    fn target(&self, (block, values): (Block, &[Value])) -> (ir::Block, Vec<BlockArg>) {
        self.must_own(block.maker);
        (block.block, values.iter().map(|value| BlockArg::Value(self.own(*value))).collect())
    }

    pub fn ret(&mut self, answer: Value) {
        let answer = self.own(answer);
        self.ins().return_(&[answer]);
        self.end();
    }

    /// Ends the program as a check does that fails.
    pub fn fail(&mut self) {
        let fault = self.fault;
        self.ins().jump(fault, &[]);
        self.end();
    }

    fn end(&mut self) {
        self.set_stage(self.here, Stage::Ended);
    }

    pub(crate) fn load_from(&mut self, (address, distance): (ir::Value, i32)) -> Value {
        let value = self.ins().load(I64, MemFlagsData::trusted(), address, distance);
        self.made(value)
    }

    pub(crate) fn store_to(&mut self, (address, distance): (ir::Value, i32), value: Value) {
        let value = self.own(value);
        self.ins().store(MemFlagsData::trusted(), value, address, distance);
    }
}

/// Ops of two words and of one.
macro_rules! ops {
    ($($(#[$doc:meta])* $vis:vis $name:ident($a:ident $(, $b:ident)?) = $op:ident;)*) => {
        impl Maker<'_> {$(
            $(#[$doc])*
            $vis fn $name(&mut self, $a: Value $(, $b: Value)?) -> Value {
                let $a = self.own($a);
                $(let $b = self.own($b);)?
                let value = self.ins().$op($a $(, $b)?);
                self.made(value)
            }
        )*}
    };
}

ops! {
    pub and(a, b) = band;
    pub and_not(a, b) = band_not;
    pub or(a, b) = bor;
    pub xor(a, b) = bxor;
    pub add(a, b) = iadd;
    pub sub(a, b) = isub;
    pub mul(a, b) = imul;
    /// The upper half of the product.
    pub mul_high(a, b) = umulhi;
    /// Shifts are by the lowest six bits of the distance.
    pub shl(a, by) = ishl;
    pub shr(a, by) = ushr;
    pub rotate_left(a, by) = rotl;
    /// How many bits are set.
    pub count(a) = popcnt;
    /// The number of the lowest bit that is set; 64 without one.
    pub lowest(a) = ctz;
    leading_zeros(a) = clz;
}
