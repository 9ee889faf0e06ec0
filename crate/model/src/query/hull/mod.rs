//! Plausibility by convex hulls of background rows (Maragno et al. 2022, equation (3)): the coordinates of a row in the
//! space of hulls, and the rows that span each hull.

mod nearest;

pub use nearest::Cloud;

use super::LinearConstraint;
use crate::ensemble::Precision;
use crate::schema::{Feature, Kind};
use crate::Background;
use espalier_numerics::draws::Draws;
use espalier_numerics::min_norm_point::dot;
use std::sync::{Arc, OnceLock};

/// An answer lies in the convex hull of rows, or of the rows of one cluster, enlarged by a distance.
#[derive(Debug)]
pub struct Hull {
    /// The background rows.
    pub background: Arc<Background>,
    /// The indices of the rows that span the hull: ascending, none with a missing value or without a level.
    pub rows: Vec<usize>,
    /// Largest distance of an answer from the hull, at least 0. Numbers are scaled by their range, and a categorical
    /// feature has one coordinate for each category.
    pub epsilon: f64,
    /// The norm of that distance.
    pub ball: Ball,
    /// The price of a unit of distance, in place of the limit (Maragno et al. 2022, Section C.2: `beta`). 0 where the distance is limited.
    pub price: f64,
    /// The number of clusters of the rows. Each has a hull of its own.
    pub clusters: usize,
    /// The one cluster that counts, if the others do not.
    pub only: Option<usize>,
    /// Whether an answer in each cluster's hull is asked for.
    pub each: bool,
    /// Where an answer for each of several distances is asked for: the distances, ascending. The last of them is `epsilon`.
    pub series: Vec<f64>,
    parts: Arc<OnceLock<Vec<Cluster>>>,
}

/// The norm of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ball {
    /// The sum of distances.
    L1,
    /// The Euclidean distance.
    L2,
    /// The largest distance.
    Linf,
}

impl Ball {
    /// The length of a vector.
    #[inline(never)]
    pub fn length(self, by: &[f64]) -> f64 {
        match self {
            Ball::L1 => by.iter().map(|x| x.abs()).sum(),
            Ball::L2 => dot(by, by).sqrt(),
            Ball::Linf => by.iter().fold(0.0, |most, x| x.abs().max(most)),
        }
    }

    /// The point of the ball that is furthest in a direction.
    pub fn furthest(self, direction: &[f64], radius: f64) -> Vec<f64> {
        let mut to = vec![0.0; direction.len()];
        let length = dot(direction, direction).sqrt();
        match self {
            Ball::L1 => {
                let steepest = Ball::Linf.length(direction);
                if let Some(j) = direction.iter().rposition(|d| d.abs() == steepest) {
                    to[j] = radius * direction[j].signum();
                }
            }
            Ball::L2 if length > 0.0 => to.iter_mut().zip(direction).for_each(|(t, d)| *t = radius * d / length),
            Ball::L2 => {}
            Ball::Linf => to.iter_mut().zip(direction).for_each(|(t, d)| *t = radius * d.signum()),
        }
        to
    }
}

/// The rows of one hull.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// Indices of background rows, ascending.
    pub rows: Vec<usize>,
    /// Their coordinates, row after row.
    pub points: Vec<f64>,
}

impl PartialEq for Hull {
    fn eq(&self, other: &Hull) -> bool {
        let parts = |h: &Hull| (h.epsilon.to_bits(), h.price.to_bits(), h.ball, h.clusters, h.only, h.each);
        parts(self) == parts(other)
            && self.series == other.series
            && self.rows == other.rows
            && Arc::ptr_eq(&self.background, &other.background)
    }
}

/// Coordinates of a raw row in the space of hulls. Numbers are divided by their range. Ordered levels are spread evenly
/// from 0 to 1. A categorical feature has one coordinate for each category. `None` where a value is missing or has no
/// level.
pub fn place(features: &[Feature], row: &[f64]) -> Option<Vec<f64>> {
    let mut at = Vec::with_capacity(row.len());
    for feature in features {
        match (&feature.kind, feature.level_count()) {
            (Kind::Numeric { column } | Kind::Integer { column }, _) => at.push(row[*column] / width(feature)),
            (Kind::Ordinal { .. } | Kind::Binary { .. }, Some(n)) => {
                at.push(feature.level_of(row)? as f64 / (n.max(2) - 1) as f64);
            }
            (_, count) => {
                let level = feature.level_of(row)?;
                at.extend((0..count.unwrap_or(0)).map(|k| f64::from(u8::from(k == level))));
            }
        }
    }
    at.iter().all(|x| x.is_finite()).then_some(at)
}

