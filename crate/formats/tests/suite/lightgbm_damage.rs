//! Damaged LightGBM files, as text and JSON. Each is refused by one line that states the fault, its place and the remedy, and none panics.

use espalier_formats::load;
use espalier_testkit::files::{change_each_byte, check, fixture, mutate_often, refusal, Damage};

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

const TEXTS: &[Damage<'static>] = &[
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
    ("is_linear=0", "is_linear=1", &["tree 0", "\"leaf_const\"", "missing"]),
    ("is_linear=0", LINEAR, &["tree 0", "line 30, column 15", "column 3", "0 to 2"]),
    ("is_linear=0", TWICE, &["tree 0", "line 30, column 17", "column 1 twice"]),
    ("is_linear=0", FEWER, &["tree 0", "\"leaf_coeff\" has 1 entries", "2 are right"]),
    ("is_linear=0", ENDLESS, &["tree 0", "line 28", "not finite"]),
    ("\nend of trees", "\nend of tree", &["line 44", "end of tree", "key=value"]),
    ("shrinkage=1\n", "shrinkage\n", &["line 28", "shrinkage", "key=value"]),
    ("Tree=1\n", "\0\u{1}\u{7f}\n", &["line 31", "key=value"]),
];

/// Linear leaves with a fault each.
const LINEAR: &str = "is_linear=1\nleaf_const=1 2 3 4\nnum_features=2 0 0 0\nleaf_features=3 1\nleaf_coeff=1 1";
const TWICE: &str = "is_linear=1\nleaf_const=1 2 3 4\nnum_features=2 0 0 0\nleaf_features=1 1\nleaf_coeff=1 1";
const FEWER: &str = "is_linear=1\nleaf_const=1 2 3 4\nnum_features=2 0 0 0\nleaf_features=0 1\nleaf_coeff=1";
const ENDLESS: &str = "is_linear=1\nleaf_const=1 2 inf 4\nnum_features=0 0 0 0\nleaf_features=\nleaf_coeff=";

const JSONS: &[Damage<'static>] = &[
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
        &["tree 1", "not complete", "\"leaf_const\"", "together"],
    ),
    (
        "\"leaf_value\": 0.75",
        "\"leaf_value\": 0.75, \"leaf_const\": 1, \"leaf_features\": [0, 3], \"leaf_coeff\": [1, 1]",
        &["tree 1", "/tree_structure/leaf_features/1", "column 3", "0 to 2"],
    ),
    (
        "\"leaf_value\": 0.75",
        "\"leaf_value\": 0.75, \"leaf_const\": 1, \"leaf_features\": [0, 1], \"leaf_coeff\": [1]",
        &["tree 1", "/tree_structure/leaf_coeff", "1 weights", "2, one a feature"],
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
    // Windows line endings, and text after the trees, change nothing.
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

#[test]
fn one_byte_changed_anywhere_never_panics() {
    change_each_byte(TEXT.as_bytes());
    change_each_byte(JSON.as_bytes());
}

#[test]
fn sets_that_share_codes_take_no_more_memory_than_the_file() {
    // Each of 2000 nodes refers to the same 2000 words, which are 64000 codes.
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
}

#[test]
fn thousands_of_mutations_never_panic() {
    let files = [
        "lgb-frame/model.txt",
        "lgb-frame/dump.json",
        "lgb-zero/model.txt",
        "lgb-many-categories/dump.json",
        "lgb-no-split/model.txt",
    ];
    let own = [TEXT, JSON].map(|d| d.as_bytes().to_vec());
    mutate_often(&own.into_iter().chain(files.map(fixture)).collect::<Vec<_>>(), 7_000);
}
