//! A model made ready for searching: every tree over integer levels, leaf values already weighted.
//!
//! A feature's *levels* are what trees can tell apart of it: the cells of a numeric column, the labels
//! of a discrete feature. A test on an ordered feature sends the levels below a cut left; a test on an
//! unordered one sends a set of levels left.

use super::boxes::Kept;
use super::leafsets::LeafSets;
use super::SearchError;
use crate::ensemble::{Aggregation, At, Ensemble, Node, Side, Split, Tree};
use crate::grid::{cut, interval_cuts, Cuts, Grid};
use crate::model::Model;
use crate::schema::{Feature, Kind, Schema};
use std::sync::Arc;

/// A model made ready for searching. Immutable; share it between searches.
#[derive(Debug)]
pub struct Compiled {
    pub(super) ensemble: Arc<Ensemble>,
    pub(super) schema: Schema,
    pub(super) axes: Arc<Vec<Axis>>,
    pub(super) trees: Arc<Vec<LevelTree>>,
    pub(super) leaf_sets: Arc<LeafSets>,
    /// Whether a split is a hyperplane: then `trees` and `tests` are empty, and boxes cannot be searched.
    pub(super) oblique: bool,
    /// By output: by how much the library's own sum may differ from the sum in double precision.
    pub(super) rounding: Vec<f64>,
    /// By feature: (cut or set, tree) of every test, ascending, distinct.
    pub(super) tests: Arc<Vec<Vec<(u32, u32)>>>,
    /// An isolation forest, whose trees stand behind the model's and add to an output of their own behind the model's,
    /// and what was compiled without it.
    plausible: Option<(Arc<Ensemble>, Arc<Compiled>)>,
    /// What searches of it leave to each other.
    pub(super) kept: Kept,
}

/// The levels of one feature.
#[derive(Debug)]
pub(super) struct Axis {
    /// Whether levels are ordered and every test is a cut.
    pub ordered: bool,
    /// Number of levels, not counting "missing".
    pub levels: usize,
    /// Of numeric and integer features: the cells that are the levels.
    pub cuts: Cuts,
}

