//! Compiling a model in pieces, since a large model takes longer than a caller should wait.

use super::compiled::{insert, words, Compiled, FeatureLevels, LevelNode, LevelTree, TestKind, DEAD, LEAF};
use super::quickscorer::LeafSets;
use crate::problem::WorkspaceCache;
use crate::SearchError;
use espalier_model::cells::{cut, interval_cuts, Cuts, Grid};
use espalier_model::ensemble::{Aggregation, At, Ensemble, Node, Side, Split, Tree};
use espalier_model::schema::{Feature, Kind, Schema};
use espalier_model::Model;
use std::sync::Arc;

/// Number of tree nodes, or of tests to be sorted, that one step compiles, roughly. It takes at most 60 ms (680,272
/// stumps, docs/experiments/box-search.md). More lets Stop wait longer; less gives control back more often. By hand.
const COMPILED_AT_ONCE: usize = 100_000;

/// A model that is being compiled. See [`Compiling::step`].
#[derive(Debug)]
pub struct Compiling(State);

#[derive(Debug)]
enum State {
    Begun(Box<Begun>),
    Ready(Arc<Compiled>),
}

impl Compiling {
    /// Begins with a valid model. All errors are reported here.
    ///
    /// # Errors
    /// Where the model has a category split on a feature that the schema calls numeric.
    /// # Cost
    /// Sorting the thresholds.
    pub fn new(model: &Model) -> Result<Compiling, SearchError> {
        Ok(Compiling::begun(Begun::new(&model.ensemble, &model.schema, None)?))
    }

    /// Begins to compile a model together with other ensembles. See [`Compiled::beside`].
    ///
    /// # Errors
    /// Where another ensemble reads rows that differ from the model's.
    /// # Cost
    /// As [`Compiling::new`].
    pub fn beside(compiled: &Arc<Compiled>, others: &[Arc<Ensemble>]) -> Result<Compiling, SearchError> {
        if compiled.is_beside(others) {
            return Ok(Compiling(State::Ready(Arc::clone(compiled))));
        }
        let bare = compiled.bare();
        if others.iter().any(|o| (o.columns, o.input) != (bare.ensemble.columns, bare.ensemble.input)) {
            let what =
                "an isolation forest or another model must read the model's columns, rounded as the model rounds them";
            return Err(SearchError::Unsupported { what: what.into() });
        }
        if others.is_empty() || others.iter().any(|o| o.is_oblique() || o.has_linear_leaves()) {
            return Ok(Compiling(State::Ready(bare)));
        }
        let (ensemble, schema) = (Arc::clone(&bare.ensemble), bare.schema.clone());
        Ok(Compiling::begun(Begun::new(&ensemble, &schema, Some((others.to_vec(), bare)))?))
    }

    /// Begins with the same model, without other ensembles, under another schema. If all kinds of features stay,
    /// the trees stay as they are.
    ///
    /// # Errors
    /// As [`Compiling::new`].
    /// # Cost
    /// Linear in the features where all kinds stay. Otherwise as [`Compiling::new`].
    pub fn under(compiled: &Arc<Compiled>, schema: Schema) -> Result<Compiling, SearchError> {
        let bare = compiled.bare();
        let kinds = |s: &Schema| s.features.iter().map(|f| f.kind.clone()).collect::<Vec<_>>();
        if kinds(&bare.schema) == kinds(&schema) {
            return Ok(Compiling(State::Ready(Arc::new(bare.described(schema)))));
        }
        Ok(Compiling::begun(Begun::new(&bare.ensemble, &schema, None)?))
    }

    /// Compiles a model in one call.
    ///
    /// # Errors
    /// As [`Compiling::new`].
    pub(super) fn at_once(ensemble: &Arc<Ensemble>, schema: &Schema) -> Result<Compiled, SearchError> {
        let mut begun = Begun::new(ensemble, schema, None)?;
        while !begun.step() {}
        Ok(begun.end())
    }

    fn begun(begun: Begun) -> Compiling {
        Compiling(State::Begun(Box::new(begun)))
    }

    /// Compiles the next piece. Returns the model when it is complete. Small models take one step, and a complete model
    /// costs nothing.
    ///
    /// # Cost
    /// About `COMPILED_AT_ONCE` nodes, some tens of milliseconds. All steps together are linear in the nodes, plus sorting the
    /// tests.
    pub fn step(&mut self) -> Option<Arc<Compiled>> {
        if let State::Begun(begun) = &mut self.0 {
            if !begun.step() {
                return None;
            }
            self.0 = State::Ready(Arc::new(begun.end()));
        }
        match &self.0 {
            State::Ready(compiled) => Some(Arc::clone(compiled)),
            State::Begun(_) => None,
        }
    }

