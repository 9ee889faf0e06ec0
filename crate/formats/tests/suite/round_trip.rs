//! A document that `formats::write` writes is read back as the same model: every field and every prediction is equal.

use espalier_formats::{load, write};
use espalier_model::ensemble::{
    Aggregation, Arithmetic, Compare, Ensemble, Library, Link, Node, Precision, Prediction, Side, Split, Task, Tree,
};
use espalier_model::schema::{Change, Feature, Kind, Level, Schema, Weight};
use espalier_model::{Background, Model, Origin};
use espalier_testkit::oblique::{self, Shape};
use proptest::prelude::*;
use serde_json::Value;
use std::sync::Arc;

/// Numbers by their bits: -0.0 is not 0.0, and NaN is NaN.
fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|n| if n.is_nan() { u64::MAX } else { n.to_bits() }).collect()
}

/// All numbers of a tree by their bits, in the order of the nodes.
fn tree_bits(tree: &Tree, outputs: usize) -> Vec<u64> {
    let mut all = bits(&[tree.weight]);
    all.extend(tree.samples.iter().flat_map(|s| bits(s)));
    let width = tree.width(outputs);
    if tree.oblivious {
        all.extend(bits(&tree.values));
    }
    for node in &tree.nodes {
        match node {
            Node::Leaf(leaf) => all.extend(bits(&tree.values[leaf * width..(leaf + 1) * width])),
            Node::Split { split: Split::Axis { threshold, .. }, .. } => all.push(threshold.to_bits()),
            Node::Split { split: Split::Oblique { weights, threshold, .. }, .. } => {
                all.extend(bits(weights));
                all.push(threshold.to_bits());
            }
            Node::Split { split: Split::Intervals { left, .. }, .. } => {
                all.extend(left.iter().flat_map(|(lo, hi)| bits(&[*lo, *hi])));
            }
            Node::Split { split: Split::Categories { .. }, .. } => {}
        }
    }
    for linear in &tree.linear {
        all.extend(bits(&linear.weights));
        all.extend(bits(linear.missing.as_deref().unwrap_or_default()));
    }
    all
}

fn same_ensemble(name: &str, a: &Ensemble, b: &Ensemble) {
    // The derived equality compares every field but treats -0.0 as 0.0; the comparison of bits covers the rest.
    let frame = |e: &Ensemble| Ensemble { trees: Vec::new(), ..e.clone() };
    assert_eq!(frame(a), frame(b), "{name}");
    assert_eq!(bits(&a.base), bits(&b.base), "{name}");
    assert_eq!(a.trees.len(), b.trees.len(), "{name}");
    for (t, (x, y)) in a.trees.iter().zip(&b.trees).enumerate() {
        assert!(x == y, "{name}, tree {t}: {x:?}\n{y:?}");
        assert_eq!(tree_bits(x, a.outputs), tree_bits(y, a.outputs), "{name}, tree {t}");
    }
}

fn same_model(name: &str, a: &Model, b: &Model) {
    same_ensemble(name, &a.ensemble, &b.ensemble);
    assert_eq!((&a.schema, a.probabilities), (&b.schema, b.probabilities), "{name}");
    assert_eq!(a.origin.library, b.origin.library, "{name}");
    assert_eq!(a.isolation_forest.is_some(), b.isolation_forest.is_some(), "{name}");
    if let (Some(x), Some(y)) = (&a.isolation_forest, &b.isolation_forest) {
        same_ensemble(name, x, y);
    }
    let rows = |m: &Model| {
        m.background
            .as_ref()
            .map(|b| (b.rows.iter().map(|r| bits(r)).collect::<Vec<_>>(), b.labels.as_ref().map(|l| bits(l))))
    };
    assert_eq!(rows(a), rows(b), "{name}");
}

fn numbers_of(prediction: Prediction) -> Vec<u64> {
    match prediction {
        Prediction::Class { class, scores, raw } => [vec![class as u64], bits(&scores), bits(&raw)].concat(),
        Prediction::Value(value) => bits(&[value]),
    }
}

#[test]
fn every_fixture_survives_being_written() {
    let mut seen = 0;
    for (name, checks) in espalier_testkit::checks::checks() {
        let folder = espalier_testkit::files::fixtures().join(&name);
        for file in std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()) {
            survives(&name, &std::fs::read(file).expect("a file"), checks["rows"].as_array().expect("rows"));
            seen += 1;
        }
    }
    assert!(seen >= 80, "found only {seen} fixtures");
}

