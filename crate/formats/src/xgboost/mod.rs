//! XGBoost's model JSON, as text and as UBJSON, compared with versions 1.7, 2.1 and 3.2. Inputs and thresholds are single precision. A row goes
//! left when its value is less than the threshold. Leaf values are added up.

mod document;
mod objective;
mod trees;

use super::error::{Fault, ParseError};
use super::json::locate;
use super::{ubjson, Format, Parsed, MOST_COLUMNS};
use crate::decoder::json::decode_lenient;
use crate::documents::{FeatureDoc, KindDoc, SchemaDoc};
use document::{Booster, Cats, Document, Labels, Learner, Model, Number, Text};
use espalier_model::ensemble::{Aggregation, Arithmetic, Compare, Ensemble, Library, Link, Precision, Task};
use objective::Meaning;
use trees::Reader;

/// The format's name.
const NAME: &str = Format::XgboostJson.name();
/// The binary format's name.
const UBJSON: &str = Format::XgboostUbjson.name();

const GBTREE: &str = "/learner/gradient_booster/model";
const DART: &str = "/learner/gradient_booster/gbtree/model";

/// Reads a document.
pub(super) fn load(bytes: &[u8]) -> Result<Parsed, ParseError> {
    let document: Document = decode_lenient(bytes, NAME)?;
    build(document).map_err(|f| locate(bytes, NAME, f))
}

/// Reads the same document in its binary form. XGBoost writes it unless the file's name ends in .json.
pub(super) fn load_ubjson(bytes: &[u8]) -> Result<Parsed, ParseError> {
    let document: Document = crate::decoder::ubjson::decode(bytes, UBJSON)?;
    build(document).map_err(|f| ubjson::locate(bytes, UBJSON, f))
}

fn build(document: Document) -> Result<Parsed, Fault> {
    let mut learner = document.learner;
    let param = &learner.learner_model_param;
    let columns = whole(&param.num_feature, "num_feature")?;
    if columns == 0 || columns > MOST_COLUMNS {
        let what = format!("the model has {columns} columns");
        return Err(param_fault("num_feature", what, format!("1 to {MOST_COLUMNS} columns can be read")));
    }
    let targets = whole(&param.num_target, "num_target")?;
    if targets > 1 {
        let what = format!("the model has {targets} targets");
        return Err(param_fault("num_target", what, "train one model a target"));
    }
    let meaning = objective::meaning(&learner.objective.name)
        .map_err(|(what, right)| Fault::new("/learner/objective/name", what, right))?;
    let groups = if meaning == Meaning::Softmax { whole(&param.num_class, "num_class")? } else { 1 };
    if groups == 0 || meaning == Meaning::Softmax && !(2..=MOST_COLUMNS).contains(&groups) {
        let right = format!("2 to {MOST_COLUMNS} classes can be read");
        return Err(param_fault("num_class", format!("the model has {groups} classes"), right));
    }
    let mut ensemble = frame(&learner, meaning, columns, groups)?;
    let (mut model, weights, at) = model_of(std::mem::take(&mut learner.gradient_booster))?;
    let count = used_trees(&learner, &model, groups)?;
    ensemble.trees = read_trees(&mut model, weights.as_deref(), at, meaning, &ensemble, groups, count)?;
    let names = (!learner.feature_names.is_empty()).then_some(learner.feature_names);
    if let Some(names) = names.as_ref().filter(|n| n.len() != columns) {
        let what = format!("there are {} feature names", names.len());
        return Err(Fault::new("/learner/feature_names", what, format!("the model has {columns} columns; name each")));
    }
    let library = match document.version.as_slice() {
        [] => "XGBoost".to_string(),
        version => format!("XGBoost {}", version.iter().map(u32::to_string).collect::<Vec<_>>().join(".")),
    };
    Ok(Parsed {
        probabilities: true,
        isolation_forest: None,
        schema: model.cats.as_ref().and_then(|cats| schema(cats, names.as_deref(), columns)),
        names,
        classes: None,
        background: None,
        library: Some(library),
        trees_at: [
            if at == DART {
                "/learner/gradient_booster/gbtree/model/trees"
            } else {
                "/learner/gradient_booster/model/trees"
            },
            "",
        ],
        ensemble,
    })
}

fn param_fault(field: &str, what: impl Into<String>, right: impl Into<String>) -> Fault {
    Fault::new(format!("/learner/learner_model_param/{field}"), what, right)
}

fn whole(text: &Text, field: &str) -> Result<usize, Fault> {
    text.whole().map_err(|found| {
        param_fault(field, format!("found {}", crate::words::quote(&found)), "a whole number, not negative, is needed")
    })
}

/// The ensemble without its trees.
fn frame(learner: &Learner, meaning: Meaning, columns: usize, groups: usize) -> Result<Ensemble, Fault> {
    let numbers = learner.learner_model_param.base_score.numbers().map_err(|found| {
        param_fault(
            "base_score",
            format!("found {}", crate::words::quote(&found)),
            "a number, or a list of numbers in brackets, is needed",
        )
    })?;
    if numbers.len() != 1 && numbers.len() != groups {
        let what = format!("base_score holds {} numbers", numbers.len());
        return Err(param_fault("base_score", what, format!("one, or {groups} (one an output), is right")));
    }
    let mut base = Vec::with_capacity(groups);
    for number in numbers {
        base.push(
            objective::margin(meaning, number)
                .map_err(|right| param_fault("base_score", format!("the base score is {number}"), right))?,
        );
    }
    base.resize(groups, base[0]);
    if meaning == Meaning::Raw {
        base = vec![1.0 - base[0], base[0]];
    }
    let (task, link) = match meaning {
        Meaning::Logistic => (Task::Classifier { classes: 2 }, Link::Logistic),
        Meaning::Raw => (Task::Classifier { classes: 2 }, Link::None),
        Meaning::Softmax => (Task::Classifier { classes: groups }, Link::Softmax),
        Meaning::Value(link) => (Task::Regressor, link),
    };
    Ok(Ensemble {
        neurons: Vec::new(),
        task,
        columns,
        outputs: base.len(),
        input: Precision::F32,
        arithmetic: Arithmetic { complement: meaning == Meaning::Raw, ..Library::XgBoost.into() },
        planes: Precision::F64,
        compare: Compare::Less,
        aggregation: Aggregation::Sum,
        base,
        link,
        trees: Vec::new(),
    })
}

