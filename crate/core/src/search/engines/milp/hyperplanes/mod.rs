//! Hyperplanes and linear rows as a mixed-integer program: written, or solved by branch and bound over its
//! relaxation, on whole columns. A cell whose tests are all decided is a small linear program over its features; the slanted
//! search settles it, so answers are attained and borders judged as there.
//!
//! A squared cost is the most of its tangents (Duran & Grossmann 1986). A column stands for each square, held up by tangents that
//! are laid where the relaxation's point needs them, and at the cheapest point of each cell that is settled; all hold everywhere, so parts
//! share them. Parts are pruned by the bound that the rows' multipliers prove for the squares themselves (`milp/relaxation/bound`).

mod program;

use super::{Formulation, Lp, Outcome, ProgramKind, Relaxation, Square};
use crate::ensemble::{Node as Inner, Split};
use crate::query::Query;
use crate::search::engines::box_search::Problem;
use crate::search::engines::lp_search::{LpModel, LpSearch, Node, Use, LEFT, RIGHT};
use crate::search::SearchError;
use minilp::Solution;
use program::{Branch, Program};
use std::rc::Rc;

/// How far from whole a column may be that counts as whole.
const WHOLE: f64 = 1e-4;
/// What squares may lie above the relaxation's, of its bound, before tangents are laid.
const LACK: f64 = 0.02;
/// What is never worth a tangent.
const SLIGHT: f64 = 1e-10;
/// How often a point is rounded, each time in another order.
const ROUNDINGS: usize = 20;
/// From which share on a column is 1 then, in turn.
const THRESHOLDS: [f64; 5] = [0.5, 0.3, 0.7, 0.4, 0.6];
/// Share of what they lay above that a round of tangents must have gained, for another.
const GAIN: f64 = 0.05;

/// The program of a query, a problem a goal, to be written down.
///
/// # Errors
/// Where a goal is not linear in the scores.
pub(in crate::search) fn written(
    problems: Vec<Problem>,
    query: &Query,
    enforced: &[bool],
    kind: ProgramKind,
) -> Result<Formulation, SearchError> {
    if problems.iter().any(|p| p.goal.only_necessary()) {
        let what = "a probability under a softmax over three or more classes is not linear in the scores, so there is no linear program of it; take the class itself, with a margin, for the target";
        return Err(SearchError::Unsupported { what: what.into() });
    }
    problems.iter().try_for_each(|p| present(p, query))?;
    let frames: Vec<LpModel> = problems
        .into_iter()
        .map(|p| LpModel::new(p, query, enforced, &[], Use::Cells))
        .collect::<Result<_, SearchError>>()?;
    let mut form = Program::new(&frames, kind, true).form;
    form.squares = frames[0].squared().collect();
    Ok(form)
}

/// # Errors
/// Where a value is missing, or zero counts as missing.
fn present(problem: &Problem, query: &Query) -> Result<(), SearchError> {
    let number =
        |c: usize| problem.compiled.schema.features.iter().any(|f| f.level_count().is_none() && f.columns()[0] == c);
    let zero = |n: &Inner| matches!(n, Inner::Split { split: Split::Intervals { column, .. }, .. } if number(*column));
    let zeros = problem.compiled.ensemble.trees.iter().flat_map(|t| &t.nodes).any(zero);
    if zeros || query.factual.iter().any(|x| x.is_nan()) {
        let what = "missing values, and splits at which zero counts as missing, are not answered with linear constraints or hyperplanes in this version; leave the engine out";
        return Err(SearchError::Unsupported { what: what.into() });
    }
    Ok(())
}

/// An open part of the space.
#[derive(Clone, Debug)]
struct Subproblem {
    cell: Node,
    /// No answer in it costs less.
    bound: f64,
    /// The bound before the last round of tangents.
    before: f64,
    /// The solution that its relaxation goes on from.
    from: Option<Rc<Solution>>,
}

