//! The root box: the levels and leaves that lie within the budget at all.

use super::node::{Node, OPEN};
use super::problem::{Problem, Span};
use crate::search::compiled::{has, LevelTree, DEAD, LEAF};

/// A run of leaves of a tree with the same intervals of live levels of one var.
#[derive(Clone, Copy, Debug)]
struct Run {
    tree: u32,
    first: u32,
    last: u32,
    from: u32,
    to: u32,
}

/// Something to do on the walk: enter a node with a span of one feature, or undo that.
#[derive(Clone, Copy, Debug)]
enum Visit {
    Enter { node: u32, feature: u32, span: Span },
    Undo { feature: u32, span: Option<Span>, cost: f64 },
}

/// Builds root boxes; keeps its scratch.
#[derive(Debug, Default)]
pub struct RootBuilder {
    rank: Vec<Vec<u32>>,
    spans: Vec<Option<Span>>,
    least: Vec<f64>,
    path: Vec<u32>,
    stack: Vec<Visit>,
    arena: Vec<u64>,
    runs: Vec<Vec<Run>>,
    intervals: Vec<(u32, u32)>,
    ends: Vec<u32>,
    /// Cost of the cheapest point; what the box stays under; the next tree.
    base: f64,
    cut: f64,
    next: usize,
}

impl RootBuilder {
    /// Begins the box of everything cheaper than `cut`, to be written to `node`; `false` when there is nothing.
    pub fn begin(&mut self, problem: &Problem, cut: f64, node: &mut Node) -> bool {
        node.clear();
        let vars = problem.vars.len();
        let base: f64 = problem.vars.iter().map(|v| v.least()).sum();
        if base >= cut || !base.is_finite() {
            return false;
        }
        node.decided.resize(vars, OPEN);
        node.need.extend_from_slice(&problem.need);
        node.lambda.resize(problem.rows.len(), 0.0);
        node.gamma.resize(problem.coupling().map_or(0, |c| c.limits.len()), 0.0);
        (node.fixed, node.changed, node.mu, node.bound) = (0.0, 0, 0.0, base);
        self.rank.resize(vars, Vec::new());
        for (v, var) in problem.vars.iter().enumerate() {
            let room = cut - base + var.least();
            let rank = &mut self.rank[v];
            rank.clear();
            rank.push(0);
            for (k, cost) in var.cost.iter().enumerate() {
                let live = *cost < room;
                rank.push(rank[k] + u32::from(live));
                if live {
                    node.level.push(k as u32);
                    node.lowest.push(k as u32);
                    node.stand(problem, v, k, k);
                    node.cost.push(*cost);
                }
            }
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
        (self.base, self.cut, self.next) = (base, cut, 0);
        true
    }

    /// Goes on with the box for about `piece` leaves; `None` when it is empty, else whether it is done.
    pub fn build(&mut self, problem: &Problem, node: &mut Node, piece: usize) -> Option<bool> {
        let until = node.leaves() + piece;
        let trees = problem.trees().count();
        while self.next < trees && node.leaves() < until {
            let first = node.leaves();
            self.walk(problem, problem.tree(self.next), self.next as u32, node);
            if node.leaves() == first {
                return None;
            }
            node.tree.push(self.next as u32);
            node.tree_leaf.push(node.leaves() as u32);
            self.next += 1;
        }
        if self.next < trees {
            return Some(false);
        }
        for v in 0..problem.vars.len() {
            self.edges(v, node);
            node.var_edge.push(node.edge_tree.len() as u32);
        }
        node.rebuild(problem);
        Some(true)
    }

    fn walk(&mut self, problem: &Problem, tree: &LevelTree, t: u32, node: &mut Node) {
        self.arena.clear();
        let (mut cost, cut) = (self.base, self.cut);
        let rows = problem.rows.len();
        // The root is entered with no span: feature LEAF stands for none.
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
                        if after >= cut {
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

    /// Records what binds a leaf; `false` when no live level of some var leads to it.
    fn leaf(&mut self, problem: &Problem, tree: u32, leaf: u32) -> bool {
        let mark = self.intervals.len();
        self.ends.clear();
        for &f in &self.path {
            let rank = &self.rank[f as usize];
            let from = self.intervals.len();
            match self.spans[f as usize].expect("features on the path have spans") {
                Span::Range(lo, hi) => {
                    let (a, b) = (rank[lo as usize], rank[hi as usize + 1]);
                    if a < b {
                        self.intervals.push((a, b - 1));
                    }
                }
                span => {
                    let set = match &span {
                        Span::Bits(bits) => std::slice::from_ref(bits),
                        Span::Set(at) => &self.arena[*at as usize..],
                        Span::Range(..) => unreachable!("matched above"),
                    };
                    for k in 0..problem.vars[f as usize].levels() {
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
            }
            if self.intervals.len() == from {
                self.intervals.truncate(mark);
                return false;
            }
            self.ends.push(self.intervals.len() as u32);
        }
        let mut from = mark as u32;
        for (&f, &to) in self.path.iter().zip(&self.ends) {
            let intervals = &self.intervals[from as usize..to as usize];
            let live = *self.rank[f as usize].last().expect("ranks have a last");
            if intervals != [(0, live - 1)] {
                let runs = &mut self.runs[f as usize];
                match runs.last_mut() {
                    Some(run)
                        if run.tree == tree
                            && run.last + 1 == leaf
                            && self.intervals[run.from as usize..run.to as usize] == *intervals =>
                    {
                        run.last = leaf;
                    }
                    _ => runs.push(Run { tree, first: leaf, last: leaf, from, to }),
                }
            }
            from = to;
        }
        true
    }

    /// Writes the edges of a var: segments between the ends of its runs' intervals.
    fn edges(&mut self, v: usize, node: &mut Node) {
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

impl Node {
    /// Number of leaves so far.
    fn leaves(&self) -> usize {
        self.z.len()
    }
}
