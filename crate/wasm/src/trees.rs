//! The trees of a model as flat arrays, for drawing. Nodes come tree after tree, the root of each first. Children are numbered among all
//! nodes.

use crate::border::{numbers, object, write};
use espalier_model::ensemble::{At, Compare, Ensemble, Side, Split, Tree};
use js_sys::{Int32Array, Int8Array, Object, Reflect};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// The lists of `TreeData` in `www/src/types.ts`, by node.
#[derive(Default)]
struct Nodes {
    column: Vec<i32>,
    threshold: Vec<f64>,
    left: Vec<i32>,
    right: Vec<i32>,
    missing: Vec<i8>,
    value: Vec<f64>,
    tests: Object,
    linear: Object,
}

/// A test other than a threshold.
#[derive(Clone, Serialize)]
#[serde(untagged)]
enum Test {
    Codes { column: usize, codes: Vec<u32>, unknown: Option<Unknown> },
    Pieces { column: usize, pieces: Vec<(f64, f64)> },
    Plane { columns: Vec<usize>, weights: Vec<f64> },
}

/// The linear part of a leaf, added to its values: by value, one weight a column.
#[derive(Serialize)]
struct Linear {
    columns: Vec<usize>,
    weights: Vec<Vec<f64>>,
    missing: Option<Vec<f64>>,
}

#[derive(Clone, Serialize)]
struct Unknown {
    from: u32,
    left: bool,
}

/// All trees of an ensemble: `TreeData` of `www/src/types.ts`.
pub fn flat(ensemble: &Ensemble) -> JsValue {
    let width = ensemble.trees.iter().map(|t| t.width(ensemble.outputs)).max().unwrap_or(1);
    let mut nodes = Nodes::default();
    let mut first = vec![0];
    for tree in &ensemble.trees {
        nodes.take(tree, tree.width(ensemble.outputs), width);
        first.push(nodes.column.len() as i32);
    }
    let weight: Vec<f64> = ensemble.trees.iter().map(|t| t.weight).collect();
    let output: Vec<i32> = ensemble.trees.iter().map(|t| t.output.map_or(-1, |k| k as i32)).collect();
    let whole = |list: &[i32]| JsValue::from(Int32Array::from(list));
    object([
        ("strict", (ensemble.compare == Compare::Less).into()),
        ("input", ensemble.input.name().into()),
        ("first", whole(&first)),
        ("weight", numbers(&weight)),
        ("output", whole(&output)),
        ("column", whole(&nodes.column)),
        ("threshold", numbers(&nodes.threshold)),
        ("left", whole(&nodes.left)),
        ("right", whole(&nodes.right)),
        ("missing", Int8Array::from(nodes.missing.as_slice()).into()),
        ("width", width.into()),
        ("value", numbers(&nodes.value)),
        ("tests", nodes.tests.into()),
        ("linear", nodes.linear.into()),
    ])
}

impl Nodes {
    /// Appends a tree whose leaves hold `own` numbers each, padded to `width`.
    fn take(&mut self, tree: &Tree, own: usize, width: usize) {
        let base = self.column.len();
        for place in 0..tree.places() {
            let node = base + place;
            self.value.resize((node + 1) * width, 0.0);
            let (column, threshold, left, right, missing) = match tree.at(place) {
                At::Leaf(leaf) => {
                    self.value[node * width..][..own].copy_from_slice(&tree.values[leaf * own..][..own]);
                    if let Some(linear) = tree.linear_leaf(leaf) {
                        let weights = (0..own).map(|i| linear.weights_of(i).to_vec()).collect();
                        let part = Linear { columns: linear.columns.clone(), weights, missing: linear.missing.clone() };
                        // Setting an entry of a plain object does not fail.
                        let _ = Reflect::set_u32(&self.linear, node as u32, &write(&part));
                    }
                    (-1, 0.0, -1, -1, None)
                }
                At::Split { split, left, right, missing, .. } => {
                    let (column, threshold) = self.test(node, split);
                    (column, threshold, (base + left) as i32, (base + right) as i32, missing)
                }
            };
            self.column.push(column);
            self.threshold.push(threshold);
            self.left.push(left);
            self.right.push(right);
            self.missing.push(missing.map_or(-1, |side| i8::from(side == Side::Right)));
        }
    }

    /// Column and threshold of a node's test. A test other than a threshold is kept in `tests`.
    fn test(&mut self, node: usize, split: &Split) -> (i32, f64) {
        let (column, threshold, test) = match split {
            Split::Axis { column, threshold } => return (*column as i32, *threshold),
            Split::Oblique { columns, weights, threshold } => {
                (-2, *threshold, Test::Plane { columns: columns.clone(), weights: weights.clone() })
            }
            Split::Categories { column, left, unknown } => {
                let unknown = unknown.map(|(from, to)| Unknown { from, left: to == Side::Left });
                (*column as i32, 0.0, Test::Codes { column: *column, codes: left.clone(), unknown })
            }
            Split::Intervals { column, left } => {
                (*column as i32, 0.0, Test::Pieces { column: *column, pieces: left.clone() })
            }
        };
        // Setting an entry of a plain object does not fail.
        let _ = Reflect::set_u32(&self.tests, node as u32, &write(&test));
        (column, threshold)
    }
}
