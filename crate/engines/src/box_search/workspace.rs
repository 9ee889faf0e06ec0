//! The memory of a search, kept for the next search of the same model. Every part is emptied or overwritten before it
//! is read.

use super::node::BoxNode;
use super::{BoxScratch, BoxSearch};
use crate::problem::{Moves, WorkspaceCache};

/// Number of boxes whose memory is kept for the next search. A hard search has many, and large ones. More holds more
/// memory; fewer are grown anew, which takes a tenth of an easy query's time where none is kept
/// (docs/experiments/box-search.md). The number is by hand.
const MOST_SPARE: usize = 8;

/// Buffers of one search.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    pub scratch: BoxScratch,
    pub moves: Moves,
    pub spare: Vec<BoxNode>,
    pub point: Vec<u32>,
    pub sums: Vec<f64>,
}

impl Workspace {
    /// The buffers of the last search of this model that ended, if no other has taken them; else empty ones.
    pub fn of(workspace_cache: &WorkspaceCache) -> Workspace {
        let mut workspace = workspace_cache.take::<Workspace>().map(|w| *w).unwrap_or_default();
        workspace.moves.forget();
        workspace
    }
}

impl Drop for BoxSearch {
    fn drop(&mut self) {
        let mut spare = std::mem::take(&mut self.spare);
        spare.truncate(MOST_SPARE);
        let workspace = Workspace {
            scratch: std::mem::take(&mut self.scratch),
            moves: std::mem::take(self.incumbent.moves()),
            spare,
            point: std::mem::take(&mut self.point),
            sums: std::mem::take(&mut self.sums),
        };
        self.problem.compiled.workspace_cache.put(workspace);
    }
}
