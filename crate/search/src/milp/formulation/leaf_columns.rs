//! Trees with one column a leaf: each tree ends in one leaf, and only where the features lie on the leaf's side of every test.

use super::features::{has, insert};
use super::{ColumnMeaning, Formulation, LeafColumn, RowMeaning, Set, MOST};
use espalier_engines::problem::compiled::{LevelTree, DEAD, LEAF};
use espalier_engines::problem::Problem;
use std::collections::HashMap;

/// Largest number of leaves of a tree for which a test's row contains every leaf on one side of the test, on any path.
/// In larger trees the row contains only the leaves below the test. The first form has the stronger relaxation, but
/// rows times leaves grow as the square. More strengthens larger trees and makes their programs longer. By hand; not
/// measured.
const WHOLE: usize = 128;

/// A leaf, while its tree is read: its node, the levels that it allows, and the sides on its path.
struct Found {
    node: u32,
    allows: Vec<(u32, Set)>,
    path: Vec<u32>,
}

impl Formulation {
    pub(super) fn leaves(&mut self, problem: &Problem) {
        let mut known: Vec<HashMap<Set, u32>> = vec![HashMap::new(); problem.vars.len()];
        for (t, tree) in problem.trees().enumerate() {
            let mut sides: Vec<(u32, u32)> = Vec::new();
            let mut index: HashMap<(u32, u32), u32> = HashMap::new();
            if self.words_taken > MOST {
                return;
            }
            let found = self.walk(problem, tree, &mut |form, f, set| {
                let next = form.sets[f as usize].len() as u32;
                let number = *known[f as usize].entry(set).or_insert_with_key(|set| {
                    form.sets[f as usize].push(set.clone());
                    next
                });
                *index.entry((f, number)).or_insert_with(|| {
                    sides.push((f, number));
                    sides.len() as u32 - 1
                })
            });
            self.empty |= found.is_empty();
            let first = self.columns.len() as u32;
            let mut inside: Vec<Vec<u32>> = vec![Vec::new(); sides.len()];
            for (i, leaf) in found.iter().enumerate() {
                let column = self.column(ColumnMeaning::Leaf(t as u32, leaf.node), 0.0, 1.0);
                debug_assert_eq!(column, first + i as u32);
                if found.len() > WHOLE {
                    leaf.path.iter().for_each(|&s| inside[s as usize].push(column));
                    continue;
                }
                for (s, &(f, number)) in sides.iter().enumerate() {
                    let Some((_, allowed)) = leaf.allows.iter().find(|a| a.0 == f) else { continue };
                    let side = &self.sets[f as usize][number as usize];
                    if allowed.iter().zip(side).all(|(a, s)| a & !s == 0) {
                        inside[s].push(column);
                    }
                }
            }
            let all = (first..first + found.len() as u32).map(|c| (c, 1.0));
            self.rows.push(RowMeaning::OneLeaf(t as u32), all, 1.0, 1.0);
            for (&(f, number), mut columns) in sides.iter().zip(inside) {
                columns.dedup();
                if columns.is_empty() {
                    continue;
                }
                let share = self.places[f as usize].inside(&self.sets[f as usize][number as usize]);
                let leaves = columns.into_iter().map(|c| (c, 1.0));
                let less = share.terms.iter().map(|&(c, by)| (c, -by));
                self.rows.push(
                    RowMeaning::Side(t as u32, f, number),
                    leaves.chain(less),
                    f64::NEG_INFINITY,
                    share.constant,
                );
            }
            let leaves = found.into_iter().enumerate();
            self.trees.push(leaves.map(|(i, l)| LeafColumn { column: first + i as u32, allows: l.allows }).collect());
        }
    }

    /// The leaves that can be reached with some live level of every feature. `side` numbers the level sets of tests'
    /// sides.
    fn walk(
        &mut self,
        problem: &Problem,
        tree: &LevelTree,
        side: &mut dyn FnMut(&mut Formulation, u32, Set) -> u32,
    ) -> Vec<Found> {
        let mut found = Vec::new();
        let mut stack: Vec<Found> = vec![Found { node: 0, allows: Vec::new(), path: Vec::new() }];
        while let Some(at) = stack.pop() {
            let node = &tree.nodes[at.node as usize];
            match node.feature {
                DEAD => {}
                LEAF => {
                    self.words_taken += at.allows.iter().map(|a| a.1.len() + 4).sum::<usize>();
                    found.push(at);
                    if self.words_taken > MOST {
                        return found;
                    }
                }
                f => {
                    let place = &self.places[f as usize];
                    let live = place.live.len();
                    let mut sets = [vec![0; place.words()], vec![0; place.words()]];
                    for (k, &level) in place.live.iter().enumerate() {
                        match problem.child(tree, node, level) {
                            Some(child) if child == node.left => insert(&mut sets[0], k),
                            Some(_) => insert(&mut sets[1], k),
                            None => {}
                        }
                    }
                    for (set, child) in sets.into_iter().zip([node.left, node.right]).rev() {
                        let mut next = Found { node: child, allows: at.allows.clone(), path: at.path.clone() };
                        let own = next.allows.iter_mut().find(|a| a.0 == f);
                        let allowed = match own {
                            Some((_, own)) => {
                                own.iter_mut().zip(&set).for_each(|(o, s)| *o &= s);
                                &*own
                            }
                            None => {
                                next.allows.push((f, set.clone()));
                                &next.allows.last().expect("just pushed").1
                            }
                        };
                        if allowed.iter().all(|w| *w == 0) {
                            continue;
                        }
                        if (0..live).any(|k| !has(&set, k)) {
                            let number = side(self, f, set);
                            next.path.push(number);
                        }
                        stack.push(next);
                    }
                }
            }
        }
        found
    }
}
