//! LightGBM's JSON dump (`dump_model`): the head as fields, and each tree as nested objects.

use super::columns::Info;
use super::linear::{linear_leaf, settled, wrong_column};
use super::split::{categories, numeric, Missing};
use super::{assemble, objective, Head, JSON};
use crate::decoder::json::decode;
use crate::decoder::record::{record, Read};
use crate::decoder::Decoder;
use crate::error::{Fault, ParseError};
use crate::json::locate;
use crate::token::{Error, Token};
use crate::words::{quote, text};
use crate::{Parsed, MOST_COLUMNS};
use espalier_model::ensemble::{LinearLeaf, Node, Side, Split, Tree};
use serde_json::Value;
use std::collections::HashMap;

record! {
    /// The fields that prediction and the schema depend on. The dump holds more; those are skipped.
    struct Document, others skipped {
        version: Option<String> = optional,
        num_class: usize = needed,
        num_tree_per_iteration: usize = needed,
        max_feature_idx: usize = needed,
        objective: Option<String> = optional,
        average_output: bool = optional,
        feature_names: Vec<String> = needed,
        feature_infos: HashMap<String, InfoDoc> = optional,
        tree_info: Vec<TreeDoc> = needed,
        pandas_categorical: Option<Vec<Vec<Value>>> = optional,
    }
}

record! {
    struct InfoDoc, others skipped {
        min_value: Option<f64> = optional,
        max_value: Option<f64> = optional,
        values: Vec<i64> = optional,
    }
}

record! {
    struct TreeDoc, others skipped {
        num_leaves: usize = needed,
        tree_structure: NodeDoc = needed,
    }
}

record! {
    /// A leaf has a value, an inner node all else.
    struct NodeDoc, others skipped {
        leaf_value: Option<f64> = optional,
        leaf_const: Option<f64> = optional,
        leaf_features: Option<Vec<usize>> = optional,
        leaf_coeff: Option<Vec<f64>> = optional,
        split_feature: Option<usize> = optional,
        threshold: Option<Threshold> = optional,
        decision_type: Option<String> = optional,
        default_left: Option<bool> = optional,
        missing_type: Option<String> = optional,
        left_child: Option<Box<NodeDoc>> = optional,
        right_child: Option<Box<NodeDoc>> = optional,
    }
}

/// A number, or category codes with `||` between.
enum Threshold {
    Number(f64),
    Codes(String),
}

impl Default for Threshold {
    fn default() -> Threshold {
        Threshold::Number(0.0)
    }
}

impl Read for Threshold {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let token = from.token(false)?;
        *self = match (token.number(), token) {
            (Some(number), _) => Threshold::Number(number),
            (_, Token::Text(text)) => Threshold::Codes(text.into_owned()),
            (_, other) => return Err(from.unexpected(&other, "a number, or a text of category codes,")),
        };
        Ok(())
    }
}

/// Reads a dump.
pub(super) fn load(bytes: &[u8]) -> Result<Parsed, ParseError> {
    let document: Document = decode(bytes, JSON)?;
    build(document).map_err(|f| locate(bytes, JSON, f))
}

fn build(document: Document) -> Result<Parsed, Fault> {
    let columns = document.max_feature_idx.saturating_add(1);
    if columns > MOST_COLUMNS {
        let right = format!("1 to {MOST_COLUMNS} columns can be read");
        return Err(Fault::new("/max_feature_idx", format!("the model has {columns} columns"), right));
    }
    let outputs = document.num_tree_per_iteration;
    if outputs == 0 || outputs > MOST_COLUMNS || outputs != document.num_class {
        let what = format!("there are {outputs} trees a round for {} classes", document.num_class);
        return Err(Fault::new("/num_tree_per_iteration", what, "as many of each, at least 1, are right"));
    }
    let meaning = objective::meaning(document.objective.as_deref(), outputs)
        .map_err(|(what, right)| Fault::new("/objective", what, right))?;
    if document.feature_names.len() != columns {
        let what = format!("there are {} feature names", document.feature_names.len());
        return Err(Fault::new("/feature_names", what, format!("the model has {columns} columns; name each")));
    }
    let trees = document.tree_info.len();
    if trees == 0 || !trees.is_multiple_of(outputs) {
        let right = format!("at least one round of {outputs} (num_tree_per_iteration) is needed");
        return Err(Fault::new("/tree_info", format!("there are {trees} trees"), right));
    }
    // Each document goes when its tree is there.
    let trees = (document.tree_info.into_iter().enumerate())
        .map(|(i, doc)| Reader { tree: i, columns }.read(&doc))
        .collect::<Result<Vec<Tree>, Fault>>()?;
    let infos = document.feature_names.iter().map(|name| match document.feature_infos.get(name) {
        Some(info) if !info.values.is_empty() => Info::codes(info.values.iter().copied()),
        Some(InfoDoc { min_value: Some(lo), max_value: Some(hi), .. }) => Info::range(*lo, *hi),
        _ => Info::None,
    });
    let head = Head {
        columns,
        outputs,
        meaning,
        average: document.average_output,
        infos: infos.collect(),
        names: document.feature_names,
        categories: document.pandas_categorical.unwrap_or_default().into_iter().map(labels).collect(),
        version: document.version,
    };
    Ok(assemble(head, trees, "/tree_info"))
}

/// Category labels as texts.
pub(super) fn labels(values: Vec<Value>) -> Vec<String> {
    let label = |value| match value {
        Value::String(label) => label,
        other => text(&other),
    };
    values.into_iter().map(label).collect()
}

struct Reader {
    tree: usize,
    columns: usize,
}

/// A node that is still to be read: its document, and its path from the root.
type Open<'a> = (&'a NodeDoc, String);

