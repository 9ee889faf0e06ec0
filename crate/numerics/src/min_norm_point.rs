//! The point of a convex body that is nearest to the origin. Wolfe's algorithm for the point of least norm in a
//! polytope (Wolfe 1976) needs only the vertex with the least product with a direction.

/// Largest number of rounds. After them, the mixture found so far is used. It only ends a method that does not converge. By
/// hand; not measured.
const ROUNDS: usize = 3000;

/// A vertex relative to the origin, the number of its row, and its weight in the nearest point.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// The vector from the origin to the vertex.
    pub at: Vec<f64>,
    /// The number of its row.
    pub number: usize,
    /// Its weight in the nearest point.
    pub weight: f64,
}

/// When a point counts as inside or outside a body with a ball around it.
#[derive(Clone, Copy, Debug)]
pub struct Enough {
    /// The ball's radius.
    pub radius: f64,
    /// Inside: the distance is at most this.
    pub inner: f64,
    /// Outside: the distance is proved to be larger than this.
    pub outer: f64,
    /// The proof must also reach this share of the distance of the nearest point found, beyond the ball's radius.
    pub good: f64,
}

/// The sum of products.
#[inline(never)]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[inline(never)]
/// The difference of two vectors.
pub fn sub(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

/// Adds a multiple of a vector.
#[inline(never)]
fn add(to: &mut [f64], times: f64, by: &[f64]) {
    to.iter_mut().zip(by).for_each(|(x, y)| *x += times * y);
}

/// Moves a mixture of vertices towards the origin. If the body is proved to be outside, returns the least product of
/// the nearest direction (of length 1) with any point of the body. `least` returns the vertex with the least product
/// with a direction, or any whose product is at most its second argument.
pub fn approach(
    corral: &mut Vec<Vertex>,
    enough: &Enough,
    least: &mut dyn FnMut(&[f64], f64) -> Vertex,
) -> Option<f64> {
    let &Enough { radius, inner, outer, good } = enough;
    let mut basis = Basis::default();
    settle(corral, &mut basis);
    for _ in 0..ROUNDS {
        let x = sum(corral);
        let distance = dot(&x, &x).sqrt();
        if distance <= radius + inner {
            break;
        }
        let far = radius + (good * (distance - radius)).max(outer);
        let next = least(&x, 0.99 * far * distance);
        let proved = dot(&x, &next.at) / distance;
        let known = |v: &Vertex| v.number == next.number && v.at == next.at;
        if proved >= far || proved >= distance * (1.0 - 1e-15) || corral.iter().any(known) {
            return (proved > radius + outer).then_some(proved);
        }
        corral.push(next);
        settle(corral, &mut basis);
    }
    None
}

/// The point of the mixture.
pub fn sum(corral: &[Vertex]) -> Vec<f64> {
    let mut x = vec![0.0; corral.first().map_or(0, |v| v.at.len())];
    for v in corral {
        add(&mut x, v.weight, &v.at);
    }
    x
}

/// Moves the weights to the point of least norm of the corral's hull, and drops the vertices without weight.
fn settle(corral: &mut Vec<Vertex>, basis: &mut Basis) {
    while corral.len() > 1 {
        let Some(aim) = basis.affine(corral) else {
            // The newest vertex depends on the others, so it is dropped.
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
        let mut same = corral.iter().take_while(|v| v.weight > 1e-14).count();
        corral.retain(|v| v.weight > 1e-14);
        if corral.len() == count {
            let least = (0..count).min_by(|&a, &b| corral[a].weight.total_cmp(&corral[b].weight));
            same = least.unwrap_or(0);
            corral.swap_remove(same);
        }
        basis.keep(same);
        normalise(corral);
    }
    normalise(corral);
}

fn normalise(corral: &mut [Vertex]) {
    let total: f64 = corral.iter().map(|v| v.weight).sum();
    corral.iter_mut().for_each(|v| v.weight /= total);
}

/// The differences of a corral's vertices from its first one, made orthogonal one after the other. They stay for the next corral as far as its first
/// vertices are the same.
#[derive(Default)]
struct Basis {
    basis: Vec<Vec<f64>>,
    /// Row i: the difference i in terms of the basis up to i.
    lower: Vec<Vec<f64>>,
}

impl Basis {
    /// Keeps the part of the first `count` vertices.
    fn keep(&mut self, count: usize) {
        self.basis.truncate(count.saturating_sub(1));
        self.lower.truncate(count.saturating_sub(1));
    }

    /// Weights of the point of least norm on the plane through the corral. They sum to 1 and have any sign. `None` where the differences are linearly
    /// dependent. Cost: for each new vertex, the vertices times their coordinates.
    fn affine(&mut self, corral: &[Vertex]) -> Option<Vec<f64>> {
        let m = corral.len() - 1;
        let Basis { basis, lower } = self;
        for v in &corral[basis.len() + 1..] {
            let mut d = sub(&v.at, &corral[0].at);
            let size = dot(&d, &d).sqrt();
            let mut row = vec![0.0; basis.len()];
            // Orthogonalising twice is accurate enough.
            for _ in 0..2 {
                for (b, r) in basis.iter().zip(&mut row) {
                    let along = dot(b, &d);
                    *r += along;
                    add(&mut d, -along, b);
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
        // In the basis the point of least norm is -basis * first. Its weights follow by back substitution.
        let mut rest: Vec<f64> = basis.iter().map(|b| -dot(b, &corral[0].at)).collect();
        let mut weights = vec![0.0; m + 1];
        for i in (0..m).rev() {
            let w = rest[i] / lower[i][i];
            weights[i + 1] = w;
            add(&mut rest[..i], -w, &lower[i]);
        }
        weights[0] = 1.0 - weights[1..].iter().sum::<f64>();
        Some(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    /// The work on a corral that grows by one vertex is that of this vertex.
    #[test]
    fn weights_from_a_kept_basis_are_those_from_a_new_one() {
        let mut draws = Draws::of(7);
        let mut corral: Vec<Vertex> = Vec::new();
        let mut kept = Basis::default();
        for number in 0..110 {
            if number % 3 == 2 {
                let i = draws.below(corral.len());
                corral.remove(i);
                kept.keep(i);
                assert_eq!(kept.basis.len(), i.saturating_sub(1), "vertices before the one that went stay");
            }
            corral.push(Vertex { at: (0..80).map(|_| draws.unit() - 0.4).collect(), number, weight: 0.0 });
            assert_eq!(kept.affine(&corral), Basis::default().affine(&corral));
        }
    }
}
