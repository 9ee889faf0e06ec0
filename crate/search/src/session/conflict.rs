//! A minimal conflict (IIS) for a query that no point satisfies. Its reasons are limits of the query that exclude each
//! other. Otherwise they are fields of the schema, and otherwise the model.

use crate::{Compiled, Compiling, Engine, Search, SearchError, Stage};
use espalier_engines::problem::relaxed_schema::Lenient;
use espalier_model::explanation::{Conflict, Reason};
use espalier_model::query::{Query, Sought, Target};
use std::ops::Range;
use std::sync::Arc;

/// The deletion filter for a minimal conflict. It leaves out some reasons at a time. If the rest still excludes every
/// answer, they stay out. Otherwise their halves are tried, down to a single reason that is needed.
#[derive(Debug)]
pub(crate) struct Filter {
    reasons: Vec<Reason>,
    /// The constraints that are not left out. At any time it is proved that they exclude every answer.
    enforced: Vec<bool>,
    /// The constraints still to be tried. The last of them is next.
    left: Vec<Range<usize>>,
    trying: Option<(Range<usize>, Trial)>,
    /// Whether every trial has ended with an answer or with a proof that there is none.
    sure: bool,
    /// For reasons in the schema: how its fields can be left out.
    lenient: Option<Lenient>,
}

/// A request without some of the reasons.
#[derive(Debug)]
enum Trial {
    /// Its model is being compiled.
    Waits(Compiling, Box<Query>),
    Search(Box<Search>),
}

impl Filter {
    /// A filter over the query's own limits. It is known that all of them together exclude every answer.
    fn limits(query: &Query) -> Filter {
        let count = query.limits();
        Filter {
            reasons: (0..count).map(Reason::Limit).collect(),
            enforced: vec![true; count],
            left: (0..count).rev().map(|i| i..i + 1).collect(),
            trying: None,
            sure: true,
            lenient: None,
        }
    }

    /// A filter over the fields of the schema. It is known that they exclude every answer even without the query's
    /// limits.
    fn schema(compiled: &Arc<Compiled>, query: &Query, sure: bool) -> Filter {
        let lenient = Lenient::new(compiled, query);
        let fields = lenient.fields();
        let count = fields.len();
        Filter {
            reasons: fields.into_iter().map(|(feature, field)| Reason::Field { feature, field }).collect(),
            enforced: vec![true; count],
            left: std::iter::once(0..count).filter(|all| !all.is_empty()).collect(),
            trying: None,
            sure,
            lenient: Some(lenient),
        }
    }

    /// The conflict as far as it is proved.
    pub fn conflict(&self) -> Conflict {
        let begun = self.left.first().is_none_or(|first| *first != (0..self.reasons.len()))
            && self.trying.as_ref().is_none_or(|trying| trying.0 != (0..self.reasons.len()));
        let kept = self.reasons.iter().zip(&self.enforced).filter(|(_, on)| **on).map(|(r, _)| *r);
        let reasons = if self.lenient.is_some() && !begun { vec![Reason::Features] } else { kept.collect() };
        Conflict { reasons, minimal: false }
    }

    /// Begins a trial without `out`.
    fn start(&mut self, trial: Result<Trial, SearchError>, out: Range<usize>) {
        match trial {
            Ok(trial) => self.trying = Some((out, trial)),
            // A field that cannot be left out counts as needed.
            Err(_) => self.sure = false,
        }
    }

