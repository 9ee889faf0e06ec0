//! The cheapest point under decided rows where costs curve (l2, quadratic): dual ascent over the rows' multipliers.
//!
//! For given multipliers the cheapest value of each column is a clamp. So the dual is a smooth concave function, piecewise quadratic, of as many
//! numbers as there are active rows. Newton's method climbs it, with an exact search along each direction over the columns' bounds. Rows enter when
//! they are violated and go when their multiplier is 0, as in Goldfarb & Idnani (1983). A column without curvature is held near a centre, which moves
//! until moving changes nothing (the proximal point method). `certified` needs none of that: any multipliers prove a bound.

use crate::dense_solve::solve;
use crate::program::Program;
use crate::scratch::{Scratch, Slopes};
use crate::simplex::Outcome;
use crate::sorting::sort_by;
use crate::tolerances::{FEASIBLE, MULTIPLIERS, TIGHT};

/// The most moves of the centres in a solve. As many moves of one size were not enough along a square of little weight; so moves grow
/// (docs/experiments/lp-search.md). More lets a solve take longer. By hand.
const MOVES: u32 = 150;

/// Multipliers above this are reduced to the smallest value that keeps the point, in units of cost per unit of a row. A multiplier of 1e9 rounds by
/// more than the gap. Less checks more often. By hand.
const LARGE: f64 = 1e3;

/// A step may end while this share of its slope is left. The next step chooses its own length. More ends a step earlier. Without it, steps along the
/// multiplier of a limit that just meets a number's bound had no end, and a few of thousands of random requests ended `feasible`
/// (docs/experiments/lp-search.md). The share is by hand.
const SLIGHT: f64 = 1e-6;

/// Holding columns near their centres costs nothing any more once it is this share of the cost's terms. Less moves centres more often; more ends a
/// solve with a point that is not the cheapest. By hand.
const STRAIN: f64 = 1e-11;

/// As [`STRAIN`], in units of cost, for costs close to 0. By hand.
const STRAIN_LEAST: f64 = 1e-17;

/// The regularization of a step's system, as a share of its largest entry. More makes a step less exact; less leaves a singular system. By hand.
const FIRM: f64 = 1e-13;

/// As [`FIRM`], in the system's own units, where all entries are near 0. By hand.
const FIRM_LEAST: f64 = 1e-12;

/// The least slope of a test's value by which its multiplier is found. It only keeps the quotient finite. By hand.
const GIVE_LEAST: f64 = 1e-9;

/// Multipliers of rows, and the point that follows from them.
#[derive(Clone, Debug, Default)]
pub struct Qp {
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// Value of each column.
    pub value: Vec<f64>,
    /// The centre near which each column without curvature is held.
    centre: Vec<f64>,
    /// Rows with their multipliers.
    active: Vec<(u32, f64)>,
    /// A lower bound of every point's cost, from the last solve.
    pub bound: f64,
}

enum Climb {
    Top,
    Empty,
    Stuck,
}

impl Qp {
    pub fn new(lp: &Program) -> Qp {
        let n = lp.width();
        // A column that earns is held near its end.
        let end = |c: usize| if lp.cost[c] < 0.0 && lp.curve[c] == 0.0 { lp.upper[c] } else { 0.0 };
        let centre = (0..n).map(end).collect();
        Qp { lower: vec![0.0; n], upper: lp.upper.clone(), value: vec![0.0; n], centre, ..Qp::default() }
    }

    /// Changes a column's bounds.
    pub fn set(&mut self, column: usize, lower: f64, upper: f64) {
        (self.lower[column], self.upper[column]) = (lower, upper);
        self.value[column] = self.value[column].clamp(lower, upper);
    }

    pub fn ends(&self, column: usize) -> (f64, f64) {
        (self.lower[column], self.upper[column])
    }

    /// Coordinates of the present point.
    pub fn point(&self, lp: &Program, at: &mut Vec<f64>) {
        lp.coordinates(&self.value, at);
    }

