//! A target as linear rows over raw scores, the form that the bound can use, and as the exact test
//! that every answer passes.
//!
//! "Class k" is one row a rival: `score[k] - score[j] >= need`. A set of classes is solved once a
//! member. A probability is one row where the link is monotone in one score; with a softmax over more
//! classes its rows are only necessary, and the exact test decides (boxes then open down to points).

use super::best::odds;
use super::SearchError;
use crate::ensemble::{Ensemble, Link, Precision, Prediction, Task};
use crate::query::{Aim, Query, Target, STRICTNESS};

/// One way to meet the target: all rows at once, and the exact test.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub rows: Vec<Row>,
    /// Added to the cost of every point that meets this goal.
    pub offset: f64,
    pub test: ExactTest,
    pub stated: Stated,
}

/// What the library itself must say of an answer. Where it adds in single precision its word can differ
/// from the double precision scores close to a border; an answer satisfies both.
#[derive(Clone, Debug)]
pub(super) enum Stated {
    Beats { class: usize, rivals: Vec<usize> },
    Probability { class: usize, at_least: f64 },
    Value { lo: f64, hi: f64 },
    Anything,
}

impl From<Target> for Stated {
    fn from(target: Target) -> Stated {
        match target {
            Target::Probability { class, at_least } => Stated::Probability { class, at_least },
            Target::Value { lo, hi } => Stated::Value { lo, hi },
            _ => Stated::Anything,
        }
    }
}

/// `sum of coef * raw >= need`.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub coef: Vec<f64>,
    pub need: f64,
}

/// The exact test on raw scores.
#[derive(Clone, Debug)]
pub(super) enum ExactTest {
    /// Row sums beat [`STRICTNESS`] strictly and reach the margin.
    Beats { margin: f64 },
    /// Row sums reach their needs within a relative 1e-9 of rounding.
    Reaches,
    /// The softmax probability of the class, its score lessened by `margin`, is at least `p`, within 1e-9.
    Softmax { class: usize, p: f64, margin: f64 },
    /// The log odds of the class under a softmax reach `least` within a relative 1e-9 of rounding.
    Odds { class: usize, least: f64 },
}

/// Rounding that "at least" forgives, relative to the larger of 1 and the need.
const ROUNDING: f64 = 1e-9;

impl Goal {
    /// Whether the library's own statement, in its own precision, is the target.
    pub fn stated(&self, prediction: &Prediction) -> bool {
        match (&self.stated, prediction) {
            (Stated::Beats { class, rivals }, Prediction::Class { scores, .. }) => {
                rivals.iter().all(|&j| scores[*class] > scores[j])
            }
            (Stated::Probability { class, at_least }, Prediction::Class { scores, .. }) => {
                scores[*class] >= at_least - ROUNDING
            }
            (Stated::Value { lo, hi }, Prediction::Value(v)) => {
                let slack = |end: &f64| if end.is_finite() { ROUNDING * end.abs().max(1.0) } else { 0.0 };
                *v >= lo - slack(lo) && *v <= hi + slack(hi)
            }
            (Stated::Anything, _) => true,
            _ => false,
        }
    }

    /// Whether the reference predictor gives the target at a row, and where the library's own probabilities may
    /// tie though raw scores do not (sums in single precision; several that round to 1), these too. So do values that are no raw
    /// scores: what a raw score may miss its need by can be more than the value may.
    pub fn reached(&self, ensemble: &Ensemble, row: &[f64]) -> bool {
        ensemble.fallen(&[row]).is_ok_and(|leaves| self.reached_by(ensemble, &leaves))
    }

    /// The same of the leaf that a row falls in, tree by tree.
    pub fn reached_by(&self, ensemble: &Ensemble, leaves: &[usize]) -> bool {
        self.met(&ensemble.sum(leaves))
            && (ensemble.sums == Precision::F64 && matches!(ensemble.link, Link::None | Link::Logistic | Link::Softmax)
                || self.stated(&ensemble.prediction(leaves)))
    }

    /// Whether points that reach all rows may still miss the goal.
    pub fn only_necessary(&self) -> bool {
        matches!(self.test, ExactTest::Softmax { .. } | ExactTest::Odds { .. }) && self.rows.len() > 1
    }

    /// Whether raw scores meet this goal: the only word that counts.
    pub fn met(&self, raw: &[f64]) -> bool {
        let sum = |row: &Row| row.coef.iter().zip(raw).map(|(c, r)| c * r).sum::<f64>();
        match self.test {
            ExactTest::Beats { margin } => self.rows.iter().all(|row| sum(row) > STRICTNESS && sum(row) >= margin),
            ExactTest::Reaches => self.rows.iter().all(|row| sum(row) >= row.need - ROUNDING * row.need.abs().max(1.0)),
            ExactTest::Softmax { class, p, margin } => {
                let inverse: f64 = raw
                    .iter()
                    .enumerate()
                    .map(|(j, r)| if j == class { 1.0 } else { (r - raw[class] + margin).exp() })
                    .sum();
                1.0 / inverse >= p - ROUNDING
            }
            ExactTest::Odds { class, least } => odds(raw, class) >= least - ROUNDING * least.abs().max(1.0),
        }
    }
}

