//! Warm start of the score bound (`score_cost_bound`): a node starts from its parent's multipliers, the charges of trees. They were the best there,
//! so most of their bound holds here.

use super::lp_trees::Forest;
use super::node::LpNode;
use super::path_bound::PathBounds;
use super::score_cost_bound::ScoreCostBound;
use crate::tolerances::CHARGES;
use espalier_model::ensemble::Side;
use espalier_numerics::Direction;

/// The Lagrangian multipliers of trees (their charges), with the row of scores for which they were made and the price of the score.
#[derive(Debug, Default)]
pub struct TreeMultipliers {
    pub row: usize,
    pub price: f64,
    pub by_fork: Vec<ForkMultiplier>,
}

/// A multiplier (charge) at a node of the forest, for the side of its test that is not `near`.
#[derive(Clone, Copy, Debug)]
pub struct ForkMultiplier {
    pub fork: u32,
    pub near: Side,
    pub much: f64,
}

impl ForkMultiplier {
    fn test(&self, forest: &Forest) -> u32 {
        forest.nodes[self.fork as usize].test
    }

    /// Whether the test is undecided, the point still on the near side, and a leaf alive beyond.
    fn holds(&self, path_bounds: &PathBounds, forest: &Forest, node: &LpNode) -> bool {
        let at = forest.nodes[self.fork as usize];
        let away = forest.nodes[at.child(self.near.other()) as usize];
        node.side[at.test as usize].is_none()
            && path_bounds.crossings.by_test[at.test as usize].near == Some(self.near)
            && node.any(away.first, away.end)
    }
}

impl ScoreCostBound {
    /// Takes over the charges of `above`, before any other charge is made. The charges of each line are scaled up or down to the reduced costs here.
    pub(super) fn take_over(
        &mut self,
        path_bounds: &PathBounds,
        forest: &Forest,
        node: &LpNode,
        above: &[ForkMultiplier],
    ) {
        for made in above.iter().filter(|made| made.holds(path_bounds, forest, node)) {
            let step = self.place[made.test(forest) as usize].1;
            if let Some(step) = self.steps.get_mut(step as usize) {
                step.charged += made.much;
                self.inherited[made.fork as usize] = made.much;
            }
        }
        for line in &mut self.lines {
            let mut sum = 0.0;
            for step in &mut self.steps[line.steps.0 as usize..line.steps.1 as usize] {
                sum += step.charged;
                step.charged = sum;
                line.price = line.price.max(sum / step.by);
            }
            self.remaining.take(path_bounds.directions(line.directions), line.price);
        }
        for line in self.lines.iter_mut().filter(|line| line.price > 0.0) {
            let used = |direction: &Direction| 1.0 - self.remaining.0[direction.at as usize];
            let most = path_bounds.directions(line.directions).iter().map(used).fold(f64::MIN_POSITIVE, f64::max);
            line.times = (1.0 - CHARGES) / most;
            line.price *= line.times;
            for step in &mut self.steps[line.steps.0 as usize..line.steps.1 as usize] {
                step.charged *= line.times;
            }
        }
        self.remaining.fill(path_bounds.direction_count());
        for line in &self.lines {
            self.remaining.take(path_bounds.directions(line.directions), line.price);
        }
        for made in above {
            let line = self.place[made.test(forest) as usize].0;
            if let Some(line) = self.lines.get(line as usize) {
                self.inherited[made.fork as usize] *= line.times;
            }
        }
    }
}
