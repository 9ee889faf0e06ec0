//! The target in two forms: as linear rows over raw scores, which the bound can use, and as the exact test that every
//! answer passes.
//!
//! "Class k" is one row for each rival: `score[k] - score[j] >= need`. A set of classes is solved once for each member.
//! A probability is one row if the link is monotone in one score. With a softmax over more classes, its rows are only
//! necessary, and the exact test decides (boxes then open down to points).
//!
//! For probabilities and values, the need is the least score from which the library's own arithmetic computes them. The
//! rows have a tolerance for the difference between the library's sums and sums in double precision.
//!
//! scikit-learn and onnxruntime add up linear leaves in an order that the processor decides. No order is the library's own there, so needs are
//! raised by the largest rounding of any order. A score that reaches them reaches them in every order.

use super::compiled::Compiled;
use crate::tolerances::{SCORE, SOFTMAX_LEAD_DOUBLE, SOFTMAX_LEAD_SINGLE};
use crate::SearchError;
use espalier_model::ensemble::{Ensemble, Library, Link, Prediction, Task};
use espalier_model::query::{Aim, Target, STRICTNESS};

/// One way to meet the target: all rows together, and the exact test.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The sums that have to be reached.
    pub rows: Vec<ScoreRow>,
    /// Added to the cost of every point that meets this goal: the cost of its class, less the most that changes may earn, by which all levels' costs
    /// are raised.
    pub offset: f64,
    /// The exact test.
    pub test: AcceptanceTest,
    /// The library's own statement.
    pub stated: LibraryStatement,
    /// Largest difference between the library's own sum of a row and the sum in double precision.
    pub rounding: f64,
}

/// The statement that the library itself must make of an answer. Where the library adds in single precision, it can
/// differ from the double precision scores close to a border. For probabilities and values, the library's statement
/// alone counts.
#[derive(Clone, Debug)]
pub enum LibraryStatement {
    /// The class's score is above those of its rivals.
    Beats {
        /// The class.
        class: usize,
        /// The other classes.
        rivals: Vec<usize>,
    },
    /// The class's probability.
    Probability {
        /// The class.
        class: usize,
        /// The least probability.
        at_least: f64,
    },
    /// The value of a regression, both ends included.
    Value {
        /// The least value.
        lo: f64,
        /// The largest value.
        hi: f64,
    },
    /// It need not say anything.
    Anything,
}

/// `sum of coef * raw >= need`.
#[derive(Clone, Debug)]
pub struct ScoreRow {
    /// By output: its coefficient.
    pub coef: Vec<f64>,
    /// Least value of the library's own sum.
    pub need: f64,
    /// Largest amount by which a sum in double precision may be below the need.
    pub eased: f64,
}

/// The exact test.
#[derive(Clone, Debug)]
pub enum AcceptanceTest {
    /// Row sums beat [`STRICTNESS`] strictly and reach the margin.
    Beats {
        /// The least lead.
        margin: f64,
    },
    /// Row sums reach their needs within [`SCORE`].
    Reaches,
    /// Row sums reach their needs, without a tolerance, and the library says so.
    Exceeds,
    /// The library's own statement.
    Said,
    /// The library's own statement, which is a softmax probability over more than two classes: the rows are only necessary.
    Softmax {
        /// The least probability.
        p: f64,
    },
    /// The log odds of the class under a softmax reach `least` within [`SCORE`].
    Odds {
        /// The class.
        class: usize,
        /// The least log odds.
        least: f64,
    },
}

impl Goal {
    /// Whether the library's own statement, in its own precision, is the target.
    pub fn stated(&self, prediction: &Prediction) -> bool {
        match (&self.stated, prediction) {
            (LibraryStatement::Beats { class, rivals }, Prediction::Class { scores, .. }) => {
                rivals.iter().all(|&j| scores[*class] > scores[j])
            }
            (LibraryStatement::Probability { class, at_least }, Prediction::Class { scores, .. }) => {
                scores[*class] >= *at_least
            }
            (LibraryStatement::Value { lo, hi }, Prediction::Value(v)) => v >= lo && v <= hi,
            (LibraryStatement::Anything, _) => true,
            _ => false,
        }
    }

    /// Whether the reference predictor gives the target at a row. The library's own probabilities may tie where raw
    /// scores do not (sums in single precision; several that round to 1). In these cases they must agree too.
    pub fn reached(&self, ensemble: &Ensemble, row: &[f64]) -> bool {
        ensemble.leaves_of(&[row]).is_ok_and(|leaves| self.reached_by(ensemble, &leaves, row))
    }

