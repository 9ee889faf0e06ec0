//! Damaged, hostile and foreign files. Each is refused by one line that states the fault, its place and the remedy, and none panics.

use base64::prelude::{Engine as _, BASE64_STANDARD};
use espalier_testkit::files::{change_each_byte, check, fixture, mutate_often, refusal, Damage};

const ESPALIER: &str = r#"{"format": "espalier", "version": 1, "kind": "classifier", "columns": 3, "input": "float32", "compare": "<=",
 "aggregation": "mean", "base": [0, 0], "link": "none", "classes": ["rejected", "accepted"],
 "trees": [
  {"weight": 1, "feature": [0, -1, -2, -1, -3, -1, -1], "threshold": [3.5, 0, 0.25, 0, 0, 0, 0],
   "left": [1, -1, 3, -1, 5, -1, -1], "right": [2, -1, 4, -1, 6, -1, -1],
   "value": [null, [0.9, 0.1], null, [0.4, 0.6], null, [0.1, 0.9], [0.5, 0.5]],
   "hyperplanes": {"2": {"columns": [1, 2], "weights": [0.5, -1.2]}},
   "categories": {"4": {"column": 2, "left": [1, 3]}}, "missing": {"0": "left"}, "samples": [100, 40, 60, 25, 35, 15, 20]}],
 "isolation_forest": {"trees": [{"feature": [1, -1, -1], "threshold": [0.5, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "samples": [9, 4, 5]}]},
 "schema": {"features": [{"name": "Age", "column": 0}, {"name": "Debt", "column": 1}, {"name": "Job", "kind": "categorical", "column": 2, "labels": ["a", "b", "c", "d"]}]},
 "background": {"rows": [[1, 2, 3], [4, null, 0]], "labels": [1, 0]}}"#;

/// Two levels and four leaves.
const OBLIVIOUS: &str = r#"{"format": "espalier", "version": 1, "kind": "classifier", "columns": 2, "input": "float32", "compare": "<=",
 "aggregation": "sum", "base": [0, 0], "link": "softmax",
 "trees": [{"oblivious": true, "feature": [1, -3], "threshold": [3.5, 0], "categories": {"1": {"column": 0, "left": [2]}},
  "missing": {"0": "left"}, "value": [[0, 1], [2, 3], [4, 5], [6, 7]]},
  {"output": 1, "oblivious": true, "feature": [], "threshold": [], "value": [0.25]}]}"#;

const XGBOOST: &str = r#"{"learner": {"attributes": {}, "feature_names": ["Age", "Debt"], "feature_types": ["float", "c"],
 "gradient_booster": {"model": {"gbtree_model_param": {"num_parallel_tree": "1", "num_trees": "1"}, "tree_info": [0],
  "trees": [{"base_weights": [0, 1, 2, 3, 4], "categories": [2, 5], "categories_nodes": [2], "categories_segments": [0], "categories_sizes": [2],
   "default_left": [1, 0, 0, 0, 0], "id": 0, "left_children": [1, -1, 3, -1, -1], "loss_changes": [9, 0, 1, 0, 0],
   "right_children": [2, -1, 4, -1, -1], "split_conditions": [0.5, 0.25, NaN, -1.5, 2.5], "split_indices": [0, 0, 1, 0, 0],
   "split_type": [0, 0, 1, 0, 0], "tree_param": {"num_nodes": "5", "size_leaf_vector": "1"}}]}, "name": "gbtree"},
 "learner_model_param": {"base_score": "[2.5E-1]", "num_class": "0", "num_feature": "2", "num_target": "1"},
 "objective": {"name": "binary:logistic"}}, "version": [3, 2, 0]}"#;

