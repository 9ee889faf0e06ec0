//! Linear operators and layers: weighted sums of the input's columns. A layer behind a Relu makes of each such sum a neuron. onnxruntime adds up
//! in single precision and in an order that its processor decides, so that its scores and ours may differ by rounding.

use super::columns::Column;
use super::form::{Operator, ScoreForm, Shown};
use super::proto::{NodeProto, Tensor};
use super::wire::Message;
use crate::error::Fault;
use crate::MOST_COLUMNS;
use espalier_model::ensemble::Node as TreeNode;
use espalier_model::ensemble::{LinearLeaf, Link, Neuron, Precision, Split, Tree};

/// Most weights of all neurons, each times each output, that a network may have, and most weights of all sums on the way. A network of 1,000 neurons,
/// 784 columns and 10 outputs has half as many. More takes more memory for a small file, less refuses larger networks. By hand.
pub(super) const MOST_WEIGHTS: usize = 1 << 24;

/// The number of the first neuron's column, until the number of inputs is known.
pub(super) const NEURONS: usize = MOST_COLUMNS;

/// Sums of weighted columns, which no later operator has taken for scores yet.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// Neurons of the layers before.
    neurons: Vec<Neuron>,
    /// Input columns, distinct; from `NEURONS` on neurons.
    columns: Vec<usize>,
    /// By sum, one weight a column.
    weights: Vec<Vec<f64>>,
    constants: Vec<f64>,
    /// Whether a Relu follows.
    rectified: bool,
    /// Type to which the input is rounded, and type of the sums.
    input: Precision,
    sums: Precision,
}

/// A table of weights: one row an output, one number an input.
pub(super) struct Weights {
    rows: Vec<Vec<f64>>,
    constants: Vec<f64>,
}

impl Weights {
    /// The weights of a MatMul or Gemm with constants. `None` where they cannot be read, or where the node says more than a layer does.
    pub fn of_layer(node: &NodeProto, weights: &Tensor, bias: Option<&Tensor>) -> Result<Option<Weights>, Fault> {
        let (Some(numbers), dims) = (weights.numbers()?, weights.dims()?) else { return Ok(None) };
        let (inputs, outputs) = match dims[..] {
            [n] => (n, 1),
            [n, m] => (n, m),
            _ => return Ok(None),
        };
        let gemm = node.op == "Gemm";
        let [alpha, beta] = [node.single("alpha")?.unwrap_or(1.0), node.single("beta")?.unwrap_or(1.0)];
        let turned = gemm && node.whole("transB")?.unwrap_or(0) != 0;
        if gemm && (node.whole("transA")?.unwrap_or(0) != 0 || dims.len() != 2) {
            return Ok(None);
        }
        if inputs.checked_mul(outputs) != Some(numbers.len()) || numbers.is_empty() {
            return Ok(None);
        }
        let rows: Vec<Vec<f64>> = match turned {
            true => numbers.chunks(outputs).map(|row| row.iter().map(|w| alpha * w).collect()).collect(),
            false => {
                (0..outputs).map(|o| numbers.iter().skip(o).step_by(outputs).map(|w| alpha * w).collect()).collect()
            }
        };
        let bias = match bias {
            None => Vec::new(),
            Some(bias) => match bias.numbers()? {
                Some(numbers) => numbers.into_iter().map(|b| beta * b).collect(),
                None => return Ok(None),
            },
        };
        let constants = match bias.len() {
            0 => vec![0.0; rows.len()],
            1 => vec![bias[0]; rows.len()],
            n if n == rows.len() => bias,
            _ => return Ok(None),
        };
        Ok(Some(Weights { rows, constants }))
    }

