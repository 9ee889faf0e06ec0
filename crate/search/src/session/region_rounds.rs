//! The searches for all regions within a radius, one after the other.

use espalier_engines::box_search::{BoxSearch, ListLengths};
use espalier_engines::problem::levels::Var;
use espalier_engines::problem::Problem;
use espalier_model::explanation::{Counterfactual, Regions};

/// A list of regions, and the nearest answer.
pub(crate) type Listed = (Regions, Option<Counterfactual>);

/// Number of boxes that are opened within the whole radius before rounds within smaller ones begin. More lets more lists end without rounds, and delays the
/// others. By hand: some tenths of a second.
const WHOLE_FIRST: u64 = 300;

/// Largest number of rounds within smaller radii than the whole one. Each radius is [`WIDER`] times the one before, so the first is a part in 300 million.
/// More begin nearer to the query, with rounds that may hold nothing. By hand.
const MOST_ROUNDS: u32 = 14;
const WIDER: u32 = 4;

/// Near the query a box of the whole radius is large, and its bounds tell far values apart, not near ones. So where the list does not end soon, it is begun
/// anew in rounds: each lists all regions within its own radius, and costs a part of the next one. The last one's radius is the whole.
#[derive(Debug)]
pub(crate) struct RegionRounds {
    /// The present round. It counts the boxes of all rounds.
    pub search: BoxSearch,
    whole: f64,
    /// Radius of the present round, if it is not the whole one; else infinite.
    radius: f64,
    /// Number of rounds that follow.
    to_come: u32,
    /// Number of boxes before rounds begin. All: they have begun, or there are none.
    whole_first: u64,
    /// The list of an earlier round. All regions that cost less than `proved` are in it. Earnings are included.
    pub before: Option<Listed>,
    pub proved: f64,
}

/// The state of a round after a step.
pub(crate) enum Round {
    Goes,
    /// It has ended, and another one follows.
    Ended,
    /// It has ended, and so has the list.
    Last,
}

impl RegionRounds {
    pub fn new(problem: Problem, radius: f64) -> RegionRounds {
        // Where changes cost nothing, small radii hold as many regions as large ones.
        let dear = |var: &Var| var.cost.iter().filter(|cost| **cost <= var.least()).count() <= 1;
        let whole_first = if problem.vars.iter().all(dear) { WHOLE_FIRST } else { u64::MAX };
        RegionRounds { whole_first, ..RegionRounds::alone(BoxSearch::regions(problem, radius), radius) }
    }

    /// One search, without rounds.
    pub fn alone(search: BoxSearch, whole: f64) -> RegionRounds {
        RegionRounds {
            search,
            whole,
            radius: f64::INFINITY,
            to_come: 0,
            whole_first: u64::MAX,
            before: None,
            proved: f64::NEG_INFINITY,
        }
    }

    /// Sets the number of boxes before the first round, where there are rounds, and the lengths at which the list ends.
    pub fn limit(&mut self, whole_first: u64, lengths: ListLengths) {
        if self.whole_first < u64::MAX {
            self.whole_first = whole_first;
        }
        self.search.end_list_at(lengths);
    }

    /// All regions that cost less are in the list of the present round. Earnings are included.
    pub fn present_bound(&self) -> f64 {
        self.search.bound().min(self.radius)
    }

    /// Whether the last round has ended.
    pub fn ended(&self) -> bool {
        self.to_come == 0 && self.search.done()
    }

    /// Number of regions that are listed now.
    pub fn listed(&self) -> usize {
        let present = self.search.listed().map_or(0, |listed| listed.boxes.len());
        self.before.as_ref().map_or(0, |(before, _)| before.boxes.len()).max(present)
    }

    /// The radius of the round that so many follow; infinite of the last one.
    fn radius(&self, to_come: u32) -> f64 {
        if to_come == 0 {
            return f64::INFINITY;
        }
        let vars = &self.search.problem.vars;
        let dearest = |var: &Var| var.cost.iter().copied().filter(|cost| cost.is_finite()).fold(0.0, f64::max);
        let least: f64 = vars.iter().map(Var::least).sum();
        let most = vars.iter().map(dearest).sum::<f64>().min(self.whole);
        least + (most - least) / f64::from(WIDER.pow(to_come))
    }

    /// Does a piece of work.
    pub fn step(&mut self) -> Round {
        if self.search.step() {
            let full = self.search.listed().is_some_and(|listed| listed.full.is_some());
            return if full || self.to_come == 0 { Round::Last } else { Round::Ended };
        }
        if self.search.nodes < self.whole_first {
            return Round::Goes;
        }
        self.whole_first = u64::MAX;
        let bound = self.search.bound();
        match (1..=MOST_ROUNDS).rev().find(|&to_come| self.radius(to_come) > bound) {
            None => Round::Goes,
            Some(first) => {
                self.to_come = first + 1;
                Round::Ended
            }
        }
    }

    /// Begins the next round. `listed`: the list so far.
    pub fn widen(&mut self, listed: Option<Listed>) {
        self.proved = self.proved.max(self.present_bound());
        self.before = listed;
        self.to_come -= 1;
        self.radius = self.radius(self.to_come);
        self.search.list_anew(self.radius.min(self.whole));
    }
}
