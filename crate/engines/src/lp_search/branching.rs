//! Tightening of a node by the tests that its cheapest point leaves undecided, and branching on a node.

use super::lp_model::Encoding;
use super::lp_trees::{BorderTest, LpTestKind, LEAF};
use super::node::LpNode;
use super::path_bound::{Crossing, Crossings};
use super::relaxation_point::RelaxationPoint;
use super::LpSearch;
use crate::problem::extra_outputs::Judge;
use crate::tolerances::{CORNER, FINE, LEVEL, PAID, STILL, WHOLE_NUMBER};
use espalier_model::ensemble::Side;
use std::rc::Rc;

/// The share of the gap that a far side without cost or loss counts in the branching estimate, so that the product is not 0. More makes such tests
/// rank higher. By hand; not measured.
const LEAST: f64 = 0.01;

/// The weight of the far side's loss in score (a share of the spare score) against its cost (a share of the gap). Other weights, together with other
/// powers, saved a seventh of the nodes of 50 trees in 30 columns and cost up to 1.9 times as many elsewhere (docs/experiments/lp-search.md).
const FAR: f64 = 3.0;

/// The most directions over tests that an open node keeps, to save memory: some 0.8 MB. The crossings of a node with more are priced anew when it is opened.
/// By hand; not measured.
const MOST_DIRECTIONS: usize = 1 << 15;

/// The result of `fix`.
pub enum Fixed {
    Nothing,
    Some,
    /// No point is left in the node.
    Empty,
}

/// A branching of a node.
pub(super) enum Branching {
    Test(u32, Side),
    /// The whole numbers of a feature up to the one given, and those above it.
    Whole(usize, f64),
}

/// The border case: the predictor's view of a point that lies on the border of hyperplanes among whole numbers and levels.
enum Border {
    /// The point is on none.
    None,
    /// The point alone is to be branched off.
    Split(Branching),
    /// The node is this point, and the predictor puts it on another side.
    Empty,
}

/// The open features of a node whose cheapest point its program does not find.
enum Undecided {
    /// A level or a whole number.
    One(Branching),
    /// No feature is open.
    None,
    /// A real number is open, or no equation asks for the others one by one.
    Real,
}

impl LpSearch {
    /// Decides the tests whose other side is too expensive, and drops the leaves that are too expensive with the tests on their paths taken together.
    pub(super) fn fix(&mut self, node: &mut LpNode) -> Fixed {
        let lp = &self.lp;
        let gap = self.cutoff() - node.bound;
        if !node.tighten(lp, gap, &mut self.ends) {
            return Fixed::Empty;
        }
        let mut fixed = Fixed::Nothing;
        let mut asked = std::mem::take(&mut node.asked);
        asked.retain(|&test| {
            if node.side[test as usize].is_some() || !self.asked(node, test) {
                return false;
            }
            let Some(side) = lp.forest.within(&lp.program.rows, test, &self.ends) else { return true };
            if lp.forest.kinds[test as usize] == LpTestKind::Plane {
                node.lies(lp, test, side);
            } else {
                node.decide(test, side);
            }
            fixed = Fixed::Some;
            false
        });
        node.asked = asked;
        self.price_crossings(node);
        // Where costs are linear, the score bound says more.
        if self.lp.has_trees() && node.relaxed.moves().is_none() {
            let rise = self.path_bounds.bottleneck_bound(&self.lp, node);
            node.bottleneck_bound = node.bottleneck_bound.max(node.relaxed.bound() + rise);
            if node.bottleneck_bound >= self.cutoff() {
                return Fixed::Empty;
            }
        }
        let crossings = &self.path_bounds.crossings;
        for i in 0..node.asked.len() {
            let test = node.asked[i];
            if let (true, Some(near)) = (crossings.rise[test as usize] >= gap, crossings.by_test[test as usize].near) {
                node.decide(test, near);
                fixed = Fixed::Some;
            }
        }
        match fixed {
            Fixed::Nothing => self.drop_leaves(node, gap),
            fixed => fixed,
        }
    }

