//! A request is read or refused by the words of the contract.

use super::*;
use espalier_formats::documents::{resolve, SchemaDoc};
use espalier_model::ensemble::*;
use espalier_model::query::{
    Aim, Budget, Condition, ConditionTest, Constraint, Formula, Join, Norm, Relation, Sought, Target,
};
use espalier_model::schema::{Change, Weight};
use espalier_model::Model;
use proptest::prelude::*;
use std::sync::Arc;

const SCHEMA: &str = r#"{"features": [
   {"name": "Age",        "kind": "integer",     "column": 0, "min": 17, "max": 90},
   {"name": "Income",     "kind": "numeric",     "column": 1, "min": 0, "max": 99999},
   {"name": "Sex",        "kind": "binary",      "column": 2, "labels": ["Female", "Male"]},
   {"name": "Education",  "kind": "ordinal",     "column": 3, "labels": ["none", "BSc", "MSc"], "min": 0, "max": 0.2},
   {"name": "Occupation", "kind": "categorical", "columns": [4, 5, 6], "labels": ["Sales", "Tech", "Other"]},
   {"name": "Region",     "kind": "categorical", "column": 7, "labels": ["N", "S"], "values": [3, 1]}],
 "classes": ["low", "middle", "high"]}"#;

/// A forest of stumps; missing values have a rule in the columns of `missing`.
pub(super) fn model(missing: &[usize]) -> Model {
    let stump = |column: usize| {
        let split = match column {
            7 => Split::Categories { column, left: vec![1], unknown: None },
            _ => Split::Axis { column, threshold: 0.5 },
        };
        let missing = missing.contains(&column).then_some(Side::Left);
        Tree {
            nodes: vec![Node::Split { split, left: 1, right: 2, missing }, Node::Leaf(0), Node::Leaf(1)],
            values: vec![1.0, 0.0, 0.0, 0.0, 0.5, 0.5],
            ..Tree::default()
        }
    };
    let ensemble = Ensemble {
        neurons: Vec::new(),
        task: Task::Classifier { classes: 3 },
        columns: 8,
        outputs: 3,
        input: Precision::F32,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: Compare::LessEqual,
        aggregation: Aggregation::Mean,
        base: vec![0.0; 3],
        link: Link::None,
        trees: (0..8).map(stump).collect(),
    };
    ensemble.validate().unwrap();
    let schema = resolve(&SchemaDoc::from_json(SCHEMA).unwrap(), &ensemble, None).unwrap();
    Model::new(ensemble, schema)
}

/// The model of these tests, missing values allowed in the first column.
pub(crate) fn example_model() -> Model {
    model(&[0])
}

fn regressor() -> Model {
    let mut model = model(&[]);
    let ensemble = Arc::make_mut(&mut model.ensemble);
    ensemble.task = Task::Regressor;
    ensemble.outputs = 1;
    ensemble.base.truncate(1);
    model.schema.classes.clear();
    model.ensemble.validate().unwrap();
    model
}

const QUERY: &str = r#""query": [39, 21000, 0, 0.1, 1, 0, 0, 3]"#;

fn with(rest: &str) -> Result<Request, DocumentError> {
    Request::from_json(&format!("{{{QUERY}, {rest}}}"), &model(&[0, 4, 5, 6]))
}

