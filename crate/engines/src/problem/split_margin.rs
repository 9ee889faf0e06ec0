//! A distance from every split on an answer's way. A guard tree follows each tree of the model without adding to any
//! score: next to a split's cut, on either side, its leaves are dead.

use super::compiled::{insert, words, Compiled, LevelNode, LevelTree, TestKind, DEAD, LEAF};
use super::levels::Var;
use espalier_model::cells::{cut, interval_cuts};
use espalier_model::ensemble::{At, Compare, Ensemble, Node, Precision, Side, Split};
use espalier_model::schema::Schema;
use std::sync::Arc;

/// The distance that is kept, for one model.
#[derive(Clone, Debug)]
pub struct SplitMargin {
    ensemble: Arc<Ensemble>,
    /// By column: the distance in raw values; 0 where the column holds no number.
    by: Vec<f64>,
}

impl SplitMargin {
    /// `share`: the distance as a share of each number's range.
    pub fn new(ensemble: &Arc<Ensemble>, schema: &Schema, share: f64) -> SplitMargin {
        let mut by = vec![0.0; ensemble.columns];
        for feature in schema.features.iter().filter(|f| f.level_count().is_none()) {
            by[feature.columns()[0]] = share * (feature.max - feature.min);
        }
        SplitMargin { ensemble: Arc::clone(ensemble), by }
    }

    /// The splits of which a row that keeps the distance goes left at the first, or right at the second. `None` where
    /// the split reads no numbers.
    pub fn around(&self, split: &Split) -> Option<[Split; 2]> {
        let (input, less) = (self.ensemble.input, self.ensemble.compare == Compare::Less);
        match split {
            Split::Axis { column, threshold } if self.by[*column] > 0.0 => {
                let (below, above) = self.ends(*column, cut(*threshold, self.ensemble.compare, input));
                let at = |value: f64| if less { input.after(value) } else { value };
                Some([below, input.before(above)].map(|value| Split::Axis { column: *column, threshold: at(value) }))
            }
            Split::Oblique { columns, weights, threshold } => {
                let far = self.of_plane(columns, weights);
                let at =
                    |threshold: f64| Split::Oblique { columns: columns.clone(), weights: weights.clone(), threshold };
                let [below, above] = [threshold - far, threshold + far];
                let ends = if less { [below.next_up(), above] } else { [below, above.next_down()] };
                (far > 0.0).then(|| ends.map(at))
            }
            _ => None,
        }
    }

    /// The distance of a hyperplane's sum from its threshold that keeps every column's own.
    fn of_plane(&self, columns: &[usize], weights: &[f64]) -> f64 {
        columns.iter().zip(weights).map(|(&c, w)| w.abs() * self.by[c]).sum()
    }

    /// The last value below a cut, and the first above it, that keep the distance.
    pub fn ends(&self, column: usize, cut: f64) -> (f64, f64) {
        ends(cut, self.by[column], self.ensemble.input)
    }

    /// By feature: the cuts around each split, so that no level lies partly too near to it.
    pub fn cuts(&self, schema: &Schema) -> Vec<Vec<f64>> {
        let mut feature_of = vec![usize::MAX; self.by.len()];
        for (f, feature) in schema.features.iter().enumerate() {
            feature.columns().iter().for_each(|&c| feature_of[c] = f);
        }
        let mut cuts = vec![Vec::new(); schema.features.len()];
        for node in self.ensemble.trees.iter().flat_map(|t| &t.nodes) {
            let Node::Split { split, .. } = node else { continue };
            for (column, at) in cuts_of(split, self.ensemble.compare, self.ensemble.input) {
                if self.by[column] > 0.0 {
                    let (below, above) = self.ends(column, at);
                    cuts[feature_of[column]].extend([below, self.ensemble.input.before(above)]);
                }
            }
        }
        cuts
    }

    /// The guard of each tree of the model that tests a number, over the levels of a query.
    pub fn guards(&self, compiled: &Compiled, vars: &[Var]) -> Vec<LevelTree> {
        let near: Vec<Vec<[u32; 2]>> = (0..vars.len()).map(|f| self.near(f, compiled, &vars[f])).collect();
        let mut guards = Vec::new();
        for tree in compiled.trees.iter().take(self.ensemble.trees.len()) {
            guards.extend(self.guard(tree, compiled, vars, &near));
        }
        guards
    }

    /// By cut of a feature's tests: the first level above the last value that is far enough below it, and the level of
    /// the last value that is too near above it. Cuts and levels both ascend, so one pass over them finds all.
    fn near(&self, f: usize, compiled: &Compiled, var: &Var) -> Vec<[u32; 2]> {
        let by = self.by[compiled.schema.features[f].columns()[0]];
        if by == 0.0 || var.cuts.cells() == 1 {
            return Vec::new();
        }
        let cuts = &var.cuts.0;
        let mut levels = [0; 2];
        let mut of = |cut: f64| {
            let (below, above) = ends(cut, by, self.ensemble.input);
            for (level, value) in levels.iter_mut().zip([below, self.ensemble.input.before(above)]) {
                while cuts.get(*level).is_some_and(|c| *c <= value) {
                    *level += 1;
                }
            }
            levels.map(|level| level as u32)
        };
        compiled.axes[f].cuts.0.iter().map(|&cut| of(cut)).collect()
    }

