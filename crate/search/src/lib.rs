//! Exact search for counterfactuals: resumable, anytime, no clock inside.
//!
//! [`Search`] splits a query into goals (one for each target class), and runs a search for each goal under the best
//! cost so far. Then it lists ties, if asked, or looks for a minimal conflict where there is no answer. It says
//! `Optimal` or `Infeasible` only when every box is closed.

mod milp;
mod session;
mod work_sharing;

pub use crate::milp::{Formulation, ProgramFormat, ProgramKind};
pub use crate::session::choose_engine::Engine;
pub use crate::session::export::formulation;
pub use crate::session::unsupported::unsupported;
pub use espalier_engines::box_search::ListLengths;
pub use espalier_engines::problem::compiled::Compiled;
pub use espalier_engines::problem::compiling::Compiling;
pub use espalier_engines::SearchError;

use crate::session::best_within::BestSearch;
use crate::session::conflict::Filter;
use crate::session::hull_certificate::HullProof;
use crate::session::region_rounds::{Listed, RegionRounds};
use crate::session::run::Run;
use espalier_engines::box_search::BoxSearch;
use espalier_engines::lp_search::Shortening;
use espalier_engines::problem::engine_needs::slanted;
use espalier_engines::problem::extra_outputs::{extra_outputs, ExtraOutputs};
use espalier_engines::problem::restricted_model::restricted_model;
use espalier_engines::problem::target::{goals, Goal};
use espalier_engines::problem::{Moves, Problem, Quick};
use espalier_engines::tolerances::SCORE_SLACK;
use espalier_engines::EnginePoint;
use espalier_model::ensemble::{Hyperplane, Precision, Prediction};
use espalier_model::explanation::{Certificate, Conflict, Counterfactual, Explanation, Status, Work};
use espalier_model::query::{Constraint, Query, Sought};
use std::sync::Arc;

/// The most work on shorter decimals for an answer that is asked for in the middle of a search, in numbers read. More lets callers wait longer for it;
/// less leaves long decimals in it. By hand.
const SHORT_AT_ONCE: usize = 1 << 20;

/// The state of a search between steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Cost of the best answer so far.
    pub incumbent: Option<f64>,
    /// A proved lower bound of every answer's cost.
    pub lower_bound: f64,
    /// Boxes opened beyond the roots.
    pub nodes: u64,
}

/// A running search; see [`Search::step`].
#[derive(Debug)]
pub struct Search {
    compiled: Arc<Compiled>,
    /// The whole model, where `compiled` holds only the part within the limits.
    whole: Option<Arc<Compiled>>,
    query: Query,
    goals: Vec<Goal>,
    /// The most that all changes together may earn, at least 0.
    earned: f64,
    /// The price of a first change, which every answer pays where the factual has not the target; else 0.
    first_change: f64,
    stage: Stage,
    /// Least bound of the nodes that a finished run could not close.
    unproved: f64,
    engine: Engine,
    best: Option<Best>,
    ties: Vec<Counterfactual>,
    /// For a pool: the earlier incumbents.
    met: Vec<Best>,
    /// The answers in single hulls that are finished, and the queries of those to come, the next one last.
    hulls: Vec<Arc<Explanation>>,
    to_come: Vec<Query>,
    truncated: bool,
    conflict: Option<Conflict>,
    /// The scores beside the model's own that answers reach.
    sides: Arc<[ExtraOutputs]>,
    /// The listed regions, once their list is complete.
    listed: Option<Listed>,
    /// The search for a best prediction, if one is asked for.
    best_search: Option<BestSearch>,
    proofs: Vec<Vec<u8>>,
    certificate: Option<Certificate>,
    /// `before`: the answers before the present one. `apart`: the possible differences from each of them.
    before: Vec<Counterfactual>,
    apart: Vec<Vec<espalier_engines::problem::diversity::Diversity>>,
    /// By feature: the cuts that proofs with sums have asked for. Empty: none.
    proof_cuts: Vec<Vec<f64>>,
    /// Number of times that they have asked.
    proofs_repeated: u32,
    /// The lower bound that a proof with sums has proved, if it is less than the claim.
    proved: Option<f64>,
    /// The hull that its certificate's proofs keep to.
    hull_proof: Option<HullProof>,
    /// The hyperplane tests that the last features stand for. Neither of the levels of these costs anything or is a change.
    hyperplanes: Arc<[Hyperplane]>,
    stand_ins: espalier_engines::problem::StandIns,
    /// Whether it works on the boxes of another search.
    assistant: bool,
    /// Whether it is repeated with wider linear constraints ([`Search::widen`]).
    widened: bool,
    nodes: u64,
}

