//! Lagrangian relaxation of linear constraints on axis-aligned ensembles. The branching and the bound are the box
//! search's, with a multiplier for each constraint (`problem/linear_constraints`). Small linear programs close boxes
//! and find answers in them (`lp_search/solve_box`).
//!
//! A box is closed when its bound reaches the limit, or when the cheapest point of its hull that keeps the constraints
//! is an answer. A box in which every tree is decided goes to the linear program search, which treats whole numbers,
//! levels, fixed charges and rounding. As there, the search runs in rounds under growing cost limits.

mod box_lp;
mod diving;
mod linear_constraints;
mod proof_lps;
mod search_loop;

pub use proof_lps::ConstraintProofLp;

use super::box_search::{BoxNode, Brancher, Dual, Incumbent, NodeReduction, Pruning, RootBuilder};
use super::lp_search::{self, BoxBounds, LpSearch, Shortening};
use crate::problem::Problem;
use crate::SearchError;
use espalier_model::query::Query;
use search_loop::LagrangianTask;
use std::sync::Arc;

/// A resumable search for the cheapest answer under a cutoff.
#[derive(Debug)]
pub struct Lagrangian {
    problem: Problem,
    /// By number in a constraint, by level: the least and the largest attained value.
    ends: Vec<Vec<(f64, f64)>>,
    lp_search: LpSearch,
    /// `root`: the whole space in the form of `lp_search`. `part`: the part of it in the present box.
    root: Option<lp_search::LpNode>,
    part: Option<lp_search::LpNode>,
    bounds: BoxBounds,
    at: Vec<f64>,
    row_levels: box_lp::RowLevels,
    open: Vec<BoxNode>,
    spare: Vec<BoxNode>,
    task: LagrangianTask,
    builder: RootBuilder,
    reduction: NodeReduction,
    dual: Dual,
    brancher: Brancher,
    sums: Vec<f64>,
    /// `priced`: the problem with the constraints' prices in the levels' costs. `free`: the dives in it.
    priced: Problem,
    free: Incumbent,
    nodes: u64,
    /// Number of rounds after the first.
    rounds: u32,
}

impl Lagrangian {
    /// # Errors
    /// Query features that this engine does not support, by name.
    pub fn new(mut problem: Problem, query: &Query, enforced: &[bool], cutoff: f64) -> Result<Lagrangian, SearchError> {
        let mut lp_search = LpSearch::within(problem.clone(), query, enforced, cutoff)?;
        let (constraints, ends) = linear_constraints::of_program(lp_search.lp(), &problem);
        linear_constraints::confine(&constraints, &mut problem);
        problem.linear_constraints = Some(Arc::new(constraints));
        let root = lp_search.begin_at_root();
        let priced = problem.clone();
        Ok(Lagrangian {
            problem,
            ends,
            part: root.clone(),
            root,
            lp_search,
            bounds: BoxBounds::default(),
            at: Vec::new(),
            row_levels: box_lp::RowLevels::default(),
            open: Vec::new(),
            spare: Vec::new(),
            task: LagrangianTask::Start,
            builder: RootBuilder::default(),
            reduction: NodeReduction::default(),
            dual: Dual::default(),
            brancher: Brancher::default(),
            sums: Vec::new(),
            priced,
            free: Incumbent::new(f64::INFINITY),
            nodes: 0,
            rounds: 0,
        })
    }

    /// Takes the incumbents that others have replaced since the last call.
    pub fn replaced(&mut self) -> Vec<(Vec<f64>, f64)> {
        self.lp_search.replaced()
    }

    /// Tries one set of shorter decimals. Returns whether nothing is left to try.
    pub fn shorten(&self, now: &mut Shortening) -> bool {
        self.lp_search.shorten(now)
    }

    /// Raw row and cost of the best answer so far.
    pub fn best(&self) -> Option<(&[f64], f64)> {
        self.lp_search.best()
    }

    /// Boxes opened beyond the roots.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A proved lower bound of every answer's cost; the cutoff when done without an answer.
    pub fn bound(&self) -> f64 {
        let decided = self.lp_search.bound();
        let floor = self.lp_search.floor();
        let boxes = self.open.iter().map(|n| n.bound);
        let here = match &self.task {
            LagrangianTask::Start | LagrangianTask::Build(_) => floor,
            LagrangianTask::Sweep(work) => work.node.bound,
            LagrangianTask::Next => f64::INFINITY,
        };
        boxes.fold(decided.min(here), f64::min).max(floor.min(decided))
    }

    /// For a finished search: whether all of the space is covered by the proof.
    pub fn proved(&self) -> bool {
        self.lp_search.proved()
    }

    fn limits(&self) -> Pruning {
        Pruning { cutoff: self.lp_search.cutoff(), keep_levels: false }
    }
}
