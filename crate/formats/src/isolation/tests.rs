use super::*;
use espalier_model::ensemble::*;

fn model(columns: usize, input: Precision, compare: Compare) -> Ensemble {
    Ensemble {
        neurons: Vec::new(),
        task: Task::Classifier { classes: 2 },
        columns,
        outputs: 1,
        input,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare,
        aggregation: Aggregation::Sum,
        base: vec![0.0],
        link: Link::Logistic,
        trees: Vec::new(),
    }
}

/// Rows around two centres in three columns; the last column is the same for all.
fn rows(count: usize) -> Vec<Vec<f64>> {
    let mut random = random::Random(7);
    let mut bell = || (0..12).map(|_| random.unit()).sum::<f64>() - 6.0;
    (0..count).map(|i| vec![bell() + f64::from(u8::from(i % 2 == 0)) * 5.0, 0.1 * bell(), 4.0]).collect()
}

fn forest(rows: &[Vec<f64>], model: &Ensemble) -> Ensemble {
    let forest = grow(rows.iter().map(Vec::as_slice), model, 1).unwrap();
    forest.validate().unwrap();
    forest
}

fn length(forest: &Ensemble, row: &[f64]) -> f64 {
    match forest.predict(row).unwrap() {
        Prediction::Value(v) => v,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_correction_is_that_of_the_paper() {
    // Equation 1 with H(i) = 1 + 1/2 + ... + 1/i: the logarithm comes within 1 / i of twice the sum.
    for n in [10.0f64, 256.0, 5000.0] {
        let harmonic: f64 = (1..n as u64).map(|i| 1.0 / i as f64).sum();
        assert!((path_correction(n) - (2.0 * harmonic - 2.0 * (n - 1.0) / n)).abs() < 1.1 / (n - 1.0));
    }
    // Values of scikit-learn (c(256) = 10.2448 is also the paper's normalisation of its default sample).
    assert_eq!((path_correction(0.0), path_correction(1.0), path_correction(2.0)), (0.0, 0.0, 1.0));
    assert!((path_correction(256.0) - 10.244_770_920_1).abs() < 1e-9);
}

#[test]
fn trees_are_grown_as_the_paper_says() {
    for (input, compare) in
        [(Precision::F32, Compare::LessEqual), (Precision::F64, Compare::LessEqual), (Precision::F32, Compare::Less)]
    {
        for count in [2, 3, 100, 257, 1000] {
            let (rows, model) = (rows(count), model(3, input, compare));
            let forest = forest(&rows, &model);
            let sample = count.min(SAMPLE);
            let most = (sample as f64).log2().ceil() as usize;
            assert_eq!(forest.trees.len(), TREES);
            assert!(forest.depth() <= most, "{} levels for {sample} rows", forest.depth());
            for tree in &forest.trees {
                let samples = tree.samples.as_ref().unwrap();
                assert_eq!(samples[0], sample as f64);
                let mut depth = vec![0; tree.nodes.len()];
                for (n, node) in tree.nodes.iter().enumerate() {
                    match node {
                        Node::Split { split, left, right, .. } => {
                            assert_eq!(samples[*left] + samples[*right], samples[n]);
                            assert!(samples[*left] > 0.0 && samples[*right] > 0.0, "a test that parts nothing");
                            assert_ne!(split.columns(), [2], "a column in which all rows are alike");
                            (depth[*left], depth[*right]) = (depth[n] + 1, depth[n] + 1);
                        }
                        Node::Leaf(leaf) => {
                            // These rows are distinct: only the limit stops a tree before single rows.
                            assert!(samples[n] == 1.0 || depth[n] == most);
                            assert_eq!(tree.values[*leaf], depth[n] as f64 + path_correction(samples[n]));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_row_far_from_all_others_is_isolated_early() {
    let (rows, model) = (rows(2000), model(3, Precision::F64, Compare::LessEqual));
    let forest = forest(&rows, &model);
    let lengths: Vec<f64> = rows.iter().map(|r| length(&forest, r)).collect();
    let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
    // The paper normalises by c(256): rows like those from which the forest was grown need about as many steps.
    assert!((mean - path_correction(256.0)).abs() < 1.0, "{mean}");
    assert!(length(&forest, &[40.0, 3.0, 4.0]) < 0.55 * mean);
}

#[test]
fn the_same_seed_gives_the_same_forest() {
    let (rows, model) = (rows(300), model(3, Precision::F32, Compare::LessEqual));
    let grown = |seed| grow(rows.iter().map(Vec::as_slice), &model, seed).unwrap();
    assert_eq!(grown(1), grown(1));
    assert_ne!(grown(1), grown(2));
}

#[test]
fn rows_with_missing_values_are_left_out_and_can_be_judged() {
    let mut some = rows(50);
    some[0][0] = f64::NAN;
    let model = model(3, Precision::F64, Compare::LessEqual);
    assert_eq!(forest(&some, &model), forest(&some[1..], &model));
    assert!(length(&forest(&some, &model), &some[0]).is_finite());
    assert_eq!(grow(some[..2].iter().map(Vec::as_slice), &model, 1), None);
}

#[test]
fn quantiles_interpolate_between_ranks() {
    let numbers = [1.0, 2.0, 4.0, 8.0];
    for (q, expected) in [(0.0, 1.0), (1.0, 8.0), (0.5, 3.0), (0.1, 1.3), (0.9, 6.8)] {
        assert!((quantile(&numbers, q).unwrap() - expected).abs() < 1e-12, "{q}");
    }
    assert_eq!((quantile(&[], 0.5), quantile(&[3.0], 0.3)), (None, Some(3.0)));
}
