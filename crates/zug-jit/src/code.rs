//! Programs that can be called.
#![allow(unsafe_code)]

use crate::FAULT;
use cranelift_jit::JITModule;
use std::fmt;

/// A program as machine code. Its memory is given back when it is dropped.
pub struct Code {
    /// Taken only when dropped.
    module: Option<JITModule>,
    entry: extern "C" fn(*const *mut u64) -> u64,
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
    /// `entry` is a function of the module that takes a list of pointers to regions of these lengths, and whose accesses
    /// stay inside regions and tables.
    pub(crate) unsafe fn new(
        module: JITModule,
        entry: *const u8,
        lens: Vec<usize>,
        tables: Vec<Box<[u64]>>,
    ) -> Self {
        // SAFETY: the caller says what the function takes; code pointers and data pointers have one size here.
        let entry = unsafe { std::mem::transmute::<*const u8, extern "C" fn(*const *mut u64) -> u64>(entry) };
        Code { module: Some(module), entry, lens, _tables: tables }
    }

    /// Runs the program. `None` if a region is too short or missing, or a check inside has failed.
    #[inline]
    pub fn call(&self, regions: &mut [&mut [u64]]) -> Option<u64> {
        let fit = regions.len() == self.lens.len()
            && regions.iter().zip(&self.lens).all(|(region, len)| region.len() >= *len);
        if !fit || regions.len() > 8 {
            return None;
        }
        let mut pointers = [std::ptr::null_mut(); 8];
        for (pointer, region) in pointers.iter_mut().zip(regions.iter_mut()) {
            *pointer = region.as_mut_ptr();
        }
        let answer = (self.entry)(pointers.as_ptr());
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
