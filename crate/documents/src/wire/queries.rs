//! Files of many queries (docs/contract/command-line.md): `{"target": .., "queries": [[..], ..]}`, a bare list
//! of rows, or csv with a header.

use super::error::WireError;
use super::read::Place;
use super::request::{level_labelled, Names};
use super::strict;
use super::text::{list, quote, suggest};
use espalier_core::model::Model;
use serde_json::Value;

/// The rows of a queries file, and the target that it names, if any.
#[derive(Clone, Debug, PartialEq)]
pub struct Queries {
    /// Raw inputs in column order, one row after another; NaN is a missing value.
    pub rows: Vec<f64>,
    /// The `target` field as written.
    pub target: Option<Value>,
}

impl Queries {
    /// Reads a file. It is JSON where its first character is a bracket or a brace, else csv.
    ///
    /// In csv, a single-column feature has a column under the feature's name, and a one-hot feature has columns "name=label" or
    /// "name_label". Alternatively a one-hot feature has one column under its name, with labels in the cells. Labels are understood in
    /// the cells of every discrete feature. An empty cell is a missing value.
    ///
    /// # Errors
    /// The first fault, by JSON pointer or by line and column.
    pub fn parse(text: &str, model: &Model) -> Result<Queries, WireError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match text.trim_start().chars().next() {
            Some('{' | '[') => json(text, model),
            Some(_) => Ok(Queries { rows: table(text, model, false)?.rows, target: None }),
            None => Err(WireError::new("", "the file is empty", "give queries as JSON or csv")),
        }
    }
}

fn json(text: &str, model: &Model) -> Result<Queries, WireError> {
    let value = strict::value(text)?;
    let whole = Place::new(&value, "");
    let (rows, target) = match &value {
        Value::Array(_) => (whole, None),
        _ => {
            let fields = whole.object(&["target", "queries"])?;
            (fields.need("queries")?, fields.get("target").map(|t| t.value.clone()))
        }
    };
    Ok(Queries { rows: listed(&rows, model)?, target })
}

/// The rows of a JSON list, one after another.
pub(super) fn listed(place: &Place, model: &Model) -> Result<Vec<f64>, WireError> {
    let mut rows = Vec::new();
    for row in place.list()? {
        rows.append(&mut one(&row, model)?);
    }
    Ok(rows)
}

/// One row of JSON.
pub(super) fn one(place: &Place, model: &Model) -> Result<Vec<f64>, WireError> {
    let items = match place.value {
        Value::Array(_) => place.list()?,
        _ => return Err(place.wrong("a list of raw inputs in column order is needed")),
    };
    if items.len() != model.ensemble.columns {
        let right = format!("the model reads {} columns; give one value each", model.ensemble.columns);
        return Err(place.error(format!("found {} values", items.len()), right));
    }
    items.iter().map(|i| if i.value.is_null() { Ok(f64::NAN) } else { i.number() }).collect()
}

/// The columns of the model that a csv column fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    /// All columns of a feature.
    Feature(usize),
    /// One column of a one-hot feature.
    Column(usize),
    /// Nothing of the model.
    Other,
}

/// A csv file: the model's rows, and the columns that are not the model's.
pub(super) struct Table {
    /// Raw inputs in column order, one row after another.
    pub rows: Vec<f64>,
    /// The line of each row.
    pub lines: Vec<u64>,
    /// Names of the columns that are not the model's.
    pub others: Vec<String>,
    /// Their cells, a row.
    pub cells: Vec<Vec<String>>,
}

