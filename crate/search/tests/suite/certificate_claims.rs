//! Claims whose certificates need no round, by hand: the levels, leaves and rows of each kind of model, cost and limit prove the optimum and no more.

use super::tiny::{asked, model, number, regressor, split, whole};
use espalier_model::ensemble::{Compare, Precision};
use espalier_model::explanation::Certificate;
use espalier_model::query::{Constraint, Query, Target};
use espalier_model::Model;
use espalier_testkit::claims::{refuted, OPEN};
use espalier_verify::certificate;
use serde_json::{json, Value};
use std::sync::Arc;

/// The checker's verdict on a claim without rounds, of a query with so many goals.
fn says(model: &Model, query: &Query, cost: Option<f64>, cuts: &[&[f64]], goals: usize) -> String {
    let cuts = cuts.iter().map(|c| c.to_vec()).collect();
    let claim = Certificate { cost, proved: None, cuts, proofs: vec![vec![0]; goals], hull: Vec::new() };
    certificate(model, query, &claim).err().map_or_else(|| "proved".into(), |e| e.to_string())
}

/// Asserts that this cost is proved, and nothing above it.
#[track_caller]
fn least(model: &Model, query: &Query, cost: f64, cuts: &[&[f64]]) {
    assert_eq!(says(model, query, Some(cost), cuts, 1), "proved");
    for more in [2e-8, 1e-4, 1.0] {
        refuted(&says(model, query, Some(cost * (1.0 + more) + 1e-10), cuts, 1), OPEN);
    }
    refuted(&says(model, query, None, cuts, 1), OPEN);
}

#[track_caller]
fn none(model: &Model, query: &Query, cuts: &[&[f64]]) {
    assert_eq!(says(model, query, None, cuts, 1), "proved");
}

/// Two numbers from 0 to 8. The target needs the first above 5.
fn two() -> Model {
    model(json!([number(0, 0.0, 8.0), number(1, 0.0, 8.0)]), json!([split(0, 5.0, 0.0, 1.0)]), json!({}))
}

const OWN: [f64; 2] = [1.0, 1.0];
const CUT: [&[f64]; 2] = [&[5.0], &[]];

#[test]
fn a_target_that_the_model_does_not_have_has_no_certificate() {
    let (class, value) = (
        two(),
        regressor(json!([number(0, 0.0, 8.0), number(1, 0.0, 8.0)]), json!([split(0, 5.0, 0.0, 1.0)]), json!({})),
    );
    let with = |model: &Model, target: Target| {
        let base = if model.ensemble.outputs == 1 && model.schema.classes.is_empty() {
            json!({"target": {"value": [1, 2]}})
        } else {
            json!({})
        };
        let query = Query { target, ..asked(model, &OWN, base) };
        says(model, &query, None, &CUT, 1)
    };
    for target in [
        Target::Class(2),
        Target::Classes(vec![2]),
        Target::ClassCosts(vec![(2, 0.1)]),
        Target::Probability { class: 2, at_least: 0.5 },
        Target::Value { lo: 0.0, hi: 1.0 },
        Target::Beyond(1.0),
    ] {
        refuted(&with(&class, target), "the target does not fit the model");
    }
    for target in [
        Target::Class(0),
        Target::Classes(vec![0]),
        Target::ClassCosts(vec![(0, 0.1)]),
        Target::Probability { class: 0, at_least: 0.5 },
    ] {
        refuted(&with(&value, target), "the target does not fit the model");
    }
    let query = asked(&class, &OWN, json!({}));
    refuted(&says(&class, &query, Some(0.5), &CUT, 2), "there is not one proof for each goal");
    refuted(&says(&class, &query, Some(0.5), &CUT, 0), "there is not one proof for each goal");
    for cost in [f64::NAN, f64::INFINITY] {
        refuted(&says(&class, &query, Some(cost), &CUT, 1), "the cost is no number");
    }
    let short = Query { factual: vec![1.0], ..query };
    refuted(&says(&class, &short, Some(0.5), &CUT, 1), "a row has 1 values");
}

