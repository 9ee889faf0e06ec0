//! Random pictures of digits drawn from seven strokes, trees that tell them apart, and requests with a quadratic cost that couples
//! neighbouring pixels (Carreira-Perpinan & Hada 2021, Figure 4).

use super::{Instance, Rng};
use espalier_model::ensemble::*;
use espalier_model::query::*;
use espalier_model::schema::{Change, Feature, Kind, Schema, Weight};
use espalier_model::Model;

/// One question to the solver.
#[derive(Clone, Copy, Debug)]
pub struct PicturePlan {
    /// Pixels along one side of the picture.
    pub side: usize,
    pub trees: usize,
    pub depth: usize,
    /// Whether splits are hyperplanes over all pixels, or read one pixel.
    pub slanted: bool,
    /// Whether ink is only added or only taken away.
    pub change: Change,
}

/// Strokes of each digit: top, the two above, middle, the two below, bottom.
const STROKES: [[u8; 7]; 10] = [
    [1, 1, 1, 0, 1, 1, 1],
    [0, 0, 1, 0, 0, 1, 0],
    [1, 0, 1, 1, 1, 0, 1],
    [1, 0, 1, 1, 0, 1, 1],
    [0, 1, 1, 1, 0, 1, 0],
    [1, 1, 0, 1, 0, 1, 1],
    [1, 1, 0, 1, 1, 1, 1],
    [1, 0, 1, 0, 0, 1, 0],
    [1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 1, 1],
];

/// End points of the strokes, in the middle half of the picture.
const ENDS: [[f64; 4]; 7] = [
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 0.5],
    [1.0, 0.0, 1.0, 0.5],
    [0.0, 0.5, 1.0, 0.5],
    [0.0, 0.5, 0.0, 1.0],
    [1.0, 0.5, 1.0, 1.0],
    [0.0, 1.0, 1.0, 1.0],
];

