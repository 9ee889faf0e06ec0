//! The pieces of a slice that hyperplanes cross cover the window exactly once, and every point of a piece has the piece's class and scores. With
//! linear leaves, a piece has one class and its raw scores are linear functions.

use espalier_model::ensemble::{Ensemble, LinearLeaf, Link, Precision, Prediction, Task};
use espalier_model::regions::{pieces, slice, Pieces, RegionError, Window};
use espalier_model::schema::Schema;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{Instance, Rng};
use std::sync::Arc;

const SHAPE: Shape = Shape { trees: 5, depth: 3, numbers: 3, others: 2, linear: false };

/// Corners of a piece as shares of the window.
fn corners(found: &Pieces, k: usize) -> Vec<[f64; 2]> {
    let share = |axis: usize, value: f64| {
        let [lo, hi] = ends(found, axis);
        (value - lo) / (hi - lo)
    };
    let own = found.first[k] as usize..found.first[k + 1] as usize;
    own.map(|p| [share(0, found.points[2 * p]), share(1, found.points[2 * p + 1])]).collect()
}

fn ends(found: &Pieces, axis: usize) -> [f64; 2] {
    let edges = &found.edges[axis];
    [edges[0], edges[edges.len() - 1]]
}

/// Sides of a piece, from corner to corner.
fn sides(corners: &[[f64; 2]]) -> impl Iterator<Item = ([f64; 2], [f64; 2])> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Depth of a point inside a piece; negative outside.
fn depth(corners: &[[f64; 2]], at: [f64; 2]) -> f64 {
    let from = |(a, b): ([f64; 2], [f64; 2])| {
        let cross = (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]);
        cross / (b[0] - a[0]).hypot(b[1] - a[1]).max(1e-300)
    };
    sides(corners).map(from).fold(f64::INFINITY, f64::min)
}

fn area(corners: &[[f64; 2]]) -> f64 {
    sides(corners).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f64>() / 2.0
}

/// Each border lies between the two pieces that it names, and borders and frame together are the whole rim of every piece.
fn meet(found: &Pieces, all: &[Vec<[f64; 2]>], seed: u64) {
    let [[left, right], [low, high]] = [0, 1].map(|axis| ends(found, axis));
    let (wide, tall) = (right - left, high - low);
    let mut rims: Vec<f64> = all
        .iter()
        .enumerate()
        .map(|(piece, corners)| {
            let own = &found.sides[found.first[piece] as usize..found.first[piece + 1] as usize];
            let lengths = sides(corners).map(|(a, b)| (b[0] - a[0]).hypot(b[1] - a[1]));
            lengths.zip(own).filter(|(_, side)| **side >= 0).map(|(length, _)| length).sum()
        })
        .collect();
    let mut before: Option<(i32, f64)> = None;
    for (ends, between) in found.borders.ends.chunks(4).zip(found.borders.between.chunks(3)) {
        let &[line, below, above] = between else { panic!("three numbers") };
        let [from, to] = [0, 2].map(|k| [(ends[k] - left) / wide, (ends[k + 1] - low) / tall]);
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        // The normal of the line points to the piece above.
        let normal = [from[1] - to[1], to[0] - from[0]].map(|x| -x / length);
        let line_of = &found.lines[3 * line as usize..][..3];
        assert!(normal[0] * line_of[0] * wide + normal[1] * line_of[1] * tall > 0.0, "seed {seed}");
        let middle = [0, 1].map(|k| (from[k] + to[k]) / 2.0);
        for (piece, sign) in [(below, -1.0), (above, 1.0)] {
            let corners = &all[piece as usize];
            assert!(depth(corners, middle).abs() < 3e-9, "seed {seed}: a border is off its piece");
            let step = (length / 4.0).min(1e-7);
            let beside = [0, 1].map(|k| middle[k] + sign * step * normal[k]);
            assert!(depth(corners, beside) > -3e-9, "seed {seed}: a piece is on the other side");
            rims[piece as usize] -= length;
        }
        let along = |p: [f64; 2]| normal[0] * p[1] - normal[1] * p[0];
        let (first, last) = (along(from).min(along(to)), along(from).max(along(to)));
        let next = before.filter(|(same, _)| *same == line);
        assert!(next.is_none_or(|(_, end)| first >= end - 1e-9), "seed {seed}: borders out of order");
        assert!(before.is_none_or(|(same, _)| same <= line), "seed {seed}");
        before = Some((line, last));
    }
    assert!(rims.iter().all(|rest| rest.abs() < 1e-6), "seed {seed}: {rims:?}");
}

