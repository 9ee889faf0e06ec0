//! How often a box is swept, and when it is shrunk, before it is split, here and where rows are priced.

use super::incumbent::Dive;
use super::node::Node;

/// Most sweeps of the root box; of any other.
pub const ROOT: usize = 60;
pub const INSIDE: usize = 12;

/// A box is shrunk before it is split where sweeps have dropped more of it than one part in so many: else the parts are.
pub const MUCH: usize = 10;

/// A box whose bound is being raised.
#[derive(Debug)]
pub struct Sweeping {
    pub node: Node,
    /// Sweeps done; at most.
    pub sweep: usize,
    most: usize,
    /// Dive from it once.
    pub first: bool,
    /// A dive from it that is under way.
    pub dive: Option<Box<Dive>>,
    /// Whether the last sweep gained little.
    slow: bool,
    /// Levels and leaves when it was last compressed.
    pub size: usize,
}

impl Sweeping {
    pub fn new(node: Node, most: usize, first: bool) -> Sweeping {
        let size = node.level.len() + node.z.len();
        Sweeping { node, sweep: 0, most, first, dive: None, slow: false, size }
    }

    pub fn is_root(&self) -> bool {
        self.most > INSIDE
    }

    /// Notes whether the sweep gained little over the bound before it: then splitting pays more than sweeping.
    pub fn count(&mut self, before: f64, cut: f64) {
        // A poor incumbent makes the gap look wide: at the root a gain of a tenth of the bound counts too.
        let gap = cut - self.node.bound;
        let little = 0.1 * if self.is_root() { gap.min(self.node.bound) } else { gap };
        self.slow = self.node.bound - before < little;
    }

    pub fn more(&self) -> bool {
        self.sweep < self.most && (self.sweep <= 4 || !self.slow)
    }
}
