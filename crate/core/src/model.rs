//! [`Model`]: an ensemble with all that its file says about it. Imports `ensemble`, `schema`.

use crate::ensemble::Ensemble;
use crate::schema::Schema;
use std::sync::Arc;

/// A loaded model: the ensemble with all that its file says about it.
#[derive(Clone, Debug)]
pub struct Model {
    /// What predicts. Shared with whatever is made of it.
    pub ensemble: Arc<Ensemble>,
    /// What the columns mean.
    pub schema: Schema,
    /// Sample rows, where the file holds some.
    pub background: Option<Arc<Background>>,
    /// An isolation forest on the same columns, where the file holds one (plausibility).
    pub isolation_forest: Option<Ensemble>,
    /// Whether a classifier's scores are probabilities; else they are decisions, 1 for the class decided, and nothing may rest on them.
    pub probabilities: bool,
    /// Where it came from.
    pub origin: Origin,
}

/// A background sample of raw rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Background {
    /// Raw rows in column order; NaN is a missing value.
    pub rows: Vec<Vec<f64>>,
    /// Class index (or regression value) of each row, where known.
    pub labels: Option<Vec<f64>>,
}

/// Where a model came from, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Format, as people name it: "XGBoost JSON", "Espalier JSON".
    pub format: String,
    /// Library and version that wrote it, where the file tells.
    pub library: Option<String>,
    /// Size of the file in bytes.
    pub bytes: usize,
}
