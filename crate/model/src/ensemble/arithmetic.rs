//! The library's own results for a row, from its leaves, to the last bit: the type in which the library adds, the order
//! of its sums, and its links' own formulas. With another order or formula, the last bits differ, and more than these
//! in a long sum. Then a least probability that the library itself gave could be out of reach.

use super::exponential::{exp, exp_single, ln_1p, quick};
use super::{first_largest, Aggregation, Ensemble, Link, Precision};

/// The arithmetic of a library from leaves to scores: trees are added up, divided, scaled and linked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arithmetic {
    /// The library whose order and formulas are used.
    pub library: Library,
    /// The sum is divided by these, one after the other. For a mean or a vote, it is first divided by the sum of the
    /// weights.
    pub divisors: [f64; 2],
    /// The sum is multiplied by this, before a base that comes last is added.
    pub scale: f64,
    /// For two classes without a link: the first class's score is 1 minus the second's, instead of a sum.
    pub complement: bool,
}

/// The libraries by the order of their sums and the formulas of their links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Library {
    /// Double precision, the base last, as in LightGBM.
    Plain,
    /// Double precision. Where trees are summed, the base comes first.
    ScikitLearn,
    /// Single precision, the base first.
    XgBoost,
    /// Double precision, the base last. Several outputs, or a value, use an exponential function of its own.
    CatBoost,
    /// Single precision, the base last.
    OnnxRuntime,
}

impl From<Library> for Arithmetic {
    fn from(library: Library) -> Arithmetic {
        Arithmetic { library, ..Arithmetic::PLAIN }
    }
}

impl Arithmetic {
    /// Double precision, with plain formulas.
    pub const PLAIN: Arithmetic =
        Arithmetic { library: Library::Plain, divisors: [1.0; 2], scale: 1.0, complement: false };

    /// Whether the library adds and links in single precision.
    pub fn is_single(&self) -> bool {
        matches!(self.library, Library::XgBoost | Library::OnnxRuntime)
    }

    /// A number in the type in which the library adds.
    pub fn round(&self, value: f64) -> f64 {
        if self.is_single() {
            f64::from(value as f32)
        } else {
            value
        }
    }

    /// Largest relative error of one rounding to the library's type. For double precision it is four times that, since
    /// proofs also add in double precision, and in an order of their own.
    fn step(&self) -> f64 {
        if self.is_single() {
            0.5 * f64::from(f32::EPSILON)
        } else {
            2.0 * f64::EPSILON
        }
    }
}

impl Library {
    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Library::Plain => "plain",
            Library::ScikitLearn => "scikit-learn",
            Library::XgBoost => "xgboost",
            Library::CatBoost => "catboost",
            Library::OnnxRuntime => "onnxruntime",
        }
    }

    /// All libraries.
    pub const ALL: [Library; 5] =
        [Library::Plain, Library::ScikitLearn, Library::XgBoost, Library::CatBoost, Library::OnnxRuntime];
}

/// A type in which sums are formed.
pub(super) trait Float:
    Copy + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> + std::ops::Div<Output = Self>
{
    /// The type.
    const PRECISION: Precision;

    fn of(value: f64) -> Self;
}

impl Float for f32 {
    const PRECISION: Precision = Precision::F32;

    fn of(value: f64) -> f32 {
        value as f32
    }
}

impl Float for f64 {
    const PRECISION: Precision = Precision::F64;

    fn of(value: f64) -> f64 {
        value
    }
}

impl Ensemble {
    /// Whether sums begin with the base.
    pub fn base_comes_first(&self) -> bool {
        self.aggregation == Aggregation::Sum
            && matches!(self.arithmetic.library, Library::ScikitLearn | Library::XgBoost)
    }

    /// Scores before the link in double precision, one for each output, from a row's leaf in each tree ([`Ensemble::leaves_of`]).
    /// Only linear leaves read the row itself.
    pub fn raw_of(&self, leaves: &[usize], row: &[f64]) -> Vec<f64> {
        self.sum_in(leaves, &[row])
    }

    /// The same scores of some rows in the library's own type, row after row.
    pub(super) fn sum_own(&self, leaves: &[usize], rows: &[&[f64]]) -> Vec<f64> {
        match self.arithmetic.is_single() {
            true => self.sum_in::<f32>(leaves, rows).into_iter().map(f64::from).collect(),
            false => self.sum_in(leaves, rows),
        }
    }

