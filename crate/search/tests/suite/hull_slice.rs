//! The part of a slice that lies in a hull, against all segments between rows that cross the slice.

use espalier_formats as formats;
use espalier_model::query::hull::Ball;
use espalier_model::query::Hull;
use espalier_model::regions::Window;
use espalier_model::{Background, Model};
use espalier_testkit::Rng;
use espalier_verify::HullSlice;
use serde_json::{json, Value};
use std::sync::Arc;

const WHOLE: Window = Window { x: None, y: None };

/// A model of these features, with a column for each.
fn model(features: Value) -> Model {
    let columns = features.as_array().unwrap().len();
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": columns, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [0, 0], "link": "none", "classes": ["no", "yes"],
        "trees": [{"weight": 1, "feature": [0, -1, -1], "threshold": [0.5, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
                   "value": [null, [1, 0], [0, 1]]}],
        "schema": {"features": features, "classes": ["no", "yes"]}});
    formats::load(file.to_string().as_bytes()).expect("the file is right")
}

fn hull(model: &Model, rows: Vec<Vec<f64>>, epsilon: f64, ball: Ball) -> Hull {
    let all: Vec<usize> = (0..rows.len()).collect();
    Hull::new(Arc::new(Background { rows, labels: None }), &all, &model.schema.features, epsilon, ball, 1)
}

/// The corners of every area, after all steps.
fn areas(model: &Model, hull: &Hull, at: &[f64], axes: [usize; 2]) -> Vec<Vec<[f64; 2]>> {
    let features = &model.schema.features;
    let mut slice = HullSlice::new(hull, features, at, axes, WHOLE).expect("no value is missing");
    while !slice.step(features) {}
    assert!(slice.settled());
    slice.areas().iter().map(|area| area.chunks(2).map(|c| [c[0], c[1]]).collect()).collect()
}

/// Depth of a point inside a convex area; negative outside. Corners are in counterclockwise order.
fn depth(corners: &[[f64; 2]], [x, y]: [f64; 2]) -> f64 {
    let side = |k: usize| {
        let ([ax, ay], [bx, by]) = (corners[k], corners[(k + 1) % corners.len()]);
        let length = (bx - ax).hypot(by - ay);
        if length == 0.0 {
            f64::INFINITY
        } else {
            ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
        }
    };
    (0..corners.len()).map(side).fold(f64::INFINITY, f64::min)
}

/// The convex hull of points, in counterclockwise order.
fn around(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let half = |points: &mut dyn Iterator<Item = &[f64; 2]>| {
        let mut way: Vec<[f64; 2]> = Vec::new();
        for p in points {
            while let [.., o, q] = way[..] {
                if (q[0] - o[0]) * (p[1] - o[1]) - (q[1] - o[1]) * (p[0] - o[0]) > 0.0 {
                    break;
                }
                way.pop();
            }
            way.push(*p);
        }
        way.pop();
        way
    };
    let (below, above) = (half(&mut points.iter()), half(&mut points.iter().rev()));
    [below, above].concat()
}

/// The corners of a ball.
fn corners(ball: Ball, epsilon: f64) -> Vec<[f64; 3]> {
    match ball {
        Ball::L1 => (0..6)
            .map(|i| std::array::from_fn(|k| if k == i / 2 { epsilon * [1.0, -1.0][i % 2] } else { 0.0 }))
            .collect(),
        _ => (0..8).map(|i| std::array::from_fn(|k| epsilon * [1.0, -1.0][i >> k & 1])).collect(),
    }
}

