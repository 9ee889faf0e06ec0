//! Exact search where boxes do not suffice: hyperplane splits, and linear limits on any ensemble
//! (Carreira-Perpinan & Hada 2021, Section 3, for one tree leaf by leaf; here for ensembles by branch and bound).
//!
//! A node decides some tests. Its relaxation is a linear program over the decided rows (`simplex`), or a convex quadratic program where costs curve
//! (`separable_qp`). The cost of crossing an undecided test, and the scores that live leaves can still reach, close nodes or decide more tests.
//! Branching is on tests, axis splits and levels of discrete features among them, and on whole numbers.
//!
//! The sides of a hyperplane are kept apart by a slab of 1e-9 of its largest coefficient, so that the model's own sum agrees. Where the input type is
//! single precision, answers also keep the rounding of their changed numbers away from the sides. They are optimal among such answers; `polish` then
//! draws them nearer, as far as the predictor agrees. A node that holds no such number is never closed: it stays in the bound, and the answer is not
//! called optimal.

mod background_hulls;
mod best_multipliers;
mod bound_tightening;
mod branching;
mod causal_ensembles;
mod causal_repair;
mod costs;
mod diversity_rows;
mod diving;
mod ensemble_to_lp_trees;
mod fixed_charges;
mod implications;
mod inherited_multipliers;
mod integer_equations;
mod linear_leaves;
mod lns;
mod lp_model;
mod lp_trees;
mod lp_trees_builder;
mod neurons;
mod node;
mod path_bound;
mod polish;
mod pseudocosts;
mod quadratic_cost;
mod reduced_cost_fixing;
mod relaxation_point;
mod rounding;
mod row_to_counterfactual;
mod score_cost_bound;
mod shortest_decimals;
mod single_move_check;
mod solve_box;
mod start_by_boxes;

pub use lp_model::Encoding;
pub use lp_model::Use;
/// The parts from which the mixed-integer program is built.
pub use lp_trees::{LpTestKind, LEAF};
pub use lp_trees_builder::shares;
pub use row_to_counterfactual::counterfactual;
pub use shortest_decimals::Shortening;
pub use solve_box::BoxBounds;

use crate::problem::Problem;
use crate::tolerances::CLOSE;
use crate::SearchError;
pub use background_hulls::Hulls;
use espalier_model::explanation::Counterfactual;
use espalier_model::query::Query;
use espalier_numerics::{Outcome, Relaxation, Scratch};
use integer_equations::{NumberBounds, Ways};
use lns::Dives;
pub use lp_model::LpModel;
pub use node::LpNode;
use path_bound::PathBounds;
use pseudocosts::Pseudocosts;
use relaxation_point::RelaxationPoint;
use score_cost_bound::ScoreCostBound;

/// The first round's limit, as a share of the first incumbent's cost above the fixed cost. From 0 to 1. First incumbents cost up to three times the
/// optimum, and a search under a limit far above the optimum goes astray. Rounds under small limits fail fast, so they cost less than they save.
/// Rounds took the median of 50 trees in 5 dimensions from 88 to 32 ms (docs/experiments/lp-search.md). Other shares have no record.
const FIRST: f64 = 0.25;

/// From this share of the incumbent's cost above the fixed cost on, a round has no limit. Up to 1. By hand; not measured.
const LAST: f64 = 0.8;

/// How many times the nodes of the last round the next should take, judged by the growth of the nodes with the limit's last step. Above 1. More takes
/// fewer rounds and searches further above the optimum. Where limits always grew by 1.3, three sets took 0.6 to 1.6 times as long, and their slowest
/// queries up to twice (docs/experiments/lp-search.md). Other values have no record.
const DEARER: f64 = 4.0;

/// The least growth of a limit, as a share of the limit above the fixed cost. Less takes more rounds. Chosen with [`DEARER`].
const SLOWEST: f64 = 0.05;

/// The greatest growth of a limit, as a share of the limit above the fixed cost. More may go far above the optimum in one step. Chosen with
/// [`DEARER`].
const FASTEST: f64 = 0.5;

/// After a round of at most so many nodes the growth is the greatest: so few say nothing about the next. Chosen with [`DEARER`].
const FEW: u64 = 30;

/// After so many factorings of a coupled quadratic cost a step of the search begins nothing more. A factoring takes 0.2 ms for a picture of 28 times
/// 28 (docs/experiments/lp-search.md). More lets Stop wait longer. By hand.
const FACTORED: usize = 20;

