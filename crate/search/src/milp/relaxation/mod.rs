//! Linear relaxations, solved by `microlp`, with bounds that are proved independently of it.
//!
//! `microlp` returns an optimal point and no multipliers, so the multipliers are computed from the point. At a vertex
//! that no other row touches by chance, the rows that hold with equality and the columns strictly between their bounds
//! determine them, by one sparse system of equations (`sparse_equations`). To avoid such chance contacts, every right-hand
//! side is perturbed a little, each by its own share. In every case the bound is recomputed from the multipliers and
//! the original rows (`bound`). Wrong multipliers give a weaker bound, never a false one.
//!
//! One artificial column with a high price relaxes the rows that cannot be met. So every node has a feasible point, and
//! a node without an answer is closed by its bound like any other. A node is warm started from the solution of its
//! parent. Only bounds that this solution breaks are set.

mod bound;
mod sparse_equations;

use super::formulation::{Feasible, FormulationRows, RowMeaning};
use minilp::{ComparisonOp, Error, OptimizationDirection, Problem, Solution, Variable};
use std::collections::HashMap;
use std::rc::Rc;

/// Largest amount by which a node's column may violate its bound, before the bound is set in the program. Columns hold
/// shares from 0 to 1. It must exceed the effect of the perturbed right-hand sides, and stay below `WHOLE_COLUMN`. Less
/// sets bounds that only the perturbation breaks. By hand.
const AT: f64 = 3e-5;

/// Perturbation of the right-hand sides of a tree's flows, multiplied by a factor from 1 to 2. The flows lose that much
/// on their way in total. It makes corners unique, so that a point determines its multipliers. More moves optima
/// further (on two of 10,000 random programs by up to 3e-5, docs/experiments/milp.md). Less comes near the solver's own
/// tolerance. By hand.
const MOVED_FLOWS: f64 = 1e-6;

/// As [`MOVED_FLOWS`] for other rows, in units of the row's largest coefficient. It is more than twice as much, since
/// it must allow for the loss of the flows.
const MOVED_ROWS: f64 = 4e-6;

/// Largest violation of a row that is not in the first program, before it is added, in the row's own units. It must
/// stay below the perturbation. Less adds rows for rounding. By hand.
const BROKEN: f64 = 1e-8;

/// Largest distance between a value and a bound at which it counts as at the bound. More takes columns for fixed that
/// are not, and multipliers then prove less. By hand.
const AT_BOUND: f64 = 1e-12;

/// As [`AT_BOUND`] for a row's side, as a share of the side's perturbation. By hand.
const AT_SIDE: f64 = 2e-5;

/// Price of the artificial column, as a multiple of a cost that no answer reaches. More rounds the other costs away;
/// less would leave a point without an answer cheap. By hand.
const DEAR: f64 = 1e3;

/// Largest number of matrix entries in all kept solutions, from which open nodes are warm started. They take about 300
/// MB. Beyond it nodes are solved from the beginning. By hand.
const MOST_ENTRIES: usize = 1 << 22;

/// The outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SolveProgress {
    /// There is more to do.
    More,
    /// An optimal point is known.
    Solved,
    /// `microlp` found no optimal point, and nothing is known.
    Stuck,
}

/// A linear program: rows, and their columns.
#[derive(Clone, Debug)]
pub(crate) struct Lp {
    pub rows: FormulationRows,
    pub cost: Vec<f64>,
    pub constant: f64,
    /// By column: (row, coefficient).
    pub column: Vec<Vec<(u32, f64)>>,
    /// By row: the perturbation of its side, and the coefficient of the artificial column in it.
    moved: Vec<f64>,
    gives: Vec<f64>,
    /// By row: whether it is in the first program. A row that the columns' bounds imply is added only when a point
    /// breaks it.
    binds: Vec<bool>,
    steps: Steps,
    /// The price of the artificial column.
    dear: f64,
    /// The columns' upper bounds.
    upper: Vec<f64>,
    /// Columns whose squares have a price. Each has a column of its own for the square, which tangents bound from below.
    pub squares: Vec<Square>,
    /// Number of rows and columns without those of the squares.
    plain: (usize, usize),
}

