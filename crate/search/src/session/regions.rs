//! All regions of the target within a radius, as an [`Explanation`]: the boxes that the search lists, or, from linear programs, the leaves that one
//! answer after the other falls into.

use super::region_rounds::{Listed, RegionRounds, Round};
use crate::{Engine, Search, SearchError, Stage};
use espalier_engines::box_search::{BoxSearch, ListLengths, TargetBox, MOST_REGIONS};
use espalier_engines::linf_search::within;
use espalier_engines::lp_search;
use espalier_engines::problem::level_answer;
use espalier_engines::problem::levels::Var;
use espalier_engines::problem::{Moves, Problem};
use espalier_engines::tolerances::reach;
use espalier_model::explanation::{Counterfactual, Explanation, Extent, Region, Regions, Status, Work};
use espalier_model::query::Sought;
use espalier_numerics::sorting::sort_by;

impl Search {
    /// Begins the list.
    pub(crate) fn start_regions(&mut self, enforced: &[bool]) -> Result<(), SearchError> {
        let Sought::Regions { radius } = self.query.sought else { return Ok(()) };
        let radius = radius + self.earned;
        let mut problem = self.problem(0, enforced)?;
        let rounds = if self.engine == Engine::Lagrangian {
            RegionRounds::alone(self.regions_beside(problem, radius, enforced)?, radius)
        } else if problem.vars.iter().any(|v| !v.reach.is_empty()) {
            // For a largest-change cost alone: every point within the radius costs nothing, and is reached.
            problem = within(&problem, &problem.vars, |cost| cost <= reach(radius));
            RegionRounds::alone(BoxSearch::regions(problem, radius), radius)
        } else {
            RegionRounds::new(problem, radius)
        };
        self.stage = Stage::Regions(Box::new(rounds));
        Ok(())
    }

    /// Sets the number of boxes that are opened before rounds within smaller radii begin, and the lengths at which the list ends. For tests: lists that
    /// are short otherwise take rounds, and end early.
    pub fn limit_regions(&mut self, whole_first: u64, lengths: ListLengths) {
        if let Stage::Regions(rounds) = &mut self.stage {
            rounds.limit(whole_first, lengths);
        }
    }

    pub(crate) fn step_regions(&mut self, mut rounds: Box<RegionRounds>) {
        match rounds.step() {
            Round::Goes => {}
            Round::Ended => {
                let listed = self.list(&rounds);
                rounds.widen(listed);
            }
            Round::Last => {
                self.nodes += rounds.search.nodes;
                self.listed = self.list(&rounds);
                self.truncated = !rounds.ended() || rounds.search.listed().is_some_and(|listed| listed.full.is_some());
                return;
            }
        }
        self.stage = Stage::Regions(rounds);
    }

    /// Of the lists of all rounds the one that is complete within most, the nearest region first, and the nearest one's answer.
    fn list(&self, rounds: &RegionRounds) -> Option<Listed> {
        let listed = rounds.search.listed()?;
        let Sought::Regions { radius } = self.query.sought else { return None };
        let here = listed.full.into_iter().chain(listed.unsure).fold(rounds.present_bound(), f64::min);
        // A full list, and one on the way, may leave something out, be it at exactly the radius.
        let whole = listed.full.is_none() && rounds.ended();
        let most = if whole { radius } else { radius.next_down().max(-self.earned) };
        let complete_within = (here.max(rounds.proved) - self.earned).min(most);
        let earlier = here < rounds.proved || listed.boxes.is_empty();
        // An empty list gives way to an earlier one, which is then complete within as much.
        if let Some((before, nearest)) =
            rounds.before.as_ref().filter(|(before, _)| earlier && !before.boxes.is_empty())
        {
            return Some((Regions { boxes: before.boxes.clone(), complete_within }, nearest.clone()));
        }
        // A problem without the radius. In the search's own problem, the levels end at the radius.
        let problem = &self.problem(0, &self.all()).ok()?;
        let mut boxes: Vec<(Region, &TargetBox)> =
            listed.boxes.iter().map(|part| (region(problem, part, self.earned), part)).collect();
        sort_by(&mut boxes, |a, b| a.0.cost.total_cmp(&b.0.cost));
        let answer = |(region, part): &(Region, &TargetBox)| match &part.row {
            Some(row) => lp_search::counterfactual(problem, &self.query, row, region.cost),
            _ => level_answer::counterfactual(problem, &mut Moves::default(), &part.point, region.cost),
        };
        let nearest = boxes.first().map(answer);
        Some((Regions { boxes: boxes.into_iter().map(|(region, _)| region).collect(), complete_within }, nearest))
    }

