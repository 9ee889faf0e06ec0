//! If-then limits whose sides hold several conditions, joined by "and" or by "or": by hand, and at random by every engine that takes them.

use super::oracle;
use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::explanation::Status;
use espalier_model::query::{Constraint, Distinct, Query, Sought};
use espalier_model::Model;
use espalier_search::Engine;
use espalier_testkit::instance::Size;
use espalier_testkit::{engine, queries, schemas, seeds, Instance, Rng};
use serde_json::{json, Value};

/// The engines that answer rules without sums.
const ENGINES: [Engine; 3] = [Engine::Boxes, Engine::LpSearch, Engine::Milp];

/// The target needs `a` above 5. The person has `a` = 2, `b` = 1, `switch` = off and `job` = y.
fn model() -> Model {
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 6, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [-0.5], "link": "logistic", "classes": ["no", "yes"],
        "trees": [{"weight": 1, "feature": [0, -1, -1], "threshold": [5, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
                   "value": [null, [0], [1]]}],
        "schema": {"features": [
            {"name": "a", "kind": "numeric", "column": 0, "min": 0, "max": 10},
            {"name": "b", "kind": "integer", "column": 1, "min": 0, "max": 4},
            {"name": "switch", "kind": "binary", "column": 2, "labels": ["off", "on"]},
            {"name": "job", "kind": "categorical", "columns": [3, 4, 5], "labels": ["x", "y", "z"]}],
            "classes": ["no", "yes"]}});
    formats::load(file.to_string().as_bytes()).expect("the file is right")
}

fn asked(model: &Model, constraints: &[Value]) -> Query {
    let request = json!({"query": [2, 1, 0, 0, 1, 0], "target": {"class": 1}, "constraints": constraints});
    Request::parse(&request, model).expect("a request that fits").query
}

/// Asserts the least cost under these limits, by every engine. `None`: there is no answer, and the first limit alone is to blame.
#[track_caller]
fn costs(constraints: &[Value], right: Option<f64>) {
    let model = model();
    let instance = Instance { query: asked(&model, constraints), model };
    for engine in ENGINES {
        let answer = engine::answer(&instance, engine).expect("an end").expect("a query that it takes");
        espalier_verify::verify(&instance.model, &instance.query, &answer).expect("a right answer");
        match right {
            Some(cost) => {
                assert_eq!(answer.status, Status::Optimal, "{engine:?}");
                let found = answer.counterfactuals[0].cost;
                assert!((found - cost).abs() < 1e-9, "{engine:?}: {found} where {cost} is right");
            }
            None => {
                assert_eq!(answer.status, Status::Infeasible, "{engine:?}");
                assert_eq!(answer.conflict.expect("a conflict").limits(), [0], "{engine:?}");
            }
        }
    }
}

fn a(min: f64) -> Value {
    json!({"feature": "a", "min": min})
}

#[test]
fn any_of_several_consequences_is_enough() {
    // `b` to 3 costs 0.5. Another switch, or another job, would cost 1.
    let rule = json!({"if": {"all": [a(5.0), {"feature": "switch", "unchanged": true}]},
                      "then": {"any": [{"feature": "job", "in": ["z"]}, {"feature": "b", "min": 3}]}});
    costs(&[rule], Some(0.8));
}

#[test]
fn all_of_several_consequences_are_needed() {
    let rule = |job: &str| {
        json!({"if": {"any": [{"feature": "b", "min": 3}, a(5.0)]},
               "then": {"all": [{"feature": "b", "min": 2, "max": 3}, {"feature": "job", "in": [job]}]}})
    };
    costs(&[rule("y")], Some(0.55));
    costs(&[rule("z")], Some(1.55));
}

#[test]
fn all_of_several_conditions_are_needed() {
    // Beyond 6 the rule no longer asks for anything. That costs 0.4, and `b` at 3 would cost 0.8.
    let rule = json!({"if": {"all": [a(5.0), {"feature": "a", "max": 6}]},
                      "then": {"any": [{"feature": "b", "min": 3, "max": 4}, {"feature": "a", "unchanged": true}]}});
    costs(&[rule], Some(0.4));
}

