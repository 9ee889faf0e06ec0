//! Lagrangian score bound: a lower bound of the cost of reaching the score, over all trees together.
//!
//! The score's row has the price lambda >= 0. Each tree charges for its leaves: a charge is a Lagrangian multiplier of a test's row, and it uses up
//! reduced costs of the directions over that test. The charges together exceed no direction's reduced cost. Then no answer of the node costs less
//! than `b + lambda need - sum over trees of max over live leaves (lambda score - charges)`, where b is the cost of the node's cheapest point.
//!
//! One pass over the trees finds charges. Each tree charges as much as it needs of the reduced costs that the trees before it have left. A linear
//! program finds the best multipliers (`best_multipliers`). The nodes below take them over (`inherited_multipliers`).

use super::best_multipliers::{BestMultipliers, BoundedNode};
use super::inherited_multipliers::{ForkMultiplier, TreeMultipliers};
use super::lp_model::LpModel;
use super::lp_trees::{Forest, LEAF};
use super::node::LpNode;
use super::path_bound::{Crossing, PathBounds, RemainingCosts};
use crate::tolerances::CHARGES;
use std::rc::Rc;

/// The price of the score that removes most leaves, in units of the gap over the lacking score. Above 1. 1.1, 2, 3, 6 and 10 instead left 5,548,
/// 3,311, 2,540, 2,582 and 3,564 nodes of 50 trees in 30 columns, more than 4 (docs/experiments/lp-search.md).
const KILLS: f64 = 4.0;

/// The price of the score that gives the better bound, in the same units. From 1 to [`KILLS`]. The charges at this price save a twelfth of the nodes;
/// a third price between the two or below them took a seventh and a third more nodes (docs/experiments/lp-search.md).
const BINDS: f64 = 1.5;

/// Branchings between two solves for the best multipliers. Less solves more often: a solve at each node saves a tenth to a fifth of the nodes and
/// costs twice the time. It was chosen with the method on thirteen sets (docs/experiments/lp-search.md); other values
/// have no record.
const EVERY: u32 = 6;

/// How many times as many branchings lie between two solves, once the share of recent solves that closed nothing exceeds [`IDLE`]. Chosen with
/// [`EVERY`].
const SELDOM: u32 = 3;

/// See [`SELDOM`]. From 0 to 1. More goes on solving where it does not help. Chosen with [`EVERY`].
const IDLE: f64 = 0.65;

/// The weight of the newest solve in the share of recent solves that closed nothing. From 0 to 1. More forgets earlier solves sooner. Chosen with
/// [`EVERY`].
const LAST: f64 = 0.05;

/// A start of going down a tree.
#[derive(Clone, Copy)]
struct Start {
    here: u32,
    /// The score of the tree's leaf on the point's side.
    own: f64,
    /// The sum of the charges above.
    paid: f64,
}

/// A line: tests that the same directions lead over, the nearest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Its directions in `Crossings::directions`, its tests in `steps`.
    pub directions: (u32, u32),
    pub steps: (u32, u32),
    /// The price charged for a unit of distance along it.
    pub price: f64,
    /// Warm start: the factor by which the parent's charges are scaled here.
    pub times: f64,
}

/// A test of a line: its distance, and the sum of the trees' charges for it and the tests before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineStep {
    pub by: f64,
    pub charged: f64,
}

/// A tree's charge for a test, at a node of the tree.
#[derive(Clone, Copy, Debug)]
struct Charge {
    fork: u32,
    test: u32,
    much: f64,
    /// The leaves beyond the test.
    leaves: (u32, u32),
    /// End of the charges for tests beyond this one, in `charges`.
    end: u32,
    /// The greatest worth of a leaf beyond it.
    most: f64,
}

