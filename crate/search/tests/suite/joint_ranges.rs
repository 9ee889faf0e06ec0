//! Every point of an answer's joint box is an answer, and a box of one change is as large as it can be.

use super::rules::ruled;
use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::ensemble::Prediction;
use espalier_model::schema::{Feature, Kind};
use espalier_testkit::brute::{self, Meets};
use espalier_testkit::instance::Size;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::options;
use espalier_testkit::{Instance, Rng};
use espalier_verify::{joint_ranges, JointRange, JointRangesError};
use serde_json::json;

/// Values that the feature can be set to in this model's input type, near and far.
fn attainable(instance: &Instance, feature: &Feature, rng: &mut Rng) -> Vec<f64> {
    let input = instance.model.ensemble.input;
    match &feature.kind {
        Kind::Ordinal { levels, .. } => levels.iter().map(|l| l.value).collect(),
        Kind::Integer { .. } => (-12..13).map(f64::from).collect(),
        _ => {
            let width = feature.max - feature.min;
            let mut values: Vec<f64> =
                (0..30).map(|_| input.round(feature.min - width + 3.0 * width * rng.unit())).collect();
            values.extend(options::candidates(instance, feature));
            values
        }
    }
}

/// Instances, others with an isolation forest, and others with large rules.
fn instances() -> impl Iterator<Item = (u64, Instance)> {
    let plain = (0..12_000).map(|seed| (seed, Instance::new(seed, Size::SMALL)));
    let plausible = (0..8000).map(|seed| (seed, Instance::plausible(seed, Size::SMALL)));
    plain.chain(plausible).chain((0..4000).map(|seed| (seed, ruled(seed, Size::SMALL))))
}

fn inside(room: &JointRange, value: f64) -> bool {
    room.from.is_none_or(|from| from <= value) && room.to.is_none_or(|to| value <= to)
}

#[test]
fn every_point_of_the_joint_box_is_an_answer() {
    let (mut boxes, mut points, mut joint, mut wide) = (0, 0, 0, 0);
    for (seed, instance) in instances() {
        let Some(solved) = brute::solve(&instance, 3000) else { continue };
        let Some(answer) = solved.points.first() else { continue };
        let ranges = joint_ranges(&instance.model, &instance.query, answer).unwrap();
        if ranges.is_empty() {
            continue;
        }
        let mut rng = Rng::new(seed);
        boxes += 1;
        joint += usize::from(ranges.len() > 1);
        wide += usize::from(ranges.iter().any(|r| r.from != r.to));
        let features = &instance.model.schema.features;
        // Points inside each interval and its bounds. On an open side, any value that the feature's limits allow.
        let choices: Vec<Vec<f64>> = ranges
            .iter()
            .map(|r| {
                let feature = &features[r.feature];
                let value = answer[feature.columns()[0]];
                assert!(inside(r, value), "seed {seed}: {r:?} does not hold the answer {value}");
                let all = attainable(&instance, feature, &mut rng).into_iter().chain(r.from).chain(r.to);
                let mut row = answer.clone();
                all.filter(|&x| {
                    row[feature.columns()[0]] = x;
                    inside(r, x) && options::within_limits(&instance, r.feature, &row)
                })
                .chain([value])
                .collect()
            })
            .collect();
        for _ in 0..60 {
            let mut row = answer.clone();
            for (r, values) in ranges.iter().zip(&choices) {
                row[features[r.feature].columns()[0]] = *rng.pick(values);
            }
            points += 1;
            assert_ne!(brute::admits(&instance, &row), Meets::No, "seed {seed}: {row:?} in {ranges:?}\n{instance:#?}");
        }
    }
    assert!(boxes > 2000 && joint > 300 && wide > 1500 && points > 100_000, "{boxes} {joint} {wide} {points}");
}

