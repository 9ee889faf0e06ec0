//! What leaving the leaves of a node's cheapest point costs all trees together: the score in the bound.
//!
//! For a price of the score, lambda >= 0, and what each tree charges for its leaves, no answer of the node costs less than
//! `b + lambda need - sum over trees of the most that a live leaf has of lambda score - charges`, where b is the cost of the
//! node's cheapest point and charges are multipliers of the tests' rows that no way over them exceeds (a Lagrangian bound). One pass
//! over the trees lets each charge what it needs of what those before it have left; a linear program finds the best charges (`interior_point`), which are taken
//! over by the nodes below (`warm_start`).

use super::forest::{Forest, LEAF};
use super::interior_point::{Asked, InteriorPoint};
use super::lp_model::LpModel;
use super::node::Node;
use super::path_bound::{PathBounds, Rest};
use super::warm_start::{Charged, Made};
use std::rc::Rc;

/// Prices of the score, in units of what costs have to spare by what the scores lack: a high one kills most leaves, under a lower one the bound is better.
const KILLS: f64 = 4.0;
const BINDS: f64 = 1.5;

/// After how many divisions the best charges are sought anew, and how many times as many where more than such a share of the last times they closed nothing; the weight of the last.
const EVERY: u32 = 6;
const SELDOM: u32 = 3;
const IDLE: f64 = 0.65;
const LAST: f64 = 0.05;

/// What rounding may have moved the sums by, relative.
const ROUNDED: f64 = 1e-12;

/// Tests that the same ways lead over, the nearest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Its ways in `Beyond::ways`, its tests in `steps`.
    pub directions: (u32, u32),
    pub steps: (u32, u32),
    /// What a unit of distance along it is charged.
    pub price: f64,
    /// How many times what was charged above this is.
    pub times: f64,
}

/// A test of a line: how far it is, and what trees charge for this test and those before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub by: f64,
    pub charged: f64,
}

/// What a tree charges for a test, at a node of the tree.
#[derive(Clone, Copy, Debug)]
struct Charge {
    fork: u32,
    test: u32,
    much: f64,
    /// Leaves beyond it.
    leaves: (u32, u32),
    /// Where the charges for tests beyond it end.
    end: u32,
    /// The most that a leaf beyond it has.
    most: f64,
}

#[derive(Debug, Default)]
pub struct ScoreBound {
    pub(super) lines: Vec<Line>,
    pub(super) steps: Vec<Step>,
    /// By test: its line and its place in `steps`; `LEAF` where crossing it costs nothing.
    pub(super) place: Vec<(u32, u32)>,
    pub(super) rest: Rest,
    /// By leaf: its score, priced, beyond that of the tree's leaf on the point's side, less its charges.
    pub(super) worth: Vec<f64>,
    /// By tree: the most of these.
    pub(super) excess: Vec<f64>,
    /// By tree: its leaf on the point's side.
    own: Vec<u32>,
    /// What all trees together cost at least.
    pub(super) total: f64,
    /// Of the tree at hand.
    charges: Vec<Charge>,
    interior: InteriorPoint,
    /// Whether the node at hand is to have the best charges.
    pub(super) due: bool,
    /// The share of the last times that the best charges closed nothing.
    idle: f64,
    /// By node of the forest: what is charged there from the start.
    pub(super) from: Vec<f64>,
    /// What all trees charge.
    made: Vec<Made>,
}

/// What is to be reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub rows: usize,
    pub row: usize,
    /// Price of a unit of score.
    pub price: f64,
    /// What the scores lack, and what costs have to spare.
    pub lack: f64,
    pub room: f64,
}

impl Goal {
    pub fn score(&self, forest: &Forest, leaf: u32) -> f64 {
        forest.values[leaf as usize * self.rows + self.row]
    }
}

