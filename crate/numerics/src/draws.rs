//! Pseudorandom numbers that are the same at every call (xorshift64, Marsaglia 2003), so that equal input gives equal
//! answers on every machine.

/// A sequence of pseudorandom numbers.
#[derive(Debug)]
pub struct Draws(u64);

impl Default for Draws {
    fn default() -> Draws {
        Draws(0x9e37_79b9_7f4a_7c15)
    }
}

impl Draws {
    /// The sequence of a seed, which must not be 0.
    pub fn of(seed: u64) -> Draws {
        debug_assert!(seed != 0, "0 gives zeros for ever");
        Draws(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From 0 (included) to 1 (not included).
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// From 0 to `count` - 1. `count` is at least 1.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }
}