/// A column with a price on its square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Square {
    pub of: u32,
    pub price: f64,
    /// The column that stands for the square.
    pub column: u32,
}

/// When the rows of single steps are added to the first program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Steps {
    FromTheStart,
    /// When a point breaks them. That takes more solves, each of them short.
    WhenBroken,
}

impl Lp {
    /// `upper` holds the columns' upper bounds; the lower bounds are 0. `dearest` is a cost that no answer reaches.
    pub fn new(rows: FormulationRows, cost: Vec<f64>, upper: &[f64], constant: f64, dearest: f64, steps: Steps) -> Lp {
        let plain = (rows.len(), cost.len());
        let column = vec![Vec::new(); cost.len()];
        let dear = DEAR * (1.0 + dearest.abs());
        let mut lp = Lp {
            rows,
            cost,
            constant,
            column,
            moved: Vec::new(),
            gives: Vec::new(),
            binds: Vec::new(),
            steps,
            dear,
            upper: upper.to_vec(),
            squares: Vec::new(),
            plain,
        };
        let mut sizes: HashMap<u32, f64> = HashMap::new();
        for why in &lp.rows.why {
            if let RowMeaning::Flow(t, _) = why {
                *sizes.entry(*t).or_default() += 1.0;
            }
        }
        (0..plain.0).for_each(|row| lp.take(row, upper, &sizes));
        lp
    }

    /// Records a row's coefficients, its perturbation and its coefficient of the artificial column.
    fn take(&mut self, row: usize, upper: &[f64], sizes: &HashMap<u32, f64>) {
        let (low, high) = (self.rows.low[row], self.rows.high[row]);
        let (mut most, mut ends) = (0.0f64, (0.0, 0.0));
        for &(c, a) in self.rows.row(row) {
            self.column[c as usize].push((row as u32, a));
            most = most.max(a.abs());
            let by = a * upper.get(c as usize).copied().unwrap_or(0.0);
            ends = (ends.0 + by.min(0.0), ends.1 + by.max(0.0));
        }
        let later = self.steps == Steps::WhenBroken && matches!(self.rows.why[row], RowMeaning::Step(..));
        self.binds.push((low > ends.0 || high < ends.1) && !later);
        let share = match self.rows.why[row] {
            RowMeaning::OneLeaf(_) => MOVED_FLOWS,
            RowMeaning::Flow(t, _) => -MOVED_FLOWS / sizes.get(&t).copied().unwrap_or(1.0),
            _ if low == high => 0.0,
            _ => MOVED_ROWS * if most > 0.0 { most } else { 1.0 },
        };
        self.moved.push(share * (1.0 + draw(row as u64)));
        self.gives.push(match self.rows.why[row] {
            RowMeaning::OneLeaf(_) => 1.0,
            RowMeaning::Score(..) | RowMeaning::MaxChanges | RowMeaning::Own(_, Feasible::Perhaps)
                if low > ends.0 && high == f64::INFINITY =>
            {
                low - ends.0
            }
            RowMeaning::Score(..) | RowMeaning::MaxChanges | RowMeaning::Own(_, Feasible::Perhaps)
                if high < ends.1 && low == f64::NEG_INFINITY =>
            {
                high - ends.1
            }
            _ => 0.0,
        });
    }

    /// Gives the square of column `of` a price and a column. Returns the upper bound of that column.
    pub fn square(&mut self, of: u32, price: f64, upper: f64) -> f64 {
        self.squares.push(Square { of, price, column: self.cost.len() as u32 });
        self.cost.push(price);
        self.column.push(Vec::new());
        // Larger than any tangent requires.
        let most = 1.0 + 2.0 * upper * upper;
        self.upper.push(most);
        most
    }

    /// Largest number of solutions that open nodes may keep for warm starts.
    pub fn most_warm_starts(&self) -> usize {
        MOST_ENTRIES / self.column.iter().map(Vec::len).sum::<usize>().max(1)
    }

