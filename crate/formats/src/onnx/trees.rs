//! The tree operators' nodes become [`Tree`]s. A node tests `value MODE threshold`. A missing value takes the true branch where
//! `nodes_missing_value_tracks_true` is set, and otherwise the branch of the comparison with NaN.

use super::columns::{Column, ColumnTest};
use crate::error::Fault;
use espalier_model::ensemble::{Node, Side, Split, Tree};
use espalier_numerics::sorting::sort_by;

/// How a node compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Leq,
    Lt,
    Gte,
    Gt,
    Eq,
    Neq,
    Member,
}

/// A node as the file has it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Raw {
    Leaf {
        leaf: usize,
        /// Where its amounts start among the entries.
        entries: usize,
    },
    Branch {
        column: usize,
        mode: Mode,
        /// Nodes.
        yes: usize,
        no: usize,
        missing_yes: bool,
    },
}

/// The amount that a leaf adds to an output; these are sorted by leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub leaf: usize,
    pub output: usize,
    pub weight: f64,
}

/// The nodes of an operator.
pub(super) struct Nodes<'a> {
    raw: Vec<Raw>,
    /// By node: its threshold; of BRANCH_MEMBER the number of its set.
    values: Vec<f64>,
    roots: Vec<usize>,
    /// The sets of BRANCH_MEMBER.
    sets: Vec<Vec<f64>>,
    /// Sorted by leaf.
    pub entries: Vec<Entry>,
    pub outputs: usize,
    /// The columns that the operator reads.
    pub columns: &'a [Column],
}

/// A branch of [`Raw`] in the terms of [`Split`].
struct Asked {
    split: Split,
    /// Whether a row that passes `split` takes the false branch.
    swapped: bool,
    yes: usize,
    no: usize,
    missing_yes: bool,
}

/// Limit on entries that a file leaves out: a million, plus this many for each that it holds.
const MOST_ABSENT: usize = 64;

