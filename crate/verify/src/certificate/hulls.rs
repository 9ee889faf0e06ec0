//! Hulls of background rows as linear constraints, one for each direction that a certificate states: no point of a hull goes further in it than the
//! hull's rows do (docs/contract/certificate.md, "Hulls").

use crate::answer::Check;
use espalier_model::query::hull::{along, place, Ball, Cluster};
use espalier_model::query::{Hull, LinearConstraint};

/// Error of an addition, relative to the sizes of the terms: 2^-50.
const STEP: f64 = 8.881784197001252e-16;

/// The largest number of a direction is of this size at least: rounding is relative to the sizes of the terms only far above the least double.
const LEAST: f64 = 1e-30;

/// By cluster the rows of its directions. Without a hull there is one list, which is empty.
///
/// # Errors
/// Where directions do not fit the hull, or the query has no place in it.
pub fn hulls(check: &Check<'_>, stated: &[Vec<Vec<f64>>]) -> Result<Vec<Vec<LinearConstraint>>, &'static str> {
    let Some(hull) = check.query.hull.as_ref() else {
        return if stated.is_empty() { Ok(vec![Vec::new()]) } else { Err("directions of a hull that there is not") };
    };
    let features = &check.schema.features;
    let parts = hull.parts(features);
    if parts.len() != stated.len() {
        return Err("there is not a list of directions for each cluster");
    }
    let own = place(features, &check.query.factual).ok_or("a hull without a place for the query has no certificate")?;
    let rows = |(part, directions): (&Cluster, &Vec<Vec<f64>>)| {
        directions.iter().map(|y| check.direction(hull, &part.points, &own, y)).collect()
    };
    parts.iter().zip(stated).map(rows).collect()
}

impl Check<'_> {
    /// The row of a direction: the changes that it weighs, and the most that their sum is in the hull of these points.
    fn direction(&self, hull: &Hull, points: &[f64], own: &[f64], y: &[f64]) -> Result<LinearConstraint, &'static str> {
        if y.len() != own.len() || y.iter().any(|y| !y.is_finite()) {
            return Err("a direction has not one number for each coordinate of the hull");
        }
        if y.iter().all(|y| y.abs() < LEAST) {
            return Err("a direction of numbers so small that their products are rounded to 0");
        }
        let mut most = f64::NEG_INFINITY;
        let mut reach = vec![0.0f64; own.len()];
        for row in points.chunks(own.len()) {
            most = most.max((0..y.len()).map(|j| y[j] * (row[j] - own[j])).sum());
            reach.iter_mut().zip(row).for_each(|(reach, x)| *reach = reach.max(x.abs()));
        }
        let away = hull.epsilon
            * match hull.ball {
                Ball::L1 => y.iter().fold(0.0, |most: f64, y| most.max(y.abs())),
                Ball::L2 => y.iter().map(|y| y * y).sum::<f64>().sqrt(),
                Ball::Linf => y.iter().map(|y| y.abs()).sum(),
            };
        let size = (0..y.len()).map(|j| y[j].abs() * (own[j].abs() + reach[j])).sum::<f64>() + away;
        most += away + STEP * (y.len() + 2) as f64 * size;
        if !most.is_finite() {
            return Err("a direction beyond all numbers");
        }
        Ok(along(&self.schema.features, y, most))
    }
}
