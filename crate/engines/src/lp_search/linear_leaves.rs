//! Linear leaves: trees whose leaves hold linear functions of the inputs, among them the neurons of a rectifier network.
//!
//! In a node, the score of such a tree lies below a linear function over the coordinates: its leaf's own function where one leaf is left, else one
//! that no live leaf exceeds anywhere in its part of the node. The sum of these functions over all trees must reach the need of each row of the
//! goal. Where the node's cheapest point misses that, the row becomes a cut of the node and of those below it. In a stump, this is the triangle
//! relaxation of a neuron (Ehlers 2017); its neurons with a negative weight need no branching. Where every tree has one leaf left, the cuts are the
//! goal itself.

use super::lp_model::{Encoding, LpModel};
use super::lp_trees::{LpTestKind, LEAF};
use super::node::LpNode;
use super::single_move_check::rounded;
use super::LpSearch;
use crate::tolerances::{FEASIBLE, FREE_MOVE, SLAB};
use espalier_model::ensemble::{Precision, Side};
use std::rc::{Rc, Weak};

/// The most rounds of cuts for a visit of a node. More gives better bounds and dearer nodes. By hand.
const ROUNDS: usize = 24;

/// The violation, as a share of a row's largest coefficient in units of the features' ranges, from which on a cut is made where a tree still has
/// several leaves. Below it, branching pays more. By hand.
const WORTH: f64 = 1e-6;

/// The most single changes on the way to a first incumbent, each a prediction for every level and four for every number. By hand.
const CHANGES: usize = 60;

/// Halvings by which a number of a first incumbent is drawn back. By hand.
const HALVINGS: usize = 30;

/// Two ends of a stump's range that are nearer than this share of it are one. It only keeps slopes finite.
const SAME: f64 = 1e-9;

/// A linear function over the coordinates, without its constant (`Forest::values`).
#[derive(Clone, Debug, Default)]
pub struct LinearForm {
    pub coefs: Vec<(u32, f64)>,
    /// In a stump: the function as a multiple of the sum that its test compares, where it is one.
    along: Option<f64>,
}

impl LinearForm {
    /// A function of these coefficients, in the order of the coordinates.
    pub fn new(coefs: Vec<(u32, f64)>) -> LinearForm {
        LinearForm { coefs, along: None }
    }
}

/// The linear leaves of a forest.
#[derive(Clone, Debug, Default)]
pub struct LinearScores {
    /// By leaf: its place here; `LEAF` where it is constant. Empty where all are.
    of: Vec<u32>,
    /// By place and row of the goal.
    forms: Vec<LinearForm>,
    /// By place: the bounds of coordinates on the leaf's path.
    paths: Vec<Vec<(u32, f64, f64)>>,
    /// Trees with linear leaves. In a stump whose leaves are all functions of its test's sum: that test.
    trees: Vec<(u32, Option<u32>)>,
    /// By coordinate: whether it is a real number.
    real: Vec<bool>,
    rows: usize,
}

/// The outcome of a look at the score of a node's cheapest point.
pub(super) enum Scored {
    /// No function is missed, or none by so much that a cut is worth it.
    Enough,
    Cut,
    /// No point of the node reaches the goal.
    Empty,
}

/// A cut of some nodes. Its rows are used again when the last of these is gone.
#[derive(Debug, Default)]
pub(super) struct LocalCuts(Vec<(u32, Weak<u32>)>);

impl LocalCuts {
    /// A row `sum <= limit` of the program for the nodes that hold the handle.
    pub(super) fn add(&mut self, lp: &mut LpModel, coefs: &[(u32, f64)], limit: f64) -> Rc<u32> {
        let free = self.0.iter().position(|(pair, held)| {
            held.strong_count() == 0 && lp.program.rows.replace(*pair, coefs, limit, f64::INFINITY)
        });
        let (pair, at) = match free {
            Some(at) => (self.0[at].0, at),
            None => {
                let pair = lp.program.rows.add_replaceable(coefs, limit, f64::INFINITY);
                self.0.push((pair, Weak::new()));
                (pair, self.0.len() - 1)
            }
        };
        let handle = Rc::new(pair);
        self.0[at].1 = Rc::downgrade(&handle);
        handle
    }
}

