//! Joint ranges worked out by hand: how far the changes of an answer go together, for each kind of feature, limit, target and split.

use super::tiny::{asked, model, number, regressor, split, whole};
use espalier_model::ensemble::Precision;
use espalier_model::query::{Aim, Cost, Norm, Query, Target};
use espalier_model::Model;
use espalier_verify::{joint_ranges, JointRange, JointRangesError};
use serde_json::{json, Value};
use std::sync::Arc;

/// The ranges of an answer from the person's row: by feature its two ends.
#[track_caller]
fn ranges(model: &Model, query: &Query, answer: &[f64]) -> Vec<(usize, Option<f64>, Option<f64>)> {
    let found = joint_ranges(model, query, answer).unwrap_or_else(|e| panic!("{e}"));
    found.into_iter().map(|JointRange { feature, from, to }| (feature, from, to)).collect()
}

fn after(x: f64) -> Option<f64> {
    Some(x.next_up())
}

fn numbers(count: usize) -> Value {
    (0..count).map(|c| number(c, 0.0, 10.0)).collect()
}

/// A tree that adds where all columns are above their thresholds, and nothing elsewhere.
fn corner(at: &[(i32, f64)], adds: f64) -> Value {
    let n = 2 * at.len() + 1;
    let mut tree = json!({"weight": 1, "feature": vec![-1; n], "threshold": vec![0; n], "left": vec![-1; n], "right": vec![-1; n],
                          "value": vec![json!([0]); n]});
    for (k, (column, threshold)) in at.iter().enumerate() {
        tree["feature"][2 * k] = json!(column);
        tree["threshold"][2 * k] = json!(threshold);
        tree["left"][2 * k] = json!(2 * k + 1);
        tree["right"][2 * k] = json!(2 * k + 2);
        tree["value"][2 * k] = Value::Null;
    }
    tree["value"][n - 1] = json!([adds]);
    tree
}

#[test]
fn a_range_ends_at_the_splits_that_decide() {
    let model = model(numbers(1), json!([split(0, 5.25, 0.0, 1.0), split(0, 8.0, 0.0, -1.0)]), json!({}));
    let query = asked(&model, &[2.0], json!({}));
    assert_eq!(ranges(&model, &query, &[6.0]), [(0, after(5.25), Some(8.0))]);
    let query = asked(&model, &[6.0], json!({"target": {"class": 0}}));
    assert_eq!(ranges(&model, &query, &[2.0]), [(0, None, Some(5.25))]);
    assert_eq!(ranges(&model, &query, &[9.0]), [(0, after(8.0), None)]);
    // A model that goes left below a threshold, not at it.
    let mut below = model.clone();
    Arc::make_mut(&mut below.ensemble).compare = espalier_model::ensemble::Compare::Less;
    let query = asked(&below, &[2.0], json!({}));
    assert_eq!(ranges(&below, &query, &[6.0]), [(0, Some(5.25), Some(8.0f64.next_down()))]);
    // One that reads single precision has no numbers between.
    let mut single = model;
    Arc::make_mut(&mut single.ensemble).input = Precision::F32;
    let query = asked(&single, &[2.0], json!({}));
    assert_eq!(ranges(&single, &query, &[6.0]), [(0, Some(f64::from(5.25f32.next_up())), Some(8.0))]);
}

#[test]
fn a_whole_number_and_a_level_end_at_values_that_there_are() {
    let grade = json!({"name": "grade", "kind": "ordinal", "column": 1, "labels": ["low", "middle", "high", "top"], "values": [0, 1, 4, 9]});
    let features = json!([whole(0, -3.0, 10.0), grade]);
    let model = model(
        features,
        json!([split(0, 5.25, 0.0, 1.0), split(0, 8.5, 0.0, -1.0), split(1, 0.5, -1.0, 0.0)]),
        json!({}),
    );
    let query = asked(&model, &[2.0, 0.0], json!({}));
    assert_eq!(ranges(&model, &query, &[6.0, 1.0]), [(0, Some(6.0), Some(8.0)), (1, Some(1.0), None)]);
    // Levels that are not allowed end a range, and others beyond them are not in it.
    let levels = |allow: Value| json!({"constraints": [{"levels": {"feature": "grade", "allow": allow}}]});
    let query = asked(&model, &[2.0, 0.0], levels(json!(["middle", "top"])));
    assert_eq!(ranges(&model, &query, &[7.0, 1.0]), [(0, Some(6.0), Some(8.0)), (1, None, Some(1.0))]);
    assert_eq!(ranges(&model, &query, &[7.0, 9.0]), [(0, Some(6.0), Some(8.0)), (1, Some(9.0), None)]);
    let query = asked(&model, &[2.0, 0.0], levels(json!(["middle", "high"])));
    assert_eq!(ranges(&model, &query, &[7.0, 4.0]), [(0, Some(6.0), Some(8.0)), (1, None, None)]);
}

