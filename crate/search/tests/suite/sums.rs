//! Libraries add a hyperplane's columns in an order of their own, some in single precision. An answer must be one in any order.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use espalier_model::ensemble::{Ensemble, Node, Precision, Split};
use espalier_search::Engine;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{driver, Instance, Rng};
use std::sync::Arc;

const SHAPES: [Shape; 3] = [
    Shape { trees: 1, depth: 5, numbers: 8, others: 0, linear: false },
    Shape { trees: 4, depth: 3, numbers: 5, others: 0, linear: false },
    Shape { trees: 3, depth: 3, numbers: 4, others: 2, linear: true },
];

/// Hyperplanes summed in the type of the inputs.
fn instance(seed: u64, shape: Shape) -> Instance {
    let mut instance = oblique::instance(seed, shape);
    let ensemble = Arc::make_mut(&mut instance.model.ensemble);
    ensemble.planes = ensemble.input;
    instance
}

/// The same hyperplanes, their columns in another order.
fn shuffled(ensemble: &Ensemble, rng: &mut Rng) -> Ensemble {
    let mut other = ensemble.clone();
    for node in other.trees.iter_mut().flat_map(|tree| &mut tree.nodes) {
        let Node::Split { split: Split::Oblique { columns, weights, .. }, .. } = node else { continue };
        for i in (1..columns.len()).rev() {
            let j = rng.below(i + 1);
            columns.swap(i, j);
            weights.swap(i, j);
        }
    }
    other
}

fn in_any_order(instance: &Instance, row: &[f64]) -> Result<(), String> {
    let ensemble = &instance.model.ensemble;
    let said = format!("{:?}", ensemble.predict(row));
    let mut rng = Rng::new(row.len() as u64);
    for _ in 0..12 {
        let other = format!("{:?}", shuffled(ensemble, &mut rng).predict(row));
        if other != said {
            return Err(format!("{other} in another order, {said} in this ({:?})", ensemble.planes));
        }
    }
    Ok(())
}

/// Costs may exceed the solver's by the cost of keeping clear of single precision's rounding of up to eight columns.
#[test]
fn answers_are_answers_in_whatever_order_columns_are_added() {
    for shape in SHAPES {
        driver::run(shape, 200, 3, instance, |i| driver::check(i, Engine::LpSearch, 1e-5, in_any_order));
    }
}

/// Two of three columns cancel, so that the rest of the third depends on the order of addition.
#[test]
fn single_precision_adds_one_column_after_the_other() {
    let mut ensemble = Arc::unwrap_or_clone(instance(0, SHAPES[0]).model.ensemble);
    (ensemble.input, ensemble.planes) = (Precision::F32, Precision::F32);
    let mut row = vec![0.0; ensemble.columns.max(3)];
    row[..3].copy_from_slice(&[1e8, 1.0, -1e8]);
    let side = |ensemble: &Ensemble, columns: [usize; 3]| {
        let split = Split::Oblique { columns: columns.to_vec(), weights: vec![1.0; 3], threshold: 0.5 };
        format!("{:?}", ensemble.side(&split, &row))
    };
    assert_eq!(side(&ensemble, [0, 1, 2]), "Some(Left)");
    assert_eq!(side(&ensemble, [0, 2, 1]), "Some(Right)");
    ensemble.planes = Precision::F64;
    assert_eq!(side(&ensemble, [0, 1, 2]), "Some(Right)");
}
