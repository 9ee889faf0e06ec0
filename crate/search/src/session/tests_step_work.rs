//! How much work a step does where a form couples the costs.

use crate::{Compiled, Engine, Search};
use espalier_engines::lp_search::LpSearch;
use espalier_model::ensemble::*;
use espalier_model::query::{Cost, Norm, Query, Target};
use espalier_model::schema::{Change, Feature, Kind, Schema, Weight};
use espalier_model::{Model, Origin};
use espalier_numerics::draws::Draws;
use espalier_testkit::pictures::neighbours;
use std::sync::Arc;

/// A request at a form over the neighbours in a picture, to trees of random hyperplanes over all pixels.
fn request(seed: u64, width: usize, trees: usize) -> (Model, Query) {
    let mut draws = Draws::of(seed + 1);
    let n = width * width;
    let mut tree = || {
        // Seven splits, then eight leaves, every other of the target.
        let mut split = |i: usize| {
            let weights: Vec<f64> = (0..n).map(|_| draws.unit() - 0.5).collect();
            let threshold = 0.5 * weights.iter().sum::<f64>() - 0.02 * (1.0 + draws.unit()) * n as f64;
            let split = Split::Oblique { columns: (0..n).collect(), weights, threshold };
            Node::Split { split, left: 2 * i + 1, right: 2 * i + 2, missing: None }
        };
        let nodes = (0..7).map(&mut split).chain((0..8).map(Node::Leaf)).collect();
        let values = (0..16).map(|k| f64::from(u8::from(k % 4 == 0 || k % 4 == 3))).collect();
        Tree { nodes, values, ..Tree::default() }
    };
    let ensemble = Ensemble {
        neurons: Vec::new(),
        task: Task::Classifier { classes: 2 },
        columns: n,
        outputs: 2,
        input: Precision::F64,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: Compare::LessEqual,
        aggregation: Aggregation::Mean,
        base: vec![0.0; 2],
        link: Link::None,
        trees: (0..trees).map(|_| tree()).collect(),
    };
    let feature = |f: usize| Feature {
        name: format!("p{f}"),
        kind: Kind::Numeric { column: f },
        min: 0.0,
        max: 1.0,
        change: Change::Free,
        weight: Weight { up: 1.0, down: 1.0 },
        unit: None,
        decimals: None,
        phrase: None,
    };
    let schema = Schema {
        features: (0..n).map(feature).collect(),
        classes: vec!["a".into(), "b".into()],
        subject: None,
        image: None,
    };
    let factual: Vec<f64> = (0..n).map(|_| draws.unit()).collect();
    let Ok(Prediction::Class { class, .. }) = ensemble.predict(&factual) else { panic!("a class") };
    let cost = Cost { quadratic: Some(neighbours(width)), ..Cost::of(Norm::default(), n) };
    let query = Query::new(factual, Target::Class(1 - class), cost);
    let (background, isolation_forest, origin) = (None, None, Origin::default());
    (Model { ensemble: Arc::new(ensemble), schema, background, isolation_forest, probabilities: true, origin }, query)
}

fn search(seed: u64, width: usize, trees: usize) -> LpSearch {
    let (model, query) = request(seed, width, trees);
    let compiled = Arc::new(Compiled::new(&model).expect("it is valid"));
    let idle = Search::idle(compiled, query.clone(), Engine::LpSearch).expect("it is answered");
    let problem = idle.problem(0, &idle.all()).expect("it is answered");
    LpSearch::new(problem, &query, &idle.all(), f64::INFINITY, &[]).expect("it is answered")
}

/// No step of the search or of a dive factors the form more often than a few solves do: the caller looks at its clock only between steps.
#[test]
fn steps_are_short_and_the_first_answer_comes_after_few() {
    for (seed, width, trees) in [(0, 28, 1), (1, 28, 1), (2, 16, 3), (3, 12, 6)] {
        let mut search = search(seed, width, trees);
        let (mut before, mut first) = (0, None);
        for step in 0.. {
            let over = search.step();
            if first.is_none() && search.best().is_some() {
                first = Some(step);
            }
            if over {
                break;
            }
            let all = search.factored();
            let spent = if all >= before { all - before } else { all };
            assert!(spent <= 200, "step {step} factored {spent} times");
            before = all;
            assert!(step < 3000, "not finished");
        }
        let first = first.expect("an answer");
        assert!(first <= 60, "the first answer came with step {first}");
    }
}