    // Tree by tree: rows of one model meet in its trees, and large models do not fit into a cache.
    pub(super) fn sum_in<T: Float>(&self, leaves: &[usize], rows: &[&[f64]]) -> Vec<T> {
        let first = self.base_comes_first();
        let base: Vec<T> = self.base.iter().map(|b| T::of(if first { *b } else { 0.0 })).collect();
        let mut sums: Vec<T> = base.iter().copied().cycle().take(rows.len() * base.len()).collect();
        let mut weights = T::of(0.0);
        let rows: Vec<_> = rows.iter().map(|row| self.read(row, T::PRECISION)).collect();
        let trees = self.trees.len();
        for (t, tree) in self.trees.iter().enumerate() {
            let width = tree.width(self.outputs);
            let weight = T::of(tree.weight);
            weights = weights + weight;
            for (i, (row, input)) in rows.iter().enumerate() {
                let leaf = leaves[i * trees + t];
                let values = &tree.values[leaf * width..(leaf + 1) * width];
                let at = i * base.len();
                let mut add = |output: usize, part: T| sums[at + output] = sums[at + output] + part;
                if let Some(linear) = tree.linear_leaf(leaf) {
                    let first = tree.output.unwrap_or(0);
                    (0..width).for_each(|i| add(first + i, weight * linear.value(i, values[i], row, *input)));
                    continue;
                }
                match (self.aggregation, tree.output) {
                    (Aggregation::Vote, None) => add(first_largest(values), weight),
                    (_, Some(output)) => add(output, weight * T::of(values[0])),
                    (_, None) => values.iter().enumerate().for_each(|(i, v)| add(i, weight * T::of(*v))),
                }
            }
        }
        let Arithmetic { divisors, scale, .. } = self.arithmetic;
        let mean = self.aggregation != Aggregation::Sum;
        for (sum, base) in sums.iter_mut().zip(self.base.iter().cycle()) {
            if mean {
                *sum = *sum / weights;
            }
            for divisor in divisors {
                *sum = *sum / T::of(divisor);
            }
            *sum = *sum * T::of(scale);
            if !first {
                *sum = *sum + T::of(*base);
            }
        }
        sums
    }

    /// By output: largest difference, over all rows, between the library's own sum and a sum of tree factors and values
    /// in double precision, in any order of addition. `sizes`: by column, the largest absolute value of an input; only linear leaves read it.
    /// Linear in the leaves.
    pub fn rounding(&self, sizes: &[f64]) -> Vec<f64> {
        let (single, step) = (self.arithmetic.is_single(), self.arithmetic.step());
        let own = |x: f64| self.arithmetic.round(x);
        let (sizes, errors) = self.sizes_and_errors(sizes, step);
        let first = self.base_comes_first();
        // By output: the least and the largest possible sum so far, its largest error, and the sum of the parts' sizes.
        let begin = |b: &f64| if first { [*b, *b, (own(*b) - b).abs(), b.abs()] } else { [0.0; 4] };
        let mut sums: Vec<[f64; 4]> = self.base.iter().map(begin).collect();
        for tree in &self.trees {
            let width = tree.width(self.outputs);
            for i in 0..width {
                let (mut least, mut most, mut moved) = (f64::INFINITY, f64::NEG_INFINITY, 0.0f64);
                let vote = [0.0, 1.0];
                let values = if self.aggregation == Aggregation::Vote { &vote[..] } else { &tree.values[i..] };
                let by = if self.aggregation == Aggregation::Vote { 1 } else { width };
                for (leaf, value) in values.iter().step_by(by).enumerate() {
                    let part = tree.weight * value;
                    let mut off = (own(own(tree.weight) * own(*value)) - part).abs();
                    let mut reach = 0.0;
                    if let Some(linear) = tree.linear_leaf(leaf) {
                        let terms = linear.columns.iter().zip(linear.weights_of(i));
                        reach = tree.weight.abs() * terms.map(|(&c, w)| (w * sizes[c]).abs()).sum::<f64>();
                        let terms = linear.columns.iter().zip(linear.weights_of(i));
                        off += tree.weight.abs() * terms.map(|(&c, w)| w.abs() * errors[c]).sum::<f64>();
                        // Each term is rounded, and so is each sum.
                        off += step * (linear.columns.len() + 2) as f64 * (part.abs() + reach);
                    }
                    (least, most) = (least.min(part - reach), most.max(part + reach));
                    moved = moved.max(off);
                }
                let [low, high, off, size] = &mut sums[tree.output.unwrap_or(i)];
                (*low, *high, *size) = (*low + least, *high + most, *size + least.abs().max(most.abs()));
                *off += moved;
                *off += step * if single { low.abs().max(high.abs()) + *off } else { *size };
            }
        }
        let factor = self.factor().abs();
        let operations = 5.0 + if self.aggregation == Aggregation::Sum { 0.0 } else { self.trees.len() as f64 };
        let ends = sums.iter().zip(&self.base);
        ends.map(|([low, high, off, size], base)| {
            let size = factor * if single { low.abs().max(high.abs()) } else { *size };
            let base = if first { 0.0 } else { base.abs() };
            // Rounding of two divisions, of the division of a mean (whose weights are also a sum), of a product, and of
            // adding the base.
            factor * off + step * (operations * (size + factor * off) + 2.0 * base)
        })
        .collect()
    }

