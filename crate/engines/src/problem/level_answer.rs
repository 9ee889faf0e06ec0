//! A point of the search as a [`Counterfactual`]: raw values, changes, and the range in which each changed value may
//! move.

use super::extra_outputs::Judge;
use super::levels::{attained_from, attained_to};
use crate::problem::{Moves, Problem};
use crate::tolerances::NEAR_NEED;
use espalier_model::explanation::{Counterfactual, FeatureChange, Setting};
use espalier_model::schema::{Feature, Kind};

/// Builds the counterfactual of an accepted point. `moves` must belong to the same problem, or be new.
pub fn counterfactual(problem: &Problem, moves: &mut Moves, levels: &[u32], cost: f64) -> Counterfactual {
    let values = problem.point(levels);
    let prediction =
        problem.compiled.ensemble.predict(&values).unwrap_or_else(|e| unreachable!("it was evaluated before: {e}"));
    moves.fill(problem, levels);
    let changes = (0..levels.len())
        .filter(|&f| problem.vars[f].changed[levels[f] as usize])
        .map(|f| {
            let feature = &problem.compiled.schema.features[f];
            FeatureChange {
                feature: f,
                from: setting(feature, &problem.factual),
                to: setting(feature, &values),
                range: range(problem, moves, levels, f),
            }
        })
        .collect();
    Counterfactual { values, cost, changes, prediction, mixture: Vec::new() }
}

/// The value of a feature in a raw row, as an answer tells it.
pub fn setting(feature: &Feature, row: &[f64]) -> Setting {
    match (feature.level_count(), feature.level_of(row)) {
        (Some(_), Some(level)) => Setting::Level(level),
        _ => Setting::Number(row[feature.columns()[0]]),
    }
}

/// The run of levels around the answer's that keep the target, as attained bounds (both included).
fn range(problem: &Problem, moves: &Moves, levels: &[u32], f: usize) -> Option<(Setting, Setting)> {
    let feature = &problem.compiled.schema.features[f];
    let var = &problem.vars[f];
    let ordinal = matches!(feature.kind, Kind::Ordinal { .. });
    if feature.level_count().is_some() && !ordinal {
        return None;
    }
    let at = levels[f] as usize;
    let mut point = levels.to_vec();
    // Sums of differences round, and a need is eased for the rounding of the library's link. Near the need, the predictor decides.
    let eased = problem.rows.iter().map(|row| row.eased).fold(0.0, f64::max);
    let near = problem.slack.max(NEAR_NEED + 3.0 * problem.rounding() + 2.0 * eased);
    let rows = problem.rows.len();
    let mut least = vec![0.0; rows];
    // The table leaves out the dead leaves of a value that stays missing.
    let missing = problem.vars.iter().zip(levels).any(|(var, &k)| var.missing && k as usize + 1 == var.levels());
    let mut keeps = |k: usize| {
        let sum = |row: usize| moves.sums[row] + moves.of(f, row)[k];
        if !missing {
            // The row of dead leaves counts them.
            if (rows..problem.soft_rows()).any(|row| sum(row) < -0.5) {
                return false;
            }
            least.iter_mut().enumerate().for_each(|(row, least)| *least = sum(row) - near);
            if problem.surely(&least) {
                return true;
            }
        }
        if (0..rows).any(|row| problem.need[row] - sum(row) > near) {
            return false;
        }
        point[f] = k as u32;
        let keeps = problem.accepts(&point);
        point[f] = levels[f];
        keeps
    };
    let (min, max) = var.allowed;
    // A level without an attainable point is passed over. One outside the feature's limits ends the run.
    let mut inside = |k: usize| {
        if ordinal {
            return var.cost[k].is_finite() && keeps(k);
        }
        let (lo, hi) = var.cuts.ends(k);
        hi >= min && lo < max && (!var.cost[k].is_finite() || keeps(k))
    };
    let last = var.levels() - usize::from(var.missing);
    let (mut first, mut end) = (at, at + 1);
    while first > 0 && inside(first - 1) {
        first -= 1;
    }
    while end < last && inside(end) {
        end += 1;
    }
    if ordinal {
        return Some((Setting::Level(first), Setting::Level(end - 1)));
    }
    let (low, high) = interval(problem, f, first, end - 1)?;
    // The factual's own value need not be a number of the input type. The number that the model reads in its place may break a limit.
    let own = problem.factual[feature.columns()[0]];
    let stays = (first..end).any(|k| !var.changed[k]);
    let stated = |x: f64| if stays && problem.compiled.ensemble.input.round(own) == x { own } else { x };
    let (low, high) = (stated(low), stated(high));
    let (low, high) = within_budgets(problem, &problem.point(levels), f, low, high);
    Some((Setting::Number(low), Setting::Number(high)))
}

/// The part of a number's interval that every budget allows, while all other features stay as in the row.
fn within_budgets(problem: &Problem, row: &[f64], f: usize, mut low: f64, mut high: f64) -> (f64, f64) {
    let features = &problem.compiled.schema.features;
    let column = features[f].columns()[0];
    let (input, whole) = (problem.compiled.ensemble.input, matches!(features[f].kind, Kind::Integer { .. }));
    let (own, to) = (problem.factual[column], row[column]);
    for side in problem.sides.iter() {
        let Judge::Budget { budget, .. } = &side.judge else { continue };
        let of = |x: f64| budget.part(f, own, x, None);
        let rest = budget.most - budget.spent(features, &problem.factual, row) + of(to);
        // The farthest value on one side of the factual. The answer itself was accepted, within rounding.
        let end = |unit: f64| if unit > 0.0 { rest / unit } else { f64::INFINITY };
        let (down, up) = (own - end(budget.part(f, 0.0, -1.0, None)), own + end(budget.part(f, 0.0, 1.0, None)));
        low = low.max(attained_from(down, whole, input).map_or(low, |x| x.min(to)));
        high = high.min(attained_to(up, whole, input).map_or(high, |x| x.max(to)));
    }
    (low, high)
}

/// The attained bounds of a run of a numeric feature's levels, both included.
pub fn interval(problem: &Problem, f: usize, first: usize, last: usize) -> Option<(f64, f64)> {
    let var = &problem.vars[f];
    let (min, max) = var.allowed;
    let input = problem.compiled.ensemble.input;
    let whole = matches!(problem.compiled.schema.features[f].kind, Kind::Integer { .. });
    let (lo, hi) = (var.cuts.ends(first).0, var.cuts.ends(last).1);
    let from = if lo == f64::NEG_INFINITY { min } else { min.max(input.after(lo)) };
    Some((attained_from(from, whole, input)?, attained_to(max.min(hi), whole, input)?))
}
