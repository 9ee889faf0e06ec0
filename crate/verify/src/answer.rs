//! Checks of an [`Explanation`] against the model and the query, from the definitions alone. They share no code with the search.
//! Imports `ensemble`, `schema`, `query`, `explanation`, `model`.

use crate::error::VerifyError;
use crate::target::met;
use crate::tolerances::{near, COST_ROUNDING, EQUAL, EQUAL_SINGLE};
use espalier_model::ensemble::{Ensemble, Precision, PredictError, Prediction};
use espalier_model::explanation::{
    Conflict, Counterfactual, Explanation, FeatureChange, Field, Reason, Region, Setting, Status, MAX_SERIES,
};
use espalier_model::query::hull::{place, rounding};
use espalier_model::query::{Aim, Constraint, Depth, Distinct, Query, Sought, Target};
use espalier_model::schema::{Change, Feature, Kind, Schema};
use espalier_model::Model;
use std::sync::Arc;

/// Checks every statement of an explanation that needs no search. Its numbers are those that the model reads; [`verify_written`](crate::verify_written) takes others. Every counterfactual is attained, keeps all limits, has the stated cost
/// and prediction, and is on target. Ranges hold at both ends. Bound, order and status fit together.
///
/// Whether a cheaper answer exists is not checked here.
///
/// # Errors
/// The first statement that does not hold.
/// # Cost
/// A few predictions for each counterfactual and each range.
pub fn verify(model: &Model, query: &Query, explanation: &Explanation) -> Result<(), VerifyError> {
    if query.factual.len() != model.ensemble.columns {
        return Err(VerifyError::Columns { found: query.factual.len(), expected: model.ensemble.columns });
    }
    let earned = Check { ensemble: &model.ensemble, schema: &model.schema, query }.earned_in_all();
    status(model, query, explanation, earned)?;
    reach(query, explanation, earned)?;
    // With the best prediction as target, ranges hold every prediction that is at least as good as the stated one.
    let reached = explanation.counterfactuals.first().map(|c| query.target.reached(&c.prediction));
    let query = &Query { target: reached.unwrap_or_else(|| query.target.clone()), ..query.copied() };
    let check = Check { ensemble: &model.ensemble, schema: &model.schema, query };
    let mut asked = query.copied();
    for (index, counterfactual) in explanation.counterfactuals.iter().enumerate() {
        Check { query: &asked, ..check }.counterfactual(counterfactual)?;
        if let Sought::Series { to, step } = query.sought {
            // Each answer of a series is one to the demand that the answer before it leaves.
            match query.target.demanding_more(&counterfactual.prediction, step, to) {
                Some(target) => asked.target = target,
                None if index + 1 < explanation.counterfactuals.len() => {
                    return Err(VerifyError::Alike { index: index + 1, other: index })
                }
                None => {}
            }
        }
    }
    let regions = explanation.regions.as_ref().map_or(&[][..], |r| &r.boxes);
    for (index, region) in regions.iter().enumerate() {
        check.region(region).map_err(|e| VerifyError::Region { index, what: Box::new(e) })?;
        let alike = |other: &Region| !region.leaves.is_empty() && region.leaves == other.leaves;
        if let Some(other) = regions[..index].iter().position(alike) {
            return Err(VerifyError::Alike { index, other });
        }
    }
    let all = &explanation.counterfactuals;
    for (i, one) in all.iter().enumerate() {
        if all[..i].iter().any(|other| same_row(&one.values, &other.values)) {
            return Err(VerifyError::Repeated { index: i });
        }
        if let Some(other) = all[..i].iter().position(|other| !check.differ(other, one)) {
            return Err(VerifyError::Alike { index: i, other });
        }
        if i > 0
            && one.cost < all[i - 1].cost - (equal(model, query) * (all[i - 1].cost.abs() + earned) + COST_ROUNDING)
        {
            return Err(VerifyError::Order { index: i });
        }
    }
    pool(&check, explanation, earned)?;
    hulls(model, query, explanation)
}