/// An open side is one on which all values within the limits lie inside.
#[test]
fn a_side_is_open_where_limits_end_it() {
    let grade = json!({"name": "grade", "kind": "ordinal", "column": 1, "labels": ["low", "middle", "high"], "values": [0, 1, 4]});
    let features = json!([number(0, 0.0, 10.0), grade, whole(2, 0.0, 9.0)]);
    let trees =
        json!([split(0, 5.25, 0.0, 1.0), split(1, 0.5, 0.0, -1.0), split(2, 2.5, 0.0, -1.0), split(0, 9.0, 0.0, -1.0)]);
    let model = model(features.clone(), trees, json!({}));
    // Without limits the score falls off above 9, and where the grade or the whole number is not 0 to 2.
    let row = [6.0, 0.0, 1.0];
    let query = |constraints: Value| asked(&model, &[2.0, 1.0, 2.0], json!({ "constraints": constraints }));
    let found = |constraints: Value| ranges(&model, &query(constraints), &row);
    let free = [(0, after(5.25), Some(9.0)), (1, None, Some(0.0)), (2, None, Some(2.0))];
    assert_eq!(found(json!([])), free);
    let mut limited = free;
    limited[0] = (0, None, None);
    assert_eq!(found(json!([{"range": {"feature": "x0", "min": 5.5, "max": 8}}])), limited);
    limited[0] = (0, after(5.25), None);
    assert_eq!(found(json!([{"range": {"feature": "x0", "max": 8}}])), limited);
    let down =
        json!([{"direction": {"feature": "grade", "change": "decrease"}}, {"range": {"feature": "x2", "max": 2}}]);
    assert_eq!(found(down), [free[0], free[1], (2, None, None)]);
    let up = json!([{"direction": {"feature": "grade", "change": "decrease"}}, {"direction": {"feature": "x2", "change": "decrease"}}]);
    assert_eq!(found(up), [free[0], free[1], (2, None, None)]);
    let levels = json!([{"levels": {"feature": "grade", "allow": ["low"]}}]);
    assert_eq!(found(levels), [free[0], (1, None, None), free[2]]);
    let rising = json!([{"direction": {"feature": "grade", "change": "increase"}}]);
    let trees = json!([split(0, 5.25, 0.0, 1.0), split(1, 2.5, 0.0, -1.0)]);
    let ordered = super::tiny::model(features, trees, json!({}));
    let query = asked(&ordered, &[2.0, 0.0, 2.0], json!({ "constraints": rising }));
    assert_eq!(ranges(&ordered, &query, &[6.0, 1.0, 2.0]), [(0, after(5.25), None), (1, None, Some(1.0))]);
    // Directions by the schema, for rising and for falling numbers.
    for (change, answer, right) in [("increase", 6.0, (after(5.25), Some(9.0))), ("decrease", 2.5, (None, None))] {
        let mut feature = number(0, 0.0, 10.0);
        feature["change"] = json!(change);
        let own = if change == "increase" { 3.0 } else { 4.0 };
        let inner = if change == "increase" { split(0, 5.25, 0.0, 1.0) } else { split(0, 4.5, 1.0, 0.0) };
        let model = super::tiny::model(json!([feature]), json!([inner, split(0, 9.0, 0.0, -1.0)]), json!({}));
        let query = asked(&model, &[own], json!({}));
        assert_eq!(ranges(&model, &query, &[answer]), [(0, right.0, right.1)], "{change}");
    }
}