fn asking(query: &str) -> Result<Vec<f64>, DocumentError> {
    let text = format!(r#"{{"query": {query}, "target": {{"class": 1}}}}"#);
    Ok(Request::from_json(&text, &model(&[0, 4, 5, 6]))?.query.factual)
}

#[test]
fn a_whole_request_is_understood() {
    let request = with(
        r#""target": {"class": "high"},
        "cost": {"norm": "l2", "weights": {"Age": 2, "Income": {"up": 1, "down": 4}}, "per_change": 0.1,
                 "tables": {"Occupation": {"Tech": 0.3, "Other": 1}},
                 "piecewise": {"Income": [[-1000, 2], [0, 0], [5000, 1]]}},
        "constraints": [
          {"fix": "Sex"},
          {"range": {"feature": "Age", "min": 39, "max": 45}},
          {"direction": {"feature": "Income", "change": "increase"}},
          {"levels": {"feature": "Occupation", "allow": ["Sales", "Tech"]}},
          {"max_changes": 3},
          {"if": {"feature": "Education", "in": ["MSc"]}, "then": {"feature": "Age", "min": 24}},
          {"if": {"feature": "Region", "in": ["S"]}, "then": {"feature": "Sex", "unchanged": true}}],
        "plausibility": {}, "real_rows": false, "ties": true,
        "margin": 0.25, "count": 1, "time_limit": 10, "engine": "auto""#,
    )
    .unwrap();
    let query = request.query;
    assert_eq!(query.factual[..3], [39.0, 21000.0, 0.0]);
    assert_eq!(query.target, Target::Class(2));
    assert_eq!(query.cost.norm, Norm { l2: 1.0, ..Norm::default() });
    assert_eq!(query.cost.weights[..2], [Some(Weight { up: 2.0, down: 2.0 }), Some(Weight { up: 1.0, down: 4.0 })]);
    assert_eq!(query.cost.tables[4], Some(vec![None, Some(0.3), Some(1.0)]));
    assert_eq!(query.cost.piecewise[1].as_ref().unwrap().len(), 3);
    let inf = f64::INFINITY;
    assert_eq!(
        query.constraints,
        [
            Constraint::Fix { feature: 2 },
            Constraint::Range { feature: 0, min: 39.0, max: 45.0 },
            Constraint::Direction { feature: 1, change: Change::Increase },
            Constraint::Levels { feature: 4, allow: vec![true, true, false] },
            Constraint::MaxChanges(3),
            Constraint::If {
                when: Condition { feature: 3, test: ConditionTest::Levels(vec![false, false, true]) }.into(),
                then: Condition { feature: 0, test: ConditionTest::Range { min: 24.0, max: inf } }.into(),
            },
            Constraint::If {
                when: Condition { feature: 5, test: ConditionTest::Levels(vec![false, true]) }.into(),
                then: Condition { feature: 2, test: ConditionTest::Unchanged }.into(),
            },
        ]
    );
    assert_eq!(query.sought, Sought::Ties);
    assert_eq!((query.margin, request.options.time_limit), (0.25, Some(10.0)));
}

#[test]
fn targets_have_five_forms() {
    let target = |text: &str| with(&format!(r#""target": {text}"#)).map(|r| r.query.target);
    assert_eq!(target(r#"{"class": 1}"#), Ok(Target::Class(1)));
    assert_eq!(target(r#"{"class": "1"}"#), Ok(Target::Class(1)));
    assert_eq!(target(r#"{"classes": ["high", 0]}"#), Ok(Target::Classes(vec![0, 2])));
    let costs = Target::ClassCosts(vec![(0, 1.0), (2, 0.2)]);
    assert_eq!(target(r#"{"class_costs": {"0": 1.0, "high": 0.2}}"#), Ok(costs));
    let probable = Target::Probability { class: 1, at_least: 0.7 };
    assert_eq!(target(r#"{"class": "middle", "min_probability": 0.7}"#), Ok(probable));
    let text = format!(r#"{{{QUERY}, "target": {{"value": [null, 3]}}}}"#);
    let value = Request::from_json(&text, &regressor()).unwrap().query.target;
    assert_eq!(value, Target::Value { lo: f64::NEG_INFINITY, hi: 3.0 });
    let likeliest = Target::Best { aim: Aim::Class(2), budget: 0.2 };
    assert_eq!(target(r#"{"best": {"class": "high"}, "budget": 0.2}"#), Ok(likeliest));
    let text = format!(r#"{{{QUERY}, "target": {{"best": "min", "budget": 1}}}}"#);
    let least = Request::from_json(&text, &regressor()).unwrap().query.target;
    assert_eq!(least, Target::Best { aim: Aim::Least, budget: 1.0 });
}

#[test]
fn a_query_comes_as_a_list_or_by_name() {
    let by_name = asking(
        r#"{"Age": null, "Income": 21000, "Sex": "Male", "Education": "BSc", "Occupation": "Tech", "Region": "N"}"#,
    )
    .unwrap();
    assert!(by_name[0].is_nan());
    let bsc = f64::from(0.1f32);
    assert_eq!(by_name[1..], [21000.0, 1.0, bsc, 0.0, 1.0, 0.0, 3.0]);
    let listed = asking("[40.5, 21000, 1, 0.1, null, null, null, 1]").unwrap();
    assert_eq!(listed[3], bsc, "0.1 means the level that the model cannot tell from it");
    assert!(listed[4..7].iter().all(|v| v.is_nan()));
}

#[test]
fn every_fault_is_named_with_its_place() {
    let target = r#""target": {"class": 1}"#;
    let faults: Vec<(String, &str, &str)> = [
        (r#""target": {"class": "hihg"}"#, "/target/class", "did you mean \"high\"?"),
        (r#""target": {"class": 3}"#, "/target/class", "classes 0 to 2"),
        (r#""target": {}"#, "/target", "names nothing"),
        (r#""target": {"class": 1, "classes": [1]}"#, "/target/classes", "several forms"),
        (r#""target": {"classes": [0, 1, 2]}"#, "/target/classes", "every class"),
        (r#""target": {"classes": [0, "low"]}"#, "/target/classes/1", "twice"),
        (r#""target": {"classes": []}"#, "/target/classes", "at least one"),
        (r#""target": {"value": [0, 1]}"#, "/target/value", "predicts a class"),
        (r#""target": {"class": 1, "min_probability": 1.5}"#, "/target/min_probability", "from 0 to 1"),
        (r#""target": {"classes": [1], "min_probability": 0.5}"#, "/target/min_probability", "without its class"),
        (r#""target": {"class_costs": {"0": -1}}"#, "/target/class_costs/0", "at least 0"),
        (r#""target": {"class_costs": {"0": 1, "low": 1}}"#, "/target/class_costs/low", "twice"),
        (r#""target": {"best": {"class": 1}, "budget": -1}"#, "/target/budget", "at least 0"),
        (r#""target": {"best": "max", "budget": 1}"#, "/target/best", "predicts a class"),
        (r#""target": {"best": {"class": 1}, "class": 1, "budget": 1}"#, "/target/best", "several forms"),
        (r#""target": {"class": 1, "budget": 1}"#, "/target/budget", "a budget without \"best\""),
        (r#""target": {"classes": [1], "minimise": {"Age": 1}}"#, "/target/minimise", "without its class"),
        (
            r#""target": {"class": 1, "minimise": {"Age": 1}}, "cost": {"minimise": {"Age": 1}}"#,
            "/target/minimise",
            "an objective already",
        ),
        (r#""costs": {}"#, "/costs", "did you mean \"cost\"?"),
        ("\"margin\": 0", "", "\"target\" is missing"),
    ]
    .map(|(rest, at, says)| (rest.to_owned(), at, says))
    .into_iter()
    .chain(
        [
            (r#""cost": {"norm": "l3"}"#, "/cost/norm", "did you mean"),
            (r#""cost": {"norm": {"l1": -1}}"#, "/cost/norm/l1", "at least 0"),
            (r#""cost": {"norm": {}}"#, "/cost/norm", "at least one norm"),
            (r#""cost": {"weights": {"Agee": 2}}"#, "/cost/weights/Agee", "did you mean \"Age\"?"),
            (r#""cost": {"weights": {"Age": "2"}}"#, "/cost/weights/Age", "a number"),
            (r#""cost": {"per_change": -1}"#, "/cost/per_change", "at least 0"),
            (r#""cost": {"tables": {"Age": {"1": 1}}}"#, "/cost/tables/Age", "piecewise"),
            (r#""cost": {"tables": {"Sex": {"Mal": 1}}}"#, "/cost/tables/Sex/Mal", "did you mean \"Male\"?"),
            (r#""cost": {"piecewise": {"Sex": [[0, 0]]}}"#, "/cost/piecewise/Sex", "tables"),
            (r#""cost": {"piecewise": {"Income": [[-1, 1], [1, 1]]}}"#, "/cost/piecewise/Income", "[0, 0]"),
            (r#""cost": {"piecewise": {"Income": [[0, 0], [1, 1]]}}"#, "/cost/piecewise/Income", "both sides"),
            (
                r#""cost": {"piecewise": {"Income": [[-1, 1], [0, 0], [1, 2], [2, 3]]}}"#,
                "/cost/piecewise/Income/3",
                "convex",
            ),
            (r#""cost": {"piecewise": {"Income": [[0, 0], [0, 1]]}}"#, "/cost/piecewise/Income/1/0", "exceed"),
            (r#""cost": {"minimise": {"Occupation": 1}}"#, "/cost/minimise/Occupation", "tables"),
            (r#""cost": {"minimise": {"Agee": 1}}"#, "/cost/minimise/Agee", "did you mean \"Age\"?"),
            (
                r#""cost": {"minimise": {"Sex": 1}, "tables": {"Sex": {"Male": -1}}}"#,
                "/cost/minimise/Sex",
                "has a price already",
            ),
            (r#""cost": {"quadratic": [[1]]}"#, "/cost/quadratic", "in the schema's order"),
            (r#""cost": {"norm": "linf", "quadratic": [[1, 0], [0, 1]]}"#, "/cost/norm", "leave out"),
            (r#""cost": {"quadratic": [[1, 0.5], [0, 1]]}"#, "/cost/quadratic", "symmetric"),
            (r#""cost": {"quadratic": [[1, 0], [0, -1]]}"#, "/cost/quadratic", "negative eigenvalues"),
            (r#""constraints": {}"#, "/constraints", "a list"),
            (r#""constraints": [{}]"#, "/constraints/0", "says nothing"),
            (r#""constraints": [{"fix": "Sex"}, {"fix": "Se"}]"#, "/constraints/1/fix", "did you mean \"Sex\"?"),
            (r#""constraints": [{"fix": "Sex", "max_changes": 1}]"#, "/constraints/0/max_changes", "second"),
            (r#""constraints": [{"max_changes": 1.5}]"#, "/constraints/0/max_changes", "whole"),
            (r#""constraints": [{"range": {"feature": "Age"}}]"#, "/constraints/0/range", "without an end"),
            (
                r#""constraints": [{"range": {"feature": "Age", "min": 5, "max": 4}}]"#,
                "/constraints/0/range/min",
                "exceeds",
            ),
            (
                r#""constraints": [{"range": {"feature": "Sex", "min": 0}}]"#,
                "/constraints/0/range/min",
                "name the levels",
            ),
            (
                r#""constraints": [{"direction": {"feature": "Region", "change": "increase"}}]"#,
                "/constraints/0/direction/change",
                "no order",
            ),
            (
                r#""constraints": [{"direction": {"feature": "Age", "change": "up"}}]"#,
                "/constraints/0/direction/change",
                "nearest known",
            ),
            (
                r#""constraints": [{"levels": {"feature": "Region", "allow": ["E"]}}]"#,
                "/constraints/0/levels/allow/0",
                "no such level",
            ),
            (
                r#""constraints": [{"levels": {"feature": "Age", "allow": ["E"]}}]"#,
                "/constraints/0/levels/allow",
                "\"min\" and \"max\"",
            ),
            (r#""constraints": [{"if": {"feature": "Age", "min": 4}}]"#, "/constraints/0/if", "without its"),
            (
                r#""constraints": [{"if": {"feature": "Age"}, "then": {"feature": "Age", "min": 4}}]"#,
                "/constraints/0/if",
                "exactly one",
            ),
            (r#""constraints": [{"linear": {"op": "<="}}]"#, "/constraints/0/linear", "terms"),
            (r#""constraints": [{"causal": {}}]"#, "/constraints/0/causal", "feature"),
            (r#""constraints": [{"causal": {"feature": "Age", "parents": {}}}]"#, "/constraints/0/causal", "no parents"),
            (
                r#""constraints": [{"causal": {"feature": "Education", "parents": {"Age": 1}}}]"#,
                "/constraints/0/causal/feature",
                "has levels",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "parents": {"Occupation": 1}}}]"#,
                "/constraints/0/causal/parents/Occupation",
                "categories",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "parents": {"Income": 1}, "cost": "nothing"}}]"#,
                "/constraints/0/causal/cost",
                "none",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "parents": {"Age": 1}}}]"#,
                "/constraints/0",
                "\"Age\" follows from itself: \"Age\" from \"Age\"",
            ),
            (
                r#""constraints": [{"max_changes": 3}, {"causal": {"feature": "Age", "parents": {"Sex": 2, "Income": 1}}},
                    {"causal": {"feature": "Income", "parents": {"Age": 1}}}]"#,
                "/constraints/1",
                "\"Age\" from \"Income\" from \"Age\"",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "parents": {"Income": 1}}},
                    {"causal": {"feature": "Age", "parents": {"Sex": 1}}}]"#,
                "/constraints/1",
                "follows from /constraints/0 already",
            ),
            (r#""constraints": [{"causal": {"feature": "Age"}}]"#, "/constraints/0/causal", "give one of \"parents\""),
            (
                r#""constraints": [{"causal": {"feature": "Age", "learned": {"parents": []}}}]"#,
                "/constraints/0/causal/learned",
                "no parents",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "learned": {"parents": ["Income", "Income"]}}}]"#,
                "/constraints/0/causal/learned/parents/1",
                "twice",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "learned": {"parents": ["Income"], "trees": 0}}}]"#,
                "/constraints/0/causal/learned/trees",
                "from 1 to 200",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "learned": {"parents": ["Income"], "depth": 7}}}]"#,
                "/constraints/0/causal/learned/depth",
                "from 1 to 6",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "learned": {"parents": ["Income"], "rate": 0}}}]"#,
                "/constraints/0/causal/learned/rate",
                "above 0",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "learned": {"parents": ["Income"]}}}]"#,
                "/constraints/0/causal/learned",
                "has 0 background rows",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "learned": {"parents": ["Sex", "Age"]}}}]"#,
                "/constraints/0",
                "\"Age\" follows from itself",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Income", "parents": {"Age": 1}}}, {"causal": {"feature": "Age", "learned": {"parents": ["Age"]}}}]"#,
                "/constraints/1",
                "\"Age\" follows from itself",
            ),
            (
                r#""constraints": [{"causal": {"feature": "Age", "model": {"format": "espalier", "version": 2}}}]"#,
                "/constraints/0/causal/model",
                "\"kind\" is missing",
            ),
            (r#""constraints": [{"causal": {"feature": "Age", "model": 7}}]"#, "/constraints/0/causal/model", "object"),
            (r#""margin": {}"#, "/margin", "says nothing"),
            (r#""margin": {"distance": -0.1}"#, "/margin/distance", "at least 0"),
            (r#""margin": {"dist": 0.1}"#, "/margin/dist", "distance"),
            (r#""constraints": [{"budget": {"changes": {"Age": 1}}}]"#, "/constraints/0/budget", "\"most\" is missing"),
            (r#""constraints": [{"budget": {"most": 4}}]"#, "/constraints/0/budget", "prices nothing"),
            (
                r#""constraints": [{"budget": {"changes": {"Age": 1}, "most": -4}}]"#,
                "/constraints/0/budget/most",
                "at least 0",
            ),
            (
                r#""constraints": [{"budget": {"changes": {"Occupation": 1}, "most": 4}}]"#,
                "/constraints/0/budget/changes/Occupation",
                "under \"levels\"",
            ),
            (
                r#""constraints": [{"budget": {"levels": {"Age": {"39": 1}}, "most": 4}}]"#,
                "/constraints/0/budget/levels/Age",
                "under \"changes\"",
            ),
            (
                r#""constraints": [{"budget": {"levels": {"Occupation": {"Tehc": 1}}, "most": 4}}]"#,
                "/constraints/0/budget/levels/Occupation/Tehc",
                "did you mean \"Tech\"?",
            ),
            (r#""constraints": [{"also": {"target": {"class": 1}}}]"#, "/constraints/0/also", "\"model\" is missing"),
            (r#""constraints": [{"also": {"model": 7}}]"#, "/constraints/0/also/model", "object"),
            (
                r#""constraints": [{"also": {"model": {"format": "espalier", "version": 2}}}]"#,
                "/constraints/0/also/model",
                "\"kind\" is missing",
            ),
            (
                r#""constraints": [{"linear": {"terms": {"Age": {"39": 1}}, "op": "<=", "rhs": 4}}]"#,
                "/constraints/0/linear/terms/Age",
                "numbers, not levels",
            ),
            (
                r#""constraints": [{"linear": {"terms": {"Occupation": {"Tehc": 1}}, "op": "<=", "rhs": 4}}]"#,
                "/constraints/0/linear/terms/Occupation/Tehc",
                "did you mean",
            ),
            (
                r#""constraints": [{"linear": {"terms": {"Occupation": {"Tech": "1"}}, "op": "<=", "rhs": 4}}]"#,
                "/constraints/0/linear/terms/Occupation/Tech",
                "a number is needed",
            ),
            (r#""constraints": [{"liner": {}}]"#, "/constraints/0/liner", "did you mean \"linear\"?"),
            (r#""plausibility": {"hull": {}}"#, "/plausibility/hull", "spanned by such rows"),
            (r#""plausibility": {"hull": {"norm": "l0"}}"#, "/plausibility/hull/norm", "linf"),
            (r#""plausibility": {"hull": {"clusters": 0}}"#, "/plausibility/hull/clusters", "from 1 to 100"),
            (r#""plausibility": {"hull": {"epsilon": -1}}"#, "/plausibility/hull/epsilon", "at least 0"),
            (r#""plausibility": {"hull": {"eps": 1}}"#, "/plausibility/hull/eps", "epsilon"),
            (r#""plausibility": {"forest": {}}"#, "/plausibility/forest", "\"isolation_forest\""),
            (r#""plausibility": {"isolation_forest": {}}"#, "/plausibility/isolation_forest", "give one of"),
            (
                r#""plausibility": {"isolation_forest": {"outlier_quantile": 0.1, "min_path_length": 3}}"#,
                "/plausibility/isolation_forest",
                "give one of",
            ),
            (
                r#""plausibility": {"isolation_forest": {"outlier_quantile": 10}}"#,
                "/plausibility/isolation_forest/outlier_quantile",
                "from 0 to 1",
            ),
            (
                r#""plausibility": {"isolation_forest": {"min_path_length": -1}}"#,
                "/plausibility/isolation_forest/min_path_length",
                "at least 0",
            ),
            (
                r#""plausibility": {"isolation_forest": {"min_path_length": 3}}"#,
                "/plausibility/isolation_forest",
                "0 of the model's 0 background rows have the target",
            ),
            (r#""count": 0"#, "/count", "from 1 to 1000"),
            (r#""count": 3, "distinct": {"distance": 0}"#, "/distinct/distance", "above 0"),
            (r#""count": 3, "distinct": "anything""#, "/distinct", "features"),
            (r#""real_rows": true"#, "/real_rows", "no background rows"),
            (r#""real_rows": 1"#, "/real_rows", "true or false"),
            (r#""certificate": 1"#, "/certificate", "true or false"),
            (r#""engine": "box""#, "/engine", "boxes"),
            (r#""time_limit": -1"#, "/time_limit", "at least 0"),
            (r#""ties": 1"#, "/ties", "true or false"),
            (r#""ties": true, "count": 2"#, "/ties", "leave out one of them"),
            (r#""series": {"to": 1}, "count": 2"#, "/series", "leave out \"count\", \"ties\" and \"radius\""),
            (r#""series": {}"#, "/series", "to"),
            (r#""series": {"to": 1, "step": -1}"#, "/series/step", "at least 0"),
            (r#""radius": 1, "count": 2"#, "/radius", "leave out \"count\" and \"ties\""),
            (r#""radius": 1, "ties": true"#, "/radius", "leave out \"count\" and \"ties\""),
            (r#""margin": -1"#, "/margin", "at least 0"),
            (r#""target": {"class": 1, "min_probability": 0.5}, "margin": 1"#, "/margin", "min_probability"),
        ]
        .map(|(rest, at, says)| {
            let both = if rest.starts_with("\"target\"") { rest.to_owned() } else { format!("{target}, {rest}") };
            (both, at, says)
        }),
    )
    .collect();
    for (rest, at, says) in faults {
        let error = with(&rest).expect_err(&rest);
        assert_eq!(error.at, at, "{rest}: {error}");
        assert!(error.to_string().contains(says), "{rest}: {error}");
    }
    let error = Request::from_json(&format!(r#"{{{QUERY}, "target": {{"class": 1}}}}"#), &regressor()).unwrap_err();
    assert!(error.to_string().contains("predicts a number"), "{error}");
}

#[test]
fn conditions_of_a_rule_are_joined_by_and_or_by_or() {
    let request = with(
        r#""target": {"class": 1}, "constraints": [
            {"if": {"all": [{"feature": "Age", "min": 30}, {"feature": "Sex", "unchanged": true}], "any": null},
             "then": {"any": [{"feature": "Age", "max": 40}]}}]"#,
    )
    .unwrap();
    let age = |min, max| Condition { feature: 0, test: ConditionTest::Range { min, max } };
    let all = vec![age(30.0, f64::INFINITY), Condition { feature: 2, test: ConditionTest::Unchanged }];
    let rule = Constraint::If {
        when: Formula { join: Join::All, conditions: all },
        then: Formula { join: Join::Any, conditions: vec![age(f64::NEG_INFINITY, 40.0)] },
    };
    assert_eq!(request.query.constraints, [rule]);
}

#[test]
fn every_fault_of_joined_conditions_is_named_with_its_place() {
    let age = r#"{"feature": "Age", "min": 30}"#;
    let many = format!(r#"{{"all": [{}]}}"#, vec![age; 65].join(","));
    for (side, at, says) in [
        (r#"{"all": []}"#, "/all", "at least one condition is needed"),
        (r#"{"any": []}"#, "/any", "at least one condition is needed"),
        (r#"{"any": {"feature": "Age", "min": 30}}"#, "/any", "a list is needed"),
        (
            r#"{"all": [{"feature": "Age", "min": 30}], "any": [{"feature": "Age", "min": 30}]}"#,
            "",
            "both \"all\" and \"any\"",
        ),
        (r#"{"all": [{"feature": "Age", "min": 30}], "feature": "Age"}"#, "/feature", "unknown field \"feature\""),
        (r#"{"all": [{"any": [{"feature": "Age", "min": 30}]}]}"#, "/all/0/any", "unknown field \"any\""),
        (
            r#"{"all": [{"feature": "Age", "min": 30}, {"feature": "Aeg", "min": 3}]}"#,
            "/all/1/feature",
            "did you mean \"Age\"?",
        ),
        (r#"{"any": [{"feature": "Age"}]}"#, "/any/0", "a condition needs exactly one test"),
        (r#"{"any": [7]}"#, "/any/0", "an object is needed"),
        (r#"{"all": null}"#, "/all", "unknown field \"all\""),
        (&many, "/all", "found 65 conditions"),
    ] {
        for (name, rule) in [
            ("if", format!(r#"{{"if": {side}, "then": {age}}}"#)),
            ("then", format!(r#"{{"if": {age}, "then": {side}}}"#)),
        ] {
            let error = with(&format!(r#""target": {{"class": 1}}, "constraints": [{rule}]"#)).expect_err(side);
            assert_eq!(error.at, format!("/constraints/0/{name}{at}"), "{side}: {error}");
            assert!(error.to_string().contains(says), "{side}: {error}");
        }
    }
}

#[test]
fn requests_with_more_constraints_than_can_be_searched_are_refused() {
    let read = |constraint: &str, count: usize| {
        let list = vec![constraint; count].join(",");
        let text =
            format!(r#"{{"query": [39, 1, 0, 0, 1, 0, 0, 3], "target": {{"class": 1}}, "constraints": [{list}]}}"#);
        Request::from_json(&text, &model(&[])).map_err(|e| e.to_string())
    };
    let rule = r#"{"if": {"feature": "Age", "min": 20}, "then": {"feature": "Income", "min": 5}}"#;
    // 50 times 40 pairs of conditions count as 2,000 rules.
    let age = r#"{"feature": "Age", "min": 20}"#;
    let lists = [50, 40].map(|n| vec![age; n].join(","));
    let large = format!(r#"{{"if": {{"any": [{}]}}, "then": {{"all": [{}]}}}}"#, lists[0], lists[1]);
    for (constraint, most, says) in [
        (r#"{"fix": "Sex"}"#, 1 << 17, "131072"),
        (rule, 10_000, "10001 if-then rules"),
        (&large, 5, "12000 if-then rules"),
    ] {
        read(constraint, most).expect("as many as may be");
        let line = read(constraint, most + 1).expect_err("one more than may be");
        assert!(line.starts_with("/constraints: ") && line.contains(says), "{line}");
    }
}

#[test]
fn every_fault_of_a_query_is_named_with_its_place() {
    for (query, at, says) in [
        ("[1, 2]", "/query", "found 2 values"),
        ("7", "/query", "a list in column order"),
        ("[39, \"many\", 0, 0, 1, 0, 0, 3]", "/query/1", "a number is needed"),
        ("[39, 1e39, 0, 0, 1, 0, 0, 3]", "/query/1", "float32"),
        ("[39, 1, 2, 0, 1, 0, 0, 3]", "/query/2", "\"0 (Female)\", \"1 (Male)\""),
        ("[39, 1, 1, 0.05, 1, 0, 0, 3]", "/query/3", "no level of \"Education\""),
        ("[39, 1, 1, 0, 1, 1, 0, 3]", "/query/4", "exactly one of them is 1"),
        ("[39, 1, 1, 0, null, 1, 0, 3]", "/query/4", "exactly one of them is 1"),
        ("[39, 1, 1, 0, 1, 0, 0, 2]", "/query/7", "its levels are \"3 (N)\", \"1 (S)\""),
        ("[39, null, 1, 0, 1, 0, 0, 3]", "/query/1", "no rule for a missing one"),
        (r#"{"Age": 3, "Region": "N"}"#, "/query", "\"Income\", \"Sex\", \"Education\", \"Occupation\""),
        (r#"{"Aeg": 3}"#, "/query/Aeg", "did you mean \"Age\"?"),
        (r#"{"Age": "old"}"#, "/query/Age", "a number"),
        (r#"{"Occupation": "tech"}"#, "/query/Occupation", "did you mean \"Tech\"?"),
        (r#"{"Occupation": 1}"#, "/query/Occupation", "give one of"),
    ] {
        let error = asking(query).expect_err(query);
        assert_eq!(error.at, at, "{query}: {error}");
        assert!(error.to_string().contains(says), "{query}: {error}");
    }
    let error = Request::from_json("{\n \"query\": [1,}", &model(&[])).unwrap_err();
    assert_eq!(error.at, "line 2, column 14");
}

#[test]
fn an_objective_prices_features_by_their_values() {
    let own = with(
        r#""target": {"class": 2}, "cost": {"minimise": {"Age": -0.5, "Education": 2}, "tables": {"Sex": {"Male": -1}}}"#,
    );
    let cost = own.unwrap().query.cost;
    assert_eq!(cost.piecewise[0], Some(vec![(-1.0, 0.5), (0.0, 0.0), (1.0, -0.5)]));
    assert_eq!(cost.tables[2], Some(vec![None, Some(-1.0)]));
    assert_eq!(cost.norm, Norm { l1: 1.0, ..Norm::default() });
    let beside = with(
        r#""target": {"class": 2, "minimise": {"Age": -0.5, "Education": 2}}, "cost": {"tables": {"Sex": {"Male": -1}}}"#,
    );
    assert_eq!(beside.unwrap().query.cost, cost);
}

const WHOLE: &str = r#"{"query": {"Age": null, "Income": 21000, "Sex": "Male", "Education": "BSc", "Occupation": "Tech", "Region": "N"},
 "target": {"class_costs": {"0": 1.0, "high": 0.2}}, "cost": {"norm": {"l1": 1, "linf": 0.5}, "weights": {"Age": {"up": 1, "down": 2}},
 "tables": {"Occupation": {"Tech": 0.3}}, "piecewise": {"Income": [[-1000, 2], [0, 0], [5000, 1]]}, "per_change": 0.1},
 "constraints": [{"fix": "Sex"}, {"range": {"feature": "Age", "min": 39}}, {"levels": {"feature": "Region", "allow": ["N", 1]}},
 {"if": {"feature": "Education", "in": ["MSc"]}, "then": {"feature": "Age", "unchanged": true}}], "margin": 0.1, "time_limit": 1e1}"#;

#[test]
fn the_request_that_is_mutated_is_right() {
    Request::from_json(WHOLE, &model(&[0])).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// For any change of bytes, the result is a request or an error that names the place and the fault.
    #[test]
    fn damaged_requests_never_panic(edits in prop::collection::vec((0..WHOLE.len(), 0u8..128), 1..6)) {
        let mut bytes = WHOLE.as_bytes().to_vec();
        for (i, b) in edits {
            bytes[i] = b;
        }
        if let Ok(text) = std::str::from_utf8(&bytes) {
            if let Err(e) = Request::from_json(text, &model(&[0])) {
                prop_assert!(!e.what.is_empty() && !e.right.is_empty());
            }
        }
    }

    /// Parts replaced by values of another type are refused or understood, and never cause a panic.
    #[test]
    fn values_of_the_wrong_sort_never_panic(at in 0usize..60, with in 0usize..8) {
        let mut value: Value = serde_json::from_str(WHOLE).unwrap();
        let other = [
            Value::Null, Value::Bool(true), Value::from(-1), Value::from(1e300), Value::from("Age"),
            Value::Array(vec![]), Value::Array(vec![Value::Null; 8]), Value::Object(Default::default()),
        ][with].clone();
        let mut left = at;
        swap(&mut value, &mut left, &other);
        let _ = Request::parse(&value, &model(&[0]));
    }
}

/// Replaces part number `left`, in depth-first order, by `other`.
fn swap(value: &mut Value, left: &mut usize, other: &Value) -> bool {
    if *left == 0 {
        *value = other.clone();
        return true;
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|v| swap(v, left, other)),
        Value::Object(map) => map.values_mut().any(|v| swap(v, left, other)),
        _ => false,
    }
}

/// A tree on eight columns that read single precision, in Espalier's JSON.
fn other(columns: usize, input: &str) -> String {
    format!(
        r#"{{"format": "espalier", "version": 1, "kind": "classifier", "classes": ["refused", "accepted"], "columns": {columns}, "input": "{input}", "compare": "<=",
            "aggregation": "mean", "trees": [{{"feature": [1, -1, -1], "threshold": [20000, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
            "value": [null, [0.9, 0.1], [0.2, 0.8]]}}]}}"#
    )
}

#[test]
fn linear_constraints_weigh_levels_by_label() {
    let request = with(
        r#""target": {"class": 1}, "constraints": [{"linear": {
            "terms": {"Age": 1, "Education": 2, "Occupation": {"Tech": -5}, "Sex": {"Male": 0.5, "Female": 1}},
            "op": ">=", "rhs": 3, "of": "change"}}]"#,
    );
    let query = request.unwrap().query;
    let linear = Constraint::Linear {
        terms: vec![(0, 1.0), (3, 2.0)],
        levels: vec![(4, vec![0.0, -5.0, 0.0]), (2, vec![1.0, 0.5])],
        relation: Relation::AtLeast,
        limit: 3.0,
        of_change: true,
    };
    assert_eq!(query.constraints, [linear]);
}

#[test]
fn budgets_and_other_models_are_understood() {
    let request = with(&format!(
        r#""target": {{"class": "high"}}, "constraints": [
            {{"budget": {{"changes": {{"Age": 1, "Income": {{"up": 0.5, "down": 2}}}}, "levels": {{"Occupation": {{"Tech": 3}}}}, "most": 12, "unit": "hours"}}}},
            {{"also": {{"model": {}, "target": {{"class": "accepted", "min_probability": 0.6}}}}}}]"#,
        other(8, "float32")
    ));
    let query = request.unwrap().query;
    let budget = Budget {
        changes: vec![(0, Weight { up: 1.0, down: 1.0 }), (1, Weight { up: 0.5, down: 2.0 })],
        levels: vec![(4, vec![0.0, 3.0, 0.0])],
        most: 12.0,
    };
    assert_eq!(query.constraints[0], Constraint::Budget(budget));
    let Constraint::Also { model, target } = &query.constraints[1] else { panic!("no other model") };
    assert_eq!((model.trees.len(), target), (1, &Target::Probability { class: 1, at_least: 0.6 }));
}

#[test]
fn another_model_must_read_the_same_columns_and_be_asked_for_one_class() {
    let fault = |model: &str, target: &str| {
        let constraint = format!(r#"{{"also": {{"model": {model}, "target": {target}}}}}"#);
        with(&format!(r#""target": {{"class": 1}}, "constraints": [{constraint}]"#)).unwrap_err()
    };
    let columns = fault(&other(7, "float32"), r#"{"class": 1}"#);
    assert_eq!(
        (columns.at.as_str(), columns.what.as_str()),
        ("/constraints/0/also/model", "it reads 7 columns, the model 8")
    );
    assert!(fault(&other(8, "float64"), r#"{"class": 1}"#).what.contains("rounds its columns otherwise"));
    let target = fault(&other(8, "float32"), r#"{"class_costs": {"0": 1}}"#);
    assert_eq!(target.at, "/constraints/0/also/target");
    assert!(fault(&other(8, "float32"), r#"{"class": "grantd"}"#).what.contains("grantd"));
}

#[test]
fn a_margin_is_a_lead_in_score_a_distance_or_both() {
    let margins = |text: &str| {
        let query = with(&format!(r#""target": {{"class": 1}}, "margin": {text}"#)).unwrap().query;
        (query.margin, query.distance)
    };
    assert_eq!(margins("0.5"), (0.5, 0.0));
    assert_eq!(margins(r#"{"distance": 0.02}"#), (0.0, 0.02));
    assert_eq!(margins(r#"{"score": 0.5, "distance": 0.02}"#), (0.5, 0.02));
    let probable = r#""target": {"class": 1, "min_probability": 0.5}, "margin": {"distance": 0.02}"#;
    assert_eq!(with(probable).unwrap().query.distance, 0.02);
}

/// The model with these incomes and ages in its background.
fn with_rows(rows: impl Iterator<Item = (f64, f64)>) -> Model {
    let rows = rows.map(|(age, income)| vec![age, income, 0.0, 0.1, 1.0, 0.0, 0.0, 3.0]).collect();
    Model { background: Some(Arc::new(espalier_model::Background { rows, labels: None })), ..model(&[0]) }
}

fn quadratic_of(cost: &str, model: &Model) -> Result<Vec<f64>, DocumentError> {
    let text = format!(r#"{{{QUERY}, "target": {{"class": 1}}, "cost": {cost}}}"#);
    Ok(Request::from_json(&text, model)?.query.cost.quadratic.expect("a quadratic cost").matrix)
}

/// The form is the inverse of the covariance, computed here from its definition.
#[test]
fn a_quadratic_cost_from_the_rows_is_their_inverse_covariance() {
    let rows = [(20.0, 1000.0), (35.0, 30000.0), (50.0, 20000.0), (64.0, 72000.0), (f64::NAN, 5.0), (71.0, 40000.0)];
    let known: Vec<[f64; 2]> = rows.iter().filter(|r| !r.0.is_nan()).map(|r| [r.0 / 73.0, r.1 / 99999.0]).collect();
    let n = known.len() as f64;
    let mean = [0, 1].map(|j| known.iter().map(|r| r[j]).sum::<f64>() / n);
    let covariance =
        |i: usize, j: usize| known.iter().map(|r| (r[i] - mean[i]) * (r[j] - mean[j])).sum::<f64>() / (n - 1.0);
    let model = with_rows(rows.into_iter());
    for (cost, ridge) in [(r#"{"quadratic": "rows"}"#, 0.0), (r#"{"quadratic": {"ridge": 0.1}, "norm": "l1"}"#, 0.1)] {
        let q = quadratic_of(cost, &model).expect(cost);
        let more = ridge * 0.5 * (covariance(0, 0) + covariance(1, 1));
        for i in 0..2 {
            for j in 0..2 {
                let product: f64 =
                    (0..2).map(|k| q[i * 2 + k] * (covariance(k, j) + if k == j { more } else { 0.0 })).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-9, "{cost}: {q:?}");
            }
        }
    }
}

/// Rows without an inverse covariance are refused, with the number that does not vary by itself, and a ridge helps.
#[test]
fn rows_without_an_inverse_covariance_are_refused_by_name() {
    let all = [
        (with_rows([(20.0, 1.0), (30.0, 2.0), (40.0, 3.0)].into_iter()), "\"Income\""),
        (with_rows([(20.0, 1.0), (20.0, 2.0), (20.0, 4.0)].into_iter()), "\"Age\""),
        (with_rows([(20.0, 1.0)].into_iter()), "1 of 1 background rows"),
        (model(&[0]), "0 of 0 background rows"),
    ];
    for (model, what) in &all {
        let error = quadratic_of(r#"{"quadratic": "rows"}"#, model).expect_err(what).to_string();
        assert!(error.contains(what) && error.contains("ridge"), "{error}");
    }
    quadratic_of(r#"{"quadratic": {"ridge": 0.01}}"#, &all[0].0).expect("a ridge");
}
