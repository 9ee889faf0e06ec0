//! The JSON Schemas in docs/contract equal those of the types that write the documents, and its table of refused combinations is the engine's own.

use espalier_api::{contract, unsupported};

#[test]
fn the_kept_schemas_are_those_of_the_types() {
    for (name, schema) in contract() {
        let path = format!("{}/../../docs/contract/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let now = format!("{:#}\n", schema.as_value());
        assert!(kept == now, "{name}.schema.json is out of date: cargo run -p espalier-api --example schemas");
    }
}

#[test]
fn the_table_of_refused_combinations_is_the_engines_own() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/contract/unsupported.md");
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == unsupported(), "unsupported.md is out of date: cargo run -p espalier-api --example schemas");
}
