//! Rounds of certificates made by hand: multipliers, messages, and the bytes in which they are written. They prove claims up to the optimum, and none beyond it.

use super::tiny::{asked, model, number, split};
use espalier_model::explanation::Certificate;
use espalier_model::query::Query;
use espalier_model::Model;
use espalier_testkit::claims::{refuted, OPEN};
use espalier_verify::certificate;
use serde_json::{json, Value};

/// A message of a feature to a tree: for each segment of levels the first level and the payment.
type Message = (usize, usize, Vec<(usize, f32)>);

fn number_of(mut n: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while n >= 128 {
        bytes.push((n & 127) as u8 | 128);
        n >>= 7;
    }
    bytes.push(n as u8);
    bytes
}

fn round(multipliers: &[f64], messages: &[Message]) -> Vec<u8> {
    let mut bytes = vec![1];
    multipliers.iter().for_each(|m| bytes.extend(m.to_le_bytes()));
    let mut features: Vec<usize> = messages.iter().map(|m| m.0).collect();
    features.dedup();
    for f in features {
        let own: Vec<&Message> = messages.iter().filter(|m| m.0 == f).collect();
        bytes.extend(number_of(f + 1));
        bytes.extend(number_of(own.len()));
        for (_, tree, segments) in own {
            bytes.extend(number_of(*tree));
            bytes.extend(number_of(segments.len()));
            segments.windows(2).for_each(|w| bytes.extend(number_of(w[1].0 - w[0].0)));
            segments.iter().for_each(|s| bytes.extend(s.1.to_le_bytes()));
        }
    }
    bytes.push(0);
    bytes
}

/// The checker's verdict on a claim. `cuts`: of each number the end of its first cell.
fn says(model: &Model, query: &Query, cost: Option<f64>, proof: &[u8]) -> String {
    let claim =
        Certificate { cost, proved: None, cuts: vec![vec![5.0]; 3], proofs: vec![proof.to_vec()], hull: Vec::new() };
    certificate(model, query, &claim).err().map_or_else(|| "proved".into(), |e| e.to_string())
}

/// Three trees, of which each asks for one of two numbers above 5: a triangle, of which two corners are needed. Each number costs 0.5, or `dear` the first.
fn triangle(dear: f64) -> (Model, Query) {
    let tree = |one: usize, other: usize| {
        json!({"weight": 1, "feature": [one, other, -1, -1, -1], "threshold": [5, 5, 0, 0, 0], "left": [1, 3, -1, -1, -1],
               "right": [2, 4, -1, -1, -1], "value": [null, null, [1], [0], [1]]})
    };
    let features: Vec<Value> = (0..3).map(|c| number(c, 0.0, 8.0)).collect();
    let trees = json!([tree(0, 1), tree(1, 2), tree(2, 0)]);
    let model = model(Value::Array(features), trees, json!({"base": [-2.5]}));
    let query = asked(&model, &[1.0; 3], json!({"cost": {"weights": {"x0": 2.0 * dear}}}));
    (model, query)
}

fn pays(feature: usize, tree: usize, high: f32) -> Message {
    (feature, tree, vec![(0, 0.0), (1, high)])
}

/// Each number pays a half of its cost to each of its trees, which proves a half more than one number costs.
fn best(scale: f32) -> Vec<Message> {
    [(0, 0), (0, 2), (1, 0), (1, 1), (2, 1), (2, 2)].map(|(f, t)| pays(f, t, 0.25 * scale)).to_vec()
}

fn by(cost: f64, messages: &[Message]) -> String {
    let (model, query) = triangle(0.5);
    says(&model, &query, Some(cost), &[round(&[0.0], messages), vec![0]].concat())
}

#[test]
fn messages_prove_more_than_levels_and_leaves_alone() {
    assert_eq!(by(0.75, &best(1.0)), "proved");
    refuted(&by(0.7501, &best(1.0)), OPEN);
    assert_eq!(by(0.5, &[]), "proved");
    refuted(&by(0.51, &[]), OPEN);
    // Messages that pay too much or too little prove less, and those to some trees alone.
    for scale in [0.5, 0.875, 1.25, 2.0, 8.0, 1e6, -1.0] {
        refuted(&by(0.7501, &best(scale)), OPEN);
        refuted(&by(1.0001, &best(scale)), OPEN);
    }
    assert_eq!(by(0.5625, &best(0.75)), "proved");
    refuted(&by(0.75, &best(0.75)), OPEN);
    refuted(&by(0.75, &best(2.0)), OPEN);
    refuted(&by(0.6, &best(-1.0)), OPEN);
    refuted(&by(0.75, &best(1.0)[..2]), OPEN);
}

