//! Certificates of models with linear leaves, and of consequences that follow from trees: confirmed only where their claim is true. The optimum is the
//! independent solver's.

use crate::certified::{certified, Confirmed, Make, Refuted};
use espalier_model::ensemble::{Library, Link, Node, Prediction, Split, Task};
use espalier_model::query::{CausalEnsemble, Condition, ConditionTest, Constraint, Formula, Join, Lesson, Target};
use espalier_testkit::instance::Size;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{Instance, Rng};
use espalier_verify::certificate;
use std::sync::Arc;

const LINE: Shape = Shape { trees: 1, depth: 0, numbers: 8, others: 2, linear: false };
const TREES: [Shape; 3] = [
    Shape { trees: 1, depth: 3, numbers: 5, others: 2, linear: false },
    Shape { trees: 3, depth: 2, numbers: 4, others: 1, linear: false },
    Shape { trees: 2, depth: 2, numbers: 4, others: 1, linear: true },
];

/// Whether a feature follows from trees.
fn follows(instance: &Instance) -> bool {
    instance.query.constraints.iter().any(|c| matches!(c, Constraint::CausalEnsemble { .. }))
}

/// Every proved answer of these seeds has a certificate that the check confirms.
fn confirmed(make: Make, shape: Shape, seeds: u64) -> Confirmed {
    let (mut found, mut fresh) = (Confirmed::default(), Confirmed::default());
    for seed in espalier_testkit::seeds(seeds) {
        let Some((instance, answer)) = certified(make(seed, shape)) else { continue };
        let counted = if espalier_testkit::is_fixed(seed) { &mut found } else { &mut fresh };
        counted.add(&format!("seed {seed}"), &instance, answer, follows(&instance));
    }
    assert!(found.unproven * 50 <= found.all, "{found}");
    found
}

#[test]
fn one_linear_function() {
    let found = confirmed(oblique::sloped, LINE, 60);
    assert!(found.all > 40 && found.whole > 20, "{found}");
}

#[test]
fn trees_with_linear_leaves() {
    for shape in TREES {
        let found = confirmed(oblique::sloped, shape, 60);
        assert!(found.all > 40 && found.whole > 20, "{found}");
    }
}

#[test]
fn networks_of_one_hidden_layer() {
    for shape in TREES {
        let found = confirmed(oblique::network, shape, 60);
        assert!(found.all > 40 && found.whole > 20, "{found}");
    }
}

/// Consequences that follow from trees.
pub(super) fn consequences(seed: u64, _: Shape) -> Instance {
    espalier_testkit::learned::instance(seed, Size::SMALL)
}

#[test]
fn consequences_of_trees() {
    let found = confirmed(consequences, LINE, 80);
    assert!(found.all > 30 && found.whole > 20, "{found}");
}

/// Consequences that follow from trees that the background rows teach.
pub(super) fn taught(seed: u64, _: Shape) -> Instance {
    espalier_testkit::learned::taught(seed, Size::SMALL)
}

#[test]
fn consequences_that_are_learned() {
    let found = confirmed(taught, LINE, 160);
    assert!(found.all > 60 && found.whole > 40, "{found}");
}

/// The check learns again: trees, settings or a share that the rows do not teach are no lesson of these rows, whatever the proof.
#[test]
fn a_forged_lesson_is_refuted() {
    let mut forged = 0;
    for seed in espalier_testkit::seeds(60) {
        let Some((instance, answer)) = certified(taught(seed, LINE)) else { continue };
        let Some(proof) = answer.certificate else { continue };
        let lies: [fn(&mut CausalEnsemble, &mut Lesson); 8] = [
            |cause, _| cause.trees.base[0] = cause.trees.base[0].next_up(),
            |cause, _| cause.trees.trees[0].values[0] = cause.trees.trees[0].values[0].next_down(),
            |cause, _| cause.trees.trees[0].weight = 0.5,
            |cause, _| cause.trees.trees.truncate(0),
            |_, lesson| lesson.settings.trees += 1,
            |_, lesson| lesson.settings.rate *= 0.9,
            |_, lesson| lesson.explained += 1e-12,
            |cause, _| cause.trees.link = Link::Exp,
        ];
        for (i, lie) in lies.iter().enumerate() {
            let mut query = instance.query.clone();
            let learned = query.constraints.iter_mut().find_map(|c| match c {
                // A tree of one leaf says nothing of its rate.
                Constraint::CausalEnsemble { cause, .. } if cause.trees.trees[0].leaves() > 1 => {
                    cause.lesson.map(|lesson| (cause, lesson))
                }
                _ => None,
            });
            let Some((cause, mut lesson)) = learned else { continue };
            let mut other = (**cause).clone();
            lie(&mut other, &mut lesson);
            *cause = Arc::new(CausalEnsemble { lesson: Some(lesson), ..other });
            let said = certificate(&instance.model, &query, &proof).expect_err("a forged lesson").to_string();
            assert!(said.contains("not those that the background rows teach"), "seed {seed}, lie {i}: {said}");
            forged += 1;
        }
        // Rows that teach other trees.
        let Instance { mut model, query } = instance;
        model.background = None;
        let learned = |c: &Constraint| matches!(c, Constraint::CausalEnsemble { cause, .. } if cause.lesson.is_some());
        assert_eq!(certificate(&model, &query, &proof).is_err(), query.constraints.iter().any(learned));
    }
    assert!(forged > 200, "{forged}");
}

