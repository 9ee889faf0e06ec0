//! Thousands of stumps on two columns, so that a column has more than a thousand cells. The answer and its ranges are compared with the sums
//! of the stumps themselves, cell by cell. With many more stumps, the work on one box is cut into pieces.

use espalier_api::Request;
use espalier_engines::problem::diversity::{Diversity, Far};
use espalier_engines::problem::levels::vars;
use espalier_formats as formats;
use espalier_model::explanation::{Setting, Status};
use espalier_model::Model;
use espalier_search::{Compiled, Search};
use espalier_testkit::{seeds, Rng};
use espalier_verify::verify;
use serde_json::json;
use std::sync::Arc;

/// (column, threshold, value where the row is above; below it is the negative).
type Stump = (usize, f64, f64);

fn stumps(rng: &mut Rng, count: usize) -> Vec<Stump> {
    (0..count)
        .map(|_| {
            let threshold = (rng.unit() * 8.0 - 4.0) * 1e6;
            (rng.below(2), threshold.round() / 1e6, ((rng.unit() - 0.4) * 256.0).round() / 256.0)
        })
        .collect()
}

/// By column: the values just above each cut and at the factual, each with the sum of the column's stumps there.
fn cells(stumps: &[Stump], column: usize, factual: f64) -> Vec<(f64, f64)> {
    let mut own: Vec<(f64, f64)> = stumps.iter().filter(|s| s.0 == column).map(|s| (s.1, s.2)).collect();
    own.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut values = vec![factual];
    for (cut, _) in &own {
        values.push(if *cut >= factual { cut.next_up() } else { *cut });
    }
    values.sort_by(f64::total_cmp);
    values.dedup();
    values.retain(|v| v.abs() <= 4.0);
    let (mut sum, mut next) = (-own.iter().map(|s| s.1).sum::<f64>(), 0);
    values
        .into_iter()
        .map(|value| {
            while next < own.len() && own[next].0 < value {
                sum += 2.0 * own[next].1;
                next += 1;
            }
            (value, sum)
        })
        .collect()
}

/// A classifier that says "yes" where base and stumps add up to more than 0.
fn model(stumps: &[Stump], base: f64) -> Model {
    let trees: Vec<_> = (stumps.iter())
        .map(|(c, t, v)| json!({"output": 0, "feature": [c, -1, -1], "threshold": [t, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "value": [null, -v, v]}))
        .collect();
    let features: Vec<_> =
        (0..2).map(|c| json!({"name": format!("x{c}"), "kind": "numeric", "column": c, "min": -4, "max": 4})).collect();
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 2, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [base], "link": "logistic", "classes": ["no", "yes"], "trees": trees,
        "schema": {"features": features, "classes": ["no", "yes"]}});
    formats::load(file.to_string().as_bytes()).expect("the file is right")
}

/// A base that so many of 400 pairs of cells outweigh.
fn outweighed(rng: &mut Rng, columns: &[Vec<(f64, f64)>; 2], by: usize) -> f64 {
    let mut sums: Vec<f64> = (0..400)
        .map(|_| columns[0][rng.below(columns[0].len())].1 + columns[1][rng.below(columns[1].len())].1)
        .collect();
    sums.sort_by(f64::total_cmp);
    -sums[400 - by] - 1.0 / 1024.0
}

/// The least price of a pair of cells that outweighs a base. Weights are by default one over the range.
fn least_price(columns: &[Vec<(f64, f64)>; 2], factual: [f64; 2], base: f64) -> f64 {
    let priced = |c: usize| {
        let mut cells: Vec<(f64, f64)> =
            columns[c].iter().map(|(value, sum)| ((value - factual[c]).abs() / 8.0, *sum)).collect();
        cells.sort_by(|a, b| a.0.total_cmp(&b.0));
        cells
    };
    let (first, mut second) = (priced(0), priced(1));
    let mut most = f64::NEG_INFINITY;
    for cell in &mut second {
        most = most.max(cell.1);
        cell.1 = most;
    }
    let partner = |sum: f64| second.get(second.partition_point(|cell| base + sum + cell.1 <= 1e-6));
    first.iter().filter_map(|(price, sum)| Some(price + partner(*sum)?.0)).fold(f64::INFINITY, f64::min)
}

