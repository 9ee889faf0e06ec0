//! Small trees as bit vectors (QuickScorer; Lucchese et al. 2015, Section 4). Each test stores, as the bits of one
//! word, the leaves that it excludes. The words of all tests of a tree are combined without a branch. So no tree is
//! walked to find the leaf of a point, or the leaves that one change of a feature leads to.

use super::compiled::{has, FeatureLevels, LevelTree, TestKind, LEAF};
use std::ops::Range;

/// Largest number of leaves of a tree with leaf sets, and of levels of an unordered feature in it: the bits of a word.
const WORD: usize = 64;

/// The leaf sets of a model's small trees.
#[derive(Debug, Default)]
pub struct LeafSets {
    trees: Vec<Parts>,
    features: Vec<u32>,
    cuts: Vec<TreeCut>,
    choices: Vec<Choice>,
    shut: Vec<u64>,
    leaves: Vec<Leaf>,
    bounds: Vec<Bound>,
}

/// The ends of a tree's entries in the arrays of [`LeafSets`]. The entries begin where the previous tree's end.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    features: u32,
    cuts: u32,
    choices: u32,
    leaves: u32,
}

/// A cut of a tree in an ordered feature. Each leaf that a feature excludes is in one set of one of the feature's cuts.
#[derive(Clone, Copy, Debug)]
pub struct TreeCut {
    /// The feature.
    pub feature: u32,
    /// The first level above the cut.
    pub level: u32,
    /// The leaves whose lowest level is `level`. Levels below it exclude them.
    pub above: u64,
    /// The leaves whose highest level is just below `level`. This level and all higher ones exclude them.
    pub below: u64,
}

/// An unordered feature that a tree tests.
#[derive(Clone, Copy, Debug)]
struct Choice {
    feature: u32,
    shut: u32,
}

#[derive(Clone, Copy, Debug)]
struct Leaf {
    node: u32,
    /// The end of the leaf's bounds.
    bounds: u32,
}

/// A condition on the path to a leaf. For an ordered feature, `low` and `high` are the lowest and the highest level.
/// For an unordered feature, they are the halves of its set of levels.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The feature.
    pub feature: u32,
    /// The lowest level, or the lower half of the set.
    pub low: u32,
    /// The highest level, or the upper half of the set.
    pub high: u32,
}

impl Bound {
    /// The levels of an unordered feature.
    pub fn set(self) -> u64 {
        u64::from(self.low) | u64::from(self.high) << 32
    }
}

/// One small tree.
#[derive(Clone, Copy, Debug)]
pub struct Small<'a> {
    all: &'a LeafSets,
    from: Parts,
    to: Parts,
}

/// The positions of a word's one bits.
#[inline(always)]
pub fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        at
    })
}

impl<'a> Small<'a> {
    /// All leaves of the tree.
    #[inline(always)]
    pub fn all(&self) -> u64 {
        !0 >> (WORD as u32 - (self.to.leaves - self.from.leaves))
    }

    /// The features that the tree tests.
    #[inline(always)]
    pub fn features(&self) -> &'a [u32] {
        &self.all.features[self.from.features as usize..self.to.features as usize]
    }

    /// Its cuts in ordered features.
    #[inline(always)]
    pub fn cuts(&self) -> &'a [TreeCut] {
        &self.all.cuts[self.from.cuts as usize..self.to.cuts as usize]
    }

    /// The unordered features that the tree tests. For each, the leaves that every level excludes.
    #[inline(always)]
    pub fn choices(&self) -> impl Iterator<Item = (usize, &'a [u64])> {
        let all = self.all;
        all.choices[self.from.choices as usize..self.to.choices as usize]
            .iter()
            .map(|c| (c.feature as usize, &all.shut[c.shut as usize..]))
    }

    /// The node of a leaf.
    #[inline(always)]
    pub fn node(&self, leaf: usize) -> usize {
        self.all.leaves[self.from.leaves as usize + leaf].node as usize
    }

    /// The leaf of a point.
    #[inline(always)]
    pub fn leaf(&self, levels: &[u32]) -> usize {
        let mut shut = 0;
        for cut in self.cuts() {
            shut |= if levels[cut.feature as usize] < cut.level { cut.above } else { cut.below };
        }
        for (feature, by_level) in self.choices() {
            shut |= by_level[levels[feature] as usize];
        }
        (self.all() & !shut).trailing_zeros() as usize
    }

    /// The conditions on the path to a leaf.
    #[inline(always)]
    pub fn bounds(&self, leaf: usize) -> &'a [Bound] {
        let at = self.from.leaves as usize + leaf;
        let from = if at == 0 { 0 } else { self.all.leaves[at - 1].bounds };
        &self.all.bounds[from as usize..self.all.leaves[at].bounds as usize]
    }
}

impl LeafSets {
    /// Adds the next trees of the model.
    ///
    /// # Cost
    /// For each tree, the number of its leaves times the tests on their paths.
    pub fn extend(&mut self, trees: &[LevelTree], axes: &[FeatureLevels]) {
        let mut bounds = vec![None; axes.len()];
        for tree in trees {
            let (leaves, kept) = (self.leaves.len(), self.bounds.len());
            if tree.nodes.len() < 2 * WORD && self.walk(tree, axes, 0, leaves, &mut bounds).is_some() {
                self.gather(tree, leaves, axes);
            } else {
                self.leaves.truncate(leaves);
                self.bounds.truncate(kept);
            }
            self.trees.push(Parts {
                features: self.features.len() as u32,
                cuts: self.cuts.len() as u32,
                choices: self.choices.len() as u32,
                leaves: self.leaves.len() as u32,
            });
        }
    }

