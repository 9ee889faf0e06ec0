//! Answers in numbers as people write them. Linear programs leave 20.999999999873985 for 21. Each changed number becomes the shortest decimal next to
//! it with which everything said of the answer still holds.

use super::lp_model::Encoding;
use super::LpSearch;
use crate::tolerances::{NEXT_TO, SHORTER};
use espalier_model::query::Constraint;

/// The most decimals that are tried. A double has no further ones that matter: it holds 16 digits.
const DECIMALS: i32 = 16;

impl LpSearch {
    /// An answer in shorter decimals, with its cost; `None` where it has them already. Consequences go on following from their causes. Cost: a few
    /// predictions for each changed number.
    pub(crate) fn shortened(&self, row: &[f64], cost: f64) -> Option<(Vec<f64>, f64)> {
        let lp = &self.lp;
        let mut best = row.to_vec();
        // A number may become shorter once another has.
        for _ in 0..lp.encodings.len() {
            let before = best.clone();
            (0..lp.encodings.len()).for_each(|f| self.shorten(&mut best, f, cost));
            if best == before {
                break;
            }
        }
        (best != row).then(|| {
            let cost = self.priced(&best);
            (best, cost)
        })
    }

    /// Shortens one number of an answer, if it has changed and is no consequence of others. `cost` is the answer's cost.
    fn shorten(&self, best: &mut Vec<f64>, f: usize, cost: f64) {
        let lp = &self.lp;
        let Encoding::Number { whole: false, scale, .. } = lp.encodings[f] else { return };
        let column = lp.schema()[f].columns()[0];
        let (x, own) = (best[column], lp.query.factual[column]);
        let mut consequences = lp.constraints().filter_map(Constraint::consequence).peekable();
        let causal = consequences.peek().is_some();
        if x.is_nan() || x == own || consequences.any(|c| c == f) {
            return;
        }
        // A whole number of less than 2^53 over a power of ten of at most 22 is the double next to that decimal.
        let shorter = (0..=DECIMALS)
            .map(|k| 10f64.powi(k))
            .take_while(|tens| (x * tens).abs() < 9e15)
            .map(|tens| lp.input().round((x * tens).round() / tens) + 0.0)
            .take_while(|y| *y != x)
            .filter(|y| (y - x).abs() <= NEXT_TO * scale && *y != own && lp.held(f, *y) == *y);
        for y in shorter {
            best[column] = y;
            let row = if causal { lp.followed(best) } else { best.clone() };
            let alike = (self.priced(&row) - cost).abs() <= SHORTER * cost.abs();
            if alike && lp.contains(&row) && lp.accepts(&row) && self.inside(&row) {
                *best = row;
                return;
            }
            best[column] = x;
        }
    }
}
