//! Exhaustive search for the optimum. Each feature has a list of settings: the cheapest attainable point of every signature, since trees and
//! conditions tell points of different signatures apart. All combinations of settings are tried.

use super::beside;
use super::options::{allowed, options, Option_};
use super::Instance;
use espalier_model::ensemble::{Ensemble, Node, Prediction, Tree};
use espalier_model::explanation::{Counterfactual, Explanation, FeatureChange, Setting, Status, Work};
use espalier_model::query::*;
use espalier_model::schema::{Feature, Kind};

/// How surely a point meets the target. A number within rounding of its limit leaves it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meets {
    No,
    Open,
    Yes,
}

/// The result that every exact solver must find.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Least cost of a point that surely meets the target.
    pub sure: Option<f64>,
    /// Least cost of a point that meets it or is within rounding of it.
    pub open: Option<f64>,
    /// Where `sure` and `open` agree: the cheapest points, whose costs are equal except in the last digits.
    pub points: Vec<Vec<f64>>,
    /// Further points whose cost is within a few 1e-9 of the least, so that they may count as cheapest.
    pub nearly: Vec<Vec<f64>>,
}

/// Rounding of a class's lead over its rivals, in raw scores; larger for libraries that add in single precision.
fn near(instance: &Instance) -> f64 {
    if instance.model.ensemble.arithmetic.is_single() {
        1e-5
    } else {
        3e-8
    }
}

/// `None` where there are more than `most` combinations.
pub fn solve(instance: &Instance, most: usize) -> Option<Solved> {
    solve_where(instance, most, &|_, _| true)
}

/// As [`solve`], among the points that `wanted` accepts. It is given the row and which features are changed.
pub fn solve_where(instance: &Instance, most: usize, wanted: &dyn Fn(&[f64], &[bool]) -> bool) -> Option<Solved> {
    let mut solved = Solved { sure: None, open: None, points: Vec::new(), nearly: Vec::new() };
    let mut found: Vec<(Sum, Meets, Vec<f64>)> = Vec::new();
    combinations(instance, most, &mut |row, changed, cost| {
        if !wanted(row, changed) {
            return;
        }
        let Ok(prediction) = instance.model.ensemble.predict(row) else { return };
        let (meets, added) = meets(instance, &prediction);
        let meets = meets.min(deep(instance, row)).min(beside::kept(instance, row));
        if meets == Meets::No {
            return;
        }
        let cost = cost.and(added);
        let least = |old: Option<f64>| Some(old.map_or(cost.value, |o: f64| o.min(cost.value)));
        solved.open = least(solved.open);
        if meets == Meets::Yes {
            solved.sure = least(solved.sure);
        }
        found.push((cost, meets, row.to_vec()));
    })?;
    if let Some(best) = found.iter().map(|f| f.0).reduce(|best, cost| if cost.above(best) < 0.0 { cost } else { best })
    {
        let raised = best.value + super::earning::earned(instance);
        let within = |cost: Sum, by: f64| cost.above(best) <= by * raised.max(1e-3);
        let open = found.iter().any(|(c, m, _)| within(*c, 1e-8) && *m == Meets::Open);
        if !open {
            for (cost, _, row) in found {
                if within(cost, 1e-13) {
                    solved.points.push(row);
                } else if within(cost, 1e-8) {
                    solved.nearly.push(row);
                }
            }
        }
    }
    Some(solved)
}

/// A sum of costs, and its rounding: beside a price of 1e19, two points that differ by 0.1 have the same sum, and are no ties.
#[derive(Clone, Copy, Default)]
pub struct Sum {
    /// The sum as it is rounded.
    pub value: f64,
    /// Its terms' exact sum less `value`, itself rounded.
    lost: f64,
}

impl Sum {
    fn and(self, term: f64) -> Sum {
        let value = self.value + term;
        let taken = value - self.value;
        Sum { value, lost: self.lost + (self.value - (value - taken)) + (term - taken) }
    }

    /// How far it is above another sum.
    fn above(self, other: Sum) -> f64 {
        (self.value - other.value) + (self.lost - other.lost)
    }
}

/// Receives a row, which features it changes, and its cost.
pub type Visit<'a> = dyn FnMut(&[f64], &[bool], Sum) + 'a;

