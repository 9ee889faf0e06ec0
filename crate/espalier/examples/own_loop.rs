//! A loop of your own: progress and a time limit. `cargo run -p espalier-xai --example own_loop`

use espalier_xai::{Error, Model};
use std::time::{Duration, Instant};

fn main() -> Result<(), Error> {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/public/examples/tumour.json"))?;
    let model = Model::read(&file)?;
    let row = [
        14.22, 23.12, 94.37, 609.9, 0.1075, 0.2413, 0.1981, 0.06618, 0.2384, 0.07542, 0.286, 2.11, 2.112, 31.72,
        0.00797, 0.1354, 0.1166, 0.01666, 0.05113, 0.01172, 15.74, 37.18, 106.4, 762.4, 0.1533, 0.9327, 0.8488, 0.1772,
        0.5166, 0.1446,
    ];
    let request = model.request(&row, model.class("benign")?)?;
    let mut search = model.search(&request)?;
    let begin = Instant::now();
    let mut over = false;
    while !over && begin.elapsed() < Duration::from_secs(2) {
        over = search.step(1);
        let progress = search.progress();
        let incumbent = progress.incumbent.map_or("none".to_owned(), |cost| format!("{cost:.4}"));
        println!("{} boxes, incumbent {incumbent}, bound {:.4}", progress.nodes, progress.lower_bound);
    }
    let answer = search.explanation();
    println!("{} at {:.4}", answer.status.name(), answer.counterfactuals.first().map_or(f64::NAN, |best| best.cost));
    Ok(())
}