/// The document of the trees, their weights under dart, and the model's JSON pointer.
fn model_of(booster: Booster) -> Result<(Model, Option<Vec<Number>>, &'static str), Fault> {
    const AT: &str = "/learner/gradient_booster";
    if booster.name.as_deref() == Some("gblinear") {
        let what = "the model is linear (booster=\"gblinear\"), without trees";
        return Err(Fault::new(format!("{AT}/name"), what, "train with booster=\"gbtree\" or \"dart\""));
    }
    let missing =
        |at: &str| Fault::new(at, "the model holds no trees", "export it again with save_model(\"model.json\")");
    if let Some(inner) = booster.gbtree {
        let model = inner.model.ok_or_else(|| missing(AT))?;
        return Ok((model, booster.weight_drop, DART));
    }
    Ok((booster.model.ok_or_else(|| missing(AT))?, None, GBTREE))
}

/// The number of trees that count. After early stopping, XGBoost's scikit-learn classes leave out the trees after the best round;
/// its Booster uses all.
fn used_trees(learner: &Learner, model: &Model, groups: usize) -> Result<usize, Fault> {
    let all = model.trees.as_ref().map_or(0, Vec::len);
    let attributes = &learner.attributes;
    let (Some(best), true) = (&attributes.best_iteration, attributes.scikit_learn.is_some()) else { return Ok(all) };
    let best = best.whole().map_err(|found| {
        let what = format!("found {}", crate::words::quote(&found));
        Fault::new("/learner/attributes/best_iteration", what, "a whole number, not negative, is needed")
    })?;
    let parallel = model.gbtree_model_param.num_parallel_tree.whole().unwrap_or(1).max(1);
    Ok(best.saturating_add(1).saturating_mul(groups).saturating_mul(parallel).min(all))
}

/// The trees. Their documents are taken out of the model: each goes when its tree is there.
fn read_trees(
    model: &mut Model,
    weights: Option<&[Number]>,
    at: &str,
    meaning: Meaning,
    ensemble: &Ensemble,
    groups: usize,
    count: usize,
) -> Result<Vec<espalier_model::ensemble::Tree>, Fault> {
    let Some(docs) = model.trees.take() else {
        return Err(Fault::new(at, "the model holds no trees", "export it again with save_model(\"model.json\")"));
    };
    if model.tree_info.len() != docs.len() {
        let what = format!("\"tree_info\" has {} entries for {} trees", model.tree_info.len(), docs.len());
        return Err(Fault::new(format!("{at}/tree_info"), what, "one entry a tree is right"));
    }
    if let Some(weights) = weights.filter(|w| w.len() != docs.len()) {
        let what = format!("\"weight_drop\" has {} entries for {} trees", weights.len(), docs.len());
        return Err(Fault::new("/learner/gradient_booster/weight_drop", what, "one entry a tree is right"));
    }
    let trees_at = format!("{at}/trees");
    // The raw margin m gives the two scores 1 - m and m, as in XGBClassifier.
    let both = meaning == Meaning::Raw;
    let mut trees = Vec::with_capacity(count);
    for (tree, doc) in docs.into_iter().take(count).enumerate() {
        let group = model.tree_info[tree];
        if group >= groups {
            let right = format!("the model has the outputs 0 to {}", groups - 1);
            return Err(Fault::new(
                format!("{at}/tree_info/{tree}"),
                format!("the tree adds to output {group}"),
                right,
            ));
        }
        let reader = Reader { tree, at: &trees_at, columns: ensemble.columns, both };
        let weight = weights.map_or(1.0, |w| f64::from(w[tree].0));
        trees.push(reader.read(&doc, weight, (!both).then_some(group))?);
    }
    Ok(trees)
}

/// A schema with the category labels that the training data frame had; `None` where it had none.
fn schema(cats: &Cats, names: Option<&[String]>, columns: usize) -> Option<SchemaDoc> {
    if cats.enc.len() != columns || cats.enc.iter().all(|l| l.offsets.len() < 3) {
        return None;
    }
    let features = cats.enc.iter().enumerate().map(|(column, labels)| {
        let labels = texts(labels).filter(|l| l.len() > 1);
        let kind = if labels.is_some() { KindDoc::Categorical } else { KindDoc::Numeric };
        let name = names.map_or_else(|| format!("x{column}"), |n| n[column].clone());
        FeatureDoc { labels, ..FeatureDoc::new(name, kind, column) }
    });
    Some(SchemaDoc { features: Some(features.collect()), at: "/learner".into(), ..SchemaDoc::default() })
}

/// The labels of one column: UTF-8 bytes one after the other, separated by `offsets`.
fn texts(labels: &Labels) -> Option<Vec<String>> {
    let bytes: Vec<u8> = labels.values.iter().map(|n| n.0 as u8).collect();
    labels
        .offsets
        .windows(2)
        .map(|w| bytes.get(w[0]..w[1]).map(|b| String::from_utf8_lossy(b).into_owned()))
        .collect::<Option<Vec<String>>>()
        .filter(|texts| texts.iter().all(|t| !t.is_empty()))
}
