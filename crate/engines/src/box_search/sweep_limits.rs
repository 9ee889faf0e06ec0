//! Limits of the sweeps: the number of sweeps of a box, when a box is reduced before it is split, and how much
//! one step does. The box search and the Lagrangian search share them.

use super::incumbent::GreedyDive;
use super::node::BoxNode;

/// Largest number of sweeps of the root box. Sweeps that gain little end earlier. More raises the root's bound and
/// costs easy queries time. By hand, in the first version; not measured since sweeps end by their gain.
pub const ROOT: usize = 60;

/// Largest number of sweeps of any other box. Boxes that were swept 300 times instead of some six were half as many, at
/// seven to ten times the price (docs/experiments/box-search.md). The number itself is by hand.
pub const INSIDE: usize = 12;

/// A box is reduced before it is split if the sweeps have removed more than one in this many of its levels and
/// leaves. Otherwise only its children are reduced. More reduces boxes for less. A tenth was measured against
/// reducing every box: 0.9 of the time on hard queries (docs/experiments/box-search.md).
pub const MUCH: usize = 10;

/// Number of leaves and ranges of leaves that one step of the search reads, roughly. It takes a few milliseconds. More
/// lets Stop wait longer; less gives control back more often. By hand.
pub const LEAVES_READ: usize = 100_000;

/// A box whose bound is being raised.
#[derive(Debug)]
pub struct Sweeping {
    /// The box.
    pub node: BoxNode,
    /// Number of sweeps done, and its limit.
    pub sweep: usize,
    most: usize,
    /// The bound before the last sweep.
    pub before: f64,
    /// Whether to dive from it between sweeps.
    pub first: bool,
    /// A dive from it that is under way.
    pub dive: Option<Box<GreedyDive>>,
    /// Whether the last sweep gained little.
    slow: bool,
    /// Number of levels and leaves when it was last reduced.
    pub size: usize,
}

impl Sweeping {
    /// `most`: the largest number of sweeps.
    pub fn new(node: BoxNode, most: usize) -> Sweeping {
        let size = node.size();
        Sweeping { node, sweep: 0, most, before: f64::NEG_INFINITY, first: false, dive: None, slow: false, size }
    }

    /// As [`Sweeping::new`], with dives from the box.
    pub fn with_dive(node: BoxNode, most: usize) -> Sweeping {
        Sweeping { first: true, ..Sweeping::new(node, most) }
    }

    /// Whether it is the root of its search.
    pub fn is_root(&self) -> bool {
        self.most > INSIDE
    }

    /// The over-relaxation of the multipliers after the present sweep.
    pub fn relax(&self) -> f64 {
        if self.is_root() && self.sweep <= 3 {
            1.0
        } else {
            3.0
        }
    }

    /// Records whether the last sweep gained little. Then splitting is better than sweeping.
    pub fn count(&mut self, cutoff: f64) {
        // A poor incumbent makes the gap look wide. So at the root a gain of a tenth of the bound also counts.
        let gap = cutoff - self.node.bound;
        let little = 0.1 * if self.is_root() { gap.min(self.node.bound) } else { gap };
        self.slow = self.node.bound - self.before < little;
    }

    /// Whether another sweep is worth its time.
    pub fn more(&self) -> bool {
        self.sweep < self.most && (self.sweep <= 4 || !self.slow)
    }
}
