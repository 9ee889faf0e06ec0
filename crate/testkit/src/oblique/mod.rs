//! Random ensembles with hyperplane splits, and requests to them; `solver` finds their optimum.

mod absent;
mod solver;
pub mod trained;

pub use absent::{absent, solve};
pub use solver::{levels, regions, step, Half};

use super::{Instance, Rng};
use espalier_model::ensemble::*;
use espalier_model::query::hull::Ball;
use espalier_model::query::*;
use espalier_model::schema::{Change, Feature, Kind, Level, Schema, Weight};
use espalier_model::Background;
use espalier_model::Model;
use std::sync::Arc;

/// Upper limits on the size of random instances.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub trees: usize,
    pub depth: usize,
    /// Real features; at least two.
    pub numbers: usize,
    /// Features of levels or whole numbers.
    pub others: usize,
    /// Whether there are linear limits. With them, some models have no hyperplanes.
    pub linear: bool,
}

pub fn instance(seed: u64, shape: Shape) -> Instance {
    let rng = &mut Rng::new(seed);
    let numbers = rng.within(2, shape.numbers);
    let others = if shape.others > 0 { rng.within(1, shape.others) } else { 0 };
    let mut features = Vec::new();
    let mut columns = 0;
    for f in 0..numbers + others {
        let (min, max) = *rng.pick(&[(0.0, 1.0), (-2.0, 2.0), (0.0, 1000.0)]);
        let (kind, min, max) = if f < numbers {
            (Kind::Numeric { column: columns }, min, max)
        } else {
            match rng.below(4) {
                0 => (Kind::Integer { column: columns }, 0.0, 4.0),
                1 => {
                    let labels = vec!["a".into(), "b".into(), "c".into()];
                    (Kind::OneHot { columns: (columns..columns + 3).collect(), labels }, 0.0, 1.0)
                }
                2 => {
                    let levels = [0.0, 1.0].map(|value| Level { label: format!("b{value}"), value });
                    (Kind::Binary { column: columns, levels }, 0.0, 1.0)
                }
                _ => {
                    let levels = [0.0, 1.0, 3.0].map(|value| Level { label: format!("o{value}"), value });
                    (Kind::Ordinal { column: columns, levels: levels.to_vec() }, 0.0, 3.0)
                }
            }
        };
        columns += if let Kind::OneHot { columns, .. } = &kind { columns.len() } else { 1 };
        let change = if rng.chance(0.1) { Change::Fixed } else { Change::Free };
        let way = |rng: &mut Rng| *rng.pick(&[1.0, 1.0, 0.5, 2.0]);
        let weight = Weight { up: way(rng), down: way(rng) };
        features.push(Feature {
            name: format!("f{f}"),
            kind,
            min,
            max,
            change,
            weight,
            unit: None,
            decimals: None,
            phrase: None,
        });
    }
    let classes = rng.within(2, 3);
    let mut ensemble = Ensemble {
        neurons: Vec::new(),
        task: Task::Classifier { classes },
        columns,
        outputs: classes,
        input: *rng.pick(&[Precision::F32, Precision::F64]),
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: *rng.pick(&[Compare::LessEqual, Compare::Less]),
        aggregation: Aggregation::Mean,
        base: vec![0.0; classes],
        link: Link::None,
        trees: Vec::new(),
    };
    let schema =
        Schema { features, classes: (0..classes).map(|c| format!("c{c}")).collect(), subject: None, image: None };
    let straight = shape.linear && rng.chance(0.5);
    let mut planes = Vec::new();
    for _ in 0..rng.within(1, shape.trees) {
        let mut tree = Tree::default();
        grow(rng, &schema, &mut tree, shape.depth, straight, classes, &mut planes);
        ensemble.trees.push(tree);
    }
    ensemble.validate().expect("generated ensembles are valid");
    let factual = point(rng, &schema, columns);
    let Ok(Prediction::Class { class, .. }) = ensemble.predict(&factual) else { panic!("a classifier") };
    let n = schema.features.len();
    let norm = match rng.below(6) {
        0 => Norm { linf: 1.0, ..Norm::default() },
        1 => Norm { l1: 1.0, linf: 0.5, ..Norm::default() },
        _ => Norm { l1: 1.0, ..Norm::default() },
    };
    let mut constraints = Vec::new();
    if shape.linear {
        for _ in 0..rng.within(1, 3) {
            constraints.push(linear(rng, &schema, &factual));
        }
    }
    if rng.chance(0.2) {
        let f = rng.below(numbers);
        constraints
            .push(Constraint::Direction { feature: f, change: *rng.pick(&[Change::Increase, Change::Decrease]) });
    }
    let cost = Cost::of(norm, n);
    let target = Target::Class((class + 1) % classes);
    let query = Query { constraints, ..Query::new(factual, target, cost) };
    let model = Model::new(ensemble, schema);
    Instance { model, query }
}

