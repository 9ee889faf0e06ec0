//! Linear rows on axis-aligned ensembles: the box search's branching and bound, the rows priced by multipliers of their own
//! (`boxes/coupling`); small linear programs close boxes and make answers of them (`slanted/cells`).
//!
//! A box is closed when its bound reaches the limit, or when the cheapest point within its hull that keeps the rows is an answer. A
//! box in which every tree is decided is taken over by the slanted search, which deals with whole numbers, levels, charges
//! and rounding. Rounds under growing limits as there.

mod dives;
mod points;
mod proving;
mod rows;
mod work;

pub(super) use proving::Priced;

use super::boxes::{Brancher, Compressor, Dual, Incumbent, Limits, Node, Problem, RootBuilder};
use super::slanted::{self, Room, SlantedSearch};
use super::SearchError;
use crate::query::Query;
use std::sync::Arc;
use work::Task;

/// A resumable search for the cheapest answer under a cutoff.
#[derive(Debug)]
pub(super) struct CoupledSearch {
    problem: Problem,
    /// By number in a row, by level: least and largest attained value.
    ends: Vec<Vec<(f64, f64)>>,
    cells: SlantedSearch,
    /// The whole space, as `cells` sees it, and what of it a box leaves.
    root: Option<slanted::Node>,
    cell: Option<slanted::Node>,
    room: Room,
    at: Vec<f64>,
    told: points::Told,
    open: Vec<Node>,
    spare: Vec<Node>,
    task: Task,
    builder: RootBuilder,
    compressor: Compressor,
    dual: Dual,
    brancher: Brancher,
    sums: Vec<f64>,
    /// The problem with the rows priced in the levels' costs, and the dives in it.
    priced: Problem,
    free: Incumbent,
    nodes: u64,
    /// Rounds after the first.
    rounds: u32,
}

impl CoupledSearch {
    /// # Errors
    /// What is not answered, by name.
    pub fn new(
        mut problem: Problem,
        query: &Query,
        enforced: &[bool],
        cutoff: f64,
    ) -> Result<CoupledSearch, SearchError> {
        let mut cells = SlantedSearch::within(problem.clone(), query, enforced, cutoff)?;
        let (coupling, ends) = rows::rows(cells.frame(), &problem);
        rows::confine(&coupling, &mut problem);
        problem.coupling = Some(Arc::new(coupling));
        let root = cells.everything();
        let priced = problem.clone();
        Ok(CoupledSearch {
            problem,
            ends,
            cell: root.clone(),
            root,
            cells,
            room: Room::default(),
            at: Vec::new(),
            told: points::Told::default(),
            open: Vec::new(),
            spare: Vec::new(),
            task: Task::Start,
            builder: RootBuilder::default(),
            compressor: Compressor::default(),
            dual: Dual::default(),
            brancher: Brancher::default(),
            sums: Vec::new(),
            priced,
            free: Incumbent::new(f64::INFINITY),
            nodes: 0,
            rounds: 0,
        })
    }

    /// An answer in shorter decimals, with its cost; `None` where it has them already.
    pub fn shortened(&self, row: &[f64], cost: f64) -> Option<(Vec<f64>, f64)> {
        self.cells.shortened(row, cost)
    }

    /// Raw row and cost of the best answer so far.
    pub fn best(&self) -> Option<(&[f64], f64)> {
        self.cells.best()
    }

    /// Boxes opened beyond the roots.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A proved lower bound of every answer's cost; the cutoff when done without an answer.
    pub fn bound(&self) -> f64 {
        let cells = self.cells.bound();
        let floor = self.cells.floor();
        let boxes = self.open.iter().map(|n| n.bound);
        let here = match &self.task {
            Task::Start | Task::Build(_) => floor,
            Task::Sweep(work) => work.node.bound,
            Task::Next => f64::INFINITY,
        };
        boxes.fold(cells.min(here), f64::min).max(floor.min(cells))
    }

    /// Once over: whether every part of the space is accounted for.
    pub fn proved(&self) -> bool {
        self.cells.proved()
    }

    fn limits(&self) -> Limits {
        Limits { cut: self.cells.below(), keep_levels: false }
    }
}
