//! Neurons of hidden layers (`Neuron`): a network of several hidden layers is a linear function of the last layer's neurons.
//!
//! Each neuron has a coordinate for its output, from 0 to 1 as a share of its greatest output, and a test: whether its sum is at most 0. The test
//! stands in a stump that adds nothing to the score, so it is decided, priced and branched on as any other. The output is at least the sum, by a row
//! that always holds, and at most the triangle over the sum's range in the node (Ehlers 2017), by a cut of the node where its point exceeds that. A
//! decided neuron is the sum or 0. The ranges follow from the node's bounds, from one layer to the next.

use super::branching::Branching;
use super::linear_leaves::{LinearBound, LocalCuts, Scored};
use super::lp_model::{Encoding, LpModel};
use super::lp_trees::{row, LpTestKind, NewNode};
use super::lp_trees_builder::{Builder, SummedValues};
use super::node::LpNode;
use super::LpSearch;
use crate::tolerances::{FEASIBLE, NARROWED};
use espalier_model::ensemble::{Ensemble, Side};
use espalier_numerics::Relaxation;

/// The excess of an output over its triangle, as a share of its greatest, from which on a cut is made or the neuron is branched on. Less makes more
/// cuts of less worth. By hand.
const WORTH: f64 = 1e-6;

/// The share of its range by which an output's bound must move before the program learns it. Less makes more of a node's work. By hand.
const MOVED: f64 = 1e-3;

/// The coordinate of a neuron's output, and the output at 1.
pub type Output = (u32, f64);

/// A neuron of a hidden layer.
#[derive(Debug)]
pub struct HiddenNeuron {
    output: Output,
    /// Its sum, scaled so that its largest coefficient is 1, is at most 0 to the left.
    test: u32,
    norm: f64,
    /// The greatest change of a row of the goal with its output, through the weights alone.
    reach: f64,
}

impl HiddenNeuron {
    /// The coordinate of its output. Those of all neurons stand last.
    pub fn coordinate(&self) -> u32 {
        self.output.0
    }
}

impl Builder<'_> {
    /// Adds the neurons of an ensemble, whose outputs stand in the goal's rows from `first` on.
    // Cold, here and below: few models have neurons, and such code is made small.
    #[cold]
    pub(super) fn neurons(&mut self, ensemble: &Ensemble, first: usize) {
        self.hidden.clear();
        if !ensemble.has_linear_leaves() {
            return;
        }
        let goal = self.lp.problem.rows.clone();
        let place = self.lp.neurons.len();
        for neuron in &ensemble.neurons {
            let (mut coefs, constant) = self.sum(&neuron.sum.columns, &neuron.sum.weights, SummedValues::AsRead);
            let constant = constant + neuron.constant;
            let most = coefs.iter().fold(constant, |most, &(g, a)| {
                let of = |c: usize| a * self.lp.program.sign[c] * self.lp.program.upper[c];
                most + self.lp.program.columns(g).map(|c| of(c).max(0.0)).sum::<f64>()
            });
            let greatest = most.max(0.0);
            let scale = if greatest > 0.0 { greatest } else { 1.0 };
            let norm = coefs.iter().fold(0.0, |n: f64, c| n.max(c.1.abs()));
            let norm = if norm > 0.0 { norm } else { 1.0 };
            coefs.iter_mut().for_each(|c| c.1 /= norm);
            let at = -constant / norm;
            let coord = self.lp.program.coordinate(0.0, greatest / scale);
            let test = self.lp.test(coefs.clone(), at, at, LpTestKind::Plane);
            // The output is at least the sum.
            let largest = (scale / norm).max(1.0);
            let above: Vec<(u32, f64)> =
                coefs.iter().copied().chain([(coord, -scale / norm)]).map(|(g, a)| (g, a / largest)).collect();
            let above = self.lp.test(above, at / largest, f64::INFINITY, LpTestKind::Plane);
            self.lp.always.push(row(above, Side::Left));
            let stump = [NewNode::Fork { test, left: 1, right: 2 }, NewNode::Leaf(0), NewNode::Leaf(1)];
            self.lp.forest.tree(&stump, goal.len(), &mut |_, _| true);
            self.hidden.push((coord, scale));
            self.lp.neurons.push(HiddenNeuron { output: (coord, scale), test, norm, reach: 0.0 });
        }
        // The reaches, from the last neuron back.
        let columns = ensemble.columns;
        let mut reach = vec![0.0f64; columns + ensemble.neurons.len()];
        for tree in &ensemble.trees {
            let (factor, width) = (ensemble.tree_factor(tree), tree.width(ensemble.outputs));
            for linear in &tree.linear {
                for (k, &c) in linear.columns.iter().enumerate() {
                    for own in &goal {
                        let weight = |i: usize| own.coef[first + tree.output.unwrap_or(i)] * linear.weights_of(i)[k];
                        reach[c] += (factor * (0..width).map(weight).sum::<f64>()).abs();
                    }
                }
            }
        }
        for (i, neuron) in ensemble.neurons.iter().enumerate().rev() {
            let own = reach[columns + i];
            self.lp.neurons[place + i].reach = own;
            neuron.sum.columns.iter().zip(&neuron.sum.weights).for_each(|(&c, w)| reach[c] += own * w.abs());
        }
    }
}

