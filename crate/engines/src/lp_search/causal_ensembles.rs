//! Consequences of trees (Maragno et al. 2022, equation (7), with an ensemble as `c_i`), embedded exactly.
//!
//! The cause's trees stand among those of the query, without a value for the goal. In a node each tree has its live leaves. So the sum of the trees
//! lies between two bounds, and so does the consequence. The consequence's own bounds are tightened to these, and leaves from which its value cannot
//! follow are dropped. Where every tree is down to one leaf, the consequence is one number: the one that the reference predictor's sum gives.

use super::branching::Branching;
use super::lp_model::{Encoding, LpModel};
use super::lp_trees::LEAF;
use super::lp_trees_builder::Builder;
use super::node::LpNode;
use super::LpSearch;
use crate::tolerances::CONSEQUENCE_SPAN;
use espalier_model::ensemble::Aggregation;
use espalier_model::query::{CausalEnsemble, Constraint};
use std::sync::Arc;

/// A feature that follows from trees, with its cause.
#[derive(Debug)]
pub struct CausalFeature {
    feature: usize,
    cause: Arc<CausalEnsemble>,
    /// The range of its trees among those of the query, and the first of their leaves.
    trees: std::ops::Range<usize>,
    first: u32,
    /// By leaf: its value times the weight of its tree.
    parts: Vec<f64>,
    /// The divisor of the trees' sum.
    over: f64,
    /// The trees' prediction for the factual.
    before: f64,
}

impl Builder<'_> {
    /// Adds the trees of a cause.
    pub(super) fn learned(&mut self, feature: usize, cause: &Arc<CausalEnsemble>) {
        let first = self.lp.forest.dead.len() as u32;
        let start = self.lp.forest.trees.len();
        let mut parts = Vec::new();
        let rows = self.lp.problem.rows.len();
        for tree in &cause.trees.trees {
            let nodes = self.nodes(&cause.trees, tree);
            self.lp.forest.tree(&nodes, rows, &mut |leaf, _| {
                parts.push(tree.weight * tree.values[leaf as usize]);
                true
            });
        }
        let weights: f64 = cause.trees.trees.iter().map(|t| t.weight).sum();
        self.lp.causal_features.push(CausalFeature {
            feature,
            trees: start..self.lp.forest.trees.len(),
            first,
            parts,
            over: if cause.trees.aggregation != Aggregation::Sum && weights != 0.0 { weights } else { 1.0 },
            before: cause.at(&self.lp.query.factual).unwrap_or(f64::NAN),
            cause: Arc::clone(cause),
        });
    }
}

impl CausalFeature {
    /// The consequence of a sum of the trees' parts, in the reference predictor's own steps. It rises with the sum, rounding included.
    fn follows(&self, origin: f64, sum: f64) -> f64 {
        origin + (self.cause.trees.link.value(sum / self.over + self.cause.trees.base[0]) - self.before)
    }

    fn part(&self, leaf: u32) -> f64 {
        self.parts[(leaf - self.first) as usize]
    }

    /// Least and greatest part of the live leaves under a node of a tree.
    fn ends(&self, lp: &LpModel, node: &LpNode, at: u32) -> (f64, f64) {
        let tree = lp.forest.nodes[at as usize];
        let live = node.live(tree.first, tree.end).map(|l| self.part(l));
        live.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(v), hi.max(v)))
    }
}