/// A sum of linear upper bounds.
pub(super) struct LinearBound {
    /// By coordinate.
    pub slope: Vec<f64>,
    pub constant: f64,
    /// Whether every tree has one leaf left.
    pub exact: bool,
}

impl LinearBound {
    fn at(&self, point: &[f64]) -> f64 {
        self.slope.iter().zip(point).fold(self.constant, |sum, (a, x)| sum + a * x)
    }

    /// A softmax probability is reached where the sum of `exp(-v)` over the rivals is at most 1: `v` is by how much the class leads a rival, less
    /// the need. The logarithm of that sum is convex. So its tangent at a point, weighted by the rivals' shares there, is a bound of all points:
    /// the mean of the `v` must reach the entropy of the shares. None where the point cannot be told from one that reaches it.
    fn tangent(leads: &[LinearBound], point: &[f64]) -> Option<LinearBound> {
        let values: Vec<f64> = leads.iter().map(|lead| lead.at(point)).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let shares: Vec<f64> = values.iter().map(|v| (least - v).exp()).collect();
        let total: f64 = shares.iter().sum();
        if !total.is_finite() || total.ln() <= least {
            return None;
        }
        let mut sum = LinearBound { slope: vec![0.0; point.len()], constant: 0.0, exact: true };
        for (lead, share) in leads.iter().zip(shares) {
            let weight = share / total;
            sum.slope.iter_mut().zip(&lead.slope).for_each(|(sum, a)| *sum += weight * a);
            let entropy = if weight > 0.0 { -weight * weight.ln() } else { 0.0 };
            sum.constant += weight * lead.constant - entropy;
            sum.exact &= lead.exact;
        }
        Some(sum)
    }
}

impl LinearScores {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Begins: `rows` rows of the goal, and by coordinate whether it is a real number.
    pub fn begin(&mut self, rows: usize, real: Vec<bool>) {
        (self.rows, self.real) = (rows, real);
    }

    /// Adds the linear parts of a leaf, by row of the goal; constant leaves before it need not be added.
    pub fn add(&mut self, leaf: u32, forms: Vec<LinearForm>) {
        self.of.resize(leaf as usize, LEAF);
        self.of.push((self.forms.len() / self.rows) as u32);
        self.forms.extend(forms);
        self.paths.push(Vec::new());
    }

    /// The function of a leaf in a row of the goal, without its constant; empty where the leaf is constant.
    pub fn form(&self, leaf: u32, row: usize) -> &[(u32, f64)] {
        self.place(leaf).map_or(&[], |place| &self.forms[place * self.rows + row].coefs)
    }

    fn place(&self, leaf: u32) -> Option<usize> {
        self.of.get(leaf as usize).filter(|place| **place != LEAF).map(|place| *place as usize)
    }
}

