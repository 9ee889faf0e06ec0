//! The page's information on a loaded model (`ModelInfo` of www/src/types.ts).

use super::answer::to_json;
use super::number::{nums, Num};
use espalier_model::cells::Grid;
use espalier_model::ensemble::{LinearLeaf, Node, Task};
use espalier_model::schema::{Change, Feature, Kind};
use espalier_model::{Background, Model};
use serde::Serialize;

/// Bins of a numeric feature's histogram.
const BINS: usize = 24;

/// A loaded model in brief, ready to be serialized.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelInfo<'a> {
    format: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<&'a str>,
    bytes: usize,
    kind: &'static str,
    columns: usize,
    input: &'static str,
    trees: usize,
    depth: usize,
    leaves: usize,
    oblique: bool,
    /// Whether some leaves are linear functions of the inputs.
    linear_leaves: bool,
    /// Neurons of several hidden layers.
    #[serde(skip_serializing_if = "is_zero")]
    neurons: usize,
    missing: bool,
    features: Vec<FeatureInfo<'a>>,
    classes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    /// Height and width of the picture whose pixels the columns are.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<[usize; 2]>,
    rows: usize,
    isolation_forest: bool,
    /// Told where there are none.
    #[serde(skip_serializing_if = "is_true")]
    probabilities: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's way to ask.