/// The best answer so far, under the goal that it meets.
#[derive(Debug)]
struct Best {
    goal: usize,
    point: Point,
    cost: f64,
    /// The answer, once its run is over.
    answer: Option<Counterfactual>,
}

/// An answer: levels of the box search, or a raw row.
#[derive(Debug)]
enum Point {
    Levels(Vec<u32>),
    Row(Vec<f64>),
}

#[derive(Debug)]
enum Stage {
    BestSearch(Run),
    Regions(Box<RegionRounds>),
    Hull(Box<Search>),
    Goal(usize, Run),
    /// The run is over, and its answer's decimals become shorter.
    Short(usize, Run, Shortening),
    /// The numbers of a best prediction move to ends of ranges and short decimals next to them.
    Raise(Run, Shortening),
    Ties(usize, Box<BoxSearch>),
    Conflict(Box<Filter>),
    Proof(usize, Box<BoxSearch>),
    /// A proof where there are hyperplanes.
    Slanted(Box<Search>),
    Done,
}

impl Search {
    /// Prepares a search. Nothing is solved yet. Linear in the number of levels.
    ///
    /// # Errors
    /// Where the query does not fit the model, or asks for something that its engine does not support.
    pub fn new(compiled: Arc<Compiled>, query: Query) -> Result<Search, SearchError> {
        let engine = Engine::of(compiled.beyond_boxes, &query);
        Search::by(compiled, query, engine)
    }

    /// As [`Search::new`], by a given engine. Queries that [`Engine::Lagrangian`] does not support go to
    /// [`Engine::LpSearch`].
    ///
    /// # Errors
    /// As [`Search::new`]. The box search supports neither hyperplanes nor linear constraints.
    pub fn by(compiled: Arc<Compiled>, query: Query, engine: Engine) -> Result<Search, SearchError> {
        let engine = engine.or_lp_search(compiled.beyond_boxes, &query);
        let mut search = Search::idle(compiled, query, engine)?;
        search.keep_within_limits();
        let enforced = search.all();
        if matches!(search.query.sought, Sought::Regions { .. }) && engine != Engine::LpSearch {
            search.start_regions(&enforced)?;
            return Ok(search);
        }
        if search.query.sought == Sought::Hulls {
            search.to_come = search.query.hull_queries(&search.compiled.schema.features);
            search.to_come.reverse();
            search.next_hull()?;
            return Ok(search);
        }
        if search.best_search.is_some() {
            let run = search.begin_best_search(&enforced)?;
            search.stage = Stage::BestSearch(run);
            return Ok(search);
        }
        let run = search.run(0, &enforced, search.budget())?;
        search.stage = Stage::Goal(0, run);
        Ok(search)
    }

