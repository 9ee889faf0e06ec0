//! Tests and trees of one query. A test is a pair of rows of the program: left where `a z <= left`, right where `a z >= right`. Points between the two
//! belong to neither side. The splits of ensembles, conditions and linear limits are tests.

use super::linear_leaves::LinearScores;
use crate::tolerances::SPAN;
use espalier_model::ensemble::{Compare, Side, Split};
use espalier_numerics::sorting::sort_by;
use espalier_numerics::RowPairs;

/// The kind of a test: it tells the consequences of a side beyond the test's rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LpTestKind {
    /// A hyperplane over several features.
    Plane,
    /// One number: raw values at most `.1` go left, at least `.2` right.
    Axis(u32, f64, f64),
    /// Levels of one feature: those whose flags from `.1` on are set go left.
    Levels(u32, u32),
    /// A price of change: whether a number does not go up (`true`), or does not go down (`false`). The left side pays nothing. The last entry is the
    /// coordinate of the price's share.
    Charged(u32, bool, u32),
}

/// The row of a test's left side, or of its right one.
pub const fn row(test: u32, side: Side) -> u32 {
    2 * test + side as u32
}

/// A node of a tree; its leaves are `first..end`, those under `left` before those under `right`.
#[derive(Clone, Copy, Debug)]
pub struct Fork {
    pub test: u32,
    pub left: u32,
    pub right: u32,
    pub first: u32,
    pub end: u32,
}

impl Fork {
    /// The child on a side of the test.
    #[inline]
    pub const fn child(&self, side: Side) -> u32 {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }
}

/// A hyperplane among whole numbers and levels. Its sides meet, and the predictor decides there.
#[derive(Clone, Debug)]
pub struct BorderTest {
    pub test: u32,
    pub split: Split,
    pub compare: Compare,
}

/// A node of a tree that is to be added. Children are positions in the tree's list.
#[derive(Clone, Copy, Debug)]
pub enum NewNode {
    /// A leaf, with its number.
    Leaf(u32),
    Fork {
        test: u32,
        left: u32,
        right: u32,
    },
}

impl NewNode {
    /// A fork with one child on a side of the test, and the other child on the other side.
    pub const fn fork(test: u32, side: Side, there: u32, beside: u32) -> NewNode {
        match side {
            Side::Left => NewNode::Fork { test, left: there, right: beside },
            Side::Right => NewNode::Fork { test, left: beside, right: there },
        }
    }
}

/// Marks a leaf, which has no test.
pub const LEAF: u32 = u32::MAX;

/// The number of a leaf that no row reaches, since the model has no rule for a missing value.
pub const GONE: u32 = u32::MAX;

/// All tests and trees.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// By test: its kind. Its rows are the pair of the same number in the program.
    pub kinds: Vec<LpTestKind>,
    /// Flags of level tests.
    pub left_levels: Vec<bool>,
    pub nodes: Vec<Fork>,
    /// The roots of the trees.
    pub trees: Vec<u32>,
    /// By leaf: its score in every row of the goal, of a linear leaf that at the origin of the coordinates.
    pub values: Vec<f64>,
    /// By leaf: its number in its tree.
    pub numbers: Vec<u32>,
    /// By leaf: whether no answer may reach it.
    pub dead: Vec<bool>,
    /// By test: (first, middle, end) of the leaves that it divides, for each node that asks it.
    pub uses: Vec<Vec<[u32; 3]>>,
    pub exact: Vec<BorderTest>,
    /// By feature: its axis and level tests.
    pub of_feature: Vec<Vec<u32>>,
    /// Lines: cuts of one number, or parallel hyperplanes, in the order of their thresholds. The flag says whether the test counts the other way.
    pub lines: Vec<Vec<(u32, bool)>>,
    /// By test: its line (`LEAF` where it has none), and whether it counts the other way.
    pub line: Vec<(u32, bool)>,
    /// By leaf: its tree.
    pub tree_of: Vec<u32>,
    /// The leaves whose scores are linear functions. Their constants are among `values`.
    pub linear: LinearScores,
}

impl Forest {
    /// Registers the test of the program's newest pair of rows.
    pub fn register(&mut self, kind: LpTestKind) -> u32 {
        self.kinds.push(kind);
        self.uses.push(Vec::new());
        self.line.push((LEAF, false));
        let id = self.kinds.len() as u32 - 1;
        if let LpTestKind::Axis(f, ..) | LpTestKind::Levels(f, ..) = kind {
            self.of_feature[f as usize].push(id);
        }
        id
    }

