//! Random programs against two solvers that share no code with this crate: microlp (linear costs) and clarabel (an interior point method for the
//! curved ones). Each program is solved as a branch and bound does it: rows are added and bounds narrowed, and every solve begins where the last one
//! ended.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, SolverStatus, SupportedConeT};
use espalier_numerics::block_interior_point::{BlockProgram, Method};
use espalier_numerics::draws::Draws;
use espalier_numerics::{LargestChange, Matrix, Outcome, Program, Relaxation, Scratch, Sparse};
use microlp::{ComparisonOp, OptimizationDirection, SolveOutcome};

/// A random program: coordinates of one to three columns, and pairs of rows over some coordinates.
fn program(draws: &mut Draws) -> Program {
    let mut program = Program::default();
    for _ in 0..1 + draws.below(6) {
        program.column(1.0, draws.unit(), 0.0, 0.2 + draws.unit());
        if draws.below(2) == 0 {
            program.column(1.0, 1.0 + draws.unit(), 1.2, draws.unit());
        }
        if draws.below(4) > 0 {
            program.column(-1.0, draws.unit(), 0.0, 0.2 + draws.unit());
        }
        program.close();
    }
    program.fixed = draws.unit();
    for _ in 0..1 + draws.below(8) {
        let mut coefs = Vec::new();
        for g in 0..program.coords() as u32 {
            if draws.below(3) > 0 {
                coefs.push((g, 2.0 * draws.unit() - 1.0));
            }
        }
        let middle = draws.unit() - 0.5;
        program.rows.add(coefs, middle - 1e-6, middle + 1e-6);
    }
    program.pull = vec![0.0; program.width()];
    program
}

/// Bounds of the columns, and the rows that hold.
struct Part {
    bounds: Vec<(f64, f64)>,
    rows: Vec<u32>,
}

impl Part {
    fn whole(program: &Program) -> Part {
        Part { bounds: program.upper.iter().map(|u| (0.0, *u)).collect(), rows: Vec::new() }
    }

    /// Adds a row, or narrows a column's bounds.
    fn narrow(&mut self, program: &Program, state: &mut Relaxation, draws: &mut Draws) {
        if draws.below(3) > 0 {
            let row = draws.below(2 * program.rows.len()) as u32;
            // The two rows of a pair exclude each other.
            if !self.rows.contains(&(row ^ 1)) && !self.rows.contains(&row) {
                self.rows.push(row);
            }
        } else {
            // The column of the largest change itself is held by the others alone.
            let c = draws.below(self.bounds.len() - usize::from(program.largest.is_some()));
            let (lower, upper) = self.bounds[c];
            let cut = lower + draws.unit() * (upper - lower);
            self.bounds[c] = if draws.below(2) == 0 { (lower, cut) } else { (cut, upper) };
            state.set(c, self.bounds[c].0, self.bounds[c].1);
        }
    }

    /// A row as coefficients of columns, and its limit: at most.
    fn row(&self, program: &Program, row: u32) -> (Vec<f64>, f64) {
        let (sign, limit) = program.rows.limit(row);
        let mut coefs = vec![0.0; program.width()];
        for &(g, a) in program.rows.coefs(row / 2) {
            program.columns(g).for_each(|c| coefs[c] += sign * a * program.sign[c]);
        }
        (coefs, limit)
    }

    /// How far coordinates miss the rows and the bounds at most.
    fn missed(&self, program: &Program, at: &[f64]) -> f64 {
        let rows = self.rows.iter().map(|row| program.rows.excess(*row, at));
        let ends = (0..program.coords()).map(|g| {
            let sum = |low: bool| {
                let end = |c: usize| if (program.sign[c] > 0.0) == low { self.bounds[c].0 } else { self.bounds[c].1 };
                program.columns(g as u32).map(|c| program.sign[c] * end(c)).sum::<f64>()
            };
            (sum(true) - at[g]).max(at[g] - sum(false))
        });
        rows.chain(ends).fold(0.0, f64::max)
    }

    /// The least linear cost by microlp; `None` where there is no point.
    fn by_microlp(&self, program: &Program) -> Option<f64> {
        let mut other = microlp::Problem::new(OptimizationDirection::Minimize);
        let largest = program.largest.as_ref();
        let cost = |c: usize| if largest.is_some() { 0.0 } else { program.cost[c] };
        let columns: Vec<_> = (0..program.width())
            .filter(|c| largest.is_none_or(|l| l.top != *c))
            .map(|c| (c, other.add_var(cost(c), self.bounds[c])))
            .collect();
        if let Some(largest) = largest {
            let top = other.add_var(1.0, self.bounds[largest.top]);
            for &(c, column) in columns.iter().filter(|(c, _)| largest.reach[*c].is_finite()) {
                other.add_constraint([(column, 1.0), (top, -largest.reach[c])], ComparisonOp::Le, 0.0);
            }
        }
        for row in &self.rows {
            let (coefs, limit) = self.row(program, *row);
            other.add_constraint(columns.iter().map(|&(c, column)| (column, coefs[c])), ComparisonOp::Le, limit);
        }
        match other.solve() {
            Ok(SolveOutcome::Solution(found)) => Some(found.objective() + program.fixed),
            Err(microlp::Error::Infeasible) => None,
            other => panic!("{other:?}"),
        }
    }

