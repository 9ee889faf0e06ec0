//! The JSON Schemas in docs/contract equal those of the types that write the documents.

use espalier_api::contract;

#[test]
fn the_kept_schemas_are_those_of_the_types() {
    for (name, schema) in contract() {
        let path = format!("{}/../../docs/contract/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let now = format!("{:#}\n", schema.as_value());
        assert!(kept == now, "{name}.schema.json is out of date: cargo run -p espalier-api --example schemas");
    }
}
