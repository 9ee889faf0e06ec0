//! A model made ready for searching: every tree over integer levels, leaf values already weighted.
//!
//! A feature's *levels* are what trees can tell apart of it: the cells of a numeric column, the labels
//! of a discrete feature. A test on an ordered feature sends the levels below a cut left; a test on an
//! unordered one sends a set of levels left.

use crate::ensemble::{Ensemble, Side};
use crate::grid::Cuts;
use crate::model::Model;
use crate::schema::Schema;
use crate::search::engines::box_search::quickscorer::LeafSets;
use crate::search::engines::box_search::Kept;
use crate::search::{Compiling, SearchError};
use std::sync::Arc;

/// A model made ready for searching. Immutable; share it between searches.
#[derive(Debug)]
pub struct Compiled {
    pub(in crate::search) ensemble: Arc<Ensemble>,
    pub(in crate::search) schema: Schema,
    pub(in crate::search) axes: Arc<Vec<Axis>>,
    pub(in crate::search) trees: Arc<Vec<LevelTree>>,
    pub(in crate::search) leaf_sets: Arc<LeafSets>,
    /// Whether a split is a hyperplane: then `trees` and `tests` are empty, and boxes cannot be searched.
    pub(in crate::search) oblique: bool,
    /// By output: by how much the library's own sum may differ from the sum in double precision.
    pub(in crate::search) rounding: Vec<f64>,
    /// By feature: (cut or set, tree) of every test, ascending, distinct.
    pub(in crate::search) tests: Arc<Vec<Vec<(u32, u32)>>>,
    /// An isolation forest, whose trees stand behind the model's and add to an output of their own behind the model's,
    /// and what was compiled without it.
    pub(super) plausible: Option<(Arc<Ensemble>, Arc<Compiled>)>,
    /// What searches of it leave to each other.
    pub(in crate::search) kept: Kept,
}

/// The levels of one feature.
#[derive(Debug)]
pub(in crate::search) struct Axis {
    /// Whether levels are ordered and every test is a cut.
    pub ordered: bool,
    /// Number of levels, not counting "missing".
    pub levels: usize,
    /// Of numeric and integer features: the cells that are the levels.
    pub cuts: Cuts,
}

/// A tree over levels.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct LevelTree {
    pub nodes: Vec<LevelNode>,
    /// Words of the level sets that its nodes refer to.
    pub sets: Vec<u64>,
    /// Numbers a leaf.
    pub width: usize,
    /// The one output of its leaves, or `None` for one number an output.
    pub output: Option<usize>,
    /// Weighted leaf values.
    pub values: Vec<f64>,
}

/// A node of a [`LevelTree`].
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct LevelNode {
    /// Feature tested; [`LEAF`] for a leaf, [`DEAD`] for a leaf that no answer may reach.
    pub feature: u32,
    /// Cut: levels below it go left. Set: offset of its words. Ranges: offset of their number, behind which
    /// they stand (see [`range`]). Leaf: its number.
    pub test: u32,
    /// What `test` is.
    pub kind: TestKind,
    /// Where the level "missing" goes; `None`: nowhere.
    pub missing: Option<Side>,
    pub left: u32,
    pub right: u32,
}

/// How a node tests the level of its feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum TestKind {
    Cut,
    Set,
    Ranges,
}

/// A word that stands for the levels from one cut on and below another.
pub(in crate::search) fn range(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

pub(in crate::search) const LEAF: u32 = u32::MAX;
pub(in crate::search) const DEAD: u32 = u32::MAX - 1;

/// Words of a set over `levels` levels.
pub(in crate::search) fn words(levels: usize) -> usize {
    levels.div_ceil(64).max(1)
}

pub(in crate::search) fn has(words: &[u64], level: usize) -> bool {
    words[level / 64] >> (level % 64) & 1 == 1
}

pub(in crate::search) fn insert(words: &mut [u64], level: usize) {
    words[level / 64] |= 1 << (level % 64);
}

impl Compiled {
    /// Makes a valid model ready at one go; [`Compiling`](super::Compiling) does it in steps.
    ///
    /// # Errors
    /// Where the model has a category split on a feature that the schema calls numeric.
    /// # Cost
    /// Linear in the nodes, plus sorting the thresholds.
    pub fn new(model: &Model) -> Result<Compiled, SearchError> {
        Compiling::at_once(model)
    }

    /// What also tells apart what an isolation forest does; itself where it does so already. Levels cannot tell apart what
    /// hyperplanes do: for a forest that has any it is what was compiled without.
    ///
    /// # Errors
    /// Where the forest reads other rows than the model.
    /// # Cost
    /// As [`Compiled::new`].
    pub fn plausible(self: &Arc<Compiled>, forest: &Arc<Ensemble>) -> Result<Arc<Compiled>, SearchError> {
        let mut compiling = Compiling::plausible(self, forest)?;
        loop {
            if let Some(compiled) = compiling.step() {
                return Ok(compiled);
            }
        }
    }

    /// Whether it was compiled with an isolation forest.
    pub(super) fn is_plausible(&self, forest: &Arc<Ensemble>) -> bool {
        self.plausible.as_ref().is_some_and(|(own, _)| Arc::ptr_eq(own, forest))
    }

    /// What was compiled without an isolation forest.
    pub(in crate::search) fn bare(self: &Arc<Compiled>) -> Arc<Compiled> {
        Arc::clone(self.plausible.as_ref().map_or(self, |p| &p.1))
    }

    /// The same trees, without an isolation forest, under a schema of the same kinds. Linear in the features.
    pub(super) fn described(&self, schema: Schema) -> Compiled {
        Compiled {
            ensemble: Arc::clone(&self.ensemble),
            schema,
            axes: Arc::clone(&self.axes),
            trees: Arc::clone(&self.trees),
            leaf_sets: Arc::clone(&self.leaf_sets),
            oblique: self.oblique,
            rounding: self.rounding.clone(),
            tests: Arc::clone(&self.tests),
            plausible: None,
            kept: Kept::default(),
        }
    }
}
