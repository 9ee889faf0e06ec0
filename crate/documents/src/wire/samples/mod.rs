//! Sample predictions: rows with what the model's own library said of them, replayed and compared.

mod compare;
mod read;

use super::error::WireError;
use espalier_core::model::Model;

pub use compare::{Comparison, Mismatch};

/// Rows and the library's predictions of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// Raw inputs in column order; NaN is a missing value.
    pub rows: Vec<Vec<f64>>,
    /// What the library said, one entry a row.
    pub expected: Expected,
}

/// What a library said of rows.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// Probabilities, one a class.
    Scores(Vec<Vec<f64>>),
    /// Class indices.
    Classes(Vec<usize>),
    /// Predicted values, or average path lengths.
    Values(Vec<f64>),
}

impl Samples {
    /// Reads a file. It is JSON where its first character is a brace, else csv.
    ///
    /// JSON: `{"rows": [[..], ..], "predictions": [..]}`, where a prediction is a list of probabilities, a class by name or
    /// index, the probability of the second of two classes, or a value. csv: the model's columns by name (as queries files have
    /// them), and beside them one column of predictions, or one of probabilities a class in the model's order.
    ///
    /// # Errors
    /// The first fault, by JSON pointer or by line and column.
    pub fn parse(text: &str, model: &Model) -> Result<Samples, WireError> {
        read::samples(text, model)
    }
}

#[cfg(test)]
mod tests;
