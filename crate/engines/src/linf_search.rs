//! Costs with a largest-change part (linf), which is no sum over features: a sequence of box searches in which only
//! levels within a radius are allowed.
//!
//! If the cost is the largest change alone, the optimum is one of the levels' own reaches. It is looked for among the radii that are open: each
//! search either finds an answer within a radius, or proves that there is none. Radii that the trees' highest leaves refute are left out before.
//!
//! With a mixed cost, the radius only shrinks. The optimum of the separable part within the present radius is a lower
//! bound of that part for every smaller radius. So answers must have a reach below (best cost - that optimum).

use super::box_search::BoxSearch;
use crate::problem::compiled::{LevelNode, TestKind, DEAD, LEAF};
use crate::problem::levels::Var;
use crate::problem::Problem;

/// Finds the answer with the least sum of separable cost and largest reach.
#[derive(Debug)]
pub struct LinfSearch {
    make: Problem,
    vars: Vec<Var>,
    /// Distinct finite reaches, ascending.
    radii: Vec<f64>,
    /// Whether the separable part is 0 everywhere.
    pure: bool,
    /// No answer has a reach below `radii[low]`.
    low: usize,
    /// Only reaches below `radii[high]` can still improve the answer.
    high: usize,
    /// Every answer that can still improve the best one costs at least this in the separable part.
    separable: f64,
    cutoff: f64,
    best: Option<(Vec<u32>, f64)>,
    running: Option<(BoxSearch, usize)>,
    /// The search for an answer with smaller changes, among answers with the best largest change.
    tidying: Option<BoxSearch>,
    /// Whether such a search is still to come for the best answer.
    untidy: bool,
    nodes: u64,
}

/// The first of the radii, ascending, that the trees do not refute. A leaf's least reach is the largest of its path's tests, each alone. Within a smaller
/// radius some row misses its need even with the highest leaf of each tree that the radius allows.
fn first_radius(problem: &Problem, radii: &[f64]) -> usize {
    // By var and cut: the least reach of the levels below the cut, and of those from it on.
    let mut sides: Vec<Vec<(f64, f64)>> = Vec::new();
    for var in &problem.vars {
        let mut cuts = vec![(f64::INFINITY, f64::INFINITY); var.levels() + 1];
        let reach = |k: usize| if var.cost[k] < f64::INFINITY { var.reach[k] } else { f64::INFINITY };
        for k in 0..var.levels() {
            cuts[k + 1].0 = cuts[k].0.min(reach(k));
        }
        for k in (0..var.levels()).rev() {
            cuts[k].1 = cuts[k + 1].1.min(reach(k));
        }
        sides.push(cuts);
    }
    let mut first = 0;
    let mut values = vec![0.0; problem.rows.len()];
    let mut open = Vec::new();
    for row in 0..problem.rows.len() {
        // Leaves, each with its reach and value. Behind those of a tree stands one with the reach NaN.
        let mut leaves = Vec::new();
        for tree in problem.trees() {
            open.push((0, 0.0));
            while let Some((at, reach)) = open.pop() {
                let node: &LevelNode = &tree.nodes[at as usize];
                if node.feature == LEAF {
                    problem.all_leaf_rows(tree, node, &mut values);
                    leaves.push((reach, values[row]));
                }
                if node.feature >= DEAD {
                    continue;
                }
                let var = &problem.vars[node.feature as usize];
                let cut = if node.kind == TestKind::Cut { var.cut(node.test) } else { node.test };
                // Of other tests, and where a value may be missing, either side may be within any radius.
                let cuts = matches!(node.kind, TestKind::Cut | TestKind::Level) && !var.missing;
                let (left, right) = if cuts { sides[node.feature as usize][cut as usize] } else { (0.0, 0.0) };
                open.push((node.left, left.max(reach)));
                open.push((node.right, right.max(reach)));
            }
            leaves.push((f64::NAN, 0.0));
        }
        first += radii[first..].partition_point(|radius| {
            let (mut sum, mut top) = (0.0, f64::NEG_INFINITY);
            for &(reach, value) in &leaves {
                if reach.is_nan() {
                    sum += top;
                    top = f64::NEG_INFINITY;
                } else if reach <= *radius && value > top {
                    top = value;
                }
            }
            sum < problem.floor(problem.need[row], 0.0)
        });
    }
    first
}

/// The problem with `vars` in place of its own. Only levels whose reach is `allowed` keep a finite cost.
pub fn within(problem: &Problem, vars: &[Var], allowed: impl Fn(f64) -> bool) -> Problem {
    let mut problem = problem.clone();
    problem.vars.clone_from_slice(vars);
    for var in &mut problem.vars {
        for k in 0..var.levels() {
            if !allowed(var.reach[k]) {
                var.cost[k] = f64::INFINITY;
            }
        }
        var.index();
    }
    problem
}