    /// Sum of the multipliers: the most that the cost may change when every limit moves by 1.
    pub fn steepness(&self) -> f64 {
        self.active.iter().map(|a| a.1).sum()
    }

    /// Makes the point feasible for `rows`, at least cost.
    pub fn solve(&mut self, lp: &Program, rows: &[u32], cut: f64, s: &mut Scratch) -> Outcome {
        let most = 100 + MOVES as usize + 10 * rows.len();
        let (mut moves, mut last, mut stretch) = (0, Vec::new(), 0.0);
        for _ in 0..most {
            match self.climb(lp, s) {
                Climb::Top => {}
                Climb::Empty => return Outcome::Empty,
                Climb::Stuck => return self.ended(lp, Outcome::Stuck, s),
            }
            self.bound = self.bound.max(self.certified(lp, s));
            if self.bound >= cut {
                return Outcome::Above;
            }
            self.point(lp, &mut s.at);
            if let Some(row) = self.worst(lp, rows, s) {
                self.active.push((row, 0.0));
            } else if moves < MOVES && self.strained(lp, s) {
                moves += 1;
                self.recentre(&mut last, &mut stretch);
            } else {
                return Outcome::Optimal;
            }
        }
        self.ended(lp, Outcome::Stuck, s)
    }

    /// Moves the centre to the point. While a step goes on as the last one did, the centre goes `stretch` times as far beyond. Along a square of
    /// little weight single steps are a small share of the whole distance.
    fn recentre(&mut self, last: &mut Vec<f64>, stretch: &mut f64) {
        let step: Vec<f64> = self.value.iter().zip(&self.centre).map(|(v, c)| v - c).collect();
        if !last.is_empty() {
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
            let along = dot(&step, last) / (dot(&step, &step) * dot(last, last)).sqrt();
            *stretch = if along > 0.9 { 2.0 * *stretch + 1.0 } else { 0.0 };
        }
        for (c, by) in step.iter().enumerate() {
            self.centre[c] = (self.value[c] + *stretch * by).clamp(self.lower[c], self.upper[c]);
        }
        *last = step;
    }

    fn ended(&mut self, lp: &Program, outcome: Outcome, s: &mut Scratch) -> Outcome {
        self.bound = self.bound.max(self.certified(lp, s));
        outcome
    }

    fn worst(&self, lp: &Program, rows: &[u32], s: &Scratch) -> Option<u32> {
        let mut worst = FEASIBLE;
        let mut found = None;
        for &row in rows {
            let by = lp.rows.excess(row, &s.at) + s.inset(row);
            if by > worst && self.active.iter().all(|a| a.0 != row) {
                worst = by;
                found = Some(row);
            }
        }
        found
    }

    /// Whether holding a column near its centre still costs something.
    fn strained(&self, lp: &Program, s: &Scratch) -> bool {
        let (mut strain, mut size) = (0.0, 0.0);
        for c in 0..self.value.len() {
            let (d, q, v) = (s.slopes.gradient[c], lp.curve[c], self.value[c]);
            size += (lp.cost[c] * v).abs() + q * v * v;
            if lp.pull[c] > 0.0 {
                strain += d * v + q * v * v - least(d, q, self.lower[c], self.upper[c]);
            }
        }
        strain > STRAIN * size + STRAIN_LEAST
    }

    /// Computes the Lagrangian's linear part, and the point that is cheapest under it.
    pub fn settle(&mut self, lp: &Program, s: &mut Scratch) {
        s.sums.clear();
        s.sums.resize(lp.coords(), 0.0);
        for &(row, y) in &self.active {
            let sign = lp.rows.limit(row).0;
            for &(g, a) in lp.rows.coefs(row / 2) {
                s.sums[g as usize] += y * sign * a;
            }
        }
        let gradient = &mut s.slopes.gradient;
        gradient.clear();
        for g in 0..lp.coords() as u32 {
            for c in lp.columns(g) {
                let d = lp.cost[c] + lp.sign[c] * s.sums[g as usize];
                gradient.push(d);
                self.value[c] = self.free(lp, c, d).clamp(self.lower[c], self.upper[c]);
            }
        }
    }

