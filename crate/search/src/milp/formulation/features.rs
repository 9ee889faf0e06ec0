//! The columns of features: the level of each feature.

use super::{ColumnMeaning, Formulation, LinearExpression, RowMeaning};
use espalier_engines::problem::Problem;
use espalier_model::schema::Kind;

/// A set of a feature's live levels, by their places.
pub type Set = Vec<u64>;

pub fn has(set: &[u64], at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

pub fn insert(set: &mut [u64], at: usize) {
    set[at / 64] |= 1 << (at % 64);
}

/// The live levels of a feature, and their columns.
#[derive(Clone, Debug)]
pub struct FeatureColumns {
    /// The levels that an answer may take, ascending. "Missing", if it is one of them, is last.
    pub live: Vec<u32>,
    /// First column.
    pub first: u32,
    /// Chain: column k is 1 if the feature's level is above a gap. Otherwise a column is 1 if the feature has that
    /// level. A chain has one column fewer than the feature has present levels.
    pub chain: bool,
    /// The column of "missing" where a chain has one. Other features have "missing" as one of their levels.
    pub missing: Option<u32>,
}

impl FeatureColumns {
    /// Number of words of a set.
    pub fn words(&self) -> usize {
        self.live.len().div_ceil(64).max(1)
    }

    /// Number of live levels in the chain.
    pub fn present(&self) -> usize {
        self.live.len() - usize::from(self.missing.is_some())
    }

    /// The sum over levels of `weight` times the level's indicator, up to rounding.
    pub fn sum(&self, weight: impl Fn(usize) -> f64) -> LinearExpression {
        if !self.chain {
            let terms = (0..self.live.len()).map(|k| (self.first + k as u32, weight(k)));
            return LinearExpression { constant: 0.0, terms: terms.filter(|t| t.1 != 0.0).collect() };
        }
        let n = self.present();
        let base = if n > 0 { weight(0) } else { 0.0 };
        let mut sum = LinearExpression { constant: base, terms: Vec::new() };
        for k in 1..n {
            let step = weight(k) - weight(k - 1);
            // A difference of equal weights that is only rounding is no step.
            if step.abs() > 4.0 * f64::EPSILON * weight(k).abs() {
                sum.terms.push((self.first + k as u32 - 1, step));
            }
        }
        if let Some(column) = self.missing.filter(|_| weight(n) != base) {
            sum.terms.push((column, weight(n) - base));
        }
        sum
    }

    /// The indicator that the feature's level is in a set, as a sum. For unordered features the sum is over the smaller
    /// side.
    pub fn inside(&self, set: &[u64]) -> LinearExpression {
        let count = (0..self.live.len()).filter(|&k| has(set, k)).count();
        if !self.chain && count * 2 > self.live.len() {
            let mut sum = self.sum(|k| if has(set, k) { 0.0 } else { -1.0 });
            sum.constant = 1.0;
            return sum;
        }
        self.sum(|k| f64::from(u8::from(has(set, k))))
    }
}

impl Formulation {
    pub(super) fn features(&mut self, problem: &Problem) {
        for (f, var) in problem.vars.iter().enumerate() {
            let live: Vec<u32> = (0..var.levels() as u32).filter(|&k| var.cost[k as usize].is_finite()).collect();
            self.empty |= live.is_empty();
            let ordered = matches!(
                problem.compiled.schema.features[f].kind,
                Kind::Numeric { .. } | Kind::Integer { .. } | Kind::Ordinal { .. }
            );
            let last_missing = var.missing && live.last() == Some(&(var.levels() as u32 - 1));
            let chain = ordered || live.len() <= 2;
            let first = self.columns.len() as u32;
            let mut place = FeatureColumns { live, first, chain, missing: None };
            if chain {
                let n = place.live.len() - usize::from(last_missing && ordered);
                for k in 1..n {
                    self.column(ColumnMeaning::Above(f as u32, k as u32), 0.0, 1.0);
                }
                if n < place.live.len() {
                    // Where no other level is allowed, the feature is missing.
                    place.missing = Some(self.column(ColumnMeaning::Level(f as u32, n as u32), 0.0, 1.0));
                }
            } else {
                for k in 0..place.live.len() {
                    self.column(ColumnMeaning::Level(f as u32, k as u32), 0.0, 1.0);
                }
            }
            let price = place.sum(|k| var.cost[place.live[k] as usize]);
            self.constant += price.constant;
            price.terms.iter().for_each(|&(c, by)| self.cost[c as usize] += by);
            self.order(f as u32, &place);
            self.places.push(place);
        }
    }

    /// The rows that make a feature's columns stand for exactly one level.
    fn order(&mut self, f: u32, place: &FeatureColumns) {
        if !place.chain || place.live.is_empty() {
            let all = (0..place.live.len() as u32).map(|k| (place.first + k, 1.0));
            self.rows.push(RowMeaning::OneLevel(f), all, 1.0, 1.0);
            return;
        }
        let n = place.present();
        for k in 2..n as u32 {
            let at = place.first + k - 1;
            self.rows.push(RowMeaning::Order(f, k), [(at - 1, 1.0), (at, -1.0)], 0.0, f64::INFINITY);
        }
        if let Some(missing) = place.missing {
            // A missing feature is above no gap. A feature with no other level is missing.
            match n {
                0 => self.rows.push(RowMeaning::OneLevel(f), [(missing, 1.0)], 1.0, 1.0),
                1 => {}
                _ => self.rows.push(
                    RowMeaning::OneLevel(f),
                    [(place.first, 1.0), (missing, 1.0)],
                    f64::NEG_INFINITY,
                    1.0,
                ),
            }
        }
    }
}
