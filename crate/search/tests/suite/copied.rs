//! A least probability, or a bound of an interval of values, that was copied from the prediction of a row. That row reaches it, so the answer
//! costs no more than that row, and no other point is cheaper. Models add as each library does, with links that saturate.

use espalier_model::ensemble::{Aggregation, Library, Link, Prediction, Task};
use espalier_model::query::{Query, Sought, Target};
use espalier_search::{Compiled, Search};
use espalier_testkit::instance::{Instance, Size};
use espalier_testkit::{brute, queries, schemas, Rng};
use espalier_verify::{certificate, met, verify};
use std::sync::Arc;

const MOST: usize = 20_000;

/// An instance with many leaf values as boosting finds them, and a target that some row just reaches.
fn copied(seed: u64, library: Library) -> Option<Instance> {
    let mut instance = Instance::new(seed, Size { features: 4, trees: 12, depth: 3 });
    let mut rng = Rng::new(seed ^ 0xC0B1_ED00);
    let ensemble = Arc::make_mut(&mut instance.model.ensemble);
    if ensemble.aggregation != Aggregation::Sum {
        return None;
    }
    ensemble.arithmetic = library.into();
    if !ensemble.base_comes_first() {
        ensemble.arithmetic.divisors = [[1.0, 3.0, 7.0][seed as usize % 3], [1.0, 3.0][seed as usize / 3 % 2]];
        ensemble.arithmetic.scale = [1.0, 1.7][seed as usize / 6 % 2];
    }
    // Some models are so sure that nearly all probabilities are 0 or 1.
    let scale = *rng.pick(&[0.1, 0.3, 1.0, 5.0]);
    let mut number = || f64::from((scale * (2.0 * rng.unit() - 1.0)) as f32);
    ensemble.base.iter_mut().for_each(|b| *b = number());
    for tree in &mut ensemble.trees {
        tree.weight = if number() > 0.0 { 1.0 } else { f64::from(0.3f32) };
        tree.values.iter_mut().for_each(|v| *v = number());
    }
    if let Task::Regressor = ensemble.task {
        ensemble.link = [Link::None, Link::Exp, Link::Square, Link::Softplus][seed as usize % 4];
    }
    let plans = schemas::plans(&mut Rng::new(seed), 4);
    let row = queries::row(&mut rng, &instance.model, &plans, 0.0);
    let target = match instance.model.ensemble.predict(&row).ok()? {
        Prediction::Class { scores, .. } => {
            let class = rng.below(scores.len());
            Target::Probability { class, at_least: scores[class].clamp(0.0, 1.0) }
        }
        Prediction::Value(v) if rng.chance(0.5) => Target::Value { lo: v, hi: f64::INFINITY },
        Prediction::Value(v) => Target::Value { lo: f64::NEG_INFINITY, hi: v },
    };
    instance.query.target = target;
    (instance.query.margin, instance.query.sought) = (0.0, Sought::Cheapest);
    Some(instance)
}

/// The least cost of a point on target, by the model's own predictions.
fn least(instance: &Instance) -> Option<Option<f64>> {
    let (ensemble, query) = (&instance.model.ensemble, &instance.query);
    let mut least = None;
    brute::combinations(instance, MOST, &mut |row, _, cost| {
        let Ok(prediction) = ensemble.predict(row) else { return };
        let reached = match (&query.target, &prediction) {
            (Target::Probability { class, at_least }, Prediction::Class { scores, .. }) => scores[*class] >= *at_least,
            (Target::Value { lo, hi }, Prediction::Value(v)) => lo <= v && v <= hi,
            _ => false,
        };
        assert_eq!(reached, met(ensemble, query, &prediction).is_some());
        if reached {
            least = Some(least.map_or(cost.value, |l: f64| l.min(cost.value)));
        }
    })?;
    Some(least)
}

fn check(library: Library) {
    let mut tried = 0;
    for seed in 0..1200 {
        let Some(instance) = copied(seed, library) else { continue };
        let Some(least) = least(&instance) else { continue };
        let cost = &instance.query.cost;
        let certified = cost.norm.linf == 0.0 || cost.is_largest_alone();
        let query = Query { certificate: certified, ..instance.query.clone() };
        let compiled = Arc::new(Compiled::new(&instance.model).expect("compiles"));
        let Ok(mut search) = Search::new(compiled, query.clone()) else { continue };
        while !search.step(1000) {}
        let explanation = search.explanation();
        let found = explanation.counterfactuals.first().map(|c| c.cost);
        let equal = match (found, least) {
            (Some(found), Some(least)) => (found - least).abs() <= 1e-9 * found.abs() + 1e-12,
            (None, None) => true,
            _ => false,
        };
        assert!(equal, "seed {seed}: {found:?} where {least:?} is the least, of {:?}", query.target);
        verify(&instance.model, &query, &explanation).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        if let Some(proof) = &explanation.certificate {
            certificate(&instance.model, &query, proof).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        }
        tried += 1;
    }
    assert!(tried > 300, "only {tried}");
}

#[test]
fn a_prediction_of_plain_double_precision_is_within_reach_of_its_row() {
    check(Library::Plain);
}

#[test]
fn a_prediction_of_scikit_learn_is_within_reach_of_its_row() {
    check(Library::ScikitLearn);
}

#[test]
fn a_prediction_of_xgboost_is_within_reach_of_its_row() {
    check(Library::XgBoost);
}

#[test]
fn a_prediction_of_catboost_is_within_reach_of_its_row() {
    check(Library::CatBoost);
}

#[test]
fn a_prediction_of_onnx_runtime_is_within_reach_of_its_row() {
    check(Library::OnnxRuntime);
}
