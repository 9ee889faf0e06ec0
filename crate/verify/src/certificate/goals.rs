//! The target as goals, each a set of rows `sum of coef * raw >= need` that an answer must reach.

use crate::answer::Check;
use crate::inverse::{first, lead as softmax, off, score, waver};
use espalier_model::ensemble::{Link, Task};
use espalier_model::query::{Target, STRICTNESS};

/// One alternative of the target, such as one of several classes.
pub struct Goal {
    /// Coefficients of the raw outputs, and the need.
    pub rows: Vec<(Vec<f64>, f64)>,
    /// The cost that this alternative adds.
    pub offset: f64,
}

impl Check<'_> {
    /// The largest absolute value of a column, in the domain of its feature and at the factual.
    pub(super) fn largest(&self, column: usize) -> f64 {
        let Some(feature) = self.schema.features.iter().find(|f| f.columns().contains(&column)) else { return 0.0 };
        let values: Vec<f64> = match feature.level_count() {
            None => vec![feature.min, feature.max, self.query.factual[column]],
            Some(count) => (0..count).filter_map(|k| feature.level_value(k, column)).collect(),
        };
        values.iter().fold(0.0, |most, x| x.abs().max(most))
    }
}

/// The goals; `None` where the target does not fit the model.
pub fn goals(check: &Check<'_>) -> Option<Vec<Goal>> {
    let ensemble = check.ensemble;
    let margin = check.query.margin;
    let classes = match ensemble.task {
        Task::Classifier { classes } => classes,
        Task::Regressor | Task::IsolationForest => 0,
    };
    // score[class] - score[rival]. A single output is the score of class 1; class 0 has score 0.
    let lead = |class: usize, rival: usize| {
        let mut coef = vec![0.0; ensemble.outputs];
        for (k, sign) in [(class, 1.0), (rival, -1.0)] {
            match ensemble.outputs {
                1 if k == 1 => coef[0] += sign,
                1 => {}
                _ => coef[k] += sign,
            }
        }
        coef
    };
    let beats = |class: usize, inside: &[usize], offset: f64| {
        let need = margin.max(STRICTNESS);
        let rivals = (0..classes).filter(|j| !inside.contains(j));
        Goal { rows: rivals.map(|j| (lead(class, j), need)).collect(), offset }
    };
    // Proofs add up in double precision. The library's own sum may be larger by `off`, so needs are lowered by it.
    let moved = |mut rows: Vec<(Vec<f64>, f64)>| {
        let off = off(ensemble, |column| check.largest(column));
        for (coef, need) in &mut rows {
            *need -= coef.iter().zip(&off).map(|(c, off)| c.abs() * off).sum::<f64>();
        }
        rows
    };
    let known = |k: usize| k < classes;
    match &check.query.target {
        Target::Class(k) if known(*k) => Some(vec![beats(*k, &[*k], 0.0)]),
        Target::Classes(set) if set.iter().all(|&k| known(k)) => {
            Some(set.iter().map(|&k| beats(k, set, 0.0)).collect())
        }
        Target::ClassCosts(costs) if costs.iter().all(|c| known(c.0)) => {
            Some(costs.iter().map(|&(k, cost)| beats(k, &[k], cost)).collect())
        }
        Target::Probability { class, at_least } if known(*class) => {
            let p = *at_least;
            let rows = match ensemble.link {
                // Softmax: the lead over each single rival is at least the log odds, for any scores of the other rivals.
                Link::Softmax => {
                    let (odds, less) = softmax(ensemble, p);
                    let rivals = (0..classes).filter(|j| j != class);
                    let mut rows: Vec<_> = rivals.map(|j| (lead(*class, j), odds - less)).collect();
                    if classes > 2 {
                        // The mean lead is least where all rivals are equal, because exp is convex. So its need is larger by the logarithm of their number.
                        let others = (classes - 1) as f64;
                        let mut mean = vec![-1.0 / others; classes];
                        mean[*class] = 1.0;
                        rows.push((mean, odds + others.ln() - less));
                    }
                    rows
                }
                _ => {
                    let (form, need) = score(ensemble, *class, p);
                    vec![(form, need - waver(ensemble, need))]
                }
            };
            Some(vec![Goal { rows: moved(rows), offset: 0.0 }])
        }
        Target::Beyond(least) if classes == 0 => {
            let need = first(ensemble, |raw| ensemble.value(raw) >= *least);
            let row = |coef: f64| moved(vec![(vec![coef], need - waver(ensemble, need))]);
            Some([1.0, -1.0].map(|coef| Goal { rows: row(coef), offset: 0.0 }).into())
        }
        Target::Value { lo, hi } if classes == 0 => {
            let low = first(ensemble, |raw| ensemble.value(raw) >= *lo);
            let high = first(ensemble, |raw| ensemble.value(-raw) <= *hi);
            let rows = [(1.0, low), (-1.0, high)].map(|(coef, need)| (vec![coef], need - waver(ensemble, need)));
            Some(vec![Goal { rows: moved(rows.to_vec()), offset: 0.0 }])
        }
        _ => None,
    }
    .map(|mut goals| {
        // A need of minus infinity always holds.
        goals.iter_mut().for_each(|g| g.rows.retain(|r| r.1 > f64::NEG_INFINITY));
        goals
    })
}