/// Reads csv. Columns that are not the model's are an error unless `others` allows them.
pub(super) fn table(text: &str, model: &Model, others: bool) -> Result<Table, WireError> {
    let names = Names::new(model);
    let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::Headers).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|e| broken(&e))?.clone();
    let slots = slots(&header, &names, others)?;
    let beside = |record: &csv::StringRecord| -> Vec<String> {
        record.iter().zip(&slots).filter(|(_, s)| **s == Slot::Other).map(|(cell, _)| cell.trim().to_owned()).collect()
    };
    let mut table = Table { rows: Vec::new(), lines: Vec::new(), others: beside(&header), cells: Vec::new() };
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|e| broken(&e))? {
        let line = record.position().map_or(0, csv::Position::line);
        if record.len() != slots.len() {
            let right = format!("the header has {}; give as many", slots.len());
            return Err(WireError::new(format!("line {line}"), format!("found {} cells", record.len()), right));
        }
        let begin = table.rows.len();
        table.rows.resize(begin + model.ensemble.columns, f64::NAN);
        for (i, (cell, slot)) in record.iter().zip(&slots).enumerate() {
            let at = || format!("line {line}, column {}", i + 1);
            fill(&mut table.rows[begin..], cell.trim(), *slot, &names)
                .map_err(|(what, right)| WireError::new(at(), what, right))?;
        }
        table.lines.push(line);
        if others {
            table.cells.push(beside(&record));
        }
    }
    Ok(table)
}

/// The slot of each name of the header. Every column of the model must occur exactly once.
fn slots(header: &csv::StringRecord, names: &Names, others: bool) -> Result<Vec<Slot>, WireError> {
    let mut known: Vec<(String, Slot)> = Vec::new();
    for (f, feature) in names.schema.features.iter().enumerate() {
        known.push((feature.name.clone(), Slot::Feature(f)));
        if feature.columns().len() > 1 {
            for (k, &c) in feature.columns().iter().enumerate() {
                let label = feature.label(k).unwrap_or_default();
                for name in [format!("{}={label}", feature.name), format!("{}_{label}", feature.name)] {
                    known.push((name, Slot::Column(c)));
                }
            }
        }
    }
    let index: std::collections::HashMap<&str, Slot> =
        known.iter().rev().map(|(name, slot)| (name.as_str(), *slot)).collect();
    let mut filled = vec![false; names.ensemble.columns];
    let mut slots = Vec::with_capacity(header.len());
    for (i, name) in header.iter().enumerate() {
        let at = format!("line 1, column {}", i + 1);
        let Some(&slot) = index.get(name) else {
            if others {
                slots.push(Slot::Other);
                continue;
            }
            let what = format!("the model has no column {}", quote(name));
            return Err(WireError::new(at, what, suggest(name, known.iter().map(|(n, _)| n.as_str()))));
        };
        let columns = match &slot {
            Slot::Feature(f) => names.at(*f).columns(),
            Slot::Column(c) => std::slice::from_ref(c),
            Slot::Other => &[],
        };
        for &c in columns {
            if std::mem::replace(&mut filled[c], true) {
                let what = format!("{} fills column {c} a second time", quote(name));
                return Err(WireError::new(at, what, "give every column of the model once"));
            }
        }
        slots.push(slot);
    }
    let absent = names.schema.features.iter().filter(|f| f.columns().iter().any(|&c| !filled[c]));
    let absent: Vec<&str> = absent.map(|f| f.name.as_str()).collect();
    if !absent.is_empty() {
        let what = format!("the header lacks {}", list(absent));
        return Err(WireError::new(
            "line 1",
            what,
            "give every column of the model; leave cells empty where a value is missing",
        ));
    }
    Ok(slots)
}

/// Puts a cell's value into the row. A cell without a value gives a fault and a remedy.
fn fill(row: &mut [f64], cell: &str, slot: Slot, names: &Names) -> Result<(), (String, String)> {
    if cell.is_empty() {
        return Ok(());
    }
    let number = cell.parse::<f64>().ok().filter(|n| n.is_finite());
    let needed = |n: Option<f64>| n.ok_or_else(|| (format!("found {}", quote(cell)), "a number is needed".to_owned()));
    match slot {
        Slot::Other => {}
        Slot::Column(c) => row[c] = needed(number)?,
        Slot::Feature(f) => {
            let feature = names.at(f);
            match level_labelled(feature, cell) {
                Some(level) => {
                    for &c in feature.columns() {
                        row[c] = feature.level_value(level, c).unwrap_or(f64::NAN);
                    }
                }
                None => match (feature.level_count(), feature.columns()) {
                    (None, [c]) => row[*c] = needed(number)?,
                    (Some(_), [c]) if number.is_some() => row[*c] = needed(number)?,
                    _ => {
                        let what = format!("{} has no level {}", quote(&feature.name), quote(cell));
                        return Err((what, suggest(cell, super::request::labels(feature))));
                    }
                },
            }
        }
    }
    Ok(())
}