fn survives(name: &str, file: &[u8], rows: &[Value]) {
    let direct = load(file).unwrap_or_else(|e| panic!("{name}: {e}"));
    let again = load(&write(&direct)).unwrap_or_else(|e| panic!("{name}, written: {e}"));
    same_model(name, &direct, &again);
    for row in rows {
        let row: Vec<f64> = row.as_array().expect("a row").iter().map(|v| v.as_f64().unwrap_or(f64::NAN)).collect();
        for (x, y) in [(Some(&*direct.ensemble), Some(&*again.ensemble)), pair(&direct, &again)] {
            let (Some(x), Some(y)) = (x, y) else { continue };
            let [x, y] = [x, y].map(|e| e.predict(&row).map(numbers_of));
            assert_eq!(x.ok(), y.ok(), "{name}");
        }
    }
}

fn pair<'a>(a: &'a Model, b: &'a Model) -> (Option<&'a Ensemble>, Option<&'a Ensemble>) {
    (a.isolation_forest.as_ref(), b.isolation_forest.as_ref())
}

/// Any finite double; unusual ones are frequent.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(-0.0),
        Just(f64::MIN_POSITIVE / 8.0),
        Just(f64::MAX),
        Just(-1e15),
        (-4i32..9).prop_map(f64::from),
        any::<f32>().prop_map(f64::from).prop_filter("finite", |n| n.is_finite()),
        any::<f64>().prop_filter("finite", |n| n.is_finite()),
    ]
}

const COLUMNS: usize = 4;

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Left), Just(Side::Right)]
}

/// Columns 0 to 2 have thresholds or intervals, column 3 has codes.
fn split() -> impl Strategy<Value = Split> {
    let threshold = prop_oneof![8 => number(), 1 => Just(f64::INFINITY), 1 => Just(f64::NEG_INFINITY)];
    let codes = prop::collection::btree_set(0u32..40, 0..5);
    prop_oneof![
        (0usize..3, threshold).prop_map(|(column, threshold)| Split::Axis { column, threshold }),
        (codes, prop::option::of((0u32..50, side()))).prop_map(|(left, unknown)| Split::Categories {
            column: 3,
            left: left.into_iter().collect(),
            unknown
        }),
        (0usize..3, prop::collection::vec(prop_oneof![6 => number(), 1 => Just(f64::INFINITY)], 2..7)).prop_map(
            |(column, mut ends)| {
                ends.sort_by(f64::total_cmp);
                ends.dedup();
                let left = ends.chunks(2).map(|pair| (pair[0], pair[pair.len() - 1])).collect();
                Split::Intervals { column, left }
            }
        ),
        (number(), number(), number()).prop_map(|(a, b, threshold)| Split::Oblique {
            columns: vec![2, 0],
            weights: vec![a, b],
            threshold
        }),
    ]
}

/// An oblivious tree of up to three levels.
fn oblivious(outputs: usize) -> impl Strategy<Value = Tree> {
    let levels = prop::collection::vec((split(), prop::option::of(side())), 0..4);
    let values = prop::collection::vec(number(), 8 * outputs);
    (levels, prop::option::of(0..outputs), values, number()).prop_map(move |(levels, output, values, weight)| {
        let width = if output.is_some() { 1 } else { outputs };
        let values = values[..width << levels.len()].to_vec();
        Tree { weight, ..Tree::of_levels(output, levels, values) }
    })
}

/// A tree with zero, one or two splits.
fn listed(outputs: usize) -> impl Strategy<Value = Tree> {
    let split = || (split(), prop::option::of(side()));
    (0usize..3, split(), split(), prop::option::of(0..outputs), prop::collection::vec(number(), 3 * outputs))
        .prop_flat_map(move |(splits, a, b, output, values)| {
            let node =
                |(split, missing): (Split, Option<Side>), left, right| Node::Split { split, left, right, missing };
            let nodes = match splits {
                0 => vec![Node::Leaf(0)],
                1 => vec![node(a, 2, 1), Node::Leaf(0), Node::Leaf(1)],
                _ => vec![node(a, 3, 1), Node::Leaf(0), Node::Leaf(1), node(b, 2, 4), Node::Leaf(2)],
            };
            let width = if output.is_some() { 1 } else { outputs };
            let values = values[..(splits + 1) * width].to_vec();
            let samples = prop::option::of(prop::collection::vec(0u32..1000, nodes.len()));
            (Just(nodes), Just(values), samples, number()).prop_map(move |(nodes, values, samples, weight)| Tree {
                weight,
                output,
                nodes,
                values,
                samples: samples.map(|s| s.into_iter().map(f64::from).collect()),
                ..Tree::default()
            })
        })
}

