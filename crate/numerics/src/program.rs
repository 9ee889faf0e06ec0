//! A linear or convex quadratic program: bounded columns, coordinates that are sums of columns, and pairs of rows over coordinates.

use crate::quadratic_form::Matrix;
use std::ops::Range;

/// The columns of a query, under the largest change.
#[derive(Debug)]
pub struct LargestChange {
    /// The column of the largest change itself.
    pub top: usize,
    /// By column: its reach for a largest change of 1; infinite where the largest change does not hold it.
    pub reach: Vec<f64>,
    /// By column: a cost that leads programs to few and small changes besides. It is part of no bound.
    pub guide: Vec<f64>,
}

/// Two rows over one sum of coordinates: the left one says `a z <= left`, the right one `a z >= right`. A solve names the rows that it enforces.
#[derive(Clone, Copy, Debug)]
pub struct RowPair {
    start: u32,
    end: u32,
    /// The limit of the left row.
    pub left: f64,
    /// The limit of the right row.
    pub right: f64,
}

/// Pairs of rows. Row `2 p` is the left one of pair `p`, row `2 p + 1` its right one.
#[derive(Clone, Debug, Default)]
pub struct RowPairs {
    /// The pairs, in the order in which they were added.
    pub pairs: Vec<RowPair>,
    coefs: Vec<(u32, f64)>,
    /// By pair that may be overwritten: the number of its coefficients at first.
    capacity: Vec<u32>,
}

impl RowPairs {
    /// Number of pairs.
    #[inline]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Adds a pair of rows, given the coordinates of its sum with their coefficients, and its two limits. Coefficients of 0 are left out. Returns its
    /// number.
    pub fn add(&mut self, coefs: impl IntoIterator<Item = (u32, f64)>, left: f64, right: f64) -> u32 {
        let start = self.coefs.len() as u32;
        self.coefs.extend(coefs.into_iter().filter(|c| c.1 != 0.0));
        self.pairs.push(RowPair { start, end: self.coefs.len() as u32, left, right });
        self.pairs.len() as u32 - 1
    }

    /// As [`RowPairs::add`], of a pair that [`RowPairs::replace`] may overwrite later.
    pub fn add_replaceable(&mut self, coefs: &[(u32, f64)], left: f64, right: f64) -> u32 {
        let pair = self.add(coefs.iter().copied(), left, right);
        self.capacity.resize(self.pairs.len(), 0);
        self.capacity[pair as usize] = coefs.len() as u32;
        pair
    }

    /// Overwrites a pair that no solve names any more. Returns whether so many coefficients fit.
    pub fn replace(&mut self, pair: u32, coefs: &[(u32, f64)], left: f64, right: f64) -> bool {
        if (self.capacity[pair as usize] as usize) < coefs.len() {
            return false;
        }
        let start = self.pairs[pair as usize].start;
        let end = start + coefs.len() as u32;
        self.coefs[start as usize..end as usize].copy_from_slice(coefs);
        self.pairs[pair as usize] = RowPair { start, end, left, right };
        true
    }

    /// The coordinates of a pair's sum, with their coefficients.
    #[inline]
    pub fn coefs(&self, pair: u32) -> &[(u32, f64)] {
        let p = &self.pairs[pair as usize];
        &self.coefs[p.start as usize..p.end as usize]
    }

    /// A row as `sign * a z <= limit`: (sign, limit).
    #[inline]
    pub fn limit(&self, row: u32) -> (f64, f64) {
        let p = &self.pairs[row as usize / 2];
        if row.is_multiple_of(2) {
            (1.0, p.left)
        } else {
            (-1.0, -p.right)
        }
    }

    /// The value of a pair's sum at coordinates.
    #[inline]
    pub fn value(&self, pair: u32, at: &[f64]) -> f64 {
        self.coefs(pair).iter().map(|(g, a)| a * at[*g as usize]).sum()
    }

