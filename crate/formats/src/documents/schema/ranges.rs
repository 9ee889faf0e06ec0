//! Ranges that no document states: from the background rows, or else from the model's thresholds.

use espalier_model::ensemble::{Ensemble, Node, Split};
use espalier_model::Background;

/// The model's own information on each column. Takes one pass over the nodes.
pub(crate) struct Columns {
    /// Lowest and highest threshold of axis splits, without those at the input type's largest value.
    pub thresholds: Vec<Option<(f64, f64)>>,
    /// Whether a category-set split reads the column.
    pub categories: Vec<bool>,
}

impl Columns {
    pub fn new(ensemble: &Ensemble) -> Columns {
        // A split at the input type's largest value separates missing values from all others. It gives no information on the range.
        let largest = ensemble.input.largest();
        let mut found = Columns { thresholds: vec![None; ensemble.columns], categories: vec![false; ensemble.columns] };
        for node in ensemble.trees.iter().flat_map(|t| &t.nodes) {
            match node {
                Node::Split { split: Split::Axis { column, threshold }, .. } if threshold.abs() < largest => {
                    widen(&mut found.thresholds[*column], *threshold);
                }
                Node::Split { split: Split::Intervals { column, left }, .. } => {
                    for end in left.iter().flat_map(|&(lo, hi)| [lo, hi]).filter(|end| end.abs() < largest) {
                        widen(&mut found.thresholds[*column], end);
                    }
                }
                Node::Split { split: Split::Categories { column, .. }, .. } => found.categories[*column] = true,
                _ => {}
            }
        }
        found
    }

    /// The range of a column: that of the background rows, or else from the lowest to the highest threshold, or else 0 to 1. A range of
    /// thresholds is widened on each side by 5 % of its span, or by half of max(1, |t|) where there is one threshold. Where all rows hold
    /// one value, the thresholds' range is extended to it. Always lower < upper, with both and their difference finite; whole numbers with
    /// `whole`.
    pub fn range(&self, column: usize, background: Option<&Background>, whole: bool) -> (f64, f64) {
        let mut seen = None;
        for row in background.iter().flat_map(|b| &b.rows) {
            if let Some(value) = row.get(column).filter(|v| v.is_finite()) {
                widen(&mut seen, *value);
            }
        }
        let (lo, hi) = match (seen, self.thresholds[column]) {
            (Some((lo, hi)), _) if lo < hi => (lo, hi),
            (None, None) => (0.0, 1.0),
            (Some((v, _)), None) => around(v, v),
            (None, Some((lo, hi))) => around(lo, hi),
            (Some((v, _)), Some((lo, hi))) => {
                let (lo, hi) = around(lo, hi);
                (lo.min(v), hi.max(v))
            }
        };
        // A quarter of the largest double on either side keeps their difference finite too.
        let most = f64::MAX / 4.0;
        let (lo, hi) = (lo.clamp(-most, most), hi.clamp(-most, most));
        let (lo, hi) = if whole { (lo.floor(), hi.ceil()) } else { (lo, hi) };
        if lo < hi {
            (lo, hi)
        } else {
            (-most, most)
        }
    }
}

fn around(lo: f64, hi: f64) -> (f64, f64) {
    let by = if lo < hi { 0.05 * (hi - lo) } else { 0.5 * lo.abs().max(1.0) };
    (lo - by, hi + by)
}

fn widen(range: &mut Option<(f64, f64)>, value: f64) {
    let (lo, hi) = range.unwrap_or((value, value));
    *range = Some((lo.min(value), hi.max(value)));
}