impl LpModel {
    /// A sum over the inputs alone, in a node that has decided all neurons. Returns the most that one neuron on the other side of its test, within
    /// the program's tolerance, takes off the sum.
    #[cold]
    pub(super) fn without_neurons(&self, node: &LpNode, sum: &mut LinearBound) -> f64 {
        let mut slight = 0.0f64;
        for neuron in self.neurons.iter().rev() {
            let (coord, scale) = neuron.output;
            let slope = std::mem::take(&mut sum.slope[coord as usize]) * neuron.norm / scale;
            slight = slight.max(2.0 * FEASIBLE * slope.abs());
            if node.side[neuron.test as usize] == Some(Side::Right) {
                sum.constant -= slope * self.program.rows.pairs[neuron.test as usize].left;
                let coefs = self.program.rows.coefs(neuron.test);
                coefs.iter().for_each(|&(g, a)| sum.slope[g as usize] += slope * a);
            }
        }
        slight
    }

    /// Marks the outputs of neurons as real numbers, where a sum has any.
    pub(super) fn real_neurons(&self, real: &mut Vec<bool>) {
        let any = self.encodings.iter().any(|p| matches!(p, Encoding::Number { whole: false, .. }));
        real.resize(self.program.coords(), false);
        self.neurons.iter().for_each(|n| real[n.output.0 as usize] = any);
    }
}

impl LpNode {
    /// Brings the neurons in line with the node's bounds, layer by layer. Returns `false` where no point is left.
    #[cold]
    pub(super) fn rectify(&mut self, lp: &LpModel) -> bool {
        let mut ends = Vec::new();
        lp.bounds(self, &mut ends);
        for neuron in &lp.neurons {
            let (coord, scale) = neuron.output;
            let at = lp.program.rows.pairs[neuron.test as usize].left;
            let (least, most) = lp.range(neuron.test, &ends);
            let slight = NARROWED * (1.0 + at.abs() + most - least);
            if self.side[neuron.test as usize].is_none() {
                if most < at - slight {
                    self.lies(lp, neuron.test, Side::Left);
                } else if least > at + slight {
                    self.lies(lp, neuron.test, Side::Right);
                }
            }
            let off = self.side[neuron.test as usize] == Some(Side::Left);
            let output = |sum: f64| if off { 0.0 } else { (sum * neuron.norm / scale).max(0.0) };
            let (low, high) = ends[coord as usize];
            let (low, high) = (low.max(output(least - slight - at)), high.min(output(most + slight - at)));
            if low > high + NARROWED {
                return false;
            }
            ends[coord as usize] = (low.min(high), high);
            let column = lp.program.columns(coord).start;
            let (lower, upper) = self.relaxed.ends(column);
            if upper - high > MOVED || low.min(high) - lower > MOVED || off && upper > 0.0 {
                self.relaxed.set(column, low.min(high).max(lower), high.max(lower).min(upper));
            }
        }
        true
    }
}

impl LpNode {
    /// The coordinates of the node's cheapest point. Where no row reads the neurons' outputs, these follow from the inputs.
    pub(super) fn point(&self, lp: &LpModel, at: &mut Vec<f64>) {
        self.relaxed.point(&lp.program, at);
        if self.straight {
            self.output(lp, at);
        }
    }

    /// Sets the outputs of decided neurons.
    #[cold]
    fn output(&self, lp: &LpModel, at: &mut [f64]) {
        for neuron in &lp.neurons {
            let (coord, scale) = neuron.output;
            let on = self.side[neuron.test as usize] == Some(Side::Right);
            let over = lp.program.rows.value(neuron.test, at) - lp.program.rows.pairs[neuron.test as usize].left;
            at[coord as usize] = if on { over * neuron.norm / scale } else { 0.0 };
        }
    }
}

