//! From what is written to machine code. Unsafe in one place: where the finished function is handed on as a program.
#![allow(unsafe_code)]

use crate::code::Code;
use crate::maker::{Made, Maker};
use crate::{MAX_DEPTH, NoCode};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, Signature};
use cranelift_codegen::isa::CallConv;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{CompiledCode, verify_function};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use std::sync::atomic::{AtomicU32, Ordering};

/// Settings of the compiler. Cranelift's own verifier runs after every pass and takes longer than the passes; what is written here
/// is verified once, before the first. Large frames touch every page of the stack in turn, so that the guard behind it is never
/// passed over.
const SETTINGS: [(&str, &str); 6] = [
    ("opt_level", "speed"),
    ("is_pic", "false"),
    ("use_colocated_libcalls", "false"),
    ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
    ("enable_probestack", "true"),
    ("probestack_strategy", "inline"),
];

/// Programs take no more stack than this, all calls of themselves together: half of what a thread has.
const STACK: usize = 1 << 20;
/// What a call puts on the stack beside the frame, with room to spare.
const PER_CALL: usize = 64;

/// Makes a program for regions of at least these lengths. `make` writes it, from its first op; the block it is in when
/// it returns must have ended.
///
/// # Panics
///
/// `make` panics where it uses something of another program, leaves a list, or writes a block that is not ended: mistakes
/// of the program that writes this one. What only the whole program shows, such as a value used where it was never computed, is
/// an error.
pub fn compile(lens: &[usize], make: impl FnOnce(&mut Maker<'_>)) -> Result<Code, NoCode> {
    let mut flags = settings::builder();
    for (name, value) in SETTINGS {
        flags.set(name, value).map_err(NoCode::because)?;
    }
    let isa = cranelift_native::builder().map_err(NoCode::because)?;
    let isa = isa.finish(settings::Flags::new(flags)).map_err(NoCode::because)?;
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let pointer = module.target_config().pointer_type();
    if pointer != I64 || usize::BITS != u64::BITS {
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
    let builder = FunctionBuilder::new(&mut context.func, &mut of_builder);
    let mut maker = Maker::new(builder, next_number()?, lens, itself);
    make(&mut maker);
    let Made { tables, recurs } = maker.finish(module.target_config());
    verify_function(&context.func, module.isa()).map_err(NoCode::because)?;
    module.define_function(function, &mut context).map_err(NoCode::because)?;
    let calls = if recurs { MAX_DEPTH } else { 1 };
    if context.compiled_code().and_then(frame).is_none_or(|frame| frame.saturating_mul(calls) > STACK) {
        return Err(NoCode::because("it may need more stack than it is given"));
    }
    module.clear_context(&mut context);
    module.finalize_definitions().map_err(NoCode::because)?;
    let entry = module.get_finalized_function(function);
    // SAFETY: the function was declared to take one pointer and two numbers, in the way of calling that `extern "C"` means here, and
    // to answer one. It reads as many pointers behind the first as there are lengths; its other accesses are made by
    // `Maker::in_region` and `Maker::look_up_at`, which explain why they stay inside. It was verified: no value is used where it has
    // not been computed, so no index without its check. It calls nothing but itself, at most as deep as it is told, and its stack is
    // bounded as checked above.
    Ok(unsafe { Code::new(module, entry, lens.to_vec(), tables) })
}

/// A number for each program, never the same one twice.
fn next_number() -> Result<u32, NoCode> {
    static LAST: AtomicU32 = AtomicU32::new(0);
    let next = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| last.checked_add(1));
    next.map_err(|_| NoCode::because("too many programs were made"))
}

/// What a call of the function puts on the stack.
fn frame(code: &CompiledCode) -> Option<usize> {
    code.buffer.frame_layout().map(|layout| layout.frame_to_fp_offset as usize + PER_CALL)
}
