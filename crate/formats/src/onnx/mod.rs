//! ONNX models of tree ensembles, linear models and rectifier networks, as skl2onnx, onnxmltools, CatBoost and PyTorch write them. The graph is followed from the outputs' scores back to
//! the input. An operator that is not understood is refused by name.

mod attributes;
mod columns;
mod form;
mod graph;
mod index;
mod linear;
mod proto;
mod trees;
mod wire;

use super::error::{Fault, ParseError};
use super::json::locate;
use super::{Format, Parsed};
use crate::documents::{FeatureDoc, KindDoc, SchemaDoc};
use espalier_model::ensemble::{
    Aggregation, Arithmetic, Compare, Ensemble, Library, LinearLeaf, Link, Precision, Task,
};
use form::{Operator, ScoreForm, Shown};
use graph::{Says, Walk};
use linear::NEURONS;
use proto::ModelProto;
use std::rc::Rc;

const NAME: &str = Format::Onnx.name();

/// Reads a model.
pub(super) fn load(bytes: &[u8]) -> Result<Parsed, ParseError> {
    build(bytes).map_err(|f| locate(b"", NAME, f))
}

fn build(bytes: &[u8]) -> Result<Parsed, Fault> {
    let model = ModelProto::read(bytes)?;
    let (walk, outputs) = graph::walk(model.graph)?;
    let form = choose(&walk, &outputs, &model)?;
    let mut ensemble = frame(&form, walk.columns())?;
    let mut inputs = form.parts.iter().map(|(operator, _)| walk.operators[*operator].input);
    ensemble.input = inputs.next().unwrap_or(Precision::F32);
    if inputs.any(|i| i != ensemble.input) {
        let right = "inputs of one type are needed";
        return Err(Fault::new("/graph/input", "some trees read single and some double precision", right));
    }
    let names = walk.names.iter().any(|n| !n.is_empty()).then(|| walk.names.clone());
    let schema = walk.whole.then(|| schema(&walk.names));
    fill(&mut ensemble, &form, walk);
    let library = match (model.producer.as_str(), model.version.split_whitespace().next()) {
        ("", _) => None,
        ("CatBoost", _) => Some("CatBoost (ONNX)".to_string()),
        (producer, None) => Some(format!("{producer} (ONNX)")),
        (producer, Some(version)) => Some(format!("{producer} {version} (ONNX)")),
    };
    Ok(Parsed {
        probabilities: true,
        isolation_forest: None,
        schema,
        names,
        classes: form.classes.clone(),
        background: None,
        library,
        trees_at: ["/graph/trees", ""],
        ensemble,
    })
}

/// The scores among the outputs; every output must be understood.
fn choose(walk: &Walk, outputs: &[(String, Says)], model: &ModelProto) -> Result<Rc<ScoreForm>, Fault> {
    let export = match model.producer.as_str() {
        "skl2onnx" => {
            "export the scikit-learn model that it came from: from espalier_xai.export import export; \
             export(model, \"model.json\", X=X, y=y)"
        }
        _ => {
            "export the model in its library's own format: save_model(\"model.json\") of XGBoost, \
              save_model(\"model.txt\") of LightGBM, save_model(\"model.json\", format=\"json\") of CatBoost, or \
              espalier_xai.export for scikit-learn"
        }
    };
    if walk.operators.is_empty() {
        let right = "a model of trees (TreeEnsembleClassifier, TreeEnsembleRegressor or TreeEnsemble), a linear model, or a network of \
                     hidden layers of Relu is needed";
        return Err(match outputs.iter().find_map(|(_, s)| unknown(s)) {
            Some((node, op)) if walk.hidden => {
                let right = "export the trees alone, and give them the output of the steps before them";
                let what = format!("the trees read the output of {op}, which cannot be read");
                Fault::new(format!("/graph/node/{node} ({op})"), what, right)
            }
            Some((node, op)) => Fault::new(
                format!("/graph/node/{node} ({op})"),
                "this is neither a tree operator nor a linear one",
                right,
            ),
            None => Fault::new("/graph", "the graph has neither trees nor weights", right),
        });
    }
    for (name, says) in outputs {
        if let Some((node, op)) = unknown(says) {
            if walk.median && walk.operators.len() > 1 {
                let what = format!(
                    "the output {} is a weighted median of {} tree operators, as AdaBoostRegressor answers; that is no sum of trees",
                    crate::words::quote(name),
                    walk.operators.len()
                );
                let right = "train a GradientBoostingRegressor or RandomForestRegressor and export that: \
                             from espalier_xai.export import export; export(model, \"model.json\", X=X, y=y)";
                return Err(Fault::new(format!("/graph/node/{node} ({op})"), what, right));
            }
            let several = match walk.operators.len() {
                1 => String::new(),
                n => format!("; {n} tree operators are joined, as in bagging, AdaBoost and isolation forests"),
            };
            let what =
                format!("the output {} goes through {op}, which cannot be read{several}", crate::words::quote(name));
            return Err(Fault::new(format!("/graph/node/{node} ({op})"), what, export));
        }
    }
    let scores = outputs.iter().find_map(|(_, says)| if let Says::Scores(form) = says { Some(form) } else { None });
    let mut labelled = None;
    for (_, says) in outputs {
        match says {
            Says::Labels(form, rule) => {
                if let Some(why) = rule {
                    let what = format!("the labels are not always those of the highest probability: {why}");
                    return Err(Fault::new("/graph", what, export));
                }
                labelled = Some(form);
            }
            Says::Highest(form) => labelled = Some(form),
            _ => {}
        }
    }
    if let (Some(a), Some(b)) = (scores, labelled) {
        if !a.parts.iter().map(|p| p.0).eq(b.parts.iter().map(|p| p.0)) {
            return Err(Fault::new("/graph/output", "labels and scores come from different trees", export));
        }
    }
    let form = match (scores, labelled) {
        (Some(scores), Some(labels)) if scores.classes.is_none() => {
            Rc::new(ScoreForm { classes: labels.classes.clone(), ..ScoreForm::clone(scores) })
        }
        (Some(form), _) | (None, Some(form)) => form.clone(),
        (None, None) => return Err(Fault::new("/graph/output", "no output is a score or a label", export)),
    };
    if form.classes.is_none() && labelled.is_none() && form.base.len() > 1 && form.link != Link::Softmax {
        let what = format!("the model gives {} numbers a row", form.base.len());
        return Err(Fault::new(
            "/graph/output",
            what,
            "train one model a number; the scores of a classifier end in a Softmax",
        ));
    }
    Ok(form)
}

