//! Splits of rows: the best cut of a column, and a hyperplane by logistic regression.

use espalier_numerics::sorting::sort_positions;

/// Steps of a logistic regression.
const STEPS: usize = 60;
/// Weights below this share of the largest are dropped, so that splits stay short.
const SMALL: f64 = 1e-3;

/// A test: left where the weighted sum is at most the threshold.
#[derive(Clone, Debug)]
pub struct Plane {
    pub weights: Vec<(usize, f64)>,
    pub threshold: f64,
}

impl Plane {
    /// Whether a row goes left.
    pub fn left(&self, row: &[f64]) -> bool {
        self.weights.iter().map(|&(c, w)| w * row[c]).sum::<f64>() <= self.threshold
    }
}

/// Divides the classes of the rows into two groups; true for the left one. The two class means that lie furthest apart are the centres, and
/// each class joins the centre nearer to its own mean.
pub fn groups(rows: &[Vec<f64>], labels: &[usize], at: &[usize], classes: usize) -> Vec<bool> {
    let columns = rows[0].len();
    let mut means = vec![vec![0.0; columns]; classes];
    let mut counts = vec![0.0; classes];
    for &i in at {
        counts[labels[i]] += 1.0;
        means[labels[i]].iter_mut().zip(&rows[i]).for_each(|(m, x)| *m += x);
    }
    means.iter_mut().zip(&counts).for_each(|(mean, n)| mean.iter_mut().for_each(|m| *m /= f64::max(*n, 1.0)));
    let far = |a: usize, b: usize| means[a].iter().zip(&means[b]).map(|(x, y)| (x - y) * (x - y)).sum::<f64>();
    let there: Vec<usize> = (0..classes).filter(|&k| counts[k] > 0.0).collect();
    let pairs = there.iter().flat_map(|&a| there.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b);
    let Some((a, b)) = pairs.max_by(|p, q| far(p.0, p.1).total_cmp(&far(q.0, q.1))) else {
        return vec![true; classes];
    };
    (0..classes).map(|k| far(k, a) <= far(k, b)).collect()
}

/// The cut of one column that leaves least impurity; `None` where rows are all alike.
pub fn axis(rows: &[Vec<f64>], labels: &[usize], at: &[usize], classes: usize) -> Option<Plane> {
    let mut best: Option<(f64, usize, f64)> = None;
    let mut order = at.to_vec();
    let columns = rows[0].len();
    (0..columns).for_each(|column| {
        sort_positions(&mut order, &|a, b| rows[a][column].total_cmp(&rows[b][column]));
        let (mut left, mut right) = (vec![0.0; classes], vec![0.0; classes]);
        at.iter().for_each(|&i| right[labels[i]] += 1.0);
        for pair in order.windows(2) {
            left[labels[pair[0]]] += 1.0;
            right[labels[pair[0]]] -= 1.0;
            let (x, next) = (rows[pair[0]][column], rows[pair[1]][column]);
            if x == next {
                continue;
            }
            let gini = |counts: &[f64]| {
                let n: f64 = counts.iter().sum();
                n - counts.iter().map(|c| c * c).sum::<f64>() / n
            };
            let score = gini(&left) + gini(&right);
            if best.is_none_or(|b| score < b.0) {
                let middle = x + 0.5 * (next - x);
                best = Some((score, column, if middle < next { middle } else { x }));
            }
        }
    });
    best.map(|(_, column, threshold)| Plane { weights: vec![(column, 1.0)], threshold })
}

/// The hyperplane of a logistic regression, by accelerated gradient steps (Nesterov 1983). Rows flagged `true` have the left side as target.
/// `None` where all rows have the same target or no column varies.
pub fn logistic(rows: &[Vec<f64>], asked: &[(usize, bool)], penalty: f64) -> Option<Plane> {
    let n = asked.len() as f64;
    if asked.iter().all(|a| a.1) || !asked.iter().any(|a| a.1) {
        return None;
    }
    let columns = rows[0].len();
    let mut mean = vec![0.0; columns];
    let mut scale = vec![0.0; columns];
    asked.iter().for_each(|a| mean.iter_mut().zip(&rows[a.0]).for_each(|(m, x)| *m += x / n));
    for a in asked {
        scale.iter_mut().zip(rows[a.0].iter().zip(&mean)).for_each(|(s, (x, m))| *s += (x - m) * (x - m) / n);
    }
    let used: Vec<usize> = (0..columns).filter(|&c| scale[c] > 1e-12 * (1.0 + mean[c] * mean[c])).collect();
    if used.is_empty() {
        return None;
    }
    let scaled: Vec<Vec<f64>> =
        asked.iter().map(|a| used.iter().map(|&c| (rows[a.0][c] - mean[c]) / scale[c].sqrt()).collect()).collect();
    // The loss bends at most by a quarter of the rows' mean squared length, and each column has a variance of 1.
    let step = 1.0 / (0.25 * (used.len() + 1) as f64 + penalty);
    let (mut w, mut before) = (vec![0.0; used.len() + 1], vec![0.0; used.len() + 1]);
    for k in 0..STEPS {
        let ahead = k as f64 / (k as f64 + 3.0);
        let v: Vec<f64> = w.iter().zip(&before).map(|(a, b)| a + ahead * (a - b)).collect();
        let mut slope: Vec<f64> = v.iter().map(|x| penalty * x).collect();
        slope[used.len()] = 0.0;
        for (row, a) in scaled.iter().zip(asked) {
            let sum = v[used.len()] + row.iter().zip(&v).map(|(x, w)| x * w).sum::<f64>();
            // Left is where the sum is negative.
            let by = (1.0 / (1.0 + (-sum).exp()) - if a.1 { 0.0 } else { 1.0 }) / n;
            slope.iter_mut().zip(row).for_each(|(s, x)| *s += by * x);
            slope[used.len()] += by;
        }
        before = std::mem::replace(&mut w, v.iter().zip(&slope).map(|(v, s)| v - step * s).collect());
    }
    let most = w[..used.len()].iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let kept = (0..used.len()).filter(|&i| w[i].abs() > SMALL * most);
    let weights: Vec<(usize, f64)> = kept.map(|i| (used[i], w[i] / scale[used[i]].sqrt())).collect();
    let shift: f64 = weights.iter().map(|&(c, x)| x * mean[c]).sum();
    let threshold = shift - w[used.len()];
    (most > 0.0 && threshold.is_finite()).then_some(Plane { weights, threshold })
}
