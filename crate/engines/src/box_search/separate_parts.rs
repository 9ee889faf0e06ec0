//! Boxes that fall into parts. Late in a search the live trees of a box often share few features: trees are joined where they test the same feature, and the
//! parts that are left have one or two trees each. Then the box is a knapsack: one point of each part, whose values must add up to the need at the least cost.
//! The relaxation leaves a gap there that branching closes slowly, since many choices cost nearly the same.
//!
//! ```text
//! points of a part: every combination of its live levels; kept: those that no cheaper one equals in value
//! sums = [nothing]
//! for part in parts: sums = kept(sums + points of part), less those whose bound reaches the cutoff
//! answer = the cheapest sum that reaches the need
//! ```
//!
//! This is the recursion of the multiple-choice knapsack (Dyer, Riha and Walker 1995) with the box's multiplier for its bound.

use super::node::BoxNode;
use super::simd_min::finite;
use super::BoxSearch;
use espalier_numerics::sorting::sort_by;

/// Most open vars of a box that is tried. More tries boxes that seldom fall apart. By hand.
const MOST_VARS: usize = 64;

/// Most leaves of a tree: they are the bits of a word.
const MOST_LEAVES: usize = 64;

/// Most points and sums that are looked at in one box. More settles larger boxes, and costs those that it does not settle as much. Measured:
/// docs/experiments/box-search.md, "Boxes that fall into parts".
const MOST_SUMS: usize = 30_000;

/// Rounding of a sum of costs and priced values, as a share of their sizes. Sums of some hundred numbers round by less.
const ROUNDING: f64 = 1e-12;

/// One choice of a part, or a sum of choices.
#[derive(Clone, Copy, Debug)]
struct Choice {
    cost: f64,
    value: f64,
    /// Of a point: its number among its part's combinations. Of a sum: the sum before it, and the point that was added.
    from: (u32, u32),
}

/// Vars and trees that are joined.
#[derive(Debug, Default)]
struct Part {
    vars: Vec<usize>,
    trees: Vec<usize>,
    points: Vec<Choice>,
}

impl BoxSearch {
    /// Settles a box that falls into small parts: its cheapest answer becomes the incumbent, if it is cheaper. Returns whether it is settled.
    pub(super) fn settle_parts(&mut self, node: &BoxNode) -> bool {
        let problem = &self.problem;
        let plain = node.need.len() == 1
            && problem.soft_rows() == 1
            && problem.ceiling.is_none()
            && problem.max_changes.is_none()
            && problem.linear_constraints().is_none()
            && self.ties.is_none()
            && !self.listing()
            && !self.proving();
        if !plain || node.vars() > MOST_VARS {
            return false;
        }
        let Some(mut parts) = parts(node) else { return false };
        let mut left = MOST_SUMS;
        for part in &mut parts {
            if !part.list(node, &mut left) {
                return false;
            }
        }
        parts.sort_by_key(|part| part.points.len());
        let limits = (self.limits().cutoff - node.fixed, problem.floor(node.need[0], 0.0));
        let Some(found) = cheapest(&parts, node.lambda[0], limits, left) else { return false };
        let Some(chosen) = found else { return true };
        let mut point = std::mem::take(&mut self.point);
        point.clear();
        point.extend_from_slice(&node.decided);
        for (part, at) in parts.iter().zip(chosen) {
            for (v, k) in part.levels(node, part.points[at].from.1) {
                point[node.var[v] as usize] = node.level[k];
            }
        }
        // Within the slack the predictor decides. Where it refuses, a dearer sum may still be an answer.
        let answer = self.try_point(node, &point);
        self.point = point;
        answer
    }
}

/// The parts of a box; `None` where there is only one.
fn parts(node: &BoxNode) -> Option<Vec<Part>> {
    let mut above: Vec<usize> = (0..node.trees()).collect();
    let root = |above: &[usize], mut t: usize| {
        while above[t] != t {
            t = above[t];
        }
        t
    };
    let first = |v: usize| node.edges_of(v).next().map(|e| node.edge_tree[e] as usize);
    for v in 0..node.vars() {
        let Some(one) = first(v) else { continue };
        for e in node.edges_of(v) {
            let (a, b) = (root(&above, one), root(&above, node.edge_tree[e] as usize));
            above[b] = a;
        }
    }
    let mut number = vec![usize::MAX; node.trees()];
    let mut parts: Vec<Part> = Vec::new();
    for t in 0..node.trees() {
        let at = root(&above, t);
        if number[at] == usize::MAX {
            number[at] = parts.len();
            parts.push(Part::default());
        }
        parts[number[at]].trees.push(t);
    }
    for v in 0..node.vars() {
        match first(v) {
            Some(t) => parts[number[root(&above, t)]].vars.push(v),
            None => parts.push(Part { vars: vec![v], ..Part::default() }),
        }
    }
    (parts.len() > 1).then_some(parts)
}

