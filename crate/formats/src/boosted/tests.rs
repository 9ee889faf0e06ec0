use super::*;
use espalier_model::ensemble::Prediction;
use espalier_verify::at_once;

fn model(columns: usize) -> Ensemble {
    Ensemble {
        neurons: Vec::new(),
        task: Task::Regressor,
        columns,
        outputs: 1,
        input: Precision::F32,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: Compare::Less,
        aggregation: Aggregation::Sum,
        base: vec![0.0],
        link: Link::None,
        trees: Vec::new(),
    }
}

/// The trees that are learned step by step, and the number of steps.
fn counted(rows: &[Vec<f64>], columns: &[Column], of: usize, settings: Settings) -> (Learned, usize) {
    let mut learner = Learner::new(columns.to_vec(), of, settings);
    let (of, mut steps) = (model(rows[0].len()), 1);
    while !learner.step(rows, of.input) {
        steps += 1;
    }
    (learner.learned(&of), steps)
}

fn learn(rows: &[Vec<f64>], columns: &[Column], of: usize, settings: Settings) -> Option<Learned> {
    teach(rows, columns, of).then(|| counted(rows, columns, of, settings).0)
}

/// Numbers between 0 and 1.
fn units(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 40) as f64 / (1u64 << 24) as f64
    }
}

fn says(ensemble: &Ensemble, row: &[f64]) -> f64 {
    match ensemble.predict(row) {
        Ok(Prediction::Value(value)) => value,
        other => panic!("{other:?}"),
    }
}

const ONE: Settings = Settings { trees: 1, depth: 2, rate: 1.0 };

#[test]
fn a_tree_finds_the_steps_that_the_rows_were_made_of() {
    // 10 up to 3, 20 above; 5 more for the name 7.
    let rows: Vec<Vec<f64>> = (0..40)
        .map(|i| (f64::from(i % 8), f64::from([2, 7, 4][i as usize % 3])))
        .map(|(x, name)| vec![x, name, if x > 3.0 { 20.0 } else { 10.0 } + if name == 7.0 { 5.0 } else { 0.0 }])
        .collect();
    let learned = learn(&rows, &[(0, false), (1, true)], 2, ONE).unwrap();
    assert!((learned.explained - 1.0).abs() < 1e-12, "{}", learned.explained);
    for row in &rows {
        assert!((says(&learned.ensemble, row) - row[2]).abs() < 1e-9);
    }
    let root = &learned.ensemble.trees[0].nodes[0];
    assert!(matches!(root, Node::Split { split: Split::Axis { column: 0, threshold }, .. } if *threshold == 3.5));
    learned.ensemble.validate().unwrap();
}

#[test]
fn more_trees_leave_less_and_the_same_rows_give_the_same_trees() {
    let rows: Vec<Vec<f64>> =
        (0..300).map(|i| f64::from(i) / 50.0).map(|x| vec![x, x.sin(), 2.0 * x + x.sin()]).collect();
    let mut last = 0.0;
    for trees in [1, 3, 10, 30] {
        let settings = Settings { trees, depth: 3, rate: 0.3 };
        let learned = learn(&rows, &[(0, false)], 2, settings).unwrap();
        assert!(learned.explained > last && learned.explained < 1.0);
        last = learned.explained;
        assert_eq!(learned.ensemble, learn(&rows, &[(0, false)], 2, settings).unwrap().ensemble);
        assert_eq!(learned.ensemble.trees.len(), trees);
    }
    assert!(last > 0.99, "{last}");
}

#[test]
fn the_share_explained_is_the_rest_that_its_own_word_leaves() {
    let mut unit = units(9);
    let rows: Vec<Vec<f64>> = (0..200).map(|_| vec![unit(), unit(), unit(), unit()]).collect();
    let learned = learn(&rows, &[(0, false), (2, false)], 3, Settings { trees: 5, depth: 3, rate: 0.5 }).unwrap();
    let mean = rows.iter().map(|r| r[3]).sum::<f64>() / 200.0;
    let squares = |f: &dyn Fn(&[f64]) -> f64| rows.iter().map(|r| f(r).powi(2)).sum::<f64>();
    let left = squares(&|r| r[3] - says(&learned.ensemble, r)) / squares(&|r| r[3] - mean);
    assert!((learned.explained - (1.0 - left)).abs() < 1e-9);
    let leaves = |t: &Tree| {
        rows.iter().fold(vec![0; t.values.len()], |mut n, r| {
            n[learned.ensemble.leaf(t, r).unwrap()] += 1;
            n
        })
    };
    assert!(learned.ensemble.trees.iter().flat_map(leaves).all(|n| n >= LEAF));
}

