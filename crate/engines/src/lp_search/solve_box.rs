//! Boxes of another search, solved by this one: the cheapest point of a box, and boxes that are taken over.

use super::integer_equations::NumberBounds;
use super::lp_model::{Encoding, LpModel};
use super::lp_trees_builder::shares;
use super::node::LpNode;
use super::LpSearch;
use espalier_model::ensemble::Side;
use espalier_numerics::Outcome;

/// The bounds of every feature in a box, laid out as in a [`LpNode`]: attained bounds of numbers, flags of levels.
#[derive(Clone, Debug, Default)]
pub struct BoxBounds {
    /// The least attained values of numeric features.
    pub lo: Vec<f64>,
    /// The highest ones.
    pub hi: Vec<f64>,
    /// Whether a level is allowed, with the levels of all features one after the other.
    pub allowed: Vec<bool>,
}

impl BoxBounds {
    /// Copies the bounds of a node.
    pub fn of(&mut self, node: &LpNode) {
        self.lo.clone_from(&node.lo);
        self.hi.clone_from(&node.hi);
        self.allowed.clone_from(&node.allowed);
    }
}

impl LpNode {
    /// Sets the columns' bounds to those of a box, whatever the tests say.
    fn confine(&mut self, lp: &LpModel, bounds: &BoxBounds) {
        self.lo.clone_from(&bounds.lo);
        self.hi.clone_from(&bounds.hi);
        self.allowed.clone_from(&bounds.allowed);
        for (f, place) in lp.encodings.iter().enumerate() {
            match *place {
                Encoding::Number { coord, charged, .. } => {
                    let (lo, hi, still) = (bounds.lo[f], bounds.hi[f], place.still());
                    self.set_number(lp, coord, place.ends(lo, hi));
                    let Some(tests) = charged else { continue };
                    for (test, none, all) in [(tests[0], hi <= still, lo > still), (tests[1], lo >= still, hi < still)]
                    {
                        let share = lp.program.columns(lp.program.rows.coefs(test)[0].0).start;
                        self.relaxed.set(share, f64::from(u8::from(all)), f64::from(u8::from(!none)));
                    }
                }
                Encoding::Levels { first, base, flags, count, .. } => {
                    let here = &bounds.allowed[flags as usize..(flags + count) as usize];
                    let alone = here.iter().filter(|a| **a).count() == 1;
                    for (k, g) in shares(first, base, count as usize) {
                        let open = f64::from(u8::from(here[k]));
                        self.relaxed.set(lp.program.columns(g).start, if alone { open } else { 0.0 }, open);
                    }
                }
            }
        }
    }

    /// Tightens the node to a box, with all that follows for tests and leaves. Returns whether a point may be left.
    fn restrict(&mut self, lp: &LpModel, bounds: &BoxBounds) -> bool {
        for (f, place) in lp.encodings.iter().enumerate() {
            match *place {
                Encoding::Number { .. } => {
                    if !self.narrow(lp, f, bounds.lo[f], bounds.hi[f]) {
                        return false;
                    }
                }
                Encoding::Levels { is, flags, count, .. } => {
                    for k in 0..count {
                        if !bounds.allowed[(flags + k) as usize] && self.allowed[(flags + k) as usize] {
                            self.decide(is + k, Side::Right);
                        }
                    }
                }
            }
        }
        self.propagate(lp)
    }
}

impl LpSearch {
    /// The whole space within the limits as a node, without starting this search on it; `None` where it is empty.
    pub fn begin_at_root(&mut self) -> Option<LpNode> {
        self.begun = true;
        let mut root = LpNode::root(&self.lp)?;
        root.propagate(&self.lp).then_some(root)
    }

    /// Sets the limit of the next round.
    pub fn set_round(&mut self, limit: f64) {
        if self.limit.is_finite() {
            self.proved_floor = self.proved_floor.max(self.limit.min(self.unsettled).min(self.shaved));
            (self.unsettled, self.shaved) = (f64::INFINITY, f64::INFINITY);
        }
        self.limit = limit;
    }

    /// The incumbent's cost or, before there is one, the cutoff; and the limit of this round.
    pub fn costs(&self) -> (f64, f64) {
        (self.cost, self.limit)
    }