fn is_true(flag: &bool) -> bool {
    *flag
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's way to ask.
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct FeatureInfo<'a> {
    name: &'a str,
    kind: &'static str,
    columns: &'a [usize],
    min: Num,
    max: Num,
    change: &'static str,
    weight: WeightInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decimals: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phrase: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Num>>,
    thresholds: Vec<Num>,
    missing: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Vec<usize>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct WeightInfo {
    up: Num,
    down: Num,
}

impl<'a> ModelInfo<'a> {
    /// Gathers the info: one pass over the nodes, and for each feature one over the background rows.
    pub fn new(model: &'a Model) -> Self {
        let ensemble = &model.ensemble;
        let grid = Grid::new(ensemble);
        let background = model.background.as_deref();
        let mut ruled = vec![true; ensemble.columns];
        for node in ensemble.trees.iter().flat_map(|t| &t.nodes) {
            if let Node::Split { split, missing: None, .. } = node {
                split.columns().iter().for_each(|&c| ruled[c] = false);
            }
        }
        let mut reads = |sum: &LinearLeaf| {
            for &column in &sum.columns {
                if let Some(ruled) = ruled.get_mut(column) {
                    *ruled &= sum.missing.is_some();
                }
            }
        };
        ensemble.trees.iter().for_each(|tree| tree.linear.iter().for_each(&mut reads));
        ensemble.neurons.iter().for_each(|neuron| reads(&neuron.sum));
        ModelInfo {
            format: &model.origin.format,
            library: model.origin.library.as_deref(),
            bytes: model.origin.bytes,
            kind: match ensemble.task {
                Task::Classifier { .. } => "classifier",
                Task::Regressor => "regressor",
                Task::IsolationForest => "isolation_forest",
            },
            columns: ensemble.columns,
            input: ensemble.input.name(),
            trees: ensemble.trees.len(),
            depth: ensemble.depth(),
            leaves: ensemble.leaves(),
            oblique: ensemble.is_oblique(),
            linear_leaves: ensemble.has_linear_leaves(),
            neurons: ensemble.neurons.len(),
            missing: ruled.iter().all(|r| *r),
            features: model.schema.features.iter().map(|f| FeatureInfo::new(f, &grid, &ruled, background)).collect(),
            classes: &model.schema.classes,
            subject: model.schema.subject.as_deref(),
            image: model.schema.image,
            rows: background.map_or(0, |b| b.rows.len()),
            isolation_forest: model.isolation_forest.is_some(),
            probabilities: model.probabilities,
        }
    }

    /// The document as one line of JSON.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

impl<'a> FeatureInfo<'a> {
    fn new(feature: &'a Feature, grid: &Grid, ruled: &[bool], background: Option<&Background>) -> Self {
        let column = feature.columns()[0];
        let ordered = matches!(feature.kind, Kind::Numeric { .. } | Kind::Integer { .. } | Kind::Ordinal { .. });
        let levels = feature.level_count();
        let one_hot = matches!(feature.kind, Kind::OneHot { .. });
        FeatureInfo {
            name: &feature.name,
            kind: match feature.kind {
                Kind::Numeric { .. } => "numeric",
                Kind::Integer { .. } => "integer",
                Kind::Ordinal { .. } => "ordinal",
                Kind::Binary { .. } => "binary",
                Kind::OneHot { .. } | Kind::Codes { .. } => "categorical",
            },
            columns: feature.columns(),
            min: Num(feature.min),
            max: Num(feature.max),
            change: match feature.change {
                Change::Free => "free",
                Change::Fixed => "fixed",
                Change::Increase => "increase",
                Change::Decrease => "decrease",
            },
            weight: WeightInfo { up: Num(feature.weight.up), down: Num(feature.weight.down) },
            unit: feature.unit.as_deref(),
            decimals: feature.decimals,
            phrase: feature.phrase.as_deref(),
            labels: levels.map(|n| (0..n).filter_map(|k| feature.label(k)).collect()),
            values: levels
                .filter(|_| !one_hot)
                .map(|n| (0..n).filter_map(|k| feature.level_value(k, column)).map(Num).collect()),
            thresholds: if ordered { nums(&finite(&grid.columns[column].0)) } else { Vec::new() },
            missing: feature.columns().iter().all(|&c| ruled[c]),
            histogram: background.map(|b| histogram(feature, b)),
        }
    }
}

/// The cuts that part finite values.
fn finite(cuts: &[f64]) -> Vec<f64> {
    cuts.iter().copied().filter(|c| c.is_finite()).collect()
}

/// Counts of background rows. For numbers they are by equal bins over min..max, the last bin closed, without rows outside. For discrete kinds
/// they are by level.
fn histogram(feature: &Feature, background: &Background) -> Vec<usize> {
    let mut counts = vec![0; feature.level_count().unwrap_or(BINS)];
    for row in &background.rows {
        let bin = match feature.level_count() {
            Some(_) => feature.level_of(row),
            None => {
                let part = (row.get(feature.columns()[0]).copied().unwrap_or(f64::NAN) - feature.min)
                    / (feature.max - feature.min);
                (0.0..=1.0).contains(&part).then(|| ((part * BINS as f64) as usize).min(BINS - 1))
            }
        };
        if let Some(count) = bin.and_then(|b| counts.get_mut(b)) {
            *count += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::example_model;
    use serde_json::{json, Value};

    #[test]
    fn the_info_holds_all_that_the_page_shows() {
        let mut model = example_model();
        model.background = Some(std::sync::Arc::new(Background {
            rows: vec![
                vec![17.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0],
                vec![90.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0],
                vec![f64::NAN, 1e6, 1.0, 0.0, 1.0, 1.0, 0.0, 7.0],
            ],
            labels: None,
        }));
        let info: Value = serde_json::from_str(&ModelInfo::new(&model).to_json()).unwrap();
        assert_eq!((&info["kind"], &info["columns"], &info["trees"]), (&json!("classifier"), &json!(8), &json!(8)));
        assert_eq!((&info["depth"], &info["leaves"], &info["rows"]), (&json!(1), &json!(16), &json!(3)));
        assert_eq!((&info["missing"], &info["oblique"]), (&json!(false), &json!(false)));
        assert_eq!(info["classes"], json!(["low", "middle", "high"]));
        assert_eq!((&info["features"][0]["missing"], &info["features"][1]["missing"]), (&json!(true), &json!(false)));
        let age = &info["features"][0];
        assert_eq!((&age["kind"], &age["thresholds"]), (&json!("integer"), &json!([0.5])));
        assert_eq!((&age["histogram"][0], &age["histogram"][23]), (&json!(1), &json!(1)));
        assert_eq!(age["weight"], json!({"up": 1, "down": 1}));
        assert_eq!(info["features"][1]["histogram"][0], json!(2), "the row beyond max is in no bin");
        assert_eq!(info["features"][3]["labels"], json!(["none", "BSc", "MSc"]));
        let occupation = &info["features"][4];
        assert_eq!((&occupation["columns"], &occupation["thresholds"]), (&json!([4, 5, 6]), &json!([])));
        assert_eq!((&occupation["histogram"], &occupation["values"]), (&json!([1, 1, 0]), &Value::Null));
        assert_eq!(info["features"][5]["values"], json!([3, 1]));
    }
}
