//! Sums in single precision, base score first and then tree by tree, as XGBoost takes them. Without this
//! a probability near 0 or 1 of a long sum differs from the library's in its fifth digit.

use super::{Ensemble, Link};

impl Ensemble {
    /// Scores before the link in single precision, one an output, by a row's leaf in each tree. Additive ensembles only.
    fn sum_single(&self, leaves: &[usize]) -> Vec<f32> {
        let mut raw: Vec<f32> = self.base.iter().map(|b| *b as f32).collect();
        for (tree, &leaf) in self.trees.iter().zip(leaves) {
            let width = tree.width(self.outputs);
            let values = &tree.values[leaf * width..(leaf + 1) * width];
            for (i, value) in values.iter().enumerate() {
                raw[tree.output.unwrap_or(i)] += tree.weight as f32 * *value as f32;
            }
        }
        raw
    }

    /// The library's probabilities, one a class.
    pub(super) fn scores_single(&self, leaves: &[usize]) -> Vec<f64> {
        let raw = self.sum_single(leaves);
        let scores: Vec<f32> = match self.link {
            Link::None | Link::Exp | Link::Square | Link::Softplus => raw,
            Link::OneVsRest => raw.into_iter().map(|r| 1.0 / (1.0 + (-r).exp())).collect(),
            Link::Logistic => {
                let p = 1.0 / (1.0 + (-raw[0]).exp());
                vec![1.0 - p, p]
            }
            Link::Softmax => {
                let top = raw.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let exp: Vec<f32> = raw.iter().map(|r| (r - top).exp()).collect();
                let sum: f64 = exp.iter().copied().map(f64::from).sum();
                exp.into_iter().map(|e| e / sum as f32).collect()
            }
        };
        scores.into_iter().map(f64::from).collect()
    }

    /// The library's value.
    pub(super) fn value_single(&self, leaves: &[usize]) -> f64 {
        let raw = self.sum_single(leaves)[0];
        f64::from(match self.link {
            Link::None | Link::Logistic | Link::Softmax | Link::OneVsRest => raw,
            Link::Exp => raw.exp(),
            Link::Square => raw * raw.abs(),
            Link::Softplus => raw.exp().ln_1p(),
        })
    }
}
