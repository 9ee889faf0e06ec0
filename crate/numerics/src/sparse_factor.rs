//! A sparse symmetric matrix and its factors in envelope form. In the reverse order of Cuthill & McKee (1969) the entries that are not 0 stand near
//! the diagonal. Each row of the factor begins where the matrix's own row begins. So a form over the neighbours in a picture of 28 times 28 takes 784
//! rows of some 28 entries.

use crate::sorting::sort_by;

/// A sparse symmetric matrix, row after row, both triangles.
#[derive(Clone, Debug, Default)]
pub struct Sparse {
    start: Vec<u32>,
    of: Vec<(u32, f64)>,
}

impl Sparse {
    /// A matrix of `n` rows, from the entries of a dense one whose rows and columns stand at `at`. Cost: the dense one's size.
    pub fn new(n: usize, matrix: &[f64], at: &[u32]) -> Sparse {
        let mut rows = vec![Vec::new(); n];
        for (row, &i) in matrix.chunks(at.len().max(1)).zip(at) {
            rows[i as usize].extend(at.iter().copied().zip(row.iter().copied()).filter(|e| e.1 != 0.0));
        }
        let mut out = Sparse { start: vec![0], of: Vec::new() };
        for row in rows {
            out.of.extend(row);
            out.start.push(out.of.len() as u32);
        }
        out
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries of a row that are not 0.
    #[inline]
    pub fn row(&self, i: usize) -> &[(u32, f64)] {
        &self.of[self.start[i] as usize..self.start[i + 1] as usize]
    }

    /// A row's product with a vector.
    #[inline]
    pub fn dot(&self, i: usize, x: &[f64]) -> f64 {
        self.row(i).iter().map(|&(j, q)| q * x[j as usize]).sum()
    }

    /// Number of entries that are not 0.
    pub fn size(&self) -> usize {
        self.of.len()
    }

    /// The size of the largest entry.
    pub fn largest(&self) -> f64 {
        self.of.iter().fold(0.0, |most, e| e.1.abs().max(most))
    }

    /// The entry of a row on the diagonal.
    pub fn diagonal(&self, i: usize) -> f64 {
        self.row(i).iter().find(|e| e.0 as usize == i).map_or(0.0, |e| e.1)
    }

    /// The form's value at a point.
    pub fn form(&self, x: &[f64]) -> f64 {
        (0..self.len()).filter(|&i| x[i] != 0.0).map(|i| x[i] * self.dot(i, x)).sum()
    }
}

/// The envelope: the places of the factor's entries.
#[derive(Clone, Debug, Default)]
pub struct Envelope {
    /// The variable at each position, and the position of each variable.
    order: Vec<u32>,
    place: Vec<u32>,
    /// By position: the first position of its row, and the offset of the row among the factor's entries.
    first: Vec<u32>,
    start: Vec<usize>,
}

/// A matrix's factors: the lower triangle (without its diagonal of ones) and the diagonal.
#[derive(Clone, Debug, Default)]
pub struct Factor {
    lower: Vec<f64>,
    diagonal: Vec<f64>,
    line: Vec<f64>,
}

impl Envelope {
    /// Orders the variables and lays out the factor. Cost: the entries, times the logarithm of the entries of a row.
    pub fn new(matrix: &Sparse) -> Envelope {
        let n = matrix.len();
        let degree = |i: u32| matrix.row(i as usize).len();
        let mut order: Vec<u32> = Vec::with_capacity(n);
        let mut seen = vec![false; n];
        let mut begins: Vec<u32> = (0..n as u32).collect();
        sort_by(&mut begins, |a, b| degree(*a).cmp(&degree(*b)));
        for begin in begins {
            if seen[begin as usize] {
                continue;
            }
            // The order begins with a row far out: the last one that a walk meets, of which the last one is taken again.
            let mut root = begin;
            for _ in 0..2 {
                let from = order.len();
                spread(matrix, root, &mut seen, &mut order);
                root = order[order.len() - 1];
                order.drain(from..).for_each(|i| seen[i as usize] = false);
            }
            spread(matrix, root, &mut seen, &mut order);
        }
        order.reverse();
        let mut place = vec![0; n];
        order.iter().enumerate().for_each(|(at, i)| place[*i as usize] = at as u32);
        let (mut first, mut start) = (Vec::with_capacity(n), vec![0]);
        for (at, &i) in order.iter().enumerate() {
            let least = matrix.row(i as usize).iter().map(|e| place[e.0 as usize]).min().unwrap_or(at as u32);
            first.push(least.min(at as u32));
            start.push(start[at] + at - first[at] as usize);
        }
        Envelope { order, place, first, start }
    }