impl ScoreBound {
    /// Kills the leaves with which the trees together cost `room` at least; whether there were any, and nothing where all do.
    pub fn prune(&mut self, beyond: &PathBounds, lp: &LpModel, node: &mut Node, room: f64) -> Option<bool> {
        let (forest, rows) = (&lp.forest, lp.problem.need.len());
        self.total = f64::NEG_INFINITY;
        self.own.clear();
        self.own.extend(node.tops.iter().map(|&top| beyond.leaf(forest, node, top)));
        let (mut row, mut lack) = (0, 0.0);
        for (r, need) in lp.problem.need.iter().enumerate() {
            let own = |leaf: &u32| forest.values[*leaf as usize * rows + r];
            let here = need - lp.problem.slack - self.own.iter().map(own).sum::<f64>();
            if here > lack {
                (row, lack) = (r, here);
            }
        }
        if lack == 0.0 || !room.is_finite() {
            return Some(false);
        }
        self.worth.resize(forest.dead.len(), 0.0);
        self.lay(beyond, node);
        if self.lines.is_empty() {
            return Some(false);
        }
        let goal = |price: f64| Goal { rows, row, price, lack, room };
        self.from.resize(forest.nodes.len(), 0.0);
        if node.kept.row == row && node.kept.price > 0.0 {
            let (goal, kept) = (goal(node.kept.price), Rc::clone(&node.kept));
            self.charge_all(beyond, forest, node, goal, &kept.charges);
            node.kept = Rc::new(Charged { charges: self.made.clone(), ..*kept });
            if self.close(forest, node, room)? {
                return Some(true);
            }
        } else {
            for rate in [KILLS, BINDS] {
                self.charge_all(beyond, forest, node, goal(rate * room / lack), &[]);
                if self.close(forest, node, room)? {
                    return Some(true);
                }
            }
        }
        if !std::mem::take(&mut self.due) {
            return Some(false);
        }
        node.since = 0;
        let asked = Asked { beyond, forest, node, goal: goal(0.0) };
        if self.interior.solve(asked, &self.own).is_none_or(|bound| bound * room <= self.total) {
            return Some(false);
        }
        let kept = self.interior.kept(asked);
        self.charge_all(beyond, forest, node, goal(kept.price), &kept.charges);
        node.kept = Rc::new(kept);
        let closed = self.close(forest, node, room);
        self.idle += LAST * (f64::from(u8::from(closed == Some(false))) - self.idle);
        closed
    }

    /// After how many divisions the best charges are due.
    pub fn every(&self) -> u32 {
        if self.idle > IDLE {
            SELDOM * EVERY
        } else {
            EVERY
        }
    }

    /// Lets all trees charge beside what is charged `from` the start, `total` being what the score's lack is worth less what they have left.
    fn charge_all(&mut self, beyond: &PathBounds, forest: &Forest, node: &Node, goal: Goal, from: &[Made]) {
        self.steps.iter_mut().for_each(|step| step.charged = 0.0);
        self.lines.iter_mut().for_each(|line| (line.price, line.times) = (0.0, 0.0));
        self.rest.fill(beyond.kinds());
        self.take_over(beyond, forest, node, from);
        self.excess.clear();
        self.made.clear();
        self.total = goal.price * goal.lack;
        let mut size = self.total + goal.room;
        for (t, &top) in node.tops.iter().enumerate() {
            let own = goal.score(forest, self.own[t]);
            self.charges.clear();
            let excess = self.visit(beyond, forest, node, goal, (top, own, 0.0));
            self.give_back(beyond, excess);
            let near = |charge: &Charge| beyond.probe.over[charge.test as usize].0;
            let made = self.charges.iter().filter(|charge| charge.much > 0.0);
            self.made.extend(made.map(|charge| Made { fork: charge.fork, near: near(charge), much: charge.much }));
            self.excess.push(excess);
            self.total -= excess;
            size += excess.abs();
        }
        self.total -= ROUNDED * size;
        from.iter().for_each(|made| self.from[made.fork as usize] = 0.0);
    }

    /// Kills what comes to `room`: whether there were leaves, and nothing where all do.
    fn close(&self, forest: &Forest, node: &mut Node, room: f64) -> Option<bool> {
        if self.total >= room {
            None
        } else {
            Some(self.kill(forest, node, room))
        }
    }

    /// Kills the leaves that come to `room` with what the other trees charge.
    fn kill(&self, forest: &Forest, node: &mut Node, room: f64) -> bool {
        let mut found = false;
        for (t, excess) in self.excess.iter().enumerate() {
            let here = forest.nodes[node.tops[t] as usize];
            let most = self.total + excess - room;
            for leaf in here.first..here.end {
                if most >= self.worth[leaf as usize] && node.alive(leaf) {
                    node.kill(forest, leaf, leaf + 1);
                    found = true;
                }
            }
        }
        found
    }