/// A picture of a digit, slightly displaced, with strokes of random width. Each pixel has one of 256 steps from 0 to 1.
fn draw(rng: &mut Rng, digit: usize, side: usize) -> Vec<f64> {
    let s = side as f64;
    let (left, top) = (s * (0.25 + 0.1 * (rng.unit() - 0.5)), s * (0.15 + 0.1 * (rng.unit() - 0.5)));
    let (wide, high) = (s * (0.4 + 0.1 * rng.unit()), s * (0.6 + 0.1 * rng.unit()));
    let (slant, thick) = (0.2 * (rng.unit() - 0.5), s * (0.05 + 0.03 * rng.unit()));
    let mut out = vec![0.0f64; side * side];
    for (ends, _) in ENDS.iter().zip(STROKES[digit]).filter(|(_, on)| *on == 1) {
        let place = |x: f64, y: f64| (left + wide * x + slant * high * (0.5 - y), top + high * y);
        let (a, b) = (place(ends[0], ends[1]), place(ends[2], ends[3]));
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        for (i, ink) in out.iter_mut().enumerate() {
            let (x, y) = ((i % side) as f64 + 0.5, (i / side) as f64 + 0.5);
            let t = (((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
            let far = (x - a.0 - t * dx).hypot(y - a.1 - t * dy);
            *ink = ink.max((1.5 - far / thick).clamp(0.0, 1.0));
        }
    }
    out.iter().map(|x| (255.0 * x).round() / 255.0).collect()
}

/// A form with 1 on its diagonal and -1/4 between neighbours.
pub fn neighbours(side: usize) -> Quadratic {
    let n = side * side;
    let mut matrix = vec![0.0; n * n];
    for i in 0..n {
        matrix[i * n + i] = 1.0;
        for j in [(i + 1, (i + 1) % side != 0), (i + side, i + side < n)].into_iter().filter(|j| j.1).map(|j| j.0) {
            (matrix[i * n + j], matrix[j * n + i]) = (-0.25, -0.25);
        }
    }
    Quadratic { features: (0..n).collect(), matrix, beside: false }
}

/// Grows a tree on the rows. Each split separates the digits at its node into two halves.
struct Grow<'a> {
    rng: &'a mut Rng,
    rows: &'a [(Vec<f64>, usize)],
    slanted: bool,
    tree: Tree,
}

impl Grow<'_> {
    fn node(&mut self, rows: &[usize], depth: usize) -> usize {
        let mut counts = [0.0; 10];
        rows.iter().for_each(|&r| counts[self.rows[r].1] += 1.0);
        let present: Vec<usize> = (0..10).filter(|k| counts[*k] > 0.0).collect();
        let split = if depth == 0 || present.len() < 2 { None } else { self.split(rows, &present) };
        let at = self.tree.nodes.len();
        let Some((split, left, right)) = split else {
            self.tree.nodes.push(Node::Leaf(self.tree.values.len() / 10));
            self.tree.values.extend(counts.map(|c| c / rows.len() as f64));
            return at;
        };
        self.tree.nodes.push(Node::Leaf(0));
        let left = self.node(&left, depth - 1);
        let right = self.node(&right, depth - 1);
        self.tree.nodes[at] = Node::Split { split, left, right, missing: None };
        at
    }

    #[allow(clippy::type_complexity)]
    fn split(&mut self, rows: &[usize], present: &[usize]) -> Option<(Split, Vec<usize>, Vec<usize>)> {
        let n = self.rows[0].0.len();
        let mut side = [false; 10];
        let mut order = present.to_vec();
        for i in (1..order.len()).rev() {
            order.swap(i, self.rng.below(i + 1));
        }
        order.iter().take(order.len() / 2).for_each(|k| side[*k] = true);
        let mut means = [vec![0.0; n], vec![0.0; n]];
        let mut sizes = [0.0; 2];
        for &r in rows {
            let (row, class) = &self.rows[r];
            let half = usize::from(side[*class]);
            sizes[half] += 1.0;
            means[half].iter_mut().zip(row).for_each(|(m, x)| *m += x);
        }
        (0..2).for_each(|half| means[half].iter_mut().for_each(|m| *m /= sizes[half]));
        let gaps: Vec<f64> = (0..n).map(|i| means[1][i] - means[0][i]).collect();
        let goes: Box<dyn Fn(&[f64]) -> bool>;
        let split = if self.slanted {
            let at = |m: &[f64]| m.iter().zip(&gaps).map(|(x, w)| x * w).sum::<f64>();
            let threshold = 0.5 * (at(&means[0]) + at(&means[1]));
            let weights = gaps.clone();
            goes = Box::new(move |x| x.iter().zip(&gaps).map(|(x, w)| x * w).sum::<f64>() <= threshold);
            let columns: Vec<usize> = (0..n).filter(|i| weights[*i] != 0.0).collect();
            let weights = columns.iter().map(|i| weights[*i]).collect();
            Split::Oblique { columns, weights, threshold }
        } else {
            let column = (0..n).max_by(|a, b| gaps[*a].abs().total_cmp(&gaps[*b].abs()))?;
            let threshold = 0.5 * (means[0][column] + means[1][column]);
            goes = Box::new(move |x| x[column] <= threshold);
            Split::Axis { column, threshold }
        };
        let (left, right): (Vec<usize>, Vec<usize>) = rows.iter().partition(|r| goes(&self.rows[**r].0));
        (!left.is_empty() && !right.is_empty()).then_some((split, left, right))
    }
}

/// A model from a seed, and a request that a picture be read as the digit two further on.
pub fn instance(seed: u64, plan: PicturePlan) -> Instance {
    let rng = &mut Rng::new(seed);
    let rows: Vec<(Vec<f64>, usize)> = (0..400).map(|i| (draw(rng, i % 10, plan.side), i % 10)).collect();
    let n = plan.side * plan.side;
    let trees = (0..plan.trees)
        .map(|_| {
            let drawn: Vec<usize> = rows.iter().map(|_| rng.below(rows.len())).collect();
            let tree = Tree::default();
            let mut grow = Grow { rng: &mut *rng, rows: &rows, slanted: plan.slanted, tree };
            grow.node(&drawn, plan.depth);
            grow.tree
        })
        .collect();
    let ensemble = Ensemble {
        neurons: Vec::new(),
        task: Task::Classifier { classes: 10 },
        columns: n,
        outputs: 10,
        input: Precision::F64,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: Compare::LessEqual,
        aggregation: Aggregation::Mean,
        base: vec![0.0; 10],
        link: Link::None,
        trees,
    };
    ensemble.validate().expect("grown trees are valid");
    let feature = |f: usize| Feature {
        name: format!("p{f}"),
        kind: Kind::Numeric { column: f },
        min: 0.0,
        max: 1.0,
        change: plan.change,
        weight: Weight { up: 1.0, down: 1.0 },
        unit: None,
        decimals: None,
        phrase: None,
    };
    let schema = Schema {
        features: (0..n).map(feature).collect(),
        classes: (0..10).map(|c| format!("{c}")).collect(),
        subject: None,
        image: None,
    };
    let factual = draw(rng, (seed % 10) as usize, plan.side);
    let Ok(Prediction::Class { class, .. }) = ensemble.predict(&factual) else { panic!("a classifier") };
    let cost = Cost { quadratic: Some(neighbours(plan.side)), ..Cost::of(Norm { l2: 1.0, ..Norm::default() }, n) };
    let query = Query::new(factual, Target::Class((class + 2) % 10), cost);
    let model = Model::new(ensemble, schema);
    Instance { model, query }
}
