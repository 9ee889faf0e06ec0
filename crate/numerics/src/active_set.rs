//! The cheapest point under decided rows where a quadratic form couples the coordinates: primal-dual active sets (Bergounioux, Ito & Kunisch 1999).
//!
//! Each step guesses which coordinates stand at a bound and which rows are tight, solves for that, and guesses again. The first guess is the
//! parent's. The form is factored in its envelope, and rows are added by their Schur complement.
//!
//! Where the guesses do not end, an interior point method (Mehrotra 1992) finds the next guess. A step solves for a point near the present one. So a
//! direction that costs nothing is left where it is, and the next step makes good the rounding of the factors. No step need be right. The bound is
//! that of the tangent at a point with its multipliers (`certified`). The linear program over the same rows proves that there is no point.

use crate::coupled_qp_interior_point;
use crate::dense_solve::complement;
use crate::program::Program;
use crate::quadratic_form::Matrix;
use crate::scratch::{ActiveSetScratch, Scratch};
use crate::simplex::{Outcome, Simplex};
use crate::sparse_factor::Factor;
use crate::tolerances::{FEASIBLE, FORM_PRICE, TIGHT};

/// The most guesses in a row, before the linear program and the interior point method take over. More is cheap where guesses circle late. By hand;
/// not measured.
const GUESSES: usize = 40;

/// The most rounds of guesses that the interior point method begins, each with the rows that the last point violated. A program that needs more is
/// divided unsolved. By hand; not measured.
const ROUNDS: usize = 6;

/// The price of a squared movement of a coordinate in a step, as a share of the form's largest entry. More makes steps shorter; less leaves a
/// singular form without factors. By hand.
const NEAR: f64 = 1e-9;

/// The regularization of the form's diagonal where tests are priced, as a share of its largest entry. A direction in which the form costs nothing has
/// no price. More makes prices smaller, less makes their rounding larger. By hand.
const FIRM: f64 = 1e-6;

/// The multipliers tried where a test is priced by multipliers of its own. More finds a better price, at [`SWEEPS`] sweeps each. Of five requests to
/// three trees of hyperplanes over 256 pixels two ended `feasible` with no such multiplier, and one with these (docs/experiments/lp-search.md). Other
/// numbers have no record.
const PRICES: usize = 3;

/// The sweeps over the coordinates for each of these multipliers. More comes nearer to the multiplier's own price. By hand; not measured.
const SWEEPS: usize = 5;

/// Over-relaxation of these sweeps: the factor by which a coordinate goes beyond its cheapest value. From 1 to 2. By hand; not measured.
const BEYOND: f64 = 1.5;

/// The budget of this pricing at a point, in products of entries of the form: the first few hundred tests of a picture. More prices more tests. By
/// hand; not measured.
const WORK: usize = 20_000_000;

/// The distance beyond a bound at which a coordinate is taken to be at it. More makes guesses end earlier with a worse point. By hand.
const END: f64 = 1e-13;

/// The size up to which a reduced cost may have the wrong sign, as a share of its terms. Less lets guesses go on for rounding. By hand.
const WRONG: f64 = 1e-13;

/// The gap between the point's cost and the bound at which a node's program is solved, as a share of the cost's terms. The rounding taken off the
/// bound comes on top. It must stay well below the gap at which the caller closes nodes (4e-10). Less sends more programs to the interior point method. By hand.
const GAP: f64 = 1e-11;

/// A row moves nothing where its entry of the Schur complement is up to this share of the largest. More gives up guesses that would do; less divides
/// by rounding. By hand.
const SINGULAR: f64 = 1e-12;

/// The least form of a movement over a test is rounded up by this share, so that no price is too high. More prices tests lower. By hand.
const ROUNDED_UP: f64 = 1e-9;

/// A point, and the guess that it comes from.
#[derive(Clone, Debug, Default)]
pub struct ActiveSet {
    /// Column bounds.
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// By coordinate: the point, and the bound at which it stands (-1 lower, 1 upper, 0 neither).
    at: Vec<f64>,
    end: Vec<i8>,
    /// Rows with their multipliers.
    active: Vec<(u32, f64)>,
    /// A lower bound of every point's cost, from the last solve.
    pub bound: f64,
}