    /// The weights of a LinearClassifier or LinearRegressor, one row an output.
    fn of_operator(node: &NodeProto, outputs: usize) -> Result<Weights, Fault> {
        let (numbers, constants) = (node.numbers("coefficients")?, node.numbers("intercepts")?);
        if numbers.is_empty() || !numbers.len().is_multiple_of(outputs) {
            let what = format!("there are {} coefficients for {outputs} outputs", numbers.len());
            return Err(node.fault("coefficients", what, "as many for each output are right"));
        }
        if !constants.is_empty() && constants.len() != outputs {
            let right = format!("{outputs}, one an output, are right");
            return Err(node.fault("intercepts", format!("there are {} intercepts", constants.len()), right));
        }
        let constants = if constants.is_empty() { vec![0.0; outputs] } else { constants };
        let rows = numbers.chunks(numbers.len() / outputs).map(<[f64]>::to_vec).collect();
        Ok(Weights { rows, constants })
    }

    fn check(&self, node: &NodeProto, given: usize) -> Result<(), Fault> {
        let weights = self.rows.iter().flatten().chain(&self.constants);
        if let Some(w) = weights.into_iter().find(|w| !w.is_finite()) {
            return Err(node.fault("", format!("a weight is {w}"), "finite numbers are needed"));
        }
        if self.rows.iter().any(|row| row.len() != given) {
            let what = format!("an output has {} weights", self.rows.first().map_or(0, Vec::len));
            return Err(node.fault(
                "",
                what,
                format!("the operator is given {given} columns; a weight for each is right"),
            ));
        }
        if self.rows.len() > MOST_COLUMNS {
            let what = format!("the operator has {} outputs", self.rows.len());
            return Err(node.fault("", what, format!("at most {MOST_COLUMNS} can be read")));
        }
        Ok(())
    }
}

impl Sums {
    /// Weighted sums of columns, each perhaps scaled before.
    pub fn of_columns(node: &NodeProto, columns: &[Column], layer: &Weights) -> Result<Sums, Fault> {
        layer.check(node, columns.len())?;
        if columns.iter().any(|c| c.input != columns[0].input) {
            return Err(node.fault(
                "",
                "some columns are of single and some of double precision",
                "one type is needed",
            ));
        }
        let mut sources: Vec<usize> = Vec::new();
        let mut places = std::collections::HashMap::new();
        for column in columns {
            places.entry(column.source).or_insert_with(|| {
                sources.push(column.source);
                sources.len() - 1
            });
        }
        let mut constants = layer.constants.clone();
        let mut weights = vec![vec![0.0; sources.len()]; layer.rows.len()];
        for (i, column) in columns.iter().enumerate() {
            let (factor, offset) = column.affine();
            for (o, row) in layer.rows.iter().enumerate() {
                weights[o][places[&column.source]] += row[i] * factor;
                constants[o] += row[i] * offset;
            }
        }
        let double = columns.iter().all(|c| c.now == Precision::F64);
        let sums = if double { Precision::F64 } else { Precision::F32 };
        let input = columns.first().map_or(Precision::F32, |c| c.input);
        Ok(Sums { neurons: Vec::new(), columns: sources, weights, constants, rectified: false, input, sums })
    }

    /// The sums with constants added. `None` behind a Relu, or where there is another number of them.
    pub fn plus(&self, numbers: &[f64]) -> Option<Sums> {
        let fits = numbers.len() == 1 || numbers.len() == self.constants.len();
        if self.rectified || !fits || numbers.iter().any(|n| !n.is_finite()) {
            return None;
        }
        let mut sums = self.clone();
        let parts = numbers.iter().cycle();
        sums.constants.iter_mut().zip(parts).for_each(|(c, n)| *c += n);
        Some(sums)
    }

    /// The sums behind a Relu.
    pub fn rectify(&self) -> Sums {
        Sums { rectified: true, ..self.clone() }
    }