/// A fixed number that lies elsewhere is no answer's; a direction ends the range at the person's own value.
#[test]
fn a_direction_ends_a_range_at_the_persons_own_value() {
    let tree = |low: f64, high: f64| json!([split(0, 1.0, 0.0, low), split(0, 9.0, 0.0, high)]);
    // On target from 1 to 9.
    let model = model(numbers(1), tree(1.0, -1.0), json!({}));
    let asks = |own: f64, change: &str| {
        asked(
            &model,
            &[own],
            json!({"constraints": [{"direction": {"feature": "x0", "change": change}}, {"if": {"feature": "x0", "min": 8.5}, "then": {"feature": "x0", "max": 8}}]}),
        )
    };
    assert_eq!(ranges(&model, &asks(3.0, "free"), &[6.0]), [(0, after(1.0), Some(8.5f64.next_down()))]);
    assert_eq!(ranges(&model, &asks(3.0, "increase"), &[6.0]), [(0, None, Some(8.5f64.next_down()))]);
    assert_eq!(ranges(&model, &asks(7.0, "decrease"), &[6.0]), [(0, after(1.0), None)]);
    // The domain is widened by the person's own value.
    assert_eq!(ranges(&model, &asks(-3.0, "increase"), &[6.0]), [(0, after(1.0), Some(8.5f64.next_down()))]);
}

/// Of two sides that exclude each other, that away from the person's value comes first, on whichever side it lies.
#[test]
fn a_box_grows_away_from_the_person_first() {
    // The target needs `x0` from 5 to 10; where both numbers are large it is lost.
    let trees = json!([corner(&[(0, 2.0)], 1.0), corner(&[(0, 7.0), (1, 7.0)], -1.0)]);
    let model = model(numbers(2), trees, json!({}));
    let found = |own: [f64; 2], answer: [f64; 2]| ranges(&model, &asked(&model, &own, json!({})), &answer);
    // Both rise: the first alone goes all the way.
    assert_eq!(found([1.0, 1.0], [4.0, 4.0]), [(0, after(2.0), None), (1, None, Some(7.0))]);
    // The first falls and the second rises: the second goes all the way, for it goes away from the person.
    assert_eq!(found([6.0, 1.0], [4.0, 4.0]), [(0, after(2.0), Some(7.0)), (1, None, None)]);
    // The first rises and the second falls.
    assert_eq!(found([1.0, 6.0], [4.0, 4.0]), [(0, after(2.0), None), (1, None, Some(7.0))]);
    // Both fall: towards the person the first comes first.
    assert_eq!(found([6.0, 6.0], [4.0, 4.0]), [(0, after(2.0), None), (1, None, Some(7.0))]);
}

/// Steps of one, two, four and more cells, and back to one before the end.
#[test]
fn a_range_ends_at_the_right_one_of_many_cells() {
    for end in 1..20 {
        let at = |k: i32| 3.0 + 0.25 * f64::from(k);
        let mut trees: Vec<Value> = (0..24).map(|k| split(1, at(k), 0.0, 1e-3)).collect();
        trees.push(split(0, 2.0, 0.0, 1.0));
        trees.push(corner(&[(1, at(end))], -2.0));
        let model = model(numbers(2), Value::Array(trees), json!({}));
        let query = asked(&model, &[1.0, 1.0], json!({}));
        assert_eq!(ranges(&model, &query, &[4.0, 2.0]), [(0, after(2.0), None), (1, None, Some(at(end)))], "{end}");
        let query = asked(&model, &[9.0, 9.0], json!({"target": {"class": 0}}));
        assert_eq!(ranges(&model, &query, &[1.0, 10.0]), [(0, None, None), (1, after(at(end)), None)], "{end}");
    }
}

/// Small trees that divide both numbers into more than a thousand boxes, with a value for each output.
fn noise(outputs: usize) -> Vec<Value> {
    let tree = |column: i32, k: i32| {
        let mut tree = split(column, 3.1 + 0.15 * f64::from(k), 0.0, 0.0);
        let by = |k: i32| (0..outputs).map(|o| 1e-5 * f64::from(k % 3) * (1.0 - o as f64)).collect::<Vec<f64>>();
        tree["value"] = json!([null, by(k), by(k + 1)]);
        tree
    };
    (0..40).flat_map(|k| [tree(0, k), tree(1, k)]).collect()
}

