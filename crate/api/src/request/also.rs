//! The constraint `also`: another model that must give a target too.

use super::document::AlsoDoc;
use super::names::Names;
use super::plausibility::RequestCache;
use super::target;
use espalier_formats::documents::read::Place;
use espalier_formats::documents::DocumentError;
use espalier_model::query::{Constraint, Target};
use espalier_model::Model;
use std::sync::Arc;

/// `{"model": .., "target": ..}`: a model in Espalier's JSON that reads the model's columns, and a target for it.
pub(super) fn read(place: &Place, names: &Names, cache: &RequestCache) -> Result<Constraint, DocumentError> {
    let fields = place.object(AlsoDoc::FIELDS)?;
    let other = another(&fields.need("model")?, names, cache)?;
    let its = &other.ensemble;
    let wanted = fields.need("target")?;
    let target = target::read(&wanted, &Names::new(&other))?;
    if let Some(place) = target::objective(&wanted)? {
        return Err(place.error("another model has no objective", "state it beside the request's own class"));
    }
    match target {
        Target::Class(_) | Target::Probability { .. } | Target::Value { .. } => {
            Ok(Constraint::Also { model: Arc::clone(its), target })
        }
        Target::Classes(_) | Target::ClassCosts(_) | Target::Beyond(_) | Target::Best { .. } => Err(wanted.error(
            "another model is asked for one class or one interval",
            "give {\"class\": k}, with or without \"min_probability\", or {\"value\": [lo, hi]}",
        )),
    }
}

/// Another model in Espalier's JSON on the model's columns.
pub(super) fn another(at: &Place, names: &Names, cache: &RequestCache) -> Result<Arc<Model>, DocumentError> {
    at.map()?;
    let other = cache.other(at.value, || parse(at))?;
    let (own, its) = (names.ensemble, &other.ensemble);
    if its.columns != own.columns {
        let what = format!("it reads {} columns, the model {}", its.columns, own.columns);
        return Err(at.error(what, "train it on the model's own columns; some may stay unused"));
    }
    if its.input != own.input {
        let right = "give it the model's own \"input\"";
        return Err(at.error("it rounds its columns otherwise than the model", right));
    }
    Ok(other)
}

/// The model that stands in a document.
pub(super) fn parse(place: &Place) -> Result<Model, DocumentError> {
    espalier_formats::load(&espalier_formats::to_json(place.value)).map_err(|e| {
        let below = e.place.pointer.as_deref().unwrap_or_default();
        DocumentError::new(format!("{}{below}", place.at), e.what, e.right)
    })
}
