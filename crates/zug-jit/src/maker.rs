//! Making programs.
#![allow(unsafe_code)]

use crate::code::Code;
use crate::{FAULT, NoCode};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, AbiParam, BlockArg, InstBuilder, MemFlagsData, Signature};
use cranelift_codegen::isa::CallConv;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};

/// A word computed by a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value(ir::Value);

/// A word that is below a limit.
#[derive(Clone, Copy, Debug)]
pub struct Below {
    value: Value,
    limit: usize,
}

impl Below {
    pub fn value(self) -> Value {
        self.value
    }
}

/// A place to jump to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block(ir::Block);

/// A list of words that belongs to the program.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    index: usize,
    len: usize,
}

/// A part of a region that stands for it.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    start: ir::Value,
    len: usize,
}

/// A program calls itself at most so often inside itself, less one.
pub const MAX_DEPTH: usize = 64;

/// Makes one program.
pub struct Maker<'a> {
    builder: FunctionBuilder<'a>,
    tables: Vec<Box<[u64]>>,
    /// The list of regions, as handed over.
    list: ir::Value,
    regions: Vec<Window>,
    depth: ir::Value,
    argument: ir::Value,
    itself: ir::FuncRef,
    fault: ir::Block,
}

/// Makes a program for regions of at least these lengths. `make` writes it, from its first op; the block it is in when
/// it returns must have ended.
pub fn compile(lens: &[usize], make: impl FnOnce(&mut Maker<'_>)) -> Result<Code, NoCode> {
    let mut flags = settings::builder();
    let set = [("opt_level", "speed"), ("is_pic", "false"), ("use_colocated_libcalls", "false")];
    // What we write is verified by tests of the programs; the verifier takes longer than the compiler.
    for (name, value) in
        set.into_iter().chain([("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" })])
    {
        flags.set(name, value).map_err(NoCode::because)?;
    }
    let isa = cranelift_native::builder().map_err(NoCode::because)?;
    let isa = isa.finish(settings::Flags::new(flags)).map_err(NoCode::because)?;
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let pointer = module.target_config().pointer_type();
    if pointer != I64 {
        return Err(NoCode::because("words of the machine are not of 64 bits"));
    }
    let mut signature = Signature::new(CallConv::triple_default(module.isa().triple()));
    // The list of regions, the depth, the argument.
    signature.params.extend([AbiParam::new(I64); 3]);
    signature.returns.push(AbiParam::new(I64));
    let function =
        module.declare_function("program", Linkage::Export, &signature).map_err(NoCode::because)?;
    let mut context = module.make_context();
    context.func.signature = signature;
    let itself = module.declare_func_in_func(function, &mut context.func);
    let mut of_builder = FunctionBuilderContext::new();
    let mut maker = Maker::new(FunctionBuilder::new(&mut context.func, &mut of_builder), lens, itself);
    make(&mut maker);
    let tables = maker.finish(module.target_config());
    module.define_function(function, &mut context).map_err(NoCode::because)?;
    module.clear_context(&mut context);
    module.finalize_definitions().map_err(NoCode::because)?;
    let entry = module.get_finalized_function(function);
    // SAFETY: the function was declared to take one pointer and two numbers, and reads as many pointers behind it as there
    // are lengths. All its other accesses are made by `Maker::access`, which explains why they stay inside.
    Ok(unsafe { Code::new(module, entry, lens.to_vec(), tables) })
}

impl<'a> Maker<'a> {
    fn new(mut builder: FunctionBuilder<'a>, lens: &[usize], itself: ir::FuncRef) -> Self {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let [list, depth, argument] = [0, 1, 2].map(|i| builder.block_params(entry)[i]);
        let flags = MemFlagsData::trusted();
        let mut window = |(i, len): (usize, &usize)| {
            let start = builder.ins().load(I64, flags, list, 8 * i as i32);
            Window { start, len: *len }
        };
        let regions = lens.iter().enumerate().map(&mut window).collect();
        let fault = builder.create_block();
        Maker { builder, tables: Vec::new(), list, regions, depth, argument, itself, fault }
    }

