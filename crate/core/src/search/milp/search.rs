//! Branch and bound over the linear relaxation, depth first.

use super::formulation::{Formulation, Place, Set};
use super::lp::{Lp, Outcome, Simplex};
use super::node::{count, members, Facts, Node};
use crate::search::boxes::{Incumbent, Problem};
use crate::search::SearchError;

/// Rounding that closing a node forgives, relative.
const EQUAL: f64 = 4e-10;
/// Numbers that the pivots of a step read and write, some milliseconds' worth.
const PIECE: usize = 2_000_000;

/// A resumable search for the cheapest answer under a cutoff.
#[derive(Debug)]
pub struct MilpSearch {
    problem: Problem,
    form: Formulation,
    facts: Facts,
    lp: Lp,
    simplex: Simplex,
    open: Vec<Node>,
    /// The node whose relaxation is being solved.
    now: Option<Node>,
    best: Option<Vec<u32>>,
    cost: f64,
    nodes: u64,
    begun: bool,
    costs: Vec<f64>,
}

impl MilpSearch {
    /// # Errors
    /// Where the model is too large.
    pub fn new(problem: Problem, cutoff: f64) -> Result<MilpSearch, SearchError> {
        let mut form = Formulation::new(std::slice::from_ref(&problem), false)?;
        let facts = Facts::new(&form, &problem);
        let lp = Lp::new(
            std::mem::take(&mut form.rows),
            std::mem::take(&mut form.cost),
            form.constant - problem.goal.offset,
        );
        let simplex = Simplex::new(&lp, &form.upper);
        let finite = |list: &[f64]| list.iter().copied().filter(|c| c.is_finite()).fold(0.0, f64::max);
        let dearest: f64 = problem.vars.iter().map(|v| finite(&v.cost)).sum();
        let largest = problem.vars.iter().map(|v| finite(&v.reach)).fold(0.0, f64::max);
        let mut root = Node::root(&form);
        root.bound = problem.vars.iter().map(|v| v.least()).sum();
        Ok(MilpSearch {
            open: if form.empty { Vec::new() } else { vec![root] },
            problem,
            form,
            facts,
            lp,
            simplex,
            now: None,
            best: None,
            cost: cutoff.min(2.0 * (dearest + largest) + 1.0),
            nodes: 0,
            begun: false,
            costs: Vec::new(),
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

    fn cut(&self) -> f64 {
        self.cost - EQUAL * self.cost.abs()
    }

    /// Some pivots, or one node; `true` when nothing is left.
    pub fn step(&mut self) -> bool {
        if !self.begun {
            self.begun = true;
            self.dive();
        }
        let Some(mut node) = self.now.take() else {
            self.take();
            return self.open.is_empty() && self.now.is_none();
        };
        let cut = self.cut();
        let pivots = (PIECE / self.simplex.effort(&self.lp).max(1)).clamp(1, 50) as u32;
        let outcome = self.simplex.solve(&self.lp, cut, pivots);
        node.bound = node.bound.max(self.simplex.bound);
        match outcome {
            Outcome::More if node.bound < cut => self.now = Some(node),
            Outcome::More | Outcome::Above | Outcome::Empty => {}
            Outcome::Optimal | Outcome::Stuck => self.divide(node),
        }
        self.open.is_empty() && self.now.is_none()
    }

    /// Opens the newest node that something is left of.
    fn take(&mut self) {
        while let Some(mut node) = self.open.pop() {
            let cut = self.cut();
            if node.bound >= cut {
                continue;
            }
            self.nodes += 1;
            if !node.settle(&self.form, &self.facts, cut) {
                return;
            }
            if node.live.iter().all(|set| count(set) == 1) {
                self.offer_only(&node);
                return;
            }
            node.ends(&self.form, &mut self.simplex.lower, &mut self.simplex.upper);
            self.simplex.begin(&self.lp);
            self.now = Some(node);
            return;
        }
    }

    /// Takes the one point of a node that has no other.
    fn offer_only(&mut self, node: &Node) {
        let places: Vec<usize> = node.live.iter().map(|set| members(set).next().unwrap_or(0)).collect();
        self.offer(&places);
    }

    /// Takes a point if it is cheaper and is an answer.
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

    /// The person's own row, where it may stay, and a greedy dive from there.
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

    /// How much of each live level the relaxation's point takes.
    fn shares(&self, place: &Place) -> Vec<f64> {
        let value = |c: u32| self.simplex.value[c as usize];
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

    /// Looks at a node's relaxed point, drops what is too dear, and splits the rest.
    fn divide(&mut self, mut node: Node) {
        let shares: Vec<Vec<f64>> = self.form.places.iter().map(|p| self.shares(p)).collect();
        let most = |f: usize| {
            members(&node.live[f])
                .fold((0, f64::NEG_INFINITY), |b, k| if shares[f][k] > b.1 { (k, shares[f][k]) } else { b })
        };
        let places: Vec<usize> = (0..shares.len()).map(|f| most(f).0).collect();
        self.offer(&places);
        let cut = self.cut();
        if node.bound >= cut {
            return;
        }
        self.fix(&mut node, cut);
        if !node.settle(&self.form, &self.facts, cut) {
            return;
        }
        let Some((f, first)) = self.choose(&node, &shares, &places) else {
            self.offer_only(&node);
            return;
        };
        let mut other = node.clone();
        for (i, word) in first.iter().enumerate() {
            other.live[f][i] &= !word;
            node.live[f][i] &= word;
        }
        // The side that holds more of the relaxed point is opened first.
        let inside: f64 = members(&first).map(|k| shares[f][k]).sum();
        if inside >= 0.5 {
            self.open.extend([other, node]);
        } else {
            self.open.extend([node, other]);
        }
    }

    /// Reduced costs: drops levels and leaves whose column would raise the bound to the cut.
    fn fix(&mut self, node: &mut Node, cut: f64) {
        self.simplex.exact_costs(&self.lp, &mut self.costs);
        let room = cut - self.simplex.bound;
        if !room.is_finite() {
            return;
        }
        let margin = 1e-9 * (1.0 + room.abs());
        let (lower, upper) = (&self.simplex.lower, &self.simplex.upper);
        let dear = |c: u32, d: f64| upper[c as usize] > lower[c as usize] && d > room + margin;
        for leaf in self.form.trees.iter().flatten() {
            let c = leaf.column as usize;
            if dear(leaf.column, self.costs[c]) {
                node.dead[c / 64] |= 1 << (c % 64);
            }
        }
        for (place, live) in self.form.places.iter().zip(&mut node.live) {
            let mut drop = |k: usize| live[k / 64] &= !(1 << (k % 64));
            if !place.chain {
                for k in 0..place.live.len() {
                    if dear(place.first + k as u32, self.costs[place.first as usize + k]) {
                        drop(k);
                    }
                }
                continue;
            }
            let n = place.present();
            for k in 1..n {
                let c = place.first + k as u32 - 1;
                let d = self.costs[c as usize];
                if dear(c, d) {
                    (k..n).for_each(&mut drop);
                } else if dear(c, -d) {
                    // It is above: neither below nor missing.
                    (0..k).for_each(&mut drop);
                    if place.missing.is_some() {
                        drop(n);
                    }
                }
            }
            if let Some(c) = place.missing {
                if dear(c, self.costs[c as usize]) {
                    drop(n);
                }
            }
        }
    }

    /// A feature and some of its live levels, not all, to part from the others.
    fn choose(&self, node: &Node, shares: &[Vec<f64>], places: &[usize]) -> Option<(usize, Set)> {
        let mut best = (1e-6, None);
        for (f, place) in self.form.places.iter().enumerate() {
            if count(&node.live[f]) < 2 {
                continue;
            }
            // Every gap of a chain, every level of others.
            let n = place.present();
            for k in members(&node.live[f]) {
                let (share, column) = match place.chain {
                    true if k == 0 => continue,
                    true if k < n => (self.simplex.value[place.first as usize + k - 1], place.first + k as u32 - 1),
                    true => (shares[f][k], place.missing.unwrap_or(place.first)),
                    false => (shares[f][k], place.first + k as u32),
                };
                let split = share.min(1.0 - share);
                let score = split * (self.lp.column[column as usize].len() as f64).sqrt();
                if split > 1e-6 && score > best.0 {
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
        // Whole, but no answer: part the point's level from the others.
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
