//! Every region of the target within a radius (Blanchart 2021, Section VII-G and (10)).
//!
//! The search opens the same boxes, the nearest first, under a fixed cutoff. A box is closed when no point of it is within
//! the radius. It is also closed, and listed, when every point of it has the target. The boxes are disjoint, since they
//! partition the feature space.

use super::linear_constraint_proof::{Near, Nearby};
use super::node::BoxNode;
use super::node_reduction::Kill;
use super::search_loop::BoxTask;
use super::{nearest_first, BoxSearch, Pruning};
use crate::problem::compiled::{insert, words, LevelTree, DEAD};
use crate::problem::goal_problem::{Problem, Span};
use crate::tolerances::reach;

/// The boxes that the search has listed.
#[derive(Debug, Default)]
pub struct TargetBoxes {
    pub boxes: Vec<TargetBox>,
    /// If there are more boxes than are listed: every box that costs less than this is listed.
    pub full: Option<f64>,
    /// With linear constraints: a box may have a nearer point, or a point at all, that costs at least this.
    pub unsure: Option<f64>,
}

/// A box in which every point has the target.
#[derive(Clone, Debug)]
pub struct TargetBox {
    /// By var: its levels, ascending.
    pub levels: Vec<Vec<u32>>,
    /// Its cheapest point.
    pub point: Vec<u32>,
    /// The separable cost of `point`.
    pub cost: f64,
    /// With linear constraints: its nearest point, of that cost, as a raw row.
    pub row: Option<Vec<f64>>,
}

/// Largest number of boxes that are listed. The contract states it (docs/contract/answer.md). By hand.
pub const MOST_REGIONS: usize = 10_000;

/// The lengths at which a list ends before it is complete.
#[derive(Clone, Copy, Debug)]
pub struct ListLengths {
    /// Largest number of boxes that are listed.
    pub boxes: usize,
    /// Largest number of levels and leaves of the boxes that wait to be opened: some 60 bytes each.
    pub waiting: usize,
}

impl Default for ListLengths {
    /// By hand: boxes that wait take about half a gigabyte at most. Not measured.
    fn default() -> ListLengths {
        ListLengths { boxes: MOST_REGIONS, waiting: 8_000_000 }
    }
}

/// The boxes listed so far.
#[derive(Debug, Default)]
pub struct Listing {
    parts: TargetBoxes,
    /// With linear constraints: finds a box's nearest point.
    nearby: Option<Nearby>,
    walk: Walk,
    lengths: ListLengths,
    /// Number of levels and leaves of the open boxes.
    waiting: usize,
}

/// The decision on a box.
#[derive(Debug, PartialEq)]
enum Fate {
    /// The box is listed, or it holds no point that counts.
    Closed,
    /// The bound of its trees must be computed first.
    Open,
    /// Split it: the number of the open var, the position of the first level on one side, and the position after the
    /// last one.
    Split(usize, usize, usize),
}

/// Scratch for walking the trees over a box.
#[derive(Debug, Default)]
struct Walk {
    spans: Vec<Span>,
    arena: Vec<u64>,
    part: Vec<f64>,
    /// By row: the least and the largest value of the present tree, and the sum of the trees' least values.
    least: Vec<f64>,
    most: Vec<f64>,
    sums: Vec<f64>,
    dead: bool,
    steps: Vec<Step>,
}

#[derive(Debug)]
enum Step {
    Visit(u32),
    Set(usize, Span),
}

impl BoxSearch {
    /// A search for all boxes of the target whose cheapest point costs at most `radius`, within [`reach`].
    pub fn regions(problem: Problem, radius: f64) -> BoxSearch {
        let mut search = BoxSearch::new(problem, f64::INFINITY);
        search.incumbent.cost = reach(radius);
        search.regions = Some(Listing::default());
        search
    }

    /// As [`BoxSearch::regions`], for a problem with linear constraints. The nearest points keep them.
    pub fn regions_beside(problem: Problem, radius: f64, nearby: Nearby) -> BoxSearch {
        let mut search = BoxSearch::regions(problem, radius);
        search.regions = Some(Listing { nearby: Some(nearby), ..Listing::default() });
        search
    }

    /// The boxes that a search by [`BoxSearch::regions`] has listed.
    pub fn listed(&self) -> Option<&TargetBoxes> {
        self.regions.as_ref().map(|r| &r.parts)
    }

    /// Begins the list anew, within another radius.
    pub fn list_anew(&mut self, radius: f64) {
        self.incumbent.cost = reach(radius);
        self.open.clear();
        self.task = BoxTask::Start;
        if let Some(listing) = &mut self.regions {
            listing.parts = TargetBoxes::default();
            listing.waiting = 0;
        }
    }

    /// Sets the lengths at which the list ends.
    pub fn end_list_at(&mut self, lengths: ListLengths) {
        if let Some(listing) = &mut self.regions {
            listing.lengths = lengths;
        }
    }

