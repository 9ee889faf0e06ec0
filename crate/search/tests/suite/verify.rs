//! `verify` accepts every right explanation and refutes every kind of damage. The right ones come from the exhaustive solver, which shares no
//! code with it.

use espalier_model::ensemble::{Precision, Prediction};
use espalier_model::explanation::{Conflict, Explanation, Reason, Setting, Status};
use espalier_model::query::{Constraint, Sought, Target};
use espalier_model::schema::{Change, Kind};
use espalier_testkit::instance::Size;
use espalier_testkit::{brute, Instance, Rng};
use espalier_verify::{verify, VerifyError};

/// Instances whose optimum is not in doubt by rounding, with the right explanation.
fn solved(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Instance, Explanation)> {
    seeds.filter_map(|seed| {
        let instance = Instance::new(seed, Size::SMALL);
        let solved = brute::solve(&instance, 3000)?;
        (!solved.points.is_empty()).then(|| {
            let explanation = brute::explanation(&instance, &solved);
            (seed, instance, explanation)
        })
    })
}

/// Solved instances whose answer changes something.
fn changing(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Instance, Explanation)> {
    solved(seeds).filter(|(.., e)| !e.counterfactuals[0].changes.is_empty())
}

#[test]
fn right_explanations_pass() {
    let mut count = 0;
    for (seed, instance, explanation) in solved(0..3000) {
        count += 1;
        if let Err(e) = verify(&instance.model, &instance.query, &explanation) {
            panic!("seed {seed}: {e}\n{:#?}\n{explanation:#?}", instance.query);
        }
    }
    assert!(count > 1500, "{count}");
}

/// Damages every solved instance by `damage`, which returns whether it applied. Counts refusals that `refusal` accepts; any other outcome fails
/// the test.
fn refuted(damage: impl Fn(&mut Rng, &mut Instance, &mut Explanation) -> bool, refusal: impl Fn(&VerifyError) -> bool) {
    let mut count = 0;
    for (seed, mut instance, mut explanation) in changing(0..1500) {
        if !damage(&mut Rng::new(seed), &mut instance, &mut explanation) {
            continue;
        }
        count += 1;
        match verify(&instance.model, &instance.query, &explanation) {
            Err(e) if refusal(&e) => {}
            other => panic!("seed {seed}: {other:?}\n{:#?}\n{explanation:#?}", instance.query),
        }
    }
    assert!(count > 20, "only {count} instances were damaged");
}

#[test]
fn a_wrong_cost_is_refuted() {
    refuted(
        |_, _, e| {
            let wrong = e.counterfactuals[0].cost * (1.0 + 1e-7) + 1e-7;
            e.counterfactuals.truncate(1);
            e.counterfactuals[0].cost = wrong;
            e.lower_bound = Some(wrong);
            true
        },
        |e| matches!(e, VerifyError::Cost { .. }),
    );
}

#[test]
fn a_bound_above_the_cost_and_an_unproved_optimum_are_refuted() {
    refuted(
        |_, _, e| {
            e.lower_bound = Some(e.counterfactuals[0].cost * 1.01 + 0.01);
            true
        },
        |e| matches!(e, VerifyError::Bound { .. }),
    );
    refuted(
        |_, _, e| {
            e.lower_bound = Some(e.counterfactuals[0].cost * 0.99);
            e.counterfactuals[0].cost > 1e-6
        },
        |e| matches!(e, VerifyError::Status { .. }),
    );
}

#[test]
fn a_status_that_does_not_fit_is_refuted() {
    for status in [Status::Infeasible, Status::Unknown] {
        refuted(
            |_, _, e| {
                e.status = status;
                true
            },
            |e| matches!(e, VerifyError::Status { .. }),
        );
    }
    refuted(
        |_, _, e| {
            e.counterfactuals.clear();
            true
        },
        |e| matches!(e, VerifyError::Status { .. }),
    );
    refuted(
        |_, _, e| {
            e.conflict = Some(Conflict { reasons: vec![Reason::Limit(0)], minimal: true });
            true
        },
        |e| matches!(e, VerifyError::Status { .. }),
    );
}

