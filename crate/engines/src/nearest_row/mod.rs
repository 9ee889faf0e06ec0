//! Real rows (Carreira-Perpinan & Hada 2021, Section 3.7): the nearest background row that has the target by the model
//! and keeps every limit. All rows are priced, then predicted in order of price. So the first row with the target is
//! the answer, and the remaining rows cost no less.

mod diversity;
mod row_as_answer;

use crate::problem::joint_limits::{keeps, unchanged};
use crate::problem::level_answer;
use crate::problem::Problem;
use crate::tolerances::{within, EQUAL};
use espalier_model::explanation::{Counterfactual, FeatureChange, MAX_TIES};
use espalier_model::query::{Query, Sought};
use espalier_model::Background;
use espalier_numerics::sorting::sort_by;
use std::sync::Arc;

/// Number of rows priced in one piece of work. More lets Stop wait longer; less gives control back more often. By hand;
/// not measured.
const PRICED: usize = 2000;

/// Number of trees walked in one piece of work, roughly. As [`PRICED`]. By hand; not measured.
const WALKED: usize = 50_000;

/// The nearest background row under a cutoff.
#[derive(Debug)]
pub struct NearestRow {
    problem: Problem,
    query: Query,
    enforced: Vec<bool>,
    rows: Arc<Background>,
    /// The answers from which the next one must differ.
    before: Vec<Counterfactual>,
    /// Number of rows priced so far.
    priced: usize,
    /// Price and number of the rows that keep the limits. In ascending order once all are priced.
    open: Vec<(f64, u32)>,
    /// Number of these rows that were predicted.
    asked: usize,
    cutoff: f64,
    best: Option<Vec<f64>>,
    cost: f64,
    ties: Vec<(Vec<f64>, f64)>,
}

impl NearestRow {
    /// A search among the background rows for those that cost less than `cutoff`.
    pub fn new(
        problem: Problem,
        query: &Query,
        enforced: &[bool],
        cutoff: f64,
        before: &[Counterfactual],
    ) -> NearestRow {
        NearestRow {
            query: query.copied(),
            enforced: enforced.to_vec(),
            rows: query.real_rows.clone().unwrap_or_default(),
            before: before.to_vec(),
            priced: 0,
            open: Vec::new(),
            asked: 0,
            cutoff,
            best: None,
            cost: f64::INFINITY,
            ties: Vec::new(),
            problem,
        }
    }

    /// Prices some rows, or predicts some. Returns `true` when all is done.
    pub fn step(&mut self) -> bool {
        let count = self.rows.rows.len();
        if self.priced < count {
            let end = count.min(self.priced + PRICED);
            for i in self.priced..end {
                if let Some((row, cost)) = self.read(i) {
                    if self.keeps(&row) && self.before.iter().all(|b| self.differs(b, &row)) {
                        self.open.push((cost, i as u32));
                    }
                }
            }
            self.priced = end;
            if end == count {
                sort_by(&mut self.open, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            }
            return count == 0 || end == count && self.open.is_empty();
        }
        let trees = self.problem.compiled.ensemble.trees.len();
        for _ in 0..(WALKED / trees.max(1)).max(1) {
            if self.over() {
                return true;
            }
            self.ask();
        }
        self.over()
    }

    /// Whether no row that could be an answer is left.
    fn over(&self) -> bool {
        let Some(&(cost, _)) = self.open.get(self.asked) else { return true };
        if self.query.sought != Sought::Ties {
            return self.best.is_some() || cost >= self.cutoff;
        }
        // The cost that the class adds is at least 0; the most that changes may earn is subtracted.
        let offset = self.problem.goal.offset.max(0.0);
        self.ties.len() > MAX_TIES || cost + offset > within(self.cost.min(self.cutoff) + offset, EQUAL)
    }

    /// Predicts the next row.
    fn ask(&mut self) {
        let (cost, i) = self.open[self.asked];
        self.asked += 1;
        let Some((row, _)) = self.read(i as usize) else { return };
        if !self.problem.predicts(&row) {
            return;
        }
        if self.query.sought == Sought::Ties && self.ties.iter().all(|t| !same_row(&t.0, &row)) {
            self.ties.push((row.clone(), cost));
        }
        if self.best.is_none() && cost < self.cutoff {
            self.cost = cost;
            self.best = Some(row);
        }
    }

    /// Whether a row keeps the enforced limits on several features.
    fn keeps(&self, row: &[f64]) -> bool {
        let compiled = &self.problem.compiled;
        keeps(&compiled.schema.features, compiled.ensemble.input, &self.query, &self.enforced, row)
    }

    /// The incumbent: a raw row, and its cost.
    pub fn best(&self) -> Option<(&[f64], f64)> {
        self.best.as_deref().map(|row| (row, self.cost))
    }

    /// A proved lower bound: no row that was not predicted costs less.
    pub fn bound(&self) -> f64 {
        if self.priced < self.rows.rows.len() {
            return 0.0;
        }
        self.open.get(self.asked).map_or(f64::INFINITY, |o| o.0).min(self.cost).min(self.cutoff)
    }

    /// The rows that tie with the nearest one as answers, each at its cost plus `offset`.
    pub fn tied(&self, offset: f64) -> impl Iterator<Item = Counterfactual> + '_ {
        self.ties.iter().map(move |(row, cost)| counterfactual(&self.problem, row, cost + offset))
    }

    /// Number of rows predicted.
    pub fn nodes(&self) -> u64 {
        self.asked as u64
    }
}

/// Whether two raw rows are equal. Missing values are.
pub fn same_row(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b || a.is_nan() && b.is_nan())
}

/// Builds the counterfactual of a row. It has no ranges, since a value beside a row's is no row.
pub fn counterfactual(problem: &Problem, row: &[f64], cost: f64) -> Counterfactual {
    let compiled = &problem.compiled;
    let prediction = compiled.ensemble.predict(row).unwrap_or_else(|e| unreachable!("it was evaluated before: {e}"));
    let changed = |&(_, feature): &(usize, &_)| !unchanged(feature, &problem.factual, row);
    let changes = (compiled.schema.features.iter().enumerate())
        .filter(changed)
        .map(|(f, feature)| FeatureChange {
            feature: f,
            from: level_answer::setting(feature, &problem.factual),
            to: level_answer::setting(feature, row),
            range: None,
        })
        .collect();
    Counterfactual { values: row.to_vec(), cost, changes, prediction, mixture: Vec::new() }
}
