//! LightGBM's models, as text (`save_model`) and as JSON (`dump_model`), compared with version 4.7. Inputs, thresholds and sums are double
//! precision. Inputs next to 0 are read as 0. A row goes left when its value is at most the threshold. Leaf values are added up; in
//! random-forest mode they are averaged over the rounds.

mod columns;
mod json;
mod linear;
mod objective;
mod split;
mod text;

use super::error::ParseError;
use super::{Format, Parsed};
use columns::Info;
use espalier_model::ensemble::{Aggregation, Arithmetic, Compare, Ensemble, Link, Precision, Task, Tree};
use objective::Meaning;

/// The text format's name.
const TEXT: &str = Format::LightgbmText.name();
/// The JSON format's name.
const JSON: &str = Format::LightgbmJson.name();

/// Reads a text model.
pub(super) fn load_text(bytes: &[u8]) -> Result<Parsed, ParseError> {
    text::load(bytes)
}

/// Reads a JSON dump.
pub(super) fn load_json(bytes: &[u8]) -> Result<Parsed, ParseError> {
    json::load(bytes)
}

/// The head of a text or JSON file.
struct Head {
    columns: usize,
    /// Trees a round: outputs.
    outputs: usize,
    meaning: Meaning,
    average: bool,
    names: Vec<String>,
    infos: Vec<Info>,
    /// Labels of the training data frame's categories, one list for each categorical column.
    categories: Vec<Vec<String>>,
    version: Option<String>,
}

/// Puts head and trees together. `trees` have weight 1 and no output yet.
fn assemble(head: Head, mut trees: Vec<Tree>, trees_at: &'static str) -> Parsed {
    let rounds = trees.len() / head.outputs.max(1);
    let (task, link, factor) = match head.meaning {
        Meaning::Logistic { factor } => (Task::Classifier { classes: 2 }, Link::Logistic, factor),
        Meaning::Classes { link, factor } => (Task::Classifier { classes: head.outputs }, link, factor),
        Meaning::Value(link) => (Task::Regressor, link, 1.0),
    };
    // LightGBM's own order of operations: the sum of the trees, divided by the rounds, times the sigmoid.
    let by = if head.average { rounds.max(1) as f64 } else { 1.0 };
    let arithmetic = Arithmetic { divisors: [by, 1.0], scale: factor, ..Arithmetic::PLAIN };
    for (i, tree) in trees.iter_mut().enumerate() {
        tree.output = Some(i % head.outputs);
    }
    let library = match head.version.as_deref() {
        Some(version) => format!("LightGBM (model {version})"),
        None => "LightGBM".into(),
    };
    Parsed {
        probabilities: true,
        isolation_forest: None,
        schema: Some(columns::schema(&head.names, &head.infos, &head.categories, &trees)),
        names: Some(head.names),
        classes: None,
        background: None,
        library: Some(library),
        trees_at: [trees_at, ""],
        ensemble: Ensemble {
            neurons: Vec::new(),
            task,
            columns: head.columns,
            outputs: head.outputs,
            input: Precision::F64Flushed,
            arithmetic,
            planes: Precision::F64,
            compare: Compare::LessEqual,
            aggregation: Aggregation::Sum,
            base: vec![0.0; head.outputs],
            link,
            trees,
        },
    }
}
