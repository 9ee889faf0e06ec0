//! The model's own predictions beside the library's.

use super::{Expected, Samples};
use crate::wire::error::WireError;
use crate::wire::number::{nums, Num};
use espalier_core::ensemble::Prediction;
use espalier_core::model::Model;
use serde::Serialize;

/// Numbers agree within this share of the larger one: single precision, summed over many trees.
const RELATIVE: f64 = 1e-5;
/// And, for sums that cancel, within this share of the largest number of the sample.
const OF_LARGEST: f64 = 1e-6;

/// How a sample compares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Rows compared.
    pub rows: usize,
    /// Rows on which model and library agree: the same class, all numbers within 1e-5 of the larger one.
    pub matched: usize,
    /// What was compared: "probabilities", "classes" or "values".
    pub what: &'static str,
    /// Largest difference of two numbers; none where classes were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<Num>,
    /// The first row that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Mismatch>,
}

/// A row on which model and library differ; a class is its index.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mismatch {
    /// Its index, from 0.
    pub row: usize,
    /// What the sample says.
    pub expected: Vec<Num>,
    /// What the model says.
    pub found: Vec<Num>,
}

impl Samples {
    /// Replays every row.
    ///
    /// # Errors
    /// A row that the model cannot evaluate: a missing value without a rule.
    pub fn compare(&self, model: &Model) -> Result<Comparison, WireError> {
        let (what, mut largest) = match self.expected {
            Expected::Scores(_) => ("probabilities", Some(0.0)),
            Expected::Classes(_) => ("classes", None),
            Expected::Values(_) => ("values", Some(0.0)),
        };
        let scale = match &self.expected {
            Expected::Values(values) => values.iter().fold(0.0, |most: f64, v| most.max(v.abs())),
            _ => 0.0,
        };
        let near = |a: f64, b: f64| (a - b).abs() <= RELATIVE * a.abs().max(b.abs()).max(scale * OF_LARGEST / RELATIVE);
        let (mut matched, mut first) = (0, None);
        for (i, row) in self.rows.iter().enumerate() {
            let refuse = |e: espalier_core::ensemble::PredictError| {
                WireError::new(format!("row {i}"), e.to_string(), "give rows that the model was trained for")
            };
            let (expected, found) = match (&self.expected, model.ensemble.predict(row).map_err(refuse)?) {
                (Expected::Scores(all), Prediction::Class { scores, .. }) => (all[i].clone(), scores),
                (Expected::Classes(all), Prediction::Class { class, .. }) => (vec![all[i] as f64], vec![class as f64]),
                (Expected::Values(all), Prediction::Value(value)) => (vec![all[i]], vec![value]),
                _ => continue,
            };
            let pairs = || expected.iter().zip(&found);
            if let Some(most) = &mut largest {
                *most = pairs().fold(*most, |m: f64, (a, b)| m.max((a - b).abs()));
            }
            if pairs().all(|(a, b)| near(*a, *b)) {
                matched += 1;
            } else if first.is_none() {
                first = Some(Mismatch { row: i, expected: nums(&expected), found: nums(&found) });
            }
        }
        Ok(Comparison { rows: self.rows.len(), matched, what, largest: largest.map(Num), first })
    }
}