fn features() -> impl Strategy<Value = Vec<Feature>> {
    let change = prop_oneof![Just(Change::Free), Just(Change::Fixed), Just(Change::Increase), Just(Change::Decrease)];
    let weight = (0u32..5, 0u32..5).prop_map(|(up, down)| Weight { up: f64::from(up) / 3.0, down: f64::from(down) });
    let level = |label: &str, value| Level { label: label.into(), value };
    let shape = prop_oneof![
        Just(Kind::Numeric { column: 2 }),
        Just(Kind::Integer { column: 2 }),
        Just(Kind::Ordinal { column: 2, levels: vec![level("low", -1.5), level("high", 7.25)] }),
        Just(Kind::Binary { column: 2, levels: [level("yes", 1.0), level("no", 0.0)] }),
    ];
    (shape, change, weight, -9i32..9, prop::option::of(0u8..4), prop::option::of("[a-z\"%]{0,3}")).prop_map(
        move |(kind, change, weight, low, decimals, unit)| {
            let feature = |name: &str, kind, min, max| Feature {
                name: name.into(),
                kind,
                min,
                max,
                change: Change::Free,
                weight: Weight::default(),
                unit: None,
                decimals: None,
                phrase: decimals.map(|d| format!("the \"size\" {d}")),
            };
            let (min, max) = match &kind {
                Kind::Ordinal { .. } => (-1.5, 7.25),
                Kind::Binary { .. } => (0.0, 1.0),
                _ => (f64::from(low) / 7.0, 1e3),
            };
            let third = Feature { change, weight, unit, decimals, ..feature("third \u{1}\"", kind, min, max) };
            let codes = vec![level("b", 7.0), level("a", 3.0)];
            let hot = Kind::OneHot { columns: vec![1, 0], labels: vec!["x".into(), "y".into()] };
            vec![
                third,
                feature("codes", Kind::Codes { column: 3, levels: codes }, 3.0, 7.0),
                feature("hot", hot, 0.0, 1.0),
            ]
        },
    )
}

fn arithmetic() -> impl Strategy<Value = Arithmetic> {
    let library = (0..Library::ALL.len()).prop_map(|i| Library::ALL[i]);
    let by = || prop_oneof![Just(1.0), Just(3.0), Just(0.1)];
    (library, by(), by(), by(), any::<bool>()).prop_map(|(library, first, second, scale, complement)| Arithmetic {
        library,
        divisors: [first, second],
        scale,
        complement,
    })
}