    /// Prices the crossings of the node's tests from its cheapest point. The last ones are used again where the point is the same.
    fn price_crossings(&mut self, node: &mut LpNode) {
        let lp = &self.lp;
        let moves = node.relaxed.moves();
        let last = node.crossings.take().filter(|last| Some(last.moves.0) == moves.map(|m| m.0));
        self.path_bounds.crossings = match last {
            Some(last) if Some(last.moves) == moves => last,
            last => {
                node.relaxed.ready(&lp.program, &mut self.scratch);
                let mut crossings = Crossings::new(lp.forest.kinds.len(), moves.unwrap_or_default());
                self.price_each_crossing(node, last.as_deref(), &mut crossings);
                Rc::new(crossings)
            }
        };
        node.crossings = Some(Rc::clone(&self.path_bounds.crossings));
    }

    /// Prices the crossing of each test. The directions come from the `last` crossings, if only some column bounds were tightened since then, or else from the program.
    fn price_each_crossing(&mut self, node: &LpNode, last: Option<&Crossings>, crossings: &mut Crossings) {
        let lp = &self.lp;
        let mut at = std::mem::take(&mut self.scratch.at);
        node.relaxed.point(&lp.program, &mut at);
        // Parallel tests stand after each other. They share their directions.
        let (mut before, mut known) = (LEAF, [None; 2]);
        for test in node.asked.iter().map(|t| *t as usize) {
            let (line, turned) = lp.forest.line[test];
            if line != before || line == LEAF {
                (before, known) = (line, [None; 2]);
            }
            let t = &lp.program.rows.pairs[test];
            let value = lp.program.rows.value(test as u32, &at);
            let (side, by) = if value <= 0.5 * (t.left + t.right) {
                (Side::Left, t.right - value)
            } else {
                (Side::Right, t.left - value)
            };
            crossings.by_test[test] = Crossing { near: Some(side), ..Crossing::default() };
            // Where no leaf lives beyond, the cost of crossing is not needed.
            if !lp.forest.uses[test]
                .iter()
                .any(|&[a, b, c]| if side == Side::Left { node.any(b, c) } else { node.any(a, b) })
            {
                continue;
            }
            crossings.rise[test] = 0.0;
            if (by > 0.0) == (side == Side::Left) && by != 0.0 {
                let directions = *known[usize::from((by > 0.0) != turned)].get_or_insert_with(|| {
                    let first = crossings.directions.len() as u32;
                    match last {
                        Some(last) => node.relaxed.left(last.directions(test), &mut crossings.directions),
                        None => node.relaxed.directions(
                            &lp.program,
                            test as u32,
                            by > 0.0,
                            &mut self.scratch,
                            &mut crossings.directions,
                        ),
                    }
                    (first, crossings.directions.len() as u32)
                });
                crossings.by_test[test] = Crossing { near: Some(side), directions, distance: by.abs() };
                crossings.rise[test] =
                    node.relaxed.crossing(&lp.program, test as u32, by, crossings.directions(test), &mut self.scratch);
            }
        }
        self.scratch.at = at;
    }

    /// Drops the leaves that are too expensive, by themselves or together with the other trees' cost. Stops once that decides a test.
    fn drop_leaves(&mut self, node: &mut LpNode, gap: f64) -> Fixed {
        let lp = &self.lp;
        let decided = node.decided;
        let mut fixed = self.path_bounds.prune(&lp.forest, node, gap);
        loop {
            if fixed && !node.propagate(lp) {
                return Fixed::Empty;
            }
            if node.decided != decided {
                return Fixed::Some;
            }
            match self.score_cost_bound.prune(&self.path_bounds, lp, node, gap) {
                None => return Fixed::Empty,
                Some(true) => fixed = true,
                Some(false) => return self.fix_by_reduced_costs(node, gap),
            }
        }
    }

    /// A level or a whole number that is still open, where integer equations are asked for, or where the distance from a hull has a price: there a share
    /// within [`LEVEL`] of a level may save more than the proof allows for.
    fn undecided(&self, node: &LpNode) -> Undecided {
        if self.lp.far().is_none() && !self.lp.constraint_ranges.iter().any(|b| b.exact) {
            return Undecided::Real;
        }
        let mut all = Undecided::None;
        for (f, place) in self.lp.encodings.iter().enumerate() {
            match *place {
                Encoding::Number { whole, .. } if node.lo[f] < node.hi[f] => {
                    if whole {
                        return Undecided::One(Branching::Whole(f, (0.5 * (node.lo[f] + node.hi[f])).floor()));
                    }
                    all = Undecided::Real;
                }
                Encoding::Levels { flags, count, is, .. } => {
                    let mut open = (0..count).filter(|k| node.allowed[(flags + k) as usize]);
                    if let (Some(k), Some(_)) = (open.next(), open.next()) {
                        return Undecided::One(Branching::Test(is + k, Side::Left));
                    }
                }
                Encoding::Number { .. } => {}
            }
        }
        all
    }