    /// The model without the trees that are not compiled yet. A search of it is refused exactly where one of the model
    /// is, but it must not be stepped.
    pub fn outline(&self) -> Arc<Compiled> {
        match &self.0 {
            State::Ready(compiled) => Arc::clone(compiled),
            State::Begun(begun) => Arc::clone(&begun.outline),
        }
    }
}

/// A model with some of its trees compiled.
#[derive(Debug)]
struct Begun {
    /// Everything but the trees.
    outline: Arc<Compiled>,
    /// By column: its feature.
    feature_of: Vec<usize>,
    trees: Vec<LevelTree>,
    leaf_sets: LeafSets,
    /// By feature: the tests of these trees. Only the first `sorted` features' tests are in order.
    tests: Vec<Vec<(u32, u32)>>,
    sorted: usize,
}

impl Begun {
    fn new(
        ensemble: &Arc<Ensemble>,
        schema: &Schema,
        others: Option<(Vec<Arc<Ensemble>>, Arc<Compiled>)>,
    ) -> Result<Begun, SearchError> {
        let beside = || others.iter().flat_map(|(all, _)| all);
        let mut grid = Grid::new(ensemble);
        for other in beside() {
            grid.add(Grid::new(other));
        }
        let mut feature_of = vec![usize::MAX; ensemble.columns];
        for (f, feature) in schema.features.iter().enumerate() {
            for &c in feature.columns() {
                feature_of[c] = f;
            }
        }
        let beyond_boxes = ensemble.is_oblique() || ensemble.has_linear_leaves();
        let mut in_sets = vec![false; ensemble.columns];
        for node in ensemble.trees.iter().chain(beside().flat_map(|o| &o.trees)).flat_map(|t| &t.nodes) {
            let Node::Split { split, .. } = node else { continue };
            if let Split::Categories { column, .. } | Split::Intervals { column, .. } = split {
                in_sets[*column] = true;
            }
            if let (Split::Categories { column, .. }, false) = (split, beyond_boxes) {
                let feature = &schema.features[feature_of[*column]];
                if feature.level_count().is_none() {
                    return Err(SearchError::CategoryOnNumeric { feature: feature.name.clone() });
                }
            }
        }
        let axes: Vec<FeatureLevels> = schema
            .features
            .iter()
            .map(|f| match &f.kind {
                Kind::Numeric { column } | Kind::Integer { column } => {
                    let cuts = std::mem::take(&mut grid.columns[*column]);
                    FeatureLevels { ordered: !in_sets[*column], levels: cuts.cells(), cuts }
                }
                Kind::Ordinal { column, levels } => FeatureLevels {
                    ordered: levels.windows(2).all(|w| w[0].value < w[1].value) && !in_sets[*column],
                    levels: levels.len(),
                    cuts: Cuts::default(),
                },
                _ => FeatureLevels { ordered: false, levels: f.level_count().unwrap_or(0), cuts: Cuts::default() },
            })
            .collect();
        Ok(Begun {
            feature_of,
            trees: Vec::new(),
            leaf_sets: LeafSets::default(),
            tests: vec![Vec::new(); axes.len()],
            sorted: 0,
            outline: Arc::new(Compiled {
                ensemble: Arc::clone(ensemble),
                schema: schema.clone(),
                axes: Arc::new(axes),
                trees: Arc::default(),
                leaf_sets: Arc::default(),
                beyond_boxes,
                rounding: ensemble.rounding(&sizes(schema, ensemble.columns)),
                tests: Arc::default(),
                others,
                workspace_cache: WorkspaceCache::default(),
            }),
        })
    }

    /// Compiles about [`COMPILED_AT_ONCE`] more nodes. Returns whether all are compiled.
    fn step(&mut self) -> bool {
        let mut rest = COMPILED_AT_ONCE;
        let Compiled { ensemble, schema, axes, beyond_boxes, .. } = &*self.outline;
        let all = if *beyond_boxes { 0 } else { self.outline.ensembles().map(|(e, _)| e.trees.len()).sum() };
        let first = self.trees.len();
        while self.trees.len() < all && rest > 0 {
            let t = self.trees.len();
            let mut at = t;
            let mut part = (&**ensemble, 0);
            for next in self.outline.ensembles() {
                part = next;
                if at < next.0.trees.len() {
                    break;
                }
                at -= next.0.trees.len();
            }
            let (of, output) = part;
            let tree = compile_tree(&of.trees[at], of, schema, axes, &self.feature_of, output);
            rest = rest.saturating_sub(tree.nodes.len());
            for node in tree.nodes.iter().filter(|n| n.feature < DEAD) {
                // A set's offset has no meaning outside its tree.
                let test = if node.kind == TestKind::Cut { node.test } else { 0 };
                self.tests[node.feature as usize].push((test, t as u32));
            }
            self.trees.push(tree);
        }
        self.leaf_sets.extend(&self.trees[first..], axes);
        while self.trees.len() == all && self.sorted < self.tests.len() && rest > 0 {
            let list = &mut self.tests[self.sorted];
            list.sort_unstable();
            list.dedup();
            rest = rest.saturating_sub(list.len());
            self.sorted += 1;
        }
        self.trees.len() == all && self.sorted == self.tests.len()
    }

