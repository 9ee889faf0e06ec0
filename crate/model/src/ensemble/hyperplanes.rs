//! The distinct hyperplane tests of ensembles.

use super::{At, Compare, Ensemble, Precision, Side, Split};

/// A hyperplane test: a weighted sum of columns that is compared with a threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Hyperplane {
    /// Input columns, distinct.
    pub columns: Vec<usize>,
    /// One weight for each column.
    pub weights: Vec<f64>,
    /// Threshold.
    pub threshold: f64,
    /// The comparison that sends a row left.
    pub compare: Compare,
    /// Type in which the weighted columns are added up.
    pub planes: Precision,
}

impl Hyperplane {
    /// The test of an ensemble's split. `None` where that is no hyperplane.
    pub fn of(ensemble: &Ensemble, split: &Split) -> Option<Hyperplane> {
        let Split::Oblique { columns, weights, threshold } = split else { return None };
        let (compare, planes) = (ensemble.compare, ensemble.planes);
        Some(Hyperplane { columns: columns.clone(), weights: weights.clone(), threshold: *threshold, compare, planes })
    }

    /// The side of a row whose inputs are rounded to a type. `None` where a value that it reads is missing.
    pub fn side(&self, input: Precision, row: &[f64]) -> Option<Side> {
        let Hyperplane { columns, weights, threshold, compare, planes } = self;
        side(columns, weights, *threshold, (*compare, *planes, input), row)
    }
}

/// The side of a row at a weighted sum of columns. `how`: the comparison, the type of the sum, and that of the inputs.
pub(super) fn side(
    columns: &[usize],
    weights: &[f64],
    threshold: f64,
    how: (Compare, Precision, Precision),
    row: &[f64],
) -> Option<Side> {
    let (compare, planes, input) = how;
    let terms = columns.iter().zip(weights).map(|(&c, w)| w * input.round(row[c]));
    let sum: f64 = match planes {
        Precision::F32 => terms.fold(0.0f32, |sum, term| sum + term as f32).into(),
        _ => terms.sum(),
    };
    if sum.is_nan() {
        return None;
    }
    Some(if compare.goes_left(sum, threshold) { Side::Left } else { Side::Right })
}

/// The distinct tests of all ensembles' trees, in the order in which a walk from each root meets them, left before right.
///
/// # Cost
/// The places of the trees times the tests, where an ensemble has any.
pub fn hyperplanes<'a>(ensembles: impl Iterator<Item = &'a Ensemble>) -> Vec<Hyperplane> {
    let mut tests: Vec<Hyperplane> = Vec::new();
    for ensemble in ensembles.filter(|e| e.is_oblique()) {
        for tree in &ensemble.trees {
            let mut open = vec![0];
            while let Some(at) = open.pop() {
                let At::Split { split, left, right, .. } = tree.at(at) else { continue };
                open.extend([right, left]);
                tests.extend(Hyperplane::of(ensemble, split).filter(|test| !tests.contains(test)));
            }
        }
    }
    tests
}
