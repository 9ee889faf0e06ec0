//! The first answers and the first bound under a cost that couples many features: by a box search under the form's own squares, a sum over features.
//! Each of its incumbents is offered at its true cost. The form is never below some share of the own squares (`OwnShare`), so that share of the box
//! search's bound is a bound.

use super::quadratic_cost::OwnShare;
use super::LpSearch;
use crate::box_search::BoxSearch;
use crate::problem::engine_needs::{planes, trades};

/// A form is searched by boxes first if a factoring of it, with the rows of the prices of change, takes more than about so many products (32 features whose
/// form has all entries). Less asks boxes where linear programs answer as soon. By hand.
const LARGE: usize = 1 << 15;

/// Beyond so many products linear programs are not asked after the boxes: a single one of their steps would take longer than a second. Less leaves more
/// answers without a proof. By hand (784 features whose form has all entries take 5e8).
const TOO_LARGE: usize = 1 << 26;

/// The most steps of boxes where linear programs follow. More has better first answers; less begins the proof earlier. By hand.
const STEPS: u32 = 50;

pub(super) struct StartByBoxes {
    boxes: BoxSearch,
    size: usize,
    steps: u32,
    own: OwnShare,
    share: Option<f64>,
}

impl std::fmt::Debug for StartByBoxes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StartByBoxes")
    }
}

impl StartByBoxes {
    /// Boxes opened beyond the root.
    pub fn nodes(&self) -> u64 {
        self.boxes.nodes
    }
}

impl LpSearch {
    /// The search by boxes, where the cost is large and boxes can answer.
    pub(super) fn boxes_first(&self) -> Option<Box<StartByBoxes>> {
        let lp = &self.lp;
        let form = lp.coupled().filter(|_| lp.has_trees() && lp.program.form.is_some())?;
        let n = form.features.len();
        let charged = lp.query.cost.per_change > 0.0 || lp.problem.max_changes.is_some();
        let entries = if charged { n * n } else { form.matrix.iter().filter(|q| **q != 0.0).count() };
        let size = n * entries;
        let boxes = size > LARGE
            && !planes(lp.problem.compiled.beyond_boxes, &lp.query)
            && lp.query.beside().is_empty()
            && !trades(&lp.query);
        boxes.then(|| {
            let boxes = BoxSearch::new(lp.problem.clone(), f64::INFINITY);
            Box::new(StartByBoxes { boxes, size, steps: 0, own: OwnShare::new(form), share: None })
        })
    }

    /// One step of the search by boxes. Returns whether it is over.
    pub(super) fn step_boxes(&mut self, start: &mut StartByBoxes) -> bool {
        start.steps += 1;
        let before = start.boxes.best().map(|best| best.1);
        let done = start.boxes.done() || start.boxes.step();
        if let Some((levels, cost)) = start.boxes.best() {
            if before != Some(cost) {
                let row = self.lp.problem.point(levels);
                self.take(row);
            }
            if start.share.is_none() {
                start.share = start.own.step();
            }
        } else if done {
            // Without the form's other entries there is no answer either.
            self.begun = true;
            return true;
        }
        if let Some(share) = start.share {
            self.proved_floor = self.proved_floor.max(share * start.boxes.bound());
        }
        let known = self.best.is_some() && start.share.is_some();
        let bounded = self.proved_floor > self.lp.floor || start.share == Some(0.0);
        if start.size > TOO_LARGE && self.best.is_some() {
            if done && known {
                self.begun = true;
                self.unsettled = self.proved_floor;
            }
            return done && known;
        }
        done || start.steps >= STEPS || known && bounded
    }
}