    /// Number of the answers and regions that an explanation of now would hold. It takes about as much longer as there are more of them.
    pub fn listed(&self) -> usize {
        let regions = match &self.stage {
            Stage::Regions(rounds) => rounds.listed(),
            _ => self.listed.as_ref().map_or(0, |(listed, _)| listed.boxes.len()),
        };
        self.before.len() + regions
    }

    /// The regions of the answers so far: the leaves that each falls into, and the first as the nearest answer. All points of other leaves cost as
    /// much as the last answer, and as much as the search for the next one has proved.
    fn leaves(&self) -> Option<Listed> {
        let Sought::Regions { radius } = self.query.sought else { return None };
        let ensemble = &self.compiled.ensemble;
        let region = |answer: &Counterfactual| Region {
            values: answer.values.clone(),
            cost: answer.cost,
            sets: Vec::new(),
            leaves: ensemble.trees.iter().filter_map(|tree| ensemble.leaf(tree, &answer.values).ok()).collect(),
        };
        let proved = match &self.stage {
            Stage::Goal(goal, run) => run.bound() + self.goals[*goal].offset,
            _ if self.before.len() == MOST_REGIONS => f64::NEG_INFINITY,
            _ => radius,
        };
        let last = self.before.last().map_or(f64::NEG_INFINITY, |last| last.cost);
        let most = if self.before.len() == MOST_REGIONS { radius.next_down() } else { radius };
        let complete_within = proved.min(self.unproved).max(last).min(most);
        Some((
            Regions { boxes: self.before.iter().map(region).collect(), complete_within },
            self.before.first().cloned(),
        ))
    }

    /// The explanation with the regions known so far.
    pub(crate) fn regions(&self) -> Explanation {
        let (over, listed) = match &self.stage {
            Stage::Regions(rounds) => (false, self.list(rounds)),
            stage if self.engine == Engine::LpSearch => (matches!(stage, Stage::Done), self.leaves()),
            _ => (true, self.listed.clone()),
        };
        let (listed, nearest) = listed.unwrap_or((Regions { boxes: Vec::new(), complete_within: -self.earned }, None));
        let complete =
            over && !self.truncated && self.query.sought == Sought::Regions { radius: listed.complete_within };
        let first = listed.boxes.first();
        let status = match first {
            Some(first) if complete || first.cost <= listed.complete_within => Status::Optimal,
            Some(_) => Status::Feasible,
            None if complete => Status::Infeasible,
            None => Status::Unknown,
        };
        // If all boxes are listed, or all that are cheaper than the first one, then the first one holds the cheapest
        // answer.
        let lower_bound = first
            .map_or(listed.complete_within, |f| f.cost.min(if complete { f.cost } else { listed.complete_within }));
        Explanation {
            status,
            counterfactuals: nearest.into_iter().collect(),
            lower_bound: (status != Status::Infeasible).then_some(lower_bound),
            truncated: !complete,
            conflict: None,
            regions: Some(listed),
            reach: None,
            pool: Vec::new(),
            hulls: Vec::new(),
            certificate: None,
            work: Work { nodes: self.progress().nodes },
        }
    }
}

fn region(problem: &Problem, part: &TargetBox, earned: f64) -> Region {
    let reach = |(var, &k): (&Var, &u32)| var.reach.get(k as usize).copied().unwrap_or(0.0);
    let largest = problem.vars.iter().zip(&part.point).map(reach).fold(0.0, f64::max);
    let sets = part.levels.iter().enumerate().filter_map(|(f, levels)| Some((f, extent(problem, f, levels)?)));
    let values = part.row.clone().unwrap_or_else(|| problem.point(&part.point));
    Region { values, cost: part.cost + largest - earned, sets: sets.collect(), leaves: Vec::new() }
}

/// The values of a feature in a box. `None` if they are all its allowed values, within the radius or not.
fn extent(problem: &Problem, f: usize, levels: &[u32]) -> Option<Extent> {
    let var = &problem.vars[f];
    let allowed = (0..var.levels()).filter(|&k| var.cost[k].is_finite());
    if allowed.clone().all(|k| levels.binary_search(&(k as u32)).is_ok()) {
        return None;
    }
    let (first, last) = (*levels.first()? as usize, *levels.last()? as usize);
    if var.missing && first + 1 == var.levels() {
        return Some(Extent::Missing);
    }
    Some(match problem.compiled.schema.features[f].level_count() {
        Some(_) => Extent::Levels(levels.iter().map(|&k| k as usize).collect()),
        None => {
            let (mut lo, mut hi) = level_answer::interval(problem, f, first, last)?;
            if levels.iter().any(|&k| !var.changed[k as usize]) {
                // The factual need not be a number of the input type.
                let own = problem.factual[problem.compiled.schema.features[f].columns()[0]];
                (lo, hi) = (lo.min(own), hi.max(own));
            }
            Extent::Interval(lo, hi)
        }
    })
}