    /// Lays out the lines of the tests whose crossing costs something. Any order of a line's tests is sound, as each counts the charges of those before it.
    fn lay(&mut self, beyond: &PathBounds, node: &Node) {
        self.lines.clear();
        self.steps.clear();
        self.place.clear();
        self.place.resize(beyond.probe.over.len(), (LEAF, LEAF));
        let far = |test: u32| beyond.probe.over[test as usize];
        let mut at = 0;
        // Tests of one line stand after each other, those of one direction as well.
        while at < node.asked.len() {
            let (_, first, end, by) = far(node.asked[at]);
            let mut to = at + 1;
            while to < node.asked.len() && first < end && (far(node.asked[to]).1, far(node.asked[to]).2) == (first, end)
            {
                to += 1;
            }
            if first < end {
                let from = self.steps.len() as u32;
                let falls = far(node.asked[to - 1]).3 < by;
                for i in at..to {
                    let test = node.asked[if falls { at + to - 1 - i } else { i }];
                    self.place[test as usize] = (self.lines.len() as u32, self.steps.len() as u32);
                    self.steps.push(Step { by: far(test).3, charged: 0.0 });
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

    /// Goes down a tree from `here`, the tests above charging `paid`; the most that a live leaf has.
    fn visit(&mut self, beyond: &PathBounds, forest: &Forest, node: &Node, goal: Goal, from: (u32, f64, f64)) -> f64 {
        let (here, own, paid) = from;
        let mut most = f64::NEG_INFINITY;
        let (mut fork, mut at) = (here, forest.nodes[here as usize]);
        while at.test != LEAF {
            let (on, off) = beyond.sides(node, at);
            let away = forest.nodes[off as usize];
            let best = node.most(forest, (goal.rows, goal.row), away.first, away.end);
            if best > f64::NEG_INFINITY {
                let from = self.from[fork as usize];
                let much = from + self.charge(beyond, at.test, goal.price * (best - own) - paid - from);
                let place = self.charges.len();
                let leaves = (away.first, away.end);
                self.charges.push(Charge { fork, test: at.test, much, leaves, end: 0, most: 0.0 });
                let below = self.visit(beyond, forest, node, goal, (off, own, paid + much));
                most = larger(most, below);
                let end = self.charges.len() as u32;
                let charge = &mut self.charges[place];
                (charge.end, charge.most) = (end, below);
            }
            (fork, at) = (on, forest.nodes[on as usize]);
        }
        if node.alive(at.first) {
            let worth = goal.price * (goal.score(forest, at.first) - own) - paid;
            self.worth[at.first as usize] = worth;
            most = larger(most, worth);
        }
        most
    }

    /// Charges `need` for a test, or what is to be had.
    fn charge(&mut self, beyond: &PathBounds, test: u32, need: f64) -> f64 {
        let (line, step) = self.place[test as usize];
        if line == LEAF || need <= 0.0 {
            return 0.0;
        }
        let line = &mut self.lines[line as usize];
        let price = line.price + self.rest.share(beyond.among(line.directions));
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
        self.reprice(beyond, test);
        much
    }

    /// Brings a line's price, and what is left of its ways', in line with what is charged.
    fn reprice(&mut self, beyond: &PathBounds, test: u32) {
        let line = &mut self.lines[self.place[test as usize].0 as usize];
        let mut price = 0.0;
        for step in &self.steps[line.steps.0 as usize..line.steps.1 as usize] {
            price = larger(price, step.charged / step.by);
        }
        let more = price - line.price;
        line.price = price;
        if more != 0.0 {
            for direction in beyond.among(line.directions) {
                let rest = &mut self.rest.0[direction.at as usize];
                *rest = larger(0.0, *rest - more * direction.gain);
            }
        }
    }

    /// Takes back what the tree at hand charges for leaves that have less than its most anyway.
    fn give_back(&mut self, beyond: &PathBounds, excess: f64) {
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
            self.reprice(beyond, test);
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
