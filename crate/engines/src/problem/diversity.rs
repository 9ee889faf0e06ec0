//! The differences of an answer from an earlier one. Each earlier answer has a list of differences. A further answer must show at least one of them.
//! Boxes treat the list as a tree without values whose last leaf is dead, as they do with implications.

use super::compiled::{LevelNode, LevelTest, LevelTree, TestKind, DEAD, LEAF};
use super::levels::Var;
use super::Problem;
use crate::tolerances::LEVEL_DISTANCE;
use espalier_model::ensemble::Precision;
use espalier_model::explanation::Counterfactual;
use espalier_model::query::Distinct;
use espalier_model::schema::{Kind, Schema};

/// One possible difference from an earlier answer.
#[derive(Clone, Debug)]
pub struct Diversity {
    /// The feature that differs.
    pub feature: usize,
    /// How it differs.
    pub far: Far,
}

/// How a feature differs from its value in an earlier answer.
#[derive(Clone, Debug)]
pub enum Far {
    /// The feature keeps its value. The earlier answer changed it.
    Unchanged,
    /// The value is not in this open interval.
    Outside {
        /// The lower end.
        lo: f64,
        /// The upper end.
        hi: f64,
    },
    /// The level is at least this many levels away. If the levels have no order (0), it is any other level.
    Level {
        /// The earlier answer's level.
        from: usize,
        /// The least distance.
        away: usize,
    },
    /// The value is present. The earlier answer's is missing.
    Present,
    /// The value is in none of these cells (lower end open, upper end closed). With `missing`, it is not missing either.
    Elsewhere {
        /// The cells, those that lie side by side as one.
        cells: Vec<(f64, f64)>,
        /// Whether a missing value is none of them.
        missing: bool,
    },
    /// The level, or "missing", is none of these.
    NoneOf(Vec<bool>),
}

/// The possible differences from an answer.
pub fn ways(answer: &Counterfactual, schema: &Schema, distinct: Distinct) -> Vec<Diversity> {
    match distinct {
        Distinct::Features => {
            answer.changes.iter().map(|c| Diversity { feature: c.feature, far: Far::Unchanged }).collect()
        }
        Distinct::Distance(distance) => (0..schema.features.len())
            .map(|f| {
                let feature = &schema.features[f];
                let far = match &feature.kind {
                    Kind::Numeric { column } | Kind::Integer { column } => {
                        let value = answer.values[*column];
                        let width = feature.max - feature.min;
                        let margin = distance * if width > 0.0 { width } else { 1.0 };
                        if value.is_nan() {
                            Far::Present
                        } else {
                            // Beside a very large value the margin may be less than the step to the next number.
                            Far::Outside {
                                lo: (value - margin).min(value.next_down()),
                                hi: (value + margin).max(value.next_up()),
                            }
                        }
                    }
                    kind => match feature.level_of(&answer.values) {
                        None => Far::Present,
                        Some(from) => {
                            let ordered = matches!(kind, Kind::Ordinal { .. });
                            let steps = feature.level_count().unwrap_or(2).max(2) - 1;
                            let away =
                                if ordered { (distance * steps as f64 - LEVEL_DISTANCE).ceil() as usize } else { 0 };
                            Far::Level { from, away }
                        }
                    },
                };
                Diversity { feature: f, far }
            })
            .collect(),
        // Regions need the trees. Rows are compared one by one.
        Distinct::Regions | Distinct::Rows => Vec::new(),
    }
}

