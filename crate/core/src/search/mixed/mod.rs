//! Hyperplanes and linear rows as a mixed-integer program: written, or solved by branch and bound over its
//! relaxation, on whole columns. A cell whose tests are all decided is a small linear program over its features; the slanted
//! search settles it, so answers are attained and borders judged as there.
//!
//! A squared cost is the most of its tangents (Duran & Grossmann 1986). A column stands for each square, held up by tangents that
//! are laid where the relaxation's point needs them, and at the cheapest point of each cell that is settled; all hold everywhere, so parts
//! share them. What prunes is the bound that the rows' multipliers prove for the squares themselves (`milp/lp/bound`).

mod program;

use super::boxes::Problem;
use super::milp::{Formulation, Lp, Outcome, Simplex, Square};
use super::slanted::{Ask, Frame, Node, Place, SlantedSearch, Use, LEFT, RIGHT};
use super::SearchError;
use crate::ensemble::{Node as Inner, Split};
use crate::query::Query;
use program::Program;

/// How far from whole a column may be that counts as whole.
const WHOLE: f64 = 1e-7;
/// What squares may lie above the relaxation's, of its bound, before tangents are laid.
const LACK: f64 = 0.02;
/// What is never worth a tangent.
const SLIGHT: f64 = 1e-10;
/// Share of what they lay above that a round of tangents must have gained, for another.
const GAIN: f64 = 0.05;
/// Pivots of a step.
const PIVOTS: u32 = 50;

/// The program of a query, a problem a goal, to be written down.
///
/// # Errors
/// Where a goal is not linear in the scores.
pub(super) fn written(problems: Vec<Problem>, query: &Query, enforced: &[bool]) -> Result<Formulation, SearchError> {
    if problems.iter().any(|p| p.goal.only_necessary()) {
        let what = "a probability under a softmax over three or more classes is not linear in the scores, so there is no linear program of it; take the class itself, with a margin, for the target";
        return Err(SearchError::Unsupported { what: what.into() });
    }
    problems.iter().try_for_each(|p| present(p, query))?;
    let frames: Vec<Frame> = problems
        .into_iter()
        .map(|p| Frame::new(p, query, enforced, &[], Use::Cells))
        .collect::<Result<_, SearchError>>()?;
    let mut form = Program::new(&frames, true).form;
    form.squares = frames[0].squared().collect();
    Ok(form)
}

/// # Errors
/// Where a value is missing, or zero counts as missing.
fn present(problem: &Problem, query: &Query) -> Result<(), SearchError> {
    let number =
        |c: usize| problem.compiled.schema.features.iter().any(|f| f.level_count().is_none() && f.columns()[0] == c);
    let zero = |n: &Inner| matches!(n, Inner::Split { split: Split::Intervals { column, .. }, .. } if number(*column));
    // Builds that know no such splits refuse them where tests are made.
    let zeros = problem.compiled.ensemble.trees.iter().flat_map(|t| &t.nodes).any(zero);
    if zeros || query.factual.iter().any(|x| x.is_nan()) {
        let what = "missing values, and splits at which zero counts as missing, are not answered with linear constraints or hyperplanes in this version; leave the engine out";
        return Err(SearchError::Unsupported { what: what.into() });
    }
    Ok(())
}

/// A part of the space: ends of columns that differ from the whole program's.
#[derive(Clone, Debug)]
struct Part {
    ends: Vec<(u32, f64, f64)>,
    bound: f64,
    /// The bound before the last round of tangents.
    before: f64,
}

/// A resumable search for the cheapest answer under a cutoff.
#[derive(Debug)]
pub(super) struct MixedSearch {
    cells: SlantedSearch,
    program: Program,
    lp: Lp,
    simplex: Simplex,
    open: Vec<Part>,
    /// The part whose relaxation is being solved.
    now: Option<Part>,
    /// Least bound of parts that could not be settled.
    unsettled: f64,
    nodes: u64,
}

