//! Better answers than the first: some of the decisions that led to the best one are dropped at random, and the greedy dive
//! goes on from there, gains counting at random (ruin and recreate, Schrimpf et al. 2000; iterated greedy, Ruiz and Stützle 2007).

use super::node::Node;
use super::SlantedSearch;
use crate::draws::Draws;

/// After how many nodes it is tried, and after how many times as many again.
const FIRST: u64 = 60;
const LATER: u64 = 8;

/// Dives at most, and in a row that find nothing; the share of decisions that is dropped.
const DIVES: u32 = 20;
const IDLE: u32 = 10;
const DROPPED: f64 = 0.4;

/// A test, and the side that is decided.
pub(super) type Decision = (u32, u8);

/// What dives have come to.
#[derive(Debug)]
pub(super) struct Dives {
    /// Where they begin.
    root: Option<Node>,
    /// The decisions that led to the best answer.
    taken: Vec<Decision>,
    draws: Draws,
    /// After how many nodes the next are.
    next: u64,
    /// Whether a dive is at work: its answers are drawn nearer when all dives are done.
    pub rough: bool,
    /// The node of the last answer, the point that rounding took over a side if one did, and the answer's.
    pub found: Option<(Node, Option<Vec<f64>>, Vec<f64>)>,
}

impl Default for Dives {
    fn default() -> Dives {
        let (root, found) = (None, None);
        Dives { root, taken: Vec::new(), draws: Draws::default(), next: FIRST, rough: false, found }
    }
}

impl SlantedSearch {
    /// Looks for the first answer.
    pub(super) fn dive_first(&mut self, root: &Node) {
        self.dives.rough = true;
        let mut taken = self.dive(root, Vec::new(), &[]);
        for _ in 0..DIVES {
            if taken.is_some() {
                break;
            }
            let lots = self.lots();
            taken = self.dive(root, Vec::new(), &lots);
        }
        self.dives.taken = taken.unwrap_or_default();
        self.dives.root = Some(root.clone());
        self.draw_found();
    }

    /// Looks for better ones, if that is due.
    pub(super) fn dive_again(&mut self) {
        if self.nodes < self.dives.next || self.dives.taken.is_empty() {
            return;
        }
        self.dives.next *= LATER;
        let Some(root) = self.dives.root.take() else { return };
        // Rounds are for the search.
        let limit = std::mem::replace(&mut self.limit, f64::INFINITY);
        self.dives.rough = true;
        let (mut dives, mut idle) = (0, 0);
        while dives < DIVES && idle < IDLE {
            let Dives { taken, draws, .. } = &mut self.dives;
            let kept = taken.iter().copied().filter(|_| draws.unit() > DROPPED).collect();
            let lots = self.lots();
            idle += 1;
            if let Some(taken) = self.dive(&root, kept, &lots) {
                (self.dives.taken, idle) = (taken, 0);
            }
            dives += 1;
        }
        self.draw_found();
        self.limit = limit;
        self.dives.root = Some(root);
    }

    /// How much the gain of each test counts in a dive.
    fn lots(&mut self) -> Vec<f64> {
        self.frame.forest.tests.iter().map(|_| self.dives.draws.unit()).collect()
    }

    /// Draws the last answer that dives have found nearer to its hyperplanes.
    fn draw_found(&mut self) {
        self.dives.rough = false;
        if let Some((node, outer, at)) = self.dives.found.take() {
            if let Some(outer) = outer.or_else(|| self.on_planes(&node)) {
                self.draw_nearer(&node, &outer, &at);
            }
        }
    }
}
