//! Proof that a whole box holds the target. It adds the least values of the forms, tree by tree. Where these do not suffice, it branches.

use super::attained_cells::Cells;
use super::target_forms::Forms;
use crate::met;
use espalier_model::ensemble::{first_largest, Aggregation, At, Ensemble, Side, Split, Tree};
use espalier_model::query::Query;

/// First and last cell of each changed feature.
pub(super) type Box = Vec<(usize, usize)>;

/// Limits on the number of boxes that are looked at: in one proof, and in all proofs of one answer together.
const PROOF: usize = 400;
const ALL: usize = 6_000;

/// The trees, with every feature but the changed ones held at the answer.
pub(super) struct Prover<'a> {
    ensemble: &'a Ensemble,
    query: &'a Query,
    cells: &'a [Cells],
    values: &'a [f64],
    forms: Forms,
    trees: Vec<Vec<Reduced>>,
    /// The base, and the values of trees that no changed feature moves.
    constant: Vec<f64>,
    left: usize,
}

/// A node that the changed features reach.
enum Reduced {
    /// Values of the forms.
    Leaf(Vec<f64>),
    /// The first `cut` cells of feature `axis` go to `left`.
    Split { axis: usize, cut: usize, left: usize, right: usize },
    /// Another node.
    Goto(usize),
    /// A missing value without a rule.
    Nowhere,
}

impl<'a> Prover<'a> {
    /// `None` where a split reads a changed feature and does not cut its cells in two, as a hyperplane, and where leaves are linear.
    pub fn new(ensemble: &'a Ensemble, query: &'a Query, cells: &'a [Cells], values: &'a [f64]) -> Option<Self> {
        if ensemble.has_linear_leaves() {
            return None;
        }
        let forms = Forms::new(ensemble, query);
        let dot = |c: &[f64], raw: &[f64]| c.iter().zip(raw).map(|(c, r)| c * r).sum::<f64>();
        let constant = forms.coefficients.iter().map(|c| dot(c, &ensemble.base)).collect();
        let mut prover = Prover { ensemble, query, cells, values, forms, trees: Vec::new(), constant, left: ALL };
        for tree in &ensemble.trees {
            let mut nodes = Vec::new();
            prover.reduce(tree, &mut nodes)?;
            match nodes.first() {
                Some(Reduced::Leaf(add)) => {
                    prover.constant.iter_mut().zip(add).for_each(|(sum, add)| *sum += add);
                }
                _ => prover.trees.push(nodes),
            }
        }
        Some(prover)
    }

    /// Copies a tree without the splits on unchanged features, its root first.
    fn reduce(&self, tree: &Tree, nodes: &mut Vec<Reduced>) -> Option<()> {
        // Nodes still to copy, each with the link of a copied node that leads to it.
        let mut stack = vec![(0, None::<(usize, Side)>)];
        while let Some((mut at, from)) = stack.pop() {
            let here = nodes.len();
            loop {
                let (split, left, right, missing) = match tree.at(at) {
                    At::Leaf(leaf) => {
                        nodes.push(Reduced::Leaf(self.leaf(tree, leaf)));
                        break;
                    }
                    At::Split { split, left, right, missing, .. } => (split, left, right, missing),
                };
                let columns = split.columns();
                let axis = columns.iter().find_map(|c| self.cells.iter().position(|x| x.column == *c));
                if let Some(axis) = axis {
                    let links = match split {
                        Split::Intervals { left, .. } => self.chain(axis, left, nodes),
                        _ => {
                            let cut = self.cells[axis].left(self.ensemble, split)?;
                            nodes.push(Reduced::Split { axis, cut, left: 0, right: 0 });
                            [(here, Side::Left), (here, Side::Right)]
                        }
                    };
                    stack.extend([(left, Some(links[0])), (right, Some(links[1]))]);
                    break;
                }
                at = match self.ensemble.side(split, self.values).or(missing) {
                    Some(Side::Left) => left,
                    Some(Side::Right) => right,
                    None => {
                        nodes.push(Reduced::Nowhere);
                        break;
                    }
                };
            }
            if let Some((parent, side)) = from {
                match &mut nodes[parent] {
                    Reduced::Split { left, right, .. } => *(if side == Side::Left { left } else { right }) = here,
                    Reduced::Goto(to) => *to = here,
                    Reduced::Leaf(_) | Reduced::Nowhere => {}
                }
            }
        }
        Some(())
    }

