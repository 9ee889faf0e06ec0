//! [`Model`]: an ensemble with everything else that its file states. Imports `ensemble`, `schema`.

use crate::ensemble::Ensemble;
use crate::schema::Schema;
use std::sync::Arc;

/// A loaded model: the ensemble, and everything else that its file states about it.
#[derive(Clone, Debug)]
pub struct Model {
    /// The ensemble that predicts. It is shared with everything that is built from it.
    pub ensemble: Arc<Ensemble>,
    /// The meaning of the columns.
    pub schema: Schema,
    /// Sample rows, if the file has some.
    pub background: Option<Arc<Background>>,
    /// An isolation forest on the same columns for plausibility, if the file has one.
    pub isolation_forest: Option<Ensemble>,
    /// Whether a classifier's scores are probabilities. Otherwise they are decisions, 1 for the predicted class, and no
    /// result may depend on them.
    pub probabilities: bool,
    /// The model's source.
    pub origin: Origin,
}

impl Model {
    /// An ensemble and a schema, and nothing else: no background rows, no isolation forest, no source. A classifier's scores are taken for
    /// probabilities.
    pub fn new(ensemble: Ensemble, schema: Schema) -> Model {
        Model {
            ensemble: Arc::new(ensemble),
            schema,
            background: None,
            isolation_forest: None,
            probabilities: true,
            origin: Origin::default(),
        }
    }
}

/// A background sample of raw rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Background {
    /// Raw rows in column order; NaN is a missing value.
    pub rows: Vec<Vec<f64>>,
    /// Class index (or regression value) of each row, where known.
    pub labels: Option<Vec<f64>>,
}

/// A model's source, as shown to users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Format, by its usual name: "XGBoost JSON", "Espalier JSON".
    pub format: String,
    /// Library and version that wrote it, if the file states them.
    pub library: Option<String>,
    /// Size of the file in bytes.
    pub bytes: usize,
}