/// A payment at both levels is no payment at all.
#[test]
fn a_payment_at_every_level_proves_nothing() {
    for constant in [1.0, -1.0, 1e3, 1e20] {
        let messages: Vec<Message> = best(1.0).into_iter().map(|(f, t, _)| (f, t, vec![(0, constant)])).collect();
        refuted(&by(0.51, &messages), OPEN);
    }
    let shifted: Vec<Message> =
        best(1.0).into_iter().map(|(f, t, s)| (f, t, s.into_iter().map(|(k, x)| (k, x + 0.5)).collect())).collect();
    assert_eq!(by(0.75, &shifted), "proved");
    refuted(&by(0.7501, &shifted), OPEN);
    // A number that a tree does not ask pays at its cheapest live level.
    let mut besides = [best(1.0), vec![(2, 0, vec![(0, 0.25), (1, 0.5)])]].concat();
    besides.sort_by_key(|m| m.0);
    refuted(&by(0.7501, &besides), OPEN);
    besides.iter_mut().filter(|m| (m.0, m.1) == (2, 0)).for_each(|m| m.2[1].1 = 0.25);
    assert_eq!(by(0.75, &besides), "proved");
}

/// Payments beside which the costs vanish are taken with their rounding, and prove nothing.
#[test]
fn payments_so_large_that_costs_vanish_prove_nothing() {
    let (model, query) = triangle(0.5);
    for large in [1e8f32, 1e12, 1e15, 1e20, 3e38] {
        for way in [1.0, -1.0] {
            for level in [0, 1] {
                let messages: Vec<Message> = best(1.0)
                    .into_iter()
                    .map(|(f, t, s)| {
                        (f, t, s.into_iter().map(|(k, x)| (k, if k <= level { x + way * large } else { x })).collect())
                    })
                    .collect();
                let proof = [round(&[0.0], &messages), vec![0]].concat();
                for cost in [Some(0.51), Some(1.001), None] {
                    refuted(&says(&model, &query, cost, &proof), OPEN);
                }
            }
        }
    }
}

/// A round that does not close the box takes out the leaves, or the levels, whose excess reaches the rest.
#[test]
fn a_leaf_and_a_level_go_when_their_excess_reaches_the_rest() {
    // The bound is 0.375, and each tree has a leaf with an excess of 0.25. Without these leaves all three are needed.
    let around = [(0, 0, 0.375), (0, 2, 0.125), (1, 0, 0.125), (1, 1, 0.375), (2, 1, 0.125), (2, 2, 0.375)];
    let around = around.map(|(f, t, x)| pays(f, t, x));
    assert_eq!(by(0.62, &around), "proved");
    refuted(&by(0.63, &around), OPEN);
    // The bound is 0.25, and the high level of the first number has an excess of 0.5. Without it both others are needed.
    let one = [pays(1, 1, 0.25), pays(2, 1, 0.25)];
    assert_eq!(by(0.74, &one), "proved");
    refuted(&by(0.76, &one), OPEN);
}

/// Three numbers above 5 add 1 each, and 1.75 are needed: two of the three, of which each costs 0.5.
fn two_of_three(most: Option<usize>) -> (Model, Query) {
    let features: Vec<Value> = (0..3).map(|c| number(c, 0.0, 8.0)).collect();
    let trees: Vec<Value> = (0..3).map(|c| split(c, 5.0, 0.0, 1.0)).collect();
    let model = model(Value::Array(features), Value::Array(trees), json!({"base": [-1.75]}));
    let limits = most.map_or(json!([]), |n| json!([{"max_changes": n}]));
    let query = asked(&model, &[1.0; 3], json!({ "constraints": limits }));
    (model, query)
}

fn all_pay(x: f32) -> Vec<Message> {
    (0..3).map(|f| pays(f, f, x)).collect()
}

