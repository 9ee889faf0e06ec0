//! The leaves of every tree: the amount that each adds to the goal's rows, and the levels that lead to it.

use super::goals::{goals, Goal};
use super::hyperplanes::Hyperplanes;
use super::levels::Levels;
use super::linear_leaves::LeafFeatures;
use crate::answer::{admitted, Check};
use espalier_model::ensemble::{first_largest, Aggregation, At, Ensemble, Side, Split, Tree};
use espalier_model::query::{Budget, Condition, ConditionTest, Constraint, Formula, Join, Query};
use std::ops::Range;

/// The ways of a rule are divided into runs of consecutive levels, where that makes at most this many leaves of a way. Any division is sound, since an answer
/// has one level of each feature. More repeats more of a search's reasons and takes longer; the search itself divides ways into at most some 2,000.
const MOST_RUNS: usize = 4096;

/// All leaves, those of a tree together. After the model's trees follow those of the isolation forest and of other models that the query asks.
/// Then follow the query's rules, one tree for each alternative of an "if", with the ways to keep the rule as leaves, and its budgets, as a tree
/// a feature.
#[derive(Default)]
pub struct Leaves {
    first: Vec<usize>,
    /// By leaf: one number for each row.
    pub rows: Vec<Vec<f64>>,
    /// By leaf: the features that its path tests, and the levels of each that lead there.
    pub path: Vec<Vec<(usize, Vec<bool>)>>,
    /// By leaf: its number in its tree; 0 in rules and budgets.
    pub number: Vec<usize>,
    /// Needs of the rows less the base scores.
    pub need: Vec<f64>,
    /// The number of trees before those of budgets.
    pub before_budgets: usize,
}

impl Leaves {
    pub fn trees(&self) -> usize {
        self.first.len()
    }

    pub fn of(&self, tree: usize) -> Range<usize> {
        self.first[tree]..self.first.get(tree + 1).copied().unwrap_or(self.rows.len())
    }
}

