//! Certificates beside linear constraints, made by hand. Those of true claims are confirmed, and no multipliers prove
//! more.

use espalier_model::query::{CausalEnsemble, Constraint, Lesson, Query, Relation, Settings};
use espalier_model::schema::Weight;
use espalier_model::Model;
use espalier_testkit::claims::{model, query, refuted, round, says, NEED, OPEN};
use serde_json::{json, Value};
use std::sync::Arc;

fn linear(terms: Value, op: &str, limit: f64) -> Value {
    json!({"linear": {"terms": terms, "op": op, "rhs": limit}})
}

/// `a + b <= 6`: `b` falls by 2.25 at least.
fn both() -> Value {
    linear(json!({"a": 1, "b": 1}), "<=", 6.0)
}

/// Asserts that the claim is proved with these multipliers, and that a claim higher by 0.1% is proved by no multipliers near them.
#[track_caller]
fn holds_and_no_more(model: &Model, query: &Query, cost: f64, gamma: &[f64]) {
    let with = |gamma: &[f64]| round(&[&[0.0], gamma].concat());
    assert_eq!(says(model, query, Some(cost), None, &[], &with(gamma)), "proved");
    for scale in [0.0, 0.1, 0.5, 0.9, 0.999, 1.0, 1.001, 1.1, 1.5, 2.0, 10.0, 1e3, 1e9, 1e150, 1e307] {
        let gamma: Vec<f64> = gamma.iter().map(|g| g * scale).collect();
        refuted(&says(model, query, Some(cost * 1.001), None, &[], &with(&gamma)), OPEN);
    }
}

#[test]
fn a_sum_of_changes_is_proved_by_its_multiplier() {
    let model = model("numeric");
    let query = query(&model, json!([both()]), "l1");
    holds_and_no_more(&model, &query, 0.55, &[0.1]);
    // By the levels alone, without a multiplier.
    assert_eq!(says(&model, &query, Some(0.325), None, &[], &[0]), "proved");
    refuted(&says(&model, &query, Some(0.55), None, &[], &[0]), OPEN);
    refuted(&says(&model, &query, Some(0.55), None, &[], &round(&[0.0, -0.1])), "a multiplier below 0");
    refuted(&says(&model, &query, Some(0.55), None, &[], &round(&[0.0, f64::NAN])), "a multiplier below 0");
    refuted(&says(&model, &query, Some(0.55), None, &[], &round(&[0.0])), "ends early");
}

#[test]
fn a_limit_that_rounding_alone_misses_excludes_nothing() {
    let model = model("numeric");
    let claim = |short: f64| {
        let limit = linear(json!({"a": 1000, "b": 1000}), "<=", 1000.0 * NEED - short);
        says(&model, &query(&model, json!([limit]), "l1"), None, None, &[], &[0])
    };
    refuted(&claim(1e-7), OPEN);
    assert_eq!(claim(1e-4), "proved");
}

#[test]
fn splits_are_of_levels_that_there_are() {
    let model = model("numeric");
    let query = query(&model, json!([both()]), "l1");
    let split = |bytes: &[u8]| says(&model, &query, Some(0.325), None, &[], &[&[2], bytes, &[0, 0]].concat());
    // The two levels of `a`, apart and together.
    for right in [[0, 0, 1, 0], [0, 1, 2, 1], [0, 0, 2, 1], [0, 1, 1, 1]] {
        assert_eq!(split(&right), "proved", "{right:?}");
    }
    for wrong in [[4, 0, 1, 0], [0, 1, 0, 0], [0, 2, 0, 1], [0, 0, 3, 0], [0, 0, 1, 2]] {
        refuted(&split(&wrong), "a split of levels that there are not");
    }
}

#[test]
fn an_equation_is_two_rows_the_upper_end_first() {
    let model = model("numeric");
    let query = query(&model, json!([linear(json!({"a": 1, "b": 1}), "=", 6.0)]), "l1");
    holds_and_no_more(&model, &query, 0.55, &[0.1, 0.0]);
    refuted(&says(&model, &query, Some(0.55), None, &[], &round(&[0.0, 0.0, 0.1])), OPEN);
    refuted(&says(&model, &query, Some(0.55), None, &[], &round(&[0.0, 0.1])), "ends early");
}