impl LpNode {
    /// Brings consequences in line with the predictions that their trees can still make, and the leaves in line with the consequences. Returns
    /// whether leaves were dropped; `None` where no point is left.
    pub(super) fn follow(&mut self, lp: &LpModel) -> Option<bool> {
        let mut killed = false;
        for causal_features in &lp.causal_features {
            let f = causal_features.feature;
            let Encoding::Number { origin, base, stays, .. } = lp.encodings[f] else { continue };
            let whole = lp.integer(f);
            let roots = &lp.forest.trees[causal_features.trees.clone()];
            let ends: Vec<(f64, f64)> = roots.iter().map(|&root| causal_features.ends(lp, self, root)).collect();
            let (mut least, mut most) = (0.0, 0.0);
            for end in &ends {
                least += end.0;
                most += end.1;
            }
            let [lo, hi] = [least, most].map(|sum| causal_features.follows(origin, sum));
            let (lo, hi) = if whole {
                ((lo - 0.5).ceil() + 0.0, (hi + 0.5).floor() + 0.0)
            } else {
                (lp.input().round(lo) + 0.0, lp.input().round(hi) + 0.0)
            };
            if !self.narrow(lp, f, lo, hi) {
                return None;
            }
            // The feature's bounds as unrounded numbers: wider by half a whole number, or by a step of the input type.
            let (lo, hi) = (self.lo[f], self.hi[f]);
            let input = lp.input();
            let (mut lo, mut hi) = if whole { (lo - 0.5, hi + 0.5) } else { (input.before(lo), input.after(hi)) };
            if stays && lo <= base && base <= hi {
                (lo, hi) = (lo.min(origin), hi.max(origin));
            }
            let size =
                causal_features.before.abs() + origin.abs() + least.abs().max(most.abs()) / causal_features.over.abs();
            let (lo, hi) = (lo - CONSEQUENCE_SPAN * size, hi + CONSEQUENCE_SPAN * size);
            for (&root, end) in roots.iter().zip(&ends) {
                let tree = lp.forest.nodes[root as usize];
                let out = |leaf: u32| {
                    let part = causal_features.part(leaf);
                    causal_features.follows(origin, least - end.0 + part) > hi
                        || causal_features.follows(origin, most - end.1 + part) < lo
                };
                let dropped: Vec<u32> = self.live(tree.first, tree.end).filter(|&leaf| out(leaf)).collect();
                killed |= !dropped.is_empty();
                dropped.into_iter().for_each(|leaf| self.kill(&lp.forest, leaf, leaf + 1));
            }
        }
        Some(killed)
    }
}

impl LpModel {
    /// Sets a consequence to the number nearest to its trees' prediction for a row. A whole number that is one of the nearest stays.
    pub(super) fn say(&self, f: usize, cause: &CausalEnsemble, row: &mut [f64]) {
        let Encoding::Number { origin, base, stays, .. } = self.encodings[f] else { return };
        let whole = self.integer(f);
        let Some(exact) = cause.follows(origin, &self.query.factual, row) else { return };
        let column = self.schema()[f].columns()[0];
        if whole && (row[column] - exact).abs() <= 0.5 {
            return;
        }
        let x = self.input().round(if whole { exact.round() } else { exact }) + 0.0;
        row[column] = if stays && x == base { origin } else { x };
    }

    /// The row with every consequence set from its causes, whether or not it is an answer.
    pub(super) fn with_consequences(&self, row: &[f64]) -> Option<Vec<f64>> {
        let learned = self.constraints().any(|c| matches!(c, Constraint::CausalEnsemble { .. }));
        (learned && !self.keeps(row)).then(|| self.followed(row)).filter(|out| self.contains(out))
    }
}

impl LpSearch {
    /// Branching on a consequence. Where a point's consequence does not follow from its causes: among the tests on the point's paths through their
    /// trees, the one behind which most is still open.
    pub(super) fn open_cause(&self, node: &LpNode, at: &[f64]) -> Option<Branching> {
        let (lp, forest) = (&self.lp, &self.lp.forest);
        let mut open = vec![0.0; forest.kinds.len()];
        for causal_features in &lp.causal_features {
            for &root in &forest.trees[causal_features.trees.clone()] {
                let mut here = root;
                while forest.nodes[here as usize].test != LEAF {
                    let part = forest.nodes[here as usize];
                    let near = node.side[part.test as usize].unwrap_or_else(|| lp.near(part.test, at));
                    let (lo, hi) = causal_features.ends(lp, node, here);
                    if node.side[part.test as usize].is_none() && hi > lo {
                        open[part.test as usize] += (hi - lo) / causal_features.over.abs();
                    }
                    here = part.child(near);
                }
            }
        }
        let best = (0..open.len()).filter(|&t| open[t] > 0.0).max_by(|&a, &b| open[a].total_cmp(&open[b]))?;
        Some(Branching::Test(best as u32, lp.near(best as u32, at)))
    }
}