#[test]
fn the_cheapest_point_of_a_cell_is_the_nearest_that_is_attained() {
    let mut model = two();
    least(&model, &asked(&model, &OWN, json!({})), 0.5, &CUT);
    least(&model, &asked(&model, &[7.0, 1.0], json!({"target": {"class": 0}})), 0.25, &CUT);
    // Values beyond the domain are no points of a cell.
    for (limit, cost) in [
        (json!({"range": {"feature": "x0", "min": 6}}), Some(0.625)),
        (json!({"range": {"feature": "x0", "min": 2, "max": 7}}), Some(0.5)),
        (json!({"range": {"feature": "x0", "max": 5}}), None),
        (json!({"fix": "x0"}), None),
        (json!({"fix": "x1"}), Some(0.5)),
        (json!({"direction": {"feature": "x0", "change": "decrease"}}), None),
        (json!({"direction": {"feature": "x0", "change": "increase"}}), Some(0.5)),
        (json!({"range": {"feature": "x1", "min": 3}}), Some(0.75)),
        (json!({"range": {"feature": "x1", "max": 0.5}}), Some(0.5625)),
        (json!({"max_changes": 1}), Some(0.5)),
    ] {
        let query = asked(&model, &OWN, json!({ "constraints": [limit] }));
        match cost {
            Some(cost) => least(&model, &query, cost, &CUT),
            None => none(&model, &query, &CUT),
        }
    }
    let far = asked(&model, &[-3.0, 1.0], json!({}));
    least(&model, &far, 1.0, &CUT);
    Arc::make_mut(&mut model.ensemble).compare = Compare::Less;
    let below = 5f64.next_down();
    least(&model, &asked(&model, &OWN, json!({})), 0.5, &[&[below], &[]]);
    refuted(&says(&model, &asked(&model, &OWN, json!({})), Some(0.5), &CUT, 1), "parts a cell");
    Arc::make_mut(&mut model.ensemble).compare = Compare::LessEqual;
    Arc::make_mut(&mut model.ensemble).input = Precision::F32;
    let next = f64::from(5f32.next_up());
    least(&model, &asked(&model, &OWN, json!({})), (next - 1.0) / 8.0, &CUT);
    // The model reads 1.1 as another number, which is no change.
    let query = asked(&model, &[1.1, 1.1], json!({"cost": {"norm": "l0"}}));
    least(&model, &query, 1.0, &[&[5.0], &[1.0, 2.0]]);
}

#[test]
fn whole_numbers_and_labels_have_levels_of_their_own() {
    let grade = json!({"name": "grade", "kind": "ordinal", "column": 1, "labels": ["low", "middle", "high"], "values": [0, 1, 4]});
    let job = json!({"name": "job", "kind": "categorical", "columns": [2, 3, 4], "labels": ["x", "y", "z"]});
    let features = json!([whole(0, 0.0, 8.0), grade, job]);
    let of = |tree: Value, extra: Value, own: [f64; 5]| {
        let model = model(features.clone(), json!([tree]), json!({}));
        let query = asked(&model, &own, extra);
        (model, query)
    };
    let own = [1.0, 0.0, 1.0, 0.0, 0.0];
    let check = |tree: Value, extra: Value, own: [f64; 5], cost: Option<f64>, cuts: &[f64]| {
        let (model, query) = of(tree, extra, own);
        match cost {
            Some(cost) => least(&model, &query, cost, &[cuts, &[], &[]]),
            None => none(&model, &query, &[cuts, &[], &[]]),
        }
    };
    check(split(0, 5.0, 0.0, 1.0), json!({}), own, Some(0.625), &[5.0]);
    check(split(0, 5.5, 0.0, 1.0), json!({}), own, Some(0.625), &[5.5]);
    check(split(0, 5.5, 1.0, 0.0), json!({}), [7.0, 0.0, 1.0, 0.0, 0.0], Some(0.25), &[5.5]);
    check(split(1, 0.5, 0.0, 1.0), json!({}), own, Some(0.5), &[]);
    check(split(1, 2.5, 0.0, 1.0), json!({}), own, Some(1.0), &[]);
    check(split(4, 0.5, 0.0, 1.0), json!({}), own, Some(1.0), &[]);
    check(split(2, 0.5, 1.0, 0.0), json!({"cost": {"tables": {"job": {"y": 0.5, "z": 0.25}}}}), own, Some(0.25), &[]);
    let levels = |allow: Value| json!({"constraints": [{"levels": {"feature": "job", "allow": allow}}]});
    check(split(4, 0.5, 0.0, 1.0), levels(json!(["x", "y"])), own, None, &[]);
    check(split(4, 0.5, 0.0, 1.0), levels(json!(["x", "z"])), own, Some(1.0), &[]);
    check(split(0, 5.0, 0.0, 1.0), levels(json!(["y", "z"])), own, Some(1.625), &[5.0]);
    check(
        split(1, 0.5, 0.0, 1.0),
        json!({"constraints": [{"direction": {"feature": "grade", "change": "decrease"}}]}),
        own,
        None,
        &[],
    );
}