/// The points at which segments between points cross the plane with third coordinate `at`.
fn crossing(points: &[[f64; 3]], at: f64) -> Vec<[f64; 2]> {
    let (over, under): (Vec<[f64; 3]>, Vec<[f64; 3]>) = points.iter().partition(|p| p[2] >= at);
    let cut = |a: &[f64; 3], b: &[f64; 3]| {
        let t = (at - a[2]) / (b[2] - a[2]);
        [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
    };
    over.iter().flat_map(|a| under.iter().map(move |b| cut(a, b))).collect()
}

/// Numbers with ranges of other widths than 1, so that a missing scale is noticed.
const WIDTHS: [f64; 3] = [4.0, 0.5, 1.0];

fn numbers() -> Model {
    let one = |k: usize| json!({"name": format!("f{k}"), "kind": "numeric", "column": k, "min": 0, "max": WIDTHS[k]});
    model(json!([one(0), one(1), one(2)]))
}

#[test]
fn an_area_is_all_segments_between_rows_that_cross_the_slice() {
    let (model, mut rng, mut met, mut empty) = (numbers(), Rng::new(7), 0, 0);
    for turn in 0..60 {
        let ball = [Ball::L1, Ball::Linf][turn % 2];
        let epsilon = if turn % 3 == 0 { 0.0 } else { 0.02 + 0.15 * rng.unit() };
        let rows: Vec<[f64; 3]> = (0..rng.within(4, 15)).map(|_| std::array::from_fn(|_| rng.unit())).collect();
        let at = 1.2 * rng.unit() - 0.1;
        let raw = rows.iter().map(|row| row.iter().zip(WIDTHS).map(|(x, w)| x * w).collect()).collect();
        let found = areas(&model, &hull(&model, raw, epsilon, ball), &[2.0, 0.25, at], [0, 1]);
        let points: Vec<[f64; 3]> = rows
            .iter()
            .flat_map(|row| corners(ball, epsilon).into_iter().map(|by| std::array::from_fn(|k| row[k] + by[k])))
            .collect();
        let right = around(crossing(&points, at));
        if right.len() < 3 {
            assert!(found.is_empty(), "{turn}: {found:?}");
            empty += 1;
            continue;
        }
        let [area] = &found[..] else { panic!("{turn}: {} areas", found.len()) };
        let area: Vec<[f64; 2]> = area.iter().map(|c| [c[0] / WIDTHS[0], c[1] / WIDTHS[1]]).collect();
        // No point of the hull is left out, and no corner is further out than the tolerance.
        for p in &right {
            assert!(depth(&area, *p) > -1e-9, "{turn}: {p:?} of the hull is outside of {area:?}");
        }
        for c in &area {
            assert!(depth(&right, *c) > -0.0011, "{turn}: the corner {c:?} is outside of {right:?}");
        }
        met += 1;
    }
    assert!(met > 30 && empty > 2, "{met} areas, {empty} without");
}

/// Rows of a number and three levels. At each level the area of the number must be that of the segments between rows.
#[test]
fn each_level_of_an_axis_is_a_slice_of_its_own() {
    let labels = json!(["low", "middle", "high"]);
    let model = model(json!([
        {"name": "x", "kind": "numeric", "column": 0, "min": 0, "max": 4},
        {"name": "grade", "kind": "ordinal", "column": 1, "labels": labels, "values": [0, 1, 5]},
        {"name": "kind", "kind": "categorical", "column": 2, "labels": ["p", "q"], "values": [0, 1]}]));
    // In the hull, low is from 0.5 to 1 and high from 3 to 3.5. The middle level lies half way, from 1.75 to 2.25.
    let rows = vec![vec![0.5, 0.0, 0.0], vec![1.0, 0.0, 0.0], vec![3.0, 5.0, 0.0], vec![3.5, 5.0, 0.0]];
    let hull = hull(&model, rows, 0.0, Ball::L1);
    let near = |found: &[[f64; 2]], right: [[f64; 2]; 4]| {
        let off = found.iter().flatten().zip(right.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(found.len() == 4 && off < 0.005, "{found:?} for {right:?}");
    };
    let band = |k: f64, from: f64, to: f64| [[from, k - 0.5], [to, k - 0.5], [to, k + 0.5], [from, k + 0.5]];
    let right = [band(0.0, 0.5, 1.0), band(1.0, 1.75, 2.25), band(2.0, 3.0, 3.5)];
    let found = areas(&model, &hull, &[2.0, 0.0, 0.0], [0, 1]);
    assert_eq!(found.len(), 3, "{found:?}");
    found.iter().zip(right).for_each(|(found, right)| near(found, right));
    // The same with the axes exchanged.
    let turned = |[a, b, c, d]: [[f64; 2]; 4]| [a, d, c, b].map(|[x, y]| [y, x]);
    let found = areas(&model, &hull, &[2.0, 0.0, 0.0], [1, 0]);
    assert_eq!(found.len(), 3, "{found:?}");
    found.iter().zip(right).for_each(|(found, right)| near(found, turned(right)));
    // Two axes of levels: the pairs at which a number of 2 lies in the hull, with a category of the rows.
    let found = areas(&model, &hull, &[2.0, 0.0, 0.0], [1, 2]);
    assert_eq!(found, [[[0.5, -0.5], [1.5, -0.5], [1.5, 0.5], [0.5, 0.5]]]);
    assert!(areas(&model, &hull, &[2.0, 0.0, 1.0], [0, 1]).is_empty());
}

#[test]
fn a_missing_value_has_no_slice_but_on_an_axis() {
    let model = numbers();
    let hull = hull(&model, vec![vec![0.0, 0.0, 0.0], vec![4.0, 0.0, 0.0], vec![0.0, 0.5, 0.0]], 0.1, Ball::Linf);
    let slice = |at: &[f64]| HullSlice::new(&hull, &model.schema.features, at, [0, 1], WHOLE);
    assert!(slice(&[0.5, 0.5, f64::NAN]).is_none());
    assert!(slice(&[f64::NAN, 0.5, 0.0]).is_some());
    assert!(areas(&model, &hull, &[0.5, 0.5, 0.3], [0, 1]).is_empty());
}
