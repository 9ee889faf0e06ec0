//! Checks a certificate. Every reason that it states is repeated from the model, the query and the definitions alone, without code of
//! the search. docs/contract/certificate.md states the reasons.

mod bound;
mod goals;
mod hulls;
mod hyperplanes;
mod levels;
mod linear_constraints;
mod linear_leaves;
mod live_box;
mod stream;
mod tree_leaves;

use crate::answer::{admitted, Check};
use crate::error::VerifyError;
use crate::learned::taught;
use crate::target::{met, reaches};
use crate::tolerances::near;
use bound::Round;
use espalier_model::ensemble::{Ensemble, Prediction};
use espalier_model::explanation::Certificate;
use espalier_model::query::{Constraint, Query};
use espalier_model::Model;
use hyperplanes::Hyperplanes;
use levels::Levels;
use linear_constraints::LinearConstraints;
use linear_leaves::LeafFeatures;
use live_box::Live;
use stream::{ProofStep, Stream};
use tree_leaves::Leaves;

/// Whether a certificate proves its claim. The claim is that no answer to the query costs less than `certificate.cost`, or that there is
/// no answer. The tolerance is 1e-9 of the cost, and 1e-12 for the rounding of costs close to 0. For queries with
/// linear constraints `certificate.proved`, where given, takes the place of the cost.
///
/// # Errors
/// [`VerifyError::Certificate`] names the first step that does not hold.
/// # Cost
/// A few passes over all leaves and messages for each round of the proof. Consequences that were learned for the request are learned again.
pub fn certificate(model: &Model, query: &Query, certificate: &Certificate) -> Result<(), VerifyError> {
    let check = Check { ensemble: &model.ensemble, schema: &model.schema, query };
    let refuted = |goal, byte, what| VerifyError::Certificate { goal, byte, what };
    if query.factual.len() != model.ensemble.columns {
        return Err(VerifyError::Columns { found: query.factual.len(), expected: model.ensemble.columns });
    }
    if !taught(model, query) {
        return Err(refuted(0, 0, "the trees of a consequence are not those that the background rows teach"));
    }
    let goals = goals::goals(&check).ok_or(refuted(0, 0, "the target does not fit the model"))?;
    let hulls = hulls::hulls(&check, &certificate.hull).map_err(|what| refuted(0, 0, what))?;
    if goals.len() * hulls.len() != certificate.proofs.len() {
        return Err(refuted(0, 0, "there is not one proof for each goal"));
    }
    if certificate.cost.is_some_and(|c| !c.is_finite()) {
        return Err(refuted(0, 0, "the cost is no number"));
    }
    let planes = Hyperplanes::new(&check);
    let beyond = !planes.tests.is_empty() || linear_leaves::sums(&check);
    linear_constraints::certified(&check, certificate.proved, certificate.cost, beyond)
        .map_err(|what| refuted(0, 0, what))?;
    let earned = check.earned_in_all();
    let claim = certificate.proved.or(certificate.cost);
    let parts = goals.iter().flat_map(|goal| hulls.iter().map(move |hull| (goal, hull)));
    for (at, ((goal, hull), bytes)) in parts.zip(&certificate.proofs).enumerate() {
        // All levels' costs are raised by the most that they may earn, and so is the limit.
        let limit = claim.map_or(f64::INFINITY, |c| c - near(c, earned) - goal.offset + earned);
        let mut levels = levels::levels(&check, &certificate.cuts, limit).map_err(|what| refuted(at, 0, what))?;
        let features = LeafFeatures::new(&check, &planes, goal).map_err(|what| refuted(at, 0, what))?;
        levels.extend(planes.levels().chain(features.levels()));
        let leaves =
            tree_leaves::leaves(&check, &levels, &planes, &features, goal).map_err(|what| refuted(at, 0, what))?;
        let constraints = LinearConstraints::new(&check, &certificate.cuts, &levels, hull, &planes, &features)
            .map_err(|what| refuted(at, 0, what))?;
        let cutoff = levels::cutoff(&check, &levels, &constraints, limit);
        let proof = ProofProblem { check: &check, cutoff, levels, leaves, constraints, features: &features };
        let mut stream = Stream::new(bytes);
        proof.run(&mut stream).map_err(|what| refuted(at, stream.at(), what))?;
    }
    Ok(())
}