    /// The amount by which the tangents of a square are below it at `at`.
    pub fn below(&self, square: Square, at: f64) -> f64 {
        let tangents = self.column[square.column as usize].iter();
        let touches = tangents.map(|&(row, _)| -0.5 * self.rows.row(row as usize)[1].1);
        touches.fold(at * at, |least, p| least.min((at - p) * (at - p)))
    }

    /// Adds the row that keeps a square above its tangent at `at`.
    pub fn tangent(&mut self, square: Square, at: f64) {
        let row = self.rows.len();
        // The row is never written to a file, so it needs no name.
        self.rows.push(RowMeaning::Tangent, [(square.column, 1.0), (square.of, -2.0 * at)], -at * at, f64::INFINITY);
        self.take(row, &[], &HashMap::new());
    }

    /// `a x` of a row.
    fn activity(&self, row: usize, value: &[f64]) -> f64 {
        self.rows.row(row).iter().map(|&(c, a)| a * value[c as usize]).sum()
    }

    /// A row's perturbed side: the comparison and the number.
    fn side(&self, row: usize) -> (ComparisonOp, f64) {
        match (self.rows.low[row], self.rows.high[row], self.moved[row]) {
            (low, high, by) if low == high => (ComparisonOp::Eq, low - by),
            (low, f64::INFINITY, by) => (ComparisonOp::Ge, low - by),
            (_, high, by) => (ComparisonOp::Le, high + by),
        }
    }
}