/// Damages of the compact form of trees.
const OBLIVIOUS_DAMAGES: &[Damage<'static>] = &[
    ("true, \"feature\": [1", "false, \"feature\": [1", &["tree 0", "\"left\" has 0 entries"]),
    ("true, \"feature\": [1", "1, \"feature\": [1", &["/trees/0/oblivious", "true or false"]),
    ("true,", "true, \"left\": [1, -1],", &["tree 0, /trees/0/left", "leave it out"]),
    ("true,", "true, \"right\": [],", &["tree 0, /trees/0/right", "leave it out"]),
    ("true,", "true, \"samples\": [1, 2],", &["/trees/0/samples", "leave it out"]),
    ("[3.5, 0]", "[3.5]", &["/trees/0/threshold", "1 entries", "one entry a level"]),
    ("[3.5, 0]", "[null, 0]", &["tree 0", "/trees/0/threshold/0", "null"]),
    ("[1, -3]", "[5, -3]", &["tree 0", "/trees/0/feature/0", "column 5"]),
    ("[1, -3]", "[-7, -3]", &["tree 0", "/trees/0/feature/0", "-7"]),
    ("[1, -3]", "[1, -4]", &["/trees/0/categories", "its \"feature\" must be -3"]),
    ("{\"0\": \"left\"}", "{\"2\": \"left\"}", &["/trees/0/missing", "2"]),
    (", [6, 7]]", "]", &["/trees/0/value", "2 levels has 3 values", "power of 2"]),
    ("[6, 7]", "[6]", &["/trees/0/value/3", "1 number", "2"]),
    ("[6, 7]", "null", &["/trees/0/value/3", "0 numbers"]),
    ("[6, 7]", "[6, 1e999]", &["/trees/0/value/3/1", "out of range"]),
    ("\"value\": [0.25]", "\"value\": [0.25, 1]", &["tree 1", "0 levels has 2 values"]),
    (", \"value\": [0.25]", "", &["tree 1", "0 levels has 0 values"]),
    ("\"output\": 1", "\"output\": 2", &["tree 1", "output 2"]),
];