/// As [`instance`], with linear functions in most leaves.
pub fn sloped(seed: u64, shape: Shape) -> Instance {
    let mut instance = instance(seed, shape);
    let rng = &mut Rng::new(seed ^ 0x5109_ED51_09ED);
    let features = instance.model.schema.features.clone();
    let ensemble = Arc::make_mut(&mut instance.model.ensemble);
    let outputs = ensemble.outputs;
    for tree in &mut ensemble.trees {
        if rng.chance(0.15) {
            continue;
        }
        for _ in 0..tree.leaves() {
            let mut leaf = LinearLeaf::default();
            let mut scales = Vec::new();
            for feature in &features {
                for &c in feature.columns() {
                    if rng.chance(0.5) {
                        leaf.columns.push(c);
                        scales.push(feature.max - feature.min);
                    }
                }
            }
            for _ in 0..outputs {
                leaf.weights.extend(scales.iter().map(|s| (2.0 * rng.unit() - 1.0) / s));
            }
            tree.linear.push(leaf);
        }
    }
    aim(instance)
}

/// As [`instance`], with a rectifier network of one hidden layer in place of the trees: each neuron is a stump.
pub fn network(seed: u64, shape: Shape) -> Instance {
    let mut instance = instance(seed, shape);
    let rng = &mut Rng::new(seed ^ 0x2E40_022E_4002);
    let schema = instance.model.schema.clone();
    let ensemble = Arc::make_mut(&mut instance.model.ensemble);
    let outputs = ensemble.outputs;
    ensemble.aggregation = Aggregation::Sum;
    ensemble.base = (0..outputs).map(|_| 0.4 * rng.unit()).collect();
    ensemble.trees.clear();
    for _ in 0..rng.within(1, 2 * shape.trees + 3) {
        let through = point(rng, &schema, ensemble.columns);
        let (mut columns, mut weights) = (Vec::new(), Vec::new());
        for feature in &schema.features {
            for &c in feature.columns() {
                if rng.chance(0.8) {
                    columns.push(c);
                    weights.push((2.0 * rng.unit() - 1.0) / (feature.max - feature.min));
                }
            }
        }
        if columns.is_empty() {
            continue;
        }
        let threshold: f64 = columns.iter().zip(&weights).map(|(&c, w)| w * through[c]).sum();
        let out: Vec<f64> = (0..outputs).map(|_| 2.0 * rng.unit() - 1.0).collect();
        let slope = out.iter().flat_map(|v| weights.iter().map(move |w| v * w)).collect();
        let values = vec![0.0; outputs].into_iter().chain(out.iter().map(|v| -v * threshold)).collect();
        let linear =
            vec![LinearLeaf::default(), LinearLeaf { columns: columns.clone(), weights: slope, missing: None }];
        let split = Split::Oblique { columns, weights, threshold };
        let nodes = vec![Node::Split { split, left: 1, right: 2, missing: None }, Node::Leaf(0), Node::Leaf(1)];
        ensemble.trees.push(Tree { weight: 1.0, output: None, oblivious: false, nodes, values, linear, samples: None });
    }
    if ensemble.trees.is_empty() {
        return network(seed + 1_000_003, shape);
    }
    aim(instance)
}

