//! Steps of Mehrotra's predictor-corrector method (1992) for the program of the best charges. Trees are eliminated one by one, which leaves a dense
//! system of the directions and the score.

use super::{Program, TreeBlock};

/// The share of the distance to the border that a step takes. Below 1. More gains more a step, until the point sticks to the border. Chosen with the
/// method on thirteen sets (docs/experiments/lp-search.md); other values have no record.
const SHORT: f64 = 0.95;

/// The share of the directions' reduced costs that forks charge at the starting point, from 0 to 1. The starting point decides how many steps are
/// needed, not the result. It was chosen with [`SHORT`].
const FILLED: f64 = 0.5;

/// The price of the score at the starting point, in units of the gap over the lacking score. It has the value of `BINDS`.
const PRICE: f64 = 1.5;

/// The least slack of a tree's leaves at the starting point, in units of the gap. As [`FILLED`].
const SPARE: f64 = 0.3;

/// The complementarity products at the starting point, in units of the gap. As [`FILLED`].
const PRODUCT: f64 = 0.1;

/// The inequalities of the program, each with its multiplier. `x`: leaves' shares, forks' slacks, movements, and the slack of the score's row. `z`:
/// the slacks of the leaves against the greatest worth of their tree, the forks' charges, the reduced costs that the charges leave, and the price of
/// the score.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    x: Vec<f64>,
    z: Vec<f64>,
    /// By tree: the greatest worth of its leaves.
    most: Vec<f64>,
}

/// The offsets of forks, directions and the score in `Pairs`, after the leaves.
struct Places {
    forks: usize,
    directions: usize,
    score: usize,
}

impl Program {
    fn places(&self) -> Places {
        let (forks, directions) = (self.leaves.len(), self.leaves.len() + self.forks.len());
        Places { forks, directions, score: directions + self.kinds }
    }

    fn leaves_of(&self, part: &TreeBlock) -> std::ops::Range<usize> {
        part.leaves.0 as usize..part.leaves.1 as usize
    }

    fn forks_of(&self, part: &TreeBlock) -> std::ops::Range<usize> {
        part.forks.0 as usize..part.forks.1 as usize
    }
}

impl Pairs {
    /// Starts from an interior point, at which every multiplier keeps its limits.
    pub fn begin(&mut self, p: &Program) {
        let at = p.places();
        let mut used = vec![0.0; p.kinds];
        p.over.iter().for_each(|&(direction, by)| used[direction as usize] += by);
        self.z.clear();
        self.z.resize(at.score + 1, 0.0);
        self.z[at.score] = PRICE;
        self.z[at.directions..at.score].fill(1.0);
        for fork in 0..p.forks.len() {
            let share = p
                .over(fork)
                .iter()
                .map(|&(direction, _)| FILLED / used[direction as usize])
                .fold(f64::INFINITY, f64::min);
            self.z[at.forks + fork] = share;
            p.over(fork).iter().for_each(|&(direction, by)| self.z[at.directions + direction as usize] -= by * share);
        }
        self.most.clear();
        for part in &p.parts {
            let most = p.leaves_of(part).map(|leaf| self.worth(p, leaf)).fold(0.0, f64::max) + SPARE;
            self.most.push(most);
            for leaf in p.leaves_of(part) {
                self.z[leaf] = most - self.worth(p, leaf);
            }
        }
        self.x.clear();
        self.x.extend(self.z.iter().map(|z| (PRODUCT / z).clamp(1e-3, 1.0)));
    }

    pub fn price(&self) -> f64 {
        self.z.last().copied().unwrap_or(0.0)
    }

    /// The charges of the forks.
    pub fn charges(&self, p: &Program) -> &[f64] {
        let at = p.places();
        &self.z[at.forks..at.directions]
    }

    /// The bound that the charges give: the price of the score, less the greatest worth of each tree's leaves.
    pub fn bound(&self, p: &Program) -> f64 {
        let most = |part| p.leaves_of(part).map(|leaf| self.worth(p, leaf)).fold(f64::NEG_INFINITY, f64::max);
        self.price() - p.parts.iter().map(most).sum::<f64>()
    }

    fn worth(&self, p: &Program, leaf: usize) -> f64 {
        let charges = self.charges(p);
        self.price() * p.leaves[leaf].value - p.path(leaf).iter().map(|fork| charges[*fork as usize]).sum::<f64>()
    }

    fn product(&self) -> f64 {
        self.x.iter().zip(&self.z).map(|(x, z)| x * z).sum::<f64>() / self.x.len() as f64
    }
}