/// The number of the node from which on the best multipliers are solved for (`best_multipliers`). Less makes easy queries dearer, up to a sixth as it
/// is. Chosen with the method on thirteen sets (docs/experiments/lp-search.md); other values have no record.
const EASY: u64 = 60;

/// The greatest share of the gap that the score bound takes off where the gain of a branching is measured. Below 1, so that something is left to
/// measure. Chosen as [`EASY`].
const NEARLY: f64 = 0.95;

/// The budget for integer equations in the first node, in tried values, for one way to meet them. More settles more requests at once, and lets Stop
/// wait longer. Without trying values 6 of 60 random requests with equations ended `feasible` or `unknown` (docs/experiments/lp-search.md). By hand.
const FIRST_TRIES: u32 = 1_000_000;

/// The least budget for integer equations in any node, in tried values, for all ways to meet them. Budgets fall to it where they run out. By hand;
/// not measured.
const LEAST_TRIES: u32 = 100;

/// The greatest budget for integer equations in any node, in tried values, for all ways to meet them. More makes nodes dearer and prunes more of
/// them. By hand; not measured.
const MOST_TRIES: u32 = 20_000;

/// A resumable search for the cheapest answer under a cutoff.
#[derive(Debug)]
pub struct LpSearch {
    lp: LpModel,
    boxes: Option<Box<start_by_boxes::StartByBoxes>>,
    hulls: Option<Hulls>,
    open: Vec<LpNode>,
    begun: bool,
    scratch: Scratch,
    path_bounds: PathBounds,
    score_cost_bound: ScoreCostBound,
    pseudocosts: Pseudocosts,
    relaxation_point: RelaxationPoint,
    dives: Dives,
    /// By coordinate: its bounds in the node looked at last.
    ends: Vec<(f64, f64)>,
    /// The cuts of linear leaves.
    cuts: linear_leaves::LocalCuts,
    best: Option<Vec<f64>>,
    cost: f64,
    /// The incumbents before this one, with their costs.
    replaced: Vec<(Vec<f64>, f64)>,
    /// Least bound of the nodes that could neither be closed nor branched on.
    unsettled: f64,
    /// Least bound of the nodes that were closed by an answer as near to the bound as rounding lets one be.
    shaved: f64,
    nodes: u64,
    /// The nodes that a round begins with: the whole space within the limits.
    round_start: Vec<LpNode>,
    /// The cutoff of this round: no node whose bound reaches it is explored.
    limit: f64,
    /// A lower bound of every answer's cost, proved by the rounds before.
    proved_floor: f64,
    /// The share of itself by which the limit grew last; the nodes of the last round; the number of nodes before this round.
    limit_growth: f64,
    last_round_nodes: u64,
    nodes_before_round: u64,
    /// Whether integer equations have not been looked at yet, and the next budget for all ways to meet them, in tried values.
    equations_untried: bool,
    equation_tries: u32,
}

impl LpSearch {
    /// How often the quadratic form of the cost was factored since the search took its last node.
    pub fn factored(&self) -> usize {
        self.scratch.factored()
    }

    /// # Errors
    /// `SearchError` for a query that this engine does not answer.
    ///
    /// `before`: the answers that the next one must differ from.
    pub fn new(
        problem: Problem,
        query: &Query,
        enforced: &[bool],
        cutoff: f64,
        before: &[Counterfactual],
    ) -> Result<LpSearch, SearchError> {
        let lp = LpModel::new(problem, query, enforced, before, lp_model::Use::Alone)?;
        Ok(LpSearch::of(lp, cutoff))
    }

    /// A search of nodes that a mixed-integer program hands over.
    ///
    /// # Errors
    /// `SearchError` for a query that this engine does not answer.
    pub fn for_milp(problem: Problem, query: &Query, enforced: &[bool], cutoff: f64) -> Result<LpSearch, SearchError> {
        Ok(LpSearch::of(LpModel::new(problem, query, enforced, &[], Use::MixedInteger)?, cutoff))
    }

    /// A search of nodes that lie within one leaf of each tree.
    ///
    /// # Errors
    /// `SearchError` for a query that this engine does not answer.
    pub fn within(problem: Problem, query: &Query, enforced: &[bool], cutoff: f64) -> Result<LpSearch, SearchError> {
        Ok(LpSearch::of(LpModel::new(problem, query, enforced, &[], lp_model::Use::Leaf)?, cutoff))
    }

