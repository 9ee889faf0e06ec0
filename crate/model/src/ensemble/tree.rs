//! Trees by place. A tree with a list of nodes has one place for each node. An oblivious tree has the places of its
//! full tree, level by level, but stores only one split for each level.

use super::{Node, Side, Split, Tree};

/// Largest number of levels of an oblivious tree, since its places have 32-bit numbers.
const MOST_LEVELS: usize = 30;

/// The content of a place of a tree.
#[derive(Clone, Copy, Debug)]
pub enum At<'a> {
    /// Leaf number `0`, whose values stand in [`Tree::values`].
    Leaf(usize),
    /// An inner node.
    Split {
        /// Its index in [`Tree::nodes`].
        entry: usize,
        /// The test.
        split: &'a Split,
        /// The place of a row that passes the test.
        left: usize,
        /// The place of a row that does not.
        right: usize,
        /// The side of a missing value (NaN). `None`: a missing value here is an error.
        missing: Option<Side>,
    },
}

impl Default for Tree {
    /// A tree of weight 1 for all outputs that has no nodes yet.
    fn default() -> Tree {
        let (nodes, values, linear) = (Vec::new(), Vec::new(), Vec::new());
        Tree { weight: 1.0, output: None, oblivious: false, nodes, values, linear, samples: None }
    }
}

impl Tree {
    /// The levels of an oblivious tree, from the root down. `None` for other trees.
    pub fn levels(&self) -> Option<&[Node]> {
        self.oblivious.then_some(&self.nodes)
    }

    /// An oblivious tree: by level, a split and the side of missing values. The values are ordered as in
    /// [`Tree::values`].
    pub fn of_levels(output: Option<usize>, levels: Vec<(Split, Option<Side>)>, values: Vec<f64>) -> Tree {
        let mut nodes = Vec::with_capacity(levels.len());
        for (split, missing) in levels {
            let next = nodes.len() + 1;
            nodes.push(Node::Split { split, left: next, right: next, missing });
        }
        Tree { output, oblivious: true, nodes, values, ..Tree::default() }
    }

    /// Number of places. The places of a valid tree are numbered from 0.
    pub fn places(&self) -> usize {
        match self.levels() {
            Some(levels) => (2 << levels.len().min(MOST_LEVELS)) - 1,
            None => self.nodes.len(),
        }
    }

    /// The content of a place of a valid tree.
    ///
    /// # Panics
    /// Where there is no such place.
    // Not inlined: it has many callers, and none is worth a copy of the code.
    #[inline(never)]
    pub fn at(&self, place: usize) -> At<'_> {
        let Some(levels) = self.levels() else {
            return match &self.nodes[place] {
                Node::Leaf(leaf) => At::Leaf(*leaf),
                Node::Split { split, left, right, missing } => {
                    At::Split { entry: place, split, left: *left, right: *right, missing: *missing }
                }
            };
        };
        let level = (place + 1).ilog2() as usize;
        let path = place + 1 - (1 << level);
        if level == levels.len() {
            return At::Leaf(path);
        }
        let Node::Split { split, missing, .. } = &levels[level] else { return At::Leaf(path) };
        let left = (2 << level) - 1 + path;
        At::Split { entry: level, split, left, right: left + (1 << level), missing: *missing }
    }

    /// Number of values of a leaf, in an ensemble of `outputs` outputs.
    pub fn width(&self, outputs: usize) -> usize {
        if self.output.is_some() {
            1
        } else {
            outputs
        }
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        match self.levels() {
            Some(levels) => 1 << levels.len().min(MOST_LEVELS),
            None => self.nodes.iter().filter(|n| matches!(n, Node::Leaf(_))).count(),
        }
    }

    /// Depth of the deepest leaf.
    pub fn depth(&self) -> usize {
        if let Some(levels) = self.levels() {
            return levels.len();
        }
        let mut deepest = 0;
        let mut stack = vec![(0, 0)];
        while let Some((node, depth)) = stack.pop() {
            match &self.nodes[node] {
                Node::Leaf(_) => deepest = deepest.max(depth),
                Node::Split { left, right, .. } => stack.extend([(*left, depth + 1), (*right, depth + 1)]),
            }
        }
        deepest
    }

    /// Whether an oblivious tree has one split for each level, each leading to the next, and finite values for all its
    /// leaves.
    pub(super) fn holds_together(&self, levels: &[Node], width: usize) -> bool {
        let chained = |(i, node): (usize, &Node)| matches!(node, Node::Split { left, right, .. } if *left == i + 1 && *right == i + 1);
        let complete = self.values.len() == self.leaves().saturating_mul(width);
        let sound = complete && self.values.iter().all(|v| v.is_finite());
        levels.len() <= MOST_LEVELS && levels.iter().enumerate().all(chained) && sound && self.samples.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The full tree of an oblivious tree.
    fn full(tree: &Tree) -> Tree {
        let node = |place| match tree.at(place) {
            At::Leaf(leaf) => Node::Leaf(leaf),
            At::Split { split, left, right, missing, .. } => Node::Split { split: split.clone(), left, right, missing },
        };
        Tree { oblivious: false, nodes: (0..tree.places()).map(node).collect(), ..tree.clone() }
    }

    #[test]
    fn going_right_at_a_level_adds_its_power_of_two() {
        let level = |column| (Split::Axis { column, threshold: 0.5 }, None);
        let tree = Tree::of_levels(Some(0), (0..3).map(level).collect(), (0..8).map(f64::from).collect());
        let full = full(&tree);
        assert_eq!((tree.places(), tree.leaves(), tree.depth()), (15, 8, 3));
        assert_eq!((full.places(), full.leaves(), full.depth()), (15, 8, 3));
        for row in 0..8 {
            for tree in [&tree, &full] {
                let mut at = 0;
                let leaf = loop {
                    match tree.at(at) {
                        At::Leaf(leaf) => break leaf,
                        At::Split { split, left, right, .. } => {
                            at = if row >> split.columns()[0] & 1 == 0 { left } else { right };
                        }
                    }
                };
                assert_eq!(leaf, row);
            }
        }
    }
}