/// Whether every answer of a pool is one, each dearer than the one before it and than the counterfactual.
fn pool(check: &Check, explanation: &Explanation, earned: f64) -> Result<(), VerifyError> {
    let most = if let Sought::Pool { most } = check.query.sought { most } else { 0 };
    if explanation.pool.len() > most {
        return Err(VerifyError::Status {
            status: explanation.status,
            what: "a pool of more answers than were asked for",
        });
    }
    let mut last = explanation.counterfactuals.first().map_or(f64::INFINITY, |c| c.cost);
    for (index, one) in explanation.pool.iter().enumerate() {
        check.counterfactual(one)?;
        // Not `<=`: a cost that is NaN is refused too. The same row twice would cost the same.
        let dearer = one.cost > last + near(last, earned);
        if !dearer {
            return Err(VerifyError::Order { index });
        }
        last = one.cost;
    }
    Ok(())
}

/// Whether the answers in single hulls hold, each for its own query, and are together those that are listed.
fn hulls(model: &Model, query: &Query, explanation: &Explanation) -> Result<(), VerifyError> {
    let fault = |what| Err(VerifyError::Status { status: explanation.status, what });
    let queries = query.hull_queries(&model.schema.features);
    let all = &explanation.hulls;
    if all.len() > queries.len() || all.len() < queries.len() && !explanation.truncated {
        return fault("an answer for each hull was asked for");
    }
    for (query, one) in queries.iter().zip(all) {
        verify(model, query, one)?;
    }
    let proved = |one: &Arc<Explanation>| matches!(one.status, Status::Optimal | Status::Infeasible);
    if query.sought != Sought::Hulls || explanation.status == Status::Unknown {
        return Ok(());
    }
    if explanation.status != Status::Feasible && (all.len() < queries.len() || !all.iter().all(proved)) {
        return fault("a hull without a proof");
    }
    let here = |listed: &[Counterfactual], one: &Counterfactual| {
        listed.iter().any(|other| same_row(&other.values, &one.values))
    };
    let of_hulls = || all.iter().flat_map(|one| &one.counterfactuals);
    let together = of_hulls().all(|one| here(&explanation.counterfactuals, one))
        && explanation.counterfactuals.iter().all(|one| of_hulls().any(|other| same_row(&other.values, &one.values)));
    if together {
        Ok(())
    } else {
        fault("other answers than those in the hulls")
    }
}

/// Whether status, bound, costs and conflict fit together.
fn status(model: &Model, query: &Query, explanation: &Explanation, earned: f64) -> Result<(), VerifyError> {
    let fault = |what| Err(VerifyError::Status { status: explanation.status, what });
    let first = explanation.counterfactuals.first().map(|c| c.cost);
    let bound = explanation.lower_bound;
    // Where nothing earns, no cost is below 0, not even by rounding. A change of one denormal number may earn less than `earned` can tell.
    let earns = earned > 0.0 || (0..model.schema.features.len()).any(|f| query.cost.falls(f));
    let least = if earns { -earned - near(0.0, earned) } else { 0.0 };
    if bound.is_some_and(|b| b.is_nan() || b < least) {
        return fault("the lower bound is not a cost");
    }
    if let (Some(cost), Some(bound)) = (first, bound) {
        if bound > cost + near(cost, earned) {
            return Err(VerifyError::Bound { bound, cost });
        }
    }
    match (explanation.status, first, bound) {
        (Status::Optimal, Some(cost), Some(bound)) if cost - bound <= near(cost, earned) => {}
        (Status::Optimal, ..) => return fault("no counterfactual whose cost equals the bound"),
        (Status::Feasible, Some(_), Some(_)) => {}
        (Status::Feasible, ..) => return fault("no counterfactual, or no bound"),
        (Status::Infeasible, None, None) => {}
        (Status::Infeasible, ..) => return fault("a counterfactual or a bound where there is none"),
        (Status::Unknown, None, Some(_)) => {}
        (Status::Unknown, ..) => return fault("a counterfactual, or no bound"),
    }
    let most = match query.sought {
        Sought::Ties | Sought::Hulls => usize::MAX,
        Sought::Several { count, .. } => count,
        Sought::Series { .. } => MAX_SERIES,
        Sought::Cheapest | Sought::Pool { .. } | Sought::Regions { .. } => 1,
    };
    if explanation.counterfactuals.len() > most {
        return fault("more counterfactuals than were asked for");
    }
    if explanation.status == Status::Optimal && query.sought == Sought::Ties {
        let cheapest = first.unwrap_or(0.0);
        let most = 2.0 * equal(model, query) * (cheapest.abs() + earned).max(1e-3);
        if explanation.counterfactuals.iter().any(|c| (c.cost - cheapest).abs() > most) {
            return fault("tied answers of different cost");
        }
    }
    match &explanation.conflict {
        Some(_) if explanation.status != Status::Infeasible => fault("a conflict although it is not infeasible"),
        Some(conflict) if !stated(model, query, conflict) => {
            fault("a conflict names a limit that neither query nor schema states")
        }
        _ => Ok(()),
    }
}