fn unknown<'s>(says: &'s Says) -> Option<(usize, &'s str)> {
    match says {
        Says::Unknown(node, op) => Some((*node, op)),
        Says::Columns(_) => Some((0, "the input itself")),
        Says::Constant(_) => Some((0, "a constant")),
        _ => None,
    }
}

/// The ensemble without its trees.
fn frame(form: &ScoreForm, columns: usize) -> Result<Ensemble, Fault> {
    if columns == 0 {
        return Err(Fault::new("/graph/input", "the graph has no input", "at least one column is needed"));
    }
    let classes = form.base.len() > 1 || form.classes.is_some() || form.shown != Shown::Plain;
    let base = match form.shown {
        Shown::Plain | Shown::Second => form.base.clone(),
        Shown::Opposite => vec![-form.base[0], form.base[0]],
        Shown::Complement => vec![1.0 - form.base[0], form.base[0]],
    };
    let task = match (classes, base.len()) {
        (false, _) => Task::Regressor,
        (true, 1) => Task::Classifier { classes: 2 },
        (true, n) => Task::Classifier { classes: n },
    };
    Ok(Ensemble {
        neurons: Vec::new(),
        task,
        columns,
        outputs: base.len(),
        input: Precision::F32,
        arithmetic: Arithmetic {
            library: if form.sums == Precision::F32 { Library::OnnxRuntime } else { Library::Plain },
            divisors: [form.divisor, 1.0],
            complement: form.shown == Shown::Complement,
            ..Arithmetic::PLAIN
        },
        planes: Precision::F64,
        compare: Compare::LessEqual,
        aggregation: Aggregation::Sum,
        base,
        link: if matches!(task, Task::Regressor) && form.link != Link::Exp { Link::None } else { form.link },
        trees: Vec::new(),
    })
}

/// Gives an ensemble the trees of a form, with their factors, and the neurons that they read. Where one output gives two scores, trees get both columns.
fn fill(ensemble: &mut Ensemble, form: &ScoreForm, walk: Walk) {
    let columns = ensemble.columns;
    let mut operators: Vec<Option<Operator>> = walk.operators.into_iter().map(Some).collect();
    for &(operator, factor) in &form.parts {
        let Some(Operator { trees, neurons, .. }) = operators[operator].take() else { continue };
        let first = columns + ensemble.neurons.len();
        let number = |sum: &mut LinearLeaf| {
            sum.columns.iter_mut().filter(|c| **c >= NEURONS).for_each(|c| *c = *c - NEURONS + first);
        };
        for mut neuron in neurons {
            number(&mut neuron.sum);
            ensemble.neurons.push(neuron);
        }
        for mut tree in trees {
            tree.weight = factor;
            tree.linear.iter_mut().for_each(number);
            if matches!(form.shown, Shown::Opposite | Shown::Complement) {
                tree.output = None;
                tree.values = tree.values.iter().flat_map(|v| [-v, *v]).collect();
                for linear in &mut tree.linear {
                    linear.weights = linear.weights.iter().map(|w| -w).chain(linear.weights.iter().copied()).collect();
                }
            }
            ensemble.trees.push(tree);
        }
    }
}

/// A schema of whole numbers.
fn schema(names: &[String]) -> SchemaDoc {
    let feature = |(column, name): (usize, &String)| {
        let name = if name.is_empty() { format!("x{column}") } else { name.clone() };
        FeatureDoc::new(name, KindDoc::Integer, column)
    };
    SchemaDoc {
        features: Some(names.iter().enumerate().map(feature).collect()),
        at: String::new(),
        ..SchemaDoc::default()
    }
}