    /// As [`Goal::reached`], from the leaf that a row falls in, by tree.
    pub fn reached_by(&self, ensemble: &Ensemble, leaves: &[usize], row: &[f64]) -> bool {
        let said = || self.stated(&ensemble.prediction(leaves, row));
        match self.test {
            AcceptanceTest::Said | AcceptanceTest::Softmax { .. } => said(),
            AcceptanceTest::Exceeds => self.met(&ensemble.raw_of(leaves, row)) && said(),
            _ if !self.met(&ensemble.raw_of(leaves, row)) => false,
            _ => !ensemble.arithmetic.is_single() && ensemble.link != Link::OneVsRest || said(),
        }
    }

    /// Whether points that reach all rows may still miss the goal.
    pub fn only_necessary(&self) -> bool {
        matches!(self.test, AcceptanceTest::Softmax { .. } | AcceptanceTest::Odds { .. }) && self.rows.len() > 1
    }

    /// The number of rivals whose leads the first rows are, of a probability over more than two classes.
    pub fn rivals(&self) -> Option<usize> {
        self.only_necessary().then(|| self.rows.len() - 1)
    }

    /// Whether raw scores meet this goal.
    fn met(&self, raw: &[f64]) -> bool {
        let sum = |row: &ScoreRow| row.coef.iter().zip(raw).map(|(c, r)| c * r).sum::<f64>();
        match self.test {
            AcceptanceTest::Beats { margin } => self.rows.iter().all(|row| sum(row) > STRICTNESS && sum(row) >= margin),
            AcceptanceTest::Reaches => {
                self.rows.iter().all(|row| sum(row) >= row.need - SCORE * row.need.abs().max(1.0))
            }
            AcceptanceTest::Exceeds => self.rows.iter().all(|row| sum(row) >= row.need),
            AcceptanceTest::Said | AcceptanceTest::Softmax { .. } => true,
            AcceptanceTest::Odds { class, least } => odds(raw, class) >= least - SCORE * least.abs().max(1.0),
        }
    }
}

