//! Linear programs of bounded columns, by a dual simplex whose basis holds active rows alone.
//!
//! Every column starts at the end that its cost asks for, which is dual feasible, so there is no first phase, and so is
//! every later basis whatever ends the columns are given: a node of the branch and bound changes ends and goes on from the
//! basis that stands. Rows enter when they are violated and leave when their slack turns basic, so the inverse is as large
//! as the active rows are many. A bound is recomputed from the rows' multipliers and the rows as they were built, "empty"
//! too (Farkas), so no rounding of the inverse prunes anything.

mod basis;
mod bound;
mod pivot;

use super::formulation::Rows;
use super::formulation::Why;

/// How far a value may miss its end.
pub(super) const FEASIBLE: f64 = 1e-9;
/// Smaller entries are no pivots.
const PIVOT: f64 = 1e-8;
/// Active rows at most: their inverse takes 128 MB.
const ROWS: usize = 4096;
/// How far costs are put aside, of the largest.
const ASIDE: f64 = 1e-9;
/// How often a solve builds its basis anew; one that still ends nowhere leaves its basis to no other.
const TRIES: u32 = 3;
/// No place.
const NONE: u32 = u32::MAX;

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::search) enum Outcome {
    /// There is more to do.
    More,
    /// The cheapest point stands.
    Optimal,
    /// Every point costs the cut at least (certified).
    Above,
    /// No point (certified).
    Empty,
    /// Rounding or cycling; nothing is known but the bound.
    Stuck,
}

/// What is solved: rows, and their columns.
#[derive(Clone, Debug)]
pub(in crate::search) struct Lp {
    pub rows: Rows,
    pub cost: Vec<f64>,
    pub constant: f64,
    /// By column: (row, coefficient).
    pub column: Vec<Vec<(u32, f64)>>,
    /// By row: 1 and the squared length.
    scale: Vec<f64>,
    /// What columns' squares cost. Of these a column of its own stands for, which tangents hold from below.
    pub squares: Vec<Square>,
    /// Rows and columns that are not the squares'.
    plain: (usize, usize),
}

/// A column whose square costs something.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Square {
    pub of: u32,
    pub price: f64,
    /// What stands for the square.
    pub column: u32,
}

impl Lp {
    pub fn new(rows: Rows, cost: Vec<f64>, constant: f64) -> Lp {
        let mut column = vec![Vec::new(); cost.len()];
        for i in 0..rows.len() {
            rows.row(i).iter().for_each(|&(c, a)| column[c as usize].push((i as u32, a)));
        }
        let scale = (0..rows.len()).map(|i| 1.0 + rows.row(i).iter().map(|e| e.1 * e.1).sum::<f64>()).collect();
        let plain = (rows.len(), cost.len());
        Lp { rows, cost, constant, column, scale, squares: Vec::new(), plain }
    }

    /// Gives the square of column `of` a price and a column; its most.
    pub fn square(&mut self, of: u32, price: f64, upper: f64) -> f64 {
        self.squares.push(Square { of, price, column: self.cost.len() as u32 });
        self.cost.push(price);
        self.column.push(Vec::new());
        // More than any tangent asks for.
        1.0 + 2.0 * upper * upper
    }

    /// How far below a square its tangents are at `at`.
    pub fn below(&self, square: Square, at: f64) -> f64 {
        let tangents = self.column[square.column as usize].iter();
        let touches = tangents.map(|&(row, _)| -0.5 * self.rows.row(row as usize)[1].1);
        touches.fold(at * at, |least, p| least.min((at - p) * (at - p)))
    }

    /// The row that a square lies above its tangent at `at`.
    pub fn tangent(&mut self, square: Square, at: f64) {
        let row = self.rows.len() as u32;
        let entries = [(square.column, 1.0), (square.of, -2.0 * at)];
        entries.iter().for_each(|&(c, a)| self.column[c as usize].push((row, a)));
        // Never written, so it needs no name.
        self.rows.push(Why::Own(row), entries, -at * at, f64::INFINITY);
        self.scale.push(2.0 + 4.0 * at * at);
    }

    /// `a x` of a row.
    pub fn activity(&self, row: usize, value: &[f64]) -> f64 {
        self.rows.row(row).iter().map(|&(c, a)| a * value[c as usize]).sum()
    }
}

/// A basis, its point and its prices.
#[derive(Clone, Debug)]
pub(in crate::search) struct Simplex {
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    pub value: Vec<f64>,
    /// Costs that the pivots go by: the program's, or beside them.
    cost: Vec<f64>,
    /// Basic position of a column.
    place: Vec<u32>,
    /// Whether a nonbasic column stands at its upper end.
    high: Vec<bool>,
    /// Reduced cost of nonbasic columns.
    pub reduced: Vec<f64>,
    /// Rows that stand at an end.
    active: Vec<u32>,
    /// Whether that is the upper one.
    at_high: Vec<bool>,
    /// Their multipliers.
    price: Vec<f64>,
    /// Place of a row among the active.
    slot: Vec<u32>,
    /// Columns by position.
    basic: Vec<u32>,
    /// Inverse of the active rows over the basic columns: position after position, `width` numbers each.
    inverse: Vec<f64>,
    width: usize,
    /// Squared length of each of its rows.
    norm: Vec<f64>,
    /// A lower bound of every point's cost, from the present solve.
    pub bound: f64,
    pivots: u64,
    tries: u32,
    scratch: Scratch,
}

