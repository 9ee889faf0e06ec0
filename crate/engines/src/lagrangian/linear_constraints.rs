//! The linear programs' rows as the boxes' linear constraints, and the values that each level stands for.

use crate::lp_search::shares;
use crate::lp_search::{Encoding, LpModel};
use crate::problem::{ConstraintTerm, LinearConstraints, NumericTerm, OneSidedCost, Problem};
use espalier_model::query::Constraint;

/// The linear constraints of the boxes, from the rows of the program. Also, for every number and level, the least and
/// the largest attained value (empty where the number is in none).
pub fn of_program(lp: &LpModel, problem: &Problem) -> (LinearConstraints, Vec<Vec<(f64, f64)>>) {
    let rows = &lp.constraint_rows;
    let vars = problem.vars.len();
    let mut weight = vec![0.0; rows.len() * lp.program.coords()];
    let mut limits = Vec::with_capacity(rows.len());
    for (r, &row) in rows.iter().enumerate() {
        let (sign, limit) = lp.program.rows.limit(row);
        limits.push(limit);
        for &(g, a) in lp.program.rows.coefs(row / 2) {
            weight[g as usize * rows.len() + r] += sign * a;
        }
    }
    // The program has the rows of budgets and the cuts of hulls too. So their features are not fixed to their cheapest values.
    let budgeted = |f: usize| {
        lp.query.hull.is_some() || lp.constraints().any(|c| matches!(c, Constraint::Budget(budget) if budget.names(f)))
    };
    let of = |g: u32| &weight[g as usize * rows.len()..][..rows.len()];
    let mut sizes: Vec<f64> = limits.iter().map(|l| l.abs()).collect();
    let mut parts = Vec::with_capacity(vars);
    let mut ends = vec![Vec::new(); vars];
    for (f, place) in lp.encodings.iter().enumerate().take(vars) {
        match *place {
            Encoding::Number { coord, .. } => {
                let weights = of(coord);
                if weights.iter().all(|w| *w == 0.0) && !budgeted(f) {
                    parts.push(ConstraintTerm::Free);
                    continue;
                }
                ends[f] = attained(lp, problem, f);
                // Any step away from the factual's value is a change, even if it is a tiny part of the range.
                let apart = |(lo, hi): (f64, f64)| match place.ends(lo, hi) {
                    (0.0, high) if lo > place.still() => (f64::MIN_POSITIVE, high.max(f64::MIN_POSITIVE)),
                    (low, 0.0) if hi < place.still() => (low.min(-f64::MIN_POSITIVE), -f64::MIN_POSITIVE),
                    ends => ends,
                };
                let spans: Vec<(f64, f64)> = ends[f].iter().map(|&ends| apart(ends)).collect();
                let held = spans.iter().zip(&problem.vars[f].cost).filter(|(_, c)| c.is_finite());
                let most = held.flat_map(|(s, _)| [s.0.abs(), s.1.abs()]).filter(|y| y.is_finite()).fold(0.0, f64::max);
                sizes.iter_mut().zip(weights).for_each(|(s, w)| *s += w.abs() * most);
                let [up, down] = one_sided_costs(lp, f);
                parts.push(ConstraintTerm::Number(NumericTerm {
                    weights: weights.to_vec(),
                    spans,
                    up,
                    down,
                    stays: lp.prices(f).stays,
                }));
            }
            Encoding::Levels { first, base, count, .. } => {
                let mut weights = vec![0.0; count as usize * rows.len()];
                for (k, g) in shares(first, base, count as usize) {
                    weights[k * rows.len()..][..rows.len()].copy_from_slice(of(g));
                }
                if weights.iter().all(|w| *w == 0.0) && !budgeted(f) {
                    parts.push(ConstraintTerm::Free);
                    continue;
                }
                for (r, size) in sizes.iter_mut().enumerate() {
                    *size += weights.iter().skip(r).step_by(rows.len()).fold(0.0, |m: f64, w| m.max(w.abs()));
                }
                parts.push(ConstraintTerm::Levels(weights));
            }
        }
    }
    (LinearConstraints { limits, sizes, parts, ..LinearConstraints::default() }, ends)
}

/// Bound tightening: removes the levels that break a constraint for every choice of the other levels.
pub fn confine(constraints: &LinearConstraints, problem: &mut Problem) {
    let rows = constraints.limits.len();
    let mut least = vec![0.0; constraints.parts.len()];
    let mut again = true;
    while std::mem::take(&mut again) {
        for row in 0..rows {
            let used = |f: usize, k: usize| {
                let span = if let ConstraintTerm::Number(number) = &constraints.parts[f] {
                    number.spans[k]
                } else {
                    (0.0, 0.0)
                };
                constraints.parts[f].least(row, rows, k as u32, span)
            };
            for (f, least) in least.iter_mut().enumerate() {
                let cost = &problem.vars[f].cost;
                let live = (0..cost.len()).filter(|&k| cost[k].is_finite());
                *least = if matches!(constraints.parts[f], ConstraintTerm::Free) {
                    0.0
                } else {
                    live.map(|k| used(f, k)).fold(f64::INFINITY, f64::min)
                };
            }
            let total: f64 = least.iter().sum();
            if total == f64::INFINITY {
                return;
            }
            for (f, least) in
                least.iter().enumerate().filter(|(f, _)| !matches!(constraints.parts[*f], ConstraintTerm::Free))
            {
                let var = &mut problem.vars[f];
                let mut dropped = false;
                for (k, cost) in var.cost.iter_mut().enumerate().filter(|(_, c)| c.is_finite()) {
                    if total - least + used(f, k) > constraints.most(row) {
                        *cost = f64::INFINITY;
                        dropped = true;
                    }
                }
                if dropped {
                    var.index();
                    again = true;
                }
            }
        }
    }
}

/// The least and the largest attained value of each level of a number. An empty range marks a level without one.
fn attained(lp: &LpModel, problem: &Problem, f: usize) -> Vec<(f64, f64)> {
    let Encoding::Number { base, stays, whole, .. } = lp.encodings[f] else { return Vec::new() };
    let var = &problem.vars[f];
    let input = lp.input();
    (0..var.levels())
        .map(|k| {
            let (lo, hi) = var.cuts.ends(k);
            let own = stays && lo < base && base <= hi;
            let from = if lo == f64::NEG_INFINITY { lp.lo[f] } else { lp.lo[f].max(input.after(lo)) };
            let (mut from, mut to) = (from, lp.hi[f].min(hi));
            if whole {
                (from, to) = (input.ceil(from.ceil()), input.floor(to.floor()));
            }
            if own {
                (from, to) = (from.min(base), to.max(base));
            }
            (from, to)
        })
        .collect()
}

/// The costs of changes up and down, raised by the most that the feature may earn.
fn one_sided_costs(lp: &LpModel, f: usize) -> [OneSidedCost; 2] {
    let Encoding::Number { scale, .. } = lp.encodings[f] else { return Default::default() };
    let norm = lp.query.cost.norm;
    let (up, down) = lp.slopes(f, scale, norm);
    let [charge_up, charge_down] = lp.charges(f);
    let [curve_up, curve_down] = lp.curves(f, norm);
    [(up, charge_up, curve_up), (down, charge_down, curve_down)].map(|(pieces, charge, curve)| OneSidedCost {
        charge: charge + lp.prices(f).stays,
        pieces,
        curve,
    })
}