    /// The least curved cost by clarabel; `None` where it found no optimum. `form`: the dense quadratic form over coordinates.
    fn by_clarabel(&self, program: &Program, form: Option<&[f64]>) -> Option<f64> {
        let (n, k) = (program.width(), program.coords());
        let mut square = vec![0.0; n * n];
        (0..n).for_each(|c| square[c * n + c] = 2.0 * program.curve[c]);
        if let Some(form) = form {
            for (i, j) in (0..k * k).map(|at| (at / k, at % k)) {
                for (a, b) in program.columns(i as u32).flat_map(|a| program.columns(j as u32).map(move |b| (a, b))) {
                    square[a * n + b] += 2.0 * form[i * k + j] * program.sign[a] * program.sign[b];
                }
            }
        }
        let mut lines: Vec<(Vec<f64>, f64)> = self.rows.iter().map(|row| self.row(program, *row)).collect();
        for (c, &(lower, upper)) in self.bounds.iter().enumerate() {
            let unit = |sign: f64| (0..n).map(|i| if i == c { sign } else { 0.0 }).collect::<Vec<f64>>();
            lines.extend([(unit(1.0), upper), (unit(-1.0), -lower)]);
        }
        let dense = |rows: usize, entry: &dyn Fn(usize, usize) -> f64| {
            let (mut start, mut index, mut value) = (vec![0], Vec::new(), Vec::new());
            for c in 0..n {
                for r in (0..rows).filter(|r| entry(*r, c) != 0.0) {
                    index.push(r);
                    value.push(entry(r, c));
                }
                start.push(index.len());
            }
            CscMatrix::new(rows, n, start, index, value)
        };
        let upper = dense(n, &|r, c| if r <= c { square[r * n + c] } else { 0.0 });
        let rows = dense(lines.len(), &|r, c| lines[r].0[c]);
        let limits: Vec<f64> = lines.iter().map(|line| line.1).collect();
        let settings = DefaultSettings {
            verbose: false,
            tol_gap_abs: 1e-10,
            tol_gap_rel: 1e-10,
            tol_feas: 1e-10,
            ..DefaultSettings::default()
        };
        let cones = [SupportedConeT::NonnegativeConeT(lines.len())];
        let mut solver =
            DefaultSolver::new(&upper, &program.cost, &rows, &limits, &cones, settings).expect("it is well formed");
        solver.solve();
        (solver.solution.status == SolverStatus::Solved).then_some(solver.solution.obj_val + program.fixed)
    }
}