/// A share between 0 and 1, the same in every run.
fn draw(number: u64) -> f64 {
    // Splitmix.
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// The state of `microlp`.
#[derive(Clone, Debug)]
enum State {
    /// Nothing is solved yet.
    New,
    Solved(Rc<Solution>),
    Failed,
}

/// The relaxation of a node, its point and its reduced costs.
#[derive(Clone, Debug)]
pub(crate) struct MilpRelaxation {
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    /// The point found last.
    pub value: Vec<f64>,
    /// A lower bound of every point's cost, from the present solve.
    pub bound: f64,
    /// By column: its cost less the rows' multipliers times its coefficients.
    pub reduced: Vec<f64>,
    vars: Vec<Variable>,
    gives: Option<Variable>,
    /// The value of the artificial column at the point.
    giving: f64,
    state: State,
    /// Whether a failed solve was repeated.
    tried: bool,
}

impl MilpRelaxation {
    pub fn new(lp: &Lp) -> MilpRelaxation {
        let n = lp.cost.len();
        MilpRelaxation {
            lower: vec![0.0; n],
            upper: lp.upper.clone(),
            value: vec![0.0; n],
            bound: f64::NEG_INFINITY,
            reduced: lp.cost.clone(),
            vars: Vec::new(),
            gives: None,
            giving: 0.0,
            state: State::New,
            tried: false,
        }
    }

    /// Must be called when bounds have changed. Warm starts from the solution of a node that contains this one, if one
    /// is given.
    pub fn begin(&mut self, from: Option<Rc<Solution>>) {
        self.bound = f64::NEG_INFINITY;
        self.tried = false;
        self.state = from.map_or(State::New, State::Solved);
    }

    /// The solution for warm starts of this node's children.
    pub fn solution(&self) -> Option<Rc<Solution>> {
        match &self.state {
            State::Solved(solution) => Some(Rc::clone(solution)),
            _ => None,
        }
    }

    /// Calls `microlp` once, or computes the multipliers of the present point.
    pub fn solve(&mut self, lp: &Lp) -> SolveProgress {
        self.state = match std::mem::replace(&mut self.state, State::Failed) {
            State::New => {
                let outcome = self.all(lp);
                self.ended(lp, outcome)
            }
            State::Solved(solution) => match self.set(lp, solution) {
                Ok(next) => next,
                Err(solution) => {
                    self.state = State::Solved(solution);
                    self.price(lp);
                    return SolveProgress::Solved;
                }
            },
            State::Failed => return SolveProgress::Stuck,
        };
        SolveProgress::More
    }

    /// The state after a call of `microlp`. A failed solve is repeated once, from the beginning.
    fn ended(&mut self, lp: &Lp, outcome: Result<Solution, Error>) -> State {
        match outcome {
            Ok(solution) => State::Solved(Rc::new(solution)),
            Err(_) if std::mem::replace(&mut self.tried, true) => State::Failed,
            Err(_) => {
                let outcome = self.all(lp);
                self.ended(lp, outcome)
            }
        }
    }

    /// Solves the whole program from the beginning. The node's bounds are set afterwards.
    fn all(&mut self, lp: &Lp) -> Result<Solution, Error> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        self.vars = (0..lp.cost.len()).map(|c| problem.add_var(lp.cost[c], (0.0, lp.upper[c]))).collect();
        let gives = problem.add_var(lp.dear, (0.0, f64::INFINITY));
        self.gives = Some(gives);
        for row in (0..lp.rows.len()).filter(|row| lp.binds[*row]) {
            let entries = lp.rows.row(row).iter().map(|&(c, a)| (self.vars[c as usize], a));
            let give = (lp.gives[row] != 0.0).then_some((gives, lp.gives[row]));
            let (relation, side) = lp.side(row);
            problem.add_constraint(entries.chain(give), relation, side);
        }
        problem.solve()
    }

    /// Sets bounds or a row that the point breaks. If it breaks none, returns the solution.
    fn set(&mut self, lp: &Lp, solution: Rc<Solution>) -> Result<State, Rc<Solution>> {
        for (value, var) in self.value.iter_mut().zip(&self.vars) {
            *value = solution[*var];
        }
        self.giving = self.gives.map_or(0.0, |gives| solution[gives]);
        let beyond = |c: &usize| (self.lower[*c] - self.value[*c]).max(self.value[*c] - self.upper[*c]);
        let broken: Vec<usize> = (0..self.value.len()).filter(|c| beyond(c) > AT).collect();
        // Columns that must be 0 and columns that must be 1 are set by one row, since none of them can lie beyond its
        // bound.
        let (mut row, mut side) = (Vec::new(), 0.0);
        for &c in broken.iter().filter(|&&c| lp.upper[c] == 1.0 && self.lower[c] == self.upper[c]) {
            if self.upper[c] == 0.0 {
                row.push((self.vars[c], 1.0));
            } else if self.upper[c] == 1.0 {
                row.push((self.vars[c], -1.0));
                side -= 1.0;
            }
        }
        if row.len() > 1 {
            let outcome = Rc::unwrap_or_clone(solution).add_constraint(row, ComparisonOp::Le, side);
            return Ok(self.ended(lp, outcome));
        }
        if let Some(c) = broken.into_iter().max_by(|a, b| beyond(a).total_cmp(&beyond(b))) {
            let solution = Rc::unwrap_or_clone(solution);
            let (var, low, high) = (self.vars[c], self.lower[c], self.upper[c]);
            let outcome = if low == high {
                solution.fix_var(var, low)
            } else if self.value[c] < low {
                solution.add_constraint([(var, 1.0)], ComparisonOp::Ge, low)
            } else {
                solution.add_constraint([(var, 1.0)], ComparisonOp::Le, high)
            };
            return Ok(self.ended(lp, outcome));
        }
        // Rows that are not in the first program, and tangents added since.
        let short = |row: &usize| match lp.side(*row) {
            (ComparisonOp::Ge, side) => side - lp.activity(*row, &self.value),
            (ComparisonOp::Le, side) => lp.activity(*row, &self.value) - side,
            _ => 0.0,
        };
        let worst = (0..lp.rows.len())
            .filter(|&row| !lp.binds[row])
            .map(|row| (short(&row), row))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, row)) = worst.filter(|w| w.0 > BROKEN) else { return Err(solution) };
        let entries: Vec<(Variable, f64)> = lp.rows.row(row).iter().map(|&(c, a)| (self.vars[c as usize], a)).collect();
        let (relation, side) = lp.side(row);
        let outcome = Rc::unwrap_or_clone(solution).add_constraint(entries, relation, side);
        Ok(self.ended(lp, outcome))
    }
}