impl ActiveSet {
    pub fn new(lp: &Program) -> ActiveSet {
        let n = lp.coords();
        ActiveSet {
            lower: vec![0.0; lp.width()],
            upper: lp.upper.clone(),
            at: vec![0.0; n],
            end: vec![0; n],
            bound: f64::NEG_INFINITY,
            active: Vec::new(),
        }
    }

    /// Changes a column's bounds.
    pub fn set(&mut self, column: usize, lower: f64, upper: f64) {
        (self.lower[column], self.upper[column]) = (lower, upper);
    }

    pub fn ends(&self, column: usize) -> (f64, f64) {
        (self.lower[column], self.upper[column])
    }

    /// A column's part of its coordinate's value.
    pub fn value(&self, lp: &Program, column: usize) -> f64 {
        let g = lp.cols.partition_point(|c| *c as usize <= column) - 1;
        let others: f64 = lp.columns(g as u32).filter(|c| *c != column).map(|c| lp.sign[c] * self.lower[c]).sum();
        (lp.sign[column] * (self.at[g] - others)).clamp(self.lower[column], self.upper[column].max(self.lower[column]))
    }

    /// Coordinates of the present point.
    pub fn point(&self, at: &mut Vec<f64>) {
        at.clone_from(&self.at);
    }

    /// Sum of the multipliers.
    pub fn steepness(&self) -> f64 {
        self.active.iter().map(|a| a.1.abs()).sum()
    }

    /// Rows with their multipliers.
    pub fn multipliers(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.active.iter().copied()
    }

    /// Sets the bounds and linear prices of the coordinates, and moves the point into these bounds.
    fn span(&mut self, lp: &Program, s: &mut Scratch) {
        let ActiveSetScratch { lo, hi, price, .. } = &mut s.guess;
        lo.clear();
        hi.clear();
        price.clear();
        for g in 0..lp.coords() {
            let (mut low, mut high, mut cost) = (0.0, 0.0, 0.0);
            for c in lp.columns(g as u32) {
                let (lower, upper) = (self.lower[c], self.upper[c]);
                let up = lp.sign[c] > 0.0;
                low += if up { lower } else { -upper };
                high += if up { upper } else { -lower };
                cost += lp.sign[c] * lp.cost[c];
            }
            let end = &mut self.end[g];
            if low >= high {
                *end = -1;
            }
            self.at[g] = match *end {
                -1 => low,
                1 => high,
                _ => self.at[g].max(low).min(high),
            };
            lo.push(low);
            hi.push(high);
            price.push(cost);
        }
    }

    /// Makes the point feasible for `rows`, at least cost.
    pub fn solve(&mut self, lp: &Program, rows: &[u32], cut: f64, s: &mut Scratch) -> Outcome {
        let Some(matrix) = &lp.form else { return Outcome::Stuck };
        self.span(lp, s);
        self.active.retain(|a| rows.contains(&a.0));
        if let Some(outcome) = self.walk(lp, matrix, rows, cut, s) {
            return outcome;
        }
        if self.refuted(lp, rows, s) {
            return Outcome::Empty;
        }
        let mut known: Vec<u32> = self.active.iter().map(|a| a.0).collect();
        for _ in 0..ROUNDS {
            let ends = coupled_qp_interior_point::solve(lp, matrix, &known, &mut self.at, s);
            self.end = ends.0;
            self.active = ends.1;
            self.bound = self.bound.max(self.certified(lp, matrix, s));
            if self.bound >= cut {
                return Outcome::Above;
            }
            let before = (self.at.clone(), self.end.clone(), self.active.clone());
            if let Some(outcome) = self.walk(lp, matrix, rows, cut, s) {
                return outcome;
            }
            (self.at, self.end, self.active) = before;
            let off = |row: u32| lp.rows.excess(row, &self.at) + s.inset(row) > FEASIBLE;
            let more: Vec<u32> = rows.iter().copied().filter(|r| off(*r)).collect();
            if more.is_empty() {
                return Outcome::Optimal;
            }
            if more.iter().all(|r| known.contains(r)) {
                break;
            }
            known.extend(more);
            known.sort_unstable();
            known.dedup();
        }
        Outcome::Stuck
    }

    /// Whether the point keeps all rows.
    fn meets(&self, lp: &Program, rows: &[u32], s: &Scratch) -> bool {
        rows.iter().all(|r| lp.rows.excess(*r, &self.at) + s.inset(*r) <= FEASIBLE)
    }

