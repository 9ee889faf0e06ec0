//! The best prediction. Where any cost is allowed and the prediction rises with one score, it is one branch and bound on that score: the box search
//! with a point's *regret*, a ceiling less its score, in place of its cost.
//!
//! Otherwise it is a bisection over a *height* that rises with the prediction. Each step
//! searches for any point of at least a height that costs no more than the budget. If there is none, that is a proof.
//! At the end an ordinary search finds the cheapest point of the height that was reached. Where leaves are linear, its
//! numbers then move to the ends of ranges and the short decimals next to them, as far as the prediction gets better,
//! and that search is repeated. Where the prediction is to be far from 0, on either
//! side, there are two heights, and a step takes the one whose bound is larger.

use crate::{Best, Engine, EnginePoint, Point, Run, Search, SearchError, Stage};
use espalier_engines::box_search::BoxSearch;
use espalier_engines::lp_search::Shortening;
use espalier_engines::problem::compiled::LEAF;
use espalier_engines::problem::levels::Var;
use espalier_engines::problem::target::{
    goals, odds, others, score_margin, AcceptanceTest, Goal, LibraryStatement, ScoreRow,
};
use espalier_engines::problem::Problem;
use espalier_engines::tolerances::{reach, within, HEIGHT, NEARLY_EQUAL, SCORE_SLACK};
use espalier_model::ensemble::{Ensemble, Link, Prediction, Task};
use espalier_model::explanation::Reach;
use espalier_model::query::{Aim, Sought, Target};

/// How often the numbers of a best point move to short decimals, each time with another search for the cheapest point as good. One is enough but
/// where a border passes next to the end of a range. By hand.
const RAISES: u8 = 3;

/// The quantity to maximise.
#[derive(Clone, Debug)]
enum Height {
    /// A weighted sum of raw scores, in which the prediction is monotone.
    Sum(Vec<f64>),
    /// Log odds of a class under a softmax over more than two.
    Odds { class: usize, classes: usize },
}

/// The state of the bisection.
#[derive(Debug)]
pub(crate) struct BestSearch {
    /// The height that is searched for. `high`: no point within the budget has this height or more.
    height: Height,
    high: f64,
    /// The other height, and the same bound of it.
    other: Option<(Height, f64)>,
    link: Link,
    aim: Aim,
    /// Some point within the budget has this height, or the other.
    low: f64,
    /// The height that is searched for now.
    tried: f64,
    /// `high - low` when the first point was found.
    first: f64,
    /// Whether the last step tried to raise the height by only the least difference that counts.
    close: bool,
    proved: bool,
    /// Whether heights lie as near to each other as numbers do: a search then ends below the highest one, at most [`HEIGHT`] away.
    continuous: bool,
    /// How often the numbers of the best point may still move to short decimals.
    raises: u8,
    /// No point as good as the best one costs less. Proved before its numbers moved.
    pub as_good_costs: f64,
    /// Of the search on the score itself: the ceiling, and the levels with their costs.
    priced: Option<(f64, Vec<Var>)>,
}

impl Height {
    fn of(&self, raw: &[f64]) -> f64 {
        match self {
            Height::Sum(coef) => coef.iter().zip(raw).map(|(c, r)| c * r).sum(),
            Height::Odds { class, .. } => odds(raw, *class),
        }
    }

    /// A height that no point reaches: an upper bound.
    ///
    /// `ends`: by column, the least and the greatest input.
    fn beyond(&self, ensemble: &Ensemble, ends: &[(f64, f64)]) -> f64 {
        let (coef, less) = match self {
            Height::Sum(coef) => (coef.clone(), 0.0),
            // The mean of exp is at least exp of the mean.
            Height::Odds { class, classes } => (mean_lead(*class, *classes), (*classes as f64 - 1.0).ln()),
        };
        let most = ensemble.raw_at_most(&coef, ends) - less;
        most + 0.5 * HEIGHT * most.abs().max(1.0)
    }

