//! A certificate is confirmed only where its claim is true. Damaged ones are refuted, or still prove a true claim.

use espalier_model::explanation::{Certificate, Explanation};
use espalier_model::query::{Query, Sought};
use espalier_search::{Compiled, Search};
use espalier_testkit::brute;
use espalier_testkit::damage::damage;
use espalier_testkit::instance::{Instance, Size};
use espalier_testkit::Rng;
use espalier_verify::certificate;
use std::sync::Arc;

fn certified(seed: u64, size: Size) -> Option<(Instance, Explanation, Certificate)> {
    let make = if seed % 3 == 2 { Instance::plausible } else { Instance::new };
    proved(make(seed, size))
}

fn proved(mut instance: Instance) -> Option<(Instance, Explanation, Certificate)> {
    let cost = &instance.query.cost;
    if cost.norm.linf > 0.0 && !cost.is_largest_alone() {
        return None;
    }
    instance.query = Query { certificate: true, sought: Sought::Cheapest, ..instance.query };
    let compiled = Arc::new(Compiled::new(&instance.model).ok()?);
    let mut search = Search::new(compiled, instance.query.clone()).ok()?;
    while !search.step(1000) {}
    let explanation = search.explanation();
    let proof = explanation.certificate.clone().expect("a certificate was asked for");
    Some((instance, explanation, proof))
}

/// Messages are written in single precision, which cannot represent such costs.
#[test]
fn costs_beyond_single_precision_are_certified() {
    let mut confirmed = 0;
    for seed in espalier_testkit::seeds(300) {
        let mut instance = Instance::new(seed, Size::SMALL);
        let given = instance.query.cost.weights.iter_mut().flatten();
        for weight in instance.model.schema.features.iter_mut().map(|f| &mut f.weight).chain(given) {
            (weight.up, weight.down) = (1e45 * weight.up, 1e45 * weight.down);
        }
        let Some((instance, _, proof)) = proved(instance) else { continue };
        certificate(&instance.model, &instance.query, &proof).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        confirmed += u32::from(proof.cost.is_some_and(|cost| cost > 1e40));
    }
    assert!(confirmed > 30, "only {confirmed}");
}

#[test]
fn a_claim_beyond_the_optimum_is_never_confirmed() {
    let mut refuted = 0;
    for seed in espalier_testkit::seeds(1500) {
        let Some((instance, _, proof)) = certified(seed, Size::SMALL) else { continue };
        let Some(optimum) = brute::solve(&instance, 20_000).and_then(|s| s.sure) else { continue };
        let mut claims = vec![None, Some(optimum * 1.001 + 1e-6), Some(2.0 * optimum + 0.1)];
        claims.retain(|c| *c != proof.cost);
        for cost in claims {
            let claim = Certificate { cost, ..proof.clone() };
            assert!(certificate(&instance.model, &instance.query, &claim).is_err(), "seed {seed} claims {cost:?}");
            refuted += 1;
        }
    }
    assert!(refuted > 1000, "only {refuted} claims were tried");
}

/// The same proof must not hold for a request whose answers need not lie as deep, where such an answer is cheaper.
#[test]
fn a_depth_that_is_asked_for_is_part_of_the_claim() {
    let (mut confirmed, mut refuted) = (0, 0);
    for seed in (2..1500).step_by(3) {
        let Some((instance, _, proof)) = certified(seed, Size::SMALL) else { continue };
        certificate(&instance.model, &instance.query, &proof).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        confirmed += 1;
        let mut shallow = instance.clone();
        shallow.query.depth.as_mut().expect("an isolation forest").least = 0.0;
        let Some(optimum) = brute::solve(&shallow, 20_000).and_then(|s| s.sure) else { continue };
        if proof.cost.is_none_or(|cost| cost > optimum * 1.001 + 1e-6) {
            assert!(certificate(&shallow.model, &shallow.query, &proof).is_err(), "seed {seed}");
            refuted += 1;
        }
    }
    assert!(confirmed > 300 && refuted > 30, "{confirmed} confirmed, {refuted} refuted");
}

#[test]
fn damage_never_makes_a_false_claim_hold() {
    let mut rng = Rng::new(11);
    let (mut tried, mut confirmed) = (0, 0);
    for seed in espalier_testkit::seeds(700) {
        let Some((instance, _, proof)) = certified(seed, Size::SMALL) else { continue };
        let Some(optimum) = brute::solve(&instance, 20_000).and_then(|s| s.sure) else { continue };
        for _ in 0..20 {
            let mut claim = Certificate { cost: Some(optimum * 1.01 + 1e-6), ..proof.clone() };
            damage(&mut rng, &mut claim);
            tried += 1;
            confirmed += u32::from(certificate(&instance.model, &instance.query, &claim).is_ok());
        }
    }
    assert!(tried > 5000, "only {tried} were tried");
    assert_eq!(confirmed, 0, "of {tried}");
}

#[test]
fn a_cut_short_or_lengthened_proof_is_refuted() {
    let mut tried = 0;
    for seed in espalier_testkit::seeds(1500) {
        let Some((instance, _, proof)) = certified(seed, Size::SMALL) else { continue };
        for g in 0..proof.proofs.len() {
            let mut longer = proof.clone();
            longer.proofs[g].push(0);
            assert!(certificate(&instance.model, &instance.query, &longer).is_err(), "seed {seed}, one byte more");
            for keep in 0..proof.proofs[g].len().min(60) {
                let mut shorter = proof.clone();
                shorter.proofs[g].truncate(keep);
                assert!(certificate(&instance.model, &instance.query, &shorter).is_err(), "seed {seed}, {keep} bytes");
                tried += 1;
            }
        }
        let fewer = Certificate { proofs: proof.proofs[1..].to_vec(), ..proof.clone() };
        assert!(certificate(&instance.model, &instance.query, &fewer).is_err(), "seed {seed}, a proof less");
    }
    assert!(tried > 1000, "only {tried} were tried");
}

#[test]
fn a_proof_for_another_query_or_model_does_not_pass_for_this_one() {
    let (mut tried, mut confirmed_falsely) = (0, 0);
    for seed in espalier_testkit::seeds(600) {
        let Some((_, _, proof)) = certified(seed, Size::TINY) else { continue };
        let Some((other, answer, _)) = certified(seed + 1, Size::TINY) else { continue };
        let ok = certificate(&other.model, &other.query, &proof).is_ok();
        let truth = answer.counterfactuals.first().map(|c| c.cost);
        let holds = match (proof.cost, truth) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(claim), Some(cost)) => claim <= cost * (1.0 + 2e-9) + 1e-11,
        };
        tried += 1;
        confirmed_falsely += u32::from(ok && !holds);
    }
    assert!(tried > 300, "only {tried} were tried");
    assert_eq!(confirmed_falsely, 0);
}