    /// Whether live leaves are still behind a test.
    fn asked(&self, node: &LpNode, test: u32) -> bool {
        self.lp.forest.uses[test as usize].iter().any(|&[a, _, c]| node.any(a, c))
    }

    /// Branches on a node. The side away from its cheapest point is opened first.
    pub(super) fn split(&mut self, mut node: LpNode) {
        node.hold(&self.lp);
        let mut at = Vec::new();
        node.relaxed.point(&self.lp.program, &mut at);
        let branch = match self.branch(&node, &at) {
            Some(branch) => branch,
            None => match self.border(&node, &at) {
                Border::Split(branch) => branch,
                Border::Empty => return,
                Border::None => {
                    if self.refuted(&node, &at) {
                        return;
                    }
                    match self.undecided(&node) {
                        Undecided::One(branch) => branch,
                        Undecided::None => {
                            // A single point: either it is an answer, or the node is unsettled.
                            if let Some(row) = self.lp.row(&node, &at) {
                                self.take(row);
                                return;
                            }
                            self.unsettled = self.unsettled.min(node.bound.max(node.bottleneck_bound));
                            return;
                        }
                        Undecided::Real => {
                            if self.lp.problem.widened {
                                self.take_corner(&node, &at);
                            }
                            self.unsettled = self.unsettled.min(node.bound.max(node.bottleneck_bound));
                            return;
                        }
                    }
                }
            },
        };
        match branch {
            Branching::Test(test, near) => {
                for (mut child, side) in [(node.clone(), near), (node, near.other())] {
                    child.decide(test, side);
                    child.crossings = child
                        .crossings
                        .filter(|crossings| side == near && crossings.directions.len() <= MOST_DIRECTIONS);
                    child.since_solve = child.since_solve.saturating_add(1);
                    (child.origin.test, child.origin.away) = (test, side != near);
                    if child.propagate(&self.lp) {
                        self.open.push(child);
                    } else {
                        self.pseudocosts.learn(self.lp.forest.kinds.len(), child.origin, None);
                    }
                }
            }
            Branching::Whole(f, floor) => {
                let above = self.lp.input().ceil(floor + 1.0);
                for (lo, hi) in [(f64::NEG_INFINITY, floor), (above, f64::INFINITY)] {
                    let mut child = node.clone();
                    if child.narrow(&self.lp, f, lo, hi) && child.propagate(&self.lp) {
                        self.open.push(child);
                    }
                }
            }
        }
    }

    /// Takes the corner beside a node's cheapest point, if it is an answer: where the sides of hyperplanes overlap, that point may lie behind one by a
    /// rounding, and the corner on it.
    fn take_corner(&mut self, node: &LpNode, at: &[f64]) {
        let Some(mut row) = self.lp.row(node, at) else { return };
        for (f, feature) in self.lp.schema().iter().enumerate() {
            let value = &mut row[feature.columns()[0]];
            let near = CORNER * (node.hi[f] - node.lo[f]);
            if feature.level_count().is_none() && near.is_finite() {
                for end in [node.lo[f], node.hi[f]] {
                    if (*value - end).abs() <= near {
                        *value = end;
                    }
                }
            }
        }
        self.take(row);
    }

    fn branch(&mut self, node: &LpNode, at: &[f64]) -> Option<Branching> {
        if !self.lp.neurons.is_empty() {
            if let Some(open) = self.open_neuron(node, at) {
                return Some(open);
            }
        }
        let mut reached = false;
        if self.lp.has_trees() {
            let mut point = std::mem::take(&mut self.relaxation_point);
            reached = point.locate(&self.lp, node);
            let promising = if reached { None } else { self.promising(node, &point) };
            self.relaxation_point = point;
            if promising.is_some() {
                return promising;
            }
        }
        let whole = || {
            let level = self.level(node, at, LEVEL).or_else(|| self.whole(node, at, WHOLE_NUMBER));
            level.or_else(|| self.charge(node, at, PAID, STILL))
        };
        let finer = || {
            let level = self.level(node, at, FINE).or_else(|| self.whole(node, at, FINE));
            level.or_else(|| self.charge(node, at, 0.0, 0.0))
        };
        if reached {
            whole().or_else(|| self.open_cause(node, at)).or_else(|| self.closest(node, at)).or_else(finer)
        } else if self.lp.has_trees() {
            self.closest(node, at).or_else(whole)
        } else {
            whole().or_else(finer)
        }
    }

