//! Branch and bound over the linear relaxation, depth first.

use super::formulation::{FeatureColumns, Formulation, ProgramKind, Purpose, Set};
use super::node::{count, members, Facts, MilpNode};
use super::relaxation::{Lp, MilpRelaxation, SolveProgress, Steps};
use crate::SearchError;
use espalier_engines::box_search::Incumbent;
use espalier_engines::problem::Problem;
use espalier_engines::tolerances::{CLOSE, FIXING, WHOLE_COLUMN};
use espalier_numerics::sorting::sort_positions;

/// The number of times that a relaxed point is rounded, each time in another order of features. More finds answers
/// sooner, at a walk of the trees each. By hand; not measured.
const ROUNDINGS: u32 = 4;

/// The number of levels of a feature that a rounding tries, the largest shares first. As [`ROUNDINGS`]. By hand; not
/// measured.
const LEVELS: usize = 4;

/// A resumable search for the cheapest answer under a cutoff.
#[derive(Debug)]
pub struct MilpSearch {
    problem: Problem,
    form: Formulation,
    facts: Facts,
    lp: Lp,
    relaxation: MilpRelaxation,
    open: Vec<MilpNode>,
    /// The node whose relaxation is being solved.
    now: Option<MilpNode>,
    best: Option<Vec<u32>>,
    cost: f64,
    nodes: u64,
    begun: bool,
}

impl MilpSearch {
    /// # Errors
    /// Where the model is too large.
    pub fn new(problem: Problem, cutoff: f64) -> Result<MilpSearch, SearchError> {
        let mut form = Formulation::new(std::slice::from_ref(&problem), ProgramKind::Paper, Purpose::Solved)?;
        let facts = Facts::new(&form, &problem);
        let finite = |list: &[f64]| list.iter().copied().filter(|c| c.is_finite()).fold(0.0, f64::max);
        let dearest: f64 = problem.vars.iter().map(|v| finite(&v.cost)).sum();
        let largest = problem.vars.iter().map(|v| finite(&v.reach)).fold(0.0, f64::max);
        let cost = cutoff.min(2.0 * (dearest + largest) + 1.0);
        let constant = form.constant - problem.goal.offset;
        let mut root = MilpNode::root(&form);
        root.bound = problem.vars.iter().map(|v| v.least()).sum();
        let open = if !form.empty && root.tighten(&form, &facts, cost) { vec![root] } else { Vec::new() };
        // Levels and leaves that no answer uses are not in the program.
        let (mut lower, mut upper) = (vec![0.0; form.upper.len()], form.upper.clone());
        open.iter().for_each(|root| root.ends(&form, &mut lower, &mut upper));
        let (rows, costs) = (std::mem::take(&mut form.rows), std::mem::take(&mut form.cost));
        let lp = Lp::new(rows, costs, &upper, constant, cost, Steps::WhenBroken);
        let relaxation = MilpRelaxation::new(&lp);
        Ok(MilpSearch {
            open,
            problem,
            form,
            facts,
            lp,
            relaxation,
            now: None,
            best: None,
            cost,
            nodes: 0,
            begun: false,
        })
    }

    /// Levels and cost of the best answer so far.
    pub fn best(&self) -> Option<(&[u32], f64)> {
        self.best.as_deref().map(|b| (b, self.cost))
    }

    /// Nodes opened beyond the root.
    pub fn nodes(&self) -> u64 {
        self.nodes.saturating_sub(1)
    }

    /// A proved lower bound of every answer's cost; the cutoff when done without an answer.
    pub fn bound(&self) -> f64 {
        self.open.iter().chain(&self.now).map(|n| n.bound).fold(self.cost, f64::min)
    }

    fn cutoff(&self) -> f64 {
        self.cost - CLOSE * self.cost.abs()
    }

    /// Solves one relaxation, or opens one node. Returns `true` when nothing is left.
    pub fn step(&mut self) -> bool {
        if !self.begun {
            self.begun = true;
            self.dive();
        }
        let Some(mut node) = self.now.take() else {
            self.take();
            return self.open.is_empty() && self.now.is_none();
        };
        match self.relaxation.solve(&self.lp) {
            SolveProgress::More => self.now = Some(node),
            SolveProgress::Solved | SolveProgress::Stuck => {
                node.bound = node.bound.max(self.relaxation.bound);
                self.divide(node);
            }
        }
        self.open.is_empty() && self.now.is_none()
    }

