//! With any multipliers of linear constraints, a certificate claims no more than a fine grid of values finds.

use espalier_model::query::{Constraint, Norm, Query, Relation};
use espalier_testkit::claims::{model, query, refuted, round, says, NEED, OPEN};
use espalier_testkit::Rng;
use serde_json::json;

/// The least cost, on a fine grid, of a point on target that keeps `sum of weight * change <= limit`.
fn tried(query: &Query, rows: &[([f64; 4], f64)]) -> Option<f64> {
    let (cost, own) = (&query.cost, &query.factual);
    let side = |f: usize, by: f64| {
        let size = by.abs() / 10.0;
        let norm = cost.norm.l0 + cost.norm.l1 * size + cost.norm.l2 * size * size;
        let pieces = cost.piecewise[f].as_ref().map(|p| (p[0].1 / p[0].0 * by).max(p[2].1 / p[2].0 * by));
        if by == 0.0 {
            0.0
        } else {
            cost.per_change + pieces.unwrap_or(norm)
        }
    };
    let levels = |by: f64, steps: f64| match by {
        0.0 => 0.0,
        _ => cost.per_change + cost.norm.l0 + cost.norm.l1 * steps + cost.norm.l2 * steps * steps,
    };
    let mut least = None;
    for (grade, steps) in [(0.0, 0.0), (1.0, 0.5), (4.0, 1.0)] {
        for switch in [0.0, 1.0] {
            for a in (0..=100).map(|k| (NEED.next_up() + 0.0475 * f64::from(k)).min(10.0) - own[0]) {
                for b in (0..=200).map(|k| 0.05 * f64::from(k) - own[1]) {
                    let at = [a, b, grade, switch];
                    let sum = |w: &[f64; 4]| w.iter().zip(at).map(|(w, x)| w * x).sum::<f64>();
                    if rows.iter().all(|(w, limit)| sum(w) <= *limit) {
                        let price = side(0, a) + side(1, b) + levels(grade, steps) + levels(switch, 1.0);
                        least = Some(least.map_or(price, |least: f64| least.min(price)));
                    }
                }
            }
        }
    }
    least
}

#[test]
fn no_multipliers_prove_more_than_trying_finds() {
    let model = model("numeric");
    let (mut refused, mut none, mut close) = (0, 0, 0);
    for seed in espalier_testkit::seeds(250) {
        let mut rng = Rng::new(seed);
        let mut query = query(&model, json!([]), "l1");
        query.factual[1] = rng.below(11) as f64;
        let mut number = |of: &[f64]| *rng.pick(of);
        query.cost.norm =
            Norm { l0: number(&[0.0, 0.2]), l1: number(&[0.0, 1.0]), l2: number(&[0.0, 0.5, 2.0]), linf: 0.0 };
        query.cost.per_change = number(&[0.0, 0.0, 0.1]);
        if number(&[0.0, 1.0]) > 0.0 {
            query.cost.piecewise[1] = Some(vec![(-2.0, number(&[0.0, 0.3])), (0.0, 0.0), (1.0, number(&[0.1, 0.4]))]);
        }
        let rows: Vec<([f64; 4], f64)> = (0..1 + seed % 2)
            .map(|_| ([(); 4].map(|()| number(&[-2.0, -1.0, 0.0, 0.5, 1.0])), number(&[-3.0, -1.0, 0.5, 2.0])))
            .collect();
        for (weights, limit) in &rows {
            let terms = weights.iter().copied().enumerate().collect();
            let (relation, limit) = (Relation::AtMost, *limit);
            query.constraints.push(Constraint::Linear { terms, levels: Vec::new(), relation, limit, of_change: true });
        }
        let least = tried(&query, &rows);
        let (over, under) = (least.map(|c| c * 1.0001 + 1e-9), least.map(|c| 0.9 * c - 0.02));
        let mut proved = false;
        for _ in 0..60 {
            let gamma: Vec<f64> = rows.iter().map(|_| rng.unit().powi(2) * [0.3, 1.0, 40.0][rng.below(3)]).collect();
            let proof = round(&[&[0.0], &gamma[..]].concat());
            proved |= says(&model, &query, under, None, &[], &proof) == "proved";
            if least.is_some() {
                refused += 1;
                refuted(&says(&model, &query, over, None, &[], &proof), OPEN);
                refuted(&says(&model, &query, None, None, &[], &proof), OPEN);
            }
        }
        none += u32::from(proved && least.is_none());
        close += u32::from(proved && least.is_some());
    }
    println!("{refused} claims, {none} without answers, {close} nearly proved");
    assert!(refused > 5000 && none > 20 && close > 60, "{refused} {none} {close}");
}
