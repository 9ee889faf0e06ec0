//! Sparse linear equations, by elimination.

/// Solves equations. Each is a sum of terms and its value. An unknown that no equation determines is 0. If equations
/// contradict each other, some are not met. Cost: for matrices of flow and order rows, little more than reading them.
pub fn solve(equations: Vec<(Vec<(u32, f64)>, f64)>, unknowns: usize) -> Vec<f64> {
    let mut holders: Vec<Vec<u32>> = vec![Vec::new(); unknowns];
    for (e, (terms, _)) in equations.iter().enumerate() {
        terms.iter().for_each(|t| holders[t.0 as usize].push(e as u32));
    }
    let mut all = Elimination { equations, holders };
    let mut open: Vec<u32> = (0..all.equations.len() as u32).collect();
    let mut order: Vec<(u32, u32)> = Vec::new();
    while !open.is_empty() {
        // The shortest equation, and in it the unknown that occurs in the fewest others.
        let length = |e: &u32| all.equations[*e as usize].0.len();
        let Some(at) = (0..open.len()).min_by_key(|&i| length(&open[i])) else { break };
        let e = open.swap_remove(at);
        let Some(u) = all.pivot(e) else { continue };
        all.eliminate(e, u);
        order.push((e, u));
    }
    let mut found = vec![0.0; unknowns];
    for &(e, u) in order.iter().rev() {
        let (terms, side) = &all.equations[e as usize];
        let (mut rest, mut by) = (*side, 1.0);
        for &(v, a) in terms {
            match v == u {
                true => by = a,
                false => rest -= a * found[v as usize],
            }
        }
        found[u as usize] = rest / by;
    }
    found
}

struct Elimination {
    equations: Vec<(Vec<(u32, f64)>, f64)>,
    /// By unknown: the open equations that contain it.
    holders: Vec<Vec<u32>>,
}

/// The least coefficient by which an equation is solved, in the program's own units. Less divides by rounding; more
/// leaves unknowns without a value, and the bound proves less. By hand.
const PIVOT: f64 = 1e-9;

/// A difference up to this share of its terms is only rounding, and counts as 0. More drops the rest of an
/// equation; less takes rounding for a coefficient. By hand.
const CANCELLED: f64 = 1e-13;

impl Elimination {
    /// The unknown to eliminate by an equation: its coefficient is not much smaller than the largest, and few other
    /// equations contain it.
    fn pivot(&self, e: u32) -> Option<u32> {
        let terms = &self.equations[e as usize].0;
        let largest = terms.iter().fold(0.0, |m: f64, t| m.max(t.1.abs()));
        if largest < PIVOT {
            return None;
        }
        let sound = terms.iter().filter(|t| t.1.abs() >= 0.1 * largest);
        sound.min_by_key(|t| self.holders[t.0 as usize].len()).map(|t| t.0)
    }

    /// Removes an equation, and its unknown from all others.
    fn eliminate(&mut self, e: u32, u: u32) {
        let (terms, side) = self.equations[e as usize].clone();
        for &(v, _) in &terms {
            self.holders[v as usize].retain(|h| *h != e);
        }
        let own = terms.iter().find(|t| t.0 == u).map_or(1.0, |t| t.1);
        for other in std::mem::take(&mut self.holders[u as usize]) {
            let (old, old_side) = std::mem::take(&mut self.equations[other as usize]);
            let by = old.iter().find(|t| t.0 == u).map_or(0.0, |t| t.1) / own;
            let mut sum: Vec<(u32, f64)> = Vec::with_capacity(old.len() + terms.len());
            let (mut a, mut b) = (old.iter().peekable(), terms.iter().peekable());
            loop {
                let next = match (a.peek(), b.peek()) {
                    (None, None) => break,
                    (Some(x), Some(y)) if x.0 == y.0 => {
                        let (v, left) = (x.0, x.1 - by * y.1);
                        let slight = left.abs() <= CANCELLED * x.1.abs().max((by * y.1).abs());
                        a.next();
                        b.next();
                        if v == u {
                            continue;
                        }
                        if slight {
                            self.holders[v as usize].retain(|h| *h != other);
                            continue;
                        }
                        (v, left)
                    }
                    (Some(x), y) if y.is_none_or(|y| x.0 < y.0) => {
                        let x = **x;
                        a.next();
                        x
                    }
                    (_, Some(y)) => {
                        let (v, left) = (y.0, -by * y.1);
                        b.next();
                        self.holders[v as usize].push(other);
                        (v, left)
                    }
                    (Some(_), None) => unreachable!("matched above"),
                };
                sum.push(next);
            }
            self.equations[other as usize] = (sum, old_side - by * side);
        }
    }
}
