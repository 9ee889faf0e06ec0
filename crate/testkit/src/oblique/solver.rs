//! The optimum of an instance from linear programs. All combinations of leaves, of levels and of whole numbers are tried; each is one program
//! over the real features.

use super::super::level_weights::added;
use super::super::options::convex;
use super::super::Instance;
use espalier_model::ensemble::*;
use espalier_model::query::hull::{place, Ball, Cluster};
use espalier_model::query::*;
use espalier_model::schema::{Change, Feature, Kind};
use std::sync::Arc;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, SolveOptions, Variable};

/// A halfspace over raw columns: weights, limit (at most).
pub type Half = (Vec<(usize, f64)>, f64);

/// Least cost of a point on target. Halfspaces are closed on both sides of a hyperplane.
pub fn solve(instance: &Instance) -> Option<f64> {
    let mut best: Option<f64> = None;
    combinations(instance, &mut |_, _, cost| best = Some(best.map_or(cost, |b| b.min(cost))));
    best
}

/// The least cost of points on target, by the leaf of each tree and the columns of levels (other columns are 0).
pub fn regions(instance: &Instance) -> Vec<(Vec<usize>, Vec<f64>, f64)> {
    let mut all: Vec<(Vec<usize>, Vec<f64>, f64)> = Vec::new();
    combinations(instance, &mut |leaves, row, cost| {
        let levels = levels(instance, row);
        match all.iter_mut().find(|r| r.0 == leaves && r.1 == levels) {
            Some(known) => known.2 = known.2.min(cost),
            None => all.push((leaves.to_vec(), levels, cost)),
        }
    });
    all
}

/// A row's columns of levels, 0 elsewhere.
pub fn levels(instance: &Instance, row: &[f64]) -> Vec<f64> {
    let mut levels = vec![0.0; row.len()];
    for feature in instance.model.schema.features.iter().filter(|f| f.level_count().is_some()) {
        feature.columns().iter().for_each(|&c| levels[c] = row[c]);
    }
    levels
}

/// Receives the leaf of each tree, the row with the levels and whole numbers, and the least cost.
type Tell<'a> = dyn FnMut(&[usize], &[f64], f64) + 'a;

fn combinations(instance: &Instance, tell: &mut Tell) {
    let mut rows = vec![instance.query.factual.clone()];
    for (f, feature) in instance.model.schema.features.iter().enumerate() {
        let own = instance.query.factual[feature.columns()[0]];
        let settings: Vec<Vec<f64>> = match (&feature.kind, feature.level_count()) {
            _ if instance.model.schema.features[f].change == Change::Fixed => continue,
            (Kind::Integer { .. }, _) => (feature.min as i64..=feature.max as i64).map(|v| vec![v as f64]).collect(),
            (_, Some(n)) => (0..n)
                .map(|k| feature.columns().iter().map(|&c| feature.level_value(k, c).unwrap()).collect())
                .collect(),
            _ => continue,
        };
        let _ = own;
        rows = rows
            .iter()
            .flat_map(|row| {
                settings.iter().map(|s| {
                    let mut row = row.clone();
                    feature.columns().iter().zip(s).for_each(|(&c, v)| row[c] = *v);
                    row
                })
            })
            .collect();
    }
    for row in rows {
        // One sum for each output, and last the path length in the isolation forest. A sum is a constant, and weights of columns.
        let ensemble = &instance.model.ensemble;
        let constant =
            |c: f64| std::iter::once(c).chain(std::iter::repeat_n(0.0, ensemble.columns)).collect::<Vec<f64>>();
        let sums = &mut ensemble.base.iter().copied().chain([0.0]).map(constant).collect::<Vec<_>>();
        patterns(instance, &mut Vec::new(), &mut Vec::new(), &mut |straight, halves| {
            walk(straight, &row, 0, sums, halves, &mut Vec::new(), tell);
        });
    }
}

