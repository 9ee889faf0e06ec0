//! Hyperplane tests as features. Each test of a weighted sum has two levels behind the levels of all features, "left" and "right", and two rows
//! over features that hold where it has them (docs/contract/certificate.md, "Hyperplanes").

use super::levels::Levels;
use super::tree_leaves::Path;
use crate::answer::Check;
use espalier_model::ensemble::{hyperplanes, Ensemble, Hyperplane, Precision, Split};

/// Error of one addition or rounding of a test's sum in single precision, relative to the sizes of its terms.
const SINGLE: f64 = 5.960464477539063e-8;

/// As [`SINGLE`], in double precision: 2^-50. It covers the sums of the check too.
const DOUBLE: f64 = 8.881784197001252e-16;

/// The sizes of a test's terms, added up, count as at least [`LEAST`], and may not reach [`MOST`]: beyond these, numbers of single precision
/// lose more than their last bits.
const LEAST: f64 = 1e-30;
const MOST: f64 = 1e30;

/// The tests of a request's trees, in the order in which a walk from each root meets them, left before right.
pub struct Hyperplanes {
    /// Number of the schema's features: test t is feature `first + t`.
    pub first: usize,
    pub tests: Vec<Hyperplane>,
}

/// A test beside the features that it reads.
pub struct Decidable {
    /// The feature that stands for it.
    pub feature: usize,
    pub reads: Vec<usize>,
    pub test: Hyperplane,
}

/// A test as a sum over features: the weight of each number, and of each feature with levels the amount of each level.
#[derive(Default)]
pub struct Weighed {
    pub terms: Vec<(usize, f64)>,
    pub levels: Vec<(usize, Vec<f64>)>,
    /// The sum less the threshold, at the factual.
    pub at: f64,
    /// The sizes of the terms, added up; and by how much the factual's values are off that the model reads.
    pub size: f64,
    pub apart: f64,
    /// Of a leaf, its path.
    pub path: Path,
}

impl Weighed {
    /// Adds the terms of another sum, times a factor.
    pub fn add(&mut self, by: f64, other: &Weighed) {
        for &(f, w) in &other.terms {
            match self.terms.iter_mut().find(|t| t.0 == f) {
                Some(term) => term.1 += by * w,
                None => self.terms.push((f, by * w)),
            }
        }
        for (f, amounts) in &other.levels {
            let at = self.levels.iter().position(|l| l.0 == *f).unwrap_or(self.levels.len());
            if at == self.levels.len() {
                self.levels.push((*f, vec![0.0; amounts.len()]));
            }
            self.levels[at].1.iter_mut().zip(amounts).for_each(|(sum, a)| *sum += by * a);
        }
    }

    /// The sum over changes is at most the first of these on the left, and at least the second, negated, on the right.
    pub fn limits(&self, test: &Hyperplane) -> [f64; 2] {
        let step = if test.planes == Precision::F32 { SINGLE } else { DOUBLE };
        let off = step * (test.columns.len() + 2) as f64 * self.size.max(LEAST) + self.apart;
        [off - self.at, off + self.at]
    }
}

impl Hyperplanes {
    pub fn new(check: &Check<'_>) -> Hyperplanes {
        let others = check.query.beside();
        let tests = hyperplanes(std::iter::once(check.ensemble).chain(others.iter().map(|e| &**e)));
        Hyperplanes { first: check.schema.features.len(), tests }
    }

    /// The levels of the tests: both cost nothing and are no change.
    pub fn levels(&self) -> impl Iterator<Item = Levels> + '_ {
        self.tests.iter().map(|_| Levels { cost: vec![0.0; 2], stays: vec![true; 2], point: vec![f64::NAN; 2] })
    }

    /// The feature that stands for a split's test, where that is a hyperplane.
    pub fn feature(&self, ensemble: &Ensemble, split: &Split) -> Option<usize> {
        let test = Hyperplane::of(ensemble, split)?;
        self.tests.iter().position(|other| *other == test).map(|t| self.first + t)
    }
}

impl Check<'_> {
    /// The features that a test reads.
    pub(super) fn read_by(&self, test: &Hyperplane) -> Vec<usize> {
        let reads = |f: &usize| self.schema.features[*f].columns().iter().any(|c| test.columns.contains(c));
        (0..self.schema.features.len()).filter(reads).collect()
    }

    /// A test as a sum over the changes of features. `most`: by number the largest change, in absolute values.
    ///
    /// # Errors
    /// Where a value is missing, or sums are too large.
    pub(super) fn weigh(&self, test: &Hyperplane, most: &dyn Fn(usize) -> f64) -> Result<Weighed, &'static str> {
        let (input, factual) = (self.ensemble.input, &self.query.factual);
        let mut terms: Vec<(usize, f64)> = Vec::new();
        let mut levels: Vec<(usize, Vec<f64>)> = Vec::new();
        let (mut before, mut size, mut apart) = (0.0, test.threshold.abs(), 0.0);
        for (&c, &w) in test.columns.iter().zip(&test.weights) {
            let f = self.schema.features.iter().position(|f| f.columns().contains(&c)).ok_or("no such column")?;
            let feature = &self.schema.features[f];
            let q = factual[c];
            if !q.is_finite() {
                return Err("a hyperplane over a value that is missing has no certificate");
            }
            let Some(count) = feature.level_count() else {
                before += w * q;
                size += w.abs() * (q.abs() + most(f));
                apart += w.abs() * (input.round(q) - q).abs();
                match terms.iter_mut().find(|t| t.0 == f) {
                    Some(term) => term.1 += w,
                    None => terms.push((f, w)),
                }
                continue;
            };
            let own =
                feature.level_of(factual).ok_or("a hyperplane over a value that is no level has no certificate")?;
            let value = |k: usize| input.round(feature.level_value(k, c).unwrap_or(f64::NAN));
            let values: Vec<f64> = (0..count).map(value).collect();
            before += w * values[own];
            size += w.abs() * values.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
            let at = levels.iter().position(|l| l.0 == f).unwrap_or(levels.len());
            if at == levels.len() {
                levels.push((f, vec![0.0; count]));
            }
            levels[at].1.iter_mut().zip(&values).for_each(|(amount, v)| *amount += w * (v - values[own]));
        }
        if size.is_nan() || size >= MOST {
            return Err("a hyperplane over numbers without bounds has no certificate");
        }
        Ok(Weighed { terms, levels, at: before - test.threshold, size, apart, path: Path::new() })
    }
}