/// Damages of our own JSON.
const ESPALIER_DAMAGES: &[Damage<'static>] = &[
    (
        "{\"trees\": [{\"feature\"",
        "{\"trees\": [{\"oblivious\": true, \"feature\"",
        &["tree 0, /isolation_forest/trees/0/oblivious", "\"samples\""],
    ),
    ("\"version\": 1,", "\"version\": 2,", &["/version", "version 2", "reads version 1"]),
    ("\"version\": 1,", "\"version\": \"1\",", &["/version", "number"]),
    ("\"version\": 1,", "", &["\"version\"", "missing"]),
    ("\"espalier\"", "\"espalie\"", &["/format", "\"espalier\""]),
    ("\"classifier\"", "7", &["/kind", "the number 7", "a text is needed"]),
    ("\"classifier\"", "\"clasifier\"", &["/kind", "clasifier", "\"classifier\""]),
    ("\"classifier\"", "\"regressor\"", &["predicts no classes"]),
    ("\"columns\": 3,", "\"columns\": 0,", &["/columns", "1 to 65536"]),
    ("\"columns\": 3,", "\"columns\": 4000000000,", &["/columns", "1 to 65536"]),
    ("\"columns\": 3,", "\"columns\": -3,", &["/columns", "not negative"]),
    ("\"columns\": 3,", "\"columns\": 3.5,", &["/columns", "whole number"]),
    ("\"columns\": 3,", "\"columns\": 2,", &["/schema/features", "3 features", "2 columns"]),
    ("\"columns\": 3,", "\"columns\": 3, \"columns\": 3,", &["\"columns\"", "twice", "line 1"]),
    ("\"columns\": 3,", "\"columms\": 3,", &["\"columms\"", "\"columns\""]),
    ("\"float32\"", "\"float16\"", &["/input", "float16", "float32"]),
    ("\"columns\": 3,", "\"columns\": 3, \"sums\": \"float16\",", &["/sums", "float16", "float32"]),
    ("\"weight\": 1,", "\"weight\": 1, \"output\": 2,", &["tree 0", "output 2", "0 to 1"]),
    ("\"weight\": 1,", "\"weight\": 1, \"output\": 0,", &["tree 0, node 1", "2 numbers", "output 0 alone"]),
    ("\"weight\": 1,", "\"weight\": 1, \"output\": -1,", &["/trees/0/output", "not negative"]),
    ("[3.5, 0, 0.25", "[\"inf\", 0, 0.25", &["/trees/0/threshold/0", "inf", "\"Infinity\""]),
    ("[3.5, 0, 0.25", "[3.5, 0, \"Infinity\"", &["tree 0, node 2", "not finite"]),
    (
        "\"left\": [1, 3]}",
        "\"left\": [1, 3], \"unknown\": {\"from\": -1, \"to\": \"left\"}}",
        &["unknown/from", "not negative"],
    ),
    (
        "\"left\": [1, 3]}",
        "\"left\": [1, 3], \"unknown\": {\"from\": 4, \"to\": \"up\"}}",
        &["unknown/to", "\"up\"", "right"],
    ),
    ("\"left\": [1, 3]}", "\"left\": [1, 3], \"unknown\": {\"from\": 4}}", &["\"to\"", "missing"]),
    ("\"<=\"", "\">\"", &["/compare", "\"<=\""]),
    ("\"mean\"", "\"median\"", &["/aggregation", "median", "mean"]),
    ("\"aggregation\": \"mean\",", "", &["aggregation", "missing", "vote"]),
    ("[0, 0], \"link\"", "[0], \"link\"", &["/classes", "1; name each"]),
    ("[0, 0], \"link\"", "[0, 1e999], \"link\"", &["/base", "out of range"]),
    ("[0, 0], \"link\"", "[0, null], \"link\"", &["/base/1", "number"]),
    ("[0, 0], \"link\"", "[0, NaN], \"link\"", &["/base/1", "no NaN"]),
    ("[0, 0], \"link\"", "[0, -Infinity], \"link\"", &["/base/1", "no infinity"]),
    ("\"link\": \"none\"", "\"link\": \"logistic\"", &["/base", "1 output"]),
    ("\"link\": \"none\"", "\"link\": \"exp\"", &["exponential", "regressor"]),
    ("[\"rejected\", \"accepted\"]", "[\"rejected\"]", &["/classes", "1 class name", "2; name each"]),
    ("[\"rejected\", \"accepted\"]", "[\"no\", \"no\"]", &["\"no\"", "twice"]),
    ("[\"rejected\", \"accepted\"]", "[0, 1]", &["/classes/0", "number"]),
    (
        "\"feature\": [0, -1, -2",
        "\"feature\": [9, -1, -2",
        &["tree 0, node 0", "/trees/0/feature/0", "column 9", "0 to 2"],
    ),
    ("\"feature\": [0, -1, -2", "\"feature\": [-7, -1, -2", &["tree 0, node 0", "-7", "-1 (leaf)"]),
    ("\"feature\": [0, -1, -2", "\"feature\": [0, -1, 1", &["node 2", "hyperplane", "-2"]),
    ("-1, -3, -1, -1]", "-1, 2, -1, -1]", &["node 4", "category set", "-3"]),
    ("\"feature\": [0, -1, -2", "\"feature\": [0, -1.5, -2", &["/trees/0/feature/1", "whole number"]),
    ("\"feature\": [0, -1, -2", "\"feature\": [0, 99999999999, -2", &["/trees/0/feature/1", "whole number"]),
    ("\"threshold\": [3.5,", "\"threshold\": [", &["/trees/0/threshold", "6 entries", "one entry a node"]),
    ("\"threshold\": [3.5,", "\"threshold\": [null,", &["tree 0, node 0", "null", "number"]),
    ("\"threshold\": [3.5,", "\"threshold\": [\"3.5\",", &["/trees/0/threshold/0", "3.5", "number"]),
    ("\"threshold\": [3.5,", "\"threshold\": {},\"x\": [", &["/trees/0/threshold", "list"]),
    ("\"left\": [1, -1, 3", "\"left\": [7, -1, 3", &["tree 0, node 0", "/left/0", "child is 7", "1 to 6"]),
    ("\"left\": [1, -1, 3", "\"left\": [0, -1, 3", &["tree 0, node 0", "child is 0"]),
    ("\"left\": [1, -1, 3", "\"left\": [2, -1, 3", &["tree 0, node 2", "child of 2 nodes"]),
    ("\"left\": [1, -1, 3, -1, 5", "\"left\": [1, -1, 3, -1, 2", &["tree 0", "child of 2 nodes"]),
    ("\"right\": [2,", "\"right\": [1,", &["tree 0, node 1", "child of 2 nodes"]),
    ("\"right\": [2,", "\"right\": [-1,", &["tree 0, node 0", "/right/0", "child is -1"]),
    ("[0.9, 0.1]", "[0.9]", &["tree 0, node 1", "1 number", "2 outputs"]),
    ("[0.9, 0.1]", "null", &["tree 0, node 1", "0 numbers"]),
    ("[0.9, 0.1]", "[0.9, \"a\"]", &["/trees/0/value/1/1", "number"]),
    ("[0.9, 0.1]", "[0.9, 0.1, [1]]", &["/trees/0/value/1/2", "number"]),
    ("\"value\": [null,", "\"value\": [", &["/trees/0/value", "6 entries"]),
    ("{\"2\": {", "{\"two\": {", &["/trees/0/hyperplanes", "two", "node number"]),
    ("\"hyperplanes\": {\"2\"", "\"hyperplanes\": {\"3\"", &["/trees/0/hyperplanes", "node 3", "-2"]),
    ("\"weights\": [0.5, -1.2]", "\"weights\": [0.5]", &["tree 0, node 2", "2 columns and 1 weights"]),
    ("\"columns\": [1, 2]", "\"columns\": [1, 1]", &["tree 0, node 2", "column 1 twice"]),
    ("\"columns\": [1, 2]", "\"columns\": [1, 8]", &["tree 0, node 2", "column 8"]),
    (
        "\"columns\": [1, 2], \"weights\": [0.5, -1.2]",
        "\"columns\": [], \"weights\": []",
        &["tree 0, node 2", "at least one"],
    ),
    ("\"left\": [1, 3]", "\"left\": [-1, 3]", &["/trees/0/categories/4/left/0", "not negative"]),
    ("\"column\": 2, \"left\"", "\"column\": 5, \"left\"", &["tree 0, node 4", "column 5"]),
    ("\"column\": 2, \"left\"", "\"colum\": 2, \"left\"", &["\"colum\"", "\"column\""]),
    ("{\"0\": \"left\"}", "{\"0\": \"up\"}", &["/trees/0/missing/0", "up", "left"]),
    ("{\"0\": \"left\"}", "{\"1\": \"left\"}", &["/trees/0/missing", "node 1"]),
    ("{\"0\": \"left\"}", "{\"0\": \"left\", \"0\": \"right\"}", &["\"0\"", "twice"]),
    ("{\"0\": \"left\"}", "{\"0\": \"left\", \"00\": \"right\"}", &["node 0", "twice"]),
    ("\"weight\": 1,", "\"weight\": -1,", &["tree 0", "weight -1"]),
    ("\"weight\": 1,", "\"weight\": 0,", &["tree weights", "more than 0"]),
    ("\"weight\": 1,", "\"wieght\": 1,", &["\"wieght\"", "\"weight\""]),
    ("\"trees\": [\n", "\"trees\": [], \"trees2\": [\n", &["\"trees2\"", "\"trees\""]),
    (", \"samples\": [9, 4, 5]", "", &["samples", "isolation forest"]),
    (", \"samples\": [9, 4, 5]", ", \"value\": [null, [1, 2], 3]", &["samples", "path length"]),
    ("\"samples\": [9, 4, 5]", "\"samples\": [9, 4]", &["/isolation_forest/trees/0/samples", "2 entries"]),
    ("\"samples\": [9, 4, 5]", "\"samples\": [9, 4, 1e999]", &["/isolation_forest", "out of range"]),
    ("{\"name\": \"Age\", \"column\": 0}", "{\"name\": \"Age\", \"column\": 7}", &["/schema/features/0/column", "7"]),
    (
        "{\"name\": \"Age\", \"column\": 0}",
        "{\"name\": \"Age\", \"colour\": 0}",
        &["/schema/features/0/colour", "unknown"],
    ),
    ("{\"name\": \"Age\", \"column\": 0},", "", &["/schema/features", "0"]),
    (
        "{\"name\": \"Age\", \"column\": 0}",
        "{\"name\": \"Age\", \"name\": \"Age\", \"column\": 0}",
        &["\"name\"", "twice"],
    ),
    ("[4, null, 0]", "[4, 0]", &["/background/rows/1", "2 values", "3 columns"]),
    ("\"labels\": [1, 0]", "\"labels\": [1]", &["/background/labels", "1 labels for 2 rows"]),
    ("\"labels\": [1, 0]", "\"labels\": [1, 2]", &["/background/labels/1", "0 to 1"]),
    ("\"labels\": [1, 0]", "\"labels\": [1, 0.5]", &["/background/labels/1", "0.5"]),
];

