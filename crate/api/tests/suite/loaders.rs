//! Every fixture's model predicts as its library does: models trained by scikit-learn, XGBoost, CatBoost and LightGBM, 200 rows each.
//! tests/fixtures/make_*.py made them.

use espalier_api::{ModelInfo, Request};
use espalier_formats as formats;
use espalier_model::ensemble::{Ensemble, Prediction};
use espalier_model::Model;
use espalier_testkit::checks::checks;
use espalier_testkit::files;
use serde_json::Value;

/// Allowed relative deviation of probabilities and values. The libraries' exponentials, and pairwise sums in some of scikit-learn's means,
/// round differently from ours.
const TOLERANCE: f64 = 1e-6;

/// The same for ONNX: onnxruntime works in single precision, in an order that its number of threads decides.
const ONNX: f64 = 1e-5;

/// The names of the fixtures' libraries.
const LIBRARIES: [&str; 8] =
    ["scikit-learn ", "XGBoost ", "CatBoost", "LightGBM ", "skl2onnx ", "OnnxMLTools ", "hand (ONNX)", "treeple "];

/// The model files of a fixture, each read; all of them must agree.
fn models(fixture: &str) -> Vec<(String, Model)> {
    const NAMES: [&str; 5] = ["model.json", "model.ubj", "model.txt", "dump.json", "model.onnx"];
    let read = |file: &&str| {
        let bytes = std::fs::read(espalier_testkit::files::fixtures().join(fixture).join(file)).ok()?;
        let name = format!("{fixture}/{file}");
        let model = formats::load(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(model.origin.bytes, bytes.len(), "{name}");
        Some((name, model))
    };
    let models: Vec<_> = NAMES.iter().filter_map(read).collect();
    assert!(!models.is_empty(), "{fixture} has no model");
    models
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|v| v.as_f64().unwrap_or(f64::NAN)).collect()
}

/// `scale` is the size of the terms of the sum `expected`; or for probabilities, 0 where one operator makes them.
fn close(found: f64, expected: f64, scale: f64, name: &str) -> bool {
    let (tolerance, rounding) =
        if name.ends_with(".onnx") { (ONNX, f64::from(f32::EPSILON)) } else { (TOLERANCE, 0.0) };
    (found - expected).abs() <= tolerance * expected.abs() + rounding * scale
}

fn value_of(ensemble: &Ensemble, row: &[f64]) -> f64 {
    match ensemble.predict(row).expect("a prediction") {
        Prediction::Value(value) => value,
        Prediction::Class { .. } => panic!("a value was expected"),
    }
}

#[test]
fn predictions_equal_the_library() {
    for (fixture, checks) in checks() {
        for (name, model) in models(&fixture) {
            compare(&name, &model, &checks);
        }
    }
}

fn compare(name: &str, model: &Model, checks: &Value) {
    let rows = checks["rows"].as_array().expect("rows");
    assert!(rows.len() >= 200, "{name} has only {} rows", rows.len());
    let values = checks["values"].as_array().map_or(Vec::new(), |_| numbers(&checks["values"]));
    let scale = values.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
    for (i, row) in rows.iter().map(numbers).enumerate() {
        if checks["values"].is_array() {
            let (found, expected) = (value_of(&model.ensemble, &row), values[i]);
            assert!(close(found, expected, scale, name), "{name}, row {i}: {found} instead of {expected}");
            continue;
        }
        let Prediction::Class { class, scores, raw } =
            model.ensemble.predict(&row).unwrap_or_else(|e| panic!("{name}, row {i}: {e}"))
        else {
            panic!("{name}: a class was expected");
        };
        assert_eq!(raw.len(), model.ensemble.outputs, "{name}");
        let expected = numbers(&checks["scores"][i]);
        assert_eq!(scores.len(), expected.len(), "{name}");
        // XGBClassifier's two "probabilities" of binary:logitraw are 1 - raw and raw, which cancel near 0.
        // onnxruntime's own operators make probabilities of the sums of linear models: some rounding of 1, as 1 less a probability has.
        let scale = if name.starts_with("onnx-lin-") || name.starts_with("onnx-net-") { 4.0 } else { 0.0 };
        let close = |f: f64, e: f64| close(f, e, scale, name) || name.contains("logitraw") && (f - e).abs() < TOLERANCE;
        assert!(
            scores.iter().zip(&expected).all(|(f, e)| close(*f, *e)),
            "{name}, row {i}: {scores:?} instead of {expected:?}"
        );
        assert_eq!(Some(class as u64), checks["classes"][i].as_f64().map(|c| c as u64), "{name}, row {i}: {scores:?}");
        if let Some(forest) = &model.isolation_forest {
            let (found, expected) = (value_of(forest, &row), checks["isolation"][i].as_f64().expect("a length"));
            assert!(close(found, expected), "{name}, row {i}: length {found} instead of {expected}");
        }
    }
}

