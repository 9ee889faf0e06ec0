//! All optimal answers with hyperplanes or linear limits: one for each combination of leaves and levels with the least cost. They are
//! compared with a linear program of `microlp` for every combination that exists.

use espalier_model::ensemble::*;
use espalier_model::explanation::{Counterfactual, Status};
use espalier_model::query::{Constraint, Norm, Sought};
use espalier_model::schema::{Change, Feature, Kind, Weight};
use espalier_search::{Compiled, Search};
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{seeds, Instance};
use espalier_verify::verify;
use std::sync::Arc;

/// As `oblique::instance`, doubled. A number that costs the same in both directions decides which half of the features counts, so that answers
/// come in pairs of the same cost.
fn mirrored(seed: u64, shape: Shape) -> Instance {
    let mut instance = oblique::instance(seed, shape);
    let Instance { model, query } = &mut instance;
    let (n, columns) = (model.schema.features.len(), model.ensemble.columns);
    let moved = |f: &Feature| {
        let mut f = Feature { name: format!("{}'", f.name), ..f.clone() };
        match &mut f.kind {
            Kind::Numeric { column }
            | Kind::Integer { column }
            | Kind::Binary { column, .. }
            | Kind::Ordinal { column, .. } => *column += columns,
            Kind::OneHot { columns: own, .. } => own.iter_mut().for_each(|c| *c += columns),
            other => panic!("no {other:?} is made"),
        }
        f
    };
    let others: Vec<Feature> = model.schema.features.iter().map(moved).collect();
    model.schema.features.extend(others);
    let switch = 2 * columns;
    model.schema.features.push(Feature {
        name: "switch".into(),
        kind: Kind::Numeric { column: switch },
        min: -1.0,
        max: 1.0,
        change: Change::Free,
        weight: Weight { up: 1.0, down: 1.0 },
        unit: None,
        decimals: None,
        phrase: None,
    });
    let own = model.ensemble.raw(&query.factual).expect("a row of the model");
    let factual = query.factual.clone();
    query.factual.extend(factual);
    query.factual.push(0.0);
    query.cost.weights.resize(2 * n + 1, None);
    query.cost.tables.resize(2 * n + 1, None);
    query.cost.piecewise.resize(2 * n + 1, None);
    let constraints: Vec<Constraint> = (query.constraints.iter().cloned())
        .map(|mut c| {
            match &mut c {
                Constraint::Linear { terms, levels, .. } => {
                    terms.iter_mut().for_each(|t| t.0 += n);
                    levels.iter_mut().for_each(|l| l.0 += n);
                }
                Constraint::Direction { feature, .. } => *feature += n,
                other => panic!("no {other:?} is made"),
            }
            c
        })
        .collect();
    query.constraints.extend(constraints);
    let ensemble = Arc::make_mut(&mut model.ensemble);
    ensemble.columns = 2 * columns + 1;
    for tree in &mut ensemble.trees {
        let (count, leaves) = (tree.nodes.len(), tree.values.len() / ensemble.outputs);
        let copy = |by: usize, at: usize| {
            let nodes = tree.nodes.clone().into_iter();
            nodes.map(move |node| match node {
                Node::Leaf(leaf) => Node::Leaf(leaf + if by > 0 { leaves } else { 0 }),
                Node::Split { mut split, left, right, missing } => {
                    match &mut split {
                        Split::Axis { column, .. } => *column += by,
                        Split::Oblique { columns, .. } => columns.iter_mut().for_each(|c| *c += by),
                        _ => panic!("no other splits are made"),
                    }
                    Node::Split { split, left: left + at, right: right + at, missing }
                }
            })
        };
        let split = |threshold, left, right| Node::Split {
            split: Split::Axis { column: switch, threshold },
            left,
            right,
            missing: None,
        };
        let mut nodes = vec![split(-0.5, 3, 1), split(0.5, 2, 3 + count), Node::Leaf(2 * leaves)];
        nodes.extend(copy(0, 3));
        nodes.extend(copy(columns, 3 + count));
        tree.values.extend_from_within(..);
        tree.values.extend(&own);
        tree.nodes = nodes;
    }
    ensemble.validate().expect("twice a valid ensemble");
    query.sought = Sought::Ties;
    instance
}

