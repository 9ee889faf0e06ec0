//! Demands beside the model's own that an answer meets too: scores of an isolation forest and of another model, the
//! negative sum of a budget, and a distance from the splits on the way. Each has outputs of its own after the model's, and rows over them after the goal's. So
//! the bound and the branching need no code for any of them.

use super::compiled::{Compiled, LevelNode, LevelTree, TestKind, LEAF};
use super::levels::Var;
use super::split_margin::SplitMargin;
use super::target::{goals, Goal, ScoreRow, Scores};
use crate::SearchError;
use espalier_model::ensemble::{Ensemble, Precision, Side};
use espalier_model::query::{Budget, Constraint, Query, Sought, Target};
use espalier_model::schema::{Feature, Schema};
use std::sync::Arc;

/// One score beside the model's own.
#[derive(Clone, Debug)]
pub struct ExtraOutputs {
    /// Over its own outputs.
    rows: Vec<ScoreRow>,
    /// Largest difference between the library's own sum of a row and the sum in double precision.
    pub rounding: f64,
    /// The exact test of a raw row.
    pub judge: Judge,
    /// The name of its rows in an exported program.
    name: &'static str,
}

/// The judge of a score beside the model's own.
#[derive(Clone, Debug)]
pub enum Judge {
    /// The target of another ensemble on the same columns.
    Ensemble {
        /// The other ensemble.
        ensemble: Arc<Ensemble>,
        /// Its target.
        goal: Goal,
    },
    /// The sum of a budget.
    Budget {
        /// The sums and their limits.
        budget: Budget,
        /// The type to which inputs are rounded.
        input: Precision,
    },
    /// A distance from every split on the way. It has no score.
    Distance(SplitMargin),
}

/// The scores that a query asks for beside the model's own: of ensembles first, in the order of [`Query::beside`].
///
/// # Errors
/// Where a target does not fit its model's task.
pub fn extra_outputs(
    schema: &Schema,
    ensemble: &Arc<Ensemble>,
    query: &Query,
) -> Result<Vec<ExtraOutputs>, SearchError> {
    let input = ensemble.input;
    let mut sides = Vec::new();
    if let Some(depth) = &query.depth {
        let target = Target::Value { lo: depth.admitted(), hi: f64::INFINITY };
        sides.push(ExtraOutputs::of(&depth.forest, &target, schema, "path_length")?);
    }
    for constraint in &query.constraints {
        if let Constraint::Also { model, target } = constraint {
            sides.push(ExtraOutputs::of(model, target, schema, "other_model")?);
        }
    }
    // Regions hold points beyond a budget; linear programs find the nearest that keeps it.
    let regions = matches!(query.sought, Sought::Regions { .. });
    for constraint in query.constraints.iter().filter(|_| !regions) {
        if let Constraint::Budget(budget) = constraint {
            let eased = budget.most_rounding(&schema.features, &query.factual, input);
            let rows = vec![ScoreRow { coef: vec![1.0], need: -budget.most, eased }];
            let judge = Judge::Budget { budget: budget.clone(), input };
            sides.push(ExtraOutputs { rows, rounding: 0.0, judge, name: "budget" });
        }
    }
    if query.distance > 0.0 {
        let judge = Judge::Distance(SplitMargin::new(ensemble, schema, query.distance));
        sides.push(ExtraOutputs { rows: Vec::new(), rounding: 0.0, judge, name: "distance" });
    }
    Ok(sides)
}

impl ExtraOutputs {
    fn of(
        ensemble: &Arc<Ensemble>,
        target: &Target,
        schema: &Schema,
        name: &'static str,
    ) -> Result<ExtraOutputs, SearchError> {
        let rounding = ensemble.rounding(&super::compiling::sizes(schema, ensemble.columns));
        let [goal] = goals(Scores { ensemble, rounding: &rounding }, target, 0.0)?.try_into().map_err(|_| {
            let what = "another model is asked for one class, a probability or a value";
            SearchError::Target { what: what.into() }
        })?;
        Ok(ExtraOutputs {
            rows: goal.rows.clone(),
            rounding: goal.rounding,
            judge: Judge::Ensemble { ensemble: Arc::clone(ensemble), goal },
            name,
        })
    }

    /// Number of its outputs.
    pub fn outputs(&self) -> usize {
        match &self.judge {
            Judge::Ensemble { ensemble, .. } => ensemble.outputs,
            Judge::Budget { .. } => 1,
            Judge::Distance(_) => 0,
        }
    }

    /// The ensemble that judges, where one does.
    pub fn ensemble(&self) -> Option<&Arc<Ensemble>> {
        match &self.judge {
            Judge::Ensemble { ensemble, .. } => Some(ensemble),
            Judge::Budget { .. } | Judge::Distance(_) => None,
        }
    }

