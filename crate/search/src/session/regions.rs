//! All regions of the target within a radius, as an [`Explanation`]: the boxes that the search lists, or, from linear programs, the leaves that one
//! answer after the other falls into.

use crate::{Engine, Search, SearchError, Stage};
use espalier_engines::box_search::{BoxSearch, TargetBox, MOST_REGIONS};
use espalier_engines::linf_search::within;
use espalier_engines::lp_search;
use espalier_engines::problem::level_answer;
use espalier_engines::problem::levels::Var;
use espalier_engines::problem::{Moves, Problem};
use espalier_engines::tolerances::reach;
use espalier_model::explanation::{Counterfactual, Explanation, Extent, Region, Regions, Status, Work};
use espalier_model::query::Sought;
use espalier_numerics::sorting::sort_by;

/// The boxes, and the nearest answer.
pub(crate) type Listed = (Regions, Option<Counterfactual>);

impl Search {
    /// Begins the list.
    pub(crate) fn start_regions(&mut self, enforced: &[bool]) -> Result<(), SearchError> {
        let Sought::Regions { radius } = self.query.sought else { return Ok(()) };
        let radius = radius + self.earned;
        let mut problem = self.problem(0, enforced)?;
        if self.engine == Engine::Lagrangian {
            let search = self.regions_beside(problem, radius, enforced)?;
            self.stage = Stage::Regions(Box::new(search));
            return Ok(());
        }
        if problem.vars.iter().any(|v| !v.reach.is_empty()) {
            // For a largest-change cost alone: every point within the radius costs nothing, and is reached.
            problem = within(&problem, &problem.vars, |cost| cost <= reach(radius));
        }
        self.stage = Stage::Regions(Box::new(BoxSearch::regions(problem, radius)));
        Ok(())
    }

    pub(crate) fn step_regions(&mut self, mut search: Box<BoxSearch>) {
        if search.step() {
            self.nodes += search.nodes;
            self.listed = self.list(&search, f64::INFINITY);
        } else {
            self.stage = Stage::Regions(search);
        }
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
        // A full list leaves something out, be it at exactly the radius.
        let most = if listed.full.is_some() { radius.next_down() } else { radius };
        let complete_within = (complete_within - self.earned).min(most);
        Some((Regions { boxes: boxes.into_iter().map(|(region, _)| region).collect(), complete_within }, nearest))
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
            Stage::Regions(search) => (false, self.list(search, search.bound())),
            stage if self.engine == Engine::LpSearch => (matches!(stage, Stage::Done), self.leaves()),
            _ => (true, self.listed.clone()),
        };
        let (listed, nearest) = listed.unwrap_or((Regions { boxes: Vec::new(), complete_within: -self.earned }, None));
        let complete = over && self.query.sought == Sought::Regions { radius: listed.complete_within };
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