    /// The value of a column if it had no bounds.
    fn free(&self, lp: &Program, c: usize, d: f64) -> f64 {
        let pull = lp.pull[c];
        (2.0 * pull * self.centre[c] - d) / (2.0 * (lp.curve[c] + pull))
    }

    /// Climbs the dual until all active rows are at their limits, with multipliers of at least 0.
    fn climb(&mut self, lp: &Program, s: &mut Scratch) -> Climb {
        let most = 60 + 20 * self.active.len();
        for _ in 0..most {
            self.settle(lp, s);
            self.point(lp, &mut s.at);
            let rest = |row: u32| lp.rows.excess(row, &s.at) + s.inset(row);
            self.active.retain(|&(row, y)| y > 0.0 || rest(row) > 0.0);
            let rests: Vec<f64> = self.active.iter().map(|a| rest(a.0)).collect();
            s.slopes.rest = rests;
            if s.slopes.rest.iter().all(|r| r.abs() <= TIGHT) {
                self.ease(lp, s);
                return Climb::Top;
            }
            self.direction(lp, s);
            let Some((by, blocking)) = self.along(lp, s) else {
                let ray = self.active.iter().map(|a| a.0).zip(s.slopes.step.iter().map(|p| p.max(0.0))).collect();
                return if self.proves_empty(lp, ray, s) { Climb::Empty } else { Climb::Stuck };
            };
            for (a, p) in self.active.iter_mut().zip(&s.slopes.step) {
                a.1 = (a.1 + by * p).max(0.0);
            }
            if let Some(at) = blocking {
                self.active.remove(at);
            }
        }
        Climb::Stuck
    }

    /// Reduces large multipliers as far as the columns at their bounds stay there. The rounding of a large multiplier would be taken off the bound.
    fn ease(&mut self, lp: &Program, s: &mut Scratch) {
        for i in 0..self.active.len() {
            let (row, y) = self.active[i];
            if y <= LARGE {
                continue;
            }
            let sign = lp.rows.limit(row).0;
            let mut most = y;
            for &(g, a) in lp.rows.coefs(row / 2) {
                for c in lp.columns(g).filter(|c| self.lower[*c] < self.upper[*c]) {
                    let free = self.free(lp, c, s.slopes.gradient[c]);
                    // How fast the column returns as the multiplier shrinks, and how far it may go.
                    let rate = lp.sign[c] * sign * a / (2.0 * (lp.curve[c] + lp.pull[c]));
                    let distance = match rate > 0.0 {
                        true if free <= self.upper[c] => self.lower[c] - free,
                        false if free >= self.lower[c] => free - self.upper[c],
                        _ => f64::INFINITY,
                    };
                    most = most.min(distance.max(0.0) / rate.abs());
                }
            }
            self.active[i].1 = y - (most - 1.0).max(0.0);
            self.settle(lp, s);
        }
    }

    /// Newton's direction, to `step`. Rows with multiplier 0 that the direction would take below 0 are dropped.
    fn direction(&mut self, lp: &Program, s: &mut Scratch) {
        let Scratch { slopes, .. } = s;
        loop {
            let n = self.active.len();
            slopes.matrix.clear();
            slopes.matrix.resize(n * n, 0.0);
            let mut largest = 0.0f64;
            for i in 0..n {
                slopes.line.clear();
                slopes.line.resize(lp.coords(), 0.0);
                let row = self.active[i].0;
                let sign = lp.rows.limit(row).0;
                for &(g, a) in lp.rows.coefs(row / 2) {
                    slopes.line[g as usize] = sign * a * self.give(lp, g, &slopes.gradient);
                }
                for j in 0..=i {
                    let row = self.active[j].0;
                    let sign = lp.rows.limit(row).0;
                    let sum: f64 = lp.rows.coefs(row / 2).iter().map(|(g, a)| a * slopes.line[*g as usize]).sum();
                    slopes.matrix[i * n + j] = sign * sum;
                }
                largest = largest.max(slopes.matrix[i * n + i]);
            }
            slopes.step.clear();
            slopes.step.extend_from_slice(&slopes.rest);
            solve(&mut slopes.matrix, &mut slopes.step, FIRM * largest + FIRM_LEAST);
            let below = (0..n).find(|&i| self.active[i].1 == 0.0 && slopes.step[i] < 0.0 && n > 1);
            let Some(i) = below else { return };
            self.active.remove(i);
            slopes.rest.remove(i);
        }
    }