#[test]
fn a_box_of_many_leaves_is_worked_on_in_pieces() {
    let mut rng = Rng::new(27);
    let stumps = stumps(&mut rng, 150_000);
    let factual = [-1.5, 0.5];
    let columns = [0, 1].map(|c| cells(&stumps, c, factual[c]));
    // A base that one pair of cells in some dozen outweighs.
    let base = outweighed(&mut rng, &columns, 20);
    let model = model(&stumps, base);
    let request = json!({"query": factual, "target": {"class": "yes"}, "cost": {"norm": "l1"}});
    let query = Request::parse(&request, &model).expect("a request that fits").query;
    let compiled = Arc::new(Compiled::new(&model).expect("a model that can be searched"));
    let mut search = Search::new(compiled, query.clone()).expect("a search");
    let (mut steps, mut bound) = (0, 0.0);
    while !search.step(1) {
        let progress = search.progress();
        assert!(progress.lower_bound >= bound, "{bound} fell to {}", progress.lower_bound);
        bound = progress.lower_bound;
        steps += usize::from(progress.nodes == 0);
    }
    let explanation = search.explanation();
    assert_eq!(explanation.status, Status::Optimal);
    verify(&model, &query, &explanation).expect("the answer holds");
    let (cost, least) = (explanation.counterfactuals[0].cost, least_price(&columns, factual, base));
    assert!((cost - least).abs() <= 1e-9 * least.max(1.0), "{cost} where {least} is least");
    eprintln!("{steps} steps at the root, {} boxes", explanation.work.nodes);
    assert!(steps > 40, "the root took {steps} steps");
}

#[test]
fn a_distance_from_many_splits_of_a_column_is_worked_on_in_pieces() {
    let mut rng = Rng::new(28);
    let stumps = stumps(&mut rng, 20_000);
    let factual = [-1.5, 0.5];
    let columns = [0, 1].map(|c| cells(&stumps, c, factual[c]));
    let model = model(&stumps, outweighed(&mut rng, &columns, 2));
    let request = json!({"query": factual, "target": {"class": "yes"}, "margin": {"distance": 1e-7}});
    let query = Request::parse(&request, &model).expect("a request that fits").query;
    let compiled = Arc::new(Compiled::new(&model).expect("a model that can be searched"));
    let mut search = Search::new(compiled, query.clone()).expect("a search");
    let mut steps = 0;
    while !search.step(1) {
        steps += usize::from(search.progress().nodes == 0);
    }
    let explanation = search.explanation();
    assert_eq!(explanation.status, Status::Optimal);
    verify(&model, &query, &explanation).expect("the answer holds");
    assert!(steps > 100, "the root took {steps} steps");
}

/// A set of levels is read level by level in every tree, so that one box of 60,000 stumps took a second.
#[test]
fn levels_keep_their_order_beside_earlier_answers_and_implications() {
    let model = model(&stumps(&mut Rng::new(29), 100), 0.0);
    let compiled = Compiled::new(&model).expect("a model that can be searched");
    let rule = json!([{"if": {"feature": "x0", "min": -1}, "then": {"feature": "x1", "unchanged": true}}]);
    let request = json!({"query": [-1.5, 0.5], "target": {"class": "yes"}, "constraints": rule});
    let query = Request::parse(&request, &model).expect("a request that fits").query;
    let enforced = vec![true; query.constraints.len()];
    let ordered = |ways: Vec<Diversity>| {
        let (axes, schema) = (&compiled.axes, &compiled.schema);
        let vars = vars(axes, schema, model.ensemble.input, &query, &enforced, &[ways], &[]).expect("levels");
        vars.iter().map(|var| var.ordered).collect::<Vec<bool>>()
    };
    let way = |feature: usize, far: Far| Diversity { feature, far };
    let both = || vec![way(0, Far::Unchanged), way(1, Far::Outside { lo: 0.0, hi: 1.0 })];
    assert_eq!(ordered(both()), [true, true]);
    // Below or above its own value, twenty times: a million boxes.
    assert_eq!(ordered((0..20).map(|_| way(0, Far::Unchanged)).collect()), [false, true]);
}

