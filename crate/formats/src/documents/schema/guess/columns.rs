//! The looks of one column, judged by the values of the background rows, or else by the trees' thresholds.

use super::Why;
use espalier_model::ensemble::{Node, Split};
use espalier_model::Model;

/// Rows that must be seen before they outweigh the thresholds.
const ENOUGH_ROWS: usize = 20;
/// Number of cuts needed before a column is taken for whole. All must lie at whole numbers or halfway between two.
const ENOUGH_CUTS: usize = 2;
/// Beyond this size, thresholds are ignored: every number of single precision there is whole, or nearly.
const TELLING: f64 = (1 << 22) as f64;
/// LightGBM cuts between zero and anything above at a number just above zero.
const JUST_ABOVE_ZERO: f64 = 1e-30;

/// The kind of values that a column seems to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// 0 or 1.
    Binary(Why),
    /// Whole numbers.
    Whole(Why),
    /// Any number; also columns about which nothing is known.
    Number,
}

/// The findings on a column.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The kind of its values.
    pub looks: Looks,
    /// Whether any split reads it.
    pub used: bool,
}

impl Column {
    /// Every column of a model.
    pub fn all(model: &Model) -> Vec<Column> {
        let ensemble = &model.ensemble;
        let largest = ensemble.input.largest();
        // Thresholds as the file has them; None: a split of another kind reads the column.
        let mut cuts: Vec<Option<Vec<f64>>> = vec![Some(Vec::new()); ensemble.columns];
        let mut used = vec![false; ensemble.columns];
        for node in ensemble.trees.iter().flat_map(|t| &t.nodes) {
            let Node::Split { split, .. } = node else { continue };
            for &c in split.columns() {
                used[c] = true;
            }
            match split {
                Split::Axis { column, threshold } => {
                    if let (Some(list), true) = (&mut cuts[*column], threshold.abs() < largest) {
                        list.push(*threshold);
                    }
                }
                Split::Intervals { column, left } => {
                    if let Some(list) = &mut cuts[*column] {
                        let ends = left.iter().flat_map(|&(lo, hi)| [lo, hi]).filter(|e| e.abs() < largest);
                        list.extend(ends.filter(|e| e.abs() > JUST_ABOVE_ZERO));
                    }
                }
                Split::Categories { .. } | Split::Oblique { .. } => {
                    split.columns().iter().for_each(|&c| cuts[c] = None);
                }
            }
        }
        let looks = |(c, cuts): (usize, Option<Vec<f64>>)| Column {
            looks: by_rows(model, c).unwrap_or_else(|| cuts.map_or(Looks::Number, by_cuts)),
            used: used[c],
        };
        cuts.into_iter().enumerate().map(looks).collect()
    }
}

/// The kind by the background rows; `None` where these are too few, or hold only one of 0 and 1.
fn by_rows(model: &Model, column: usize) -> Option<Looks> {
    let rows = &model.background.as_ref()?.rows;
    let mut count = 0;
    let mut binary = [false; 2];
    let mut looks = Looks::Binary(Why::Rows);
    for value in rows.iter().map(|row| row[column]).filter(|v| !v.is_nan()) {
        count += 1;
        if value.fract() != 0.0 {
            return Some(Looks::Number);
        }
        if value == 0.0 || value == 1.0 {
            binary[usize::from(value == 1.0)] = true;
        } else {
            looks = Looks::Whole(Why::Rows);
        }
    }
    if looks == Looks::Binary(Why::Rows) && binary != [true; 2] {
        return None;
    }
    (count >= ENOUGH_ROWS).then_some(looks)
}

/// The kind by the thresholds.
fn by_cuts(mut cuts: Vec<f64>) -> Looks {
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    if let [only] = cuts[..] {
        // One half is midway between 0 and 1. XGBoost's histogram cuts at the upper value, LightGBM just above zero.
        let between = only == 0.5 || only == 1.0 || (0.0..JUST_ABOVE_ZERO).contains(&only);
        return if between { Looks::Binary(Why::Cuts) } else { Looks::Number };
    }
    let halves = |t: &f64| (2.0 * t - (2.0 * t).round()).abs() <= 1e-14 * t.abs() || t.abs() < JUST_ABOVE_ZERO;
    let telling = cuts.iter().filter(|t| t.abs() < TELLING).count();
    if telling >= ENOUGH_CUTS && cuts.iter().all(halves) {
        Looks::Whole(Why::Cuts)
    } else {
        Looks::Number
    }
}