/// Tries all combinations of active and inactive neurons. Each is an instance without neurons, and the halfspaces in which it has the same scores.
/// `forms`: the neurons so far, each as a constant and weights of columns.
fn patterns(
    instance: &Instance,
    forms: &mut Vec<Vec<f64>>,
    halves: &mut Vec<Half>,
    tell: &mut dyn FnMut(&Instance, &mut Vec<Half>),
) {
    let ensemble = &instance.model.ensemble;
    let columns = ensemble.columns;
    let form = |leaf: &LinearLeaf, i: usize, constant: f64, forms: &[Vec<f64>]| {
        let mut form = vec![0.0; columns + 1];
        form[0] = constant;
        for (&c, w) in leaf.columns.iter().zip(leaf.weights_of(i)) {
            match c.checked_sub(columns) {
                None => form[c + 1] += w,
                Some(n) => form.iter_mut().zip(&forms[n]).for_each(|(sum, part)| *sum += w * part),
            }
        }
        form
    };
    if let Some(neuron) = ensemble.neurons.get(forms.len()) {
        let sum = form(&neuron.sum, 0, neuron.constant, forms);
        for (sign, output) in [(1.0, vec![0.0; columns + 1]), (-1.0, sum.clone())] {
            let terms = (0..columns).map(|c| (c, sign * sum[c + 1])).filter(|t| t.1 != 0.0).collect();
            halves.push((terms, -sign * sum[0]));
            forms.push(output);
            patterns(instance, forms, halves, tell);
            forms.pop();
            halves.pop();
        }
        return;
    }
    let mut straight = instance.clone();
    let own = Arc::make_mut(&mut straight.model.ensemble);
    own.neurons.clear();
    for tree in own.trees.iter_mut().filter(|_| !forms.is_empty()) {
        let width = tree.width(ensemble.outputs);
        for (leaf, linear) in tree.linear.iter_mut().enumerate() {
            let all: Vec<Vec<f64>> =
                (0..width).map(|i| form(linear, i, tree.values[leaf * width + i], forms)).collect();
            all.iter().enumerate().for_each(|(i, form)| tree.values[leaf * width + i] = form[0]);
            let weights = all.iter().flat_map(|form| form[1..].to_vec()).collect();
            *linear = LinearLeaf { columns: (0..columns).collect(), weights, missing: None };
        }
    }
    tell(&straight, halves);
}