    fn finish(mut self, config: cranelift_codegen::isa::TargetFrontendConfig) -> Vec<Box<[u64]>> {
        self.builder.switch_to_block(self.fault);
        self.builder.set_cold_block(self.fault);
        let answer = self.builder.ins().iconst(I64, FAULT as i64);
        self.builder.ins().return_(&[answer]);
        self.builder.seal_all_blocks();
        self.builder.finalize(config);
        self.tables
    }

    /// A list of words for the program to read; equal lists are one.
    pub fn table(&mut self, words: Vec<u64>) -> Table {
        let known = self.tables.iter().position(|table| table[..] == words[..]);
        let index = known.unwrap_or(self.tables.len());
        let table = Table { index, len: words.len() };
        if known.is_none() {
            self.tables.push(words.into());
        }
        table
    }

    /// How deep the program may call itself.
    pub fn depth(&mut self) -> Below {
        let depth = Value(self.depth);
        self.below(depth, MAX_DEPTH)
    }

    /// What the program was called with.
    pub fn argument(&self) -> Value {
        Value(self.argument)
    }

    /// The answer of this program for another argument, with a depth of one less. A fault if the depth is 0, or if that
    /// call ends with one; so no program goes deeper than it was told.
    pub fn recur(&mut self, argument: Value) -> Value {
        let ((go, _), (on, _)) = (self.block(0), self.block(0));
        self.builder.ins().brif(self.depth, go.0, &[], self.fault, &[]);
        self.begin(go);
        let less = self.builder.ins().iadd_imm_s(self.depth, -1);
        let call = self.builder.ins().call(self.itself, &[self.list, less, argument.0]);
        let answer = self.builder.inst_results(call)[0];
        let failed = self.builder.ins().icmp_imm_s(IntCC::Equal, answer, FAULT as i64);
        self.builder.ins().brif(failed, self.fault, &[], on.0, &[]);
        self.begin(on);
        Value(answer)
    }

    /// A row of a region of rows.
    ///
    /// # Panics
    ///
    /// Panics if it is not inside: a mistake in the program that writes this one.
    pub fn window(&mut self, region: usize, row: Below, len: usize) -> Window {
        let whole = self.regions[region];
        assert!(row.limit * len <= whole.len, "a window outside of region {region}");
        let distance = self.word(8 * len as u64);
        let distance = self.mul(row.value, distance);
        Window { start: self.builder.ins().iadd(whole.start, distance.0), len }
    }

    /// From now on the window stands for the region. What stood for it before?
    pub fn look_through(&mut self, region: usize, window: Window) -> Window {
        std::mem::replace(&mut self.regions[region], window)
    }

    pub fn word(&mut self, value: u64) -> Value {
        Value(self.builder.ins().iconst(I64, value as i64))
    }

    pub fn and(&mut self, a: Value, b: Value) -> Value {
        Value(self.builder.ins().band(a.0, b.0))
    }

    pub fn and_not(&mut self, a: Value, b: Value) -> Value {
        Value(self.builder.ins().band_not(a.0, b.0))
    }

    pub fn or(&mut self, a: Value, b: Value) -> Value {
        Value(self.builder.ins().bor(a.0, b.0))
    }

    pub fn xor(&mut self, a: Value, b: Value) -> Value {
        Value(self.builder.ins().bxor(a.0, b.0))
    }