impl<'a> Nodes<'a> {
    /// Nodes whose leaves do not know their entries yet.
    pub fn new(
        mut raw: Vec<Raw>,
        values: Vec<f64>,
        roots: Vec<usize>,
        sets: Vec<Vec<f64>>,
        mut entries: Vec<Entry>,
        outputs: usize,
        columns: &'a [Column],
    ) -> Nodes<'a> {
        if !entries.is_sorted_by_key(|entry| entry.leaf) {
            sort_by(&mut entries, |a, b| a.leaf.cmp(&b.leaf));
        }
        // Leaves mostly stand in the order of their numbers.
        let mut at = 0;
        for node in &mut raw {
            if let Raw::Leaf { leaf, entries: own } = node {
                if at > 0 && entries[at - 1].leaf >= *leaf {
                    at = entries.partition_point(|entry| entry.leaf < *leaf);
                }
                while entries.get(at).is_some_and(|entry| entry.leaf < *leaf) {
                    at += 1;
                }
                *own = at;
            }
        }
        Nodes { raw, values, roots, sets, entries, outputs, columns }
    }

    /// The trees, in the order of their roots.
    ///
    /// # Errors
    /// (tree, fault, remedy).
    pub fn trees(&self) -> Result<Vec<Tree>, (usize, String, String)> {
        let mut seen = vec![false; self.raw.len()];
        let mut capacity = (1 << 20) + MOST_ABSENT.saturating_mul(self.entries.len());
        let mut trees = Vec::with_capacity(self.roots.len());
        for (index, root) in self.roots.iter().enumerate() {
            let tree = self.tree(*root, &mut seen, &mut capacity);
            trees.push(tree.map_err(|(what, right)| (index, what, right))?);
        }
        Ok(trees)
    }

    fn tree(&self, root: usize, seen: &mut [bool], capacity: &mut usize) -> Result<Tree, (String, String)> {
        let twice = || ("a node is the child of two nodes".to_string(), "one parent a node is right".to_string());
        let mut order = vec![root];
        let mut leaves = Vec::new();
        let mut nodes = Vec::new();
        let mut at = 0;
        while let Some(&n) = order.get(at) {
            at += 1;
            match self.raw[n] {
                // Leaves may be shared between parents; each occurrence gets its own copy.
                Raw::Leaf { leaf, entries } => {
                    nodes.push(Node::Leaf(leaves.len()));
                    leaves.push((leaf, entries));
                }
                Raw::Branch { .. } => {
                    if std::mem::replace(&mut seen[n], true) {
                        return Err(twice());
                    }
                    let asked = self.asked(n, seen).ok_or_else(twice)?;
                    let first = order.len();
                    order.extend([asked.yes, asked.no]);
                    let missing_left = asked.missing_yes != asked.swapped;
                    let (left, right) = if asked.swapped { (first + 1, first) } else { (first, first + 1) };
                    let missing = Some(if missing_left { Side::Left } else { Side::Right });
                    nodes.push(Node::Split { split: asked.split, left, right, missing });
                }
            }
        }
        nodes.shrink_to_fit();
        let (output, values) = self.leaf_values(&leaves, capacity)?;
        Ok(Tree { output, nodes, values, ..Tree::default() })
    }

    /// The test of node `n`. A chain of nodes that each test for one value and share the true branch is read as one set.
    fn asked(&self, n: usize, seen: &mut [bool]) -> Option<Asked> {
        let Raw::Branch { column, mode, yes, no, missing_yes } = self.raw[n] else { return None };
        let value = self.values[n];
        let read = &self.columns[column];
        let test = match mode {
            Mode::Leq | Mode::Gt => ColumnTest::AtMost(value),
            Mode::Lt | Mode::Gte => ColumnTest::Below(value),
            Mode::Eq | Mode::Neq | Mode::Member => {
                let mut equal = match mode {
                    Mode::Member => self.sets[value as usize].clone(),
                    _ => vec![value],
                };
                let (mut no, mut missing_yes) = (no, missing_yes || mode == Mode::Neq);
                while let (Mode::Eq, next) = (mode, self.raw[no]) {
                    let Raw::Branch { column: c, mode: Mode::Eq, yes: y, no: next_no, missing_yes: m } = next else {
                        break;
                    };
                    if c != column || y != yes || next_no == n {
                        break;
                    }
                    if std::mem::replace(&mut seen[no], true) {
                        return None;
                    }
                    equal.push(self.values[no]);
                    missing_yes |= m;
                    no = next_no;
                }
                let split = Split::Intervals { column: read.source, left: intervals(read, equal) };
                return Some(Asked { split, swapped: mode == Mode::Neq, yes, no, missing_yes });
            }
        };
        let folded = read.fold(test);
        let split = Split::Axis { column: read.source, threshold: folded.threshold };
        let swapped = folded.swapped != matches!(mode, Mode::Gt | Mode::Gte);
        Some(Asked { split, swapped, yes, no, missing_yes })
    }

    /// The numbers of the leaves, and the single output to which they are added, where there is one.
    fn leaf_values(
        &self,
        leaves: &[(usize, usize)],
        capacity: &mut usize,
    ) -> Result<(Option<usize>, Vec<f64>), (String, String)> {
        let of = |(leaf, start): (usize, usize)| self.entries[start..].iter().take_while(move |e| e.leaf == leaf);
        let first = leaves.iter().find_map(|&leaf| of(leaf).next()).map_or(0, |e| e.output);
        let alone = leaves.iter().all(|&leaf| of(leaf).all(|e| e.output == first));
        let width = if alone { 1 } else { self.outputs };
        *capacity = leaves.len().checked_mul(width).and_then(|n| capacity.checked_sub(n)).ok_or_else(|| {
            let what = format!("the leaves name few of the {} outputs each", self.outputs);
            (what, "leaves that hold a number for most outputs, or trees of one output each, are needed".to_string())
        })?;
        let mut values = vec![0.0; leaves.len() * width];
        for (i, &leaf) in leaves.iter().enumerate() {
            for entry in of(leaf) {
                values[i * width + if alone { 0 } else { entry.output }] += entry.weight;
            }
        }
        Ok((alone.then_some(first), values))
    }
}

/// The inputs for which the column equals one of some numbers, as closed intervals, ascending and disjoint.
fn intervals(column: &Column, mut equal: Vec<f64>) -> Vec<(f64, f64)> {
    equal.retain(|v| !v.is_nan());
    equal.sort_by(f64::total_cmp);
    equal.dedup();
    let mut found: Vec<(f64, f64)> = Vec::new();
    for v in equal {
        let (below, at_most) = (column.fold(ColumnTest::Below(v)), column.fold(ColumnTest::AtMost(v)));
        let (low, high) = (below.threshold.min(at_most.threshold), below.threshold.max(at_most.threshold));
        if low < high {
            found.push((column.input.after(low), high));
        }
    }
    sort_by(&mut found, |a, b| a.0.total_cmp(&b.0));
    found
}

/// Looks a mode up.
pub(super) fn mode(name: &[u8]) -> Option<Option<Mode>> {
    Some(match name {
        b"LEAF" => None,
        b"BRANCH_LEQ" => Some(Mode::Leq),
        b"BRANCH_LT" => Some(Mode::Lt),
        b"BRANCH_GTE" => Some(Mode::Gte),
        b"BRANCH_GT" => Some(Mode::Gt),
        b"BRANCH_EQ" => Some(Mode::Eq),
        b"BRANCH_NEQ" => Some(Mode::Neq),
        _ => return None,
    })
}

/// The fault of a list of another length than the others.
pub(super) fn lengths(node: &super::proto::NodeProto, lists: &[(&str, usize)]) -> Result<(), Fault> {
    let count = lists[0].1;
    match lists.iter().find(|(_, length)| *length != count) {
        Some((name, length)) => {
            let what = format!("\"{name}\" has {length} entries, \"{}\" {count}", lists[0].0);
            Err(node.fault(name, what, "as many in each are right"))
        }
        None => Ok(()),
    }
}
