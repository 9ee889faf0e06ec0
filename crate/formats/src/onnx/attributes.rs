//! The attributes of the tree operators: TreeEnsembleClassifier and TreeEnsembleRegressor (ai.onnx.ml 1 to 4), and
//! TreeEnsemble (5), as nodes with their leaves' entries.

use super::columns::Column;
use super::proto::NodeProto;
use super::trees::{lengths, mode, Entry, Mode, Nodes, Raw};
use crate::error::Fault;
use crate::words::one_line;
use crate::words::quote;
use espalier_numerics::sorting::sort_by;
use std::collections::HashMap;

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
    let tree_ids = node.wholes("nodes_treeids")?;
    let node_ids = node.wholes("nodes_nodeids")?;
    let features = node.wholes("nodes_featureids")?;
    let values = node.numbers("nodes_values")?;
    let modes = node.texts("nodes_modes")?;
    let [yes, no] = [node.wholes("nodes_truenodeids")?, node.wholes("nodes_falsenodeids")?];
    let missing = node.wholes("nodes_missing_value_tracks_true")?;
    let count = tree_ids.len();
    lengths(
        node,
        &[
            ("nodes_treeids", count),
            ("nodes_nodeids", node_ids.len()),
            ("nodes_featureids", features.len()),
            ("nodes_values", values.len()),
            ("nodes_modes", modes.len()),
            ("nodes_truenodeids", yes.len()),
            ("nodes_falsenodeids", no.len()),
            ("nodes_missing_value_tracks_true", if missing.is_empty() { count } else { missing.len() }),
        ],
    )?;
    let mut index: HashMap<(i64, i64), usize> = HashMap::with_capacity(count);
    let mut roots: Vec<usize> = Vec::new();
    for i in 0..count {
        if index.insert((tree_ids[i], node_ids[i]), i).is_some() {
            let what = format!("node {} of tree {} is given twice", node_ids[i], tree_ids[i]);
            return Err(node.fault(&format!("nodes_nodeids/{i}"), what, "once is right"));
        }
        // The root of a tree is the first of its nodes in the list.
        if i == 0 || tree_ids[i] != tree_ids[i - 1] {
            roots.push(i);
        }
    }
    let mut raw = Vec::with_capacity(count);
    for i in 0..count {
        let name = modes[i].bytes();
        let Some(mode) = mode(name) else {
            let what = format!("the mode is {}", quote(&one_line(&modes[i].text())));
            let right = "LEAF or BRANCH_LEQ, _LT, _GTE, _GT, _EQ or _NEQ is needed";
            return Err(node.fault(&format!("nodes_modes/{i}"), what, right));
        };
        let Some(mode) = mode else {
            raw.push(Raw::Leaf(i));
            continue;
        };
        let child = |field: &str, id: i64| {
            index.get(&(tree_ids[i], id)).copied().ok_or_else(|| {
                let what = format!("the child is node {id}, which tree {} does not have", tree_ids[i]);
                node.fault(&format!("{field}/{i}"), what, "a node of the same tree is needed")
            })
        };
        let (yes, no) = (child("nodes_truenodeids", yes[i])?, child("nodes_falsenodeids", no[i])?);
        let column = column(node, features[i], columns, i)?;
        let value = threshold(node, "nodes_values", values[i], i)?;
        let missing_yes = missing.get(i).is_some_and(|m| *m != 0);
        raw.push(Raw::Branch { column, mode, value, members: (0, 0), yes, no, missing_yes });
    }
    let entries = listed_entries(node, kind, outputs, &index)?;
    Ok(Nodes { raw, roots, members: Vec::new(), entries, outputs, columns })
}

