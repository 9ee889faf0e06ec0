//! Linear constraints over the features' values: the inequalities of linear and causal limits, the amounts that levels
//! may add to them, and the costs of levels with the constraints priced by multipliers (docs/contract/certificate.md,
//! "Sums"). All sums are over changes of values: where values are large beside their changes, that avoids rounding.

use super::hyperplanes::{Decidable, Hyperplanes, Weighed};
use super::levels::{down, up, Levels};
use super::linear_leaves::LeafFeatures;
use super::live_box::Live;
use crate::answer::Check;
use crate::tolerances::LINEAR_CONSTRAINT;
use espalier_model::ensemble::Side;
use espalier_model::query::{Constraint, LinearConstraint, Sought};
use espalier_model::schema::{Change, Feature, Kind};

/// The inequalities, and by feature and level the least and the largest change of the value. The list is empty for
/// features in none, and the entry is `None` for excluded levels.
#[derive(Default)]
pub struct LinearConstraints {
    pub inequalities: Vec<LinearInequality>,
    /// Number of those that the request states. Multipliers of the others are stated by number.
    pub stated: usize,
    spans: Vec<Vec<Option<(f64, f64)>>>,
    /// The hyperplane tests.
    tests: Vec<Decidable>,
}

/// `sum of weight * change <= limit`.
pub struct LinearInequality {
    terms: Vec<Term>,
    /// The feature that stands for a hyperplane test, and its level with which this holds. Else it always holds.
    pub side: Option<(usize, usize)>,
    /// Of a tree's part: the feature that stands for its leaf, and the limits with each leaf.
    part: Option<(usize, Vec<LeafLimit>)>,
    pub limit: f64,
    /// The size to which rounding is relative: the limit plus the largest finite amount that each feature may add, in absolute values.
    pub size: f64,
}

/// The limit of a tree's part with one of its leaves: the constant, and the most that the sums `weight * change` of features can be on the leaf's path.
struct LeafLimit {
    constant: f64,
    /// By level the largest amount; minus infinity off the path.
    tops: Vec<(usize, Vec<f64>)>,
}

/// A feature of an inequality.
struct Term {
    feature: usize,
    weight: f64,
    /// By level the least amount that it adds; minus infinity where that is not finite.
    part: Vec<f64>,
    /// By level the largest; infinity where that is not finite.
    top: Vec<f64>,
    /// The largest finite amount, in absolute values.
    most: f64,
}

/// The request's linear constraints, without terms of weight 0.
fn asked<'a>(check: &'a Check<'_>) -> impl Iterator<Item = LinearConstraint> + 'a {
    let features = &check.schema.features;
    let constraints = check.query.constraints.iter().filter_map(|c| c.linear(features));
    constraints.map(|sum| LinearConstraint {
        terms: sum.terms.into_iter().filter(|t| t.1 != 0.0).collect(),
        levels: sum.levels.into_iter().filter(|l| l.1.iter().any(|w| *w != 0.0)).collect(),
        ..sum
    })
}

