//! The exact cells of a 2-D slice: every tree is walked with only the two axes' features free, each
//! leaf that is reached adds its values over a rectangle of cells. Sums are taken in the order of the
//! trees, as the reference predictor takes them, so that a cell's class is that of
//! [`Ensemble::predict`] at any of its points, ties included. Scores are drawn from double precision
//! sums, whatever the library's own.

use super::axis::{keep, Axis, Bands, Run};
use super::RegionError;
use crate::ensemble::{first_largest, Aggregation, Ensemble, Link, Node, Side, Split, Task, Tree};
use crate::grid::Grid;
use crate::schema::Schema;

/// Cells that a slice may have before equal neighbours are merged.
const MOST_CELLS: usize = 1 << 22;

/// The raw values that are looked at, closed, by axis; `None`: the feature's domain, widened to hold
/// the point's own value. Discrete axes always show every level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Window {
    /// Of the first axis.
    pub x: Option<(f64, f64)>,
    /// Of the second.
    pub y: Option<(f64, f64)>,
}

/// What the model says in every cell of a plane. Cell `(i, j)` stands at `j * nx + i`, y upwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// First axis.
    pub x: Axis,
    /// Second axis.
    pub y: Axis,
    /// Predicted class a cell; 0 for regressors.
    pub classes: Vec<u8>,
    /// The library's own probabilities, `outputs` a cell; the predicted value for regressors.
    pub scores: Vec<f32>,
    /// Numbers a cell in `scores`.
    pub outputs: usize,
}

/// A leaf's rectangle (every pair of an x run with a y run) and the leaf.
type Patch = (Vec<Run>, Vec<Run>, usize);

/// Cuts the plane of two features through the point `at` (raw inputs; the axes' own entries may be
/// missing) into cells of one prediction each. Neighbouring rows and columns of numbers with the same
/// scores throughout are merged.
///
/// # Errors
/// [`RegionError`].
/// # Cost
/// Leaves, plus trees times cells.
pub fn slice(
    ensemble: &Ensemble,
    schema: &Schema,
    at: &[f64],
    x_feature: usize,
    y_feature: usize,
    window: Window,
) -> Result<Slice, RegionError> {
    if at.len() != ensemble.columns {
        return Err(RegionError::Columns { found: at.len(), expected: ensemble.columns });
    }
    if x_feature == y_feature {
        return Err(RegionError::SameFeature);
    }
    if let Task::Classifier { classes } = ensemble.task {
        if classes > 256 {
            return Err(RegionError::Classes(classes));
        }
    }
    let feature = |n: usize| schema.features.get(n).ok_or(RegionError::Feature(n));
    let grid = Grid::new(ensemble);
    let mut axes =
        [Bands::new(feature(x_feature)?, &grid, at, window.x)?, Bands::new(feature(y_feature)?, &grid, at, window.y)?];
    let patches = ensemble.trees.iter().map(|t| walk(ensemble, t, at, &mut axes)).collect::<Result<Vec<_>, _>>()?;
    let renumbered = [axes[0].compress(), axes[1].compress()];
    let [x, y] = axes;
    let mut cells = Cells::new(ensemble, x.count(), y.count())?;
    for (tree, patches) in ensemble.trees.iter().zip(&patches) {
        cells.add(ensemble, tree, patches, &renumbered);
    }
    cells.finish(ensemble);
    let keep_x = cells.distinct_columns(x.feature.level_count().is_some());
    let keep_y = cells.distinct_rows(y.feature.level_count().is_some());
    let (classes, scores, outputs) = cells.answers(ensemble, &keep_x, &keep_y);
    let axis = |feature, mut edges: Vec<f64>, kept: &[bool]| {
        let last = edges.pop();
        keep(&mut edges, kept);
        edges.extend(last);
        Axis { feature, edges }
    };
    Ok(Slice { x: axis(x_feature, x.edges, &keep_x), y: axis(y_feature, y.edges, &keep_y), classes, scores, outputs })
}

