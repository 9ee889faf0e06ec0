//! The cheapest point under decided rows: a bounded dual simplex over a small dictionary.
//!
//! All columns start nonbasic, at the bound that their cost asks for. That is dual feasible, so there is no first phase. Rows enter only when they
//! are violated, as a slack that leaves the basis at once. A slack that becomes basic is no limit any more, and its row is dropped. So the dictionary
//! has as many rows as active limits, and children start from their parent's dictionary.
//!
//! Any dictionary gives a lower bound. `certified` recomputes it from the rows' multipliers and the rows as they were built (Lagrange; Farkas for
//! "empty"), so that no accumulated rounding can prune.

mod proof;

use crate::program::Program;
use crate::scratch::{Candidate, Scratch};
use crate::sorting::sort_by;
use crate::tolerances::FEASIBLE;

/// Pivot tolerance: entries up to this size are no pivots. Coefficients are at most 1. More leaves programs without a pivot; less divides by
/// rounding. By hand.
const PIVOT: f64 = 1e-9;
/// Entries and reduced costs up to this size are rounding. It is far below [`PIVOT`], and above the rounding of a table after some pivots. By hand.
const ZERO: f64 = 1e-12;
/// Directions lead over a test if at most this distance is left, in the row's units. Entries below [`PIVOT`] are no directions and may lead as far.
/// More lets tests be crossed too cheaply; less closes nodes for rounding. By hand.
const LET_GO: f64 = 1e-7;
/// Flag of a nonbasic slack. The other bits are its row.
const SLACK: u32 = 1 << 31;

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The cheapest point stands.
    Optimal,
    /// Every point costs at least the cutoff (certified).
    Above,
    /// There is no point (certified).
    Empty,
    /// Stopped by rounding or cycling. Nothing is known but the bound.
    Stuck,
}

/// A dictionary, as the module describes it.
#[derive(Clone, Debug, Default)]
pub struct Simplex {
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    /// Value of each column.
    pub value: Vec<f64>,
    /// Nonbasic position of a column, or `!row` where it is basic.
    place: Vec<i32>,
    /// The variable at each nonbasic position: a column, or a row flagged with `SLACK`.
    non: Vec<u32>,
    /// By nonbasic position: whether the variable stands at its upper bound.
    high: Vec<bool>,
    /// Reduced cost by nonbasic position.
    reduced: Vec<f64>,
    /// Basic columns.
    basic: Vec<u32>,
    /// The coefficients of the basic variables over the nonbasic ones, row after row.
    table: Vec<f64>,
    /// Pivots since the dictionary was built anew.
    pivots: u32,
    /// The number of changes of the point or the dictionary, and the number of changes of column bounds.
    pub moves: (u32, u32),
    /// A lower bound of every point's cost, from the last solve.
    pub bound: f64,
}

/// The choice among pivots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pivots {
    /// The largest violation, and among equal prices the largest entry. It takes fewer pivots, and may go round in circles.
    Largest,
    /// The first that will do. It ends.
    ByPosition,
}

impl Scratch {
    /// Sorts `order` by price. Equal prices go by position, or (faster) the largest part first.
    fn sort(&mut self, pivots: Pivots) {
        sort_by(&mut self.order, |x, y| {
            x.price.total_cmp(&y.price).then_with(|| match pivots {
                Pivots::ByPosition => x.at.cmp(&y.at),
                Pivots::Largest => y.part.total_cmp(&x.part),
            })
        });
    }
}

/// A direction: a nonbasic position along which a test's value goes further.
#[derive(Clone, Copy, Debug)]
pub struct Direction {
    /// The nonbasic position.
    pub at: u32,
    /// The distance for a unit of the variable.
    step: f64,
    /// The distance for a unit of cost.
    pub gain: f64,
}

#[derive(Clone, Copy)]
enum Leaving {
    Basic { at: usize, up: bool },
    Row(u32),
}

impl Simplex {
    pub fn new(lp: &Program) -> Simplex {
        let n = lp.width();
        let reduced = lp.largest.as_ref().map_or(&lp.cost, |l| &l.guide).clone();
        Simplex {
            lower: vec![0.0; n],
            upper: lp.upper.clone(),
            value: lp.upper.iter().zip(&reduced).map(|(upper, cost)| if *cost < 0.0 { *upper } else { 0.0 }).collect(),
            place: (0..n as i32).collect(),
            non: (0..n as u32).collect(),
            high: reduced.iter().map(|cost| *cost < 0.0).collect(),
            reduced,
            ..Simplex::default()
        }
    }