#[derive(Debug, Default)]
pub struct ScoreCostBound {
    pub(super) lines: Vec<Line>,
    pub(super) steps: Vec<LineStep>,
    /// By test: its line and its place in `steps`; `LEAF` where crossing it costs nothing.
    pub(super) place: Vec<(u32, u32)>,
    pub(super) remaining: RemainingCosts,
    /// By leaf: its priced score beyond that of the tree's leaf on the point's side, less its charges.
    pub(super) worth: Vec<f64>,
    /// By tree: the greatest of these.
    pub(super) excess: Vec<f64>,
    /// By tree: its leaf on the point's side.
    own: Vec<u32>,
    /// The score bound: the least cost of all trees together, above the cost of the point.
    pub(super) total: f64,
    /// The charges of the tree at hand.
    charges: Vec<Charge>,
    best_multipliers: BestMultipliers,
    /// Whether the best multipliers are solved for at the node at hand.
    pub(super) due: bool,
    /// The share of recent solves for the best multipliers that closed nothing.
    idle: f64,
    /// By node of the forest: the charge there from the start.
    pub(super) inherited: Vec<f64>,
    /// The charges of all trees.
    fork_multipliers: Vec<ForkMultiplier>,
}

/// The row of scores that is to be reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreGoal {
    pub rows: usize,
    pub row: usize,
    /// The price of a unit of score.
    pub price: f64,
    /// The lacking score, and the gap.
    pub lack: f64,
    pub gap: f64,
}

impl ScoreGoal {
    /// The greatest score of a leaf in the node.
    pub fn score(&self, forest: &Forest, node: &LpNode, leaf: u32) -> f64 {
        node.scores(forest)[leaf as usize * self.rows + self.row]
    }
}

impl ScoreCostBound {
    /// Removes the leaves with which the trees together cost `gap` at least. Returns whether there were any; `None` where all leaves cost
    /// that much.
    pub fn prune(&mut self, path_bounds: &PathBounds, lp: &LpModel, node: &mut LpNode, gap: f64) -> Option<bool> {
        let (forest, rows) = (&lp.forest, lp.problem.need.len());
        self.total = f64::NEG_INFINITY;
        self.own.clear();
        self.own.extend(node.tops.iter().map(|&top| path_bounds.leaf(forest, node, top)));
        let (mut row, mut lack) = (0, 0.0);
        for (r, need) in lp.problem.need.iter().enumerate() {
            let own = |leaf: &u32| node.scores(forest)[*leaf as usize * rows + r];
            let here = need - lp.problem.slack - self.own.iter().map(own).sum::<f64>();
            if here > lack {
                (row, lack) = (r, here);
            }
        }
        if lack == 0.0 || !gap.is_finite() {
            return Some(false);
        }
        self.worth.resize(forest.dead.len(), 0.0);
        self.lay(path_bounds, node);
        if self.lines.is_empty() {
            return Some(false);
        }
        let goal = |price: f64| ScoreGoal { rows, row, price, lack, gap };
        self.inherited.resize(forest.nodes.len(), 0.0);
        if node.multipliers.row == row && node.multipliers.price > 0.0 {
            let (goal, kept) = (goal(node.multipliers.price), Rc::clone(&node.multipliers));
            self.charge_all(path_bounds, forest, node, goal, &kept.by_fork);
            node.multipliers = Rc::new(TreeMultipliers { by_fork: self.fork_multipliers.clone(), ..*kept });
            if self.close(forest, node, gap)? {
                return Some(true);
            }
        } else {
            for rate in [KILLS, BINDS] {
                self.charge_all(path_bounds, forest, node, goal(rate * gap / lack), &[]);
                if self.close(forest, node, gap)? {
                    return Some(true);
                }
            }
        }
        if !std::mem::take(&mut self.due) {
            return Some(false);
        }
        node.since_solve = 0;
        let asked = BoundedNode { path_bounds, forest, node, goal: goal(0.0) };
        if self.best_multipliers.solve(asked, &self.own).is_none_or(|bound| bound * gap <= self.total) {
            return Some(false);
        }
        let kept = self.best_multipliers.tree_multipliers(asked);
        self.charge_all(path_bounds, forest, node, goal(kept.price), &kept.by_fork);
        node.multipliers = Rc::new(kept);
        let closed = self.close(forest, node, gap);
        self.idle += LAST * (f64::from(u8::from(closed == Some(false))) - self.idle);
        closed
    }

