//! The nearest point of an enlarged hull: Wolfe's algorithm for the point of least norm in a polytope (Wolfe 1976), which
//! asks for nothing but the row that goes furthest in a direction. With l1 and linf the enlarged hull is a polytope itself,
//! the sum of hull and ball; with l2 it is what lies within the radius of the hull.

use crate::query::hull::Ball;

/// Rounds after which it gives up; what it has then is as good as it is.
const ROUNDS: usize = 3000;

/// A cloud of points with its ball.
#[derive(Debug)]
pub struct Cloud {
    /// Background row of each point.
    pub rows: Vec<usize>,
    /// Row after row.
    pub points: Vec<f64>,
    pub dim: usize,
    pub epsilon: f64,
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

/// A vertex seen from the point, the number of its row, and its part in the nearest.
struct Vertex {
    at: Vec<f64>,
    number: usize,
    weight: f64,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

impl Cloud {
    fn point(&self, i: usize) -> &[f64] {
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

    /// The vertex that goes least in a direction, seen from `from`.
    fn least(&self, direction: &[f64], from: &[f64]) -> Vertex {
        let (mut number, mut least) = (0, f64::INFINITY);
        for (i, p) in self.points.chunks(self.dim).enumerate() {
            let along = dot(direction, p);
            if along < least {
                (number, least) = (i, along);
            }
        }
        let mut at: Vec<f64> = self.point(number).iter().zip(from).map(|(p, z)| p - z).collect();
        match self.ball {
            Ball::L1 => {
                let steepest = (0..self.dim).max_by(|&a, &b| direction[a].abs().total_cmp(&direction[b].abs()));
                if let Some(j) = steepest {
                    at[j] -= self.epsilon * direction[j].signum();
                }
            }
            Ball::Linf => at.iter_mut().zip(direction).for_each(|(x, d)| *x -= self.epsilon * d.signum()),
            Ball::L2 => {}
        }
        Vertex { at, number, weight: 0.0 }
    }

    /// How a point lies. It is inside once it is within `inner` of the enlarged hull, and outside once it is proved to be
    /// further than `outer`, the direction being good to a hundredth.
    pub fn nearest(&self, from: &[f64], inner: f64, outer: f64) -> Nearest {
        let radius = if self.ball == Ball::L2 { self.epsilon } else { 0.0 };
        let away = |i: &usize| dot(&sub(self.point(*i), from), &sub(self.point(*i), from));
        let first = (0..self.rows.len()).min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(0);
        let mut first = self.least(&sub(self.point(first), from), from);
        first.weight = 1.0;
        let mut corral = vec![first];
        let mut outside = false;
        for _ in 0..ROUNDS {
            let x = sum(&corral, self.dim);
            let distance = dot(&x, &x).sqrt();
            if distance <= radius + inner {
                break;
            }
            let next = self.least(&x, from);
            let proved = dot(&x, &next.at) / distance;
            if proved > radius + outer && proved - radius >= 0.99 * (distance - radius) {
                outside = true;
                break;
            }
            let known = |v: &Vertex| v.number == next.number && v.at == next.at;
            if proved >= distance * (1.0 - 1e-15) || corral.iter().any(known) {
                outside = proved > radius + outer;
                break;
            }
            corral.push(next);
            settle(&mut corral);
        }
        let to = sum(&corral, self.dim);
        let mut mixture: Vec<(usize, f64)> = Vec::new();
        for v in &corral {
            match mixture.iter_mut().find(|m| m.0 == self.rows[v.number]) {
                Some(m) => m.1 += v.weight,
                None => mixture.push((self.rows[v.number], v.weight)),
            }
        }
        mixture.sort_by_key(|m| m.0);
        Nearest { to, mixture, outside }
    }
}

fn sub(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

fn sum(corral: &[Vertex], dim: usize) -> Vec<f64> {
    let mut x = vec![0.0; dim];
    for v in corral {
        x.iter_mut().zip(&v.at).for_each(|(x, a)| *x += v.weight * a);
    }
    x
}

/// Moves the weights to the point of least norm of the corral's hull, dropping what has no part in it.
fn settle(corral: &mut Vec<Vertex>) {
    while corral.len() > 1 {
        let Some(aim) = affine(corral) else {
            // The newest depends on the others: without it.
            corral.pop();
            return normalise(corral);
        };
        if aim.iter().all(|w| *w > 1e-14) {
            corral.iter_mut().zip(aim).for_each(|(v, w)| v.weight = w);
            return;
        }
        let step = (corral.iter().zip(&aim))
            .filter(|(_, w)| **w <= 1e-14)
            .map(|(v, w)| v.weight / (v.weight - w).max(1e-300))
            .fold(1.0, f64::min);
        corral.iter_mut().zip(&aim).for_each(|(v, w)| v.weight += step * (w - v.weight));
        let count = corral.len();
        corral.retain(|v| v.weight > 1e-14);
        if corral.len() == count {
            let least = (0..count).min_by(|&a, &b| corral[a].weight.total_cmp(&corral[b].weight));
            corral.swap_remove(least.unwrap_or(0));
        }
        normalise(corral);
    }
    normalise(corral);
}

fn normalise(corral: &mut [Vertex]) {
    let total: f64 = corral.iter().map(|v| v.weight).sum();
    corral.iter_mut().for_each(|v| v.weight /= total);
}

/// Weights, of sum 1 and any sign, of the least point of the plane through the corral: the differences from its first
/// vertex made orthogonal. `None` where they depend on each other.
fn affine(corral: &[Vertex]) -> Option<Vec<f64>> {
    let m = corral.len() - 1;
    let mut basis: Vec<Vec<f64>> = Vec::with_capacity(m);
    // Row i: the difference i in terms of the basis up to i.
    let mut lower: Vec<Vec<f64>> = Vec::with_capacity(m);
    for v in &corral[1..] {
        let mut d = sub(&v.at, &corral[0].at);
        let size = dot(&d, &d).sqrt();
        let mut row = vec![0.0; basis.len()];
        // Twice is enough.
        for _ in 0..2 {
            for (b, r) in basis.iter().zip(&mut row) {
                let along = dot(b, &d);
                *r += along;
                d.iter_mut().zip(b).for_each(|(x, y)| *x -= along * y);
            }
        }
        let left = dot(&d, &d).sqrt();
        if left <= 1e-13 * size.max(1e-300) {
            return None;
        }
        d.iter_mut().for_each(|x| *x /= left);
        row.push(left);
        basis.push(d);
        lower.push(row);
    }
    // In the basis the least point is -basis * first; its weights by substitution from the last.
    let mut rest: Vec<f64> = basis.iter().map(|b| -dot(b, &corral[0].at)).collect();
    let mut weights = vec![0.0; m + 1];
    for i in (0..m).rev() {
        let w = rest[i] / lower[i][i];
        weights[i + 1] = w;
        for (r, l) in rest.iter_mut().zip(&lower[i][..i]) {
            *r -= w * l;
        }
    }
    weights[0] = 1.0 - weights[1..].iter().sum::<f64>();
    Some(weights)
}
