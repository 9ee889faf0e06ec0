//! Requests.
#![no_main]

use espalier_model::Model;
use espalier_api::Request;
use std::sync::LazyLock;

static MODEL: LazyLock<Model> = LazyLock::new(espalier_fuzz::example);

libfuzzer_sys::fuzz_target!(init: { LazyLock::force(&MODEL); }, |text: &str| {
    if let Err(error) = espalier_fuzz::bounded(text.as_bytes(), || Request::from_json(text, &MODEL)) {
        espalier_fuzz::line(&error.to_string());
    }
});