#[test]
fn a_lower_end_is_a_row_negated() {
    let model = model("numeric");
    let limit = |of: &str| json!([{"linear": {"terms": {"a": -1, "b": -1}, "op": ">=", "rhs": -1, "of": of}}]);
    holds_and_no_more(&model, &query(&model, limit("change"), "l1"), 0.55, &[0.1]);
    // The sum of the values themselves: a + b <= 1 is too small for any `a`.
    assert_eq!(says(&model, &query(&model, limit("value"), "l1"), None, None, &[], &[0]), "proved");
}

#[test]
fn squares_are_least_where_the_derivative_is_0() {
    let model = model("numeric");
    let mut query = query(&model, json!([both()]), "l2");
    holds_and_no_more(&model, &query, 0.15625, &[0.045]);
    // `b` falls. Its weight in the other direction may be larger or smaller.
    for up in [5.0, 0.2] {
        query.cost.weights[1] = Some(Weight { up, down: 1.0 });
        holds_and_no_more(&model, &query, 0.15625, &[0.045]);
    }
    query.cost.norm.l1 = 0.5;
    holds_and_no_more(&model, &query, 0.15625 + 0.5 * (0.325 + 0.225), &[0.095]);
}

#[test]
fn pieces_are_least_at_their_corners() {
    let model = model("numeric");
    let mut query = query(&model, json!([both()]), "l1");
    query.cost.piecewise[1] = Some(vec![(-4.0, 0.4), (-2.0, 0.1), (0.0, 0.0), (2.0, 0.1)]);
    holds_and_no_more(&model, &query, 0.325 + 0.1375, &[0.15]);
    // A multiplier below the slope past the corner proves less.
    assert_eq!(says(&model, &query, Some(0.45), None, &[], &round(&[0.0, 0.1])), "proved");
}

#[test]
fn whole_numbers_are_proved_by_a_split_or_to_less() {
    let model = model("integer");
    let query = query(&model, json!([both()]), "l1");
    // `b` is at most 0. With a cut at 0, the cell above begins at 1 and is excluded.
    assert_eq!(says(&model, &query, Some(0.625), None, &[0.0], &[0]), "proved");
    refuted(&says(&model, &query, Some(0.625 * 1.001), None, &[0.0], &[0]), OPEN);
    let one = round(&[0.0, 0.1]);
    refuted(&says(&model, &query, Some(0.625), None, &[], &one), OPEN);
    assert_eq!(says(&model, &query, Some(0.625), Some(0.55), &[], &one), "proved");
    assert_eq!(says(&model, &query, Some(0.55), Some(0.55), &[], &one), "proved");
    refuted(&says(&model, &query, Some(0.625), Some(0.55 * 1.001), &[], &one), OPEN);
    for (cost, proved) in [(Some(0.54), 0.55), (Some(0.625), f64::NAN), (Some(0.625), f64::NEG_INFINITY)] {
        refuted(
            &says(&model, &query, cost, Some(proved), &[], &one),
            "the proved bound is no number or above the cost",
        );
    }
    refuted(&says(&model, &query, None, Some(0.55), &[], &one), "of an answer that there is not");
}

#[test]
fn labels_count_by_their_values() {
    let model = model("numeric");
    // The grade's points limit the growth of `a`. It can grow by 3.25 only with the highest grade, and the switch reduces the limit.
    let limit = |points: f64| json!([linear(json!({"a": 1, "grade": -points, "switch": 2}), "<=", 2.0)]);
    let asked = query(&model, limit(1.0), "l1");
    assert_eq!(says(&model, &asked, Some(1.325), None, &[], &[0]), "proved");
    refuted(&says(&model, &asked, Some(1.325 * 1.001), None, &[], &[0]), OPEN);
    // With points worth three and a half times as much, the middle grade suffices.
    let asked = query(&model, limit(3.5), "l1");
    assert_eq!(says(&model, &asked, Some(0.825), None, &[], &[0]), "proved");
    refuted(&says(&model, &asked, Some(0.825 * 1.001), None, &[], &[0]), OPEN);
    assert_eq!(says(&model, &query(&model, limit(0.5), "l1"), None, None, &[], &[0]), "proved");
}

