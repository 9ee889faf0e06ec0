use super::*;
use crate::documents::DocumentError;
use espalier_model::ensemble::*;
use espalier_model::schema::{Kind, Schema};
use espalier_model::Background;

/// A forest over `columns` columns whose stumps test the given splits.
fn forest(columns: usize, splits: Vec<Split>) -> Ensemble {
    let stump = |split| Tree {
        nodes: vec![Node::Split { split, left: 1, right: 2, missing: None }, Node::Leaf(0), Node::Leaf(1)],
        values: vec![1.0, 0.0, 0.0, 1.0],
        ..Tree::default()
    };
    let ensemble = Ensemble {
        neurons: Vec::new(),
        task: Task::Classifier { classes: 2 },
        columns,
        outputs: 2,
        input: Precision::F32,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: Compare::LessEqual,
        aggregation: Aggregation::Mean,
        base: vec![0.0; 2],
        link: Link::None,
        trees: splits.into_iter().map(stump).collect(),
    };
    ensemble.validate().unwrap();
    ensemble
}

fn axis(column: usize, threshold: f64) -> Split {
    Split::Axis { column, threshold }
}

fn contract() -> Ensemble {
    forest(
        8,
        vec![
            axis(0, 30.0),
            axis(1, 2e4),
            axis(2, 0.5),
            axis(3, 1.5),
            axis(4, 0.5),
            Split::Categories { column: 7, left: vec![1], unknown: None },
        ],
    )
}

fn try_resolve(doc: &str, ensemble: &Ensemble) -> Result<Schema, DocumentError> {
    resolve(&SchemaDoc::from_json(doc)?, ensemble, None)
}

const CONTRACT: &str = r#"{"features": [
   {"name": "Age",        "kind": "integer",     "column": 0, "min": 17, "max": 90, "change": "increase", "unit": "years"},
   {"name": "Income",     "kind": "numeric",     "column": 1, "min": 0, "max": 99999, "weight": {"up": 1, "down": 4}},
   {"name": "Sex",        "kind": "binary",      "column": 2, "labels": ["Female", "Male"], "change": "fixed"},
   {"name": "Education",  "kind": "ordinal",     "column": 3, "labels": ["none", "BSc", "MSc"], "values": [0, 1, 2]},
   {"name": "Occupation", "kind": "categorical", "columns": [4, 5, 6], "labels": ["Sales", "Tech", "Other"]},
   {"name": "Region",     "kind": "categorical", "column": 7, "labels": ["N", "S"], "values": [0, 1]}],
 "classes": ["rejected", "accepted"]}"#;

#[test]
fn the_contract_s_example_resolves() {
    let schema = try_resolve(CONTRACT, &contract()).unwrap();
    assert_eq!(schema.classes, ["rejected", "accepted"]);
    assert_eq!(schema.features.len(), 6);
    assert!(matches!(&schema.features[4].kind, Kind::OneHot { columns, .. } if columns == &[4, 5, 6]));
    assert!(matches!(&schema.features[5].kind, Kind::Codes { column: 7, .. }));
    assert_eq!(schema.features[1].weight.down, 4.0);
    assert_eq!(schema.features[0].unit.as_deref(), Some("years"));
}