/// A resumable search for the cheapest answer under a cutoff.
#[derive(Debug)]
pub(in crate::search) struct HyperplaneSearch {
    cells: LpSearch,
    program: Program,
    lp: Lp,
    relaxation: Relaxation,
    open: Vec<Subproblem>,
    /// The part whose relaxation is being solved.
    now: Option<Subproblem>,
    nodes: u64,
}

impl HyperplaneSearch {
    /// # Errors
    /// What is not answered, by name.
    pub fn new(
        problem: Problem,
        query: &Query,
        enforced: &[bool],
        cutoff: f64,
    ) -> Result<HyperplaneSearch, SearchError> {
        present(&problem, query)?;
        let mut cells = LpSearch::cells(problem, query, enforced, cutoff)?;
        let mut program = Program::new(std::slice::from_ref(cells.lp()), ProgramKind::Paper, false);
        let root = Node::root(cells.lp()).and_then(|mut cell| cell.settle(cells.lp()).then_some(cell));
        // Levels and leaves that no answer uses are no part of the program.
        let (mut lower, mut upper) = (vec![0.0; program.form.upper.len()], program.form.upper.clone());
        root.iter().for_each(|cell| program.ends(cells.lp(), cell, &mut lower, &mut upper));
        let form = &mut program.form;
        form.upper = upper;
        let constant = form.constant - cells.lp().problem.goal.offset;
        let (rows, cost) = (std::mem::take(&mut form.rows), std::mem::take(&mut form.cost));
        let mut lp = Lp::new(rows, cost, &form.upper, constant, cells.lp().dearest, false);
        // Where nothing is possible there are no columns.
        for (c, price) in cells.lp().squared().filter(|_| root.is_some()) {
            let most = lp.square(c, price, form.upper[c as usize]);
            form.own_column(String::new(), false, price, most);
        }
        let relaxation = Relaxation::new(&lp);
        let bound = cells.lp().fixed;
        root.iter().for_each(|cell| cells.dive_first(cell.clone()));
        let open =
            root.into_iter().map(|cell| Subproblem { cell, bound, before: f64::NEG_INFINITY, from: None }).collect();
        Ok(HyperplaneSearch { cells, program, lp, relaxation, open, now: None, nodes: 0 })
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
        let cells = self.cells.bound();
        self.open.iter().chain(&self.now).map(|p| p.bound).fold(cells, f64::min)
    }

    /// Whether every part of the space is accounted for.
    pub fn proved(&self) -> bool {
        self.cells.proved()
    }

    /// A piece of the dive to the first answer, a relaxation, or one node; `true` when nothing is left.
    pub fn step(&mut self) -> bool {
        if self.cells.dive_again() {
            return false;
        }
        if let Some(mut part) = self.now.take() {
            match self.relaxation.solve(&self.lp) {
                Outcome::More => self.now = Some(part),
                outcome => {
                    part.bound = part.bound.max(self.relaxation.bound);
                    if part.bound < self.cells.limit() {
                        if outcome == Outcome::Solved && self.bend(&part) {
                            part.before = part.bound;
                            part.from = self.relaxation.solution();
                            self.begin(part);
                        } else {
                            self.divide(part);
                        }
                    }
                }
            }
        } else if let Some(part) = self.next() {
            if part.bound < self.cells.limit() {
                self.nodes += 1;
                self.begin(part);
            }
        }
        self.open.is_empty() && self.now.is_none()
    }

    /// The open part with the least bound, of several the newest.
    fn next(&mut self) -> Option<Subproblem> {
        let bound = |i: &usize| self.open[*i].bound;
        let at = (0..self.open.len()).rev().min_by(|a, b| bound(a).total_cmp(&bound(b)))?;
        Some(self.open.remove(at))
    }