    /// Branchings between two solves for the best multipliers.
    pub fn every(&self) -> u32 {
        if self.idle > IDLE {
            SELDOM * EVERY
        } else {
            EVERY
        }
    }

    /// Lets all trees charge, besides the charges that they start `from`. `total` becomes the price of the lacking score, less the trees' excesses.
    fn charge_all(
        &mut self,
        path_bounds: &PathBounds,
        forest: &Forest,
        node: &LpNode,
        goal: ScoreGoal,
        from: &[ForkMultiplier],
    ) {
        self.steps.iter_mut().for_each(|step| step.charged = 0.0);
        self.lines.iter_mut().for_each(|line| (line.price, line.times) = (0.0, 0.0));
        self.remaining.fill(path_bounds.direction_count());
        self.take_over(path_bounds, forest, node, from);
        self.excess.clear();
        self.fork_multipliers.clear();
        self.total = goal.price * goal.lack;
        let mut size = self.total + goal.gap;
        for (t, &top) in node.tops.iter().enumerate() {
            let own = goal.score(forest, node, self.own[t]);
            self.charges.clear();
            let excess = self.visit(path_bounds, forest, node, goal, Start { here: top, own, paid: 0.0 });
            self.give_back(path_bounds, excess);
            let made = self.charges.iter().filter(|charge| charge.much > 0.0);
            self.fork_multipliers.extend(made.filter_map(|charge| {
                let near = path_bounds.crossings.by_test[charge.test as usize].near?;
                Some(ForkMultiplier { fork: charge.fork, near, much: charge.much })
            }));
            self.excess.push(excess);
            self.total -= excess;
            size += excess.abs();
        }
        self.total -= CHARGES * size;
        from.iter().for_each(|made| self.inherited[made.fork as usize] = 0.0);
    }

    /// Removes the leaves that cost `gap` or more. Returns whether there were any; `None` where all do.
    fn close(&self, forest: &Forest, node: &mut LpNode, gap: f64) -> Option<bool> {
        if self.total >= gap {
            None
        } else {
            Some(self.kill(forest, node, gap))
        }
    }

    /// Removes the leaves that cost `gap` or more together with the other trees' charges.
    fn kill(&self, forest: &Forest, node: &mut LpNode, gap: f64) -> bool {
        let mut found = false;
        for (t, excess) in self.excess.iter().enumerate() {
            let here = forest.nodes[node.tops[t] as usize];
            let most = self.total + excess - gap;
            for leaf in here.first..here.end {
                if most >= self.worth[leaf as usize] && node.alive(leaf) {
                    node.kill(forest, leaf, leaf + 1);
                    found = true;
                }
            }
        }
        found
    }

    /// Lays out the lines of the tests whose crossing costs something. Any order of a line's tests is sound, since each counts the charges of those
    /// before it.
    fn lay(&mut self, path_bounds: &PathBounds, node: &LpNode) {
        self.lines.clear();
        self.steps.clear();
        self.place.clear();
        self.place.resize(path_bounds.crossings.by_test.len(), (LEAF, LEAF));
        let far = |test: u32| path_bounds.crossings.by_test[test as usize];
        let mut at = 0;
        // The tests of one line stand after each other, and among them those of one direction.
        while at < node.asked.len() {
            let Crossing { directions: (first, end), distance, .. } = far(node.asked[at]);
            let mut to = at + 1;
            while to < node.asked.len() && first < end && far(node.asked[to]).directions == (first, end) {
                to += 1;
            }
            if first < end {
                let from = self.steps.len() as u32;
                let falls = far(node.asked[to - 1]).distance < distance;
                for i in at..to {
                    let test = node.asked[if falls { at + to - 1 - i } else { i }];
                    self.place[test as usize] = (self.lines.len() as u32, self.steps.len() as u32);
                    self.steps.push(LineStep { by: far(test).distance, charged: 0.0 });
                }
                self.lines.push(Line {
                    directions: (first, end),
                    steps: (from, self.steps.len() as u32),
                    price: 0.0,
                    times: 0.0,
                });
            }
            at = to;
        }
    }

