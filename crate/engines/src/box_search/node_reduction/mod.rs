//! Reduction of a node (presolve of its box): removes, until nothing more changes, the levels and leaves that no answer needs, and writes the
//! smaller box.
//!
//! A level or leaf is removed if no answer under the cutoff can use it. Its cost alone may reach the cutoff, the rows may be
//! out of reach with it, or it may have no live partner. Segments, levels (to the cheapest) and ranges that the
//! remaining box does not distinguish are merged. Trees with one leaf and vars with one level are decided.

mod linear_constraints;
mod rebuild;

use super::node::BoxNode;
use super::simd_min::finite;

use crate::problem::goal_problem::Problem;

/// Levels to remove first: those of `var` (an open number) with `from <= number in var < to`, or with `others` all
/// others of the var.
#[derive(Clone, Copy, Debug)]
pub struct Kill {
    /// The open var.
    pub var: usize,
    /// The first level to remove, by its number in the var.
    pub from: usize,
    /// The level after the last one to remove.
    pub to: usize,
    /// Whether the others are removed instead.
    pub others: bool,
}

/// The limits of the pruning.
#[derive(Clone, Copy, Debug)]
pub struct Pruning {
    /// Answers at this cost or above do not count.
    pub cutoff: f64,
    /// Whether every level is kept apart, as for listing ties.
    pub keep_levels: bool,
}

/// The reduction of a node: the box being reduced, and scratch.
#[derive(Debug, Default)]
pub struct NodeReduction {
    /// Whether the last pass has removed nothing, so that the rest is being written: to `out`, all vars below `next`.
    last: bool,
    out: BoxNode,
    next: usize,
    level: Vec<bool>,
    leaf: Vec<bool>,
    /// Number of live levels of a var before each level. One more entry for each var.
    rank: Vec<u32>,
    /// The live levels of each var, from its first level's place on.
    lives: Vec<usize>,
    least: Vec<f64>,
    best: Vec<usize>,
    extra: Vec<f64>,
    top: Vec<f64>,
    cover: Vec<bool>,
    /// By level of a var: by how many more edges it is shut than the level below it.
    shut: Vec<i32>,
    place: Vec<u32>,
    segment: Vec<u32>,
    /// New number of each live segment.
    number: Vec<u32>,
    mark: Vec<bool>,
    ends: Vec<bool>,
    tree: Vec<u32>,
}

impl NodeReduction {
    /// Compresses a box into a spare one. Returns `None` when nothing is left of it.
    pub fn shrink(
        &mut self,
        problem: &Problem,
        src: &BoxNode,
        kill: Option<Kill>,
        limits: Pruning,
        spare: &mut Vec<BoxNode>,
    ) -> Option<BoxNode> {
        self.begin(src, kill);
        while !self.go_on(problem, src, limits, spare)? {}
        Some(self.written())
    }

    /// Begins to reduce a box.
    pub fn begin(&mut self, src: &BoxNode, kill: Option<Kill>) {
        self.level.clear();
        self.level.extend(src.reduced.iter().map(|r| finite(*r)));
        self.leaf.clear();
        self.leaf.extend(src.z.iter().map(|z| finite(*z)));
        self.last = false;
        if let Some(kill) = kill {
            let levels = src.levels_of(kill.var);
            let base = levels.start;
            for k in levels {
                let inside = k - base >= kill.from && k - base < kill.to;
                if inside != kill.others {
                    self.level[k] = false;
                }
            }
        }
    }

    /// Goes on with the same box: by one pass of all rules or, after a pass that has removed nothing, by writing a piece
    /// of the rest. Returns `None` when nothing is left, and otherwise whether the rest is written.
    pub fn go_on(
        &mut self,
        problem: &Problem,
        src: &BoxNode,
        limits: Pruning,
        spare: &mut Vec<BoxNode>,
    ) -> Option<bool> {
        if !self.last {
            self.last = !self.pass(problem, src, limits.cutoff)?;
            if self.last {
                self.out = spare.pop().unwrap_or_default();
                self.write_leaves(src);
            }
            return Some(false);
        }
        let mut out = std::mem::take(&mut self.out);
        let done = self.write(problem, src, limits, &mut out);
        self.out = out;
        Some(done)
    }

