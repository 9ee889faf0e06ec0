//! The search's work in pieces: rounds, the root box, sweeps and splits.

use super::box_lp::Among;
use super::Lagrangian;
use crate::box_search::{BoxNode, Kill, Sweeping, INSIDE, LEAVES_READ, MUCH, ROOT};
use crate::lp_search::{shares, Encoding};
use crate::problem::ConstraintTerm;
use crate::tolerances::{LEAST_GAP, LEVEL_OF_BOX};

/// The first round's cost limit, as a multiple of the cost of the first dive's end, which may break the rows. Costs are
/// counted beyond the fixed cost here and below. Above 1. More searches far above the optimum; less fails more often.
/// 1.1 took a third more sweeps than 1.25 (Spambase, students, credit card, docs/experiments/linear-rows.md). 1.5 came
/// with the share of its costs that a feature keeps; it has no record of its own.
const FIRST: f64 = 1.5;

/// The factor from one round's limit to the next. Above 1. Limits that double did not pay
/// (docs/experiments/linear-rows.md).
const NEXT: f64 = 1.5;

/// From this share of the best answer's cost on, a round has no limit. Up to 1. By hand, as in `lp_search`; not
/// measured.
const LAST: f64 = 0.8;

/// The first round has a limit only if the limit is below this share of the best answer's cost. Up to 1. Seven tenths
/// and four fifths did not pay (docs/experiments/linear-rows.md).
const WORTH: f64 = 0.6;

/// Least limit of the first round, as a share of the best answer's cost or, without an answer, of the cutoff. Without
/// it a dive that ends at no cost would leave no limit to grow. By hand; not measured.
const LEAST: f64 = 1e-4;

/// Beyond the first boxes, one box in this many is dived from. More boxes in between save dives and miss answers: dives
/// from every box, every fourth and every sixteenth took 2,730, 3,097 and 4,617 boxes (Spambase, one row), and every
/// second and every eighth 1.1 and 0.98 of the time of every fourth (docs/experiments/linear-rows.md).
const OFTEN: u64 = 4;

/// In this many first sweeps of a box, a linear program solves the chosen levels. More finds answers sooner, at a
/// program each. Programs in all sweeps took longer, measured together with other changes
/// (docs/experiments/linear-rows.md).
const CHOICES: usize = 2;

/// The next step of a search.
#[derive(Debug)]
pub(super) enum LagrangianTask {
    Start,
    Build(Box<BoxNode>),
    Sweep(Box<Sweeping>),
    /// Take the next open box.
    Next,
}

impl Lagrangian {
    /// Does one piece of work. Returns `true` when nothing is left.
    pub fn step(&mut self) -> bool {
        if self.lp_search.busy() {
            self.nodes += 1;
            self.lp_search.process_node();
        } else {
            match std::mem::replace(&mut self.task, LagrangianTask::Next) {
                LagrangianTask::Start => self.start(),
                LagrangianTask::Build(node) => self.build(node),
                LagrangianTask::Sweep(work) => self.sweep(work),
                LagrangianTask::Next => self.next(),
            }
        }
        !self.lp_search.busy() && self.open.is_empty() && matches!(self.task, LagrangianTask::Next) && !self.again()
    }

    fn start(&mut self) {
        let Some(root) = &self.root else { return };
        self.bounds.of(root);
        if !self.solve(root.bound, None) {
            return;
        }
        let fixed = self.lp_search.lp().floor;
        let least = 1.2 * (self.part.as_ref().map_or(fixed, |part| part.bound) - fixed);
        if let Some(free) = self.dive_first() {
            let most = self.lp_search.costs().0 - fixed;
            let limit = (FIRST * (free - fixed)).max(least).max(LEAST * most);
            if limit < WORTH * most {
                self.lp_search.set_round(fixed + limit);
            }
        }
        self.begin_root();
    }

    /// Begins the next round, if the last one's limit was below the best answer's cost. Returns whether there is more
    /// to do.
    fn again(&mut self) -> bool {
        let (cost, limit) = self.lp_search.costs();
        if self.root.is_none() || limit >= cost {
            return false;
        }
        let fixed = self.lp_search.lp().floor;
        self.rounds += 1;
        // An answer that costs many times the cost of breaking the rows may cost anything, so later limits grow faster.
        let next = fixed + if self.rounds < 5 { NEXT } else { NEXT * NEXT * NEXT } * (limit - fixed);
        let grows = next > limit && next < fixed + LAST * (cost - fixed);
        self.lp_search.set_round(if grows { next } else { f64::INFINITY });
        self.begin_root();
        !matches!(self.task, LagrangianTask::Next) || !self.open.is_empty() || self.lp_search.busy() || self.again()
    }

    fn begin_root(&mut self) {
        let mut raw = Box::<BoxNode>::default();
        if self.builder.begin(&self.problem, self.limits().cutoff, &mut raw) {
            self.task = LagrangianTask::Build(raw);
        }
    }

