//! Message passing: a var's reduced costs are shared among its edges (one edge for each tree that tests the var).
//!
//! The edges take their shares one after the other. In each of its segments an edge takes its share of the least
//! reduced cost that is left there. The share is larger where the edge's tree prefers some segment, since a cost that
//! is given to a tree without a preference raises no bound.
//!
//! Most edges have one cut, and these are handled together, from one end of the var to the other. Every level beyond
//! the present cut has lost the same amount already, and every level before it will lose the same amount from now on.
//! So only the least values are carried along. All edges of one cut then take time in their number plus the number of
//! levels, not in the product.

use super::dual::{Dual, VarStep};
use super::node::BoxNode;
use super::simd_min::{finite, least, least_of, lesser};

/// Weight of an edge without a preference, as a multiple of the mean preference of the var's edges. More makes shares
/// more alike; 0 gives trees without a preference nothing. Measured with the fourth root against equal shares, which
/// took 1.2 to 1.4 times the boxes (docs/experiments/box-search.md). Other multiples have no record.
const IDLE: f64 = 0.1;

/// So many levels that an edge of several cuts reads count as one leaf or range in the size of a sweep's pieces. 60,000 edges over 180,000 levels
/// read them in 4.1 s, which is 0.4 ns a level. Fewer make the pieces shorter. By hand.
const LEVELS_READ: usize = 16;

/// An edge of one cut, while its var's reduced costs are shared among the edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct CutShare {
    /// `between`: the least reduced cost between the previous cut and this one. `beyond`: the least beyond this cut.
    between: f64,
    beyond: f64,
    /// `near`: the amount that this edge takes from the levels before its cut. `far`: the amount that the edges before
    /// it take from the levels beyond their cuts.
    near: f64,
    far: f64,
}

impl Dual {
    /// Lists the edges of each var in the order in which they take their shares.
    pub(super) fn arrange(&mut self, node: &BoxNode) {
        self.order.clear();
        self.several.clear();
        for v in 0..node.vars() {
            let edges = node.edges_of(v);
            // Counting sort by the place of the cut. Edges of several cuts come first.
            self.bounds.clear();
            self.bounds.resize(node.levels_of(v).len() + 1, 0);
            for e in edges.clone() {
                self.bounds[node.only_cut(e) + 1] += 1;
            }
            self.several.push(self.bounds[1] as u32);
            let mut sum = edges.start;
            for place in &mut self.bounds {
                sum += *place;
                *place = sum;
            }
            self.order.resize(edges.end, 0);
            for e in edges {
                let place = &mut self.bounds[node.only_cut(e)];
                self.order[*place] = e as u32;
                *place += 1;
            }
        }
    }

    /// Gives the edges of several cuts their shares of the reduced costs, by about `piece` of effort. Each share is a part of the cost that the earlier
    /// edges have left. The edges' messages are lowered so that their least is zero. Returns whether all have theirs.
    #[inline(never)]
    pub(super) fn share_several(
        &mut self,
        node: &mut BoxNode,
        v: usize,
        step: &mut VarStep,
        effort: &mut usize,
        piece: usize,
    ) -> bool {
        let (first, levels) = (node.edges_of(v).start, node.levels_of(v).len());
        while step.shared < self.several[v] as usize {
            if *effort > piece {
                return false;
            }
            *effort += levels / LEVELS_READ;
            let e = self.order[first + step.shared] as usize;
            let share = self.shares[step.shared];
            for s in node.segments_of(e) {
                let (from, to) = node.segment_levels(v, e, s);
                let min = least_of(&node.reduced[from..to]);
                let message = if finite(min) {
                    let part = min * share;
                    node.reduced[from..to].iter_mut().for_each(|r| *r -= part);
                    part - self.pull[s]
                } else {
                    f64::INFINITY
                };
                node.message[s] = message;
            }
            step.shift += self.spread(node, e);
            step.shared += 1;
        }
        true
    }

    /// Gives the edges of one cut theirs.
    pub(super) fn share_rest(&mut self, node: &mut BoxNode, v: usize, step: &mut VarStep, forward: bool) {
        self.share_cuts(node, v, forward);
        // In the order of the trees, whose leaves lie one after the other.
        for e in node.edges_of(v) {
            if node.segments_of(e).len() == 2 {
                step.shift += self.spread(node, e);
            }
        }
    }

