//! Tells whether a row keeps the target and all limits while one of its numbers moves. The sums of hyperplanes are computed once and updated along the move. The
//! predictor's own sum is taken only where rounding could put a value on another side. Trees that do not depend on the number are not walked.

use crate::problem::compiling::leaf_values;
use crate::problem::extra_outputs::{ExtraOutputs, Judge};
use crate::problem::joint_limits::{keeps_within, Rounding};
use crate::problem::target::{Goal, ScoreRow};
use crate::problem::Problem;
use crate::tolerances::NEAR_NEED;
use espalier_model::ensemble::{At, Ensemble, Link, Neuron, Node, Precision, Side, Split, Tree};
use espalier_model::query::{Constraint, Query};
use espalier_numerics::sorting::sort_by;

/// The work on exact sums for the ranges of one answer, in trees added up. From there on values whose sums are near the need count as beyond a range's end.
/// More takes longer where rounding leaves large models' sums unsure; less ends such ranges early. By hand.
const EXACT: usize = 1 << 26;

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
    lacks: Option<Lacks>,
    /// By column: ensemble and tree of the trees that read it.
    readers: Vec<Vec<(usize, usize)>>,
    /// By row of the targets: its sum at the row. Empty where leaves are not known, or linear.
    scores: Vec<f64>,
    /// The trees added up so far for exact sums.
    effort: usize,
}

