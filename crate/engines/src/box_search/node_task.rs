//! The work on one box, in pieces: sweeps raise its bound, the reduction removes the levels and leaves that they
//! exclude, and the rest of the box is split.

use super::incumbent::{GreedyDive, WORTHS};
use super::node::BoxNode;
use super::node_reduction::Kill;
use super::search_loop::BoxTask;
use super::sweep_limits::{Sweeping, LEAVES_READ, MUCH, ROOT};
use super::BoxSearch;
use crate::tolerances::LEAST_GAP;

/// A box under work.
#[derive(Debug)]
pub struct NodeTask {
    pub sweeping: Sweeping,
    piece: Piece,
}

/// The next piece. Each reads the box a few times at most.
#[derive(Clone, Copy, Debug)]
enum Piece {
    /// Begin the sweeps of a box that is new or was reduced.
    Start(After),
    Sweep,
    /// Try the point that the sweep has chosen.
    Choice,
    /// Lower that point, which has become the incumbent.
    Lower,
    /// Move the multipliers.
    Price,
    Shrink(After),
    /// Look whether the reduced box must still be worked on.
    StillOpen(After),
    /// Choose the branching. `reduced`: nothing has been removed since the box was reduced.
    Split {
        reduced: bool,
    },
    /// Compress a child, then the other one.
    Child(Option<Kill>),
}

/// The work that follows on a reduction.
#[derive(Clone, Copy, Debug)]
enum After {
    /// The root gets its first multipliers.
    Root,
    Sweep,
    Split,
}

impl NodeTask {
    /// The work on the root box. `reduced`: it stays as it was built. Otherwise it is being reduced.
    pub fn root(node: BoxNode, reduced: bool) -> Box<NodeTask> {
        let piece = if reduced { Piece::StillOpen(After::Root) } else { Piece::Shrink(After::Root) };
        Box::new(NodeTask { sweeping: Sweeping::with_dive(node, ROOT), piece })
    }

    /// The work on a box inside, whose bound is still to be raised.
    pub fn inside(sweeping: Sweeping) -> Box<NodeTask> {
        Box::new(NodeTask { sweeping, piece: Piece::Start(After::Sweep) })
    }
}

impl BoxSearch {
    /// Works on a box until it is closed or split, or leaves the rest for the next step.
    pub(super) fn process(&mut self, mut task: Box<NodeTask>) {
        if let Some(mut dive) = task.sweeping.dive.take() {
            if self.dives_on(&mut dive) {
                task.sweeping.dive = Some(dive);
                self.task = BoxTask::Node(task);
                return;
            }
            self.incumbent.land(&self.problem, *dive);
            task.sweeping.dive = self.take_back();
        }
        let mut effort = 0;
        while effort <= LEAVES_READ && task.sweeping.dive.is_none() {
            effort += task.sweeping.node.z.len() + task.sweeping.node.range_leaf.len();
            if !self.piece(&mut task) {
                self.spare.push(task.sweeping.node);
                return;
            }
        }
        self.task = BoxTask::Node(task);
    }

    /// Does the next piece. Returns whether there is more to do on the box.
    fn piece(&mut self, task: &mut NodeTask) -> bool {
        match task.piece {
            Piece::Start(after) => self.begin_sweeps(task, after),
            Piece::Sweep => return self.sweep(task),
            Piece::Choice => self.try_choice(task),
            Piece::Lower => {
                // Another search may have found a cheaper answer since.
                if let Some(point) = self.incumbent.levels.clone() {
                    let lowered = self.incumbent.lower(&self.problem, point);
                    self.incumbent.offer(&self.problem, &lowered);
                }
                task.piece = Piece::Price;
            }
            Piece::Price => return self.price(task),
            Piece::Shrink(after) => match self.shrink_on(&task.sweeping.node) {
                None => {
                    self.close();
                    return false;
                }
                Some(false) => {}
                Some(true) => {
                    let smaller = self.scratch.reduction.written();
                    self.spare.push(std::mem::replace(&mut task.sweeping.node, smaller));
                    task.piece = Piece::StillOpen(after);
                }
            },
            Piece::StillOpen(after) => {
                if let After::Root = after {
                    self.start_multipliers(&mut task.sweeping.node);
                    if self.listing() {
                        self.hold(std::mem::take(&mut task.sweeping.node));
                        return false;
                    }
                }
                if !self.still_open(&mut task.sweeping.node) {
                    self.close();
                    return false;
                }
                if self.listing() && task.sweeping.node.trees() == 0 {
                    self.hold(std::mem::take(&mut task.sweeping.node));
                    return false;
                }
                task.piece = Piece::Start(after);
            }
            Piece::Split { .. } if self.settle_parts(&task.sweeping.node) => return false,
            Piece::Split { reduced } => self.split(task, reduced),
            Piece::Child(other) => {
                match self.shrink_on(&task.sweeping.node) {
                    Some(false) => return true,
                    Some(true) => {
                        let child = self.scratch.reduction.written();
                        self.hold(child);
                    }
                    // The proof closes an empty child when its turn comes.
                    None if self.proving() => self.open.push(BoxNode::default()),
                    None => {}
                }
                let Some(kill) = other else { return false };
                self.scratch.reduction.begin(&task.sweeping.node, Some(kill));
                task.piece = Piece::Child(None);
            }
        }
        true
    }

