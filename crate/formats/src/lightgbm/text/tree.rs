//! One tree of the text format: lists by inner node and by leaf. A negative child is a leaf: -1 is the first, -2 the second, and so on.

use super::section::Section;
use crate::error::ParseError;
use crate::lightgbm::linear::{linear_leaf, settled, wrong_column};
use crate::lightgbm::split::{categories, codes_of, numeric, Missing};
use espalier_model::ensemble::{LinearLeaf, Node, Side, Split, Tree};
use std::ops::Range;

const NUMBER: &str = "a number is needed";
const WHOLE: &str = "a whole number is needed";

/// Reads tree number `number`, whose first line has the bytes `at`.
pub(super) fn read(section: &Section, number: usize, at: Range<usize>, columns: usize) -> Result<Tree, ParseError> {
    section.check_number(number, at)?;
    let leaves: usize = section.number("num_leaves")?;
    if leaves == 0 {
        return Err(section.refuse("num_leaves", "the tree has no leaves", "at least 1 is needed"));
    }
    let values: Vec<f64> = section.list("leaf_value", leaves, NUMBER)?;
    finite(section, "leaf_value", &values)?;
    let linear = section.get("is_linear").is_some_and(|f| f.value.trim() != "0");
    let (values, mut parts) = match linear {
        true => linear_leaves(section, &values, columns)?,
        false => (values, Vec::new()),
    };
    let mut tree = Tree::default();
    tree.nodes.reserve_exact(2 * leaves - 1);
    tree.values.reserve_exact(leaves);
    let mut push = |tree: &mut Tree, leaf: usize| {
        tree.nodes.push(Node::Leaf(tree.values.len()));
        tree.values.push(values[leaf]);
        tree.linear.extend(parts.get_mut(leaf).map(std::mem::take));
    };
    if leaves == 1 {
        push(&mut tree, 0);
        return Ok(settled(tree));
    }
    let inner = leaves - 1;
    let mut lists = Lists {
        column: section.list("split_feature", inner, "a whole number, not negative, is needed")?,
        threshold: section.list("threshold", inner, NUMBER)?,
        decision: section.list("decision_type", inner, "a whole number from 0 to 15 is needed")?,
        left: section.list("left_child", inner, WHOLE)?,
        right: section.list("right_child", inner, WHOLE)?,
        sets: sets(section)?,
        columns,
    };
    // A walk from the root numbers the nodes. An entry is an inner node, or a leaf as its complement.
    let mut order = vec![0i64];
    let mut seen = (vec![false; inner], vec![false; leaves]);
    seen.0[0] = true;
    let mut next = 0;
    while let Some(&child) = order.get(next) {
        next += 1;
        if child < 0 {
            push(&mut tree, !child as usize);
            continue;
        }
        let node = child as usize;
        let first = order.len();
        for (field, list) in [("left_child", &lists.left), ("right_child", &lists.right)] {
            let child = list[node];
            let fresh = if child >= 0 { seen.0.get_mut(child as usize) } else { seen.1.get_mut(!child as usize) };
            match fresh {
                Some(seen @ false) => *seen = true,
                _ => {
                    let right = format!(
                        "a node from 1 to {} or a leaf from -1 to -{leaves} that has no other parent is needed",
                        inner - 1
                    );
                    return Err(section.refuse_node(field, node, format!("the child is {child}"), right));
                }
            }
            order.push(child);
        }
        let (split, missing) = lists.split(section, node)?;
        tree.nodes.push(Node::Split { split, left: first, right: first + 1, missing: Some(missing) });
    }
    if order.len() != inner + leaves {
        let node = seen.0.iter().position(|s| !s).unwrap_or_default();
        let what = format!("the root reaches {} of {} nodes and leaves", order.len(), inner + leaves);
        return Err(section.refuse_node("left_child", node, what, "every node but the root needs one parent"));
    }
    Ok(settled(tree))
}

/// Each leaf's constant and its linear part, in the order of the file.
type Leaves = (Vec<f64>, Vec<LinearLeaf>);