/// The goals of a query; an answer meets one of them. None for the best prediction, whose goals come from a climb.
///
/// # Errors
/// Where the target does not fit the model's task.
pub(super) fn goals(ensemble: &Ensemble, query: &Query) -> Result<Vec<Goal>, SearchError> {
    let margin = query.margin;
    let unfit = |what: &str| Err(SearchError::Target { what: what.to_string() });
    let classes = match ensemble.task {
        Task::Classifier { classes } => classes,
        Task::Regressor | Task::IsolationForest => 0,
    };
    let beats = |class: usize, rivals: Vec<usize>, offset: f64| Goal {
        rows: rivals
            .iter()
            .map(|&rival| Row { coef: difference(ensemble, class, rival), need: margin.max(STRICTNESS) })
            .collect(),
        offset,
        test: ExactTest::Beats { margin },
        stated: Stated::Beats { class, rivals },
    };
    let known = |class: usize| class < classes;
    match &query.target {
        Target::Value { lo, hi } => {
            if classes != 0 {
                return unfit("a value interval is a target for a regressor; this model names classes");
            }
            let bring = |v: f64| ensemble.link.raw_of(v);
            let mut rows = Vec::new();
            if *lo > f64::NEG_INFINITY {
                rows.push(Row { coef: vec![1.0], need: bring(*lo) + margin });
            }
            if *hi < f64::INFINITY {
                rows.push(Row { coef: vec![-1.0], need: margin - bring(*hi) });
            }
            rows.retain(|r| r.need > f64::NEG_INFINITY);
            let stated = Stated::Value { lo: *lo, hi: *hi };
            Ok(vec![Goal { rows, offset: 0.0, test: ExactTest::Reaches, stated }])
        }
        Target::Best { aim, budget } => {
            if budget.is_nan() || *budget < 0.0 {
                return unfit("the budget is not a cost");
            }
            match (aim, classes) {
                (Aim::Class(k), _) if *k < classes => Ok(Vec::new()),
                (Aim::Class(_), _) => unfit("the class that is to be likeliest does not exist in this model"),
                (_, 0) => Ok(Vec::new()),
                _ => unfit("the best value is a target for a regressor; this model names classes"),
            }
        }
        _ if classes == 0 => unfit("a class is a target for a classifier; this model predicts a value"),
        Target::Class(k) if known(*k) => Ok(vec![beats(*k, others(classes, &[*k]), 0.0)]),
        Target::Classes(set) if set.iter().all(|k| known(*k)) => {
            Ok(set.iter().map(|&k| beats(k, others(classes, set), 0.0)).collect())
        }
        Target::ClassCosts(costs) if costs.iter().all(|(k, _)| known(*k)) => {
            Ok(costs.iter().map(|&(k, cost)| beats(k, others(classes, &[k]), cost)).collect())
        }
        Target::Probability { class, at_least } if known(*class) => {
            Ok(vec![probability(ensemble, classes, *class, *at_least, margin)])
        }
        _ => unfit(&format!("a class of the target does not exist; the model has classes 0 to {}", classes - 1)),
    }
}

pub(super) fn others(classes: usize, but: &[usize]) -> Vec<usize> {
    (0..classes).filter(|j| !but.contains(j)).collect()
}

/// Coefficients of `score[class] - score[rival]`; one output stands for class 1 against class 0.
pub(super) fn difference(ensemble: &Ensemble, class: usize, rival: usize) -> Vec<f64> {
    if ensemble.outputs == 1 {
        return vec![if class == 1 { 1.0 } else { -1.0 }];
    }
    let mut coef = vec![0.0; ensemble.outputs];
    coef[class] = 1.0;
    coef[rival] = -1.0;
    coef
}

fn probability(ensemble: &Ensemble, classes: usize, class: usize, p: f64, margin: f64) -> Goal {
    let odds = (p / (1.0 - p)).ln();
    let (mut rows, test) = match ensemble.link {
        Link::None | Link::Exp | Link::Square | Link::Softplus | Link::OneVsRest => {
            let need = if ensemble.link == Link::OneVsRest { odds } else { p };
            let mut coef = vec![0.0; classes];
            coef[class] = 1.0;
            (vec![Row { coef, need: need + margin }], ExactTest::Reaches)
        }
        Link::Logistic => {
            (vec![Row { coef: difference(ensemble, class, 1 - class), need: odds + margin }], ExactTest::Reaches)
        }
        Link::Softmax => {
            // exp(-d_j) <= (1 - p) / p for each rival, and, exp being convex, the mean of the d_j is at
            // least ln((K - 1) p / (1 - p)): both necessary.
            let rivals = others(classes, &[class]);
            let mut rows: Vec<Row> =
                rivals.iter().map(|&j| Row { coef: difference(ensemble, class, j), need: odds + margin }).collect();
            if rivals.len() > 1 {
                let share = 1.0 / rivals.len() as f64;
                let coef = (0..classes).map(|j| if j == class { 1.0 } else { -share }).collect();
                rows.push(Row { coef, need: odds + (rivals.len() as f64).ln() + margin });
            }
            (rows, ExactTest::Softmax { class, p, margin })
        }
    };
    // A need of minus infinity always holds; one of plus infinity is never reached, and stays.
    rows.retain(|r| r.need > f64::NEG_INFINITY);
    Goal { rows, offset: 0.0, test, stated: Stated::Probability { class, at_least: p } }
}
