//! Time from a request to a proved answer on the example models, and the times of its parts.
//!
//! `cargo bench -p espalier-search`

use criterion::{criterion_group, criterion_main, BatchSize, Criterion};
use espalier_api::Request;
use espalier_formats::load;
use espalier_model::ensemble::Prediction;
use espalier_model::query::Query;
use espalier_model::Model;
use espalier_search::{Compiled, Search};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: [&str; 3] = ["iris", "loan", "tumour"];

fn bytes(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../www/public/examples/{name}.json"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Requests for the last class from the first ten background rows of another class.
fn queries(model: &Model, norm: &str) -> Vec<Query> {
    let wanted = model.schema.classes.len() - 1;
    let rows = model.background.iter().flat_map(|b| &b.rows);
    rows.filter(|row| !matches!(model.ensemble.predict(row), Ok(Prediction::Class { class, .. }) if class == wanted))
        .take(10)
        .map(|row| json!({"query": row, "target": {"class": wanted}, "cost": {"norm": norm}}).to_string())
        .map(|request| Request::from_json(&request, model).expect("the example's own row").query)
        .collect()
}

fn search(criterion: &mut Criterion) {
    for name in EXAMPLES {
        let file = bytes(name);
        let model = load(&file).expect("an example model");
        let compiled = Arc::new(Compiled::new(&model).expect("an example without hyperplanes"));
        criterion.bench_function(&format!("{name}/load"), |b| b.iter(|| load(&file)));
        criterion.bench_function(&format!("{name}/compile"), |b| b.iter(|| Compiled::new(&model)));
        for norm in ["l0", "l1", "l2"] {
            let queries = queries(&model, norm);
            let mut next = queries.iter().cycle();
            criterion.bench_function(&format!("{name}/search {norm}"), |b| {
                b.iter_batched(
                    || next.next().expect("a row of another class").clone(),
                    |query| {
                        let mut search = Search::new(Arc::clone(&compiled), query).expect("a query that fits");
                        while !search.step(1024) {}
                        search.explanation()
                    },
                    BatchSize::SmallInput,
                );
            });
        }
    }
}

criterion_group!(benches, search);
criterion_main!(benches);
