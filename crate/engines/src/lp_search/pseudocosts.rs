//! Pseudocosts: the gains of past branchings at each test, by which the next ones are chosen (as mixed-integer programs do).
//!
//! The work left in a node is measured as its spare score times its gap. The gain of a branching on one side is the logarithm of the ratio by which
//! this product falls, with everything that follows from the side included.

use super::lp_trees::LEAF;

/// The gain of a side that is closed at once, in powers of two. No gain counts more. More prefers tests that close a side. It was chosen on nine
/// sets, whose nodes came to 0.65 of those without pseudocosts; of ten others to 0.68 (docs/experiments/lp-search.md). Other values have no record.
const CLOSED: f64 = 7.0;

/// The weight of the mean gain of all tests, in branchings. It helps where a test has seen fewer. More trusts single branchings less. Chosen with
/// [`CLOSED`].
const SHARED: f64 = 4.0;

/// A test's gains replace its estimate by and by. The estimate counts half after so many branchings at the test, and [`EACH`] more for every test of
/// the query: the more tests there are, the later. 50 in all, however many tests there are, took 1.08 times as long on the nine sets.
const KNOWN: f64 = 5.0;

/// See [`KNOWN`]. In branchings for each test of the query. Chosen with [`CLOSED`].
const EACH: f64 = 0.1;

/// The weight of the gains; the estimate's is 1. Gains alone save four fifths of the nodes where there are few tests, and cost twice as many where
/// there are thousands. Chosen with [`CLOSED`].
const MORE: f64 = 1.5;

/// The branching that a node comes from: its test, whether the node is the side away from the point, and the work left before it, as a power of two.
#[derive(Clone, Copy, Debug)]
pub struct BranchOrigin {
    pub test: u32,
    pub away: bool,
    pub left: f64,
}

impl Default for BranchOrigin {
    fn default() -> BranchOrigin {
        BranchOrigin { test: LEAF, away: false, left: 0.0 }
    }
}

/// A sum, and the number of its terms.
#[derive(Clone, Copy, Debug, Default)]
struct Average {
    of: f64,
    count: f64,
}

impl Average {
    fn add(&mut self, what: f64) {
        self.of += what;
        self.count += 1.0;
    }
}

#[derive(Debug, Default)]
pub struct Pseudocosts {
    /// By test: gains of the side of the node's cheapest point, and of the other side.
    tests: Vec<[Average; 2]>,
    all: [Average; 2],
    /// The estimates of the tests that were branched on, as powers of two.
    chosen: Average,
}

impl Pseudocosts {
    /// The work left in a node, as a power of two, from its spare score and its gap.
    pub fn left(score: f64, cost: f64) -> f64 {
        log2(score) + log2(cost)
    }

    /// Notes the gain of a branching on one side. `left` is the work left there; `None` where the node is closed.
    pub fn learn(&mut self, tests: usize, origin: BranchOrigin, left: Option<f64>) {
        if origin.test == LEAF {
            return;
        }
        self.tests.resize(tests, Default::default());
        let gain = left.map_or(CLOSED, |left| (origin.left - left).clamp(0.0, CLOSED));
        let side = usize::from(origin.away);
        self.tests[origin.test as usize][side].add(gain);
        self.all[side].add(gain);
    }

    /// The score of a test as a branching candidate, from its estimate. The greatest is best.
    pub fn score(&self, test: usize, estimate: f64) -> f64 {
        let Some(own) = self.tests.get(test) else { return log2(estimate) };
        let usual = self.chosen.of / self.chosen.count.max(1.0);
        let known = KNOWN + EACH * self.tests.len() as f64;
        let trust = known / (known + own[0].count + own[1].count);
        let mut score = usual + trust * (log2(estimate) - usual);
        for (own, all) in own.iter().zip(&self.all) {
            let mean = (1.0 + all.of) / (1.0 + all.count);
            score += MORE * log2((own.of + SHARED * mean) / (own.count + SHARED));
        }
        score
    }

    /// Notes the estimate of a test that is branched on.
    pub fn choose(&mut self, estimate: f64) {
        self.chosen.add(log2(estimate));
    }
}

/// The base-2 logarithm of a positive number, to a tenth. It adds the exponent and the fraction, as the bits hold them.
fn log2(x: f64) -> f64 {
    x.max(1e-300).to_bits() as f64 / (1u64 << 52) as f64 - 1023.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(gains: &[(u32, Option<f64>)]) -> Pseudocosts {
        let mut past = Pseudocosts::default();
        for &(test, left) in gains {
            past.learn(3, BranchOrigin { test, away: false, left: 0.0 }, left);
        }
        past
    }

    #[test]
    fn of_tests_that_are_estimated_alike_the_one_that_gained_more_is_chosen() {
        let past = learned(&[(0, Some(-1.0)), (1, Some(-3.0)), (2, None)]);
        let score = |test| past.score(test, 0.5);
        assert!(score(0) < score(1) && score(1) < score(2));
    }

    #[test]
    fn an_estimate_decides_where_nothing_is_known_and_less_and_less_after() {
        let lead = |times: usize| {
            let past = learned(&vec![(0, Some(-1.0)); times]);
            past.score(0, 0.5) - past.score(0, 0.25)
        };
        assert_eq!(lead(0), 1.0);
        assert!(lead(1) > lead(50) && lead(50) > lead(500) && lead(500) > 0.0);
    }

    #[test]
    fn the_root_and_parts_that_grew_teach_nothing_wrong() {
        let mut past = learned(&[(0, Some(-1.0))]);
        let before = past.score(0, 0.5);
        past.learn(3, BranchOrigin::default(), None);
        assert_eq!(past.score(0, 0.5), before);
        past.learn(3, BranchOrigin { test: 1, away: false, left: 1.0 }, Some(4.0));
        assert!(past.score(1, 0.5).is_finite() && past.score(1, 0.5) < before);
    }
}
