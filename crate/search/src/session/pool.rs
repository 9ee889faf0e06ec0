//! The pool of incumbents (Maragno et al. 2022, Section 2): other answers that the search met on its way to the cheapest.

use crate::tolerances::{within, NEARLY_EQUAL};
use crate::Search;
use espalier_model::explanation::Counterfactual;
use espalier_model::query::Sought;

impl Search {
    /// The cheapest earlier incumbents, ascending in cost. The costs of any two of them, and of the answer, differ by more than 1e-6 of themselves;
    /// so none is another in longer decimals.
    pub(crate) fn pool(&self, answer: Option<&Counterfactual>) -> Vec<Counterfactual> {
        let (Sought::Pool { most }, Some(answer)) = (self.query.sought, answer) else { return Vec::new() };
        let mut last = answer.cost;
        let mut pool = Vec::new();
        // Each incumbent was cheaper than the one before it.
        for met in self.met.iter().rev() {
            if pool.len() < most && met.cost > within(last, NEARLY_EQUAL) {
                last = met.cost;
                pool.extend(self.evaluated(met));
            }
        }
        pool
    }
}
