//! The cheapest point of a node's relaxation: its position among the tests, and the next test to cross on the way to the target.

use super::lp_model::LpModel;
use super::lp_trees::{Forest, LEAF};
use super::node::LpNode;
use crate::tolerances::{FREE_CROSSING, LEAST_LACK_LP};
use espalier_model::ensemble::Side;
use espalier_numerics::{Direction, Scratch};

/// The loss that a dead leaf counts, in multiples of the lacking score: an answer must leave it. It need only be far above 1. By hand.
const DEAD: f64 = 1e3;

/// The position of a node's cheapest point among the tests.
#[derive(Debug, Default)]
pub(super) struct RelaxationPoint {
    at: Vec<f64>,
    /// By asked test: the side that the point is on, and, where the test is undecided, its value there.
    pub sides: Vec<Option<Side>>,
    values: Vec<f64>,
    /// The sums of the goal's rows over the leaves that the point falls in.
    sums: Vec<f64>,
    /// By test: the gain of crossing it, in the second place.
    gains: Vec<[f64; 2]>,
    directions: Vec<Direction>,
}

impl RelaxationPoint {
    /// Looks up the position of a node's cheapest point. Returns whether the point reaches the target.
    pub fn locate(&mut self, lp: &LpModel, node: &LpNode) -> bool {
        let (forest, pairs, rows) = (&lp.forest, &lp.program.rows, lp.problem.rows.len());
        node.point(lp, &mut self.at);
        self.sides.clone_from(&node.side);
        self.values.resize(self.sides.len(), 0.0);
        // Leaves under tests that are no longer asked are dead, so it does not matter in which of them the point falls.
        for test in node.asked.iter().map(|test| *test as usize).filter(|test| node.side[*test].is_none()) {
            let (t, value) = (&pairs.pairs[test], pairs.value(test as u32, &self.at));
            self.sides[test] = Some(if value <= 0.5 * (t.left + t.right) { Side::Left } else { Side::Right });
            self.values[test] = value;
        }
        self.sums.clear();
        self.sums.resize(rows, 0.0);
        let mut alive = true;
        for &top in &node.tops {
            let leaf = self.leaf(forest, top);
            alive &= node.alive(leaf);
            self.sums.iter_mut().enumerate().for_each(|(r, sum)| *sum += lp.score_at(leaf, r, &self.at));
        }
        alive && lp.reached(&self.sums)
    }

    /// The row of the goal that lacks most at the point, and the lacking score.
    pub fn lacks(&self, lp: &LpModel) -> Option<(usize, f64)> {
        let lacks = lp.problem.need.iter().zip(&self.sums).map(|(need, sum)| need - sum);
        lacks.enumerate().max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Adds up values of tests along each line of parallel tests. The point's side of a test implies the same side of the tests further out, so the
    /// first value of a test takes in theirs. Crossing a test crosses those on the way, so the second value takes in theirs.
    pub fn along(&self, forest: &Forest, node: &LpNode, of: &mut [[f64; 2]]) {
        for back in [false, true] {
            let (mut last, mut sums) = (LEAF, [0.0; 2]);
            for i in 0..node.asked.len() {
                let test = node.asked[if back { node.asked.len() - 1 - i } else { i }] as usize;
                let (line, turned) = forest.line[test];
                if line != last || line == LEAF {
                    (last, sums) = (line, [0.0; 2]);
                }
                let above = (self.sides[test] == Some(Side::Left)) != turned;
                let which = usize::from(above != back);
                sums[which] += of[test][which];
                of[test][which] = sums[which];
            }
        }
    }

    /// The leaf under a node of a tree that the point falls in.
    fn leaf(&self, forest: &Forest, from: u32) -> u32 {
        let mut here = forest.nodes[from as usize];
        while here.test != LEAF {
            here = forest.nodes[here.child(self.sides[here.test as usize].unwrap_or(Side::Right)) as usize];
        }
        here.first
    }

    /// The undecided test whose crossing gains most for its cost, and the point's side of it. Gains are multiplied by the tests' `lots`, where there
    /// are some.
    pub fn best_crossing(
        &mut self,
        lp: &LpModel,
        node: &LpNode,
        weights: &[f64],
        scratch: &mut Scratch,
    ) -> Option<(u32, Side)> {
        let (row, lack) = self.lacks(lp)?;
        let lack = lack.max(LEAST_LACK_LP);
        self.gain(&lp.forest, node, (lp.problem.need.len(), row), lack);
        let mut best = (0.0, None);
        // Parallel tests stand after each other. They share their directions.
        let (mut last, mut known) = (LEAF, [None; 2]);
        self.directions.clear();
        for test in node.asked.iter().map(|test| *test as usize) {
            let gain = self.gains[test][1].min(lack) * weights.get(test).copied().unwrap_or(1.0);
            if node.side[test].is_some() || gain <= 0.0 {
                continue;
            }
            let (line, turned) = lp.forest.line[test];
            if line != last || line == LEAF {
                (last, known) = (line, [None; 2]);
            }
            let (t, Some(near)) = (&lp.program.rows.pairs[test], self.sides[test]) else { continue };
            let by = if near == Side::Left { t.right } else { t.left } - self.values[test];
            let mut rise = 0.0;
            if (by > 0.0) == (near == Side::Left) && by != 0.0 {
                let (first, end) = *known[usize::from((by > 0.0) != turned)].get_or_insert_with(|| {
                    let first = self.directions.len();
                    node.relaxed.directions(&lp.program, test as u32, by > 0.0, scratch, &mut self.directions);
                    (first, self.directions.len())
                });
                let directions = &self.directions[first..end];
                // The first direction alone is the cheapest, if it leads so far.
                if directions
                    .first()
                    .is_some_and(|direction| gain <= best.0 * (by.abs() / direction.gain + FREE_CROSSING))
                {
                    continue;
                }
                rise = node.relaxed.crossing(&lp.program, test as u32, by, directions, scratch);
            }
            let score = gain / (rise + FREE_CROSSING);
            if rise.is_finite() && score > best.0 {
                best = (score, Some((test as u32, near)));
            }
        }
        best.1
    }

    /// The gain in a row of the goal of crossing each test: by the leaves that the point then falls in, and by the parallel tests on the way.
    fn gain(&mut self, forest: &Forest, node: &LpNode, (rows, row): (usize, usize), lack: f64) {
        let mut gains = std::mem::take(&mut self.gains);
        gains.clear();
        gains.resize(forest.kinds.len(), [0.0; 2]);
        let worth = |from: u32| {
            let leaf = self.leaf(forest, from);
            if node.alive(leaf) {
                node.scores(forest)[leaf as usize * rows + row]
            } else {
                -DEAD * lack
            }
        };
        for &top in &node.tops {
            let own = worth(top);
            let mut here = forest.nodes[top as usize];
            while here.test != LEAF {
                let left = self.sides[here.test as usize] == Some(Side::Left);
                let (on, off) = if left { (here.left, here.right) } else { (here.right, here.left) };
                if node.side[here.test as usize].is_none() {
                    gains[here.test as usize][1] += worth(off) - own;
                }
                here = forest.nodes[on as usize];
            }
        }
        self.along(forest, node, &mut gains);
        self.gains = gains;
    }
}