fn model() -> impl Strategy<Value = Model> {
    let frame = prop_oneof![
        Just((Task::Classifier { classes: 2 }, 1, Link::Logistic)),
        Just((Task::Classifier { classes: 3 }, 3, Link::Softmax)),
        Just((Task::Classifier { classes: 3 }, 3, Link::OneVsRest)),
        Just((Task::Classifier { classes: 2 }, 2, Link::None)),
        Just((Task::Regressor, 1, Link::None)),
        Just((Task::Regressor, 1, Link::Exp)),
        Just((Task::Regressor, 1, Link::Square)),
        Just((Task::Regressor, 1, Link::Softplus)),
    ];
    let float = || prop_oneof![Just(Precision::F32), Just(Precision::F64)];
    let compare = prop_oneof![Just(Compare::Less), Just(Compare::LessEqual)];
    let cell = prop_oneof![4 => number(), 1 => Just(f64::NAN)];
    let row = prop::collection::vec(cell, COLUMNS);
    frame.prop_flat_map(move |(task, outputs, link)| {
        let parts = (
            prop::collection::vec(prop_oneof![3 => listed(outputs), 1 => oblivious(outputs)], 1..4),
            prop::collection::vec(number(), outputs),
            (float(), float(), compare.clone(), arithmetic()),
            features(),
            prop::option::of(prop::collection::vec(row.clone(), 1..4)),
        );
        parts.prop_map(move |(trees, base, (input, planes, compare, arithmetic), features, rows)| {
            let classes = match task {
                Task::Classifier { classes } => (0..classes).map(|c| format!("class <{c}>")).collect(),
                _ => Vec::new(),
            };
            let complement = arithmetic.complement && (outputs, link) == (2, Link::None);
            let arithmetic = match arithmetic.library {
                first @ (Library::ScikitLearn | Library::XgBoost) => Arithmetic { complement, ..first.into() },
                _ => Arithmetic { complement, ..arithmetic },
            };
            Model {
                ensemble: Arc::new(Ensemble {
                    neurons: Vec::new(),
                    task,
                    columns: COLUMNS,
                    outputs,
                    input,
                    arithmetic,
                    planes,
                    compare,
                    aggregation: Aggregation::Sum,
                    base,
                    link,
                    trees,
                }),
                schema: Schema {
                    subject: (features.len() % 2 == 0).then(|| "the sample".into()),
                    image: (features.len() % 3 == 0).then_some([1, COLUMNS]),
                    features,
                    classes,
                },
                background: rows.map(|rows| Arc::new(Background { labels: Some(vec![1.0; rows.len()]), rows })),
                isolation_forest: None,
                probabilities: outputs % 2 == 1,
                origin: Origin { format: "test".into(), library: Some("a library 1.0".into()), bytes: 0 },
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn every_model_survives_being_written(direct in model()) {
        prop_assume!(direct.ensemble.validate().is_ok());
        let written = write(&direct);
        let again = load(&written)
            .unwrap_or_else(|e| panic!("{e}\n{}", String::from_utf8_lossy(&written)));
        same_model("a random model", &direct, &again);
    }
}

#[test]
fn votes_and_means_keep_their_kind() {
    for aggregation in ["mean", "vote", "sum"] {
        let text = format!(
            r#"{{"format": "espalier", "version": 1, "kind": "classifier", "columns": 1, "input": "float64",
                "compare": "<", "aggregation": "{aggregation}", "base": [0, 0], "link": "none", "trees":
                [{{"feature": [-1], "threshold": [0], "left": [-1], "right": [-1], "value": [[1, 2]]}}]}}"#
        );
        let model = load(text.as_bytes()).expect("a model");
        same_model(aggregation, &model, &load(&write(&model)).expect("the same"));
    }
}

/// Linear leaves, in trees that add to all outputs and to one; with values for missing columns and without.
#[test]
fn linear_leaves_survive_being_written() {
    let shape = Shape { trees: 3, depth: 2, numbers: 4, others: 2, linear: false };
    for seed in espalier_testkit::seeds(60) {
        let make = if seed % 2 == 0 { oblique::sloped } else { oblique::network };
        let mut model = make(seed, shape).model;
        let ensemble = Arc::make_mut(&mut model.ensemble);
        let outputs = ensemble.outputs;
        for (t, tree) in ensemble.trees.iter_mut().enumerate() {
            if t % 2 == 1 {
                let each = |list: &[f64]| list.chunks(outputs).map(|v| v[0]).collect::<Vec<f64>>();
                (tree.output, tree.values) = (Some(t % outputs), each(&tree.values));
                tree.linear.iter_mut().for_each(|l| l.weights.truncate(l.columns.len()));
            }
            let width = tree.width(outputs);
            for linear in tree.linear.iter_mut().filter(|l| l.columns.len() > 1) {
                linear.missing = Some(vec![-0.0; width]);
            }
        }
        ensemble.validate().expect("the model is valid");
        let text = write(&model);
        let again = load(&text).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        same_model(&format!("seed {seed}"), &model, &again);
    }
}

/// The faults of a linear part, each with its place.
#[test]
fn faults_of_linear_leaves_are_told() {
    let file = |linear: &str| {
        format!(
            r#"{{"format": "espalier", "version": 1, "kind": "regressor", "columns": 2, "input": "float64", "compare": "<=",
            "aggregation": "sum", "trees": [{{"output": 0, "feature": [0, -1, -1], "threshold": [1, 0, 0], "left": [1, -1, -1],
            "right": [2, -1, -1], "value": [null, 1, 2], "linear": {linear}}}]}}"#
        )
    };
    let said = |linear: &str| load(file(linear).as_bytes()).map(drop).map_err(|e| e.to_string());
    assert_eq!(said(r#"{"1": {"columns": [1], "weights": [0.5]}}"#), Ok(()));
    for (linear, part) in [
        (r#"{"0": {"columns": [1], "weights": [0.5]}}"#, "node 0 has a linear part"),
        (r#"{"2": {"columns": [1, 0], "weights": [0.5]}}"#, "2 columns and 1 weights"),
        (r#"{"2": {"columns": [7], "weights": [0.5]}}"#, "it reads column 7"),
        (r#"{"2": {"columns": [1, 1], "weights": [0.5, 1]}}"#, "it names column 1 twice"),
        (r#"{"2": {"columns": [1], "weights": [0.5], "missing": [1, 2]}}"#, "2 values where a column is missing"),
    ] {
        let said = said(linear).expect_err("a fault");
        assert!(said.contains(part), "{said}");
    }
}
