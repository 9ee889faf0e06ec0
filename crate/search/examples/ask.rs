//! Answers questions of a folder natively, one for each line of the input, for `npm run bench:peers`. The folder holds model.onnx or model.json, schema.json
//! and questions.json, a list of objects with a `request`. A line holds the number of a question, and a time limit in seconds or the path of an MPS file.
//! After a limit a line of JSON says milliseconds from the question to the end (of processor time where they are many and the system tells it: Linux), cost,
//! proved bound of the cost, status and nodes; of a best prediction also the raw score reached and its proved bound. A file gets the question as a mixed-integer program, and the line says null.
//! `cargo run --release -p espalier-search --example ask -- FOLDER`

use espalier_api::{Request, RequestCache};
use espalier_formats::documents::{resolve, SchemaDoc};
use espalier_model::ensemble::Task;
use espalier_search::{formulation, Compiled, ProgramFormat, ProgramKind, Search};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).expect("a folder"));
    let read = |file: &str| std::fs::read(folder.join(file));
    let text = |file: &str| String::from_utf8(read(file).expect("a file of the folder")).expect("text");
    let mut model = espalier_formats::load(&read("model.onnx").or_else(|_| read("model.json")).expect("a model"))
        .expect("a model that can be read");
    let schema = SchemaDoc::from_json(&text("schema.json")).expect("a schema");
    model.schema = resolve(&schema, &model.ensemble, None).expect("a schema that fits");
    let questions: serde_json::Value = serde_json::from_str(&text("questions.json")).expect("questions");
    let compiled = Arc::new(Compiled::new(&model).expect("a model of boxes"));
    let cache = RequestCache::default();
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        let (at, how) = line.split_once(' ').expect("a number, and a limit or a file");
        let at: usize = at.parse().expect("a number");
        let query = Request::read(&questions[at]["request"], &model, &cache).expect("a request that fits").query;
        let Ok(limit) = how.parse::<f64>() else {
            let mut program = String::new();
            let form = formulation(Arc::clone(&compiled), query, ProgramKind::Levels).expect("a program");
            form.write(ProgramFormat::Mps, &mut program).expect("a text takes everything");
            std::fs::write(how, program).expect("the folder takes files");
            println!("null");
            continue;
        };
        let (start, began) = (Instant::now(), busy());
        let mut search = Search::new(Arc::clone(&compiled), query).expect("a search");
        while !search.step(1) && start.elapsed().as_secs_f64() < limit {}
        let answer = search.explanation();
        let wall = start.elapsed().as_secs_f64() * 1e3;
        // The scheduler's clock moves in steps of some milliseconds.
        let milliseconds = if wall < 20.0 { wall } else { busy().zip(began).map_or(wall, |(now, began)| now - began) };
        let odds = |p: f64| if model.ensemble.task == Task::Regressor { p } else { (p / (1.0 - p)).ln() };
        let found = answer.counterfactuals.first();
        let reach = answer
            .reach
            .as_ref()
            .zip(found)
            .map(|(reach, found)| (model.ensemble.raw(&found.values).expect("a row")[0], odds(reach.bound)));
        let said = serde_json::json!({
            "milliseconds": milliseconds,
            "cost": found.map(|found| found.cost),
            "bound": answer.lower_bound,
            "status": answer.status.name(),
            "nodes": answer.work.nodes,
            "score": reach.map(|(score, _)| score),
            "scoreBound": reach.map(|(_, bound)| bound),
        });
        println!("{said}");
    }
}

/// Milliseconds of processor time of this thread, by the scheduler's own clock.
fn busy() -> Option<f64> {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1e6)
}
