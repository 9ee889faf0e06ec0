//! Certificates of trees with linear leaves, and of consequences that follow from trees. The sum of such trees is a linear constraint. The leaf of
//! each tree becomes a feature, and so does each amount that its linear leaves add. Constraints tie an amount to the function of the leaf that is
//! chosen (docs/contract/certificate.md, "Linear leaves and consequences of trees").

use crate::Search;
use espalier_engines::problem::compiling::leaf_values;
use espalier_engines::problem::target::{goals, Goal, LibraryStatement, ScoreRow, Scores};
use espalier_model::ensemble::{
    Aggregation, At, Ensemble, Hyperplane, Library, Link, Node, Precision, Split, Task, Tree,
};
use espalier_model::query::{Constraint, Query, Relation, Target};
use espalier_model::schema::{Change, Feature, Kind, Level, Schema, Weight};
use std::sync::Arc;

/// Share of a leaf's size by which its value may be off, for each of its columns, as in the checks; a little more, since the checks must forgive as much.
const LEAF: f64 = 1.001 * 3.552713678800501e-15;

/// The largest sum of the sizes of a leaf's terms, as in the checks.
const MOST: f64 = 1e30;

/// The share of its size by which an amount's range is widened, so that it holds the checks' range in the numbers of the input type.
const WIDER: f64 = 1e-6;

/// A query whose tests, leaves and amounts become features.
pub(super) struct StoodIn {
    pub query: Query,
    pub schema: Schema,
    pub rows: Vec<Option<usize>>,
    pub tests: Vec<Hyperplane>,
    /// Column of the next feature.
    pub column: usize,
}

/// A demand on a sum over trees: `coef * raw + weight * feature >= need`, of one goal or of all.
struct Demand {
    coef: Vec<f64>,
    need: f64,
    own: Option<(usize, f64)>,
    goal: Option<usize>,
}

/// A constant and a weighted sum of columns, as a function of the features' values: a leaf, or the score of a hyperplane.
#[derive(Default)]
pub(super) struct Weighed {
    constant: f64,
    pub terms: Vec<(usize, f64)>,
    pub levels: Vec<(usize, Vec<f64>)>,
    /// The sizes of its terms, added up; and by how much it is off where the model reads the factual's values.
    pub size: f64,
    pub apart: f64,
    /// The bounds of numbers on a leaf's path.
    path: Vec<(usize, f64, f64)>,
}

impl Search {
    /// Whether a sum over an ensemble's trees is a row over features in a proof.
    fn sums(&self) -> bool {
        self.compiled.ensemble.has_linear_leaves()
    }

