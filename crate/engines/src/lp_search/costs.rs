//! Costs of changes, feature by feature: slopes and squares of a number's columns, prices of any change, and the cost of a raw row.

use super::lp_model::LpModel;
use crate::problem::levels::Price;
use espalier_model::query::{least_costly, Norm};
use espalier_model::schema::{Feature, Kind};

impl LpModel {
    /// The cost of giving a missing number a value, and its part in the largest change.
    pub fn entering(&self, f: usize) -> (f64, f64) {
        self.prices(f).of(1.0, f64::INFINITY, None)
    }

    /// The prices of a feature's changes.
    pub fn prices(&self, f: usize) -> Price<'_> {
        Price::new(&self.query, f, &self.schema()[f])
    }

    /// The value at which a number's own price is least: the factual's, unless its change earns. NaN of other features.
    pub fn cheapest(&self, f: usize) -> f64 {
        let Some(Feature { kind: Kind::Numeric { column } | Kind::Integer { column }, .. }) = self.schema().get(f)
        else {
            return f64::NAN;
        };
        let q = self.query.factual[*column];
        let points = self.query.cost.piecewise[f].as_ref().filter(|_| self.prices(f).stays > 0.0);
        points.map_or(q, |points| q + least_costly(points, self.lo[f] - q, self.hi[f] - q))
    }

    /// Whether a number's value is missing in the factual.
    fn unknown(&self, f: usize) -> bool {
        self.query.factual[self.schema()[f].columns()[0]].is_nan()
    }

    /// The price of the square of a numeric feature's change, up and down.
    pub fn curves(&self, f: usize, norm: Norm) -> [f64; 2] {
        let cost = &self.query.cost;
        if self.unknown(f) {
            return [0.0; 2];
        }
        let form = cost.quadratic.as_ref().map_or(0.0, |quadratic| {
            let own = || quadratic.own(f).unwrap_or(0.0);
            if self.program.form.is_some() {
                return 0.0;
            }
            self.squares.as_ref().map_or_else(own, |s| s.shared)
        });
        if self.formed(f) {
            return [form; 2];
        }
        if cost.piecewise[f].is_some() || cost.free.contains(&f) {
            return [0.0; 2];
        }
        let weight = cost.weights[f].unwrap_or(self.schema()[f].weight);
        [weight.up, weight.down].map(|w| w * norm.l2 + form)
    }

    /// Whether a number has no price but the quadratic form's.
    fn formed(&self, f: usize) -> bool {
        self.query.cost.quadratic.as_ref().is_some_and(|q| q.alone(f))
    }

    /// The linear pieces of a numeric feature's cost, up and down: (from, slope), in the coordinate's unit.
    #[allow(clippy::type_complexity)]
    pub fn slopes(&self, f: usize, scale: f64, norm: Norm) -> (Vec<(f64, f64)>, Vec<(f64, f64)>) {
        if self.unknown(f) || self.query.cost.free.contains(&f) {
            return (vec![(0.0, 0.0)], vec![(0.0, 0.0)]);
        }
        if let Some(points) = &self.query.cost.piecewise[f] {
            let side = |sign: f64| {
                let mut pieces: Vec<(f64, f64)> = Vec::new();
                let ends: Vec<(f64, f64)> = points.iter().map(|p| (sign * p.0, p.1)).filter(|p| p.0 > 0.0).collect();
                let ends: Vec<_> = if sign < 0.0 { ends.into_iter().rev().collect() } else { ends };
                let mut last = (0.0, 0.0);
                for end in ends {
                    pieces.push((last.0 / scale, (end.1 - last.1) / (end.0 - last.0) * scale));
                    last = end;
                }
                pieces
            };
            let (mut up, mut down) = (side(1.0), side(-1.0));
            // Where all points lie on one side, the piece next to 0 goes on through 0 to the other side.
            let through = |other: &Vec<(f64, f64)>| other.first().map_or(0.0, |p| (-p.1).max(0.0));
            if up.is_empty() {
                up.push((0.0, through(&down)));
            }
            if down.is_empty() {
                down.push((0.0, through(&up)));
            }
            return (up, down);
        }
        let weight = self.query.cost.weights[f].unwrap_or(self.schema()[f].weight);
        let norm = if self.formed(f) { Norm::default() } else { norm };
        (vec![(0.0, weight.up * norm.l1)], vec![(0.0, weight.down * norm.l1)])
    }

    /// The price of any change of a numeric feature, up and down.
    pub fn charges(&self, f: usize) -> [f64; 2] {
        let (cost, norm) = (&self.query.cost, &self.query.cost.norm);
        if self.unknown(f) {
            return [self.entering(f).0; 2];
        }
        if cost.free.contains(&f) {
            return [0.0; 2];
        }
        if cost.piecewise[f].is_some() || self.formed(f) {
            return [cost.per_change; 2];
        }
        let weight = cost.weights[f].unwrap_or(self.schema()[f].weight);
        [weight.up, weight.down].map(|w| w * norm.l0 + cost.per_change)
    }

    /// Cost of a raw row, from the features' prices; infinite where a level is not allowed.
    #[inline(never)]
    pub fn price(&self, row: &[f64]) -> f64 {
        let (mut sum, mut largest) = (0.0, 0.0f64);
        let coupled = self.quadratic.as_ref();
        let change = |f: usize| {
            let (feature, column) = (&self.schema()[f], self.schema()[f].columns()[0]);
            let scale = if feature.max > feature.min { feature.max - feature.min } else { 1.0 };
            (row[column] - self.query.factual[column]) / scale
        };
        for (f, feature) in self.schema().iter().enumerate() {
            let (cost, reach) = match feature.kind {
                Kind::Numeric { column } | Kind::Integer { column } => {
                    let (x, q) = (row[column], self.query.factual[column]);
                    if x == q || x.is_nan() {
                        sum += self.prices(f).stays;
                        continue;
                    }
                    let scale = if feature.max > feature.min { feature.max - feature.min } else { 1.0 };
                    let (price, step) = (self.prices(f), (x - q).abs() / scale);
                    if q.is_nan() {
                        self.entering(f)
                    } else if coupled.is_some() {
                        (price.beside_form(step, x - q), 0.0)
                    } else {
                        price.of(step, x - q, None)
                    }
                }
                _ => {
                    let var = &self.problem.vars[f];
                    let level = feature.level_of(row).unwrap_or(if var.missing { var.levels() - 1 } else { 0 });
                    (var.cost[level], var.reach.get(level).copied().unwrap_or(0.0))
                }
            };
            sum += cost;
            largest = largest.max(reach);
        }
        let Some(coupled) = coupled else { return sum + largest };
        let mut at = vec![0.0; self.schema().len()];
        self.coupled().into_iter().flat_map(|q| &q.features).for_each(|&f| at[f] = change(f));
        sum + largest + coupled.form(&at).max(0.0)
    }
}
