//! The nearest point of an enlarged hull. With l1 and linf that is a polytope itself, the sum of hull and ball; with l2 it is
//! what lies within the radius of the hull.

use super::wolfe::{approach, dot, sub, sum, Enough, Vertex};
use super::{apart, Ball};

/// A cloud of points with its ball.
#[derive(Debug)]
pub struct Cloud {
    /// Background row of each point.
    pub rows: Vec<usize>,
    /// Row after row.
    pub points: Vec<f64>,
    /// Coordinates of a row.
    pub dim: usize,
    /// The ball's radius, and its norm.
    pub epsilon: f64,
    /// See [`Ball`].
    pub ball: Ball,
}

/// How a point lies to an enlarged hull.
#[derive(Debug)]
pub struct Nearest {
    /// From the point to the nearest that was found.
    pub to: Vec<f64>,
    /// Rows and weights of that, the ball left out.
    pub mixture: Vec<(usize, f64)>,
    /// Whether the point is surely outside.
    pub outside: bool,
}

impl Cloud {
    /// A row by its place in the cloud.
    pub fn point(&self, i: usize) -> &[f64] {
        &self.points[i * self.dim..(i + 1) * self.dim]
    }

    /// How far a direction goes in the enlarged hull, at most.
    pub fn most(&self, direction: &[f64]) -> f64 {
        let rows = self.points.chunks(self.dim).map(|p| dot(direction, p)).fold(f64::NEG_INFINITY, f64::max);
        let dual = match self.ball {
            Ball::L1 => Ball::Linf,
            Ball::L2 => Ball::L2,
            Ball::Linf => Ball::L1,
        };
        rows + self.epsilon * dual.length(direction)
    }

    /// The row that goes least in a direction.
    #[inline(never)]
    pub fn lowest(&self, direction: &[f64]) -> usize {
        let (mut number, mut least) = (0, f64::INFINITY);
        for (i, p) in self.points.chunks(self.dim).enumerate() {
            let along = dot(direction, p);
            if along < least {
                (number, least) = (i, along);
            }
        }
        number
    }

    /// The vertex that goes least in a direction, seen from `from`.
    fn least(&self, direction: &[f64], from: &[f64]) -> Vertex {
        let number = self.lowest(direction);
        let mut at = sub(self.point(number), from);
        if self.ball != Ball::L2 {
            at = sub(&at, &self.ball.furthest(direction, self.epsilon));
        }
        Vertex { at, number, weight: 0.0 }
    }

    /// How a point lies. It is inside once it is within `inner` of the enlarged hull, and outside once it is proved to be
    /// further than `outer`, the direction being good to a hundredth.
    pub fn nearest(&self, from: &[f64], inner: f64, outer: f64) -> Nearest {
        let radius = if self.ball == Ball::L2 { self.epsilon } else { 0.0 };
        let away = |i: &usize| apart(self.point(*i), from);
        let first = (0..self.rows.len()).min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(0);
        let mut first = self.least(&sub(self.point(first), from), from);
        first.weight = 1.0;
        let mut corral = vec![first];
        let enough = Enough { radius, inner, outer, good: 0.99 };
        let outside = approach(&mut corral, &enough, &mut |direction, _| self.least(direction, from)).is_some();
        let to = sum(&corral);
        let mut mixture: Vec<(usize, f64)> = Vec::new();
        for v in &corral {
            match mixture.iter_mut().find(|m| m.0 == self.rows[v.number]) {
                Some(m) => m.1 += v.weight,
                None => mixture.push((self.rows[v.number], v.weight)),
            }
        }
        crate::sorting::sort_by(&mut mixture, |a, b| a.0.cmp(&b.0));
        Nearest { to, mixture, outside }
    }
}
