//! Certificates of models with hyperplanes. Each test of a weighted sum becomes a feature of two levels, "left" and "right", that costs nothing and
//! that the trees ask in its place, and two linear constraints that tie it to the features. The proof is then one beside linear constraints
//! (docs/contract/certificate.md, "Hyperplanes").

use super::hull_certificate::HullProof;
use super::leaf_certificate::StoodIn;
use crate::{Best, Compiled, Engine, Search, Stage};
use espalier_engines::problem::hyperplane_features::without_hyperplanes;
use espalier_engines::problem::target::Goal;
use espalier_engines::problem::StandIns;
use espalier_model::ensemble::{hyperplanes, Ensemble, Hyperplane, Precision, Side};
use espalier_model::query::{Constraint, Relation, Target};
use espalier_model::schema::{Kind, Level};
use std::sync::Arc;

/// The largest sum of the sizes of a test's terms, and the least that it counts as, as in the checks.
const MOST: f64 = 1e30;
const LEAST: f64 = 1e-30;

impl Search {
    /// Begins the proof for a model with hyperplanes or beside a hull, as a search of its own. There is none where a test reads a missing value, or the
    /// query has no place in the hull.
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

    /// The same query to a model whose hyperplanes, and leaves of trees that are summed, are features. Its hull is left to the proof.
    fn beside_hyperplanes(&self) -> Option<Search> {
        let (compiled, others) = (&self.compiled, self.query.beside());
        let tests = hyperplanes(std::iter::once(&*compiled.ensemble).chain(others.iter().map(|e| &**e)));
        let (query, schema) = (self.query.copied(), compiled.schema.clone());
        let mut into = StoodIn { query, schema, rows: Vec::new(), tests, column: compiled.ensemble.columns };
        let mut rows = Vec::new();
        for test in into.tests.clone() {
            let level = |value| Level { label: String::new(), value };
            let kind = Kind::Binary { column: into.column, levels: [level(0.0), level(1.0)] };
            rows.extend(self.rows(&test, into.schema.features.len())?);
            let right = test.side(compiled.ensemble.input, &self.query.factual)? == Side::Right;
            into.add(kind, (0.0, 1.0), f64::from(u8::from(right)));
        }
        let stated = into.query.constraints.len();
        into.rows.extend(rows.iter().map(|_| None));
        into.query.constraints.extend(rows);
        let ensemble = self.with_leaf_features(&mut into)?;
        let StoodIn { mut query, schema, rows, tests, column } = into;
        let without = |ensemble: &Ensemble| {
            let mut out = without_hyperplanes(ensemble, &tests);
            Arc::make_mut(&mut out).columns = column;
            out
        };
        if let Some(depth) = &mut query.depth {
            depth.forest = without(&depth.forest);
        }
        for constraint in &mut query.constraints[..stated] {
            if let Constraint::Also { model, .. } = constraint {
                *model = without(model);
            }
        }
        let features = schema.features.len() - compiled.schema.features.len();
        let summed = compiled.ensemble.has_linear_leaves();
        if summed {
            query.target = Target::Value { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        }
        let hull = query.hull.take();
        let compiled = Arc::new(Compiled::under(without(&ensemble), &schema).ok()?);
        let mut search = Search::idle(compiled, query, Engine::Lagrangian).ok()?;
        if summed {
            let goal = search.goals.pop()?;
            search.goals = self.goals.iter().map(|own| Goal { offset: own.offset, ..goal.clone() }).collect();
        }
        if let Some(hull) = hull {
            search.hull_proof = Some(HullProof::new(hull, &self.compiled.schema.features, &self.query.factual)?);
        }
        let barred = search.compiled.barred(schema.features.len() - features + tests.len());
        search.compiled = Arc::new(barred);
        search.stand_ins = StandIns { features, rows };
        search.hyperplanes = tests.into();
        Some(search)
    }

    /// A test's two constraints: its sum is at most that of the left side, and at least that of the right side. With the other level of the test's
    /// feature each is as loose as the sum can be.
    fn rows(&self, test: &Hyperplane, feature: usize) -> Option<[Constraint; 2]> {
        let Hyperplane { columns, weights, threshold, planes, .. } = test;
        let sum = self.weigh(-threshold, columns, (1.0, weights))?;
        let (least, most) = (-self.most(-1.0, &sum, None), self.most(1.0, &sum, None));
        let step = if *planes == Precision::F32 { 0.5 * f64::from(f32::EPSILON) } else { 4.0 * f64::EPSILON };
        let off = step * (columns.len() + 2) as f64 * sum.size.max(LEAST) + sum.apart;
        let row = |relation, limit, free: [f64; 2]| {
            let (terms, mut levels) = (sum.terms.clone(), sum.levels.clone());
            levels.push((feature, free.into()));
            Constraint::Linear { terms, levels, relation, limit, of_change: false }
        };
        let right = row(Relation::AtLeast, threshold - off, [-off - least, 0.0]);
        (sum.size < MOST).then(|| [row(Relation::AtMost, threshold + off, [0.0, off - most]), right])
    }
}
