//! Writes the rest of a box: its live levels, leaves, segments and ranges. Equal ones are merged.

use super::{NodeReduction, Pruning};
use crate::box_search::node::{BoxNode, OPEN};
use crate::box_search::sweep_limits::LEAVES_READ;
use crate::problem::goal_problem::Problem;
use crate::problem::linear_constraints::ConstraintTerm;

impl NodeReduction {
    /// Begins to write the live part of the box: its leaves.
    pub(super) fn write_leaves(&mut self, src: &BoxNode) {
        let out = &mut self.out;
        self.next = 0;
        out.clear();
        out.decided.extend_from_slice(&src.decided);
        out.need.extend_from_slice(&src.need);
        out.lambda.extend_from_slice(&src.lambda);
        out.gamma.extend_from_slice(&src.gamma);
        (out.fixed, out.changed) = (src.fixed, src.changed);
        (out.mu, out.scale, out.bound) = (src.mu, src.scale, src.bound);
        let rows = src.need.len();
        // Leaves: `place` counts the kept leaves before a leaf.
        self.place.clear();
        self.tree.clear();
        let mut kept = 0;
        let mut trees = 0;
        for t in 0..src.trees() {
            let leaves = src.leaves_of(t);
            let live = self.leaf[leaves.clone()].iter().filter(|l| **l).count();
            let keep = live > 1;
            for l in leaves {
                self.place.push(kept);
                if self.leaf[l] && keep {
                    kept += 1;
                    out.value.extend_from_slice(&src.value[l * rows..(l + 1) * rows]);
                } else if self.leaf[l] {
                    for row in 0..rows {
                        out.need[row] -= src.value[l * rows + row];
                    }
                }
            }
            self.tree.push(if keep { trees } else { OPEN });
            if keep {
                trees += 1;
                out.tree.push(src.tree[t]);
                out.tree_leaf.push(kept);
            }
        }
        self.place.push(kept);
    }

    /// Writes more vars of the box. Returns whether it is written.
    pub(super) fn write(&mut self, problem: &Problem, src: &BoxNode, limits: Pruning, out: &mut BoxNode) -> bool {
        let mut effort = 0;
        while self.next < src.vars() && effort <= LEAVES_READ {
            self.write_var(problem, src, limits, self.next, out);
            effort += src.ranges_of_var(self.next).len();
            self.next += 1;
        }
        if effort > LEAVES_READ {
            return false;
        }
        out.rebuild(problem);
        true
    }

    fn write_var(&mut self, problem: &Problem, src: &BoxNode, limits: Pruning, v: usize, out: &mut BoxNode) {
        let levels = src.levels_of(v);
        // The last pass may have removed levels after counting them.
        let mut count = 0;
        for k in levels.clone() {
            self.rank[k + v] = count;
            count += u32::from(self.level[k]);
        }
        self.rank[levels.end + v] = count;
        self.ends.clear();
        self.ends.resize(count as usize + 1, limits.keep_levels);
        let first_edge = out.edge_tree.len();
        for e in src.edges_of(v) {
            if self.tree[src.edge_tree[e] as usize] != OPEN {
                self.write_edge(src, v, e, out);
            }
        }
        let edges = out.edge_tree.len();
        let changed = |k: usize| problem.vars[src.var[v] as usize].changed[src.level[k] as usize];
        let cheaper =
            |a: usize, b: usize| src.cost[a] < src.cost[b] || (src.cost[a] == src.cost[b] && !changed(a) && changed(b));
        let coupled = problem.coupled(src.var[v]);
        if edges == first_edge && (!limits.keep_levels || count == 1) && !coupled {
            let mut best = usize::MAX;
            for k in levels {
                if self.level[k] && (best == usize::MAX || cheaper(k, best)) {
                    best = k;
                }
            }
            out.decided[src.var[v] as usize] = src.level[best];
            out.fixed += src.cost[best];
            out.changed += usize::from(changed(best));
            return;
        }
        if coupled {
            self.keep_apart(problem, src, v);
        }
        // Groups of levels between bounds. `segment_level` still counts live levels, and is mapped here.
        let first_level = out.level.len();
        self.segment.clear();
        let mut group = 0;
        for at in 0..count as usize {
            group += u32::from(at > 0 && self.ends[at]);
            self.segment.push(group);
        }
        let mut best = usize::MAX;
        let mut at = 0;
        let (mut first, mut last) = (0, 0);
        for k in levels {
            if !self.level[k] {
                continue;
            }
            if at > 0 && self.ends[at] {
                out.level.push(src.level[best]);
                out.cost.push(src.cost[best]);
                out.cover(src, first, last);
                best = usize::MAX;
            }
            if best == usize::MAX {
                first = k;
            }
            last = k;
            if best == usize::MAX {
                out.lowest.push(src.lowest[k]);
                best = k;
            } else if cheaper(k, best) {
                best = k;
            }
            at += 1;
        }
        out.level.push(src.level[best]);
        out.cost.push(src.cost[best]);
        out.cover(src, first, last);
        debug_assert_eq!(out.level.len() - first_level, group as usize + 1);
        let first_segment = out.edge_segment[first_edge] as usize;
        for s in &mut out.segment_level[first_segment..] {
            *s = self.segment[*s as usize];
        }
        out.var.push(src.var[v]);
        out.var_level.push(out.level.len() as u32);
        out.var_edge.push(edges as u32);
    }

