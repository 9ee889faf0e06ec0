//! Rounding: from a node's cheapest point to an answer in the model's own input type.

use super::lns::Rough;
use super::lp_model::{Encoding, LpModel};
use super::lp_trees::{LpTestKind, LEAF};
use super::neurons::HiddenNeuron;
use super::node::LpNode;
use super::single_move_check::ignores_summation_order;
use super::LpSearch;
use crate::problem::extra_outputs::ExtraOutputs;
use crate::tolerances::{EQUAL, EQUAL_SINGLE, FEASIBLE, LEVEL, STEP_SINGLE, STILL, WHOLE_NUMBER};
use espalier_model::ensemble::{Compare, Ensemble, Precision, Side};
use espalier_model::schema::Kind;

impl LpModel {
    /// The raw row of a point, with numbers rounded to the cheaper side, which is the factual's unless they earn; `None` where a level is not chosen or a whole number is not reached.
    pub fn row(&self, node: &LpNode, at: &[f64]) -> Option<Vec<f64>> {
        let mut row = self.query.factual.clone();
        for (f, (place, feature)) in self.encodings.iter().zip(self.schema()).enumerate() {
            match *place {
                Encoding::Number { coord, origin, base, stays, scale, whole, given, .. } => {
                    let column = feature.columns()[0];
                    if let Some(&Encoding::Levels { first, base, .. }) =
                        given.and_then(|p| self.encodings.get(p as usize))
                    {
                        let share = at[first as usize];
                        if share.min(1.0 - share) > LEVEL {
                            return None;
                        }
                        if (share < 0.5) == (base == 0) {
                            continue;
                        }
                    }
                    let y = at[coord as usize];
                    let (lo, hi) = (node.lo[f], node.hi[f]);
                    let still = stays && lo <= base && base <= hi;
                    if y.abs() <= STILL && still {
                        continue;
                    }
                    let near = |x: f64, end: f64| (x - end).abs() <= STILL * scale.max(end.abs());
                    let x = origin + y * scale;
                    let x = if near(x, lo) {
                        lo
                    } else if near(x, hi) {
                        hi
                    } else if whole {
                        if (x - x.round()).abs() > WHOLE_NUMBER {
                            return None;
                        }
                        x.round()
                    } else if x > if given.is_some() { origin } else { self.cheapest(f) } {
                        self.input().floor(if self.integer(f) { x.floor() } else { x })
                    } else {
                        self.input().ceil(if self.integer(f) { x.ceil() } else { x })
                    };
                    let x = x.clamp(lo, hi) + 0.0;
                    if !(still && x == base) {
                        row[column] = x;
                    }
                }
                Encoding::Levels { first, base, flags, count, .. } => {
                    let shares = || super::lp_trees_builder::shares(first, base, count as usize);
                    let chosen = shares().find(|(_, g)| at[*g as usize] > 1.0 - LEVEL).map(|s| s.0);
                    let level = match chosen {
                        Some(level) => level,
                        None if shares().all(|(_, g)| at[g as usize] < LEVEL) => base as usize,
                        None => return None,
                    };
                    if !node.allowed[flags as usize + level] {
                        return None;
                    }
                    self.set_level(&mut row, f, level);
                }
            }
        }
        Some(row)
    }

    /// Sets a discrete feature's columns to a level.
    pub fn set_level(&self, row: &mut [f64], f: usize, level: usize) {
        let feature = &self.schema()[f];
        let own = feature.level_of(&self.query.factual);
        if own != Some(level) && Some(level) != feature.level_count() {
            feature.columns().iter().for_each(|&c| row[c] = feature.level_value(level, c).unwrap_or(0.0));
        } else {
            feature.columns().iter().for_each(|&c| row[c] = self.query.factual[c]);
        }
    }

    /// Whether a row keeps all limits and has the target. The reference predictor decides, and the target must hold in whatever order hyperplanes are
    /// summed.
    pub fn accepts(&self, row: &[f64]) -> bool {
        let sure = || !self.rounds || ignores_summation_order(&self.problem, &self.query.factual, row);
        self.whole(row)
            && self.keeps(row)
            && (!self.has_trees() || self.differs(row))
            && self.problem.predicts(row)
            && sure()
    }