    /// Changes a column's bounds. The dictionary stays dual feasible.
    pub fn set(&mut self, column: usize, lower: f64, upper: f64) {
        if (self.lower[column], self.upper[column]) == (lower, upper) {
            return;
        }
        (self.lower[column], self.upper[column]) = (lower, upper);
        self.moves.1 += 1;
        if let Ok(k) = usize::try_from(self.place[column]) {
            let to = if self.high[k] { upper } else { lower };
            self.shift(k, to - self.value[column]);
            self.value[column] = to;
        }
    }

    /// Updates the basic variables for a movement of a nonbasic one by `by`.
    fn shift(&mut self, k: usize, by: f64) {
        if by != 0.0 {
            self.moves.0 += 1;
            for (r, &b) in self.basic.iter().enumerate() {
                self.value[b as usize] += self.table[r * self.non.len() + k] * by;
            }
        }
    }

    /// Coordinates of the present point.
    pub fn point(&self, lp: &Program, at: &mut Vec<f64>) {
        lp.coordinates(&self.value, at);
    }

    pub fn objective(&self, lp: &Program) -> f64 {
        lp.fixed + lp.cost.iter().zip(&self.value).map(|(c, v)| c * v).sum::<f64>()
    }

    /// The slack of a row as it depends on the nonbasic variables.
    fn express(&self, lp: &Program, row: u32, out: &mut Vec<f64>) {
        let n = self.non.len();
        out.clear();
        out.resize(n, 0.0);
        let sign = lp.rows.limit(row).0;
        for &(g, a) in lp.rows.coefs(row / 2) {
            for c in lp.columns(g) {
                let by = -sign * a * lp.sign[c];
                match usize::try_from(self.place[c]) {
                    Ok(k) => out[k] += by,
                    Err(_) => {
                        let at = !self.place[c] as usize * n;
                        for (o, t) in out.iter_mut().zip(&self.table[at..at + n]) {
                            *o += by * t;
                        }
                    }
                }
            }
        }
    }

    /// The directions that take a test's value up (or down), to `directions`. The one with the most distance for its cost is first.
    pub fn directions(&self, lp: &Program, test: u32, up: bool, s: &mut Scratch, directions: &mut Vec<Direction>) {
        // The slack of the right row falls where the value rises.
        self.express(lp, 2 * test + u32::from(up), &mut s.row);
        let steps = s.row.iter().enumerate().map(|(k, &t)| (k, if self.high[k] { -t } else { t }));
        let direction = |(k, step): (usize, f64)| Direction { at: k as u32, step, gain: step / self.reduced[k].abs() };
        self.left(steps.filter(|at| at.1 > PIVOT).map(direction), directions);
    }

    /// Those of the directions that can still move, to `directions`. The one with the most distance for its cost is first.
    pub fn left(&self, of: impl Iterator<Item = Direction>, directions: &mut Vec<Direction>) {
        let first = directions.len();
        for direction in of.filter(|direction| self.distance(direction.at as usize) > 0.0) {
            directions.push(direction);
            if direction.gain > directions[first].gain {
                let last = directions.len() - 1;
                directions.swap(first, last);
            }
        }
    }

    /// The least cost at which directions take a value `by` further.
    pub fn crossing(&self, by: f64, directions: &[Direction], s: &mut Scratch) -> f64 {
        let reaches = |direction: &Direction| direction.step * self.distance(direction.at as usize);
        if let Some(best) = directions.first().filter(|best| reaches(best) >= by) {
            return by / best.gain;
        }
        // There is no direction, or the best one does not lead all the way over.
        s.order.clear();
        s.order.extend(directions.iter().map(|direction| Candidate {
            price: 1.0 / direction.gain,
            part: reaches(direction),
            at: direction.at,
        }));
        s.sort(Pivots::ByPosition);
        let (mut left, mut cost) = (by, 0.0);
        for &Candidate { price, part, .. } in &s.order {
            let part = part.min(left);
            cost += part * price;
            left -= part;
            if left <= 0.0 {
                return cost;
            }
        }
        // Entries too small to be pivots are not counted as directions, so a remainder within their reach is let go.
        if left > LET_GO {
            f64::INFINITY
        } else {
            cost
        }
    }

    /// The distance between the bounds of a nonbasic variable.
    fn distance(&self, k: usize) -> f64 {
        match self.non[k] {
            v if v & SLACK != 0 => f64::INFINITY,
            v => self.upper[v as usize] - self.lower[v as usize],
        }
    }

