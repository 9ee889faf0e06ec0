//! A model with a query, from a seed.

use super::{ensembles, queries, schemas, Rng};
use espalier_model::ensemble::{Aggregation, Library, Prediction};
use espalier_model::query::{Depth, Query};
use espalier_model::Model;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Instance {
    pub model: Model,
    pub query: Query,
}

/// The share of instances with changes that are very dear.
const DEAR: f64 = 0.03;

/// How large instances may be.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub features: usize,
    pub trees: usize,
    pub depth: usize,
}

impl Size {
    pub const SMALL: Size = Size { features: 5, trees: 4, depth: 4 };
    pub const LARGE: Size = Size { features: 5, trees: 12, depth: 4 };
    pub const TINY: Size = Size { features: 2, trees: 2, depth: 2 };
}

impl Instance {
    pub fn new(seed: u64, size: Size) -> Instance {
        let mut rng = Rng::new(seed);
        let plans = schemas::plans(&mut rng, size.features);
        let mut ensemble = ensembles::ensemble(&mut rng, &plans, size);
        // Only additive ensembles are ever summed in single precision, or begin with the base.
        let mut own = Rng::new(!seed);
        if ensemble.aggregation == Aggregation::Sum && own.chance(0.6) {
            ensemble.arithmetic = (*own.pick(&Library::ALL)).into();
            if !ensemble.base_comes_first() && own.chance(0.3) {
                ensemble.arithmetic.divisors = [*own.pick(&[1.0, 2.0, 3.0]), *own.pick(&[1.0, 1.5])];
                ensemble.arithmetic.scale = *own.pick(&[1.0, 1.7, 2.0]);
            }
        }
        ensembles::vary(&mut Rng::new(seed ^ 0x5A5A_5A5A_0F0F_0F0F), &mut ensemble);
        ensembles::level(&mut Rng::new(seed ^ 0x0B11_7105_0B11_7105), &mut ensemble, size.depth);
        let schema = schemas::schema(&mut rng, &plans, &ensemble);
        let model = Model::new(ensemble, schema);
        let query = queries::query(&mut rng, &model, &plans);
        let mut instance = Instance { model, query };
        let mut dear = Rng::new(seed ^ 0xDEA2_0C05_7DEA_20C0);
        if dear.chance(DEAR) {
            queries::make_dear(&mut dear, &mut instance, &plans);
        }
        instance
    }

    /// As [`Instance::new`], always with changes that are very dear.
    pub fn dear(seed: u64, size: Size) -> Instance {
        let mut instance = Instance::new(seed, size);
        let plans = schemas::plans(&mut Rng::new(seed), size.features);
        queries::make_dear(&mut Rng::new(seed ^ 0x7DEA_20C0_DEA2_0C05), &mut instance, &plans);
        instance
    }

    /// As [`Instance::new`], with an isolation forest on the same columns and a least depth in it.
    pub fn plausible(seed: u64, size: Size) -> Instance {
        let mut instance = Instance::new(seed, size);
        let mut rng = Rng::new(seed ^ 0x1501_A710_F02E_5700);
        let plans = schemas::plans(&mut Rng::new(seed), size.features);
        let forest = ensembles::isolation(&mut rng, &plans, size, &instance.model.ensemble);
        let lengths: Vec<f64> = (0..20)
            .filter_map(|_| forest.predict(&queries::row(&mut rng, &instance.model, &plans, 0.0)).ok())
            .filter_map(|p| if let Prediction::Value(v) = p { Some(v) } else { None })
            .collect();
        let least = match rng.below(8) {
            0 => 0.0,
            1 => 99.0,
            // Now and then exactly the path length of some row.
            2 | 3 => *rng.pick(&lengths),
            _ => rng.pick(&lengths) - 0.3 * rng.unit(),
        };
        instance.query.depth = Some(Depth { forest: Arc::new(forest), least });
        instance
    }
}