impl MixedSearch {
    /// # Errors
    /// What is not answered, by name.
    pub fn new(problem: Problem, query: &Query, enforced: &[bool], cutoff: f64) -> Result<MixedSearch, SearchError> {
        present(&problem, query)?;
        let cells = SlantedSearch::cells(problem, query, enforced, cutoff)?;
        let mut program = Program::new(std::slice::from_ref(cells.frame()), false);
        let form = &mut program.form;
        let constant = form.constant - cells.frame().problem.goal.offset;
        let mut lp = Lp::new(std::mem::take(&mut form.rows), std::mem::take(&mut form.cost), constant);
        for (c, price) in cells.frame().squared() {
            let most = lp.square(c, price, form.upper[c as usize]);
            form.own_column(String::new(), false, price, most);
        }
        let simplex = Simplex::new(&lp, &form.upper);
        let root = Part { ends: Vec::new(), bound: cells.frame().fixed, before: f64::NEG_INFINITY };
        Ok(MixedSearch { cells, program, lp, simplex, open: vec![root], now: None, unsettled: f64::INFINITY, nodes: 0 })
    }

    /// An answer in shorter decimals, with its cost; `None` where it has them already.
    pub fn shortened(&self, row: &[f64], cost: f64) -> Option<(Vec<f64>, f64)> {
        self.cells.shortened(row, cost)
    }

    /// Raw row and cost of the best answer so far.
    pub fn best(&self) -> Option<(&[f64], f64)> {
        self.cells.best()
    }

    /// Nodes opened beyond the root.
    pub fn nodes(&self) -> u64 {
        self.nodes.saturating_sub(1)
    }

    /// A proved lower bound of every answer's cost; the cutoff when done without an answer.
    pub fn bound(&self) -> f64 {
        let cells = self.cells.bound().min(self.unsettled);
        self.open.iter().chain(&self.now).map(|p| p.bound).fold(cells, f64::min)
    }

    /// Whether every part of the space is accounted for.
    pub fn proved(&self) -> bool {
        self.cells.proved() && self.unsettled >= self.cells.limit()
    }

    /// Some pivots, or one node; `true` when nothing is left.
    pub fn step(&mut self) -> bool {
        if let Some(mut part) = self.now.take() {
            let cut = self.cells.limit();
            let outcome = self.simplex.solve(&self.lp, cut, PIVOTS);
            part.bound = part.bound.max(self.simplex.bound);
            match outcome {
                Outcome::More if part.bound < cut => self.now = Some(part),
                Outcome::More | Outcome::Above | Outcome::Empty => {}
                Outcome::Optimal if part.bound < cut && self.bend(&part) => {
                    part.before = part.bound;
                    self.begin(part);
                }
                Outcome::Optimal | Outcome::Stuck if part.bound < cut => self.divide(part),
                Outcome::Optimal | Outcome::Stuck => {}
            }
        } else if let Some(part) = self.open.pop() {
            if part.bound < self.cells.limit() {
                self.nodes += 1;
                self.simplex.lower.fill(0.0);
                self.simplex.upper.copy_from_slice(&self.program.form.upper);
                for &(c, lower, upper) in &part.ends {
                    (self.simplex.lower[c as usize], self.simplex.upper[c as usize]) = (lower, upper);
                }
                self.begin(part);
            }
        }
        self.open.is_empty() && self.now.is_none()
    }

    /// Takes up a part whose ends stand.
    fn begin(&mut self, part: Part) {
        self.simplex.begin(&self.lp);
        self.now = Some(part);
    }

    /// Lays tangents to the squares at the relaxation's point where it takes them for much less than they are, as long as that
    /// raises the bound; whether there are new ones.
    fn bend(&mut self, part: &Part) -> bool {
        let value = &self.simplex.value;
        let lack = |s: &Square| {
            let v = value[s.of as usize];
            s.price * (v * v - value[s.column as usize])
        };
        let all: f64 = self.lp.squares.iter().map(lack).sum();
        if all <= LACK * (part.bound + all).abs() + SLIGHT || part.bound - part.before < GAIN * all {
            return false;
        }
        let least = all / (8 * self.lp.squares.len()) as f64;
        for i in 0..self.lp.squares.len() {
            let square = self.lp.squares[i];
            if lack(&square) > least && value[square.of as usize] > 0.0 {
                self.lp.tangent(square, value[square.of as usize]);
            }
        }
        true
    }