/// The difference at which two answers to one request cost the same, as a share of the cost. Numbers of single precision miss a row over several
/// features by their own rounding.
fn equal(model: &Model, query: &Query) -> f64 {
    let rows = (model.ensemble.is_oblique() || model.ensemble.has_linear_leaves())
        || query.constraints.iter().any(Constraint::couples_features)
        || query.hull.is_some()
        || query.cost.quadratic.is_some();
    if rows && model.ensemble.input == Precision::F32 {
        EQUAL_SINGLE
    } else {
        EQUAL
    }
}

/// Whether a conflict names reasons that the query or the schema states, once and in order.
fn stated(model: &Model, query: &Query, conflict: &Conflict) -> bool {
    let place = |reason: &Reason| match *reason {
        Reason::Limit(i) if i < query.limits() => Some((0, i)),
        Reason::Field { feature, field } => {
            let known = model.schema.features.get(feature)?;
            let says = match field {
                Field::Kind => !matches!(known.kind, Kind::Numeric { .. }),
                Field::Min | Field::Max => known.level_count().is_none(),
                Field::Change => known.change != Change::Free,
            };
            says.then_some((field as usize, feature))
        }
        Reason::Rows if query.real_rows.is_some() => Some((4, 0)),
        // Without one field named, the set cannot be one of which each part is needed.
        Reason::Features if !conflict.minimal => Some((5, 0)),
        _ => None,
    };
    let places: Vec<_> = conflict.reasons.iter().map(place).collect();
    let limits = conflict.limits().len();
    places.iter().all(Option::is_some)
        && places.windows(2).all(|w| w[0] < w[1])
        && (limits == 0 || limits == places.len())
}

/// Whether the stated best prediction is that of the counterfactuals, within the budget and the bound.
fn reach(query: &Query, explanation: &Explanation, earned: f64) -> Result<(), VerifyError> {
    let fault = |what| Err(VerifyError::Reach { what });
    let Target::Best { aim, budget } = query.target else {
        return if explanation.reach.is_some() { fault("none was asked for") } else { Ok(()) };
    };
    let (Some(reach), Some(first)) = (explanation.reach, explanation.counterfactuals.first()) else {
        return if explanation.counterfactuals.is_empty() { Ok(()) } else { fault("it is missing") };
    };
    if explanation.counterfactuals.iter().any(|c| c.cost > budget + 2.0 * near(budget, earned)) {
        return fault("a counterfactual exceeds the budget");
    }
    let value = match (aim, &first.prediction) {
        (Aim::Class(class), Prediction::Class { scores, .. }) => scores.get(class).copied(),
        (Aim::Most | Aim::Least | Aim::Farthest, Prediction::Value(v)) => Some(*v),
        _ => None,
    };
    if value != Some(reach.value) {
        return fault("it is not that of the counterfactual");
    }
    let beyond = match aim {
        Aim::Least => reach.value - reach.bound,
        Aim::Farthest => reach.bound.abs() - reach.value.abs(),
        Aim::Class(_) | Aim::Most => reach.bound - reach.value,
    };
    // Not `<`: NaN is refused too.
    let bounded = beyond >= 0.0;
    if !bounded {
        return fault("it is better than the bound");
    }
    Ok(())
}