/// A request that rests on a probability is refused by a model without probabilities, and answered by one that has them.
#[test]
fn models_of_decisions_have_no_probabilities_and_requests_that_need_them_are_refused_by_name() {
    for fixture in ["lin-ridge", "lin-svc", "lin-svm", "lin-logistic", "lin-discriminant", "lin-network", "tp-tree"] {
        let [(_, model)] = &models(fixture)[..] else { panic!("{fixture}") };
        let query = vec!["0"; model.ensemble.columns].join(", ");
        let decides = ["lin-ridge", "lin-svc", "lin-svm"].contains(&fixture);
        assert_eq!(model.probabilities, !decides, "{fixture}");
        let info: Value = serde_json::from_str(&ModelInfo::new(model).to_json()).expect("info");
        assert_eq!(info["probabilities"], if decides { Value::Bool(false) } else { Value::Null }, "{fixture}");
        for (fields, at) in [
            (r#""target": {"class": 1, "min_probability": 0.8}"#, "/target/min_probability: "),
            (r#""target": {"best": {"class": 1}, "budget": 0.5}"#, "/target/best: "),
            (r#""target": {"class": 1}, "margin": 0.2"#, "/margin: "),
        ] {
            let said = Request::from_json(&format!("{{\"query\": [{query}], {fields}}}"), model);
            match said {
                Err(error) => {
                    let line = error.to_string();
                    assert!(decides && line.contains(at) && line.contains("no probabilities"), "{fixture}: {line}");
                }
                Ok(_) => assert!(!decides, "{fixture}: {fields}"),
            }
        }
        for fields in [r#"{"class": 1}"#, r#"{"class_costs": {"1": 0.5}}"#] {
            let text = format!("{{\"query\": [{query}], \"target\": {fields}}}");
            Request::from_json(&text, model).unwrap_or_else(|e| panic!("{fixture}: {e}"));
        }
    }
}

/// ONNX holds thresholds in single precision. Beside a threshold, it may differ from the library that trained the model.
#[test]
fn onnx_agrees_with_the_training_library_but_beside_rounded_thresholds() {
    let mut files = 0;
    for (fixture, checks) in checks() {
        if !espalier_testkit::files::fixtures().join(&fixture).join("model.onnx").exists() {
            continue;
        }
        // make_onnx.py compares all rows with the library, and stops at a difference that lies on no threshold.
        assert!(checks["differs"].as_array().expect("rows").len() <= 10, "{fixture}");
        files += 1;
    }
    assert!(files >= 30, "{files}");
}

#[test]
fn onnx_graphs_that_cannot_be_read_are_refused_by_operator_with_the_way_out() {
    const EXPORT: &str = "espalier_xai.export";
    let files = [
        ("adaboost", "(Equal)", EXPORT),
        ("adaboost-regressor", "weighted median of 3 tree operators", "train a GradientBoostingRegressor"),
        ("bagging", "(Reshape)", EXPORT),
        ("isolation-forest", "(Cast)", EXPORT),
        ("voting", "(Mul)", EXPORT),
        ("bins", "the trees read the output of Less", "export the trees alone"),
        ("row-normalizer", "the trees read the output of Normalizer", "export the trees alone"),
        ("tanh", "(Tanh)", "hidden layers of Relu"),
        ("logits", "3 numbers a row", "end in a Softmax"),
        ("two-targets", "2 numbers a row", "one model a number"),
    ];
    let root = espalier_testkit::files::fixtures().join("onnx-refused");
    for (name, operator, way) in files {
        let bytes = std::fs::read(root.join(name).with_extension("onnx")).expect("a file");
        let line = formats::load(&bytes).err().unwrap_or_else(|| panic!("{name} was opened")).to_string();
        assert!(line.contains(operator) && line.contains(way), "{name}: {line}");
    }
    assert_eq!(std::fs::read_dir(root).expect("a folder").count(), files.len());
}

#[test]
fn files_of_one_model_hold_the_same_trees() {
    let mut pairs = 0;
    for fixture in checks().keys() {
        let models = models(fixture);
        for (name, other) in &models[1..] {
            assert!(models[0].1.schema == other.schema, "{name} has another schema");
            assert!(models[0].1.ensemble == other.ensemble, "{name} has other trees");
            pairs += 1;
        }
    }
    assert!(pairs >= 8, "{pairs}");
}

#[test]
fn every_fixture_brings_a_usable_schema() {
    for fixture in checks().keys() {
        for (name, model) in models(fixture) {
            let columns: usize = model.schema.features.iter().map(|f| f.columns().len()).sum();
            assert_eq!(columns, model.ensemble.columns, "{name}");
            assert!(
                model.schema.features.iter().all(|f| f.min < f.max && f.min.is_finite() && f.max.is_finite()),
                "{name}"
            );
            assert!(model.origin.library.is_some_and(|l| LIBRARIES.iter().any(|name| l.starts_with(name))), "{name}");
        }
    }
}

#[test]
fn names_and_labels_come_from_the_file() {
    let load = |name: &str| formats::load(&files::fixture(&format!("{name}/model.json"))).expect("a model");
    let iris = load("sk-tree-iris");
    assert_eq!(iris.schema.features[1].name, "sepal width");
    assert_eq!(iris.schema.classes, ["a", "b", "c"]);
    assert_eq!(iris.background.expect("rows").rows.len(), 12);
    let hist = load("sk-hist-text");
    assert_eq!(hist.schema.features[0].label(2), Some("coral"));
    let frame = load("xgb-frame");
    assert_eq!(frame.schema.features[1].name, "colour");
    assert_eq!(frame.schema.features[1].label(6), Some("green"));
    assert_eq!(load("xgb-one-hot").schema.features[4].name, "flag");
}

#[test]
fn a_split_on_missingness_alone_leaves_the_range_alone() {
    let tree = r#"{"feature": [0, 0, -1, -1, -1], "threshold": [3.4028234663852886e38, 2, 0, 0, 0],
        "left": [1, 2, -1, -1, -1], "right": [4, 3, -1, -1, -1], "value": [null, null, [1], [2], [3]],
        "missing": {"0": "right", "1": "left"}}"#;
    let document = format!(
        r#"{{"format": "espalier", "version": 1, "kind": "regressor", "columns": 1, "input": "float32", "compare": "<=",
            "aggregation": "sum", "base": [0], "link": "none", "trees": [{tree}]}}"#
    );
    let model = formats::load(document.as_bytes()).expect("a model");
    assert_eq!((model.schema.features[0].min, model.schema.features[0].max), (1.0, 3.0));
    assert_eq!(value_of(&model.ensemble, &[f64::NAN]), 3.0);
    assert_eq!(value_of(&model.ensemble, &[1e38]), 2.0);
}

/// Most bytes that the fixtures take in a checkout. A fifth of them is left for kept failures (answers/).
const BUDGET: u64 = 7_000_000;

/// Bytes of a folder's files and folders, in whole blocks of 4 kB as file systems allocate them.
fn taken(folder: &std::path::Path) -> u64 {
    const BLOCK: u64 = 4096;
    let entries = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path());
    let inside = entries.map(|path| match path.is_dir() {
        true => taken(&path),
        false => std::fs::metadata(&path).expect("a file").len().div_ceil(BLOCK) * BLOCK,
    });
    BLOCK + inside.sum::<u64>()
}

#[test]
fn fixtures_stay_small_enough_for_the_repository() {
    let taken = taken(&espalier_testkit::files::fixtures());
    assert!(taken < BUDGET, "the fixtures take {taken} bytes; {BUDGET} are allowed");
}
