//! Damaged LightGBM files, as text and JSON, and damaged UBJSON: each is refused by one line that says what, where, and
//! what would be right, and none panics.

mod common;

use common::{attempt, mutate, refusal, sound, Random};
use espalier_documents::formats::load;
use serde_json::{json, Value};
use std::path::PathBuf;

const TEXT: &str = "tree
version=v4
num_class=1
num_tree_per_iteration=1
label_index=0
max_feature_idx=2
objective=binary sigmoid:1
feature_names=Age Debt Job
feature_infos=[17:90] [0:5000.5] -1:0:1:2:40
tree_sizes=400 300

Tree=0
num_leaves=4
num_cat=1
split_feature=0 2 1
split_gain=3 2 1
threshold=38.5 0 120.25
decision_type=6 1 10
left_child=1 -1 -3
right_child=2 -2 -4
leaf_value=0.5 -0.25 0.125 -1
leaf_weight=1 1 1 1
leaf_count=5 5 5 5
internal_value=0 0 0
cat_boundaries=0 2
cat_threshold=5 256
is_linear=0
shrinkage=1


Tree=1
num_leaves=1
num_cat=0
split_feature=
threshold=
decision_type=
left_child=
right_child=
leaf_value=0.75
is_linear=0
shrinkage=0.1


end of trees

feature_importances:
Age=1

parameters:
[boosting: gbdt]
end of parameters

pandas_categorical:null
";

const JSON: &str = r#"{"name": "tree", "version": "v4", "num_class": 1, "num_tree_per_iteration": 1, "label_index": 0, "max_feature_idx": 2,
 "objective": "binary sigmoid:1", "average_output": false, "feature_names": ["Age", "Debt", "Job"], "monotone_constraints": [],
 "feature_infos": {"Age": {"min_value": 17, "max_value": 90, "values": []}, "Debt": {"min_value": 0, "max_value": 5000.5, "values": []},
  "Job": {"min_value": -1, "max_value": 40, "values": [-1, 0, 1, 2, 40]}},
 "tree_info": [{"tree_index": 0, "num_leaves": 4, "num_cat": 1, "shrinkage": 1, "tree_structure":
  {"split_index": 0, "split_feature": 0, "split_gain": 3, "threshold": 38.5, "decision_type": "<=", "default_left": true, "missing_type": "Zero",
   "left_child": {"split_index": 1, "split_feature": 2, "threshold": "0||2||40", "decision_type": "==", "default_left": false, "missing_type": "None",
    "left_child": {"leaf_index": 0, "leaf_value": 0.5}, "right_child": {"leaf_index": 1, "leaf_value": -0.25}},
   "right_child": {"split_index": 2, "split_feature": 1, "threshold": 120.25, "decision_type": "<=", "default_left": true, "missing_type": "NaN",
    "left_child": {"leaf_index": 2, "leaf_value": 0.125}, "right_child": {"leaf_index": 3, "leaf_value": -1}}}},
  {"tree_index": 1, "num_leaves": 1, "num_cat": 0, "shrinkage": 0.1, "tree_structure": {"leaf_value": 0.75, "leaf_count": 20}}],
 "feature_importances": {"Age": 1}, "pandas_categorical": null}"#;

/// What is replaced, by what, and what the line must name.
type Damage = (&'static str, &'static str, &'static [&'static str]);