#[test]
fn of_a_conflict_the_whole_rule_is_one_limit() {
    let impossible = json!({"if": {"any": [a(5.0), {"feature": "switch", "in": ["on"]}]},
                            "then": {"all": [{"feature": "b", "min": 2}, {"feature": "a", "max": 4}]}});
    let harmless =
        json!({"if": {"all": [a(5.0), a(5.5)]}, "then": {"any": [{"feature": "b", "unchanged": true}, a(9.0)]}});
    costs(&[impossible, harmless.clone()], None);
    costs(&[harmless], Some(0.3));
}

#[test]
fn many_alternatives_of_intervals_are_asked_one_by_one() {
    // Each alternative but the last holds two tests of a number: as one tree of tests they would have 2^63 leaves.
    let mut any: Vec<Value> = (0..63)
        .map(|k| json!({"feature": "a", "min": 6.0 + f64::from(k) * 0.05, "max": 6.01 + f64::from(k) * 0.05}))
        .collect();
    any.push(json!({"feature": "switch", "in": ["on"]}));
    costs(&[json!({"if": {"any": [a(5.0), a(6.0)]}, "then": {"any": any}})], Some(0.4));
}

/// An instance whose only limits are one to three rules with up to six conditions on each side.
pub(super) fn ruled(seed: u64, size: Size) -> Instance {
    let mut instance = Instance::new(seed, size);
    let plans = schemas::plans(&mut Rng::new(seed), size.features);
    let rng = &mut Rng::new(seed ^ 0x0A_11D0_0000_0A21);
    let Instance { model, query } = &mut instance;
    let rules = rng.within(1, 3);
    query.constraints = (0..rules).map(|_| queries::rule(rng, 6, model, &plans, &query.factual)).collect();
    if rng.chance(0.3) {
        query.constraints.push(Constraint::MaxChanges(rng.within(1, 3)));
    }
    instance
}

#[test]
fn the_search_agrees_with_brute_force_and_certifies_it() {
    for (size, count) in [(Size::TINY, 1500), (Size::SMALL, 1500), (Size::LARGE, 600)] {
        oracle::check_all(size, seeds(count), ruled, 2);
    }
}

#[test]
fn the_other_engines_agree_with_brute_force() {
    for (engine, size, count) in
        [(Engine::LpSearch, Size::TINY, 1000), (Engine::LpSearch, Size::SMALL, 1000), (Engine::Milp, Size::SMALL, 500)]
    {
        let (mut compared, mut none) = (0, 0);
        for seed in seeds(count) {
            let mut instance = ruled(seed, size);
            instance.query.sought = Sought::Cheapest;
            let done = engine::check(&instance, engine).unwrap_or_else(|e| panic!("{engine:?}, seed {seed}: {e}"));
            compared += u64::from(done);
            none += u64::from(
                done && engine::answer(&instance, engine).is_ok_and(|a| a.is_some_and(|a| a.conflict.is_some())),
            );
        }
        assert!(
            compared * 3 > count && none > 0,
            "{compared} of {count} were compared, {none} of them without an answer"
        );
    }
}

#[test]
fn several_answers_keep_the_rules() {
    let mut seen = 0;
    for seed in seeds(300) {
        let mut instance = ruled(seed, Size::SMALL);
        instance.query.sought = Sought::Several { count: 3, distinct: Distinct::Features };
        for engine in [Engine::Boxes, Engine::LpSearch] {
            let Some(answer) = engine::answer(&instance, engine).expect("an end") else { continue };
            espalier_verify::verify(&instance.model, &instance.query, &answer)
                .unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            seen += answer.counterfactuals.len();
        }
    }
    assert!(seen > 300, "{seen} answers");
}