    /// A tree, where it is small.
    #[inline(always)]
    pub fn small(&self, tree: usize) -> Option<Small<'_>> {
        let to = *self.trees.get(tree)?;
        let from = if tree == 0 { Parts::default() } else { self.trees[tree - 1] };
        (from.leaves < to.leaves).then_some(Small { all: self, from, to })
    }

    fn bounds_of(&self, leaf: usize) -> Range<usize> {
        let from = if leaf == 0 { 0 } else { self.leaves[leaf - 1].bounds };
        from as usize..self.leaves[leaf].bounds as usize
    }

    /// Lists the leaves below a node and their bounds. Returns `None` where the tree is not small.
    fn walk(
        &mut self,
        tree: &LevelTree,
        axes: &[FeatureLevels],
        at: u32,
        first: usize,
        bounds: &mut Vec<Option<u64>>,
    ) -> Option<()> {
        let node = &tree.nodes[at as usize];
        if node.feature == LEAF {
            for (f, bound) in bounds.iter().enumerate() {
                // A bound that holds all levels of a feature is no condition.
                if let Some(b) = bound.filter(|b| *b != whole(&axes[f])) {
                    self.bounds.push(Bound { feature: f as u32, low: b as u32, high: (b >> 32) as u32 });
                }
            }
            self.leaves.push(Leaf { node: at, bounds: self.bounds.len() as u32 });
            return (self.leaves.len() - first <= WORD).then_some(());
        }
        let f = node.feature as usize;
        let axis = axes.get(f)?;
        if !axis.ordered && axis.levels > WORD {
            return None;
        }
        let before = bounds[f];
        let span = before.unwrap_or(whole(axis));
        let [left, right] = match node.kind {
            TestKind::Cut if axis.ordered => {
                let (low, high, cut) = (span as u32, (span >> 32) as u32, node.test);
                let pack = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
                [(low < cut).then(|| pack(low, high.min(cut - 1))), (high >= cut).then(|| pack(low.max(cut), high))]
            }
            TestKind::Set if !axis.ordered => {
                let words = &tree.sets[node.test as usize..];
                let left = (0..axis.levels).fold(0, |set, k| set | u64::from(has(words, k)) << k);
                [span & left, span & !left].map(|s| (s != 0).then_some(s))
            }
            _ => return None,
        };
        for (child, span) in [(node.left, left), (node.right, right)] {
            if span.is_some() {
                bounds[f] = span;
                let small = self.walk(tree, axes, child, first, bounds);
                bounds[f] = before;
                small?;
            }
        }
        Some(())
    }

    /// Collects the leaf sets of a tree. The tree's leaves begin at `first`.
    fn gather(&mut self, tree: &LevelTree, first: usize, axes: &[FeatureLevels]) {
        let from = self.features.len();
        // All features that the tree tests, also by tests that exclude nothing: they may have levels that the model
        // does not know.
        for feature in tree.nodes.iter().map(|n| n.feature).filter(|f| *f != LEAF) {
            if !self.features[from..].contains(&feature) {
                self.features.push(feature);
            }
        }
        for f in from..self.features.len() {
            let feature = self.features[f];
            let axis = &axes[feature as usize];
            let bound = |s: &LeafSets, leaf| s.bounds[s.bounds_of(leaf)].iter().find(|b| b.feature == feature).copied();
            if axis.ordered {
                let cuts = self.cuts.len();
                for leaf in first..self.leaves.len() {
                    let Some(Bound { low, high, .. }) = bound(self, leaf) else { continue };
                    let bit = 1 << (leaf - first);
                    if low > 0 {
                        self.cut(cuts, feature, low).above |= bit;
                    }
                    if high as usize + 1 < axis.levels {
                        self.cut(cuts, feature, high + 1).below |= bit;
                    }
                }
            } else {
                let shut = self.shut.len();
                self.shut.resize(shut + axis.levels, 0);
                for leaf in first..self.leaves.len() {
                    let Some(bound) = bound(self, leaf) else { continue };
                    for (k, shut) in self.shut[shut..].iter_mut().enumerate() {
                        *shut |= (!bound.set() >> k & 1) << (leaf - first);
                    }
                }
                self.choices.push(Choice { feature, shut: shut as u32 });
            }
        }
    }

    /// The cut of a feature at a level, among the cuts from `first` on. It is added where it is not yet there.
    fn cut(&mut self, first: usize, feature: u32, level: u32) -> &mut TreeCut {
        let at = self.cuts[first..].iter().position(|c| c.level == level).unwrap_or_else(|| {
            self.cuts.push(TreeCut { feature, level, above: 0, below: 0 });
            self.cuts.len() - 1 - first
        });
        &mut self.cuts[first + at]
    }
}

/// The bound that holds all levels of a feature.
fn whole(axis: &FeatureLevels) -> u64 {
    match axis.ordered {
        true => (axis.levels as u64 - 1) << 32,
        false => !0 >> (WORD - axis.levels),
    }
}