/// As [`network`], of two or three hidden layers.
pub fn deep(seed: u64, shape: Shape) -> Instance {
    let mut instance = network(seed, Shape { trees: 1, ..shape });
    let rng = &mut Rng::new(seed ^ 0xDEE9_DEE9_DEE9);
    let schema = instance.model.schema.clone();
    let ensemble = Arc::make_mut(&mut instance.model.ensemble);
    let (columns, outputs) = (ensemble.columns, ensemble.outputs);
    for tree in ensemble.trees.drain(..).take(3) {
        let Node::Split { split: Split::Oblique { columns, weights, threshold }, .. } = &tree.nodes[0] else {
            continue;
        };
        let sum = LinearLeaf { columns: columns.clone(), weights: weights.clone(), missing: None };
        ensemble.neurons.push(Neuron { constant: -threshold, sum });
    }
    let mut before = 0..ensemble.neurons.len();
    for _ in 0..rng.within(1, 2) {
        let first = ensemble.neurons.len();
        for _ in 0..rng.within(1, if before.start == 0 { 3 } else { 2 }) {
            let read: Vec<usize> = before.clone().map(|n| columns + n).collect();
            let weights: Vec<f64> = read.iter().map(|_| 2.0 * rng.unit() - 1.0).collect();
            let through = point(rng, &schema, columns);
            let (outputs, _) = ensemble.read(&through, Precision::F64);
            let here = read.iter().zip(&weights).map(|(&c, w)| w * outputs[c]).sum::<f64>();
            let sum = LinearLeaf { columns: read, weights, missing: None };
            ensemble.neurons.push(Neuron { constant: 0.2 * rng.unit() - here, sum });
        }
        before = first..ensemble.neurons.len();
    }
    // The output reads the last layer, and now and then an input or a neuron before it.
    let all = columns + ensemble.neurons.len();
    let read: Vec<usize> =
        (0..all).filter(|c| before.contains(&(c.wrapping_sub(columns))) || rng.chance(0.1)).collect();
    let scale = |c: usize| schema.features.iter().find(|f| f.columns().contains(&c)).map_or(1.0, |f| f.max - f.min);
    let weights =
        (0..outputs).flat_map(|_| read.iter().map(|&c| (2.0 * rng.unit() - 1.0) / scale(c)).collect::<Vec<_>>());
    let linear = vec![LinearLeaf { weights: weights.collect(), columns: read, missing: None }];
    ensemble.trees = vec![Tree { nodes: vec![Node::Leaf(0)], values: vec![0.0; outputs], linear, ..Tree::default() }];
    aim(instance)
}

/// The instance with a target that its factual does not have.
fn aim(mut instance: Instance) -> Instance {
    instance.model.ensemble.validate().expect("generated ensembles are valid");
    let predicted = instance.model.ensemble.predict(&instance.query.factual);
    let Ok(Prediction::Class { class, .. }) = predicted else { panic!("a classifier") };
    instance.query.target = Target::Class((class + 1) % instance.model.ensemble.outputs);
    instance
}

/// A random row of the domain, with whole numbers where a feature demands them.
pub fn point(rng: &mut Rng, schema: &Schema, columns: usize) -> Vec<f64> {
    let mut row = vec![0.0; columns];
    for feature in &schema.features {
        match feature.level_count() {
            Some(n) => {
                let level = rng.below(n);
                feature.columns().iter().for_each(|&c| row[c] = feature.level_value(level, c).unwrap());
            }
            None => {
                let x = feature.min + (feature.max - feature.min) * rng.unit();
                row[feature.columns()[0]] = if matches!(feature.kind, Kind::Integer { .. }) { x.round() } else { x };
            }
        }
    }
    row
}

/// A linear limit that the factual may violate.
pub fn linear(rng: &mut Rng, schema: &Schema, factual: &[f64]) -> Constraint {
    let mut terms = Vec::new();
    let (mut sum, mut size) = (0.0, 0.0);
    for (f, feature) in schema.features.iter().enumerate() {
        if !matches!(feature.kind, Kind::OneHot { .. }) && rng.chance(0.6) {
            let weight = (2.0 * rng.unit() - 1.0) / (feature.max - feature.min);
            sum += weight * factual[feature.columns()[0]];
            size += weight.abs() * (feature.max - feature.min);
            terms.push((f, weight));
        }
    }
    if terms.is_empty() {
        terms.push((0, 1.0));
    }
    let of_change = rng.chance(0.4);
    let limit = if of_change { 0.0 } else { sum } + size * 0.3 * (rng.unit() - 0.3);
    let relation = *rng.pick(&[Relation::AtMost, Relation::AtMost, Relation::AtLeast, Relation::Equal]);
    Constraint::Linear { terms, levels: Vec::new(), relation, limit, of_change }
}

