//! Several answers: the difference that each next one must have from those before it. Where features are to be left alone it is a row. Otherwise it
//! is a tree of tests, of which at least one must go another way.

use super::lp_model::{Encoding, LpModel};
use super::lp_trees::{row, LpTestKind, NewNode};
use super::lp_trees_builder::Builder;
use super::node::Decision;
use crate::problem::diversity::{ways, Diversity, Far};
use crate::problem::joint_limits::unchanged;
use espalier_model::ensemble::{At, Side};
use espalier_model::query::{Distinct, Sought};
use espalier_model::schema::{Feature, Schema};
use std::sync::Arc;

/// The differences from a row in one level.
fn unlike(row: &[f64], schema: &Schema) -> Vec<Diversity> {
    let level = |(feature, f): (usize, &Feature)| {
        Some(Diversity { feature, far: Far::Level { from: f.level_of(row)?, away: 0 } })
    };
    schema.features.iter().enumerate().filter_map(level).collect()
}

impl Builder<'_> {
    /// Adds a row for each earlier answer: of its changed features, at least one stays unchanged.
    pub(super) fn left_alone(&mut self) {
        if self.lp.query.distinct() != Some(Distinct::Features) {
            return;
        }
        for answer in self.lp.before.clone() {
            let mut coefs = Vec::new();
            let mut limit = -1.0;
            for f in answer.changes.iter().map(|c| c.feature) {
                limit += 1.0;
                let place = match self.lp.encodings[f] {
                    Encoding::Number { given: Some(place), .. } => place as usize,
                    _ => f,
                };
                self.count_change(place, &mut coefs, &mut limit);
            }
            let test = self.lp.test(coefs, limit, f64::INFINITY, LpTestKind::Plane);
            self.lp.always.push(row(test, Side::Left));
        }
    }

    /// A tree for each earlier answer, alive where one of its tests goes another way than that answer.
    pub(super) fn parted(&mut self) {
        let compiled = Arc::clone(&self.lp.problem.compiled);
        let Some(distinct) = self.lp.query.distinct() else { return };
        for answer in self.lp.before.clone() {
            let steps = match distinct {
                Distinct::Features | Distinct::Rows => continue,
                Distinct::Distance(_) => self.far(&ways(&answer, &compiled.schema, distinct)),
                Distinct::Regions => {
                    let mut steps: Vec<Decision> = Vec::new();
                    for tree in &compiled.ensemble.trees {
                        let mut at = 0;
                        while let At::Split { split, left, right, missing, .. } = tree.at(at) {
                            let goes_left = compiled.ensemble.side(split, &answer.values) == Some(Side::Left);
                            let (test, flipped) = self.split(&compiled.ensemble, split, missing);
                            let side = if goes_left != flipped { Side::Right } else { Side::Left };
                            let step = Decision { test, side };
                            if !steps.contains(&step) {
                                steps.push(step);
                            }
                            at = if goes_left { left } else { right };
                        }
                    }
                    if self.lp.query.sought == Sought::Ties {
                        steps.extend(self.far(&unlike(&answer.values, &compiled.schema)));
                    }
                    steps
                }
            };
            self.any_of(&steps);
        }
    }

    /// Tests of these differences, each with the side that is far from the earlier answer.
    fn far(&mut self, ways: &[Diversity]) -> Vec<Decision> {
        let mut steps = Vec::new();
        for way in ways {
            if let Far::Outside { lo, hi } = way.far {
                let input = self.lp.input();
                steps.push(Decision { test: self.axis(way.feature, input.floor(lo)), side: Side::Left });
                let test = self.axis(way.feature, input.before(input.ceil(hi)));
                steps.push(Decision { test, side: Side::Right });
            } else if let Encoding::Levels { count, .. } = self.lp.encodings[way.feature] {
                let var = &self.lp.problem.vars[way.feature];
                let flags = (0..count as usize).map(|k| way.far.holds(var, k)).collect();
                steps.push(Decision { test: self.levels(way.feature, flags), side: Side::Left });
            }
        }
        steps
    }

    /// A tree that is alive where some test goes to its side here.
    fn any_of(&mut self, steps: &[Decision]) {
        let n = steps.len() as u32;
        let mut nodes: Vec<NewNode> =
            (0..).zip(steps).map(|(i, step)| NewNode::fork(step.test, step.side, n + 1 + i, i + 1)).collect();
        // The leaf behind all tests is dead.
        nodes.push(NewNode::Leaf(1));
        nodes.extend((0..n).map(|_| NewNode::Leaf(0)));
        let rows = self.lp.problem.rows.len();
        self.lp.forest.tree(&nodes, rows, &mut |leaf, _| leaf == 0);
    }
}

impl LpModel {
    /// Whether a row differs from every earlier answer as it must.
    pub fn differs(&self, row: &[f64]) -> bool {
        let ensemble = &self.problem.compiled.ensemble;
        let Some(distinct) = self.query.distinct() else { return true };
        self.before.iter().all(|answer| match distinct {
            Distinct::Rows => true,
            Distinct::Features => {
                answer.changes.iter().any(|c| unchanged(&self.schema()[c.feature], &self.query.factual, row))
            }
            Distinct::Regions => {
                let other = |way: &Diversity| {
                    self.schema()[way.feature].level_of(row) != self.schema()[way.feature].level_of(&answer.values)
                };
                ensemble.trees.iter().any(|t| ensemble.leaf(t, row).ok() != ensemble.leaf(t, &answer.values).ok())
                    || self.query.sought == Sought::Ties
                        && unlike(&answer.values, &self.problem.compiled.schema).iter().any(other)
            }
            Distinct::Distance(_) => ways(answer, &self.problem.compiled.schema, distinct).iter().any(|way| {
                let feature = &self.schema()[way.feature];
                match (&way.far, feature.level_of(row)) {
                    (Far::Outside { lo, hi }, _) => {
                        let x = row[feature.columns()[0]];
                        x <= *lo || x >= *hi
                    }
                    (far, Some(level)) => far.holds(&self.problem.vars[way.feature], level),
                    (_, None) => false,
                }
            }),
        })
    }
}