    /// Opens the newest node that is not empty.
    fn take(&mut self) {
        while let Some(mut node) = self.open.pop() {
            let cutoff = self.cutoff();
            if node.bound >= cutoff {
                continue;
            }
            self.nodes += 1;
            if !node.tighten(&self.form, &self.facts, cutoff) {
                return;
            }
            if node.live.iter().all(|set| count(set) == 1) {
                self.offer_only(&node);
                return;
            }
            node.ends(&self.form, &mut self.relaxation.lower, &mut self.relaxation.upper);
            self.relaxation.begin(node.from.take());
            self.now = Some(node);
            return;
        }
    }

    /// Offers the one point of a node that has no other.
    fn offer_only(&mut self, node: &MilpNode) {
        let places: Vec<usize> = node.live.iter().map(|set| members(set).next().unwrap_or(0)).collect();
        self.offer(&places);
    }

    /// Accepts a point if it is cheaper than the incumbent and is an answer.
    fn offer(&mut self, places: &[usize]) -> bool {
        let cost = self.facts.price(places);
        let levels: Vec<u32> = places.iter().zip(&self.form.places).map(|(&k, p)| p.live[k]).collect();
        let better = cost < self.cost && self.problem.accepts(&levels);
        if better {
            self.cost = cost;
            self.best = Some(levels);
        }
        better
    }

    /// Primal heuristic: a greedy dive from the factual's own row, where that is allowed.
    fn dive(&mut self) {
        let own = |f: usize| {
            let best = self.problem.vars[f].best;
            self.form.places[f].live.iter().position(|k| *k == best)
        };
        let Some(places) = (0..self.form.places.len()).map(own).collect::<Option<Vec<usize>>>() else { return };
        if self.offer(&places) || self.problem.vars.iter().any(|v| !v.reach.is_empty()) {
            return;
        }
        let levels: Vec<u32> = self.problem.vars.iter().map(|v| v.best).collect();
        let mut dive = Incumbent::new(self.cost);
        dive.dive(&self.problem, &levels, |share| share);
        if let Some(levels) = dive.levels {
            (self.best, self.cost) = (Some(levels), dive.cost);
        }
    }

    /// The share of each live level in the relaxed point.
    fn shares(&self, place: &FeatureColumns) -> Vec<f64> {
        let value = |c: u32| self.relaxation.value[c as usize];
        if !place.chain {
            return (0..place.live.len() as u32).map(|k| value(place.first + k)).collect();
        }
        let n = place.present();
        let missing = place.missing.map_or(0.0, value);
        let above = |k: usize| match k {
            0 => 1.0 - missing,
            _ if k >= n => 0.0,
            _ => value(place.first + k as u32 - 1),
        };
        let mut shares: Vec<f64> = (0..n).map(|k| above(k) - above(k + 1)).collect();
        shares.extend(place.missing.map(value));
        shares
    }

    /// Branches on a node's relaxed point, after the point is rounded, and after reduced-cost fixing and bound
    /// tightening.
    fn divide(&mut self, mut node: MilpNode) {
        let shares: Vec<Vec<f64>> = self.form.places.iter().map(|p| self.shares(p)).collect();
        let most = |f: usize| {
            members(&node.live[f])
                .fold((0, f64::NEG_INFINITY), |b, k| if shares[f][k] > b.1 { (k, shares[f][k]) } else { b })
        };
        let places: Vec<usize> = (0..shares.len()).map(|f| most(f).0).collect();
        self.offer(&places);
        self.round(&node, &shares);
        let cutoff = self.cutoff();
        if node.bound >= cutoff {
            return;
        }
        self.fix(&mut node, cutoff);
        if !node.tighten(&self.form, &self.facts, cutoff) {
            return;
        }
        let Some((f, first)) = self.choose(&node, &shares, &places) else {
            self.offer_only(&node);
            return;
        };
        node.from = self.relaxation.solution().filter(|_| self.open.len() < self.lp.most_warm_starts());
        let mut other = node.clone();
        for (i, word) in first.iter().enumerate() {
            other.live[f][i] &= !word;
            node.live[f][i] &= word;
        }
        // The child with the larger share of the relaxed point is opened first.
        let inside: f64 = members(&first).map(|k| shares[f][k]).sum();
        if inside >= 0.5 {
            self.open.extend([other, node]);
        } else {
            self.open.extend([node, other]);
        }
    }