fn broken(error: &csv::Error) -> WireError {
    let at = error.position().map_or(String::new(), |p| format!("line {}", p.line()));
    WireError::new(at, format!("not csv: {error}"), "give a header line and one line a query")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::request::example_model;

    const HEADER: &str = "Age,Income,Sex,Education,Occupation,Region\n";

    #[test]
    fn json_comes_with_a_target_or_bare() {
        let model = example_model();
        let rows = "[[39, 21000, 0, 0, 1, 0, 0, 3], [null, 1, 1, 0, 0, 1, 0, 1]]";
        let bare = Queries::parse(rows, &model).unwrap();
        assert_eq!((bare.rows.len(), bare.target), (16, None));
        assert!(bare.rows[8].is_nan());
        let text = format!(r#" {{"target": {{"class": 1}}, "queries": {rows}}}"#);
        let full = Queries::parse(&text, &model).unwrap();
        assert_eq!(full.target, Some(serde_json::json!({"class": 1})));
    }

    #[test]
    fn csv_reads_labels_numbers_and_missing_cells() {
        let model = example_model();
        let text = format!("{HEADER}39, 2e4, Male, MSc, Tech, S\n,1,0,0,\"Sales\",3\n");
        let rows = Queries::parse(&text, &model).unwrap().rows;
        assert_eq!(rows[..8], [39.0, 2e4, 1.0, f64::from(0.2f32), 0.0, 1.0, 0.0, 1.0]);
        assert!(rows[8].is_nan());
        assert_eq!(rows[9..], [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0]);
    }

    #[test]
    fn csv_may_spread_a_category_over_its_columns() {
        let text =
            "Income,Age,Sex,Education,Occupation=Sales,Occupation_Tech,Occupation=Other,Region\n1,2,0,0,0,1,0,3\n";
        let rows = Queries::parse(text, &example_model()).unwrap().rows;
        assert_eq!(rows, [2.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0]);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let model = example_model();
        for (text, at, says) in [
            ("".into(), "", "empty"),
            ("[1]".into(), "/0", "a list of raw inputs"),
            ("[[1]]".into(), "/0", "reads 8 columns"),
            ("[[1, 2, 3, 4, 5, 6, 7, true]]".into(), "/0/7", "a number"),
            (r#"{"querys": []}"#.into(), "/querys", "did you mean \"queries\"?"),
            (r#"{"target": {}}"#.into(), "", "\"queries\" is missing"),
            ("{".into(), "line 1, column 1", "not JSON"),
            ("Age,Incme\n".into(), "line 1, column 2", "did you mean \"Income\"?"),
            ("Age,Age\n".into(), "line 1, column 2", "second time"),
            ("Age,Income\n".into(), "line 1", "\"Sex\", \"Education\", \"Occupation\", \"Region\""),
            (format!("{HEADER}1,2\n"), "line 2", "found 2 cells"),
            (format!("{HEADER}1,2,0,0,Sales,3\nold,2,0,0,Sales,3\n"), "line 3, column 1", "a number"),
            (format!("{HEADER}1,2,0,0,Sale,3\n"), "line 2, column 5", "did you mean \"Sales\"?"),
            (format!("{HEADER}1,inf,0,0,Sales,3\n"), "line 2, column 2", "a number"),
        ] {
            let error = Queries::parse(&text, &model).expect_err(&text);
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.to_string().contains(says), "{text}: {error}");
        }
    }
}