    /// The movement of a coordinate for a unit of its gradient. Columns at a bound count half, since they are free on one side.
    fn give(&self, lp: &Program, g: u32, gradient: &[f64]) -> f64 {
        let mut give = 0.0;
        for c in lp.columns(g) {
            let free = self.free(lp, c, gradient[c]);
            let (lower, upper) = (self.lower[c], self.upper[c]);
            if lower < upper && free >= lower && free <= upper {
                let part = if free > lower && free < upper { 0.5 } else { 0.25 };
                give += part / (lp.curve[c] + lp.pull[c]);
            }
        }
        give
    }

    /// The maximum of the dual along `step`, and the row whose multiplier reaches 0 there. `None` where the dual rises without end.
    fn along(&self, lp: &Program, s: &mut Scratch) -> Option<(f64, Option<usize>)> {
        let Slopes { gradient, rest, step, line, turns, .. } = &mut s.slopes;
        let mut slope: f64 = rest.iter().zip(step.iter()).map(|(r, p)| r * p).sum();
        let (mut end, mut blocking) = (f64::INFINITY, None);
        line.clear();
        line.resize(lp.coords(), 0.0);
        for (i, (&(row, y), &p)) in self.active.iter().zip(step.iter()).enumerate() {
            if p < 0.0 && -y / p < end {
                (end, blocking) = (-y / p, Some(i));
            }
            let sign = lp.rows.limit(row).0;
            for &(g, a) in lp.rows.coefs(row / 2) {
                line[g as usize] += p * sign * a;
            }
        }
        turns.clear();
        let (mut fall, mut moving) = (0.0, 0u32);
        for g in 0..lp.coords() as u32 {
            let h = line[g as usize];
            if h == 0.0 {
                continue;
            }
            for c in lp.columns(g) {
                let (lower, upper) = (self.lower[c], self.upper[c]);
                if lower == upper {
                    continue;
                }
                let curvature = 2.0 * (lp.curve[c] + lp.pull[c]);
                let rate = -lp.sign[c] * h / curvature;
                let free = self.free(lp, c, gradient[c]);
                let (first, last) = if rate > 0.0 { (lower, upper) } else { (upper, lower) };
                let (begins, stops) = ((first - free) / rate, (last - free) / rate);
                if stops <= 0.0 {
                    continue;
                }
                let part = h * h / curvature;
                if begins <= 0.0 {
                    fall += part;
                    moving += 1;
                } else {
                    turns.push((begins, part));
                }
                turns.push((stops, -part));
            }
        }
        sort_by(turns, |a, b| a.0.total_cmp(&b.0));
        let mut at = 0.0;
        let mut blur = 1e-3 * TIGHT * step.iter().map(|p| p.abs()).sum::<f64>() + SLIGHT * slope;
        for &(turn, part) in turns.iter() {
            let next = turn.min(end);
            if moving > 0 && slope <= fall * (next - at) {
                return Some((at + slope / fall, None));
            }
            if turn >= end {
                break;
            }
            slope -= if moving > 0 { fall * (turn - at) } else { 0.0 };
            at = turn;
            // The remaining slope may be rounding, and following it would never end.
            blur += 4.0 * f64::EPSILON * fall * turn;
            if at > 0.0 && slope <= blur {
                return Some((at, None));
            }
            if part > 0.0 {
                (fall, moving) = (fall + part, moving + 1);
            } else {
                (fall, moving) = ((fall + part).max(0.0), moving - 1);
            }
        }
        if blocking.is_none() && at > 0.0 && slope <= TIGHT * step.iter().map(|p| p.abs()).sum::<f64>() {
            // These limits meet the columns' bounds, up to rounding.
            return Some((at, None));
        }
        blocking.map(|i| (end, Some(i)))
    }

