//! Linear programs for proofs with linear constraints. They price a box's constraints, choose where to split the box,
//! and name the finer levels that would separate its points.

use super::box_lp::Among;
use super::Lagrangian;
use crate::box_search::{BoxNode, Ends, Finer, Kill, Near, ProofLp};
use crate::lp_search::{shares, Encoding};
use crate::problem::levels::Var;
use crate::problem::{ConstraintTerm, LinearConstraints, NumericTerm, Problem, StandIns};
use crate::tolerances::LEVEL_OF_BOX;
use crate::SearchError;
use espalier_model::ensemble::{Hyperplane, Side};
use espalier_model::query::Query;
use std::sync::Arc;

/// A level of at most this many whole numbers is split into all of them. A larger one is split once, between two whole
/// numbers. More makes certificates longer; less takes more passes. By hand; not measured.
const INTO: f64 = 400.0;

/// Largest number of the linear program search's boxes that are searched for the nearest point of a region. More
/// settles more regions, at the price of a step that takes longer. By hand; not measured.
const NEAREST: u32 = 20_000;

/// The share of a number's range by which [`Ends::Wider`] moves its ends apart: ten times the rounding that the check forgives a constraint. Less leaves boxes open that
/// miss a constraint by rounding; more misses other reasons that are as weak. By hand.
const WIDER: f64 = 1e-9;

/// A problem with its constraints, and the linear programs that price them.
#[derive(Debug)]
pub struct ConstraintProofLp {
    lagrangian: Lagrangian,
    norms: Vec<f64>,
    cuts: Vec<Vec<f64>>,
    /// Largest cost of any point, over all values that the levels stand for.
    pub dearest: f64,
    /// The hyperplane tests that the last features stand for.
    tests: Arc<[Hyperplane]>,
    /// Number of these features.
    stand_ins: usize,
    /// Whether the program that was priced last has no point below the cutoff.
    closed: bool,
    /// Beside a hull: whether no box was priced yet, the new directions behind the last box's price, and those that are to be stated.
    first: bool,
    fresh: Vec<Vec<f64>>,
    directions: Vec<Vec<f64>>,
}

impl ConstraintProofLp {
    /// `proof_cuts` holds, by feature, the cuts that keep levels apart. They are among the problem's own cuts. The last features are `stand_ins`, those of
    /// `tests` first, and the last constraints tie them to the others. Before these come the rows of as many `directions` of the query's hull of this `cluster`.
    ///
    /// # Errors
    /// Query features that this engine does not support, by name.
    pub fn new(
        problem: Problem,
        query: &Query,
        enforced: &[bool],
        proof_cuts: &[Vec<f64>],
        tests: &Arc<[Hyperplane]>,
        stand_ins: &StandIns,
        (cluster, directions): (usize, usize),
    ) -> Result<(Problem, ConstraintProofLp), SearchError> {
        let all = problem.vars.clone();
        let mut lagrangian = Lagrangian::new(problem, query, enforced, f64::INFINITY)?;
        let vars = &lagrangian.problem.vars;
        let boundary = |f: usize, cut: &f64| vars[f].cuts.0.partition_point(|c| c <= cut) as u32;
        let apart =
            proof_cuts.iter().enumerate().map(|(f, cuts)| cuts.iter().map(|c| boundary(f, c)).collect()).collect();
        let constraints = lagrangian.problem.linear_constraints.as_deref().cloned().unwrap_or_default();
        let tied = enforced[..query.constraints.len()].iter().rev().take(stand_ins.rows.len());
        let ties = directions + tied.filter(|on| **on).count();
        let (tests_of, stand_ins) = (tests.len(), stand_ins.features);
        let linear = LinearConstraints { apart, directions, ties, tests: tests_of, stand_ins, ..constraints };
        lagrangian.part.iter_mut().for_each(|part| part.hull = cluster);
        lagrangian.problem.linear_constraints = Some(Arc::new(linear));
        let norms = lagrangian.lp_search.lp().norms.clone();
        let cuts = vec![Vec::new(); lagrangian.problem.vars.len()];
        let dearest = dearest(&lagrangian.problem, &all);
        Ok((
            lagrangian.problem.clone(),
            ConstraintProofLp {
                lagrangian,
                norms,
                cuts,
                dearest,
                tests: Arc::clone(tests),
                stand_ins,
                closed: false,
                first: true,
                fresh: Vec::new(),
                directions: Vec::new(),
            },
        ))
    }