    /// Factors `times` the matrix, with `more` of each variable added to the diagonal. Variables for which `more` is `None` are left out. Pivots are
    /// raised to at least `floor`; returns whether none had to be. Cost: the squares of the rows' lengths.
    pub fn factor(
        &self,
        matrix: &Sparse,
        times: f64,
        floor: f64,
        more: impl Fn(usize) -> Option<f64>,
        to: &mut Factor,
    ) -> bool {
        to.lower.clear();
        to.lower.resize(self.start.last().copied().unwrap_or(0), 0.0);
        to.diagonal.clear();
        let mut all = true;
        for (at, &i) in self.order.iter().enumerate() {
            let Some(mut pivot) = more(i as usize) else {
                // A variable that is left out is a row by itself.
                to.diagonal.push(f64::INFINITY);
                continue;
            };
            let first = self.first[at] as usize;
            let (before, row) = to.lower.split_at_mut(self.start[at]);
            let row = &mut row[..at - first];
            for &(j, q) in matrix.row(i as usize) {
                match self.place[j as usize] as usize {
                    j if j < at && to.diagonal[j] < f64::INFINITY => row[j - first] = times * q,
                    j if j == at => pivot += times * q,
                    _ => {}
                }
            }
            for j in first..at {
                if to.diagonal[j] == f64::INFINITY {
                    continue;
                }
                let begin = (self.first[j] as usize).max(first);
                let other = &before[self.start[j] + begin - self.first[j] as usize..self.start[j + 1]];
                row[j - first] -= dot(&row[begin - first..j - first], other);
            }
            for (x, d) in row.iter_mut().zip(&to.diagonal[first..]) {
                let share = *x / d;
                pivot -= *x * share;
                *x = share;
            }
            all &= pivot >= floor;
            to.diagonal.push(pivot.max(floor));
        }
        all
    }

    /// Solves for a right side in place, by variable. The solution is 0 where a variable was left out.
    pub fn solve(&self, factor: &mut Factor, x: &mut [f64]) {
        let Factor { lower, diagonal, line } = factor;
        line.clear();
        for (at, &i) in self.order.iter().enumerate() {
            let first = self.first[at] as usize;
            let own = if diagonal[at] < f64::INFINITY { x[i as usize] } else { 0.0 };
            line.push(own - dot(&lower[self.start[at]..self.start[at + 1]], &line[first..at]));
        }
        line.iter_mut().zip(diagonal.iter()).for_each(|(y, d)| *y /= d);
        for at in (0..line.len()).rev() {
            let (first, value) = (self.first[at] as usize, line[at]);
            let row = &lower[self.start[at]..self.start[at + 1]];
            line[first..at].iter_mut().zip(row).for_each(|(y, l)| *y -= l * value);
            x[self.order[at] as usize] = value;
        }
    }

