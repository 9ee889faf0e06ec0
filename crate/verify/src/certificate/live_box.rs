//! The live levels and leaves of a box: those that a cheaper answer may still have. Also the exclusion rules that need no messages.

use super::levels::Levels;
use super::tree_leaves::Leaves;
use super::ProofProblem;
use crate::tolerances::SCORE;
use espalier_model::query::Constraint;

/// The live levels of each feature and the live leaves.
#[derive(Clone)]
pub struct Live {
    pub levels: Vec<Vec<bool>>,
    pub leaves: Vec<bool>,
}

impl Live {
    pub fn new(levels: &[Levels], leaves: &Leaves) -> Live {
        Live {
            levels: levels.iter().map(|l| l.cost.iter().map(|c| c.is_finite()).collect()).collect(),
            leaves: vec![true; leaves.rows.len()],
        }
    }
}

impl ProofProblem<'_> {
    /// Excludes levels and leaves that no cheaper answer has, until nothing more is found; `false` when the box is empty.
    pub fn propagate(&self, live: &mut Live) -> bool {
        loop {
            let before = count(live);
            let alive =
                self.changes(live) && self.costs(live) && self.rows(live) && self.cover(live) && self.constraints(live);
            if !alive {
                return false;
            }
            if count(live) == before {
                return true;
            }
        }
    }

    /// Limit on the number of changes. Once all allowed changes are forced, every other feature keeps only levels without change.
    fn changes(&self, live: &mut Live) -> bool {
        let Some(most) = self.most_changes() else { return true };
        let stays: Vec<bool> = live
            .levels
            .iter()
            .zip(&self.levels)
            .map(|(on, l)| on.iter().zip(&l.stays).any(|(a, b)| *a && *b))
            .collect();
        let forced = stays.iter().filter(|s| !**s).count();
        if forced == most {
            for (f, _) in stays.iter().enumerate().filter(|(_, s)| **s) {
                live.levels[f].iter_mut().zip(&self.levels[f].stays).for_each(|(on, s)| *on &= *s);
            }
        }
        forced <= most
    }

    /// The smallest limit on the number of changes.
    pub fn most_changes(&self) -> Option<usize> {
        let most = |c: &Constraint| if let Constraint::MaxChanges(n) = c { Some(*n) } else { None };
        self.check.query.constraints.iter().filter_map(most).min()
    }

    /// Excludes levels whose cost, added to the least cost of every other feature, reaches the cutoff.
    fn costs(&self, live: &mut Live) -> bool {
        let cheapest = |f: usize, on: &[bool]| {
            let cost = &self.levels[f].cost;
            cost.iter().zip(on).filter(|(_, on)| **on).map(|(c, _)| *c).fold(f64::INFINITY, f64::min)
        };
        let least: Vec<f64> = live.levels.iter().enumerate().map(|(f, on)| cheapest(f, on)).collect();
        let base: f64 = least.iter().sum();
        // An empty feature makes this infinite.
        if base >= self.cutoff {
            return false;
        }
        for (f, on) in live.levels.iter_mut().enumerate() {
            let own_cutoff = self.cutoff - base + least[f];
            on.iter_mut().zip(&self.levels[f].cost).for_each(|(on, c)| *on &= *c < own_cutoff);
        }
        for l in 0..live.leaves.len() {
            if live.leaves[l] {
                let mut cost = base;
                for (f, set) in &self.leaves.path[l] {
                    let allowed = live.levels[*f].iter().zip(set).zip(&self.levels[*f].cost);
                    let found = allowed.filter(|((on, set), _)| **on && **set).map(|(_, c)| *c);
                    cost += found.fold(f64::INFINITY, f64::min) - least[*f];
                }
                live.leaves[l] = cost < self.cutoff;
            }
        }
        true
    }

    /// Excludes leaves with which a row cannot reach its need, even with every other tree's largest value.
    fn rows(&self, live: &mut Live) -> bool {
        for (row, &need) in self.leaves.need.iter().enumerate() {
            let top = |live: &Live, t: usize| {
                let values = self.leaves.of(t).filter(|&l| live.leaves[l]).map(|l| self.leaves.rows[l][row]);
                values.fold(f64::NEG_INFINITY, f64::max)
            };
            let tops: Vec<f64> = (0..self.leaves.trees()).map(|t| top(live, t)).collect();
            let total: f64 = tops.iter().sum();
            let need = need - SCORE * need.abs().max(1.0);
            // A tree without a live leaf makes this minus infinity.
            if total < need {
                return false;
            }
            for (t, most) in tops.iter().enumerate() {
                for l in self.leaves.of(t) {
                    live.leaves[l] &= total - most + self.leaves.rows[l][row] >= need;
                }
            }
        }
        (0..self.leaves.trees()).all(|t| self.leaves.of(t).any(|l| live.leaves[l]))
    }

    /// Excludes levels with which a linear constraint cannot keep its limit.
    fn constraints(&self, live: &mut Live) -> bool {
        self.constraints.decide(self.check, &self.levels, live);
        self.constraints.inequalities.iter().all(|row| row.keep(live))
    }

    /// Excludes levels that every live leaf of some tree excludes.
    fn cover(&self, live: &mut Live) -> bool {
        for t in 0..self.leaves.trees() {
            let leaves: Vec<usize> = self.leaves.of(t).filter(|&l| live.leaves[l]).collect();
            let Some(&first) = leaves.first() else { return false };
            for (f, _) in &self.leaves.path[first] {
                let sets: Option<Vec<&Vec<bool>>> =
                    leaves.iter().map(|&l| self.leaves.path[l].iter().find(|p| p.0 == *f).map(|p| &p.1)).collect();
                let Some(sets) = sets else { continue };
                for (k, on) in live.levels[*f].iter_mut().enumerate() {
                    *on &= sets.iter().any(|s| s[k]);
                }
            }
        }
        live.levels.iter().all(|on| on.contains(&true))
    }
}

fn count(live: &Live) -> usize {
    let on = |flags: &[bool]| flags.iter().filter(|f| **f).count();
    live.levels.iter().map(|l| on(l)).sum::<usize>() + on(&live.leaves)
}
