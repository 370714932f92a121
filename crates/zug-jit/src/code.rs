//! Programs that can be called.
#![allow(unsafe_code)]

use crate::{FAULT, MAX_DEPTH};
use cranelift_jit::JITModule;
use std::fmt;
use std::sync::Arc;

/// Regions, depth, argument.
type Entry = extern "C" fn(*const *mut u64, u64, u64) -> u64;

/// A program as machine code. Its memory is given back when it is dropped.
pub struct Code {
    /// Taken only when dropped.
    module: Option<JITModule>,
    entry: Entry,
    /// How long each region must be.
    lens: Vec<usize>,
    /// The program holds pointers into these lists. They are never changed, and stay where they are while this is moved.
    _tables: Vec<Arc<[u64]>>,
}

// SAFETY: nothing here belongs to one thread. The module is all that keeps this from being `Send` by itself: it holds pointers to
// the code, which is finished, and functions that look up names, which are `Send`; it is touched once more, to be freed.
unsafe impl Send for Code {}
// SAFETY: through a shared reference only `call` does anything: it reads `lens` and runs the code. Code and tables are never
// written to again, and each call works on regions of its own, which are borrowed mutably. The module, which is not made to be
// shared, is out of reach until the drop, which has the only reference.
unsafe impl Sync for Code {}

impl Code {
    /// # Safety
    ///
    /// `entry` is a function of the module that takes a list of pointers to regions of these lengths and two numbers, whose
    /// accesses stay inside these regions and `tables`, that writes to regions only, and calls itself no deeper than the first number
    /// says; with that depth below `MAX_DEPTH` its stack is bounded.
    pub(crate) unsafe fn new(
        module: JITModule,
        entry: *const u8,
        lens: Vec<usize>,
        tables: Vec<Arc<[u64]>>,
    ) -> Self {
        // SAFETY: the caller says what the function takes; code pointers and data pointers have one size here.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(entry) };
        Code { module: Some(module), entry, lens, _tables: tables }
    }

    /// Runs the program. `None` if a region is too short or missing, or a check inside has failed.
    #[inline]
    pub fn call<const N: usize>(&self, regions: &mut [&mut [u64]; N]) -> Option<u64> {
        self.call_with(regions, 0, 0)
    }

    /// Runs a program that calls itself. `None` also if it is to go too deep.
    #[inline]
    pub fn call_with<const N: usize>(
        &self,
        regions: &mut [&mut [u64]; N],
        depth: usize,
        argument: u64,
    ) -> Option<u64> {
        let lens: &[usize; N] = self.lens[..].try_into().ok()?;
        if depth >= MAX_DEPTH || (0..N).any(|i| regions[i].len() < lens[i]) {
            return None;
        }
        let pointers = regions.each_mut().map(|region| region.as_mut_ptr());
        // The regions stay borrowed until the program is done, each by itself; so nobody else sees what it writes.
        let answer = (self.entry)(pointers.as_ptr(), depth as u64, argument);
        (answer != FAULT).then_some(answer)
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: whoever could call the program has borrowed `self`, so nobody runs it or can run it later.
            unsafe { module.free_memory() }
        }
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").field("lens", &self.lens).finish_non_exhaustive()
    }
}