#[test]
fn a_box_of_one_change_cannot_be_larger() {
    let mut ends = 0;
    for (seed, instance) in instances() {
        let Some(solved) = brute::solve(&instance, 3000) else { continue };
        let Some(answer) = solved.points.first() else { continue };
        let ranges = joint_ranges(&instance.model, &instance.query, answer).unwrap();
        let [one] = ranges[..] else { continue };
        let feature = &instance.model.schema.features[one.feature];
        let column = feature.columns()[0];
        let mut values = attainable(&instance, feature, &mut Rng::new(seed));
        values.sort_by(f64::total_cmp);
        let beyond_above = one.to.and_then(|to| values.iter().copied().find(|&x| x > to));
        let beyond_below = one.from.and_then(|from| values.iter().copied().rev().find(|&x| x < from));
        for x in [beyond_above, beyond_below].into_iter().flatten() {
            let mut row = answer.clone();
            row[column] = x;
            ends += 1;
            // A value that the model reads as the factual's own counts as no change.
            let input = instance.model.ensemble.input;
            if input.round(x) == input.round(instance.query.factual[column]) {
                continue;
            }
            assert_ne!(
                brute::admits(&instance, &row),
                Meets::Yes,
                "seed {seed}: {x} beyond {one:?} of {answer:?}\n{instance:#?}"
            );
        }
    }
    assert!(ends > 500, "{ends}");
}

/// Where leaves are linear, the constants of the trees say nothing of the target, so no box is claimed.
#[test]
fn linear_leaves_have_no_joint_ranges() {
    let shape = Shape { trees: 3, depth: 2, numbers: 3, others: 1, linear: false };
    let mut asked = 0;
    for seed in 0..60 {
        let instance = oblique::sloped(seed, shape);
        let Instance { model, query } = &instance;
        if !model.ensemble.has_linear_leaves() {
            continue;
        }
        let mut rng = Rng::new(seed);
        let mut points = (0..200).map(|_| oblique::point(&mut rng, &model.schema, model.ensemble.columns));
        let found = points.find_map(|point| {
            let ranges = joint_ranges(model, query, &point);
            (ranges != Err(JointRangesError::NotAnAnswer)).then_some(ranges)
        });
        let Some(ranges) = found else { continue };
        assert_eq!(ranges, Err(JointRangesError::NotBoxes), "seed {seed}");
        asked += 1;
    }
    assert!(asked > 30, "{asked}");
}

#[test]
fn values_that_answer_nothing_have_no_joint_ranges() {
    let mut refused = 0;
    for seed in espalier_testkit::seeds(500) {
        let instance = Instance::new(seed, Size::SMALL);
        if brute::admits(&instance, &instance.query.factual) == Meets::No {
            let factual = &instance.query.factual;
            match joint_ranges(&instance.model, &instance.query, factual) {
                Err(JointRangesError::NotAnAnswer) => refused += 1,
                // The factual is on target; only a limit excludes it.
                other => assert_eq!(other, Ok(Vec::new())),
            }
        }
        assert_eq!(joint_ranges(&instance.model, &instance.query, &[]), Err(JointRangesError::NotAnAnswer));
    }
    assert!(refused > 100, "{refused}");
}

/// A softmax of two scores. Its probability above 7 is less than that from 5.25 to 7 by half a billionth.
#[test]
fn a_probability_that_is_missed_by_a_hair_ends_the_box() {
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 1, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [0, 0], "link": "softmax", "classes": ["no", "yes"],
        "trees": [{"weight": 1, "feature": [0, -1, 0, -1, -1], "threshold": [5.25, 0, 7, 0, 0], "left": [1, -1, 3, -1, -1],
                   "right": [2, -1, 4, -1, -1], "value": [null, [1, 0], null, [0, 1], [0, 1.0 - 2.5e-9]]}],
        "schema": {"features": [{"name": "a", "kind": "numeric", "column": 0, "min": 0, "max": 10}], "classes": ["no", "yes"]}});
    let model = formats::load(file.to_string().as_bytes()).expect("the file is right");
    let Ok(Prediction::Class { scores, .. }) = model.ensemble.predict(&[6.0]) else { panic!("no class") };
    let at_least = |least: f64| json!({"class": 1, "min_probability": least});
    let best = json!({"best": {"class": 1}, "budget": 1});
    for (target, to) in [(at_least(scores[1]), Some(7.0)), (at_least(scores[1] - 1e-6), None), (best, Some(7.0))] {
        let request = json!({"query": [2], "target": target.clone()});
        let query = Request::parse(&request, &model).expect("a request that fits").query;
        let ranges = joint_ranges(&model, &query, &[6.0]).unwrap();
        assert_eq!(ranges, [JointRange { feature: 0, from: Some(5.25f64.next_up()), to }], "{target}");
    }
}
