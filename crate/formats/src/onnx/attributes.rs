//! The attributes of the tree operators: TreeEnsembleClassifier and TreeEnsembleRegressor (ai.onnx.ml 1 to 4), and
//! TreeEnsemble (5), as nodes with their leaves' entries.

use super::columns::Column;
use super::index::Index;
use super::proto::NodeProto;
use super::trees::{lengths, mode, Entry, Mode, Nodes, Raw};
use super::wire::Wholes;
use crate::error::Fault;
use crate::words::one_line;
use crate::words::quote;

/// The attributes that TreeEnsembleClassifier and TreeEnsembleRegressor share.
const LISTED: [&str; 14] = [
    "nodes_treeids",
    "nodes_nodeids",
    "nodes_featureids",
    "nodes_values",
    "nodes_values_as_tensor",
    "nodes_modes",
    "nodes_truenodeids",
    "nodes_falsenodeids",
    "nodes_missing_value_tracks_true",
    "nodes_hitrates",
    "nodes_hitrates_as_tensor",
    "base_values",
    "base_values_as_tensor",
    "post_transform",
];

/// The attributes of TreeEnsemble.
const LINKED: [&str; 16] = [
    "nodes_featureids",
    "nodes_splits",
    "nodes_modes",
    "nodes_truenodeids",
    "nodes_falsenodeids",
    "nodes_trueleafs",
    "nodes_falseleafs",
    "nodes_missing_value_tracks_true",
    "nodes_hitrates",
    "leaf_targetids",
    "leaf_weights",
    "membership_values",
    "tree_roots",
    "n_targets",
    "post_transform",
    "aggregate_function",
];

/// Refuses attributes that a TreeEnsembleClassifier or -Regressor does not have. A misspelt one would otherwise be read as absent.
fn check(node: &NodeProto, kind: &str) -> Result<(), Fault> {
    let own = ["treeids", "nodeids", "ids", "weights", "weights_as_tensor"].map(|list| format!("{kind}_{list}"));
    let more: &[&str] = if kind == "class" {
        &["classlabels_int64s", "classlabels_strings"]
    } else {
        &["n_targets", "aggregate_function"]
    };
    let known: Vec<&str> = LISTED.iter().chain(more).copied().chain(own.iter().map(String::as_str)).collect();
    node.known(&known)
}

/// Reads the nodes of a TreeEnsembleClassifier ("class") or TreeEnsembleRegressor ("target").
pub(super) fn listed<'a>(
    node: &NodeProto,
    kind: &str,
    outputs: usize,
    columns: &'a [Column],
) -> Result<Nodes<'a>, Fault> {
    check(node, kind)?;
    let values = node.numbers("nodes_values")?;
    let count = node.count("nodes_treeids")?;
    let missing = node.count("nodes_missing_value_tracks_true")?;
    lengths(
        node,
        &[
            ("nodes_treeids", count),
            ("nodes_nodeids", node.count("nodes_nodeids")?),
            ("nodes_featureids", node.count("nodes_featureids")?),
            ("nodes_values", values.len()),
            ("nodes_modes", node.count_texts("nodes_modes")),
            ("nodes_truenodeids", node.count("nodes_truenodeids")?),
            ("nodes_falsenodeids", node.count("nodes_falsenodeids")?),
            ("nodes_missing_value_tracks_true", if missing == 0 { count } else { missing }),
        ],
    )?;
    let mut index = Index::of(node)?;
    // The lists are read side by side, and none is kept.
    let mut modes = node.texts("nodes_modes");
    let mut features = node.wholes("nodes_featureids");
    let [mut yes, mut no] = ["nodes_truenodeids", "nodes_falsenodeids"].map(|field| node.wholes(field));
    let mut missing = node.wholes("nodes_missing_value_tracks_true");
    let mut trees = node.wholes("nodes_treeids");
    let mut raw = Vec::with_capacity(count);
    for (i, &value) in values.iter().enumerate() {
        let (tree, feature) = (next(&mut trees)?, next(&mut features)?);
        let (yes, no) = (next(&mut yes)?, next(&mut no)?);
        let missing_yes = next(&mut missing)? != 0;
        let Some(name) = modes.next().transpose()? else { break };
        let Some(mode) = mode(name.bytes()) else {
            let what = format!("the mode is {}", quote(&one_line(&name.text())));
            let right = "LEAF or BRANCH_LEQ, _LT, _GTE, _GT, _EQ or _NEQ is needed";
            return Err(node.fault(&format!("nodes_modes/{i}"), what, right));
        };
        let Some(mode) = mode else {
            raw.push(Raw::Leaf { leaf: i, entries: 0 });
            continue;
        };
        let mut child = |field: &str, id: i64| {
            index.find(tree, id).ok_or_else(|| {
                let what = format!("the child is node {id}, which tree {tree} does not have");
                node.fault(&format!("{field}/{i}"), what, "a node of the same tree is needed")
            })
        };
        let (yes, no) = (child("nodes_truenodeids", yes)?, child("nodes_falsenodeids", no)?);
        let column = column(node, feature, columns, i)?;
        threshold(node, "nodes_values", value, i)?;
        raw.push(Raw::Branch { column, mode, yes, no, missing_yes });
    }
    let entries = listed_entries(node, kind, outputs, &mut index)?;
    Ok(Nodes::new(raw, values, index.roots(), Vec::new(), entries, outputs, columns))
}