const TEXTS: &[Damage] = &[
    ("version=v4", "version=v9", &["line 2, column 9", "\"v9\"", "v4"]),
    ("version=v4\n", "", &["\"version\"", "missing"]),
    ("num_class=1", "num_class=2", &["1 trees a round for 2 classes"]),
    ("num_class=1", "num_class=one", &["line 3, column 11", "\"one\"", "whole number"]),
    ("num_class=1", "num_class=1\nnum_class=1", &["line 4", "\"num_class\"", "twice"]),
    ("num_tree_per_iteration=1", "num_tree_per_iteration=0", &["line 4", "at least 1"]),
    ("num_tree_per_iteration=1", "num_tree_per_iteration=-1", &["line 4", "\"-1\"", "not negative"]),
    ("max_feature_idx=2", "max_feature_idx=7", &["3 feature names", "8 columns"]),
    ("max_feature_idx=2", "max_feature_idx=18446744073709551615", &["line 6", "1 to 65536 columns"]),
    ("max_feature_idx=2", "max_feature_idx=", &["line 6", "whole number"]),
    ("objective=binary", "objective=binry", &["line 7, column 11", "\"binry\"", "\"binary\""]),
    ("objective=binary", "objective=multiclass", &["\"multiclass\" with 1 outputs", "at least 2"]),
    ("sigmoid:1", "sigmoid:0", &["line 7", "sigmoid:0", "positive"]),
    ("sigmoid:1", "sigmoid:x", &["line 7", "sigmoid:x", "positive"]),
    ("feature_names=Age Debt Job", "feature_names=Age Debt", &["line 8", "2 feature names", "3 columns"]),
    ("feature_infos=[17:90] ", "feature_infos=", &["line 9", "2 entries", "3 columns"]),
    ("[17:90]", "[17;90]", &["line 9, column 15", "[17;90]", "[min:max]"]),
    ("tree_sizes=400 300", "tree_sizes=400 300 1", &["line 10", "3 entries for 2 trees"]),
    ("Tree=0", "Tree=5", &["line 12", "Tree=5", "Tree=0"]),
    ("Tree=1", "Tree=0", &["line 31", "tree 1"]),
    ("num_leaves=4", "num_leaves=5", &["tree 0", "line 21", "4 entries", "5 are right"]),
    ("num_leaves=4", "num_leaves=0", &["tree 0", "no leaves"]),
    ("num_leaves=4", "num_leaves=99999999999999999999", &["tree 0", "line 13", "whole number"]),
    ("num_leaves=4\n", "", &["tree 0", "\"num_leaves\"", "missing"]),
    ("split_feature=0 2 1", "split_feature=0 2 9", &["tree 0, node 2", "line 15", "column 9", "0 to 2"]),
    ("split_feature=0 2 1", "split_feature=0 -2 1", &["tree 0", "line 15, column 17", "\"-2\""]),
    ("split_feature=0 2 1", "split_feature=0 2", &["tree 0", "2 entries", "3 are right"]),
    ("threshold=38.5", "threshold=38,5", &["tree 0", "line 17, column 11", "\"38,5\"", "number"]),
    ("threshold=38.5", "threshold=nan", &["tree 0, node 0", "line 17", "NaN"]),
    ("38.5 0 120.25", "38.5 1 120.25", &["tree 0, node 1", "category set 1", "1 sets"]),
    ("38.5 0 120.25", "38.5 -1 120.25", &["tree 0, node 1", "category set -1"]),
    ("38.5 0 120.25", "38.5 0.5 120.25", &["tree 0, node 1", "category set 0.5"]),
    ("decision_type=6 1 10", "decision_type=6 1 1", &["tree 0, node 2", "category set 120.25"]),
    ("decision_type=6 1 10", "decision_type=12 1 10", &["tree 0, node 0", "decision type 12", "0 to 11"]),
    ("decision_type=6 1 10", "decision_type=6 1 300", &["tree 0", "\"300\"", "0 to 15"]),
    ("left_child=1 -1 -3", "left_child=0 -1 -3", &["tree 0, node 0", "child is 0", "no other parent"]),
    ("left_child=1 -1 -3", "left_child=2 -1 -3", &["tree 0, node 0", "line 20", "child is 2"]),
    ("left_child=1 -1 -3", "left_child=1 1 -3", &["tree 0, node 1", "child is 1"]),
    ("left_child=1 -1 -3", "left_child=1 -1 -1", &["tree 0, node 2", "child is -1"]),
    ("left_child=1 -1 -3", "left_child=1 -1 -9", &["tree 0, node 2", "child is -9", "-1 to -4"]),
    ("left_child=1 -1 -3", "left_child=7 -1 -3", &["tree 0, node 0", "line 19, column 12", "child is 7"]),
    ("left_child=1 -1 -3", "left_child=-4 -1 -3", &["tree 0", "child is -4"]),
    (
        "right_child=2 -2 -4",
        "right_child=-9223372036854775808 -2 -4",
        &["tree 0, node 0", "child is -9223372036854775808"],
    ),
    ("right_child=2 -2 -4", "right_child=2 -2", &["tree 0", "\"right_child\" has 2 entries"]),
    ("leaf_value=0.5", "leaf_value=inf", &["tree 0", "line 21, column 12", "not finite"]),
    ("leaf_value=0.5", "leaf_value=NaN", &["tree 0", "line 21", "not finite"]),
    ("leaf_value=0.5 ", "leaf_value=", &["tree 0", "3 entries", "4 are right"]),
    ("leaf_value=0.5 -0.25 0.125 -1\n", "", &["tree 0", "\"leaf_value\"", "missing"]),
    ("leaf_value=0.75", "leaf_value=0.75 1", &["tree 1", "2 entries", "1 are right"]),
    ("leaf_value=0.75", "leaf_value=", &["tree 1", "0 entries"]),
    ("cat_boundaries=0 2", "cat_boundaries=0 3", &["tree 0", "words 0 to 3", "2 words"]),
    ("cat_boundaries=0 2", "cat_boundaries=2 0", &["tree 0", "words 2 to 0"]),
    ("cat_boundaries=0 2", "cat_boundaries=1 2", &["tree 0", "words 1 to 2"]),
    ("cat_boundaries=0 2", "cat_boundaries=0 1", &["tree 0", "hold 1 words", "2 are given"]),
    ("cat_boundaries=0 2", "cat_boundaries=0", &["tree 0", "1 entries", "2 are right"]),
    ("cat_boundaries=0 2", "cat_boundries=0 2", &["tree 0, node 1", "category set 0", "0 sets"]),
    ("cat_threshold=5 256", "cat_threshold=5 4294967296", &["tree 0", "4294967296", "2^32"]),
    ("cat_threshold=5 256\n", "", &["tree 0", "\"cat_threshold\"", "missing"]),
    ("num_cat=1", "num_cat=4", &["tree 0", "2 entries", "5 are right"]),
    ("num_cat=1", "num_cat=18446744073709551615", &["tree 0", "2 entries"]),
    ("is_linear=0", "is_linear=1", &["tree 0", "line 27", "linear_tree=false"]),
    ("\nend of trees", "\nend of tree", &["line 44", "end of tree", "key=value"]),
    ("shrinkage=1\n", "shrinkage\n", &["line 28", "shrinkage", "key=value"]),
    ("Tree=1\n", "\0\u{1}\u{7f}\n", &["line 31", "key=value"]),
];

