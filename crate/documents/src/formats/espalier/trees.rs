//! Trees as arrays by node become [`Tree`]s.

use super::document::TreeDoc;
use crate::formats::error::Fault;
use crate::isolation::path_correction;
use espalier_core::ensemble::{Ensemble, Node, Side, Split, Tree};

const LEAF: i32 = -1;
const HYPERPLANE: i32 = -2;
const CATEGORIES: i32 = -3;
const INTERVALS: i32 = -4;

/// The ensemble with trees whose leaves hold one number an output.
pub(super) fn scoring(frame: Ensemble, trees: Vec<TreeDoc>, at: &str) -> Result<Ensemble, Fault> {
    let outputs = frame.outputs;
    fill(frame, trees, at, |doc, node| {
        let values = doc.value.as_ref().map_or(&[][..], |v| v.of(node));
        let (wanted, right) = match doc.output {
            Some(output) => (1, format!("the tree adds to output {output} alone; one number is right")),
            None => (outputs, format!("the model has {outputs} outputs; one number each is right")),
        };
        if values.len() != wanted {
            return Err(("value", format!("the leaf holds {} numbers", values.len()), right));
        }
        Ok(values.to_vec())
    })
}

/// The ensemble with isolation trees: a leaf's value is its depth and the average path length that the
/// rows left in it would still need.
pub(super) fn isolation(frame: Ensemble, trees: Vec<TreeDoc>, at: &str) -> Result<Ensemble, Fault> {
    let mut ensemble = fill(frame, trees, at, |doc, node| match &doc.samples {
        None => Err((
            "samples",
            "\"samples\" is missing".into(),
            "an isolation forest needs the training rows of every node".into(),
        )),
        Some(samples) => Ok(vec![path_correction(samples[node])]),
    })?;
    for tree in &mut ensemble.trees {
        add_depths(tree);
    }
    Ok(ensemble)
}

/// Adds its depth to every leaf's value. Children that do not exist are left for the validation, and
/// each node is met once, even where the tree has a cycle.
fn add_depths(tree: &mut Tree) {
    let mut seen = vec![false; tree.nodes.len()];
    let mut stack = vec![(0, 0.0)];
    while let Some((node, depth)) = stack.pop() {
        if seen.get(node).copied().unwrap_or(true) {
            continue;
        }
        seen[node] = true;
        match tree.nodes[node] {
            Node::Leaf(leaf) => tree.values[leaf] += depth,
            Node::Split { left, right, .. } => stack.extend([(left, depth + 1.0), (right, depth + 1.0)]),
        }
    }
}

