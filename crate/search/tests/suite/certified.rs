//! Steps of the tests of certificates: proved answers are confirmed, and claims above the optimum are refuted, with proofs as they are and damaged.

use espalier_model::explanation::{Certificate, Explanation, Status};
use espalier_model::query::{Norm, Query, Sought};
use espalier_search::{Compiled, Search, SearchError};
use espalier_testkit::damage::damage;
use espalier_testkit::oblique::Shape;
use espalier_testkit::{Instance, Rng};
use espalier_verify::certificate;
use std::sync::Arc;

/// A random instance of a seed.
pub type Make = fn(u64, Shape) -> Instance;

/// The instance as it is asked for its cheapest answer and a certificate, with the answer; `None` where its parts together have none, or none with a
/// certificate. A largest change has no certificate beside hyperplanes, linear leaves and hulls, and gives way to a sum with fixed charges.
pub fn certified(mut instance: Instance) -> Option<(Instance, Explanation)> {
    let cost = &mut instance.query.cost;
    if cost.norm.linf > 0.0 {
        cost.norm = Norm { l1: 1.0, l0: 0.2, ..Norm::default() };
    }
    instance.query = Query { certificate: true, sought: Sought::Cheapest, ..instance.query };
    let compiled = Arc::new(Compiled::new(&instance.model).ok()?);
    let mut search = match Search::new(compiled, instance.query.clone()) {
        Err(SearchError::Unsupported { .. }) => return None,
        search => search.unwrap_or_else(|e| panic!("{e}")),
    };
    while !search.step(1000) {}
    Some((instance, search.explanation()))
}

/// A lower bound that is proved in place of the cost lies this far below it at most, as a share of the cost and in units of cost: the rounding of
/// numbers and sums to single precision.
const ROUNDED: f64 = 1e-3;

/// Certificates that the check confirmed.
#[derive(Default)]
pub struct Confirmed {
    pub all: u32,
    /// Those of an answer, where the others prove that there is none.
    pub answers: u32,
    /// Those whose claim is the cost itself or that there is no answer, where the others claim a bound close below it.
    pub whole: u32,
    /// Proved answers without a certificate, or with a bound far below.
    pub unproven: u32,
    /// The longest proof.
    pub bytes: usize,
}

impl Confirmed {
    /// Asserts that an answer that is proved has a certificate, which the check confirms. `near_cut`: consequences may be as near to a cut as their
    /// rounding and lie on either side of it in a proof, so that less is proved; these are counted.
    pub fn add(&mut self, place: &str, instance: &Instance, answer: Explanation, near_cut: bool) {
        if !matches!(answer.status, Status::Optimal | Status::Infeasible) {
            return;
        }
        if answer.certificate.is_none() && answer.status == Status::Infeasible && near_cut {
            self.unproven += 1;
            return;
        }
        let proof = answer.certificate.unwrap_or_else(|| panic!("{place}: no certificate"));
        certificate(&instance.model, &instance.query, &proof).unwrap_or_else(|e| panic!("{place}: {e}"));
        if let (Some(cost), Some(proved)) = (proof.cost, proof.proved) {
            let near = proved >= cost * (1.0 - ROUNDED) - ROUNDED;
            assert!(near || near_cut, "{place}: {proved} of {cost}");
            self.unproven += u32::from(!near);
        }
        self.all += 1;
        self.answers += u32::from(proof.cost.is_some());
        self.whole += u32::from(proof.proved.is_none());
        self.bytes = self.bytes.max(proof.proofs.iter().map(Vec::len).sum());
    }
}

impl std::fmt::Display for Confirmed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { all, answers, whole, unproven, bytes } = self;
        write!(f, "{all} confirmed, {answers} answers, {whole} of the cost itself, {unproven} unproven, at most {bytes} bytes")
    }
}

/// Claims above an optimum, which the check has to refute.
pub struct Refuted {
    rng: Rng,
    /// Damaged claims of each instance.
    each: u32,
    /// The rounding of the independent solver, in units of cost.
    slack: f64,
    pub claims: u32,
    pub damaged: u32,
}

impl Refuted {
    pub fn new(seed: u64, each: u32, slack: f64) -> Self {
        Self { rng: Rng::new(seed), each, slack, claims: 0, damaged: 0 }
    }

    /// Asserts that the proof of the answer proves no dearer claim, and that it proves none when it is damaged; of a hull every second time in its directions.
    pub fn add(&mut self, place: &str, instance: &Instance, proof: &Certificate, optimum: f64) {
        let above = |share: f64| Some(optimum * (1.0 + share) + self.slack);
        let refuted = |claim: &Certificate| certificate(&instance.model, &instance.query, claim).is_err();
        for cost in [None, above(1e-4), above(1.0)] {
            let claim = Certificate { cost, proved: None, ..proof.clone() };
            assert!(refuted(&claim), "{place}, claims {cost:?}");
            self.claims += 1;
        }
        for i in 0..self.each {
            let mut claim = Certificate { cost: above(1e-3), proved: None, ..proof.clone() };
            if i % 2 == 1 && !claim.hull.is_empty() {
                turn(&mut self.rng, &mut claim);
            } else {
                damage(&mut self.rng, &mut claim);
            }
            assert!(refuted(&claim), "{place}, damaged");
            self.damaged += 1;
        }
    }
}

/// Changes, removes or replaces a part of a hull's direction, or all of it.
fn turn(rng: &mut Rng, claim: &mut Certificate) {
    let of = rng.below(claim.hull.len());
    let all = &mut claim.hull[of];
    if all.is_empty() {
        return;
    }
    let (at, other) = (rng.below(all.len()), rng.below(all.len()));
    let j = rng.below(all[at].len());
    match rng.below(8) {
        0 => all[at][j] = 2.0 * rng.unit() - 1.0,
        1 => all[at][j] *= -1.0,
        2 => all[at][j] *= 1.0 + 1e-6 * rng.unit(),
        3 => drop(all.remove(at)),
        4 => all.swap(at, other),
        5 => all[at].iter_mut().for_each(|y| *y *= *rng.pick(&[0.5, 1e-30, 1e12, 1e200, 1e308])),
        6 => all[at][j] = *rng.pick(&[f64::NAN, f64::INFINITY, -1e308, 1e308, 1e-320]),
        _ => all[at].iter_mut().for_each(|y| *y = 2.0 * rng.unit() - 1.0),
    }
}
