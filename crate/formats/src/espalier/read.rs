//! Reads the document: all but its trees.

use super::document::{self, BackgroundDoc, Document, Kind};
use super::trees;
use crate::decoder::json::decode;
use crate::documents::SchemaDoc;
use crate::error::{Fault, ParseError};
use crate::json::locate;
use crate::words::{quote, suggest};
use crate::{Format, Parsed, MOST_COLUMNS};
use espalier_model::ensemble::{
    Aggregation, Arithmetic, Compare, Ensemble, Library, LinearLeaf, Link, Neuron, Precision, Task,
};
use espalier_model::Background;

/// The format's name.
const NAME: &str = Format::Espalier.name();

/// Reads a document.
pub(crate) fn load(bytes: &[u8]) -> Result<Parsed, ParseError> {
    let document: Document = decode(bytes, NAME)?;
    build(document).map_err(|f| locate(bytes, NAME, f))
}

fn build(document: Document) -> Result<Parsed, Fault> {
    if document.format != "espalier" {
        return Err(Fault::new("/format", "the format is not \"espalier\"", "\"format\": \"espalier\" is needed"));
    }
    if document.version != 1.0 {
        let what = format!("the document is of version {}", document.version);
        return Err(Fault::new("/version", what, "this program reads version 1"));
    }
    if document.columns == 0 || document.columns > MOST_COLUMNS {
        let what = format!("the model has {} columns", document.columns);
        return Err(Fault::new("/columns", what, format!("1 to {MOST_COLUMNS} columns can be read")));
    }
    let schema = match &document.schema {
        Some(value) => {
            let features = value.get("features").and_then(|f| f.as_array()).map_or(0, Vec::len);
            if features > document.columns {
                let right = format!("the model has {} columns, and every feature at least one", document.columns);
                return Err(Fault::new("/schema/features", format!("there are {features} features"), right));
            }
            Some(SchemaDoc::parse(value, "/schema")?)
        }
        None => None,
    };
    let frame = frame(&document, schema.as_ref())?;
    let isolation = Ensemble { trees: Vec::new(), planes: Precision::F64, ..isolation_frame(&frame) };
    let isolation_forest = match document.isolation_forest {
        Some(forest) => Some(trees::isolation(isolation, forest.trees, "/isolation_forest/trees")?),
        None => None,
    };
    let neuron = |doc: document::NeuronDoc| {
        let sum = LinearLeaf { columns: doc.columns, weights: doc.weights, missing: None };
        Neuron { constant: doc.constant, sum }
    };
    let frame = Ensemble { neurons: document.neurons.into_iter().map(neuron).collect(), ..frame };
    let ensemble = if document.kind == Kind::IsolationForest {
        trees::isolation(frame, document.trees, "/trees")?
    } else {
        trees::scoring(frame, document.trees, "/trees")?
    };
    let background = document.background.map(|b| background(b, &ensemble)).transpose()?;
    Ok(Parsed {
        probabilities: document.probabilities.unwrap_or(true),
        isolation_forest,
        schema,
        names: None,
        classes: document.classes,
        background,
        library: document.library,
        trees_at: ["/trees", "/isolation_forest/trees"],
        ensemble,
    })
}