    /// Whether the matrix with `more` added to its diagonal, and without this share of its own diagonal, is positive definite, as far as its factors
    /// tell.
    pub fn positive(&self, matrix: &Sparse, more: f64, less: f64, to: &mut Factor) -> bool {
        self.factor(matrix, 1.0, f64::MIN_POSITIVE, |i| Some(more - less * matrix.diagonal(i)), to)
    }
}

/// Appends the rows that are connected with `root`, by distance, and at equal distance those with few neighbours first.
fn spread(matrix: &Sparse, root: u32, seen: &mut [bool], order: &mut Vec<u32>) {
    let mut at = order.len();
    seen[root as usize] = true;
    order.push(root);
    while let Some(&i) = order.get(at) {
        at += 1;
        let from = order.len();
        for &(j, _) in matrix.row(i as usize) {
            if !std::mem::replace(&mut seen[j as usize], true) {
                order.push(j);
            }
        }
        sort_by(&mut order[from..], |a, b| matrix.row(*a as usize).len().cmp(&matrix.row(*b as usize).len()));
    }
}

/// The product of two vectors, in four sums that a machine adds at once.
#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (mut x, mut y) = (a.chunks_exact(4), b.chunks_exact(4));
    for (x, y) in (&mut x).zip(&mut y) {
        (0..4).for_each(|k| sums[k] += x[k] * y[k]);
    }
    let rest: f64 = x.remainder().iter().zip(y.remainder()).map(|(x, y)| x * y).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

/// The dense form over the neighbours in a square picture: ones, and -1/4 between two pixels side by side.
#[cfg(test)]
pub fn neighbours(width: usize) -> Vec<f64> {
    let n = width * width;
    let mut matrix = vec![0.0; n * n];
    for i in 0..n {
        matrix[i * n + i] = 1.0;
        for j in [i + 1, i + width] {
            if j < n && (j != i + 1 || j % width != 0) {
                (matrix[i * n + j], matrix[j * n + i]) = (-0.25, -0.25);
            }
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::{neighbours, Envelope, Factor, Sparse};
    use crate::draws::Draws;

    /// A form over the neighbours in a picture.
    fn picture(width: usize) -> Sparse {
        let (n, matrix) = (width * width, neighbours(width));
        Sparse::new(n, &matrix, &(0..n as u32).collect::<Vec<_>>())
    }

    #[test]
    fn a_picture_takes_rows_as_long_as_it_is_wide() {
        let matrix = picture(28);
        let envelope = Envelope::new(&matrix);
        assert!(envelope.start[784] <= 784 * 29, "{}", envelope.start[784]);
        // The least eigenvalue is 1 - cos(pi / 29).
        let least = 1.0 - (std::f64::consts::PI / 29.0).cos();
        let mut factor = Factor::default();
        assert!(envelope.positive(&matrix, -0.999 * least, 0.0, &mut factor));
        assert!(!envelope.positive(&matrix, -1.001 * least, 0.0, &mut factor));
    }

    #[test]
    fn a_solution_meets_its_equations() {
        let mut draws = Draws::default();
        for case in 0..200 {
            let n = 1 + draws.below(12);
            let dense = case % 2 == 0;
            let mut matrix = vec![0.0; n * n];
            for i in 0..n {
                for j in 0..i {
                    if dense || draws.below(4) == 0 {
                        let q = draws.unit() - 0.5;
                        (matrix[i * n + j], matrix[j * n + i]) = (q, q);
                    }
                }
                matrix[i * n + i] = n as f64;
            }
            let sparse = Sparse::new(n, &matrix, &(0..n as u32).collect::<Vec<_>>());
            let envelope = Envelope::new(&sparse);
            let out: Vec<bool> = (0..n).map(|_| draws.below(3) == 0).collect();
            let more = |i: usize| (!out[i]).then_some(0.5 + i as f64);
            let mut factor = Factor::default();
            assert!(envelope.factor(&sparse, 2.0, 1e-9, more, &mut factor));
            let right: Vec<f64> = (0..n).map(|_| draws.unit()).collect();
            let mut x = right.clone();
            envelope.solve(&mut factor, &mut x);
            for i in 0..n {
                let own = 2.0 * sparse.dot(i, &x) + more(i).unwrap_or(0.0) * x[i];
                match out[i] {
                    true => assert_eq!(x[i], 0.0),
                    false => assert!((own - right[i]).abs() < 1e-12, "{own} {}", right[i]),
                }
            }
        }
    }
}
