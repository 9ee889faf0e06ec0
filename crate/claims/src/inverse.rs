//! The raw scores of which a library makes a probability or a value, found by trying its own arithmetic, and how far its sums may
//! be from the sums in double precision that proofs are made of.

use espalier_core::ensemble::{Ensemble, Link, Precision};

/// A library in single precision moves a number by at most this share of it: 2^-24.
const STEP: f64 = 5.960464477539063e-8;

/// The least number of the library's type from which on something holds; infinity where it never does.
pub fn first(precision: Precision, holds: impl Fn(f64) -> bool) -> f64 {
    if holds(f64::NEG_INFINITY) {
        return f64::NEG_INFINITY;
    }
    if !holds(f64::INFINITY) {
        return f64::INFINITY;
    }
    let most = if precision == Precision::F32 { f64::from(f32::MAX) } else { f64::MAX };
    let (mut no, mut yes) = match holds(0.0) {
        true => (-most, 0.0),
        false => (0.0, most),
    };
    loop {
        let middle = precision.round(0.5 * no + 0.5 * yes);
        if middle <= no || middle >= yes {
            return yes;
        }
        *(if holds(middle) { &mut yes } else { &mut no }) = middle;
    }
}

/// The least of a class's raw score, or of the sum for which one output stands, with a probability of `p`.
pub fn score(ensemble: &Ensemble, class: usize, p: f64) -> f64 {
    first(ensemble.sums, |x| {
        let mut raw = vec![0.0; ensemble.outputs];
        match ensemble.link {
            Link::Logistic => raw[0] = if class == 1 { x } else { -x },
            _ => raw[class] = x,
        }
        ensemble.scores(&raw)[class] >= p
    })
}

/// By output, the most by which the library's sum is off: each tree's values once more rounded, then each sum so far.
pub fn off(ensemble: &Ensemble) -> Vec<f64> {
    let outputs = 0..ensemble.outputs;
    if ensemble.sums != Precision::F32 {
        return outputs.map(|_| 0.0).collect();
    }
    let single = |x: f64| Precision::F32.round(x);
    outputs
        .map(|output| {
            let base = ensemble.base[output];
            let (mut low, mut high, mut off) = (base, base, (single(base) - base).abs());
            for tree in &ensemble.trees {
                let width = tree.width(ensemble.outputs);
                let place = match tree.output {
                    Some(o) if o != output => continue,
                    Some(_) => 0,
                    None => output,
                };
                let values = tree.values.chunks(width).map(|leaf| leaf[place]);
                let parts = values.map(|v| (tree.weight * v, single(single(tree.weight) * single(v))));
                let (mut least, mut most, mut moved) = (f64::INFINITY, f64::NEG_INFINITY, 0.0f64);
                for (part, own) in parts {
                    (least, most, moved) = (least.min(part), most.max(part), moved.max((own - part).abs()));
                }
                (low, high, off) = (low + least, high + most, off + moved);
                off += STEP * (low.abs().max(high.abs()) + off);
            }
            off
        })
        .collect()
}

/// Under a softmax, the lead that a rival leaves at least to a class of probability `p`, and what rounding may take off it.
pub fn lead(ensemble: &Ensemble, p: f64) -> (f64, f64) {
    let odds = |p: f64| if p > 1e-30 { (p / (1.0 - p)).ln() } else { f64::NEG_INFINITY };
    match ensemble.sums {
        Precision::F32 => {
            (odds(p * (1.0 - 4.0 * STEP)), (48.0 - p.max(1e-30).ln()) * STEP + 2e-11 * ensemble.outputs as f64)
        }
        _ => (odds(p * (1.0 - 1e-14)), 1e-9 * (p / (1.0 - p)).ln().abs().clamp(1.0, 1e3)),
    }
}