/// The ensemble without its trees.
fn frame(document: &Document, schema: Option<&SchemaDoc>) -> Result<Ensemble, Fault> {
    let named = document.classes.as_ref().or(schema.and_then(|s| s.classes.as_ref())).map(Vec::len);
    let link = match document.link {
        document::Link::None => Link::None,
        document::Link::Logistic => Link::Logistic,
        document::Link::Softmax => Link::Softmax,
        document::Link::OneVsRest => Link::OneVsRest,
        document::Link::Exp => Link::Exp,
        document::Link::Square => Link::Square,
        document::Link::Softplus => Link::Softplus,
    };
    let (task, outputs) = match document.kind {
        Kind::Classifier if link == Link::Logistic => (Task::Classifier { classes: 2 }, 1),
        Kind::Classifier => {
            let Some(outputs) = document.base.as_ref().map(Vec::len).or(named) else {
                let right = "\"base\" with one number a class, or \"classes\" with their names, is needed";
                return Err(Fault::new("", "the number of classes is not known", right));
            };
            (Task::Classifier { classes: outputs }, outputs)
        }
        Kind::Regressor => (Task::Regressor, 1),
        Kind::IsolationForest => (Task::IsolationForest, 1),
    };
    if let (Task::Classifier { classes }, Some(named)) = (task, named) {
        if classes != named {
            let (at, right) = if document.classes.is_some() {
                ("/classes", format!("the model has {classes}; name each"))
            } else {
                ("/schema/classes", format!("the model has {classes}; name each"))
            };
            return Err(Fault::new(at, format!("found {named} class names"), right));
        }
    }
    if !matches!(task, Task::Classifier { .. }) && document.classes.as_ref().is_some_and(|c| !c.is_empty()) {
        return Err(Fault::new("/classes", "a model that predicts no classes names some", "leave \"classes\" out"));
    }
    let base = document.base.clone().unwrap_or_else(|| vec![0.0; outputs]);
    if base.len() != outputs {
        let what = format!("base has {} numbers", base.len());
        return Err(Fault::new("/base", what, format!("the model has {outputs} outputs; one number each is right")));
    }
    let aggregation = match document.aggregation {
        Some(document::Aggregation::Mean) => Aggregation::Mean,
        Some(document::Aggregation::Vote) => Aggregation::Vote,
        Some(document::Aggregation::Sum) => Aggregation::Sum,
        None if document.kind == Kind::IsolationForest => Aggregation::Mean,
        None => {
            return Err(Fault::new(
                "",
                "the field \"aggregation\" is missing",
                "\"mean\", \"vote\" or \"sum\" is needed",
            ))
        }
    };
    Ok(Ensemble {
        neurons: Vec::new(),
        task,
        columns: document.columns,
        outputs,
        input: document.input.into(),
        arithmetic: arithmetic(document)?,
        planes: document.hyperplane_sums.map_or(Precision::F64, Precision::from),
        compare: match document.compare {
            document::Compare::LessEqual => Compare::LessEqual,
            document::Compare::Less => Compare::Less,
        },
        aggregation,
        base,
        link,
        trees: Vec::new(),
    })
}

/// The arithmetic in which the library states scores. Documents of earlier versions state only the type of its sums.
fn arithmetic(document: &Document) -> Result<Arithmetic, Fault> {
    let library = match (&document.arithmetic, document.sums) {
        (None, Some(document::Float::Float32)) => Library::XgBoost,
        (None, _) => Library::Plain,
        (Some(_), Some(_)) => {
            let right = "\"arithmetic\" says in which type sums are formed; leave \"sums\" out";
            return Err(Fault::new("/sums", "there are both \"arithmetic\" and \"sums\"", right));
        }
        (Some(name), None) => *Library::ALL.iter().find(|l| l.name() == name).ok_or_else(|| {
            let known = Library::ALL.iter().map(|l| l.name());
            Fault::new("/arithmetic", format!("found {}", quote(name)), suggest(name, known))
        })?,
    };
    let divide = document.divide.as_deref().unwrap_or_default();
    if divide.len() > 2 || divide.contains(&0.0) {
        return Err(Fault::new("/divide", "these are no divisors", "one number or two, not 0, are right"));
    }
    let mut divisors = [1.0; 2];
    divisors[..divide.len()].copy_from_slice(divide);
    let (scale, complement) = (document.scale.unwrap_or(1.0), document.complement.unwrap_or(false));
    Ok(Arithmetic { library, divisors, scale, complement })
}

/// The frame of an isolation forest that reads the same rows as `frame`.
fn isolation_frame(frame: &Ensemble) -> Ensemble {
    Ensemble {
        neurons: Vec::new(),
        task: Task::IsolationForest,
        outputs: 1,
        arithmetic: Arithmetic::PLAIN,
        aggregation: Aggregation::Mean,
        base: vec![0.0],
        link: Link::None,
        trees: Vec::new(),
        ..*frame
    }
}

fn background(document: BackgroundDoc, ensemble: &Ensemble) -> Result<Background, Fault> {
    for (i, row) in document.rows.iter().enumerate() {
        if row.len() != ensemble.columns {
            let what = format!("the row has {} values", row.len());
            let right = format!("the model reads {} columns", ensemble.columns);
            return Err(Fault::new(format!("/background/rows/{i}"), what, right));
        }
    }
    if let Some(labels) = &document.labels {
        if labels.len() != document.rows.len() {
            let what = format!("there are {} labels for {} rows", labels.len(), document.rows.len());
            return Err(Fault::new("/background/labels", what, "one label a row is right"));
        }
        if let Task::Classifier { classes } = ensemble.task {
            let bad = |l: &f64| l.fract() != 0.0 || *l < 0.0 || *l >= classes as f64;
            if let Some(i) = labels.iter().position(bad) {
                let right = format!("the number of a class, 0 to {}, is needed", classes - 1);
                return Err(Fault::new(
                    format!("/background/labels/{i}"),
                    format!("found the label {}", labels[i]),
                    right,
                ));
            }
        }
    }
    let rows = document.rows.into_iter().map(|row| row.into_iter().map(|v| v.0).collect()).collect();
    Ok(Background { rows, labels: document.labels })
}