const JSONS: &[Damage] = &[
    ("\"num_class\": 1,", "\"num_class\": 3,", &["/num_tree_per_iteration", "1 trees a round for 3 classes"]),
    ("\"num_class\": 1,", "", &["\"num_class\"", "missing"]),
    ("\"num_class\": 1,", "\"num_class\": 1, \"num_class\": 1,", &["\"num_class\"", "twice"]),
    ("\"num_class\": 1,", "\"num_class\": \"1\",", &["/num_class", "text", "whole number"]),
    ("\"max_feature_idx\": 2", "\"max_feature_idx\": 65536", &["/max_feature_idx", "65537 columns"]),
    ("\"max_feature_idx\": 2", "\"max_feature_idx\": -1", &["/max_feature_idx", "not negative"]),
    ("\"max_feature_idx\": 2", "\"max_feature_idx\": 1", &["/feature_names", "3 feature names", "2 columns"]),
    ("binary sigmoid:1", "binary sigmoid:-1", &["/objective", "positive"]),
    ("binary sigmoid:1", "lambdarnak", &["/objective", "lambdarnak", "lambdarank"]),
    ("\"average_output\": false", "\"average_output\": 0", &["/average_output", "0"]),
    ("[-1, 0, 1, 2, 40]", "[-1, 0, 1, 2, 4.5]", &["/feature_infos/Job/values/4", "whole number"]),
    ("\"num_leaves\": 4", "\"num_leaves\": 5", &["tree 0", "/tree_info/0/num_leaves", "4 leaves", "5"]),
    (
        "\"split_feature\": 0",
        "\"split_feature\": 3",
        &["tree 0", "/tree_structure/split_feature", "column 3", "0 to 2"],
    ),
    ("\"split_feature\": 0,", "", &["tree 0", "/tree_info/0/tree_structure", "split_feature"]),
    ("\"threshold\": 38.5,", "", &["tree 0", "\"threshold\"", "needed"]),
    ("\"threshold\": 38.5", "\"threshold\": \"38.5\"", &["tree 0", "/threshold", "38.5", "a number"]),
    ("\"threshold\": 38.5", "\"threshold\": NaN", &["/threshold", "no NaN"]),
    ("\"threshold\": 38.5", "\"threshold\": 1e999", &["/threshold", "out of range"]),
    ("\"threshold\": 38.5", "\"threshold\": [38.5]", &["threshold", "number"]),
    ("0||2||40", "0||2||-40", &["tree 0", "/left_child/threshold", "0||2||-40", "||"]),
    ("0||2||40", "", &["tree 0", "/left_child/threshold", "category codes"]),
    ("0||2||40", "0||2||99999999999", &["tree 0", "/left_child/threshold", "category codes"]),
    ("\"decision_type\": \"<=\"", "\"decision_type\": \"<\"", &["tree 0", "/decision_type", "\"<\"", "\"<=\""]),
    ("\"decision_type\": \"<=\", \"default", "\"default", &["tree 0", "\"decision_type\""]),
    ("\"missing_type\": \"Zero\"", "\"missing_type\": \"zero\"", &["tree 0", "/missing_type", "\"zero\"", "\"Zero\""]),
    ("\"default_left\": true, \"missing_type\": \"Zero\"", "\"missing_type\": \"Zero\"", &["\"default_left\""]),
    ("\"default_left\": true", "\"default_left\": 1", &["/default_left", "1"]),
    (
        "\"leaf_value\": 0.5",
        "\"leaf_value\": null",
        &["tree 0", "/left_child/left_child", "neither a leaf nor a split"],
    ),
    ("\"leaf_value\": 0.5", "\"leaf_value\": \"0.5\"", &["/left_child/left_child/leaf_value", "text", "number"]),
    ("\"leaf_value\": 0.5", "\"leaf_valeu\": 0.5", &["tree 0", "/left_child/left_child", "leaf_value"]),
    (
        "\"leaf_value\": 0.75",
        "\"leaf_value\": 0.75, \"leaf_coeff\": [1]",
        &["tree 1", "leaf_coeff", "linear_tree=false"],
    ),
    (
        "\"right_child\": {\"leaf_index\": 1, \"leaf_value\": -0.25}",
        "\"x\": 1",
        &["tree 0", "/left_child", "right_child"],
    ),
    ("\"right_child\": {\"leaf_index\": 1", "\"left_child\": {\"leaf_index\": 1", &["\"left_child\"", "twice"]),
    ("\"leaf_index\": 0,", "\"leaf_index\": 0, \"split_feature\": [],", &["/split_feature", "a list"]),
    ("{\"leaf_value\": 0.75, \"leaf_count\": 20}", "[]", &["/tree_info/1/tree_structure"]),
];

