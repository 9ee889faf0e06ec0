//! What a page needs to know of a model: `ModelInfo` of `www/src/types.ts`.

use espalier_core::ensemble::{Ensemble, Node, Precision, Split, Task};
use espalier_core::grid::Grid;
use espalier_core::model::{Background, Model};
use espalier_core::schema::{Change, Feature, Kind};
use serde_json::{json, Value};

/// Bins of a numeric feature's histogram.
const BINS: usize = 24;

/// The document.
pub(crate) fn describe(model: &Model) -> Value {
    let Model { ensemble, schema, background, origin, .. } = model;
    let grid = Grid::new(ensemble);
    let features: Vec<Value> =
        schema.features.iter().map(|f| feature(f, &grid, ensemble.input, background.as_ref())).collect();
    let mut info = json!({
        "format": origin.format,
        "bytes": origin.bytes,
        "kind": match ensemble.task {
            Task::Classifier { .. } => "classifier",
            Task::Regressor => "regressor",
            Task::IsolationForest => "isolation_forest",
        },
        "columns": ensemble.columns,
        "trees": ensemble.trees.len(),
        "depth": ensemble.depth(),
        "leaves": ensemble.leaves(),
        "oblique": ensemble.is_oblique(),
        "missing": takes_missing(ensemble),
        "features": features,
        "classes": schema.classes,
        "rows": background.as_ref().map_or(0, |b| b.rows.len()),
    });
    if let Some(library) = &origin.library {
        info["library"] = json!(library);
    }
    info
}

/// Whether every split has a rule for a missing value.
fn takes_missing(ensemble: &Ensemble) -> bool {
    let mut nodes = ensemble.trees.iter().flat_map(|t| &t.nodes);
    nodes.all(|n| matches!(n, Node::Leaf(_) | Node::Split { missing: Some(_), .. }))
}

fn feature(feature: &Feature, grid: &Grid, input: Precision, background: Option<&Background>) -> Value {
    let mut document = json!({
        "name": feature.name,
        "kind": kind(&feature.kind),
        "columns": feature.columns(),
        "min": feature.min,
        "max": feature.max,
        "change": match feature.change {
            Change::Free => "free",
            Change::Fixed => "fixed",
            Change::Increase => "increase",
            Change::Decrease => "decrease",
        },
        "weight": {"up": feature.weight.up, "down": feature.weight.down},
        "thresholds": thresholds(feature, grid),
    });
    if let Some(unit) = &feature.unit {
        document["unit"] = json!(unit);
    }
    if let Some(decimals) = feature.decimals {
        document["decimals"] = json!(decimals);
    }
    if let Some(levels) = feature.level_count() {
        document["labels"] = (0..levels).filter_map(|k| feature.label(k)).collect();
        if let [column] = feature.columns() {
            document["values"] = (0..levels).filter_map(|k| feature.level_value(k, *column)).collect();
        }
    }
    if let Some(background) = background.filter(|b| !b.rows.is_empty()) {
        document["histogram"] = json!(histogram(feature, input, background));
    }
    document
}

fn kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Numeric { .. } => "numeric",
        Kind::Integer { .. } => "integer",
        Kind::Ordinal { .. } => "ordinal",
        Kind::Binary { .. } => "binary",
        Kind::OneHot { .. } | Kind::Codes { .. } => "categorical",
    }
}

/// The finite cuts of a feature whose values are ordered.
fn thresholds(feature: &Feature, grid: &Grid) -> Vec<f64> {
    match feature.kind {
        Kind::Numeric { column } | Kind::Integer { column } | Kind::Ordinal { column, .. } => {
            grid.columns[column].0.iter().copied().filter(|c| c.is_finite()).collect()
        }
        _ => Vec::new(),
    }
}

/// Background rows a level, or a bin of equal width; rows without a value count nowhere.
fn histogram(feature: &Feature, input: Precision, background: &Background) -> Vec<u32> {
    let levels = feature.level_count();
    let mut counts = vec![0; levels.unwrap_or(BINS)];
    for row in &background.rows {
        let place = match levels {
            Some(_) => feature.level_of(row),
            None => bin(input.round(row[feature.columns()[0]]), feature),
        };
        if let Some(count) = place.and_then(|k| counts.get_mut(k)) {
            *count += 1;
        }
    }
    counts
}

/// The bin of a value within the feature's range.
fn bin(value: f64, feature: &Feature) -> Option<usize> {
    let width = feature.max - feature.min;
    if !(feature.min..=feature.max).contains(&value) {
        return None;
    }
    let share = if width > 0.0 { (value - feature.min) / width } else { 0.0 };
    Some(((share * BINS as f64) as usize).min(BINS - 1))
}
