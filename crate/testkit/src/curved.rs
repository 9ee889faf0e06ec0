//! Quadratic programs of single leaves, solved by clarabel. It is an interior point method that shares no code with the search.

use super::level_weights::added;
use super::oblique::Half;
use super::{Instance, Rng};
use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, SolverStatus, SupportedConeT};
use espalier_model::query::{Constraint, Norm, Quadratic, Relation};
use espalier_model::schema::{Change, Feature, Kind};

/// Coefficients and limit.
type Line = (Vec<f64>, f64);

/// Gives an instance squared costs: l2 alone or mixed with other norms, or a quadratic form, which is often singular.
pub fn curve(mut instance: Instance, seed: u64) -> Instance {
    let rng = &mut Rng::new(seed ^ 0x5eed);
    let numbers = |f: &Feature| matches!(f.kind, Kind::Numeric { .. } | Kind::Integer { .. });
    let features: Vec<usize> =
        (0..instance.model.schema.features.len()).filter(|&f| numbers(&instance.model.schema.features[f])).collect();
    let n = features.len();
    instance.query.cost.norm = Norm { l2: 1.0, ..Norm::default() };
    match rng.below(4) {
        0 => {}
        1 => instance.query.cost.norm.l1 = 0.3,
        kind => {
            let rank = if kind == 2 { n } else { rng.within(1, n) };
            let mut matrix = vec![0.0; n * n];
            for _ in 0..rank {
                let v: Vec<f64> = (0..n).map(|_| 2.0 * rng.unit() - 1.0).collect();
                (0..n * n).for_each(|k| matrix[k] += v[k / n] * v[k % n]);
            }
            let beside = rng.chance(0.3);
            instance.query.cost.quadratic = Some(Quadratic { features, matrix, beside });
            if beside {
                instance.query.cost.norm = Norm { l1: 0.3, l2: rng.unit(), ..Norm::default() };
            }
        }
    }
    instance
}