    /// Guesses until the point is the cheapest; `None` where that takes too long.
    fn walk(&mut self, lp: &Program, matrix: &Matrix, rows: &[u32], cut: f64, s: &mut Scratch) -> Option<Outcome> {
        for _ in 0..GUESSES {
            self.guess(lp, matrix, rows, s)?;
            let bound = self.certified(lp, matrix, s);
            self.bound = self.bound.max(bound);
            if self.bound >= cut {
                return Some(Outcome::Above);
            }
            let (cost, size) = self.cost(lp, matrix, s);
            if cost - bound <= GAP * size + s.guess.off && self.meets(lp, rows, s) {
                return Some(Outcome::Optimal);
            }
        }
        None
    }

    /// One step: solves for the guess, and guesses again from the solution. `None` where there is no solution.
    fn guess(&mut self, lp: &Program, matrix: &Matrix, rows: &[u32], s: &mut Scratch) -> Option<()> {
        let n = lp.coords();
        let near = 2.0 * NEAR * matrix.largest;
        self.solution(lp, matrix, near, s)?;
        // The point of the guess, with bounds ignored.
        for g in 0..n {
            self.at[g] += s.guess.step[g];
        }
        self.slopes(lp, matrix, s);
        let worst = self.worst(lp, rows, s);
        for g in 0..n {
            let (lo, hi) = (s.guess.lo[g], s.guess.hi[g]);
            if lo >= hi {
                continue;
            }
            let (d, wrong) = (s.guess.slope[g], WRONG * s.guess.size[g]);
            let end = match self.end[g] {
                0 if self.at[g] < lo - END => -1,
                0 if self.at[g] > hi + END => 1,
                -1 if d < -wrong => 0,
                1 if d > wrong => 0,
                end => end,
            };
            self.end[g] = end;
            self.at[g] = match end {
                -1 => lo,
                1 => hi,
                _ => self.at[g].max(lo).min(hi),
            };
        }
        let wrong = WRONG * s.guess.size.iter().fold(0.0, |most: f64, x| x.max(most));
        self.active.retain(|a| a.1 >= -wrong);
        self.active.extend(worst.map(|row| (row, 0.0)));
        Some(())
    }

    /// The step to the cheapest point with these coordinates at bounds and these rows tight, to `step`, and the rows' multipliers. `None` where the
    /// rows cannot be met together.
    fn solution(&mut self, lp: &Program, matrix: &Matrix, near: f64, s: &mut Scratch) -> Option<()> {
        let (n, k) = (lp.coords(), self.active.len());
        self.slopes(lp, matrix, s);
        let end = &self.end;
        let open = |g: usize| (end[g] == 0).then_some(near);
        s.guess.factored += 1;
        matrix.envelope.factor(&matrix.entries, 2.0, 0.5 * near, open, &mut s.guess.factor);
        let ActiveSetScratch { factor, step, rows, schur, right, slope, .. } = &mut s.guess;
        step.clear();
        step.extend(slope.iter().map(|d| -d));
        matrix.envelope.solve(factor, step);
        rows.resize_with(rows.len().max(k), Vec::new);
        schur.clear();
        schur.resize(k * k, 0.0);
        right.clear();
        let mut largest = 0.0f64;
        for i in 0..k {
            let row = self.active[i].0;
            let sign = lp.rows.limit(row).0;
            let line = &mut rows[i];
            line.clear();
            line.resize(n, 0.0);
            lp.rows.coefs(row / 2).iter().for_each(|&(g, a)| line[g as usize] = sign * a);
            matrix.envelope.solve(factor, line);
            for j in 0..=i {
                let other = self.active[j].0;
                let sign = lp.rows.limit(other).0;
                schur[i * k + j] = sign * lp.rows.value(other / 2, &rows[i]);
            }
            largest = largest.max(schur[i * k + i]);
            let inset = s.inset.get(row as usize / 2).copied().unwrap_or(0.0);
            let off = lp.rows.excess(row, &self.at) + inset;
            right.push(off + sign * lp.rows.value(row / 2, step));
        }
        if (0..k).any(|i| schur[i * k + i] <= SINGULAR * largest && right[i].abs() > TIGHT) {
            return None;
        }
        complement(schur, right);
        for (i, y) in right.iter().enumerate() {
            self.active[i].1 += y;
            step.iter_mut().zip(&rows[i]).for_each(|(x, v)| *x -= y * v);
        }
        step.iter().all(|x| x.is_finite()).then_some(())
    }