impl LpModel {
    /// Completes the linear leaves once all trees are there: their paths, and the stumps.
    pub(super) fn close_linear(&mut self) {
        let mut linear = std::mem::take(&mut self.forest.linear);
        if linear.is_empty() {
            return;
        }
        let forest = &self.forest;
        linear.of.resize(forest.dead.len(), LEAF);
        for (t, &root) in forest.trees.iter().enumerate() {
            let top = forest.nodes[root as usize];
            if !(top.first..top.end).any(|leaf| linear.place(leaf).is_some()) {
                continue;
            }
            let mut stack = vec![(root, Vec::new())];
            while let Some((at, path)) = stack.pop() {
                let node = forest.nodes[at as usize];
                if node.test == LEAF {
                    if let Some(place) = linear.place(node.first) {
                        linear.paths[place] = path;
                    }
                    continue;
                }
                for side in [Side::Left, Side::Right] {
                    let mut path: Vec<(u32, f64, f64)> = path.clone();
                    if let LpTestKind::Axis(..) = forest.kinds[node.test as usize] {
                        let pair = self.program.rows.pairs[node.test as usize];
                        let coord = self.program.rows.coefs(node.test)[0].0;
                        path.push(match side {
                            Side::Left => (coord, f64::NEG_INFINITY, pair.left),
                            Side::Right => (coord, pair.right, f64::INFINITY),
                        });
                    }
                    stack.push((node.child(side), path));
                }
            }
            let stump = top.test != LEAF && top.end - top.first == 2;
            let mut ridge =
                stump && matches!(forest.kinds[top.test as usize], LpTestKind::Plane | LpTestKind::Axis(..));
            for leaf in (top.first..top.end).filter(|_| stump) {
                let Some(place) = linear.place(leaf) else { continue };
                for form in &mut linear.forms[place * linear.rows..(place + 1) * linear.rows] {
                    form.along = multiple(&form.coefs, self.program.rows.coefs(top.test));
                    ridge &= form.along.is_some();
                }
            }
            linear.trees.push((t as u32, ridge.then_some(top.test)));
        }
        self.real_neurons(&mut linear.real);
        self.forest.linear = linear;
    }

    /// The value of a leaf in a row of the goal at a point.
    pub(super) fn score_at(&self, leaf: u32, row: usize, at: &[f64]) -> f64 {
        let constant = self.forest.values[leaf as usize * self.problem.rows.len() + row];
        let terms = self.forest.linear.form(leaf, row).iter();
        terms.fold(constant, |sum, &(g, a)| sum + a * at[g as usize])
    }