    /// Makes the point feasible for `rows`, at least cost.
    pub fn solve(&mut self, lp: &Program, rows: &[u32], cut: f64, s: &mut Scratch) -> Outcome {
        if self.pivots > 60 {
            self.rebuild(lp, s);
        }
        let n = self.non.len();
        let most = 60 + 20 * (n.min(200) as u32) + 4 * self.basic.len() as u32;
        let mut tries = 0;
        let mut count = 0;
        loop {
            count += 1;
            if count > most {
                self.bound = self.bound.max(self.certified(lp, s));
                return Outcome::Stuck;
            }
            if self.objective(lp) >= cut {
                self.bound = self.bound.max(self.certified(lp, s));
                if self.bound >= cut {
                    return Outcome::Above;
                }
                // On the border of the cutoff: go on to the optimum.
            }
            let pivots = if count > most / 2 { Pivots::ByPosition } else { Pivots::Largest };
            let leaving = match self.worst_basic(pivots) {
                Some(leaving) => leaving,
                None => {
                    self.point(lp, &mut s.at);
                    match self.worst_row(lp, rows, s, pivots) {
                        Some(row) => Leaving::Row(row),
                        None if self.drifted(lp, s) && tries < 2 => {
                            tries += 1;
                            self.rebuild(lp, s);
                            continue;
                        }
                        None => {
                            self.bound = self.bound.max(self.certified(lp, s));
                            return Outcome::Optimal;
                        }
                    }
                }
            };
            if !self.leave(lp, leaving, s, pivots) {
                if self.proves_empty(lp, leaving, s) {
                    return Outcome::Empty;
                }
                if tries >= 2 {
                    self.bound = self.bound.max(self.certified(lp, s));
                    return Outcome::Stuck;
                }
                tries += 1;
                self.rebuild(lp, s);
            }
        }
    }

    fn worst_basic(&self, pivots: Pivots) -> Option<Leaving> {
        let mut worst = FEASIBLE;
        let mut found = None;
        for (at, &b) in self.basic.iter().enumerate() {
            let (v, lo, hi) = (self.value[b as usize], self.lower[b as usize], self.upper[b as usize]);
            let by = (lo - v).max(v - hi);
            if by > worst {
                worst = by;
                found = Some(Leaving::Basic { at, up: v < lo });
                if pivots == Pivots::ByPosition {
                    break;
                }
            }
        }
        found
    }

    fn worst_row(&self, lp: &Program, rows: &[u32], s: &Scratch, pivots: Pivots) -> Option<u32> {
        let mut worst = FEASIBLE;
        let mut found = None;
        for &row in rows {
            let by = lp.rows.excess(row, &s.at) + s.inset(row);
            if by > worst && !self.non.contains(&(row | SLACK)) {
                worst = by;
                found = Some(row);
                if pivots == Pivots::ByPosition {
                    break;
                }
            }
        }
        found
    }

    /// Whether an active row has drifted from its limit.
    fn drifted(&self, lp: &Program, s: &Scratch) -> bool {
        self.non.iter().filter(|v| **v & SLACK != 0).any(|v| {
            let row = v & !SLACK;
            (lp.rows.excess(row, &s.at) + s.inset(row)).abs() > FEASIBLE
        })
    }

    /// One step of the dual simplex with bound flips; `false` where no nonbasic variable can help.
    fn leave(&mut self, lp: &Program, leaving: Leaving, s: &mut Scratch, pivots: Pivots) -> bool {
        let n = self.non.len();
        // The leaving variable in terms of the nonbasic ones, the change that it needs, and its direction.
        let (mut need, up) = match leaving {
            Leaving::Basic { at, up } => {
                s.row.clear();
                s.row.extend_from_slice(&self.table[at * n..(at + 1) * n]);
                let b = self.basic[at] as usize;
                (if up { self.lower[b] - self.value[b] } else { self.value[b] - self.upper[b] }, up)
            }
            Leaving::Row(row) => {
                self.express(lp, row, &mut s.row);
                (lp.rows.excess(row, &s.at) + s.inset(row), true)
            }
        };
        let towards = if up { 1.0 } else { -1.0 };
        s.order.clear();
        for k in 0..n {
            let a = towards * s.row[k];
            if if self.high[k] { a < -PIVOT } else { a > PIVOT } {
                s.order.push(Candidate { price: (self.reduced[k] / a).abs(), part: a.abs(), at: k as u32 });
            }
        }
        s.sort(pivots);
        let mut entering = None;
        let mut flips = 0;
        for &Candidate { part: a, at: k, .. } in &s.order {
            let gain = a * self.distance(k as usize);
            if gain < need {
                need -= gain;
                flips += 1;
            } else {
                entering = Some(k as usize);
                break;
            }
        }
        let Some(k) = entering else { return false };
        for i in 0..flips {
            let j = s.order[i].at as usize;
            let c = self.non[j] as usize;
            let to = if self.high[j] { self.lower[c] } else { self.upper[c] };
            self.shift(j, to - self.value[c]);
            self.value[c] = to;
            self.high[j] = !self.high[j];
        }
        self.pivot(leaving, k, towards * need, s);
        true
    }