    /// Holds a box to be opened later. While regions are listed, its bound is that of its own cheapest point at least, not only that of the box that it
    /// was split from.
    pub(super) fn hold(&mut self, mut node: BoxNode) {
        let Some(listing) = &mut self.regions else { return self.open.push(node) };
        let base = (0..node.vars()).map(|v| node.cost[node.cheapest_level(v)]).sum::<f64>();
        node.bound = node.bound.max(node.fixed + base);
        listing.waiting += node.size();
        nearest_first::push(&mut self.open, node);
    }

    /// While regions are listed: the open box with the least bound, which is open no longer.
    pub(super) fn take_nearest(&mut self) -> Option<BoxNode> {
        let node = nearest_first::pop(&mut self.open)?;
        if let Some(listing) = &mut self.regions {
            listing.waiting -= node.size();
        }
        Some(node)
    }

    /// Closes a box, splits it at a test that separates its points, or returns it so that its bound is computed.
    pub(super) fn part(&mut self, node: BoxNode) -> Option<BoxNode> {
        let cutoff = self.incumbent.cost;
        let Some(regions) = &mut self.regions else { return Some(node) };
        match regions.fate(&self.problem, &node, cutoff) {
            Fate::Open if !regions.full() => return Some(node),
            Fate::Open | Fate::Closed => {}
            Fate::Split(var, from, to) => {
                for others in [false, true] {
                    if let Some(child) = self.shrink(&node, Some(Kill { var, from, to, others })) {
                        self.hold(child);
                    }
                }
            }
        }
        if let Some(listing) = self.regions.as_mut().filter(|listing| listing.full()) {
            // Neither the box that is one too many nor any open one costs less.
            listing.parts.boxes.truncate(listing.lengths.boxes);
            listing.parts.full = Some(node.bound);
            listing.waiting = 0;
            self.open.clear();
        }
        self.spare.push(node);
        None
    }

    /// Pruning limits while regions are listed: points beyond the radius are removed, and no levels are merged.
    pub(super) fn region_limits(&self) -> Pruning {
        Pruning { cutoff: self.incumbent.cost, keep_levels: true }
    }
}

impl Listing {
    fn fate(&mut self, problem: &Problem, node: &BoxNode, cutoff: f64) -> Fate {
        let levels = levels(node);
        let (point, cost) = cheapest(problem, &levels);
        let allowed = problem.max_changes.is_none_or(|k| problem.changes(&point) <= k);
        if let Some(split) = hole(problem, node) {
            return split;
        }
        let apart = self.walk.whole(problem, &levels);
        if self.walk.uniform(problem) || apart.is_none() && problem.on_target(&point) {
            if let Some(nearby) = &mut self.nearby {
                let Near { best, unsure } = nearby.find(&levels, node.bound, cutoff);
                self.parts.unsure = self.parts.unsure.into_iter().chain(unsure).reduce(f64::min);
                if let Some((row, cost)) = best {
                    self.parts.boxes.push(TargetBox { levels, point, cost, row: Some(row) });
                }
                return Fate::Closed;
            }
            if allowed {
                self.parts.boxes.push(TargetBox { levels, point, cost, row: None });
                return Fate::Closed;
            }
        } else if apart.is_none() {
            // All its points fall in the same leaves, and miss the target.
            return Fate::Closed;
        }
        if node.trees() > 0 {
            return Fate::Open;
        }
        apart.and_then(|(tree, at)| test(problem, node, tree, at)).or_else(|| halve(node)).unwrap_or(Fate::Closed)
    }

    /// Whether no more is listed, since the list or the boxes that wait are too long.
    fn full(&self) -> bool {
        self.parts.boxes.len() > self.lengths.boxes || self.waiting > self.lengths.waiting
    }
}

/// The levels of each var in a box.
fn levels(node: &BoxNode) -> Vec<Vec<u32>> {
    let mut levels: Vec<Vec<u32>> = node.decided.iter().map(|&k| vec![k]).collect();
    for v in 0..node.vars() {
        levels[node.var[v] as usize] = node.level[node.levels_of(v)].to_vec();
    }
    levels
}

fn cheapest(problem: &Problem, levels: &[Vec<u32>]) -> (Vec<u32>, f64) {
    let least = |(f, of): (usize, &Vec<u32>)| {
        let cost = &problem.vars[f].cost;
        *of.iter().min_by(|&&a, &&b| cost[a as usize].total_cmp(&cost[b as usize])).expect("a box holds levels")
    };
    let point: Vec<u32> = levels.iter().enumerate().map(least).collect();
    let cost = problem.cost(&point);
    (point, cost)
}

/// Where the levels of a numeric var are not one run, the split that gives the first run a box of its own. Levels
/// without a point do not interrupt a run.
fn hole(problem: &Problem, node: &BoxNode) -> Option<Fate> {
    for v in 0..node.vars() {
        let f = node.var[v] as usize;
        let var = &problem.vars[f];
        if problem.compiled.schema.features[f].level_count().is_some() {
            continue;
        }
        let of = &node.level[node.levels_of(v)];
        let missing = |k: u32| var.missing && k as usize + 1 == var.levels();
        let broken = |a: u32, b: u32| missing(b) || (a + 1..b).any(|k| var.cost[k as usize].is_finite());
        if let Some(at) = of.windows(2).position(|w| broken(w[0], w[1])) {
            return Some(Fate::Split(v, 0, at + 1));
        }
    }
    None
}

