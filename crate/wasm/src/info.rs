//! What a page needs to know of a model: `ModelInfo` of `www/src/types.ts`.

use espalier_core::ensemble::{Compare, Ensemble, Node, Precision, Split, Task};
use espalier_core::model::{Background, Model};
use espalier_core::schema::{Change, Feature, Kind};
use serde_json::{json, Value};

/// Bins of a numeric feature's histogram.
const BINS: usize = 24;

/// The document.
pub(crate) fn describe(model: &Model) -> Value {
    let Model { ensemble, schema, background, origin, .. } = model;
    let features: Vec<Value> = schema.features.iter().map(|f| feature(f, ensemble, background.as_ref())).collect();
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

fn feature(feature: &Feature, ensemble: &Ensemble, background: Option<&Background>) -> Value {
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
        "thresholds": thresholds(feature, ensemble),
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
        document["histogram"] = json!(histogram(feature, ensemble.input, background));
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

/// The finite cuts of a feature whose values are ordered: the last value of the input type that goes left.
fn thresholds(feature: &Feature, ensemble: &Ensemble) -> Vec<f64> {
    let (Kind::Numeric { column } | Kind::Integer { column } | Kind::Ordinal { column, .. }) = feature.kind else {
        return Vec::new();
    };
    let mut cuts: Vec<f64> = (ensemble.trees.iter().flat_map(|t| &t.nodes))
        .filter_map(|node| match node {
            Node::Split { split: Split::Axis { column: c, threshold }, .. } if *c == column => Some(*threshold),
            _ => None,
        })
        .map(|t| last_left(t, ensemble))
        .filter(|c| c.is_finite())
        .collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    cuts
}

fn last_left(threshold: f64, ensemble: &Ensemble) -> f64 {
    let before = |x: f64| match ensemble.input {
        Precision::F32 => f64::from((x as f32).next_down()),
        Precision::F64 => x.next_down(),
    };
    let near = ensemble.input.round(threshold);
    let passes = match ensemble.compare {
        Compare::LessEqual => near <= threshold,
        Compare::Less => near < threshold,
    };
    if passes {
        near
    } else {
        before(near)
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