    fn build(&mut self, mut raw: Box<BoxNode>) {
        match self.builder.build(&self.problem, &mut raw, LEAVES_READ) {
            None => {}
            Some(false) => self.task = LagrangianTask::Build(raw),
            Some(true) => {
                let Some(mut node) = self.shrink(&raw, None) else { return };
                self.start_multipliers(&mut node);
                if self.still_open(&mut node) {
                    self.task = LagrangianTask::Sweep(self.sweeping(node, ROOT));
                }
            }
        }
    }

    fn next(&mut self) {
        let Some(mut node) = self.open.pop() else { return };
        self.nodes += 1;
        if node.outgrown(self.limits().cutoff) {
            self.start_multipliers(&mut node);
        }
        if node.bound < self.limits().cutoff && self.still_open(&mut node) {
            let work = self.sweeping(node, INSIDE);
            self.sweep(work);
        } else {
            self.spare.push(node);
        }
    }

    /// Starting multipliers: those that price the whole deficit at the whole budget. The linear constraints start at
    /// zero.
    fn start_multipliers(&mut self, node: &mut BoxNode) {
        let rows = self.problem.rows.len();
        let mut point = Vec::new();
        node.cheapest_point(&mut point);
        self.sums.resize(self.problem.soft_rows(), 0.0);
        self.problem.sums(0..self.problem.trees().count(), &point, &mut self.sums);
        let lacks: Vec<f64> = (0..rows).map(|r| (self.problem.need[r] - self.sums[r]).max(0.0)).collect();
        node.start_multipliers(&self.problem, &lacks, self.limits().cutoff);
    }

    fn shrink(&mut self, src: &BoxNode, kill: Option<Kill>) -> Option<BoxNode> {
        let limits = self.limits();
        self.reduction.shrink(&self.problem, src, kill, limits, &mut self.spare)
    }

    /// Whether a box must be swept. A box whose trees are all decided is split at a gap between levels, or goes to the
    /// linear program search.
    fn still_open(&mut self, node: &mut BoxNode) -> bool {
        if !self.cheapest_point(node, Among::Live) {
            return false;
        }
        if let Some(kill) = self.unmet(node) {
            let rest = self.shrink(node, Some(kill));
            self.open.extend(rest);
            return false;
        }
        if node.trees() > 0 {
            return true;
        }
        let Some(kills) = self.hole(node) else {
            if let Some(root) = &self.root {
                self.lp_search.take_over(root, &self.bounds, node.bound);
            }
            return false;
        };
        for kill in kills {
            if let Some(child) = self.shrink(node, Some(kill)) {
                self.open.push(child);
            }
        }
        false
    }

    /// Bound tightening: the levels of a number, below or above all others, with which no
    /// equation can be met.
    fn unmet(&self, node: &BoxNode) -> Option<Kill> {
        (0..node.vars()).find_map(|var| {
            let f = node.var[var] as usize;
            let ends = &self.ends[f];
            let levels = node.levels_of(var);
            let meets = |k: &usize| {
                let (first, last) = (node.lowest[*k] as usize, node.highest[*k] as usize);
                ends.is_empty() || ends[last].1 >= self.bounds.lo[f] && ends[first].0 <= self.bounds.hi[f]
            };
            let (first, last) = (levels.clone().find(meets)?, levels.clone().rev().find(meets)?);
            let (from, to) = (first - levels.start, last + 1 - levels.start);
            (to - from < levels.len()).then_some(Kill { var, from, to, others: true })
        })
    }

    /// Splits a box between the levels of a number: where the cheapest point lies in a gap between them if there is
    /// such a number, else at the first number.
    fn hole(&self, node: &BoxNode) -> Option<[Kill; 2]> {
        let constraints = self.problem.linear_constraints.as_ref()?;
        let places = &self.lp_search.lp().encodings;
        let mut found = None;
        for v in 0..node.vars() {
            let f = node.var[v] as usize;
            let levels = node.levels_of(v);
            let (ConstraintTerm::Number(_), Encoding::Number { coord, .. }) = (&constraints.parts[f], &places[f])
            else {
                continue;
            };
            if levels.len() < 2 {
                continue;
            }
            let y = self.at[*coord as usize];
            let below = node.span[levels.clone()].iter().take_while(|s| s.0 <= y).count();
            let outside = below > 0 && y > node.span[levels.start + below - 1].1;
            if found.is_none() || outside {
                let to = below.clamp(1, levels.len() - 1);
                found = Some([true, false].map(|others| Kill { var: v, from: 0, to, others }));
            }
            if outside {
                break;
            }
        }
        found
    }

