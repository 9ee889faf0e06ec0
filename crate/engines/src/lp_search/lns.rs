//! Large neighbourhood search for better incumbents. Some of the decisions that led to the incumbent are dropped at random, and the greedy dive goes
//! on from there, with its gains weighed at random (ruin and recreate, Schrimpf et al. 2000; iterated greedy, Ruiz and Stützle 2007).

use super::diving::LpDive;
use super::node::{Decision, LpNode};
use super::LpSearch;
use espalier_numerics::draws::Draws;

/// The number of nodes before the first dives. Less makes easy queries dearer. With such dives nodes of thirteen sets came to 0.65 and of ten others
/// to 0.73 (docs/experiments/lp-search.md). It was chosen on the thirteen; other values have no record.
const FIRST: u64 = 60;

/// The factor to the number of nodes before the next dives. Above 1. More dives less often. Chosen with [`FIRST`].
const LATER: u64 = 8;

/// The most dives each time. 30 dives bring first answers from 1.5 to 2.0 times the least to 1.05 to 1.08 (four sets). Chosen with [`FIRST`].
const DIVES: u32 = 20;

/// The dives in a row without a find after which they end. More goes on for longer. Chosen with [`FIRST`].
const IDLE: u32 = 10;

/// The share of the decisions that is dropped. From 0 to 1. More looks further away and finds less often. Chosen with [`FIRST`].
const DROPPED: f64 = 0.4;

/// The state of dives.
#[derive(Debug)]
pub(super) struct Dives {
    /// The node where they begin.
    root: Option<LpNode>,
    /// The dive at work.
    now: Option<LpDive>,
    /// The decisions that led to the incumbent.
    taken: Vec<Decision>,
    draws: Draws,
    /// The number of nodes before the next dives; the number of these that are left; the number that have found nothing since one did.
    next: u64,
    left: u32,
    idle: u32,
    /// Whether a dive is at work. Its answers are drawn nearer when all dives are done.
    pub rough: bool,
    /// The last answer.
    pub found: Option<Rough>,
}

/// An answer of a dive that is not drawn nearer to its hyperplanes yet.
#[derive(Debug)]
pub(super) struct Rough {
    pub node: LpNode,
    /// The point that rounding took over a side, if it did.
    pub outer: Option<Vec<f64>>,
    /// The answer's point.
    pub at: Vec<f64>,
}

impl Default for Dives {
    fn default() -> Dives {
        let (root, found) = (None, None);
        let (now, taken, draws) = (None, Vec::new(), Draws::default());
        Dives { root, now, taken, draws, next: FIRST, left: 0, idle: 0, rough: false, found }
    }
}

impl LpSearch {
    /// Begins the dive for the first incumbent.
    pub fn dive_first(&mut self, root: LpNode) {
        self.dive_from(&root, Vec::new(), Vec::new());
        self.dives.root = Some(root);
    }

    /// Whether the first dive is at work.
    pub(super) fn first_dive(&self) -> bool {
        self.dives.now.is_some() && self.dives.next == FIRST
    }

    /// One step of a dive for a better incumbent, if one is at work or due.
    pub fn dive_again(&mut self) -> bool {
        if let Some(dive) = self.dives.now.take() {
            self.dive_on(dive);
            return true;
        }
        let dives = &mut self.dives;
        if self.nodes >= dives.next {
            (dives.left, dives.idle) = (DIVES, 0);
            dives.next *= LATER;
        }
        if dives.left == 0 {
            return false;
        }
        let Some(root) = dives.root.take() else { return false };
        dives.left -= 1;
        let kept = dives.taken.iter().copied().filter(|_| dives.draws.unit() > DROPPED).collect();
        let weights: Vec<f64> = self.lp.forest.kinds.iter().map(|_| dives.draws.unit()).collect();
        self.dive_from(&root, kept, weights);
        self.dives.root = Some(root);
        true
    }

    fn dive_from(&mut self, root: &LpNode, kept: Vec<Decision>, weights: Vec<f64>) {
        self.dives.idle += 1;
        self.dives.now = self.dive(root, kept, weights);
        if self.dives.now.is_none() {
            self.dives_end();
        }
    }

    /// One decision of a dive.
    fn dive_on(&mut self, mut dive: LpDive) {
        // The limits of rounds apply to the search only.
        let limit = std::mem::replace(&mut self.limit, f64::INFINITY);
        self.dives.rough = true;
        let on = self.go_down(&mut dive);
        self.dives.rough = false;
        self.limit = limit;
        if on {
            self.dives.now = Some(dive);
            return;
        }
        if let Some(taken) = dive.taken(self.cost) {
            (self.dives.taken, self.dives.idle) = (taken, 0);
        }
        self.dives_end();
    }

    /// After a dive: says whether others are to follow.
    fn dives_end(&mut self) {
        if self.dives.idle == IDLE {
            self.dives.left = 0;
        }
        if self.dives.left == 0 {
            self.draw_found();
        }
    }

    /// Draws the last answer that dives have found nearer to its hyperplanes.
    fn draw_found(&mut self) {
        if let Some(Rough { node, outer, at }) = self.dives.found.take() {
            if let Some(outer) = outer.or_else(|| self.on_planes(&node)) {
                self.draw_nearer(&node, &outer, &at);
            }
        }
    }
}
