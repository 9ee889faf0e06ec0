//! The exact box search for axis-aligned ensembles (Blanchart 2021, Section VII, with a
//! stronger bound).
//!
//! Boxes of the feature space are opened by turns: the newest, and that of the least bound. A box is closed when its lower bound reaches the incumbent's
//! cost, when its cheapest point is an answer, or when it is empty. Otherwise it is split. So when no box is open, the
//! incumbent is optimal. At any time, the least bound of an open box is a lower bound of every answer not yet found.

mod branch;
mod constraint_multipliers;
mod dual;
mod dual_messages;
mod incumbent;
mod linear_constraint_proof;
mod nearest_first;
mod next_open;
mod node;
mod node_reduction;
mod node_task;
mod proof;
mod regions;
mod root;
mod search_loop;
mod separate_parts;
mod simd_min;
mod sweep_limits;
mod ties;
mod worker_boxes;
mod workspace;

/// The parts from which the Lagrangian search is built.
pub use branch::Brancher;
pub use dual::Dual;
pub use incumbent::Incumbent;
pub use linear_constraint_proof::{Ends, Finer, Near, Nearby, ProofLp, Proved};
pub use node::BoxNode;
pub use node_reduction::{Kill, NodeReduction, Pruning};
pub use regions::{ListLengths, TargetBox, MOST_REGIONS};
pub use root::RootBuilder;
pub use sweep_limits::{Sweeping, INSIDE, LEAVES_READ, MUCH, ROOT};
pub use worker_boxes::{number, word};

use crate::problem::{level_answer, Problem};
use crate::tolerances::{CLOSE, HEIGHT};
use espalier_model::explanation::Counterfactual;
use regions::Listing;
use search_loop::BoxTask;
use workspace::Workspace;

/// One resumable search for the cheapest answer under a cutoff.
#[derive(Debug)]
pub struct BoxSearch {
    /// The problem that it solves.
    pub problem: Problem,
    incumbent: Incumbent,
    /// Open boxes, each with its bound.
    open: Vec<BoxNode>,
    spare: Vec<BoxNode>,
    /// Least bound of the boxes that another search works on. Infinite: there are none.
    away: f64,
    task: BoxTask,
    scratch: BoxScratch,
    point: Vec<u32>,
    /// `sums`: row sums of a box's open trees. `summed`: the point of these sums. `reached`: whether the point reaches
    /// the rows.
    sums: Vec<f64>,
    summed: Vec<u32>,
    reached: bool,
    /// Boxes opened beyond the root.
    pub nodes: u64,
    /// The most dives before the root box: a further one follows only where none has found an answer. Only where none is left out are changes of the
    /// incumbent taken back.
    pub(crate) dives: usize,
    /// While ties are listed: every point found, with levels kept apart.
    ties: Option<ties::Ties>,
    /// While the regions of the target are listed: the list.
    regions: Option<Listing>,
    /// While an optimality proof is written: the proof.
    proof: Option<proof::ProofWriter>,
}

#[derive(Debug, Default)]
struct BoxScratch {
    root: RootBuilder,
    reduction: NodeReduction,
    dual: Dual,
    brancher: Brancher,
}

impl BoxSearch {
    /// A search for answers of separable cost under `cutoff` (infinite: any).
    pub fn new(problem: Problem, cutoff: f64) -> BoxSearch {
        // Without an incumbent, a cost above that of the most expensive allowed point is as good as infinite.
        let dearest: f64 =
            problem.vars.iter().map(|v| v.cost.iter().copied().filter(|c| c.is_finite()).fold(0.0, f64::max)).sum();
        let cutoff = if problem.ceiling.is_some() { cutoff } else { cutoff.min(2.0 * dearest + 1.0) };
        let Workspace { scratch, moves, spare, point, sums } = Workspace::of(&problem.compiled.workspace_cache);
        BoxSearch {
            problem,
            incumbent: Incumbent::with(cutoff, moves),
            open: Vec::new(),
            spare,
            away: f64::INFINITY,
            task: BoxTask::Start,
            scratch,
            point,
            sums,
            summed: Vec::new(),
            reached: false,
            nodes: 0,
            dives: incumbent::WORTHS.len(),
            ties: None,
            regions: None,
            proof: None,
        }
    }

    /// Levels and separable cost of the best answer so far.
    /// Number of boxes opened beyond the roots.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The incumbent.
    pub fn best(&self) -> Option<(&[u32], f64)> {
        self.incumbent.levels.as_deref().map(|l| (l, self.incumbent.cost))
    }

    /// Takes the incumbents that others have replaced since the last call, with their costs.
    pub fn replaced(&mut self) -> Vec<(Vec<u32>, f64)> {
        std::mem::take(&mut self.incumbent.replaced)
    }

    /// The answer at a point that this search has found.
    pub fn counterfactual(&mut self, levels: &[u32], cost: f64) -> Counterfactual {
        level_answer::counterfactual(&self.problem, self.incumbent.moves(), levels, cost)
    }

    /// A proved lower bound of every answer's separable cost. When the search is done without an answer, it is the
    /// cutoff.
    pub fn bound(&self) -> f64 {
        if matches!(self.task, BoxTask::Start | BoxTask::Dive(..) | BoxTask::Root | BoxTask::Build(_)) {
            return self.problem.vars.iter().map(|v| v.least()).sum::<f64>().min(self.incumbent.cost);
        }
        // While regions are listed, no open box has a lower bound than the first.
        let open = if self.listing() { self.open.get(..1).unwrap_or_default() } else { &self.open };
        let open = open.iter().map(|n| n.bound).fold(self.incumbent.cost.min(self.away), f64::min);
        match &self.task {
            BoxTask::Node(task) => open.min(task.sweeping.node.bound),
            _ => open,
        }
    }

    /// Whether there is nothing to do here. Boxes may still be open elsewhere.
    pub fn idle(&self) -> bool {
        self.open.is_empty() && matches!(self.task, BoxTask::Next)
    }

    /// Whether nothing is open, here or elsewhere.
    pub fn done(&self) -> bool {
        self.idle() && self.away == f64::INFINITY
    }

    /// Whether the root box is still neither closed nor split.
    pub fn at_root(&self) -> bool {
        match &self.task {
            BoxTask::Start | BoxTask::Dive(..) | BoxTask::Root | BoxTask::Build(_) => true,
            BoxTask::Node(task) => task.sweeping.is_root(),
            BoxTask::Next => false,
        }
    }

    /// The pruning limits: answers at this cost or above do not count.
    fn limits(&self) -> Pruning {
        if self.regions.is_some() {
            return self.region_limits();
        }
        match &self.ties {
            Some(ties) => Pruning { cutoff: ties.cutoff, keep_levels: true },
            None => {
                let cost = self.incumbent.cost;
                // Scores that differ by less count as equal.
                let close = |ceiling: f64| HEIGHT * ceiling.abs().max((ceiling - cost).abs()).max(1.0);
                let close = self.problem.ceiling.map_or(CLOSE * cost.abs(), close);
                Pruning { cutoff: cost - close, keep_levels: false }
            }
        }
    }
}