/// The least number of the library's type with a property. All larger numbers must have the property too. Infinity
/// where no number has it.
fn least(ensemble: &Ensemble, has: impl Fn(f64) -> bool) -> f64 {
    let single = ensemble.arithmetic.is_single();
    // Bits, in the order of the numbers.
    let number = |order: i64| match single {
        true => f64::from(f32::from_bits(order as i32 as u32 ^ ((order as i32 >> 31) as u32 >> 1))),
        false => f64::from_bits(order as u64 ^ ((order >> 63) as u64 >> 1)),
    };
    let last = if single { i64::from(f32::INFINITY.to_bits()) } else { f64::INFINITY.to_bits() as i64 };
    // Minus infinity comes first. It is the complement of infinity's bits.
    let (mut low, mut high) = (!last, last);
    while low < high {
        let middle = low + (high.wrapping_sub(low) as u64 / 2) as i64;
        if has(number(middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    number(high)
}

/// Tolerance of a least score. A library's link may fall by its last bit where it should rise, so a score slightly
/// below the least one may be enough. The tolerance is much larger than that.
fn waver(ensemble: &Ensemble, need: f64) -> f64 {
    let step = if ensemble.arithmetic.is_single() { 4.0 * f64::from(f32::EPSILON) } else { 16.0 * f64::EPSILON };
    if need.is_finite() && ensemble.link != Link::None {
        step * need.abs().max(1.0)
    } else {
        0.0
    }
}

/// The goals of a target, by the scores of the model that it is a target for. An answer meets one of them. A best prediction has none here: its goals come from the
/// bisection over heights.
///
/// # Errors
/// Where the target does not fit the model's task.
pub fn goals(scores: Scores, target: &Target, margin: f64) -> Result<Vec<Goal>, SearchError> {
    let ensemble = scores.ensemble;
    let unfit = |what: &str| Err(SearchError::Target { what: what.to_string() });
    let classes = match ensemble.task {
        Task::Classifier { classes } => classes,
        Task::Regressor | Task::IsolationForest => 0,
    };
    let beats = |class: usize, rivals: Vec<usize>, offset: f64| {
        let row = |&rival: &usize| ScoreRow { coef: score_margin(ensemble, class, rival), need: 0.0, eased: 0.0 };
        let mut rows: Vec<ScoreRow> = rivals.iter().map(row).collect();
        let rounding = scores.rounding(&rows);
        let margin = if scores.in_any_order() { margin + rounding } else { margin };
        rows.iter_mut().for_each(|row| row.need = margin.max(STRICTNESS));
        let (test, stated) = (AcceptanceTest::Beats { margin }, LibraryStatement::Beats { class, rivals });
        Goal { rounding, rows, offset, test, stated }
    };
    let known = |class: usize| class < classes;
    match target {
        Target::Value { lo, hi } => {
            if classes != 0 {
                return unfit("a value interval is a target for a regressor; this model names classes");
            }
            let mut rows = Vec::new();
            let mut row =
                |coef: f64, need: f64| rows.push(ScoreRow { coef: vec![coef], need, eased: waver(ensemble, need) });
            if *lo > f64::NEG_INFINITY {
                row(1.0, least(ensemble, |raw| ensemble.value(raw) >= *lo));
            }
            if *hi < f64::INFINITY {
                row(-1.0, least(ensemble, |raw| ensemble.value(-raw) <= *hi));
            }
            Ok(vec![scores.said(rows, AcceptanceTest::Said, LibraryStatement::Value { lo: *lo, hi: *hi })])
        }
        Target::Beyond(least) => {
            let mut both = goals(scores, &Target::Value { lo: *least, hi: f64::INFINITY }, 0.0)?;
            both.append(&mut goals(scores, &Target::Value { lo: f64::NEG_INFINITY, hi: -least }, 0.0)?);
            Ok(both)
        }
        Target::Best { aim, budget } => {
            if budget.is_nan() || *budget < 0.0 {
                return unfit("the budget is not a cost");
            }
            match (aim, classes) {
                (Aim::Class(k), _) if *k < classes => Ok(Vec::new()),
                (Aim::Class(_), _) => unfit("the class that is to be likeliest does not exist in this model"),
                (_, 0) => Ok(Vec::new()),
                _ => unfit("the best value is a target for a regressor; this model names classes"),
            }
        }
        _ if classes == 0 => unfit("a class is a target for a classifier; this model predicts a value"),
        Target::Class(k) if known(*k) => Ok(vec![beats(*k, others(classes, &[*k]), 0.0)]),
        Target::Classes(set) if set.iter().all(|k| known(*k)) => {
            Ok(set.iter().map(|&k| beats(k, others(classes, set), 0.0)).collect())
        }
        Target::ClassCosts(costs) if costs.iter().all(|(k, _)| known(*k)) => {
            Ok(costs.iter().map(|&(k, cost)| beats(k, others(classes, &[k]), cost)).collect())
        }
        Target::Probability { class, at_least } if known(*class) => {
            Ok(vec![probability(scores, classes, *class, *at_least)])
        }
        _ => unfit(&format!("a class of the target does not exist; the model has classes 0 to {}", classes - 1)),
    }
}

/// All classes but some.
pub fn others(classes: usize, but: &[usize]) -> Vec<usize> {
    (0..classes).filter(|j| !but.contains(j)).collect()
}

/// Coefficients of `score[class] - score[rival]`. A single output stands for class 1 against class 0.
pub fn score_margin(ensemble: &Ensemble, class: usize, rival: usize) -> Vec<f64> {
    if ensemble.outputs == 1 {
        return vec![if class == 1 { 1.0 } else { -1.0 }];
    }
    let mut coef = vec![0.0; ensemble.outputs];
    coef[class] = 1.0;
    coef[rival] = -1.0;
    coef
}

fn probability(scores: Scores, classes: usize, class: usize, p: f64) -> Goal {
    let ensemble = scores.ensemble;
    let stated = LibraryStatement::Probability { class, at_least: p };
    // The library's probability of the other class is rounded as a number next to 1 is.
    let off = if ensemble.arithmetic.is_single() { f64::from(f32::EPSILON) } else { 2.0 * f64::EPSILON };
    let p = if scores.in_any_order() && p + off < 1.0 { p + off } else { p };
    let (rows, test) = match ensemble.link {
        Link::Softmax => {
            // Rounding of the exponents, of their sum and of the quotient. A rival with a larger rounding error is so
            // far behind that it makes no difference.
            let (step, least) = match ensemble.arithmetic.is_single() {
                true => (0.5 * f64::from(f32::EPSILON), SOFTMAX_LEAD_SINGLE),
                false => (2.0 * f64::EPSILON, SOFTMAX_LEAD_DOUBLE),
            };
            let eased = (48.0 - p.max(1e-30).ln()) * step + least * classes as f64;
            // From the second odds on the library says p whatever its rounding, below the first it does not.
            let log_odds = |p: f64| if p > 1e-30 { (p / (1.0 - p)).ln() } else { f64::NEG_INFINITY };
            let sure = log_odds((p * (1.0 + 4.0 * step)).min(1.0 - 0.25 * step));
            let p = p * (1.0 - 4.0 * step);
            // Each rival must have exp(-d_j) <= (1 - p) / p. Since exp is convex, the mean of the d_j must be at least
            // ln((K - 1) p / (1 - p)). Both conditions are necessary.
            let odds = log_odds(p);
            let eased = if odds.is_finite() { eased + (sure - odds).max(0.0) } else { eased };
            let odds = if odds.is_finite() { sure.max(odds) } else { odds };
            let rivals = others(classes, &[class]);
            let mut rows: Vec<ScoreRow> = rivals
                .iter()
                .map(|&j| ScoreRow { coef: score_margin(ensemble, class, j), need: odds, eased })
                .collect();
            if rivals.len() > 1 {
                let share = 1.0 / rivals.len() as f64;
                let coef = (0..classes).map(|j| if j == class { 1.0 } else { -share }).collect();
                rows.push(ScoreRow { coef, need: odds + (rivals.len() as f64).ln(), eased });
            }
            let test = if rivals.len() > 1 { AcceptanceTest::Softmax { p } } else { AcceptanceTest::Said };
            (rows, test)
        }
        link => {
            // The output that decides, and whether the probability rises with it.
            let (at, sign) = match link {
                Link::Logistic => (0, if class == 1 { 1.0 } else { -1.0 }),
                _ if ensemble.arithmetic.complement => (1, if class == 1 { 1.0 } else { -1.0 }),
                _ => (class, 1.0),
            };
            let coef = (0..ensemble.outputs).map(|j| if j == at { sign } else { 0.0 }).collect();
            let need = least(ensemble, |x| {
                let mut raw = vec![0.0; ensemble.outputs];
                raw[at] = sign * x;
                ensemble.scores(&raw)[class] >= p
            });
            (vec![ScoreRow { coef, need, eased: waver(ensemble, need) }], AcceptanceTest::Said)
        }
    };
    scores.said(rows, test, stated)
}

/// The raw scores of a model, and their rounding by output.
#[derive(Clone, Copy)]
pub struct Scores<'a> {
    /// The model.
    pub ensemble: &'a Ensemble,
    /// Largest difference between the library's own sum and the sum in double precision.
    pub rounding: &'a [f64],
}

impl Compiled {
    /// The model's raw scores.
    pub fn scores(&self) -> Scores<'_> {
        Scores { ensemble: &self.ensemble, rounding: &self.rounding }
    }
}

impl Scores<'_> {
    /// A goal that the library's own statement decides.
    fn said(&self, mut rows: Vec<ScoreRow>, test: AcceptanceTest, stated: LibraryStatement) -> Goal {
        // A need of minus infinity always holds. A need of plus infinity is never reached, so its row stays.
        rows.retain(|r| r.need > f64::NEG_INFINITY);
        let rounding = self.rounding(&rows);
        if self.in_any_order() {
            rows.iter_mut().for_each(|row| {
                row.need += row.eased + rounding;
                row.eased = 0.0;
            });
            let test = match (test, &stated, rows.first()) {
                (AcceptanceTest::Softmax { .. }, LibraryStatement::Probability { class, .. }, Some(rival)) => {
                    AcceptanceTest::Odds { class: *class, least: rival.need + SCORE * rival.need.abs().max(1.0) }
                }
                _ => AcceptanceTest::Exceeds,
            };
            return Goal { rows, offset: 0.0, test, stated, rounding };
        }
        rows.iter_mut().for_each(|row| row.eased = 1.001 * row.eased + self.rounding(std::slice::from_ref(row)));
        Goal { rows, offset: 0.0, test, stated, rounding }
    }

    /// Whether the order in which the library adds up a row is not known.
    fn in_any_order(&self) -> bool {
        self.ensemble.arithmetic.library != Library::Plain && self.ensemble.has_linear_leaves()
    }

    /// Largest difference between the library's own sum of a row and the sum in double precision.
    fn rounding(&self, rows: &[ScoreRow]) -> f64 {
        let of = |row: &ScoreRow| row.coef.iter().zip(self.rounding).map(|(c, off)| c.abs() * off).sum::<f64>();
        1.001 * rows.iter().map(of).fold(0.0, f64::max)
    }
}

/// Log odds of a class under a softmax.
pub fn odds(raw: &[f64], class: usize) -> f64 {
    let rivals: f64 = others(raw.len(), &[class]).iter().map(|&j| (raw[j] - raw[class]).exp()).sum();
    -rivals.ln()
}