    /// The share of each edge in the cost that the earlier edges leave, in the order in which the edges take it. An
    /// edge's preference is the fourth root of the difference between the largest and the least pull of its segments.
    pub(super) fn weigh(&mut self, node: &BoxNode, v: usize, withheld: f64, forward: bool) {
        let edges = node.edges_of(v);
        let several = self.several[v] as usize;
        let count = edges.len();
        self.shares.clear();
        for i in 0..count {
            let turned = if forward || i < several { i } else { several + count - 1 - i };
            let segments = node.segments_of(self.order[edges.start + turned] as usize);
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for pull in self.pull[segments].iter().filter(|pull| finite(**pull)) {
                (low, high) = (low.min(*pull), high.max(*pull));
            }
            let preference = (high - low).max(0.0);
            self.passed += preference;
            self.shares.push(preference.sqrt().sqrt());
        }
        let mean = self.shares.iter().sum::<f64>() / count.max(1) as f64;
        let idle = if mean > 0.0 { IDLE * mean } else { 1.0 };
        let mut rest = withheld / (1.0 - withheld) * (mean + idle) * count as f64;
        for share in self.shares.iter_mut().rev() {
            let weight = *share + idle;
            rest += weight;
            *share = weight / rest;
        }
    }

    /// Shares for the edges of one cut, from one end of the var. All levels beyond the present cut have lost the same
    /// amount, and all levels before it lose the same amount from now on. So all these edges together read the levels a
    /// few times, instead of once for each edge.
    fn share_cuts(&mut self, node: &mut BoxNode, v: usize, forward: bool) {
        let edges = node.edges_of(v);
        let several = self.several[v] as usize;
        let singles = edges.len() - several;
        let levels = node.levels_of(v);
        self.bounds.clear();
        self.bounds.push(levels.start);
        for &e in &self.order[edges.start + several..edges.end] {
            self.bounds.push(levels.start + node.segment_level[node.segments_of(e as usize).start + 1] as usize);
        }
        self.bounds.push(levels.end);
        // The levels between two neighbouring cuts. The edge at the further one, in the direction of this sweep, is `d`.
        let block = |bounds: &[usize], d: usize| {
            let at = if forward { d } else { singles - d };
            bounds[at]..bounds[at + 1]
        };
        self.cuts.clear();
        for d in 0..singles {
            let between = least_of(&node.reduced[block(&self.bounds, d)]);
            self.cuts.push(CutShare { between, beyond: 0.0, near: 0.0, far: 0.0 });
        }
        let mut beyond = least_of(&node.reduced[block(&self.bounds, singles)]);
        for cut in self.cuts.iter_mut().rev() {
            cut.beyond = beyond;
            beyond = lesser(beyond, cut.between);
        }
        let (mut least, mut far) = (f64::INFINITY, 0.0);
        for d in 0..singles {
            let share = self.shares[several + d];
            let e = self.order[edges.start + several + if forward { d } else { singles - 1 - d }] as usize;
            let s = node.segments_of(e).start;
            let (here, there) = if forward { (s, s + 1) } else { (s + 1, s) };
            let cut = &mut self.cuts[d];
            least = lesser(least, cut.between - far);
            let beyond = cut.beyond - far;
            cut.far = far;
            node.message[here] = if finite(least) {
                cut.near = least * share;
                least -= cut.near;
                cut.near - self.pull[here]
            } else {
                f64::INFINITY
            };
            node.message[there] = if finite(beyond) {
                far += beyond * share;
                beyond * share - self.pull[there]
            } else {
                f64::INFINITY
            };
        }
        let mut near = 0.0;
        for d in (0..=singles).rev() {
            let taken = if d == singles {
                far
            } else {
                near += self.cuts[d].near;
                self.cuts[d].far + near
            };
            node.reduced[block(&self.bounds, d)].iter_mut().for_each(|r| *r -= taken);
        }
    }

    /// Lowers an edge's messages so that their least is zero, and updates the edge's leaves. Returns the amount.
    #[inline(never)]
    fn spread(&mut self, node: &mut BoxNode, e: usize) -> f64 {
        let segments = node.segments_of(e);
        let least_message = least_of(&node.message[segments.clone()]);
        for m in &mut node.message[segments.clone()] {
            *m -= least_message;
        }
        for r in node.ranges_of(e) {
            let min = least(&node.message[segments.clone()], node.intervals_of(r));
            let (first, last) = node.range_leaf[r];
            let z = &mut node.z[first as usize..=last as usize];
            if finite(min) {
                let change = min - node.range_min[r];
                z.iter_mut().for_each(|z| *z += change);
                node.range_min[r] = min;
            } else {
                for z in z {
                    self.dropped += usize::from(finite(*z));
                    *z = f64::INFINITY;
                }
                self.free[r] = f64::INFINITY;
                node.range_min[r] = f64::INFINITY;
            }
        }
        least_message
    }
}