    /// A test of intervals as a chain of cuts. Each cut leads to the next, or to one of two last nodes, whose links are returned.
    fn chain(&self, axis: usize, left: &[(f64, f64)], nodes: &mut Vec<Reduced>) -> [(usize, Side); 2] {
        let here = nodes.len();
        let cuts: Vec<usize> =
            left.iter().flat_map(|&interval| self.cells[axis].interval(self.ensemble, interval)).collect();
        let (to_left, to_right) = (here + cuts.len(), here + cuts.len() + 1);
        for (i, &cut) in cuts.iter().enumerate() {
            // Cells before the first cut are outside of the intervals, those between it and the second inside, and so on.
            let before = if i % 2 == 0 { to_right } else { to_left };
            let after = if i + 1 < cuts.len() { here + i + 1 } else { to_right };
            nodes.push(Reduced::Split { axis, cut, left: before, right: after });
        }
        nodes.extend([Reduced::Goto(0), Reduced::Goto(0)]);
        [(to_left, Side::Left), (to_right, Side::Right)]
    }

    /// Weighted values of the forms at a leaf.
    fn leaf(&self, tree: &Tree, leaf: usize) -> Vec<f64> {
        let n = self.ensemble.outputs;
        let width = tree.width(n);
        let values = &tree.values[leaf * width..(leaf + 1) * width];
        let factor = self.ensemble.tree_factor(tree);
        let mut raw = vec![0.0; n];
        match (self.ensemble.aggregation, tree.output) {
            (Aggregation::Vote, None) => raw[first_largest(values)] = factor,
            (_, Some(output)) => raw[output] = factor * values[0],
            (_, None) => raw.iter_mut().zip(values).for_each(|(r, v)| *r = factor * v),
        }
        self.forms.coefficients.iter().map(|c| c.iter().zip(&raw).map(|(c, r)| c * r).sum()).collect()
    }

    /// Whether every point of the box is proved to meet the target. `false` also where the limit of work is reached first.
    pub fn holds(&mut self, whole: &Box) -> bool {
        let mut open = vec![whole.clone()];
        let mut budget = PROOF.min(self.left);
        while let Some(part) = open.pop() {
            if budget == 0 {
                return false;
            }
            budget -= 1;
            self.left -= 1;
            match self.look(&part) {
                Look::Proved => {}
                Look::Decided => {
                    if !self.point_meets(part.iter().map(|r| r.0)) {
                        return false;
                    }
                }
                Look::Cut(axis, cut) => {
                    if !self.point_meets(part.iter().map(|r| r.0)) || !self.point_meets(part.iter().map(|r| r.1)) {
                        return false;
                    }
                    let (mut below, mut above) = (part.clone(), part);
                    below[axis].1 = cut - 1;
                    above[axis].0 = cut;
                    open.extend([below, above]);
                }
            }
        }
        true
    }

    /// Whether the predictor puts the point in these cells on target.
    fn point_meets(&self, cells: impl Iterator<Item = usize>) -> bool {
        let mut row = self.values.to_vec();
        for (axis, k) in self.cells.iter().zip(cells) {
            row[axis.column] = axis.ends[k].0;
        }
        self.ensemble.predict(&row).is_ok_and(|p| met(self.ensemble, self.query, &p).is_some())
    }

    fn look(&self, part: &Box) -> Look {
        let forms = self.constant.len();
        let mut sums = self.constant.clone();
        let mut widest: Option<(f64, usize, usize)> = None;
        let mut nowhere = false;
        let (mut least, mut most) = (vec![0.0; forms], vec![0.0; forms]);
        let mut stack = Vec::new();
        for tree in &self.trees {
            least.fill(f64::INFINITY);
            most.fill(f64::NEG_INFINITY);
            let mut first_cut = None;
            stack.push(0);
            while let Some(at) = stack.pop() {
                match &tree[at] {
                    Reduced::Leaf(values) => {
                        for (i, v) in values.iter().enumerate() {
                            least[i] = least[i].min(*v);
                            most[i] = most[i].max(*v);
                        }
                    }
                    Reduced::Goto(to) => stack.push(*to),
                    Reduced::Nowhere => {
                        most.fill(f64::INFINITY);
                        nowhere = true;
                    }
                    Reduced::Split { axis, cut, left, right } => {
                        let (lo, hi) = part[*axis];
                        match (lo < *cut, hi >= *cut) {
                            (true, true) => {
                                first_cut.get_or_insert((*axis, *cut));
                                stack.extend([*left, *right]);
                            }
                            (true, false) => stack.push(*left),
                            _ => stack.push(*right),
                        }
                    }
                }
            }
            let spread = (0..forms).map(|i| most[i] - least[i]).fold(0.0, f64::max);
            if let Some((axis, cut)) = first_cut.filter(|_| widest.is_none_or(|(w, ..)| spread > w)) {
                widest = Some((spread, axis, cut));
            }
            sums.iter_mut().zip(&least).for_each(|(sum, v)| *sum += v);
        }
        match widest {
            _ if !nowhere && self.forms.proved(&sums) => Look::Proved,
            Some((_, axis, cut)) => Look::Cut(axis, cut),
            None => Look::Decided,
        }
    }
}

/// The result of bounding a box.
enum Look {
    /// Every point meets the target.
    Proved,
    /// All points fall in the same leaves, so one point decides.
    Decided,
    /// Undecided; a tree divides the box at this axis and cell.
    Cut(usize, usize),
}