    /// A lower bound of the cost of crossing a test from its present value, for `rise` in its value: the dual's gain by a multiplier for the test
    /// alone.
    pub fn crossing(&self, lp: &Program, test: u32, rise: f64, s: &mut Scratch) -> f64 {
        let row = 2 * test + u32::from(rise > 0.0);
        let sign = lp.rows.limit(row).0;
        let coefs = lp.rows.coefs(row / 2);
        let gradient = &s.slopes.gradient;
        let give: f64 = coefs.iter().map(|&(g, a)| a * a * self.give(lp, g, gradient)).sum();
        let mut best = 0.0f64;
        let mut y = rise.abs() / give.max(GIVE_LEAST);
        for _ in 0..3 {
            // The rest of the violation with this multiplier, and the gain so far.
            let (mut rest, mut gain) = (rise.abs(), y * rise.abs());
            for &(g, a) in coefs {
                for c in lp.columns(g) {
                    let (lower, upper) = (self.lower[c], self.upper[c]);
                    let by = lp.sign[c] * sign * a;
                    let (d, q) = (gradient[c], lp.curve[c]);
                    rest += by * (self.free(lp, c, d + y * by).clamp(lower, upper) - self.value[c]);
                    gain += least(d + y * by, q, lower, upper) - least(d, q, lower, upper) - y * by * self.value[c];
                }
            }
            best = best.max(gain);
            let next = y + rest / give.max(GIVE_LEAST);
            if rest.abs() < 1e-3 * rise.abs() || next <= 0.0 {
                break;
            }
            y = next;
        }
        best
    }

    /// The lower bound that the multipliers prove, with all rounding counted against it.
    pub fn certified(&self, lp: &Program, s: &mut Scratch) -> f64 {
        self.lagrange(lp, &self.active, 1.0, s)
    }

    fn proves_empty(&self, lp: &Program, ray: Vec<(u32, f64)>, s: &mut Scratch) -> bool {
        let empty = self.lagrange(lp, &ray, 0.0, s) > 0.0;
        if empty {
            s.proof = ray;
        }
        empty
    }

    /// Rows with their multipliers.
    pub fn multipliers(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.active.iter().copied()
    }

    /// The least value of `scale * cost + sum of y (row - limit)` over the columns' bounds, less its rounding.
    fn lagrange(&self, lp: &Program, multipliers: &[(u32, f64)], scale: f64, s: &mut Scratch) -> f64 {
        let Scratch { sums, inset, .. } = s;
        sums.clear();
        sums.resize(lp.coords(), 0.0);
        let mut total = scale * lp.fixed;
        let mut size = total.abs();
        let mut add = |part: f64| {
            total += part;
            size += part.abs();
        };
        for &(row, y) in multipliers {
            let (sign, limit) = lp.rows.limit(row);
            for &(g, a) in lp.rows.coefs(row / 2) {
                sums[g as usize] += y * sign * a;
            }
            if y > 0.0 {
                add(-y * (limit - inset.get(row as usize / 2).copied().unwrap_or(0.0)));
            }
        }
        for g in 0..lp.coords() as u32 {
            for c in lp.columns(g) {
                let d = scale * lp.cost[c] + lp.sign[c] * sums[g as usize];
                add(least(d, scale * lp.curve[c], self.lower[c], self.upper[c]));
            }
        }
        total - MULTIPLIERS * size
    }
}

/// The least value of `d v + q v v` for v between two bounds.
#[inline]
fn least(d: f64, q: f64, lower: f64, upper: f64) -> f64 {
    let v = if q > 0.0 {
        (-d / (2.0 * q)).clamp(lower, upper)
    } else if d > 0.0 {
        lower
    } else {
        upper
    };
    (d + q * v) * v
}
