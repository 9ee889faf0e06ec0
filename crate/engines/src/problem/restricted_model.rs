//! A model cut down to a query's limits: branches that no allowed number takes are left out, and so are levels that the remaining tests do not
//! distinguish.
//! Where limits leave little of a model, a search of the rest takes little.

use super::compiled::{Compiled, FeatureLevels, LevelNode, LevelTree, TestKind, DEAD, LEAF};
use super::levels::{allowed, attained_from, attained_to, limits};
use super::quickscorer::LeafSets;
use espalier_model::query::Query;
use espalier_model::schema::Kind;
use std::sync::Arc;

/// The trees of a model, copied one after the other.
struct Copied {
    /// By feature: the first and the last level that a row may take here. `None`: every test keeps both sides.
    spans: Vec<Option<(u32, u32)>>,
    /// By feature: the tests that are left, by cut; then the number of each among the cuts that are left.
    cuts: Vec<Vec<u32>>,
}

/// Deepest tree that is copied, in tests on the way to a leaf. Each takes some hundred bytes of the stack. By hand.
const DEEPEST: usize = 500;

impl Copied {
    /// Copies the part of a tree below a node that some row reaches. Returns the place of its root, and `None` where it is too deep.
    fn copy(&mut self, tree: &LevelTree, mut at: u32, depth: usize, out: &mut LevelTree) -> Option<u32> {
        let (node, span) = loop {
            let node = tree.nodes[at as usize];
            let span = self.spans.get(node.feature as usize).copied().flatten();
            match span {
                Some((_, high)) if high < node.test => at = node.left,
                Some((low, _)) if low >= node.test => at = node.right,
                _ => break (node, span),
            }
        };
        let place = out.nodes.len();
        if node.feature >= DEAD {
            let from = node.test as usize * tree.width;
            out.nodes.push(LevelNode { test: (out.values.len() / tree.width.max(1)) as u32, ..node });
            out.values.extend_from_slice(&tree.values[from..from + tree.width]);
            return Some(place as u32);
        }
        if depth == DEEPEST {
            return None;
        }
        let f = node.feature as usize;
        if span.is_some() {
            self.cuts[f][node.test as usize] = 1;
        }
        out.nodes.push(node);
        self.spans[f] = span.map(|(low, _)| (low, node.test - 1));
        out.nodes[place].left = self.copy(tree, node.left, depth + 1, out)?;
        self.spans[f] = span.map(|(_, high)| (node.test, high));
        out.nodes[place].right = self.copy(tree, node.right, depth + 1, out)?;
        self.spans[f] = span;
        Some(place as u32)
    }
}

/// The model within the limits on single features. `None` where they leave more than half of it, or of the levels of most features, or where it is
/// compiled together with other ensembles.
///
/// # Cost
/// Linear in the nodes that allowed rows reach, and in the cuts of all features.
pub fn restricted_model(compiled: &Compiled, query: &Query) -> Option<Compiled> {
    let (ensemble, all) = (&compiled.ensemble, vec![true; query.limits()]);
    if compiled.others.is_some() || compiled.beyond_boxes {
        return None;
    }
    let mut spans = Vec::new();
    // Features with few levels left, less the others.
    let mut narrow = 0;
    for (f, (axis, feature)) in compiled.axes.iter().zip(&compiled.schema.features).enumerate() {
        let q = query.factual[feature.columns()[0]];
        if axis.levels < 2 {
            spans.push(None);
            continue;
        }
        spans.push(if feature.level_count().is_none() && axis.ordered && !q.is_nan() {
            let (min, max) = allowed(feature, &limits(f, feature, query, &all), q);
            let whole = matches!(feature.kind, Kind::Integer { .. });
            let place = |x: Option<f64>, else_: usize| x.map_or(else_, |x| axis.cuts.cell(x));
            let own = axis.cuts.cell(ensemble.input.round(q));
            let stays = min <= q && q <= max;
            let low = place(attained_from(min, whole, ensemble.input), 0).min(if stays { own } else { usize::MAX });
            let high = place(attained_to(max, whole, ensemble.input), axis.levels - 1).max(if stays { own } else { 0 });
            let few = 2 * (high + 1 - low.min(high)) <= axis.levels;
            narrow += if few { 1 } else { -1 };
            (low <= high).then_some((low as u32, high as u32))
        } else {
            narrow -= 1;
            None
        });
    }
    if narrow < 0 {
        return None;
    }
    let cuts = compiled.axes.iter().map(|axis| vec![0; axis.levels]).collect();
    let mut copied = Copied { spans, cuts };
    let (mut trees, mut constant, mut decided) = (Vec::new(), vec![0.0; ensemble.outputs], 0);
    let mut rest = compiled.trees.iter().map(|tree| tree.nodes.len()).sum::<usize>() / 2;
    for tree in compiled.trees.iter() {
        let mut out = LevelTree {
            sets: tree.sets.clone(),
            width: tree.width,
            output: tree.output,
            first: tree.first,
            ..LevelTree::default()
        };
        copied.copy(tree, 0, 0, &mut out)?;
        rest = rest.checked_sub(out.nodes.len())?;
        if out.nodes.len() > 1 {
            trees.push(out);
            continue;
        }
        decided += 1;
        let first = tree.output.unwrap_or(0);
        constant[first..].iter_mut().zip(&out.values).for_each(|(sum, value)| *sum += value);
    }
    if decided > 0 {
        let leaf = LevelNode { feature: LEAF, test: 0, kind: TestKind::Cut, missing: None, left: 0, right: 0 };
        trees.push(LevelTree { nodes: vec![leaf], width: constant.len(), values: constant, ..LevelTree::default() });
    }
    let mut axes = Vec::new();
    for ((axis, cuts), span) in compiled.axes.iter().zip(&mut copied.cuts).zip(&copied.spans) {
        let mut kept = FeatureLevels { ordered: axis.ordered, levels: axis.levels, cuts: axis.cuts.clone() };
        if span.is_some() {
            kept.cuts.0.clear();
            for (test, number) in cuts.iter_mut().enumerate().filter(|(_, number)| **number > 0) {
                kept.cuts.0.push(axis.cuts.0[test - 1]);
                *number = kept.cuts.0.len() as u32;
            }
            kept.levels = kept.cuts.cells();
        }
        axes.push(kept);
    }
    let mut tests = vec![Vec::new(); axes.len()];
    for (t, tree) in trees.iter_mut().enumerate() {
        for node in tree.nodes.iter_mut().filter(|node| node.feature < DEAD) {
            let f = node.feature as usize;
            if copied.spans[f].is_some() {
                node.test = copied.cuts[f][node.test as usize];
            }
            tests[f].push((if node.kind == TestKind::Cut { node.test } else { 0 }, t as u32));
        }
    }
    for list in &mut tests {
        list.sort_unstable();
        list.dedup();
    }
    let mut leaf_sets = LeafSets::default();
    leaf_sets.extend(&trees, &axes);
    Some(Compiled {
        axes: Arc::new(axes),
        trees: Arc::new(trees),
        leaf_sets: Arc::new(leaf_sets),
        tests: Arc::new(tests),
        workspace_cache: compiled.workspace_cache.clone(),
        ..compiled.described(compiled.schema.clone())
    })
}