#[derive(Clone, Debug, Default)]
struct Scratch {
    /// What moving a row's end does to the leaving variable, by active row.
    multiplier: Vec<f64>,
    /// What moving a column does to it.
    coefficient: Vec<f64>,
    touched: Vec<u32>,
    order: Vec<Candidate>,
    enter: Vec<f64>,
    line: Vec<f64>,
    sums: Vec<f64>,
}

/// Something that may enter: ratio, size of its entry, signed entry, what it is.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    ratio: f64,
    size: f64,
    what: Entering,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Entering {
    Column(u32),
    /// The slack of an active row, by its slot.
    Slack(u32),
}

#[derive(Clone, Copy, Debug)]
enum Leaving {
    /// The basic column at a position.
    Basic(usize),
    /// A row that is not active.
    Row(u32),
}

impl Simplex {
    pub fn new(lp: &Lp, upper: &[f64]) -> Simplex {
        let n = lp.cost.len();
        Simplex {
            lower: vec![0.0; n],
            upper: upper.to_vec(),
            value: vec![0.0; n],
            cost: aside(&lp.cost),
            place: vec![NONE; n],
            high: vec![false; n],
            reduced: vec![0.0; n],
            active: Vec::new(),
            at_high: Vec::new(),
            price: Vec::new(),
            slot: vec![NONE; lp.rows.len()],
            basic: Vec::new(),
            inverse: Vec::new(),
            width: 0,
            norm: Vec::new(),
            bound: f64::NEG_INFINITY,
            pivots: 0,
            tries: 0,
            scratch: Scratch::default(),
        }
    }

    /// To be called when ends have changed or there are more rows: takes the present basis up with them.
    pub fn begin(&mut self, lp: &Lp) {
        self.slot.resize(lp.rows.len(), NONE);
        self.bound = f64::NEG_INFINITY;
        self.pivots = 0;
        let sound = std::mem::take(&mut self.tries) < TRIES;
        if sound {
            self.refresh(lp);
        } else {
            self.reset(lp);
        }
    }

    /// Goes on with a solve for at most so many pivots.
    pub fn solve(&mut self, lp: &Lp, cut: f64, pivots: u32) -> Outcome {
        let most = 3000 + 20 * lp.rows.len() as u64;
        for _ in 0..pivots {
            if self.pivots > most {
                self.tries = TRIES;
                self.certify(lp);
                return Outcome::Stuck;
            }
            self.pivots += 1;
            if self.pivots % 64 == 0 {
                self.refresh(lp);
                self.certify(lp);
            }
            if self.objective(lp) >= cut {
                self.certify(lp);
                if self.bound >= cut {
                    return Outcome::Above;
                }
            }
            let Some((leaving, by)) = self.worst(lp) else {
                if self.drifted(lp) && self.tries < TRIES {
                    self.tries += 1;
                    self.rebuild(lp);
                    continue;
                }
                self.certify(lp);
                return Outcome::Optimal;
            };
            if self.active.len() >= ROWS && matches!(leaving, Leaving::Row(_)) {
                self.certify(lp);
                return Outcome::Stuck;
            }
            self.express(lp, leaving);
            if !self.step(lp, leaving, by) {
                if self.proves_empty(lp, leaving, by) {
                    return Outcome::Empty;
                }
                if self.tries >= TRIES {
                    self.certify(lp);
                    return Outcome::Stuck;
                }
                self.tries += 1;
                self.rebuild(lp);
            }
        }
        Outcome::More
    }

    /// About how many numbers a pivot reads and writes.
    pub fn effort(&self, lp: &Lp) -> usize {
        self.basic.len() * self.basic.len() + lp.rows.entry.len()
    }

    pub fn objective(&self, lp: &Lp) -> f64 {
        lp.constant + lp.cost.iter().zip(&self.value).map(|(c, v)| c * v).sum::<f64>()
    }

    /// What is furthest beyond its end, and how far: positive where it must rise.
    fn worst(&self, lp: &Lp) -> Option<(Leaving, f64)> {
        let mut worst = 0.0;
        let mut found = None;
        for (p, &b) in self.basic.iter().enumerate() {
            let b = b as usize;
            let by = self.beyond(self.value[b], self.lower[b], self.upper[b]);
            if by.abs() > FEASIBLE && by * by > worst * self.norm[p] {
                worst = by * by / self.norm[p];
                found = Some((Leaving::Basic(p), by));
            }
        }
        if found.is_some() {
            return found;
        }
        for i in 0..lp.rows.len() {
            if self.slot[i] != NONE {
                continue;
            }
            let by = self.beyond(lp.activity(i, &self.value), lp.rows.low[i], lp.rows.high[i]);
            let scale = lp.scale[i];
            if by.abs() > FEASIBLE * scale.sqrt() && by * by > worst * scale {
                worst = by * by / scale;
                found = Some((Leaving::Row(i as u32), by));
            }
        }
        found
    }

    /// How far a value must rise (positive) or fall to lie between its ends.
    fn beyond(&self, value: f64, low: f64, high: f64) -> f64 {
        if value < low {
            low - value
        } else if value > high {
            high - value
        } else {
            0.0
        }
    }
}

/// Costs a little beside the program's, each by its own share: where few columns have a cost (the largest change alone),
/// most steps of the simplex would change nothing, and it would stall. Bounds are those of the costs as they are.
fn aside(cost: &[f64]) -> Vec<f64> {
    let scale = ASIDE * cost.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
    let mut state = 1u64;
    let shares = cost.iter().map(|c| {
        // A linear congruence: the same for every run.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        c + scale * (0.5 + 0.5 * (state >> 11) as f64 / (1u64 << 53) as f64)
    });
    shares.collect()
}
