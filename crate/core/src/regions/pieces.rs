//! The exact pieces of a slice that slanted cuts cross: every tree's cuts that matter there part the window into convex polygons, all trees'
//! over each other. The prediction of a piece is the predictor's at a point inside.
//!
//! Borders are where a cut's sum is met exactly; a model that reads single precision may see a point within its rounding of a border on the
//! other side. Pieces thinner than 1e-9 of the window are not told apart.

use super::axis::ends;
use super::polygon::{middle, Corner, Cut, Lies, Polygon};
use super::slice::{features, Window};
use super::RegionError;
use crate::ensemble::{At, Ensemble, Node, Prediction, Side, Split, Tree};
use crate::schema::{Feature, Schema};

/// A slice with more pieces is refused.
const MOST: usize = 30_000;

/// The pieces of a plane with the prediction of each. They are convex, cover the window and do not overlap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pieces {
    /// Ends of the bands of each axis: of a number those of the window, of levels as in [`Axis`](super::Axis).
    pub edges: [Vec<f64>; 2],
    /// Corners, x and y in turn, counter-clockwise, piece after piece: raw values, or level indices.
    pub points: Vec<f64>,
    /// Number of the first corner of each piece; at the end the number of all.
    pub first: Vec<i32>,
    /// Of the side that begins at each corner, the line on which it lies; -1 on the window's frame.
    pub sides: Vec<i32>,
    /// Three numbers a line, of `a x + b y = c`.
    pub lines: Vec<f64>,
    /// Predicted class a piece; 0 for regressors.
    pub classes: Vec<u8>,
    /// The library's own probabilities, `outputs` a piece; the predicted value for regressors.
    pub scores: Vec<f32>,
    /// Numbers a piece in `scores`.
    pub outputs: usize,
}

/// An axis of the window.
struct Scale<'a> {
    feature: &'a Feature,
    lo: f64,
    hi: f64,
    /// Of a number its column.
    column: Option<usize>,
    /// Levels; 1 for a number.
    count: usize,
}

/// A node's test, as it parts the polygons that come to it.
enum Test {
    /// All go there.
    All(Side),
    /// The part below goes left.
    Line(Cut),
    /// Ends of intervals of the axis, between which the predictor says the way.
    Ends(usize, Vec<Cut>),
}

/// Cuts the plane of two features through the point `at` (raw inputs; the axes' own entries may be missing) into pieces of one prediction
/// each. `None` where no slanted cut reads one of the features: the plane is a grid of cells then, see [`slice`](super::slice).
///
/// # Errors
/// [`RegionError`]; more than 30,000 pieces among them.
/// # Cost
/// Each tree's nodes that a piece reaches, by the pieces of the trees before it; a prediction a piece.
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
    if !ensemble.trees.iter().flat_map(|t| &t.nodes).any(slanted) {
        return Ok(None);
    }
    let axes = [Scale::new(x, at, window.x)?, Scale::new(y, at, window.y)?];
    let mut sheet = Sheet { ensemble, axes, row: at.to_vec(), pieces: Pieces { first: vec![0], ..Pieces::default() } };
    sheet.cut()?;
    Ok(Some(sheet.pieces))
}

impl<'a> Scale<'a> {
    fn new(feature: &'a Feature, at: &[f64], window: Option<(f64, f64)>) -> Result<Scale<'a>, RegionError> {
        let (lo, hi) = ends(feature, at, window)?;
        let count = feature.level_count();
        let column = if count.is_none() { Some(feature.columns()[0]) } else { None };
        Ok(Scale { feature, lo, hi, column, count: count.unwrap_or(1) })
    }

    /// The coordinate at a share of the window.
    fn value(&self, share: f64) -> f64 {
        if share == 1.0 {
            self.hi
        } else {
            self.lo + share * (self.hi - self.lo)
        }
    }

    /// Sets the axis's columns of a row to a level, or to a share of the window.
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
    /// A point of the plane.
    row: Vec<f64>,
    pieces: Pieces,
}

impl Sheet<'_> {
    /// Cuts level by level.
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
        // The side at an end of a level's band.
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
                    self.take(&piece)?;
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

    /// Adds a piece, in which the row lies.
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

    /// All trees' pieces of one polygon over each other. Levels are those of the row.
    fn overlay(&mut self, whole: Polygon) -> Result<Vec<Polygon>, RegionError> {
        let ensemble = self.ensemble;
        let mut pieces = vec![whole];
        for tree in &ensemble.trees {
            let mut next = Vec::with_capacity(pieces.len());
            let mut known: Vec<Option<Test>> = tree.nodes.iter().map(|_| None).collect();
            for piece in pieces {
                self.leaves(tree, &mut known, piece, &mut next)?;
            }
            pieces = next;
        }
        Ok(pieces)
    }

    /// Parts a polygon by the leaves of a tree.
    fn leaves(
        &mut self,
        tree: &Tree,
        known: &mut [Option<Test>],
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
                Test::All(Side::Left) => stack.push((left, piece)),
                Test::All(Side::Right) => stack.push((right, piece)),
                Test::Line(cut) => match cut.way(&piece) {
                    Lies::Below => stack.push((left, piece)),
                    Lies::Above => stack.push((right, piece)),
                    Lies::Both => {
                        let [below, above] = cut.halves(&piece);
                        stack.extend([(right, above), (left, below)]);
                    }
                },
                Test::Ends(axis, cuts) => {
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
    fn test(&mut self, split: &Split, missing: Option<Side>) -> Result<Test, RegionError> {
        let own = |column: usize| self.axes.iter().position(|axis| axis.column == Some(column));
        let columns = split.columns();
        let mut slope = [0.0; 2];
        // The part of the sum that the axes do not change.
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
            return side.map(Test::All).ok_or_else(|| RegionError::Missing { column: missed() });
        }
        let axis = usize::from(slope[0] == 0.0);
        Ok(match split {
            Split::Axis { threshold, .. } => Test::Line(self.line(slope, *threshold)),
            Split::Oblique { threshold, .. } => Test::Line(self.line(slope, threshold - fixed)),
            Split::Intervals { left, .. } => {
                let ends: Vec<f64> = left.iter().flat_map(|&(lo, hi)| [lo, hi]).filter(|end| end.is_finite()).collect();
                Test::Ends(axis, ends.into_iter().map(|end| self.line(slope, end)).collect())
            }
            Split::Categories { column, .. } => return Err(RegionError::NotCells { column: *column }),
        })
    }

    /// The line `a x + b y = c`, which is a new one.
    fn line(&mut self, [a, b]: [f64; 2], c: f64) -> Cut {
        let line = self.lines();
        self.pieces.lines.extend([a, b, c]);
        let [x, y] = &self.axes;
        let (p, q) = (a * (x.hi - x.lo), b * (y.hi - y.lo));
        let size = p.hypot(q);
        Cut { a: p / size, b: q / size, c: (c - a * x.lo - b * y.lo) / size, line }
    }
}
