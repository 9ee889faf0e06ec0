use super::*;
use crate::wire::request::example_model;
use crate::wire::Num;

const ROWS: &str = "[[39, 21000, 0, 0, 1, 0, 0, 3], [20, 1, 1, 0, 0, 1, 0, 1]]";

fn read(predictions: &str) -> Result<Samples, WireError> {
    Samples::parse(&format!(r#"{{"rows": {ROWS}, "predictions": {predictions}}}"#), &example_model())
}

/// What the model itself says of the rows, as JSON.
fn own(model: &Model) -> Vec<Vec<f64>> {
    let rows = read(r#"["low", "low"]"#).unwrap().rows;
    let scores = |row: &Vec<f64>| match model.ensemble.predict(row) {
        Ok(espalier_core::ensemble::Prediction::Class { scores, .. }) => scores,
        other => panic!("{other:?}"),
    };
    rows.iter().map(scores).collect()
}

#[test]
fn its_own_predictions_match_and_others_are_counted() {
    let model = example_model();
    let right = own(&model);
    let same = read(&serde_json::to_string(&right).unwrap()).unwrap().compare(&model).unwrap();
    assert_eq!((same.rows, same.matched, same.what, same.first.is_none()), (2, 2, "probabilities", true));
    let mut wrong = right.clone();
    wrong[1][0] += 0.25;
    let other = read(&serde_json::to_string(&wrong).unwrap()).unwrap().compare(&model).unwrap();
    assert_eq!((other.matched, other.largest), (1, Some(Num(0.25))));
    assert_eq!(other.first.unwrap().row, 1);
}

#[test]
fn classes_come_by_name_or_index() {
    let model = example_model();
    let by_name = read(r#"["low", "high"]"#).unwrap();
    assert_eq!(by_name.expected, Expected::Classes(vec![0, 2]));
    assert_eq!(read("[0, 2]").unwrap(), by_name);
    assert_eq!(by_name.compare(&model).unwrap().what, "classes");
}

#[test]
fn csv_has_the_predictions_beside_the_columns() {
    let head = "Age,Income,Sex,Education,Occupation,Region";
    let model = example_model();
    let one = Samples::parse(&format!("{head},said\n39,2e4,Male,MSc,Tech,S,middle\n"), &model).unwrap();
    assert_eq!((one.rows.len(), one.expected), (1, Expected::Classes(vec![1])));
    let text = format!("a,{head},b,c\n0.5,39,2e4,Male,MSc,Tech,S,0.25,0.25\n");
    let three = Samples::parse(&text, &model).unwrap();
    assert_eq!(three.expected, Expected::Scores(vec![vec![0.5, 0.25, 0.25]]));
}

#[test]
fn faults_are_named_with_their_place() {
    let head = "Age,Income,Sex,Education,Occupation,Region";
    let model = example_model();
    for (text, at, says) in [
        (String::new(), "", "empty"),
        ("{".into(), "line 1, column 1", "not JSON"),
        (format!("{head}\n"), "line 1", "no other"),
        (format!("{head},a,b\n"), "line 1", "3 of probabilities"),
        (format!("{head},a\n1,2,0,0,Sales,3,lower\n"), "line 2", "\"low\""),
        (format!("{head},a,b,c\n1,2,0,0,Sales,3,x,0,0\n"), "line 2", "a number is needed"),
        ("Age,a\n".into(), "line 1", "lacks \"Income\""),
        (format!(r#"{{"rows": {ROWS}, "predictions": [1]}}"#), "/predictions", "1 predictions for 2 rows"),
        (format!(r#"{{"rows": {ROWS}, "predictions": [[1], [1]]}}"#), "/predictions/0", "3 classes"),
        (format!(r#"{{"rows": {ROWS}, "predictions": [null, 1]}}"#), "/predictions/0", "a class or a list"),
        (r#"{"rows": [[1]], "predictions": [1]}"#.into(), "/rows/0", "reads 8 columns"),
    ] {
        let error = Samples::parse(&text, &model).expect_err(&text);
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.to_string().contains(says), "{text}: {error}");
    }
}
