//! Certificates of hulls. A hull is held by its support function: in any direction its rows are as far as any of its points. Each direction is one more
//! linear constraint, and the proof is one beside linear constraints (docs/contract/certificate.md, "Hulls"). The directions are those of the cuts that
//! the linear programs of the proof's own boxes need. Where some are new, the proof is written again with them.

use crate::Search;
use espalier_model::query::hull::{along, place, Cloud};
use espalier_model::query::{Constraint, Hull, LinearConstraint, Query, Relation};
use espalier_model::schema::Feature;
use std::sync::Arc;

/// Rounding of a direction's row, per coordinate and unit of its size, as in the checks.
const STEP: f64 = 4.0 * f64::EPSILON;

/// The hull of a certificate.
#[derive(Debug)]
pub(crate) struct HullProof {
    hull: Arc<Hull>,
    /// The factual's place.
    own: Vec<f64>,
    /// By cluster: its rows, counted from the factual's place.
    clouds: Vec<Cloud>,
    /// By cluster: the directions so far.
    pub directions: Vec<Vec<Vec<f64>>>,
}

impl HullProof {
    /// A hull without directions; `None` where the factual has no place in it.
    pub fn new(hull: Arc<Hull>, features: &[Feature], factual: &[f64]) -> Option<HullProof> {
        let own = place(features, factual)?;
        let clouds = hull.clouds(features, &own);
        let directions = vec![Vec::new(); clouds.len()];
        Some(HullProof { hull, own, clouds, directions })
    }

    /// A direction's row: no point of the hull has a larger sum of its numbers times the changes of the coordinates.
    fn row(&self, cluster: usize, y: &[f64], features: &[Feature]) -> Constraint {
        let cloud = &self.clouds[cluster];
        let reach = |j: usize| {
            let rows = cloud.points.iter().skip(j).step_by(cloud.dim);
            rows.fold(0.0, |most: f64, x| most.max((x + self.own[j]).abs()))
        };
        let size = y.iter().enumerate().map(|(j, y)| y.abs() * (self.own[j].abs() + reach(j))).sum::<f64>();
        let size = size + cloud.epsilon * cloud.dual(y);
        let limit = cloud.most(y) + STEP * (y.len() + 2) as f64 * size;
        let LinearConstraint { terms, levels, .. } = along(features, y, limit);
        Constraint::Linear { terms, levels, relation: Relation::AtMost, limit, of_change: true }
    }
}

impl Search {
    /// The number of parts of a goal's proof: one for each cluster of a hull, else one.
    pub(crate) fn clusters(&self) -> usize {
        self.hull_proof.as_ref().map_or(1, |hull| hull.directions.len())
    }

    /// The limits of a query that count in the proof of a goal: all but those that tie features which stand for tests, leaves and amounts for another goal.
    pub(crate) fn enforced(&self, query: &Query, goal: usize) -> Vec<bool> {
        let mut on = vec![true; query.limits()];
        let ties = query.constraints.len() - self.stand_ins.rows.len();
        for (on, of) in on[ties..].iter_mut().zip(&self.stand_ins.rows) {
            *on = of.is_none_or(|of| of == goal);
        }
        on
    }

    /// The query of a part of the proof, with a constraint for each direction of its cluster, before those that tie features which stand for tests,
    /// leaves and amounts. Also the cluster, and the number of its directions.
    pub(crate) fn proof_query(&self, part: usize) -> (Query, (usize, usize)) {
        let mut query = self.query.copied();
        let Some(hull) = &self.hull_proof else { return (query, (0, 0)) };
        let cluster = part % self.clusters();
        let directions = &hull.directions[cluster];
        let at = query.constraints.len() - self.stand_ins.rows.len();
        let features = &self.compiled.schema.features;
        let known = &features[..features.len() - self.stand_ins.features];
        let rows = directions.iter().map(|y| hull.row(cluster, y, known));
        query.constraints.splice(at..at, rows);
        query.hull = Some(Arc::clone(&hull.hull));
        (query, (cluster, directions.len()))
    }

    /// States more directions for the cluster of a part.
    pub(crate) fn state_directions(&mut self, part: usize, more: Vec<Vec<f64>>) {
        let cluster = part % self.clusters();
        if let Some(hull) = &mut self.hull_proof {
            hull.directions[cluster].extend(more);
        }
    }
}
