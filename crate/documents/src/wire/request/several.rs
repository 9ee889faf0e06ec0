//! `count` and `distinct`: how many answers, and in what they differ.

use super::super::error::WireError;
use super::super::read::Place;
use espalier_core::query::Distinct;
use serde_json::Value;

/// More answers than this are hardly wanted, and each is a search of its own.
const MOST: usize = 1000;

/// At least 1, at most 1000.
pub(super) fn count(place: &Place<'_>) -> Result<usize, WireError> {
    match place.index()? {
        n @ 1..=MOST => Ok(n),
        _ => Err(place.wrong("a whole number from 1 to 1000 is needed")),
    }
}

/// `"features"`, `"regions"` or `{"distance": d}` with d above 0.
pub(super) fn distinct(place: &Place<'_>) -> Result<Distinct, WireError> {
    match place.value {
        Value::String(word) if word == "features" => Ok(Distinct::Features),
        Value::String(word) if word == "regions" => Ok(Distinct::Regions),
        Value::Object(_) => {
            let distance = place.object(&["distance"])?.need("distance")?;
            match distance.amount()? {
                d if d > 0.0 => Ok(Distinct::Distance(d)),
                _ => Err(distance.wrong("a number above 0 is needed: a share of each feature's range")),
            }
        }
        _ => Err(place.wrong("\"features\", \"regions\" or {\"distance\": 0.1} is needed")),
    }
}
