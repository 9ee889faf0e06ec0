//! The exact pieces of a slice that slanted cuts cross, or whose leaves are linear. The cuts of each tree that matter in the window split it
//! into convex polygons. The polygons of all trees are overlaid. Where leaves are linear, the lines where classes tie cut them further. The
//! prediction of a piece is the predictor's at a point inside.
//!
//! A border is where a cut's sum is met exactly. A model that reads single precision may put a point within its
//! rounding of a border on the other side. Pieces thinner than 1e-9 of the window are not separated.

use super::axis::ends;
use super::borders::Borders;
use super::linear_scores::{around, inputs, leads, weighted, Linear, FLAT};
use super::polygon::{middle, Corner, HalfPlane, Lies, Polygon};
use super::slice::{features, Window};
use super::RegionError;
use crate::ensemble::{At, Ensemble, Node, Prediction, Side, Split, Task, Tree};
use crate::schema::{Feature, Schema};

/// Largest number of pieces of a slice.
const MOST: usize = 30_000;

/// The pieces of a plane, each with its prediction. They are convex, cover the window and do not overlap. In a piece the class is the same
/// throughout. So are the scores, but for models with linear leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pieces {
    /// Bounds of the bands of each axis. A number has the window's bounds, levels have those of
    /// [`SliceAxis`](super::SliceAxis).
    pub edges: [Vec<f64>; 2],
    /// Corners, x and y in turn, counter-clockwise, one piece after the other. Raw values, or level indices.
    pub points: Vec<f64>,
    /// Number of the first corner of each piece, and at the end the number of all corners.
    pub first: Vec<i32>,
    /// By corner: the line of the side that begins at it. -1 on the window's frame.
    pub sides: Vec<i32>,
    /// Three numbers for each line `a x + b y = c`.
    pub lines: Vec<f64>,
    /// Where two pieces meet.
    pub borders: Borders,
    /// By piece: the predicted class. 0 for regressors.
    pub classes: Vec<u8>,
    /// The library's own probabilities, `outputs` for each piece. For regressors, the predicted value. With linear leaves, those of the mean
    /// of the corners.
    pub scores: Vec<f32>,
    /// Number of values in `scores` for each piece.
    pub outputs: usize,
    /// For models with linear leaves, the raw scores as functions `a x + b y + c` of the axes: for each piece, by output, these three numbers.
    pub raw: Vec<f64>,
}

/// An axis of the window.
struct Scale<'a> {
    feature: &'a Feature,
    lo: f64,
    hi: f64,
    /// The column, for a number.
    column: Option<usize>,
    /// Number of levels. 1 for a number.
    count: usize,
}

/// The effect of a node's test on the polygons that reach it.
enum TestEffect {
    /// All polygons go to this side.
    All(Side),
    /// The part below goes left.
    Line(HalfPlane),
    /// Bounds of intervals of the axis. Between them, the predictor gives the side.
    Ends(usize, Vec<HalfPlane>),
}

/// Cuts the plane of two features through the point `at` (raw inputs; the axes' own entries may be missing) into pieces
/// of one class each. `None` where no slanted cut reads one of the features and no leaf is linear. Then the plane is a grid of cells,
/// see [`slice()`](super::slice()).
///
/// # Errors
/// [`RegionError`], also for more than 30,000 pieces.
/// # Cost
/// For each tree, its nodes that a piece reaches, times the pieces of the trees before it. One prediction for each piece. Sorting their
/// sides.
pub fn pieces(
    ensemble: &Ensemble,
    schema: &Schema,
    at: &[f64],
    x_feature: usize,
    y_feature: usize,
    window: Window,
) -> Result<Option<Pieces>, RegionError> {
    let [x, y] = features(ensemble, schema, at, x_feature, y_feature)?;
    let reads = |columns: &[usize]| columns.iter().any(|c| x.columns().contains(c) || y.columns().contains(c));
    let slanted =
        |node: &Node| matches!(node, Node::Split { split: Split::Oblique { columns, .. }, .. } if reads(columns));
    let linear = ensemble.has_linear_leaves();
    if !linear && !ensemble.trees.iter().flat_map(|t| &t.nodes).any(slanted) {
        return Ok(None);
    }
    let axes = [Scale::new(x, at, window.x)?, Scale::new(y, at, window.y)?];
    let pieces = Pieces { first: vec![0], ..Pieces::default() };
    let mut sheet = Sheet { ensemble, axes, linear, row: at.to_vec(), pieces };
    sheet.cut()?;
    let borders = Borders::new(&sheet.pieces);
    Ok(Some(Pieces { borders, ..sheet.pieces }))
}

