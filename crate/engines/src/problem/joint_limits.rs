//! The limits that involve several features, checked on a raw row.

use crate::tolerances::WHOLE_TERM;
use espalier_model::ensemble::Precision;
use espalier_model::query::{Condition, ConditionTest, Constraint, LinearConstraint, Query};
use espalier_model::schema::{Feature, Kind};

/// Whether a raw row has the same value of a feature as the factual.
pub fn unchanged(feature: &Feature, factual: &[f64], row: &[f64]) -> bool {
    feature.columns().iter().all(|&c| row[c] == factual[c] || row[c].is_nan() && factual[c].is_nan())
}

/// Whether a raw row keeps the enforced limits on several features. The tolerance of a sum is the rounding of its terms
/// in the input type.
pub fn keeps(schema: &[Feature], input: Precision, query: &Query, enforced: &[bool], row: &[f64]) -> bool {
    keeps_within(schema, input, query, enforced, row, Rounding::Forgiven)
}

/// Whether a sum may miss its limit by the rounding of its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// It may.
    Forgiven,
    /// It may not.
    Counted,
}

/// As [`keeps`], with or without the tolerance of sums.
pub fn keeps_within(
    schema: &[Feature],
    input: Precision,
    query: &Query,
    enforced: &[bool],
    row: &[f64],
    rounding: Rounding,
) -> bool {
    let same = |f: usize| unchanged(&schema[f], &query.factual, row);
    let holds = |c: &Condition| {
        let feature = &schema[c.feature];
        match &c.test {
            ConditionTest::Unchanged => same(c.feature),
            ConditionTest::Levels(allow) => feature.level_of(row).is_some_and(|k| allow[k]),
            ConditionTest::Range { min, max } => *min <= row[feature.columns()[0]] && row[feature.columns()[0]] <= *max,
        }
    };
    query.constraints.iter().zip(enforced).filter(|(_, on)| **on).all(|(c, _)| match c {
        Constraint::MaxChanges(most) => (0..schema.len()).filter(|&f| !same(f)).count() <= *most,
        Constraint::If { when, then } => !when.holds(holds) || then.holds(holds),
        Constraint::Linear { .. } | Constraint::Causal { .. } => {
            c.linear(schema).is_none_or(|linear| within(&linear, schema, input, &query.factual, row, rounding))
        }
        Constraint::Budget(budget) => budget.kept(schema, &query.factual, input, row),
        Constraint::CausalEnsemble { feature, cause } => {
            let at = schema[*feature].columns()[0];
            let exact = cause.follows(query.factual[at], &query.factual, row);
            exact.is_some_and(|exact| match schema[*feature].kind {
                Kind::Integer { .. } => (row[at] - exact).abs() <= 0.5,
                _ => input.round(row[at]) == input.round(exact),
            })
        }
        _ => true,
    })
}

/// Whether a row keeps a linear constraint. The tolerance is the rounding of its terms in the input type.
fn within(
    constraint: &LinearConstraint,
    schema: &[Feature],
    input: Precision,
    factual: &[f64],
    row: &[f64],
    rounding: Rounding,
) -> bool {
    let mut total = 0.0;
    for &(f, w) in &constraint.terms {
        let column = schema[f].columns()[0];
        total += w * (row[column] - if constraint.of_change { factual[column] } else { 0.0 });
    }
    for (f, weights) in &constraint.levels {
        let at = schema[*f].level_of(row).map_or(f64::NAN, |k| weights[k]);
        total += at - constraint.before(*f, weights, schema, factual);
    }
    let off = |end| match rounding {
        Rounding::Forgiven => missed(constraint, end, schema, input, factual, |f| row[schema[f].columns()[0]].abs()),
        Rounding::Counted => 0.0,
    };
    constraint.least - off(constraint.least) <= total && total <= constraint.most + off(constraint.most)
}

/// The tolerance of a linear constraint at one of its limits (`end`), if the features' values have the sizes that
/// `size` returns.
pub fn missed(
    constraint: &LinearConstraint,
    end: f64,
    schema: &[Feature],
    input: Precision,
    factual: &[f64],
    size: impl Fn(usize) -> f64,
) -> f64 {
    // NaN lies between no limits. An infinite limit has no rounding.
    if !end.is_finite() {
        return 0.0;
    }
    let step = input.step();
    let mut off = 0.0;
    for &(f, w) in &constraint.terms {
        let feature = &schema[f];
        let from = if constraint.of_change { factual[feature.columns()[0]] } else { 0.0 };
        let real = matches!(feature.kind, Kind::Numeric { .. });
        let most = size(f).max(from.abs()).max(feature.max - feature.min);
        off += w.abs() * most * if real { step } else { WHOLE_TERM };
    }
    for (_, weights) in &constraint.levels {
        off += WHOLE_TERM * weights.iter().fold(0.0, |most: f64, w| most.max(w.abs()));
    }
    off + step * end.abs()
}