    /// The trial without `out` and without all reasons that are left out already.
    fn trial(&self, search: &Search, out: &Range<usize>) -> Result<Trial, SearchError> {
        let kept = |i: usize| self.enforced.get(i) == Some(&true) && !out.contains(&i);
        let asked = Query { sought: Sought::Cheapest, certificate: false, ..search.query.copied() };
        let Some(lenient) = &self.lenient else {
            let constraints = asked.constraints.iter().enumerate().filter(|(i, _)| kept(*i));
            let query = Query {
                constraints: constraints.map(|(_, c)| c.clone()).collect(),
                depth: asked.depth.clone().filter(|_| kept(asked.constraints.len())),
                hull: asked.hull.clone().filter(|_| kept(asked.hull_at())),
                distance: if kept(asked.distance_at()) { asked.distance } else { 0.0 },
                margin: if kept(asked.margin_at()) { asked.margin } else { 0.0 },
                ..asked
            };
            let search = Search::by(Arc::clone(&search.compiled), query, search.engine)?;
            return Ok(Trial::Search(Box::new(search)));
        };
        let fields = self.reasons.iter().enumerate().filter(|(i, _)| kept(*i));
        let fields =
            fields.filter_map(
                |(_, r)| if let Reason::Field { feature, field } = r { Some((*feature, *field)) } else { None },
            );
        let (compiling, cost) = lenient.without(&search.compiled, &fields.collect::<Vec<_>>())?;
        let query =
            Query { constraints: Vec::new(), depth: None, hull: None, distance: 0.0, margin: 0.0, cost, ..asked };
        Ok(Trial::Waits(compiling, Box::new(query)))
    }
}

impl Search {
    /// No point satisfies the query: begins the search for a minimal conflict.
    pub(crate) fn without_answer(&mut self) {
        // Its trials leave limits out.
        if let Some(whole) = self.whole.take() {
            self.compiled = whole;
        }
        self.stage = Stage::Conflict(Box::new(Filter::limits(&self.query)));
    }

    /// Works on one piece of the filter.
    pub(crate) fn step_conflict(&mut self, mut filter: Box<Filter>) {
        let Some((range, trial)) = filter.trying.take() else {
            let Some(range) = filter.left.pop() else { return self.blame(*filter) };
            filter.start(filter.trial(self, &range), range);
            self.stage = Stage::Conflict(filter);
            return;
        };
        let mut trial = match trial {
            Trial::Search(trial) => trial,
            Trial::Waits(mut compiling, query) => {
                let trial = match compiling.step() {
                    Some(compiled) => self.without_words(compiled, *query),
                    None => Ok(Trial::Waits(compiling, query)),
                };
                filter.start(trial, range);
                self.stage = Stage::Conflict(filter);
                return;
            }
        };
        trial.step(1);
        let found = trial.best.is_some();
        if found || !matches!(trial.stage, Stage::Goal(..) | Stage::BestSearch(_)) {
            self.nodes += trial.progress().nodes;
            let excluded = !found && trial.unproved == f64::INFINITY;
            if excluded {
                filter.enforced[range].fill(false);
            } else if range.len() > 1 {
                let middle = range.start + range.len() / 2;
                filter.left.extend([middle..range.end, range.start..middle]);
            } else {
                // A relaxed request without a proof counts as feasible.
                filter.sure &= found;
            }
        } else {
            filter.trying = Some((range, Trial::Search(trial)));
        }
        self.stage = Stage::Conflict(filter);
    }

    /// The search of a request under a schema with fewer fields.
    fn without_words(&self, compiled: Arc<Compiled>, query: Query) -> Result<Trial, SearchError> {
        let boxes = !compiled.beyond_boxes && self.engine != Engine::NearestRow;
        let engine = if boxes { Engine::BoxSearch } else { self.engine };
        Ok(Trial::Search(Box::new(Search::by(compiled, query, engine)?)))
    }

    /// Ends the filter and takes its conflict.
    fn blame(&mut self, filter: Filter) {
        let Conflict { mut reasons, .. } = filter.conflict();
        let mut minimal = filter.sure;
        if reasons.is_empty() {
            let rows = self.query.real_rows.is_some();
            // The best prediction fails to exist only because of limits, or because no row lies within its budget.
            let best = matches!(self.query.target, Target::Best { .. });
            match &filter.lenient {
                None if !best => {
                    self.stage = Stage::Conflict(Box::new(Filter::schema(&self.compiled, &self.query, minimal)));
                    return;
                }
                _ if rows => reasons.push(Reason::Rows),
                Some(lenient) if lenient.whole() => {}
                _ => {
                    reasons.push(Reason::Features);
                    minimal = false;
                }
            }
        }
        // An empty conflict has no part that can be left out, so it is minimal.
        minimal |= reasons.is_empty();
        self.conflict = Some(Conflict { reasons, minimal });
        self.start_proof(0);
    }
}
