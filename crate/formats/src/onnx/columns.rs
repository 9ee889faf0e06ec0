//! The columns that a tree operator reads: a column of the file's input, perhaps scaled on the way. Each step is one operation of IEEE
//! arithmetic with a constant, and so is monotone. A test of the scaled value is therefore a test of the input itself. Bisection over all
//! values of the input's type finds its threshold exactly.

use espalier_model::ensemble::Precision;

/// One step between the input and the trees.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Rounds to single precision.
    Single,
    /// Goes on in double precision.
    Double,
    Add(f64),
    Subtract(f64),
    Multiply(f64),
    Divide(f64),
    /// The operator Scaler: subtracts its offset, multiplies by its factor, then rounds to single precision.
    Scale {
        offset: f64,
        factor: f64,
    },
}

/// A column as a tree operator reads it.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// Input column.
    pub source: usize,
    /// Type to which the input is rounded first.
    pub input: Precision,
    /// Type of the value now.
    pub now: Precision,
    pub steps: Vec<Step>,
}

/// Most steps that a column may take.
pub(super) const MOST_STEPS: usize = 16;

/// The comparison of a column's value with a threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ColumnTest {
    /// `<=`
    AtMost(f64),
    /// `<`
    Below(f64),
}

/// A test of the input that is equivalent to a test of the column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Folded {
    /// The largest value of the input's type on the low side; infinite where all or none of them are there.
    pub threshold: f64,
    /// Whether the low side fails the test.
    pub swapped: bool,
}

impl Column {
    /// Adds a step. `false` where the step cannot be inverted exactly: constants that are not finite, factors of 0.
    #[must_use]
    pub fn push(&mut self, step: Step) -> bool {
        let (constant, factor) = match step {
            Step::Single | Step::Double => (0.0, 1.0),
            Step::Add(c) | Step::Subtract(c) => (c, 1.0),
            Step::Multiply(c) | Step::Divide(c) => (0.0, c),
            Step::Scale { offset, factor } => (offset, factor),
        };
        if !constant.is_finite() || !factor.is_finite() || factor == 0.0 || self.steps.len() >= MOST_STEPS {
            return false;
        }
        if let (Step::Single, true) = (step, self.steps.is_empty()) {
            // Rounding first of all is rounding the input.
            self.input = Precision::F32;
        } else if !matches!((step, self.now), (Step::Single, Precision::F32) | (Step::Double, Precision::F64)) {
            self.steps.push(step);
        }
        if matches!(step, Step::Single | Step::Scale { .. }) {
            self.now = Precision::F32;
        } else if let Step::Double = step {
            self.now = Precision::F64;
        }
        true
    }

    /// Factor and offset of the column's value in real numbers, without the roundings between the steps.
    pub fn affine(&self) -> (f64, f64) {
        self.steps.iter().fold((1.0, 0.0), |(factor, offset), step| match *step {
            Step::Single | Step::Double => (factor, offset),
            Step::Add(c) => (factor, offset + c),
            Step::Subtract(c) => (factor, offset - c),
            Step::Multiply(c) => (factor * c, offset * c),
            Step::Divide(c) => (factor / c, offset / c),
            Step::Scale { offset: o, factor: f } => (factor * f, (offset - o) * f),
        })
    }

    /// The column's value for a value of the input's type.
    fn value(&self, x: f64) -> f64 {
        let mut now = self.input;
        let mut v = x;
        for step in &self.steps {
            // For sums, differences, products and quotients of two single-precision numbers, the single-precision operation equals the
            // double-precision one, rounded once more (Figueroa 1995).
            v = match *step {
                Step::Single | Step::Double => v,
                Step::Add(c) => v + c,
                Step::Subtract(c) => v - c,
                Step::Multiply(c) => v * c,
                Step::Divide(c) => v / c,
                Step::Scale { offset, factor } => now.round(v - offset) * factor,
            };
            v = now.round(v);
            now = match step {
                Step::Single | Step::Scale { .. } => Precision::F32,
                Step::Double => Precision::F64,
                _ => now,
            };
            v = now.round(v);
        }
        v
    }

