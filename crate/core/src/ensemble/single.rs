//! Sums in single precision, base score first and then tree by tree, and links as XGBoost computes them. In double precision
//! the last bits would differ, and in a long sum more than these; a least probability that the library itself gave would then be out of reach.

use super::{Ensemble, Link, Precision};

/// Half the distance from 1 to the next number: what rounding to single precision moves a number by at most, as a share of it.
const HALF: f64 = 1.0 / (1u64 << 24) as f64;

impl Ensemble {
    /// Scores before the link in single precision, one an output, by a row's leaf in each tree. Additive ensembles only.
    pub(super) fn sum_single(&self, leaves: &[usize]) -> Vec<f64> {
        let mut raw: Vec<f32> = self.base.iter().map(|b| *b as f32).collect();
        for (tree, &leaf) in self.trees.iter().zip(leaves) {
            let width = tree.width(self.outputs);
            let values = &tree.values[leaf * width..(leaf + 1) * width];
            for (i, value) in values.iter().enumerate() {
                raw[tree.output.unwrap_or(i)] += tree.weight as f32 * *value as f32;
            }
        }
        raw.into_iter().map(f64::from).collect()
    }

    /// By how much the library's own sum of each output may differ from the sum in double precision, over all rows: 0 where
    /// the library adds in double precision. Linear in the leaves.
    pub fn rounding(&self) -> Vec<f64> {
        if self.sums != Precision::F32 {
            return vec![0.0; self.outputs];
        }
        // Of each output: the least and the most that a sum can be so far, and by how much it may be off.
        let single = |x: f64| f64::from(x as f32);
        let mut sums: Vec<[f64; 3]> = self.base.iter().map(|&b| [b, b, (single(b) - b).abs()]).collect();
        for tree in &self.trees {
            let width = tree.width(self.outputs);
            for i in 0..width {
                let (mut least, mut most, mut off) = (f64::INFINITY, f64::NEG_INFINITY, 0.0f64);
                for value in tree.values.iter().skip(i).step_by(width) {
                    let part = tree.weight * value;
                    (least, most) = (least.min(part), most.max(part));
                    off = off.max((f64::from(tree.weight as f32 * *value as f32) - part).abs());
                }
                let [low, high, before] = &mut sums[tree.output.unwrap_or(i)];
                (*low, *high) = (*low + least, *high + most);
                off += *before;
                *before = off + HALF * (low.abs().max(high.abs()) + off);
            }
        }
        sums.into_iter().map(|[.., off]| off).collect()
    }

    /// The library's probabilities, one a class, of scores before the link.
    pub(super) fn scores_single(&self, raw: &[f64]) -> Vec<f64> {
        let raw = raw.iter().map(|r| *r as f32);
        let scores: Vec<f32> = match self.link {
            Link::None | Link::Exp | Link::Square | Link::Softplus => raw.collect(),
            Link::OneVsRest => raw.map(logistic).collect(),
            Link::Logistic => raw.map(logistic).flat_map(|p| [1.0 - p, p]).collect(),
            Link::Softmax => {
                let top = raw.clone().fold(f32::NEG_INFINITY, f32::max);
                let exp: Vec<f32> = raw.map(|r| exp(r - top)).collect();
                let sum: f64 = exp.iter().copied().map(f64::from).sum();
                exp.into_iter().map(|e| e / sum as f32).collect()
            }
        };
        scores.into_iter().map(f64::from).collect()
    }
}

impl Link {
    /// The library's value of a score before the link.
    pub(super) fn value_single(self, raw: f64) -> f64 {
        let raw = raw as f32;
        f64::from(match self {
            Link::None | Link::Logistic | Link::Softmax | Link::OneVsRest => raw,
            Link::Exp => exp(raw),
            Link::Square => raw * raw.abs(),
            Link::Softplus => f64::from(exp(raw)).ln_1p() as f32,
        })
    }
}

/// XGBoost keeps its exponential from overflowing.
fn logistic(raw: f32) -> f32 {
    1.0 / (1.0 + exp((-raw).min(88.7)))
}

/// The exponential function with the very errors that the GNU C library's `expf` has, since that is not always the nearest number: a
/// power of two, one of its 32nd roots (to the nearest), and a polynomial, in double precision. Over all numbers in its range two are one bit off.
fn exp(x: f32) -> f32 {
    const ROOTS: [f64; 32] = [
        1.0,
        1.0218971486541166,
        1.0442737824274138,
        1.0671404006768237,
        1.0905077326652577,
        1.1143867425958924,
        1.1387886347566916,
        1.1637248587775775,
        1.189207115002721,
        1.215247359980469,
        1.241857812073484,
        1.2690509571917332,
        1.2968395546510096,
        1.3252366431597413,
        1.3542555469368927,
        1.383909881963832,
        std::f64::consts::SQRT_2,
        1.4451808069770467,
        1.4768261459394993,
        1.5091644275934228,
        1.5422108254079407,
        1.5759808451078865,
        1.6104903319492543,
        1.645755478153965,
        1.681792830507429,
        1.718619298122478,
        1.7562521603732995,
        1.7947090750031072,
        1.8340080864093424,
        1.8741676341103,
        1.9152065613971474,
        1.9571441241754002,
    ];
    // Beyond these ends it is 0 and infinity in single precision.
    let by = f64::from(x.clamp(-150.0, 100.0)) * (32.0 * std::f64::consts::LOG2_E);
    let whole = by.round_ties_even();
    let rest = by - whole;
    let steps = whole as i64;
    let power = f64::from_bits(((1023 + (steps >> 5)) as u64) << 52) * ROOTS[(steps & 31) as usize];
    let cubic = 0.05550361559341535 / (32.0 * 32.0 * 32.0) * rest + 0.2402284522445722 / (32.0 * 32.0);
    ((cubic * (rest * rest) + (0.6931471806916203 / 32.0 * rest + 1.0)) * power) as f32
}

#[cfg(test)]
mod tests {
    use super::exp;

    /// Numbers, as the library prints them, at which it has not the nearest number; and the ends.
    #[test]
    #[allow(clippy::excessive_precision)]
    fn the_exponential_is_the_librarys_own() {
        let found = [
            (1.09975719, 3.0034368),
            (2.0438261, 7.72009087),
            (0.248918533, 1.28263748),
            (-2.86418891, 0.0570293702),
            (-54.3766785, 2.42386605e-24),
            (53.269455, 1.36342218e+23),
        ];
        for (x, is) in found {
            assert_eq!(exp(x), is);
            assert_ne!(f64::from(x).exp() as f32, is);
        }
        assert_eq!(
            [exp(-200.0), exp(89.0), exp(f32::NEG_INFINITY), exp(f32::INFINITY)],
            [0.0, f32::INFINITY, 0.0, f32::INFINITY]
        );
    }
}
