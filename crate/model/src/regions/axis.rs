//! One axis of a slice: its bands, and the bands that go left at a split.

use super::RegionError;
use crate::cells::{cut, Grid};
use crate::ensemble::{category_side, Ensemble, Side, Split};
use crate::schema::Feature;

/// An axis of a slice.
#[derive(Clone, Debug, PartialEq)]
pub struct SliceAxis {
    /// Feature index.
    pub feature: usize,
    /// `n + 1` ascending bounds of `n` bands. Numbers: band `i` holds `edges[i] < x <= edges[i + 1]` (the outermost
    /// bounds are the window's). Discrete kinds: level `k` lies between `k - 0.5` and `k + 0.5`.
    pub edges: Vec<f64>,
}

/// Consecutive bands `start..end`.
pub(super) type Run = (usize, usize);

/// An axis under construction: bands between all of the model's cuts in the window.
pub(super) struct Bands<'a> {
    pub feature: &'a Feature,
    pub edges: Vec<f64>,
    /// Whether some leaf's rectangle ends at this edge.
    pub used: Vec<bool>,
}

impl<'a> Bands<'a> {
    pub fn new(feature: &'a Feature, grid: &Grid, at: &[f64], window: Option<(f64, f64)>) -> Result<Self, RegionError> {
        let edges = match feature.level_count() {
            Some(n) => (0..=n).map(|k| k as f64 - 0.5).collect(),
            None => {
                let column = feature.columns()[0];
                let (lo, hi) = ends(feature, at, window)?;
                let inside = grid.columns[column].0.iter().copied().filter(|&c| lo < c && c < hi);
                std::iter::once(lo).chain(inside).chain([hi]).collect::<Vec<f64>>()
            }
        };
        let discrete = feature.level_count().is_some();
        let used = (0..edges.len()).map(|i| discrete || i == 0 || i + 1 == edges.len()).collect();
        Ok(Bands { feature, edges, used })
    }

    pub fn count(&self) -> usize {
        self.edges.len() - 1
    }

    pub fn reads(&self, column: usize) -> bool {
        self.feature.columns().contains(&column)
    }

    /// Splits runs of bands into those that go left at a split on one of the axis's columns, and the others. Records
    /// the edges between them.
    pub fn part(&mut self, ensemble: &Ensemble, split: &Split, runs: &[Run]) -> Result<[Vec<Run>; 2], RegionError> {
        let mut parts = [Vec::new(), Vec::new()];
        match (split, self.feature.level_count()) {
            (Split::Axis { threshold, .. }, None) => {
                let c = cut(*threshold, ensemble.compare, ensemble.input);
                // Bands whose upper bound, as the model reads it, is at most the cut. An edge inside the window is a cut
                // itself; the window's end may lie above a cut and round to it.
                let at = self.edges[1..].partition_point(|&hi| ensemble.input.round(hi) <= c);
                for &(a, b) in runs {
                    self.used[at] |= a < at && at < b;
                    if a < at {
                        parts[0].push((a, b.min(at)));
                    }
                    if at < b {
                        parts[1].push((a.max(at), b));
                    }
                }
            }
            (Split::Intervals { left, .. }, None) => {
                // Every bound of an interval in the window is an edge. So a band's upper bound decides for the whole
                // band.
                let inside = |band: usize| {
                    let value = ensemble.input.round(self.edges[band + 1]);
                    left.iter().any(|&(lo, hi)| lo <= value && value <= hi)
                };
                for &(a, b) in runs {
                    for k in a..b {
                        self.used[k] |= k > a && inside(k) != inside(k - 1);
                        push(&mut parts[usize::from(!inside(k))], k);
                    }
                }
            }
            (
                Split::Axis { column, .. } | Split::Categories { column, .. } | Split::Intervals { column, .. },
                Some(_),
            ) => {
                for k in runs.iter().flat_map(|&(a, b)| a..b) {
                    let value = self.feature.level_value(k, *column).unwrap_or(f64::NAN);
                    let left = match split {
                        Split::Axis { threshold, .. } => {
                            ensemble.compare.goes_left(ensemble.input.round(value), *threshold)
                        }
                        Split::Categories { left, unknown, .. } => {
                            category_side(value, left, *unknown, ensemble.input) == Side::Left
                        }
                        Split::Intervals { left, .. } => {
                            let value = ensemble.input.round(value);
                            left.iter().any(|&(lo, hi)| lo <= value && value <= hi)
                        }
                        Split::Oblique { .. } => false,
                    };
                    push(&mut parts[usize::from(!left)], k);
                }
            }
            (Split::Categories { column, .. }, None) => return Err(RegionError::NotCells { column: *column }),
            (Split::Oblique { columns, .. }, _) => return Err(RegionError::NotCells { column: columns[0] }),
        }
        Ok(parts)
    }

    /// Sets the axis's columns of a row to a point of a band.
    pub fn place(&self, row: &mut [f64], band: usize) {
        for &c in self.feature.columns() {
            row[c] = self.feature.level_value(band, c).unwrap_or(self.edges[band + 1]);
        }
    }

    /// Keeps the used edges. Returns every old edge's new number, which is that of the next used edge.
    pub fn compress(&mut self) -> Vec<usize> {
        let mut renumbered = Vec::with_capacity(self.edges.len());
        let mut count = 0;
        for &used in &self.used {
            renumbered.push(count);
            count += usize::from(used);
        }
        keep(&mut self.edges, &self.used);
        renumbered
    }
}

/// Adds a band to runs that end at or before it.
fn push(runs: &mut Vec<Run>, band: usize) {
    match runs.last_mut() {
        Some((_, end)) if *end == band => *end = band + 1,
        _ => runs.push((band, band + 1)),
    }
}

/// Keeps the items that are flagged.
pub(super) fn keep<T>(items: &mut Vec<T>, flags: &[bool]) {
    let mut flags = flags.iter();
    items.retain(|_| flags.next().copied().unwrap_or(false));
}

/// The bounds of an axis through a point: the window's, or the feature's own. All levels are shown.
pub(super) fn ends(feature: &Feature, at: &[f64], window: Option<(f64, f64)>) -> Result<(f64, f64), RegionError> {
    if let Some(n) = feature.level_count() {
        return Ok((-0.5, n as f64 - 0.5));
    }
    let (lo, hi) = window.unwrap_or_else(|| default_window(feature, at[feature.columns()[0]]));
    if lo < hi && (hi - lo).is_finite() {
        Ok((lo, hi))
    } else {
        Err(RegionError::Window { lo, hi })
    }
}

/// The feature's domain, widened to hold the point's own value and to have a width.
pub fn default_window(feature: &Feature, own: f64) -> (f64, f64) {
    let (mut lo, mut hi) = (feature.min, feature.max);
    if own.is_finite() {
        (lo, hi) = (lo.min(own), hi.max(own));
    }
    if lo < hi {
        (lo, hi)
    } else {
        let by = 0.5 * lo.abs().max(1.0);
        (lo - by, hi + by)
    }
}
