//! CatBoost's trees become [`Tree`]s. A float split tests whether a value is above its border, a one-hot split whether a category is the one
//! that it names. A row that passes goes right. Oblivious trees remain oblivious.

use super::categories::Coding;
use super::document::{FeaturesInfo, NanTreatment, NodeDoc, ObliviousDoc, SplitDoc, SplitType};
use crate::error::Fault;
use espalier_model::ensemble::{Node, Side, Split, Tree};
use std::collections::BTreeSet;

/// Deepest oblivious tree that CatBoost makes.
const DEEPEST: usize = 16;

/// The model's parts that are needed to read a tree.
pub(super) struct Reader<'a> {
    pub info: &'a FeaturesInfo,
    /// By categorical feature.
    pub codings: &'a [Coding],
    /// Numbers a leaf.
    pub outputs: usize,
}

/// The hashes with which splits compare, by categorical feature.
///
/// # Errors
/// A split that names no feature of the file.
pub(super) fn used_hashes(
    oblivious: &[ObliviousDoc],
    trees: &[NodeDoc],
    info: &FeaturesInfo,
) -> Result<Vec<BTreeSet<u32>>, Fault> {
    let mut used = vec![BTreeSet::new(); info.categorical_features.len()];
    let mut visit = |split: &SplitDoc| {
        if let (SplitType::OneHotFeature, Some(feature), Some(value)) =
            (split.split_type, split.cat_feature_index, split.value)
        {
            if let Some(set) = used.get_mut(feature) {
                // The file holds hashes of 32 bits as signed numbers.
                set.insert(value as u32);
            }
        }
    };
    oblivious.iter().flat_map(|t| t.splits.iter().flatten()).for_each(&mut visit);
    let mut open: Vec<&NodeDoc> = trees.iter().collect();
    while let Some(node) = open.pop() {
        node.split.iter().for_each(&mut visit);
        open.extend(node.left.as_deref().into_iter().chain(node.right.as_deref()));
    }
    Ok(used)
}