    /// Whether larger inputs give smaller values.
    fn falls(&self) -> bool {
        let negative = |step: &&Step| match step {
            Step::Multiply(c) | Step::Divide(c) | Step::Scale { factor: c, .. } => *c < 0.0,
            _ => false,
        };
        self.steps.iter().filter(negative).count() % 2 == 1
    }

    /// Carries a test back to the input.
    pub fn fold(&self, test: ColumnTest) -> Folded {
        let passes = |v: f64| match test {
            ColumnTest::AtMost(t) => v <= t,
            ColumnTest::Below(t) => v < t,
        };
        if self.steps.is_empty() {
            let threshold = match test {
                ColumnTest::AtMost(t) => self.input.floor(t),
                ColumnTest::Below(t) => {
                    let at_most = self.input.floor(t);
                    if at_most < t {
                        at_most
                    } else {
                        self.input.before(at_most)
                    }
                }
            };
            return Folded { threshold, swapped: false };
        }
        let swapped = self.falls();
        let low = |key: i64| passes(self.value(self.at(key))) != swapped;
        let (mut below, mut above) = self.keys();
        if !low(below) {
            return Folded { threshold: f64::NEG_INFINITY, swapped };
        }
        if low(above) {
            return Folded { threshold: f64::INFINITY, swapped };
        }
        // `below` is on the low side, `above` is not.
        while below + 1 < above {
            // Their mean, rounded down; the difference of two keys may overflow.
            let middle = (below & above) + ((below ^ above) >> 1);
            if low(middle) {
                below = middle;
            } else {
                above = middle;
            }
        }
        Folded { threshold: self.at(below), swapped }
    }

    /// Keys of the least and the largest finite value; keys have the order of their values.
    fn keys(&self) -> (i64, i64) {
        let largest = match self.input {
            Precision::F32 => i64::from(f32::MAX.to_bits()),
            _ => f64::MAX.to_bits() as i64,
        };
        (-largest, largest)
    }

    /// The value of a key.
    fn at(&self, key: i64) -> f64 {
        let size = match self.input {
            Precision::F32 => f64::from(f32::from_bits(key.unsigned_abs() as u32)),
            _ => f64::from_bits(key.unsigned_abs()),
        };
        if key < 0 {
            -size
        } else {
            size
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(input: Precision, steps: &[Step]) -> Column {
        let mut column = Column { source: 0, input, now: input, steps: Vec::new() };
        for step in steps {
            assert!(column.push(*step));
        }
        column
    }

    #[test]
    fn a_folded_test_says_the_same_on_both_sides_of_its_threshold() {
        let chains: [&[Step]; 7] = [
            &[Step::Scale { offset: f64::from(0.1f32), factor: f64::from(1.37f32) }],
            &[Step::Multiply(f64::from(0.3f32)), Step::Add(f64::from(-7.7f32))],
            &[Step::Scale { offset: f64::from(3.3f32), factor: f64::from(-0.01f32) }],
            &[Step::Subtract(1e6), Step::Divide(f64::from(-0.7f32)), Step::Multiply(-2.0)],
            &[Step::Single, Step::Add(1.0)],
            &[Step::Double, Step::Multiply(0.1), Step::Single],
            &[Step::Add(1e-3), Step::Single, Step::Multiply(1e-30)],
        ];
        for input in [Precision::F32, Precision::F64] {
            for chain in chains {
                let column = column(input, chain);
                for t in [-7.5, -0.5, 0.0, 0.25, f64::from(0.1f32), 1234.5] {
                    for test in [ColumnTest::AtMost(t), ColumnTest::Below(t)] {
                        let folded = column.fold(test);
                        if folded.threshold.is_infinite() {
                            continue;
                        }
                        let x = folded.threshold;
                        assert_eq!(column.input.round(x), x);
                        for x in [column.input.before(x), x, column.input.after(x)] {
                            let v = column.value(x);
                            let passes = if let ColumnTest::AtMost(t) = test { v <= t } else { v < t };
                            assert_eq!(passes, (x <= folded.threshold) != folded.swapped, "{x} {column:?} {test:?}");
                        }
                    }
                }
            }
        }
    }
}