/// That a sum over the changes of a hull's coordinates is at most `most`, as a constraint on features. `y` holds the coordinates' coefficients. Weights of
/// 0 are left out.
pub fn along(features: &[Feature], y: &[f64], most: f64) -> LinearConstraint {
    let (mut terms, mut levels) = (Vec::new(), Vec::new());
    let mut rest = y.iter().copied();
    for (f, feature) in features.iter().enumerate() {
        let mut next = || rest.next().unwrap_or(0.0);
        match (&feature.kind, feature.level_count()) {
            (_, None) => terms.push((f, next() / width(feature))),
            (Kind::Ordinal { .. } | Kind::Binary { .. }, Some(count)) => {
                let y = next();
                levels.push((f, (0..count).map(|k| y * (k as f64 / (count.max(2) - 1) as f64)).collect()));
            }
            (_, Some(count)) => levels.push((f, (0..count).map(|_| next()).collect())),
        }
    }
    terms.retain(|t| t.1 != 0.0);
    levels.retain(|l: &(usize, Vec<f64>)| l.1.iter().any(|w| *w != 0.0));
    LinearConstraint { terms, levels, least: f64::NEG_INFINITY, most, of_change: true }
}

/// The divisor of a numeric feature: its range.
pub fn width(feature: &Feature) -> f64 {
    if feature.max > feature.min {
        feature.max - feature.min
    } else {
        1.0
    }
}

/// Largest distance by which rounding may move a row out of a hull: 1e-9, plus for each real number 2.5e-7 of its size
/// in single precision, 1e-9 in double.
pub fn rounding(features: &[Feature], input: Precision, factual: &[f64], row: &[f64]) -> f64 {
    let step = input.step();
    let part = |f: &Feature| match f.kind {
        Kind::Numeric { column } => step * (row[column].abs().max(factual[column].abs()) / width(f)).max(1.0),
        _ => 0.0,
    };
    1e-9 + features.iter().map(part).sum::<f64>()
}

impl Hull {
    /// A hull of those of the given background rows that have a value or level in every feature.
    pub fn new(
        background: Arc<Background>,
        rows: &[usize],
        features: &[Feature],
        epsilon: f64,
        ball: Ball,
        clusters: usize,
    ) -> Hull {
        // Only rows with a value or level in every feature can span a hull.
        let whole = |i: &&usize| background.rows.get(**i).is_some_and(|row| place(features, row).is_some());
        let rows = rows.iter().filter(whole).copied().collect();
        Hull {
            background,
            rows,
            epsilon,
            ball,
            price: 0.0,
            clusters,
            only: None,
            each: false,
            series: Vec::new(),
            parts: Arc::default(),
        }
    }

    /// Takes over the clusters of another hull of the same model, if it has the same rows. The distance of an answer
    /// makes no difference to the clusters.
    #[must_use]
    pub fn like(mut self, other: &Hull) -> Hull {
        let same = Arc::ptr_eq(&self.background, &other.background) && self.rows == other.rows;
        if same && self.clusters == other.clusters {
            self.parts = Arc::clone(&other.parts);
        }
        self
    }

    /// The hulls in each of which an answer is asked for: by cluster, then by distance.
    pub fn single(&self, features: &[Feature]) -> Vec<Hull> {
        let clusters = if self.each { self.parts(features).len() } else { 1 };
        let distances = if self.series.is_empty() { std::slice::from_ref(&self.epsilon) } else { &self.series[..] };
        let of = |only| {
            distances.iter().map(move |&epsilon| Hull {
                background: Arc::clone(&self.background),
                rows: self.rows.clone(),
                epsilon,
                only,
                each: false,
                series: Vec::new(),
                parts: Arc::clone(&self.parts),
                ..*self
            })
        };
        (0..clusters).flat_map(|k| of(self.each.then_some(k))).collect()
    }