    /// The slopes of the tangent at the point with the multipliers, and the magnitudes of their terms.
    fn slopes(&self, lp: &Program, matrix: &Matrix, s: &mut Scratch) {
        let ActiveSetScratch { slope, size, price, .. } = &mut s.guess;
        slope.clear();
        size.clear();
        for (g, price) in price.iter().enumerate() {
            let (mut d, mut all) = (*price, price.abs());
            for &(h, q) in matrix.entries.row(g) {
                let part = 2.0 * q * self.at[h as usize];
                d += part;
                all += part.abs();
            }
            slope.push(d);
            size.push(all);
        }
        for &(row, y) in &self.active {
            let sign = lp.rows.limit(row).0;
            for &(g, a) in lp.rows.coefs(row / 2) {
                slope[g as usize] += y * sign * a;
                size[g as usize] += (y * a).abs();
            }
        }
    }

    fn worst(&self, lp: &Program, rows: &[u32], s: &Scratch) -> Option<u32> {
        let mut worst = (FEASIBLE, None);
        for &row in rows {
            let by = lp.rows.excess(row, &self.at) + s.inset(row);
            if by > worst.0 && self.active.iter().all(|a| a.0 != row) {
                worst = (by, Some(row));
            }
        }
        worst.1
    }

    /// Whether the linear program over the rows has no point, as its multipliers prove.
    fn refuted(&self, lp: &Program, rows: &[u32], s: &mut Scratch) -> bool {
        let mut program = Simplex::new(lp);
        (0..lp.width()).for_each(|c| program.set(c, self.lower[c], self.upper[c]));
        program.solve(lp, rows, f64::INFINITY, s) == Outcome::Empty
    }

    /// The cost of the point, and the sum of the sizes of its terms.
    fn cost(&self, lp: &Program, matrix: &Matrix, s: &Scratch) -> (f64, f64) {
        let (mut cost, mut size) = (lp.fixed, lp.fixed.abs());
        for (g, x) in self.at.iter().enumerate().filter(|x| *x.1 != 0.0) {
            let part = x * (matrix.entries.dot(g, &self.at) + s.guess.price[g]);
            cost += part;
            size += part.abs();
        }
        (cost, size)
    }

    /// The lower bound that the tangent at the point proves with the multipliers, with all rounding counted against it. A convex cost lies above its
    /// tangent. So the least value of the tangent between the bounds, with the rows at their multipliers, is a bound.
    fn certified(&mut self, lp: &Program, matrix: &Matrix, s: &mut Scratch) -> f64 {
        self.active.iter_mut().for_each(|a| a.1 = a.1.max(0.0));
        self.slopes(lp, matrix, s);
        let unit = 0.5 * f64::EPSILON;
        let (cost, mut size) = self.cost(lp, matrix, s);
        let mut total = cost;
        let mut off = 0.0;
        for &(row, y) in self.active.iter().filter(|a| a.1 > 0.0) {
            let coefs = lp.rows.coefs(row / 2);
            let part = y * (lp.rows.excess(row, &self.at) + s.inset(row));
            let terms: f64 = coefs.iter().map(|(g, a)| (a * self.at[*g as usize]).abs()).sum();
            let limit = lp.rows.limit(row).1.abs() + s.inset(row);
            total += part;
            size += part.abs();
            off += y * (terms + limit) * (coefs.len() as f64 + 2.0) * unit;
        }
        for (g, &x) in self.at.iter().enumerate() {
            let ActiveSetScratch { lo, hi, slope, size: parts, .. } = &s.guess;
            let (below, above) = ((lo[g] - x).min(0.0), (hi[g] - x).max(0.0));
            let terms = (matrix.entries.row(g).len() + self.active.len()) as f64 + 4.0;
            let wrong = parts[g] * terms * unit;
            off += x.abs() * wrong;
            let least = ((slope[g] - wrong) * above).min((slope[g] + wrong) * below).min(0.0);
            if least < 0.0 {
                total += least;
                size += least.abs();
            }
            if matrix.lack > 0.0 && !matrix.entries.row(g).is_empty() {
                off += matrix.lack * (above * above).max(below * below);
            }
        }
        s.guess.off = off + size * (self.at.len() as f64 + 4.0) * unit;
        total - s.guess.off
    }