    /// A search with a checked request and nothing to do.
    fn idle(compiled: Arc<Compiled>, query: Query, engine: Engine) -> Result<Search, SearchError> {
        if engine != Engine::NearestRow && query.real_rows.is_some() {
            let what = format!("{} does not look at background rows; leave the engine out", engine.words());
            return Err(SearchError::Unsupported { what });
        }
        if engine == Engine::BoxSearch && slanted(compiled.beyond_boxes, &query) {
            let what = format!(
                "{} cannot answer for hyperplane splits, linear constraints or a quadratic cost that couples features; leave the engine out",
                engine.words()
            );
            return Err(SearchError::Unsupported { what });
        }
        let expected = compiled.ensemble.columns;
        if query.factual.len() != expected {
            return Err(SearchError::Columns { found: query.factual.len(), expected });
        }
        let beside = query.beside();
        let compiled = match engine {
            Engine::LpSearch | Engine::NearestRow => compiled.bare(),
            _ => compiled.beside(&beside)?,
        };
        let mut goals = goals(compiled.scores(), &query.target, query.margin)?;
        let sides = extra_outputs(&compiled.schema, &compiled.ensemble, &query)?;
        crate::session::unsupported::refuse(&query, engine, &compiled)?;
        let best_search = BestSearch::new(&compiled.ensemble, &query.target).map(|(best_search, first)| {
            goals = vec![first];
            best_search
        });
        let features = compiled.schema.features.iter().enumerate();
        let earned = features.map(|(f, feature)| query.cost.earned(f, feature, &query.factual)).sum();
        goals.iter_mut().for_each(|goal| goal.offset -= earned);
        let cost = &query.cost;
        let must_change = cost.per_change > 0.0 && cost.free.is_empty() && earned == 0.0 && best_search.is_none();
        let reached = |own: Prediction| goals.iter().any(|goal| goal.stated(&own));
        let must_change = must_change && compiled.ensemble.predict(&query.factual).is_ok_and(|own| !reached(own));
        let first_change = if must_change { cost.per_change } else { 0.0 };
        Ok(Search {
            unproved: f64::INFINITY,
            engine,
            compiled,
            whole: None,
            query,
            goals,
            earned,
            first_change,
            sides: sides.into(),
            stage: Stage::Done,
            best: None,
            ties: Vec::new(),
            met: Vec::new(),
            hulls: Vec::new(),
            to_come: Vec::new(),
            truncated: false,
            conflict: None,
            listed: None,
            best_search,
            proofs: Vec::new(),
            certificate: None,
            before: Vec::new(),
            apart: Vec::new(),
            proof_cuts: Vec::new(),
            proofs_repeated: 0,
            proved: None,
            hull_proof: None,
            hyperplanes: Arc::default(),
            stand_ins: Default::default(),
            assistant: false,
            widened: false,
            nodes: 0,
        })
    }

    /// Does at most `pieces` pieces of work. Returns `true` when the search is finished. A piece is a box, a dive, or
    /// some milliseconds of the work on a large box. It takes from microseconds to some tens of milliseconds.
    pub fn step(&mut self, pieces: u64) -> bool {
        if self.assistant {
            self.step_assistant(pieces);
            return false;
        }
        for _ in 0..pieces {
            match std::mem::replace(&mut self.stage, Stage::Done) {
                Stage::BestSearch(run) => self.step_best_search(run),
                Stage::Regions(rounds) => self.step_regions(rounds),
                Stage::Hull(search) => self.step_hull(search),
                Stage::Goal(goal, run) => self.step_goal(goal, run),
                Stage::Short(goal, run, now) => self.step_short(goal, run, now),
                Stage::Raise(run, now) => self.step_raising(run, now),
                Stage::Ties(goal, search) => self.step_ties(goal, search),
                Stage::Conflict(filter) => self.step_conflict(filter),
                Stage::Proof(goal, search) => self.step_proof(goal, search),
                Stage::Slanted(search) => self.step_slanted_proof(search),
                Stage::Done => return true,
            }
        }
        matches!(self.stage, Stage::Done)
    }

    /// The engine of the search.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// A cost that no answer is below, before any search: 0, less the most that changes may earn. Where every change has a price of its own and the
    /// factual does not have the target, it is that price.
    pub fn floor(&self) -> f64 {
        self.first_change - self.earned
    }