/// Asserts that the target is proved at once all over its box, which ends where `x1` is above 9.5.
#[track_caller]
fn whole_box(model: &Model, target: Target) {
    let cost = Cost::of(Norm { l1: 1.0, ..Norm::default() }, 2);
    let query = Query::new(vec![2.0, 1.0], target, cost);
    assert_eq!(ranges(model, &query, &[6.0, 4.0]), [(0, after(2.5), None), (1, None, Some(9.5))], "{:?}", query.target);
}

/// A tree of these outputs where `x0` is at most 2.5 or `x1` above 9.5, and of those elsewhere.
fn decides(off: &[f64], on: &[f64]) -> Value {
    json!({"weight": 1, "feature": [0, -1, 1, -1, -1], "threshold": [2.5, 0, 9.5, 0, 0], "left": [1, -1, 3, -1, -1],
           "right": [2, -1, 4, -1, -1], "value": [null, off, null, on, off]})
}

fn noisy(tree: Value, outputs: usize, fields: Value) -> Model {
    let trees: Vec<Value> = noise(outputs).into_iter().chain([tree]).collect();
    let mut all = json!({"base": vec![0.0; outputs]});
    all.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    model(numbers(2), Value::Array(trees), all)
}

#[test]
fn every_target_is_proved_by_sums_over_a_box_of_many_cells() {
    let one = |off: f64, on: f64| noisy(decides(&[off], &[on]), 1, json!({}));
    whole_box(&one(-1.0, 1.0), Target::Class(1));
    whole_box(&one(1.0, -1.0), Target::Class(0));
    whole_box(&one(-1.0, 1.0), Target::Probability { class: 1, at_least: 0.7 });
    whole_box(&one(1.0, -1.0), Target::Probability { class: 0, at_least: 0.7 });
    let three = |off: [f64; 3], on: [f64; 3]| noisy(decides(&off, &on), 3, json!({"link": "softmax"}));
    whole_box(&three([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]), Target::Class(1));
    whole_box(&three([1.0, 0.0, 0.5], [0.0, 0.5, 1.0]), Target::Class(2));
    whole_box(&three([0.0, 1.0, 0.0], [1.0, 0.0, 0.5]), Target::Classes(vec![0, 2]));
    whole_box(&three([0.0, 1.0, 0.0], [0.5, 0.0, 1.0]), Target::Classes(vec![0, 2]));
    whole_box(&three([0.0, 1.0, 0.0], [0.0, 0.5, 1.0]), Target::ClassCosts(vec![(0, 0.1), (2, 0.3)]));
    whole_box(&three([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]), Target::ClassCosts(vec![(0, 0.1), (2, 0.3)]));
    whole_box(&three([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]), Target::Probability { class: 0, at_least: 0.55 });
    whole_box(&three([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]), Target::Probability { class: 2, at_least: 0.55 });
    let mean = |off: [f64; 2], on: [f64; 2]| {
        noisy(decides(&off, &on), 2, json!({"link": "none", "aggregation": "sum", "classes": ["no", "yes"]}))
    };
    whole_box(&mean([0.75, 0.25], [0.25, 0.75]), Target::Class(1));
    whole_box(&mean([0.75, 0.25], [0.25, 0.75]), Target::Probability { class: 1, at_least: 0.6 });
    whole_box(&mean([0.25, 0.75], [0.75, 0.25]), Target::Probability { class: 0, at_least: 0.6 });
    let value = |off: f64, on: f64| {
        let trees: Vec<Value> = noise(1).into_iter().chain([decides(&[off], &[on])]).collect();
        regressor(numbers(2), Value::Array(trees), json!({}))
    };
    whole_box(&value(0.0, 2.0), Target::Value { lo: 1.0, hi: f64::INFINITY });
    whole_box(&value(0.0, -2.0), Target::Value { lo: f64::NEG_INFINITY, hi: -1.0 });
    whole_box(&value(0.0, 2.0), Target::Value { lo: 1.0, hi: 3.0 });
    whole_box(&value(4.0, 2.0), Target::Value { lo: 1.0, hi: 3.0 });
    whole_box(&value(0.0, 2.0), Target::Beyond(1.0));
    whole_box(&value(0.0, -2.0), Target::Beyond(1.0));
}