    /// Prepares for `crossing`: bounds, slopes and the budget at the point.
    pub fn ready(&mut self, lp: &Program, s: &mut Scratch) {
        if let Some(matrix) = &lp.form {
            self.span(lp, s);
            self.slopes(lp, matrix, s);
            let sweep = matrix.entries.size() + lp.coords();
            s.guess.left = WORK / (sweep * PRICES * (SWEEPS + 1)).max(1);
        }
    }

    /// A lower bound of the cost of crossing a test from its present value, for `rise` in its value. For the first tests asked about at a point it is
    /// the better of two bounds (`priced`), up to a budget for each node.
    pub fn crossing(&self, lp: &Program, test: u32, rise: f64, s: &mut Scratch) -> f64 {
        let Some(matrix) = lp.form.as_ref().filter(|m| m.lack == 0.0) else { return 0.0 };
        let (give, rest) = self.give(lp, matrix, test, s);
        let by = rise.abs();
        // A movement that changes a sum of coordinates by this distance costs at least the square of the distance over the gain for a unit of price.
        let mut known = if give > 0.0 { (by - rest).max(0.0).powi(2) / give } else { 0.0 };
        let coefs = lp.rows.coefs(test);
        match coefs {
            &[(g, a)] => {
                known += (s.guess.slope[g as usize] * rise.signum() * a.signum()).max(0.0) * by / a.abs();
            }
            _ if coefs.iter().any(|e| matrix.entries.row(e.0 as usize).is_empty()) => known = 0.0,
            _ => {}
        }
        if s.guess.left == 0 || coefs.len() < 2 {
            return known;
        }
        s.guess.left -= 1;
        known.max(self.priced(lp, matrix, (test, rise), give, s))
    }

    /// The dual gain by a multiplier for a test alone. For a few multipliers it looks for the cheapest point between the bounds, coordinate by
    /// coordinate (projected relaxation, Cryer 1971). Any point of these proves a bound.
    fn priced(&self, lp: &Program, matrix: &Matrix, (test, rise): (u32, f64), give: f64, s: &mut Scratch) -> f64 {
        let ActiveSetScratch { lo, hi, slope, line, step, .. } = &mut s.guess;
        let coefs = lp.rows.coefs(test);
        let (by, sign) = (rise.abs(), rise.signum());
        line.clear();
        line.resize(slope.len(), 0.0);
        let mut square = 0.0;
        for &(g, a) in coefs {
            line[g as usize] = sign * a;
            square += a * a;
        }
        let mut price = 2.0 * by / if give > 0.0 { give } else { square / matrix.largest };
        step.clear();
        step.resize(slope.len(), 0.0);
        let mut most = 0.0f64;
        for _ in 0..PRICES {
            for _ in 0..SWEEPS {
                for g in 0..step.len() {
                    let (mut d, mut own) = (slope[g] - price * line[g], 0.0);
                    for &(h, q) in matrix.entries.row(g) {
                        d += 2.0 * q * step[h as usize];
                        own += if h as usize == g { 2.0 * q } else { 0.0 };
                    }
                    let to = if own > 0.0 { step[g] - BEYOND * d / own } else { -d.signum() * f64::INFINITY };
                    step[g] = if d == 0.0 { step[g] } else { to.max(lo[g] - self.at[g]).min(hi[g] - self.at[g]) };
                }
            }
            let (mut gain, mut size, mut moved) = (price * by, price * by, 0.0);
            for (g, &x) in step.iter().enumerate() {
                let (below, above) = (lo[g] - self.at[g], hi[g] - self.at[g]);
                let least = |d: f64| (d * below).min(d * above);
                let probe = matrix.entries.dot(g, step);
                let part = least(slope[g] - price * line[g] + 2.0 * probe) - least(slope[g]);
                gain += part - x * probe;
                size += part.abs() + (x * probe).abs();
                moved += line[g] * x;
            }
            most = most.max(gain - FORM_PRICE * size);
            let times = if moved > 0.0 { (by / moved).clamp(0.3, 3.0) } else { 3.0 };
            price *= times;
            step.iter_mut().enumerate().for_each(|(g, x)| {
                *x = (*x * times).max(lo[g] - self.at[g]).min(hi[g] - self.at[g]);
            });
        }
        most
    }

