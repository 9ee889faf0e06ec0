//! Tells whether a row keeps the target and all limits while one of its numbers moves. The sums of hyperplanes are computed once and updated along the move. The
//! predictor's own sum is taken only where rounding could put a value on another side. Trees that do not depend on the number are not walked.

use crate::problem::extra_outputs::Judge;
use crate::problem::joint_limits::{keeps_within, Rounding};
use crate::problem::Problem;
use espalier_model::ensemble::{At, Ensemble, Neuron, Node, Precision, Side, Split, Tree};
use espalier_model::query::{Constraint, Query};

/// A check of rows that differ from one row in one feature, with the sums and leaves that are known of that row.
#[derive(Debug)]
pub struct SingleMoveCheck<'a> {
    problem: &'a Problem,
    query: &'a Query,
    row: Vec<f64>,
    /// By ensemble, tree with hyperplanes and node: the hyperplane's sum at the row, and its rounding error.
    sums: Vec<Vec<Vec<(f64, f64)>>>,
    /// The leaves that the row falls in, by ensemble; empty where a value is missing.
    leaves: Vec<Vec<usize>>,
    /// By constraint: whether it names the present column's feature, and not that feature alone.
    limits: Vec<bool>,
    /// Ensemble and tree of the trees that may depend on the present column.
    trees: Vec<(usize, usize)>,
    /// Whether leaves are linear. Then the predictor is asked at every value.
    linear: bool,
}