/// Calls `visit` with every combination of the features' settings that the limits allow, which features it changes, and its
/// cost; `None` where there are more than `most`.
pub fn combinations(instance: &Instance, most: usize, visit: &mut Visit<'_>) -> Option<()> {
    let Instance { model, query } = instance;
    let features = &model.schema.features;
    let options: Vec<Vec<Option_>> = (0..features.len()).map(|f| options(instance, f)).collect();
    let count = options.iter().try_fold(1usize, |n, o| n.checked_mul(o.len()))?;
    if count > most {
        return None;
    }
    let mut row = query.factual.clone();
    for number in 0..count {
        let mut rest = number;
        let mut cost = Sum::default();
        let mut largest = 0.0f64;
        let mut changes = 0;
        let mut changed = vec![false; features.len()];
        for (f, list) in options.iter().enumerate() {
            let option = &list[rest % list.len()];
            rest /= list.len();
            for (&c, v) in features[f].columns().iter().zip(&option.values) {
                row[c] = *v;
            }
            cost = cost.and(option.cost);
            largest = largest.max(option.reach);
            changed[f] = option.changed;
            changes += usize::from(option.changed);
        }
        cost = cost.and(query.cost.norm.linf * largest);
        let holds = |c: &Condition| condition(&features[c.feature], changed[c.feature], &row, &c.test);
        let allowed = query.constraints.iter().all(|c| match c {
            Constraint::MaxChanges(n) => changes <= *n,
            Constraint::If { when, then } => !when.holds(holds) || then.holds(holds),
            _ => true,
        });
        if allowed {
            visit(&row, &changed, cost);
        }
    }
    Some(())
}

/// Whether a prediction meets the target, and the cost that its class adds.
pub fn meets(instance: &Instance, prediction: &Prediction) -> (Meets, f64) {
    let (query, by) = (&instance.query, near(instance));
    let strict = STRICTNESS.max(by);
    let reach = |value: f64, least: f64, near: f64| {
        if value >= least + near {
            Meets::Yes
        } else if value >= least - near {
            Meets::Open
        } else {
            Meets::No
        }
    };
    match (&query.target, prediction) {
        (Target::Value { lo, hi }, Prediction::Value(v)) => {
            // Values and probabilities equal the library's own to the last bit, so rounding leaves nothing open.
            let low = if lo.is_finite() { reach(*v, *lo, 0.0) } else { Meets::Yes };
            let high = if hi.is_finite() { reach(-*v, -*hi, 0.0) } else { Meets::Yes };
            (low.min(high), 0.0)
        }
        (Target::Probability { class, at_least }, Prediction::Class { scores, .. }) => {
            (reach(scores[*class], *at_least, 0.0), 0.0)
        }
        (target, Prediction::Class { raw, .. }) => {
            let raw = if raw.len() == 1 { vec![0.0, raw[0]] } else { raw.clone() };
            let lead = |k: usize, set: &[usize]| {
                (0..raw.len()).filter(|j| !set.contains(j)).map(|j| raw[k] - raw[j]).fold(f64::INFINITY, f64::min)
            };
            let wins = |k: usize, set: &[usize]| {
                let lead = lead(k, set);
                // Sums of coarse values are exact, so only leads right beside a limit are open.
                reach(lead, STRICTNESS + strict, strict).min(if query.margin > 0.0 {
                    reach(lead, query.margin, by)
                } else {
                    Meets::Yes
                })
            };
            match target {
                Target::Class(k) => (wins(*k, &[*k]), 0.0),
                Target::Classes(set) => (set.iter().map(|&k| wins(k, set)).max().unwrap(), 0.0),
                Target::ClassCosts(costs) => {
                    costs.iter().map(|&(k, cost)| (wins(k, &[k]), cost)).max_by(|a, b| a.0.cmp(&b.0)).unwrap()
                }
                _ => (Meets::No, 0.0),
            }
        }
        _ => (Meets::No, 0.0),
    }
}

/// Whether a row lies deep enough in the isolation forest, where the query asks for that.
pub fn deep(instance: &Instance, row: &[f64]) -> Meets {
    let Some(Depth { forest, least }) = &instance.query.depth else { return Meets::Yes };
    let near = 3e-8 * least.abs().max(1.0);
    match forest.predict(row) {
        Ok(Prediction::Value(length)) if length >= least + near => Meets::Yes,
        Ok(Prediction::Value(length)) if length >= least - near => Meets::Open,
        _ => Meets::No,
    }
}

/// The trees of the model, of the isolation forest and the other models that the query asks, and of learned consequences. Each comes with its ensemble.
pub fn trees(instance: &Instance) -> impl Iterator<Item = (&Ensemble, &Tree)> {
    let forest = instance.query.depth.as_ref().map(|d| &*d.forest);
    let causes = instance.query.constraints.iter().filter_map(|c| match c {
        Constraint::CausalEnsemble { cause, .. } => Some(&cause.trees),
        _ => None,
    });
    std::iter::once(&*instance.model.ensemble)
        .chain(forest)
        .chain(beside::others(instance).map(|(other, _)| &**other))
        .chain(causes)
        .flat_map(|e| e.trees.iter().map(move |t| (e, t)))
}

