//! A compiled model for the search: every tree is over integer levels, and leaf values are weighted.
//!
//! A feature's *levels* are the classes of values that trees can distinguish: the cells of a numeric column, or the
//! labels of a discrete feature. A test on an ordered feature sends the levels below a cut left. A test on an unordered
//! feature sends a set of levels left.

use super::compiling::Compiling;
use super::levels::Var;
use super::quickscorer::LeafSets;
use crate::problem::WorkspaceCache;
use crate::SearchError;
use espalier_model::cells::Cuts;
use espalier_model::ensemble::{Ensemble, Side};
use espalier_model::schema::Schema;
use espalier_model::Model;
use std::sync::Arc;

/// A compiled model for the search. It is immutable, and searches can share it.
#[derive(Debug)]
pub struct Compiled {
    /// The model.
    pub ensemble: Arc<Ensemble>,
    /// The meaning of its columns.
    pub schema: Schema,
    /// By feature: its levels.
    pub axes: Arc<Vec<FeatureLevels>>,
    /// The trees over levels, those of other ensembles behind the model's.
    pub trees: Arc<Vec<LevelTree>>,
    /// The leaf sets of its small trees.
    pub leaf_sets: Arc<LeafSets>,
    /// Whether some split is a hyperplane, or some leaf linear. Then `trees` and `tests` are empty, and the box search is not possible.
    pub beyond_boxes: bool,
    /// By output: largest difference between the library's own sum and the sum in double precision.
    pub rounding: Vec<f64>,
    /// By feature: (cut or set, tree) of every test, ascending and distinct.
    pub tests: Arc<Vec<Vec<(u32, u32)>>>,
    /// Other ensembles, and the model compiled without them. Their trees come after the model's trees. Each adds to
    /// outputs of its own, after the model's outputs.
    pub(super) others: Option<(Vec<Arc<Ensemble>>, Arc<Compiled>)>,
    /// Scratch that its searches pass on to each other.
    pub workspace_cache: WorkspaceCache,
}

/// The levels of one feature.
#[derive(Debug)]
pub struct FeatureLevels {
    /// Whether levels are ordered and every test is a cut.
    pub ordered: bool,
    /// Number of levels, not counting "missing".
    pub levels: usize,
    /// For numeric and integer features: the cells that are the levels.
    pub cuts: Cuts,
}

/// A tree over levels.
#[derive(Clone, Debug, Default)]
pub struct LevelTree {
    /// The root first.
    pub nodes: Vec<LevelNode>,
    /// Words of the level sets that its nodes refer to.
    pub sets: Vec<u64>,
    /// Number of values of a leaf.
    pub width: usize,
    /// The one output of its leaves, or `None` for one value for each output from `first` on.
    pub output: Option<usize>,
    /// The first output of the ensemble that it is a tree of: 0 for the model's own.
    pub first: usize,
    /// Weighted leaf values.
    pub values: Vec<f64>,
}

/// A node of a [`LevelTree`].
#[derive(Clone, Copy, Debug)]
pub struct LevelNode {
    /// The feature tested. [`LEAF`] marks a leaf, and [`DEAD`] a leaf that no answer may reach.
    pub feature: u32,
    /// Cut and level: levels below it go left. Set: the offset of its words. Ranges: the offset of their number, which is
    /// followed by the ranges (see [`range`]). Leaf: its number.
    pub test: u32,
    /// The meaning of `test`.
    pub kind: TestKind,
    /// The side of the level "missing". `None`: the tree has no rule for it.
    pub missing: Option<Side>,
    /// The child of levels that pass the test.
    pub left: u32,
    /// The child of the others.
    pub right: u32,
}

/// The form of a node's test on the level of its feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestKind {
    /// A cut among the model's own levels.
    Cut,
    /// A cut among the levels of the query, which conditions and proofs may have refined.
    Level,
    /// A set of levels.
    Set,
    /// A few ranges of levels.
    Ranges,
}