fn listed_entries(
    node: &NodeProto,
    kind: &str,
    outputs: usize,
    index: &HashMap<(i64, i64), usize>,
) -> Result<Vec<Entry>, Fault> {
    let list = |what: &str| format!("{kind}_{what}");
    let trees = node.wholes(&list("treeids"))?;
    let nodes = node.wholes(&list("nodeids"))?;
    let ids = node.wholes(&list("ids"))?;
    let weights = node.numbers(&list("weights"))?;
    lengths(
        node,
        &[
            (&list("treeids"), trees.len()),
            (&list("nodeids"), nodes.len()),
            (&list("ids"), ids.len()),
            (&list("weights"), weights.len()),
        ],
    )?;
    let mut entries = Vec::with_capacity(trees.len());
    for i in 0..trees.len() {
        let Some(&leaf) = index.get(&(trees[i], nodes[i])) else {
            let what = format!("the weight is of node {}, which tree {} does not have", nodes[i], trees[i]);
            return Err(node.fault(&format!("{}/{i}", list("nodeids")), what, "a leaf is needed"));
        };
        entries.push(Entry {
            leaf,
            output: output(node, &list("ids"), ids[i], outputs, i)?,
            weight: weight(node, &list("weights"), weights[i], i)?,
        });
    }
    sort_by(&mut entries, |a, b| a.leaf.cmp(&b.leaf));
    Ok(entries)
}

/// Reads the nodes of a TreeEnsemble.
pub(super) fn linked<'a>(node: &NodeProto, outputs: usize, columns: &'a [Column]) -> Result<Nodes<'a>, Fault> {
    node.known(&LINKED)?;
    let features = node.wholes("nodes_featureids")?;
    let splits = tensor(node, "nodes_splits")?;
    let modes = tensor(node, "nodes_modes")?;
    let [yes, no] = [node.wholes("nodes_truenodeids")?, node.wholes("nodes_falsenodeids")?];
    let [yes_leaf, no_leaf] = [node.wholes("nodes_trueleafs")?, node.wholes("nodes_falseleafs")?];
    let missing = node.wholes("nodes_missing_value_tracks_true")?;
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
    let (targets, weights) = (node.wholes("leaf_targetids")?, tensor(node, "leaf_weights")?);
    lengths(node, &[("leaf_targetids", targets.len()), ("leaf_weights", weights.len())])?;
    let mut entries = Vec::with_capacity(targets.len());
    for (leaf, (target, value)) in targets.iter().zip(&weights).enumerate() {
        let output = output(node, "leaf_targetids", *target, outputs, leaf)?;
        entries.push(Entry { leaf, output, weight: weight(node, "leaf_weights", *value, leaf)? });
    }
    let members = node.tensor_list("membership_values")?.unwrap_or_default();
    let mut sets = members.split(|v| v.is_nan()).map(<[f64]>::len);
    let mut member = 0;
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
        let mut range = (0, 0);
        if mode == Mode::Member {
            let Some(size) = sets.next() else {
                let right = "one set a BRANCH_MEMBER, each but the last followed by NaN, is needed";
                return Err(node.fault("membership_values", "there are fewer sets than nodes that ask for one", right));
            };
            range = (member, member + size);
            member += size + 1;
        }
        let yes = child("nodes_truenodeids", i, yes[i], yes_leaf[i] != 0)?;
        let no = child("nodes_falsenodeids", i, no[i], no_leaf[i] != 0)?;
        if yes == no && yes >= count {
            // A tree of one leaf is written as a node with the same leaf on both sides.
            raw.push(Raw::Leaf(yes - count));
            continue;
        }
        let column = column(node, features[i], columns, i)?;
        let value = if mode == Mode::Member { 0.0 } else { threshold(node, "nodes_splits", splits[i], i)? };
        let missing_yes = missing.get(i).is_some_and(|m| *m != 0);
        raw.push(Raw::Branch { column, mode, value, members: range, yes, no, missing_yes });
    }
    raw.extend((0..targets.len()).map(Raw::Leaf));
    let mut roots = Vec::new();
    for (i, root) in node.wholes("tree_roots")?.into_iter().enumerate() {
        roots.push(child("tree_roots", i, root, false)?);
    }
    Ok(Nodes { raw, roots, members, entries, outputs, columns })
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

fn threshold(node: &NodeProto, field: &str, value: f64, i: usize) -> Result<f64, Fault> {
    if value.is_nan() {
        return Err(node.fault(&format!("{field}/{i}"), "the threshold is NaN", "a number is needed"));
    }
    Ok(value)
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
