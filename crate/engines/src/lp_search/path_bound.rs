//! Path bound: the least cost of a leaf beyond the node's cheapest point, with all tests on the leaf's path taken together.

use super::lp_model::LpModel;
use super::lp_trees::{Forest, Fork, LEAF};
use super::node::LpNode;
use espalier_model::ensemble::Side;
use espalier_numerics::sorting::sort_by;
use espalier_numerics::Direction;
use std::rc::Rc;

/// By direction: the share of its reduced cost that is left.
#[derive(Debug, Default)]
pub(super) struct RemainingCosts(pub Vec<f64>);

impl RemainingCosts {
    /// Gives `directions` directions all of their reduced costs.
    pub fn fill(&mut self, directions: usize) {
        self.0.clear();
        self.0.resize(directions, 1.0);
    }

    /// The price that is left for a unit of distance along the directions; 0 where there are none.
    pub fn share(&self, directions: &[Direction]) -> f64 {
        let least = directions
            .iter()
            .map(|direction| self.0[direction.at as usize] / direction.gain)
            .fold(f64::INFINITY, f64::min);
        if directions.is_empty() {
            0.0
        } else {
            least.max(0.0)
        }
    }

    /// Takes `much` for each unit of distance along the directions.
    pub fn take(&mut self, directions: &[Direction], much: f64) {
        if much != 0.0 {
            directions.iter().for_each(|direction| self.0[direction.at as usize] -= much * direction.gain);
        }
    }
}

/// The way over a test from the point.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossing {
    /// The side that the point is on; `None` where the test is not asked about.
    pub near: Option<Side>,
    /// The range of its directions in [`Crossings::directions`]; empty where crossing costs nothing.
    pub directions: (u32, u32),
    /// The distance that they have to lead.
    pub distance: f64,
}

/// The crossings of all undecided tests, priced from a point by the reduced costs of its program.
#[derive(Clone, Debug, Default)]
pub struct Crossings {
    /// By test: how it is crossed.
    pub(super) by_test: Vec<Crossing>,
    /// The directions over tests: nonbasic variables of the program.
    pub directions: Vec<Direction>,
    /// By test: the increase of the bound when it is crossed.
    pub rise: Vec<f64>,
    /// The number of moves of the point, and of the column bounds, up to then.
    pub moves: (u32, u32),
}

impl Crossings {
    /// The crossings of `tests` tests, none of them priced yet.
    pub fn new(tests: usize, moves: (u32, u32)) -> Crossings {
        Crossings {
            by_test: vec![Crossing::default(); tests],
            directions: Vec::new(),
            rise: vec![f64::NAN; tests],
            moves,
        }
    }

    /// The directions over a test.
    pub(super) fn directions(&self, test: usize) -> &[Direction] {
        let (first, end) = self.by_test[test].directions;
        &self.directions[first as usize..end as usize]
    }
}

/// The cost of leaves beyond a node's tests.
#[derive(Debug, Default)]
pub struct PathBounds {
    pub crossings: Rc<Crossings>,
    remaining: RemainingCosts,
    /// Ranges of leaves that are too expensive.
    found: Vec<(u32, u32)>,
}

impl PathBounds {
    /// The children of a fork on the point's side and beyond.
    pub(super) fn sides(&self, node: &LpNode, at: Fork) -> (u32, u32) {
        match node.side[at.test as usize].or(self.crossings.by_test[at.test as usize].near) {
            Some(Side::Left) => (at.left, at.right),
            _ => (at.right, at.left),
        }
    }

    /// The directions over a test and the distance that they have to lead; an empty range where the test is decided.
    pub(super) fn crossing(&self, node: &LpNode, test: u32) -> ((u32, u32), f64) {
        match (node.side[test as usize], self.crossings.by_test[test as usize]) {
            (None, Crossing { directions, distance, .. }) => (directions, distance),
            _ => ((0, 0), 0.0),
        }
    }

    /// The leaf of a tree on the point's side.
    pub(super) fn leaf(&self, forest: &Forest, node: &LpNode, root: u32) -> u32 {
        let mut at = forest.nodes[root as usize];
        while at.test != LEAF {
            at = forest.nodes[self.sides(node, at).0 as usize];
        }
        at.first
    }

    /// The directions of a range.
    pub(super) fn directions(&self, (first, end): (u32, u32)) -> &[Direction] {
        &self.crossings.directions[first as usize..end as usize]
    }

