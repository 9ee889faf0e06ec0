//! A quadratic cost that couples features, as a sum of squares. The least eigenvalue becomes curvature of the features themselves. The rest of each
//! eigenvalue becomes the price of the square of a coordinate, which rows hold to the sum along the eigenvector.

use super::lp_model::{Encoding, LpModel, Use};
use super::lp_trees::{row, LpTestKind};
use crate::SearchError;
use espalier_model::ensemble::Side;
use espalier_model::query::Quadratic;
use espalier_numerics::Matrix;
use espalier_numerics::{Envelope, Factor, Sparse};

/// Negative eigenvalues up to this size are taken for rounding, as a share of the largest entry, and bounds allow for them. Larger ones are refused.
/// More accepts forms that are not convex, with weaker bounds. Less refuses forms whose entries were rounded. By hand.
const ROUNDING: f64 = 1e-10;

/// Negative eigenvalues up to this size are taken for 0, as a share of the largest entry. It covers the rounding of a factoring in doubles. By hand.
const ROUNDED: f64 = 1e-13;

/// A change, in a feature's scale, that counts as none where costs are 0. It covers the distance by which a program's point may be off where moving
/// costs nothing. More calls dearer answers the cheapest. By hand.
const SLIGHT: f64 = 3e-9;

/// The least eigenvalue is taken out of the squares as a sum over features if it exceeds this share of the largest one. Less would call rounding an
/// eigenvalue. By hand.
const SHARED: f64 = 1e-9;

/// Eigenvalues up to this share of the largest one make no square: they are rounding. By hand.
const NOTHING: f64 = 1e-14;

/// A quadratic form, split into squares.
#[derive(Clone, Debug, Default)]
pub struct Squares {
    /// The least eigenvalue, if it is above rounding; otherwise 0.
    pub shared: f64,
    /// The rest: (weight, eigenvector).
    pub rest: Vec<(f64, Vec<f64>)>,
}

/// The shift of the diagonal with which a matrix is positive semidefinite; 0 where its entries' rounding explains the shift.
///
/// # Errors
/// The matrix's negative eigenvalue, to three digits. Cost: a factoring; sixty where there is one.
fn lacks(matrix: &Sparse) -> Result<f64, f64> {
    let (envelope, mut factor) = (Envelope::new(matrix), Factor::default());
    let largest = matrix.largest();
    let mut enough = |more: f64| envelope.positive(matrix, more, 0.0, &mut factor);
    for (share, lack) in [(ROUNDED, 0.0), (ROUNDING, ROUNDING * largest)] {
        if largest == 0.0 || enough(share * largest) {
            return Ok(lack);
        }
    }
    let (mut low, mut high) = (ROUNDING * largest, 2.0 * ROUNDING * largest);
    while !enough(high) {
        (low, high) = (high, 2.0 * high);
    }
    while high > 1.0002 * low {
        let mid = 0.5 * (low + high);
        if enough(mid) {
            high = mid;
        } else {
            low = mid;
        }
    }
    Err(-0.5 * (low + high))
}

/// The largest share of its own diagonal without which a form is still positive semidefinite, of 1/2, 1/4 and so on: one factoring a try.
pub(super) struct OwnShare {
    matrix: Sparse,
    envelope: Envelope,
    factor: Factor,
    share: f64,
}

impl OwnShare {
    pub fn new(form: &Quadratic) -> OwnShare {
        let all: Vec<u32> = (0..form.features.len() as u32).collect();
        let matrix = Sparse::new(all.len(), &form.matrix, &all);
        OwnShare { envelope: Envelope::new(&matrix), matrix, factor: Factor::default(), share: 1.0 }
    }

    /// Tries the next share. Once it is found: a share of the sum of the own squares that the form is never below; 0 where the search ends without one.
    pub fn step(&mut self) -> Option<f64> {
        self.share *= 0.5;
        let matrix = &self.matrix;
        let least = (0..matrix.len()).map(|i| matrix.diagonal(i)).fold(f64::INFINITY, f64::min);
        // The rounding of the factors, as a share of the own squares.
        let rounding = ROUNDING * matrix.largest() / least;
        if rounding.is_nan() || self.share <= 2.0 * rounding {
            return Some(0.0);
        }
        let found = self.envelope.positive(matrix, ROUNDED * matrix.largest(), self.share, &mut self.factor);
        found.then_some(self.share - rounding)
    }
}

/// The most features that a quadratic cost of the mixed-integer program, or one beside a norm, may couple. The cost is split into squares. That takes a
/// second for this many and minutes for 784 (measured natively), and does not look at the clock.
const MOST: usize = 200;