    #[inline(never)]
    fn guard(&self, tree: &LevelTree, compiled: &Compiled, vars: &[Var], near: &[Vec<[u32; 2]>]) -> Option<LevelTree> {
        let by = |node: &LevelNode| match node.feature < DEAD && vars[node.feature as usize].cuts.cells() > 1 {
            true => self.by[compiled.schema.features[node.feature as usize].columns()[0]],
            false => 0.0,
        };
        let guarded = |node: &LevelNode| by(node) > 0.0 && node.kind != TestKind::Set;
        if !tree.nodes.iter().any(guarded) {
            return None;
        }
        let mut first = Vec::with_capacity(tree.nodes.len());
        let mut count = 0;
        for node in &tree.nodes {
            first.push(count);
            count += if guarded(node) { 3 } else { 1 };
        }
        let mut out =
            LevelTree { width: 1, output: Some(0), sets: tree.sets.clone(), values: vec![0.0], ..LevelTree::default() };
        let dead = LevelNode { feature: DEAD, test: 0, kind: TestKind::Cut, missing: None, left: 0, right: 0 };
        for (node, &at) in tree.nodes.iter().zip(&first) {
            let [left, right] = [node.left, node.right].map(|child| first.get(child as usize).copied().unwrap_or(0));
            if node.feature >= DEAD {
                out.nodes.push(LevelNode { test: 0, ..*node });
                continue;
            }
            let moved = LevelNode { left, right, ..*node };
            if !guarded(node) {
                out.nodes.push(moved);
                continue;
            }
            let (var, axis) = (&vars[node.feature as usize], &compiled.axes[node.feature as usize]);
            if node.kind == TestKind::Cut {
                let [below, near] = near[node.feature as usize][node.test as usize - 1];
                let away = Some(Side::Right).filter(|_| node.missing == Some(Side::Right));
                out.nodes.extend([
                    LevelNode { test: below, kind: TestKind::Level, right: at + 1, ..moved },
                    LevelNode { test: near, kind: TestKind::Level, left: at + 2, missing: away, ..moved },
                    dead,
                ]);
                continue;
            }
            // Ranges of levels: first whether the level is far from all their ends.
            let offset = out.sets.len();
            out.sets.resize(offset + words(var.levels() + 1), 0);
            let sets = &tree.sets[node.test as usize + 1..][..tree.sets[node.test as usize] as usize];
            let cuts = sets.iter().flat_map(|word| [(word >> 32) as usize, *word as u32 as usize]);
            let cuts: Vec<f64> =
                cuts.filter_map(|i| i.checked_sub(1).and_then(|i| axis.cuts.0.get(i).copied())).collect();
            for k in 0..var.levels() {
                let missing = var.missing && k + 1 == var.levels();
                let far = |c: &f64| {
                    let (below, above) = ends(*c, by(node), self.ensemble.input);
                    var.cuts.ends(k).1 <= below || self.ensemble.input.after(var.cuts.ends(k).0) >= above
                };
                if missing || cuts.iter().all(far) {
                    insert(&mut out.sets[offset..], k);
                }
            }
            let known = node.missing.map(|_| Side::Left);
            out.nodes.extend([
                LevelNode {
                    test: offset as u32,
                    kind: TestKind::Set,
                    missing: known,
                    left: at + 1,
                    right: at + 2,
                    ..*node
                },
                moved,
                dead,
            ]);
        }
        debug_assert!(out.nodes.iter().all(|n| n.feature == LEAF || n.feature == DEAD || n.left < count));
        Some(out)
    }

    /// Whether a row keeps the distance from every split on its way.
    pub fn kept(&self, row: &[f64]) -> bool {
        let ensemble = &self.ensemble;
        let (input, compare) = (ensemble.input, ensemble.compare);
        ensemble.trees.iter().all(|tree| {
            let mut at = 0;
            while let At::Split { split, left, right, missing, .. } = tree.at(at) {
                let Some(side) = ensemble.side(split, row).or(missing) else { return false };
                let far = match split {
                    Split::Oblique { columns, weights, threshold } => {
                        let terms = || columns.iter().zip(weights).map(|(&c, w)| w * input.round(row[c]));
                        let (sum, size) = (terms().sum::<f64>(), terms().map(f64::abs).sum::<f64>() + threshold.abs());
                        let rounding = 4.0 * f64::EPSILON * (columns.len() + 2) as f64 * size;
                        sum.is_nan() || (sum - threshold).abs() >= self.of_plane(columns, weights) - rounding
                    }
                    _ => cuts_of(split, compare, input).all(|(column, cut)| {
                        let x = input.round(row[column]);
                        let (below, above) = self.ends(column, cut);
                        x.is_nan() || self.by[column] == 0.0 || x <= below || x >= above
                    }),
                };
                if !far {
                    return false;
                }
                at = if side == Side::Left { left } else { right };
            }
            true
        })
    }
}

/// The last value below a cut, and the first above it, that are this far from it.
fn ends(cut: f64, by: f64, input: Precision) -> (f64, f64) {
    (input.floor(cut - by), input.ceil(input.after(cut) + by))
}

/// The cuts of a split on one number, with its column.
fn cuts_of(split: &Split, compare: Compare, input: Precision) -> impl Iterator<Item = (usize, f64)> + '_ {
    let axis = match split {
        Split::Axis { column, threshold } => Some((*column, cut(*threshold, compare, input))),
        _ => None,
    };
    let intervals = match split {
        Split::Intervals { column, left } => Some((*column, left)),
        _ => None,
    };
    let ends = intervals.into_iter().flat_map(move |(column, left)| {
        left.iter().flat_map(move |&interval| interval_cuts(interval, input).map(|at| (column, at)))
    });
    axis.into_iter().chain(ends.filter(|(_, at)| at.is_finite()))
}