    /// Sums behind one more layer; those behind a Relu become neurons.
    pub fn layer(&self, node: &NodeProto, layer: &Weights) -> Result<Sums, Fault> {
        layer.check(node, self.weights.len())?;
        let all = self.weights.len().saturating_mul(self.columns.len()).saturating_mul(layer.rows.len());
        if all > MOST_WEIGHTS {
            let what = format!(
                "{} sums of {} columns go to {} outputs",
                self.weights.len(),
                self.columns.len(),
                layer.rows.len()
            );
            return Err(node.fault("", what, format!("at most {MOST_WEIGHTS} products of these can be read")));
        }
        let mut sums =
            Sums { constants: layer.constants.clone(), weights: Vec::new(), rectified: false, ..self.clone() };
        if self.rectified {
            let first = NEURONS + self.neurons.len();
            sums.columns = (first..first + self.weights.len()).collect();
            sums.weights.clone_from(&layer.rows);
            let neuron = |(weights, constant): (&Vec<f64>, &f64)| {
                let kept = || (0..weights.len()).filter(|&c| weights[c] != 0.0);
                let columns = kept().map(|c| self.columns[c]).collect();
                let sum = LinearLeaf { columns, weights: kept().map(|c| weights[c]).collect(), missing: None };
                Neuron { constant: *constant, sum }
            };
            sums.neurons.extend(self.weights.iter().zip(&self.constants).map(neuron));
            return Ok(sums);
        }
        for (row, constant) in layer.rows.iter().zip(&mut sums.constants) {
            let mut weights = vec![0.0; self.columns.len()];
            for ((v, inner), c) in row.iter().zip(&self.weights).zip(&self.constants) {
                weights.iter_mut().zip(inner).for_each(|(sum, w)| *sum += v * w);
                *constant += v * c;
            }
            sums.weights.push(weights);
        }
        Ok(sums)
    }

    /// The sums as scores of their own. One hidden layer becomes stumps, which need no columns of their own.
    pub fn scores(&self, index: usize) -> Operator {
        let (mut base, mut neurons) = (self.constants.clone(), self.neurons.clone());
        let mut trees = Vec::new();
        if neurons.iter().all(|n| n.sum.columns.iter().all(|c| *c < NEURONS)) {
            for (n, neuron) in neurons.drain(..).enumerate() {
                let outer: Vec<f64> = self.weights.iter().map(|row| row[n]).collect();
                if neuron.sum.columns.is_empty() {
                    base.iter_mut().zip(&outer).for_each(|(b, v)| *b += v * neuron.constant.max(0.0));
                } else {
                    trees.push(stump(neuron, &outer));
                }
            }
        }
        if trees.is_empty() {
            let alone = self.neurons.is_empty() || !neurons.is_empty();
            trees.push(if alone {
                leaf(&self.columns, &self.weights)
            } else {
                leaf(&[], &vec![Vec::new(); base.len()])
            });
        }
        let form = ScoreForm {
            parts: vec![(index, 1.0)],
            divisor: 1.0,
            base,
            link: Link::None,
            shown: Shown::Plain,
            classes: None,
            labels: None,
            sums: self.sums,
        };
        Operator { trees, neurons, input: self.input, form }
    }

    /// Number of weights.
    pub fn size(&self) -> usize {
        self.weights.len() * self.columns.len()
    }

    /// Whether these are sums behind a Relu, which are no scores.
    pub fn is_rectified(&self) -> bool {
        self.rectified
    }
}

/// The stump that adds the output weights times a neuron's sum where that is positive, and nothing elsewhere.
fn stump(Neuron { constant, sum }: Neuron, outer: &[f64]) -> Tree {
    let LinearLeaf { columns, weights, .. } = sum;
    let part = LinearLeaf {
        columns: columns.clone(),
        weights: outer.iter().flat_map(|v| weights.iter().map(move |w| v * w)).collect(),
        missing: None,
    };
    let split = Split::Oblique { columns, weights, threshold: -constant };
    let mut tree = leaf(&[], &vec![Vec::new(); outer.len()]);
    tree.nodes =
        vec![TreeNode::Split { split, left: 1, right: 2, missing: None }, TreeNode::Leaf(0), TreeNode::Leaf(1)];
    tree.values.extend(outer.iter().map(|v| v * constant));
    tree.linear = vec![LinearLeaf::default(), part];
    tree
}