/// With the best prediction as target, the box holds predictions that are at least as good as the answer's.
#[test]
fn a_box_of_the_best_holds_predictions_that_are_as_good() {
    let trees = json!([split(0, 2.5, 0.0, 1.0), split(0, 7.0, 0.0, -0.5), split(0, 9.0, 0.0, 1.5)]);
    let value = regressor(numbers(1), trees.clone(), json!({}));
    let best = |model: &Model, aim: Aim, target: Value, answer: f64| {
        let mut query = asked(model, &[2.0], json!({ "target": target }));
        query.target = Target::Best { aim, budget: f64::INFINITY };
        ranges(model, &query, &[answer])
    };
    let any = json!({"value": [0, 1]});
    assert_eq!(best(&value, Aim::Most, any.clone(), 4.0), [(0, after(2.5), Some(7.0))]);
    assert_eq!(best(&value, Aim::Most, any.clone(), 8.0), [(0, after(2.5), None)]);
    assert_eq!(best(&value, Aim::Most, any.clone(), 9.5), [(0, after(9.0), None)]);
    assert_eq!(best(&value, Aim::Least, any.clone(), 4.0), [(0, None, Some(9.0))]);
    assert_eq!(best(&value, Aim::Farthest, any, 4.0), [(0, after(2.5), Some(7.0))]);
    let class = model(numbers(1), trees, json!({}));
    assert_eq!(best(&class, Aim::Class(1), json!({"class": 1}), 8.0), [(0, after(2.5), None)]);
    assert_eq!(best(&class, Aim::Class(0), json!({"class": 1}), 8.0), [(0, after(7.0), Some(9.0))]);
}

#[test]
fn votes_and_means_count_as_the_model_counts_them() {
    let tree = |at: f64, weight: f64| {
        let mut tree = split(0, at, 0.0, 0.0);
        tree["value"] = json!([null, [0.9, 0.1], [0.4, 0.6]]);
        tree["weight"] = json!(weight);
        tree
    };
    let trees = json!([tree(2.0, 1.0), tree(4.0, 1.0), tree(6.0, 3.0)]);
    for aggregation in ["vote", "mean", "sum"] {
        let fields = json!({"aggregation": aggregation, "link": "none", "base": [0, 0]});
        let model = model(numbers(1), trees.clone(), fields);
        let query = asked(&model, &[1.0], json!({}));
        assert_eq!(ranges(&model, &query, &[7.0]), [(0, after(6.0), None)], "{aggregation}");
        let query = asked(&model, &[9.0], json!({"target": {"class": 0}}));
        // The two light trees alone do not outvote the heavy one; all means stay with class 0 up to 6.
        assert_eq!(ranges(&model, &query, &[1.0]), [(0, None, Some(6.0))], "{aggregation}");
    }
    // A tree of one output adds to that alone.
    let one = |output: usize, at: f64| {
        let mut tree = split(0, at, 0.0, 1.0);
        tree["output"] = json!(output);
        tree
    };
    let model =
        model(numbers(1), json!([one(1, 3.0), one(0, 7.0), one(0, 8.0)]), json!({"link": "softmax", "base": [0.5, 0]}));
    let query = asked(&model, &[1.0], json!({}));
    assert_eq!(ranges(&model, &query, &[5.0]), [(0, after(3.0), Some(7.0))]);
}