/// The leaves of a tree of `linear_tree=true`: a constant, and columns with a weight each. The leaf's value stands in where one of these is missing.
fn linear_leaves(section: &Section, values: &[f64], columns: usize) -> Result<Leaves, ParseError> {
    const COUNT: &str = "a whole number, not negative, is needed";
    let constants: Vec<f64> = section.list("leaf_const", values.len(), NUMBER)?;
    let counts: Vec<usize> = section.list("num_features", values.len(), COUNT)?;
    let all = counts.iter().fold(0usize, |sum, n| sum.saturating_add(*n));
    let features: Vec<usize> = section.list("leaf_features", all, COUNT)?;
    let weights: Vec<f64> = section.list("leaf_coeff", all, NUMBER)?;
    finite(section, "leaf_const", &constants)?;
    finite(section, "leaf_coeff", &weights)?;
    let mut at = 0;
    let mut leaves = Vec::with_capacity(values.len());
    for (leaf, count) in counts.into_iter().enumerate() {
        let own = &features[at..at + count];
        if let Some((i, what, right)) = wrong_column(own, columns) {
            return Err(section.refuse_token("leaf_features", at + i, what, right));
        }
        leaves.push(linear_leaf(own.to_vec(), weights[at..at + count].to_vec(), values[leaf]));
        at += count;
    }
    Ok((constants, leaves))
}

fn finite(section: &Section, key: &str, numbers: &[f64]) -> Result<(), ParseError> {
    match numbers.iter().position(|v| !v.is_finite()) {
        Some(i) => Err(section.refuse_token(key, i, "the number is not finite", NUMBER)),
        None => Ok(()),
    }
}

/// The lists of a tree, one entry an inner node.
struct Lists {
    column: Vec<usize>,
    threshold: Vec<f64>,
    decision: Vec<u8>,
    left: Vec<i64>,
    right: Vec<i64>,
    /// Category sets by number; each belongs to one node.
    sets: Vec<Option<Vec<u32>>>,
    columns: usize,
}

impl Lists {
    /// The split at a node and where NaN goes.
    fn split(&mut self, section: &Section, node: usize) -> Result<(Split, Side), ParseError> {
        let (column, threshold, decision) = (self.column[node], self.threshold[node], self.decision[node]);
        if column >= self.columns {
            let right = format!("the model has columns 0 to {}", self.columns - 1);
            return Err(section.refuse_node("split_feature", node, format!("the split reads column {column}"), right));
        }
        if decision & 1 == 1 {
            let whole = threshold >= 0.0 && threshold.fract() == 0.0 && threshold < self.sets.len() as f64;
            return match whole.then(|| self.sets[threshold as usize].take()).flatten() {
                Some(words) => Ok(categories(column, codes_of(&words))),
                None => {
                    let what = format!("the split reads category set {threshold}");
                    let right = format!("the tree has {} sets, one a split", self.sets.len());
                    Err(section.refuse_node("threshold", node, what, right))
                }
            };
        }
        if threshold.is_nan() {
            return Err(section.refuse_node("threshold", node, "the threshold is NaN", NUMBER));
        }
        let missing = match decision >> 2 {
            0 => Missing::None,
            1 => Missing::Zero,
            2 => Missing::Nan,
            _ => {
                let what = format!("found the decision type {decision}");
                return Err(section.refuse_node("decision_type", node, what, "a number from 0 to 11 is needed"));
            }
        };
        let default = if decision & 2 == 2 { Side::Left } else { Side::Right };
        Ok(numeric(column, threshold, missing, default))
    }
}

/// The words of the tree's category sets.
fn sets(section: &Section) -> Result<Vec<Option<Vec<u32>>>, ParseError> {
    const WORD: &str = "a whole number below 2^32 is needed";
    if section.get("cat_boundaries").is_none() {
        return Ok(Vec::new());
    }
    let count: usize = section.number("num_cat")?;
    let bounds: Vec<usize> = section.list("cat_boundaries", count.saturating_add(1), WORD)?;
    let words = section.need("cat_threshold")?.value.split_whitespace().count();
    let words: Vec<u32> = section.list("cat_threshold", words, WORD)?;
    let mut sets = Vec::with_capacity(count);
    for (i, pair) in bounds.windows(2).enumerate() {
        match words.get(pair[0]..pair[1].max(pair[0])).filter(|_| pair[0] <= pair[1]) {
            Some(set) if i > 0 || pair[0] == 0 => sets.push(Some(set.to_vec())),
            _ => {
                let what = format!("set {i} holds the words {} to {}", pair[0], pair[1]);
                let right = format!("\"cat_threshold\" has {} words", words.len());
                return Err(section.refuse_token("cat_boundaries", i + 1, what, right));
            }
        }
    }
    if bounds.last() != Some(&words.len()) {
        let what = format!("the sets hold {} words", bounds.last().copied().unwrap_or_default());
        return Err(section.refuse("cat_threshold", what, format!("{} are given", words.len())));
    }
    Ok(sets)
}