/// A tree over levels.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelTree {
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
pub(super) struct LevelNode {
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
pub(super) enum TestKind {
    Cut,
    Set,
    Ranges,
}

/// A word that stands for the levels from one cut on and below another.
pub(super) fn range(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

pub(super) const LEAF: u32 = u32::MAX;
pub(super) const DEAD: u32 = u32::MAX - 1;

/// Words of a set over `levels` levels.
pub(super) fn words(levels: usize) -> usize {
    levels.div_ceil(64).max(1)
}

pub(super) fn has(words: &[u64], level: usize) -> bool {
    words[level / 64] >> (level % 64) & 1 == 1
}

pub(super) fn insert(words: &mut [u64], level: usize) {
    words[level / 64] |= 1 << (level % 64);
}

impl Compiled {
    /// Makes a valid model ready.
    ///
    /// # Errors
    /// Where the model has a category split on a feature that the schema calls numeric.
    /// # Cost
    /// Linear in the nodes, plus sorting the thresholds.
    pub fn new(model: &Model) -> Result<Compiled, SearchError> {
        Compiled::of(&model.ensemble, &model.schema, None)
    }

    /// What also tells apart what an isolation forest does; itself where it does so already. Levels cannot tell apart what
    /// hyperplanes do: for a forest that has any it is what was compiled without.
    ///
    /// # Errors
    /// Where the forest reads other rows than the model.
    /// # Cost
    /// As [`Compiled::new`].
    pub fn plausible(self: &Arc<Compiled>, forest: &Arc<Ensemble>) -> Result<Arc<Compiled>, SearchError> {
        let bare = match &self.plausible {
            Some((own, _)) if Arc::ptr_eq(own, forest) => return Ok(Arc::clone(self)),
            Some((_, bare)) => bare,
            None => self,
        };
        if (forest.columns, forest.input) != (self.ensemble.columns, self.ensemble.input) {
            let what = "the isolation forest must read the model's columns, rounded as the model rounds them";
            return Err(SearchError::Unsupported { what: what.into() });
        }
        if forest.is_oblique() {
            return Ok(Arc::clone(bare));
        }
        Compiled::of(&self.ensemble, &self.schema, Some((Arc::clone(forest), Arc::clone(bare)))).map(Arc::new)
    }

    /// What was compiled without an isolation forest.
    pub(super) fn bare(self: &Arc<Compiled>) -> Arc<Compiled> {
        Arc::clone(self.plausible.as_ref().map_or(self, |p| &p.1))
    }

    /// The same model, without an isolation forest, under another schema. Kinds that stay leave the trees as they are.
    ///
    /// # Errors
    /// As [`Compiled::new`].
    /// # Cost
    /// Linear in the features where all kinds stay, else as [`Compiled::new`].
    pub(super) fn under(self: &Arc<Compiled>, schema: Schema) -> Result<Compiled, SearchError> {
        let own = self.bare();
        let kinds = |s: &Schema| s.features.iter().map(|f| f.kind.clone()).collect::<Vec<_>>();
        if kinds(&own.schema) != kinds(&schema) {
            return Compiled::of(&own.ensemble, &schema, None);
        }
        Ok(Compiled {
            ensemble: Arc::clone(&own.ensemble),
            schema,
            axes: Arc::clone(&own.axes),
            trees: Arc::clone(&own.trees),
            leaf_sets: Arc::clone(&own.leaf_sets),
            oblique: own.oblique,
            rounding: own.rounding.clone(),
            tests: Arc::clone(&own.tests),
            plausible: None,
            kept: Kept::default(),
        })
    }

    fn of(
        ensemble: &Ensemble,
        schema: &Schema,
        plausible: Option<(Arc<Ensemble>, Arc<Compiled>)>,
    ) -> Result<Compiled, SearchError> {
        let forest = plausible.as_ref().map(|p| &*p.0);
        let mut grid = Grid::new(ensemble);
        if let Some(forest) = forest {
            grid.add(Grid::new(forest));
        }
        let mut in_sets = vec![false; ensemble.columns];
        for node in ensemble.trees.iter().chain(forest.into_iter().flat_map(|f| &f.trees)).flat_map(|t| &t.nodes) {
            if let Node::Split { split: Split::Categories { column, .. } | Split::Intervals { column, .. }, .. } = node
            {
                in_sets[*column] = true;
            }
        }
        let axes: Vec<Axis> = schema
            .features
            .iter()
            .map(|f| match &f.kind {
                Kind::Numeric { column } | Kind::Integer { column } => {
                    let cuts = std::mem::take(&mut grid.columns[*column]);
                    Axis { ordered: !in_sets[*column], levels: cuts.cells(), cuts }
                }
                Kind::Ordinal { column, levels } => Axis {
                    ordered: levels.windows(2).all(|w| w[0].value < w[1].value) && !in_sets[*column],
                    levels: levels.len(),
                    cuts: Cuts::default(),
                },
                _ => Axis { ordered: false, levels: f.level_count().unwrap_or(0), cuts: Cuts::default() },
            })
            .collect();
        let mut feature_of = vec![usize::MAX; ensemble.columns];
        for (f, feature) in schema.features.iter().enumerate() {
            for &c in feature.columns() {
                feature_of[c] = f;
            }
        }
        let oblique = ensemble.is_oblique();
        let mut trees = Vec::new();
        for (ensemble, first) in [(Some(ensemble), None), (forest, Some(ensemble.outputs))] {
            let Some(ensemble) = ensemble.filter(|_| !oblique) else { continue };
            for tree in &ensemble.trees {
                let mut tree = compile_tree(tree, ensemble, schema, &axes, &feature_of)?;
                tree.output = first.or(tree.output);
                trees.push(tree);
            }
        }
        let mut tests = vec![Vec::new(); axes.len()];
        for (t, tree) in trees.iter().enumerate() {
            for node in tree.nodes.iter().filter(|n| n.feature < DEAD) {
                // A set's offset means nothing outside of its tree.
                tests[node.feature as usize].push((if node.kind == TestKind::Cut { node.test } else { 0 }, t as u32));
            }
        }
        for list in &mut tests {
            list.sort_unstable();
            list.dedup();
        }
        Ok(Compiled {
            ensemble: Arc::new(ensemble.clone()),
            schema: schema.clone(),
            leaf_sets: Arc::new(LeafSets::new(&trees, &axes)),
            axes: Arc::new(axes),
            trees: Arc::new(trees),
            oblique,
            rounding: ensemble.rounding(),
            tests: Arc::new(tests),
            plausible,
            kept: Kept::default(),
        })
    }
}

/// Leaf values as they count in the raw outputs: votes cast, weights applied.
pub(super) fn leaf_values(tree: &Tree, ensemble: &Ensemble) -> Vec<f64> {
    let factor = ensemble.tree_factor(tree);
    let width = tree.width(ensemble.outputs);
    match (ensemble.aggregation, tree.output) {
        (Aggregation::Vote, None) => tree
            .values
            .chunks(width)
            .flat_map(|v| {
                let best = (1..width).fold(0, |b, i| if v[i] > v[b] { i } else { b });
                (0..width).map(move |i| if i == best { factor } else { 0.0 })
            })
            .collect(),
        _ => tree.values.iter().map(|v| v * factor).collect(),
    }
}

fn compile_tree(
    tree: &Tree,
    ensemble: &Ensemble,
    schema: &Schema,
    axes: &[Axis],
    feature_of: &[usize],
) -> Result<LevelTree, SearchError> {
    let width = tree.width(ensemble.outputs);
    let values = leaf_values(tree, ensemble);
    let mut out = LevelTree { width, output: tree.output, values, ..LevelTree::default() };
    out.nodes.reserve_exact(tree.places());
    // The nodes of a level of an oblivious tree ask the same.
    let mut last = None;
    for place in 0..tree.places() {
        let compiled = match tree.at(place) {
            At::Leaf(leaf) => {
                LevelNode { feature: LEAF, test: leaf as u32, kind: TestKind::Cut, missing: None, left: 0, right: 0 }
            }
            At::Split { entry, split, left, right, missing } => {
                let column = split.columns()[0];
                let f = feature_of[column];
                let (test, kind) = match last {
                    Some((known, test)) if known == entry => test,
                    _ => compile_test(split, column, &schema.features[f], &axes[f], ensemble, &mut out.sets)?,
                };
                last = Some((entry, (test, kind)));
                let (left, right) = (left as u32, right as u32);
                LevelNode { feature: f as u32, test, kind, missing, left, right }
            }
        };
        out.nodes.push(compiled);
    }
    Ok(out)
}

/// The test of a split on its feature's levels: a cut, or the offset of a set's or ranges' words.
fn compile_test(
    split: &Split,
    column: usize,
    feature: &Feature,
    axis: &Axis,
    ensemble: &Ensemble,
    sets: &mut Vec<u64>,
) -> Result<(u32, TestKind), SearchError> {
    if feature.level_count().is_none() {
        return match split {
            Split::Axis { threshold, .. } => {
                let at = cut(*threshold, ensemble.compare, ensemble.input);
                Ok((axis.cuts.0.partition_point(|c| *c <= at) as u32, TestKind::Cut))
            }
            Split::Intervals { left, .. } => {
                let offset = sets.len();
                sets.push(left.len() as u64);
                for &interval in left {
                    let [from, to] = interval_cuts(interval, ensemble.input)
                        .map(|at| axis.cuts.0.partition_point(|c| *c <= at) as u64);
                    sets.push(from << 32 | to);
                }
                Ok((offset as u32, TestKind::Ranges))
            }
            _ => Err(SearchError::CategoryOnNumeric { feature: feature.name.clone() }),
        };
    }
    let mut row = vec![0.0; ensemble.columns];
    let mut goes_left = |level: usize| {
        row[column] = feature.level_value(level, column).unwrap_or(0.0);
        ensemble.side(split, &row) == Some(Side::Left)
    };
    if axis.ordered {
        let count = (0..axis.levels).take_while(|&l| goes_left(l)).count();
        return Ok((count as u32, TestKind::Cut));
    }
    let offset = sets.len();
    sets.resize(offset + words(axis.levels + 1), 0);
    for level in 0..axis.levels {
        if goes_left(level) {
            insert(&mut sets[offset..], level);
        }
    }
    Ok((offset as u32, TestKind::Set))
}