    /// The best test to branch on by the estimate and the pseudocosts. The estimate multiplies the loss in score of the live leaves on the point's
    /// side with the cost and the loss in score on the other side.
    fn promising(&mut self, node: &LpNode, point: &RelaxationPoint) -> Option<Branching> {
        let forest = &self.lp.forest;
        let rows = self.lp.problem.rows.len();
        let need = &self.lp.problem.need;
        let (row, _) = point.lacks(&self.lp)?;
        // By test: the best leaves' loss in score on the point's side, and on the other side.
        let mut drops = vec![[0.0; 2]; forest.kinds.len()];
        let mut spare = -need[row];
        let value = |leaf: u32| node.scores(forest)[leaf as usize * rows + row];
        for &top in &node.tops {
            let mut here = forest.nodes[top as usize];
            let (first, end) = (here.first, here.end);
            let live = || node.live(first, end);
            let Some(best) = live().max_by(|&a, &b| value(a).total_cmp(&value(b))) else { continue };
            spare += value(best);
            while here.test != LEAF {
                let mid = forest.nodes[here.right as usize].first;
                let side = if best < mid { Side::Left } else { Side::Right };
                let test = here.test;
                let next = forest.nodes[here.child(side) as usize];
                if node.side[test as usize].is_none() {
                    let most = |from, to| node.most(forest, (rows, row), from, to);
                    let rest = most(first, next.first).max(most(next.end, end));
                    let away = usize::from(point.sides[test as usize] == Some(side));
                    drops[test as usize][away] += (value(best) - rest).min(1e300);
                }
                here = next;
            }
        }
        point.along(forest, node, &mut drops);
        let budget = (self.cutoff() - node.bound).max(1e-300);
        let spare = spare.max(0.0) + 1e-12;
        let estimate = |test: usize| {
            let rise = self.path_bounds.crossings.rise.get(test).copied().filter(|r| !r.is_nan()).unwrap_or(0.0);
            let [near, far] = drops[test].map(|d| d / spare);
            near.min(1.0) * (LEAST + (rise / budget + FAR * far).min(1.0))
        };
        let mut best = None;
        for test in node.asked.iter().map(|t| *t as usize).filter(|&t| node.side[t].is_none() && drops[t][0] > 0.0) {
            let estimate = estimate(test);
            let score = self.pseudocosts.score(test, estimate);
            if best.is_none_or(|(_, _, most)| score >= most) {
                best = Some((test, estimate, score));
            }
        }
        let (best, estimate, _) = best?;
        self.pseudocosts.choose(estimate);
        Some(Branching::Test(best as u32, point.sides[best]?))
    }