/// Whether requests of this kind have certificates, and whether the claimed bound fits.
///
/// # Errors
/// Names the part of the request that has no certificate, or the fault of the bound.
pub fn certified(check: &Check<'_>, proved: Option<f64>, cost: Option<f64>, planes: bool) -> Result<(), &'static str> {
    let (query, features) = (check.query, &check.schema.features);
    if query.hull.as_ref().is_some_and(|hull| hull.price > 0.0) || query.sought == Sought::Hulls {
        return Err("a price of the distance from a hull, and several hulls, have no certificate");
    }
    let trades = |c: &Constraint| matches!(c, Constraint::Budget(b) if b.changes.iter().any(|change| check.earned(change.0) > 0.0));
    if query.constraints.iter().any(trades) {
        return Err("a budget over a number whose change earns has no certificate");
    }
    if query.cost.quadratic.is_some() {
        return Err("a quadratic cost has no certificate");
    }
    let constrained = planes || query.hull.is_some() || asked(check).next().is_some();
    if constrained && query.cost.norm.linf > 0.0 {
        return Err("a largest-change cost beside linear constraints has no certificate");
    }
    let named = |s: LinearConstraint| s.terms.into_iter().map(|t| t.0).chain(s.levels.into_iter().map(|l| l.0));
    if asked(check).flat_map(named).any(|f| !query.factual[features[f].columns()[0]].is_finite()) {
        return Err("a sum of a value that is missing has no certificate");
    }
    match (proved, cost) {
        (None, _) => Ok(()),
        _ if !constrained => Err(
            "only beside linear constraints, hyperplanes, linear leaves and a hull less than the cost may be proved",
        ),
        (Some(_), None) => Err("a cost is proved of an answer that there is not"),
        // Not `>`: NaN is refused too.
        (Some(proved), Some(cost)) if proved.is_finite() && proved <= cost => Ok(()),
        _ => Err("the proved bound is no number or above the cost"),
    }
}

impl LinearConstraints {
    /// The inequalities of a request and the amounts that its levels add to them.
    pub fn new(
        check: &Check<'_>,
        cuts: &[Vec<f64>],
        levels: &[Levels],
        hull: &[LinearConstraint],
        planes: &Hyperplanes,
        features: &LeafFeatures<'_>,
    ) -> Result<LinearConstraints, &'static str> {
        let mut constraints = LinearConstraints { spans: vec![Vec::new(); levels.len()], ..Default::default() };
        for sum in asked(check).chain(hull.iter().cloned()) {
            for &(f, _) in &sum.terms {
                constraints.span(check, cuts, levels, f);
            }
            // A level adds its weight less that of the factual's level.
            let here = |f: usize, weights: &[f64]| {
                let own = check.schema.features[f].level_of(&check.query.factual);
                own.map_or(f64::NAN, |k| weights[k])
            };
            let mut added = Vec::new();
            for (f, weights) in &sum.levels {
                let own = here(*f, weights);
                let by = |(level, w): (&f64, &f64)| level.is_finite().then_some((w - own, w - own));
                added.push((*f, levels[*f].cost.iter().zip(weights).map(by).collect::<Vec<_>>()));
                constraints.span(check, cuts, levels, *f);
            }
            let own = |&(f, w): &(usize, f64)| w * check.query.factual[check.schema.features[f].columns()[0]];
            let mut before = sum.terms.iter().map(own).sum::<f64>();
            before += sum.levels.iter().map(|(f, weights)| here(*f, weights)).sum::<f64>();
            if sum.of_change {
                before = 0.0;
            }
            for (end, sign) in [(sum.most, 1.0), (sum.least, -1.0)] {
                if end.is_finite() {
                    let terms = sum.terms.iter().map(|&(f, w)| Term::new(f, sign * w, &constraints.spans[f]));
                    let terms = terms.chain(added.iter().map(|(f, by)| Term::new(*f, sign, by))).collect();
                    constraints.inequalities.push(LinearInequality::new(terms, sign * (end - before), None)?);
                }
            }
        }
        constraints.stated = constraints.inequalities.len() - hull.len();
        for (t, test) in planes.tests.iter().enumerate() {
            let reads = check.read_by(test);
            for &f in &reads {
                constraints.span(check, cuts, levels, f);
            }
            let sum = check.weigh(test, &|f| constraints.largest(f))?;
            let limits = sum.limits(test);
            for (level, sign) in [1.0, -1.0].into_iter().enumerate() {
                let terms = constraints.terms(sign, &sum, levels);
                let side = Some((planes.first + t, level));
                constraints.inequalities.push(LinearInequality::new(terms, limits[level], side)?);
            }
            constraints.tests.push(Decidable { feature: planes.first + t, reads, test: test.clone() });
        }
        constraints.sums(check, cuts, levels, planes, features)?;
        Ok(constraints)
    }

    /// Finds the spans of a feature, once.
    fn span(&mut self, check: &Check<'_>, cuts: &[Vec<f64>], levels: &[Levels], f: usize) {
        if self.spans[f].is_empty() {
            self.spans[f] = check.spans(f, &cuts[f], &levels[f]);
        }
    }

    /// The largest change of a number, in absolute values.
    fn largest(&self, f: usize) -> f64 {
        let ends = self.spans[f].iter().flatten().flat_map(|&(lo, hi)| [lo.abs(), hi.abs()]);
        ends.fold(0.0, f64::max)
    }

    /// The inequalities of trees whose sums are rows over features.
    fn sums(
        &mut self,
        check: &Check<'_>,
        cuts: &[Vec<f64>],
        levels: &[Levels],
        planes: &Hyperplanes,
        features: &LeafFeatures<'_>,
    ) -> Result<(), &'static str> {
        let column = |c: &usize| check.schema.features.iter().position(|f| f.columns().contains(c));
        let read = features.summed.iter().flat_map(|s| &s.ensemble.trees).flat_map(|t| &t.linear);
        let own = features.summed.iter().flat_map(|s| &s.rows).filter_map(|row| row.2.map(|t| t.0));
        for f in read.flat_map(|l| &l.columns).filter_map(column).chain(own) {
            self.span(check, cuts, levels, f);
        }
        let whole: Vec<Vec<bool>> = levels.iter().map(|l| l.cost.iter().map(|c| c.is_finite()).collect()).collect();
        let mut totals = Vec::new();
        for summed in &features.summed {
            let ensemble = summed.ensemble;
            let signs = |o: usize| {
                [1.0, -1.0].into_iter().filter(move |sign| summed.rows.iter().any(|row| sign * row.0[o] > 0.0))
            };
            let mut rows: Vec<_> =
                summed.rows.iter().map(|row| (Weighed::default(), -row.1, row.1.abs(), 0.0)).collect();
            for (i, (coef, ..)) in summed.rows.iter().enumerate() {
                let base = coef.iter().zip(&ensemble.base).map(|(c, b)| c * b);
                rows[i].1 += base.clone().sum::<f64>();
                rows[i].2 += base.map(f64::abs).sum::<f64>();
                if let Some((f, weight)) = summed.rows[i].2 {
                    rows[i].0.add(1.0, &Weighed { terms: vec![(f, -weight)], ..Weighed::default() });
                }
            }
            for (tree, choice) in ensemble.trees.iter().zip(&summed.trees) {
                let outputs = tree.output.map_or(0..ensemble.outputs, |o| o..o + 1);
                for o in outputs {
                    let (forms, off) = check.leaf_forms((ensemble, tree), o, levels, planes, &|f| self.largest(f))?;
                    let size = forms.iter().map(|form| form.size).fold(0.0, f64::max);
                    let part = choice.parts.iter().find(|p| p.0 == o).map(|p| p.1);
                    let mut from = 0.0;
                    if let (Some(z), Some(choice)) = (part, choice.feature) {
                        let none = Weighed::default();
                        let end = |sign: f64| {
                            let most = forms.iter().map(|form| self.limit(sign, form, &none, levels, off).most(&whole));
                            most.fold(f64::NEG_INFINITY, f64::max)
                        };
                        let width;
                        (from, width) = (-end(-1.0), end(1.0) + end(-1.0));
                        if !from.is_finite() || !width.is_finite() {
                            return Err("a linear leaf over numbers without bounds has no certificate");
                        }
                        self.spans[z] = vec![Some((0.0, width))];
                        for sign in signs(o) {
                            for form in &forms {
                                let mut terms = self.terms(-sign, form, levels);
                                terms.push(Term::new(z, sign, &self.spans[z]));
                                let limit = |k: &Weighed| {
                                    let LeafLimit { constant, tops } = self.limit(sign, k, form, levels, off);
                                    LeafLimit { constant: constant - sign * from, tops }
                                };
                                let limits = forms.iter().map(limit).collect();
                                let mut row = LinearInequality::new(terms, 2.0 * size, None)?;
                                row.limit = 0.0;
                                row.part = Some((choice, limits));
                                self.inequalities.push(row);
                            }
                        }
                    }
                    for (row, (coef, ..)) in rows.iter_mut().zip(&summed.rows).filter(|(_, row)| row.0[o] != 0.0) {
                        let coef = coef[o];
                        row.2 += (coef * size).abs();
                        match (part, choice.feature) {
                            (Some(z), _) => {
                                row.1 += coef * from;
                                row.0.add(-coef, &Weighed { terms: vec![(z, 1.0)], ..Weighed::default() });
                            }
                            (None, Some(f)) => {
                                let values: Vec<f64> = forms.iter().map(|form| form.at).collect();
                                self.spans[f] = vec![Some((0.0, 0.0)); values.len()];
                                row.0.add(-coef, &Weighed { levels: vec![(f, values)], ..Weighed::default() });
                            }
                            (None, None) => {
                                row.1 += coef * forms[0].at;
                                row.3 += coef.abs() * off;
                                row.0.add(-coef, &forms[0]);
                            }
                        }
                    }
                }
            }
            for (sum, limit, size, off) in rows {
                let terms = self.terms(1.0, &sum, levels);
                totals.push(LinearInequality::new(terms, limit + off + Check::sum_rounding(ensemble) * size, None)?);
            }
        }
        self.inequalities.extend(totals);
        Ok(())
    }

    /// A leaf's function, times a factor, as terms.
    fn terms(&self, by: f64, form: &Weighed, levels: &[Levels]) -> Vec<Term> {
        let numbers = form.terms.iter().map(|&(f, w)| Term::new(f, by * w, &self.spans[f]));
        let amounts = form.levels.iter().map(|(f, amounts)| {
            let by_level = |(cost, a): (&f64, &f64)| cost.is_finite().then_some((by * a, by * a));
            let spans: Vec<_> = levels[*f].cost.iter().zip(amounts).map(by_level).collect();
            Term::new(*f, 1.0, &spans)
        });
        numbers.chain(amounts).collect()
    }

    /// The most that `sign * (the leaf's function less the slope of another)` can be, rounding included.
    fn limit(&self, sign: f64, form: &Weighed, less: &Weighed, levels: &[Levels], off: f64) -> LeafLimit {
        let features = |form: &Weighed| -> Vec<usize> {
            form.terms.iter().map(|t| t.0).chain(form.levels.iter().map(|l| l.0)).collect()
        };
        let mut all = features(form);
        all.extend(features(less));
        all.sort_unstable();
        all.dedup();
        let of = |f: usize| {
            let weight = |form: &Weighed| form.terms.iter().find(|t| t.0 == f).map_or(0.0, |t| t.1);
            let amount = |form: &Weighed, k: usize| form.levels.iter().find(|l| l.0 == f).map_or(0.0, |l| l.1[k]);
            let path = form.path.iter().find(|p| p.0 == f);
            let weight = sign * (weight(form) - weight(less));
            let top = |k: usize| {
                if path.is_some_and(|(_, on)| !on[k]) || !levels[f].cost[k].is_finite() {
                    return f64::NEG_INFINITY;
                }
                let numbers =
                    self.spans[f][k]
                        .map_or(f64::NAN, |(lo, hi)| if weight == 0.0 { 0.0 } else { (weight * lo).max(weight * hi) });
                let most = if form.levels.iter().chain(&less.levels).any(|l| l.0 == f) {
                    // A level counts with its own worth, not with the change from the factual's.
                    sign * (amount(form, k) - amount(less, k))
                } else {
                    numbers
                };
                if most.is_nan() {
                    f64::INFINITY
                } else {
                    most
                }
            };
            (f, (0..levels[f].count()).map(top).collect())
        };
        LeafLimit { constant: sign * form.at + off, tops: all.into_iter().map(of).collect() }
    }

    /// Whether a box is down to one point of each feature.
    pub fn single(&self, live: &Live) -> bool {
        live.levels.iter().zip(&self.spans).all(|(on, spans)| {
            let mut own = (0..on.len()).filter(|&k| on[k]);
            let (Some(k), None) = (own.next(), own.next()) else { return false };
            spans.get(k).is_none_or(|span| span.is_some_and(|(lo, hi)| lo == hi))
        })
    }

    /// Decides the tests whose features are down to one point, as the model computes them.
    pub fn decide(&self, check: &Check<'_>, levels: &[Levels], live: &mut Live) {
        for Decidable { feature, reads, test } in &self.tests {
            let mut row = check.query.factual.clone();
            let mut point = |f: &usize| {
                let mut own = (0..levels[*f].count()).filter(|&k| live.levels[*f][k]);
                let (Some(k), None) = (own.next(), own.next()) else { return false };
                levels[*f].write(check, *f, k, &mut row);
                self.spans[*f][k].is_some_and(|(lo, hi)| lo == hi)
            };
            if reads.iter().all(&mut point) {
                match test.side(check.ensemble.input, &row) {
                    Some(Side::Left) => live.levels[*feature][1] = false,
                    Some(Side::Right) => live.levels[*feature][0] = false,
                    None => {}
                }
            }
        }
    }

    /// The largest cost at an end of any span of a numeric feature in a linear constraint; `None` for other features.
    /// Infinite where that is not finite.
    pub fn dearest(&self, check: &Check<'_>, f: usize) -> Option<f64> {
        if self.spans[f].is_empty() || check.schema.features[f].level_count().is_some() {
            return None;
        }
        let ends = self.spans[f].iter().flatten().flat_map(|&(lo, hi)| [lo, hi]);
        let costs = ends.map(|by| check.moved(f, by));
        Some(costs.fold(0.0, |most, cost| if cost.is_nan() { f64::INFINITY } else { most.max(cost) }))
    }

    /// Replaces the costs of levels by their costs with the constraints priced by multipliers: the least over all
    /// changes in the span. Minus infinity where that is not finite. Excluded levels keep theirs.
    /// Of a hyperplane's inequality, the level that it holds with pays its limit, and the other one the most that its sum can be in the box.
    pub fn price(&self, check: &Check<'_>, gamma: &[f64], live: &Live, cost: &mut [Vec<f64>]) {
        for (row, g) in self.inequalities.iter().zip(gamma).filter(|(_, g)| **g > 0.0) {
            if let Some((f, limits)) = &row.part {
                for (cost, limit) in cost[*f].iter_mut().zip(limits) {
                    let priced = *cost - g * limit.most(&live.levels);
                    *cost = if priced.is_finite() { priced } else { f64::NEG_INFINITY };
                }
            }
            let Some((f, level)) = row.side else { continue };
            for (k, cost) in cost[f].iter_mut().enumerate() {
                let priced = *cost - g * if k == level { row.limit } else { row.top(live) };
                *cost = if priced.is_finite() { priced } else { f64::NEG_INFINITY };
            }
        }
        for (f, spans) in self.spans.iter().enumerate().filter(|(_, s)| !s.is_empty()) {
            let terms = self.inequalities.iter().zip(gamma).flat_map(|(row, g)| row.terms.iter().map(move |t| (t, g)));
            let terms = terms.filter(|(t, _)| t.feature == f);
            let feature = check.schema.features.get(f);
            if feature.map_or(spans.len() > 1, |feature| feature.level_count().is_some()) {
                for (k, cost) in cost[f].iter_mut().enumerate().filter(|(k, _)| spans[*k].is_some()) {
                    let priced = *cost + terms.clone().map(|(t, g)| g * t.part[k]).sum::<f64>();
                    *cost = if priced.is_finite() { priced } else { f64::NEG_INFINITY };
                }
                continue;
            }
            let slope: f64 = terms.map(|(t, g)| g * t.weight).sum();
            if feature.is_none() {
                // The part of a tree costs nothing.
                let &[Some((_, width))] = &spans[..] else { continue };
                let least = slope * width;
                cost[f][0] = if least.is_finite() { least.min(0.0) } else { f64::NEG_INFINITY };
                continue;
            }
            let turns = check.turns(f, slope);
            for (span, cost) in spans.iter().zip(&mut cost[f]) {
                let &Some((lo, hi)) = span else { continue };
                let mut least = f64::INFINITY;
                for by in [lo, hi].iter().chain(&turns).map(|&by| clamp(by, lo, hi)) {
                    let priced = check.moved(f, by) + slope * by;
                    least = if priced.is_nan() { f64::NEG_INFINITY } else { least.min(priced) };
                }
                *cost = if least.is_finite() { least } else { f64::NEG_INFINITY };
            }
        }
    }
}