/// Solves parts of random programs, and compares each with another solver's optimum. `change` gives the program its cost.
fn compare(count: u64, change: impl Fn(&mut Program, &mut Draws) -> Option<Vec<f64>>, linear: bool, near: f64) {
    let (mut optimal, mut empty) = (0, 0);
    for seed in 1..=count {
        let mut draws = Draws::of(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut program = program(&mut draws);
        let form = change(&mut program, &mut draws);
        let (mut state, mut part, mut scratch) = (Relaxation::new(&program), Part::whole(&program), Scratch::default());
        for _ in 0..6 {
            part.narrow(&program, &mut state, &mut draws);
            let outcome = state.solve(&program, &part.rows, f64::INFINITY, &mut scratch);
            let other = if linear { part.by_microlp(&program) } else { part.by_clarabel(&program, form.as_deref()) };
            match (outcome, other) {
                (Outcome::Optimal, other) => {
                    let mut at = Vec::new();
                    state.point(&program, &mut at);
                    assert!(part.missed(&program, &at) < 1e-8, "seed {seed}: {}", part.missed(&program, &at));
                    // Where clarabel stops without an optimum, only the point is checked.
                    let Some(other) = other else { continue };
                    assert!(
                        (state.bound() - other).abs() <= near * (1.0 + other.abs()),
                        "seed {seed}: {} and {other}",
                        state.bound()
                    );
                    optimal += 1;
                }
                (Outcome::Empty, other) => {
                    assert_eq!(other, None, "seed {seed}: there is a point");
                    empty += 1;
                    break;
                }
                (other, _) => panic!("seed {seed}: {other:?}"),
            }
        }
    }
    assert!(optimal as u64 > count && empty as u64 > count / 20, "{optimal} optimal, {empty} empty");
}

#[test]
fn linear_costs_have_the_optimum_of_another_simplex() {
    compare(3000, |_, _| None, true, 1e-9);
}

#[test]
fn the_largest_change_has_the_optimum_of_a_linear_program() {
    let change = |program: &mut Program, draws: &mut Draws| {
        let (guide, reach): (Vec<f64>, Vec<f64>) =
            (program.cost.clone(), program.cost.iter().map(|_| 0.5 + draws.unit()).collect());
        program.cost.iter_mut().for_each(|cost| *cost = 0.0);
        let most = (0..program.width()).map(|c| program.upper[c] / reach[c]).fold(0.0, f64::max);
        let top = program.coordinate(1.0, most);
        let top = program.columns(top).start;
        program.pull.push(0.0);
        let chained = |list: Vec<f64>, last: f64| list.into_iter().chain([last]).collect::<Vec<f64>>();
        program.largest = Some(LargestChange { top, reach: chained(reach, f64::INFINITY), guide: chained(guide, 0.0) });
        None
    };
    compare(2000, change, true, 1e-9);
}

#[test]
fn squares_have_the_optimum_of_an_interior_point_method() {
    let change = |program: &mut Program, draws: &mut Draws| {
        // Some columns have no square of their own.
        program.curve.iter_mut().for_each(|q| *q = if draws.below(4) > 0 { 0.1 + draws.unit() } else { 0.0 });
        program.curve[0] = 1.0;
        program.pull = program.curve.iter().map(|q| (1e-5f64 - q).max(0.0)).collect();
        None
    };
    compare(1500, change, false, 1e-7);
}

#[test]
fn coupled_forms_have_the_optimum_of_an_interior_point_method() {
    let change = |program: &mut Program, draws: &mut Draws| {
        let n = program.coords();
        let mut dense = vec![0.0; n * n];
        for _ in 0..1 + draws.below(n) {
            let v: Vec<f64> = (0..n).map(|_| 2.0 * draws.unit() - 1.0).collect();
            (0..n * n).for_each(|at| dense[at] += v[at / n] * v[at % n]);
        }
        program.cost.iter_mut().for_each(|cost| *cost = 0.0);
        let all: Vec<u32> = (0..n as u32).collect();
        program.form = Some(Matrix::new(Sparse::new(n, &dense, &all), 0.0));
        Some(dense)
    };
    compare(1500, change, false, 1e-7);
}

/// A random program in blocks, and its least sum of movements by microlp; `None` where its shares cannot reach the score.
fn blocks(draws: &mut Draws) -> (BlockProgram, Option<f64>) {
    let mut program = BlockProgram::default();
    let mut other = microlp::Problem::new(OptimizationDirection::Minimize);
    let movements: Vec<_> =
        (0..1 + draws.below(4)).map(|_| (program.movement(), other.add_var(1.0, (0.0, f64::INFINITY)))).collect();
    let mut score = Vec::new();
    for _ in 0..1 + draws.below(5) {
        let mut above = Vec::new();
        let mut shares: Vec<(microlp::Variable, Vec<usize>)> = Vec::new();
        for k in 0..1 + draws.below(4) {
            if k > 0 {
                let factors: Vec<f64> = movements.iter().map(|_| draws.unit() * 3.0 + 0.1).collect();
                let over = movements.iter().zip(&factors).map(|(movement, by)| (movement.0, *by));
                above.push((program.cover(over), factors));
            }
            let (value, column) = (if k == 0 { 0.0 } else { draws.unit() }, other.add_var(0.0, (0.0, 1.0)));
            program.share(value, &above.iter().map(|cover| cover.0).collect::<Vec<_>>());
            shares.push((column, (0..above.len()).collect()));
            score.push((column, value));
        }
        other.add_constraint(shares.iter().map(|(column, _)| (*column, 1.0)), ComparisonOp::Eq, 1.0);
        for (k, (_, factors)) in above.iter().enumerate() {
            let under = shares.iter().filter(|(_, covers)| covers.contains(&k)).map(|(column, _)| (*column, 1.0));
            let by = movements.iter().zip(factors).map(|(movement, by)| (movement.1, -by));
            other.add_constraint(under.chain(by).collect::<Vec<_>>(), ComparisonOp::Le, 0.0);
        }
        program.close();
    }
    other.add_constraint(score, ComparisonOp::Ge, 1.0);
    match other.solve() {
        Ok(SolveOutcome::Solution(found)) => (program, Some(found.objective())),
        Err(microlp::Error::Infeasible) => (program, None),
        other => panic!("{other:?}"),
    }
}

#[test]
fn charges_of_blocks_prove_the_optimum_and_never_more() {
    let mut compared = 0;
    for seed in 1..=600u64 {
        let (program, optimum) = blocks(&mut Draws::of(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
        let Some(optimum) = optimum.filter(|_| !program.is_empty()) else { continue };
        let mut method = Method::default();
        method.begin(&program);
        let mut best = method.bound(&program);
        for _ in 0..40 {
            if !method.step(&program) {
                break;
            }
            // Multipliers prove their bound whether or not they are the best.
            let bound = method.bound(&program);
            assert!(bound <= optimum * (1.0 + 1e-7) + 1e-9, "seed {seed}: {bound} above {optimum}");
            best = best.max(bound);
        }
        assert!(best >= optimum * (1.0 - 1e-4) - 1e-6, "seed {seed}: {best} below {optimum}");
        compared += 1;
    }
    assert!(compared > 200, "{compared}");
}
