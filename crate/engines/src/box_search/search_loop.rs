//! The steps of a search: dives, the root box, and one open box after the other.

use super::incumbent::{GreedyDive, WORTHS};
use super::next_open::{take_next, Order};
use super::node::BoxNode;
use super::node_reduction::Kill;
use super::node_task::NodeTask;
use super::sweep_limits::{Sweeping, INSIDE, LEAVES_READ};
use super::BoxSearch;

/// A dive starts from the relaxed points of the first three boxes. For the least cost one also starts from every fourth, while boxes are large. By hand:
/// without the later ones answers of hard forests were up to a tenth too dear after 3 s (docs/experiments/box-search.md). Boxes become smaller, and soon
/// cheaper than a dive.
const DIVES_EACH: u64 = 4;
const DIVES_UNTIL: u64 = 256;

/// After a dive, changes of the incumbent are taken back one at a time, and each time a dive follows, where the incumbent has so many. By hand: with 3 or 4
/// answers were no better (docs/experiments/box-search.md).
const MANY_CHANGES: usize = 6;

/// The next step of a search.
#[derive(Debug)]
pub(super) enum BoxTask {
    Start,
    /// A dive from the cheapest point, by its number, or from the incumbent after it.
    Dive(usize, Box<GreedyDive>),
    /// Begin the root box.
    Root,
    Build(Box<BoxNode>),
    Node(Box<NodeTask>),
    /// Take the next open box.
    Next,
}

impl BoxSearch {
    /// Does one piece of work: at most one box, and at most about [`LEAVES_READ`]. Returns `true` when nothing is left.
    pub fn step(&mut self) -> bool {
        match std::mem::replace(&mut self.task, BoxTask::Next) {
            BoxTask::Start => self.start(),
            BoxTask::Dive(number, dive) => self.dive(number, dive),
            BoxTask::Root => self.begin_root(),
            BoxTask::Build(node) => self.build(node),
            BoxTask::Node(task) => self.process(task),
            BoxTask::Next => self.next(),
        }
        self.done()
    }

    fn start(&mut self) {
        if self.problem.vars.iter().any(|v| !v.least().is_finite()) {
            self.close();
            return;
        }
        if self.ties.is_none() && !self.listing() && !self.proving() {
            self.start_dive(0);
        } else {
            self.begin_root();
        }
    }

    /// Starts a dive from the cheapest point. Further dives are worth their time only where the first finds nothing,
    /// since sweeps lead to better answers.
    fn start_dive(&mut self, number: usize) {
        let start: Vec<u32> = self.problem.vars.iter().map(|v| v.best).collect();
        self.task = BoxTask::Dive(number, GreedyDive::new(&self.problem, start, WORTHS[number]));
    }

    /// Whether the least cost is searched for, so that each better answer is worth its time.
    pub(super) fn improves(&self) -> bool {
        self.dives == WORTHS.len() && !self.rises()
    }

    /// The next dive from the incumbent without one of its changes, if it has many.
    pub(super) fn take_back(&mut self) -> Option<Box<GreedyDive>> {
        if self.improves() {
            self.incumbent.take_back(&self.problem, MANY_CHANGES)
        } else {
            None
        }
    }

    /// Continues a dive.
    fn dive(&mut self, number: usize, mut dive: Box<GreedyDive>) {
        if self.dives_on(&mut dive) {
            self.task = BoxTask::Dive(number, dive);
            return;
        }
        self.incumbent.land(&self.problem, *dive);
        if self.incumbent.levels.is_none() && number + 1 < self.dives {
            self.start_dive(number + 1);
        } else if let Some(dive) = self.take_back() {
            self.task = BoxTask::Dive(number, dive);
        } else {
            self.task = BoxTask::Root;
        }
    }

    /// Makes some moves of a dive. Each move reads all levels and trees at most. Returns whether the dive is still
    /// under way.
    pub(super) fn dives_on(&mut self, dive: &mut GreedyDive) -> bool {
        (0..(LEAVES_READ / self.size()).max(1)).all(|_| self.incumbent.go_on(&self.problem, dive))
    }

    /// Trees and levels of the problem.
    fn size(&self) -> usize {
        self.problem.trees().count() + self.problem.vars.iter().map(|v| v.levels()).sum::<usize>() + 1
    }

    fn begin_root(&mut self) {
        let mut raw = Box::new(self.spare.pop().unwrap_or_default());
        if self.scratch.root.begin(&self.problem, self.limits().cutoff, &mut raw) {
            self.build(raw);
        } else {
            self.close();
        }
    }

    /// Continues building the root box.
    fn build(&mut self, mut raw: Box<BoxNode>) {
        match self.scratch.root.build(&self.problem, &mut raw, LEAVES_READ) {
            None => self.close(),
            Some(false) => self.task = BoxTask::Build(raw),
            Some(true) => {
                // Where only one answer is searched for, the root is not reduced, since the sweeps show which levels
                // and leaves to remove.
                let plain = self.ties.is_none() && !self.listing() && !self.proving();
                if !plain {
                    self.scratch.reduction.begin(&raw, None);
                }
                self.process(NodeTask::root(*raw, plain));
            }
        }
    }