/// The nearest number of the span; NaN stays NaN.
fn clamp(by: f64, lo: f64, hi: f64) -> f64 {
    if by < lo {
        lo
    } else if by > hi {
        hi
    } else {
        by
    }
}

impl LeafLimit {
    fn most(&self, live: &[Vec<bool>]) -> f64 {
        let of = |(f, tops): &(usize, Vec<f64>)| {
            let on = tops.iter().zip(&live[*f]).filter(|(_, on)| **on);
            on.map(|(top, _)| *top).fold(f64::NEG_INFINITY, f64::max)
        };
        self.constant + self.tops.iter().map(of).sum::<f64>()
    }
}

impl LinearInequality {
    fn new(terms: Vec<Term>, limit: f64, side: Option<(usize, usize)>) -> Result<LinearInequality, &'static str> {
        if !limit.is_finite() || terms.iter().any(|t| !t.weight.is_finite()) {
            return Err("a sum with a weight or limit that is no number has no certificate");
        }
        let size = limit.abs() + terms.iter().map(|t| t.most).sum::<f64>();
        Ok(LinearInequality { terms, side, part: None, limit, size })
    }

    /// The most that the sum can be in a box.
    fn top(&self, live: &Live) -> f64 {
        let of = |t: &Term| {
            let on = t.top.iter().zip(&live.levels[t.feature]).filter(|(_, on)| **on);
            on.map(|(top, _)| *top).fold(f64::NEG_INFINITY, f64::max)
        };
        self.terms.iter().map(of).sum()
    }

    /// Excludes levels with which the sum exceeds the limit, even with every other feature's least amount. `false` when the least amounts of
    /// all features exceed it.
    /// Of a hyperplane's inequality, the level that it holds with goes, and other levels go once that is the only one.
    pub fn keep(&self, live: &mut Live) -> bool {
        if self.part.is_some() {
            return true;
        }
        let Some((f, level)) = self.side else { return self.keep_always(live, true) };
        let (own, other) = (live.levels[f][level], live.levels[f][1 - level]);
        if !own || self.keep_always(live, !other) {
            return true;
        }
        live.levels[f][level] = false;
        other
    }

    fn keep_always(&self, live: &mut Live, excludes: bool) -> bool {
        let limit = self.limit + LINEAR_CONSTRAINT * self.size;
        let of = |t: &Term| {
            let on = t.part.iter().zip(&live.levels[t.feature]).filter(|(_, on)| **on);
            on.map(|(part, _)| *part).fold(f64::INFINITY, f64::min)
        };
        let least: Vec<f64> = self.terms.iter().map(of).collect();
        // A least amount is infinite only where a feature has no live level.
        if least.contains(&f64::INFINITY) {
            return false;
        }
        let total: f64 = least.iter().filter(|l| l.is_finite()).sum();
        let endless = least.iter().filter(|l| !l.is_finite()).count();
        if !total.is_finite() {
            return true;
        }
        if endless == 0 && total > limit {
            return false;
        }
        if !excludes {
            return true;
        }
        for (term, least) in self.terms.iter().zip(&least) {
            let others = match (endless, least.is_finite()) {
                (0, _) => total - least,
                (1, false) => total,
                _ => continue,
            };
            let on = live.levels[term.feature].iter_mut().zip(&term.part);
            on.for_each(|(on, part)| *on &= others + part <= limit);
        }
        true
    }
}