/// The longest step, up to 1, along `d` from `from` that keeps all entries at least 0.
fn reach(from: &[f64], d: &[f64]) -> f64 {
    let mut most = 1.0;
    for (from, d) in from.iter().zip(d) {
        if from + most * d < 0.0 {
            most = -from / d;
        }
    }
    most
}

/// The factored system of a step, and the step.
#[derive(Debug, Default)]
pub(super) struct Factors {
    /// Of each tree: L, with L L' the tree's own matrix and the inverse of the diagonal in its place; then L^-1 times the tree's columns of the
    /// directions and the score.
    trees: Vec<f64>,
    across: Vec<f64>,
    /// Of the directions' system: the same L; L^-1 times its column of the score; and the score's own entry that is left after elimination.
    directions: Vec<f64>,
    score: Vec<f64>,
    own: f64,
    right: Vec<f64>,
    /// By direction: its column among those of the tree at hand.
    column: Vec<u32>,
    step: Pairs,
}

impl Factors {
    /// Takes one step; `false` where rounding leaves none.
    pub fn step(&mut self, p: &Program, now: &mut Pairs) -> bool {
        if !self.factor(p, now) {
            return false;
        }
        let product = now.product();
        self.step.x.clear();
        self.step.x.resize(now.x.len(), 0.0);
        self.step.z.clone_from(&self.step.x);
        self.step.most.resize(p.parts.len(), 0.0);
        self.direct(p, now, 0.0);
        let (primal, dual) = (reach(&now.x, &self.step.x), reach(&now.z, &self.step.z));
        let mut after = 0.0;
        for i in 0..now.x.len() {
            after += (now.x[i] + primal * self.step.x[i]) * (now.z[i] + dual * self.step.z[i]);
        }
        let ratio = after / now.x.len() as f64 / product;
        self.direct(p, now, ratio * ratio * ratio * product);
        let short = |reach: f64| if reach < 1.0 { SHORT * reach } else { 1.0 };
        let (primal, dual) = (short(reach(&now.x, &self.step.x)), short(reach(&now.z, &self.step.z)));
        if !self.step.z.iter().sum::<f64>().is_finite() {
            return false;
        }
        let go = |from: &mut [f64], d: &[f64], by: f64| from.iter_mut().zip(d).for_each(|(from, d)| *from += by * d);
        go(&mut now.x, &self.step.x, primal);
        go(&mut now.z, &self.step.z, dual);
        go(&mut now.most, &self.step.most, dual);
        true
    }

    /// Factors the matrix of each tree, then the system of the directions that is left.
    fn factor(&mut self, p: &Program, now: &Pairs) -> bool {
        let at = p.places();
        let kinds = p.kinds;
        self.directions.clear();
        self.directions.resize(kinds * kinds, 0.0);
        self.score.clear();
        self.score.resize(kinds, 0.0);
        self.column.resize(kinds, 0);
        self.trees.clear();
        self.trees.resize(p.parts.last().map_or(0, |part| part.factor as usize + part.rows() * part.rows()), 0.0);
        self.across.clear();
        self.across.resize(p.parts.last().map_or(0, |part| part.across as usize + part.rows() * part.wide()), 0.0);
        for direction in 0..kinds {
            self.directions[direction * kinds + direction] =
                now.z[at.directions + direction] / now.x[at.directions + direction];
        }
        self.own = now.x[at.score] / now.z[at.score];
        for part in &p.parts {
            if !self.factor_tree(p, part, now, at.forks) {
                return false;
            }
            let (rows, wide) = (part.rows(), part.wide());
            let across = &self.across[part.across as usize..][..rows * wide];
            for row in across.chunks(wide) {
                let (score, row) = (row[wide - 1], &row[..wide - 1]);
                for (i, (a, direction)) in row.iter().zip(p.among(part)).enumerate() {
                    for (b, other) in row[..=i].iter().zip(p.among(part)) {
                        let (low, high) = (direction.min(other), direction.max(other));
                        self.directions[*high as usize * kinds + *low as usize] += a * b;
                    }
                    self.score[*direction as usize] += a * score;
                }
                self.own -= score * score;
            }
        }
        if !cholesky(&mut self.directions, kinds) {
            return false;
        }
        lower(&self.directions, kinds, &mut self.score);
        self.own += self.score.iter().map(|a| a * a).sum::<f64>();
        self.own > 0.0
    }