    /// Exchanges the leaving variable, which changes by `by`, for the one at position `k`; `s.row` is the leaving one's row.
    fn pivot(&mut self, leaving: Leaving, k: usize, by: f64, s: &mut Scratch) {
        self.pivots += 1;
        self.moves.0 += 1;
        let n = self.non.len();
        let row = &mut s.row;
        let inverse = 1.0 / row[k];
        self.shift(k, by * inverse);
        let entering = self.non[k];
        if entering & SLACK == 0 {
            self.value[entering as usize] += by * inverse;
        }
        // The entering variable's row.
        for (j, r) in row.iter_mut().enumerate() {
            *r = if j == k { inverse } else { -*r * inverse };
        }
        let skip = if let Leaving::Basic { at, .. } = leaving { at } else { usize::MAX };
        for r in 0..self.basic.len() {
            if r == skip {
                continue;
            }
            let line = &mut self.table[r * n..(r + 1) * n];
            let a = line[k];
            if a != 0.0 {
                line[k] = 0.0;
                for (l, e) in line.iter_mut().zip(row.iter()) {
                    *l += a * e;
                }
            }
        }
        let d = self.reduced[k];
        if d != 0.0 {
            self.reduced[k] = 0.0;
            for (l, e) in self.reduced.iter_mut().zip(row.iter()) {
                *l += d * e;
            }
        }
        let (left, at, high) = match leaving {
            Leaving::Basic { at, up } => (self.basic[at], at, !up),
            Leaving::Row(row) => (row | SLACK, self.basic.len(), false),
        };
        self.non[k] = left;
        self.high[k] = high;
        if left & SLACK == 0 {
            let c = left as usize;
            self.place[c] = k as i32;
            self.value[c] = if high { self.upper[c] } else { self.lower[c] };
        }
        if entering & SLACK != 0 {
            // A basic slack limits nothing, so its row is dropped.
            if at < self.basic.len() {
                let last = self.basic.len() - 1;
                self.basic.swap_remove(at);
                if at != last {
                    self.table.copy_within(last * n..(last + 1) * n, at * n);
                    self.place[self.basic[at] as usize] = !(at as i32);
                }
                self.table.truncate(last * n);
            }
            return;
        }
        self.place[entering as usize] = !(at as i32);
        if at == self.basic.len() {
            self.basic.push(entering);
            self.table.extend_from_slice(row);
        } else {
            self.basic[at] = entering;
            self.table[at * n..(at + 1) * n].copy_from_slice(row);
        }
    }

    /// Builds the dictionary of the same basis again, from the rows as they were built.
    pub fn rebuild(&mut self, lp: &Program, s: &mut Scratch) {
        let active: Vec<u32> = self.non.iter().filter(|v| **v & SLACK != 0).map(|v| v & !SLACK).collect();
        let mut wanted = vec![false; self.value.len()];
        self.basic.iter().for_each(|&b| wanted[b as usize] = true);
        let mut fresh = Simplex::new(lp);
        fresh.bound = self.bound;
        for (k, &v) in self.non.iter().enumerate() {
            if v & SLACK == 0 {
                fresh.high[v as usize] = self.high[k];
            }
        }
        for c in 0..fresh.value.len() {
            let (lower, upper) = (self.lower[c], self.upper[c]);
            fresh.lower[c] = lower;
            fresh.upper[c] = upper;
            fresh.value[c] = if fresh.high[c] { upper } else { lower };
        }
        for row in active {
            fresh.point(lp, &mut s.at);
            fresh.express(lp, row, &mut s.row);
            let best = (0..s.row.len())
                .filter(|&k| fresh.non[k] & SLACK == 0 && wanted[fresh.non[k] as usize])
                .max_by(|&a, &b| s.row[a].abs().total_cmp(&s.row[b].abs()));
            let Some(k) = best.filter(|&k| s.row[k].abs() > PIVOT) else { continue };
            let by = lp.rows.excess(row, &s.at) + s.inset(row);
            fresh.pivot(Leaving::Row(row), k, by, s);
        }
        // Where the basis was singular, remaining variables may stand at the wrong bound.
        for k in 0..fresh.non.len() {
            let v = fresh.non[k];
            if v & SLACK != 0 {
                continue;
            }
            let c = v as usize;
            let wrong = if fresh.high[k] { fresh.reduced[k] > ZERO } else { fresh.reduced[k] < -ZERO };
            if wrong {
                let to = if fresh.high[k] { fresh.lower[c] } else { fresh.upper[c] };
                fresh.shift(k, to - fresh.value[c]);
                fresh.value[c] = to;
                fresh.high[k] = !fresh.high[k];
            }
        }
        fresh.pivots = 0;
        fresh.moves = (self.moves.0 + 1, self.moves.1);
        *self = fresh;
    }
}
