//! Instances whose ensembles have no hyperplanes, under linear constraints.

use super::instance::Size;
use super::oblique::{self, Shape};
use super::{Instance, Rng};
use espalier_model::query::{Constraint, Sought};
use espalier_model::schema::Feature;

pub const SHAPES: [Shape; 3] = [
    Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: true },
    Shape { trees: 3, depth: 3, numbers: 3, others: 2, linear: true },
    Shape { trees: 12, depth: 4, numbers: 6, others: 2, linear: true },
];

pub const FOREST: Shape = Shape { trees: 30, depth: 4, numbers: 8, others: 0, linear: true };

/// The first instance without hyperplanes from a seed on. The seeds tried are far from other seeds'.
pub fn straight(seed: u64, make: impl Fn(u64) -> Instance) -> Instance {
    (0..).map(|i| make(seed + i * 1_000_003)).find(|i| !i.model.ensemble.is_oblique()).expect("half of them are")
}

pub fn linear(seed: u64, shape: Shape) -> Instance {
    straight(seed, |seed| oblique::instance(seed, shape))
}

pub fn causal(seed: u64, shape: Shape) -> Instance {
    straight(seed, |seed| oblique::causal(seed, shape))
}

pub fn curved(seed: u64, shape: Shape) -> Instance {
    straight(seed, |seed| super::curved::curve(oblique::instance(seed, shape), seed))
}

/// Any model and request for the box search, with one to three sums added.
pub fn any(seed: u64, size: Size) -> Instance {
    let make = if seed % 5 == 4 { Instance::plausible } else { Instance::new };
    let mut instance = make(seed, size);
    let rng = &mut Rng::new(seed ^ 0x000C_0B1E_D000);
    for _ in 0..rng.within(1, 3) {
        let mut limit = oblique::linear(rng, &instance.model.schema, &instance.query.factual);
        // A range of a few floats is smaller than the rounding that a sum is allowed.
        let factual = &instance.query.factual;
        let wide = |f: &Feature| {
            let most = f.min.abs().max(f.max.abs()).max(factual[f.columns()[0]].abs());
            f.max - f.min > 1e-2 * most
        };
        if let Constraint::Linear { terms, .. } = &mut limit {
            terms.retain(|t| wide(&instance.model.schema.features[t.0]));
            if !terms.is_empty() {
                instance.query.constraints.push(limit);
            }
        }
    }
    instance.query.sought = Sought::Cheapest;
    instance.query.certificate = false;
    instance
}