    /// The side of a hyperplane or a cut on which all points within these bounds of the coordinates lie, if there is one.
    pub fn within(&self, rows: &RowPairs, test: u32, ends: &[(f64, f64)]) -> Option<Side> {
        let (t, kind) = (&rows.pairs[test as usize], self.kinds[test as usize]);
        if kind != LpTestKind::Plane && !(matches!(kind, LpTestKind::Axis(..))) {
            return None;
        }
        let (mut least, mut most) = (0.0, 0.0);
        for &(g, a) in rows.coefs(test) {
            let (x, y) = (a * ends[g as usize].0, a * ends[g as usize].1);
            least += x.min(y);
            most += x.max(y);
        }
        // The coefficients are at most 1.
        let slight = SPAN * (1.0 + most - least);
        if most < t.left.min(t.right) - slight {
            Some(Side::Left)
        } else if least > t.left.max(t.right) + slight {
            Some(Side::Right)
        } else {
            None
        }
    }

    /// Puts a test on a line. The line has no order before [`Forest::order_lines`].
    pub fn join(&mut self, test: u32, line: u32, turned: bool) {
        self.lines[line as usize].push((test, turned));
        self.line[test as usize] = (line, turned);
    }

    /// Orders each line by its thresholds, of equal ones the newest test first.
    pub fn order_lines(&mut self, rows: &RowPairs) {
        let place = |&(test, turned): &(u32, bool)| {
            let t = &rows.pairs[test as usize];
            if turned {
                -t.left - t.right
            } else {
                t.left + t.right
            }
        };
        for line in &mut self.lines {
            sort_by(line, |a, b| place(a).total_cmp(&place(b)).then(b.0.cmp(&a.0)));
        }
    }

    /// The sides of parallel hyperplanes that follow from a side of one of them: their rows hold wherever its row does.
    pub fn follow<'a>(&'a self, rows: &'a RowPairs, test: u32, side: Side) -> impl Iterator<Item = (u32, Side)> + 'a {
        let own = self.line[test as usize];
        let t = rows.pairs[test as usize];
        let others = self.lines.get(own.0 as usize).map_or(&[][..], |l| l);
        others.iter().filter(move |o| o.0 != test).filter_map(move |&(other, turned)| {
            let o = rows.pairs[other as usize];
            if self.kinds[other as usize] != LpTestKind::Plane {
                return None;
            }
            match (side, own.1 == turned) {
                (Side::Left, true) => (t.left <= o.left).then_some((other, Side::Left)),
                (Side::Right, true) => (t.right >= o.right).then_some((other, Side::Right)),
                (Side::Left, false) => (-t.left >= o.right).then_some((other, Side::Right)),
                (Side::Right, false) => (-t.right <= o.left).then_some((other, Side::Left)),
            }
        })
    }

    /// Numbers the leaves of a tree in order and registers its tests. `leaf` writes each leaf's scores for the goal's rows and returns whether the
    /// leaf is alive.
    pub fn tree(&mut self, nodes: &[NewNode], rows: usize, leaf: &mut dyn FnMut(u32, &mut Vec<f64>) -> bool) {
        let offset = self.nodes.len() as u32;
        self.trees.push(offset);
        self.nodes.extend(nodes.iter().map(|node| match *node {
            NewNode::Leaf(number) => Fork { test: LEAF, left: number, right: 0, first: 0, end: 0 },
            NewNode::Fork { test, left, right } => {
                Fork { test, left: offset + left, right: offset + right, first: 0, end: 0 }
            }
        }));
        // Depth first. A node is met again once its leaves are numbered.
        let mut stack = vec![(offset, false)];
        while let Some((at, done)) = stack.pop() {
            let node = self.nodes[at as usize];
            if node.test == LEAF {
                let here = self.dead.len() as u32;
                let alive = node.left != GONE && leaf(node.left, &mut self.values);
                self.dead.push(!alive);
                self.tree_of.push(self.trees.len() as u32 - 1);
                self.numbers.push(node.left);
                self.values.resize(rows * self.dead.len(), 0.0);
                self.nodes[at as usize].first = here;
                self.nodes[at as usize].end = here + 1;
            } else if done {
                let (l, r) = (self.nodes[node.left as usize], self.nodes[node.right as usize]);
                self.nodes[at as usize].first = l.first;
                self.nodes[at as usize].end = r.end;
                self.uses[node.test as usize].push([l.first, r.first, r.end]);
            } else {
                stack.extend([(at, true), (node.right, false), (node.left, false)]);
            }
        }
    }
}
