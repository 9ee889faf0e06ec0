//! Lists every optimal answer (Blanchart 2021, Section III-A). The same search runs again under a cutoff just above the
//! optimum. All levels are kept apart, and no box is closed by its cheapest point alone.

use super::node::BoxNode;
use super::BoxSearch;
use crate::problem::goal_problem::Problem;
use crate::tolerances::{within, EQUAL};
use espalier_model::explanation::MAX_TIES;

/// The points found so far.
#[derive(Debug)]
pub struct Ties {
    /// Answers at this cost or above are not ties.
    pub cutoff: f64,
    points: Vec<Vec<u32>>,
    truncated: bool,
}

impl BoxSearch {
    /// A search for all answers whose separable cost is at most `optimum`, within [`EQUAL`].
    pub fn ties(problem: Problem, optimum: f64) -> BoxSearch {
        let cutoff = within(optimum, EQUAL);
        let mut search = BoxSearch::new(problem, f64::INFINITY);
        search.incumbent.cost = cutoff;
        search.ties = Some(Ties { cutoff, points: Vec::new(), truncated: false });
        search
    }

    /// The points that a search by [`BoxSearch::ties`] has found, and whether there are more than [`MAX_TIES`].
    pub fn into_ties(mut self) -> (Vec<Vec<u32>>, bool) {
        self.ties.take().map_or_else(|| (Vec::new(), false), |t| (t.points, t.truncated))
    }
}

impl Ties {
    /// Whether a box must be split further. If every tree is decided, it need not be: all its points that are cheap
    /// enough are listed.
    pub fn still_open(&mut self, problem: &Problem, node: &BoxNode) -> bool {
        if self.truncated {
            return false;
        }
        if node.trees() > 0 {
            return true;
        }
        let mut point = node.decided.clone();
        self.list(problem, node, 0, node.fixed, &mut point);
        false
    }

    /// All points of a box from open var `v` on.
    fn list(&mut self, problem: &Problem, node: &BoxNode, v: usize, cost: f64, point: &mut Vec<u32>) {
        if self.truncated || cost >= self.cutoff {
            return;
        }
        if v == node.vars() {
            if problem.accepts(point) {
                if self.points.len() == MAX_TIES {
                    self.truncated = true;
                } else {
                    self.points.push(point.clone());
                }
            }
            return;
        }
        for k in node.levels_of(v) {
            point[node.var[v] as usize] = node.level[k];
            self.list(problem, node, v + 1, cost + node.cost[k], point);
        }
    }
}
