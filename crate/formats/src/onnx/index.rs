//! The places of an operator's nodes by the numbers of tree and node. Exporters number the nodes of a tree one after the other, and the trees in rising order: then a
//! place follows from its tree's first node. Other numbers are sorted.

use super::proto::NodeProto;
use crate::error::Fault;
use espalier_numerics::sorting::sort_by;

/// Nodes of one tree that stand one after the other.
struct Run {
    tree: i64,
    /// The number of the first node, and its place.
    node: i64,
    first: usize,
    count: usize,
}

/// The places of nodes.
pub(super) struct Index {
    runs: Vec<Run>,
    /// The run in which a node was looked for last.
    latest: usize,
    /// Tree, number and place of each node, in this order, where they do not follow from the runs.
    sorted: Vec<(i64, i64, usize)>,
}

impl Index {
    /// The nodes of a TreeEnsembleClassifier or -Regressor, whose lists of numbers are of the same length.
    pub fn of(node: &NodeProto) -> Result<Index, Fault> {
        let keys = || node.wholes("nodes_treeids").zip(node.wholes("nodes_nodeids"));
        let (mut runs, mut regular) = (Vec::<Run>::new(), true);
        for (place, key) in keys().enumerate() {
            let (tree, own) = (key.0?, key.1?);
            match runs.last_mut() {
                Some(run) if run.tree == tree => {
                    regular &= run.node.checked_add(run.count as i64) == Some(own);
                    run.count += 1;
                }
                last => {
                    regular &= last.is_none_or(|last| last.tree < tree);
                    runs.push(Run { tree, node: own, first: place, count: 1 });
                }
            }
        }
        let mut sorted = Vec::new();
        if !regular {
            for (place, key) in keys().enumerate() {
                sorted.push((key.0?, key.1?, place));
            }
            sort_by(&mut sorted, Ord::cmp);
            let twice = sorted.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
            if let Some((tree, own, place)) = twice.map(|pair| pair[1]).min_by_key(|key| key.2) {
                let what = format!("node {own} of tree {tree} is given twice");
                return Err(node.fault(&format!("nodes_nodeids/{place}"), what, "once is right"));
            }
        }
        Ok(Index { runs, latest: 0, sorted })
    }

    /// The place of a node.
    pub fn find(&mut self, tree: i64, own: i64) -> Option<usize> {
        if !self.sorted.is_empty() {
            let at = self.sorted.partition_point(|key| (key.0, key.1) < (tree, own));
            return self.sorted.get(at).filter(|key| (key.0, key.1) == (tree, own)).map(|key| key.2);
        }
        if self.runs.get(self.latest)?.tree != tree {
            self.latest = self.runs.partition_point(|run| run.tree < tree).min(self.runs.len() - 1);
        }
        let run = &self.runs[self.latest];
        let behind = usize::try_from(own.checked_sub(run.node)?).ok()?;
        (run.tree == tree && behind < run.count).then_some(run.first + behind)
    }

    /// The places of the roots: the first of the nodes of a tree in the list.
    pub fn roots(self) -> Vec<usize> {
        self.runs.into_iter().map(|run| run.first).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::onnx::wire::Message;
    use espalier_numerics::draws::Draws;
    use std::collections::HashMap;

    /// A field of bytes, of fewer than 128.
    fn part(field: u8, bytes: &[u8]) -> Vec<u8> {
        [&[field << 3 | 2, bytes.len() as u8], bytes].concat()
    }

    /// An operator with these numbers, of fewer than 128, packed or not.
    fn operator(keys: &[(u8, u8)], packed: bool) -> Vec<u8> {
        let list = |name: &str, of: &dyn Fn(&(u8, u8)) -> u8| {
            let numbers: Vec<u8> = keys.iter().map(of).collect();
            let numbers = if packed { part(8, &numbers) } else { numbers.iter().flat_map(|n| [8 << 3, *n]).collect() };
            part(5, &[part(1, name.as_bytes()), numbers].concat())
        };
        [part(4, b"T"), list("nodes_treeids", &|key| key.0), list("nodes_nodeids", &|key| key.1)].concat()
    }

    #[test]
    fn nodes_are_found_by_their_numbers_in_any_order() {
        let mut draws = Draws::of(3);
        for round in 0..4_000 {
            // One after the other, as exporters write them, with some exchanged or given twice.
            let trees = 1 + draws.below(3) as u8;
            let mut keys: Vec<(u8, u8)> =
                (0..trees).flat_map(|tree| (0..3).map(move |node| (tree, 5 + node))).collect();
            for _ in 0..draws.below(3) {
                let (a, b) = (draws.below(keys.len()), draws.below(keys.len()));
                match draws.below(4) {
                    0 => keys[a] = keys[b],
                    1 => keys[a].1 = draws.below(9) as u8,
                    _ => keys.swap(a, b),
                }
            }
            let bytes = operator(&keys, round % 2 == 0);
            let node = NodeProto::read(0, Message::file(&bytes)).unwrap();
            let mut known = HashMap::new();
            let twice = keys.iter().enumerate().position(|(place, key)| known.insert(*key, place).is_some());
            match (Index::of(&node), twice) {
                (Ok(mut index), None) => {
                    for tree in 0..4 {
                        for own in 0..10 {
                            assert_eq!(
                                index.find(tree.into(), own.into()),
                                known.get(&(tree, own)).copied(),
                                "{keys:?}"
                            );
                        }
                    }
                    let new = |place: &usize| *place == 0 || keys[place - 1].0 != keys[*place].0;
                    assert_eq!(index.roots(), (0..keys.len()).filter(new).collect::<Vec<_>>(), "{keys:?}");
                }
                (Err(fault), Some(place)) => {
                    let at = fault.place.pointer.unwrap_or_default();
                    assert!(at.ends_with(&format!("nodes_nodeids/{place}")), "{keys:?}: {at}");
                }
                (found, twice) => panic!("{keys:?}: {} and {twice:?}", found.is_ok()),
            }
        }
    }
}