    /// The goal of a height of at least `least`. With minus infinity, any point meets it.
    fn goal(&self, least: f64) -> Goal {
        let row = |coef: Vec<f64>, need: f64| ScoreRow { coef, need, eased: 0.0 };
        let (mut rows, test) = match self {
            Height::Sum(coef) => (vec![row(coef.clone(), least)], AcceptanceTest::Reaches),
            Height::Odds { class, classes } => {
                let lead = |&j: &usize| {
                    let mut coef = vec![0.0; *classes];
                    (coef[*class], coef[j]) = (1.0, -1.0);
                    row(coef, least)
                };
                let mut rows: Vec<ScoreRow> = others(*classes, &[*class]).iter().map(lead).collect();
                rows.push(row(mean_lead(*class, *classes), least + (*classes as f64 - 1.0).ln()));
                (rows, AcceptanceTest::Odds { class: *class, least })
            }
        };
        rows.retain(|r| r.need > f64::NEG_INFINITY);
        Goal { rows, offset: 0.0, test, stated: LibraryStatement::Anything, rounding: 0.0 }
    }
}

/// Coefficients of a class's score less the mean of the other classes' scores.
fn mean_lead(class: usize, classes: usize) -> Vec<f64> {
    (0..classes).map(|j| if j == class { 1.0 } else { -1.0 / (classes as f64 - 1.0) }).collect()
}

impl BestSearch {
    /// The bisection of a query for a best prediction, and its first goal. `None` for other queries.
    pub fn new(ensemble: &Ensemble, target: &Target) -> Option<(BestSearch, Goal)> {
        let Target::Best { aim, .. } = *target else { return None };
        let classes = if let Task::Classifier { classes } = ensemble.task { classes } else { 0 };
        let height = match aim {
            Aim::Most | Aim::Farthest => Height::Sum(vec![1.0]),
            Aim::Least => Height::Sum(vec![-1.0]),
            Aim::Class(class) => match ensemble.link {
                Link::Logistic => Height::Sum(score_margin(ensemble, class, 1 - class)),
                Link::Softmax if classes == 2 => Height::Sum(score_margin(ensemble, class, 1 - class)),
                Link::Softmax => Height::Odds { class, classes },
                _ => Height::Sum((0..classes).map(|j| f64::from(u8::from(j == class))).collect()),
            },
        };
        let goal = height.goal(f64::NEG_INFINITY);
        let other = (aim == Aim::Farthest).then(|| (Height::Sum(vec![-1.0]), f64::INFINITY));
        let (low, tried) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        Some((
            BestSearch {
                height,
                high: f64::INFINITY,
                other,
                link: ensemble.link,
                aim,
                low,
                tried,
                first: 0.0,
                close: false,
                proved: false,
                continuous: ensemble.has_linear_leaves(),
                raises: RAISES,
                as_good_costs: f64::NEG_INFINITY,
                priced: None,
            },
            goal,
        ))
    }

    /// Bounds the height by the values that the query allows.
    pub fn bounded(&mut self, problem: &Problem) {
        let compiled = &problem.compiled;
        let mut ends = vec![(f64::INFINITY, f64::NEG_INFINITY); compiled.ensemble.columns];
        for (feature, var) in compiled.schema.features.iter().zip(&problem.vars) {
            for &c in feature.columns() {
                let levels = (0..feature.level_count().unwrap_or(0)).filter_map(|k| feature.level_value(k, c));
                let allowed =
                    if feature.level_count().is_none() { vec![var.allowed.0, var.allowed.1] } else { Vec::new() };
                for x in levels.chain(allowed).chain([problem.factual[c]]).filter(|x| !x.is_nan()) {
                    ends[c] = (ends[c].0.min(x), ends[c].1.max(x));
                }
            }
        }
        self.high = self.height.beyond(&compiled.ensemble, &ends);
        if let Some((height, high)) = &mut self.other {
            *high = height.beyond(&compiled.ensemble, &ends);
        }
    }