/// The sums of the targets' rows while the present column moves and all its splits are cuts.
#[derive(Debug, Default)]
struct Lacks {
    /// In ascending order. A value up to a cut lies below it.
    cuts: Vec<f64>,
    /// By interval between cuts: the most that a row lacks.
    most: Vec<f64>,
    /// A sum that lacks more than this is off the target, whatever the rounding. One with more than this to spare is on it, if `sure`.
    near: f64,
    sure: bool,
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
        let leaves: Vec<Vec<usize>> = ensembles(problem).map(|e| e.leaves_of(&[row]).unwrap_or_default()).collect();
        let linear = ensembles(problem).any(Ensemble::has_linear_leaves);
        let mut readers = vec![Vec::new(); row.len()];
        for (e, ensemble) in ensembles(problem).enumerate() {
            for (t, tree) in ensemble.trees.iter().enumerate() {
                for node in &tree.nodes {
                    let Node::Split { split, .. } = node else { continue };
                    for &c in split.columns() {
                        if readers[c].last() != Some(&(e, t)) {
                            readers[c].push((e, t));
                        }
                    }
                }
            }
        }
        let mut scores = Vec::new();
        if !linear && leaves.iter().all(|leaves| !leaves.is_empty()) {
            for ((ensemble, goal), leaves) in ensembles(problem).zip(goals(problem)).zip(&leaves) {
                let raw = ensemble.raw_of(leaves, row);
                let sum = |row: &ScoreRow| row.coef.iter().zip(&raw).map(|(c, r)| c * r).sum::<f64>();
                scores.extend(goal.rows.iter().map(sum));
            }
        }
        SingleMoveCheck {
            problem,
            query,
            row: row.to_vec(),
            sums,
            leaves,
            limits: Vec::new(),
            trees: Vec::new(),
            linear,
            lacks: None,
            readers,
            scores,
            effort: 0,
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
            Constraint::Linear { terms, levels, .. } => {
                terms.iter().any(|t| Some(t.0) == feature) || levels.iter().any(|l| Some(l.0) == feature)
            }
            Constraint::Budget(budget) => feature.is_some_and(|f| budget.names(f)),
            _ => c.conditions().any(|c| Some(c.feature) == feature),
        };
        self.limits = self.query.constraints.iter().map(names).collect();
        self.trees.clear();
        let mut turns = Vec::new();
        let mut open = Vec::new();
        let goals = goals(self.problem);
        let first_row = |e: usize| goals[..e].iter().map(|goal| goal.rows.len()).sum::<usize>() as u32;
        let mut stepwise = !self.scores.is_empty();
        // The value above which a row of the targets changes, that row and its change.
        let mut steps: Vec<(f64, u32, f64)> = Vec::new();
        let all: Vec<&Ensemble> = ensembles(self.problem).collect();
        for &(e, t) in &self.readers[column] {
            let ensemble = all[e];
            let tree = &ensemble.trees[t];
            let mut probe = false;
            let mut values = Vec::new();
            let everywhere = (f64::NEG_INFINITY, f64::INFINITY);
            open.push((0, everywhere));
            while let Some((at, within)) = open.pop() {
                let (entry, split, left, right, missing) = match tree.at(at) {
                    At::Split { entry, split, left, right, missing } => (entry, split, left, right, missing),
                    At::Leaf(leaf) => {
                        if stepwise && within != everywhere && within.0 < within.1 {
                            if values.is_empty() {
                                values = leaf_values(tree, ensemble);
                            }
                            let width = tree.width(ensemble.outputs);
                            let own = &values[leaf * width..(leaf + 1) * width];
                            for (r, row) in (first_row(e)..).zip(&goals[e].rows) {
                                let coef = &row.coef[tree.output.unwrap_or(0)..];
                                let sum = coef.iter().zip(own).map(|(c, v)| c * v).sum::<f64>();
                                steps.extend([(within.0, r, sum), (within.1, r, -sum)]);
                            }
                        }
                        continue;
                    }
                };
                let (mut side, mut parts, mut cuts) = (None, [within; 2], false);
                match split {
                    Split::Axis { column: c, threshold } if *c == column => {
                        let cut = espalier_model::cells::cut(*threshold, ensemble.compare, ensemble.input);
                        turns.push(cut);
                        cuts = true;
                        (parts[0].1, parts[1].0) = (within.1.min(cut), within.0.max(cut));
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
                        turns.extend(left.iter().flat_map(|&(lo, hi)| [input.before(input.ceil(lo)), input.floor(hi)]));
                    }
                    _ if split.columns().contains(&column) => {}
                    _ => side = ensemble.side(split, &self.row).or(missing),
                }
                probe |= side.is_none();
                stepwise &= side.is_some() || cuts;
                if side != Some(Side::Right) {
                    open.push((left, parts[0]));
                }
                if side != Some(Side::Left) {
                    open.push((right, parts[1]));
                }
            }
            if probe {
                self.trees.push((e, t));
            }
        }
        self.lacks = stepwise.then(|| self.lacks(&goals, steps, column));
        turns
    }

    /// The sums of the targets' rows along a column, by their steps.
    fn lacks(&self, goals: &[&Goal], mut steps: Vec<(f64, u32, f64)>, column: usize) -> Lacks {
        sort_by(&mut steps, |a, b| a.0.total_cmp(&b.0));
        // Beside another model's target the predictors decide.
        let mut lacks = Lacks { sure: goals.len() == 1, ..Lacks::default() };
        // By row: its sum along the steps, and at the row's own value.
        let rows: usize = goals.iter().map(|goal| goal.rows.len()).sum();
        let (mut now, mut own) = (vec![0.0; rows], vec![0.0; rows]);
        let mut sums = Vec::new();
        let mut size = 0.0;
        let x = self.problem.compiled.ensemble.input.round(self.row[column]);
        for (i, &(cut, r, step)) in steps.iter().enumerate() {
            now[r as usize] += step;
            size += step.abs();
            if steps.get(i + 1).is_none_or(|next| next.0 != cut) && cut < f64::INFINITY {
                lacks.cuts.push(cut);
                sums.extend_from_slice(&now);
                if cut < x {
                    own.copy_from_slice(&now);
                }
            }
        }
        let mut needs = Vec::new();
        for (ensemble, goal) in ensembles(self.problem).zip(goals) {
            for row in &goal.rows {
                let sum = self.scores[needs.len()];
                needs.push(row.need - sum + own[needs.len()]);
                // Sums of differences round, and a need is eased for the rounding of the library's link.
                let rounding = f64::EPSILON * ensemble.trees.len() as f64 * (size + sum.abs() + row.need.abs());
                lacks.near = lacks.near.max(NEAR_NEED + 3.0 * goal.rounding + 2.0 * row.eased + rounding);
            }
            lacks.sure &= !goal.only_necessary() && ensemble.link != Link::OneVsRest;
        }
        let lack = |now: &[f64]| needs.iter().zip(now).map(|(need, now)| need - now).fold(f64::NEG_INFINITY, f64::max);
        lacks.most.push(lack(&vec![0.0; rows]));
        lacks.most.extend(sums.chunks(rows.max(1)).map(lack));
        lacks
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
        let keeps = self.keeps_target(column, before) && self.keeps_limits(&self.row);
        self.row[column] = before;
        keeps
    }

    /// Whether the row has the target after its column was moved from `before`.
    fn keeps_target(&mut self, column: usize, before: f64) -> bool {
        let (problem, row) = (self.problem, &self.row);
        let mut near = true;
        if let Some(lacks) = &self.lacks {
            let x = problem.compiled.ensemble.input.round(row[column]);
            let lack = lacks.most[lacks.cuts.partition_point(|cut| *cut < x)];
            if lack > lacks.near {
                return false;
            }
            near = lack >= -lacks.near || !lacks.sure;
        }
        let schema = &problem.compiled.schema.features;
        let beside = |side: &ExtraOutputs| side.ensemble().is_some() || side.reached(schema, &problem.factual, row);
        if !problem.sides.iter().all(beside) {
            return false;
        }
        if near && self.lacks.is_some() {
            if self.effort > EXACT {
                return false;
            }
            self.effort += ensembles(problem).map(|e| e.trees.len()).sum::<usize>();
        }
        !near
            || match (!self.linear).then(|| self.fall(column, before)).flatten() {
                Some(leaves) => (ensembles(problem).zip(goals(problem)).zip(&leaves))
                    .all(|((ensemble, goal), leaves)| goal.reached_by(ensemble, leaves, row)),
                None => problem.predicts(row),
            }
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

/// The target of each of these ensembles.
fn goals(problem: &Problem) -> Vec<&Goal> {
    let beside = problem.sides.iter().filter_map(|side| match &side.judge {
        Judge::Ensemble { goal, .. } => Some(goal),
        _ => None,
    });
    std::iter::once(&problem.goal).chain(beside).collect()
}

/// The position of a column among a hyperplane's columns.
fn place(columns: &[usize], column: usize) -> Option<usize> {
    // A hyperplane often has all columns.
    if columns.get(column) == Some(&column) {
        return Some(column);
    }
    columns.iter().position(|&c| c == column)
}
