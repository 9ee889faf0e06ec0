//! The cheapest point of a box by a small linear program: the values that the box leaves to each feature, the program's
//! solution, and the answer that it may be.

use super::Lagrangian;
use crate::box_search::BoxNode;
use crate::lp_search::Encoding;
use crate::problem::{ConstraintTerm, Problem};
use espalier_model::schema::Kind;

/// The levels of a raw row and their row sums.
#[derive(Debug, Default)]
pub(super) struct RowLevels {
    levels: Vec<u32>,
    sums: Vec<f64>,
}

impl RowLevels {
    /// Whether the levels of a raw row reach the rows over trees and no dead leaf. In a box, only the box's open trees
    /// are read.
    fn leads(&mut self, problem: &Problem, node: Option<&BoxNode>, row: &[f64]) -> bool {
        let input = problem.compiled.ensemble.input;
        self.levels.clear();
        for (var, feature) in problem.vars.iter().zip(&problem.compiled.schema.features) {
            let missing = var.missing && row[feature.columns()[0]].is_nan();
            self.levels.push(match feature.kind {
                _ if missing => var.levels() as u32 - 1,
                Kind::Numeric { column } | Kind::Integer { column } => var.cuts.cell(input.round(row[column])) as u32,
                _ => feature.level_of(row).unwrap_or(0) as u32,
            });
        }
        self.sums.resize(problem.soft_rows(), 0.0);
        let need = |row: usize| match node {
            Some(node) => node.need.get(row).copied().unwrap_or(0.0),
            None => problem.soft_need(row),
        };
        match node {
            Some(node) => problem.sums(node.tree.iter().map(|t| *t as usize), &self.levels, &mut self.sums),
            None => problem.sums(0..problem.trees().count(), &self.levels, &mut self.sums),
        }
        (self.sums.iter().enumerate()).all(|(r, sum)| *sum >= need(r) - problem.slack)
    }
}

/// The levels of a box's open vars that its linear program is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    Live,
    /// The one level of each var that the bound chooses.
    Chosen,
}

impl Lagrangian {
    /// Solves the linear program over `bounds`, the values left by a box if one is given. Returns whether the box must be
    /// worked on. If so, `at` is its cheapest point.
    pub(super) fn solve(&mut self, bound: f64, node: Option<&BoxNode>) -> bool {
        let (Some(root), Some(part)) = (&self.root, &mut self.part) else { return false };
        let (row_levels, problem) = (&mut self.row_levels, &self.problem);
        self.lp_search
            .solve_box(part, root, &mut self.bounds, bound, &mut self.at, |row| row_levels.leads(problem, node, row))
    }

    /// Solves the linear program of a box's levels. Returns whether the box must be worked on. With all live levels,
    /// raises the box's bound.
    pub(super) fn cheapest_point(&mut self, node: &mut BoxNode, among: Among) -> bool {
        self.leave(node, among);
        let more = self.solve(node.bound, Some(node));
        if let (Some(part), Among::Live) = (&self.part, among) {
            node.bound = node.bound.max(part.bound);
        }
        more
    }

    /// Sets `bounds` to the values that a box leaves to every feature. A number in rows gets the hull of its levels, any
    /// other feature its cheapest value.
    pub(super) fn leave(&mut self, node: &BoxNode, among: Among) {
        let Some(root) = &self.root else { return };
        self.bounds.of(root);
        for f in 0..node.decided.len() {
            if node.decided[f] < u32::MAX {
                self.fix(f, node.decided[f] as usize);
            }
        }
        let problem = &self.problem;
        let Some(constraints) = problem.linear_constraints.clone() else { return };
        for v in 0..node.vars() {
            let f = node.var[v] as usize;
            let levels = match among {
                Among::Chosen => self.dual.choice[v]..self.dual.choice[v] + 1,
                Among::Live => node.levels_of(v),
            };
            match (&constraints.parts[f], &self.lp_search.lp().encodings[f]) {
                (ConstraintTerm::Number(_), _) => {
                    let (first, last) = (node.lowest[levels.start], node.highest[levels.end - 1]);
                    self.bounds.lo[f] = self.ends[f][first as usize].0;
                    self.bounds.hi[f] = self.ends[f][last as usize].1;
                }
                (_, &Encoding::Levels { flags, count, .. }) => {
                    let flags = &mut self.bounds.allowed[flags as usize..(flags + count) as usize];
                    flags.fill(false);
                    levels.for_each(|k| flags[node.level[k] as usize] = true);
                }
                _ => {
                    // Of levels with equal costs, one that is no change comes first, since the number of changed
                    // features may be limited.
                    let changed = |k: usize| self.problem.vars[f].changed[node.level[k] as usize];
                    let dearer = |&a: &usize, &b: &usize| {
                        node.cost[a].total_cmp(&node.cost[b]).then(changed(a).cmp(&changed(b)))
                    };
                    let best = levels.min_by(dearer);
                    let best = node.level[best.expect("an open var has levels")];
                    self.fix(f, best as usize);
                }
            }
        }
    }

    /// Fixes a feature to one level, and a number to the level's cheapest value.
    pub(super) fn fix(&mut self, f: usize, level: usize) {
        let lp = self.lp_search.lp();
        match lp.encodings[f] {
            Encoding::Number { base, given, .. } => {
                let var = &self.problem.vars[f];
                let missing = var.missing && level + 1 == var.levels();
                if let Some(Encoding::Levels { flags, .. }) = given.and_then(|p| lp.encodings.get(p as usize)) {
                    self.bounds.allowed[*flags as usize..][..2].copy_from_slice(&[missing, !missing]);
                    if missing {
                        return;
                    }
                }
                let x = if var.changed[level] { var.value[level] } else { base };
                (self.bounds.lo[f], self.bounds.hi[f]) = (x, x);
            }
            Encoding::Levels { flags, count, .. } => {
                let flags = &mut self.bounds.allowed[flags as usize..(flags + count) as usize];
                flags.iter_mut().enumerate().for_each(|(k, flag)| *flag = k == level);
            }
        }
    }
}