impl LinfSearch {
    /// A search for the least largest change, among answers that cost less than `cutoff`.
    pub fn new(problem: Problem, cutoff: f64) -> LinfSearch {
        let vars = problem.vars.clone();
        let finite = |v: &Var, k: usize| v.cost[k].is_finite();
        let mut radii: Vec<f64> =
            vars.iter().flat_map(|v| (0..v.levels()).filter(move |&k| finite(v, k)).map(move |k| v.reach[k])).collect();
        radii.sort_by(f64::total_cmp);
        radii.dedup();
        let forced = vars
            .iter()
            .map(|v| (0..v.levels()).filter(|&k| finite(v, k)).map(|k| v.reach[k]).fold(f64::INFINITY, f64::min))
            .fold(0.0, f64::max);
        let pure = vars.iter().all(|v| (0..v.levels()).all(|k| !finite(v, k) || v.cost[k] == 0.0));
        let low = radii.partition_point(|r| *r < forced);
        LinfSearch {
            low: low + first_radius(&problem, &radii[low..]),
            high: radii.len(),
            separable: vars.iter().map(|v| v.least()).sum(),
            make: problem,
            vars,
            radii,
            pure,
            cutoff,
            best: None,
            running: None,
            tidying: None,
            untidy: false,
            nodes: 0,
        }
    }

    /// Number of boxes opened so far.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.running.as_ref().map_or(0, |r| r.0.nodes)
    }

    /// The incumbent: its level of each var, and its cost.
    pub fn best(&self) -> Option<(&[u32], f64)> {
        self.best.as_ref().map(|(l, c)| (l.as_slice(), *c))
    }

    fn limit(&self) -> f64 {
        self.best.as_ref().map_or(self.cutoff, |b| b.1)
    }

    /// A proved lower bound of every answer's cost.
    pub fn bound(&self) -> f64 {
        match self.radii.get(self.low) {
            Some(radius) if self.low < self.high => (self.separable + radius).min(self.limit()),
            _ => self.limit(),
        }
    }

    /// Whether the search is finished.
    pub fn done(&self) -> bool {
        self.running.is_none() && self.tidying.is_none() && self.low >= self.high
    }

    /// Works on one box. Returns `true` when done.
    pub fn step(&mut self) -> bool {
        if let Some(search) = self.tidying.take() {
            self.tidy(search);
            return self.done();
        }
        let Some((mut search, at)) = self.running.take() else {
            if self.done() {
                return true;
            }
            // Most radii with an answer take a third of the time of one without, so that the larger ones are tried first
            // (docs/experiments/box-search.md).
            let at = if self.pure { self.low + (self.high - self.low) * 2 / 3 } else { self.high - 1 };
            let cutoff = self.limit() - self.radii[self.low];
            let mut search = BoxSearch::new(within(&self.make, &self.vars, |r| r <= self.radii[at]), cutoff);
            // Most radii without an answer are refuted by the root, which costs less than further dives.
            if self.pure {
                search.dives = 1;
            }
            self.running = Some((search, at));
            return false;
        };
        let over = search.step() || (self.pure && search.best().is_some());
        if !over {
            self.running = Some((search, at));
            return false;
        }
        self.nodes += search.nodes;
        match search.best() {
            None => self.low = at + 1,
            Some((levels, separable)) => {
                let levels = levels.to_vec();
                self.separable = self.separable.max(if self.pure { 0.0 } else { separable });
                self.take(levels);
                self.untidy = self.pure;
            }
        }
        if !self.pure {
            // No answer within the radius is cheaper in the separable part than the optimum that was just proved.
            let slack = self.limit() - self.separable;
            self.high = self.high.min(at).min(self.radii.partition_point(|r| *r < slack));
            if search.best().is_none() {
                self.low = self.high;
            }
        }
        self.low = self.low.min(self.high);
        // Smaller changes take several times the work of an easy radius: at the end, or where a radius was not easy, so that a search that is stopped has them.
        if self.untidy && (search.nodes > 0 || self.low >= self.high) {
            self.untidy = false;
            self.begin_tidy();
        }
        self.done()
    }

    /// Accepts an answer, and lowers the limit on radii below the answer's reach.
    fn take(&mut self, levels: Vec<u32>) {
        let reach = levels.iter().zip(&self.vars).map(|(&k, v)| v.reach[k as usize]).fold(0.0, f64::max);
        let cost = levels.iter().zip(&self.vars).map(|(&k, v)| v.cost[k as usize]).sum::<f64>() + reach;
        if cost < self.limit() {
            self.best = Some((levels, cost));
        }
        self.high = self.high.min(self.radii.partition_point(|r| *r < reach));
    }

    /// Among answers with the same largest change, one with small changes otherwise. It is the answer that the first
    /// box of a search finds, and is not proved to be the least.
    fn begin_tidy(&mut self) {
        let Some((_, radius)) = self.best else { return };
        let mut problem = within(&self.make, &self.vars, |r| r <= radius);
        for var in &mut problem.vars {
            for k in 0..var.levels() {
                if var.cost[k].is_finite() {
                    var.cost[k] = var.reach[k];
                }
            }
            var.index();
        }
        let mut search = BoxSearch::new(problem, f64::INFINITY);
        // Its answer is not proved to be the least: no change is taken back.
        search.dives = 2;
        self.tidying = Some(search);
    }

    fn tidy(&mut self, mut search: BoxSearch) {
        if !search.step() && search.at_root() {
            self.tidying = Some(search);
            return;
        }
        let Some((levels, _)) = search.best() else { return };
        let levels = levels.to_vec();
        let reach = levels.iter().zip(&self.vars).map(|(&k, v)| v.reach[k as usize]).fold(0.0, f64::max);
        if self.best.as_ref().is_some_and(|(_, radius)| reach <= *radius) {
            self.best = Some((levels.clone(), reach));
            self.take(levels);
        }
    }
}