    /// Rounding heuristic: gives each feature the level with the largest share in the relaxed point, the largest shares
    /// first, with bound tightening after each. If nothing is left, the feature's next level is tried.
    fn round(&mut self, node: &MilpNode, shares: &[Vec<f64>]) {
        let largest = |f: usize| shares[f].iter().copied().fold(0.0, f64::max);
        let mut order: Vec<usize> = (0..shares.len()).collect();
        sort_positions(&mut order, &|a, b| largest(b).total_cmp(&largest(a)));
        for _ in 0..ROUNDINGS {
            let mut point = node.clone();
            point.from = None;
            let cutoff = self.cutoff();
            let failed = order.iter().position(|&f| {
                let mut levels: Vec<usize> = members(&point.live[f]).collect();
                sort_positions(&mut levels, &|a, b| shares[f][b].total_cmp(&shares[f][a]));
                let next = levels.into_iter().take(LEVELS).find_map(|k| {
                    let mut next = point.clone();
                    next.live[f].fill(0);
                    next.live[f][k / 64] |= 1 << (k % 64);
                    next.tighten(&self.form, &self.facts, cutoff).then_some(next)
                });
                next.map(|next| point = next).is_none()
            });
            match failed {
                // A feature that had no level left is decided first in the next order.
                Some(failed) => order[..=failed].rotate_right(1),
                None => return self.offer_only(&point),
            }
        }
    }

    /// Reduced-cost fixing: removes levels and leaves whose column would raise the bound to the cutoff.
    fn fix(&mut self, node: &mut MilpNode, cutoff: f64) {
        let gap = cutoff - self.relaxation.bound;
        if !gap.is_finite() {
            return;
        }
        let margin = FIXING * (1.0 + gap.abs());
        let (lower, upper) = (&self.relaxation.lower, &self.relaxation.upper);
        let dear = |c: u32, d: f64| upper[c as usize] > lower[c as usize] && d > gap + margin;
        for leaf in self.form.trees.iter().flatten() {
            let c = leaf.column as usize;
            if dear(leaf.column, self.relaxation.reduced[c]) {
                node.dead[c / 64] |= 1 << (c % 64);
            }
        }
        for (place, live) in self.form.places.iter().zip(&mut node.live) {
            let mut drop = |k: usize| live[k / 64] &= !(1 << (k % 64));
            if !place.chain {
                for k in 0..place.live.len() {
                    if dear(place.first + k as u32, self.relaxation.reduced[place.first as usize + k]) {
                        drop(k);
                    }
                }
                continue;
            }
            let n = place.present();
            for k in 1..n {
                let c = place.first + k as u32 - 1;
                let d = self.relaxation.reduced[c as usize];
                if dear(c, d) {
                    (k..n).for_each(&mut drop);
                } else if dear(c, -d) {
                    // If the level is above, it is neither below nor missing.
                    (0..k).for_each(&mut drop);
                    if place.missing.is_some() {
                        drop(n);
                    }
                }
            }
            if let Some(c) = place.missing {
                if dear(c, self.relaxation.reduced[c as usize]) {
                    drop(n);
                }
            }
        }
    }

    /// The branching: a feature, and some but not all of its live levels, which form one child.
    fn choose(&self, node: &MilpNode, shares: &[Vec<f64>], places: &[usize]) -> Option<(usize, Set)> {
        let mut best = (WHOLE_COLUMN, None);
        for (f, place) in self.form.places.iter().enumerate() {
            if count(&node.live[f]) < 2 {
                continue;
            }
            // Every gap of a chain, and every single level of other features.
            let n = place.present();
            for k in members(&node.live[f]) {
                let (share, column) = match place.chain {
                    true if k == 0 => continue,
                    true if k < n => (self.relaxation.value[place.first as usize + k - 1], place.first + k as u32 - 1),
                    true => (shares[f][k], place.missing.unwrap_or(place.first)),
                    false => (shares[f][k], place.first + k as u32),
                };
                let split = share.min(1.0 - share);
                let score = split * (self.lp.column[column as usize].len() as f64).sqrt();
                if split > WHOLE_COLUMN && score > best.0 {
                    best = (score, Some((f, k)));
                }
            }
        }
        if let (_, Some((f, k))) = best {
            let place = &self.form.places[f];
            let gap = place.chain && k < place.present();
            let part: Set = self.part(f, |j| if gap { j >= k && j < place.present() } else { j == k });
            let inside = count(&node.live[f].iter().zip(&part).map(|(a, b)| a & b).collect::<Set>());
            if inside > 0 && inside < count(&node.live[f]) {
                return Some((f, part));
            }
        }
        // The point is integer, but no answer: separate its level from the others.
        let f = (0..places.len()).filter(|&f| count(&node.live[f]) > 1).max_by_key(|&f| count(&node.live[f]))?;
        let own = if node.live[f][places[f] / 64] >> (places[f] % 64) & 1 == 1 {
            places[f]
        } else {
            members(&node.live[f]).next()?
        };
        Some((f, self.part(f, |j| j == own)))
    }

    fn part(&self, f: usize, holds: impl Fn(usize) -> bool) -> Set {
        let place = &self.form.places[f];
        let mut set = vec![0; place.words()];
        (0..place.live.len()).filter(|&k| holds(k)).for_each(|k| set[k / 64] |= 1 << (k % 64));
        set
    }
}