/// As [`instance`], with one to three consequences. Some form chains, and some cost nothing.
pub fn causal(seed: u64, shape: Shape) -> Instance {
    let mut instance = instance(seed, shape);
    let rng = &mut Rng::new(seed ^ 0xCA05_A1CA_05A1);
    let features = &instance.model.schema.features;
    let follows = |f: &usize| matches!(features[*f].kind, Kind::Numeric { .. } | Kind::Integer { .. });
    let causes = |f: &usize| !matches!(features[*f].kind, Kind::OneHot { .. });
    let mut left: Vec<usize> = (0..features.len()).filter(follows).collect();
    let mut constraints = Vec::new();
    for _ in 0..rng.within(1, 3) {
        let feature = left.remove(rng.below(left.len()));
        // A feature that is a consequence already may not be a cause. A cause may become a consequence later.
        let done =
            |f: usize| constraints.iter().any(|c| matches!(c, Constraint::Causal { feature, .. } if *feature == f));
        let open: Vec<usize> = (0..features.len()).filter(causes).filter(|&f| f != feature && !done(f)).collect();
        if open.is_empty() || left.is_empty() {
            break;
        }
        let scale = features[feature].max - features[feature].min;
        let mut parents: Vec<(usize, f64)> = Vec::new();
        for _ in 0..rng.within(1, 2) {
            let parent = *rng.pick(&open);
            if parents.iter().all(|p| p.0 != parent) {
                let width = features[parent].max - features[parent].min;
                parents.push((parent, (2.0 * rng.unit() - 1.0) * scale / width));
            }
        }
        if rng.chance(0.4) {
            instance.query.cost.free.push(feature);
        }
        constraints.push(Constraint::Causal { feature, parents });
    }
    // Causes come last, so that no feature follows from itself.
    instance.query.constraints.extend(constraints);
    instance
}

/// As [`causal`] or [`instance`], with answers in the hull of some random rows.
pub fn hull(seed: u64, shape: Shape) -> Instance {
    in_hull(seed, if seed.is_multiple_of(3) { causal(seed, shape) } else { instance(seed, shape) })
}

/// An instance with random background rows, in whose hull answers lie.
pub fn in_hull(seed: u64, mut instance: Instance) -> Instance {
    let rng = &mut Rng::new(seed ^ 0x8411_8411_8411);
    let schema = instance.model.schema.clone();
    let columns = instance.model.ensemble.columns;
    let count = *rng.pick(&[1, 3, 8, 20, 40]);
    let mut rows: Vec<Vec<f64>> = (0..count).map(|_| point(rng, &schema, columns)).collect();
    if rng.chance(0.3) {
        let again = rng.pick(&rows).clone();
        rows.push(again);
    }
    let all: Vec<usize> = (0..rows.len()).filter(|_| rng.chance(0.9)).chain([rows.len() - 1]).collect();
    let mut all: Vec<usize> = all;
    all.dedup();
    let epsilon = *rng.pick(&[0.0, 0.02, 0.1, 0.3]);
    let ball = *rng.pick(&[Ball::L1, Ball::Linf]);
    let clusters = *rng.pick(&[1, 1, 2, 3]);
    let background = Arc::new(Background { rows, labels: None });
    instance.query.hull = Some(Arc::new(Hull::new(background, &all, &schema.features, epsilon, ball, clusters)));
    instance
}

/// As [`hull()`], with a price of the distance in place of its limit.
pub fn soft_hull(seed: u64, shape: Shape) -> Instance {
    let mut instance = hull(seed, shape);
    let old = instance.query.hull.take().expect("a hull");
    let features = &instance.model.schema.features;
    let mut soft = Hull::new(Arc::clone(&old.background), &old.rows, features, 0.0, old.ball, old.clusters);
    soft.price = *Rng::new(seed ^ 0x50F7).pick(&[0.1, 0.5, 1.0, 3.0]);
    instance.query.hull = Some(Arc::new(soft));
    instance
}