/// The levels of a range word: from the first cut on, and below the second.
pub fn range(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

/// `feature` of a leaf.
pub const LEAF: u32 = u32::MAX;
/// `feature` of a leaf that no answer may be in.
pub const DEAD: u32 = u32::MAX - 1;

/// Number of words of a set over `levels` levels.
pub fn words(levels: usize) -> usize {
    levels.div_ceil(64).max(1)
}

/// Whether a set has a level.
pub fn has(words: &[u64], level: usize) -> bool {
    words[level / 64] >> (level % 64) & 1 == 1
}

/// Whether a feature's level is one of some, as nodes of a chain. Ordered levels are asked by cuts, one at each end of a run of levels, so that a box
/// stays a range of them. Sets of levels are for features without order.
pub struct LevelTest {
    feature: u32,
    kind: TestKind,
    /// The side of a missing value: left where it is one of them.
    missing: Option<Side>,
    /// By node: the cut, and whether the levels below it are some of them; or one node, and the set's words.
    cuts: Vec<(u32, bool)>,
    set: Vec<u64>,
    /// Whether the levels that every cut sends right are some of them.
    rest: bool,
}

impl LevelTest {
    /// The test of a var's levels that hold.
    #[inline(never)]
    pub fn new(feature: usize, var: &Var, holds: &dyn Fn(usize) -> bool) -> LevelTest {
        let levels = var.levels();
        let side = |level| if holds(level) { Side::Left } else { Side::Right };
        let missing = var.missing.then(|| side(levels - 1));
        let mut test = LevelTest {
            feature: feature as u32,
            kind: TestKind::Set,
            missing,
            cuts: vec![(0, true)],
            set: Vec::new(),
            rest: false,
        };
        if !var.ordered {
            test.set.resize(words(levels + 1), 0);
            (0..levels).filter(|&level| holds(level)).for_each(|level| insert(&mut test.set, level));
            return test;
        }
        test.kind = TestKind::Level;
        // Levels without an allowed value join their neighbours.
        let open: Vec<usize> = (0..levels).filter(|&level| var.cost[level].is_finite()).collect();
        test.rest = open.last().is_some_and(|&last| holds(last));
        let ends = open.windows(2).filter(|w| holds(w[0]) != holds(w[1]));
        test.cuts = ends.map(|w| (w[1] as u32, holds(w[0]))).collect();
        if test.cuts.is_empty() {
            test.cuts.push((0, test.rest));
        }
        test
    }

    /// Number of its nodes.
    pub fn nodes(&self) -> u32 {
        self.cuts.len() as u32
    }

    /// Adds its nodes to a tree: the levels that hold go to one node, the others to another.
    #[inline(never)]
    pub fn push(&self, tree: &mut LevelTree, held: u32, other: u32) {
        let (first, offset) = (tree.nodes.len() as u32, tree.sets.len() as u32);
        tree.sets.extend_from_slice(&self.set);
        let to = |holds| if holds { held } else { other };
        for (at, &(cut, below)) in (1..).zip(&self.cuts) {
            tree.nodes.push(LevelNode {
                feature: self.feature,
                test: if self.kind == TestKind::Set { offset } else { cut },
                kind: self.kind,
                missing: self.missing,
                left: to(below),
                right: if at == self.nodes() { to(self.rest) } else { first + at },
            });
        }
    }
}

/// Puts a level into a set.
pub fn insert(words: &mut [u64], level: usize) {
    words[level / 64] |= 1 << (level % 64);
}

impl Compiled {
    /// Compiles a valid model in one call. [`Compiling`] does it in steps.
    ///
    /// # Errors
    /// Where the model has a category split on a feature that the schema calls numeric.
    /// # Cost
    /// Linear in the nodes, plus sorting the thresholds.
    pub fn new(model: &Model) -> Result<Compiled, SearchError> {
        Compiling::at_once(&model.ensemble, &model.schema)
    }

    /// As [`Compiled::new`], of an ensemble and a schema.
    pub fn under(ensemble: Arc<Ensemble>, schema: &Schema) -> Result<Compiled, SearchError> {
        Compiling::at_once(&ensemble, schema)
    }

    /// The model compiled together with other ensembles, so that levels also separate values that these distinguish. If
    /// that is so already, the same model. Levels can express neither hyperplanes nor linear leaves, so where another
    /// ensemble has these the result is the model compiled alone.
    ///
    /// # Errors
    /// Where another ensemble reads rows that differ from the model's.
    /// # Cost
    /// As [`Compiled::new`].
    pub fn beside(self: &Arc<Compiled>, others: &[Arc<Ensemble>]) -> Result<Arc<Compiled>, SearchError> {
        let mut compiling = Compiling::beside(self, others)?;
        loop {
            if let Some(compiled) = compiling.step() {
                return Ok(compiled);
            }
        }
    }

    /// The model's ensemble and the others, each with its first output.
    pub(super) fn ensembles(&self) -> impl Iterator<Item = (&Ensemble, usize)> {
        let others = self.others.iter().flat_map(|(all, _)| all);
        std::iter::once(&self.ensemble).chain(others).scan(0, |first, e| {
            *first += e.outputs;
            Some((&**e, *first - e.outputs))
        })
    }

    /// Whether it was compiled with these ensembles.
    pub(super) fn is_beside(&self, others: &[Arc<Ensemble>]) -> bool {
        let own = self.others.as_ref().map_or(&[][..], |(own, _)| own);
        own.len() == others.len() && own.iter().zip(others).all(|(a, b)| Arc::ptr_eq(a, b))
    }

    /// The same trees, where no answer goes right at a set of levels of the features from `first` on.
    pub fn barred(&self, first: usize) -> Compiled {
        let mut trees = (*self.trees).clone();
        for tree in &mut trees {
            for n in 0..tree.nodes.len() {
                let LevelNode { feature, right, .. } = tree.nodes[n];
                if feature < DEAD && feature as usize >= first {
                    tree.nodes[right as usize].feature = DEAD;
                }
            }
        }
        let tests = Arc::clone(&self.tests);
        let others = self.others.clone();
        Compiled {
            trees: Arc::new(trees),
            leaf_sets: Arc::default(),
            tests,
            others,
            ..self.described(self.schema.clone())
        }
    }

    /// The model compiled alone.
    pub fn bare(self: &Arc<Compiled>) -> Arc<Compiled> {
        Arc::clone(self.others.as_ref().map_or(self, |p| &p.1))
    }

    /// The same trees, without other ensembles, under a schema with the same kinds of features. Linear in the
    /// features.
    pub(super) fn described(&self, schema: Schema) -> Compiled {
        Compiled {
            ensemble: Arc::clone(&self.ensemble),
            schema,
            axes: Arc::clone(&self.axes),
            trees: Arc::clone(&self.trees),
            leaf_sets: Arc::clone(&self.leaf_sets),
            beyond_boxes: self.beyond_boxes,
            rounding: self.rounding.clone(),
            tests: Arc::clone(&self.tests),
            others: None,
            workspace_cache: WorkspaceCache::default(),
        }
    }
}
