//! `ties`, `count`, `distinct`, `radius`, `series`, `pool` and `real_rows`: the answers that are sought, and whether they must be background rows.

use super::document::{Apart, SeriesDoc};
use espalier_formats::documents::read::{Fields, Place};
use espalier_formats::documents::DocumentError;
use espalier_model::query::{Distinct, Sought};
use espalier_model::{Background, Model};
use serde_json::Value;
use std::sync::Arc;

/// Most answers of a request. More are hardly useful, and each is a search of its own.
pub(super) const MOST: usize = 1000;

/// The fault and the remedy of a request for ties and for several answers.
const TIES_OR_COUNT: &str =
    "\"ties\" lists all answers of one cost, \"count\" answers that differ; leave out one of them";

/// The fault and the remedy of a request for regions and for other lists.
const RADIUS_ALONE: &str = "\"radius\" lists all regions of the target; leave out \"count\" and \"ties\"";

/// The fault and the remedy of a request for a series and for other lists.
const SERIES_ALONE: &str =
    "\"series\" lists the answers to a rising demand; leave out \"count\", \"ties\" and \"radius\"";

/// The fault and the remedy of a request for a pool and for other lists.
const POOL_ALONE: &str =
    "\"pool\" lists the incumbents of one answer's search; leave out \"count\", \"ties\", \"series\" and \"radius\"";

/// The fault and the remedy of a request for an answer in each of several hulls and for other lists.
const HULLS_ALONE: &str =
    "several hulls (\"each\", or a list of \"epsilon\") have an answer each; leave out \"count\", \"ties\", \"series\", \"pool\" and \"radius\"";

/// The combinations that no query can state: "fault; remedy".
pub(crate) const EXCLUDED: [&str; 5] = [TIES_OR_COUNT, RADIUS_ALONE, SERIES_ALONE, POOL_ALONE, HULLS_ALONE];

/// The answers that are sought. `rows`: whether they must be background rows. `hulls`: whether there is one in each of several hulls.
pub(super) fn sought(fields: &Fields<'_>, rows: bool, hulls: bool) -> Result<Sought, DocumentError> {
    let ties = fields.maybe("ties", |t| t.flag())?.unwrap_or(false);
    let pool = fields.maybe("pool", |p| count(&p))?;
    let count = fields.maybe("count", |c| count(&c))?.unwrap_or(1);
    let usual = if rows { Distinct::Rows } else { Distinct::default() };
    let distinct = fields.maybe("distinct", |d| distinct(&d))?.unwrap_or(usual);
    let radius = fields.maybe("radius", |r| r.amount())?;
    let series = fields.maybe("series", |s| series(&s))?;
    let refuse = |name: &str, text: &str| {
        let (fault, remedy) = text.split_once("; ").unwrap_or((text, ""));
        Err(fields.need(name)?.error(fault, remedy))
    };
    let others = radius.is_some() || ties || count > 1 || series.is_some();
    if hulls {
        return if others || pool.is_some() { refuse("plausibility", HULLS_ALONE) } else { Ok(Sought::Hulls) };
    }
    if let Some(most) = pool {
        return if others { refuse("pool", POOL_ALONE) } else { Ok(Sought::Pool { most }) };
    }
    if let Some(series) = series {
        return if radius.is_some() || ties || count > 1 { refuse("series", SERIES_ALONE) } else { Ok(series) };
    }
    match (radius, ties, count) {
        (Some(_), true, _) | (Some(_), _, 2..) => refuse("radius", RADIUS_ALONE),
        (None, true, 2..) => refuse("ties", TIES_OR_COUNT),
        (Some(radius), false, _) => Ok(Sought::Regions { radius }),
        (None, true, _) => Ok(Sought::Ties),
        (None, false, 2..) => Ok(Sought::Several { count, distinct }),
        (None, false, _) => Ok(Sought::Cheapest),
    }
}

/// `{"to": t, "step": s}`; `step` is 0 where nothing is said.
fn series(place: &Place<'_>) -> Result<Sought, DocumentError> {
    let fields = place.object(SeriesDoc::FIELDS)?;
    let to = fields.need("to")?.number()?;
    let step = fields.maybe("step", |s| s.amount())?.unwrap_or(0.0);
    Ok(Sought::Series { to, step })
}

/// At least 1, at most 1000.
fn count(place: &Place<'_>) -> Result<usize, DocumentError> {
    match place.index()? {
        n @ 1..=MOST => Ok(n),
        _ => Err(place.wrong("a whole number from 1 to 1000 is needed")),
    }
}

/// `"features"`, `"regions"` or `{"distance": d}` with d above 0.
fn distinct(place: &Place<'_>) -> Result<Distinct, DocumentError> {
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
