//! The `query` field: raw inputs in column order, or an object by feature name.

use super::names::Names;
use espalier_formats::documents::read::Place;
use espalier_formats::documents::DocumentError;
use espalier_formats::words::{list, quote};
use espalier_model::ensemble::Node;
use espalier_model::schema::{Kind, Level};
use serde_json::Value;

/// The factual as raw inputs in column order; NaN where null. A value of a discrete feature becomes the schema's value of the level that
/// the model's input type does not distinguish from it.
pub(super) fn read(place: &Place, names: &Names) -> Result<Vec<f64>, DocumentError> {
    let (mut row, at) = match place.value {
        Value::Array(_) => by_column(place, names)?,
        Value::Object(_) => by_name(place, names)?,
        _ => return Err(place.wrong("a list in column order, or an object by feature name, is needed")),
    };
    settle(&mut row, &at, names)?;
    Ok(row)
}

/// Raw values with the pointer of each.
type Row = (Vec<f64>, Pointers);

/// The JSON pointer of each column's value: an index in a list, or a name.
enum Pointers {
    List(String),
    Named(Vec<String>),
}

impl Pointers {
    fn of(&self, column: usize) -> String {
        match self {
            Pointers::List(at) => format!("{at}/{column}"),
            Pointers::Named(at) => at[column].clone(),
        }
    }
}

fn by_column(place: &Place, names: &Names) -> Result<Row, DocumentError> {
    let items = place.value.as_array().map_or(&[][..], Vec::as_slice);
    if items.len() != names.ensemble.columns {
        let right = format!("the model reads {} columns; give one value each", names.ensemble.columns);
        return Err(place.error(format!("found {} values", items.len()), right));
    }
    let at = Pointers::List(place.at.clone());
    let read = |(i, value): (usize, &Value)| match value {
        Value::Null => Ok(f64::NAN),
        _ => value.as_f64().filter(|v| v.is_finite()).map_or_else(|| Place::new(value, at.of(i)).number(), Ok),
    };
    let row = items.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok((row, at))
}

fn by_name(place: &Place, names: &Names) -> Result<Row, DocumentError> {
    let mut row = vec![f64::NAN; names.ensemble.columns];
    let mut at = vec![String::new(); names.ensemble.columns];
    let mut given = vec![false; names.schema.features.len()];
    for (name, value) in place.map()?.each() {
        let f = names.feature_named(name, &value)?;
        given[f] = true;
        let feature = names.at(f);
        for &c in feature.columns() {
            at[c].clone_from(&value.at);
        }
        if value.value.is_null() {
            continue;
        }
        if feature.level_count().is_none() {
            row[feature.columns()[0]] = value.number()?;
            continue;
        }
        let level = names.level(f, &value)?;
        for &c in feature.columns() {
            row[c] = feature.level_value(level, c).unwrap_or(f64::NAN);
        }
    }
    let missing = names.schema.features.iter().zip(&given).filter(|(_, g)| !**g).map(|(f, _)| f.name.as_str());
    if given.contains(&false) {
        let what = format!("no value is given for {}", list(missing));
        return Err(place.error(what, "give every feature a value, or null where it is missing"));
    }
    Ok((row, Pointers::Named(at)))
}

/// Checks the row against the schema and the model's input type.
fn settle(row: &mut [f64], at: &Pointers, names: &Names) -> Result<(), DocumentError> {
    for feature in &names.schema.features {
        let columns = feature.columns();
        let column = columns[0];
        match &feature.kind {
            Kind::Numeric { .. } | Kind::Integer { .. } => {
                if names.ensemble.input.round(row[column]).is_infinite() {
                    let right = "give a number that the model's input type (float32) can hold";
                    return Err(DocumentError::new(at.of(column), format!("found {}", row[column]), right));
                }
            }
            Kind::OneHot { labels, .. } => {
                let missing = columns.iter().filter(|&&c| row[c].is_nan()).count();
                if missing != columns.len() && feature.level_of(row).is_none() {
                    let found: Vec<String> = columns.iter().take(12).map(|&c| row[c].to_string()).collect();
                    let what = format!("the columns of {} hold {}", quote(&feature.name), found.join(", "));
                    let right =
                        format!("exactly one of them is 1, the others 0 ({})", list(labels.iter().map(String::as_str)));
                    return Err(DocumentError::new(at.of(column), what, right));
                }
            }
            Kind::Ordinal { levels, .. } | Kind::Codes { levels, .. } => {
                snap(&mut row[column], levels, || at.of(column), names, &feature.name)?;
            }
            Kind::Binary { levels, .. } => snap(&mut row[column], levels, || at.of(column), names, &feature.name)?,
        }
    }
    if row.iter().any(|v| v.is_nan()) {
        missing_allowed(row, at, names)?;
    }
    Ok(())
}

/// Replaces a discrete feature's value by that of its level; NaN stays.
fn snap(
    value: &mut f64,
    levels: &[Level],
    at: impl Fn() -> String,
    names: &Names,
    feature: &str,
) -> Result<(), DocumentError> {
    if value.is_nan() {
        return Ok(());
    }
    let round = |v| names.ensemble.input.round(v);
    match levels.iter().find(|level| round(level.value) == round(*value)) {
        Some(level) => *value = level.value,
        None => {
            let known: Vec<String> = levels.iter().map(|l| format!("{} ({})", l.value, l.label)).collect();
            let what = format!("{} is no level of {}", *value, quote(feature));
            return Err(DocumentError::new(
                at(),
                what,
                format!("its levels are {}", list(known.iter().map(String::as_str))),
            ));
        }
    }
    Ok(())
}

/// Checks that a value is missing only where every split that reads it has a rule for missing values.
fn missing_allowed(row: &[f64], at: &Pointers, names: &Names) -> Result<(), DocumentError> {
    for node in names.ensemble.trees.iter().flat_map(|t| &t.nodes) {
        let Node::Split { split, missing: None, .. } = node else { continue };
        let columns = split.columns();
        if let Some(&c) = columns.iter().find(|&&c| row[c].is_nan()) {
            return Err(DocumentError::new(
                at.of(c),
                "the value is missing (null)",
                "give a value: the model has no rule for a missing one here",
            ));
        }
    }
    Ok(())
}
