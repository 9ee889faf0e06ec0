//! Integer equations: whether whole numbers and levels can meet equations at all. Their sums are points, often few, and a linear program
//! allows all values between them too. So values are tried. A partial sum is given up where the rest cannot make up for it: by the bounds of the
//! rest, or because the rest adds only multiples of one number (the greatest common divisor of its steps).

use super::lp_model::{Encoding, LpModel};
use super::lp_trees_builder::shares;
use crate::tolerances::EQUATION;
use espalier_numerics::sorting::sort_by;

/// The least common divisor of two steps, as a share of the larger one. Steps with none above it are taken to have none. It must exceed the rounding
/// of a remainder. More overlooks divisors and tries more values. By hand.
const SMALLEST: f64 = 1e-8;

/// A linear constraint.
#[derive(Debug)]
pub(super) struct ConstraintRange {
    /// Its test: at most `left`, at least `right`.
    pub test: u32,
    /// The amount by which an answer may miss these limits.
    pub off: f64,
    /// Whether it is limited on both sides and of whole numbers and levels alone.
    pub exact: bool,
}

/// The contribution of a feature's values to the sums: equal steps of a number, or a list.
struct Term {
    feature: usize,
    /// Of a number: its first value, counted from the factual in whole steps.
    first: f64,
    count: usize,
    /// By sum: the contribution of the first value, and the increment of each further one.
    start: Vec<f64>,
    step: Vec<f64>,
    /// By level and sum: the contribution; empty for numbers.
    list: Vec<f64>,
}

impl Term {
    fn adds(&self, value: usize, sum: usize) -> f64 {
        match self.list.get(value * self.start.len() + sum) {
            Some(adds) => *adds,
            None => self.start[sum] + value as f64 * self.step[sum],
        }
    }

    /// Values among which are those of the least and the greatest contribution.
    fn outer(&self) -> impl Iterator<Item = usize> {
        let by = if self.list.is_empty() { (self.count - 1).max(1) } else { 1 };
        (0..self.count).step_by(by)
    }

    /// The steps to other values' contributions, in size: of a number one step, and the number of its values.
    fn steps(&self, sum: usize) -> impl Iterator<Item = (f64, f64)> + '_ {
        let (to, times) = if self.list.is_empty() { (self.count.min(2), self.count as f64) } else { (self.count, 1.0) };
        (1..to).map(move |k| ((self.adds(k, sum) - self.adds(0, sum)).abs(), times))
    }
}

/// The contribution of all parts from one on to a sum.
#[derive(Clone, Copy, Default)]
struct Rest {
    least: f64,
    most: f64,
    /// Where `unit` is not 0: the whole contribution is `first` plus a multiple of `unit`, up to `off`.
    first: f64,
    unit: f64,
    off: f64,
}

impl Rest {
    fn add(&mut self, part: &Term, sum: usize) {
        let ends = part.outer().map(|k| part.adds(k, sum));
        let (least, most) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |e, x| (e.0.min(x), e.1.max(x)));
        (self.least, self.most) = (self.least + least, self.most + most);
    }
}

/// The ways to meet integer equations that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ways {
    One,
    All,
}

/// Bounds of a number, in raw units.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberBounds {
    pub feature: usize,
    pub low: f64,
    pub high: f64,
}

struct Tries {
    limits: Vec<(f64, f64)>,
    parts: Vec<Term>,
    /// By part and sum, with one more entry behind the last part.
    rests: Vec<Rest>,
    /// By part: the value that is tried; the first and the last value with which all sums are met.
    values: Vec<usize>,
    met: Vec<(usize, usize)>,
    ways: Ways,
    left: u32,
}