    /// The names of its rows.
    pub fn row_names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.rows.iter().map(|_| self.name)
    }

    /// Adds its rows, and their needs less the base scores, eased and exact. Its outputs begin at `first`.
    pub fn append(&self, first: usize, rows: &mut Vec<ScoreRow>, need: &mut Vec<f64>, exact: &mut Vec<f64>) {
        let base = self.ensemble().map_or(&[][..], |e| &e.base);
        for row in &self.rows {
            let base: f64 = row.coef.iter().zip(base).map(|(c, b)| c * b).sum();
            need.push(row.need - row.eased - base);
            exact.push(row.need - base);
            let coef = std::iter::repeat_n(0.0, first).chain(row.coef.iter().copied()).collect();
            rows.push(ScoreRow { coef, ..row.clone() });
        }
    }

    /// The distance, where this is one.
    pub fn distance(&self) -> Option<&SplitMargin> {
        match &self.judge {
            Judge::Distance(distance) => Some(distance),
            _ => None,
        }
    }

    /// The trees of its score that are not compiled with the model: of a distance its guards, and of a budget one for
    /// each feature, whose leaves are its levels. A level stands for its nearest value, which uses least of the budget.
    pub fn trees(&self, vars: &[Var], factual: &[f64], compiled: &Compiled, first: usize) -> Vec<LevelTree> {
        let schema = &compiled.schema;
        let budget = match &self.judge {
            Judge::Budget { budget, .. } => budget,
            Judge::Distance(distance) => return distance.guards(compiled, vars),
            Judge::Ensemble { .. } => return Vec::new(),
        };
        let mut trees = Vec::new();
        for (f, (var, feature)) in vars.iter().zip(&schema.features).enumerate().filter(|(f, _)| budget.names(*f)) {
            let from = factual[feature.columns()[0]];
            let level = |k: usize| feature.level_count().map(|_| k);
            let part = |k: usize| if var.changed[k] { budget.part(f, from, var.value[k], level(k)) } else { 0.0 };
            // Levels of one part stand together. Those without an allowed value join their neighbours.
            let mut runs: Vec<(u32, f64)> = Vec::new();
            for k in (0..var.levels()).filter(|&k| var.cost[k].is_finite()) {
                if runs.last().is_none_or(|run| run.1 != -part(k)) {
                    runs.push((k as u32, -part(k)));
                }
            }
            if !runs.is_empty() {
                trees.push(stump(f, var, &runs, first));
            }
        }
        trees
    }

    /// Whether a row reaches the score, by the ensemble's own statement or by the sum of the budget.
    pub fn reached(&self, schema: &[Feature], factual: &[f64], row: &[f64]) -> bool {
        match &self.judge {
            Judge::Ensemble { ensemble, goal } => goal.reached(ensemble, row),
            Judge::Budget { budget, input } => budget.kept(schema, factual, *input, row),
            Judge::Distance(distance) => distance.kept(row),
        }
    }

    /// Whether points that reach its rows may still miss the score.
    pub fn only_necessary(&self) -> bool {
        matches!(&self.judge, Judge::Ensemble { goal, .. } if goal.only_necessary())
    }

    /// Whether row sums well above their needs are proof enough.
    pub fn is_sure_by_rows(&self) -> bool {
        !self.only_necessary() && self.ensemble().is_none_or(|e| e.link != espalier_model::ensemble::Link::OneVsRest)
    }
}

/// A balanced tree over a feature's levels, with one leaf for each run of levels: (first level, leaf value).
fn stump(feature: usize, var: &Var, runs: &[(u32, f64)], output: usize) -> LevelTree {
    let values = runs.iter().map(|run| run.1).collect();
    let mut tree = LevelTree { width: 1, output: Some(output), first: output, values, ..LevelTree::default() };
    grow(&mut tree, feature, var, runs, 0);
    tree
}

/// Adds the nodes of some runs, whose first has this leaf number. Returns the place of the first node.
fn grow(tree: &mut LevelTree, feature: usize, var: &Var, runs: &[(u32, f64)], leaf: u32) -> u32 {
    let at = tree.nodes.len();
    let mut node = LevelNode { feature: LEAF, test: leaf, kind: TestKind::Cut, missing: None, left: 0, right: 0 };
    tree.nodes.push(node);
    if runs.len() > 1 {
        let (below, above) = runs.split_at(runs.len() / 2);
        (node.feature, node.test, node.kind) = (feature as u32, above[0].0, TestKind::Level);
        node.missing = var.missing.then_some(Side::Right);
        node.left = grow(tree, feature, var, below, leaf);
        node.right = grow(tree, feature, var, above, leaf + below.len() as u32);
        tree.nodes[at] = node;
    }
    at as u32
}
