//! Files of rows with the predictions of the model's own library. The rows are read here; all other columns and the predictions are passed on
//! unchanged.

use super::query_files::listed;
use super::table::Table;
use espalier_formats::documents;
use espalier_formats::documents::read::Place;
use espalier_formats::documents::DocumentError;
use espalier_model::Model;
use serde_json::{json, Value};

/// Reads a file into a document. It is JSON where its first character is a brace, else csv. The document has `rows`, with null for a
/// missing value. From JSON (`{"rows": .., "predictions": [..]}`) it also has the unchanged `predictions`. From csv it also has the names of
/// the columns that are not the model's (`beside`), their `cells` for each row, and the `lines` of the rows.
///
/// # Errors
/// The first fault, by JSON pointer or by line and column.
pub fn samples(text: &str, model: &Model) -> Result<Value, DocumentError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let apart = |rows: &[f64]| rows.chunks(model.ensemble.columns).map(<[f64]>::to_vec).collect::<Vec<_>>();
    match text.trim_start().chars().next() {
        Some('{') => {
            let value = documents::value(text)?;
            let fields = Place::new(&value, "").object(&["rows", "predictions"])?;
            let rows = listed(&fields.need("rows")?, model)?;
            let given = fields.need("predictions")?;
            let count = given.list()?.len();
            if count != apart(&rows).len() {
                let what = format!("found {count} predictions for {} rows", apart(&rows).len());
                return Err(given.error(what, "give one prediction a row"));
            }
            Ok(json!({ "rows": apart(&rows), "predictions": given.value }))
        }
        Some(_) => {
            let table = Table::read(text, model, true)?;
            Ok(table.document(model))
        }
        None => {
            Err(DocumentError::new("", "the file is empty", "give rows with the library's predictions, as JSON or csv"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::example_model;

    const HEAD: &str = "Age,Income,Sex,Education,Occupation,Region";

    #[test]
    fn csv_gives_the_predictions_beside_the_columns() {
        let text = format!("a,{HEAD},b\nx,39,2e4,Male,MSc,Tech,S,0.25\n");
        let found = samples(&text, &example_model()).unwrap();
        assert_eq!((&found["beside"], &found["cells"]), (&json!(["a", "b"]), &json!([["x", "0.25"]])));
        assert_eq!((&found["rows"][0][0], &found["lines"]), (&json!(39.0), &json!([2])));
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let rows = "[[39, 21000, 0, 0, 1, 0, 0, 3]]";
        for (text, at, says) in [
            (String::new(), "", "empty"),
            ("{".into(), "line 1, column 1", "not JSON"),
            ("Age,a\n".into(), "line 1", "lacks \"Income\""),
            (format!("{HEAD},a\nold,2,0,0,Sales,3,1\n"), "line 2, column 1", "a number"),
            (format!(r#"{{"rows": {rows}, "predictions": [1, 2]}}"#), "/predictions", "2 predictions for 1 rows"),
            (r#"{"rows": [[1]], "predictions": [1]}"#.into(), "/rows/0", "reads 8 columns"),
            (format!(r#"{{"rows": {rows}}}"#), "", "\"predictions\" is missing"),
        ] {
            let error = samples(&text, &example_model()).expect_err(&text);
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.to_string().contains(says), "{text}: {error}");
        }
    }
}
