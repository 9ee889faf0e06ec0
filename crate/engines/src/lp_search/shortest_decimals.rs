//! Answers in numbers as people write them. Linear programs leave 20.999999999873985 for 21. Each changed number becomes the shortest decimal next to
//! it with which everything said of the answer still holds.

use super::lp_model::Encoding;
use super::LpSearch;
use crate::problem::target::Goal;
use crate::tolerances::{NEXT_TO, SHORTER};

/// The most decimals that are tried. A double has no further ones that matter: it holds 16 digits.
const DECIMALS: i32 = 16;

/// An answer whose numbers are being shortened, in pieces. Its row is an answer at any time.
#[derive(Debug)]
pub struct Shortening {
    /// The row so far.
    pub row: Vec<f64>,
    /// Its cost.
    pub cost: f64,
    /// Whether any number is shorter than at the start.
    pub shorter: bool,
    /// The work so far, in numbers read.
    pub effort: usize,
    /// The least and the greatest cost that it may have.
    costs: (f64, f64),
    /// A goal that its numbers meet beside the run's.
    pub goal: Option<Goal>,
    /// Features to be shortened together, and which of their shorter decimals to try. The next ones last.
    parts: Vec<(Vec<usize>, usize)>,
    rounds: usize,
    /// Whether this round has shortened any number.
    again: bool,
}

impl Shortening {
    /// Begins with an answer and its cost, which stays as it is but for [`SHORTER`].
    pub fn new(row: &[f64], cost: f64) -> Shortening {
        let most = SHORTER * cost.abs();
        Shortening::within(row, cost, (cost - most, cost + most))
    }

    /// Begins with an answer that may become dearer, up to a cost of `most`.
    pub fn up_to(row: &[f64], cost: f64, most: f64) -> Shortening {
        Shortening::within(row, cost, (cost - SHORTER * cost.abs(), most.max(cost)))
    }

    fn within(row: &[f64], cost: f64, costs: (f64, f64)) -> Shortening {
        let (row, parts) = (row.to_vec(), Vec::new());
        Shortening { row, cost, shorter: false, effort: 0, costs, goal: None, parts, rounds: 0, again: true }
    }
}

impl LpSearch {
    /// Tries one set of shorter decimals: of all numbers together, then of each half of those that cannot be shortened together. A single number tries
    /// its decimals in turn. Consequences go on following from their causes. Returns whether nothing is left to try. Cost: a prediction, and a nearest
    /// point of each hull. Where all numbers can be shortened, one try suffices.
    pub fn shorten(&self, now: &mut Shortening) -> bool {
        let lp = &self.lp;
        let Some((part, k)) = now.parts.pop() else {
            // A number may become shorter once another has.
            let features = lp.encodings.len();
            if !std::mem::take(&mut now.again) || now.rounds == features {
                return true;
            }
            now.rounds += 1;
            now.parts.push(((0..features).collect(), 0));
            return false;
        };
        now.effort += part.len();
        let mut row = now.row.clone();
        let part: Vec<usize> = (part.into_iter())
            .filter(|f| {
                let shorter = self.shorter(&now.row, *f, k);
                shorter.is_some_and(|y| {
                    row[lp.schema()[*f].columns()[0]] = y;
                    true
                })
            })
            .collect();
        if part.is_empty() {
            return false;
        }
        if lp.constraints().any(|c| c.consequence().is_some()) {
            row = lp.followed(&row);
        }
        let cost = self.priced(&row);
        let alike = now.costs.0 <= cost && cost <= now.costs.1;
        now.effort += if alike || self.hulls.is_some() { self.effort() } else { 0 };
        let meets = |goal: &Goal| goal.reached(&lp.problem.compiled.ensemble, &row);
        let alike = alike && now.goal.as_ref().is_none_or(meets);
        if alike && lp.contains(&row) && lp.accepts(&row) && self.inside(&row) {
            (now.row, now.cost, now.shorter, now.again) = (row, cost, true, true);
        } else if let [f] = part[..] {
            now.parts.push((vec![f], k + 1));
        } else {
            let (first, second) = part.split_at(part.len() / 2);
            now.parts.extend([second, first].map(|half| (half.to_vec(), 0)));
        }
        false
    }

    /// The work of one try, in numbers read.
    fn effort(&self) -> usize {
        let hulls = self.hulls.iter().flat_map(|hulls| hulls.clouds()).map(|cloud| cloud.points.len()).sum::<usize>();
        self.lp.encodings.len() + self.lp.problem.compiled.ensemble.trees.len() + hulls
    }

    /// The shorter decimal number `k` of a changed number that is no consequence of others, the shortest first.
    fn shorter(&self, row: &[f64], f: usize, k: usize) -> Option<f64> {
        let lp = &self.lp;
        let Encoding::Number { whole: false, scale, .. } = lp.encodings[f] else { return None };
        let column = lp.schema()[f].columns()[0];
        let (x, own) = (row[column], lp.query.factual[column]);
        if x.is_nan() || x == own || lp.constraints().any(|c| c.consequence() == Some(f)) {
            return None;
        }
        // A whole number of less than 2^53 over a power of ten of at most 22 is the double next to that decimal.
        (0..=DECIMALS)
            .map(|k| 10f64.powi(k))
            .take_while(|tens| (x * tens).abs() < 9e15)
            .map(|tens| lp.input().round((x * tens).round() / tens) + 0.0)
            .take_while(|y| *y != x)
            .filter(|y| (y - x).abs() <= NEXT_TO * scale && *y != own && lp.held(f, *y) == *y)
            .nth(k)
    }
}
