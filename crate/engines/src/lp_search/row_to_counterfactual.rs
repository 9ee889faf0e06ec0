//! From an answer's raw row to a counterfactual: its changes, and the range of values that each change may take alone.

use super::background_hulls::mixture;
use super::single_move_check::SingleMoveCheck;
use crate::problem::joint_limits::unchanged;
use crate::problem::level_answer::setting;
use crate::problem::levels::{attained_from, attained_to, refinement};
use crate::problem::Problem;
use espalier_model::ensemble::Precision;
use espalier_model::explanation::{Counterfactual, FeatureChange, Setting};
use espalier_model::query::{Constraint, Hull, Query};
use espalier_model::schema::Kind;
use std::sync::Arc;

/// Builds the counterfactual of an accepted row.
pub fn counterfactual(problem: &Problem, query: &Query, row: &[f64], cost: f64) -> Counterfactual {
    let ensemble = &problem.compiled.ensemble;
    let prediction = ensemble.predict(row).unwrap_or_else(|e| unreachable!("it was evaluated before: {e}"));
    let features = &problem.compiled.schema.features;
    let mut check = SingleMoveCheck::new(problem, query, row);
    let changes = (0..features.len())
        .filter(|&f| !unchanged(&features[f], &problem.factual, row))
        .map(|f| FeatureChange {
            feature: f,
            from: setting(&features[f], &problem.factual),
            to: setting(&features[f], row),
            range: if tied(query, f) { None } else { range(problem, query, row, f, &mut check) },
        })
        .collect();
    let show = |hull: &Arc<Hull>| mixture(hull, features, ensemble.input, &problem.factual, row);
    let mixture = query.hull.as_ref().map_or_else(Vec::new, show);
    Counterfactual { values: row.to_vec(), cost, changes, prediction, mixture }
}

/// Whether a feature does not move alone: causes and consequences do not, and in a hull no feature does.
fn tied(query: &Query, f: usize) -> bool {
    let names = |c: &Constraint| match c {
        Constraint::Causal { feature, parents } => *feature == f || parents.iter().any(|p| p.0 == f),
        Constraint::CausalEnsemble { feature, cause } => *feature == f || cause.parents.contains(&f),
        _ => false,
    };
    query.hull.is_some() || query.constraints.iter().any(names)
}

fn range(
    problem: &Problem,
    query: &Query,
    row: &[f64],
    f: usize,
    check: &mut SingleMoveCheck<'_>,
) -> Option<(Setting, Setting)> {
    let ensemble = &problem.compiled.ensemble;
    let feature = &problem.compiled.schema.features[f];
    let var = &problem.vars[f];
    let column = feature.columns()[0];
    if let Kind::Ordinal { levels, .. } = &feature.kind {
        let at = feature.level_of(row)?;
        check.turns(column);
        let mut inside = |k: usize| var.cost[k].is_finite() && check.keeps(column, levels[k].value);
        let first = (0..at).rev().take_while(|&k| inside(k)).last().unwrap_or(at);
        let last = (at + 1..levels.len()).take_while(|&k| inside(k)).last().unwrap_or(at);
        return Some((Setting::Level(first), Setting::Level(last)));
    }
    if feature.level_count().is_some() {
        return None;
    }
    let (input, whole) = (ensemble.input, matches!(feature.kind, Kind::Integer { .. }));
    let (least, most) = (attained_from(var.allowed.0, whole, input)?, attained_to(var.allowed.1, whole, input)?);
    let mut turns = check.turns(column);
    turns.extend(check.neuron_turns(column, [least, most]));
    turns.extend(refinement(query, f, problem.factual[column], input));
    turns.retain(|t| *t > least && *t < most);
    turns.sort_by(f64::total_cmp);
    turns.dedup();
    let to = row[column];
    let linear = ensemble.has_linear_leaves() || query.beside().iter().any(|other| other.has_linear_leaves());
    let mut keeps = |x: f64| check.keeps(column, x);
    let attained = |x: f64| if whole { input.floor(x.floor()) } else { input.round(x) };
    let mut end = |ends: Vec<f64>, last: f64| {
        let mut good = to;
        if linear {
            // Between two turns the score is a linear function, and the values that keep the target are an interval.
            let out = |a: f64, b: f64| if last > to { a < b } else { a > b };
            for turn in ends {
                let here = input.round(turn);
                let mut probes = [input.before(here), here, input.after(here)].map(attained);
                if last < to {
                    probes.reverse();
                }
                for probe in probes {
                    if out(good, probe) && out(probe, last) && !keeps(probe) {
                        return border(good, probe, attained, &mut keeps);
                    }
                    good = if out(good, probe) && out(probe, last) { probe } else { good };
                }
            }
            return if keeps(last) { last } else { border(good, last, attained, &mut keeps) };
        }
        for (i, turn) in ends.iter().enumerate() {
            let next = ends.get(i + 1).copied().unwrap_or(last);
            let probe = attained(0.5 * (turn + next));
            let beyond = (probe - to) * (last - to) > 0.0 && (probe - good) * (last - to) > 0.0;
            if beyond && !keeps(probe) {
                let (good, bad) = close_in(good, probe, *turn, input, attained, &mut keeps);
                return border(good, bad, attained, &mut keeps);
            }
            if beyond {
                good = probe;
            }
        }
        if keeps(last) {
            last
        } else {
            let turn = ends.last().copied().unwrap_or(last);
            let (good, bad) = close_in(good, last, turn, input, attained, &mut keeps);
            border(good, bad, attained, &mut keeps)
        }
    };
    let above: Vec<f64> = turns.iter().copied().filter(|t| *t >= to).collect();
    let below: Vec<f64> = turns.iter().rev().copied().filter(|t| *t <= to).collect();
    let high = if most > to { end(above, most) } else { to };
    let low = if least < to { end(below, least) } else { to };
    Some((Setting::Number(low), Setting::Number(high)))
}

/// Moves two values closer to `turn`: one that keeps the target, and one that does not. The sides turn at `turn`, or near it.
fn close_in(
    mut good: f64,
    mut bad: f64,
    turn: f64,
    input: Precision,
    attained: impl Fn(f64) -> f64,
    keeps: &mut impl FnMut(f64) -> bool,
) -> (f64, f64) {
    let direction = if bad > good { 1.0 } else { -1.0 };
    let here = input.round(turn);
    let mut width = 16.0 * (input.after(here) - here);
    let (mut near, mut far) = (false, false);
    for _ in 0..6 {
        let (inner, outer) = (attained(turn - direction * width), attained(turn + direction * width));
        if !near && (inner - good) * direction > 0.0 && (bad - inner) * direction > 0.0 && keeps(inner) {
            (good, near) = (inner, true);
        }
        if !far && (outer - good) * direction > 0.0 && (bad - outer) * direction > 0.0 && !keeps(outer) {
            (bad, far) = (outer, true);
        }
        if near && far {
            break;
        }
        width *= 64.0;
    }
    (good, bad)
}

/// The last value that keeps target and limits, between one that keeps it and one that does not.
fn border(mut good: f64, mut bad: f64, attained: impl Fn(f64) -> f64, keeps: &mut impl FnMut(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let mid = attained(good + 0.5 * (bad - good));
        if mid == good || mid == bad {
            break;
        }
        if keeps(mid) {
            good = mid;
        } else {
            bad = mid;
        }
    }
    good
}
