//! Lists of answers made by hand: several answers, series of demands, pools, and the answers in single hulls. `verify` passes those that are
//! right, and refutes those with an answer too many, too few or out of place.

use super::by_hand::{asked, model, point, said, with, Entries};
use espalier_model::explanation::*;
use espalier_model::query::Query;
use espalier_model::Model;
use espalier_verify::{verify, VerifyError};
use serde_json::{json, Value};
use std::sync::Arc;

/// Rows and their costs.
type Rows<'a> = &'a [(Entries<'a>, f64)];

fn points(model: &Model, query: &Query, rows: Rows) -> Vec<Counterfactual> {
    rows.iter().map(|(values, cost)| point(model, query, with(values), *cost)).collect()
}

/// The checker's verdict on answers in this order.
fn answers(extra: Value, rows: Rows) -> Result<(), VerifyError> {
    let model = model();
    let query = asked(&model, &extra);
    let all = points(&model, &query, rows);
    let least = all.iter().fold(0.0, |least: f64, one| least.min(one.cost));
    verify(&model, &query, &Explanation { lower_bound: Some(least), ..said(all) })
}

const A: Entries = &[(0, 6.0)];
const AB: Entries = &[(0, 6.0), (1, 3.0)];

#[test]
fn an_answer_may_be_cheaper_than_the_one_before_it_by_rounding_alone() {
    let two = |share: f64| {
        let weights = json!({"a": 1000, "b": 1000, "n": 5000.0 * (1.0 + share)});
        let extra = json!({"count": 2, "distinct": "regions", "cost": {"weights": weights}});
        answers(extra, &[(AB, 900.0), (&[(0, 6.0), (2, 4.0)], 400.0 + 500.0 * (1.0 + share))])
    };
    assert_eq!(two(0.0), Ok(()));
    assert_eq!(two(-1.5e-9), Ok(()));
    assert_eq!(two(-2.5e-9), Err(VerifyError::Order { index: 1 }));
}

/// Tolerances are shares of the cost and of the most that changes may earn: `b` may earn 1000.
#[test]
fn an_answer_may_be_cheaper_by_a_rounding_of_the_earnings_too() {
    let two = |less: f64| {
        let cost = json!({"piecewise": {"b": [[-1, -1000], [0, 0], [1, 1000]]}, "weights": {"n": 1.0 - less}});
        let extra = json!({"count": 2, "distinct": "features", "cost": cost});
        answers(extra, &[(&[(0, 6.0), (3, 4.0)], 0.9), (&[(0, 6.0), (2, 8.0)], 0.4 + 0.5 * (1.0 - less))])
    };
    assert_eq!(two(0.0), Ok(()));
    assert_eq!(two(1e-6), Ok(()));
    assert_eq!(two(3e-6), Err(VerifyError::Order { index: 1 }));
}

#[test]
fn each_answer_of_a_series_meets_the_demand_that_the_one_before_it_leaves() {
    let extra = |to: f64, step: f64| json!({"target": {"class": 1, "min_probability": 0.6}, "series": {"to": to, "step": step}});
    let off = |found: Result<(), VerifyError>| assert!(matches!(found, Err(VerifyError::Target { .. })), "{found:?}");
    // Probabilities: 0.622 with `a` alone, 0.679 with `b` too.
    assert_eq!(answers(extra(0.675, 0.0), &[(A, 0.4), (AB, 0.9)]), Ok(()));
    assert_eq!(answers(extra(0.675, 0.05), &[(A, 0.4), (AB, 0.9)]), Ok(()));
    off(answers(extra(0.69, 0.06), &[(A, 0.4), (AB, 0.9)]));
    off(answers(extra(0.675, 0.0), &[(A, 0.4), (&[(0, 7.0)], 0.5)]));
    // The demand would go beyond the last one: nothing may follow.
    assert_eq!(answers(extra(0.62, 0.0), &[(A, 0.4)]), Ok(()));
    let beyond = answers(extra(0.62, 0.0), &[(A, 0.4), (AB, 0.9)]);
    assert_eq!(beyond, Err(VerifyError::Alike { index: 1, other: 0 }));
    let third = answers(extra(0.675, 0.0), &[(A, 0.4), (AB, 0.9), (&[(0, 7.0), (1, 3.0)], 1.0)]);
    assert_eq!(third, Err(VerifyError::Alike { index: 2, other: 1 }));
}

#[test]
fn answers_of_a_pool_are_answers_each_dearer_than_the_one_before_it() {
    let model = model();
    let listed = |extra: Value, rows: Rows| {
        let query = asked(&model, &extra);
        let first = points(&model, &query, &[(A, 0.4)]);
        verify(&model, &query, &Explanation { pool: points(&model, &query, rows), ..said(first) })
    };
    let pool = || json!({"pool": 2});
    let (b, c): ((Entries, f64), (Entries, f64)) = ((&[(0, 7.0)], 0.5), (&[(0, 8.0)], 0.6));
    assert_eq!(listed(pool(), &[b, c]), Ok(()));
    assert_eq!(listed(pool(), &[b]), Ok(()));
    assert_eq!(listed(pool(), &[]), Ok(()));
    for (extra, rows) in [(pool(), vec![b, c, (&[(0, 9.0)], 0.7)]), (json!({}), vec![b])] {
        let found = listed(extra, &rows);
        assert!(matches!(found, Err(VerifyError::Status { .. })), "{found:?}");
    }
    assert_eq!(listed(pool(), &[c, b]), Err(VerifyError::Order { index: 1 }));
    assert_eq!(listed(pool(), &[(&[(0, 5.5)], 0.35)]), Err(VerifyError::Order { index: 0 }));
    // As dear as the answer, within rounding.
    assert_eq!(listed(pool(), &[(&[(0, 5.5), (1, 1.2)], 0.4)]), Err(VerifyError::Order { index: 0 }));
    assert_eq!(listed(pool(), &[(&[(0, 6.000_000_001)], 0.400_000_000_1)]), Err(VerifyError::Order { index: 0 }));
    assert_eq!(listed(pool(), &[(&[(0, 6.000_000_01)], 0.400_000_001)]), Ok(()));
    assert!(matches!(listed(pool(), &[(&[(1, 4.0)], 0.75)]), Err(VerifyError::Target { .. })));
    assert!(matches!(listed(pool(), &[(&[(0, 7.0)], 0.51)]), Err(VerifyError::Cost { .. })));
}

#[test]
fn regions_of_one_list_have_other_leaves() {
    let model = model();
    let query = asked(&model, &json!({"radius": 1}));
    let listed = |regions: &[(Entries, f64, &[usize])]| {
        let boxes = regions
            .iter()
            .map(|(values, cost, leaves)| Region {
                values: with(values),
                cost: *cost,
                sets: vec![],
                leaves: leaves.to_vec(),
            })
            .collect();
        let regions = Some(Regions { boxes, complete_within: 1.0 });
        verify(&model, &query, &Explanation { regions, ..said(points(&model, &query, &[(A, 0.4)])) })
    };
    let other: Entries = &[(0, 7.0)];
    assert_eq!(listed(&[(A, 0.4, &[1, 0]), (AB, 0.9, &[1, 1])]), Ok(()));
    assert_eq!(listed(&[(A, 0.4, &[]), (other, 0.5, &[])]), Ok(()));
    assert_eq!(listed(&[(A, 0.4, &[1, 0]), (other, 0.5, &[1, 0])]), Err(VerifyError::Alike { index: 1, other: 0 }));
    let wrong = VerifyError::Region { index: 1, what: Box::new(VerifyError::Leaves) };
    assert_eq!(listed(&[(A, 0.4, &[1, 0]), (AB, 0.9, &[1, 0])]), Err(wrong.clone()));
    assert_eq!(listed(&[(A, 0.4, &[1, 0]), (AB, 0.9, &[1])]), Err(wrong));
}

/// The answers in two hulls: of the distances 0 and 0.1.
fn in_hulls(
    status: Status,
    rows: Rows,
    change: impl Fn(&mut Vec<Explanation>, &mut Explanation),
) -> Result<(), VerifyError> {
    let model = model();
    let query = asked(&model, &json!({"plausibility": {"hull": {"epsilon": [0, 0.1]}}}));
    let single = query.hull_queries(&model.schema.features);
    assert_eq!(single.len(), 2);
    let mixed = |query: &Query, rows: Rows| {
        let mut all = points(&model, query, rows);
        all.iter_mut().for_each(|one| one.mixture = vec![(0, 1.0)]);
        all
    };
    let one = |query: &Query, values: Entries, cost: f64| Explanation {
        status: Status::Optimal,
        lower_bound: Some(cost),
        ..said(mixed(query, &[(values, cost)]))
    };
    let mut hulls = vec![one(&single[0], A, 0.4), one(&single[1], NEARER, 0.35)];
    let mut all =
        Explanation { status, lower_bound: rows.first().map(|r| r.1).or(Some(0.0)), ..said(mixed(&query, rows)) };
    change(&mut hulls, &mut all);
    all.hulls = hulls.into_iter().map(Arc::new).collect();
    verify(&model, &query, &all)
}

const NEARER: Entries = &[(0, 5.5)];
const BOTH: Rows = &[(NEARER, 0.35), (A, 0.4)];

#[track_caller]
fn refuted(found: Result<(), VerifyError>, why: &str) {
    match found {
        Err(VerifyError::Status { what, .. }) if what == why => {}
        other => panic!("{other:?} in place of \"{why}\""),
    }
}

#[test]
fn each_hull_has_its_own_answer() {
    assert_eq!(in_hulls(Status::Optimal, BOTH, |_, _| {}), Ok(()));
    let few = "an answer for each hull was asked for";
    refuted(in_hulls(Status::Optimal, BOTH, |hulls, _| drop(hulls.pop())), few);
    refuted(in_hulls(Status::Optimal, BOTH, |hulls, _| hulls.push(hulls[0].clone())), few);
    let more = |hulls: &mut Vec<Explanation>, all: &mut Explanation| {
        all.truncated = true;
        hulls.push(hulls[0].clone());
    };
    refuted(in_hulls(Status::Feasible, BOTH, more), few);
    // The answer of the wider hull is outside of the narrow one.
    let found = in_hulls(Status::Optimal, BOTH, |hulls, _| hulls.swap(0, 1));
    assert!(matches!(found, Err(VerifyError::Hull { .. })), "{found:?}");
    // Answers in hulls where none were asked for.
    let model = model();
    let query = asked(&model, &json!({}));
    let all = said(points(&model, &query, &[(A, 0.4)]));
    refuted(verify(&model, &query, &Explanation { hulls: vec![Arc::new(all.clone())], ..all }), few);
}

#[test]
fn a_list_that_is_cut_short_is_not_proved() {
    let cut = |hulls: &mut Vec<Explanation>, all: &mut Explanation| {
        all.truncated = true;
        hulls.pop();
    };
    assert_eq!(in_hulls(Status::Feasible, &[(A, 0.4)], cut), Ok(()));
    refuted(in_hulls(Status::Optimal, &[(A, 0.4)], cut), "a hull without a proof");
}

#[test]
fn all_hulls_are_proved_where_the_list_is() {
    let open = |hulls: &mut Vec<Explanation>, _: &mut Explanation| {
        hulls[1].status = Status::Feasible;
        hulls[1].lower_bound = Some(0.2);
    };
    assert_eq!(in_hulls(Status::Feasible, BOTH, open), Ok(()));
    refuted(in_hulls(Status::Optimal, BOTH, open), "a hull without a proof");
    let none = |hulls: &mut Vec<Explanation>, _: &mut Explanation| {
        hulls[1] = Explanation { status: Status::Infeasible, lower_bound: None, ..said(Vec::new()) };
    };
    assert_eq!(in_hulls(Status::Optimal, &[(A, 0.4)], none), Ok(()));
    // Stopped before anything was found.
    let nothing = |hulls: &mut Vec<Explanation>, all: &mut Explanation| {
        hulls.clear();
        all.truncated = true;
    };
    assert_eq!(in_hulls(Status::Unknown, &[], nothing), Ok(()));
}

#[test]
fn the_list_holds_the_answers_in_the_hulls_and_no_others() {
    let other = "other answers than those in the hulls";
    refuted(in_hulls(Status::Optimal, &[(A, 0.4)], |_, _| {}), other);
    refuted(in_hulls(Status::Optimal, &[(NEARER, 0.35)], |_, _| {}), other);
    refuted(in_hulls(Status::Optimal, &[(NEARER, 0.35), (A, 0.4), (&[(0, 6.05)], 0.405)], |_, _| {}), other);
    refuted(in_hulls(Status::Optimal, &[(NEARER, 0.35), (&[(0, 6.05)], 0.405)], |_, _| {}), other);
}
