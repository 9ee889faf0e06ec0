//! A linear program in blocks, solved by Mehrotra's predictor-corrector method (1992). The blocks are eliminated one by one, which leaves a dense
//! system of the movements and the score.
//!
//! The unknowns are movements `y >= 0`, and in each block shares `p >= 0` that sum to 1. A cover limits a sum of shares by a sum of movements, each
//! with a factor. The shares' values sum to at least 1 (the score). The objective is the least sum of the movements. Sought are the multipliers:
//! a charge for each cover, and a price of the score. [`Method::bound`] is a lower bound by any of them (weak duality), whether or not they are the best.

/// A share: its value, which is its part in the score, and the covers that limit it, as a range of `BlockProgram::path`.
#[derive(Clone, Copy, Debug)]
struct Share {
    value: f64,
    path: (u32, u32),
}

/// A block: the ranges of its covers and its shares, of its movements in `BlockProgram::among`, and the offsets of its parts of the factors.
#[derive(Clone, Copy, Debug)]
struct Block {
    covers: (u32, u32),
    shares: (u32, u32),
    among: (u32, u32),
    factor: u32,
    across: u32,
}

impl Block {
    /// The rows of the block's factor: its covers, and the sum of its shares.
    fn rows(&self) -> usize {
        (self.covers.1 - self.covers.0) as usize + 1
    }

    /// The columns that blocks have in common: its movements, and the score.
    fn wide(&self) -> usize {
        (self.among.1 - self.among.0) as usize + 1
    }
}

/// The program. It is built block by block: [`BlockProgram::share`] and [`BlockProgram::cover`] add to the block at hand, [`BlockProgram::close`] ends it.
#[derive(Debug, Default)]
pub struct BlockProgram {
    /// By cover: first and end in `over`.
    covers: Vec<(u32, u32)>,
    /// The movements of each cover, with their factors.
    over: Vec<(u32, f64)>,
    shares: Vec<Share>,
    path: Vec<u32>,
    blocks: Vec<Block>,
    /// The movements of each block.
    among: Vec<u32>,
    movements: usize,
    /// The sizes of the factors so far.
    sizes: (u32, u32),
}

impl BlockProgram {
    /// Empties it. The memory stays.
    pub fn clear(&mut self) {
        self.covers.clear();
        self.over.clear();
        self.shares.clear();
        self.path.clear();
        self.blocks.clear();
        self.among.clear();
        (self.movements, self.sizes) = (0, (0, 0));
    }

    /// Whether there are no covers.
    pub fn is_empty(&self) -> bool {
        self.covers.is_empty()
    }

    /// Adds a movement. Returns its number.
    pub fn movement(&mut self) -> u32 {
        self.movements += 1;
        self.movements as u32 - 1
    }

    /// Adds a share of this value, which these covers of the block at hand limit.
    pub fn share(&mut self, value: f64, covers: &[u32]) {
        let first = self.path.len() as u32;
        self.path.extend_from_slice(covers);
        self.shares.push(Share { value, path: (first, self.path.len() as u32) });
    }

    /// Adds a cover to the block at hand, given its movements with their factors. Returns its number.
    pub fn cover(&mut self, over: impl IntoIterator<Item = (u32, f64)>) -> u32 {
        let first = self.over.len() as u32;
        self.over.extend(over);
        self.covers.push((first, self.over.len() as u32));
        self.covers.len() as u32 - 1
    }

    /// Ends the block at hand. A block without covers whose shares are all worth nothing is left out.
    pub fn close(&mut self) {
        let (cover, share, among) =
            self.blocks.last().map_or((0, 0, 0), |last| (last.covers.1, last.shares.1, last.among.1));
        if self.covers.len() as u32 == cover && self.shares[share as usize..].iter().all(|share| share.value == 0.0) {
            self.shares.truncate(share as usize);
            return;
        }
        for &(movement, _) in &self.over[self.covers.get(cover as usize).map_or(self.over.len(), |c| c.0 as usize)..] {
            if !self.among[among as usize..].contains(&movement) {
                self.among.push(movement);
            }
        }
        let ends = (self.covers.len() as u32, self.shares.len() as u32, self.among.len() as u32);
        let block = Block {
            covers: (cover, ends.0),
            shares: (share, ends.1),
            among: (among, ends.2),
            factor: self.sizes.0,
            across: self.sizes.1,
        };
        self.sizes.0 += (block.rows() * block.rows()) as u32;
        self.sizes.1 += (block.rows() * block.wide()) as u32;
        self.blocks.push(block);
    }

    fn over(&self, cover: usize) -> &[(u32, f64)] {
        let (first, end) = self.covers[cover];
        &self.over[first as usize..end as usize]
    }

    fn path(&self, share: usize) -> &[u32] {
        let (first, end) = self.shares[share].path;
        &self.path[first as usize..end as usize]
    }