impl Reader {
    fn fault(&self, way: &str, field: &str, what: impl Into<String>, right: impl Into<String>) -> Fault {
        let mut pointer = format!("/tree_info/{}/tree_structure{way}", self.tree);
        if !field.is_empty() {
            pointer = format!("{pointer}/{field}");
        }
        Fault::in_tree(self.tree, None, pointer, what, right)
    }

    fn read(&self, doc: &TreeDoc) -> Result<Tree, Fault> {
        let mut tree = Tree::default();
        // A walk by rows gives the nodes their numbers.
        let mut order: Vec<Open> = vec![(&doc.tree_structure, String::new())];
        let mut next = 0;
        while next < order.len() {
            let (node, way) = (order[next].0, std::mem::take(&mut order[next].1));
            next += 1;
            match (&node.left_child, &node.right_child, node.leaf_value) {
                (None, None, Some(value)) => {
                    let (constant, linear) = self.leaf(node, value, &way)?;
                    tree.nodes.push(Node::Leaf(tree.values.len()));
                    tree.values.push(constant);
                    tree.linear.push(linear);
                }
                (Some(left), Some(right), None) => {
                    let (split, missing) = self.split(node, &way)?;
                    let first = order.len();
                    tree.nodes.push(Node::Split { split, left: first, right: first + 1, missing: Some(missing) });
                    order.push((left, format!("{way}/left_child")));
                    order.push((right, format!("{way}/right_child")));
                }
                _ => {
                    let what = "the node is neither a leaf nor a split";
                    let right = "a \"leaf_value\", or a \"left_child\" and a \"right_child\", are needed";
                    return Err(self.fault(&way, "", what, right));
                }
            }
        }
        if tree.values.len() != doc.num_leaves {
            let what = format!("the tree has {} leaves", tree.values.len());
            let pointer = format!("/tree_info/{}/num_leaves", self.tree);
            let right = format!("\"num_leaves\" says {}; both must be the same", doc.num_leaves);
            return Err(Fault::in_tree(self.tree, None, pointer, what, right));
        }
        Ok(settled(tree))
    }

    /// The constant of a leaf and its linear part, of which a tree of `linear_tree=true` has three fields.
    fn leaf(&self, node: &NodeDoc, value: f64, way: &str) -> Result<(f64, LinearLeaf), Fault> {
        let (constant, features, weights) = match (&node.leaf_const, &node.leaf_features, &node.leaf_coeff) {
            (None, None, None) => return Ok((value, LinearLeaf::default())),
            (Some(constant), Some(features), Some(weights)) => (*constant, features, weights),
            _ => {
                let right = "\"leaf_const\", \"leaf_features\" and \"leaf_coeff\" are needed together";
                return Err(self.fault(way, "", "the leaf's linear model is not complete", right));
            }
        };
        if features.len() != weights.len() {
            let what = format!("the leaf has {} weights", weights.len());
            return Err(self.fault(way, "leaf_coeff", what, format!("{}, one a feature, are right", features.len())));
        }
        match wrong_column(features, self.columns) {
            Some((i, what, right)) => Err(self.fault(way, &format!("leaf_features/{i}"), what, right)),
            None => Ok((constant, linear_leaf(features.clone(), weights.clone(), value))),
        }
    }

    /// The split at a node and where NaN goes.
    fn split(&self, node: &NodeDoc, way: &str) -> Result<(Split, Side), Fault> {
        let missing = |field: &str| self.fault(way, "", format!("the split has no \"{field}\""), "it is needed");
        let column = node.split_feature.ok_or_else(|| missing("split_feature"))?;
        if column >= self.columns {
            let right = format!("the model has columns 0 to {}", self.columns - 1);
            return Err(self.fault(way, "split_feature", format!("the split reads column {column}"), right));
        }
        let threshold = node.threshold.as_ref().ok_or_else(|| missing("threshold"))?;
        let decision = node.decision_type.as_deref().ok_or_else(|| missing("decision_type"))?;
        match (decision, threshold) {
            ("<=", Threshold::Number(threshold)) => {
                let rule = match node.missing_type.as_deref() {
                    Some("None") => Missing::None,
                    Some("Zero") => Missing::Zero,
                    Some("NaN") => Missing::Nan,
                    Some(other) => {
                        let what = format!("found {}", quote(other));
                        return Err(self.fault(way, "missing_type", what, "\"None\", \"Zero\" or \"NaN\" is needed"));
                    }
                    None => return Err(missing("missing_type")),
                };
                let default = node.default_left.ok_or_else(|| missing("default_left"))?;
                let default = if default { Side::Left } else { Side::Right };
                // The dump writes 1e300 where the library compares with infinity.
                let infinite = f64::INFINITY.copysign(*threshold);
                Ok(numeric(column, if threshold.abs() >= 1e300 { infinite } else { *threshold }, rule, default))
            }
            ("==", codes) => {
                let text = match codes {
                    Threshold::Codes(text) => text.clone(),
                    // A set of one code.
                    Threshold::Number(code) => code.to_string(),
                };
                let parsed: Option<Vec<u32>> = text.split("||").map(|code| code.parse().ok()).collect();
                let Some(mut codes) = parsed else {
                    let what = format!("found {}", quote(&text));
                    return Err(self.fault(way, "threshold", what, "category codes with \"||\" between are needed"));
                };
                codes.sort_unstable();
                codes.dedup();
                Ok(categories(column, codes))
            }
            ("<=", Threshold::Codes(text)) => {
                Err(self.fault(way, "threshold", format!("found {}", quote(text)), "a number is needed"))
            }
            _ => {
                let what = format!("found {}", quote(decision));
                Err(self.fault(way, "decision_type", what, "\"<=\" or \"==\" is needed"))
            }
        }
    }
}