#[test]
fn thousands_of_cuts_in_a_column_are_answered_as_their_sums_say() {
    for seed in seeds(6) {
        let mut rng = Rng::new(seed);
        let stumps = stumps(&mut rng, 3000);
        let factual = [0, 1].map(|_| (rng.unit() * 4000.0).round() / 1000.0 - 2.0);
        let columns = [0, 1].map(|c| cells(&stumps, c, factual[c]));
        // A base such that about a tenth of the pairs of cells outweigh it.
        let base = outweighed(&mut rng, &columns, 40);
        let model = model(&stumps, base);
        let sum = |c: usize, value: f64| {
            let own = stumps.iter().filter(|s| s.0 == c);
            own.map(|s| if value <= s.1 { -s.2 } else { s.2 }).sum::<f64>()
        };
        // Limits that all values keep, by which other engines answer.
        let terms = json!({"x0": 1, "x1": 1});
        for constraints in [
            json!([]),
            json!([{"linear": {"terms": terms, "op": "<=", "rhs": 9}}]),
            json!([{"budget": {"changes": terms, "most": 20}}]),
            json!([{"if": {"feature": "x0", "min": -4}, "then": {"feature": "x1", "max": 4}}]),
        ] {
            let request = json!({"query": factual, "target": {"class": "yes"}, "cost": {"norm": "l1"}, "constraints": constraints});
            let query = Request::parse(&request, &model).expect("a request that fits").query;
            let compiled = Arc::new(Compiled::new(&model).expect("a model that can be searched"));
            let mut search = Search::new(compiled, query.clone()).expect("a search");
            while !search.step(100) {}
            let explanation = search.explanation();
            assert_eq!(explanation.status, Status::Optimal, "seed {seed} {constraints}");
            verify(&model, &query, &explanation).unwrap_or_else(|e| panic!("seed {seed} {constraints}: {e}"));
            let answer = &explanation.counterfactuals[0];
            let least = least_price(&columns, factual, base);
            assert!(
                (answer.cost - least).abs() <= 1e-8 * least.max(1.0),
                "seed {seed} {constraints}: {} where {least} is least",
                answer.cost
            );
            for change in &answer.changes {
                let c = change.feature;
                let other = sum(1 - c, answer.values[1 - c]);
                let (Setting::Number(low), Setting::Number(high)) = change.range.expect("a number has a range") else {
                    panic!("a number's range is of numbers");
                };
                let holds = |value: f64| base + sum(c, value) + other > 1e-6;
                let mut inside = columns[c].iter().filter(|v| low <= v.0 && v.0 <= high);
                assert!(inside.all(|v| base + v.1 + other > 1e-6), "seed {seed}, x{c} {constraints}");
                assert!(holds(low) && holds(high), "seed {seed}, x{c} {constraints}");
                assert!(low == -4.0 || !holds(low.next_down()), "seed {seed}, x{c}: the range could go on below {low}");
                assert!(high == 4.0 || !holds(high.next_up()), "seed {seed}, x{c}: the range could go on above {high}");
            }
        }
    }
}

/// A regression: such a list called itself complete.
#[test]
fn a_full_list_of_regions_is_not_complete_where_the_rest_costs_exactly_the_radius() {
    let leaves = 20_404;
    let (mut feature, mut threshold, mut left, mut right, mut value) = (vec![], vec![], vec![], vec![], vec![]);
    // A node is reserved for each range of leaves before its own parts are.
    let mut open = vec![(0, leaves, None)];
    while let Some((from, to, parent)) = open.pop() {
        let (node, middle) = (feature.len() as i64, (from + to) / 2);
        match parent {
            Some((at, true)) => right[at as usize] = node,
            Some((at, false)) => left[at as usize] = node,
            None => {}
        }
        let leaf = to - from == 1;
        feature.push(if leaf { -1 } else { 0 });
        threshold.push(if leaf { 0.0 } else { middle as f64 - 0.5 });
        value.push(leaf.then_some(if from % 2 == 0 { -1.0 } else { 1.0 }));
        left.push(-1);
        right.push(-1);
        if !leaf {
            open.extend([(middle, to, Some((node, true))), (from, middle, Some((node, false)))]);
        }
    }
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 1, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [0], "link": "logistic", "classes": ["no", "yes"],
        "trees": [{"output": 0, "feature": feature, "threshold": threshold, "left": left, "right": right, "value": value}],
        "schema": {"features": [{"name": "x", "kind": "numeric", "column": 0, "min": 0, "max": leaves}], "classes": ["no", "yes"]},
    });
    let model = formats::load(file.to_string().as_bytes()).expect("a model");
    let request = json!({"query": [0], "target": {"class": "yes"}, "cost": {"norm": "l0"}, "radius": 1});
    let query = Request::parse(&request, &model).expect("a request that fits").query;
    let mut search = Search::new(Arc::new(Compiled::new(&model).expect("a model of boxes")), query).expect("a search");
    while !search.step(100) {}
    let found = search.explanation();
    let regions = found.regions.as_ref().expect("regions");
    assert_eq!(regions.boxes.len(), 10_000, "of {} that cost 1", leaves / 2);
    assert!(regions.complete_within < 1.0 && found.truncated, "complete within {}", regions.complete_within);
}
