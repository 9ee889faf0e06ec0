//! Schema documents that come beside a model.
#![no_main]

use espalier_core::model::Model;
use espalier_documents::wire::{resolve_for, SchemaDoc};
use std::sync::LazyLock;

static MODEL: LazyLock<Model> = LazyLock::new(espalier_fuzz::example);

libfuzzer_sys::fuzz_target!(init: { LazyLock::force(&MODEL); }, |text: &str| {
    let read = || SchemaDoc::from_json(text).and_then(|doc| resolve_for(&doc, &MODEL));
    match espalier_fuzz::bounded(text.as_bytes(), read) {
        Err(error) => espalier_fuzz::line(&error.to_string()),
        Ok(schema) => assert!(schema.features.iter().all(|f| f.min < f.max && f.min.is_finite() && f.max.is_finite())),
    }
});