impl LpSearch {
    /// Writes the rows of a node that has decided all neurons without their outputs, so that the program's tolerances of the neurons do not add up
    /// and an answer can be kept away from the goal's rows. The goal's rows become cuts anew. Returns `false` where no point is left.
    #[cold]
    pub(super) fn straighten(&mut self, node: &mut LpNode) -> bool {
        let lp = &self.lp;
        let open = |n: &HiddenNeuron| node.side[n.test as usize].is_none();
        if node.straight || lp.neurons.iter().any(open) {
            return true;
        }
        node.straight = true;
        let first = lp.neurons[0].coordinate();
        for held in std::mem::take(&mut node.rows) {
            let (test, lp) = (held / 2, &self.lp);
            if lp.program.rows.coefs(test).iter().all(|c| c.0 < first) {
                node.rows.push(held);
                continue;
            }
            if lp.neurons.iter().all(|n| n.test != test) {
                continue;
            }
            let sign = if held == row(test, Side::Right) { 1.0 } else { -1.0 };
            let constant = -sign * lp.program.rows.pairs[test as usize].left;
            let mut sum = LinearBound { slope: vec![0.0; lp.program.coords()], constant, exact: true };
            lp.program.rows.coefs(test).iter().for_each(|&(g, a)| sum.slope[g as usize] = sign * a);
            lp.without_neurons(node, &mut sum);
            let norm = sum.slope.iter().fold(0.0, |n: f64, s| n.max(s.abs()));
            if norm < NARROWED {
                if sum.constant < -NARROWED {
                    return false;
                }
                continue;
            }
            let parts = sum.slope.iter().enumerate().filter(|(_, s)| **s != 0.0);
            let coefs: Vec<(u32, f64)> = parts.map(|(g, s)| (g as u32, -s / norm)).collect();
            node.cut(&mut self.cuts, &mut self.lp, &coefs, sum.constant / norm);
        }
        node.tightened_by = 0;
        node.crossings = None;
        let mut relaxed = Relaxation::new(&self.lp.program);
        for column in 0..self.lp.program.width() {
            let (lower, upper) = node.relaxed.ends(column);
            relaxed.set(column, lower, upper);
        }
        node.relaxed = relaxed;
        true
    }

    /// Cuts off a node's point `at` where a neuron's output is above its triangle there.
    #[cold]
    pub(super) fn cut_neurons(&mut self, node: &mut LpNode, at: &[f64], ends: &[(f64, f64)]) -> Scored {
        let mut made = Scored::Enough;
        for i in 0..self.lp.neurons.len() {
            let neuron = &self.lp.neurons[i];
            let side = node.side[neuron.test as usize];
            let zero = self.lp.program.rows.pairs[neuron.test as usize].left;
            let (least, most) = self.lp.range(neuron.test, ends);
            if side == Some(Side::Left) || most <= zero {
                continue;
            }
            let on = side == Some(Side::Right) || least >= zero;
            let (slope, from) = if on { (1.0, zero) } else { ((most - zero) / (most - least), least) };
            let (coord, scale) = neuron.output;
            let mut coefs: Vec<(u32, f64)> = vec![(coord, scale / neuron.norm)];
            coefs.extend(self.lp.program.rows.coefs(neuron.test).iter().map(|&(g, a)| (g, -slope * a)));
            let largest = coefs.iter().fold(0.0, |n: f64, c| n.max(c.1.abs()));
            coefs.iter_mut().for_each(|c| c.1 /= largest);
            // The range's ends are rounded.
            let limit = (-slope * from + NARROWED * NARROWED * (1.0 + from.abs())) / largest;
            let excess = coefs.iter().map(|(g, a)| a * at[*g as usize]).sum::<f64>() - limit;
            if excess > if on { 2.0 * FEASIBLE } else { WORTH } {
                node.cut(&mut self.cuts, &mut self.lp, &coefs, limit);
                made = Scored::Cut;
            }
        }
        made
    }

    /// Branching on a neuron: the one whose output exceeds its sum by most, as far as the score notices.
    #[cold]
    pub(super) fn open_neuron(&self, node: &LpNode, at: &[f64]) -> Option<Branching> {
        let mut best = (0.0, None);
        for neuron in self.lp.neurons.iter().filter(|n| node.side[n.test as usize].is_none()) {
            let (coord, scale) = neuron.output;
            let rows = &self.lp.program.rows;
            let sum = neuron.norm * (rows.value(neuron.test, at) - rows.pairs[neuron.test as usize].left);
            let excess = at[coord as usize] * scale - sum.max(0.0);
            if excess > WORTH * scale && excess * neuron.reach > best.0 {
                best = (excess * neuron.reach, Some((neuron.test, if sum > 0.0 { Side::Right } else { Side::Left })));
            }
        }
        best.1.map(|(test, near)| Branching::Test(test, near))
    }
}

impl LpNode {
    /// Adds a cut `sum <= limit` of this node and those below it.
    pub(super) fn cut(&mut self, cuts: &mut LocalCuts, lp: &mut LpModel, coefs: &[(u32, f64)], limit: f64) {
        let cut = cuts.add(lp, coefs, limit);
        self.rows.push(row(*cut, Side::Left));
        self.scored.push(cut);
    }
}
