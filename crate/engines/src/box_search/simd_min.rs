//! Least numbers without branches. The smaller of two numbers is unpredictable here, and WebAssembly compiles its only
//! choice between two floats to a jump. The choice between two *pairs* of floats is one instruction.

pub use pair::TwoLanes;

#[cfg(target_arch = "wasm32")]
mod pair {
    use core::arch::wasm32::{
        f64x2, f64x2_extract_lane, f64x2_lt, f64x2_mul, f64x2_pmin, f64x2_splat, f64x2_sub, i64x2_shuffle, v128,
        v128_bitselect,
    };

    /// Two numbers, neither of them NaN.
    #[derive(Clone, Copy)]
    pub struct TwoLanes(v128);

    impl TwoLanes {
        #[inline(always)]
        pub fn of(a: f64, b: f64) -> TwoLanes {
            TwoLanes(f64x2(a, b))
        }

        #[inline(always)]
        pub fn both(x: f64) -> TwoLanes {
            TwoLanes(f64x2_splat(x))
        }

        #[inline(always)]
        pub fn first(self) -> f64 {
            f64x2_extract_lane::<0>(self.0)
        }

        #[inline(always)]
        pub fn second(self) -> f64 {
            f64x2_extract_lane::<1>(self.0)
        }

        /// The lesser numbers, place by place. Of equal numbers, those of `self`.
        #[inline(always)]
        pub fn lesser(self, other: TwoLanes) -> TwoLanes {
            TwoLanes(f64x2_pmin(self.0, other.0))
        }

        #[inline(always)]
        pub fn turned(self) -> TwoLanes {
            TwoLanes(i64x2_shuffle::<1, 0>(self.0, self.0))
        }

        /// `self - factor * other`, place by place.
        #[inline(always)]
        pub fn less_times(self, factor: TwoLanes, other: TwoLanes) -> TwoLanes {
            TwoLanes(f64x2_sub(self.0, f64x2_mul(factor.0, other.0)))
        }