    /// A point of a box. A number that rounding has moved past a bound of the box is moved back. Returns `None` if the
    /// moved point is no answer.
    fn inside(&self, levels: &[Vec<u32>], mut row: Vec<f64>, cost: f64) -> Option<(Vec<f64>, f64)> {
        let (lp, problem) = (self.lagrangian.lp_search.lp(), &self.lagrangian.problem);
        let mut moved = false;
        for (f, of) in levels.iter().enumerate() {
            let (ends, Encoding::Number { base, .. }) = (&self.lagrangian.ends[f], &lp.encodings[f]) else { continue };
            let column = problem.compiled.schema.features[f].columns()[0];
            let (Some(first), Some(last)) = (of.first(), of.last()) else { continue };
            let (Some(first), Some(last)) = (ends.get(*first as usize), ends.get(*last as usize)) else { continue };
            let x = lp.input().round(row[column]);
            if x < first.0 || x > last.1 {
                let x = x.clamp(first.0, last.1);
                row[column] = if x == *base { problem.factual[column] } else { x };
                moved = true;
            }
        }
        if !moved {
            return Some((row, cost));
        }
        let cost = lp.price(&row);
        (lp.keeps(&row) && problem.predicts(&row)).then_some((row, cost))
    }

    /// A var of a box, where it is a numeric feature in linear constraints.
    fn number(&self, node: &BoxNode, v: usize) -> Option<NumberInConstraints<'_>> {
        let f = node.var[v] as usize;
        let place = &self.lagrangian.lp_search.lp().encodings[f];
        let (ConstraintTerm::Number(number), Encoding::Number { coord, .. }) =
            (&self.lagrangian.problem.linear_constraints.as_ref()?.parts[f], place)
        else {
            return None;
        };
        let (first, last) = (node.lowest[node.var_level[v] as usize], node.highest[node.levels_of(v).end - 1]);
        let ends = &self.lagrangian.ends[f];
        let y = self.lagrangian.at.get(*coord as usize).copied().unwrap_or(0.0);
        Some(NumberInConstraints { number, place, y, low: ends[first as usize].0, high: ends[last as usize].1 })
    }
}

/// A numeric feature in linear constraints.
struct NumberInConstraints<'a> {
    number: &'a NumericTerm,
    /// Its place in the linear program, and its coordinate there.
    place: &'a Encoding,
    y: f64,
    /// The least and the largest value that it attains in the box.
    low: f64,
    high: f64,
}

/// Largest cost of any point with these levels.
fn dearest(problem: &Problem, vars: &[Var]) -> f64 {
    let of = |(f, var): (usize, &Var)| {
        let live = (0..var.levels()).filter(|&k| var.cost[k].is_finite());
        match problem.linear_constraints().map(|c| &c.parts[f]) {
            Some(ConstraintTerm::Number(number)) => live
                .filter_map(|k| number.spans.get(k))
                .flat_map(|&(low, high)| [low, high].map(|y| number.least((y, y), 0.0).0))
                .fold(0.0, f64::max),
            _ => live.map(|k| var.cost[k]).fold(0.0, f64::max),
        }
    };
    vars.iter().enumerate().map(of).sum()
}