/// One query on one model.
pub(crate) struct Check<'a> {
    pub(crate) ensemble: &'a Ensemble,
    pub(crate) schema: &'a Schema,
    pub(crate) query: &'a Query,
}

impl Check<'_> {
    /// Checks that a row is attained, keeps all limits and is on target. Returns its prediction, and the cost that this prediction adds.
    pub(crate) fn point(&self, row: &[f64]) -> Result<(Prediction, f64), VerifyError> {
        let expected = self.ensemble.columns;
        if row.len() != expected {
            return Err(VerifyError::Columns { found: row.len(), expected });
        }
        for (f, feature) in self.schema.features.iter().enumerate() {
            self.attained(feature, row)?;
            self.feature_limits(f, row)?;
        }
        self.joint_limits(row)?;
        self.deep(row)?;
        self.far(row)?;
        self.real(row)?;
        let prediction = self.predict(row)?;
        match met(self.ensemble, self.query, &prediction) {
            Some(offset) => Ok((prediction, offset)),
            None => Err(VerifyError::Target { found: prediction }),
        }
    }

    fn counterfactual(&self, one: &Counterfactual) -> Result<(), VerifyError> {
        let (prediction, offset) = self.point(&one.values)?;
        if prediction != one.prediction {
            return Err(VerifyError::Prediction { stated: one.prediction.clone(), found: prediction });
        }
        let cost = self.cost(&one.values) + offset + self.mixed(one)?;
        // Not `>`: a cost that is NaN is refused too.
        let equal = (cost - one.cost).abs() <= near(cost, self.earned_in_all());
        if !equal {
            return Err(VerifyError::Cost { stated: one.cost, found: cost });
        }
        self.changes(one)
    }

    /// Whether a counterfactual is as near to a convex combination of background rows as the query asks. The weights that it states must
    /// belong to rows of one hull. Returns the price of the distance, where it has one.
    fn mixed(&self, one: &Counterfactual) -> Result<f64, VerifyError> {
        let Some(hull) = self.query.hull.as_ref() else { return Ok(0.0) };
        let features = &self.schema.features;
        let fault = |what| Err(VerifyError::Hull { what });
        let Some(mut by) = place(features, &one.values) else { return fault("a value is of no level") };
        let among = |rows: &[usize]| one.mixture.iter().all(|m| rows.binary_search(&m.0).is_ok());
        if one.mixture.is_empty() || !hull.parts(features).iter().any(|part| among(&part.rows)) {
            return fault("its rows span no hull of the query");
        }
        let total: f64 = one.mixture.iter().map(|m| m.1).sum();
        // Not `>`: NaN is refused too.
        let weights = (total - 1.0).abs() <= EQUAL && one.mixture.iter().all(|m| m.1 >= 0.0);
        if !weights {
            return fault("the weights of its rows are no shares of 1");
        }
        for &(row, weight) in &one.mixture {
            let Some(at) = place(features, &hull.background.rows[row]) else { return fault("a row has no place") };
            by.iter_mut().zip(at).for_each(|(b, x)| *b -= weight * x);
        }
        let off = rounding(features, self.ensemble.input, &self.query.factual, &one.values);
        let far = hull.ball.length(&by);
        if hull.price > 0.0 || far <= hull.epsilon + off {
            Ok(hull.price * far)
        } else {
            fault("it lies outside of the hull")
        }
    }

    /// Whether a later answer differs from an earlier one as the query demands.
    fn differ(&self, earlier: &Counterfactual, later: &Counterfactual) -> bool {
        let Sought::Several { distinct, .. } = self.query.sought else { return true };
        match distinct {
            // Repeated rows are refused in another check.
            Distinct::Rows => true,
            Distinct::Regions => self.ensemble.trees.iter().any(|tree| {
                let leaf = |one: &Counterfactual| self.ensemble.leaf(tree, &one.values).ok();
                leaf(earlier) != leaf(later)
            }),
            Distinct::Features => {
                earlier.changes.iter().any(|c| self.unchanged(&self.schema.features[c.feature], &later.values))
            }
            Distinct::Distance(distance) => self.schema.features.iter().any(|feature| {
                let column = feature.columns()[0];
                let (from, to) = (earlier.values[column], later.values[column]);
                if from.is_nan() != to.is_nan() {
                    return true;
                }
                let (width, by) = match (feature.level_of(&earlier.values), feature.level_of(&later.values)) {
                    (Some(a), Some(b)) if matches!(feature.kind, Kind::Ordinal { .. }) => {
                        (feature.level_count().map_or(1, |n| n - 1) as f64, a.abs_diff(b) as f64)
                    }
                    (None, None) if feature.level_count().is_none() => (feature.max - feature.min, (from - to).abs()),
                    (a, b) => return a != b,
                };
                let share = by / if width > 0.0 { width } else { 1.0 };
                share > 0.0 && share >= distance * (1.0 - EQUAL)
            }),
        }
    }

    /// Whether a row lies as deep in the isolation forest as the query asks.
    pub(crate) fn deep(&self, row: &[f64]) -> Result<(), VerifyError> {
        let Some(Depth { forest, least }) = &self.query.depth else { return Ok(()) };
        match forest.predict(row) {
            Ok(Prediction::Value(found)) if found >= admitted(*least) => Ok(()),
            Ok(Prediction::Value(found)) => Err(VerifyError::Outlier { found, least: *least }),
            _ => Err(VerifyError::Outlier { found: f64::NAN, least: *least }),
        }
    }

    /// Whether a row equals a background row, both as the model reads them. Checked only where the query asks for background rows.
    fn real(&self, row: &[f64]) -> Result<(), VerifyError> {
        let Some(background) = self.query.real_rows.as_ref() else { return Ok(()) };
        let read = |x: f64| self.ensemble.input.round(x);
        let is =
            |real: &Vec<f64>| real.len() == row.len() && real.iter().zip(row).all(|(a, b)| same(read(*a), read(*b)));
        if background.rows.iter().any(is) {
            Ok(())
        } else {
            Err(VerifyError::NoRow)
        }
    }

    pub(crate) fn predict(&self, row: &[f64]) -> Result<Prediction, VerifyError> {
        self.ensemble.predict(row).map_err(unpredictable)
    }

    /// Whether the row has the factual's value in a feature.
    pub(crate) fn unchanged(&self, feature: &Feature, row: &[f64]) -> bool {
        feature.columns().iter().all(|&c| same(row[c], self.query.factual[c]))
    }

    /// Whether a changed value is representable in the model's input type and is of the feature's kind.
    pub(crate) fn attained(&self, feature: &Feature, row: &[f64]) -> Result<(), VerifyError> {
        if self.unchanged(feature, row) {
            return Ok(());
        }
        let fault = |column: usize, what| {
            let value = row[column];
            Err(VerifyError::NotAttained { feature: feature.name.clone(), column, value, what })
        };
        match feature.kind {
            Kind::Numeric { column } | Kind::Integer { column } => {
                let value = row[column];
                if !value.is_finite() {
                    return fault(column, "a finite number is needed");
                }
                if self.ensemble.input.round(value) != value {
                    return fault(column, "the model's input type cannot hold it");
                }
                if matches!(feature.kind, Kind::Integer { .. }) && value.fract() != 0.0 {
                    return fault(column, "a whole number is needed");
                }
            }
            _ => {
                if feature.level_of(row).is_none() {
                    return fault(feature.columns()[0], "no level of the feature");
                }
            }
        }
        Ok(())
    }

    /// Whether the list of changes names exactly the features that differ, and ranges hold.
    fn changes(&self, one: &Counterfactual) -> Result<(), VerifyError> {
        let differing: Vec<usize> = (0..self.schema.features.len())
            .filter(|&f| !self.unchanged(&self.schema.features[f], &one.values))
            .collect();
        let listed: Vec<usize> = one.changes.iter().map(|c| c.feature).collect();
        if differing != listed {
            return Err(VerifyError::Changes { listed, differing });
        }
        for change in &one.changes {
            let feature = &self.schema.features[change.feature];
            let (from, to) = (setting(feature, &self.query.factual), setting(feature, &one.values));
            if !same_setting(from, change.from) || !same_setting(to, change.to) {
                return Err(VerifyError::Setting { feature: feature.name.clone() });
            }
        }
        let mut ends = Vec::new();
        for change in &one.changes {
            self.range(one, change, &mut ends)?;
        }
        let rows: Vec<&[f64]> = ends.iter().map(|(_, _, row)| row.as_slice()).collect();
        let predictions = self.ensemble.predict_all(&rows).map_err(unpredictable)?;
        for ((change, end, row), prediction) in ends.iter().zip(predictions) {
            let fault = |what| Err(self.out_of_range(change, *end, what));
            if met(self.ensemble, self.query, &prediction).is_none() {
                return fault("off target");
            }
            if self.deep(row).is_err() {
                return fault("an outlier of the isolation forest");
            }
            if self.far(row).is_err() {
                return fault("nearer to a split than is asked for");
            }
            if self.joint_limits(row).is_err() {
                return fault("beyond a limit on several features");
            }
        }
        Ok(())
    }

    fn out_of_range(&self, change: &FeatureChange, end: f64, what: &'static str) -> VerifyError {
        VerifyError::Range { feature: self.schema.features[change.feature].name.clone(), end, what }
    }

    /// Checks a range. It must hold the answered value, and the feature's own limits must hold at both of its ends.
    /// Adds both ends to `ends` with their rows, because the target has to hold there too.
    fn range<'c>(
        &self,
        one: &Counterfactual,
        change: &'c FeatureChange,
        ends: &mut Vec<(&'c FeatureChange, f64, Vec<f64>)>,
    ) -> Result<(), VerifyError> {
        let Some((lo, hi)) = change.range else { return Ok(()) };
        let feature = &self.schema.features[change.feature];
        let fault = |end: f64, what| Err(self.out_of_range(change, end, what));
        let column = feature.columns()[0];
        let raw = |end: Setting| match end {
            Setting::Number(n) if feature.level_count().is_none() => n,
            Setting::Level(k) if matches!(feature.kind, Kind::Ordinal { .. }) => {
                feature.level_value(k, column).unwrap_or(f64::NAN)
            }
            _ => f64::NAN,
        };
        let to = one.values[column];
        if !(raw(lo) <= to && to <= raw(hi)) {
            return fault(raw(lo), "the range does not hold the answer");
        }
        for end in [raw(lo), raw(hi)] {
            let mut row = one.values.clone();
            row[column] = end;
            if self.attained(feature, &row).is_err() {
                return fault(end, "not attained");
            }
            if self.feature_limits(change.feature, &row).is_err() {
                return fault(end, "beyond a limit on the feature");
            }
            ends.push((change, end, row));
        }
        Ok(())
    }
}

fn unpredictable(error: PredictError) -> VerifyError {
    match error {
        PredictError::Columns { found, expected } => VerifyError::Columns { found, expected },
        PredictError::Missing { column } => VerifyError::Unpredictable { column },
    }
}

fn setting(feature: &Feature, row: &[f64]) -> Setting {
    match (feature.level_count(), feature.level_of(row)) {
        (Some(_), Some(level)) => Setting::Level(level),
        _ => Setting::Number(row[feature.columns()[0]]),
    }
}

fn same(a: f64, b: f64) -> bool {
    a == b || a.is_nan() && b.is_nan()
}

fn same_row(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(*a, *b))
}

fn same_setting(a: Setting, b: Setting) -> bool {
    match (a, b) {
        (Setting::Number(a), Setting::Number(b)) => same(a, b),
        _ => a == b,
    }
}

/// The least average path length that is accepted: the one that is asked for, less rounding.
pub(crate) fn admitted(least: f64) -> f64 {
    least - EQUAL * least.abs().max(1.0)
}