    /// The best cost, the proved bound and the work so far. The bound never falls and never exceeds the incumbent.
    pub fn progress(&self) -> Progress {
        if let Some(first) = self.before.first() {
            return self.progress_after(first);
        }
        if self.query.sought == Sought::Hulls {
            return self.progress_of_hulls();
        }
        let mut bound = self.best.as_ref().map_or(f64::INFINITY, |b| b.cost).min(self.unproved);
        let mut nodes = self.nodes;
        if let Stage::Goal(at, run) = &self.stage {
            nodes += run.nodes();
            bound = bound.min(run.bound() + self.goals[*at].offset);
        } else if let Stage::Regions(rounds) = &self.stage {
            nodes += rounds.search.nodes;
            bound = bound.min(rounds.present_bound().max(rounds.proved) - self.earned);
        } else if let Stage::BestSearch(run) = &self.stage {
            nodes += run.nodes();
            bound = self.floor();
        } else if matches!(self.stage, Stage::Raise(..)) {
            bound = self.floor();
        }
        if let Stage::Goal(at, _) | Stage::Short(at, ..) = &self.stage {
            bound = self.goals[at + 1..].iter().map(|goal| goal.offset).fold(bound, f64::min);
        }
        if self.best.is_none() && matches!(self.stage, Stage::Goal(..)) && self.may_widen() {
            bound = self.floor();
        }
        if self.first_change > 0.0 {
            bound = bound.max(self.floor());
        }
        if let Some(best_search) = self.best_search.as_ref().filter(|b| b.as_good_costs > bound) {
            bound = self.best.as_ref().map_or(bound, |best| best_search.as_good_costs.min(best.cost));
        }
        let incumbent = self.best.as_ref().map(|b| b.cost);
        let incumbent = incumbent.or_else(|| self.assisted());
        Progress { incumbent, lower_bound: bound, nodes }
    }

    /// The best answer so far, evaluated by the reference predictor.
    pub fn best(&self) -> Option<Counterfactual> {
        self.before.first().cloned().or_else(|| self.present())
    }

    /// The best answer so far, among the answers that the present stage searches for.
    fn present(&self) -> Option<Counterfactual> {
        let best = self.best.as_ref()?;
        let short = match &self.stage {
            Stage::Goal(goal, run) if best.answer.is_none() => self.shortening(*goal).and_then(|mut now| {
                while now.effort < SHORT_AT_ONCE && !run.shorten(&mut now) {}
                self.shorter(*goal, &now)
            }),
            _ => None,
        };
        self.evaluated(short.as_ref().unwrap_or(best))
    }

    /// An incumbent as an answer, evaluated by the reference predictor.
    #[inline(never)]
    fn evaluated(&self, best: &Best) -> Option<Counterfactual> {
        if best.answer.is_some() {
            return best.answer.clone();
        }
        let enforced = self.all();
        let problem = self.problem(best.goal, &enforced).ok()?;
        Some(match &best.point {
            Point::Levels(levels) => espalier_engines::problem::level_answer::counterfactual(
                &problem,
                &mut Moves::default(),
                levels,
                best.cost,
            ),
            Point::Row(row) if self.engine == Engine::NearestRow => {
                espalier_engines::nearest_row::counterfactual(&problem, row, best.cost)
            }
            Point::Row(row) => {
                // Of a best prediction, ranges keep the prediction that this very row has.
                let own = self.best_search.as_ref().and_then(|_| self.compiled.ensemble.predict(row).ok());
                let goal = own.and_then(|own| {
                    let target = self.query.target.reached(&own);
                    let goals = goals(self.compiled.scores(), &target, self.query.margin).ok()?;
                    goals.into_iter().find(|goal| goal.stated(&own))
                });
                let problem = Problem { goal: goal.unwrap_or_else(|| problem.goal.clone()), ..problem };
                espalier_engines::lp_search::counterfactual(&problem, &self.query, row, best.cost)
            }
        })
    }