/// A cell that a threshold of a consequence's trees parts has no one leaf of these, so a claim above the least cost could stand on it.
#[test]
fn a_cell_that_trees_of_a_consequence_part_is_refuted() {
    let mut parted = 0;
    for make in [consequences, taught] {
        for seed in espalier_testkit::seeds(60) {
            let Some((Instance { model, query }, answer)) = certified(make(seed, LINE)) else { continue };
            let Some(proof) = answer.certificate else { continue };
            for constraint in &query.constraints {
                let Constraint::CausalEnsemble { cause, .. } = constraint else { continue };
                for node in cause.trees.trees.iter().flat_map(|tree| &tree.nodes) {
                    let Node::Split { split: Split::Axis { column, threshold }, .. } = node else { continue };
                    let f = model.schema.features.iter().position(|f| f.columns().contains(column)).unwrap();
                    let cut = espalier_model::cells::cut(*threshold, cause.trees.compare, cause.trees.input);
                    let mut claim = proof.clone();
                    claim.cuts[f].retain(|other| *other != cut);
                    // Levels have no cuts.
                    if claim.cuts[f].len() == proof.cuts[f].len() {
                        assert!(model.schema.features[f].level_count().is_some(), "seed {seed}: no cut at {cut}");
                        continue;
                    }
                    let said = certificate(&model, &query, &claim).expect_err("a cell that is parted").to_string();
                    assert!(said.contains("a test of the model or of the query parts a cell"), "seed {seed}: {said}");
                    parted += 1;
                }
            }
        }
    }
    assert!(parted > 100, "{parted}");
}

/// Linear leaves beside limits that couple features: changes, rules, a second model with linear leaves.
fn limited(seed: u64, shape: Shape) -> Instance {
    let mut instance = [oblique::sloped, oblique::network][(seed % 2) as usize](seed, shape);
    let rng = &mut Rng::new(seed ^ 0x11_31_7E_D0);
    let Instance { model, query } = &mut instance;
    let features = model.schema.features.len();
    if rng.chance(0.5) {
        query.constraints.push(Constraint::MaxChanges(rng.within(1, features)));
    }
    if rng.chance(0.4) {
        query.margin = 0.02 * rng.unit();
    }
    if rng.chance(0.4) {
        let mut other = (*model.ensemble).clone();
        other.trees.reverse();
        other
            .trees
            .iter_mut()
            .flat_map(|tree| &mut tree.linear)
            .flat_map(|leaf| &mut leaf.weights)
            .for_each(|w| *w *= 0.9);
        query.constraints.push(Constraint::Also { model: Arc::new(other), target: query.target.clone() });
    }
    if rng.chance(0.4) {
        let test = ConditionTest::Unchanged;
        let condition =
            |feature| Formula { join: Join::All, conditions: vec![Condition { feature, test: test.clone() }] };
        let (a, b) = (rng.below(features), rng.below(features));
        query.constraints.push(Constraint::If { when: condition(a), then: condition(b) });
    }
    instance
}

#[test]
fn beside_other_limits() {
    for shape in TREES {
        let found = confirmed(limited, shape, 60);
        assert!(found.all > 30 && found.whole > 10, "{found}");
    }
}

/// A way to keep a rule by changing a number lies on both sides of its value. The search gives each side a leaf, and excludes one of them; a check with one leaf
/// for both could not repeat that.
#[test]
fn a_way_to_keep_a_rule_has_a_leaf_on_each_side_of_a_number() {
    let found = certified(limited(880_000_048, TREES[0])).map(|(instance, answer)| {
        let mut found = Confirmed::default();
        found.add("the seed", &instance, answer, false);
        found.whole
    });
    assert_eq!(found, Some(1));
}