/// Asserts that the pieces cover the window once. Hands over random points that are near no border: the piece, the point on the axes, its row.
fn each_spot(
    seed: u64,
    rng: &mut Rng,
    (instance, x, y): (&Instance, usize, usize),
    found: &Pieces,
    mut at_spot: impl FnMut(usize, [f64; 2], &[f64]),
) {
    let (ensemble, schema, at) = (&instance.model.ensemble, &instance.model.schema, &instance.query.factual);
    let count = found.first.len() - 1;
    assert_eq!((found.classes.len(), found.scores.len()), (count, count * found.outputs), "seed {seed}");
    let all: Vec<_> = (0..count).map(|k| corners(found, k)).collect();
    let areas: Vec<f64> = all.iter().map(|piece| area(piece)).collect();
    assert!(areas.iter().all(|a| *a > 0.0), "seed {seed}");
    assert!((areas.iter().sum::<f64>() - 1.0).abs() < 1e-9, "seed {seed}");
    // Every side that is not part of the frame lies on its line.
    for (p, &side) in found.sides.iter().enumerate().filter(|(_, side)| **side >= 0) {
        let line = &found.lines[3 * side as usize..][..3];
        let [wide, high] = [0, 1].map(|axis| ends(found, axis)).map(|[lo, hi]| hi - lo);
        let miss = line[0] * found.points[2 * p] + line[1] * found.points[2 * p + 1] - line[2];
        assert!(miss.abs() <= 1e-7 * (line[0] * wide).hypot(line[1] * high), "seed {seed}: {miss}");
    }
    meet(found, &all, seed);
    let near = if ensemble.input == Precision::F32 { 1e-6 } else { 1e-8 };
    for _ in 0..40 {
        let spot = [rng.unit(), rng.unit()];
        let depths: Vec<f64> = all.iter().map(|piece| depth(piece, spot)).collect();
        if depths.iter().any(|d| d.abs() <= near) {
            continue;
        }
        let inside: Vec<usize> = (0..count).filter(|&k| depths[k] > 0.0).collect();
        let &[k] = &inside[..] else { panic!("seed {seed}: {spot:?} lies in {inside:?}") };
        let mut row = at.clone();
        let mut place = [0.0; 2];
        for (axis, feature) in [x, y].map(|f| &schema.features[f]).into_iter().enumerate() {
            let [lo, hi] = ends(found, axis);
            let value = lo + spot[axis] * (hi - lo);
            place[axis] = value;
            for &c in feature.columns() {
                row[c] = feature.level_value(value.round() as usize, c).unwrap_or(value);
            }
        }
        at_spot(k, place, &row);
    }
}

#[test]
fn every_point_has_the_class_and_the_scores_of_its_piece() {
    let mut checked = 0;
    for seed in espalier_testkit::seeds(400) {
        let instance = oblique::instance(seed, SHAPE);
        let (ensemble, schema, at) = (&instance.model.ensemble, &instance.model.schema, &instance.query.factual);
        let mut rng = Rng::new(seed);
        let x = rng.below(schema.features.len());
        let y = (x + 1 + rng.below(schema.features.len() - 1)) % schema.features.len();
        let Some(found) = pieces(ensemble, schema, at, x, y, Window::default()).unwrap() else {
            // No hyperplane reads the axes, so the slice has cells.
            assert!(slice(ensemble, schema, at, x, y, Window::default()).is_ok(), "seed {seed}");
            continue;
        };
        let refused = slice(ensemble, schema, at, x, y, Window::default());
        // Cells suffice where every hyperplane on the axes lies behind a split that sends the whole plane elsewhere.
        let parallel = || found.lines.chunks(3).all(|line| line[0] == 0.0 || line[1] == 0.0);
        match refused {
            Err(RegionError::NotCells { .. }) => {}
            Ok(_) => assert!(parallel(), "seed {seed}: a hyperplane crosses the cells"),
            Err(other) => panic!("seed {seed}: {other:?}"),
        }
        each_spot(seed, &mut rng, (&instance, x, y), &found, |k, _, row| {
            let Ok(Prediction::Class { class, scores, .. }) = ensemble.predict(row) else { panic!("a classifier") };
            let scores: Vec<f32> = scores.iter().map(|s| *s as f32).collect();
            assert_eq!(usize::from(found.classes[k]), class, "seed {seed}: {row:?}");
            assert_eq!(found.scores[k * found.outputs..][..found.outputs], scores, "seed {seed}: {row:?}");
            checked += 1;
        });
    }
    assert!(checked > 4_000, "{checked}");
}

