//! Queries, as JSON and as csv.
#![no_main]

use espalier_model::Model;
use espalier_api::Queries;
use std::sync::LazyLock;

static MODEL: LazyLock<Model> = LazyLock::new(espalier_fuzz::example);

libfuzzer_sys::fuzz_target!(init: { LazyLock::force(&MODEL); }, |text: &str| {
    match espalier_fuzz::bounded(text.as_bytes(), || Queries::parse(text, &MODEL)) {
        Err(error) => espalier_fuzz::line(&error.to_string()),
        Ok(queries) => assert!(queries.rows.len() % MODEL.ensemble.columns == 0),
    }
});
