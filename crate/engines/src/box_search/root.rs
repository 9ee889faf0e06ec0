//! The root box: all levels and leaves within the cost budget.

use super::node::{BoxNode, OPEN};
use crate::problem::compiled::{has, LevelTree, DEAD, LEAF};
use crate::problem::goal_problem::{Problem, Span};
use crate::problem::quickscorer::{ones, Small};

/// A run of leaves of a tree with the same intervals of live levels of one var.
#[derive(Clone, Copy, Debug)]
struct LeafRun {
    tree: u32,
    first: u32,
    last: u32,
    from: u32,
    to: u32,
}

/// A step of the walk: enters a node with a span of one feature, or undoes that.
#[derive(Clone, Copy, Debug)]
enum Visit {
    Enter { node: u32, feature: u32, span: Span },
    Undo { feature: u32, span: Option<Span>, cost: f64 },
}

/// Builds root boxes, and keeps its scratch.
#[derive(Debug, Default)]
pub struct RootBuilder {
    rank: Vec<Vec<u32>>,
    spans: Vec<Option<Span>>,
    least: Vec<f64>,
    path: Vec<u32>,
    /// The conditions on the path to the present leaf.
    bounds: Vec<(u32, Span)>,
    /// By var: its lowest and highest live level.
    ends_of: Vec<(u32, u32)>,
    stack: Vec<Visit>,
    arena: Vec<u64>,
    runs: Vec<Vec<LeafRun>>,
    intervals: Vec<(u32, u32)>,
    ends: Vec<u32>,
    /// Where all trees are small. `masks`, by tree: its open leaves. `tops`, by tree and row: their largest value.
    /// `values`: the rows of every open leaf. `totals`, by row: the sum of the tops.
    masks: Vec<u64>,
    tops: Vec<f64>,
    values: Vec<f64>,
    totals: Vec<f64>,
    /// `base`: cost of the cheapest point. `cutoff`: the cost that the box stays below.
    base: f64,
    cutoff: f64,
    stage: BuildStage,
}

/// The next piece of a root box.
#[derive(Clone, Copy, Debug)]
enum BuildStage {
    /// Finds the open leaves, from a tree on.
    Screen(usize),
    /// Writes the leaves, from a tree on.
    Leaves(usize),
    /// Writes the edges, from a var on.
    Edges(usize),
}

impl Default for BuildStage {
    fn default() -> BuildStage {
        BuildStage::Screen(0)
    }
}

impl RootBuilder {
    /// Begins the box of all points cheaper than `cutoff`, to be written to `node`. Returns `false` when there is none.
    pub fn begin(&mut self, problem: &Problem, cutoff: f64, node: &mut BoxNode) -> bool {
        node.clear();
        let vars = problem.vars.len();
        let base: f64 = problem.vars.iter().map(|v| v.least()).sum();
        if base >= cutoff || !base.is_finite() {
            return false;
        }
        node.decided.resize(vars, OPEN);
        node.need.extend_from_slice(&problem.need);
        node.lambda.resize(problem.rows.len(), 0.0);
        node.gamma.resize(problem.linear_constraints().map_or(0, |c| c.limits.len()), 0.0);
        (node.fixed, node.changed, node.mu, node.scale, node.bound) = (0.0, 0, 0.0, cutoff, base);
        self.rank.resize(vars, Vec::new());
        self.ends_of.clear();
        for (v, var) in problem.vars.iter().enumerate() {
            let own_cutoff = cutoff - base + var.least();
            let rank = &mut self.rank[v];
            rank.clear();
            rank.push(0);
            let (mut low, mut high) = (u32::MAX, 0);
            for (k, cost) in var.cost.iter().enumerate() {
                let live = *cost < own_cutoff;
                rank.push(rank[k] + u32::from(live));
                if live {
                    (low, high) = (low.min(k as u32), k as u32);
                    node.level.push(k as u32);
                    node.lowest.push(k as u32);
                    node.stand(problem, v, k, k);
                    node.cost.push(*cost);
                }
            }
            self.ends_of.push((low, high));
            node.var.push(v as u32);
            node.var_level.push(node.level.len() as u32);
        }
        self.spans.clear();
        self.spans.resize(vars, None);
        self.least.clear();
        self.least.extend(problem.vars.iter().map(|v| v.least()));
        self.runs.resize(vars, Vec::new());
        self.runs.iter_mut().for_each(Vec::clear);
        self.intervals.clear();
        (self.base, self.cutoff) = (base, cutoff);
        self.masks.clear();
        self.tops.clear();
        self.values.clear();
        self.totals.clear();
        self.totals.resize(problem.rows.len(), 0.0);
        let small = (0..problem.compiled.trees.len()).all(|t| problem.small(t).is_some());
        self.stage = if small { BuildStage::Screen(0) } else { BuildStage::Leaves(0) };
        true
    }

