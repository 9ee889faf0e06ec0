//! The searches for all regions within a radius, one after the other.

use espalier_engines::box_search::{BoxSearch, ListLengths};
use espalier_engines::problem::levels::Var;
use espalier_engines::problem::Problem;
use espalier_model::explanation::{Counterfactual, Regions};

/// A list of regions.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub regions: Regions,
    /// The nearest answer.
    pub nearest: Option<Counterfactual>,
    /// Whether there may be more regions within the radius than the list can hold.
    pub full: bool,
}

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
    /// The present round.
    pub search: BoxSearch,
    whole: f64,
    /// Number of rounds that follow.
    to_come: u32,
    /// `None`: rounds have begun, or there are none.
    whole_first: Option<u64>,
    lengths: ListLengths,
    /// The list of an earlier round.
    pub before: Option<Listed>,
    /// All regions that cost less are in that list. Earnings are included.
    proved: f64,
}

/// The state of a round after a step.
pub(crate) enum Round {
    Goes,
    /// It has ended. Another one follows, and so many after that.
    Ended(u32),
    /// It has ended, and so has the list.
    Last,
}

impl RegionRounds {
    pub fn new(problem: Problem, radius: f64) -> RegionRounds {
        // Where changes cost nothing, small radii hold as many regions as large ones.
        let dear = |var: &Var| var.cost.iter().filter(|cost| **cost <= var.least()).count() <= 1;
        let whole_first = problem.vars.iter().all(dear).then_some(WHOLE_FIRST);
        RegionRounds { whole_first, ..RegionRounds::alone(BoxSearch::regions(problem, radius), radius) }
    }

    /// One search, without rounds.
    pub fn alone(search: BoxSearch, radius: f64) -> RegionRounds {
        let lengths = ListLengths::default();
        RegionRounds {
            search,
            whole: radius,
            to_come: 0,
            whole_first: None,
            lengths,
            before: None,
            proved: f64::NEG_INFINITY,
        }
    }

    /// Sets the number of boxes before the first round, where there are rounds, and the lengths at which the list ends.
    pub fn limit(&mut self, whole_first: u64, lengths: ListLengths) {
        self.whole_first = self.whole_first.and(Some(whole_first));
        self.lengths = lengths;
        self.search.end_list_at(lengths);
    }

    /// Boxes opened in the present round.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// All regions that cost less are in the list of the present round. Earnings are included.
    pub fn present_bound(&self) -> f64 {
        let bound = self.search.bound();
        if self.to_come == 0 {
            bound
        } else {
            bound.min(self.radius(self.to_come))
        }
    }

    /// As [`RegionRounds::present_bound`], for the lists of all rounds.
    pub fn bound(&self) -> f64 {
        self.present_bound().max(self.proved)
    }

    /// The radius of the round that so many follow.
    fn radius(&self, to_come: u32) -> f64 {
        if to_come == 0 {
            return self.whole;
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
            return if full || self.to_come == 0 { Round::Last } else { Round::Ended(self.to_come - 1) };
        }
        if self.whole_first.is_none_or(|boxes| self.nodes() < boxes) {
            return Round::Goes;
        }
        self.whole_first = None;
        let bound = self.search.bound();
        let first = (1..=MOST_ROUNDS).rev().find(|&to_come| self.radius(to_come) > bound);
        first.map_or(Round::Goes, Round::Ended)
    }

    /// Begins the next round, which so many follow. `listed`: the list so far.
    pub fn widen(&mut self, listed: Option<Listed>, to_come: u32) {
        self.proved = self.bound();
        self.before = listed;
        self.to_come = to_come;
        self.search = BoxSearch::regions(self.search.problem.clone(), self.radius(to_come));
        self.search.end_list_at(self.lengths);
    }
}
