//! Instances whose models are trained, by tree alternating optimisation.

use super::{point, Shape};
use crate::{Instance, Rng};
use espalier_formats::oblique::{train, Settings};
use espalier_model::ensemble::{Ensemble, Prediction};
use espalier_model::query::Target;
use std::sync::Arc;

/// As [`super::instance`], with trained trees. Each tree has its own sample of rows that the random model has labelled, one in ten at random.
pub fn instance(seed: u64, shape: Shape) -> Instance {
    let mut instance = super::instance(seed, shape);
    let rng = &mut Rng::new(seed ^ 0x7EA1_1ED0);
    let (schema, random) = (&instance.model.schema, &instance.model.ensemble);
    let classes = random.outputs;
    let rows: Vec<Vec<f64>> = (0..120).map(|_| point(rng, schema, random.columns)).collect();
    let labels: Vec<usize> =
        rows.iter().map(|row| if rng.chance(0.1) { rng.below(classes) } else { class(random, row) }).collect();
    let settings = Settings { depth: rng.within(2, shape.depth), rounds: 3, ..Settings::default() };
    let trees = (0..rng.within(1, shape.trees)).map(|_| {
        let drawn: Vec<usize> = rows.iter().map(|_| rng.below(rows.len())).collect();
        let (rows, labels): (Vec<_>, Vec<_>) = drawn.iter().map(|&i| (rows[i].clone(), labels[i])).unzip();
        train(&rows, &labels, classes, settings).expect("finite rows with a class each")
    });
    let ensemble = trees.reduce(|mut all, mut one| {
        all.trees.append(&mut one.trees);
        all
    });
    instance.model.ensemble = Arc::new(ensemble.expect("a tree at least"));
    let own = class(&instance.model.ensemble, &instance.query.factual);
    instance.query.target = Target::Class((own + 1) % classes);
    instance
}

fn class(ensemble: &Ensemble, row: &[f64]) -> usize {
    match ensemble.predict(row) {
        Ok(Prediction::Class { class, .. }) => class,
        other => panic!("a classifier was asked: {other:?}"),
    }
}