    /// Continues the box by about `piece` leaves or conditions on them. Returns `None` when it is empty, and otherwise
    /// whether it is done.
    pub fn build(&mut self, problem: &Problem, node: &mut BoxNode, piece: usize) -> Option<bool> {
        let trees = problem.trees().count();
        let mut effort = 0;
        while effort <= piece {
            match self.stage {
                BuildStage::Screen(t) if t == problem.compiled.trees.len() => {
                    self.reach(problem)?;
                    self.stage = BuildStage::Leaves(0);
                }
                BuildStage::Screen(t) => {
                    effort += self.screen(problem, t)?;
                    self.stage = BuildStage::Screen(t + 1);
                }
                BuildStage::Leaves(t) if t == trees => self.stage = BuildStage::Edges(0),
                BuildStage::Leaves(t) => {
                    let first = node.leaves();
                    match problem.small(t) {
                        Some(small) => self.small(problem, small, t as u32, node),
                        None => self.walk(problem, problem.tree(t), t as u32, node),
                    }
                    if node.leaves() == first {
                        return None;
                    }
                    effort += node.leaves() - first;
                    node.tree.push(t as u32);
                    node.tree_leaf.push(node.leaves() as u32);
                    self.stage = BuildStage::Leaves(t + 1);
                }
                BuildStage::Edges(v) if v == problem.vars.len() => {
                    node.rebuild(problem);
                    return Some(true);
                }
                BuildStage::Edges(v) => {
                    self.edges(v, node);
                    effort += self.runs[v].len();
                    node.var_edge.push(node.edge_tree.len() as u32);
                    self.stage = BuildStage::Edges(v + 1);
                }
            }
        }
        Some(false)
    }

    /// The leaves of a small tree that cost less than the cutoff.
    fn open(&self, problem: &Problem, small: Small<'_>) -> u64 {
        let mut shut = 0;
        for cut in small.cuts() {
            let (low, high) = self.ends_of[cut.feature as usize];
            shut |= if high < cut.level { cut.above } else { 0 };
            shut |= if low >= cut.level { cut.below } else { 0 };
        }
        for (f, by_level) in small.choices() {
            let rank = &self.rank[f];
            let live = (0..rank.len() - 1).filter(|&k| rank[k] < rank[k + 1]);
            shut |= live.fold(!0, |shut, k| shut & by_level[k]);
        }
        let mut open = small.all() & !shut;
        for leaf in ones(open) {
            let mut cost = self.base;
            for bound in small.bounds(leaf) {
                let (f, span) = (bound.feature as usize, problem.span(bound));
                let var = &problem.vars[f];
                if !span.holds(var.best) {
                    cost +=
                        problem.cheapest(f, span, &[]).map_or(f64::INFINITY, |k| var.cost[k as usize] - var.least());
                }
            }
            if cost >= self.cutoff {
                open &= !(1 << leaf);
            }
        }
        open
    }

    /// Finds the open leaves of a tree of a model whose trees are all small. Returns their number; `None` when there are
    /// none. Most empty boxes are recognised by this, before anything of them is written.
    fn screen(&mut self, problem: &Problem, t: usize) -> Option<usize> {
        let rows = problem.rows.len();
        let tree = &problem.compiled.trees[t];
        let small = problem.small(t)?;
        let open = self.open(problem, small);
        self.masks.push(open);
        let at = self.tops.len();
        self.tops.resize(at + rows, f64::NEG_INFINITY);
        for leaf in ones(open) {
            let from = self.values.len();
            self.values.resize(from + rows, 0.0);
            problem.leaf_rows(tree, &tree.nodes[small.node(leaf)], &mut self.values[from..]);
            for (top, value) in self.tops[at..].iter_mut().zip(&self.values[from..]) {
                *top = top.max(*value);
            }
        }
        for (total, top) in self.totals.iter_mut().zip(&self.tops[at..]) {
            *total += top;
        }
        (open != 0).then_some(open.count_ones() as usize)
    }