    fn of(lp: LpModel, cutoff: f64) -> LpSearch {
        let hulls = Hulls::new(&lp);
        let cost = cutoff.min(lp.dearest);
        let mut search = LpSearch {
            hulls,
            boxes: None,
            proved_floor: lp.floor,
            lp,
            open: Vec::new(),
            begun: false,
            scratch: Scratch::default(),
            path_bounds: PathBounds::default(),
            score_cost_bound: ScoreCostBound::default(),
            pseudocosts: Pseudocosts::default(),
            relaxation_point: RelaxationPoint::default(),
            dives: Dives::default(),
            ends: Vec::new(),
            cuts: linear_leaves::LocalCuts::default(),
            best: None,
            cost,
            replaced: Vec::new(),
            unsettled: f64::INFINITY,
            shaved: f64::INFINITY,
            nodes: 0,
            round_start: Vec::new(),
            limit: f64::INFINITY,
            limit_growth: FASTEST,
            last_round_nodes: 0,
            nodes_before_round: 0,
            equations_untried: true,
            equation_tries: MOST_TRIES,
        };
        search.boxes = search.boxes_first();
        search
    }

    /// Raw row and cost of the incumbent.
    pub fn best(&self) -> Option<(&[f64], f64)> {
        self.best.as_deref().map(|b| (b, self.cost))
    }

    /// Takes the incumbents that others have replaced since the last call, with their costs.
    pub fn replaced(&mut self) -> Vec<(Vec<f64>, f64)> {
        std::mem::take(&mut self.replaced)
    }

