//! A model with a query, from a seed.

use super::{ensembles, queries, schemas, Rng};
use espalier_core::ensemble::{Aggregation, Precision};
use espalier_core::model::{Model, Origin};
use espalier_core::query::Query;

#[derive(Clone, Debug)]
pub struct Instance {
    pub model: Model,
    pub query: Query,
}

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
        // Only additive ensembles are ever summed in single precision.
        if ensemble.aggregation == Aggregation::Sum && Rng::new(!seed).chance(0.3) {
            ensemble.sums = Precision::F32;
        }
        ensembles::vary(&mut Rng::new(seed ^ 0x5A5A_5A5A_0F0F_0F0F), &mut ensemble);
        let schema = schemas::schema(&mut rng, &plans, &ensemble);
        let model = Model { ensemble, schema, background: None, isolation_forest: None, origin: Origin::default() };
        let query = queries::query(&mut rng, &model, &plans);
        Instance { model, query }
    }
}