    /// Leaves out the open leaves with which the rows cannot be reached. Returns `None` when they cannot be reached at
    /// all.
    fn reach(&mut self, problem: &Problem) -> Option<()> {
        let rows = problem.rows.len();
        let needs = problem.need.iter().map(|need| problem.floor(*need, self.cutoff));
        if self.totals.iter().zip(needs.clone()).any(|(total, need)| *total < need) {
            return None;
        }
        let mut at = 0;
        for (mask, tops) in self.masks.iter_mut().zip(self.tops.chunks(rows.max(1))) {
            for leaf in ones(*mask) {
                let values = &self.values[at * rows..(at + 1) * rows];
                at += 1;
                let short = |(row, need): (usize, f64)| self.totals[row] - tops[row] + values[row] < need;
                if needs.clone().enumerate().any(short) {
                    *mask &= !(1 << leaf);
                }
            }
        }
        Some(())
    }

    /// Writes the open leaves of a small tree.
    fn small(&mut self, problem: &Problem, small: Small<'_>, t: u32, node: &mut BoxNode) {
        let tree = &problem.compiled.trees[t as usize];
        let open = self.masks.get(t as usize).copied().unwrap_or_else(|| self.open(problem, small));
        let rows = problem.rows.len();
        for leaf in ones(open) {
            self.bounds.clear();
            self.bounds.extend(small.bounds(leaf).iter().map(|bound| (bound.feature, problem.span(bound))));
            if self.leaf(problem, t, node.leaves() as u32) {
                let from = node.value.len();
                node.value.resize(from + rows, 0.0);
                problem.leaf_rows(tree, &tree.nodes[small.node(leaf)], &mut node.value[from..]);
                node.z.push(0.0);
            }
        }
    }

    fn walk(&mut self, problem: &Problem, tree: &LevelTree, t: u32, node: &mut BoxNode) {
        self.arena.clear();
        let (mut cost, cutoff) = (self.base, self.cutoff);
        let rows = problem.rows.len();
        // The root is entered without a span, which feature LEAF marks.
        self.stack.push(Visit::Enter { node: 0, feature: LEAF, span: Span::Range(0, 0) });
        while let Some(visit) = self.stack.pop() {
            match visit {
                Visit::Undo { feature, span, cost: before } => {
                    let f = feature as usize;
                    cost += before - self.least[f];
                    self.least[f] = before;
                    self.spans[f] = span;
                    if span.is_none() {
                        self.path.pop();
                    }
                }
                Visit::Enter { node: at, feature, span } => {
                    if feature != LEAF {
                        let f = feature as usize;
                        let Some(best) = problem.cheapest(f, span, &self.arena) else { continue };
                        let least = problem.vars[f].cost[best as usize];
                        let after = cost + least - self.least[f];
                        if after >= cutoff {
                            continue;
                        }
                        self.stack.push(Visit::Undo { feature, span: self.spans[f], cost: self.least[f] });
                        if self.spans[f].is_none() {
                            self.path.push(feature);
                        }
                        (cost, self.least[f], self.spans[f]) = (after, least, Some(span));
                    }
                    let here = &tree.nodes[at as usize];
                    match here.feature {
                        DEAD => {}
                        LEAF => {
                            let span =
                                |f: &u32| (*f, self.spans[*f as usize].expect("features on the path have spans"));
                            self.bounds.clear();
                            self.bounds.extend(self.path.iter().map(span));
                            if self.leaf(problem, t, node.leaves() as u32) {
                                let from = node.value.len();
                                node.value.resize(from + rows, 0.0);
                                problem.leaf_rows(tree, here, &mut node.value[from..]);
                                node.z.push(0.0);
                            }
                        }
                        f => {
                            let whole = match self.spans[f as usize] {
                                Some(span) => span,
                                None => problem.full(f as usize, &mut self.arena),
                            };
                            let [left, right] = problem.split(tree, here, whole, &mut self.arena);
                            let enter =
                                |child, s: Option<Span>| s.map(|span| Visit::Enter { node: child, feature: f, span });
                            self.stack.extend(enter(here.right, right));
                            self.stack.extend(enter(here.left, left));
                        }
                    }
                }
            }
        }
    }