/// The pieces of an instance along two random axes.
fn random_pieces(seed: u64, rng: &mut Rng, instance: &Instance) -> (usize, usize, Pieces) {
    let (ensemble, schema, at) = (&instance.model.ensemble, &instance.model.schema, &instance.query.factual);
    let x = rng.below(schema.features.len());
    let y = (x + 1 + rng.below(schema.features.len() - 1)) % schema.features.len();
    let found = pieces(ensemble, schema, at, x, y, Window::default()).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    (x, y, found.unwrap_or_else(|| panic!("seed {seed}: linear leaves have pieces")))
}

#[test]
fn with_linear_leaves_every_point_has_the_class_and_the_function_of_its_piece() {
    let (mut checked, mut cut) = (0, 0);
    for seed in espalier_testkit::seeds(400) {
        let make = [oblique::sloped, oblique::network, oblique::deep][(seed % 3) as usize];
        let instance = make(seed, SHAPE);
        let ensemble = &instance.model.ensemble;
        if !ensemble.has_linear_leaves() {
            continue;
        }
        let mut rng = Rng::new(seed);
        let (x, y, found) = random_pieces(seed, &mut rng, &instance);
        assert_eq!(found.raw.len(), 3 * ensemble.outputs * found.classes.len(), "seed {seed}");
        cut += usize::from(found.classes.iter().any(|class| *class != found.classes[0]));
        each_spot(seed, &mut rng, (&instance, x, y), &found, |k, place, row| {
            let Ok(Prediction::Class { class, raw, .. }) = ensemble.predict(row) else { panic!("a classifier") };
            assert_eq!(usize::from(found.classes[k]), class, "seed {seed}: {row:?}");
            let functions = found.raw[3 * ensemble.outputs * k..].chunks(3);
            for (function, raw) in functions.zip(raw) {
                let value = function[0] * place[0] + function[1] * place[1] + function[2];
                // A row in single precision is off by its rounding.
                let near = if ensemble.input == Precision::F32 { 1e-5 } else { 1e-10 };
                assert!((value - raw).abs() <= near, "seed {seed}: {value}, not {raw}");
            }
            checked += 1;
        });
    }
    assert!(checked > 4_000 && cut > 100, "{checked}, {cut}");
}

#[test]
fn one_output_is_cut_where_its_score_changes_sign_and_a_number_is_not_cut() {
    let mut parts = 0;
    for seed in espalier_testkit::seeds(100) {
        let mut instance = oblique::sloped(seed, SHAPE);
        // The first output alone, less a half.
        let ensemble = Arc::make_mut(&mut instance.model.ensemble);
        let outputs = ensemble.outputs;
        for tree in &mut ensemble.trees {
            tree.values = tree.values.chunks(outputs).map(|values| values[0] - 0.5).collect();
            let first = |leaf: &mut LinearLeaf| leaf.weights.truncate(leaf.columns.len());
            tree.linear.iter_mut().for_each(first);
        }
        (ensemble.task, ensemble.outputs, ensemble.link) = (Task::Classifier { classes: 2 }, 1, Link::Logistic);
        ensemble.base.truncate(1);
        ensemble.validate().expect("a model");
        if !ensemble.has_linear_leaves() {
            continue;
        }
        let mut rng = Rng::new(seed);
        let (x, y, found) = random_pieces(seed, &mut rng, &instance);
        let ensemble = &instance.model.ensemble;
        each_spot(seed, &mut rng, (&instance, x, y), &found, |k, _, row| {
            let Ok(Prediction::Class { class, .. }) = ensemble.predict(row) else { panic!("a classifier") };
            assert_eq!(usize::from(found.classes[k]), class, "seed {seed}: {row:?}");
        });
        let ensemble = Arc::make_mut(&mut instance.model.ensemble);
        (ensemble.task, ensemble.link) = (Task::Regressor, Link::None);
        let number = random_pieces(seed, &mut Rng::new(seed), &instance).2;
        assert!(number.classes.len() <= found.classes.len(), "seed {seed}");
        parts += found.classes.len() - number.classes.len();
        // At the mean of its corners a piece has the value that is handed over.
        let ensemble: &Ensemble = &instance.model.ensemble;
        let schema: &Schema = &instance.model.schema;
        for k in 0..number.classes.len() {
            let own = number.first[k] as usize..number.first[k + 1] as usize;
            let mean = |axis: usize| own.clone().map(|p| number.points[2 * p + axis]).sum::<f64>() / own.len() as f64;
            let mut row = instance.query.factual.clone();
            for (axis, feature) in [x, y].map(|f| &schema.features[f]).into_iter().enumerate() {
                for &c in feature.columns() {
                    row[c] = feature.level_value(mean(axis).round() as usize, c).unwrap_or(mean(axis));
                }
            }
            let Ok(Prediction::Value(value)) = ensemble.predict(&row) else { panic!("a regressor") };
            assert!((value - f64::from(number.scores[k])).abs() < 1e-5, "seed {seed}");
        }
    }
    assert!(parts > 50, "{parts}");
}