    /// Opens the next box.
    fn next(&mut self) {
        let order = self.order();
        let next = if self.listing() { self.take_nearest() } else { take_next(&mut self.open, order, self.nodes) };
        let Some(mut node) = next else { return };
        self.nodes += 1;
        if self.listing() {
            match self.part(node) {
                Some(open) => node = open,
                None => return,
            }
        }
        if node.outgrown(self.limits().cutoff) {
            self.start_multipliers(&mut node);
        }
        if self.still_open(&mut node) {
            let later = order == Order::ByTurns && self.nodes <= DIVES_UNTIL && self.nodes.is_multiple_of(DIVES_EACH);
            let dives = self.nodes <= 3 || later;
            let sweeping = if dives { Sweeping::with_dive } else { Sweeping::new };
            self.process(NodeTask::inside(sweeping(node, INSIDE)));
        } else {
            self.spare.push(node);
            self.close();
        }
    }

    fn order(&self) -> Order {
        if self.rises() {
            Order::LeastBound
        } else if self.ties.is_some() || self.proving() {
            Order::Newest
        } else {
            Order::ByTurns
        }
    }

    /// Whether the highest score is searched for.
    fn rises(&self) -> bool {
        self.problem.ceiling.is_some()
    }

    /// Whether regions are listed.
    pub(super) fn listing(&self) -> bool {
        self.regions.is_some()
    }

    /// Whether a proof is written.
    pub(super) fn proving(&self) -> bool {
        self.proof.is_some()
    }

    /// Notes in the proof, if one is written, that the present box is closed.
    pub(super) fn close(&mut self) {
        if let Some(proof) = self.proof.as_mut() {
            proof.close();
        }
    }

    /// Starting multipliers: those that price the whole deficit at the whole budget.
    pub(super) fn start_multipliers(&mut self, node: &mut BoxNode) {
        let rows = self.problem.rows.len();
        let mut point = std::mem::take(&mut self.point);
        node.cheapest_point(&mut point);
        self.sum(node, &point);
        self.point = point;
        let lacks: Vec<f64> = (0..rows).map(|r| (node.need[r] - self.sums[r]).max(0.0)).collect();
        node.start_multipliers(&self.problem, &lacks, self.limits().cutoff);
    }

    /// Compresses a box into a spare one; `None` when nothing is left of it.
    pub(super) fn shrink(&mut self, src: &BoxNode, kill: Option<Kill>) -> Option<BoxNode> {
        let limits = self.limits();
        self.scratch.reduction.shrink(&self.problem, src, kill, limits, &mut self.spare)
    }

    /// Whether a box must be worked on. It need not be when its bound reaches the cutoff, when its cheapest point is an
    /// answer (nothing in the box is cheaper), or when it is decided to one point.
    pub(super) fn still_open(&mut self, node: &mut BoxNode) -> bool {
        if self.proving() {
            return node.vars() > 0 && (self.beside().is_none() || self.proof_still_open(node));
        }
        if self.listing() {
            return node.bound < self.limits().cutoff;
        }
        if node.bound >= self.limits().cutoff {
            return false;
        }
        if let Some(ties) = &mut self.ties {
            return ties.still_open(&self.problem, node);
        }
        if self.rises() && node.vars() > 0 {
            return true;
        }
        let mut point = std::mem::take(&mut self.point);
        node.cheapest_point(&mut point);
        let answer = self.try_point(node, &point);
        self.point = point;
        !answer && node.vars() > 0
    }

    /// Sets `sums` to the row sums of a box's open trees at a point.
    fn sum(&mut self, node: &BoxNode, point: &[u32]) {
        self.sums.resize(self.problem.soft_rows(), 0.0);
        self.problem.sums(node.tree.iter().map(|t| *t as usize), point, &mut self.sums);
        self.summed.clear();
        self.summed.extend_from_slice(point);
        let cutoff = self.limits().cutoff;
        let need = |row: usize| {
            self.problem.floor(node.need.get(row).copied().unwrap_or(0.0), if row == 0 { cutoff } else { 0.0 })
        };
        self.reached = self.sums.iter().enumerate().all(|(row, sum)| *sum >= need(row));
    }

    /// Offers a point of a box if it reaches the rows. Returns whether it is an answer and now the incumbent. Often the
    /// point is the one of the last call.
    pub(super) fn try_point(&mut self, node: &BoxNode, point: &[u32]) -> bool {
        if self.summed != point {
            self.sum(node, point);
        }
        self.reached && self.incumbent.offer(&self.problem, point)
    }

    /// Whether a proof has nothing left of a box but its linear constraints: all its trees are decided.
    pub(super) fn rests(&mut self, node: &BoxNode) -> bool {
        node.trees() == 0 && self.beside().is_some()
    }
}
