//! The mixed-integer program with hyperplanes and linear constraints. It is written to a file, or solved by branch and
//! bound over its relaxation, which branches on integer columns. A node whose tests are all decided is a small linear
//! program over its features. The linear program search solves it, so that answers are attained, and points on
//! hyperplanes are classified, as there.
//!
//! A squared cost is the maximum of its tangents (Duran & Grossmann 1986). Each square has a column of its own, bounded
//! below by tangents. Tangents are added at the relaxation's point where they are needed, and at the cheapest point of
//! each node that lp_search has solved. All tangents hold everywhere, so nodes share them. Nodes are pruned by the bound that the rows'
//! multipliers prove for the squares themselves (`milp/relaxation/bound`).

mod program;

use super::{Domain, Formulation, Lp, MilpRelaxation, ProgramKind, Purpose, SolveProgress, Square, Steps};
use crate::SearchError;
use espalier_engines::lp_search::{LpModel, LpNode, LpSearch, Shortening, Use};
use espalier_engines::problem::Problem;
use espalier_engines::tolerances::{CLOSE_SOLVED_NODE, CONSTRAINT_KEPT, COST_ROUNDING, EQUAL, FIXING, WHOLE_COLUMN};
use espalier_model::ensemble::{Node as Inner, Side, Split};
use espalier_model::query::Query;
use espalier_numerics::sorting::sort_by;
use minilp::Solution;
use program::{ColumnDecision, HyperplaneProgram};
use std::rc::Rc;

/// Tangents are added if the squares exceed the relaxation's squares by more than this share of its bound. Less lays
/// more tangents before a node is divided. By hand; not measured.
const LACK: f64 = 0.02;
/// An excess of the squares that is never worth a tangent, in units of cost. It ends the rounds where the bound is near
/// 0. By hand.
const SLIGHT: f64 = 1e-10;
/// A tangent at the cheapest point of a node is added if it lifts a square by more than this share of the node's bound.
/// Less adds tangents for rounding. By hand.
const LIFTS: f64 = 1e-11;
/// Largest number of times that a relaxed point is rounded, each time in another order of columns. More finds answers
/// sooner, at the solve of a decided node each. By hand; not measured.
const ROUNDINGS: usize = 20;
/// Thresholds of the rounding, used in turn. A column's value above the threshold is rounded to 1. From 0 to 1. By
/// hand; not measured.
const THRESHOLDS: [f64; 5] = [0.5, 0.3, 0.7, 0.4, 0.6];
/// Another round of tangents follows only if the last one raised the bound by this share of the present excess of the
/// squares. Less goes on for longer where tangents help little. By hand; not measured.
const GAIN: f64 = 0.05;