    /// Whether whole numbers that are encoded as real ones are whole, or the factual's own.
    fn whole(&self, row: &[f64]) -> bool {
        self.schema().iter().zip(&self.encodings).all(|(feature, place)| {
            let x = row[feature.columns()[0]];
            let own = || x.is_nan() || x == self.query.factual[feature.columns()[0]];
            let real = matches!(place, Encoding::Number { whole: false, .. });
            !real || !matches!(feature.kind, Kind::Integer { .. }) || x.fract() == 0.0 || own()
        })
    }

    /// An ensemble with this comparison: the model's own, or one beside it.
    pub fn judge(&self, compare: Compare) -> &Ensemble {
        let own = &self.problem.compiled.ensemble;
        let beside = self.problem.sides.iter().filter_map(ExtraOutputs::ensemble);
        std::iter::once(own).chain(beside).find(|e| e.compare == compare).unwrap_or(own)
    }

    /// The side of a test that a point lies nearer to.
    pub fn near(&self, test: u32, at: &[f64]) -> Side {
        let t = &self.program.rows.pairs[test as usize];
        if self.program.rows.value(test, at) <= 0.5 * (t.left + t.right) {
            Side::Left
        } else {
            Side::Right
        }
    }

    /// Sums of the goal's rows over the leaves that a point falls in, to `sums`. Returns `false` at the first dead leaf.
    fn sums(&self, node: &LpNode, at: &[f64], sums: &mut Vec<f64>) -> bool {
        let forest = &self.forest;
        let rows = self.problem.rows.len();
        sums.clear();
        sums.resize(rows, 0.0);
        for &top in &node.tops {
            let mut here = forest.nodes[top as usize];
            while here.test != LEAF {
                let side = node.side[here.test as usize].unwrap_or_else(|| self.near(here.test, at));
                here = forest.nodes[here.child(side) as usize];
            }
            if !node.alive(here.first) {
                return false;
            }
            sums.iter_mut().enumerate().for_each(|(r, sum)| *sum += self.score_at(here.first, r, at));
        }
        true
    }

    /// Whether sums reach the goal's rows.
    pub fn reached(&self, sums: &[f64]) -> bool {
        sums.iter().zip(&self.problem.need).all(|(s, n)| *s >= n - self.problem.slack)
    }
}

impl LpSearch {
    /// Offers a node's cheapest point as incumbent. Returns whether the node can be closed: nothing in it can be better than the incumbent.
    pub(super) fn offer(&mut self, node: &LpNode) -> bool {
        let lp = &self.lp;
        let mut at = Vec::new();
        node.point(lp, &mut at);
        let mut sums = Vec::new();
        if lp.has_trees() && (!lp.sums(node, &at, &mut sums) || !lp.reached(&sums)) {
            return false;
        }
        let Some(row) = lp.row(node, &at) else { return false };
        let forgiven = node.relaxed.forgiven() + lp.shaken(&at) + lp.shaken_far(&at);
        let taken = self.take(row);
        let planes = self.lp.has_trees() && self.lp.rounds;
        let rough = self.dives.rough;
        if taken && planes {
            if rough {
                self.dives.found = Some(Rough { node: node.clone(), outer: None, at });
                return false;
            }
            if let Some(outer) = self.on_planes(node) {
                self.draw_nearer(node, &outer, &at);
            }
        }
        if taken || !planes || self.closes(node.bound, forgiven) {
            return self.closes(node.bound, forgiven);
        }
        // Rounding has crossed a side. So keep further inside, by the rounding steps of the changed numbers, and by the tolerance of levels and whole
        // numbers.
        for times in [1.1, 4.0, 16.0] {
            let Some((inner, bound)) = self.inset(node, &at, times) else { break };
            let taken = self.lp.row(node, &inner).is_some_and(|row| self.take(row));
            if rough && taken {
                self.dives.found = Some(Rough { node: node.clone(), outer: Some(at), at: inner });
                return false;
            }
            if rough && self.best.is_some() {
                continue;
            }
            self.draw_nearer(node, &at, &inner);
            // In double precision this distance is no part of the meaning of "optimal".
            if self.lp.input() == Precision::F32 && self.closes(bound, forgiven + self.paid_between(&at, &inner)) {
                self.shaved = self.shaved.min(node.bound.max(node.bottleneck_bound));
                return true;
            }
            if taken {
                break;
            }
        }
        if node.straight && self.lp.input() == Precision::F32 && self.closes(node.bound, EQUAL_SINGLE * self.cost.abs())
        {
            // Scores are continuous: the incumbent may stand on the border of this node's linear piece, and none of its own answers be as near.
            self.shaved = self.shaved.min(node.bound.max(node.bottleneck_bound));
            return true;
        }
        self.closes(node.bound, forgiven)
    }

