//! LightGBM reads a value no further from 0 than 1e-35 (a float) as 0, for any threshold and rule for missing values of a node. Our reading of
//! its trees once separated such values, so that LightGBM itself contradicted some answers. Here random trees have thresholds in that
//! band, on its edges and beside them. They are read as LightGBM's source reads them, and every answer is checked against that reading and
//! against brute force.

use espalier_formats as formats;
use espalier_model::ensemble::Prediction;
use espalier_model::explanation::Status;
use espalier_model::query::{Cost, Norm, Query, Target};
use espalier_model::Model;
use espalier_numerics::draws::Draws;
use espalier_search::{Compiled, Search};
use espalier_verify::{certificate, verify};
use std::sync::Arc;

/// kZeroThreshold of LightGBM's meta.h: a float.
const BAND: f64 = 1e-35_f32 as f64;
const COLUMNS: usize = 2;
const MODELS: u64 = 400;

enum Node {
    Leaf(f64),
    Split { column: usize, threshold: f64, missing: &'static str, left_by_default: bool, children: Box<[Node; 2]> },
}

/// Tree::NumericalDecision of LightGBM's tree.h, on a row from which RowPairFunctionFromDenseMatrix has dropped the values near 0.
fn value(mut node: &Node, row: &[f64]) -> f64 {
    loop {
        match node {
            Node::Leaf(value) => return *value,
            Node::Split { column, threshold, missing, left_by_default, children } => {
                let kept = row[*column].abs() > BAND || row[*column].is_nan();
                let mut x = if kept { row[*column] } else { 0.0 };
                if x.is_nan() && *missing != "NaN" {
                    x = 0.0;
                }
                let zero = (-BAND..=BAND).contains(&x);
                let default = *missing == "Zero" && zero || *missing == "NaN" && x.is_nan();
                let left = if default { *left_by_default } else { x <= *threshold };
                node = &children[usize::from(!left)];
            }
        }
    }
}

fn raw(trees: &[Node], row: &[f64]) -> f64 {
    trees.iter().map(|tree| value(tree, row)).sum()
}

fn pick<T: Copy>(draws: &mut Draws, from: &[T]) -> T {
    from[draws.below(from.len())]
}

/// A threshold on the edge of the band, in it or far from it, or one step beside one of these.
fn threshold(draws: &mut Draws) -> f64 {
    let at = pick(draws, &[-BAND, -BAND, BAND, BAND, 0.0, -0.0, 1e-36, -1e-36, 1e-34, -1e-34, 0.5, -0.5, 1.0]);
    pick(draws, &[at, at, at.next_up(), at.next_down()])
}

/// `offset` keeps sums away from 0, where the class changes.
fn grow(draws: &mut Draws, depth: usize, offset: f64) -> Node {
    if depth == 0 || draws.unit() < 0.1 {
        return Node::Leaf(pick(draws, &[-2.0, -1.0, 0.0, 1.0, 2.0]) + offset);
    }
    Node::Split {
        column: draws.below(COLUMNS),
        threshold: threshold(draws),
        missing: pick(draws, &["None", "Zero", "NaN"]),
        left_by_default: draws.unit() < 0.5,
        children: Box::new([grow(draws, depth - 1, offset), grow(draws, depth - 1, offset)]),
    }
}

fn leaves(node: &Node) -> usize {
    match node {
        Node::Leaf(_) => 1,
        Node::Split { children, .. } => children.iter().map(leaves).sum(),
    }
}

fn thresholds(node: &Node, found: &mut Vec<f64>) {
    if let Node::Split { threshold, children, .. } = node {
        found.push(*threshold);
        children.iter().for_each(|child| thresholds(child, found));
    }
}

/// As dump_model writes it.
fn dump(node: &Node) -> String {
    match node {
        Node::Leaf(value) => format!(r#"{{"leaf_value": {value:?}}}"#),
        Node::Split { column, threshold, missing, left_by_default, children } => format!(
            r#"{{"split_feature": {column}, "threshold": {threshold:?}, "decision_type": "<=", "missing_type": "{missing}",
                "default_left": {left_by_default}, "left_child": {}, "right_child": {}}}"#,
            dump(&children[0]),
            dump(&children[1])
        ),
    }
}

