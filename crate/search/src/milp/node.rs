//! A node of the branch and bound: its live levels and leaves, and bound tightening without a linear program.

use super::formulation::{has, ColumnMeaning, Formulation, Set};
use espalier_engines::problem::Problem;
use espalier_engines::tolerances::{BEST_LEAVES, MULTIPLIERS};
use minilp::Solution;
use std::rc::Rc;

/// An open node.
#[derive(Clone, Debug)]
pub struct MilpNode {
    /// By feature: its live levels, by place.
    pub live: Vec<Set>,
    /// By column: whether the column is a leaf that no answer in this node reaches.
    pub dead: Set,
    /// A proved lower bound of every answer in it.
    pub bound: f64,
    /// The solution that warm starts its relaxation.
    pub from: Option<Rc<Solution>>,
}

/// The data of the whole formulation that bound tightening needs.
#[derive(Clone, Debug)]
pub struct Facts {
    /// By feature and place.
    cost: Vec<Vec<f64>>,
    reach: Vec<Vec<f64>>,
    changed: Vec<Vec<bool>>,
    max_changes: Option<usize>,
    /// By row of the goal: each column's coefficient, and the need, in the problem's own scale.
    scores: Vec<(Vec<f64>, f64)>,
}

impl Facts {
    pub fn new(form: &Formulation, problem: &Problem) -> Facts {
        let by_place = |f: usize, of: &dyn Fn(usize) -> f64| {
            form.places[f].live.iter().map(|&k| of(k as usize)).collect::<Vec<f64>>()
        };
        let vars = &problem.vars;
        let n = vars.len();
        let mut scores: Vec<(Vec<f64>, f64)> =
            problem.need.iter().map(|need| (vec![0.0; form.columns.len()], need - problem.slack)).collect();
        let mut part = vec![0.0; problem.rows.len()];
        for (tree, leaves) in problem.trees().zip(&form.trees) {
            for leaf in leaves {
                let ColumnMeaning::Leaf(_, node) = form.columns[leaf.column as usize] else { continue };
                problem.leaf_rows(tree, &tree.nodes[node as usize], &mut part);
                scores.iter_mut().zip(&part).for_each(|(s, p)| s.0[leaf.column as usize] = *p);
            }
        }
        Facts {
            cost: (0..n).map(|f| by_place(f, &|k| vars[f].cost[k])).collect(),
            reach: (0..n).map(|f| by_place(f, &|k| vars[f].reach.get(k).copied().unwrap_or(0.0))).collect(),
            changed: (0..n)
                .map(|f| form.places[f].live.iter().map(|&k| vars[f].changed[k as usize]).collect())
                .collect(),
            max_changes: problem.max_changes,
            scores,
        }
    }

    /// Cost of an answer with these places.
    pub fn price(&self, places: &[usize]) -> f64 {
        let cost: f64 = places.iter().enumerate().map(|(f, &k)| self.cost[f][k]).sum();
        cost + places.iter().enumerate().map(|(f, &k)| self.reach[f][k]).fold(0.0, f64::max)
    }
}

/// The places of a set.
pub fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                64 * i + bit
            })
        })
    })
}

pub fn count(set: &[u64]) -> u32 {
    set.iter().map(|w| w.count_ones()).sum()
}

impl MilpNode {
    pub fn root(form: &Formulation) -> MilpNode {
        let full = |n: usize| {
            let mut set = vec![0u64; n.div_ceil(64).max(1)];
            (0..n).for_each(|k| set[k / 64] |= 1 << (k % 64));
            set
        };
        MilpNode {
            live: form.places.iter().map(|p| full(p.live.len())).collect(),
            dead: vec![0; form.columns.len().div_ceil(64).max(1)],
            bound: f64::NEG_INFINITY,
            from: None,
        }
    }

    /// Bound tightening: removes levels and leaves that no answer under `cutoff` can use. Returns `false` when nothing is
    /// left.
    pub fn tighten(&mut self, form: &Formulation, facts: &Facts, cutoff: f64) -> bool {
        loop {
            if !self.cheap(facts, cutoff) || !self.few(facts) {
                return false;
            }
            if !self.leaves(form, facts) {
                return false;
            }
            let mut narrower = false;
            for leaves in &form.trees {
                narrower |= self.narrow(leaves);
            }
            if self.live.iter().any(|set| set.iter().all(|w| *w == 0)) {
                return false;
            }
            if !narrower {
                return true;
            }
        }
    }

    /// Removes levels that cost too much even with the cheapest levels of all other features.
    fn cheap(&mut self, facts: &Facts, cutoff: f64) -> bool {
        let least = |of: &[f64], set: &[u64]| members(set).map(|k| of[k]).fold(f64::INFINITY, f64::min);
        let costs: Vec<f64> = self.live.iter().zip(&facts.cost).map(|(set, of)| least(of, set)).collect();
        let base: f64 = costs.iter().sum();
        let reach = self.live.iter().zip(&facts.reach).map(|(set, of)| least(of, set)).fold(0.0, f64::max);
        let forgiven = MULTIPLIERS * base.abs();
        if base + reach - forgiven >= cutoff {
            return false;
        }
        for (f, set) in self.live.iter_mut().enumerate() {
            for k in members(&set.clone()) {
                let sum = base - costs[f] + facts.cost[f][k] + reach.max(facts.reach[f][k]);
                if sum - forgiven >= cutoff {
                    set[k / 64] &= !(1 << (k % 64));
                }
            }
        }
        true
    }

