//! Builds the tests and trees of one query: the ensemble's splits (the same split in several trees is one test),
//! linear limits and prices as rows that always hold.

use super::integer_equations::ConstraintRange;
use super::linear_leaves::LinearForm;
use super::lp_model::{Encoding, LpModel};
use super::lp_trees::{row, BorderTest, LpTestKind, GONE};
use super::neurons::Output;
use super::single_move_check::rounded;
use crate::problem::compiling::leaf_values;
use crate::problem::joint_limits::{keeps, missed};
use crate::problem::split_margin::SplitMargin;
use crate::tolerances::SLAB;
use crate::SearchError;
use espalier_model::cells::cut;
use espalier_model::ensemble::{Compare, Ensemble, Node, Precision, Side, Split, Tree};
use espalier_model::query::{Budget, CausalEnsemble, Constraint, Distinct, LinearConstraint};
use espalier_numerics::sorting::sort_by;
use std::collections::HashMap;
use std::sync::Arc;

/// The least size that the largest coefficient of real numbers counts as in a [`SLAB`], as a share of the largest of all coefficients. Counted over
/// all coefficients, answers were dearer by up to 5e-6 of their cost (docs/experiments/lp-search.md). Less brings the slab near the rounding of the
/// other terms. The share is by hand.
pub(super) const LEAST: f64 = 1e-4;

/// The values that count in a sum over columns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SummedValues {
    /// Rounded to the model's input type.
    AsRead,
    AsStated,
}

pub struct Builder<'a> {
    pub(super) lp: &'a mut LpModel,
    /// Feature of each input column.
    pub(super) feature_of: Vec<usize>,
    known: HashMap<Vec<u64>, u32>,
    /// The distance that the splits keep whose tests are made now.
    pub(super) distance: Option<SplitMargin>,
    /// The neurons of the ensemble whose trees are made now.
    pub(super) hidden: Vec<Output>,
}