impl Term {
    fn new(feature: usize, weight: f64, spans: &[Option<(f64, f64)>]) -> Term {
        let part = |span: &Option<(f64, f64)>| {
            let Some((lo, hi)) = *span else { return f64::NEG_INFINITY };
            let end = if weight < 0.0 { hi } else { lo };
            Some(weight * end).filter(|p| p.is_finite()).unwrap_or(f64::NEG_INFINITY)
        };
        let top = |span: &Option<(f64, f64)>| {
            let most = span.map_or(f64::NAN, |(lo, hi)| (weight * lo).max(weight * hi));
            if most.is_finite() {
                most
            } else {
                f64::INFINITY
            }
        };
        let ends = spans.iter().flatten().flat_map(|&(lo, hi)| [lo, hi]);
        let most = ends.map(|by| (weight * by).abs()).filter(|x| x.is_finite()).fold(0.0, f64::max);
        Term { feature, weight, part: spans.iter().map(part).collect(), top: spans.iter().map(top).collect(), most }
    }
}

impl Check<'_> {
    /// By level of a feature in a linear constraint, the least and the largest change; `None` for excluded levels.
    fn spans(&self, f: usize, cuts: &[f64], levels: &Levels) -> Vec<Option<(f64, f64)>> {
        let feature = &self.schema.features[f];
        let column = feature.columns()[0];
        let own = self.query.factual[column];
        let of = |level: usize| {
            let (lo, hi) = match feature.level_count() {
                None => self.span(f, feature, cuts, level, levels.stays[level]),
                Some(_) => feature.level_value(level, column).map(|v| (v, v))?,
            };
            (lo <= hi).then_some((lo - own, hi - own)).or(Some((f64::NEG_INFINITY, f64::INFINITY)))
        };
        (0..levels.count()).map(|k| if levels.cost[k].is_finite() { of(k) } else { None }).collect()
    }

    /// The least and the largest value of a numeric feature in a cell, both attained and within the limits on it. The factual's value is
    /// among them where it may stay.
    fn span(&self, f: usize, feature: &Feature, cuts: &[f64], cell: usize, stays: bool) -> (f64, f64) {
        let (own, input) = (self.query.factual[feature.columns()[0]], self.ensemble.input);
        let (mut min, mut max) = self.allowed(f, feature);
        let ways = self.query.constraints.iter().filter_map(|c| match c {
            Constraint::Direction { feature, change } if *feature == f => Some(*change),
            Constraint::Fix { feature } if *feature == f => Some(Change::Fixed),
            _ => None,
        });
        for way in std::iter::once(feature.change).chain(ways) {
            if matches!(way, Change::Fixed | Change::Increase) {
                min = min.max(own);
            }
            if matches!(way, Change::Fixed | Change::Decrease) {
                max = max.min(own);
            }
        }
        let whole = matches!(feature.kind, Kind::Integer { .. });
        // A missing value's level lies behind the last cell.
        let before = cell.checked_sub(1).and_then(|k| cuts.get(k));
        let after = before.map_or(f64::NEG_INFINITY, |c| input.after(input.floor(*c)));
        let upto = cuts.get(cell).copied().unwrap_or(f64::INFINITY);
        let (least, largest) = (up(min.max(after), whole, input), down(max.min(upto), whole, input));
        // A value that the model reads as it reads the factual's value counts as the factual's value.
        let read = |x: f64| if input.round(x) == input.round(own) { own } else { x };
        match (stays, least <= largest) {
            (true, true) => (read(least).min(own), read(largest).max(own)),
            (true, false) => (own, own),
            (false, _) => (least, largest),
        }
    }

    /// Changes of a numeric feature at which its cost plus `slope` times the change may be least, besides the ends of a span. These are 0,
    /// the corners of the cost, and for squared costs the changes of derivative 0 on either side.
    fn turns(&self, f: usize, slope: f64) -> Vec<f64> {
        let mut turns = vec![0.0];
        if self.query.cost.free.contains(&f) {
            return turns;
        }
        if let Some(points) = &self.query.cost.piecewise[f] {
            turns.extend(points.iter().map(|p| p.0));
            return turns;
        }
        let norm = self.query.cost.norm;
        for way in [1.0, -1.0] {
            let (width, weight) = (self.width(f), self.weight(f, way > 0.0));
            if norm.l2 * weight > 0.0 {
                let distance = (-way * slope * width - norm.l1 * weight) / (2.0 * norm.l2 * weight);
                turns.push(way * width * if distance < 0.0 { 0.0 } else { distance });
            }
        }
        turns
    }
}
