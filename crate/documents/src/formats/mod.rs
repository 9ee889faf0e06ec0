//! Bytes to [`Model`]: one folder or file a format, recognised from content by [`format`]. A new format
//! is a variant of [`format::Format`] with its signs, and a loader that [`load`] calls; a loader returns a
//! [`Parsed`], and what is common to all (checks, names, ranges) happens here. Imports `ensemble`, `schema`,
//! `wire`.
//!
//! Loaders of other libraries' formats, and the crates that they need, belong to the cargo feature `foreign`. The
//! engine is built without it and knows those formats by name only; a module of its own turns them into Espalier's
//! JSON, which [`write()`] writes, and is built without the feature `own`, the reader of that JSON.

#[cfg(feature = "foreign")]
mod catboost;
pub(crate) mod error;
mod espalier;
mod format;
mod json;
#[cfg(feature = "foreign")]
mod lightgbm;
#[cfg(feature = "foreign")]
mod onnx;
mod pickle;
#[cfg(feature = "foreign")]
mod ubjson;
#[cfg(feature = "foreign")]
mod xgboost;

use error::Fault;
pub use error::{Excerpt, ParseError, Place, Position};
#[cfg(feature = "foreign")]
pub use espalier::write;
pub use format::Format;

use crate::wire::{default_schema, resolve, SchemaDoc};
use espalier_core::ensemble::{Ensemble, EnsembleError};
use espalier_core::model::{Background, Model, Origin};
use espalier_core::schema::Schema;
use std::sync::Arc;

/// Most columns and most classes that a model may have. Schemas list each of them, and this keeps a short
/// file that claims billions from taking memory for them.
pub(crate) const MOST_COLUMNS: usize = 1 << 16;

/// What the loader of one format returns.
pub(crate) struct Parsed {
    /// Not yet validated.
    pub ensemble: Ensemble,
    /// Not yet validated.
    pub isolation_forest: Option<Ensemble>,
    /// Whether a classifier's scores are probabilities.
    pub probabilities: bool,
    /// The schema document that the file holds.
    pub schema: Option<SchemaDoc>,
    /// Column names, where the file has them and no schema.
    pub names: Option<Vec<String>>,
    /// Class names beside the schema.
    pub classes: Option<Vec<String>>,
    /// Sample rows of the right length.
    pub background: Option<Background>,
    /// Library and version.
    pub library: Option<String>,
    /// JSON pointers of the lists of trees: of the ensemble, of the isolation forest. Empty where the file is no JSON.
    pub trees_at: [&'static str; 2],
}

/// Reads a model file. A schema that is given besides is put in place of the file's own by
/// [`resolve_for`](crate::wire::resolve_for).
///
/// # Errors
/// A file of a format that is not known or not supported, or one that is damaged; says what would be right.
/// # Cost
/// Time and memory linear in the file's size; recursion of bounded depth.
pub fn load(bytes: &[u8]) -> Result<Model, ParseError> {
    let format = Format::recognise(bytes)?;
    let size = bytes.len();
    let bytes = format::unmarked(bytes);
    let parsed = match format {
        #[cfg(feature = "foreign")]
        Format::CatBoostJson => catboost::load(bytes)?,
        #[cfg(feature = "foreign")]
        Format::Onnx => onnx::load(bytes)?,
        #[cfg(feature = "own")]
        Format::Espalier => espalier::load(bytes)?,
        #[cfg(feature = "foreign")]
        Format::XgboostJson => xgboost::load(bytes)?,
        #[cfg(feature = "foreign")]
        Format::XgboostUbjson => xgboost::load_ubjson(bytes)?,
        #[cfg(feature = "foreign")]
        Format::LightgbmText => lightgbm::load_text(bytes)?,
        #[cfg(feature = "foreign")]
        Format::LightgbmJson => lightgbm::load_json(bytes)?,
        #[cfg(not(feature = "own"))]
        Format::Espalier => {
            return Err(ParseError::whole(
                format.name(),
                "this module reads other libraries' files alone",
                "open it as it is",
            ))
        }
        #[cfg(not(feature = "foreign"))]
        _ => return Err(ParseError::whole(format.name(), "this engine reads Espalier JSON alone", "convert it first")),
    };
    let mut model = finish(parsed, bytes, format)?;
    model.origin.bytes = size;
    Ok(model)
}

/// Reads a model in Espalier's JSON that is known to be such, since another module opened it.
///
/// # Errors
/// As [`load`].
#[cfg(feature = "own")]
pub(crate) fn load_own(bytes: &[u8]) -> Result<Model, ParseError> {
    let bytes = format::unmarked(bytes);
    finish(espalier::load(bytes)?, bytes, Format::Espalier)
}

fn finish(parsed: Parsed, bytes: &[u8], format: Format) -> Result<Model, ParseError> {
    for (ensemble, at) in [Some(&parsed.ensemble), parsed.isolation_forest.as_ref()].into_iter().zip(parsed.trees_at) {
        if let Some(ensemble) = ensemble {
            ensemble.validate().map_err(|e| structure_error(&e, at, bytes, format))?;
        }
    }
    let background = parsed.background.map(Arc::new);
    let schema = match &parsed.schema {
        Some(doc) if doc.features.is_some() => resolve(doc, &parsed.ensemble, background.as_deref()),
        Some(doc) => resolve(doc, &parsed.ensemble, background.as_deref()).map(|s| Schema {
            features: default_schema(&parsed.ensemble, parsed.names.as_deref(), background.as_deref()).features,
            ..s
        }),
        None => Ok(default_schema(&parsed.ensemble, parsed.names.as_deref(), background.as_deref())),
    };
    let mut schema = schema.map_err(|e| locate(bytes, format, e.into()))?;
    if let (Some(classes), None) = (parsed.classes, parsed.schema.as_ref().and_then(|s| s.classes.as_ref())) {
        let doc = SchemaDoc { classes: Some(classes), ..SchemaDoc::default() };
        schema.classes = resolve(&doc, &parsed.ensemble, None).map_err(|e| locate(bytes, format, e.into()))?.classes;
    }
    Ok(Model {
        ensemble: parsed.ensemble,
        schema,
        background,
        isolation_forest: parsed.isolation_forest,
        probabilities: parsed.probabilities,
        origin: Origin { format: format.name().into(), library: parsed.library, bytes: bytes.len() },
    })
}

/// The error of an ensemble that does not hold together.
fn structure_error(error: &EnsembleError, trees_at: &str, bytes: &[u8], format: Format) -> ParseError {
    let (what, right) = match error.message.split_once("; ") {
        Some((what, right)) => (what, right),
        None => (error.message.as_str(), "export the model again"),
    };
    let fault = match error.tree {
        Some(tree) if trees_at.is_empty() => Fault::in_tree(tree, error.node, "", what, right),
        Some(tree) => Fault::in_tree(tree, error.node, format!("{trees_at}/{tree}"), what, right),
        None => Fault::new("", what, right),
    };
    locate(bytes, format, fault)
}

/// The error of a fault in a file of a format, with its bytes found again.
fn locate(bytes: &[u8], format: Format, fault: Fault) -> ParseError {
    match format {
        #[cfg(feature = "foreign")]
        Format::XgboostUbjson => ubjson::locate(bytes, format.name(), fault),
        _ => json::locate(bytes, format.name(), fault),
    }
}