    /// Replaces the model and the other ensembles of a query by trees that ask features for their leaves, with constraints on their sums. `None` where
    /// there is no certificate.
    pub(super) fn with_leaf_features(&self, into: &mut StoodIn) -> Option<Arc<Ensemble>> {
        let mut model = Arc::clone(&self.compiled.ensemble);
        let mut totals = Vec::new();
        let from = |goal: usize, of: &Goal, ensemble: &Ensemble| -> Vec<Demand> {
            of.rows
                .iter()
                .map(|row| Demand {
                    coef: row.coef.clone(),
                    need: need(of, row, ensemble),
                    own: None,
                    goal: Some(goal),
                })
                .collect()
        };
        if self.sums() {
            let demands = self.goals.iter().enumerate().flat_map(|(g, goal)| from(g, goal, &model)).collect();
            model = self.leaf_features(&Arc::clone(&model), demands, into, &mut totals)?;
        }
        for i in 0..into.query.constraints.len() {
            let replaced = match &into.query.constraints[i] {
                Constraint::Also { model, target } if model.has_linear_leaves() => {
                    let rounding = model
                        .rounding(&espalier_engines::problem::compiling::sizes(&self.compiled.schema, model.columns));
                    let goals = goals(Scores { ensemble: model, rounding: &rounding }, target, 0.0).ok()?;
                    let [goal] = &goals[..] else { return None };
                    let demands = from(0, goal, model).into_iter().map(|d| Demand { goal: None, ..d }).collect();
                    self.leaf_features(&Arc::clone(model), demands, into, &mut totals)?
                }
                Constraint::CausalEnsemble { feature, cause } => {
                    let (feature, cause) = (*feature, Arc::clone(cause));
                    let own = &self.compiled.schema.features[feature];
                    let q = self.query.factual[own.columns()[0]];
                    let step = if model.input == Precision::F32 { f64::from(f32::EPSILON) } else { 2.0 * f64::EPSILON };
                    let nearest = 1.001 * step * own.min.abs().max(own.max.abs()).max(q.abs());
                    let off = if matches!(own.kind, Kind::Integer { .. }) { 0.5 } else { nearest };
                    let before = cause.at(&self.query.factual)? - self.query.factual[own.columns()[0]];
                    let demand = |sign: f64| Demand {
                        coef: vec![sign],
                        need: sign * before - off,
                        own: Some((feature, -sign)),
                        goal: None,
                    };
                    let demands = vec![demand(1.0), demand(-1.0)];
                    self.leaf_features(&Arc::new(cause.trees.clone()), demands, into, &mut totals)?
                }
                _ => continue,
            };
            let target = Target::Value { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
            into.query.constraints[i] = Constraint::Also { model: replaced, target };
        }
        for (constraint, goal) in totals {
            into.rows.push(goal);
            into.query.constraints.push(constraint);
        }
        Some(model)
    }

    /// The trees of an ensemble as trees that ask features for their leaves. Adds these features, and the constraints on amounts; those on sums go to `totals`.
    fn leaf_features(
        &self,
        ensemble: &Arc<Ensemble>,
        demands: Vec<Demand>,
        into: &mut StoodIn,
        totals: &mut Vec<(Constraint, Option<usize>)>,
    ) -> Option<Arc<Ensemble>> {
        if !ensemble.neurons.is_empty()
            || ensemble.link != Link::None
                && ensemble.task == Task::Regressor
                && demands.iter().any(|d| d.own.is_some())
        {
            return None;
        }
        let mut sums: Vec<_> = demands
            .iter()
            .map(|demand| {
                let base = demand.coef.iter().zip(&ensemble.base).map(|(c, b)| c * b);
                let limit = demand.need - base.clone().sum::<f64>();
                let size = demand.need.abs() + base.map(f64::abs).sum::<f64>();
                (demand.own.into_iter().collect::<Vec<_>>(), Vec::<(usize, Vec<f64>)>::new(), limit, size)
            })
            .collect();
        let mut trees = Vec::new();
        for tree in &ensemble.trees {
            let (leaves, own) = (tree.leaves(), test_of(ensemble, tree));
            let choice = match (leaves, own) {
                (1, _) => None,
                (_, Some(test)) => {
                    let place = into.tests.iter().position(|t| *t == test)?;
                    Some(self.compiled.schema.features.len() + place)
                }
                _ => {
                    let level = |k: usize| Level { label: String::new(), value: k as f64 };
                    let kind = Kind::Codes { column: into.column, levels: (0..leaves).map(level).collect() };
                    let walk = walk(tree);
                    let here = ensemble.leaf(tree, &self.query.factual).unwrap_or(walk[0].0);
                    let here = walk.iter().position(|l| l.0 == here).unwrap_or(0);
                    trees.push(asking(tree, into.column));
                    Some(into.add(kind, (0.0, 0.0), here as f64))
                }
            };
            let sloped = leaves > 1 && (0..leaves).any(|leaf| tree.linear_leaf(leaf).is_some());
            let outputs = tree.output.map_or(0..ensemble.outputs, |o| o..o + 1);
            // Features of amounts have consecutive numbers.
            let forms: Vec<_> = outputs.clone().map(|o| self.functions(ensemble, tree, o)).collect::<Option<_>>()?;
            let mut amounts = Vec::new();
            for (functions, off, _) in forms.iter().filter(|_| sloped) {
                let end =
                    |sign: f64| functions.iter().map(|k| self.most(sign, k, None)).fold(f64::NEG_INFINITY, f64::max);
                let (low, high) = (-end(-1.0), end(1.0));
                let wide = off + WIDER * (low.abs() + high.abs());
                if !(high - low).is_finite() {
                    return None;
                }
                let kind = Kind::Numeric { column: into.column };
                amounts.push(into.add(kind, (low - wide, high + wide), low - wide));
            }
            for (i, o) in outputs.enumerate() {
                let (functions, off, size) = &forms[i];
                if let (Some(&z), Some(choice)) = (amounts.get(i), choice) {
                    for sign in [1.0, -1.0] {
                        let wants = |d: &&Demand| sign * d.coef[o] > 0.0;
                        let Some(first) = demands.iter().find(wants) else { continue };
                        // Where there are several goals, it is of those whose demands need it.
                        let of: Vec<Option<usize>> = match first.goal {
                            None => vec![None],
                            Some(_)
                                if self
                                    .goals
                                    .iter()
                                    .enumerate()
                                    .all(|(g, _)| demands.iter().any(|d| d.goal == Some(g) && wants(&d))) =>
                            {
                                vec![None]
                            }
                            Some(_) => (0..self.goals.len())
                                .filter(|g| demands.iter().any(|d| d.goal == Some(*g) && wants(&d)))
                                .map(Some)
                                .collect(),
                        };
                        for goal in of {
                            for function in functions {
                                let limits =
                                    functions.iter().map(|k| -(self.most(sign, k, Some(function)) + off)).collect();
                                let mut terms = vec![(z, sign)];
                                terms.extend(function.terms.iter().map(|&(f, w)| (f, -sign * w)));
                                let mut levels = vec![(choice, limits)];
                                levels.extend(
                                    function.levels.iter().map(|(f, a)| (*f, a.iter().map(|x| -sign * x).collect())),
                                );
                                into.rows.push(goal);
                                into.query.constraints.push(Constraint::Linear {
                                    terms,
                                    levels,
                                    relation: Relation::AtMost,
                                    limit: 0.0,
                                    of_change: false,
                                });
                            }
                        }
                    }
                }
                for (sum, demand) in sums.iter_mut().zip(&demands).filter(|(_, d)| d.coef[o] != 0.0) {
                    let coef = demand.coef[o];
                    sum.3 += (coef * size).abs();
                    match (amounts.get(i), choice) {
                        (Some(&z), _) => sum.0.push((z, coef)),
                        (None, Some(f)) => add(&mut sum.1, f, functions.iter().map(|k| coef * k.constant).collect()),
                        (None, None) => {
                            sum.2 -= coef * functions[0].constant + coef.abs() * off;
                            for &(f, w) in &functions[0].terms {
                                plus(&mut sum.0, f, coef * w);
                            }
                            for (f, a) in &functions[0].levels {
                                add(&mut sum.1, *f, a.iter().map(|x| coef * x).collect());
                            }
                        }
                    }
                }
            }
        }
        let step = LEAF * (ensemble.trees.len() + 2) as f64;
        for (demand, (terms, levels, limit, size)) in demands.iter().zip(sums) {
            let limit = limit - step * size;
            if !limit.is_finite() {
                return None;
            }
            totals.push((
                Constraint::Linear { terms, levels, relation: Relation::AtLeast, limit, of_change: false },
                demand.goal,
            ));
        }
        let mut out = Ensemble {
            trees,
            outputs: 1,
            base: vec![0.0],
            task: Task::Regressor,
            link: Link::None,
            ..(**ensemble).clone()
        };
        out.aggregation = Aggregation::Sum;
        Some(Arc::new(out))
    }

    /// The leaves of a tree as functions, in the order of a walk; the most that a value may be off, and the largest size of a leaf.
    fn functions(&self, ensemble: &Ensemble, tree: &Tree, output: usize) -> Option<(Vec<Weighed>, f64, f64)> {
        let features = &self.compiled.schema.features;
        let (values, width) = (leaf_values(tree, ensemble), tree.width(ensemble.outputs));
        let (factor, place) = (ensemble.tree_factor(tree), if tree.output.is_some() { 0 } else { output });
        let (mut columns, mut largest, mut apart) = (0, 0.0f64, 0.0f64);
        let mut functions = Vec::new();
        for (leaf, path) in walk(tree) {
            let linear = tree.linear_leaf(leaf);
            let (own, weights) = linear.map_or((&[][..], &[][..]), |l| (&l.columns, l.weights_of(place)));
            let mut function = self.weigh(values[leaf * width + place], own, (factor, weights))?;
            for (split, left) in path {
                let &Split::Axis { column, threshold } = split else { continue };
                let Some(f) = features.iter().position(|f| f.columns() == [column] && f.level_count().is_none()) else {
                    continue;
                };
                function.path.push(if left {
                    (f, f64::NEG_INFINITY, threshold)
                } else {
                    (f, threshold, f64::INFINITY)
                });
            }
            (columns, largest, apart) = (columns.max(own.len()), largest.max(function.size), apart.max(function.apart));
            functions.push(function);
        }
        (largest < MOST).then(|| (functions, LEAF * (columns + 2) as f64 * largest + 1.001 * apart, largest))
    }

    /// A sum of columns with weights, each times a factor. `None` where a value is missing.
    pub(super) fn weigh(&self, constant: f64, columns: &[usize], (factor, weights): (f64, &[f64])) -> Option<Weighed> {
        let (features, factual) = (&self.compiled.schema.features, &self.query.factual);
        let input = self.compiled.ensemble.input;
        let mut sum = Weighed { constant, size: constant.abs(), ..Weighed::default() };
        for (&c, w) in columns.iter().zip(weights) {
            let (w, q) = (factor * w, factual[c]);
            let f = features.iter().position(|f| f.columns().contains(&c))?;
            if !q.is_finite() {
                return None;
            }
            if let Some(count) = features[f].level_count() {
                let value = |k| features[f].level_value(k, c).map(|v| input.round(v));
                let values: Vec<f64> = (0..count).map(value).collect::<Option<_>>()?;
                sum.size += w.abs() * values.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
                add(&mut sum.levels, f, values.iter().map(|v| w * v).collect());
            } else {
                let (low, high) = (features[f].min.min(q), features[f].max.max(q));
                sum.size += w.abs() * (q.abs() + (high - low));
                sum.apart += w.abs() * (input.round(q) - q).abs();
                plus(&mut sum.terms, f, w);
            }
        }
        Some(sum)
    }

    /// The most that `sign * (a leaf's function less the slope of another)` can be on the leaf's path.
    pub(super) fn most(&self, sign: f64, function: &Weighed, less: Option<&Weighed>) -> f64 {
        let (features, factual) = (&self.compiled.schema.features, &self.query.factual);
        let weight = |of: &Weighed, f: usize| of.terms.iter().find(|t| t.0 == f).map_or(0.0, |t| t.1);
        let amount = |of: &Weighed, f: usize, k: usize| of.levels.iter().find(|l| l.0 == f).map_or(0.0, |l| l.1[k]);
        let mut sum = sign * function.constant;
        for (f, feature) in features.iter().enumerate() {
            if let Some(count) = feature.level_count() {
                let of = |k| sign * (amount(function, f, k) - less.map_or(0.0, |l| amount(l, f, k)));
                sum += (0..count).map(of).fold(f64::NEG_INFINITY, f64::max);
                continue;
            }
            let w = sign * (weight(function, f) - less.map_or(0.0, |l| weight(l, f)));
            if w == 0.0 {
                continue;
            }
            let q = factual[feature.columns()[0]];
            let (mut low, mut high) = (feature.min.min(q), feature.max.max(q));
            let read = self.compiled.ensemble.input.round(q);
            for &(_, from, to) in function.path.iter().filter(|p| p.0 == f) {
                // The factual's own value counts as the model reads it.
                let (from, to) = if from <= read && read <= to { (from.min(q), to.max(q)) } else { (from, to) };
                (low, high) = (low.max(from), high.min(to));
            }
            sum += (w * low).max(w * high);
        }
        sum
    }
}

impl StoodIn {
    /// Adds a feature that costs nothing, with the next column. Returns its number.
    pub(super) fn add(&mut self, kind: Kind, (min, max): (f64, f64), value: f64) -> usize {
        let f = self.schema.features.len();
        self.query.factual.push(value);
        self.query.cost.free.push(f);
        self.query.cost.weights.push(None);
        self.query.cost.tables.push(None);
        self.query.cost.piecewise.push(None);
        let (name, change, weight) = (String::new(), Change::Free, Weight::default());
        self.schema.features.push(Feature {
            name,
            kind,
            min,
            max,
            change,
            weight,
            unit: None,
            decimals: None,
            phrase: None,
        });
        self.column += 1;
        f
    }
}

/// The need of a goal's row, so low that the checks forgive as much.
fn need(goal: &Goal, row: &ScoreRow, ensemble: &Ensemble) -> f64 {
    let class = matches!(goal.stated, LibraryStatement::Beats { .. });
    let raised = ensemble.arithmetic.library != Library::Plain;
    let step = if ensemble.arithmetic.is_single() { f64::from(f32::EPSILON) } else { 2.0 * f64::EPSILON };
    let off = match (class, raised) {
        (true, false) => 0.0,
        (true, true) => goal.rounding,
        (false, false) => 3.0 * goal.rounding,
        (false, true) => 7.0 * goal.rounding + 64.0 * step * row.need.abs().max(1.0),
    };
    row.need - row.eased - off
}

/// The test of a tree of two leaves, where it is a hyperplane.
fn test_of(ensemble: &Ensemble, tree: &Tree) -> Option<Hyperplane> {
    match tree.at(0) {
        At::Split { split, .. } if tree.leaves() == 2 => Hyperplane::of(ensemble, split),
        _ => None,
    }
}

/// The leaves of a tree, left before right, each with the splits on its path and whether it lies on their left sides.
fn walk(tree: &Tree) -> Vec<(usize, Vec<(&Split, bool)>)> {
    let (mut found, mut open) = (Vec::new(), vec![(0, Vec::new())]);
    while let Some((at, path)) = open.pop() {
        match tree.at(at) {
            At::Leaf(leaf) => found.push((leaf, path)),
            At::Split { split, left, right, .. } => {
                for (child, is_left) in [(right, false), (left, true)] {
                    let mut path: Vec<(&Split, bool)> = path.clone();
                    path.push((split, is_left));
                    open.push((child, path));
                }
            }
        }
    }
    found
}

/// A tree that asks a column for its leaf, by number in the order of a walk, below each leaf. Right of that lies a leaf that no answer reaches.
fn asking(tree: &Tree, column: usize) -> Tree {
    let mut out = Tree { output: Some(0), values: vec![0.0; 2], ..Tree::default() };
    let mut count = 0;
    let mut open = vec![(0, None::<(usize, bool)>)];
    while let Some((at, parent)) = open.pop() {
        let here = out.nodes.len();
        if let Some((parent, is_left)) = parent {
            if let Node::Split { left, right, .. } = &mut out.nodes[parent] {
                *(if is_left { left } else { right }) = here;
            }
        }
        match tree.at(at) {
            At::Leaf(_) => {
                let split = Split::Categories { column, left: vec![count], unknown: None };
                out.nodes.push(Node::Split { split, left: here + 1, right: here + 2, missing: None });
                out.nodes.extend([Node::Leaf(0), Node::Leaf(1)]);
                count += 1;
            }
            At::Split { split, left, right, missing, .. } => {
                out.nodes.push(Node::Split { split: split.clone(), left: 0, right: 0, missing });
                open.extend([(right, Some((here, false))), (left, Some((here, true)))]);
            }
        }
    }
    out
}

/// Adds amounts to those of a feature's levels.
fn add(all: &mut Vec<(usize, Vec<f64>)>, feature: usize, amounts: Vec<f64>) {
    match all.iter_mut().find(|l| l.0 == feature) {
        Some((_, own)) => own.iter_mut().zip(amounts).for_each(|(a, b)| *a += b),
        None => all.push((feature, amounts)),
    }
}

/// Adds to the weight of a feature.
fn plus(all: &mut Vec<(usize, f64)>, feature: usize, weight: f64) {
    match all.iter_mut().find(|t| t.0 == feature) {
        Some(term) => term.1 += weight,
        None => all.push((feature, weight)),
    }
}
