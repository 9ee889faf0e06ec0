//! The nearest point of an enlarged hull. With l1 and linf the enlarged hull is a polytope, the sum of hull and ball.
//! With l2 it is the set of points within the radius of the hull.

use super::{apart, Ball};
use espalier_numerics::min_norm_point::{approach, dot, sub, sum, Enough, Vertex};

/// The most times that a hull grows where a distance from it is measured. It only ends a loop that rounding keeps going. By hand.
const GROWN: usize = 200;

/// A cloud of points with its ball.
#[derive(Debug)]
pub struct Cloud {
    /// Background row of each point.
    pub rows: Vec<usize>,
    /// The points' coordinates, one point after the other.
    pub points: Vec<f64>,
    /// Number of coordinates of a point.
    pub dim: usize,
    /// The ball's radius.
    pub epsilon: f64,
    /// The ball's norm.
    pub ball: Ball,
}

/// The position of a point relative to an enlarged hull.
#[derive(Debug)]
pub struct Nearest {
    /// The vector from the point to the nearest point found.
    pub to: Vec<f64>,
    /// Rows and weights of the nearest point found, without the ball's part.
    pub mixture: Vec<(usize, f64)>,
    /// Whether the point is proved to be outside.
    pub outside: bool,
}

impl Cloud {
    /// A point by its place in the cloud.
    pub fn point(&self, i: usize) -> &[f64] {
        &self.points[i * self.dim..(i + 1) * self.dim]
    }

    /// The largest product of a direction with a point of the enlarged hull.
    #[inline(never)]
    pub fn most(&self, direction: &[f64]) -> f64 {
        let rows = self.points.chunks(self.dim).map(|p| dot(direction, p)).fold(f64::NEG_INFINITY, f64::max);
        rows + self.epsilon * self.dual(direction)
    }

    /// The largest product of a direction with a point of the ball of radius 1.
    pub fn dual(&self, direction: &[f64]) -> f64 {
        let dual = match self.ball {
            Ball::L1 => Ball::Linf,
            Ball::L2 => Ball::L2,
            Ball::Linf => Ball::L1,
        };
        dual.length(direction)
    }

    /// The distance of the origin from the hull, and the rows and weights whose sum is as far away. The hull grows to the distance that the last
    /// direction proves, until it holds the origin.
    pub fn distance(mut self) -> (f64, Vec<(usize, f64)>) {
        let origin = vec![0.0; self.dim];
        self.epsilon = 0.0;
        let mut best = (f64::INFINITY, Vec::new());
        for _ in 0..GROWN {
            let found = self.nearest(&origin, 1e-12, 2e-12);
            let mut by = origin.clone();
            for &(row, weight) in &found.mixture {
                let at = self.rows.binary_search(&row).map_or(0, |i| i * self.dim);
                by.iter_mut().zip(&self.points[at..]).for_each(|(b, p)| *b += weight * p);
            }
            let far = self.ball.length(&by);
            if far < best.0 {
                best = (far, found.mixture);
            }
            let away: Vec<f64> = found.to.iter().map(|x| -x).collect();
            let proved = self.epsilon - self.most(&away) / self.dual(&away);
            if !found.outside || self.ball == Ball::L2 || proved <= self.epsilon || best.0 <= proved + 1e-12 {
                break;
            }
            self.epsilon = proved;
        }
        best
    }

    /// The point with the least product with a direction.
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

    /// The vertex with the least product with a direction, relative to `from`.
    fn least(&self, direction: &[f64], from: &[f64]) -> Vertex {
        let number = self.lowest(direction);
        let mut at = sub(self.point(number), from);
        if self.ball != Ball::L2 {
            at = sub(&at, &self.ball.furthest(direction, self.epsilon));
        }
        Vertex { at, number, weight: 0.0 }
    }

    /// The position of a point. It is inside if it is within `inner` of the enlarged hull. It is outside if it is
    /// proved to be further away than `outer`, with a direction that is accurate to a hundredth.
    #[inline(never)]
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
        espalier_numerics::sorting::sort_by(&mut mixture, |a, b| a.0.cmp(&b.0));
        Nearest { to, mixture, outside }
    }
}
