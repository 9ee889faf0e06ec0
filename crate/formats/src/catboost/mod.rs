//! CatBoost's model JSON. Inputs and borders are single precision, a row goes right when its value is above the
//! border, and leaf values are added up in double precision.

mod categories;
mod document;
mod loss;
mod trees;

use super::error::{Fault, ParseError};
use super::json::locate;
use super::{Format, Parsed, MOST_COLUMNS};
use crate::decoder::json::decode;
use crate::documents::{FeatureDoc, KindDoc, SchemaDoc};
use crate::words::text;
use categories::Coding;
use document::{Document, FeaturesInfo, ModelInfo};
use espalier_model::ensemble::{Aggregation, Arithmetic, Compare, Ensemble, Library, Link, Precision, Task};
use espalier_numerics::decimal;
use loss::Meaning;
use serde_json::Value;
use trees::Reader;

/// The format's name.
const NAME: &str = Format::CatBoostJson.name();

const OBLIVIOUS: &str = "/oblivious_trees";
const NESTED: &str = "/trees";

/// Reads a document.
pub(super) fn load(bytes: &[u8]) -> Result<Parsed, ParseError> {
    let document: Document = decode(bytes, NAME)?;
    build(document).map_err(|f| locate(bytes, NAME, f))
}

fn build(document: Document) -> Result<Parsed, Fault> {
    let info = &document.features_info;
    refuse_texts(info)?;
    let columns = columns(info)?;
    let (scale, bias) = document.scale_and_bias.map_or((1.0, Vec::new()), |(scale, bias)| (scale, bias.0));
    let (oblivious, nested) = match (document.oblivious_trees, document.trees) {
        (Some(trees), None) => (trees, Vec::new()),
        (None, Some(trees)) => (Vec::new(), trees),
        (None, None) => {
            let right = "export it again with save_model(\"model.json\", format=\"json\")";
            return Err(Fault::new("", "the model holds no trees", right));
        }
        (Some(_), Some(_)) => {
            let right = "CatBoost writes one kind of tree a model";
            return Err(Fault::new(NESTED, "there are both \"oblivious_trees\" and \"trees\"", right));
        }
    };
    let meaning = meaning(&document.model_info, bias.len())?;
    let classes = class_names(&document.model_info)?;
    let mut ensemble = frame(meaning, columns, (scale, bias), classes.as_ref().map(Vec::len))?;
    let used = trees::used_hashes(&oblivious, &nested, info)?;
    let codings = categories::codings(info, &used)?;
    let reader = Reader { info, codings: &codings, outputs: ensemble.outputs };
    let trees_at = if nested.is_empty() { OBLIVIOUS } else { NESTED };
    let nested = nested.iter().enumerate().map(|(i, doc)| reader.nested(i, doc));
    ensemble.trees = oblivious
        .into_iter()
        .enumerate()
        .map(|(i, doc)| reader.oblivious(i, doc))
        .chain(nested)
        .collect::<Result<_, _>>()?;
    let names = names(info, columns);
    Ok(Parsed {
        probabilities: true,
        isolation_forest: None,
        schema: schema(&codings, &names, columns),
        names: Some(names),
        classes,
        background: None,
        library: Some(library(&document.model_info)),
        trees_at: [trees_at, ""],
        ensemble,
    })
}

fn refuse_texts(info: &FeaturesInfo) -> Result<(), Fault> {
    for (list, field, kind) in
        [(&info.text_features, "text_features", "text"), (&info.embedding_features, "embedding_features", "embedding")]
    {
        if let Some(feature) = list.first() {
            let name = feature.feature_id.as_deref().filter(|n| !n.is_empty()).unwrap_or("0");
            let what = format!("the model reads the {kind} feature {}", crate::words::quote(name));
            return Err(Fault::new(format!("/features_info/{field}/0"), what, format!("train without {field}")));
        }
    }
    Ok(())
}

/// The number of columns that the model reads. Every column belongs to one feature at most.
fn columns(info: &FeaturesInfo) -> Result<usize, Fault> {
    let floats = info.float_features.iter().map(|f| f.flat_feature_index).enumerate();
    let categories = info.categorical_features.iter().map(|f| f.flat_feature_index).enumerate();
    let all = floats.map(|f| ("float_features", f)).chain(categories.map(|f| ("categorical_features", f)));
    let mut taken = Vec::new();
    for (field, (i, column)) in all {
        let fault = |what: String, right: String| {
            Fault::new(format!("/features_info/{field}/{i}/flat_feature_index"), what, right)
        };
        if column >= MOST_COLUMNS {
            return Err(fault(
                format!("the feature stands in column {column}"),
                format!("{MOST_COLUMNS} columns can be read"),
            ));
        }
        if taken.len() <= column {
            taken.resize(column + 1, false);
        }
        if std::mem::replace(&mut taken[column], true) {
            return Err(fault(format!("two features stand in column {column}"), "one a column is right".into()));
        }
    }
    if taken.is_empty() {
        return Err(Fault::new("/features_info", "the model has no features", "at least one is needed"));
    }
    Ok(taken.len())
}