    /// Nodes opened beyond the root.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.boxes.as_ref().map_or(0, |boxes| boxes.nodes())
    }

    /// A proved lower bound of every answer's cost. When the search is done without an answer, it is the cutoff.
    pub fn bound(&self) -> f64 {
        if !self.begun {
            return self.proved_floor.min(self.cost);
        }
        let open = self.open.iter().map(|n| n.bound.max(n.bottleneck_bound)).fold(self.cost.min(self.limit), f64::min);
        let shaved = if open < self.cost { self.shaved } else { self.cost };
        open.min(shaved).min(self.unsettled).max(self.proved_floor.min(self.cost))
    }

    /// Whether every node is accounted for. If not, `bound` is as far as the proof goes.
    pub fn proved(&self) -> bool {
        self.unsettled >= self.cutoff()
    }

    /// The cutoff: only answers that cost less are still of interest.
    pub fn cutoff(&self) -> f64 {
        self.limit.min(self.cost - CLOSE * self.cost.abs())
    }

    /// Works on one node; `true` when none is left.
    pub fn step(&mut self) -> bool {
        if let Some(mut boxes) = self.boxes.take() {
            let over = self.step_boxes(&mut boxes);
            match over {
                true => self.nodes += boxes.nodes(),
                false => self.boxes = Some(boxes),
            }
            return over && self.begun;
        }
        if !self.begun {
            self.begun = true;
            if let Some(mut root) = LpNode::root(&self.lp) {
                if root.propagate(&self.lp) {
                    self.seed();
                    self.seed_by_single_changes(&root);
                    self.open = self.parts(root.clone());
                    self.dive_first(root);
                }
            }
            self.first_round();
        } else if self.first_dive() {
            self.dive_again();
            self.first_round();
        } else if !self.dive_again() {
            self.nodes += 1;
            self.process_newest();
        }
        let done = self.open.is_empty() && !self.next_round();
        if done && self.lp.has_trees() {
            self.refine();
        }
        done
    }

    /// Begins the first round, if the first dive is over.
    fn first_round(&mut self) {
        if self.best.is_some() && !self.first_dive() {
            self.limit = self.lp.floor + FIRST * (self.cost - self.lp.floor);
            self.round_start.clone_from(&self.open);
        }
    }

    /// Begins the next round, if the limit of the last one was below the incumbent's cost.
    fn next_round(&mut self) -> bool {
        if self.limit >= self.cost {
            return false;
        }
        self.proved_floor = self.proved_floor.max(self.limit.min(self.unsettled).min(self.shaved));
        (self.unsettled, self.shaved) = (f64::INFINITY, f64::INFINITY);
        let fixed = self.lp.floor;
        let nodes = self.nodes - self.nodes_before_round;
        let more = (nodes as f64 / self.last_round_nodes.max(1) as f64 - 1.0).max(1e-9);
        let growth = if nodes > FEW { self.limit_growth * (DEARER - 1.0) / more } else { FASTEST };
        self.limit_growth = growth.clamp(SLOWEST, FASTEST);
        (self.nodes_before_round, self.last_round_nodes) = (self.nodes, nodes);
        let next = self.limit + self.limit_growth * (self.limit - fixed);
        // Numbers next to 0 do not grow.
        let grows = next > self.limit && next < fixed + LAST * (self.cost - fixed);
        self.limit = if grows { next } else { f64::INFINITY };
        self.open.clone_from(&self.round_start);
        true
    }

    /// Searches a node to its end.
    pub fn finish(&mut self, part: LpNode) {
        self.begun = true;
        let before = self.cost;
        self.open.push(part);
        while !self.open.is_empty() {
            self.nodes += 1;
            self.process_newest();
        }
        if self.cost < before {
            self.refine();
        }
    }

    /// Columns of the cheapest point of a node whose costs curve; empty where there is no such point.
    pub fn cheapest_in(&mut self, part: &LpNode) -> Vec<f64> {
        let mut relaxed = part.relaxed.clone();
        let outcome = relaxed.solve(&self.lp.program, &part.rows, f64::INFINITY, &mut self.scratch);
        match relaxed {
            Relaxation::Qp(point) if outcome == Outcome::Optimal => point.value,
            _ => Vec::new(),
        }
    }

    /// The model that is searched.
    pub fn lp(&self) -> &LpModel {
        &self.lp
    }

    /// Solves the newest node, and closes it or branches on it.
    fn process_newest(&mut self) {
        let Some(node) = self.open.pop() else { return };
        if node.bound.max(node.bottleneck_bound) >= self.cutoff() {
            return;
        }
        let (origin, before) = (node.origin, self.open.len());
        self.process(node);
        if self.open.len() == before {
            self.pseudocosts.learn(self.lp.forest.kinds.len(), origin, None);
        }
    }

    fn process(&mut self, mut node: LpNode) {
        self.catch_up(&mut node);
        self.scratch.forget_factored();
        self.score_cost_bound.due = self.nodes >= EASY && node.since_solve >= self.score_cost_bound.every();
        loop {
            let outcome = self.solve_scored(&mut node, self.cutoff());
            node.bound = node.bound.max(node.relaxed.bound());
            if matches!(outcome, Outcome::Above | Outcome::Empty) || node.bound >= self.cutoff() {
                return;
            }
            if outcome == Outcome::Stuck {
                break;
            }
            if self.cut_off(&mut node) {
                self.open.push(node);
                return;
            }
            if self.offer(&node) || node.bound >= self.cutoff() {
                return;
            }
            if !self.lp.has_trees() {
                break;
            }
            match self.fix(&mut node) {
                branching::Fixed::Nothing => break,
                // Steps are kept short: the rest of the node waits for the next one.
                branching::Fixed::Some if self.scratch.factored() >= FACTORED => {
                    if node.propagate(&self.lp) {
                        self.open.push(node);
                    }
                    return;
                }
                branching::Fixed::Some if node.propagate(&self.lp) => {}
                branching::Fixed::Some | branching::Fixed::Empty => return,
            }
        }
        match self.meet_equations(&node.lo, &node.hi, &node.allowed) {
            Some(ends) if ends.is_empty() => {
                let gap = self.cutoff() - node.bound;
                let left = Pseudocosts::left(node.spare, gap - self.score_cost_bound.total.clamp(0.0, NEARLY * gap));
                self.pseudocosts.learn(self.lp.forest.kinds.len(), node.origin, Some(left));
                node.origin.left = left;
                self.split(node);
            }
            Some(ends)
                if ends.iter().all(|b| node.narrow(&self.lp, b.feature, b.low, b.high)) && node.propagate(&self.lp) =>
            {
                self.open.push(node);
            }
            Some(_) | None => {}
        }
    }

    /// Integer equations: bounds of numbers outside of which the equations cannot be met, as far as the tried values tell. `None` where the equations
    /// cannot be met. The first look is longer, and asks for one way to meet them. The budget of a later look depends on whether those before it have
    /// paid.
    fn meet_equations(&mut self, lo: &[f64], hi: &[f64], allowed: &[bool]) -> Option<Vec<NumberBounds>> {
        if !self.lp.constraint_ranges.iter().any(|b| b.exact) {
            return Some(Vec::new());
        }
        if std::mem::take(&mut self.equations_untried) {
            self.lp.met(lo, hi, allowed, &mut { FIRST_TRIES }, Ways::One)?;
        }
        let mut left = self.equation_tries;
        let met = self.lp.met(lo, hi, allowed, &mut left, Ways::All);
        self.equation_tries = match &met {
            _ if left == 0 => (self.equation_tries / 4).max(LEAST_TRIES),
            Some(ends) if ends.is_empty() => self.equation_tries,
            _ => (2 * self.equation_tries).min(MOST_TRIES),
        };
        met
    }
}