impl Builder<'_> {
    /// # Errors
    /// `SearchError` where a category set reads a number.
    pub fn new(lp: &mut LpModel) -> Result<Builder<'_>, SearchError> {
        let compiled = Arc::clone(&lp.problem.compiled);
        let mut feature_of = vec![0; compiled.ensemble.columns];
        for (f, feature) in compiled.schema.features.iter().enumerate() {
            for &c in feature.columns() {
                feature_of[c] = f;
            }
        }
        let beside = lp.query.beside();
        let causes: Vec<Arc<CausalEnsemble>> = lp
            .constraints()
            .filter_map(|c| match c {
                Constraint::CausalEnsemble { cause, .. } => Some(Arc::clone(cause)),
                _ => None,
            })
            .collect();
        let regions = lp.has_trees() && lp.query.distinct() == Some(Distinct::Regions);
        let all = std::iter::once(&*compiled.ensemble)
            .chain(beside.iter().map(|e| &**e))
            .chain(causes.iter().map(|c| &c.trees));
        for node in all.flat_map(|e| &e.trees).flat_map(|t| &t.nodes) {
            let Node::Split { split, .. } = node else { continue };
            let feature = &compiled.schema.features[feature_of[split.columns()[0]]];
            match split {
                Split::Categories { .. } if feature.level_count().is_none() => {
                    return Err(SearchError::CategoryOnNumeric { feature: feature.name.clone() });
                }
                Split::Intervals { .. } if regions && feature.level_count().is_none() => {
                    let what = "regions are not told apart for splits at which zero counts as missing with linear constraints or hyperplanes in this version; ask for \"distinct\": \"features\"";
                    return Err(SearchError::Unsupported { what: what.into() });
                }
                _ => {}
            }
        }
        lp.forest.of_feature = vec![Vec::new(); lp.encodings.len()];
        Ok(Builder { lp, feature_of, known: HashMap::new(), distance: None, hidden: Vec::new() })
    }

    pub fn build(mut self) {
        for f in 0..self.lp.encodings.len() {
            if let Encoding::Levels { count, .. } = self.lp.encodings[f] {
                for k in 0..count {
                    self.levels(f, (0..count).map(|l| l == k).collect());
                }
            }
        }
        self.charges();
        if self.lp.has_trees() {
            self.largest();
            self.lp.sums_of_squares();
        }
        self.constraints();
        if self.lp.has_trees() {
            self.left_alone();
            self.parted();
            self.ensemble();
            self.lp.close_linear();
        }
        self.lp.forest.order_lines(&self.lp.program.rows);
    }

    fn ensemble(&mut self) {
        let compiled = Arc::clone(&self.lp.problem.compiled);
        // The ensembles beside the model come first. The model's own trees stand last.
        let mut first = compiled.ensemble.outputs;
        for side in Arc::clone(&self.lp.problem.sides).iter() {
            if let Some(ensemble) = side.ensemble() {
                self.trees(ensemble, first);
            }
            first += side.outputs();
        }
        self.distance = self.lp.problem.sides.iter().find_map(|side| side.distance().cloned());
        self.trees(&compiled.ensemble, 0);
    }

    /// Adds the trees of an ensemble. Its outputs are those of the goal's rows from `first` on.
    fn trees(&mut self, ensemble: &Ensemble, first: usize) {
        let rows = self.lp.problem.rows.clone();
        self.neurons(ensemble, first);
        for tree in &ensemble.trees {
            let values = leaf_values(tree, ensemble);
            let width = tree.width(ensemble.outputs);
            let nodes = self.nodes(ensemble, tree);
            let base = self.lp.forest.dead.len();
            let (moved, forms) = self.linear(ensemble, tree, first);
            self.lp.forest.tree(&nodes, rows.len(), &mut |leaf, out| {
                let at = &values[leaf as usize * width..(leaf as usize + 1) * width];
                out.extend(rows.iter().enumerate().map(|(r, row)| {
                    let constant: f64 = match tree.output {
                        Some(output) => row.coef[first + output] * at[0],
                        None => row.coef[first..].iter().zip(at).map(|(c, v)| c * v).sum(),
                    };
                    constant + moved.get(leaf as usize * rows.len() + r).unwrap_or(&0.0)
                }));
                true
            });
            for (leaf, number) in (base..).zip(self.lp.forest.numbers[base..].to_vec()) {
                let at = number as usize * rows.len();
                if number != GONE && forms.get(at).is_some() && tree.linear_leaf(number as usize).is_some() {
                    let own = forms[at..at + rows.len()].to_vec();
                    self.lp.forest.linear.add(leaf as u32, own);
                }
            }
        }
    }

    /// The linear parts of a tree's leaves, by leaf and row of the goal: their values at the origin of the coordinates, and their coefficients.
    fn linear(&mut self, ensemble: &Ensemble, tree: &Tree, first: usize) -> (Vec<f64>, Vec<LinearForm>) {
        if tree.linear.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let rows = self.lp.problem.rows.clone();
        if self.lp.forest.linear.is_empty() {
            let real = self.real_coordinates();
            self.lp.forest.linear.begin(rows.len(), real);
        }
        self.lp.rounds |= self.lp.encodings.iter().any(|p| matches!(p, Encoding::Number { whole: false, .. }));
        let (factor, width) = (ensemble.tree_factor(tree), tree.width(ensemble.outputs));
        let (mut moved, mut forms) = (Vec::new(), Vec::new());
        for linear in &tree.linear {
            for row in &rows {
                let coef = |i: usize| row.coef[first + tree.output.unwrap_or(i)];
                let weight = |k: usize| factor * (0..width).map(|i| coef(i) * linear.weights_of(i)[k]).sum::<f64>();
                let weights: Vec<f64> = (0..linear.columns.len()).map(weight).collect();
                let (mut coefs, constant) = self.sum(&linear.columns, &weights, SummedValues::AsRead);
                sort_by(&mut coefs, |a, b| a.0.cmp(&b.0));
                moved.push(constant);
                forms.push(LinearForm::new(coefs));
            }
        }
        (moved, forms)
    }

    /// The test of a split, and whether its left side is the split's right. A missing level goes to the side that `missing` says.
    pub(super) fn split(&mut self, ensemble: &Ensemble, split: &Split, missing: Option<Side>) -> (u32, bool) {
        let compiled = Arc::clone(&self.lp.problem.compiled);
        let columns = split.columns();
        let f = self.feature_of[columns[0]];
        let feature = &compiled.schema.features[f];
        if columns.iter().all(|&c| self.feature_of[c] == f) && feature.level_count().is_some() {
            let mut row = vec![0.0; ensemble.columns];
            let count = feature.level_count().unwrap_or(0);
            let mut left: Vec<bool> = (0..count)
                .map(|k| {
                    feature.columns().iter().for_each(|&c| row[c] = feature.level_value(k, c).unwrap_or(0.0));
                    ensemble.side(split, &row) == Some(Side::Left)
                })
                .collect();
            if self.lp.problem.vars[f].missing {
                left.push(missing == Some(Side::Left));
            }
            return (self.levels(f, left), false);
        }
        if let Some((cut, flipped)) = one_column(ensemble, split) {
            return (self.axis(f, cut), flipped);
        }
        let test = match split {
            Split::Oblique { weights, threshold, .. } => {
                // Where the comparison or the precision of the sum differs, the test is another one.
                let single = ensemble.planes == Precision::F32;
                let less = f64::from(u8::from(ensemble.compare == Compare::Less) + 2 * u8::from(single));
                let words: Vec<u64> = weights.iter().chain([threshold, &less]).map(|w| w.to_bits()).collect();
                let key = key(columns, &words);
                if let Some(&test) = self.known.get(&key) {
                    return (test, false);
                }
                let test = self.plane(ensemble, split, columns, weights, *threshold);
                self.known.insert(key, test);
                test
            }
            Split::Axis { threshold, .. } => self.axis(f, cut(*threshold, ensemble.compare, ensemble.input)),
            Split::Categories { .. } | Split::Intervals { .. } => 0,
        };
        (test, false)
    }

    /// The test "at most `cut`", a value of the input type.
    pub(super) fn axis(&mut self, f: usize, cut: f64) -> u32 {
        let key = key(&[f, usize::MAX], &[cut.to_bits()]);
        if let Some(&test) = self.known.get(&key) {
            return test;
        }
        let Encoding::Number { coord, origin, base, stays, scale, .. } = self.lp.encodings[f] else { return 0 };
        let input = self.lp.input();
        let (mut below, mut above) = (cut, input.after(cut));
        if self.lp.integer(f) {
            (below, above) = (below.floor(), input.ceil(above.ceil()));
        }
        let (mut left, mut right) = ((below - origin) / scale, (above - origin) / scale);
        if stays && base <= below {
            left = left.max(0.0);
        } else if stays {
            right = right.min(0.0);
        }
        let test = self.lp.test([(coord, 1.0)], left, right, LpTestKind::Axis(f as u32, below, above));
        self.join(test);
        self.known.insert(key, test);
        test
    }

    /// The test whether a feature's level is one of those flagged.
    pub(super) fn levels(&mut self, f: usize, left: Vec<bool>) -> u32 {
        let flags: Vec<u64> = left.iter().map(|l| u64::from(*l)).collect();
        let key = key(&[f], &flags);
        if let Some(&test) = self.known.get(&key) {
            return test;
        }
        let Encoding::Levels { first, base, .. } = self.lp.encodings[f] else { return 0 };
        let stays = left[base as usize];
        let coefs: Vec<(u32, f64)> = shares(first, base, left.len())
            .filter(|(k, _)| left[*k] != stays)
            .map(|(_, g)| (g, if stays { 1.0 } else { -1.0 }))
            .collect();
        let (to_left, to_right) = if stays { (0.0, 1.0) } else { (-1.0, 0.0) };
        let flags = self.lp.forest.left_levels.len() as u32;
        self.lp.forest.left_levels.extend(left);
        let test = self.lp.test(coefs, to_left, to_right, LpTestKind::Levels(f as u32, flags));
        self.known.insert(key, test);
        test
    }

    /// Coefficients over coordinates of a weighted sum of raw columns, and its value at the base.
    pub(super) fn sum(&self, columns: &[usize], weights: &[f64], values: SummedValues) -> (Vec<(u32, f64)>, f64) {
        let mut coefs: Vec<(u32, f64)> = Vec::new();
        let mut constant = 0.0;
        for (&c, &w) in columns.iter().zip(weights) {
            let Some(&f) = self.feature_of.get(c) else {
                let (coord, scale) = self.hidden[c - self.feature_of.len()];
                coefs.push((coord, w * scale));
                continue;
            };
            match self.lp.encodings[f] {
                Encoding::Number { coord, base, origin, scale, .. } => {
                    coefs.push((coord, w * scale));
                    constant += w * if values == SummedValues::AsRead { base } else { origin };
                }
                Encoding::Levels { first, base, count, .. } => {
                    let feature = &self.lp.schema()[f];
                    let raw = |k: usize| feature.level_value(k, c).unwrap_or(0.0);
                    let value =
                        |k: usize| if values == SummedValues::AsRead { self.lp.input().round(raw(k)) } else { raw(k) };
                    let here = value(base as usize);
                    constant += w * here;
                    for (k, g) in shares(first, base, count as usize) {
                        match coefs.iter_mut().find(|e| e.0 == g) {
                            Some(e) => e.1 += w * (value(k) - here),
                            None => coefs.push((g, w * (value(k) - here))),
                        }
                    }
                }
            }
        }
        (coefs, constant)
    }

    /// Puts a test on the line of those that are parallel to it.
    fn join(&mut self, test: u32) {
        let (forest, pairs) = (&mut self.lp.forest, &self.lp.program.rows);
        let turned = pairs.coefs(test)[0].1 < 0.0;
        let sign = if turned { -1.0 } else { 1.0 };
        let (mut of, mut words) = (vec![usize::MAX], Vec::new());
        for &(g, a) in pairs.coefs(test) {
            of.push(g as usize);
            words.push((sign * a).to_bits());
        }
        let key = key(&of, &words);
        let next = forest.lines.len() as u32;
        let known = self.known.get(&key).copied();
        let line = known.unwrap_or(next);
        if known.is_none() {
            forest.lines.push(Vec::new());
            self.known.insert(key, next);
        }
        forest.join(test, line, turned);
    }

    fn plane(&mut self, ensemble: &Ensemble, split: &Split, columns: &[usize], weights: &[f64], threshold: f64) -> u32 {
        let (mut coefs, constant) = self.sum(columns, weights, SummedValues::AsRead);
        let mut norm = coefs.iter().fold(0.0, |n: f64, c| n.max(c.1.abs()));
        let mut row = self.lp.query.factual.clone();
        let mut real = false;
        let mut largest = 0.0f64;
        let mut size = threshold.abs();
        for (&c, w) in columns.iter().zip(weights) {
            let f = self.feature_of[c];
            let most = match self.lp.encodings[f] {
                Encoding::Number { whole, scale, .. } => {
                    real |= !whole;
                    if !whole {
                        largest = largest.max((w * scale).abs());
                    }
                    self.lp.lo[f].abs().max(self.lp.hi[f].abs())
                }
                Encoding::Levels { base, .. } => {
                    row[c] = self.lp.schema()[f].level_value(base as usize, c).unwrap_or(0.0);
                    1.0f64.max(row[c].abs())
                }
            };
            size += (w * most).abs();
        }
        let side = ensemble.side(split, &row);
        let goes_left = side == Some(Side::Left);
        if norm == 0.0 {
            let end = if goes_left { f64::INFINITY } else { f64::NEG_INFINITY };
            return self.lp.test([], end, end, LpTestKind::Plane);
        }
        if real {
            // Numbers keep away by a share of their own coefficients, not of the coefficients of levels beside them.
            norm = largest.max(LEAST * norm);
        }
        coefs.iter_mut().for_each(|c| c.1 /= norm);
        // Two more terms, for the rounding of this computation.
        let rounding = rounded(ensemble.planes, columns.len() + 2, size) / norm;
        let at = (threshold - constant) / norm;
        // Among whole numbers sums are met exactly. There the sides overlap, and the predictor decides.
        self.lp.rounds |= real;
        // So do the sides of numbers, where nothing was found beside them.
        let slab = if real && !self.lp.problem.widened { SLAB + rounding } else { -SLAB - rounding };
        let (mut left, mut right) = (at - slab, at + slab);
        // The factual stays on its own side, however close it is.
        if goes_left {
            left = left.max(0.0);
        } else if side.is_some() {
            right = right.min(0.0);
        }
        let test = self.lp.test(coefs, left, right, LpTestKind::Plane);
        if real {
            self.join(test);
        } else {
            self.lp.forest.exact.push(BorderTest { test, split: split.clone(), compare: ensemble.compare });
        }
        test
    }

    /// Adds a feature's change to a row that counts changes: its terms, or one less of the limit where its level can only be another one.
    pub(super) fn count_change(&self, place: usize, coefs: &mut Vec<(u32, f64)>, limit: &mut f64) {
        match self.lp.encodings[place] {
            Encoding::Number { charged: Some(tests), .. } => {
                coefs.extend(tests.iter().map(|&t| self.lp.program.rows.coefs(t)[0]));
            }
            Encoding::Levels { first, base, count, .. } if self.lp.unmoved(place, base) => {
                if self.lp.problem.vars.get(place).is_none_or(|var| !var.stands_in) {
                    coefs.extend(shares(first, base, count as usize).map(|(_, g)| (g, 1.0)));
                }
            }
            // The cheapest level is a change: all levels count but those that are none.
            Encoding::Levels { first, base, count, .. } => {
                *limit -= 1.0;
                let var = self.lp.problem.vars.get(place);
                let stays = |k: usize| var.is_some_and(|var| !var.changed[k] && var.cost[k].is_finite());
                coefs.extend(shares(first, base, count as usize).filter(|s| stays(s.0)).map(|(_, g)| (g, -1.0)));
            }
            Encoding::Number { .. } => {}
        }
    }

    fn constraints(&mut self) {
        // At most one level is chosen: the shares sum to at most 1.
        for f in 0..self.lp.encodings.len() {
            if let Encoding::Levels { first, base, count, .. } = self.lp.encodings[f] {
                if count > 2 {
                    let coefs: Vec<_> = shares(first, base, count as usize).map(|(_, g)| (g, 1.0)).collect();
                    let test = self.lp.test(coefs, 1.0, f64::INFINITY, LpTestKind::Plane);
                    self.lp.always.push(row(test, Side::Left));
                }
            }
        }
        if let Some(most) = self.lp.problem.max_changes {
            let (mut coefs, mut limit) = (Vec::new(), most as f64);
            for place in 0..self.lp.encodings.len() {
                self.count_change(place, &mut coefs, &mut limit);
            }
            let test = self.lp.test(coefs, limit, f64::INFINITY, LpTestKind::Plane);
            self.lp.always.push(row(test, Side::Left));
        }
        let constraints: Vec<Constraint> = self.lp.constraints().cloned().collect();
        for constraint in &constraints {
            match constraint {
                Constraint::If { when, then } if self.lp.has_trees() => self.implication(when, then),
                Constraint::CausalEnsemble { feature, cause } => self.learned(*feature, cause),
                Constraint::Budget(budget) => self.budget(budget),
                _ => {
                    if let Some(linear) = constraint.linear(self.lp.schema()) {
                        self.linear_constraint(&linear);
                    }
                }
            }
        }
    }

    /// Adds a budget: for each number a coordinate that is at least its priced change, and a row over these and the levels.
    fn budget(&mut self, budget: &Budget) {
        let (schema, factual) = (self.lp.schema(), &self.lp.query.factual);
        let mut limit = budget.most;
        let mut coefs = Vec::new();
        let mut numbers = Vec::new();
        for (f, place) in self.lp.encodings.iter().enumerate().take(schema.len()).filter(|(f, _)| budget.names(*f)) {
            let column = schema[f].columns()[0];
            match *place {
                Encoding::Number { coord, scale, .. } => {
                    let unit = |value: f64| budget.part(f, 0.0, value, None) * scale;
                    let ends = place.ends(self.lp.lo[f], self.lp.hi[f]);
                    numbers.push((coord, unit(1.0), unit(-1.0), ends));
                }
                Encoding::Levels { first, base, count, .. } => {
                    let var = &self.lp.problem.vars[f];
                    let part = |k: usize| match var.changed[k] && var.cost[k].is_finite() {
                        true => budget.part(f, factual[column], var.value[k], Some(k)),
                        false => 0.0,
                    };
                    let here = part(base as usize);
                    limit -= here;
                    coefs.extend(shares(first, base, count as usize).map(|(k, g)| (g, part(k) - here)));
                }
            }
        }
        for (coord, up, down, ends) in numbers.into_iter().filter(|n| n.1 > 0.0 || n.2 > 0.0) {
            let dearer = up.max(down);
            let most = (up * ends.1).max(-down * ends.0).max(0.0) / dearer;
            let change = self.lp.program.coordinate(0.0, most);
            for price in [up, -down] {
                let bind =
                    self.lp.test([(coord, price / dearer), (change, -1.0)], 0.0, f64::INFINITY, LpTestKind::Plane);
                self.lp.always.push(row(bind, Side::Left));
            }
            coefs.push((change, dearer));
        }
        let norm = coefs.iter().fold(0.0, |n: f64, c| n.max(c.1.abs()));
        let norm = if norm > 0.0 { norm } else { 1.0 };
        coefs.iter_mut().for_each(|c| c.1 /= norm);
        let test = self.lp.test(coefs, limit / norm, f64::INFINITY, LpTestKind::Plane);
        self.lp.always.push(row(test, Side::Left));
    }

    /// Adds a linear constraint, as rows that always hold.
    fn linear_constraint(&mut self, constraint: &LinearConstraint) {
        let columns: Vec<usize> = constraint.terms.iter().map(|t| self.lp.schema()[t.0].columns()[0]).collect();
        let weights: Vec<f64> = constraint.terms.iter().map(|t| t.1).collect();
        let whole = |t: &(usize, f64)| !matches!(self.lp.encodings[t.0], Encoding::Number { whole: false, .. });
        let whole = constraint.terms.iter().all(whole);
        self.lp.rounds |= !whole;
        let (mut coefs, mut here) = self.sum(&columns, &weights, SummedValues::AsStated);
        if constraint.of_change {
            here -= columns.iter().zip(&weights).map(|(&c, w)| w * self.lp.query.factual[c]).sum::<f64>();
        }
        for (f, weights) in &constraint.levels {
            let Encoding::Levels { first, base, count, .. } = self.lp.encodings[*f] else { continue };
            let at_base = weights[base as usize];
            here += at_base - constraint.before(*f, weights, self.lp.schema(), &self.lp.query.factual);
            coefs.extend(shares(first, base, count as usize).map(|(k, g)| (g, weights[k] - at_base)));
        }
        let norm = coefs.iter().fold(0.0, |n: f64, c| n.max(c.1.abs()));
        let norm = if norm > 0.0 { norm } else { 1.0 };
        coefs.iter_mut().for_each(|c| c.1 /= norm);
        let lost = match self.lp.problem.widened {
            true => constraint.terms.iter().map(|&(f, w)| w.abs() * self.lp.problem.lost(f)).sum::<f64>(),
            false => 0.0,
        };
        let [least, most] = [constraint.least - lost, constraint.most + lost].map(|end| (end - here) / norm);
        let test = self.lp.test(coefs, most, least, LpTestKind::Plane);
        let exact = least.is_finite() && most.is_finite() && whole;
        let (lp, schema) = (&self.lp, self.lp.schema());
        let size = |f: usize| match lp.encodings[f] {
            Encoding::Number { .. } => lp.lo[f].abs().max(lp.hi[f].abs()),
            Encoding::Levels { count, .. } => (0..count as usize)
                .filter_map(|k| schema[f].level_value(k, schema[f].columns()[0]))
                .fold(0.0, |most, x| x.abs().max(most)),
        };
        let off = |end| missed(constraint, end, schema, lp.input(), &lp.query.factual, size);
        let off = 1.01 * off(constraint.least).max(off(constraint.most)) / norm;
        self.lp.constraint_ranges.push(ConstraintRange { test, off, exact });
        for (side, limited) in [(Side::Left, most < f64::INFINITY), (Side::Right, least > f64::NEG_INFINITY)] {
            if limited {
                self.lp.always.push(row(test, side));
                self.lp.constraint_rows.push(row(test, side));
                self.lp.norms.push(norm);
            }
        }
    }
}

