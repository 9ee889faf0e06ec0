//! The inverse of a library's link: the raw scores at which a probability or a value is reached, found by trying the library's own
//! arithmetic. Also bounds on the difference between the library's sums and the sums in double precision of which proofs are made.

use crate::tolerances::{LIBRARY_DOUBLE, LIBRARY_SINGLE, SOFTMAX_LEAD_DOUBLE, SOFTMAX_LEAD_SINGLE};
use espalier_model::ensemble::{Aggregation, Ensemble, Link};

/// Relative rounding of one operation in the library's type.
fn step(ensemble: &Ensemble) -> f64 {
    if ensemble.arithmetic.is_single() {
        LIBRARY_SINGLE
    } else {
        LIBRARY_DOUBLE
    }
}

/// The least number of the library's type from which on `holds` is true; infinity where it never is.
pub fn first(ensemble: &Ensemble, holds: impl Fn(f64) -> bool) -> f64 {
    if holds(f64::NEG_INFINITY) {
        return f64::NEG_INFINITY;
    }
    if !holds(f64::INFINITY) {
        return f64::INFINITY;
    }
    let most = if ensemble.arithmetic.is_single() { f64::from(f32::MAX) } else { f64::MAX };
    let (mut no, mut yes) = match holds(0.0) {
        true => (-most, 0.0),
        false => (0.0, most),
    };
    loop {
        let middle = ensemble.arithmetic.round(0.5 * no + 0.5 * yes);
        if middle <= no || middle >= yes {
            return yes;
        }
        *(if holds(middle) { &mut yes } else { &mut no }) = middle;
    }
}

/// A need is lowered by this amount. A link should rise, but may fall in its last bit, so that somewhat less than the first number reaches
/// it too.
pub fn waver(ensemble: &Ensemble, need: f64) -> f64 {
    if ensemble.link == Link::None || !need.is_finite() {
        return 0.0;
    }
    6.0 * step(ensemble) * need.abs().max(1.0)
}

/// For links other than softmax: the linear form of the outputs with which a class's probability rises, and the form's least value at
/// a probability of `p`.
pub fn score(ensemble: &Ensemble, class: usize, p: f64) -> (Vec<f64>, f64) {
    // Both classes follow from one output: the only one, or the last one.
    let one = ensemble.link == Link::Logistic || ensemble.arithmetic.complement;
    let place = if one { ensemble.outputs - 1 } else { class };
    let mut form = vec![0.0; ensemble.outputs];
    form[place] = if one && class == 0 { -1.0 } else { 1.0 };
    let least = first(ensemble, |x| {
        let raw: Vec<f64> = form.iter().map(|by| by * x).map(|r| if r.is_nan() { 0.0 } else { r }).collect();
        ensemble.scores(&raw)[class] >= p
    });
    (form, least)
}

/// By output, the largest error of the library's sum. It adds the rounding of each tree's weighted values and of each partial sum. `largest`: the
/// largest absolute value of a column; only linear leaves read it.
pub fn off(ensemble: &Ensemble, largest: impl Fn(usize) -> f64) -> Vec<f64> {
    let (single, step) = (ensemble.arithmetic.is_single(), step(ensemble));
    let own = |x: f64| ensemble.arithmetic.round(x);
    let summed = ensemble.aggregation == Aggregation::Sum;
    // A mean adds up its weights too.
    let operations = if summed { 5.0 } else { 5.0 + ensemble.trees.len() as f64 };
    let factor = ensemble.factor().abs();
    let of = |output: usize| {
        let base = ensemble.base[output];
        let first = ensemble.base_comes_first();
        let mut low = if first { base } else { 0.0 };
        let (mut high, mut size, mut off) = (low, low.abs(), (own(low) - low).abs());
        for tree in &ensemble.trees {
            let width = tree.width(ensemble.outputs);
            let place = match tree.output {
                Some(o) if o != output => continue,
                Some(_) => 0,
                None => output,
            };
            let (mut least, mut most, mut moved) = (f64::INFINITY, f64::NEG_INFINITY, 0.0f64);
            let mut take = |leaf: usize, value: f64| {
                let part = tree.weight * value;
                let mut off = (own(own(tree.weight) * own(value)) - part).abs();
                let mut reach = 0.0;
                if let Some(linear) = tree.linear_leaf(leaf) {
                    let terms = linear.columns.iter().zip(linear.weights_of(place));
                    reach = terms.map(|(&c, w)| (tree.weight * w).abs() * largest(c)).sum();
                    // Weights, columns, products and sums are rounded, and so is the product with the tree's weight.
                    off += step * (linear.columns.len() + 7) as f64 * (part.abs() + reach);
                }
                (least, most) = (least.min(part - reach), most.max(part + reach));
                moved = moved.max(off);
            };
            match ensemble.aggregation {
                Aggregation::Vote => [0.0, 1.0].into_iter().for_each(|vote| take(usize::MAX, vote)),
                _ => tree.values.chunks(width).enumerate().for_each(|(leaf, values)| take(leaf, values[place])),
            }
            (low, high, off) = (low + least, high + most, off + moved);
            size += least.abs().max(most.abs());
            off += step * if single { low.abs().max(high.abs()) + off } else { size };
        }
        let size = factor * if single { low.abs().max(high.abs()) } else { size };
        let last = if first { 0.0 } else { base.abs() };
        factor * off + step * (operations * (size + factor * off) + 2.0 * last)
    };
    (0..ensemble.outputs).map(of).collect()
}

/// Under a softmax: the least lead over a rival of a class with probability `p`, and the amount that rounding may take off it.
pub fn lead(ensemble: &Ensemble, p: f64) -> (f64, f64) {
    let (step, behind) = if ensemble.arithmetic.is_single() {
        (LIBRARY_SINGLE, SOFTMAX_LEAD_SINGLE)
    } else {
        (LIBRARY_DOUBLE, SOFTMAX_LEAD_DOUBLE)
    };
    let eased = p * (1.0 - 4.0 * step);
    let odds = if eased > 1e-30 { (eased / (1.0 - eased)).ln() } else { f64::NEG_INFINITY };
    (odds, (48.0 - p.max(1e-30).ln()) * step + behind * ensemble.outputs as f64)
}
