//! Damaged UBJSON of XGBoost. Each file is refused by one line that states the fault, its place and the remedy, and none panics.

use super::ubjson::bytes_of;
use espalier_formats::load;
use espalier_testkit::files::{change_each_byte, fixture, mutate_often, refusal};
use serde_json::{json, Value};

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

#[test]
fn ubjson_that_is_cut_off_anywhere_is_refused() {
    let bytes = bytes_of(&xgboost());
    for length in 1..bytes.len() {
        refusal(&bytes[..length]);
    }
}

#[test]
fn one_byte_changed_anywhere_never_panics() {
    change_each_byte(&bytes_of(&xgboost()));
}

#[test]
fn sets_that_share_codes_take_no_more_memory_than_the_file() {
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
    mutate_often(&[bytes_of(&xgboost()), fixture("xgb-frame/model.ubj"), fixture("xgb-partition/model.ubj")], 3_000);
}