    /// The clusters, one for each hull. None of them is empty.
    ///
    /// # Cost
    /// Computed once. Linear in rows times columns times clusters times the rounds of k-means (at most 50).
    pub fn parts(&self, features: &[Feature]) -> &[Cluster] {
        let all = self.all_parts(features);
        self.only.map_or(all, |k| &all[k..=k])
    }

    fn all_parts(&self, features: &[Feature]) -> &[Cluster] {
        self.parts.get_or_init(|| {
            let whole = |&i: &usize| Some((i, place(features, self.background.rows.get(i)?)?));
            let (rows, points): (Vec<usize>, Vec<Vec<f64>>) = self.rows.iter().filter_map(whole).unzip();
            let of = clusters(&points, self.clusters);
            let mut parts = vec![Cluster { rows: Vec::new(), points: Vec::new() }; self.clusters.max(1)];
            for ((row, point), part) in rows.into_iter().zip(points).zip(of) {
                parts[part].rows.push(row);
                parts[part].points.extend(point);
            }
            parts.retain(|p| !p.rows.is_empty());
            parts
        })
    }

    /// The distance of a raw row from the nearest hull, and the rows and weights whose sum is as far from it. `None` where a value is missing or has no
    /// level.
    ///
    /// # Errors
    /// Rounding, at most 1e-11: the distance is that of the weighted sum, so never below the true one.
    /// # Cost
    /// Up to [`Cloud::distance`]'s rounds of the nearest-point method for each hull.
    #[inline(never)]
    pub fn distance(&self, features: &[Feature], row: &[f64]) -> Option<(f64, Vec<(usize, f64)>)> {
        let at = place(features, row)?;
        let each = self.clouds(features, &at).into_iter().map(Cloud::distance);
        each.min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// The hulls' points, relative to an origin.
    #[inline(never)]
    pub fn clouds(&self, features: &[Feature], origin: &[f64]) -> Vec<Cloud> {
        let dim = origin.len();
        let cloud = |part: &Cluster| Cloud {
            rows: part.rows.clone(),
            points: part.points.iter().enumerate().map(|(i, x)| x - origin[i % dim]).collect(),
            dim,
            epsilon: self.epsilon,
            ball: self.ball,
        };
        self.parts(features).iter().map(cloud).collect()
    }
}

/// The square of a distance.
#[inline(never)]
fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum()
}

/// Lloyd's k-means from a seeding by k-means++ (Arthur & Vassilvitskii 2007). The random numbers are fixed, so the same
/// rows give the same clusters on every machine.
fn clusters(points: &[Vec<f64>], count: usize) -> Vec<usize> {
    let mut of = vec![0; points.len()];
    if count < 2 || points.is_empty() {
        return of;
    }
    let mut draws = Draws::default();
    let mut centres = vec![points[0].clone()];
    let mut near: Vec<f64> = points.iter().map(|p| apart(p, &centres[0])).collect();
    while centres.len() < count {
        let total: f64 = near.iter().sum();
        let mut left = draws.unit() * total;
        let next = near.iter().position(|d| {
            left -= d;
            left < 0.0
        });
        let Some(next) = next.filter(|_| total > 0.0) else { break };
        centres.push(points[next].clone());
        near.iter_mut().zip(points).for_each(|(d, p)| *d = d.min(apart(p, &points[next])));
    }
    for _ in 0..50 {
        let mut moved = false;
        for (at, point) in of.iter_mut().zip(points) {
            let to = |a: &usize, b: &usize| apart(point, &centres[*a]).total_cmp(&apart(point, &centres[*b]));
            let nearest = (0..centres.len()).min_by(to).unwrap_or(0);
            moved |= nearest != *at;
            *at = nearest;
        }
        if !moved {
            break;
        }
        for (k, centre) in centres.iter_mut().enumerate() {
            let mine = || of.iter().zip(points).filter(|(at, _)| **at == k).map(|(_, p)| p);
            let n = mine().count() as f64;
            if n > 0.0 {
                for (j, c) in centre.iter_mut().enumerate() {
                    *c = mine().map(|p| p[j]).sum::<f64>() / n;
                }
            }
        }
    }
    of
}