    /// The undecided test with live leaves behind it that the point lies closest to.
    fn closest(&self, node: &LpNode, at: &[f64]) -> Option<Branching> {
        let (forest, rows) = (&self.lp.forest, &self.lp.program.rows);
        let far = |test: u32| {
            let t = &rows.pairs[test as usize];
            let value = rows.value(test, at);
            (t.left - value).abs().min((value - t.right).abs())
        };
        (0..forest.kinds.len() as u32)
            .filter(|&t| node.side[t as usize].is_none() && self.asked(node, t))
            .map(|t| (far(t), t))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, t)| Branching::Test(t, self.lp.near(t, at)))
    }

    /// A level of which the point holds a share that is neither 0 nor 1.
    fn level(&self, node: &LpNode, at: &[f64], share_least: f64) -> Option<Branching> {
        let mut best = (share_least, None);
        for place in &self.lp.encodings {
            if let Encoding::Levels { first, base, count, is, .. } = *place {
                let mut rest = 1.0;
                for (k, g) in super::lp_trees_builder::shares(first, base, count as usize) {
                    let share = at[g as usize];
                    rest -= share;
                    if node.side[is as usize + k].is_none() && share.min(1.0 - share) > best.0 {
                        best = (share.min(1.0 - share), Some((is + k as u32, share)));
                    }
                }
                if node.side[(is + base) as usize].is_none() && rest.min(1.0 - rest) > best.0 {
                    best = (rest.min(1.0 - rest), Some((is + base, rest)));
                }
            }
        }
        best.1.map(|(test, share)| Branching::Test(test, if share >= 0.5 { Side::Left } else { Side::Right }))
    }

    /// A whole number that the point misses by more than rounding at the number's bounds explains.
    fn whole(&self, node: &LpNode, at: &[f64], least: f64) -> Option<Branching> {
        self.lp.encodings.iter().enumerate().find_map(|(f, place)| match *place {
            Encoding::Number { coord, origin, scale, whole: true, .. } => {
                let y = at[coord as usize];
                let x = (origin + y * scale).max(node.lo[f]).min(node.hi[f]);
                (y.abs() > STILL && (x - x.round()).abs() > least).then(|| Branching::Whole(f, x.floor()))
            }
            _ => None,
        })
    }

    /// A price of change of which the point pays a part, or which the point does not pay although it moves the number, by however little. Rounding
    /// may move a number that stays, by a hair more than its share of the price pays for. A row with the moved number has changed it.
    fn charge(&self, node: &LpNode, at: &[f64], share_least: f64, still: f64) -> Option<Branching> {
        self.lp.encodings.iter().find_map(|place| match *place {
            Encoding::Number { coord, charged: Some(tests), .. } => {
                tests.into_iter().zip([at[coord as usize], -at[coord as usize]]).find_map(|(test, moved)| {
                    let LpTestKind::Charged(_, _, share) = self.lp.forest.kinds[test as usize] else { return None };
                    let paid = at[share as usize] > share_least || moved > still;
                    (node.side[test as usize].is_none() && paid).then_some(Branching::Test(test, Side::Left))
                })
            }
            _ => None,
        })
    }

    /// Looks for a test whose decided side is not the side that the predictor puts the node's point on.
    fn border(&self, node: &LpNode, at: &[f64]) -> Border {
        let lp = &self.lp;
        let Some(row) = lp.row(node, at) else { return Border::None };
        for BorderTest { test, split, compare } in &lp.forest.exact {
            let side = node.side[*test as usize];
            let goes = lp.judge(*compare).side(split, &row);
            if side.is_none() || goes.is_none() || side == goes {
                continue;
            }
            for ((f, place), feature) in lp.encodings.iter().enumerate().zip(lp.schema()) {
                let columns = feature.columns();
                if !split.columns().iter().any(|c| columns.contains(c)) {
                    continue;
                }
                match *place {
                    Encoding::Levels { is, .. } => {
                        let level = lp.schema()[f].level_of(&row).unwrap_or(0) as u32;
                        if node.side[(is + level) as usize].is_none() {
                            return Border::Split(Branching::Test(is + level, Side::Left));
                        }
                    }
                    Encoding::Number { .. } => {
                        let x = row[columns[0]];
                        if node.lo[f] < x {
                            return Border::Split(Branching::Whole(f, x - 1.0));
                        }
                        if x < node.hi[f] {
                            return Border::Split(Branching::Whole(f, x));
                        }
                    }
                }
            }
            return Border::Empty;
        }
        Border::None
    }

    /// Whether every point of a fully decided node misses the target, by the reference predictor.
    fn refuted(&self, node: &LpNode, at: &[f64]) -> bool {
        let (lp, forest) = (&self.lp, &self.lp.forest);
        let problem = &lp.problem;
        // Where leaves are linear, another point of the node may reach the target.
        if !forest.linear.is_empty() {
            return false;
        }
        let Some(row) = lp.row(node, at) else { return false };
        let sides = problem.sides.iter().filter_map(|side| match &side.judge {
            Judge::Ensemble { ensemble, goal } => Some((ensemble, goal)),
            Judge::Budget { .. } | Judge::Distance(_) => None,
        });
        let judges: Vec<_> = sides.chain([(&problem.compiled.ensemble, &problem.goal)]).collect();
        if !lp.has_trees() {
            return judges.iter().any(|(ensemble, goal)| !goal.reached(ensemble, &row));
        }
        // The trees of the judges stand last, in their order.
        let mut end = forest.trees.len();
        judges.iter().rev().any(|(ensemble, goal)| {
            end -= ensemble.trees.len();
            let roots = &forest.trees[end..];
            let same = roots.iter().zip(&ensemble.trees).all(|(&root, tree)| {
                let root = forest.nodes[root as usize];
                let mut live = (root.first..root.end).filter(|&l| node.alive(l));
                let (one, none) = (live.next(), live.next());
                none.is_none() && ensemble.leaf(tree, &row).ok() == one.map(|l| forest.numbers[l as usize] as usize)
            });
            same && !goal.reached(ensemble, &row)
        })
    }
}
