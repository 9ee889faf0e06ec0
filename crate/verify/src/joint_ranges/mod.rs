//! How far the changes of an answer may go *together*. The result is a joint box around the answered values. Every point of it is proved
//! to hold the target and to keep every limit.

mod attained_cells;
mod box_proof;
mod target_forms;

use crate::answer::admitted;
use crate::met;
use crate::target::reaches;
use attained_cells::Cells;
use box_proof::{Box, Prover};
use espalier_model::cells::Grid;
use espalier_model::ensemble::Ensemble;
use espalier_model::query::{Condition, ConditionTest, Constraint, Depth, Query, Target};
use espalier_model::Model;
use std::cmp::Ordering;

/// The interval of one changed feature in the joint box, closed, of attained raw values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointRange {
    /// Feature index.
    pub feature: usize,
    /// Least value. `None`: every lower value within the limits is inside.
    pub from: Option<f64>,
    /// Largest value. `None`: every higher value within the limits is inside.
    pub to: Option<f64>,
}

/// Why there are no joint ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JointRangesError {
    /// The values are not an answer: wrong number, without a prediction, or off target.
    NotAnAnswer,
    /// The model's regions, or the isolation forest's, are not boxes of the changed features, because of hyperplanes or linear leaves.
    NotBoxes,
}

impl std::fmt::Display for JointRangesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            JointRangesError::NotAnAnswer => "the values do not answer the query; give the values of a counterfactual",
            JointRangesError::NotBoxes => "the model or the isolation forest has hyperplane splits on a changed feature, or linear leaves; their regions are no boxes",
        })
    }
}

impl std::error::Error for JointRangesError {}

/// The joint box of an answer's changed ordered features (numeric, integer, ordinal), in schema order. While all of them are inside at
/// once and all other features are as answered, the target holds and every limit is met.
///
/// The box grows from the answered cell, first away from the factual, then towards it. It need not be the largest such box. A feature that
/// can take no value but its own has `from` and `to` equal. So has every feature where the answer must be a background row or lie in a
/// hull, or where sums over features are limited, a budget or a distance from splits is kept.
pub fn joint_ranges(model: &Model, query: &Query, values: &[f64]) -> Result<Vec<JointRange>, JointRangesError> {
    let (ensemble, schema) = (&*model.ensemble, &model.schema);
    if values.len() != ensemble.columns || query.factual.len() != ensemble.columns {
        return Err(JointRangesError::NotAnAnswer);
    }
    // The depth in the isolation forest, and each other model, is a target of its own on that ensemble.
    let mut beside: Vec<(&Ensemble, Target)> = Vec::new();
    if let Some(Depth { forest, least }) = &query.depth {
        beside.push((forest, Target::Value { lo: admitted(*least), hi: f64::INFINITY }));
    }
    beside.extend(query.constraints.iter().filter_map(|c| match c {
        Constraint::Also { model, target } => Some((&**model, target.clone())),
        _ => None,
    }));
    let said = |(other, target): &(&Ensemble, Target)| {
        other.predict(values).is_ok_and(|found| reaches(other, target, 0.0, &found).is_some())
    };
    let query = &match ensemble.predict(values) {
        Ok(prediction) if met(ensemble, query, &prediction).is_some() && beside.iter().all(said) => {
            Query { target: query.target.reached(&prediction), ..query.copied() }
        }
        _ => return Err(JointRangesError::NotAnAnswer),
    };
    let mut grid = Grid::new(ensemble);
    for (other, _) in &beside {
        grid.add(Grid::new(other));
    }
    let asked = |target| Query { target, margin: 0.0, ..query.copied() };
    let beside: Vec<(&Ensemble, Query)> = beside.into_iter().map(|(other, target)| (other, asked(target))).collect();
    let same = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
    let cells: Vec<Cells> = (schema.features.iter().enumerate())
        .filter(|(_, feature)| feature.columns().iter().any(|&c| !same(values[c], query.factual[c])))
        .filter_map(|(f, feature)| Cells::new(ensemble, &grid, query, f, feature, values[feature.columns()[0]]))
        .collect();
    if tied(query) {
        let at = |cells: &Cells| Some(values[schema.features[cells.feature].columns()[0]]);
        return Ok(cells.iter().map(|c| JointRange { feature: c.feature, from: at(c), to: at(c) }).collect());
    }
    let mut provers = Vec::new();
    for (ensemble, query) in std::iter::once((ensemble, query)).chain(beside.iter().map(|d| (d.0, &d.1))) {
        provers.push(Prover::new(ensemble, query, &cells, values).ok_or(JointRangesError::NotBoxes)?);
    }
    let mut growth = Growth { model, query, values, cells: &cells, provers };
    let found = growth.grow();
    Ok(cells
        .iter()
        .zip(found)
        .map(|(cells, (lo, hi))| JointRange {
            feature: cells.feature,
            from: (lo > cells.reach.0 || cells.beyond.0).then_some(cells.ends[lo].0),
            to: (hi < cells.reach.1 || cells.beyond.1).then_some(cells.ends[hi].1),
        })
        .collect())
}

/// Whether the query couples features, so that the box claimed is the answer alone.
fn tied(query: &Query) -> bool {
    let tied = |c: &Constraint| c.couples_features() || matches!(c, Constraint::Budget(_));
    query.real_rows.is_some() || query.hull.is_some() || query.distance > 0.0 || query.constraints.iter().any(tied)
}

