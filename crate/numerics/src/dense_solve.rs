//! Dense symmetric systems, solved in place.

/// The regularization of the Schur complement, whose diagonal is scaled to 1. More makes multipliers less exact; less leaves it without factors. By
/// hand.
const REGULAR: f64 = 1e-13;

/// Solves a symmetric system, given by its lower triangle, in place. `more` is added to the diagonal, and pivots are at least `more`.
pub fn solve(matrix: &mut [f64], x: &mut [f64], more: f64) {
    let n = x.len();
    for i in 0..n {
        matrix[i * n + i] += more;
        for j in 0..=i {
            let (before, row) = matrix.split_at(i * n);
            let other = if j == i { &row[..j] } else { &before[j * n..j * n + j] };
            let dot: f64 = row[..j].iter().zip(other).map(|(a, b)| a * b).sum();
            let rest = row[j] - dot;
            matrix[i * n + j] = if i == j { rest.max(more).sqrt() } else { rest / matrix[j * n + j] };
        }
    }
    for i in 0..n {
        let dot: f64 = (0..i).map(|j| matrix[i * n + j] * x[j]).sum();
        x[i] = (x[i] - dot) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|j| matrix[j * n + i] * x[j]).sum();
        x[i] = (x[i] - dot) / matrix[i * n + i];
    }
}

/// Solves for the multipliers of rows in place, given the lower triangle of their Schur complement. Rows are scaled to a diagonal of 1. Otherwise a
/// row far from its limits has an entry beside which the others would be rounding.
pub fn complement(schur: &mut [f64], right: &mut [f64]) {
    let k = right.len();
    let scale: Vec<f64> = (0..k).map(|i| schur[i * k + i].max(f64::MIN_POSITIVE).sqrt().recip()).collect();
    (0..k * k).for_each(|at| schur[at] *= scale[at / k] * scale[at % k]);
    right.iter_mut().zip(&scale).for_each(|(x, s)| *x *= s);
    solve(schur, right, REGULAR);
    right.iter_mut().zip(&scale).for_each(|(x, s)| *x *= s);
}