/// A field of a tree, what is wrong with it at a node, what would be right.
type NodeFault = (&'static str, String, String);

fn fill(
    mut frame: Ensemble,
    trees: Vec<TreeDoc>,
    at: &str,
    leaf: impl Fn(&TreeDoc, usize) -> Result<Vec<f64>, NodeFault>,
) -> Result<Ensemble, Fault> {
    for (t, doc) in trees.into_iter().enumerate() {
        check_lengths(&doc)
            .map_err(|(field, what, right)| Fault::in_tree(t, None, format!("{at}/{t}/{field}"), what, right))?;
        if let Some(output) = doc.output.filter(|&o| o >= frame.outputs) {
            let right = format!("the model has the outputs 0 to {}", frame.outputs - 1);
            let what = format!("the tree adds to output {output}");
            return Err(Fault::in_tree(t, None, format!("{at}/{t}/output"), what, right));
        }
        let (mut nodes, mut values, mut leaves) = (Vec::with_capacity(doc.feature.len()), Vec::new(), 0);
        for n in 0..doc.feature.len() {
            let node = if doc.feature[n] == LEAF {
                leaf(&doc, n).map(|numbers| {
                    values.extend(numbers);
                    leaves += 1;
                    Node::Leaf(leaves - 1)
                })
            } else {
                split(&doc, n, frame.columns)
            };
            nodes.push(node.map_err(|(field, what, right)| {
                Fault::in_tree(t, Some(n), format!("{at}/{t}/{field}/{n}"), what, right)
            })?);
        }
        frame.trees.push(Tree {
            weight: doc.weight.unwrap_or(1.0),
            output: doc.output,
            nodes,
            values,
            samples: doc.samples,
        });
    }
    Ok(frame)
}

/// All lists of a tree have one entry a node, and what is given by node belongs to a node that wants it.
fn check_lengths(doc: &TreeDoc) -> Result<(), NodeFault> {
    let count = doc.feature.len();
    let lengths = [
        ("threshold", Some(doc.threshold.len())),
        ("left", Some(doc.left.len())),
        ("right", Some(doc.right.len())),
        ("value", doc.value.as_ref().map(|v| v.len())),
        ("samples", doc.samples.as_ref().map(Vec::len)),
    ];
    for (field, length) in lengths {
        if length.is_some_and(|l| l != count) {
            let what = format!("\"{field}\" has {} entries, \"feature\" {count}", length.unwrap_or_default());
            return Err((field, what, "one entry a node in each is right".into()));
        }
    }
    let kind = |n: usize| doc.feature.get(n).copied();
    if let Some(n) = doc.hyperplanes.nodes().find(|&n| kind(n) != Some(HYPERPLANE)) {
        return Err(("hyperplanes", format!("node {n} has a hyperplane"), "its \"feature\" must be -2".into()));
    }
    if let Some(n) = doc.categories.nodes().find(|&n| kind(n) != Some(CATEGORIES)) {
        return Err(("categories", format!("node {n} has a category set"), "its \"feature\" must be -3".into()));
    }
    if let Some(n) = doc.intervals.nodes().find(|&n| kind(n) != Some(INTERVALS)) {
        return Err(("intervals", format!("node {n} has intervals"), "its \"feature\" must be -4".into()));
    }
    if let Some(n) = doc.missing.nodes().find(|&n| matches!(kind(n), None | Some(LEAF))) {
        let what = format!("node {n} is told where a missing value goes");
        return Err(("missing", what, "only a node that splits has children".into()));
    }
    Ok(())
}

fn split(doc: &TreeDoc, n: usize, columns: usize) -> Result<Node, NodeFault> {
    let threshold = || match doc.threshold[n].0 {
        t if t.is_nan() => Err(("threshold", "the threshold is null".to_string(), "a number is needed".to_string())),
        t => Ok(t),
    };
    let split = match doc.feature[n] {
        HYPERPLANE => {
            let Some(plane) = doc.hyperplanes.get(n) else {
                return Err((
                    "feature",
                    "the node is a hyperplane".into(),
                    format!("\"hyperplanes\" must have an entry \"{n}\""),
                ));
            };
            let (columns, weights) =
                distinct(&plane.columns, &plane.weights).map_err(|(what, right)| ("feature", what, right))?;
            Split::Oblique { columns, weights, threshold: threshold()? }
        }
        CATEGORIES => {
            let Some(set) = doc.categories.get(n) else {
                return Err((
                    "feature",
                    "the node is a category set".into(),
                    format!("\"categories\" must have an entry \"{n}\""),
                ));
            };
            let mut left = set.left.clone();
            left.sort_unstable();
            left.dedup();
            let unknown = set.unknown.map(|u| (u.from, Side::from(u.to)));
            Split::Categories { column: set.column, left, unknown }
        }
        INTERVALS => {
            let Some(set) = doc.intervals.get(n) else {
                let right = format!("\"intervals\" must have an entry \"{n}\"");
                return Err(("feature", "the node is a set of intervals".into(), right));
            };
            Split::Intervals { column: set.column, left: set.left.iter().map(|(lo, hi)| (lo.0, hi.0)).collect() }
        }
        column if column < 0 => {
            let right = format!(
                "a column from 0 to {}, -1 (leaf), -2 (hyperplane), -3 (category set) or -4 (intervals) is needed",
                columns - 1
            );
            return Err(("feature", format!("found {column}"), right));
        }
        column if column as usize >= columns => {
            let right = format!("the model has columns 0 to {}", columns - 1);
            return Err(("feature", format!("the split reads column {column}"), right));
        }
        column => Split::Axis { column: column as usize, threshold: threshold()? },
    };
    let child = |field: &'static str, list: &[i32]| match usize::try_from(list[n]) {
        Ok(child) if child < doc.feature.len() && child != 0 => Ok(child),
        _ => {
            let right = format!("a node from 1 to {} is needed", doc.feature.len().saturating_sub(1));
            Err((field, format!("the child is {}", list[n]), right))
        }
    };
    let missing = doc.missing.get(n).map(|s| Side::from(*s));
    Ok(Node::Split { split, left: child("left", &doc.left)?, right: child("right", &doc.right)?, missing })
}

fn distinct(columns: &[usize], weights: &[f64]) -> Result<(Vec<usize>, Vec<f64>), (String, String)> {
    if columns.is_empty() || columns.len() != weights.len() {
        let what = format!("the hyperplane has {} columns and {} weights", columns.len(), weights.len());
        return Err((what, "as many of each, at least one, are right".into()));
    }
    let mut sorted = columns.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|w| w[0] == w[1]) {
        Some(w) => Err((format!("the hyperplane names column {} twice", w[0]), "once is right".into())),
        None => Ok((columns.to_vec(), weights.to_vec())),
    }
}