    /// Records the conditions of a leaf. Returns `false` when no live level of some var leads to it.
    fn leaf(&mut self, problem: &Problem, tree: u32, leaf: u32) -> bool {
        let mark = self.intervals.len();
        self.ends.clear();
        for at in 0..self.bounds.len() {
            let (f, span) = self.bounds[at];
            let from = self.intervals.len();
            self.live_intervals(problem, f as usize, span);
            if self.intervals.len() == from {
                self.intervals.truncate(mark);
                return false;
            }
            self.ends.push(self.intervals.len() as u32);
        }
        let mut from = mark as u32;
        for at in 0..self.bounds.len() {
            let to = self.ends[at];
            self.record(self.bounds[at].0 as usize, tree, leaf, (from, to));
            from = to;
        }
        true
    }

    /// Lists the intervals of live levels in a span of a var.
    fn live_intervals(&mut self, problem: &Problem, f: usize, span: Span) {
        let rank = &self.rank[f];
        let from = self.intervals.len();
        let set = match &span {
            Span::Range(lo, hi) => {
                let (a, b) = (rank[*lo as usize], rank[*hi as usize + 1]);
                if a < b {
                    self.intervals.push((a, b - 1));
                }
                return;
            }
            Span::Bits(bits) => std::slice::from_ref(bits),
            Span::Set(at) => &self.arena[*at as usize..],
        };
        for k in 0..problem.vars[f].levels() {
            let (a, b) = (rank[k], rank[k + 1]);
            if a == b || !has(set, k) {
                continue;
            }
            match self.intervals[from..].last_mut() {
                Some(last) if last.1 + 1 == a => last.1 = a,
                _ => self.intervals.push((a, a)),
            }
        }
    }

    /// Records that a leaf allows these intervals of a var.
    fn record(&mut self, f: usize, tree: u32, leaf: u32, (from, to): (u32, u32)) {
        let intervals = &self.intervals[from as usize..to as usize];
        let live = *self.rank[f].last().expect("ranks have a last");
        if intervals == [(0, live - 1)] {
            return;
        }
        let runs = &mut self.runs[f];
        match runs.last_mut() {
            Some(run)
                if run.tree == tree
                    && run.last + 1 == leaf
                    && self.intervals[run.from as usize..run.to as usize] == *intervals =>
            {
                run.last = leaf;
            }
            _ => runs.push(LeafRun { tree, first: leaf, last: leaf, from, to }),
        }
    }

    /// Writes the edges of a var. Its segments lie between the bounds of its runs' intervals.
    fn edges(&mut self, v: usize, node: &mut BoxNode) {
        let runs = &self.runs[v];
        let live = *self.rank[v].last().expect("ranks have a last");
        let mut at = 0;
        while at < runs.len() {
            let tree = runs[at].tree;
            let end = at + runs[at..].iter().take_while(|r| r.tree == tree).count();
            self.ends.clear();
            self.ends.push(0);
            for run in &runs[at..end] {
                for &(a, b) in &self.intervals[run.from as usize..run.to as usize] {
                    self.ends.push(a);
                    if b + 1 < live {
                        self.ends.push(b + 1);
                    }
                }
            }
            self.ends.sort_unstable();
            self.ends.dedup();
            let place = |x: u32| self.ends.partition_point(|e| *e <= x) as u32 - 1;
            for run in &runs[at..end] {
                for &(a, b) in &self.intervals[run.from as usize..run.to as usize] {
                    node.interval.push((place(a), place(b)));
                }
                node.range_leaf.push((run.first, run.last));
                node.range_interval.push(node.interval.len() as u32);
            }
            node.edge_tree.push(tree);
            node.edge_range.push(node.range_leaf.len() as u32);
            node.segment_level.extend_from_slice(&self.ends);
            node.message.resize(node.segment_level.len(), 0.0);
            node.edge_segment.push(node.message.len() as u32);
            at = end;
        }
    }
}

impl BoxNode {
    /// Number of leaves so far.
    fn leaves(&self) -> usize {
        self.z.len()
    }
}