fn walk(
    instance: &Instance,
    row: &[f64],
    node: usize,
    sums: &mut Vec<Vec<f64>>,
    halves: &mut Vec<Half>,
    leaves: &mut Vec<usize>,
    tell: &mut Tell,
) {
    let model = &*instance.model.ensemble;
    let depth = instance.query.depth.as_ref();
    let (classes, tree) = (model.outputs, leaves.len());
    if tree == model.trees.len() + depth.map_or(0, |d| d.forest.trees.len()) {
        let before = halves.len();
        let wins = match instance.query.target {
            Target::Class(k) => (0..classes).filter(|j| *j != k).all(|j| {
                let lead: Vec<f64> = sums[k].iter().zip(&sums[j]).map(|(a, b)| a - b).collect();
                let terms: Vec<(usize, f64)> =
                    (0..row.len()).map(|c| (c, -lead[c + 1])).filter(|t| t.1 != 0.0).collect();
                let alone = terms.is_empty();
                halves.extend((!alone).then_some((terms, lead[0] - STRICTNESS)));
                !alone || lead[0] > STRICTNESS
            }),
            Target::Best { .. } => true,
            _ => panic!("no other targets are asked for"),
        };
        let deep = depth.is_none_or(|d| sums[classes][0] >= d.least - 1e-9);
        if let Some(cost) = (wins && deep).then(|| program(instance, row, halves)).flatten() {
            tell(leaves, row, cost);
        }
        halves.truncate(before);
        return;
    }
    // The isolation forest's trees follow the model's.
    let (ensemble, at, first) = match depth {
        Some(depth) if tree >= model.trees.len() => (&*depth.forest, tree - model.trees.len(), classes),
        _ => (model, tree, 0),
    };
    match &ensemble.trees[at].nodes[node] {
        Node::Leaf(leaf) => {
            let (n, tree) = (ensemble.outputs, &ensemble.trees[at]);
            let weight = ensemble.tree_factor(tree);
            let before = sums.clone();
            for i in 0..n {
                sums[first + i][0] += weight * tree.values[leaf * n + i];
                if let Some(linear) = tree.linear_leaf(*leaf) {
                    let weights = linear.columns.iter().zip(linear.weights_of(i));
                    weights.for_each(|(c, w)| sums[first + i][c + 1] += weight * w);
                }
            }
            leaves.push(*leaf);
            walk(instance, row, 0, sums, halves, leaves, tell);
            leaves.pop();
            *sums = before;
        }
        Node::Split { split, left, right, .. } => {
            let (columns, weights, t) = match split {
                Split::Axis { column, threshold } => (vec![*column], vec![1.0], *threshold),
                Split::Oblique { columns, weights, threshold } => (columns.clone(), weights.clone(), *threshold),
                _ => panic!("no other splits are made"),
            };
            let real = |c: usize| {
                instance
                    .model
                    .schema
                    .features
                    .iter()
                    .any(|f| f.columns().contains(&c) && matches!(f.kind, Kind::Numeric { .. }))
            };
            // The distance that the model's own splits keep.
            let share = if tree < model.trees.len() { instance.query.distance } else { 0.0 };
            let width = |c: usize| {
                let feature = instance.model.schema.features.iter().find(|f| f.columns().contains(&c));
                feature.filter(|f| f.level_count().is_none()).map_or(0.0, |f| f.max - f.min)
            };
            let far = share * columns.iter().zip(&weights).map(|(&c, w)| w.abs() * width(c)).sum::<f64>();
            if !columns.iter().any(|&c| real(c)) {
                let sum: f64 = columns.iter().zip(&weights).map(|(&c, w)| w * row[c]).sum();
                if (sum - t).abs() < far - 1e-9 {
                    return;
                }
                let next = if ensemble.side(split, row) == Some(Side::Left) { *left } else { *right };
                return walk(instance, row, next, sums, halves, leaves, tell);
            }
            let terms: Vec<(usize, f64)> = columns.into_iter().zip(weights).collect();
            // A split that occurs again goes to the same side. Closed sides would otherwise allow both at its border.
            let is = |sign: f64| {
                halves.iter().any(|(h, l)| {
                    *l == sign * t - far
                        && h.iter().zip(&terms).all(|(a, b)| a.0 == b.0 && a.1 == sign * b.1)
                        && h.len() == terms.len()
                })
            };
            let known = [is(1.0), is(-1.0)];
            for (i, (sign, next)) in [(1.0, *left), (-1.0, *right)].into_iter().enumerate() {
                if known[1 - i] {
                    continue;
                }
                halves.push((terms.iter().map(|&(c, w)| (c, sign * w)).collect(), sign * t - far));
                walk(instance, row, next, sums, halves, leaves, tell);
                halves.pop();
            }
        }
    }
}

/// Scaled size of a change, and whether it is an increase.
pub fn step(feature: &Feature, row: &[f64], factual: &[f64]) -> (f64, bool) {
    let column = feature.columns()[0];
    let by = row[column] - factual[column];
    match (&feature.kind, feature.level_of(row), feature.level_of(factual)) {
        (Kind::Integer { .. }, ..) => (by.abs() / (feature.max - feature.min), by > 0.0),
        (Kind::Ordinal { levels, .. }, Some(a), Some(b)) => (a.abs_diff(b) as f64 / (levels.len() - 1) as f64, a > b),
        (Kind::Binary { .. }, Some(a), _) => (1.0, a == 1),
        _ => (1.0, true),
    }
}

/// Least cost of a point that has the row's levels and whole numbers and lies in all halfspaces.
fn program(instance: &Instance, row: &[f64], halves: &[Half]) -> Option<f64> {
    match &instance.query.hull {
        None => program_in(instance, row, halves, None),
        Some(hull) => (hull.parts(&instance.model.schema.features).iter())
            .filter_map(|part| program_in(instance, row, halves, Some(part)))
            .reduce(f64::min),
    }
}

