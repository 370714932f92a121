//! Whose meanings apply where Zillions and z2j differ.

use crate::options::{Chosen, find, is_script, normalise};
use zug_model::{ConfigReading, NoMoves, Repetition, UnlistedMode};

/// The two readings of a rules file; see the last section of `spec/zrf-extensions.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    Zillions,
    Z2j,
}

impl Dialect {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "zillions" => Some(Self::Zillions),
            "z2j" => Some(Self::Z2j),
            _ => None,
        }
    }

    /// The settings a file of this dialect starts with, before its options.
    pub(crate) fn defaults(self, chosen: &mut Chosen) {
        if self == Self::Z2j {
            chosen.settings.config_reading = ConfigReading::Any;
            chosen.settings.repetition = Repetition::Nothing;
            chosen.settings.unlisted_mode = UnlistedMode::ContinuationOnly;
            chosen.settings.no_moves = NoMoves::Loss;
        }
    }
}

/// Does an option show that the file was written for z2j?
pub(crate) fn tells_z2j(option: &str) -> bool {
    let name = normalise(option);
    find(&name).map_or_else(|| is_script(&name), |row| row.is_z2j())
}

/// The dialect of files that say `(version …)`: Zillions ended with 2.0, z2j went on with 3.0. `None`: not a known version.
pub(crate) fn of_version(version: &str) -> Option<Dialect> {
    match version.trim() {
        "1.3" | "2.0" => Some(Dialect::Zillions),
        "3.0" => Some(Dialect::Z2j),
        _ => None,
    }
}