/// The patches of a tree, all columns but the axes' held at the point.
fn walk(ensemble: &Ensemble, tree: &Tree, at: &[f64], axes: &mut [Bands; 2]) -> Result<Vec<Patch>, RegionError> {
    let mut patches = Vec::new();
    let mut stack = vec![(0, vec![(0, axes[0].count())], vec![(0, axes[1].count())])];
    while let Some((node, xs, ys)) = stack.pop() {
        let (split, left, right, missing) = match &tree.nodes[node] {
            Node::Leaf(leaf) => {
                patches.push((xs, ys, *leaf));
                continue;
            }
            Node::Split { split, left, right, missing } => (split, *left, *right, *missing),
        };
        let columns = match split {
            Split::Axis { column, .. } | Split::Categories { column, .. } => std::slice::from_ref(column),
            Split::Oblique { columns, .. } => columns,
        };
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

/// Raw scores of all cells, a plane an output.
struct Cells {
    nx: usize,
    ny: usize,
    planes: Vec<Vec<f64>>,
    weights: f64,
}

impl Cells {
    fn new(ensemble: &Ensemble, nx: usize, ny: usize) -> Result<Cells, RegionError> {
        match nx.checked_mul(ny).filter(|n| n.checked_mul(ensemble.outputs).is_some_and(|m| m <= MOST_CELLS)) {
            Some(n) => Ok(Cells { nx, ny, planes: vec![vec![0.0; n]; ensemble.outputs], weights: 0.0 }),
            None => Err(RegionError::TooMany { cells: nx.saturating_mul(ny) }),
        }
    }

    /// Adds a tree's leaves.
    fn add(&mut self, ensemble: &Ensemble, tree: &Tree, patches: &[Patch], renumbered: &[Vec<usize>; 2]) {
        self.weights += tree.weight;
        let width = tree.width(ensemble.outputs);
        for (xs, ys, leaf) in patches {
            let values = &tree.values[leaf * width..(leaf + 1) * width];
            let over = |plane: &mut Vec<f64>, amount: f64| {
                for j in ys.iter().flat_map(|&(a, b)| renumbered[1][a]..renumbered[1][b]) {
                    for &(a, b) in xs {
                        let row = j * self.nx;
                        for cell in &mut plane[row + renumbered[0][a]..row + renumbered[0][b]] {
                            *cell += amount;
                        }
                    }
                }
            };
            match (ensemble.aggregation, tree.output) {
                (Aggregation::Vote, None) => over(&mut self.planes[first_largest(values)], tree.weight),
                (_, Some(output)) => over(&mut self.planes[output], tree.weight * values[0]),
                (_, None) => {
                    for (plane, value) in self.planes.iter_mut().zip(values) {
                        over(plane, tree.weight * value);
                    }
                }
            }
        }
    }

    /// Divides means and adds the base.
    fn finish(&mut self, ensemble: &Ensemble) {
        let mean = ensemble.aggregation != Aggregation::Sum && self.weights != 0.0;
        for (plane, base) in self.planes.iter_mut().zip(&ensemble.base) {
            for cell in plane {
                if mean {
                    *cell /= self.weights;
                }
                *cell += base;
            }
        }
    }

    /// Whether each column differs from the one before it; all where none may be merged.
    fn distinct_columns(&self, all: bool) -> Vec<bool> {
        let mut differs = vec![all; self.nx];
        differs[0] = true;
        if !all {
            for row in self.planes.iter().flat_map(|p| p.chunks_exact(self.nx)) {
                for (pair, flag) in row.windows(2).zip(&mut differs[1..]) {
                    *flag |= pair[0] != pair[1];
                }
            }
        }
        differs
    }

    /// As [`Cells::distinct_columns`], of rows.
    fn distinct_rows(&self, all: bool) -> Vec<bool> {
        let same = |plane: &[f64], j: usize| {
            let (below, row) = plane[(j - 1) * self.nx..(j + 1) * self.nx].split_at(self.nx);
            below == row
        };
        (0..self.ny).map(|j| all || j == 0 || !self.planes.iter().all(|p| same(p, j))).collect()
    }

    /// Class and scores of the kept cells.
    fn answers(&self, ensemble: &Ensemble, keep_x: &[bool], keep_y: &[bool]) -> (Vec<u8>, Vec<f32>, usize) {
        let outputs = match ensemble.task {
            Task::Classifier { classes } => classes,
            Task::Regressor | Task::IsolationForest => 1,
        };
        let kept = |flags: &[bool]| (0..flags.len()).filter(|&i| flags[i]).collect::<Vec<usize>>();
        let (xs, ys) = (kept(keep_x), kept(keep_y));
        let mut classes = Vec::with_capacity(xs.len() * ys.len());
        let mut scores = Vec::with_capacity(xs.len() * ys.len() * outputs);
        let mut raw = vec![0.0; ensemble.outputs];
        for &j in &ys {
            for &i in &xs {
                for (r, plane) in raw.iter_mut().zip(&self.planes) {
                    *r = plane[j * self.nx + i];
                }
                if let Task::Classifier { .. } = ensemble.task {
                    classes.push(ensemble.class_of(&raw) as u8);
                    push_scores(ensemble.link, &mut raw, &mut scores);
                } else {
                    classes.push(0);
                    scores.push(if ensemble.link == Link::Exp { raw[0].exp() } else { raw[0] } as f32);
                }
            }
        }
        (classes, scores, outputs)
    }
}

/// [`Ensemble::scores`] without a list a cell.
fn push_scores(link: Link, raw: &mut [f64], scores: &mut Vec<f32>) {
    match link {
        Link::None | Link::Exp => scores.extend(raw.iter().map(|r| *r as f32)),
        Link::Logistic => {
            let p = 1.0 / (1.0 + (-raw[0]).exp());
            scores.extend([(1.0 - p) as f32, p as f32]);
        }
        Link::Softmax => {
            let top = raw.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for r in raw.iter_mut() {
                *r = (*r - top).exp();
            }
            let sum: f64 = raw.iter().sum();
            scores.extend(raw.iter().map(|e| (e / sum) as f32));
        }
    }
}