    /// The answer as far as it is known, at any time. It is final once [`Search::step`] has returned `true`.
    pub fn explanation(&self) -> Explanation {
        if matches!(self.query.sought, Sought::Regions { .. }) {
            return self.regions();
        }
        if !self.before.is_empty() {
            return self.several();
        }
        if self.query.sought == Sought::Hulls {
            return self.in_hulls();
        }
        let progress = self.progress();
        let searches = match self.stage {
            // While decimals become shorter the proof stands, but where more than the answer is still to be listed or reached.
            Stage::Short(goal, ..) => {
                goal + 1 < self.goals.len() || self.query.sought == Sought::Ties || self.best_search.is_some()
            }
            _ => matches!(self.stage, Stage::Goal(..) | Stage::BestSearch(_) | Stage::Raise(..)),
        };
        let proved = !searches && self.unproved >= self.best.as_ref().map_or(f64::INFINITY, |b| b.cost);
        let proved = proved && (self.best.is_none() || self.best_search.as_ref().is_none_or(BestSearch::is_proved));
        let best = self.best();
        let status = match (proved, &best) {
            (true, Some(_)) => Status::Optimal,
            (false, Some(_)) => Status::Feasible,
            (true, None) => Status::Infeasible,
            (false, None) => Status::Unknown,
        };
        let lower_bound = (status != Status::Infeasible).then_some(progress.lower_bound);
        let reach =
            self.best_search.as_ref().zip(best.as_ref()).map(|(best_search, best)| best_search.reach(&best.prediction));
        let conflict = match &self.stage {
            Stage::Conflict(filter) => Some(filter.conflict()),
            _ => self.conflict.clone(),
        };
        let pool = self.pool(best.as_ref());
        let counterfactuals = if self.ties.is_empty() { best.into_iter().collect() } else { self.ties.clone() };
        Explanation {
            status,
            counterfactuals,
            lower_bound,
            truncated: self.truncated,
            conflict,
            regions: None,
            reach,
            pool,
            hulls: Vec::new(),
            certificate: self.certificate.clone(),
            work: Work { nodes: progress.nodes },
        }
    }

    /// Leaves out the part of the model that no allowed row reaches, where one answer of the box search is asked for.
    fn keep_within_limits(&mut self) {
        let one = self.query.sought == Sought::Cheapest && !self.query.certificate;
        if self.engine == Engine::BoxSearch && self.sides.is_empty() && one {
            if let Some(part) = restricted_model(&self.compiled, &self.query) {
                self.whole = Some(std::mem::replace(&mut self.compiled, Arc::new(part)));
            }
        }
    }

    /// Flags that enforce every limit of the query.
    fn all(&self) -> Vec<bool> {
        vec![true; self.query.limits()]
    }