    /// The search for the highest score, where any cost is allowed. Levels then cost nothing, and points cost their regret.
    fn on_score(&mut self, mut problem: Problem, coef: Vec<f64>) -> BoxSearch {
        let (mut most, mut least) = (0.0, 0.0);
        let base = coef.iter().zip(&problem.compiled.ensemble.base).map(|(c, b)| c * b).sum::<f64>();
        problem.rows = vec![ScoreRow { coef, need: 0.0, eased: 0.0 }];
        for tree in problem.compiled.trees.iter() {
            let mut ends = (f64::NEG_INFINITY, f64::INFINITY);
            for leaf in tree.nodes.iter().filter(|node| node.feature == LEAF) {
                let mut value = [0.0];
                problem.leaf_rows(tree, leaf, &mut value);
                ends = (ends.0.max(value[0]), ends.1.min(value[0]));
            }
            (most, least) = (most + ends.0, least + ends.1);
        }
        let need = most + HEIGHT * f64::max(most.abs(), 1.0);
        let ceiling = need + base;
        problem.slack = SCORE_SLACK * need.abs().max(1.0);
        (problem.need, problem.exact, problem.ceiling) = (vec![need], vec![need], Some(ceiling));
        self.priced = Some((ceiling, problem.vars.clone()));
        for var in &mut problem.vars {
            var.cost.iter_mut().filter(|c| c.is_finite()).for_each(|c| *c = 0.0);
            var.reach.clear();
            var.index();
        }
        BoxSearch::new(problem, 2.0 * (need - least) + 1.0)
    }

    /// The height that raw scores reach.
    fn reached(&self, raw: &[f64]) -> f64 {
        let other = self.other.as_ref().map_or(f64::NEG_INFINITY, |(height, _)| height.of(raw));
        self.height.of(raw).max(other)
    }

    /// The best prediction reached and the proved bound of any other, in the prediction's own units.
    pub fn reach(&self, prediction: &Prediction) -> Reach {
        let open = self.other.as_ref().map_or(self.high, |(_, high)| self.high.max(*high));
        let high = if self.proved && !self.continuous { self.low } else { open };
        let odds = |t: f64| 1.0 / (1.0 + (-t).exp());
        let (value, bound) = match (prediction, self.aim) {
            (Prediction::Class { scores, .. }, Aim::Class(class)) => {
                let bound = match self.link {
                    Link::Logistic | Link::Softmax | Link::OneVsRest => odds(high),
                    _ => high,
                };
                (scores[class], bound.max(scores[class]))
            }
            (Prediction::Value(v), Aim::Least) => (*v, self.link.value(-high).min(*v)),
            (Prediction::Value(v), Aim::Farthest) => (*v, high.max(v.abs()).copysign(*v)),
            (Prediction::Value(v), _) => (*v, self.link.value(high).max(*v)),
            (Prediction::Class { raw, .. }, _) => (self.height.of(raw), high),
        };
        Reach { value, bound }
    }

    /// Whether the best prediction is proved.
    pub fn is_proved(&self) -> bool {
        self.proved
    }

    /// The next height to search for. `None` when nothing is left between the height reached and the bound proved.
    fn next(&mut self, found: bool) -> Option<f64> {
        if let Some((height, high)) = self.other.as_mut().filter(|(_, high)| *high > self.high) {
            std::mem::swap(&mut self.height, height);
            std::mem::swap(&mut self.high, high);
        }
        let step = HEIGHT * self.low.abs().max(self.high.abs()).max(1.0);
        let gap = self.high - self.low;
        if gap <= 1.5 * step {
            return None;
        }
        if self.first == 0.0 {
            self.first = gap;
        }
        // A step soon improves the height to one of few values. So try the least difference that counts, in turn with
        // the middle.
        self.close = gap < 3.0 * step || gap < 1e-3 * self.first && !(self.close && found);
        self.tried = if self.close { self.low + step } else { self.low + 0.5 * gap };
        Some(self.tried)
    }
}

