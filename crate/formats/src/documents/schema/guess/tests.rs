use super::*;
use crate::documents::{default_schema, resolve, SchemaDoc};
use espalier_model::ensemble::*;
use espalier_model::Background;

/// A tree that cuts one column after another, each on the right of the one before.
fn chain(cuts: &[(usize, f64)], all_right: bool) -> Tree {
    let mut nodes = Vec::new();
    for (i, &(column, threshold)) in cuts.iter().enumerate() {
        let split = Split::Axis { column, threshold };
        let (on, off) = (2 * i + 2, 2 * i + 1);
        let (left, right) = if all_right { (off, on) } else { (on, off) };
        nodes.push(Node::Split { split, left, right, missing: None });
        nodes.push(Node::Leaf(i));
    }
    nodes.push(Node::Leaf(cuts.len()));
    let values = (0..=cuts.len()).flat_map(|i| [i as f64, 1.0]).collect();
    Tree { nodes, values, ..Tree::default() }
}

fn model(names: &[&str], trees: Vec<Tree>, rows: Option<Vec<Vec<f64>>>) -> Model {
    let ensemble = Ensemble {
        neurons: Vec::new(),
        task: Task::Classifier { classes: 2 },
        columns: names.len(),
        outputs: 2,
        input: Precision::F32,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: Compare::LessEqual,
        aggregation: Aggregation::Mean,
        base: vec![0.0; 2],
        link: Link::None,
        trees,
    };
    ensemble.validate().unwrap();
    let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
    let background = rows.map(|rows| std::sync::Arc::new(Background { rows, labels: None }));
    let schema = default_schema(&ensemble, Some(&names), background.as_deref());
    Model { background, ..Model::new(ensemble, schema) }
}

/// Kind and name of every guessed feature. The model must accept the guess.
fn kinds(model: &Model) -> Vec<String> {
    let guess = Guess::new(model).expect("a guess");
    let doc = SchemaDoc::parse(&guess.schema, "").unwrap();
    let schema = resolve(&doc, &model.ensemble, model.background.as_deref()).unwrap();
    assert_eq!(schema.features.len(), guess.why.len());
    let features = guess.schema["features"].as_array().unwrap().iter();
    features.map(|f| format!("{} {}", f["kind"].as_str().unwrap(), f["name"].as_str().unwrap())).collect()
}

#[test]
fn halves_are_whole_numbers_and_one_half_is_a_yes_or_no() {
    let tree = chain(&[(0, 30.5), (0, 41.0), (1, 0.5), (2, 0.37), (3, 0.5), (3, 0.75)], false);
    let found = model(&["age", "member", "share", "rate"], vec![tree], None);
    assert_eq!(kinds(&found), ["integer age", "binary member", "numeric share", "numeric rate"]);
    let guess = Guess::new(&found).unwrap();
    assert_eq!(guess.why, [Why::Cuts, Why::Cuts, Why::File, Why::File]);
    let age = &guess.schema["features"][0];
    assert_eq!((&age["min"], &age["max"]), (&json!(29.0), &json!(42.0)));
}

#[test]
fn names_that_begin_alike_are_one_category() {
    let names = ["age", "job_blue_collar", "job_clerk", "job_self_employed", "is_old", "is_new", "sex=f", "sex=m"];
    let tree = chain(&[(0, 3.2), (1, 0.5), (2, 0.5), (4, 0.5), (5, 0.5), (6, 0.5)], false);
    let found = kinds(&model(&names, vec![tree], None));
    assert_eq!(found, ["numeric age", "categorical job", "binary is_old", "binary is_new", "categorical sex"]);
}

