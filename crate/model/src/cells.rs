//! Thresholds to integer cells and back.
//!
//! The convention: a cell is `(lo, hi]`, open below and closed above, and every cut is a value of the model's input
//! type. Both comparisons and both precisions are converted to it here. So no other code needs `<` or rounding: a row
//! goes left at a split exactly when its (rounded) value is at most the split's cut.

use crate::ensemble::{Compare, Ensemble, Node, Precision, Split, ZERO};

/// The cells of every input column.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// One entry for each column.
    pub columns: Vec<Cuts>,
}

/// The distinct cuts of a column, ascending. Cell `k` is `(cuts[k - 1], cuts[k]]`. The first cell has no lower bound.
/// The last cell, number `cuts.len()`, has no upper bound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cuts(pub Vec<f64>);

impl Grid {
    /// The cells that an ensemble's axis and interval splits distinguish. Category sets and hyperplanes add no cuts. `n
    /// log n` in the number of splits.
    pub fn new(ensemble: &Ensemble) -> Grid {
        let mut columns = vec![Vec::new(); ensemble.columns];
        for node in ensemble.trees.iter().flat_map(|t| &t.nodes) {
            match node {
                Node::Split { split: Split::Axis { column, threshold }, .. } => {
                    columns[*column].push(cut(*threshold, ensemble.compare, ensemble.input));
                }
                Node::Split { split: Split::Intervals { column, left }, .. } => {
                    columns[*column].extend(left.iter().flat_map(|&i| interval_cuts(i, ensemble.input)));
                }
                _ => {}
            }
        }
        Grid { columns: columns.into_iter().map(Cuts::from_values).collect() }
    }

    /// Adds the cuts of another grid on the same columns.
    pub fn add(&mut self, other: Grid) {
        for (own, other) in self.columns.iter_mut().zip(other.columns) {
            if !other.0.is_empty() {
                own.0.extend(other.0);
                *own = Cuts::from_values(std::mem::take(&mut own.0));
            }
        }
    }
}

impl Cuts {
    /// Sorts and merges cut values, none of them NaN.
    pub fn from_values(mut values: Vec<f64>) -> Cuts {
        values.sort_by(f64::total_cmp);
        values.dedup();
        Cuts(values)
    }

    /// The cell of a value that is already rounded to the input type.
    pub fn cell(&self, value: f64) -> usize {
        self.0.partition_point(|c| *c < value)
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.0.len() + 1
    }

    /// Open lower and closed upper bound of a cell. A missing bound is infinite.
    pub fn ends(&self, cell: usize) -> (f64, f64) {
        let lo = if cell == 0 { f64::NEG_INFINITY } else { self.0[cell - 1] };
        (lo, self.0.get(cell).copied().unwrap_or(f64::INFINITY))
    }
}

/// The largest value of the input type that goes left at a threshold. The threshold is not NaN.
pub fn cut(threshold: f64, compare: Compare, input: Precision) -> f64 {
    let at_most = input.floor(threshold);
    match compare {
        Compare::LessEqual => at_most,
        Compare::Less if at_most < threshold => at_most,
        Compare::Less => input.before(at_most),
    }
}

/// The cuts at the bounds of a closed interval. A value of the input type lies in the interval exactly when it is above
/// the first cut and at most the second.
pub fn interval_cuts((lo, hi): (f64, f64), input: Precision) -> [f64; 2] {
    let from = input.ceil(lo);
    [if from == f64::NEG_INFINITY { from } else { input.before(from) }, input.floor(hi)]
}

impl Precision {
    /// The largest value of this type that is at most `x`.
    pub fn floor(self, x: f64) -> f64 {
        let near = self.round(x);
        if near > x {
            self.before(near)
        } else {
            near
        }
    }

    /// The least value of this type that is at least `x`.
    pub fn ceil(self, x: f64) -> f64 {
        let near = self.round(x);
        if near < x {
            self.after(near)
        } else {
            near
        }
    }

    /// The next value of this type below `x`, itself a value of this type.
    pub fn before(self, x: f64) -> f64 {
        match self {
            Precision::F32 => f64::from((x as f32).next_down()),
            Precision::F64 => x.next_down(),
            Precision::F64Flushed if x.abs() <= ZERO => (-ZERO).next_down(),
            Precision::F64Flushed => self.round(x.next_down()),
        }
    }

    /// The next value of this type above `x`, itself a value of this type.
    pub fn after(self, x: f64) -> f64 {
        match self {
            Precision::F32 => f64::from((x as f32).next_up()),
            Precision::F64 => x.next_up(),
            Precision::F64Flushed => -self.before(-x),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRECISIONS: [Precision; 3] = [Precision::F32, Precision::F64, Precision::F64Flushed];

    #[test]
    fn a_cut_is_the_last_value_that_goes_left() {
        for input in PRECISIONS {
            for compare in [Compare::Less, Compare::LessEqual] {
                for t in [0.0, 0.1, 0.5, -3.3, 1e-40, ZERO, -ZERO, (-ZERO).next_down(), 16777217.0, f64::from(0.1f32)] {
                    let c = cut(t, compare, input);
                    assert_eq!(input.round(c), c);
                    assert!(compare.goes_left(c, t), "{c} {t} {compare:?} {input:?}");
                    assert!(!compare.goes_left(input.after(c), t), "{c} {t} {compare:?} {input:?}");
                }
            }
        }
    }

    #[test]
    fn the_cuts_of_an_interval_hold_exactly_its_values() {
        for input in PRECISIONS {
            for (lo, hi) in [(-0.1, 0.1), (f64::NEG_INFINITY, 0.3), (-1e-45, 1e-45), (2.0, 2.0), (1.0, f64::INFINITY)] {
                let [a, b] = interval_cuts((lo, hi), input);
                for end in [a, b].into_iter().filter(|e| e.is_finite()) {
                    for x in [input.before(end), end, input.after(end)] {
                        assert_eq!(a < x && x <= b, lo <= x && x <= hi, "{x} in {lo} to {hi}, {input:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn cells_are_closed_above() {
        let cuts = Cuts::from_values(vec![2.0, 1.0, 2.0]);
        assert_eq!((cuts.cell(1.0), cuts.cell(1.5), cuts.cell(2.0), cuts.cell(2.5)), (0, 1, 1, 2));
        assert_eq!(cuts.ends(1), (1.0, 2.0));
    }
}