impl Search {
    /// The first search for a best prediction.
    pub(crate) fn begin_best_search(&mut self, enforced: &[bool]) -> Result<Run, SearchError> {
        let problem = self.problem(0, enforced)?;
        let plain = self.engine == Engine::BoxSearch && self.sides.is_empty() && self.budget() == f64::INFINITY;
        if let Some(best_search) = &mut self.best_search {
            if let (Height::Sum(coef), None, true) = (&best_search.height, &best_search.other, plain) {
                let coef = coef.clone();
                return Ok(Run::Boxes(Box::new(best_search.on_score(problem, coef))));
            }
            best_search.bounded(&problem);
        }
        self.run(0, enforced, self.budget())
    }

    /// Does one step on the score, or one step of the bisection.
    pub(crate) fn step_best_search(&mut self, mut run: Run) {
        let over = run.step();
        if let Some(best_search) = &mut self.best_search {
            if let Some((ceiling, vars)) = &best_search.priced {
                best_search.high = best_search.high.min(ceiling - run.bound());
                if let Some((EnginePoint::Levels(levels), regret)) = run.incumbent() {
                    if ceiling - regret > best_search.low {
                        best_search.low = ceiling - regret;
                        let at = || vars.iter().zip(levels).map(|(var, k)| (var, *k as usize));
                        let reach = at().filter_map(|(var, k)| var.reach.get(k)).fold(0.0, |a: f64, b| a.max(*b));
                        let cost = at().map(|(var, k)| var.cost[k]).sum::<f64>() + reach - self.earned;
                        self.best = Some(Best { goal: 0, point: Point::Levels(levels.to_vec()), cost, answer: None });
                        let offset = self.goals[0].offset;
                        self.goals[0] = Goal { offset, ..best_search.height.goal(best_search.low) };
                    }
                }
                if !over {
                    self.stage = Stage::BestSearch(run);
                    return;
                }
                self.nodes += run.nodes();
                let Run::Boxes(search) = &run else { return };
                let Some((levels, _)) = search.best() else { return self.without_answer() };
                let prediction = self.compiled.ensemble.predict(&search.problem.point(levels)).ok();
                return self.go_on(None, prediction);
            }
        }
        let found = run.incumbent().map(|(found, cost)| {
            let point = match found {
                EnginePoint::Levels(levels) => Point::Levels(levels.to_vec()),
                EnginePoint::Row(row) => Point::Row(row.to_vec()),
            };
            (point, cost - self.earned)
        });
        if found.is_none() && !over {
            self.stage = Stage::BestSearch(run);
            return;
        }
        self.nodes += run.nodes();
        let better = found.is_some();
        if let Some((point, cost)) = found {
            self.best = Some(Best { goal: 0, point, cost, answer: None });
            self.keep_height();
        } else if !run.proved() {
            // The bisection stays open: the best prediction so far is the one reached.
            self.unproved = -self.earned;
            return;
        } else if let Some(best_search) = &mut self.best_search {
            best_search.high = best_search.tried;
        }
        if self.best.is_none() {
            return self.without_answer();
        }
        let next = self.best_search.as_mut().and_then(|c| c.next(better));
        let reached = self.present().filter(|_| next.is_none()).map(|c| c.prediction);
        self.go_on(next, reached);
    }

    /// Begins to move the numbers of the best point to ends of ranges and short decimals next to them, where leaves are linear. Without it a
    /// score that rises up to 1 would end at 0.999999992: the bisection stops within [`HEIGHT`] of the best. Returns whether it begins.
    pub(crate) fn begin_raising(&mut self) -> bool {
        if !self.best_search.as_ref().is_some_and(|b| b.continuous && b.proved && b.raises > 0) {
            return false;
        }
        let proved = self.progress().lower_bound;
        self.keep_height();
        let (Some(best_search), Some(best)) = (&mut self.best_search, &self.best) else { return false };
        let (Point::Row(row), Target::Best { budget, .. }) = (&best.point, &self.query.target) else { return false };
        best_search.raises -= 1;
        best_search.as_good_costs = proved;
        let goal = Goal { offset: self.goals[best.goal].offset, ..best_search.height.goal(best_search.low) };
        let raised = Shortening::up_to(row, best.cost - goal.offset, budget - goal.offset);
        self.goals = vec![goal];
        let Ok(run) = self.run(0, &self.all(), self.budget()) else { return false };
        self.stage = Stage::Raise(run, raised);
        true
    }

