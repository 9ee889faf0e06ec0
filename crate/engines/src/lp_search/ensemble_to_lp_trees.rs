//! The trees of an ensemble in the form of the forest: a node for each split, and several where values may be missing or where a number is split by
//! intervals.

use super::lp_model::Encoding;
use super::lp_trees::{NewNode, GONE};
use super::lp_trees_builder::Builder;
use espalier_model::ensemble::{At, Ensemble, Side, Split, Tree};

/// The tests before a node, as bounds of features: above the first value, up to the second one; `None`: missing.
type Known = Vec<(usize, Option<(f64, f64)>)>;

/// A subtree to be written: its root, the number of cuts of the root's intervals that are passed, the bounds that are known, and the slot that it
/// goes to.
struct Pending {
    at: usize,
    passed: usize,
    known: Known,
    slot: usize,
}

impl Builder<'_> {
    /// The nodes of a tree, in the form of the forest. Whether a feature of a split is missing is asked before the split, once on a path. So the
    /// subtree on the missing side is written twice.
    pub(super) fn nodes(&mut self, ensemble: &Ensemble, tree: &Tree) -> Vec<NewNode> {
        let mut nodes = vec![NewNode::Leaf(GONE)];
        let mut parts = vec![Pending { at: 0, passed: 0, known: Vec::new(), slot: 0 }];
        while let Some(Pending { at, passed, known, slot }) = parts.pop() {
            let (split, left, right, missing) = match tree.at(at) {
                At::Leaf(leaf) => {
                    nodes[slot] = NewNode::Leaf(leaf as u32);
                    continue;
                }
                At::Split { split, left, right, missing, .. } => (split, left, right, missing),
            };
            let child = |side| if side == Side::Left { left } else { right };
            let of = |f: usize| known.iter().find(|k| k.0 == f).map(|k| k.1);
            let with = |f: usize, what| known.iter().copied().filter(|k| k.0 != f).chain([(f, what)]).collect();
            let features = || split.columns().iter().map(|&c| self.feature_of[c]);
            if features().any(|f| of(f) == Some(None)) {
                match missing {
                    Some(side) => parts.push(Pending { at: child(side), passed: 0, known, slot }),
                    None => nodes[slot] = NewNode::Leaf(GONE),
                }
                continue;
            }
            let f = self.feature_of[split.columns()[0]];
            // A test of levels has its own side for missing ones.
            let own = matches!(self.lp.encodings[f], Encoding::Levels { .. })
                && missing.is_some()
                && features().all(|g| g == f);
            let open = features().find_map(|f| Some((f, self.lp.absent(f).filter(|_| of(f).is_none() && !own)?)));
            // The slots of the two sides are given here.
            let mut fork = |test: u32, sides: [Option<Pending>; 2]| {
                nodes[slot] = NewNode::Fork { test, left: nodes.len() as u32, right: nodes.len() as u32 + 1 };
                for side in sides {
                    parts.extend(side.map(|side| Pending { slot: nodes.len(), ..side }));
                    nodes.push(NewNode::Leaf(GONE));
                }
            };
            let side = |at: usize, passed: usize, known: Known| Pending { at, passed, known, slot };
            if let Some((f, test)) = open {
                let whole = Some((f64::NEG_INFINITY, f64::INFINITY));
                fork(test, [side(at, passed, with(f, None)), side(at, passed, with(f, whole))].map(Some));
                continue;
            }
            match (split, &self.lp.encodings[f]) {
                (Split::Intervals { left: intervals, .. }, Encoding::Number { .. }) => {
                    let input = ensemble.input;
                    // Up to each of these cuts, from the last one on, values go to the cut's side.
                    let cuts = intervals.iter().flat_map(|&(lo, hi)| {
                        [(input.before(input.ceil(lo)), Side::Right), (input.floor(hi), Side::Left)]
                    });
                    // Where a distance is kept, values near to a cut go nowhere.
                    let around = |(cut, side): (f64, Side)| match self.distance.as_ref().filter(|_| cut.is_finite()) {
                        Some(distance) => {
                            let (below, above) = distance.ends(split.columns()[0], cut);
                            vec![(below, Some(side)), (input.before(above), None)]
                        }
                        None => vec![(cut, Some(side))],
                    };
                    let cuts: Vec<(f64, Option<Side>)> = cuts.flat_map(around).collect();
                    let (lo, hi) = of(f).flatten().unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
                    match (passed..).zip(&cuts[passed..]).find(|(_, c)| c.0 > lo) {
                        None => parts.push(Pending { at: right, passed: 0, known, slot }),
                        Some((_, &(cut, goes))) if hi <= cut => {
                            parts.extend(goes.map(|goes| Pending { at: child(goes), passed: 0, known, slot }));
                        }
                        Some((i, &(cut, goes))) => {
                            let test = self.axis(f, cut);
                            let (below, above) = (with(f, Some((lo, cut))), with(f, Some((cut, hi))));
                            fork(test, [goes.map(|goes| side(child(goes), 0, below)), Some(side(at, i + 1, above))]);
                        }
                    }
                }
                _ => {
                    let near = self.distance.as_ref().and_then(|distance| distance.around(split));
                    let (own, right) = match &near {
                        // First whether the row is far enough on the left, then whether it is so on the right.
                        Some([below, _]) if passed == 0 => (below, Some(side(at, 1, known.clone()))),
                        Some([_, above]) => (above, Some(side(right, 0, known.clone()))),
                        None => (split, Some(side(right, 0, known.clone()))),
                    };
                    let left = Some(side(left, 0, known)).filter(|_| near.is_none() || passed == 0);
                    let (test, flipped) = self.split(ensemble, own, missing);
                    fork(test, if flipped { [right, left] } else { [left, right] });
                }
            }
        }
        nodes
    }
}
