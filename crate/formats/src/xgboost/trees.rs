//! XGBoost's trees as arrays by node become [`Tree`]s. Nodes that pruning cut off are left out.

use super::document::TreeDoc;
use crate::error::Fault;
use espalier_model::ensemble::{Node, Side, Split, Tree};

/// Categories at and above this are not categories to XGBoost (2^24).
const MOST_CATEGORIES: i64 = 1 << 24;

/// The model's parts that are needed to read one tree.
pub(super) struct Reader<'a> {
    /// Its number.
    pub tree: usize,
    /// JSON pointer of the list of trees.
    pub at: &'a str,
    /// Number of input columns.
    pub columns: usize,
    /// Whether a leaf of value v holds the two numbers -v and v.
    pub both: bool,
}

impl Reader<'_> {
    /// A fault at a field (and node) of the tree.
    fn fault(&self, field: &str, node: Option<usize>, what: impl Into<String>, right: impl Into<String>) -> Fault {
        let mut pointer = format!("{}/{}/{field}", self.at, self.tree);
        if let Some(node) = node {
            pointer += &format!("/{node}");
        }
        Fault::in_tree(self.tree, node, pointer, what, right)
    }

    /// Reads the tree; `weight` and `output` as in [`Tree`].
    pub fn read(&self, doc: &TreeDoc, weight: f64, output: Option<usize>) -> Result<Tree, Fault> {
        self.check_lengths(doc)?;
        let sets = self.category_sets(doc)?;
        let count = doc.left_children.len();
        let mut tree = Tree { weight, output, nodes: Vec::with_capacity(count), ..Tree::default() };
        // Old nodes in the order in which they get new numbers: a walk from the root.
        let mut order = vec![0];
        let mut seen = vec![false; count];
        seen[0] = true;
        let mut leaves = 0;
        let mut at = 0;
        while let Some(&n) = order.get(at) {
            at += 1;
            if doc.left_children[n] == -1 {
                let value = f64::from(doc.split_conditions[n].0);
                if !value.is_finite() {
                    return Err(self.fault(
                        "split_conditions",
                        Some(n),
                        "the leaf's value is not finite",
                        "a number is needed",
                    ));
                }
                if self.both {
                    tree.values.push(-value);
                }
                tree.values.push(value);
                tree.nodes.push(Node::Leaf(leaves));
                leaves += 1;
                continue;
            }
            let first = order.len();
            for (field, list) in [("left_children", &doc.left_children), ("right_children", &doc.right_children)] {
                let child = usize::try_from(list[n]).ok().filter(|&c| c < count && !seen[c]).ok_or_else(|| {
                    let what = format!("the child is {}", list[n]);
                    self.fault(
                        field,
                        Some(n),
                        what,
                        format!("a node from 1 to {} that has no other parent is needed", count - 1),
                    )
                })?;
                seen[child] = true;
                order.push(child);
            }
            tree.nodes.push(self.split(doc, n, first, &sets)?);
        }
        tree.nodes.shrink_to_fit();
        tree.values.shrink_to_fit();
        Ok(tree)
    }

    /// The split at node `n`, whose children get the new numbers `first` and `first + 1`.
    fn split(&self, doc: &TreeDoc, n: usize, first: usize, sets: &[Option<(usize, usize)>]) -> Result<Node, Fault> {
        let column = doc.split_indices[n];
        if column >= self.columns {
            let right = format!("the model has columns 0 to {}", self.columns - 1);
            return Err(self.fault("split_indices", Some(n), format!("the split reads column {column}"), right));
        }
        let (left, right) = (first, first + 1);
        let missing_left = doc.default_left[n].0;
        match doc.split_type.get(n).copied().unwrap_or(0) {
            0 => {
                let threshold = doc.split_conditions[n].0;
                if !threshold.is_finite() {
                    return Err(self.fault(
                        "split_conditions",
                        Some(n),
                        "the threshold is not finite",
                        "a number is needed",
                    ));
                }
                let split = Split::Axis { column, threshold: f64::from(threshold) };
                Ok(Node::Split {
                    split,
                    left,
                    right,
                    missing: Some(if missing_left { Side::Left } else { Side::Right }),
                })
            }
            1 => {
                let Some((start, size)) = sets[n] else {
                    return Err(self.fault(
                        "split_type",
                        Some(n),
                        "the split has no category set",
                        "\"categories_nodes\" must name the node",
                    ));
                };
                let mut codes = Vec::with_capacity(size);
                for (i, &code) in doc.categories[start..start + size].iter().enumerate() {
                    match u32::try_from(code) {
                        Ok(c) if code < MOST_CATEGORIES => codes.push(c),
                        _ => {
                            let what = format!("found the category {code}");
                            return Err(self.fault(
                                "categories",
                                Some(start + i),
                                what,
                                "a whole number from 0 to 16777215 is needed",
                            ));
                        }
                    }
                }
                codes.sort_unstable();
                codes.dedup();
                // XGBoost sends the set's codes right, and every other number left, known or not. Mirrored, the set alone states the split.
                let split = Split::Categories { column, left: codes, unknown: None };
                let missing = Some(if missing_left { Side::Right } else { Side::Left });
                Ok(Node::Split { split, left: right, right: left, missing })
            }
            other => Err(self.fault(
                "split_type",
                Some(n),
                format!("found {other}"),
                "0 (threshold) or 1 (category set) is needed",
            )),
        }
    }

    fn check_lengths(&self, doc: &TreeDoc) -> Result<(), Fault> {
        let count = doc.left_children.len();
        if count == 0 {
            return Err(self.fault("left_children", None, "the tree has no nodes", "a single leaf is the least"));
        }
        if doc.tree_param.size_leaf_vector.whole().unwrap_or(0) > 1 {
            let what = "the leaves hold one number a target (multi_strategy=\"multi_output_tree\")";
            return Err(self.fault(
                "tree_param",
                None,
                what,
                "train one model a target, or one_output_per_tree with one target",
            ));
        }
        let lengths = [
            ("right_children", doc.right_children.len()),
            ("split_indices", doc.split_indices.len()),
            ("split_conditions", doc.split_conditions.len()),
            ("default_left", doc.default_left.len()),
        ];
        for (field, length) in lengths {
            if length != count {
                let what = format!("\"{field}\" has {length} entries, \"left_children\" {count}");
                return Err(self.fault(field, None, what, "one entry a node in each is right"));
            }
        }
        if !doc.split_type.is_empty() && doc.split_type.len() != count {
            let what = format!("\"split_type\" has {} entries, \"left_children\" {count}", doc.split_type.len());
            return Err(self.fault("split_type", None, what, "one entry a node in each is right"));
        }
        Ok(())
    }

    /// By node: the position of its codes in `categories`, and their number.
    fn category_sets(&self, doc: &TreeDoc) -> Result<Vec<Option<(usize, usize)>>, Fault> {
        let count = doc.left_children.len();
        let mut sets = vec![None; if doc.split_type.contains(&1) { count } else { 0 }];
        sets.resize(count, None);
        let sizes = [doc.categories_segments.len(), doc.categories_sizes.len()];
        if sizes != [doc.categories_nodes.len(); 2] {
            let what = format!(
                "there are {} category sets with {} starts and {} sizes",
                doc.categories_nodes.len(),
                sizes[0],
                sizes[1]
            );
            return Err(self.fault("categories_nodes", None, what, "as many of each are right"));
        }
        // Each code belongs to one set. Sets that share codes could take far more memory than the file.
        let total = doc.categories_sizes.iter().fold(0usize, |sum, &size| sum.saturating_add(size));
        if total > doc.categories.len() && doc.categories_sizes.iter().all(|&size| size <= doc.categories.len()) {
            let what = format!("the sets hold {total} codes together");
            let right = format!("\"categories\" has {}, each of one set", doc.categories.len());
            return Err(self.fault("categories_sizes", None, what, right));
        }
        for (i, &node) in doc.categories_nodes.iter().enumerate() {
            let (start, size) = (doc.categories_segments[i], doc.categories_sizes[i]);
            if start.checked_add(size).is_none_or(|end| end > doc.categories.len()) {
                let what = format!("the set holds the codes {start} to {start} + {size}");
                return Err(self.fault(
                    "categories_sizes",
                    Some(i),
                    what,
                    format!("\"categories\" has {}", doc.categories.len()),
                ));
            }
            match sets.get_mut(node) {
                Some(set @ None) => *set = Some((start, size)),
                Some(Some(_)) => {
                    return Err(self.fault(
                        "categories_nodes",
                        Some(i),
                        format!("node {node} is given two sets"),
                        "one is right",
                    ))
                }
                None => {
                    let right = format!("a node from 0 to {} is needed", count - 1);
                    return Err(self.fault("categories_nodes", Some(i), format!("found node {node}"), right));
                }
            }
        }
        Ok(sets)
    }
}
