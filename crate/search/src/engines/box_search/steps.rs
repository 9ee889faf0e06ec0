//! The search's work in pieces: dives, the root box, sweeps and splits.

use super::incumbent::Dive;
use super::node::Node;
use super::presolve::Kill;
use super::sweep_limits::{Sweeping, INSIDE, MUCH, PIECE, ROOT};
use super::BoxSearch;
use crate::tolerances::LEAST_GAP;

/// The dives from the cheapest point differ in their value of a move. It is a function of the share of the deficit that
/// the move closes, from 0 to 1. The second and third dive are made only where the first finds no answer: all three
/// took up to half of the time of easy queries, for a few boxes less (docs/experiments/box-search.md). The functions
/// are by hand.
const WORTHS: [fn(f64) -> f64; 3] = [|share| share, |share| share * share, f64::sqrt];

/// The next step of a search.
#[derive(Debug)]
pub(super) enum Task {
    Start,
    /// A dive from the cheapest point, by its number.
    Dive(usize, Box<Dive>),
    Build(Box<Node>),
    Sweep(Box<Sweeping>),
    /// Take the next open box.
    Next,
}

impl BoxSearch {
    /// Does one piece of work: at most one box, and at most about [`PIECE`]. Returns `true` when nothing is left.
    pub fn step(&mut self) -> bool {
        match std::mem::replace(&mut self.task, Task::Next) {
            Task::Start => self.start(),
            Task::Dive(number, dive) => self.dive(number, dive),
            Task::Build(node) => self.build(node),
            Task::Sweep(box_) => self.sweep(box_),
            Task::Next => self.next(),
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
        self.task = Task::Dive(number, Box::new(Dive::new(&self.problem, start, WORTHS[number])));
    }

    /// Continues a dive.
    fn dive(&mut self, number: usize, mut dive: Box<Dive>) {
        if self.dives_on(&mut dive) {
            self.task = Task::Dive(number, dive);
            return;
        }
        self.incumbent.land(&self.problem, *dive);
        if self.incumbent.levels.is_none() && number + 1 < WORTHS.len() {
            self.start_dive(number + 1);
        } else {
            self.begin_root();
        }
    }

    /// Makes some moves of a dive. Each move reads all levels and trees at most. Returns whether the dive is still
    /// under way.
    fn dives_on(&mut self, dive: &mut Dive) -> bool {
        (0..(PIECE / self.size()).max(1)).all(|_| self.incumbent.go_on(&self.problem, dive))
    }

    /// Trees and levels of the problem.
    fn size(&self) -> usize {
        self.problem.trees().count() + self.problem.vars.iter().map(|v| v.levels()).sum::<usize>() + 1
    }

    fn begin_root(&mut self) {
        let mut raw = Box::new(self.spare.pop().unwrap_or_default());
        if self.scratch.root.begin(&self.problem, self.limits().cut, &mut raw) {
            self.build(raw);
        } else {
            self.close();
        }
    }

    /// Continues building the root box.
    fn build(&mut self, mut raw: Box<Node>) {
        match self.scratch.root.build(&self.problem, &mut raw, PIECE) {
            None => self.close(),
            Some(false) => self.task = Task::Build(raw),
            Some(true) => match self.first(raw) {
                None => self.close(),
                Some(mut node) => {
                    self.start_multipliers(&mut node);
                    if self.listing() {
                        self.open.push(node);
                    } else if self.settle(&mut node) {
                        self.task = Task::Sweep(Box::new(Sweeping::with_dive(node, ROOT)));
                    } else {
                        self.close();
                    }
                }
            },
        }
    }

    /// The first root box. Where only one answer is searched for, it is not compressed, since the sweeps tell which
    /// levels and leaves to remove.
    fn first(&mut self, raw: Box<Node>) -> Option<Node> {
        if self.ties.is_none() && !self.listing() && !self.proving() {
            return Some(*raw);
        }
        self.shrink(&raw, None)
    }

    /// Opens the next box.
    fn next(&mut self) {
        let nearest =
            if self.listing() { self.nearest_open().map(|at| self.open.swap_remove(at)) } else { self.open.pop() };
        let Some(mut node) = nearest else { return };
        self.nodes += 1;
        if self.listing() {
            match self.part(node) {
                Some(open) => node = open,
                None => return,
            }
        }
        if self.settle(&mut node) {
            let dives = self.nodes <= 3;
            let sweeping = if dives { Sweeping::with_dive } else { Sweeping::new };
            self.sweep(Box::new(sweeping(node, INSIDE)));
        } else {
            self.spare.push(node);
            self.close();
        }
    }

    /// Whether regions are listed.
    fn listing(&self) -> bool {
        self.regions.is_some()
    }

    /// Whether a proof is written.
    fn proving(&self) -> bool {
        self.proof.is_some()
    }

    /// Notes in the proof, if one is written, that the present box is closed.
    pub(super) fn close(&mut self) {
        if let Some(proof) = self.proof.as_mut() {
            proof.close();
        }
    }

    /// Starting multipliers: those that price the whole deficit at the whole budget.
    fn start_multipliers(&mut self, node: &mut Node) {
        let rows = self.problem.rows.len();
        let mut point = std::mem::take(&mut self.point);
        node.cheapest_point(&mut point);
        self.sum(node, &point);
        self.point = point;
        let lacks: Vec<f64> = (0..rows).map(|r| (node.need[r] - self.sums[r]).max(0.0)).collect();
        node.start_multipliers(&self.problem, &lacks, self.limits().cut);
    }

    /// Compresses a box into a spare one; `None` when nothing is left of it.
    pub(super) fn shrink(&mut self, src: &Node, kill: Option<Kill>) -> Option<Node> {
        let limits = self.limits();
        self.scratch.compressor.shrink(&self.problem, src, kill, limits, &mut self.spare)
    }

    /// Whether a box must be worked on. It need not be when its bound reaches the cut, when its cheapest point is an
    /// answer (nothing in the box is cheaper), or when it is decided to one point.
    pub(super) fn settle(&mut self, node: &mut Node) -> bool {
        if self.proving() {
            return node.vars() > 0 && (self.beside().is_none() || self.prove_settle(node));
        }
        if self.listing() {
            return node.bound < self.limits().cut;
        }
        if node.bound >= self.limits().cut {
            return false;
        }
        if let Some(ties) = &mut self.ties {
            return ties.settle(&self.problem, node);
        }
        let mut point = std::mem::take(&mut self.point);
        node.cheapest_point(&mut point);
        let answer = self.try_point(node, &point);
        self.point = point;
        !answer && node.vars() > 0
    }

    /// Sets `sums` to the row sums of a box's open trees at a point.
    fn sum(&mut self, node: &Node, point: &[u32]) {
        self.sums.resize(self.problem.soft_rows(), 0.0);
        self.problem.sums(node.tree.iter().map(|t| *t as usize), point, &mut self.sums);
        self.summed.clear();
        self.summed.extend_from_slice(point);
        let need = |row: usize| node.need.get(row).copied().unwrap_or(0.0) - self.problem.slack;
        self.reached = self.sums.iter().enumerate().all(|(row, sum)| *sum >= need(row));
    }

    /// Offers a point of a box if it reaches the rows. Returns whether it is an answer and now the incumbent. Often the
    /// point is the one of the last call.
    fn try_point(&mut self, node: &Node, point: &[u32]) -> bool {
        if self.summed != point {
            self.sum(node, point);
        }
        self.reached && self.incumbent.offer(&self.problem, point)
    }

    /// Raises the bound of a box by sweeps. Then closes the box, splits it, or leaves the rest for the next step.
    fn sweep(&mut self, mut work: Box<Sweeping>) {
        if work.sweep == 0 {
            self.scratch.dual.start(&self.problem, &work.node);
        }
        if let Some(mut dive) = work.dive.take() {
            if self.dives_on(&mut dive) {
                work.dive = Some(dive);
                self.task = Task::Sweep(work);
                return;
            }
            self.incumbent.land(&self.problem, *dive);
        }
        let mut effort = 0;
        while work.dive.is_none() && work.more() && !self.rests(&work.node) {
            if effort > PIECE {
                self.task = Task::Sweep(work);
                return;
            }
            effort += work.node.z.len() + work.node.range_leaf.len();
            let open = if self.proving() { self.prove_once(&mut work) } else { self.sweep_once(&mut work) };
            if !open {
                self.spare.push(work.node);
                return;
            }
        }
        if work.dive.is_some() {
            self.task = Task::Sweep(work);
        } else if self.rests(&work.node) {
            self.prove_rest(work.node);
        } else if self.proving() {
            self.prove_split(work.node);
        } else {
            self.split(work.node);
        }
    }

    /// Whether a proof has nothing left of a box but its sums over features: all its trees are decided.
    fn rests(&mut self, node: &Node) -> bool {
        node.trees() == 0 && self.beside().is_some()
    }

    /// Does one sweep. Returns whether the box is still open.
    fn sweep_once(&mut self, work: &mut Sweeping) -> bool {
        work.sweep += 1;
        let (sweep, root, relax) = (work.sweep, work.is_root(), work.relax());
        let node = &mut work.node;
        let cut = self.limits().cut;
        let before = node.bound;
        node.bound = node.bound.max(self.scratch.dual.sweep(&self.problem, node, sweep % 2 == 1, cut));
        if node.bound >= cut {
            return false;
        }
        if self.ties.is_none() && !self.listing() {
            work.dive = self.try_choice(node, root && matches!(sweep, 4 | 12 | 30) || work.first && sweep == 4);
        }
        let scale = (cut - node.fixed).max(LEAST_GAP);
        node.bound = node.bound.max(self.scratch.dual.multipliers(&self.problem, node, relax, scale));
        if node.bound >= self.limits().cut {
            return false;
        }
        if self.scratch.dual.dropped() * 5 > work.size {
            let Some(mut smaller) = self.shrink(node, None) else { return false };
            std::mem::swap(node, &mut smaller);
            self.spare.push(smaller);
            if !self.settle(node) {
                return false;
            }
            work.size = node.size();
            self.scratch.dual.start(&self.problem, node);
        }
        work.count(before, self.limits().cut);
        true
    }

    /// Tries the point of the vars' cheapest levels under the messages, and dives from it. Returns the dive if it is
    /// too long for one step.
    fn try_choice(&mut self, node: &Node, dive: bool) -> Option<Box<Dive>> {
        let mut point = std::mem::take(&mut self.point);
        point.clear();
        point.extend_from_slice(&node.decided);
        for v in 0..node.vars() {
            point[node.var[v] as usize] = node.level[self.scratch.dual.choice[v]];
        }
        let mut begun = None;
        if self.problem.cost(&point) < self.incumbent.cost {
            if self.try_point(node, &point) {
                let lowered = self.incumbent.lower(&self.problem, point.clone());
                self.incumbent.offer(&self.problem, &lowered);
            } else if dive {
                let mut dive = Dive::new(&self.problem, point.clone(), WORTHS[0]);
                if self.dives_on(&mut dive) {
                    begun = Some(Box::new(dive));
                } else {
                    self.incumbent.land(&self.problem, dive);
                }
            }
        }
        self.point = point;
        begun
    }

    fn split(&mut self, mut node: Node) {
        let few = self.scratch.dual.dropped() * MUCH <= node.size();
        let mut parts = if few && !self.listing() { self.parts(&node) } else { None };
        if parts.is_none() {
            // Remove the levels and leaves that the sweeps have excluded, before looking for a split.
            let Some(smaller) = self.shrink(&node, None) else { return };
            self.spare.push(std::mem::replace(&mut node, smaller));
            if !self.settle(&mut node) {
                self.spare.push(node);
                return;
            }
            if self.listing() && node.trees() == 0 {
                self.open.push(node);
                return;
            }
            self.scratch.dual.start(&self.problem, &node);
            parts = self.parts(&node);
        }
        let (first, second) = parts.expect("a box that was shrunk has an open var");
        // Depth first: the child without the cheapest level is opened first, so it is pushed last.
        for kill in [second, first] {
            if let Some(child) = self.shrink(&node, Some(kill)) {
                self.open.push(child);
            }
        }
        self.spare.push(node);
    }

    pub(super) fn parts(&mut self, node: &Node) -> Option<(Kill, Kill)> {
        self.scratch.brancher.split(&self.problem, node, &self.scratch.dual, self.limits().cut)
    }
}
