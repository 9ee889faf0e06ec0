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
        if let Some(curve) = cost.quadratic.as_ref().and_then(|q| q.own(self.feature)) {
            return (curve * distance * distance + cost.per_change, 0.0);
        }
        let w = if delta < 0.0 { self.weight.down } else { self.weight.up };
        let norm = &cost.norm;
        let separable = w * (norm.l0 + norm.l1 * distance + norm.l2 * distance * distance) + cost.per_change;
        (separable, norm.linf * w * distance)
    }
}

/// A convex piecewise-linear function through its points. The end slopes continue outwards.
fn piecewise(points: &[(f64, f64)], x: f64) -> f64 {
    let i = points.partition_point(|p| p.0 < x).clamp(1, points.len() - 1);
    let ((x0, y0), (x1, y1)) = (points[i - 1], points[i]);
    // Close to 0 the sum may round to less than 0.
    (y0 + (x - x0) * (y1 - y0) / (x1 - x0)).max(0.0)
}