    fn begin_sweeps(&mut self, task: &mut NodeTask, after: After) {
        let cutoff = self.limits().cutoff;
        let sweeping = &mut task.sweeping;
        sweeping.size = sweeping.node.size();
        self.scratch.dual.start(&self.problem, &sweeping.node);
        task.piece = match after {
            After::Root | After::Sweep => {
                sweeping.count(cutoff);
                Piece::Sweep
            }
            After::Split => Piece::Split { reduced: true },
        };
    }

    fn begin_shrink(&mut self, task: &mut NodeTask, after: After) {
        self.scratch.reduction.begin(&task.sweeping.node, None);
        task.piece = Piece::Shrink(after);
    }

    /// Compresses a box by one more piece. See [`NodeReduction::go_on`](super::NodeReduction::go_on).
    fn shrink_on(&mut self, node: &BoxNode) -> Option<bool> {
        let limits = self.limits();
        self.scratch.reduction.go_on(&self.problem, node, limits, &mut self.spare)
    }

    /// Goes on with a sweep, or ends the sweeps. A proof removes nothing without stating it.
    fn sweep(&mut self, task: &mut NodeTask) -> bool {
        if self.rests(&task.sweeping.node) {
            return self.prove_rest(task);
        }
        if !task.sweeping.more() {
            task.piece = Piece::Split { reduced: false };
            return true;
        }
        let (cutoff, proving) = (self.limits().cutoff, self.proving());
        let Sweeping { node, sweep, before, .. } = &mut task.sweeping;
        let limit = if proving { f64::INFINITY } else { cutoff };
        let Some(swept) = self.scratch.dual.sweep(&self.problem, node, sweep.is_multiple_of(2), limit, LEAVES_READ)
        else {
            return true;
        };
        *sweep += 1;
        *before = node.bound;
        node.bound = node.bound.max(swept);
        let tries = !proving && self.ties.is_none() && !self.listing();
        task.piece = if tries { Piece::Choice } else { Piece::Price };
        proving || task.sweeping.node.bound < cutoff
    }

    /// Ends a sweep: moves the multipliers, and reduces the box where much of it was removed.
    fn price(&mut self, task: &mut NodeTask) -> bool {
        let cutoff = self.limits().cutoff;
        let relax = task.sweeping.relax();
        let node = &mut task.sweeping.node;
        if node.outgrown(cutoff) {
            self.begin_shrink(task, After::Root);
            return true;
        }
        let scale = (cutoff - node.fixed).max(LEAST_GAP);
        let priced = self.scratch.dual.multipliers(&self.problem, node, relax, scale);
        node.bound = node.bound.max(priced);
        task.sweeping.count(cutoff);
        task.piece = Piece::Sweep;
        if self.proving() {
            if self.pays(&task.sweeping, priced) {
                if !self.round(&mut task.sweeping.node) {
                    return false;
                }
                self.begin_shrink(task, After::Sweep);
            }
            return true;
        }
        if self.scratch.dual.dropped() * 5 > task.sweeping.size {
            self.begin_shrink(task, After::Sweep);
        }
        task.sweeping.node.bound < cutoff
    }

    /// Tries the point of the vars' cheapest levels under the messages, and begins a dive from it.
    fn try_choice(&mut self, task: &mut NodeTask) {
        let sweeping = &mut task.sweeping;
        task.piece = Piece::Price;
        let mut point = std::mem::take(&mut self.point);
        point.clear();
        point.extend_from_slice(&sweeping.node.decided);
        for v in 0..sweeping.node.vars() {
            point[sweeping.node.var[v] as usize] = sweeping.node.level[self.scratch.dual.choice[v]];
        }
        let improves = self.improves();
        if self.problem.cost(&point) < self.incumbent.cost {
            let sweep = sweeping.sweep;
            let (found, climbs) = (self.try_point(&sweeping.node, &point), self.problem.ceiling.is_some());
            if found && !climbs {
                task.piece = Piece::Lower;
            } else if found
                || sweeping.first && if improves { sweep.is_multiple_of(4) } else { matches!(sweep, 4 | 12 | 30) }
            {
                sweeping.dive = Some(GreedyDive::new(&self.problem, point.clone(), WORTHS[0]));
            }
        }
        self.point = point;
    }

    /// Chooses the branching. If the sweeps have removed much, the box is reduced first.
    fn split(&mut self, task: &mut NodeTask, reduced: bool) {
        let node = &task.sweeping.node;
        if self.proving() {
            self.scratch.dual.start(&self.problem, node);
        }
        let few = self.scratch.dual.dropped() * MUCH <= node.size();
        let ready = reduced || self.proving() || few && !self.listing();
        match if ready { self.parts(node) } else { None } {
            Some(parts) => self.branch(task, parts),
            None => {
                assert!(!reduced, "a box that was reduced has an open var");
                self.begin_shrink(task, After::Split);
            }
        }
    }

    /// Begins to reduce the children. Depth first: the child without the cheapest level is opened first, so it is
    /// pushed last.
    pub(super) fn branch(&mut self, task: &mut NodeTask, (first, second): (Kill, Kill)) {
        self.state_split(&task.sweeping.node, first);
        self.scratch.reduction.begin(&task.sweeping.node, Some(second));
        task.piece = Piece::Child(Some(first));
    }

    fn parts(&mut self, node: &BoxNode) -> Option<(Kill, Kill)> {
        self.scratch.brancher.split(&self.problem, node, &self.scratch.dual, self.limits().cutoff)
    }
}