#[test]
fn a_tree_that_needs_two_of_them_at_once_speaks_against_a_category() {
    let names = ["job_a", "job_b", "job_c"];
    let both = chain(&[(0, 0.5), (1, 0.5), (2, 0.5)], true);
    assert_eq!(kinds(&model(&names, vec![both], None)), ["binary job_a", "binary job_b", "binary job_c"]);
    let none = chain(&[(0, 0.5), (1, 0.5), (2, 0.5)], false);
    assert_eq!(kinds(&model(&names, vec![none], None)).len(), 3, "the last column would have to be 1");
    let some = chain(&[(0, 0.5), (1, 0.5)], false);
    assert_eq!(kinds(&model(&names, vec![some], None)), ["categorical job"]);
}

#[test]
fn rows_outweigh_thresholds_and_names() {
    let names = ["n", "k_a", "k_b", "tag_x", "tag_y"];
    let tree = chain(&[(0, 2.5), (0, 7.5), (1, 0.5), (3, 0.5), (4, 0.5)], false);
    let rows = |broken: f64| -> Vec<Vec<f64>> {
        let hot = |i: usize| f64::from(u8::from(i.is_multiple_of(2)));
        (0..30).map(|i| vec![i as f64 + broken, hot(i), 1.0 - hot(i), hot(i), hot(i / 2)]).collect()
    };
    let found = model(&names, vec![tree], Some(rows(0.0)));
    assert_eq!(kinds(&found), ["integer n", "categorical k", "binary tag_x", "binary tag_y"]);
    assert_eq!(Guess::new(&found).unwrap().why, [Why::Rows; 4]);
    let tree = chain(&[(0, 2.5), (0, 7.5)], false);
    assert_eq!(kinds(&model(&names, vec![tree], Some(rows(0.25))))[0], "numeric n");
}

#[test]
fn the_same_rows_make_the_same_guess_whatever_the_model_reads() {
    let names = ["age", "home_rent", "home_own", "home_free"];
    let rows = |i: usize| [0, 1, 2].map(|k| f64::from(u8::from(i % 3 == k)));
    let rows: Vec<Vec<f64>> = (0..30).map(|i| [vec![i as f64], rows(i).to_vec()].concat()).collect();
    let linear = LinearLeaf { columns: vec![0, 1, 2, 3], weights: vec![0.5; 8], missing: None };
    let sum =
        Tree { linear: vec![linear], ..Tree { nodes: vec![Node::Leaf(0)], values: vec![0.0, 1.0], ..Tree::default() } };
    for tree in [
        chain(&[(0, 9.5)], false),
        chain(&[(0, 9.5), (2, 0.5)], false),
        chain(&[(0, 9.5), (1, 0.5), (2, 0.5), (3, 0.5)], true),
        sum,
    ] {
        let found = model(&names, vec![tree], Some(rows.clone()));
        assert_eq!(kinds(&found), ["integer age", "categorical home"]);
        assert_eq!(Guess::new(&found).unwrap().why, [Why::Rows; 2]);
    }
}

#[test]
fn a_stated_range_outweighs_a_sample_of_rows() {
    let tree = chain(&[(0, 2.5), (0, 7.5), (1, 2.5), (1, 7.5)], false);
    let rows = (0..30).map(|i| vec![f64::from(i), f64::from(i)]).collect();
    let mut found = model(&["hours", "days"], vec![tree], Some(rows));
    found.schema.features[0].max = 40.25;
    assert_eq!(kinds(&found), ["numeric hours", "integer days"]);
}

#[test]
fn a_described_model_and_one_of_plain_numbers_are_left_alone() {
    let tree = || chain(&[(0, 0.3), (1, 1.25)], false);
    assert_eq!(Guess::new(&model(&["a", "b"], vec![tree()], None)), None);
    let document = r#"{"features": [{"name": "a", "kind": "integer", "column": 0, "min": 0, "max": 9}, {"name": "b", "column": 1, "min": 0, "max": 1}]}"#;
    let mut described = model(&["a", "b"], vec![chain(&[(0, 3.5), (1, 0.5)], false)], None);
    assert!(Guess::new(&described).is_some());
    described.schema = resolve(&SchemaDoc::from_json(document).unwrap(), &described.ensemble, None).unwrap();
    assert_eq!(Guess::new(&described), None);
}
