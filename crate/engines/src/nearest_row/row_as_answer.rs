//! A background row as an answer: as the model reads it, with the values that it shares with the factual left unchanged.

use super::NearestRow;
use crate::problem::levels::Price;
use espalier_model::schema::{Feature, Kind};

impl NearestRow {
    /// Row `i` and its cost. `None` where a limit on one feature alone forbids it, where a value does not belong to its
    /// feature's kind, or where a value is missing that the factual has.
    pub(super) fn read(&self, i: usize) -> Option<(Vec<f64>, f64)> {
        let raw = &self.rows.rows[i];
        let mut row = self.problem.factual.clone();
        let coupled = self.query.cost.quadratic.as_ref().filter(|q| !q.is_diagonal());
        let (mut sum, mut largest) = (0.0, 0.0f64);
        let features = &self.problem.compiled.schema.features;
        for (f, feature) in features.iter().enumerate() {
            let (cost, reach) = match feature.kind {
                Kind::Numeric { column } | Kind::Integer { column } => {
                    self.number(f, feature, raw[column], &mut row[column])?
                }
                _ => self.level(f, feature, raw, &mut row)?,
            };
            sum += cost;
            largest = largest.max(reach);
        }
        let change = |f: usize| {
            let (feature, column) = (&features[f], features[f].columns()[0]);
            (row[column] - self.problem.factual[column]) / width(feature)
        };
        let cost = sum + largest + coupled.map_or(0.0, |q| q.of(change));
        Some((row, cost))
    }

    /// Sets a number. Returns the cost of that, and its part in the largest change.
    fn number(&self, f: usize, feature: &Feature, raw: f64, to: &mut f64) -> Option<(f64, f64)> {
        let var = &self.problem.vars[f];
        let q = *to;
        if raw.is_nan() {
            // A value that stays missing has the last level.
            let free = var.missing && var.cost.last().is_some_and(|c| c.is_finite());
            return (q.is_nan() && free).then_some((0.0, 0.0));
        }
        let input = self.problem.compiled.ensemble.input;
        let price = Price::new(&self.query, f, feature);
        let (min, max) = var.allowed;
        // A value that the model reads as it reads the factual's is no change.
        if input.round(raw) == input.round(q) {
            return (min <= q && q <= max).then_some((price.stays, 0.0));
        }
        let x = input.round(raw) + 0.0;
        let whole = matches!(feature.kind, Kind::Integer { .. });
        let inside = x.is_finite() && min <= x && x <= max && !(whole && x.fract() != 0.0);
        if !inside || !var.cost[var.cuts.cell(x)].is_finite() {
            return None;
        }
        *to = x;
        let scale = width(feature);
        let (distance, delta) = if q.is_nan() { (1.0, f64::INFINITY) } else { ((x - q).abs() / scale, x - q) };
        Some(match &self.query.cost.quadratic {
            Some(form) if !form.is_diagonal() => (price.beside_form(distance, delta), 0.0),
            _ => price.of(distance, delta, None),
        })
    }

    /// Sets a level. Returns the cost of that, and its part in the largest change.
    fn level(&self, f: usize, feature: &Feature, raw: &[f64], row: &mut [f64]) -> Option<(f64, f64)> {
        let var = &self.problem.vars[f];
        let columns = feature.columns();
        let level = match feature.level_of(raw) {
            Some(level) => level,
            None if var.missing && columns.iter().all(|&c| raw[c].is_nan()) => var.levels() - 1,
            None => return None,
        };
        if var.changed[level] {
            columns.iter().for_each(|&c| row[c] = raw[c]);
        }
        let reach = var.reach.get(level).copied().unwrap_or(0.0);
        var.cost[level].is_finite().then_some((var.cost[level], reach))
    }
}

/// The unit by which a change of a number is measured.
fn width(feature: &Feature) -> f64 {
    if feature.max > feature.min {
        feature.max - feature.min
    } else {
        1.0
    }
}
