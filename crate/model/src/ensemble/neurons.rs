//! Neurons of the hidden layers of a rectifier network. A neuron is one more column behind the inputs, `max(0, constant + sum of weights * columns)`
//! over inputs and neurons before it. Linear leaves alone read these columns, so that the score is a continuous function of the inputs.

use super::{Ensemble, LinearLeaf, Precision, PredictError};
use std::borrow::Cow;

/// A neuron: its output is the sum where that is positive, and 0 elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Neuron {
    /// The sum without its columns.
    pub constant: f64,
    /// The columns of the sum and their weights, one value. Its `missing` is `None`.
    pub sum: LinearLeaf,
}

impl Ensemble {
    /// A row as linear leaves read it, and the type to which they still round it. Where there are neurons, these are the rounded inputs and the
    /// neurons' outputs, added up in the type `sums`: the constant first, then the columns in their order.
    pub fn read<'a>(&self, row: &'a [f64], sums: Precision) -> (Cow<'a, [f64]>, Precision) {
        match self.neurons.is_empty() {
            true => (Cow::Borrowed(row), self.input),
            false => (Cow::Owned(self.outputs_at(row, sums)), Precision::F64),
        }
    }

    /// The rounded inputs, and the neurons' outputs.
    // Cold, here and below: few models have neurons, and such code is made small.
    #[cold]
    fn outputs_at(&self, row: &[f64], sums: Precision) -> Vec<f64> {
        let mut read: Vec<f64> = row.iter().map(|x| self.input.round(*x)).collect();
        for Neuron { constant, sum } in &self.neurons {
            let sum = match sums {
                Precision::F32 => sum.value::<f32>(0, *constant, &read, Precision::F64).into(),
                _ => sum.value::<f64>(0, *constant, &read, Precision::F64),
            };
            read.push(sum.max(0.0));
        }
        read
    }

    /// The columns behind a row's own: bounds of the neurons' outputs behind bounds of the inputs, from one layer to the next. `Cow::Borrowed` where
    /// there are no neurons. Linear in the weights.
    #[cold]
    pub fn with_neurons<'a>(&self, ends: &'a [(f64, f64)]) -> Cow<'a, [(f64, f64)]> {
        let mut all = Cow::Borrowed(ends);
        for neuron in &self.neurons {
            let mut end = (neuron.constant, neuron.constant);
            for (&c, w) in neuron.sum.columns.iter().zip(&neuron.sum.weights) {
                let (a, b) = (w * all[c].0, w * all[c].1);
                end = (end.0 + a.min(b), end.1 + a.max(b));
            }
            all.to_mut().push((end.0.max(0.0), end.1.max(0.0)));
        }
        all
    }

    /// By column, inputs and neurons: the largest absolute value, and the largest error of a neuron's output in a sum in the library's type and in any
    /// order. `step` is the relative error of one rounding.
    #[cold]
    pub(super) fn sizes_and_errors(&self, sizes: &[f64], step: f64) -> (Vec<f64>, Vec<f64>) {
        let (mut sizes, mut errors) = (sizes.to_vec(), vec![0.0; sizes.len()]);
        for neuron in &self.neurons {
            let (mut size, mut error) = (neuron.constant.abs(), 0.0);
            for (&c, w) in neuron.sum.columns.iter().zip(&neuron.sum.weights) {
                size += w.abs() * sizes[c];
                error += w.abs() * errors[c];
            }
            errors.push(error + step * (neuron.sum.columns.len() + 3) as f64 * (size + error));
            sizes.push(size);
        }
        (sizes, errors)
    }

    /// # Errors
    /// Where a neuron reads a value that is missing.
    pub(super) fn neurons_read(&self, row: &[f64]) -> Result<(), PredictError> {
        match self.neurons.iter().find_map(|n| n.sum.missing_column(row)) {
            Some(column) => Err(PredictError::Missing { column }),
            None => Ok(()),
        }
    }

    /// The fault of a neuron, by its number.
    #[cold]
    pub(super) fn validate_neurons(&self) -> Result<(), String> {
        for (i, Neuron { constant, sum }) in self.neurons.iter().enumerate() {
            let fault = |message: &str| Err(format!("neuron {i}: {message}"));
            if sum.weights.len() != sum.columns.len() || sum.missing.is_some() {
                return fault("one weight a column is right");
            }
            if sum.columns.iter().any(|c| *c >= self.columns + i) {
                return fault("a neuron reads columns and neurons before it");
            }
            if sum.weights.iter().chain([constant]).any(|w| !w.is_finite()) {
                return fault("it holds a number that is not finite");
            }
        }
        Ok(())
    }
}