#[test]
fn a_multiplier_prices_the_score_that_is_needed() {
    let (model, query) = two_of_three(None);
    let by = |cost: f64, lambda: f64, messages: &[Message]| {
        says(&model, &query, Some(cost), &[round(&[lambda], messages), vec![0]].concat())
    };
    // 0.5 for each 1 of the score.
    assert_eq!(by(0.5 * 1.75, 0.5, &all_pay(0.5)), "proved");
    refuted(&by(0.5 * 1.751, 0.5, &all_pay(0.5)), OPEN);
    refuted(&by(0.5 * 1.75, 0.0, &all_pay(0.5)), OPEN);
    refuted(&by(0.5 * 1.75, 0.5, &[]), OPEN);
    refuted(&by(0.5 * 1.75, 0.375, &all_pay(0.375)), OPEN);
    for lambda in [0.1, 0.3, 0.375, 0.5, 0.6, 1.0, 3.0, 1e3, 1e9, 1e300] {
        for pay in [0.0, 0.25, 0.5, 0.625, 1.0, 3.0, 1e3, 1e9] {
            refuted(&by(1.0001, lambda, &all_pay(pay)), OPEN);
        }
    }
    refuted(&by(0.65, -0.5, &all_pay(0.5)), "a multiplier below 0");
}

/// A tree that adds a million million wherever it is asked, and a base that takes it off: the sum is rounded by as much as a tenth.
#[test]
fn a_bound_over_scores_that_cancel_is_lowered_by_their_rounding() {
    let features: Vec<Value> = (0..3).map(|c| number(c, 0.0, 8.0)).collect();
    let trees: Vec<Value> = (0..3).map(|c| split(c, 5.0, 0.0, 1.0)).chain([split(0, 5.0, 1e12, 1e12)]).collect();
    let model = model(Value::Array(features), Value::Array(trees), json!({"base": [-1e12 - 1.75]}));
    let query = asked(&model, &[1.0; 3], json!({}));
    let by = |cost: f64| says(&model, &query, Some(cost), &[round(&[0.5], &all_pay(0.5)), vec![0]].concat());
    // 1e-13 of 0.5 times the need and the tree's value.
    assert_eq!(by(0.875 - 0.11), "proved");
    refuted(&by(0.875 - 0.09), OPEN);
    refuted(&by(0.875), OPEN);
}

/// Of three numbers at most one may change, so that there is no answer. All cost 1.5 together, and the bound must reach 3.5.
#[test]
fn a_multiplier_prices_the_changes_that_are_allowed() {
    let by = |most: usize, lambda: f64, mu: f64, pay: f32| {
        let (model, query) = two_of_three(Some(most));
        says(&model, &query, None, &[round(&[lambda, mu], &all_pay(pay)), vec![0]].concat())
    };
    // A level's excess of 0.5 counts too.
    assert_eq!(by(1, 4.125, 4.125, 4.125), "proved");
    assert_eq!(by(1, 8.0, 8.0, 8.0), "proved");
    refuted(&by(1, 3.875, 3.875, 3.875), OPEN);
    refuted(&by(1, 8.0, 0.0, 8.0), OPEN);
    refuted(&by(1, 8.0, 4.0, 8.0), OPEN);
    refuted(&by(1, 3.5, 7.0, 3.5), OPEN);
    for scale in [1.0, 4.0, 8.0, 64.0, 1e6, 1e12] {
        for mu in [0.0, 0.5, 1.0, 2.0] {
            refuted(&by(2, scale, mu * scale, scale as f32), OPEN);
            refuted(&by(3, scale, mu * scale, scale as f32), OPEN);
        }
    }
}