    fn factor_tree(&mut self, p: &Program, part: &TreeBlock, now: &Pairs, forks: usize) -> bool {
        let (rows, wide, first) = (part.rows(), part.wide(), part.forks.0);
        let sum = rows - 1;
        let tree = &mut self.trees[part.factor as usize..][..rows * rows];
        let across = &mut self.across[part.across as usize..][..rows * wide];
        for (i, direction) in p.among(part).iter().enumerate() {
            self.column[*direction as usize] = i as u32;
        }
        for (i, fork) in p.forks_of(part).enumerate() {
            tree[i * rows + i] = now.x[forks + fork] / now.z[forks + fork];
            for &(direction, by) in p.over(fork) {
                across[i * wide + self.column[direction as usize] as usize] = by;
            }
        }
        for leaf in p.leaves_of(part) {
            let weight = now.x[leaf] / now.z[leaf];
            let value = p.leaves[leaf].value;
            let path = p.path(leaf);
            for (n, fork) in path.iter().enumerate() {
                let i = (fork - first) as usize;
                for other in &path[..=n] {
                    tree[i * rows + (other - first) as usize] += weight;
                }
                tree[sum * rows + i] += weight;
                across[i * wide + wide - 1] -= weight * value;
            }
            tree[sum * rows + sum] += weight;
            across[sum * wide + wide - 1] -= weight * value;
            self.own += weight * value * value;
        }
        if !cholesky(tree, rows) {
            return false;
        }
        for i in 0..rows {
            let (before, row) = across.split_at_mut(i * wide);
            let row = &mut row[..wide];
            for (j, above) in before.chunks(wide).enumerate() {
                let much = tree[i * rows + j];
                row.iter_mut().zip(above).for_each(|(a, b)| *a -= much * b);
            }
            row.iter_mut().for_each(|a| *a *= tree[i * rows + i]);
        }
        true
    }

    /// Finds the step at whose end all complementarity products are `product`. The products of the last step are taken off (corrector).
    fn direct(&mut self, p: &Program, now: &Pairs, product: f64) {
        let at = p.places();
        let Pairs { x, z, most } = &mut self.step;
        // The target of `x`, if `z` did not change.
        for i in 0..x.len() {
            x[i] = (product - x[i] * z[i]) / now.z[i];
        }
        let right = &mut self.right;
        right.clear();
        right.resize(p.kinds, 0.0);
        let mut score = 1.0 + x[at.score];
        for (leaf, x) in p.leaves.iter().zip(&*x) {
            score -= leaf.value * x;
        }
        for (part, most) in p.parts.iter().zip(&mut *most) {
            *most = -1.0;
            for fork in p.forks_of(part) {
                let led = p.over(fork).iter().map(|&(direction, by)| by * x[at.directions + direction as usize]);
                z[at.forks + fork] = x[at.forks + fork] - led.sum::<f64>();
            }
            for leaf in p.leaves_of(part) {
                p.path(leaf).iter().for_each(|fork| z[at.forks + *fork as usize] += x[leaf]);
                *most += x[leaf];
            }
            let (rows, wide) = (part.rows(), part.wide());
            let tree = &self.trees[part.factor as usize..][..rows * rows];
            let across = &self.across[part.across as usize..][..rows * wide];
            let charge = &mut z[at.forks + part.forks.0 as usize..at.forks + part.forks.1 as usize];
            for i in 0..rows {
                let row = &tree[i * rows..][..=i];
                let mut value = if i + 1 < rows { charge[i] } else { *most };
                value -= row.iter().zip(&charge[..i]).map(|(a, b)| a * b).sum::<f64>();
                value *= row[i];
                *(if i + 1 < rows { &mut charge[i] } else { &mut *most }) = value;
                let row = &across[i * wide..][..wide];
                row.iter().zip(p.among(part)).for_each(|(a, direction)| right[*direction as usize] += a * value);
                score -= row[wide - 1] * value;
            }
        }
        lower(&self.directions, p.kinds, right);
        let price = (score + self.score.iter().zip(&*right).map(|(a, b)| a * b).sum::<f64>()) / self.own;
        right.iter_mut().zip(&self.score).for_each(|(a, b)| *a -= b * price);
        upper(&self.directions, p.kinds, right);
        z[at.score] = price;
        z[at.directions..at.score].fill(0.0);
        for (part, most) in p.parts.iter().zip(&mut *most) {
            let (rows, wide) = (part.rows(), part.wide());
            let tree = &self.trees[part.factor as usize..][..rows * rows];
            let across = &self.across[part.across as usize..][..rows * wide];
            let first = at.forks + part.forks.0 as usize;
            for i in (0..rows).rev() {
                let row = &across[i * wide..][..wide];
                let mut value = if i + 1 < rows { z[first + i] } else { *most };
                value -=
                    row.iter().zip(p.among(part)).map(|(a, direction)| a * right[*direction as usize]).sum::<f64>();
                value -= row[wide - 1] * price;
                for j in i + 1..rows {
                    value -= tree[j * rows + i] * if j + 1 < rows { z[first + j] } else { *most };
                }
                *(if i + 1 < rows { &mut z[first + i] } else { &mut *most }) = value * tree[i * rows + i];
            }
            for fork in p.forks_of(part) {
                p.over(fork)
                    .iter()
                    .for_each(|&(direction, by)| z[at.directions + direction as usize] -= by * z[at.forks + fork]);
            }
            for leaf in p.leaves_of(part) {
                let paid = p.path(leaf).iter().map(|fork| z[at.forks + *fork as usize]).sum::<f64>();
                z[leaf] = *most + paid - p.leaves[leaf].value * price;
            }
        }
        for i in 0..x.len() {
            x[i] -= now.x[i] * (1.0 + z[i] / now.z[i]);
        }
    }
}