#[test]
fn rows_that_miss_a_number_are_left_out_and_too_few_teach_nothing() {
    let mut rows: Vec<Vec<f64>> = (0..12).map(|i| vec![f64::from(i), f64::from(i)]).collect();
    let whole = learn(&rows, &[(0, false)], 1, ONE).unwrap();
    rows.extend([vec![f64::NAN, 99.0], vec![5.0, f64::INFINITY]]);
    assert_eq!(learn(&rows, &[(0, false)], 1, ONE).unwrap().ensemble, whole.ensemble);
    assert!(learn(&rows[..9], &[(0, false)], 1, ONE).is_none());
    // Nothing can be learned: one leaf, and no variance to explain.
    let alike: Vec<Vec<f64>> = (0..12).map(|i| vec![f64::from(i), 3.0]).collect();
    let learned = learn(&alike, &[(0, false)], 1, ONE).unwrap();
    assert_eq!((learned.explained, learned.ensemble.trees[0].nodes.len()), (1.0, 1));
}

#[test]
fn steps_give_the_very_trees_that_are_grown_at_one_go() {
    for seed in 0..60 {
        let mut unit = units(seed);
        let mut below = |most: f64| (unit() * most).floor();
        // Names, few and many values, missing values. Mostly too few rows to fill a step, now and then several runs to merge.
        let count = if seed % 20 == 19 { 40_000.0 + below(30_000.0) } else { 5.0 + below(400.0) };
        let kinds: Vec<bool> = (0..1 + below(3.0) as usize).map(|_| below(3.0) == 0.0).collect();
        let (values, gaps) = (2.0 + below(300.0), below(2.0) * 0.1);
        let rows: Vec<Vec<f64>> = (0..count as usize)
            .map(|_| {
                let mut row: Vec<f64> = kinds.iter().map(|_| below(values) / 7.0).collect();
                row.iter_mut().zip(&kinds).filter(|(_, names)| **names).for_each(|(x, _)| *x = x.round());
                row.push(row.iter().map(|x| (x * 1.7).sin()).sum::<f64>() + below(100.0) / 50.0);
                row.iter_mut().for_each(|x| *x = if below(1000.0) < 100.0 * gaps { f64::NAN } else { *x });
                row
            })
            .collect();
        let columns: Vec<Column> = kinds.into_iter().enumerate().collect();
        let trees = if count > 1000.0 { 3 } else { 1 + below(20.0) as usize };
        let settings = Settings { trees, depth: 1 + below(6.0) as usize, rate: 0.3 };
        let whole = at_once(&rows, &columns, columns.len(), &model(columns.len() + 1), settings);
        let stepwise = learn(&rows, &columns, columns.len(), settings);
        let stepwise = stepwise.map(|l| (l.ensemble, l.explained));
        assert_eq!(whole, stepwise, "seed {seed}");
    }
}

#[test]
fn no_step_grows_more_than_a_few_passes_over_the_rows() {
    let mut unit = units(4);
    let rows: Vec<Vec<f64>> = (0..50_000).map(|_| vec![unit(), unit(), unit()]).collect();
    let (trees, depth, columns) = (10, 4, [(0, false), (1, false)]);
    let settings = Settings { trees, depth, rate: 0.3 };
    let passes = trees * (depth * (columns.len() + 1) + 1);
    let (learned, steps) = counted(&rows, &columns, 2, settings);
    assert_eq!(learned.ensemble.trees.len(), trees);
    let least = passes * rows.len() / PIECE;
    assert!((least..least + 40).contains(&steps), "{steps} steps for {passes} passes over the rows");
    // The work is spread over the steps: each step ends within a tree or at its end.
    let mut learner = Learner::new(columns.to_vec(), 2, settings);
    let mut grown = 0;
    while !learner.step(&rows, Precision::F32) {
        assert!(learner.trees.len() <= grown + 1, "{} trees in a step", learner.trees.len() - grown);
        grown = learner.trees.len();
    }
}
