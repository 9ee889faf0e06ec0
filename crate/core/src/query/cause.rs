//! What a feature follows from, as an ensemble of trees (Maragno et al. 2022, equation (7)).

use crate::ensemble::Ensemble;

/// A structural equation whose right side is an ensemble of trees.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// A regressor on the model's columns, rounded as the model rounds them, without hyperplanes. What it says is its raw output
    /// under its link, summed in double precision.
    pub trees: Ensemble,
    /// The features that its trees read: ascending, distinct, not what follows from them.
    pub parents: Vec<usize>,
    /// Of learned ones: the share of the variance of the feature in the rows they were learned from that they explain.
    pub explained: Option<f64>,
}

impl Cause {
    /// What the trees say of a row; `None` where a value is missing that they have no rule for.
    pub fn at(&self, row: &[f64]) -> Option<f64> {
        self.trees.raw(row).ok().map(|raw| self.trees.link.value(raw[0]))
    }

    /// What follows for a feature that was `own` at the factual: changed by as much as what the trees say changes.
    pub fn follows(&self, own: f64, factual: &[f64], row: &[f64]) -> Option<f64> {
        Some(own + (self.at(row)? - self.at(factual)?))
    }
}