    /// An upper bound of the number of different directions.
    pub(super) fn direction_count(&self) -> usize {
        self.crossings.directions.iter().map(|w| w.at as usize + 1).max().unwrap_or(0)
    }

    /// The bottleneck bound: the least rise of the bound within which the trees make up every row of the goal, each with the best of the leaves whose
    /// dearest test rises the bound by at most that much. An answer lies in leaves that make up the goal, so it crosses the dearest test of one of
    /// them. Infinite where no live leaves do. Cost: sorting the live leaves, for each row.
    pub fn bottleneck_bound(&self, lp: &LpModel, node: &LpNode) -> f64 {
        let (forest, rows) = (&lp.forest, lp.problem.need.len());
        // The live leaves, each with its tree and the rise of its dearest test.
        let mut leaves: Vec<(f64, usize, u32)> = Vec::new();
        let mut stack = Vec::new();
        for (t, &top) in node.tops.iter().enumerate() {
            stack.push((top, 0.0f64));
            while let Some((at, rise)) = stack.pop() {
                let fork = forest.nodes[at as usize];
                if fork.test == LEAF {
                    leaves.extend(node.alive(fork.first).then_some((rise, t, fork.first)));
                    continue;
                }
                let test = fork.test as usize;
                for side in [Side::Left, Side::Right] {
                    let far = self.crossings.by_test[test].near.is_some_and(|near| near != side);
                    let over = if node.side[test].is_none() && far { self.crossings.rise[test] } else { 0.0 };
                    // A test that has no price counts as free.
                    stack.push((fork.child(side), if over > rise { over } else { rise }));
                }
            }
        }
        sort_by(&mut leaves, |a, b| a.0.total_cmp(&b.0));
        let mut reach = 0.0f64;
        for r in 0..rows {
            let need = lp.problem.need[r] - lp.problem.slack;
            let mut best = vec![f64::NEG_INFINITY; node.tops.len()];
            let (mut missing, mut sum) = (best.len(), 0.0);
            let mut at = None;
            for &(rise, t, leaf) in &leaves {
                let score = node.scores(forest)[leaf as usize * rows + r];
                if best[t] == f64::NEG_INFINITY {
                    missing -= 1;
                    sum += score;
                } else if score > best[t] {
                    sum += score - best[t];
                }
                best[t] = best[t].max(score);
                // The sum of differences is added up anew where it decides.
                if missing == 0 && sum >= need - lp.problem.slack && best.iter().sum::<f64>() >= need {
                    at = Some(rise);
                    break;
                }
            }
            reach = reach.max(at.unwrap_or(f64::INFINITY));
        }
        reach
    }

    /// Path bound: removes the leaves whose tests together cost `gap` at least. Returns whether there were any. Each test takes as much of
    /// the reduced costs as the tests before it have left. These shares are multipliers of the tests' rows, and under them no movement is charged
    /// more than it costs. So their sum is a lower bound of the cost of all the tests.
    pub fn prune(&mut self, forest: &Forest, node: &mut LpNode, gap: f64) -> bool {
        self.remaining.fill(self.direction_count());
        self.found.clear();
        for t in 0..node.tops.len() {
            self.visit(forest, node, node.tops[t], 0.0, gap);
        }
        self.found.iter().for_each(|&(first, end)| node.kill(forest, first, end));
        !self.found.is_empty()
    }

    /// Goes down a tree from `here`; the tests above cost `cost`.
    fn visit(&mut self, forest: &Forest, node: &LpNode, here: u32, cost: f64, gap: f64) {
        let mut at = forest.nodes[here as usize];
        while at.test != LEAF {
            let (directions, by) = self.crossing(node, at.test);
            let (on, off) = self.sides(node, at);
            let away = forest.nodes[off as usize];
            if node.any(away.first, away.end) {
                let share = self.remaining.share(self.directions(directions));
                let takes = share * by;
                if cost + takes >= gap {
                    self.found.push((away.first, away.end));
                } else if away.test != LEAF {
                    self.remaining
                        .take(&self.crossings.directions[directions.0 as usize..directions.1 as usize], share);
                    self.visit(forest, node, off, cost + takes, gap);
                    self.remaining
                        .take(&self.crossings.directions[directions.0 as usize..directions.1 as usize], -share);
                }
            }
            at = forest.nodes[on as usize];
            if !node.any(at.first, at.end) {
                return;
            }
        }
    }
}
