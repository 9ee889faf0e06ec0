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
            Round::Goes => self.stage = Stage::Regions(rounds),
            Round::Ended(to_come) => {
                self.nodes += rounds.nodes();
                let listed = self.list_of(&rounds);
                rounds.widen(listed, to_come);
                self.stage = Stage::Regions(rounds);
            }
            Round::Last => {
                self.nodes += rounds.nodes();
                self.listed = self.list_of(&rounds);
            }
        }
    }

    /// The list of all rounds.
    fn list_of(&self, rounds: &RegionRounds) -> Option<Listed> {
        further(rounds.before.clone(), self.list(&rounds.search, rounds.present_bound()))
    }

    /// The boxes listed so far, the nearest first, and the nearest one's answer. `open`: the least bound of an open box.
    fn list(&self, search: &BoxSearch, open: f64) -> Option<Listed> {
        let listed = search.listed()?;
        let Sought::Regions { radius } = self.query.sought else { return None };
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
        let complete_within = listed.full.into_iter().chain(listed.unsure).fold(open, f64::min);
        let complete_within = (complete_within - self.earned).min(radius);
        let regions = Regions { boxes: boxes.into_iter().map(|(region, _)| region).collect(), complete_within };
        Some(Listed { regions, nearest, full: listed.full.is_some() })
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
        let complete_within = proved.min(self.unproved).max(last).min(radius);
        let regions = Regions { boxes: self.before.iter().map(region).collect(), complete_within };
        Some(Listed { regions, nearest: self.before.first().cloned(), full: self.before.len() == MOST_REGIONS })
    }

    /// The explanation with the regions known so far.
    pub(crate) fn regions(&self) -> Explanation {
        let (over, listed) = match &self.stage {
            Stage::Regions(rounds) => (false, self.list_of(rounds)),
            stage if self.engine == Engine::LpSearch => (matches!(stage, Stage::Done), self.leaves()),
            _ => (true, self.listed.clone()),
        };
        let none = || Regions { boxes: Vec::new(), complete_within: -self.earned };
        let Listed { regions: listed, nearest, full } =
            listed.unwrap_or_else(|| Listed { regions: none(), nearest: None, full: false });
        let complete = over && !full && self.query.sought == Sought::Regions { radius: listed.complete_within };
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

/// Of two lists, the one that is complete within more. An empty one gives way to the other, which is then complete within as much.
fn further(a: Option<Listed>, b: Option<Listed>) -> Option<Listed> {
    let (a, b) = match (a, b) {
        (Some(a), Some(b)) => (a, b),
        (a, b) => return a.or(b),
    };
    let complete_within = a.regions.complete_within.max(b.regions.complete_within);
    let full = a.full || b.full;
    let reach = |listed: &Listed| (!listed.regions.boxes.is_empty(), listed.regions.complete_within);
    let more = if reach(&b) >= reach(&a) { b } else { a };
    Some(Listed { regions: Regions { complete_within, ..more.regions }, full, ..more })
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
