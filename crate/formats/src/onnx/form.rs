//! The meaning of a value of the graph: a sum of tree operators under a link, and the rule by which a classifier's two columns of scores
//! follow from one. Where the standard is silent, the rules are those of onnxruntime, found by experiment.

use super::proto::NodeProto;
use super::trees::Nodes;
use crate::error::Fault;
use espalier_model::ensemble::{Link, Neuron, Precision, Tree};

/// Scores of a row.
#[derive(Clone, Debug)]
pub(super) struct ScoreForm {
    /// Operators (by their number), each with a factor.
    pub parts: Vec<(usize, f64)>,
    /// Divisor of the sum.
    pub divisor: f64,
    /// Added to it then, one number an output.
    pub base: Vec<f64>,
    pub link: Link,
    pub shown: Shown,
    /// Names of the classes, where the operator is a classifier.
    pub classes: Option<Vec<String>>,
    /// The reason why the operator's own labels are not always those of the highest score, where that is so.
    pub labels: Option<&'static str>,
    pub sums: Precision,
}

/// The rule by which one output gives the scores of two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// Outputs are shown as they are.
    Plain,
    /// -s and s; class 1 where s is positive.
    Opposite,
    /// 1 - s and s; class 1 where s is above a half.
    Complement,
    /// Under the logistic link: the second class's probability alone.
    Second,
}

/// A tree operator's trees.
pub(super) struct Operator {
    pub trees: Vec<Tree>,
    /// Neurons that its trees read.
    pub neurons: Vec<Neuron>,
    /// Type to which its input is rounded.
    pub input: Precision,
    pub form: ScoreForm,
}

const ABSENT: &str = "a leaf leaves out a class, and onnxruntime leaves such classes out of the comparison";
const ABOVE_HALF: &str = "no weight is negative, and onnxruntime then asks for a score above a half";
const SECOND: &str = "there are two columns of weights, and onnxruntime takes class 1 where its own score is positive";

/// Reads a TreeEnsembleClassifier's form; `nodes` are its nodes, `index` its number among the operators.
pub(super) fn classifier(
    node: &NodeProto,
    nodes: &Nodes,
    classes: Vec<String>,
    index: usize,
    sums: Precision,
) -> Result<Operator, Fault> {
    let base = base_values(node)?;
    let post = node.text("post_transform")?.unwrap_or_else(|| "NONE".into());
    if !["NONE", "LOGISTIC", "SOFTMAX"].contains(&post.as_str()) {
        return Err(transform(node, &post));
    }
    let mut trees = grow(node, nodes)?;
    let count = classes.len();
    let positive = nodes.entries.iter().all(|e| e.weight >= 0.0);
    let has = |class: usize| nodes.entries.iter().any(|e| e.output == class);
    let mut form = ScoreForm {
        parts: vec![(index, 1.0)],
        divisor: 1.0,
        base: vec![0.0],
        link: Link::None,
        shown: Shown::Plain,
        classes: Some(classes),
        labels: None,
        sums,
    };
    if count == 2 && !(has(0) && has(1)) {
        if has(1) {
            let right = "weights for class 0 alone, which stand for class 1, or for both classes are needed";
            return Err(node.fault("class_ids", "all weights are for class 1 of two", right));
        }
        form.base = match base.as_slice() {
            [] => vec![0.0],
            [b] => vec![*b],
            _ => {
                let right = "one base value is right where the weights are for one class";
                return Err(node.fault("base_values", format!("the number of base values is {}", base.len()), right));
            }
        };
        (form.link, form.shown) = match (post.as_str(), positive) {
            ("LOGISTIC", _) => (Link::Logistic, Shown::Plain),
            (_, true) => (Link::None, Shown::Complement),
            (_, false) => (Link::None, Shown::Opposite),
        };
        form.labels = (post == "LOGISTIC" && positive).then_some(ABOVE_HALF);
        return Ok(Operator {
            trees,
            neurons: Vec::new(),
            form,
            input: nodes.columns.first().map_or(Precision::F32, |c| c.input),
        });
    }
    if !base.is_empty() && (base.len() != count || count == 2 && base.iter().any(|b| *b != 0.0)) {
        let what = format!("the number of base values is {}", base.len());
        let right = match count {
            2 => "none where both classes have weights".to_string(),
            n => format!("{n}, one a class, are right"),
        };
        return Err(node.fault("base_values", what, right));
    }
    // CatBoost writes -w and w.
    let opposed = count == 2 && opposed(&trees);
    if opposed && post != "SOFTMAX" {
        second_alone(&mut trees);
        (form.link, form.shown) =
            if post == "NONE" { (Link::None, Shown::Opposite) } else { (Link::Logistic, Shown::Plain) };
        return Ok(Operator {
            trees,
            neurons: Vec::new(),
            form,
            input: nodes.columns.first().map_or(Precision::F32, |c| c.input),
        });
    }
    form.base = if base.is_empty() { vec![0.0; count] } else { base.clone() };
    form.link = match post.as_str() {
        "SOFTMAX" => Link::Softmax,
        "LOGISTIC" => Link::OneVsRest,
        _ => Link::None,
    };
    form.labels = match count {
        2 if opposed => None,
        2 => Some(SECOND),
        _ if !base.is_empty() || positive || complete(&trees, nodes, count) => None,
        _ => Some(ABSENT),
    };
    Ok(Operator { trees, neurons: Vec::new(), form, input: nodes.columns.first().map_or(Precision::F32, |c| c.input) })
}