/// The tree of one leaf, whose values are weighted sums.
fn leaf(columns: &[usize], weights: &[Vec<f64>]) -> Tree {
    let kept: Vec<usize> = (0..columns.len()).filter(|&c| weights.iter().any(|row| row[c] != 0.0)).collect();
    let part = LinearLeaf {
        columns: kept.iter().map(|&c| columns[c]).collect(),
        weights: weights.iter().flat_map(|row| kept.iter().map(|&c| row[c])).collect(),
        missing: None,
    };
    Tree {
        weight: 1.0,
        output: None,
        oblivious: false,
        nodes: vec![TreeNode::Leaf(0)],
        values: vec![0.0; weights.len()],
        linear: if kept.is_empty() { Vec::new() } else { vec![part] },
        samples: None,
    }
}

/// Reads a LinearRegressor.
pub(super) fn regressor(node: &NodeProto, columns: &[Column], index: usize) -> Result<Operator, Fault> {
    let targets = node.whole("targets")?.unwrap_or(1);
    let outputs = usize::try_from(targets).ok().filter(|t| (1..=MOST_COLUMNS).contains(t));
    let outputs = outputs.ok_or_else(|| {
        node.fault("targets", format!("the model has {targets} targets"), format!("1 to {MOST_COLUMNS} can be read"))
    })?;
    transform(node, &["NONE"])?;
    Ok(Sums::of_columns(node, columns, &Weights::of_operator(node, outputs)?)?.scores(index))
}

/// Reads a LinearClassifier.
pub(super) fn classifier(node: &NodeProto, columns: &[Column], index: usize) -> Result<Operator, Fault> {
    let numbered = node.wholes("classlabels_ints").collect::<Result<Vec<i64>, Fault>>()?;
    let classes: Vec<String> = match numbered.is_empty() {
        true => node.texts("classlabels_strings").map(|t| t.map(Message::text)).collect::<Result<_, _>>()?,
        false => numbered.iter().map(i64::to_string).collect(),
    };
    let count = classes.len();
    if !(2..=MOST_COLUMNS).contains(&count) {
        let right = format!("2 to {MOST_COLUMNS} classes can be read");
        return Err(node.fault("", format!("the model has {count} classes"), right));
    }
    let post = transform(node, &["NONE", "LOGISTIC", "SOFTMAX"])?;
    if node.numbers("coefficients")?.len() == columns.len() {
        let right = "a row of weights for each of the two classes is needed, as skl2onnx writes them";
        return Err(node.fault("coefficients", "there is one row of weights for two classes", right));
    }
    let sums = Sums::of_columns(node, columns, &Weights::of_operator(node, count)?)?;
    let opposed = count == 2
        && sums.constants[0] == -sums.constants[1]
        && sums.weights[0].iter().zip(&sums.weights[1]).all(|(a, b)| *a == -b);
    let link = match post.as_str() {
        "SOFTMAX" => Link::Softmax,
        "LOGISTIC" if opposed => Link::Logistic,
        "LOGISTIC" => Link::OneVsRest,
        _ => Link::None,
    };
    let sums = match link {
        Link::Logistic => Sums { weights: sums.weights[1..].to_vec(), constants: sums.constants[1..].to_vec(), ..sums },
        _ => sums,
    };
    let mut operator = sums.scores(index);
    (operator.form.link, operator.form.classes) = (link, Some(classes));
    Ok(operator)
}

fn transform(node: &NodeProto, known: &[&str]) -> Result<String, Fault> {
    let post = node.text("post_transform")?.unwrap_or_else(|| "NONE".into());
    if known.contains(&post.as_str()) {
        return Ok(post);
    }
    let right = format!("export the model with {}", known.join(", "));
    Err(node.fault("post_transform", format!("the post_transform is {post}, which cannot be read"), right))
}