    /// Lays tangents at the cheapest point of a cell, which lift the bound of the cell to its cost (Fletcher & Leyffer 1994); whether
    /// they cut off the relaxation's point.
    fn touch(&mut self, cell: &Node, bound: f64) -> bool {
        if self.lp.squares.is_empty() {
            return false;
        }
        let at = self.cells.cheapest_in(cell);
        let (mut cuts, slight) = (0.0, 1e-11 * bound.abs() + 1e-12);
        for i in 0..at.len().min(self.lp.squares.len()) {
            let square = self.lp.squares[i];
            let p = at[square.of as usize];
            let [v, s] = [square.of, square.column].map(|c| self.simplex.value[c as usize]);
            if square.price * self.lp.below(square, p) > slight {
                cuts += square.price * ((2.0 * v - p) * p - s).max(0.0);
                self.lp.tangent(square, p);
            }
        }
        cuts > slight
    }

    /// Splits a part at a column that is not whole; else settles the cell that its point lies in.
    fn divide(&mut self, part: Part) {
        let open = |c: &usize| self.program.form.whole(*c) && self.simplex.lower[*c] < self.simplex.upper[*c];
        let away = |c: usize| (self.simplex.value[c] - self.simplex.value[c].round()).abs();
        let all: Vec<usize> = (0..self.simplex.value.len()).filter(open).collect();
        let score = |c: usize| away(c) * (self.lp.column[c].len() as f64).sqrt();
        let most = all.iter().copied().max_by(|&a, &b| score(a).total_cmp(&score(b)));
        if let Some(c) = most.filter(|&c| away(c) > WHOLE) {
            return self.split(part, c);
        }
        let mut cut = false;
        if let Some(cell) = self.cell() {
            cut = self.touch(&cell, part.bound);
            self.cells.finish(cell);
        }
        let closed = |limit: f64| part.bound >= limit - 1e-9 * limit.abs() - 4e-10;
        if self.cells.best().is_some() && closed(self.cells.limit()) {
            return;
        }
        if cut {
            return self.begin(part);
        }
        if let Some(&c) = all.first() {
            self.split(part, c);
        }
    }

    fn split(&mut self, part: Part, c: usize) {
        let value = self.simplex.value[c];
        let (lower, upper) = (self.simplex.lower[c], self.simplex.upper[c]);
        let floor = value.floor().clamp(lower, upper - 1.0);
        let mut sides = [(lower, floor), (floor + 1.0, upper)].map(|(low, high)| {
            let mut side = part.clone();
            side.ends.retain(|e| e.0 != c as u32);
            side.ends.push((c as u32, low, high));
            side
        });
        // The nearer side is opened first.
        if value - floor < 0.5 {
            sides.reverse();
        }
        self.open.extend(sides);
    }

    /// The cell of the relaxation's point, its whole columns rounded. It lies in the part, wherever a solve ended.
    fn cell(&self) -> Option<Node> {
        let frame = self.cells.frame();
        let Simplex { lower, upper, value, .. } = &self.simplex;
        let value: Vec<f64> = (0..value.len()).map(|c| value[c].clamp(lower[c], upper[c])).collect();
        let mut cell = Node::root(frame)?;
        for test in 0..frame.forest.tests.len() {
            let right = match frame.forest.tests[test].kind {
                Ask::Charged(_, _, share) => Some(value[frame.columns(share).start] > 0.5),
                _ => self.program.goes_right(test, &value),
            };
            if let (0, Some(right)) = (cell.side[test], right) {
                cell.decide(test as u32, if right { RIGHT } else { LEFT });
            }
        }
        for place in &frame.places {
            if let Place::Levels { first, base, count, is, .. } = *place {
                let mut other = false;
                for (k, g) in super::slanted::shares(first, base, count as usize) {
                    let on = value[frame.columns(g).start] > 0.5;
                    other |= on;
                    cell.decide(is + k as u32, if on { LEFT } else { RIGHT });
                }
                cell.decide(is + base, if other { RIGHT } else { LEFT });
            }
        }
        for &(f, column, zero) in &self.program.wholes {
            let x = zero + value[column as usize].round();
            if !cell.narrow(frame, f, x, x) {
                return None;
            }
        }
        cell.settle(frame).then_some(cell)
    }
}