/// Reads the form of a TreeEnsembleRegressor or TreeEnsemble.
pub(super) fn regressor(node: &NodeProto, nodes: &Nodes, index: usize, sums: Precision) -> Result<Operator, Fault> {
    let v5 = node.op == "TreeEnsemble";
    let post = match v5 {
        true => ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"]
            .get(usize::try_from(node.whole("post_transform")?.unwrap_or(0)).unwrap_or(usize::MAX))
            .map_or_else(|| "of an unknown kind".to_string(), ToString::to_string),
        false => node.text("post_transform")?.unwrap_or_else(|| "NONE".into()),
    };
    let link = match (post.as_str(), nodes.outputs) {
        ("NONE", _) => Link::None,
        ("SOFTMAX", 2..) => Link::Softmax,
        ("LOGISTIC", 2..) => Link::OneVsRest,
        ("SOFTMAX" | "LOGISTIC", _) => {
            let what = format!("the post_transform is {post}, which onnxruntime leaves out for one target");
            return Err(node.fault("post_transform", what, "NONE, or a classifier, is needed"));
        }
        _ => return Err(transform(node, &post)),
    };
    let aggregate = match v5 {
        true => ["AVERAGE", "SUM", "MIN", "MAX"]
            .get(usize::try_from(node.whole("aggregate_function")?.unwrap_or(1)).unwrap_or(usize::MAX))
            .map_or_else(|| "of an unknown kind".to_string(), ToString::to_string),
        false => node.text("aggregate_function")?.unwrap_or_else(|| "SUM".into()),
    };
    let trees = grow(node, nodes)?;
    let divisor = match aggregate.as_str() {
        "SUM" => 1.0,
        "AVERAGE" => trees.len().max(1) as f64,
        "MIN" | "MAX" if trees.len() == 1 => 1.0,
        other => {
            let what = format!("the trees are put together by {other}");
            return Err(node.fault("aggregate_function", what, "SUM or AVERAGE is needed"));
        }
    };
    let base = if v5 { Vec::new() } else { base_values(node)? };
    if !base.is_empty() && base.len() != nodes.outputs {
        let right = format!("{}, one a target, is right", nodes.outputs);
        return Err(node.fault("base_values", format!("the number of base values is {}", base.len()), right));
    }
    let base = if base.is_empty() { vec![0.0; nodes.outputs] } else { base };
    let form = ScoreForm {
        parts: vec![(index, 1.0)],
        divisor,
        base,
        link,
        shown: Shown::Plain,
        classes: None,
        labels: None,
        sums,
    };
    Ok(Operator { trees, neurons: Vec::new(), form, input: nodes.columns.first().map_or(Precision::F32, |c| c.input) })
}

