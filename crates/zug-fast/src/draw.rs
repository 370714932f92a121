//! Drawing moves.

/// A stream of random numbers (SplitMix64, Steele, Lea and Flood 2014). One word of state, so that generated code can go on
/// where this one stopped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    pub(crate) state: u64,
}

/// Added to the state at each step; then come two rounds of shift and multiply, and a last shift.
pub(crate) const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
pub(crate) const ROUNDS: [(u32, u64); 2] = [(30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB)];
pub(crate) const LAST: u32 = 31;

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Draw { state: seed }
    }

    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mix = |x: u64, (shift, factor): (u32, u64)| (x ^ x >> shift).wrapping_mul(factor);
        let x = ROUNDS.into_iter().fold(self.state, mix);
        x ^ x >> LAST
    }

    /// A number below `n`, every one equally likely. `n` is not 0.
    #[inline]
    pub(crate) fn below(&mut self, n: usize) -> usize {
        // Multiply and reject (Lemire); the remainder is below `n`, so most numbers need no division.
        let n = n as u64;
        loop {
            let wide = u128::from(self.next()) * u128::from(n);
            let low = wide as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (wide >> 64) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the stream of 1234567, as published with the algorithm's reference implementation.
    #[test]
    fn the_stream_is_that_of_splitmix() {
        let mut draw = Draw::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| draw.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
