//! The cost of changing one feature.

use espalier_model::query::Query;
use espalier_model::schema::Weight;

/// The cost of a change of one feature by a scaled distance.
pub(crate) struct Price<'a> {
    pub query: &'a Query,
    pub feature: usize,
    pub weight: Weight,
}

impl Price<'_> {
    /// Separable cost and linf cost of a changed feature. `distance` is scaled, and `delta` is in the feature's own unit.
    #[inline(never)]
    pub fn of(&self, distance: f64, delta: f64, level: Option<usize>) -> (f64, f64) {
        let cost = &self.query.cost;
        if cost.free.contains(&self.feature) {
            return (0.0, 0.0);
        }
        if let Some(points) = &cost.piecewise[self.feature] {
            if delta.is_finite() {
                return (piecewise(points, delta) + cost.per_change, 0.0);
            }
        }
        if let (Some(table), Some(level)) = (&cost.tables[self.feature], level) {
            if let Some(price) = table[level] {
                return (price + cost.per_change, 0.0);
            }
        }
        let form = cost.quadratic.as_ref().and_then(|q| Some((q.own(self.feature)? * distance * distance, q.beside)));
        if let Some((form, false)) = form {
            return (form + cost.per_change, 0.0);
        }
        let separable = self.normed(distance, delta) + form.map_or(0.0, |form| form.0) + cost.per_change;
        (separable, cost.norm.linf * self.weighed(delta) * distance)
    }

    /// The part of the norms, the largest change excepted.
    pub fn normed(&self, distance: f64, delta: f64) -> f64 {
        let norm = &self.query.cost.norm;
        self.weighed(delta) * (norm.l0 + norm.l1 * distance + norm.l2 * distance * distance)
    }

    fn weighed(&self, delta: f64) -> f64 {
        if delta < 0.0 {
            self.weight.down
        } else {
            self.weight.up
        }
    }

    /// The price of a number's change where a form couples it to others, without the form.
    pub fn beside_form(&self, distance: f64, delta: f64) -> f64 {
        let cost = &self.query.cost;
        let alone = cost.quadratic.as_ref().is_some_and(|q| q.alone(self.feature));
        cost.per_change + if alone { 0.0 } else { self.normed(distance, delta) }
    }
}

/// A convex piecewise-linear function through its points. The end slopes continue outwards.
fn piecewise(points: &[(f64, f64)], x: f64) -> f64 {
    let i = points.partition_point(|p| p.0 < x).clamp(1, points.len() - 1);
    let ((x0, y0), (x1, y1)) = (points[i - 1], points[i]);
    // Close to 0 the sum may round to less than 0.
    (y0 + (x - x0) * (y1 - y0) / (x1 - x0)).max(0.0)
}