/// Damages of XGBoost's JSON.
const XGBOOST_DAMAGES: &[Damage<'static>] = &[
    ("{\"name\": \"binary:logistic\"}", "[\"binary:logistic\"]", &["/learner/objective,", "found a list", "an object"]),
    ("\"binary:logistic\"", "\"binary:logistik\"", &["/learner/objective/name", "binary:logistic"]),
    ("\"binary:logistic\"", "\"binary:hinge\"", &["/learner/objective/name", "binary:logistic"]),
    ("\"binary:logistic\"", "\"multi:softprob\"", &["/learner/learner_model_param/num_class", "0 classes"]),
    ("\"[2.5E-1]\"", "\"[1.5E0]\"", &["/learner/learner_model_param/base_score", "probability"]),
    ("\"[2.5E-1]\"", "\"high\"", &["base_score", "high", "number"]),
    ("\"[2.5E-1]\"", "\"[0.1,0.2]\"", &["base_score", "2 numbers"]),
    ("\"[2.5E-1]\"", "{\"a\": 1}", &["base_score", "object"]),
    ("\"num_feature\": \"2\"", "\"num_feature\": \"0\"", &["num_feature", "1 to 65536"]),
    ("\"num_feature\": \"2\"", "\"num_feature\": \"4294967295\"", &["num_feature", "1 to 65536"]),
    ("\"num_feature\": \"2\"", "\"num_feature\": \"1\"", &["tree 0, node 2", "/split_indices/2", "column 1"]),
    ("\"num_feature\": \"2\"", "\"num_feature\": \"3\"", &["/learner/feature_names", "3 columns"]),
    ("\"num_target\": \"1\"", "\"num_target\": \"2\"", &["num_target", "one model a target"]),
    ("\"size_leaf_vector\": \"1\"", "\"size_leaf_vector\": \"3\"", &["tree 0", "multi_output_tree"]),
    ("\"gbtree\"}", "\"gblinear\"}", &["/learner/gradient_booster/name", "linear", "gbtree"]),
    ("\"tree_info\": [0]", "\"tree_info\": [3]", &["/tree_info/0", "output 3"]),
    ("\"tree_info\": [0]", "\"tree_info\": []", &["/tree_info", "0 entries for 1 trees"]),
    ("\"left_children\": [1, -1, 3", "\"left_children\": [9, -1, 3", &["tree 0, node 0", "child is 9"]),
    ("\"left_children\": [1, -1, 3", "\"left_children\": [0, -1, 3", &["tree 0, node 0", "child is 0"]),
    ("\"left_children\": [1, -1, 3", "\"left_children\": [1, -1, 2", &["tree 0, node 2", "no other parent"]),
    ("\"right_children\": [2, -1, 4, -1, -1]", "\"right_children\": [2, -1, 4]", &["/right_children", "3 entries"]),
    ("[0.5, 0.25, NaN", "[NaN, 0.25, NaN", &["tree 0, node 0", "/split_conditions/0", "not finite"]),
    ("[0.5, 0.25, NaN", "[0.5, Infinity, NaN", &["tree 0, node 1", "not finite"]),
    ("[0.5, 0.25, NaN", "[0.5, 1e99, NaN", &["/split_conditions"]),
    ("[0.5, 0.25, NaN", "[NaN, NaN, \"x\"", &["/split_conditions/2", "x", "number"]),
    ("\"default_left\": [1,", "\"default_left\": [7,", &["/default_left/0", "7", "true"]),
    ("\"split_type\": [0, 0, 1", "\"split_type\": [0, 0, 2", &["tree 0, node 2", "found 2"]),
    ("\"split_type\": [0, 0, 1", "\"split_type\": [1, 0, 1", &["tree 0, node 0", "no category set"]),
    ("\"split_type\": [0, 0, 1, 0, 0]", "\"split_type\": [0]", &["/split_type", "1 entries"]),
    ("\"categories\": [2, 5]", "\"categories\": [2]", &["/categories_sizes/0", "\"categories\" has 1"]),
    ("\"categories\": [2, 5]", "\"categories\": [2, -5]", &["tree 0", "/categories/1", "-5"]),
    ("\"categories\": [2, 5]", "\"categories\": [2, 99999999]", &["tree 0", "/categories/1", "16777215"]),
    ("\"categories_nodes\": [2]", "\"categories_nodes\": [9]", &["/categories_nodes/0", "node 9"]),
    ("\"categories_sizes\": [2]", "\"categories_sizes\": [18446744073709551615]", &["/categories_sizes/0"]),
    ("\"id\": 0,", "\"id\": 0, \"id\": 0,", &["\"id\"", "twice"]),
    ("\"model\":", "\"modle\":", &["no trees", "save_model"]),
];

