//! Membership of rows in regions.

use super::Instance;
use espalier_model::explanation::{Extent, Region};

/// Whether a row lies in a region: in its sets, and in its leaves where it has any.
pub fn holds(instance: &Instance, region: &Region, row: &[f64]) -> bool {
    let ensemble = &instance.model.ensemble;
    let own = || ensemble.trees.iter().map(|tree| ensemble.leaf(tree, row).ok());
    if !region.leaves.is_empty() && !own().eq(region.leaves.iter().map(|leaf| Some(*leaf))) {
        return false;
    }
    region.sets.iter().all(|(f, extent)| {
        let feature = &instance.model.schema.features[*f];
        let value = row[feature.columns()[0]];
        match extent {
            Extent::Interval(lo, hi) => *lo <= value && value <= *hi,
            Extent::Missing => value.is_nan(),
            Extent::Levels(levels) => {
                let count = feature.level_count().expect("a discrete feature");
                levels.contains(&feature.level_of(row).unwrap_or(count))
            }
        }
    })
}