    /// Marks bounds between groups for a var in linear constraints. A level stands only for itself. A number's group
    /// stands for the values between two gaps.
    fn keep_apart(&mut self, problem: &Problem, src: &BoxNode, v: usize) {
        let var = src.var[v];
        let constraints = problem.linear_constraints();
        let number = constraints.is_some_and(|c| matches!(c.parts[var as usize], ConstraintTerm::Number(_)));
        let apart: &[u32] = constraints.and_then(|c| c.apart.get(var as usize)).map_or(&[], Vec::as_slice);
        let costs = &problem.vars[var as usize].cost;
        let mut last = 0;
        for (at, k) in src.levels_of(v).filter(|&k| self.level[k]).enumerate() {
            let (from, to) = (last as usize + 1, src.lowest[k] as usize);
            let parted = || apart.iter().any(|a| (from..=to).contains(&(*a as usize)));
            self.ends[at] |= at > 0 && (!number || costs[from..to].iter().any(|c| c.is_finite()) || parted());
            last = src.highest[k];
        }
    }

    /// Writes an edge, unless it distinguishes nothing live. Segment levels are still ranks of live levels. The bounds
    /// that matter are marked in `ends`.
    fn write_edge(&mut self, src: &BoxNode, v: usize, e: usize, out: &mut BoxNode) {
        let segments = src.segments_of(e);
        // `segment` counts the live segments before a segment.
        self.segment.clear();
        let mut live = 0;
        for s in segments.clone() {
            self.segment.push(live);
            let (from, to) = src.segment_levels(v, e, s);
            live += u32::from(self.live(v, from, to) > 0);
        }
        self.segment.push(live);
        self.mark.clear();
        self.mark.resize(live as usize + 1, false);
        let first_range = out.range_leaf.len();
        for r in src.ranges_of(e) {
            let (first, last) = src.range_leaf[r];
            let (first, end) = (self.place[first as usize], self.place[last as usize + 1]);
            if first == end {
                continue;
            }
            let from = out.interval.len();
            for &(a, b) in src.intervals_of(r) {
                let (a, b) = (self.segment[a as usize], self.segment[b as usize + 1]);
                if a == b {
                    continue;
                }
                match out.interval[from..].last_mut() {
                    Some(last) if last.1 + 1 == a => last.1 = b - 1,
                    _ => out.interval.push((a, b - 1)),
                }
            }
            if out.interval[from..] == [(0, live - 1)] {
                out.interval.truncate(from);
                continue;
            }
            let ranges = out.range_leaf.len();
            if ranges > first_range && out.range_leaf[ranges - 1].1 + 1 == first {
                let before = out.range_interval[ranges - 1] as usize;
                if out.interval[before..from] == out.interval[from..] {
                    out.range_leaf[ranges - 1].1 = end - 1;
                    out.interval.truncate(from);
                    continue;
                }
            }
            for &(a, b) in &out.interval[from..] {
                self.mark[a as usize] = true;
                self.mark[b as usize + 1] = true;
            }
            out.range_leaf.push((first, end - 1));
            out.range_interval.push(out.interval.len() as u32);
        }
        if out.range_leaf.len() == first_range {
            return;
        }
        // New segments between marks; a merged segment's message is the least.
        let first_segment = out.message.len();
        let mut number = 0;
        self.number.clear();
        for s in segments {
            let i = s - src.segments_of(e).start;
            let rank = self.segment[i];
            if self.segment[i + 1] == rank {
                continue;
            }
            if rank == 0 || self.mark[rank as usize] {
                let (from, _) = src.segment_levels(v, e, s);
                let at = self.rank[from + v];
                self.ends[at as usize] = true;
                out.segment_level.push(at);
                out.message.push(src.message[s]);
                number += u32::from(rank > 0);
            } else {
                let last = out.message.last_mut().expect("the first live segment was written");
                *last = last.min(src.message[s]);
            }
            self.number.push(number);
        }
        let least = out.message[first_segment..].iter().copied().fold(f64::INFINITY, f64::min);
        out.message[first_segment..].iter_mut().for_each(|m| *m -= least);
        let first_interval = out.range_interval[first_range] as usize;
        for interval in &mut out.interval[first_interval..] {
            *interval = (self.number[interval.0 as usize], self.number[interval.1 as usize]);
        }
        out.edge_tree.push(self.tree[src.edge_tree[e] as usize]);
        out.edge_range.push(out.range_leaf.len() as u32);
        out.edge_segment.push(out.message.len() as u32);
    }
}