    fn among(&self, block: &Block) -> &[u32] {
        &self.among[block.among.0 as usize..block.among.1 as usize]
    }
}

/// The method at work: a point with its multipliers, and the memory of its steps.
#[derive(Debug, Default)]
pub struct Method {
    now: Pairs,
    factors: Factors,
}

impl Method {
    /// Starts from an interior point, at which every multiplier keeps its limits.
    pub fn begin(&mut self, program: &BlockProgram) {
        self.now.begin(program);
    }

    /// Takes one step; `false` where rounding leaves none, and the multipliers stay as they were. Cost: the cubes of the blocks' covers and of the
    /// movements.
    pub fn step(&mut self, program: &BlockProgram) -> bool {
        self.factors.step(program, &mut self.now)
    }

    /// The lower bound that the multipliers prove.
    pub fn bound(&self, program: &BlockProgram) -> f64 {
        self.now.bound(program)
    }

    /// The price of the score.
    pub fn price(&self) -> f64 {
        self.now.price()
    }

    /// By cover: its charge.
    pub fn charges(&self, program: &BlockProgram) -> &[f64] {
        self.now.charges(program)
    }
}

/// The share of the distance to the border that a step takes. Below 1. More gains more a step, until the point sticks to the border. Chosen with the
/// method on thirteen sets (docs/experiments/lp-search.md); other values have no record.
const SHORT: f64 = 0.95;

/// The part of the movements' reduced costs that covers charge at the starting point, from 0 to 1. The starting point decides how many steps are
/// needed, not the result. It was chosen with [`SHORT`].
const FILLED: f64 = 0.5;

/// The price of the score at the starting point, in units of cost for a unit of score. The score bound of the search begins with the same (`BINDS`).
const PRICE: f64 = 1.5;

/// The least slack of a block's shares at the starting point, in units of the gap. As [`FILLED`].
const SPARE: f64 = 0.3;

/// The complementarity products at the starting point, in units of the gap. As [`FILLED`].
const PRODUCT: f64 = 0.1;

/// The inequalities of the program, each with its multiplier. `x`: the shares, the covers' slacks, movements, and the slack of the score's row. `z`:
/// the slacks of the shares against the greatest worth of their block, the covers' charges, the reduced costs that the charges leave, and the price of
/// the score.
#[derive(Debug, Default)]
struct Pairs {
    x: Vec<f64>,
    z: Vec<f64>,
    /// By block: the greatest worth of its shares.
    most: Vec<f64>,
}

/// The offsets of covers, movements and the score in `Pairs`, after the shares.
struct Places {
    covers: usize,
    movements: usize,
    score: usize,
}

impl BlockProgram {
    fn places(&self) -> Places {
        let (covers, movements) = (self.shares.len(), self.shares.len() + self.covers.len());
        Places { covers, movements, score: movements + self.movements }
    }

    fn shares_of(&self, block: &Block) -> std::ops::Range<usize> {
        block.shares.0 as usize..block.shares.1 as usize
    }

    fn covers_of(&self, block: &Block) -> std::ops::Range<usize> {
        block.covers.0 as usize..block.covers.1 as usize
    }
}

impl Pairs {
    /// Starts from an interior point, at which every multiplier keeps its limits.
    pub fn begin(&mut self, p: &BlockProgram) {
        let at = p.places();
        let mut used = vec![0.0; p.movements];
        p.over.iter().for_each(|&(movement, by)| used[movement as usize] += by);
        self.z.clear();
        self.z.resize(at.score + 1, 0.0);
        self.z[at.score] = PRICE;
        self.z[at.movements..at.score].fill(1.0);
        for cover in 0..p.covers.len() {
            let share = p
                .over(cover)
                .iter()
                .map(|&(movement, _)| FILLED / used[movement as usize])
                .fold(f64::INFINITY, f64::min);
            self.z[at.covers + cover] = share;
            p.over(cover).iter().for_each(|&(movement, by)| self.z[at.movements + movement as usize] -= by * share);
        }
        self.most.clear();
        for block in &p.blocks {
            let most = p.shares_of(block).map(|share| self.worth(p, share)).fold(0.0, f64::max) + SPARE;
            self.most.push(most);
            for share in p.shares_of(block) {
                self.z[share] = most - self.worth(p, share);
            }
        }
        self.x.clear();
        self.x.extend(self.z.iter().map(|z| (PRODUCT / z).clamp(1e-3, 1.0)));
    }

    pub fn price(&self) -> f64 {
        self.z.last().copied().unwrap_or(0.0)
    }

    /// The charges of the covers.
    pub fn charges(&self, p: &BlockProgram) -> &[f64] {
        let at = p.places();
        &self.z[at.covers..at.movements]
    }