#[test]
fn every_damage_is_named_with_its_place_and_its_remedy() {
    check(OBLIVIOUS, OBLIVIOUS_DAMAGES);
    check(ESPALIER, ESPALIER_DAMAGES);
    check(XGBOOST, XGBOOST_DAMAGES);
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_refused() {
    for document in [ESPALIER, OBLIVIOUS, XGBOOST] {
        let bytes = document.trim_end().as_bytes();
        for length in 0..bytes.len() {
            let error = refusal(&bytes[..length]);
            let line = error.to_string();
            assert!(
                line.contains("ends in the middle") || line.contains("empty") || line.contains("not JSON"),
                "{length}: {line}"
            );
        }
    }
}

#[test]
fn one_byte_changed_anywhere_never_panics_and_errors_stay_one_line() {
    for document in [ESPALIER, OBLIVIOUS, XGBOOST] {
        change_each_byte(document.as_bytes());
    }
}

#[test]
fn deep_nesting_is_refused_wherever_it_stands() {
    let lists = |n: usize| "[".repeat(n) + &"]".repeat(n);
    let objects = |n: usize| "{\"a\":".repeat(n) + "1" + &"}".repeat(n);
    for nest in [lists(100_000), objects(100_000), "[".repeat(100_000), lists(300)] {
        let line = refusal(nest.as_bytes()).to_string();
        assert!(line.contains("levels deep") || line.contains("ends in the middle"), "{line}");
        for (document, old) in [
            (ESPALIER, "[0, 0]"),
            (ESPALIER, "[[1, 2, 3], [4, null, 0]]"),
            (ESPALIER, "{\"0\": \"left\"}"),
            (ESPALIER, "[{\"name\": \"Age\", \"column\": 0}"),
            (XGBOOST, "{}"),
            (XGBOOST, "[0, 1, 2, 3, 4]"),
            (XGBOOST, "\"[2.5E-1]\""),
        ] {
            let line = refusal(document.replacen(old, &nest, 1).as_bytes()).to_string();
            assert!(line.contains("nested more than 100 levels deep"), "{old}: {line}");
        }
    }
}

#[test]
fn foreign_files_are_named_with_the_way_out() {
    let files: [(&[u8], &str, &str); 25] = [
        (b"", "empty", "save_model"),
        (b" \n\t ", "empty", "save_model"),
        (b"\x80\x04\x95\x1a\x00\x00\x00\x00\x00\x00\x00\x8c\x0fsklearn", "pickle", "espalier_xai.export"),
        (b"ccopy_reg\n_reconstructor\nq\x00(csklearn.tree", "pickle", "espalier_xai.export"),
        (
            b"ccopy_reg\n_reconstructor\np0\n(cxgboost.sklearn\nXGBClassifier",
            "pickle",
            "model.save_model(\"model.json\")",
        ),
        (
            b"\x80\x04\x95\x8d\x14\x00\x00\x00\x00\x00\x00\x8c\x0fxgboost.sklearn",
            "pickle",
            "model.save_model(\"model.json\")",
        ),
        (
            b"\x80\x04\x95\x1a\x00\x00\x00\x00\x00\x00\x00\x8c\x10lightgbm.sklearn",
            "pickle",
            "save_model(\"model.txt\")",
        ),
        (b"\x80\x03ccatboost.core\nCatBoostClassifier", "pickle", "format=\"json\""),
        (b"\x1f\x8b\x08\x00\x00\x00", "compressed", "linear models and ReLU networks of scikit-learn"),
        (b"\x5d\x00\x00\x80\x00\xff\xff", "compressed", "joblib.load"),
        (b"\x78\x9c\x00\x00", "compressed", "joblib.load"),
        (b"PK\x03\x04\x14\x00", "compressed", "unpack"),
        (b"CBM1\x00\x01", "CatBoost binary", "format=\"json\""),
        (b"\x08\x08\x12\x08skl2onnx\x1a\x06", "ONNX", "cut off"),
        (
            b"\x08\x01\x12\x80\x02\n\x05\n\x01a\x1a\x00\xa2\x06\x0fCatboost model.",
            "CoreML model of CatBoost",
            "format=\"json\"",
        ),
        (b"\x08\x04\x12\x09\n\x07\n\x05count", "CoreML model", "espalier_xai.export"),
        (b"binf\x00\x00", "old binary", "save_model(\"model.json\")"),
        (b"tree\nversion=v4\nnum_class=1\n", "LightGBM text", "save_model"),
        (b"booster[0]:\n0:[f0<0.5] yes=1,no=2", "dump", "save_model"),
        (b"[{\"nodeid\": 0, \"split\": \"f0\"}]", "dump", "save_model"),
        (b"<?xml version=\"1.0\"?><PMML>", "PMML", "export"),
        (b"{\"name\": \"tree\", \"tree_info\": [], \"feature_names\": []}", "LightGBM JSON", "it is needed"),
        (b"age,income,label\n1,2,3\n", "neither JSON nor", "save_model"),
        (b"{\"a\": 1, \"b\": 2}", "\"a\", \"b\"", "save_model"),
        (b"[1, 2, 3]", "a list", "save_model"),
    ];
    for (bytes, named, way) in files {
        let line = refusal(bytes).to_string();
        assert!(line.contains(named) && line.contains(way), "{line}");
    }
}

/// Beginnings of real pickles, each with the exporter that was seen to write the model in it (tests/fixtures/make_pickles.py).
#[test]
fn a_pickle_is_sent_to_the_exporter_that_writes_the_model_in_it_or_to_none() {
    let all: Vec<serde_json::Value> = serde_json::from_slice(
        &std::fs::read(espalier_testkit::files::fixtures().join("pickles.json")).expect("pickles.json"),
    )
    .expect("a list");
    assert!(all.len() > 100);
    for one in &all {
        let text = |field: &str| one[field].as_str().unwrap_or_default().to_owned();
        let line = refusal(&BASE64_STANDARD.decode(text("head")).expect("base64")).to_string();
        match one["exporter"].as_str() {
            Some(_) => assert!(line.contains("from espalier_xai.export import export"), "{one}: {line}"),
            None => {
                let named = line.contains(&text("class")) && line.contains("cannot be exported");
                let only = line.contains("only kernel") || line.contains("only activation");
                assert!(named && !line.contains("import") || only, "{one}: {line}");
                assert_eq!(only, matches!(text("class").as_str(), "SVC" | "MLPClassifier"), "{one}: {line}");
            }
        }
        if let Some(call) = one["call"].as_str() {
            assert!(line.contains(call), "{one}: {line}");
        }
    }
    let booster =
        refusal(b"\x80\x04\x95\x1a\x00\x00\x00\x00\x00\x00\x00\x8c\x0elightgbm.basic\x94\x8c\x07Booster\x94\x93");
    assert!(booster.to_string().contains("in Python: model.save_model(\"model.txt\")"), "{booster}");
    let other = refusal(b"\x80\x04\x95\x1a\x00\x00\x00\x00\x00\x00\x00\x8c\x0ctorch._utils\x94").to_string();
    assert!(other.contains("trees, linear models and ReLU networks of scikit-learn"), "{other}");
}

/// Whatever the exporter of linear models and networks names is sent to it.
#[test]
fn every_class_of_the_slanted_exporter_is_sent_to_it() {
    let source = std::fs::read_to_string(
        espalier_testkit::files::fixtures().join("../../crate/python/python/espalier_xai/export/slanted.py"),
    )
    .expect("the exporter");
    let lists =
        source.split_once("CLASSIFIERS = (").and_then(|(_, rest)| rest.split_once("SCALERS = ")).expect("lists").0;
    let names: Vec<&str> = lists.split('"').skip(1).step_by(2).collect();
    assert!(names.len() > 30, "{names:?}");
    for name in names {
        let pickle = [b"\x80\x02csklearn.any\n", name.as_bytes(), b"\nq"].concat();
        let line = refusal(&pickle).to_string();
        assert!(line.contains("from espalier_xai.export import export; export(model, "), "{name}: {line}");
    }
}

#[test]
fn the_excerpt_points_at_the_culprit() {
    let error = refusal(ESPALIER.replacen("\"left\": [1,", "\"left\": [77,", 1).as_bytes());
    let excerpt = error.excerpt.expect("an excerpt");
    let culprit: String = excerpt.text.chars().skip(excerpt.start).take(excerpt.end - excerpt.start).collect();
    assert_eq!(culprit, "77");
    let position = error.place.position.expect("a position");
    assert_eq!((error.place.tree, error.place.node, position.line, position.column), (Some(0), Some(0), 5, 13));
    // XGBoost's NaN changes length before it reaches the decoder. The place must still be that in the file.
    let error = refusal(XGBOOST.replacen("-1.5, 2.5]", "-1.5, true]", 1).as_bytes());
    let excerpt = error.excerpt.expect("an excerpt");
    let culprit: String = excerpt.text.chars().skip(excerpt.start).take(excerpt.end - excerpt.start).collect();
    assert_eq!(culprit, "true");
    assert_eq!(error.place.pointer.as_deref(), Some("/learner/gradient_booster/model/trees/0/split_conditions/4"));
}

#[test]
fn thousands_of_mutations_never_panic() {
    let model = |name: &str| fixture(&format!("{name}/model.json"));
    let seeds = [
        ESPALIER.as_bytes().to_vec(),
        OBLIVIOUS.as_bytes().to_vec(),
        XGBOOST.as_bytes().to_vec(),
        model("sk-tree-iris"),
        model("sk-tree-missing-only"),
        model("xgb-frame"),
        model("xgb1.7-one-hot"),
        model("xgb-no-split"),
    ];
    mutate_often(&seeds, 12_000);
}
