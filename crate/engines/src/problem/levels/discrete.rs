//! Levels of ordinal, binary and categorical features: their labels.

use super::limits::FeatureLimits;
use super::price::Price;
use super::{LevelEntry, Var};
use crate::problem::compiled::FeatureLevels;
use crate::SearchError;
use espalier_model::query::Query;
use espalier_model::schema::{Feature, Kind};

/// Fills a var of a discrete feature.
///
/// # Errors
/// Where the factual holds none of its levels.
pub(super) fn discrete(
    var: &mut Var,
    axis: &FeatureLevels,
    feature: &Feature,
    query: &Query,
    limits: &FeatureLimits,
    price: &Price<'_>,
) -> Result<(), SearchError> {
    let q = &query.factual;
    let missing = feature.columns().iter().all(|&c| q[c].is_nan());
    let own = feature.level_of(q);
    if own.is_none() && !missing {
        let found = feature.columns().iter().map(|&c| q[c].to_string()).collect::<Vec<_>>().join(", ");
        return Err(SearchError::NoLevel { feature: feature.name.clone(), found });
    }
    let n = axis.levels;
    var.own = own.unwrap_or(if limits.needed { 0 } else { n }) as u32;
    let value = |level: usize| feature.level_value(level, feature.columns()[0]).unwrap_or(level as f64);
    let single = !matches!(feature.kind, Kind::OneHot { .. });
    let in_range = |level: usize| !single || (value(level) >= limits.min && value(level) <= limits.max);
    let (mut first, mut last) = (n, 0);
    for level in 0..n {
        let changed = own != Some(level);
        let listed = limits.levels.as_ref().is_none_or(|a| a[level]);
        let (up, down) = match (&feature.kind, own) {
            (Kind::Ordinal { .. } | Kind::Binary { .. }, Some(o)) => (level > o, level < o),
            _ => (false, false),
        };
        let way = !(changed && limits.fixed || up && !limits.up || down && !limits.down);
        if !(listed && way && in_range(level)) {
            var.push(LevelEntry { changed, ..LevelEntry::SHUT });
            continue;
        }
        first = first.min(level);
        last = level;
        let (cost, reach) = match (own, &feature.kind) {
            _ if !changed => (price.stays, 0.0),
            (Some(o), Kind::Ordinal { .. }) => {
                let distance = level.abs_diff(o) as f64 / (n.max(2) - 1) as f64;
                price.of(distance, if up { f64::INFINITY } else { f64::NEG_INFINITY }, Some(level))
            }
            (Some(_), Kind::Binary { .. }) => {
                price.of(1.0, if up { f64::INFINITY } else { f64::NEG_INFINITY }, Some(level))
            }
            _ => price.of(1.0, f64::INFINITY, Some(level)),
        };
        var.push(LevelEntry { cost, reach, changed, value: value(level) });
    }
    var.allowed = (first as f64, last as f64);
    if missing && !limits.needed {
        let open = limits.levels.is_none() && limits.min == f64::NEG_INFINITY && limits.max == f64::INFINITY;
        var.missing = true;
        var.ordered = false;
        var.push(LevelEntry::stays_missing(if open { price.stays } else { f64::INFINITY }));
    }
    Ok(())
}
