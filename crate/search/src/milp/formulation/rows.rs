//! The rows of the target and of limits over several features.

use super::{ColumnMeaning, Formulation, Purpose, RowMeaning};
use espalier_engines::problem::compiled::DEAD;
use espalier_engines::problem::Problem;
use espalier_numerics::powers::exponent;

impl Formulation {
    /// For a written program the needs are those of the rows. Otherwise they are lowered by the tolerance for rounding.
    pub(super) fn scores(&mut self, problems: &[Problem], purpose: Purpose) {
        let several = problems.len() > 1;
        let goals: Vec<u32> = match several {
            true => (0..problems.len() as u32)
                .map(|g| {
                    let offset = problems[g as usize].goal.offset;
                    self.column(ColumnMeaning::Goal(g), offset, 1.0)
                })
                .collect(),
            false => {
                self.constant += problems[0].goal.offset;
                Vec::new()
            }
        };
        if several {
            self.rows.push(RowMeaning::OneGoal, goals.iter().map(|g| (*g, 1.0)), 1.0, 1.0);
        }
        for (g, problem) in problems.iter().enumerate() {
            let width = problem.rows.len();
            let mut part = vec![0.0; width];
            let mut entries: Vec<Vec<(u32, f64)>> = vec![Vec::new(); width];
            let mut least = vec![0.0; width];
            for (tree, leaves) in problem.trees().zip(&self.trees) {
                let mut low = vec![f64::INFINITY; width];
                for leaf in leaves {
                    let ColumnMeaning::Leaf(_, node) = self.columns[leaf.column as usize] else { continue };
                    let node = &tree.nodes[node as usize];
                    debug_assert_ne!(node.feature, DEAD);
                    problem.leaf_rows(tree, node, &mut part);
                    for r in 0..width {
                        entries[r].push((leaf.column, part[r]));
                        low[r] = f64::min(low[r], part[r]);
                    }
                }
                least.iter_mut().zip(&low).for_each(|(sum, l)| *sum += l);
            }
            for (r, mut entries) in entries.into_iter().enumerate() {
                let mut need = match purpose {
                    Purpose::Written => problem.exact[r],
                    Purpose::Solved => problem.need[r] - problem.slack,
                };
                if need == f64::INFINITY {
                    // A need that is never reached: more than the largest possible sum.
                    let most: f64 = entries.iter().map(|e| e.1.abs()).sum();
                    need = 2.0 * most + 1.0;
                }
                if several {
                    // The smallest big M: the largest amount by which the row can miss its need.
                    let big_m = need - least[r];
                    if !big_m.is_finite() || big_m <= 0.0 {
                        continue;
                    }
                    entries.push((goals[g], -big_m));
                    need = least[r];
                }
                let scale = scale(&entries);
                entries.iter_mut().for_each(|e| e.1 *= scale);
                self.rows.push(RowMeaning::Score(g as u32, r as u32), entries, need * scale, f64::INFINITY);
            }
        }
    }

    pub(super) fn limits(&mut self, problem: &Problem) {
        if let Some(most) = problem.max_changes {
            let mut entries = Vec::new();
            let mut limit = most as f64;
            for (place, var) in self.places.iter().zip(&problem.vars) {
                let changed = place.sum(|k| f64::from(u8::from(var.changed[place.live[k] as usize])));
                limit -= changed.constant;
                entries.extend(changed.terms);
            }
            self.rows.push(RowMeaning::MaxChanges, entries, f64::NEG_INFINITY, limit);
        }
        let reaches = |p: &Problem, f: usize, k: u32| p.vars[f].reach.get(k as usize).copied().unwrap_or(0.0);
        let most = |p: &Problem, f: usize| self.places[f].live.iter().map(|&k| reaches(p, f, k)).fold(0.0, f64::max);
        let most: Vec<f64> = (0..self.places.len()).map(|f| most(problem, f)).collect();
        let largest = most.iter().copied().fold(0.0, f64::max);
        if largest > 0.0 {
            let column = self.column(ColumnMeaning::Largest, 1.0, largest);
            for f in (0..self.places.len()).filter(|&f| most[f] > 0.0) {
                let place = &self.places[f];
                let reach = place.sum(|k| reaches(problem, f, place.live[k]));
                let entries = reach.terms.iter().map(|&(c, by)| (c, -by));
                let entries: Vec<_> = std::iter::once((column, 1.0)).chain(entries).collect();
                self.rows.push(RowMeaning::Largest(f as u32), entries, reach.constant, f64::INFINITY);
            }
        }
    }
}

/// A power of two that scales the largest coefficient to about a thousand. Solvers accept a row that is missed by 1e-6.
/// With this scale, that is far less than the 1e-6 by which a class must win.
pub(super) fn scale(entries: &[(u32, f64)]) -> f64 {
    let most = entries.iter().fold(0.0, |m: f64, e| m.max(e.1.abs()));
    match most > 0.0 && most.is_finite() {
        true => 2f64.powi((9 - exponent(most.next_down())).clamp(-900, 900)),
        // Either no point reaches the need or every point does, and solvers should see that.
        false => 2f64.powi(20),
    }
}