/// A missing value is a level behind the others, to which no change leads.
#[test]
fn a_missing_value_is_a_level_of_its_own() {
    let tree = |side: &str| {
        let mut tree = split(0, 5.0, 0.0, 1.0);
        tree["missing"] = json!({ "0": side });
        tree
    };
    for (side, cost) in [("left", 1.0), ("right", 0.0)] {
        let model = model(json!([number(0, 0.0, 8.0)]), json!([tree(side)]), json!({}));
        let query = asked(&model, &[f64::NAN], json!({}));
        if cost > 0.0 {
            least(&model, &query, cost, &[&[5.0]]);
        } else {
            refuted(&says(&model, &query, Some(1e-6), &[&[5.0]], 1), OPEN);
        }
        // From a value none leads to "missing".
        let query = asked(&model, &[1.0], json!({}));
        least(&model, &query, 0.5, &[&[5.0]]);
        let fixed = asked(&model, &[f64::NAN], json!({"constraints": [{"fix": "x0"}]}));
        if cost > 0.0 {
            none(&model, &fixed, &[&[5.0]]);
        }
        // A rule about the missing value.
        let rule = |test: Value| json!({"constraints": [{"if": {"feature": "x0", "unchanged": true}, "then": test}]});
        let query = asked(&model, &[f64::NAN], rule(json!({"feature": "x0", "min": 1})));
        least(&model, &query, 1.0, &[&[1f64.next_down(), 5.0]]);
    }
    let job = json!({"name": "job", "kind": "categorical", "columns": [0, 1, 2], "labels": ["x", "y", "z"]});
    let model = model(json!([job]), json!([tree("left")]), json!({}));
    let mut query = asked(&model, &[1.0, 0.0, 0.0], json!({}));
    query.factual = vec![f64::NAN; 3];
    let query = Query { target: Target::Class(1), ..query };
    none(&model, &query, &[&[]]);
}

