//! The exact cells of a 2-D slice. Every tree is walked with only the two axes' features free. Each leaf that is
//! reached adds its values over a rectangle of cells.

use super::axis::{keep, Bands, Run, SliceAxis};
use super::cell_scores::CellScores;
use super::RegionError;
use crate::cells::Grid;
use crate::ensemble::{At, Ensemble, Side, Task, Tree};
use crate::schema::{Feature, Schema};

/// The raw values shown, both bounds included, by axis. `None`: the feature's domain, widened to hold the point's own
/// value. Discrete axes always show every level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Window {
    /// Of the first axis.
    pub x: Option<(f64, f64)>,
    /// Of the second.
    pub y: Option<(f64, f64)>,
}

/// The prediction in every cell of a plane. The class is that of [`Ensemble::predict`] at any point of the cell, ties
/// included. Scores come from double precision sums, for every library. Cell `(i, j)` is at `j * nx + i`, y upwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// First axis.
    pub x: SliceAxis,
    /// Second axis.
    pub y: SliceAxis,
    /// By cell: the predicted class. 0 for regressors.
    pub classes: Vec<u8>,
    /// The library's own probabilities, `outputs` for each cell. For regressors, the predicted value.
    pub scores: Vec<f32>,
    /// Number of values in `scores` for each cell.
    pub outputs: usize,
}

/// A leaf's rectangle (every pair of an x run with a y run) and the leaf.
pub(super) type Patch = (Vec<Run>, Vec<Run>, usize);

/// Cuts the plane of two features through the point `at` (raw inputs; the axes' own entries may be missing) into cells
/// of one prediction each. Neighbouring rows and columns of numbers are merged if all their scores are equal.
///
/// # Errors
/// [`RegionError`].
/// # Cost
/// Leaves, plus cells. One prediction for each cell in which classes tie within rounding.
pub fn slice(
    ensemble: &Ensemble,
    schema: &Schema,
    at: &[f64],
    x_feature: usize,
    y_feature: usize,
    window: Window,
) -> Result<Slice, RegionError> {
    let [x, y] = features(ensemble, schema, at, x_feature, y_feature)?;
    if ensemble.has_linear_leaves() {
        return Err(RegionError::LinearLeaves);
    }
    let grid = Grid::new(ensemble);
    let mut axes = [Bands::new(x, &grid, at, window.x)?, Bands::new(y, &grid, at, window.y)?];
    let patches = ensemble.trees.iter().map(|t| walk(ensemble, t, at, &mut axes)).collect::<Result<Vec<_>, _>>()?;
    let renumbered = [axes[0].compress(), axes[1].compress()];
    let [x, y] = axes;
    let mut cells = CellScores::new(ensemble, x.count(), y.count())?;
    for (tree, patches) in ensemble.trees.iter().zip(&patches) {
        cells.add(ensemble, tree, patches, &renumbered);
    }
    cells.sum();
    let keep_x = cells.distinct_columns(x.feature.level_count().is_some());
    let keep_y = cells.distinct_rows(y.feature.level_count().is_some());
    let mut row = at.to_vec();
    let mut class_at = |i: usize, j: usize| {
        x.place(&mut row, i);
        y.place(&mut row, j);
        // The trees have already been walked here, so no value is missing without a rule.
        ensemble.raw(&row).map_or(0, |raw| ensemble.class_of(&raw))
    };
    let (classes, scores, outputs) = cells.answers(ensemble, &keep_x, &keep_y, &mut class_at);
    let axis = |feature, mut edges: Vec<f64>, kept: &[bool]| {
        let last = edges.pop();
        keep(&mut edges, kept);
        edges.extend(last);
        SliceAxis { feature, edges }
    };
    Ok(Slice { x: axis(x_feature, x.edges, &keep_x), y: axis(y_feature, y.edges, &keep_y), classes, scores, outputs })
}

/// The two features of a slice through a point, if there can be one.
pub(super) fn features<'a>(
    ensemble: &Ensemble,
    schema: &'a Schema,
    at: &[f64],
    x: usize,
    y: usize,
) -> Result<[&'a Feature; 2], RegionError> {
    if at.len() != ensemble.columns {
        return Err(RegionError::Columns { found: at.len(), expected: ensemble.columns });
    }
    if x == y {
        return Err(RegionError::SameFeature);
    }
    if let Task::Classifier { classes } = ensemble.task {
        if classes > 256 {
            return Err(RegionError::Classes(classes));
        }
    }
    let feature = |n: usize| schema.features.get(n).ok_or(RegionError::Feature(n));
    Ok([feature(x)?, feature(y)?])
}

/// The patches of a tree. All columns but the axes' are fixed at the point.
fn walk(ensemble: &Ensemble, tree: &Tree, at: &[f64], axes: &mut [Bands; 2]) -> Result<Vec<Patch>, RegionError> {
    let mut patches = Vec::new();
    let mut stack = vec![(0, vec![(0, axes[0].count())], vec![(0, axes[1].count())])];
    while let Some((node, xs, ys)) = stack.pop() {
        let (split, left, right, missing) = match tree.at(node) {
            At::Leaf(leaf) => {
                patches.push((xs, ys, leaf));
                continue;
            }
            At::Split { split, left, right, missing, .. } => (split, left, right, missing),
        };
        let columns = split.columns();
        let reading = columns.iter().find_map(|&c| axes.iter().position(|a| a.reads(c)));
        match reading {
            Some(axis) => {
                let runs = if axis == 0 { &xs } else { &ys };
                let [l, r] = axes[axis].part(ensemble, split, runs)?;
                for (child, part) in [(right, r), (left, l)] {
                    if part.is_empty() {
                        continue;
                    }
                    stack.push(if axis == 0 { (child, part, ys.clone()) } else { (child, xs.clone(), part) });
                }
            }
            None => {
                let side = ensemble.side(split, at).or(missing);
                match side {
                    Some(Side::Left) => stack.push((left, xs, ys)),
                    Some(Side::Right) => stack.push((right, xs, ys)),
                    None => {
                        let column = columns.iter().copied().find(|&c| at[c].is_nan()).unwrap_or(columns[0]);
                        return Err(RegionError::Missing { column });
                    }
                }
            }
        }
    }
    Ok(patches)
}