/// The next number of a list whose length is known to suffice; 0 of a list that is left out.
fn next(list: &mut Wholes) -> Result<i64, Fault> {
    list.next().unwrap_or(Ok(0))
}

fn listed_entries(node: &NodeProto, kind: &str, outputs: usize, index: &mut Index) -> Result<Vec<Entry>, Fault> {
    let [of_trees, of_nodes, of_ids, of_weights] =
        ["treeids", "nodeids", "ids", "weights"].map(|what| format!("{kind}_{what}"));
    let weights = node.numbers(&of_weights)?;
    lengths(
        node,
        &[
            (&of_trees, node.count(&of_trees)?),
            (&of_nodes, node.count(&of_nodes)?),
            (&of_ids, node.count(&of_ids)?),
            (&of_weights, weights.len()),
        ],
    )?;
    let [mut trees, mut nodes, mut ids] = [&of_trees, &of_nodes, &of_ids].map(|list| node.wholes(list));
    let mut entries = Vec::with_capacity(weights.len());
    for (i, value) in weights.into_iter().enumerate() {
        let (tree, leaf) = (next(&mut trees)?, next(&mut nodes)?);
        let Some(leaf) = index.find(tree, leaf) else {
            let what = format!("the weight is of node {leaf}, which tree {tree} does not have");
            return Err(node.fault(&format!("{of_nodes}/{i}"), what, "a leaf is needed"));
        };
        entries.push(Entry {
            leaf,
            output: output(node, &of_ids, next(&mut ids)?, outputs, i)?,
            weight: weight(node, &of_weights, value, i)?,
        });
    }
    Ok(entries)
}