impl<'a> SingleMoveCheck<'a> {
    pub fn new(problem: &'a Problem, query: &'a Query, row: &[f64]) -> SingleMoveCheck<'a> {
        let sum = |ensemble: &Ensemble, node: &Node| match node {
            Node::Split { split: Split::Oblique { columns, weights, .. }, .. } => {
                let (sum, size) = summed(ensemble, columns, weights, row);
                (sum, rounded(ensemble.planes, columns.len() + 4, size))
            }
            _ => (0.0, 0.0),
        };
        let slanted = |t: &Tree| t.nodes.iter().any(|n| matches!(n, Node::Split { split: Split::Oblique { .. }, .. }));
        let of_tree = |e: &Ensemble, t: &Tree| {
            if slanted(t) {
                t.nodes.iter().map(|n| sum(e, n)).collect()
            } else {
                Vec::new()
            }
        };
        let sums = ensembles(problem).map(|e| e.trees.iter().map(|t| of_tree(e, t)).collect()).collect();
        let leaves = ensembles(problem).map(|e| e.leaves_of(&[row]).unwrap_or_default()).collect();
        SingleMoveCheck {
            problem,
            query,
            row: row.to_vec(),
            sums,
            leaves,
            limits: Vec::new(),
            trees: Vec::new(),
            linear: ensembles(problem).any(Ensemble::has_linear_leaves),
        }
    }

    /// Whether a row keeps the limits that name the present column's feature. Sums and budgets keep theirs without a tolerance, so that ends are no
    /// rounding beyond them.
    fn keeps_limits(&self, row: &[f64]) -> bool {
        let compiled = &self.problem.compiled;
        let (schema, input) = (&compiled.schema.features, compiled.ensemble.input);
        let affords = |(constraint, on): (&Constraint, &bool)| match constraint {
            Constraint::Budget(budget) if *on => budget.spent(schema, &self.problem.factual, row) <= budget.most,
            _ => true,
        };
        keeps_within(schema, input, self.query, &self.limits, row, Rounding::Counted)
            && self.query.constraints.iter().zip(&self.limits).all(affords)
    }

    /// Takes up a column that moves alone. Returns, in no order, its values at which the row may change sides of a split that it can then meet.
    pub fn turns(&mut self, column: usize) -> Vec<f64> {
        let feature = self.problem.compiled.schema.features.iter().position(|f| f.columns().contains(&column));
        let names = |c: &Constraint| match c {
            Constraint::Linear { terms, .. } => terms.iter().any(|t| Some(t.0) == feature),
            Constraint::Budget(budget) => feature.is_some_and(|f| budget.names(f)),
            _ => c.conditions().any(|c| Some(c.feature) == feature),
        };
        self.limits = self.query.constraints.iter().map(names).collect();
        self.trees.clear();
        let mut turns = Vec::new();
        let mut open = Vec::new();
        for (e, ensemble) in ensembles(self.problem).enumerate() {
            for (t, tree) in ensemble.trees.iter().enumerate() {
                let mut probe = false;
                open.push(0);
                while let Some(at) = open.pop() {
                    let At::Split { entry, split, left, right, missing } = tree.at(at) else { continue };
                    let mut side = None;
                    match split {
                        Split::Axis { column: c, threshold } if *c == column => {
                            turns.push(espalier_model::cells::cut(*threshold, ensemble.compare, ensemble.input));
                        }
                        Split::Oblique { columns, weights, threshold } => match place(columns, column) {
                            Some(i) => {
                                let (sum, _) = self.sums[e][t][entry];
                                turns.push(self.row[column] + (threshold - sum) / weights[i]);
                            }
                            None => side = ensemble.side(split, &self.row).or(missing),
                        },
                        Split::Intervals { column: c, left } if *c == column => {
                            let input = ensemble.input;
                            turns.extend(
                                left.iter().flat_map(|&(lo, hi)| [input.before(input.ceil(lo)), input.floor(hi)]),
                            );
                        }
                        _ if split.columns().contains(&column) => {}
                        _ => side = ensemble.side(split, &self.row).or(missing),
                    }
                    probe |= side.is_none();
                    if side != Some(Side::Right) {
                        open.push(left);
                    }
                    if side != Some(Side::Left) {
                        open.push(right);
                    }
                }
                if probe {
                    self.trees.push((e, t));
                }
            }
        }
        turns
    }

    /// The values between two at which a neuron's sum is 0 while a column moves alone, and the two: from layer to layer, for between two such values
    /// of the neurons before it a sum is a linear function. Linear in the weights times the values found.
    #[cold]
    pub fn neuron_turns(&self, column: usize, ends: [f64; 2]) -> Vec<f64> {
        let mut turns = Vec::new();
        for ensemble in ensembles(self.problem).filter(|e| !e.neurons.is_empty()) {
            // Points in their order, each with the neurons' outputs behind its columns.
            let end = |x: f64| {
                let mut row = self.row.clone();
                row[column] = x;
                row.iter_mut().for_each(|x| *x = ensemble.input.round(*x));
                row
            };
            let mut points = ends.map(end).to_vec();
            for Neuron { constant, sum } in &ensemble.neurons {
                let (mut k, mut before) = (0, 0.0);
                while k < points.len() {
                    let point = &points[k];
                    let here = constant + sum.columns.iter().zip(&sum.weights).map(|(&c, w)| w * point[c]).sum::<f64>();
                    if before * here < 0.0 {
                        let share = before / (before - here);
                        let mut turn: Vec<f64> =
                            points[k - 1].iter().zip(point).map(|(a, b)| a + share * (b - a)).collect();
                        turn.push(0.0);
                        points.insert(k, turn);
                        k += 1;
                    }
                    points[k].push(here.max(0.0));
                    before = here;
                    k += 1;
                }
            }
            turns.extend(points.iter().map(|point| point[column]));
        }
        turns
    }

    /// Whether the row has the target and keeps all limits with the column last taken up at `x`.
    pub fn keeps(&mut self, column: usize, x: f64) -> bool {
        let before = std::mem::replace(&mut self.row[column], x);
        let (problem, row) = (self.problem, &self.row);
        let keeps = match (!self.linear).then(|| self.fall(column, before)).flatten() {
            Some(leaves) => {
                let schema = &problem.compiled.schema.features;
                problem.goal.reached_by(&problem.compiled.ensemble, &leaves[0], row)
                    && problem.sides.iter().enumerate().all(|(i, side)| match &side.judge {
                        Judge::Ensemble { ensemble, goal } => goal.reached_by(ensemble, &leaves[1 + i], row),
                        Judge::Budget { .. } | Judge::Distance(_) => side.reached(schema, &problem.factual, row),
                    })
            }
            None => problem.predicts(row),
        } && self.keeps_limits(row);
        self.row[column] = before;
        keeps
    }

    /// The leaves that the row falls in after its column was moved; `None` where a value is missing without a rule.
    fn fall(&self, column: usize, before: f64) -> Option<Vec<Vec<usize>>> {
        let mut leaves = self.leaves.clone();
        for &(e, t) in &self.trees {
            let ensemble = ensembles(self.problem).nth(e)?;
            let tree = &ensemble.trees[t];
            let (input, compare) = (ensemble.input, ensemble.compare);
            let mut at = 0;
            let leaf = loop {
                let (entry, split, left, right, missing) = match tree.at(at) {
                    At::Leaf(leaf) => break leaf,
                    At::Split { entry, split, left, right, missing, .. } => (entry, split, left, right, missing),
                };
                let probe = || ensemble.side(split, &self.row).or(missing);
                let goes_left = match split {
                    Split::Oblique { columns, weights, threshold } => {
                        let (mut sum, mut error) = self.sums[e][t][entry];
                        if let Some(i) = place(columns, column) {
                            let step = weights[i] * (input.round(self.row[column]) - input.round(before));
                            sum += step;
                            error +=
                                rounded(ensemble.planes, columns.len() + 4, step.abs() + (weights[i] * before).abs());
                        }
                        if (sum - threshold).abs() > error {
                            compare.goes_left(sum, *threshold)
                        } else {
                            probe()? == Side::Left
                        }
                    }
                    _ => probe()? == Side::Left,
                };
                at = if goes_left { left } else { right };
            };
            *leaves[e].get_mut(t)? = leaf;
        }
        Some(leaves)
    }
}

