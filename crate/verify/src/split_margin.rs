//! The distance of a row from the splits on its way.

use crate::answer::Check;
use crate::error::VerifyError;
use espalier_model::ensemble::{At, Side, Split};

impl Check<'_> {
    /// Whether every split of the model on a row's way is as far away as the query asks, as a share of the ranges of numbers. Each distance may be
    /// short by a step of the input type, relative to the sizes of value and threshold.
    pub(crate) fn far(&self, row: &[f64]) -> Result<(), VerifyError> {
        let share = self.query.distance;
        if share == 0.0 {
            return Ok(());
        }
        let (ensemble, step) = (self.ensemble, self.ensemble.input.step());
        let width = |column: usize| {
            let feature = self.schema.features.iter().find(|f| f.columns().contains(&column));
            feature.filter(|f| f.level_count().is_none()).map_or(0.0, |f| f.max - f.min)
        };
        let apart = |column: usize, end: f64| {
            let (x, by) = (ensemble.input.round(row[column]), share * width(column));
            by == 0.0 || x.is_nan() || !end.is_finite() || (x - end).abs() >= by - step * x.abs().max(end.abs())
        };
        for (t, tree) in ensemble.trees.iter().enumerate() {
            let mut at = 0;
            while let At::Split { split, left, right, missing, .. } = tree.at(at) {
                let far = match split {
                    Split::Axis { column, threshold } => apart(*column, *threshold),
                    Split::Intervals { column, left } => {
                        left.iter().all(|(lo, hi)| apart(*column, *lo) && apart(*column, *hi))
                    }
                    Split::Categories { .. } => true,
                    Split::Oblique { columns, weights, threshold } => {
                        let terms = || columns.iter().zip(weights);
                        let sum: f64 = terms().map(|(&c, w)| w * ensemble.input.round(row[c])).sum();
                        let by: f64 = share * terms().map(|(&c, w)| w.abs() * width(c)).sum::<f64>();
                        let size: f64 = terms().map(|(&c, w)| (w * row[c]).abs()).sum::<f64>() + threshold.abs();
                        sum.is_nan() || (sum - threshold).abs() >= by - step * size
                    }
                };
                let side = ensemble.side(split, row).or(missing);
                match side.filter(|_| far) {
                    Some(Side::Left) => at = left,
                    Some(Side::Right) => at = right,
                    None => return Err(VerifyError::Near { tree: t }),
                }
            }
        }
        Ok(())
    }
}
