//! Exact consequences. Linear programs meet consequences within rounding only. Here an answer gets those that follow from its stated causes, if it
//! costs no more with them.

use super::lp_model::{Encoding, LpModel};
use crate::tolerances::{FEASIBLE, FOLLOWED};
use espalier_model::query::Constraint;

impl LpModel {
    /// The row with every consequence set to the number nearest to the value that follows from its causes. `None` where nothing changes, where that
    /// row is no answer, or where it is more expensive by more than rounding.
    pub fn polished(&self, row: &[f64], cost: f64) -> Option<Vec<f64>> {
        let out = self.followed(row);
        let better = out != row
            && self.contains(&out)
            && self.price(&out) <= cost * (1.0 + FOLLOWED) + FEASIBLE
            && self.accepts(&out);
        better.then_some(out)
    }

    /// The row with every consequence set to the number nearest to the value that follows from its causes.
    pub(super) fn followed(&self, row: &[f64]) -> Vec<f64> {
        let mut out = row.to_vec();
        // Causes come before their consequences: repeat as often as there are links.
        for _ in self.constraints().filter(|c| c.consequence().is_some()) {
            let before = out.clone();
            for constraint in self.constraints() {
                match constraint {
                    Constraint::Causal { feature, parents } => self.follow(*feature, parents, &mut out),
                    Constraint::CausalEnsemble { feature, cause } => self.say(*feature, cause, &mut out),
                    _ => {}
                }
            }
            if before == out {
                break;
            }
        }
        out
    }

    /// Whether every consequence lies within its feature's own bounds.
    pub(super) fn contains(&self, row: &[f64]) -> bool {
        self.constraints().filter_map(Constraint::consequence).all(|f| match self.encodings[f] {
            Encoding::Number { origin, stays, .. } => {
                let x = row[self.schema()[f].columns()[0]];
                stays && x == origin || self.lo[f] <= x && x <= self.hi[f]
            }
            Encoding::Levels { .. } => true,
        })
    }

    fn follow(&self, f: usize, parents: &[(usize, f64)], row: &mut [f64]) {
        let Encoding::Number { origin, base, stays, whole: false, .. } = self.encodings[f] else { return };
        let change = |p: usize| {
            let column = self.schema()[p].columns()[0];
            row[column] - self.query.factual[column]
        };
        let exact = origin + parents.iter().map(|&(p, weight)| weight * change(p)).sum::<f64>();
        let x = self.input().round(if self.integer(f) { exact.round() } else { exact }) + 0.0;
        row[self.schema()[f].columns()[0]] = if stays && x == base { origin } else { x };
    }
}
