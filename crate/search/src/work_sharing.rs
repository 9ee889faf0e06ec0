//! One search in several workers: parcels of boxes between the main search and its assistants.
//!
//! Each worker has the same model and request. The main search gives some of its open boxes away. Their bounds hold for
//! every worker that has them. An assistant has only such boxes. It reports every better answer, and gives boxes back
//! when it is asked to. The search is over when no box is open here or elsewhere.

use crate::session::run::Run;
use crate::{Engine, Search, Stage};
use espalier_engines::box_search::{number, word, BoxSearch};

impl Search {
    /// Makes a search that has not begun an assistant. It works on boxes that it takes, and never ends.
    pub fn assist(&mut self) {
        self.stage = Stage::Done;
        self.assistant = true;
    }

    /// Whether other workers may work on its boxes. Only the box search allows that, and not for a best prediction: its goal is that of the prediction
    /// reached, which the other search does not know.
    pub fn shares(&self) -> bool {
        self.engine == Engine::BoxSearch && self.best_search.is_none()
    }

    /// Whether there is nothing to do until boxes arrive or come back.
    pub fn waits(&self) -> bool {
        match &self.stage {
            Stage::Goal(_, Run::Boxes(search)) => search.idle(),
            _ => self.assistant,
        }
    }

    /// The best answer so far and, if `boxes`, about half of the open boxes, as bytes for another search of the same
    /// model and request. `None` where this is no box search, or has no box to spare. Also `None` after the first of
    /// several answers, which the other search does not know.
    pub fn parcel(&mut self, boxes: bool) -> Option<Vec<u8>> {
        if !self.before.is_empty() {
            return None;
        }
        let Stage::Goal(goal, Run::Boxes(search)) = &mut self.stage else { return None };
        let mut out = Vec::new();
        out.extend((*goal as u32).to_le_bytes());
        out.extend(search.cutoff().to_le_bytes());
        let levels = search.best().map_or(&[][..], |(levels, _)| levels);
        out.extend((levels.len() as u32).to_le_bytes());
        out.extend(levels.iter().flat_map(|level| level.to_le_bytes()));
        (!boxes || search.give(&mut out)).then_some(out)
    }

    /// Takes a parcel of another search of the same model and request. Both must have been built alike.
    pub fn take(&mut self, mut bytes: &[u8]) {
        let goal = word(&mut bytes) as usize;
        let cutoff = number(&mut bytes);
        let levels: Vec<u32> = (0..word(&mut bytes)).map(|_| word(&mut bytes)).collect();
        if self.assistant && !matches!(self.stage, Stage::Goal(at, _) if at == goal) {
            // Without this, the boxes would be lost.
            let problem =
                self.problem(goal, &self.all()).expect("a problem that the other search made can be made here");
            self.stage = Stage::Goal(goal, Run::Boxes(Box::new(BoxSearch::assistant(problem, cutoff))));
        }
        // A parcel that comes after its goal, or after the first answer, has no box that is still open.
        let Stage::Goal(at, Run::Boxes(search)) = &mut self.stage else { return };
        if *at != goal || !self.before.is_empty() {
            return;
        }
        if !levels.is_empty() {
            search.offer(&levels);
        }
        search.lower_cutoff(cutoff);
        search.take(bytes);
    }

    /// Sets the proved bound of the boxes that are elsewhere. Infinite when there are none.
    pub fn away(&mut self, bound: f64) {
        if let Stage::Goal(goal, Run::Boxes(search)) = &mut self.stage {
            search.set_away(bound - self.goals[*goal].offset);
        }
    }

    /// The cost of the answer that this assistant has found.
    pub(super) fn assisted(&self) -> Option<f64> {
        match &self.stage {
            Stage::Goal(goal, run) if self.assistant => {
                run.incumbent().map(|(_, cost)| cost + self.goals[*goal].offset)
            }
            _ => None,
        }
    }

    /// Works on the boxes that it has taken.
    pub(super) fn step_assistant(&mut self, pieces: u64) {
        if let Stage::Goal(_, run) = &mut self.stage {
            for _ in 0..pieces {
                if run.step() {
                    return;
                }
            }
        }
    }
}
