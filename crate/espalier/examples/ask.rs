//! Which change would have been enough? `cargo run -p espalier-xai --example ask`

use espalier_xai::{Error, Model};

fn main() -> Result<(), Error> {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/public/examples/loan.json"))?;
    let model = Model::read(&file)?;
    let row = [5450.0, 39.0, 1.0, 1.0, 1.0, 7.0, 0.0, 0.0, 43.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    let request = model.request(&row, model.class("accepted")?)?;
    let answer = model.explain(&request)?;
    println!("{}, no cheaper change than {:.6}", answer.status.name(), answer.lower_bound.unwrap_or(f64::INFINITY));
    for counterfactual in &answer.counterfactuals {
        println!("cost {:.6}", counterfactual.cost);
        for change in &counterfactual.changes {
            println!("  {}", model.describe(change));
        }
    }
    Ok(())
}