    /// An upper bound of `a leaf's function less a slope` over the leaf's part of a box.
    fn most(&self, leaf: u32, row: usize, slope: &[f64], ends: &[(f64, f64)]) -> f64 {
        let linear = &self.forest.linear;
        let mut rest: Vec<f64> = slope.iter().map(|s| -s).collect();
        for &(g, a) in linear.form(leaf, row) {
            rest[g as usize] += a;
        }
        let path = linear.place(leaf).map_or(&[][..], |place| &linear.paths[place]);
        let mut most = self.forest.values[leaf as usize * linear.rows + row];
        for (g, a) in rest.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            let (mut lo, mut hi) = ends[g];
            for &(_, from, to) in path.iter().filter(|p| p.0 as usize == g) {
                (lo, hi) = (lo.max(from), hi.min(to));
            }
            if lo > hi {
                return f64::NEG_INFINITY;
            }
            most += (a * lo).max(a * hi);
        }
        most
    }

    /// The ends of a test's sum over a box.
    pub(super) fn range(&self, test: u32, ends: &[(f64, f64)]) -> (f64, f64) {
        self.program.rows.coefs(test).iter().fold((0.0, 0.0), |(least, most), &(g, a)| {
            let (x, y) = (a * ends[g as usize].0, a * ends[g as usize].1);
            (least + x.min(y), most + x.max(y))
        })
    }

    /// The value of a stump's leaf as a function of its test's sum.
    fn on_ridge(&self, leaf: u32, row: usize, sum: f64) -> f64 {
        let linear = &self.forest.linear;
        let along = linear.place(leaf).and_then(|place| linear.forms[place * linear.rows + row].along);
        self.forest.values[leaf as usize * linear.rows + row] + along.unwrap_or(0.0) * sum
    }

    /// The points of a stump over its test's sum between which its score is linear, those that a box holds: (leaf, sum).
    fn corners(&self, node: &LpNode, top: super::lp_trees::Fork, test: u32, ends: &[(f64, f64)]) -> Vec<(u32, f64)> {
        let (least, most) = self.range(test, ends);
        let pair = self.program.rows.pairs[test as usize];
        let mut corners = Vec::new();
        if node.alive(top.first) {
            corners.extend([(top.first, least), (top.first, most.min(pair.left).max(least))]);
        }
        if node.alive(top.first + 1) {
            corners.extend([(top.first + 1, least.max(pair.right).min(most)), (top.first + 1, most)]);
        }
        corners
    }

    /// Upper bounds of all linear leaves' scores in a node, by leaf and row, to `upper`; other leaves have their values.
    pub(super) fn upper_scores(&self, node: &LpNode, upper: &mut Vec<f64>) {
        let (forest, linear) = (&self.forest, &self.forest.linear);
        let mut ends = Vec::new();
        self.bounds(node, &mut ends);
        upper.clone_from(&forest.values);
        let still = vec![0.0; ends.len()];
        for &(t, ridge) in &linear.trees {
            let top = forest.nodes[forest.trees[t as usize] as usize];
            for leaf in top.first..top.end {
                if linear.place(leaf).is_none() || !node.alive(leaf) {
                    continue;
                }
                for r in 0..linear.rows {
                    let mut most = self.most(leaf, r, &still, &ends);
                    if let Some(test) = ridge {
                        let corners = self.corners(node, top, test, &ends);
                        let own = corners.iter().filter(|c| c.0 == leaf).map(|c| self.on_ridge(leaf, r, c.1));
                        most = most.min(own.fold(f64::NEG_INFINITY, f64::max));
                    }
                    upper[leaf as usize * linear.rows + r] = most;
                }
            }
        }
    }

    /// The coordinates' bounds in a node.
    pub(super) fn bounds(&self, node: &LpNode, ends: &mut Vec<(f64, f64)>) {
        self.ends(&node.relaxed, ends);
        for (end, held) in ends.iter_mut().zip(&node.tightened) {
            *end = (end.0.max(held.0), end.1.min(held.1).max(end.0.max(held.0)));
        }
    }

    /// A linear upper bound of a row of the goal, less its need, in a node.
    fn upper(&self, node: &LpNode, r: usize, at: &[f64], ends: &[(f64, f64)]) -> LinearBound {
        let (forest, linear) = (&self.forest, &self.forest.linear);
        let mut sum = LinearBound { slope: vec![0.0; ends.len()], constant: -self.problem.need[r], exact: true };
        let mut next = linear.trees.iter().peekable();
        for (t, &top) in node.tops.iter().enumerate() {
            match next.next_if(|tree| tree.0 as usize == t) {
                Some(&tree) => self.add_bound(node, tree, r, at, ends, &mut sum),
                None => {
                    let top = forest.nodes[top as usize];
                    sum.exact &= node.live(top.first, top.end).nth(1).is_none();
                    sum.constant += node.most(forest, (linear.rows, r), top.first, top.end);
                }
            }
        }
        sum
    }

    /// Adds a linear upper bound of a tree's score in a node to a sum: of several, the one that is least at a point.
    fn add_bound(
        &self,
        node: &LpNode,
        (t, ridge): (u32, Option<u32>),
        r: usize,
        at: &[f64],
        ends: &[(f64, f64)],
        sum: &mut LinearBound,
    ) {
        let (forest, linear) = (&self.forest, &self.forest.linear);
        let top = forest.nodes[node.tops[t as usize] as usize];
        let live: Vec<u32> = node.live(top.first, top.end).collect();
        sum.exact &= live.len() == 1;
        if let [leaf] = live[..] {
            linear.form(leaf, r).iter().for_each(|&(g, a)| sum.slope[g as usize] += a);
            sum.constant += forest.values[leaf as usize * linear.rows + r];
            return;
        }
        if let Some(test) = ridge {
            let corners = self.corners(node, top, test, ends);
            let score = |&(leaf, s): &(u32, f64)| self.on_ridge(leaf, r, s);
            let here = self.program.rows.value(test, at);
            let width = corners[corners.len() - 1].1 - corners[0].1;
            let mut best = (f64::INFINITY, 0.0, 0.0);
            for (i, a) in corners.iter().enumerate() {
                for b in &corners[i..] {
                    let apart = b.1 - a.1 > SAME * (1.0 + width);
                    let slope = if apart { (score(b) - score(a)) / (b.1 - a.1) } else { 0.0 };
                    let constant = corners.iter().map(|c| score(c) - slope * c.1).fold(f64::NEG_INFINITY, f64::max);
                    if constant + slope * here < best.0 {
                        best = (constant + slope * here, slope, constant);
                    }
                }
            }
            let (_, slope, constant) = best;
            self.program.rows.coefs(test).iter().for_each(|&(g, a)| sum.slope[g as usize] += slope * a);
            sum.constant += constant;
            return;
        }
        // The slopes of no change and of the point's own leaf.
        let mut here = top;
        while here.test != LEAF {
            let side = node.side[here.test as usize].unwrap_or_else(|| self.near(here.test, at));
            here = forest.nodes[here.child(side) as usize];
        }
        let mut best = (f64::INFINITY, Vec::new(), 0.0);
        let mut own = vec![0.0; ends.len()];
        linear.form(here.first, r).iter().for_each(|&(g, a)| own[g as usize] += a);
        for slope in [vec![0.0; ends.len()], own] {
            let constant = live.iter().map(|&l| self.most(l, r, &slope, ends)).fold(f64::NEG_INFINITY, f64::max);
            let value = slope.iter().zip(at).fold(constant, |sum, (s, x)| sum + s * x);
            if value < best.0 {
                best = (value, slope, constant);
            }
        }
        sum.slope.iter_mut().zip(&best.1).for_each(|(s, b)| *s += b);
        sum.constant += best.2;
    }
}

