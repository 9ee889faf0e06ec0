//! The cost of changing one feature.

use espalier_model::query::{piecewise, Query};
use espalier_model::schema::{Feature, Weight};

/// The prices of one feature's changes. All are raised by the most that the feature may earn, staying included. So none is below 0, and the goal's
/// [`offset`](crate::problem::target::Goal::offset) takes that off again.
pub struct Price<'a> {
    query: &'a Query,
    feature: usize,
    weight: Weight,
    /// The price of staying: the most that the feature may earn, at least 0.
    pub stays: f64,
}

impl<'a> Price<'a> {
    /// The price of a feature's changes under a query.
    pub fn new(query: &'a Query, feature: usize, schema: &Feature) -> Price<'a> {
        let weight = query.cost.weights[feature].unwrap_or(schema.weight);
        Price { query, feature, weight, stays: query.cost.earned(feature, schema, &query.factual) }
    }
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
                // Close to 0 the sum may round to less than 0.
                return ((piecewise(points, delta) + self.stays).max(0.0) + cost.per_change, 0.0);
            }
        }
        if let (Some(table), Some(level)) = (&cost.tables[self.feature], level) {
            if let Some(price) = table[level] {
                return (price + self.stays + cost.per_change, 0.0);
            }
        }
        let form = cost.quadratic.as_ref().and_then(|q| Some((q.own(self.feature)? * distance * distance, q.beside)));
        if let Some((form, false)) = form {
            return (form + cost.per_change, 0.0);
        }
        let separable = self.normed(distance, delta) + form.map_or(0.0, |form| form.0) + cost.per_change;
        (self.stays + separable, cost.norm.linf * self.weighed(delta) * distance)
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