/// The document of one feature on a model of one column.
fn one(feature: &str) -> Result<Schema, DocumentError> {
    try_resolve(&format!(r#"{{"features": [{feature}]}}"#), &forest(1, vec![axis(0, 2.0), axis(0, 4.0)]))
}

#[test]
fn ranges_default_to_background_then_thresholds_then_the_unit_interval() {
    let model = forest(3, vec![axis(0, 2.0), axis(0, 4.0), axis(1, -10.0)]);
    let schema = default_schema(&model, None, None);
    let ends: Vec<_> = schema.features.iter().map(|f| (f.min, f.max)).collect();
    assert_eq!(ends, [(1.9, 4.1), (-15.0, -5.0), (0.0, 1.0)]);
    let rows = vec![vec![7.0, -10.0, f64::NAN], vec![9.0, -10.0, 3.0]];
    let schema = default_schema(&model, None, Some(&Background { rows, labels: None }));
    let ends: Vec<_> = schema.features.iter().map(|f| (f.min, f.max)).collect();
    assert_eq!(ends, [(7.0, 9.0), (-15.0, -5.0), (1.5, 4.5)]);
}

#[test]
fn ordinal_levels_are_spaced_over_the_range_or_counted() {
    let values = |schema: Schema| match &schema.features[0].kind {
        Kind::Ordinal { levels, .. } => levels.iter().map(|l| l.value).collect::<Vec<_>>(),
        _ => unreachable!(),
    };
    let spaced = r#"{"name": "a", "kind": "ordinal", "column": 0, "labels": ["p", "q", "r"], "min": 10, "max": 20}"#;
    assert_eq!(values(one(spaced).unwrap()), [10.0, 15.0, 20.0]);
    let counted = r#"{"name": "a", "kind": "ordinal", "column": 0, "labels": ["p", "q", "r"]}"#;
    assert_eq!(values(one(counted).unwrap()), [0.0, 1.0, 2.0]);
}

#[test]
fn names_of_the_file_are_kept_apart() {
    let names = ["a", "a", ""].map(String::from);
    let schema = default_schema(&forest(3, vec![axis(0, 1.0)]), Some(&names), None);
    assert_eq!(schema.features.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["a", "a (1)", "x2"]);
}

#[test]
fn a_column_of_category_sets_is_codes_by_default() {
    let split = Split::Categories { column: 0, left: vec![3, 5], unknown: None };
    let schema = default_schema(&forest(1, vec![split]), None, None);
    assert_eq!(schema.features[0].level_count(), Some(6));
    let split = Split::Categories { column: 0, left: vec![3, u32::MAX], unknown: None };
    let schema = default_schema(&forest(1, vec![split]), None, None);
    assert_eq!(schema.features[0].level_count(), Some(4), "0, 1, 3 and the huge one");
}

#[test]
fn every_fault_is_named_with_its_place() {
    let faults = [
        (r#"{"name": "a", "column": 0, "kind": "numerical"}"#, "/features/0/kind", "did you mean \"numeric\"?"),
        (r#"{"name": "a", "column": 0, "colour": 1}"#, "/features/0/colour", "did you mean \"column\"?"),
        (r#"{"name": "a", "column": 1}"#, "/features/0/column", "columns 0 to 0"),
        (r#"{"name": "a"}"#, "/features/0", "give its \"column\""),
        (r#"{"column": 0}"#, "/features/0", "\"name\" is missing"),
        (r#"{"name": "", "column": 0}"#, "/features/0/name", "empty"),
        (r#"{"name": "a", "column": 0}, {"name": "b", "column": 0}"#, "/features/1/column", "already"),
        (r#"{"name": "a", "column": 0}, {"name": "a", "column": 0}"#, "/features/1/name", "taken"),
        (r#"{"name": "a", "column": 0, "min": 3, "max": 3}"#, "/features/0/min", "below"),
        (r#"{"name": "a", "column": 0, "min": -1e308, "max": 1e308}"#, "/features/0/max", "narrower"),
        (r#"{"name": "a", "column": 0, "weight": -1}"#, "/features/0/weight", "at least 0"),
        (r#"{"name": "a", "column": 0, "weight": {"up": 1, "dwn": 1}}"#, "/features/0/weight/dwn", "down"),
        (r#"{"name": "a", "column": 0, "decimals": 1.5}"#, "/features/0/decimals", "whole"),
        (r#"{"name": "a", "column": 0, "phrase": 3}"#, "/features/0/phrase", "text is needed"),
        (r#"{"name": "a", "column": 0, "phrase": " "}"#, "/features/0/phrase", "empty"),
        (r#"{"name": "a", "column": 0, "phrase": "the\nsize"}"#, "/features/0/phrase", "one line"),
        (r#"{"name": "a", "column": 0, "labels": ["x", "y"]}"#, "/features/0/labels", "ordinal"),
        (r#"{"name": "a", "column": 0, "kind": "binary", "labels": ["x"]}"#, "/features/0/labels", "at least 2"),
        (r#"{"name": "a", "column": 0, "kind": "binary", "labels": ["x", "y", "z"]}"#, "/features/0/labels", "has 2"),
        (r#"{"name": "a", "column": 0, "kind": "ordinal", "labels": ["x", "x"]}"#, "/features/0/labels/1", "twice"),
        (r#"{"name": "a", "column": 0, "kind": "ordinal", "values": [2, 1]}"#, "/features/0/values/1", "lowest"),
        (r#"{"name": "a", "column": 0, "kind": "ordinal", "labels": ["x", "y"], "min": 1}"#, "/features/0/min", "max"),
        (r#"{"name": "a", "column": 0, "kind": "categorical"}"#, "/features/0", "labels"),
        (r#"{"name": "a", "column": 0, "kind": "categorical", "values": [0, 0.5]}"#, "/features/0/values/1", "whole"),
        (
            r#"{"name": "a", "column": 0, "kind": "categorical", "values": [0, 1], "change": "increase"}"#,
            "/features/0/change",
            "order",
        ),
        (
            r#"{"name": "a", "columns": [0, 0], "kind": "categorical", "labels": ["x", "y"]}"#,
            "/features/0/columns",
            "twice",
        ),
        (r#"{"name": "a", "columns": [0], "kind": "categorical", "labels": ["x"]}"#, "/features/0/columns", "binary"),
        (r#"{"name": "a", "columns": [0, 1], "kind": "numeric"}"#, "/features/0/columns", "one \"column\""),
        ("", "/features", "no feature describes 0"),
    ];
    for (text, at, says) in faults {
        let error = one(text).expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.to_string().contains(says), "{text}: {error}");
    }
    let model = forest(1, vec![axis(0, 1.0)]);
    for (text, at, says) in [
        (r#"{"classes": ["a"]}"#, "/classes", "the model has 2"),
        (r#"{"classes": ["a", "a"]}"#, "/classes/1", "twice"),
        (r#"{"subject": ["you"]}"#, "/subject", "text is needed"),
        (r#"{"subject": ""}"#, "/subject", "empty"),
        (r#"{"image": [2, 2]}"#, "/image", "a picture of 2 by 2 pixels, and the model has 1 columns"),
        (r#"{"image": [1]}"#, "/image", "the height and the width"),
        (r#"{"image": [1, 0]}"#, "/image", "the height and the width"),
        (r#"{"image": [1, 1.5]}"#, "/image/1", "whole number"),
        (
            &format!(r#"{{"subject": "{}"}}"#, "é".repeat(81)),
            "/subject",
            "found 81 characters; a sentence has room for 80",
        ),
        (r#"{"feature": []}"#, "/feature", "did you mean \"features\"?"),
        ("[]", "", "an object is needed"),
        ("{", "line 1, column 1", "not JSON"),
    ] {
        let error = try_resolve(text, &model).expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.to_string().contains(says), "{text}: {error}");
    }
}

#[test]
fn category_sets_must_be_described_as_codes() {
    let model = forest(1, vec![Split::Categories { column: 0, left: vec![1], unknown: None }]);
    let error = try_resolve(r#"{"features": [{"name": "a", "column": 0}]}"#, &model).unwrap_err();
    assert_eq!(error.at, "/features/0/kind");
}

#[test]
fn a_fixed_feature_may_have_a_single_value() {
    assert!(one(r#"{"name": "a", "column": 0, "min": 3, "max": 3, "change": "fixed"}"#).is_ok());
}

#[test]
fn sentences_are_told_whom_the_model_decides_about_and_how_to_speak_of_features() {
    let model = forest(1, vec![axis(0, 2.0)]);
    let longest = "é".repeat(80);
    let text =
        format!(r#"{{"features": [{{"name": "a", "column": 0, "phrase": " the size "}}], "subject": "{longest}"}}"#);
    let schema = try_resolve(&text, &model).unwrap();
    assert_eq!(schema.subject.as_deref(), Some(longest.as_str()));
    assert_eq!(schema.features[0].phrase.as_deref(), Some("the size"));
    let bare = try_resolve("{}", &model).unwrap();
    assert_eq!((bare.subject, &bare.features[0].phrase), (None, &None));
    assert_eq!((bare.image, try_resolve(r#"{"image": [1, 1]}"#, &model).unwrap().image), (None, Some([1, 1])));
}