/// The amount of a level is priced with its sign.
#[test]
fn a_level_is_priced_by_its_amount() {
    let model = model("numeric");
    // 1.25 above the limit must come of the grade or of `b`, which costs 0.1 for each 1.
    let sum = linear(json!({"a": 1, "grade": -1, "b": -1}), "<=", 1.0);
    let of = |high: f64, cost: f64, gamma: f64| {
        let mut query = query(&model, json!([sum]), "l1");
        query.cost.tables[2] = Some(vec![None, None, Some(high)]);
        says(&model, &query, Some(cost), None, &[], &round(&[0.0, gamma]))
    };
    assert_eq!(of(0.5, 0.45, 0.1), "proved");
    refuted(&of(0.5, 0.451, 0.1), OPEN);
    for gamma in [0.0, 0.0125, 0.05, 0.1, 0.2, 1.0, 1e3] {
        // The highest grade alone costs 0.05.
        refuted(&of(0.05, 0.376, gamma), OPEN);
    }
}

/// A number whose span ends below the person's own value costs at least as much as that end.
#[test]
fn the_least_of_a_priced_number_lies_in_its_span() {
    let model = model("numeric");
    let asked = query(&model, json!([both(), {"range": {"feature": "b", "max": 0.9}}]), "l1");
    // -0.05 + 0.325 + 0.1625 + 0.05 * 2.1
    assert_eq!(says(&model, &asked, Some(0.5425), None, &[], &round(&[0.0, 0.05])), "proved");
    refuted(&says(&model, &asked, Some(0.5426), None, &[], &round(&[0.0, 0.05])), OPEN);
    assert_eq!(says(&model, &asked, Some(0.55), None, &[], &round(&[0.0, 0.1])), "proved");
    refuted(&says(&model, &asked, Some(0.5501), None, &[], &round(&[0.0, 0.1])), OPEN);
}

#[test]
fn a_feature_that_follows_is_a_row_both_ways() {
    let numeric = model("numeric");
    let follows = |weight: f64| json!([{"causal": {"feature": "b", "parents": {"a": weight}}}]);
    // `b` falls from 3, by 3 at most, as `a` grows, by 3.25 at least.
    assert_eq!(says(&numeric, &query(&numeric, follows(-1.0), "l1"), None, None, &[], &[0]), "proved");
    let kept = query(&numeric, follows(-0.9), "l1");
    refuted(&says(&numeric, &kept, None, None, &[], &[0]), OPEN);
    holds_and_no_more(&numeric, &kept, 0.325 + 0.2925, &[0.1, 0.0]);
    // A whole number is off by a half at most.
    let whole = model("integer");
    assert_eq!(says(&whole, &query(&whole, follows(-1.08), "l1"), None, None, &[], &[0]), "proved");
    refuted(&says(&whole, &query(&whole, follows(-1.0), "l1"), None, None, &[], &[0]), OPEN);
}

#[test]
fn limits_on_a_feature_bound_its_span() {
    let model = model("numeric");
    let asked = |limit: Value| query(&model, json!([both(), limit]), "l1");
    for (limit, none) in [
        (json!({"fix": "b"}), true),
        (json!({"direction": {"feature": "b", "change": "increase"}}), true),
        (json!({"direction": {"feature": "b", "change": "decrease"}}), false),
        (json!({"range": {"feature": "b", "min": 0.8}}), true),
        (json!({"range": {"feature": "b", "min": 0.7}}), false),
        (json!({"range": {"feature": "b", "max": 0.7}}), false),
        (json!({"direction": {"feature": "a", "change": "increase"}}), false),
        (json!({"direction": {"feature": "grade", "change": "fixed"}}), false),
        (json!({"fix": "switch"}), false),
        (json!({"range": {"feature": "a", "max": 5.5}}), false),
    ] {
        let found = says(&model, &asked(limit.clone()), None, None, &[], &[0]);
        assert_eq!(found == "proved", none, "{limit}: {found}");
    }
}

