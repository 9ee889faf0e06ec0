//! Every cell of a slice states the prediction of the reference predictor at a point of the cell, ties included.

use espalier_model::ensemble::Prediction;
use espalier_model::regions::{slice, RegionError, Slice, SliceAxis, Window};
use espalier_model::schema::Feature;
use espalier_testkit::instance::Size;
use espalier_testkit::{Instance, Rng};

/// Writes the raw values of the point that represents a band of an axis.
fn place(row: &mut [f64], feature: &Feature, axis: &SliceAxis, band: usize) {
    match feature.level_count() {
        Some(_) => feature.columns().iter().for_each(|&c| row[c] = feature.level_value(band, c).unwrap()),
        None => row[feature.columns()[0]] = axis.edges[band + 1],
    }
}

/// Class and scores of cell `(i, j)`.
fn cell(slice: &Slice, i: usize, j: usize) -> (u8, &[f32]) {
    let at = j * (slice.x.edges.len() - 1) + i;
    (slice.classes[at], &slice.scores[at * slice.outputs..(at + 1) * slice.outputs])
}

/// Holds every cell of a slice of a seed's instance to the predictor. Returns the number of cells.
fn hold(seed: u64) -> usize {
    let instance = Instance::new(seed, Size::SMALL);
    let (ensemble, schema) = (&instance.model.ensemble, &instance.model.schema);
    if schema.features.len() < 2 {
        return 0;
    }
    let mut cells = 0;
    let mut rng = Rng::new(seed);
    let x = rng.below(schema.features.len());
    let y = (x + 1 + rng.below(schema.features.len() - 1)) % schema.features.len();
    let at = &instance.query.factual;
    let slice = match slice(ensemble, schema, at, x, y, Window::default()) {
        Ok(slice) => slice,
        Err(e) => panic!("seed {seed}: {e}"),
    };
    let mut row = at.clone();
    for j in 0..slice.y.edges.len() - 1 {
        place(&mut row, &schema.features[y], &slice.y, j);
        for i in 0..slice.x.edges.len() - 1 {
            place(&mut row, &schema.features[x], &slice.x, i);
            cells += 1;
            let (class, scores) = cell(&slice, i, j);
            let expected = match ensemble.predict(&row).unwrap() {
                Prediction::Class { class, scores, .. } => (class as u8, scores.iter().map(|s| *s as f32).collect()),
                Prediction::Value(v) => (0, vec![v as f32]),
            };
            assert_eq!(class, expected.0, "seed {seed}, cell {i}, {j}");
            // A library that adds in single precision has different last digits.
            let by = if !ensemble.arithmetic.is_single() { 1e-7 } else { 1e-5 };
            for (a, b) in scores.iter().zip(&expected.1) {
                assert!((a - b).abs() <= by * b.abs().max(1.0), "seed {seed}: {a} {b}");
            }
        }
    }
    cells
}

#[test]
fn every_cell_agrees_with_the_predictor() {
    let cells: usize = espalier_testkit::seeds(4000).into_iter().map(hold).sum();
    assert!(cells > 20_000, "{cells}");
}

/// Regression: the own value 3.5000000000000004 was the window's end. A model of single precision reads it as 3.5, which a cut at 3.5 sends left; the
/// band above the cut was shown as of the other side.
#[test]
fn an_end_of_the_window_that_rounds_to_a_cut_is_on_the_side_that_the_model_reads() {
    assert!(hold(202_611_260_105) > 0);
}

/// A random point of the window falls in the cell that its coordinates name.
#[test]
fn every_point_is_in_its_cell() {
    for seed in espalier_testkit::seeds(4000) {
        let instance = Instance::new(seed, Size::SMALL);
        let (ensemble, schema) = (&instance.model.ensemble, &instance.model.schema);
        let numbers: Vec<usize> =
            (0..schema.features.len()).filter(|&f| schema.features[f].level_count().is_none()).collect();
        let &[x, y, ..] = &numbers[..] else { continue };
        let slice = slice(ensemble, schema, &instance.query.factual, x, y, Window::default()).unwrap();
        let mut rng = Rng::new(seed);
        let mut row = instance.query.factual.clone();
        for _ in 0..20 {
            let mut find = |feature: usize, axis: &SliceAxis| {
                let (lo, hi) = (axis.edges[0], axis.edges[axis.edges.len() - 1]);
                // The model reads the rounded value.
                let value = ensemble.input.round(lo + (hi - lo) * rng.unit()).max(lo.next_up()).min(hi);
                row[schema.features[feature].columns()[0]] = value;
                axis.edges[1..].iter().position(|&e| ensemble.input.round(value) <= e)
            };
            let (Some(i), Some(j)) = (find(x, &slice.x), find(y, &slice.y)) else { continue };
            let class = match ensemble.predict(&row).unwrap() {
                Prediction::Class { class, .. } => class as u8,
                Prediction::Value(_) => 0,
            };
            assert_eq!(cell(&slice, i, j).0, class, "seed {seed}");
        }
    }
}

#[test]
fn axes_of_levels_have_a_band_a_level_and_numbers_keep_to_the_window() {
    for seed in espalier_testkit::seeds(500) {
        let instance = Instance::new(seed, Size::SMALL);
        let (ensemble, schema) = (&instance.model.ensemble, &instance.model.schema);
        if schema.features.len() < 2 {
            continue;
        }
        let window = Window { x: Some((0.1, 0.7)), y: Some((-1.0, 5.0)) };
        let slice = slice(ensemble, schema, &instance.query.factual, 0, 1, window).unwrap();
        for (axis, ends) in [(&slice.x, (0.1, 0.7)), (&slice.y, (-1.0, 5.0))] {
            assert!(axis.edges.windows(2).all(|w| w[0] < w[1]));
            let found = (axis.edges[0], axis.edges[axis.edges.len() - 1]);
            match schema.features[axis.feature].level_count() {
                Some(n) => assert_eq!((axis.edges.len(), found), (n + 1, (-0.5, n as f64 - 0.5))),
                None => assert_eq!(found, ends),
            }
        }
    }
}

#[test]
fn a_slice_that_cannot_be_cut_is_refused() {
    let instance = (0..)
        .map(|seed| Instance::new(seed, Size::SMALL))
        .find(|i| i.model.schema.features.iter().filter(|f| f.level_count().is_none()).count() > 1);
    let model = instance.unwrap().model;
    let at = vec![0.0; model.ensemble.columns];
    let ask = |at: &[f64], x, y, window| slice(&model.ensemble, &model.schema, at, x, y, window);
    let none = Window::default();
    assert!(matches!(ask(&at[1..], 0, 1, none), Err(RegionError::Columns { .. })));
    assert_eq!(ask(&at, 0, 0, none), Err(RegionError::SameFeature));
    assert_eq!(ask(&at, 0, 99, none), Err(RegionError::Feature(99)));
    let number = model.schema.features.iter().position(|f| f.level_count().is_none()).unwrap();
    let other = usize::from(number == 0);
    for ends in [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (f64::NEG_INFINITY, 1.0), (-1e308, 1e308)] {
        let window = Window { x: Some(ends), y: None };
        assert!(matches!(ask(&at, number, other, window), Err(RegionError::Window { .. })), "{ends:?}");
    }
}
