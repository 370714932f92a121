//! What the fuzz targets do with their bytes.
//!
//! Each function takes anything at all and panics if the project breaks a promise: no input makes it panic,
//! hang or eat the memory, what is printed reads back, what is offered can be played. `fuzz/` hands them the
//! inputs of libFuzzer; `tests/seeds.rs` hands them every seed and every input that was once a finding.
//! `docs/fuzzing.md` says how to run and how to keep a finding.

mod draw;
mod games;
mod mutate;
mod play;

mod blocks;
mod formats;
mod lang;
mod mutants;
mod position;
mod protocol;
mod reader;
mod record;
mod rules;
mod script_code;
mod script_text;
mod script_wild;
mod scripts;
mod zir;
mod zsg;

pub use blocks::{blocks, twofold};
pub use formats::{mat, pdn, pgn, sgf};
pub use lang::lang;
pub use mutants::{mutant_text, mutants, zrf};
pub use mutate::mutate;
pub use position::position;
pub use protocol::protocol;
pub use reader::reader;
pub use record::record;
pub use rules::{macros, model};
pub use scripts::{Met, script, script_text, scripts};
pub use zir::zir;
pub use zsg::zsg;

/// A fuzz target.
pub struct Target {
    /// The name of its folders in `fuzz/`.
    pub name: &'static str,
    /// What it does with its bytes.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 14] = [
    Target { name: "reader", run: reader },
    Target { name: "macros", run: macros },
    Target { name: "model", run: |bytes| _ = model(bytes) },
    Target { name: "zir", run: |bytes| _ = zir(bytes) },
    Target {
        name: "blocks",
        run: |bytes| {
            blocks(bytes);
            twofold(bytes);
        },
    },
    Target { name: "zsg", run: zsg },
    Target { name: "position", run: position },
    Target { name: "lang", run: |bytes| _ = lang(bytes) },
    Target { name: "record", run: record },
    Target { name: "protocol", run: protocol },
    Target { name: "pgn", run: pgn },
    Target { name: "pdn", run: pdn },
    Target { name: "sgf", run: sgf },
    Target { name: "mat", run: mat },
];

/// A few hundred bytes that depend on the seed alone (splitmix).
pub fn random_bytes(seed: u64) -> Vec<u8> {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
    let mut next = || {
        x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    (0..60 + seed % 40).flat_map(|_| next().to_le_bytes()).collect()
}