fn base_values(node: &NodeProto) -> Result<Vec<f64>, Fault> {
    let base = node.numbers("base_values")?;
    match base.iter().position(|b| !b.is_finite()) {
        None => Ok(base),
        Some(i) => {
            let what = format!("the base value is {}", base[i]);
            Err(node.fault(&format!("base_values/{i}"), what, "a finite number is needed"))
        }
    }
}

fn transform(node: &NodeProto, post: &str) -> Fault {
    let right = "export the model with NONE, LOGISTIC or SOFTMAX, or from the library that trained it";
    node.fault("post_transform", format!("the post_transform is {post}, which cannot be read"), right)
}

fn grow(node: &NodeProto, nodes: &Nodes) -> Result<Vec<Tree>, Fault> {
    nodes.trees().map_err(|(tree, what, right)| Fault::in_tree(tree, None, node.at(""), what, right))
}

/// The sum of the scores of a row, where it is the same for all rows (up to rounding) and no score is negative.
pub(super) fn total(form: &ScoreForm, operators: &[Operator]) -> Option<f64> {
    /// A share of the sum: sums of hundreds of single-precision leaves round by less.
    const ROUNDING: f64 = 1e-5;
    let (mut least, mut most) = (form.base.iter().sum::<f64>(), form.base.iter().sum::<f64>());
    if form.link != Link::None || form.base.iter().any(|b| *b < 0.0) || form.shown == Shown::Opposite {
        return None;
    }
    for &(operator, factor) in &form.parts {
        for tree in &operators[operator].trees {
            let width = tree.width(form.base.len());
            let sums = tree.values.chunks_exact(width).map(|leaf| leaf.iter().sum::<f64>() * factor / form.divisor);
            if factor < 0.0 || tree.values.iter().any(|v| *v < 0.0) {
                return None;
            }
            let (low, high) = sums.fold((f64::INFINITY, 0.0f64), |(low, high), v| (low.min(v), high.max(v)));
            least += low;
            most += high;
        }
    }
    match form.shown {
        // 1 - s and s: as long as neither is negative.
        Shown::Complement if most <= 1.0 + ROUNDING => Some(1.0),
        Shown::Plain if form.base.len() > 1 && least > 0.0 && most - least <= ROUNDING * most => Some(most),
        _ => None,
    }
}

/// Whether every leaf holds w for class 1 and -w for class 0.
fn opposed(trees: &[Tree]) -> bool {
    let pairs = |tree: &Tree| tree.output.is_none() && tree.values.chunks_exact(2).all(|v| v[0] == -v[1]);
    // A tree of zeros has one output.
    let zeros = |tree: &Tree| tree.output.is_some() && tree.values.iter().all(|v| *v == 0.0);
    trees.iter().all(|t| pairs(t) || zeros(t))
}

/// Keeps class 1's number alone of such leaves.
fn second_alone(trees: &mut [Tree]) {
    for tree in trees {
        if tree.output.is_none() {
            tree.values = tree.values.chunks_exact(2).map(|v| v[1]).collect();
        }
        tree.output = Some(0);
    }
}

/// Whether for every class there is a tree whose leaves all have an entry for it.
fn complete(trees: &[Tree], nodes: &Nodes, classes: usize) -> bool {
    // The leaves of a tree have entries for one class or for all. Counting suffices, since no class occurs twice among a leaf's entries.
    let mut covered = vec![false; classes];
    let leaves: usize = trees.iter().map(Tree::leaves).sum();
    if nodes.entries.len() == leaves * classes {
        return true;
    }
    if nodes.entries.len() == leaves {
        for output in trees.iter().filter_map(|t| t.output) {
            covered[output] = true;
        }
    }
    covered.into_iter().all(|c| c)
}
