//! Certificates of models with hyperplanes. Each test of a weighted sum becomes a feature of two levels, "left" and "right", that costs nothing and
//! that the trees ask in its place, and two linear constraints that tie it to the features. The proof is then one beside linear constraints
//! (docs/contract/certificate.md, "Hyperplanes").

use crate::problem::hyperplane_features::without_hyperplanes;
use crate::problem::levels::{allowed, limits};
use crate::{Best, Compiled, Engine, Search, Stage};
use espalier_model::ensemble::{hyperplanes, Hyperplane, Precision, Side};
use espalier_model::query::{Constraint, Relation};
use espalier_model::schema::{Change, Feature, Kind, Level, Weight};
use std::sync::Arc;

/// The largest sum of the sizes of a test's terms, and the least that it counts as, as in the checks.
const MOST: f64 = 1e30;
const LEAST: f64 = 1e-30;

impl Search {
    /// Begins the proof for a model with hyperplanes, as a search of its own. There is none where a test reads a missing value.
    pub(crate) fn start_slanted_proof(&mut self) {
        let Some(mut search) = self.beside_hyperplanes() else { return };
        search.best =
            self.best.as_ref().map(|best| Best { point: crate::Point::Row(Vec::new()), answer: None, ..*best });
        search.start_proof(0);
        self.stage = Stage::Slanted(Box::new(search));
    }

    /// Does one step of that proof.
    pub(crate) fn step_slanted_proof(&mut self, mut search: Box<Search>) {
        if !search.step(1) {
            self.stage = Stage::Slanted(search);
            return;
        }
        self.certificate = search.certificate.map(|mut certificate| {
            certificate.cuts.truncate(self.compiled.schema.features.len());
            certificate
        });
    }

    /// The same query to a model whose hyperplanes are features.
    fn beside_hyperplanes(&self) -> Option<Search> {
        let (compiled, others) = (&self.compiled, self.query.beside());
        let tests = hyperplanes(std::iter::once(&*compiled.ensemble).chain(others.iter().map(|e| &**e)));
        let mut query = self.query.copied();
        let mut schema = compiled.schema.clone();
        for (t, test) in tests.iter().enumerate() {
            let level = |value| Level { label: String::new(), value };
            let kind = Kind::Binary { column: compiled.ensemble.columns + t, levels: [level(0.0), level(1.0)] };
            let (min, max, weight) = (0.0, 1.0, Weight::default());
            let (unit, decimals, phrase) = (None, None, None);
            query.constraints.extend(self.rows(test, schema.features.len(), &mut query.factual)?);
            query.cost.free.push(schema.features.len());
            query.cost.weights.push(None);
            query.cost.tables.push(None);
            query.cost.piecewise.push(None);
            schema.features.push(Feature {
                name: String::new(),
                kind,
                min,
                max,
                change: Change::Free,
                weight,
                unit,
                decimals,
                phrase,
            });
        }
        if let Some(depth) = &mut query.depth {
            depth.forest = without_hyperplanes(&depth.forest, &tests);
        }
        for constraint in &mut query.constraints {
            if let Constraint::Also { model, .. } = constraint {
                *model = without_hyperplanes(model, &tests);
            }
        }
        let compiled = Arc::new(Compiled::under(without_hyperplanes(&compiled.ensemble, &tests), &schema).ok()?);
        let mut search = Search::idle(compiled, query, Engine::Lagrangian).ok()?;
        search.hyperplanes = tests.into();
        Some(search)
    }

    /// A test's two constraints: that its sum is no larger than on the left, and no less than on the right. Each is vacuous where the test's feature
    /// has the other level. Appends the factual's own level.
    fn rows(&self, test: &Hyperplane, feature: usize, factual: &mut Vec<f64>) -> Option<[Constraint; 2]> {
        let Hyperplane { columns, weights, threshold, planes, .. } = test;
        let (features, input) = (&self.compiled.schema.features, self.compiled.ensemble.input);
        let mut terms: Vec<(usize, f64)> = Vec::new();
        let mut levels: Vec<(usize, Vec<f64>)> = Vec::new();
        let (mut before, mut size, mut apart) = (0.0, threshold.abs(), 0.0);
        let all = self.all();
        // The least and the largest change of a number.
        let reach = |f: usize, q: f64| {
            let (min, max) = allowed(&features[f], &limits(f, &features[f], &self.query, &all), q);
            (min.min(q) - q, max.max(q) - q)
        };
        for (&c, &w) in columns.iter().zip(weights) {
            let f = features.iter().position(|f| f.columns().contains(&c))?;
            let q = Some(factual[c]).filter(|q| q.is_finite())?;
            let Some(count) = features[f].level_count() else {
                let (low, high) = reach(f, q);
                before += w * q;
                size += w.abs() * (q.abs() + low.abs().max(high));
                apart += w.abs() * (input.round(q) - q).abs();
                match terms.iter_mut().find(|t| t.0 == f) {
                    Some(term) => term.1 += w,
                    None => terms.push((f, w)),
                }
                continue;
            };
            let at = features[f].level_of(factual)?;
            let values: Vec<f64> =
                (0..count).map(|k| input.round(features[f].level_value(k, c).unwrap_or(0.0))).collect();
            before += w * values[at];
            size += w.abs() * values.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
            let place = levels.iter().position(|l| l.0 == f).unwrap_or(levels.len());
            if place == levels.len() {
                levels.push((f, vec![0.0; count]));
            }
            levels[place].1.iter_mut().zip(&values).for_each(|(amount, v)| *amount += w * (v - values[at]));
        }
        let step = if *planes == Precision::F32 { 0.5 * f64::from(f32::EPSILON) } else { 4.0 * f64::EPSILON };
        let off = step * (columns.len() + 2) as f64 * size.max(LEAST) + apart;
        let here = usize::from(test.side(input, factual) == Some(Side::Right));
        factual.push(here as f64);
        let row = |side: usize, sign: f64| {
            let limit = sign * (threshold - before) + off;
            let most = |(f, w): &(usize, f64)| {
                let (low, high) = reach(*f, factual[features[*f].columns()[0]]);
                (sign * w * low).max(sign * w * high)
            };
            let best =
                |(_, amounts): &(usize, Vec<f64>)| amounts.iter().map(|a| sign * a).fold(f64::NEG_INFINITY, f64::max);
            let most = terms.iter().map(most).sum::<f64>() + levels.iter().map(best).sum::<f64>();
            // With the other level the sum may be as large as it can be.
            let mut free = vec![limit - most; 2];
            free[side] = 0.0;
            let limit = limit - free[here];
            let mut levels: Vec<(usize, Vec<f64>)> =
                levels.iter().map(|(f, amounts)| (*f, amounts.iter().map(|a| sign * a).collect())).collect();
            levels.push((feature, free));
            let terms = terms.iter().map(|&(f, w)| (f, sign * w)).collect();
            Constraint::Linear { terms, levels, relation: Relation::AtMost, limit, of_change: true }
        };
        (size < MOST).then(|| [row(0, 1.0), row(1, -1.0)])
    }
}
