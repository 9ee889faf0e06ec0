//! The Lagrangian multipliers of linear constraints. Bisection moves each one to its best value for the present
//! messages.

use super::dual::{Dual, MOST};
use super::node::BoxNode;
use crate::problem::linear_constraints::{ConstraintTerm, LinearConstraints};

/// Number of halvings of a multiplier's bracket. More comes nearer to the best multiplier for the present messages.
/// Four and nine instead did not pay (docs/experiments/linear-rows.md).
const HALVINGS: usize = 6;

impl Dual {
    /// Moves each constraint's multiplier to the maximum of the bound along its line.
    pub(super) fn constraint_multipliers(&mut self, constraints: &LinearConstraints, node: &mut BoxNode, scale: f64) {
        let vars: Vec<usize> = (0..node.vars())
            .filter(|&v| !matches!(constraints.parts[node.var[v] as usize], ConstraintTerm::Free))
            .collect();
        let rows = node.gamma.len();
        // The part of each level's price that is given to trees and to the limit on changes.
        let mut given: Vec<f64> = Vec::new();
        let mut first = Vec::with_capacity(vars.len());
        for &v in &vars {
            first.push(given.len());
            given.extend(node.levels_of(v).map(|k| node.priced(constraints, v, k) - node.reduced[k]));
        }
        let stated = rows - constraints.ties;
        let moves = |&row: &usize| {
            let Some(tied) = row.checked_sub(stated) else { return true };
            // Of a hull's many directions, those that the linear program of the box prices are moved.
            let Some(tied) = tied.checked_sub(constraints.directions) else { return node.gamma[row] != 0.0 };
            // The linear program alone moves those of leaves. A hyperplane's constraint is vacuous with the other level of its var, so its
            // multiplier is moved once that is excluded.
            if tied >= 2 * constraints.tests {
                return false;
            }
            let var = constraints.parts.len() - constraints.stand_ins + tied / 2;
            let mut levels = (0..node.vars()).filter(|&v| node.var[v] as usize == var).flat_map(|v| node.levels_of(v));
            !levels.any(|k| node.level[k] as usize != tied % 2 && node.reduced[k] < f64::INFINITY)
        };
        let moved: Vec<usize> = (0..rows).filter(moves).collect();
        for row in moved {
            let slope = |gamma: &[f64]| {
                let mut sum = -constraints.limits[row];
                for (&v, &at) in vars.iter().zip(&first) {
                    sum += used(constraints, node, v, gamma, &given[at..], row);
                }
                sum
            };
            let mut gamma = node.gamma.clone();
            let now = gamma[row];
            let mut at = |value: f64| {
                gamma[row] = value;
                slope(&gamma)
            };
            let most = MOST * scale;
            let start = if now > 0.0 { now } else { scale };
            let (mut lo, mut hi);
            if at(start) > 0.0 {
                (lo, hi) = (start, 2.0 * start);
                let mut tries = 0;
                while tries < 10 && hi < most && at(hi) > 0.0 {
                    (lo, hi) = (hi, 2.0 * hi);
                    tries += 1;
                }
            } else {
                (lo, hi) = (start / 2.0, start);
                let mut tries = 0;
                while at(lo) <= 0.0 {
                    if tries == 10 || at(0.0) <= 0.0 {
                        lo = 0.0;
                        break;
                    }
                    (lo, hi) = (lo / 2.0, lo);
                    tries += 1;
                }
            }
            if lo > 0.0 || at(0.0) > 0.0 {
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (lo + hi);
                    if at(middle) > 0.0 {
                        lo = middle;
                    } else {
                        hi = middle;
                    }
                }
                lo = 0.5 * (lo + hi);
            }
            node.gamma[row] = lo.min(most);
        }
        for (&v, &at) in vars.iter().zip(&first) {
            let levels = node.levels_of(v);
            let mut min = f64::INFINITY;
            for (k, given) in levels.zip(&given[at..]) {
                if node.reduced[k] < f64::INFINITY {
                    node.reduced[k] = node.priced(constraints, v, k) - given;
                    min = min.min(node.reduced[k]);
                }
            }
            self.var_min[v] = min;
        }
    }
}

/// The contribution to a constraint of a var's cheapest level under these multipliers.
fn used(constraints: &LinearConstraints, node: &BoxNode, v: usize, gamma: &[f64], given: &[f64], row: usize) -> f64 {
    let rows = gamma.len();
    let mut best = (f64::INFINITY, 0.0);
    match &constraints.parts[node.var[v] as usize] {
        ConstraintTerm::Free => return 0.0,
        ConstraintTerm::Number(number) => {
            if number.weights[row] == 0.0 {
                return 0.0;
            }
            let g = number.charged(gamma);
            for (k, given) in node.levels_of(v).zip(given) {
                let (cost, y) = number.least(node.span[k], g);
                if node.reduced[k] < f64::INFINITY && cost - given < best.0 {
                    best = (cost - given, number.weights[row] * y);
                }
            }
        }
        ConstraintTerm::Levels(weights) => {
            for (k, given) in node.levels_of(v).zip(given) {
                let own = &weights[node.level[k] as usize * rows..][..rows];
                let cost = node.cost[k] + own.iter().zip(gamma).map(|(w, g)| w * g).sum::<f64>() - given;
                if node.reduced[k] < f64::INFINITY && cost < best.0 {
                    best = (cost, own[row]);
                }
            }
        }
    }
    best.1
}
