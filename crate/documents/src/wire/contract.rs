//! JSON Schemas of the documents. They are derived from the types that write the documents, or that give their readers the field names.

use super::answer::AnswerDoc;
use super::request::RequestDoc;
use super::schema::SchemaDoc;
use super::shape::{Absent, Plain};
use schemars::generate::SchemaSettings;
use schemars::Schema;

/// The JSON Schemas (2020-12) of the documents, each with the name of its document. They are kept in docs/contract, where
/// `cargo run -p espalier-documents --example schemas` writes them.
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
