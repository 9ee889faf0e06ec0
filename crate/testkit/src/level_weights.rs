//! Linear constraints in which levels of features have weights of their own.

use super::{Instance, Rng};
use espalier_model::query::Constraint;
use espalier_model::schema::Feature;

/// The instance with weights of levels in its linear constraints. A feature that stood there with its number may now stand there with its levels.
pub fn levelled(mut instance: Instance, seed: u64) -> Instance {
    let rng = &mut Rng::new(seed ^ 0x1E5E_15AD_DED0);
    let features = &instance.model.schema.features;
    let factual = &instance.query.factual;
    for constraint in &mut instance.query.constraints {
        let Constraint::Linear { terms, levels, limit, of_change, .. } = constraint else { continue };
        let discrete = features.iter().enumerate().filter_map(|(f, feature)| Some((f, feature.level_count()?)));
        for (f, count) in discrete {
            let column = features[f].columns()[0];
            match terms.iter().position(|t| t.0 == f) {
                Some(_) if rng.chance(0.5) => continue,
                Some(at) if *of_change => drop(terms.remove(at)),
                Some(at) => {
                    *limit -= terms.remove(at).1 * Some(factual[column]).filter(|x| x.is_finite()).unwrap_or(0.0)
                }
                None if rng.chance(0.3) => continue,
                None => {}
            }
            // Parts of an eighth often meet an equation exactly.
            let weights: Vec<f64> = match rng.chance(0.5) {
                true => (0..count).map(|_| (rng.below(17) as f64 - 8.0) / 8.0).collect(),
                false => (0..count).map(|_| 0.7 * (2.0 * rng.unit() - 1.0)).collect(),
            };
            if let (Some(own), false) = (features[f].level_of(factual), *of_change) {
                *limit += weights[own];
            }
            levels.push((f, weights));
        }
    }
    instance
}

/// The amount that weighted levels add to a sum at a row.
pub fn added(features: &[Feature], levels: &[(usize, Vec<f64>)], of_change: bool, factual: &[f64], row: &[f64]) -> f64 {
    let at = |f: usize, weights: &[f64], row: &[f64]| features[f].level_of(row).map_or(f64::NAN, |k| weights[k]);
    let before = |f, weights: &[f64]| if of_change { at(f, weights, factual) } else { 0.0 };
    levels.iter().map(|(f, weights)| at(*f, weights, row) - before(*f, weights)).sum()
}
