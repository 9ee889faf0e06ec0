//! Replays the fuzzer's seeds and all its findings (fuzz/seeds, fuzz/found), and mutations of these from a fixed seed. They are checked by the
//! rules of the fuzz targets. It takes a few seconds in all.

use espalier_api::Shared;
use espalier_api::{Queries, Request};
use espalier_formats::documents::value;
use espalier_formats::load;
use espalier_model::Model;
use espalier_numerics::draws::Draws;
use espalier_testkit::files::{attempt, mutate};
use std::path::{Path, PathBuf};

/// Number of mutations for each target, over all its files.
const MUTATIONS: usize = 3000;

fn fuzz() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).map_or(Vec::new(), |all| all.map(|entry| entry.expect("an entry").path()).collect());
    files.sort();
    files
}

/// Hands all inputs of a target to `run`.
fn replay(target: &str, run: impl Fn(&[u8])) {
    let inputs: Vec<Vec<u8>> = ["seeds", "found"]
        .iter()
        .flat_map(|kind| files(&fuzz().join(kind).join(target)))
        .map(|path| std::fs::read(path).expect("a file"))
        .collect();
    assert!(inputs.len() >= 3, "{target} has {} inputs", inputs.len());
    inputs.iter().for_each(|input| run(input));
    let mut random = Draws::of(0x2545_F491_4F6C_DD1D);
    for round in 0..MUTATIONS {
        let mut bytes = inputs[round % inputs.len()].clone();
        mutate(&mut bytes, &mut random);
        run(&bytes);
    }
}

fn one_line(text: &str) {
    assert!(!text.chars().any(char::is_control) && text.chars().count() < 1000, "{text:?}");
}

fn example() -> Model {
    load(&std::fs::read(fuzz().join("src/example.json")).expect("example.json")).expect("a model")
}

#[test]
fn model_files() {
    for target in ["catboost", "espalier", "lightgbm-json", "lightgbm-text", "onnx", "xgboost-json", "xgboost-ubjson"] {
        replay(target, attempt);
    }
}

#[test]
fn schemas() {
    let shared =
        Shared::read(&std::fs::read(fuzz().join("src/example.json")).expect("example.json"), "example.json", None);
    let shared = shared.unwrap_or_else(|e| panic!("{}", e.message()));
    replay("schema", |bytes| {
        let Ok(text) = std::str::from_utf8(bytes) else { return };
        let schema = match value(text) {
            Err(error) => return one_line(&error.to_string()),
            Ok(schema) => schema,
        };
        match shared.with_schema(&schema) {
            Err(error) => one_line(error.message()),
            Ok(Shared { model, .. }) => {
                let schema = model.schema;
                assert!(schema.features.iter().all(|f| f.min < f.max && f.min.is_finite() && f.max.is_finite()));
            }
        }
    });
}

#[test]
fn requests() {
    let model = example();
    replay("request", |bytes| {
        let Ok(text) = std::str::from_utf8(bytes) else { return };
        if let Err(error) = Request::from_json(text, &model) {
            one_line(&error.to_string());
        }
    });
}

#[test]
fn queries() {
    let model = example();
    replay("queries", |bytes| {
        let Ok(text) = std::str::from_utf8(bytes) else { return };
        match Queries::parse(text, &model) {
            Err(error) => one_line(&error.to_string()),
            Ok(queries) => assert!(queries.rows.len() % model.ensemble.columns == 0),
        }
    });
}

#[test]
fn every_target_is_replayed() {
    let targets: Vec<String> = files(&fuzz().join("seeds"))
        .iter()
        .filter_map(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()))
        .collect();
    assert_eq!(targets.len(), 10, "{targets:?}");
    let manifest = std::fs::read_to_string(fuzz().join("Cargo.toml")).expect("Cargo.toml");
    assert!(targets.iter().all(|target| manifest.contains(&format!("name = \"{target}\""))));
}