        /// `yes` where `self` is less than `than`, else `no`.
        #[inline(always)]
        pub fn where_less(self, than: TwoLanes, yes: TwoLanes, no: TwoLanes) -> TwoLanes {
            TwoLanes(v128_bitselect(yes.0, no.0, f64x2_lt(self.0, than.0)))
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod pair {
    /// Two numbers, neither of them NaN.
    #[derive(Clone, Copy)]
    pub struct TwoLanes([f64; 2]);

    impl TwoLanes {
        #[inline(always)]
        pub fn of(a: f64, b: f64) -> TwoLanes {
            TwoLanes([a, b])
        }

        #[inline(always)]
        pub fn both(x: f64) -> TwoLanes {
            TwoLanes([x, x])
        }

        #[inline(always)]
        pub fn first(self) -> f64 {
            self.0[0]
        }

        #[inline(always)]
        pub fn second(self) -> f64 {
            self.0[1]
        }

        /// The lesser numbers, place by place. Of equal numbers, those of `self`.
        #[inline(always)]
        pub fn lesser(self, other: TwoLanes) -> TwoLanes {
            other.where_less(self, other, self)
        }

        #[inline(always)]
        pub fn turned(self) -> TwoLanes {
            TwoLanes([self.0[1], self.0[0]])
        }

        /// `self - factor * other`, place by place.
        #[inline(always)]
        pub fn less_times(self, factor: TwoLanes, other: TwoLanes) -> TwoLanes {
            TwoLanes([0, 1].map(|i| self.0[i] - factor.0[i] * other.0[i]))
        }

        /// `yes` where `self` is less than `than`, else `no`.
        #[inline(always)]
        pub fn where_less(self, than: TwoLanes, yes: TwoLanes, no: TwoLanes) -> TwoLanes {
            TwoLanes([0, 1].map(|i| if self.0[i] < than.0[i] { yes.0[i] } else { no.0[i] }))
        }
    }
}

/// Whether a number is finite. It must be neither NaN nor negative infinity. (The compiler turns a comparison with
/// infinity into two.)
#[inline(always)]
pub fn finite(x: f64) -> bool {
    x <= f64::MAX
}

/// The lesser of two numbers that are not NaN.
#[inline(always)]
pub fn lesser(a: f64, b: f64) -> f64 {
    TwoLanes::both(a).lesser(TwoLanes::both(b)).first()
}

/// The least of some numbers, none of them NaN. Infinite where there are none.
#[inline(always)]
pub fn least_of(numbers: &[f64]) -> f64 {
    let [first, rest @ ..] = numbers else { return f64::INFINITY };
    // The first and the last number, then the others in pairs. An odd one is the last.
    let mut min = TwoLanes::of(*first, *rest.last().unwrap_or(first));
    for pair in rest.chunks_exact(2) {
        min = min.lesser(TwoLanes::of(pair[0], pair[1]));
    }
    min.lesser(min.turned()).first()
}

/// Lowers each number to at most `most`.
#[inline(always)]
pub fn lower(numbers: &mut [f64], most: f64) {
    let top = TwoLanes::both(most);
    let mut pairs = numbers.chunks_exact_mut(2);
    for pair in &mut pairs {
        let low = TwoLanes::of(pair[0], pair[1]).lesser(top);
        (pair[0], pair[1]) = (low.first(), low.second());
    }
    if let [last] = pairs.into_remainder() {
        *last = lesser(*last, most);
    }
}

/// The least message in some intervals of an edge's segments. Infinite where all are dead.
#[inline(always)]
pub fn least(messages: &[f64], intervals: &[(u32, u32)]) -> f64 {
    let mut min = f64::INFINITY;
    for &(a, b) in intervals {
        min = lesser(min, least_of(&messages[a as usize..=b as usize]));
    }
    min
}

/// The value that belongs to the least number, after `step` times each value is subtracted. It is a slope of the sum of
/// such least numbers.
#[inline(always)]
pub fn value_of_least(numbers: &[f64], values: &[f64], step: f64) -> f64 {
    let by = TwoLanes::both(step);
    let (mut min, mut value) = (TwoLanes::both(f64::INFINITY), TwoLanes::both(0.0));
    let (mut pairs, mut of) = (numbers.chunks_exact(2), values.chunks_exact(2));
    for (pair, of) in (&mut pairs).zip(&mut of) {
        let of = TwoLanes::of(of[0], of[1]);
        let left = TwoLanes::of(pair[0], pair[1]).less_times(by, of);
        value = left.where_less(min, of, value);
        min = min.lesser(left);
    }
    if let ([last], [of]) = (pairs.remainder(), of.remainder()) {
        let of = TwoLanes::both(*of);
        let left = TwoLanes::both(*last).less_times(by, of);
        value = left.where_less(min, of, value);
        min = min.lesser(left);
    }
    min.turned().where_less(min, value.turned(), value).first()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of 0 to 9 numbers, some of them infinite, some equal.
    fn rows() -> impl Iterator<Item = Vec<f64>> {
        let mut state = 1u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            match state >> 61 {
                0 => f64::INFINITY,
                small => (state >> 40) as f64 % 7.0 - small as f64,
            }
        };
        (0..2000).map(move |i| (0..i % 10).map(|_| next()).collect())
    }

    #[test]
    fn the_least_is_that_of_a_plain_loop() {
        for row in rows() {
            assert_eq!(least_of(&row), row.iter().copied().fold(f64::INFINITY, f64::min));
            let mut lowered = row.clone();
            lower(&mut lowered, 0.5);
            assert!(row.iter().zip(&lowered).all(|(x, y)| *y == x.min(0.5)));
        }
    }

    #[test]
    fn the_value_of_the_least_has_the_least() {
        for (numbers, values) in rows().zip(rows().skip(10)) {
            let values: Vec<f64> = values.iter().map(|v| if finite(*v) { *v } else { 0.0 }).collect();
            for step in [-1.5, 0.0, 0.25] {
                let left = |i: usize| numbers[i] - step * values[i];
                let least = (0..numbers.len()).map(left).fold(f64::INFINITY, f64::min);
                let found = value_of_least(&numbers, &values, step);
                let of_least = (0..numbers.len()).any(|i| left(i) == least && values[i] == found);
                assert!(of_least || least == f64::INFINITY && found == 0.0, "{numbers:?} {values:?} {step}: {found}");
            }
        }
    }
}