    /// The gain of a test's value for a unit of price, and the part of a distance that may come for nothing.
    fn give(&self, lp: &Program, matrix: &Matrix, test: u32, s: &mut Scratch) -> (f64, f64) {
        let at = test as usize;
        if s.guess.gives.len() <= at {
            s.guess.gives.resize(at + 1, None);
        }
        if let Some(known) = s.guess.gives[at] {
            return known;
        }
        let ActiveSetScratch { whole, step, .. } = &mut s.guess;
        let known = |g: usize| !matrix.entries.row(g).is_empty();
        let factor = whole.get_or_insert_with(|| {
            let mut factor = Factor::default();
            let more = FIRM * matrix.largest;
            matrix.envelope.factor(&matrix.entries, 1.0, 0.5 * more, |g| known(g).then_some(more), &mut factor);
            factor
        });
        let n = lp.coords();
        let mut own = vec![0.0; n];
        lp.rows.coefs(test).iter().filter(|e| known(e.0 as usize)).for_each(|&(g, a)| own[g as usize] = a);
        let mut by = vec![0.0; n];
        for _ in 0..2 {
            step.clear();
            step.extend((0..n).map(|g| own[g] - matrix.entries.dot(g, &by)));
            matrix.envelope.solve(factor, step);
            by.iter_mut().zip(&*step).for_each(|(x, d)| *x += d);
        }
        let (mut give, mut rest) = (0.0, 0.0);
        for g in (0..n).filter(|g| known(*g)) {
            let row = matrix.entries.row(g);
            let probe = matrix.entries.dot(g, &by);
            let size: f64 = row.iter().map(|(h, q)| (q * by[*h as usize]).abs()).sum();
            let wrong = size * (row.len() as f64 + 2.0) * f64::EPSILON;
            give += probe * by[g] + wrong * by[g].abs();
            rest += ((probe - own[g]).abs() + wrong) * lp.columns(g as u32).map(|c| lp.upper[c]).sum::<f64>();
        }
        let known = (give * (1.0 + ROUNDED_UP), rest * (1.0 + ROUNDED_UP));
        s.guess.gives[at] = Some(known);
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;
    use crate::sparse_factor::{neighbours, Sparse};

    /// Both ways to solve a program come to the same point, and to a bound that is its cost: a form over the neighbours in a picture, under random
    /// rows.
    #[test]
    fn guesses_and_interior_points_agree() {
        let mut solved = 0;
        for seed in 1..=60 {
            let mut draws = Draws::of(seed);
            let (width, n) = (7, 49u32);
            let mut lp = Program::default();
            for x in (0..n).map(|_| draws.unit()) {
                lp.column(1.0, 0.0, 0.0, 1.0 - x);
                lp.column(-1.0, 0.0, 0.0, x);
                lp.close();
            }
            lp.form = Some(Matrix::new(Sparse::new(49, &neighbours(width), &(0..n).collect::<Vec<_>>()), 0.0));
            let rows: Vec<u32> = (0..5)
                .map(|_| {
                    let middle = 0.02 * (draws.unit() - 0.3) * f64::from(n);
                    let coefs: Vec<(u32, f64)> = (0..n).map(|g| (g, draws.unit() - 0.5)).collect();
                    2 * lp.rows.add(coefs, -middle, -middle) + draws.below(2) as u32
                })
                .collect();
            let (mut s, mut guessed, mut other) = (Scratch::default(), ActiveSet::new(&lp), ActiveSet::new(&lp));
            let outcome = guessed.solve(&lp, &rows, f64::INFINITY, &mut s);
            if outcome == Outcome::Empty {
                continue;
            }
            assert_eq!(outcome, Outcome::Optimal, "seed {seed}");
            solved += 1;
            let matrix = lp.form.as_ref().expect("costs are coupled");
            other.span(&lp, &mut s);
            (other.end, other.active) = coupled_qp_interior_point::solve(&lp, matrix, &rows, &mut other.at, &mut s);
            let bound = other.certified(&lp, matrix, &mut s);
            let cost = other.cost(&lp, matrix, &s).0;
            assert!(other.meets(&lp, &rows, &s), "seed {seed}");
            assert!((cost - bound).abs() <= 1e-9 * cost + 1e-12, "seed {seed}: {bound} and {cost}");
            assert!((guessed.bound - bound).abs() <= 1e-9 * cost + 1e-12, "seed {seed}: {} and {bound}", guessed.bound);
        }
        assert!(solved > 30, "{solved}");
    }
}
