//! The best multipliers for the score bound (`score_cost_bound`): a linear program over all trees together, solved by an interior point method.
//!
//! Its unknowns are movements y >= 0 along a node's directions, measured by their cost as a share of the gap, and shares p >= 0 of each tree's
//! leaves, which sum to 1. The share of the leaves beyond a fork is at most the share of the distance over its test that y covers. The leaves' scores
//! make up for the score that the point lacks. The objective is the least sum of y. Sought are the multipliers of this program: the charges of the
//! forks, and a price of the score. They bound every answer's cost whether or not they are the best.

use super::inherited_multipliers::{ForkMultiplier, TreeMultipliers};
use super::lp_trees::{Forest, LEAF};
use super::node::LpNode;
use super::path_bound::PathBounds;
use super::score_cost_bound::ScoreGoal;
use espalier_numerics::block_interior_point::{BlockProgram, Method};

/// The most steps. Seven reach nine tenths of the optimum (docs/experiments/lp-search.md). More makes a solve dearer.
const STEPS: usize = 9;

/// The least rise of the bound for another step, as a share of the bound. Less goes on for longer. Chosen with the method on thirteen sets
/// (docs/experiments/lp-search.md); other values have no record.
const RISES: f64 = 0.1;

/// A direction is free where moving along it up to the gap leads this many times over a test. Its charge would be that much smaller than others,
/// which is beyond the system's precision. By hand.
const FREE: f64 = 1e9;

#[derive(Debug, Default)]
pub struct BestMultipliers {
    program: BlockProgram,
    method: Method,
    /// By direction of the node: its number in the program.
    number: Vec<u32>,
    /// By fork of the program: its node of the forest.
    places: Vec<u32>,
    /// The forks above the present one.
    above: Vec<u32>,
}

/// The node whose multipliers are asked for.
#[derive(Clone, Copy)]
pub(super) struct BoundedNode<'a> {
    pub path_bounds: &'a PathBounds,
    pub forest: &'a Forest,
    pub node: &'a LpNode,
    pub goal: ScoreGoal,
}

impl BestMultipliers {
    /// Solves for the best multipliers in a few steps. Returns the bound that they give, as a share of the gap; `None` where the bound is 0.
    pub fn solve(&mut self, asked: BoundedNode<'_>, own: &[u32]) -> Option<f64> {
        self.set_up(asked, own);
        if self.program.is_empty() {
            return None;
        }
        self.method.begin(&self.program);
        let mut bound = 0.0;
        for _ in 0..STEPS {
            if !self.method.step(&self.program) {
                break;
            }
            let last = std::mem::replace(&mut bound, self.method.bound(&self.program));
            if bound >= 1.0 || bound > 0.0 && bound - last < RISES * bound {
                break;
            }
        }
        Some(bound).filter(|bound| *bound > 0.0)
    }

    /// The multipliers of the last `solve`.
    pub fn tree_multipliers(&self, BoundedNode { path_bounds, forest, goal, .. }: BoundedNode<'_>) -> TreeMultipliers {
        let made = self.places.iter().zip(self.method.charges(&self.program)).filter_map(|(&fork, much)| {
            let near = path_bounds.crossings.by_test[forest.nodes[fork as usize].test as usize].near?;
            Some(ForkMultiplier { fork, near, much: much * goal.gap })
        });
        TreeMultipliers { row: goal.row, price: self.method.price() * goal.gap / goal.lack, by_fork: made.collect() }
    }

    /// Sets up the program, a block for each tree: the leaves that may raise its score are its shares, the forks that they are beyond its covers.
    fn set_up(&mut self, asked: BoundedNode<'_>, own: &[u32]) {
        self.program.clear();
        self.places.clear();
        self.number.clear();
        self.number.resize(asked.path_bounds.direction_count(), LEAF);
        for (t, &top) in asked.node.tops.iter().enumerate() {
            self.collect(asked, top, asked.goal.score(asked.forest, asked.node, own[t]), f64::NEG_INFINITY);
            self.program.close();
        }
    }

    /// Collects the leaves and forks under `here`. Leaves that score no more than `floor` are of no use.
    fn collect(&mut self, asked: BoundedNode<'_>, here: u32, base: f64, floor: f64) {
        let BoundedNode { path_bounds, forest, node, goal } = asked;
        let nearest = path_bounds.leaf(forest, node, here);
        let mut floor = floor;
        if node.alive(nearest) && goal.score(forest, node, nearest) > floor {
            floor = goal.score(forest, node, nearest);
            self.program.share((floor - base) / goal.lack, &self.above);
        }
        let mut at = here;
        while forest.nodes[at as usize].test != LEAF {
            let fork = forest.nodes[at as usize];
            let (on, off) = path_bounds.sides(node, fork);
            let away = forest.nodes[off as usize];
            if node.most(forest, (goal.rows, goal.row), away.first, away.end) > floor {
                let depth = self.above.len();
                self.put(asked, at);
                self.collect(asked, off, base, floor);
                self.above.truncate(depth);
            }
            at = on;
        }
    }

    /// Adds the row of a fork, if crossing its test has a price.
    fn put(&mut self, BoundedNode { path_bounds, forest, node, goal }: BoundedNode<'_>, at: u32) {
        let (directions, by) = path_bounds.crossing(node, forest.nodes[at as usize].test);
        let directions = path_bounds.directions(directions);
        if directions.is_empty() || directions.iter().any(|direction| direction.gain * goal.gap >= FREE * by) {
            return;
        }
        for direction in directions {
            let number = &mut self.number[direction.at as usize];
            if *number == LEAF {
                *number = self.program.movement();
            }
        }
        let number = &self.number;
        let over = directions.iter().map(|d| (number[d.at as usize], d.gain * goal.gap / by));
        self.above.push(self.program.cover(over));
        self.places.push(at);
    }
}