    /// The violation of a row at coordinates; negative where the row has slack.
    #[inline(always)]
    pub fn excess(&self, row: u32, at: &[f64]) -> f64 {
        let (sign, limit) = self.limit(row);
        sign * self.value(row / 2, at) - limit
    }
}

/// The columns, coordinates and rows of a program. Its cost is `fixed`, plus the columns' linear and squared costs, plus a quadratic form over the
/// coordinates.
#[derive(Debug)]
pub struct Program {
    /// First column of each coordinate, and the end.
    pub cols: Vec<u32>,
    /// By column: its sign in its coordinate, 1 or -1.
    pub sign: Vec<f64>,
    /// By column: its linear cost.
    pub cost: Vec<f64>,
    /// By column: the price of its square, at least 0.
    pub curve: Vec<f64>,
    /// By column, where costs curve: the proximal weight by which a column with too little curvature of its own is held near its centre.
    pub pull: Vec<f64>,
    /// By column: the distance from its coordinate's 0 at which it begins. A column is a piece of its coordinate's cost.
    pub from: Vec<f64>,
    /// By column: its upper bound, counted from `from`. The lower one is 0.
    pub upper: Vec<f64>,
    /// The cost with all columns at 0.
    pub fixed: f64,
    /// All rows.
    pub rows: RowPairs,
    /// Where the cost is the largest change: the columns that it holds.
    pub largest: Option<LargestChange>,
    /// The quadratic form over the coordinates, where costs couple them.
    pub form: Option<Matrix>,
}

impl Default for Program {
    fn default() -> Program {
        Program {
            cols: vec![0],
            sign: Vec::new(),
            cost: Vec::new(),
            curve: Vec::new(),
            pull: Vec::new(),
            from: Vec::new(),
            upper: Vec::new(),
            fixed: 0.0,
            rows: RowPairs::default(),
            largest: None,
            form: None,
        }
    }
}

impl Program {
    /// Number of columns.
    #[inline]
    pub fn width(&self) -> usize {
        self.cost.len()
    }

    /// Number of coordinates.
    #[inline]
    pub fn coords(&self) -> usize {
        self.cols.len() - 1
    }

    /// The columns of a coordinate.
    #[inline]
    pub fn columns(&self, coord: u32) -> Range<usize> {
        self.cols[coord as usize] as usize..self.cols[coord as usize + 1] as usize
    }

    /// Adds a coordinate of one column with its cost, from 0 to `upper`. Returns its number.
    pub fn coordinate(&mut self, cost: f64, upper: f64) -> u32 {
        self.column(1.0, cost, 0.0, upper);
        self.close()
    }

    /// Adds a column to the coordinate that is being built.
    pub fn column(&mut self, sign: f64, cost: f64, from: f64, upper: f64) {
        self.sign.push(sign);
        self.cost.push(cost);
        self.curve.push(0.0);
        self.from.push(from);
        self.upper.push(upper);
    }

    /// Gives the newest column a price for its square.
    pub fn curve_last(&mut self, curve: f64) {
        *self.curve.last_mut().expect("there is a column") = curve;
    }

    /// Ends the coordinate that is being built. Returns its number.
    pub fn close(&mut self) -> u32 {
        self.cols.push(self.cost.len() as u32);
        self.cols.len() as u32 - 2
    }

    /// Whether any column has a price for its square.
    pub fn curved(&self) -> bool {
        self.curve.iter().any(|q| *q > 0.0)
    }

    /// The columns whose squares have a price, with that price.
    pub fn squared(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        (0..).zip(self.curve.iter().copied()).filter(|c| c.1 > 0.0)
    }

    /// Coordinates of the point at which columns have these values, to `at`.
    pub fn coordinates(&self, value: &[f64], at: &mut Vec<f64>) {
        at.clear();
        at.extend((0..self.coords() as u32).map(|g| self.columns(g).map(|c| self.sign[c] * value[c]).sum::<f64>()));
    }
}
