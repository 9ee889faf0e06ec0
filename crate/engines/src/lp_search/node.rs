//! A node of the search: the side of each decided test, and the leaves that it can still reach.

use super::inherited_multipliers::TreeMultipliers;
use super::lp_model::{Encoding, LpModel};
use super::lp_trees::{row, Forest, LpTestKind, LEAF};
use super::path_bound::Crossings;
use super::pseudocosts::BranchOrigin;
use espalier_model::ensemble::Side;
use espalier_numerics::Relaxation;
use std::rc::Rc;

/// A test, and the side that is decided for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    pub test: u32,
    pub side: Side,
}

/// A node: a part of the space.
#[derive(Clone, Debug)]
pub struct LpNode {
    /// Its relaxation, with the optimum that was found last.
    pub relaxed: Relaxation,
    /// By test: the side that is decided, if one is.
    pub side: Vec<Option<Side>>,
    /// Tests that may still divide live leaves.
    pub asked: Vec<u32>,
    live: Vec<u64>,
    /// By tree: the fork that divides its live leaves, or its last leaf.
    pub(super) tops: Vec<u32>,
    /// By tree and row of the goal: the greatest and the least score of the live leaves.
    reach: Vec<(f64, f64)>,
    /// By tree: whether leaves were dropped since `reach` was computed, and since its common path was looked at.
    fresh: Vec<[bool; 2]>,
    /// The least raw values of numeric features.
    pub lo: Vec<f64>,
    /// The highest raw values of numeric features.
    pub hi: Vec<f64>,
    /// Whether a level is allowed, with the levels of all features one after the other.
    pub allowed: Vec<bool>,
    /// Rows that hold here.
    pub rows: Vec<u32>,
    /// A lower bound of every answer's cost in the node: that of its relaxation.
    pub bound: f64,
    /// Another one, where costs curve: the bottleneck bound (`path_bound`). Crossings are priced above the relaxation's alone.
    pub bottleneck_bound: f64,
    /// The spare score: the least over the goal's rows of the live leaves' best sum above the need.
    pub spare: f64,
    pub(super) origin: BranchOrigin,
    /// The number of tests decided so far.
    pub decided: u32,
    /// The hull that the node is searched for.
    pub hull: usize,
    /// The number of the hull's cuts among the rows.
    pub cuts: usize,
    /// The number of cuts that this node made.
    pub tries: u32,
    /// Decisions that are not carried out yet.
    pending: Vec<Decision>,
    /// By coordinate: the bounds that rows and costs leave it, from the last tightening; empty before the first.
    pub(super) tightened: Vec<(f64, f64)>,
    /// The multipliers of trees at this node (`score_cost_bound`), and the number of branchings since they were the best.
    pub(super) multipliers: Rc<TreeMultipliers>,
    pub(super) since_solve: u32,
    /// The crossings of its tests, as they were priced last. They may be the parent's, where the node has the parent's cheapest point.
    pub(super) crossings: Option<Rc<Crossings>>,
    /// The number of rows that were already used to tighten bounds.
    pub(super) tightened_by: usize,
    /// Where there are linear leaves: upper bounds of the leaves' scores here, by leaf and row of the goal; and the cuts among the rows.
    pub(super) upper: Vec<f64>,
    pub(super) scored: Vec<Rc<u32>>,
    /// Whether all neurons are decided, and no row reads their outputs any more.
    pub(super) straight: bool,
}