#[test]
fn intervals_cut_a_number_at_both_of_their_ends() {
    let tree = json!({"weight": 1, "feature": [-4, -1, -1], "threshold": [0, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
        "value": [null, [1], [0]], "intervals": {"0": {"column": 0, "left": [[2, 3], [5, 6]]}}});
    let model = model(numbers(1), json!([tree]), json!({}));
    let from = |own: f64, class: usize, answer: f64| {
        ranges(&model, &asked(&model, &[own], json!({"target": {"class": class}})), &[answer])
    };
    assert_eq!(from(1.0, 1, 2.5), [(0, Some(2.0), Some(3.0))]);
    assert_eq!(from(1.0, 1, 5.5), [(0, Some(5.0), Some(6.0))]);
    assert_eq!(from(2.5, 0, 1.0), [(0, None, Some(2f64.next_down()))]);
    assert_eq!(from(2.5, 0, 4.0), [(0, after(3.0), Some(5f64.next_down()))]);
    assert_eq!(from(2.5, 0, 9.0), [(0, after(6.0), None)]);
}

/// Rules beside an answer: the box ends where one would be broken.
#[test]
fn a_box_keeps_every_rule() {
    let features = json!([number(0, 0.0, 10.0), number(1, 0.0, 10.0),
        {"name": "grade", "kind": "ordinal", "column": 2, "labels": ["low", "middle", "high"], "values": [0, 1, 4]},
        {"name": "switch", "kind": "binary", "column": 3, "labels": ["off", "on"]}]);
    let model = model(features, json!([split(0, 2.0, 0.0, 1.0)]), json!({}));
    let found = |rule: Value, answer: [f64; 4]| {
        let query =
            asked(&model, &[1.0, 1.0, 0.0, 0.0], json!({"constraints": [{"if": rule["if"], "then": rule["then"]}]}));
        let found = ranges(&model, &query, &answer);
        (found[0], found.get(1).copied())
    };
    let all = (0, after(2.0), None);
    let free = (1, None, None);
    let when = |feature: &str, min: f64| json!({"feature": feature, "min": min});
    // The other feature is not changed.
    let rule = json!({"if": when("x0", 7.0), "then": when("x1", 3.0)});
    assert_eq!(found(rule.clone(), [4.0, 1.0, 0.0, 0.0]), ((0, after(2.0), Some(7f64.next_down())), None));
    // It is changed and keeps the demand, or does not.
    assert_eq!(found(rule.clone(), [8.0, 4.0, 0.0, 0.0]), (all, Some((1, Some(3.0), None))));
    assert_eq!(found(rule, [4.0, 2.0, 0.0, 0.0]), ((0, after(2.0), Some(7f64.next_down())), Some(free)));
    let rule = json!({"if": {"feature": "x0", "max": 3}, "then": {"feature": "x1", "max": 5}});
    assert_eq!(found(rule, [6.0, 8.0, 0.0, 0.0]), ((0, after(3.0), None), Some(free)));
    // An unchanged number at the end of a demand, and beyond it.
    let rule = json!({"if": when("x0", 7.0), "then": {"feature": "x1", "max": 1}});
    assert_eq!(found(rule, [4.0, 1.0, 0.0, 0.0]), (all, None));
    let rule = json!({"if": when("x0", 7.0), "then": {"feature": "x1", "max": 0.5}});
    assert_eq!(found(rule, [4.0, 1.0, 0.0, 0.0]), ((0, after(2.0), Some(7f64.next_down())), None));
    // Levels of a feature that changes with them, or stays.
    let rule = json!({"if": {"feature": "grade", "in": ["high"]}, "then": {"feature": "switch", "in": ["on"]}});
    let query = |answer: [f64; 4]| {
        let query =
            asked(&model, &[1.0, 1.0, 0.0, 0.0], json!({"constraints": [{"if": rule["if"], "then": rule["then"]}]}));
        ranges(&model, &query, &answer)
    };
    assert_eq!(query([4.0, 1.0, 1.0, 0.0]), [all, (2, None, Some(1.0))]);
    assert_eq!(query([4.0, 1.0, 1.0, 1.0]), [all, (2, None, None)]);
    // Unchanged: the person's own value alone.
    let rule = json!({"if": when("x0", 7.0), "then": {"feature": "x1", "unchanged": true}});
    assert_eq!(found(rule.clone(), [4.0, 1.0, 0.0, 0.0]), (all, None));
    assert_eq!(found(rule, [4.0, 2.0, 0.0, 0.0]), ((0, after(2.0), Some(7f64.next_down())), Some(free)));
    let rule = json!({"if": {"feature": "x1", "unchanged": true}, "then": {"feature": "x0", "min": 5}});
    assert_eq!(found(rule.clone(), [4.0, 1.5, 0.0, 0.0]), (all, Some((1, after(1.0), None))));
    assert_eq!(found(rule, [6.0, 1.0, 0.0, 0.0]), ((0, Some(5.0), None), None));
    let rule = json!({"if": {"feature": "switch", "unchanged": true}, "then": {"feature": "x0", "min": 5}});
    assert_eq!(found(rule.clone(), [6.0, 1.0, 0.0, 0.0]), ((0, Some(5.0), None), None));
    assert_eq!(found(rule, [6.0, 1.0, 0.0, 1.0]), (all, None));
    // Several conditions: all of the first, and one of the demands.
    let rule =
        json!({"if": {"all": [when("x0", 7.0), when("x1", 4.0)]}, "then": {"any": [when("x0", 8.0), when("x1", 6.0)]}});
    assert_eq!(found(rule.clone(), [5.0, 2.0, 0.0, 0.0]), (all, Some((1, None, Some(4f64.next_down())))));
    assert_eq!(found(rule, [9.0, 7.0, 0.0, 0.0]), ((0, Some(8.0), None), Some(free)));
    let rule =
        json!({"if": {"any": [when("x0", 7.0), when("x1", 4.0)]}, "then": {"all": [when("x0", 3.0), when("x1", 2.0)]}});
    assert_eq!(found(rule, [8.0, 5.0, 0.0, 0.0]), ((0, Some(3.0), None), Some((1, Some(2.0), None))));
}

#[test]
fn limits_that_tie_features_leave_the_answer_alone() {
    let file = json!({"background": {"rows": [[6, 3], [8, 1], [7, 9]], "labels": [1, 1, 1]}});
    let model = model(numbers(2), json!([split(0, 2.0, 0.0, 1.0)]), file);
    let linear = json!({"linear": {"terms": {"x0": 1, "x1": 1}, "op": "<=", "rhs": 100}});
    let budget = json!({"budget": {"changes": {"x0": 1}, "most": 100}});
    let causal = json!({"causal": {"feature": "x1", "parents": {"x0": 0.5}}});
    for extra in [
        json!({"constraints": [linear]}),
        json!({"constraints": [budget]}),
        json!({"constraints": [causal]}),
        json!({"real_rows": true}),
        json!({"plausibility": {"hull": {"epsilon": 10}}}),
        json!({"margin": {"distance": 0.001}}),
    ] {
        let query = asked(&model, &[1.0, 1.0], extra.clone());
        assert_eq!(
            ranges(&model, &query, &[6.0, 3.0]),
            [(0, Some(6.0), Some(6.0)), (1, Some(3.0), Some(3.0))],
            "{extra}"
        );
        assert_eq!(ranges(&model, &query, &[6.0, 1.0]), [(0, Some(6.0), Some(6.0))], "{extra}");
    }
    let query = asked(&model, &[1.0, 1.0], json!({"constraints": [{"max_changes": 2}, {"fix": "x1"}]}));
    assert_eq!(ranges(&model, &query, &[6.0, 1.0]), [(0, after(2.0), None)]);
}

/// The isolation forest and other models judge the whole box as the model does.
#[test]
fn a_box_keeps_the_targets_of_all_models() {
    let isolation = json!({"isolation_forest": {"trees": [{"feature": [1, -1, -1], "threshold": [3.5, 0, 0], "left": [1, -1, -1],
        "right": [2, -1, -1], "samples": [9, 8, 1]}]}});
    let model = model(numbers(2), json!([split(0, 2.0, 0.0, 1.0)]), isolation);
    let query = asked(&model, &[1.0, 1.0], json!({"plausibility": {"isolation_forest": {"min_path_length": 2}}}));
    assert_eq!(ranges(&model, &query, &[6.0, 2.0]), [(0, after(2.0), None), (1, None, Some(3.5))]);
    assert_eq!(joint_ranges(&model, &query, &[6.0, 4.0]), Err(JointRangesError::NotAnAnswer));
    let other = json!({
        "format": "espalier", "version": 1, "kind": "regressor", "columns": 2, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [1], "link": "none", "trees": [split(1, 5.0, 0.0, 2.0)], "schema": {"features": numbers(2)}});
    let also = |target: Value| json!({"margin": 0.4, "constraints": [{"also": {"model": other, "target": target}}]});
    let query = asked(&model, &[1.0, 1.0], also(json!({"value": [2.5, null]})));
    assert_eq!(ranges(&model, &query, &[6.0, 7.0]), [(0, after(2.0), None), (1, after(5.0), None)]);
    assert_eq!(joint_ranges(&model, &query, &[6.0, 3.0]), Err(JointRangesError::NotAnAnswer));
    let query = asked(&model, &[1.0, 1.0], also(json!({"value": [null, 2.5]})));
    assert_eq!(ranges(&model, &query, &[6.0, 3.0]), [(0, after(2.0), None), (1, None, Some(5.0))]);
    // The margin is the model's alone: a lead of 0.3 of the other model suffices.
    let leads = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 2, "input": "float64", "compare": "<=", "aggregation": "sum",
        "base": [0], "link": "logistic", "trees": [split(1, 5.0, -0.3, 0.3)], "schema": {"features": numbers(2), "classes": ["no", "yes"]}});
    let leads = json!({"margin": 0.4, "constraints": [{"also": {"model": leads, "target": {"class": 1}}}]});
    assert_eq!(
        ranges(&model, &asked(&model, &[1.0, 1.0], leads), &[6.0, 7.0]),
        [(0, after(2.0), None), (1, after(5.0), None)]
    );
}