    /// Removes levels that would exceed the limit on changes.
    fn few(&mut self, facts: &Facts) -> bool {
        let Some(most) = facts.max_changes else { return true };
        let forced = |f: usize, set: &[u64]| members(set).all(|k| facts.changed[f][k]);
        let count = self.live.iter().enumerate().filter(|(f, set)| forced(*f, set)).count();
        if count > most {
            return false;
        }
        if count == most {
            for (f, set) in self.live.iter_mut().enumerate() {
                if !members(set).all(|k| facts.changed[f][k]) {
                    for k in members(&set.clone()).filter(|&k| facts.changed[f][k]) {
                        set[k / 64] &= !(1 << (k % 64));
                    }
                }
            }
        }
        true
    }

    /// Removes leaves that are out of reach, and leaves that leave the scores too low.
    fn leaves(&mut self, form: &Formulation, facts: &Facts) -> bool {
        for leaves in &form.trees {
            let mut any = false;
            for leaf in leaves {
                let c = leaf.column as usize;
                if has(&self.dead, c) {
                    continue;
                }
                let meets = |(f, set): &(u32, Set)| set.iter().zip(&self.live[*f as usize]).any(|(a, b)| a & b != 0);
                if leaf.allows.iter().all(meets) {
                    any = true;
                } else {
                    self.dead[c / 64] |= 1 << (c % 64);
                }
            }
            if !any {
                return false;
            }
        }
        for (part, need) in &facts.scores {
            let best = |leaves: &[super::formulation::LeafColumn]| {
                let alive = leaves.iter().filter(|l| !has(&self.dead, l.column as usize));
                alive.map(|l| part[l.column as usize]).fold(f64::NEG_INFINITY, f64::max)
            };
            let bests: Vec<f64> = form.trees.iter().map(|t| best(t)).collect();
            let sum: f64 = bests.iter().sum();
            let size: f64 = bests.iter().map(|b| b.abs()).sum();
            let lacks = need - sum - BEST_LEAVES * size;
            if lacks > 0.0 {
                return false;
            }
            for (leaves, best) in form.trees.iter().zip(&bests) {
                for leaf in leaves {
                    let c = leaf.column as usize;
                    if part[c] - best < lacks {
                        self.dead[c / 64] |= 1 << (c % 64);
                    }
                }
            }
        }
        true
    }

    /// Keeps of each feature only the levels that some live leaf of the tree allows. Returns whether any were removed.
    fn narrow(&mut self, leaves: &[super::formulation::LeafColumn]) -> bool {
        let mut alive = leaves.iter().filter(|l| !has(&self.dead, l.column as usize));
        let Some(first) = alive.next() else { return false };
        // Only features that every live leaf restricts.
        let mut unions: Vec<(u32, Set)> = first.allows.clone();
        for leaf in alive {
            unions.retain_mut(|(f, union)| match leaf.allows.iter().find(|a| a.0 == *f) {
                Some((_, set)) => {
                    union.iter_mut().zip(set).for_each(|(u, s)| *u |= s);
                    true
                }
                None => false,
            });
            if unions.is_empty() {
                return false;
            }
        }
        let mut gone = false;
        for (f, union) in &unions {
            for (live, u) in self.live[*f as usize].iter_mut().zip(union) {
                gone |= *live & !u != 0;
                *live &= u;
            }
        }
        gone
    }

    /// Writes the columns' bounds in this node.
    pub fn ends(&self, form: &Formulation, lower: &mut [f64], upper: &mut [f64]) {
        for (place, live) in form.places.iter().zip(&self.live) {
            let first = place.first as usize;
            if !place.chain {
                for k in 0..place.live.len() {
                    let on = has(live, k);
                    let alone = on && count(live) == 1;
                    (lower[first + k], upper[first + k]) = (f64::from(u8::from(alone)), f64::from(u8::from(on)));
                }
                continue;
            }
            let n = place.present();
            let missing = place.missing.is_some() && has(live, n);
            let mut present = members(live).filter(|&k| k < n);
            let low = present.next();
            let high = present.last().or(low);
            for k in 1..n {
                let on = high.is_some_and(|h| k <= h);
                let sure = !missing && low.is_some_and(|l| k <= l);
                (lower[first + k - 1], upper[first + k - 1]) = (f64::from(u8::from(sure)), f64::from(u8::from(on)));
            }
            if let Some(c) = place.missing {
                let sure = missing && low.is_none();
                (lower[c as usize], upper[c as usize]) = (f64::from(u8::from(sure)), f64::from(u8::from(missing)));
            }
        }
        for leaf in form.trees.iter().flatten() {
            let c = leaf.column as usize;
            (lower[c], upper[c]) = (0.0, if has(&self.dead, c) { 0.0 } else { 1.0 });
        }
    }
}
