//! Reduced-cost fixing with the score bound.
//!
//! The Lagrangian score bound (`score_cost_bound`) uses part of the reduced cost of each direction, that is, of each nonbasic variable. The
//! remainder is still valid beside that bound. An answer costs at least the score bound, plus the remaining reduced cost of every direction that it
//! moves along. So column bounds are tightened, tests are decided and leaves are removed wherever the remainder exceeds the remaining gap.

use super::branching::Fixed;
use super::lp_trees::{Forest, LpTestKind, LEAF};
use super::node::LpNode;
use super::path_bound::PathBounds;
use super::score_cost_bound::ScoreCostBound;
use super::LpSearch;
use crate::tolerances::REMAINDER;

/// The least score bound for which this pays, as a share of the gap. From 0 to 1. More skips nodes where little would be fixed. Chosen with the rule
/// on nine sets (docs/experiments/lp-search.md); other values have no record.
const WORTH: f64 = 0.05;

impl LpSearch {
    /// Tightens column bounds, decides tests and removes leaves by the reduced costs that the score bound has not used.
    pub(super) fn fix_by_reduced_costs(&mut self, node: &mut LpNode, gap: f64) -> Fixed {
        let (lp, score_cost_bound) = (&self.lp, &mut self.score_cost_bound);
        if score_cost_bound.total < WORTH * gap {
            return Fixed::Nothing;
        }
        score_cost_bound.remaining.0.iter_mut().for_each(|rest| *rest = (*rest - REMAINDER).max(0.0));
        let left = gap - score_cost_bound.total;
        node.relaxed.afford(&lp.program, left, &score_cost_bound.remaining.0, &mut self.ends);
        if self.ends.iter().any(|(low, high)| low > high) {
            return Fixed::Empty;
        }
        node.tightened.clone_from(&self.ends);
        let mut fixed = Fixed::Nothing;
        for i in 0..node.asked.len() {
            let test = node.asked[i];
            if node.side[test as usize].is_some() {
                continue;
            }
            let over = self.path_bounds.crossings.by_test[test as usize];
            match lp.forest.within(&lp.program.rows, test, &self.ends) {
                Some(side) if lp.forest.kinds[test as usize] == LpTestKind::Plane => node.lies(lp, test, side),
                Some(side) => node.decide(test, side),
                None => match over.near {
                    Some(near)
                        if over.distance
                            * score_cost_bound.remaining.share(self.path_bounds.directions(over.directions))
                            >= left =>
                    {
                        node.decide(test, near);
                    }
                    _ => continue,
                },
            }
            fixed = Fixed::Some;
        }
        for t in 0..node.tops.len() {
            let cost = score_cost_bound.total + score_cost_bound.excess[t] - gap;
            if score_cost_bound.kill_beyond(&self.path_bounds, &lp.forest, node, node.tops[t], cost) {
                fixed = Fixed::Some;
            }
        }
        fixed
    }
}

impl ScoreCostBound {
    /// Removes the leaves beyond `here` that cost too much, and returns whether there were any. `cost` is the bound less the gap: the score bound
    /// without this tree's excess, and the tests above. A leaf is removed where `cost` reaches its worth.
    fn kill_beyond(
        &mut self,
        path_bounds: &PathBounds,
        forest: &Forest,
        node: &mut LpNode,
        here: u32,
        cost: f64,
    ) -> bool {
        let mut at = forest.nodes[here as usize];
        let mut found = false;
        while at.test != LEAF {
            let (on, off) = path_bounds.sides(node, at);
            let away = forest.nodes[off as usize];
            if node.any(away.first, away.end) {
                let (directions, by) = path_bounds.crossing(node, at.test);
                let share = self.remaining.share(path_bounds.directions(directions));
                self.remaining.take(path_bounds.directions(directions), share);
                found |= self.kill_beyond(path_bounds, forest, node, off, cost + share * by);
                self.remaining.take(path_bounds.directions(directions), -share);
            }
            at = forest.nodes[on as usize];
        }
        if node.alive(at.first) && cost >= self.worth[at.first as usize] {
            node.kill(forest, at.first, at.first + 1);
            return true;
        }
        found
    }
}