/// The possible differences from an answer's region: every feature at a level that some tree of the model distinguishes
/// from the answer's.
pub fn ways_out(problem: &Problem, levels: &[u32]) -> Vec<Diversity> {
    // Cuts leave one run of levels, and need no look at each level.
    let present = |v: &Var| v.levels() - usize::from(v.missing);
    let mut runs: Vec<std::ops::Range<usize>> = problem.vars.iter().map(|v| 0..present(v)).collect();
    let mut alike: Vec<Vec<bool>> = problem.vars.iter().map(|v| vec![true; v.levels()]).collect();
    for tree in &problem.compiled.trees[..problem.compiled.ensemble.trees.len()] {
        let mut node = &tree.nodes[0];
        while node.feature < DEAD {
            let f = node.feature as usize;
            let (var, level) = (&problem.vars[f], levels[f] as usize);
            let taken = child(problem, tree, node, level);
            let first = if node.kind == TestKind::Cut && level < present(var) {
                let (cut, run) = (var.cut(node.test) as usize, &mut runs[f]);
                *run = if level < cut { run.start..run.end.min(cut) } else { run.start.max(cut)..run.end };
                present(var)
            } else {
                0
            };
            for (k, alike) in alike[f].iter_mut().enumerate().skip(first) {
                *alike = *alike && child(problem, tree, node, k) == taken;
            }
            let Some(next) = taken else { break };
            node = &tree.nodes[next as usize];
        }
    }
    for ((alike, run), var) in alike.iter_mut().zip(runs).zip(&problem.vars) {
        (0..present(var)).filter(|k| !run.contains(k)).for_each(|k| alike[k] = false);
    }
    let mut ways = Vec::new();
    for (feature, alike) in alike.into_iter().enumerate().filter(|(_, alike)| alike.contains(&false)) {
        let var = &problem.vars[feature];
        let far = if problem.compiled.schema.features[feature].level_count().is_some() {
            Far::NoneOf(alike)
        } else {
            let cells = var.levels() - usize::from(var.missing);
            let mut joined: Vec<(f64, f64)> = Vec::new();
            for (lo, hi) in (0..cells).filter(|&k| alike[k]).map(|k| var.cuts.ends(k)) {
                match joined.last_mut() {
                    Some(last) if last.1 == lo => last.1 = hi,
                    _ => joined.push((lo, hi)),
                }
            }
            Far::Elsewhere { cells: joined, missing: var.missing && alike[cells] }
        };
        ways.push(Diversity { feature, far });
    }
    ways
}

#[inline(never)]
fn child(problem: &Problem, tree: &LevelTree, node: &LevelNode, level: usize) -> Option<u32> {
    problem.child(tree, node, level as u32)
}

/// The cuts that a numeric feature's levels need, so that each level either holds only points with the difference or
/// none.
pub fn cuts(apart: &[Vec<Diversity>], feature: usize, input: Precision) -> Vec<f64> {
    let mut cuts = Vec::new();
    for way in apart.iter().flatten().filter(|w| w.feature == feature) {
        if let Far::Outside { lo, hi } = way.far {
            cuts.extend([input.floor(lo), input.before(input.ceil(hi))].into_iter().filter(|c| c.is_finite()));
        }
    }
    cuts
}

/// A tree whose leaf is dead where no difference holds. Every other leaf is 0 in each output.
pub fn tree(ways: &[Diversity], vars: &[Var], outputs: usize) -> LevelTree {
    let mut tree = LevelTree { width: outputs, values: vec![0.0; outputs], ..LevelTree::default() };
    let test = |way: &Diversity| {
        let var = &vars[way.feature];
        LevelTest::new(way.feature, var, &|level| way.far.holds(var, level))
    };
    let tests: Vec<LevelTest> = ways.iter().map(test).collect();
    let count = tests.iter().map(LevelTest::nodes).sum();
    let mut after = 0;
    for test in &tests {
        after += test.nodes();
        // After the last difference comes the dead leaf, which stands behind the live one.
        test.push(&mut tree, count, if after == count { count + 1 } else { after });
    }
    let leaf = |feature: u32| LevelNode { feature, test: 0, kind: TestKind::Cut, missing: None, left: 0, right: 0 };
    if ways.is_empty() {
        tree.nodes.push(leaf(DEAD));
    } else {
        tree.nodes.extend([leaf(LEAF), leaf(DEAD)]);
    }
    tree
}

/// Number of boxes of the points without any of the differences, where levels have their order.
pub fn boxes(ways: &[Diversity]) -> usize {
    // A feature that changes lies below its own value or above it.
    let runs = |way: &Diversity| if matches!(way.far, Far::Unchanged) { 2 } else { 1 };
    ways.iter().map(runs).fold(1, usize::saturating_mul)
}

impl Far {
    /// Whether the points of a level have the difference. Levels were refined so that all points of a level do, or none.
    pub fn holds(&self, var: &Var, level: usize) -> bool {
        let missing = var.missing && level + 1 == var.levels();
        match *self {
            Far::Unchanged => !var.changed[level],
            Far::Outside { lo, hi } => missing || var.value[level] <= lo || var.value[level] >= hi,
            Far::Level { from, away } => missing || level != from && level.abs_diff(from) >= away,
            Far::Present => !missing,
            Far::Elsewhere { missing: inside, .. } if missing => !inside,
            Far::Elsewhere { ref cells, .. } => {
                let (from, to) = var.cuts.ends(level);
                !cells.iter().any(|&(lo, hi)| lo <= from && to <= hi)
            }
            Far::NoneOf(ref levels) => !levels[level],
        }
    }
}
