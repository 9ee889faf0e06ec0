//! JSON Schemas of the documents, from the very types that write them.

use super::answer::AnswerDoc;
use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::Schema;
use serde_json::Value;

/// The JSON Schemas (2020-12) of the documents that Espalier writes, each with the name of its document. They are kept in docs/contract,
/// where `cargo run -p espalier-documents --example schemas` writes them.
pub fn contract() -> Vec<(&'static str, Schema)> {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(plain);
    vec![("answer", settings.into_generator().into_root_schema_for::<AnswerDoc>())]
}

/// Leaves out Rust's number types, and null of fields that are left out rather than null.
fn plain(schema: &mut Schema) {
    transform_subschemas(&mut plain, schema);
    schema.remove("format");
    let required = schema.get("required").cloned().unwrap_or_default();
    let needed = |name: &str| required.as_array().is_some_and(|all| all.iter().any(|n| n == name));
    for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        if !needed(name) {
            without_null(field);
        }
    }
}

fn without_null(field: &mut Value) {
    if let Some(Value::Array(types)) = field.get_mut("type") {
        types.retain(|t| t != "null");
        if let [one] = types.as_slice() {
            field["type"] = one.clone();
        }
    }
    if let Some(Value::Array(any)) = field.get_mut("anyOf") {
        any.retain(|s| s["type"] != "null");
        if let [Value::Object(one)] = any.as_slice() {
            let one = one.clone();
            let Value::Object(field) = field else { return };
            field.remove("anyOf");
            field.extend(one);
        }
    }
}