/// The bytes are read as they are written, and nothing but these.
#[test]
fn steps_and_numbers_are_read_as_they_are_written() {
    let (model, query) = triangle(0.5);
    let good = round(&[0.0], &best(1.0));
    let by = |bytes: &[u8]| says(&model, &query, Some(0.75), bytes);
    assert_eq!(by(&[&good[..], &[0]].concat()), "proved");
    refuted(&by(&[&good[..], &[0, 0]].concat()), "the proof goes on after its last box");
    refuted(&by(&good), "the proof ends early");
    refuted(&by(&[]), "the proof ends early");
    refuted(&by(&[3]), "a step of no known kind");
    // Numbers of several bytes: 0 and 3 written longer than they need be, and too long ones.
    let lambda = 0f64.to_le_bytes();
    let start = [&[1][..], &lambda].concat();
    assert_eq!(by(&[&start[..], &[0x80, 0x80, 0x80, 0x80, 0], &good, &[0]].concat()), "proved");
    refuted(&by(&[&start[..], &[0x80, 0x80, 0x80, 0x80, 0x80, 0]].concat()), "a number of more than 35 bits");
    refuted(&by(&[&start[..], &[4, 1, 0, 1]].concat()), "a message of a feature that there is not");
    refuted(&by(&[&start[..], &[0x81, 0x01, 1, 0, 1]].concat()), "a message of a feature that there is not");
    refuted(&by(&[&start[..], &[1, 1, 3, 1]].concat()), "a message to a tree that there is not");
    for segments in [&[2, 2][..], &[2, 0], &[3, 1, 0], &[3, 1, 1]] {
        refuted(&by(&[&start[..], &[1, 1, 0], segments].concat()), "a message of levels that there are not");
    }
    let endless = [&start[..], &[1, 1, 0, 1], &f32::INFINITY.to_le_bytes()].concat();
    refuted(&by(&endless), "a message that is no number");
    for wrong in [f64::NAN, f64::INFINITY, -1e-300] {
        refuted(&by(&[&[1][..], &wrong.to_le_bytes()].concat()), "a multiplier below 0");
    }
}

/// A budget has a tree for each number that it names, behind the model's, and no others.
#[test]
fn a_budget_has_a_tree_for_each_number_that_it_names() {
    let (model, _) = two_of_three(None);
    let budget = json!({"budget": {"changes": {"x1": 1}, "most": 100}});
    let query = asked(&model, &[1.0; 3], json!({"constraints": [budget]}));
    let by = |tree: usize| {
        let messages = [all_pay(0.5), vec![pays(2, tree, 0.0)]].concat();
        says(&model, &query, Some(0.875), &[round(&[0.5, 0.0], &messages), vec![0]].concat())
    };
    assert_eq!(by(3), "proved");
    refuted(&by(4), "a message to a tree that there is not");
}

/// The part that is told to come first does, with the levels of the range; each part has its own proof.
#[test]
fn a_split_makes_two_boxes_in_the_order_that_it_tells() {
    let (model, query) = triangle(0.5);
    let by = |cost: f64, bytes: &[u8]| says(&model, &query, Some(cost), bytes);
    // Where the first number is small both others are needed, and where it is large one of them.
    for split in [[2, 0, 0, 1, 0], [2, 0, 0, 1, 1], [2, 0, 1, 2, 0], [2, 0, 1, 2, 1]] {
        assert_eq!(by(1.0, &[&split[..], &[0, 0]].concat()), "proved", "{split:?}");
        refuted(&by(1.0, &[&split[..], &[0]].concat()), "ends early");
        refuted(&by(1.0001, &[&split[..], &[0, 0]].concat()), OPEN);
    }
    // All levels on one side: the other box is empty.
    refuted(&by(0.75, &[2, 0, 0, 2, 1, 0, 0]), OPEN);
    refuted(&by(0.75, &[2, 0, 0, 0, 1, 0, 0]), OPEN);
    for wrong in [[2, 3, 0, 1, 0], [2, 0, 1, 0, 0], [2, 0, 0, 3, 0], [2, 0, 0, 1, 2]] {
        refuted(&by(0.75, &[&wrong[..], &[0, 0]].concat()), "a split of levels that there are not");
    }
    // A first number that costs 1 by itself: the part where it is large holds no answer below 1.5, the other one has an answer of 1.
    let (model, query) = triangle(1.0);
    let by = |bytes: &[u8]| says(&model, &query, Some(1.2), bytes);
    for (split, byte) in [([2, 0, 0, 1, 1], 6), ([2, 0, 0, 1, 0], 7), ([2, 0, 1, 2, 1], 7), ([2, 0, 1, 2, 0], 6)] {
        let found = by(&[&split[..], &[0, 0]].concat());
        refuted(&found, OPEN);
        refuted(&found, &format!("proof 0, byte {byte}"));
    }
}