/// The leaves of a tree in the order of a walk, left before right, each with its path. `all`: those too to which no level leads.
pub(super) fn paths(
    (check, ensemble): (&Check<'_>, &Ensemble),
    tree: &Tree,
    levels: &[Levels],
    planes: &Hyperplanes,
    all: bool,
) -> Result<Vec<(usize, Path)>, &'static str> {
    let feature_of = |column: usize| check.schema.features.iter().position(|f| f.columns().contains(&column));
    let (mut found, mut open) = (Vec::new(), vec![(0, Path::new())]);
    while let Some((at, path)) = open.pop() {
        match tree.at(at) {
            At::Leaf(leaf) => found.push((leaf, path)),
            At::Split { split, left, right, missing, .. } => {
                let plane = planes.feature(ensemble, split);
                let f = plane.or_else(|| feature_of(split.columns()[0])).ok_or("a column that no feature stands in")?;
                let before = path.iter().position(|(g, _)| *g == f);
                let sides: Vec<Option<Side>> = match plane {
                    Some(_) => vec![Some(Side::Left), Some(Side::Right)],
                    None => {
                        (0..levels[f].count()).map(|k| check.side(ensemble, &levels[f], f, k, split, missing)).collect()
                    }
                };
                for (child, side) in [(right, Side::Right), (left, Side::Left)] {
                    let mut path = path.clone();
                    let at = before.unwrap_or(path.len());
                    if before.is_none() {
                        path.push((f, vec![true; sides.len()]));
                    }
                    path[at].1.iter_mut().zip(&sides).for_each(|(on, s)| *on &= *s == Some(side));
                    if all || path[at].1.contains(&true) {
                        open.push((child, path));
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Walks all trees.
pub fn leaves(
    check: &Check<'_>,
    levels: &[Levels],
    planes: &Hyperplanes,
    features: &LeafFeatures<'_>,
    goal: &Goal,
) -> Result<Leaves, &'static str> {
    let ensemble = check.ensemble;
    let mut all = Leaves::default();
    let part = |raw: &[f64], (coef, _): &(Vec<f64>, f64)| coef.iter().zip(raw).map(|(c, r)| c * r).sum::<f64>();
    // The goal's rows, one for the depth in the isolation forest, those of each other model, and one for each budget.
    let over = |ensemble: &Ensemble, rows: Vec<_>| if features.of(ensemble).is_some() { Vec::new() } else { rows };
    let mut judges = vec![(ensemble, over(ensemble, goal.rows.clone()))];
    judges.extend(check.query.depth.as_ref().map(|d| (&*d.forest, vec![(vec![1.0], admitted(d.least))])));
    for constraint in &check.query.constraints {
        if let Constraint::CausalEnsemble { cause, .. } = constraint {
            judges.push((&cause.trees, Vec::new()));
        }
        let Constraint::Also { model, target } = constraint else { continue };
        let asked = Query { target: target.clone(), margin: 0.0, ..check.query.copied() };
        let other = Check { ensemble: model, schema: check.schema, query: &asked };
        let mut goals = goals(&other).ok_or("a target that does not fit its model")?;
        let (Some(goal), true) = (goals.pop(), goals.is_empty()) else { return Err("a target of several goals") };
        judges.push((model, over(model, goal.rows)));
    }
    let budgets =
        || check.query.constraints.iter().filter_map(|c| if let Constraint::Budget(b) = c { Some(b) } else { None });
    for (ensemble, rows) in &judges {
        all.need.extend(rows.iter().map(|row| row.1 - part(&ensemble.base, row)));
    }
    all.need.extend(budgets().map(|budget| -check.may_spend(budget)));
    let rows = all.need.len();
    let mut first = 0;
    let trees = judges.iter().flat_map(|(ensemble, rows)| {
        first += rows.len();
        let summed = features.of(ensemble);
        let told = move |t: usize| summed.map(|s| &s.trees[t]);
        ensemble.trees.iter().enumerate().map(move |(t, tree)| (*ensemble, tree, rows, first - rows.len(), told(t)))
    });
    for (ensemble, tree, own, first, told) in trees {
        // Of the trees whose sums are rows over features, those stand here whose leaf is a feature of its own.
        let told = match told {
            None => None,
            Some(choice) if choice.own => choice.feature,
            Some(_) => continue,
        };
        all.first.push(all.rows.len());
        for (i, (leaf, mut path)) in
            paths((check, ensemble), tree, levels, planes, told.is_some())?.into_iter().enumerate()
        {
            if path.iter().any(|(_, on)| !on.contains(&true)) {
                continue;
            }
            path.extend(told.map(|feature| (feature, (0..tree.leaves()).map(|k| k == i).collect())));
            let raw = raw(ensemble, tree, leaf);
            let mut parts = vec![0.0; rows];
            parts[first..].iter_mut().zip(own).for_each(|(to, row)| *to = part(&raw, row));
            all.rows.push(parts);
            all.path.push(path);
            all.number.push(leaf);
        }
    }
    for constraint in &check.query.constraints {
        let Constraint::If { when, then } = constraint else { continue };
        for when in when.alternatives() {
            all.first.push(all.rows.len());
            for path in ways(check, levels, when, then).into_iter().flat_map(in_runs) {
                all.rows.push(vec![0.0; rows]);
                all.path.push(path);
                all.number.push(0);
            }
        }
    }
    // A tree for each feature of a budget, with a leaf for each run of levels that use the same amount.
    all.before_budgets = all.trees();
    let first = rows - budgets().count();
    for (row, budget) in (first..).zip(budgets()) {
        for (f, levels) in levels.iter().enumerate() {
            let live: Vec<usize> = (0..levels.count()).filter(|&k| levels.cost[k].is_finite()).collect();
            if !budget.names(f) || live.is_empty() {
                continue;
            }
            all.first.push(all.rows.len());
            let used: Vec<f64> = (0..levels.count()).map(|k| check.spends(budget, f, levels, k)).collect();
            for run in live.chunk_by(|&a, &b| used[a] == used[b]) {
                let mut parts = vec![0.0; rows];
                parts[row] = -used[run[0]];
                all.rows.push(parts);
                all.number.push(0);
                all.path.push(vec![(f, (0..levels.count()).map(|k| run.contains(&k)).collect())]);
            }
        }
    }
    Ok(all)
}

/// The features on a path, and the levels of each that lead along it.
pub type Path = Vec<(usize, Vec<bool>)>;

/// The ways to keep "if all of these hold, then so does the formula". The conditions are asked one after the other, so an answer goes one way.
fn ways(check: &Check<'_>, levels: &[Levels], when: &[Condition], then: &Formula) -> Vec<Path> {
    let asked = |path: &Path, c: &Condition, want: bool| {
        let (mut path, levels) = (path.clone(), &levels[c.feature]);
        let at = path.iter().position(|(f, _)| *f == c.feature).unwrap_or(path.len());
        if at == path.len() {
            path.push((c.feature, vec![true; levels.count()]));
        }
        path[at].1.iter_mut().enumerate().for_each(|(k, on)| *on &= check.holds(c, levels, k) == want);
        path
    };
    let (mut ways, mut here) = (Vec::new(), Path::new());
    for condition in when {
        ways.push(asked(&here, condition, false));
        here = asked(&here, condition, true);
    }
    for condition in &then.conditions {
        let met = asked(&here, condition, true);
        if then.join == Join::Any {
            ways.push(met);
            here = asked(&here, condition, false);
        } else {
            here = met;
        }
    }
    if then.join == Join::All {
        ways.push(here);
    }
    ways
}

/// A way as leaves that have one run of consecutive levels of each feature: every combination of the way's runs. Where these are too many, the way itself.
fn in_runs(way: Path) -> Vec<Path> {
    let mut all = vec![Path::new()];
    for (f, on) in &way {
        let begins = (0..on.len()).filter(|&k| on[k] && (k == 0 || !on[k - 1]));
        let run = |from: usize| {
            let upto = from + on[from..].iter().take_while(|on| **on).count();
            (*f, (0..on.len()).map(|k| (from..upto).contains(&k)).collect::<Vec<_>>())
        };
        let runs: Vec<_> = begins.map(run).collect();
        if all.len() * runs.len() > MOST_RUNS {
            return vec![way];
        }
        all = all
            .iter()
            .flat_map(|path| runs.iter().map(move |run| [&path[..], std::slice::from_ref(run)].concat()))
            .collect();
    }
    all
}

/// The amounts that a leaf adds to the raw outputs.
pub(super) fn raw(ensemble: &Ensemble, tree: &Tree, leaf: usize) -> Vec<f64> {
    let width = tree.width(ensemble.outputs);
    let values = &tree.values[leaf * width..(leaf + 1) * width];
    let factor = ensemble.tree_factor(tree);
    let mut raw = vec![0.0; ensemble.outputs];
    match (ensemble.aggregation, tree.output) {
        (Aggregation::Vote, _) => raw[first_largest(values)] = factor,
        (_, Some(output)) => raw[output] = factor * values[0],
        (_, None) => raw.iter_mut().zip(values).for_each(|(r, v)| *r = factor * v),
    }
    raw
}

impl Check<'_> {
    /// The least that a level of a feature uses of a budget.
    fn spends(&self, budget: &Budget, f: usize, levels: &Levels, level: usize) -> f64 {
        if levels.stays[level] || !levels.cost[level].is_finite() {
            return 0.0;
        }
        let mut row = self.query.factual.clone();
        levels.write(self, f, level, &mut row);
        self.spent(budget, &row, 0.0)
    }

    /// The side to which a level of a feature goes at a split; `None` where a missing value has no rule.
    fn side(
        &self,
        ensemble: &Ensemble,
        levels: &Levels,
        f: usize,
        level: usize,
        split: &Split,
        missing: Option<Side>,
    ) -> Option<Side> {
        let mut row = vec![0.0; self.ensemble.columns];
        levels.write(self, f, level, &mut row);
        ensemble.side(split, &row).or(missing)
    }

    fn holds(&self, condition: &Condition, levels: &Levels, level: usize) -> bool {
        match &condition.test {
            ConditionTest::Levels(allow) => allow.get(level).copied().unwrap_or(false),
            ConditionTest::Range { min, max } => {
                let feature = &self.schema.features[condition.feature];
                let value = match feature.level_count() {
                    None => levels.point[level],
                    Some(_) => feature.level_value(level, feature.columns()[0]).unwrap_or(f64::NAN),
                };
                *min <= value && value <= *max
            }
            ConditionTest::Unchanged => levels.stays[level],
        }
    }
}