    /// The model, when all is compiled.
    fn end(&mut self) -> Compiled {
        let outline = &self.outline;
        Compiled {
            trees: Arc::new(std::mem::take(&mut self.trees)),
            leaf_sets: Arc::new(std::mem::take(&mut self.leaf_sets)),
            tests: Arc::new(std::mem::take(&mut self.tests)),
            others: outline.others.clone(),
            ..outline.described(outline.schema.clone())
        }
    }
}

/// By column: the largest absolute value in the schema's domains.
pub fn sizes(schema: &Schema, columns: usize) -> Vec<f64> {
    let mut sizes = vec![0.0f64; columns];
    for feature in &schema.features {
        for &c in feature.columns() {
            let levels = (0..feature.level_count().unwrap_or(0)).filter_map(|k| feature.level_value(k, c));
            let ends = if feature.level_count().is_none() { [feature.min, feature.max] } else { [0.0; 2] };
            sizes[c] = levels.chain(ends).fold(0.0, |most, x| x.abs().max(most));
        }
    }
    sizes
}

/// Leaf values in the raw outputs: votes are cast, and weights applied.
pub fn leaf_values(tree: &Tree, ensemble: &Ensemble) -> Vec<f64> {
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

/// Compiles a tree. `first` is the first output of its ensemble.
fn compile_tree(
    tree: &Tree,
    ensemble: &Ensemble,
    schema: &Schema,
    axes: &[FeatureLevels],
    feature_of: &[usize],
    first: usize,
) -> LevelTree {
    let width = tree.width(ensemble.outputs);
    let values = leaf_values(tree, ensemble);
    let mut out = LevelTree { width, output: tree.output.map(|o| first + o), first, values, ..LevelTree::default() };
    out.nodes.reserve_exact(tree.places());
    // The nodes of one depth of an oblivious tree have the same test.
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
                    _ => compile_test(split, column, &schema.features[f], &axes[f], ensemble, &mut out.sets),
                };
                last = Some((entry, (test, kind)));
                let (left, right) = (left as u32, right as u32);
                LevelNode { feature: f as u32, test, kind, missing, left, right }
            }
        };
        out.nodes.push(compiled);
    }
    out
}

/// The test of a split on its feature's levels: a cut, or the offset of the words of a set or of ranges.
fn compile_test(
    split: &Split,
    column: usize,
    feature: &Feature,
    axis: &FeatureLevels,
    ensemble: &Ensemble,
    sets: &mut Vec<u64>,
) -> (u32, TestKind) {
    if feature.level_count().is_none() {
        return match split {
            Split::Axis { threshold, .. } => {
                let at = cut(*threshold, ensemble.compare, ensemble.input);
                (axis.cuts.0.partition_point(|c| *c <= at) as u32, TestKind::Cut)
            }
            Split::Intervals { left, .. } => {
                let offset = sets.len();
                sets.push(left.len() as u64);
                for &interval in left {
                    let [from, to] = interval_cuts(interval, ensemble.input)
                        .map(|at| axis.cuts.0.partition_point(|c| *c <= at) as u64);
                    sets.push(from << 32 | to);
                }
                (offset as u32, TestKind::Ranges)
            }
            _ => unreachable!("a number is tested by cuts and intervals alone"),
        };
    }
    let mut row = vec![0.0; ensemble.columns];
    let mut goes_left = |level: usize| {
        row[column] = feature.level_value(level, column).unwrap_or(0.0);
        ensemble.side(split, &row) == Some(Side::Left)
    };
    if axis.ordered {
        let count = (0..axis.levels).take_while(|&l| goes_left(l)).count();
        return (count as u32, TestKind::Cut);
    }
    let offset = sets.len();
    sets.resize(offset + words(axis.levels + 1), 0);
    for level in 0..axis.levels {
        if goes_left(level) {
            insert(&mut sets[offset..], level);
        }
    }
    (offset as u32, TestKind::Set)
}