/// Overwrites the lower half of a matrix by its factor L, with the inverse of the diagonal in its place; `false` where the matrix is not positive
/// definite.
fn cholesky(a: &mut [f64], n: usize) -> bool {
    for i in 0..n {
        let (above, row) = a.split_at_mut(i * n);
        let row = &mut row[..n];
        for j in 0..i {
            let other = &above[j * n..][..=j];
            let less = row.iter().zip(&other[..j]).map(|(a, b)| a * b).sum::<f64>();
            row[j] = (row[j] - less) * other[j];
        }
        let rest = row[i] - row[..i].iter().map(|a| a * a).sum::<f64>();
        if rest.is_nan() || rest <= 0.0 {
            return false;
        }
        row[i] = 1.0 / rest.sqrt();
    }
    true
}

/// Solves L x = b.
fn lower(l: &[f64], n: usize, b: &mut [f64]) {
    for i in 0..n {
        let row = &l[i * n..][..=i];
        b[i] = (b[i] - row.iter().zip(&b[..i]).map(|(a, b)| a * b).sum::<f64>()) * row[i];
    }
}

/// Solves L' x = b.
fn upper(l: &[f64], n: usize, b: &mut [f64]) {
    for i in (0..n).rev() {
        let row = &l[i * n..][..=i];
        let value = b[i] * row[i];
        b[i] = value;
        b[..i].iter_mut().zip(row).for_each(|(b, a)| *b -= a * value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Leaf;
    use super::*;

    /// One tree with two leaves and their scores: one on the point's side, one beyond a fork. A unit of either of two directions leads twice over the
    /// fork's test.
    fn program(near: f64, far: f64) -> Program {
        let leaves = vec![Leaf { value: near, path: (0, 0) }, Leaf { value: far, path: (0, 1) }];
        let part = TreeBlock { forks: (0, 1), leaves: (0, 2), among: (0, 2), factor: 0, across: 0 };
        Program {
            forks: vec![(0, 2)],
            over: vec![(0, 2.0), (1, 2.0)],
            leaves,
            path: vec![0],
            parts: vec![part],
            among: vec![0, 1],
            kinds: 2,
        }
    }

    #[test]
    fn charges_come_to_the_optimum_and_never_to_more() {
        let program = program(0.0, 2.0);
        let (mut now, mut factors) = (Pairs::default(), Factors::default());
        now.begin(&program);
        let mut bounds = vec![now.bound(&program)];
        while bounds.len() < 16 && factors.step(&program, &mut now) {
            bounds.push(now.bound(&program));
        }
        // Half of the leaf makes up for the score: a quarter of a unit of a direction.
        assert!(bounds.iter().all(|bound| *bound <= 0.25 + 1e-12), "{bounds:?}");
        assert!(bounds.iter().any(|bound| *bound > 0.25 - 1e-6), "{bounds:?}");
    }

    #[test]
    fn a_step_that_rounding_spoils_leaves_the_charges_as_they_were() {
        let program = program(0.0, 2.0);
        let (mut now, mut factors) = (Pairs::default(), Factors::default());
        now.begin(&program);
        let before = now.z.clone();
        // Where no charges are the best, the entry grows without end: the program has no point.
        *now.x.last_mut().unwrap() = f64::INFINITY;
        assert!(!factors.step(&program, &mut now));
        assert_eq!(now.z, before);
    }
}