/// The meaning of the outputs, from the loss. Some summed models have none; there it follows from the classes.
fn meaning(info: &ModelInfo, biases: usize) -> Result<Meaning, Fault> {
    let inner = info.params.as_ref().and_then(|p| p.0.loss_function.as_ref());
    let (at, loss) = match (inner, &info.loss_function) {
        (Some(loss), _) => ("/model_info/params", loss),
        (None, Some(loss)) => ("/model_info/loss_function", &loss.0),
        (None, None) => {
            return Ok(match (&info.class_params, biases) {
                (Some(_), 0 | 1) => Meaning::Two,
                (Some(_), _) => Meaning::Classes(Link::Softmax),
                (None, _) => Meaning::Value(Link::None),
            })
        }
    };
    loss::meaning(&loss.name).map_err(|(what, right)| Fault::new(at, what, right))
}

/// The classes' names, where the model was trained on classes.
fn class_names(info: &ModelInfo) -> Result<Option<Vec<String>>, Fault> {
    if let Some(value) = &info.binclass_probability_threshold {
        let half = value.as_str().map_or(value.as_f64(), decimal::number) == Some(0.5);
        if !half {
            let what = format!("the model takes class 1 above a probability of {}, not of 0.5", text(value));
            let right = "save it after set_probability_threshold(0.5), and ask for \"min_probability\" instead";
            return Err(Fault::new("/model_info/binclass_probability_threshold", what, right));
        }
    }
    let names = info.class_params.as_ref().map(|c| c.class_names.as_slice()).unwrap_or_default();
    let label = |name: &Value| match name {
        Value::String(label) => label.clone(),
        other => text(other),
    };
    Ok((!names.is_empty()).then(|| names.iter().map(label).collect()))
}

/// The ensemble without its trees.
fn frame(
    meaning: Meaning,
    columns: usize,
    (scale, bias): (f64, Vec<f64>),
    named: Option<usize>,
) -> Result<Ensemble, Fault> {
    const AT: &str = "/scale_and_bias";
    let (task, link, outputs) = match meaning {
        Meaning::Two => (Task::Classifier { classes: 2 }, Link::Logistic, 1),
        Meaning::Value(link) => (Task::Regressor, link, 1),
        Meaning::Classes(link) => {
            let classes = named.unwrap_or(bias.len());
            if !(2..=MOST_COLUMNS).contains(&classes) {
                let right = format!("2 to {MOST_COLUMNS} classes can be read");
                return Err(Fault::new("/model_info/class_params", format!("the model has {classes} classes"), right));
            }
            (Task::Classifier { classes }, link, classes)
        }
    };
    let bias = if bias.is_empty() { vec![0.0; outputs] } else { bias };
    if bias.len() != outputs {
        let right = format!("one an output, {outputs}, is right");
        return Err(Fault::new(AT, format!("there are {} biases", bias.len()), right));
    }
    Ok(Ensemble {
        neurons: Vec::new(),
        task,
        columns,
        outputs,
        input: Precision::F32,
        arithmetic: Arithmetic { scale, ..Library::CatBoost.into() },
        planes: Precision::F64,
        compare: Compare::LessEqual,
        aggregation: Aggregation::Sum,
        base: bias,
        link,
        trees: Vec::new(),
    })
}

/// The columns' names; empty where the file has none.
fn names(info: &FeaturesInfo, columns: usize) -> Vec<String> {
    let mut names = vec![String::new(); columns];
    let floats = info.float_features.iter().map(|f| (f.flat_feature_index, &f.feature_name, &f.feature_id));
    let categories = info.categorical_features.iter().map(|f| (f.flat_feature_index, &f.feature_name, &f.feature_id));
    for (column, name, id) in floats.chain(categories) {
        if let Some(name) = [name, id].into_iter().flatten().find(|n| !n.is_empty()) {
            // Some versions of CatBoost number the columns where they have no names.
            if *name != column.to_string() {
                names[column].clone_from(name);
            }
        }
    }
    names
}

/// A schema with the labels of the text columns; `None` where there are none.
fn schema(codings: &[Coding], names: &[String], columns: usize) -> Option<SchemaDoc> {
    if codings.iter().all(|c| c.labels.is_none()) {
        return None;
    }
    let features = (0..columns).map(|column| {
        let coding = codings.iter().find(|c| c.column == column);
        let (labels, values) = match coding {
            Some(Coding { labels: Some(labels), .. }) => (Some(labels.clone()), None),
            Some(Coding { codes, .. }) if !codes.is_empty() => {
                let last = codes.values().flatten().max().copied().unwrap_or(0).max(1);
                (None, Some((0..=last).map(f64::from).collect::<Vec<_>>()))
            }
            _ => (None, None),
        };
        let categorical = labels.is_some() || values.is_some();
        let kind = if categorical { KindDoc::Categorical } else { KindDoc::Numeric };
        let name = if names[column].is_empty() { format!("x{column}") } else { names[column].clone() };
        FeatureDoc { labels, values, ..FeatureDoc::new(name, kind, column) }
    });
    Some(SchemaDoc { features: Some(features.collect()), at: "/features_info".into(), ..SchemaDoc::default() })
}

/// The library's name and version where the file has it, as "CatBoost 1.2.10".
fn library(info: &ModelInfo) -> String {
    let text = info.catboost_version_info.as_deref().unwrap_or_default();
    let version = ["tags/v", "release "].into_iter().find_map(|before| {
        let after = &text[text.find(before)? + before.len()..];
        let end = after.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(after.len());
        Some(after[..end].trim_end_matches('.')).filter(|v| !v.is_empty())
    });
    version.map_or("CatBoost".into(), |v| format!("CatBoost {v}"))
}