impl LpModel {
    /// The most that a row of scores lacks at a raw row; at most 0 where the goal's rows are reached.
    fn lack(&self, row: &[f64]) -> Option<f64> {
        let raw = self.problem.compiled.ensemble.raw(row).ok()?;
        let sum = |coef: &[f64]| coef.iter().zip(&raw).map(|(c, r)| c * r).sum::<f64>();
        self.problem.goal.rows.iter().map(|own| own.need - sum(&own.coef)).max_by(f64::total_cmp)
    }

    /// Whether a missing number may be given a value, by the place of its levels.
    fn may_enter(&self, node: &LpNode, place: u32) -> bool {
        matches!(self.encodings.get(place as usize), Some(Encoding::Levels { flags, .. }) if node.allowed[*flags as usize + 1])
    }

    /// A raw row with one feature changed: to each other level, or to the ends of a number's range and half-way there.
    fn single_changes(&self, root: &LpNode, row: &[f64], f: usize) -> Vec<Vec<f64>> {
        let feature = &self.schema()[f];
        match self.encodings[f] {
            Encoding::Levels { flags, count, .. } => (0..count as usize)
                .filter(|k| root.allowed[flags as usize + k] && feature.level_of(row) != Some(*k))
                .map(|k| {
                    let mut changed = row.to_vec();
                    self.set_level(&mut changed, f, k);
                    changed
                })
                .collect(),
            Encoding::Number { given: Some(place), .. } if !self.may_enter(root, place) => Vec::new(),
            Encoding::Number { .. } => {
                let (column, lo, hi) = (feature.columns()[0], root.lo[f], root.hi[f]);
                let now = row[column];
                let value = |x: f64| self.input().round(if self.integer(f) { x.round() } else { x });
                let ends = [lo, hi, value(0.5 * (now + lo)), value(0.5 * (now + hi))];
                let changed = |x: f64| {
                    let mut changed = row.to_vec();
                    changed[column] = x;
                    changed
                };
                ends.into_iter().filter(|x| x.is_finite() && *x != now).map(changed).collect()
            }
        }
    }
}