    pub fn add(&mut self, a: Value, b: Value) -> Value {
        Value(self.builder.ins().iadd(a.0, b.0))
    }

    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        Value(self.builder.ins().isub(a.0, b.0))
    }

    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        Value(self.builder.ins().imul(a.0, b.0))
    }

    /// The upper half of the product.
    pub fn mul_high(&mut self, a: Value, b: Value) -> Value {
        Value(self.builder.ins().umulhi(a.0, b.0))
    }

    /// Shifts are by the lowest six bits of the distance.
    pub fn shl(&mut self, a: Value, by: Value) -> Value {
        Value(self.builder.ins().ishl(a.0, by.0))
    }

    pub fn shr(&mut self, a: Value, by: Value) -> Value {
        Value(self.builder.ins().ushr(a.0, by.0))
    }

    pub fn rotate_left(&mut self, a: Value, by: Value) -> Value {
        Value(self.builder.ins().rotl(a.0, by.0))
    }

    /// How many bits are set.
    pub fn count(&mut self, a: Value) -> Value {
        Value(self.builder.ins().popcnt(a.0))
    }

    /// The number of the lowest bit that is set; 64 without one.
    pub fn lowest(&mut self, a: Value) -> Value {
        Value(self.builder.ins().ctz(a.0))
    }

    /// The number of the highest bit that is set; some number or other without one.
    pub fn highest(&mut self, a: Value) -> Value {
        let above = self.builder.ins().clz(a.0);
        let last = self.word(63);
        self.sub(last, Value(above))
    }

    /// 1 if `a < b`, else 0.
    pub fn less(&mut self, a: Value, b: Value) -> Value {
        let answer = self.builder.ins().icmp(IntCC::UnsignedLessThan, a.0, b.0);
        Value(self.builder.ins().uextend(I64, answer))
    }

    /// 1 if `a == b`, else 0.
    pub fn equal(&mut self, a: Value, b: Value) -> Value {
        let answer = self.builder.ins().icmp(IntCC::Equal, a.0, b.0);
        Value(self.builder.ins().uextend(I64, answer))
    }

    /// `yes` unless the condition is 0.
    pub fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        Value(self.builder.ins().select(condition.0, yes.0, no.0))
    }

    /// A place to jump to, with so many values handed over.
    pub fn block(&mut self, params: usize) -> (Block, Vec<Value>) {
        let block = self.builder.create_block();
        let values = (0..params).map(|_| Value(self.builder.append_block_param(block, I64))).collect();
        (Block(block), values)
    }

    /// What follows is written there.
    pub fn begin(&mut self, block: Block) {
        self.builder.switch_to_block(block.0);
    }

    pub fn jump(&mut self, to: Block, values: &[Value]) {
        let args = arguments(values);
        self.builder.ins().jump(to.0, &args);
    }

    /// Goes on at the first block unless the condition is 0, else at the second.
    pub fn branch(&mut self, condition: Value, yes: (Block, &[Value]), no: (Block, &[Value])) {
        let (a, b) = (arguments(yes.1), arguments(no.1));
        self.builder.ins().brif(condition.0, yes.0.0, &a, no.0.0, &b);
    }

    pub fn ret(&mut self, answer: Value) {
        self.builder.ins().return_(&[answer.0]);
    }

    /// Ends the program as a check does that fails.
    pub fn fail(&mut self) {
        self.builder.ins().jump(self.fault, &[]);
    }

    /// The same value, known to be below the limit; otherwise the program ends at once.
    pub fn below(&mut self, value: Value, limit: usize) -> Below {
        let fits = self.builder.ins().icmp_imm_u(IntCC::UnsignedLessThan, value.0, limit as i64);
        let next = self.builder.create_block();
        self.builder.ins().brif(fits, next, &[], self.fault, &[]);
        self.builder.switch_to_block(next);
        Below { value, limit }
    }

    /// The lowest bits of a value.
    pub fn masked(&mut self, value: Value, bits: u32) -> Below {
        let mask = self.word((1 << bits) - 1);
        Below { value: self.and(value, mask), limit: 1 << bits }
    }

    /// A number below a limit, without some of its lowest bits.
    pub fn halved(&mut self, number: Below, bits: u32) -> Below {
        let by = self.word(u64::from(bits));
        Below { value: self.shr(number.value, by), limit: ((number.limit - 1) >> bits) + 1 }
    }

    /// A number below a limit, so many times.
    pub fn times(&mut self, number: Below, by: usize) -> Below {
        let factor = self.word(by as u64);
        Below { value: self.mul(number.value, factor), limit: (number.limit - 1) * by + 1 }
    }

    /// `row * width + column`.
    pub fn cell_of(&mut self, row: Below, width: usize, column: Below) -> Below {
        assert!(column.limit <= width, "columns outside of the row");
        let width_value = self.word(width as u64);
        let start = self.mul(row.value, width_value);
        Below { value: self.add(start, column.value), limit: row.limit * width }
    }

    /// The sum of two numbers, with a limit of its own.
    pub fn sum(&mut self, a: Below, b: Below) -> Below {
        Below { value: self.add(a.value, b.value), limit: a.limit + b.limit - 1 }
    }

    /// A constant known to be below a limit.
    pub fn constant_below(&mut self, value: usize, limit: usize) -> Below {
        assert!(value < limit, "{value} is not below {limit}");
        Below { value: self.word(value as u64), limit }
    }

    /// A word of a region.
    ///
    /// # Panics
    ///
    /// Panics if the place is outside: a mistake in the program that writes this one.
    pub fn load(&mut self, region: usize, at: usize) -> Value {
        let address = self.access(region, at, None);
        Value(self.builder.ins().load(I64, MemFlagsData::trusted(), address, 8 * at as i32))
    }

    pub fn store(&mut self, region: usize, at: usize, value: Value) {
        let address = self.access(region, at, None);
        self.builder.ins().store(MemFlagsData::trusted(), value.0, address, 8 * at as i32);
    }

    /// The word `index` places behind that place.
    pub fn load_at(&mut self, region: usize, at: usize, index: Below) -> Value {
        let address = self.access(region, at, Some(index));
        Value(self.builder.ins().load(I64, MemFlagsData::trusted(), address, 8 * at as i32))
    }

    pub fn store_at(&mut self, region: usize, at: usize, index: Below, value: Value) {
        let address = self.access(region, at, Some(index));
        self.builder.ins().store(MemFlagsData::trusted(), value.0, address, 8 * at as i32);
    }

    /// A word of a table.
    pub fn look_up(&mut self, table: Table, index: Below) -> Value {
        self.look_up_at(table, 0, index)
    }

    /// The word of a table `index` places behind that place.
    ///
    /// # Panics
    ///
    /// Panics if that may be outside: a mistake in the program that writes this one.
    pub fn look_up_at(&mut self, table: Table, at: usize, index: Below) -> Value {
        assert!(at + index.limit <= table.len, "{} behind {at} in a table of {}", index.limit, table.len);
        let start = self.tables[table.index].as_ptr() as i64;
        let start = self.builder.ins().iconst(I64, start);
        let address = self.address(start, index);
        Value(self.builder.ins().load(I64, MemFlagsData::trusted(), address, 8 * at as i32))
    }

    /// The address that a constant distance is added to. Regions are at least as long as the program was told, `Code::call`
    /// sees to that; a constant place is checked here, an index by what made it a `Below`; tables live as long
    /// as the program. So no access leaves what it belongs to.
    fn access(&mut self, region: usize, at: usize, index: Option<Below>) -> ir::Value {
        let limit = index.map_or(1, |i| i.limit);
        let Window { start, len } = self.regions[region];
        assert!(at + limit <= len, "an access outside of region {region}");
        match index {
            Some(index) => self.address(start, index),
            None => start,
        }
    }

    fn address(&mut self, start: ir::Value, index: Below) -> ir::Value {
        let distance = self.builder.ins().ishl_imm_u(index.value.0, 3);
        self.builder.ins().iadd(start, distance)
    }
}

fn arguments(values: &[Value]) -> Vec<BlockArg> {
    values.iter().map(|v| BlockArg::Value(v.0)).collect()
}
