//! The probable meaning of a model's columns where its file does not state it: whole numbers, yes or no, one-hot groups. The guess uses
//! thresholds, names and background rows. Each item names its evidence, and a person reviews and corrects it.

mod columns;
mod groups;

use columns::{Column, Looks};
use espalier_model::schema::{Change, Feature, Kind, Schema, Weight};
use espalier_model::Model;
use serde_json::{json, Map, Value};

/// The evidence for a guess about a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The file states it, or there is no evidence against a plain number.
    File,
    /// The values of the background rows.
    Rows,
    /// The thresholds: where the model cuts.
    Cuts,
    /// The names of the columns, which no tree contradicts.
    Names,
}

/// A guessed schema, with the evidence for each feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// The schema document (docs/contract/schema.md), ready to be edited and given back.
    pub schema: Value,
    /// One reason a feature, in the same order.
    pub why: Vec<Why>,
}

impl Guess {
    /// Guesses the schema of a model. `None` where its file describes the features, or where every column looks like the number that it is
    /// taken for.
    ///
    /// # Cost
    /// One pass over the nodes and one over the background rows, plus `n log n` in the thresholds.
    pub fn new(model: &Model) -> Option<Guess> {
        if !undescribed(&model.schema) {
            return None;
        }
        let columns = Column::all(model);
        let mut names = vec![""; columns.len()];
        for feature in &model.schema.features {
            for &c in feature.columns() {
                names[c] = &feature.name;
            }
        }
        let groups = groups::find(model, &names, &columns);
        let (mut features, mut why) = (Vec::new(), Vec::new());
        for feature in &model.schema.features {
            let column = feature.columns()[0];
            if let Some(group) = groups.iter().find(|g| g.columns.contains(&column)) {
                if group.columns[0] == column {
                    features.push(json!({
                        "name": group.name, "kind": "categorical", "columns": group.columns, "labels": group.labels,
                    }));
                    why.push(if group.rows { Why::Rows } else { Why::Names });
                }
                continue;
            }
            let (document, reason) = single(feature, &columns[column]);
            features.push(document);
            why.push(reason);
        }
        if why.iter().all(|w| *w == Why::File) {
            return None;
        }
        let mut schema = Map::new();
        schema.insert("features".into(), features.into());
        if !model.schema.classes.is_empty() {
            schema.insert("classes".into(), json!(model.schema.classes));
        }
        Some(Guess { schema: schema.into(), why })
    }

    /// `{"schema": .., "why": ["rows", "cuts", "names" or "file", ..]}`.
    pub fn to_json(&self) -> Value {
        let reason = |why: &Why| match why {
            Why::File => "file",
            Why::Rows => "rows",
            Why::Cuts => "cuts",
            Why::Names => "names",
        };
        json!({ "schema": self.schema, "why": self.why.iter().map(reason).collect::<Vec<_>>() })
    }
}

/// Whether the features have no description beyond names and ranges.
fn undescribed(schema: &Schema) -> bool {
    schema.features.iter().all(|f| {
        let plain = f.change == Change::Free
            && f.weight == Weight::default()
            && f.unit.is_none()
            && f.decimals.is_none()
            && f.phrase.is_none();
        plain && matches!(f.kind, Kind::Numeric { .. } | Kind::Codes { .. })
    })
}

/// The document of a feature in one column, and its evidence.
fn single(feature: &Feature, column: &Column) -> (Value, Why) {
    let Kind::Numeric { column: index } = feature.kind else {
        let levels = feature.level_count().unwrap_or(0);
        let labels: Vec<_> = (0..levels).filter_map(|k| feature.label(k)).collect();
        let values: Vec<_> = (0..levels).filter_map(|k| feature.level_value(k, feature.columns()[0])).collect();
        let document = json!({
            "name": feature.name, "kind": "categorical", "column": feature.columns()[0], "labels": labels, "values": values,
        });
        return (document, Why::File);
    };
    match column.looks {
        Looks::Binary(why) => {
            let levels = json!({
                "name": feature.name, "kind": "binary", "column": index, "labels": ["no", "yes"], "values": [0, 1],
            });
            (levels, why)
        }
        // Rows are a sample. A range observed in all of the data, with a fractional bound, outweighs them.
        Looks::Whole(why) if why == Why::Cuts || feature.min.fract() == 0.0 && feature.max.fract() == 0.0 => {
            let (min, max) = (feature.min.floor(), feature.max.ceil());
            (json!({ "name": feature.name, "kind": "integer", "column": index, "min": min, "max": max }), why)
        }
        Looks::Whole(_) | Looks::Number => {
            let (min, max) = (feature.min, feature.max);
            (json!({ "name": feature.name, "kind": "numeric", "column": index, "min": min, "max": max }), Why::File)
        }
    }
}

#[cfg(test)]
mod tests;