    /// Takes up a part.
    fn begin(&mut self, mut part: Subproblem) {
        self.relaxation.lower.fill(0.0);
        self.relaxation.upper.copy_from_slice(&self.program.form.upper);
        let (lower, upper) = (&mut self.relaxation.lower, &mut self.relaxation.upper);
        self.program.ends(self.cells.lp(), &part.cell, lower, upper);
        self.relaxation.begin(part.from.take());
        self.now = Some(part);
    }

    /// Lays tangents to the squares at the relaxation's point where it takes them for much less than they are, as long as that
    /// raises the bound; whether there are new ones.
    fn bend(&mut self, part: &Subproblem) -> bool {
        let value = &self.relaxation.value;
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
            let [v, s] = [square.of, square.column].map(|c| self.relaxation.value[c as usize]);
            if square.price * self.lp.below(square, p) > slight {
                cuts += square.price * ((2.0 * v - p) * p - s).max(0.0);
                self.lp.tangent(square, p);
            }
        }
        cuts > slight
    }

    /// Splits a part at a column that is not whole; else settles the cell that its point lies in.
    fn divide(&mut self, mut part: Subproblem) {
        part.from = self.relaxation.solution().filter(|_| self.open.len() < self.lp.kept());
        let (lower, upper) = (&self.relaxation.lower, &self.relaxation.upper);
        let open: Vec<(usize, Branch, f64)> = self
            .program
            .branches()
            .filter(|(c, branch)| lower[*c] < upper[*c] && self.asked(&part.cell, *branch))
            .map(|(c, branch)| (c, branch, self.relaxation.value[c].clamp(lower[c], upper[c])))
            .collect();
        self.round(&part, &open);
        if part.bound >= self.cells.limit() || !self.fix(&mut part, &open) {
            return;
        }
        let away = |at: f64| (at - at.round()).abs();
        let score = |&(c, _, at): &(usize, Branch, f64)| away(at) * (self.lp.column[c].len() as f64).sqrt();
        let most = open.iter().max_by(|a, b| score(a).total_cmp(&score(b)));
        if let Some(&(_, branch, at)) = most.filter(|m| away(m.2) > WHOLE) {
            return self.split(&part, branch, at);
        }
        let mut cut = false;
        if let Some(cell) = self.cell(&part) {
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
        if let Some(&(_, branch, at)) = open.first() {
            self.split(&part, branch, at);
        }
    }

    /// Whether a column is to be decided still; a test of the trees only where it divides live leaves.
    fn asked(&self, cell: &Node, branch: Branch) -> bool {
        let (Branch::Test(test) | Branch::Is(test)) = branch else { return true };
        let uses = &self.cells.lp().forest.uses[test as usize];
        let divides = |&[first, mid, end]: &[u32; 3]| cell.any(first, mid) && cell.any(mid, end);
        cell.side[test as usize] == 0
            && (matches!(branch, Branch::Is(_)) || uses.is_empty() || uses.iter().any(divides))
    }

    /// Decides the columns to which the relaxation's point is nearest first, one after the other with all that follows, and settles the cell that
    /// this leads to.
    fn round(&mut self, part: &Subproblem, open: &[(usize, Branch, f64)]) {
        let mut order: Vec<(f64, Branch, f64)> = open.iter().map(|o| ((o.2 - o.2.round()).abs(), o.1, o.2)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        for round in 0..ROUNDINGS {
            let threshold = THRESHOLDS[round % THRESHOLDS.len()];
            let mut cell = part.cell.clone();
            let failed = order.iter().position(|&(_, branch, at)| {
                let nearer = |up: bool| {
                    let mut next = cell.clone();
                    self.decide(&mut next, branch, at, up).then_some(next)
                };
                let up = at - at.floor() >= threshold;
                match nearer(up).or_else(|| nearer(!up)) {
                    Some(next) => {
                        cell = next;
                        false
                    }
                    None => true,
                }
            });
            match failed {
                // A column that had no side left at the end is decided first.
                Some(failed) => order[..=failed].rotate_right(1),
                None => self.cells.finish(cell),
            }
        }
    }

    /// Decides the columns that would raise the bound to the costs of interest the other way; `false` where nothing is left.
    fn fix(&self, part: &mut Subproblem, open: &[(usize, Branch, f64)]) -> bool {
        let room = self.cells.limit() - self.relaxation.bound;
        if !room.is_finite() {
            return true;
        }
        let room = room + 1e-9 * (1.0 + room.abs());
        for &(c, branch, _) in open {
            let by = self.relaxation.reduced[c];
            let (Branch::Test(test) | Branch::Is(test)) = branch else { continue };
            let one = if matches!(branch, Branch::Test(_)) { RIGHT } else { LEFT };
            if by > room {
                part.cell.decide(test, LEFT + RIGHT - one);
            } else if -by > room {
                part.cell.decide(test, one);
            }
        }
        part.cell.settle(self.cells.lp())
    }

    /// Takes one side of a column; `false` where nothing is left.
    fn decide(&self, cell: &mut Node, branch: Branch, at: f64, up: bool) -> bool {
        let lp = self.cells.lp();
        let kept = match branch {
            Branch::Test(test) => {
                cell.decide(test, if up { RIGHT } else { LEFT });
                true
            }
            Branch::Is(test) => {
                cell.decide(test, if up { LEFT } else { RIGHT });
                true
            }
            Branch::Whole(f, zero) => {
                let floor = zero + at.floor().min(cell.hi[f] - zero - 1.0);
                let (low, high) = if up { (floor + 1.0, f64::INFINITY) } else { (f64::NEG_INFINITY, floor) };
                cell.narrow(lp, f, low, high)
            }
        };
        kept && cell.settle(lp) && self.allowed(cell)
    }

    /// Whether every limit over several features can be met, as far as the ends of the features say.
    fn allowed(&self, cell: &Node) -> bool {
        let lp = self.cells.lp();
        let mut ends = Vec::new();
        lp.ends(&cell.relaxed, &mut ends);
        lp.always.iter().all(|&row| {
            let (sign, limit) = lp.forest.limit(row);
            let (mut least, mut size) = (0.0, limit.abs());
            for &(g, a) in lp.forest.coefs(row / 2) {
                let part = (sign * a * ends[g as usize].0).min(sign * a * ends[g as usize].1);
                least += part;
                size += part.abs();
            }
            // NaN, of opposite infinities, says nothing.
            least.is_nan() || least <= limit + 1e-9 * (1.0 + size)
        })
    }

    fn split(&mut self, part: &Subproblem, branch: Branch, at: f64) {
        // The nearer side is opened first.
        for up in [at - at.floor() < 0.5, at - at.floor() >= 0.5] {
            let mut side = part.clone();
            if self.decide(&mut side.cell, branch, at, up) {
                self.open.push(side);
            }
        }
    }

    /// The cell of the relaxation's point, its whole columns rounded.
    fn cell(&self, part: &Subproblem) -> Option<Node> {
        let lp = self.cells.lp();
        let Relaxation { lower, upper, value, .. } = &self.relaxation;
        let value: Vec<f64> = (0..value.len()).map(|c| value[c].clamp(lower[c], upper[c])).collect();
        let mut cell = part.cell.clone();
        for (c, branch) in self.program.branches() {
            let up = value[c] > 0.5;
            match branch {
                Branch::Test(test) if cell.side[test as usize] == 0 => cell.decide(test, if up { RIGHT } else { LEFT }),
                Branch::Is(test) if cell.side[test as usize] == 0 => cell.decide(test, if up { LEFT } else { RIGHT }),
                Branch::Whole(f, zero) => {
                    let x = zero + value[c].round();
                    if !cell.narrow(lp, f, x, x) {
                        return None;
                    }
                }
                _ => {}
            }
        }
        cell.settle(lp).then_some(cell)
    }
}
