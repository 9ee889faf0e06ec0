//! Leaves of `linear_tree=true`. LightGBM adds to the leaf's constant each weight times its column, in the file's order and in double
//! precision. Where one of the columns is NaN the leaf's plain value stands in.

use espalier_model::ensemble::{LinearLeaf, Tree};
use std::collections::HashSet;

/// The linear part of a leaf.
pub(super) fn linear_leaf(columns: Vec<usize>, weights: Vec<f64>, value: f64) -> LinearLeaf {
    let missing = (!columns.is_empty()).then(|| vec![value]);
    LinearLeaf { columns, weights, missing }
}

/// The place of a column that a leaf may not name, with the fault and the remedy.
pub(super) fn wrong_column(named: &[usize], columns: usize) -> Option<(usize, String, String)> {
    let mut seen = HashSet::new();
    let at = named.iter().position(|c| *c >= columns || !seen.insert(*c))?;
    Some(match named[at] {
        c if c >= columns => {
            (at, format!("the leaf reads column {c}"), format!("the model has columns 0 to {}", columns - 1))
        }
        c => (at, format!("the leaf names column {c} twice"), "once is right".into()),
    })
}

/// The tree, without linear parts where all of its leaves are constant, and without room for more nodes.
pub(super) fn settled(mut tree: Tree) -> Tree {
    if tree.linear.iter().all(|leaf| leaf.columns.is_empty()) {
        tree.linear = Vec::new();
    }
    tree.nodes.shrink_to_fit();
    tree.values.shrink_to_fit();
    tree
}
