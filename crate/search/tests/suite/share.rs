//! One search in two places. Boxes move between the search that was asked and an assistant, in any order, and the answer equals that of the
//! search alone.

use espalier_model::explanation::{Explanation, Status};
use espalier_model::query::{Distinct, Sought};
use espalier_numerics::draws::Draws;
use espalier_search::{Compiled, Search};
use espalier_testkit::instance::Size;
use espalier_testkit::{seeds, Instance};
use espalier_verify::verify;
use std::sync::Arc;

/// Large enough that boxes remain open for a while.
const LARGE: Size = Size { features: 12, trees: 200, depth: 7 };

fn alone(instance: &Instance) -> Option<Explanation> {
    let compiled = Arc::new(Compiled::new(&instance.model).ok()?);
    let mut search = Search::new(compiled, instance.query.clone()).ok()?;
    (0..200_000).find(|_| search.step(1)).map(|_| search.explanation())
}

/// The answer of two searches that exchange boxes, and the number of parcels. `lost`: the assistant ends after that many parcels, and its
/// boxes are taken back.
fn together(instance: &Instance, seed: u64, lost: u64) -> Option<(Explanation, u64)> {
    let compiled = Arc::new(Compiled::new(&instance.model).ok()?);
    let mut asked = Search::new(Arc::clone(&compiled), instance.query.clone()).ok()?;
    let mut assistant = Search::new(compiled, instance.query.clone()).ok()?;
    assistant.assist();
    let mut turns = Draws::of(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (mut parcels, mut kept, mut bound) = (0, Vec::new(), 0.0f64);
    for _ in 0..400_000 {
        match turns.below(4) {
            0 if parcels < lost => {
                if let Some(parcel) = asked.parcel(true) {
                    parcels += 1;
                    assistant.take(&parcel);
                    kept.push(parcel);
                }
            }
            1 => {
                assistant.step(1);
                let boxes = turns.below(3) == 0;
                if let Some(parcel) = assistant.parcel(boxes) {
                    parcels += u64::from(boxes);
                    asked.take(&parcel);
                }
                if parcels >= lost {
                    kept.drain(..).for_each(|parcel| asked.take(&parcel));
                    asked.away(f64::INFINITY);
                    assistant.assist();
                } else if assistant.waits() {
                    // A search that waits says so with the incumbent, as the page's workers do, since a parcel of boxes may not have been possible.
                    let best = assistant.parcel(false).filter(|_| parcels > 0);
                    best.iter().for_each(|parcel| asked.take(parcel));
                    kept.clear();
                    asked.away(f64::INFINITY);
                } else if turns.below(5) == 0 {
                    asked.away(assistant.progress().lower_bound);
                }
            }
            _ => {
                if asked.step(1) {
                    return Some((asked.explanation(), parcels));
                }
                let now = asked.progress().lower_bound;
                assert!(lost < u64::MAX || now >= bound * (1.0 - 1e-9) - 1e-12, "the bound fell from {bound} to {now}");
                bound = now;
            }
        }
    }
    None
}

/// Every third query asks for several answers. Boxes move while the first answer is searched.
fn same(seed: u64, size: Size, lost: u64) -> u64 {
    let mut instance = Instance::new(seed, size);
    let several = Sought::Several { count: 3, distinct: Distinct::Features };
    instance.query.sought = if seed.is_multiple_of(3) { several } else { Sought::Cheapest };
    let Some(one) = alone(&instance) else { return 0 };
    let (two, parcels) = together(&instance, seed + 1, lost).expect("it ends where the search alone does");
    verify(&instance.model, &instance.query, &two).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    assert_eq!(one.status, two.status, "seed {seed}");
    assert!(matches!(two.status, Status::Optimal | Status::Infeasible), "seed {seed}");
    assert_eq!(one.counterfactuals.len(), two.counterfactuals.len(), "seed {seed}");
    for (a, b) in one.counterfactuals.iter().zip(&two.counterfactuals) {
        assert!(
            (a.cost - b.cost).abs() <= 1e-9 * a.cost.abs() + 1e-12,
            "seed {seed}: {} alone, {} together",
            a.cost,
            b.cost
        );
    }
    parcels
}

fn run(lost: u64) {
    let parcels: u64 = seeds(150).into_iter().map(|seed| same(seed, LARGE, lost)).sum();
    assert!(parcels > 20, "{parcels} parcels only: nothing was shared");
}

#[test]
fn two_searches_find_the_answer_that_one_finds() {
    run(u64::MAX);
}

#[test]
fn an_assistant_that_is_lost_takes_nothing_along() {
    run(2);
}
