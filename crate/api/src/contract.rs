//! JSON Schemas of the documents. They are derived from the types that write the documents, or that give their readers the field names.

use super::answer::AnswerDoc;
use super::request::{RequestDoc, CERTIFIED, EXCLUDED};
use espalier_formats::documents::SchemaDoc;
use schemars::generate::SchemaSettings;
use schemars::transform::{transform_subschemas, Transform};
use schemars::Schema;
use serde_json::{Map, Value};

/// The JSON Schemas (2020-12) of the documents, each with the name of its document. They are kept in docs/contract, where
/// `cargo run -p espalier-api --example schemas` writes them.
pub fn contract() -> Vec<(&'static str, Schema)> {
    let settings = || SchemaSettings::draft2020_12().with_transform(Plain);
    let written = || settings().for_serialize().with_transform(Absent).into_generator();
    let read = || settings().into_generator();
    vec![
        ("answer", written().into_root_schema_for::<AnswerDoc>()),
        ("request", read().into_root_schema_for::<RequestDoc>()),
        ("schema", read().into_root_schema_for::<SchemaDoc>()),
    ]
}

/// The table of combinations that are not answered, as a page of docs/contract. `cargo run -p espalier-api --example schemas` writes it.
pub fn unsupported() -> String {
    let mut page = String::from(
        "# Combinations that are refused\n\n\
        These combinations are refused before anything is searched, with the two parts of the line as `what` and `right`. Where a line names an engine, other engines answer. \
        A named engine is also refused where it cannot answer at all ([request.md](request.md#engines)). Further refusals depend on the model or on values, \
        such as a missing value under a quadratic cost; their messages say so.\n\n\
        | not answered | instead |\n| --- | --- |\n",
    );
    for text in EXCLUDED.into_iter().chain([CERTIFIED]).chain(espalier_search::unsupported()) {
        let (fault, remedy) = text.split_once("; ").unwrap_or((text, ""));
        page += &format!("| {fault} | {remedy} |\n");
    }
    page
}

/// Leaves out Rust's number types.
#[derive(Clone, Debug)]
struct Plain;

impl Transform for Plain {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        schema.remove("format");
    }
}

/// Leaves out null of fields that are left out rather than null.
#[derive(Clone, Debug)]
struct Absent;

impl Transform for Absent {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let required = schema.get("required").cloned().unwrap_or_default();
        let needed = |name: &str| required.as_array().is_some_and(|all| all.iter().any(|n| n == name));
        for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
            if let (false, Value::Object(field)) = (needed(name), field) {
                without_null(field);
            }
        }
    }
}

fn without_null(field: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = field.get_mut("type") {
        types.retain(|t| t != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            field.insert("type".into(), one);
        }
    }
    if let Some(Value::Array(any)) = field.get_mut("anyOf") {
        any.retain(|s| s["type"] != "null");
        if let [Value::Object(one)] = any.as_slice() {
            let one = one.clone();
            field.remove("anyOf");
            field.extend(one);
        }
    }
}