/// As [`instance`], with a depth in an extended isolation forest that some row of the domain has. The model's own hyperplanes occur in
/// the forest now and then.
pub fn plausible(seed: u64, shape: Shape) -> Instance {
    let mut instance = instance(seed, shape);
    let rng = &mut Rng::new(seed ^ 0x1501_A710_15F0_15F0);
    let Model { ensemble, schema, .. } = &instance.model;
    let splits = ensemble.trees.iter().flat_map(|t| &t.nodes).filter_map(|node| match node {
        Node::Split { split: split @ Split::Oblique { .. }, .. } => Some(split.clone()),
        _ => None,
    });
    let mut planes: Vec<Split> = splits.collect();
    let mut forest = Ensemble {
        neurons: Vec::new(),
        task: Task::IsolationForest,
        outputs: 1,
        base: vec![0.0],
        trees: Vec::new(),
        ..Ensemble::clone(ensemble)
    };
    for _ in 0..rng.within(1, 2) {
        let mut tree = Tree::default();
        grow(rng, schema, &mut tree, 2, false, 1, &mut planes);
        let mut open = vec![(0, 0.0)];
        while let Some((at, depth)) = open.pop() {
            match tree.nodes[at] {
                Node::Leaf(leaf) => tree.values[leaf] = depth + 2.0 * rng.unit(),
                Node::Split { left, right, .. } => open.extend([(left, depth + 1.0), (right, depth + 1.0)]),
            }
        }
        forest.trees.push(tree);
    }
    forest.validate().expect("generated forests are valid");
    let Ok(Prediction::Value(length)) = forest.predict(&point(rng, schema, ensemble.columns)) else {
        panic!("a path length")
    };
    let below = length - 0.3 * rng.unit();
    let least = *rng.pick(&[length, below, below, below, length + 0.1, 99.0]);
    instance.query.depth = Some(Depth { forest: Arc::new(forest), least });
    instance
}

#[allow(clippy::type_complexity)]
fn grow(
    rng: &mut Rng,
    schema: &Schema,
    tree: &mut Tree,
    depth: usize,
    straight: bool,
    classes: usize,
    planes: &mut Vec<Split>,
) -> usize {
    let at = tree.nodes.len();
    if depth == 0 || (at > 0 && rng.chance(0.15)) {
        tree.nodes.push(Node::Leaf(tree.values.len() / classes));
        for _ in 0..classes {
            tree.values.push(rng.unit());
        }
        return at;
    }
    tree.nodes.push(Node::Leaf(0));
    let columns: usize = schema.features.iter().map(|f| f.columns().len()).sum();
    // The hyperplane goes through a random point, so that it cuts the domain. Now and then it repeats an existing one, or is parallel to it.
    let through = point(rng, schema, columns);
    let split = if straight || rng.chance(0.15) {
        let feature = rng.pick(&schema.features);
        let column = *rng.pick(feature.columns());
        let threshold = through[column] + if feature.level_count().is_some() { 0.5 } else { 0.0 };
        Split::Axis { column, threshold }
    } else if !planes.is_empty() && rng.chance(0.15) {
        let mut again = rng.pick(planes).clone();
        if let Split::Oblique { columns, weights, threshold } = &mut again {
            if rng.chance(0.5) {
                *threshold = columns.iter().zip(weights).map(|(&c, w)| *w * through[c]).sum();
            }
        }
        again
    } else {
        let mut used = Vec::new();
        let mut weights = Vec::new();
        for feature in &schema.features {
            for &c in feature.columns() {
                if rng.chance(0.7) {
                    used.push(c);
                    weights.push((2.0 * rng.unit() - 1.0) / (feature.max - feature.min));
                }
            }
        }
        if used.is_empty() {
            used.push(0);
            weights.push(1.0);
        }
        let threshold = used.iter().zip(&weights).map(|(&c, w)| w * through[c]).sum();
        Split::Oblique { columns: used, weights, threshold }
    };
    if let Split::Oblique { .. } = split {
        planes.push(split.clone());
    }
    let left = grow(rng, schema, tree, depth - 1, straight, classes, planes);
    let right = grow(rng, schema, tree, depth - 1, straight, classes, planes);
    tree.nodes[at] = Node::Split { split, left, right, missing: None };
    at
}