impl LpNode {
    /// The whole space within the limits; `None` where they are empty.
    pub fn root(lp: &LpModel) -> Option<LpNode> {
        let leaves = lp.forest.dead.len();
        let trees = lp.forest.trees.len();
        // Parallel tests stand after each other.
        let mut asked: Vec<u32> = Vec::new();
        for line in &lp.forest.lines {
            asked.extend(line.iter().map(|t| t.0));
        }
        asked.extend((0..lp.forest.kinds.len() as u32).filter(|t| lp.forest.line[*t as usize].0 == LEAF));
        asked.retain(|t| !lp.forest.uses[*t as usize].is_empty());
        let mut node = LpNode {
            relaxed: Relaxation::new(&lp.program),
            side: vec![None; lp.forest.kinds.len()],
            asked,
            live: vec![!0; leaves.div_ceil(64)],
            tops: lp.forest.trees.clone(),
            reach: vec![(0.0, 0.0); trees * lp.problem.rows.len()],
            fresh: vec![[true; 2]; trees],
            lo: lp.lo.clone(),
            hi: lp.hi.clone(),
            allowed: lp.allowed.clone(),
            rows: lp.always.clone(),
            bound: lp.floor,
            bottleneck_bound: lp.floor,
            spare: 0.0,
            origin: BranchOrigin::default(),
            decided: 0,
            hull: 0,
            cuts: 0,
            tries: 0,
            pending: Vec::new(),
            tightened: Vec::new(),
            multipliers: Rc::default(),
            since_solve: u32::MAX,
            crossings: None,
            tightened_by: 0,
            upper: Vec::new(),
            scored: Vec::new(),
            straight: false,
        };
        for (leaf, dead) in lp.forest.dead.iter().enumerate() {
            if *dead {
                node.kill(&lp.forest, leaf as u32, leaf as u32 + 1);
            }
        }
        for f in 0..lp.encodings.len() {
            if !node.number_changed(lp, f) || !node.levels_changed(lp, f) {
                return None;
            }
        }
        for (test, t) in lp.program.rows.pairs.iter().enumerate() {
            if t.left == t.right && t.left.is_infinite() {
                node.decide(test as u32, if t.left > 0.0 { Side::Left } else { Side::Right });
            }
        }
        Some(node)
    }

    /// Whether a leaf may still be reached here.
    #[inline]
    pub fn alive(&self, leaf: u32) -> bool {
        self.live[leaf as usize / 64] >> (leaf % 64) & 1 == 1
    }

    /// Whether any leaf of a range is alive.
    #[inline(never)]
    pub fn any(&self, from: u32, to: u32) -> bool {
        words(from, to).any(|(at, mask)| self.live[at] & mask != 0)
    }

    /// Removes leaves of one tree.
    pub(super) fn kill(&mut self, forest: &Forest, from: u32, to: u32) {
        if self.any(from, to) {
            words(from, to).for_each(|(at, mask)| self.live[at] &= !mask);
            self.fresh[forest.tree_of[from as usize] as usize] = [true; 2];
        }
    }