impl<'a> Scale<'a> {
    fn new(feature: &'a Feature, at: &[f64], window: Option<(f64, f64)>) -> Result<Scale<'a>, RegionError> {
        let (lo, hi) = ends(feature, at, window)?;
        let count = feature.level_count();
        let column = if count.is_none() { Some(feature.columns()[0]) } else { None };
        Ok(Scale { feature, lo, hi, column, count: count.unwrap_or(1) })
    }

    /// The coordinate of a share of the window.
    fn value(&self, share: f64) -> f64 {
        if share == 1.0 {
            self.hi
        } else {
            self.lo + share * (self.hi - self.lo)
        }
    }

    /// Sets the axis's columns of a row to a level, or to the value of a share of the window.
    fn place(&self, row: &mut [f64], level: usize, share: f64) {
        for &c in self.feature.columns() {
            row[c] = self.feature.level_value(level, c).unwrap_or_else(|| self.value(share));
        }
    }
}

/// A slice that is being cut.
struct Sheet<'a> {
    ensemble: &'a Ensemble,
    axes: [Scale<'a>; 2],
    /// Whether the model has linear leaves.
    linear: bool,
    /// A point of the plane.
    row: Vec<f64>,
    pieces: Pieces,
}

impl Sheet<'_> {
    /// Cuts the window, for each pair of the axes' levels in turn.
    fn cut(&mut self) -> Result<(), RegionError> {
        let mut between = [0, 0];
        for (axis, first) in between.iter_mut().enumerate() {
            *first = self.lines();
            let (lo, hi, count) = (self.axes[axis].lo, self.axes[axis].hi, self.axes[axis].count);
            let whole = [lo, hi].to_vec();
            let levels = self.axes[axis].column.is_none();
            self.pieces.edges[axis] = if levels { (0..=count).map(|k| k as f64 - 0.5).collect() } else { whole };
            for k in 1..count {
                let along = [1.0 - axis as f64, axis as f64, k as f64 - 0.5];
                self.pieces.lines.extend(along);
            }
        }
        let [nx, ny] = [self.axes[0].count, self.axes[1].count];
        // The line at a bound of a level's band.
        let side =
            |axis: usize, count: usize, k: usize| if k == 0 || k == count { -1 } else { between[axis] + k as i32 - 1 };
        for j in 0..ny {
            for i in 0..nx {
                let [x0, x1] = [i as f64 / nx as f64, (i + 1) as f64 / nx as f64];
                let [y0, y1] = [j as f64 / ny as f64, (j + 1) as f64 / ny as f64];
                let whole = vec![
                    Corner { u: x0, v: y0, side: side(1, ny, j) },
                    Corner { u: x1, v: y0, side: side(0, nx, i + 1) },
                    Corner { u: x1, v: y1, side: side(1, ny, j + 1) },
                    Corner { u: x0, v: y1, side: side(0, nx, i) },
                ];
                self.place([i, j], [x0, y0]);
                for piece in self.overlay(whole)? {
                    self.place([i, j], middle(&piece));
                    if self.linear {
                        self.part([i, j], &piece)?;
                    } else {
                        self.take(&piece)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The number of the next line.
    fn lines(&self) -> i32 {
        (self.pieces.lines.len() / 3) as i32
    }

    /// Sets the row to a point.
    fn place(&mut self, levels: [usize; 2], [u, v]: [f64; 2]) {
        self.axes[0].place(&mut self.row, levels[0], u);
        self.axes[1].place(&mut self.row, levels[1], v);
    }

    /// Adds the parts of a piece in which one class leads. The row lies in the piece.
    fn part(&mut self, levels: [usize; 2], piece: &Polygon) -> Result<(), RegionError> {
        let [x, y] = &self.axes;
        let raw = around(self.ensemble, &self.row, [x.column, y.column])?;
        let window = [[x.lo, y.lo], [x.hi - x.lo, y.hi - y.lo]];
        let parts = match (self.ensemble.task, &raw[..]) {
            (Task::Classifier { .. }, raw) => {
                // One output is the score of the second class; the first has 0.
                let scores = if let [one] = raw { vec![[0.0; 3], *one] } else { raw.to_vec() };
                leads(piece, &scores, self.ensemble.compare, window, &mut self.pieces.lines)
            }
            _ => vec![piece.clone()],
        };
        for part in parts {
            self.place(levels, middle(&part));
            self.take(&part)?;
            self.pieces.raw.extend(raw.as_flattened());
        }
        if self.pieces.classes.len() > MOST {
            return Err(RegionError::Pieces { most: MOST });
        }
        Ok(())
    }

    /// Adds a piece. The row lies in it.
    fn take(&mut self, piece: &[Corner]) -> Result<(), RegionError> {
        let Pieces { points, first, sides, classes, scores, outputs, .. } = &mut self.pieces;
        for corner in piece {
            points.extend([self.axes[0].value(corner.u), self.axes[1].value(corner.v)]);
            sides.push(corner.side);
        }
        first.push(sides.len() as i32);
        match self.ensemble.predict(&self.row)? {
            Prediction::Class { class, scores: own, .. } => {
                classes.push(class as u8);
                *outputs = own.len();
                scores.extend(own.iter().map(|s| *s as f32));
            }
            Prediction::Value(value) => {
                classes.push(0);
                *outputs = 1;
                scores.push(value as f32);
            }
        }
        Ok(())
    }

    /// Overlays the pieces of all trees and neurons on one polygon. The row gives the levels.
    fn overlay(&mut self, whole: Polygon) -> Result<Vec<Polygon>, RegionError> {
        let ensemble = self.ensemble;
        let mut pieces = vec![whole];
        for tree in &ensemble.trees {
            let mut next = Vec::with_capacity(pieces.len());
            let mut known: Vec<Option<TestEffect>> = tree.nodes.iter().map(|_| None).collect();
            for piece in pieces {
                self.leaves(tree, &mut known, piece, &mut next)?;
            }
            pieces = next;
        }
        self.neurons(pieces)
    }

    /// Cuts pieces where a neuron's sum is 0. In a piece each neuron before it is a linear function.
    #[cold]
    fn neurons(&mut self, pieces: Vec<Polygon>) -> Result<Vec<Polygon>, RegionError> {
        let ensemble = self.ensemble;
        if ensemble.neurons.is_empty() {
            return Ok(pieces);
        }
        let columns = inputs(ensemble, &self.row, [0, 1].map(|axis| self.axes[axis].column));
        let mut out = Vec::new();
        let mut stack: Vec<(Polygon, Vec<Linear>)> = pieces.into_iter().map(|piece| (piece, columns.clone())).collect();
        while let Some((piece, mut columns)) = stack.pop() {
            let Some(neuron) = ensemble.neurons.get(columns.len() - ensemble.columns) else {
                out.push(piece);
                if self.pieces.classes.len() + out.len() > MOST {
                    return Err(RegionError::Pieces { most: MOST });
                }
                continue;
            };
            let sum @ [a, b, c] = weighted(&neuron.sum, 0, neuron.constant, &columns);
            let terms = neuron.sum.columns.iter().zip(&neuron.sum.weights);
            let size = terms.fold(0.0, |size: f64, (&c, w)| size.max(w.abs() * columns[c][0].hypot(columns[c][1])));
            let lines = self.pieces.lines.len();
            let way = if a.hypot(b) <= FLAT * size {
                [Lies::Below, Lies::Above][usize::from(c > 0.0)]
            } else {
                let cut = self.line([a, b], -c);
                let way = cut.way(&piece);
                if way == Lies::Both {
                    let [below, above] = cut.halves(&piece);
                    let mut on = columns.clone();
                    on.push(sum);
                    columns.push([0.0; 3]);
                    stack.extend([(above, on), (below, columns)]);
                    continue;
                }
                self.pieces.lines.truncate(lines);
                way
            };
            columns.push(if way == Lies::Above { sum } else { [0.0; 3] });
            stack.push((piece, columns));
        }
        Ok(out)
    }

    /// Splits a polygon by the leaves of a tree.
    fn leaves(
        &mut self,
        tree: &Tree,
        known: &mut [Option<TestEffect>],
        piece: Polygon,
        out: &mut Vec<Polygon>,
    ) -> Result<(), RegionError> {
        let mut stack = vec![(0, piece)];
        while let Some((place, piece)) = stack.pop() {
            let (entry, split, left, right, missing) = match tree.at(place) {
                At::Leaf(_) => {
                    out.push(piece);
                    if self.pieces.classes.len() + out.len() > MOST {
                        return Err(RegionError::Pieces { most: MOST });
                    }
                    continue;
                }
                At::Split { entry, split, left, right, missing } => (entry, split, left, right, missing),
            };
            let test = match &mut known[entry] {
                Some(test) => test,
                unknown => unknown.insert(self.test(split, missing)?),
            };
            match test {
                TestEffect::All(Side::Left) => stack.push((left, piece)),
                TestEffect::All(Side::Right) => stack.push((right, piece)),
                TestEffect::Line(cut) => match cut.way(&piece) {
                    Lies::Below => stack.push((left, piece)),
                    Lies::Above => stack.push((right, piece)),
                    Lies::Both => {
                        let [below, above] = cut.halves(&piece);
                        stack.extend([(right, above), (left, below)]);
                    }
                },
                TestEffect::Ends(axis, cuts) => {
                    let mut parts = vec![piece];
                    for cut in cuts.iter() {
                        for k in 0..parts.len() {
                            if cut.way(&parts[k]) == Lies::Both {
                                let [below, above] = cut.halves(&parts[k]);
                                parts[k] = below;
                                parts.push(above);
                            }
                        }
                    }
                    for part in parts {
                        self.axes[*axis].place(&mut self.row, 0, middle(&part)[*axis]);
                        let side = self.ensemble.side(split, &self.row);
                        stack.push((if side == Some(Side::Left) { left } else { right }, part));
                    }
                }
            }
        }
        Ok(())
    }

    /// A node's test on the plane.
    fn test(&mut self, split: &Split, missing: Option<Side>) -> Result<TestEffect, RegionError> {
        let own = |column: usize| self.axes.iter().position(|axis| axis.column == Some(column));
        let columns = split.columns();
        let mut slope = [0.0; 2];
        // The constant part of the sum, which the axes do not change.
        let mut fixed = 0.0;
        for (k, &column) in columns.iter().enumerate() {
            let weight = if let Split::Oblique { weights, .. } = split { weights[k] } else { 1.0 };
            match own(column) {
                Some(axis) => slope[axis] += weight,
                None => fixed += weight * self.ensemble.input.round(self.row[column]),
            }
        }
        if slope == [0.0; 2] || fixed.is_nan() {
            let missed = || columns.iter().copied().find(|&c| self.row[c].is_nan()).unwrap_or(columns[0]);
            let side = self.ensemble.side(split, &self.row).or(missing);
            return side.map(TestEffect::All).ok_or_else(|| RegionError::Missing { column: missed() });
        }
        let axis = usize::from(slope[0] == 0.0);
        Ok(match split {
            Split::Axis { threshold, .. } => TestEffect::Line(self.line(slope, *threshold)),
            Split::Oblique { threshold, .. } => TestEffect::Line(self.line(slope, threshold - fixed)),
            Split::Intervals { left, .. } => {
                let ends: Vec<f64> = left.iter().flat_map(|&(lo, hi)| [lo, hi]).filter(|end| end.is_finite()).collect();
                TestEffect::Ends(axis, ends.into_iter().map(|end| self.line(slope, end)).collect())
            }
            Split::Categories { column, .. } => return Err(RegionError::NotCells { column: *column }),
        })
    }

    /// Adds the line `a x + b y = c`.
    fn line(&mut self, [a, b]: [f64; 2], c: f64) -> HalfPlane {
        let line = self.lines();
        self.pieces.lines.extend([a, b, c]);
        let [x, y] = &self.axes;
        let (p, q) = (a * (x.hi - x.lo), b * (y.hi - y.lo));
        let size = p.hypot(q);
        HalfPlane { a: p / size, b: q / size, c: (c - a * x.lo - b * y.lo) / size, line }
    }
}
