//! LightGBM's tests at a node: `value <= threshold` in double precision, category sets, and three rules for
//! missing values. A missing value at a node whose rule is not NaN is read as 0.

use espalier_model::ensemble::{Side, Split, ZERO};

/// The values that count as missing at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// Nothing.
    None,
    /// Zero, and NaN, which is read as zero.
    Zero,
    /// NaN.
    Nan,
}

/// A numeric test and where NaN goes.
pub(super) fn numeric(column: usize, threshold: f64, missing: Missing, default: Side) -> (Split, Side) {
    let natural = if 0.0 <= threshold { Side::Left } else { Side::Right };
    match missing {
        Missing::None => (Split::Axis { column, threshold }, natural),
        Missing::Nan => (Split::Axis { column, threshold }, default),
        Missing::Zero => (zero_aside(column, threshold, default), default),
    }
}

/// The test of a node at which zero goes to its own side.
fn zero_aside(column: usize, threshold: f64, default: Side) -> Split {
    let below = (-ZERO).next_down();
    match default {
        Side::Left if threshold < below => {
            Split::Intervals { column, left: vec![(f64::NEG_INFINITY, threshold), (-ZERO, ZERO)] }
        }
        Side::Left => Split::Axis { column, threshold: threshold.max(ZERO) },
        Side::Right if threshold > ZERO => {
            Split::Intervals { column, left: vec![(f64::NEG_INFINITY, below), (ZERO.next_up(), threshold)] }
        }
        Side::Right => Split::Axis { column, threshold: threshold.min(below) },
    }
}

/// The codes of a category set, which is stored as bits: 32 codes a word, lowest first.
pub(super) fn codes_of(words: &[u32]) -> Vec<u32> {
    let mut codes = Vec::new();
    for (i, word) in words.iter().enumerate() {
        codes.extend((0..32).filter(|bit| word >> bit & 1 == 1).map(|bit| 32 * i as u32 + bit));
    }
    codes
}

/// The split of a category set and where NaN goes.
pub(super) fn categories(column: usize, left: Vec<u32>) -> (Split, Side) {
    (Split::Categories { column, left, unknown: None }, Side::Right)
}