/// The most that rounding may move a hyperplane's sum, in whatever order its terms are added. `size` is the sum of the terms' sizes.
pub fn rounded(sums: Precision, terms: usize, size: f64) -> f64 {
    let step = if sums == Precision::F32 { 0.5 * f64::from(f32::EPSILON) } else { 4.0 * f64::EPSILON };
    step * terms as f64 * size
}

/// A hyperplane's sum at a row, and the sum of its terms' sizes.
fn summed(ensemble: &Ensemble, columns: &[usize], weights: &[f64], row: &[f64]) -> (f64, f64) {
    let terms = columns.iter().zip(weights).map(|(&c, w)| w * ensemble.input.round(row[c]));
    terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()))
}

/// Whether the row is clear of the hyperplanes that it meets: its side is the same in whatever order a library adds their columns. Only hyperplanes
/// over changed numbers that are not whole are looked at.
pub fn ignores_summation_order(problem: &Problem, factual: &[f64], row: &[f64]) -> bool {
    ensembles(problem).all(|ensemble| {
        ensemble.trees.iter().all(|tree| {
            let mut at = 0;
            while let At::Split { split, left, right, missing, .. } = tree.at(at) {
                if let Split::Oblique { columns, weights, threshold } = split {
                    let (sum, size) = summed(ensemble, columns, weights, row);
                    let near = (sum - threshold).abs() <= rounded(ensemble.planes, columns.len(), size);
                    if near
                        && columns.len() > 1
                        && columns.iter().any(|&c| row[c] != factual[c] && row[c].fract() != 0.0)
                    {
                        return false;
                    }
                }
                let left_side = ensemble.side(split, row).or(missing) == Some(Side::Left);
                at = if left_side { left } else { right };
            }
            true
        })
    })
}

/// The model's ensemble and those beside it. The latter come before the budgets among the sides.
fn ensembles(problem: &Problem) -> impl Iterator<Item = &Ensemble> {
    std::iter::once(&*problem.compiled.ensemble).chain(problem.sides.iter().filter_map(|s| s.ensemble().map(|e| &**e)))
}

/// The position of a column among a hyperplane's columns.
fn place(columns: &[usize], column: usize) -> Option<usize> {
    // A hyperplane often has all columns.
    if columns.get(column) == Some(&column) {
        return Some(column);
    }
    columns.iter().position(|&c| c == column)
}