    /// Solves a box, and narrows it by integer equations. Returns whether the box is still of interest. If so, `at` is its cheapest point. `part` may
    /// be any node; it is used for the solve. `leads` says whether a row could be an answer as far as trees are concerned.
    pub fn solve_box(
        &mut self,
        part: &mut LpNode,
        root: &LpNode,
        bounds: &mut BoxBounds,
        bound: f64,
        at: &mut Vec<f64>,
        mut leads: impl FnMut(&[f64]) -> bool,
    ) -> bool {
        let cutoff = self.cutoff();
        part.bound = bound;
        loop {
            part.relaxed.clone_from(&root.relaxed);
            part.confine(&self.lp, bounds);
            let outcome = part.relaxed.solve(&self.lp.program, &part.rows, cutoff, &mut self.scratch);
            part.bound = part.bound.max(part.relaxed.bound());
            if matches!(outcome, Outcome::Above | Outcome::Empty) || part.bound >= cutoff {
                return false;
            }
            let Some(ends) = self.meet_equations(&bounds.lo, &bounds.hi, &bounds.allowed) else { return false };
            if ends.is_empty() {
                part.relaxed.point(&self.lp.program, at);
                if outcome == Outcome::Stuck {
                    return true;
                }
                break;
            }
            for NumberBounds { feature: f, low, high } in ends {
                (bounds.lo[f], bounds.hi[f]) = (bounds.lo[f].max(low), bounds.hi[f].min(high));
            }
        }
        if let Some(row) = self.lp.row(part, at).filter(|r| self.lp.price(r) < self.cost && leads(r)) {
            self.take(row);
        }
        !self.closes(part.bound, part.relaxed.forgiven()) && part.bound < self.cutoff()
    }

    /// Solves a box without integer equations. Returns the multipliers of its linear constraints: those that prove its
    /// bound, or those that prove that it has no point. `at` is the cheapest point. Where there is a hull, it is cut until the point lies in it or the
    /// box is closed; the directions of the cuts that have multipliers are returned too, and whether the box is closed.
    pub fn weigh_box(
        &mut self,
        part: &mut LpNode,
        root: &LpNode,
        bounds: &BoxBounds,
        cutoff: f64,
        at: &mut Vec<f64>,
    ) -> (Vec<f64>, Vec<Vec<f64>>, bool) {
        part.tries = 0;
        let (outcome, closed) = loop {
            part.relaxed.clone_from(&root.relaxed);
            part.confine(&self.lp, bounds);
            let outcome = part.relaxed.solve(&self.lp.program, &part.rows, cutoff, &mut self.scratch);
            let closed = matches!(outcome, Outcome::Above | Outcome::Empty) || part.relaxed.bound() >= cutoff;
            // A program that is stuck would be cut at the same point again.
            if closed || outcome == Outcome::Stuck || !self.cut_off(part) {
                break (outcome, closed);
            }
        };
        part.relaxed.point(&self.lp.program, at);
        let rows = part.relaxed.multipliers(outcome, &self.scratch);
        let of = |row: &u32| rows.iter().filter(|r| r.0 == *row).map(|r| r.1.max(0.0)).sum();
        let cuts = self.hulls.iter().flat_map(|hulls| {
            let held = rows.iter().filter(|r| r.1 > 0.0);
            held.filter_map(|r| hulls.direction(part.hull, r.0).cloned())
        });
        (self.lp.constraint_rows.iter().map(of).collect(), cuts.collect(), closed)
    }

    /// Takes over a box, which is then searched to its end.
    pub fn take_over(&mut self, root: &LpNode, bounds: &BoxBounds, bound: f64) {
        let mut part = root.clone();
        part.bound = part.bound.max(bound);
        if part.restrict(&self.lp, bounds) {
            self.open.push(part);
        }
    }

    /// Starts again, with another cutoff.
    pub fn restart(&mut self, cutoff: f64) {
        self.open.clear();
        self.best = None;
        (self.cost, self.limit, self.proved_floor) = (cutoff, f64::INFINITY, self.lp.floor);
        (self.unsettled, self.shaved) = (f64::INFINITY, f64::INFINITY);
    }

    /// The least bound of the boxes that are open, or that could be neither closed nor branched on; infinite where there are none.
    pub fn open_dual_bound(&self) -> f64 {
        self.open.iter().map(|n| n.bound).fold(self.unsettled, f64::min)
    }

    /// A lower bound of every answer's cost, proved by the rounds before.
    pub fn floor(&self) -> f64 {
        self.proved_floor
    }

    /// Whether there are open boxes.
    pub fn busy(&self) -> bool {
        !self.open.is_empty()
    }

    /// Works on one open box.
    pub fn process_node(&mut self) {
        self.process_newest();
    }
}