/// The problem of one goal, against which its proof is checked.
struct ProofProblem<'a> {
    check: &'a Check<'a>,
    levels: Vec<Levels>,
    leaves: Leaves,
    constraints: LinearConstraints,
    features: &'a LeafFeatures<'a>,
    /// The cutoff: the proof need not exclude points that cost this or more.
    cutoff: f64,
}

impl ProofProblem<'_> {
    /// Follows the proof through its boxes until each is closed. A box is `None` once it is known to hold no cheaper answer.
    fn run(&self, stream: &mut Stream<'_>) -> Result<(), &'static str> {
        let mut whole = Live::new(&self.levels, &self.leaves);
        let mut open = vec![self.propagate(&mut whole).then_some(whole)];
        while let Some(mut now) = open.pop() {
            loop {
                match stream.step()? {
                    ProofStep::Closed => {
                        if now.is_some_and(|live| !self.misses(&live)) {
                            return Err("a box is closed that may hold a cheaper answer");
                        }
                        break;
                    }
                    ProofStep::Round => {
                        let round = Round::read(stream, self)?;
                        if let Some(live) = &mut now {
                            if !(self.excludes(live, &round) && self.propagate(live)) {
                                now = None;
                            }
                        }
                    }
                    ProofStep::Split => {
                        let (feature, range, inside_first) = stream.split(&self.levels)?;
                        let part = |inside: bool| {
                            let mut live = now.clone()?;
                            let levels = &mut live.levels[feature];
                            for (k, alive) in levels.iter_mut().enumerate() {
                                *alive &= range.contains(&k) == inside;
                            }
                            self.propagate(&mut live).then_some(live)
                        };
                        let (first, second) = (part(inside_first), part(!inside_first));
                        open.extend([second, first]);
                        break;
                    }
                }
            }
        }
        stream.end()
    }

    /// Whether the trees of a model have a single live leaf each, and these together miss its target; or the budgets' trees have, and one is exceeded.
    fn misses(&self, live: &Live) -> bool {
        // By tree: the number of its only leaf.
        const SEVERAL: usize = usize::MAX;
        let mut only = Vec::new();
        for t in 0..self.leaves.trees() {
            let mut own = self.leaves.of(t).filter(|&l| live.leaves[l]);
            let one = own.next().filter(|_| own.next().is_none());
            only.push(one.map_or(SEVERAL, |l| self.leaves.number[l]));
        }
        let (check, query) = (self.check, self.check.query);
        let mut row = query.factual.clone();
        for (f, levels) in self.levels.iter().enumerate() {
            let Some(level) = (0..levels.count()).find(|&k| live.levels[f][k]) else { return true };
            if f < check.schema.features.len() {
                levels.write(check, f, level, &mut row);
            }
        }
        // Each ensemble's prediction where its trees are down to one leaf each, in the order of the trees. Linear leaves say it of a single point.
        let single = self.constraints.single(live);
        let decided = !only.contains(&SEVERAL);
        let spent = !only[self.leaves.before_budgets..].contains(&SEVERAL);
        let mut rest = only.as_slice();
        let mut says = |ensemble: &Ensemble| {
            let Some(summed) = self.features.of(ensemble) else {
                let own;
                (own, rest) = rest.split_at(ensemble.trees.len());
                return (!own.contains(&SEVERAL)).then(|| ensemble.prediction(own, &row));
            };
            rest = &rest[summed.trees.iter().filter(|choice| choice.own).count()..];
            ensemble.predict(&row).ok().filter(|_| single && decided)
        };
        if says(check.ensemble).is_some_and(|found| met(check.ensemble, query, &found).is_none()) {
            return true;
        }
        let deep = |found| matches!(found, Prediction::Value(depth) if depth >= query.depth.as_ref().map_or(f64::NAN, |d| admitted(d.least)));
        if query.depth.as_ref().is_some_and(|depth| says(&depth.forest).is_some_and(|found| !deep(found))) {
            return true;
        }
        query.constraints.iter().any(|constraint| match constraint {
            Constraint::Also { model, target } => {
                says(model).is_some_and(|found| reaches(model, target, 0.0, &found).is_none())
            }
            Constraint::CausalEnsemble { cause, .. } => {
                says(&cause.trees);
                false
            }
            Constraint::Budget(budget) => spent && !check.affords(budget, &row),
            _ => false,
        })
    }
}