#[test]
fn cuts_ascend_and_part_no_test() {
    let model = two();
    let by = |extra: Value, cuts: &[&[f64]]| says(&model, &asked(&model, &OWN, extra), Some(0.4), cuts, 1);
    assert_eq!(by(json!({}), &CUT), "proved");
    assert_eq!(by(json!({}), &[&[2.0, 5.0, 6.0], &[4.0]]), "proved");
    for cuts in [&[&[5.0][..]][..], &[&[5.0], &[], &[]], &[]] {
        refuted(&by(json!({}), cuts), "there are not as many lists of cuts as features");
    }
    for cuts in [&[5.0, 2.0][..], &[5.0, 5.0], &[5.0, f64::NAN], &[f64::NAN]] {
        refuted(&by(json!({}), &[cuts, &[]]), "cuts are not ascending");
    }
    for cuts in [&[][..], &[4.9], &[4.0, 6.0], &[0.0], &[0.0, 4.0]] {
        refuted(&by(json!({}), &[cuts, &[]]), "parts a cell");
    }
    // Both ends of a condition, and the person's own value where it is asked whether that stays.
    let rule = |test: Value| json!({"constraints": [{"if": test, "then": {"feature": "x0", "min": 0}}]});
    let (a, b) = (3f64.next_down(), 6.0);
    let zero = 0f64.next_down();
    let between = || rule(json!({"feature": "x1", "min": 3, "max": 6}));
    assert_eq!(by(between(), &[&[zero, 5.0], &[a, b]]), "proved");
    for cuts in [&[a][..], &[b], &[3.0, b], &[a, b.next_down()], &[]] {
        refuted(&by(between(), &[&[zero, 5.0], cuts]), "parts a cell");
    }
    let stays = || rule(json!({"feature": "x1", "unchanged": true}));
    assert_eq!(by(stays(), &[&[zero, 5.0], &[1f64.next_down(), 1.0]]), "proved");
    for cuts in [&[1.0][..], &[1f64.next_down()], &[]] {
        refuted(&by(stays(), &[&[zero, 5.0], cuts]), "parts a cell");
    }
    // Ends of intervals; an endless one has one end.
    let tree = json!({"weight": 1, "feature": [-4, -1, -1], "threshold": [0, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
        "value": [null, [1], [0]], "intervals": {"0": {"column": 0, "left": [["-Infinity", -2], [3, 4], [6, "Infinity"]]}}});
    let model = super::tiny::model(json!([number(0, 0.0, 8.0)]), json!([tree]), json!({}));
    let query = asked(&model, &[1.0], json!({}));
    let (c, d) = (3f64.next_down(), 6f64.next_down());
    least(&model, &query, 0.25, &[&[-2.0, c, 4.0, d]]);
    for cuts in [&[c, 4.0, d][..], &[-2.0, 3.0, 4.0, d], &[-2.0, c, d], &[-2.0, c, 4.0], &[-2.0, c, 4.0, 6.0]] {
        refuted(&says(&model, &query, Some(0.2), &[cuts], 1), "parts a cell");
    }
}

#[test]
fn rules_are_trees_of_the_ways_to_keep_them() {
    let model = model(
        json!([number(0, 0.0, 8.0), number(1, 0.0, 8.0), number(2, 0.0, 8.0)]),
        json!([split(0, 5.0, 0.0, 1.0)]),
        json!({}),
    );
    let six = 6f64.next_down();
    let cuts: [&[f64]; 3] = [&[5f64.next_down(), 5.0, six], &[five(), six], &[five(), six]];
    fn five() -> f64 {
        5f64.next_down()
    }
    let when = |feature: &str, min: f64| json!({"feature": feature, "min": min});
    let of = |rule: Value, cost: f64| {
        let query = asked(&model, &[1.0; 3], json!({"constraints": [rule], "cost": {"weights": {"x2": 2}}}));
        least(&model, &query, cost, &cuts);
    };
    // `x0` costs 0.5, `x1` at 6 costs 0.625 and at 5 0.5, `x2` twice as much.
    of(json!({"if": when("x0", 5.0), "then": when("x1", 6.0)}), 0.5 + 0.625);
    of(json!({"if": when("x0", 6.0), "then": when("x1", 6.0)}), 0.5);
    of(json!({"if": when("x0", 5.0), "then": {"all": [when("x1", 6.0), when("x2", 5.0)]}}), 0.5 + 0.625 + 1.0);
    of(json!({"if": when("x0", 5.0), "then": {"any": [when("x1", 6.0), when("x2", 5.0)]}}), 0.5 + 0.625);
    of(json!({"if": when("x0", 5.0), "then": {"any": [when("x2", 5.0), when("x1", 6.0)]}}), 0.5 + 0.625);
    of(json!({"if": {"all": [when("x0", 5.0), when("x1", 5.0)]}, "then": when("x2", 5.0)}), 0.5);
    of(json!({"if": {"any": [when("x1", 5.0), when("x0", 5.0)]}, "then": when("x2", 5.0)}), 0.5 + 1.0);
    of(json!({"if": {"any": [when("x0", 5.0), when("x1", 5.0)]}, "then": when("x2", 6.0)}), 0.5 + 1.25);
    of(json!({"if": {"feature": "x0", "min": 5}, "then": {"all": [when("x0", 6.0), when("x1", 5.0)]}}), 0.625 + 0.5);
    // Labels, and features that stay.
    let grade = json!({"name": "grade", "kind": "ordinal", "column": 1, "labels": ["low", "middle", "high"], "values": [0, 1, 4]});
    let model = super::tiny::model(json!([number(0, 0.0, 8.0), grade]), json!([split(0, 5.0, 0.0, 1.0)]), json!({}));
    let of = |rule: Value, cost: f64| {
        let query = asked(&model, &[1.0, 1.0], json!({"constraints": [rule]}));
        least(&model, &query, cost, &[&[1f64.next_down(), 1.0, 5f64.next_down(), 5.0], &[]]);
    };
    of(json!({"if": when("x0", 5.0), "then": {"feature": "grade", "in": ["low", "high"]}}), 1.0);
    of(json!({"if": when("x0", 5.0), "then": {"feature": "grade", "min": 3}}), 1.0);
    of(json!({"if": when("x0", 5.0), "then": {"feature": "grade", "max": 1}}), 0.5);
    of(json!({"if": {"feature": "grade", "unchanged": true}, "then": {"feature": "x0", "max": 1}}), 1.0);
    of(json!({"if": {"feature": "x0", "unchanged": true}, "then": {"feature": "grade", "in": ["high"]}}), 0.5);
}

#[test]
fn budgets_isolation_forests_and_other_models_are_rows() {
    let isolation = json!({"isolation_forest": {"trees": [{"feature": [1, -1, -1], "threshold": [3.5, 0, 0], "left": [1, -1, -1],
        "right": [2, -1, -1], "samples": [9, 8, 1]}]}});
    let features = || json!([number(0, 0.0, 8.0), number(1, 0.0, 8.0)]);
    let model = model(features(), json!([split(0, 5.0, 0.0, 1.0)]), isolation);
    let cuts: [&[f64]; 2] = [&[5.0], &[3.5]];
    let deep = |own: [f64; 2], length: f64| {
        asked(&model, &own, json!({"plausibility": {"isolation_forest": {"min_path_length": length}}}))
    };
    least(&model, &deep(OWN, 2.0), 0.5, &cuts);
    least(&model, &deep([1.0, 5.5], 2.0), 0.75, &cuts);
    least(&model, &deep([1.0, 5.5], 1.0), 0.5, &cuts);
    none(&model, &deep(OWN, 20.0), &cuts);
    refuted(&says(&model, &deep(OWN, 2.0), Some(0.5), &CUT, 1), "parts a cell");
    let other = |value: [f64; 2]| {
        json!({"format": "espalier", "version": 1, "kind": "regressor", "columns": 2, "input": "float64", "compare": "<=",
            "aggregation": "sum", "base": [1], "link": "none", "trees": [split(1, 3.5, value[0], value[1])], "schema": {"features": features()}})
    };
    let also = |value: [f64; 2], target: Value| {
        asked(
            &model,
            &OWN,
            json!({"constraints": [{"also": {"model": other(value), "target": target}}], "margin": 0.4}),
        )
    };
    least(&model, &also([0.0, 2.0], json!({"value": [2.5, null]})), 0.5 + 0.3125, &cuts);
    least(&model, &also([0.0, 2.0], json!({"value": [null, 2.5]})), 0.5, &cuts);
    none(&model, &also([0.0, 2.0], json!({"value": [3.5, null]})), &cuts);
    none(&model, &also([0.0, 2.0], json!({"value": [1.5, 2.5]})), &cuts);
    // The margin is the model's alone: a lead of 0.3 of the other model suffices.
    let leads = json!({"format": "espalier", "version": 1, "kind": "classifier", "columns": 2, "input": "float64", "compare": "<=", "aggregation": "sum",
        "base": [0], "link": "logistic", "trees": [split(1, 3.5, -0.3, 0.3)], "schema": {"features": features(), "classes": ["no", "yes"]}});
    let class = |k: usize| {
        asked(&model, &OWN, json!({"constraints": [{"also": {"model": leads, "target": {"class": k}}}], "margin": 0.4}))
    };
    least(&model, &class(1), 0.5 + 0.3125, &cuts);
    least(&model, &class(0), 0.5, &cuts);
    // Half a billionth beyond its value: its own prediction decides.
    none(&model, &also([0.0, 2.0], json!({"value": [3.000_000_000_5, null]})), &cuts);
    refuted(&says(&model, &also([0.0, 2.0], json!({"value": [2.5, null]})), Some(0.5), &CUT, 1), "parts a cell");
    let mut several = also([0.0, 2.0], json!({"value": [2.5, null]}));
    *target_of(&mut several) = Target::Beyond(1.0);
    refuted(&says(&model, &several, Some(0.5), &cuts, 1), "a target of several goals");
    *target_of(&mut several) = Target::Class(1);
    refuted(&says(&model, &several, Some(0.5), &cuts, 1), "a target that does not fit its model");
    // Budgets: the change of 4 exceeds them but for the rounding of the number and of the budget, 12e-9.
    let budget = |changes: Value, most: f64| {
        asked(&model, &OWN, json!({"constraints": [{"budget": {"changes": changes, "most": most}}]}))
    };
    least(&model, &budget(json!({"x0": 1}), 4.0), 0.5, &cuts);
    least(&model, &budget(json!({"x0": 1}), 4.0 - 1.1e-8), 0.5, &cuts);
    none(&model, &budget(json!({"x0": 1}), 4.0 - 1.4e-8), &cuts);
    none(&model, &budget(json!({"x0": 1}), 3.0), &cuts);
    least(&model, &budget(json!({"x0": {"up": 0.5, "down": 3}}), 2.0), 0.5, &cuts);
    none(&model, &budget(json!({"x0": {"up": 0.5, "down": 0.1}}), 1.9), &cuts);
    least(&model, &budget(json!({"x1": 1}), 0.0), 0.5, &cuts);
    // Of a change of the second number that the isolation forest asks as well.
    let both = |most: f64| {
        let mut query = deep([1.0, 5.5], 2.0);
        query.constraints = budget(json!({"x0": 1, "x1": 0.5}), most).constraints;
        query
    };
    least(&model, &both(5.0), 0.75, &cuts);
    none(&model, &both(4.9), &cuts);
}

fn target_of(query: &mut Query) -> &mut Target {
    let Constraint::Also { target, .. } = &mut query.constraints[0] else { panic!("no other model") };
    target
}

#[test]
fn a_budget_counts_the_levels_that_are_entered() {
    let job = json!({"name": "job", "kind": "categorical", "columns": [1, 2, 3], "labels": ["x", "y", "z"]});
    let trees = json!([split(0, 5.0, 0.0, 1.0), split(1, 0.5, 1.0, 0.0)]);
    let model = model(json!([number(0, 0.0, 8.0), job]), trees, json!({"base": [-1.5]}));
    let query = |most: f64, y: f64| {
        let budget =
            json!({"budget": {"changes": {"x0": 1}, "levels": {"job": {"x": 9, "y": y, "z": 3}}, "most": most}});
        asked(&model, &[1.0, 1.0, 0.0, 0.0], json!({"constraints": [budget], "cost": {"tables": {"job": {"z": 2}}}}))
    };
    let cuts: [&[f64]; 2] = [&[5.0], &[]];
    least(&model, &query(6.0, 2.0), 1.5, &cuts);
    least(&model, &query(7.0, 2.5), 1.5, &cuts);
    // Where `y` uses more, `z` is left, which costs 2 and uses 3.
    least(&model, &query(7.0, 3.5), 2.5, &cuts);
    none(&model, &query(6.9, 3.5), &cuts);
    none(&model, &query(5.9, 2.0), &cuts);
}

/// Needs are met but for a billionth, where no single leaf of each tree decides.
#[test]
fn a_row_is_reached_within_a_billionth_of_its_need() {
    let features = || json!([number(0, 0.0, 8.0), number(1, 0.0, 8.0)]);
    for (high, off, open) in [
        (1.0, 0.7e-9, true),
        (1.0, 1.5e-9, false),
        (100.0, 0.7e-7, true),
        (100.0, 1.5e-7, false),
        (0.01, 0.7e-9, true),
        (0.01, 1.5e-9, false),
    ] {
        let model = regressor(features(), json!([split(0, 5.0, 0.0, high), split(1, 5.0, 0.0, 1e-13)]), json!({}));
        let query = asked(&model, &OWN, json!({"target": {"value": [high + off, null]}}));
        assert_eq!(says(&model, &query, None, &[&[5.0], &[5.0]], 1) != "proved", open, "{high} {off}");
    }
}

#[test]
fn a_class_has_its_goal_and_its_cost() {
    let tree = |column: i32, class: usize| {
        let mut tree = split(column, 5.0, 0.0, 1.0);
        let mut high = vec![0.0; 3];
        high[class] = 1.0;
        tree["value"] = json!([null, [0, 0, 0], high]);
        tree
    };
    let fields = json!({"base": [0.5, 0, 0], "link": "softmax"});
    let model = model(json!([number(0, 0.0, 8.0), number(1, 0.0, 8.0)]), json!([tree(0, 1), tree(1, 2)]), fields);
    let cuts: [&[f64]; 2] = [&[5.0], &[5.0]];
    let by = |target: Value, cost: f64| {
        let query = asked(&model, &OWN, json!({"target": target, "cost": {"weights": {"x1": 2}}}));
        let goals = if target.get("classes").or(target.get("class_costs")).is_some() { 2 } else { 1 };
        says(&model, &query, Some(cost), &cuts, goals)
    };
    for (target, cost) in [
        (json!({"class": 1}), 0.5),
        (json!({"class": 2}), 1.0),
        (json!({"classes": [1, 2]}), 0.5),
        (json!({"class_costs": {"1": 0.25, "2": 0}}), 0.75),
        (json!({"class_costs": {"1": 0.75, "2": 0}}), 1.0),
        (json!({"class_costs": {"0": 0.125, "2": 0}}), 0.125),
    ] {
        assert_eq!(by(target.clone(), cost), "proved", "{target}");
        refuted(&by(target.clone(), cost + 1e-7), OPEN);
        refuted(&by(target, cost + 0.3), OPEN);
    }
    // Softmax: e / (e + sqrt(e) + 1) = 0.506 of class 1 beside a base of 0.5.
    let p = 1f64.exp() / (1f64.exp() + 0.5f64.exp() + 1.0);
    assert_eq!(by(json!({"class": 1, "min_probability": p - 1e-6}), 0.5), "proved");
    refuted(&by(json!({"class": 1, "min_probability": p - 1e-6}), 0.51), OPEN);
    assert_eq!(by(json!({"class": 1, "min_probability": p + 1e-6}), 9.0), "proved");
}

#[test]
fn a_distance_from_zero_has_a_goal_on_either_side() {
    let features = || json!([number(0, 0.0, 8.0), number(1, 0.0, 8.0)]);
    for sign in [1.0, -1.0] {
        let model =
            regressor(features(), json!([split(0, 5.0, 0.0, -3.0 * sign), split(1, 5.0, 0.0, 2.0 * sign)]), json!({}));
        let by = |least: f64, cost: Option<f64>| {
            let query = asked(&model, &OWN, json!({"target": {"value": [0, 1]}, "cost": {"weights": {"x1": 0.5}}}));
            says(&model, &Query { target: Target::Beyond(least), ..query }, cost, &[&[5.0], &[5.0]], 2)
        };
        assert_eq!(by(2.5, Some(0.5)), "proved");
        refuted(&by(2.5, Some(0.51)), OPEN);
        assert_eq!(by(1.5, Some(0.25)), "proved");
        refuted(&by(1.5, Some(0.26)), OPEN);
        assert_eq!(by(3.5, None), "proved");
    }
}

#[test]
fn a_largest_change_excludes_the_levels_that_reach_the_claim() {
    let model = two();
    let by = |extra: Value, cost: Option<f64>| says(&model, &asked(&model, &OWN, extra), cost, &CUT, 1);
    let largest = || json!({"cost": {"norm": "linf"}});
    assert_eq!(by(largest(), Some(0.5)), "proved");
    refuted(&by(largest(), Some(0.501)), OPEN);
    refuted(&by(largest(), None), OPEN);
    let fixed = json!({"cost": {"norm": "linf"}, "constraints": [{"fix": "x0"}]});
    assert_eq!(by(fixed, None), "proved");
    let mixed = json!({"cost": {"norm": {"linf": 1, "l1": 0.5}}});
    refuted(&by(mixed, Some(0.5)), "mixed with others has no certificate");
}

/// Where a number's change earns, the level of its cheapest value is the cheapest, whatever cell that lies in.
#[test]
fn prices_that_earn_are_least_where_they_are_least() {
    let model = two();
    let of = |points: Value, cuts: &[f64], cost: f64| {
        let query = asked(&model, &[1.0, 4.0], json!({"cost": {"piecewise": {"x1": points}}}));
        assert_eq!(says(&model, &query, Some(cost), &[&[5.0], cuts], 1), "proved", "{points} {cuts:?}");
        refuted(&says(&model, &query, Some(cost + 1e-6), &[&[5.0], cuts], 1), OPEN);
        refuted(&says(&model, &query, None, &[&[5.0], cuts], 1), OPEN);
    };
    for cuts in [
        &[][..],
        &[1.0],
        &[2.0],
        &[3.0],
        &[4.0],
        &[4.0f64.next_down()],
        &[5.0],
        &[2.0, 6.0],
        &[0.0, 8.0],
        &[1.5, 2.5],
        &[5.5, 6.5],
    ] {
        of(json!([[-4, -0.25], [0, 0], [4, 4]]), cuts, 0.25);
        of(json!([[-4, 4], [0, 0], [4, -0.25]]), cuts, 0.25);
        of(json!([[-4, 1], [-2, -0.25], [0, 0], [4, 4]]), cuts, 0.25);
        of(json!([[-4, 4], [0, 0], [2, -0.25], [4, 1]]), cuts, 0.25);
        // Beyond the domain nothing is earned.
        of(json!([[-8, -0.5], [0, 0], [4, 4]]), cuts, 0.25);
        of(json!([[-4, 1], [0, 0], [4, 1]]), cuts, 0.5);
    }
    let per_change = json!({"per_change": 0.125, "piecewise": {"x1": [[-4, -0.25], [0, 0], [4, 4]]}});
    let query = asked(
        &model,
        &[1.0, 4.0],
        json!({"cost": per_change, "constraints": [{"range": {"feature": "x1", "min": 1}}]}),
    );
    let cost = 0.5 + 0.125 + 0.125 - 0.1875;
    assert_eq!(says(&model, &query, Some(cost), &CUT, 1), "proved");
    refuted(&says(&model, &query, Some(cost + 1e-6), &CUT, 1), OPEN);
    let table = json!({"cost": {"tables": {"switch": {"on": -0.25}}}});
    let switch = json!({"name": "switch", "kind": "binary", "column": 1, "labels": ["off", "on"]});
    let model = super::tiny::model(json!([number(0, 0.0, 8.0), switch]), json!([split(0, 5.0, 0.0, 1.0)]), json!({}));
    let query = asked(&model, &[1.0, 0.0], table);
    assert_eq!(says(&model, &query, Some(0.25), &CUT, 1), "proved");
    refuted(&says(&model, &query, Some(0.251), &CUT, 1), OPEN);
}

/// Once all changes that are allowed are needed, every other number stays as it is.
#[test]
fn other_numbers_stay_where_all_changes_are_needed() {
    let either = json!({"weight": 1, "feature": [1, 2, -1, -1, -1], "threshold": [5, 5, 0, 0, 0], "left": [1, 3, -1, -1, -1],
        "right": [2, 4, -1, -1, -1], "value": [null, null, [1], [0], [1]]});
    let features: Vec<Value> = (0..3).map(|c| number(c, 0.0, 8.0)).collect();
    let model = model(Value::Array(features), json!([split(0, 5.0, 0.0, 1.0), either]), json!({"base": [-1.5]}));
    let cuts: [&[f64]; 3] = [&[5.0]; 3];
    let query = |most: usize| asked(&model, &[1.0; 3], json!({"constraints": [{"max_changes": most}]}));
    none(&model, &query(1), &cuts);
    assert_eq!(says(&model, &query(2), Some(0.5), &cuts, 1), "proved");
    refuted(&says(&model, &query(2), Some(1.001), &cuts, 1), OPEN);
    refuted(&says(&model, &query(2), None, &cuts, 1), OPEN);
}

/// A leaf costs as much as the numbers on its path together.
#[test]
fn a_leaf_costs_all_numbers_on_its_path() {
    // The first and the second above 5, or the third and the fourth.
    let tree = json!({"weight": 1, "feature": [0, 2, 1, 3, -1, -1, -1, -1, -1], "threshold": [5, 5, 5, 5, 0, 0, 0, 0, 0],
        "left": [1, 4, 5, 7, -1, -1, -1, -1, -1], "right": [2, 3, 6, 8, -1, -1, -1, -1, -1],
        "value": [null, null, null, null, [0], [0], [1], [0], [1]]});
    let features: Vec<Value> = (0..4).map(|c| number(c, 0.0, 8.0)).collect();
    let model = model(Value::Array(features), json!([tree]), json!({}));
    let cuts: [&[f64]; 4] = [&[5.0]; 4];
    least(&model, &asked(&model, &[1.0; 4], json!({})), 1.0, &cuts);
    // Beside a change that every answer makes.
    let moved = asked(
        &model,
        &[1.0; 4],
        json!({"cost": {"weights": {"x2": 1.5}}, "constraints": [{"range": {"feature": "x3", "min": 3}}]}),
    );
    assert_eq!(says(&model, &moved, Some(1.25), &cuts, 1), "proved");
    refuted(&says(&model, &moved, Some(1.2501), &cuts, 1), OPEN);
}