impl Part {
    /// The live levels of a combination, each with its var.
    fn levels<'a>(&'a self, node: &'a BoxNode, mut number: u32) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.vars.iter().map(move |&v| {
            let levels = node.levels_of(v);
            let count = levels.len() as u32;
            let k = levels.start + (number % count) as usize;
            number /= count;
            (v, k)
        })
    }

    /// Lists the part's points. Returns whether they are few enough; `left` is the number that may still be looked at.
    fn list(&mut self, node: &BoxNode, left: &mut usize) -> bool {
        let count = self.vars.iter().try_fold(1usize, |all, &v| all.checked_mul(node.levels_of(v).len()));
        let work = count.map(|count| count.saturating_mul(1 + self.trees.len()));
        let Some(rest) = work.and_then(|work| left.checked_sub(work)) else { return false };
        if self.trees.iter().any(|&t| node.leaves_of(t).len() > MOST_LEAVES) {
            return false;
        }
        *left = rest;
        // By tree of the part: its live leaves. By edge and level of a var: the leaves that the level allows.
        let live: Vec<u64> = self.trees.iter().map(|&t| bits(node.leaves_of(t).map(|l| finite(node.z[l])))).collect();
        let mut allowed: Vec<Vec<(usize, Vec<u64>)>> = Vec::new();
        for &v in &self.vars {
            let edges = node.edges_of(v).map(|e| {
                let tree = node.edge_tree[e] as usize;
                (self.trees.iter().position(|&t| t == tree).expect("a tree of the part"), allowed_leaves(node, v, e))
            });
            allowed.push(edges.collect());
        }
        let mut leaves = live.clone();
        for number in 0..count.unwrap_or(0) as u32 {
            leaves.copy_from_slice(&live);
            let mut choice = Choice { cost: 0.0, value: 0.0, from: (0, number) };
            let mut open = true;
            for ((v, k), edges) in self.levels(node, number).zip(&allowed) {
                open &= finite(node.reduced[k]);
                choice.cost += node.cost[k];
                for (tree, allowed) in edges {
                    leaves[*tree] &= allowed[k - node.levels_of(v).start];
                }
            }
            if !open || leaves.contains(&0) {
                continue;
            }
            for (&t, &leaves) in self.trees.iter().zip(&leaves) {
                debug_assert_eq!(leaves.count_ones(), 1, "a combination has one leaf of each tree");
                let values = &node.value[node.leaves_of(t)];
                choice.value += values[leaves.trailing_zeros() as usize];
            }
            self.points.push(choice);
        }
        keep_best(&mut self.points);
        true
    }
}

fn bits(all: impl Iterator<Item = bool>) -> u64 {
    all.enumerate().fold(0, |bits, (at, set)| bits | (u64::from(set) << at))
}

/// By level of a var: the leaves of an edge's tree that the level allows, as far as the edge says.
fn allowed_leaves(node: &BoxNode, v: usize, e: usize) -> Vec<u64> {
    let start = node.leaves_of(node.edge_tree[e] as usize).start;
    let base = node.levels_of(v).start;
    let mut allowed = vec![u64::MAX; node.levels_of(v).len()];
    for (at, s) in node.segments_of(e).enumerate() {
        let (from, to) = node.segment_levels(v, e, s);
        for r in node.ranges_of(e) {
            if !node.intervals_of(r).iter().any(|&(a, b)| (a as usize..=b as usize).contains(&at)) {
                let (first, last) = node.range_leaf[r];
                let shut = bits((0..=last as usize - start).map(|l| l >= first as usize - start));
                allowed[from - base..to - base].iter_mut().for_each(|leaves| *leaves &= !shut);
            }
        }
    }
    allowed
}

/// Keeps the choices that no other one equals in value at the same or a lower cost, by rising cost and value.
fn keep_best(choices: &mut Vec<Choice>) {
    sort_by(choices, |a, b| a.cost.total_cmp(&b.cost).then(b.value.total_cmp(&a.value)));
    let mut most = f64::NEG_INFINITY;
    choices.retain(|choice| {
        let better = choice.value > most;
        most = most.max(choice.value);
        better
    });
}

/// The point of each part in the cheapest sum below the cutoff that reaches the floor (`limits`). `None` in it: there is none. `None`: more than `left` sums
/// would have to be looked at.
fn cheapest(parts: &[Part], price: f64, (cutoff, floor): (f64, f64), mut left: usize) -> Option<Option<Vec<usize>>> {
    // By part: the least cost, the most value and the least priced cost of it and of those after it.
    let mut rest = vec![(0.0, 0.0, 0.0)];
    let mut size = cutoff.abs() + price * floor.abs();
    for part in parts.iter().rev() {
        let (cost, value, priced): (f64, f64, f64) = *rest.last().expect("one at least");
        let (Some(first), Some(last)) = (part.points.first(), part.points.last()) else { return Some(None) };
        let least = part.points.iter().map(|point| point.cost - price * point.value).fold(f64::INFINITY, f64::min);
        size += price * first.value.abs().max(last.value.abs());
        rest.push((cost + first.cost, value + last.value, priced + least));
    }
    let cutoff = cutoff + ROUNDING * size;
    let mut layers: Vec<Vec<Choice>> = vec![vec![Choice { cost: 0.0, value: 0.0, from: (0, 0) }]];
    for (at, part) in parts.iter().enumerate() {
        let (cost_left, value_left, priced_left) = rest[parts.len() - 1 - at];
        let before = layers.last().expect("one at least");
        left = left.checked_sub(before.len() * part.points.len())?;
        let mut sums = Vec::new();
        for (i, sum) in before.iter().enumerate() {
            for (j, point) in part.points.iter().enumerate() {
                let (cost, value) = (sum.cost + point.cost, sum.value + point.value);
                if cost + cost_left >= cutoff {
                    break;
                }
                let bound = cost - price * value + priced_left + price * floor;
                if value + value_left >= floor && bound < cutoff {
                    sums.push(Choice { cost, value, from: (i as u32, j as u32) });
                }
            }
        }
        keep_best(&mut sums);
        layers.push(sums);
    }
    let (mut at, mut chosen) = (0, Vec::new());
    if layers.last().is_none_or(Vec::is_empty) {
        return Some(None);
    }
    for layer in layers[1..].iter().rev() {
        let (before, point) = layer[at].from;
        chosen.push(point as usize);
        at = before as usize;
    }
    chosen.reverse();
    Some(Some(chosen))
}