#[test]
fn where_a_column_of_a_linear_leaf_is_missing_its_own_values_hold() {
    let mut found = 0;
    for seed in espalier_testkit::seeds(200) {
        let mut instance = oblique::sloped(seed, Shape { trees: 1, depth: 0, ..SHAPE });
        let ensemble = Arc::make_mut(&mut instance.model.ensemble);
        let outputs = ensemble.outputs;
        let features = instance.model.schema.features.len();
        let Some(leaf) = ensemble.trees[0].linear.first_mut() else { continue };
        let off: Vec<usize> = instance.model.schema.features[2..].iter().flat_map(|f| f.columns()).copied().collect();
        if features < 3 || !leaf.columns.iter().any(|c| off.contains(c)) {
            continue;
        }
        off.iter().for_each(|&c| instance.query.factual[c] = f64::NAN);
        let ask = |instance: &Instance| {
            pieces(&instance.model.ensemble, &instance.model.schema, &instance.query.factual, 0, 1, Window::default())
        };
        leaf.missing = Some((0..outputs).map(|k| k as f64).collect());
        let all = ask(&instance).unwrap().expect("pieces");
        assert_eq!(all.classes, [outputs as u8 - 1], "seed {seed}");
        assert!(all.raw.chunks(3).all(|function| function[..2] == [0.0; 2]), "seed {seed}");
        Arc::make_mut(&mut instance.model.ensemble).trees[0].linear[0].missing = None;
        assert!(matches!(ask(&instance), Err(RegionError::Missing { .. })), "seed {seed}");
        found += 1;
    }
    assert!(found > 20, "{found}");
}

#[test]
fn a_window_that_is_none_and_a_missing_value_without_a_rule_are_refused() {
    let slanted = |seed| {
        let instance = oblique::instance(seed, SHAPE);
        let (ensemble, schema, at) = (&instance.model.ensemble, &instance.model.schema, &instance.query.factual);
        let found = pieces(ensemble, schema, at, 0, 1, Window::default()).unwrap();
        found.is_some_and(|found| found.classes.len() > 4).then_some(instance)
    };
    let instance = (0..).find_map(slanted).unwrap();
    let (ensemble, schema, at) = (&instance.model.ensemble, &instance.model.schema, &instance.query.factual);
    for ends in [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (f64::NEG_INFINITY, 1.0)] {
        let refused = pieces(ensemble, schema, at, 0, 1, Window { x: Some(ends), y: None });
        assert!(matches!(refused, Err(RegionError::Window { .. })), "{ends:?}");
    }
    let mut missing = at.clone();
    schema.features[2..].iter().flat_map(|f| f.columns()).for_each(|&c| missing[c] = f64::NAN);
    let refused = pieces(ensemble, schema, &missing, 0, 1, Window::default());
    assert!(matches!(refused, Err(RegionError::Missing { .. })), "{refused:?}");
    // The axes' own values must not matter.
    let mut own = at.clone();
    schema.features[..2].iter().flat_map(|f| f.columns()).for_each(|&c| own[c] = f64::NAN);
    let window = [0, 1].map(|f| Some((schema.features[f].min, schema.features[f].max)));
    let window = Window { x: window[0], y: window[1] };
    let [here, there] = [at, &own].map(|at| pieces(ensemble, schema, at, 0, 1, window).unwrap());
    assert_eq!(here, there);
}