    /// The live leaves of a range.
    #[inline]
    pub fn live(&self, from: u32, to: u32) -> impl Iterator<Item = u32> + '_ {
        words(from, to).flat_map(|(at, mask)| {
            let mut left = self.live[at] & mask;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(at as u32 * 64 + bit)
            })
        })
    }

    /// The greatest score of a live leaf of a range, in row `row` of `rows`.
    #[inline(never)]
    pub(super) fn most(&self, forest: &Forest, (rows, row): (usize, usize), from: u32, to: u32) -> f64 {
        let mut most = f64::NEG_INFINITY;
        for leaf in self.live(from, to) {
            let value = self.scores(forest)[leaf as usize * rows + row];
            if value > most {
                most = value;
            }
        }
        most
    }

    /// Notes a decision, which `propagate` carries out.
    pub fn decide(&mut self, test: u32, side: Side) {
        self.pending.push(Decision { test, side });
    }

    /// Tightens the bounds of a numeric feature; `false` where no value is left.
    pub fn narrow(&mut self, lp: &LpModel, f: usize, lo: f64, hi: f64) -> bool {
        let (lo, hi) = (self.lo[f].max(lo), self.hi[f].min(hi));
        if (lo, hi) == (self.lo[f], self.hi[f]) {
            return true;
        }
        (self.lo[f], self.hi[f]) = (lo, hi);
        self.number_changed(lp, f)
    }

    /// Brings columns and tests in line with a numeric feature's bounds.
    fn number_changed(&mut self, lp: &LpModel, f: usize) -> bool {
        let Encoding::Number { coord, charged, .. } = lp.encodings[f] else { return true };
        let (lo, hi) = (self.lo[f], self.hi[f]);
        if lo > hi {
            return false;
        }
        self.set_number(lp, coord, lp.encodings[f].ends(lo, hi));
        for &test in &lp.forest.of_feature[f] {
            if let LpTestKind::Axis(_, below, above) = lp.forest.kinds[test as usize] {
                if self.side[test as usize].is_none() {
                    if hi <= below {
                        self.decide(test, Side::Left);
                    } else if lo >= above {
                        self.decide(test, Side::Right);
                    } else if lo > below && hi < above {
                        return false;
                    }
                }
            }
        }
        if let Some([up, down]) = charged {
            let still = lp.encodings[f].still();
            if self.side[up as usize].is_none() && (hi <= still || lo > still) {
                self.decide(up, if lo > still { Side::Right } else { Side::Left });
            }
            if self.side[down as usize].is_none() && (lo >= still || hi < still) {
                self.decide(down, if hi < still { Side::Right } else { Side::Left });
            }
        }
        true
    }

    /// Sets the bounds of a number's columns to those of its coordinate.
    pub(super) fn set_number(&mut self, lp: &LpModel, coord: u32, ends: (f64, f64)) {
        for c in lp.program.columns(coord) {
            let (low, high) = if lp.program.sign[c] > 0.0 { ends } else { (-ends.1, -ends.0) };
            let within = |end: f64| (end - lp.program.from[c]).clamp(0.0, lp.program.upper[c]);
            self.relaxed.set(c, within(low), within(high));
        }
    }

    /// Brings columns and tests in line with a discrete feature's allowed levels.
    fn levels_changed(&mut self, lp: &LpModel, f: usize) -> bool {
        let Encoding::Levels { first, base, flags, count, .. } = lp.encodings[f] else { return true };
        let here = &self.allowed[flags as usize..(flags + count) as usize];
        let left = here.iter().filter(|a| **a).count();
        if left == 0 {
            return false;
        }
        for (k, g) in super::lp_trees_builder::shares(first, base, count as usize) {
            let open = f64::from(u8::from(here[k]));
            self.relaxed.set(lp.program.columns(g).start, if left == 1 { open } else { 0.0 }, open);
        }
        for &test in &lp.forest.of_feature[f] {
            if let (LpTestKind::Levels(_, at), None) = (lp.forest.kinds[test as usize], self.side[test as usize]) {
                let goes =
                    |left: bool| (0..count as usize).any(|k| here[k] && lp.forest.left_levels[at as usize + k] == left);
                let side = if !goes(false) {
                    Side::Left
                } else if !goes(true) {
                    Side::Right
                } else {
                    continue;
                };
                self.pending.push(Decision { test, side });
            }
        }
        true
    }

    /// Carries out the noted decisions and all that follows from them; `false` where no point is left.
    pub fn propagate(&mut self, lp: &LpModel) -> bool {
        loop {
            while let Some(Decision { test, side }) = self.pending.pop() {
                if !self.carry_out(lp, test, side) {
                    return false;
                }
            }
            if !lp.has_trees() {
                return true;
            }
            let Some(mut killed) = self.prune_leaves(lp) else { return false };
            if !lp.neurons.is_empty() && !self.rectify(lp) {
                return false;
            }
            if !lp.causal_features.is_empty() {
                let Some(more) = self.follow(lp) else { return false };
                killed |= more;
            }
            self.common_path(lp);
            if self.pending.is_empty() && !killed {
                return true;
            }
        }
    }

    fn carry_out(&mut self, lp: &LpModel, test: u32, side: Side) -> bool {
        if let Some(known) = self.side[test as usize] {
            return known == side;
        }
        let right = side == Side::Right;
        self.lies(lp, test, side);
        match lp.forest.kinds[test as usize] {
            LpTestKind::Axis(f, below, above) => {
                let (lo, hi) = if right { (above, f64::INFINITY) } else { (f64::NEG_INFINITY, below) };
                self.narrow(lp, f as usize, lo, hi)
            }
            LpTestKind::Levels(f, at) => {
                let Encoding::Levels { flags, count, .. } = lp.encodings[f as usize] else { return true };
                for k in 0..count {
                    if lp.forest.left_levels[(at + k) as usize] == right {
                        self.allowed[(flags + k) as usize] = false;
                    }
                }
                // The row is needed: no column bound says that the base level is excluded.
                self.rows.push(row(test, side));
                self.levels_changed(lp, f as usize)
            }
            LpTestKind::Charged(f, up, share) => {
                let Encoding::Number { base, .. } = lp.encodings[f as usize] else { return true };
                let column = lp.program.columns(share).start;
                let paid = f64::from(u8::from(right));
                self.relaxed.set(column, paid, paid);
                let (lo, hi) = if up == right { (base, f64::INFINITY) } else { (f64::NEG_INFINITY, base) };
                self.narrow(lp, f as usize, lo, hi)
            }
            LpTestKind::Plane => {
                self.rows.push(row(test, side));
                for (other, side) in lp.forest.follow(&lp.program.rows, test, side) {
                    if self.side[other as usize].is_none() {
                        self.lies(lp, other, side);
                    }
                }
                true
            }
        }
    }

    /// Notes a test's side that follows from the present rows and bounds, and drops the leaves behind the other side.
    pub(super) fn lies(&mut self, lp: &LpModel, test: u32, side: Side) {
        self.side[test as usize] = Some(side);
        self.decided += 1;
        for &[first, mid, end] in &lp.forest.uses[test as usize] {
            if side == Side::Right {
                self.kill(&lp.forest, first, mid);
            } else {
                self.kill(&lp.forest, mid, end);
            }
        }
    }

    /// Removes leaves with which no choice of the other trees' leaves reaches a row of the goal. Returns whether there were any; `None` where a row
    /// cannot be reached or a tree has no live leaf.
    fn prune_leaves(&mut self, lp: &LpModel) -> Option<bool> {
        let forest = &lp.forest;
        let rows = lp.problem.rows.len();
        if !forest.linear.is_empty() {
            let mut upper = std::mem::take(&mut self.upper);
            lp.upper_scores(self, &mut upper);
            self.upper = upper;
            self.fresh.iter_mut().for_each(|f| f[0] = true);
        }
        let mut reach = std::mem::take(&mut self.reach);
        let mut spares: Vec<f64> = lp.problem.need.iter().map(|n| lp.problem.slack - n).collect();
        for (t, &top) in self.tops.iter().enumerate() {
            let here = &mut reach[t * rows..][..rows];
            if std::mem::take(&mut self.fresh[t][0]) {
                let node = forest.nodes[top as usize];
                here.fill((f64::NEG_INFINITY, f64::INFINITY));
                let mut any = false;
                for leaf in self.live(node.first, node.end) {
                    any = true;
                    let values = &self.scores(forest)[leaf as usize * rows..];
                    here.iter_mut().zip(values).for_each(|(r, v)| *r = (r.0.max(*v), r.1.min(*v)));
                }
                if !any {
                    return None;
                }
            }
            spares.iter_mut().zip(here).for_each(|(spare, r)| *spare += r.0);
        }
        self.spare = spares.iter().copied().fold(f64::INFINITY, f64::min);
        if self.spare < 0.0 {
            return None;
        }
        let mut killed = false;
        for t in 0..self.tops.len() {
            let here = &reach[t * rows..][..rows];
            if here.iter().zip(&spares).all(|(r, spare)| r.0 - r.1 <= *spare) {
                continue;
            }
            let node = forest.nodes[self.tops[t] as usize];
            for leaf in node.first..node.end {
                let values = &self.scores(forest)[leaf as usize * rows..];
                if (0..rows).any(|r| here[r].0 - values[r] > spares[r]) && self.alive(leaf) {
                    self.kill(forest, leaf, leaf + 1);
                    killed = true;
                }
            }
        }
        self.reach = reach;
        Some(killed)
    }

    /// Decides the tests that all live leaves of a tree have behind them, on the same side.
    fn common_path(&mut self, lp: &LpModel) {
        let forest = &lp.forest;
        for t in 0..self.tops.len() {
            if !std::mem::take(&mut self.fresh[t][1]) {
                continue;
            }
            let mut node = forest.nodes[self.tops[t] as usize];
            while node.test != LEAF {
                let mid = forest.nodes[node.right as usize].first;
                let (left, right) = (self.any(node.first, mid), self.any(mid, node.end));
                let side = match (left, right) {
                    (true, false) => Side::Left,
                    (false, true) => Side::Right,
                    _ => break,
                };
                if self.side[node.test as usize] != Some(side) {
                    self.decide(node.test, side);
                }
                self.tops[t] = node.child(side);
                node = forest.nodes[self.tops[t] as usize];
            }
        }
    }
}

/// The words of a bit set that a range touches, each with the mask of the range's bits.
#[inline]
fn words(from: u32, to: u32) -> impl Iterator<Item = (usize, u64)> {
    (from / 64..to.div_ceil(64)).map(move |at| {
        let (first, last) = (from.max(at * 64) - at * 64, to.min(at * 64 + 64) - at * 64);
        (at as usize, (!0 << first) & (!0 >> (64 - last)))
    })
}
