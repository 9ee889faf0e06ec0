//! Causal relations of a feature to other features, as an ensemble of trees (Maragno et al. 2022, equation (7)).

use crate::ensemble::Ensemble;

/// A structural equation whose right side is an ensemble of trees.
#[derive(Clone, Debug, PartialEq)]
pub struct CausalEnsemble {
    /// A regressor on the model's columns, without hyperplanes. It rounds its inputs as the model does. Its prediction
    /// is its raw output under its link, summed in double precision.
    pub trees: Ensemble,
    /// The features that its trees read, ascending and distinct. The dependent feature is not among them.
    pub parents: Vec<usize>,
    /// Of learned trees: how they were learned from the background rows.
    pub lesson: Option<Lesson>,
}

/// How trees were learned. The same rows and settings give the same trees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
    /// The settings.
    pub settings: Settings,
    /// The share of the feature's variance that the trees explain, in the rows that they were learned from.
    pub explained: f64,
}

/// How trees are learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Trees.
    pub trees: usize,
    /// Splits on a path, at most.
    pub depth: usize,
    /// Learning rate: the factor of each tree's leaf values, above 0 and at most 1.
    pub rate: f64,
}

impl CausalEnsemble {
    /// The trees' prediction for a row. `None` where a value is missing and the trees have no rule for it.
    pub fn at(&self, row: &[f64]) -> Option<f64> {
        self.trees.raw(row).ok().map(|raw| self.trees.link.value(raw[0]))
    }

    /// The value of a feature that was `own` at the factual: `own` plus the change of the trees' prediction.
    pub fn follows(&self, own: f64, factual: &[f64], row: &[f64]) -> Option<f64> {
        Some(own + (self.at(row)? - self.at(factual)?))
    }
}