impl ProofLp for ConstraintProofLp {
    fn price(&mut self, node: &BoxNode, cutoff: f64, gamma: &mut Vec<f64>, ends: Ends) -> bool {
        let search = &mut self.lagrangian;
        search.leave(node, Among::Live);
        if ends == Ends::Wider {
            for (f, feature) in search.problem.compiled.schema.features.iter().enumerate() {
                let by = WIDER * (feature.max - feature.min);
                search.bounds.lo[f] -= by;
                search.bounds.hi[f] += by;
            }
        }
        self.closed = false;
        gamma.clear();
        match (&search.root, &mut search.part) {
            (Some(root), Some(part)) => {
                let (own, fresh, closed) =
                    search.lp_search.weigh_box(part, root, &search.bounds, cutoff, &mut search.at);
                gamma.extend(own);
                if ends == Ends::Wider {
                    // Directions are those of the box itself.
                    return false;
                }
                (self.fresh, self.closed) = (fresh, closed);
                // From the whole space on, all boxes profit.
                (std::mem::take(&mut self.first) || closed) && !self.fresh.is_empty()
            }
            _ => {
                gamma.resize(self.norms.len(), 0.0);
                false
            }
        }
    }

    fn unexplained(&self) -> bool {
        self.closed && self.fresh.is_empty()
    }

    fn parts(&self, node: &BoxNode) -> Option<(Kill, Kill)> {
        let mut best = (-1.0, None);
        for var in 0..node.vars() {
            let levels = node.levels_of(var);
            if levels.len() < 2 {
                continue;
            }
            let f = node.var[var] as usize;
            if let Some(NumberInConstraints { y, .. }) = self.number(node, var) {
                let below = node.span[levels.clone()].iter().take_while(|s| s.0 <= y).count();
                let inside = below > 0 && y <= node.span[levels.start + below - 1].1;
                let score = if inside { 0.0 } else { 2.0 };
                if score > best.0 {
                    best = (score, Some((var, 0, below.clamp(1, levels.len() - 1))));
                }
            } else if let Encoding::Levels { first, base, count, .. } = self.lagrangian.lp_search.lp().encodings[f] {
                let mut share = vec![0.0; count as usize];
                for (k, g) in shares(first, base, count as usize) {
                    share[k] = self.lagrangian.at.get(g as usize).copied().unwrap_or(0.0);
                }
                share[base as usize] = 1.0 - share.iter().sum::<f64>();
                let of = |k: &usize| share.get(node.level[*k] as usize).copied().unwrap_or(0.0);
                let most = levels.clone().max_by(|a, b| of(a).total_cmp(&of(b)))?;
                let score = if of(&most) < 1.0 - LEVEL_OF_BOX { 1.5 } else { 1.0 };
                if score > best.0 {
                    best = (score, Some((var, most - levels.start, most + 1 - levels.start)));
                }
            }
        }
        let (var, from, to) = best.1?;
        Some((Kill { var, from, to, others: true }, Kill { var, from, to, others: false }))
    }

    fn misread(&self, node: &BoxNode, levels: &[u32]) -> bool {
        let problem = &self.lagrangian.problem;
        let (row, features) = (problem.point(levels), &problem.compiled.schema.features);
        let first = problem.compiled.ensemble.columns - self.stand_ins;
        // Features in constraints stay in the box.
        let mut one = vec![true; features.len()];
        for v in 0..node.vars() {
            let levels = node.levels_of(v);
            let apart = node.lowest[levels.start] != node.highest[levels.end - 1];
            one[node.var[v] as usize] = self.number(node, v).map_or(!apart, |number| number.low == number.high);
        }
        let read = |test: &Hyperplane, f: usize| features[f].columns().iter().any(|c| test.columns.contains(c));
        (first..).zip(self.tests.iter()).any(|(column, test)| {
            let side = if row[column] > 0.5 { Side::Right } else { Side::Left };
            (0..features.len()).all(|f| !read(test, f) || one[f])
                && test.side(self.lagrangian.lp_search.lp().input(), &row).is_some_and(|own| own != side)
        })
    }