/// The program of a query, with one problem for each goal, to be written to a file.
///
/// # Errors
/// Where a goal is not linear in the scores.
pub(crate) fn written(
    problems: Vec<Problem>,
    query: &Query,
    enforced: &[bool],
    kind: ProgramKind,
) -> Result<Formulation, SearchError> {
    if problems.iter().any(|p| p.only_necessary()) {
        let what = "a probability under a softmax over three or more classes is not linear in the scores, so there is no linear program of it; take the class itself, with a margin, for the target";
        return Err(SearchError::Unsupported { what: what.into() });
    }
    problems.iter().try_for_each(|p| present(p, query))?;
    let frames: Vec<LpModel> = problems
        .into_iter()
        .map(|p| LpModel::new(p, query, enforced, &[], Use::MixedInteger))
        .collect::<Result<_, SearchError>>()?;
    let mut form = HyperplaneProgram::new(&frames, kind, Purpose::Written).form;
    form.squares = frames[0].program.squared().collect();
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

/// An integer column that is not decided, and its value in the relaxation.
#[derive(Clone, Copy, Debug)]
struct Undecided {
    column: usize,
    branch: ColumnDecision,
    value: f64,
}

impl Undecided {
    /// The distance from a whole number.
    fn away(&self) -> f64 {
        (self.value - self.value.round()).abs()
    }
}

/// An open node.
#[derive(Clone, Debug)]
struct Subproblem {
    node: LpNode,
    /// A lower bound of every answer in it.
    bound: f64,
    /// The bound before the last round of tangents.
    before: f64,
    /// The solution that warm starts its relaxation.
    from: Option<Rc<Solution>>,
}

/// A resumable search for the cheapest answer under a cutoff.
#[derive(Debug)]
pub(crate) struct HyperplaneSearch {
    lp_search: LpSearch,
    program: HyperplaneProgram,
    lp: Lp,
    relaxation: MilpRelaxation,
    open: Vec<Subproblem>,
    /// The node whose relaxation is being solved.
    now: Option<Subproblem>,
    nodes: u64,
}

impl HyperplaneSearch {
    /// # Errors
    /// Query features that this engine does not support, by name.
    pub fn new(
        problem: Problem,
        query: &Query,
        enforced: &[bool],
        cutoff: f64,
    ) -> Result<HyperplaneSearch, SearchError> {
        present(&problem, query)?;
        let mut lp_search = LpSearch::for_milp(problem, query, enforced, cutoff)?;
        let mut program =
            HyperplaneProgram::new(std::slice::from_ref(lp_search.lp()), ProgramKind::Paper, Purpose::Solved);
        let root = LpNode::root(lp_search.lp()).and_then(|mut node| node.propagate(lp_search.lp()).then_some(node));
        // Levels and leaves that no answer uses are not in the program.
        let (mut lower, mut upper) = (vec![0.0; program.form.upper.len()], program.form.upper.clone());
        root.iter().for_each(|node| program.ends(lp_search.lp(), node, &mut lower, &mut upper));
        let form = &mut program.form;
        form.upper = upper;
        let constant = form.constant - lp_search.lp().problem.goal.offset;
        let (rows, cost) = (std::mem::take(&mut form.rows), std::mem::take(&mut form.cost));
        let mut lp = Lp::new(rows, cost, &form.upper, constant, lp_search.lp().dearest, Steps::FromTheStart);
        // An infeasible program has no columns.
        for (c, price) in lp_search.lp().program.squared().filter(|_| root.is_some()) {
            let most = lp.square(c, price, form.upper[c as usize]);
            form.named_column(String::new(), Domain::Real, price, most);
        }
        let relaxation = MilpRelaxation::new(&lp);
        let bound = lp_search.lp().floor;
        root.iter().for_each(|node| lp_search.dive_first(node.clone()));
        let open =
            root.into_iter().map(|node| Subproblem { node, bound, before: f64::NEG_INFINITY, from: None }).collect();
        Ok(HyperplaneSearch { lp_search, program, lp, relaxation, open, now: None, nodes: 0 })
    }

    /// Takes the incumbents that others have replaced since the last call.
    pub fn replaced(&mut self) -> Vec<(Vec<f64>, f64)> {
        self.lp_search.replaced()
    }

    /// Tries one set of shorter decimals. Returns whether nothing is left to try.
    pub fn shorten(&self, now: &mut Shortening) -> bool {
        self.lp_search.shorten(now)
    }

    /// Raw row and cost of the best answer so far.
    pub fn best(&self) -> Option<(&[f64], f64)> {
        self.lp_search.best()
    }

    /// Nodes opened beyond the root.
    pub fn nodes(&self) -> u64 {
        self.nodes.saturating_sub(1)
    }

    /// A proved lower bound of every answer's cost; the cutoff when done without an answer.
    pub fn bound(&self) -> f64 {
        let solved = self.lp_search.bound();
        self.open.iter().chain(&self.now).map(|p| p.bound).fold(solved, f64::min)
    }

    /// Whether all of the space is covered by the proof.
    pub fn proved(&self) -> bool {
        self.lp_search.proved()
    }

    /// Does one piece of the dive to the first answer, solves one relaxation, or opens one node. Returns `true` when
    /// nothing is left.
    pub fn step(&mut self) -> bool {
        if self.lp_search.dive_again() {
            return false;
        }
        if let Some(mut part) = self.now.take() {
            match self.relaxation.solve(&self.lp) {
                SolveProgress::More => self.now = Some(part),
                outcome => {
                    part.bound = part.bound.max(self.relaxation.bound);
                    if part.bound < self.lp_search.cutoff() {
                        if outcome == SolveProgress::Solved && self.bend(&part) {
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
            if part.bound < self.lp_search.cutoff() {
                self.nodes += 1;
                self.begin(part);
            }
        }
        self.open.is_empty() && self.now.is_none()
    }

    /// The open node with the least bound. Of several, the newest.
    fn next(&mut self) -> Option<Subproblem> {
        let bound = |i: &usize| self.open[*i].bound;
        let at = (0..self.open.len()).rev().min_by(|a, b| bound(a).total_cmp(&bound(b)))?;
        Some(self.open.remove(at))
    }

    /// Starts on a node.
    fn begin(&mut self, mut part: Subproblem) {
        self.relaxation.lower.fill(0.0);
        self.relaxation.upper.copy_from_slice(&self.program.form.upper);
        let (lower, upper) = (&mut self.relaxation.lower, &mut self.relaxation.upper);
        self.program.ends(self.lp_search.lp(), &part.node, lower, upper);
        self.relaxation.begin(part.from.take());
        self.now = Some(part);
    }

    /// Adds tangents to the squares at the relaxation's point, where its squares are much too small, and as long as
    /// tangents raise the bound. Returns whether there are new tangents.
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

    /// Adds tangents at the cheapest point of a node. They raise the bound of the node to its cost (Fletcher & Leyffer
    /// 1994). Returns whether they cut off the relaxation's point.
    fn touch(&mut self, node: &LpNode, bound: f64) -> bool {
        if self.lp.squares.is_empty() {
            return false;
        }
        let at = self.lp_search.cheapest_in(node);
        let (mut cuts, slight) = (0.0, LIFTS * bound.abs() + COST_ROUNDING);
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

    /// Branches a node on a column that is not integer. Without one, solves the decided node that contains the relaxation's
    /// point.
    fn divide(&mut self, mut part: Subproblem) {
        part.from = self.relaxation.solution().filter(|_| self.open.len() < self.lp.most_warm_starts());
        let (lower, upper) = (&self.relaxation.lower, &self.relaxation.upper);
        let open: Vec<Undecided> = self
            .program
            .branches()
            .filter(|(c, branch)| lower[*c] < upper[*c] && self.asked(&part.node, *branch))
            .map(|(column, branch)| {
                let value = self.relaxation.value[column].clamp(lower[column], upper[column]);
                Undecided { column, branch, value }
            })
            .collect();
        self.round(&part, &open);
        if part.bound >= self.lp_search.cutoff() || !self.fix(&mut part, &open) {
            return;
        }
        let score = |one: &Undecided| one.away() * (self.lp.column[one.column].len() as f64).sqrt();
        let most = open.iter().max_by(|a, b| score(a).total_cmp(&score(b)));
        if let Some(one) = most.filter(|one| one.away() > WHOLE_COLUMN) {
            return self.split(&part, one.branch, one.value);
        }
        let mut cut = false;
        if let Some(node) = self.rounded_node(&part) {
            cut = self.touch(&node, part.bound);
            self.finish(node, part.bound);
        }
        let closed = |limit: f64| part.bound >= limit - EQUAL * limit.abs() - CLOSE_SOLVED_NODE;
        if self.lp_search.best().is_some() && closed(self.lp_search.cutoff()) {
            return;
        }
        if cut {
            return self.begin(part);
        }
        if let Some(one) = open.first() {
            self.split(&part, one.branch, one.value);
        }
    }

    /// Whether a column must still be decided. A test of the trees needs that only where it separates live leaves.
    fn asked(&self, node: &LpNode, branch: ColumnDecision) -> bool {
        let (ColumnDecision::Test(test) | ColumnDecision::Is(test)) = branch else { return true };
        let uses = &self.lp_search.lp().forest.uses[test as usize];
        let divides = |&[first, mid, end]: &[u32; 3]| node.any(first, mid) && node.any(mid, end);
        node.side[test as usize].is_none()
            && (matches!(branch, ColumnDecision::Is(_)) || uses.is_empty() || uses.iter().any(divides))
    }

    /// Rounding heuristic: decides the columns nearest to an integer in the relaxation's point first, with bound
    /// tightening after each. Then it solves the node that results.
    fn round(&mut self, part: &Subproblem, open: &[Undecided]) {
        let mut order = open.to_vec();
        sort_by(&mut order, |a, b| a.away().total_cmp(&b.away()));
        for round in 0..ROUNDINGS {
            let threshold = THRESHOLDS[round % THRESHOLDS.len()];
            let mut node = part.node.clone();
            let failed = order.iter().position(|&Undecided { branch, value: at, .. }| {
                let nearer = |up: bool| {
                    let mut next = node.clone();
                    self.decide(&mut next, branch, at, up).then_some(next)
                };
                let up = at - at.floor() >= threshold;
                match nearer(up).or_else(|| nearer(!up)) {
                    Some(next) => {
                        node = next;
                        false
                    }
                    None => true,
                }
            });
            match failed {
                // A column that had no side left is decided first in the next order.
                Some(failed) => order[..=failed].rotate_right(1),
                None => self.finish(node, part.bound),
            }
        }
    }

    /// Solves a decided node of a subproblem. Where it cannot be settled, the search's bound falls to the subproblem's, and no lower.
    fn finish(&mut self, mut node: LpNode, bound: f64) {
        node.bound = node.bound.max(bound);
        self.lp_search.finish(node);
    }

    /// Reduced-cost fixing: decides the columns whose other side would raise the bound to the cost limit. Returns
    /// `false` where nothing is left.
    fn fix(&self, part: &mut Subproblem, open: &[Undecided]) -> bool {
        let gap = self.lp_search.cutoff() - self.relaxation.bound;
        if !gap.is_finite() {
            return true;
        }
        let gap = gap + FIXING * (1.0 + gap.abs());
        for &Undecided { column, branch, .. } in open {
            let by = self.relaxation.reduced[column];
            let (ColumnDecision::Test(test) | ColumnDecision::Is(test)) = branch else { continue };
            let one = if matches!(branch, ColumnDecision::Test(_)) { Side::Right } else { Side::Left };
            if by > gap {
                part.node.decide(test, one.other());
            } else if -by > gap {
                part.node.decide(test, one);
            }
        }
        part.node.propagate(self.lp_search.lp())
    }

    /// Takes one side of a column. Returns `false` where nothing is left.
    fn decide(&self, node: &mut LpNode, branch: ColumnDecision, at: f64, up: bool) -> bool {
        let lp = self.lp_search.lp();
        let kept = match branch {
            ColumnDecision::Test(test) => {
                node.decide(test, if up { Side::Right } else { Side::Left });
                true
            }
            ColumnDecision::Is(test) => {
                node.decide(test, if up { Side::Left } else { Side::Right });
                true
            }
            ColumnDecision::Whole(f, zero) => {
                let floor = zero + at.floor().min(node.hi[f] - zero - 1.0);
                let (low, high) = if up { (floor + 1.0, f64::INFINITY) } else { (f64::NEG_INFINITY, floor) };
                node.narrow(lp, f, low, high)
            }
        };
        kept && node.propagate(lp) && self.allowed(node)
    }

    /// Whether the bounds of the features allow every limit over several features to be met.
    fn allowed(&self, node: &LpNode) -> bool {
        let lp = self.lp_search.lp();
        let mut ends = Vec::new();
        lp.ends(&node.relaxed, &mut ends);
        lp.always.iter().all(|&row| {
            let (sign, limit) = lp.program.rows.limit(row);
            let (mut least, mut size) = (0.0, limit.abs());
            for &(g, a) in lp.program.rows.coefs(row / 2) {
                let part = (sign * a * ends[g as usize].0).min(sign * a * ends[g as usize].1);
                least += part;
                size += part.abs();
            }
            // NaN comes from opposite infinities and excludes nothing.
            least.is_nan() || least <= limit + CONSTRAINT_KEPT * (1.0 + size)
        })
    }

    fn split(&mut self, part: &Subproblem, branch: ColumnDecision, at: f64) {
        // The side that is nearer to the relaxation's point is opened first.
        for up in [at - at.floor() < 0.5, at - at.floor() >= 0.5] {
            let mut side = part.clone();
            if self.decide(&mut side.node, branch, at, up) {
                self.open.push(side);
            }
        }
    }

    /// The node of the relaxation's point, decided by its integer columns, rounded.
    fn rounded_node(&self, part: &Subproblem) -> Option<LpNode> {
        let lp = self.lp_search.lp();
        let MilpRelaxation { lower, upper, value, .. } = &self.relaxation;
        let value: Vec<f64> = (0..value.len()).map(|c| value[c].clamp(lower[c], upper[c])).collect();
        let mut node = part.node.clone();
        for (c, branch) in self.program.branches() {
            let up = value[c] > 0.5;
            match branch {
                ColumnDecision::Test(test) if node.side[test as usize].is_none() => {
                    node.decide(test, if up { Side::Right } else { Side::Left });
                }
                ColumnDecision::Is(test) if node.side[test as usize].is_none() => {
                    node.decide(test, if up { Side::Left } else { Side::Right });
                }
                ColumnDecision::Whole(f, zero) => {
                    let x = zero + value[c].round();
                    if !node.narrow(lp, f, x, x) {
                        return None;
                    }
                }
                _ => {}
            }
        }
        node.propagate(lp).then_some(node)
    }
}