    /// Branches on a level of which the box's cheapest point holds a fraction. The child of the larger fraction is
    /// opened first. This branching is needed because the trees' bound cannot show that rows allow neither the level
    /// nor the others.
    fn fraction(&self, node: &BoxNode) -> Option<[Kill; 2]> {
        let constraints = self.problem.linear_constraints.as_ref()?;
        let mut best = (LEVEL_OF_BOX, None);
        for v in 0..node.vars() {
            let f = node.var[v] as usize;
            let place = &self.lp_search.lp().encodings[f];
            let (ConstraintTerm::Levels(_), &Encoding::Levels { first, base, count, .. }) =
                (&constraints.parts[f], place)
            else {
                continue;
            };
            let levels = node.levels_of(v);
            let mut rest = 1.0;
            let mut look = |level: u32, share: f64| {
                let at = node.level[levels.clone()].iter().position(|k| *k == level);
                if let Some(at) = at.filter(|_| levels.len() > 1 && share.min(1.0 - share) > best.0) {
                    best = (share.min(1.0 - share), Some((v, at, share)));
                }
            };
            for (k, g) in shares(first, base, count as usize) {
                rest -= self.at[g as usize];
                look(k as u32, self.at[g as usize]);
            }
            look(base, rest);
        }
        let (var, at, share) = best.1?;
        let kill = |others| Kill { var, from: at, to: at + 1, others };
        Some([kill(share < 0.5), kill(share >= 0.5)])
    }

    /// Whether levels are in rows. Then a box's cheapest point may hold fractions of levels.
    fn shared(&self) -> bool {
        self.problem
            .linear_constraints
            .as_ref()
            .is_some_and(|c| c.parts.iter().any(|p| matches!(p, ConstraintTerm::Levels(_))))
    }

    fn parts(&mut self, node: &BoxNode) -> Option<[Kill; 2]> {
        let (first, second) = self.brancher.split(&self.problem, node, &self.dual, self.limits().cutoff)?;
        Some([second, first])
    }

    /// Begins the sweeps of a box.
    fn sweeping(&mut self, node: BoxNode, most: usize) -> Box<Sweeping> {
        self.dual.start(&self.problem, &node);
        Box::new(Sweeping::new(node, most))
    }

    fn sweep(&mut self, mut work: Box<Sweeping>) {
        let mut effort = 0;
        while work.more() {
            if effort > LEAVES_READ {
                self.task = LagrangianTask::Sweep(work);
                return;
            }
            effort += work.node.z.len() + work.node.range_leaf.len();
            if !self.sweep_once(&mut work) {
                self.spare.push(work.node);
                return;
            }
        }
        self.split(work.node);
    }

    /// Does one sweep, or a piece of it. Returns whether the box is still open.
    fn sweep_once(&mut self, work: &mut Sweeping) -> bool {
        let cutoff = self.limits().cutoff;
        let forward = work.sweep.is_multiple_of(2);
        let Some(swept) = self.dual.sweep(&self.problem, &mut work.node, forward, cutoff, LEAVES_READ) else {
            return true;
        };
        work.sweep += 1;
        let (sweep, root, relax) = (work.sweep, work.is_root(), work.relax());
        let node = &mut work.node;
        work.before = node.bound;
        node.bound = node.bound.max(swept);
        if node.bound >= cutoff {
            return false;
        }
        if sweep <= CHOICES {
            self.cheapest_point(node, Among::Chosen);
        }
        if root && matches!(sweep, 4 | 12 | 30) || sweep == 4 && (self.nodes <= 3 || self.nodes.is_multiple_of(OFTEN)) {
            self.dive_on(node);
        }
        let cutoff = self.limits().cutoff;
        let scale = (cutoff - node.fixed).max(LEAST_GAP);
        let anew = node.outgrown(cutoff);
        if !anew {
            node.bound = node.bound.max(self.dual.multipliers(&self.problem, node, relax, scale));
        }
        if node.bound >= self.limits().cutoff {
            return false;
        }
        if anew || self.dual.dropped() * 5 > work.size {
            let Some(mut smaller) = self.shrink(node, None) else { return false };
            std::mem::swap(node, &mut smaller);
            self.spare.push(smaller);
            if anew {
                self.start_multipliers(node);
            }
            if !self.still_open(node) {
                return false;
            }
            work.size = node.size();
            self.dual.start(&self.problem, node);
        }
        work.count(self.limits().cutoff);
        true
    }

    fn split(&mut self, mut node: BoxNode) {
        let few = self.dual.dropped() * MUCH <= node.size();
        let mut kills = if few && !self.shared() { self.parts(&node) } else { None };
        if kills.is_none() {
            let Some(smaller) = self.shrink(&node, None) else { return };
            self.spare.push(std::mem::replace(&mut node, smaller));
            if !self.still_open(&mut node) {
                self.spare.push(node);
                return;
            }
            self.dual.start(&self.problem, &node);
            kills = self.fraction(&node).or_else(|| self.parts(&node));
        }
        let kills = kills.expect("a box that is not settled has a var with two levels");
        for kill in kills {
            if let Some(child) = self.shrink(&node, Some(kill)) {
                self.open.push(child);
            }
        }
        self.spare.push(node);
    }
}
