//! The work of each kind of question on the page's examples, counted: nodes until the proof, the same on every machine. tests/fixtures/counted.json keeps the
//! counts. A search that needs a tenth more nodes, or a tenth fewer, shows here; after a change on purpose `WRITE_COUNTS=1` writes the counts anew.

use espalier_api::Request;
use espalier_model::ensemble::Prediction;
use espalier_model::explanation::Status;
use espalier_search::{Compiled, Search};
use serde_json::{json, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Nodes after which a question counts as that many. By hand: a kind takes seconds at most, with a test's code.
const MOST: u64 = 20_000;
/// A kind may differ by this many nodes besides, so that a few more of a handful are no regression. By hand.
const FEW: u64 = 5;

/// Name, example, how many of its rows are asked about, and the request beside query and target.
fn kinds() -> Vec<(String, &'static str, usize, Value)> {
    let mut all = Vec::new();
    for (example, rows) in [("loan", 60), ("tumour", 40), ("wine", 60), ("digit", 12), ("iris", 60), ("network", 12)] {
        for norm in ["l1", "l0", "l2", "linf"] {
            // The network's l0 has no continuous relaxation that bounds it.
            if (example, norm) != ("network", "l0") {
                all.push((format!("{example}, {norm}"), example, rows, json!({"cost": {"norm": norm}})));
            }
        }
    }
    let relation = json!({"linear": {"terms": {"Credit amount": 1, "Duration": -150}, "op": "<=", "rhs": 0}});
    for (name, rows, request) in [
        ("three answers", 20, json!({"count": 3})),
        ("at most two changes", 40, json!({"constraints": [{"max_changes": 2}]})),
        ("a linear limit", 12, json!({"constraints": [relation]})),
        ("in the hull", 6, json!({"plausibility": {"hull": {"epsilon": 0.05}}})),
        ("usual as half of the rows", 20, json!({"plausibility": {"isolation_forest": {"outlier_quantile": 0.5}}})),
        ("a margin by distance", 20, json!({"margin": {"distance": 0.02}})),
        ("regions", 10, json!({"radius": 0.2})),
    ] {
        all.push((format!("loan, {name}"), "loan", rows, request));
    }
    all
}

/// Nodes of all questions of a kind, and how many of them were settled.
fn count(example: &str, rows: usize, request: &Value) -> (u64, usize) {
    let path = format!("{}/../../www/public/examples/{example}.json", env!("CARGO_MANIFEST_DIR"));
    let model = espalier_formats::load(&std::fs::read(path).expect("the example")).expect("the example is right");
    let compiled = Arc::new(Compiled::new(&model).expect("a model that can be searched"));
    let all = &model.background.as_ref().expect("rows").rows;
    let (mut nodes, mut settled) = (0, 0);
    for row in all.iter().filter(|row| row.iter().all(|x| x.is_finite())).take(rows) {
        let refused = matches!(model.ensemble.predict(row), Ok(Prediction::Class { class: 0, .. }));
        let mut asked = request.clone();
        asked["query"] = json!(row);
        asked["target"] = json!({"class": usize::from(refused)});
        let query = Request::parse(&asked, &model).expect("a request that fits").query;
        let beside = query
            .depth
            .as_ref()
            .map(|depth| compiled.beside(&[Arc::clone(&depth.forest)]).expect("a forest that can be searched"));
        let mut search =
            Search::new(beside.unwrap_or_else(|| Arc::clone(&compiled)), query).expect("a question that is answered");
        while !search.step(1) && search.progress().nodes < MOST {}
        let answer = search.explanation();
        nodes += answer.work.nodes;
        settled += usize::from(matches!(answer.status, Status::Optimal | Status::Infeasible));
    }
    (nodes, settled)
}

#[test]
fn no_kind_of_question_needs_a_tenth_more_nodes_than_before() {
    let file = espalier_testkit::files::fixtures().join("counted.json");
    let counted: BTreeMap<String, (u64, usize)> =
        kinds().into_iter().map(|(name, example, rows, request)| (name, count(example, rows, &request))).collect();
    if std::env::var_os("WRITE_COUNTS").is_some() {
        let lines: Vec<String> =
            counted.iter().map(|(name, (nodes, settled))| format!("  {}: [{nodes}, {settled}]", json!(name))).collect();
        std::fs::write(file, format!("{{\n{}\n}}\n", lines.join(",\n"))).expect("the fixtures take files");
        return;
    }
    let kept: BTreeMap<String, (u64, usize)> =
        serde_json::from_slice(&std::fs::read(file).expect("counts")).expect("counts of a known shape");
    assert_eq!(
        counted.keys().collect::<Vec<_>>(),
        kept.keys().collect::<Vec<_>>(),
        "WRITE_COUNTS=1 writes the counts of new kinds"
    );
    let differs = |name: &&String| {
        let ((now, settled), (then, before)) = (counted[*name], kept[*name]);
        now.abs_diff(then) > then / 10 + FEW || settled != before
    };
    let told: Vec<String> = kept
        .keys()
        .filter(differs)
        .map(|name| {
            let ((now, settled), (then, before)) = (counted[name], kept[name]);
            format!("{name}: {now} nodes, {settled} settled; {then} and {before} before")
        })
        .collect();
    assert!(
        told.is_empty(),
        "the work of a search changed (WRITE_COUNTS=1 keeps the new counts):\n{}",
        told.join("\n")
    );
}