#[test]
fn another_prediction_than_the_model_s_is_refuted() {
    refuted(
        |_, _, e| {
            match &mut e.counterfactuals[0].prediction {
                Prediction::Class { scores, .. } => scores[0] += 1e-9,
                Prediction::Value(v) => *v += 1e-9,
            }
            true
        },
        |e| matches!(e, VerifyError::Prediction { .. }),
    );
}

#[test]
fn a_point_off_target_is_refuted() {
    refuted(
        |_, i, e| match (&e.counterfactuals[0].prediction, &mut i.query.target) {
            (Prediction::Class { scores, raw, .. }, target) => {
                // A class that does not win by raw score.
                let last = if raw.len() == 1 {
                    usize::from(raw[0] <= 0.0)
                } else {
                    (0..raw.len()).min_by(|&a, &b| raw[a].total_cmp(&raw[b])).unwrap()
                };
                *target = if scores[last] < 0.9 && scores[last] > 0.1 {
                    Target::Probability { class: last, at_least: scores[last] + 1e-6 }
                } else {
                    Target::Class(last)
                };
                true
            }
            (Prediction::Value(v), target) => {
                *target = Target::Value { lo: v + 1e-6 * v.abs().max(1.0), hi: f64::INFINITY };
                true
            }
        },
        |e| matches!(e, VerifyError::Target { .. }),
    );
    refuted(
        |_, i, e| {
            let Prediction::Class { raw, .. } = &e.counterfactuals[0].prediction else { return false };
            if !matches!(i.query.target, Target::Class(_)) {
                return false;
            }
            let mut sorted = if raw.len() == 1 { vec![0.0, raw[0]] } else { raw.clone() };
            sorted.sort_by(|a, b| b.total_cmp(a));
            i.query.margin = sorted[0] - sorted[1] + 1e-6;
            true
        },
        |e| matches!(e, VerifyError::Target { .. }),
    );
}

#[test]
fn values_that_are_not_attained_are_refuted() {
    let refusal = |e: &VerifyError| matches!(e, VerifyError::NotAttained { .. });
    // A number between two of single precision, half of an integer, NaN, and a code or level that does not exist.
    refuted(
        |rng, i, e| {
            let one = &mut e.counterfactuals[0];
            let f = rng.pick(&one.changes).feature;
            let column = i.model.schema.features[f].columns()[0];
            let value = &mut one.values[column];
            match i.model.schema.features[f].kind {
                Kind::Numeric { .. } if !i.query.factual[column].is_nan() && rng.chance(0.3) => *value = f64::NAN,
                Kind::Numeric { .. } if i.model.ensemble.input == Precision::F32 => *value = value.next_up(),
                Kind::Integer { .. } => *value += 0.5,
                Kind::Numeric { .. } => *value = f64::INFINITY,
                _ => *value += 0.125,
            }
            true
        },
        refusal,
    );
}