/// The sides that a row takes at every split that reads a feature, and the truth of every condition on it. Points with the same
/// signature differ in cost only.
pub fn signature(instance: &Instance, f: usize, row: &[f64]) -> Vec<i8> {
    let Instance { model, query } = instance;
    let feature = &model.schema.features[f];
    let mut signature = Vec::new();
    for (ensemble, node) in trees(instance).flat_map(|(e, t)| t.nodes.iter().map(move |n| (e, n))) {
        if let Node::Split { split, .. } = node {
            if feature.columns().contains(&split.columns()[0]) {
                signature.push(ensemble.side(split, row).map_or(-1, |s| s as i8));
            }
        }
    }
    if feature.level_count().is_some() {
        // Every level has a signature of its own.
        signature.push(feature.level_of(row).map_or(-1, |k| k as i8));
        return signature;
    }
    let x = row[feature.columns()[0]];
    let order = |a: f64, b: f64| a.partial_cmp(&b).map_or(9, |o| o as i8);
    for node in model.ensemble.trees.iter().flat_map(|t| &t.nodes) {
        let Node::Split { split, .. } = node else { continue };
        for ends in beside::edges(instance, split, feature.columns()[0]).chunks(2) {
            signature.extend([i8::from(x <= ends[0]), i8::from(x < ends[1])]);
        }
    }
    for condition in query.constraints.iter().flat_map(Constraint::conditions).filter(|c| c.feature == f) {
        match condition.test {
            ConditionTest::Range { min, max } => {
                signature.extend([i8::from(x < min), i8::from(x > max), i8::from(x.is_nan())])
            }
            ConditionTest::Unchanged => {
                signature.extend([order(x, query.factual[feature.columns()[0]]), i8::from(x.is_nan())])
            }
            ConditionTest::Levels(_) => {}
        }
    }
    signature
}

pub fn condition(feature: &Feature, changed: bool, row: &[f64], test: &ConditionTest) -> bool {
    match test {
        ConditionTest::Unchanged => !changed,
        ConditionTest::Levels(allow) => feature.level_of(row).is_some_and(|k| allow[k]),
        ConditionTest::Range { min, max } => {
            let x = row[feature.columns()[0]];
            x >= *min && x <= *max
        }
    }
}

/// The explanation that states the solver's points.
pub fn explanation(instance: &Instance, solved: &Solved) -> Explanation {
    let Instance { model, query } = instance;
    let features = &model.schema.features;
    let setting = |feature: &Feature, row: &[f64]| match feature.level_of(row) {
        Some(k) => Setting::Level(k),
        None => Setting::Number(row[feature.columns()[0]]),
    };
    let differs = |feature: &Feature, row: &[f64]| {
        feature.columns().iter().any(|&c| row[c] != query.factual[c] && !(row[c].is_nan() && query.factual[c].is_nan()))
    };
    let counterfactual = |row: &Vec<f64>| Counterfactual {
        values: row.clone(),
        cost: solved.sure.unwrap(),
        changes: (0..features.len())
            .filter(|&f| differs(&features[f], row))
            .map(|f| FeatureChange {
                feature: f,
                from: setting(&features[f], &query.factual),
                to: setting(&features[f], row),
                range: None,
            })
            .collect(),
        prediction: model.ensemble.predict(row).unwrap(),
        mixture: Vec::new(),
    };
    let most = if query.sought == Sought::Ties { usize::MAX } else { 1 };
    let counterfactuals: Vec<Counterfactual> = solved.points.iter().take(most).map(counterfactual).collect();
    let found = !counterfactuals.is_empty();
    Explanation {
        status: if found { Status::Optimal } else { Status::Infeasible },
        counterfactuals,
        lower_bound: solved.sure.filter(|_| found),
        truncated: false,
        conflict: None,
        certificate: None,
        regions: None,
        reach: None,
        pool: Vec::new(),
        hulls: Vec::new(),
        work: Work::default(),
    }
}

/// Whether a row keeps every limit, with every value attained (or the factual's own), and how surely it meets the target.
pub fn admits(instance: &Instance, row: &[f64]) -> Meets {
    let Instance { model, query } = instance;
    let features = &model.schema.features;
    let same = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
    let changed: Vec<bool> =
        features.iter().map(|f| !f.columns().iter().all(|&c| same(row[c], query.factual[c]))).collect();
    for (f, feature) in features.iter().enumerate() {
        let x = row[feature.columns()[0]];
        let attained = match feature.kind {
            Kind::Numeric { .. } => model.ensemble.input.round(x) == x,
            Kind::Integer { .. } => model.ensemble.input.round(x) == x && x.fract() == 0.0,
            _ => feature.level_of(row).is_some(),
        };
        if changed[f] && !attained || !allowed(feature, f, query, row, changed[f]) {
            return Meets::No;
        }
    }
    let holds = |c: &Condition| condition(&features[c.feature], changed[c.feature], row, &c.test);
    let kept = query.constraints.iter().all(|c| match c {
        Constraint::MaxChanges(n) => changed.iter().filter(|c| **c).count() <= *n,
        Constraint::If { when, then } => !when.holds(holds) || then.holds(holds),
        _ => true,
    });
    match model.ensemble.predict(row) {
        Ok(prediction) if kept => {
            meets(instance, &prediction).0.min(deep(instance, row)).min(beside::kept(instance, row))
        }
        _ => Meets::No,
    }
}