/// The split of a box by one test of a tree: the first run of levels that the test sends left, and the rest.
fn test(problem: &Problem, node: &BoxNode, tree: usize, at: u32) -> Option<Fate> {
    let tree = problem.tree(tree);
    let test = &tree.nodes[at as usize];
    let v = node.var.iter().position(|&f| f == test.feature)?;
    let of = &node.level[node.levels_of(v)];
    let left: Vec<bool> = of.iter().map(|&k| problem.child(tree, test, k) == Some(test.left)).collect();
    let first = left.iter().position(|&l| l)?;
    let run = left[first..].iter().take_while(|&&l| l).count();
    (run < of.len()).then_some(Fate::Split(v, first, first + run))
}

/// Any split of a box of more than one point.
fn halve(node: &BoxNode) -> Option<Fate> {
    (0..node.vars()).find(|&v| node.levels_of(v).len() > 1).map(|v| Fate::Split(v, 0, node.levels_of(v).len() / 2))
}

impl Walk {
    /// Walks all trees over a box. Of the trees that separate points of the box, returns the one with the widest range
    /// of values, and its first test that separates them.
    fn whole(&mut self, problem: &Problem, levels: &[Vec<u32>]) -> Option<(usize, u32)> {
        self.arena.clear();
        self.spans.clear();
        for (f, of) in levels.iter().enumerate() {
            let var = &problem.vars[f];
            self.spans.push(match of.as_slice() {
                // Levels in between that have no point make no difference.
                [first, .., last] if var.ordered => Span::Range(*first, *last),
                [only] if var.ordered => Span::Range(*only, *only),
                _ if var.levels() <= 64 => Span::Bits(of.iter().fold(0, |bits, &k| bits | 1 << k)),
                _ => {
                    let at = self.arena.len();
                    self.arena.resize(at + words(var.levels()), 0);
                    of.iter().for_each(|&k| insert(&mut self.arena[at..], k as usize));
                    Span::Set(at as u32)
                }
            });
        }
        let rows = problem.rows.len();
        self.sums.clear();
        self.sums.resize(rows, 0.0);
        self.dead = false;
        let mut widest: Option<(f64, usize, u32)> = None;
        for (t, tree) in problem.trees().enumerate() {
            self.part.resize(rows, 0.0);
            self.least.clear();
            self.least.resize(rows, f64::INFINITY);
            self.most.clear();
            self.most.resize(rows, f64::NEG_INFINITY);
            let base = self.arena.len();
            let first = self.tree(problem, tree);
            self.arena.truncate(base);
            self.sums.iter_mut().zip(&self.least).for_each(|(sum, least)| *sum += least);
            if let Some(at) = first {
                let width: f64 = self.most.iter().zip(&self.least).map(|(m, l)| (m - l).min(1e300)).sum();
                if widest.is_none_or(|(w, ..)| width > w) {
                    widest = Some((width, t, at));
                }
            }
        }
        widest.map(|(_, t, at)| (t, at))
    }

    /// Walks a tree. Returns its first test that separates points of the box.
    fn tree(&mut self, problem: &Problem, tree: &LevelTree) -> Option<u32> {
        let mut first = None;
        let mut part = std::mem::take(&mut self.part);
        self.steps.push(Step::Visit(0));
        while let Some(step) = self.steps.pop() {
            let at = match step {
                Step::Set(f, span) => {
                    self.spans[f] = span;
                    continue;
                }
                Step::Visit(at) => at,
            };
            let node = &tree.nodes[at as usize];
            if node.feature >= DEAD {
                self.dead |= node.feature == DEAD;
                problem.leaf_rows(tree, node, &mut part);
                for (row, value) in part.iter().enumerate() {
                    self.least[row] = self.least[row].min(*value);
                    self.most[row] = self.most[row].max(*value);
                }
                continue;
            }
            let f = node.feature as usize;
            let whole = self.spans[f];
            // A missing value for which the tree has no rule has no prediction.
            self.dead |= problem.vars[f].missing && node.missing.is_none() && self.holds_missing(problem, f, whole);
            let sides = problem.split(tree, node, whole, &mut self.arena);
            if sides.iter().all(Option::is_some) {
                first = first.or(Some(at));
            }
            self.steps.push(Step::Set(f, whole));
            for (side, child) in sides.into_iter().zip([node.left, node.right]) {
                if let Some(side) = side {
                    self.steps.extend([Step::Visit(child), Step::Set(f, side)]);
                }
            }
        }
        self.part = part;
        first
    }

    fn holds_missing(&self, problem: &Problem, f: usize, span: Span) -> bool {
        let last = problem.vars[f].levels() - 1;
        match span {
            Span::Range(_, hi) => hi as usize == last,
            Span::Bits(bits) => bits >> last & 1 == 1,
            Span::Set(at) => crate::problem::compiled::has(&self.arena[at as usize..], last),
        }
    }

    /// Whether every point of the box that was walked has the target.
    fn uniform(&self, problem: &Problem) -> bool {
        !self.dead && problem.surely(&self.sums)
    }
}