    /// Goes down a tree. Returns the greatest worth of a live leaf.
    fn visit(
        &mut self,
        path_bounds: &PathBounds,
        forest: &Forest,
        node: &LpNode,
        goal: ScoreGoal,
        start: Start,
    ) -> f64 {
        let Start { here, own, paid } = start;
        let mut most = f64::NEG_INFINITY;
        let (mut fork, mut at) = (here, forest.nodes[here as usize]);
        while at.test != LEAF {
            let (on, off) = path_bounds.sides(node, at);
            let away = forest.nodes[off as usize];
            let best = node.most(forest, (goal.rows, goal.row), away.first, away.end);
            if best > f64::NEG_INFINITY {
                let from = self.inherited[fork as usize];
                let much = from + self.charge(path_bounds, at.test, goal.price * (best - own) - paid - from);
                let place = self.charges.len();
                let leaves = (away.first, away.end);
                self.charges.push(Charge { fork, test: at.test, much, leaves, end: 0, most: 0.0 });
                let below = self.visit(path_bounds, forest, node, goal, Start { here: off, own, paid: paid + much });
                most = larger(most, below);
                let end = self.charges.len() as u32;
                let charge = &mut self.charges[place];
                (charge.end, charge.most) = (end, below);
            }
            (fork, at) = (on, forest.nodes[on as usize]);
        }
        if node.alive(at.first) {
            let worth = goal.price * (goal.score(forest, node, at.first) - own) - paid;
            self.worth[at.first as usize] = worth;
            most = larger(most, worth);
        }
        most
    }

    /// Charges `need` for a test, or as much of it as the remaining reduced costs allow.
    fn charge(&mut self, path_bounds: &PathBounds, test: u32, need: f64) -> f64 {
        let (line, step) = self.place[test as usize];
        if line == LEAF || need <= 0.0 {
            return 0.0;
        }
        let line = &mut self.lines[line as usize];
        let price = line.price + self.remaining.share(path_bounds.directions(line.directions));
        let steps = &mut self.steps[step as usize..line.steps.1 as usize];
        let mut much = need;
        for step in &*steps {
            much = -larger(-much, step.charged - step.by * price);
        }
        if much <= 0.0 {
            return 0.0;
        }
        for step in steps {
            step.charged += much;
        }
        self.reprice(path_bounds, test);
        much
    }

    /// Brings a line's price, and the remaining reduced costs of its directions, in line with the charges.
    fn reprice(&mut self, path_bounds: &PathBounds, test: u32) {
        let line = &mut self.lines[self.place[test as usize].0 as usize];
        let mut price = 0.0;
        for step in &self.steps[line.steps.0 as usize..line.steps.1 as usize] {
            price = larger(price, step.charged / step.by);
        }
        let more = price - line.price;
        line.price = price;
        if more != 0.0 {
            for direction in path_bounds.directions(line.directions) {
                let rest = &mut self.remaining.0[direction.at as usize];
                *rest = larger(0.0, *rest - more * direction.gain);
            }
        }
    }

    /// Gives back charges of the tree at hand that cover leaves below its greatest worth.
    fn give_back(&mut self, path_bounds: &PathBounds, excess: f64) {
        for i in 0..self.charges.len() {
            let Charge { test, much, leaves, end, most, .. } = self.charges[i];
            let back = -larger(-much, most - excess);
            if back <= 0.0 {
                continue;
            }
            self.charges[i].much -= back;
            for worth in &mut self.worth[leaves.0 as usize..leaves.1 as usize] {
                *worth += back;
            }
            for charge in &mut self.charges[i + 1..end as usize] {
                charge.most += back;
            }
            let (line, step) = self.place[test as usize];
            for step in &mut self.steps[step as usize..self.lines[line as usize].steps.1 as usize] {
                step.charged -= back;
            }
            self.reprice(path_bounds, test);
        }
    }
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b {
        a
    } else {
        b
    }
}