fn load(trees: &[Node]) -> Model {
    let trees: Vec<String> =
        trees.iter().map(|t| format!(r#"{{"num_leaves": {}, "tree_structure": {}}}"#, leaves(t), dump(t))).collect();
    let range = r#"{"min_value": -2, "max_value": 2, "values": []}"#;
    let document = format!(
        r#"{{"name": "tree", "version": "v4", "num_class": 1, "num_tree_per_iteration": 1, "max_feature_idx": 1,
            "objective": "binary sigmoid:1", "feature_names": ["a", "b"], "feature_infos": {{"a": {range}, "b": {range}}},
            "tree_info": [{}]}}"#,
        trees.join(", ")
    );
    formats::load(document.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{document}"))
}

/// Every value at which a tree's test may change, one step beside each, and values in the band.
fn values_of(trees: &[Node]) -> Vec<f64> {
    let mut cuts = vec![0.0, BAND, -BAND, 1e-36, -1e-36, -2.0, 2.0, 0.7, -0.7];
    trees.iter().for_each(|tree| thresholds(tree, &mut cuts));
    let mut values: Vec<f64> = cuts.iter().flat_map(|x| [x.next_down(), *x, x.next_up()]).collect();
    values.retain(|x| x.abs() <= 2.0);
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

#[test]
fn answers_flip_lightgbm_itself_around_zero() {
    let (mut answers, mut at_border) = (0, 0);
    for seed in 1..=MODELS {
        let mut draws = Draws::of(seed * 0x9E37_79B9);
        let trees: Vec<Node> = (0..1 + draws.below(4))
            .map(|t| {
                let depth = 1 + draws.below(3);
                grow(&mut draws, depth, 0.01 * (t + 1) as f64)
            })
            .collect();
        let model = load(&trees);
        let values = values_of(&trees);
        let said = |row: &[f64]| match model.ensemble.predict(row).expect("a prediction") {
            Prediction::Class { class, raw, .. } => (class, raw[0]),
            Prediction::Value(_) => panic!("a class was expected"),
        };
        let asked: Vec<f64> = values.iter().copied().chain([f64::NAN]).collect();
        for &a in &asked {
            for &b in &asked {
                let (class, found) = said(&[a, b]);
                let expected = raw(&trees, &[a, b]);
                assert_eq!((class, found), (usize::from(expected > 0.0), expected), "seed {seed}, row {a:e} {b:e}");
            }
        }
        let compiled = Arc::new(Compiled::new(&model).expect("a model"));
        for _ in 0..3 {
            let factual = vec![pick(&mut draws, &values), pick(&mut draws, &values)];
            let target = usize::from(raw(&trees, &factual) <= 0.0);
            let norm = pick(&mut draws, &[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.1, 1.0, 0.0]]);
            let price = |row: &[f64]| {
                let changes = row.iter().zip(&factual).filter(|(x, own)| x != own);
                let of = |(x, own): (&f64, &f64)| {
                    let distance = (x - own).abs() / 4.0;
                    norm[0] + norm[1] * distance + norm[2] * distance * distance
                };
                changes.map(of).sum::<f64>()
            };
            // A value of the band is no answer, unless it is the factual's own.
            let may_be = |own: f64| move |x: &f64| x.abs() > BAND || *x == 0.0 || *x == own;
            let mut least = f64::INFINITY;
            for &a in values.iter().filter(|a| may_be(factual[0])(a)) {
                for &b in values.iter().filter(|b| may_be(factual[1])(b)) {
                    if usize::from(raw(&trees, &[a, b]) > 0.0) == target {
                        least = least.min(price(&[a, b]));
                    }
                }
            }
            let cost = Cost::of(Norm { l0: norm[0], l1: norm[1], l2: norm[2], linf: 0.0 }, COLUMNS);
            let query = Query { certificate: true, ..Query::new(factual.clone(), Target::Class(target), cost) };
            let mut search = Search::new(Arc::clone(&compiled), query.clone()).expect("a query");
            while !search.step(1000) {}
            let explanation = search.explanation();
            verify(&model, &query, &explanation).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let proof = explanation.certificate.as_ref().expect("a certificate");
            certificate(&model, &query, proof).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let Some(answer) = explanation.counterfactuals.first() else {
                assert_eq!(explanation.status, Status::Infeasible, "seed {seed}");
                assert_eq!(least, f64::INFINITY, "seed {seed}, {factual:?} to {target}");
                continue;
            };
            assert_eq!(explanation.status, Status::Optimal, "seed {seed}");
            let row = &answer.values;
            assert_eq!(usize::from(raw(&trees, row) > 0.0), target, "seed {seed}: {row:?} does not flip LightGBM");
            let attained = |c: usize| row[c] == factual[c] || may_be(factual[c])(&row[c]);
            assert!((0..COLUMNS).all(attained), "seed {seed}: {row:?} lies in the band");
            let off = (answer.cost - least).abs();
            assert!(
                off <= 1e-9 * least + 1e-12,
                "seed {seed}: {row:?} from {factual:?} costs {}, {least} is possible",
                answer.cost
            );
            answers += 1;
            at_border += usize::from(row.iter().any(|x| x.abs() == BAND.next_up()));
        }
    }
    assert!(answers > 500 && at_border > 50, "{answers} answers, {at_border} at the border of the band");
}