/// Reads the nodes of a TreeEnsemble.
pub(super) fn linked<'a>(node: &NodeProto, outputs: usize, columns: &'a [Column]) -> Result<Nodes<'a>, Fault> {
    node.known(&LINKED)?;
    let features = all(node, "nodes_featureids")?;
    let mut splits = tensor(node, "nodes_splits")?;
    let modes = tensor(node, "nodes_modes")?;
    let [yes, no] = [all(node, "nodes_truenodeids")?, all(node, "nodes_falsenodeids")?];
    let [yes_leaf, no_leaf] = [all(node, "nodes_trueleafs")?, all(node, "nodes_falseleafs")?];
    let missing = all(node, "nodes_missing_value_tracks_true")?;
    let count = features.len();
    lengths(
        node,
        &[
            ("nodes_featureids", count),
            ("nodes_splits", splits.len()),
            ("nodes_modes", modes.len()),
            ("nodes_truenodeids", yes.len()),
            ("nodes_falsenodeids", no.len()),
            ("nodes_trueleafs", yes_leaf.len()),
            ("nodes_falseleafs", no_leaf.len()),
            ("nodes_missing_value_tracks_true", if missing.is_empty() { count } else { missing.len() }),
        ],
    )?;
    let (targets, weights) = (all(node, "leaf_targetids")?, tensor(node, "leaf_weights")?);
    lengths(node, &[("leaf_targetids", targets.len()), ("leaf_weights", weights.len())])?;
    let mut entries = Vec::with_capacity(targets.len());
    for (leaf, (target, value)) in targets.iter().zip(&weights).enumerate() {
        let output = output(node, "leaf_targetids", *target, outputs, leaf)?;
        entries.push(Entry { leaf, output, weight: weight(node, "leaf_weights", *value, leaf)? });
    }
    let members = node.tensor_list("membership_values")?.unwrap_or_default();
    let mut sets = members.split(|v| v.is_nan());
    let mut member = Vec::new();
    // Leaves are numbered after the nodes.
    let child = |field: &str, i: usize, to: i64, leaf: bool| {
        let known = if leaf { targets.len() } else { count };
        match usize::try_from(to).ok().filter(|&to| to < known) {
            Some(to) => Ok(if leaf { count + to } else { to }),
            None => {
                let thing = if leaf { "leaf" } else { "node" };
                let right = format!("there are {known}, numbered from 0");
                Err(node.fault(&format!("{field}/{i}"), format!("the child is {thing} {to}"), right))
            }
        }
    };
    let mut raw = Vec::with_capacity(count + targets.len());
    for i in 0..count {
        const MODES: [Mode; 7] = [Mode::Leq, Mode::Lt, Mode::Gte, Mode::Gt, Mode::Eq, Mode::Neq, Mode::Member];
        let Some(&mode) = MODES.get(modes[i] as usize).filter(|_| modes[i] >= 0.0) else {
            return Err(node.fault(
                &format!("nodes_modes/{i}"),
                format!("the mode is {}", modes[i]),
                "0 to 6 is needed",
            ));
        };
        if mode == Mode::Member {
            let Some(set) = sets.next() else {
                let right = "one set a BRANCH_MEMBER, each but the last followed by NaN, is needed";
                return Err(node.fault("membership_values", "there are fewer sets than nodes that ask for one", right));
            };
            splits[i] = member.len() as f64;
            member.push(set.to_vec());
        }
        let yes = child("nodes_truenodeids", i, yes[i], yes_leaf[i] != 0)?;
        let no = child("nodes_falsenodeids", i, no[i], no_leaf[i] != 0)?;
        if yes == no && yes >= count {
            // A tree of one leaf is written as a node with the same leaf on both sides.
            raw.push(Raw::Leaf { leaf: yes - count, entries: 0 });
            continue;
        }
        let column = column(node, features[i], columns, i)?;
        threshold(node, "nodes_splits", splits[i], i)?;
        let missing_yes = missing.get(i).is_some_and(|m| *m != 0);
        raw.push(Raw::Branch { column, mode, yes, no, missing_yes });
    }
    raw.extend((0..targets.len()).map(|leaf| Raw::Leaf { leaf, entries: 0 }));
    let mut roots = Vec::new();
    for (i, root) in node.wholes("tree_roots").enumerate() {
        roots.push(child("tree_roots", i, root?, false)?);
    }
    Ok(Nodes::new(raw, splits, roots, member, entries, outputs, columns))
}

/// A list of whole numbers.
fn all(node: &NodeProto, name: &str) -> Result<Vec<i64>, Fault> {
    node.wholes(name).collect()
}

fn tensor(node: &NodeProto, name: &str) -> Result<Vec<f64>, Fault> {
    node.tensor_list(name)?
        .ok_or_else(|| node.fault("", format!("the attribute \"{name}\" is missing"), "it is needed"))
}

fn column(node: &NodeProto, id: i64, columns: &[Column], i: usize) -> Result<usize, Fault> {
    usize::try_from(id).ok().filter(|&c| c < columns.len()).ok_or_else(|| {
        let right = format!("the operator is given {} columns, numbered from 0", columns.len());
        node.fault(&format!("nodes_featureids/{i}"), format!("the node reads column {id}"), right)
    })
}

fn threshold(node: &NodeProto, field: &str, value: f64, i: usize) -> Result<(), Fault> {
    if value.is_nan() {
        return Err(node.fault(&format!("{field}/{i}"), "the threshold is NaN", "a number is needed"));
    }
    Ok(())
}

fn weight(node: &NodeProto, field: &str, value: f64, i: usize) -> Result<f64, Fault> {
    if value.is_finite() {
        return Ok(value);
    }
    Err(node.fault(&format!("{field}/{i}"), format!("the weight is {value}"), "a finite number is needed"))
}

fn output(node: &NodeProto, field: &str, id: i64, outputs: usize, i: usize) -> Result<usize, Fault> {
    usize::try_from(id).ok().filter(|&o| o < outputs).ok_or_else(|| {
        let right = format!("the operator has the outputs 0 to {}", outputs.saturating_sub(1));
        node.fault(&format!("{field}/{i}"), format!("the weight goes to output {id}"), right)
    })
}
