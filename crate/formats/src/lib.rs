//! Model files of other libraries and of Espalier itself, as a [`Model`]: [`load`] recognises the format from the content, and [`write`](write()) writes
//! Espalier's JSON. [`documents`] reads schema documents. [`isolation`], [`boosted`] and [`oblique`] learn models from rows.
//!
//! Each format is a folder or a file. A new one needs a variant of [`Format`] with its signs, and a loader that [`load`] calls. A loader returns a
//! `Parsed`; the steps common to all formats (checks, names, ranges) happen here. Nothing here panics on any input.

pub mod boosted;
mod catboost;
mod decoder;
pub mod documents;
mod error;
mod espalier;
mod format;
pub mod isolation;
pub(crate) mod json;
mod lightgbm;
pub mod oblique;
mod onnx;
mod pickle;
mod token;
mod ubjson;
pub mod words;
mod written;
mod xgboost;

use error::Fault;
pub use error::{Excerpt, Location, ParseError, Position};
pub use espalier::write;
pub use format::Format;
pub use words::one_line;
pub use written::to_json;

use documents::{default_schema, resolve, DocumentError, SchemaDoc};
use espalier_model::ensemble::{Ensemble, EnsembleError};
use espalier_model::schema::Schema;
use espalier_model::{Background, Model, Origin};
use std::sync::Arc;

/// Most columns and most classes that a model may have. Schemas list each of them, so without this limit a short file that claims billions
/// would take memory for them.
pub(crate) const MOST_COLUMNS: usize = 1 << 16;

/// The result of one format's loader.
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

/// Reads a model file.
///
/// # Errors
/// The format is unknown or not supported, or the file is damaged. The error states the remedy.
/// # Cost
/// Time and memory linear in the file's size; recursion of bounded depth.
pub fn load(bytes: &[u8]) -> Result<Model, ParseError> {
    load_stated(bytes).map(|(model, _)| model)
}

/// The statements on which a model's schema rests: its document and names. From them the schema is made again when the background rows or the
/// document are replaced.
#[derive(Clone, Debug, Default)]
pub struct Stated {
    doc: Option<SchemaDoc>,
    /// Names of the columns and of the classes, where the file has them outside of a schema.
    names: Option<Vec<String>>,
    classes: Option<Vec<String>>,
}

impl Stated {
    /// The same with another document. Class names, subject and picture stay where the new document has none.
    pub fn by(&self, doc: SchemaDoc) -> Stated {
        let own = self.doc.as_ref();
        let classes = own.and_then(|d| d.classes.clone()).or_else(|| self.classes.clone());
        let subject = doc.subject.clone().or_else(|| own?.subject.clone());
        let image = doc.image.or_else(|| own?.image);
        Stated { doc: Some(SchemaDoc { subject, image, ..doc }), names: self.names.clone(), classes }
    }

    /// The schema of an ensemble with some background rows.
    ///
    /// # Errors
    /// The first fault of the document, by JSON pointer.
    pub fn schema(&self, ensemble: &Ensemble, background: Option<&Background>) -> Result<Schema, DocumentError> {
        let plain = || default_schema(ensemble, self.names.as_deref(), background);
        let mut schema = match &self.doc {
            Some(doc) if doc.features.is_some() => resolve(doc, ensemble, background)?,
            Some(doc) => Schema { features: plain().features, ..resolve(doc, ensemble, background)? },
            None => plain(),
        };
        if let (Some(classes), None) = (&self.classes, self.doc.as_ref().and_then(|d| d.classes.as_ref())) {
            let doc = SchemaDoc { classes: Some(classes.clone()), ..SchemaDoc::default() };
            schema.classes = resolve(&doc, ensemble, None)?.classes;
        }
        Ok(schema)
    }
}

/// As [`load`], with the statements on which the schema rests.
///
/// # Errors
/// As [`load`].
pub fn load_stated(bytes: &[u8]) -> Result<(Model, Stated), ParseError> {
    let format = Format::recognise(bytes)?;
    let size = bytes.len();
    let bytes = format::unmarked(bytes);
    let parsed = match format {
        Format::CatBoostJson => catboost::load(bytes)?,
        Format::Onnx => onnx::load(bytes)?,
        Format::Espalier => espalier::load(bytes)?,
        Format::XgboostJson => xgboost::load(bytes)?,
        Format::XgboostUbjson => xgboost::load_ubjson(bytes)?,
        Format::LightgbmText => lightgbm::load_text(bytes)?,
        Format::LightgbmJson => lightgbm::load_json(bytes)?,
    };
    for (ensemble, at) in [Some(&parsed.ensemble), parsed.isolation_forest.as_ref()].into_iter().zip(parsed.trees_at) {
        if let Some(ensemble) = ensemble {
            ensemble.validate().map_err(|e| structure_error(&e, at, bytes, format))?;
        }
    }
    let background = parsed.background.map(Arc::new);
    let stated = Stated { doc: parsed.schema, names: parsed.names, classes: parsed.classes };
    let schema = stated.schema(&parsed.ensemble, background.as_deref());
    let model = Model {
        schema: schema.map_err(|e| locate(bytes, format, e.into()))?,
        ensemble: Arc::new(parsed.ensemble),
        background,
        isolation_forest: parsed.isolation_forest,
        probabilities: parsed.probabilities,
        origin: Origin { format: format.name().into(), library: parsed.library, bytes: size },
    };
    Ok((model, stated))
}

/// The error of an inconsistent ensemble.
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
        Format::XgboostUbjson => ubjson::locate(bytes, format.name(), fault),
        _ => json::locate(bytes, format.name(), fault),
    }
}
