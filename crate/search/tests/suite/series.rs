//! A series of demands against brute force: every answer is the optimum of its demand, and the series ends where brute force finds none.

use espalier_model::ensemble::Prediction;
use espalier_model::query::{Sought, Target};
use espalier_search::{Compiled, Engine, Search};
use espalier_testkit::instance::Size;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{brute, driver, seeds, Instance};
use espalier_verify::verify;
use std::sync::Arc;

/// The instance with a demand above its factual's own prediction, and a series from there on. `None` where the model has no such demand.
fn rising(mut instance: Instance, step: f64) -> Option<(Instance, f64)> {
    let query = &mut instance.query;
    query.certificate = false;
    query.margin = 0.0;
    let ensemble = &instance.model.ensemble;
    let (target, to) = match (ensemble.predict(&query.factual).ok()?, &query.target) {
        (Prediction::Class { scores, class, .. }, _) => {
            let class = (class + 1) % scores.len();
            (Target::Probability { class, at_least: (scores[class] + 0.02).min(1.0) }, 1.0)
        }
        (Prediction::Value(v), _) => (Target::Value { lo: v + 0.01, hi: f64::INFINITY }, v + 1e6),
    };
    query.target = target;
    query.sought = Sought::Series { to, step };
    Some((instance, to))
}

#[test]
fn every_answer_is_the_optimum_of_its_demand() {
    let (mut steps, mut compared) = (0, 0);
    for seed in seeds(900) {
        let Some((instance, to)) = rising(Instance::new(seed, Size::TINY), 0.0) else { continue };
        let compiled = Arc::new(Compiled::new(&instance.model).expect("generated models compile"));
        let Ok(mut search) = Search::new(compiled, instance.query.clone()) else { continue };
        while !search.step(100) {}
        let found = search.explanation();
        verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let mut asked = instance.clone();
        asked.query.sought = Sought::Cheapest;
        let equal = |a: f64, b: f64| (a - b).abs() <= 2e-9 * a.abs().max(b.abs()) + 5e-10;
        let mut rest = Some(asked.query.target.clone());
        for (at, answer) in found.counterfactuals.iter().enumerate() {
            asked.query.target = rest.clone().expect("an answer follows on a demand");
            if let Some(solved) = brute::solve(&asked, 100_000) {
                let cost = answer.cost;
                let open = solved.open.unwrap_or(f64::INFINITY);
                assert!(cost >= open || equal(cost, open), "seed {seed}, {at}: {cost} under {open}");
                let sure = solved.sure.unwrap_or(f64::INFINITY);
                assert!(cost <= sure || equal(cost, sure), "seed {seed}, {at}: {cost} above {sure}");
                compared += 1;
            }
            rest = instance.query.target.demanding_more(&answer.prediction, 0.0, to);
            steps += 1;
        }
        if let (Some(target), false) = (rest, found.truncated) {
            asked.query.target = target;
            if let Some(solved) = brute::solve(&asked, 100_000) {
                assert!(solved.sure.is_none(), "seed {seed}: the series ends at {:?}", asked.query.target);
            }
        }
    }
    assert!(steps > 200 && compared > 150, "{steps} steps, {compared} compared");
}

/// With linear leaves the demand rises by steps. Each answer is that of a request of its own.
#[test]
fn a_series_over_linear_leaves_rises_by_its_step() {
    let shape = Shape { trees: 2, depth: 2, numbers: 4, others: 1, linear: false };
    let mut steps = 0;
    for seed in seeds(40) {
        let mut instance = oblique::network(seed, shape);
        Arc::make_mut(&mut instance.model.ensemble).link = espalier_model::ensemble::Link::OneVsRest;
        let Some((mut instance, to)) = rising(instance, 0.05) else { continue };
        let found = driver::answer(&instance, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        instance.query.sought = Sought::Cheapest;
        let first = instance.query.target.clone();
        let Target::Probability { class, .. } = first else { panic!("a probability is asked for") };
        let demand = |prediction: &Prediction| match prediction {
            Prediction::Class { scores, .. } => scores[class],
            Prediction::Value(v) => *v,
        };
        let mut rest = None;
        for answer in &found.counterfactuals {
            let alone = driver::answer(&instance, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let least = alone.counterfactuals.first().expect("an answer").cost;
            assert!((answer.cost - least).abs() <= 1e-6 * least.max(1.0), "seed {seed}: {} for {least}", answer.cost);
            steps += 1;
            rest = first.demanding_more(&answer.prediction, 0.05, to);
            // The last demand is `to` itself.
            assert!(rest.is_some() || demand(&answer.prediction) >= to, "seed {seed}: {:?}", answer.prediction);
            instance.query.target = rest.clone().unwrap_or(instance.query.target);
        }
        if rest.is_some() && !found.truncated {
            let alone = driver::answer(&instance, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            assert!(alone.counterfactuals.is_empty(), "seed {seed}: the list ends before {rest:?}");
        }
    }
    assert!(steps > 60, "only {steps} steps");
}

/// Refused by name: a target without a demand, and linear leaves without a step.
#[test]
fn a_series_without_steps_is_refused() {
    let shape = Shape { trees: 2, depth: 2, numbers: 4, others: 1, linear: false };
    let mut instance = oblique::network(3, shape);
    let refused = |instance: &Instance| driver::answer(instance, Engine::LpSearch).expect_err("refused");
    instance.query.sought = Sought::Series { to: 1.0, step: 0.05 };
    assert!(refused(&instance).contains("a demand that can rise"));
    instance.query.target = Target::Probability { class: 0, at_least: 0.5 };
    instance.query.sought = Sought::Series { to: 1.0, step: 0.0 };
    assert!(refused(&instance).contains("give it a \"step\""));
}