fn check(base: &str, damages: &[Damage]) {
    load(base.as_bytes()).expect("the undamaged document opens");
    let mut wrong = Vec::new();
    for (old, new, named) in damages {
        let damaged = base.replacen(old, new, 1);
        assert_ne!(damaged, base, "{old} is not in the document");
        let Err(error) = load(damaged.as_bytes()) else {
            wrong.push(format!("{old} -> {new}: the file was opened"));
            continue;
        };
        sound(&error, damaged.as_bytes());
        let line = error.to_string();
        for words in named.iter().filter(|words| !line.contains(**words)) {
            wrong.push(format!("{old} -> {new}: the line should say {words}:\n  {line}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn damaged_lightgbm_text_is_named_with_its_line() {
    check(TEXT, TEXTS);
}

#[test]
fn a_damaged_lightgbm_dump_is_named_with_its_place() {
    check(JSON, JSONS);
}

#[test]
fn both_of_lightgbms_formats_say_the_same() {
    let [text, json] = [TEXT, JSON].map(|d| load(d.as_bytes()).expect("a model"));
    assert_eq!(text.ensemble, json.ensemble);
    assert_eq!(text.schema, json.schema);
    assert_eq!(text.schema.features[2].label(4), None, "codes 0, 1, 2 and 40; -1 is missing");
    assert_eq!(text.schema.features[2].label(3), Some("40"));
    assert_eq!((text.schema.features[0].min, text.schema.features[1].max), (17.0, 5000.5));
}

#[test]
fn a_lightgbm_text_that_is_cut_off_before_its_trees_end_is_refused() {
    let end = TEXT.find("end of trees").expect("the end") + "end of trees".len();
    for length in 0..end {
        refusal(&TEXT.as_bytes()[..length]);
    }
    // Windows' line ends, and what follows the trees, change nothing.
    let whole = load(TEXT.as_bytes()).expect("a model");
    for same in [TEXT[..end].to_string(), TEXT.replace('\n', "\r\n"), format!("\n\n{TEXT}")] {
        assert_eq!(load(same.as_bytes()).expect("a model").ensemble, whole.ensemble);
    }
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let mut bytes = TEXT.as_bytes().to_vec();
    bytes[40] = 0xFF;
    assert!(refusal(&bytes).to_string().contains("UTF-8"));
}

/// A document as XGBoost writes it: counts before lists and long keys, lists of numbers typed.
fn ubjson(value: &Value, out: &mut Vec<u8>) {
    let length = |n: usize, out: &mut Vec<u8>| {
        out.push(b'L');
        out.extend((n as i64).to_be_bytes());
    };
    match value {
        Value::Null => out.push(b'Z'),
        Value::Bool(b) => out.push(if *b { b'T' } else { b'F' }),
        Value::Number(n) => match n.as_i64() {
            Some(n) => {
                out.push(b'l');
                out.extend((n as i32).to_be_bytes());
            }
            None => {
                out.push(b'd');
                out.extend((n.as_f64().expect("a number") as f32).to_be_bytes());
            }
        },
        Value::String(s) => {
            out.push(b'S');
            length(s.len(), out);
            out.extend(s.as_bytes());
        }
        Value::Array(a) if !a.is_empty() && a.iter().all(Value::is_number) => {
            let whole = a.iter().all(Value::is_i64);
            out.extend(if whole { b"[$l#" } else { b"[$d#" });
            length(a.len(), out);
            for n in a {
                match n.as_i64().filter(|_| whole) {
                    Some(n) => out.extend((n as i32).to_be_bytes()),
                    None => out.extend((n.as_f64().expect("a number") as f32).to_be_bytes()),
                }
            }
        }
        Value::Array(a) => {
            out.extend(b"[#");
            length(a.len(), out);
            a.iter().for_each(|v| ubjson(v, out));
        }
        Value::Object(o) => {
            out.push(b'{');
            for (key, v) in o {
                length(key.len(), out);
                out.extend(key.as_bytes());
                ubjson(v, out);
            }
            out.push(b'}');
        }
    }
}

fn bytes_of(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    ubjson(value, &mut bytes);
    bytes
}

fn xgboost() -> Value {
    let tree = json!({"base_weights": [0, 1, 2, 3, 4], "categories": [2, 5], "categories_nodes": [2], "categories_segments": [0],
        "categories_sizes": [2], "default_left": [1, 0, 0, 0, 0], "id": 0, "left_children": [1, -1, 3, -1, -1],
        "right_children": [2, -1, 4, -1, -1], "split_conditions": [0.5, 0.25, 0.5, -1.5, 2.5], "split_indices": [0, 0, 1, 0, 0],
        "split_type": [0, 0, 1, 0, 0], "tree_param": {"num_nodes": "5", "size_leaf_vector": "1"}});
    json!({"learner": {"attributes": {}, "feature_names": ["Age", "Debt"], "gradient_booster":
        {"model": {"gbtree_model_param": {"num_parallel_tree": "1"}, "tree_info": [0], "trees": [tree]}, "name": "gbtree"},
        "learner_model_param": {"base_score": "[2.5E-1]", "num_class": "0", "num_feature": "2", "num_target": "1"},
        "objective": {"name": "binary:logistic"}}, "version": [3, 2, 0]})
}

#[test]
fn a_damaged_ubjson_document_is_named_with_its_pointer_and_byte() {
    let base = xgboost();
    let model = load(&bytes_of(&base)).expect("the undamaged document opens");
    assert_eq!(model.ensemble, load(base.to_string().as_bytes()).expect("the same as text").ensemble);
    const MODEL: &str = "/learner/gradient_booster/model";
    const TREE: &str = "/learner/gradient_booster/model/trees/0";
    let damages: &[(String, Value, &[&str])] = &[
        ("/learner/objective/name".into(), json!("binary:logstic"), &["/objective/name", "did you mean"]),
        ("/learner/objective/name".into(), json!(7), &["/objective/name", "number 7"]),
        ("/learner/objective".into(), json!({}), &["/learner/objective", "\"name\"", "missing"]),
        ("/learner/learner_model_param/num_feature".into(), json!("0"), &["/num_feature", "1 to 65536"]),
        ("/learner/learner_model_param/num_target".into(), json!("2"), &["/num_target", "one model a target"]),
        ("/learner/learner_model_param/base_score".into(), json!("[1,2]"), &["/base_score", "2 numbers"]),
        ("/learner/feature_names".into(), json!(["Age"]), &["/feature_names", "1 feature names"]),
        ("/learner/feature_names".into(), json!("Age"), &["/feature_names", "text"]),
        ("/learner/gradient_booster/name".into(), json!("gblinear"), &["/name", "linear"]),
        (format!("{MODEL}/tree_info"), json!([3]), &["/tree_info/0", "output 3"]),
        (format!("{MODEL}/tree_info"), json!([]), &["/tree_info", "0 entries for 1 trees"]),
        (format!("{MODEL}/trees"), json!({}), &["/trees", "an object"]),
        (
            format!("{TREE}/left_children"),
            json!([9, -1, 3, -1, -1]),
            &["tree 0, node 0", "/left_children/0", "child is 9"],
        ),
        (format!("{TREE}/left_children"), json!([0, -1, 3, -1, -1]), &["tree 0, node 0", "child is 0"]),
        (
            format!("{TREE}/right_children"),
            json!([2, -1, 2, -1, -1]),
            &["tree 0, node 2", "/right_children/2", "child is 2"],
        ),
        (format!("{TREE}/left_children"), json!([1, -1, 3, -1]), &["tree 0", "5 entries", "\"left_children\" 4"]),
        (format!("{TREE}/left_children"), json!([1.5, -1.5]), &["/left_children/0", "1.5", "whole number"]),
        (format!("{TREE}/split_indices"), json!([2, 0, 1, 0, 0]), &["tree 0, node 0", "column 2", "0 to 1"]),
        (format!("{TREE}/split_indices"), json!([-2, 0, 1, 0, 0]), &["/split_indices/0", "-2", "not negative"]),
        (format!("{TREE}/default_left"), json!([7, 0, 0, 0, 0]), &["/default_left/0", "7", "1 or 0"]),
        (format!("{TREE}/split_type"), json!([3, 0, 1, 0, 0]), &["tree 0, node 0", "/split_type/0", "found 3"]),
        (format!("{TREE}/categories"), json!([2, -5]), &["/categories/1", "-5"]),
        (format!("{TREE}/categories_sizes"), json!([3]), &["/categories_sizes/0", "has 2"]),
        (format!("{TREE}/categories_nodes"), json!([9]), &["/categories_nodes/0", "node 9"]),
        (format!("{TREE}/tree_param/size_leaf_vector"), json!("3"), &["tree 0", "multi_output_tree"]),
        (format!("{TREE}/split_conditions"), json!([0.5, 0.25, 0.5, -1.5]), &["tree 0", "4 entries"]),
    ];
    for (pointer, value, named) in damages {
        let mut damaged = base.clone();
        *damaged.pointer_mut(pointer).expect("the pointer") = value.clone();
        let bytes = bytes_of(&damaged);
        let error = refusal(&bytes);
        let line = error.to_string();
        assert!(line.starts_with("XGBoost UBJSON, ") && line.contains(", byte "), "{line}");
        assert!(error.place.byte.is_some_and(|b| b < bytes.len()), "{line}");
        for words in *named {
            assert!(line.contains(words), "{pointer} = {value}: the line should say {words}:\n  {line}");
        }
    }
}

#[test]
fn the_byte_is_that_of_the_culprit() {
    let mut damaged = xgboost();
    damaged["learner"]["gradient_booster"]["model"]["trees"][0]["split_indices"] = json!([0, 0, 77, 0, 0]);
    let bytes = bytes_of(&damaged);
    let at = bytes.windows(4).position(|w| w == 77i32.to_be_bytes()).expect("the number");
    assert_eq!(refusal(&bytes).place.byte, Some(at));
    damaged = xgboost();
    damaged["learner"]["objective"]["name"] = json!(true);
    let bytes = bytes_of(&damaged);
    let at = bytes.windows(5).position(|w| w == b"nameT").expect("the value") + 4;
    let error = refusal(&bytes);
    assert_eq!((error.place.byte, error.place.pointer.as_deref()), (Some(at), Some("/learner/objective/name")));
}

#[test]
fn ubjson_that_claims_more_than_it_holds_is_refused_at_once() {
    let long = i64::MAX.to_be_bytes();
    let count = |head: &[u8], number: [u8; 8]| [b"{L\0\0\0\0\0\0\0\x07learner", head, b"L", &number].concat();
    for (bytes, words) in [
        (count(b"[$d#", long), "the list is to hold"),
        (count(b"[#", long), "the list is to hold"),
        (count(b"{#", long), "the list is to hold"),
        (count(b"S", long), "ends in the middle"),
        (count(b"S", (-1i64).to_be_bytes()), "the length is -1"),
        (count(b"[$Z#", 9i64.to_be_bytes()), "a typed list holds numbers"),
        (count(b"[$[#", 9i64.to_be_bytes()), "a typed list holds numbers"),
        ([b"{U\x01x", "[".repeat(100_000).as_bytes()].concat(), "nested more than 100 levels"),
        (["{U\u{1}a".repeat(100_000).as_bytes()].concat(), "nested more than 100 levels"),
        (b"{U\x01aH".to_vec(), "found 'H' where a value is"),
        (b"{U\x01aZU\x01aZ}".to_vec(), "\"a\" is given twice"),
        (b"{U\x01\xFFZ}".to_vec(), "not UTF-8"),
        (b"{}".to_vec(), "no fields"),
        (b"{U\x01aZ}".to_vec(), "\"learner\""),
    ] {
        let line = refusal(&bytes).to_string();
        assert!(line.contains(words), "{words}: {line}");
    }
    let mut more = bytes_of(&xgboost());
    more.push(0);
    assert!(refusal(&more).to_string().contains("goes on after the end"));
}

fn fixture(file: &str) -> Vec<u8> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    std::fs::read(root.join(file)).expect(file)
}

#[test]
fn ubjson_that_is_cut_off_anywhere_is_refused() {
    let bytes = bytes_of(&xgboost());
    for length in 1..bytes.len() {
        refusal(&bytes[..length]);
    }
}

#[test]
fn one_byte_changed_anywhere_never_panics() {
    for document in [TEXT.as_bytes().to_vec(), JSON.as_bytes().to_vec(), bytes_of(&xgboost())] {
        for at in 0..document.len() {
            for byte in
                [b' ', b'"', b'{', b'}', b'[', b'$', b'#', b'-', b'0', b'9', b'L', b'S', b'=', b'\n', 0, 1, 0x80, 0xFF]
            {
                let mut bytes = document.clone();
                bytes[at] = byte;
                attempt(&bytes);
            }
        }
    }
}

#[test]
fn sets_that_share_codes_take_no_more_memory_than_the_file() {
    // Each of 2000 nodes would read the same 2000 words, 64000 codes.
    let n = 2000;
    let list = |f: &dyn Fn(usize) -> String, count: usize| (0..count).map(f).collect::<Vec<_>>().join(" ");
    let inner = list(&|_| "0".into(), n);
    let text = format!(
        "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=0\nobjective=regression\nfeature_names=a\n\n\
         Tree=0\nnum_leaves={}\nnum_cat=1\nsplit_feature={inner}\nthreshold={inner}\ndecision_type={}\nleft_child={}\n\
         right_child={}\nleaf_value={}\ncat_boundaries=0 {n}\ncat_threshold={}\n\nend of trees\n",
        n + 1,
        list(&|_| "1".into(), n),
        list(&|i| if i + 1 < n { (i + 1).to_string() } else { "-1".into() }, n),
        list(&|i| format!("-{}", i + 2), n),
        list(&|_| "1".into(), n + 1),
        list(&|_| "4294967295".into(), n),
    );
    let line = refusal(text.as_bytes()).to_string();
    assert!(line.contains("tree 0, node 1") && line.contains("one a split"), "{line}");
    let mut model = xgboost();
    let tree = &mut model["learner"]["gradient_booster"]["model"]["trees"][0];
    for (field, value) in [("nodes", json!([2, 0])), ("segments", json!([0, 0])), ("sizes", json!([2, 2]))] {
        tree[format!("categories_{field}")] = value;
    }
    let line = refusal(model.to_string().as_bytes()).to_string();
    assert!(line.contains("/categories_sizes") && line.contains("4 codes together"), "{line}");
}

#[test]
fn thousands_of_mutations_never_panic() {
    let seeds = [
        TEXT.as_bytes().to_vec(),
        JSON.as_bytes().to_vec(),
        bytes_of(&xgboost()),
        fixture("lgb-frame/model.txt"),
        fixture("lgb-frame/dump.json"),
        fixture("lgb-zero/model.txt"),
        fixture("lgb-many-categories/dump.json"),
        fixture("lgb-no-split/model.txt"),
        fixture("xgb-frame/model.ubj"),
        fixture("xgb-partition/model.ubj"),
    ];
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    for round in 0..10_000 {
        let mut bytes = seeds[round % seeds.len()].clone();
        mutate(&mut bytes, &mut random);
        attempt(&bytes);
    }
}