#[test]
fn broken_limits_are_refuted() {
    // A limit added afterwards forbids the change that was made.
    refuted(
        |rng, i, e| {
            let f = rng.pick(&e.counterfactuals[0].changes).feature;
            i.query.constraints.push(Constraint::Fix { feature: f });
            true
        },
        |e| matches!(e, VerifyError::Constraint { .. }),
    );
    refuted(
        |rng, i, e| {
            let f = rng.pick(&e.counterfactuals[0].changes).feature;
            i.model.schema.features[f].change = Change::Fixed;
            true
        },
        |e| matches!(e, VerifyError::Schema { .. }),
    );
    refuted(
        |_, i, e| {
            i.query.constraints = vec![Constraint::MaxChanges(e.counterfactuals[0].changes.len() - 1)];
            true
        },
        |e| matches!(e, VerifyError::Constraint { index: 0 }),
    );
    refuted(
        |rng, i, e| {
            let f = rng.pick(&e.counterfactuals[0].changes).feature;
            let feature = &i.model.schema.features[f];
            let Some(n) = feature.level_count() else { return false };
            let level = feature.level_of(&e.counterfactuals[0].values);
            i.query.constraints =
                vec![Constraint::Levels { feature: f, allow: (0..n).map(|k| Some(k) != level).collect() }];
            true
        },
        |e| matches!(e, VerifyError::Constraint { index: 0 }),
    );
    refuted(
        |rng, i, e| {
            let f = rng.pick(&e.counterfactuals[0].changes).feature;
            let feature = &mut i.model.schema.features[f];
            if feature.level_count().is_some() || i.query.factual[feature.columns()[0]].is_nan() {
                return false;
            }
            let (q, x) = (i.query.factual[feature.columns()[0]], e.counterfactuals[0].values[feature.columns()[0]]);
            (feature.min, feature.max) = if x > q { (feature.min, x.next_down()) } else { (x.next_up(), feature.max) };
            true
        },
        |e| matches!(e, VerifyError::Schema { .. }),
    );
    refuted(
        |rng, i, e| {
            let f = rng.pick(&e.counterfactuals[0].changes).feature;
            let feature = &i.model.schema.features[f];
            if feature.level_count().is_some() {
                return false;
            }
            let x = e.counterfactuals[0].values[feature.columns()[0]];
            let (min, max) =
                if rng.chance(0.5) { (f64::NEG_INFINITY, x.next_down()) } else { (x.next_up(), f64::INFINITY) };
            i.query.constraints.push(Constraint::Range { feature: f, min, max });
            true
        },
        |e| matches!(e, VerifyError::Constraint { .. }),
    );
}

#[test]
fn changes_that_are_not_those_of_the_rows_are_refuted() {
    refuted(
        |_, _, e| {
            e.counterfactuals[0].changes.pop();
            true
        },
        |e| matches!(e, VerifyError::Changes { .. }),
    );
    refuted(
        |_, _, e| {
            let change = &mut e.counterfactuals[0].changes[0];
            std::mem::swap(&mut change.from, &mut change.to);
            true
        },
        |e| matches!(e, VerifyError::Setting { .. }),
    );
}

#[test]
fn ranges_that_leave_the_target_or_a_limit_are_refuted() {
    let refusal = |e: &VerifyError| matches!(e, VerifyError::Range { .. });
    // A change taken back would mean that it was not needed, so no optimum contains it.
    refuted(
        |_, i, e| {
            let one = &mut e.counterfactuals[0];
            let costs = one.cost > 0.0 && one.changes.len() == 1 && i.query.constraints.is_empty();
            let change = &mut one.changes[0];
            let feature = &i.model.schema.features[change.feature];
            if !costs || feature.level_count().is_some() || matches!(i.query.target, Target::ClassCosts(_)) {
                return false;
            }
            let (Setting::Number(q), Setting::Number(x)) = (change.from, change.to) else { return false };
            change.range = Some((Setting::Number(q.min(x)), Setting::Number(q.max(x))));
            !q.is_nan()
        },
        refusal,
    );
    // A value beyond the domain.
    refuted(
        |_, i, e| {
            let change = &mut e.counterfactuals[0].changes[0];
            let (Setting::Number(x), None) = (change.to, i.model.schema.features[change.feature].level_count()) else {
                return false;
            };
            change.range = Some((Setting::Number(x), Setting::Number(2f64.powi(40))));
            true
        },
        refusal,
    );
    // A range that does not contain the answer.
    refuted(
        |_, i, e| {
            let change = &mut e.counterfactuals[0].changes[0];
            let (Setting::Number(x), None) = (change.to, i.model.schema.features[change.feature].level_count()) else {
                return false;
            };
            change.range = Some((Setting::Number(x + 1.0), Setting::Number(x + 1.0)));
            true
        },
        refusal,
    );
}

#[test]
fn an_answer_listed_twice_is_refuted() {
    refuted(
        |_, i, e| {
            i.query.sought = Sought::Ties;
            let first = e.counterfactuals[0].clone();
            e.counterfactuals.push(first);
            true
        },
        |e| matches!(e, VerifyError::Repeated { .. }),
    );
}
