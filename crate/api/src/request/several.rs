//! `count`, `distinct` and `real_rows`: the number of answers, the way in which they differ, and whether they must be background rows.

use super::document::Apart;
use espalier_formats::documents::read::Place;
use espalier_formats::documents::DocumentError;
use espalier_model::query::Distinct;
use espalier_model::{Background, Model};
use serde_json::Value;
use std::sync::Arc;

/// Most answers of a request. More are hardly useful, and each is a search of its own.
pub(super) const MOST: usize = 1000;

/// At least 1, at most 1000.
pub(super) fn count(place: &Place<'_>) -> Result<usize, DocumentError> {
    match place.index()? {
        n @ 1..=MOST => Ok(n),
        _ => Err(place.wrong("a whole number from 1 to 1000 is needed")),
    }
}

/// `"features"`, `"regions"` or `{"distance": d}` with d above 0.
pub(super) fn distinct(place: &Place<'_>) -> Result<Distinct, DocumentError> {
    match place.value {
        Value::String(word) if word == "features" => Ok(Distinct::Features),
        Value::String(word) if word == "regions" => Ok(Distinct::Regions),
        Value::Object(_) => {
            let distance = place.object(Apart::FIELDS)?.need("distance")?;
            match distance.amount()? {
                d if d > 0.0 => Ok(Distinct::Distance(d)),
                _ => Err(distance.wrong("a number above 0 is needed: a share of each feature's range")),
            }
        }
        _ => Err(place.wrong("\"features\", \"regions\" or {\"distance\": 0.1} is needed")),
    }
}

/// The rows that may be answers, where the flag is set.
pub(super) fn real_rows(place: &Place<'_>, model: &Model) -> Result<Option<Arc<Background>>, DocumentError> {
    if !place.flag()? {
        return Ok(None);
    }
    match &model.background {
        Some(background) if !background.rows.is_empty() => Ok(Some(Arc::clone(background))),
        _ => Err(place.error(
            "the model has no background rows to answer with",
            "export it with rows (in Espalier's JSON, \"background\"), or leave \"real_rows\" out",
        )),
    }
}