/// Claims above the optimum beside rules are refuted, and so are damaged proofs of such claims: leaves on each side of a number prove no more than is true.
#[test]
fn claims_above_the_optimum_beside_rules_are_refuted() {
    let mut refuted = Refuted::new(43, 12, 1e-4);
    for shape in TREES {
        for seed in espalier_testkit::seeds(60) {
            let instance = limited(seed, shape);
            if !instance.query.constraints.iter().any(|c| matches!(c, Constraint::If { .. })) {
                continue;
            }
            let Some((instance, answer)) = certified(instance) else { continue };
            let (Some(proof), Some(found)) = (answer.certificate, answer.counterfactuals.first()) else { continue };
            if crate::hull_and_leaf_certificate::fine(&instance) {
                refuted.add(&format!("seed {seed}"), &instance, &proof, found.cost);
            }
        }
    }
    assert!(refuted.claims > 60 && refuted.damaged > 240, "{} claims, {} damaged", refuted.claims, refuted.damaged);
}

/// Probabilities and values, in the types and orders of several libraries.
fn linked(seed: u64, shape: Shape) -> Instance {
    let mut instance = [oblique::sloped, oblique::network][(seed % 2) as usize](seed, shape);
    let rng = &mut Rng::new(seed ^ 0x11_4C_ED);
    let Instance { model, query } = &mut instance;
    let ensemble = Arc::make_mut(&mut model.ensemble);
    let library = *rng.pick(&[Library::Plain, Library::XgBoost, Library::OnnxRuntime, Library::ScikitLearn]);
    ensemble.arithmetic.library = library;
    if rng.chance(0.5) {
        ensemble.link = if ensemble.outputs == 2 { Link::Softmax } else { Link::OneVsRest };
        let Target::Class(class) = query.target else { return instance };
        query.target = Target::Probability { class, at_least: 0.3 + 0.3 * rng.unit() };
        return instance;
    }
    // The first score as a number.
    (ensemble.task, ensemble.outputs) = (Task::Regressor, 1);
    ensemble.base.truncate(1);
    for tree in &mut ensemble.trees {
        let width = tree.values.len() / tree.leaves();
        tree.values = tree.values.iter().step_by(width).copied().collect();
        for leaf in &mut tree.linear {
            leaf.weights.truncate(leaf.columns.len());
        }
    }
    model.schema.classes.clear();
    ensemble.link = *rng.pick(&[Link::None, Link::Exp, Link::Softplus]);
    let Ok(Prediction::Value(own)) = ensemble.predict(&query.factual) else { panic!("a regressor") };
    let by = 0.05 + 0.2 * rng.unit();
    let (lo, hi) = *rng.pick(&[(own + by, f64::INFINITY), (f64::NEG_INFINITY, own - by), (own + by, own + 2.0 * by)]);
    query.target = Target::Value { lo, hi };
    instance
}

#[test]
fn probabilities_and_values() {
    for shape in [LINE, TREES[0], TREES[1]] {
        let found = confirmed(linked, shape, 80);
        assert!(found.all > 40 && found.whole > 10, "{found}");
    }
}

/// Claims above the independent solver's optimum are refuted, and so are damaged proofs of such claims.
#[test]
fn claims_above_the_optimum_are_refuted() {
    let mut refuted = Refuted::new(12, 20, 1e-6);
    let makers: [(&str, Make, bool); 4] = [
        ("leaves", oblique::sloped, false),
        ("network", oblique::network, false),
        ("consequences", consequences, true),
        ("learned", taught, true),
    ];
    for (kind, make, follows) in makers {
        for (s, shape) in [LINE, TREES[0], TREES[2]].into_iter().enumerate() {
            for seed in espalier_testkit::seeds(25) {
                let Some((mut instance, answer)) = certified(make(seed, shape)) else { continue };
                let optimum = if follows {
                    espalier_testkit::learned::solve(&instance, 100_000).and_then(|solved| solved.sure)
                } else {
                    // The solver knows no fixed charges.
                    instance.query.cost.norm.l0 = 0.0;
                    oblique::solve(&instance)
                };
                let (Some(proof), Some(optimum)) = (answer.certificate, optimum) else { continue };
                refuted.add(&format!("{kind}, shape {s}, seed {seed}"), &instance, &proof, optimum);
            }
        }
    }
    assert!(refuted.claims > 300 && refuted.damaged > 2000, "{} claims, {} damaged", refuted.claims, refuted.damaged);
}