impl LpModel {
    /// Whether whole numbers and levels in equations can meet all sums within these bounds and flags, with the other features anywhere between their
    /// bounds. `None` where a sum is missed by more than an answer may miss it, whatever the values. Otherwise bounds of numbers outside of which the
    /// sums cannot be met. There are such bounds only if all ways to meet the sums are looked for and the budget of `tries` lasts.
    pub(super) fn met(
        &self,
        lo: &[f64],
        hi: &[f64],
        allowed: &[bool],
        tries: &mut u32,
        ways: Ways,
    ) -> Option<Vec<NumberBounds>> {
        let many = self.constraint_ranges.len();
        let mut weight = vec![0.0; many * self.program.coords()];
        for (r, sum) in self.constraint_ranges.iter().enumerate() {
            self.program.rows.coefs(sum.test).iter().for_each(|&(g, a)| weight[g as usize * many + r] += a);
        }
        let tied = |w: &[f64]| w.iter().enumerate().any(|(at, w)| self.constraint_ranges[at % many].exact && *w != 0.0);
        let mut rest = vec![Rest::default(); many];
        let mut parts = Vec::new();
        for (f, place) in self.encodings.iter().enumerate() {
            let part = match *place {
                Encoding::Number { coord, scale, .. } => {
                    let of = &weight[coord as usize * many..][..many];
                    let (low, high) = place.ends(lo[f], hi[f]);
                    if tied(of) {
                        let (first, last) = ((low * scale).round(), (high * scale).round());
                        // Too many values to be distinguished.
                        if last - first >= 1e9 {
                            return Some(Vec::new());
                        }
                        let step: Vec<f64> = of.iter().map(|w| w / scale).collect();
                        let start = step.iter().map(|s| s * first).collect();
                        Term { feature: f, first, count: (last - first + 1.0) as usize, start, step, list: Vec::new() }
                    } else {
                        for (rest, w) in rest.iter_mut().zip(of).filter(|(_, w)| **w != 0.0) {
                            rest.least += (w * low).min(w * high);
                            rest.most += (w * low).max(w * high);
                        }
                        continue;
                    }
                }
                Encoding::Levels { first, base, flags, count, .. } => {
                    let mut list = Vec::new();
                    for k in (0..count as usize).filter(|k| allowed[flags as usize + k]) {
                        let g = shares(first, base, count as usize).find(|s| s.0 == k);
                        list.extend((0..many).map(|r| g.map_or(0.0, |g| weight[g.1 as usize * many + r])));
                    }
                    let none = vec![0.0; many];
                    let tied = tied(&list);
                    let part = Term {
                        feature: f,
                        first: 0.0,
                        count: list.len() / many,
                        start: none.clone(),
                        step: none,
                        list,
                    };
                    if !tied {
                        rest.iter_mut().enumerate().for_each(|(r, rest)| rest.add(&part, r));
                        continue;
                    }
                    part
                }
            };
            if part.count == 0 {
                return None;
            }
            parts.push(part);
        }
        let mut limits = Vec::new();
        for sum in &self.constraint_ranges {
            let test = &self.program.rows.pairs[sum.test as usize];
            limits.push((test.right - sum.off, test.left + sum.off));
        }
        // The parts with most values stand last: their values follow from the others'.
        sort_by(&mut parts, |a, b| a.count.cmp(&b.count));
        let mut rests = rest.clone();
        for (at, part) in parts.iter().enumerate().rev() {
            for (r, rest) in rest.iter_mut().enumerate() {
                rest.add(part, r);
                rest.first += part.adds(0, r);
                if self.constraint_ranges[r].exact {
                    rest.unit = part.steps(r).fold(rest.unit, |unit, step| divisor(unit, step.0));
                    rest.off = 0.0;
                    for part in &parts[at..] {
                        let miss =
                            |(step, times): (f64, f64)| times * (step - (step / rest.unit).round() * rest.unit).abs();
                        rest.off += part.steps(r).map(miss).fold(0.0, f64::max);
                    }
                }
            }
            rests.splice(0..0, rest.iter().copied());
        }
        let (values, met) = (vec![0; parts.len()], vec![(usize::MAX, 0); parts.len()]);
        let mut seek = Tries { limits, parts, rests, values, met, ways, left: *tries };
        if !(0..many).all(|r| seek.open(0, r, 0.0)) {
            return None;
        }
        seek.from(0, &vec![0.0; many]);
        *tries = seek.left;
        if seek.left == 0 {
            return Some(Vec::new());
        }
        let ends = |(part, ends): (&Term, &(usize, usize))| {
            let Encoding::Number { origin, base, .. } = self.encodings[part.feature] else { return None };
            let all = (0, part.count - 1);
            // Where the model does not read the factual exactly, the factual is no whole step from the other values.
            let at = |value: usize| origin + (part.first + value as f64);
            (*ends != all && origin == base).then(|| NumberBounds {
                feature: part.feature,
                low: at(ends.0),
                high: at(ends.1),
            })
        };
        let found = seek.met.iter().all(|m| m.0 <= m.1);
        found.then(|| seek.parts.iter().zip(&seek.met).filter_map(ends).collect())
    }
}