/// As [`program`], in one hull, whose rows become columns of the program.
fn program_in(instance: &Instance, row: &[f64], halves: &[Half], part: Option<&Cluster>) -> Option<f64> {
    let Instance { model, query } = instance;
    let curved = query.cost.norm.l2 > 0.0;
    let norm = if curved { Norm::default() } else { query.cost.norm };
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut vars: Vec<Option<[Variable; 2]>> = vec![None; row.len()];
    let (mut fixed, mut largest) = (0.0, 0.0f64);
    let top = problem.add_var(norm.linf, (0.0, 1e6));
    for (f, feature) in model.schema.features.iter().enumerate() {
        let column = feature.columns()[0];
        let (q, scale) = (query.factual[column], feature.max - feature.min);
        if let Kind::Numeric { .. } = feature.kind {
            let (mut up, mut down) = (feature.max - q, q - feature.min);
            match feature.change {
                Change::Fixed => (up, down) = (0.0, 0.0),
                Change::Increase => down = 0.0,
                Change::Decrease => up = 0.0,
                Change::Free => {}
            }
            for c in &query.constraints {
                match c {
                    Constraint::Direction { feature, change: Change::Increase } if *feature == f => down = 0.0,
                    Constraint::Direction { feature, change: Change::Decrease } if *feature == f => up = 0.0,
                    Constraint::Fix { feature } if *feature == f => (up, down) = (0.0, 0.0),
                    _ => {}
                }
            }
            let own = query.cost.piecewise[f].as_ref().filter(|_| !query.cost.free.contains(&f));
            let paid = if own.is_some() || query.cost.free.contains(&f) { 0.0 } else { 1.0 };
            let (up_cost, down_cost) = (paid * feature.weight.up, paid * feature.weight.down);
            let u = problem.add_var(norm.l1 * up_cost, (0.0, up / scale));
            let v = problem.add_var(norm.l1 * down_cost, (0.0, down / scale));
            if norm.linf > 0.0 {
                problem.add_constraint([(u, up_cost), (top, -1.0)], ComparisonOp::Le, 0.0);
                problem.add_constraint([(v, down_cost), (top, -1.0)], ComparisonOp::Le, 0.0);
            }
            if let Some(points) = own {
                // A convex price is at least each of its lines.
                let price = problem.add_var(1.0, (-1e6, 1e6));
                for w in points.windows(2) {
                    let slope = (w[1].1 - w[0].1) / (w[1].0 - w[0].0);
                    let terms = [(price, 1.0), (u, -slope * scale), (v, slope * scale)];
                    problem.add_constraint(terms, ComparisonOp::Ge, w[0].1 - slope * w[0].0);
                }
            }
            vars[column] = Some([u, v]);
            continue;
        }
        if feature.columns().iter().all(|&c| row[c] == query.factual[c]) {
            continue;
        }
        if query.cost.free.contains(&f) {
            continue;
        }
        let level = feature.level_of(row).and_then(|k| query.cost.tables[f].as_ref()?[k]);
        let own = query.cost.piecewise[f].as_ref().map(|points| convex(points, row[column] - q));
        if let Some(price) = level.or(own) {
            fixed += price;
            continue;
        }
        let (distance, rises) = step(feature, row, &query.factual);
        let weight = if rises { feature.weight.up } else { feature.weight.down };
        fixed += norm.l1 * weight * distance;
        largest = largest.max(weight * distance);
    }
    if norm.linf > 0.0 {
        problem.add_constraint([(top, 1.0)], ComparisonOp::Ge, largest);
    }
    // The model reads the rounded factual; a person's limits refer to the exact one.
    let mut add = |terms: &[(usize, f64)], op: ComparisonOp, limit: f64, rounded: bool| {
        let mut rest = limit;
        let mut expr = LinearExpr::empty();
        let mut any = false;
        for &(c, w) in terms {
            let own = query.factual[c];
            let own = if rounded { model.ensemble.input.round(own) } else { own };
            rest -= w * if vars[c].is_some() { own } else { row[c] };
            if let Some([u, v]) = vars[c] {
                let feature = model.schema.features.iter().find(|f| f.columns().contains(&c)).unwrap();
                let scale = feature.max - feature.min;
                expr.add(u, w * scale);
                expr.add(v, -w * scale);
                any = true;
            }
        }
        if any {
            problem.add_constraint(expr, op, rest);
            return true;
        }
        match op {
            ComparisonOp::Le => rest >= -1e-9,
            ComparisonOp::Ge => rest <= 1e-9,
            ComparisonOp::Eq => rest.abs() <= 1e-9,
        }
    };
    for (terms, limit) in halves {
        if !add(terms, ComparisonOp::Le, *limit, true) {
            return None;
        }
    }
    for constraint in &query.constraints {
        if let Constraint::Linear { terms, levels, relation, limit, of_change } = constraint {
            let limit = limit - added(&model.schema.features, levels, *of_change, &query.factual, row);
            let terms: Vec<(usize, f64)> =
                terms.iter().map(|&(f, w)| (model.schema.features[f].columns()[0], w)).collect();
            let before: f64 = if *of_change { terms.iter().map(|&(c, w)| w * query.factual[c]).sum() } else { 0.0 };
            let op = match relation {
                Relation::AtMost => ComparisonOp::Le,
                Relation::AtLeast => ComparisonOp::Ge,
                Relation::Equal => ComparisonOp::Eq,
            };
            if !add(&terms, op, limit + before, false) {
                return None;
            }
        }
        if let Constraint::Causal { feature, parents } = constraint {
            let column = |f: usize| model.schema.features[f].columns()[0];
            let terms: Vec<(usize, f64)> =
                std::iter::once((column(*feature), 1.0)).chain(parents.iter().map(|&(p, w)| (column(p), -w))).collect();
            let before: f64 = terms.iter().map(|&(c, w)| w * query.factual[c]).sum();
            let whole = matches!(model.schema.features[*feature].kind, Kind::Integer { .. });
            let kept = if whole {
                add(&terms, ComparisonOp::Le, before + 0.5, false) && add(&terms, ComparisonOp::Ge, before - 0.5, false)
            } else {
                add(&terms, ComparisonOp::Eq, before, false)
            };
            if !kept {
                return None;
            }
        }
    }
    if let (Some(part), Some(hull)) = (part, &query.hull) {
        let features = &model.schema.features;
        let at = place(features, row).unwrap();
        let dim = at.len();
        let weights: Vec<Variable> = part.rows.iter().map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
        problem.add_constraint(weights.iter().map(|w| (*w, 1.0)), ComparisonOp::Eq, 1.0);
        // The coordinate of each number in the hull's space.
        let mut number = vec![None; dim];
        let mut next = 0;
        for feature in features {
            match (&feature.kind, feature.level_count()) {
                (Kind::Numeric { column }, _) => number[next] = vars[*column].map(|v| (*column, v)),
                (Kind::OneHot { .. } | Kind::Codes { .. }, n) => next += n.unwrap() - 1,
                _ => {}
            }
            next += 1;
        }
        let most = if hull.ball == Ball::Linf && hull.price == 0.0 { hull.epsilon } else { 1e3 };
        // The distance, where it has a price.
        let far = problem.add_var(hull.price, (0.0, 1e6));
        let mut off = LinearExpr::empty();
        for j in 0..dim {
            let mut expr = LinearExpr::empty();
            weights.iter().enumerate().for_each(|(i, w)| expr.add(*w, part.points[i * dim + j]));
            for sign in [1.0, -1.0] {
                let by = problem.add_var(0.0, (0.0, most));
                expr.add(by, sign);
                off.add(by, 1.0);
                if hull.price > 0.0 && hull.ball == Ball::Linf {
                    problem.add_constraint([(by, 1.0), (far, -1.0)], ComparisonOp::Le, 0.0);
                }
            }
            let mut own = at[j];
            if let Some((column, [u, v])) = number[j] {
                let feature = features.iter().find(|f| f.columns().contains(&column)).unwrap();
                own = query.factual[column] / (feature.max - feature.min);
                expr.add(u, -1.0);
                expr.add(v, 1.0);
            }
            problem.add_constraint(expr, ComparisonOp::Eq, own);
        }
        if hull.ball == Ball::L1 && hull.price > 0.0 {
            off.add(far, -1.0);
            problem.add_constraint(off, ComparisonOp::Le, 0.0);
        } else if hull.ball == Ball::L1 {
            problem.add_constraint(off, ComparisonOp::Le, hull.epsilon);
        }
    }
    // The solver's default tolerance of a row, 1e-7, would put points on the other side of a hyperplane.
    let mut options = SolveOptions::default();
    options.tolerances.feasibility = 1e-9;
    match problem.solve_with(options) {
        Ok(microlp::SolveOutcome::Solution(_)) if curved => Some(super::super::curved::program(instance, row, halves)),
        Ok(microlp::SolveOutcome::Solution(s)) => Some(s.objective() + fixed),
        Err(microlp::Error::Infeasible) => None,
        other => panic!("the solver did not settle a program: {other:?}"),
    }
}