#[test]
fn there_is_no_answer_where_rows_exclude_each_other() {
    let model = model("numeric");
    let apart = |limit: f64| json!([both(), linear(json!({"a": 1, "b": -1}), "<=", limit)]);
    let asked = query(&model, apart(3.0), "l1");
    refuted(&says(&model, &asked, None, None, &[], &[0]), OPEN);
    // The largest possible cost is 1 + 0.8 + 0.7 + 1. A bound below twice that plus one half proves nothing.
    refuted(&says(&model, &asked, None, None, &[], &round(&[0.0, 4.0, 4.0])), OPEN);
    assert_eq!(says(&model, &asked, None, None, &[], &round(&[0.0, 5.0, 5.0])), "proved");
    let asked = query(&model, apart(6.0), "l1");
    for gamma in [0.0, 1.0, 1e3, 1e9, 1e300] {
        for other in [0.0, 1.0, 1e3, 1e9, 1e300] {
            refuted(&says(&model, &asked, None, None, &[], &round(&[0.0, gamma, other])), OPEN);
        }
    }
}

/// The factual's level may contain changes. It costs nothing and counts as no change until it is reduced to the factual's value.
#[test]
fn changes_are_counted_beside_sums() {
    let model = model("numeric");
    let asked = query(&model, json!([{"max_changes": 1}, both()]), "l1");
    let home = [3f64.next_down(), 3.0];
    assert_eq!(says(&model, &asked, None, None, &home, &[0]), "proved");
    refuted(&says(&model, &asked, None, None, &[], &[0]), OPEN);
    assert_eq!(says(&model, &asked, Some(0.55), None, &[], &round(&[0.0, 0.0, 0.1])), "proved");
    refuted(&says(&model, &asked, Some(0.55), None, &[], &round(&[0.0, 0.1, 0.0])), OPEN);
    let two = query(&model, json!([{"max_changes": 2}, both()]), "l1");
    refuted(&says(&model, &two, None, None, &home, &[0]), OPEN);
}

/// A limit that is met within rounding excludes nothing.
#[test]
fn rounding_is_forgiven() {
    let model = model("numeric");
    for (limit, none) in [(NEED.next_up(), false), (NEED, false), (NEED - 1e-8, true)] {
        let asked = query(&model, json!([linear(json!({"a": 1}), "<=", limit)]), "l1");
        let found = says(&model, &asked, None, None, &[], &[0]);
        assert_eq!(found == "proved", none, "{limit}: {found}");
    }
}

#[test]
fn of_some_requests_there_is_no_certificate() {
    let model = model("numeric");
    let asked = query(&model, json!([both()]), "l1");
    let without = query(&model, json!([]), "l1");
    refuted(&says(&model, &without, Some(0.325), Some(0.3), &[], &[0]), "only beside linear constraints");
    assert_eq!(says(&model, &without, Some(0.325), None, &[], &[0]), "proved");
    let mut missing = asked.clone();
    missing.factual[1] = f64::NAN;
    refuted(&says(&model, &missing, Some(0.3), None, &[], &[0]), "that is missing");
    let largest = query(&model, json!([both()]), "linf");
    refuted(&says(&model, &largest, Some(0.3), None, &[], &[0]), "a largest-change cost beside linear constraints");
    let mut learned = asked.clone();
    let lesson = Some(Lesson { settings: Settings { trees: 1, depth: 1, rate: 1.0 }, explained: 0.5 });
    let cause = CausalEnsemble { trees: (*model.ensemble).clone(), parents: vec![0], lesson };
    learned.constraints.push(Constraint::CausalEnsemble { feature: 1, cause: Arc::new(cause) });
    refuted(&says(&model, &learned, Some(0.3), None, &[], &[0]), "not those that the background rows teach");
    let mut endless = asked;
    endless.constraints.push(Constraint::Linear {
        terms: vec![(0, f64::INFINITY)],
        levels: Vec::new(),
        relation: Relation::AtMost,
        limit: 0.0,
        of_change: true,
    });
    refuted(&says(&model, &endless, Some(0.3), None, &[], &[0]), "no number");
}