impl Reader<'_> {
    fn tree(&self) -> Tree {
        let output = (self.outputs == 1).then_some(0);
        Tree { output, ..Tree::default() }
    }

    /// Reads oblivious tree number `index`.
    pub fn oblivious(&self, index: usize, doc: ObliviousDoc) -> Result<Tree, Fault> {
        let at = |field: &str| format!("/oblivious_trees/{index}/{field}");
        let splits = doc.splits.unwrap_or_default();
        let depth = splits.len();
        if depth > DEEPEST {
            let right = format!("at most {DEEPEST}, one a level, are right");
            return Err(Fault::in_tree(index, None, at("splits"), format!("the tree has {depth} splits"), right));
        }
        let leaves = 1usize << depth;
        if Some(doc.leaf_values.len()) != leaves.checked_mul(self.outputs) {
            let what = format!("a tree of {depth} splits has {} leaf values", doc.leaf_values.len());
            let right = format!("{leaves} leaves with {} each are right", counted(self.outputs));
            return Err(Fault::in_tree(index, None, at("leaf_values"), what, right));
        }
        let mut levels = Vec::with_capacity(depth);
        for (i, split) in splits.iter().enumerate() {
            levels.push(self.split(split).map_err(|(field, what, right)| {
                Fault::in_tree(index, None, format!("/oblivious_trees/{index}/splits/{i}{field}"), what, right)
            })?);
        }
        // Where a test is negated, so is its bit in the numbers of the leaves.
        let turned = levels.iter().enumerate().map(|(i, test)| usize::from(test.swapped) << i).sum::<usize>();
        let values = match turned {
            0 => doc.leaf_values,
            _ => {
                let leaf = |n: usize| &doc.leaf_values[n * self.outputs..(n + 1) * self.outputs];
                (0..leaves).flat_map(|n| leaf(n ^ turned)).copied().collect()
            }
        };
        let output = (self.outputs == 1).then_some(0);
        let levels = levels.into_iter().map(|test| (test.split, test.missing)).collect();
        Ok(Tree { weight: 1.0, ..Tree::of_levels(output, levels, values) })
    }

    /// Reads tree number `index` of those that are not oblivious; nodes are numbered level by level.
    pub fn nested(&self, index: usize, doc: &NodeDoc) -> Result<Tree, Fault> {
        let mut tree = self.tree();
        // Documents in the order of their nodes, each with its parent and its side.
        let mut order = vec![(doc, 0, "")];
        let mut at = 0;
        while at < order.len() {
            let doc = order[at].0;
            let path = |mut node: usize| {
                let mut sides = Vec::new();
                while node > 0 {
                    sides.push(order[node].2);
                    node = order[node].1;
                }
                sides.reverse();
                sides.concat()
            };
            let fault = |field: &str, what: String, right: String| {
                Fault::in_tree(index, Some(at), format!("/trees/{index}{}{field}", path(at)), what, right)
            };
            match (&doc.split, &doc.left, &doc.right, &doc.value) {
                (Some(split), Some(left), Some(right), None) => {
                    let test = self
                        .split(split)
                        .map_err(|(field, what, right)| fault(&format!("/split{field}"), what, right))?;
                    tree.nodes.push(test.node(order.len(), order.len() + 1));
                    order.extend([(&**left, at, "/left"), (&**right, at, "/right")]);
                }
                (None, None, None, Some(value)) => {
                    if value.0.len() != self.outputs {
                        let what = format!("the leaf has {}", counted(value.0.len()));
                        return Err(fault("/value", what, format!("{} is right", counted(self.outputs))));
                    }
                    tree.nodes.push(Node::Leaf(tree.values.len() / self.outputs));
                    tree.values.extend_from_slice(&value.0);
                }
                _ => {
                    let right = "either \"split\", \"left\" and \"right\", or \"value\" is needed";
                    return Err(fault("", "the node is neither a split nor a leaf".into(), right.into()));
                }
            }
            at += 1;
        }
        Ok(tree)
    }

    /// Reads a split. A fault is (JSON pointer relative to the split, fault, remedy).
    fn split(&self, doc: &SplitDoc) -> Result<Test, (&'static str, String, String)> {
        let unknown = |at: &'static str, found: Option<usize>, known: usize| {
            let what = found.map_or("the split names no feature".into(), |f| format!("the split names feature {f}"));
            (at, what, format!("\"features_info\" has {known} of this kind, numbered from 0"))
        };
        match doc.split_type {
            SplitType::FloatFeature => {
                let features = &self.info.float_features;
                let found = doc.float_feature_index;
                let feature = found
                    .and_then(|f| features.get(f))
                    .ok_or_else(|| unknown("/float_feature_index", found, features.len()))?;
                let border = doc.border.ok_or(("", "the split has no border".into(), "a number is needed".into()))?;
                let column = feature.flat_feature_index;
                // Borders are single precision, written with the digits of a double.
                let split = Split::Axis { column, threshold: f64::from(border as f32) };
                let missing = if feature.nan_value_treatment == NanTreatment::Above { Side::Right } else { Side::Left };
                Ok(Test { split, swapped: false, missing: Some(missing) })
            }
            SplitType::OneHotFeature => {
                let found = doc.cat_feature_index;
                let coding = found
                    .and_then(|f| self.codings.get(f))
                    .ok_or_else(|| unknown("/cat_feature_index", found, self.codings.len()))?;
                let value = doc.value.ok_or((
                    "",
                    "the split names no category".into(),
                    "a hash as \"value\" is needed".into(),
                ))?;
                let left = coding.codes.get(&(value as u32)).cloned().unwrap_or_default();
                let split = Split::Categories { column: coding.column, left, unknown: None };
                Ok(Test { split, swapped: true, missing: None })
            }
            SplitType::OnlineCtr => Err((
                "",
                format!("the split asks for target statistics{}, which cannot be read", self.statistics()),
                "train with one_hot_max_size at least the number of categories (say 255), or turn the categories \
                 into numbers first"
                    .into(),
            )),
            SplitType::EstimatedFeature => Err((
                "",
                "the split asks for a number that CatBoost makes of a text or an embedding".into(),
                "train without text_features and embedding_features".into(),
            )),
        }
    }

    /// The features that have target statistics, named.
    fn statistics(&self) -> String {
        let elements = self.info.ctrs.iter().flat_map(|c| &c.elements).filter_map(|e| e.cat_feature_index);
        let mut features: Vec<usize> = elements.collect();
        features.sort();
        features.dedup();
        let known = features.into_iter().filter_map(|f| self.info.categorical_features.get(f));
        let names: Vec<String> = known.take(5).map(super::categories::name).collect();
        if names.is_empty() {
            String::new()
        } else {
            format!(" of {}", names.join(", "))
        }
    }
}

/// The test of a node.
struct Test {
    split: Split,
    /// Whether a row that passes `split` goes to CatBoost's right.
    swapped: bool,
    missing: Option<Side>,
}

impl Test {
    /// The node, its children as CatBoost has them.
    fn node(&self, left: usize, right: usize) -> Node {
        let (left, right) = if self.swapped { (right, left) } else { (left, right) };
        Node::Split { split: self.split.clone(), left, right, missing: self.missing }
    }
}

fn counted(numbers: usize) -> String {
    if numbers == 1 {
        "1 number".into()
    } else {
        format!("{numbers} numbers")
    }
}
