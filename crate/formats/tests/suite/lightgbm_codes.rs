//! LightGBM truncates a category code towards 0 before it looks at its sign. So -0.5 is code 0, and -1 is no code. The model was trained with
//! lightgbm 4.7 (two leaves), and the expected values are its predictions.

use espalier_formats as formats;
use espalier_model::ensemble::{Ensemble, Precision};

const MODEL: &str = "tree
version=v4
num_class=1
num_tree_per_iteration=1
label_index=0
max_feature_idx=0
objective=binary sigmoid:1
feature_names=Column_0
feature_infos=-1:3:1:0:2:4
tree_sizes=376

Tree=0
num_leaves=2
num_cat=1
split_feature=0
split_gain=1917.01
threshold=0
decision_type=1
left_child=-1
right_child=-2
leaf_value=-0.10116745549174877 -0.49503438282736112
leaf_weight=203.69043490290642 283.02506068348885
leaf_count=837 1163
internal_value=-0.328934
internal_weight=486.715
internal_count=2000
cat_boundaries=0 1
cat_threshold=9
is_linear=0
shrinkage=1


end of trees

feature_importances:
Column_0=1
";

/// Codes 0 and 3 go left.
const LEFT: f64 = -0.10116745549174877;
const RIGHT: f64 = -0.495_034_382_827_361_1;
const SAID: [(f64, f64); 11] = [
    (0.0, LEFT),
    (-0.0, LEFT),
    (-0.5, LEFT),
    (-0.999, LEFT),
    (-1.0, RIGHT),
    (-1.5, RIGHT),
    (0.9, LEFT),
    (1.0, RIGHT),
    (3.7, LEFT),
    (99.0, RIGHT),
    (f64::NAN, RIGHT),
];

#[test]
fn codes_are_cut_towards_0_before_their_sign_counts() {
    let model = formats::load(MODEL.as_bytes()).unwrap();
    for (value, said) in SAID {
        assert_eq!(model.ensemble.raw(&[value]).unwrap(), [said], "{value}");
    }
    // As other libraries read values, -0.5 is no code of the set.
    let exact = Ensemble { input: Precision::F64, ..Ensemble::clone(&model.ensemble) };
    assert_eq!(exact.raw(&[-0.5]).unwrap(), [RIGHT]);
}