struct Growth<'a> {
    model: &'a Model,
    query: &'a Query,
    values: &'a [f64],
    cells: &'a [Cells],
    /// Provers of the model's target and of those beside it; a box needs all of them.
    provers: Vec<Prover<'a>>,
}

impl Growth<'_> {
    fn grow(&mut self) -> Box {
        let mut found: Box = self.cells.iter().map(|c| (c.start, c.start)).collect();
        let sides = |towards: bool| -> Vec<(usize, bool)> {
            let up_first = |c: &Cells| c.away != Ordering::Less;
            let all = self.cells.iter().enumerate().flat_map(|(i, c)| [(i, up_first(c)), (i, !up_first(c))]);
            all.enumerate().filter(|(n, _)| (n % 2 == 1) == towards).map(|(_, side)| side).collect()
        };
        for sides in [sides(false), sides(true)] {
            self.all_the_way(&mut found, &sides);
            self.step_by_step(&mut found, &sides);
        }
        found
    }

    /// Tries to extend all sides to their furthest cells at once, then one by one.
    fn all_the_way(&mut self, found: &mut Box, sides: &[(usize, bool)]) {
        let cells = self.cells;
        let furthest = |found: &Box, sides: &[(usize, bool)]| {
            let mut far = found.clone();
            for &(axis, up) in sides {
                let reach = cells[axis].reach;
                far[axis] = if up { (far[axis].0, reach.1) } else { (reach.0, far[axis].1) };
            }
            far
        };
        let jointly = std::iter::once(sides).chain(sides.chunks(1)).collect::<Vec<_>>();
        for sides in jointly {
            let far = furthest(found, sides);
            if far != *found && self.holds(&far) {
                *found = far;
            }
        }
    }

    /// Extends the sides in turn, by twice as many cells after a success, by half after a failure.
    fn step_by_step(&mut self, found: &mut Box, sides: &[(usize, bool)]) {
        let mut steps = vec![1usize; sides.len()];
        while steps.iter().any(|s| *s > 0) {
            for (&(axis, up), step) in sides.iter().zip(&mut steps) {
                let (lo, hi) = found[axis];
                let reach = self.cells[axis].reach;
                let by = (*step).min(if up { reach.1 - hi } else { lo - reach.0 });
                if by == 0 {
                    *step = 0;
                    continue;
                }
                let mut far = found.clone();
                far[axis] = if up { (lo, hi + by) } else { (lo - by, hi) };
                if self.holds(&far) {
                    *found = far;
                    *step = by * 2;
                } else {
                    *step = by / 2;
                }
            }
        }
    }

    fn holds(&mut self, found: &Box) -> bool {
        self.conditions_hold(found) && self.provers.iter_mut().all(|p| p.holds(found))
    }

    /// Whether every implication of the query holds all over the box. The check is exact: no condition divides a cell, and the features of a
    /// box are independent of each other.
    fn conditions_hold(&self, found: &Box) -> bool {
        self.query.constraints.iter().all(|constraint| {
            let Constraint::If { when, then } = constraint else { return true };
            // A point breaks the rule where it meets all of one alternative and nothing of one demand.
            when.alternatives().all(|met| then.demands().all(|missed| !self.some_point(found, met, missed)))
        })
    }

    /// Whether some point of the box may meet all of the first conditions and none of the others. Each feature is free to take any of its cells.
    fn some_point(&self, found: &Box, met: &[Condition], missed: &[Condition]) -> bool {
        let all: Vec<(&Condition, bool)> =
            met.iter().map(|c| (c, true)).chain(missed.iter().map(|c| (c, false))).collect();
        all.iter().all(|(first, _)| {
            let mut own = self.cells_of(first, found);
            own.any(|k| all.iter().filter(|(c, _)| c.feature == first.feature).all(|&(c, is)| self.may(c, k, is)))
        })
    }

    /// The cells of the condition's feature in the box; an arbitrary one where the box does not have the feature.
    fn cells_of(&self, condition: &Condition, found: &Box) -> std::ops::RangeInclusive<usize> {
        match self.cells.iter().position(|c| c.feature == condition.feature) {
            Some(i) => found[i].0..=found[i].1,
            None => 0..=0,
        }
    }

    /// Whether the condition can be true (`is`), or false, in cell `k` of its feature.
    fn may(&self, condition: &Condition, k: usize, is: bool) -> bool {
        let feature = &self.model.schema.features[condition.feature];
        let column = feature.columns()[0];
        let own = self.query.factual[column];
        let Some(cells) = self.cells.iter().find(|c| c.feature == condition.feature) else {
            let same = |c: &usize| {
                let (a, b) = (self.values[*c], self.query.factual[*c]);
                a == b || a.is_nan() && b.is_nan()
            };
            return is
                == match &condition.test {
                    ConditionTest::Unchanged => feature.columns().iter().all(same),
                    ConditionTest::Levels(allow) => feature.level_of(self.values).is_some_and(|k| allow[k]),
                    ConditionTest::Range { min, max } => *min <= self.values[column] && self.values[column] <= *max,
                };
        };
        let (from, to) = cells.ends[k];
        let holds = |x: f64| match &condition.test {
            ConditionTest::Unchanged => x == own,
            ConditionTest::Levels(allow) => allow[k],
            ConditionTest::Range { min, max } => *min <= x && x <= *max,
        };
        // The factual's own value is allowed even where the input type cannot represent it.
        let owns = self.model.ensemble.input.round(own);
        holds(from) == is || holds(to) == is || from <= owns && owns <= to && holds(own) == is
    }
}
