//! Trees as arrays by node become [`Tree`]s. Those by level are read in `oblivious`.

use super::document::{ByNode, TreeDoc};
use super::oblivious;
use crate::error::Fault;
use crate::isolation::path_correction;
use espalier_model::ensemble::{Ensemble, LinearLeaf, Node, Side, Split, Tree};
use espalier_numerics::sorting::sort_positions;

/// In place of a feature's index, as the contract names them.
const LEAF: i32 = -1;
const HYPERPLANE: i32 = -2;
const CATEGORIES: i32 = -3;
const INTERVALS: i32 = -4;

/// The ensemble with trees whose leaves hold one number for each output.
pub(super) fn scoring(frame: Ensemble, trees: Vec<TreeDoc>, at: &str) -> Result<Ensemble, Fault> {
    let outputs = frame.outputs;
    fill(frame, trees, at, &|doc, node| {
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

/// The ensemble with isolation trees. A leaf's value is its depth plus the average path length for the rows left in it, or the path length
/// that the file states.
pub(super) fn isolation(frame: Ensemble, trees: Vec<TreeDoc>, at: &str) -> Result<Ensemble, Fault> {
    if let Some(t) = trees.iter().position(|doc| doc.oblivious) {
        let right = "list its nodes with their \"samples\"";
        let what = "an oblivious tree has no training rows by node";
        return Err(Fault::in_tree(t, None, format!("{at}/{t}/oblivious"), what, right));
    }
    let mut ensemble = fill(frame, trees, at, &|doc, node| {
        match (&doc.samples, &doc.value) {
        (Some(samples), _) => Ok(vec![path_correction(samples[node])]),
        (None, Some(lengths)) if lengths.of(node).len() == 1 => Ok(lengths.of(node).to_vec()),
        _ => Err((
            "samples",
            "\"samples\" is missing".into(),
            "an isolation forest needs the training rows of every node, or the path length of every leaf as its \"value\"".into(),
        )),
    }
    })?;
    for tree in ensemble.trees.iter_mut().filter(|t| t.samples.is_some()) {
        add_depths(tree);
    }
    Ok(ensemble)
}

/// Adds its depth to every leaf's value. Children that do not exist are left to the validation. Each node is visited once, even where the
/// tree has a cycle.
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

/// A field of a tree, its fault, and the remedy.
pub(super) type FieldFault = (&'static str, String, String);

/// The same, at an entry of the field's list where one is at fault.
pub(super) type TreeFault = (Option<usize>, FieldFault);

/// The numbers of a leaf.
type Leaf<'a> = &'a dyn Fn(&TreeDoc, usize) -> Result<Vec<f64>, FieldFault>;

fn fill(mut frame: Ensemble, trees: Vec<TreeDoc>, at: &str, leaf: Leaf) -> Result<Ensemble, Fault> {
    for (t, doc) in trees.into_iter().enumerate() {
        let tree = tree(doc, &frame, leaf).map_err(|(entry, (field, what, right))| {
            let entry_at = entry.map_or(String::new(), |n| format!("/{n}"));
            Fault::in_tree(t, entry, format!("{at}/{t}/{field}{entry_at}"), what, right)
        })?;
        frame.trees.push(tree);
    }
    Ok(frame)
}

fn tree(doc: TreeDoc, frame: &Ensemble, leaf: Leaf) -> Result<Tree, TreeFault> {
    check_lengths(&doc).map_err(|fault| (None, fault))?;
    if let Some(output) = doc.output.filter(|&o| o >= frame.outputs) {
        let right = format!("the model has the outputs 0 to {}", frame.outputs - 1);
        return Err((None, ("output", format!("the tree adds to output {output}"), right)));
    }
    if doc.oblivious {
        return oblivious::tree(doc, frame);
    }
    let (mut nodes, mut values) = (Vec::with_capacity(doc.feature.len()), Vec::new());
    let mut leaves = 0;
    let mut linear = Vec::new();
    for n in 0..doc.feature.len() {
        let at = |fault| (Some(n), fault);
        nodes.push(if doc.feature[n] == LEAF {
            values.extend(leaf(&doc, n).map_err(at)?);
            if doc.linear.first().is_some() {
                linear.push(linear_leaf(&doc, n, doc.output.map_or(frame.outputs, |_| 1)).map_err(at)?);
            }
            leaves += 1;
            Node::Leaf(leaves - 1)
        } else {
            let split = test(&doc, n, frame.columns).map_err(at)?;
            let [left, right] = [("left", &doc.left), ("right", &doc.right)].map(|(field, list)| child(field, list, n));
            Node::Split { split, left: left.map_err(at)?, right: right.map_err(at)?, missing: doc.missing_side(n) }
        });
    }
    let weight = doc.weight.unwrap_or(1.0);
    Ok(Tree { weight, output: doc.output, oblivious: false, nodes, values, linear, samples: doc.samples })
}

/// The linear part of a leaf of `width` values.
fn linear_leaf(doc: &TreeDoc, n: usize, width: usize) -> Result<LinearLeaf, FieldFault> {
    let Some(linear) = doc.linear.get(n) else { return Ok(LinearLeaf::default()) };
    let (columns, weights) = (linear.columns.clone(), linear.weights.numbers().to_vec());
    if weights.len() != columns.len() * width {
        let what = format!("node {n} has {} columns and {} weights", columns.len(), weights.len());
        let right = if width == 1 {
            "one weight a column is right".into()
        } else {
            format!("{width} lists, one weight a column in each, are right")
        };
        return Err(("linear", what, right));
    }
    Ok(LinearLeaf { columns, weights, missing: linear.missing.clone() })
}

/// A child of a node.
fn child(field: &'static str, list: &Option<Vec<i32>>, n: usize) -> Result<usize, FieldFault> {
    let list = list.as_deref().unwrap_or_default();
    match usize::try_from(list[n]) {
        Ok(child) if child < list.len() && child != 0 => Ok(child),
        _ => {
            let right = format!("a node from 1 to {} is needed", list.len().saturating_sub(1));
            Err((field, format!("the child is {}", list[n]), right))
        }
    }
}

/// Checks that all lists of a tree have one entry for each node (each level of an oblivious tree). Entries for one kind of node must
/// belong to nodes of that kind.
fn check_lengths(doc: &TreeDoc) -> Result<(), FieldFault> {
    let count = doc.feature.len();
    let (of, listed) = if doc.oblivious { ("level", None) } else { ("node", Some(0)) };
    let children = |list: &Option<Vec<i32>>| listed.map(|none| list.as_ref().map_or(none, Vec::len));
    let lengths = [
        ("threshold", Some(doc.threshold.len())),
        ("left", children(&doc.left)),
        ("right", children(&doc.right)),
        ("value", listed.and(doc.value.as_ref().map(|v| v.len()))),
        ("samples", doc.samples.as_ref().map(Vec::len)),
    ];
    for (field, length) in lengths {
        if let Some(length) = length.filter(|l| *l != count) {
            let what = format!("\"{field}\" has {length} entries, \"feature\" {count}");
            return Err((field, what, format!("one entry a {of} in each is right")));
        }
    }
    let of_kind = |kind| move |found: Option<&i32>| found == Some(&kind);
    let strays = [
        ("hyperplanes", "a hyperplane", HYPERPLANE, doc.hyperplanes.stray(&doc.feature, &of_kind(HYPERPLANE))),
        ("categories", "a category set", CATEGORIES, doc.categories.stray(&doc.feature, &of_kind(CATEGORIES))),
        ("intervals", "intervals", INTERVALS, doc.intervals.stray(&doc.feature, &of_kind(INTERVALS))),
    ];
    for (field, has, kind, stray) in strays {
        if let Some(n) = stray {
            return Err((field, format!("node {n} has {has}"), format!("its \"feature\" must be {kind}")));
        }
    }
    if let Some(n) = doc.linear.stray(&doc.feature, &of_kind(LEAF)).filter(|_| !doc.oblivious) {
        return Err((
            "linear",
            format!("node {n} has a linear part"),
            format!("only leaves have one; their \"feature\" is {LEAF}"),
        ));
    }
    if let Some(n) = doc.missing.stray(&doc.feature, &|kind| kind.is_some_and(|kind| *kind != LEAF)) {
        let what = format!("node {n} is told where a missing value goes");
        return Err(("missing", what, "only a node that splits has children".into()));
    }
    Ok(())
}

/// The entry of a node of a kind that has one.
fn entry<'a, T>(list: &'a ByNode<T>, field: &'static str, n: usize) -> Result<&'a T, FieldFault> {
    list.get(n).ok_or_else(|| absent(field, n))
}

fn absent(field: &'static str, n: usize) -> FieldFault {
    ("feature", format!("the node is one of \"{field}\""), format!("\"{field}\" must have an entry \"{n}\""))
}

/// The test of a node that is not a leaf.
pub(super) fn test(doc: &TreeDoc, n: usize, columns: usize) -> Result<Split, FieldFault> {
    let threshold = || match doc.threshold[n].0 {
        t if t.is_nan() => Err(("threshold", "the threshold is null".to_string(), "a number is needed".to_string())),
        t => Ok(t),
    };
    Ok(match doc.feature[n] {
        HYPERPLANE => {
            let plane = entry(&doc.hyperplanes, "hyperplanes", n)?;
            let (columns, weights) =
                distinct(&plane.columns, &plane.weights).map_err(|(what, right)| ("feature", what, right))?;
            Split::Oblique { columns, weights, threshold: threshold()? }
        }
        CATEGORIES => {
            let set = entry(&doc.categories, "categories", n)?;
            let mut left = set.left.clone();
            left.sort_unstable();
            left.dedup();
            let unknown = set.unknown.map(|u| (u.from, Side::from(u.to)));
            Split::Categories { column: set.column, left, unknown }
        }
        INTERVALS => {
            let set = entry(&doc.intervals, "intervals", n)?;
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
    })
}

fn distinct(columns: &[usize], weights: &[f64]) -> Result<(Vec<usize>, Vec<f64>), (String, String)> {
    if columns.is_empty() || columns.len() != weights.len() {
        let what = format!("the hyperplane has {} columns and {} weights", columns.len(), weights.len());
        return Err((what, "as many of each, at least one, are right".into()));
    }
    let mut sorted = columns.to_vec();
    sort_positions(&mut sorted, &|a, b| a.cmp(&b));
    match sorted.windows(2).find(|w| w[0] == w[1]) {
        Some(w) => Err((format!("the hyperplane names column {} twice", w[0]), "once is right".into())),
        None => Ok((columns.to_vec(), weights.to_vec())),
    }
}
