use super::{train, Settings};
use espalier_model::ensemble::{Ensemble, Node, Prediction, Split};
use espalier_numerics::draws::Draws;

fn wrong(ensemble: &Ensemble, rows: &[Vec<f64>], labels: &[usize]) -> usize {
    let class = |row: &Vec<f64>| match ensemble.predict(row) {
        Ok(Prediction::Class { class, .. }) => class,
        other => panic!("a class was asked for: {other:?}"),
    };
    rows.iter().zip(labels).filter(|(row, label)| class(row) != **label).count()
}

/// Four classes, in the four parts into which two oblique lines cut a square.
fn corners(count: usize) -> (Vec<Vec<f64>>, Vec<usize>) {
    let mut draws = Draws::default();
    let rows: Vec<Vec<f64>> = (0..count).map(|_| vec![draws.unit(), 40.0 * draws.unit(), draws.unit()]).collect();
    let label = |r: &Vec<f64>| usize::from(r[0] + r[1] / 40.0 > 1.0) + 2 * usize::from(r[0] > r[1] / 40.0);
    let labels = rows.iter().map(label).collect();
    (rows, labels)
}

#[test]
fn slanted_borders_are_found() {
    let (rows, labels) = corners(600);
    let tree = train(&rows, &labels, 4, Settings { depth: 3, ..Settings::default() }).unwrap();
    tree.validate().unwrap();
    assert!(tree.is_oblique());
    let errors = wrong(&tree, &rows, &labels);
    assert!(errors < 30, "{errors} of 600 are wrong");
}

#[test]
fn rounds_never_add_errors() {
    let (rows, labels) = corners(300);
    let errors = |rounds| {
        let settings = Settings { depth: 2, rounds, ..Settings::default() };
        wrong(&train(&rows, &labels, 4, settings).unwrap(), &rows, &labels)
    };
    let all: Vec<usize> = (0..6).map(errors).collect();
    assert!(all.windows(2).all(|e| e[1] <= e[0]), "{all:?}");
}

#[test]
fn one_class_is_a_leaf_and_equal_rows_too() {
    let rows = vec![vec![1.0, 2.0]; 4];
    for labels in [[0, 0, 0, 0], [0, 1, 0, 0]] {
        let tree = train(&rows, &labels, 2, Settings::default()).unwrap();
        assert!(matches!(tree.trees[0].nodes[..], [Node::Leaf(0)]));
        assert_eq!(wrong(&tree, &rows, &[0; 4]), 0);
    }
}

#[test]
fn a_step_in_one_column_is_an_axis_split() {
    let rows: Vec<Vec<f64>> = (0..40).map(|i| vec![f64::from(i), f64::from(i * 7 % 5)]).collect();
    let labels: Vec<usize> = (0..40).map(|i| usize::from((10..20).contains(&i))).collect();
    let tree = train(&rows, &labels, 2, Settings { depth: 2, rounds: 0, ..Settings::default() }).unwrap();
    assert_eq!(wrong(&tree, &rows, &labels), 0);
    assert!(tree.trees[0].nodes.iter().any(|n| matches!(n, Node::Split { split: Split::Axis { .. }, .. })));
}

#[test]
fn data_that_cannot_be_trained_on_is_refused_by_name() {
    let error =
        |rows: &[Vec<f64>], labels: &[usize]| train(rows, labels, 2, Settings::default()).unwrap_err().to_string();
    assert_eq!(error(&[], &[]), "0 rows of 0 columns with 0 labels; a label a row is needed");
    assert_eq!(error(&[vec![1.0]], &[2]), "row 0: label 2 where classes are 0 to 1");
    assert_eq!(error(&[vec![1.0], vec![f64::NAN]], &[0, 1]), "row 1, column 0: NaN is no finite number");
    assert_eq!(error(&[vec![1.0], vec![]], &[0, 1]), "row 1 has 0 columns where the first has 1");
}