/// Splits a symmetric matrix of `n` rows into squares.
///
/// # Errors
/// The negative eigenvalue, where there is one.
pub fn squares(matrix: &[f64], n: usize) -> Result<Squares, f64> {
    let (values, vectors) = eigen(matrix, n);
    let largest = values.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    if least < -ROUNDING * largest {
        return Err(least);
    }
    let shared = if least > SHARED * largest { least } else { 0.0 };
    let rest = values
        .iter()
        .zip(vectors.chunks(n.max(1)))
        .filter(|(v, _)| **v - shared > NOTHING * largest)
        .map(|(v, vector)| (v - shared, vector.to_vec()))
        .collect();
    Ok(Squares { shared, rest })
}

/// Eigenvalues of a symmetric matrix and, row by row, its eigenvectors (Jacobi's rotations).
fn eigen(matrix: &[f64], n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut a = matrix.to_vec();
    let mut v = vec![0.0; n * n];
    (0..n).for_each(|i| v[i * n + i] = 1.0);
    let size: f64 = a.iter().map(|x| x * x).sum();
    for _ in 0..60 {
        let off: f64 = (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i * n + j].powi(2)).sum();
        if off <= 1e-32 * size {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                let apq = a[p * n + q];
                if apq.abs() < 1e-300 {
                    continue;
                }
                let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * apq);
                let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
                let c = 1.0 / t.hypot(1.0);
                let s = t * c;
                for k in 0..n {
                    let (x, y) = (a[k * n + p], a[k * n + q]);
                    (a[k * n + p], a[k * n + q]) = (c * x - s * y, s * x + c * y);
                }
                for k in 0..n {
                    let (x, y) = (a[p * n + k], a[q * n + k]);
                    (a[p * n + k], a[q * n + k]) = (c * x - s * y, s * x + c * y);
                    let (x, y) = (v[p * n + k], v[q * n + k]);
                    (v[p * n + k], v[q * n + k]) = (c * x - s * y, s * x + c * y);
                }
            }
        }
    }
    ((0..n).map(|i| a[i * n + i]).collect(), v)
}

impl LpModel {
    /// The query's quadratic cost, where it couples features.
    pub fn coupled(&self) -> Option<&Quadratic> {
        self.query.cost.quadratic.as_ref().filter(|q| !q.is_diagonal())
    }

    /// Takes over the query's coupled quadratic cost, if it has one.
    ///
    /// # Errors
    /// `SearchError::Unsupported` where the cost is not convex, or couples too many features for the mixed-integer program.
    pub fn take_quadratic(&mut self, of: Use) -> Result<(), SearchError> {
        let Some(quadratic) = self.coupled() else { return Ok(()) };
        let n = quadratic.features.len();
        // The programs over the form have one slope for each coordinate, and a norm has two.
        let split = of == Use::MixedInteger || quadratic.beside;
        if split && n > MOST {
            return Err(SearchError::Unsupported {
                what: format!(
                    "with the engine \"milp\" or a norm beside it a quadratic cost couples up to {MOST} features, and this one couples {n}; leave the engine and the norm out"
                ),
            });
        }
        let at: Vec<u32> = quadratic.features.iter().map(|f| *f as u32).collect();
        let whole = Sparse::new(self.schema().len(), &quadratic.matrix, &at);
        let all: Vec<u32> = (0..n as u32).collect();
        let lack = lacks(&Sparse::new(n, &quadratic.matrix, &all)).map_err(|least| SearchError::Unsupported {
            what: format!(
                "the quadratic cost is not positive semidefinite: its least eigenvalue is {least:.3e}; give a matrix without negative eigenvalues, such as an inverse covariance"
            ),
        })?;
        if of == Use::Alone && !split {
            self.program.form = Some(Matrix { lack, ..Matrix::default() });
        } else {
            self.squares = squares(&quadratic.matrix, n).ok();
        }
        self.quadratic = Some(whole);
        Ok(())
    }

    /// Writes the form over the coordinates, once these are made.
    pub fn couple(&mut self) {
        let Some(lack) = self.program.form.as_ref().map(|f| f.lack) else { return };
        let Some(quadratic) = self.coupled() else { return };
        let place = |f: &usize| match self.encodings[*f] {
            Encoding::Number { coord, .. } => coord,
            Encoding::Levels { first, .. } => first,
        };
        let at: Vec<u32> = quadratic.features.iter().map(place).collect();
        self.program.form = Some(Matrix::new(Sparse::new(self.program.coords(), &quadratic.matrix, &at), lack));
    }

    /// An upper bound of the form.
    pub fn dearest_form(&self) -> f64 {
        let Some(form) = self.program.form.as_ref() else { return 0.0 };
        let reach = |g: u32| self.program.columns(g).map(|c| self.program.upper[c]).fold(0.0, f64::max);
        let row = |g: u32| form.entries.row(g as usize).iter().map(|(h, q)| q.abs() * reach(*h)).sum::<f64>();
        (0..self.program.coords() as u32).map(|g| reach(g) * row(g)).filter(|x| !x.is_nan()).sum()
    }