#[test]
fn rows_that_are_no_answers_are_refused() {
    let model = model(numbers(2), json!([split(0, 2.0, 0.0, 1.0)]), json!({}));
    let query = asked(&model, &[1.0, 1.0], json!({}));
    for wrong in [&[1.0, 1.0][..], &[6.0], &[6.0, 1.0, 1.0], &[f64::NAN, 1.0], &[]] {
        assert_eq!(joint_ranges(&model, &query, wrong), Err(JointRangesError::NotAnAnswer), "{wrong:?}");
    }
    let short = Query { factual: vec![1.0], ..query.clone() };
    assert_eq!(joint_ranges(&model, &short, &[6.0, 1.0]), Err(JointRangesError::NotAnAnswer));
    assert_eq!(ranges(&model, &query, &[6.0, 1.0]), [(0, after(2.0), None)]);
    let told = joint_ranges(&model, &query, &[1.0, 1.0]).unwrap_err().to_string();
    assert!(told.contains("do not answer the query"), "{told}");
}

/// A hyperplane ends all boxes of the features that it reads. On features that stay it decides as any split.
#[test]
fn hyperplanes_are_no_ends_of_boxes() {
    let plane = json!({"weight": 1, "feature": [-2, -1, -1], "threshold": [9, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
        "value": [null, [0], [1]], "hyperplanes": {"0": {"columns": [1, 2], "weights": [1, 1]}}});
    let model = model(numbers(3), json!([split(0, 2.0, 0.0, 1.0), plane, split(0, 5.0, 0.0, -1.0)]), json!({}));
    let query = asked(&model, &[1.0, 4.0, 4.0], json!({}));
    assert_eq!(ranges(&model, &query, &[4.0, 4.0, 4.0]), [(0, after(2.0), Some(5.0))]);
    assert_eq!(joint_ranges(&model, &query, &[4.0, 6.0, 4.0]), Err(JointRangesError::NotBoxes));
    let told = JointRangesError::NotBoxes.to_string();
    assert!(told.contains("hyperplane"), "{told}");
    let query = asked(&model, &[1.0, 6.0, 4.0], json!({}));
    assert_eq!(ranges(&model, &query, &[4.0, 6.0, 4.0]), [(0, None, None)]);
}

/// Where a value is missing and a split has no rule for it, a box ends before that split is asked.
#[test]
fn a_box_ends_where_a_missing_value_has_no_rule() {
    let deep = json!({"weight": 1, "feature": [0, -1, 1, -1, -1], "threshold": [6, 0, 4, 0, 0], "left": [1, -1, 3, -1, -1],
        "right": [2, -1, 4, -1, -1], "value": [null, [0], null, [0], [0]]});
    let mut ruled = split(1, 3.0, 0.0, -0.25);
    ruled["missing"] = json!({"0": "right"});
    let model = model(numbers(2), json!([split(0, 2.0, 0.0, 1.0), ruled, deep]), json!({}));
    let mut query = asked(&model, &[1.0, 1.0], json!({}));
    query.factual[1] = f64::NAN;
    assert_eq!(ranges(&model, &query, &[4.0, f64::NAN]), [(0, after(2.0), Some(6.0))]);
    // A missing value that is given one has gone up and down.
    assert_eq!(ranges(&model, &query, &[4.0, 2.0]), [(0, after(2.0), None), (1, None, None)]);
}
