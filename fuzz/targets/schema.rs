//! Schema documents that come beside a model.
#![no_main]

use espalier_formats::documents::value;
use espalier_api::Shared;

thread_local! {
    static MODEL: Shared = espalier_fuzz::shared();
}

libfuzzer_sys::fuzz_target!(init: { MODEL.with(|_| ()) }, |text: &str| {
    let read = || {
        let schema = value(text).map_err(|e| e.to_string())?;
        MODEL.with(|model| model.with_schema(&schema)).map_err(|e| e.message().to_owned())
    };
    match espalier_fuzz::bounded(text.as_bytes(), read) {
        Err(line) => espalier_fuzz::line(&line),
        Ok(Shared { model, .. }) => {
            assert!(model.schema.features.iter().all(|f| f.min < f.max && f.min.is_finite() && f.max.is_finite()));
        }
    }
});