    fn want(&mut self, node: &BoxNode) -> bool {
        let mut any = self.want_directions();
        let limited = self.lagrangian.problem.max_changes.is_some();
        let input = self.lagrangian.lp_search.lp().input();
        // A change of this feature has a fixed charge, or counts towards the limit on changes.
        let charged =
            |number: &NumericTerm| limited || number.up.charge > number.stays || number.down.charge > number.stays;
        let features = self.cuts.len() - self.stand_ins;
        for v in (0..node.vars()).filter(|&v| (node.var[v] as usize) < features) {
            let Some(NumberInConstraints { number, place, y, low: lo, high: hi }) = self.number(node, v) else {
                continue;
            };
            let &Encoding::Number { origin, base, stays, scale, whole, .. } = place else { continue };
            let mut cuts = Vec::new();
            if whole && lo < hi {
                if hi - lo <= INTO {
                    cuts.extend((0..(hi - lo) as u32).map(|i| lo + f64::from(i)));
                } else {
                    cuts.push((origin + y * scale).floor().clamp(lo, hi - 1.0));
                }
            } else if charged(number) && stays && lo < hi && (lo..=hi).contains(&base) {
                cuts.extend([input.before(base), base]);
            }
            any |= !cuts.is_empty();
            self.cuts[node.var[v] as usize].extend(cuts);
        }
        any
    }

    fn nearest(&mut self, levels: &[Vec<u32>], bound: f64, cutoff: f64) -> Near {
        let search = &mut self.lagrangian;
        let Some(root) = &search.root else { return Near { best: None, unsure: None } };
        search.bounds.of(root);
        let Some(constraints) = search.problem.linear_constraints.clone() else {
            return Near { best: None, unsure: None };
        };
        for (f, of) in levels.iter().enumerate() {
            let (Some(&first), Some(&last)) = (of.first(), of.last()) else { continue };
            match (&constraints.parts[f], &search.lp_search.lp().encodings[f]) {
                (ConstraintTerm::Number(_), _) => {
                    search.bounds.lo[f] = search.ends[f][first as usize].0;
                    search.bounds.hi[f] = search.ends[f][last as usize].1;
                }
                (_, &Encoding::Levels { flags, count, .. }) => {
                    let flags = &mut search.bounds.allowed[flags as usize..(flags + count) as usize];
                    flags.fill(false);
                    of.iter().for_each(|k| flags[*k as usize] = true);
                }
                _ => {
                    let var = &search.problem.vars[f];
                    let price = |k: u32| (var.cost[k as usize], var.changed[k as usize]);
                    let dearer = |a: &u32, b: &u32| {
                        let (a, b) = (price(*a), price(*b));
                        a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
                    };
                    let best = of.iter().copied().min_by(dearer).unwrap_or(first);
                    search.fix(f, best as usize);
                }
            }
        }
        search.lp_search.restart(cutoff);
        if let Some(root) = &search.root {
            search.lp_search.take_over(root, &search.bounds, bound);
        }
        for _ in 0..NEAREST {
            if !search.lp_search.busy() {
                break;
            }
            search.lp_search.process_node();
        }
        let found = search.lp_search.best().map(|(row, cost)| (row.to_vec(), cost));
        let best = found.clone().and_then(|(row, cost)| self.inside(levels, row, cost));
        let search = &self.lagrangian;
        // With a nearest point found, the boxes that rounding leaves open hold only points that are as near.
        let mut least =
            if best.is_some() && !search.lp_search.busy() { f64::INFINITY } else { search.lp_search.open_dual_bound() };
        if let (None, Some((_, cost))) = (&best, found) {
            least = least.min(cost);
        }
        Near { best, unsure: Some(least).filter(|l| *l < cutoff) }
    }

    fn want_directions(&mut self) -> bool {
        let before = self.directions.len();
        for direction in self.fresh.drain(..) {
            if !self.directions.contains(&direction) {
                self.directions.push(direction);
            }
        }
        self.directions.len() > before
    }

    fn wanted(&mut self) -> Finer {
        Finer { cuts: std::mem::take(&mut self.cuts), directions: std::mem::take(&mut self.directions) }
    }

    fn norms(&self) -> &[f64] {
        &self.norms
    }
}
