//! Answers the questions of a folder natively, one for each line of the input, for `scripts/bench-best.py`.
//! The folder holds model.json, schema.json and questions.json, a list of objects with a `request`. A line holds the number of a question and a time
//! limit in seconds. For each it prints milliseconds, the raw score reached, its proved bound, status, nodes and cost.
//! `cargo run --release -p espalier-search --example best -- FOLDER`

use espalier_api::{Request, RequestCache};
use espalier_formats::documents::{resolve, SchemaDoc};
use espalier_model::ensemble::Task;
use espalier_search::{Compiled, Search};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).expect("a folder"));
    let read = |file: &str| std::fs::read(folder.join(file)).expect("a file of the folder");
    let mut model = espalier_formats::load(&read("model.json")).expect("a model");
    let schema = SchemaDoc::from_json(&String::from_utf8(read("schema.json")).expect("text")).expect("a schema");
    model.schema = resolve(&schema, &model.ensemble, None).expect("a schema that fits");
    let questions: serde_json::Value = serde_json::from_slice(&read("questions.json")).expect("questions");
    let compiled = Arc::new(Compiled::new(&model).expect("a model of boxes"));
    let cache = RequestCache::default();
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        let (at, limit) = line.split_once(' ').expect("a number and a limit");
        let (at, limit): (usize, f64) = (at.parse().expect("a number"), limit.parse().expect("seconds"));
        let query = Request::read(&questions[at]["request"], &model, &cache).expect("a request that fits").query;
        let start = Instant::now();
        let mut search = Search::new(Arc::clone(&compiled), query).expect("a search");
        while !search.step(1) && start.elapsed().as_secs_f64() < limit {}
        let answer = search.explanation();
        let time = start.elapsed().as_secs_f64() * 1e3;
        let odds = |p: f64| if model.ensemble.task == Task::Regressor { p } else { (p / (1.0 - p)).ln() };
        let found = answer.counterfactuals.first().expect("the query itself at least");
        let raw = model.ensemble.raw(&found.values).expect("a row")[0];
        let bound = answer.reach.map_or(f64::NAN, |reach| odds(reach.bound));
        println!("{time} {raw} {bound} {} {} {}", answer.status.name(), answer.work.nodes, found.cost);
    }
}