impl LpNode {
    /// Upper bounds of the leaves' scores here, by leaf and row of the goal.
    #[inline]
    pub(super) fn scores<'a>(&'a self, forest: &'a super::lp_trees::Forest) -> &'a [f64] {
        if self.upper.is_empty() {
            &forest.values
        } else {
            &self.upper
        }
    }
}

impl LpSearch {
    /// Moves a node to its cheapest point that the cuts of linear leaves leave. Returns the outcome of the last solve.
    pub(super) fn solve_scored(&mut self, node: &mut LpNode, cutoff: f64) -> espalier_numerics::Outcome {
        use espalier_numerics::Outcome;
        if !self.lp.neurons.is_empty() && !self.straighten(node) {
            return Outcome::Empty;
        }
        for round in 0.. {
            let outcome = node.relaxed.solve(&self.lp.program, &node.rows, cutoff, &mut self.scratch);
            if self.lp.forest.linear.is_empty() || outcome != Outcome::Optimal {
                return outcome;
            }
            match self.cut_scores(node, round) {
                Scored::Enough => return outcome,
                Scored::Cut => {}
                Scored::Empty => return Outcome::Empty,
            }
        }
        unreachable!("rounds end")
    }

    /// Looks for a first incumbent where there are linear leaves: from the base point on, the single change that gains most score for its cost, again
    /// and again until the target is reached; then each number is drawn back as far as the target allows, and each level that is not needed goes.
    pub(super) fn seed_by_single_changes(&mut self, root: &LpNode) {
        if self.lp.forest.linear.is_empty() {
            return;
        }
        let lp = &self.lp;
        let Some(base) = lp.row(root, &vec![0.0; lp.program.coords()]) else { return };
        let mut row = base.clone();
        let Some(mut lack) = lp.lack(&row) else { return };
        for _ in 0..CHANGES {
            if lack <= 0.0 {
                break;
            }
            let before = lp.price(&row);
            let mut best: Option<(f64, f64, Vec<f64>)> = None;
            for f in 0..lp.schema().len() {
                for changed in lp.single_changes(root, &row, f) {
                    let Some(left) = lp.lack(&changed).filter(|left| *left < lack) else { continue };
                    let gain = (lack - left.max(0.0)) / (lp.price(&changed) - before).max(FREE_MOVE);
                    if best.as_ref().is_none_or(|b| gain > b.0) {
                        best = Some((gain, left, changed));
                    }
                }
            }
            let Some((_, left, changed)) = best else { return };
            (row, lack) = (changed, left);
        }
        if lack > 0.0 {
            return;
        }
        for f in 0..lp.schema().len() {
            let columns = lp.schema()[f].columns();
            let mut back = row.clone();
            columns.iter().for_each(|&c| back[c] = base[c]);
            if lp.lack(&back).is_some_and(|left| left <= 0.0) {
                row = back;
                continue;
            }
            let Encoding::Number { .. } = lp.encodings[f] else { continue };
            let (mut bad, mut good) = (base[columns[0]], row[columns[0]]);
            for _ in 0..HALVINGS {
                let middle = bad + 0.5 * (good - bad);
                let middle = lp.input().round(if lp.integer(f) { middle.round() } else { middle });
                if middle == bad || middle == good {
                    break;
                }
                row[columns[0]] = middle;
                if lp.lack(&row).is_some_and(|left| left <= 0.0) {
                    good = middle;
                } else {
                    bad = middle;
                }
            }
            row[columns[0]] = good;
        }
        self.take(row);
    }