    /// Whether the incumbent is as good as any answer of this bound, up to rounding and to `forgiven` in cost.
    pub(super) fn closes(&self, bound: f64, forgiven: f64) -> bool {
        let size = (self.cost - self.lp.earned).abs() + self.lp.earned;
        self.best.is_some() && self.cost <= bound + EQUAL * size + forgiven
    }

    /// Takes a row as incumbent if it is a cheaper answer, or becomes one when its consequences are set from their trees.
    pub(super) fn take(&mut self, row: Vec<f64>) -> bool {
        let completed = self.lp.with_consequences(&row);
        let row = completed.unwrap_or(row);
        // The distance from a hull takes a while, and a row that is dearer without it is no answer.
        let cost = self.lp.price(&row);
        let cost = if cost < self.cost { self.priced(&row) } else { cost };
        let better = cost < self.cost && self.lp.accepts(&row) && self.inside(&row);
        if better {
            let row =
                self.lp.polished(&row, cost).filter(|r| self.priced(r) < self.cost && self.inside(r)).unwrap_or(row);
            let before = self.best.replace(row);
            self.replaced.extend(before.map(|before| (before, self.cost)));
            self.cost = self.best.as_ref().map_or(f64::INFINITY, |row| self.priced(row));
        }
        better
    }

    /// The node's cheapest point that keeps `times` the rounding of its changed values away from the rows, and a bound of all such points.
    fn inset(&mut self, node: &LpNode, at: &[f64], times: f64) -> Option<(Vec<f64>, f64)> {
        let lp = &self.lp;
        let mut step = vec![0.0; lp.program.coords()];
        for (f, place) in lp.encodings.iter().enumerate() {
            match *place {
                Encoding::Number { coord, origin, base, scale, whole: false, .. } if lp.input() == Precision::F32 => {
                    let y = at[coord as usize];
                    if y.abs() > STILL {
                        let x = (origin + y * scale).abs();
                        // The model's rows count from the factual as the model reads it.
                        let ulp = lp.input().after(lp.input().round(x)) - x;
                        let ulp = if lp.integer(f) { ulp.abs().max(1.0) } else { ulp };
                        step[coord as usize] = (ulp.abs().max(STEP_SINGLE * x) + (base - origin).abs()) / scale;
                    }
                }
                Encoding::Levels { first, count, .. } => {
                    step[first as usize..(first + count) as usize - 1].fill(2.0 * FEASIBLE);
                }
                Encoding::Number { coord, whole: true, .. } => step[coord as usize] = 2.0 * FEASIBLE,
                _ => {}
            }
        }
        if step.iter().all(|s| *s == 0.0) {
            return None;
        }
        // A neuron's output is its sum exactly.
        let outputs = lp.neurons.first().map_or(u32::MAX, HiddenNeuron::coordinate);
        let inset = (0..lp.program.rows.len() as u32)
            .map(|test| match lp.forest.kinds.get(test as usize) {
                _ if lp.program.rows.coefs(test).iter().any(|c| c.0 >= outputs) => 0.0,
                // Rows beyond the tests are cuts.
                Some(LpTestKind::Plane) | None => {
                    times * lp.program.rows.coefs(test).iter().map(|(g, a)| a.abs() * step[*g as usize]).sum::<f64>()
                }
                _ => 0.0,
            })
            .collect();
        self.moved(node, inset)
    }
}