    /// The bound that the charges give: the price of the score, less the greatest worth of each matrix's shares.
    pub fn bound(&self, p: &BlockProgram) -> f64 {
        let most = |block| p.shares_of(block).map(|share| self.worth(p, share)).fold(f64::NEG_INFINITY, f64::max);
        self.price() - p.blocks.iter().map(most).sum::<f64>()
    }

    fn worth(&self, p: &BlockProgram, share: usize) -> f64 {
        let charges = self.charges(p);
        self.price() * p.shares[share].value - p.path(share).iter().map(|cover| charges[*cover as usize]).sum::<f64>()
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
struct Factors {
    /// Of each block: L, with L L' the block's own matrix and the inverse of the diagonal in its place; then L^-1 times the block's columns of the
    /// movements and the score.
    blocks: Vec<f64>,
    across: Vec<f64>,
    /// Of the movements' system: the same L; L^-1 times its column of the score; and the score's own entry that is left after elimination.
    movements: Vec<f64>,
    score: Vec<f64>,
    own: f64,
    right: Vec<f64>,
    /// By movement: its column among those of the block at hand.
    column: Vec<u32>,
    step: Pairs,
}

impl Factors {
    /// Takes one step; `false` where rounding leaves none.
    pub fn step(&mut self, p: &BlockProgram, now: &mut Pairs) -> bool {
        if !self.factor(p, now) {
            return false;
        }
        let product = now.product();
        self.step.x.clear();
        self.step.x.resize(now.x.len(), 0.0);
        self.step.z.clone_from(&self.step.x);
        self.step.most.resize(p.blocks.len(), 0.0);
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

    /// Factors the matrix of each block, then the system of the movements that is left.
    fn factor(&mut self, p: &BlockProgram, now: &Pairs) -> bool {
        let at = p.places();
        let movements = p.movements;
        self.movements.clear();
        self.movements.resize(movements * movements, 0.0);
        self.score.clear();
        self.score.resize(movements, 0.0);
        self.column.resize(movements, 0);
        self.blocks.clear();
        self.blocks.resize(p.blocks.last().map_or(0, |block| block.factor as usize + block.rows() * block.rows()), 0.0);
        self.across.clear();
        self.across.resize(p.blocks.last().map_or(0, |block| block.across as usize + block.rows() * block.wide()), 0.0);
        for movement in 0..movements {
            self.movements[movement * movements + movement] =
                now.z[at.movements + movement] / now.x[at.movements + movement];
        }
        self.own = now.x[at.score] / now.z[at.score];
        for block in &p.blocks {
            if !self.factor_block(p, block, now, at.covers) {
                return false;
            }
            let (rows, wide) = (block.rows(), block.wide());
            let across = &self.across[block.across as usize..][..rows * wide];
            for row in across.chunks(wide) {
                let (score, row) = (row[wide - 1], &row[..wide - 1]);
                for (i, (a, movement)) in row.iter().zip(p.among(block)).enumerate() {
                    for (b, other) in row[..=i].iter().zip(p.among(block)) {
                        let (low, high) = (movement.min(other), movement.max(other));
                        self.movements[*high as usize * movements + *low as usize] += a * b;
                    }
                    self.score[*movement as usize] += a * score;
                }
                self.own -= score * score;
            }
        }
        if !cholesky(&mut self.movements, movements) {
            return false;
        }
        lower(&self.movements, movements, &mut self.score);
        self.own += self.score.iter().map(|a| a * a).sum::<f64>();
        self.own > 0.0
    }

    fn factor_block(&mut self, p: &BlockProgram, block: &Block, now: &Pairs, covers: usize) -> bool {
        let (rows, wide, first) = (block.rows(), block.wide(), block.covers.0);
        let sum = rows - 1;
        let matrix = &mut self.blocks[block.factor as usize..][..rows * rows];
        let across = &mut self.across[block.across as usize..][..rows * wide];
        for (i, movement) in p.among(block).iter().enumerate() {
            self.column[*movement as usize] = i as u32;
        }
        for (i, cover) in p.covers_of(block).enumerate() {
            matrix[i * rows + i] = now.x[covers + cover] / now.z[covers + cover];
            for &(movement, by) in p.over(cover) {
                across[i * wide + self.column[movement as usize] as usize] = by;
            }
        }
        for share in p.shares_of(block) {
            let weight = now.x[share] / now.z[share];
            let value = p.shares[share].value;
            let path = p.path(share);
            for (n, cover) in path.iter().enumerate() {
                let i = (cover - first) as usize;
                for other in &path[..=n] {
                    matrix[i * rows + (other - first) as usize] += weight;
                }
                matrix[sum * rows + i] += weight;
                across[i * wide + wide - 1] -= weight * value;
            }
            matrix[sum * rows + sum] += weight;
            across[sum * wide + wide - 1] -= weight * value;
            self.own += weight * value * value;
        }
        if !cholesky(matrix, rows) {
            return false;
        }
        for i in 0..rows {
            let (before, row) = across.split_at_mut(i * wide);
            let row = &mut row[..wide];
            for (j, above) in before.chunks(wide).enumerate() {
                let much = matrix[i * rows + j];
                row.iter_mut().zip(above).for_each(|(a, b)| *a -= much * b);
            }
            row.iter_mut().for_each(|a| *a *= matrix[i * rows + i]);
        }
        true
    }

    /// Finds the step at whose end all complementarity products are `product`. The products of the last step are taken off (corrector).
    fn direct(&mut self, p: &BlockProgram, now: &Pairs, product: f64) {
        let at = p.places();
        let Pairs { x, z, most } = &mut self.step;
        // The target of `x`, if `z` did not change.
        for i in 0..x.len() {
            x[i] = (product - x[i] * z[i]) / now.z[i];
        }
        let right = &mut self.right;
        right.clear();
        right.resize(p.movements, 0.0);
        let mut score = 1.0 + x[at.score];
        for (share, x) in p.shares.iter().zip(&*x) {
            score -= share.value * x;
        }
        for (block, most) in p.blocks.iter().zip(&mut *most) {
            *most = -1.0;
            for cover in p.covers_of(block) {
                let led = p.over(cover).iter().map(|&(movement, by)| by * x[at.movements + movement as usize]);
                z[at.covers + cover] = x[at.covers + cover] - led.sum::<f64>();
            }
            for share in p.shares_of(block) {
                p.path(share).iter().for_each(|cover| z[at.covers + *cover as usize] += x[share]);
                *most += x[share];
            }
            let (rows, wide) = (block.rows(), block.wide());
            let matrix = &self.blocks[block.factor as usize..][..rows * rows];
            let across = &self.across[block.across as usize..][..rows * wide];
            let charge = &mut z[at.covers + block.covers.0 as usize..at.covers + block.covers.1 as usize];
            for i in 0..rows {
                let row = &matrix[i * rows..][..=i];
                let mut value = if i + 1 < rows { charge[i] } else { *most };
                value -= row.iter().zip(&charge[..i]).map(|(a, b)| a * b).sum::<f64>();
                value *= row[i];
                *(if i + 1 < rows { &mut charge[i] } else { &mut *most }) = value;
                let row = &across[i * wide..][..wide];
                row.iter().zip(p.among(block)).for_each(|(a, movement)| right[*movement as usize] += a * value);
                score -= row[wide - 1] * value;
            }
        }
        lower(&self.movements, p.movements, right);
        let price = (score + self.score.iter().zip(&*right).map(|(a, b)| a * b).sum::<f64>()) / self.own;
        right.iter_mut().zip(&self.score).for_each(|(a, b)| *a -= b * price);
        upper(&self.movements, p.movements, right);
        z[at.score] = price;
        z[at.movements..at.score].fill(0.0);
        for (block, most) in p.blocks.iter().zip(&mut *most) {
            let (rows, wide) = (block.rows(), block.wide());
            let matrix = &self.blocks[block.factor as usize..][..rows * rows];
            let across = &self.across[block.across as usize..][..rows * wide];
            let first = at.covers + block.covers.0 as usize;
            for i in (0..rows).rev() {
                let row = &across[i * wide..][..wide];
                let mut value = if i + 1 < rows { z[first + i] } else { *most };
                value -= row.iter().zip(p.among(block)).map(|(a, movement)| a * right[*movement as usize]).sum::<f64>();
                value -= row[wide - 1] * price;
                for j in i + 1..rows {
                    value -= matrix[j * rows + i] * if j + 1 < rows { z[first + j] } else { *most };
                }
                *(if i + 1 < rows { &mut z[first + i] } else { &mut *most }) = value * matrix[i * rows + i];
            }
            for cover in p.covers_of(block) {
                p.over(cover)
                    .iter()
                    .for_each(|&(movement, by)| z[at.movements + movement as usize] -= by * z[at.covers + cover]);
            }
            for share in p.shares_of(block) {
                let paid = p.path(share).iter().map(|cover| z[at.covers + *cover as usize]).sum::<f64>();
                z[share] = *most + paid - p.shares[share].value * price;
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
    use super::*;

    /// One block of two shares, the second under a cover. A unit of either of two movements covers twice a share.
    fn program(near: f64, far: f64) -> BlockProgram {
        let mut program = BlockProgram::default();
        let movements = [program.movement(), program.movement()];
        program.share(near, &[]);
        let cover = program.cover(movements.map(|movement| (movement, 2.0)));
        program.share(far, &[cover]);
        program.close();
        program
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
        // Half of the second share makes up for the score: a quarter of a unit of a movement.
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