    fn problem(&self, goal: usize, enforced: &[bool]) -> Result<Problem, SearchError> {
        let compiled = Arc::clone(&self.compiled);
        let ensemble = &compiled.ensemble;
        let mut vars = espalier_engines::problem::levels::vars(
            &compiled.axes,
            &compiled.schema,
            ensemble.input,
            &self.query,
            enforced,
            &self.apart,
            &self.cuts(),
        )?;
        let features = vars.len() - self.stand_ins.features;
        for var in &mut vars[features..] {
            var.cost.fill(0.0);
            var.changed.fill(false);
            var.stands_in = true;
            var.index();
        }
        let mut extra = espalier_engines::problem::implication::trees(&self.query, &vars, enforced, ensemble.outputs);
        extra.extend(
            self.apart.iter().map(|ways| espalier_engines::problem::diversity::tree(ways, &vars, ensemble.outputs)),
        );
        let goal = self.goals[goal].clone();
        let base = |coef: &[f64]| coef.iter().zip(&ensemble.base).map(|(c, b)| c * b).sum::<f64>();
        let mut need: Vec<f64> = goal.rows.iter().map(|row| row.need - row.eased - base(&row.coef)).collect();
        let mut exact: Vec<f64> = goal.rows.iter().map(|row| row.need - base(&row.coef)).collect();
        let mut rows = goal.rows.clone();
        let mut first = ensemble.outputs;
        for side in self.sides.iter() {
            extra.extend(side.trees(&vars, &self.query.factual, &compiled, first));
            side.append(first, &mut rows, &mut need, &mut exact);
            first += side.outputs();
        }
        rows.iter_mut().for_each(|row| row.coef.resize(first, 0.0));
        let most = |c: &Constraint| if let Constraint::MaxChanges(n) = c { Some(*n) } else { None };
        let max_changes =
            self.query.constraints.iter().zip(enforced).filter(|(_, on)| **on).filter_map(|(c, _)| most(c)).min();
        if max_changes.is_some() {
            extra.extend(espalier_engines::problem::implication::stays(&vars, ensemble.outputs));
        }
        let size = need.iter().copied().filter(|n| n.is_finite()).fold(1.0, |a: f64, n| a.max(n.abs()));
        let quick: Vec<Quick> = vars.iter().zip(compiled.axes.iter()).map(|(var, axis)| Quick::of(var, axis)).collect();
        Ok(Problem {
            extra,
            plain: quick.iter().all(|q| q.plain),
            quick,
            vars,
            rows,
            need,
            exact,
            slack: SCORE_SLACK * size,
            max_changes,
            goal,
            sides: Arc::clone(&self.sides),
            factual: self.query.factual.clone(),
            linear_constraints: None,
            ceiling: None,
            widened: self.widened,
            compiled,
        })
    }

    /// By feature: the cuts between levels that distances and proofs ask for.
    fn cuts(&self) -> Vec<Vec<f64>> {
        let distances = self.sides.iter().filter_map(ExtraOutputs::distance);
        let mut cuts = self.proof_cuts.clone();
        for own in distances.map(|distance| distance.cuts(&self.compiled.schema)) {
            cuts.resize(own.len(), Vec::new());
            cuts.iter_mut().zip(own).for_each(|(all, own)| all.extend(own));
        }
        cuts
    }

    fn run(&self, goal: usize, enforced: &[bool], limit: f64) -> Result<Run, SearchError> {
        let problem = self.problem(goal, enforced)?;
        let cutoff = limit - self.goals[goal].offset;
        if self.engine == Engine::NearestRow {
            let search =
                espalier_engines::nearest_row::NearestRow::new(problem, &self.query, enforced, cutoff, &self.before);
            return Ok(Run::Rows(Box::new(search)));
        }
        Run::new(problem, &self.query, enforced, self.engine, cutoff, &self.before)
    }

    fn step_goal(&mut self, goal: usize, mut run: Run) {
        let over = run.step();
        let offset = self.goals[goal].offset;
        if let Some((found, cost)) = run.incumbent() {
            let cost = cost + offset;
            let other = |b: &Best| match (&b.point, found) {
                (Point::Levels(old), EnginePoint::Levels(new)) => old != new,
                _ => false,
            };
            let better = |b: &Best| cost < b.cost || (cost == b.cost && goal == b.goal && other(b));
            if self.best.as_ref().is_none_or(better) {
                let point = match found {
                    EnginePoint::Levels(levels) => Point::Levels(levels.to_vec()),
                    EnginePoint::Row(row) => Point::Row(row.to_vec()),
                };
                let before = self.best.replace(Best { goal, point, cost, answer: None });
                self.keep_met(goal, &mut run, before);
            }
        }
        if !over {
            self.stage = Stage::Goal(goal, run);
            return;
        }
        self.nodes += run.nodes();
        if !run.proved() {
            self.unproved = self.unproved.min(run.bound() + offset);
        }
        match self.shortening(goal) {
            Some(now) => self.step_short(goal, run, now),
            None => self.end_goal(goal, run),
        }
    }

    /// Tries one set of shorter decimals for the answer of a finished run.
    fn step_short(&mut self, goal: usize, run: Run, mut now: Shortening) {
        let over = run.shorten(&mut now);
        self.best = self.shorter(goal, &now).or(self.best.take());
        if over {
            self.end_goal(goal, run);
        } else {
            self.stage = Stage::Short(goal, run, now);
        }
    }