/// A hyperplane on one column alone, as the test "at most a value", and whether that is the hyperplane's right side. `None` for any other split.
fn one_column(ensemble: &Ensemble, split: &Split) -> Option<(f64, bool)> {
    let Split::Oblique { weights, threshold, .. } = split else { return None };
    let &[weight] = &weights[..] else { return None };
    if weight == 0.0 {
        return None;
    }
    let flipped = weight < 0.0;
    let below = |x: f64| ensemble.compare.goes_left(ensemble.planes.round(weight * x), *threshold) != flipped;
    // Rounding of the product may move the last value by a step or two.
    let mut cut = ensemble.input.floor(threshold / weight);
    for _ in 0..4 {
        let next = ensemble.input.after(cut);
        match (below(cut), below(next)) {
            (true, false) => return cut.is_finite().then_some((cut, flipped)),
            (true, true) => cut = next,
            _ => cut = ensemble.input.before(cut),
        }
    }
    None
}

/// By which a test or a line of parallel tests is found again: the columns or coordinates, and the numbers.
fn key(of: &[usize], words: &[u64]) -> Vec<u64> {
    let mut key = vec![of.len() as u64];
    key.extend(of.iter().map(|at| *at as u64));
    key.extend(words);
    key
}

/// (level, coordinate) for each level but the base level.
pub fn shares(first: u32, base: u32, count: usize) -> impl Iterator<Item = (usize, u32)> {
    (0..count).filter(move |&k| k != base as usize).map(move |k| (k, first + k as u32 - u32::from(k > base as usize)))
}

impl LpModel {
    /// Whether a raw row keeps the limits that are no single feature's own. A sum may miss its limit by the rounding of its terms to the input type.
    pub fn keeps(&self, row: &[f64]) -> bool {
        keeps(self.schema(), self.input(), &self.query, &self.enforced, row)
    }
}
