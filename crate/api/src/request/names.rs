//! Names and labels of a model, looked up.

use espalier_formats::documents::read::Place;
use espalier_formats::documents::DocumentError;
use espalier_formats::words::{list, quote, suggest};
use espalier_model::ensemble::{Ensemble, Task};
use espalier_model::schema::{Feature, Kind, Schema};
use espalier_model::Model;
use serde_json::Value;
use std::collections::HashMap;

/// A model's names with an index over its features.
pub(crate) struct Names<'a> {
    pub model: &'a Model,
    pub schema: &'a Schema,
    pub ensemble: &'a Ensemble,
    index: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    pub fn new(model: &'a Model) -> Self {
        let index = model.schema.features.iter().enumerate().map(|(i, f)| (f.name.as_str(), i)).collect();
        Names { model, schema: &model.schema, ensemble: &model.ensemble, index }
    }

    /// The feature with a name that was read at `place`.
    pub fn feature_named(&self, name: &str, place: &Place) -> Result<usize, DocumentError> {
        self.index.get(name).copied().ok_or_else(|| {
            let known = self.schema.features.iter().map(|f| f.name.as_str());
            place.error(format!("there is no feature {}", quote(name)), suggest(name, known))
        })
    }

    /// The feature whose name is the text at `place`.
    pub fn feature(&self, place: &Place) -> Result<usize, DocumentError> {
        self.feature_named(place.text()?, place)
    }

    /// Feature number `index`.
    pub fn at(&self, index: usize) -> &'a Feature {
        &self.schema.features[index]
    }

    /// The level of a discrete feature, from its label, or in a single column from its raw value.
    pub fn level(&self, feature: usize, place: &Place) -> Result<usize, DocumentError> {
        let feature = self.at(feature);
        let found = match place.value {
            Value::String(label) => level_labelled(feature, label),
            Value::Number(_) => self.level_valued(feature, place.number()?),
            _ => None,
        };
        found.ok_or_else(|| {
            let known = labels(feature);
            let right = match place.value {
                Value::String(label) => suggest(label, known),
                _ => format!("give one of {}", list(known)),
            };
            place.error(format!("{} has no such level: {}", quote(&feature.name), shown(place.value)), right)
        })
    }

    /// The level of a single-column discrete feature with this raw value, in the model's input type.
    pub fn level_valued(&self, feature: &Feature, value: f64) -> Option<usize> {
        let round = |v| self.ensemble.input.round(v);
        let column = feature.columns()[0];
        match feature.kind {
            Kind::OneHot { .. } => None,
            _ => (0..feature.level_count()?)
                .find(|&k| feature.level_value(k, column).is_some_and(|v| round(v) == round(value))),
        }
    }

    /// Number of classes; 0 for regressors.
    pub fn class_count(&self) -> usize {
        match self.ensemble.task {
            Task::Classifier { classes } => classes,
            Task::Regressor | Task::IsolationForest => 0,
        }
    }

    /// The class with a name of the schema, or else with an index.
    pub fn class(&self, place: &Place) -> Result<usize, DocumentError> {
        match place.value {
            Value::String(name) => self.class_named(name, place),
            Value::Number(_) => match place.index()? {
                k if k < self.class_count() => Ok(k),
                k => Err(place.error(format!("there is no class {k}"), self.class_help(None))),
            },
            _ => Err(place.wrong("the name or the index of a class is needed")),
        }
    }

    /// As [`Names::class`], of a name or of digits.
    pub fn class_named(&self, name: &str, place: &Place) -> Result<usize, DocumentError> {
        let named = self.schema.classes.iter().position(|c| c == name);
        let counted = || name.parse().ok().filter(|&k: &usize| k < self.class_count());
        named
            .or_else(counted)
            .ok_or_else(|| place.error(format!("there is no class {}", quote(name)), self.class_help(Some(name))))
    }

    fn class_help(&self, name: Option<&str>) -> String {
        let known = self.schema.classes.iter().map(String::as_str);
        match (self.class_count(), name) {
            (0, _) => "the model predicts a number: give {\"value\": [lo, hi]}".into(),
            (n, None) => format!("the model has the classes 0 to {}: {}", n - 1, list(known)),
            (_, Some(name)) => suggest(name, known),
        }
    }
}

/// The level of a discrete feature with this label.
pub(crate) fn level_labelled(feature: &Feature, label: &str) -> Option<usize> {
    (0..feature.level_count()?).find(|&k| feature.label(k) == Some(label))
}

/// The labels of a discrete feature.
pub(crate) fn labels(feature: &Feature) -> impl Iterator<Item = &str> + Clone {
    (0..feature.level_count().unwrap_or(0)).filter_map(|k| feature.label(k))
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(s) => quote(s),
        other => espalier_formats::words::describe(other),
    }
}