    /// The box that was written.
    pub fn written(&mut self) -> BoxNode {
        std::mem::take(&mut self.out)
    }

    /// One pass of all rules. Returns `None` when the box is empty, and otherwise whether anything was removed.
    fn pass(&mut self, problem: &Problem, src: &BoxNode, cutoff: f64) -> Option<bool> {
        let by_constraints = match problem.linear_constraints() {
            Some(constraints) => self.linear_constraints(constraints, src)?,
            None => false,
        };
        let base = self.costs(problem, src, cutoff)?;
        let by_rows = self.leaves(problem, src, base, cutoff)?;
        let by_cover = self.coverage(src);
        Some(by_constraints || by_rows || by_cover)
    }

    /// Computes the least costs and removes levels whose cost reaches the cutoff. Returns the cheapest point's cost.
    fn costs(&mut self, problem: &Problem, src: &BoxNode, cutoff: f64) -> Option<f64> {
        if let Some(most) = problem.max_changes {
            self.count_changes(problem, src, most)?;
        }
        self.least.clear();
        self.best.clear();
        let mut base = src.fixed;
        for v in 0..src.vars() {
            let mut best = usize::MAX;
            for k in src.levels_of(v) {
                if self.level[k] && (best == usize::MAX || src.cost[k] < src.cost[best]) {
                    best = k;
                }
            }
            if best == usize::MAX {
                return None;
            }
            base += src.cost[best];
            self.least.push(src.cost[best]);
            self.best.push(best);
        }
        if base >= cutoff {
            return None;
        }
        self.rank.clear();
        self.lives.resize(src.level.len(), 0);
        for v in 0..src.vars() {
            let own_cutoff = cutoff - base + self.least[v];
            let levels = src.levels_of(v);
            let mut count = 0;
            for k in levels.clone() {
                self.rank.push(count);
                self.level[k] &= src.cost[k] < own_cutoff;
                if self.level[k] {
                    self.lives[levels.start + count as usize] = k;
                    count += 1;
                }
            }
            self.rank.push(count);
        }
        Some(base)
    }

    /// The limit of at most `most` changes. Where all changes are used up, every var that can stay unchanged must.
    fn count_changes(&mut self, problem: &Problem, src: &BoxNode, most: usize) -> Option<()> {
        let stays = |s: &Self, v: usize| {
            src.levels_of(v).any(|k| s.level[k] && !problem.vars[src.var[v] as usize].changed[src.level[k] as usize])
        };
        let forced = src.changed + (0..src.vars()).filter(|&v| !stays(self, v)).count();
        if forced > most {
            return None;
        }
        if forced == most {
            for v in 0..src.vars() {
                if stays(self, v) {
                    for k in src.levels_of(v) {
                        self.level[k] &= !problem.vars[src.var[v] as usize].changed[src.level[k] as usize];
                    }
                }
            }
        }
        Some(())
    }

    /// Live levels from array index `from` up to `to` (exclusive) of var `v`.
    fn live(&self, v: usize, from: usize, to: usize) -> u32 {
        self.rank[to + v] - self.rank[from + v]
    }

