//! Costs below 0 at random: prices of levels and of numbers that earn.

use super::beside::{beside, distant};
use super::instance::Size;
use super::{Instance, Rng};
use espalier_model::query::Constraint;

/// As [`Instance::new`], now and then with budgets, other models or a distance from splits; some features earn where they change.
pub fn earning(seed: u64, size: Size) -> Instance {
    let mut instance = match seed % 6 {
        0 => beside(seed, size),
        1 => Instance::plausible(seed, size),
        2 => distant(seed, size),
        _ => Instance::new(seed, size),
    };
    earn(&mut Rng::new(seed ^ 0x0EA2_2015_0EA2_2015), &mut instance);
    instance
}

/// Lets some features of an instance earn. Numbers whose changes a budget counts do not.
pub fn earn(rng: &mut Rng, instance: &mut Instance) {
    let Instance { model, query } = instance;
    for (f, feature) in model.schema.features.iter().enumerate() {
        let counted =
            |c: &Constraint| matches!(c, Constraint::Budget(b) if b.changes.iter().any(|change| change.0 == f));
        if rng.chance(0.4) || query.constraints.iter().any(counted) {
            continue;
        }
        if let Some(count) = feature.level_count() {
            let price = |rng: &mut Rng| *rng.pick(&[-2.0, -0.7, -0.3, 0.0, 0.3, 1.0]);
            query.cost.tables[f] = Some((0..count).map(|_| rng.chance(0.8).then(|| price(rng))).collect());
        } else if !query.factual[feature.columns()[0]].is_nan() {
            let width = feature.max - feature.min;
            let slope = *rng.pick(&[-4.0, -1.0, -0.5, 0.5, 1.0, 4.0]) / width;
            // A convex function stays convex, and 0 at 0.
            let mut points = query.cost.piecewise[f].take().unwrap_or_else(|| match rng.below(3) {
                0 => vec![(-0.3 * width, 0.4), (0.0, 0.0), (0.2 * width, 0.3), (0.5 * width, 1.0)],
                1 => vec![(-width, 0.7), (0.0, 0.0), (width, 0.7)],
                _ => vec![(-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)],
            });
            points.iter_mut().for_each(|p| p.1 += slope * p.0);
            query.cost.piecewise[f] = Some(points);
        }
    }
}

/// The most that an instance's changes may earn together. Costs are equal within a share of it.
pub fn earned(instance: &Instance) -> f64 {
    let Instance { model, query } = instance;
    let features = model.schema.features.iter().enumerate();
    features.map(|(f, feature)| query.cost.earned(f, feature, &query.factual)).sum()
}