/// Least cost of a point that has the row's levels and whole numbers and lies in all halfspaces. The limits must be known not to exclude
/// each other.
pub fn program(instance: &Instance, row: &[f64], halves: &[Half]) -> f64 {
    let Instance { model, query } = instance;
    let features = &model.schema.features;
    let scale = |f: usize| features[f].max - features[f].min;
    let free: Vec<usize> = (0..features.len()).filter(|&f| matches!(features[f].kind, Kind::Numeric { .. })).collect();
    let n = free.len();
    let norm = query.cost.norm;
    // Columns: increases, then decreases. A quadratic form prices the changes themselves, since up and down at once would cost nothing.
    let whole = query.cost.quadratic.as_ref().is_some_and(|q| !q.beside);
    let signs: &[(usize, f64)] = if whole { &[(0, 1.0)] } else { &[(0, 1.0), (n, -1.0)] };
    let width = if whole { n } else { 2 * n };
    let mut square = vec![0.0; width * width];
    let mut linear = vec![0.0; width];
    let mut fixed = 0.0;
    let step = |f: usize| (row[features[f].columns()[0]] - query.factual[features[f].columns()[0]]) / scale(f);
    if let Some(q) = &query.cost.quadratic {
        let m = q.features.len();
        let at = |f: usize| free.iter().position(|x| *x == f);
        for (i, &f) in q.features.iter().enumerate() {
            for (j, &g) in q.features.iter().enumerate() {
                let q = q.matrix[i * m + j];
                match (at(f), at(g)) {
                    (Some(a), Some(b)) => {
                        for (i, x) in signs {
                            signs.iter().for_each(|(j, y)| square[(a + i) * width + b + j] += x * y * q);
                        }
                    }
                    (Some(a), None) | (None, Some(a)) => {
                        let other = step(if at(f).is_some() { g } else { f });
                        signs.iter().for_each(|(i, x)| linear[a + i] += x * q * other);
                    }
                    (None, None) => fixed += q * step(f) * step(g),
                }
            }
        }
    }
    if !whole {
        for (a, &f) in free.iter().enumerate() {
            let weight = features[f].weight;
            square[a * width + a] += norm.l2 * weight.up;
            square[(n + a) * width + n + a] += norm.l2 * weight.down;
            linear[a] += norm.l1 * weight.up;
            linear[n + a] += norm.l1 * weight.down;
        }
    }
    for (f, feature) in features.iter().enumerate() {
        let priced = query.cost.quadratic.as_ref().is_some_and(|q| q.alone(f));
        if free.contains(&f) || priced || feature.columns().iter().all(|&c| row[c] == query.factual[c]) {
            continue;
        }
        let (distance, rises) = super::oblique::step(feature, row, &query.factual);
        let weight = if rises { feature.weight.up } else { feature.weight.down };
        fixed += weight * (norm.l1 * distance + norm.l2 * distance * distance);
    }
    // Rows: equalities first, then inequalities (at most).
    let (mut equal, mut most): (Vec<Line>, Vec<Line>) = (Vec::new(), Vec::new());
    let line = |terms: &[(usize, f64)], limit: f64, rounded: bool| {
        let (mut coefs, mut rest) = (vec![0.0; width], limit);
        for &(c, w) in terms {
            match free.iter().position(|&f| features[f].columns()[0] == c) {
                Some(a) => {
                    let own = query.factual[c];
                    rest -= w * if rounded { model.ensemble.input.round(own) } else { own };
                    coefs[a] += w * scale(free[a]);
                    if !whole {
                        coefs[n + a] -= w * scale(free[a]);
                    }
                }
                None => rest -= w * row[c],
            }
        }
        (coefs, rest)
    };
    most.extend(halves.iter().map(|(terms, limit)| line(terms, *limit, true)));
    for constraint in &query.constraints {
        if let Constraint::Linear { terms, levels, relation, limit, of_change } = constraint {
            let limit = limit - added(features, levels, *of_change, &query.factual, row);
            let terms: Vec<(usize, f64)> = terms.iter().map(|&(f, w)| (features[f].columns()[0], w)).collect();
            let before: f64 = if *of_change { terms.iter().map(|&(c, w)| w * query.factual[c]).sum() } else { 0.0 };
            let (coefs, rest) = line(&terms, limit + before, false);
            match relation {
                Relation::Equal => equal.push((coefs, rest)),
                Relation::AtMost => most.push((coefs, rest)),
                Relation::AtLeast => most.push((coefs.iter().map(|c| -c).collect(), -rest)),
            }
        }
    }
    for (a, &f) in free.iter().enumerate() {
        let q = query.factual[features[f].columns()[0]];
        let mut ends = [(features[f].max - q) / scale(f), (q - features[f].min) / scale(f)];
        let fixed = |c: &Constraint| matches!(c, Constraint::Fix { feature } if *feature == f);
        if features[f].change == Change::Fixed || query.constraints.iter().any(fixed) {
            ends = [0.0; 2];
        }
        match features[f].change {
            Change::Increase => ends[1] = 0.0,
            Change::Decrease => ends[0] = 0.0,
            _ => {}
        }
        for c in &query.constraints {
            match c {
                Constraint::Direction { feature, change: Change::Increase } if *feature == f => ends[1] = 0.0,
                Constraint::Direction { feature, change: Change::Decrease } if *feature == f => ends[0] = 0.0,
                _ => {}
            }
        }
        let unit =
            |column: usize, sign: f64| (0..width).map(|k| if k == column { sign } else { 0.0 }).collect::<Vec<_>>();
        if whole && ends == [0.0; 2] {
            equal.push((unit(a, 1.0), 0.0));
        } else if whole {
            most.extend([(unit(a, 1.0), ends[0]), (unit(a, -1.0), ends[1])]);
        } else {
            for (column, end) in [(a, ends[0]), (n + a, ends[1])] {
                if end == 0.0 {
                    equal.push((unit(column, 1.0), 0.0));
                } else {
                    most.extend([(unit(column, 1.0), end), (unit(column, -1.0), 0.0)]);
                }
            }
        }
    }
    let cones = [SupportedConeT::ZeroConeT(equal.len()), SupportedConeT::NonnegativeConeT(most.len())];
    let rows: Vec<Line> = equal.into_iter().chain(most).collect();
    let dense = |rows: usize, columns: usize, at: &dyn Fn(usize, usize) -> f64| {
        let (mut i, mut j, mut v) = (Vec::new(), Vec::new(), Vec::new());
        for c in 0..columns {
            for r in (0..rows).filter(|&r| at(r, c) != 0.0) {
                i.push(r);
                j.push(c);
                v.push(at(r, c));
            }
        }
        CscMatrix::new_from_triplets(rows, columns, i, j, v)
    };
    let form = dense(width, width, &|r, c| if r <= c { 2.0 * square[r * width + c] } else { 0.0 });
    let matrix = dense(rows.len(), width, &|r, c| rows[r].0[c]);
    let limits: Vec<f64> = rows.iter().map(|r| r.1).collect();
    let settings = DefaultSettings {
        verbose: false,
        tol_gap_abs: 1e-11,
        tol_gap_rel: 1e-11,
        tol_feas: 1e-11,
        max_iter: 200,
        ..DefaultSettings::default()
    };
    let mut solver = DefaultSolver::new(&form, &linear, &matrix, &limits, &cones, settings).expect("a program");
    solver.solve();
    let solution = &solver.solution;
    assert!(
        matches!(
            solution.status,
            SolverStatus::Solved
                | SolverStatus::AlmostSolved
                | SolverStatus::InsufficientProgress
                | SolverStatus::MaxIterations
        ),
        "{:?}",
        solution.status
    );
    solution.obj_val + fixed
}
