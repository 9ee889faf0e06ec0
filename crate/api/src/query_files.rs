//! Files of many queries (docs/contract/command-line.md): `{"target": .., "queries": [[..], ..]}`, a bare list
//! of rows, or csv with a header.

use super::csv_records::Records;
use super::request::Names;
use super::table::Table;
use espalier_formats::documents;
use espalier_formats::documents::read::Place;
use espalier_formats::documents::DocumentError;
use espalier_model::Model;
use serde_json::Value;

/// Most bytes of a row of a file that comes in pieces.
const LONGEST: usize = 16 << 20;

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
    pub fn parse(text: &str, model: &Model) -> Result<Queries, DocumentError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match text.trim_start().chars().next() {
            Some('{' | '[') => json(text, model),
            Some(_) => Ok(Queries { rows: Table::read(text, model, false)?.rows, target: None }),
            None => Err(empty()),
        }
    }
}

fn json(text: &str, model: &Model) -> Result<Queries, DocumentError> {
    let value = documents::value(text)?;
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
pub(super) fn listed(place: &Place, model: &Model) -> Result<Vec<f64>, DocumentError> {
    let mut rows = Vec::new();
    for row in place.list()? {
        rows.append(&mut one(&row, model)?);
    }
    Ok(rows)
}

/// One row of JSON.
pub(super) fn one(place: &Place, model: &Model) -> Result<Vec<f64>, DocumentError> {
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

/// A csv file of queries under reading, of which no more is held than a piece and a row.
#[derive(Debug)]
pub struct QueryRows {
    records: Records,
    table: Table,
}

impl Default for QueryRows {
    fn default() -> QueryRows {
        QueryRows { records: Records::new(LONGEST), table: Table::new(false) }
    }
}

impl QueryRows {
    /// The rows that end in the next piece of the file, one after another.
    ///
    /// # Errors
    /// The first fault, by line and column of the file.
    pub fn take(&mut self, piece: &[u8], model: &Model) -> Result<Vec<f64>, DocumentError> {
        let names = Names::new(model);
        self.records.take(piece, |record| self.table.take(record, &names))?;
        self.table.lines.clear();
        Ok(std::mem::take(&mut self.table.rows))
    }

    /// The row that the end of the file ends, if any.
    ///
    /// # Errors
    /// As those of [`QueryRows::take`], a quoted cell that is not closed, and a file without a header.
    pub fn end(mut self, model: &Model) -> Result<Vec<f64>, DocumentError> {
        let names = Names::new(model);
        self.records.end(|record| self.table.take(record, &names))?;
        if self.table.is_empty() {
            return Err(empty());
        }
        Ok(self.table.rows)
    }
}

fn empty() -> DocumentError {
    DocumentError::new("", "the file is empty", "give queries as JSON or csv")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::example_model;

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

    #[test]
    fn a_file_in_pieces_has_the_rows_of_the_whole_file() {
        let model = example_model();
        let text = format!("\n{HEADER}39,2e4,Male,MSc,Tech,S\n\n,1,0,0,\"Sales\",3");
        let whole = Queries::parse(&text, &model).unwrap().rows;
        for size in 1..text.len() {
            let mut reading = QueryRows::default();
            let mut rows: Vec<f64> =
                text.as_bytes().chunks(size).flat_map(|piece| reading.take(piece, &model).unwrap()).collect();
            rows.extend(reading.end(&model).unwrap());
            assert!(rows.len() == 16 && rows.iter().zip(&whole).all(|(a, b)| a.to_bits() == b.to_bits()), "{size}");
        }
        let error = QueryRows::default().end(&model).unwrap_err();
        assert_eq!(error.what, "the file is empty");
        let mut reading = QueryRows::default();
        let error = reading.take(format!("{HEADER}\n1,2\n").as_bytes(), &model).unwrap_err();
        assert_eq!((error.at.as_str(), error.what.as_str()), ("line 3", "found 2 cells"));
    }
}