/// The number of answers listed, where the request has hyperplanes or linear limits.
fn check(instance: &Instance) -> Result<Option<usize>, String> {
    if !instance.model.ensemble.is_oblique() && !instance.query.constraints.iter().any(Constraint::couples_features) {
        return Ok(None);
    }
    let regions = oblique::regions(instance);
    let least = regions.iter().map(|r| r.2).fold(f64::INFINITY, f64::min);
    let compiled = Arc::new(Compiled::new(&instance.model).map_err(|e| e.to_string())?);
    let mut search = Search::new(compiled, instance.query.clone()).map_err(|e| e.to_string())?;
    let verified = |search: &Search| {
        let found = search.explanation();
        verify(&instance.model, &instance.query, &found).map_err(|e| format!("refuted: {e}")).map(|()| found)
    };
    let mut steps = 0;
    while !search.step(1) {
        let now = verified(&search)?;
        steps += 1;
        if steps == 200_000 || now.status == Status::Optimal && !now.truncated {
            return Err(format!("{:?} after {steps} steps", now.status));
        }
    }
    let found = verified(&search)?;
    let all = &found.counterfactuals;
    if all.is_empty() && found.status == Status::Infeasible && regions.is_empty() {
        return Ok(Some(0));
    }
    if found.status != Status::Optimal || found.truncated {
        return Err(format!("{:?}, truncated: {}", found.status, found.truncated));
    }
    let place = |c: &Counterfactual| {
        let ensemble = &instance.model.ensemble;
        let leaves: Vec<_> = ensemble.trees.iter().map(|t| ensemble.leaf(t, &c.values).expect("a leaf")).collect();
        (leaves, oblique::levels(instance, &c.values))
    };
    // Each is the cheapest of a region of its own, and none of the least cost is missing.
    for (i, one) in all.iter().enumerate() {
        let (leaves, levels) = place(one);
        let cost = regions.iter().find(|r| r.0 == leaves && r.1 == levels).map_or(f64::INFINITY, |r| r.2);
        if (cost - least).abs() > 1e-6 * least.max(1e-3) + 1e-8 {
            return Err(format!("the region of answer {i} costs {cost}, the least is {least}"));
        }
        if all[..i].iter().any(|other| place(other) == place(one)) {
            return Err(format!("answer {i} lies where an earlier one does"));
        }
    }
    let sure = regions.iter().filter(|r| r.2 <= least + 1e-12 * least.max(1e-3)).count();
    if all.len() < sure {
        return Err(format!("{} answers where {sure} regions cost {least}", all.len()));
    }
    Ok(Some(all.len()))
}

fn run(shape: Shape, count: u64, make: fn(u64, Shape) -> Instance) {
    let seeds = seeds(count);
    let count = seeds.len() as u64;
    let (mut failed, mut tied) = (0, 0);
    for seed in seeds {
        match check(&make(seed, shape)) {
            Ok(found) => tied += u64::from(found.is_some_and(|n| n > 1)),
            Err(e) => {
                failed += 1;
                eprintln!("{shape:?} seed {seed}: {e}");
            }
        }
    }
    assert_eq!(failed, 0, "{failed} of {count} failed");
    assert!(tied * 4 > count, "only {tied} of {count} have several answers");
}

#[test]
fn both_halves_of_one_tree_are_found() {
    run(Shape { trees: 1, depth: 4, numbers: 8, others: 0, linear: false }, 150, mirrored);
}

#[test]
fn levels_and_whole_numbers_too() {
    run(Shape { trees: 1, depth: 3, numbers: 4, others: 1, linear: false }, 150, mirrored);
}

#[test]
fn of_small_ensembles() {
    run(Shape { trees: 2, depth: 2, numbers: 3, others: 1, linear: false }, 150, mirrored);
}

#[test]
fn with_linear_limits() {
    run(Shape { trees: 2, depth: 2, numbers: 3, others: 1, linear: true }, 300, mirrored);
}

/// Ties of a squared cost, of a form that couples features, and of the largest change.
#[test]
fn of_other_costs() {
    let curved = |seed, shape| espalier_testkit::curved::curve(mirrored(seed, shape), seed);
    run(Shape { trees: 1, depth: 3, numbers: 3, others: 1, linear: false }, 100, curved);
    let largest = |seed, shape| {
        let mut instance = mirrored(seed, shape);
        instance.query.cost.norm = Norm { linf: 1.0, ..Norm::default() };
        instance
    };
    run(Shape { trees: 1, depth: 3, numbers: 3, others: 1, linear: false }, 100, largest);
}