    /// Goes on after the run of a goal.
    fn end_goal(&mut self, goal: usize, mut run: Run) {
        if let (Some(best), Run::Boxes(search)) = (&mut self.best, &mut run) {
            if let (true, Point::Levels(levels)) = (best.goal == goal, &best.point) {
                best.answer = Some(search.counterfactual(levels, best.cost));
            }
        }
        if let Run::Rows(search) = &run {
            self.keep_ties(goal, search);
        }
        let all = self.all();
        let limit = self.best.as_ref().map_or(self.budget(), |b| b.cost);
        if goal + 1 < self.goals.len() {
            if let Ok(run) = self.run(goal + 1, &all, limit) {
                self.stage = Stage::Goal(goal + 1, run);
            }
        } else if self.best.is_none() && self.widen() {
            // The runs of all goals are repeated.
        } else if self.most_answers() > 1
            && self.unproved == f64::INFINITY
            && (self.best.is_some() || !self.before.is_empty())
        {
            self.next_answer();
        } else if self.query.sought == Sought::Ties && self.best.is_some() && self.engine != Engine::NearestRow {
            self.start_ties(0);
        } else if matches!(self.query.sought, Sought::Regions { .. }) {
            // The list is over. It has no conflict.
        } else if self.best.is_none() && self.unproved == f64::INFINITY {
            self.without_answer();
        } else if !self.begin_raising() {
            self.start_proof(0);
        }
    }

    /// Whether the search is repeated with wider rows where it finds no answer. Until there is one, nothing is proved of its cost.
    ///
    /// Linear constraints: 11.9 is no number of single precision, so a limit "at least 11.9" and a sum that is to be 11.9 exclude each other by
    /// rounding alone. Hyperplanes: answers keep away from them, and a corner of the domain through which one passes is such a place. The end of a list
    /// of answers is not looked at again for that.
    fn may_widen(&self) -> bool {
        let sums = |c: &Constraint| matches!(c, Constraint::Linear { .. } | Constraint::Causal { .. });
        let boxes = matches!(self.engine, Engine::BoxSearch | Engine::NearestRow);
        let single = self.compiled.ensemble.input == Precision::F32 && self.query.constraints.iter().any(sums);
        let slabs = self.engine == Engine::LpSearch && self.compiled.ensemble.is_oblique() && self.before.is_empty();
        !self.widened && !boxes && (single || slabs)
    }

    /// Begins the search once more, with linear constraints that are as much wider as limits on single numbers are narrower in single precision, and
    /// with sides of hyperplanes that overlap. A search that has an answer is not repeated: in wider constraints its numbers would be rounded once more.
    /// Returns whether it begins.
    fn widen(&mut self) -> bool {
        if !self.may_widen() {
            return false;
        }
        self.widened = true;
        let Ok(run) = self.run(0, &self.all(), self.budget()) else { return false };
        self.unproved = f64::INFINITY;
        self.stage = Stage::Goal(0, run);
        true
    }

    /// Begins to shorten the decimals of the best answer so far, if this goal's run has found it as a row. `None` where a certificate must prove its
    /// cost, and for a list of regions.
    fn shortening(&self, goal: usize) -> Option<Shortening> {
        let written_in_full = self.query.certificate || matches!(self.query.sought, Sought::Regions { .. });
        let best = self.best.as_ref().filter(|b| b.goal == goal && !written_in_full)?;
        let Point::Row(row) = &best.point else { return None };
        Some(Shortening::new(row, best.cost - self.goals[goal].offset))
    }

    /// The answer in its decimals so far, if any are shorter than at the start.
    fn shorter(&self, goal: usize, now: &Shortening) -> Option<Best> {
        let cost = now.cost + self.goals[goal].offset;
        now.shorter.then(|| Best { goal, point: Point::Row(now.row.clone()), cost, answer: None })
    }
}