    /// The factor of the trees' weighted sum in the raw scores.
    pub fn factor(&self) -> f64 {
        let Arithmetic { divisors, scale, .. } = self.arithmetic;
        let weights = match self.aggregation {
            Aggregation::Sum => 1.0,
            Aggregation::Mean | Aggregation::Vote => self.trees.iter().map(|t| t.weight).sum::<f64>(),
        };
        scale / (weights * divisors[0] * divisors[1])
    }

    /// The library's probabilities for its own raw scores, one for each class.
    pub fn scores(&self, raw: &[f64]) -> Vec<f64> {
        if let (true, [_, second]) = (self.arithmetic.complement, raw) {
            return vec![self.arithmetic.round(1.0 - second), *second];
        }
        if self.arithmetic.is_single() {
            let raw: Vec<f32> = raw.iter().map(|r| *r as f32).collect();
            return self.scores_single(&raw).into_iter().map(f64::from).collect();
        }
        let logistic = |r: &f64| 1.0 / (1.0 + exp(-r));
        match self.link {
            Link::OneVsRest => raw.iter().map(logistic).collect(),
            Link::Logistic => [logistic(&raw[0])].into_iter().flat_map(|p| [1.0 - p, p]).collect(),
            Link::Softmax => {
                let exp = if self.arithmetic.library == Library::CatBoost { quick } else { exp };
                let top = raw.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let parts: Vec<f64> = raw.iter().map(|r| exp(r - top)).collect();
                let sum: f64 = parts.iter().sum();
                parts.into_iter().map(|e| e / sum).collect()
            }
            Link::None | Link::Exp | Link::Square | Link::Softplus => raw.to_vec(),
        }
    }

    fn scores_single(&self, raw: &[f32]) -> Vec<f32> {
        let onnx = self.arithmetic.library == Library::OnnxRuntime;
        let logistic = |r: f32| match onnx {
            // ONNX Runtime uses the formula for numbers that are not negative. For a negative number it takes 1 minus the
            // value at -r.
            true if r < 0.0 => 1.0 - 1.0 / (1.0 + exp_single(r)),
            true => 1.0 / (1.0 + exp_single(-r)),
            // XGBoost limits the argument, so that its exponential does not overflow.
            false => 1.0 / (1.0 + exp_single((-r).min(88.7))),
        };
        match self.link {
            Link::OneVsRest => raw.iter().copied().map(logistic).collect(),
            Link::Logistic if onnx => vec![logistic(-raw[0]), logistic(raw[0])],
            Link::Logistic => vec![1.0 - logistic(raw[0]), logistic(raw[0])],
            Link::Softmax => {
                let top = raw.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let parts: Vec<f32> = raw.iter().map(|r| exp_single(r - top)).collect();
                let sum = match onnx {
                    true => parts.iter().sum(),
                    false => parts.iter().copied().map(f64::from).sum::<f64>() as f32,
                };
                parts.into_iter().map(|e| e / sum).collect()
            }
            Link::None | Link::Exp | Link::Square | Link::Softplus => raw.to_vec(),
        }
    }

    /// The library's value for its own raw score.
    pub fn value(&self, raw: f64) -> f64 {
        if self.arithmetic.is_single() {
            let raw = raw as f32;
            return f64::from(match self.link {
                Link::None | Link::Logistic | Link::Softmax | Link::OneVsRest => raw,
                Link::Exp => exp_single(raw),
                Link::Square => raw * raw.abs(),
                Link::Softplus => ln_1p(f64::from(exp_single(raw))) as f32,
            });
        }
        match self.link {
            Link::None | Link::Logistic | Link::Softmax | Link::OneVsRest => raw,
            Link::Exp if self.arithmetic.library == Library::CatBoost => quick(raw),
            Link::Exp => exp(raw),
            Link::Square => raw * raw.abs(),
            Link::Softplus => ln_1p(exp(raw)),
        }
    }
}
