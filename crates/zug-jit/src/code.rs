//! Programs that can be called.
#![allow(unsafe_code)]

use crate::{FAULT, MAX_DEPTH};
use cranelift_jit::JITModule;
use std::fmt;

/// Regions, depth, argument.
type Entry = extern "C" fn(*const *mut u64, u64, u64) -> u64;

/// A program as machine code. Its memory is given back when it is dropped.
pub struct Code {
    /// Taken only when dropped.
    module: Option<JITModule>,
    entry: Entry,
    /// How long each region must be.
    lens: Vec<usize>,
    /// The program holds pointers into these lists; boxes do not move.
    _tables: Vec<Box<[u64]>>,
}

// SAFETY: after it is made a program is never changed: the module is only kept to be freed, and tables are only read.
unsafe impl Send for Code {}
// SAFETY: as above; each call works on regions of its own, which are borrowed mutably.
unsafe impl Sync for Code {}

impl Code {
    /// # Safety
    ///
    /// `entry` is a function of the module that takes a list of pointers to regions of these lengths and two numbers, whose
    /// accesses stay inside regions and tables, and that calls itself no deeper than the first number says.
    pub(crate) unsafe fn new(
        module: JITModule,
        entry: *const u8,
        lens: Vec<usize>,
        tables: Vec<Box<[u64]>>,
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