    /// Moves some numbers of the best point. Once none is left to move, the cheapest point is searched for again if any has moved.
    pub(crate) fn step_raising(&mut self, run: Run, mut raised: Shortening) {
        let before = std::mem::take(&mut raised.shorter);
        let over = run.shorten(&mut raised);
        if raised.shorter {
            self.best = self.shorter(0, &raised);
            self.keep_height();
            raised.goal = self.best_search.as_ref().map(|best_search| best_search.height.goal(best_search.low));
        }
        raised.shorter |= before;
        if !over {
            self.stage = Stage::Raise(run, raised);
        } else if raised.shorter {
            let reached = self.present().map(|c| c.prediction);
            self.go_on(None, reached);
        } else {
            self.start_proof(0);
        }
    }

    /// Keeps the height of the best point.
    fn keep_height(&mut self) {
        let raw = self.present().and_then(|c| self.compiled.ensemble.raw(&c.values).ok());
        if let (Some(best_search), Some(raw)) = (&mut self.best_search, raw) {
            best_search.low = best_search.reached(&raw).max(best_search.low);
        }
    }

    /// Goes on to the next height, or at the end to the cheapest point that does as well as the prediction reached.
    fn go_on(&mut self, next: Option<f64>, reached: Option<Prediction>) {
        let all = self.all();
        let Some(best_search) = &mut self.best_search else { return };
        best_search.proved = next.is_none();
        let as_well = reached.and_then(|prediction| {
            let target = self.query.target.reached(&prediction);
            let mut goals = goals(self.compiled.scores(), &target, self.query.margin).ok()?;
            // The goal that the answer meets comes first.
            let met = goals.iter().position(|goal| goal.stated(&prediction))?;
            goals.swap(0, met);
            Some(goals)
        });
        self.goals = match as_well {
            Some(goals) => goals,
            _ => vec![best_search.height.goal(next.unwrap_or(best_search.low))],
        };
        self.goals[0].offset -= self.earned;
        let limit = match (next, &self.best) {
            // The search finds the present answer again under this limit. So a node that holds nothing cheaper is
            // closed by that answer, and does not stay open because of its rounding.
            (None, Some(best)) if self.engine == Engine::LpSearch => {
                self.within(best.cost, NEARLY_EQUAL).min(self.budget())
            }
            (None, Some(best)) => best.cost,
            _ => self.budget(),
        };
        if let Ok(run) = self.run(0, &all, limit) {
            self.stage = if next.is_some() { Stage::BestSearch(run) } else { Stage::Goal(0, run) };
        }
    }

    /// The largest cost that counts as equal to `cost` within a share of it, with the most that changes may earn included.
    pub(crate) fn within(&self, cost: f64, share: f64) -> f64 {
        within(cost + self.earned, share) - self.earned
    }

    /// The cost limit of answers: just above the budget or the radius, or just above the first of tied answers. Otherwise infinite.
    pub(crate) fn budget(&self) -> f64 {
        match (&self.query.target, self.query.sought) {
            (&Target::Best { budget: most, .. }, _) | (_, Sought::Regions { radius: most }) => {
                reach(most + self.earned) - self.earned
            }
            (_, Sought::Ties) => {
                self.before.first().map_or(f64::INFINITY, |first| self.within(first.cost, NEARLY_EQUAL))
            }
            _ => f64::INFINITY,
        }
    }
}
