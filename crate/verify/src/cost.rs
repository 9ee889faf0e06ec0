//! The cost of a row, from its definition (docs/contract/request.md).

use crate::answer::Check;
use espalier_model::schema::{Feature, Kind, Weight};

impl Check<'_> {
    /// The query's cost of a row, without the cost that a class may add.
    pub(super) fn cost(&self, row: &[f64]) -> f64 {
        let cost = &self.query.cost;
        let mut sum = 0.0;
        let mut largest = 0.0f64;
        for (f, feature) in self.schema.features.iter().enumerate() {
            if self.unchanged(feature, row) || cost.free.contains(&f) {
                continue;
            }
            sum += cost.per_change;
            let level = feature.level_of(row);
            if let Some(price) = cost.tables[f].as_ref().zip(level).and_then(|(table, level)| table[level]) {
                sum += price;
                continue;
            }
            if cost.quadratic.as_ref().is_some_and(|q| q.alone(f)) {
                continue;
            }
            let column = feature.columns()[0];
            let by = row[column] - self.query.factual[column];
            if let Some(points) = cost.piecewise[f].as_ref().filter(|_| !by.is_nan()) {
                sum += piecewise(points, by);
                continue;
            }
            let (distance, up) = self.distance(feature, row);
            sum += self.normed(f, distance, up);
            largest = largest.max(self.weight(f, up) * distance);
        }
        sum + cost.norm.linf * largest + self.quadratic(row)
    }

    /// The most that a feature's change may earn, at least 0: how far the prices of its levels, or of the values from its least to its greatest
    /// (the factual's included), go below 0.
    pub(super) fn earned(&self, f: usize) -> f64 {
        let (cost, feature) = (&self.query.cost, &self.schema.features[f]);
        let own = self.query.factual[feature.columns()[0]];
        if cost.free.contains(&f) {
            return 0.0;
        }
        let mut least = cost.tables[f].iter().flatten().flatten().fold(0.0, |a: f64, b| a.min(*b));
        if let Some(points) = cost.piecewise[f].as_ref().filter(|_| !own.is_nan()) {
            let (down, up) = (feature.min.min(own) - own, feature.max.max(own) - own);
            let inner = points.iter().map(|p| p.0).filter(|x| (down..=up).contains(x));
            least = inner.chain([down, up]).map(|x| piecewise(points, x)).fold(least, f64::min);
        }
        -least
    }

    /// The change of a number between two ends at which its convex price is least: 0, unless the price goes below 0.
    pub(super) fn cheapest_change(&self, f: usize, down: f64, up: f64) -> f64 {
        let points = match &self.query.cost.piecewise[f] {
            Some(points) if self.earned(f) > 0.0 => points,
            _ => return 0.0,
        };
        let inner = points.iter().map(|p| p.0).filter(|x| (down..=up).contains(x));
        let least = |best: (f64, f64), x: f64| {
            let price = piecewise(points, x);
            if price < best.1 {
                (x, price)
            } else {
                best
            }
        };
        let first = if down > 0.0 { down } else { up.min(0.0) };
        inner.chain([down, up]).fold((first, piecewise(points, first)), least).0
    }

    /// The most that all features together may earn. Tolerances of costs are shares of the cost and this.
    pub(super) fn earned_in_all(&self) -> f64 {
        (0..self.schema.features.len()).map(|f| self.earned(f)).sum()
    }

    /// The cost of one numeric feature's change by `by`, under a cost that is a sum over features, raised by the most that the feature may earn.
    pub(super) fn moved(&self, f: usize, by: f64) -> f64 {
        let cost = &self.query.cost;
        if by == 0.0 || cost.free.contains(&f) {
            return self.earned(f);
        }
        let price = match &cost.piecewise[f] {
            Some(points) => piecewise(points, by),
            None => self.normed(f, by.abs() / self.width(f), by > 0.0),
        };
        cost.per_change + price + self.earned(f)
    }

    /// The cost of a scaled distance under the norms, the largest change excepted.
    fn normed(&self, f: usize, distance: f64, up: bool) -> f64 {
        let (norm, weight) = (self.query.cost.norm, self.weight(f, up));
        norm.l0 * weight + norm.l1 * weight * distance + norm.l2 * weight * distance * distance
    }

    /// The multiplier of a change in that direction.
    pub(super) fn weight(&self, f: usize, up: bool) -> f64 {
        let weight: Weight = self.query.cost.weights[f].unwrap_or(self.schema.features[f].weight);
        if up {
            weight.up
        } else {
            weight.down
        }
    }

    /// The width by which changes of a numeric feature are divided.
    pub(super) fn width(&self, f: usize) -> f64 {
        let Feature { min, max, .. } = self.schema.features[f];
        if max - min > 0.0 {
            max - min
        } else {
            1.0
        }
    }

    /// The quadratic form's cost of all changes.
    fn quadratic(&self, row: &[f64]) -> f64 {
        let Some(form) = &self.query.cost.quadratic else { return 0.0 };
        let mut sum = 0.0;
        for (i, &f) in form.features.iter().enumerate() {
            for (j, &g) in form.features.iter().enumerate() {
                let step = |f: usize| {
                    let (distance, up) = self.distance(&self.schema.features[f], row);
                    if up {
                        distance
                    } else {
                        -distance
                    }
                };
                sum += form.matrix[i * form.features.len() + j] * step(f) * step(g);
            }
        }
        sum.max(0.0)
    }

    /// Scaled distance of a changed feature from the factual, and whether it went up. It is 1 and up where the factual's value is missing or
    /// the kind has no order.
    fn distance(&self, feature: &Feature, row: &[f64]) -> (f64, bool) {
        let factual = &self.query.factual;
        match &feature.kind {
            Kind::Numeric { column } | Kind::Integer { column } => {
                let by = row[*column] - factual[*column];
                if by.is_nan() {
                    return (1.0, true);
                }
                let width = feature.max - feature.min;
                (by.abs() / if width > 0.0 { width } else { 1.0 }, by > 0.0)
            }
            Kind::Ordinal { levels, .. } => match (feature.level_of(factual), feature.level_of(row)) {
                (Some(from), Some(to)) => (from.abs_diff(to) as f64 / (levels.len() - 1) as f64, to > from),
                _ => (1.0, true),
            },
            Kind::Binary { .. } => (1.0, feature.level_of(factual) != Some(1)),
            Kind::OneHot { .. } | Kind::Codes { .. } => (1.0, true),
        }
    }
}

/// Value of a convex function through its points: the largest of its lines. The first and last pieces extend without end.
fn piecewise(points: &[(f64, f64)], x: f64) -> f64 {
    let inner = points.windows(2).find(|w| x <= w[1].0).or_else(|| points.windows(2).last());
    match inner {
        Some(&[(x0, y0), (x1, y1)]) => {
            // The part of the piece beyond its end next to 0.
            let (by, inner) = if x < 0.0 { (x - x1, y1) } else { (x - x0, y0) };
            inner + by / (x1 - x0) * (y1 - y0)
        }
        _ => 0.0,
    }
}
