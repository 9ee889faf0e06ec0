//! The flows of trees as in the paper: through every inner node, with a binary for each tree and depth.
//!
//! A node of which the features' limits leave only one side is skipped, since its flow is that side's flow. The paper's
//! rows are these: (8) is the root's row, (9) is `Flow`, (10) is `Turn`. (16), (17), (21), (22), (24), (25), (35),
//! (36), (42) and (43) are `Step`: the flow to a side is at most 1 where the feature lies there, and 0 elsewhere.

use super::features::{has, insert};
use super::{ColumnMeaning, Formulation, LeafColumn, Purpose, RowMeaning, Set, MOST};
use espalier_engines::problem::compiled::{LevelTree, DEAD, LEAF};
use espalier_engines::problem::Problem;

/// A node, while its tree is read.
struct Met {
    node: u32,
    /// Place of the node above.
    above: usize,
    /// The levels of a feature that lead here from the node above, and whether that restricts the levels that lead to
    /// that node.
    side: Option<(u32, Set, bool)>,
    /// The levels that the node allows of the features on its path.
    allows: Vec<(u32, Set)>,
    /// The places of the sides with a leaf below them, the left one first.
    below: Vec<usize>,
    leaf: bool,
}

impl Formulation {
    /// A written program has the binaries of (10) too. A relaxation does not need them, since every flow leaves a value
    /// for them.
    pub(super) fn flows(&mut self, problem: &Problem, purpose: Purpose) {
        for (t, tree) in problem.trees().enumerate() {
            let t = t as u32;
            let met = self.meet(problem, tree);
            if self.words_taken > MOST {
                return;
            }
            let mut leaves = Vec::new();
            // Each node's flow is that of the nearest node, at or below it, that has two sides or is a leaf.
            let mut carries: Vec<usize> = (0..met.len()).collect();
            let mut column = vec![u32::MAX; met.len()];
            for at in (0..met.len()).rev() {
                if let [only] = met[at].below[..] {
                    carries[at] = carries[only];
                }
            }
            self.empty |= met.is_empty();
            for (at, m) in met.iter().enumerate().filter(|(at, _)| carries[*at] == *at) {
                column[at] = if m.leaf {
                    let column = self.column(ColumnMeaning::Leaf(t, m.node), 0.0, 1.0);
                    leaves.push(LeafColumn { column, allows: m.allows.clone() });
                    column
                } else {
                    self.column(ColumnMeaning::Node(t, m.node), 0.0, 1.0)
                };
            }
            let flow = |at: usize| column[carries[at]];
            let root = met.first().map(|_| (flow(0), 1.0));
            self.rows.push(RowMeaning::OneLeaf(t), root, 1.0, 1.0);
            let mut depth = vec![0; met.len()];
            let mut at_depth: Vec<[Vec<u32>; 2]> = Vec::new();
            for (at, m) in met.iter().enumerate() {
                if at > 0 {
                    depth[at] = depth[m.above] + usize::from(met[m.above].below.len() > 1);
                }
                let [left, right] = m.below[..] else { continue };
                self.rows.push(
                    RowMeaning::Flow(t, m.node),
                    [(flow(at), 1.0), (flow(left), -1.0), (flow(right), -1.0)],
                    0.0,
                    0.0,
                );
                if at_depth.len() <= depth[at] {
                    at_depth.resize(depth[at] + 1, Default::default());
                }
                at_depth[depth[at]][0].push(flow(left));
                at_depth[depth[at]][1].push(flow(right));
            }
            for (at, m) in met.iter().enumerate() {
                let Some((f, set, true)) = &m.side else { continue };
                let share = self.places[*f as usize].inside(set);
                let less = share.terms.iter().map(|&(c, by)| (c, -by));
                let entries = std::iter::once((flow(at), 1.0)).chain(less);
                self.rows.push(RowMeaning::Step(t, m.node), entries, f64::NEG_INFINITY, share.constant);
            }
            if purpose == Purpose::Written {
                self.turns(t, at_depth);
            }
            self.trees.push(leaves);
        }
    }

    /// The binaries of a tree. `at_depth` holds, by depth, the columns of the flows to the left and to the right.
    pub(crate) fn turns(&mut self, t: u32, at_depth: Vec<[Vec<u32>; 2]>) {
        for (d, [left, right]) in at_depth.into_iter().enumerate() {
            let turn = self.column(ColumnMeaning::Turn(t, d as u32), 0.0, 1.0);
            for (side, by, most) in [(left, -1.0, 0.0), (right, 1.0, 1.0)] {
                let entries = side.into_iter().map(|c| (c, 1.0)).chain([(turn, by)]);
                self.rows.push(RowMeaning::Turn(t, d as u32, by > 0.0), entries, f64::NEG_INFINITY, most);
            }
        }
    }

    /// The nodes from which leaves can be reached. Each comes after the node above it.
    fn meet(&mut self, problem: &Problem, tree: &LevelTree) -> Vec<Met> {
        let first = Met { node: 0, above: 0, side: None, allows: Vec::new(), below: Vec::new(), leaf: false };
        let mut met = Vec::new();
        let mut stack = vec![first];
        while let Some(mut m) = stack.pop() {
            let (node, at) = (&tree.nodes[m.node as usize], met.len());
            m.leaf = node.feature == LEAF;
            self.words_taken += m.allows.iter().map(|a| a.1.len() + 4).sum::<usize>();
            if self.words_taken > MOST {
                return met;
            }
            if node.feature != LEAF && node.feature != DEAD {
                let f = node.feature;
                let place = &self.places[f as usize];
                let mut sets = [vec![0; place.words()], vec![0; place.words()]];
                for (k, &level) in place.live.iter().enumerate() {
                    if let Some(child) = problem.child(tree, node, level) {
                        insert(&mut sets[usize::from(child != node.left)], k);
                    }
                }
                let own = m.allows.iter().position(|a| a.0 == f);
                let all: Set = match own {
                    Some(own) => m.allows[own].1.clone(),
                    None => {
                        let mut all = vec![0; place.words()];
                        (0..place.live.len()).for_each(|k| insert(&mut all, k));
                        all
                    }
                };
                for (set, child) in sets.into_iter().zip([node.left, node.right]).rev() {
                    let both: Set = all.iter().zip(&set).map(|(a, s)| a & s).collect();
                    if both.iter().all(|w| *w == 0) {
                        continue;
                    }
                    let says = (0..place.live.len()).any(|k| has(&all, k) && !has(&set, k));
                    let mut allows = m.allows.clone();
                    match own {
                        Some(own) => allows[own].1 = both,
                        None => allows.push((f, both)),
                    }
                    let side = Some((f, set, says));
                    stack.push(Met { node: child, above: at, side, allows, below: Vec::new(), leaf: false });
                }
            }
            met.push(m);
        }
        // Nodes without a leaf below them are removed.
        let mut lives: Vec<bool> = met.iter().map(|m| m.leaf).collect();
        for at in (1..met.len()).rev() {
            let above = met[at].above;
            lives[above] |= lives[at];
        }
        let place: Vec<usize> = lives
            .iter()
            .scan(0, |n, live| {
                *n += usize::from(*live);
                Some(n.saturating_sub(1))
            })
            .collect();
        let mut kept: Vec<Met> = Vec::new();
        for (m, _) in met.into_iter().zip(&lives).filter(|(_, live)| **live) {
            let (at, above) = (kept.len(), place[m.above]);
            if at > 0 {
                kept[above].below.push(at);
            }
            kept.push(Met { above, ..m });
        }
        kept
    }
}
