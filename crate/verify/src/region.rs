//! Checks a region. Its cheapest point is checked as a counterfactual, and its corners against the target.

use crate::answer::Check;
use crate::error::VerifyError;
use crate::target::met;
use crate::tolerances::near;
use espalier_model::explanation::{Extent, Region};
use espalier_model::query::Sought;
use espalier_model::schema::Kind;

impl Check<'_> {
    pub(super) fn region(&self, region: &Region) -> Result<(), VerifyError> {
        let values = &region.values;
        let (_, offset) = self.point(values)?;
        let cost = self.cost(values) + offset;
        let equal = (cost - region.cost).abs() <= near(cost, self.earned_in_all());
        if !equal {
            return Err(VerifyError::Cost { stated: region.cost, found: cost });
        }
        let radius = if let Sought::Regions { radius } = self.query.sought { radius } else { f64::NAN };
        if radius.is_nan() || region.cost > radius + 2.0 * near(radius, self.earned_in_all()) {
            return Err(VerifyError::Bound { bound: region.cost, cost: radius });
        }
        let own = self.ensemble.trees.iter().map(|tree| self.ensemble.leaf(tree, values).ok());
        if !region.leaves.is_empty() && !own.eq(region.leaves.iter().map(|leaf| Some(*leaf))) {
            return Err(VerifyError::Leaves);
        }
        for end in [false, true] {
            let mut row = values.clone();
            for (f, extent) in &region.sets {
                self.corner(*f, extent, values, end, &mut row)?;
            }
            let prediction = self.predict(&row)?;
            if met(self.ensemble, self.query, &prediction).is_none() {
                return Err(VerifyError::Target { found: prediction });
            }
            self.deep(&row)?;
            self.far(&row)?;
            // As of sums, the nearest point alone keeps the budgets.
            if !self.others(&row) {
                return Err(VerifyError::Target { found: prediction });
            }
        }
        Ok(())
    }

    /// Sets a feature to the lower or the upper bound of its extent. The cheapest point must lie in the extent.
    fn corner(&self, f: usize, extent: &Extent, values: &[f64], end: bool, row: &mut [f64]) -> Result<(), VerifyError> {
        let feature = &self.schema.features[f];
        let fault = |what| Err(VerifyError::Range { feature: feature.name.clone(), end: f64::NAN, what });
        let column = feature.columns()[0];
        match extent {
            Extent::Missing if !values[column].is_nan() => return fault("the nearest point is not in the region"),
            Extent::Missing => {}
            Extent::Interval(lo, hi) => {
                let inside = *lo <= values[column] && values[column] <= *hi;
                if !inside || !matches!(feature.kind, Kind::Numeric { .. } | Kind::Integer { .. }) {
                    return fault("the nearest point is not in the region");
                }
                row[column] = if end { *hi } else { *lo };
                self.attained(feature, row)?;
            }
            Extent::Levels(levels) => {
                if !feature.level_of(values).is_none_or(|k| levels.contains(&k)) {
                    return fault("the nearest point is not in the region");
                }
                let count = feature.level_count().unwrap_or(0);
                let present = levels.iter().copied().filter(|&k| k < count);
                let Some(level) = (if end { present.max() } else { present.min() }) else { return Ok(()) };
                for &c in feature.columns() {
                    row[c] = feature.level_value(level, c).unwrap_or(f64::NAN);
                }
            }
        }
        Ok(())
    }
}