/// Spans that reach to the person's own value hold "no change", at no price per change.
#[test]
fn staying_costs_nothing_beside_a_price_per_change() {
    let model = model("numeric");
    let of = |constraint: Value| query(&model, json!([constraint]), "l1");
    let priced = |mut query: Query, multipliers: &[f64], cost: f64| {
        query.cost.per_change = 0.25;
        says(&model, &query, Some(cost), None, &[], &round(multipliers))
    };
    let sum = || of(linear(json!({"a": 1, "b": 1}), "<=", 100.0));
    assert_eq!(priced(sum(), &[0.0, 0.0], 0.575), "proved");
    refuted(&priced(sum(), &[0.0, 0.0], 0.576), OPEN);
    // A consequence that costs nothing costs no price per change either.
    let follows = || of(json!({"causal": {"feature": "b", "parents": {"a": -0.5}, "cost": "none"}}));
    assert_eq!(follows().cost.free, [1]);
    assert_eq!(priced(follows(), &[0.0, 0.0, 0.0], 0.575), "proved");
    for gamma in [0.0, 0.05, 0.1, 1.0] {
        refuted(&priced(follows(), &[0.0, gamma, 0.0], 0.576), OPEN);
        refuted(&priced(follows(), &[0.0, 0.0, gamma], 0.576), OPEN);
    }
}

/// A value that a sum weighs with 0 is in no row of it, and may be missing.
#[test]
fn a_value_of_weight_zero_may_be_missing() {
    let model = model("numeric");
    let mut asked = query(&model, json!([]), "l1");
    asked.factual[1] = f64::NAN;
    let sum = |terms: Vec<(usize, f64)>, levels: Vec<(usize, Vec<f64>)>| {
        let limit = Constraint::Linear { terms, levels, relation: Relation::AtMost, limit: 8.0, of_change: false };
        let query = Query { constraints: vec![limit], ..asked.clone() };
        says(&model, &query, Some(0.325), None, &[], &round(&[0.0, 0.0]))
    };
    assert_eq!(sum(vec![(0, 1.0), (1, 0.0)], vec![]), "proved");
    refuted(&sum(vec![(0, 1.0), (1, 0.5)], vec![]), "that is missing");
    asked.factual[1] = 3.0;
    asked.factual[2] = f64::NAN;
    let sum = |weights: [f64; 3]| {
        let levels = vec![(2, weights.to_vec())];
        let limit = Constraint::Linear {
            terms: vec![(0, 1.0)],
            levels,
            relation: Relation::AtMost,
            limit: 8.0,
            of_change: false,
        };
        let query = Query { constraints: vec![limit], ..asked.clone() };
        says(&model, &query, Some(0.325), None, &[], &round(&[0.0, 0.0]))
    };
    assert_eq!(sum([0.0; 3]), "proved");
    refuted(&sum([0.0, 0.0, 0.5]), "that is missing");
}

/// Numbers that are not finite exclude nothing.
#[test]
fn an_endless_domain_proves_nothing() {
    let mut model = model("numeric");
    for end in [f64::INFINITY, 1e308] {
        model.schema.features[1].min = -end;
        let asked = query(&model, json!([linear(json!({"a": 1, "b": 1e10}), "<=", 6.0)]), "l1");
        refuted(&says(&model, &asked, None, None, &[], &[0]), OPEN);
        for gamma in [0.0, 1e-300, 0.1, 1.0, 1e307] {
            refuted(&says(&model, &asked, None, None, &[], &round(&[0.0, gamma])), OPEN);
        }
    }
}