    /// Removes leaves by cost and by rows.
    fn leaves(&mut self, problem: &Problem, src: &BoxNode, base: f64, cutoff: f64) -> Option<bool> {
        let mut dropped = false;
        self.extra.clear();
        self.extra.resize(self.leaf.len(), 0.0);
        for v in 0..src.vars() {
            let ordered = problem.vars[src.var[v] as usize].ordered;
            for e in src.edges_of(v) {
                let first_segment = src.segments_of(e).start;
                for r in src.ranges_of(e) {
                    let mut least = f64::INFINITY;
                    for &(a, b) in src.intervals_of(r) {
                        let from = src.segment_levels(v, e, first_segment + a as usize).0;
                        let to = src.segment_levels(v, e, first_segment + b as usize).1;
                        if self.live(v, from, to) > 0 {
                            least = least.min(self.cheapest(src, v, from, to, ordered));
                        }
                    }
                    let (first, last) = src.range_leaf[r];
                    let more = least - self.least[v];
                    if more > 0.0 {
                        self.extra[first as usize..=last as usize].iter_mut().for_each(|x| *x += more);
                    }
                }
            }
        }
        for (alive, extra) in self.leaf.iter_mut().zip(&self.extra) {
            if *alive && base + extra >= cutoff {
                *alive = false;
                dropped = true;
            }
        }
        let rows = src.need.len();
        for row in 0..rows {
            let mut total = 0.0;
            self.top.clear();
            for t in 0..src.trees() {
                let mut top = f64::NEG_INFINITY;
                for l in src.leaves_of(t) {
                    if self.leaf[l] {
                        top = top.max(src.value[l * rows + row]);
                    }
                }
                total += top;
                self.top.push(top);
            }
            let need = problem.floor(src.need[row], cutoff);
            if total < need {
                return None;
            }
            for t in 0..src.trees() {
                let rest = total - self.top[t];
                for l in src.leaves_of(t) {
                    if self.leaf[l] && rest + src.value[l * rows + row] < need {
                        self.leaf[l] = false;
                        dropped = true;
                    }
                }
            }
        }
        if rows == 0 && (0..src.trees()).any(|t| src.leaves_of(t).all(|l| !self.leaf[l])) {
            return None;
        }
        Some(dropped)
    }

    /// Cost of the cheapest live level from `from` up to `to`, where there is one.
    fn cheapest(&self, src: &BoxNode, v: usize, from: usize, to: usize, ordered: bool) -> f64 {
        let best = self.best[v];
        if best >= from && best < to && self.level[best] {
            return self.least[v];
        }
        let base = src.levels_of(v).start;
        let lives = &self.lives[base + self.rank[from + v] as usize..base + self.rank[to + v] as usize];
        // Costs rise on both sides of the cheapest level.
        match lives {
            [first, ..] if ordered && best < from => src.cost[*first],
            [.., last] if ordered && best >= to => src.cost[*last],
            _ => lives.iter().map(|k| src.cost[*k]).fold(f64::INFINITY, f64::min),
        }
    }

    /// Removes levels that all live leaves of some tree exclude.
    fn coverage(&mut self, src: &BoxNode) -> bool {
        let mut dropped = false;
        for v in 0..src.vars() {
            let levels = src.levels_of(v);
            self.shut.clear();
            self.shut.resize(levels.len() + 1, 0);
            for e in src.edges_of(v) {
                let tree = src.leaves_of(src.edge_tree[e] as usize);
                let mut next = tree.start;
                let mut open = false;
                for r in src.ranges_of(e) {
                    let (first, last) = src.range_leaf[r];
                    open |= (next..first as usize).any(|l| self.leaf[l]);
                    next = last as usize + 1;
                }
                if open || (next..tree.end).any(|l| self.leaf[l]) {
                    continue;
                }
                let segments = src.segments_of(e);
                self.cover.clear();
                self.cover.resize(segments.len(), false);
                for r in src.ranges_of(e) {
                    let (first, last) = src.range_leaf[r];
                    if (first as usize..=last as usize).any(|l| self.leaf[l]) {
                        for &(a, b) in src.intervals_of(r) {
                            self.cover[a as usize..=b as usize].fill(true);
                        }
                    }
                }
                for (i, s) in segments.enumerate() {
                    if !self.cover[i] {
                        let (from, to) = src.segment_levels(v, e, s);
                        self.shut[from - levels.start] += 1;
                        self.shut[to - levels.start] -= 1;
                    }
                }
            }
            // Each edge may shut most levels, so they are looked at once for all edges, not once an edge.
            let mut edges = 0;
            for (k, change) in levels.zip(&self.shut) {
                edges += change;
                if edges > 0 {
                    dropped |= self.level[k];
                    self.level[k] = false;
                }
            }
        }
        dropped
    }
}