impl Tries {
    /// Whether the parts from `at` on may bring a sum between its limits.
    fn open(&self, at: usize, r: usize, sum: f64) -> bool {
        let rest = &self.rests[at * self.limits.len() + r];
        let fuzz = EQUATION * (1.0 + sum.abs() + rest.least.abs().max(rest.most.abs()));
        let (low, high) = (self.limits[r].0 - sum - fuzz, self.limits[r].1 - sum + fuzz);
        if rest.most < low || rest.least > high {
            return false;
        }
        let (low, high) = (low - rest.first - rest.off, high - rest.first + rest.off);
        rest.unit == 0.0 || (high / rest.unit).floor() * rest.unit >= low
    }

    /// Tries the values of the parts from `at` on. Returns whether the search is over.
    fn from(&mut self, at: usize, sums: &[f64]) -> bool {
        let Some(part) = self.parts.get(at) else {
            for (met, &value) in self.met.iter_mut().zip(&self.values) {
                *met = (met.0.min(value), met.1.max(value));
            }
            return self.ways == Ways::One;
        };
        let (mut low, mut high) = (0.0f64, part.count as f64 - 1.0);
        for (r, (&sum, &step)) in sums.iter().zip(&part.step).enumerate().filter(|(_, s)| *s.1 != 0.0) {
            let rest = &self.rests[(at + 1) * sums.len() + r];
            let one = (self.limits[r].0 - sum - part.start[r] - rest.most) / step;
            let other = (self.limits[r].1 - sum - part.start[r] - rest.least) / step;
            // A little more than fits, since each value is checked anyway.
            low = low.max(one.min(other) - 0.01);
            high = high.min(one.max(other) + 0.01);
        }
        let mut next = sums.to_vec();
        for value in low.ceil() as usize..(high + 1.0).floor().max(0.0) as usize {
            if self.left == 0 {
                return true;
            }
            self.left -= 1;
            self.values[at] = value;
            next.iter_mut().enumerate().for_each(|(r, next)| *next = sums[r] + self.parts[at].adds(value, r));
            if (0..next.len()).all(|r| self.open(at + 1, r, next[r])) && self.from(at + 1, &next) {
                return true;
            }
        }
        false
    }
}

/// The greatest common divisor of two steps, up to rounding.
fn divisor(a: f64, b: f64) -> f64 {
    let (mut a, mut b) = (a.max(b), a.min(b));
    let least = SMALLEST * a;
    while b > least {
        (a, b) = (b, remainder(a, b));
    }
    a
}

/// The remainder of a division, exact for whole numbers below 2^53. WebAssembly has no instruction for `%`, and its function is exact for all numbers, which is more code.
fn remainder(a: f64, b: f64) -> f64 {
    let rest = a - (a / b).floor() * b;
    // The quotient may have been rounded up to a whole number.
    if rest < 0.0 {
        rest + b
    } else {
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::remainder;
    use espalier_numerics::draws::Draws;

    #[test]
    fn remainders_of_whole_numbers_are_exact() {
        let mut draws = Draws::of(5);
        for round in 0..20_000 {
            let most = 2f64.powi(round % 53);
            let (a, b) = ((draws.unit() * most).floor(), (draws.unit() * most.sqrt()).floor() + 1.0);
            assert_eq!(remainder(a, b), a % b, "{a} and {b}");
        }
    }
}
