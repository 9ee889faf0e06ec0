//! Random features: their columns, the thresholds at which models may cut them, and the values that people give.

use super::Rng;
use espalier_model::ensemble::{Ensemble, Task};
use espalier_model::schema::{Change, Feature, Kind, Level, Schema, Weight};

/// A feature before the model is known.
#[derive(Clone, Debug)]
pub struct SchemaPlan {
    pub kind: Kind,
    pub min: f64,
    pub max: f64,
    /// Thresholds that splits of its columns take.
    pub cuts: Vec<f64>,
}

/// Up to `most` features, their columns shuffled. Level values are whole, or single precision.
pub fn plans(rng: &mut Rng, most: usize) -> Vec<SchemaPlan> {
    let count = rng.within(1, most);
    let mut plans: Vec<SchemaPlan> = (0..count).map(|_| plan(rng)).collect();
    let total: usize = plans.iter().map(|p| columns(&p.kind)).sum();
    let mut order: Vec<usize> = (0..total).collect();
    rng.shuffle(&mut order);
    let mut next = order.into_iter();
    for plan in &mut plans {
        let mut fresh = || next.next().unwrap();
        match &mut plan.kind {
            Kind::Numeric { column }
            | Kind::Integer { column }
            | Kind::Ordinal { column, .. }
            | Kind::Binary { column, .. }
            | Kind::Codes { column, .. } => *column = fresh(),
            Kind::OneHot { columns, .. } => columns.iter_mut().for_each(|c| *c = fresh()),
        }
    }
    plans
}

fn columns(kind: &Kind) -> usize {
    match kind {
        Kind::OneHot { columns, .. } => columns.len(),
        _ => 1,
    }
}

fn levels(values: impl IntoIterator<Item = f64>) -> Vec<Level> {
    values.into_iter().enumerate().map(|(i, value)| Level { label: format!("l{i}"), value }).collect()
}

fn plan(rng: &mut Rng) -> SchemaPlan {
    let column = 0;
    match rng.below(10) {
        0..=3 => numeric(rng),
        4 | 5 => {
            let by = *rng.pick(&[0.0, 0.5, 0.25]);
            let cuts = (-3..5).map(|k| f64::from(k) + by).collect();
            let (min, max) = *rng.pick(&[(-2.0, 4.0), (-2.5, 3.5), (0.0, 3.0)]);
            SchemaPlan { kind: Kind::Integer { column }, min, max, cuts }
        }
        6 => {
            let n = rng.within(2, 5);
            let step = *rng.pick(&[1.0, 0.5, f64::from(0.3f32)]);
            let values: Vec<f64> = (0..n).map(|k| f64::from((k as f64 * step) as f32)).collect();
            let mut cuts: Vec<f64> = values.windows(2).map(|w| (w[0] + w[1]) / 2.0).collect();
            cuts.extend(&values);
            let (min, max) = (values[0], values[n - 1]);
            SchemaPlan { kind: Kind::Ordinal { column, levels: levels(values) }, min, max, cuts }
        }
        7 => {
            let values = *rng.pick(&[[0.0, 1.0], [1.0, 0.0], [-1.0, 2.0]]);
            let [a, b] = values.map(|value| Level { label: format!("v{value}"), value });
            let (min, max) = (values[0].min(values[1]), values[0].max(values[1]));
            SchemaPlan { kind: Kind::Binary { column, levels: [a, b] }, min, max, cuts: vec![0.5, 0.5, 0.0, 1.0] }
        }
        8 => {
            let n = rng.within(2, 4);
            let labels = (0..n).map(|k| format!("h{k}")).collect();
            SchemaPlan {
                kind: Kind::OneHot { columns: vec![0; n], labels },
                min: 0.0,
                max: 1.0,
                cuts: vec![0.5, 0.5, 0.0, 1.0],
            }
        }
        _ => {
            let n = rng.within(2, 5);
            let mut codes: Vec<f64> = (0..9).map(f64::from).collect();
            rng.shuffle(&mut codes);
            codes.truncate(n);
            let (min, max) = (codes.iter().copied().fold(9.0, f64::min), codes.iter().copied().fold(0.0, f64::max));
            let cuts = (0..8).map(|k| f64::from(k) + 0.5).collect();
            SchemaPlan { kind: Kind::Codes { column, levels: levels(codes) }, min, max, cuts }
        }
    }
}

fn numeric(rng: &mut Rng) -> SchemaPlan {
    let (cuts, min, max): (Vec<f64>, f64, f64) = match rng.below(6) {
        0 | 1 => ((0..8).map(|k| f64::from(k) * 0.25).collect(), 0.0, 2.0),
        // Tenths, which are exact in neither type.
        2 | 3 => ((1..10).map(|k| f64::from(k) * 0.1).collect(), 0.0, 1.0),
        // Closer together than numbers of single precision around 1.
        4 => ((-9..9).map(|k| 1.0 + f64::from(k) * 2f64.powi(-25)).collect(), 1.0 - 1e-6, 1.0 + 1e-6),
        // Around 0, denormals and both zeros among them.
        _ => (vec![-1e6, -0.5, -1e-45, -0.0, 0.0, 1e-45, 1e-300, 0.1, f64::from(0.1f32), 1e6], -2.0, 3.0),
    };
    SchemaPlan { kind: Kind::Numeric { column: 0 }, min, max, cuts }
}

/// The schema of the plans, with random directions and weights.
pub fn schema(rng: &mut Rng, plans: &[SchemaPlan], ensemble: &Ensemble) -> Schema {
    let features = plans
        .iter()
        .enumerate()
        .map(|(i, plan)| Feature {
            name: format!("f{i}"),
            kind: plan.kind.clone(),
            min: plan.min,
            max: plan.max,
            change: change(rng, &plan.kind, 0.8),
            weight: if rng.chance(0.6) { Weight::default() } else { weight(rng) },
            unit: None,
            decimals: None,
            phrase: None,
        })
        .collect();
    let classes = match ensemble.task {
        Task::Classifier { classes } => (0..classes).map(|c| format!("c{c}")).collect(),
        _ => Vec::new(),
    };
    Schema { features, classes, subject: None, image: None }
}

/// A direction, free with probability `free`.
pub fn change(rng: &mut Rng, kind: &Kind, free: f64) -> Change {
    if rng.chance(free) {
        return Change::Free;
    }
    match kind {
        Kind::OneHot { .. } | Kind::Codes { .. } => Change::Fixed,
        _ => *rng.pick(&[Change::Fixed, Change::Increase, Change::Decrease]),
    }
}

pub fn weight(rng: &mut Rng) -> Weight {
    let one = |rng: &mut Rng| *rng.pick(&[0.0, 0.25, 1.0, 1.0, 2.0, 3.7]);
    let up = one(rng);
    Weight { up, down: if rng.chance(0.5) { up } else { one(rng) } }
}