    /// The most that rounding a point to the input type may add to a coupled cost. (Other costs rise away from the factual, and numbers are rounded
    /// towards it.)
    pub fn shaken(&self, at: &[f64]) -> f64 {
        let (Some(form), Some(quadratic)) = (&self.quadratic, self.coupled()) else { return 0.0 };
        let mut steps = vec![(0.0, 0.0); self.encodings.len()];
        for &f in &quadratic.features {
            if let Encoding::Number { coord, origin, scale, whole, .. } = self.encodings[f] {
                let y = at[coord as usize];
                let x = self.input().round(origin + y * scale);
                steps[f] = (y, if whole { 0.0 } else { (self.input().after(x) - x) / scale });
            }
        }
        let mut most = 0.0;
        for (f, a) in steps.iter().enumerate() {
            let (mut slope, mut curve, mut size) = (0.0f64, 0.0, 0.0);
            for &(h, q) in form.row(f) {
                let b = steps[h as usize];
                slope += q * b.0;
                curve += q.abs() * b.1.max(SLIGHT);
                // In a direction that costs nothing, the rounding of the form's own sum.
                size += (q * b.0).abs();
            }
            most += 2.0 * slope.abs() * a.1 + curve * a.1.max(SLIGHT) + 4.0 * f64::EPSILON * size * a.0.abs();
        }
        most
    }

    /// Adds a coordinate for each sum whose square the quadratic cost adds, with its rows.
    pub fn sums_of_squares(&mut self) {
        let squares = self.squares.take();
        let (Some(squares), Some(quadratic)) = (squares, self.query.cost.quadratic.clone()) else { return };
        for (weight, vector) in &squares.rest {
            let mut coefs = Vec::new();
            let (mut most, mut least) = (0.0, 0.0);
            for (&f, &a) in quadratic.features.iter().zip(vector) {
                if let Encoding::Number { coord, .. } = self.encodings[f] {
                    let ends = self.encodings[f].ends(self.lo[f], self.hi[f]);
                    most += (a * ends.0).max(a * ends.1);
                    least += (a * ends.0).min(a * ends.1);
                    coefs.push((coord, a));
                }
            }
            // A little wider, so that the bounds are never limits.
            let widened = |reach: f64| 1.01 * reach.max(0.0) + 1e-6;
            let sum = self.program.coords() as u32;
            self.program.column(1.0, 0.0, 0.0, widened(most));
            self.program.curve_last(*weight);
            self.program.column(-1.0, 0.0, 0.0, widened(-least));
            self.program.curve_last(*weight);
            self.program.cols.push(self.program.cost.len() as u32);
            coefs.push((sum, -1.0));
            let test = self.test(coefs, 0.0, 0.0, LpTestKind::Plane);
            self.always.extend([row(test, Side::Left), row(test, Side::Right)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{squares, OwnShare};
    use espalier_model::query::Quadratic;

    /// The form, put together again.
    fn again(matrix: &[f64], n: usize) -> Vec<f64> {
        let squares = squares(matrix, n).expect("semidefinite");
        let mut out = vec![0.0; n * n];
        (0..n).for_each(|i| out[i * n + i] += squares.shared);
        for (weight, v) in &squares.rest {
            for i in 0..n {
                (0..n).for_each(|j| out[i * n + j] += weight * v[i] * v[j]);
            }
        }
        out
    }

    #[test]
    fn a_form_is_the_sum_of_its_squares() {
        for matrix in [vec![2.0, 1.0, 1.0, 2.0], vec![1.0, -1.0, -1.0, 1.0], vec![3.0, 0.0, 0.0, 3.0], vec![0.0; 4]] {
            for (a, b) in again(&matrix, 2).iter().zip(&matrix) {
                assert!((a - b).abs() < 1e-12, "{matrix:?}");
            }
        }
    }

    #[test]
    fn a_form_is_never_below_its_share_of_the_own_squares() {
        let least = |other: f64| {
            let matrix = vec![1.0, other, other, 4.0];
            let mut own = OwnShare::new(&Quadratic { features: vec![0, 1], matrix, beside: false });
            std::iter::from_fn(|| Some(own.step())).flatten().next().expect("a share")
        };
        // (1 - share)^2 * 4 = other^2 at the border.
        for (other, border) in [(0.5, 0.75), (-1.9, 0.05), (1.999, 0.0005), (2.0, 0.0)] {
            let share = least(other);
            assert!(share <= border && share >= 0.45 * border - 1e-9, "{other}: {share}");
        }
    }

    #[test]
    fn a_negative_direction_is_found() {
        let least = squares(&[1.0, 2.0, 2.0, 1.0], 2).expect_err("not semidefinite");
        assert!((least + 1.0).abs() < 1e-12);
    }
}
