//! Consequences (FEATURES P3): in the linear programs they are sums like any other, met within rounding. An answer then
//! states what follows from what it states of the causes, where that costs nothing.

use super::frame::{Frame, Place};
use super::simplex::FEASIBLE;
use crate::query::Constraint;

impl Frame {
    /// The row with every consequence the number that is nearest to what follows from its causes; `None` where that is no
    /// answer, or dearer by more than rounding.
    pub fn polished(&self, row: &[f64], cost: f64) -> Option<Vec<f64>> {
        let causal: Vec<(usize, &[(usize, f64)])> = self
            .constraints()
            .filter_map(|c| match c {
                Constraint::Causal { feature, parents } => Some((*feature, parents.as_slice())),
                _ => None,
            })
            .collect();
        let mut out = row.to_vec();
        // Causes before what follows from them: as often as there are links.
        for _ in 0..causal.len() {
            let before = out.clone();
            for &(f, parents) in &causal {
                self.follow(f, parents, &mut out);
            }
            if before == out {
                break;
            }
        }
        let within = |f: usize| match self.places[f] {
            Place::Number { origin, .. } => {
                let x = out[self.schema()[f].columns()[0]];
                x == origin || self.lo[f] <= x && x <= self.hi[f]
            }
            Place::Levels { .. } => true,
        };
        let better = out != row
            && causal.iter().all(|c| within(c.0))
            && self.price(&out) <= cost * (1.0 + 1e-10) + FEASIBLE
            && self.accepts(&out);
        better.then_some(out)
    }

    fn follow(&self, f: usize, parents: &[(usize, f64)], row: &mut [f64]) {
        let Place::Number { origin, base, stays, whole: false, .. } = self.places[f] else { return };
        let change = |p: usize| {
            let column = self.schema()[p].columns()[0];
            row[column] - self.query.factual[column]
        };
        let exact = origin + parents.iter().map(|&(p, weight)| weight * change(p)).sum::<f64>();
        let x = self.input().round(exact) + 0.0;
        row[self.schema()[f].columns()[0]] = if stays && x == base { origin } else { x };
    }
}