    /// Cuts off a node's cheapest point where the trees' linear upper bounds miss a row of the goal there.
    fn cut_scores(&mut self, node: &mut LpNode, round: usize) -> Scored {
        let mut at = Vec::new();
        node.point(&self.lp, &mut at);
        let mut ends = Vec::new();
        self.lp.bounds(node, &mut ends);
        let mut made = Scored::Enough;
        let rows = self.lp.forest.linear.rows;
        let mut sums: Vec<LinearBound> = (0..rows).map(|r| self.lp.upper(node, r, &at, &ends)).collect();
        sums.extend(self.lp.problem.goal.rivals().and_then(|rivals| LinearBound::tangent(&sums[..rivals], &at)));
        let needed = self.lp.problem.need.iter().fold(0.0, |most: f64, need| most.max(need.abs()));
        for (r, mut sum) in sums.into_iter().enumerate() {
            let lp = &self.lp;
            let linear = &lp.forest.linear;
            let need = if r < rows { lp.problem.need[r].abs() } else { needed };
            let slight = if node.straight { lp.without_neurons(node, &mut sum) } else { 0.0 };
            let parts = || sum.slope.iter().enumerate().filter(|(_, s)| **s != 0.0);
            let largest = |real: bool| {
                parts().filter(|(g, _)| !real || linear.real[*g]).fold(0.0, |n: f64, (_, s)| n.max(s.abs()))
            };
            let (of_real, of_all) = (largest(true), largest(false));
            let norm = if of_real > 0.0 { of_real.max(super::lp_trees_builder::LEAST * of_all) } else { of_all };
            if norm == 0.0 {
                if sum.constant < -lp.problem.slack {
                    return Scored::Empty;
                }
                continue;
            }
            let size = parts()
                .fold(sum.constant.abs() + need, |size, (g, s)| size + s.abs() * ends[g].0.abs().max(ends[g].1.abs()));
            let rounding = (rounded(Precision::F64, ends.len() + node.tops.len() + 2, size) + slight) / norm;
            // As at a hyperplane, real numbers keep away from the border. Among whole numbers and levels the predictor decides on it.
            let slab = if of_real > 0.0 { SLAB + rounding } else { -SLAB - rounding };
            let coefs: Vec<(u32, f64)> = parts().map(|(g, s)| (g as u32, -s / norm)).collect();
            let limit = sum.constant / norm - slab;
            let excess = coefs.iter().map(|(g, a)| a * at[*g as usize]).sum::<f64>() - limit;
            let least = if sum.exact { 2.0 * FEASIBLE } else { WORTH };
            if excess <= least || round >= ROUNDS && !sum.exact {
                continue;
            }
            node.cut(&mut self.cuts, &mut self.lp, &coefs, limit);
            made = Scored::Cut;
        }
        if node.straight || self.lp.neurons.is_empty() {
            return made;
        }
        match self.cut_neurons(node, &at, &ends) {
            Scored::Enough => made,
            cut => cut,
        }
    }
}

/// The factor by which one list of coefficients is a multiple of another, if it is. Both are in the order of the coordinates.
fn multiple(of: &[(u32, f64)], by: &[(u32, f64)]) -> Option<f64> {
    let of: Vec<&(u32, f64)> = of.iter().filter(|c| c.1 != 0.0).collect();
    if of.is_empty() {
        return Some(0.0);
    }
    let largest = by.iter().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
    let factor = of.iter().find(|c| c.0 == largest.0)?.1 / largest.1;
    let near = |a: f64, b: f64| (a - b).abs() <= 4.0 * f64::EPSILON * a.abs().max(b.abs());
    let same = of.len() == by.len() && of.iter().zip(by).all(|(a, b)| a.0 == b.0 && near(a.1, factor * b.1));
    same.then_some(factor)
}

impl super::lp_trees_builder::Builder<'_> {
    /// By coordinate: whether it is a real number.
    pub(super) fn real_coordinates(&self) -> Vec<bool> {
        let mut real = vec![false; self.lp.program.coords()];
        for place in &self.lp.encodings {
            if let Encoding::Number { coord, whole: false, .. } = *place {
                real[coord as usize] = true;
            }
        }
        real
    }
}
